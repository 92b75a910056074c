"""Every fault of an evening is reported at its line and changes nothing; and an edit of an event changes what follows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorer import read_evening
from tests.support.tables import table
from tests.table.evenings import edited_text

FAULTY = table("faulty-evenings")
EVENINGS = table("evening-edits")
EDITS = [(row["events"], change) for row in EVENINGS for change in row["changes"]]


@pytest.mark.parametrize("row", FAULTY, ids=[row["promise"] for row in FAULTY])
def test_every_fault_is_reported_at_its_line_and_changes_nothing(row: dict[str, Any]) -> None:
    lines = [event if isinstance(event, str) else json.dumps(event) for event in row["events"]]
    read = read_evening("\n".join(["events:", *(f"- {line}" for line in lines)]).encode())
    found = {fault.line: str(fault.message) for fault in read.faults}
    assert [fault.line for fault in read.faults] == list(row["faults"]), found
    assert not [words for line, words in row["faults"].items() if words not in found[line]], found
    assert list(read.evening.games[-1].state.scores) == row["scores"]


@pytest.mark.parametrize(
    ("events", "change"), EDITS, ids=[f"{one['change']} {one.get('event', '')}" for _, one in EDITS]
)
def test_a_changed_event_changes_everything_after_it(events: list[str], change: dict[str, Any]) -> None:
    text = "\n".join(["events:", *events]) + "\n"
    if "event" in change:
        text = edited_text(text, change)
    read = read_evening(text.encode())
    game = read.evening.games[0]
    assert [fault.event for fault in read.faults] == change.get("faults", [])
    assert list(game.state.scores) == change["scores"]
    assert game.final.why == change["why"]
    assert list(game.final.results) == change.get("results", list(game.final.results))
    assert game.deals[-1].deal.next_name == change.get("next", game.deals[-1].deal.next_name)
