"""Tiles beyond the plain ones: jokers, flowers, red copies, indicators, tables of tiles, boxes of one's own."""

from __future__ import annotations

import pytest

from scorer.engine.examples import parse_example
from scorer.fast.interface import compile_engine
from scorer.ruleset.model import Ruleset
from scorer.scoring import score_by_readings
from tests.support.small import (
    CLASSES,
    STANDARD,
    check_text,
    faults_of,
    holds,
    lines,
    problems_of,
    rules,
    score,
    usual,
)

HAND = "123m456p78s555z11z+9s"


def faults(ruleset: Ruleset, hand: str) -> list[str]:
    return [str(fault.message) for fault in faults_of(ruleset, hand)]


# ---- jokers

JOKERS = """
tileset: {jokers: 2}
shapes: {three: {sets: 3, pair: 0}}
tiles: {terminal: 19mps, dragon: 567z}
patterns:
- {id: chows, value: 1, count: sets(chow)}
- {id: pungs, value: 5, count: sets(pung)}
- {id: unhelped, value: 2, when: jokers == 0}
- {id: finish, value: 20, when: any_group(won & joker)}
- {id: lent, value: 1, count: sets(joker)}
- {id: last_terminal, value: 50, when: any_tile(terminal & win_tile)}
"""


@pytest.mark.parametrize(
    ("hand", "awarded"),
    [
        ("111m222p33s+3s", {"pungs": 15, "unhelped": 2}),
        ("111m22p0j33s+3s", {"pungs": 15, "lent": 1}),
        ("111m2p0j0j33s+3s", {"pungs": 15, "lent": 1}),
        ("111m12p33s0j+3s", {"chows": 1, "pungs": 10, "lent": 1}),
        ("11m222p333s+0j", {"pungs": 15, "lent": 1, "finish": 20, "last_terminal": 50}),
        ("111m222p33s+0j", {"pungs": 15, "lent": 1, "finish": 20}),
        ("123m22p0j33s+0j", {"chows": 1, "pungs": 10, "lent": 2, "finish": 20}),
    ],
)
def test_a_joker_stands_for_the_tile_that_is_worth_most(hand: str, awarded: dict[str, int]) -> None:
    assert lines(rules(JOKERS), hand) == awarded


def test_facts_count_the_jokers_that_were_dealt() -> None:
    ruleset = rules(JOKERS + "base: jokers\n")
    assert score(ruleset, "111m2p0j33s0j+3s").best.worth.base == 2


def test_there_are_as_many_jokers_as_the_rules_and_options_say() -> None:
    ruleset = rules(
        JOKERS.replace("jokers: 2", "jokers: 2 if wild else 0") + "options: {wild: {default: true}}\n"
    )
    assert holds(ruleset, "pungs", "111m22p0j33s+3s")
    assert faults(ruleset, "111m22p0j33s+3s wild=false") != []
    assert faults(rules(JOKERS), "11m22p0j0j0j3s+3s") == ["three copies of 0j; there are only two"]


SORTS = """
tileset: {jokers: {j: {count: 2}, w: {count: 2, stands: wind}, h: {count: 2, stands: honor}}}
patterns:
- {id: it, value: 1}
- {id: every, value: 1, count: jokers}
- {id: winds, value: 1, count: jokers(wind)}
- {id: honors, value: 1, count: jokers(honor)}
- {id: others, value: 1, count: jokers(wind | man)}
- {id: places, value: 1, count: jokers(honor & ~dragon)}
"""


@pytest.mark.parametrize(
    ("hand", "counted"),
    [
        ("123456m78p1z0w0w55z+9p", {"every": 2, "winds": 2, "honors": 2, "others": 2, "places": 2}),
        ("123456m78p1z0w0h55z+9p", {"every": 2, "winds": 1, "honors": 2, "others": 1, "places": 1}),
        ("123456m78p11z0h55z+0j", {"every": 2, "honors": 1}),
        ("123456m78p111z55z+9p", {}),
    ],
)
def test_jokers_are_counted_by_the_class_of_what_they_represent(hand: str, counted: dict[str, int]) -> None:
    assert lines(usual(SORTS), hand) == {"it": 1, **counted}


def test_jokers_of_one_sort_are_counted_by_class_in_both_evaluators() -> None:
    ruleset = usual(
        "tileset: {jokers: 2}\npatterns:\n- {id: it, value: 1}\n"
        "- {id: all, value: 2, count: jokers(honor | ~honor)}\n"
        "- {id: none_of_it, value: 4, when: jokers(honor | seat_wind) == 0}\n"
    )
    for hand, points in (("123456m78p11z0j55z+5z", 7), ("123456m78p1z0j55z0j+9p", 9)):
        read, situation = parse_example(hand, ruleset)[1:]
        for found in (compile_engine(ruleset).score, lambda *hand: score_by_readings(ruleset, *hand)):
            assert found(read, situation).best.worth.total == points


def test_a_class_that_no_joker_represents_alone_is_a_fault() -> None:
    asked = "patterns: [{id: it, value: 1, when: jokers(wind) > 0}]\n"
    (problem,) = check_text(f"{CLASSES}{STANDARD}tileset: {{jokers: 2}}\n{asked}", select=["L506"])
    assert str(problem.message) == "no joker represents only tiles of 'wind'"


def test_a_joker_wins_only_as_the_rules_say() -> None:
    drawn = rules(JOKERS.replace("jokers: 2", "jokers: {count: 2, won: self_draw}"))
    assert holds(drawn, "pungs", "11m222p333s+0j tsumo")
    assert holds(drawn, "pungs", "11m222p333s+1m ron")
    assert faults(drawn, "11m222p333s+0j ron") == ["0j cannot be won on a discard in small; it must be drawn"]
    never = rules(JOKERS.replace("jokers: 2", "jokers: {count: 2, won: false}"))
    assert holds(never, "pungs", "11m22p0j333s+1m tsumo")
    assert faults(never, "11m222p333s+0j tsumo") == ["0j cannot be the winning tile in small"]
    unmarked = "0j cannot be the winning tile in small; write '+' before the tile that won"
    (fault,) = faults_of(never, "11m222p333s0j tsumo")
    assert (str(fault.message), fault.position) == (unmarked, 11)
    (problem,) = problems_of("tileset: {jokers: {count: 2, won: drawn}}\n")
    assert "expected true or false or self_draw" in problem


# ---- flowers

FLOWERS = """
tileset: {flowers: {f: 8}}
patterns: [{id: it, value: 1}]
bonuses: [{id: flower, value: 2, count: flowers}]
"""


def test_flowers_stand_beside_the_hand_and_are_counted() -> None:
    best = score(usual(FLOWERS), "158f123m456p78s555z11z+9s").best
    assert [(line.id, line.count, line.total) for line in best.bonuses] == [("flower", 3, 6)]
    assert score(usual(FLOWERS), HAND).best.bonuses == ()


def test_there_is_one_of_each_flower() -> None:
    assert faults(usual(FLOWERS), "11f123m456p78s555z11z+9s") == ["two copies of 1f; there is only one"]
    assert faults(usual(FLOWERS), "9f123m456p78s555z11z+9s") != []


# ---- red copies

REDS = """
options: {red_fives: {default: 3, choices: [0, 3, 4]}}
tileset: {red: {5m: 1 if red_fives >= 3 else 0, 5p: 2 if red_fives == 4 else 1, 5s: 1}}
patterns: [{id: it, value: 1}]
bonuses: [{id: red, value: 1, count: reds}]
"""


def test_red_copies_are_counted_wherever_they_lie() -> None:
    best = score(usual(REDS), "340m(406p)78s555z11z+9s").best
    assert [(line.id, line.count) for line in best.bonuses] == [("red", 2)]
    assert [best.reading.groups[0].tiles[2].red, len(best.bonuses[0].tiles)] == [True, 2]
    assert score(usual(REDS), "123m456p46s555z11z+0s").best.bonuses[0].count == 1


def test_there_are_as_many_red_copies_as_the_options_say() -> None:
    assert faults(usual(REDS), "123m005p78s555z11z+9s") == [
        "two copies of the red 5p (0p); there is only one"
    ]
    assert faults(usual(REDS), "123m005p78s555z11z+9s red_fives=4") == []
    assert faults(usual(REDS), "340m456p78s555z11z+9s red_fives=0") != []


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ("340p34p567m678s55s+5p", [["345p+", "340p"]]),
        ("345p34p567m678s55s+0p", [["340p+", "345p"]]),
        ("34p567m678s50p222z+5p", [["345p+", "05p"], ["345p", "50p+"]]),
        ("34p567m678s55p222z+0p", [["340p+", "55p"], ["345p", "05p+"]]),
    ],
)
def test_the_group_that_the_winning_tile_completed_has_this_very_tile_and_red_ones_go_to_the_first_other(
    hand: str, groups: list[list[str]]
) -> None:
    rules = usual(REDS)
    circles = [
        [one for one in valued.reading.groups if rules.tileset.kinds[one.kinds[0]].letter == "p"]
        for valued in score(rules, hand).readings
    ]
    told = [[rules.tileset.format_tiles(one.tiles) + "+" * one.is_won for one in row] for row in circles]
    assert told == groups


# ---- indicators

INDICATORS = """
options: {ura: {default: true}, kan: {default: true}}
circumstances: {riichi: {}, north: {number: 4, tiles: 4z}}
indicators:
  dora: {shows: next, at_most: "5 if kan else 1"}
  same: {shows: same}
  ura_dora: {enabled: ura, requires: {riichi: only after riichi}}
patterns: [{id: it, value: 1}]
bonuses:
- {id: dora, value: 1, count: indicated(dora)}
- {id: same, value: 1, count: indicated(same)}
- {id: ura, value: 1, count: indicated(ura_dora)}
"""


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("", {}),
        ("dora=2m", {"dora": 1}),
        ("dora=9m", {"dora": 1}),
        ("dora=4z", {"dora": 2}),
        ("dora=7z", {"dora": 3}),
        ("dora=4m", {}),
        ("dora=9m9m8s", {"dora": 3}),
        ("same=1z", {"same": 2}),
        ("dora=7z same=9s", {"dora": 3, "same": 1}),
        ("riichi ura_dora=4z", {"ura": 2}),
        ("dora=3z north=2", {"dora": 2}),
    ],
)
def test_indicators_point_at_tiles_in_the_hand(words: str, counts: dict[str, int]) -> None:
    best = score(usual(INDICATORS), f"{HAND} {words}").best
    assert {line.id: line.total for line in best.bonuses} == counts
    assert all(len(line.tiles) == line.count for line in best.bonuses)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("ura_dora=4z", "ura_dora: only after riichi"),
        (
            "riichi ura_dora=4z ura=false",
            "no such indicator in small while ura is false (-o ura=true); it has: --dora, --same",
        ),
        ("dora=1m2m kan=false", "2 indicators; at most 1"),
        ("dora=5z5z", "five copies of 5z; there are only four (indicators and tiles set aside are counted)"),
        ("dora=1q", "no suit 'q'"),
        (
            "hora=1m",
            "unknown word 'hora': small has no such circumstance, indicator or option",
        ),
    ],
)
def test_an_indicator_that_cannot_be_is_refused(words: str, fault: str) -> None:
    assert any(fault in message for message in faults(usual(INDICATORS), f"{HAND} {words}"))


def test_an_indicator_outside_the_cycles_points_at_nothing() -> None:
    ruleset = usual("tileset: {order: [123m]}\n" + INDICATORS)
    assert score(ruleset, f"{HAND} dora=5z").best.bonuses == ()
    assert score(ruleset, f"{HAND} dora=3m").best.bonuses[0].count == 1


def test_a_box_without_an_order_has_no_next_tile() -> None:
    box = "tiles: {table: {ship: {colour: red}, car: {colour: red}}}\nindicators: {dora: {}}\n"
    problem = "no tile follows another in this set, so 'dora' cannot indicate a tile"
    assert problems_of(box)[0].startswith(f"2:14: {problem}")
    assert problems_of(box.replace("dora: {}", "dora: {shows: same}")) == []


# ---- boxes

BOX = """
tileset: {copies: 3}
tiles:
  table:
    lion: {code: 1k, habitat: land, worth: 1, copies: 9, name: {en: lion, ja: ライオン}}
    panda: {habitat: land, worth: 2}
    whale: {habitat: sea, worth: 5}
    gull: {habitat: bird, worth: 10}
  swimmer: sea
shapes: {three: {sets: 3, pair: 0, kinds: [pung]}}
patterns:
- {id: worth, value: set_total(worth)}
- {id: kinds, value: 100, count: values(habitat)}
- {id: faces, value: 1000, count: kinds(land)}
- {id: same_worth, value: 10000, when: values(worth) == 1}
"""


def test_a_table_of_tiles_gives_attributes_codes_and_copies() -> None:
    ruleset = rules(BOX)
    assert [(kind.code, kind.id, kind.copies) for kind in ruleset.tileset.kinds] == [
        ("1k", "lion", 9), ("1l", "panda", 3), ("1s", "whale", 3), ("1b", "gull", 3),
    ]  # fmt: skip
    assert lines(ruleset, "111k111l11s+1s") == {"worth": 8, "kinds": 200, "faces": 2000}
    assert lines(ruleset, "111111k11k+1k") == {"worth": 3, "kinds": 100, "faces": 1000, "same_worth": 10000}
    assert faults(ruleset, "111l111l11k+1k") == ["six copies of 1l; there are only three"]


def test_a_box_may_have_suits_ranks_and_attributes_of_its_own() -> None:
    ruleset = rules(
        """
        tileset:
          attributes: [colour, thing]
          suits:
            r: {name: {en: red}, ranks: 1-3}
            b: {name: {en: blue}, ranks: 3, tiles: [ship, car, plane]}
            w: {tiles: [{en: wild}]}
          copies: {default: 4, 3b: 1, w: 6}
        shapes: {two: {sets: 2, pair: 0, kinds: [pung]}}
        patterns: [{id: it, value: 1, match: "pung(thing=n), pung(thing=n)"}]
        """
    )
    assert [kind.code + str(kind.copies) for kind in ruleset.tileset.kinds] == [
        "1r4", "2r4", "3r4", "1b4", "2b4", "3b1", "1w6",
    ]  # fmt: skip
    assert holds(ruleset, "it", "111r11b+1b")
    assert not holds(ruleset, "it", "111r11w+1w")


def test_tiles_that_are_taken_out_are_in_no_set_and_passed_over_by_indicators() -> None:
    ruleset = rules(
        """
        tileset: {remove: 2345678m, order: [123456789m]}
        shapes: {one: {sets: 1, pair: 1}}
        indicators: {dora: {}}
        patterns: [{id: it, value: 1}]
        bonuses: [{id: dora, value: 1, count: indicated(dora)}]
        """
    )
    assert [line.count for line in score(ruleset, "999m1p+1p dora=1m").best.bonuses] == [3]
    assert faults(ruleset, "123m1p+1p") != []
    assert set(ruleset.set_tables.tuple_sets["chow"]) & {(0, 1, 2)} == set()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "tileset:\n  suits: {j: {ranks: 9}}\n",
            "2:11: 'j' is not a notation letter | use one lowercase letter; j is reserved for jokers",
        ),
        (
            "tileset:\n  suits: {x: {ranks: 0-9}}\n",
            "2:22: '0-9' is not a range of ranks | write 1-9, or the number of ranks: 9",
        ),
        ("tileset:\n  red: {7x: 1}\n", "2:9: there is no tile 7x in this set"),
        ("tileset:\n  red: {5m: dealer}\n", "2:13: 'dealer'"),
        ("tileset:\n  order: [19q]\n", "there is no tile 1q in this set"),
        ("tileset:\n  copies: many\n", "2:11: expected a whole number or a mapping, found 'many'"),
        (
            "tiles:\n  table:\n    a: {code: 12x}\n",
            "3:15: '12x' is not valid notation | a digit 1-9 and a letter: 1k; or a word that begins with a letter: k12",
        ),
        (
            "tiles:\n  table:\n    a: {code: 1x}\n    b: {code: 1x}\n",
            "4:15: '1x' is already the code of 'a'",
        ),
        ("tiles:\n  table:\n    a: 3\n", "3:8: expected a mapping of attributes, found '3'"),
        ("indicators:\n  dora: {shows: previous}\n", "2:17: expected next or same, found 'previous'"),
    ],
)
def test_tiles_that_cannot_be_are_a_problem_at_their_place(text: str, problem: str) -> None:
    assert any(problem in found for found in problems_of(text)), problems_of(text)


def test_a_kong_counts_as_a_set_of_the_shapes_that_may_have_melds() -> None:
    ruleset = rules(
        "sets: {quad: {size: 4, same: tile, name: quad}}\n"
        "shapes: {usual: {sets: 4, pair: 1}, rich: {pairs: 5, sets: 1, kinds: [quad], concealed: true}}\n"
        "patterns:\n- {id: any, value: 1, when: kinds >= 0}\n- {id: quad, value: 9, when: any_group(quad & won)}\n"
        "facts: {kinds: {is: sets(quad), name: quads}}\n"
    )
    assert ruleset.meld_size == 3
    assert faults(ruleset, "(1111m)234m55p789s99s+9s") == []
    assert holds(ruleset, "quad", "111m2233m4455p66s+1m")
    assert not holds(ruleset, "quad", "1111m2233m4455p6s+6s")
