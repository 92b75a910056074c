"""What completes a hand is found by an early test, and is what filling every shape with every tile finds."""

from __future__ import annotations

from collections import Counter

import pytest

from scorer import load_ruleset, parse_hand
from scorer.hand import Hand
from scorer.readings import completing_kinds, is_complete_hand
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.tiles import Tile
from scorer.values import replace
from tests.readings.test_joker_choices import SHAPES, box, lent_hands
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


@pytest.mark.parametrize("shapes", SHAPES)
def test_hands_of_shapes_of_every_kind_wait_for_what_completes_them(shapes: str) -> None:
    ruleset = box(shapes)
    lent = [
        hand for hand in lent_hands(ruleset, 4) if hand.winning_tile.kind in ruleset.tileset.playing_kinds
    ]
    for hand in some([*(hand for hand, _ in sample_hands(ruleset, 4, 4)), *lent]):
        found = completing_kinds(hand.waiting_hand, ruleset.shapes, ruleset.set_tables)
        held = Counter(tile.kind for tile in hand.waiting_hand.concealed_tiles)
        held.update(tile.kind for meld in hand.melds for tile in meld.tiles)
        copies = [kind.copies for kind in ruleset.tileset.kinds]
        assert found == tuple(kind for kind in tried(ruleset, hand) if held[kind] < copies[kind])


@pytest.mark.parametrize(("fifth", "waits"), [("true", ["1k", "4k"]), ("false", ["4k"])])
def test_a_joker_in_a_called_set_is_a_copy_of_its_tile_unless_there_may_be_a_fifth(
    fifth: str, waits: list[str]
) -> None:
    ruleset = box("sets", fifth)
    hand = parse_hand("(11k0j)23k11t+4k", ruleset)
    kinds = completing_kinds(hand.waiting_hand, ruleset.shapes, ruleset.set_tables)
    assert [ruleset.tileset.kinds[kind].code for kind in kinds] == waits


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("123k123l0j+1t", "1k 2k 3k 4k 5k 1l 4l 1t 2t"),
        ("12k123l1t0j+1t", "3k 1t"),
        ("123k12l0j0j+1t", "1k 2k 3k 4k 5k 1l 3l 4l 1t 2t"),
    ],
)
def test_a_joker_among_other_tiles_waits_for_what_none_of_these_waits_for(text: str, waits: str) -> None:
    ruleset = box("sets")
    hand = parse_hand(text, ruleset).waiting_hand
    kinds = completing_kinds(hand, ruleset.shapes, ruleset.set_tables)
    assert " ".join(ruleset.tileset.kinds[kind].code for kind in kinds) == waits
