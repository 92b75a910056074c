"""The JSON Schema of rule files says what the loader says of keys and forms; starter files are sound, change
nothing until they are changed, and every line in them can be used.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from scorer.check.run import check_ruleset
from scorer.errors import RulesetError
from scorer.ruleset.authoring import (
    KEY_REFINEMENTS,
    overlay_schema,
    schema,
    starter_text,
)
from scorer.ruleset.find import shipped_folder, shipped_names, translation_language
from scorer.ruleset.items import RuleText, root_item
from scorer.ruleset.load import load_ruleset, load_text, load_with_builder
from scorer.ruleset.model import Ruleset
from scorer.ruleset.overlay import settable
from scorer.ruleset.section_table import SECTIONS
from scorer.ruleset.sections import structure_problems
from scorer.ruleset.source import read_file, read_source
from tests.support.loops import some
from tests.support.places import DATA, ROOT
from tests.support.shipped import base_in, each_box
from tests.support.small import check_text, read_text
from tests.support.survey import ENGLISH as ENGLISH_WORDS
from tests.support.survey import TYPED

# ---- the schema

CHECKED = ROOT / "tests" / "check"
SHIPPED = sorted(
    path
    for path in shipped_folder().rglob("*.yaml")
    if path.parent.name != "logs" and not translation_language(str(path))
)
BAD = sorted((CHECKED / "bad").rglob("*.y*ml"))
GOOD = sorted((CHECKED / "good").rglob("*.y*ml")) + sorted((DATA / "proof").glob("*.yaml"))
VALIDATOR = Draft202012Validator(schema())
STRUCTURAL = ("L201", "L202", "L203", "L204")
OTHER_VALUES = (None, 1.5, "Text here", 3, True, [], {}, {"x": 1}, ["a"], [1, [2]], "word")


def source_of(path: Path) -> RuleText:
    source, problems = read_file(path)
    assert source is not None, problems
    return source


def as_json(data: Any) -> Any:
    """The data as JSON has it: keys are text."""
    if isinstance(data, dict):
        return {str(key): as_json(value) for key, value in data.items()}
    return [as_json(value) for value in data] if isinstance(data, list) else data


def refused(data: Any) -> list[str]:
    return [f"{list(e.absolute_path)}: {e.message}" for e in VALIDATOR.iter_errors(as_json(data))]


def test_the_schema_is_a_sound_schema_of_its_draft() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.one_in(4)
@pytest.mark.parametrize("path", [*SHIPPED, *GOOD], ids=lambda path: path.stem)
def test_every_sound_file_is_accepted(path: Path) -> None:
    assert not refused(source_of(path).data)


def of_bad_structure() -> list[Path]:
    readable = [(path, source) for path in BAD if (source := read_file(path)[0])]
    return [
        path
        for path, source in readable
        if any(problem.code in STRUCTURAL for problem in structure_problems(root_item(source)))
    ]


@pytest.mark.parametrize("path", of_bad_structure(), ids=lambda path: path.stem)
def test_every_file_with_a_bad_structure_is_refused(path: Path) -> None:
    assert refused(source_of(path).data)


def paths_in(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    below = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in below:
        yield from paths_in(value, (*path, key))


def spoilt(data: Any, rng: random.Random) -> tuple[tuple[str | int, ...], Any]:
    """The data with one value replaced, renamed or taken out, and where."""
    changed = copy.deepcopy(data)
    path = rng.choice(list(paths_in(changed)))
    parent = changed
    for key in path[:-1]:
        parent = parent[key]
    change = rng.randrange(3)
    if change == 0 or isinstance(parent, list):
        parent[path[-1]] = rng.choice(OTHER_VALUES)
    elif change == 1:
        parent[f"{path[-1]}x"] = parent.pop(path[-1])
    else:
        del parent[path[-1]]
    return path, changed


NO_BASE = "L402"
"""Whether `set` changes anything without a base depends on the words of all games, which the schema has not."""


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", each_box())
def test_a_spoilt_ruleset_is_refused_where_the_loader_refuses_it(name: str) -> None:
    """In both directions, but for what an overlay must have once it is merged, and texts of notation."""
    source, rng = source_of(shipped_folder() / f"{name}.yaml"), random.Random(name)
    tried = [spoilt(source.data, rng) for _ in range(8)]
    judged = [
        (place, data)
        for place, data in tried
        if "tables" not in place and not any(key in place for _, key in KEY_REFINEMENTS)
    ]
    assert len(judged) > 2
    for place, data in some(judged):
        read, _ = read_source(json.dumps(data), "spoilt.yaml")
        assert read is not None
        found = [one for one in structure_problems(root_item(read)) if one.code != NO_BASE]
        errors = refused(data)
        assert errors or not found, (place, [str(problem) for problem in found])
        assert found or not errors or "extends" in data, (place, errors)


def test_every_key_of_every_section_is_described() -> None:
    definitions = {"ruleset": schema(), **schema()["$defs"]}
    for name, section in some(SECTIONS.items()):
        described = {key for key, entry in definitions[name]["properties"].items() if entry["description"]}
        assert described == set(section)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_file_names_the_schema_for_editors(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    word, _, target = first.partition("$schema=")
    assert word == "# yaml-language-server: "
    assert json.loads((path.parent / target).read_text(encoding="utf-8")) == schema()


# ---- the schema of an overlay


def overlays() -> list[Path]:
    """Sound overlays of a shipped ruleset."""
    return [
        path for path in [*SHIPPED, *GOOD] if base_in(path.read_text(encoding="utf-8")) in shipped_names()
    ]


def refused_over(base: str, text: str) -> list[str]:
    data, _ = read_source(text, "club.yaml")
    assert data is not None
    errors = Draft202012Validator(overlay_schema(base)).iter_errors(as_json(data.data))
    return [error.message for error in errors]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("path", overlays(), ids=lambda path: path.stem)
def test_every_sound_overlay_is_accepted_by_the_schema_of_its_base(path: Path) -> None:
    base = base_in(path.read_text(encoding="utf-8"))
    assert not refused_over(base, path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "line",
    [
        "set: {tanyoa.value: 2}", "set: {open_tanyoa: false}", "set: {tanyao.vlaue: {closed: 1}, limt: 3}",
        "set: {open_tanyao: 3}", "set: {fu.fixed: [{id: it, fo: 25}]}", "set: {mangan.base: []}",
        "set: {patterns: []}", "drop: [tanyoa]", "drop: tanyoa", "drop: [open_tanyao]", "drop: [fu]",
    ],
)  # fmt: skip
def test_the_schema_of_an_overlay_refuses_what_its_base_does_not_have(line: str) -> None:
    assert refused_over("riichi", f"extends: riichi\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "set: {laak.when: total >= 8, limit: 8, bonus_tiles_reach_minimum: true}", "drop: [laak, own_flower]",
        "drop: laak", "set: {payment.round_up_to: 10, minimum: 2, own_flower.value: 2}",
    ],
)  # fmt: skip
def test_the_schema_of_an_overlay_knows_limits_bonuses_and_payment(line: str) -> None:
    assert not refused_over("hong-kong", f"extends: hong-kong\n{line}\n")


@pytest.mark.parametrize("name", each_box())
def test_what_an_overlay_can_set_by_its_schema_the_loader_finds(name: str) -> None:
    paths = [path for path in settable(load_with_builder(name)[1].root) if "." in path]
    assert paths
    text = f"extends: {name}\nset:\n" + "".join(f"  {path}: 1\n" for path in paths)
    found = [one for one in load_text(text, "club.yaml").problems if one.code == "L402"]
    assert not [str(one.message) for one in found if str(one.message).startswith("sets ")]


@pytest.mark.slow
def test_a_list_of_the_sheet_is_set_with_the_same_keys_as_it_is_written() -> None:
    source = source_of(shipped_folder() / "riichi.yaml")
    fixed, items = (json.dumps(source.data["fu"][key]) for key in ("fixed", "items"))
    for word in ("fu", "sheet"):
        text = f"extends: riichi\nname: Club\nset:\n  {word}.fixed: {fixed}\n  {word}.items: {items}\n"
        assert {problem.code for problem in check_text(text, "club.yaml")} == {"L905"}  # as in the base
        assert not refused_over("riichi", text)
        assert rules_of(text) == rules_of("extends: riichi\n")


# ---- starter files

OWN = ("id", "names", "summary", "file", "extends", "source", "notes", "usage")


def rules_of(text: str) -> dict[str, object]:
    """Everything of a ruleset but what it is called."""
    ruleset, problems = read_text(text, "club.yaml")
    assert ruleset is not None, problems
    return {name: getattr(ruleset, name) for name in Ruleset.__match_args__ if name not in OWN}


def in_use(text: str) -> str:
    """The file with every line of `set`, `drop` and `add` in use."""
    head, mark, rest = text.partition("\nset:\n")
    body, legend, words = rest.partition("\n# The keys of a pattern")
    lines = re.sub(r"^( *)# (?=[a-z_0-9]+(\.value)?: |drop: |add:$| )", r"\1", body, flags=re.MULTILINE)
    return head + mark + lines + legend + words


@pytest.mark.parametrize("name", each_box())
def test_a_starter_over_any_ruleset_is_sound(name: str) -> None:
    assert not check_text(starter_text("club.yaml", name), "club.yaml")


@pytest.mark.parametrize("name", each_box())
def test_a_starter_changes_nothing(name: str) -> None:
    assert rules_of(starter_text("club.yaml", name)) == rules_of(f"extends: {name}\n")


@pytest.mark.parametrize("name", each_box())
def test_every_value_of_a_starter_is_the_one_in_force(name: str) -> None:
    text = in_use(starter_text("club.yaml", name))
    without_drop = re.sub(r"^drop: .*\n", "", text, flags=re.MULTILINE)
    assert text != without_drop
    assert "\nadd:\n  - " in without_drop
    used = set(re.findall(r"^  (\w+)\.value: ", without_drop, flags=re.MULTILINE))
    assert used == {pattern.id for pattern in load_ruleset(name).patterns}
    assert rules_of(without_drop) == rules_of(f"extends: {name}\n")


@pytest.mark.parametrize("name", each_box())
def test_a_starter_names_every_limit_bonus_and_line_of_the_sheet(name: str) -> None:
    ruleset, text = load_ruleset(name), starter_text("club.yaml", name)
    words = set(re.findall(r"[\w.]+", text.partition("# Other ids of")[2].partition("# Words that")[0]))
    lines = (*ruleset.sheet.fixed_items, *ruleset.sheet.items) if ruleset.sheet else ()
    assert {one.id for one in (*ruleset.limits, *ruleset.bonuses, *lines)} <= words
    assert "payment.discard" in words or "payment.self_draw" in words


@pytest.mark.parametrize("name", each_box())
def test_the_pattern_that_a_starter_drops_can_be_dropped(name: str) -> None:
    drop = re.findall(r"^# (drop: .*)$", starter_text("club.yaml", name), flags=re.MULTILINE)
    assert not check_text(f"extends: {name}\nname: Ours\n{drop[0]}\n", "club.yaml")


def test_a_game_from_nothing_is_sound_and_has_no_line_of_the_shipped_copy() -> None:
    text = starter_text("harbour.yaml")
    assert not check_text(text, "harbour.yaml")
    assert "$schema=../" not in text
    assert "-r harbour.yaml" in text


def test_starters_are_no_rulesets_to_score_with() -> None:
    inside = {path.stem for path in (shipped_folder() / "starter").iterdir()}
    assert inside
    assert inside.isdisjoint(shipped_names())


def test_a_tile_in_a_starter_keeps_its_other_names() -> None:
    assert "also: [あかいぬ]" in starter_text("box.yaml", "donjara-one-piece")


def test_a_starter_over_a_file_names_the_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("extends: riichi\nset: {kiriage_mangan: true}\n", encoding="utf-8")
    target = tmp_path / "league.yaml"
    target.write_text(starter_text(str(target), "club.yaml"), encoding="utf-8")
    assert not check_ruleset(target)
    assert load_ruleset(str(target)).option_values["kiriage_mangan"] is True


def test_a_starter_over_a_faulty_file_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("extends: riichi\nset: {tanyoa.value: 2}\n", encoding="utf-8")
    with pytest.raises(RulesetError, match="tanyoa"):
        starter_text(str(tmp_path / "league.yaml"), "club.yaml")


def test_an_unknown_ruleset_is_answered_with_the_nearest() -> None:
    with pytest.raises(RulesetError) as caught:
        starter_text("club.yaml", "richi")
    assert "riichi" in str(caught.value.problems[0].hint)


TEXTS = {"name", "about", "definition", "help", "source", "native"}


def without_texts(value: object) -> object:
    """What a rule file says, without the texts that players read."""
    if isinstance(value, dict):
        kept = {key: without_texts(item) for key, item in value.items() if key not in TEXTS}
        return {**kept, "tiles": len(kept["tiles"])} if isinstance(kept.get("tiles"), list) else kept
    return [without_texts(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("language", ["ja", "zh", "zh-TW"])
@pytest.mark.parametrize("name", ["", "riichi", "mcr"])
def test_a_starter_file_in_another_language_has_the_same_rules(name: str, language: str) -> None:
    text, english = starter_text("club.yaml", name, language), starter_text("club.yaml", name)
    assert not check_text(text, "club.yaml")
    assert without_texts(yaml.safe_load(text)) == without_texts(yaml.safe_load(english))
    assert text.count("#") == english.count("#") + text.count("\nnative:")  # which says what it is for
    told = [
        line.partition("#")[2]
        for line in text.splitlines()
        if "#" in line and not re.search(r"name: {en|- ", line)
    ]
    assert not [line for line in told if ENGLISH_WORDS.search(TYPED.sub("", line))]
