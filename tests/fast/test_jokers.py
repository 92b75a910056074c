"""Jokers filled row by row come to what jokers substituted in the whole hand come to, on every field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from scorer import score_many
from scorer.engine.best_choice import MOST_RANKED
from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import View
from scorer.engine.request import hand_faults, parse_request
from scorer.engine.score import winning_ways
from scorer.errors import NotAWinner
from scorer.fast.interface import compile_engine
from scorer.hand import Hand, Request, Situation
from scorer.melds import sets_with_jokers
from scorer.notation import format_hand
from scorer.readings import MOST_READINGS, is_complete_hand
from scorer.readings import find_readings as read_readings
from scorer.render.result import result_data
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import best_joker_choice, load_ruleset, parse_hand, score_by_readings
from scorer.shapes import TooManyReadings
from scorer.tiles import Tile
from scorer.values import replace
from tests.fast.comparing import differences, outcome
from tests.support.loops import some
from tests.support.small import made, usual

MOST_JOKERS = {"ponjan": 3, "ponjan-anoa": 3, "donjara-doraemon": 2, "donjara-one-piece": 1}
BOXES = [(name, count) for name, most in MOST_JOKERS.items() for count in range(most + 1)]
HANDS = {0: 40, 1: 20, 2: 8, 3: 5}
"""of so many jokers so many hands: the readable evaluator tries whatever they may stand for"""


def with_jokers(ruleset: Ruleset, jokers: int, count: int) -> Iterator[tuple[Hand, Situation]]:
    """Hands of the ruleset of which so many tiles, the winning one among them or not, became jokers."""
    chance = Random(count)
    joker = next(Tile(kind.index) for kind in ruleset.tileset.kinds if kind.role == "joker")
    for hand, situation in sample_hands(ruleset, count + jokers, count):
        tiles = [tile for tile in (*hand.concealed_tiles, hand.winning_tile) if tile != joker]
        if len(tiles) == len(hand.concealed_tiles) + 1:
            for place in chance.sample(range(len(tiles)), jokers):
                tiles[place] = joker
            yield (
                replace(hand, concealed_tiles=ruleset.tileset.sort_tiles(tiles[:-1]), winning_tile=tiles[-1]),
                situation,
            )


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("name", "jokers"), BOXES)
def test_so_many_jokers_are_read_alike_in_both_evaluators(name: str, jokers: int) -> None:
    ruleset = load_ruleset(name, {"joker_tiles": MOST_JOKERS[name]})
    found, seen = differences(compile_engine(ruleset), ruleset, with_jokers(ruleset, jokers, HANDS[jokers]))
    assert not found
    assert seen["won"] > 0
    assert not seen["beyond"]


ROWS = """
name: Rows
unit: points
players: 2
seats: {round: E, seat: S}
tileset:
  copies: 4
  jokers: 4
  suits:
    m: {name: red, ranks: 1-4}
    p: {name: black, ranks: 1-3}
  order: [1234m, 123p]
tiles:
  outer: {is: 14m13p, name: outer tiles}
shapes:
  standard: {sets: 2, pair: 1, kinds: [chow, pung], name: two sets}
  four_pairs: {pairs: 4, name: four pairs}
  outer_tiles: {one_of_each: outer, name: all outer tiles}
  all_kinds: {different: 5, from: outer, name: different tiles}
indicators:
  dora: {shows: next}
patterns:
  - {id: runs, name: Runs, definition: Runs only., value: 3, when: all_sets(chow)}
  - {id: pairs, name: Pairs, definition: Four pairs., value: 2, when: shape(four_pairs)}
  - {id: closed, name: Closed, definition: A closed wait., value: 1, when: wait(closed)}
  - {id: many, name: Many, definition: Many waits., value: 1, when: waits >= 2}
bonuses:
  - {id: dora, name: Dora, value: 1, count: indicated(dora)}
"""


def small_hands(ruleset: Ruleset, jokers: int, size: int, count: int) -> Iterator[tuple[Hand, Situation]]:
    """Any tiles and so many jokers, most of which are no complete hand."""
    chance, tileset = Random(jokers), ruleset.tileset
    joker = next(Tile(kind.index) for kind in tileset.kinds if kind.role == "joker")
    wall = [Tile(kind) for kind in tileset.playing_kinds for _ in range(4)]
    for _ in range(count):
        tiles = [*chance.sample(wall, size - jokers), *[joker] * jokers]
        chance.shuffle(tiles)
        shown = (("dora", tuple(chance.sample(wall, 1))),) if chance.random() < 0.5 else ()
        situation = Situation(chance.random() < 0.5, "S", "E", None, (), shown)
        yield Hand(tileset.sort_tiles(tiles[:-1]), (), tiles[-1]), situation


SOME_GROUPS = {
    "sets": ROWS.replace("jokers: 4", "jokers: {j: {count: 4, groups: [chow, pung]}}"),
    "rows of a card": ROWS.replace("jokers: 4", "jokers: {j: {count: 4, groups: [pung], fifth: true}}"),
}
SOME_GROUPS["rows of a card"] = SOME_GROUPS["rows of a card"].replace(
    "{sets: 2, pair: 1, kinds: [chow, pung], name: two sets}",
    "{fixed: [nnnA n+1n+1n+1A 11p, 111A 333B 2p 2m], name: rows}",
)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", SOME_GROUPS)
def test_jokers_that_stand_in_some_groups_are_read_alike_in_both_evaluators(name: str) -> None:
    ruleset = made(SOME_GROUPS[name])
    engine, hands = compile_engine(ruleset), [*sample_hands(ruleset, 3, 16), *small_hands(ruleset, 2, 8, 4)]
    found, seen = differences(engine, ruleset, hands)
    assert not found
    assert seen["won"] > 9
    assert not seen["beyond"]


FEW = {
    (5, 0): 60,
    (5, 1): 60,
    (5, 2): 20,
    (5, 3): 8,
    (5, 4): 4,
    (8, 0): 60,
    (8, 1): 40,
    (8, 2): 12,
    (8, 3): 2,
}
"""by tiles and jokers among them how many hands are enough for every day"""


def filled_alike(size: int, jokers: int, count: int) -> None:
    ruleset = made(ROWS)
    found, seen = differences(compile_engine(ruleset), ruleset, small_hands(ruleset, jokers, size, count))
    assert not found
    assert seen["won"] > 0 or jokers < 2
    assert not seen["beyond"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("size", "jokers"), FEW)
def test_jokers_fill_every_way_to_be_complete(size: int, jokers: int) -> None:
    filled_alike(size, jokers, FEW[size, jokers])


@pytest.mark.slow
@pytest.mark.parametrize("jokers", range(2, 5))
@pytest.mark.parametrize("size", [5, pytest.param(8, marks=pytest.mark.exhaustive)])
def test_jokers_fill_many_hands_in_every_way(size: int, jokers: int) -> None:
    filled_alike(size, jokers, 60)


@pytest.mark.slow
def test_a_question_of_every_wait_is_answered_alike_where_jokers_wait_for_much() -> None:
    asked = "when: on_every_wait(all_sets(chow))"
    ruleset = made(ROWS.replace("when: wait(closed)", asked))
    hands = [one for jokers in (0, 1) for one in small_hands(ruleset, jokers, 8, 25)]
    found, seen = differences(compile_engine(ruleset), ruleset, hands)
    assert not found
    scores = [outcome(compile_engine(ruleset).score, *hand) for hand in hands]
    answers = {any(award[0] == "closed" for award in one["awards"]) for one in scores if "awards" in one}
    assert answers == {True, False}
    assert not seen["beyond"]


def eight_jokers(more: str = "") -> tuple[Ruleset, Hand]:
    """Rules with so many jokers that a hand of nothing else has too many readings to list, and such a hand."""
    ruleset = made(ROWS.replace("jokers: 4", "jokers: 8").replace("1-4", "1-9") + more)
    joker = next(Tile(kind.index) for kind in ruleset.tileset.kinds if kind.role == "joker")
    return ruleset, Hand((joker,) * 7, (), joker)


@pytest.mark.slow
def test_the_best_of_very_many_readings_is_found_without_listing_them() -> None:
    ruleset, hand = eight_jokers()
    situation = Situation(True)
    with pytest.raises(TooManyReadings, match="too many ways"):
        read_readings(hand, True, ruleset.shapes, ruleset.set_tables)
    compiled = compile_engine(ruleset).score(hand, situation)
    readable = score_by_readings(ruleset, hand, situation)
    assert compiled.complete == readable.complete > MOST_READINGS
    assert compiled.patterns == readable.patterns == ("runs", "closed", "many")
    assert len(readable.readings) == 1
    assert readable.has_unlisted_readings


@pytest.mark.parametrize(
    ("more", "reasons"),
    [
        ("minimum: 9\n", ("a hand needs 9 points to win, and this one has 5 points",)),
        ("to_win:\n  all_sets(chow): runs only\n  tiles(outer) > 8: too few\n", ("too few",)),
    ],
)
def test_of_very_many_readings_that_may_not_win_the_nearest_to_winning_is_told(
    more: str, reasons: tuple[str, ...]
) -> None:
    ruleset, hand = eight_jokers(more)
    for score in (compile_engine(ruleset).score, partial(score_by_readings, ruleset)):
        with pytest.raises(NotAWinner) as refused:
            score(hand, Situation(True))
        assert refused.value.reasons == reasons


ONE_WINS = """
name: Club
unit: points
sets: {loose: {size: 3, same: suit}}
shapes:
  any: {sets: 3, pair: 0, kinds: [loose], name: any sets}
  runs: {sets: 3, pair: 0, kinds: [chow], name: runs}
patterns:
  - {id: it, name: It, definition: It., value: 1, when: shape(runs)}
minimum: 1
"""


def test_without_jokers_every_reading_is_listed_however_many_may_not_win() -> None:
    ruleset = made(ONE_WINS)
    score = score_by_readings(ruleset, parse_hand("12345678m+9m", ruleset), Situation(True))
    assert score.complete > MOST_RANKED
    assert len(score.readings) == 1
    assert not score.has_unlisted_readings


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [3, 4, 5])
def test_the_best_of_many_readings_is_the_best_of_all(jokers: int) -> None:
    ruleset, won = made(ROWS.replace("jokers: 4", "jokers: 5").replace("1-4", "1-7")), 0
    for hand, situation in some(list(small_hands(ruleset, jokers, 8, 15))):
        best = best_joker_choice(ruleset, hand, situation)
        every = read_readings(hand, situation.self_draw, ruleset.shapes, ruleset.set_tables)
        assert (best.readings if best else 0) == len(every)
        if every:
            view = View(ruleset, hand, situation)
            ways = [way for one in every for way in winning_ways(view.with_reading(one))]
            of_best = [way for way in ways if best and way.reading.jokers == best.kinds]
            assert max(way.rank for way in of_best) == max(way.rank for way in ways)
            won += 1
    assert won


def test_what_is_kept_of_joined_rows_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.fast.jokers.MOST_KEPT", 200)
    ruleset = made("extends: hong-kong\nname: Club\nset: {tileset.jokers: {j: {count: 4}}}\n")
    engine = compile_engine(ruleset)
    jokers = engine.readings.jokers
    most = 0
    for hand, _ in some(sample_hands(ruleset, 3, 80)):
        engine.winning_kinds(hand.waiting_hand)
        most = max(most, len(jokers.joined_rows))
    assert 0 < most < 400


def test_a_hand_of_eight_jokers_is_read_in_every_way() -> None:
    ruleset = made(ROWS.replace("jokers: 4", "jokers: {count: 8, fifth: true}"))
    joker = next(Tile(kind.index) for kind in ruleset.tileset.kinds if kind.role == "joker")
    score = compile_engine(ruleset).score(Hand((joker,) * 7, (), joker), Situation(True))
    assert score is not None
    assert score.other_readings == 2022


def test_the_kind_of_the_winning_tile_is_known_where_a_joker_wins() -> None:
    asked = "when: any_tile(win_tile & outer)"
    ruleset = made(ROWS.replace("when: wait(closed)", asked))
    hands = [one for jokers in (1, 2) for one in small_hands(ruleset, jokers, 8, 20)]
    found, seen = differences(compile_engine(ruleset), ruleset, hands)
    assert not found
    assert seen["won"] > 0
    assert not seen["beyond"]


def with_called_jokers(ruleset: Ruleset, count: int) -> Iterator[tuple[Hand, Situation]]:
    """Hands of the ruleset with a joker in some of their called sets."""
    chance, tileset = Random(count), ruleset.tileset
    joker = next(Tile(kind.index) for kind in tileset.kinds if kind.role == "joker")
    for hand, situation in sample_hands(ruleset, count, count):
        melds = list(hand.melds)
        for at, meld in enumerate(melds):
            pieces = list(meld.tiles)
            pieces[chance.randrange(len(pieces))] = joker
            found = sets_with_jokers(tuple(pieces), ruleset.set_tables, meld.is_concealed)
            melds[at] = found[0] if found and chance.random() < 0.7 else meld
        changed = replace(hand, melds=tuple(melds))
        if not [*hand_faults(changed, situation, ruleset, "")]:
            yield changed, situation


@pytest.mark.one_in(2)
@pytest.mark.parametrize("asked", ["jokers", "jokers(honor | ~honor)", "waits"])
@pytest.mark.parametrize("fifth", ["false", "true"])
def test_jokers_in_called_sets_are_read_alike_in_both_evaluators(fifth: str, asked: str) -> None:
    text = f"tileset: {{jokers: {{count: 6, fifth: {fifth}}}}}\npatterns:\n- {{id: it, value: 1}}\n"
    text += f"- {{id: asked, value: 2, count: {asked}}}\n- {{id: honors, value: 30, count: sets(honor)}}\n"
    ruleset = configure_ruleset(usual(text), {})
    hands = list(with_called_jokers(ruleset, 60))
    assert sum(any(meld.jokers for meld in hand.melds) for hand, _ in hands) > 15
    found, seen = differences(compile_engine(ruleset), ruleset, iter(hands))
    assert not found
    assert seen["won"] > 15
    if asked != "waits":
        assert not seen["beyond"]


def test_a_line_with_a_joker_in_a_called_set_is_that_of_the_readable_evaluator() -> None:
    for name, text in (
        ("harbor-card", "(22m0j)5555m888m22s0j+2s"),
        ("harbor-card", "(22m0j)5555m888m222s+2s"),
    ):
        ruleset = load_ruleset(name)
        hand, situation = parse_request(Request(text, win="ron"), ruleset)
        slow = result_data(score_by_readings(ruleset, hand, situation))
        (line,) = score_many([{"hand": text, "win": "ron"}], ruleset)
        assert result_data(line) == slow
        assert slow["hand"] == format_hand(hand, ruleset.tileset)


@pytest.mark.parametrize(
    "text", ["(22m0j)5555m888m222s+2s", "(2m0j0j)(555m0j)888m222s+2s", "(222m)5555m888m222s+2s"]
)
def test_a_joker_in_a_called_set_is_read_straight_from_its_text(text: str) -> None:
    engine = compile_engine(load_ruleset("harbor-card"))
    found = engine.score_request(Request(text, win="ron"))
    assert found is not None
    hand, situation = parse_request(Request(text, win="ron"), load_ruleset("harbor-card"))
    assert result_data(found) == result_data(score_by_readings(load_ruleset("harbor-card"), hand, situation))
    assert engine.score_request(Request("(22m0j0j0j0j)888m222s+2s", win="ron")) is None


TEMPLATES = ROWS.replace("when: all_sets(chow)", "match: 'chow(n, A), chow(n, B)'").replace(
    "when: wait(closed)", "match: ['chow(n, A), chow(n, A)', 'triplet(n, A), triplet(n, B)']"
)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("jokers", [2, 3, 4])
def test_sets_that_belong_together_are_found_where_jokers_make_them(jokers: int) -> None:
    ruleset = made(TEMPLATES)
    hands = list(small_hands(ruleset, jokers, 8, 12))
    found, seen = differences(compile_engine(ruleset), ruleset, hands)
    assert not found
    assert seen["won"] > 1
    assert not seen["beyond"]


SORTS = {
    "apart": "{j: {count: 2}, w: {count: 2, stands: 14m}, c: {count: 2, stands: 123p}}",
    "overlapping": "{j: {count: 2, stands: 1234m}, w: {count: 2, stands: 34m12p}, c: {count: 1, stands: 23p}}",
    "in some groups": "{j: {count: 2, groups: [chow, pung]}, w: {count: 2, stands: 14m13p, groups: [chow, pung]}}",
    "of one sort": "{j: {count: 3, stands: 1234m, fifth: true}}",
}


def sorted_jokers(ruleset: Ruleset, size: int, count: int) -> Iterator[tuple[Hand, Situation]]:
    """Hands of any tiles with two to four jokers of any sorts; a joker wins some of them."""
    chance, tileset = Random(size), ruleset.tileset
    jokers = [Tile(one.index) for one in tileset.kinds if one.role == "joker" for _ in range(one.copies)]
    wall = [Tile(kind) for kind in tileset.playing_kinds for _ in range(3)]
    for _ in range(count):
        held = chance.sample(jokers, chance.randint(2, min(4, len(jokers))))
        tiles = [*held, *chance.sample(wall, size - len(held))]
        chance.shuffle(tiles)
        yield Hand(tileset.sort_tiles(tiles[:-1]), (), tiles[-1]), Situation(chance.random() < 0.5)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("sorts", "size"), [(sorts, 8) for sorts in SORTS] + [("overlapping", 5)])
def test_jokers_of_several_sorts_are_read_alike_in_both_evaluators(sorts: str, size: int) -> None:
    ruleset = made(ROWS.replace("jokers: 4", f"jokers: {SORTS[sorts]}"))
    hands = sorted_jokers(ruleset, size, 40)
    found, seen = differences(compile_engine(ruleset), ruleset, hands)
    assert not found
    assert seen["won"] > 2
    assert not seen["beyond"]


def test_eight_jokers_that_stand_in_sets_complete_a_hand_of_more_readings_than_can_be_listed() -> None:
    jokers = "{j: {count: 8, groups: [chow, pung, kong]}}"
    ruleset = made(f"extends: hong-kong\nname: Club\nset: {{tileset.jokers: {jokers}}}\n")
    hand = parse_hand("00000000j78m5s22z+4s", ruleset)
    with pytest.raises(TooManyReadings, match="too many ways"):
        read_readings(hand, True, ruleset.shapes, ruleset.set_tables)
    assert is_complete_hand(hand, ruleset.shapes, ruleset.set_tables)


def test_jokers_of_each_sort_are_counted_alike_in_both_evaluators() -> None:
    rows = ROWS.partition("patterns:\n")[0].replace(
        "tiles:\n", "tiles:\n  black: {is: 123p, name: black tiles}\n  ends: {is: 14m, name: ends}\n"
    )
    count = "1 + 2 * jokers(ends) + 5 * jokers(black) + 11 * jokers(ends | black)"
    pattern = f"patterns:\n  - {{id: it, name: It, definition: It., value: 1, count: {count}}}\n"
    ruleset = made(rows.replace("jokers: 4", f"jokers: {SORTS['apart']}") + pattern)
    found, seen = differences(compile_engine(ruleset), ruleset, sorted_jokers(ruleset, 8, 60))
    assert not found
    assert seen["won"] > 2


RED_JOKERS = {
    "234m56m0n66z0d11z0w2s 5r +2s": True,
    "234m56m0n(66z0d)(11z0w)2s 5r +2s": True,
    "234m56m0n(66z0d)111z2s 5r +2s": False,
}


@pytest.mark.parametrize("hand", RED_JOKERS)
def test_jokers_in_called_sets_are_counted_by_their_sort(hand: str) -> None:
    ruleset = load_ruleset("vietnamese")
    found = compile_engine(ruleset).score(parse_hand(hand, ruleset), Situation(False))
    assert ("red_set" in [line.id for line in found.bonuses]) is RED_JOKERS[hand]
