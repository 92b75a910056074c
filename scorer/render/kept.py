"""Documents that depend on the rules alone, kept for the next run."""

from __future__ import annotations

from collections.abc import Callable

from scorer.render.document import Document, Paragraph, Part, Table, Tiles
from scorer.ruleset.cache import recall_of, remember_of
from scorer.ruleset.model import Ruleset

BLOCKS = (Paragraph, Table, Tiles)
DOCUMENT_CLASSES: dict[str, type] = {kind.__name__: kind for kind in (*BLOCKS, Part)}


def kept_document(sort: str, ruleset: Ruleset, make: Callable[[], Document]) -> Document:
    """What `make` gives for a configured ruleset, or gave in an earlier run, if all its files say the same.

    `sort` names the document and everything besides the rules that it depends on, such as its language: what
    has the same `sort` is not made again.
    """
    found = recall_of(ruleset, sort, DOCUMENT_CLASSES)
    if isinstance(found, tuple) and all(isinstance(block, BLOCKS) for block in found):
        return found
    document = make()
    remember_of(ruleset, sort, document)
    return document
