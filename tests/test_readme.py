"""The README keeps its promises: every example in it gives what it shows."""

import re
from pathlib import Path

import pytest

from scorer.batch.lines import LONGEST_LINE
from scorer.readings import MOST_STEPS, MOST_SUBSTITUTIONS
from scorer.ruleset.find import MOST_BYTES
from scorer.ruleset.load import MOST_ENTRIES
from scorer.ruleset.source import MOST_LEVELS
from tests.support.console import commands, output
from tests.support.places import ROOT
from tests.test_layers import LAYERS

README = (ROOT / "README.md").read_text(encoding="utf-8")


def shown(command: str) -> str:
    """What the README shows below a command, up to the next one."""
    below = README.split(f"$ {command}\n", 1)[1]
    return re.split(r"^```$|^\$ ", below, maxsplit=1, flags=re.MULTILINE)[0].rstrip()


@pytest.mark.parametrize("command", commands(README))
def test_a_command_of_the_readme_prints_what_the_readme_shows(command: str) -> None:
    assert output(command).rstrip() == shown(command)


def test_the_first_screen_has_two_commands_and_one_result() -> None:
    first = "\n".join(README.split("\n")[:44])
    assert first.count("```sh\n") == 2
    assert first.count("```console\n") == 1


def test_every_ruleset_and_command_is_named_in_the_readme() -> None:
    from scorer.cli.main import COMMANDS
    from scorer.ruleset.find import shipped_names

    missing = [name for name in (*COMMANDS, *shipped_names()) if name not in README]
    assert not missing


def test_python_examples_of_the_readme_run() -> None:
    import doctest

    results = doctest.testfile(
        str(Path(ROOT / "README.md")), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.failed == 0
    assert results.attempted > 0


def test_the_map_shows_every_package_in_the_order_of_the_layers() -> None:
    shown = re.findall(r"^\| `scorer/(\w+)` \| \S", README, re.MULTILINE)
    packages = {path.parent.name for path in (ROOT / "scorer").glob("*/__init__.py")}
    assert shown == [name for name in LAYERS if name in packages]


def test_every_file_that_the_readme_names_is_there() -> None:
    named = set(re.findall(r"`((?:scorer|tests|rulesets)/[\w./-]+)`", README))
    assert len(named) > 30
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]


def test_every_word_of_the_map_stands_where_it_is_said_to_stand() -> None:
    rows = re.findall(r"^\| ([A-Z][\w, ]+) \| .* \| `(scorer/[\w/]+\.py)` \|$", README, re.MULTILINE)
    assert len(rows) == 14
    missing = [
        (word, path)
        for words, path in rows
        for word in words.split(", ")
        if not re.search(rf"^(class )?{word}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert not missing


def test_a_hand_to_try_stands_beside_every_ruleset_and_wins() -> None:
    from scorer.ruleset.find import shipped_names

    tried = dict(re.findall(r"^\|[^|]*\| `([\w-]+)` \|[^|]*\| `(scorer score .*)` \|$", README, re.MULTILINE))
    assert set(tried) == set(shipped_names())
    assert not [name for name, command in tried.items() if " receives" not in output(command)]


def test_the_picture_is_what_the_command_draws() -> None:
    drawn = output('scorer score "234m345p67p456s55s+8p" --tsumo -w riichi -f svg')
    assert (ROOT / "tests" / "data" / "hand.svg").read_text(encoding="utf-8") == drawn


def test_prose_is_no_wider_than_120_columns() -> None:
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in prose.split("\n") if not line.startswith(("|", "    "))]
    assert len(lines) > 100
    assert not [line for line in lines if len(line) > 120]


def test_the_bounds_are_those_of_the_program() -> None:
    told = " ".join(README.partition("* **Bounds.**")[2].partition("* **")[0].split())
    bounds = (
        f"{MOST_BYTES >> 20} MiB",
        f"{MOST_ENTRIES} entries",
        f"{MOST_LEVELS} levels",
        f"{LONGEST_LINE >> 10} KiB",
        f"{MOST_STEPS:,} steps",
        f"{MOST_SUBSTITUTIONS:,} choices",
    )
    assert not [bound for bound in bounds if bound not in told]
