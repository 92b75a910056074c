"""The other ways to read a hand: a note in the breakdown, or all of them, ranked."""

from __future__ import annotations

from scorer.engine.results import Score, Valued
from scorer.render.result import group_text, laid_out
from scorer.render.words import amount
from scorer.tiles import name_in
from scorer.words.labels import label

MOST_SHOWN = 20
"""A hand with jokers can be read in more than a thousand ways."""


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
    return f"{amount(score.complete)} readings; {paid}."


def different(score: Score) -> list[Valued]:
    """The best way to count each reading that can win, best first."""
    found: dict[object, Valued] = {}
    for valued in score.readings:
        found.setdefault(valued.reading, valued)
    return list(found.values())


def all_readings(score: Score, language: str) -> tuple[str, ...]:
    """Every reading that can win, best first, and how many cannot."""
    found = different(score)
    if score.complete == 1:
        return ("There is no other way to read the hand.",)
    lines = [f"{amount(len(found))} of {amount(score.complete)} readings can win, best first:"]
    for place, valued in enumerate(found[:MOST_SHOWN], start=1):
        names = ", ".join(name_in(award.pattern.names, language) for award in valued.awards)
        lines.append(f"{place}. {_sets(valued, score, language)}: {names}; {amount(valued.payments.points)}")
    if len(found) > MOST_SHOWN:
        least = amount(found[-1].payments.points)
        lines.append(f"and {amount(len(found) - MOST_SHOWN)} more; the last pays {least}.")
    return tuple(lines)


def _sets(valued: Valued, score: Score, language: str) -> str:
    sets = " ".join(group_text(group, score.ruleset) for group in laid_out(valued.reading.groups))
    won = next((group for group in valued.reading.groups if group.won), None)
    wait = f" ({label(valued.reading.wait, language)})" if valued.reading.wait else ""
    return f"{sets}, won in {group_text(won, score.ruleset)}{wait}" if won else sets
