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


GAME = b"- {game: riichi, players: [Ann, Ben, Cho, Dia]}"
WIN = b"- {win: {Ann: mangan}, from: Ben}"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"-\t{riichi: Cho}", "tab"),
        (b"- {note: caf\xe9}", "0xE9 is not UTF-8"),
        (b"- {note: a\x00b}", "U+0000"),
        (b"- {riichi: Cho", "never closed"),
        (b"- {riichi: Cho}}", "closes nothing"),
        (b"- {riichi: }", "expected the name of a player"),
        (b"- {riichi: Cho, player: Cho}", "leave out 'player'"),
        (b"- {riichi: 1e999}", "number"),
        (b"- {riichi: Cho, riichi: Dia}", "duplicate key"),
        (b"- [" + b"[" * 60 + b"]" * 61, "nested deeper"),
    ],
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_damaged_line_is_reported_and_the_others_count(line: bytes, told: str, end: bytes) -> None:
    read = read_evening(b"\xef\xbb\xbf" + end.join([b"events:", GAME, line, WIN, b""]))
    assert [(fault.line, told in str(fault.message)) for fault in read.faults] == [(3, True)], read.faults
    assert read.evening.games[0].state.scores == (37000, 13000, 25000, 25000)


def test_a_byte_that_is_not_utf_8_before_the_events_costs_no_event() -> None:
    read = read_evening(b"\n".join([b"evening: caf\xe9", b"events:", GAME, WIN, b""]))
    assert [(fault.line, "0xE9" in str(fault.message)) for fault in read.faults] == [(1, True)]
    assert read.evening.games[0].state.scores == (37000, 13000, 25000, 25000)


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
