"""Help with writing a rule file: a JSON Schema for editors that complete and check, files to begin with.

The schema is made from the table of sections, so it says what the loader says of keys and forms. What only
the loader can know (names in expressions, ids that relations name, defaults among choices) is not in it.

The texts of starter files are data (`rulesets/starter/`). One that extends a ruleset shows that ruleset's own
options, values and words, each as it stands, so that nothing changes until a line is changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Template
from textwrap import dedent, fill, indent
from typing import Any

from scorer.language import TRUTH
from scorer.language.vocabulary import FUNCTIONS, GIVEN_CLASSES, NUMBER_FACTS, STATES, TRUTH_FACTS
from scorer.ruleset.build_tiles import JOKER, KNITTED, NOTATION
from scorer.ruleset.builder import ROW
from scorer.ruleset.find import SUFFIXES, shipped_folder
from scorer.ruleset.items import SHEET, SHORT, VALUE, Item
from scorer.ruleset.load import built
from scorer.ruleset.model import Option, Ruleset
from scorer.ruleset.overlay import ENTRIES, MERGED, droppable, heads, settable
from scorer.ruleset.sections import ID, MAPS, RULESET, SECTIONS, WORDS, Section, alternatives
from scorer.ruleset.source import OLD_BOOLEANS, plain_value
from scorer.tiles import name_in

# ---- a schema

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
    {'description': 'the unit of pattern values and their total', '$ref': '#/$defs/id'}
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


def schema_over(name: str) -> Schema:
    """The schema of an overlay, which knows what the ruleset of that name has to be set and dropped.

    >>> schema_over("riichi")["properties"]["set"]["properties"]["open_tanyao"]
    {'type': 'boolean', 'description': 'all simples counts in an open hand (kuitan)'}
    """
    ruleset, building = built(name)
    whole, root = schema(), building.root
    known = {option.id: _option(option) for option in ruleset.offered_options}
    fields = settable(root)
    known |= {path: _form(form) for path, form in fields.items()}
    short = {path: _short_path(path) for path in fields}
    known |= {name: known[path] for path, name in short.items() if name != path}
    paths = "|".join([SHORT, *heads(root)] if root.get(SHEET) else heads(root))
    names = {"anyOf": [{"enum": sorted(known)}, {"pattern": f"^(?:{paths})[.]."}]}
    whole["properties"]["set"] |= {"properties": known, "propertyNames": names}
    ids: Schema = {"enum": droppable(root)}
    whole["properties"]["drop"] = {
        "description": RULESET["drop"].meaning,
        "anyOf": [ids, {"type": "array", "items": ids}],
    }
    return whole


def _short_path(path: str) -> str:
    """A path under `set` with the short name of the secondary score, which files usually use."""
    head, _, rest = path.partition(".")
    return f"{SHORT}.{rest}" if head == SHEET else path


def _option(option: Option) -> Schema:
    """What an option may be set to."""
    kind: Schema = {"type": "boolean" if option.sort == TRUTH else "integer"}
    if option.choices:
        kind = {"enum": list(option.choices)}
    return {**kind, "description": option.help}


def _definitions() -> Schema:
    text, whole = PLAIN["text"], PLAIN["whole"]
    sections = {name: _section(name, keys) for name, keys in SECTIONS.items() if name != "ruleset"}
    by_language = _mapping(False, properties=dict.fromkeys(WORDS["language"], text))
    by_row = _mapping(False, patternProperties={_matches(ROW): whole})
    about = {"description": "every tile of a box without suits, with its attributes"}
    tile = {**sections["tile"], "additionalProperties": PLAIN["scalar"]}
    classes = {_matches(ID, unless=TABLE): _form("expr|class")}
    return {
        "id": {"type": "string", "pattern": _matches(ID)},
        "names": {"anyOf": [text, by_language]},
        "tiles": _mapping(False, properties={TABLE: about | _mapping(tile)}, patternProperties=classes),
        "table": {"anyOf": [by_row, _reference("table_of_columns")]},
        **{name: {"type": "string", "enum": list(words)} for name, words in WORDS.items()},
        **sections,
        "hand": {**sections["hand"], "additionalProperties": whole, "minProperties": 1},
    }


def _mapping(others: Schema | bool, **known: Schema) -> Schema:
    """A mapping with what is known of it, and what else may stand in it."""
    return {"type": "object", **known, "additionalProperties": others}


def _section(name: str, keys: Section) -> Schema:
    """A mapping with known keys. What an overlay may leave out is not asked for here."""
    required = [key for key, entry in keys.items() if entry.required and name not in COMPLETED.values()]
    properties = {
        key: {"description": entry.meaning, **_form(entry.form), **REFINED.get((name, key), {})}
        for key, entry in keys.items()
    }
    found = _mapping(False, properties=properties)
    short = SHORT in keys and VALUE in required
    if long := [key for key in required if not (short and key == VALUE)]:
        found["required"] = long
    return found | ({"anyOf": [{"required": [key]} for key in (VALUE, SHORT)]} if short else {})


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
        return _mapping(_form(rest), **names)
    if head in SECTIONS or head in WORDS or head in ("id", "names", "tiles", "table"):
        return _reference(head)
    return PLAIN.get(head, PLAIN["text"])


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


COMPLETED = {name: ENTRIES[name] for name in MERGED if name in ENTRIES}
"""Parts of a file whose entries an overlay may give in part, since they are merged with those of the base,
and the section of their entries.
"""


def _whole_entries() -> Schema:
    """What entries must have in a file without a base; a table has both columns and rows if it has either."""
    found: Schema = {}
    for name, section in COMPLETED.items():
        required = [key for key, entry in SECTIONS[section].items() if entry.required]
        wanted: Schema = {"required": required}
        if section == "table_of_columns":
            wanted = {"dependentRequired": dict.fromkeys(required, required)}
        found |= {name: {"additionalProperties": wanted}} if required else {}
    found["tiles"]["properties"] = {TABLE: True}
    return found


# ---- a starter file

FOLDER = "starter"
WIDTH = 120
REMARK_AT = 40
SPECIAL = frozenset("#:{}[],&*!|>'\"%@`\\\n")
Line = tuple[str, str]
"""A line of a file and the remark behind it."""


def starter(file: str, extends: str = "") -> str:
    """The text of a new rule file that lies at `file`, on its own or over another ruleset.

    `extends` is the name of a shipped ruleset, or of a file in the same folder. Raises RulesetError where
    that has problems.

    >>> print(starter("club.yaml", "riichi").splitlines()[0])
    # House rules based on 'riichi': Riichi (four players). ...
    """
    if not extends:  # the first line of a shipped file names its schema, which another folder has not
        return _shipped_text("game.yaml").partition("\n")[2].replace("FILE", file)
    is_beside = extends.endswith(SUFFIXES)
    ruleset, building = built(str(Path(file).parent / extends) if is_beside else extends)
    title = Path(file).stem.replace("_", " ").replace("-", " ").capitalize()
    fields = {"file": file, "name": scalar(title), "extends": scalar(extends)}
    fields |= _of_base(ruleset, building.root)
    return Template(_shipped_text("overlay.template")).substitute(fields)


def scalar(value: object) -> str:
    """A plain value as YAML 1.2 and older readers understand it alike.

    >>> [scalar(value) for value in (True, 3, "off", "yakuman", "a: b", "1-9")]
    ['true', '3', '"off"', 'yakuman', '"a: b"', '1-9']
    """
    if not isinstance(value, str):
        return json.dumps(value)
    means_text = plain_value(value) == value and value not in OLD_BOOLEANS
    is_plain = means_text and not SPECIAL.intersection(value) and value[:1] not in ("-", "?", " ", "")
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _shipped_text(name: str) -> str:
    return (shipped_folder() / FOLDER / name).read_text(encoding="utf-8")


def _of_base(ruleset: Ruleset, root: Item) -> dict[str, str]:
    options = [
        (f"  # {option.id}: {scalar(option.default)}", option.help) for option in ruleset.offered_options
    ]
    values = [
        (f"  # {name}.value: {_written(value)}", name_in(ruleset.pattern_by_id[name].names))
        for entry in root.get("patterns").entries
        if (value := entry.get("value")) and (name := entry.fields["id"].text())
    ]
    first = options or values
    if first:
        first[0] = (first[0][0].replace("# ", "", 1), first[0][1])
    return {
        "base": ruleset.id,
        "base_name": name_in(ruleset.names),
        "options": _joined(options),
        "values": _joined(values),
        "tiles": _rows_of_tiles(root),
        "drop_example": ruleset.patterns[-1].id if ruleset.patterns else "pattern_id",
        "example": indent(_example(root), "# ", lambda line: True).rstrip(),
        "ids": "\n".join(_ids(ruleset, root)),
        "words": "\n".join(_words(ruleset)),
    }


def _joined(lines: list[Line]) -> str:
    """The lines with their remarks, as many below each other as can be."""
    texts = (f"{line.ljust(REMARK_AT)} # {remark}" if remark else line for line, remark in lines)
    return "\n".join(texts) or "  # (none)"


def _rows_of_tiles(root: Item) -> str:
    """The table of tiles as its file has it, a row to fill in for each tile; nothing where there is none."""
    table = root.get("tiles", "table").fields
    rows = [f"#     {name}: {_written(entry)}" for name, entry in table.items()]
    title = "# ---- The tiles of your box ".ljust(WIDTH, "-")
    about = "# Take the # away from the first two lines and from each tile to change."
    return "\n".join([title, about, "", "# tiles:", "#   table:", *rows, "", ""]) if rows else ""


def _written(item: Item) -> str:
    """A value in one line."""
    if item.fields:
        return "{" + ", ".join(f"{key}: {_written(entry)}" for key, entry in item.fields.items()) + "}"
    return scalar(item.value)


def _example(root: Item) -> str:
    """A pattern of the base as its file has it, one with templates where there is one."""
    for entry in sorted(root.get("patterns").entries, key=lambda entry: "match" not in entry.fields):
        lines = _block(entry)
        if lines[0].lstrip().startswith("- "):
            return indent(dedent("\n".join(lines)), "  ")
    return "  - {id: our_pattern, value: 1, when: self_draw}"


def _block(entry: Item) -> list[str]:
    """The lines of an entry of a block list: the line of its dash and all that stand deeper."""
    line, _ = entry.place()
    first, *rest = entry.source.text.splitlines()[line - 1 :]
    depth = len(first) - len(first.lstrip())
    inside = next((i for i, text in enumerate(rest) if len(text) - len(text.lstrip()) <= depth), len(rest))
    return [first, *rest[:inside]]


def _ids(ruleset: Ruleset, root: Item) -> Iterator[str]:
    """The ids by which an overlay names what is neither an option nor a pattern, by sort."""
    sheet = ruleset.sheet
    sorts = {
        "limits": [limit.id for limit in ruleset.limits],
        "bonuses": [bonus.id for bonus in ruleset.bonuses],
        f"lines of {sheet.unit}" if sheet else "": [one.id for one in (*sheet.fixed, *sheet.items)]
        if sheet
        else [],
        "payment": [f"payment.{key}" for key in root.get("payment").fields],
    }
    yield from _listed({sort: ids for sort, ids in sorts.items() if ids})


def _listed(sorts: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Words by their sort, as remarks below one another."""
    for sort, words in sorts.items():
        text = ", ".join(words)
        below = "#" + " " * 21
        yield (
            fill(f"#   {sort:17} {text}", WIDTH, subsequent_indent=below) if text else f"#   {sort:17} (none)"
        )


def _words(ruleset: Ruleset) -> Iterator[str]:
    """The words that expressions may use under a ruleset, by sort."""
    facts = [item.fact for item in ruleset.circumstances]
    sorts = {
        "functions": FUNCTIONS,
        "classes of tiles": [*(item.id for item in ruleset.classes), *GIVEN_CLASSES],
        "kinds of set": [*(kind.id for kind in ruleset.kinds), *ruleset.unions],
        "states of a set": STATES,
        "shapes": [shape.id for shape in ruleset.shapes],
        "facts": dict.fromkeys([*TRUTH_FACTS, *facts, *(fact.id for fact in ruleset.facts)]),
        "numbers": NUMBER_FACTS,
        "options": [option.id for option in ruleset.offered_options],
    }
    yield from _listed(sorts)
