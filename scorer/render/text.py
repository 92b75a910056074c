"""A document on a terminal: wrapped to its width, colour only where a part is marked."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.render.document import KEEP, PLACE, TOTAL, WINNING, Block, Document, Line, Table, Tiles, text_of
from scorer.render.drawing import drawn_tiles
from scorer.render.table import terminal_table
from scorer.render.width import wrapped

COLOURS = {TOTAL: "\x1b[1;32m", WINNING: "\x1b[1;33m", PLACE: "\x1b[1;31m"}
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
