"""Builds options, circumstances and indicators."""

from __future__ import annotations

from scorer.language.vocabulary import NUMBER, TRUTH, OptionSort
from scorer.ruleset.build_tiles import kinds_of
from scorer.ruleset.builder import Building, by_name, made, whole
from scorer.ruleset.items import Item
from scorer.ruleset.model import Circumstance, Indicator, Option, Value
from scorer.ruleset.options import value_fault
from scorer.tiles import TileSet


def build_options(building: Building) -> tuple[Option, ...]:
    """The options, which are known to every expression from here on."""
    options = by_name(building.root.get("options"), lambda name, item: _option(building, name, item))
    sorts = {
        option.id: OptionSort(option.sort, tuple(c for c in option.choices if isinstance(c, str)))
        for option in options
    }
    building.knows(options=sorts)
    return options


def _option(building: Building, name: str, item: Item) -> Option:
    default_item, choices = item.get("default"), item.get("choices")
    default: Value = _plain(default_item) if default_item else False
    words = tuple(map(_plain, choices.entries)) if choices else ()
    is_flag = isinstance(default, bool) and not words
    sort = TRUTH if is_flag else "word" if isinstance(default, str) else NUMBER
    text = (item.get("help") or item).text()
    option = made(building, Option, item, id=name, default=default, sort=sort, choices=words, help=text)
    message = value_fault(option, default)
    if sort == "word" and not words:
        message = (
            f"'{default}' is a word, and there are no choices; write true or false, a number, or choices"
        )
    if message and default_item:
        building.problems.append(default_item.problem("L206", message))
    return option


def _plain(item: Item) -> Value:
    value = item.value
    return value if isinstance(value, bool | int | str) else item.text()


def declare_facts(building: Building) -> None:
    """Makes the facts that circumstances set known to expressions, before any is read."""
    item = building.root.get("circumstances")
    facts: dict[str, str] = {}
    circumstances: dict[str, str] = {}
    for name, entry in (item.fields if item else {}).items():
        fact = entry.get("fact")
        word = fact.text() if fact else name
        facts[word] = NUMBER if entry.get("number") else TRUTH
        circumstances[name] = word
    for name in building.dropped:
        facts.setdefault(name, TRUTH)
    indicators = building.root.get("indicators")
    building.knows(
        facts=facts,
        circumstances=circumstances,
        indicators=frozenset(indicators.fields if indicators else ()),
    )


def build_circumstances(building: Building, tileset: TileSet) -> tuple[Circumstance, ...]:
    """The circumstances; a standard one stays only where no own one sets its fact."""
    item = building.root.get("circumstances")
    fields = dict(item.fields if item else {})
    own = {_fact_of(name, e) for name, e in fields.items() if not building.is_standard(e)}
    kept = {n: e for n, e in fields.items() if not building.is_standard(e) or _fact_of(n, e) not in own}
    return tuple(_circumstance(building, name, entry, tileset) for name, entry in kept.items())


def _fact_of(name: str, item: Item) -> str:
    fact = item.get("fact")
    return fact.text() if fact else name


def _circumstance(building: Building, name: str, item: Item, tileset: TileSet) -> Circumstance:
    number, tiles = item.get("number"), item.get("tiles")
    return made(
        building,
        Circumstance,
        item,
        id=name,
        fact=_fact_of(name, item),
        most=whole(number, 1) if number else 1,
        counted=number is not None,
        tiles=tuple(kinds_of(building, tiles, tileset)) if tiles else (),
    )


def build_indicators(building: Building, tileset: TileSet) -> tuple[Indicator, ...]:
    """The inputs of indicator tiles."""
    return by_name(
        building.root.get("indicators"), lambda name, item: _indicator(building, name, item, tileset)
    )


def _indicator(building: Building, name: str, item: Item, tileset: TileSet) -> Indicator:
    shows = item.get("shows")
    if not tileset.order and (shows is None or shows.text() == "next"):
        message = f"no tile follows another in this set, so '{name}' points at nothing"
        hint = "give the tiles an order under 'tileset', or say shows: same"
        building.problems.append(item.problem("L206", message, key=True, hint=hint))
    return made(building, Indicator, item, id=name)
