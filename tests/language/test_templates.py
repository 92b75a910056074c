"""Templates: how the sets of a hand relate to one another."""

from __future__ import annotations

import pytest

from tests.support.small import CLASSES, holds, problems_of, rules, score, usual


@pytest.mark.parametrize(
    ("match", "yes", "no"),
    [
        # letters: the same small letter is the same rank, the same capital the same suit
        ("chow(n, A), chow(n, A)", "234m234m567p111z5z+5z", "234m234p567p111z5z+5z"),
        ("chow(n, A), chow(n, B)", "234m234p567p111z5z+5z", "234m234m567p111z5z+5z"),
        ("chow(n, A), chow(n, B), chow(n, C)", "234m234p234s111z5z+5z", "234m234p234p111z5z+5z"),
        ("triplet(n, A), triplet(n, B)", "222m(2222p)345p111z5z+5z", "222m333p345p111z5z+5z"),
        # offsets
        ("chow(n, A), chow(n+3, A)", "234m567m789p111z5z+5z", "234m678m789p111z5z+5z"),
        ("chow(n-1, A), chow(n+2, A)", "234m567m789p111z5z+5z", "234m567p789p111z5z+5z"),
        ("pung(n, A), pung(n+1, B), pung(n+2, C)", "222m333p444s789s5z+5z", "222m333p444m789s5z+5z"),
        # literal ranks and suits
        ("chow(1, A), chow(4, A), chow(7, A)", "123456789m111z5z+5z", "123456m789p111z5z+5z"),
        ("chow(2, p)", "234p567m789m111z5z+5z", "234m567p789m111z5z+5z"),
        ("chow(n, m), chow(n, s)", "234m234s789p111z5z+5z", "234m234p789p111z5z+5z"),
        ("pung(7, A), pair(7, B)", "777m234p567s111z7p+7p", "777m234p567s111z8p+8p"),
        # small letters may be equal, capitals differ
        ("chow(n, A), chow(k, A)", "234m234m567p111z5z+5z", "234m234p567s111z5z+5z"),
        ("chow(n, A), chow(k, B)", "234m789p111222z5z+5z", "234m789m111222z5z+5z"),
        # a class in place of rank and suit
        ("triplet(dragon), triplet(wind)", "555z111z234m567m9p+9p", "555z666z234m567m9p+9p"),
        ("triplet(wind), triplet(wind)", "222z111z234m567m9p+9p", "222z111p234m567m9p+9p"),
        ("pair(dragon | terminal)", "234m567m234p567p9p+9p", "234m567m234p567p8p+8p"),
        ("triplet(seat_wind)", "222z345m234p567p9p+9p seat=S", "222z345m234p567p9p+9p seat=W"),
        # attributes by name
        ("chow(rank=n), chow(rank=n)", "234m234p567p111z5z+5z", "234m345p567p111z5z+5z"),
        ("pung(suit=A), pair(suit=A)", "222m345p567p111z9m+9m", "222m345p567p111z9s+9s"),
        ("pung(suit=m)", "222m345p567p111z9m+9m", "222p345p567p111z9m+9m"),
        ("pair(tile=T), pung(rank=n)", "222m345p567p111z9m+9m", "234m345p567p111z9m+9m"),
        # the sets that are bound are different sets
        ("chow(n, A), chow(n, A), chow(n, A)", "234234234m111z5z+5z", "234m234m567p111z5z+5z"),
        ("triplet(any_kind), triplet(any_kind)", "222m345p567p111z9m+9m", "234m345p567p111z9m+9m"),
        # kinds and unions
        ("kong(n, A)", "[2222m]345p567p111z9m+9m", "222m345p567p111z9m+9m"),
    ],
)
def test_templates_bind_different_sets_that_fit(match: str, yes: str, no: str) -> None:
    classes = CLASSES + "  any_kind: orphan | simple\nshapes: {standard: {sets: 4, pair: 1}}\n"
    ruleset = rules(f"{classes}patterns:\n- id: it\n  value: 1\n  match: {match}\n")
    assert holds(ruleset, "it", yes)
    assert not holds(ruleset, "it", no)


FORMS = [
    "match: chow(n, A), chow(n+1, A)",
    'match: "chow(n, A), chow(n+1, A)"',
    "match: [\"chow(n, A)\", 'chow(n+1, A)']",
    "match:\n  - chow(n, A)\n  - chow(n+1, A)",
    "match:\n  - chow(n, A), chow(n+1, A)\n  - chow(n, A), chow(n+8, A)",
    "match: [['chow(7, A)', 'chow(7, B)'], ['chow(n, A)', 'chow(n+1, A)']]",
    "match: >-\n    chow(n, A),\n    chow(n+1, A)",
]


@pytest.mark.parametrize("form", FORMS)
def test_templates_are_one_text_or_a_list_and_alternatives_a_list_of_those(form: str) -> None:
    ruleset = usual("patterns:\n- id: it\n  value: 1\n  " + form.replace("\n", "\n  ") + "\n")
    assert holds(ruleset, "it", "234345m789p111z5z+5z")
    assert not holds(ruleset, "it", "234m345p789p111z5z+5z")


@pytest.mark.parametrize(
    ("where", "yes", "no"),
    [
        ("n != k", "234m567m789p111z5z+5z", "234m234m789p111z5z+5z"),
        ("k - n == 3", "234m567m789p111z5z+5z", "234m678m789p111z5z+5z"),
        ("n < k and k <= 2 * n + 1", "234m567m789p111z5z+5z", "123m567m789p111z5z+5z"),
        ("k == n or dealer", "234m234m789p111z5z+5z seat=S", "234m567m789p111z5z+5z seat=S"),
    ],
)
def test_where_adds_a_condition_on_the_rank_letters(where: str, yes: str, no: str) -> None:
    ruleset = usual(f"patterns:\n- id: it\n  value: 1\n  match: chow(n, A), chow(k, A)\n  where: {where}\n")
    assert holds(ruleset, "it", yes)
    assert not holds(ruleset, "it", no)


def test_a_condition_and_templates_must_both_hold() -> None:
    ruleset = usual("patterns: [{id: it, value: 1, match: pung(dragon), when: concealed_hand}]")
    assert holds(ruleset, "it", "234m567m789p555z1z+1z")
    assert not holds(ruleset, "it", "(234m)567m789p555z1z+1z")
    assert not holds(ruleset, "it", "234m567m789p111z5z+5z")


def test_every_binding_with_other_sets_is_an_instance() -> None:
    ruleset = usual("patterns: [{id: it, value: 1, repeat: true, match: 'chow(n, A), chow(n, B)'}]")
    assert score(ruleset, "234m234m234p555z1z+1z").best.awards[0].count == 2
    assert score(ruleset, "234m234p234s555z1z+1z").best.awards[0].count == 3
    assert score(ruleset, "234m234p345s345m1z+1z").best.awards[0].count == 2


@pytest.mark.parametrize(
    ("tiles", "match", "yes", "no"),
    [
        ("", "triplet(colour=A, thing=X), triplet(colour=A, thing=Y)", "111r222r33b+3b", "111r222b33k+3k"),
        ("", "triplet(colour=A), triplet(colour=A), triplet(colour=A)", "111r222r33r+3r", "111r222r33b+3b"),
        ("", "triplet(tile=T), triplet(tile=T)", "111111r22b+2b", "111222r33b+3b"),
        ("", "triplet(colour=red, thing=n)", "111r222b33k+3k", "111k222b33k+3k"),
        ("", "triplet(tile=red_car)", "222r111k33k+3k", "111k222b33k+3k"),
        ("", "triplet(weight=n), triplet(weight=n+1)", "111r222b11k+1k", "111r333b11k+1k"),
        ("", "triplet(red), triplet(ship)", "222r111b33k+3k", "111r222b33k+3k"),
    ],
)
def test_templates_may_name_the_attributes_of_a_table(tiles: str, match: str, yes: str, no: str) -> None:
    things = [("ship", 1), ("car", 2), ("plane", 3)]
    table = "".join(
        f"    {colour}_{thing}: {{code: {weight}{letter}, colour: {colour}, thing: {thing}, weight: {weight}}}\n"
        for letter, colour in (("k", "black"), ("r", "red"), ("b", "blue"))
        for thing, weight in things
    )
    ruleset = rules(
        f"tileset: {{copies: 9}}\ntiles:\n  table:\n{table}"
        "shapes: {three: {sets: 3, pair: 0, kinds: [pung]}}\n"
        f"patterns:\n- id: it\n  value: 1\n  match: {match}\n"
    )
    assert holds(ruleset, "it", yes)
    assert not holds(ruleset, "it", no)


@pytest.mark.parametrize(
    ("match", "problem"),
    [
        ("chaw(n, A)", "4:10: 'chaw' is not a kind of set | did you mean 'chow'?"),
        ("chow(n, A), chow(n, b)", "4:30: 'b' is not a suit | suit variables are capital letters;"),
        ("chow(n, z)", "4:18: 'z' is not a suit"),
        ("chow(12, A)", "4:15: no tile has the rank '12' | write 1, the first"),
        ("chow(N, A)", "4:15: 'N' is not a rank"),
        ("chow(N+1, A)", "4:15: 'N+1' is not a rank"),
        ("chow(2*n, A)", "4:15: '2*n' is not a rank"),
        ("chow(n, A, B)", "4:10: a template takes (rank, suit), (class) or (attribute=letter, ...)"),
        ("chow()", "4:10: a template takes"),
        ("pung(dragons)", "4:15: 'dragons' is not a tile class | did you mean 'dragon'?"),
        ("pung(suit=q)", "4:20: 'q' is not a suit"),
        ("pung(colour=A)", "4:15: tiles have no attribute 'colour'"),
        ("dragon", "4:10: 'dragon' is not a template | a template is kind(rank, suit) or kind(class)"),
        ("chow(n, A) and chow(n, B)", "4:10: 'chow(n, A) and chow(n, B)' is not a template"),
        ("['chow(n, A)', 'chow(n, B), chow(n, C)']", "4:12: a single template among alternatives of several"),
        (
            "[chow(n, A), chow(n, B)]",
            "4:11: a ',' ends the text inside brackets | put it in quotes: 'chow(n, A)'",
        ),
    ],
)
def test_a_template_that_cannot_be_is_a_problem_at_its_place(match: str, problem: str) -> None:
    text = f"tiles: {{dragon: 567z}}\npatterns:\n- id: it\n  match: {match}\n  value: 1\n"
    assert any(found.startswith(problem) for found in problems_of(text)), problems_of(text)


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("n < k", "4:14: unknown fact 'k'"),
        ("n", "4:10: 'n' is a number; expected a condition"),
        ("A == 1", "4:10: unknown fact 'A'"),
    ],
)
def test_where_speaks_of_letters_that_the_templates_bind(where: str, problem: str) -> None:
    text = f"patterns:\n- id: it\n  value: 1\n  where: {where}\n  match: chow(n, A)\n"
    assert any(found.startswith(problem) for found in problems_of(text)), problems_of(text)


def test_where_without_templates_is_a_problem() -> None:
    text = "patterns:\n- id: it\n  value: 1\n  where: n < 3\n"
    assert problems_of(text) == ["4:3: 'where' refers to letters, but there is no 'match'"]
