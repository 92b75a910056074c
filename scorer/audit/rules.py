"""What a ruleset says up to its patterns, as it is played: tiles, sets, shapes, situations, patterns.

Expressions that ask options only are worked out, so that a value is the one in force. What no player
notices (names, definitions, sources, examples) is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.audit.entries import YES, Entry, condition, entry, flag, is_always, plain, said, tidy
from scorer.engine.configure import rules_view
from scorer.engine.evaluate import holds
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.readings import SetKind, Shape
from scorer.ruleset.model import Circumstance, Indicator, Option, Pattern, Requirement, Ruleset
from scorer.tiles import Tile, TileKind, TileSet, members


def rules_of_the_hand(ruleset: Ruleset) -> Iterator[Entry]:
    """Entries of a configured ruleset, from its options to its patterns."""
    view = rules_view(ruleset)
    values = ruleset.option_values
    yield from (_option(option, plain(values[option.id])) for option in ruleset.options)
    yield from _game(ruleset, view)
    yield from _tiles(ruleset.tileset)
    yield from _classes(ruleset)
    yield from (_kind(kind, ruleset) for kind in ruleset.kinds)
    conditions = dict(ruleset.shape_conditions)
    yield from (_shape(shape, conditions.get(shape.id), ruleset, view) for shape in ruleset.shapes)
    yield from (entry("facts", fact.id, [("", said(fact.node, view))], fact.names) for fact in ruleset.facts)
    yield from (_circumstance(item, ruleset.tileset) for item in ruleset.circumstances)
    yield from (_indicator(item, view) for item in ruleset.indicators)
    yield from (_pattern(item, view) for item in ruleset.patterns if holds(item.enabled, view))
    if ruleset.otherwise is not None:
        yield _pattern(ruleset.otherwise, view, "otherwise")


def _option(option: Option, value: str) -> Entry:
    choices = ", ".join(map(plain, option.choices))
    low, high = ("" if end is None else str(end) for end in (option.low, option.high))
    pairs = [("", value), ("choices", choices), ("from", low), ("to", high)]
    return entry("options", option.id, pairs, option.names, option.help)


def _game(ruleset: Ruleset, view: View) -> Iterator[Entry]:
    tier = ruleset.top_tier
    lines = {
        "players": said(ruleset.players, view),
        "unit": ruleset.unit,
        "a win, unless it is said": "self-draw" if ruleset.default_self_draw else "discard",
        "seat and round, unless they are said": f"{ruleset.default_seat} {ruleset.default_round}",
        "what a tile's letter and digit say": " and ".join(ruleset.tileset.attributes),
        "sets that may be called": "" if ruleset.calls is None else ", ".join(ruleset.calls) or "none",
        "only the most valuable pattern counts": flag(ruleset.highest_only),
        "patterns that stand alone": f"from {tier.start} {tier.unit}".strip() if tier else "",
        "worth of one such pattern": str(tier.each) if tier and tier.unit else "",
        "several such patterns add up": said(tier.add, view) if tier else "",
        "at most such patterns": said(tier.cap, view) if tier else "",
        "least to win": said(ruleset.minimum, view),
        "most a hand counts": said(ruleset.maximum, view),
        "needed to win": _conditions(ruleset.to_win),
    }
    yield from (entry("game", name, [("", text)]) for name, text in lines.items() if text)


def _conditions(requires: Iterable[Requirement]) -> str:
    return "; ".join(tidy(item.node.text) for item in requires)


def _tiles(tileset: TileSet) -> Iterator[Entry]:
    for kind in tileset.kinds:
        red = tileset.red_copies(kind.index)
        pairs = [("copies", str(kind.copies)), ("red copies", str(red) if red else "")]
        yield entry("tiles", kind.code, [*pairs, ("is", _marks(kind, tileset))], kind.names)
    cycles = "; ".join(_text(cycle, tileset) for cycle in tileset.order)
    yield entry("tiles", "order", [("", cycles)])
    yield entry("tiles", "winds of the seats", [("", _text(tileset.winds, tileset))])


def _marks(kind: TileKind, tileset: TileSet) -> str:
    """The attributes of a tile that its notation does not say already."""
    written = dict(zip(tileset.attributes, (kind.letter, kind.digit), strict=True))
    return ", ".join(f"{name} {value}" for name, value in kind.attributes if written.get(name) != value)


def _text(kinds: Iterable[int], tileset: TileSet) -> str:
    """Tiles in notation."""
    return tileset.text(Tile(kind) for kind in kinds)


def _classes(ruleset: Ruleset) -> Iterator[Entry]:
    for item in ruleset.classes:
        yield entry("classes", item.id, [("", _text(members(item.mask), ruleset.tileset))], item.names)


def _kind(kind: SetKind, ruleset: Ruleset) -> Entry:
    only = _text(members(kind.mask), ruleset.tileset) if kind.mask is not None else ""
    pairs = [
        ("tiles", str(kind.size)),
        ("the same", ", ".join(kind.same)),
        ("different", ", ".join(kind.differ)),
        ("a run of", kind.run),
        ("step", str(kind.step) if kind.run else ""),
        ("only", only),
        ("declared", flag(kind.declared)),
    ]
    return entry("sets", kind.id, pairs, kind.names)


def _shape(shape: Shape, when: Node | None, ruleset: Ruleset, view: View) -> Entry:
    pairs = [
        ("tiles", str(shape.size)),
        ("sets", str(shape.sets or "")),
        ("pairs", str(shape.pairs or "")),
        ("loose tiles", str(shape.singles or "")),
        ("kinds of set", ", ".join(shape.kinds)),
        ("all different", flag(shape.different)),
        ("nothing called", flag(shape.concealed)),
        ("of", _text(members(shape.mask), ruleset.tileset)),
        ("rows", shape.knitted),
        ("when", condition(when, view)),
    ]
    return entry("shapes", shape.id, pairs, shape.names)


def _circumstance(item: Circumstance, tileset: TileSet) -> Entry:
    pairs = [
        ("makes true", item.fact),
        ("up to", str(item.most) if item.counted else ""),
        ("sets aside", _text(item.tiles, tileset)),
        ("own discards that bring it", item.own_discard),
        ("requires", _conditions(item.requires)),
    ]
    return entry("circumstances", item.id, pairs, item.names)


def _indicator(item: Indicator, view: View) -> Entry:
    pairs = [
        ("shows", item.shows),
        ("at most", said(item.at_most, view)),
        ("requires", _conditions(item.requires)),
    ]
    return entry("indicators", item.id, pairs, item.names)


def _pattern(item: Pattern, view: View, section: str = "patterns") -> Entry:
    alternatives = (", ".join(node.text for node in nodes) for nodes in item.alternatives)
    pairs = [
        ("value", _value(item, view)),
        ("unit", item.unit if item.unit != view.ruleset.unit else ""),
        ("when", condition(item.when, view)),
        ("match", " or ".join(map(tidy, alternatives))),
        ("where", said(item.where, view)),
        ("count", said(item.count, view)),
        ("counts for each match", flag(item.repeat)),
        ("stands alone", _alone(item, view)),
        ("awarded though worth nothing", flag(item.zero)),
        ("implies", ", ".join(item.implies)),
        ("excludes", ", ".join(item.excludes)),
        ("absorbs", ", ".join(item.absorbs)),
        ("takes away", ", ".join(f"{number} of {name}" for name, number in item.less)),
        ("link", item.link),
    ]
    return entry(section, item.id, pairs, item.names)


def _alone(item: Pattern, view: View) -> str:
    return YES if is_always(True, item.alone, view) else said(item.alone, view)


def _value(item: Pattern, view: View) -> str:
    """Its worth: the same closed and open, one of the two only, or both."""
    closed, opened = said(item.closed, view), said(item.open, view)
    if not item.zero:
        closed, opened = ("" if text == "0" else text for text in (closed, opened))
    if closed == opened:
        return closed or "not allowed"
    if not (closed and opened):
        return f"{closed or opened} {'closed' if closed else 'open'} only"
    return f"{closed} closed, {opened} open"
