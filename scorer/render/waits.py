"""The waits of a hand, or the tiles that it still lacks, as a document and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.engine.results import Score
from scorer.errors import told_in
from scorer.library import Outcome
from scorer.notation import format_waiting
from scorer.phrases import enumerated, joined, label, numeral
from scorer.render.breakdown import counted, total_text
from scorer.render.document import KEEP, TOTAL, WINNING, Block, Cell, Document, Part, paragraph, table
from scorer.render.heading import waiting_heading
from scorer.render.result import Object, result_of
from scorer.ruleset.model import Ruleset
from scorer.teach.labels import amount, sentence, times, wait_words
from scorer.tiles import Tile, name_in
from scorer.waits import Discard, Discards, Distance, Waits, WinningTile

MOST_SHAPES = 3


def waits_document(found: Waits | Discards, language: str = "en") -> Document:
    """The hand, how far it is, then each winning tile with what it pays, what helps, or the discards."""
    head = waiting_heading(found.ruleset, found.hand, found.situation, language)
    if found.short is None:
        said = paragraph(label("no complete hand", language))
        return (head, said, *(_own_discards(found, language) if isinstance(found, Waits) else ()))
    if isinstance(found, Discards) and found.is_complete:
        said = paragraph(label("complete already", language, "scorer score"))
        return (head, said, *_discards(found, found.short, language))
    if isinstance(found, Discards):
        return (head, *_discards(found, found.short, language))
    blocks = _winning(found, language) if found.winning else _helping(found, language)
    said = paragraph(*_distance(found, found.short, language))
    return (head, said, *blocks, *_own_discards(found, language))


def _tiles(count: int, language: str) -> str:
    """A number of tiles in words; the number alone in languages that do not count tiles this way."""
    return label("a tile" if count == 1 else "tiles", language, numeral(count, language))


# ---- how far


def _distance(found: Waits, short: int, language: str) -> Iterator[str]:
    shapes = joined([_shape(item, language) for item in found.nearest], language, "or")
    yield label("short of", language, sentence(_tiles(short, language)), shapes, _away(short, language))
    further = [item for item in found.distances if item.short != short][:MOST_SHAPES]
    if further and short > 1:
        told = [
            label("further", language, numeral(item.short, language), _shape(item, language))
            for item in further
        ]
        yield sentence(joined(told, language)) + label("full stop", language)


def _shape(item: Distance, language: str) -> str:
    return name_in(item.shape.names, language) or item.shape.id.replace("_", " ")


def _away(short: int, language: str) -> str:
    """The distance as players count it: from a ready hand."""
    return label("away", language, short - 1) if short > 1 else label("ready", language)


def _own_discards(found: Waits, language: str) -> Iterator[Block]:
    if not found.discarded:
        return
    tiles = joined([found.ruleset.tileset.code(Tile(kind)) for kind in found.discarded], language)
    names = found.ruleset.circumstance_by_id
    brought = [name_in(names[name].names, language) for name in found.circumstances]
    said = label("own discards", language, tiles, "is" if len(found.discarded) == 1 else "are")
    key, what = ("brings", joined(brought, language)) if brought else ("not minded", found.ruleset.id)
    yield paragraph(label(key, language, said, what))


# ---- a hand that waits


def _winning(found: Waits, language: str) -> Iterator[Block]:
    """Tiles that bring the same stand together, with a row for each way to win; the second names only what it
    has that the first has not.
    """
    alike: dict[tuple[tuple[Cell, ...], ...], list[str]] = {}
    for item in found.winning:
        common = _names(item.discard.score, language) if item.discard.score else []
        ways = (
            _outcome(item.discard, "discard", language),
            _outcome(item.self_draw, "self_draw", language, common),
        )
        tile = _tile(item.tile, found.ruleset, language)
        left = f"x{item.left}" if item.left else label("none left", language)
        alike.setdefault(ways, []).append(tile + (" " if " " in tile else KEEP) + left)
    rows: list[tuple[Cell, ...]] = []
    for (discard, self_draw), tiles in alike.items():
        rows += [(Part(enumerated(tiles, language), WINNING), *discard), ("", *self_draw)]
    named = _wait_name(found, language)
    shown = label("named", language, named) if named else ""
    title = label("waits for tiles", language, _tiles(_kinds(found), language), shown, found.left)
    header = [label(key, language) for key in ("tile", "", "points", "", "patterns")]
    yield table(rows, "llrll", title, header)


def _wait_name(found: Waits, language: str) -> str:
    """The usual name of a wait, such as two-sided or closed."""
    outcomes = [outcome for item in found.winning for outcome in (item.discard, item.self_draw)]
    readings = [outcome.score.best.reading for outcome in outcomes if outcome.score]
    return wait_words(_kinds(found), readings, language)


def _kinds(found: Waits) -> int:
    """The number of kinds that complete the hand; a joker counts only if it is the only one."""
    tileset = found.ruleset.tileset
    plain = {item.tile.kind for item in found.winning if tileset.role(item.tile) != "joker"}
    return len(plain) or min(1, len(found.winning))


def _tile(tile: Tile, ruleset: Ruleset, language: str) -> str:
    """A tile in notation, with its name if the tile set gives it one."""
    code, name = ruleset.tileset.code(tile), ruleset.tileset.name(tile, language)
    return code if name == code or tile.red else f"{code} {name}"


def _outcome(outcome: Outcome, key: str, language: str, common: Sequence[str] = ()) -> tuple[Cell, ...]:
    score, way = outcome.score, label(key, language)
    if score is None:
        reasons = label("semicolon", language).join(told_in(reason, language) for reason in outcome.reasons)
        return (way, label("no win", language), "", reasons)
    names = _names(score, language)
    new = [name for name in names if name not in common]
    if not common or any(name not in names for name in common):
        text = enumerated(names, language)
    else:
        text = f"+ {enumerated(new, language)}" if new else label("the same", language)
    return (way, Part(amount(score.points), TOTAL), total_text(score.best, score.ruleset, language), text)


def _names(score: Score, language: str) -> list[str]:
    found = counted(score.best, score.ruleset)
    return [times(name_in(names, language), count) for names, count, *_ in found]


# ---- a hand further away


def _helping(found: Waits, language: str) -> Iterator[Block]:
    if not found.helping:
        return
    tileset, rows = found.ruleset.tileset, []
    for letter, items in groupby(found.helping, lambda item: tileset.kinds[item.tile.kind].letter):
        suit = name_in(tileset.by_letter[letter].names, language) or letter
        left = (f"{tileset.code(one.tile)}{KEEP}x{one.left}" for one in items)
        rows.append((sentence(suit), "  ".join(left)))
    key, kinds = "a tile nearer" if len(found.helping) == 1 else "nearer", len(found.helping)
    yield table(rows, "ll", sentence(label(key, language, numeral(kinds, language), found.left)))


# ---- a hand that has to discard


def _discards(found: Discards, short: int, language: str) -> Document:
    """A table with a row for each discard: the waits of the rest, the tiles left, the payment."""
    near = [item for one in found.choices for item in one.waits.nearest]
    shapes = joined(dict.fromkeys(_shape(item, language) for item in near), language, "or")
    key = "a discard leaves" if len(found.choices) == 1 else "discards leave"
    count, lacks = numeral(len(found.choices), language), _tiles(short, language)
    said = sentence(label(key, language, count, lacks, shapes, _away(short, language)))
    ways = ("discard", "self_draw") if short == 1 else ()
    waited = "waits for" if short == 1 else "nearer by"
    header = [label(key, language) for key in ("without", waited, "left")]
    header += [sentence(label(way, language)) for way in ways]
    rows = (_choice(one, language) for one in found.choices)
    return paragraph(said), table(rows, "klr" + "r" * len(ways), header=header)


def _choice(one: Discard, language: str) -> Iterator[Cell]:
    waits, ruleset = one.waits, one.waits.ruleset
    tiles = " ".join(ruleset.tileset.code(item.tile) for item in (waits.winning or waits.helping))
    name = _wait_name(waits, language) if waits.winning else ""
    yield Part(_tile(one.tile, ruleset, language), WINNING)
    yield tiles + label("named", language, name) if name else tiles
    yield amount(waits.left)
    if waits.winning:
        yield Part(_range([item.discard for item in waits.winning], language), TOTAL)
        yield Part(_range([item.self_draw for item in waits.winning], language), TOTAL)


def _range(outcomes: Sequence[Outcome], language: str) -> str:
    """The lowest and the highest payment of the winning tiles."""
    points = sorted({outcome.score.points for outcome in outcomes if outcome.score})
    if not points:
        return label("no win", language)
    ends = [amount(end) for end in dict.fromkeys((points[0], points[-1]))]
    return label("to", language, *ends) if len(ends) > 1 else ends[0]


# ---- data


def waits_json(found: Waits | Discards, language: str = "en") -> Object:
    """The waits as data: `short`, the shapes, and either `waits` or `helping`; or `discards`."""
    tileset = found.ruleset.tileset
    head: Object = {
        "ok": True,
        "ruleset": found.ruleset.id,
        "hand": format_waiting(found.hand, tileset),
        "short": found.short,
    }
    if isinstance(found, Discards):
        told = ({"discard": tileset.code(c.tile), **waits_json(c.waits, language)} for c in found.choices)
        return head | {"discards": list(told)}
    return head | {
        "shapes": [
            {"id": item.shape.id, "name": _shape(item, language), "short": item.short}
            for item in found.distances
        ],
        "shanten": None if found.short is None else found.short - 1,
        "left": found.left,
        "wait": _wait_name(found, language),
        "waits": [_winning_json(item, found.ruleset, language) for item in found.winning],
        "helping": [{"tile": tileset.code(item.tile), "left": item.left} for item in found.helping],
        "discarded": [tileset.code(Tile(kind)) for kind in found.discarded],
        "circumstances": list(found.circumstances),
    }


def _winning_json(item: WinningTile, ruleset: Ruleset, language: str) -> Object:
    found: Object = {"tile": ruleset.tileset.code(item.tile), "left": item.left}
    for name, outcome in (("discard", item.discard), ("self_draw", item.self_draw)):
        refused = {"ok": False, "reasons": list(outcome.reasons)}
        found[name] = result_of(outcome.score, language) if outcome.score else refused
    return found
