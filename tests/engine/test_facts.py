"""Facts: of the situation, of circumstances, of the hand, and those that a ruleset names itself."""

from __future__ import annotations

import pytest

from scorer.engine.evaluate import View, value_of
from scorer.engine.examples import parse_example
from scorer.errors import InputError, NotAWinner
from scorer.language.vocabulary import NUMBER_FACTS, TRUTH_FACTS
from tests.support.small import (
    STANDARD,
    faults_of,
    holds,
    lines,
    number,
    problems_of,
    rules,
    score,
    truth,
    usual,
)

HAND = "123m456p78s555z66z+9s"
CALLED = "(123m)456p78s555z66z+9s"

TRUTHS = [
    ("self_draw", f"{HAND} tsumo", f"{HAND} ron"),
    ("discard", f"{HAND} ron", f"{HAND} tsumo"),
    ("dealer", f"{HAND} seat=E", f"{HAND} seat=W"),
    ("from_dealer", f"{HAND} from=E", f"{HAND} from=N"),
    ("concealed_hand", HAND, CALLED),
    ("concealed_hand", "[1111m]456p78s555z66z+9s", "(1111m)456p78s555z66z+9s"),
    ("wins_on_discard", HAND, "123m456p78s555z66z+7s"),
    ("fully_open", "(123m)(456p)(789s)(555z)6z+6z", "(123m)(456p)(789s)[5555z]6z+6z"),
]


@pytest.mark.parametrize(("fact", "yes", "no"), TRUTHS)
def test_a_fact_of_the_situation_is_known_without_being_declared(fact: str, yes: str, no: str) -> None:
    assert truth(fact, yes)
    assert not truth(fact, no)


NUMBERS = [
    ("suits", HAND, 3),
    ("suits", "123456789m111z5z+5z", 1),
    ("suits", "111222333444z5z+5z", 0),
    ("honba", f"{HAND} honba=2", 2),
    ("sticks", f"{HAND} sticks=3", 3),
    ("players", HAND, 4),
    ("flowers", HAND, 0),
    ("jokers", HAND, 0),
    ("reds", HAND, 0),
    ("waits", HAND, 2),
    ("waits", "123m456p79s555z66z+8s", 1),
    ("waits", "1112345678999m+5m", 9),
    ("waits", "2345m456p789s111z+2m", 2),
    ("waits", "1113333m456p789s+2m", 1),
]


@pytest.mark.parametrize(("fact", "hand", "value"), NUMBERS)
def test_a_number_fact_counts(fact: str, hand: str, value: int) -> None:
    assert number(fact, hand) == value


def test_a_tile_whose_copies_are_all_in_the_hand_is_no_wait() -> None:
    assert number("waits", "1113333m456p789s+2m") == 1, "3m would complete it and cannot come"


def test_every_engine_fact_has_a_test() -> None:
    assert {row[0] for row in TRUTHS} == set(TRUTH_FACTS)
    assert {row[0] for row in NUMBERS} == set(NUMBER_FACTS)


CIRCUMSTANCES = """
circumstances:
  rinshan:
    name: {en: After a kong}
    fact: kong_replacement
    requires:
      self_draw: a replacement tile is drawn, not claimed
      melds(kong) >= 1: {en: the hand has no kong, ja: 槓がない}
  ankan_rob: {fact: robbing_kong, enabled: rob_all}
  kokushi_rob: {fact: robbing_kong}
  north: {number: 4, tiles: 4z}
  gift: {number: 2, fact: present}
options: {rob_all: {default: false}}
patterns:
- {id: after_kong, value: 1, when: kong_replacement}
- {id: robbed, value: 1, when: robbing_kong}
- {id: norths, value: 1, count: north}
- {id: gifts, value: 1, count: present}
- {id: last, value: 1, when: last_tile}
"""


@pytest.mark.parametrize(
    ("words", "awarded"),
    [
        ("", {}),
        ("rinshan tsumo", {"after_kong": 1}),
        ("kokushi_rob", {"robbed": 1}),
        ("ankan_rob rob_all=true", {"robbed": 1}),
        ("north=3", {"norths": 3}),
        ("north=0", {}),
        ("north gift=2", {"norths": 1, "gifts": 2}),
        ("last_tile", {"last": 1}),
    ],
)
def test_a_circumstance_sets_its_fact(words: str, awarded: dict[str, int]) -> None:
    assert lines(usual(CIRCUMSTANCES), f"[1111m]456p78s555z66z+9s {words}") == awarded


@pytest.mark.parametrize(
    ("hand", "fault"),
    [
        ("[1111m]456p78s555z66z+9s rinshan ron", "rinshan: a replacement tile is drawn, not claimed"),
        ("123m456p78s555z66z+9s rinshan tsumo", "rinshan: the hand has no kong"),
        ("123m456p78s555z66z+9s north=5", "'north' takes a number from 0 to 4"),
        ("123m456p78s555z66z+9s rinshan=2 tsumo", "'rinshan' takes no number"),
        (
            "123m456p78s444z66z+9s north=2",
            "five copies of 4z; there are only four (indicators and tiles set aside are counted)",
        ),
        ("123m456p78s555z66z+9s north north", "'north' is given twice"),
        (
            "123m456p78s555z66z+9s ankan_rob",
            "no such circumstance in small while rob_all is false",
        ),
        ("123m456p78s555z66z+9s robbing_kong", "unknown word 'robbing_kong': small has no such circumstance"),
        ("123m456p78s555z66z+9s riichi", "unknown word 'riichi': small has no such circumstance"),
    ],
)
def test_a_circumstance_that_cannot_be_is_refused_with_its_reason(hand: str, fault: str) -> None:
    ruleset = usual(CIRCUMSTANCES)
    assert [str(found.message)[: len(fault)] for found in faults_of(ruleset, hand)] == [fault]


def test_a_standard_circumstance_is_offered_where_an_expression_asks_its_fact() -> None:
    ruleset = usual("facts: {late: last_wall_tile and self_draw}\npatterns: [{id: it, value: 1, when: late}]")
    assert [item.id for item in ruleset.circumstances] == ["last_wall_tile"]
    assert holds(ruleset, "it", f"{HAND} tsumo last_wall_tile")


def test_facts_are_named_in_any_order_and_may_need_one_another() -> None:
    ruleset = usual(
        """
        facts:
          rich: three > 2 and plain
          three: {is: "sets(triplet) + both", name: {en: triplets and more}}
          plain: no_tile(terminal)
          both: 1 if self_draw else 0
        patterns: [{id: it, value: 1, when: rich}]
        """
    )
    assert holds(ruleset, "it", "222m345p345s55z66z+6z tsumo")
    assert not holds(ruleset, "it", "222m345p345s55z66z+6z ron")
    assert {fact.id: fact.gives for fact in ruleset.facts} == {
        "rich": "truth", "three": "number", "plain": "truth", "both": "number",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("facts:\n  a: b\n  b: not a\n", "2:6: these facts refer to each other in a circle: a, b"),
        ("facts:\n  a: sets(pung) == 1 and selfdraw\n", "2:26: unknown fact 'selfdraw'"),
        ("facts:\n  a: {is: suits, nam: x}\n", "2:18: unknown key 'nam' | did you mean 'name'?"),
        ("circumstances:\n  a: {requires: {selfdraw: why}}\n", "2:18: unknown fact 'selfdraw'"),
        ("circumstances:\n  a: {requires: {wait(edge): why}}\n", "2:18: 'wait' is not available here"),
        ("circumstances:\n  a: {enabled: dealer}\n", "2:16: 'dealer' is not available here; only the options"),
        ("circumstances:\n  a: {tiles: 9z}\n", "2:15: there is no tile 9z in this set"),
        ("circumstances:\n  a: {number: many}\n", "2:15: expected a whole number, found 'many'"),
    ],
)  # fmt: skip
def test_a_fact_or_circumstance_that_cannot_be_is_a_problem_at_its_place(text: str, problem: str) -> None:
    assert any(found.startswith(problem) for found in problems_of(text)), problems_of(text)


# ---- waits

HELD_WHOLLY = "2345m(234m)(234m)(234m) +5m ron"
"""2m and 5m would complete it, but every 2m is in the hand."""
ONE_WAIT = "patterns:\n- {id: it, value: 1, when: waits == 1}\n"


def test_a_tile_that_is_held_wholly_is_no_wait() -> None:
    assert holds(rules(STANDARD + ONE_WAIT), "it", HELD_WHOLLY)


def test_a_tile_that_is_held_wholly_is_a_formal_wait() -> None:
    assert not holds(rules(STANDARD + ONE_WAIT + "formal_waits: true\n"), "it", HELD_WHOLLY)


def test_a_question_about_every_wait_within_others_takes_no_longer() -> None:
    asked = "sets(pung) >= 0"
    for _ in range(14):
        asked = f"on_every_wait({asked} or dealer)"
    ruleset = rules(STANDARD + f"patterns:\n- {{id: it, value: 1, when: '{asked}'}}\n")
    view = View(ruleset, *parse_example("2345678999m111p +1m tsumo", ruleset)[1:])
    assert len(view.waits) > 2
    assert value_of(ruleset.patterns[0].condition, view)
    assert len(view.asked_of_waits) == 14


UPER = """
minimum: 2
circumstances:
  uper:
    name: Uper
    requires: {wins_on_discard: the hand must be worth two points on a discard}
  last_draw: {name: Last draw, requires: {self_draw: drawn}}
patterns:
- {id: drawn, value: 1, when: self_draw}
- {id: dragons, value: 1, when: any_group(triplet & dragon)}
- {id: runs, value: 1, when: sets(chow) >= 3}
- {id: declared, value: 1, when: uper}
- {id: asked, value: 5, when: wins_on_discard and on_every_wait(wins_on_discard or self_draw)}
"""


@pytest.mark.parametrize(
    ("hand", "counted"),
    [
        (f"{HAND} tsumo uper last_draw", {"drawn", "dragons", "runs", "declared", "asked"}),
        (f"{HAND} ron uper", {"dragons", "runs", "declared", "asked"}),
        ("123m456p78s111z66z+9s tsumo", {"drawn", "runs"}),
        ("123m456p78s111z66z+9s tsumo uper", set()),
        ("123m456p78s111z66z+9s ron", set()),
    ],
)
def test_whether_a_hand_would_win_on_a_discard_is_known_of_a_drawn_hand(hand: str, counted: set[str]) -> None:
    """Neither what asks for it nor a circumstance that discards rule out helps."""
    ruleset = usual(UPER)
    if counted:
        assert lines(ruleset, hand).keys() == counted
    else:
        with pytest.raises((InputError, NotAWinner)):
            score(ruleset, hand)
