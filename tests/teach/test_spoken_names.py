"""Words that players use are understood wherever a name is typed, and rulesets by the names people use."""

from __future__ import annotations

import pytest

from scorer.engine.request import circumstance_id
from scorer.questions.practice import can_grade, quiz
from scorer.ruleset.find import resolved_name, shipped_names
from scorer.ruleset.model import Ruleset, recognized_names
from scorer.scoring import load_ruleset
from scorer.teach.patterns import chosen_limits, chosen_patterns
from scorer.tiles import fold_name, ids_by_spelling
from tests.support.loops import some
from tests.support.places import DATA

LINES = [
    tuple(map(str.strip, line.split("|")))
    for line in (DATA / "spoken-names.txt").read_text("utf-8").splitlines()
    if line[:1] != "#"
]
AT_ONCE = 15
"""the words in one answer"""
CASES = [(*line[:3], word) for line in LINES for word in line[3].split()]


def meaning(rules: Ruleset, part: str, word: str) -> tuple[str, ...]:
    """The ids that a word stands for in a part of a ruleset."""
    if part == "pattern":
        return chosen_patterns([word], "--why", rules)
    if part == "limit":
        return chosen_limits([word], "--limit", rules)
    if part == "circumstance":
        return (circumstance_id(word, rules),)
    known = ids_by_spelling({bonus.id: recognized_names(bonus) for bonus in rules.bonuses})
    return (known[fold_name(word)],)


@pytest.mark.parametrize(("ruleset", "part", "ident", "word"), CASES)
def test_a_word_that_players_type_is_understood(ruleset: str, part: str, ident: str, word: str) -> None:
    assert ident in meaning(load_ruleset(ruleset), part, word)


@pytest.mark.parametrize("ruleset", ["riichi", "three-player", "mcr", "hong-kong"])
def test_the_words_of_players_are_read_in_an_answer_of_a_quiz(ruleset: str) -> None:
    words = [word for name, part, _, word in CASES if (name, part) == (ruleset, "pattern")]
    question = next(quiz(ruleset, seed=1, topics=["patterns"]))
    for place in some(range(0, len(words), AT_ONCE)):
        assert can_grade(question, ", ".join(words[place : place + AT_ONCE])), words[place]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("Riichi", "riichi"), ("TENHOU", "tenhou"), ("天鳳", "tenhou"), ("天凤", "tenhou"), ("majsoul", "mahjong-soul"),
        ("雀魂", "mahjong-soul"), ("HK", "hong-kong"), ("hk", "hong-kong"), ("香港", "hong-kong"), ("国标", "mcr"),
        ("國標", "mcr"), ("三麻", "sanma"), ("さんま", "sanma"), ("Mリーグ", "m-league"), ("ポンジャン", "ponjan"),
        ("hong_kong", "hong-kong"), ("no such game", "no such game"), ("club.yaml", "club.yaml"),
        ("13 faan", "13 faan"), ("zh", "zh"), ("", ""),
    ],
)  # fmt: skip
def test_a_ruleset_is_found_by_the_names_people_use(word: str, name: str) -> None:
    assert resolved_name(word) == name


def test_every_ruleset_is_found_by_its_id_and_its_names() -> None:
    for ident in some(shipped_names()):
        rules = load_ruleset(ident)
        names = [name for _, name in rules.names]
        own = rules.also if not rules.extends else ()  # an overlay has the other words of its base
        for name in (ident, *names, *own):
            assert resolved_name(name.upper()) == ident


def test_the_signs_for_a_double_are_one() -> None:
    assert len({fold_name(word) for word in ("二翻", "二飜", "二番")}) == 1
