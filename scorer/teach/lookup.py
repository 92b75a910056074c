"""What people type: patterns by id or by a name in any language, numbers with or without commas, tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from unicodedata import normalize

from scorer.errors import Fault, InputError, it_has, nearest
from scorer.notation import read_tiles
from scorer.ruleset.model import Ruleset
from scorer.tiles import WORD, Names, folded, spellings
from scorer.values import dataclass, replace

LONGEST = 500


def words_of(text: str) -> list[str]:
    """The words of a text, each as names are compared."""
    return [folded(word) for word in WORD.findall(normalize("NFKC", text[:LONGEST]))]


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
    spelled = pattern_words(ruleset)
    faults = [_no_pattern(text, source, spelled, ruleset) for text in texts if folded(text) not in spelled]
    if faults:
        raise InputError(faults)
    return tuple(dict.fromkeys(ident for text in texts for ident in spelled[folded(text)]))


def _no_pattern(text: str, source: str, spelled: Mapping[str, tuple[str, ...]], ruleset: Ruleset) -> Fault:
    one = {word: idents[0] for word, idents in spelled.items()}
    fault = _unknown(text, source, one, ruleset)
    where = elsewhere(text, ruleset)
    return replace(fault, message=where, suggestions=()) if where else fault


def elsewhere(text: str, ruleset: Ruleset) -> str:
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
    has = "" if len(known) > 12 else f"; {it_has(known)}"
    message = f"no such {'limit' if source == '--limit' else 'pattern'} in {ruleset.id}{has}"
    close = tuple(spelled[name] for name in nearest(folded(text), spelled, 1))
    return Fault(source, 0, message, "circumstance", max(1, len(text)), text, close)


MOST_WORDS = 10
"""words in the longest name"""
THOUSANDS = re.compile(r"(?<=[0-9])[,'\u2019\u00a0\u202f](?=[0-9]{3}(?![0-9]))")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
NOTHING = ("none", "nothing", "no", "0")


def numbers(text: str) -> list[tuple[float, ...]]:
    """The numbers of an answer, in each way that they may be meant: a comma may join or part.

    >>> numbers("7700 points"), numbers("2000/3,900"), numbers("300,500")
    ([(7700.0,)], [(2000.0, 3900.0), (2000.0, 3.0, 900.0)], [(300500.0,), (300.0, 500.0)])
    """
    plain = normalize("NFKC", text[:LONGEST])
    return list(dict.fromkeys([_numbers(THOUSANDS.sub("", plain)), _numbers(plain)]))


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in NUMBER.findall(text))


def tiles(text: str, ruleset: Ruleset) -> set[int] | None:
    """The kinds of tiles that an answer names; None where it cannot be read."""
    found, faults = read_tiles(text[:LONGEST], ruleset.tileset, "answer")
    return None if faults or not found else {tile.kind for tile in found}


@dataclass(frozen=True)
class NamesRead:
    """The ids that an answer names, and what is no name."""

    ids: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def names(text: str, known: Mapping[str, Names]) -> NamesRead:
    """Reads names in any language or ids, parted by commas or not; near misses of spelling are forgiven.

    >>> known = {"pinfu": (("en", "Pinfu"), ("ja", "平和")), "tanyao": (("en", "All simples"),)}
    >>> names("All simples pinfu", known).ids, names("平和, tanjao", known).ids
    (('tanyao', 'pinfu'), ('pinfu', 'tanyao'))
    >>> names("riichi", known).unknown
    ('riichi',)
    """
    spelled = spellings(known)
    words = words_of(text)
    if "".join(words) in NOTHING:
        return NamesRead(())
    ids: list[str] = []
    unknown: list[str] = []
    for found, word in _taken(words, spelled):
        ids += found
        unknown += [] if found else [word]
    return NamesRead(tuple(dict.fromkeys(ids)), tuple(unknown))


def _taken(words: list[str], spelled: Mapping[str, str]) -> Iterator[tuple[list[str], str]]:
    """Takes the longest name from the front again and again."""
    at = 0
    while at < len(words):
        length = next((n for n in range(MOST_WORDS, 0, -1) if "".join(words[at : at + n]) in spelled), 0)
        if length:
            yield [spelled["".join(words[at : at + length])]], ""
        else:
            yield _misspelt(words, at, spelled), words[at]
        at += max(1, length)


def _misspelt(words: list[str], at: int, spelled: Mapping[str, str]) -> list[str]:
    """Names written without any space between them, else the one name that is nearest."""
    run = list(_run_together(words[at], spelled))
    close = nearest(words[at], spelled, 1) if len(words[at]) > 4 else ()
    return run if run and all(run) else [spelled[name] for name in close if _near(name, words[at])]


def _near(name: str, word: str) -> bool:
    return abs(len(name) - len(word)) < 3 and name[0] == word[0]


def _run_together(word: str, spelled: Mapping[str, str]) -> Iterator[str]:
    while word:
        name = next((word[:n] for n in range(len(word), 0, -1) if word[:n] in spelled), "")
        yield spelled.get(name, "")
        if not name:
            return
        word = word[len(name) :]
