"""An audit finds what is wrong with a ruleset on sample hands, and nothing that chance or the game explains."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import Result

from scorer.audit.report import FEWEST, Audit, audit, patterns_counted_together
from scorer.engine.configure import configure_ruleset
from scorer.engine.examples import parse_example
from scorer.fast.interface import compiled_engine
from scorer.ruleset.find import shipped_folder, shipped_names
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset, score_hand
from tests.campaign.areas.hostile import FILES
from tests.campaign.running import at_most
from tests.cli.runs import run as run_command
from tests.support.places import DATA
from tests.support.shipped import text_of
from tests.support.small import made, rules

WITH_PATTERNS = [
    name for name in shipped_names() if re.search(r"^(patterns|add):", text_of(name), re.MULTILINE)
]
"""The shipped rulesets with patterns of their own; the others choose among those of their base."""
BOX = """
name: A small box
unit: points
default_win: self_draw
tileset:
  suits:
    k: {name: fish, ranks: 1-9}
    l: {name: lanterns, ranks: 1-9}
  copies: 4
tiles: {low: 123kl, high: 789kl, outer: 19kl}
shapes: {three: {sets: 3, pair: 0, kinds: [chow, pung]}}
patterns:
  - {id: runs, value: 2, when: all_sets(chow), holds: [123456789k]}
  - {id: low, value: 4, when: all_tiles(low), holds: [111222333k]}
"""


def audit_of(*patterns: str, hands: int = 250, more: str = "") -> Audit:
    text = BOX + "".join(f"  - {{{pattern}}}\n" for pattern in patterns) + more
    return audit(configure_ruleset(rules(text)), hands)


def found(result: Audit) -> list[tuple[str, tuple[str, ...]]]:
    return [(finding.code, finding.patterns) for finding in result.findings]


def test_a_sound_box_has_no_problems() -> None:
    assert not found(audit_of())


def test_a_pattern_that_no_hand_can_have_is_found() -> None:
    result = audit_of("id: never, value: 9, when: all_tiles(low) and any_tile(high)")
    assert found(result) == [("A102", ("never",))]


def test_a_rare_pattern_with_an_example_that_has_it_is_no_problem() -> None:
    rare = "id: rare, value: 9, when: tiles(outer) == 9 and kinds(outer) == 3, holds: [111999k111l]"
    result = audit_of(rare, hands=15)
    assert not found(result)
    assert "rare" in [pattern.id for pattern in result.rare_patterns]


def test_a_rare_pattern_whose_example_has_it_not_is_a_problem() -> None:
    wrong = "id: never, value: 9, when: all_tiles(low) and any_tile(high), holds: [111222333k]"
    assert found(audit_of(wrong)) == [("A102", ("never",))]


def test_a_pattern_that_always_gives_way_is_found_with_what_takes_it() -> None:
    result = audit_of("id: all_chows, value: 3, when: all_sets(chow), excludes: [runs]")
    assert found(result) == [("A103", ("runs",))]
    assert "'all_chows' (excluded)" in str(result.findings[0].message)


def test_a_row_for_what_is_left_is_no_problem_even_if_nothing_is_left() -> None:
    rows = (
        "id: some_pung, value: 3, when: any_group(pung)",
        "id: any, value: 1, when: shape(three), holds: [123456789k]",
    )
    result = audit_of(*rows, more="highest_only: true\n")
    assert not found(result)
    assert [pattern.id for pattern in result.fallback_patterns] == ["any"]


def test_an_implication_that_is_none_is_found_with_a_hand_that_shows_it() -> None:
    result = audit_of("id: run, value: 3, when: any_group(chow) and any_tile(low), implies: [runs]")
    assert found(result) == [("A104", ("run", "runs"))]
    assert result.findings[0].example is not None
    assert str(result.findings[0].hint).startswith("write excludes: [runs] instead")


def test_an_implication_that_can_never_act_is_found() -> None:
    result = audit_of("id: one_pung, value: 3, when: sets(pung) == 1, implies: [runs]")
    assert found(result) == [("A105", ("one_pung", "runs"))]


def test_an_implication_that_is_true_is_no_problem() -> None:
    true = "id: runs_of_one_suit, value: 5, when: all_sets(chow) and suits == 1, implies: [runs]"
    assert not found(audit_of(true))


def test_an_implied_pattern_that_is_not_allowed_there_is_no_problem() -> None:
    closed = "id: closed_only, value: {closed: 1}, when: suits == 1"
    high = "id: high, value: 3, when: suits == 1 and any_tile(high), implies: [closed_only]"
    assert not found(audit_of(closed, high))


def test_a_pair_that_always_comes_together_and_of_which_nothing_is_said_is_found() -> None:
    result = audit_of("id: two_chows, value: 1, when: sets(chow) >= 2")
    assert found(result) == [("A106", ("runs", "two_chows"))]
    assert "beside: [two_chows]" in str(result.findings[0].hint)


@pytest.mark.parametrize("word", ["implies", "excludes", "beside"])
def test_a_pair_of_which_something_is_said_is_no_problem(word: str) -> None:
    text = BOX.replace("when: all_sets(chow),", f"when: all_sets(chow), {word}: [two_chows],")
    ruleset = configure_ruleset(rules(text + "  - {id: two_chows, value: 1, when: sets(chow) >= 2}\n"))
    assert not audit(ruleset, 250).findings


def test_two_patterns_that_are_the_same_are_one_problem() -> None:
    result = audit_of("id: no_pung, value: 1, when: sets(pung) == 0")
    assert found(result) == [("A106", ("no_pung", "runs"))]
    assert "the same?" in str(result.findings[0].message)


@pytest.mark.parametrize(
    ("shown", "wrong"),
    [("123456789k", [("A106", ("runs", "two_chows"))]), ("123456789k, 111999k111l", [])],
    ids=["alike", "parted"],
)
def test_a_pair_that_an_example_parts_is_no_problem(
    shown: str, wrong: list[tuple[str, tuple[str, ...]]]
) -> None:
    rare = "all_sets(chow) or tiles(outer) == 9 and kinds(outer) == 3"
    text = BOX.replace("all_sets(chow), holds: [123456789k]", f"{rare}, holds: [{shown}]")
    text += "  - {id: two_chows, value: 1, when: sets(chow) >= 2}\n"
    result = Audit(configure_ruleset(rules(text)))
    for hand, situation in sample_hands(result.ruleset, 1, 250):
        if any(result.ruleset.tileset.kinds[tile.kind].digit not in (1, 9) for tile in hand.tiles):
            result.add_sample((hand, situation))
    assert found(result) == wrong


def test_a_pair_seen_in_few_hands_may_be_chance() -> None:
    assert not found(audit_of("id: two_chows, value: 1, when: sets(chow) >= 2", hands=12))


@pytest.mark.parametrize(
    "patterns",
    [
        "{id: apart, value: 1, when: all_tiles(odd)}\n  - {id: nine, value: 1, when: tiles(odd) == 9}",
        "{id: apart, value: 3, when: all_tiles(odd), implies: [runs]}",
    ],
)
def test_what_is_seen_in_few_different_hands_may_be_chance(patterns: str) -> None:
    text = BOX.replace("outer: 19kl", "outer: 19kl, odd: 159kl") + f"  - {patterns}\n"
    result = audit(configure_ruleset(rules(text)), 250)
    (shown,) = (item for item in result.patterns if item.pattern.id == "apart")
    assert FEWEST > shown.different_hands > 2
    assert not found(result)


def seen_of(ruleset: Ruleset, texts: list[str]) -> Audit:
    """Sample hands without three sets of winds, and these."""
    seen = Audit(ruleset)
    for sample in sample_hands(ruleset, 1, 120):
        alone = Audit(ruleset)
        alone.add_sample(sample)
        if not alone.holding["three_winds"]:
            seen.add_sample(sample)
    for text in texts:
        seen.add_sample(parse_example(text, ruleset)[1:])
    return seen


@pytest.mark.slow
def test_a_pair_that_only_the_seats_brought_together_is_no_problem() -> None:
    three = "{id: three_winds, name: Three winds, value: 2, when: sets(triplet & wind) == 3}"
    ruleset = made(f"extends: riichi\nadd: [{three}]\n")
    winds = ("111222333", "111222444", "111333444")
    hands = [f"{k}{k + 1}{k + 2}m{three}6z+6z ron seat=E" for k in range(1, 8) for three in winds]
    seen = seen_of(ruleset, hands)
    assert ("three_winds", "seat_wind") in set(patterns_counted_together(seen))
    assert ("three_winds", "seat_wind") not in [finding.patterns for finding in seen.findings]


def test_a_pattern_of_few_different_hands_stands_under_hardly_seen() -> None:
    result = audit_of("id: outer_pungs, value: 9, when: all_tiles(outer), holds: [111999k111l]", hands=900)
    (shown,) = (item for item in result.patterns if item.pattern.id == "outer_pungs")
    assert shown.holds >= FEWEST > shown.different_hands
    assert shown.pattern in result.rare_patterns


def test_a_pair_of_which_only_one_counts_is_no_problem() -> None:
    result = audit_of("id: two_chows, value: 1, when: sets(chow) >= 2", more="highest_only: true\n")
    assert not found(result)


def test_numbers_beyond_all_bounds_are_found() -> None:
    result = audit_of(more="base: 1000 ** (total * 20)\n")
    assert found(result) == [("A107", ())]


def test_a_game_that_nobody_can_win_is_one_problem() -> None:
    assert found(audit_of(more="minimum: 40\n", hands=40)) == [("A101", ())]


def test_a_game_without_a_complete_hand_is_one_problem() -> None:
    text = BOX.replace("copies: 4", "copies: {default: 0, 1k: 1, 2k: 1}").replace("sets: 3", "sets: 4")
    assert found(audit(made(text), 5)) == [("A101", ())]


def test_patterns_that_options_leave_out_are_named_and_no_problem() -> None:
    result = audit(load_ruleset("riichi"), 60)
    assert "sanrenkou" in [pattern.id for pattern in result.disabled_patterns]
    assert not result.findings


def test_two_equally_valuable_readings_are_counted() -> None:
    twins = (
        "id: same_runs, value: 7, match: 'chow(n, A), chow(n, A), chow(n, A)', excludes: [runs]",
        "id: three_pungs, value: 7, when: sets(pung) == 3",
    )
    result = audit_of(*twins, hands=400)
    _, first, second = result.ties[0]
    assert first.rank == second.rank
    assert {award.pattern.id for award in first.awards} != {award.pattern.id for award in second.awards}
    assert not result.findings


def test_every_hand_that_wins_has_one_total() -> None:
    result = audit(load_ruleset("riichi"), 150)
    hands = sum(count for _, _, count in result.totals) + sum(count for _, count in result.tiers)
    assert hands == result.wins
    assert list(result.points) == sorted(result.points)


def test_what_is_paid_is_told_by_quarters() -> None:
    result = Audit(load_ruleset("riichi"))
    sample = parse_example("234m345p67p456s55s+8p tsumo riichi", result.ruleset)[1:]
    result.add_sample(sample)
    assert result.points == (score_hand(result.ruleset, *sample).points,) * 5
    result.paid = Counter({1: 2, 2: 2, 3: 2, 9: 3})
    assert result.points == (1, 2, 3, 9, 9)


def test_the_seed_decides_the_audit() -> None:
    ruleset = load_ruleset("ponjan-anoa")
    first, again, other = (audit(ruleset, 80, seed) for seed in (1, 1, 2))
    assert (first.patterns, first.totals) == (again.patterns, again.totals)
    assert (first.patterns, first.totals) != (other.patterns, other.totals)


@pytest.mark.slow
def test_the_undeclared_pairs_and_false_implications_of_a_large_rule_book_are_found() -> None:
    result = audit(made((DATA / "proof" / "mcr.yaml").read_text(encoding="utf-8")), 300)
    claims = {(finding.code, *finding.patterns) for finding in result.findings}
    assert ("A105", "three_kongs", "concealed_kong_and_melded_kong") in claims
    assert ("A104", "all_terminals_and_honors", "all_pungs") in claims
    assert not any(kind == "A106" for kind, *_ in claims)


@pytest.mark.slow_one_in(6)
@pytest.mark.parametrize("name", [*WITH_PATTERNS, str(shipped_folder() / "starter" / "game.yaml")])
def test_a_shipped_ruleset_is_clean_under_the_audit(name: str) -> None:
    result = audit(load_ruleset(name), 400, seed=3)
    assert not result.findings, [str(finding.message) for finding in result.findings]


# ---- on the command line


def run(*words: str) -> Result:
    return run_command("check", *words)


def test_an_audit_is_printed_below_the_check() -> None:
    result = run("--audit", "60", "ponjan-anoa")
    assert result.exit_code == 0
    assert result.stdout.startswith("ponjan-anoa: no problems\n\nponjan-anoa: 60 sample hands; ")
    assert "most common" in result.stdout


@pytest.mark.parametrize("file", ["no-such.yaml", "²"])
def test_a_file_right_behind_a_plain_audit_is_a_file(file: str) -> None:
    result = run("--audit", file)
    assert result.exit_code == 2
    assert f"{file}:1:1: L101" in result.stdout


@pytest.mark.slow
def test_options_are_chosen_for_an_audit() -> None:
    words = ("riichi", "--audit", "2", "-f", "json")
    usual, local = (json.loads(run(*words, *more).stdout) for more in ((), ("-o", "local_yaku=all")))
    assert "sanrenkou" in usual["audits"][0]["left_out"]
    assert "sanrenkou" not in local["audits"][0]["left_out"]
    assert "no such option 'local_yku'" in run(*words, "-o", "local_yku=true").stdout
    assert "add --audit" in run("riichi", "-o", "local_yaku=all").stderr


def test_an_audit_as_json_has_everything() -> None:
    result = json.loads(run("--audit", "60", "ponjan-anoa", "-f", "json").stdout)
    found = result["audits"][0]
    assert result["ok"] is True
    assert (found["ruleset"], found["hands"], result["problems"]) == ("ponjan-anoa", 60, [])
    assert sum(total["hands"] for total in found["totals"]) == found["wins"]
    assert {pattern["id"] for pattern in found["patterns"]} == set(load_ruleset("ponjan-anoa").pattern_by_id)


def test_a_problem_of_an_audit_has_its_place_and_makes_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("box.yaml")
    path.write_text(BOX + "  - {id: two_chows, value: 1, when: sets(chow) >= 2}\n", encoding="utf-8")
    result = run("--audit", "250", str(path))
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "box.yaml:13:10: A106 'runs' never occurs without 'two_chows'" in said
    found = json.loads(run("--audit", "250", str(path), "-f", "json").stdout)
    assert found["ok"] is False
    assert [(one["line"], one["column"]) for one in found["problems"] if one["code"] == "A106"] == [(13, 10)]


def test_the_example_of_a_problem_can_be_written_into_the_file(tmp_path: Path) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(BOX + "  - {id: two_chows, value: 1, when: sets(chow) >= 2}\n", encoding="utf-8")
    found = json.loads(run("--audit", "250", str(path), "-f", "json").stdout)
    (hint,) = (one["hint"] for one in found["problems"] if one["code"] == "A106")
    example = hint.partition("for example ")[2]
    path.write_text(
        f"{BOX}  - {{id: two_chows, value: 1, when: sets(chow) >= 2, holds: ['{example}']}}\n",
        encoding="utf-8",
    )
    assert run("--ignore", "L9", "--strict", str(path)).exit_code == 0


def test_a_file_with_errors_is_not_audited(tmp_path: Path) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(BOX.replace("all_tiles(low)", "all_tiles(lwo)"), encoding="utf-8")
    result = run("--audit", "50", str(path))
    assert result.exit_code == 1
    assert "sample hands" not in result.stdout


TWINS = BOX + "  - {id: two_chows, value: 1, when: sets(chow) >= 2}\n"


def test_what_an_audit_finds_stands_in_every_format(tmp_path: Path) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(TWINS, encoding="utf-8")
    words = ("--audit", "250", "--select", "A", str(path), "-f")
    github, sarif = run(*words, "github").stdout, json.loads(run(*words, "sarif").stdout)
    assert github.startswith("::error file=")
    assert github.count("title=A106") == 1
    assert [found["ruleId"] for found in sarif["runs"][0]["results"]] == ["A106"]


@pytest.mark.parametrize("remark", ["  # scorer: ignore A106", ""])
def test_what_an_audit_finds_can_be_silenced_where_it_is_meant(remark: str, tmp_path: Path) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(TWINS.replace("holds: [123456789k]}", f"holds: [123456789k]}}{remark}"), encoding="utf-8")
    assert run("--audit", "250", "--ignore", "L", str(path)).exit_code == (0 if remark else 1)


def test_what_an_audit_finds_is_left_out_where_it_is_not_selected(tmp_path: Path) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(TWINS, encoding="utf-8")
    assert run("--audit", "250", "--ignore", "A106,L", str(path)).exit_code == 0
    assert "add --audit" in run("--select", "A106", str(path)).stderr


SECONDS = 30
"""of processor time, on the slow machines where tests run; files of strangers took 40 and more once"""


@pytest.mark.slow
@pytest.mark.parametrize("much", [20])
@pytest.mark.parametrize("kind", FILES)
def test_an_audit_of_a_hostile_file_ends_in_time(kind: str, much: int, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(FILES[kind](much), encoding="utf-8")
    with at_most(SECONDS):
        result = run(str(file), "--audit", "400")
    assert result.exit_code in (0, 1)


@pytest.mark.parametrize("name", ["hong-kong", "riichi"])
def test_both_evaluators_give_the_same_audit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, audits = load_ruleset(name), []
    for engine_of in (compiled_engine, lambda _: None):
        monkeypatch.setattr("scorer.audit.report.engine_of", engine_of)
        audits.append(audit(ruleset, 40))
    fast, readable = audits
    assert (fast.wins, fast.alike, fast.broken) == (readable.wins, readable.alike, readable.broken)
    assert (fast.swallowed, fast.holding, fast.counted) == (
        readable.swallowed,
        readable.holding,
        readable.counted,
    )
    assert (fast.worths, fast.paid, fast.findings) == (readable.worths, readable.paid, readable.findings)


def test_an_audit_says_pattern_as_the_game_does() -> None:
    shown = [
        run_command("check", name, "--audit", "20", "--lang", "zh").stdout
        for name in ("riichi", "sichuan", "mcr")
    ]
    assert [word in text for word, text in zip(("役种", "番型", "番种"), shown, strict=True)] == [True] * 3
