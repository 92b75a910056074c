"""Summaries of the shipped rulesets, for lists that must not build every ruleset."""

from __future__ import annotations

import json
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
    open_ruleset,
    recall,
    remember,
    to_json_value,
)
from scorer.ruleset.find import (
    DEFAULTS_NAME,
    digest_of,
    own_files,
    plain_bytes,
    shipped_file,
    shipped_names,
    shipped_path,
    shipped_place,
    translation_language,
    translation_paths,
)
from scorer.ruleset.model import Ruleset
from scorer.tiles import Names, TileSet
from scorer.values import dataclass, replace

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
    """the unit in each language"""
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
        tuple((language, ruleset.unit_title(ruleset.unit, language)) for language in TEXT_LANGUAGES),
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


@lru_cache(maxsize=1)
def shipped_overviews() -> tuple[Overview, ...]:
    """The summaries of all shipped rulesets, in the order of their names, with their texts in all languages.

    >>> next(item.players for item in shipped_overviews() if item.id == "sanma")
    3
    """
    path = shipped_place(f"{DEFAULTS_NAME}.yaml")
    found = recall(OVERVIEW_CACHE, path, {Overview.__name__: Overview})
    listed = found if isinstance(found, tuple) else ()
    is_whole = all(isinstance(item, Overview) for item in listed)
    if is_whole and tuple(item.id for item in listed) == shipped_names():
        return listed
    overviews, files = shipped_index()
    remember(OVERVIEW_CACHE, path, overviews, files)
    return overviews


# ---- the summaries that are recorded beside the rule files, so that the first list takes no seconds


Summary = tuple[Overview, Files]
"""A summary and the shipped files that it depends on."""
Entry = tuple[tuple[str, ...], str, Overview]
"""What is recorded: the names of the rule files, the digest of these and of the files of their texts, the
summary.
"""


def recorded_summaries() -> dict[str, Summary]:
    """The recorded summaries of the shipped rulesets whose files are as they were then."""
    try:
        lines = plain_bytes(shipped_place(RECORD_FILE)).decode().splitlines()
        head, *entries = [from_json_value(json.loads(line), RECORD_TYPES) for line in lines]
        return _unchanged_summaries(cast("list[Entry]", entries)) if head == RECORD_HEAD else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _unchanged_summaries(entries: Iterable[Entry]) -> dict[str, Summary]:
    digest, rules_digest = map(lru_cache(maxsize=None), (file_digest, _rules_digest))
    found: dict[str, Summary] = {}
    for names, content, summary in entries:
        paths = _files_with_texts(names)
        if _content_digest(map(rules_digest, paths)) == content:
            found[summary.id] = summary, tuple((path, digest(path)) for path in paths)
    return found


def _files_with_texts(names: Iterable[str]) -> list[str]:
    """The paths of shipped rule files, and of all files in which their texts in other languages may be."""
    listed = [*names]
    languages = [language for language in MAIN_LANGUAGES if not is_english(language)]
    texts = [path for name in listed for one in languages for path in translation_paths(name, one)]
    return [shipped_place(name) for name in (*listed, *texts)]


def _rules_digest(path: str) -> str:
    """A digest of what a rule file says, comments aside, which installed ones have not; empty if it cannot be
    read.
    """
    try:
        lines = [line.partition(b" #")[0].rstrip() for line in plain_bytes(path).split(b"\n")]
    except OSError:
        return ""
    return digest_of(b"\n".join([line for line in lines if line and line[0] != ord("#")]))


def _content_digest(digests: Iterable[str]) -> str:
    return digest_of(",".join(digests).encode())


def overview_record() -> str:
    """The text of the file in which the summaries are recorded: a line for each ruleset."""
    lines = [RECORD_HEAD]
    for name in shipped_names():
        summary, files = _summary_of_shipped(name)
        rule_files = [shipped_file(path) for path, _ in files if not translation_language(path)]
        digests = (_rules_digest(path) for path, _ in files)
        lines.append((tuple(rule_files), _content_digest(digests), summary))
    return "".join(json.dumps(to_json_value(line), ensure_ascii=False) + "\n" for line in lines)


def _summary_of_shipped(name: str) -> Summary:
    """The summary of a shipped ruleset, with the texts of every main language from its own files."""
    by_language = {language: open_ruleset(name, language) for language in MAIN_LANGUAGES}
    summaries = {
        language: overview(configure_ruleset(rules, None)) for language, rules in by_language.items()
    }
    names, units, about = (
        tuple(
            text
            for language, summary in summaries.items()
            for text in getattr(summary, field)
            if main_language(text[0]) == language
        )
        for field in ("names", "unit_names", "about")
    )
    told = replace(summaries[ENGLISH], names=names, unit_names=units, about=about)
    rule_files = [shipped_file(path) for path, _ in by_language[ENGLISH].files]
    return told, tuple((path, file_digest(path)) for path in _files_with_texts(rule_files))


@dataclass(frozen=True)
class NamedRuleset:
    """A ruleset that is found by its name, with the path of its file, which is empty for shipped ones. There
    is no summary if the file cannot be used, because of a `problem` in it or a `base_problem` in a file that
    it extends, or if another file of the same name is used: `hidden_by` is its path, or the name of a shipped
    ruleset.
    """

    id: str
    overview: Overview | None
    path: str = ""
    problem: Problem | None = None
    base_problem: Problem | None = None
    hidden_by: str = ""


def named_rulesets(language: str = ENGLISH) -> tuple[NamedRuleset, ...]:
    """Every ruleset that is found by name: the shipped ones, then the user's own and those of packages."""
    found = [NamedRuleset(one.id, one) for one in shipped_overviews()]
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
            own = next((one for one in error.problems if one.file == path), None)
            in_base = next((one for one in error.problems if one.file != path), None)
            found.append(NamedRuleset(name, None, path, own, in_base))
    return tuple(found)


def shipped_index() -> tuple[tuple[Overview, ...], Files]:
    """The summaries of all shipped rulesets, and all files that they depend on."""
    summaries = recorded_summaries()
    if unknown := [name for name in shipped_names() if name not in summaries]:
        for notify in BEFORE_INDEX if len(unknown) > FEW else ():
            notify()
        for name in unknown:
            summaries[name] = _summary_of_shipped(name)
    found = [summaries[name] for name in shipped_names()]
    return tuple(one for one, _ in found), tuple(dict.fromkeys(file for _, files in found for file in files))
