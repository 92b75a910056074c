"""Functions of one thought, and no rule of any game in the code: rules are data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest

from scorer.language.vocabulary import (
    AMOUNTS,
    FUNCTIONS,
    GIVEN_CLASSES,
    NUMBER_FACTS,
    SET_STATES,
    TRUTH_FACTS,
    WAIT_KINDS,
)
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.support.places import ROOT

FILES = sorted((ROOT / "scorer").rglob("*.py"))
LONGEST_FUNCTION = 60


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def says_why(docstring: str | None) -> bool:
    """Whether a docstring gives the reason why something is long."""
    return re.search(r"\b[Ll]ong(er)?\b.*\b(since|because|so that)\b", docstring or "", re.DOTALL) is not None


def test_a_function_fits_on_a_page_or_says_why_not() -> None:
    long = {
        (name_of(path), node.name): lines
        for path in FILES
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := body_lines(node)) > LONGEST_FUNCTION
        and not says_why(ast.get_docstring(node))
    }
    assert not long


def test_no_two_classes_have_the_same_name() -> None:
    by_file = ({node.name for node in nodes_of(path) if isinstance(node, ast.ClassDef)} for path in FILES)
    named = [name for names in by_file for name in names]
    assert len(named) > 300
    assert sorted({name for name in named if named.count(name) > 1}) == []


def body_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's body without its docstring."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


# ---- types

ANY = {
    "scorer/cli/": "click hands over what was typed, by the names of the options",
    "scorer/batch/arrow.py": "pyarrow has no types",
    "scorer/ruleset/source.py": "the events of yaml have no types",
    "scorer/ruleset/authoring.py": "an object of JSON",
    "scorer/ruleset/cache.py": "what a file of JSON holds",
    "scorer/teach/progress.py": "what a file of JSON holds",
    "scorer/render/result.py": "an object of JSON",
    "scorer/answers.py": "an object of JSON, and a result whose type its registry knows",
    "scorer/scoring.py": "the keywords of `score`, which are passed on",
    "scorer/questions/": "the keywords of `score`, which are passed on",
    "scorer/web/": "an object of JSON",
    "scorer/session/": "the keywords of `score` and the fields of a state, which are passed on",
    "scorer/replay/": "what a log in JSON holds",
    "scorer/rows.py": "what a line of JSON holds",
    "scorer/batch/lines.py": "what a line of JSON holds",
    "scorer/batch/tables.py": "cells of a column, whose sort hangs on its name",
    "scorer/batch/results.py": "a result in the form of its file, which alone looks into it",
    "scorer/language/nodes.py": "the arguments of a construct, which its table tells",
    "scorer/language/parser.py": "a class of Python's own nodes for each row",
    "scorer/engine/evaluate.py": "what a construct comes to, which its table tells",
    "scorer/sentence/question.py": "an argument of a question, which its name tells",
    "scorer/fast/compiled_form.py": "what a counter measures, which its name tells",
}
"""Where nothing but the data says what a value is, and why: whole folders, or files."""


def test_any_stands_only_where_the_data_alone_says_what_a_value_is() -> None:
    users = {
        name_of(path)
        for path in FILES
        if any(isinstance(node, ast.Name) and node.id == "Any" for node in nodes_of(path))
    }
    assert not [name for name in users if not name.startswith(tuple(ANY))]
    assert not [place for place in ANY if not any(name.startswith(place) for name in users)]


# ---- rules are data

VOCABULARY = {
    *FUNCTIONS, *TRUTH_FACTS, *NUMBER_FACTS, *SET_STATES, *GIVEN_CLASSES, *WAIT_KINDS, *AMOUNTS,
}  # fmt: skip
"""Words of the rule language: some games have a pattern of the same name."""

GENERIC = {
    "any", "anything", "base", "cap", "limit", "root", "double", "triple", "future", "plain", "points", "ends",
    "full", "last", "quad", "replacement", "round", "seat", "winning",
}  # fmt: skip
"""Ids of patterns that are plain English words."""

FORMAT = {
    "fu": "the section of rule files for a second sheet of values",
    "wind": "seats and rounds are named by winds in every hand that is scored",
    "flower": "a role of tiles: in no set, and beside the hand",
    "knitted": "the rows of a shape that is written `fixed` or `from`",
}
"""Words that rule files and inputs of every game are written with."""

GAME_WORDS = {
    "han", "fan", "faan", "fu", "tai", "yaku", "yakuman", "mangan", "haneman", "baiman", "sanbaiman",
    "dora", "ura", "pinfu", "tanyao", "chicken", "dragon", "dragons", "wind", "terminal", "simple", "honor",
    "chow", "pung", "kong", "triplet", "knitted", "tenhou", "mcr", "ponjan", "donjara", "taiwanese",
}  # fmt: skip
"""Units, limits, classes of tiles, kinds of set and games: each of them is named in a rule file."""

EXCEPTIONS: dict[tuple[str, str], str] = {
    ("scorer/ruleset/find.py", "riichi"): "the ruleset that is meant where none is named",
    ("scorer/parameters.py", "riichi"): "the sticks of the game, in help",
    ("scorer/cli/page.py", "terminal"): "a function of segno",
    ("scorer/hand.py", "dora"): "an input that is taken, and may be empty, whatever the ruleset",
    ("scorer/hand.py", "ura"): "an input that is taken, and may be empty, whatever the ruleset",
    ("scorer/render/text.py", "simple"): "a table format of tabulate",
    ("scorer/ruleset/section_table.py", "kong"): "an example in the meaning of a key",
    ("scorer/table/events.py", "riichi"): "a word of the format",
    ("scorer/replay/botzone.py", "fan"): "a word of the format",
    ("scorer/replay/tenhou6.py", "han"): "a word of the format",
    ("scorer/replay/majsoul.py", "dora"): "a word of the format",
    ("scorer/replay/mjai.py", "dora"): "a word of the format",
    ("scorer/replay/mjai.py", "fan"): "a word of the format",
    ("scorer/replay/mjlog.py", "dora"): "a word of the format",
    ("scorer/replay/mjlog.py", "yaku"): "a word of the format",
    ("scorer/replay/mjlog.py", "yakuman"): "a word of the format",
    ("scorer/replay/mjx.py", "riichi"): "a word of the format",
}
"""(file, word) -> why this file may say it."""


@lru_cache(maxsize=1)
def rule_words() -> frozenset[str]:
    """Every id of a pattern, bonus, limit or extra payment of a shipped ruleset, and the words above."""
    words = set(GAME_WORDS)
    for name in shipped_names():
        ruleset = load_ruleset(name)
        parts = (*ruleset.pattern_by_id.values(), *ruleset.bonuses, *ruleset.limits, *ruleset.payment.extras)
        words |= {part.id for part in parts}
    return frozenset(words - VOCABULARY - GENERIC - FORMAT.keys())


def code_words(path: Path) -> Iterator[tuple[str, int]]:
    """Words of names and texts in the code; docstrings may give examples and comments cite rules."""
    prose = {id(text) for node in nodes_of(path) for text in docstrings(node)}
    for node in nodes_of(path):
        for text in texts_of(node):
            if id(node) not in prose:
                for word in re.findall(r"[a-z0-9]+(?:_[a-z0-9]+)*", text.lower()):
                    yield word, getattr(node, "lineno", 0)


def docstrings(node: ast.AST) -> Iterator[ast.expr]:
    """Texts that stand as statements: docstrings, and notes below an attribute."""
    body = getattr(node, "body", None)
    for statement in body if isinstance(body, list) else []:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            yield statement.value


def texts_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.arg | ast.keyword):
        yield node.arg or ""


def test_no_word_of_a_game_stands_in_the_code() -> None:
    said = {
        (name_of(path), line, word)
        for path in FILES
        for word, line in code_words(path)
        if word in rule_words() and (name_of(path), word) not in EXCEPTIONS
    }
    assert not sorted(said)


@pytest.mark.parametrize(("file", "word"), EXCEPTIONS)
def test_every_exception_is_still_needed(file: str, word: str) -> None:
    assert word in {found for found, _ in code_words(ROOT / file)}


DATACLASSES = {"values", "source", "places", "files", "tree"}
"""Modules that may use `dataclasses`: the light values themselves, and reading YAML, which is slow anyway."""


def test_values_are_made_by_the_light_value_classes() -> None:
    heavy = [path for path in FILES if "from dataclasses" in path.read_text(encoding="utf-8")]
    assert not [name_of(path) for path in heavy if path.stem not in DATACLASSES]


def english_joins(tree: ast.AST) -> Iterator[int]:
    """The lines of messages that have a list of words joined in English among their arguments."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Message":
            for node in (part for argument in call.args[1:] for part in ast.walk(argument)):
                is_join = isinstance(node, ast.Attribute) and node.attr == "join"
                text = node.value.value if is_join and isinstance(node.value, ast.Constant) else ""
                if isinstance(text, str) and text.strip() in ("or", "and", "nor"):
                    yield call.lineno


@pytest.mark.parametrize("joined", ["or", "and", "nor"])
def test_words_that_are_joined_in_english_are_found(joined: str) -> None:
    assert [*english_joins(ast.parse(f'Message("key", " {joined} ".join(words))'))] == [1]


def test_a_list_in_a_message_is_joined_in_the_language_of_its_reader() -> None:
    """`Listed` does; alternatives of an expression are joined by `or` in every language."""
    found = {
        f"{path.relative_to(ROOT)}: {line}"
        for path in sorted((ROOT / "scorer").rglob("*.py"))
        for line in english_joins(ast.parse(path.read_text(encoding="utf-8")))
        if path.name != "parser.py"
    }
    assert not found
