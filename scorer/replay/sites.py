"""How logs name their rules, as data: `rulesets/logs/` has a file for each site.

A file names the formats that the site's logs have, the preset of its rules, which options its flags mean, and
its words for patterns and drawn deals.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from scorer.engine.configure import configure_ruleset
from scorer.errors import InputError, RulesetError
from scorer.memo import Memo
from scorer.message import Listed, LocalizedText, Message, Text
from scorer.replay.game import Game
from scorer.ruleset.cache import (
    MODEL_SORT,
    changed_ruleset,
    from_json_value,
    recall,
    remember,
    to_json_value,
)
from scorer.ruleset.find import shipped_place
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import load_ruleset, resolve_ruleset
from scorer.tiles import Names, fold_name, ids_by_spelling
from scorer.values import cached_property, dataclass

FOLDER = "logs"
SLOT, WHOLE = re.compile(r"\{(\w+)\}"), re.compile(r"-?\d{1,7}")
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?(?:/-?\d+(?:\.\d+)?)*")
SUM = re.compile(r"-?[0-9]{1,9}(?: [+-] -?[0-9]{1,9})*")
"""A whole number, or a sum of some, as it stands in a rule of a site when the numbers are filled in."""
Object = Mapping[str, Any]
READ_NOTES = ("players", "text", "red", "ref")
"""Notes that are read from every log, whatever a site says."""
LONGEST_OPTION, MOST_OPTIONS = 40, 8
"""The most letters of an option without a meaning, and the most of such options, that are told."""


class ChangedRule(NamedTuple):
    """A change of the rules that a log names: its keys in a rule file, the value, and what it is called."""

    keys: tuple[str, ...]
    value: str
    names: Names = ()

    def text(self, ruleset: Ruleset) -> Text:
        """The change in words: a draw is played or not; any other by its name, with the value if that is a
        number or several.
        """
        if len(self.keys) == 3 and (self.keys[0], self.keys[2]) == ("draws", "enabled"):
            of_base = load_ruleset(ruleset.id).draws
            names = next((one.names for one in (*ruleset.draws, *of_base) if one.id == self.keys[1]), ())
            return Message("draw played" if self.value == "true" else "draw not played", LocalizedText(names))
        name = LocalizedText(self.names)
        return Message("rule changed to", name, self.value) if NUMBERS.fullmatch(self.value) else name


@dataclass(frozen=True)
class ChosenRules:
    """The rules of a game that its log names: a preset, options, planned rounds, and words that are not
    understood. `is_assumed` is true if the log does not name its rules. `changes` is what else differs from
    the preset, as the text of a rule file; empty if nothing does.
    """

    name: str
    options: tuple[tuple[str, Value], ...] = ()
    rounds: int = 0
    unknown: tuple[Text, ...] = ()
    is_assumed: bool = False
    changes: str = ""
    changed_rules: tuple[ChangedRule, ...] = ()
    """the changes that the log itself names"""

    def ruleset(self, language: str = "en") -> Ruleset:
        """The ruleset with its changes and options, and its texts in a language."""
        options = dict(self.options)
        return (
            configure_ruleset(_changed_ruleset(self.name, self.changes, language), options)
            if self.changes
            else (resolve_ruleset(self.name, options, language))
        )


_changed_ruleset = lru_cache(maxsize=32)(changed_ruleset)


class Site:
    """One file of `rulesets/logs`."""

    def __init__(self, data: Object, parent: Site | None = None) -> None:
        self.data, self.parent = data, parent
        self.names = (
            tuple(data["name"].items()) if isinstance(data["name"], dict) else (("en", str(data["name"])),)
        )
        self.name = str(dict(self.names)["en"])
        self.formats = tuple(data["formats"])
        self._rules_by_notes: Memo[str, ChosenRules] = Memo(limit=64)

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

    @property
    def has_unrounded_sheet(self) -> bool:
        """Whether logs may have the secondary score of a win before it is rounded."""
        return self.data.get("has_unrounded_sheet") is True

    # ---- rules

    def rules(self, game: Game) -> ChosenRules:
        """The rules that a log says it was played by; most logs of a site say the same."""
        key = repr((game.players, game.notes))
        return self._rules_by_notes.get(key) or self._rules_by_notes.keep(key, self._rules_of(game))

    def _rules_of(self, game: Game) -> ChosenRules:
        presets = self.data["ruleset"]
        name = str(presets.get(str(game.players)) or next(iter(presets.values())))
        changes = list(self._changes({**game.notes, "players": game.players}))
        options: dict[str, Any] = {}
        noted: dict[str, Any] = {}
        names: dict[tuple[str, ...], Names] = {}
        for change in changes:
            options |= change.get("set", {})
            noted = _merged_rules(noted, change.get("rules", {}))
            names |= {
                keys: tuple(change.get("name", {}).items()) for keys, _ in _flat(change.get("rules", {}))
            }
        rules = _merged_rules(self.data.get("rules") or {}, noted)
        if game.notes.get("red") is False:
            options |= self.data.get("without_red", {})
        rounds = next((change["rounds"] for change in reversed(changes) if "rounds" in change), 0)
        is_assumed = bool(self.data.get("is_assumed")) or ("bits" in self.data and not game.notes)
        ruleset = load_ruleset(name)
        known = {key: value for key, value in options.items() if _differs(ruleset, key, value)}
        unknown: dict[Text, None] = dict.fromkeys(
            change["unknown"] for change in changes if "unknown" in change
        )
        if meaningless := tuple(change["meaningless"] for change in changes if "meaningless" in change):
            unknown[Message("options of log unknown", Listed(meaningless[:MOST_OPTIONS], "comma"))] = None
        for key in [key for key, value in known.items() if not _is_possible(ruleset, key, value)]:
            unknown[Message("value of log impossible", key, str(known.pop(key)))] = None
        text = ""
        if rules:
            text = json.dumps({"extends": name, "name": dict(ruleset.names), **rules}, ensure_ascii=False)
        changed = tuple(ChangedRule(keys, value, names[keys]) for keys, value in _flat(noted))
        return ChosenRules(name, tuple(known.items()), rounds, tuple(unknown), is_assumed, text, changed)

    def _changes(self, notes: Mapping[str, object]) -> Iterator[Object]:
        """What each note of a log changes in the rules."""
        for key, changes in (self.data.get("bits") or {}).items():
            number = notes.get(key)
            if isinstance(number, int):
                for change in _changes_of_bits(key, number, changes):
                    yield self._with_words(key, change)
        text = notes.get("text")
        for word, change in (self.data.get("texts") or {}).items() if text else ():
            yield change if word in str(text) else change.get("otherwise", {})
        for keys, values in (self.data.get("values") or {}).items():
            if all(key in notes for key in keys.split()):
                stated = " ".join(_value_key(notes[key]) for key in keys.split())
                known = values.get(stated, values.get("other", {}))
                yield self._with_words(keys, _filled_change(known, notes) or {})
        for change in self.data.get("numbers") or ():
            players, usual = change.get("players"), change.get("usual", {})
            if usual and all(_value_key(notes.get(key)) == str(value) for key, value in usual.items()):
                continue
            if players is None or str(players) == str(notes.get("players")):
                filled = _filled_change(change, notes) or {}
                yield {key: value for key, value in filled.items() if key not in ("players", "usual")}
        for key, value in notes.items():
            if value and key not in self._known_notes:
                yield {"meaningless": key[:LONGEST_OPTION]}

    @cached_property
    def _known_notes(self) -> frozenset[str]:
        """The notes of a log that the file of the site, or a reader, knows."""
        named = {*READ_NOTES, *(self.data.get("recognized") or {}), *(self.data.get("about") or ())}
        named |= {*(self.data.get("bits") or {}), *" ".join(self.data.get("values") or ()).split()}
        return frozenset(named | set(SLOT.findall(json.dumps(self.data.get("numbers") or ()))))

    def _with_words(self, key: str, change: Object) -> Object:
        """A change that a note makes, with the words for a rule that is not known."""
        unknown = change.get("unknown")
        if not isinstance(unknown, str):
            return change
        return {
            **change,
            "unknown": Message(
                "note of log unknown", key, LocalizedText(self.data["unknown_rules"][unknown].items())
            ),
        }

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


def _changes_of_bits(key: str, number: int, changes: Object) -> Iterator[Object]:
    """What the bits of a number change; a key with several bits is for all of them together."""
    known = 0
    for bits, change in changes.items():
        mask = int(bits, 0)
        known |= mask
        yield change if number & mask == mask else change.get("otherwise", {})
    if unknown := number & ~known:
        yield {"meaningless": f"{key} {unknown:#x}"}


def _value_key(value: object) -> str:
    """How the value of a note is written in a site's file: a truth as 1 or 0.

    >>> _value_key(True), _value_key(3), _value_key("x")
    ('1', '3', 'x')
    """
    return str(int(value)) if isinstance(value, bool) else str(value)


def _filled_change(value: Any, notes: Mapping[str, object]) -> Any:
    """A change with `{key}` replaced by the whole number of that note, and None if a note has no number.

    >>> _filled_change({"deals": {"start": "{begin}"}}, {"begin": "30000"})
    {'deals': {'start': 30000}}
    >>> _filled_change("4 * {end}", {"end": ""})

    A sum is worked out, because lists of a rule file hold numbers only.

    >>> _filled_change(("0 - {second} - {third}", "{second}", "{third}"), {"second": "5", "third": "-15"})
    [10, 5, -15]
    """
    if isinstance(value, dict):
        filled = {key: _filled_change(part, notes) for key, part in value.items()}
        return None if None in filled.values() else filled
    if isinstance(value, tuple):
        parts = [_filled_change(part, notes) for part in value]
        return None if None in parts else parts
    if not isinstance(value, str):
        return value
    names = SLOT.findall(value)
    numbers = {name: str(notes.get(name, "")).strip() for name in names}
    if not all(WHOLE.fullmatch(number) for number in numbers.values()):
        return None
    text = SLOT.sub(lambda match: numbers[match[1]], value)
    if names and SUM.fullmatch(text):
        return sum(int(sign + number.removeprefix("-")) for sign, number in _terms(text))
    return text


def _terms(text: str) -> Iterator[tuple[str, str]]:
    """The numbers of a sum, each with its sign."""
    for sign, number in re.findall(r"(?:([+-]) )?(-?[0-9]+)", text):
        yield "-" if (sign == "-") != number.startswith("-") else "", number


def _merged_rules(below: Object, above: Object) -> dict[str, Any]:
    """Two parts of a rule file, one on top of the other."""
    found = dict(below)
    for key, value in above.items():
        under = found.get(key)
        found[key] = (
            _merged_rules(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
        )
    return found


def _flat(rules: Object, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The values of a part of a rule file, each with all of its keys."""
    for key, value in rules.items():
        if isinstance(value, dict):
            yield from _flat(value, (*keys, key))
        else:
            numbers = value if isinstance(value, (list, tuple)) else (value,)
            texts = [str(one).lower() if isinstance(one, bool) else str(one) for one in numbers]
            yield (*keys, key), "/".join(texts)


def _differs(ruleset: Ruleset, key: str, value: Value) -> bool:
    """Whether a ruleset has this option with another value."""
    option = ruleset.option_by_id.get(key)
    return option is not None and ruleset.option_values[key] != value


def _is_possible(ruleset: Ruleset, key: str, value: Value) -> bool:
    """Whether an option can have a value, which a log may say as it likes."""
    try:
        configure_ruleset(ruleset, {key: value})
    except InputError:
        return False
    return True


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


def _site_data(path: str) -> Object:
    """What the file of a site says, kept for the next run as a ruleset is. Lists are tuples."""
    kept = recall(MODEL_SORT, path)
    if isinstance(kept, dict):
        return kept
    from scorer.ruleset.source import read_file  # YAML is read only where nothing is kept

    source, problems = read_file(Path(path))
    if source is None or problems:
        raise RulesetError(problems)
    remember(MODEL_SORT, path, source.data, ((path, source.digest),))
    data: Object = from_json_value(to_json_value(source.data))  # type: ignore[assignment]
    return data


@lru_cache(maxsize=1)
def sites() -> tuple[Site, ...]:
    """All sites; those that are recognized by marks come first."""
    names = sorted(os.listdir(shipped_place(FOLDER)))
    data = {name.partition(".")[0]: _site_data(shipped_place(FOLDER, name)) for name in names}
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
