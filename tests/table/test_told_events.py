"""What players say at a table becomes the event that it means, in every language; what is missing is asked."""

from __future__ import annotations

import pytest

from scorer.errors import InputError
from scorer.session import Session, SessionState
from scorer.tabletalk import begun_game
from scorer.writing import as_plain_text
from tests.support.tables import table

ROWS = [
    (group["language"], group["game"], tuple(group["players"]), sentence, event)
    for group in table("told-events")
    for sentence, event in group["sentences"].items()
]


@pytest.mark.parametrize(
    ("language", "game", "players", "sentence", "event"), ROWS, ids=[row[3] for row in ROWS]
)
def test_a_sentence_at_a_table_is_the_event_that_players_mean(
    language: str, game: str, players: tuple[str, ...], sentence: str, event: str
) -> None:
    session = Session(language)
    state = session.with_events(SessionState(game), (begun_game(game, {}, players),))
    assert session.told_event(state, sentence) == event


def talk(*lines: str, language: str = "en", game: str = "riichi") -> tuple[SessionState, str]:
    """The state after some lines at a table of four, and the last answer."""
    session, state, shown = Session(language), SessionState(game), ""
    for line in ("table Ann Ben Cho Dia", *lines):
        state, document = session.answer(state, line)
        shown = as_plain_text(document)
    return state, shown


@pytest.mark.parametrize(
    ("lines", "event"),
    [
        (["Ann mangan", "from Ben"], "{win: {Ann: mangan}, from: Ben}"),
        (["Ann mangan", "tsumo"], "{win: {Ann: mangan}}"),
        (["Ann ron mangan", "Dia"], "{win: {Ann: mangan}, from: Dia}"),
    ],
)
def test_what_a_win_leaves_open_is_asked_back(lines: list[str], event: str) -> None:
    assert len(talk(lines[0])[0].events) == 1
    assert talk(*lines)[0].events[-1] == event


@pytest.mark.parametrize(
    "lines",
    [
        ["変更 2 アン ロン Ben 満貫"],
        ["更改 2 Cho 荣和 Ben 满贯"],
        ["2番を変更 アン ロン Ben 満貫"],
        ["第2条更改 Cho 荣和 Ben 满贯"],
        ["change 2 Cho rons Ben, mangan"],
    ],
)
def test_an_event_is_changed_by_a_sentence_in_every_language(lines: list[str]) -> None:
    lines = [line.replace("アン", "Cho") for line in lines]
    assert talk("Dia tsumo mangan", *lines)[0].events[-1] == "{win: {Cho: mangan}, from: Ben}"


@pytest.mark.parametrize("word", ["undo", "oops, undo that", "取り消して", "撤销"])
def test_undo_takes_back_the_last_event_in_every_language(word: str) -> None:
    state, shown = talk("Cho tsumo mangan", word)
    assert len(state.events) == 1
    assert "Cho wins by self-draw, mangan" in shown


def test_undo_names_a_change_of_an_earlier_event() -> None:
    assert "change 2 Cho ron Ben mangan" in talk("Dia chombo", "change 2 Cho ron Ben mangan", "undo")[1]


def test_a_table_shows_its_deal_with_the_counters() -> None:
    assert (
        "E1 · Riichi (four players) · East round, South seat · 1 honba" in talk("nine terminals", "table")[1]
    )
    assert "連一" in talk("流局", language="zh-TW", game="taiwanese")[1]


def test_a_question_at_a_table_is_no_event() -> None:
    for line in ("dealer mangan tsumo", "how much is 3 han 40 fu", "mangan tsumo"):
        assert len(talk(line)[0].events) == 1, line


def test_somebody_who_is_not_at_the_table_is_named_with_the_nearest_player() -> None:
    with pytest.raises(InputError, match="Anna is not at the table") as caught:
        talk("Anna ron Ben mangan")
    assert caught.value.faults[0].suggestions == ("Ann",)


def test_a_sentence_about_a_player_that_cannot_be_read_shows_one_that_works() -> None:
    with pytest.raises(InputError, match="Ann ron Ben 1 han 30 fu"):
        talk("Ann rom Ben mangan")
    assert len(talk("Ann ron Ben 1 han 30 fu")[0].events) == 2


def test_who_deals_next_is_asked_if_the_rules_do_not_say() -> None:
    state, shown = talk("Ann ron Ben 70 points", game="zung-jung")
    assert shown.startswith("Who deals next?")
    assert len(state.events) == 1
    state, shown = talk("Ann ron Ben 70 points", "Cho", game="zung-jung")
    assert shown.splitlines()[-1] == "2: Ann 210   Ben -160   Cho* -25   Dia -25"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "draw, not ready"), ("en", "draw, noten"), ("ja", "流局 テンパイなし"), ("ja", "流局 ノーテン"),
        ("zh-Hans", "流局 没听牌"), ("zh-Hans", "流局 都没听牌"), ("zh-HK", "流局 冇叫"),
    ],
)  # fmt: skip
def test_nobody_is_ready_at_a_draw_without_names_of_players_who_are_not(language: str, line: str) -> None:
    assert talk(line, language=language)[0].events[-1] == "{draw: exhaustive}"
