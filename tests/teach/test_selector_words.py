"""What a sentence says of sets is what the expression means: generated expressions are written in each language, the
sentences are read back word by word as a person reads them, and both are tried on all sorts of sets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import NamedTuple

import pytest

from scorer.language.nodes import Node
from scorer.scoring import load_ruleset
from scorer.teach.constructs import clause, negated_clause
from scorer.teach.words import Speech
from tests.support.loops import some
from tests.support.small import asking


class SampleSet(NamedTuple):
    """A set of one kind, made of tiles of one class, with tiles of one class in it."""

    kind: str
    made_of: str
    has_in_it: str
    concealed: bool


Meaning = Callable[[SampleSet], bool]
KINDS, CLASSES = ("pair", "chow", "pung", "kong"), ("dragon", "seat_wind", "round_wind", "terminal", "wind")
SETS = [SampleSet(*one) for one in product(KINDS, (*CLASSES, "simple"), ("honor", ""), (True, False))]
LANGUAGES = ("en", "ja", "zh")


def selectors() -> Iterator[str]:
    """Selectors with two to four alternatives, with and without kinds of set, states and exclusions."""
    lists = [" | ".join(some) for count in (2, 3, 4) for some in combinations(CLASSES, count)]
    kinds = [" | ".join(some) for count in (1, 2, 3) for some in combinations(KINDS, count)]
    for classes in lists:
        yield f"({classes})"
        yield f"has(honor) | {classes}"
        for kind in kinds:
            yield f"({kind}) & ({classes})"
            yield f"({kind}) & ~({classes})"
            yield f"concealed & ({kind}) & ({classes})"
            yield f"~concealed & ({classes}) & ({kind})"
    for one, other, third in combinations(KINDS, 3):
        yield f"{one} | {other} & dragon"
        yield f"{one} & dragon | {other} | {third}"
        yield f"{one} | {other} & dragon | {third} & (wind | terminal)"
        yield f"{one} | concealed & {other}"
        yield f"~{one} & ~{other}"
        yield f"~({one} | {other} | {third})"
        yield f"{one} & has(honor)"
        yield f"{one} & ~has(honor)"
        yield f"{one} & (has(honor) | dragon | wind)"
        yield f"{one} & (concealed | dragon)"
        yield f"{one} & (concealed & dragon | ~concealed & wind | terminal)"
        yield f"({one} | {other}) & ~concealed & ~terminal"


SELECTORS = [*selectors()]


def meaning_of(node: Node) -> Meaning:
    """What a selector means, from its expression."""
    name = node.args[0]
    if node.op in ("and", "or"):
        parts, combine = [meaning_of(part) for part in node.args], all if node.op == "and" else any
        return lambda one: combine(part(one) for part in parts)
    if node.op == "not":
        inner = meaning_of(name)
        return lambda one: not inner(one)
    if node.op in ("of", "has"):
        classes = {str(part.args[0]) for part in name.walk() if part.op in ("class", "given")}
        return lambda one: (one.made_of if node.op == "of" else one.has_in_it) in classes
    if node.op == "kind":
        return lambda one: one.kind == name
    assert (node.op, name) == ("state", "concealed")
    return lambda one: one.concealed


# ---- readers of sentences


def any_of(meanings: list[Meaning]) -> Meaning:
    return lambda one: any(meaning(one) for meaning in meanings)


def all_of(meanings: list[Meaning]) -> Meaning:
    return lambda one: all(meaning(one) for meaning in meanings)


def opposite(meaning: Meaning) -> Meaning:
    return lambda one: not meaning(one)


class Words:
    """The words of a language for kinds and classes, and how its sentences say what a set is like."""

    def __init__(self, language: str) -> None:
        rules = load_ruleset("riichi", language=language)
        self.speech = Speech(rules, language)
        named = {ident: self.speech.localized_name(rules.kind_by_id[ident].names) for ident in KINDS}
        self.kinds = {f"{word}{ending}": ident for ident, word in named.items() for ending in ("", "s")}
        given = {ident: self.speech.phrase(f"class:{ident}") for ident in ("seat_wind", "round_wind")}
        own = {item.id: self.speech.localized_name(item.names) for item in rules.classes if item.names}
        self.classes = {word: ident for ident, word in (own | given).items()}

    def kind(self, word: str) -> Meaning:
        return lambda one: one.kind == self.kinds[word]

    def made_of(self, word: str) -> Meaning:
        return lambda one: one.made_of == self.classes[word]

    def has(self, word: str) -> Meaning:
        return lambda one: one.has_in_it == self.classes[word]


def concealed(one: SampleSet) -> bool:
    return one.concealed


def alternatives(words: dict[str, str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def english_meaning(text: str, words: Words) -> Meaning:
    """Nouns in a row share what follows them; a noun after that begins anew."""
    rest, found, nouns, traits, shared = (
        text,
        list[Meaning](),
        list[Meaning](),
        list[Meaning](),
        list[Meaning](),
    )

    def finish() -> None:
        sorts = [any_of([*nouns])] if nouns else []
        found.append(all_of([*shared, *sorts, *([any_of([*traits])] if traits else [])]))
        nouns.clear(), traits.clear(), shared.clear()

    one_class, one_kind = alternatives(words.classes), alternatives(words.kinds)
    while rest := rest.strip(" "):
        if match := re.match(r"(?:, or|,|or)\s", rest):
            pass
        elif match := re.match(r"(concealed|open) ", rest):
            if nouns or traits:
                finish()
            shared.append(concealed if match[1] == "concealed" else opposite(concealed))
        elif match := re.match(rf"(?:sets? or pairs?|({one_kind})|sets?)(?!\w)", rest):
            if traits or (nouns and not match[1]):
                finish()
            nouns += [words.kind(match[1])] if match[1] else []
        elif match := re.match(r"that (?:is|are) (.*)", rest):
            traits.append(any_of([predicate(part, words) for part in re.split(r", or | or |, ", match[1])]))
        elif match := re.match(rf"of ({one_class})", rest):
            traits.append(words.made_of(match[1]))
        elif match := re.match(rf"with ({one_class}) in (?:it|them)", rest):
            traits.append(words.has(match[1]))
        elif match := re.match(rf"without ({one_class}) in (?:it|them)", rest):
            shared.append(opposite(words.has(match[1])))
        elif match := re.match(rf"not made of ((?:(?:{one_class})(?:, | or )?)+)", rest):
            shared += [opposite(words.made_of(word)) for word in re.split(", | or ", match[1].strip())]
        elif match := re.match(rf"other than ((?:(?:{one_kind})(?:, | or )?)+)", rest):
            shared += [opposite(words.kind(word)) for word in re.split(", | or ", match[1].strip())]
        else:
            raise AssertionError(f"cannot be read: {rest!r} in {text!r}")
        rest = rest[match.end() :]
    finish()
    return any_of(found)


def predicate(text: str, words: Words) -> Meaning:
    """'concealed and of dragons'."""
    parts = []
    for part in text.split(" and "):
        if part in ("concealed", "open"):
            parts.append(concealed if part == "concealed" else opposite(concealed))
        else:
            parts.append(words.made_of(part.removeprefix("of ")))
    return all_of(parts)


STATES = {"暗": True, "明": False}
EAST_ASIAN = {
    "ja": {"or": "か", "of": "の?", "alone": "の", "but": "以外の", "set": "面子(?:[か・]雀頭)?"},
    "zh": {"or": "或", "of": "", "alone": "的", "but": "以外的", "set": "牌组(?:[或和]将牌)?"},
}


class EastAsianReader:
    """Reads what stands before a row of nouns as being about all of them."""

    def __init__(self, text: str, words: Words) -> None:
        self.say, self.words = EAST_ASIAN[words.speech.language], words
        words.kinds |= {
            word.removesuffix("子"): kind for word, kind in words.kinds.items() if word[0] in "刻槓杠"
        }
        self.kind, self.made_of = alternatives(words.kinds), alternatives(words.classes)
        self.found: list[Meaning] = []
        self.traits: list[Meaning] = []
        """of which one applies"""
        self.pending: list[Meaning] = []
        """the parts of a trait that is being read"""
        self.shared: list[Meaning] = []
        self.nouns: list[Meaning] = []
        self.has_noun, rest = False, text
        while rest:
            if self.has_noun and not re.match(rf"{self.say['or']}|(?:{self.kind})", rest):
                self.finish()
            length = self.read_noun(rest) or self.read_exclusion(rest) or self.read_trait(rest)
            assert length, f"cannot be read: {rest!r} in {text!r}"
            rest = rest[length:]
        self.finish()

    def finish(self) -> None:
        sorts = [any_of([*self.nouns])] if self.nouns else []
        self.found.append(all_of([*self.shared, *sorts, *([any_of([*self.traits])] if self.traits else [])]))
        self.nouns.clear(), self.traits.clear(), self.shared.clear()
        self.has_noun = False

    def end_trait(self) -> None:
        if self.pending:
            self.traits.append(all_of([*self.pending]))
            self.pending.clear()

    def read_noun(self, text: str) -> int:
        if match := re.match(self.say["or"], text):
            self.end_trait()
        elif match := re.match(rf"([暗明])(?={self.kind}|{self.say['set']})", text):
            self.end_trait()
            self.shared.append(concealed if STATES[match[1]] else opposite(concealed))
        elif match := re.match(rf"({self.kind})(?!、|以外)|{self.say['set']}", text):
            self.end_trait()
            self.has_noun = True
            self.nouns += [self.words.kind(match[1])] if match[1] else []
        return match.end() if match else 0

    def read_exclusion(self, text: str) -> int:
        kinds, classes = (
            rf"((?:{one})(?:、(?:{one}))*){self.say['but']}" for one in (self.kind, self.made_of)
        )
        if match := re.match(classes, text):
            self.shared += [opposite(self.words.made_of(word)) for word in match[1].split("、")]
        elif match := re.match(kinds, text):
            self.shared += [opposite(self.words.kind(word)) for word in match[1].split("、")]
        elif match := re.match(rf"({self.made_of})を含まない|不含({self.made_of})的", text):
            self.shared.append(opposite(self.words.has(match[1] or match[2])))
        return match.end() if match else 0

    def read_trait(self, text: str) -> int:
        if match := re.match(rf"({self.made_of})を含む|含({self.made_of})的?", text):
            self.pending.append(self.words.has(match[1] or match[2]))
        elif match := re.match(rf"([暗明]){self.say['alone']}", text):
            self.pending.append(concealed if STATES[match[1]] else opposite(concealed))
        elif match := re.match(rf"({self.made_of}){self.say['of']}", text):
            self.pending.append(self.words.made_of(match[1]))
        return match.end() if match else 0


def east_asian_meaning(text: str, words: Words) -> Meaning:
    return any_of(EastAsianReader(text, words).found)


SENTENCES = {
    "en": (r"there is an? (.*)", r"there is no (.*)"),
    "ja": (r"(.*)がある", r"(.*)がない"),
    "zh": (r"有(.*)", r"没有(.*)"),
}


def condition(expression: str) -> Node:
    node = asking(expression).pattern_by_id["it"].condition
    assert node is not None
    return node


@pytest.mark.parametrize(
    ("language", "step"),
    [
        *[(language, 23) for language in LANGUAGES],
        *[pytest.param(language, 4, marks=pytest.mark.slow_one_in(len(LANGUAGES))) for language in LANGUAGES],
        *[pytest.param(language, 1, marks=pytest.mark.exhaustive) for language in LANGUAGES],
    ],
)
def test_a_sentence_about_sets_says_what_the_expression_means(language: str, step: int) -> None:
    read = english_meaning if language == "en" else east_asian_meaning
    for selector in some(SELECTORS[::step], least=40):
        node = condition(f"any_group({selector})")
        words = Words(language)
        texts = (clause(node, words.speech), negated_clause(node, words.speech))
        for text, pattern in some(zip(texts, SENTENCES[language], strict=True)):
            said = re.fullmatch(pattern, text)
            assert said, text
            meaning, expected = read(said[1], words), meaning_of(node.args[1])
            wrong = [one for one in SETS if meaning(one) != expected(one)]
            assert not wrong, (selector, text, wrong[0])
