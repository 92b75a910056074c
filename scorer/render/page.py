"""Pages in HTML and pictures in SVG that need nothing but themselves: tiles drawn, and documents laid out
around them.

Each face is a symbol `tile-CODE` of its own, and a drawing is text with `<use href="#tile-5p">` in it;
`definitions` gives the symbols that a text asks for. What a tile shows is data: its picture, its ink and its
names (`scorer.render.art`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape
from pathlib import Path

from scorer.hand import Hand, Meld, WaitingHand
from scorer.labels import tile_label
from scorer.languages import ENGLISH, is_english
from scorer.notation import format_hand, format_meld, format_waiting
from scorer.package import package_file
from scorer.phrases import comma_list, translate
from scorer.render.art import Picture, pictures, pictures_with_parts
from scorer.render.document import (
    HEADLINE,
    ITEM,
    KEEP,
    NEW_PAGE,
    TOTAL,
    Block,
    Document,
    Line,
    Paragraph,
    Part,
    Row,
    Table,
    line_text,
)
from scorer.render.text import display_width, printable_document
from scorer.ruleset.drawings import inks
from scorer.ruleset.model import Ruleset
from scorer.shapes import Group
from scorer.tiles import Tile, TileKind, TileSet, name_in
from scorer.values import dataclass, replace

WIDTH, HEIGHT = 60, 80
"""Size of an upright tile in the drawing's own units."""
BACK = "back"
WEAVE = (
    '<rect class="tile-weave" x="8" y="8" width="43" height="61" rx="3"/>'
    '<path class="tile-weave" d="M15,38.5 L29.5,18 L44,38.5 L29.5,59 Z"/>'
)
"""The pattern on the back of a tile."""
USED = re.compile(r'href="#tile-([0-9a-z]+)"')
PART = re.compile(r'<use href="#(?!tile-)([a-z0-9_]+)"')
MINUS_SIGNS = ("-", "\u2212")


def tile_style() -> str:
    """The style sheet of tiles: inks and faces."""
    rules = "\n".join(f".ink-{name} {{ {rule} }}" for name, rule in inks().items())
    return f"{rules}\n{style_sheet('tiles')}"


def upright_tile(code: str, x: float) -> str:
    """An upright tile with its left edge at x."""
    return f'<use href="#tile-{code}" x="{x:g}" y="0" width="{WIDTH}" height="{HEIGHT}"/>'


def definitions(
    drawing: str, tileset: TileSet, language: str = "en", further_tilesets: Sequence[TileSet] = ()
) -> str:
    """The symbols of every tile that a drawing places, and of every picture that these need. Tiles that the
    tileset lacks are those of `further_tilesets`.
    """
    every = (tileset, *further_tilesets)
    codes = sorted(set(USED.findall(drawing)))
    owners = (next((one for one in every if code in one.tile_by_code), tileset) for code in codes)
    faces = "".join(face_symbol(owner, code, language) for owner, code in zip(owners, codes, strict=True))
    parts = pictures_with_parts(sorted(set(PART.findall(faces))))
    return "<defs>" + "".join(part.markup for part in parts) + faces + "</defs>"


def face_symbol(tileset: TileSet, code: str, language: str = "en") -> str:
    """The symbol of one tile, by its notation, or of the back of any; a red copy has a picture of its own
    where somebody drew it.

    >>> from scorer.scoring import load_ruleset
    >>> 'href="#circles_5_red"' in face_symbol(load_ruleset("riichi").tileset, "0p")
    True
    """
    if code == BACK:
        return _symbol(BACK, "tile-back", WEAVE)
    tile, known = tileset.tile_by_code[code], pictures()
    kind = tileset.kinds[tile.kind]
    ink = f"ink-{'red' if tile.red else kind.ink}"
    picture = (known.get(f"{kind.picture}_red") if tile.red else None) or known.get(kind.picture)
    inside = _picture_face(kind, ink, picture, language) if picture else _name_face(kind, ink, language)
    corner = (picture.index if picture else "") or str(kind.digit)
    colour = "tile-index-red" if tile.red else "tile-index"
    inside += f'<text class="tile-text {colour}" x="4.5" y="13.5" font-size="12.5">{corner}</text>'
    return _symbol(code, "tile-face", inside)


def _symbol(code: str, surface: str, inside: str) -> str:
    body = '<rect class="tile-side" x="2" y="3" width="57" height="76" rx="7"/>'
    body += f'<rect class="{surface}" x="1.5" y="1.5" width="56" height="74" rx="6"/>'
    return f'<symbol id="tile-{code}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}{inside}</symbol>'


def _picture_face(kind: TileKind, ink: str, picture: Picture, language: str) -> str:
    """The picture right of and below the corner's index; smaller where a name stands below it."""
    name = name_in(kind.names, language) if picture.has_label else ""
    place = 'x="11" y="9" width="40" height="53.3"' if name else 'x="10" y="13" width="44" height="58.7"'
    drawn = f'<g class="{ink}"><use href="#{picture.id}" {place}/></g>'
    return drawn + (_face_text(name, 70, 12, ink) if name else "")


def _name_face(kind: TileKind, ink: str, language: str) -> str:
    """The face of a tile without a picture: its name in its ink, one word per line."""
    words = (name_in(kind.names, language) or kind.code).split()
    lines = words if len(words) <= 4 else [*words[:3], " ".join(words[3:])]
    top, size = 46 - 7 * (len(lines) - 1), 22 if len(lines) == 1 else 14
    return "".join(_face_text(text, top + 14 * place, size, ink) for place, text in enumerate(lines))


def _face_text(text: str, y: float, size: float, ink: str) -> str:
    """Centred text, small enough to fit on the face."""
    width = sum(1 if ord(letter) > 0x2E80 else 0.6 for letter in text)
    fitting = min(size, 50 / max(1, width))
    attributes = f'class="tile-text {ink}" fill="currentColor" text-anchor="middle"'
    return f'<text {attributes} x="29.5" y="{y:g}" font-size="{fitting:.3g}">{escape(text)}</text>'


# ---- a hand as it lies on the table

GROUP_GAP = 22
"""Between the parts of a hand, in the drawing's units."""
MARGIN = 3


@dataclass(frozen=True)
class TileDrawing:
    """A row of tiles that stay together: its width and the marks that draw it."""

    width: float
    markup: str


def upright_drawing(codes: Sequence[str], framed_places: Collection[int] = (), x: float = 0) -> TileDrawing:
    """A row of upright tiles, some of them framed."""
    frame = f'y="0" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
    drawn = ""
    for at, code in enumerate(codes):
        left = x + WIDTH * at
        drawn += upright_tile(code, left) + (
            f'<rect class="tile-mark" x="{left:g}" {frame}' if at in framed_places else ""
        )
    return TileDrawing(x + WIDTH * len(codes), drawn)


def hand_drawings(hand: Hand | WaitingHand, tileset: TileSet) -> tuple[TileDrawing, ...]:
    """The parts of a hand: concealed tiles, the winning tile, sets in the order of calls, flowers."""
    won = [upright_drawing([tileset.tile_code(hand.winning_tile)], [0])] if isinstance(hand, Hand) else []
    concealed, flowers = (
        [sorted_drawing(some, tileset)] if some else [] for some in (hand.concealed_tiles, hand.flowers)
    )
    return (*concealed, *won, *(meld_drawing(meld, tileset) for meld in hand.melds), *flowers)


def sorted_drawing(tiles: Iterable[Tile], tileset: TileSet) -> TileDrawing:
    """Tiles side by side in the order of the set."""
    return upright_drawing([tileset.tile_code(tile) for tile in tileset.sort_tiles(tiles)])


def meld_drawing(meld: Meld, tileset: TileSet) -> TileDrawing:
    """A set that was called, its first tile lying on the side, and beside it the tile that was added later;
    the outer tiles of a concealed one face down. (From whom a tile was taken, the notation does not say.)
    """
    first, *others = (tileset.tile_code(tile) for tile in tileset.sort_tiles(meld.pieces))
    if meld.is_concealed:
        return upright_drawing([BACK, *others[:-1], BACK])
    lying = [first, others.pop()] if meld.is_added else [first]
    rest = upright_drawing(others, x=HEIGHT * len(lying))
    turned = [
        f'<g transform="translate({HEIGHT * place} {HEIGHT}) rotate(-90)">{upright_tile(code, 0)}</g>'
        for place, code in enumerate(lying)
    ]
    return TileDrawing(rest.width, "".join(turned) + rest.markup)


def group_drawing(group: Group, tileset: TileSet, winning_tile: Tile | None = None) -> TileDrawing:
    """A group of a reading; the winning tile in it, where it was completed last, has a frame."""
    if group.is_melded:
        meld = Meld(group.kind, group.tiles, group.is_concealed, group.is_added)
        return meld_drawing(meld, tileset)
    tiles = tileset.sort_tiles(group.tiles)
    places = [at for at, tile in enumerate(tiles) if group.is_won and tile == winning_tile]
    return upright_drawing([tileset.tile_code(tile) for tile in tiles], places[-1:])


def svg(blocks: Sequence[TileDrawing], tileset: TileSet, title: str, language: str = "en") -> str:
    """A picture of its own, in one row, with everything in it that it needs.

    >>> from scorer import load_ruleset, parse_hand
    >>> tiles = load_ruleset("riichi").tileset
    >>> picture = svg(hand_drawings(parse_hand("11z(777z)+1z"), tiles), tiles, "East and Red")
    >>> picture.startswith("<svg") and "<title>East and Red</title>" in picture
    True
    """
    parts, x = [], float(MARGIN)
    for block in blocks:
        parts.append(f'<g transform="translate({x:g} {MARGIN})">{block.markup}</g>')
        x += block.width + GROUP_GAP
    drawing = "".join(parts)
    width, height = x - GROUP_GAP + MARGIN, HEIGHT + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height}" '
        f'viewBox="0 0 {width:g} {height}"><title>{escape(title)}</title><style>{tile_style()}</style>'
        f"{definitions(drawing, tileset, language)}{drawing}</svg>\n"
    )


def inline_svg(blocks: Iterable[TileDrawing], label: str, is_small: bool = False) -> str:
    """Blocks in a line of a page that holds the definitions, which breaks between them; `label` says the same
    in words (none: the text beside it does). Small ones stand in a line of text.
    """
    parts, wide, high = [], 0.0, HEIGHT + 2 * MARGIN
    for block in blocks:
        size = block.width + 2 * MARGIN
        box = f'style="--wide:{size / WIDTH:.4g}" viewBox="{-MARGIN} {-MARGIN} {size:g} {high}"'
        parts.append(f'<svg class="tiles" {box} aria-hidden="true">{block.markup}</svg>')
        wide += size / WIDTH  # in tiles, so that a style sheet can fit the line into a page
    wide += (len(parts) - 1) / 3  # a space is a third
    kind = "row small" if is_small else "row"
    named = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<span class="{kind}" style="--all:{wide:.4g}" {named}>{"".join(parts)}</span>'


def hand_description(hand: Hand | WaitingHand, tileset: TileSet, language: str) -> str:
    """The names of the tiles in a hand, for screen readers."""

    groups = [tileset.sort_tiles(hand.concealed_tiles), *(meld.tiles for meld in hand.melds)]
    parts = [groups_description(filter(None, groups), tileset, language)]
    if isinstance(hand, Hand):
        won = groups_description([[hand.winning_tile]], tileset, language)
        parts.append(translate("won on", language, won))
    return translate("semicolon", language).join(filter(None, parts))


def groups_description(groups: Iterable[Iterable[Tile]], tileset: TileSet, language: str) -> str:
    """The names of the tiles in groups, for screen readers."""
    parts = (
        comma_list((tile_label(tile, tileset, language) for tile in group), language) for group in groups
    )
    return translate("semicolon", language).join(parts)


# ---- text with its notation drawn

GROUP = re.compile(r"(?<![0-9])([0-9]+)([a-z])")
ROUNDING = re.compile(r"[1-9]0+[a-z]")
"""Amounts such as 10s or 100s, which are not tiles."""


def with_tiles(text: str, tileset: TileSet, melds: Collection[str] = ()) -> str:
    """Text as HTML with every notation of tiles drawn: `pair 11z` shows two tiles.

    `melds` are the called and concealed sets that the text may speak of, in notation; they are drawn as
    they lie. Other brackets belong to the sentence and stay.

    >>> from scorer.scoring import load_ruleset
    >>> tiles = load_ruleset("riichi").tileset
    >>> with_tiles("rounded up to 100s & more", tiles)
    'rounded up to 100s &amp; more'
    >>> with_tiles("2 of 11z", tiles).count("#tile-1z"), with_tiles("只有对子11z。", tiles).count("#tile-1z")
    (2, 2)
    """
    shown, end = "", 0
    piece = rf"[0-9]+[{''.join(tileset.by_letter)}]"
    notation = rf"((?:{piece})+(?:\+{piece}(?=\)))?)"
    # Japanese and Chinese have no spaces between words: only Latin letters and digits make a longer word.
    pattern = rf"(?:(?<![\w.,])|(?=[(\[]))([(\[]?){notation}([)\]]?)(?!\w)"
    for match in re.finditer(pattern, text, re.ASCII):
        opens, codes, closes = match.groups()
        tiles = _parse_tiles(codes, tileset)
        if not tiles:
            continue
        shown += escaped_prose(text[end : match.start()])
        end = match.end()
        if match[0] in melds:
            shown += inline_svg(
                [meld_drawing(Meld("", tiles, opens == "[", "+" in codes), tileset)], match[0], is_small=True
            )
        else:
            shown += (
                escaped_prose(opens)
                + inline_svg([sorted_drawing(tiles, tileset)], codes, is_small=True)
                + escaped_prose(closes)
            )
    return shown + escaped_prose(text[end:])


def escaped_prose(text: str) -> str:
    """Escaped text without drawn tiles; names of rules can break at their underscores."""
    return escape(text).replace("_", "_<wbr>")


def _parse_tiles(codes: str, tileset: TileSet) -> tuple[Tile, ...]:
    """The tiles that the text means; none where it means a number or tiles that do not exist."""
    written = [digit + letter for digits, letter in GROUP.findall(codes) for digit in digits]
    if ROUNDING.fullmatch(codes) or any(code not in tileset.tile_by_code for code in written):
        return ()
    return tuple(tileset.tile_by_code[code] for code in written)


# ---- pages

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The content security policy of a page: it loads and runs nothing."""


def style_sheet(name: str) -> str:
    """The text of a style sheet in this package."""
    return Path(package_file("render", f"{name}.css")).read_text(encoding="utf-8")


def page(
    title: str,
    body: str,
    tileset: TileSet,
    language: str = "en",
    further_style: str = "",
    further_tilesets: Sequence[TileSet] = (),
) -> str:
    """A whole page in HTML around a body; `further_style` is a style sheet of its own, `further_tilesets` are
    those of other games on the page.

    >>> from scorer.scoring import load_ruleset
    >>> text = page("A & B", "<p>Text</p>", load_ruleset("riichi").tileset)
    >>> "<title>A &amp; B</title>" in text, text.startswith("<!doctype html>")
    (True, True)
    """
    tag = ENGLISH if is_english(language) else language
    defined = definitions(body, tileset, language, further_tilesets)
    symbols = f'<svg class="symbols" aria-hidden="true">{defined}</svg>'
    return (
        f'<!doctype html>\n<html lang="{tag}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>\n{tile_style()}\n{style_sheet('page')}\n{further_style}</style>\n</head>\n"
        f"<body>\n{symbols}\n{body}\n</body>\n</html>\n"
    )


# ---- documents on a page

GAP = "   "
SHORT_CELL = 8
"""A text of so many columns is not broken in a table: a way to win, a count."""
LABEL_CELL = 16
"""A text of so many columns is not broken in a column whose texts stay whole: `3 han 40 fu`."""
WIDE_TABLE = 5
"""A table of so many columns is set smaller on a phone, and scrolls by itself where that does not do."""


def hand_page(
    hand: Hand | WaitingHand | None,
    ruleset: Ruleset,
    document: Document,
    language: str = "en",
    title: str = "",
) -> str:
    """A page about one hand, drawn as it lies on the table; without one only the document. The title is the
    name of the game if no other is given.
    """
    title = title or name_in(ruleset.names, language)
    tileset, melds = ruleset.tileset, frozenset[str]()
    head = f"<h1>{escape(title)}</h1>"
    if document and isinstance(first := document[0], Paragraph):
        name, _, native = line_text(first.lines[0]).partition(GAP)
        if name == title:  # the title of the page has the same words
            document = (replace(first, lines=first.lines[1:]), *document[1:])
            native = f'<span class="native">{escape(native)}</span>' if native else ""
            head = f"<h1>{escape(title)}{native}</h1>"
    if hand:
        title, melds = f"{tiles_notation(hand, tileset)} · {title}", meld_texts(hand, tileset)
        picture = inline_svg(hand_drawings(hand, tileset), hand_description(hand, tileset, language))
        figure = f'<div class="hand">{picture}</div>'
        head = f'<h1 class="unseen">{escape(title)}</h1>\n{figure}'
        document = _without_notation(document, tiles_notation(hand, tileset))
    body = "\n".join(["<main>", head, document_html(document, ruleset, melds), "</main>"])
    return page(title, body, tileset, language)


def _without_notation(document: Document, notation: str) -> Document:
    """A document that stands below a drawn hand: a first line that is only the hand would draw it again."""
    first = document[0] if document else None
    if not isinstance(first, Paragraph) or len(first.lines) < 2:
        return document
    if "".join(line_text(first.lines[0]).split()) != notation:
        return document
    return (replace(first, lines=first.lines[1:]), *document[1:])


def document_html(document: Document, ruleset: Ruleset, melds: Collection[str] = ()) -> str:
    """A document as part of a page that has the symbols of the ruleset's tiles; `melds` are the sets that lie
    apart in the hand that it is about.
    """
    writer = HtmlWriter(ruleset.tileset, melds, ruleset_prose(ruleset))
    return "\n".join(map(writer.block_html, printable_document(document)))


def tile_symbols(tileset: TileSet, language: str = "en") -> str:
    """The symbols of every tile that can be in a hand, and of a tile that lies face down.

    >>> from scorer.scoring import load_ruleset
    >>> tile_symbols(load_ruleset("ponjan").tileset).count('<symbol id="tile-')
    29
    """
    drawing = "".join(upright_tile(code, 0) for code in (*tileset.tile_by_code, BACK))
    return definitions(drawing, tileset, language)


def hand_svg(hand: Hand | WaitingHand, tileset: TileSet, language: str = "en") -> str:
    """A hand as a picture, its title the notation."""
    return svg(hand_drawings(hand, tileset), tileset, tiles_notation(hand, tileset), language)


def tiles_notation(hand: Hand | WaitingHand, tileset: TileSet) -> str:
    """A hand in notation, whether it is complete or not."""
    return format_hand(hand, tileset) if isinstance(hand, Hand) else format_waiting(hand, tileset)


def meld_texts(hand: Hand | WaitingHand, tileset: TileSet) -> frozenset[str]:
    """The sets that lie apart in a hand, in notation, as they are written and with what jokers represent."""
    counted = (replace(meld, jokers=()) for meld in hand.melds if meld.jokers)
    return frozenset(format_meld(meld, tileset) for meld in (*hand.melds, *counted))


def ruleset_prose(ruleset: Ruleset) -> frozenset[str]:
    """The prose of a ruleset, in which a text such as `all of 1s and 9s` means no tiles."""
    patterns = (pattern.definition for pattern in ruleset.pattern_by_id.values())
    bonuses = (bonus.definition for bonus in ruleset.bonuses)
    helps = (option.help for option in ruleset.offered_options)
    texts = (ruleset.summary, *ruleset.notes, *ruleset.usage, *ruleset.remarks, *patterns, *bonuses, *helps)
    return frozenset(text for names in texts for _, text in names if text)


class HtmlWriter:
    """Writes documents in the tiles of one ruleset; `melds` are the sets that lie apart in the hand, in
    `prose` nothing is drawn.
    """

    def __init__(
        self, tileset: TileSet, melds: Collection[str] = (), prose: frozenset[str] = frozenset()
    ) -> None:
        self.tileset, self.melds, self.prose = tileset, melds, prose

    def block_html(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return self._paragraph_html(block)
        if isinstance(block, Table):
            return self._table_html(block)
        shown = (  # those that are marked with a frame
            upright_drawing([part.text for part in group], [at for at, part in enumerate(group) if part.mark])
            for group in block.groups
        )
        return f"<p>{inline_svg(shown, block.text)}</p>"

    def _paragraph_html(self, block: Paragraph) -> str:
        """A paragraph; the items at its end are a list, and a line that begins a new page is a heading."""
        lines = list(block.lines)
        if len(lines) == 1 and [part.mark for part in lines[0]] == [NEW_PAGE]:
            return f'<h2 class="new-page">{escape(lines[0][0].text)}</h2>'
        items: list[str] = []
        while len(lines) > 1 and line_text(lines[-1]).startswith(ITEM):
            first, *others = lines.pop()
            items.insert(
                0, f"<li>{self._line_html((Part(first.text[len(ITEM) :], first.mark), *others))}</li>"
            )
        if items and len(lines) == 1 and all(part.mark for part in lines[0]):
            head = f"<h2>{escape(line_text(lines[0]))}</h2>"
        else:
            head = "<p>" + "<br>\n".join(map(self._line_html, lines)) + "</p>"
        return head + (f"\n<ul>{''.join(items)}</ul>" if items else "")

    def _line_html(self, line: Line) -> str:
        return "".join(map(self._part_html, line))

    def _part_html(self, part: Part) -> str:
        """A text with its tiles drawn; a wide space stays wide."""
        if any(said in part.text for said in self.prose):
            shown = escaped_prose(part.text)
        else:
            text = part.text.replace(KEEP, " ")
            shown = with_tiles(text, self.tileset, self.melds).replace(GAP, "&emsp;")
        mark = "total" if part.mark in (TOTAL, HEADLINE) else "marked"
        if part.mark and part.text.startswith(MINUS_SIGNS):
            mark = f"{mark} minus"
        return f'<span class="{mark}">{shown}</span>' if part.mark else shown

    def _table_html(self, table: Table) -> str:
        """A table; a column aligned right holds numbers."""
        caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
        titles = zip(table.header, table.align, strict=False)
        head = "".join(_cell_html("th", escape(text), side) for text, side in titles)
        head = f"<thead><tr>{head}</tr></thead>" if head else ""
        rows = "".join(f"<tr>{self._cells_html(row, table)}</tr>" for row in table.rows)
        last = f'<tr class="last">{self._cells_html(table.last_row, table)}</tr>' if table.last_row else ""
        inside = f"{caption}{head}<tbody>{rows}{last}</tbody>"
        if len(table.align) < WIDE_TABLE:
            return f"<table>{inside}</table>"
        return f'<div class="wide"><table class="many">{inside}</table></div>'

    def _cells_html(self, row: Row, table: Table) -> str:
        """The cells of a row; several numbers in one cell can wrap on a narrow page."""
        shown = ""
        for line, side in zip(row, table.align, strict=False):
            text = self._line_html(line)
            breaks = side == "r" and "<" not in text
            longest = {"l": SHORT_CELL, "k": LABEL_CELL}.get(side, 0)
            is_short = 0 < display_width(line_text(line)) <= longest
            shown += _cell_html("td", text.replace("/", "/<wbr>") if breaks else text, side, is_short)
        return shown


def _cell_html(tag: str, inside: str, side: str, is_short: bool = False) -> str:
    tag = tag if inside else "td"  # a head without words would be read out as one
    kind = ' class="number"' if side == "r" else ' class="short"' if is_short else ""
    return f"<{tag}{kind}>{inside}</{tag}>"
