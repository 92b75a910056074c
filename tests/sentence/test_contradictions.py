"""A list of patterns that no hand has together is refused by name, and none that a hand has."""

from __future__ import annotations

import pytest

from scorer.errors import InputError, NotAWinner
from scorer.ruleset.find import shipped_names
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset, score_hand
from scorer.sentence.together import contradicting_patterns, known_conditions
from scorer.session import Session, SessionState
from scorer.writing import as_plain_text
from tests.support.loops import some


@pytest.mark.parametrize(
    ("game", "language", "sentence", "said"),
    [
        ("riichi", "en", "pinfu chiitoitsu ron", "No hand has Pinfu and Chiitoitsu (seven pairs) together."),
        ("riichi", "en", "riichi tanyao chanta", "No hand has Tanyao (all simples) and Chanta"),
        ("riichi", "en", "toitoi pinfu", "No hand has Toitoi (all triplets) and Pinfu together."),
        ("riichi", "en", "menzen tsumo ron", "A hand that is described like this cannot have Menzen tsumo"),
        ("riichi", "en", "pinfu and an open hand", "“Pinfu” needs a closed hand"),
        ("riichi", "ja", "平和と七対子でロン", "平和、七対子は複合しません"),
        ("mcr", "zh-Hans", "七对 碰碰和 自摸", "七对、碰碰和不能并存"),
        ("hong-kong", "zh-HK", "平糊 對對糊 自摸", "平糊、對對糊不能並存"),
        ("taiwanese", "zh-TW", "平胡 碰碰胡", "不能並存"),
    ],
)
def test_patterns_that_exclude_each_other_are_refused_by_name(
    game: str, language: str, sentence: str, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        Session(language).answer(SessionState(game), sentence)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("game", "sentence", "said"),
    [
        ("riichi", "123m456m789m11z99p+9p ron pao west", "no player can be liable for 'ittsu' in riichi"),
        ("mcr", "555z666z(777z)123m9p+9p pao west", "these rules have no liability"),
    ],
)
def test_a_liable_player_is_not_ignored_in_a_hand_without_liability(
    game: str, sentence: str, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        Session("en").answer(SessionState(game), sentence)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("riichi tanyao pinfu iipeikou tsumo", "5 han 20 fu"),
        ("toitoi sanankou tanyao ron", "Mangan"),
        ("haitei pinfu tsumo riichi", "4 han 20 fu"),
        ("chiitoitsu tanyao ron", "3 han 25 fu"),
    ],
)
def test_patterns_that_a_hand_may_have_are_added_up(sentence: str, count: str) -> None:
    _, document = Session().answer(SessionState(), sentence)
    assert count in as_plain_text(document)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", shipped_names())
def test_the_patterns_of_a_hand_never_contradict_each_other(name: str) -> None:
    rules = load_ruleset(name)
    for hand, situation in some(sample_hands(rules, 3, 25)):
        try:
            score = score_hand(rules, hand, situation)
        except NotAWinner:
            continue
        patterns = [award.pattern for award in score.best.awards]
        stated = [rules.circumstance_by_id[one] for one, _ in situation.circumstances]
        known = known_conditions("closed" if hand.is_concealed else "open", situation.self_draw, stated)
        assert not contradicting_patterns(patterns, known, rules), (hand, patterns)
