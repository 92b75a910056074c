"""The help of every command in every language."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterator

import click
import pytest

from scorer.cli.help import AS_IT_IS, option_key, paragraphs, translated_option, translated_page
from scorer.cli.main import main
from scorer.languages import LANGUAGES, MAIN_LANGUAGES, is_english
from scorer.texts import HELP_FILE, catalogue_rows, help_texts
from tests.cli.runs import run
from tests.support.loops import some

FOREIGN = [language for language in MAIN_LANGUAGES if not is_english(language)]


def contexts(command: click.Command, parent: click.Context | None = None) -> Iterator[click.Context]:
    """A command and all commands in it."""
    context = click.Context(command, parent, info_name=command.name if parent else "scorer")
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            for one in contexts(below, context):
                one.info_name = name if one.command is below else one.info_name
                yield one


ALL = [*contexts(main)]
OPTIONS = [
    (one, option) for one in ALL for option in one.command.get_params(one) if isinstance(option, click.Option)
]


def words_of(context: click.Context) -> str:
    return " ".join(context.command_path.split()[1:])


@pytest.mark.parametrize("language", FOREIGN)
def test_every_option_has_help_in_each_language(language: str) -> None:
    without = [
        (words_of(context), option_key(option))
        for context, option in some(OPTIONS)
        if option.help and translated_option(option, context, language).help == option.help
    ]
    assert without == []


@pytest.mark.parametrize("language", FOREIGN)
def test_options_that_differ_in_english_differ_in_each_language(language: str) -> None:
    told: dict[tuple[str, str], set[str]] = {}
    for context, option in some(OPTIONS):
        text = translated_option(option, context, language).help or ""
        told.setdefault((option_key(option), text), set()).add(option.help or "")
    assert {key: said for key, said in told.items() if len(said) > 1} == {}


def test_every_paragraph_has_a_text_in_each_language() -> None:
    rows = catalogue_rows(HELP_FILE)
    assert [key for key, texts in rows if len(texts) != len(FOREIGN) or not all(texts)] == []
    keys = Counter(key for key, _ in rows)
    assert [key for key, count in keys.items() if count > 1] == []
    wanted = {"usage", "options", "commands", "example", "default", "range", "bounds", "at least", "required"}
    for context in ALL:
        prose = [one for one in paragraphs(context.command.help or "") if not one.startswith(AS_IT_IS)]
        wanted |= {f"{words_of(context)} {number}".strip() for number in range(1, len(prose) + 1)}
        wanted |= {f"list {words_of(context)}"} if context.parent else set()
    of_tables = {key for key in keys if key.startswith("row ")}
    shown = "\n".join(context.command.help or "" for context in ALL)
    assert [
        key for key in some(of_tables) if not re.search(rf"(^|  ){re.escape(key[4:])}$", shown, re.MULTILINE)
    ] == []
    options = {option_key(option) for _, option in OPTIONS}
    specific = {f"{words_of(context)} {option_key(option)}" for context, option in OPTIONS}
    assert wanted <= {*keys}
    assert {*keys} <= wanted | options | specific | of_tables


@pytest.mark.parametrize("language", [one for one in LANGUAGES if not is_english(one)])
@pytest.mark.parametrize("command", ["", "score", "rulesets", "rulesets diff", "check"])
def test_help_is_in_the_language_of_the_reader(command: str, language: str) -> None:
    for line in (f"{command} --help --lang {language}", f"--lang {language} {command} --help"):
        printed = run(*line.split()).stdout
        assert printed.startswith(help_texts(language)["usage"]), line
        assert "Options:" not in printed and "Show this message" not in printed and "[default" not in printed


@pytest.mark.parametrize("language", [one for one in LANGUAGES if not is_english(one)])
def test_no_row_of_a_table_in_the_help_is_english(language: str) -> None:
    printed = run("batch", "--help", "--lang", language).stdout
    assert not re.search(r"[A-Za-z]+ of the [a-z]+ in|kind of error|as in JSON", printed)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if not is_english(one)])
def test_the_words_of_an_example_are_accepted(language: str) -> None:
    texts = help_texts(language)
    for key in some(key for key in texts if key.startswith("row scorer ")):
        result = run(*shlex.split(texts[key])[1:], env={"SCORER_LANG": language})
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("language", "word"), [("zh-Hans", "点炮者"), ("zh-TW", "放槍者"), ("zh-HK", "出銃者"), ("ja", "放銃者")]
)
def test_help_has_the_words_of_the_place(language: str, word: str) -> None:
    assert word in run("score", "--help", "--lang", language).stdout


def test_what_is_required_stands_beside_bounds() -> None:
    option = click.Option(["--count"], type=click.IntRange(1, 9), required=True, help="How many.")
    context = click.Context(click.Command("deal", params=[option]), info_name="deal")
    shown, texts = translated_page(context, "ja"), help_texts("ja")
    assert texts["required"] in shown
    assert texts["bounds"].format("1<=x<=9") in shown
