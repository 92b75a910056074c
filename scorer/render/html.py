"""Documents and scores as HTML, with every notation of tiles drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape

from scorer.engine.results import Score
from scorer.hand import Hand, WaitingHand
from scorer.notation import format_hand, format_meld
from scorer.render.document import KEEP, TOTAL, Block, Document, Line, Paragraph, Part, Row, Table, Tiles
from scorer.render.hand_svg import Block as Drawing
from scorer.render.hand_svg import drawn, hand_blocks, spoken, svg
from scorer.render.page import page
from scorer.render.svg import WIDTH, marked, upright
from scorer.render.tile_text import plain, with_tiles
from scorer.ruleset.model import Ruleset
from scorer.tiles import TileSet, name_in

GAP = "   "
MANY = 5
"""A table of so many columns is set smaller on a phone, and scrolls by itself where that does not do."""


def score_page(score: Score, document: Document, language: str = "en") -> str:
    """A scored hand as a page: the hand as it lies on the table, then its breakdown."""
    return hand_page(score.hand, score.ruleset, document, language)


def hand_page(hand: Hand, ruleset: Ruleset, document: Document, language: str = "en") -> str:
    """A page about one hand, whether it wins or not."""
    tileset = ruleset.tileset
    title = f"{format_hand(hand, tileset)} · {name_in(ruleset.names, language)}"
    writer = Writer(tileset, meld_texts(hand, tileset), prose_of(ruleset))
    head = f'<h1 class="unseen">{escape(title)}</h1>'
    parts = [head, figure(hand, tileset), *writer.document(document)]
    return page(title, "\n".join(["<main>", *parts, "</main>"]), tileset, language)


def document_page(title: str, document: Document, ruleset: Ruleset, language: str = "en") -> str:
    """Any other document as a page."""
    writer = Writer(ruleset.tileset, prose=prose_of(ruleset))
    parts = ["<main>", f"<h1>{escape(title)}</h1>", *writer.document(document), "</main>"]
    return page(title, "\n".join(parts), ruleset.tileset, language)


def score_svg(score: Score, language: str = "en") -> str:
    """The hand alone as a picture."""
    return hand_svg(score.hand, score.ruleset.tileset, language)


def hand_svg(hand: Hand, tileset: TileSet, language: str = "en") -> str:
    """A hand as a picture, its title the notation."""
    return svg(hand_blocks(hand, tileset), tileset, format_hand(hand, tileset), language)


def figure(hand: Hand | WaitingHand, tileset: TileSet) -> str:
    """The hand as it lies on the table."""
    return f'<div class="hand">{drawn(hand_blocks(hand, tileset), spoken(hand, tileset))}</div>'


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


class Writer:
    """Writes documents in the tiles of one ruleset; `melds` are the sets that lie apart in the hand, in
    `prose` nothing is drawn.
    """

    def __init__(
        self, tileset: TileSet, melds: Collection[str] = (), prose: frozenset[str] = frozenset()
    ) -> None:
        self.tileset, self.melds, self.prose = tileset, melds, prose

    def text(self, text: str) -> str:
        """A text with its tiles drawn; a wide space stays wide."""
        if any(said in text for said in self.prose):
            return plain(text)
        return with_tiles(text.replace(KEEP, " "), self.tileset, self.melds).replace(GAP, "&emsp;")

    def document(self, document: Document) -> Iterator[str]:
        """The blocks of a document."""
        return map(self.block, document)

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return "<p>" + "<br>\n".join(map(self.line, block.lines)) + "</p>"
        return self.tiles(block) if isinstance(block, Tiles) else self.table(block)

    def tiles(self, tiles: Tiles) -> str:
        """Tiles set by set, those that are marked with a frame."""
        return f"<p>{drawn(map(self._group, tiles.groups), tiles.text)}</p>"

    def _group(self, group: tuple[Part, ...]) -> Drawing:
        marks = (marked if part.mark else upright for part in group)
        shown = (
            mark(part.text, WIDTH * at) for at, (mark, part) in enumerate(zip(marks, group, strict=True))
        )
        return Drawing(WIDTH * len(group), "".join(shown))

    def line(self, line: Line) -> str:
        return "".join(_marked(part.mark, self.text(part.text)) for part in line)

    def table(self, table: Table) -> str:
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
        cells = zip(row, table.align, strict=False)
        return "".join(_cell("td", _breakable(self.line(line), side), side) for line, side in cells)


def _marked(mark: str, shown: str) -> str:
    if not mark:
        return shown
    return f'<span class="{"total" if mark == TOTAL else "marked"}">{shown}</span>'


def _breakable(shown: str, side: str) -> str:
    """Several numbers in one cell may stand below one another where the page is narrow."""
    return shown.replace("/", "/<wbr>") if side == "r" and "<" not in shown else shown


def _cell(tag: str, inside: str, side: str) -> str:
    kind = ' class="number"' if side == "r" else ""
    return f"<{tag}{kind}>{inside}</{tag}>"
