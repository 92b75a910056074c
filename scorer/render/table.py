"""Tables on a terminal and in Markdown. The only module that knows tabulate."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import tabulate as library

from scorer.render.document import Line, Row, Table, text_of
from scorer.render.width import width, wrapped
from scorer.values import replace

GAP = 2
NARROWEST = 8
ALIGNMENT = {"l": "left", "r": "right"}
Styled = Callable[[Line], str]
"""A line as the terminal gets it, its marks as colours or not at all."""

library.PRESERVE_WHITESPACE = True


def terminal_table(table: Table, columns: int, styled: Styled) -> list[str]:
    """The lines of a table, left columns wrapped so that it is no wider than `columns`.

    >>> from scorer.render.document import line
    >>> rows = ((line("Riichi"), line("立直"), line("1")), (line("Pinfu"), line("平和"), line("1")))
    >>> print("\\n".join(terminal_table(Table(rows, "llr"), 60, text_of)))
    Riichi  立直  1
    Pinfu   平和  1
    """
    table = _without_empty_columns(table)
    rows = _all_rows(table)
    if not rows:
        return []
    most = _column_widths(table, rows, columns)
    texts: list[Sequence[str] | str] = [_cells(row, most, styled) for row in table.rows]
    if table.last:
        texts += [library.SEPARATING_LINE, _cells(table.last, most, styled)]
    drawn = _drawn(texts, table)
    return [text.rstrip() for text in (drawn[:-1] if table.header else drawn[1:-1])]


def markdown_table(table: Table, styled: Styled) -> list[str]:
    """The lines of a table in the pipe syntax of Markdown; the last row is like any other."""
    table = _without_empty_columns(table)
    rows = _all_rows(table)
    texts = [[styled(cell).replace("|", "\\|") for cell in row] for row in rows]
    drawn = library.tabulate(
        texts,
        headers=table.header or [""] * len(table.align),
        tablefmt="pipe",
        colalign=_alignments(table),
        disable_numparse=True,
    )
    return drawn.split("\n") if rows else []


def _all_rows(table: Table) -> list[Row]:
    return [*table.rows, *([table.last] if table.last else [])]


def _without_empty_columns(table: Table) -> Table:
    """The table with the columns that say something."""
    rows = [*_all_rows(table), table.header]
    kept = [place for place in range(len(table.align)) if any(row[place] for row in rows if row)]
    return replace(
        table,
        rows=tuple(tuple(row[place] for place in kept) for row in table.rows),
        align="".join(table.align[place] for place in kept),
        header=tuple(table.header[place] for place in kept) if table.header else (),
        last=tuple(table.last[place] for place in kept) if table.last else (),
    )


def _drawn(texts: list[Sequence[str] | str], table: Table) -> list[str]:
    text = library.tabulate(
        texts,
        headers=table.header,
        tablefmt="simple",
        colalign=_alignments(table),
        disable_numparse=True,
    )
    return text.split("\n")


def _alignments(table: Table) -> list[str]:
    return [ALIGNMENT[letter] for letter in table.align]


def _cells(row: Row, most: list[int], styled: Styled) -> list[str]:
    pieces = (wrapped(cell, columns) for cell, columns in zip(row, most, strict=True))
    return ["\n".join(styled(piece) for piece in cell) for cell in pieces]


def _column_widths(table: Table, rows: list[Row], columns: int) -> list[int]:
    """The widest that each column may be: the widest left ones give way until all fit."""
    widths = [max(width(text_of(row[place])) for row in rows) for place in range(len(table.align))]
    if table.header:
        widths = [max(wide, width(text)) for wide, text in zip(widths, table.header, strict=True)]
    shrinking = [place for place, letter in enumerate(table.align) if letter == "l"]
    while sum(widths) + GAP * (len(widths) - 1) > columns:
        widest = max(shrinking, key=lambda place: widths[place], default=None)
        if widest is None or widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    return widths
