"""What callers give may be anything: it scores, or there is an InputError that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from scorer import InputError, ScorerError, load_ruleset, parse_hand, score, score_many
from scorer.fast.interface import compiled_engine
from scorer.foreign import value_text

HAND = "234m345p67p456s55s+8p"


class Hostile:
    """Raises whatever is asked of it."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    def __bool__(self) -> bool:
        raise RuntimeError("no truth")

    __hash__ = object.__hash__


class HostileMapping(Mapping[str, object]):
    """A row that cannot be read."""

    def __getitem__(self, key: str) -> object:
        raise RuntimeError("no cell")

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError("no keys")

    def __len__(self) -> int:
        raise RuntimeError("no length")


class HostileText(str):
    """A text whose methods raise."""

    __slots__ = ()

    def __repr__(self) -> str:
        raise RuntimeError("no repr")

    def __format__(self, form: str) -> str:
        raise RuntimeError("no format")


def nested(depth: int = 50_000) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


def ring() -> list[Any]:
    made: list[Any] = []
    made.append(made)
    return made


STRANGE: dict[str, Callable[[], Any]] = {
    "huge": lambda: 10**5000, "minus huge": lambda: -(10**5000), "hostile": Hostile, "mapping": HostileMapping,
    "nested": nested, "ring": ring, "bytes": lambda: b"1m", "infinite": lambda: float("inf"), "half": lambda: 0.5,
    "number as key": lambda: {1: 2}, "tuple as key": lambda: {(1, 2): 3}, "hostile key": lambda: {Hostile(): 1},
    "list": lambda: [Hostile()], "true": lambda: True, "surrogate": lambda: "\ud800", "long": lambda: "x" * 10**6,
    "hostile text": lambda: HostileText("zz"), "type": lambda: int, "generator": lambda: iter([1]),
}  # fmt: skip
"""Values that mean nothing wherever they stand, made when they are needed."""
KEYS = (
    "hand",
    "win",
    "round",
    "seat",
    "from",
    "with",
    "honba",
    "sticks",
    "pao",
    "dora",
    "ruleset",
    "options",
)
ARGUMENTS = (
    "hand",
    "win",
    "round",
    "seat",
    "discarder",
    "circumstances",
    "honba",
    "sticks",
    "pao",
    "dora",
    "options",
)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("kind", STRANGE)
def test_a_strange_row_is_an_error_in_its_place_and_stops_no_other(kind: str) -> None:
    rows = [STRANGE[kind](), *({"hand": HAND, key: STRANGE[kind]()} for key in KEYS)]
    rows += [{"hand": HAND, **value} for value in [STRANGE[kind]()] if type(value) is dict]
    found = score_many([row for bad in rows for row in (bad, HAND)])
    assert [place for place in found.errors if place % 2] == []
    assert sorted(found.errors) == list(range(0, 2 * len(rows), 2))
    assert all(str(error) for error in found.errors.values())


@pytest.mark.parametrize("warm", [False, True])
@pytest.mark.parametrize("argument", ARGUMENTS)
def test_a_strange_argument_is_an_input_error(argument: str, warm: bool) -> None:
    rules = load_ruleset("riichi")
    if warm:
        compiled_engine(rules)
        score(HAND, rules, honba=1)
    for make in STRANGE.values():
        with pytest.raises(InputError):
            score(**{"hand": HAND, argument: make()})


@pytest.mark.parametrize("kind", STRANGE)
def test_strange_values_in_place_of_a_hand_a_ruleset_or_options(kind: str) -> None:
    with pytest.raises(ScorerError):
        parse_hand(STRANGE[kind]())
    with pytest.raises(ScorerError):
        load_ruleset(STRANGE[kind]())
    with pytest.raises(InputError):
        score_many([HAND], options=STRANGE[kind]())
    with pytest.raises(InputError):
        score_many([HAND], options={"red_fives": STRANGE[kind]()})
    with pytest.raises(InputError):
        load_ruleset("riichi", {"kiriage_mangan": STRANGE[kind]() if kind != "true" else 1})


@pytest.mark.parametrize("kind", STRANGE)
def test_any_value_is_shown_in_a_short_line(kind: str) -> None:
    text = value_text(STRANGE[kind]())
    assert len(text) <= 60 and text.isprintable()


def test_arrays_and_numbers_of_numpy_are_what_they_hold() -> None:
    numpy = pytest.importorskip("numpy")
    said = {"circumstances": numpy.array(["riichi", "ippatsu"]), "honba": numpy.int64(2)}
    assert score(HAND, **said) == score(HAND, circumstances=["riichi", "ippatsu"], honba=2)
    assert score(HAND, circumstances=numpy.array([])) == score(HAND)
    row = {"hand": numpy.str_(HAND), "with": numpy.array(["riichi"]), "honba": numpy.float64(1.0)}
    assert score_many([row]).totals == score_many([{"hand": HAND, "with": ["riichi"], "honba": 1}]).totals
    chosen = load_ruleset("riichi", {"red_fives": numpy.int64(4), "kiriage_mangan": numpy.bool_(True)})
    assert chosen is load_ruleset("riichi", {"red_fives": 4, "kiriage_mangan": True})
    for strange in (
        {"circumstances": numpy.array([[1]])},
        {"pao": numpy.array([1, 2])},
        {"options": numpy.array([1, 2])},
    ):
        with pytest.raises(InputError):
            score(HAND, **strange)  # type: ignore[arg-type]


def test_true_is_no_count_even_after_one() -> None:
    assert score(HAND, honba=1).total == score(HAND).points + 300
    with pytest.raises(InputError):
        score(HAND, honba=True)


def test_a_table_without_rows_is_no_list_of_hands() -> None:
    polars = pytest.importorskip("polars")
    with pytest.raises(InputError, match="not a LazyFrame; give its rows"):
        score_many(polars.DataFrame({"hand": [HAND]}).lazy())
