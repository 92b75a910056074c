"""The sections of a rule file: which keys each has, what form their values take, what they mean.

One table, `sections.txt`, serves the loader (unknown keys, wrong forms), the builder of the model, the JSON
Schema, the comparison of rulesets and the author's guide.

A form is one of these words, or several joined with `|`:

    text      a line of text            names    text, or a mapping from language to text
    id        a small-letter word       whole    a whole number         flag     true or false
    expr      an expression, or a number or truth written plainly       scalar   any plain value
    list:F    a list of F, or one F     S        a section by its name
    known     the id of something that stands elsewhere: whether it does is another question
    map:F     a mapping to values of the form F; named:F, its keys are ids.
              They stand last: all that follows is the form of their values (`map:expr|fact`)
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from scorer.language.vocabulary import Scope
from scorer.ruleset import model
from scorer.tiles import LANGUAGES

SELECTOR = "selector"
BETWEEN = re.compile(r" *\| ")
SAID = re.compile(
    r"(?P<required>!?) *(?:>(?P<field>\w+))? *(?:(?P<gives>truth|number|selector) (?P<scope>\w+))?"
    r" *(?:=(?P<label>.*))?"
)


class Asks(NamedTuple):
    """What an expression gives (truth, number, or a selector of sets), and when it is worked out."""

    gives: str
    scope: Scope


class Key(NamedTuple):
    """A key of a section: the form of its value, what it means, whether it must be there.

    `field` is what the model calls it; `asks` is for expressions. `label` is what a comparison of rulesets
    calls it: an empty text where it is all there is to say, None for what no player notices.
    """

    form: str
    meaning: str
    required: bool
    field: str
    asks: Asks | None
    label: str | None


Section = dict[str, Key]


def _read() -> tuple[dict[str, Section], dict[str, type]]:
    """The table of sections, and what becomes of some of them."""
    sections, models = dict[str, Section](), dict[str, type]()
    name = ""
    with open(os.path.join(os.path.dirname(__file__), "sections.txt"), encoding="utf-8") as file:
        for line in file:
            if line[0] == "[":
                name, *kind = line.strip("[]\n").split()
                sections[name] = {}
                if kind:
                    models[name] = getattr(model, kind[0])
            elif line[0] not in "#\n":
                key, form, words, meaning = BETWEEN.split(line.rstrip("\n"), maxsplit=3)
                said = SAID.fullmatch(words.strip())
                assert said, f"section {name} has no such line: {line}"
                asks = Asks(said["gives"], Scope[said["scope"].upper()]) if said["gives"] else None
                field = said["field"] or key
                sections[name][key] = Key(form, meaning, bool(said["required"]), field, asks, said["label"])
    return sections, models


SECTIONS, MODELS = _read()
"""The keys of each section; the class of the model that a section becomes."""
RULESET = SECTIONS["ruleset"]
OVERLAY = ("extends", "set", "drop", "add")
"""Keys of a file that changes another ruleset."""
WORDS = {
    "win": ("discard", "self_draw"),
    "wind": ("E", "S", "W", "N"),
    "shows": ("next", "same"),
    "several": ("nearest", "first", "each"),
    "discards": ("any", "same"),
    "language": LANGUAGES,
}
"""Forms that are one of a few words."""


def is_misplaced(keys: Iterable[str]) -> bool:
    """Whether what an overlay changes stands in a section instead of at the left margin.

    >>> is_misplaced(["add"]), is_misplaced(["id", "name"])
    (True, False)
    """
    return not set(OVERLAY).isdisjoint(keys)
