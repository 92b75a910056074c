"""The rules of a file that is being written, as far as they can be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scorer.author.cursor import lines_of
from scorer.errors import ScorerError
from scorer.languages import ENGLISH
from scorer.ruleset.find import plain_bytes, resolved_name, shipped_path, unsaved_texts
from scorer.ruleset.forms import EXTENDS_KEY
from scorer.ruleset.load import load_text, load_with_builder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.ruleset.builder import RulesetBuilder
    from scorer.ruleset.items import Item
    from scorer.ruleset.load import LoadedFile
    from scorer.ruleset.model import Ruleset

EXTENDS_LINE = re.compile(rf"^{EXTENDS_KEY}:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
MOST_CUTS = 3
"""How often a text that cannot be read is cut before its first error."""
MOST_BASES = 3
"""Of how many bases with errors a part is used."""


def readable_file(
    text: str, name: str, path: Path | None, line: int = 0, language: str = ENGLISH
) -> LoadedFile:
    """The file as loaded; if it cannot be read, without the line at the cursor, or up to its first error."""
    loaded = load_text(text, name, path, language)
    for shorter in _shorter_texts(text, line, loaded):
        if loaded.builder:
            break
        again = load_text(shorter, name, path, language)
        loaded = again if again.file_root or not loaded.file_root else loaded
    return loaded


def _shorter_texts(text: str, line: int, loaded_file: LoadedFile) -> Iterator[str]:
    lines = lines_of(text)
    if 1 <= line <= len(lines):
        yield "\n".join([*lines[: line - 1], "", *lines[line:]])
        yield "\n".join(lines[: line - 1])
    end = min((one.line for one in loaded_file.problems if one.is_error), default=1)
    for cut in range(MOST_CUTS):
        if 0 < (last := end - 1 - cut) < len(lines):
            yield "\n".join(lines[:last])


class WrittenRules(NamedTuple):
    """The rules of a file with its bases: how they are written, and what they mean."""

    builder: RulesetBuilder
    ruleset: Ruleset


def known_rules(
    text: str, name: str, path: Path | None, line: int, language: str = ENGLISH
) -> WrittenRules | None:
    """What is known of the rules of a file, its bases included: of the file itself if it can be read, else of
    the ruleset that it extends. Texts are those of a language, where files beside the rules have them.
    """
    if found := _rules_over_readable_bases(text, name, path, line, language):
        return found
    base = EXTENDS_LINE.search(text)
    try:
        is_ours = base and shipped_path(resolved_name(base[1]))  # a file that a text names is not opened
        ruleset, builder = load_with_builder(base[1], language) if base and is_ours else (None, None)
    except ScorerError:
        return None
    return WrittenRules(builder, ruleset) if builder and ruleset else None


def _rules_over_readable_bases(
    text: str, name: str, path: Path | None, line: int, language: str
) -> WrittenRules | None:
    """The rules of a file that can be read. Of a base with errors, which may be written at the same time, the
    part counts that can be used.
    """
    bases: dict[str, str] = {}
    for _ in range(MOST_BASES):
        with unsaved_texts(bases):
            loaded = readable_file(text, name, path, line, language)
        if loaded.builder and loaded.ruleset:
            return WrittenRules(loaded.builder, loaded.ruleset)
        at_fault = (one.file for one in loaded.problems if one.is_error and one.file != loaded.name)
        base = next(at_fault, "")
        usable_text = "" if not base or base in bases else _usable_text(base)
        if not usable_text:
            break
        bases[base] = usable_text
    return None


def _usable_text(file: str) -> str:
    """The text of a rule file without the lines at fault, or up to the first of them; empty if there is none
    that can be used.
    """
    try:
        text = plain_bytes(file).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return ""
    loaded = load_text(text, file, Path(file))
    lines, first = lines_of(text), _first_line_at_fault(loaded)
    for _ in range(MOST_CUTS):
        if not (at := _first_line_at_fault(loaded)):
            return "\n".join(lines)
        lines[at - 1] = ""
        loaded = load_text("\n".join(lines), file, Path(file))
    for end in range(first - 1, max(0, first - 1 - MOST_CUTS), -1):
        shorter = "\n".join(lines_of(text)[:end])
        if not _first_line_at_fault(load_text(shorter, file, Path(file))):
            return shorter
    return ""


def _first_line_at_fault(loaded_file: LoadedFile) -> int:
    """The first line of a file with an error; 0 if there is none in the file itself."""
    own = (one.line for one in loaded_file.problems if one.is_error and one.file == loaded_file.name)
    return min(own, default=0)


def base_root(rules: WrittenRules | None) -> Item | None:
    """The merged bases of a file, without the file; None if it extends nothing."""
    return rules.builder.base_root if rules and rules.builder.base_names else None
