"""What a sentence says of numbers is what the expression means: comparisons with sums, products, quotients, powers
and choices are drawn by lot and written in each language, the sentences are read back as arithmetic, and both are
computed with all sorts of counts.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import pytest

from scorer.scoring import load_ruleset
from scorer.teach.constructs import clause, negated_clause
from scorer.teach.words import Speech
from tests.support.loops import some
from tests.teach.test_selector_words import condition

LANGUAGES = ("en", "ja", "zh")
COUNTED = {"sets(pung)": "P", "sets(kong)": "K", "honba": "H"}
"""What is counted, and the letter that stands for its number."""
SIGNS = ("+", "-", "*", "//")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def drawn_number(rng: random.Random, depth: int) -> str:
    """A number: counted, given, or worked out of others."""
    if depth == 0 or rng.random() < 0.25:
        return rng.choice([*COUNTED, *COUNTED, "1", "2", "3"])
    one, other = drawn_number(rng, depth - 1), drawn_number(rng, depth - 1)
    roll = rng.random()
    if roll < 0.12:
        return f"({one} if dealer else {other})"
    if roll < 0.24:
        return f"{rng.choice(['min', 'max'])}({one}, {other})"
    if roll < 0.3:
        return f"-({one})"
    if roll < 0.34:
        return f"({one}) ** 2"
    return f"({one}) {rng.choice(SIGNS)} ({other})"


def drawn_comparison(rng: random.Random) -> str:
    left = f"{drawn_number(rng, 3)} + 1"  # a count alone is another sentence: at least two triplets
    right = rng.choice(["0", "1", "2", "3", drawn_number(rng, 2)])
    if rng.random() < 0.2:
        return f"{rng.choice('012')} {rng.choice(['<', '<='])} {left} {rng.choice(['<', '<='])} 4"
    return f"{left} {rng.choice(COMPARISONS)} {right}"


# ---- sentences as arithmetic

NUMERALS = {"one": "1", "two": "2", "three": "3", "four": "4"}
ATOMS = {
    "en": {
        "the number of triplets": "P", "the number of kongs": "K", "the number of honba on the table": "H",
        "the winner is the dealer": "D",
    },
    "ja": {"刻子の数": "P", "槓子の数": "K", "本場の数": "H", "和了者が親": "D"},
    "zh": {"刻子的数目": "P", "杠子的数目": "K", "本场的数目": "H", "和牌者是庄家": "D"},
}  # fmt: skip
ROUNDED = {"en": "(.*) / (.*), rounded down", "ja": "(.*) / (.*)、切り捨て", "zh": "(.*) / (.*)，向下取整"}
CHOICES = {
    "en": "(?P<yes>.*?) if (?P<when>.*?), else (?P<no>.*)",
    "ja": "(?P<when>.*?)なら(?P<yes>.*?)、そうでなければ(?P<no>.*)",
    "zh": "若(?P<when>.*?)，则(?P<yes>.*?)，否则(?P<no>.*)",
}
EXTREMES = {
    "en": "the (?P<which>smallest|largest) of (?P<of>.*)",
    "ja": "(?P<of>.*)のうち(?P<which>最小|最大)",
    "zh": "(?P<of>.*)中的(?P<which>最小|最大)值",
}
IS_LARGEST = ("largest", "最大")
BETWEEN = {"en": ", | and ", "ja": "、", "zh": "、"}
SIGN_OF_WORDS = {
    "exactly": "==", "not": "!=", "less than": "<", "at most": "<=", "more than": ">", "at least": ">=",
    "ちょうど": "==", "ではない": "!=", "未満": "<", "以下": "<=", "より多い": ">", "以上": ">=",
    "正好": "==", "不是": "!=", "小于": "<", "少于": "<", "不超过": "<=", "多于": ">", "至少": ">=",
}  # fmt: skip
SIGN = "|".join(sorted(SIGN_OF_WORDS, key=len, reverse=True))
COMPARED = {
    "en": rf"(?P<left>.*) is (?P<sign>{SIGN}) (?P<right>.*?)(?: and (?P<also>{SIGN}) (?P<most>.*))?",
    "ja": rf"(?P<left>.*)が(?:ちょうど(?P<same>.*)|(?P<right>.*?)(?P<sign>{SIGN})(?:、(?P<most>.*)(?P<also>{SIGN}))?)",
    "zh": rf"(?P<left>.*?)(?P<sign>{SIGN})(?P<right>.*?)(?:、(?P<also>{SIGN})(?P<most>.*))?",
}
DENIED = {"en": "it is not the case that (.*)", "ja": "「(.*)」ではない", "zh": "并非“(.*)”"}


class Reader:
    """Reads a sentence from its innermost brackets outwards, as a person reads a formula."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.read: list[str] = []

    def formula(self, text: str) -> str:
        """A sentence as an expression of Python."""
        if denied := re.fullmatch(DENIED[self.language], text):
            return f"not ({self.formula(denied[1])})"
        while inside := re.search(r"[(（]([^()（）]*)[)）]", text):
            self.read.append(self.number(inside[1]))
            text = f"{text[: inside.start()]}<{len(self.read) - 1}>{text[inside.end() :]}"
        found = re.fullmatch(COMPARED[self.language], text)
        assert found, text
        part = found.groupdict()
        right, sign = (
            (part["same"], "==") if part.get("same") else (part["right"], SIGN_OF_WORDS[part["sign"]])
        )
        left = self.number(part["left"])
        formula = f"({left}) {sign} ({self.number(right)})"
        also = part["also"] and f" and ({left}) {SIGN_OF_WORDS[part['also']]} ({self.number(part['most'])})"
        return formula + (also or "")

    def number(self, text: str) -> str:
        """A number, or what it depends on, without brackets inside."""
        if found := re.fullmatch(ROUNDED[self.language], text):
            return f"({self.number(found[1])}) // ({self.number(found[2])})"
        if found := re.fullmatch(CHOICES[self.language], text):
            yes, when, no = (self.number(found[name]) for name in ("yes", "when", "no"))
            return f"({yes}) if ({when}) else ({no})"
        if found := re.fullmatch(EXTREMES[self.language], text):
            parts = [self.number(one) for one in re.split(BETWEEN[self.language], found["of"])]
            return f"{'max' if found['which'] in IS_LARGEST else 'min'}({', '.join(parts)})"
        for words, letter in ATOMS[self.language].items():
            text = text.replace(words, letter)
        text = re.sub(r"[×x]", "*", NUMERALS.get(text, text)).replace("^", "**")
        assert re.fullmatch(r"(?:[PKHD\d+*/ -]|<\d+>)+", text), text
        assert " / " not in text, text
        return re.sub(r"<(\d+)>", lambda place: f"({self.read[int(place[1])]})", text)


def value(formula: str, counts: Mapping[str, int]) -> object:
    """The value of a formula; nothing where it divides by zero, for which the rules have an answer of their own."""
    try:
        return eval(formula, {"min": min, "max": max}, dict(counts))
    except ZeroDivisionError:
        return None


@pytest.mark.parametrize(
    ("language", "count"),
    [
        *[(language, 60) for language in LANGUAGES],
        *[
            pytest.param(language, 200, marks=pytest.mark.slow_one_in(len(LANGUAGES)))
            for language in LANGUAGES
        ],
        *[pytest.param(language, 600, marks=pytest.mark.exhaustive) for language in LANGUAGES],
    ],
)
def test_a_sentence_about_numbers_says_what_the_expression_means(language: str, count: int) -> None:
    rng, rules = random.Random(46), load_ruleset("riichi", language=language)
    for _ in some(range(count)):
        expression = drawn_comparison(rng)
        node = condition(expression)
        expected = re.sub("|".join(map(re.escape, COUNTED)), lambda name: COUNTED[name[0]], expression)
        texts = [write(node, Speech(rules, language)) for write in (clause, negated_clause)]
        for text, right in some(zip(texts, (expected, f"not ({expected})"), strict=True)):
            formula = Reader(language).formula(text)
            for _ in some(range(20)):
                counts = {letter: rng.randrange(5) for letter in COUNTED.values()} | {"D": rng.random() < 0.5}
                right_value = value(right.replace("dealer", "D"), counts)
                assert value(formula, counts) == right_value or right_value is None, (
                    expression,
                    text,
                    formula,
                )
