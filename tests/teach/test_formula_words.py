"""Formulas are told in the words of players: no cell has a power, a choice of programs or a step of a counter."""

from __future__ import annotations

import re

import pytest

from scorer.audit.differences import entries_of, has_code
from scorer.audit.told import told_differences
from scorer.languages import GameLanguage
from scorer.message import message_text
from scorer.render.payments import payments_document
from scorer.render.text import plain_text
from scorer.scoring import load_ruleset
from scorer.teach.assumptions import assumption_sentence
from scorer.teach.payment_table import PaymentCase, PaymentTable, amount_formulas, share_formula
from scorer.values import replace
from tests.support.loops import some
from tests.support.shipped import each_box
from tests.support.small import check_text, made, rules

LANGUAGES = ("en", "ja", "zh", "zh-HK", "zh-TW")
ALGEBRA = re.compile(r"\^|\*|, else |否则|否則|そうでなければ|；且|//")
SHOWN_IN_DIFFERENCES = (
    "amounts",
    "payment",
    "limits",
    "comparisons",
    "events",
    "deals",
    "bonuses",
    "penalties",
)
"""Sections of formulas and of conditions that comparisons of rulesets show."""
SMALL = """
    name: Petals
    unit: petals
    units: {petals: {one: petal, many: petals, none: {en: bare hand}}}
    shapes: {standard: {sets: 4, pair: 1}}
    options: {price: {default: 3, from: 1, to: 9, help: the price of a petal}}
    patterns: [{id: plain, name: Plain, value: 1, when: shape(standard)}]
    circumstances:
      repeats: {number: 9, name: {en: repeats}, help: how often the dealer dealt again}
"""


def formulas(text: str, language: str = "en") -> list[str]:
    return [line.text for line in amount_formulas(rules(SMALL + text), language)]


@pytest.mark.parametrize("name", each_box())
def test_no_formula_of_the_payment_table_is_algebra(name: str) -> None:
    table = PaymentTable(load_ruleset(name))
    for language in some(LANGUAGES):
        text = plain_text(payments_document(table, language))
        found = [line for line in text.splitlines() if ALGEBRA.search(line)]
        assert not found, language


@pytest.mark.parametrize("name", each_box())
def test_no_formula_in_a_comparison_of_rulesets_is_algebra(name: str) -> None:
    ruleset = load_ruleset(name)
    for language in some(LANGUAGES):
        entries = entries_of(ruleset, language).values()
        texts = [
            message_text(text, language)
            for entry in entries
            if entry.section in SHOWN_IN_DIFFERENCES
            for _, text in entry.pairs
            if not has_code(text)
        ]
        assert not [text for text in texts if ALGEBRA.search(text)], language


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ("2 ** petals", "1, doubled for each petal"),
        ("7 * 2 ** (petals + 1)", "14, doubled for each petal"),
        ("2 ** (petals - 1) if petals >= 1 else 1", "1, doubled for each petal after the first"),
        ("2 if petals == 0 else price * petals", "bare hand: 2; each petal: 3"),
        ("price + 2 * repeats", "3, plus 2 for each of the repeats"),
        ("price * (1 + 2 * repeats)", "3, plus 6 for each of the repeats"),
        ("10 + price * (2 + 2 * repeats)", "16, plus 6 for each of the repeats"),
        ("2 ** repeats", "1, doubled for each of the repeats"),
        ("2 * petals if dealer else petals", "petals, doubled if the winner is the dealer"),
        ("petals if dealer else 0", "petals if the winner is the dealer"),
        ("petals if dealer else 4", "petals if the winner is the dealer, otherwise 4"),
        ("5 * petals / 2", "2.5 x petals"),
        ("(1 if dealer else 0) + (1 if self_draw else 0)",
         "1 for each that is so: the winner is the dealer; the winning tile is self-drawn"),
    ],
)  # fmt: skip
def test_constructs_of_formulas_have_phrases(base: str, said: str) -> None:
    assert formulas(f"    base: {base}\n") == [said]


def test_what_rules_say_of_an_amount_is_shown_with_the_values_of_options() -> None:
    text = 'amounts: {rent: {is: price * petals, name: rent, says: "{price} for each petal of a hand"}}'
    assert formulas(f"    {text}\n    base: rent\n") == ["3 for each petal of a hand"]


def test_braces_without_the_id_of_an_option_are_reported() -> None:
    text = """
        name: Petals
        extends: riichi
        amounts: {rent: {is: han, name: rent, says: "{stick_valu} for each petal"}}
    """
    (problem,) = [one for one in check_text(text) if one.code == "L205"]
    assert "'stick_valu' in braces is not the id of an option" in str(problem)
    assert "stick_value" in str(problem.hint)


def test_formulas_of_shipped_rulesets_read_as_players_say_them() -> None:
    def told(name: str, language: str) -> list[str]:
        return [line.text for line in amount_formulas(load_ruleset(name), language)]

    assert told("riichi", "ja") == ["符 × 4を、1飜ごとに2倍"]
    assert told("changsha", "zh") == ["小胡：1；每个大胡：6", "小胡：2；每个大胡：7"]
    assert told("singapore", "zh") == ["1，从第2台起每台加倍"]
    assert told("taiwanese", "zh-TW") == ["1，每連莊一次另加2", "5 + 台"]
    assert told("guangdong", "zh")[1] == "1，每出鬼一次加倍"
    assert told("vietnamese", "zh")[5] == "一满以上的牌，满以外的余番每番6"


def test_a_dealer_who_wins_on_a_discard_does_not_seem_to_discard() -> None:
    text = plain_text(payments_document(PaymentTable(load_ruleset("taiwanese")), "zh-TW"))
    assert "莊家胡牌，別家放槍" in text


def test_players_whom_rules_name_are_assumed_in_words_of_the_game() -> None:
    ruleset = load_ruleset("changsha")
    speeches = [GameLanguage(language, ruleset.phrases_in(language)) for language in ("en", "zh")]
    assert [assumption_sentence(ruleset, language) for language in speeches] == [
        "Assumed: no bird hits.",
        "计算前提：没有中鸟。",
    ]


def test_a_choice_among_conditions_is_set_apart() -> None:
    entries = entries_of(load_ruleset("riichi"), "zh").values()
    texts = [message_text(text, "zh") for one in entries if one.section == "deals" for _, text in one.pairs]
    assert "预定的圈数已打完，庄家下庄，第一名的分数至少30,000（或加打的一圈也已打完）" in texts


def test_what_is_known_in_a_case_is_no_condition_of_a_formula() -> None:
    text = """
    facts: {factor: {is: 2 if dealer else 1, name: {en: factor}}}
    base: (1 if price > 2 else 0) + (1 if self_draw else 0)
    payment: {discard: {discarder: petals * factor}, self_draw: {each: petals * factor}}
"""
    ruleset = made(SMALL + text)
    told = [line.text for line in amount_formulas(ruleset)]
    shares = [share_formula(ruleset, PaymentCase(is_dealer, True)) for is_dealer in (True, False)]
    assert told == ["1 + (1 if the winning tile is self-drawn)"]
    assert shares == ["petals x 2 from each player", "petals from each player"]


def test_a_divisor_of_zero_is_shown_as_it_is() -> None:
    rate = "options: {rate: {default: 0, from: 0, to: 3, help: those who share}, price:"
    text = SMALL.replace("options: {price:", rate) + "    base: (5 * petals) / rate\n"
    assert [line.text for line in amount_formulas(made(text))] == ["5 x petals / 0"]


OTHER_FORMULA = """
    name: House
    extends: vietnamese
    set: {amounts.single.is: 16 * muns if muns >= 1 else 1}
"""


def test_what_a_base_says_of_an_amount_does_not_hold_for_the_formula_of_an_overlay() -> None:
    single = next(one for one in rules(OTHER_FORMULA).amounts if one.id == "single")
    assert not single.says
    said = OTHER_FORMULA.replace("set: {", "set: {amounts.single.says: {en: sixteen}, ")
    single = next(one for one in rules(said).amounts if one.id == "single")
    assert dict(single.says) == {"en": "sixteen"}


def test_two_formulas_of_which_rulesets_say_the_same_differ_in_a_comparison() -> None:
    base = load_ruleset("vietnamese")
    amounts = tuple(
        replace(one, node=rules(OTHER_FORMULA).amounts[index].node) if one.id == "single" else one
        for index, one in enumerate(base.amounts)
    )
    (shown,) = told_differences(base, replace(base, amounts=amounts)).shown
    assert "16" in str(shown.new) and "32" in str(shown.old)
