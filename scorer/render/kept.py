"""Documents that depend on the rules alone, kept for the next run."""

from __future__ import annotations

from collections.abc import Callable

from scorer.render.document import Document, Paragraph, Part, Table, Tiles
from scorer.ruleset.cache import are_unchanged, recall, remember
from scorer.ruleset.model import Ruleset

BLOCKS = (Paragraph, Table, Tiles)
DOCUMENT_CLASSES: dict[str, type] = {kind.__name__: kind for kind in (*BLOCKS, Part)}


def kept_document(sort: str, ruleset: Ruleset, make: Callable[[], Document]) -> Document:
    """What `make` gives for a configured ruleset, or gave in an earlier run, if all its files say the same.

    `sort` names the document and its language.
    """
    opened = ruleset.file_and_options
    if opened is None or not are_unchanged(ruleset.files):
        return make()
    found = recall(sort, *opened, DOCUMENT_CLASSES)
    if isinstance(found, tuple) and all(isinstance(block, BLOCKS) for block in found):
        return found
    document = make()
    remember(sort, *opened, document, ruleset.files)
    return document
