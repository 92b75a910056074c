"""The option `local_yaku` switches on what a site has, and nothing else. Lists: pages about the two sites' old yaku,
and the rules of parlours in Kansai.
"""

from __future__ import annotations

import pytest

from scorer.engine.evaluate import holds, rules_view
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset

MAHJONG_SOUL = """renhou isshoku_sanjun sanrenkou uumensai shiiaru_raotai tsubame_gaeshi kanburi iipin_moyue chuupin_raoyui
    ishi_no_ue_ni_mo_sannen daisharin daichikurin daisuurin daichisei"""
RIICHI_CITY = """renhou tsubame_gaeshi kanburi shiiaru_raotai suiputou uumensai sanrenkou aka_sanshoku sanshoku_ittsuu
    isshoku_sanjun daisharin daichikurin daisuurin ishi_no_ue_ni_mo_sannen suurenkou isshoku_yonjun beni_kujaku kouitten
    kokuiisou paarenchan hyakuman_goku kinmonkyou touhoku_shinkansen daichisei junsei_ryuuiisou"""
KANSAI = "sanrenkou suurenkou sanpuukou manzu_honitsu chinitsu_chiitoitsu honitsu_chiitoitsu"


def added(ruleset: str, choice: str) -> set[str]:
    """The patterns that a ruleset has with this set of local yaku, and not without."""
    usual, chosen = (load_ruleset(ruleset, {"local_yaku": value}) for value in ("off", choice))
    return played(chosen) - played(usual)


def played(ruleset: Ruleset) -> set[str]:
    """The patterns that the options of a ruleset do not switch off."""
    return {
        pattern.id for pattern in ruleset.patterns if holds(pattern.option_condition, rules_view(ruleset))
    }


@pytest.mark.parametrize(
    ("ruleset", "choice", "expected"),
    [
        ("riichi", "mahjong_soul", MAHJONG_SOUL),
        ("riichi", "riichi_city", RIICHI_CITY),
        ("sanma", "kansai", KANSAI),
    ],
)
def test_a_set_of_local_yaku_is_that_of_its_site(ruleset: str, choice: str, expected: str) -> None:
    assert added(ruleset, choice) == set(expected.split())


def test_all_has_every_local_yaku() -> None:
    rules = load_ruleset("riichi", {"local_yaku": "all"})
    assert added("riichi", "all") == {
        one.id for one in rules.patterns if "local" in one.groups and one.id != "mondeikou"
    }


def test_a_shape_that_options_close_is_not_tried() -> None:
    assert "seven_stars" not in load_ruleset("riichi").shape_by_id
    assert "seven_stars" in load_ruleset("riichi", {"local_yaku": "all"}).shape_by_id
