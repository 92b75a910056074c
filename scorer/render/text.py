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
from scorer.values import replace

# ---- what can be printed

UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)
"""Controls and marks that change the direction of text: an input is shown, never obeyed."""
STANDS_FOR = "\N{REPLACEMENT CHARACTER}"


def visible(text: str) -> str:
    """Text as it can be printed, character for character.

    >>> visible("12\\x1bm")
    '12\ufffdm'
    """
    return UNPRINTABLE.sub(STANDS_FOR, text)


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


def width(text: str) -> int:
    """How many columns a text takes; Chinese and Japanese characters take two.

    >>> width("pinfu"), width("平和")
    (5, 4)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else category(sign) not in NO_COLUMN for sign in text)


def wrapped(shown: Line, columns: int, indent: int = 0) -> list[Line]:
    """The line in pieces of at most so many columns, broken at spaces; later ones are indented.

    >>> [text_of(part) for part in wrapped(line("won on 8p, self-draw"), 12, 2)]
    ['won on 8p,', '  self-draw']
    """
    if width(text_of(shown)) <= columns:
        return [shown]
    rows: list[list[Part]] = [[]]
    used = 0
    for space, word in _words(shown, max(1, columns - indent)):
        needed = sum(width(part.text) for part in word)
        if used and used + len(space) + needed > columns:
            rows.append([Part(" " * indent)])
            used, space = indent, ""
        rows[-1] += [Part(space), *word]
        used += len(space) + needed
    return [line(*row) for row in rows]


def _words(shown: Line, most: int) -> Iterator[tuple[str, list[Part]]]:
    """Each word with the space before it; words wider than a line come in pieces."""
    space, word = "", list[Part]()
    for part in shown:
        for piece in re.findall(r" +|[^ ]+", part.text):
            if piece.isspace():
                if word:
                    yield from _pieces(space, word, most)
                space, word = piece, []
            else:
                word.append(Part(piece, part.mark))
    if word:
        yield from _pieces(space, word, most)


def _pieces(space: str, word: list[Part], most: int) -> Iterator[tuple[str, list[Part]]]:
    """A word as it is, or in pieces of at most so many columns."""
    if sum(width(part.text) for part in word) <= most:
        yield space, word
        return
    piece, used = list[Part](), 0
    for part in word:
        for text in _unbroken(part.text, most):
            if used + width(text) > most and piece:
                end = _end(piece, text)
                yield space, piece[:end]
                space, piece, used = "", piece[end:], sum(width(one.text) for one in piece[end:])
            piece.append(Part(text, part.mark))
            used += width(text)
    yield space, piece


def _end(piece: list[Part], after: str) -> int:
    """How much of a piece stays in its line, if this text comes after it."""
    end = len(piece)
    while end > 1 and (after in NEVER_FIRST or piece[end - 1].text in NEVER_LAST):
        end -= 1
        after = piece[end].text
    return end


def _unbroken(text: str, most: int) -> Iterator[str]:
    """The characters of a text, but tiles and numbers among Chinese or Japanese ones whole."""
    for found in re.findall(r"[!-~]+|[^!-~]", text):
        yield from [found] if len(found) <= most else found


# ---- on a terminal

COLOURS = {TOTAL: "\x1b[1;32m", WINNING: "\x1b[1;33m", PLACE: "\x1b[1;31m", DOUBT: "\x1b[1;33m"}
PLAIN = "\x1b[0m"
NARROWEST = 20
Styled = Callable[[Line], str]
"""A line as the terminal gets it, its marks as colours or not at all."""


def terminal_text(document: Document, columns: int, colour: bool = False) -> str:
    """The whole document, blocks separated by a blank line, nothing wider than `columns`.

    >>> from scorer.render.document import paragraph
    >>> print(terminal_text((paragraph("one line"), paragraph("another")), 60))
    one line
    <BLANKLINE>
    another
    """
    shown = partial(_lines, columns=max(NARROWEST, columns), styled=_coloured if colour else text_of)
    return "\n\n".join("\n".join(shown(block)) for block in document)


def _coloured(shown: Line) -> str:
    parts = (f"{COLOURS[part.mark]}{part.text}{PLAIN}" if part.mark else part.text for part in shown)
    return "".join(parts).replace(KEEP, " ")


def _lines(block: Block, columns: int, styled: Styled) -> Iterable[str]:
    if isinstance(block, Tiles):
        return map(styled, drawn_tiles(block, columns))
    if isinstance(block, Table):
        return [*([block.title] if block.title else []), *terminal_table(block, columns, styled)]
    return (styled(piece) for shown in block.lines for piece in wrapped(shown, columns, block.indent))


# ---- tiles as small boxes

INDENT = 2
BETWEEN = " "


def drawn_tiles(tiles: Tiles, columns: int) -> Iterator[Line]:
    """The lines of a drawing; groups that have no room stand below the others.

    >>> hand = Tiles(((Part("7p"), Part("8p", "winning")), (Part("5s"), Part("5s"))), "7p5s5s+8p")
    >>> print("\\n".join(text_of(shown) for shown in drawn_tiles(hand, 60)))
      +--+--+ +--+--+
      |7p[8p] |5s|5s|
      +--+--+ +--+--+
    """
    edges = ["+" + "".join("-" * width(part.text) + "+" for part in group) for group in tiles.groups]
    left = 0
    while left < len(edges):
        ends = accumulate(len(edge) + len(BETWEEN) for edge in edges[left:])
        right = left + max(1, sum(end - len(BETWEEN) <= columns - INDENT for end in ends))
        edge = line(" " * INDENT + BETWEEN.join(edges[left:right]))
        faces = (part for group in tiles.groups[left:right] for part in (BETWEEN, *_faces(group)))
        yield from (edge, line(" " * (INDENT - len(BETWEEN)), *faces), edge)
        left = right


def _faces(group: Sequence[Part]) -> Iterator[str | Part]:
    """The faces; a marked tile stands in square brackets, so that colour is not its only sign."""
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
"""Words up to this are kept whole where there is room."""
ALIGNMENT = {"l": "left", "k": "left", "r": "right"}


def terminal_table(table: Table, columns: int, styled: Styled) -> Iterator[str]:
    """The lines of a table, left columns wrapped so that it is no wider than `columns`.

    >>> from scorer.render.document import table
    >>> rows = (("Riichi", "立直", "1"), ("Pinfu", "平和", "1"))
    >>> print("\\n".join(terminal_table(table(rows, "llr"), 60, text_of)))
    Riichi  立直  1
    Pinfu   平和  1
    """
    for place, part in enumerate(_parts(_without_empty_columns(table), columns) if table.all_rows else ()):
        if place:
            yield ""
        most = _column_widths(part, columns)
        rows = [_cells(row, most, styled) for row in part.rows]
        last, header = (_cells(row, most, styled) for row in (part.last, map(line, part.header)))
        drawn = _drawn(rows, last, header, part.align, "simple")
        yield from (text.rstrip() for text in (drawn if part.header else drawn[1:-1]))


def _drawn(
    rows: Sequence[Sequence[str]], last: Sequence[str], header: Sequence[str], align: str, form: str
) -> list[str]:
    import tabulate as library  # plain text does without

    library.PRESERVE_WHITESPACE, library.MIN_PADDING = True, 0
    below = [library.SEPARATING_LINE, last] if last else []
    sides = [ALIGNMENT[letter] for letter in align]
    text = library.tabulate(
        [*rows, *below], headers=header, tablefmt=form, colalign=sides, disable_numparse=True
    )
    return text.split("\n")


def _cells(row: Iterable[Line], most: Sequence[int], styled: Styled) -> list[str]:
    return ["\n".join(map(styled, wrapped(cell, columns))) for cell, columns in zip(row, most, strict=False)]


def _without_empty_columns(table: Table) -> Table:
    """The table with the columns that say something."""
    rows = [*table.all_rows, *([table.header] if table.header else [])]
    return _with_columns(table, [p for p in range(len(table.align)) if any(row[p] for row in rows)])


def _with_columns(table: Table, kept: Sequence[int]) -> Table:
    """The table with some of its columns."""
    return replace(
        table,
        rows=tuple(tuple(row[place] for place in kept) for row in table.rows),
        align="".join(table.align[place] for place in kept),
        header=tuple(table.header[place] for place in kept) if table.header else (),
        last=tuple(table.last[place] for place in kept) if table.last else (),
    )


def _parts(table: Table, columns: int) -> Iterator[Table]:
    """The table, or where it has columns under headers and is too wide, one after another of its parts;
    each begins with the first column.
    """
    used = -GAP
    for place, (least, _) in enumerate(_widths(table)):
        used += GAP + least
        if used > columns and table.header and place > 1:
            yield _with_columns(table, range(place))
            yield from _parts(_with_columns(table, [0, *range(place, len(table.align))]), columns)
            return
    yield table


def _widths(table: Table) -> Iterator[tuple[int, int]]:
    """How narrow each column may become, as only left ones are wrapped, and how wide it would like to be."""
    for place, side in enumerate(table.align):
        texts = [text_of(row[place]) for row in table.all_rows]
        heading = table.header[place] if table.header else ""
        wide, least = _widest(texts), _widest(heading.split())
        whole = max(wide, least)
        if side == "l":
            word = min(WIDEST_WORD, _widest(word for text in texts for word in text.split()))
            whole = min(whole, max(NARROWEST_COLUMN, word, least))
        yield whole, max(wide, width(heading))


def _widest(texts: Iterable[str]) -> int:
    return max(map(width, texts), default=0)


def _column_widths(table: Table, columns: int) -> list[int]:
    """The widest that each column may be: long headings give way first, then the widest left column."""
    found = list(_widths(table))
    widths = [wide for _, wide in found]
    while sum(widths) + GAP * (len(widths) - 1) > columns:
        room = [place for place, (least, _) in enumerate(found) if widths[place] > max(1, least)]
        if not room:
            break
        widths[max(room, key=lambda place: (table.align[place] == "r", widths[place]))] -= 1
    return widths


# ---- Markdown

SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_<>[]#|~"})


def markdown_text(document: Document) -> str:
    """The document in Markdown; marked parts are bold, the last row of a table is like any other.

    >>> from scorer.render.document import paragraph
    >>> print(markdown_text((paragraph(line("South ", Part("+12,000", TOTAL))),)))
    South **+12,000**
    """
    return "\n\n".join(map(_markdown, document))


def _markdown(block: Block) -> str:
    if isinstance(block, Tiles):
        return f"`{block.text}`"
    if not isinstance(block, Table):
        return "  \n".join(map(_bold, block.lines))  # two spaces keep the line break
    table = _without_empty_columns(block)
    rows = [[_bold(cell).replace("|", "\\|") for cell in row] for row in table.all_rows]
    title = [f"**{table.title.translate(SPECIAL)}**", ""] if table.title else []
    header = table.header or [""] * len(table.align)
    return "\n".join([*title, *(_drawn(rows, (), header, table.align, "pipe") if rows else [])])


def _bold(shown: Line) -> str:
    return "".join(map(_marked, shown)).replace(KEEP, " ")


def _marked(part: Part) -> str:
    text = part.text.translate(SPECIAL)
    return f"**{text.strip()}**" if part.mark and text.strip() else text


# ---- plain


def plain_text(document: Document) -> str:
    """The document without layout: a line for each line and row, cells separated by tabs.

    >>> from scorer.render.document import table
    >>> plain_text((table([("Riichi", "1 han")], "lr"),))
    'Riichi\\t1 han'
    """
    return "\n\n".join("\n".join(_plain(block)) for block in document)


def _plain(block: Block) -> Iterator[str]:
    if isinstance(block, Tiles):
        yield block.text
    elif isinstance(block, Table):
        yield from filter(None, (block.title, "\t".join(block.header)))
        yield from ("\t".join(text_of(cell).strip() for cell in row) for row in block.all_rows)
    else:
        yield from map(text_of, block.lines)
