"""The tables of tests/data, read once for all tests of a process; and parts of long ones."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from tests.support.places import DATA

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The same in C where it is installed: the tables are long."""


@cache
def table(name: str) -> list[dict[str, Any]]:
    """The rows of one table."""
    rows: list[dict[str, Any]] = yaml.load((DATA / f"{name}.yaml").read_text("utf-8"), LOADER)
    return rows


def hand_tables() -> dict[str, list[tuple[int, dict[str, Any]]]]:
    """The numbered rows that are hands, by the name of their table."""
    tables = {path.stem: table(path.stem) for path in sorted(DATA.glob("*.yaml"))}
    return {
        name: [(number, row) for number, row in enumerate(rows, 1) if "input" in row]
        for name, rows in tables.items()
    }
