"""Summaries of the shipped rulesets, for lists that must not build every ruleset."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import cast

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import rules_view, whole_number
from scorer.errors import Problem, RulesetError
from scorer.languages import ENGLISH, MAIN_LANGUAGES, TEXT_LANGUAGES, is_english, main_language
from scorer.ruleset.cache import (
    Files,
    file_digest,
    from_json_value,
    has_translations,
    open_ruleset,
    recall,
    remember,
    to_json_value,
)
from scorer.ruleset.find import (
    DEFAULTS_NAME,
    own_files,
    plain_bytes,
    shipped_file,
    shipped_names,
    shipped_path,
    shipped_place,
    translation_path,
)
from scorer.ruleset.model import Ruleset
from scorer.tiles import Names, TileSet
from scorer.values import dataclass

OVERVIEW_CACHE = "index"
RECORD_FILE = "index.jsonl"
DIGIT_NOTATION = re.compile(r"(?:[0-9]+[a-z]|[ ()\[\]+])*")
DIGITS_WITH_LETTER = re.compile(r"(?<![0-9])([0-9]+)([a-z])")


@dataclass(frozen=True)
class Overview:
    """The summary of a ruleset. `letters` are the letters of its tiles, `outline` the letters of tiles that
    belong to no set.
    """

    id: str
    names: Names
    family: str
    players: int
    tiles: int
    unit: str
    unit_names: Names
    """the unit in each language but English"""
    about: Names
    extends: tuple[str, ...]
    letters: str
    outline: str
    sizes: tuple[int, ...]
    """the number of tiles in a complete hand, for each shape"""

    def may_complete(self, text: str) -> bool:
        """Whether a hand in notation has a number of tiles that can be complete under this ruleset.

        Only digits with letters are counted. A hand written in any other way is always accepted.

        >>> from scorer import load_ruleset
        >>> riichi = overview(load_ruleset("riichi"))
        >>> [riichi.may_complete(text) for text in ("222m333p777s", "123m+1x", "EEE")]
        [False, False, True]
        """
        if not DIGIT_NOTATION.fullmatch(text):
            return True
        pieces = DIGITS_WITH_LETTER.findall(text)
        tiles = sum(len(digits) for digits, _ in pieces)
        loose = sum(len(digits) for digits, letter in pieces if letter in self.outline)
        larger = loose + text.count("(") + text.count("[")  # a set may have more tiles than it counts for
        known = all(letter in self.letters for _, letter in pieces)
        return known and any(tiles - larger <= size <= tiles for size in self.sizes)


def _tiles_in_box(tileset: TileSet) -> int:
    """The number of tiles in one box, including jokers."""
    listed = sum(kind.copies for kind in tileset.kinds if kind.role != "joker")
    return (tileset.in_box or listed) + tileset.jokers


def overview(ruleset: Ruleset) -> Overview:
    """The summary of a ruleset under its chosen options."""
    kinds = ruleset.tileset.kinds
    return Overview(
        ruleset.id,
        ruleset.names,
        ruleset.family,
        whole_number(ruleset.players, rules_view(ruleset)),
        _tiles_in_box(ruleset.tileset),
        ruleset.unit,
        tuple((language, ruleset.unit_title(ruleset.unit, language)) for language in TEXT_LANGUAGES[1:]),
        ruleset.summary,
        ruleset.extends,
        "".join(dict.fromkeys(kind.letter for kind in kinds)),
        "".join(dict.fromkeys(kind.letter for kind in kinds if kind.role != "tile")),
        ruleset.hand_sizes,
    )


RECORD_TYPES = {Overview.__name__: Overview}
RECORD_HEAD: tuple[object, ...] = ("overviews", *vars(Overview)["__match_args__"])
"""The first line of the record. One of another form does not count."""
BEFORE_INDEX: list[Callable[[], object]] = []
"""Called before so many shipped rulesets are read for the overviews that it takes seconds."""
FEW = 10
"""Rulesets that are read in less than a second."""


def shipped_overviews(language: str = ENGLISH) -> tuple[Overview, ...]:
    """The summaries of all shipped rulesets, in the order of their names, with the texts that files of
    translations have in a language.

    >>> next(item.players for item in shipped_overviews() if item.id == "sanma")
    3
    """
    return _overviews_in(main_language(language))


@lru_cache
def _overviews_in(language: str) -> tuple[Overview, ...]:
    path, sort = shipped_place(f"{DEFAULTS_NAME}.yaml"), overview_sort(language)
    found = recall(sort, path, {Overview.__name__: Overview})
    listed = found if isinstance(found, tuple) else ()
    is_whole = all(isinstance(item, Overview) for item in listed)
    if is_whole and tuple(item.id for item in listed) == shipped_names():
        return listed
    overviews, files = shipped_index(language)
    remember(sort, path, overviews, files)
    return overviews


# ---- the summaries that are recorded beside the rule files, so that the first list takes no seconds


Summary = tuple[Overview, Files]
"""A summary and the shipped files that it depends on."""
Entry = tuple[str, Files, Overview]
"""What is recorded: the language, the files by their names, the summary."""


def recorded_summaries(language: str) -> dict[str, Summary]:
    """The recorded summaries of the shipped rulesets whose files are as they were then."""
    try:
        lines = plain_bytes(shipped_place(RECORD_FILE)).decode().splitlines()
        head, *entries = [from_json_value(json.loads(line), RECORD_TYPES) for line in lines]
        return _unchanged_summaries(cast("list[Entry]", entries), language) if head == RECORD_HEAD else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _unchanged_summaries(entries: Iterable[Entry], language: str) -> dict[str, Summary]:
    """Of the entries, which are a language, the files and a summary each, those that still hold. What has no
    texts in a language is summed up in English.
    """
    digest = lru_cache(maxsize=None)(lambda name: file_digest(shipped_place(name)))
    found: dict[str, Summary] = {}
    for told, files, summary in entries:
        translated = [translation_path(name, language) for name, _ in files]
        wanted = language if not is_english(language) and any(map(_is_shipped, translated)) else ENGLISH
        if told == wanted and all(digest(name) == content for name, content in files):
            found[summary.id] = summary, tuple((shipped_place(name), content) for name, content in files)
    return found


@lru_cache(maxsize=256)
def _is_shipped(name: str) -> bool:
    return os.path.exists(shipped_place(name))


def overview_record() -> str:
    """The text of the file in which the summaries are recorded: a line for each ruleset, and for each other
    language in which it has texts of its own.
    """
    lines = [RECORD_HEAD]
    for name in shipped_names():
        english = open_ruleset(name)
        for language in MAIN_LANGUAGES:
            if is_english(language) or has_translations(english, language):
                rules = open_ruleset(name, language)
                files = tuple((shipped_file(path), content) for path, content in rules.files)
                lines.append((language, files, overview(configure_ruleset(rules, None))))
    return "".join(json.dumps(to_json_value(line), ensure_ascii=False) + "\n" for line in lines)


def overview_sort(language: str) -> str:
    """The name under which the summaries in a main language are kept."""
    return OVERVIEW_CACHE if is_english(language) else f"{OVERVIEW_CACHE}-{language}"


@dataclass(frozen=True)
class NamedRuleset:
    """A ruleset that is found by its name, with the path of its file, which is empty for shipped ones. There
    is no summary if the file cannot be used, because of a `problem`, or if another file of the same name is
    used: `hidden_by` is its path, or the name of a shipped ruleset.
    """

    id: str
    overview: Overview | None
    path: str = ""
    problem: Problem | None = None
    hidden_by: str = ""


def named_rulesets(language: str = ENGLISH) -> tuple[NamedRuleset, ...]:
    """Every ruleset that is found by name: the shipped ones, then the user's own and those of packages."""
    found = [NamedRuleset(one.id, one) for one in shipped_overviews(language)]
    used: dict[str, str] = {}
    for name, path in own_files():
        hiding = name if shipped_path(name) else used.setdefault(name, path)
        if hiding != path:
            found.append(NamedRuleset(name, None, path, hidden_by=hiding))
            continue
        try:
            rules = configure_ruleset(open_ruleset(path, language), None)
            found.append(NamedRuleset(name, overview(rules), path))
        except RulesetError as error:
            found.append(NamedRuleset(name, None, path, error.problems[0]))
    return tuple(found)


def shipped_index(language: str = ENGLISH) -> tuple[tuple[Overview, ...], Files]:
    """The summaries of all shipped rulesets in a language, and all files that they depend on."""
    summaries = recorded_summaries(language)
    if unknown := [name for name in shipped_names() if name not in summaries]:
        for notify in BEFORE_INDEX if len(unknown) > FEW else ():
            notify()
        for name in unknown:
            rules = configure_ruleset(open_ruleset(name, language), None)
            summaries[name] = overview(rules), rules.files
    found = [summaries[name] for name in shipped_names()]
    return tuple(one for one, _ in found), tuple(dict.fromkeys(file for _, files in found for file in files))
