"""A hand and what is said of it is read, and refused at its place, as `tests/data/requests.yaml` says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from scorer.engine.configure import configure_ruleset
from scorer.engine.request import has_extra_tile, parse_request, parse_waiting_request, tiles_to_come
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
    return refused.keys() == {fault.source for fault in faults} and all(
        any(fault.source == source and words in message_text(fault.message) for fault in faults)
        for source, words in refused.items()
    )


def marked(fault: Fault) -> str | None:
    """The text that a fault marks."""
    return None if fault.position is None else fault.text[fault.position : fault.position + fault.length]


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
            expected = ["five 5s; there are only four (jokers in called sets are counted)"]
            assert said == (expected if too_many and not fifth else [])
