"""Help with writing a rule file: a JSON Schema for editors that complete and check, files to begin with.

The schema is made from the table of sections, so it says what the loader says of keys and forms. What only
the loader can know (names in expressions, ids that relations name, defaults among choices) is not in it.

The texts of starter files are data (`rulesets/starter/`). One that extends a ruleset shows that ruleset's own
options, values and words, each as it stands, so that nothing changes until a line is changed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Template
from textwrap import fill, indent
from typing import Any

from scorer.language import TRUTH
from scorer.language.vocabulary import FUNCTIONS, GIVEN_CLASSES, NUMBER_FACTS, SET_STATES, TRUTH_FACTS
from scorer.languages import (
    ENGLISH,
    NAME_LANGUAGES,
    GameLanguage,
    is_english,
    local_text,
    main_language,
)
from scorer.phrases import headed_text, translate
from scorer.ruleset.build_tiles import JOKER, NOTATION
from scorer.ruleset.builder import ROW_KEY
from scorer.ruleset.entries import ENTRY_SECTIONS, MERGED_SECTIONS, named_entries
from scorer.ruleset.find import SUFFIXES, shipped_folder
from scorer.ruleset.forms import ID_PATTERN, MAPPING_FORMS, RULESET_KEYS, WORD_FORMS, form_alternatives
from scorer.ruleset.items import SHEET_KEY, SHORT_SHEET, VALUE_KEY, Item
from scorer.ruleset.load import load_with_builder
from scorer.ruleset.model import Option, Ruleset
from scorer.ruleset.overlay import droppable, heads, settable
from scorer.ruleset.section_table import SECTIONS, Section
from scorer.ruleset.source import OLD_BOOLEANS, plain_value
from scorer.tiles import name_in

# ---- a schema

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TABLE = "table"
"""The one key under `tiles` that is no class: it holds the tiles of a box without suits."""
FORM_SCHEMAS: dict[str, Schema] = {
    "text": {"type": ["string", "integer"], "minLength": 1},
    "version": {"type": ["string", "number"], "minLength": 1},
    "id": {"type": "string"},
    "known": {"type": ["string", "integer"], "minLength": 1},
    "whole": {"type": "integer"},
    "flag": {"type": "boolean"},
    "expr": {"type": ["string", "integer", "boolean"]},
    "scalar": {"type": ["string", "integer", "boolean"], "minLength": 1},
    "any": {},
}
"""Forms of single values."""


def _portable_pattern(pattern: re.Pattern[str], except_word: str = "") -> str:
    """A whole pattern as other languages write it; `except_word` is a word that it does not take."""
    text = pattern.pattern.replace("\\Z", "").replace("\\s", " ")
    return "^" + (f"(?!{except_word}$)" if except_word else "") + f"(?:{text})$"


LETTER = f"(?!{JOKER})[a-z]"
KEY_REFINEMENTS: dict[tuple[str, str], Schema] = {
    ("suit", "ranks"): {"pattern": "^(1 *- *)?[1-9]$", "minimum": 1, "maximum": 9},
    ("tile", "code"): {"pattern": f"^(?:[1-9]{LETTER}|[a-z][a-z0-9_]{{1,15}})$"},
    ("tileset", "suits"): {"propertyNames": {"pattern": f"^{LETTER}$"}},
    ("tileset", "winds"): {"pattern": _portable_pattern(NOTATION)},
    ("circumstance", "tiles"): {"pattern": _portable_pattern(NOTATION)},
    ("table_of_columns", "rows"): {"propertyNames": {"pattern": _portable_pattern(ROW_KEY)}},
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
        "description": "Rules of mahjong or a related game; guide: rulesets/README.md in the repository.",
        **_section_schema("ruleset", RULESET_KEYS),
        "if": {"not": {"required": ["extends"]}},
        "then": {"properties": _complete_entries_schema()},
        "$defs": _shared_definitions(),
    }


def overlay_schema(name: str) -> Schema:
    """The schema of an overlay, which knows what the ruleset of that name has to be set and dropped.

    >>> overlay_schema("riichi")["properties"]["set"]["properties"]["open_tanyao"]
    {'type': 'boolean', 'description': 'all simples counts in an open hand (kuitan)'}
    """
    ruleset, building = load_with_builder(name)
    whole, root = schema(), building.root
    accepted = {option.id: _option_schema(option) for option in ruleset.offered_options}
    fields = settable(root)
    accepted |= {path: _form_schema(form) for path, form in fields.items()}
    short = {path: _short_path(path) for path in fields}
    accepted |= {name: accepted[path] for path, name in short.items() if name != path}
    paths = "|".join([SHORT_SHEET, *heads(root)] if root.get(SHEET_KEY) else heads(root))
    names = {"anyOf": [{"enum": sorted(accepted)}, {"pattern": f"^(?:{paths})[.]."}]}
    whole["properties"]["set"] |= {"properties": accepted, "propertyNames": names}
    ids: Schema = {"enum": droppable(root)}
    whole["properties"]["drop"] = {
        "description": RULESET_KEYS["drop"].meaning,
        "anyOf": [ids, {"type": "array", "items": ids}],
    }
    return whole


def _short_path(path: str) -> str:
    """A path under `set` with the short name of the secondary score, which files usually use."""
    head, _, rest = path.partition(".")
    return f"{SHORT_SHEET}.{rest}" if head == SHEET_KEY else path


def _option_schema(option: Option) -> Schema:
    """What an option may be set to."""
    kind: Schema = {"type": "boolean" if option.sort == TRUTH else "integer"}
    if option.choices:
        further = [plain_value(word) for word, _ in option.same_as]
        kind = {"enum": [*option.choices, *further]}
    return {**kind, "description": name_in(option.help)}


def _shared_definitions() -> Schema:
    text, whole = FORM_SCHEMAS["text"], FORM_SCHEMAS["whole"]
    sections = {name: _section_schema(name, keys) for name, keys in SECTIONS.items() if name != "ruleset"}
    by_language = _mapping_schema(False, properties=dict.fromkeys(NAME_LANGUAGES, text))
    by_row = _mapping_schema(False, patternProperties={_portable_pattern(ROW_KEY): whole})
    by_letter = _mapping_schema(False, patternProperties={"^[a-z]$": _reference("joker")})
    about = {"description": "every tile of a box without suits, with its attributes"}
    value = FORM_SCHEMAS["scalar"]
    tile = {**sections["tile"], "additionalProperties": {"anyOf": [value, {"type": "array", "items": value}]}}
    classes = {_portable_pattern(ID_PATTERN, except_word=TABLE): _form_schema("expr|class")}
    return {
        "id": {"type": "string", "pattern": _portable_pattern(ID_PATTERN)},
        "names": {"anyOf": [text, by_language]},
        "tiles": _mapping_schema(
            False, properties={TABLE: about | _mapping_schema(tile)}, patternProperties=classes
        ),
        "jokers": {"anyOf": [_reference("joker"), by_letter]},
        "table": {"anyOf": [by_row, _reference("table_of_columns")]},
        **{name: {"type": "string", "enum": list(words)} for name, words in WORD_FORMS.items()},
        **sections,
        "hand": {**sections["hand"], "additionalProperties": whole, "minProperties": 1},
    }


def _mapping_schema(additional: Schema | bool, **keywords: Schema) -> Schema:
    """A mapping with what is known of it, and what else may stand in it."""
    return {"type": "object", **keywords, "additionalProperties": additional}


def _section_schema(name: str, keys: Section) -> Schema:
    """A mapping with known keys. What an overlay may leave out is not asked for here."""
    required = [
        key for key, entry in keys.items() if entry.is_required and name not in MERGEABLE_ENTRIES.values()
    ]
    properties = {
        key: {
            "description": entry.meaning,
            **_form_schema(entry.form),
            **KEY_REFINEMENTS.get((name, key), {}),
        }
        for key, entry in keys.items()
    }
    found = _mapping_schema(False, properties=properties)
    short = SHORT_SHEET in keys and VALUE_KEY in required
    if long := [key for key in required if not (short and key == VALUE_KEY)]:
        found["required"] = long
    return found | ({"anyOf": [{"required": [key]} for key in (VALUE_KEY, SHORT_SHEET)]} if short else {})


def _form_schema(form: str) -> Schema:
    """The schema of a form: alternatives, lists, mappings, sections, plain values."""
    forms = form_alternatives(form)
    if len(forms) > 1:
        return {"anyOf": [_form_schema(one) for one in forms]}
    head, _, rest = form.partition(":")
    if head == "list":
        return {"anyOf": [_form_schema(rest), {"type": "array", "items": _form_schema(rest)}]}
    if head in MAPPING_FORMS:
        names = {"propertyNames": _reference("id")} if head == "named" else {}
        return _mapping_schema(_form_schema(rest), **names)
    if head in SECTIONS or head in WORD_FORMS or head in ("id", "names", "tiles", "table", "jokers"):
        return _reference(head)
    return FORM_SCHEMAS.get(head, FORM_SCHEMAS["text"])


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


MERGEABLE_ENTRIES = {name: ENTRY_SECTIONS[name] for name in MERGED_SECTIONS if name in ENTRY_SECTIONS}
"""Parts of a file whose entries an overlay may give in part, since they are merged with those of the base,
and the section of their entries.
"""


def _complete_entries_schema() -> Schema:
    """What entries must have in a file without a base; a table has both columns and rows if it has either."""
    found: Schema = {}
    for name, section in MERGEABLE_ENTRIES.items():
        required = [key for key, entry in SECTIONS[section].items() if entry.is_required]
        wanted: Schema = {"required": required}
        if section == "table_of_columns":
            wanted = {"dependentRequired": dict.fromkeys(required, required)}
        found |= {name: {"additionalProperties": wanted}} if required else {}
    found["tiles"]["properties"] = {TABLE: True}
    return found


# ---- a starter file

STARTER_FOLDER = "starter"
WIDTH = 120
REMARK_AT = 40
YAML_SPECIAL_CHARACTERS = frozenset("#:{}[],&*!|>'\"%@`\\\n")
Line = tuple[str, str]
"""A line of a file and the remark behind it."""


def starter_text(file: str, extends: str = "", language: str = ENGLISH) -> str:
    """The text of a new rule file that lies at `file`, on its own or over another ruleset, with its comments
    in a language.

    `extends` is the name of a shipped ruleset, or of a file in the same folder. Raises RulesetError where
    that has problems.

    >>> print(starter_text("club.yaml", "riichi").splitlines()[0])
    # House rules based on 'riichi': Riichi (four players). ...
    """
    if not extends:  # the first line of a shipped file names its schema, which another folder has not
        return _starter_template("game.yaml", language).partition("\n")[2].replace("FILE", file)
    is_beside = extends.endswith(SUFFIXES)
    base = str(Path(file).parent / extends) if is_beside else extends
    ruleset, building = load_with_builder(base, language=language)
    title = Path(file).stem.replace("_", " ").replace("-", " ").capitalize()
    fields = {"file": file, "name": yaml_scalar(title), "extends": yaml_scalar(extends)}
    fields |= _base_fields(ruleset, building.root, language)
    return Template(_starter_template("overlay.template", language)).substitute(fields)


def yaml_scalar(value: object) -> str:
    """A plain value as YAML 1.2 and older readers understand it alike.

    >>> [yaml_scalar(value) for value in (True, 3, "off", "yakuman", "a: b", "1-9")]
    ['true', '3', '"off"', 'yakuman', '"a: b"', '1-9']
    """
    if not isinstance(value, str):
        return json.dumps(value)
    means_text = plain_value(value) == value and value not in OLD_BOOLEANS
    is_plain = (
        means_text
        and not YAML_SPECIAL_CHARACTERS.intersection(value)
        and value[:1] not in ("-", "?", " ", "")
    )
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _starter_template(name: str, language: str) -> str:
    """A starter file in a language; the files in other languages are in folders of their own. Without a file
    of a place, that of its language is written in its characters.
    """
    folder = shipped_folder() / STARTER_FOLDER
    local = folder / language / name
    if not is_english(language) and local.is_file():
        return local.read_text(encoding="utf-8")
    main = "" if is_english(language) else main_language(language)
    return local_text((folder / main / name).read_text(encoding="utf-8"), language)


def _base_fields(ruleset: Ruleset, root: Item, language: str) -> dict[str, str]:
    options = [
        (f"  # {option.id}: {yaml_scalar(option.default)}", name_in(option.help, language))
        for option in ruleset.offered_options
    ]
    values = [
        (f"  # {name}.value: {one_line_yaml(value)}", name_in(ruleset.pattern_by_id[name].names, language))
        for entry in root.get("patterns").entries
        if (value := entry.get("value")) and (name := entry.fields["id"].text())
    ]
    first = options or values
    if first:
        first[0] = (first[0][0].replace("# ", "", 1), first[0][1])
    speech = GameLanguage(language, ruleset.phrases_in(language))
    return {
        "patterns": translate("patterns", speech).lower(),
        "closed": translate("closed hand", speech),
        "open": translate("open hand", speech),
        "bonuses": translate("starter bonuses", speech),
        "base": ruleset.id,
        "base_name": name_in(ruleset.names, language),
        "options": _lines_with_remarks(options, language),
        "values": _lines_with_remarks(values, language),
        "tiles": _tile_table_lines(root, speech),
        "drop_example": _pattern_to_drop(ruleset, root),
        "example": indent(_example_pattern(ruleset, root, language), "# ", lambda line: True).rstrip(),
        "ids": "\n".join(_ids(ruleset, root, speech)),
        "words": "\n".join(_expression_words(ruleset, language)),
    }


def _pattern_to_drop(ruleset: Ruleset, root: Item) -> str:
    """The last pattern whose id nothing else has, which would be dropped with it."""
    uses = Counter(name for name, *_ in named_entries(root.fields))
    return next((one.id for one in reversed(ruleset.patterns) if uses[one.id] == 1), "pattern_id")


def _lines_with_remarks(lines: list[Line], language: str) -> str:
    """The lines with their remarks, as many below each other as can be."""
    texts = (f"{line.ljust(REMARK_AT)} # {remark}" if remark else line for line, remark in lines)
    return "\n".join(texts) or "  # " + translate("starter nothing", language)


def _tile_table_lines(root: Item, language: str) -> str:
    """The table of tiles as its file has it, a row to fill in for each tile; nothing where there is none."""
    table = root.get("tiles", "table").fields
    rows = [f"#     {name}: {one_line_yaml(entry)}" for name, entry in table.items()]
    title = " ".join(["# ----", translate("starter tiles", language), ""]).ljust(WIDTH, "-")
    about = " ".join(["#", translate("starter tiles help", language)])
    return "\n".join([title, about, "", "# tiles:", "#   table:", *rows, "", ""]) if rows else ""


def one_line_yaml(item: Item) -> str:
    """A value in one line."""
    if item.fields:
        return "{" + ", ".join(f"{key}: {one_line_yaml(entry)}" for key, entry in item.fields.items()) + "}"
    if isinstance(item.value, list):
        return f"[{', '.join(map(one_line_yaml, item.entries))}]"
    return yaml_scalar(item.value)


def _example_pattern(ruleset: Ruleset, root: Item, language: str) -> str:
    """A pattern of the base, one with templates where there is one, with its definition in the language
    and its Chinese name in the characters of the place.
    """
    patterns = ruleset.pattern_by_id
    entries = [one for one in root.get("patterns").entries if one.fields["id"].text() in patterns]
    if not entries:
        return "  - {id: our_pattern, value: 1, when: self_draw}"
    fields = min(entries, key=lambda one: "match" not in one.fields).fields
    definition = name_in(patterns[fields["id"].text()].definition, language)
    lines = []
    for key, item in fields.items():
        value = yaml_scalar(definition) if key == "definition" else one_line_yaml(item)
        if key == "name" and "zh" in item.fields:
            written = item.fields["zh"].text()
            value = value.replace(f"zh: {written}", f"zh: {local_text(written, language)}")
        parts = "".join(f"\n      - {one_line_yaml(part)}" for part in item.entries)
        is_long = isinstance(item.value, list) and len(value) > REMARK_AT
        lines.append(f"    {key}:{parts if is_long else f' {value}'}")
    return "\n".join(lines).replace("    ", "  - ", 1)


def _ids(ruleset: Ruleset, root: Item, language: str) -> Iterator[str]:
    """The ids by which an overlay names what is neither an option nor a pattern, by sort."""
    sheet = ruleset.sheet
    lines = [one.id for one in (*sheet.fixed_items, *sheet.items)] if sheet else []
    sheet_unit = ruleset.unit_title(sheet.unit, language) if sheet else ""
    sorts = {
        translate("starter limits", language): [limit.id for limit in ruleset.limits],
        translate("starter bonuses", language): [bonus.id for bonus in ruleset.bonuses],
        translate("starter sheet lines", language, sheet_unit): lines,
        translate("starter payment", language): [f"payment.{key}" for key in root.get("payment").fields],
    }
    yield from _word_lists({sort: ids for sort, ids in sorts.items() if ids}, language)


def _word_lists(sorts: Mapping[str, Iterable[str]], language: str) -> Iterator[str]:
    """Words by their sort, as remarks below one another."""
    for sort, words in sorts.items():
        text = ", ".join(words) or translate("starter nothing", language)
        yield fill(headed_text(f"#   {sort}", text, language), WIDTH, subsequent_indent="#     ")


def _expression_words(ruleset: Ruleset, language: str) -> Iterator[str]:
    """The words that expressions may use under a ruleset, by sort."""
    facts = [item.fact for item in ruleset.circumstances]
    sorts: dict[str, Iterable[str]] = {
        translate("starter functions", language): FUNCTIONS,
        translate("starter classes", language): [*(item.id for item in ruleset.classes), *GIVEN_CLASSES],
        translate("starter kinds", language): [*(kind.id for kind in ruleset.kinds), *ruleset.unions],
        translate("starter states", language): SET_STATES,
        translate("starter shapes", language): [shape.id for shape in ruleset.shapes],
        translate("starter facts", language): dict.fromkeys(
            [*TRUTH_FACTS, *facts, *(fact.id for fact in ruleset.facts)]
        ),
        translate("starter numbers", language): NUMBER_FACTS,
        translate("starter options", language): [option.id for option in ruleset.offered_options],
    }
    yield from _word_lists(sorts, language)
