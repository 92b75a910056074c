"""Documents independent of their format: paragraphs and tables of lines with marked parts.

A breakdown builds a document once; the terminal, Markdown and plain text lay it out.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorer.values import dataclass

KEEP = "\u00a0"
"""A space at which no line is broken."""
TOTAL, WINNING, PLACE, DOUBT = "total", "winning", "place", "doubt"
"""The marks: the total, the winning tile, the place of an error, and that of a warning."""
HEADLINE = "headline"
"""The mark of the line that sums up an answer."""
NEW_PAGE = "new page"
"""The mark of a heading that begins a new page where paper is printed."""
ITEM = "- "
"""What a line of a list begins with."""


@dataclass(frozen=True)
class Part:
    """A part of a line, which can be marked for emphasis."""

    text: str
    mark: str = ""


Line = tuple[Part, ...]
Row = tuple[Line, ...]
Cell = str | Part | Line
"""A line, or a text or part that is a line by itself."""


@dataclass(frozen=True)
class Paragraph:
    """Lines that belong together. Wrapped lines continue `indent` columns in."""

    lines: tuple[Line, ...]
    indent: int = 2


@dataclass(frozen=True)
class Table:
    """Rows of cells under an optional title and header; `last_row` stands below a rule.

    `align` has a letter for each column: `l` left, wrapped where room is short; `k` left, kept whole;
    `r` right, kept whole.
    """

    rows: tuple[Row, ...]
    align: str
    title: str = ""
    header: tuple[str, ...] = ()
    last_row: Row = ()

    @property
    def all_rows(self) -> tuple[Row, ...]:
        return (*self.rows, self.last_row) if self.last_row else self.rows


@dataclass(frozen=True)
class Tiles:
    """Tiles drawn as such, group by group: each a label and perhaps a mark. `text` is the same in
    notation, for readers that draw nothing.
    """

    groups: tuple[tuple[Part, ...], ...]
    text: str


Block = Paragraph | Table | Tiles
Document = tuple[Block, ...]


def line(*parts: str | Part) -> Line:
    """A line of plain and marked parts; empty ones are left out.

    >>> line("won on ", Part("8p", WINNING))
    (Part(text='won on ', mark=''), Part(text='8p', mark='winning'))
    """
    made = (Part(part) if isinstance(part, str) else part for part in parts)
    return tuple(part for part in made if part.text)


def paragraph(*texts: Cell, indent: int = 2) -> Paragraph:
    """A paragraph of lines; a line of one part can be given as that part."""
    return Paragraph(_cell_lines(texts), indent)


def table(
    rows: Iterable[Iterable[Cell]],
    align: str,
    title: str = "",
    header: Iterable[str] = (),
    last_row: Iterable[Cell] = (),
) -> Table:
    """A table whose cells are given like the lines of a paragraph."""
    return Table(tuple(map(_cell_lines, rows)), align, title, tuple(header), _cell_lines(last_row))


def term_table(rows: Iterable[tuple[str, str]]) -> Table:
    """A table of terms, which are never broken, and what they mean."""
    return table(rows, "kl")


def _cell_lines(cells: Iterable[Cell]) -> tuple[Line, ...]:
    return tuple(cell if isinstance(cell, tuple) else line(cell) for cell in cells)


def line_text(line: Line) -> str:
    """The text of a line, without its marks."""
    return "".join(part.text for part in line).replace(KEEP, " ")
