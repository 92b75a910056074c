"""Kinds of set by the relation between their tiles."""

from __future__ import annotations

import re

import pytest

from scorer.engine.evaluate import TooLarge
from scorer.language.vocabulary import WAIT_KINDS
from scorer.message import message_text
from scorer.shapes import TooManyReadings
from tests.support.loops import some
from tests.support.small import complete, holds, lines, problems_of, rules, score, usual

ONE_SET = """
shapes: {one: {sets: 1, pair: 1, kinds: [asked]}}
patterns:
- {id: any, value: 1, when: sets(asked) == 1}
"""


@pytest.mark.parametrize(
    ("relation", "yes", "no"),
    [
        ("size: 3, same: tile", ["111m5z+5z", "777z1m+1m"], ["123m5z+5z", "115z6z+6z"]),
        ("size: 3, same: suit, run: rank", ["123m5z+5z", "789s5z+5z"], ["12m3p5z+5z", "135m5z+5z"]),
        ("size: 3, same: suit, run: rank, step: 2", ["135m5z+5z"], ["123m5z+5z", "147m5z+5z"]),
        ("size: 3, same: suit, run: rank, step: 3", ["147m5z+5z"], ["123m5z+5z"]),
        ("size: 3, same: rank, differ: suit", ["5m5p5s5z+5z"], ["55m5p5z+5z", "555m5z+5z", "555z1p+1p"]),
        ("size: 3, differ: [suit, rank]", ["1m5p9s5z+5z"], ["1m1p9s5z+5z", "1m5m9s5z+5z"]),
        ("size: 3, run: rank, differ: suit", ["1m2p3s5z+5z", "3m1p2s5z+5z"], ["123m5z+5z", "12p3m5z+5z"]),
        ("size: 3, same: suit", ["159m5z+5z", "119m5z+5z"], ["15m9p5z+5z", "123z5m+5m"]),
        ("size: 3, differ: tile", ["1m9p7z5m+5m"], ["119m5z+5z"]),
        ("size: 3, differ: tile, of: wind", ["124z5m+5m"], ["125z5m+5m", "112z5m+5m"]),
        ("size: 4, same: tile", ["1111m5z+5z"], ["111m55z+5z", "1112m5z+5z"]),
        ("size: 4, same: rank, differ: suit", [], ["555m5p5z+5z"]),
        ("size: 2, same: rank, differ: suit", ["1m1p5z+5z"], ["11m5z+5z"]),
    ],
)
def test_a_kind_of_set_is_a_relation_between_its_tiles(relation: str, yes: list[str], no: list[str]) -> None:
    ruleset = rules(f"tiles: {{wind: 1234z}}\nsets:\n  asked: {{{relation}}}\n" + ONE_SET)
    assert [hand for hand in yes if not complete(ruleset, hand)] == []
    assert [hand for hand in no if complete(ruleset, hand)] == []


def test_a_run_over_suits_is_found_whatever_the_order_of_its_suits() -> None:
    ruleset = rules("sets:\n  asked: {size: 3, run: rank, differ: suit}\n" + ONE_SET)
    assert all(
        complete(ruleset, f"1{a}2{b}3{c}5z+5z") for a, b, c in ("mps", "msp", "pms", "psm", "smp", "spm")
    )


def test_the_predeclared_kinds_are_there_without_a_word() -> None:
    ruleset = usual("patterns: [{id: both, value: 1, when: sets(chow) == 2 and sets(triplet) == 2}]")
    assert holds(ruleset, "both", "123m456p(777p)[1111z]5z+5z")


def test_a_word_for_several_kinds_is_a_list_of_them() -> None:
    ruleset = usual(
        """
        sets: {straight: [chow, pung]}
        patterns:
        - {id: three, value: 1, when: sets(straight) == 3}
        - {id: bound, value: 1, match: "straight(7, p)"}
        """
    )
    assert lines(ruleset, "123m456p777p[1111z]5z+5z") == {"three": 1, "bound": 1}


def test_a_kong_is_made_by_declaring_it_and_not_by_four_tiles_in_the_hand() -> None:
    ruleset = usual("patterns: [{id: kong, value: 1, when: sets(kong) == 1}]")
    assert holds(ruleset, "kong", "123m456p789s[1111z]5z+5z")
    assert not holds(ruleset, "kong", "123m456p789s1155z1z+1z".replace("55z1z+1z", "1z5z+5z"))


def test_a_declared_set_of_several_tiles_needs_no_code() -> None:
    ruleset = rules(
        """
        tiles: {wind: 1234z}
        sets: {four_winds: {size: 4, differ: tile, of: wind, declared: true}}
        shapes: {windy: {sets: 4, pair: 1, kinds: [chow, pung, kong, four_winds]}}
        patterns: [{id: winds, value: 1, when: any_group(four_winds & wind & called)}]
        """
    )
    assert holds(ruleset, "winds", "123m456p789s(1234z)5z+5z")


def test_trios_are_read_beside_runs_and_triplets() -> None:
    ruleset = rules(
        """
        sets: {trio: {size: 3, same: rank, differ: suit}}
        shapes: {with_trio: {sets: 4, pair: 1, kinds: [chow, pung, trio]}}
        patterns:
        - {id: trios, value: 5, when: sets(trio) == 3}
        - {id: rank, value: 1, match: "trio(rank=n), trio(rank=n+3)"}
        - {id: suit, value: 1, match: "trio(n, A)"}
        """
    )
    assert lines(ruleset, "258m258p258s567m9s+9s") == {"trios": 5, "rank": 1}, "a trio has no suit of its own"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("sets:\n  odd: {size: 3, same: color}\n", "2:24: 'color' is not an attribute of the tiles"),
        ("sets:\n  odd: {same: tile}\n", "2:8: 'size' is missing"),
        ("sets:\n  odd: [pung, kongs]\n", "2:15: 'kongs' is not a kind of set | did you mean 'kong'?"),
        ("sets:\n  Odd: {size: 3}\n", "2:3: 'Odd' is not a valid name"),
        (
            "sets:\n  big: {size: 4, same: suit}\nshapes:\n  odd: {sets: 4, pair: 1, kinds: [pung, big]}\n",
            "4:34: the sets of this shape differ in size, so the number of tiles is not fixed",
        ),
        ("sets:\n  big: {size: 7, same: suit}\n", "2:15: a set of 7 tiles; expected 1 to 6"),
    ],
)
def test_a_kind_of_set_that_cannot_be_is_a_problem_at_its_place(text: str, problem: str) -> None:
    assert any(problem in found for found in problems_of(text)), problems_of(text)


def test_a_kind_of_too_many_sets_is_refused_before_it_takes_long() -> None:
    with pytest.raises(
        AssertionError, match="L106 the kind of set 'asked' has more than 20,000 different sets"
    ):
        rules("sets:\n  asked: {size: 6, differ: tile}\n" + ONE_SET)


@pytest.mark.parametrize(
    ("relation", "hand", "wait"),
    [
        ("size: 3, same: suit, run: rank", "12m55z+3m", "edge"),
        ("size: 3, same: suit, run: rank", "89m55z+7m", "edge"),
        ("size: 3, same: suit, run: rank", "24m55z+3m", "closed"),
        ("size: 3, same: suit, run: rank", "23m55z+1m", "two_sided"),
        ("size: 3, same: suit, run: rank", "123m5z+5z", "single"),
        ("size: 3, same: tile", "11m55z+5z", "dual"),
        ("size: 3, run: rank, differ: suit", "2p3m55z+4s", "two_sided"),
        ("size: 3, run: rank, differ: suit", "1p2m55z+3s", "edge"),
        ("size: 3, run: rank, differ: suit", "2p4m55z+3s", "closed"),
    ],
)
def test_the_wait_follows_from_the_set_that_the_winning_tile_completed(
    relation: str, hand: str, wait: str
) -> None:
    ruleset = rules(
        f"sets:\n  asked: {{{relation}}}\n{ONE_SET}- {{id: wait, value: 1, when: wait({wait})}}\n"
    )
    assert holds(ruleset, "wait", hand)
    assert len(score(ruleset, hand).readings) == 1


def test_a_row_whose_tiles_lie_apart_has_no_wait_of_any_name() -> None:
    waits = " or ".join(f"wait({wait})" for wait in WAIT_KINDS)
    text = f"{ONE_SET}- {{id: wait, value: 1, when: {waits}}}\n"
    ruleset = rules("sets:\n  asked: {size: 3, same: suit, run: rank, step: 3}\n" + text)
    assert not holds(ruleset, "wait", "14m55z+7m")
    assert holds(ruleset, "wait", "147m5z+5z")


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_a_search_that_takes_too_long_is_refused_in_the_language_of_the_reader(language: str) -> None:
    errors: list[TooManyReadings | TooLarge] = [TooManyReadings(), TooLarge("9 ** 99")]
    for error in some(errors):
        assert not re.search("[a-z]{3}", message_text(error.message, language))
        assert str(error) == message_text(error.message)
