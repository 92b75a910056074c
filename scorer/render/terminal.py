"""Documents on a terminal: lines that fit, and tiles as small boxes of characters that every terminal has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.render.document import (
    DOUBT,
    KEEP,
    PLACE,
    TOTAL,
    WINNING,
    Block,
    Document,
    Line,
    Part,
    Table,
    Tiles,
    line,
    text_of,
)
from scorer.render.table import terminal_table
from scorer.render.width import width, wrapped

# ---- tiles as small boxes

GAP = 1
INDENT = 2


def drawn_tiles(tiles: Tiles, columns: int) -> Iterator[Line]:
    """The lines of a drawing; groups that have no room stand below the others.

    >>> from scorer.render.document import text_of
    >>> hand = Tiles(((Part("7p"), Part("8p", "winning")), (Part("5s"), Part("5s"))), "7p5s5s+8p")
    >>> print("\\n".join(text_of(shown) for shown in drawn_tiles(hand, 60)))
      +--+--+ +--+--+
      |7p[8p] |5s|5s|
      +--+--+ +--+--+
    """
    for groups in _rows(tiles.groups, columns - INDENT):
        edges = " ".join("+" + "".join("-" * width(part.text) + "+" for part in group) for group in groups)
        yield line(" " * INDENT + edges)
        yield line(" " * INDENT, *_middle(groups))
        yield line(" " * INDENT + edges)


def _rows(groups: Sequence[tuple[Part, ...]], columns: int) -> Iterator[list[tuple[Part, ...]]]:
    row: list[tuple[Part, ...]] = []
    for group in groups:
        if row and _width([*row, group]) > columns:
            yield row
            row = []
        row.append(group)
    if row:
        yield row


def _width(groups: Sequence[tuple[Part, ...]]) -> int:
    return sum(1 + sum(width(part.text) + 1 for part in group) for group in groups) + GAP * (len(groups) - 1)


def _middle(groups: Sequence[tuple[Part, ...]]) -> Iterator[str | Part]:
    """The faces; a marked tile stands in square brackets, so that colour is not its only sign."""
    for place, group in enumerate(groups):
        yield " " * GAP if place else ""
        marks = [False, *(bool(part.mark) for part in group), False]
        for number, part in enumerate(group):
            yield "[" if marks[number + 1] else "]" if marks[number] else "|"
            yield part
        yield "]" if marks[len(group)] else "|"


# ---- documents

COLOURS = {TOTAL: "\x1b[1;32m", WINNING: "\x1b[1;33m", PLACE: "\x1b[1;31m", DOUBT: "\x1b[1;33m"}
PLAIN = "\x1b[0m"
NARROWEST = 20


def terminal_text(document: Document, columns: int, colour: bool = False) -> str:
    """The whole document, blocks separated by a blank line, nothing wider than `columns`.

    >>> from scorer.render.document import paragraph
    >>> print(terminal_text((paragraph("one line"), paragraph("another")), 60))
    one line
    <BLANKLINE>
    another
    """
    columns = max(NARROWEST, columns)
    return "\n\n".join("\n".join(_lines(block, columns, colour)) for block in document)


def styled(shown: Line, colour: bool) -> str:
    """A line with the colours of its marks."""
    if not colour:
        return text_of(shown)
    parts = (f"{COLOURS[part.mark]}{part.text}{PLAIN}" if part.mark else part.text for part in shown)
    return "".join(parts).replace(KEEP, " ")


def _lines(block: Block, columns: int, colour: bool) -> Iterator[str]:
    if isinstance(block, Tiles):
        yield from (styled(shown, colour) for shown in drawn_tiles(block, columns))
        return
    if isinstance(block, Table):
        if block.title:
            yield block.title
        yield from terminal_table(block, columns, lambda shown: styled(shown, colour))
        return
    for shown in block.lines:
        for piece in wrapped(shown, columns, block.indent):
            yield styled(piece, colour)
