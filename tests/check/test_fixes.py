"""What has one sure answer is mended, findings that are meant are silenced, programs read the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator, FormatChecker

from scorer.check import fix
from scorer.check.fix import fixed_file, fixed_text
from scorer.cli.main import main
from scorer.ruleset.find import MOST_FILE_BYTES
from tests.support.places import DATA
from tests.support.small import check_text

OVERLAY = "extends: riichi\nname: Club\n"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("set:\n  open_tanyo: false\n", "set:\n  open_tanyao: false\n"),
        ("set:\n  open_tanyao:false\n", "set:\n  open_tanyao: false\n"),
        ("set:\n  open_tanyao： false\n", "set:\n  open_tanyao: false\n"),
        ("set:\n\topen_tanyao: false\n", "set:\n  open_tanyao: false\n"),
        ("notes:\n  -a remark\nfamly: own\n", "notes:\n  -a remark\nfamily: own\n"),
        ("drop: [ipatsu]   # not here\n", "drop: [ippatsu]   # not here\n"),
        ("set: {ippatsu: Off, honba_value: 1_000}\n", "set: {ippatsu: false, honba_value: 1000}\n"),
        ("drop: [sankantsu、houtei]\n", "drop: [sankantsu,houtei]\n"),
        ("to_win:\n  total > min（2，3）: 三、四\n", "to_win:\n  total > min(2,3): 三、四\n"),
    ],
)
def test_what_has_one_sure_answer_is_mended_and_nothing_else(wrong: str, right: str) -> None:
    assert fixed_text(OVERLAY + wrong, "club.yaml") == OVERLAY + right


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("red_fives: 3 tiles", "red_fives: 3"),
        ("red_fives: three", "red_fives: 3"),
        ("red_fives: none", "red_fives: 0"),
        ('red_fives: "3"', "red_fives: 3"),
        ("stick_value: 1k", "stick_value: 1000"),
        ("honba_value: 300円", "honba_value: 300"),
        ("honba_value: 300.", "honba_value: 300"),
        ("open_tanyao: nashi", "open_tanyao: false"),
        ("open_tanyao: nein", "open_tanyao: false"),
        ("open_tanyao: not allowed", "open_tanyao: false"),
        ("open_tanyao: あり", "open_tanyao: true"),
        ("open_tanyao: False.", "open_tanyao: false"),
    ],
)
def test_a_value_in_words_of_a_club_is_mended(wrong: str, right: str) -> None:
    """A number with its unit or in words, and true or false in another language, have one sure meaning."""
    assert fixed_text(f"{OVERLAY}set: {{{wrong}}}\n", "club.yaml") == f"{OVERLAY}set: {{{right}}}\n"


@pytest.mark.parametrize("text", ["set:\n  kuitan: false\n", "drop: [mine]\n", "set:\n  red_fives: many\n"])
def test_what_may_mean_several_things_is_left_to_its_author(text: str) -> None:
    assert fixed_text(OVERLAY + text, "club.yaml") == OVERLAY + text


@pytest.mark.parametrize("content", [b"# " + b"-" * MOST_FILE_BYTES, b"name: \xff", b"", b"a\0b"])
def test_a_file_that_is_no_rule_text_is_left_alone(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_bytes(content)
    found = fixed_file(str(file))
    assert found is None or found.new_text == found.old_text == content.decode()
    assert fixed_file(str(tmp_path)) is fixed_file(str(tmp_path / ("long" * 100))) is None


def test_no_more_of_a_file_is_read_than_a_rule_file_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "club.yaml"
    with file.open("wb") as large:
        large.truncate(64 * MOST_FILE_BYTES)
    read: list[int] = []
    plain_bytes = fix.plain_bytes
    monkeypatch.setattr(fix, "plain_bytes", lambda name: read.append(len(data := plain_bytes(name))) or data)
    assert fixed_file(str(file)) is None
    assert read == [MOST_FILE_BYTES + 1]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["check", *words])
    return result.exit_code, result.output


@pytest.mark.slow
def test_the_difference_is_shown_before_anything_is_written(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(OVERLAY + "drop: [ipatsu]\n", "utf-8")
    status, output = run(str(file), "--diff")
    assert (status, "+drop: [ippatsu]" in output) == (1, True)
    assert file.read_text("utf-8") == OVERLAY + "drop: [ipatsu]\n"
    status, output = run(str(file), "--fix")
    assert (status, "-drop: [ipatsu]" in output) == (0, True)
    assert file.read_text("utf-8") == OVERLAY + "drop: [ippatsu]\n"


def test_a_change_that_needs_a_decision_is_asked_about_and_only_made_if_it_is_wanted(tmp_path: Path) -> None:
    file, text = tmp_path / "club.yaml", OVERLAY + "set: {kuitan: false, renhou: yaku}\n"
    file.write_text(text, "utf-8")
    assert run(str(file), "--fix")[0] == 1
    assert file.read_text("utf-8") == text, "a word that is no misspelling is not replaced unasked"
    asked = CliRunner().invoke(main, ["check", str(file), "--fix", "--ask"], input="y\nn\n")
    assert asked.output.count("[y/N]") == 2, asked.output
    assert "+set: {open_tanyao: false, renhou: yaku}" in asked.output
    assert asked.exit_code == 1, "what was refused is still a problem"
    assert file.read_text("utf-8") == OVERLAY + "set: {open_tanyao: false, renhou: yaku}\n"
    asked = CliRunner().invoke(main, ["check", str(file), "--fix", "--ask"], input="y\n")
    assert asked.exit_code == 0, asked.output
    assert file.read_text("utf-8") == OVERLAY + "set: {open_tanyao: false, renhou: yakuman}\n"
    assert CliRunner().invoke(main, ["check", str(file), "--ask"]).exit_code == 2, "there is nothing to ask"


@pytest.mark.parametrize(
    ("rules", "answers", "chosen"),
    [
        ("set: {open_tanyao: false, renhou_han: 4}\n", "y\n", "set: {open_tanyao: false}\n"),
        (
            "set: {open_tanyao: false, renhou: off, renhou_han: 4}\n",
            "n\ny\n",
            "set: {open_tanyao: false, renhou: han, renhou_han: 4}\n",
        ),
        ("set:\n  tanyao.value: 2\ndrop: [tanyao, pinfu]\n", "y\n", "drop: [tanyao, pinfu]\n"),
        (
            "set:\n  tanyao.value: 2\ndrop: [tanyao, pinfu]\n",
            "n\ny\n",
            "set:\n  tanyao.value: 2\ndrop: [pinfu]\n",
        ),
        ("set: {renhou: off, renhou_han: 4}\n", "maybe\n", "set: {renhou: off, renhou_han: 4}\n"),
    ],
)
def test_each_way_out_of_a_problem_is_offered_until_one_is_taken_or_the_answers_end(
    rules: str, answers: str, chosen: str, tmp_path: Path
) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(OVERLAY + rules, "utf-8")
    asked = CliRunner().invoke(main, ["check", str(file), "--fix", "--ask"], input=answers)
    assert file.read_text("utf-8") == OVERLAY + chosen, asked.output
    assert asked.exit_code == 0, asked.output
    assert "Aborted" not in asked.output


def test_a_remark_silences_one_finding_at_its_line_and_no_error_of_reading() -> None:
    line = "set:\n  tanyao.value: 2"

    def codes(text: str) -> list[str]:
        return [one.code for one in check_text(text, "x.yaml")]

    assert codes(f"{OVERLAY}{line}\n") == ["L907", "L803"]
    assert codes(f"{OVERLAY}{line}   # scorer: ignore L803\n") == ["L907"]
    assert codes(f"# our own\n# scorer: ignore L907, L803\n{OVERLAY}{line}\n") == []
    assert "L803" in codes(f"{OVERLAY}# scorer: ignore L803\n{line}\n")
    assert "L803" in codes(f"{OVERLAY}{line}   # scorer: ignore L801\n")
    assert codes(f"{OVERLAY}drop: [mine]   # scorer: ignore L402\n")


def test_an_error_that_keeps_a_file_from_being_used_cannot_be_ignored(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(OVERLAY + "nmae: Club\n", "utf-8")
    status, output = run(str(file), "--ignore", "L2")
    assert status == 1
    assert "L201" in output


def test_a_folder_with_the_defaults_of_all_rulesets_is_clean(tmp_path: Path) -> None:
    (tmp_path / "defaults.yaml").write_text("base: total\n", "utf-8")
    (tmp_path / "club.yaml").write_text(OVERLAY, "utf-8")
    assert run(str(tmp_path)) == (0, f"{tmp_path / 'club.yaml'}: no problems\n")


SARIF = json.loads((DATA / "sarif-2.1.0.json").read_text("utf-8"))


def test_sarif_is_as_its_schema_says_and_names_the_tool_the_place_and_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "house rules"
    folder.mkdir()
    (folder / "club #2.yaml").write_text(OVERLAY + "drop: [mine]\n", "utf-8")
    whole = json.loads(run("house rules/club #2.yaml", "no-such.yaml", "-f", "sarif")[1])
    Draft202012Validator(SARIF, format_checker=FormatChecker()).validate(whole)
    found = whole["runs"][0]
    place = found["results"][0]["locations"][0]["physicalLocation"]
    assert found["tool"]["driver"]["semanticVersion"]
    assert "Uri" not in "".join(found["tool"]["driver"])
    assert place["artifactLocation"]["uri"] == "house%20rules/club%20%232.yaml"
    assert place["region"]["snippet"]["text"] == "drop: [mine]"


def test_the_schema_of_an_overlay_knows_what_its_base_has() -> None:
    result = CliRunner().invoke(main, ["rulesets", "schema", "--extends", "riichi"])
    known = json.loads(result.output)["properties"]["set"]["properties"]
    assert known["open_tanyao"]["type"] == "boolean"
    assert known["red_fives"]["enum"]
    assert "tanyao.value" in known
