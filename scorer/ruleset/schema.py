"""A JSON Schema of rule files, for editors that complete and check while one types.

It is made from the table of sections, so it says what the loader says of keys and forms. What only the
loader can know (names in expressions, ids that relations name, defaults among their choices) is not in it.
"""

from __future__ import annotations

import re
from typing import Any

from scorer.language import TRUTH
from scorer.ruleset.build_hand import KNITTED
from scorer.ruleset.build_tiles import JOKER, NOTATION
from scorer.ruleset.build_worth import ROW
from scorer.ruleset.items import SHORT, VALUE
from scorer.ruleset.model import Option, Ruleset
from scorer.ruleset.overlay import ENTRIES, MERGED
from scorer.ruleset.sections import ID, MAPS, RULESET, SECTIONS, WORDS, Key, Section, alternatives

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TABLE = "table"
"""The one key under `tiles` that is no class: it holds the tiles of a box without suits."""
PLAIN: dict[str, Schema] = {
    "text": {"type": ["string", "integer"], "minLength": 1},
    "id": {"type": "string"},
    "known": {"type": ["string", "integer"], "minLength": 1},
    "whole": {"type": "integer"},
    "flag": {"type": "boolean"},
    "expr": {"type": ["string", "integer", "boolean"]},
    "scalar": {"type": ["string", "integer", "boolean"], "minLength": 1},
    "any": {},
}
"""Forms of single values."""


def _matches(pattern: re.Pattern[str], unless: str = "") -> str:
    """A whole pattern as other languages write it; `unless` is a word that it does not take."""
    text = pattern.pattern.replace("\\Z", "").replace("\\s", " ")
    return "^" + (f"(?!{unless}$)" if unless else "") + f"(?:{text})$"


LETTER = f"(?!{JOKER})[a-z]"
REFINED: dict[tuple[str, str], Schema] = {
    ("suit", "ranks"): {"pattern": "^(1 *- *)?[1-9]$", "minimum": 1, "maximum": 9},
    ("tile", "code"): {"pattern": f"^[1-9]{LETTER}$"},
    ("tileset", "suits"): {"propertyNames": {"pattern": f"^{LETTER}$"}},
    ("tileset", "winds"): {"pattern": _matches(NOTATION)},
    ("circumstance", "tiles"): {"pattern": _matches(NOTATION)},
    ("shape", "fixed"): {"pattern": _matches(KNITTED)},
    ("table_of_columns", "rows"): {"propertyNames": {"pattern": _matches(ROW)}},
}
"""What the builders ask of a text beyond its form: (section, key) -> further keywords."""


def schema() -> Schema:
    """The schema (draft 2020-12) of a rule file.

    >>> schema()["properties"]["unit"]
    {'description': 'the unit of pattern values and of their total', '$ref': '#/$defs/id'}
    """
    return {
        "$schema": DIALECT,
        "title": "A ruleset of scorer",
        "description": "Rules of a game of the mahjong family; rulesets/README.md is the guide.",
        **_section("ruleset", RULESET),
        "if": {"not": {"required": ["extends"]}},
        "then": {"properties": _whole_entries()},
        "$defs": _definitions(),
    }


def schema_over(base: Ruleset) -> Schema:
    """The schema of an overlay, which knows what its base has to be set and dropped.

    >>> from scorer.ruleset.load import load_ruleset
    >>> schema_over(load_ruleset("riichi"))["properties"]["set"]["properties"]["open_tanyao"]
    {'type': 'boolean', 'description': 'all simples counts in an open hand (kuitan)'}
    """
    whole = schema()
    known = {option.id: _option(option) for option in base.options}
    lists = (("pattern", base.patterns), ("limit", base.limits), ("bonus", base.bonuses))
    known |= {
        f"{one.id}.{key}": {}
        for section, entries in lists
        for one in entries
        for key in SECTIONS[section]
        if key != "id"
    }
    ids = [*(one.id for one in base.patterns), *(one.id for one in base.bonuses)]
    ids += [*(one.id for one in base.limits), *(one.id for one in base.circumstances)]
    whole["properties"]["set"]["properties"] = known
    whole["properties"]["drop"]["anyOf"] += [{"type": "array", "items": {"enum": sorted({*ids})}}]
    return whole


def _option(option: Option) -> Schema:
    """What an option may be set to."""
    if option.sort == TRUTH:
        return {"type": "boolean", "description": option.help}
    kind: Schema = {"enum": list(option.choices)} if option.choices else {"type": "integer"}
    return {**kind, "description": option.help}


def _definitions() -> Schema:
    sections = {name: _section(name, keys) for name, keys in SECTIONS.items() if name != "ruleset"}
    return {
        "id": {"type": "string", "pattern": _matches(ID)},
        "names": _names(),
        "tiles": _tiles(),
        "table": _table(),
        **{name: {"type": "string", "enum": list(words)} for name, words in WORDS.items()},
        **sections,
        "hand": {**sections["hand"], "additionalProperties": PLAIN["whole"], "minProperties": 1},
    }


def _section(name: str, keys: Section) -> Schema:
    """A mapping with known keys. What an overlay may leave out is not asked for here."""
    required = [key for key, entry in keys.items() if entry.required and name not in COMPLETED.values()]
    short = SHORT in keys and VALUE in required
    either = {"anyOf": [{"required": [key]} for key in (VALUE, SHORT)]} if short else {}
    required = [key for key in required if not (short and key == VALUE)]
    return {
        "type": "object",
        "properties": {key: _key(name, key, entry) for key, entry in keys.items()},
        "additionalProperties": False,
        **({"required": required} if required else {}),
        **either,
    }


def _key(section: str, name: str, key: Key) -> Schema:
    return {"description": key.meaning, **_form(key.form), **REFINED.get((section, name), {})}


def _form(form: str) -> Schema:
    """The schema of a form: alternatives, lists, mappings, sections, plain values."""
    forms = alternatives(form)
    if len(forms) > 1:
        return {"anyOf": [_form(one) for one in forms]}
    head, _, rest = form.partition(":")
    if head == "list":
        return {"anyOf": [_form(rest), {"type": "array", "items": _form(rest)}]}
    if head in MAPS:
        names = {"propertyNames": _reference("id")} if head == "named" else {}
        return {"type": "object", **names, "additionalProperties": _form(rest)}
    if head in SECTIONS or head in WORDS or head in ("id", "names", "tiles", "table"):
        return _reference(head)
    return PLAIN.get(head, PLAIN["text"])


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _names() -> Schema:
    """Text, or text by language."""
    by_language = dict.fromkeys(WORDS["language"], PLAIN["text"])
    return {
        "anyOf": [
            PLAIN["text"],
            {"type": "object", "properties": by_language, "additionalProperties": False},
        ]
    }


def _tiles() -> Schema:
    """Classes by name; `table` holds the tiles of a box without suits, each with attributes of its own."""
    tile = {**_section("tile", SECTIONS["tile"]), "additionalProperties": PLAIN["scalar"]}
    table = {
        "description": "every tile of a box without suits, with its attributes",
        "type": "object",
        "additionalProperties": tile,
    }
    return {
        "type": "object",
        "properties": {TABLE: table},
        "patternProperties": {_matches(ID, unless=TABLE): _form("expr|class")},
        "additionalProperties": False,
    }


def _table() -> Schema:
    """One number for each key, or rows of several columns."""
    rows = {_matches(ROW): PLAIN["whole"]}
    single = {"type": "object", "patternProperties": rows, "additionalProperties": False}
    return {"anyOf": [single, _reference("table_of_columns")]}


COMPLETED = {name: ENTRIES[name] for name in MERGED if name in ENTRIES}
"""Parts of a file whose entries an overlay may give in part, since they are merged with those of the base,
and the section of their entries.
"""


def _whole_entries() -> Schema:
    """What entries must have in a file that extends nothing."""
    found: Schema = {}
    for name, section in COMPLETED.items():
        required = [key for key, entry in SECTIONS[section].items() if entry.required]
        if required:
            found[name] = {"additionalProperties": _wanted(section, required)}
    found["tiles"]["properties"] = {TABLE: True}
    return found


def _wanted(section: str, required: list[str]) -> Schema:
    """A table is one of columns and rows if it has either."""
    if section == "table_of_columns":
        return {"dependentRequired": dict.fromkeys(required, required)}
    return {"required": required}
