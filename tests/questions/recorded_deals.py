"""Settles whole deals that are recorded as data, and tells which come out differently.

python -m tests.questions.recorded_deals FOLDER

A line of a file has an `input` with the counts of the hands, or with the events of a deal, and under `expect` what each
seat gains.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from scorer import InputError
from scorer.questions.rules import ruleset_from_text
from scorer.scoring import load_ruleset
from scorer.table.settle import drawn_deal_result
from scorer.table.whole_deal import settled_deal

READY_COUNTS = {"ready": "1", "unready": "0"}
PIG, NO_PIG = "123m456p79s24s558p", "123m456m79m24p558p"
"""A hand with tiles of three suits and one of two, neither of which is ready."""
WENZHOU = """
extends: hong-kong
comparisons:
  wild: {between: losers, number: base, pays: {each: difference}}
"""
"""Wild tiles are compared by all players: everybody settles the difference with everybody."""
AUTHORITY = {"classical": "classical-european"}
"""Whose rules a record follows if the game has several."""


def gains(name: str, deal: dict[str, Any]) -> dict[str, float]:
    """What each seat gains in a deal."""
    rules = (
        ruleset_from_text(WENZHOU)
        if name == "wenzhou"
        else load_ruleset(AUTHORITY.get(name, name), options(name, deal))
    )
    if counts := deal.get("scores", deal.get("counts")):
        won = deal.get("winners", [])
        others = " ".join(f"{seat}:{count}" for seat, count in counts.items() if seat not in won)
        wins = ", ".join(f"{seat} wins {counts[seat]}" for seat in won)
        return dict(settled_deal(rules, [], others, wins).balance)
    events = [text for event in deal["events"] if (text := event_text(event))]
    winners = {event["win"] for event in deal["events"] if "win" in event}
    end = next((event for event in deal["events"] if event.get("exhausted")), {})
    hands = {seat: "0" for seat in "ESWN" if seat not in winners}
    if end.get("pigs"):
        hands = {seat: PIG if seat in end["pigs"] else NO_PIG for seat in hands}
    hands |= {seat: str(2 ** min(fan, 3)) for seat, fan in dict(end.get("ready") or {}).items()}
    text = " ".join(f"{seat}:{hand}" for seat, hand in hands.items())
    if end:
        return dict(drawn_deal_result(text, rules, events=", ".join(events)).balance)
    return dict(settled_deal(rules, [], text, ", ".join(events)).balance)


def options(name: str, deal: dict[str, Any]) -> dict[str, int | str]:
    if any("liable" in event for event in deal.get("events", [])):
        return {"liability": "all_wins"}
    return {"limit": deal["limit"]} if "limit" in deal else {"limit": 5000} if name == "classical" else {}


def event_text(event: dict[str, Any]) -> str:
    """An event as it is typed; nothing for a kong that is not paid, and for the end of the deal."""
    if "win" in event:
        feeder = f" from={event['from']}" if "from" in event else ""
        # in Hong Kong, each of three players pays half of the base for a self-draw
        base = event["points"] * 2 // 3 if "points" in event else 2 ** min(event["fan"], 3)
        liable = [f"pao={seat}" for seat in event.get("liable", [])]
        return " ".join([f"{event['win']} wins {base}{feeder}", *event.get("with", []), *liable])
    if "kong" not in event or event.get("held_before") or event.get("robbed_by"):
        return ""
    feeder = f" from={event['from']}" if "from" in event else ""
    return f"{event['by']} {event['kong']}_kong{feeder}"


def main(folder: Path) -> int:
    wrong = count = 0
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            name, deal = record["input"]["ruleset"], record["input"]["deal"]
            count += 1
            try:
                found: object = gains(name, deal)
            except InputError as error:
                found = str(error)
            if found != record["expect"]["gets"]:
                wrong += 1
                print(f"{record['input']['id']}: expected {record['expect']['gets']}, got {found}")
    print(f"{count - wrong} deals agree, {wrong} differ")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
