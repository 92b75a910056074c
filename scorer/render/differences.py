"""How two rulesets differ, side by side, and what that does to sample hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.audit.differences import Difference
from scorer.audit.effects import Effect, Pair
from scorer.render.comparison import comparison, comparison_json
from scorer.render.document import Block, Document, Line, Row, Table, line, paragraph
from scorer.render.result import Object
from scorer.ruleset.model import Ruleset
from scorer.teach.compare import Column
from scorer.teach.labels import amount, gain, sentence
from scorer.tiles import name_in
from scorer.values import dataclass

NOTHING = "-"
TITLES = {
    "game": "The game",
    "classes": "Classes of tiles",
    "sets": "Kinds of set",
    "otherwise": "A hand without any pattern",
}
MOST_COUNTED = 12
Labels = tuple[str, str]
"""What the two rulesets are called."""


@dataclass(frozen=True)
class RulesetDiff:
    """What the comparison of two rulesets has to show: their differences, and what sample hands say.

    `played` and `examples` are there where hands were scored under both.
    """

    labels: Labels
    found: Sequence[Difference]
    played: Effect | None
    examples: Sequence[list[Column]]
    language: str = "en"

    def document(self) -> Document:
        shown = differences_document(self.found, self.labels, self.language)
        if self.played is not None:
            shown = (*shown, *effect_document(self.played, self.labels, self.language))
        for number, columns in enumerate(self.examples, 1):
            shown = (*shown, paragraph(f"Hand {number}"), *comparison(columns, self.language))
        return shown

    def object(self) -> Object:
        result = differences_json(self.found, self.labels, self.language)
        if self.played is None:
            return result
        hands = [comparison_json(columns, self.language) for columns in self.examples]
        return result | {"effect": effect_json(self.played) | {"examples": hands}}


def differences_document(found: Sequence[Difference], labels: Labels, language: str = "en") -> Document:
    """A table for each section in which the rulesets differ."""
    first, second = labels
    if not found:
        return (paragraph(f"{first} and {second} play the same."),)
    many = "1 difference" if len(found) == 1 else f"{len(found)} differences"
    sections = groupby(found, lambda change: change.section)
    tables = (_section(name, list(changes), labels, language) for name, changes in sections)
    return (paragraph(f"{first} and {second}: {many}"), *tables)


def _section(name: str, changes: Sequence[Difference], labels: Labels, language: str) -> Table:
    rows = tuple(_row(change, language) for change in changes)
    return Table(rows, "lll", TITLES.get(name, sentence(name)), ("", *labels))


def _row(change: Difference, language: str) -> Row:
    name = name_in(change.names, language)
    what = f"{name} ({change.id})" if name and name != change.id else change.id
    what += f", {change.label}" if change.label and not change.is_whole else ""
    what += f": {change.note}" if change.note else ""
    return line(what), line(change.before or NOTHING), line(change.after or NOTHING)


def differences_json(found: Sequence[Difference], labels: Labels, language: str = "en") -> Object:
    """Every difference by section, id and label; a side that says nothing is null."""
    return {
        "before": labels[0],
        "after": labels[1],
        "differences": [_object(change, language) for change in found],
    }


def _object(change: Difference, language: str) -> Object:
    return {
        "section": change.section,
        "id": change.id,
        "name": name_in(change.names, language) or None,
        "label": change.label or None,
        "before": change.before or None,
        "after": change.after or None,
    }


# ---- on hands


def effect_document(effect: Effect, labels: Labels, language: str = "en") -> Document:
    """How many sample hands change, by how much, and what is counted differently in them."""
    hands = len(effect.pairs)
    if not hands:
        return (
            paragraph(f"No hand of {labels[0]} can be played under {labels[1]}, or the other way round."),
        )
    changed = len(effect.changed)
    head = [f"{amount(changed)} of {amount(hands)} sample hands change."]
    if effect.foreign:
        head.append(f"{amount(effect.foreign)} more can be played under one of the two only.")
    blocks: list[Block] = [paragraph(*head)]
    if changed:
        blocks.append(
            Table(tuple(_kinds(effect, labels)), "lrrr", header=("", "hands", "on average", "most"))
        )
    if effect.counted:
        blocks.append(_counted(effect, language))
    return tuple(blocks)


def _kinds(effect: Effect, labels: Labels) -> Iterator[Row]:
    """Hands by what becomes of their payment."""
    more = [step for step in effect.steps if step > 0]
    less = [step for step in effect.steps if step < 0]
    same = len(effect.changed) - len(more) - len(less) - effect.lost - effect.gained
    yield from (_steps("paid more", more), _steps("paid less", less))
    rest = {
        f"wins under {labels[0]} only": effect.lost,
        f"wins under {labels[1]} only": effect.gained,
        "paid the same, counted differently": same,
    }
    yield from ((line(text), line(amount(count)), line(), line()) for text, count in rest.items() if count)


def _steps(text: str, steps: Sequence[int | float]) -> Row:
    if not steps:
        return line(text), line("0"), line(), line()
    mean = round(sum(steps) / len(steps))
    most = max(steps, key=abs)
    return line(text), line(amount(len(steps))), line(gain(mean)), line(gain(most))


def _counted(effect: Effect, language: str) -> Table:
    listed = effect.counted[:MOST_COUNTED]
    rows = [(_thing(sort, name, effect, language), line(amount(count))) for (sort, name), count in listed]
    more = len(effect.counted) - len(listed)
    if more:
        rows.append((line(f"and {more} more"), line()))
    return Table(tuple(rows), "lr", header=("counted differently", "hands"))


def _thing(sort: str, name: str, effect: Effect, language: str) -> Line:
    for ruleset in (effect.before, effect.after):
        found = _names(sort, name, ruleset, language)
        if found:
            return line(f"{found} ({name})")
    return line(name)


def _names(sort: str, name: str, ruleset: Ruleset, language: str) -> str:
    parts = {
        "pattern": {item.id: item.names for item in ruleset.pattern_by_id.values()},
        "bonus": {item.id: item.names for item in ruleset.bonuses},
        "limit": {item.id: item.names for item in ruleset.limits},
    }
    return name_in(parts.get(sort, {}).get(name, ()), language)


def effect_json(effect: Effect) -> Object:
    """The numbers of hands, every hand that changes, and what is counted differently in them."""
    return {
        "hands": len(effect.pairs),
        "foreign": effect.foreign,
        "changed": len(effect.changed),
        "more": sum(step > 0 for step in effect.steps),
        "less": sum(step < 0 for step in effect.steps),
        "lost": effect.lost,
        "gained": effect.gained,
        "counted": [{"sort": sort, "id": name, "hands": count} for (sort, name), count in effect.counted],
        "changes": [_change(pair) for pair in effect.changed],
    }


def _change(pair: Pair) -> Object:
    request = pair.request
    return {
        "hand": request.hand,
        "win": request.win,
        "round": request.round,
        "seat": request.seat,
        "with": list(request.with_),
        **{name: tiles for name, tiles in request.indicators.items() if tiles},
        "before": pair.before,
        "after": pair.after,
    }
