"""What jokers represent is found from what a hand lacks, and it is what trying every choice of tiles finds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from time import perf_counter

import pytest

from scorer import parse_hand
from scorer.hand import Hand
from scorer.readings import MOST_STEPS, StepBudget, TooManyReadings, find_readings, is_complete_hand
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.shapes import Kinds, Reading
from scorer.tiles import Tile, mask_kinds
from scorer.values import replace
from tests.support.loops import some
from tests.support.small import rules

BOX = """
tileset:
  jokers: {count: 8, fifth: FIFTH}
  copies: {default: 2, k: 3}
  suits:
    k: {name: fish, ranks: 1-5}
    l: {name: lanterns, ranks: 1-4}
    t: {name: the sky, tiles: [Sun, Moon]}
shapes:
SHAPES
tiles: {outer: 15k14l}
patterns: [{id: any, value: 1, when: total_of_chows >= 0}]
facts: {total_of_chows: {is: sets(chow), name: runs}}
"""
SHAPES = {
    "sets": "  a: {sets: 2, pair: 1}",
    "pairs": "  a: {pairs: 4, concealed: true}",
    "different pairs": "  a: {pairs: 4, different: true, concealed: true}",
    "one of each": "  a: {one_of_each: outer, concealed: true}",
    "different": "  a: {different: 6, from: outer 1t2t}",
    "rows": "  a: {fixed: 135A, sets: 1, pair: 1}",
    "loose tiles": "  a: {sets: 2, pair: 0, kinds: [pung], singles: 2}",
    "several": "  a: {sets: 2, pair: 1}\n  b: {pairs: 4, concealed: true}",
}


def box(shapes: str, fifth: str = "false") -> Ruleset:
    return rules(BOX.replace("SHAPES", SHAPES[shapes]).replace("FIFTH", fifth))


@pytest.mark.parametrize("first", ["true", "false"])
def test_one_sort_of_joker_may_be_a_further_copy_for_all_of_them(first: str) -> None:
    second = "false" if first == "true" else "true"
    sorts = f"{{j: {{count: 4, fifth: {first}}}, w: {{count: 4, fifth: {second}}}}}"
    text = BOX.replace("SHAPES", SHAPES["sets"]).replace("{count: 8, fifth: FIFTH}", sorts)
    assert rules(text).tileset.fifth


def random_hands(ruleset: Ruleset, jokers: int, number: int) -> Iterator[Hand]:
    """Hands of this many jokers and random tiles, some of which a joker has won."""
    tileset, rng = ruleset.tileset, random.Random(jokers)
    joker = next(Tile(kind.index) for kind in tileset.kinds if kind.role == "joker")
    size, wanted = ruleset.shapes[0].size, tuple(mask_kinds(ruleset.shapes[0].mask))
    tiles = [
        Tile(kind) for kind in wanted or tileset.playing_kinds for _ in range(tileset.kinds[kind].copies)
    ]
    tiles = [Tile(kind) for kind in wanted] if len(wanted) >= size - jokers else tiles
    for _ in range(number):
        some_tiles = [*rng.sample(tiles, size - jokers), *[joker] * jokers]
        last = some_tiles.pop(rng.randrange(size))
        yield Hand(tileset.sort_tiles(some_tiles), (), last)


def readings_by_trying(ruleset: Ruleset, hand: Hand, jokers: int) -> Counter[Reading]:
    """The readings of the hand with every choice of tiles in the place of its jokers."""
    tileset, found = ruleset.tileset, Counter[Reading]()
    is_joker = {kind.index for kind in tileset.kinds if kind.role == "joker"}
    plain = tuple(tile for tile in hand.concealed_tiles if tile.kind not in is_joker)
    held = Counter(tile.kind for tile in hand.tiles)
    for kinds in combinations_with_replacement(tileset.playing_kinds, jokers):
        if tileset.fifth or all(held[k] + kinds.count(k) <= tileset.kinds[k].copies for k in kinds):
            for won in dict.fromkeys(kinds) if hand.winning_tile.kind in is_joker else [None]:
                rest = list(kinds)
                if won is not None:
                    rest.remove(won)
                winning = hand.winning_tile if won is None else Tile(won)
                tried = replace(hand, concealed_tiles=(*plain, *map(Tile, rest)), winning_tile=winning)
                found.update(map(shown_tiles, find_readings(tried, True, ruleset.shapes, ruleset.set_tables)))
    return found


def shown_tiles(reading: Reading) -> Reading:
    """A reading without the places of its jokers."""
    groups = tuple(replace(group, jokers=0) for group in reading.groups)
    return replace(reading, groups=groups, jokers=())


def lent_hands(ruleset: Ruleset, number: int) -> Iterator[Hand]:
    """Complete hands, some with called sets, in which jokers have taken the place of two tiles, in each hand of
    others; the last one may be the winning tile.
    """
    joker = next(Tile(kind.index) for kind in ruleset.tileset.kinds if kind.role == "joker")
    for place, (hand, _) in enumerate(sample_hands(ruleset, 4, number)):
        hidden = [*hand.concealed_tiles, hand.winning_tile]
        plain = [at for at, tile in enumerate(hidden) if tile != joker]
        first = 2 * place % len(plain)
        for at in [*plain[first:], *plain[:first]][: max(2 - hidden.count(joker), 0)]:
            hidden[at] = joker
        if hidden.count(joker) == 2:
            yield replace(
                hand, concealed_tiles=ruleset.tileset.sort_tiles(hidden[:-1]), winning_tile=hidden[-1]
            )


def complete_hands(ruleset: Ruleset, jokers: int, hands: Iterable[Hand]) -> int:
    """The number of complete hands among some, whose readings are compared."""
    complete = 0
    for hand in some(list(hands)):
        found = find_readings(hand, True, ruleset.shapes, ruleset.set_tables)
        assert set(map(shown_tiles, found)) == set(readings_by_trying(ruleset, hand, jokers))
        assert is_complete_hand(hand, ruleset.shapes, ruleset.set_tables) == bool(found)
        complete += bool(found)
    return complete


@pytest.mark.one_in(2)
@pytest.mark.parametrize("fifth", ["false", "true"])
@pytest.mark.parametrize("shapes", SHAPES)
def test_jokers_are_read_as_if_every_choice_of_tiles_were_tried(shapes: str, fifth: str) -> None:
    ruleset = box(shapes, fifth)
    complete_hands(ruleset, 2, random_hands(ruleset, 2, 4))


@pytest.mark.parametrize("fifth", ["false", "true"])
@pytest.mark.parametrize("shapes", SHAPES)
def test_jokers_in_the_place_of_two_tiles_leave_a_hand_complete(shapes: str, fifth: str) -> None:
    ruleset = box(shapes, fifth)
    hands = list(lent_hands(ruleset, 6))
    assert complete_hands(ruleset, 2, hands) == len(hands)


@pytest.mark.parametrize(
    ("shapes", "text", "complete"),
    [
        ("different pairs", "111k22k3k0j+0j", 0),
        ("different pairs", "11k22k33k0j+0j", 1),
        ("pairs", "111k22k3k0j+0j", 1),
        ("rows", "1k0j0j123l1t+1t", 1),
        ("rows", "15k0j13l0j1t+1t", 1),
        ("loose tiles", "111k22k1t0j+0j", 1),
        ("loose tiles", "11k22k12t0j+0j", 1),
        ("loose tiles", "(111k)1t0j0j0j+0j", 1),
    ],
)
def test_what_jokers_are_in_these_hands_is_what_trying_every_tile_finds(
    shapes: str, text: str, complete: int
) -> None:
    ruleset = box(shapes, "true")
    assert complete_hands(ruleset, text.count("0j"), [parse_hand(text, ruleset)]) == complete


@pytest.mark.parametrize(("text", "complete"), [("15k14l+0j", 1), ("15k1l0j+1l", 1), ("15k2l0j+1l", 0)])
def test_a_joker_is_the_tile_of_which_a_hand_of_one_each_has_none_or_any_second_one(
    text: str, complete: int
) -> None:
    ruleset = box("one of each")
    assert complete_hands(ruleset, 1, [parse_hand(text, ruleset)]) == complete


@pytest.mark.parametrize("fifth", ["false", "true"])
@pytest.mark.parametrize(
    "shape", ["sets: 1, pair: 1", "sets: 1, pair: 0, singles: 2", "fixed: 123A, pair: 1"]
)
def test_a_hand_of_jokers_alone_is_read_as_if_every_choice_of_tiles_were_tried(
    shape: str, fifth: str
) -> None:
    text = f"tileset: {{jokers: {{count: 5, fifth: {fifth}}}, copies: 2, suits: {{k: {{ranks: 1-4}}}}}}\n"
    ruleset = rules(f"{text}shapes: {{a: {{{shape}}}}}\npatterns: [{{id: any, value: 1}}]\n")
    assert complete_hands(ruleset, 5, [parse_hand("0j0j0j0j+0j", ruleset)]) == 1


@pytest.mark.parametrize("fifth", ["false", "true"])
def test_jokers_beside_a_called_set_of_all_copies_are_read_as_if_every_choice_were_tried(fifth: str) -> None:
    ruleset = box("sets", fifth)
    hand = parse_hand("(111k)23k1t0j+0j", ruleset)
    assert complete_hands(ruleset, 2, [hand]) == 1


def test_as_many_readings_are_found_as_the_limit_allows() -> None:
    ruleset = box("sets", "true")
    hand = parse_hand("(111k)23k1t0j+1t", ruleset)
    found = find_readings(hand, True, ruleset.shapes, ruleset.set_tables)
    assert len(found) == 2
    assert find_readings(hand, True, ruleset.shapes, ruleset.set_tables, limit=len(found)) == found
    with pytest.raises(TooManyReadings):
        find_readings(hand, True, ruleset.shapes, ruleset.set_tables, limit=len(found) - 1)


@pytest.mark.slow
@pytest.mark.parametrize("fifth", ["false", "true"])
@pytest.mark.parametrize("shapes", SHAPES)
def test_three_jokers_are_read_as_if_every_choice_were_tried(shapes: str, fifth: str) -> None:
    ruleset = box(shapes, fifth)
    assert complete_hands(ruleset, 3, random_hands(ruleset, 3, 18))


def test_readings_come_in_the_order_of_what_the_jokers_represent() -> None:
    ruleset = box("several")
    for hand in some(list(random_hands(ruleset, 3, 5))):
        kinds: list[Kinds] = [
            one.jokers for one in find_readings(hand, True, ruleset.shapes, ruleset.set_tables)
        ]
        assert kinds == sorted(kinds)


def test_whether_a_hand_of_eight_jokers_is_complete_takes_few_steps() -> None:
    ruleset = rules("tileset: {jokers: 8}\nshapes: {a: {sets: 4, pair: 1}, b: {pairs: 7, concealed: true}}\n")
    joker = next(Tile(kind.index) for kind in ruleset.tileset.kinds if kind.role == "joker")
    tiles = [ruleset.tileset.tile_by_code[code] for code in ("1m", "5m", "2p", "7p", "9s")]
    steps, start = StepBudget(MOST_STEPS), perf_counter()
    hand = Hand((*tiles, *[joker] * 8), (), ruleset.tileset.tile_by_code["4z"])
    assert is_complete_hand(hand, ruleset.shapes, ruleset.set_tables, steps)
    assert steps.used < 1_000
    assert perf_counter() - start < 1


SORTED = (
    BOX.replace(
        "jokers: {count: 8, fifth: FIFTH}",
        "jokers: {j: {count: 2}, s: {count: 2, stands: sky}, l: {count: 2, stands: 123x}}",
    )
    .replace("tiles: {", "tiles: {sky: 12t, ")
    .replace("    l: ", "    x: ")
    .replace("14l", "14x")
)


@pytest.mark.parametrize("shapes", SHAPES)
def test_a_sort_of_joker_represents_only_its_tiles(shapes: str) -> None:
    """The readings with sorted jokers are those with as many of any tile in which each tile has its joker."""
    wanted = SHAPES[shapes].replace("14l", "14x")
    ruleset = rules(SORTED.replace("SHAPES", wanted))
    free = rules(SORTED.replace("SHAPES", wanted).replace(", stands: sky", "").replace(", stands: 123x", ""))
    tileset, rng, complete = ruleset.tileset, random.Random(7), 0
    jokers = [Tile(kind.index) for kind in tileset.kinds if kind.role == "joker"]
    plain = [Tile(kind) for kind in tileset.playing_kinds for _ in range(2)]
    masks = dict(ruleset.joker_tiles)
    for _ in range(25):
        own = rng.sample(jokers, 2)
        tiles = [*rng.sample(plain, ruleset.shapes[0].size - 3), *own]
        hand = Hand(tileset.sort_tiles(tiles), (), rng.choice(plain))
        every = find_readings(hand, True, free.shapes, free.set_tables)
        pairs = [tuple(masks.get(joker.kind, -1) for joker in order) for order in (own, own[::-1])]
        wanted_readings = [
            reading
            for reading in every
            if any(all(m >> k & 1 for m, k in zip(pair, reading.jokers, strict=True)) for pair in pairs)
        ]
        assert find_readings(hand, True, ruleset.shapes, ruleset.set_tables) == wanted_readings
        assert is_complete_hand(hand, ruleset.shapes, ruleset.set_tables) == bool(wanted_readings)
        complete += bool(wanted_readings)
    assert complete or shapes not in ("sets", "pairs")


def test_a_joker_that_wins_represents_a_tile_of_its_sort() -> None:
    ruleset = rules(SORTED.replace("SHAPES", SHAPES["sets"]))
    code = {kind.code: Tile(kind.index) for kind in ruleset.tileset.kinds}
    concealed = tuple(code[one] for one in ("1k", "2k", "3k", "1x", "2x", "3x", "1t"))
    for joker, complete in (("0j", True), ("0s", True), ("0l", False)):
        found = find_readings(Hand(concealed, (), code[joker]), True, ruleset.shapes, ruleset.set_tables)
        assert bool(found) == complete
        assert all(reading.won_as == code["1t"].kind for reading in found)


def test_a_joker_that_wins_leaves_to_another_joker_what_its_own_sort_cannot_be() -> None:
    ruleset = rules(SORTED.replace("SHAPES", SHAPES["sets"]))
    code = {kind.code: Tile(kind.index) for kind in ruleset.tileset.kinds}
    concealed = tuple(code[one] for one in ("1k", "2k", "3k", "1x", "2x", "1t", "0j"))
    for joker, won_as in (("0l", {"3x"}), ("0s", {"1t"}), ("0j", {"1t", "3x"})):
        found = find_readings(Hand(concealed, (), code[joker]), True, ruleset.shapes, ruleset.set_tables)
        assert {ruleset.tileset.kinds[reading.won_as].code for reading in found} == won_as


@pytest.mark.parametrize(
    ("text", "represented"),
    [
        ("(11k0j)23k1t0j+1t", {"1k 1k", "1k 4k"}),
        ("(11k0j)234k1t+1t", {"1k"}),
        ("123k23k1t0j+1t", {"1k", "4k"}),
        ("123k234k1t+1t", {""}),
    ],
)
def test_a_reading_names_what_every_joker_stands_for_also_in_called_sets(
    text: str, represented: set[str]
) -> None:
    ruleset = box("sets", "true")
    found = find_readings(parse_hand(text, ruleset), True, ruleset.shapes, ruleset.set_tables)
    codes = [kind.code for kind in ruleset.tileset.kinds]
    assert {" ".join(codes[kind] for kind in one.jokers) for one in found} == represented


def holds_jokers_in_pungs(hand: Hand, reading: Reading, joker: Tile) -> bool:
    """Whether the other concealed groups of a reading can be made of plain tiles."""
    plain = Counter(tile.kind for tile in hand.concealed_tiles if tile != joker)
    others = [group for group in reading.groups if group.kind != "pung" and not group.is_melded]
    needed = Counter(kind for group in others for kind in group.kinds)
    if any(group.is_won for group in others):
        if hand.winning_tile == joker:
            return False
        needed[hand.winning_tile.kind] -= 1
    return needed <= plain


@pytest.mark.parametrize("shapes", ["sets", "rows", "loose tiles"])
def test_jokers_that_may_stand_in_some_groups_leave_the_others_to_plain_tiles(shapes: str) -> None:
    free = box(shapes, "true")
    text = BOX.replace("{count: 8, fifth: FIFTH}", "{j: {count: 8, groups: [pung], fifth: true}}")
    ruleset = rules(text.replace("SHAPES", SHAPES[shapes]))
    joker = next(Tile(kind.index) for kind in free.tileset.kinds if kind.role == "joker")
    kept = 0
    for hand in some(list(lent_hands(free, 12))):
        every = readings_by_trying(free, hand, 2)
        wanted = {one for one in every if holds_jokers_in_pungs(hand, one, joker)}
        found = find_readings(hand, True, ruleset.shapes, ruleset.set_tables)
        assert set(map(shown_tiles, found)) == wanted
        assert is_complete_hand(hand, ruleset.shapes, ruleset.set_tables) == bool(wanted)
        kept += len(wanted)
    assert kept


@pytest.mark.parametrize(
    ("shapes", "text", "complete"),
    [
        ("sets", "123k12l1t0j+1t", False),
        ("sets", "123k11l1t0j+1t", True),
        ("sets", "123k24l13k0j+1t", False),
        ("several", "11k22k33l4l0j+5k", False),
        ("several", "11k22k33k4l0j+5k", False),
    ],
)
def test_a_hand_is_complete_only_where_its_jokers_may_stand(shapes: str, text: str, complete: bool) -> None:
    sort = BOX.replace("{count: 8, fifth: FIFTH}", "{j: {count: 8, groups: [pung], fifth: true}}")
    ruleset = rules(sort.replace("SHAPES", SHAPES[shapes]))
    hand = parse_hand(text, ruleset)
    assert is_complete_hand(hand, ruleset.shapes, ruleset.set_tables) is complete
    assert bool(find_readings(hand, True, ruleset.shapes, ruleset.set_tables)) is complete
