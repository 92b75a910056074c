"""Where rulesets are: the shipped ones by name, others by path.

Shipped rulesets lie beside the package in a checkout and inside it in an installed wheel.
"""

from __future__ import annotations

import os
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

DEFAULTS = "defaults"
SUFFIXES = (".yaml", ".yml")
BUILT = "built"
"""The folder that an installed scorer has beside its rule files, with what was worked out for them."""


@lru_cache(maxsize=1)
def _folder() -> str:
    package = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    inside = os.path.join(package, "rulesets")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "rulesets")


def shipped_folder() -> Path:
    """The folder of the shipped rulesets."""
    from pathlib import Path  # slow to import, and one hand is scored without it

    return Path(_folder())


def shipped_place(*names: str) -> str:
    """A path in the folder of the shipped rulesets; one that is absolute stays what it is."""
    return os.path.join(_folder(), *names)


def shipped_names() -> tuple[str, ...]:
    """The names of all shipped rulesets, sorted.

    >>> "riichi" in shipped_names()
    True
    """
    names = (name.removesuffix(".yaml") for name in os.listdir(_folder()) if name.endswith(".yaml"))
    return tuple(sorted(name for name in names if name != DEFAULTS))


def shipped_path(name: str) -> str | None:
    """The path of a shipped ruleset, or None where there is none of that name."""
    known = name in shipped_names() or name == DEFAULTS
    return shipped_place(f"{name}.yaml") if known else None


def shipped_file(path: str) -> str:
    """The file name of a shipped ruleset by its path; empty for any other path.

    >>> shipped_file(shipped_path("riichi")), shipped_file("/club/riichi.yaml")
    ('riichi.yaml', '')
    """
    folder, name = os.path.split(os.path.abspath(path))
    return name if folder == _folder() and name.endswith(".yaml") else ""


def is_there(name: str) -> bool:
    """Whether something of that name is in the file system; no name is too odd to ask.

    >>> is_there("a" * 10_000), is_there("\\0")
    (False, False)
    """
    return os.path.exists(name)


def looks_like_a_file(name: str) -> bool:
    """Whether a name given by the user means a path."""
    return name.endswith(SUFFIXES) or "/" in name or "\\" in name
