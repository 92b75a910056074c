"""Where rulesets are: the shipped ones by name, others by path.

Shipped rulesets lie beside the package in a checkout and inside it in an installed wheel.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

DEFAULTS = "defaults"
SUFFIXES = (".yaml", ".yml")


@lru_cache(maxsize=1)
def shipped_folder() -> Path:
    """The folder of the shipped rulesets."""
    package = Path(__file__).resolve().parent.parent
    inside, beside = package / "rulesets", package.parent / "rulesets"
    return inside if inside.is_dir() else beside


def shipped_names() -> tuple[str, ...]:
    """The names of all shipped rulesets, sorted.

    >>> "riichi" in shipped_names()
    True
    """
    return tuple(sorted(p.stem for p in shipped_folder().glob("*.yaml") if p.stem != DEFAULTS))


def shipped_path(name: str) -> Path | None:
    """The file of a shipped ruleset, or None where there is none of that name."""
    known = name in shipped_names() or name == DEFAULTS
    return shipped_folder() / f"{name}.yaml" if known else None


def is_there(name: str) -> bool:
    """Whether something of that name is in the file system; no name is too odd to ask.

    >>> is_there("a" * 10_000), is_there("\\0")
    (False, False)
    """
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def looks_like_a_file(name: str) -> bool:
    """Whether a name given by the user means a path."""
    return name.endswith(SUFFIXES) or "/" in name or "\\" in name
