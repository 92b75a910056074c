"""The README keeps its promises: every example in it gives what it shows."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scorer.batch.lines import LONGEST_LINE
from scorer.readings import MOST_READINGS, MOST_STEPS
from scorer.ruleset.find import MOST_FILE_BYTES
from scorer.ruleset.load import MOST_ENTRIES_IN_ONE
from scorer.ruleset.source import MOST_LEVELS
from tests.support.console import commands, output
from tests.support.places import ROOT
from tests.test_layers import LAYERS

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
BULK = (ROOT / ".github" / "BULK.md").read_text(encoding="utf-8")
LONGEST = 220
ROW = re.compile(r"^\| [^|`]+ \| (`[\w-]+`(?:, `[\w-]+`)*) \| `(scorer score .*)` \|$", re.MULTILINE)
"""A row of the table of games: its rulesets, and a hand to try."""


def shown(command: str) -> str:
    """What the README shows below a command, up to the next one."""
    below = README.split(f"$ {command}\n", 1)[1]
    return re.split(r"^```$|^\$ ", below, maxsplit=1, flags=re.MULTILINE)[0].rstrip()


@pytest.mark.parametrize("command", commands(README))
def test_a_command_of_the_readme_prints_what_the_readme_shows(command: str) -> None:
    assert output(command).rstrip() == shown(command)


def test_the_first_screen_has_two_commands_and_one_result() -> None:
    first = "\n".join(README.split("\n")[:47])
    assert first.count("```sh\n") == 2
    assert first.count("```console\n") == 1


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= LONGEST


def test_every_command_is_named_in_the_readme() -> None:
    from scorer.cli.main import COMMANDS

    assert not [name for name in COMMANDS if name not in README]


def test_python_examples_of_the_readme_run() -> None:
    import doctest

    results = doctest.testfile(
        str(Path(ROOT / "README.md")), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.failed == 0
    assert results.attempted > 0


def test_the_rules_of_the_readmes_club_have_no_problems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (text,) = re.findall(r"^```yaml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (tmp_path / "club.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert output("scorer check club.yaml") == "club.yaml: no problems\n"


def test_the_map_shows_every_package_in_the_order_of_the_layers() -> None:
    shown = re.findall(r"^\| `scorer/(\w+)` \| \S", CONTRIBUTING, re.MULTILINE)
    packages = {path.parent.name for path in (ROOT / "scorer").glob("*/__init__.py")}
    assert shown == [name for name in LAYERS if name in packages]


@pytest.mark.parametrize(("page", "least"), [(BULK, 1), (CONTRIBUTING, 40)], ids=["BULK", "CONTRIBUTING"])
def test_every_file_that_a_page_names_exists(page: str, least: int) -> None:
    named = set(re.findall(r"`((?:scorer|tests|rulesets)/[\w./-]+)`", page)) - {
        "rulesets/NAME.yaml",
        "tests/data/NAME.yaml",
    }
    assert len(named) >= least
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]


def test_every_word_to_know_is_defined_in_its_file() -> None:
    rows = re.findall(r"^\| ([A-Z][\w, ]+) \| .* \| `(scorer/[\w/]+\.py)` \|$", CONTRIBUTING, re.MULTILINE)
    assert len(rows) >= 40
    missing = [
        (word, path)
        for words, path in rows
        for word in words.split(", ")
        if not re.search(rf"^(class )?{word}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert not missing


def test_every_name_of_the_code_in_contributing_is_defined() -> None:
    code = "".join([path.read_text(encoding="utf-8") for path in sorted((ROOT / "scorer").rglob("*.py"))])
    attributes = re.findall(r"`(?:subject|item|low)\.(\w+)[^`]*`", CONTRIBUTING)
    tables = re.findall(r"`([A-Z]+_[A-Z_]+)`", CONTRIBUTING)
    assert len(attributes) >= 6
    assert len(tables) >= 8
    definitions = ("self.{} =", " self.{}:", "def {}(", "\n{} =", "\n{}:")
    missing = [
        name for name in attributes + tables if not any(one.format(name) in code for one in definitions)
    ]
    assert not missing


def test_every_family_of_games_has_a_row_with_a_hand_that_wins() -> None:
    listed = json.loads(output("scorer rulesets list -f json"))
    families = {ruleset["id"]: ruleset["family"] for ruleset in listed}
    rows = [(re.findall(r"`([\w-]+)`", names), command) for names, command in ROW.findall(README)]
    assert {families[name] for names, _ in rows for name in names} == set(families.values())
    assert not [command for names, command in rows if command.split()[-1] not in names]
    assert not [command for _, command in rows if " receives" not in output(command)]


COMPLETION = re.search(r"^```bash\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_silent_in_a_shell_without_scorer(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    assert COMPLETION is not None
    (line,) = [line for line in COMPLETION[1].splitlines() if f"{shell}_source" in line]
    run = subprocess.run(
        [program, "-c", line], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_completion_in_bash_knows_the_commands() -> None:
    bash = shutil.which("bash")
    if bash is None or shutil.which("scorer") is None:
        pytest.skip("needs bash and an installed scorer")
    assert COMPLETION is not None
    (line,) = [line for line in COMPLETION[1].splitlines() if "bash_source" in line]
    run = subprocess.run(
        [bash, "-c", f"{line}\ncomplete -p scorer"], capture_output=True, text=True, check=False
    )
    assert "_scorer_completion" in run.stdout, run.stderr


def test_prose_is_no_wider_than_120_columns() -> None:
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in prose.split("\n") if not line.startswith(("|", "    "))]
    assert len(lines) > 80
    assert not [line for line in lines if len(line) > 120]


def test_the_bounds_are_those_of_the_program() -> None:
    told = " ".join(README.partition("* **Bounds.**")[2].partition("* **")[0].split())
    bounds = (
        f"{MOST_FILE_BYTES >> 20} MiB",
        f"{MOST_ENTRIES_IN_ONE} entries",
        f"{MOST_LEVELS} levels",
        f"{LONGEST_LINE >> 10} KiB",
        f"{MOST_STEPS:,} steps",
        f"{MOST_READINGS:,} readings",
    )
    assert not [bound for bound in bounds if bound not in told]
