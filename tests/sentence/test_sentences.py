"""Sentences in the words of players mean what the table says, in every language and game."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator

import pytest

from scorer.conversation import ask
from scorer.errors import InputError, ScorerError
from scorer.message import Message
from scorer.scoring import load_ruleset
from scorer.sentence.question import SpokenQuestion, Unread
from scorer.sentence.reader import LastHand, read_sentence
from scorer.session import Session, SessionState, ends_session
from scorer.writing import as_plain_text, error_text
from tests.support.loops import some
from tests.support.places import ROOT
from tests.support.tables import table

ROWS = [
    (group["language"], group["game"], sentence, means)
    for group in table("spoken")
    for sentence, means in group["sentences"].items()
]


def meaning(sentence: str, game: str, language: str, last: LastHand | None = None) -> str:
    """What a sentence is read as, in one line."""
    found = read_sentence(sentence, load_ruleset(game, language=language), last)
    if isinstance(found, SpokenQuestion):
        told = (f"{name}={value}" for name, value in found.arguments if value not in (None, "", False, ()))
        return " ".join((found.name, *told))
    return f"unread {sentence[found.start : found.end]}" if isinstance(found, Unread) else str(found.text)


@pytest.mark.parametrize(("language", "game", "sentence", "means"), ROWS, ids=[row[2] for row in ROWS])
def test_a_sentence_is_read_as_players_mean_it(language: str, game: str, sentence: str, means: str) -> None:
    assert meaning(sentence, game, language) == means


SHORT_TALKS = [
    (["234m345p67p456s55s+8p ron riichi", "ippatsu too"], "4 han 30 fu"),
    (["234m345p67p456s55s+8p ron riichi", "no, tsumo"], "4 han 20 fu"),
    (["234m345p67p456s55s+8p ron riichi", "I was the dealer"], "5,800"),
    (["234m345p67p456s55s+8p ron riichi", "without riichi"], "2 han 30 fu"),
    (["234m345p67p456s55s+8p ron riichi dora=4s", "no dora"], "3 han 30 fu"),
    (["234m345p67p456s55s+8p ron riichi", "+2 dora"], "5 han 30 fu"),
    (["234m345p67p456s55s+8p ron riichi", "it was 5p"], "won on 5p"),
    (["234m345p67p456s55s+8p ron riichi", "一発も"], "4 han 30 fu"),
    (["234m345p67p456s55s+8p ron riichi", "やっぱりツモ"], "4 han 20 fu"),
    (["234m345p67p456s55s+8p ron riichi", "改成自摸"], "4 han 20 fu"),
    (["234m345p67p456s55s+8p ron riichi", "放铳的是西家"], "ron from West"),
    (["3 han", "40 fu"], "5,200"),
    (["chinitsu ron", "open"], "8,000"),
    (["kan 1111m 234p567p78s55p tsumo 9s", "concealed"], "[1111m]"),
]

CONVERSATIONS = [
    *(("riichi", "en", *row) for row in SHORT_TALKS),
    *((row["game"], row["language"], row["lines"], row["shown"]) for row in table("spoken-talks")),
]


@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    ("game", "language", "lines", "shown"), CONVERSATIONS, ids=[" / ".join(row[2]) for row in CONVERSATIONS]
)
def test_a_few_words_change_the_last_hand_or_answer_what_was_asked(
    game: str, language: str, lines: list[str], shown: str
) -> None:
    session, state = Session(language), SessionState(game)
    for line in lines:
        state, document = session.answer(state, line)
    assert shown in as_plain_text(document)


@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    ("game", "language", "lines", "shown"), CONVERSATIONS, ids=[" / ".join(row[2]) for row in CONVERSATIONS]
)
def test_a_program_that_keeps_the_state_gets_the_answers_of_a_session(
    game: str, language: str, lines: list[str], shown: str
) -> None:
    kept = b""
    for line in lines:
        answered = ask(line, pickle.loads(kept) if kept else None, ruleset=game, language=language)
        kept = pickle.dumps(answered.state)
    assert shown in as_plain_text(answered.document)


@pytest.mark.parametrize(
    ("language", "players", "lines", "shown"),
    [
        ("en", "Ann, Ben, Cho, Dia", ("double ron Ann Ben", "Ann mangan, Ben 3900, from Cho"), "Cho -12,000"),
        (
            "ja",
            "佐藤, 鈴木, 高橋, 田中",
            ("ダブロン 佐藤 鈴木", "佐藤満貫、鈴木3900、高橋から"),
            "高橋 -12,000",
        ),
        (
            "zh",
            "小明, 小红, 小刚, 小丽",
            ("一炮双响 小明 小红", "小明满贯，小红3900，小刚放铳"),
            "小刚 -12,000",
        ),
    ],
)
def test_it_is_asked_what_two_winners_have(
    language: str, players: str, lines: tuple[str, str], shown: str
) -> None:
    session = Session(language)
    state = session.with_events(SessionState(), (f"{{game: riichi, players: [{players}]}}",))
    asked, _ = session.answer(state, lines[0])
    assert asked.asked and shown in as_plain_text(session.answer(asked, lines[1])[1])


def test_who_gives_chips_is_not_guessed() -> None:
    state = Session().with_events(SessionState(), ("{game: riichi, players: [Ann, Ben, Cho, Dia]}",))
    with pytest.raises(InputError):
        Session().answer(state, "Ann 2 chips Ben")


REFUSALS = [(row["game"], row["language"], row["lines"], row["names"]) for row in table("spoken-refusals")]


@pytest.mark.parametrize(
    ("game", "language", "lines", "names"), REFUSALS, ids=[" / ".join(row[2]) for row in REFUSALS]
)
def test_what_cannot_be_is_refused_by_its_reason_in_the_language(
    game: str, language: str, lines: list[str], names: list[str]
) -> None:
    session, state = Session(language), SessionState(game)
    for line in lines[:-1]:
        state, _ = session.answer(state, line)
    with pytest.raises(ScorerError) as caught:
        session.answer(state, lines[-1])
    shown = load_ruleset(game, language=language).display_language(language)
    message = error_text(caught.value, 200, shown).removeprefix(lines[-1])
    assert all(re.search(name, message) for name in some(names))


@pytest.mark.parametrize("sentence", ["", "   ", "+", "(((", "？？", "x" * 600, "九" * 600, "a" * 5000])
def test_no_text_ends_the_reader_with_an_error(sentence: str) -> None:
    assert meaning(sentence, "riichi", "en").startswith("unread")


@pytest.mark.parametrize("language", ["en", "ja", "zh"])
@pytest.mark.parametrize("topic", ["dora", "pao", "chombo", "honba", "sticks", "fu"])
def test_the_example_of_each_topic_of_help_can_be_typed(topic: str, language: str) -> None:
    session = Session(language)
    _, document = session.answer(SessionState(), f"help {topic}")
    _, _, example = as_plain_text(document).splitlines()[1].replace("：", ":").partition(":")
    assert session.answer(SessionState(), example)[1]


@pytest.mark.parametrize("language", ["en", "ja", "zh-HK", "zh-TW"])
@pytest.mark.parametrize("game", ["hong-kong", "taiwanese", "sichuan"])
def test_a_topic_that_a_game_has_no_rule_for_has_no_example(game: str, language: str) -> None:
    session = Session(language)
    for topic in some(["dora", "pao", "honba"]):
        _, document = session.answer(SessionState(game), f"help {topic}")
        assert ":" not in as_plain_text(document).splitlines()[1].replace("：", ":")


def test_scores_are_shown_in_a_game_whose_players_begin_with_none() -> None:
    assert as_plain_text(Session().answer(SessionState("hong-kong"), "scores")[1]).startswith(
        "Scores: East 0"
    )


@pytest.mark.parametrize("line", ["exit please", "quit now", "終了です", "退出吧"])
def test_words_without_meaning_do_not_keep_a_session_open(line: str) -> None:
    assert ends_session(line)


@pytest.mark.parametrize(
    ("language", "sentence", "part"),
    [
        ("en", "riichi tsumo foo 234m345p67p456s55s+8p", "foo"),
        ("en", "how much is 3 han 40 fu for the moon", "moon"),
        ("ja", "リーチ ツモ ほげほげ 234m345p67p456s55s+8p", "ほげほげ"),
        ("zh-Hans", "立直 自摸 哩哩 234m345p67p456s55s+8p", "哩哩"),
    ],
)
def test_an_unknown_word_is_shown_at_its_place_with_a_sentence_that_works(
    language: str, sentence: str, part: str
) -> None:
    session = Session(language)
    with pytest.raises(InputError) as caught:
        session.answer(SessionState(), sentence)
    (fault,) = caught.value.faults
    assert (fault.position, fault.length) == (sentence.index(part), len(part))
    example = str(fault.message.arguments[1]) if isinstance(fault.message, Message) else ""
    assert session.answer(SessionState(), example)[1]


def test_a_pattern_that_is_named_and_not_awarded_is_explained() -> None:
    _, document = Session().answer(SessionState(), "pinfu 234m678p345p22z78s+6s ron riichi")
    assert "Pinfu: not awarded; " in as_plain_text(document) and "22z" in as_plain_text(document)


@pytest.mark.parametrize(
    ("language", "ruleset", "sentence"),
    [
        ("en", "riichi", "pon 111z kan 7777z 567p78s99m ron 9s"),
        ("ja", "riichi", "カン中中中中 234m567p78s99m ロン9s"),
        ("zh-HK", "hong-kong", "槓東東東東 123萬456萬789萬9萬 食9萬"),
        ("en", "riichi", "chanta tsumo 40 fu"),
        ("zh", "riichi", "3番"),
        ("ja", "riichi", "チョンボ"),
        ("en", "riichi", "South ron 3900"),
        ("en", "riichi", "777z pon 222m 345p 67p 55s tsumo 8p"),
        ("en", "mcr", "123m456m789m11p23s+1s last tile, self draw"),
        ("zh-TW", "riichi", "777z 碰 222m 345p 67p 55s 自摸8p"),
    ],
)
def test_every_reply_that_is_offered_is_understood_and_means_something_else(
    language: str, ruleset: str, sentence: str
) -> None:
    session = Session(language)
    state, _ = session.answer(SessionState(ruleset), sentence)
    assert state.asked is not None
    answers = set()
    for reply, _ in some(state.asked.replies):
        after, document = session.answer(state, session.reply_name(reply))
        assert after.asked is None
        answers.add(as_plain_text(document))
    assert len(answers) == len(state.asked.replies)


def test_the_reader_has_no_words_of_a_language_in_its_code() -> None:
    """They are in words.txt, where a translator finds them; digits are signs of numbers."""
    signs = {
        sign
        for file in some((ROOT / "scorer/sentence").glob("*.py"))
        for part in strings_in(ast.parse(file.read_text(encoding="utf-8")))
        for sign in part
        if sign > "\u2fff" and sign.isalpha()
    }
    assert signs <= set("一二三四五六七八九十百千鿿ー々")


def strings_in(node: ast.AST) -> Iterator[str]:
    """The texts of code, without docstrings."""
    told = {id(one.value) for one in ast.walk(node) if isinstance(one, ast.Expr)}
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in told:
            yield one.value
