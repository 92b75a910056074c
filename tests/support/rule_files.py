"""Looks into a rule file that was read, by paths of keys and places in lists."""

from __future__ import annotations

from scorer.ruleset.items import Item, Path, RuleText


def item_at(source: RuleText, *path: str | int) -> Item:
    item = source.root
    for step in path:
        item = item.value[step] if isinstance(item.value, list) else item.fields[str(step)]  # type: ignore[index]
    return item


def place_of(source: RuleText, path: Path, offset: int = 0, key: bool = False) -> tuple[int, int]:
    """Line and column, from 1, of a character of the value at a path, or of its key."""
    return item_at(source, *path).position(offset, key)
