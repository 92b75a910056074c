"""Lists of rulesets and patterns, help, and what the shell completes."""

from __future__ import annotations

import json
import os
import re
import shlex
from glob import glob
from pathlib import Path
from socketserver import BaseServer

import click
import pytest
from click.shell_completion import ShellComplete

from scorer.cli.main import COMMANDS, main
from scorer.engine.catalogue import overview
from scorer.render.document import Table, line_text
from scorer.render.rulesets import ruleset_list
from scorer.render.text import display_width
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.cli.runs import HAND, lines, run
from tests.replay.made_up import as_mjai
from tests.replay.test_referee import DOUBLE, QUIET
from tests.support.loops import some
from tests.support.shipped import each_box


def shown(*args: str, columns: int = 80) -> str:
    result = run(*args, columns=columns)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_every_shipped_ruleset_is_listed_under_its_family() -> None:
    text = shown("rulesets", "list", columns=200)
    for name in some(shipped_names()):
        ruleset = load_ruleset(name)
        row = next(line for line in lines(text) if re.match(rf"{name} +\d", line))
        before = text[: text.index(f"\n{row}")]
        families = re.findall(r"^(\w+) +players +tiles", before, re.MULTILINE)
        assert families[-1] == ruleset.family
        assert ruleset.unit_title(ruleset.unit) in row


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ja", ("リーチ麻雀", "人数", "牌数", "単位", "説明", "飜", "日本で広く")),
        ("zh-TW", ("日本麻將", "人數", "牌數", "單位", "簡介", "番", "最通行的")),
    ],
)
def test_the_list_of_rulesets_is_told_in_the_language_asked_for(language: str, said: tuple[str, ...]) -> None:
    listed = ruleset_list([overview(load_ruleset("riichi", language=language))], language)
    assert isinstance(listed[0], Table)
    told = [*listed[0].header, *map(line_text, listed[0].rows[0])]
    assert not [word for word in said if not any(cell.startswith(word) for cell in told)]


@pytest.mark.slow
def test_the_command_lists_rulesets_with_the_texts_of_translations() -> None:
    assert "日本で広く行われている四人打ち" in shown("rulesets", "list", "--lang", "ja", columns=200)


def test_lists_are_plain_data_as_well() -> None:
    rulesets = json.loads(shown("rulesets", "list", "-f", "json"))
    assert [item["id"] for item in rulesets] == list(shipped_names())
    riichi = next(item for item in rulesets if item["id"] == "riichi")
    assert (riichi["players"], riichi["tiles"], riichi["unit"]) == (4, 136, "han")
    page = json.loads(shown("rulesets", "show", "riichi", "-o", "red_fives=4", "-f", "json"))
    red = next(item for item in page["options"] if item["id"] == "red_fives")
    assert (red["value"], red["default"], red["choices"]) == (4, 3, [0, 1, 2, 3, 4, 12])


@pytest.mark.parametrize("name", each_box())
@pytest.mark.parametrize("columns", [60, 120])
def test_pages_fit_the_terminal(name: str, columns: int) -> None:
    for args in (("rulesets", "show", name), ("patterns", "-r", name)):
        for language in ("en", "ja"):
            text = shown(*args, "--lang", language, columns=columns)
            assert max(map(display_width, lines(text))) <= columns


@pytest.mark.parametrize("name", each_box())
def test_a_page_names_every_option_and_circumstance(name: str) -> None:
    text = shown("rulesets", "show", name, columns=200)
    ruleset = load_ruleset(name)
    for item in (*ruleset.options, *ruleset.circumstances, *ruleset.indicators):
        assert item.id in text


@pytest.mark.parametrize("name", each_box())
def test_a_page_names_what_a_file_can_change_by_its_id(name: str) -> None:
    text, ruleset = shown("rulesets", "show", name, columns=200), load_ruleset(name)
    page = json.loads(shown("rulesets", "show", name, "-f", "json"))
    sheet = (*ruleset.sheet.fixed_items, *ruleset.sheet.items) if ruleset.sheet else ()
    for section, items in {"bonuses": ruleset.bonuses, "limits": ruleset.limits, "sheet": sheet}.items():
        assert {one["id"] for one in page.get(section, [])} == {item.id for item in items}
        assert all(re.search(rf"\b{item.id}\b", text) for item in items)
    assert "payment.round_up_to" not in text and "round_up_to" in page["payment"]


def test_a_limit_that_is_called_otherwise_is_shown_with_its_id() -> None:
    assert "Limits: laak (limit)." in shown("rulesets", "show", "hong-kong", columns=200)


def test_the_defaults_are_shown_as_what_they_are() -> None:
    text = shown("rulesets", "show", "defaults", columns=200)
    assert "This is not a game" in text
    assert re.search(r"^sets +chow, pung", text, re.MULTILINE)
    assert "chow" in json.loads(shown("rulesets", "show", "defaults", "-f", "json"))["sets"]


@pytest.mark.parametrize("name", each_box())
def test_every_pattern_is_listed(name: str) -> None:
    text = shown("patterns", "-r", name, columns=200)
    words = {line.split()[0] for line in lines(text) if line.strip()}
    assert set(load_ruleset(name).pattern_by_id) <= words


def test_values_are_listed_closed_and_open() -> None:
    rows = {line.split()[0]: line.split() for line in lines(shown("patterns", columns=120)) if line.strip()}
    assert rows["honitsu"][-2:] == ["3", "2"]
    assert rows["pinfu"][-2:] == ["1", "-"]
    assert rows["daisangen"][-2:] == ["yakuman", "yakuman"]


def test_an_option_changes_the_list() -> None:
    off = shown("patterns").index("With options that are off")
    assert shown("patterns").index("sanrenkou") > off
    assert "sanrenkou" in shown("patterns", "-o", "local_yaku=all").partition("With options")[0]


def test_a_pattern_may_be_asked_for_by_id_or_name() -> None:
    assert shown("patterns", "ryanpeikou") == shown("patterns", "Twice pure double run")
    assert shown("patterns", "ryanpeikou") == shown("patterns", "二盃口")


# ---- help


def commands(group: click.Group, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    """Every command by its path."""
    found: dict[tuple[str, ...], click.Command] = {}
    with click.Context(group) as context:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            found[(*path, name)] = command
            if isinstance(command, click.Group):
                found |= commands(command, (*path, name))
    return found


VALUES = [
    (path, option.opts[0])
    for path, command in commands(main).items()  # type: ignore[arg-type]
    for option in command.params
    if isinstance(option, click.Option) and not (option.is_flag or option.multiple)
]


@pytest.mark.parametrize(("path", "option"), VALUES, ids=lambda part: "".join(part))
def test_an_option_of_one_value_is_given_once(path: tuple[str, ...], option: str) -> None:
    said = run(*path, option, "1", option, "2")
    assert (said.exit_code, said.output) == (2, f"{option}: given 2 times; give it only once\n")


@pytest.mark.parametrize("path", commands(main), ids=" ".join)  # type: ignore[arg-type]
def test_the_help_of_a_command_has_examples(path: tuple[str, ...]) -> None:
    text = shown(*path, "--help")
    assert f"  scorer {path[0]}" in text or f"| scorer {path[0]}" in text


RESULTS = """Date,E Player,E Pts,S Player,S Pts,W Player,W Pts,N Player,N Pts,sticks
2026-01-09,Ann,46000,Ben,34000,Cho,23000,Dia,17000,0
"""
LINE = '{"hand": "234m345p67p456s55s+8p", "win": "tsumo"}'
SLOW = ("--audit", "--hands", "--jobs")
"""Words of examples that take seconds."""
ELSEWHERE = ("--pyodide",)
"""Words of examples that need files from elsewhere; tests/web tries them."""


def examples() -> list[str]:
    """Every example of every help, as a reader would type it."""
    texts = (shown(*path, "--help", columns=200) for path in commands(main))
    found = (re.findall(r"^ +(?:echo .* \| )?(scorer .*)$", text, re.MULTILINE) for text in texts)
    typed = dict.fromkeys(re.split(" > | [|] ", line)[0] for lines_of in found for line in lines_of)
    return [line for line in typed if not set(ELSEWHERE) & set(line.split())]


def press_control_c(seconds: float) -> None:
    """What the user of a command does that waits until it is interrupted."""
    raise KeyboardInterrupt


@pytest.mark.one_in(18)
@pytest.mark.parametrize(
    "line",
    [pytest.param(e, marks=pytest.mark.slow if set(SLOW) & set(e.split()) else ()) for e in examples()],
)
def test_an_example_of_a_help_does_what_it_says(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(BaseServer, "serve_forever", lambda server, poll_interval: None)
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    monkeypatch.setattr("scorer.cli.check.sleep", press_control_c)
    Path("hands.jsonl").write_text(LINE)
    Path("hands.csv").write_text("hand,win\n234m345p67p456s55s+8p,tsumo\n")
    Path("rulesets").mkdir()
    Path("logs").mkdir()
    for file in ("game.xml", "game.json", "logs/game.json"):  # the format is detected, whatever the name
        Path(file).write_bytes(as_mjai([DOUBLE, QUIET]).replace(b'"w"', b'"Ann"'))
    if " evening " in line:
        Path("friday.yaml").write_text(
            "evening: Friday\nevents:\n- {game: riichi, players: [Ann, Ben, Cho, Dia]}\n- {win: {Ann: 3 han 40 fu}, from: Ben}\n"
        )
        Path("results.csv").write_text(RESULTS)
    elif "new club" not in line:
        for file in ("club.yaml", "rulesets/club.yaml"):
            Path(file).write_text("extends: riichi\nname: Club\n")
        Path("names.yaml").write_text("Ann: [A1]\n")
    given = "q\n" if "quiz" in line else f"{HAND}\n" if "session" in line else LINE
    words = [
        name for word in shlex.split(line)[1:] for name in (sorted(glob(word)) or [word])
    ]  # as a shell does
    result = run(*words, given=given)
    assert result.exit_code == 0, result.output


def test_the_first_help_names_every_command_and_ends_with_an_example() -> None:
    text = shown("--help")
    assert "scorer score" in lines(text)[-1]
    for name, (_, line) in some(COMMANDS.items()):
        assert name in text
        assert line.split()[0] in text


# ---- completion


def completed(*args: str) -> list[str]:
    """What the shell offers for the last argument."""
    shell = ShellComplete(main, {}, "scorer", "_SCORER_COMPLETE")
    return [item.value for item in shell.get_completions(list(args[:-1]), args[-1])]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--lang ja points 3 40", "points --lang ja 3 40"),
        ("--lang=ja rulesets show m-league", "rulesets show m-league --lang ja"),
        ("-q score 234m345p67p456s55s+8p", "score -q 234m345p67p456s55s+8p"),
        ("--lang zh pionts 3 40", "--lang zh pionts"),
        ("help rulesets show", "rulesets show --help"),
        ("--lang ja help points", "points --help"),
        ("help pionts", "pionts --help"),
    ],
)
def test_options_may_stand_before_a_command_and_help_too(typed: str, meant: str) -> None:
    first, second = run(*typed.split()), run(*meant.split())
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)
    assert "pionts" not in typed or "points" in first.stderr


def test_rulesets_are_completed() -> None:
    assert "tenhou-sanma" in completed("score", "-r", "ten")
    assert completed("rulesets", "show", "pocket") == ["pocket-mahjong"]


def test_circumstances_of_the_ruleset_are_completed() -> None:
    assert completed("score", "-w", "rin") == ["rinshan"]
    assert "north=" in completed("score", "-r", "sanma", "-w", "")
    assert "riichi" not in completed("score", "-r", "pocket-mahjong", "-w", "")


def test_a_circumstance_that_the_options_refuse_is_not_completed() -> None:
    assert completed("score", "-r", "ponjan", "-w", "") == ["riichi"]
    assert completed("score", "-r", "ponjan", "-o", "furiten=true", "-w", "f") == ["furiten"]


def test_options_are_completed_with_their_values() -> None:
    assert completed("score", "-o", "red_") == [f"red_fives={n}" for n in (0, 1, 2, 3, 4, 12)]
    assert "open_tanyao=false" in completed("patterns", "-o", "open")


def test_patterns_are_completed() -> None:
    assert completed("patterns", "pin") == ["pinfu"]
    assert "daisangen=W" in completed("score", "--pao", "daisan")


def test_a_ruleset_that_is_none_completes_nothing() -> None:
    assert completed("score", "-r", "nope", "-w", "") == []


@pytest.mark.parametrize("name", each_box())
def test_a_page_names_every_letter_of_the_tiles(name: str) -> None:
    page = json.loads(shown("rulesets", "show", name, "-f", "json"))
    text = shown("rulesets", "show", name, columns=200)
    for suit in some(page["letters"]):
        assert re.search(rf"^{suit['letter']} +{suit['name']}  ", text, re.MULTILINE)
    listed = sum(tile["copies"] for suit in page["letters"] for tile in suit["tiles"])
    lists_several_boxes = load_ruleset(name).tileset.in_box > 0
    assert listed == page["tiles"] or (lists_several_boxes and listed > page["tiles"])


def test_help_beside_a_ruleset_names_its_own_words() -> None:
    text = shown("score", "-r", "ponjan-anoa", "-r", "sanma", "--help")
    assert "k black, r red, b blue" in text
    assert "ron_triple" in text and "north" in text.partition("In sanma")[2]


def test_help_beside_no_ruleset_is_the_same_as_alone_without_words_of_a_game() -> None:
    alone, words, _ = shown("score", "--help").partition("\nIn riichi:")
    assert words
    assert shown("score", "--help", "-r", "no-such-ruleset") == alone


def test_own_rule_files_are_listed_with_their_place_and_why_they_are_not_used(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    files = {
        first / "league.yaml": "extends: riichi\nname: League\n",
        first / "riichi.yaml": "extends: riichi\nname: Ours\n",
        first / "broken.yaml": "extends: riichi\nname: Broken\nset: {foo: 1}\n",
        second / "league.yaml": "extends: riichi\nname: Another league\n",
        second / "later.yaml": "extends: riichi\nname: Later\nrequires: scorer >= 99\n",
    }
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    env = {"SCORER_RULES": f"{first}{os.pathsep}{second}"}
    listed = json.loads(run("rulesets", "list", "-f", "json", env=env).stdout)
    own = {one["path"]: one for one in listed if "path" in one}
    assert {*own} == {*map(str, files)}
    assert own[str(first / "league.yaml")]["name"] == "League"
    assert own[str(second / "league.yaml")]["hidden_by"] == str(first / "league.yaml")
    assert own[str(first / "riichi.yaml")]["hidden_by"] == "riichi"
    assert "L402 'foo' is set" in own[str(first / "broken.yaml")]["problem"]
    assert "L110" in own[str(second / "later.yaml")]["problem"]
    text = run("rulesets", "list", env=env, columns=200).stdout
    assert "not used: hidden by riichi" in text and "not used: line 3: L402" in text
