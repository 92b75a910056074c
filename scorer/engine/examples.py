"""Example hands of a ruleset: a hand in notation, followed by words for how it was won and for options.

    234m567m345p67s99s+8s ron seat=S round=E riichi north=2 dora=4s open_tanyao=false

A rule file lists examples under `holds` if the pattern holds in the hand, and under `fails` if it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar
from unicodedata import normalize

from scorer.engine.configure import as_value, configure_ruleset, option_id
from scorer.engine.evaluate import View
from scorer.engine.request import RELATIVE_SEATS, circumstance_id, parse_request, relative_seat_words
from scorer.engine.resolve import candidate_award, held_patterns, resolutions
from scorer.engine.score import winning_ways
from scorer.engine.value import award_counts, bonus_lines, sheet_total
from scorer.errors import Fault, InputError
from scorer.hand import DEALER, WIND_BY_WORD, WINS, Hand, Request, Situation
from scorer.languages import MAIN_LANGUAGES
from scorer.memo import kept_by_identity
from scorer.message import Message, Text, Translated, clauses
from scorer.notation import names_winning_tile, reads_as_tiles
from scorer.parameters import BY_WORD, COUNT, SEATS, TABLE_SETTINGS, TEXT
from scorer.phrases import translations
from scorer.ruleset.model import (
    Bonus,
    Option,
    Pattern,
    Ruleset,
    SheetItem,
    Value,
    option_value_fault,
    recognized_names,
)
from scorer.shapes import Reading
from scorer.suggest import nearest_names
from scorer.tiles import TILE_COUNT, fold_name, plain_name
from scorer.usual import FULL_WIDTH
from scorer.values import cached_property, dataclass, replace

V = TypeVar("V")
ItemWithExamples = Pattern | Bonus | SheetItem
"""The parts of a ruleset that can have examples."""
# A single lower-case letter is a suit written apart from its digits (`123 m`), never a word.
EXAMPLE_WORD = re.compile(r"(?<!\S)[a-z_][a-z0-9_-]+(?:=\S*)?(?!\S)|(?<!\S)[a-z_]+=\S*")
COUNT_BEHIND_NAME = re.compile(rf"{TILE_COUNT}$")
DEALER_WORD = "dealer"
"""The word for the seat of the dealer."""
NUMBER_AND_NAME = re.compile(r"([0-9]{1,3})([^\W\d]+)|([^\W\d]+)(?:=|\s+)?([0-9]{1,3})[^\W\d]?")
"""A number and what it counts, in either order; a counting word may follow a number."""
NAME_BEFORE_NUMBER = re.compile(r"([^\W\d]+)\s+[0-9]{1,3}(?!\S)")
"""A name and the number that follows it as a word of its own."""
COMMAS = ",、，"
"""Signs that may follow a value that is typed: `red_fives=4, local_yaku=all`."""
SIGNS = re.compile(r"\S+")
FOREIGN_WORD = re.compile(r"[^\W\d]{2,}")
"""Letters, more than one; a single one may be a suit that is written apart from its digits."""
NAME_AND_TILES = re.compile(r"(?<![^\W\d])([^\W\d]{2,}?)=?((?:[0-9]+[a-z])+)")
"""A name and the tiles of which it says something."""
SHORT_INDICATOR = re.compile(r"([a-z]+?)((?:[0-9]+[a-z])+)")
"""A short word for indicators: the first letters of the name, and the tiles."""
OPTION_WORDS = {word: one.sort for word, one in BY_WORD.items() if one.option}
COUNTER_WORDS = [word for word, sort in OPTION_WORDS.items() if sort is COUNT]
VALUE_WORDS = [word for word, sort in OPTION_WORDS.items() if sort in (TEXT, COUNT)]
LIABILITY_WORDS = [word for word, sort in OPTION_WORDS.items() if sort is SEATS]
"""Words for liability, whose value is PATTERN:SEAT, or several of these separated by commas."""


@dataclass(frozen=True)
class ExampleWord:
    """A word after the hand, its position, and the input that it sets, named as in `Fault`."""

    text: str
    position: int
    source: str


@dataclass(frozen=True)
class Example:
    """A parsed example: its request, the options that it sets, its words, and every fault in them."""

    text: str
    request: Request
    options: tuple[tuple[str, Value], ...] = ()
    words: tuple[ExampleWord, ...] = ()
    faults: tuple[Fault, ...] = ()


def read_example(text: str, ruleset: Ruleset, is_typed: bool = False) -> Example:
    """Splits an example into hand, words and options; never raises. Positions of faults count from the start
    of the text.

    `ruleset` is the ruleset as loaded, before options are chosen. The hand is not parsed here. If the text
    `is_typed` by a player instead of written in a rule file, words may also come before the hand, may be
    names in any language, and may be short: `d4s` for `dora=4s`, `dealer` for `seat=E`.

    >>> from scorer.ruleset.load import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> example = read_example("234m567m345p67s99s+8s tsumo riichi dora=4s kan_dora=false", rules)
    >>> example.request.hand, example.request.circumstances, dict(example.options)
    ('234m567m345p67s99s+8s', ('riichi',), {'kan_dora': False})
    """
    return (_TypedReader if is_typed else _ExampleReader)(text, ruleset).read_words()


def parse_example(text: str, ruleset: Ruleset, is_typed: bool = False) -> tuple[Ruleset, Hand, Situation]:
    """The ruleset with the options of an example applied, and the hand and situation of the example.

    Raises InputError with every fault, at its position in the example's text.

    >>> from scorer.ruleset.load import load_ruleset
    >>> rules, hand, situation = parse_example("234m567m345p67s99s+8s ron", load_ruleset("riichi"))
    >>> rules.tileset.tile_code(hand.winning_tile), situation.self_draw
    ('8s', False)
    >>> parse_example("234m567m345p67s99s win=8s", rules)
    Traceback (most recent call last):
        ...
    scorer.errors.InputError: the winning tile is written +8s, after the other tiles of the hand
    """
    example = read_example(text, ruleset, is_typed)
    if example.faults:
        raise InputError(example.faults)
    try:
        known = ruleset.option_by_id  # an example of a base may set an option that an overlay made idle
        rules = configure_ruleset(
            ruleset, {name: value for name, value in example.options if not known[name].is_idle}
        )
        return rules, *parse_request(example.request, rules)
    except InputError as error:
        raise error_in_example(error.faults, example) from error


def holds_in_any(subject: ItemWithExamples, view: View, readings: list[Reading]) -> bool:
    """Whether a pattern, a bonus or an item of the secondary score applies in one of the readings.

    A pattern applies if its conditions hold and it has a value there. A bonus or an item applies if it adds
    something. The pattern for hands without any pattern applies if it is awarded, in the best reading of a
    winning hand.
    """
    views = [view.with_reading(reading) for reading in readings]
    if isinstance(subject, Bonus):
        return any(line.id == subject.id for view in views for line in bonus_lines(view))
    if isinstance(subject, SheetItem):
        sheet = view.ruleset.sheet
        asked = (
            view.with_amounts({}, award_counts(way.awards)) for view in views for way in resolutions(view)
        )
        return any(
            line.id == subject.id for view in asked if sheet for line in sheet_total(sheet, view).lines
        )
    pattern = subject
    if pattern.asks_others:
        return any(pattern.id in held_patterns(resolutions(one)).pattern_ids for one in views)
    if pattern is not view.ruleset.otherwise:
        return any(candidate_award(pattern, view) for view in views)
    paid = sorted((way for view in views for way in winning_ways(view)), key=lambda way: way.rank)
    found = [way.awards for way in paid[-1:]] or [way.awards for one in views for way in resolutions(one)]
    return any(award.pattern is pattern for awards in found for award in awards)


class _ExampleReader:
    """Sorts the words of one example into options and fields of a request."""

    def __init__(self, text: str, ruleset: Ruleset) -> None:
        self.text, self.ruleset = text, ruleset
        self.faults: list[Fault] = []
        self.options: dict[str, Value] = {}
        self.fields: dict[str, str] = {}
        self.circumstances: list[str] = []
        self.indicators: dict[str, str] = {}
        self.liable: dict[str, str] = {}
        self.indicator_ids = [indicator.id for indicator in ruleset.indicators]

    def read_words(self) -> Example:
        matches = self.find_words()
        hand = self.read_hand(matches)
        words = tuple([ExampleWord(match[0], match.start(), self._store_word(match)) for match in matches])
        values: dict[str, object] = {
            BY_WORD[word].name: int(text) if BY_WORD[word].sort is COUNT else text
            for word, text in self.fields.items()
        }
        circumstances, indicators = tuple(self.circumstances), self.indicators
        values |= {"hand": hand, "circumstances": circumstances, "indicators": indicators, "pao": self.liable}
        request = Request(**values)  # type: ignore[arg-type]  # each is read by its type
        return Example(self.text, request, tuple(self.options.items()), words, tuple(self.faults))

    def find_words(self) -> list[re.Match[str]]:
        """The words of the text, without the tiles of the hand, which may be written by their names."""
        found = list(EXAMPLE_WORD.finditer(self.text))
        if all(self._knows_name(match[0]) for match in found):
            return found
        words: list[re.Match[str]] = []
        strange: list[re.Match[str]] = []
        names = self.ruleset.tileset.name_spans(self.text)
        for match in found:
            start, end = match.span()
            if words and start < words[-1].end():
                continue
            if "=" in match[0]:  # dora=red ship
                after = max([last for first, last in names if start < first < end], default=end)
                words.append(self._part(start, max(end, after)))
            elif any(first <= start < last for first, last in names):
                if self._knows_name(match[0]) and (start, end) in names:
                    words.append(match)  # a name alone that is a circumstance as well is the circumstance
            elif not self._knows_name(match[0]) and any(start < last for _, last in names):
                strange.append(match)
            else:
                words.append(match)
        self._report_strange_names(strange)
        return words

    def _part(self, start: int, end: int) -> re.Match[str]:
        found = re.compile(r"(?s:.*)").match(self.text, start, end)
        assert found is not None
        return found

    def _report_strange_names(self, strange: list[re.Match[str]]) -> None:
        """Adds a fault for words between the names of tiles that name none; words side by side are one."""
        names = [name for name, _ in self.ruleset.tileset.codes_by_name]
        while strange:
            run = [strange.pop(0)]
            while strange and not self.text[run[-1].end() : strange[0].start()].strip():
                run.append(strange.pop(0))
            start, end = run[0].start(), run[-1].end()
            name = COUNT_BEHIND_NAME.sub("", self.text[start:end])
            message = Message("no tile is named", name)
            self.add_fault(start, name, message, *nearest_names(plain_name(name), names, 1))

    def _knows_name(self, word: str) -> bool:
        name, equals, _ = word.partition("=")
        return bool(equals) or name in WINS or name in self.ruleset.circumstance_by_id

    def full_word(self, word: str) -> str:
        """The word as rule files write it."""
        return word

    def read_hand(self, matches: list[re.Match[str]]) -> str:
        """The tiles before the first word; tiles between words are faults."""
        self._report_late_tiles(matches)
        return self.text[: matches[0].start() if matches else len(self.text)].rstrip()

    def add_fault(self, position: int, text: str, message: Text, *suggestions: str) -> None:
        self.faults.append(Fault("example", position, message, "notation", len(text), self.text, suggestions))

    def _report_late_tiles(self, matches: list[re.Match[str]]) -> None:
        ends = [match.start() for match in matches[1:]] + [len(self.text)]
        for match, end in zip(matches, ends, strict=False):
            if self.text[match.end() : end].strip():
                self.report_tiles(match, end, "tiles after words")

    def report_tiles(self, match: re.Match[str] | None, end: int, key: str) -> None:
        """Adds a fault for the tiles between a word and a position of the text."""
        begin = match.end() if match else 0
        late = self.text[begin:end].strip()
        name, sign, tiles = late.partition(":")
        meant = (f"{name}={tiles}",) if sign and name in self.indicator_ids else ()
        if match and match[0].partition("=")[0] in self.indicator_ids:  # dora=4s 3m: all tiles are one word
            meant = (f"{match[0]}{late.replace(' ', '')}",)
        self.add_fault(self.text.index(late, begin), late, Message(key, late), *meant)

    def _store_word(self, match: re.Match[str]) -> str:
        """Stores one word and returns the input that it sets. An option may have the name of a circumstance;
        a word with a valid value for the option sets the option.
        """
        text, at = match[0], match.start()
        name, equals, value = self.full_word(text).translate(FULL_WIDTH).partition("=")
        option = self.ruleset.option_by_id.get(name) if equals else None
        if not equals and name in WINS:
            self._store_field("win", name, text, at)
            return "win"
        if equals and name in VALUE_WORDS:
            if name in COUNTER_WORDS and not (value.isascii() and value.isdigit() and len(value) < 6):
                setting = Translated(tuple(translations(f"setting {name}")))
                self.add_fault(at, text, Message("takes a whole number", setting, value))
            else:
                self._store_field(name, value, text, at)
            return f"--{name}"
        if equals and name in LIABILITY_WORDS:
            for pattern, _, seat in (part.partition(":") for part in value.split(",")):
                self._store_value(self.liable, pattern, seat, text, at)
            return f"--{name}"
        if option is not None and not option_value_fault(option, as_value(option, value)):
            self._store_value(self.options, name, as_value(option, value), text, at)
        elif equals and name in self.indicator_ids:
            self._store_value(self.indicators, name, value, text, at)
            return f"--{name}"
        elif name in self.ruleset.circumstance_by_id or name in self.ruleset.circumstances_by_seat:
            self.circumstances.append(name + equals + value)
            return "--with"
        else:
            message, meant = self._unknown_word_message(name, value, option)
            self.add_fault(at, text, message, *meant)
        return "--option"

    def _store_value(self, values: dict[str, V], name: str, value: V, text: str, position: int) -> None:
        """Stores a value under its name. A second value for the same name is a fault; the first is kept."""
        if name in values:
            several = Message("tiles in one word", name) if values is self.indicators else ""
            self.add_fault(position, text, clauses(Message("given twice", name), several))
        values.setdefault(name, value)

    def _store_field(self, name: str, value: str, text: str, position: int) -> None:
        if name in self.fields:
            self.add_fault(position, text, Message("repeats or contradicts", text, self.fields[name]))
        self.fields[name] = value

    def _unknown_word_message(
        self, name: str, value: str, option: Option | None
    ) -> tuple[Text, tuple[str, ...]]:
        """The message for a word that is not known, followed by suggestions."""
        if name == "win":
            return Message("winning tile as a word", f"+{value}"), (f"+{value}",)
        if option is not None:
            return option_value_fault(option, as_value(option, value)), ()
        if not value and name in (
            *self.indicator_ids,
            *VALUE_WORDS,
            *LIABILITY_WORDS,
            *self.ruleset.option_by_id,
        ):
            return Message("needs a value", name), ()
        if name[::-1] in (kind.code for kind in self.ruleset.tileset.kinds):
            return Message("letter before number", name), (name[::-1],)
        known = [*self.ruleset.circumstance_by_id, *self.ruleset.option_by_id, *self.indicator_ids]
        known += [*WINS, *VALUE_WORDS, *LIABILITY_WORDS]
        message = Message("unknown typed word", name, self.ruleset.title)
        return message, nearest_names(name, known, 1)


class TypedWords:
    """What players type beside a hand under a ruleset, as names are compared, and what it means."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    @cached_property
    def counters(self) -> dict[str, str]:
        """What is counted at the table, by the words for it in every language, beside a number and alone:
        what lies on it, and circumstances with a number.
        """
        stated = {
            fold_name(text): one.id
            for one in self.ruleset.circumstances
            if one.is_number and not one.names_seat
            for _, text in recognized_names(one)
        }
        return stated | {
            fold_name(text): counter
            for counter in COUNTER_WORDS
            for language in MAIN_LANGUAGES
            for text in (
                counter,
                self.ruleset.unit_word(counter, False, language),
                self.ruleset.unit_title(counter, language),
            )
        }

    @cached_property
    def indicators(self) -> dict[str, str]:
        """The indicators by their names."""
        return {
            fold_name(text): one.id for one in self.ruleset.indicators for text in dict(one.names).values()
        }

    @cached_property
    def values(self) -> frozenset[str]:
        """The names of all patterns and bonuses, which nobody writes beside the tiles that show them."""
        parts: tuple[Pattern | Bonus, ...] = (*self.ruleset.patterns, *self.ruleset.bonuses)
        return frozenset(fold_name(text) for one in parts for _, text in recognized_names(one))

    @cached_property
    def ways_to_win(self) -> dict[str, str]:
        """The ways to win by the words for them in every language."""
        said: dict[str, str] = {}
        for key in ("self_draw", "discard"):
            texts = [text for _, text in translations(key, self.ruleset.phrases)]
            texts += [word for _, text in translations(f"typed {key}") for word in text.split()]
            said |= {fold_name(text): key for text in texts}
        return said | {fold_name(word): word for word in WINS}

    @cached_property
    def any_win(self) -> frozenset[str]:
        """Words that say only that the hand wins, which its tiles show."""
        words = (word for _, text in translations("typed win") for word in text.split())
        return frozenset(map(fold_name, words)) - self.ways_to_win.keys()


@kept_by_identity(limit=24)
def typed_words_of(ruleset: Ruleset) -> TypedWords:
    """What players type beside a hand under a ruleset."""
    return TypedWords(ruleset)


@cache
def _seat_words() -> dict[str, str]:
    """The words for seats and rounds that are one word, such as 南家 and 東場."""
    said = {fold_name(text): f"seat={DEALER}" for _, text in translations("dealer")}
    for key, field in (("seat", "seat"), ("round", "round"), ("from", "from")):
        for _, template in translations(key):
            if " " not in template:
                for wind, letter in WIND_BY_WORD.items():
                    if not wind.isascii():
                        said[fold_name(template.format(wind))] = f"{field}={letter}"
    seats = {word: meant.replace("seat", "from") for word, meant in said.items() if "seat=" in meant}
    for key in RELATIVE_SEATS:
        relative = {word: f"from={word}" for word in relative_seat_words(key) if not word.isascii()}
        seats, said = seats | relative, said | relative
    templates = [f"{{}}{one}" for _, text in translations("typed from") for one in text.split()]
    templates += [text for _, text in translations("from") if " " not in text]
    for seat, meant in seats.items():
        said |= {fold_name(one.format(seat)): meant for one in templates}
    return said


class _TypedReader(_ExampleReader):
    """Reads a hand with its words as a player types them: in any order, in any language, and short."""

    def __init__(self, text: str, ruleset: Ruleset) -> None:
        super().__init__(text, ruleset)
        self.known = typed_words_of(ruleset)

    def find_words(self) -> list[re.Match[str]]:
        found, end = [], 0
        while match := SIGNS.search(self.text, end):
            counted = NAME_BEFORE_NUMBER.match(self.text, match.start())
            if counted and fold_name(counted[1]) in self.known.counters:
                match = counted
            end = match.end()
            if self._is_word(match[0]):
                found.append(match)
        return found

    def _is_word(self, word: str) -> bool:
        """Whether this is a word and no tiles: what is known is, and what reads as tiles is not."""
        full = self.full_word(word)
        if full != word or fold_name(word) in self.known.any_win or self._knows_name(full):
            return True
        is_foreign = bool(FOREIGN_WORD.fullmatch(word)) and not word.isascii() and not self._is_suit(word)
        is_like_one = EXAMPLE_WORD.fullmatch(word) or is_foreign or self._names_what_tiles_show(word)
        return bool(is_like_one) and not reads_as_tiles(word, self.ruleset.tileset)

    def _is_suit(self, word: str) -> bool:
        """Whether a word stands for a suit, so that it can follow digits that are written apart."""
        return reads_as_tiles(f"1{word}", self.ruleset.tileset)

    def _names_what_tiles_show(self, word: str) -> bool:
        """Whether a word names a pattern, or a bonus, perhaps with the tiles that count."""
        return fold_name(NAME_AND_TILES.sub(r"\1", word)) in self.known.values

    def _unknown_word_message(
        self, name: str, value: str, option: Option | None
    ) -> tuple[Text, tuple[str, ...]]:
        named = NAME_AND_TILES.fullmatch(name)
        if named and not value and fold_name(named[1]) in self.known.values and self.indicator_ids:
            meant = f"{self._indicator_of_bonus(named[1])}={named[2]}"
            return Message("tile that counts or turned up", name, meant), ()
        is_input = name in (*self.indicator_ids, *self.ruleset.option_by_id)
        if not (value or is_input) and fold_name(name) in self.known.values:
            return Message("word shown by tiles", name), ()
        return super()._unknown_word_message(name, value, option)

    def _indicator_of_bonus(self, word: str) -> str:
        """The indicator of the bonus that a word names, whose id begins with it; the first if none does."""
        bonuses = [
            one.id
            for one in self.ruleset.bonuses
            if fold_name(word) in (fold_name(text) for _, text in recognized_names(one))
        ]
        named = (one for one in self.indicator_ids if any(bonus.startswith(one) for bonus in bonuses))
        return next(named, self.indicator_ids[0])

    def _store_word(self, match: re.Match[str]) -> str:
        return "win" if fold_name(match[0]) in self.known.any_win else super()._store_word(match)

    def read_hand(self, matches: list[re.Match[str]]) -> str:
        """The longest text between words, at its place, and the winning tile if it follows a word for
        winning; other tiles are faults.
        """
        begins = [None, *matches]
        ends = [*(match.start() for match in matches), len(self.text)]
        spans = [(match.end() if match else 0, end) for match, end in zip(begins, ends, strict=True)]
        longest = max(spans, key=lambda span: len(self.text[slice(*span)].strip()))
        hand = self.text[slice(*longest)].rstrip()
        for match, span in zip(begins, spans, strict=True):
            tile = self.text[slice(*span)].strip()
            may_win = match and span > longest and not names_winning_tile(hand)
            if match and may_win and self._is_won_tile(match[0], tile):
                gap = self.text.index(tile, span[0]) - longest[0] - len(hand) - 1
                hand += " " * gap + "+" + tile  # each tile stays at its place in the text
            elif span != longest and tile:
                self.report_tiles(match, span[1], "tiles separated")
        return " " * longest[0] + hand if hand.strip() else ""

    def _is_won_tile(self, word: str, tile: str) -> bool:
        """Whether a word says that the hand wins, and the text after it is one tile."""
        says_win = fold_name(word) in self.known.any_win or self.full_word(word) in WINS
        tileset = self.ruleset.tileset
        return says_win and (tile in tileset.tile_by_code or plain_name(tile) in dict(tileset.codes_by_name))

    def full_word(self, word: str) -> str:
        """The word as rule files write it: its id for a name in any language, its tiles after the name of
        the indicator.
        """
        if "=" in word:
            word = word.rstrip(COMMAS)
        name, equals, value = word.partition("=")
        if not equals and (way := self.known.ways_to_win.get(fold_name(name))):
            return way
        if not equals and name.casefold() == DEALER_WORD:
            return f"seat={DEALER}"
        if equals and (said := self._named_setting(name, value)):
            return said
        known = circumstance_id(name, self.ruleset)
        if known in self.ruleset.circumstance_by_id:
            return known + equals + value
        if not word.isascii() or word[-1:].isdigit():
            said = self._situation_word(normalize("NFKC", word))
            if said:
                return said
        if short := SHORT_INDICATOR.fullmatch(word):
            meant = [one for one in self.indicator_ids if one.startswith(short[1])]
            if len(meant) == 1:
                return f"{meant[0]}={short[2]}"
        return word

    def _named_setting(self, name: str, value: str) -> str:
        """What a word of any language sets, with the value: `席=東`, `喰いタン=なし`; empty if it is none."""
        if setting := _setting_words().get(fold_name(name)):
            said = _seat_words().get(fold_name(value), "")
            return said if said.startswith(f"{setting}=") else f"{setting}={value}"
        ident = option_id(name, self.ruleset)
        option = self.ruleset.option_by_id.get(ident)
        if option is None:
            return ""
        is_choice = not option_value_fault(option, as_value(option, value))
        is_named = ident != name and fold_name(name) not in self.known.indicators
        return f"{ident}={value}" if is_choice or is_named else ""

    def _situation_word(self, word: str) -> str:
        """What a word says of the table, such as 2本場, 南家 or ドラ表示牌5s; empty if nothing."""
        if seat := _seat_words().get(fold_name(word)):
            return seat
        if counted := NUMBER_AND_NAME.fullmatch(word):
            number, name = (counted[1] or counted[4]), (counted[2] or counted[3])
            if counter := self.known.counters.get(fold_name(name)):
                return f"{counter}={number}"
        if named := NAME_AND_TILES.fullmatch(word):
            indicator = self.known.indicators.get(fold_name(named[1]))
            return f"{indicator}={named[2]}" if indicator else ""
        return ""


@cache
def _setting_words() -> dict[str, str]:
    """The seat, the round and the counters, by the words for them in every language."""
    said: dict[str, str] = {}
    for key in TABLE_SETTINGS:
        for _, words in translations(f"command {key}"):
            said |= {fold_name(word): key for word in words.split()}
    return said


def fault_in_example(fault: Fault, example: Example, source: str = "example") -> Fault:
    """The fault of one input, moved to its position in the example's text, which messages call `source`."""
    if fault.source == "hand":
        return replace(fault, source=source, text=example.text)
    placed = fault_at_word(fault, example.words, source, example.text)
    return placed or replace(fault, source=source, position=None, text=example.text)


def fault_at_word(fault: Fault, words: Sequence[ExampleWord], source: str, text: str) -> Fault | None:
    """The fault of one input, moved to the word of a text that gives the input; None if no word does."""
    giving = [word for word in words if word.source == fault.source]
    if not giving:
        return None
    word = next((word for word in giving if fault.text and fault.text in word.text), giving[0])
    inside = word.text.rfind(fault.text) if fault.text else -1
    if fault.position is None or inside < 0:
        return replace(fault, source=source, position=word.position, length=len(word.text), text=text)
    return replace(fault, source=source, position=word.position + inside + fault.position, text=text)


def error_in_example(faults: Iterable[Fault], example: Example, source: str = "example") -> InputError:
    """An error with faults at their positions in the example's text, which messages call `source`."""
    return InputError(fault_in_example(fault, example, source) for fault in faults)
