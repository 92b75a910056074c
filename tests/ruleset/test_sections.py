"""A section is declared once: its keys, forms, model, builder and comparison agree with the table."""

import pytest

from scorer.audit.differences import entries_of
from scorer.ruleset.authoring import schema
from scorer.ruleset.builder import FORM_READERS, MODEL_FIELDS
from scorer.ruleset.find import shipped_names
from scorer.ruleset.forms import MAPPING_FORMS, WORD_FORMS, form_alternatives
from scorer.ruleset.section_table import MODELS, SECTIONS
from scorer.scoring import load_ruleset

READ_BY_HAND = {
    "ruleset": {
        "id", "set", "drop", "add", "default_win", "seats", "sets", "tiles", "hands", "languages",
    },
    "pattern": {"value", "match", "series"},
    "option": set(),
    "unit": {"ja", "zh", "zh-Hant", "zh-HK", "zh-TW"},
    "fact": {"is"},
    "class": {"is"},
    "circumstance": set(),
    "bonus": {"enabled"},
}  # fmt: skip
"""Keys that are no field of the model: its builder makes something else of them."""

WORKED_OUT = {
    "extra": {"is_event"},
    "ruleset": {
        "id", "extends", "tileset", "kinds", "kind_unions", "classes", "shape_conditions", "option_counts", "joker_tiles", "joker_groups",
        "joker_sorts", "optional_kinds",
        "default_self_draw", "default_seat", "default_round", "chosen_options", "file_ruleset", "file", "files",
        "language",
    },
    "pattern": {"closed_value", "open_value", "alternatives", "conditional", "larger_unit", "asks_others"},
    "option": {"id", "sort", "is_idle"},
    "unit": {"id", "names"},
    "fact": {"id", "node", "gives"},
    "class": {"id", "mask"},
    "circumstance": {"id", "is_number", "of_seat", "whole"},
    "indicator": {"id"},
    "amount": {"id"},
    "set_kind": {"id"},
    "sheet": {"unit"},
    "draw": {"id"},
    "comparison": {"id"},
    "event": {"id"},
}  # fmt: skip
"""Fields of the model that no key gives by itself."""

UNNOTICED = {
    "fu", "id", "name", "also", "definition", "source", "group", "enabled", "help", "holds", "fails", "beside", "level",
    "why", "series", "same_as", "choice_names", "says",
}  # fmt: skip
"""What no player notices: a comparison leaves it out."""

TOLD = ("pattern", "option", "circumstance", "indicator", "penalty", "bonus", "item", "amount", "limit", "extra", "liability", "losing_hands", "comparison", "event", "transfer", "deals", "draw", "final")  # fmt: skip
"""Sections that a comparison tells key by key."""


@pytest.mark.parametrize("section", MODELS)
def test_every_key_becomes_a_field_of_the_model(section: str) -> None:
    keys = {key for key, one in SECTIONS[section].items() if one.field not in MODEL_FIELDS[section]}
    assert keys - {"id"} == READ_BY_HAND.get(section, set()) - {"id"}


@pytest.mark.parametrize("section", MODELS)
def test_every_field_of_the_model_comes_from_a_key(section: str) -> None:
    given = {one.field for one in SECTIONS[section].values()}
    assert MODEL_FIELDS[section] - given == WORKED_OUT.get(section, set()) - given
    assert MODEL_FIELDS[section] >= WORKED_OUT.get(section, set())


@pytest.mark.parametrize("section", MODELS)
def test_every_expression_says_what_it_gives_and_when(section: str) -> None:
    untold = {
        key
        for key, one in SECTIONS[section].items()
        if "expr" in form_alternatives(one.form)
        and one.expression is None
        and key not in READ_BY_HAND.get(section, set())
    }
    assert untold <= {"jokers", "covers", "counters", "ties", "sticks"}


@pytest.mark.parametrize("section", TOLD)
def test_a_comparison_tells_every_key_that_a_player_notices(section: str) -> None:
    keys = SECTIONS[section]
    assert {key for key, one in keys.items() if one.label is None} == UNNOTICED & keys.keys()
    labels = [one.label for one in keys.values() if one.label is not None]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_form_is_known_to_the_schema(section: str) -> None:
    known = {
        *SECTIONS,
        *WORD_FORMS,
        *FORM_READERS,
        "any",
        "expr",
        "scalar",
        "known",
        "tiles",
        "table",
        "jokers",
        "word",
    }
    heads = [
        part
        for one in SECTIONS[section].values()
        for form in form_alternatives(one.form)
        for part in form.replace("|", ":").split(":")
    ]
    assert heads
    assert set(heads) - {"list", *MAPPING_FORMS} <= known
    properties = schema() if section == "ruleset" else schema()["$defs"][section]
    assert properties["properties"].keys() == SECTIONS[section].keys()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", shipped_names())
def test_everything_that_a_shipped_ruleset_has_is_told(name: str) -> None:
    ruleset = load_ruleset(name)
    told = entries_of(ruleset)
    played = [one for one in ruleset.patterns if ("patterns", one.id) in told]
    assert played
    assert all(told["patterns", one.id].pairs for one in played)
    assert {("indicators", one.id) for one in ruleset.indicators} <= told.keys()
    assert {("circumstances", one.id) for one in ruleset.circumstances} <= told.keys()
