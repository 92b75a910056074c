"""What completes a hand is found by an early test, and is what filling every shape with every tile finds."""

from __future__ import annotations

import pytest

from scorer import load_ruleset, parse_hand
from scorer.hand import Hand
from scorer.readings import completing_kinds, is_complete_hand
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.tiles import Tile
from scorer.values import replace
from tests.support.loops import some

NEARLY = ["147m258p36s258s36p+9s", "147m258p369s11p23s+4s", "14m258p369s1234z7m+2p", "19m19p19s1234567z+1m"]
NEARLY += ["1122334455667z+7z", "1112345678999m+5m", "147m258p36s1z23z+4z", "147m258p36s11z23m9p+9s"]


def tried(ruleset: Ruleset, hand: Hand) -> tuple[int, ...]:
    """Every tile that completes the hand, one after another."""
    hands = ((kind, replace(hand, winning_tile=Tile(kind))) for kind in ruleset.tileset.playing_kinds)
    return tuple(kind for kind, one in hands if is_complete_hand(one, ruleset.shapes, ruleset.set_tables))


@pytest.mark.parametrize("text", NEARLY)
def test_knitted_hands_and_others_that_nearly_are_wait_for_what_completes_them(text: str) -> None:
    ruleset = load_ruleset("mcr")
    hand = parse_hand(text, ruleset)
    assert completing_kinds(hand.waiting_hand, ruleset.shapes, ruleset.set_tables, True) == tried(
        ruleset, hand
    )


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["mcr", "british", "taiwanese", "ponjan", "donjara-one-piece"])
def test_hands_of_every_shape_wait_for_what_completes_them(name: str) -> None:
    ruleset = load_ruleset(name)
    hands = [hand for hand, _ in sample_hands(ruleset, 4, 8)]
    assert len(hands) == 8
    for hand in some(hands):
        assert completing_kinds(hand.waiting_hand, ruleset.shapes, ruleset.set_tables, True) == tried(
            ruleset, hand
        )
