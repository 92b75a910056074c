"""Text for users is plain English: help pages, check codes, phrases, rule files and guides avoid known tics."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from scorer.cli.main import main

ROOT = Path(__file__).parent.parent

TICS = {
    r"(?:an|the|its) own (?:draw|discard)s?": "self-draw; their own discard",
    r"stands? (?:behind|under)": "follows, uses, is listed under",
    r"(?:is|are) told": "is reported, is shown",
    r"tells? what": "shows, lists",
    r"what there is": "the available options",
    r"unless it is said|where it is not said": "by default",
    r"and leave(?= *[.;]|$)": "and exit",
    r"where there is none": "if there is none",
    r"so many(?! that)": "that many, up to N",
    r"a truth": "a boolean, true or false",
    r"dear(?:er|est)": "worth more, highest-scoring",
    r"mend(?:s|ed|ing)?": "fix",
    r"blanks": "spaces",
    r"takes away|swallow(?:s|ed)|gives way": "suppresses, is superseded by",
    r"second sheet": "fu, or the secondary score",
    r"what .{1,20} comes to": "the result, the total",
    r"as one would": "as usual",
    r"stands? here": "is written here, is used here",
    r"lies? beside": "is set aside from",
    r"comes? out otherwise": "has a different result",
    r"beyond all (?:games|rule files)": "too large",
    r"besides(?=[.;])": "as well",
    r"(?:a|in) (?:suit|unit) of its own": "a different suit, its own unit",
    r"nothing asks for|asks for nothing": "is never used",
    r"is no (?:yaku|ruleset|suit|hand|winner)": "is not a",
}
"""Expressions that no manual uses, with what to write instead; matched as whole words, in any case."""


def help_texts(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    context = click.Context(command, info_name=name)
    yield name, command.get_help(context)
    if isinstance(command, click.Group):
        for part in command.list_commands(context):
            found = command.get_command(context, part)
            assert found
            yield from help_texts(found, f"{name} {part}")


def phrases() -> Iterator[tuple[str, str]]:
    file = ROOT / "scorer" / "phrases.txt"
    for place, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if "|" in line and not line.startswith("#"):
            yield f"{file.name}:{place}", line.split("|")[1]


def rule_texts(value: Any, key: str = "") -> Iterator[str]:
    """The names, helps and definitions in a rule file, in English."""
    if isinstance(value, str) and key in (
        "name",
        "help",
        "definition",
        "about",
        "title",
        "why",
        "notes",
        "usage",
        "remarks",
    ):
        yield value
    elif isinstance(value, dict):
        for name, below in value.items():
            yield from rule_texts(below, key if name == "en" else str(name))
    elif isinstance(value, list):
        for below in value:
            yield from rule_texts(below, key)


def yaml_texts(pattern: str) -> Iterator[tuple[str, str]]:
    for file in sorted(ROOT.glob(pattern)):
        for text in rule_texts(yaml.safe_load(file.read_text("utf-8"))):
            yield file.name, text


def prose(pattern: str) -> Iterator[tuple[str, str]]:
    """The Markdown files without their examples and code."""
    for file in sorted(ROOT.glob(pattern)):
        text = re.sub(r"^( *)```.*?^\1```", "", file.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        yield str(file.relative_to(ROOT)), re.sub(r"`[^`\n]*`", "", text)


def messages() -> Iterator[tuple[str, str]]:
    """The strings of several words in the checks of rule files, without docstrings."""
    for file in sorted((ROOT / "scorer" / "check").glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield f"{file.name}:{node.lineno}", node.value


SOURCES: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "help": lambda: help_texts(main, "scorer"),
    "messages": messages,
    "codes": lambda: yaml_texts("scorer/check/codes.yaml"),
    "phrases": phrases,
    "rulesets": lambda: yaml_texts("rulesets/*.yaml"),
    "readme": lambda: prose("README.md"),
    "guide": lambda: prose("rulesets/*.md"),
    "github": lambda: prose(".github/*.md"),
}


def tics_in(text: str) -> list[str]:
    words = " ".join(text.split())
    found = (
        (re.search(rf"(?<!\w)(?:{tic})(?!\w)", words, re.IGNORECASE), better) for tic, better in TICS.items()
    )
    return [f"{match[0]!r}: write {better}" for match, better in found if match]


@pytest.mark.parametrize(
    "source", [pytest.param(name, marks=[pytest.mark.slow] if name == "rulesets" else []) for name in SOURCES]
)
def test_texts_for_users_are_plain_english(source: str) -> None:
    texts = list(SOURCES[source]())
    assert texts
    assert [(place, tic) for place, text in texts for tic in tics_in(text)] == []


def test_a_tic_is_found_across_lines_and_only_as_whole_words() -> None:
    assert tics_in("Won on the own\n  draw.") == ["'the own draw': write self-draw; their own discard"]
    assert tics_in("Amend so many that their own discards are not told blankly.") == []
