"""How logs name their rules, as data: `rulesets/logs/` has a file for each site.

A file names the formats that the site's logs have, the preset of its rules, which options its flags mean, and
its words for patterns and drawn deals.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorer.errors import RulesetError
from scorer.replay.game import Game
from scorer.ruleset.cache import recall, remember
from scorer.ruleset.find import shipped_place
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import load_ruleset
from scorer.tiles import fold_name, ids_by_spelling
from scorer.values import cached_property, dataclass

if TYPE_CHECKING:
    from scorer.ruleset.items import Item

FOLDER = SITES_CACHE = "logs"
Object = Mapping[str, Any]


@dataclass(frozen=True)
class ChosenRules:
    """The rules of a game that its log names: a preset, options, planned rounds, and words that are not
    understood. `is_assumed` is true if the log does not name its rules.
    """

    name: str
    options: tuple[tuple[str, Value], ...] = ()
    rounds: int = 0
    unknown: tuple[str, ...] = ()
    is_assumed: bool = False


class Site:
    """One file of `rulesets/logs`."""

    def __init__(self, data: Object, parent: Site | None = None) -> None:
        self.data, self.parent = data, parent
        self.name = str(data["name"])
        self.formats = tuple(data["formats"])

    def section(self, name: str) -> Object:
        """A section, on top of that of the site that this one is like."""
        own = self.data.get(name) or {}
        return {**self.parent.section(name), **own} if self.parent else dict(own)

    def is_recognized(self, game: Game) -> bool:
        """Whether the notes of a game show that it was played on this site; a site without marks takes all
        other games.
        """
        marks = self.data.get("recognized", {})
        return any(re.search(mark, str(game.notes.get(key, ""))) for key, mark in marks.items())

    @property
    def is_chain(self) -> bool:
        """Whether the deals of a log follow one another, with scores, counters and a next dealer."""
        return self.data.get("is_chain") is not False

    # ---- rules

    def rules(self, game: Game) -> ChosenRules:
        """The rules that a log says it was played by."""
        presets = self.data["ruleset"]
        name = str(presets.get(str(game.players)) or next(iter(presets.values())))
        changes = list(self._changes(game.notes))
        options = {key: value for change in changes for key, value in change.get("set", {}).items()}
        if game.notes.get("red") is False:
            options |= self.data.get("without_red", {})
        rounds = next((change["rounds"] for change in reversed(changes) if "rounds" in change), 0)
        unknown = [
            f"{key}: {text}" for key, text in self.data.get("unknown", {}).items() if key in game.notes
        ]
        is_assumed = bool(self.data.get("is_assumed")) or ("flags" in self.data and not game.notes)
        ruleset = load_ruleset(name)
        known = {key: value for key, value in options.items() if _differs(ruleset, key, value)}
        return ChosenRules(name, tuple(known.items()), rounds, tuple(unknown), is_assumed)

    def _changes(self, notes: Mapping[str, object]) -> Iterator[Object]:
        flags: Any = notes.get("flags")
        for bit, change in (self.data.get("flags") or {}).items() if isinstance(flags, int) else ():
            yield change if flags & int(bit, 0) else change.get("otherwise", {})
        text = notes.get("text")
        for word, change in (self.data.get("texts") or {}).items() if text else ():
            yield change if word in str(text) else change.get("otherwise", {})
        for key, values in (self.data.get("values") or {}).items():
            yield values.get(str(notes.get(key)), {})

    # ---- words

    @cached_property
    def draws(self) -> Object:
        return self.section("draws")

    @cached_property
    def _patterns(self) -> Object:
        return self.section("patterns")

    @cached_property
    def together(self) -> Object:
        """Patterns that the log counts as one."""
        return self.section("together")

    def patterns_named(self, word: str, ruleset: Ruleset) -> tuple[str, ...]:
        """The ids that a log's word for a pattern may mean; none if it is unknown."""
        found = self._patterns.get(word)
        if found is not None:
            return (found,) if isinstance(found, str) else tuple(found)
        return known_words(ruleset).get(fold_name(word), ())


def _differs(ruleset: Ruleset, key: str, value: Value) -> bool:
    """Whether a ruleset has this option with another value."""
    option = ruleset.option_by_id.get(key)
    return option is not None and ruleset.option_values[key] != value


_WORDS: dict[int, tuple[Ruleset, dict[str, tuple[str, ...]]]] = {}


def known_words(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The ids of patterns and bonuses by their folded names, and other words for them."""
    held = _WORDS.get(id(ruleset))
    if held is not None and held[0] is ruleset:
        return held[1]
    found: dict[str, tuple[str, ...]] = {}
    for pattern in ruleset.pattern_by_id.values():
        for word in pattern.also:
            found[fold_name(word)] = (*found.get(fold_name(word), ()), pattern.id)
    names = {part.id: part.names for part in ruleset.pattern_by_id.values()}
    names |= {part.id: part.names for part in ruleset.bonuses}
    found |= {word: (ident,) for word, ident in ids_by_spelling(names).items()}
    if len(_WORDS) > 16:
        _WORDS.clear()
    _WORDS[id(ruleset)] = ruleset, found
    return found


# ---- the files


def _plain(item: Item) -> Any:
    """The value of an item as plain mappings, lists and scalars; keys are texts."""
    if isinstance(item.value, dict):
        return {str(key): _plain(entry) for key, entry in item.fields.items()}
    if isinstance(item.value, list):
        return [_plain(entry) for entry in item.entries]
    return item.value


def _site_data() -> Mapping[str, Object]:
    """What the files of all sites say, by their names; YAML is read only where nothing is kept."""
    names = sorted(os.listdir(shipped_place(FOLDER)))
    places = [shipped_place(FOLDER, name) for name in names]
    listed = (("files", " ".join(names)),)
    kept = recall(SITES_CACHE, places[0], listed)
    if isinstance(kept, dict):
        return kept
    from scorer.ruleset.source import read_file

    data: dict[str, Object] = {}
    files = []
    for name, place in zip(names, places, strict=True):
        source, problems = read_file(Path(place))
        if source is None or problems:
            raise RulesetError(problems)
        data[name.partition(".")[0]] = _plain(source.root)
        files.append((place, source.digest))
    remember(SITES_CACHE, places[0], listed, data, tuple(files))
    return data


@lru_cache(maxsize=1)
def sites() -> tuple[Site, ...]:
    """All sites; those that are recognized by marks come first."""
    data = _site_data()
    found: dict[str, Site] = {}
    for name in sorted(data, key=lambda one: "like" in data[one]):
        found[name] = Site(data[name], found.get(data[name].get("like", "")))
    return tuple(sorted(found.values(), key=lambda site: "recognized" not in site.data))


def site_of(game: Game) -> Site:
    """The site whose words a log uses: one that its marks name, else the first without marks that has the
    format.
    """
    having = [site for site in sites() if game.format in site.formats]
    plain = [site for site in having if "recognized" not in site.data]
    return next((site for site in having if site.is_recognized(game)), (plain or having)[0])
