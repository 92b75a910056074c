"""A page that needs nothing else: its style, the tiles that it shows, its text, no script, no network."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from pathlib import Path

from scorer.hand import Hand, WaitingHand
from scorer.notation import format_hand, format_meld
from scorer.render.document import KEEP, TOTAL, Block, Document, Line, Paragraph, Part, Row, Table, Tiles
from scorer.render.drawing import (
    definitions,
    drawn,
    hand_blocks,
    plain,
    spoken,
    standing,
    style,
    svg,
    with_tiles,
)
from scorer.ruleset.model import Ruleset
from scorer.tiles import TileSet, name_in

ALLOWED = "default-src 'none'; style-src 'unsafe-inline'"
"""A browser loads and runs nothing on these pages."""


def sheet(name: str) -> str:
    """A style sheet that lies beside this module."""
    return Path(__file__).with_name(f"{name}.css").read_text(encoding="utf-8")


def page(title: str, body: str, tileset: TileSet, language: str = "en", extra: str = "") -> str:
    """A whole page in HTML around a body; `extra` is a style sheet of its own.

    >>> from scorer.library import load_ruleset
    >>> text = page("A & B", "<p>Text</p>", load_ruleset("riichi").tileset)
    >>> "<title>A &amp; B</title>" in text, text.startswith("<!doctype html>")
    (True, True)
    """
    symbols = f'<svg class="symbols" aria-hidden="true">{definitions(body, tileset, language)}</svg>'
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{ALLOWED}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>\n{style()}\n{sheet('page')}\n{extra}</style>\n</head>\n"
        f"<body>\n{symbols}\n{body}\n</body>\n</html>\n"
    )


# ---- documents on a page

GAP = "   "
MANY = 5
"""A table of so many columns is set smaller on a phone, and scrolls by itself where that does not do."""


def hand_page(hand: Hand | None, ruleset: Ruleset, document: Document, language: str = "en") -> str:
    """A page about one hand, drawn as it lies on the table; without one only the document."""
    name, tileset = name_in(ruleset.names, language), ruleset.tileset
    if hand is None:
        return document_page(name, document, ruleset, language)
    title = f"{format_hand(hand, tileset)} · {name}"
    figure = f'<div class="hand">{drawn(hand_blocks(hand, tileset), spoken(hand, tileset))}</div>'
    head = f'<h1 class="unseen">{escape(title)}</h1>\n{figure}'
    return _page(title, head, document, ruleset, meld_texts(hand, tileset), language)


def document_page(title: str, document: Document, ruleset: Ruleset, language: str = "en") -> str:
    """Any other document as a page."""
    return _page(title, f"<h1>{escape(title)}</h1>", document, ruleset, (), language)


def _page(
    title: str, head: str, document: Document, ruleset: Ruleset, melds: Collection[str], language: str
) -> str:
    writer = HtmlWriter(ruleset.tileset, melds, prose_of(ruleset))
    body = "\n".join(["<main>", head, *map(writer.block, document), "</main>"])
    return page(title, body, ruleset.tileset, language)


def hand_svg(hand: Hand, tileset: TileSet, language: str = "en") -> str:
    """A hand as a picture, its title the notation."""
    return svg(hand_blocks(hand, tileset), tileset, format_hand(hand, tileset), language)


def meld_texts(hand: Hand | WaitingHand, tileset: TileSet) -> frozenset[str]:
    """The sets that lie apart in a hand, in notation."""
    return frozenset(format_meld(meld, tileset) for meld in hand.melds)


def prose_of(ruleset: Ruleset) -> frozenset[str]:
    """What the author of a ruleset wrote for people: `all of 1s and 9s` names no tiles there."""
    patterns = (pattern.definition for pattern in ruleset.pattern_by_id.values())
    bonuses = (bonus.definition for bonus in ruleset.bonuses)
    definitions = (text for names in (*patterns, *bonuses) for _, text in names)
    helps = (option.help for option in ruleset.options)
    return frozenset(filter(None, (ruleset.about, *ruleset.notes, *ruleset.remarks, *definitions, *helps)))


class HtmlWriter:
    """Writes documents in the tiles of one ruleset; `melds` are the sets that lie apart in the hand, in
    `prose` nothing is drawn.
    """

    def __init__(
        self, tileset: TileSet, melds: Collection[str] = (), prose: frozenset[str] = frozenset()
    ) -> None:
        self.tileset, self.melds, self.prose = tileset, melds, prose

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return "<p>" + "<br>\n".join(map(self._line, block.lines)) + "</p>"
        return self._tiles(block) if isinstance(block, Tiles) else self._table(block)

    def _line(self, line: Line) -> str:
        return "".join(map(self._part, line))

    def _part(self, part: Part) -> str:
        """A text with its tiles drawn; a wide space stays wide."""
        if any(said in part.text for said in self.prose):
            shown = plain(part.text)
        else:
            text = part.text.replace(KEEP, " ")
            shown = with_tiles(text, self.tileset, self.melds).replace(GAP, "&emsp;")
        mark = "total" if part.mark == TOTAL else "marked"
        return f'<span class="{mark}">{shown}</span>' if part.mark else shown

    def _tiles(self, tiles: Tiles) -> str:
        """Tiles set by set, those that are marked with a frame."""
        blocks = (
            standing([part.text for part in group], [at for at, part in enumerate(group) if part.mark])
            for group in tiles.groups
        )
        return f"<p>{drawn(blocks, tiles.text)}</p>"

    def _table(self, table: Table) -> str:
        """A table; a column aligned right holds numbers."""
        caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
        titles = zip(table.header, table.align, strict=False)
        head = "".join(_cell("th", escape(text), side) for text, side in titles)
        head = f"<thead><tr>{head}</tr></thead>" if head else ""
        rows = "".join(f"<tr>{self._cells(row, table)}</tr>" for row in table.rows)
        last = f'<tr class="last">{self._cells(table.last, table)}</tr>' if table.last else ""
        inside = f"{caption}{head}<tbody>{rows}{last}</tbody>"
        if len(table.align) < MANY:
            return f"<table>{inside}</table>"
        return f'<div class="wide"><table class="many">{inside}</table></div>'

    def _cells(self, row: Row, table: Table) -> str:
        """Several numbers in one cell may stand below one another where the page is narrow."""
        shown = ""
        for line, side in zip(row, table.align, strict=False):
            text = self._line(line)
            breaks = side == "r" and "<" not in text
            shown += _cell("td", text.replace("/", "/<wbr>") if breaks else text, side)
        return shown


def _cell(tag: str, inside: str, side: str) -> str:
    kind = ' class="number"' if side == "r" else ""
    return f"<{tag}{kind}>{inside}</{tag}>"
