"""Rooms and doors: a package is entered by few modules, no chain of imports is long, and modules are rooms."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.test_layers import LAYERS, PACKAGE, modules, own

DOORS = {
    "language": "nodes parser vocabulary",
    "ruleset": (
        "art build_tiles build_worth builder cache find items load model opening "
        "overlay schema sections sound source starter "
    ),
    "engine": "configure evaluate examples match request resolve results score value",
    "compiled": "engine form legality memo rows situations spelling text tiles trees values",
    "columns": "requests",
    "sampling": "",
    "teach": (
        "advice compare examples explain labels lesson lookup pattern_card payment_table points "
        "progress quiz why winners "
    ),
    "check": "pages run",
    "audit": "differences effects report",
    "batch": "files many rulesets run",
}
"""The modules by which a package may be entered, beside the package itself; render and cli are entered by cli
and by the front doors alone."""
LONGEST_CHAIN = 28
SMALL = 60
PAGES = {
    "scorer.cli.main": "the command itself",
    "scorer.render.summary": "a view for a command, as the others are",
}
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


@cache
def depth(module: str) -> int:
    """How many modules stand above one another in the longest chain of imports that begins here."""
    return 1 + max((depth(name) for name in own(module) if name != PACKAGE), default=0)


def test_no_chain_of_imports_is_longer_than_it_was() -> None:
    assert max(map(depth, modules())) <= LONGEST_CHAIN


def test_a_small_module_that_one_other_uses_is_part_of_it() -> None:
    users = Counter(name for module in modules() for name in set(own(module)))
    small = {
        module
        for module, path in modules().items()
        if users[module] == 1
        and path.stem not in ("__init__", "__main__")
        and len(path.read_text(encoding="utf-8").splitlines()) < SMALL
    }
    assert small <= PAGES.keys()
