"""The public names are imported when they are first used, and types are known without running anything."""

from __future__ import annotations

import ast
from importlib import import_module

import pytest

import scorer
from scorer import api
from tests.test_layers import modules


def typed_names(module: str) -> dict[str, str]:
    """The names that a module imports for type checkers, with the module that defines each."""
    blocks = [
        node for node in ast.parse(modules()[module].read_text("utf-8")).body if isinstance(node, ast.If)
    ]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


@pytest.mark.parametrize(("module", "homes"), [("scorer", scorer.HOMES), ("scorer.api", api.HOMES)])
def test_type_checkers_see_the_names_that_can_be_imported(module: str, homes: dict[str, str]) -> None:
    typed = typed_names(module)
    assert typed.keys() == homes.keys()
    assert [name for name in homes if not hasattr(import_module(typed[name]), name)] == []


@pytest.mark.parametrize("name", api.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(api, name) is not None
