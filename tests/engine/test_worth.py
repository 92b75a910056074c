"""From awards to money: bonuses, the secondary score, tables, amounts, limits, payments, liability."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from textwrap import dedent
from typing import Any

import pytest

from scorer import scoring
from scorer.audit.differences import differences
from scorer.engine.configure import configure_ruleset
from scorer.engine.examples import parse_example
from scorer.engine.request import parse_request
from scorer.engine.score import score_readings
from scorer.engine.value import round_up
from scorer.errors import InputError, NotAWinner
from scorer.fast.interface import compile_engine
from scorer.hand import Request
from scorer.labels import step_lines
from scorer.language.formulas import Calculation, formula_text
from scorer.render.breakdown import breakdown_document, explanation_document
from scorer.render.rulesets import ruleset_page
from scorer.render.text import terminal_text
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from scorer.teach.advice import suggest_rulesets
from scorer.teach.why import explain_score
from scorer.tiles import name_in
from scorer.values import replace
from tests.cli.runs import run
from tests.support.loops import some
from tests.support.small import CLASSES, STANDARD, problems_of, read_text, score, usual

HAND = "123m456p78s555z11z+9s"

# ---- bonuses and the secondary score


def test_a_bonus_counts_its_value_for_each() -> None:
    text = """
    options: {gifts: {default: true}}
    patterns: [{id: it, value: 1}]
    bonuses:
    - {id: honors, value: 2, count: tiles(honor)}
    - {id: dealt, value: 7, when: dealer, enabled: gifts}
    - {id: grown, value: 1 + sets(pung)}
    """
    best = score(usual(text), f"{HAND} seat=W").best
    assert [(b.id, b.value, b.count, b.total) for b in best.bonuses] == [
        ("honors", 2, 5, 10),
        ("grown", 2, 1, 2),
    ]
    assert best.worth.total == 1 + 12
    assert [b.id for b in score(usual(text), f"{HAND} seat=E").best.bonuses] == ["honors", "dealt", "grown"]
    assert [b.id for b in score(usual(text), f"{HAND} seat=E gifts=false").best.bonuses] == [
        "honors",
        "grown",
    ]


def test_without_an_awarded_pattern_there_is_no_bonus() -> None:
    text = "patterns: [{id: it, value: 1, when: dealer}]\nbonuses: [{id: gift, value: 1}]\n"
    assert score(usual(text), f"{HAND} seat=W").best.bonuses == ()


def test_a_total_above_the_maximum_is_remembered_with_its_bonuses() -> None:
    text = """
    patterns: [{id: it, value: 1}, {id: proud, value: 3}]
    bonuses: [{id: gift, value: 2}]
    maximum: 5
    """
    worth = score(usual(text), f"{HAND} seat=W").best.worth
    assert (worth.total, worth.uncapped_total) == (5, 6)


def test_the_best_closed_value_is_the_largest_of_the_awards_even_of_an_open_hand() -> None:
    text = """
    patterns:
    - {id: it, value: {closed: 2, open: 1}}
    - {id: proud, value: {closed: 6, open: 2}}
    - {id: small, value: 1}
    - {id: absent, value: 9, when: dealer}
    base: 10 * best_closed_value + total
    """
    assert score(usual(text), f"{HAND} seat=W").best.worth.base == 60 + 9
    opened = "123m456p78s11z(555z)+9s"
    assert score(usual(text), f"{opened} seat=W").best.worth.base == 60 + 4


SHEET = """
unit: han
options: {ten: {default: 10}}
patterns: [{id: it, value: 1}]
fu:
  round_up_to: 10
  fixed:
  - {id: chows, fu: 20, when: all_sets(chow) and self_draw, name: {en: all runs}}
  - {fu: 25, when: all_sets(pung)}
  items:
  - {id: base, fu: 20}
  - {id: closed, fu: ten, when: concealed_hand and discard}
  - {id: drawn, fu: 2, when: self_draw}
  - {id: pung, fu: 4, each: pung & simple}
  - {id: honor, fu: 8, each: pung & honor}
  - {id: pair, fu: 2, each: pair & (dragon | seat_wind)}
base: fu * 2 ** (han + 2)
"""


@pytest.mark.parametrize(
    ("hand", "lines", "total", "base"),
    [
        (f"{HAND} ron", {"base": 20, "closed": 10, "honor": 8}, 40, 320),
        (f"{HAND} tsumo", {"base": 20, "drawn": 2, "honor": 8}, 30, 240),
        ("(222m)(333p)78s555z22z+9s seat=S", {"base": 20, "pung": 8, "honor": 8, "pair": 2}, 40, 320),
        ("123m456p78s789p11z+9s tsumo", {"chows": 20}, 20, 160),
        ("123m456p78s789p11z+9s ron", {"base": 20, "closed": 10}, 30, 240),
        ("222m333p444s555z1z+1z", {"fixed_2": 25}, 25, 200),
    ],
)
def test_the_second_sheet_adds_its_items_or_takes_the_first_fixed_line(
    hand: str, lines: dict[str, int], total: int, base: int
) -> None:
    best = score(usual(SHEET), hand).best
    assert best.sheet is not None
    assert {line.id: line.value for line in best.sheet.lines} == lines
    assert (best.sheet.total, best.worth.base) == (total, base)
    assert best.sheet.sum == sum(lines.values())


def test_an_item_tells_the_sets_that_it_counts() -> None:
    best = score(usual(SHEET), "(222m)(333p)78s555z22z+9s").best
    assert best.sheet is not None
    texts = {
        line.id: [usual(SHEET).tileset.format_tiles(best.reading.groups[p].tiles) for p in line.places]
        for line in best.sheet.lines
    }
    assert texts["pung"] == ["222m", "333p"]
    assert texts["base"] == []


# ---- tables, amounts, limits

MONEY = """
unit: faan
patterns: [{id: it, value: steps}]
options: {steps: {default: 3, from: 0, to: 20}}
tables:
  half_spicy: {0: 1, 1: 2, 2: 4, 3: 8, 4-6: 16, 7+: 32}
  paid: {columns: [discard, drawn], rows: {0-2: [100, 50], 3: [300, 150], 4: [0, 0], 5+: [900, 450]}}
amounts:
  raised: faan + 1
  spicy: {is: half_spicy(raised), name: {en: half spicy, ja: 半辣上}}
base: paid(faan, drawn) if self_draw else paid(faan, discard) + spicy
limits:
- {id: top, when: faan >= 13, base: 5000}
- {id: named, when: faan >= 7}
- {id: large, when: base > 800, base: 800}
"""


@pytest.mark.parametrize(
    ("words", "amounts", "base", "limit"),
    [
        ("ron", {"raised": 4, "spicy": 16}, 316, None),
        ("tsumo", {"raised": 4, "spicy": 16}, 150, None),
        ("ron steps=1", {"raised": 2, "spicy": 4}, 104, None),
        ("ron steps=4", {"raised": 5, "spicy": 16}, 16, None),
        ("ron steps=5", {"raised": 6, "spicy": 16}, 800, "large"),
        ("ron steps=7", {"raised": 8, "spicy": 32}, 932, "named"),
        ("tsumo steps=13", {"raised": 14, "spicy": 32}, 5000, "top"),
    ],
)
def test_tables_amounts_and_the_first_limit_that_fits_make_the_base(
    words: str, amounts: dict[str, int], base: int, limit: str | None
) -> None:
    best = score(usual(MONEY), f"{HAND} {words}").best
    assert dict(best.worth.amounts) == amounts
    assert best.worth.base == base
    assert (best.worth.limit.id if best.worth.limit else None) == limit


def test_every_step_shows_its_formula_and_the_same_with_numbers() -> None:
    steps = score(usual(MONEY), f"{HAND} ron").best.steps
    assert [(s.id, s.formula, s.result) for s in steps] == [
        ("raised", "faan + 1", 4),
        ("spicy", "half_spicy(raised)", 16),
        ("base", "paid(faan, drawn) if self_draw else paid(faan, discard) + spicy", 316),
    ]
    assert steps[0].with_numbers == Calculation("+", 3, 1)


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "4 x 128 (half-spicy points for 10 faan)"),
        ("ja", "4 × 128（半辣上）"),
        ("zh-HK", "4 × 128（半辣上）"),
    ],
)
def test_every_language_writes_a_formula_in_its_own_words(language: str, shown: str) -> None:
    rules = load_ruleset("hkma")
    steps = scoring.score("123m456m789m555m9m+9m", rules, win="tsumo").best.steps
    assert shown in [line.text for line in step_lines(steps, rules, language)]


# ---- payments

ROLES = """
patterns: [{id: it, value: 10}]
payment:
  round_up_to: 100
  discard: {dealer: {discarder: 60 * base}, other: {discarder: 41 * base, each: 5 * base}}
  self_draw: {dealer: {each: 20 * base}, other: {dealer: 20 * base, each: 10 * base}}
  counters: {discard: {discarder: 300 * honba}, self_draw: {each: 100 * honba}}
  sticks: 1000 * sticks
"""


@pytest.mark.parametrize(
    ("words", "points", "transfers", "total"),
    [
        ("ron seat=E from=W", 600, {"E": 600, "S": 0, "W": -600, "N": 0}, 600),
        ("ron seat=S from=E", 500 + 200, {"E": -500, "S": 700, "W": -100, "N": -100}, 700),
        ("tsumo seat=E", 600, {"E": 600, "S": -200, "W": -200, "N": -200}, 600),
        ("tsumo seat=W", 400, {"E": -200, "S": -100, "W": 400, "N": -100}, 400),
        ("ron seat=E from=W honba=2", 600, {"E": 1200, "S": 0, "W": -1200, "N": 0}, 1200),
        ("tsumo seat=W honba=1 sticks=2", 400, {"E": -300, "S": -200, "W": 2700, "N": -200}, 2700),
        ("ron seat=E", 600, {"E": 600, "discarder": -600}, 600),
        ("ron seat=S honba=1", 700, {"S": 1000, "discarder": -800, "others": -200}, 1000),
    ],
)
def test_everyone_pays_by_role_and_each_share_is_rounded_up(
    words: str, points: int, transfers: dict[str, int], total: int
) -> None:
    payments = score(usual(ROLES), f"{HAND} {words}").best.payments
    assert (payments.points, dict(payments.transfers), payments.total) == (points, transfers, total)


def test_without_payment_the_discarder_or_everybody_pays_the_total() -> None:
    ruleset = usual("patterns: [{id: it, value: 7}]\n")
    assert dict(score(ruleset, f"{HAND} ron from=N").best.payments.transfers) == {
        "E": 0,
        "S": 7,
        "W": 0,
        "N": -7,
    }
    assert dict(score(ruleset, f"{HAND} tsumo").best.payments.transfers) == {
        "E": -7,
        "S": 21,
        "W": -7,
        "N": -7,
    }


def test_as_many_players_pay_as_there_are() -> None:
    ruleset = usual(
        "patterns: [{id: it, value: 7}]\noptions: {seats_of: {default: 3, from: 2, to: 4}}\nplayers: seats_of\n"
    )
    assert dict(score(ruleset, f"{HAND} tsumo").best.payments.transfers) == {"E": -7, "S": 14, "W": -7}
    two = score(ruleset, f"{HAND} tsumo seats_of=2").best.payments
    assert dict(two.transfers) == {"E": -7, "S": 7}


def test_shares_that_do_not_come_out_even_are_kept_exact_without_a_unit() -> None:
    ruleset = usual("patterns: [{id: it, value: 5}]\npayment: {self_draw: {each: base / 2}}\n")
    assert score(ruleset, f"{HAND} tsumo").best.payments.total == 7.5


@pytest.mark.parametrize(
    ("said", "points", "transfers"),
    [
        ("ron from=E", 20, {"E": -28, "S": 28, "W": 0, "N": 0}),
        ("tsumo", 60, {"E": -28, "S": 84, "W": -28, "N": -28}),
    ],
)
def test_shares_for_counters_are_rounded_up_as_the_rules_say_of_them(
    said: str, points: int, transfers: dict[str, int]
) -> None:
    text = """
    patterns: [{id: it, value: 11}]
    payment:
      round_up_to: 10
      round_counters_up_to: 4
      counters: {discard: {discarder: 5 * honba}, self_draw: {each: 5 * honba}}
    """
    payments = score(usual(text), f"{HAND} {said} seat=S honba=1").best.payments
    assert (payments.points, dict(payments.transfers)) == (points, transfers)


@pytest.mark.parametrize(
    ("amount", "unit", "rounded"),
    [(7, 1, 7), (7.5, 1, 7.5), (7.0, 1, 7), (7, 2, 8), (8, 2, 8), (7.5, 3, 9), (1, 100, 100), (0, 100, 0)],
)
def test_an_amount_is_rounded_up_to_a_unit_of_two_or_more(amount: float, unit: int, rounded: float) -> None:
    found = round_up(amount, unit)
    assert found == rounded
    assert isinstance(found, int) is (rounded == int(rounded))


def test_the_best_closed_value_of_a_hand_without_patterns_is_none() -> None:
    text = "patterns: [{id: it, value: 1, when: dealer}]\nbase: 10 * best_closed_value + 3\n"
    assert score(usual(text), f"{HAND} seat=W").best.worth.base == 3
    assert score(usual(text), f"{HAND} seat=E").best.worth.base == 13


def test_extras_belong_to_the_hand() -> None:
    ruleset = usual(
        """
        circumstances: {blessed: {}}
        patterns: [{id: it, value: 10}]
        payment:
          extras:
          - {id: gift, when: blessed, name: a gift, discard: {discarder: 200, each: 100}, self_draw: {each: 50}}
        """
    )
    payments = score(ruleset, f"{HAND} ron from=E seat=S blessed").best.payments
    assert dict(payments.transfers) == {"E": -210, "S": 410, "W": -100, "N": -100}
    assert payments.points == 410
    assert score(ruleset, f"{HAND} tsumo seat=S blessed").points == 3 * 60
    assert score(ruleset, f"{HAND} tsumo seat=S").points == 30


LIABILITY = """
options:
  covers: {default: pattern, choices: [pattern, hand]}
  honba_by: {default: discarder, choices: [discarder, liable]}
  pao_on: {default: true}
patterns:
- {id: winds, value: 30, when: sets(triplet & wind) == 4}
- {id: plain, value: 10}
payment:
  round_up_to: 10
  discard: {discarder: 6 * base}
  self_draw: {dealer: 2 * base, each: base}
  counters: {discard: {discarder: 30 * honba}, self_draw: {each: 10 * honba}}
  liability:
    patterns: {winds: pao_on}
    covers: covers
    counters: honba_by
    self_draw: {liable: share}
    discard: {liable: share / 2, discarder: share / 2}
"""
WINDS = "111z222z333z444z5m+5m"


@pytest.mark.parametrize(
    ("asked", "transfers"),
    [
        ({"win": "tsumo"}, {"E": -80, "S": 160, "W": -40, "N": -40}),
        ({"win": "tsumo", "pao": "W"}, {"E": -20, "S": 160, "W": -130, "N": -10}),
        ({"win": "tsumo", "pao": "W", "covers": "hand"}, {"E": 0, "S": 160, "W": -160, "N": 0}),
        ({"win": "tsumo", "pao": "W", "honba": 1}, {"E": -20, "S": 190, "W": -160, "N": -10}),
        ({"discarder": "E", "pao": "W"}, {"E": -150, "S": 240, "W": -90, "N": 0}),
        ({"discarder": "E", "pao": "W", "covers": "hand"}, {"E": -120, "S": 240, "W": -120, "N": 0}),
        ({"discarder": "E", "pao": "W", "honba": 1}, {"E": -180, "S": 270, "W": -90, "N": 0}),
        (
            {"discarder": "E", "pao": "W", "honba": 1, "honba_by": "liable"},
            {"E": -150, "S": 270, "W": -120, "N": 0},
        ),
        ({"discarder": "W", "pao": "W"}, {"E": 0, "S": 240, "W": -240, "N": 0}),
    ],
)
def test_who_fed_a_pattern_answers_for_it(asked: dict[str, Any], transfers: dict[str, int]) -> None:
    options = {name: asked[name] for name in ("covers", "honba_by") if name in asked}
    found = scoring.score(
        WINDS,
        usual(LIABILITY),
        win=asked.get("win", "ron"),
        seat="S",
        discarder=asked.get("discarder", ""),
        honba=asked.get("honba", 0),
        pao={"winds": asked["pao"]} if "pao" in asked else {},
        options=options,
    )
    assert dict(found.best.payments.transfers) == transfers
    shares = found.best.payments.shares
    assert all(share.amount for share in shares), "a share that was moved as a whole is no share"
    paid = {seat: -sum(share.amount for share in shares if share.payer == seat) for seat in "EWN"}
    assert paid == {seat: transfers[seat] for seat in "EWN"}


def test_who_pays_nothing_of_what_is_moved_has_no_share() -> None:
    rules = usual(LIABILITY.replace("discarder: share / 2", "discarder: 0"))
    found = scoring.score(WINDS, rules, win="ron", seat="S", discarder="E", pao={"winds": "W"})
    moved = [share for share in found.best.payments.shares if share.part == "liability"]
    assert [(share.payer, share.amount) for share in moved] == [("W", 90)]


def test_nobody_answers_for_a_pattern_for_which_the_rules_have_no_liability() -> None:
    """Even if a situation that was not read from a request says so."""
    rules, hand, situation = parse_example(f"{WINDS} tsumo seat=S", usual(LIABILITY))
    found = score_readings(rules, hand, replace(situation, liable=(("plain", "W"),)))
    assert dict(found.best.payments.transfers) == {"E": -80, "S": 160, "W": -40, "N": -40}


SEVERAL = LIABILITY.replace("6 * base}", "6 * base + 10}").replace(
    "winds: pao_on", "winds: pao_on, plain: true"
)


@pytest.mark.parametrize(
    ("asked", "paid"),
    [
        ({"discarder": "E"}, [("W", 1, 65, 0), ("N", 1, 65, 0), ("E", 1, 125, 30)]),
        ({"discarder": "W"}, [("W", 1, 190, 30), ("N", 1, 65, 0), ("E", 1, 0, 0)]),
        ({}, [("W", 1, 65, 0), ("N", 1, 65, 0), ("discarder", 1, 125, 30)]),
        ({"pao": {"winds": "W"}}, [("W", 1, 125, 0), ("discarder", 1, 125, 30), ("others", 1, 0, 0)]),
        ({"pao": {"winds": "W", "plain": "W"}},
         [("W", 1, 125, 0), ("discarder", 1, 125, 30), ("others", 1, 0, 0)]),
        ({"win": "tsumo", "pao": {"winds": "W"}}, [("W", 1, 160, 30), ("E", 1, 0, 0), ("N", 1, 0, 0)]),
    ],
)  # fmt: skip
def test_every_other_player_is_told_once_with_what_they_pay(
    asked: dict[str, Any], paid: list[tuple[str, int, int, int]]
) -> None:
    """Each of two who are liable pays half of what one would pay, rounded up, and the discarder all of theirs."""
    said = {"win": "ron", "pao": {"winds": "W", "plain": "N"}, **asked}
    options = {"covers": "hand"}
    found = scoring.score(WINDS, usual(SEVERAL), seat="S", honba=1, options=options, **said)
    losers = found.best.payments.losers
    assert [(one.seat, one.players, one.hand, one.counters) for one in losers] == paid


@pytest.mark.parametrize(
    ("part", "asked", "transfers"),
    [
        ("1 / 2", {"win": "tsumo"}, {"E": -40, "S": 160, "W": -100, "N": -20}),
        ("1 / 4", {"win": "tsumo"}, {"E": -60, "S": 160, "W": -70, "N": -30}),
        ("1 / 8", {"win": "tsumo"}, {"E": -70, "S": 160, "W": -60, "N": -30}),
        ("1", {"win": "tsumo"}, {"E": 0, "S": 160, "W": -160, "N": 0}),
        ("1 / 2", {"win": "ron", "discarder": "E"}, {"E": -180, "S": 240, "W": -60, "N": 0}),
        ("1 / 2", {"win": "ron", "discarder": "W"}, {"E": 0, "S": 240, "W": -240, "N": 0}),
    ],
)
def test_a_liable_player_takes_a_part_of_what_others_pay_over_and_pays_all_of_their_own(
    part: str, asked: dict[str, str], transfers: dict[str, int]
) -> None:
    """The part is rounded up; of a discard half of what is taken over is the discarder's again."""
    rules = usual(LIABILITY.replace("covers: covers", f"covers: covers\n    takes_over: {part}"))
    said: dict[str, Any] = {"seat": "S", "pao": {"winds": "W"}, **asked}
    found = scoring.score(WINDS, rules, options={"covers": "hand"}, **said)
    assert dict(found.payments.transfers) == transfers


THREE_PLAYERS = f"{LIABILITY}players: 3\n"
UNEQUAL = "self_draw: {dealer: 20 * honba, each: 10 * honba}"


@pytest.mark.parametrize(
    ("text", "said", "counters"),
    [
        (LIABILITY, {"win": "tsumo"}, [("W", 60, "3 x 10 x 2", 60)]),
        (THREE_PLAYERS, {"win": "tsumo"}, [("W", 40, "2 x 10 x 2", 40)]),
        (LIABILITY.replace("self_draw: {each: 10 * honba}", UNEQUAL), {"win": "tsumo"},
         [("W", 40, "20 x 2", 40), ("W", 20, "10 x 2", 20), ("W", 20, "10 x 2", 20)]),
        (LIABILITY, {"win": "ron", "discarder": "E"}, [("E", 60, "30 x 2", 60)]),
    ],
)  # fmt: skip
def test_equal_counters_that_a_liable_player_pays_for_others_are_one_share(
    text: str, said: dict[str, Any], counters: list[tuple[str, int, str, int]]
) -> None:
    found = scoring.score(WINDS, usual(text), seat="S", honba=2, pao={"winds": "W"}, **said)
    shares = [share for share in found.best.payments.shares if share.part == "counters"]
    told = [
        (share.payer, share.amount, formula_text(share.with_numbers), share.exact_amount) for share in shares
    ]
    assert told == counters


def test_what_is_covered_of_a_pattern_that_stands_alone_has_no_bonus() -> None:
    stands_alone = LIABILITY.replace("id: winds, value: 30", "id: winds, value: 30, alone: true")
    rules = usual(f"{stands_alone}bonuses:\n- {{id: gift, value: 5, count: 1}}\n")
    found = scoring.score(WINDS, rules, win="tsumo", seat="S", pao={"winds": "W"})
    assert (found.patterns, found.points) == (("winds",), 120)
    assert dict(found.best.payments.transfers) == {"E": 0, "S": 120, "W": -120, "N": 0}


def test_a_table_may_play_without_liability() -> None:
    with pytest.raises(InputError, match="no player can be liable for 'winds' in small"):
        scoring.score(WINDS, usual(LIABILITY), seat="S", pao={"winds": "W"}, options={"pao_on": False})


def test_nobody_answers_for_a_pattern_that_the_hand_does_not_have() -> None:
    found = scoring.score(HAND, usual(LIABILITY), win="tsumo", seat="S", pao={"winds": "W"})
    assert dict(found.best.payments.transfers) == {"E": -20, "S": 40, "W": -10, "N": -10}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("payment: {discard: {discarded: 3}}\n", "1:21: unknown key 'discarded' | did you mean 'discarder'?"),
        ("payment: {round_up_to: much}\n", "1:24: expected a whole number, found 'much'"),
        ("payment: {discard: {discarder: bass}}\n", "1:32: unknown fact 'bass' | did you mean 'base'?"),
        (
            "payment: {self_draw: {each: self_draw}}\n",
            "1:29: 'self_draw' is true or false; expected a number",
        ),
        (
            "payment:\n  liability:\n    patterns: {big: true}\n",
            "3:16: liability for 'big', which is not a pattern or group",
        ),
        ("tables: {t: {1-x: 4}}\n", "1:14: '1-x' is not a row of a table | write 3, 6-7 or 13+"),
        (
            "tables: {t: {columns: [a, b], rows: {1: [3]}}}\n",
            "1:41: this row has 1 number, but the table has 2 columns",
        ),
        ("tables: {t: {1: 4}}\nbase: t(total, a)\n", "2:7: a table is used as t(number)"),
        (
            "tables: {t: {columns: [aa, b], rows: {1: [3, 4]}}}\nbase: t(total, a)\n",
            "2:16: 't' has no column 'a'",
        ),
        ("limits: [{id: top, base: 3}]\n", "1:10: 'when' is missing: the condition"),
        (
            "limits: [{id: top, when: base, base: 3}]\n",
            "1:26: 'base' is a number; expected a condition",
        ),
        (
            "fu: {items: [{id: a, fu: 2, each: pongs}]}\n",
            "1:35: 'pongs' is neither a kind of set nor a tile class",
        ),
        ("fu: {items: [{id: a}]}\n", "1:14: 'value' is missing: its value"),
        ("amounts: {a: b, b: 3}\n", "1:14: unknown fact 'b' | 'b' is computed later"),
        ("amounts: {a: 2 * base}\n", "1:18: unknown fact 'base' | 'base' is computed later"),
        ("base: base + 1\n", "1:7: unknown fact 'base' | 'base' is computed later"),
        ("bonuses: [{id: a, value: 1, counts: 3}]\n", "1:29: unknown key 'counts' | did you mean 'count'?"),
        (
            "payment: {factor: 2 if concealed_hand else 1}\n",
            "1:19: 'concealed_hand' is not known of the player who pays | use options, circumstances, seat(..), round(..), "
            "dealer, self_draw and discard",
        ),
        (
            "circumstances: {bird: {seat: true, number: 2}}\n",
            "1:36: 'bird' names a seat, so it is not a number | remove 'number' or 'seat'",
        ),
        (
            "minimum: total\n",
            "1:10: 'total' is not available here; only the hand and the situation can be used",
        ),
    ],
)
def test_what_cannot_be_paid_is_a_problem_at_its_place(text: str, problem: str) -> None:
    assert any(problem in found for found in problems_of(text)), problems_of(text)


CAPPED = """
options: {limit: {default: 50, from: 1, to: 999, help: the maximum that one player pays}}
patterns: [{id: all, value: 40, when: shape(standard)}]
base: total
payment:
  most: limit
  round_up_to: 3
  self_draw: {dealer: {each: 2 * base}, other: {dealer: 2 * base, each: base}}
"""


def test_no_player_pays_more_than_the_most_from_each() -> None:
    drawn = "123456789m222p5z +5z tsumo seat=S"
    for limit, paid in ((50, {"E": -51, "W": -42, "N": -42}), (999, {"E": -81, "W": -42, "N": -42})):
        rules = usual(CAPPED)
        found = score(rules, f"{drawn} limit={limit}")
        quick = compile_engine(configure_ruleset(rules, {"limit": limit})).score(found.hand, found.situation)
        for one in (found, quick):
            assert one is not None
            gains = dict(one.payments.transfers)
            assert {seat: gains[seat] for seat in "EWN"} == paid


BIRDS = """
circumstances: {bird: {name: Bird, seat: true}}
patterns: [{id: all, value: 40, when: shape(standard)}]
payment:
  factor: (3 if dealer else 1) * (2 if seat(bird) else 1)
  discard: {discarder: total + 1}
  self_draw: {each: total}
"""


@pytest.mark.parametrize(
    ("said", "paid"),
    [
        ("tsumo seat=S bird=W", {"E": -120, "W": -80, "N": -40}),
        ("tsumo seat=E bird=E", {"S": -240, "W": -240, "N": -240}),
        ("ron seat=S bird=W from=W", {"E": 0, "W": -82, "N": 0}),
        ("ron seat=S bird=E from=W", {"E": 0, "W": -41, "N": 0}),
        ("ron seat=E from=W", {"S": 0, "W": -123, "N": 0}),
    ],
)
def test_the_factors_of_winner_and_payer_multiply_a_share(said: str, paid: dict[str, int]) -> None:
    rules = usual(BIRDS)
    found = score(rules, f"123456789m222p5z +5z {said}")
    quick = compile_engine(configure_ruleset(rules, {})).score(found.hand, found.situation)
    assert quick is not None
    for one in (found, quick):
        gains = dict(one.payments.transfers)
        assert {seat: gains[seat] for seat in paid} == paid
    if said == "ron seat=S bird=W from=W":
        shown = terminal_text(breakdown_document(found), 100)
        assert "2 x (40 + 1)" in shown and "Bird West" in shown


MOST_OF_ALL = """
options: {most: {default: 50, from: 1, to: 999, help: the maximum that one player pays}}
circumstances:
  bird: {name: Bird, seat: true}
patterns: [{id: all, value: 40, when: shape(standard)}]
events: {kong: {name: Kong, pays: {each: 7}, shown: melds(kong), with_hand: true}}
payment:
  factor: 2 if seat(bird) else 1
  most: most
  discard: {discarder: total + 1, each: 3}
  self_draw: {each: total}
  extras:
    - {id: sea, name: Sea, when: no_tile(honor), self_draw: {each: 9}, discard: {discarder: 9}}
"""


@pytest.mark.parametrize(
    ("said", "paid"),
    [
        ("123456789m222s9p +9p tsumo seat=S bird=W", {"E": -49, "W": -50, "N": -49}),
        ("123456789m222s9p +9p tsumo seat=S bird=W most=100", {"E": -49, "W": -98, "N": -49}),
        ("123456789m222s9p +9p tsumo seat=S bird=S most=60", {"E": -60, "W": -60, "N": -60}),
        ("123456789m222s5z +5z tsumo seat=S bird=W most=100", {"E": -40, "W": -80, "N": -40}),
        ("123456789m222s5z +5z ron seat=S bird=W from=W", {"E": -3, "W": -50, "N": -3}),
        ("123456789m[2222s]5z +5z tsumo seat=S bird=W", {"E": -47, "W": -64, "N": -47}),
    ],
)
def test_nobody_pays_more_than_the_most_for_factors_and_extras_together(
    said: str, paid: dict[str, int]
) -> None:
    """Events that the hand shows are paid in addition."""
    rules = usual(MOST_OF_ALL)
    found = score(rules, said)
    configured = configure_ruleset(rules, {"most": int(said.partition("most=")[2] or 50)})
    quick = compile_engine(configured).score(found.hand, found.situation)
    assert quick is not None
    for one in (found, quick):
        gains = dict(one.payments.transfers)
        assert {seat: gains[seat] for seat in paid} == paid


@pytest.mark.parametrize(
    ("said", "paid"),
    [
        ("ron from=W", {"E": [20, 8, 22], "W": [30, 15, 5], "N": [20, 8, 22]}),
        ("ron", {"discarder": [30, 15, 5], "others": [40, 16, 44]}),
    ],
)
def test_what_is_paid_beyond_the_most_is_cut_off_the_last_extras(
    said: str, paid: dict[str, list[int]]
) -> None:
    text = """
    patterns: [{id: all, value: 40}]
    payment:
      most: 50
      discard: {discarder: 30, each: 20}
      extras:
      - {id: sea, name: Sea, when: discard, discard: {discarder: 15, each: 8}}
      - {id: air, name: Air, when: discard, discard: {discarder: 15, each: 25}}
      - {id: land, name: Land, when: discard, discard: {discarder: 15, each: 25}}
    """
    shares = score(usual(text), f"{HAND} seat=S {said}").best.payments.shares
    assert {payer: [one.amount for one in shares if one.payer == payer] for payer in paid} == paid


FACTORS = """
circumstances: {doubles: {number: 6, each_seat: true, name: {en: Doubles, ja: 倍}}}
options: {seats_of: {default: 4, from: 2, to: 4, help: how many play}}
players: seats_of
patterns: [{id: all, value: 4}]
payment:
  factor: 2 ** doubles
  round_up_to: 5
  discard: {discarder: total / 3 + 1, each: 2}
  self_draw: {each: total}
  counters: {discard: {discarder: 300 * honba}, self_draw: {each: 100 * honba}}
"""


@pytest.mark.parametrize(
    ("said", "shares"),
    [
        ("tsumo doubles=E:2", [("E", 20, 16), ("W", 5, 4), ("N", 5, 4), *((one, 100, 100) for one in "EWN")]),
        ("ron from=E doubles=S:1,E:1",
         [("E", 20, Fraction(28, 3)), ("W", 10, 4), ("N", 10, 4), ("E", 300, 300)]),
        ("ron doubles=S:1", [("discarder", 10, Fraction(14, 3)), ("others", 20, 4), ("discarder", 300, 300)]),
        ("ron doubles=E:1,S:1 seats_of=2", [("discarder", 20, Fraction(28, 3)), ("discarder", 300, 300)]),
    ],
)  # fmt: skip
def test_factors_multiply_the_shares_of_the_hand_and_not_those_for_counters(
    said: str, shares: list[tuple[str, int, int]]
) -> None:
    """Where two play, the other player is the dealer, also if nobody is named."""
    found = score(usual(FACTORS), f"{HAND} seat=S honba=1 {said}").best.payments.shares
    assert [(one.payer, one.amount, one.exact_amount) for one in found] == shares


def test_players_who_are_liable_for_the_whole_hand_pay_equal_parts() -> None:
    """Whoever of them is named first."""
    options = "liability=all_wins fourth_set_liability=true"
    hong_kong = load_ruleset("hong-kong")
    dragons, fourth = "big_three_dragons:W", "four_called_sets"
    for said, paid in some(
        [(f"{dragons},{fourth}:E", 96), (f"{fourth}:E,{dragons}", 96), (f"{dragons},{fourth}:W", 192)]
    ):
        found = score(hong_kong, f"(555z)(666z)(777z)(888m)9m +9m tsumo seat=S {options} pao={said}")
        assert (dict(found.payments.transfers)["W"], found.payments.points) == (-paid, 192)
        shown = terminal_text(breakdown_document(found), 100)
        assert (", who are liable, each" in shown) is (paid == 96)


def test_who_discarded_is_asked_if_the_factors_differ() -> None:
    assert score(usual(BIRDS), "123456789m222p5z +5z ron seat=S bird=S").payments.points == 82
    with pytest.raises(InputError, match="depends on who discarded; name the seat with --from"):
        score(usual(BIRDS), "123456789m222p5z +5z ron seat=S bird=W")
    with pytest.raises(InputError, match="'bird' takes a seat: bird=S; seats: E, S, W, N"):
        score(usual(BIRDS), "123456789m222p5z +5z tsumo seat=S bird=X")


def test_a_share_that_is_cut_off_says_so() -> None:
    found = score(usual(CAPPED), "123456789m222p5z +5z tsumo seat=S")
    assert "2 x 40 = 80, capped at 51" in terminal_text(breakdown_document(found), 100)
    assert "2 x 40 = 80, capped at 51" in terminal_text(explanation_document(explain_score(found)), 100)


def test_the_lesser_of_two_numbers_is_told_with_both() -> None:
    text = """
    patterns: [{id: all, value: 40, when: shape(standard)}]
    payment: {discard: {discarder: "max(3, 2 * base)", each: "min(base, 25)"}, self_draw: {each: base}}
    """
    shown = terminal_text(
        breakdown_document(score(usual(text), "123456789m222p5z +5z ron seat=S from=E")), 100
    )
    assert "2 x 40 (at least 3)" in shown
    assert "the lesser of 40 and 25" in shown


BEYOND = """
    patterns: [{id: any, value: 1}, {id: many, value: 9, when: tiles(honor) > 8}]
    base: 1543 ** total
"""


@pytest.mark.parametrize(
    "condition",
    [
        "tiles(honor) == 0",
        "patterns == 0",
        "best_closed_value == 0",
        "patterns == 0 or best_closed_value == 0",
    ],
)
def test_a_hand_that_may_not_win_is_refused_whatever_it_would_be_worth(condition: str) -> None:
    rules = usual(f"{dedent(BEYOND)}to_win: {{{condition}: it is too good}}\n")
    for hand in some((HAND, "123m555z111z222z3z+3z")):
        with pytest.raises(NotAWinner) as caught:
            score(rules, hand)
        assert caught.value.reasons == ("it is too good",)


def test_a_hand_that_wins_is_told_that_its_worth_is_beyond_all_bounds() -> None:
    with pytest.raises(InputError, match="too large"):
        score(usual(BEYOND), "123m555z111z222z3z+3z")


# ---- what lies on the table

WINS = {"sichuan": "123456789m111s5s+5s", "mcr": "123456789m123p5s+5s", "hong-kong": "123456789m123m5m+5m"}


def test_what_may_lie_on_the_table_is_what_the_rules_ask() -> None:
    found = {name: sorted(load_ruleset(name).table_counters) for name in shipped_names()}
    assert found["riichi"] == found["tenhou-sanma"] == ["honba", "sticks"]
    assert found["ponjan"] == ["sticks"]
    assert found["mcr"] == found["sichuan"] == found["british"] == []


@pytest.mark.parametrize(("thing", "word"), [("honba", "counters"), ("sticks", "sticks")])
@pytest.mark.parametrize("name", WINS)
def test_counters_and_sticks_in_a_game_without_are_refused(name: str, thing: str, word: str) -> None:
    with pytest.raises(InputError, match=f"there are no {word} in ") as caught:
        scoring.score(WINS[name], name, **{thing: 3})  # type: ignore[arg-type]
    assert [fault.source for fault in caught.value.faults] == [f"--{thing}"]


def test_json_lines_refuse_them_too_however_many_there_are() -> None:
    line = json.dumps({"hand": WINS["sichuan"], "honba": 1})
    found = run("batch", "-r", "sichuan", given=f"{line}\n" * 120).stdout.splitlines()
    assert len(found) == 120 and [json.loads(line)["line"] for line in found] == [*range(1, 121)]
    assert "there are no counters" in found[0]


# ---- what options decide

AT_MOST = """
options:
  limit: {default: 0, choices: [0, 3], help: the most that a hand counts}
maximum: {is: limit, when: limit > 0}
patterns:
- {id: it, value: 8, when: concealed_hand}
"""
PRICED = """
options:
  scale: {default: mild, choices: [mild, hot], help: how prices grow}
tables:
  price:
    columns: [mild, hot]
    rows: {0: [1, 1], 1+: [10, 100]}
base: price(total, scale)
patterns:
- {id: it, value: 1, when: concealed_hand}
"""


@pytest.mark.parametrize(("limit", "total"), [(0, 8), (3, 3)])
def test_a_maximum_with_a_condition_caps_only_where_it_holds(limit: int, total: int) -> None:
    ruleset = usual(AT_MOST, limit=limit)
    assert (ruleset.maximum is None) == (limit == 0)
    assert score(ruleset, "123456789m234p5s +5s ron").best.worth.total == total


@pytest.mark.parametrize(("scale", "base"), [("mild", 10), ("hot", 100)])
def test_an_option_names_the_column_of_a_table(scale: str, base: int) -> None:
    assert score(usual(PRICED, scale=scale), "123456789m234p5s +5s ron").best.worth.base == base


DOUBLES = """
circumstances: {doubles: {number: 6, each_seat: true, name: {en: Doubles, ja: 倍}}}
patterns: [{id: all, value: 4, when: shape(standard)}]
to_win:
  owed >= 20: too little in all
  least_owed >= 3: too little for one
payment:
  factor: 2 ** doubles
  discard: {discarder: total, each: 2}
  self_draw: {each: total}
  counters: {discard: {discarder: 300 * honba}, self_draw: {each: 100 * honba}}
  sticks: 1000 * sticks
"""
NO_DOUBLES = "patterns: [{id: all, value: 4, when: shape(standard)}]"
NUMBERS_OF_SEATS = [
    ("tsumo seat=S doubles=E:1,W:2,S:1", {"E": -16, "W": -32, "N": -8}),
    ("tsumo seat=S doubles_e=1 doubles_w=2 doubles_s=1", {"E": -16, "W": -32, "N": -8}),
    ("ron seat=S from=E doubles=S:2,N:1", {"E": -16, "W": -8, "N": -16}),
    ("tsumo seat=S", "too little in all"),
    ("tsumo seat=S honba=2 sticks=1", "too little in all"),
    ("ron seat=S from=E doubles=E:3 honba=1", "too little for one"),
    ("ron seat=S from=E doubles=E:3", "too little for one"),
    ("ron seat=S from=E doubles=E:1,N:1", "too little in all, too little for one"),
]


@pytest.mark.parametrize(("said", "paid"), NUMBERS_OF_SEATS)
def test_every_seat_may_have_a_number_and_every_payer_a_least_payment(
    said: str, paid: dict[str, int] | str
) -> None:
    rules, hand, situation = parse_example(f"123456789m222p5z +5z {said}", usual(DOUBLES))
    quick = compile_engine(rules)
    ways = (lambda: score_readings(rules, hand, situation), lambda: quick.score(hand, situation))
    for score_it in some(ways):
        if isinstance(paid, str):
            with pytest.raises(NotAWinner) as error:
                score_it()
            assert ", ".join(error.value.reasons) == paid
        else:
            found = score_it()
            assert found is not None
            gains = dict(found.payments.transfers)
            assert {seat: gains[seat] for seat in paid} == paid
            label = {f"Doubles ({name})" for name in ("East", "South", "West", "North")}
            assert {name_in(one.names) for one in rules.circumstances if one.of_seat} == label


@pytest.mark.parametrize("said", ["doubles=2", "doubles", "Doubles=X:2", "倍"])
def test_a_number_of_each_seat_is_written_with_the_seat(said: str) -> None:
    rules = usual(DOUBLES)
    with pytest.raises(InputError) as refused:
        parse_request(Request("123456789m222p5z +5z", circumstances=(said,)), rules)
    told = suggest_rulesets(refused.value, "", rules)
    assert str(told) == "each seat has its own number of doubles; write doubles=E:1"


def test_a_number_of_each_seat_is_read_by_its_name() -> None:
    _, situation = parse_request(
        Request("123456789m222p5z +5z", win="tsumo", circumstances=("倍=E:1,W:2",)), usual(DOUBLES)
    )
    assert situation.circumstances == (("doubles_e", 1), ("doubles_w", 2))


def test_a_number_of_each_seat_is_one_circumstance_in_what_is_told_of_rules() -> None:
    rules = usual(DOUBLES)
    shown = terminal_text(ruleset_page(rules), 80)
    assert re.findall("-w doubles.*", shown) == ["-w doubles=E:1  Doubles  倍"]
    added = [one.id for one in differences(usual(NO_DOUBLES), rules) if one.section == "circumstances"]
    assert set(some(added)) == {"doubles"}


def test_what_is_owed_is_asked_nowhere_but_in_conditions_for_winning() -> None:
    _, problems = read_text(CLASSES + STANDARD + "base: owed\npatterns: [{id: a, value: 1}]\n", "small.yaml")
    assert [problem.code for problem in problems] == ["L302"]
    assert "computed later" in str(problems[0].hint)
