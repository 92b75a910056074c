"""Which of the patterns that hold are counted."""

from __future__ import annotations

import pytest

from scorer.engine.examples import parse_example
from scorer.engine.score import score_readings
from scorer.errors import NotAWinner
from scorer.fast.interface import compile_engine
from tests.support.loops import some
from tests.support.small import lines, problems_of, score, usual

HAND = "234m567m345p8s555z+8s"
"""It has the conditions of `a`, `b`, `c` and `d` below, which differ in value and relations only."""


def related(a: str = "", b: str = "", c: str = "", d: str = "", more: str = "") -> dict[str, int]:
    """What counts of four patterns worth 8, 4, 2 and 1 that all hold, with these further keys."""
    given = {"a": (8, a), "b": (4, b), "c": (2, c), "d": (1, d)}
    patterns = "".join(
        f"- {{id: {name}, value: {value}, when: any_tile(dragon){keys and ', ' + keys}}}\n"
        for name, (value, keys) in given.items()
    )
    return lines(usual(f"patterns:\n{patterns}{more}"), HAND)


def test_all_patterns_that_hold_are_counted() -> None:
    assert related() == {"a": 8, "b": 4, "c": 2, "d": 1}


def test_what_follows_from_a_pattern_is_not_counted_beside_it() -> None:
    assert related(a="implies: [c]") == {"a": 8, "b": 4, "d": 1}


def test_implication_is_transitive_even_through_a_pattern_that_is_not_counted() -> None:
    assert related(a="implies: [c]", c="implies: [d]") == {"a": 8, "b": 4}
    assert related(a="implies: b", b="implies: c", c="implies: d") == {"a": 8}


def test_implication_goes_through_a_pattern_that_does_not_hold_itself() -> None:
    assert related(a="implies: [b]", b="implies: [c], enabled: false") == {"a": 8, "d": 1}


def test_exclusion_is_not_transitive_for_a_suppressed_pattern_suppresses_nothing() -> None:
    assert related(a="excludes: [c]") == {"a": 8, "b": 4, "d": 1}
    assert related(a="excludes: [c]", c="excludes: [d]") == {"a": 8, "b": 4, "d": 1}
    assert related(a="implies: [c]", c="excludes: [d]") == {"a": 8, "b": 4, "d": 1}


def test_a_pattern_excludes_only_what_comes_after_it() -> None:
    assert related(d="excludes: [a]") == {"a": 8, "b": 4, "c": 2, "d": 1}


def test_of_equal_patterns_the_first_of_the_file_comes_first() -> None:
    text = "patterns:\n- {id: x, value: 1, excludes: [y]}\n- {id: y, value: 1, excludes: [x]}\n"
    assert lines(usual(text), HAND) == {"x": 1}


def test_of_equal_patterns_one_that_suppresses_another_comes_before_it() -> None:
    for relation in some(("excludes: [x]", "implies: [x]", "less: {x: 1}")):
        text = f"patterns:\n- {{id: x, value: 1}}\n- {{id: y, value: 1, {relation}}}\n"
        assert lines(usual(text), HAND) == {"y": 1}, relation


def test_a_pattern_may_take_instances_of_several_others_away() -> None:
    assert related(a="less: {c: 1, d: 1}") == {"a": 8, "b": 4}
    assert related(a="less: {c: 1, d: 2}", c="count: 3", d="count: 3") == {"a": 8, "b": 4, "c": 4, "d": 1}


def test_a_pattern_without_sets_is_absorbed_whole_and_one_of_other_sets_not_at_all() -> None:
    sets = "match: pung(dragon)"
    assert related(a=f"absorbs: [c], {sets}") == {"a": 8, "b": 4, "d": 1}
    assert related(a=f"absorbs: [c], {sets}", c="match: chow(simple), repeat: true")["c"] == 6


def test_relations_act_on_a_pattern_that_is_counted_more_than_once() -> None:
    assert related(a="implies: [c]", c="count: 3") == {"a": 8, "b": 4, "d": 1}
    assert related(c="count: 3") == {"a": 8, "b": 4, "c": 6, "d": 1}
    assert related(c="count: 0") == {"a": 8, "b": 4, "d": 1}


DRAGONS = """
patterns:
- {id: big, value: 8, match: "triplet(dragon), triplet(dragon), triplet(dragon)", %s: [set]}
- {id: two, value: 4, match: "triplet(dragon), triplet(dragon)", repeat: true, %s: [set]}
- {id: set, value: 1, match: triplet(orphan), repeat: true}
"""


@pytest.mark.parametrize(
    ("big", "two", "hand", "awarded"),
    [
        ("absorbs", "implies", "555z666z777z1m111s+1m", {"big": 8, "two": 12}),
        ("absorbs", "absorbs", "555z666z777z1m111s+1m", {"big": 8, "two": 12, "set": 1}),
        ("absorbs", "absorbs", "555z666z123m1m111s+1m", {"two": 4, "set": 1}),
        ("implies", "absorbs", "555z666z123m1m111s+1m", {"two": 4, "set": 1}),
    ],
)
def test_what_lies_in_the_sets_of_a_pattern_is_absorbed_and_nothing_else(
    big: str, two: str, hand: str, awarded: dict[str, int]
) -> None:
    assert lines(usual(DRAGONS % (big, two)), hand) == awarded


def test_exclusion_takes_all_even_where_the_pattern_also_absorbs() -> None:
    text = DRAGONS.replace("%s: [set]", "absorbs: [set], excludes: [set]")
    assert lines(usual(text), "555z666z123m1m111s+1m") == {"two": 4}


def test_less_takes_a_number_of_instances_away() -> None:
    text = """
    patterns:
    - {id: pure, value: 8, when: suits == 1, less: {set: 1}}
    - {id: set, value: 1, match: triplet(terminal), repeat: true}
    """
    assert lines(usual(text), "111m234m567m999p5m+5m") == {"set": 2}
    assert lines(usual(text), "111m234m567m999m5m+5m") == {"pure": 8, "set": 1}
    assert lines(usual(text), "111m234m567m789m5m+5m") == {"pure": 8}


CHOWS = """
patterns:
- {id: triple, value: 16, match: "chow(n, A), chow(n, A), chow(n, A)", link: chows}
- {id: straight, value: 12, match: "chow(1, A), chow(4, A), chow(7, A)", link: chows}
- {id: three_suits, value: 8, match: "chow(n, A), chow(n, B), chow(n, C)", link: chows}
- {id: shifted, value: 6, match: "chow(n, A), chow(n+1, B), chow(n+2, C)", link: chows}
- {id: twin, value: 1, match: "chow(n, A), chow(n, A)", link: chows}
- {id: mixed, value: 1, match: "chow(n, A), chow(n, B)", link: chows}
- {id: short, value: 1, match: "chow(n, A), chow(n+3, A)", link: chows}
- {id: ends, value: 1, match: "chow(1, A), chow(7, A)", link: chows}
"""


@pytest.mark.parametrize(
    ("hand", "awarded"),
    [
        # four chows give at most three fans of two chows
        ("123m123p456m456p5z+5z", {"mixed": 2, "short": 1}),
        ("123m123m789m789m5z+5z", {"twin": 2, "ends": 1}),
        # a fan of three chows leaves exactly one more
        ("123m123p123s456m5z+5z", {"three_suits": 8, "short": 1}),
        ("123m456m789m123p5z+5z", {"straight": 12, "mixed": 1}),
        ("123m123p123s123m5z+5z", {"three_suits": 8, "twin": 1}),
        ("123m234p345s345p5z+5z", {"shifted": 6, "mixed": 1}),
        # the pairs inside a triple are not counted again
        ("123m123m123m789p5z+5z", {"triple": 16}),
        ("123m456m789m222p5z+5z", {"straight": 12}),
        # two fans of three chows would share two sets
        ("123m234p345s123p5z+5z", {"shifted": 6, "mixed": 1}),
        # fewer than four chows
        ("123m123p456s777z5z+5z", {"mixed": 1}),
        ("123m123p444s777z5z+5z", {"mixed": 1}),
        ("123m456m123p777z5z+5z", {"mixed": 1, "short": 1}),
    ],
)
def test_linked_patterns_account_for_each_set_once(hand: str, awarded: dict[str, int]) -> None:
    assert lines(usual(CHOWS), hand) == awarded


def test_two_instances_of_one_pattern_share_no_set() -> None:
    assert lines(usual(CHOWS), "123m123p123s777z5z+5z") == {"three_suits": 8}
    without = usual("patterns:\n- {id: mixed, value: 1, match: 'chow(n, A), chow(n, B)', link: chows}\n")
    assert lines(without, "123m123p123s777z5z+5z") == {"mixed": 1}
    assert lines(without, "123m123p789s789p5z+5z") == {"mixed": 2}


def test_the_most_valuable_selection_is_kept() -> None:
    assert lines(usual(CHOWS), "123m123p123s456m5z+5z") == {"three_suits": 8, "short": 1}
    dear = CHOWS.replace("id: mixed, value: 1", "id: mixed, value: 9")
    assert lines(usual(dear), "123m123p123s456m5z+5z") == {"mixed": 9, "short": 1}


def test_links_of_different_names_do_not_meet() -> None:
    text = """
    patterns:
    - {id: a, value: 2, match: "chow(n, A), chow(n, B)", link: one}
    - {id: b, value: 1, match: "chow(n, A), chow(n, B)", link: other}
    """
    assert lines(usual(text), "123m123p444s777z5z+5z") == {"a": 2, "b": 1}
    assert lines(usual(text.replace("other", "one")), "123m123p444s777z5z+5z") == {"a": 2}


def test_what_an_uncounted_linked_pattern_would_swallow_is_counted() -> None:
    text = """
    patterns:
    - {id: triple, value: 6, match: "chow(n, A), chow(n, B), chow(n, C)", link: chows}
    - {id: pair, value: 3, match: "chow(n, A), chow(n, B)", link: chows, excludes: [plain]}
    - {id: plain, value: 1, when: no_tile(wind)}
    """
    assert lines(usual(text), "123m123p123s777z5z+5z") == {"triple": 6, "plain": 1}
    assert lines(usual(text), "123m123p888s777z5z+5z") == {"pair": 3}


# ---- what is left


def test_otherwise_is_for_a_hand_without_any_pattern() -> None:
    more = "otherwise: {id: chicken, value: 8}\n"
    assert lines(usual("patterns: [{id: it, value: 1, when: dealer}]\n" + more), f"{HAND} seat=W") == {
        "chicken": 8
    }
    assert lines(usual("patterns: [{id: it, value: 1, when: dealer}]\n" + more), f"{HAND} seat=E") == {
        "it": 1
    }


def test_otherwise_has_conditions_of_its_own() -> None:
    more = "otherwise: {id: chicken, value: {closed: 8}}\n"
    ruleset = usual("patterns: []\n" + more)
    assert lines(ruleset, HAND) == {"chicken": 8}
    assert lines(ruleset, "(234m)567m345p8s555z+8s") == {}


def test_patterns_of_the_top_tier_stand_alone() -> None:
    assert related(more="top_tier_only: 8\n") == {"a": 8}
    assert related(more="top_tier_only: 4\n") == {"a": 8, "b": 4}
    assert related(more="top_tier_only: 13\n") == {"a": 8, "b": 4, "c": 2, "d": 1}


def test_the_top_tier_takes_no_bonus() -> None:
    bonus = "bonuses: [{id: extra, value: 3}]\n"
    text = "patterns:\n- {id: top, value: 8, when: dealer}\n- {id: low, value: 1}\n" + bonus
    ruleset = usual(text + "top_tier_only: 8\n")
    assert [line.id for line in score(ruleset, f"{HAND} seat=W").best.bonuses] == ["extra"]
    assert score(ruleset, f"{HAND} seat=E").best.bonuses == ()


TIER = """
unit: han
options: {stack: {default: true}, most: {default: 0, from: 0, to: 6}}
top_tier_only: {from: 13, unit: yakuman, each: 13, add: stack, cap: most}
patterns:
- {id: one, value: 13, when: any_tile(dragon)}
- {id: two, value: 26, when: any_tile(green)}
- {id: low, value: 5}
- {id: dealer, value: 13, when: dealer}
base: 1000 * yakuman + han
"""


@pytest.mark.parametrize(
    ("words", "tier", "base"),
    [
        ("seat=W", 3, 3000),
        ("seat=E", 4, 4000),
        ("seat=E stack=false", 2, 2000),
        ("seat=E most=3", 3, 3000),
        ("seat=W most=2", 2, 2000),
    ],
)
def test_a_top_tier_with_a_unit_is_counted_in_it(words: str, tier: int, base: int) -> None:
    best = score(usual(TIER), f"{HAND} {words}").best
    assert (best.worth.tier, best.worth.base) == (tier, base)


def test_outside_the_top_tier_its_unit_is_none_and_the_values_are_added() -> None:
    best = score(usual(TIER), "123m567m345p1s111z+1s seat=W").best
    assert (best.worth.tier, best.worth.base) == (0, 5)


@pytest.mark.parametrize("added", ["true", "false"])
def test_a_hand_without_patterns_is_outside_the_top_tier(added: str) -> None:
    tier = f"top_tier_only: {{from: 13, unit: yakuman, each: 13, add: {added}}}\nunit: han\n"
    text = f"{tier}patterns: [{{id: it, value: 13, when: dealer}}]\nbase: 1000 * yakuman + han + 7\n"
    for seat, base in some([("W", 7), ("E", 1007)]):
        assert score(usual(text), f"{HAND} seat={seat}").best.worth.base == base


def test_only_the_highest_counts_by_what_it_adds() -> None:
    assert related(more="highest_only: true\n") == {"a": 8}
    assert related(c="count: 5", more="highest_only: true\n") == {"c": 10}


def test_the_total_is_cut_at_the_maximum_with_bonuses_in_it() -> None:
    text = "patterns: [{id: it, value: 9}]\nbonuses: [{id: extra, value: 3}]\noptions: {top: {default: 12}}\n"
    assert score(usual(text + "maximum: top\n"), HAND).best.worth.total == 12
    assert score(usual(text + "maximum: top\n"), f"{HAND} top=10").best.worth.total == 10
    assert score(usual(text), HAND).best.worth.total == 12


def test_bonuses_do_not_help_to_reach_the_minimum() -> None:
    text = "patterns: [{id: it, value: 2}]\nbonuses: [{id: extra, value: 3}]\nunit: faan\n"
    assert score(usual(text + "minimum: 2\n"), HAND).best.worth.total == 5
    with pytest.raises(NotAWinner) as caught:
        score(usual(text + "minimum: 3\n"), HAND)
    assert caught.value.kind == "no_pattern"
    assert caught.value.reasons == ("a hand needs 3 faan to win, and this one has 2 faan",)


def test_a_reading_that_may_win_is_better_than_a_dearer_one_that_may_not() -> None:
    text = """
    patterns: [{id: chows, value: 1, when: sets(chow) == 4}, {id: pungs, value: 5, when: sets(pung) >= 3}]
    """
    assert lines(usual(text), "222333444m55p56s+4s") == {"pungs": 5}
    text += "to_win: {awarded(chows) >= 1: chows are needed}\n"
    assert lines(usual(text), "222333444m55p56s+4s") == {"chows": 1}


def test_every_condition_of_winning_that_fails_is_told_with_its_reason() -> None:
    text = """
    patterns: [{id: it, value: 1, group: good}]
    minimum: 2
    to_win:
      self_draw or total > 3: too cheap for a discard
      awarded(good) == 1: something good is needed
      total == 7: {en: seven is needed, ja: 七}
    """
    with pytest.raises(NotAWinner) as caught:
        score(usual(text), f"{HAND} ron")
    assert caught.value.reasons == (
        "a hand needs 2 points to win, and this one has 1 point", "too cheap for a discard", "seven is needed",
    )  # fmt: skip


def test_of_several_readings_that_may_not_win_the_one_that_counts_most_is_told() -> None:
    text = """
    patterns: [{id: chows, value: 1, when: sets(chow) == 4}, {id: pungs, value: 5, when: sets(pung) >= 3}]
    minimum: 8
    """
    for hand in ("222333444m55p56s+4s", "222333444m789p5s+5s"):
        with pytest.raises(NotAWinner) as caught:
            score(usual(text), hand)
        assert caught.value.reasons == ("a hand needs 8 points to win, and this one has 5 points",)


def test_a_penalty_is_no_win_and_costs_the_claimant() -> None:
    text = """
    circumstances: {furiten: {}}
    patterns: [{id: it, value: 1}]
    penalties: [{id: furiten, when: furiten and discard, pay: {dealer: 20, each: 10}, why: an own discard waits}]
    """
    ruleset = usual(text)
    assert lines(ruleset, f"{HAND} furiten tsumo") == {"it": 1}
    with pytest.raises(NotAWinner) as caught:
        score(ruleset, f"{HAND} furiten ron seat=W")
    assert (caught.value.kind, caught.value.message) == ("penalty", "an own discard waits")
    assert caught.value.payments == (("E", 20), ("S", 10), ("W", -40), ("N", 10))


def test_a_pattern_that_combines_with_nothing_is_taken_where_it_is_worth_more() -> None:
    text = """
    options: {lonely: {default: true}}
    patterns:
    - {id: alone, value: 5, alone: lonely, when: any_tile(dragon)}
    - {id: dealt, value: 3, when: dealer}
    - {id: plain, value: 3}
    bonuses: [{id: extra, value: 1, when: any_tile(wind)}]
    """
    assert lines(usual(text), f"{HAND} seat=W") == {"alone": 5}
    assert lines(usual(text), f"{HAND} seat=E") == {"dealt": 3, "plain": 3}
    assert lines(usual(text), f"{HAND} seat=W lonely=false") == {"alone": 5, "plain": 3}
    assert score(usual(text), "567m345p1s555z111z+1s seat=W").best.bonuses == ()


def test_a_pattern_worth_nothing_is_awarded_only_where_the_rules_say_so() -> None:
    text = "patterns: [{id: a, value: 0}, {id: b, value: 0, zero: true}, {id: c, value: {open: 1}}]\n"
    assert lines(usual(text), HAND) == {"b": 0}
    assert lines(usual(text), "(234m)567m345p8s555z+8s") == {"b": 0, "c": 1}


def test_a_value_may_differ_closed_and_open_and_a_missing_side_is_not_allowed() -> None:
    text = "patterns: [{id: a, value: {closed: 3, open: 2}}, {id: b, value: {closed: 1}}]\n"
    assert lines(usual(text), HAND) == {"a": 3, "b": 1}
    assert lines(usual(text), "(234m)567m345p8s555z+8s") == {"a": 2}
    assert lines(usual(text), "[2222m]567m345p8s555z+8s") == {"a": 3, "b": 1}


def test_a_value_may_be_worked_out() -> None:
    text = "patterns: [{id: a, value: '2 * sets(triplet) + (1 if dealer else 0)'}]\n"
    assert lines(usual(text), f"{HAND} seat=W") == {"a": 2}
    assert lines(usual(text), f"{HAND} seat=E") == {"a": 3}


def test_why_a_pattern_is_not_counted_is_kept() -> None:
    text = """
    patterns:
    - {id: a, value: 9, match: pung(dragon), implies: [b], excludes: [c], less: {d: 1}, absorbs: [e]}
    - {id: b, value: 4}
    - {id: c, value: 3}
    - {id: d, value: 2}
    - {id: e, value: 1, match: pung(dragon)}
    """
    swallowed = score(usual(text), HAND).best.suppressions
    assert {s.pattern.id: (s.reason, s.suppressor) for s in swallowed} == {
        "b": ("implied", "a"), "c": ("excluded", "a"), "d": ("less", "a"), "e": ("absorbed", "a"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "more", "why"),
    [
        ({}, "highest_only: true", {"b": ("highest", "a"), "c": ("highest", "a"), "d": ("highest", "a")}),
        ({"c": "count: 5"}, "highest_only: true",
         {"a": ("highest", "c"), "b": ("highest", "c"), "d": ("highest", "c")}),
        ({}, "top_tier_only: 4", {"c": ("tier", "a"), "d": ("tier", "a")}),
        ({}, "top_tier_only: {from: 4, add: false}",
         {"b": ("tier", "a"), "c": ("tier", "a"), "d": ("tier", "a")}),
        ({"a": "alone: true"}, "", {"b": ("alone", "a"), "c": ("alone", "a"), "d": ("alone", "a")}),
        ({"a": "instead: [b, d]"}, "", {"b": ("instead", "a"), "d": ("instead", "a")}),
        ({"a": "value: 1, instead: [b]"}, "", {"a": ("parts", "b")}),
        ({"a": "link: one, match: pung(dragon)", "b": "link: one, match: pung(dragon)"}, "", {}),
    ],
)  # fmt: skip
def test_whatever_does_not_count_is_told_with_what_counts_in_its_place(
    keys: dict[str, str], more: str, why: dict[str, tuple[str, str]]
) -> None:
    worth = {"a": 8, "b": 4, "c": 2, "d": 1}
    texts = {
        name: (
            keys.get(name, "") if "value" in keys.get(name, "") else f"value: {value}, {keys.get(name, '')}"
        )
        for name, value in worth.items()
    }
    patterns = "".join(f"- {{id: {name}, {text}}}\n" for name, text in texts.items())
    swallowed = score(usual(f"patterns:\n{patterns}{more}\n"), HAND).best.suppressions
    assert {one.pattern.id: (one.reason, one.suppressor) for one in swallowed} == why


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ("implies: [bb]", "implies 'bb', which this ruleset does not define"),
        ("excludes: bb", "excludes 'bb', which this ruleset does not define"),
        ("absorbs: [it, bb]", "absorbs 'bb', which this ruleset does not define"),
        ("less: {bb: 1}", "reduces 'bb', which this ruleset does not define"),
        ("instead: [bb]", "counts instead of 'bb', which this ruleset does not define"),
        ("beside: [bb]", "stands beside 'bb', which this ruleset does not define"),
        ("beside: [it]", "'it' stands beside itself"),
        ("repeat: yes", "expected true or false, found 'yes'"),
        ("link: A", "expected an id"),
        ("valeu: 3", "unknown key 'valeu' | 'value' is already here"),
    ],
)
def test_a_relation_that_cannot_act_is_a_problem(keys: str, problem: str) -> None:
    text = f"patterns:\n- {{id: it, value: 1, {keys}}}\n- {{id: b, value: 1}}\n"
    assert any(problem in found for found in problems_of(text)), problems_of(text)


# ---- groups, series, and a top tier of which only the dearest counts

PATTERNS = """
options:
  strict: {default: true, help: the great one leaves nothing beside it}
patterns:
- {id: great, value: 8, when: suits == 1, excludes: [small, self_drawn if strict]}
- {id: no_honors, group: small, value: 1, when: no_tile(honor)}
- {id: runs, group: small, value: 2, when: sets(chow) == 4}
- {id: self_drawn, value: 1, when: self_draw}
"""
SERIES = """
patterns:
- {id: two, series: alike, value: 2, match: "chow(n, A), chow(n, A)"}
- {id: three, series: alike, value: 9, match: "chow(n, A), chow(n, A), chow(n, A)"}
- {id: closed, value: 1, when: concealed_hand}
"""
ONE_SUIT = "123456789m234m5m +5m tsumo"


def test_excluding_a_group_excludes_every_pattern_of_it() -> None:
    assert lines(usual(PATTERNS), ONE_SUIT) == {"great": 8}


def test_what_an_option_decides_stands_only_with_it() -> None:
    assert lines(usual(PATTERNS, strict=False), ONE_SUIT) == {"great": 8, "self_drawn": 1}


def test_a_group_still_counts_without_the_pattern_that_excludes_it() -> None:
    assert lines(usual(PATTERNS), "123456m789p234s5m +5m ron") == {"no_honors": 1, "runs": 2}


def test_of_a_series_only_the_dearest_counts() -> None:
    assert lines(usual(SERIES), "123m123m123m789p5z +5z ron") == {"three": 9, "closed": 1}
    assert lines(usual(SERIES), "123m123m456m789p5z +5z ron") == {"two": 2, "closed": 1}


TOP = """
top_tier_only: {from: 8, add: %s}
patterns:
- {id: one_suit, value: 8, when: suits == 1}
- {id: runs, value: 10, when: sets(chow) == 4}
- {id: self_drawn, value: 1, when: self_draw}
"""


def test_of_a_top_tier_that_is_not_added_only_the_dearest_counts() -> None:
    assert lines(usual(TOP % "false"), ONE_SUIT) == {"runs": 10}


def test_a_top_tier_is_added_unless_it_says_otherwise() -> None:
    assert lines(usual(TOP % "true"), ONE_SUIT) == {"one_suit": 8, "runs": 10}


ASKING = """
patterns:
- {id: low, value: 1, when: any_tile(dragon), group: small}
- {id: flush, value: 3, when: suits == 1, group: small}
- {id: pair_of_small, value: 10, when: awarded(small) == 2, excludes: [flush]}
- {id: only_low, value: 5, when: awarded(low) >= 1 and patterns == 1 and no_tile(wind)}
- {id: alone, value: 20, when: all_tiles(honor), alone: true}
- {id: swallowed, value: 2, when: just_low}
- {id: with_alone, value: 30, when: awarded(alone) >= 1}
- {id: without_small, value: 7, when: awarded(small) == 0 and tiles(wind) == 3}
facts: {just_low: {is: awarded(low) >= 1, name: with a low one}}
otherwise: {id: nothing, value: 1}
"""


def test_a_pattern_that_asks_for_others_may_be_the_only_one() -> None:
    text = "patterns: [{id: low, value: 1, when: dealer}, {id: none, value: 2, when: awarded(low) == 0}]\n"
    assert lines(usual(text), f"{HAND} seat=W") == {"none": 2}
    assert lines(usual(text), f"{HAND} seat=E") == {"low": 1}


def test_an_uncounted_linked_pattern_without_relations_leaves_those_of_another_to_be_undone() -> None:
    text = """
    patterns:
    - {id: triple, value: 6, match: "chow(n, A), chow(n, B), chow(n, C)", link: chows}
    - {id: pair, value: 3, match: "chow(n, A), chow(n, B)", link: chows, excludes: [plain]}
    - {id: also, value: 2, match: "chow(n, A), chow(n, B)", link: chows}
    - {id: plain, value: 1, when: no_tile(wind)}
    """
    assert lines(usual(text), "123m123p123s777z5z+5z") == {"triple": 6, "plain": 1}


@pytest.mark.parametrize(
    ("hand", "counted"),
    [
        ("123m456m789m111m5z +5z", {"pair_of_small": 10, "low": 1, "swallowed": 2}),
        ("123m456m789p111p5z +5z", {"only_low": 5, "low": 1, "swallowed": 2}),
        ("123m456m789p111z5z +5z", {"low": 1, "swallowed": 2}),
        ("123m456m789p111p5s +5s", {"nothing": 1}),
        ("123m456m789p111z5s +5s", {"without_small": 7}),
        ("111z222z333z444z5z +5z", {"alone": 20}),
    ],
)
def test_a_pattern_may_ask_which_others_count_without_it(hand: str, counted: dict[str, int]) -> None:
    rules, tiles, situation = parse_example(hand, usual(ASKING))
    quick = compile_engine(rules).score(tiles, situation)
    assert quick is not None
    for found in some((score_readings(rules, tiles, situation), quick)):
        assert {award.id: award.total for award in found.best.awards} == counted
