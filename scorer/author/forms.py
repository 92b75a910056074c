"""Which forms of value the table of sections allows at a path of keys in a rule file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from scorer.ruleset.forms import MAPPING_FORMS, RULESET_KEYS, form_alternatives
from scorer.ruleset.section_table import SECTIONS, Section, SectionKey

if TYPE_CHECKING:
    from scorer.ruleset.items import Key, Path

TOP_FORM = "ruleset"
TILES_SECTION = "tiles"
TILES_FORMS = {"table": "map:tile", "": "expr|class"}
"""The forms below `tiles`, which has one key with a meaning of its own; all others are classes."""


class AllowedForm(NamedTuple):
    """One form that a value may have, and the key of a section that says so, which entries of its lists and
    mappings share.
    """

    form: str
    key: SectionKey | None


def allowed_forms(path: Path) -> list[AllowedForm]:
    """Every form that the value at a path may have; none if the path leads through an unknown key.

    >>> [form for form, _ in allowed_forms(("patterns", 0, "value"))]
    ['expr', 'sides']
    """
    forms = [AllowedForm(TOP_FORM, None)]
    for key in path:
        forms = [below for form in forms for below in _forms_below(form, key)]
    return forms


def _forms_below(allowed_form: AllowedForm, key: Key) -> Iterator[AllowedForm]:
    head, _, rest = allowed_form.form.partition(":")
    if head == "list":
        entry = _alternatives(rest, allowed_form.key)
        yield from (
            entry if isinstance(key, int) else (one for form in entry for one in _forms_below(form, key))
        )
    elif isinstance(key, int):
        return
    elif head in MAPPING_FORMS:
        yield from _alternatives(rest, allowed_form.key)
    elif allowed_form.form == TILES_SECTION:
        yield from _alternatives(TILES_FORMS.get(key, TILES_FORMS[""]), allowed_form.key)
    elif allowed_form.form in SECTIONS:
        yield from allowed_forms_of_key(allowed_form.form, key)
    elif allowed_form.form == "names":
        yield AllowedForm("text", None)


def allowed_forms_of_key(section: str, key: str) -> list[AllowedForm]:
    """Every form that a key of a section may have; none if the section has no such key.

    >>> [form for form, _ in allowed_forms_of_key("pattern", "level")]
    ['level']
    """
    declared = SECTIONS[section].get(key)
    return _alternatives(declared.form, declared) if declared else []


def _alternatives(form: str, key: SectionKey | None) -> list[AllowedForm]:
    return [AllowedForm(one, key) for one in form_alternatives(form)]


def section_of_form(form: str) -> Section:
    """The keys of a mapping of this form; none if it is no section, or one with free keys."""
    return RULESET_KEYS if form == TOP_FORM else SECTIONS.get(form, {}) if form != TILES_SECTION else {}
