"""Documents as text: on a terminal, with lines that fit and tiles as small boxes of characters; in Markdown;
and plain, for scripts and screen readers. The only module that knows tabulate.

Tabulate lays the cells out. What it cannot do is done here: share the room among columns, set a table that
is too wide in several parts, and wrap a cell without losing the marks of its parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from unicodedata import category, east_asian_width

from scorer.render.document import (
    DOUBT,
    HEADLINE,
    KEEP,
    PLACE,
    TOTAL,
    WINNING,
    Block,
    Document,
    Line,
    Paragraph,
    Part,
    Table,
    Tiles,
    line,
    line_text,
)
from scorer.values import dataclass, replace

# ---- what can be printed

UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)
"""Control characters and direction marks, which must not take effect where an input is shown."""
STANDS_FOR = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Text as it can be printed, character for character.

    >>> printable("12\\x1bm")
    '12\ufffdm'
    """
    return UNPRINTABLE.sub(STANDS_FOR, text)


def printable_document(document: Document) -> Document:
    """A document as it can be printed: the name of a file in it may be anything that its author likes. Line
    ends and tabs stay.

    >>> from scorer.render.document import paragraph
    >>> printable_document((paragraph("a\\x1b[31m.xml"),))[0].lines
    ((Part(text='a\ufffd[31m.xml', mark=''),),)
    """
    return tuple(map(_printable_block, document))


def _printable_block(block: Block) -> Block:
    if isinstance(block, Tiles):
        groups = tuple(map(_printable_line, block.groups))
        return replace(block, groups=groups, text=_printable_part_text(block.text))
    if isinstance(block, Paragraph):
        return replace(block, lines=tuple(map(_printable_line, block.lines)))
    return replace(
        block,
        rows=tuple(tuple(map(_printable_line, row)) for row in block.rows),
        title=_printable_part_text(block.title),
        header=tuple(map(_printable_part_text, block.header)),
        last_row=tuple(map(_printable_line, block.last_row)),
    )


def _printable_line(line: Line) -> Line:
    if not any(map(UNPRINTABLE.search, (part.text for part in line))):
        return line
    return tuple(replace(part, text=_printable_part_text(part.text)) for part in line)


def _printable_part_text(text: str) -> str:
    return UNPRINTABLE.sub(lambda sign: sign[0] if sign[0] in "\n\t" else STANDS_FOR, text)


def json_bytes(text: str) -> bytes:
    """JSON as it is written: what cannot be printed stands as an escape, which means the same to programs.

    >>> json_bytes('"\\u202e"')
    b'"\\\\u202e"'
    """
    return UNPRINTABLE.sub(
        lambda sign: sign[0] if sign[0] == "\n" else f"\\u{ord(sign[0]):04x}", text
    ).encode()


# ---- columns: how wide text is, and where it breaks

NO_COLUMN = ("Mn", "Me", "Cf")
"""Categories of characters that are drawn over the one before, or not at all."""
NEVER_FIRST = "、。，：；）」”・"
"""Signs that begin no line."""
NEVER_LAST = "（「“"
"""Signs that end no line."""
WIDEST_WHOLE = 20
"""The columns of a Chinese or Japanese word that no line breaks: a longer one is a sentence or a list."""
SENTENCE_PIECE = re.compile(f"[{NEVER_LAST}]*(?:[!-~{KEEP}]+|[^!-~{KEEP}])[{NEVER_FIRST}]*")
"""A part of a sentence that no line breaks: a sign, or tiles and numbers, with what must stay beside it."""


def display_width(text: str) -> int:
    """The number of columns that a text takes; Chinese and Japanese characters take two.

    >>> display_width("pinfu"), display_width("平和")
    (5, 4)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else category(sign) not in NO_COLUMN for sign in text)


def wrapped_lines(content: Line, columns: int, indent: int = 0) -> list[Line]:
    """The line broken at spaces into lines of at most `columns` columns; later lines are indented.

    >>> [line_text(part) for part in wrapped_lines(line("won on 8p, self-draw"), 12, 2)]
    ['won on 8p,', '  self-draw']
    """
    text = "".join(part.text for part in content)
    if display_width(text) <= columns:
        return [content]
    rows: list[tuple[int, int]] = []
    begin = end = used = 0
    for start, stop in _word_spans(text, max(1, columns - indent)):
        if used and used + display_width(text[end:stop]) > columns:
            rows.append((begin, end))
            begin, end, used = start, start, indent
        used += display_width(text[end:stop])
        end = stop
    rows.append((begin, end))
    return [line(" " * indent if start else "", *_parts_between(content, start, end)) for start, end in rows]


def _parts_between(content: Line, start: int, end: int) -> Iterator[Part]:
    """The parts of a line between two positions."""
    for part in content:
        yield Part(part.text[max(0, start) : max(0, end)], part.mark)
        start, end = start - len(part.text), end - len(part.text)


def _word_spans(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Where the words of a text stand. A long one comes in pieces, between which a line may end: a Chinese or
    Japanese sentence in its characters, with tiles and numbers whole; another word in parts of `width`.
    """
    for word in re.finditer("[^ ]+", text):
        start = word.start()
        is_sentence = not word[0].isascii() and display_width(word[0]) > min(width, WIDEST_WHOLE)
        for piece in SENTENCE_PIECE.findall(word[0]) if is_sentence else [word[0]]:
            stop = start + len(piece)
            yield from ((at, min(at + width, stop)) for at in range(start, stop, width))
            start = stop


# ---- on a terminal

COLOURS = {TOTAL: "\x1b[1;32m", WINNING: "\x1b[1;33m", PLACE: "\x1b[1;31m", DOUBT: "\x1b[1;33m"}
COLOURS |= {HEADLINE: "\x1b[1m"}  # bold
RESET_COLOURS = "\x1b[0m"
NARROWEST = 20
LineWriter = Callable[[Line], str]
"""A function that writes a line for the terminal, with colours for its marks or without."""


def terminal_text(document: Document, columns: int, colour: bool = False) -> str:
    """The whole document, blocks separated by a blank line, nothing wider than `columns`.

    >>> from scorer.render.document import paragraph
    >>> print(terminal_text((paragraph("one line"), paragraph("another")), 60))
    one line
    <BLANKLINE>
    another
    """
    shown = partial(
        _block_lines, columns=max(NARROWEST, columns), style=_styled_text if colour else line_text
    )
    return "\n\n".join("\n".join(shown(block)) for block in printable_document(document))


def _styled_text(content: Line) -> str:
    parts = (
        f"{COLOURS[part.mark]}{part.text}{RESET_COLOURS}" if part.mark else part.text for part in content
    )
    return "".join(parts).replace(KEEP, " ")


def _block_lines(block: Block, columns: int, style: LineWriter) -> Iterable[str]:
    if isinstance(block, Tiles):
        return map(style, drawn_tiles(block, columns))
    if isinstance(block, Table):
        title = wrapped_lines(line(block.title), columns, INDENT) if block.title else []
        return [*map(style, title), *terminal_table(block, columns, style)]
    return (style(piece) for shown in block.lines for piece in wrapped_lines(shown, columns, block.indent))


# ---- tiles as small boxes

INDENT = 2
COLUMN_GAP = " "


def drawn_tiles(tiles: Tiles, columns: int) -> Iterator[Line]:
    """The lines of a drawing; groups that do not fit continue below the others.

    >>> hand = Tiles(((Part("7p"), Part("8p", "winning")), (Part("5s"), Part("5s"))), "7p5s5s+8p")
    >>> print("\\n".join(line_text(shown) for shown in drawn_tiles(hand, 60)))
      +--+--+ +--+--+
      |7p[8p] |5s|5s|
      +--+--+ +--+--+
    """
    edges = ["+" + "".join("-" * display_width(part.text) + "+" for part in group) for group in tiles.groups]
    left = 0
    while left < len(edges):
        ends = accumulate(len(edge) + len(COLUMN_GAP) for edge in edges[left:])
        right = left + max(1, sum(end - len(COLUMN_GAP) <= columns - INDENT for end in ends))
        edge = line(" " * INDENT + COLUMN_GAP.join(edges[left:right]))
        faces = (part for group in tiles.groups[left:right] for part in (COLUMN_GAP, *_face_lines(group)))
        yield from (edge, line(" " * (INDENT - len(COLUMN_GAP)), *faces), edge)
        left = right


def _face_lines(group: Sequence[Part]) -> Iterator[str | Part]:
    """The lines of the tile faces; a marked tile is in square brackets, for terminals without colour."""
    before = ""
    for part in group:
        yield "[" if part.mark else "]" if before else "|"
        yield part
        before = part.mark
    yield "]" if before else "|"


# ---- tables

GAP = 2
NARROWEST_COLUMN = 8
WIDEST_WORD = 12
"""Words up to this length are kept whole if there is room."""
ALIGNMENT = {"l": "left", "k": "left", "r": "right"}


@dataclass(frozen=True)
class ColumnLayout:
    """A column of a table, with its cells including that of the last row."""

    side: str
    heading: str
    cells: Sequence[Line]

    @property
    def natural_width(self) -> int:
        return _greatest_width([self.heading, *map(line_text, self.cells)])

    @property
    def least_width(self) -> int:
        """The least width of the column; only left-aligned columns can be wrapped."""
        texts, heading = list(map(line_text, self.cells)), _greatest_width(self.heading.split())
        whole = max(_greatest_width(texts), heading)
        if self.side != "l":
            return whole
        word = min(WIDEST_WORD, _greatest_width(word for text in texts for word in text.split()))
        return min(whole, max(NARROWEST_COLUMN, word, heading))


def _greatest_width(texts: Iterable[str]) -> int:
    return max(map(display_width, texts), default=0)


def _column_layouts(table: Table) -> list[ColumnLayout]:
    """The columns that are not empty."""
    heads = table.header or [""] * len(table.align)
    found = map(ColumnLayout, table.align, heads, zip(*table.all_rows, strict=True))
    return [column for column in found if column.heading or any(column.cells)]


def terminal_table(table: Table, columns: int, style: LineWriter) -> Iterator[str]:
    """The lines of a table, left columns wrapped so that it is no wider than `columns`.

    >>> from scorer.render.document import table
    >>> rows = (("Riichi", "立直", "1"), ("Pinfu", "平和", "1"))
    >>> print("\\n".join(terminal_table(table(rows, "llr"), 60, line_text)))
    Riichi  立直  1
    Pinfu   平和  1
    """
    if not table.all_rows:
        return
    for place, part in enumerate(_table_parts(_column_layouts(table), columns, bool(table.header))):
        if place:
            yield ""
        laid_out = [
            [
                "\n".join(map(style, wrapped_lines(cell, most)))
                for cell in (line(column.heading), *column.cells)
            ]
            for column, most in zip(part, _column_widths(part, columns), strict=True)
        ]
        header, *rows = zip(*laid_out, strict=True)
        last = rows.pop() if table.last_row else ()
        drawn = _table_lines(rows, last, header if table.header else (), part, "simple")
        yield from (text.rstrip() for text in (drawn if table.header else drawn[1:-1]))


def _table_parts(table: list[ColumnLayout], columns: int, splits: bool) -> Iterator[list[ColumnLayout]]:
    """The table, or where it is too wide and may be split, one after another of its parts; each begins with
    the first column.
    """
    used = -GAP
    for place, column in enumerate(table):
        used += GAP + column.least_width
        if used > columns and splits and place > 1:
            yield table[:place]
            yield from _table_parts([table[0], *table[place:]], columns, splits)
            return
    yield table


def _column_widths(table: list[ColumnLayout], columns: int) -> list[int]:
    """The width of each column: long headings are shortened first, then the widest left column."""
    least, widths = [column.least_width for column in table], [column.natural_width for column in table]
    while sum(widths) + GAP * (len(widths) - 1) > columns:
        room = [place for place, wide in enumerate(widths) if wide > max(1, least[place])]
        if not room:
            break
        widths[max(room, key=lambda place: (table[place].side == "r", widths[place]))] -= 1
    return widths


def _table_lines(
    rows: Sequence[Sequence[str]],
    last_row: Sequence[str],
    header: Sequence[str],
    table: list[ColumnLayout],
    form: str,
) -> list[str]:
    import tabulate as library  # plain text does without

    library.PRESERVE_WHITESPACE, library.MIN_PADDING = True, 0
    below = [library.SEPARATING_LINE, last_row] if last_row else []
    sides = [ALIGNMENT[column.side] for column in table]
    text = library.tabulate(
        [*rows, *below], headers=header, tablefmt=form, colalign=sides, disable_numparse=True
    )
    return text.split("\n")


# ---- Markdown

SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_<>[]#|~"})


def markdown_text(document: Document) -> str:
    """The document in Markdown; marked parts are bold, the last row of a table is like any other.

    >>> from scorer.render.document import paragraph
    >>> print(markdown_text((paragraph(line("South ", Part("+12,000", TOTAL))),)))
    South **+12,000**
    """
    return "\n\n".join(map(_markdown_block, printable_document(document)))


def _markdown_block(block: Block) -> str:
    if isinstance(block, Tiles):
        return f"`{block.text}`"
    if not isinstance(block, Table):
        return "  \n".join(map(_bold_text, block.lines))  # two spaces keep the line break
    title = [f"**{block.title.translate(SPECIAL)}**", ""] if block.title else []
    table = _column_layouts(block)
    cells = ([_bold_text(cell) for cell in column.cells] for column in table)
    rows = list(zip(*cells, strict=True))
    header = [column.heading for column in table]
    return "\n".join([*title, *(_table_lines(rows, (), header, table, "pipe") if rows else [])])


def _bold_text(line: Line) -> str:
    texts = ((part.text.translate(SPECIAL), part.mark) for part in line)
    marked = (f"**{text.strip()}**" if mark and text.strip() else text for text, mark in texts)
    return "".join(marked).replace(KEEP, " ")


# ---- plain


def plain_text(document: Document) -> str:
    """The document without layout: a line for each line and row, cells separated by tabs.

    >>> from scorer.render.document import table
    >>> plain_text((table([("Riichi", "1 han")], "lr"),))
    'Riichi\\t1 han'
    """
    return "\n\n".join("\n".join(_plain_lines(block)) for block in printable_document(document))


def _plain_lines(block: Block) -> Iterator[str]:
    if isinstance(block, Tiles):
        yield block.text
    elif isinstance(block, Table):
        yield from filter(None, (block.title, "\t".join(block.header)))
        yield from ("\t".join(line_text(cell).strip() for cell in row) for row in block.all_rows)
    else:
        yield from map(line_text, block.lines)
