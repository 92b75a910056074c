"""What a sentence says of templates is what they demand: lists of templates are drawn by lot and written in each
language, the sentences are read back word by word as a person reads them, and both are tried on all sorts of sets.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

import pytest

from scorer.scoring import load_ruleset
from scorer.teach.constructs import clause, negated_clause
from scorer.teach.words import Speech
from tests.support.loops import some
from tests.teach.test_selector_words import condition

LANGUAGES = ("en", "ja", "zh")
KINDS = ("chow", "pung", "pair")
CLASSES = ("dragon", "wind")
SUITS = "mps"


class SampleSet(NamedTuple):
    """A set of one kind: its class for honors, else its suit and its number, for a run the first."""

    kind: str
    suit: str
    number: int


class Slot(NamedTuple):
    """A set that is demanded. A suit or number is a value or a letter, in which case it may be `n+2`."""

    kind: str
    of: str = ""
    suit: str = ""
    number: str = ""


Sets = Sequence[SampleSet]


class Demand(NamedTuple):
    """Sets that are demanded, and what they must have in common."""

    slots: tuple[Slot, ...]
    relations: tuple[Callable[[Sets], bool], ...] = ()

    def is_met(self, hand: Sets) -> bool:
        return any(self._fits(chosen) for chosen in permutations(hand, len(self.slots)))

    def _fits(self, chosen: Sets) -> bool:
        letters: dict[str, str | int] = {}
        return all(
            fits_slot(one, slot, letters) for one, slot in zip(chosen, self.slots, strict=True)
        ) and all(relation(chosen) for relation in self.relations)


def fits_slot(one: SampleSet, slot: Slot, letters: dict[str, str | int]) -> bool:
    if one.kind != slot.kind or (slot.of and one.suit != slot.of):
        return False
    if (slot.suit or slot.number) and one.suit in CLASSES:
        return False
    return fits_suit(one.suit, slot.suit, letters) and fits_number(one.number, slot.number, letters)


def fits_suit(suit: str, wanted: str, letters: dict[str, str | int]) -> bool:
    if not wanted.isupper():
        return wanted in ("", suit)
    others = {value for letter, value in letters.items() if letter.isupper() and letter != wanted}
    return letters.setdefault(wanted, suit) == suit and suit not in others


def fits_number(number: int, wanted: str, letters: dict[str, str | int]) -> bool:
    if wanted.isdigit() or not wanted:
        return wanted in ("", str(number))
    return letters.setdefault(wanted[0], number - int(wanted[1:] or 0)) == number - int(wanted[1:] or 0)


# ---- templates by lot


def drawn_slots(rng: random.Random) -> tuple[Slot, ...]:
    """Two to four templates, alike in some ways and different in others, as rules have them."""
    count = rng.randint(2, 4)
    kinds = [rng.choice(KINDS)] * count if rng.random() < 0.6 else rng.choices(KINDS, k=count)
    suits = rng.choice(["AAAA", "ABCA"[:3] + "A", "AABB", "AABA", "mmmm", "mpsm", "ABmA", "    "])
    numbers = rng.choice(
        [["n"] * 4, ["n", "n+1", "n+2", "n+3"], ["n", "n+2", "n+4", "n+1"], ["n", "n", "k", "k"], ["1", "4", "7", "1"],
         ["n", "k", "n", "k"], ["5"] * 4, ["3", "n", "n", "k"], ["n+1", "n", "n", "n+1"], ["n", "k", "m", "l"], [""] * 4]
    )  # fmt: skip
    slots = [
        Slot(kind, "", suit.strip(), number)
        for kind, suit, number in zip(kinds, suits, numbers, strict=False)
        if suit.strip() or number
    ]
    if len(slots) < 2 or rng.random() < 0.2:
        classes = rng.choices(CLASSES, k=rng.randint(1, 2))
        slots = [*slots[:2], *(Slot(rng.choice(("pung", "pair")), of) for of in classes)]
    return tuple(slots)


def written(slot: Slot) -> str:
    """A slot as a template."""
    if slot.of:
        return f"{slot.kind}({slot.of})"
    parts = [f"{name}={value}" for name, value in (("rank", slot.number), ("suit", slot.suit)) if value]
    return f"{slot.kind}({', '.join(parts)})"


def drawn_hands(slots: Sequence[Slot], rng: random.Random) -> Iterator[list[SampleSet]]:
    """Hands that meet the demand, and hands that nearly do."""
    for _ in range(40):
        suits = dict(zip("ABC", rng.sample(SUITS, 3), strict=True))
        numbers = {letter: rng.randint(1, 4) for letter in "nkml"}
        if rng.random() < 0.5:
            numbers |= dict.fromkeys("kml", numbers["n"])
        hand = [
            SampleSet(
                slot.kind,
                slot.of or suits.get(slot.suit, slot.suit) or rng.choice(SUITS),
                number_of(slot.number, numbers) if slot.number else rng.randint(1, 7),
            )
            for slot in slots
        ]
        yield hand
        for _ in range(3):
            place = rng.randrange(len(hand))
            one = hand[place]
            changes = [
                {"kind": rng.choice(KINDS)},
                {"suit": rng.choice([*SUITS, *CLASSES])},
                {"number": one.number + 1},
            ]
            yield [*hand[:place], one._replace(**rng.choice(changes)), *hand[place + 1 :]]
        places = [*range(len(hand))]
        one, other = rng.choice(places), rng.choice(places)
        yield [
            item._replace(suit=hand[other if place == one else one if place == other else place].suit)
            for place, item in enumerate(hand)
        ]


def number_of(text: str, numbers: Mapping[str, int]) -> int:
    return int(text) if text.isdigit() else numbers[text[0]] + int(text[1:] or 0)


# ---- relations, as words say them


def in_suits(*sizes: int) -> Callable[[Sets], bool]:
    return lambda sets: (
        sorted(Counter(one.suit for one in sets).values()) == sorted(sizes)
        and all(one.suit in SUITS for one in sets)
    )


def at_steps(offsets: Iterable[int]) -> Callable[[Sets], bool]:
    wanted = [after - before for before, after in pairwise(sorted(offsets))]
    return lambda sets: (
        [after - before for before, after in pairwise(sorted(one.number for one in sets))] == wanted
        and all(one.suit in SUITS for one in sets)
    )


def with_numbers(numbers: Iterable[int]) -> Callable[[Sets], bool]:
    wanted = sorted(numbers)

    def fits(sets: Sets) -> bool:
        found = sorted(one.number for one in sets)
        are_numbers = all(one.suit in SUITS for one in sets)
        return are_numbers and found == (wanted * len(sets) if len(wanted) == 1 else wanted)

    return fits


def of_suits(suits: Sequence[str]) -> Callable[[Sets], bool]:
    wanted = sorted(suits)
    return lambda sets: (
        sorted(one.suit for one in sets) == (wanted * len(sets) if len(wanted) == 1 else wanted)
    )


COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
PLACES = ("in one suit", "in a second", "in a third")


class Reader:
    """Reads a sentence about sets in one language. Each noun, or row of nouns, is followed or preceded by its
    relations, which are about the whole row.
    """

    def __init__(self, language: str) -> None:
        rules = load_ruleset("riichi", language=language)
        self.language, speech = language, Speech(rules, language)
        named = {ident: speech.localized_name(rules.kind_by_id[ident].names) for ident in KINDS}
        self.kinds = {f"{word}{ending}": ident for ident, word in named.items() for ending in ("", "s")}
        self.classes = {
            speech.localized_name(item.names): item.id for item in rules.classes if item.id in CLASSES
        }
        self.suits = {speech.localized_name(suit.names): suit.letter for suit in rules.tileset.suits}
        self.kind, self.of_class, self.suit = map(self.one_of, (self.kinds, self.classes, self.suits))

    def one_of(self, words: Iterable[str]) -> str:
        return "|".join(sorted(map(re.escape, words), key=len, reverse=True))

    def demands(self, text: str) -> list[Demand]:
        """The demands of a sentence; all are met by different sets."""
        return english_demands(text, self) if self.language == "en" else east_asian_demands(text, self)

    def is_met(self, demands: list[Demand], hand: Sets) -> bool:
        if len(demands) == 1:
            return demands[0].is_met(hand)
        if all(not demand.relations for demand in demands):  # their letters are common to all
            return Demand(tuple(slot for demand in demands for slot in demand.slots)).is_met(hand)
        first, *others = demands
        return any(
            first._fits(chosen) and self.is_met(others, left)
            for chosen in permutations(hand, len(first.slots))
            for left in [[*(Counter(hand) - Counter(chosen)).elements()]]
        )


def english_demands(text: str, reader: Reader) -> list[Demand]:
    """'two runs and a pair of the same numbers in one suit and a pair of dragons'."""
    demands, slots, relations, place = list[Demand](), list[Slot](), list[Callable[[Sets], bool]](), 0

    def finish() -> None:
        if slots:
            demands.append(Demand(tuple(slots), tuple(relations)))
        slots.clear(), relations.clear()

    rest = text
    while rest := rest.strip():
        if match := re.match(
            rf"(\w+) pairs of identical ({reader.kind}) in (one suit|\w+ different suits)", rest
        ):
            suits = "AAA" if match[3] == "one suit" else "ABC"
            letters = [*zip("nkm", suits, strict=True)][: COUNTS[match[1]]]
            slots += [
                Slot(reader.kinds[match[2]], "", suit, number) for number, suit in letters for _ in range(2)
            ]
        elif not slots_are_open(slots) and (
            match := re.match(r"((?:\d+(?:, | and )?)+) (in one suit|in a second|in a third)", rest)
        ):
            place = PLACES.index(match[2])
            slots += [slot_of_digits(one, "ABC"[place]) for one in re.findall(r"\d+", match[1])]
        elif match := re.match(rf"(a|two|three|four) ({reader.kind})(?: of ({reader.of_class}))(?!\w)", rest):
            finish()
            demands.append(
                Demand((Slot(reader.kinds[match[2]], reader.classes[match[3]]),) * COUNTS[match[1]])
            )
        elif match := re.match(
            rf"(a|two|three|four) ({reader.kind})(?:( from| of) ([a-z1-9](?:[+-]\d)?))?(?: in (suit [A-C]|{reader.suit}))?(?= and|, |$)",
            rest,
        ):
            suit = (match[5] or "").removeprefix("suit ")
            if match[4] or match[5]:
                assert (match[3] == " from") == (reader.kinds[match[2]] == "chow") or not match[4], rest
                finish() if relations else None
                slots += [
                    Slot(reader.kinds[match[2]], "", reader.suits.get(suit, suit), match[4] or "")
                ] * COUNTS[match[1]]
            else:
                finish() if relations else None
                slots += [Slot(reader.kinds[match[2]])] * COUNTS[match[1]]
        elif match := re.match(rf"the ({reader.kind})(?= (\d{{3}}(?:(?:, | and )\d{{3}})*))", rest):
            finish() if relations else None
            slots += [Slot(reader.kinds[match[1]])] * len(re.findall(r"\d{3}", match[2]))
        elif match := re.match(rf"(two|three|four) identical ({reader.kind})(?= and|, |$)", rest):
            finish()
            demands.append(Demand((Slot(reader.kinds[match[2]], "", "A", "n"),) * COUNTS[match[1]]))
        elif match := re.match(rf"(a|two|three|four) ({reader.kind}) of the (\w+) of ({reader.suit})", rest):
            finish() if relations else None
            number = NUMBER_WORDS.index(match[3]) + 1
            slots += [Slot(reader.kinds[match[2]], "", reader.suits[match[4]], str(number))] * COUNTS[
                match[1]
            ]
        elif match := re.match(rf"(a|two|three|four) ({reader.kind})", rest):
            finish() if relations else None
            slots += [Slot(reader.kinds[match[2]])] * COUNTS[match[1]]
        elif match := re.match(r"(?:, and|and|,)(?= )", rest):
            pass
        else:
            relation, length = english_relation(rest, reader)
            assert length, f"cannot be read: {rest!r} in {text!r}"
            relations.append(relation)
            rest = rest[length:]
            continue
        rest = rest[match.end() :]
    finish()
    return demands


def slots_are_open(slots: Sequence[Slot]) -> bool:
    """Whether nouns are waiting for their numbers."""
    return any(not (slot.of or slot.number or slot.suit) for slot in slots)


def slot_of_digits(digits: str, suit: str) -> Slot:
    kind = "pair" if len(digits) == 2 else "pung" if digits[0] == digits[1] else "chow"
    return Slot(kind, "", suit, digits[0])


def english_relation(text: str, reader: Reader) -> tuple[Callable[[Sets], bool], int]:
    if match := re.match(r"of the same numbers?", text):
        return same_numbers, match.end()
    if match := re.match(r"(?:each|the second) (\w+) higher than the (?:one before|first)", text):
        step = COUNTS[match[1]]
        return (lambda sets: at_steps(range(0, step * len(sets), step))(sets)), match.end()
    if match := re.match(r"of consecutive numbers", text):
        return (lambda sets: at_steps(range(len(sets)))(sets)), match.end()
    if match := re.match(r"two of the same numbers and the third (\w+) (higher|lower)", text):
        step = COUNTS[match[1]]
        return at_steps([0, 0, step] if match[2] == "higher" else [0, step, step]), match.end()
    if match := re.match(r"at numbers (n(?:[+-]\d)?(?:, n(?:[+-]\d)?)*)", text):
        return at_steps(int(one[1:] or 0) for one in match[1].split(", ")), match.end()
    if match := re.match(r"in one suit", text):
        return (lambda sets: in_suits(len(sets))(sets)), match.end()
    if match := re.match(r"in \w+ different suits", text):
        return (lambda sets: in_suits(*[1] * len(sets))(sets)), match.end()
    if match := re.match(
        r"(\w+) of one suit and (?:(\w+), (\w+) and )?(?:(\w+) and )?(\w+) of another", text
    ):
        sizes = [COUNTS[one] for one in match.groups() if one]
        return in_suits(*sizes), match.end()
    if match := re.match(rf"of ((?:{reader.suit})(?:(?:, | and )(?:{reader.suit}))*)", text):
        return of_suits([reader.suits[one] for one in re.split(", | and ", match[1])]), match.end()
    if match := re.match(r"with numbers? (\d(?:(?:, | and )\d)*)", text):
        return with_numbers(map(int, re.findall(r"\d", match[1]))), match.end()
    if match := re.match(r"(\d{3}(?:(?:, | and )\d{3})*)", text):
        return with_numbers(int(one[0]) for one in re.findall(r"\d{3}", match[1])), match.end()
    return (lambda sets: False), 0


EAST_ASIAN = {
    "twins": {
        "ja": r"(?:同じ色の|.色にわたる)?同じ({kind})2組ずつ(\d)種類",
        "zh": r"(?:同花色的|.门的)?(\d)对相同的({kind})",
    },
    "by suit": {
        "ja": r"(?:(?:一色目|二色目|三色目)に|同じ色の(?=\d\d+・))((?:\d+・?)+)",
        "zh": r"(?:一门|另一门|第三门|同一花色的)((?:\d+[、，]?)+)",
    },
    "same": {"ja": r"同じ数字の", "zh": r"同数字的?"},
    "step": {"ja": r"数字(?:が(\d)ずつ増える|がつながる|の(?P<one>続いた))", "zh": r"数字(?:依次加(\d)|相连(?P<one>)?)的?"},
    "at": {"ja": r"数字が(n[^の]*)の", "zh": r"数字为(n[^的]*)的"},
    "one suit": {"ja": r"同じ色[ので]", "zh": r"同花色的?"},
    "suits": {"ja": r"[二三四]色にわたる", "zh": r"[两三四]门的?"},
    "evenly": {"ja": r"(\d)つの色に(\d)組ずつある", "zh": r"(\d)种花色各(\d)组[、的]?"},
    "parts": {"ja": r"色が(\d組と\d(?:、\d)*組)に分かれ[たて]", "zh": r"(\d组同一花色、\d(?:、\d)*组另一花色)[、的]?"},
    "rank": {"ja": r"(\d(?:・\d)*)の", "zh": r"数字为(\d(?:、\d)*)的"},
    "of suits": {
        "ja": r"((?:{suit})(?:、(?:{suit}))*)の(?!数字[a-z\d]|[a-z1-9](?:[+-]\d)?から)",
        "zh": r"((?:{suit})(?:、(?:{suit}))*)的?(?!的?数字[a-z\d]|的?从)",
    },
    "alike": {"ja": r"同じ(?![色数])", "zh": r"相同的"},
    "runs": {"ja": r"(\d{{3}}(?:・\d{{3}})*)", "zh": r"(\d{{3}}(?:、\d{{3}})*)"},
    "lettered": {
        "ja": r"(?:(?:色([A-C])|({suit}))の)?(?:([a-z1-9](?:[+-]\d)?)から始まる|数字([a-z1-9](?:[+-]\d)?)の)?({kind})(\d?)",
        "zh": r"(?:(\d)组)?(?:(?:花色([A-C])|({suit}))的)?(?:从([a-z1-9](?:[+-]\d)?)开始的|数字([a-z1-9](?:[+-]\d)?)的)?({kind})",
    },
    "named": {
        "ja": r"((?:[一二三四五六七八九][萬筒索]・?)+)の({kind})",
        "zh": r"((?:[一二三四五六七八九][万筒索]、?)+)({kind})",
    },
    "class": {"ja": r"({of_class})の({kind})(\d?)", "zh": r"(?:(\d)组)?({of_class})({kind})"},
}  # fmt: skip
"""The form of each part of a sentence in Japanese and Chinese. Some forms take any of their words as `{kind}`, `{suit}`
and `{of_class}`.
"""


class EastAsianReader:
    """Reads relations as being about the row of nouns that follows them; a relation after a noun begins a new
    row.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.say = {
            name: forms[reader.language].format(kind=reader.kind, suit=reader.suit, of_class=reader.of_class)
            for name, forms in EAST_ASIAN.items()
        }
        self.demands: list[Demand] = []
        self.slots: list[Slot] = []
        self.relations: list[Callable[[Sets], bool]] = []
        self.places = 0
        self.suits = 1  # of sets that are not counted, because there is one in each suit

    def finish(self) -> None:
        if self.slots:
            slots = self.slots * self.suits if len(self.slots) == 1 else self.slots
            self.demands.append(Demand(tuple(slots), tuple(self.relations)))
            self.slots, self.relations, self.suits = [], [], 1

    def read(self, text: str) -> list[Demand]:
        rest = text
        while rest := rest.lstrip("、と和"):
            has_letters = any(slot.suit or slot.number for slot in self.slots)
            length = (
                self.read_whole(rest) or (has_letters and self.read_noun(rest)) or self.read_relation(rest)
            )
            length = length or self.read_noun(rest)
            assert length, f"cannot be read: {rest!r} in {text!r}"
            rest = rest[length:]
        self.finish()
        return self.demands

    def read_whole(self, text: str) -> int:
        kinds, say = self.reader.kinds, self.say
        if match := re.match(say["twins"], text):
            kind, count = sorted(match.groups(), key=str.isdigit)
            suits = "AAA" if text.startswith(("同じ色", "同花色")) else "ABC"
            letters = [*zip("nkm", suits, strict=True)][: int(count)]
            self.slots += [Slot(kinds[kind], "", suit, number) for number, suit in letters for _ in range(2)]
        elif match := re.match(say["by suit"], text):
            self.slots += [slot_of_digits(one, "ABC"[self.places]) for one in re.findall(r"\d+", match[1])]
            self.places += 1
        elif match := re.match(say["named"], text):
            if self.relations:
                self.finish()
            for written_number, of_suit in re.findall(r"(\w)([萬万筒索])", match[1]):
                suit = next(letter for name, letter in self.reader.suits.items() if name[0] == of_suit)
                number = str("一二三四五六七八九".index(written_number) + 1)
                self.slots.append(Slot(kinds[match[2]], "", suit, number))
        elif match := re.match(say["class"], text):
            self.finish()
            words = [one for one in match.groups() if one]
            count = next((int(one) for one in words if one.isdigit()), 1)
            of_class, kind = (one for one in words if not one.isdigit())
            self.demands.append(Demand((Slot(kinds[kind], self.reader.classes[of_class]),) * count))
            return match.end() + text.startswith(("組", "组"), match.end())
        return match.end() if match else 0

    def read_relation(self, text: str) -> int:
        for name, relation_of in self.relation_makers().items():
            if match := re.match(self.say[name], text):
                if self.slots:
                    self.finish()
                self.relations += relation_of(match)
                if name == "suits":
                    self.suits = "二三四".index(match[0][0].replace("两", "二")) + 2
                if name == "evenly":
                    self.suits = int(match[1]) * int(match[2])
                if name == "runs":
                    self.slots += [Slot("chow")] * len(re.findall(r"\d{3}", match[1]))
                return match.end()
        return 0

    def relation_makers(self) -> dict[str, Callable[[re.Match[str]], list[Callable[[Sets], bool]]]]:
        suits = self.reader.suits
        one_suit: Callable[[Sets], bool] = lambda sets: in_suits(len(sets))(sets)  # noqa: E731
        return {
            "same": lambda match: [same_numbers],
            "step": lambda match: [steps_of(int(match[1] or (1 if match["one"] else 3)))],
            "at": lambda match: [at_steps(int(one[1:] or 0) for one in match[1].split(", "))],
            "one suit": lambda match: [one_suit],
            "suits": lambda match: [lambda sets: in_suits(*[1] * len(sets))(sets)],
            "evenly": lambda match: [in_suits(*[int(match[2])] * int(match[1]))],
            "parts": lambda match: [in_suits(*map(int, re.findall(r"\d", match[1])))],
            "rank": lambda match: [with_numbers(map(int, re.findall(r"\d", match[1])))],
            "of suits": lambda match: [of_suits([suits[one] for one in match[1].split("、")])],
            "alike": lambda match: [same_numbers, one_suit],
            "runs": lambda match: [with_numbers(int(one[0]) for one in re.findall(r"\d{3}", match[1]))],
        }

    def read_noun(self, text: str) -> int:
        match = re.match(self.say["lettered"], text)
        if not match:
            return 0
        words = match.groups()
        if self.reader.language == "zh":  # the count comes first
            words = (*words[1:], words[0])
        letter, told, first, numbered, kind_name, count = words
        suit = letter or self.reader.suits.get(told or "", "")
        number, kind = first or numbered or "", self.reader.kinds[kind_name]
        if self.relations and (suit or number):
            self.finish()
        assert not number or bool(first) == (kind == "chow"), text
        self.slots += [Slot(kind, "", suit, number)] * int(count or 1)
        return match.end() + text.startswith(("組", "组"), match.end())


def same_numbers(sets: Sets) -> bool:
    return len({one.number for one in sets}) == 1 and all(one.suit in SUITS for one in sets)


def steps_of(step: int) -> Callable[[Sets], bool]:
    return lambda sets: at_steps(range(0, step * len(sets), step))(sets)


def east_asian_demands(text: str, reader: Reader) -> list[Demand]:
    number_last = re.sub("(\\d组)相同的", r"相同的\1", text)  # as in other relations
    return EastAsianReader(reader).read(number_last)


DENIALS = {
    "en": r"(?:there is (?:(?P<combination>no combination of)|no)|the hand does not have) (?P<text>.*)",
    "ja": r"(?P<text>.*?)(?:(?P<combination>がそろっていない)|がない)",
    "zh": r"(?:没有|(?P<combination>凑不齐))(?P<text>.*)",
}


@pytest.mark.parametrize(
    ("language", "count"),
    [
        *[(language, 40) for language in LANGUAGES],
        *[
            pytest.param(language, 200, marks=pytest.mark.slow_one_in(len(LANGUAGES)))
            for language in LANGUAGES
        ],
        *[pytest.param(language, 600, marks=pytest.mark.exhaustive) for language in LANGUAGES],
    ],
)
def test_a_sentence_about_templates_says_what_they_demand(language: str, count: int) -> None:
    rng, reader = random.Random(46), Reader(language)
    rules = load_ruleset("riichi", language=language)
    for _ in some(range(count)):
        slots = drawn_slots(rng)
        node = condition(f"match({', '.join(map(written, slots))})")
        text, denial = (write(node, Speech(rules, language)) for write in (clause, negated_clause))
        demands, expected = reader.demands(text), Demand(slots)
        for hand in some(drawn_hands(slots, rng)):
            assert reader.is_met(demands, hand) is expected.is_met(hand), (node.text, text, hand)
        denied = re.fullmatch(DENIALS[language], denial)
        assert denied, denial
        one_noun = len({(slot.kind, slot.of) for slot in slots}) == 1
        assert denied["text"] in (text, text.removeprefix("a ")), denial
        assert one_noun or denied["combination"], denial
