"""An option of a base that an overlay leaves without effect is reported at the overlay's line, is not shown as
chosen, and cannot be chosen silently.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.check.run import check_ruleset
from scorer.engine.examples import parse_example
from scorer.engine.partial import options_in_force
from scorer.errors import InputError
from scorer.render.heading import rules_line
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.support.small import check_text

WAYS = [
    ("a key of the file", "hong-kong", "minimum: 5", "minimum_faan", 3),
    ("a field that is set", "riichi", "set: {mangan.when: han >= 5}", "kiriage_mangan", 3),
    ("a side of a value", "riichi", "set: {tanyao.value.open: 1}", "open_tanyao", 3),
    ("a pattern of the same id", "riichi", "add: [{id: tanyao, value: 1, when: all_tiles(simple)}]",
     "open_tanyao", 3),
    ("a part of the payments", "riichi", "payment: {counters: {discard: {discarder: 300 * honba},"
     " self_draw: {each: 100 * honba}}}", "honba_value", 3),
    ("an option that is set beside it", "riichi", "drop: [tanyao]\nset: {open_tanyao: false}", "open_tanyao", 4),
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("base", "change", "option", "line"), [way[1:] for way in WAYS], ids=[w[0] for w in WAYS]
)
def test_an_option_that_lost_its_effect_is_reported_where_that_happens(
    base: str, change: str, option: str, line: int
) -> None:
    found = check_text(f"name: Club\nextends: {base}\n{change}\n", select=["L907"])
    assert [(problem.line, option in str(problem.message)) for problem in found] == [(line, True)], found


@pytest.mark.parametrize(
    "text",
    [
        "extends: riichi\ndrop: [tanyao]\n",  # an option goes with its pattern
        "extends: riichi\nset: {tanyao.value.closed: 2}\n",
        "extends: hong-kong\nminimum: minimum_faan + 1\n",
        "extends: hong-kong\nset: {bonus_tiles_reach_minimum: true}\n",
    ],
)
def test_an_option_that_still_acts_or_went_with_its_pattern_is_not_reported(text: str) -> None:
    assert not check_text(f"name: Club\n{text}", select=["L907"])


def club(tmp_path: Path, text: str) -> str:
    path = tmp_path / "club.yaml"
    path.write_text(f"name: Club\n{text}", encoding="utf-8")
    return str(path)


def test_the_header_says_that_a_chosen_option_has_no_effect(tmp_path: Path) -> None:
    rules = load_ruleset(
        club(tmp_path, "extends: hong-kong\nminimum: 5\n"), {"minimum_faan": 0, "scale": "spicy"}
    )
    _, _, situation = parse_example("123m456m789m22p33s+3s ron", rules)
    header = rules_line(rules, situation, "en").replace("\N{NO-BREAK SPACE}", " ")
    assert "minimum_faan=0 (has no effect)" in header
    assert "scale=spicy ·" in header


def test_the_header_leaves_out_what_an_overlay_sets_without_effect(tmp_path: Path) -> None:
    rules = load_ruleset(club(tmp_path, "extends: hong-kong\nminimum: 5\nset: {minimum_faan: 1}\n"))
    _, _, situation = parse_example("123m456m789m22p33s+3s ron", rules)
    assert "minimum_faan" not in rules_line(rules, situation, "en")


def test_an_option_for_which_no_rule_asks_cannot_be_chosen(tmp_path: Path) -> None:
    name = club(tmp_path, "extends: riichi\ndrop: [tanyao]\n")
    with pytest.raises(InputError, match="'open_tanyao' has no effect under club"):
        load_ruleset(name, {"open_tanyao": False})
    assert not check_ruleset(name)  # the examples of the base that choose it go on
    assert "open_tanyao" not in [option.id for option in load_ruleset(name).offered_options]


def test_an_option_behind_another_is_in_force_only_with_that() -> None:
    rules = load_ruleset("riichi")
    assert "renhou_han" not in options_in_force(rules)
    assert "renhou_han" in options_in_force(rules.with_options(renhou="han"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", shipped_names())
def test_every_option_of_a_shipped_ruleset_has_an_effect_under_some_choice(name: str) -> None:
    rules = load_ruleset(name)
    assert rules.offered_options == rules.options


@pytest.mark.parametrize(
    ("pattern", "parts", "hint"),
    [
        ("{id: isshoku_sanjun, name: Triple, value: 3, match: 'chow(n, A), chow(n, A), chow(n, A)'}",
         ["implies iipeikou", "enabled local_yaku"],
         "riichi already has this pattern: write set: {local_yaku: mahjong_soul}"),
        ("{id: ryanpeikou, name: Two pairs of runs, value: 3, match: 'chow(n, A), chow(n, A), chow(m, B), chow(m, B)'}",
         ["iipeikou"], "change it under set (ryanpeikou.value: ...)"),
    ],
)  # fmt: skip
def test_a_pattern_written_anew_is_told_what_it_loses(pattern: str, parts: list[str], hint: str) -> None:
    found = check_text(f"name: Club\nextends: riichi\nadd:\n  - {pattern}\n", select=["L906"])
    assert [problem.line for problem in found] == [4]
    assert all(part in str(found[0].message) for part in parts), str(found[0].message)
    assert hint in str(found[0].hint)
