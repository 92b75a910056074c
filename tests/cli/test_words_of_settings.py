"""Settings are typed by the words that a page or a message shows for them."""

from __future__ import annotations

import re

import pytest

from scorer import load_ruleset, score
from scorer.labels import option_help, option_setting, typed_example
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Option, Value
from scorer.session import Session, SessionState
from tests.support.loops import some
from tests.support.shipped import each_box

TYPED = [
    ("ja", "riichi", "設定 喰いタン なし", {"options": (("open_tanyao", False),)}),
    ("ja", "riichi", "設定 数え役満 三倍満", {"options": (("counted_yakuman", "sanbaiman"),)}),
    ("ja", "riichi", "設定 席 東", {"seat": "E"}),
    ("ja", "riichi", "設定 席 西家", {"seat": "W"}),
    ("ja", "riichi", "設定 場 南", {"round": "S"}),
    ("ja", "riichi", "設定 本場 2", {"honba": 2}),
    ("zh", "riichi", "设置 食断 无", {"options": (("open_tanyao", False),)}),
    ("zh", "mcr", "设置 座位 东", {"seat": "E"}),
    ("zh", "mcr", "设置 圈风 南", {"round": "S"}),
    ("zh-HK", "hong-kong", "設定 圈風 南", {"round": "S"}),
    (
        "zh-HK",
        "british",
        "設定 gates_of_heaven_discard=湊成刻子的老頭牌",
        {"options": (("gates_of_heaven_discard", "end_triplet"),)},
    ),
    ("ja", "ponjan-anoa", "設定 ロンは ひとりで みんなの ぶん=あり", {"options": (("ron_triple", True),)}),
    ("ja", "riichi", "設定 人和 満貫", {"options": (("renhou", "mangan"),)}),
    ("ja", "ponjan-anoa", "設定 ロンは ひとりで みんなの ぶん あり", {"options": (("ron_triple", True),)}),
]


@pytest.mark.parametrize(("language", "game", "line", "kept"), TYPED)
def test_a_setting_is_typed_in_the_words_of_its_language(
    language: str, game: str, line: str, kept: dict[str, object]
) -> None:
    after, _ = Session(language=language).answer(SessionState(ruleset=game), line)
    assert {name: getattr(after, name) for name in some(kept)} == kept


@pytest.mark.one_in(31)
@pytest.mark.parametrize("language", ["en", "ja", "zh", "zh-HK"])
@pytest.mark.parametrize("name", shipped_names())
def test_an_option_can_be_typed_as_it_is_shown(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    session = Session(language=language)
    for option in some(rules.offered_options, 0):
        if (other := _other_value(option)) is None:
            continue
        shown = option_setting(option, other, language)
        after, _ = session.answer(SessionState(ruleset=name), f"set {shown}")
        assert dict(after.options) == {option.id: other}, shown


def _other_value(option: Option) -> Value | None:
    """A value of an option that is not its default, if it is one of a few."""
    values = option.choices or ((True, False) if option.sort == "truth" else ())
    return next((value for value in values if value != option.default), None)


def test_an_example_is_shown_in_words_that_can_be_typed() -> None:
    rules = load_ruleset("riichi", language="ja")
    told = typed_example("234p678p55p45s333s+6s ron seat=E riichi ura=4s open_tanyao=false", rules, "ja")
    assert told == "234p678p55p45s333s+6s 東家 立直 裏ドラ表示牌4s 喰いタン=なし ロン"
    state, _ = Session(language="ja").answer(SessionState(), told)
    assert state.hand


COUNTED = re.compile(
    r"\b(points?|the number of|number of players|jokers|yakuman|thousands|multiplied|red fives|fu)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", each_box())
def test_a_number_of_a_house_rule_has_a_unit(name: str) -> None:
    rules = load_ruleset(name)
    units = {rules.unit, *(word.lower() for unit in rules.units for word in unit.all_names)}
    helps = [option_help(option) for option in rules.offered_options if option.sort == "number"]
    assert not [
        text
        for text in helps
        if not COUNTED.search(text) and not units.intersection(re.findall(r"\w+", text.lower()))
    ]


@pytest.mark.parametrize("name", ["大三元", "Daisangen", "big three dragons"])
def test_a_pattern_with_liability_is_named_as_players_call_it(name: str) -> None:
    by_id, by_name = (
        score("(777z)(666z)(555z)34m11p+5m", pao={word: "W"}, discarder="N") for word in ("daisangen", name)
    )
    assert by_name.payments == by_id.payments
