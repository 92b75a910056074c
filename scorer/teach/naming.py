"""Patterns and limits as people call them: by id or by a name in any language, spaces and signs left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from unicodedata import normalize

from scorer.errors import Fault, InputError, nearest
from scorer.ruleset.model import Ruleset
from scorer.tiles import Names

LONGEST = 500
WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return WORD.findall(normalize("NFKC", text[:LONGEST]).casefold())


def folded(text: str) -> str:
    """A name as it is compared: small letters and digits only.

    >>> folded("Double, one color"), folded("half_flush")
    ('doubleonecolor', 'halfflush')
    """
    return "".join(words_of(text))


def spellings(known: Mapping[str, Names]) -> dict[str, str]:
    """Every folded id and name with the id that it means."""
    found = {folded(name): ident for ident, texts in known.items() for _, name in texts}
    return found | {folded(ident): ident for ident in known}


def chosen_ids(
    texts: Sequence[str], source: str, known: Mapping[str, Names], ruleset: Ruleset
) -> tuple[str, ...]:
    """The ids of what the user names on the command line. Raises InputError for what is not there."""
    spelled = spellings(known)
    faults = [_unknown(text, source, spelled, ruleset) for text in texts if folded(text) not in spelled]
    if faults:
        raise InputError(faults)
    return tuple(spelled[folded(text)] for text in texts)


def _unknown(text: str, source: str, spelled: Mapping[str, str], ruleset: Ruleset) -> Fault:
    known = dict.fromkeys(spelled.values())
    has = "" if len(known) > 12 else f"; it has: {', '.join(known) or 'none'}"
    message = f"no such {'limit' if source == '--limit' else 'pattern'} in {ruleset.id}{has}"
    close = tuple(spelled[name] for name in nearest(folded(text), spelled, 1))
    return Fault(source, 0, message, "circumstance", max(1, len(text)), text, close)
