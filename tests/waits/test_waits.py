"""The distance to a complete hand agrees with trying every draw and every discard."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from time import process_time

import pytest
from mahjong.shanten import Shanten

from scorer.distance import Distance, distances
from scorer.errors import InputError
from scorer.fast.engine import PackedSource
from scorer.fast.interface import compiled_engine
from scorer.hand import Situation, WaitingHand
from scorer.notation import format_waiting, read_tiles, read_waiting
from scorer.readings import is_complete_hand
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.tiles import Tile
from scorer.values import replace
from scorer.waiting import HandWaits, find_discards, find_part_waits, find_waits
from tests.cli.runs import run
from tests.support.loops import some
from tests.support.shipped import each_box
from tests.support.small import CLASSES, made

SMALL = {
    "sets": "{sets: 2, pair: 1}",
    "singles": "{sets: 2, pair: 0, singles: 1}",
    "of_one_suit": "{sets: 2, pair: 1, kinds: [team]}",
    "pairs": "{pairs: 4, different: true}",
    "any_pairs": "{pairs: 4}",
    "orphans": "{one_of_each: ends}",
    "different": "{different: 7, from: every}",
    "fixed": "{fixed: 135A24B, sets: 1, pair: 0}",
}
"""A shape filled in each way there is, in a set of ten or fifteen kinds."""

BOX = """
unit: points
tileset:
  copies: {copies}
  jokers: {{count: {jokers}, fifth: {fifth}}}
  suits: {{a: {{ranks: 1-5}}, b: {{ranks: 1-5}}, m: {{ranks: 1-1}}}}
tiles: {{ends: 15ab1m, every: 12345ab}}
sets: {{team: {{size: 3, same: suit}}}}
shapes: {{it: {shape}}}
patterns:
  - {{id: any, name: any, definition: any, value: 1, when: shape(it)}}
"""


OUT_OF_REACH = {
    *((way, 1, 0) for way in ("sets", "of_one_suit", "orphans", "fixed")),
    *((way, 1, jokers) for way in ("pairs", "any_pairs") for jokers in (0, 1)),
}
"""Shapes that a box with one copy of each tile has not."""


def small(way: str, copies: int, jokers: int, fifth: bool = False) -> Ruleset:
    return made(BOX.format(copies=copies, jokers=jokers, fifth=str(fifth).lower(), shape=SMALL[way]))


def deck(ruleset: Ruleset) -> list[Tile]:
    kinds = ruleset.tileset.kinds
    return [Tile(kind.index) for kind in kinds if kind.role != "flower" for _ in range(kind.copies)]


class Trying:
    """The same answers by trying: draw each tile that there is, put each tile away."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.complete = lru_cache(maxsize=None)(self._complete)

    def _complete(self, tiles: tuple[Tile, ...]) -> bool:
        hand = WaitingHand(tiles[:-1]).with_winning_tile(tiles[-1])
        return is_complete_hand(hand, self.ruleset.shapes, self.ruleset.set_tables)

    def short(self, held: tuple[Tile, ...], free: Counter[int], most: int) -> tuple[int, set[int]] | None:
        """How many tiles short, up to `most`, and the kinds that bring the hand nearer."""
        helping: set[int] = set()
        drawn = {kind for kind in self.ruleset.tileset.playing_kinds if free[kind]}
        winning = {kind for kind in drawn if self.complete(tuple(sorted((*held, Tile(kind)))))}
        if winning:
            return 1, winning
        best = most + 1
        for kind in drawn if most > 1 else ():
            for place in range(len(held)):
                rest = tuple(sorted((*held[:place], *held[place + 1 :], Tile(kind))))
                found = self.short(rest, free - Counter([kind]), best - 1 if best <= most else most - 1)
                if found and found[0] + 1 <= best:
                    helping = helping if found[0] + 1 == best else set()
                    best = found[0] + 1
                    helping.add(kind)
        return (best, helping) if best <= most else None


def found_by_search(ruleset: Ruleset, hand: WaitingHand) -> Distance | None:
    jokers = ruleset.tileset.jokers
    return next(iter(distances(hand, ruleset.shapes, ruleset.set_tables, jokers)), None)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("jokers", "fifth"), [(0, False), (1, False), (1, True)])
@pytest.mark.parametrize("copies", [1, 2, 4])
@pytest.mark.parametrize("way", SMALL)
def test_distance_and_helping_tiles_are_those_found_by_trying(
    way: str, copies: int, jokers: int, fifth: bool
) -> None:
    ruleset, rng = small(way, copies, jokers, fifth), random.Random(f"{way}{copies}{jokers}")
    trying, tiles = Trying(ruleset), deck(ruleset)
    size = ruleset.shapes[0].size - 1
    joker = [tile for tile in tiles if ruleset.tileset.tile_role(tile) == "joker"]
    others = [tile for tile in tiles if tile not in joker]
    others = [tile for tile in others if way != "orphans" or ruleset.shapes[0].mask >> tile.kind & 1]
    reached = False
    for _ in range(5):
        held = tuple(sorted([*joker, *rng.sample(others, size - len(joker))]))
        free = Counter(tile.kind for tile in tiles) - Counter(tile.kind for tile in held)
        expected = trying.short(held, free, 2)
        found = found_by_search(ruleset, WaitingHand(held))
        reached = reached or expected is not None
        if expected is None:
            assert found is None or found.missing_tiles > 2, format_waiting(
                WaitingHand(held), ruleset.tileset
            )
        else:
            assert found is not None
            assert (found.missing_tiles, set(found.helping_kinds)) == expected
    assert reached == ((way, copies, jokers if fifth else 0) not in OUT_OF_REACH)


def riichi_hands(count: int, seed: int, suits: str) -> list[WaitingHand]:
    ruleset, rng = load_ruleset("riichi"), random.Random(seed)
    tiles = [tile for tile in deck(ruleset) if ruleset.tileset.kinds[tile.kind].letter in suits]
    return [WaitingHand(ruleset.tileset.sort_tiles(rng.sample(tiles, 13))) for _ in range(count)]


@pytest.mark.parametrize(("suits", "count"), [("mpsz", 12), ("mz", 12), ("m", 12)])
def test_a_riichi_hand_is_as_far_away_as_an_independent_program_says(suits: str, count: int) -> None:
    ruleset = load_ruleset("riichi")
    for hand in some(riichi_hands(count, 7, suits)):
        counts = Counter(tile.kind for tile in hand.concealed_tiles)
        away = Shanten().calculate_shanten([counts[kind] for kind in range(34)])
        found = distances(hand, ruleset.shapes, ruleset.set_tables)
        assert found[0].missing_tiles == away + 1, format_waiting(hand, ruleset.tileset)


def nearer(ruleset: Ruleset, hand: WaitingHand, kind: int) -> bool:
    """Whether some discard after drawing the kind leaves the hand one tile nearer."""
    now = found_by_search(ruleset, hand)
    drawn = (*hand.concealed_tiles, Tile(kind))
    rests = {drawn[:place] + drawn[place + 1 :] for place in range(len(drawn))}
    after = [found_by_search(ruleset, WaitingHand(rest, hand.melds)) for rest in rests]
    return now is not None and min(item.missing_tiles for item in after if item) == now.missing_tiles - 1


@pytest.mark.parametrize("name", ["donjara-one-piece", "ponjan-anoa", "riichi"])
def test_helping_tiles_are_exactly_those_after_which_a_discard_leaves_the_hand_nearer(name: str) -> None:
    ruleset, rng = load_ruleset(name), random.Random(name)
    size = max(shape.size for shape in ruleset.shapes) - 1
    tiles = [tile for tile in deck(ruleset) if ruleset.tileset.tile_role(tile) == "tile"]
    drawn = (WaitingHand(ruleset.tileset.sort_tiles(rng.sample(tiles, size))) for _ in range(100))
    known = ((hand, distances(hand, ruleset.shapes, ruleset.set_tables)) for hand in drawn)
    hand, found = next((hand, found) for hand, found in known if found[0].missing_tiles > 1)
    best = {
        kind for item in found if item.missing_tiles == found[0].missing_tiles for kind in item.helping_kinds
    }
    free = [kind for kind in ruleset.tileset.playing_kinds if Tile(kind) in set(tiles)]
    for kind in some(rng.sample(free, 2)):
        assert nearer(ruleset, hand, kind) == (kind in best), format_waiting(hand, ruleset.tileset)


@pytest.mark.parametrize("name", each_box())
def test_every_shipped_ruleset_tells_how_far_any_hand_is(name: str) -> None:
    ruleset, rng = load_ruleset(name), random.Random(name)
    size = max(shape.size for shape in ruleset.shapes)
    hand = WaitingHand(ruleset.tileset.sort_tiles(rng.sample(deck(ruleset), size - 1)))
    found = find_waits(ruleset, hand, Situation(False))
    assert found.missing_tiles is not None
    assert found.missing_tiles >= 1
    assert bool(found.winning_tiles) == (found.missing_tiles == 1)


def test_only_shapes_of_the_number_of_tiles_of_the_hand_are_reached() -> None:
    ruleset = made(
        "shapes: {one: {sets: 1, pair: 1}, two: {sets: 2, pair: 1}}\npatterns: [{id: any, value: 1, when: tiles(any) > 0}]\n"
    )
    for text, shape in (("123m4p", "one"), ("123m456m4p", "two")):
        hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
        assert hand is not None
        found = distances(hand, ruleset.shapes, ruleset.set_tables)
        assert [(one.shape.id, one.missing_tiles) for one in found] == [(shape, 1)]


# ---- what a waiting hand is told


def told(
    text: str, name: str = "riichi", discards: str = "", visible: str = "", **situation: object
) -> HandWaits:
    ruleset = load_ruleset(name)
    hand, faults = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    assert not faults
    lying = [read_tiles(given, ruleset.tileset, "tiles")[0] for given in (discards, visible)]
    return find_waits(ruleset, hand, replace(Situation(False), **situation), *lying)


def table(found: HandWaits) -> dict[str, tuple[int, object, object]]:
    code = found.ruleset.tileset.tile_code
    points = [
        (
            item.tile,
            item.copies_left,
            *(way.score and way.score.points for way in (item.discard, item.self_draw)),
        )
        for item in found.winning_tiles
    ]
    return {code(tile): (left, discard, drawn) for tile, left, discard, drawn in points}


def test_each_winning_tile_has_its_copies_left_and_both_scores() -> None:
    # the 2s makes three runs of the same numbers; 20 fu by self-draw and 30 fu on a discard
    found = told("234m234p34678s99m")
    assert table(found) == {"2s": (4, 3900, 5200), "0s": (1, 2000, 2700), "5s": (3, 1000, 1500)}


def test_tiles_seen_anywhere_are_no_longer_left() -> None:
    indicators = (("dora", (Tile(load_ruleset("riichi").tileset.by_code["1z"].index),)),)
    assert told("234m345p678p456s1z", indicators=indicators).copies_left == 2
    assert told("234m345p678p456s1z", visible="1z").copies_left == 2
    assert told("234m345p678p456s1z", discards="1z").copies_left == 2
    assert told("234m345p678p456s1z", visible="111z").winning_tiles[0].copies_left == 0


def test_a_red_tile_that_is_seen_is_no_longer_left() -> None:
    left = {tile: left for tile, (left, _, _) in table(told("234m345p67p456s55s")).items()}
    seen = {tile: left for tile, (left, _, _) in table(told("234m345p67p456s55s", visible="0p")).items()}
    assert (left["0p"], left["5p"]) == (1, 2)
    assert seen == {tile: count for tile, count in left.items() if tile != "0p"}


def test_a_tile_of_which_the_player_holds_every_copy_is_no_wait() -> None:
    assert told("1111m234p567s789s").missing_tiles == 2


def test_a_win_without_a_pattern_says_so_and_the_self_draw_still_wins() -> None:
    found = told("123m456p789s3344z")
    assert found.winning_tiles[1].discard.score is None
    assert "this one has none" in found.winning_tiles[1].discard.reasons[0]
    assert found.winning_tiles[1].self_draw.score is not None


@pytest.mark.parametrize(
    ("text", "game", "able"),
    [
        (
            "123p456p789p4445m",
            "changsha",
            {"3m": False, "5m": True, "6m": False},
        ),  # a small win needs a pair of 5
        ("123m456p789s111p4m", "changsha", {"1m": False, "4m": False}),
        (
            "123m456m79m345p55s",
            "hong-kong",
            {"8m": True},
        ),  # 0 faan are too few, which more patterns would mend
        ("123m456p789s3344z", "riichi", {"3z": True, "4z": True}),
    ],
)
def test_a_tile_can_win_if_only_patterns_are_missing_and_not_if_a_condition_is(
    text: str, game: str, able: dict[str, bool]
) -> None:
    found = told(text, game)
    code = found.ruleset.tileset.tile_code
    assert {code(item.tile): item.can_win for item in found.winning_tiles} == able
    assert found.can_win is any(able.values())


PARTS = [
    ("3334m", 3, "2m 4m 5m"),
    ("(123p)3334m", 2, "2m 4m 5m"),
    ("(123p)[5555z]78s", 2, ""),
    ("(123p)78s99s", 2, "6s 9s"),
    ("(123p)456m78s99s", 1, "6s 9s"),
    ("(123p)(456m)78s99s", 1, "6s 9s"),
    ("[1111z](456m)7s", 2, "7s"),
    ("34m78p", 0, ""),
    ("33344m", 0, ""),
    ("234m345p67p456s55s", 0, ""),
    ("(123p)234m67p456s55s", 0, ""),
]
"""Parts of a hand, the sets that they leave out, and the tiles that complete the rest."""


@pytest.mark.parametrize(("text", "absent", "tiles"), PARTS)
def test_a_part_of_a_hand_waits_for_what_completes_it(text: str, absent: int, tiles: str) -> None:
    ruleset = load_ruleset("riichi")
    hand, faults = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    assert not faults
    found = find_part_waits(ruleset, hand, Situation(False))
    if not tiles:
        assert found is None
        return
    assert found is not None
    assert found.absent_sets == absent
    assert " ".join(ruleset.tileset.tile_code(item.tile) for item in found.helping_tiles) == tiles


@pytest.mark.parametrize(("text", "missing"), [("234m345p67p456s55s1z", 1), ("234m345p67p456s59s1z", 2)])
def test_a_hand_is_as_far_away_as_after_its_best_discard(text: str, missing: int) -> None:
    ruleset = load_ruleset("riichi")
    hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    found = find_discards(ruleset, hand, Situation(False))
    assert found.missing_tiles == missing
    assert {choice.waits.missing_tiles for choice in found.choices} == {missing}
    assert replace(found, choices=()).missing_tiles is None


@pytest.mark.parametrize(
    ("text", "complete"), [("234m345p678p456s55s", True), ("234m345p67p456s55s1z", False)]
)
def test_a_hand_is_complete_if_without_one_of_its_tiles_it_waits_for_that_tile(
    text: str, complete: bool
) -> None:
    ruleset = load_ruleset("riichi")
    hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    assert find_discards(ruleset, hand, Situation(False)).is_complete is complete


@pytest.mark.parametrize(
    ("condition", "seat", "reached"),
    [
        ("self_draw", "S", True),
        ("not self_draw", "S", True),
        ("self_draw and dealer", "S", False),
        ("self_draw and dealer", "E", True),
        ("tiles(honor) == 0", "S", True),
        ("tiles(honor) >= 1", "S", False),
    ],
)
def test_a_shape_is_waited_for_if_one_way_of_winning_allows_it(
    condition: str, seat: str, reached: bool
) -> None:
    ruleset = made(
        CLASSES
        + f"""
patterns: [{{id: it, value: 1}}]
shapes:
  standard: {{sets: 4, pair: 1}}
  pairs: {{pairs: 7, different: true, when: {condition}}}
"""
    )
    hand, _ = read_waiting("1133557799m11p2s", ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    found = find_waits(ruleset, hand, Situation(False, seat))
    assert ("pairs" in [one.shape.id for one in found.distances]) is reached
    assert bool(found.winning_tiles) is reached


def test_a_condition_of_a_shape_is_asked_of_every_tile_of_a_waiting_hand() -> None:
    shapes = "standard: {sets: 4, pair: 1}, pairs: {pairs: 7, different: true, when: kinds(honor) == 2 and tiles(honor) == 2}"
    ruleset = made(f"{CLASSES}patterns: [{{id: it, value: 1}}]\nshapes: {{{shapes}}}\n")
    for text, is_allowed in some(
        [("11335577m11p2s12z", True), ("1133557m11p2s122z", False), ("11335577m11p22s1z", False)]
    ):
        hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
        assert hand is not None
        found = find_waits(ruleset, hand, Situation(False))
        assert ("pairs" in [one.shape.id for one in found.distances]) is is_allowed, text


def test_a_joker_that_may_stand_in_some_groups_alone_helps_a_hand_that_is_far_away() -> None:
    ruleset = load_ruleset("harbor-card")
    joker = next(kind.index for kind in ruleset.tileset.kinds if kind.role == "joker")
    hand, _ = read_waiting("123456789m1234p", ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    found = find_waits(ruleset, hand, Situation(False))
    assert found.missing_tiles is not None and found.missing_tiles > 1
    assert joker in [one.tile.kind for one in found.helping_tiles]


@pytest.mark.parametrize(
    ("text", "missing", "waits"),
    [
        ("123m456m789m11p23s", 1, "1s 4s"),
        ("123m456m789m11p22s", 1, "1p 2s 0j"),
        ("123m456m789m1112p", 1, "2p 3p"),
        ("123m456m789m11p25s", 2, None),
    ],
)
def test_a_joker_completes_a_hand_where_it_may_stand_and_helps_any_that_is_farther_away(
    text: str, missing: int, waits: str | None
) -> None:
    box = "tileset: {jokers: {j: {count: 4, groups: [pung]}}}\nshapes: {it: {sets: 4, pair: 1}}\n"
    ruleset = made(f"{box}patterns: [{{id: it, value: 1}}]\n")
    hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    found = find_waits(ruleset, hand, Situation(False))
    assert found.missing_tiles == missing
    codes = [ruleset.tileset.tile_code(one.tile) for one in (found.winning_tiles or found.helping_tiles)]
    assert " ".join(codes) == waits if waits else codes[-1] == "0j"


def test_any_winning_tile_among_the_own_discards_forbids_every_discard_in_riichi() -> None:
    found = told("234m345p67p456s55s", discards="8p")
    assert found.circumstances == ("furiten",)
    assert all(item.discard.score is None and item.self_draw.score for item in found.winning_tiles)
    assert {item.discard.reasons for item in found.winning_tiles} == {
        ("a furiten hand can win by self-draw only",)
    }
    assert found.can_win and all(item.can_win for item in found.winning_tiles)
    drawn = [item.self_draw.score for item in found.winning_tiles]
    assert all(one and one.situation.circumstances == (("furiten", 1),) for one in drawn)


def test_where_only_the_same_tile_is_forbidden_the_other_waits_stay_open() -> None:
    found = told("234p345p67p456s55s", "three-player", discards="8p", circumstances=(("riichi", 1),))
    open_waits = [
        found.ruleset.tileset.tile_code(item.tile) for item in found.winning_tiles if item.discard.score
    ]
    assert "8p" not in open_waits
    assert "2p" in open_waits


def test_a_ruleset_without_such_a_rule_lets_own_discards_win() -> None:
    found = told("234m345p67p456s55s", "pocket-mahjong", discards="8p")
    assert found.circumstances == ()
    assert all(item.discard.score for item in found.winning_tiles)
    assert [found.ruleset.tileset.kinds[kind].code for kind in found.discarded_kinds] == ["8p"]


def test_a_joker_may_be_the_winning_tile() -> None:
    found = told("11122233m", "ponjan", circumstances=(("riichi", 1),))
    assert list(table(found)) == ["3m", "0j"]
    assert table(found)["0j"][0] == 2


@pytest.mark.parametrize(("visible", "left"), [("", 2), ("0j", 1), ("0j0j", 0)])
def test_a_joker_of_which_no_copy_is_left_neither_wins_nor_helps(visible: str, left: int) -> None:
    won = table(told("11122233m", "ponjan", visible=visible, circumstances=(("riichi", 1),)))
    assert [count for tile, (count, _, _) in won.items() if tile == "0j"] == [left] * bool(left)
    far = told("1379m2468p", "ponjan", visible=visible)
    assert not far.winning_tiles
    helping = {far.ruleset.tileset.tile_code(one.tile): one.copies_left for one in far.helping_tiles}
    assert [count for tile, count in helping.items() if tile == "0j"] == [left] * bool(left)


@pytest.mark.parametrize(
    ("discards", "visible", "left", "discarded", "brought"),
    [
        ("", "", {"2m": 4, "4m": 3, "5m": 4}, [], ()),
        ("5m", "", {"2m": 4, "4m": 3, "5m": 3}, ["5m"], ("furiten",)),
        ("9p", "2m2m0m", {"2m": 2, "4m": 3, "5m": 3}, [], ()),
    ],
)
def test_a_part_of_a_hand_minds_the_tiles_on_the_table_as_a_whole_hand_does(
    discards: str, visible: str, left: dict[str, int], discarded: list[str], brought: tuple[str, ...]
) -> None:
    ruleset = load_ruleset("riichi")
    tileset = ruleset.tileset
    hand, _ = read_waiting("3334m", tileset, ruleset.set_tables)
    assert hand is not None
    lying = [read_tiles(given, tileset, "tiles")[0] for given in (discards, visible)]
    found = find_part_waits(ruleset, hand, Situation(False), *lying)
    assert found is not None
    assert {tileset.tile_code(one.tile): one.copies_left for one in found.helping_tiles} == left
    assert [tileset.kinds[kind].code for kind in found.discarded_kinds] == discarded
    assert found.circumstances == brought
    assert found.copies_left == sum(left.values())


@pytest.mark.parametrize(
    ("text", "earlier", "visible", "choices", "barred"),
    [
        ("234m345p678p456s5s1z", "", "", [("5s", 3), ("1z", 2)], []),
        ("234m345p678p456s5s1z", "", "1z1z", [("1z", 2), ("5s", 1)], []),
        ("234m345p678p456s57s", "", "", [("4s", 6), ("5s", 6), ("7s", 2)], []),
        ("234m345p678p456s57s", "", "7s7s", [("4s", 6), ("5s", 4), ("7s", 2)], []),
        ("234m345p678p456s57s", "7s", "", [("4s", 6), ("5s", 5), ("7s", 2)], ["5s"]),
    ],
)
def test_of_discards_the_one_that_leaves_the_most_winning_tiles_comes_first(
    text: str, earlier: str, visible: str, choices: list[tuple[str, int]], barred: list[str]
) -> None:
    """One that leaves a wait for a tile discarded earlier is told apart."""
    ruleset = load_ruleset("riichi")
    tileset = ruleset.tileset
    hand, _ = read_waiting(text, tileset, ruleset.set_tables)
    assert hand is not None
    lying = [read_tiles(given, tileset, "tiles")[0] for given in (earlier, visible)]
    found = find_discards(ruleset, hand, Situation(False), *lying)
    assert [(tileset.tile_code(one.tile), one.waits.copies_left) for one in found.choices] == choices
    assert [tileset.tile_code(one.tile) for one in found.barred_choices] == barred


def test_a_way_of_winning_that_a_circumstance_rules_out_gives_its_reason() -> None:
    found = told("234m345p67p456s55s", circumstances=(("haitei", 1),))
    assert found.winning_tiles[0].discard.score is None
    assert found.winning_tiles[0].discard.reasons
    assert found.winning_tiles[0].self_draw.score is not None


def test_circumstances_that_allow_no_win_are_the_inputs_fault() -> None:
    with pytest.raises(InputError):
        told("234m345p67p456s55s", circumstances=(("ippatsu", 1),))


def test_four_kongs_wait_for_any_tile_where_they_win_alone() -> None:
    found = told("[1111m][2222p][3333s][4444s]", "three-player")
    assert found.missing_tiles == 1
    assert len(found.winning_tiles) > 20


@pytest.mark.parametrize(
    ("text", "short"),
    [("3445m", {"standard": 10, "seven_pairs": 10}), ("234m345p67p4s", {"standard": 5, "seven_pairs": 7})],
)
def test_a_hand_of_few_tiles_lacks_the_rest_of_every_shape(text: str, short: dict[str, int]) -> None:
    rules = load_ruleset("riichi")
    hand, _ = read_waiting(text, rules.tileset, rules.set_tables)
    assert hand is not None
    found = {item.shape.id: item.missing_tiles for item in distances(hand, rules.shapes, rules.set_tables)}
    assert {name: found[name] for name in short} == short


def test_a_wait_on_many_tiles_is_shown_without_every_reading_of_every_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With eight jokers a hand has hundreds of readings for each of 34 tiles."""

    def refuse(*asked: object) -> None:
        raise AssertionError("all readings are worked out")

    compiled_engine(load_ruleset("riichi"))
    monkeypatch.setattr(PackedSource, "readings", property(refuse))
    shown = run("waits", "1112345678999m", "-r", "riichi").output
    assert "nine-sided wait" in shown and "yakuman" in shown


def test_a_joker_that_cannot_win_is_no_wait() -> None:
    box = "tileset: {jokers: {count: 4, won: WON}}\nshapes: {one: {sets: 1, pair: 1}}\npatterns: [{id: it, value: 1}]\n"
    for won, discarded, drawn in (("true", True, True), ("self_draw", False, True), ("false", False, False)):
        ruleset = made(box.replace("WON", won))
        hand, _ = read_waiting("12m11p", ruleset.tileset, ruleset.set_tables)
        assert hand is not None
        found = find_waits(ruleset, hand, Situation(False)).winning_tiles
        joker = next((one for one in found if ruleset.tileset.tile_role(one.tile) == "joker"), None)
        assert bool(joker) == (discarded or drawn), won
        if joker is not None:
            wins = joker.discard.score is not None, joker.self_draw.score is not None
            assert wins == (discarded, drawn), won


MIXED_JOKERS = {
    "0j0j0c0b0a0n0w0d55m55p5s": "Waits for 25 tiles",
    "0j0j0c0b0a0n0w0d12355m": "41 kinds of tile bring it closer",
    "0j0j0c0b0a0n0w0d(555z)12m": "40 kinds of tile bring it closer",
    "0j0j0j0j0c0c0c0c0n0n0n0n0w": "can be read in too many ways",
}


@pytest.mark.parametrize("hand", MIXED_JOKERS)
def test_the_waits_of_a_hand_with_many_jokers_of_several_sorts_end_soon(hand: str) -> None:
    start = process_time()
    shown = run("waits", hand, "-r", "vietnamese", "-o", "other_jokers=4", "-o", "any_jokers=4")
    assert MIXED_JOKERS[hand] in shown.output
    assert process_time() - start < 20
