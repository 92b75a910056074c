"""The other ways to read a hand: a note in the breakdown, or all of them, ranked."""

from __future__ import annotations

from scorer.engine.results import Score, Valued
from scorer.render.document import Paragraph, line, paragraph
from scorer.render.result import group_text, laid_out
from scorer.render.words import WAITS, amount
from scorer.tiles import name_in


def readings_note(score: Score) -> str:
    """Whether the hand can be read another way, and what that would pay; nothing where it cannot."""
    if score.complete < 2:
        return ""
    rest = len(different(score)) - 1
    other = "the other" if score.complete == 2 else "the next best"
    if not rest:
        paid = "the others do not win" if score.complete > 2 else "the other does not win"
    else:
        points = different(score)[1].payments.points
        same = points == score.points
        paid = f"{other} pays {'the same' if same else amount(points)}"
    return f"{score.complete} readings; {paid}."


def different(score: Score) -> list[Valued]:
    """The best way to count each reading that can win, best first."""
    found: dict[object, Valued] = {}
    for valued in score.readings:
        found.setdefault(valued.reading, valued)
    return list(found.values())


def all_readings(score: Score, language: str) -> Paragraph:
    """Every reading that can win, best first, and how many cannot."""
    found = different(score)
    if score.complete == 1:
        return paragraph("There is no other way to read the hand.")
    lines = [f"{len(found)} of {score.complete} readings can win, best first:"]
    for place, valued in enumerate(found, start=1):
        names = ", ".join(name_in(award.pattern.names, language) for award in valued.awards)
        lines.append(f"{place}. {_sets(valued, score)}: {names}; {amount(valued.payments.points)}")
    return paragraph(*map(line, lines), indent=3)


def _sets(valued: Valued, score: Score) -> str:
    sets = " ".join(group_text(group, score.ruleset) for group in laid_out(valued.reading.groups))
    won = next((group for group in valued.reading.groups if group.won), None)
    wait = WAITS.get(valued.reading.wait, valued.reading.wait)
    return f"{sets}, won in {group_text(won, score.ruleset)} ({wait})" if won else sets
