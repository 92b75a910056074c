"""The payment table says what the engine pays, cell by cell, and agrees with printed tables."""

from __future__ import annotations

import pytest

from scorer.engine.partial import sources_of
from scorer.engine.results import Score
from scorer.errors import InputError, NotAWinner
from scorer.hand import Hand, Situation
from scorer.language.vocabulary import Source
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset, score_hand
from scorer.teach.payment_table import (
    HandCount,
    PaymentCase,
    PaymentCell,
    PaymentGrid,
    PaymentRow,
    PaymentTable,
    amount_formulas,
    least_total,
    share_formula,
)
from scorer.teach.points import HowWon, points_of
from tests.support.loops import some
from tests.support.shipped import each_box
from tests.support.small import made

# The table that every riichi book prints: dealer or not, discard or self-draw (each, then the dealer).
PRINTED = {
    (False, False): {25: "- 1600 3200 6400", 30: "1000 2000 3900 7700", 40: "1300 2600 5200 8000",
                     50: "1600 3200 6400 8000", 60: "2000 3900 7700 8000", 70: "2300 4500 8000 8000",
                     80: "2600 5200 8000 8000", 90: "2900 5800 8000 8000", 100: "3200 6400 8000 8000",
                     110: "3600 7100 8000 8000"},
    (False, True): {20: "- 400/700 700/1300 1300/2600", 25: "- - 800/1600 1600/3200",
                    30: "300/500 500/1000 1000/2000 2000/3900", 40: "400/700 700/1300 1300/2600 2000/4000",
                    50: "400/800 800/1600 1600/3200 2000/4000", 60: "500/1000 1000/2000 2000/3900 2000/4000",
                    70: "600/1200 1200/2300 2000/4000 2000/4000", 110: "900/1800 1800/3600 2000/4000 2000/4000"},
    (True, False): {25: "- 2400 4800 9600", 30: "1500 2900 5800 11600", 40: "2000 3900 7700 12000",
                    50: "2400 4800 9600 12000", 60: "2900 5800 11600 12000", 70: "3400 6800 12000 12000",
                    110: "5300 10600 12000 12000"},
    (True, True): {20: "- 700 1300 2600", 25: "- - 1600 3200", 30: "500 1000 2000 3900",
                   40: "700 1300 2600 4000", 110: "1800 3600 4000 4000"},
}  # fmt: skip


def text_of(cell: PaymentCell | None) -> str:
    return "/".join(str(amount) for _, amount in cell.shares) if cell else "-"


def grid_of(table: PaymentTable, case: PaymentCase) -> PaymentGrid | None:
    return next((grid for grid in table.grids if grid.case == case), None)


@pytest.mark.parametrize(("dealer", "self_draw"), PRINTED)
def test_the_grids_of_riichi_are_those_of_the_books(dealer: bool, self_draw: bool) -> None:
    grid = grid_of(PaymentTable(load_ruleset("riichi")), PaymentCase(dealer, self_draw))
    assert grid is not None
    assert grid.totals == (1, 2, 3, 4)
    rows = {sheet: " ".join(map(text_of, cells)) for sheet, cells in grid.rows}
    assert {sheet: rows.get(sheet) for sheet in PRINTED[dealer, self_draw]} == PRINTED[dealer, self_draw]


def test_twenty_fu_stand_in_no_row_of_discards() -> None:
    grid = grid_of(PaymentTable(load_ruleset("riichi")), PaymentCase(False, False))
    assert grid is not None
    assert 20 not in dict(grid.rows)


def test_limits_are_rows_with_the_totals_that_reach_them() -> None:
    table = PaymentTable(load_ruleset("riichi"))
    rows = [(e.low, e.high, e.tier, e.limit.id if e.limit else "", e.cells[0].points) for e in table.entries]
    assert rows[:5] == [
        (5, 5, 0, "mangan", 8000),
        (6, 7, 0, "haneman", 12000),
        (8, 10, 0, "baiman", 16000),
        (11, 12, 0, "sanbaiman", 24000),
        (13, None, 0, "counted_yakuman", 32000),
    ]
    assert [(tier, points) for _, _, tier, _, points in rows[5:]] == [(1, 32000), (2, 64000), (3, 96000)]


def test_options_change_the_cells() -> None:
    grid = grid_of(PaymentTable(load_ruleset("riichi", {"kiriage_mangan": True})), PaymentCase(False, False))
    assert grid is not None
    assert dict(grid.rows)[30][3].points == 8000
    spicy = PaymentTable(load_ruleset("pocket-mahjong", {"payment_table": "spicy"}))
    assert [entry.cells[0].points for entry in spicy.entries[-2:]] == [2 * 2048, 2 * 4096]


def test_where_the_dealer_is_like_anybody_there_is_one_column_for_each_way_to_win() -> None:
    assert PaymentTable(load_ruleset("pocket-mahjong")).cases == (
        PaymentCase(False, False),
        PaymentCase(False, True),
    )


def test_where_values_grow_without_end_the_rows_are_the_patterns() -> None:
    table = PaymentTable(load_ruleset("ponjan"))
    rows = [(entry.patterns[0].id, *(text_of(cell) for cell in entry.cells)) for entry in table.entries]
    assert rows[0] == ("triple", "100", "100", "200", "200")
    assert rows[-1] == ("any_three_sets", "3", "3", "6", "6")
    assert len(rows) == len(load_ruleset("ponjan").patterns)


def test_counters_and_sticks_are_told() -> None:
    table = PaymentTable(load_ruleset("sanma"))
    assert [text_of(cell) for cell in table.counters] == ["200", "100", "200", "100"]
    assert table.stick == 1000


FROM_DEALER = """
unit: points
patterns: [{id: any, name: any, definition: any, value: 3, when: shape(it)}]
shapes: {it: {sets: 1, pair: 1}}
base: total
payment:
  discard: {discarder: 2 * base if dealer or from_dealer else base}
  self_draw: {dealer: 2 * base, each: 2 * base if dealer else base}
"""


def test_a_discard_of_the_dealer_has_its_own_column_where_it_costs_more() -> None:
    table = PaymentTable(made(FROM_DEALER))
    assert [(c.dealer, c.self_draw, c.from_dealer) for c in table.cases][:2] == [
        (False, False, False),
        (False, False, True),
    ]
    assert [text_of(cell) for cell in table.entries[0].cells] == ["3", "6", "3/6", "6", "6"]


# ---- the table and the engine agree


def case_of(score: Score, table: PaymentTable) -> PaymentCase | None:
    situation = score.situation
    cases = [case for case in table.cases if case.self_draw == situation.self_draw]
    if any(case.dealer for case in table.cases):
        cases = [case for case in cases if case.dealer == (situation.seat == "E")]
    if any(case.from_dealer is not None for case in cases):
        cases = [case for case in cases if case.from_dealer == (situation.discarder == "E")]
    return cases[0] if len(cases) == 1 else None


def cell_of(score: Score, table: PaymentTable, case: PaymentCase) -> PaymentCell | None:
    best, grid = score.best, grid_of(table, case)
    if grid and not best.worth.tier and best.worth.total in grid.totals and best.sheet:
        if best.sheet.total > (table.sheets[-1] or 0):
            return None  # a table has so many rows, and the sheet of some games has no end
        cells = dict(grid.rows).get(best.sheet.total)
        assert cells is not None, f"no row for {best.sheet.total}"
        cell = cells[grid.totals.index(best.worth.total)]
        assert cell is not None, f"the table says that no hand has {best.worth.total} with {best.sheet.total}"
        return cell
    entry = next((entry for entry in table.entries if stands_for(entry, score)), None)
    return entry.cells[table.cases.index(case)] if entry else None


def stands_for(entry: PaymentRow, score: Score) -> bool:
    if entry.tier or score.best.worth.tier:
        return entry.tier == score.best.worth.tier
    high = entry.high if entry.high is not None or entry.patterns else 10**9
    return entry.low <= score.best.worth.total <= (entry.low if high is None else high)


def shares_of(score: Score) -> dict[str, float]:
    shares = [share for share in score.best.payments.shares if share.part == "hand"]
    return {share.role: share.amount / share.players for share in shares}


def is_paid_apart(hand: Hand, situation: Situation, ruleset: Ruleset) -> bool:
    """Whether a hand is paid by more than its count: by flowers, jokers or what is said of it."""
    has_joker = "joker" in map(ruleset.tileset.tile_role, hand.tiles)
    if ruleset.amounts and (hand.flowers or has_joker or situation.circumstances):
        return True
    base = ruleset.base
    return bool(
        situation.circumstances and base is not None and Source.CIRCUMSTANCES in sources_of(base, ruleset)
    )


def test_what_is_paid_apart_stands_in_no_cell() -> None:
    table = PaymentTable(load_ruleset("filipino"))
    cells = [cell for entry in table.entries if entry.low == 100 for cell in entry.cells]
    assert [(text_of(cell), cell.points) for cell in cells] == [("200/100", 400), ("200", 600)]


@pytest.mark.parametrize("name", each_box())
def test_sampled_hands_are_paid_as_the_table_says(name: str) -> None:
    ruleset = load_ruleset(name)
    table, compared = PaymentTable(ruleset), 0
    for hand, situation in some(sample_hands(ruleset, 11, 600)):
        if compared > 5:
            break
        if not situation.self_draw and situation.discarder is None:
            continue  # the table asks whether the dealer discarded
        if is_paid_apart(hand, situation, ruleset):
            continue
        try:
            score = score_hand(ruleset, hand, situation)
        except NotAWinner:
            continue
        case = case_of(score, table)
        if case is None or situation.liable or score.best.payments.shares == ():
            continue
        cell = cell_of(score, table, case)
        if cell is None or not cell.shares:  # values of several patterns, added up
            assert not ruleset.highest_only or {pattern.id for pattern in table.varying} & set(score.patterns)
            if ruleset.amounts or ruleset.highest_only:
                continue  # there the patterns decide more than the total
            worth, sheet = score.best.worth, score.best.sheet
            count = HandCount(worth.total, sheet.total if sheet else None, worth.tier)
            cell = table.case_payment(case, count).payment_cell()
        if score.best.worth.limit == cell.limit:
            assert {role: float(amount) for role, amount in cell.shares} == shares_of(score)
            compared += 1
    assert compared > 5


# ---- formulas


@pytest.mark.parametrize(
    ("name", "options", "formulas"),
    [
        ("riichi", {}, ["4 x fu, doubled for each han"]),
        ("ponjan", {}, ["total, doubled if the winner is the dealer"]),
        ("pocket-mahjong", {}, ["half-spicy portions for the fan"]),
        ("pocket-mahjong", {"payment_table": "spicy"}, ["spicy portions for the fan"]),
        (
            "guangdong",
            {},
            [
                "2 if the hand has no ghost, otherwise 1",
                "1, doubled for each of the ghosts discarded",
                "fan x factor without ghosts x factor of discarded ghosts",
            ],
        ),
    ],
)
def test_formulas_are_written_with_the_options_put_in(
    name: str, options: dict[str, str], formulas: list[str]
) -> None:
    assert [item.text for item in amount_formulas(load_ruleset(name, options))] == formulas


def test_shares_are_written_for_each_case() -> None:
    riichi, ponjan = load_ruleset("riichi"), load_ruleset("ponjan", {"ron_triple": True})
    assert (
        share_formula(riichi, PaymentCase(False, True))
        == "2 x base from the dealer; base from each other player"
    )
    assert share_formula(riichi, PaymentCase(True, False)) == "6 x base from the discarder"
    assert share_formula(ponjan, PaymentCase(False, False)) == "winner's points x 3 from the discarder"
    guangdong = load_ruleset("guangdong")
    assert share_formula(guangdong, PaymentCase(False, True)) == "points from each player"


def test_a_game_won_by_self_draw_only_has_no_payments_for_a_discard() -> None:
    assert [case.self_draw for case in PaymentTable(load_ruleset("hongzhong")).cases] == [True]
    assert not all(case.self_draw for case in PaymentTable(load_ruleset("ponjan")).cases)


def test_a_pattern_that_has_a_limit_of_its_own_is_paid_by_it() -> None:
    rows = {entry.low: entry for entry in PaymentTable(load_ruleset("zung-jung")).entries}
    assert rows[480].cells[-1].shares == (("each", 480),)
    assert rows[480].limit is not None
    assert rows[480].limit.id == "limit_hand"


def test_units_of_a_tier_are_told_from_the_least_that_a_pattern_has() -> None:
    assert [entry.tier for entry in PaymentTable(load_ruleset("british")).entries if entry.tier] == [
        500,
        1000,
    ]
    assert [entry.tier for entry in PaymentTable(load_ruleset("riichi")).entries if entry.tier][:2] == [1, 2]


def test_a_win_with_the_first_tile_has_no_payment_on_a_discard() -> None:
    table = PaymentTable(load_ruleset("taiwanese"))
    first = table.entries[0]
    assert [pattern.id for pattern in first.patterns] == ["heavenly_win"]
    paid = [case for case, cell in zip(table.cases, first.cells, strict=True) if cell.shares]
    assert [(case.dealer, case.self_draw) for case in paid] == [(True, True)]


# ---- counts that no hand has


@pytest.mark.parametrize("name", ["riichi", "ema-2016", "mahjong-soul", "sanma"])
def test_a_count_that_no_hand_has_has_no_cell(name: str) -> None:
    rules = load_ruleset(name)
    assert [least_total(rules, fu, True) for fu in (20, 30, 100, 110, 140)] == [2, 1, 1, 2, None]
    assert [least_total(rules, fu, False) for fu in (20, 30, 100, 110, 150)] == [None, 1, 1, 1, None]


def test_a_count_that_no_hand_certainly_has_is_refused_with_the_nearest_counts() -> None:
    with pytest.raises(InputError, match="no self-draw has 1 han 190 fu; nearest: 1 han 100 fu"):
        points_of(load_ruleset("riichi"), "1 190", HowWon(self_draw=True))
    with pytest.raises(InputError, match="no win on a discard has 1 han 20 fu; nearest: 1 han 30 fu"):
        points_of(load_ruleset("riichi"), "1 20", HowWon(self_draw=False))


@pytest.mark.parametrize(
    ("count", "self_draw", "note", "paid"),
    [
        ("1 110", True, "no self-draw with 1 han 110 fu was found; nearest: 1 han 100 fu and 2 han 110 fu", 3600),
        ("1 130", None, "no hand with 1 han 130 fu was found; nearest: 1 han 110 fu and 4 han 130 fu", 4200),
    ],
)  # fmt: skip
def test_a_count_that_no_hand_is_known_to_have_is_paid_with_a_note(
    count: str, self_draw: bool | None, note: str, paid: int
) -> None:
    points = points_of(load_ruleset("riichi"), count, HowWon(self_draw=self_draw))
    assert [str(one) for one in points.notes] == [note]
    first = points.rows[0][1][0]
    assert first is not None and first.payments.points == paid


@pytest.mark.parametrize("name", each_box())
def test_the_count_of_a_hand_is_never_refused(name: str) -> None:
    ruleset = load_ruleset(name)
    table, compared = PaymentTable(ruleset), 0
    for hand, situation in some(sample_hands(ruleset, 23, 200)):
        try:
            score = score_hand(ruleset, hand, situation)
        except NotAWinner:
            continue
        worth, sheet = score.worth, score.sheet
        if worth.tier or (ruleset.sheet is not None and (sheet is None or sheet.total not in table.sheets)):
            continue
        count = HandCount(worth.total, sheet.total if sheet else None)
        assert table.may_have_hand(PaymentCase(situation.seat == "E", situation.self_draw), count), score
        compared += 1
    assert compared


def test_a_count_is_paid_without_a_secondary_score_that_every_hand_has() -> None:
    points = points_of(load_ruleset("kansai-sanma"), "1")
    assert [paid.payments.points for paid in points.rows[0][1] if paid] == [1000, 2000, 2000, 2000]


def test_a_count_without_a_way_of_winning_is_looked_up_as_in_a_printed_table() -> None:
    points = points_of(load_ruleset("riichi"), "1 110")
    paid = [cell.payments.points if cell else 0 for cell in points.rows[0][1]]
    assert paid == [3600, 3600, 5300, 5400]
    assert [str(note) for note in points.notes] == [
        "no self-draw with 1 han 110 fu was found; nearest: 1 han 100 fu and 2 han 110 fu"
    ]
    assert not points_of(load_ruleset("riichi"), "2 110").notes
