"""The tables of slips: their patterns can be searched for, and the words of their hints are known."""

from __future__ import annotations

import re

import pytest

from scorer.ruleset.advice.keys import hint_words
from scorer.ruleset.advice.paths import option_hint_words
from scorer.ruleset.advice.slips import SLIPS, Slip
from scorer.ruleset.advice.syntax import SYNTAX_SLIPS, SyntaxSlip
from scorer.ruleset.source import read_source


def groups_of(slip: Slip | SyntaxSlip) -> set[str]:
    """The names of the groups of its patterns, which are words for its hint."""
    return {name for pattern in slip.search_patterns for name in re.compile(pattern).groupindex}


def words_of(slip: Slip | SyntaxSlip) -> set[str]:
    """The words in < > of its texts."""
    text = f"{slip.message} {slip.hint}" if isinstance(slip, SyntaxSlip) else str(slip.hint)
    assert text.count("<") == len(re.findall(r"<\w+>", text))
    return {*re.findall(r"<(\w+)>", text)}


def known_words() -> tuple[set[str], set[str]]:
    """The words for hints about any value, and those for the value of an option."""
    source, _ = read_source("a: 1\n", "x.yaml")
    assert source is not None
    item = source.root.get("a")
    return {*hint_words(item, ["whole"])}, {*option_hint_words(source.root, item)}


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: str(slip.hint))
def test_the_words_of_a_hint_can_be_known(slip: Slip) -> None:
    """A hint with another word would never be given."""
    words, words_of_option = known_words()
    assert words_of(slip) <= words | groups_of(slip) | (words_of_option if slip.forms == "=choice" else set())


def test_every_word_for_hints_is_described() -> None:
    words, words_of_option = known_words()
    assert words | words_of_option == {*re.findall(r"<(\w+)>", Slip.__doc__ or "")}


@pytest.mark.parametrize("slip", SYNTAX_SLIPS, ids=str)
def test_the_words_of_a_syntax_slip_can_be_known(slip: SyntaxSlip) -> None:
    assert words_of(slip) <= {"char", "began_line", "began_column", "column", "problem"} | groups_of(slip)


@pytest.mark.parametrize("slip", [slip for slip in SYNTAX_SLIPS if slip.place == "here"], ids=str)
def test_a_slip_that_is_mended_here_says_where_that_is(slip: SyntaxSlip) -> None:
    assert "here" in re.compile(slip.lines).groupindex


def test_no_row_stands_twice() -> None:
    assert len({*SLIPS}) == len(SLIPS) > 0
    assert len({*SYNTAX_SLIPS}) == len(SYNTAX_SLIPS) > 0
