"""The README keeps its promises: every example in it gives what it shows."""

import re
from pathlib import Path

import pytest

from tests.support.console import commands, output
from tests.support.places import ROOT

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
