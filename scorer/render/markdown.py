"""A document in Markdown and as plain text for scripts and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.render.document import KEEP, Block, Document, Line, Part, Table, Tiles, text_of

SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_<>[]#|~"})


def markdown_text(document: Document) -> str:
    """The document in Markdown; marked parts are bold.

    >>> from scorer.render.document import TOTAL, paragraph, line
    >>> print(markdown_text((paragraph(line("South ", Part("+12,000", TOTAL))),)))
    South **+12,000**
    """
    return "\n\n".join("\n".join(_markdown(block)) for block in document)


def _markdown(block: Block) -> Iterator[str]:
    if isinstance(block, Tiles):
        yield f"`{block.text}`"
        return
    if isinstance(block, Table):
        from scorer.render.table import markdown_table  # plain text does without tabulate

        if block.title:
            yield f"**{_escaped(block.title)}**"
            yield ""
        yield from markdown_table(block, _bold)
        return
    last = len(block.lines) - 1
    for place, shown in enumerate(block.lines):
        yield _bold(shown) + ("  " if place < last else "")  # two spaces keep the line break


def _bold(shown: Line) -> str:
    return "".join(_marked(part) for part in shown).replace(KEEP, " ")


def _marked(part: Part) -> str:
    text = _escaped(part.text)
    return f"**{text.strip()}**" if part.mark and text.strip() else text


def _escaped(text: str) -> str:
    return text.translate(SPECIAL)


def plain_text(document: Document) -> str:
    """The document without layout: a line for each line and row, cells separated by tabs.

    >>> from scorer.render.document import line
    >>> plain_text((Table(((line("Riichi"), line("1 han")),), "lr"),))
    'Riichi\\t1 han'
    """
    return "\n\n".join("\n".join(_plain(block)) for block in document)


def _plain(block: Block) -> Iterator[str]:
    if isinstance(block, Tiles):
        yield block.text
        return
    if not isinstance(block, Table):
        yield from (text_of(shown) for shown in block.lines)
        return
    if block.title:
        yield block.title
    if block.header:
        yield "\t".join(block.header)
    for row in (*block.rows, *([block.last] if block.last else [])):
        yield "\t".join(text_of(cell).strip() for cell in row)
