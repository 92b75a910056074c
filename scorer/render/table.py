"""Tables on a terminal and in Markdown. The only module that knows tabulate.

Tabulate lays the cells out. What it cannot do is done here: share the room among columns, set a table that
is too wide in several parts, and wrap a cell without losing the marks of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import tabulate as library

from scorer.render.document import Line, Row, Table, line, text_of
from scorer.render.width import width, wrapped
from scorer.values import replace

GAP = 2
NARROWEST = 8
WIDEST_WORD = 12
"""Words up to this are kept whole where there is room."""
ALIGNMENT = {"l": "left", "k": "left", "r": "right"}
Styled = Callable[[Line], str]
"""A line as the terminal gets it, its marks as colours or not at all."""

library.PRESERVE_WHITESPACE = True
library.MIN_PADDING = 0


def terminal_table(table: Table, columns: int, styled: Styled) -> list[str]:
    """The lines of a table, left columns wrapped so that it is no wider than `columns`.

    >>> from scorer.render.document import line
    >>> rows = ((line("Riichi"), line("立直"), line("1")), (line("Pinfu"), line("平和"), line("1")))
    >>> print("\\n".join(terminal_table(Table(rows, "llr"), 60, text_of)))
    Riichi  立直  1
    Pinfu   平和  1
    """
    parts = list(_split(_without_empty_columns(table), columns))
    drawn = [_drawn_table(part, columns, styled) for part in parts if _all_rows(part)]
    return [text for place, lines in enumerate(drawn) for text in ([""] if place else []) + lines]


def _drawn_table(table: Table, columns: int, styled: Styled) -> list[str]:
    most = _column_widths(table, columns)
    texts: list[Sequence[str] | str] = [_cells(row, most, styled) for row in table.rows]
    if table.last:
        texts += [library.SEPARATING_LINE, _cells(table.last, most, styled)]
    header = _cells(tuple(line(text) for text in table.header), most, styled) if table.header else ()
    drawn = _drawn(texts, header, table)
    return [text.rstrip() for text in (drawn if table.header else drawn[1:-1])]


def _split(table: Table, columns: int) -> Iterator[Table]:
    """The table, or where it has columns under headers and is too wide, one after another of its parts;
    each begins with the first column.
    """
    least, used, end = _least_widths(table), 0, len(table.align)
    for place, narrowest in enumerate(least):
        used += narrowest + (GAP if place else 0)
        if used > columns and table.header and place > 1:
            end = place
            break
    yield _with_columns(table, range(end))
    if end < len(table.align):
        yield from _split(_with_columns(table, [0, *range(end, len(table.align))]), columns)


def markdown_table(table: Table, styled: Styled) -> list[str]:
    """The lines of a table in the pipe syntax of Markdown; the last row is like any other."""
    table = _without_empty_columns(table)
    rows = _all_rows(table)
    texts = [[styled(cell).replace("|", "\\|") for cell in row] for row in rows]
    return _drawn(texts, table.header or [""] * len(table.align), table, "pipe") if rows else []


def _all_rows(table: Table) -> list[Row]:
    return [*table.rows, *([table.last] if table.last else [])]


def _without_empty_columns(table: Table) -> Table:
    """The table with the columns that say something."""
    rows = [*_all_rows(table), table.header]
    return _with_columns(table, [p for p in range(len(table.align)) if any(row[p] for row in rows if row)])


def _with_columns(table: Table, kept: Sequence[int]) -> Table:
    """The table with some of its columns."""
    return replace(
        table,
        rows=tuple(tuple(row[place] for place in kept) for row in table.rows),
        align="".join(table.align[place] for place in kept),
        header=tuple(table.header[place] for place in kept) if table.header else (),
        last=tuple(table.last[place] for place in kept) if table.last else (),
    )


def _drawn(
    texts: Sequence[Sequence[str] | str], header: Sequence[str], table: Table, form: str = "simple"
) -> list[str]:
    text = library.tabulate(
        texts,
        headers=header,
        tablefmt=form,
        colalign=[ALIGNMENT[letter] for letter in table.align],
        disable_numparse=True,
    )
    return text.split("\n")


def _cells(row: Row, most: list[int], styled: Styled) -> list[str]:
    pieces = (wrapped(cell, columns) for cell, columns in zip(row, most, strict=True))
    return ["\n".join(styled(piece) for piece in cell) for cell in pieces]


def _least_widths(table: Table) -> list[int]:
    """How narrow each column may become: only left ones are wrapped."""
    return [_least(table, place) for place in range(len(table.align))]


def _least(table: Table, place: int) -> int:
    wide = _widest(table, place)
    heading = max(map(width, table.header[place].split()), default=0) if table.header else 0
    if table.align[place] != "l":
        return max(wide, heading)
    words = [word for row in _all_rows(table) for word in text_of(row[place]).split()]
    word = min(WIDEST_WORD, max(map(width, words), default=0))
    return min(max(wide, heading), max(NARROWEST, word, heading))


def _widest(table: Table, place: int) -> int:
    return max((width(text_of(row[place])) for row in _all_rows(table)), default=0)


def _column_widths(table: Table, columns: int) -> list[int]:
    """The widest that each column may be: long headings give way first, then the widest left column."""
    least = _least_widths(table)
    widths = [_widest(table, place) for place in range(len(least))]
    if table.header:
        widths = [max(wide, width(text)) for wide, text in zip(widths, table.header, strict=True)]
    while sum(widths) + GAP * (len(widths) - 1) > columns:
        room = [place for place, wide in enumerate(widths) if wide > max(1, least[place])]
        if not room:
            break
        widths[max(room, key=lambda place: (table.align[place] == "r", widths[place]))] -= 1
    return widths
