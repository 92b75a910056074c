"""The words of messages are not read by anything: in other words, the same problems are found and fixed."""

from __future__ import annotations

import pytest

from scorer.check.fix import fixed_text
from scorer.errors import Problem
from scorer.texts import message_texts
from tests.check.test_bad_files import BAD
from tests.support.small import check_text

TEXTS = (
    "extends: riichi\nname: Club\nset: {tanyoa.value: 2}\n",
    "extends: riichi\nname: Club\nset: {ippatsu: Off, honba_valeu: 1_000}\n",
    "extends: riichi\nname: Club\ndorp: [pinfu]\nsets: {red_fives: 4}\n",
    "extends: riichi\nname: Club\nkiriage_mangan: true\nset: {kuitan: no}\n",
    "extend: riichi\nname: Club\noptions: {red_fives: 4}\n",
    "extends: richi\nname: Club\n",
    "extends: riichi\nname: Club\nadd:\n  - {id: mine, name: M, value: 1, when: all tiles simple}\n",
    "name: Club\nunit: han\nshapes: {standard: {sets: 4, pair: 1}}\nbase: fan * 2\n",
    *(path.read_text("utf-8") for path in BAD[::12]),
)


@pytest.fixture
def other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The English texts of all messages in words that nobody wrote."""
    texts = {key: f"~{number}~ {text}" for number, (key, text) in enumerate(message_texts("en").items())}
    texts["did you mean the word"] = "perhaps it is «{0}»"
    monkeypatch.setattr("scorer.texts.message_texts", lambda _language: texts)


def found_in(text: str) -> list[tuple[object, ...]]:
    """What is found in a text, without its words."""
    return [found_as_data(problem) for problem in check_text(text, "club.yaml")]


def found_as_data(problem: Problem) -> tuple[object, ...]:
    """A problem without the words of its message and its hint."""
    return (problem.code, problem.line, problem.column, problem.severity, problem.edit, bool(problem.hint))


@pytest.mark.one_in(6)
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.split("\n")[-2][-30:])
def test_the_same_is_found_and_fixed_in_other_words(text: str, request: pytest.FixtureRequest) -> None:
    found, fixed = found_in(text), fixed_text(text, "club.yaml")
    assert found
    request.getfixturevalue("other_words")
    assert str(check_text(text, "club.yaml")[0].message).startswith(("~", "perhaps"))
    assert (found_in(text), fixed_text(text, "club.yaml")) == (found, fixed)
