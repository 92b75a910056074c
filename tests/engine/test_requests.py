"""A hand and what is said of it is read, and refused at its place, as `tests/data/requests.yaml` says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from scorer.engine.configure import configure_ruleset
from scorer.engine.request import (
    circumstance_text,
    count_fault,
    has_extra_tile,
    parse_request,
    parse_waiting_request,
    refuse_wrong_counters,
    tiles_to_come,
)
from scorer.errors import Fault, InputError
from scorer.hand import Request
from scorer.message import message_text
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from tests.support.loops import some
from tests.support.places import DATA
from tests.support.small import made

TABLE = yaml.safe_load((DATA / "requests.yaml").read_text(encoding="utf-8"))
Case = dict[str, Any]


JOKERS = "tileset: {jokers: {count: 4, fifth: FIFTH}}\nshapes: {it: {sets: 4, pair: 1}}\npatterns: [{id: it, value: 1}]\n"


def rules_of(case: Case) -> Ruleset:
    return configure_ruleset(load_ruleset(case.get("game", "riichi")), case.get("options", {}))


def request_of(case: Case, hand: str) -> Request:
    said = {"hand": hand, **case.get("said", {})}
    usual = TABLE["hands"].get(case.get("game", "riichi"), "")
    return Request(**{**said, "hand": said["hand"].replace("HAND", usual)})


def refusal(read: Callable[[], object]) -> tuple[Fault, ...]:
    try:
        read()
    except InputError as error:
        return error.faults
    return ()


def is_refused_as_written(case: Case, faults: tuple[Fault, ...]) -> bool:
    """Whether each place has its fault, and no other place has one."""
    refused = case.get("refused", {})
    said = [(fault.source, f"{message_text(fault.message)}$") for fault in faults]
    return refused.keys() == {source for source, _ in said} and all(
        any(place == source and words in message for place, message in said)
        for source, words in refused.items()
    )


def marked(fault: Fault) -> str | None:
    """The text that a fault marks, which is all within what was written."""
    if fault.position is None:
        return None
    text = fault.text[fault.position : fault.position + fault.length]
    assert len(text) == fault.length
    return text


def listed(value: object) -> object:
    return [listed(one) for one in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("case", TABLE["wins"], ids=str)
def test_what_is_said_of_a_win_is_understood_or_refused_at_its_place(case: Case) -> None:
    request, rules = request_of(case, "HAND+8p"), rules_of(case)
    faults = refusal(lambda: parse_request(request, rules))
    assert is_refused_as_written(case, faults), faults
    assert case.get("marks", {}).items() <= {fault.source: marked(fault) for fault in faults}.items()
    if not faults:
        situation = parse_request(request, rules)[1]
        assert {name: listed(getattr(situation, name)) for name in case["reads"]} == case["reads"]
    if "meant" in case:
        assert [name for fault in faults for name in fault.suggestions] == case["meant"]


@pytest.mark.parametrize("case", TABLE["waits"], ids=str)
def test_what_is_said_of_a_waiting_hand_is_understood_or_refused_at_its_place(case: Case) -> None:
    request, rules, seen = request_of(case, "HAND"), rules_of(case), case.get("seen", {})
    is_part = case.get("is_part", False)
    faults = refusal(lambda: parse_waiting_request(request, rules, seen, is_part))
    assert is_refused_as_written(case, faults), faults
    if not faults:
        hand, _, elsewhere = parse_waiting_request(request, rules, seen, is_part)
        assert tiles_to_come(hand, rules) == case["lacks"]
        assert has_extra_tile(hand, rules) == case.get("extra", has_extra_tile(hand, rules))
        assert elsewhere.keys() == seen.keys()


@pytest.mark.parametrize(
    ("hand", "too_many"),
    [
        ("(55s0j)567s567s123m9p", True),
        ("(123m)(55s0j)567s567s9p", True),
        ("(55s0j)(567s)567s123m9p", True),
        ("(55s0j)567s678s123m9p", False),
    ],
)
def test_a_joker_in_a_called_set_is_no_fifth_copy_unless_the_rules_allow_one(
    hand: str, too_many: bool
) -> None:
    for fifth in some((False, True)):
        rules = made(JOKERS.replace("FIFTH", str(fifth).lower()))
        won = refusal(lambda rules=rules: parse_request(Request(f"{hand}+9p"), rules))
        waiting = refusal(lambda rules=rules: parse_waiting_request(Request(hand), rules, {}))
        for faults in some((won, waiting)):
            said = [message_text(fault.message) for fault in faults]
            expected = ["five copies of 5s; there are only four (jokers in called sets are counted)"]
            assert said == (expected if too_many and not fifth else [])


SORTS = """
tileset:
  jokers:
    j: {count: 4, calls: 1}
    w: {count: 4, calls: 2, fours: false}
    k: {count: 4, calls: 2, fours: true}
    x: {count: 4, calls: 0}
shapes: {it: {sets: 4, pair: 1}}
patterns: [{id: it, value: 1}]
"""


@pytest.mark.parametrize(
    ("meld", "says"),
    [
        ("(11m0j)", ""),
        ("(1m00w)", ""),
        ("(1m00j)", "two jokers in a called set, of which small allows one: (1m00j)"),
        ("(1m0j0w)", "two jokers in a called set, of which small allows one: (1m0j0w)"),
        ("(111m0k)", ""),
        ("(111m0w)", "no joker can be in a kong in small: (111m0w)"),
        ("(11m00k)", ""),
        ("(11m0k0w)", "no joker can be in a kong in small: (11m0k0w)"),
        ("(11m0j0k)", "two jokers in a called set, of which small allows one: (11m0j0k)"),
        ("(11m00w)", "no joker can be in a kong in small: (11m00w)"),
        ("(11m0x)", "no joker can be in a called set in small: (11m0x)"),
    ],
)
def test_a_called_set_has_no_more_jokers_than_each_of_them_allows(meld: str, says: str) -> None:
    hand = f"234567p{meld}456s5s+5s"
    faults = refusal(lambda: parse_request(Request(hand), made(SORTS)))
    assert [message_text(fault.message) for fault in faults] == ([says] if says else [])
    assert all(marked(fault) == meld for fault in faults)


def test_without_kongs_nobody_is_told_how_they_are_written() -> None:
    ruleset = made("calls: [pung]\nshapes: {it: {sets: 4, pair: 1}}\npatterns: [{id: it, value: 1}]\n")
    (fault,) = refusal(lambda: parse_request(Request("1111m234567p456s5s+5s"), ruleset))
    assert message_text(fault.message) == "15 tiles; a complete hand in small has 14"


@pytest.mark.parametrize(
    ("hand", "lacks"),
    [
        ("123m", 2),
        ("123m4m", 1),
        ("123m44m", 0),
        ("123m445m", 2),
        ("123m4456m", 1),
        ("123m44556m", 0),
        ("123m445566m", -1),
    ],
)
def test_a_hand_lacks_tiles_to_the_next_complete_size(hand: str, lacks: int) -> None:
    """One that lacks none has a tile too many to wait."""
    shapes = "shapes: {one: {sets: 1, pair: 1}, two: {sets: 2, pair: 1}}\n"
    ruleset = made(f"{shapes}patterns: [{{id: it, value: 1}}]\n")
    held = parse_waiting_request(Request(hand), ruleset, {}, any_size=True)[0]
    assert tiles_to_come(held, ruleset) == lacks
    if lacks in (0, 1):
        assert has_extra_tile(held, ruleset) is (lacks == 0)


def test_a_part_of_a_hand_is_refused_unless_it_is_asked_for() -> None:
    riichi = load_ruleset("riichi")
    (fault,) = refusal(lambda: parse_waiting_request(Request("234m345p"), riichi, {}))
    assert "6 tiles; a hand of Riichi (four players) that waits" in message_text(fault.message)
    assert not refusal(lambda: parse_waiting_request(Request("234m345p"), riichi, {}, any_size=True))


@pytest.mark.parametrize(("count", "is_valid"), [(0, True), (1000, True), (1001, False), (-1, False)])
def test_a_number_of_counters_has_bounds(count: int, is_valid: bool) -> None:
    assert (count_fault("honba", count, load_ruleset("riichi")) == "") is is_valid


@pytest.mark.parametrize("count", [True, "3", 2.0, None])
def test_a_number_of_counters_is_a_whole_number(count: object) -> None:
    with pytest.raises(InputError, match="expected a whole number from 0 to 1000"):
        refuse_wrong_counters(load_ruleset("riichi"), honba=0, sticks=count)


BIRDS = "circumstances: {bird: {name: Bird, seat: true}}\nshapes: {it: {sets: 4, pair: 1}}\npatterns: [{id: it, value: 1}]\n"


@pytest.mark.parametrize(
    ("said", "reads", "refused"),
    [
        (("bird=W",), (("bird", 3),), ""),
        (("bird= west ",), (("bird", 3),), ""),
        (("bird=4",), (("bird", 4),), ""),
        (("bird=5",), (), "takes a seat"),
        (("bird=0",), (), "takes a seat"),
        (("bird",), (), "takes a seat"),
        (("bird=W", "bird=S"), (), "is given twice"),
    ],
)
def test_a_circumstance_of_a_seat_is_said_with_one_seat(
    said: tuple[str, ...], reads: tuple[tuple[str, int], ...], refused: str
) -> None:
    request = Request("123m456m789m111p5p+5p", circumstances=said)
    faults = refusal(lambda: parse_request(request, made(BIRDS)))
    assert [refused in message_text(fault.message) for fault in faults] == ([True] if refused else [])
    if not refused:
        assert parse_request(request, made(BIRDS))[1].circumstances == reads


def test_a_circumstance_is_written_with_its_seat_or_number() -> None:
    bird = made(BIRDS).circumstance_by_id["bird"]
    assert [circumstance_text(bird, count) for count in (1, 4, 0)] == ["bird=E", "bird=N", "bird=0"]
    north = load_ruleset("sanma").circumstance_by_id["north"]
    assert [circumstance_text(north, count) for count in (1, 4, 0)] == ["north=1", "north=4", "north=0"]
    assert circumstance_text(load_ruleset("riichi").circumstance_by_id["riichi"], 1) == "riichi"


@pytest.mark.parametrize(("at_most", "number", "says"), [("", 20, ""), ("", 21, "21 indicators; at most 20"),
                                                         ("at_most: 3", 3, ""), ("at_most: 3", 4, "at most 3")])  # fmt: skip
def test_there_are_no_more_indicators_than_the_rules_allow_which_is_twenty_at_most(
    at_most: str, number: int, says: str
) -> None:
    ruleset = made(
        f"indicators: {{dora: {{{at_most}}}}}\nshapes: {{it: {{sets: 4, pair: 1}}}}\npatterns: [{{id: it, value: 1}}]\n"
    )
    shown = "".join(f"{rank}{suit}" for suit in "ps" for rank in range(1, 10)) + "1z2z3z"
    request = Request("123m456m789m111m5m+5m", indicators={"dora": shown[: 2 * number]})
    faults = refusal(lambda: parse_request(request, ruleset))
    assert [says in message_text(fault.message) for fault in faults] == ([True] if says else [])
