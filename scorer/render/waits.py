"""The waits of a hand, or the tiles that it still lacks, as a document and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.distance import Distance
from scorer.engine.results import Score
from scorer.labels import capitalize_first, name_with_count, ruleset_label, wait_words
from scorer.languages import is_english
from scorer.message import message_text
from scorer.notation import format_waiting
from scorer.phrases import comma_list, counted_numeral, format_amount, join_words, numeral, translate
from scorer.render.breakdown import counted_items, total_text
from scorer.render.document import KEEP, TOTAL, WINNING, Block, Cell, Document, Part, paragraph, table
from scorer.render.heading import waiting_heading
from scorer.render.result import Object, result_data
from scorer.ruleset.model import Ruleset
from scorer.scoring import Outcome
from scorer.tiles import Tile, name_in
from scorer.waiting import Discard, Discards, HandWaits, WinningTile

MOST_SHAPES = 3


def waits_document(answer: HandWaits | Discards, language: str = "en") -> Document:
    """The hand, how far it is, then each winning tile with what it pays, what helps, or the discards."""
    head = waiting_heading(answer.ruleset, answer.hand, answer.situation, language)
    if answer.missing_tiles is None:
        said = paragraph(translate("no complete hand", language))
        return (head, said, *(_discard_note(answer, language) if isinstance(answer, HandWaits) else ()))
    if isinstance(answer, Discards) and answer.is_complete:
        said = paragraph(translate("complete already", language, "scorer score"))
        return (head, said, *_discard_blocks(answer, answer.missing_tiles, language))
    if isinstance(answer, Discards):
        return (head, *_discard_blocks(answer, answer.missing_tiles, language))
    if answer.absent_sets:
        return (head, *_part_blocks(answer, language), *_discard_note(answer, language))
    blocks = _winning_blocks(answer, language) if answer.winning_tiles else _helping_blocks(answer, language)
    said = paragraph(*distance_sentences(answer, answer.missing_tiles, language))
    return (head, said, *blocks, *_discard_note(answer, language))


def _tile_count(count: int, language: str) -> str:
    """A number of tiles in words; the number alone in languages that do not count tiles this way."""
    return translate("a tile" if count == 1 else "tiles", language, numeral(count, language))


# ---- how far


def distance_sentences(waits: HandWaits, missing_tiles: int, language: str) -> list[str]:
    """How far a hand is from complete: its nearest shapes, then the next ones."""
    nearest = [*dict.fromkeys(_shape_name(item, language) for item in waits.nearest)]
    shapes = join_words(nearest, language, "or")
    is_near = missing_tiles == 1 and not waits.absent_sets
    sentences = [
        translate(
            ("ready now" if waits.can_win else "near but cannot win") if is_near else "short of",
            language,
            capitalize_first(_tile_count(missing_tiles, language)),
            shapes,
            _distance_words(missing_tiles, language),
        )
    ]
    by_name: dict[str, Distance] = {}  # shapes of one name go by the nearest of them
    for item in waits.distances:
        if item.missing_tiles != missing_tiles and (name := _shape_name(item, language)) not in nearest:
            by_name.setdefault(name, item)
    further = [*by_name.values()][:MOST_SHAPES]
    if further and missing_tiles > 1:
        told = [
            translate(
                "further",
                language,
                numeral(item.missing_tiles, language),
                _shape_name(item, language),
                _distance_words(item.missing_tiles, language),
            )
            for item in further
        ]
        every = (
            join_words(told, language)
            if is_english(language)
            else translate("between conditions", language).join(told)
        )
        sentences.append(capitalize_first(every) + translate("full stop", language))
    return sentences


def _shape_name(item: Distance, language: str) -> str:
    return name_in(item.shape.names, language) or item.shape.id.replace("_", " ")


def _distance_words(missing_tiles: int, language: str) -> str:
    """The distance as players count it: from a ready hand.

    >>> [_distance_words(3, language) for language in ("en", "ja", "zh-TW")], _distance_words(1, "ja")
    (['2 from ready', '二向聴', '兩進聽'], '聴牌')
    """
    if missing_tiles <= 1:
        return translate("ready", language)
    away = missing_tiles - 1
    return translate("away", language, away if is_english(language) else counted_numeral(away, language))


def _discard_note(waits: HandWaits, language: str) -> Iterator[Block]:
    if not waits.discarded_kinds:
        return
    tiles = join_words(
        [waits.ruleset.tileset.tile_code(Tile(kind)) for kind in waits.discarded_kinds], language
    )
    names = waits.ruleset.circumstance_by_id
    brought = [name_in(names[name].names, language) for name in waits.circumstances]
    said = translate("own discards", language, tiles, "is" if len(waits.discarded_kinds) == 1 else "are")
    what = join_words(brought, language) or ruleset_label(waits.ruleset, language)
    yield paragraph(translate("brings" if brought else "not minded", language, said, what))


# ---- a hand that waits


def _winning_blocks(waits: HandWaits, language: str) -> Iterator[Block]:
    """Tiles that bring the same stand together, with a row for each way to win; the second names only what it
    has that the first has not.
    """
    alike: dict[tuple[tuple[Cell, ...], ...], list[str]] = {}
    for item in waits.winning_tiles:
        common = _pattern_names(item.discard.score, language) if item.discard.score else []
        ways = (
            _outcome_cells(item.discard, "discard", language),
            _outcome_cells(item.self_draw, "self_draw", language, common),
        )
        tile = _tile_label(item.tile, waits.ruleset, language)
        left = translate("copies of a tile" if item.copies_left else "none left", language, item.copies_left)
        gap = "" if left.startswith("（") else " " if " " in tile else KEEP
        alike.setdefault(ways, []).append(tile + gap + left)
    rows: list[tuple[Cell, ...]] = []
    for (discard, self_draw), tiles in alike.items():
        rows += [(Part(comma_list(tiles, language), WINNING), *discard), ("", *self_draw)]
    named = _wait_name(waits, language)
    if named == translate("several", language, numeral(_waited_kind_count(waits), language)):
        named = ""  # the title itself says how many
    shown = translate("named", language, named) if named else ""
    shown += _joker_words(waits, language)
    title = translate(
        "waits for tiles",
        language,
        _tile_count(_waited_kind_count(waits), language),
        shown,
        waits.copies_left,
    )
    points = "received" if waits.ruleset.counts_points else "points"
    header = [translate(key, language) for key in ("tile", "", points, "", "patterns")]
    yield table(rows, "llrll", title, header)


def _wait_name(waits: HandWaits, language: str) -> str:
    """The usual name of a wait, such as two-sided or closed."""
    outcomes = [outcome for item in waits.winning_tiles for outcome in (item.discard, item.self_draw)]
    readings = (outcome.score.best.reading for outcome in outcomes if outcome.score)
    return wait_words(_waited_kind_count(waits), readings, language)


def _waited_kind_count(waits: HandWaits) -> int:
    """The number of kinds that complete the hand; a joker counts only if it is the only one."""
    tileset = waits.ruleset.tileset
    plain = {item.tile.kind for item in waits.winning_tiles if tileset.tile_role(item.tile) != "joker"}
    return len(plain) or min(1, len(waits.winning_tiles))


def _joker_words(waits: HandWaits, language: str) -> str:
    """That a joker completes the hand too; empty if none does or if nothing else does."""
    tileset = waits.ruleset.tileset
    jokers = [item.tile for item in waits.winning_tiles if tileset.tile_role(item.tile) == "joker"]
    if not jokers or len(jokers) == len(waits.winning_tiles):
        return ""
    names = {tileset.tile_name(tile, language) for tile in jokers}
    name = names.pop() if len(names) == 1 else translate("count:one joker", language)
    return translate("or a joker", language, name)


def _tile_label(tile: Tile, ruleset: Ruleset, language: str) -> str:
    """A tile in notation, with its name if the tile set gives it one."""
    code, name = ruleset.tileset.tile_code(tile), ruleset.tileset.tile_name(tile, language)
    return code if name == code or tile.red else f"{code} {name}"


def _outcome_cells(
    outcome: Outcome, key: str, language: str, common_patterns: Sequence[str] = ()
) -> tuple[Cell, ...]:
    score, way = outcome.score, translate(key, language)
    if score is None:
        reasons = translate("semicolon", language).join(
            message_text(reason, language) for reason in outcome.messages
        )
        return (way, translate("no win", language), "", reasons)
    names = _pattern_names(score, language)
    new = [name for name in names if name not in common_patterns]
    if not common_patterns or any(name not in names for name in common_patterns):
        text = comma_list(names, language)
    else:
        said = comma_list(new, language)
        text = translate("the same and", language, said) if new else translate("the same", language)
    return (
        way,
        Part(format_amount(score.points), TOTAL),
        total_text(score, score.ruleset, language),
        text,
    )


def _pattern_names(score: Score, language: str) -> list[str]:
    found = counted_items(score, score.ruleset)
    return [name_with_count(name_in(names, language), count) for names, count, *_ in found]


# ---- a part of a hand, or a hand further away


def _part_blocks(waits: HandWaits, language: str) -> Iterator[Block]:
    """The tiles that a part of a hand waits for once its other sets are complete."""
    sets = waits.absent_sets
    yield paragraph(
        translate("a set aside" if sets == 1 else "sets aside", language, numeral(sets, language))
    )
    tiles = _tile_count(len(waits.helping_tiles), language)
    yield _tile_table(waits, translate("waits for tiles", language, tiles, "", waits.copies_left), language)


def _helping_blocks(waits: HandWaits, language: str) -> Iterator[Block]:
    if not waits.helping_tiles:
        return
    key, kinds = "a tile nearer" if len(waits.helping_tiles) == 1 else "nearer", len(waits.helping_tiles)
    title = translate(key, language, numeral(kinds, language), waits.copies_left)
    yield _tile_table(waits, capitalize_first(title), language)


def _tile_table(waits: HandWaits, title: str, language: str) -> Block:
    """The helping tiles by suit, with the copies left of each."""
    tileset, rows = waits.ruleset.tileset, []
    for letter, items in groupby(waits.helping_tiles, lambda item: tileset.kinds[item.tile.kind].letter):
        suit = name_in(tileset.by_letter[letter].names, language) or letter
        left = (
            tileset.tile_code(one.tile) + KEEP + translate("copies of a tile", language, one.copies_left)
            for one in items
        )
        rows.append((capitalize_first(suit), "  ".join(left)))
    return table(rows, "ll", title)


# ---- a hand that has to discard


def _discard_blocks(discards: Discards, missing_tiles: int, language: str) -> Document:
    """A table with a row for each discard: the waits of the rest, the tiles left, the payment."""
    near = [item for one in discards.choices for item in one.waits.nearest]
    shapes = join_words(dict.fromkeys(_shape_name(item, language) for item in near), language, "or")
    able = [one.waits.can_win for one in discards.choices]
    key = "a discard leaves" if len(able) == 1 else "discards leave"
    if missing_tiles == 1 and not all(able):
        key = "some discards can win" if any(able) else "no discard can win"
    count, lacks = numeral(len(discards.choices), language), _tile_count(missing_tiles, language)
    said = capitalize_first(
        translate(key, language, count, lacks, shapes, _distance_words(missing_tiles, language))
    )
    ways = ("discard", "self_draw") if missing_tiles == 1 else ()
    waited = "waits for" if missing_tiles == 1 else "nearer by"
    header = [translate(key, language) for key in ("without", waited, "left")]
    header += [capitalize_first(translate(way, language)) for way in ways]
    rows = (_discard_cells(one, language) for one in discards.choices)
    shown = table(rows, "klr" + "r" * len(ways), header=header)
    return paragraph(said), shown, *_barred_note(discards, language)


def _barred_note(discards: Discards, language: str) -> Iterator[Block]:
    """Which discards leave the hand waiting for a tile that the player has discarded, if the rules mind."""
    barred = discards.barred_choices
    if not barred:
        return
    names = discards.ruleset.circumstance_by_id
    ids = dict.fromkeys(name for choice in barred for name in choice.waits.circumstances)
    brought = join_words([name_in(names[name].names, language) for name in ids], language)
    tiles = [_tile_label(choice.tile, discards.ruleset, language) for choice in barred]
    if len(barred) == len(discards.choices) > 1:
        yield paragraph(translate("each discard brings", language, brought))
    else:
        yield paragraph(translate("discard brings", language, brought, join_words(tiles, language, "or")))


def _discard_cells(discard: Discard, language: str) -> Iterator[Cell]:
    waits, ruleset = discard.waits, discard.waits.ruleset
    tiles = " ".join(
        ruleset.tileset.tile_code(item.tile) for item in (waits.winning_tiles or waits.helping_tiles)
    )
    name = _wait_name(waits, language) if waits.winning_tiles else ""
    yield Part(_tile_label(discard.tile, ruleset, language), WINNING)
    yield tiles + translate("named", language, name) if name else tiles
    yield format_amount(waits.copies_left)
    if waits.winning_tiles:
        yield Part(_payment_range([item.discard for item in waits.winning_tiles], language), TOTAL)
        yield Part(_payment_range([item.self_draw for item in waits.winning_tiles], language), TOTAL)


def _payment_range(outcomes: Sequence[Outcome], language: str) -> str:
    """The lowest and the highest payment of the winning tiles."""
    points = sorted({outcome.score.points for outcome in outcomes if outcome.score})
    if not points:
        return translate("no win", language)
    ends = [format_amount(end) for end in dict.fromkeys((points[0], points[-1]))]
    return translate("to", language, *ends) if len(ends) > 1 else ends[0]


# ---- data


def waits_data(answer: HandWaits | Discards, language: str = "en") -> Object:
    """The waits as data: `short`, the shapes, and either `waits` or `helping`; or `discards`."""
    tileset = answer.ruleset.tileset
    head: Object = {
        "ok": True,
        "ruleset": answer.ruleset.id,
        "hand": format_waiting(answer.hand, tileset),
        "short": answer.missing_tiles,
    }
    if isinstance(answer, Discards):
        told = (
            {"discard": tileset.tile_code(c.tile), **waits_data(c.waits, language)} for c in answer.choices
        )
        return head | {"discards": list(told)}
    return head | {
        "shapes": [
            {"id": item.shape.id, "name": _shape_name(item, language), "short": item.missing_tiles}
            for item in answer.distances
        ],
        "shanten": None if answer.missing_tiles is None else answer.missing_tiles - 1,
        "left": answer.copies_left,
        "absent_sets": answer.absent_sets,
        "wait": _wait_name(answer, language),
        "waits": [_winning_data(item, answer.ruleset, language) for item in answer.winning_tiles],
        "helping": [
            {"tile": tileset.tile_code(item.tile), "left": item.copies_left} for item in answer.helping_tiles
        ],
        "discarded": [tileset.tile_code(Tile(kind)) for kind in answer.discarded_kinds],
        "circumstances": list(answer.circumstances),
    }


def _winning_data(item: WinningTile, ruleset: Ruleset, language: str) -> Object:
    found: Object = {"tile": ruleset.tileset.tile_code(item.tile), "left": item.copies_left}
    for name, outcome in (("discard", item.discard), ("self_draw", item.self_draw)):
        refused = {"ok": False, "reasons": list(outcome.reasons)}
        found[name] = result_data(outcome.score, language) if outcome.score else refused
    return found
