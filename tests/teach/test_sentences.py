"""The sentences that are made of patterns read as if a person had written them, in every language."""

from __future__ import annotations

import re

import pytest

import scorer
from scorer.phrases import translate
from scorer.questions.reference import pattern_cards
from scorer.tiles import name_in
from scorer.writing import as_plain_text
from tests.support.shipped import each_box_in

WRITTEN = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
FAULTS = {
    "a half-width mark or space between characters": re.compile(
        r"[\u3040-\u30ff\u3400-\u9fff] \(|, |[。、，；：] |[\u3040-\u30ff\u3400-\u9fff] \d|\d [\u3040-\u30ff\u3400-\u9fff]"
    ),
    "a set and its state as two words": re.compile("[暗明][刻槓杠]子"),
    "the same thing twice in a row": re.compile(r"([^、，：（\d]{2,}[子刻槓杠对對])[、，和と]\1(?! \+)"),
    "a letter for a suit": re.compile("(?:色が|花色为)[a-z](?![a-z=])"),
    "a relation in brackets after the sets": re.compile("[組组副]（(?:同|[0-9][色門门]|数字|數字)"),
    "a word of English": re.compile(r"(?<![A-Za-z_=-])[a-z]{4,} [a-z]{2,}"),
}
MIDDLE_DOT = re.compile("・")
DEFAULT_PATTERNS = {
    ("riichi", "ja"): ("haku", "suuankou", "ittsu", "uumensai"),
    ("mu", "ja"): ("ippatsu",),
    ("mcr", "zh"): ("dragon_pung", "two_concealed_kongs", "concealed_kong_and_melded_kong"),
}


def sentences(name: str, language: str, patterns: tuple[str, ...] = ()) -> list[str]:
    """The lines of the cards of patterns, all of them by default, without hands, sources and definitions."""
    rules = scorer.load_ruleset(name, language=language)
    told = rules.display_language(language)
    cards = pattern_cards(patterns or list(rules.pattern_by_id), rules)
    document = as_plain_text(cards, told)
    for pattern in rules.pattern_by_id.values():
        document = document.replace(name_in(pattern.definition, told) or "\0", "")
    if " " in translate("winning tile", told):  # texts for children have spaces between their words
        document = re.sub(r"(?<=[\u3040-\u309f]) (?=[\u3040-\u30ff0-9])", "", document)
    lines = document.split("\n")
    return [
        line.strip() for line in lines if WRITTEN.search(line) and not re.match(r"\s*[成不出例]\S*：", line)
    ]


def faults(lines: list[str], language: str) -> list[str]:
    """The lines with a fault; those with three spaces are names in several languages, their own first. Tiles
    that belong together are joined by a plus: "熊 + 兔子、兔子 + 狐狸" names one tile in two pairs.
    """
    found = [
        f"{what}: {line}"
        for line in lines
        for what, how in FAULTS.items()
        if how.search(line) and "   " not in line
    ]
    own = [line.partition("   ")[0] for line in lines if language != "ja"]
    dots = [f"a dot of Japanese: {text}" for text in own if MIDDLE_DOT.search(text)]
    return found + dots


@pytest.mark.parametrize(("name", "language"), list(DEFAULT_PATTERNS))
def test_sentences_of_some_patterns_have_no_fault(name: str, language: str) -> None:
    lines = sentences(name, language, DEFAULT_PATTERNS[name, language])
    assert lines
    assert not faults(lines, language)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), each_box_in(("ja", "zh", "zh-HK", "zh-TW")))
def test_no_sentence_of_a_pattern_has_a_fault(name: str, language: str) -> None:
    if scorer.load_ruleset(name).is_told_in(language):
        assert not faults(sentences(name, language), language)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("白の刻子がちょうど1組 (555z)。", "a half-width mark or space between characters"),
        ("暗刻子がちょうど3組。", "a set and its state as two words"),
        ("実際は、風牌の刻子、風牌の刻子。", "the same thing twice in a row"),
        ("人和：not awarded here。", "a word of English"),
        ("色がp、p、pの123・456・789。", "a letter for a suit"),
        ("順子3組（同じ数字、3色にまたがる）。", "a relation in brackets after the sets"),
    ],
)
def test_a_fault_is_found(line: str, what: str) -> None:
    assert [one for one in faults([line], "ja") if one.startswith(what)]
