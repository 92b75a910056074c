"""The public names are imported when they are first used, and types are known without running anything."""

from __future__ import annotations

import ast
from importlib import import_module

import pytest

import scorer
from tests.test_layers import modules


def typed_names() -> dict[str, str]:
    """The names that the package imports for type checkers, with the module that defines each."""
    blocks = [
        node for node in ast.parse(modules()["scorer"].read_text("utf-8")).body if isinstance(node, ast.If)
    ]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_type_checkers_see_the_names_that_can_be_imported() -> None:
    assert typed_names() == scorer.HOMES


@pytest.mark.parametrize("name", scorer.__all__)
def test_every_public_name_is_defined_in_its_module(name: str) -> None:
    assert getattr(scorer, name) is getattr(import_module(scorer.HOMES[name]), name)


def test_no_module_hides_a_public_name_once_it_is_imported() -> None:
    assert not {f"scorer.{name}" for name in scorer.__all__} & modules().keys()
