"""The words that a sentence about one game can have: those of every language, and the names of the ruleset.

The words of the languages are data, in words.txt. Names of tiles, patterns, circumstances, indicators,
bonuses, units and limits come from the ruleset, so that no name of a game is in this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import islice, product
from typing import NamedTuple
from unicodedata import normalize

from scorer.hand import WINDS
from scorer.language.vocabulary import WINS_BY_FACT
from scorer.languages import ROMAJI, traditional_table
from scorer.memo import kept_by_identity
from scorer.package import package_file
from scorer.phrases import translations
from scorer.ruleset.find import names_by_word
from scorer.ruleset.model import Bonus, Circumstance, NamedPart, Pattern, Ruleset, recognized_names
from scorer.texts import phrases
from scorer.tiles import ONE_SCRIPT, spelled_names

WORDS_FILE = "sentence/words.txt"
SEPARATOR = "|"
APART = ("joined", "fact", "unit", "suit", "record", "particle", "spelling")
"""Rows of words.txt whose words mean nothing by themselves, or not in every game."""
SLASHED = re.compile(r"[a-z]/(?:[a-z](?![a-z]))?")
"""A word that is cut short by a slash: w/, w/o."""
LONG_VOWEL = re.compile("(ou|uu|ii)")
"""A long vowel as it is written in Latin letters."""
MOST_SPELLINGS = 32
LONGEST_WORDS = 12
"""The most Latin words that one entry has."""


class Meaning(NamedTuple):
    """What a word can mean: a sort such as `win` or `call`, and a value of that sort."""

    sort: str
    value: str


Entry = tuple[Meaning, ...]


class Topic(NamedTuple):
    """The phrases of a topic of help: the words for it, what it is, and a line that can be typed."""

    words: str
    text: str
    example: str


NAMED_TOPIC = "topic words "
TOPICS = tuple(
    Topic(key, f"topic text {name}", f"topic example {name}")
    for key in phrases()
    if (name := key.removeprefix(NAMED_TOPIC)) != key
)
"""The topics of help, in the order of the phrases with their words."""


@cache
def one_script() -> Mapping[int, int | str]:
    """Every character as words are compared: Simplified for Chinese, katakana for hiragana."""
    changes = traditional_table()
    table: dict[int, int | str] = {
        ord(new): old for old, new in changes.items() if len(old) == len(new) == 1 and "一" <= old <= "鿿"
    }
    table |= ONE_SCRIPT
    kept = {*ONE_SCRIPT.values()}
    table |= {ord(sign): plain for sort, plain, signs in _rows() if sort == "spelling" for sign in signs}
    return {sign: plain for sign, plain in table.items() if sign not in kept}


def folded_text(text: str) -> str:
    """A text as words are compared, of the same length, so that positions stay the same.

    >>> folded_text("Ｒｉｉｃｈｉ 碰東"), folded_text("りーち")
    ('riichi 碰东', 'リーチ')
    """
    table = one_script()
    return "".join([_folded_sign(sign) for sign in text]).translate(table).translate(table)


@cache
def _folded_sign(sign: str) -> str:
    plain = normalize("NFKC", sign).casefold()
    return plain if len(plain) == 1 else sign


def is_latin(sign: str) -> bool:
    """Whether a sign is a letter of words between which there are spaces."""
    return sign.isalpha() and sign < "\u0250"


def joined_key(text: str) -> str:
    """A word as it is looked up: Latin words without the signs between them.

    >>> joined_key("w/o")
    'w/o'
    >>> joined_key("self-draw"), joined_key("dora indicator"), joined_key("ドラ表示牌")
    ('selfdraw', 'doraindicator', 'ドラ表示牌')
    """
    folded = folded_text(text)
    if SLASHED.fullmatch(folded):
        return folded
    return "".join([sign for sign in folded if sign.isalnum() or sign in "ー々〇"])


@cache
def _rows() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The rows of words.txt: sort, value and words."""
    found = []
    with open(package_file(WORDS_FILE), encoding="utf-8") as file:
        for line in file:
            if line[0] not in "#\n":
                key, *columns = (column.strip() for column in line.rstrip("\n").split(SEPARATOR))
                sort, _, value = key.partition(" ")
                words = [word.strip() for column in columns for word in column.split(",")]
                found.append((sort, value, tuple(filter(None, words))))
    return tuple(found)


@cache
def _common_words() -> Mapping[str, Entry]:
    """The words of words.txt that mean the same in every game."""
    found: dict[str, dict[Meaning, None]] = {}
    for sort, value, words in _rows():
        if sort not in APART:
            for word in words:
                found.setdefault(joined_key(word), {})[Meaning(sort, value)] = None
    for sort, value, words in _rows():  # west's discard
        for word in words if sort in ("wind", "seat", "relative") else ():
            if is_latin(word[-1]) and len(word) > 1:
                for ending in particles("ending"):
                    found.setdefault(joined_key(word + ending), {})[Meaning("owner", value)] = None
    for letter in WINDS:  # 东 alone is a wind, 东家 a seat, 东场 a round
        for word in _words_of("wind", letter):
            if not is_latin(word[0]):
                for sort in ("seat", "round"):
                    for mark in particles(sort):
                        found.setdefault(joined_key(f"{word}{mark}"), {})[Meaning(sort, letter)] = None
    return {word: tuple(meanings) for word, meanings in found.items() if word}


def says_nothing(text: str) -> bool:
    """Whether every word of a text has no meaning of its own, in any language.

    >>> says_nothing("please"), says_nothing("now, please"), says_nothing("riichi")
    (True, True, False)
    """
    found = (_common_words().get(joined_key(word), ()) for word in text.split())
    return all(any(meaning.sort == "fill" for meaning in meanings) for meanings in found)


def rows_of(sort: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The values of one sort in words.txt with their words."""
    return ((value, words) for one, value, words in _rows() if one == sort)


@cache
def wind_words() -> tuple[str, ...]:
    """The words for the winds, as they are compared."""
    return tuple(folded_text(word) for _, words in rows_of("wind") for word in words)


@cache
def words_of_topic(key: str) -> tuple[str, ...]:
    """The words for a topic of help in every language, by the key of their phrase."""
    return tuple(word.strip() for _, text in translations(key) for word in re.split("[,、]", text))


def suit_words() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Further words for suits, each with a name that its suit has in the rulesets."""
    return ((name, words) for sort, name, words in _rows() if sort == "suit")


def _words_of(sort: str, value: str) -> Iterator[str]:
    for one, other, words in _rows():
        if (one, other) == (sort, value):
            yield from words


@cache
def particles(name: str) -> tuple[str, ...]:
    """The parts of words and of sentences that mean nothing alone, as words are compared; the longest first.

    >>> particles("object"), particles("question")[:3]
    (('ヲ',), ('?', 'カ', 'ハ'))
    """
    words = {folded_text(word) for word in _words_of("particle", name)}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


class Lexicon:
    """The words of one game, with the joined words, by the key under which they are looked up."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.entries: dict[str, dict[Meaning, None]] = {
            word: dict.fromkeys(meanings) for word, meanings in _common_words().items()
        }
        for word, meaning in _names_of_ruleset(ruleset):
            for key in _keys_of_name(word):
                self.entries.setdefault(key, {})[meaning] = None
        for topic in TOPICS:
            for word in words_of_topic(topic.words):
                self.entries.setdefault(joined_key(word), {})[Meaning("topic", word)] = None
        self._add_short_spellings()
        self._add_rows_of_flowers()
        self._add_red_words()
        self._add_joined_words()
        self.meanings_by_key: dict[str, Entry] = {key: tuple(found) for key, found in self.entries.items()}
        self.longest_by_sign: dict[str, int] = {}
        for key in self.entries:
            self.longest_by_sign[key[0]] = max(len(key), self.longest_by_sign.get(key[0], 0))

    @cached_property
    def single_words(self) -> tuple[str, ...]:
        """The longer words in Latin letters that stand alone, to find what a slip may mean."""
        common = (
            word
            for sort, _, words in _rows()
            if sort not in ("joined", "fill", "particle", "spelling")
            for word in words
        )
        named = (word for word, _ in _names_of_ruleset(self.ruleset))
        return tuple(
            dict.fromkeys(
                word.casefold()
                for word in (*common, *named)
                if len(word) > 3 and word.isascii() and word.isalpha()
            )
        )

    @cached_property
    def setting_names(self) -> tuple[str, ...]:
        """The names of house rules in other scripts than that of their ids, as they are compared."""
        named = (folded_text(name) for one in self.ruleset.offered_options for _, name in one.names)
        return tuple(dict.fromkeys(name for name in named if not is_latin(name[0])))

    def meanings(self, key: str) -> Entry:
        """What a word can mean; nothing if it is unknown."""
        return self.meanings_by_key.get(key, ())

    def _add_short_spellings(self) -> None:
        """Names in Latin letters of another language with short vowels, unless these are other words."""
        parts: tuple[NamedPart, ...] = (
            *self.ruleset.pattern_by_id.values(),
            *self.ruleset.circumstances,
            *self.ruleset.limits,
        )
        names = (name for one in parts for language, name in one.names if language == ROMAJI)
        meant = [(key, self.entries[joined_key(name)]) for name in names for key in _short_spellings(name)]
        known = {*self.entries}
        for key, meanings in meant:
            if key not in known:
                self.entries.setdefault(key, {}).update(meanings)

    def _add_rows_of_flowers(self) -> None:
        """Names of patterns that are the names of their tiles: 梅兰菊竹."""
        tileset = self.ruleset.tileset
        flowers = {kind.code for kind in tileset.kinds if kind.role == "flower"}
        for key, meanings in self.entries.items():
            tiles = [self._code_of(sign) for sign in key]
            if len(key) > 2 and flowers.issuperset(tiles):
                meanings[Meaning("flowers", " ".join(tiles))] = None

    def _add_red_words(self) -> None:
        """All words for red mean the bonus for red tiles if one of them does: 2 red."""
        reds = [meanings for meanings in self.entries.values() if Meaning("redmark", "-") in meanings]
        named = {one for meanings in reds for one in meanings if one.sort == "bonus"}
        for meanings in reds:
            meanings.update(dict.fromkeys(named))

    def _code_of(self, sign: str) -> str:
        return next((one.value for one in self.entries.get(sign, ()) if one.sort == "tile"), "")

    def _add_joined_words(self) -> None:
        """The joined words all of whose parts the game has, unless a pattern of this name says as much."""
        for sort, word, texts in _rows():
            if sort == "joined":
                parts, known = texts[0].lstrip("= ").split(), self.entries.get(joined_key(word), ())
                is_win = any(one.sort == "implied" for one in known)
                if not is_win and all(part.isdigit() or joined_key(part) in self.entries for part in parts):
                    self.entries[joined_key(word)] = {Meaning("joined", " ".join(parts)): None}


@kept_by_identity(limit=24)
def lexicon_of(ruleset: Ruleset) -> Lexicon:
    """The words of a game."""
    return Lexicon(ruleset)


# ---- the names of a ruleset


def _short_spellings(name: str) -> Iterator[str]:
    """The keys of a name in which some long vowels are written as short ones.

    >>> [*_short_spellings("Suuankou")]
    ['suanko', 'suankou', 'suuanko']
    """
    parts = LONG_VOWEL.split(joined_key(name))
    choices = product(*(sorted({part, part[0]}) if LONG_VOWEL.fullmatch(part) else (part,) for part in parts))
    return (key for key in map("".join, islice(choices, MOST_SPELLINGS)) if key != joined_key(name))


def _keys_of_name(name: str) -> set[str]:
    """The keys of a name; signs between words without spaces may be written or not: 海底捞月（一筒）. So may
    the commas of a name in Latin letters.
    """
    parts = (joined_key(part) for part in name.split(","))
    full = ",".join(parts) if is_latin(name[0]) else folded_text(name)
    return {joined_key(name), full} - {""}


def _names_of_ruleset(ruleset: Ruleset) -> Iterator[tuple[str, Meaning]]:
    yield from _tile_names(ruleset)
    yield from _circumstance_names(ruleset)
    yield from _value_names(ruleset)
    for limit in ruleset.limits:
        for word in _spellings(limit.id, recognized_names(limit)):
            yield word, Meaning("limit", limit.id)
    for word, names in names_by_word().items():
        if len(names) == 1:
            yield word, Meaning("ruleset", names[0])
    for draw in ruleset.draws:
        for word in _spellings(draw.id, draw.names):
            yield word, Meaning("drawkind", draw.id)
    yield from _unit_names(ruleset)
    for seat in WINDS:  # as children call it: 2ばんの ひと
        for name in {*translations(seat, ruleset.phrases)}.difference(translations(seat)):
            yield name[1], Meaning("seat", seat)


def _value_names(ruleset: Ruleset) -> Iterator[tuple[str, Meaning]]:
    """The names of patterns, bonuses and indicators."""
    for pattern in ruleset.pattern_by_id.values():
        for word in _spellings(pattern.id, recognized_names(pattern)):
            yield word, Meaning("pattern", pattern.id)
            for fact in _stated_facts(pattern, ruleset):
                yield word, fact
    for bonus in ruleset.bonuses:
        counted = _counted_circumstances(bonus, ruleset)
        for word in _spellings(bonus.id, recognized_names(bonus)):
            yield word, Meaning("bonus", bonus.id)
            if is_latin(word[-1]):
                yield f"{word}s", Meaning("bonus", bonus.id)
            yield from ((word, Meaning("circumstance", name)) for name in counted)
            for indicator in ruleset.indicators:
                if indicates(bonus, indicator.id):
                    yield word, Meaning("indicated", indicator.id)
    for indicator in ruleset.indicators:
        for word in _spellings("", indicator.names):
            yield word, Meaning("indicator", indicator.id)
        yield indicator.id, Meaning("indicated", indicator.id)


def _counted_circumstances(bonus: Bonus, ruleset: Ruleset) -> list[str]:
    """The circumstances with a number that a bonus counts, such as norths that are set aside."""
    facts = {node.args[0] for node in bonus.count.walk() if node.op == "fact"} if bonus.count else set()
    return [
        one.id for one in ruleset.circumstances
        if one.is_number and not one.is_stated_count and one.fact in facts
    ]  # fmt: skip


def _spellings(ident: str, names: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield from (word for word in dict.fromkeys((ident, *spelled_names(tuple(names)))) if word)


def _tile_names(ruleset: Ruleset) -> Iterator[tuple[str, Meaning]]:
    wind_words = {joined_key(word): letter for letter in WINDS for word in _words_of("wind", letter)}
    for name, code in ruleset.tileset.codes_by_name:
        yield name, Meaning("tile", code)
        if is_latin(name[-1]):
            yield f"{name}s", Meaning("tile", code)
        if joined_key(name) in wind_words:
            yield from ((f"{name} {word}", Meaning("tile", code)) for word in particles("wind"))


def _circumstance_names(ruleset: Ruleset) -> Iterator[tuple[str, Meaning]]:
    by_fact: dict[str, list[Circumstance]] = {}
    for one in ruleset.circumstances:
        by_fact.setdefault(one.fact, []).append(one)
        for word in _spellings(one.id, recognized_names(one)):
            yield word, Meaning("circumstance", one.id)
            if one.is_number and is_latin(word[-1]):
                yield f"{word}s", Meaning("circumstance", one.id)
    for sort, fact, words in _rows():
        if sort == "fact" and fact in by_fact:
            for word in words:
                for one in by_fact[fact]:
                    yield word, Meaning("circumstance", one.id)


def _stated_facts(pattern: Pattern, ruleset: Ruleset) -> Iterator[Meaning]:
    """The circumstances that a pattern's name states, because the pattern needs them or one of them, whatever
    else it needs; and the way of winning that it needs. Facts after the first that are needed are `together`.
    """
    node = pattern.condition
    if node is None:
        return
    parts = node.args if node.op in ("and", "or") else (node,)
    facts = [str(part.args[0]) for part in parts if part.op == "fact"]
    stated = [one for one in ruleset.circumstances if one.fact in facts and not one.is_number]
    if node.op == "or":
        yield from (Meaning("circumstance", one.id) for one in stated)
        return
    for one in stated:
        is_first = one.fact == stated[0].fact
        yield Meaning("circumstance", one.id) if is_first else Meaning("together", one.fact)
    yield from (Meaning("implied", WINS_BY_FACT[name]) for name in facts if name in WINS_BY_FACT)


def needs_more(pattern: Pattern) -> bool:
    """Whether a pattern needs more than facts, so that a circumstance of its name is not enough for it."""
    node = pattern.condition
    return node is not None and node.op == "and" and any(part.op != "fact" for part in node.args)


def indicates(bonus: Bonus, indicator: str) -> bool:
    """Whether a bonus counts the tiles that an indicator shows."""
    calls = (node.args for node in bonus.count.walk() if node.op == "call") if bonus.count else ()
    return any(indicator in map(str, arguments[1:]) for arguments in calls)


def _unit_names(ruleset: Ruleset) -> Iterator[tuple[str, Meaning]]:
    counted = [unit for unit in (ruleset.unit, ruleset.sheet_unit, ruleset.tier_unit) if unit]
    larger = ruleset.larger_unit
    named = {unit.id: unit for unit in ruleset.units}
    own = set()
    for unit in (*counted, *([larger.id] if larger else [])):
        texts = (unit, *(named[unit].all_names if unit in named else ()))
        for word in texts:
            own.add(joined_key(word))
            yield word, Meaning("unit", unit)
    for unit, words in rows_of("unit"):
        for word in words:
            if unit == "sheet" and ruleset.sheet_unit:
                yield word, Meaning("shortunit", ruleset.sheet_unit)
            elif unit != "sheet" and joined_key(word) not in own:
                yield word, Meaning("unit", ruleset.unit)
    suits = {suit.letter for suit in ruleset.tileset.suits}
    for unit in counted[:2]:
        if unit[0] not in suits:
            yield unit[0], Meaning("shortunit", unit)
