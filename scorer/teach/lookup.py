"""What people type: patterns by id or by a name in any language, numbers with or without commas, tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from unicodedata import normalize

from scorer.errors import Fault, InputError, it_has, nearest
from scorer.notation import read_tiles
from scorer.ruleset.model import Ruleset
from scorer.tiles import WORD, Names, folded, spellings

LONGEST = 500
MOST_WORDS = 10
"""words in the longest name"""
MOST_LISTED = 12
THOUSANDS = re.compile(r"(?<=[0-9])[,'\u2019\u00a0\u202f](?=[0-9]{3}(?![0-9]))")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
NOTHING = ("none", "nothing", "no", "0")


def pattern_words(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Every folded word for patterns with the ids that it means: ids, names, words beside them, and what
    several ids begin with.

    >>> from scorer.library import load_ruleset
    >>> pattern_words(load_ruleset("riichi"))["sanshoku"]
    ('sanshoku_doujun', 'sanshoku_doukou')
    """
    found: dict[str, dict[str, None]] = {}
    for ident, pattern in ruleset.pattern_by_id.items():
        stem = ident.partition("_")[0]
        for word in (*pattern.also, *([stem] if stem != ident and len(stem) > 4 else [])):
            found.setdefault(folded(word), {})[ident] = None
    known = {ident: pattern.names for ident, pattern in ruleset.pattern_by_id.items()}
    own = {word: (ident,) for word, ident in spellings(known).items()}
    return {word: tuple(idents) for word, idents in found.items()} | own


def chosen_patterns(texts: Sequence[str], source: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The ids of the patterns that the user names. Raises InputError for what names none."""
    return _chosen(texts, source, pattern_words(ruleset), ruleset)


def chosen_limits(texts: Sequence[str], source: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The ids of the limits that the user names. Raises InputError for what names none."""
    spelled = spellings({limit.id: limit.names for limit in ruleset.limits})
    return _chosen(texts, source, {word: (ident,) for word, ident in spelled.items()}, ruleset, "limit")


def _chosen(
    texts: Sequence[str],
    source: str,
    spelled: Mapping[str, tuple[str, ...]],
    ruleset: Ruleset,
    what: str = "pattern",
) -> tuple[str, ...]:
    faults = []
    for text in (text for text in texts if folded(text) not in spelled):
        known = dict.fromkeys(idents[0] for idents in spelled.values())
        has = "" if len(known) > MOST_LISTED else f"; {it_has(known)}"
        close = tuple(spelled[name][0] for name in nearest(folded(text), spelled, 1))
        message = f"no such {what} in {ruleset.id}{has}"
        if what == "pattern" and (where := _elsewhere(text, ruleset)):
            message, close = where, ()
        faults.append(Fault(source, 0, message, "circumstance", max(1, len(text)), text, close))
    if faults:
        raise InputError(faults)
    return tuple(dict.fromkeys(ident for text in texts for ident in spelled[folded(text)]))


def _elsewhere(text: str, ruleset: Ruleset) -> str:
    """Where a word belongs that names no pattern: a limit, a bonus, a circumstance, a rule."""
    homes: tuple[tuple[dict[str, Names], str], ...] = (
        ({item.id: item.names for item in ruleset.limits}, "a limit: scorer points {} tells what it pays"),
        ({item.id: item.names for item in ruleset.bonuses}, "a bonus: it adds to a hand that wins"),
        ({item.id: item.names for item in ruleset.circumstances}, "a circumstance: -w {}"),
        ({item.id: () for item in ruleset.options}, "a rule that can be chosen: -o {}=VALUE"),
    )
    for known, said in homes:
        ident = spellings(known).get(folded(text))
        if ident is not None:
            return f"'{text}' is {said.format(ident)}"
    return ""


# ---- answers


def numbers(text: str) -> list[tuple[float, ...]]:
    """The numbers of an answer, in each way that they may be meant: a comma may join or part.

    >>> numbers("7700 points"), numbers("2000/3,900"), numbers("300,500")
    ([(7700.0,)], [(2000.0, 3900.0), (2000.0, 3.0, 900.0)], [(300500.0,), (300.0, 500.0)])
    """
    plain = normalize("NFKC", text[:LONGEST])
    ways = (NUMBER.findall(way) for way in (THOUSANDS.sub("", plain), plain))
    return list(dict.fromkeys(tuple(map(float, way)) for way in ways))


def tiles(text: str, ruleset: Ruleset) -> set[int] | None:
    """The kinds of tiles that an answer names; None where it cannot be read."""
    found, faults = read_tiles(text[:LONGEST], ruleset.tileset, "answer")
    return None if faults or not found else {tile.kind for tile in found}


def names(text: str, known: Mapping[str, Names]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids that an answer names, and what is no name. Names are read in any language, parted by commas or
    not; near misses of spelling are forgiven.

    >>> known = {"pinfu": (("en", "Pinfu"), ("ja", "平和")), "tanyao": (("en", "All simples"),)}
    >>> names("All simples pinfu", known)[0], names("平和, tanjao", known)[0]
    (('tanyao', 'pinfu'), ('pinfu', 'tanyao'))
    >>> names("riichi", known)
    ((), ('riichi',))
    """
    spelled = spellings(known)
    words = [folded(word) for word in WORD.findall(normalize("NFKC", text[:LONGEST]))]
    ids: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(words) and "".join(words) not in NOTHING:
        # the longest name from the front, again and again
        length = next((n for n in range(MOST_WORDS, 0, -1) if "".join(words[at : at + n]) in spelled), 0)
        found = [spelled["".join(words[at : at + length])]] if length else _misspelt(words[at], spelled)
        ids += found
        unknown += [] if found else [words[at]]
        at += max(1, length)
    return tuple(dict.fromkeys(ids)), tuple(unknown)


def _misspelt(word: str, spelled: Mapping[str, str]) -> list[str]:
    """Names written without any space between them, else the one name that is nearest."""
    run = list(_run_together(word, spelled))
    if run and all(run):
        return run
    close = nearest(word, spelled, 1) if len(word) > 4 else ()
    return [spelled[name] for name in close if abs(len(name) - len(word)) < 3 and name[0] == word[0]]


def _run_together(word: str, spelled: Mapping[str, str]) -> Iterator[str]:
    while word:
        name = next((word[:n] for n in range(len(word), 0, -1) if word[:n] in spelled), "")
        yield spelled.get(name, "")
        if not name:
            return
        word = word[len(name) :]
