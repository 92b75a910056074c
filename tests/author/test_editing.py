"""Completion, meanings, definitions and outlines of rule files, also of unfinished ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer import load_ruleset, suggest
from scorer.questions.authoring import check_text, complete_at, definition_at, hover_at, outline
from scorer.ruleset import build_patterns
from scorer.ruleset.builder import RulesetBuilder
from scorer.ruleset.find import unsaved_texts
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern
from tests.support.loops import some
from tests.support.places import ROOT

CURSOR = "‸"
CLUB = "extends: riichi\nname: Club\n"
RIICHI = (ROOT / "rulesets" / "riichi.yaml").read_text(encoding="utf-8")


def at_cursor(marked: str) -> tuple[str, int, int]:
    """A text without its mark, and the line and column of the mark."""
    before, _, behind = marked.partition(CURSOR)
    return before + behind, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def words_at(marked: str) -> list[str]:
    return [entry.text for entry in complete_at(*at_cursor(marked))]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("marked", "word"),
    [
        ("ext‸", "extends"),
        ("extends: ‸", "m-league"),
        ("extends: mc‸", "mcr"),
        (CLUB + "set:\n  ‸", "open_tanyao"),
        (CLUB + "set: {open_tanyao: true, red‸", "red_fives"),
        (CLUB + "set:\n  open_tanyao: ‸", "false"),
        (CLUB + "set:\n  tanyao.v‸", "tanyao.value"),
        (CLUB + "set:\n  tanyao.when: all_tiles(‸", "simple"),
        (CLUB + "set:\n  tanyao.level: ‸", "beginner"),
        (CLUB + "drop: [pin‸", "pinfu"),
        (CLUB + "drop:\n  - pin‸\nadd: []\n", "pinfu"),
        (CLUB + "add:\n  - id: sisters\n    wh‸", "where"),
        (CLUB + "add:\n  - id: sisters\n    when: self‸\n    value: 1\n", "self_draw"),
        (CLUB + 'add:\n  - {id: sisters, when: "sets(pung) >= 2 and any_‸', "any_group"),
        (CLUB + "add:\n  - id: sisters\n    when: sets(‸", "pung"),
        (CLUB + "add:\n  - id: sisters\n    when: awarded(tan‸", "tanyao"),
        (CLUB + "add:\n  - id: sisters\n    when: wait(‸", "two_sided"),
        (CLUB + "add:\n  - id: sisters\n    implies: [tan‸", "tanyao"),
        (CLUB + "add:\n  - id: sisters\n    level: ‸", "beginner"),
        (CLUB + "circumstances:\n  riichi:\n    at: turn == 1 and not cal‸", "called"),
        (CLUB + "notes:\n  - {‸", "en"),
        ("name: Game\ntileset:\n  ‸", "suits"),
        ("name: Game\nsets:\n  pair: {si‸", "size"),
        ("name: Game\nfacts: {all_even: all_tiles(sim‸", ""),
    ],
)
def test_what_fits_at_the_cursor_is_offered(marked: str, word: str) -> None:
    found = words_at(marked)
    assert word in found if word else not found


def test_an_option_is_offered_with_its_value_and_help() -> None:
    (found,) = complete_at(*at_cursor(CLUB + "set:\n  open_t‸"))
    assert found.sort == "option"
    assert found.meaning == "true: all simples counts in an open hand (kuitan)"
    assert (found.column, found.length) == (3, 6)


def test_a_completion_says_what_the_base_has() -> None:
    found = {entry.text: entry for entry in complete_at(*at_cursor(CLUB + "set:\n  mangan.‸"))}
    assert found["mangan.base"].meaning.endswith("now 2000")


def test_functions_are_offered_with_their_arguments_and_meaning() -> None:
    found = complete_at(*at_cursor(CLUB + "add:\n  - id: sisters\n    when: all_ti‸"))
    assert [entry.meaning for entry in found] == [
        "all_tiles(class): every tile of the hand belongs to the class"
    ]


def test_what_is_known_too_late_is_not_offered() -> None:
    assert "awarded" not in words_at(CLUB + "add:\n  - id: sisters\n    enabled: ‸")
    assert "open_tanyao" in words_at(CLUB + "add:\n  - id: sisters\n    enabled: ‸")


def test_names_defined_in_the_file_itself_are_offered_while_another_line_is_unfinished() -> None:
    text = CLUB + "tiles: {lucky: 7mps}\nadd:\n  - id: sevens\n    when: any_tile(lu‸\n    value: 1\n"
    assert words_at(text) == ["lucky"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("marked", "parts"),
    [
        (
            CLUB + "set: {tan‸yao.value: 2}",
            ["**tanyao**: All simples", "all tiles are simples", "In the base: `{closed: 1"],
        ),
        (
            CLUB + "set: {open_tan‸yao: false}",
            ["all simples counts in an open hand (kuitan)", "riichi.yaml, line"],
        ),
        (CLUB + "drop: [pin‸fu]", ["**pinfu**: ", "riichi.yaml, line"]),
        ("ex‸tends: riichi\n", ["the ruleset that this one modifies"]),
        (CLUB + "add: [{id: a, when: all_‸tiles(simple)}]", ["every tile of the hand belongs to the class"]),
        (CLUB + "add: [{id: a, when: all_tiles(sim‸ple)}]", ["**simple**: simples", "- is: `2345678mps`"]),
        (CLUB + "add: [{id: a, when: self_‸draw}]", ["the winning tile is self-drawn"]),
    ],
)
def test_the_word_at_the_cursor_is_explained(marked: str, parts: list[str]) -> None:
    found = hover_at(*at_cursor(marked))
    assert found
    for part in some(parts):
        assert part in found.text


def test_a_worked_hand_is_explained_while_a_template_is_unfinished() -> None:
    """The pattern that cannot be read yet is left out, and the hand is scored without it."""
    unfinished = "add: [{id: m, value: 1, match: ch}]\n"
    hand = "hands:\n  234m 678p 4‸56s 5s (345p) +5s ron: {han: 1}\n"
    found = hover_at(*at_cursor(CLUB + unfinished + hand))
    assert found
    assert "All simples" in found.text


@pytest.mark.parametrize("marked", [CLUB + "notes: [the pin‸fu rule]", CLUB + "\n‸\n", CLUB + "name: Cl‸ub"])
def test_prose_has_no_meaning_to_tell(marked: str) -> None:
    assert hover_at(*at_cursor(marked)) is None


def test_what_the_base_says_is_told_in_the_language_of_the_reader() -> None:
    found = hover_at(*at_cursor(CLUB + "set: {tan‸yao.value: 2}"), language="ja")
    assert found and "元のルール：`{closed: 1" in found.text


def test_what_an_option_does_is_told_in_the_language_of_the_reader() -> None:
    found = hover_at(*at_cursor(CLUB + "set: {open_t‸anyao: false}"), language="ja")
    assert found and "鳴いた手でも断么九を認める" in found.text
    (offered,) = complete_at(*at_cursor(CLUB + "set: {open_tan‸"), language="ja")
    assert "鳴いた手でも断么九を認める" in offered.meaning


def test_a_name_under_set_or_drop_leads_to_the_base() -> None:
    for marked in some([CLUB + "drop: [pin‸fu]", CLUB + "set: {pinf‸u.value: 2}"]):
        found = definition_at(*at_cursor(marked))
        assert found and Path(found.file).name == "riichi.yaml"
        assert "pinfu" in RIICHI.split("\n")[found.line - 1][found.column - 1 :]


def test_a_name_of_the_file_itself_leads_to_its_line() -> None:
    text = CLUB + "tiles:\n  lucky: 7mps\nadd:\n  - {id: sevens, value: 1, when: any_tile(lu‸cky)}\n"
    found = definition_at(*at_cursor(text), "club.yaml")
    assert found and (found.file, found.line, found.column) == ("club.yaml", 4, 3)


def test_extends_leads_to_the_file_of_the_base() -> None:
    found = definition_at(*at_cursor("extends: ri‸ichi\nset: {open_tanyao: false}"))
    assert found and (Path(found.file).name, found.line) == ("riichi.yaml", 1)


def test_an_outline_has_the_sections_and_their_entries() -> None:
    found = {symbol.id: symbol for symbol in outline(RIICHI)}
    patterns = {part.id: part for part in found["patterns"].parts}
    assert patterns["pinfu"].name == dict(load_ruleset("riichi").pattern_by_id["pinfu"].names)["en"]
    assert "open_tanyao" in [part.id for part in found["options"].parts]
    assert found["options"].line < found["options"].last_line < found["patterns"].line


def test_an_outline_goes_as_far_as_the_file_can_be_read() -> None:
    assert [one.id for one in outline(CLUB + "drop: [pinfu]\nadd:\n  - {id: a, when: [")][:3] == [
        "extends",
        "name",
        "drop",
    ]


@pytest.mark.slow
@settings(max_examples=16)  # each builds the whole ruleset
@given(st.integers(0, len(RIICHI)))
def test_a_file_cut_anywhere_is_answered(end: int) -> None:
    text = RIICHI[:end]
    line, column = text.count("\n") + 1, end - (text.rfind("\n") + 1) + 1
    for entry in complete_at(text, line, column):
        assert entry.text and entry.column + entry.length == column
    hover_at(text, line, column)
    definition_at(text, line, column)
    outline(text)


@pytest.mark.slow
@given(st.text(max_size=80), st.integers(-2, 6), st.integers(-2, 30))
def test_no_text_and_no_place_does_harm(text: str, line: int, column: int) -> None:
    assert isinstance(complete_at(text, line, column), tuple)
    assert hover_at(text, line, column) is None or text


def test_while_a_file_is_edited_its_base_is_not_built_again_and_no_known_error_is_looked_up_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[str] = []
    build = build_patterns._build_pattern

    def build_and_note(building: RulesetBuilder, item: Item) -> Pattern:
        built.append(item.get("id").text())
        return build(building, item)

    monkeypatch.setattr(build_patterns, "_build_pattern", build_and_note)
    wrong = "".join(f"  open_tanyo_{number}: false\n" for number in range(30))
    text = f"extends: riichi\nname: Club\nset:\n{wrong}" + (
        "add:\n  - {id: own, name: Own, definition: All simples., source: us, value: 1, when: tanyaoo}\n"
    )
    before = len(check_text(text, form_only=True))
    assert before > 30 and len(built) > 40
    built.clear()
    searched = suggest._nearest.cache_info().misses
    assert len(check_text(text.replace("value: 1", "value: 2"), form_only=True)) == before
    assert built == ["own"]
    assert suggest._nearest.cache_info().misses - searched <= 1


HAND = "234m 678p 456s 5s 345p +5s"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("add:\n  - id: a\n    match: ‸", "chow"),
        ("add:\n  - id: a\n    match: chow(n, A), pu‸", "pung"),
        ("add:\n  - id: a\n    match: [triplet(‸", "dragon"),
        ("add:\n  - id: a\n    match: chow(n, A) & conc‸", "concealed"),
        (f"add:\n  - id: a\n    holds: [{HAND} hait‸", "haitei"),
        (f"hands:\n  {HAND} tsumo ri‸", "riichi"),
        (f"hands:\n  {HAND} tsumo open_‸", "open_tanyao="),
        (f"hands:\n  {HAND} tsumo: {{counts: [ta‸", "tanyao"),
        (f"hands:\n  {HAND} tsumo: {{limit: ha‸", "haneman"),
    ],
)
def test_templates_and_worked_hands_are_completed(text: str, word: str) -> None:
    assert word in [entry.text for entry in complete_at(*at_cursor(CLUB + text))]


def test_under_set_the_options_come_first_and_each_entry_once() -> None:
    found = [entry for entry in complete_at(*at_cursor(CLUB + "set:\n  ‸")) if entry.sort != "value"]
    sorts = [entry.sort for entry in found]
    assert sorts.index("field") == sorts.count("option") > 20
    heads = [entry.text.partition(".")[0] for entry in found]
    assert len(heads) == len(set(heads)) < 400
    assert "tanyao.value" in [entry.text for entry in found]


def test_the_meaning_of_extends_is_its_base() -> None:
    found = hover_at(*at_cursor("extends: ri‸ichi\nname: Club\n"), language="ja")
    assert found is not None
    assert "リーチ麻雀" in found.text and "`open_tanyao`" in found.text


@pytest.mark.parametrize(
    ("end", "told"),
    [("ron riichi", "2 han 40 fu"), ("ron open", "'open'"), ("ron seat=E", "2,000")],
)
def test_the_meaning_of_a_worked_hand_is_what_it_scores(end: str, told: str) -> None:
    pattern = f"add:\n- {{id: a, value: 1, when: dealer and honba > 1, holds: [‸{HAND} {end}]}}\n"
    for text in some((f"hands:\n  ‸{HAND} {end}: {{han: 2}}\n", pattern)):
        found = hover_at(*at_cursor(CLUB + text))
        assert found is not None
        assert told in found.text


BROKEN_BASES = {
    "unfinished": "extends: riichi\nname: League\nset: {open_tanyao: false}\nadd:\n  - id: swans\n    value: 1\n    when: [\n",
    "unknown option": "extends: riichi\nname: League\nset: {opn_tanyao: false}\n",
    "wrong condition": (
        "extends: riichi\nname: League\nadd:\n  - id: swans\n    name: Swans\n    value: 1\n    when: shwan\n"
    ),
    "a key without a value": "extends: riichi\nname: League\nset\n",
    "two errors": "extends: riichi\nname: League\nset:\n  opn_tanyao: false\n  kiriage_mangan: perhaps\n",
    "an error in the base of the base": "extends: below.yaml\nname: League\n",
}
"""Bases of an overlay that are being written."""


@pytest.mark.parametrize("name", BROKEN_BASES)
def test_an_overlay_is_completed_while_its_base_has_an_error(name: str, tmp_path: Path) -> None:
    (tmp_path / "league.yaml").write_text(BROKEN_BASES[name], encoding="utf-8")
    (tmp_path / "below.yaml").write_text(BROKEN_BASES["unknown option"], encoding="utf-8")
    club = str(tmp_path / "club.yaml")

    def offered(marked: str) -> list[str]:
        found = complete_at(
            *at_cursor("extends: league.yaml\nname: Club\n" + marked), club, can_extend_files=True
        )
        return [entry.text for entry in found]

    assert "open_tanyao" in offered("set:\n  open_t‸")
    assert "tanyao" in offered("drop: [tan‸")
    assert "all_tiles" in offered("add:\n  - id: own\n    when: all_ti‸")


def test_a_base_that_an_editor_has_not_saved_counts_beside_one_with_an_error(tmp_path: Path) -> None:
    (tmp_path / "league.yaml").write_text(BROKEN_BASES["unknown option"], encoding="utf-8")
    text = "extends: league.yaml\nname: Club\nset:\n  drops.v‸"
    line_of_drops = (
        "extends: riichi\nname: League\nadd:\n  - {id: drops, value: 2, when: self_draw}\nset: {foo: 1}\n"
    )
    with unsaved_texts({str(tmp_path / "league.yaml"): line_of_drops}):
        found = complete_at(*at_cursor(text), str(tmp_path / "club.yaml"), can_extend_files=True)
    assert [entry.text for entry in found] == ["drops.value"]
