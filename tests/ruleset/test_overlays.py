"""Overlays: a ruleset that changes another by `set`, `drop`, `add` and sections of its own."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from scorer.ruleset.load import LoadedFile, load_for_check, load_text
from scorer.ruleset.model import Ruleset
from scorer.tiles import name_in
from tests.support.small import lines, score

BASE = """
name: Base
unit: han
notes: [the first note]
options:
  kiriage: {default: false, help: round up}
  red: {default: 3, choices: [0, 3]}
tiles: {dragon: 567z, simple: 2345678mps}
shapes:
  standard: {sets: 4, pair: 1}
  pairs: {pairs: 7, different: true}
facts: {rich: sets(triplet & dragon) > 0}
circumstances:
  riichi: {name: {en: Riichi}}
  late: {name: {en: Late}, requires: {discard: a discard}}
indicators: {dora: {at_most: 5}}
patterns:
- {id: riichi, value: {closed: 1}, when: riichi}
- {id: rich, value: 2, when: rich, implies: [plain], excludes: [late]}
- {id: late, value: 3, when: late}
- {id: plain, value: 1}
bonuses: [{id: dora, value: 1, count: indicated(dora)}]
fu:
  round_up_to: 10
  fixed: [{id: flat, fu: 25, when: shape(pairs)}]
  items: [{id: base, fu: 20}, {id: sharp, fu: 2, each: pung & dragon}]
tables: {paid: {1: 10, 2: 20, 3+: 30}}
amounts: {raised: han + 1}
base: paid(han) + (1 if kiriage else 0)
limits:
- {id: big, when: han >= 5, base: 100}
payment:
  round_up_to: 1
  discard: {discarder: base}
  self_draw: {each: base}
"""
HAND = "123m456p78s555z22z+9s"


@pytest.fixture
def over(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Reads an overlay of the base above."""
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")

    def read(text: str, name: str = "over.yaml") -> LoadedFile:
        path = tmp_path / name
        path.write_text("extends: base.yaml\n" + dedent(text), encoding="utf-8")
        return load_for_check(str(path))

    return read


def sound(read: LoadedFile) -> Ruleset:
    assert not read.problems, read.problems
    assert read.ruleset is not None
    return read.ruleset


def said(read: LoadedFile) -> list[str]:
    return [
        f"{p.line}:{p.column}: {p.message}" + (f" | {p.hint}" if str(p.hint) else "") for p in read.problems
    ]


def test_an_overlay_without_changes_plays_like_its_base(over) -> None:  # type: ignore[no-untyped-def]
    ruleset = sound(over("name: Over\n"))
    assert (ruleset.id, ruleset.names, ruleset.extends) == ("over", (("en", "Over"),), ("base.yaml",))
    assert lines(ruleset, f"{HAND} riichi") == {"rich": 2, "riichi": 1}


@pytest.mark.parametrize(
    ("change", "hand", "awarded", "base"),
    [
        ("kiriage: true", HAND, {"rich": 2}, 21),
        ("rich.value: 4", HAND, {"rich": 4}, 30),
        ("riichi.value: 3", f"{HAND} riichi", {"riichi": 3, "rich": 2}, 100),
        ("riichi.value.closed: 3", f"{HAND} riichi", {"riichi": 3, "rich": 2}, 100),
        ("rich.excludes: []", f"{HAND} late", {"late": 3, "rich": 2}, 100),
        ("rich.when: rich and dealer", f"{HAND} seat=S", {"plain": 1}, 10),
        ("big.base: 7", f"{HAND} riichi dora=1z", {"rich": 2, "riichi": 1}, 7),
        ("big.when: han >= 2", HAND, {"rich": 2}, 100),
        ("tables.paid.2: 77", HAND, {"rich": 2}, 77),
        ("amounts.raised: han + 5", HAND, {"rich": 2}, 20),
        ("unit: faan", HAND, {"rich": 2}, None),
        ("facts.rich: sets(pung) > 3", HAND, {"plain": 1}, 10),
        ("base: 5", HAND, {"rich": 2}, 5),
    ],
)
def test_set_gives_new_values(over, change, hand, awarded, base) -> None:  # type: ignore[no-untyped-def]
    read = over(f"set:\n  {change}\n")
    if base is None:
        assert any("unknown fact 'han'" in message for message in said(read))
        return
    best = score(sound(read), hand).best
    assert {a.pattern.id: a.total for a in best.awards} == awarded
    assert best.worth.base == base


def test_set_reaches_items_of_the_second_sheet_and_payments(over) -> None:  # type: ignore[no-untyped-def]
    ruleset = sound(over("set: {sharp.fu: 12, payment.round_up_to: 100, fu.round_up_to: 5, flat.fu: 30}\n"))
    best = score(ruleset, f"{HAND} ron from=E").best
    assert best.sheet is not None
    assert (best.sheet.sum, best.sheet.total, best.payments.points) == (32, 35, 100)
    assert ruleset.sheet is not None
    assert ruleset.sheet.fixed_items[0].value.args == (30,)


def test_a_pattern_is_meant_where_a_circumstance_has_the_same_name(over) -> None:  # type: ignore[no-untyped-def]
    ruleset = sound(over("set: {late.enabled: kiriage, circumstances.late.name: {en: At last}}\n"))
    assert ruleset.pattern_by_id["late"].option_condition is not None
    assert ruleset.circumstance_by_id["late"].option_condition is None
    assert ruleset.circumstance_by_id["late"].names == (("en", "At last"),)


@pytest.mark.parametrize(
    ("dropped", "words", "awarded"),
    [
        ("rich", "", {"plain": 1}),
        ("plain", "", {"rich": 2}),
        ("[plain, rich]", "", {}),
    ],
)
def test_drop_takes_patterns_away_and_relations_to_them(over, dropped, words, awarded) -> None:  # type: ignore[no-untyped-def]
    assert lines(sound(over(f"drop: {dropped}\n")), f"{HAND} {words}") == awarded


def test_drop_takes_a_pattern_and_the_circumstance_of_its_name(over) -> None:  # type: ignore[no-untyped-def]
    ruleset = sound(over("drop: [late]\n"))
    assert [item.id for item in ruleset.circumstances] == ["riichi"]
    assert "late" not in ruleset.pattern_by_id


def test_drop_takes_bonuses_limits_items_and_shapes(over) -> None:  # type: ignore[no-untyped-def]
    ruleset = sound(over("drop: [dora, big, sharp, flat, pairs]\n"))
    assert (ruleset.bonuses, ruleset.limits, [shape.id for shape in ruleset.shapes]) == ((), (), ["standard"])
    assert ruleset.sheet is not None
    assert ([item.id for item in ruleset.sheet.items], ruleset.sheet.fixed_items) == (["base"], ())


def test_what_counts_where_nothing_does_is_set_and_dropped_by_its_id(over, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    text = BASE.replace("- {id: plain, value: 1}\n", "") + "otherwise: {id: plain, value: 1}\n"
    (tmp_path / "base.yaml").write_text(text, encoding="utf-8")
    hand = "123m456p78s999p22z+9s"
    assert lines(sound(over("")), hand) == {"plain": 1}
    assert lines(sound(over("set: {plain.value: 4}\n")), hand) == {"plain": 4}
    assert sound(over("drop: [plain]\n")).otherwise is None


def test_what_is_dropped_takes_nothing_out_of_what_counts_where_nothing_does(over, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    text = BASE.replace("- {id: plain, value: 1}\n", "").replace(
        "{dragon: 567z", "{value: 567z, dragon: 567z"
    )
    (tmp_path / "base.yaml").write_text(text + "otherwise: {id: plain, value: 1}\n", encoding="utf-8")
    assert lines(sound(over("drop: [value]\n")), "123m456p78s999p22z+9s") == {"plain": 1}


def test_add_puts_patterns_behind_the_others_or_in_their_place(over) -> None:  # type: ignore[no-untyped-def]
    text = (
        "add:\n- {id: own, value: 5, when: any_tile(dragon)}\n- {id: plain, value: 9, name: {en: Plainer}}\n"
    )
    ruleset = sound(over(text))
    assert [pattern.id for pattern in ruleset.patterns] == ["riichi", "rich", "late", "plain", "own"]
    assert lines(ruleset, HAND) == {"plain": 9, "own": 5, "rich": 2}


def test_set_speaks_of_added_patterns_as_well(over) -> None:  # type: ignore[no-untyped-def]
    assert lines(sound(over("add: [{id: own, value: 5}]\nset: {own.value: 6}\n")), HAND) == {
        "own": 6,
        "rich": 2,
    }


def test_sections_are_merged_name_by_name(over) -> None:  # type: ignore[no-untyped-def]
    text = """
    notes: [a second note]
    options: {own: {default: true}, kiriage: {help: another text}}
    tiles: {wind: 1234z}
    facts: {rich: any_tile(wind), poor: not rich}
    circumstances: {early: {}}
    payment: {self_draw: {each: 2 * base}}
    limits: [{id: small, when: han < 2, base: 3}]
    """
    ruleset = sound(over(text))
    assert list(map(name_in, ruleset.notes)) == ["the first note", "a second note"]
    assert [option.id for option in ruleset.options] == ["kiriage", "red", "own"]
    assert (ruleset.options[0].default, name_in(ruleset.options[0].help)) == (False, "another text")
    assert [fact.id for fact in ruleset.facts] == ["rich", "poor"]
    assert [item.id for item in ruleset.circumstances] == ["riichi", "late", "early"]
    assert [limit.id for limit in ruleset.limits] == ["small"]
    assert score(ruleset, "123m456p78s555z66z+9s tsumo").best.worth.base == 3
    assert score(ruleset, f"{HAND} tsumo").points == 3 * 2 * 20
    assert score(ruleset, f"{HAND} ron").points == 20


def test_a_value_in_one_line_may_be_changed_in_part(over) -> None:  # type: ignore[no-untyped-def]
    ruleset = sound(over("set: {rich.value.open: 1, facts.rich.name: {en: rich tiles}}\n"))
    assert lines(ruleset, HAND) == {"rich": 2}
    assert lines(ruleset, "(123m)456p78s555z22z+9s") == {"rich": 1}
    assert ruleset.fact_by_id["rich"].names == (("en", "rich tiles"),)


def test_a_fault_of_a_base_is_told_through_its_overlay(over, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    over("tables: {worth: {1-3: 5, 2-6: 7}}\n", "middle.yaml")
    (tmp_path / "top.yaml").write_text("extends: middle.yaml\n")
    (problem,) = load_for_check(str(tmp_path / "top.yaml")).problems
    assert (Path(problem.file).name, problem.line, problem.code) == ("middle.yaml", 2, "L702")


def test_an_overlay_may_extend_an_overlay(over, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    sound(over("set: {rich.value: 4}\nnotes: [two]\ndrop: [late]\n", "middle.yaml"))
    top = tmp_path / "top.yaml"
    top.write_text("extends: middle.yaml\nset: {plain.value: 3, rich.implies: []}\nnotes: [three]\n")
    ruleset = sound(load_for_check(str(top)))
    assert ruleset.extends == ("middle.yaml", "base.yaml")
    assert list(map(name_in, ruleset.notes)) == ["the first note", "two", "three"]
    assert lines(ruleset, HAND) == {"rich": 4, "plain": 3}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "set: {kiriag: true}",
            "2:7: 'kiriag' is set, but the base has nothing of that name | did you mean 'kiriage'?",
        ),
        (
            "set: {rihc.value: 3}",
            "2:7: 'rihc.value' is set, but the base has no 'rihc' | did you mean 'rich'?",
        ),
        ("set: {rich.valeu: 3}", "2:7: unknown key 'valeu' | did you mean 'value'?"),
        ("set: {payment.rond_up_to: 10}", "2:7: unknown key 'rond_up_to' | did you mean 'round_up_to'?"),
        ("set: {rich.value: [3]}", "2:19: expected an expression or a mapping, found a list"),
        ("set: {rich.when: selfdraw}", "2:18: unknown fact 'selfdraw' | did you mean 'self_draw'?"),
        (
            "set:\n  rich.when: >-\n    dealer and\n    selfdraw",
            "5:5: unknown fact 'selfdraw' | did you mean",
        ),
        (
            "set: {rich.implies: [plane]}",
            "2:22: pattern 'rich' implies 'plane', which this ruleset does not define",
        ),
        ("set: {red: 5}", "2:12: '5' is not a choice of red: 0, 3"),
        ("set: {kiriage: 3}", "2:16: kiriage must be true or false, not '3'"),
        ("drop: [ritch]", "2:8: 'ritch' is dropped, but the base does not define it | did you mean 'rich'?"),
        (
            "drop: [kiriage]",
            "2:8: the option 'kiriage' is used in expressions and cannot be dropped | write set: {kiriage: false} at",
        ),
        ("add: [{id: own, value: 1, when: sets(pong) == 1}]", "2:38: 'pong' is neither a kind of set nor"),
        ("add: [{value: 1}]", "2:7: 'id' is missing"),
        ("facts: {rich: sets(pong) > 0}", "2:20: 'pong' is neither a kind of set nor"),
        ("ad: []", "2:1: unknown key 'ad' | did you mean 'add'?"),
    ],
)
def test_an_overlay_that_cannot_act_is_a_problem_at_its_place(over, text, problem) -> None:  # type: ignore[no-untyped-def]
    found = said(over(text + "\n"))
    assert any(message.startswith(problem) for message in found), found
    assert len(found) == 1


@pytest.mark.parametrize(
    ("base", "problem"),
    [
        ("riichy", "1:10: 'riichy' is not a ruleset, so it cannot be extended | did you mean 'riichi'?"),
        ("over.yaml", "1:10: 'over.yaml' extends itself"),
        ("defaults", "1:10: 'defaults' is not a ruleset, so it cannot be extended"),
        ("../base.yaml", "1:10: '../base.yaml' is above the folder of over.yaml"),
        ("bad.yaml", "1:10: 'bad.yaml' cannot be extended, because it has errors"),
    ],
)
def test_a_base_that_cannot_be_is_a_problem_at_its_name(tmp_path: Path, base: str, problem: str) -> None:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text("nam: x\n", encoding="utf-8")
    (tmp_path / "over.yaml").write_text(f"extends: {base}\n", encoding="utf-8")
    found = said(load_for_check(str(tmp_path / "over.yaml")))
    assert any(message.startswith(problem) for message in found), found


def test_a_ring_of_overlays_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("extends: b.yaml\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("extends: a.yaml\n", encoding="utf-8")
    assert "1:10: 'a.yaml' extends itself" in said(load_for_check(str(tmp_path / "a.yaml")))


def test_what_an_overlay_sets_stands_under_its_key_in_the_base_of_another(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("extends: riichi\nset: {payment.round_up_to: 10}\n", encoding="utf-8")
    (tmp_path / "evening.yaml").write_text("extends: club.yaml\n", encoding="utf-8")
    building = load_for_check(str(tmp_path / "evening.yaml")).builder
    assert building is not None
    payment = building.base_root.fields["payment"].data
    assert isinstance(payment, dict)
    assert payment["round_up_to"] == 10


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("set: {plain.implies: [rich]}", "a circle: 'rich' implies 'plain'; 'plain' implies 'rich'"),
        ("set: {tables.paid.4-5: 40}", "4 is already in the row '3+'"),
        ("set: {rich.absorbs: [late]}", "'rich' has no match, so it would absorb every set"),
    ],
)
def test_what_only_base_and_overlay_together_make_wrong_is_told(over, text: str, told: str) -> None:  # type: ignore[no-untyped-def]
    assert [str(problem.message) for problem in over(text).problems if problem.is_error] == [told]


@pytest.mark.parametrize(("base", "dropped"), [("british", "dragon_pair"), ("sichuan", "kong_discard")])
def test_losing_hands_and_events_of_a_base_may_name_what_is_dropped(base: str, dropped: str) -> None:
    loaded = load_text(f"extends: {base}\nname: Club\ndrop: [{dropped}]\n", "club.yaml")
    assert loaded.problems == () and loaded.ruleset
    counted = loaded.ruleset.losing_hands.items if loaded.ruleset.losing_hands else ()
    assert dropped not in {*counted, *(name for event in loaded.ruleset.events for name in event.lost_to)}
