"""Whatever a rule file says, a check answers with problems: shipped files with words changed, lines moved."""

from __future__ import annotations

import json
import os
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.render.reports import REPORT_FORMATS, problem_report
from scorer.ruleset.find import shipped_names
from tests.support.shipped import text_of
from tests.support.small import check_text

WORD = re.compile(r"[A-Za-z_]\w*|\d+|==|>=|<=|[-+*/&|~<>(){}\[\]:,]")
ODD = ("", "0", "-1", "1", "99", "1e9", "9" * 25, "null", "true", "yes", "[]", "{}", "*x", "&x", "!t", "'", '"', "()", "(", ")",
       "not", "and", "==", "**", "n+1", "A", "chow", "pung(n, A)", "0m", "5z", "self_draw", "suits", "[1, 2]", "{a: 1}", "|", ">", "\t", "\x00", "…")  # fmt: skip
KEYS = ("id", "value", "when", "match", "where", "count", "repeat", "implies", "excludes", "absorbs", "less", "link", "alone",
        "holds", "fails", "enabled", "unit", "group", "name", "definition")  # fmt: skip


def mutated(rng: Random, name: str) -> str:
    """A shipped file with a few words, lines or indents changed."""
    lines = text_of(name).split("\n")
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(lines))
        rng.choice(CHANGES)(rng, lines, place)
    return "\n".join(lines)


def other_word(rng: Random, lines: list[str], place: int) -> None:
    found = list(WORD.finditer(lines[place]))
    if found:
        word, source = rng.choice(found), WORD.findall(rng.choice(lines)) or ["x"]
        new = rng.choice(ODD) if rng.random() < 0.5 else rng.choice(source)
        lines[place] = lines[place][: word.start()] + new + lines[place][word.end() :]


def lost_line(rng: Random, lines: list[str], place: int) -> None:
    if len(lines) > 1:
        del lines[place]


def line_twice(rng: Random, lines: list[str], place: int) -> None:
    lines.insert(rng.randrange(len(lines)), lines[place])


def other_indent(rng: Random, lines: list[str], place: int) -> None:
    lines[place] = " " * rng.randint(0, 8) + lines[place].lstrip()


def other_letter(rng: Random, lines: list[str], place: int) -> None:
    at = rng.randrange(len(lines[place]) + 1)
    lines[place] = lines[place][:at] + rng.choice("xz9:#{}[]()&*!'\"\\%@`,-?~|") + lines[place][at + 1 :]


CHANGES = (other_word, other_word, other_word, lost_line, line_twice, other_indent, other_letter)


def answered(text: str) -> None:
    """A check raises nothing, and every format can print what it found."""
    problems = check_text(text, "fuzz.yaml")
    for form in REPORT_FORMATS:
        assert isinstance(problem_report(form, problems, ["fuzz.yaml"]), str)
    assert all(problem.line >= 1 and problem.column >= 1 and str(problem.message) for problem in problems)
    json.loads(problem_report("json", problems, ["fuzz.yaml"]))


def tried(seed: int, names: tuple[str, ...]) -> None:
    rng = Random(seed)
    text = mutated(rng, rng.choice(names))
    try:
        answered(text)
    except Exception as error:
        raise AssertionError(f"seed {seed}:\n{text}") from error


SMALL = ("ponjan-anoa", "donjara-doraemon", "doubutsu-janpon", "sanma", "m-league", "tenhou")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(12))
def test_a_shipped_file_with_words_changed_gets_problems_and_no_exception(seed: int) -> None:
    tried(seed, SMALL)


@pytest.mark.slow
def test_many_changed_files_get_problems_and_no_exception() -> None:
    first = int(os.environ.get("SCORER_FUZZ_SEED", "1000"))
    for seed in range(first, first + int(os.environ.get("SCORER_FUZZ_COUNT", "30"))):
        tried(seed, shipped_names())


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 10**25), st.floats(), st.sampled_from(ODD),
    st.sampled_from(["suits == 1", "chow(n, A), chow(n+1, B)", "sets(triplet & wind) >= 2", "111m", "a | b", "base * 2", "x"]),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from((*KEYS, "x", "sets", "is")), inner, max_size=4)),
    max_leaves=8,
)  # fmt: skip
SECTIONS = (
    "patterns", "add", "set", "drop", "options", "tileset", "tiles", "sets", "shapes", "facts", "circumstances", "indicators",
    "bonuses", "limits", "fu", "payment", "tables", "amounts", "base", "unit", "minimum", "to_win", "penalties", "otherwise",
    "players", "seats", "extends", "top_tier_only", "name", "notes", "calls", "highest_only",
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=30, deadline=None, derandomize=True)
@given(
    st.dictionaries(st.sampled_from(SECTIONS), VALUES, max_size=4),
    st.sampled_from(["", "riichi", "ponjan-anoa"]),
)
def test_any_data_in_any_section_gets_problems_and_no_exception(data: dict[str, object], base: str) -> None:
    answered(json.dumps({**data, **({"extends": base} if base else {})}, ensure_ascii=False))
