"""The rules of a file that is being written, as far as they can be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scorer.author.cursor import lines_of
from scorer.errors import ScorerError
from scorer.languages import ENGLISH
from scorer.ruleset.find import resolved_name, shipped_path
from scorer.ruleset.forms import EXTENDS_KEY
from scorer.ruleset.load import load_text, load_with_builder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scorer.ruleset.builder import RulesetBuilder
    from scorer.ruleset.items import Item
    from scorer.ruleset.load import LoadedFile
    from scorer.ruleset.model import Ruleset

EXTENDS_LINE = re.compile(rf"^{EXTENDS_KEY}:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
MOST_CUTS = 3
"""How often a text that cannot be read is cut before its first error."""


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
    loaded = readable_file(text, name, path, line, language)
    if loaded.builder and loaded.ruleset:
        return WrittenRules(loaded.builder, loaded.ruleset)
    base = EXTENDS_LINE.search(text)
    try:
        is_ours = base and shipped_path(resolved_name(base[1]))  # a file that a text names is not opened
        ruleset, builder = load_with_builder(base[1], language) if base and is_ours else (None, None)
    except ScorerError:
        return None
    return WrittenRules(builder, ruleset) if builder and ruleset else None


def base_root(rules: WrittenRules | None) -> Item | None:
    """The merged bases of a file, without the file; None if it extends nothing."""
    return rules.builder.base_root if rules and rules.builder.base_names else None
