"""A sentence as tokens: words, tiles, numbers and marks, each with everything that it can mean.

Japanese and Chinese are written without spaces, so the text is divided so that as few signs as possible stay
unknown, and into as few tokens as possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from scorer.memo import kept_by_identity
from scorer.phrases import HAN_DIGITS, number_of_han
from scorer.sentence.house_rules import house_rules_in
from scorer.sentence.lexicon import (
    LONGEST_WORDS,
    SLASHED,
    Lexicon,
    Meaning,
    folded_text,
    is_latin,
    joined_key,
    particles,
    suit_words,
)
from scorer.sentence.players import Players, names_at, records_at
from scorer.tiles import TileSet
from scorer.usual import GLYPHS, HONORS, means_usual_tile
from scorer.values import cached_property, dataclass

LONGEST_SENTENCE = 600
"""The most characters of a sentence."""
UNKNOWN_COST, TOKEN_COST, FILLER_COST, NAME_COST = 1000, 10, 14, -1
KANJI = "一二三四五六七八九"
NUMBER = re.compile(
    rf"[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![0-9])|[0-9]{{1,9}}|[{KANJI}]?千(?:[{KANJI}]?百)?(?:[{KANJI}]?十)?|[{KANJI}]百"
    rf"|[{HAN_DIGITS}]?[百]?[{HAN_DIGITS}]?十[{HAN_DIGITS}]?|[{KANJI}]"
)
THOUSANDS = re.compile(r"([0-9]{1,3})(?:\.([0-9]))?(?:k(?![a-z0-9])|千(?:([1-9])百)?)")
"""A number in thousands, as players write points: 8k, 7.7k, 8千, 3千9百."""
NAMED_VALUE = re.compile(r"[A-Za-z_]+=[^\s,、，。]*")
SETTING_VALUE = re.compile(r"[^\s,、，。]*")
SHORT_INDICATOR = re.compile(r"([a-z]+)((?:[0-9]+[a-z])+)(?![a-z0-9])")
UPPER_HONORS = re.compile(r"(?:([ESWNPFCRG])\1{1,3})+(?![A-Za-z])")
MORE_HONORS = {**HONORS, "R": HONORS["C"], "G": HONORS["F"]}
"""Letters of honors, with those of the red and the green dragon in English."""
SPREAD_DIGITS = re.compile(r"[0-9](?: [0-9])+(?= [a-z])|[0-9](?: [0-9]){2,}(?=[a-z])")
"""The digits of one suit with spaces between: 2 3 4 m."""
BRACKETS = "()[]"
SKIPPED = set(" \t\r\n,;:.!?・/、。，；：！？~～…\"'`｡－-–—＿_|「」『』“”‘’*&#$%^<>{}=@\\")
GAPS = re.compile(r"[\s_\-']*")


@dataclass(frozen=True)
class SentencePart:
    """A part of a sentence. `sort` is word, tiles, number, value, mark or unknown; `codes` are its tiles."""

    sort: str
    start: int
    end: int
    text: str
    meanings: tuple[Meaning, ...] = ()
    codes: tuple[str, ...] = ()
    number: int = 0

    def value(self, sort: str) -> str:
        """What it means if it means something of this sort; empty otherwise."""
        return self.value_by_sort.get(sort, "")

    @cached_property
    def value_by_sort(self) -> dict[str, str]:
        """The first meaning of each sort."""
        return {meaning.sort: meaning.value for meaning in reversed(self.meanings)}

    @property
    def setting(self) -> str:
        """The word such as `name=value` for which it stands; empty if it is none."""
        return self.value("short") or (self.text if self.sort == "value" else "")

    def has(self, *sorts: str) -> bool:
        return not self.value_by_sort.keys().isdisjoint(sorts)

    def has_only(self, sort: str) -> bool:
        """Whether it means nothing else."""
        return all(meaning.sort == sort for meaning in self.meanings)


Piece = tuple[int, SentencePart | None]
"""The cost of a piece, and the token; None for signs that mean nothing."""


def read_tokens(text: str, lexicon: Lexicon, players: Players = ()) -> list[SentencePart]:
    """The tokens of a sentence, of which joined words are replaced by their parts. `players` are those at the
    table, who are named in it.
    """
    scanner = _Divider(text, lexicon, players)
    found: list[SentencePart] = []
    for token in scanner.best_pieces():
        joined = token.value("joined")
        found += _parts_of_joined(token, joined, lexicon) if joined else [token]
    return found


def _parts_of_joined(token: SentencePart, parts: str, lexicon: Lexicon) -> Iterator[SentencePart]:
    for part in parts.split():
        if part.isdigit():
            yield SentencePart("number", token.start, token.end, token.text, number=int(part))
        else:
            yield SentencePart("word", token.start, token.end, token.text, lexicon.meanings(joined_key(part)))


@kept_by_identity(limit=24)
def _suit_words(tileset: TileSet) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The words that follow the digits of tiles, with the letter of the suit, by the first sign of the word;
    the longest first.
    """
    found: dict[str, str] = {}
    for suit in tileset.suits:
        words = [suit.letter, *suit.also]
        if suit.role == "tile":
            words += [name for _, name in suit.names]
            words += [f"{name}s" for _, name in suit.names if is_latin(name[-1])]
            known = {folded_text(word) for word in words}
            words += [word for name, more in suit_words() if folded_text(name) in known for word in more]
        for word in words:
            if len(word) > 1 or not word.isupper():
                found.setdefault(folded_text(word), suit.letter)
    rows = sorted(found.items(), key=lambda row: -len(row[0]))
    signs = dict.fromkeys(word[0] for word in found)
    return {sign: tuple([row for row in rows if row[0][0] == sign]) for sign in signs}


class _Divider:
    """Divides one text into pieces."""

    def __init__(self, text: str, lexicon: Lexicon, players: Players) -> None:
        self.text, self.lexicon, self.players = text, lexicon, players
        self.folded = folded_text(text)
        self.tileset = lexicon.ruleset.tileset
        self.suit_words = _suit_words(self.tileset)
        self.setting_names = lexicon.setting_names if "=" in self.folded else ()
        self.house_rules = {one.start: one for one in house_rules_in(text, lexicon.ruleset)}

    def best_pieces(self) -> list[SentencePart]:
        """The tokens of the cheapest division."""
        size = len(self.folded)
        costs = [0] * (size + 1)
        choices: list[Piece | None] = [None] * size
        ends = [size] * size
        for start in range(size - 1, -1, -1):
            best = None
            for end, cost, token in self._pieces_at(start):
                total = cost + costs[end]
                is_longer = total == best and end > ends[start]
                if best is None or total < best or (is_longer and self._are_words(start, ends, choices)):
                    best, ends[start], choices[start] = total, end, (cost, token)
            costs[start] = best if best is not None else 0
        found, at = [], 0
        while at < size:
            choice = choices[at]
            if choice and choice[1]:
                found.append(choice[1])
            at = ends[at]
        return found

    def _are_words(self, start: int, ends: list[int], choices: list[Piece | None]) -> bool:
        """Whether the next two pieces of the best division so far are words. Of equal divisions into words,
        the one with the longest first word is taken: `east seat` and `south`, not `east` and `seat south`.
        """
        at = ends[start]
        while at < len(ends) and self.folded[at] in SKIPPED:
            at = ends[at]
        both = [choices[one] for one in (start, at) if one < len(ends)]
        return all(one and one[1] and one[1].sort == "word" for one in both) and len(both) == 2

    def _pieces_at(self, start: int) -> Iterator[tuple[int, int, SentencePart | None]]:
        sign = self.folded[start]
        if rule := self.house_rules.get(start):
            meaning = Meaning("short", rule.assignment)
            yield rule.end, NAME_COST, self._token("word", start, rule.end, meanings=(meaning,))
            return
        if sign in SKIPPED:
            yield start + 1, 0, None
            return
        if sign in BRACKETS or sign == "+":
            yield start + 1, TOKEN_COST, self._token("mark", start, start + 1)
            return
        after_letter = start > 0 and is_latin(self.folded[start - 1])
        if not (after_letter and is_latin(sign)):
            yield from self._names(start) if self.players else ()
            yield from self._values(start)
            yield from self._tiles(start)
            yield from self._numbers(start)
            yield from self._words(start)
        end = self._end_of_word(start) if is_latin(sign) else start + 1
        yield end, UNKNOWN_COST * (end - start), self._token("unknown", start, end)

    def _token(self, sort: str, start: int, end: int, **more: object) -> SentencePart:
        return SentencePart(sort, start, end, self.text[start:end], **more)  # type: ignore[arg-type]

    def _end_of_word(self, start: int) -> int:
        end = start
        while end < len(self.folded) and (is_latin(self.folded[end]) or self._joins_letters(end)):
            end += 1
        return end

    def _joins_letters(self, at: int) -> bool:
        """Whether an apostrophe is inside of a word: i'm."""
        letters = self.folded
        return letters[at] in "'’" and 0 < at < len(letters) - 1 and is_latin(letters[at + 1])

    def _names(self, start: int) -> Iterator[tuple[int, int, SentencePart]]:
        """The names of players, and at a table the words for numbers of players."""
        end = self._end_of_word(start)
        key = joined_key(self.folded[start:end])
        known = self.lexicon.meanings(key)
        for stop, meanings in names_at(self.text, self.folded, start, self.players, known, end):
            yield stop, NAME_COST, self._token("word", start, stop, meanings=meanings)
        if start == 0:
            for stop, record in records_at(self.folded):
                yield stop, TOKEN_COST, self._token("word", start, stop, meanings=record)

    def _values(self, start: int) -> Iterator[tuple[int, int, SentencePart]]:
        if end := self._setting_end(start):
            yield end, TOKEN_COST, self._token("value", start, end)
        elif match := NAMED_VALUE.match(self.text, start):
            yield match.end(), TOKEN_COST, self._token("value", *match.span())
        elif match := SHORT_INDICATOR.match(self.text, start):
            ids = [one.id for one in self.lexicon.ruleset.indicators if one.id.startswith(match[1])]
            if len(ids) == 1:
                meaning = (Meaning("short", f"{ids[0]}={match[2]}"),)
                yield match.end(), TOKEN_COST, self._token("value", *match.span(), meanings=meaning)

    def _setting_end(self, start: int) -> int:
        """Where a house rule ends that begins here by its name in any script; 0 if none does."""
        names = [one for one in self.setting_names if self.folded.startswith(f"{one}=", start)]
        found = SETTING_VALUE.match(self.text, start + max(map(len, names)) + 1) if names else None
        return found.end() if found else 0

    def _tiles(self, start: int) -> Iterator[tuple[int, int, SentencePart]]:
        pieces = self.tileset.tile_by_code
        if match := UPPER_HONORS.match(self.text, start):
            codes = tuple(MORE_HONORS[letter] for letter in match[0])
            if all(code in pieces and means_usual_tile(self.tileset, code) for code in codes):
                yield match.end(), TOKEN_COST, self._token("tiles", *match.span(), codes=codes)
        if (code := GLYPHS.get(self.text[start])) and code in pieces:
            yield start + 1, TOKEN_COST, self._token("tiles", start, start + 1, codes=(code,))
        yield from self._named_tile(start)
        digit, several = _digit_expressions()
        match = several.match(self.folded, start)
        if match is None or (start > 0 and self.folded[start - 1].isdigit()):
            return
        if (spread := SPREAD_DIGITS.match(self.folded, start)) and not self._is_counted_before(start):
            match = spread
        digits = [_digit_of(sign) for sign in digit.findall(match[0].replace(" ", ""))]
        at = match.end()
        is_apart = self.folded.startswith(" ", at) and is_latin(self.folded[at + 1 : at + 2])
        is_apart = is_apart and not match[0].endswith("00")  # E 3900 S 2000
        at += is_apart  # 345 man, 345 m
        for word, letter in self.suit_words.get(self.folded[at : at + 1], ()):
            end = at + len(word)
            if not self.folded.startswith(word, at):
                continue
            is_red = self.folded[end : end + 1] == "r" and len(digits) == 1
            end += is_red
            after = self.folded[end : end + 1]
            codes = tuple(f"{'0' if is_red else digit}{letter}" for digit in digits)
            if not (after and is_latin(after) and is_latin(self.folded[end - 1])) and all(
                code in pieces for code in codes
            ):
                yield end, TOKEN_COST, self._token("tiles", start, end, codes=codes)

    def _is_counted_before(self, start: int) -> bool:
        """Whether a digit tells the number of the word before it: dora 2 7 8 p."""
        before = re.search(r"([a-z]+) $", self.folded[:start])
        counted = self.lexicon.meanings(before[1]) if before else ()
        return any(meaning.sort in ("bonus", "indicated", "counter", "flowerword") for meaning in counted)

    def _named_tile(self, start: int) -> Iterator[tuple[int, int, SentencePart]]:
        """A tile with a word for its number, or with a word between number and suit: 8 of circles."""
        sign = self.folded[start]
        end = self._end_of_word(start) if is_latin(sign) else start + 1
        named = self.lexicon.meanings(self.folded[start:end]) if is_latin(sign) else ()
        digit = next((one.value for one in named if one.sort == "number"), sign if sign.isdigit() else "")
        if not digit:
            return
        links = [f" {word} " for word in particles("of")] + [" "] * is_latin(sign)
        link = next((one for one in links if self.folded.startswith(one, end)), "")
        begun = self.folded[end + len(link) : end + len(link) + 1] if link else ""
        for word, letter in self.suit_words.get(begun, ()):
            stop, code = end + len(link) + len(word), f"{digit}{letter}"
            is_whole = len(word) > 1 and not is_latin(self.folded[stop : stop + 1] or " ")
            is_other = self.lexicon.meanings(joined_key(self.folded[start:stop]))
            is_said = is_whole and self.folded.startswith(word, end + len(link)) and not is_other
            if is_said and code in self.tileset.tile_by_code:
                yield stop, TOKEN_COST, self._token("tiles", start, stop, codes=(code,))

    def _numbers(self, start: int) -> Iterator[tuple[int, int, SentencePart]]:
        match = NUMBER.match(self.folded, start)
        if match and not (start > 0 and self.folded[start - 1].isdigit()):
            if thousands := THOUSANDS.match(self.folded, start):
                number = 1000 * int(thousands[1]) + 100 * int(thousands[2] or thousands[3] or 0)
                yield thousands.end(), TOKEN_COST, self._token("number", *thousands.span(), number=number)
            for end in {match.end(), start + len(match[0].partition(",")[0])}:  # sticks 1, 333m
                number = _number_of(self.folded[start:end])
                yield end, TOKEN_COST, self._token("number", start, end, number=number)

    def _words(self, start: int) -> Iterator[tuple[int, int, SentencePart]]:
        for end, key in self._keys(start):
            after_digit = start > 0 and self.folded[start - 1].isdigit()
            meanings = self.lexicon.meanings(key)
            if not after_digit:  # 3h40f
                meanings = tuple(one for one in meanings if one.sort != "shortunit")
            if meanings:
                is_filler = all(meaning.sort == "fill" for meaning in meanings)
                cost = FILLER_COST if is_filler else TOKEN_COST
                cost += "  " in self.folded[start:end]  # from south  seat east
                yield end, cost, self._token("word", start, end, meanings=meanings)

    def _keys(self, start: int) -> Iterator[tuple[int, str]]:
        """The keys of the words that can begin at a position, and where they end."""
        text = self.folded
        if match := SLASHED.match(text, start):
            yield match.end(), match[0]
        if is_latin(text[start]):
            end, key = start, ""
            for _ in range(LONGEST_WORDS):
                stop = self._end_of_word(end)
                if stop == end:
                    break
                key += text[end:stop].replace("'", "").replace("’", "")
                yield stop, key
                comma = stop + text.startswith(",", stop)  # of a name that has one
                key += text[stop:comma]
                gap = GAPS.match(text, comma)
                end = gap.end() if gap else comma
                if end == stop or end >= len(text) or not is_latin(text[end]):
                    break
        longest = self.lexicon.longest_by_sign.get(text[start], 0)
        if not is_latin(text[start]) or not text[start + 1 : start + 2].isascii():
            for end in range(min(len(text), start + longest), start, -1):
                if not is_latin(text[start]) or not is_latin(text[end - 1]):
                    yield end, text[start:end]


@cache
def _digit_expressions() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """One digit of a tile, and several of one suit; a five may be red."""
    red = "".join(particles("red"))
    many = rf"(?:[{red}][5五]|(?<=[0-9])r5|[0-9])+|(?:[{red}]五|[{KANJI}])+"
    return re.compile(f"[{red}r][5五]|."), re.compile(many)


def _digit_of(text: str) -> str:
    """The digit of a tile in notation; a red five is 0."""
    if len(text) > 1:
        return "0"
    return str(KANJI.index(text) + 1) if text in KANJI else text


def _number_of(text: str) -> int:
    plain = text.replace(",", "")
    if plain.isdigit() and plain.isascii():
        return int(plain)
    return number_of_han(plain)
