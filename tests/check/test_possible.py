"""Every word of the language has its bounds and its demands: what it can be, and what it excludes."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import inf

import pytest

from scorer.check import demands
from scorer.check.bounds import Linear, Range, Term
from scorer.check.solver import Solver
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Node
from scorer.language.vocabulary import AMOUNTS, FUNCTIONS, GIVEN_CLASSES, SET_STATES, TRUTH_FACTS
from scorer.ruleset.load import load_text
from tests.support.loops import some
from tests.support.small import usual

NUMBERS = {name for name, function in FUNCTIONS.items() if function.gives == NUMBER}
TRUTHS = {name for name, function in FUNCTIONS.items() if function.gives == TRUTH}


def solver_of(base: str, expressions: dict[str, str]) -> Solver:
    """The solver of a ruleset with further facts."""
    lines = [f"  {name}: {{is: '{text}', name: {name}}}" for name, text in expressions.items()]
    loaded = load_text("\n".join([f"extends: {base}", "facts:", *lines]), "facts.yaml")
    assert loaded.ruleset is not None
    assert not [problem for problem in loaded.problems if problem.severity == "error"], loaded.problems
    return Solver(loaded.ruleset)


@lru_cache(maxsize=1)
def solver() -> Solver:
    """Riichi with every expression of the tables below as a fact."""
    return solver_of("riichi", {fact_of(text): text for text in EXPRESSIONS})


def node(text: str) -> Node:
    return solver().ruleset.fact_by_id[fact_of(text)].node


def fact_of(text: str) -> str:
    return f"fact_{EXPRESSIONS.index(text)}"


# ---- bounds

BOUNDS: dict[str, dict[str, tuple[float, float]]] = {
    "tiles": {"tiles(dragon)": (0, 12), "tiles(seat_wind)": (0, 4), "tiles(simple)": (0, 18)},
    "kinds": {"kinds(dragon)": (0, 3), "kinds(simple)": (0, 14)},
    "pips": {"pips(terminal)": (0, 162), "pips(dragon)": (0, 0)},
    "copies": {"copies(4)": (0, 4), "copies(2)": (0, 7), "copies(5)": (0, 0)},
    "values": {"values(suit)": (0, 3)},
    "exposed": {"exposed(dragon)": (0, 12), "exposed(win_tile & dragon)": (0, 3)},
    "melds": {"melds(pung)": (0, 4)},
    "indicated": {"indicated(dora)": (0, 40)},
    "sets": {"sets(triplet)": (0, 4)},
    "groups": {"groups(pair)": (0, 18)},
    "set_total": {"set_total(rank)": (0, 36)},
    "awarded": {"awarded(pinfu)": (0, inf)},
    "min": {"min(honba, 3)": (0, 3), "min(honba, sticks - 5, 3)": (-5, 3)},
    "max": {"max(honba, 3)": (3, 1000)},
}
"""What every number of the language lies between, in riichi."""


@pytest.mark.parametrize("name", sorted(NUMBERS - {"flowers", "jokers"}))
def test_a_number_has_its_bounds(name: str) -> None:
    for text, (low, high) in some(BOUNDS[name].items()):
        tree = Node("call", ("awarded", "pinfu")) if name == "awarded" else node(text)
        assert solver().ranges.range_of(tree) == Range(low, high), text


def test_flowers_are_no_more_than_there_are_of_the_class() -> None:
    counts = {"all": (8, "flowers(flower | season)"), "own": (4, "flowers(season & seat_flower)")}
    solver = solver_of("hong-kong", {name: text for name, (_, text) in counts.items()})
    for name, (most, _) in some(counts.items()):
        assert solver.ranges.range_of(solver.ruleset.fact_by_id[name].node) == Range(0, most)


def test_jokers_of_a_class_are_no_more_than_represent_only_its_tiles() -> None:
    ruleset = usual(
        "tileset: {jokers: {j: {count: 4}, w: {count: 2, stands: wind}}}\npatterns: [{id: it, value: 1}]"
    )
    for name, most in (("wind", 2), ("honor", 2), ("dragon", 0)):
        tree = Node("call", ("jokers", Node("class", (name,))))
        assert Solver(ruleset).ranges.range_of(tree) == Range(0, most)


@pytest.mark.parametrize("name", sorted(TRUTHS))
def test_a_truth_as_a_number_is_0_or_1(name: str) -> None:
    trees = [node(text) for text, _ in EXCLUDED[name]] or [Node("call", (name, node(ALWAYS)))]
    for tree in some(trees):
        call = next(part for part in tree.walk() if part.args[0] == name)
        assert solver().ranges.range_of(call) == Range(0, 1)


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("players", 4, 4), ("honba", 0, 1000), ("sticks", 0, 1000), ("suits", 0, 3), ("flowers", 0, 0),
     ("jokers", 0, 0), ("reds", 0, 12), ("waits", 1, 13)],
)  # fmt: skip
def test_a_fact_that_is_a_number_has_its_bounds(name: str, low: int, high: int) -> None:
    assert solver().ranges.range_of(Node("fact", (name,))) == Range(low, high)


@pytest.mark.parametrize(
    ("name", "most"), [("mcr", 16), ("zung-jung", 13), ("taiwanese", 16), ("vietnamese", 34)]
)
def test_a_hand_waits_for_no_more_tiles_than_its_shapes_allow(name: str, most: int) -> None:
    assert solver_of(name, {"any": "suits"}).ranges.range_of(Node("fact", ("waits",))).high == most


@pytest.mark.parametrize("name", AMOUNTS)
def test_an_amount_is_no_less_than_what_wins(name: str) -> None:
    least = 1 if name in ("total", "patterns") else 0
    assert solver().ranges.range_of(Node("amount", (name,))).low == least


def test_what_counts_is_no_more_than_the_maximum() -> None:
    limited = solver_of("riichi\nmaximum: 13", {"any": "suits"})
    assert limited.ranges.range_of(Node("amount", ("total",))) == Range(1, 13)
    assert limited.ranges.range_of(Node("amount", ("han",))) == Range(0, 13)  # beside yakuman it is 0
    assert limited.ranges.range_of(Node("amount", ("bonus",))).high == inf


def test_that_a_whole_number_is_no_fraction_takes_no_number_away() -> None:
    twice = Linear({"honba": Term(Node("fact", ("honba",)), Fraction(2))}, Fraction(-3))
    assert twice.narrowing(Range(0, Fraction(3, 2)), "!=") == Range(0, Fraction(3, 2))
    assert twice.narrowing(Range(0, 2), "<") == Range(0, 1)


# ---- demands

ALWAYS = "all_tiles(simple)"
EXCLUDED: dict[str, list[tuple[str, str]]] = {
    "all_tiles": [
        ("all_tiles(simple)", "any_tile(terminal)"),
        ("not all_tiles(honor)", "all_groups(honor)"),
    ],
    "any_tile": [("any_tile(dragon)", "all_groups(simple)"), ("not any_tile(simple)", "any_group(chow)")],
    "no_tile": [("no_tile(honor)", "any_group(has(wind))"), ("not no_tile(honor)", "all_groups(simple)")],
    "contains": [('contains("123456789m")', "all_tiles(honor)"), ('contains("11111m")', "suits <= 2")],
    "all_sets": [("all_sets(triplet)", "sets(chow) >= 1"), ("all_sets(chow)", "shape(seven_pairs)")],
    "all_groups": [
        ("all_groups(has(terminal))", "all_tiles(simple)"),
        ("not all_groups(simple)", "all_tiles(simple)"),
    ],
    "any_group": [
        ("any_group(pair & dragon)", "all_tiles(simple)"),
        ("not any_group(chow)", "all_sets(chow)"),
    ],
    "match": [("match(chow(1, m))", "all_tiles(honor)"), ("match(chow(1, m), chow(1, p))", "suits == 1")],
    "shape": [("shape(seven_pairs)", "sets(triplet) >= 1"), ("not shape(standard)", "sets(triplet) >= 1")],
    "wait": [("wait(two_sided)", "all_sets(triplet)"), ("not wait(single)", "any_group(won & pair)")],
    "seat": [("seat(E)", "not dealer"), ("seat(S)", "dealer"), ("seat(S)", "seat(W)")],
    "round": [("round(E)", "round(S)")],
    "on_every_wait": [],
}
"""For every truth of the language: conditions that no hand fulfils together, though each can hold."""

SUMS: dict[str, tuple[str, str]] = {
    "tiles": ("tiles(dragon) >= 3", "all_tiles(simple)"),
    "exposed": ("exposed(dragon) >= 3", "concealed_hand"),
    "melds": ("melds(pung) >= 1", "concealed_hand"),
    "sets": ("sets(triplet) >= 1", "shape(seven_pairs)"),
    "groups": ("groups(has(dragon)) >= 1", "all_tiles(simple)"),
    "pips": ("pips(simple) >= 1", "all_tiles(orphan)"),
    "reds": ("reds >= 1", "all_tiles(honor)"),
}
"""For every number that groups add up to: conditions that no hand fulfils together."""

FACTS: dict[str, list[tuple[str, str]]] = {
    "self_draw": [("self_draw", "any_group(won & triplet & ~concealed)")],
    "discard": [("discard", "any_group(won & triplet & concealed)")],
    "concealed_hand": [("concealed_hand", "any_group(called)"), ("not concealed_hand", "shape(seven_pairs)")],
    "fully_open": [("fully_open", "sets(~called) >= 1")],
    "dealer": [("dealer", "not dealer")],
    "wins_on_discard": [("wins_on_discard", "not wins_on_discard")],
    "from_dealer": [("from_dealer", "not from_dealer")],
}
STATE_PAIRS: dict[str, tuple[str, str]] = {
    "concealed": ("all_sets(concealed)", "any_group(called)"),
    "called": ("any_group(called)", "concealed_hand"),
    "won": ("groups(won) >= 1", "groups(won) >= 2"),
    "first_called": ("any_group(first_called)", "concealed_hand"),
    "added": ("any_group(added)", "concealed_hand"),
    "joker": ("suits <= 2", "any_group(joker)"),
    "any": ("suits <= 2", "not all_groups(any)"),
}
GIVEN_PAIRS: dict[str, tuple[str, str]] = {
    "seat_wind": ("any_tile(seat_wind)", "all_tiles(dragon | simple)"),
    "round_wind": ("any_group(has(round_wind))", "no_tile(wind)"),
    "win_tile": ("any_tile(win_tile & dragon)", "all_tiles(simple)"),
}
ALONE_IMPOSSIBLE = {'contains("11111m")', "groups(won) >= 2", "any_group(joker)", "not all_groups(any)"}
POSSIBLE = [
    ("on_every_wait(wait(single))", "all_tiles(simple)"),
    ("kinds(dragon) >= 3", "sets(chow) == 2"),
    ("copies(4) == 1", "sets(chow) >= 1"),
    ("values(suit) == 3", "any_tile(dragon)"),
    ("set_total(rank) >= 3", "sets(chow) >= 1"),
    ("indicated(dora) >= 2", "all_tiles(simple)"),
    ("pips(simple) >= 1", "any_tile(dragon)"),
    ("any_tile(win_tile)", "all_tiles(honor)"),
]
"""Conditions that some hand fulfils together; of some words only the bounds are known."""

PAIRS = [
    *(pair for pairs in (*EXCLUDED.values(), *FACTS.values()) for pair in pairs),
    *SUMS.values(),
    *STATE_PAIRS.values(),
    *GIVEN_PAIRS.values(),
]
EXPRESSIONS = list(
    dict.fromkeys(
        text
        for text in (
            *(text for texts in BOUNDS.values() for text in texts if not text.startswith("awarded")),
            *(text for pair in (*PAIRS, *POSSIBLE) for text in pair),
        )
    )
)


def possible(*texts: str) -> bool:
    """What a solver says that has not yet spent any of its budget."""
    return Solver(solver().ruleset).possible(*((node(text), True) for text in texts))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("pair", PAIRS, ids=" beside ".join)
def test_conditions_that_exclude_each_other_are_told(pair: tuple[str, str]) -> None:
    assert [possible(text) for text in pair] == [text not in ALONE_IMPOSSIBLE for text in pair]
    assert not possible(*pair)


@pytest.mark.parametrize("pair", POSSIBLE, ids=" beside ".join)
def test_conditions_that_some_hand_fulfils_are_not_called_impossible(pair: tuple[str, str]) -> None:
    assert possible(*pair)


def test_what_holds_together_in_some_hand_is_known_to_hold_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, runs = Solver(solver().ruleset), node("sets(chow) == 2")
    dragons = node("kinds(dragon) >= 3")
    both = Node("and", (dragons, Node("not", (runs,), "no two runs")), "both")
    assert asked.possible((both, True))
    monkeypatch.setattr(Solver, "_possible", lambda *_: False)  # a new search
    assert asked.possible((dragons, True))
    assert asked.possible((runs, False))
    assert not asked.possible((runs, True))


def test_every_word_that_demands_something_is_tried() -> None:
    assert {name for name, pairs in EXCLUDED.items() if pairs} == TRUTHS - {"on_every_wait"}
    weights, no_sum = (
        demands.WEIGHTS_BY_FUNCTION | demands.WEIGHTS_BY_FACT,
        demands.WEIGHTS_BY_FUNCTION["kinds"],
    )
    assert SUMS.keys() == {name for name, weigh in weights.items() if weigh is not no_sum}
    assert FACTS.keys() == TRUTH_FACTS.keys()
    assert (STATE_PAIRS.keys(), GIVEN_PAIRS.keys()) == ({*SET_STATES}, {*GIVEN_CLASSES} - {"seat_flower"})
