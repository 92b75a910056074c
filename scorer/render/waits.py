"""What a hand waits for, or what it still lacks, as a document and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.engine.results import Score
from scorer.errors import told_in
from scorer.notation import format_waiting
from scorer.phrases import enumerated, joined, label, numeral
from scorer.render.breakdown import total_text
from scorer.render.document import TOTAL, WINNING, Block, Document, Part, Row, Table, line, paragraph
from scorer.render.heading import waiting_heading
from scorer.render.result import Object, result_of
from scorer.ruleset.model import Ruleset
from scorer.teach.labels import amount, sentence, times, wait_words
from scorer.tiles import Tile, name_in
from scorer.waits import Discard, Discards, Distance, Helping, Outcome, Waits, WinningTile

MOST_SHAPES = 3


def waits_document(found: Waits | Discards, language: str = "en") -> Document:
    """The hand, how far it is, then each winning tile with what it pays, what helps, or the discards."""
    if isinstance(found, Discards):
        return _discards(found, language)
    blocks = _winning(found, language) if found.winning else _helping(found, language)
    return (
        waiting_heading(found.ruleset, found.hand, found.situation, language),
        paragraph(*_distance(found, language)),
        *blocks,
        *_warnings(found, language),
    )


def _tiles(count: int, language: str) -> str:
    """So many tiles; where a language counts them otherwise, the number alone."""
    return label("a tile" if count == 1 else "tiles", language, numeral(count, language))


# ---- how far


def _distance(found: Waits, language: str) -> Iterator[str]:
    if found.short is None:
        yield label("no complete hand", language)
        return
    shapes = joined([_shape(item, language) for item in found.nearest], language, "or")
    lacks = sentence(_tiles(found.short, language))
    yield label("short of", language, lacks, shapes, _away(found.short, language))
    further = [item for item in found.distances if item.short != found.short][:MOST_SHAPES]
    if further and found.short > 1:
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


def _warnings(found: Waits, language: str) -> Iterator[Block]:
    """What own discards bring."""
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
    """Tiles that bring the same stand together."""
    alike: dict[tuple[Row, Row], list[WinningTile]] = {}
    for item in found.winning:
        alike.setdefault(_outcomes(item, language), []).append(item)
    rows = [row for ways, items in alike.items() for row in _rows(ways, items, found.ruleset, language)]
    kinds = len({item.tile.kind for item in found.winning})
    named = _wait_name(found, language)
    shown = label("named", language, named) if named else ""
    title = label("waits for tiles", language, _tiles(kinds, language), shown, found.left)
    tile, points, names = (label(key, language) for key in ("tile", "points", "patterns"))
    header = (tile, "", points, "", names)
    yield Table(tuple(rows), "llrll", title, header)


def _wait_name(found: Waits, language: str) -> str:
    """What players call the wait: by its sides, or by how the one tile completes a set."""
    outcomes = [outcome for item in found.winning for outcome in (item.discard, item.self_draw)]
    readings = [outcome.score.best.reading for outcome in outcomes if outcome.score]
    return wait_words(len({item.tile.kind for item in found.winning}), readings, language)


def _rows(ways: tuple[Row, Row], items: list[WinningTile], ruleset: Ruleset, language: str) -> Iterator[Row]:
    left = (f"{_tile(item.tile, ruleset, language)} {_left(item.left, language)}" for item in items)
    tiles = enumerated(left, language)
    yield line(Part(tiles, WINNING)), *ways[0]
    yield line(), *ways[1]


def _left(count: int, language: str) -> str:
    return f"x{count}" if count else label("none left", language)


def _outcomes(item: WinningTile, language: str) -> tuple[Row, Row]:
    """A row for each way to win; the second names only what it has that the first has not."""
    common = _names(item.discard.score, language) if item.discard.score else []
    return (
        _outcome(item.discard, label("discard", language), language),
        _outcome(item.self_draw, label("self_draw", language), language, common),
    )


def _tile(tile: Tile, ruleset: Ruleset, language: str) -> str:
    """A tile in notation, and by its name where the box gives it one."""
    code, name = ruleset.tileset.code(tile), ruleset.tileset.name(tile, language)
    return code if name == code or tile.red else f"{code} {name}"


def _outcome(outcome: Outcome, way: str, language: str, common: Sequence[str] = ()) -> Row:
    score = outcome.score
    if score is None:
        return line(way), line(label("no win", language)), line(), line(_no_win(outcome.reasons, language))
    names = _names(score, language)
    new = [name for name in names if name not in common]
    gone = [name for name in common if name not in names]
    text = (
        enumerated(names, language)
        if gone or not common
        else f"+ {enumerated(new, language)}"
        if new
        else label("the same", language)
    )
    total = total_text(score.best, score.ruleset, language)
    return line(way), line(Part(amount(score.points), TOTAL)), line(total), line(text)


def _no_win(reasons: Sequence[str], language: str) -> str:
    return label("semicolon", language).join(told_in(reason, language) for reason in reasons)


def _names(score: Score, language: str) -> list[str]:
    awards = [(award.pattern.names, award.count) for award in score.best.awards]
    bonuses = [(bonus.names, bonus.count) for bonus in score.best.bonuses]
    return [times(name_in(names, language), count) for names, count in (*awards, *bonuses)]


# ---- a hand further away


def _helping(found: Waits, language: str) -> Iterator[Block]:
    if not found.helping:
        return
    letters = groupby(found.helping, lambda item: found.ruleset.tileset.kinds[item.tile.kind].letter)
    rows = tuple(_suit_row(letter, list(items), found.ruleset, language) for letter, items in letters)
    key, kinds = "a tile nearer" if len(found.helping) == 1 else "nearer", len(found.helping)
    yield Table(rows, "ll", sentence(label(key, language, numeral(kinds, language), found.left)))


def _suit_row(letter: str, items: list[Helping], ruleset: Ruleset, language: str) -> Row:
    suit = name_in(ruleset.tileset.by_letter[letter].names, language) or letter
    texts = [f"{ruleset.tileset.code(item.tile)} x{item.left}" for item in items]
    return line(sentence(suit)), line("  ".join(texts))


# ---- a hand that has to discard


def _discards(found: Discards, language: str) -> Document:
    """The hand, and a row for each discard: what the rest waits for, how many are left, what they pay."""
    ruleset, short = found.ruleset, found.short
    head = waiting_heading(ruleset, found.hand, found.situation, language)
    if short is None:
        return head, paragraph(label("no complete hand", language))
    near = [item for one in found.choices for item in one.waits.nearest]
    shapes = joined(dict.fromkeys(_shape(item, language) for item in near), language, "or")
    count, lacks = numeral(len(found.choices), language), _tiles(short, language)
    key = "a discard leaves" if len(found.choices) == 1 else "discards leave"
    said = sentence(label(key, language, count, lacks, shapes, _away(short, language)))
    ways = [label(way, language) for way in ("discard", "self_draw")] if short == 1 else []
    waited = label("waits for" if short == 1 else "nearer by", language)
    header = (label("without", language), waited, label("left", language), *map(sentence, ways))
    rows = tuple(_choice(one, language) for one in found.choices)
    return head, paragraph(said), Table(rows, "klr" + "r" * len(ways), header=header)


def _choice(one: Discard, language: str) -> Row:
    waits, ruleset = one.waits, one.waits.ruleset
    tiles = " ".join(ruleset.tileset.code(item.tile) for item in (waits.winning or waits.helping))
    name = _wait_name(waits, language) if waits.winning else ""
    said = tiles + label("named", language, name) if name else tiles
    won = [[item.discard for item in waits.winning], [item.self_draw for item in waits.winning]]
    paid = [line(Part(_range(outcomes, language), TOTAL)) for outcomes in won] if waits.winning else []
    return (
        line(Part(_tile(one.tile, ruleset, language), WINNING)),
        line(said),
        line(amount(waits.left)),
        *paid,
    )


def _range(outcomes: Sequence[Outcome], language: str) -> str:
    """What the tiles pay, from the least to the most; those that do not win are left out."""
    points = sorted({outcome.score.points for outcome in outcomes if outcome.score})
    if not points:
        return label("no win", language)
    ends = [amount(end) for end in dict.fromkeys((points[0], points[-1]))]
    return label("to", language, *ends) if len(ends) > 1 else ends[0]


# ---- data


def _discards_json(found: Discards, language: str) -> Object:
    """The discards as data, each with the data of what it leaves."""
    code = found.ruleset.tileset.code
    return {
        "ok": True,
        "ruleset": found.ruleset.id,
        "hand": format_waiting(found.hand, found.ruleset.tileset),
        "short": found.short,
        "discards": [{"discard": code(one.tile), **waits_json(one.waits, language)} for one in found.choices],
    }


def waits_json(found: Waits | Discards, language: str = "en") -> Object:
    """The same as data: `short`, the shapes, and either `waits` or `helping`; or the `discards`."""
    if isinstance(found, Discards):
        return _discards_json(found, language)
    tileset = found.ruleset.tileset
    return {
        "ok": True,
        "ruleset": found.ruleset.id,
        "hand": format_waiting(found.hand, tileset),
        "short": found.short,
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
    ways = (("discard", item.discard), ("self_draw", item.self_draw))
    outcomes = {name: _outcome_json(outcome, language) for name, outcome in ways}
    return {"tile": ruleset.tileset.code(item.tile), "left": item.left, **outcomes}


def _outcome_json(outcome: Outcome, language: str) -> Object:
    if outcome.score is None:
        return {"ok": False, "reasons": list(outcome.reasons)}
    return result_of(outcome.score, language)
