"""Writes the events of an evening as its file has them: one flow mapping a line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping

from scorer.engine.value import Amount
from scorer.table import events
from scorer.table.events import Event, PointsByPlayer, ValuesByPlayer

PLAIN = re.compile(r"[^\W\d_]\w*|[0-9]+ [^\W\d_]\w*(?: \w+)*")
"""Texts that YAML reads as they are: a name, or a count with its unit."""
NO_TEXT = ("true", "false", "null", "yes", "no", "on", "off", "y", "n")
HEAD = "events:\n"


def event_line(event: Event) -> str:
    """The line of an event, without the dash.

    >>> event_line(events.Win((("Ann", "3 han 40 fu"),), "Ben")), event_line(events.Declaration("1"))
    ('{win: {Ann: 3 han 40 fu}, from: Ben}', '{riichi: "1"}')
    """
    fields = WRITERS[type(event)](event)
    first, *rest = fields.items()
    kept = [first, *((key, value) for key, value in rest if value)]
    return "{" + ", ".join(f"{key}: {_flow(value)}" for key, value in kept) + "}"


def evening_text(lines: Iterable[str]) -> str:
    """The file of an evening, of the lines of its events.

    >>> evening_text(["{note: rain}"])
    'events:\\n- {note: rain}\\n'
    """
    return HEAD + "".join(f"- {line}\n" for line in lines)


def quoted(text: str) -> str:
    """A text as YAML has it: in quotes, unless it is plain words.

    >>> quoted("3 han 40 fu"), quoted("no"), quoted("123m")
    ('3 han 40 fu', '"no"', '"123m"')
    """
    if PLAIN.fullmatch(text) and text.casefold() not in NO_TEXT:
        return text
    return json.dumps(text, ensure_ascii=False)


def _flow(value: object) -> str:
    """A value as it is written inside a flow mapping."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(key))}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_flow(one) for one in value)}]"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value).lower() if isinstance(value, bool) else quoted(str(value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _values(values: ValuesByPlayer) -> dict[str, str] | list[str]:
    """A text for each player, or the names alone if there are no texts."""
    return dict(values) if any(text for _, text in values) else [name for name, _ in values]


def _points(points: PointsByPlayer) -> dict[str, Amount]:
    return dict(points)


def _win(event: events.Win) -> dict[str, object]:
    return {
        "win": dict(event.values), "from": event.discarder, "liable": dict(event.liable),
        "others": dict(event.others), "next": event.next_dealer,
    }  # fmt: skip


def _game(event: events.GameStart) -> dict[str, object]:
    return {
        "game": event.ruleset, "players": list(event.players), "rounds": event.rounds,
        "options": dict(event.options), "stake": event.stake, "currency": event.currency,
    }  # fmt: skip


WRITERS: Mapping[type, Callable[..., dict[str, object]]] = {
    events.GameStart: _game,
    events.Declaration: lambda event: {events.DECLARATION: event.player},
    events.Win: _win,
    events.Draw: lambda event: {
        "draw": event.kind, "ready": _values(event.ready), "by": list(event.paid),
        "pigs": list(event.unsorted), "next": event.next_dealer,
    },
    events.FalseWin: lambda event: {"false_win": event.player},
    events.SpotPayment: lambda event: {"paid": event.name, "by": event.player, "from": event.discarder},
    events.PointPenalty: lambda event: {
        "penalty": _points(event.points), "to": event.receiver, "why": event.reason,
    },
    events.Adjustment: lambda event: {"adjust": _points(event.changes), "why": event.reason},
    events.ChipPayment: lambda event: {"chips": _points(event.chips)},
    events.Count: lambda event: {"count": _points(event.scores)},
    events.KnownResult: lambda event: {"result": _points(event.scores), "sticks": event.sticks},
    events.GameEnd: lambda event: {"end": event.reason},
    events.Note: lambda event: {"note": event.text},
}  # fmt: skip
"""The fields of each sort of event; those after the first are left out if they are empty."""
