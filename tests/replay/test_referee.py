"""Circumstances, draws, counters and scores follow from the events of a deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer import load_ruleset
from scorer.questions.games import game_report
from scorer.replay.chances import passed_wins
from scorer.replay.evening import events_of_report
from scorer.replay.read import read_log
from scorer.replay.referee import Report, referee, referee_many
from scorer.replay.report import mismatch_text
from scorer.replay.suggestions import agreeing_options
from scorer.replay.view import ReportView
from scorer.table.events import Win
from scorer.writing import as_text
from tests.replay.made_up import MadeUpDeal, as_mjai, as_mjlog
from tests.support.loops import some

OTHERS = ("147m258p369s3456z", "147m248p369s3456z", "47m2258p369s4567z")
DOUBLE = MadeUpDeal(
    ("123m456p789s1122z", *OTHERS),
    "A+7z A! A-7z B+3z B-3z C+4z C-4z D+5z D-5z A+1z",
    (19000, -6000, -6000, -6000),
    "A",
    sheet=30,
    points=18000,
    yaku="21,2,2,1,0,1,10,1,14,1",
)
"""Double riichi, ippatsu, self-draw and both winds: 6 han."""
AFTER = replace(
    DOUBLE, hands=("19m19p19s1234z258m", *OTHERS), moves="A+5z", paid=(0, 0, 0, 0), winner="", word="yao9"
)
QUIET = replace(AFTER, honba=1, scores=(43000, 19000, 19000, 19000))
"""Nine terminals, as the deal after DOUBLE."""


def refereed(*deals: MadeUpDeal, **options: bool | int | str) -> Report:
    return referee(read_log(as_mjai(deals)), options=options or None)


def test_a_win_is_derived_scored_and_compared() -> None:
    report = refereed(DOUBLE)
    (win,) = report.wins
    assert win.line == {
        "hand": "123m456p789s1122z +1z", "win": "tsumo", "seat": "E", "round": "E",
        "with": ["double_riichi", "ippatsu"], "dora": "1p", "ura": "9p", "honba": 0, "sticks": 1,
    }  # fmt: skip
    assert win.score is not None
    assert win.score.points == 18000
    assert report.agrees
    assert report.deals[0].scores_after == (43000, 19000, 19000, 19000)


def ron(*calls: str) -> MadeUpDeal:
    """A declares on the first turn; C discards the winning tile."""
    moves = " ".join(["A+7z A! A-7z B+3z B-3z C+4z", *calls])
    return replace(DOUBLE, moves=moves, source="C", paid=(0, 0, 0, 0))


WINS = {
    "first discard after the declaration": (
        replace(
            DOUBLE,
            hands=("123m456p789s1122z", *OTHERS[:2], "47m2258p369s1467z"[:17]),
            moves="A+7z A! A-7z B+3z B-3z C+1z C-1z",
            source="C",
        ),
        ["double_riichi", "ippatsu"],
    ),
    "a call ends ippatsu, and the next turn too": (
        replace(
            DOUBLE,
            moves="A+7z A! A-7z B+3z B-3z C+4z C-4z D+5z D-5z A+7m A-7m B+5z B-5z C+1z C-1z",
            source="C",
        ),
        ["double_riichi"],
    ),
    "no declaration in the second turn is a double one": (
        replace(
            DOUBLE,
            moves="A+7z A-7z B+3z B-3z C+4z C-4z D+5z D-5z A+7m A! A-7m B+1z B-1z",
            source="B",
        ),
        ["riichi", "ippatsu"],
    ),
    "before any discard it is a heavenly hand": (
        replace(DOUBLE, moves="A+1z"),
        ["tenhou"],
    ),
    "the first draw of another player is an earthly hand": (
        replace(
            DOUBLE,
            hands=(OTHERS[0], "123m456p789s1122z", *OTHERS[1:]),
            moves="A+7z A-7z B+2z",
            winner="B",
        ),
        ["chiihou"],
    ),
    "a kong brings a replacement tile": (
        replace(
            DOUBLE,
            hands=("123m456p1119s111z", *OTHERS),
            moves="A+1z A[1z1z1z1z] *8s A+9s",
        ),
        ["rinshan"],
    ),
}


@pytest.mark.parametrize("name", WINS)
def test_circumstances_follow_from_the_events(name: str) -> None:
    deal, wanted = WINS[name]
    (win,) = refereed(deal).wins
    assert win.line is not None
    assert win.line.get("with", []) == wanted


LOCAL = {
    "the discard of a declaration": (
        [replace(DOUBLE, moves="A+7z A-7z B+2z B! B-2z", source="B")],
        ["tsubame_gaeshi"],
    ),
    "the discard after a kong": (
        [
            replace(
                DOUBLE,
                hands=("123m456p789s1122z", "147m258p333s3456z", *OTHERS[1:]),
                moves="A+7z A-7z B+3s B[3s3s3s3s] *8s B+2z B-2z",
                source="B",
            )
        ],
        ["kanburi"],
    ),
    "the second kong in a row": (
        [
            replace(
                DOUBLE,
                hands=("123m67s99m111z777p", *OTHERS),
                moves="A+1z A[1z1z1z1z] *8p A+7p A[7p7p7p7p] *9p A+8s",
            )
        ],
        ["rinshan", "renkaihou"],
    ),
    "the eighth win in a row": (
        [replace(DOUBLE, honba=honba) for honba in range(8)],
        ["double_riichi", "ippatsu", "paarenchan"],
    ),
}


@pytest.mark.parametrize("name", LOCAL)
def test_circumstances_of_local_yaku_follow_from_the_events(name: str) -> None:
    deals, wanted = LOCAL[name]
    line = refereed(*deals, local_yaku="all").wins[-1].line
    assert line is not None
    assert line["with"] == wanted


def test_a_robbed_kong_is_seen() -> None:
    deal = MadeUpDeal(
        ("234m456p789s22z67p", "147m258p369s3456z", "88p147m258m369s56z", "47m2258p369s4567z"),
        "A+7z A-7z B+8p B-8p C<8p:8p8p C-5z D+1z D-1z A+1z A-1z B+3z B-3z C+8p C^8p",
        (0, 0, 0, 0), "A", "C",
    )  # fmt: skip
    (win,) = refereed(deal).wins
    assert win.line is not None
    assert win.line["with"] == ["chankan"]


def test_a_kong_that_was_called_as_a_triplet_is_known() -> None:
    deal = MadeUpDeal(
        ("123m456p5578s277z", "147m258p369s3456z", "147m258p369s3456z", "47m2358p369s456z1z"),
        "A+1z A-1z B+7z B-7z A<7z:7z7z A-2z B+2z B-2z C+3z C-3z D+4z D-4z A+7z A^7z *8s A+9s",
        (0, 0, 0, 0), "A",
    )  # fmt: skip
    (win,) = refereed(deal).wins
    assert win.line is not None
    assert (win.line["hand"], win.line["with"]) == ("123m456p5578s (777z+7z) +9s", ["rinshan"])
    assert win.score is not None
    assert win.score.hand.melds[0].is_added


def test_who_fed_the_third_set_of_dragons_is_liable() -> None:
    deal = MadeUpDeal(
        ("234m5566677z22p5z"[:17], "147m258p369s347z5z"[:18], "147m248p369s346z4z"[:18], "47m2358p369s4z57z"[:18]),
        "", (0, 0, 0, 0), "A",
    )  # fmt: skip
    hands = ("23m556677z22p345s", "147m258p369s34z57z", "147m248p369s34z66z", "47m2358p369s44z57z")
    moves = (
        "A+9m A-9m B+1z B-5z A<5z:5z5z A-3s B+1s B-7z A<7z:7z7z A-4s B+2s B-2s C+1s C-6z A<6z:6z6z A-5s B+3z B-3z "
        "C+9p C-9p D+9p D-9p A+4m"
    )
    deal = replace(deal, hands=hands, moves=moves)
    (win,) = refereed(deal).wins
    assert win.line is not None
    assert win.line["pao"] == {"daisangen": "W"}


def test_a_false_payment_is_told() -> None:
    report = refereed(replace(DOUBLE, paid=(18000, -6000, -6000, -6000)))
    assert [(deal, one.topic) for deal, one in report.differs] == [("E1", "payments")]


def test_each_deal_follows_from_the_one_before() -> None:
    assert refereed(DOUBLE, QUIET).agrees
    wrong = {
        "counters": replace(QUIET, honba=2),
        "sticks": replace(QUIET, sticks=1),
        "scores": replace(QUIET, scores=(43000, 19000, 20000, 18000)),
        "dealer": replace(QUIET, turn=2),
    }
    for what, deal in some(wrong.items()):
        assert what in {one.topic for _, one in refereed(DOUBLE, deal).differs}


def test_a_lie_about_the_start_is_told_once_where_the_result_has_the_truth() -> None:
    third = replace(QUIET, honba=2)
    lying = replace(QUIET, honba=1, scores=(43000, 19000, 20000, 19000))
    report = referee(read_log(as_mjlog([DOUBLE, lying, third], results=["", RESULT, ""])))
    assert [(deal, one.topic) for deal, one in report.differs] == [("E1.1", "scores")]


RESULT = '<RYUUKYOKU type="yao9" ba="1,0" sc="430,0,190,0,190,0,190,0"/>'


def test_a_draw_is_known_by_its_events() -> None:
    report = refereed(AFTER)
    draw = report.deals[0].draw
    assert draw is not None
    assert draw.rule is not None
    assert draw.rule.id == "nine_terminals"
    assert report.deals[0].next_deal is not None
    assert (report.deals[0].next_deal.dealer, report.deals[0].next_deal.honba) == (0, 1)


def test_another_reason_for_a_draw_is_told() -> None:
    four = replace(AFTER, word="suchareach")
    assert [one.topic for _, one in refereed(four).differs] == ["draw"]


def test_an_unknown_word_for_a_draw_is_a_note() -> None:
    report = refereed(replace(AFTER, word="waltz"))
    assert report.agrees
    assert "'waltz'" in str(report.notes[-1])


def test_an_unknown_word_for_a_draw_that_is_none_is_told() -> None:
    report = refereed(replace(AFTER, word="waltz", moves="A+5z A-5z"))
    ((_, difference),) = report.differs
    assert (difference.topic, difference.log, difference.rules) == ("draw", "waltz", "none")
    text = mismatch_text(difference, report, ReportView())
    assert text == "the log has waltz, but the rules give no draw"


def test_the_wins_of_a_log_may_be_nobodys_by_other_rules() -> None:
    hands = ("19m19p19s1234567z", "46p123456m789s22z", "46p123456m789s33z", "46p234567m678s55s")
    deal = replace(DOUBLE, hands=hands, moves="A+5p A-5p", winner="D", source="A")
    *lines, win, end, _ = as_mjai([deal]).splitlines()
    wins = [win.replace(b'"actor": 3', b'"actor": %d' % player) for player in (1, 2, 3)]
    report = referee(read_log(b"\n".join([*lines, *wins, end])), "tenhou")
    assert report.wins[2].payments == (0, 0, 0, 0)


def test_a_tile_that_is_shown_more_often_than_it_exists_is_told() -> None:
    report = refereed(replace(AFTER, moves="A+4z"), replace(QUIET, scores=AFTER.scores))
    assert [[str(one.message) for one in deal.troubles] for deal in report.deals] == [
        ["the log shows 5 copies of 4z, but there are 4"],
        [],
    ]


@pytest.mark.parametrize("place", [0, 1])
def test_scores_and_payments_for_another_number_of_players_are_left_out(place: int) -> None:
    game = read_log(as_mjlog([DOUBLE, QUIET, AFTER]))
    deals = list(game.deals)
    wins = tuple(replace(win, payments=(12000, -6000, -6000)) for win in deals[place].wins)
    draw = deals[place].draw and replace(deals[place].draw, payments=(0, 0, 0))
    deals[place] = replace(deals[place], scores=(35000,) * 3, wins=wins, draw=draw)
    report = referee(replace(game, deals=tuple(deals)))
    assert [len(deal.scores_before or ()) for deal in report.deals][1:] == [4, 4]
    assert not report.agrees


def test_a_win_of_which_nothing_shows_the_discarder_is_not_scored() -> None:
    game = read_log(as_mjlog([DOUBLE]))
    (deal,) = game.deals
    wins = tuple(replace(win, source=-1) for win in deal.wins)
    report = referee(replace(game, names=(), deals=(replace(deal, wins=wins, events=()),)))
    assert (report.unchecked, report.wins[0].line) == (1, None)
    assert "A wins from ?" in as_text(game_report(report))
    assert not any(isinstance(event, Win) for event in events_of_report(report))


def test_an_option_that_makes_log_and_rules_agree_is_found() -> None:
    deal = MadeUpDeal(
        ("234m345p67p678s55s", *("147m28p369s13456z", "147m28p369s13467z", "19m258p1239s4567z")),
        "A+9m A-9m B+1z B-1z C+8p C-8p", (12000, 0, -12000, 0), "A", "C", indicator="4s",
    )  # fmt: skip
    report = refereed(deal)
    assert ("kiriage_mangan", True) in agreeing_options(report)


def test_many_games_are_scored_like_one() -> None:
    games = [
        read_log(as_mjai([DOUBLE, QUIET])),
        read_log(as_mjlog([DOUBLE])),
        read_log(as_mjai([ron("C-4z")])),
    ]
    together = referee_many(games)
    alone = [referee(game) for game in games]
    assert [[win.payments for win in report.wins] for report in together] == [
        [win.payments for win in report.wins] for report in alone
    ]


def test_other_rules_can_be_asked_for() -> None:
    report = referee(read_log(as_mjai([DOUBLE])), load_ruleset("m-league"))
    assert report.ruleset.id == "m-league"
    assert not any(one.win for _, one in report.differs)


def test_a_discard_that_too_many_claim_is_not_passed() -> None:
    """With three winners, the deal is drawn by the rules of the log; nobody let the tile go."""
    hands = ("19m19p19s1234567z", "46p123456m789s22z", "46p123456m789s33z", "46p234567m678s55s")
    drawn = MadeUpDeal(hands, "A+5p A-5p", (0, 0, 0, 0), word="sanchaho")
    report = refereed(drawn)
    assert report.agrees
    assert passed_wins(report, report.deals[0]) == ()
