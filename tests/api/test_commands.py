"""The commands ask the public API, so that a page, a bot or an editor can do the same."""

from __future__ import annotations

import pytest

from tests.test_layers import imports, modules

PLUMBING = {
    "scorer": "its version",
    "scorer.errors": "the errors that a command words or catches",
    "scorer.suggest": "the command that a misspelt one may mean",
    "scorer.phrases": "words in the number of what is counted",
}
"""What else a command may import, and for what."""
COMMANDS = ("batch", "check", "lesson", "points", "quiz", "replay", "rulesets", "score", "settle", "waits")
"""The modules of commands that ask the public API alone."""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_imports_the_public_api_and_nothing_below_it(command: str) -> None:
    module = f"scorer.cli.{command}"
    assert module in modules()
    own = {name for name in imports(module) if name.partition(".")[0] == "scorer"}
    allowed = {"scorer.api", *PLUMBING}
    assert not [name for name in own if name not in allowed and not name.startswith("scorer.cli")]
