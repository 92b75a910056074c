"""Rooms and doors: a package is entered by few modules, no chain of imports is long, and modules are rooms."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

from tests.test_layers import LAYERS, PACKAGE, imported, modules, own

DOORS = {
    "language": "nodes parser vocabulary",
    "ruleset": ("art authoring build_tiles builder cache find items load model overlay sections source "),
    "engine": "configure evaluate examples match request resolve results score value",
    "compiled": "compile engine form memo rows situations spelling text tiles values",
    "columns": "scorer",
    "teach": "advice compare labels lesson patterns payment_table points progress quiz why winners",
    "check": "run",
    "audit": "differences report",
    "batch": "files many run",
}
"""The modules by which a package may be entered, beside the package itself; render and cli are entered by cli
and by the front doors alone."""
LONGEST_CHAIN, LONGEST_AT_THE_TOP = 23, 12
"""of all imports, and of those that are made as soon as a module is imported"""
SMALL = 60
PAGES: dict[str, str] = {}
"""A small module that one other uses, and why it is a page of its own."""


@pytest.mark.parametrize("package", DOORS)
def test_a_package_is_entered_by_its_doors(package: str) -> None:
    inside, doors = f"{PACKAGE}.{package}", {f"{PACKAGE}.{package}.{door}" for door in DOORS[package].split()}
    entered = {
        name
        for module in modules()
        if not f"{module}.".startswith(f"{inside}.")
        for name in own(module)
        if name.startswith(f"{inside}.")
    }
    assert not entered - doors
    assert not doors - entered, "a door that nobody uses is a wall"


def test_every_package_has_its_doors_named() -> None:
    packages = {module.split(".")[1] for module in modules() if module.count(".") > 1}
    assert packages - {"render", "cli"} == DOORS.keys() <= set(LAYERS)


def at_the_top(module: str) -> Iterator[str]:
    """What a module imports before anything of it is called."""
    open_nodes: list[ast.AST] = [ast.parse(modules()[module].read_text(encoding="utf-8"))]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            open_nodes += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (name for name in imported(node) if name in modules())
            open_nodes += ast.iter_child_nodes(node)


@cache
def depth(module: str, imports: Callable[[str], Iterable[str]]) -> int:
    """How many modules stand above one another in the longest chain of imports that begins here."""
    return 1 + max((depth(name, imports) for name in imports(module) if name != PACKAGE), default=0)


@pytest.mark.parametrize(("imports", "most"), [(own, LONGEST_CHAIN), (at_the_top, LONGEST_AT_THE_TOP)])
def test_no_chain_of_imports_is_longer_than_it_was(
    imports: Callable[[str], Iterable[str]], most: int
) -> None:
    assert max(depth(module, imports) for module in modules()) <= most


def test_a_small_module_that_one_other_uses_is_part_of_it() -> None:
    users = Counter(name for module in modules() for name in set(own(module)))
    small = {
        module
        for module, path in modules().items()
        if users[module] == 1
        and path.stem not in ("__init__", "__main__")
        and len(path.read_text(encoding="utf-8").splitlines()) < SMALL
    }
    assert small == PAGES.keys(), "a room that has grown or is asked by others needs no excuse"
