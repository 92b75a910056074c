"""What was asked to be checked: names, files, folders and standard input become single rule files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from scorer.errors import Problem
from scorer.ruleset.find import SUFFIXES, shipped_path
from scorer.ruleset.load import Loaded, load, load_text

STANDARD_INPUT = "-"
MOST_FILES = 1000


def targets(names: Iterable[str]) -> list[str]:
    """Every file that the names mean, each once: a folder means all rule files in it and below."""
    return list(dict.fromkeys(found for name in names for found in _expanded(name)))


def _expanded(name: str) -> Iterator[str]:
    path = Path(name)
    if name == STANDARD_INPUT or shipped_path(name) is not None or not _is_folder(path):
        yield name
        return
    for _, file in zip(range(MOST_FILES), _rule_files(path), strict=False):
        yield str(file)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _rule_files(folder: Path) -> Iterator[Path]:
    """Rule files in a folder and below, in the order of their names; hidden folders are left alone."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(here) / name for name in sorted(files) if name.endswith(SUFFIXES))


def loaded_target(name: str, standard_input: bytes) -> Loaded:
    """One target, read."""
    if name == STANDARD_INPUT:
        return load_text(standard_input, "<stdin>")
    if not name.strip():
        return Loaded(name, (Problem("L101", name, 1, 1, "an empty name names no ruleset"),))
    return load(name)
