"""How two rulesets differ, by section, id and value."""

from __future__ import annotations

from itertools import groupby

from scorer.audit.rules import Entry, rules_of_payment, rules_of_the_hand
from scorer.ruleset.model import Ruleset
from scorer.tiles import Names
from scorer.values import dataclass, replace

SECTIONS = (
    "options", "game", "tiles", "classes", "sets", "shapes", "facts", "circumstances", "indicators",
    "patterns", "otherwise", "bonuses", "sheet", "tables", "amounts", "limits", "payment", "penalties",
)  # fmt: skip
"""The order of a rule file; `game` are the settings that stand at its top."""
THERE = "there"
"""The label of a difference that is the whole entry: it stands in one ruleset only."""


@dataclass(frozen=True)
class Difference:
    """One thing that two rulesets say differently. An empty side says nothing.

    Without a `label`, the difference is all that the entry says; the label `there` means that the whole
    entry stands on one side only, and its text is all that it says.
    """

    section: str
    id: str
    label: str
    before: str
    after: str
    names: Names = ()
    note: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the whole entry stands on one side only."""
        return self.label == THERE


def differences(before: Ruleset, after: Ruleset) -> tuple[Difference, ...]:
    """Everything that two rulesets, as configured, say differently, in the order of the sections.

    >>> from scorer.library import load_ruleset
    >>> plain, rounded = load_ruleset("riichi"), load_ruleset("riichi", {"kiriage_mangan": True})
    >>> [(change.id, change.before, change.after) for change in differences(plain, rounded)]
    [('kiriage_mangan', 'false', 'true')]
    """
    first, second = entries_of(before), entries_of(after)
    keys = [*first, *(key for key in second if key not in first)]
    keys.sort(key=lambda key: SECTIONS.index(key[0]))
    found = (change for key in keys for change in _compared(first.get(key), second.get(key)))
    return _tiles_together(tuple(found))


def entries_of(ruleset: Ruleset) -> dict[tuple[str, str], Entry]:
    """Everything that a ruleset says, by section and id."""
    entries = (*rules_of_the_hand(ruleset), *rules_of_payment(ruleset))
    return {(item.section, item.id): item for item in entries}


def _compared(before: Entry | None, after: Entry | None) -> list[Difference]:
    either = after or before
    if either is None or before == after:
        return []
    if before is None or after is None:
        return [_difference(either, THERE, *(said_in_full(side) if side else "" for side in (before, after)))]
    first, second = dict(before.pairs), dict(after.pairs)
    labels = (label for label in dict.fromkeys([*first, *second]) if first.get(label) != second.get(label))
    return [_difference(after, label, first.get(label, ""), second.get(label, "")) for label in labels]


def _difference(either: Entry, label: str, before: str, after: str) -> Difference:
    return Difference(either.section, either.id, label, before, after, either.names, either.note)


def said_in_full(item: Entry) -> str:
    """All that an entry says, in one line."""
    return "; ".join(f"{label} {text}" if label else text for label, text in item.pairs)


def _tiles_together(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Tiles that differ in the same way as one difference, since boxes differ by whole suits."""
    result: list[Difference] = []
    for is_tile, changes in groupby(found, lambda change: change.section == "tiles"):
        listed = list(changes)
        result += _by_change(listed) if is_tile else listed
    return tuple(result)


def _by_change(changes: list[Difference]) -> list[Difference]:
    together: dict[tuple[str, str, str], Difference] = {}
    for change in changes:
        key = (change.label, change.before, change.after)
        first = together.get(key)
        together[key] = replace(first, id=_joined(first.id, change.id), names=()) if first else change
    return list(together.values())


def _joined(codes: str, code: str) -> str:
    """Notation with one tile more: digits before one letter."""
    return codes[:-1] + code if codes[-1:] == code[-1:] else codes + code
