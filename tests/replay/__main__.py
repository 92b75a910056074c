"""Referees a folder of recorded games, and tells what does not agree.

python -m tests.replay FOLDER

Damaged files in a folder `damaged` are compared with its `expect.jsonl`: the deal that is damaged must be told, and no
other. `KNOWN` are the deals of whole games that are known to differ.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

from scorer import InputError, read_game
from scorer.replay.evening import events_of_report
from scorer.replay.referee import Report, referee_many
from scorer.table.evening import evening_of

KNOWN = {
    "a deal without events": "the log has no events of this deal",
    "a deal whose end is missing": "the log has no result for this deal",
}
"""What may be told of a whole game, by the words of a trouble of the same deal."""
SLOWEST = 2.0
"""Seconds that a hostile file may take."""


def wrong_games(folder: Path) -> list[str]:
    """The deals of whole games in which log and rules differ, except the known ones."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.parent.name != "damaged"]
    games = [read_game(path) for path in files if path.suffix not in (".md", ".txt") or path.parent != folder]
    found, wins = [], 0
    for report in referee_many(games):
        wins += len(report.wins)
        for deal in report.deals:
            is_known = any(word in str(one.message) for one in deal.troubles for word in KNOWN.values())
            told = [*(one.topic for one in deal.mismatches), *(str(one.message) for one in deal.troubles)]
            if told and not is_known:
                found.append(f"{report.game.file} {deal.name}: {', '.join(told)}")
        if report.final_mismatch:
            found.append(f"{report.game.file}: {report.final_mismatch.topic}")
        found += wrong_scores(report)
    print(f"{len(games)} games, {wins} wins, {len(found)} deals differ")
    return found


def wrong_scores(report: Report) -> list[str]:
    """The first deal after which an evening of the same events has other scores than the referee."""
    first = report.game.first_dealer
    evening = evening_of(events_of_report(report), load=lambda name: report.ruleset)
    refereed = [deal for deal in report.deals if deal.wins or (deal.draw and deal.draw.rule)]
    for deal, played in zip(refereed, evening.games[0].deals, strict=False):
        if deal.scores_after is None:
            continue
        if played.deal.scores != (*deal.scores_after[first:], *deal.scores_after[:first]):
            return [f"{report.game.file} {deal.name}: an evening has {played.deal.scores}"]
    return []


def told_deals(report: Report) -> set[int]:
    """The places of the deals of which something is told."""
    return {place for place, deal in enumerate(report.deals) if deal.mismatches or deal.troubles}


def wrong_damages(folder: Path) -> list[str]:
    """The damaged files of which something else is told than expected."""
    found = []
    lines = [json.loads(line) for line in (folder / "expect.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        start = perf_counter()
        try:
            (report,) = referee_many([read_game(folder / line["file"])])
            told, place = told_deals(report), line["round"]
            if place is not None and told != {place}:
                found.append(f"{line['file']}: told {sorted(told)}, expected {place}")
            if place is None and not (told or report.troubles or report.notes):
                found.append(f"{line['file']}: nothing is told")
        except InputError:
            if line["round"] is not None:
                found.append(f"{line['file']}: refused")
        if perf_counter() - start > SLOWEST:
            found.append(f"{line['file']}: takes {perf_counter() - start:.1f} seconds")
    print(f"{len(lines)} damaged files, {len(found)} told otherwise")
    return found


if __name__ == "__main__":
    top = Path(sys.argv[1])
    faults = wrong_games(top)
    if (top / "damaged" / "expect.jsonl").exists():
        faults += wrong_damages(top / "damaged")
    print("\n".join(faults))
    sys.exit(1 if faults else 0)
