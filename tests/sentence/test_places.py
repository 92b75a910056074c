"""The places of faults in a sentence: where it says what is wrong, in whatever words."""

from __future__ import annotations

import pytest

from scorer.errors import InputError
from scorer.render.problems import localized_fault
from scorer.session import Session, SessionState


@pytest.mark.parametrize(
    ("game", "line", "marked"),
    [
        ("riichi", "777z pon 234m567p78s99m 立直 荣和9s", "立直"),
        ("riichi", "777z pon 234m567p78s99m riichi ron 9s", "riichi"),
        ("riichi", "pon 777z 234m567p78s99m ron 9s from south as south", "from south"),
        ("riichi", "111m pon 11m 567p78s99m345s ron 9s", "11m"),
        ("riichi", "chi 135m 567p78s99m777z ron 9s", "135m"),
        ("riichi", "234m567p78s99m777z ron 9s ura indicator 8p", "ura indicator 8p"),
        ("riichi", "234m345p67p456s55s+8p dora=4x ron", "x"),
        ("sanma", "pon 777z 234p567p78s99p ron 9s west round as north", "as north"),
    ],
)
def test_a_fault_is_marked_where_the_sentence_says_what_is_wrong(game: str, line: str, marked: str) -> None:
    with pytest.raises(InputError) as error:
        Session("en").answer(SessionState(game), line)
    first = error.value.faults[0]
    assert (first.text, first.position, first.length) == (line, line.rindex(marked), len(marked))
    assert localized_fault(first, "ja").text == line
