"""The public functions answer what the command line answers, and every answer can be written out."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from scorer import scoring
from scorer.errors import InputError, RulesetError
from scorer.questions.authoring import check_code, check_codes, check_file, check_text
from scorer.questions.games import game_comparison, game_list, game_report, sample_log
from scorer.questions.hands import (
    analyze,
    compare,
    discards,
    explain,
    near_misses,
    waits,
    waits_or_discards,
    why,
    why_each,
    winners,
)
from scorer.questions.pages import as_fragment
from scorer.questions.practice import game_practice, grade, lesson, quiz, quiz_hands
from scorer.questions.reference import pattern_card, patterns, payment_table, points
from scorer.questions.rules import (
    describe,
    difference_report,
    differences,
    ruleset_from_text,
    shipped_ruleset,
    shipped_rulesets,
)
from scorer.replay.folder import referee_files
from scorer.replay.read import read_log
from scorer.replay.referee import referee
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from scorer.table.settle import draw_result, final_results
from scorer.teach.progress import AnswerMark, Progress, ProgressReport, QuizResult, QuizSummary
from scorer.teach.quiz import QuizSheet
from scorer.writing import as_data, as_html, as_markdown, as_svg, as_text
from tests.cli.runs import run
from tests.support.loops import some
from tests.test_layers import modules

HAND = "234m345p67p456s55s+8p"
WAITING = "234m345p67p456s55s"
NO_YAKU = "123m456p67p(789s)11z+8p"
WRONG = AnswerMark("total", False, "3", patterns=(("pinfu", False),))
PROGRESS = Progress((("riichi", QuizResult().with_marks([WRONG])),))
ANSWERS: dict[str, Callable[[], object]] = {
    "score": lambda: scoring.score(HAND, win="tsumo"),
    "waits": lambda: waits("234m345p67p456s55s"),
    "discards": lambda: discards("234m345p67p456s55s9s"),
    "explanation": lambda: explain(scoring.score(HAND)),
    "why": lambda: why("pinfu", HAND),
    "near misses": lambda: near_misses("123456789p77z11z+1z"),
    "near misses of a hand that does not win": lambda: near_misses(NO_YAKU),
    "comparison": lambda: compare(HAND, ["riichi", "tenhou"]),
    "winners": lambda: winners(HAND, ["567m345p67p456s77s+8p seat=W"], discarder="E"),
    "points": lambda: points("3 40"),
    "payment table": lambda: payment_table("ponjan"),
    "patterns": lambda: patterns("ponjan"),
    "card": lambda: pattern_card("pinfu"),
    "rulesets": shipped_rulesets,
    "ruleset": lambda: shipped_ruleset("sanma"),
    "differences": lambda: differences("riichi", "m-league"),
    "description": lambda: describe("sanma"),
    "question": lambda: next(quiz(seed=1, level=1)),
    "mark": lambda: grade(next(quiz(seed=1, topics=["total"])), "99"),
    "hand of the quiz": lambda: next(quiz_hands(seed=1)),
    "result of the quiz": lambda: QuizSummary(QuizResult().with_marks([WRONG]), load_ruleset("riichi")),
    "progress": lambda: ProgressReport(PROGRESS, {"riichi": load_ruleset("riichi")}),
    "codes": check_codes,
    "code": lambda: check_code("L402"),
    "file": lambda: check_file("riichi", hands=20),
    "drawn deal": lambda: draw_result(ready_seats=["E"]),
    "final results": lambda: final_results([41000, 29000, 18000, 12000]),
    "game": lambda: referee(read_log(sample_log())),
    "report on a game": lambda: game_report(referee(read_log(sample_log())), with_passed_wins=True),
    "game under two rulesets": lambda: game_comparison([referee(read_log(sample_log()))] * 2),
    "games": lambda: game_list(referee_files(["no-such-game.xml"])),
    "hand of a game": lambda: game_practice(referee(read_log(sample_log()))).hands,
    "problems": lambda: check_text("extends: riichi\nname: Club\nset: {opn_tanyao: 0}"),
    **{
        f"analysis of {text or 'nothing'}": (lambda text=text: analyze(text))
        for text in (
            "",
            "9x",
            "3445m",
            "234m345p67p456s55s",
            "234m345p67p456s55s9s",
            HAND,
            NO_YAKU,
            "1" * 15 + "m",
        )
    },
}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("language", ["en", "ja", "zh"])
@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_can_be_written_in_every_form_and_language(name: str, language: str) -> None:
    answer = ANSWERS[name]()
    assert json.loads(json.dumps(as_data(answer, language))) is not None
    assert as_text(answer, language).strip()
    assert as_markdown(answer, language).strip()
    assert as_html(answer, language).startswith("<!doctype html>")


@pytest.mark.parametrize("write", [as_text, as_markdown, as_html, as_fragment])
@pytest.mark.parametrize("name", ["points", "winners", "comparison"])
def test_every_form_of_a_result_has_the_words_of_its_game(
    name: str, write: Callable[[object, str], str]
) -> None:
    shown = write(ANSWERS[name](), "en")
    assert re.search(r"\bron\b", shown)
    assert not re.search(r"\bdiscard\b", shown)


@pytest.mark.slow
def test_a_page_declares_the_language_in_which_its_game_is_told() -> None:
    for told, name in (("en", "british"), ("ja", "riichi"), ("zh-HK", "hong-kong")):
        asked = "zh" if told == "zh-HK" else "ja"
        assert f'<html lang="{told}">' in as_html(payment_table(name), asked)
    sheet = QuizSheet(load_ruleset("british"), ())
    assert '<html lang="en">' in as_html(sheet, "ja")
    told, plain = (lesson("british", exercises=1, language=one) for one in ("ja", "en"))
    assert as_html(told) == as_html(plain)


def test_a_quiz_is_asked_and_marked_in_the_words_of_its_game() -> None:
    asked, plain = (next(quiz("british", seed=1, language=told)) for told in ("ja", "en"))
    assert asked.asks == plain.asks
    assert grade(asked, "", "ja") == grade(plain, "")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["score", HAND, "--tsumo"], "score"),
        (["waits", "234m345p67p456s55s"], "waits"),
        (["waits", "234m345p67p456s55s9s"], "discards"),
        (["explain", HAND], "explanation"),
        (["points", "3", "40"], "points"),
        (["table", "-r", "ponjan"], "payment table"),
        (["patterns", "-r", "ponjan"], "patterns"),
        (["rulesets", "list"], "rulesets"),
        (["rulesets", "show", "sanma"], "ruleset"),
        (["score", HAND, "-r", "riichi", "-r", "tenhou"], "comparison"),
    ],
)
def test_the_command_line_prints_the_data_of_the_same_answer(command: list[str], name: str) -> None:
    printed = run(*command, "-f", "json").stdout
    assert json.loads(printed) == json.loads(json.dumps(as_data(ANSWERS[name]())))


STAGES = {
    "": "empty",
    "123x": "faulty",
    "55555m": "faulty",
    "1m": "building",
    "234m345p67p456s": "building",
    "234m345p67p456s55s": "waiting",
    "234m345p67p456s55s9s": "full",
    "234m345p67p456s55s8p": "complete",
    HAND: "complete",
    NO_YAKU: "refused",
    "234m345p67p456s5s1z+2z": "refused",
    "123456789m123456p": "too many",
}


@pytest.mark.parametrize(("hand", "stage"), STAGES.items())
def test_a_hand_is_analyzed_at_every_stage(hand: str, stage: str) -> None:
    assert analyze(hand).stage == stage


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", shipped_names())
def test_the_first_tiles_of_a_hand_are_analyzed_under_every_ruleset(name: str) -> None:
    rules = shipped_ruleset(name)
    tileset = rules.tileset
    text = "".join(tileset.kinds[kind].code for kind in tileset.playing_kinds[:3])
    assert analyze(text, rules).stage in ("building", "waiting")


@pytest.mark.parametrize(
    "name", ["", "Riichi", "rulesets/riichi.yaml", "/etc/passwd", "../riichi", "nothing"]
)
def test_a_shipped_ruleset_is_never_looked_for_on_disk(name: str) -> None:
    with pytest.raises(InputError):
        shipped_ruleset(name)


def test_rules_from_text_cannot_extend_a_file() -> None:
    for base in ("/etc/passwd", "./club.yaml", "../club.yaml"):
        with pytest.raises(RulesetError):
            ruleset_from_text(f"extends: {base}\nname: Club")


def test_a_name_of_several_patterns_is_answered_for_each_or_refused_with_all() -> None:
    with pytest.raises(InputError, match="can be any of sanshoku_doujun, sanshoku_doukou"):
        why("sanshoku", HAND)
    assert {one.pattern.id for one in why_each(["sanshoku"], HAND)} > {"sanshoku_doujun"}


QUESTIONS: dict[str, Callable[..., object]] = {
    "score": scoring.score,
    "waits": waits,
    "discards": discards,
    "waits or discards": waits_or_discards,
    "why": lambda hand, **how: why("pinfu", hand, **how),
    "near misses": near_misses,
    "comparison": lambda hand, **how: compare(hand, ["riichi", "tenhou"], **how),
}
DEFAULTS = dict.fromkeys(
    ["win", "seat", "round", "discarder", "circumstances", "honba", "sticks", "pao", "dora"]
)


@pytest.mark.parametrize(
    "wrong", [{"hand": None}, {"hand": 5}, {"seat": 5}, {"circumstances": "riichi"}, {"honba": "x"}]
)
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_value_of_the_wrong_type_is_a_fault_of_the_input(name: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="expected a"):
        QUESTIONS[name](**{"hand": WAITING if name == "waits" else HAND, **wrong})


@pytest.mark.parametrize("wrong", [{"own_discards": 5}, {"visible": ["1z"]}])
def test_tiles_on_the_table_of_the_wrong_type_are_a_fault_of_the_input(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="expected a string"):
        waits(WAITING, **wrong)


@pytest.mark.parametrize("hand", [None, 5, b"123m", ["1m"]])
def test_an_analysis_of_what_is_no_text_is_faulty(hand: Any) -> None:
    assert analyze(hand).stage == "faulty"


@pytest.mark.parametrize("name", QUESTIONS)
def test_none_is_the_default_of_the_ruleset(name: str) -> None:
    hand = {"waits": WAITING, "discards": f"{WAITING}9s", "waits or discards": WAITING}.get(name, HAND)
    asked = QUESTIONS[name]
    assert as_data(asked(hand, **DEFAULTS)) == as_data(asked(hand))


COUNTED: dict[str, Callable[..., object]] = {
    "points": lambda **how: points("3 40", **how),
    "drawn deal": draw_result,
    "final results": lambda **how: final_results([25000] * 4, **how),
}


@pytest.mark.parametrize("count", [-1, 1001, "x", 1.5, True])
@pytest.mark.parametrize("name", COUNTED)
def test_a_number_of_sticks_out_of_bounds_is_a_fault_of_the_input(name: str, count: Any) -> None:
    with pytest.raises(InputError, match="expected a whole number from 0 to 1000"):
        COUNTED[name](sticks=count)


@pytest.mark.parametrize("score", ["25000", 25000.5, float("nan"), None])
def test_final_scores_are_whole_numbers(score: Any) -> None:
    with pytest.raises(InputError, match="expected whole numbers, not"):
        final_results([25000, 25000, 25000, score])


@pytest.mark.slow
def test_sample_hands_are_scored_under_the_rules_that_are_given() -> None:
    club = ruleset_from_text("extends: riichi\nname: Club\nset: {kiriage_mangan: true, red_fives: 0}")
    for other in (club, load_ruleset("riichi", {"kiriage_mangan": True, "red_fives": 0})):
        report = difference_report("riichi", other, hands=60)
        for _, second in some(report.examples):
            assert second.ruleset.option_values["kiriage_mangan"] is True
            assert second.differs


def test_a_text_is_written_as_a_paragraph() -> None:
    assert as_text("a note", columns=80) == as_markdown("a note") == "a note"


@pytest.mark.parametrize("answer", ["points", "rulesets", "analysis of nothing"])
def test_a_result_without_a_hand_has_no_picture(answer: str) -> None:
    with pytest.raises(InputError, match="this result has no hand"):
        as_svg(ANSWERS[answer]())


def test_a_value_that_is_no_answer_is_refused() -> None:
    with pytest.raises(TypeError, match="dict has no data"):
        as_data({})
    with pytest.raises(TypeError, match="Lesson has no document"):
        as_text(lesson("ponjan", exercises=0))


def test_a_question_about_rules_or_a_hand_names_its_errors_and_has_an_example() -> None:
    questions = {
        name: function.__doc__ or ""
        for module in (import_module(name) for name in modules() if name.startswith("scorer.questions."))
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and not name.startswith("_")
        and inspect.signature(function).parameters.keys() & {"ruleset", "hand"}
        and not name.startswith("as_")
    }
    assert len(questions) > 25
    assert not [name for name, doc in questions.items() if "Raises" not in doc or ">>> " not in doc]
