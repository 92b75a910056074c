"""The light value classes keep the promises of `dataclasses` that the code relies on."""

import dataclasses
import pprint
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from scorer.ruleset.cache import CACHED_CLASSES
from scorer.values import cached_property, dataclass, field, plain_fields, replace
from tests.support.loops import some


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    note: str = field(default="", compare=False)


@dataclass
class Bag:
    items: list[int] = field(default_factory=list)


def test_values_are_made_by_position_and_keyword() -> None:
    assert Point(1, y=2).y == 2
    assert repr(Point(1)) == "Point(x=1, y=0, note='')"


def test_values_are_equal_and_hashed_by_their_compared_fields() -> None:
    assert Point(1, 2, "a") == Point(1, 2, "b")
    assert hash(Point(1, 2, "a")) == hash(Point(1, 2, "b"))
    assert Point(1) != (1, 0)


def test_a_frozen_value_cannot_be_changed_but_replaced() -> None:
    with pytest.raises(AttributeError):
        Point(1).x = 2  # type: ignore[misc]
    assert replace(Point(1, 2), y=5) == Point(1, 5)


def test_factories_make_a_fresh_default_each_time() -> None:
    first, second = Bag(), Bag()
    first.items.append(1)
    assert second.items == []


@pytest.mark.parametrize(
    "make", [lambda: Point(), lambda: Point(1, 2, "", 4), lambda: Point(1, x=1), lambda: Point(1, z=1)]
)
def test_wrong_fields_are_refused(make: object) -> None:
    with pytest.raises(TypeError):
        make()  # type: ignore[operator]


@dataclass(frozen=True)
class Holder:
    inner: Point
    numbers: list[int] = field(default_factory=list, compare=False)


@dataclass(frozen=True)
class Named(Holder):
    name: str = ""


class Slow:
    """Its value is worked out while somebody waits."""

    def __init__(self, begun: Event, go_on: Event) -> None:
        self.begun, self.go_on = begun, go_on

    @cached_property
    def found(self) -> object:
        self.begun.set()
        assert self.go_on.wait(20)
        return object()


def test_a_value_that_is_worked_out_keeps_no_other_one_waiting() -> None:
    begun, go_on, free = Event(), Event(), Event()
    free.set()
    slow = Slow(begun, go_on)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: slow.found)
        assert begun.wait(20)
        assert Slow(Event(), free).found is not None
        go_on.set()
        assert waiting.result(20) is slow.found


def test_the_functions_of_dataclasses_work_with_a_value() -> None:
    point = Point(1, 2, "a")
    assert dataclasses.is_dataclass(point)
    assert [one.name for one in dataclasses.fields(point)] == ["x", "y", "note"]
    assert dataclasses.fields(Point)[1].default == 0
    assert dataclasses.asdict(point) == {"x": 1, "y": 2, "note": "a"}
    assert dataclasses.astuple(point) == (1, 2, "a")
    assert dataclasses.replace(point, y=5) == Point(1, 5, "a")
    assert pprint.pformat(point) == repr(point)


def test_the_functions_of_dataclasses_know_inherited_fields_factories_and_nested_values() -> None:
    assert dataclasses.asdict(Named(Point(1), name="n")) == {
        "inner": {"x": 1, "y": 0, "note": ""}, "numbers": [], "name": "n",
    }  # fmt: skip
    inner, numbers, name = dataclasses.fields(Named)
    assert (numbers.default_factory, numbers.compare, name.default) == (list, False, "")
    assert inner.default is dataclasses.MISSING


@pytest.mark.parametrize("kind", CACHED_CLASSES.values())
def test_every_class_of_the_model_has_the_fields_of_a_dataclass(kind: type) -> None:
    names = kind.__fields__  # type: ignore[attr-defined]
    assert [one.name for one in dataclasses.fields(kind)] == [*names]


def test_fields_at_the_end_that_are_as_usual_are_left_out() -> None:
    assert plain_fields(Point(1)) == [1]
    assert plain_fields(Point(1, 0, "a")) == [1, 0, "a"]
    assert plain_fields(1) is None


def test_a_constructor_called_often_is_compiled_and_does_the_same() -> None:
    @dataclass(frozen=True)
    class Often:
        first: int
        second: str = "b"
        rest: list[int] = field(default_factory=list)

    plain = Often.__init__
    for number in some(range(1000)):
        value = Often(number, rest=[number])
        assert (value.first, value.second, value.rest) == (number, "b", [number])
    assert Often.__init__ is not plain
    assert Often(1) == Often(first=1, second="b", rest=[]) == replace(Often(2), first=1)
    assert Often(1).rest is not Often(1).rest
    for wrong in (lambda: Often(), lambda: Often(1, "", [], 4), lambda: Often(1, first=1)):
        with pytest.raises(TypeError):
            wrong()  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Often(1).first = 2  # type: ignore[misc]
