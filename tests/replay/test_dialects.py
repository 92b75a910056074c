"""Dialects of logs: other words for the same, numbers in another form, hidden hands, walls of one's own."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scorer.questions.games import game_report
from scorer.questions.rules import ruleset_from_text
from scorer.replay.read import read_games, read_log
from scorer.replay.referee import Report, referee
from scorer.replay.report import mismatch_text, report_data
from scorer.replay.suggestions import RulesProposal, proposals
from scorer.replay.view import ReportView
from scorer.ruleset.model import Ruleset
from scorer.writing import as_text
from tests.cli.runs import run
from tests.replay.made_up import MadeUpDeal, as_mjai, as_mjlog
from tests.replay.test_referee import AFTER, DOUBLE
from tests.support.loops import some

Lines = list[dict[str, object]]


def lines_of(deal: MadeUpDeal) -> Lines:
    return [json.loads(line) for line in as_mjai([deal]).splitlines()]


def report_on(lines: Lines, ruleset: Ruleset | str | None = None) -> Report:
    return referee(read_log("\n".join(map(json.dumps, lines)).encode()), ruleset)


@pytest.mark.parametrize("word", ["kyushu_kyuhai", "kyushukyuhai", ""])
def test_a_draw_is_named_by_what_happened(word: str) -> None:
    assert report_on(lines_of(replace(AFTER, word=word))).agrees


@pytest.mark.parametrize("word", ["suukansansen", "suucha_riichi", "exhaustive_draw", "sufuurenta"])
def test_a_draw_with_the_name_of_another_is_told(word: str) -> None:
    assert [one.topic for _, one in report_on(lines_of(replace(AFTER, word=word))).differs] == ["draw"]


# ---- a drawn deal that pays a player

SHORT = "extends: tenhou\nname: Four draws\ndeals: {wall: 4}\n"
RIVER = MadeUpDeal(
    ("123m456p789s1122z", "147m258p369s3456z", "147m248p369s3456z", "47m2258p369s4567z"),
    "A+5m A-5m B+5m B-3z C+5s C-5s D+5s D-5s",
    (-2000, 8000, -2000, -4000),
)


def river(paid: tuple[int, ...], word: str = "") -> Report:
    return report_on(lines_of(replace(RIVER, paid=paid, word=word)), ruleset_from_text(SHORT))


def test_payments_that_only_a_special_draw_explains_are_named() -> None:
    assert river((-4000, 8000, -2000, -2000), "nagashi_mangan").agrees
    assert river((-4000, 8000, -2000, -2000)).agrees
    report = river((3000, -1000, -1000, -1000), "exhaustive_draw")
    told = [mismatch_text(one, report, ReportView()) for _, one in report.differs]
    assert told[0] == "the log has Exhaustive draw, but the rules give Nagashi mangan of B"


def test_a_special_draw_that_did_not_happen_is_named() -> None:
    report = river((-4000, -2000, 8000, -2000))
    told = [mismatch_text(one, report, ReportView()) for _, one in report.differs]
    assert told[0] == "the log has Nagashi mangan of C, but the rules give Nagashi mangan of B"


# ---- wins in another form


def test_the_secondary_score_may_be_written_before_it_is_rounded() -> None:
    lines = lines_of(DOUBLE)
    score = report_on(lines).wins[0].score
    assert score is not None
    assert score.sheet is not None
    for number, agrees in ((score.sheet.total, True), (score.sheet.sum, True), (score.sheet.sum - 2, False)):
        win = next(line for line in lines if line["type"] == "hora")
        win["fu"] = number
        assert report_on(lines).agrees is agrees


def test_hidden_indicators_have_a_name_in_each_dialect() -> None:
    lines = lines_of(DOUBLE)
    win = next(line for line in lines if line["type"] == "hora")
    win["uradora_marker"] = win.pop("ura_markers")
    assert report_on(lines).agrees


def test_scores_beside_a_draw_stand_for_its_payments() -> None:
    lines = lines_of(AFTER)
    draw = next(line for line in lines if line["type"] == "ryukyoku")
    del draw["deltas"]
    for scores, agrees in (([25000] * 4, True), ([26000, 24000, 25000, 25000], False)):
        draw["scores"] = scores
        assert report_on(lines).agrees is agrees


def test_a_yaku_of_the_log_is_named_in_words() -> None:
    report = referee(read_log(as_mjlog([replace(DOUBLE, yaku="21,2,36,1,99,3")])))
    (text,) = [
        mismatch_text(one, report, ReportView()) for _, one in report.differs if one.topic == "patterns"
    ]
    assert "Hand of man 1" in text
    assert '"99" of the log 3' in text


# ---- one player's view


def hidden(lines: Lines, seen: int) -> Lines:
    """A log in which the tiles of all players but one are hidden, as bots get it."""
    for line in lines:
        for player, hand in enumerate(line.get("tehais", [])):
            if player != seen:
                hand[:] = ["?"] * len(hand)
        if line["type"] == "tsumo" and line["actor"] != seen:
            line["pai"] = "?"
    return lines


def test_what_hidden_hands_hide_neither_agrees_nor_differs() -> None:
    for deal in (DOUBLE, AFTER):
        report = report_on(hidden(lines_of(deal), 2))
        assert report.agrees
        assert report.unchecked == 1
        assert report_data(report)["unchecked"] == 1
    assert report_on(hidden(lines_of(DOUBLE), 0)).unchecked == 0


def test_the_hand_of_a_result_is_enough_to_check_a_hidden_win() -> None:
    lines = hidden(lines_of(DOUBLE), 2)
    win = next(line for line in lines if line["type"] == "hora")
    win |= {
        "pai": "E",
        "hora_tehais": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "S", "S"],
    }
    report = report_on(lines)
    assert report.agrees
    assert report.unchecked == 0
    win["deltas"] = [12000, -4000, -4000, -4000]
    assert not report_on(lines).agrees


# ---- Botzone

ORPHANS = "W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J1 J2 J3"
OTHERS = ("W2 W2 W2 W3 W4 B2 B2 B2 B3 B4 T2 T2 T2", "W5 W5 W6 W7 W8 B5 B5 B6 B7 B8 T5 T5 T6",
          "W2 W6 W6 W7 W7 B2 B6 B6 B7 B7 T2 T6 T6")  # fmt: skip


def said(moves: list[tuple[str, dict[str, str]]], end: dict[str, object], scores: list[int]) -> bytes:
    """A match as the site gives it: what the judge says to each player, and their answers."""
    messages: list[object] = []

    def judge(content: dict[str, str], display: dict[str, object]) -> None:
        messages.append({"output": {"command": "request", "content": content, "display": display}})

    judge({str(player): f"0 {player} 1" for player in range(4)}, {"action": "INIT"})
    judge(
        {str(player): f"1 0 0 0 0 {hand}" for player, hand in enumerate((ORPHANS, *OTHERS))},
        {"action": "DEAL"},
    )
    for move, answers in moves:
        player, *parts = move.split()
        if parts[0] == "DRAW":
            content = {str(one): f"3 {player} DRAW" for one in range(4)} | {player: f"2 {parts[1]}"}
        else:
            content = {str(one): f"3 {move}" for one in range(4)}
        messages.append({one: {"response": answer} for one, answer in answers.items()})
        judge(content, {})
    content = {str(player): score for player, score in enumerate(scores)}
    messages.append({"output": {"command": "finish", "content": content, "display": end}})
    return json.dumps(messages).encode()


def test_a_match_of_the_site_is_read_and_judged() -> None:
    moves = [("0 DRAW W1", {}), ("0 PLAY W1", {}), ("1 DRAW T9", {}), ("1 PLAY T9", {})]
    log = said(moves, {"action": "HU", "player": 0, "fanCnt": 88}, [112, -96, -8, -8])
    report = referee(read_log(log))
    assert report.agrees
    assert [(win.claim.player, win.claim.source) for win in report.wins] == [(0, 1)]
    wrong = referee(read_log(log.replace(b"112", b"111")))
    assert not wrong.agrees


MATCH = said(
    [(move, {"0": "PASS"}) for move in ("0 DRAW W1", "0 PLAY W1", "1 DRAW T9", "1 PLAY T9")],
    {"action": "HU", "player": 0, "fanCnt": 88}, [112, -96, -8, -8],
)  # fmt: skip
"""The answers to the first draw are the fifth of its messages, the first discard is the sixth."""


@pytest.mark.parametrize(("before", "after", "place"), [
    ('"3 0 PLAY W1"', '"3 7 PLAY W1"', "S1, event 2 (message 6): this message cannot be read: there is no player 7"),
    ('"3 0 PLAY W1"', "[]", "S1, event 2 (message 6): this message cannot be read: unknown move '[]'"),
    ('{"0": "3 0 PLAY W1", ', '{"0": "3 0 PLAY W1" ', "S1, event 2 (message 6): this message cannot be read: a ',' is missing"),
    ('"2 T9"', '"2 X9"', "S1, event 3 (message 8): this message cannot be read: there is no tile 'X9'"),
    ('"0": 112, ', "", "S1, event 5 (message 11): this message cannot be read: '0' is missing"),
    ('"display": {"action": "HU"', '"display": 7, "x": {"action": "HU"',
     "S1, event 5 (message 11): this message cannot be read: a value has another form"),
    ("-8}", "-8", "the file is cut off or damaged, so it is not JSON"),
])  # fmt: skip
def test_damage_in_a_match_of_the_site_is_told_at_its_message(before: str, after: str, place: str) -> None:
    text = MATCH.decode()
    assert before in text
    (game,) = read_games(text.replace(before, after).encode())
    assert place in " ".join(as_text(game_report(referee(game))).split())


def test_a_match_of_the_site_that_is_cut_off_is_read_up_to_there() -> None:
    (game,) = read_games(MATCH[:-1])
    assert [deal.is_over for deal in game.deals] == [True]
    (game,) = read_games(MATCH[: MATCH.index(b'"finish"')])
    assert [(event.kind, event.player) for event in game.deals[0].events] == [
        ("draw", 0), ("discard", 0), ("draw", 1), ("discard", 1),
    ]  # fmt: skip
    assert not referee(game).agrees


def test_calls_and_kongs_of_the_site_are_followed() -> None:
    moves = [
        ("0 DRAW W2", {}), ("0 PLAY W2", {}), ("1 PENG W3", {"1": "PENG W3"}), ("2 DRAW B5", {}),
        ("2 PLAY T5", {}), ("3 DRAW W2", {}), ("3 PLAY W2", {}), ("0 DRAW T2", {}), ("0 PLAY T2", {}),
        ("1 GANG", {"1": "GANG"}), ("1 DRAW W2", {}), ("1 BUGANG W2", {"1": "BUGANG W2"}), ("1 DRAW J1", {}),
        ("1 PLAY J1", {}), ("2 DRAW B5", {}), ("2 GANG", {"2": "GANG B5"}), ("2 DRAW J1", {}), ("2 PLAY J1", {}),
    ]  # fmt: skip
    hands = OTHERS[2].replace("W2 ", "").replace("T2 ", "T7 T8 ")
    log = said(moves, {"action": "HUANG"}, [0] * 4).replace(OTHERS[2].encode(), hands.encode())
    (game,) = read_games(log)
    kinds = [event.kind for event in game.deals[0].events if event.kind not in ("draw", "discard")]
    assert kinds == ["call", "call", "add", "quad"]


def test_a_draw_depends_on_the_wall_of_the_next_player() -> None:
    text = "extends: mcr\nname: Own walls\ndeals: {wall: 8}\ndraws: {exhaustive: {when: next_wall_left == 0}}"
    lines = ["Match x", "Wind 0", *(f"Player {at} Deal {hand}" for at, hand in enumerate((ORPHANS, *OTHERS)))]
    lines += ["Player 0 Draw B3", "Player 0 Play B3", "Player 1 Draw T9", "Player 1 Play T9"]
    lines += ["Player 2 Draw T9", "Player 2 Play T9", "Player 3 Draw W8", "Player 3 Play W8"]
    early = "\n".join([*lines, "Huang"])
    late = "\n".join(
        [*lines, "Player 0 Draw B3", "Player 0 Play B3", "Player 3 Peng B3", "Player 3 Play W6", "Huang"]
    )
    late = late.replace(OTHERS[2], "B3 B3 W6 W7 W7 B2 B6 B6 B7 B7 T2 T6 T6").replace(
        "B2 B2 B2 B3 B4", "B2 B2 B2 B1 B4"
    )
    ruleset = ruleset_from_text(text)
    for log, agrees in ((early, False), (late, True)):
        report = referee(read_log(log.encode()), ruleset)
        assert not report.fault_count
        assert report.agrees is agrees


def test_a_match_without_what_viewers_see_is_judged() -> None:
    moves = [("0 DRAW W1", {}), ("0 PLAY W1", {}), ("1 DRAW T9", {}), ("1 PLAY T9", {})]
    (win,) = referee(read_log(said(moves, {}, [112, -96, -8, -8]))).wins
    assert (win.claim.player, win.claim.source, win.payments) == (0, 1, (112, -96, -8, -8))
    mistake = read_log(said(moves, {}, [10, 10, -30, 10])).deals[0]
    assert "a player made a mistake" in str(mistake.troubles[0].message)


@pytest.mark.parametrize(("fan", "topics"), [
    ("Fan 88 十三幺*1", []), ("Fan 88 ???*1", []), ("Fan 80 十三幺*1", ["total"]),
    ("Fan 88 清一色*1", ["patterns"]), ("", []),
])  # fmt: skip
def test_the_fan_of_a_match_are_compared(fan: str, topics: list[str]) -> None:
    lines = ["Match x", "Wind 1", *(f"Player {at} Deal {hand}" for at, hand in enumerate((ORPHANS, *OTHERS)))]
    lines += [
        "Player 0 Draw W1",
        "Player 0 Play W1",
        "Player 1 Draw T9",
        "Player 1 Play T9",
        "Player 0 Hu T9",
    ]
    text = "\n".join([*lines, fan, "Score 112 -96 -8 -8"])
    report = referee(read_log(text.encode()))
    assert [one.topic for _, one in report.differs] == topics
    assert not report.fault_count
    for other in (text.lower(), text.replace("Match x\n", "")):
        again = referee(read_log(other.encode()))
        assert (again.differs, again.fault_count) == (report.differs, 0)
    assert len(read_log(f"{text}\n{text}".replace("Match x\n", "").encode()).deals) == 2
    no_wind = referee(read_log(text.replace("Wind 1\n", "").encode()))
    assert [str(one.message) for one in no_wind.deals[0].troubles] == ["'Wind' is missing"]


# ---- rules that would agree

ROUNDED = MadeUpDeal(
    ("234m345p67p678s55s", "147m28p369s13456z", "147m28p369s13467z", "19m258p1239s4567z"),
    "A+9m A-9m B+1z B-1z C+8p C-8p", (12000, 0, -12000, 0), "A", "C", indicator="4s", points=12000, sheet=30,
)  # fmt: skip
"""A win of 4 han 30 fu, paid as mangan."""


@pytest.mark.slow
def test_several_options_and_rulesets_are_proposed() -> None:
    assert RulesProposal("ema", (("red_fives", 0),)).arguments == "-r ema -o red_fives=0"
    slow = replace(DOUBLE, honba=1, scores=(37000, 25000, 13000, 25000), paid=(13300, -4100, -4100, -4100))
    report = referee(read_log(as_mjai([ROUNDED, slow])))
    found = proposals(report)
    assert {*found[0].options} == {("kiriage_mangan", True), ("ippatsu", False)}
    assert any(proposal.ruleset for proposal in found)
    for proposal in some(found):
        options = dict(proposal.options)
        again = referee(report.game, proposal.ruleset or report.ruleset.id, options or None)
        assert not any(one.win for _, one in again.differs), proposal


def test_an_option_is_proposed_that_adds_a_circumstance() -> None:
    """The first discard is won on, which the rules in use have no name for."""
    first = MadeUpDeal(
        ("147m258p369s1234z", "234m345p67p678s55s", "147m28p369s13467z", "19m258p1239s4567z"),
        "A+8p A-8p", (-32000, 32000, 0, 0), "B", "A", indicator="4z",
    )  # fmt: skip
    found = proposals(referee(read_log(as_mjai([first]))))
    assert RulesProposal(options=(("renhou", "yakuman"),)) in found


NINE = MadeUpDeal(
    ("19m19p19s1234z567s", "234m345p67p678s55s", "147m28p369s13467z", "258m258p235s4567z"),
    "A+8p", (0, 0, 0, 0), word="kyushukyuhai",
)  # fmt: skip


@pytest.mark.slow
def test_rulesets_are_proposed_that_draw_deals_as_the_log_does() -> None:
    report = referee(read_log(as_mjai([NINE])), "m-league")
    assert [one.topic for _, one in report.differs] == ["draw"]
    found = proposals(report)
    assert all(one.agrees and one.ruleset for one in some(found))
    for proposal in some(found):
        assert referee(report.game, proposal.ruleset).agrees
    assert "With -r" in as_text(game_report(report))


@pytest.mark.parametrize(("deal", "ends", "options"), [
    (DOUBLE, b"430,33.0,190,-1.0,190,-21.0,190,-31.0", {"first_takes_oka": False}),
    (ROUNDED, b"370,27.0,250,5.0,130,-37.0,250,-15.0", {"kiriage_mangan": True, "first_takes_oka": False}),
])  # fmt: skip
def test_options_are_proposed_that_end_a_game_as_the_log_does(
    deal: MadeUpDeal, ends: bytes, options: dict[str, object]
) -> None:
    """The first player does not take what all paid to begin with; in the second game a win differs, too."""
    log = as_mjlog([deal]).replace(b"/></mjloggm>", b' owari="' + ends + b'"/></mjloggm>')
    report = referee(read_log(log))
    assert not report.agrees
    (found,) = proposals(report)
    assert (dict(found.options), found.ruleset, found.agrees) == (options, "", True)
    assert referee(report.game, options=dict(found.options)).agrees


def test_rules_that_are_assumed_are_named_with_check(tmp_path: object) -> None:
    path = f"{tmp_path}/game.jsonl"
    with open(path, "wb") as file:
        file.write(as_mjai([DOUBLE]))
    assert "tenhou is assumed" in " ".join(run("replay", path, "--check").output.split())


def test_the_patterns_of_a_log_have_our_ids_beside_its_own_words() -> None:
    report = referee(read_log(as_mjlog([replace(DOUBLE, yaku="21,2,2,1,99,3")])))
    (win,) = report.wins
    assert win.log_patterns is not None
    assert [tuple(one) for one in win.log_patterns] == [
        ("21", 2, ("double_riichi",)), ("2", 1, ("ippatsu",)), ("99", 3, ()),
    ]  # fmt: skip
    log = report_data(report)["deals"][0]["wins"][0]["log"]
    assert log["patterns"] == [["21", 2], ["2", 1], ["99", 3]]
    assert log["pattern_ids"] == [["double_riichi"], ["ippatsu"], []]


def test_a_win_of_a_match_needs_what_it_pays() -> None:
    lines = ["Match x", "Wind 1", *(f"Player {at} Deal {hand}" for at, hand in enumerate((ORPHANS, *OTHERS)))]
    lines += ["Player 0 Draw W1", "Player 0 Hu W1", "Fan 88 十三幺*1"]
    assert [str(one.message) for one in read_log("\n".join(lines).encode()).deals[0].troubles] == [
        "'Score' is missing"
    ]
