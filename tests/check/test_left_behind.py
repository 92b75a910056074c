"""What rules leave behind: a rule goes with its pattern, a hand is paid by somebody, a worked hand loses no word."""

from __future__ import annotations

import pytest

from scorer.audit.report import Audit
from scorer.engine.examples import parse_example
from scorer.teach.payment_table import least_total
from tests.engine.test_second_sheet import sums
from tests.support.small import check_text, made, score

HEAD = "extends: riichi\nname: Club\n"
PINFU_DRAWN = "234m345p67p456s99s+8p tsumo"
WITHOUT_PINFU = ("drop: [pinfu]", "set: {pinfu.when: own_runs_only and discard}")


def told(changes: str) -> list[tuple[str, str, int]]:
    return [(one.code, one.severity, one.line) for one in check_text(f"{HEAD}{changes}\n")]


@pytest.mark.parametrize("changes", [*WITHOUT_PINFU, "set: {pinfu_by_self_draw: 'off'}"])
def test_without_pinfu_a_self_draw_has_its_fu(changes: str) -> None:
    ruleset = made(f"{HEAD}{changes}\n")
    assert sums(ruleset, PINFU_DRAWN) == ({"base": 20, "self_draw": 2}, 30)
    paid = score(ruleset, PINFU_DRAWN).payments
    assert dict(paid.transfers) == {"E": -500, "S": 1100, "W": -300, "N": -300}
    assert least_total(ruleset, 20, True) is None


def test_seven_pairs_that_are_no_yaku_have_no_fu_of_their_own() -> None:
    items, total = sums(made(f"{HEAD}drop: [chiitoitsu]\n"), "1199m4466p7799s2z+2z riichi")
    assert "seven_pairs" not in items
    assert total == 40


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "changes",
    [
        "drop: [pinfu]",
        "drop: [chiitoitsu]",
        "drop: [daisangen]",
        "set: {pinfu_self_draw.when: own_runs_only and self_draw}\ndrop: [pinfu]",
        "set: {pinfu_self_draw.when: own_runs_only and self_draw, pinfu.when: own_runs_only and discard}",
    ],
)
def test_what_a_pattern_leaves_behind_is_told(changes: str) -> None:
    assert "L910" in [code for code, _, _ in told(changes)]


@pytest.mark.parametrize(
    "changes", ["drop: [pinfu, pinfu_self_draw]", "drop: [ippatsu]", "set: {tanyao.value.open: 0}"]
)
def test_nothing_is_told_of_a_pattern_that_leaves_nothing_behind(changes: str) -> None:
    assert "L910" not in [code for code, _, _ in told(changes)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "changes",
    [
        "payment: {liability: {patterns: {daisangen: true}}}",
        "payment: {liability: {patterns: {daisangen: true}, self_draw: {liable: share}}}",
        "payment: {liability: {patterns: {daisangen: true}, discard: {liable: share}}}",
        "payment: {discard: {dealer: {discarder: 6 * base}}}",
        "payment: {self_draw: {dealer: {each: 0}, other: {each: base}}}",
        "payment: {discard: {each: 0 * base}}",
        "payment: {most: 0}",
        "set: {payment.discard.other.discarder: 0}",
        "set: {payment.self_draw.other: {dealer: 0, each: 0}}",
        "set: {payment.liability.self_draw.liable: 0}",
        "set: {payment.liability.discard: {}}",
        "set: {payment.discard.dealer.discarder: 6 * base if han >= 2 else 0}",
        "set: {payment.discard.dealer.discarder: 6 * base if self_draw else 0}",
        "set: {yakuman.base: 0}",
        "set: {mangan.base: 0}",
        "base: fu * 2 ** (han + 2) if dealer else 0",
        "base: fu * 2 ** (han + 2) if not from_dealer else 0",
        "set: {payment.discard.other.discarder: 4 * base if from_dealer else 0}",
        "set: {payment.discard.other.discarder: 0 if from_dealer else 4 * base}",
    ],
)
def test_a_hand_that_nobody_pays_is_an_error_where_it_comes_from(changes: str) -> None:
    codes = [code for code, severity, line in told(changes) if severity == "error" and line == 3]
    assert {*codes} & {"L705", "L706", "L707"}


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "game", ["hong-kong", "sichuan", "british", "classical", "zung-jung", "riichi", "ponjan"]
)
def test_a_base_of_nothing_is_told_at_the_base(game: str) -> None:
    problems = check_text(f"extends: {game}\nname: Club\nbase: 0\n")
    assert [(one.code, one.line) for one in problems if one.is_error] == [("L707", 3)]


def test_a_count_that_the_payment_table_does_not_have_is_found() -> None:
    fixed = "set: {pinfu_self_draw.when: own_runs_only and self_draw}\n"
    peace = "add: [{id: peace, value: {closed: 1}, when: own_runs_only, excludes: [pinfu, menzen_tsumo]}]\n"
    for changes, is_wrong in ((fixed + peace, True), (peace, False)):
        result = Audit(made(HEAD + changes))
        _, hand, situation = parse_example(PINFU_DRAWN, result.ruleset)
        result.add_sample((hand, situation))
        assert ("A108" in [one.code for one in result.findings]) == is_wrong


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "words",
    [
        "red_fives=0 red_fives=3",
        "seat=W seat=N",
        "honba=1 honba=2",
        "ron tsumo",
        "pao=daisangen:W pao=daisangen:N",
        "pao=daisangen:W,daisangen:N",
        "riichi riichi",
        "dora=1m dora=7s",
    ],
)
def test_nothing_is_said_twice_in_a_worked_hand(words: str) -> None:
    hand = "234p99p66z777z(555z)+6z" if "pao" in words else "99m345p345p34s678s+5s"
    assert [one[0] for one in told(f"hands:\n  {hand} {words}: {{han: 1}}")] == ["L801"]


@pytest.mark.parametrize("key", ["with", "counts", "points", "pays"])
def test_an_entry_of_a_worked_hand_without_a_value_is_told_by_its_name(key: str) -> None:
    found = check_text(f"{HEAD}hands:\n  99m345p345p34s678s+5s ron: {{{key}: }}\n")
    assert [(one.code, one.message.arguments) for one in found] == [("L202", (key,))]
