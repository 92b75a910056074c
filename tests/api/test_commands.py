"""The commands and the session ask the public API, so that a page, a bot or an editor can do the same."""

from __future__ import annotations

import pytest

from tests.test_layers import LAYERS, imports, layer, modules, own

TEXTS = {
    "scorer.errors": "the errors that a command words or catches",
    "scorer.phrases": "words in the number of what is counted, and sentences in three languages",
    "scorer.values": "the values that a session is made of",
}
"""What else a command may import, and for what."""
COMMANDS = sorted(name for name in modules() if name == "scorer.session" or name.startswith("scorer.cli."))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_imports_the_public_api_and_nothing_below_it(command: str) -> None:
    below = [name for name in own(command) if layer(name) < LAYERS.index("api")]
    assert not [name for name in below if name not in TEXTS]


def test_each_exception_is_needed() -> None:
    used = {name for command in COMMANDS for name in imports(command)}
    assert used >= {*TEXTS}
