"""Questions are marked by what the engine says, answers are read leniently, mistakes are explained."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

import pytest

from scorer.engine.results import Score
from scorer.errors import InputError
from scorer.scoring import load_ruleset, score
from scorer.teach.patterns import chosen_patterns
from scorer.teach.progress import TOPICS, asked_topics, topic_name
from scorer.teach.quiz import (
    LEVELS,
    Question,
    Wish,
    answer_names,
    answer_numbers,
    is_readable,
    mark_answer,
    question_hints,
    questions,
    quiz_scores,
)
from scorer.tiles import Tile, name_in
from tests.support.loops import some
from tests.support.shipped import each_game

EVERY = tuple(TOPICS)
GAMES = [*each_game(), "sanma"]
"""An overlay changes options only; one stands for all."""


@lru_cache(maxsize=64)
def drawn(name: str, level: int = 3, count: int = 3) -> tuple[Score, ...]:
    return tuple(islice(quiz_scores(load_ruleset(name), Wish(EVERY, level), 3), count))


def right_answer(question: Question) -> str:
    """The right answer, worked out from the score and not from the mark."""
    best = question.score.best
    if question.topic == "patterns":
        return ", ".join(award.pattern.id for award in best.awards) or "none"
    if question.topic == "total":
        return str(best.worth.tier or best.worth.total)
    if question.topic == "sheet":
        return str(best.sheet.total if best.sheet else 0)
    if question.topic == "points":
        return str(best.payments.points)
    if question.topic == "payments":
        losses = {-gain for seat, gain in best.payments.transfers if seat != question.score.situation.seat}
        return "/".join(str(loss) for loss in losses if loss)
    if question.topic == "reading":
        told = mark_answer(question, "").sections[0].lines[0].text  # the one that counts stands first
        return next(str(n) for n, text in enumerate(question.choices, 1) if told.startswith(text))
    return mark_answer(question, "").answer


@pytest.mark.parametrize("name", GAMES)
def test_right_answers_are_right_and_empty_ones_are_explained(name: str) -> None:
    asked: set[str] = set()
    for scored in some(drawn(name)[:2]):
        for question in some(questions(scored, EVERY)):
            if question.topic == "payments" and scored.situation.discarder is None:
                continue  # those who pay together are named as `others`
            asked.add(question.topic)
            assert mark_answer(question, right_answer(question)).is_right, (
                question.asks,
                right_answer(question),
            )
            missed = mark_answer(question, "")
            assert not missed.is_right
            assert missed.answer
            assert missed.sections[0].lines
    assert {"waits", "patterns", "total", "points"} <= asked


@pytest.mark.parametrize("name", ["riichi", "pocket-mahjong", "ponjan", "donjara-one-piece"])
def test_patterns_may_be_named_in_any_language(name: str) -> None:
    assert drawn(name)
    for scored in some(drawn(name)):
        question = next(questions(scored, ("patterns",)))
        for language in ("en", "ja", "zh"):
            said = "、".join(name_in(award.pattern.names, language) for award in scored.best.awards)
            assert mark_answer(question, said, language).is_right, said


def test_the_waits_are_those_of_the_hand_before_its_winning_tile() -> None:
    scored = score("234m345p67p456s55s+8p")
    question = next(questions(scored, ("waits",)))
    assert mark_answer(question, "2p 58p").is_right
    assert not mark_answer(question, "58p").is_right
    wrong = mark_answer(question, "58p 9m")
    lines = {line.label: line.text for line in wrong.sections[0].lines}
    assert lines["9m"] == "completes nothing"
    assert "678p" in lines["8p"] or "67" in lines["8p"]


def test_the_count_alone_is_explained_without_what_it_is_worth() -> None:
    question = next(questions(score("234m345p67p456s55s+8p"), ("total",)))
    counted = next(one for one in mark_answer(question, "").sections if one.id == "arithmetic")
    assert [line.label for line in counted.lines] == ["Total"]


def test_a_joker_may_be_named_among_the_waits() -> None:
    scored = score("11122233m+3m", "ponjan", win="tsumo")
    question = next(questions(scored, ("waits",)))
    assert mark_answer(question, "3m").is_right
    assert mark_answer(question, "3m 0j").is_right


def test_a_missed_pattern_and_a_wrong_one_have_their_reasons() -> None:
    scored = score("123456789p77z11z+1z")
    mark = mark_answer(next(questions(scored, ("patterns",))), "ittsu, pinfu, honitsu")
    said = {line.label: line.text for line in mark.sections[0].lines}
    assert not mark.is_right
    assert "Pinfu" in " ".join(said)
    assert any("111z" in text for text in said.values())
    assert dict(mark.patterns)["ittsu"]
    assert dict(mark.patterns)["pinfu"] is False


def test_a_missed_pattern_that_counts_twice_names_all_its_sets() -> None:
    scored = score("123m(999p)(111s)55s23p+4p", "mcr", win="tsumo", circumstances=["last_wall_tile"])
    mark = mark_answer(next(questions(scored, ("patterns",))), "")
    said = {line.label: line.text for line in mark.sections[0].lines}
    assert "(999p) and (111s)" in said["missed: Pung of terminals or honors"]


def test_the_pattern_of_hands_without_any_is_told_which_others_hold() -> None:
    scored = score("123m456p(789s)55z23s+4s", "mcr")
    mark = mark_answer(next(questions(scored, ("patterns",))), "mixed_straight, chicken_hand")
    assert [line.text for line in mark.sections[0].lines] == [
        "it allows no other pattern, but the hand has 'Mixed straight'"
    ]


def test_a_swallowed_pattern_is_told_what_swallows_it() -> None:
    scored = score("223344s77889p55z+9p")
    mark = mark_answer(next(questions(scored, ("patterns",))), "ryanpeikou iipeikou")
    assert [line.label for line in mark.sections[0].lines] == ["wrong: Pure double run"]
    assert "Twice pure double run" in mark.sections[0].lines[0].text


def test_bonuses_are_no_patterns_and_no_mistake() -> None:
    scored = score("234m340p67p456s55s+8p")
    assert mark_answer(next(questions(scored, ("patterns",))), "pinfu, tanyao, red five").is_right


@pytest.mark.parametrize(
    "text",
    [
        *("2000/3900", "3900/2,000", "7900", "7,900", " 7'900 points", "７９００", "2,000 / 3,900"),
        *("2000 3900", "2000-3900", "2000,3900"),
    ],
)
def test_points_may_be_said_as_a_sum_or_as_shares(text: str) -> None:
    scored = score("345m345p35s678m22p+4s", win="tsumo")
    assert scored.points == 2000 + 2000 + 3900
    assert mark_answer(next(questions(scored, ("points",))), text).is_right


@pytest.mark.parametrize("text", ["4000 all", "4,000 each", "12000"])
def test_equal_shares_may_be_called_out(text: str) -> None:
    scored = score("234m345p67p456s55s+8p", win="tsumo", seat="E", circumstances=["riichi"], dora="4p")
    assert scored.points == 12000
    assert mark_answer(next(questions(scored, ("points",))), text).is_right


@pytest.mark.parametrize("text", ["", "?", "x", "7,900,000", "2000", "2000/4000", "7900/1", "-"])
def test_other_points_are_wrong(text: str) -> None:
    scored = score("345m345p35s678m22p+4s", win="tsumo")
    assert not mark_answer(next(questions(scored, ("points",))), text).is_right


def test_payments_are_asked_with_the_counters_on_the_table() -> None:
    scored = score("234m345p67p456s55s+8p", win="tsumo", honba=2)
    question = next(questions(scored, ("payments",)))
    assert "honba included" in question.asks
    for answer in ("900/1500", "900 1500", "900-1500", "900,1500"):
        assert mark_answer(question, answer).is_right, answer


def test_the_right_reading_is_told_by_its_number() -> None:
    scored = score("2233445566788p+7p")
    question = next(questions(scored, ("reading",)))
    assert len(question.choices) > 1
    assert [mark_answer(question, str(n + 1)).is_right for n in range(len(question.choices))].count(True) == 1


def test_a_hand_that_is_read_in_one_way_only_gives_no_such_question() -> None:
    assert not list(questions(score("234m345p67p456s55s+8p"), ("reading",)))


# ---- reading answers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4", (4.0,)),
        ("4 han", (4.0,)),
        ("12,000", (12000.0,)),
        ("1.5", (1.5,)),
        ("2000-3900", (2000.0, 3900.0)),
        ("1,234,567", (1234567.0,)),
    ],
)
def test_numbers_are_read_with_and_without_their_signs(text: str, expected: tuple[float, ...]) -> None:
    assert expected in answer_numbers(text)


def test_names_are_read_without_commas_and_with_slips_of_the_pen() -> None:
    known = {pattern.id: pattern.names for pattern in load_ruleset("riichi").patterns}
    assert answer_names("riichi Pinfu all simples", known)[0] == ("riichi", "pinfu", "tanyao")
    assert answer_names("立直平和断么九", known)[0] == ("riichi", "pinfu", "tanyao")
    assert answer_names("pinfoo, tanyau", known)[0] == ("pinfu", "tanyao")
    assert answer_names("none", known)[0] == ()
    assert answer_names("abracadabra", known)[1] == ("abracadabra",)


def test_names_with_commas_in_them_are_read() -> None:
    known = {pattern.id: pattern.names for pattern in load_ruleset("ponjan").patterns}
    assert answer_names("Double, one thing", known)[0] == ("double_one_thing",)
    assert answer_names("double", known)[0] == ("double",)


@pytest.mark.parametrize(
    ("topic", "answer"),
    [
        *(("points", answer) for answer in ("mangan", "満貫", "满贯", "八千", "8000", "Mangan")),
        *(("total", answer) for answer in ("5 han 30 fu", "five han", "五飜", "5翻", "5")),
        *(("sheet", answer) for answer in ("30 fu 5 han", "三十符", "30")),
    ],
)
def test_answers_may_be_in_the_words_of_players(topic: str, answer: str) -> None:
    hand = score("234m345p67p456s55s+8p", circumstances=["riichi", "ippatsu"], dora="2m")
    assert hand.points == 8000
    (question,) = questions(hand, (topic,))
    assert mark_answer(question, answer).is_right


def test_the_name_of_another_limit_is_wrong() -> None:
    hand = score("234m345p67p456s55s+8p", circumstances=["riichi", "ippatsu"], dora="2m")
    (question,) = questions(hand, ("points",))
    assert is_readable(question, "haneman") and not mark_answer(question, "haneman").is_right


@pytest.mark.parametrize("name", GAMES)
def test_hints_give_away_more_and_more_but_not_the_answer(name: str) -> None:
    for scored in some(drawn(name)[:2]):
        for question in some(questions(scored, EVERY)):
            hints = question_hints(question)
            if question.topic not in ("patterns", "waits"):
                continue
            answer = mark_answer(question, "").answer
            parts = answer.split() if question.topic == "waits" else {*scored.patterns}
            assert len(hints) == max(1, len(parts))
            assert all(answer not in hint for hint in hints[:1])


# ---- what is drawn


@pytest.mark.parametrize("name", ["riichi", "three-player", "pocket-mahjong", "ponjan"])
def test_the_same_seed_draws_the_same_hands_and_another_seed_others(name: str) -> None:
    ruleset = load_ruleset(name)

    def drawn_with(seed: int) -> list[object]:
        wish = Wish(("total",), 2)
        return [(found.hand, found.situation) for found in islice(quiz_scores(ruleset, wish, seed), 3)]

    assert drawn_with(8) == drawn_with(8)
    assert drawn_with(8) != drawn_with(9)


@pytest.mark.parametrize("pattern", ["pinfu", "chiitoitsu", "junsei_chuuren_poutou"])
def test_every_hand_has_a_wished_pattern(pattern: str) -> None:
    wish = Wish(("total",), 2, patterns=(pattern,))
    found = list(islice(quiz_scores(load_ruleset("riichi"), wish, 4), 2))
    assert len(found) == 2
    assert all(pattern in item.patterns for item in found)


def test_every_hand_reaches_a_wished_limit() -> None:
    wish = Wish(("points",), 3, limits=("haneman",))
    found = list(islice(quiz_scores(load_ruleset("riichi"), wish, 4), 2))
    assert [item.best.worth.limit and item.best.worth.limit.id for item in found] == ["haneman", "haneman"]


def test_a_low_level_has_few_patterns_and_one_reading() -> None:
    drawn = list(islice(quiz_scores(load_ruleset("riichi"), Wish(("total",), 1), 4), 5))
    assert len(drawn) == 5
    for found in some(drawn):
        assert len(found.best.awards) <= LEVELS[1].patterns
        assert found.complete == 1
        assert not found.best.worth.tier


@pytest.mark.slow_one_in(2)
@pytest.mark.parametrize("name", ["riichi", "sanma"])
def test_practice_hands_are_won_as_often_in_each_way_as_hands_at_tables(name: str) -> None:
    """Hands of one sheet are drawn apart from those of another, so 240 hands lie this near to the shares."""
    rules = load_ruleset(name)
    assert rules.play is not None
    wins = rules.play.wins
    assert wins is not None
    hands = [
        score for seed in range(24) for score in islice(quiz_scores(rules, Wish(("total",), 2), seed), 10)
    ]
    by_self_draw = sum(score.situation.self_draw for score in hands) / len(hands)
    called = sum(any(not meld.is_concealed for meld in score.hand.melds) for score in hands) / len(hands)
    usual = sum(share for total, share in wins.totals if int(total) <= 3)
    low = sum(score.worth.total <= 3 for score in hands) / len(hands)
    assert abs(by_self_draw - wins.self_draw / 1000) < 0.12
    assert abs(called - wins.called / 1000) < 0.12
    assert abs(low - usual / 1000) < 0.12
    assert max(score.worth.total for score in hands) <= max(int(total) for total, _ in wins.totals)


@pytest.mark.parametrize("level", LEVELS)
def test_hands_are_won_in_rounds_that_a_game_has(level: int) -> None:
    hands = islice(quiz_scores(load_ruleset("riichi"), Wish(("total",), level), 5), 30)
    assert {score.situation.round for score in hands} == {"E", "S"}


@pytest.mark.slow
def test_rare_hands_are_drawn_at_the_highest_level_only() -> None:
    def limits(level: int) -> int:
        drawn_hands = islice(quiz_scores(load_ruleset("riichi"), Wish(("total",), level), 5), 60)
        return sum(bool(score.worth.tier) for score in drawn_hands)

    assert (limits(1), limits(2)) == (0, 0)
    assert limits(3) > 2


def test_a_wish_that_no_hand_fulfils_ends() -> None:
    wish = Wish(("total",), 2, limits=("counted_yakuman",))
    ruleset = load_ruleset("riichi", {"counted_yakuman": "sanbaiman"})
    assert list(quiz_scores(ruleset, wish, 1, tries=60)) == []


# ---- topics


@pytest.mark.parametrize(
    ("text", "topics"),
    [("fu,points", ("sheet", "points")), ("points han", ("total", "points")), ("all", EVERY)],
)
def test_topics_are_chosen_by_the_words_of_the_game(text: str, topics: tuple[str, ...]) -> None:
    assert asked_topics(text, load_ruleset("riichi")) == topics


def test_topics_that_a_game_has_not_are_refused_with_the_list() -> None:
    with pytest.raises(InputError, match="patterns, total, points"):
        asked_topics("fu", load_ruleset("ponjan"))
    assert topic_name("total", load_ruleset("pocket-mahjong")) == "fan"


def test_tiles_of_the_answer_are_those_of_the_game() -> None:
    scored = score("111r222k33b+3b", "ponjan-anoa")
    question = next(questions(scored, ("waits",)))
    code = scored.ruleset.tileset.tile_code(Tile(scored.hand.winning_tile.kind))
    assert mark_answer(question, code).is_right
    assert mark_answer(question, "9z").note


def test_a_word_that_several_patterns_share_means_those_that_the_hand_has() -> None:
    scored = score("111z777z234m567p9p+9p", seat="E", circumstances=["riichi"])
    question = next(questions(scored, ("patterns",)))
    assert mark_answer(question, "riichi, yakuhai").is_right
    assert not mark_answer(question, "yakuhai").is_right
    assert not mark_answer(question, "riichi").is_right


@pytest.mark.parametrize("topic", ["payments", "points"])
@pytest.mark.parametrize(
    "answer", ["1300/2600", "1300 2600", "1300-2600", "1300,2600", "1,300, 2,600", "2600 / 1300"]
)
def test_amounts_may_be_parted_in_any_way(topic: str, answer: str) -> None:
    hand = score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"])
    (question,) = questions(hand, (topic,))
    assert mark_answer(question, answer).is_right
    assert not mark_answer(question, answer.replace("6", "7")).is_right


@pytest.mark.parametrize("name", ["riichi", "sanma", "ema"])
def test_patterns_are_known_by_their_readings_in_either_kana(name: str) -> None:
    words = {
        "タンヤオ": "tanyao",
        "たんやお": "tanyao",
        "ぴんふ": "pinfu",
        "チートイツ": "chiitoitsu",
        "いっぱつ": "ippatsu",
    }
    for word, ident in some(words.items()):
        assert chosen_patterns([word], "--why", load_ruleset(name)) == (ident,)


BEGINNER = [
    "riichi", "ippatsu", "menzen_tsumo", "pinfu", "tanyao", "iipeikou", "seat_wind", "round_wind", "haku",
    "hatsu", "chun", "sanshoku_doujun", "ittsu", "chiitoitsu", "toitoi", "honitsu",
]  # fmt: skip


@pytest.mark.parametrize("name", ["riichi", "sanma"])
def test_level_1_asks_only_about_what_beginners_learn(name: str) -> None:
    rules = load_ruleset(name)
    known = [name for name in BEGINNER if name in rules.pattern_by_id]
    assert [one.id for one in rules.patterns if one.level == "beginner"] == known
    scores = list(islice(quiz_scores(rules, Wish(("patterns",), 1), 5), 3))
    assert {pattern for score in some(scores) for pattern in score.patterns} <= set(BEGINNER)
    assert not any(score.best.bonuses for score in some(scores))
    assert {score.situation.round for score in some(scores)} <= {"E", "S"}


def test_rules_without_beginner_patterns_have_simple_hands_at_level_1() -> None:
    (score,) = islice(quiz_scores(load_ruleset("ponjan"), Wish(("patterns",), 1), 5), 1)
    assert score.patterns


def test_practice_hands_have_as_many_flowers_as_at_tables() -> None:
    scores = islice(quiz_scores(load_ruleset("hong-kong"), Wish(("total",), 2), 1), 12)
    assert max(len(score.hand.flowers) for score in some(scores)) <= 3
