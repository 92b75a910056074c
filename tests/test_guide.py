"""The author's guide keeps its promises: its files are sound, its commands print what it shows, its links lead
somewhere, and a club's secretary finds what to look for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from scorer.check.pages import pages
from scorer.check.run import check_ruleset
from scorer.language.vocabulary import AMOUNTS, FUNCTIONS, NUMBER_FACTS, SET_STATES, TRUTH_FACTS, WAIT_KINDS
from scorer.ruleset.forms import RULESET_KEYS
from scorer.ruleset.section_table import SECTIONS
from scorer.ruleset.source import read_source
from scorer.settings import FORMS
from tests.cli.runs import run
from tests.support import guide
from tests.support.console import commands, output
from tests.support.places import ROOT
from tests.support.small import check_text

PAGE = guide.whole_text()
FILES = guide.files(PAGE)
LONGEST_TUTORIAL = 8000
"""Words, examples and their output included: an hour with the examples tried."""
ROW = re.compile(r"^\| .*? \| `(.+?)` \|$|^\| `(.+?)` \|", re.MULTILINE)
VOCABULARY = {
    "facts": set(TRUTH_FACTS),
    "numbers": set(NUMBER_FACTS),
    "waits": set(WAIT_KINDS),
    "amounts": set(AMOUNTS),
    "families": {code[:2] for code in pages()},
}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with guide.folder_of(PAGE) as found:
        yield found


def marked(sort: str) -> str:
    """What stands between a mark and its end."""
    found = re.search(rf"<!-- {re.escape(sort)} -->\n(.*?)<!-- end -->", PAGE, re.DOTALL)
    assert found is not None, sort
    return found[1]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", [name for name, _, wrong in FILES if not wrong])
def test_a_file_of_the_guide_has_no_problem(name: str, folder: Path) -> None:
    problems = check_ruleset(folder / name)
    wrong = [str(problem) for problem in problems if problem.severity == "error" or problem.code != "L901"]
    assert not wrong


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", [name for name, _, wrong in FILES if wrong])
def test_a_file_that_is_meant_to_be_wrong_is(name: str, folder: Path) -> None:
    assert any(problem.severity == "error" for problem in check_ruleset(folder / name))


def test_every_file_has_a_name_of_its_own_and_every_block_is_a_file() -> None:
    names = [name for name, _, _ in FILES]
    assert len(set(names)) == len(names) > 10
    assert PAGE.count("\n```yaml") == len(names)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("command", commands(PAGE))
def test_a_command_of_the_guide_prints_what_the_guide_shows(command: str, folder: Path) -> None:
    if " new " in command:
        (folder / command.split(" new ")[1].split()[0]).unlink(missing_ok=True)
    shown = re.split(r"^```$|^\$ ", PAGE.split(f"$ {command}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    assert output(command).rstrip() == shown.rstrip()


def test_the_settings_the_workflow_and_the_hook_of_the_guide_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = (".scorer.yaml", ".github/workflows/rules.yml", ".pre-commit-config.yaml")
    copied = {
        name: re.search(rf"^    # {re.escape(name)}\n((?:    .*\n)+)", PAGE, re.MULTILINE) for name in names
    }
    texts = {
        name: re.sub("^    ", "", block[1], flags=re.MULTILINE) for name, block in copied.items() if block
    }
    read = {name: read_source(text, name) for name, text in texts.items()}
    read["hooks"] = read_source((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"), "hooks")
    assert [problems for _, problems in read.values() if any(one.is_error for one in problems)] == []
    settings, workflow, configuration, hooks = (source.data for source, _ in read.values() if source)
    assert configuration["repos"][0]["hooks"][0]["id"] == hooks[0]["id"]
    runs = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    assert runs[:-1] == ["python -m pip install mahjong-scorer"]
    (tmp_path / "rules").mkdir()
    club = tmp_path / "rules" / "league.yaml"
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".scorer.yaml").write_text(texts[".scorer.yaml"], encoding="utf-8")
    assert {*settings} <= {*FORMS}
    for text, status in (("", 0), ("set: {furitenn: true}\n", 1)):
        club.write_text(f"extends: ponjan\nname: Club\n{text}", encoding="utf-8")
        for command in (runs[-1], hooks[0]["entry"]):
            found = run(*command.split()[1:], env={"SCORER_LANG": ""})
            assert found.exit_code == status, (command, text, found.output)


@pytest.mark.parametrize("page", guide.PAGES)
def test_the_tables_are_those_of_the_code(page: str) -> None:
    text = guide.text(page)
    assert guide.with_tables(text) == text, "python -m tests.support.guide writes them anew"


def test_the_tutorial_can_be_read_in_an_hour() -> None:
    assert len(guide.text("README").split()) < LONGEST_TUTORIAL


def test_every_word_of_players_is_in_the_index_once_and_in_order() -> None:
    rows = re.findall(r"^\| (.+?) \|", marked("table: index"), re.MULTILINE)[2:]
    words = [word.strip("`").casefold() for word in rows]
    assert words == sorted(words)
    assert len({*rows}) == len(rows) > 150


def test_the_index_leads_to_what_rule_authors_could_not_find() -> None:
    asked = (
        "joker",
        "limit",
        "flowers off",
        "seat",
        "second unit",
        "fu line",
        "free shapes",
        "fixed rows",
        "scale",
        "ids",
        "wait",
    )
    index = marked("table: index")
    assert not [word for word in asked if f"\n| {word} |" not in index]


def test_every_section_has_its_table() -> None:
    assert {name for _, name in re.findall(r"<!-- (table: section) (\w+) -->", PAGE)} == set(SECTIONS)


@pytest.mark.parametrize("sort", VOCABULARY)
def test_a_table_of_words_has_every_word_and_no_other(sort: str) -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", marked(f"words: {sort}"), re.MULTILINE)) == VOCABULARY[sort]


def test_every_state_of_a_set_is_explained() -> None:
    assert not [state for state in SET_STATES if f"| `{state}` |" not in PAGE]


EXPRESSIONS = {
    base: [
        text.replace("\\|", "|")
        for text in re.findall(r"\| `(.+)` \|$", marked(f"expressions: {base}"), re.MULTILINE)
    ]
    for base in ("riichi", "hong-kong")
}
"""conditions of the guide by the ruleset in which they stand"""


@pytest.mark.parametrize("base", EXPRESSIONS)
def test_every_condition_of_the_guide_is_one(base: str) -> None:
    patterns = [
        f"  - id: tried_{number}\n    value: 1\n    when: {text}\n"
        for number, text in enumerate(EXPRESSIONS[base])
    ]
    assert patterns
    rules = f"extends: {base}\nname: x\nadd:\n{''.join(patterns)}"
    wrong = [str(problem) for problem in check_text(rules, "x.yaml") if problem.severity == "error"]
    assert not wrong


def test_every_function_and_every_key_of_a_pattern_stands_in_an_example() -> None:
    code = "\n".join([*(body for _, body, wrong in FILES if not wrong), *chain(*EXPRESSIONS.values())])
    assert not [name for name in FUNCTIONS if f"{name}(" not in code]
    assert not [key for key in SECTIONS["pattern"] if not re.search(rf"^ +(- )?{key}: ", code, re.MULTILINE)]


def test_every_section_of_a_file_is_spoken_of_before_the_reference() -> None:
    told = guide.text("README") + guide.text("REFERENCE").partition("## Every key")[0]
    assert not [key for key in RULESET_KEYS if not re.search(rf"[`\n ]{key}[`:]", told)]


@pytest.mark.parametrize("page", guide.PAGES)
def test_every_link_of_the_guide_leads_somewhere(page: str) -> None:
    places = {
        file.name: {*map(guide.anchor, guide.headings(text)), *re.findall(r'<a id="([\w-]+)"></a>', text)}
        for file in (*guide.PAGES.values(), guide.RECIPES)
        for text in [file.read_text(encoding="utf-8")]
    }
    links = re.findall(r"\]\((?!https://)([\w.]*)(?:#([\w-]+))?\)", guide.prose(guide.text(page)))
    assert links
    wrong = [
        f"{file}#{place}"
        for file, place in links
        if place and place not in places[file or guide.PAGES[page].name]
    ]
    assert wrong == []
    assert {file for file, _ in links} <= {*places, ""}
