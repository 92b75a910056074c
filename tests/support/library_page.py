"""The page of the Python library: every public name by task, with its parameters, its docstring and an example.

python -m tests.support.library_page        writes .github/LIBRARY.md as the docstrings are now
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from doctest import DocTestParser
from importlib import import_module
from inspect import Parameter
from textwrap import fill

import scorer
from tests.support.places import ROOT

PAGE = ROOT / ".github" / "LIBRARY.md"
COMMAND = "python -m tests.support.library_page"
TASKS = {
    "Score hands": "score outcome Outcome Score parse_hand hand_notation Hand",
    "Answer sentences": "ask",
    "Score many hands": "score_many score_claims score_record_batch",
    "Explain a score": "explain why compare winners analyze",
    "Play": "waits discards points payment_table overtaking quiz",
    "Settle deals, games and evenings": "draw_result final_results read_evening evening_of_log",
    "Check recorded games": "read_game read_games referee sample_log",
    "Choose and check rules": "load_ruleset shipped_rulesets ruleset_from_text Ruleset check_ruleset",
    "Write results": "as_text as_data as_html as_markdown as_svg",
    "Handle errors": "ScorerError InputError NotAWinner RulesetError",
}
"""The public names by what they are for, in the order of the page."""
RESULTS = {
    "ask": ("SpokenAnswer", "scorer.conversation"),
    "score_many": ("Scores", "scorer.scoring"),
    "read_game": ("Game", "scorer.replay.game"),
    "referee": ("Report", "scorer.replay.referee"),
    "check_ruleset": ("Problem", "scorer.errors"),
    "InputError": ("Fault", "scorer.errors"),
}
"""Classes that a program gets by a public name and does not import, with their modules."""
HEAD = f"""# The library

Everything is imported from `scorer`; nothing else is public. The classes of results, which
programs rarely import, follow the function that returns them. Give a ruleset by its name (`"riichi"`), as the path of a
file, or as what `load_ruleset` returned. Results are immutable and can be pickled.

This page is made from the docstrings by `{COMMAND}`.
"""


def names() -> list[str]:
    """The names on the page, in its order."""
    return [name for task in TASKS.values() for name in task.split()]


def page_text() -> str:
    """The page as the docstrings are now."""
    tasks = [f"[{task}](#{task.lower().replace(' ', '-').replace(',', '')})" for task in TASKS]
    parts = [HEAD, " · ".join(tasks), ""]
    for task, listed in TASKS.items():
        parts += [f"## {task}", ""]
        for name in listed.split():
            parts += [f"### `{name}`", "", *entry_lines(name)]
            if name in RESULTS:
                class_name, module = RESULTS[name]
                parts += [f"#### `{class_name}`, from `{name}`", "", *result_lines(class_name, module)]
    return "\n".join(parts).rstrip() + "\n"


def entry_lines(name: str) -> Iterator[str]:
    """The parameters of a name, what its docstring says, and its examples."""
    thing = getattr(scorer, name)
    if inspect.isfunction(thing):
        yield from ("```text", signature_text(name), "```", "")
    text, examples = documentation(thing)
    yield from (text, "", "```python", *examples, "", "```", "")


def result_lines(name: str, module: str) -> Iterator[str]:
    """What the docstring of a class says, and its examples."""
    text, examples = documentation(getattr(import_module(module), name))
    yield from (text, "", *(["```python", *examples, "", "```", ""] if examples else []))


def signature_text(name: str) -> str:
    """A call of a function with its parameters and their defaults, on lines that fit."""
    words = []
    has_star = False
    for one in inspect.signature(getattr(scorer, name)).parameters.values():
        if one.kind is Parameter.KEYWORD_ONLY and not has_star:
            words.append("*")
            has_star = True
        sign = {Parameter.VAR_KEYWORD: "**", Parameter.VAR_POSITIONAL: "*"}.get(one.kind, "")
        words.append(
            f"{sign}{one.name}" + ("" if one.default is Parameter.empty else f"={default_text(one)}")
        )
    line = f"{name}({', '.join(words)})"
    if len(line) <= 100:
        return line
    return f"{name}(\n" + fill(", ".join(words), 96, initial_indent="    ", subsequent_indent="    ") + "\n)"


def default_text(parameter: Parameter) -> str:
    """A default as it is typed; a function is shown by what it stands for."""
    return "..." if callable(parameter.default) else repr(parameter.default)


def documentation(thing: object) -> tuple[str, list[str]]:
    """The text of a docstring without its examples, and the lines of the examples, which import what they
    use.
    """
    docstring = inspect.getdoc(thing) or ""
    text, examples = [], []
    for piece in DocTestParser().parse(docstring):
        if isinstance(piece, str):
            text.append(piece)
            continue
        first, *more = piece.source.rstrip("\n").split("\n")
        examples += [f">>> {first}", *(f"... {line}" for line in more)]
        examples += (piece.want or "").rstrip("\n").split("\n") if piece.want else []
    code = "\n".join(line[4:] for line in examples if line[:4] in (">>> ", "... "))
    nodes = list(ast.walk(ast.parse(code)))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    imported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    needed = sorted(used & {*scorer.__all__} - imported)
    lines = [f">>> from scorer import {', '.join(needed)}"] if needed else []
    return "".join(text).strip(), lines + examples


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8")
