"""Starter files: rule files to begin with, which pass the check and explain themselves.

The texts are data (`rulesets/starter/`). One that extends a ruleset shows that ruleset's own options,
values and words, each as it stands, so that nothing changes until a line is changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from string import Template
from textwrap import dedent, fill, indent

from scorer.language.vocabulary import FUNCTIONS, GIVEN_CLASSES, NUMBER_FACTS, STATES, TRUTH_FACTS
from scorer.ruleset.find import SUFFIXES, shipped_folder
from scorer.ruleset.items import Item
from scorer.ruleset.load import built
from scorer.ruleset.model import Ruleset
from scorer.ruleset.source import OLD_BOOLEANS, plain_value
from scorer.tiles import name_in

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
    # House rules over 'riichi': Riichi (four players). What this file does not say is as it is there.
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
    options = [(f"  # {option.id}: {scalar(option.default)}", option.help) for option in ruleset.options]
    values = [
        (f"  # {name}.value: {_written(value)}", name_in(ruleset.pattern_by_id[name].names))
        for entry in root.entries_at("patterns")
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
        "tiles": _tiles(root),
        "drop_example": ruleset.patterns[-1].id if ruleset.patterns else "pattern_id",
        "example": indent(_example(root), "# ", lambda line: True).rstrip(),
        "words": "\n".join(_words(ruleset)),
    }


def _joined(lines: list[Line]) -> str:
    """The lines with their remarks, as many below each other as can be."""
    texts = (f"{line.ljust(REMARK_AT)} # {remark}" if remark else line for line, remark in lines)
    return "\n".join(texts) or "  # (none)"


def _tiles(root: Item) -> str:
    """The table of tiles as its file has it, a row to fill in for each tile; nothing where there is none."""
    table = root.fields_at("tiles", "table")
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
    for entry in sorted(root.entries_at("patterns"), key=lambda entry: "match" not in entry.fields):
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
        "options": [option.id for option in ruleset.options],
    }
    for sort, words in sorts.items():
        below = "#" + " " * 21
        text = ", ".join(words)
        yield fill(f"#   {sort:18}{text}", WIDTH, subsequent_indent=below) if text else f"#   {sort:18}(none)"
