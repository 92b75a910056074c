"""Every way to be complete is read alike in both evaluators: knitted rows, sets across suits, many sets."""

from __future__ import annotations

import pytest

from scorer.fast.interface import compile_engine
from scorer.hand import Hand, Situation
from scorer.notation import read_hand
from scorer.sampling import sample_hands
from tests.fast.comparing import differences
from tests.support.small import made

HEAD = """
name: Shapes
unit: points
players: 4
seats: {round: E, seat: S}
tileset:
  copies: 4
  suits:
    m: {name: red, ranks: 1-9}
    p: {name: black, ranks: 1-9}
    s: {name: blue, ranks: 1-9}
    z: {name: winds, tiles: [East, South, West, North]}
tiles:
  sky: {is: 1234z, name: winds}
patterns:
  - {id: one, name: One, definition: Each hand., value: 1, when: self_draw}
  - {id: closed, name: Closed, definition: A closed wait., value: 1, when: wait(closed)}
  - {id: alone, name: Alone, definition: A single wait., value: 2, when: wait(single)}
  - {id: many, name: Many, definition: Many waits., value: 1, when: waits >= 2}
  - {id: four, name: Four, definition: Four sets., value: 3, when: sets(any) == 4}
"""
KNITTED = """
shapes:
  standard: {sets: 4, pair: 1}
  pairs: {pairs: 7, concealed: true, name: seven pairs}
  apart: {different: 14, from: 147A 258B 369C sky, concealed: true, name: apart}
  straight: {fixed: 147A258B369C, sets: 1, pair: 1, name: knitted straight}
"""
FIXED_FIRST = """
shapes:
  straight: {fixed: 369A147B258C, sets: 1, pair: 1, name: knitted straight}
  standard: {sets: 4, pair: 1}
"""
ACROSS = """
sets:
  trio: {size: 3, same: rank, differ: suit, name: trio}
  duo: {size: 2, same: rank, differ: suit, name: duo}
shapes:
  standard: {sets: 4, pair: 1, kinds: [pung, trio]}
  duos: {sets: 7, pair: 0, kinds: [duo], concealed: true, name: duos}
"""
IN_THREES = """
sets:
  trio: {size: 3, same: rank, differ: suit, name: trio}
  duo: {size: 2, same: rank, differ: suit, name: duo}
shapes:
  standard: {sets: 4, pair: 1}
  trios: {sets: 4, kinds: [trio], pair: duo, name: trios}
  pairs_and_a_set: {pairs: 4, sets: 2, kinds: [pung, trio], name: four pairs and two sets}
"""
MANY = """
shapes:
  five: {sets: 5, pair: 1}
"""
ROWS = """
sets:
  kong: {size: 4, same: tile, declared: false, name: kong}
calls: [chow, pung, kong]
shapes:
  like: {fixed: 11z nnnnA nnnnB nnnnC}
  climb: {fixed: [nnA n+1n+1n+1A n+2n+2A n+3n+3n+3A n+4n+4n+4n+4A, 12345m 1234z 123p 3p 6p]}
  mixed: {fixed: nnnA kkkB, sets: 2, pair: 1, kinds: [chow]}
  standard: {sets: 4, pair: 1, kinds: [chow, pung]}
"""
PARTS = {
    "rows of a card": ROWS,
    "knitted": KNITTED,
    "fixed first": FIXED_FIRST,
    "across suits": ACROSS,
    "pairs of a kind": IN_THREES,
    "seventeen tiles": MANY,
}
HANDS = [
    "147m258p369s11p234s+4s", "147m258p369s111p2s+2s", "147p258s369m(777z)11m+1m", "258m147s369p33s123p+3p",
    "147m258p3699s1234z+6s", "147m25p369s1234z8p+4z", "14m258p369s1234z7m+2p", "1m28p369s147m25p12z3z",
    "147m258p369s22p789s+9s", "147m258p369s47m44m+1m", "147p258s369m(444z)11m+1m", "258m147s369p33s123p",
    "147m258p369s11p23s+4s", "147m258p369s11p2s+2s", "147p258s369m(444z)1m+1m", "147m58p369s123z8m+4z",
    "147m258p369s11z23z+4z", "147m258p369s1234z+1z", "147m258p39s1234z+6s", "14m258p369s1234z+7m",
]  # fmt: skip
"""knitted hands, and others that nearly are"""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PARTS)
def test_shapes_are_read_alike_in_both_evaluators(name: str) -> None:
    ruleset = made(HEAD + PARTS[name])
    found, seen = differences(compile_engine(ruleset), ruleset, sample_hands(ruleset, 9, 70))
    assert not found
    assert seen["won"] > 9
    assert not seen["beyond"]


@pytest.mark.parametrize("name", ["knitted", "fixed first"])
@pytest.mark.parametrize("self_draw", [True, False])
def test_knitted_hands_are_read_alike_in_both_evaluators(name: str, self_draw: bool) -> None:
    ruleset = made(HEAD + PARTS[name])
    hands = [read_hand(text, ruleset.tileset, ruleset.set_tables)[0] for text in HANDS]
    samples: list[tuple[Hand, Situation]] = [(hand, Situation(self_draw)) for hand in hands if hand]
    found, seen = differences(compile_engine(ruleset), ruleset, samples)
    assert not found
    assert seen["won"] >= 4
