"""What is shown in a language can be typed in it: the commands of the help, and options with their values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from scorer import InputError, as_text, ask, load_ruleset
from scorer.labels import choice_label, option_label
from scorer.language import TRUTH
from scorer.languages import traditional_text
from scorer.message import message_parts
from scorer.phrases import translate
from scorer.ruleset.model import Option, recognized_names
from scorer.session import UNREAD_MESSAGES
from scorer.tiles import fold_name
from tests.cli.runs import run
from tests.support.loops import some
from tests.support.shipped import each_of, shipped_names
from tests.support.survey import GAMES_BY_PLACE

GAMES = [(place, game) for place, games in GAMES_BY_PLACE.items() for game in games]
NOT_UNDERSTOOD = {*UNREAD_MESSAGES, "no such session command", "cannot read word"}
BETWEEN_COLUMNS = re.compile(r"\s{2,}")
LEFT_OUT = re.compile(r"\s*\[[^\]]*\]")
"""What the help writes in square brackets may be omitted."""


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("place", "game"), GAMES)
def test_every_line_of_the_help_is_understood(place: str, game: str) -> None:
    word = translate("command help", place).split()[0]
    lines = as_text(
        ask(word, language=place, ruleset=game).document, columns=300, language=place
    ).splitlines()
    settings = translate("command set", place).split()[0]  # with words that stand for names of options
    for line in some([line for line in lines if line.strip() and not line.startswith(settings)]):
        typed = LEFT_OUT.sub("", BETWEEN_COLUMNS.split(line.strip())[0])
        try:
            ask(typed, language=place, ruleset=game)
        except InputError as error:
            keys = {part.key for fault in error.faults for part in message_parts(fault.message)}
            assert not keys & NOT_UNDERSTOOD, typed


def shown_values(option: Option, language: str) -> Iterator[str]:
    if option.sort == TRUTH:
        yield from (translate(key, language) for key in ("yes", "no", "word true", "word false"))
    elif option.choices:
        yield from (choice_label(option, value, language) for value in option.choices)
    else:
        yield str(option.minimum or 0)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("place", "game"), GAMES)
def test_every_option_is_set_with_the_words_that_are_shown_for_it(place: str, game: str) -> None:
    rules = load_ruleset(game, language=place)
    language = rules.display_language(place)
    command = translate("command set", place).split()[0]
    for option in some(rules.offered_options, 0):
        for value in some([*shown_values(option, language)]):
            ask(f"{command} {option_label(option, language)} {value}", language=place, ruleset=game)


@pytest.mark.parametrize("game", each_of(shipped_names()))
def test_a_name_can_be_typed_in_traditional_characters(game: str) -> None:
    rules = load_ruleset(game)
    parts = (*rules.options, *rules.circumstances, *rules.patterns, *rules.units)
    of_choices = (names for option in rules.options for _, names in option.choice_names)
    names = chain(*map(recognized_names, parts), *of_choices)
    signs = some({sign for language, name in names if language == "zh" for sign in name})
    assert [sign for sign in signs if fold_name(traditional_text(sign)) != fold_name(sign)] == []


QUESTIONS_BY_PLACE = {
    "en": ("234m345p67p456s55s+8p riichi dora 5s", "kong 3333p 456m789p222s5z+5z", "chombo", "3 han"),
    "ja": ("234m345p67p456s55s+8p リーチ ドラ5s", "カン3333p 456m789p222s5z+5z", "チョンボ", "3飜"),
    "zh-Hans": ("234m345p67p456s55s+8p 立直 宝牌5s", "杠3333p 456m789p222s5z+5z", "诈和", "3番"),
    "zh-HK": ("234m345p67p456s55s+8p 立直 寶牌5s", "槓3333p 456m789p222s5z+5z", "詐糊", "3番"),
    "zh-TW": ("234m345p67p456s55s+8p 立直 寶牌5s", "槓3333p 456m789p222s5z+5z", "詐胡", "3番"),
}
"""Lines in riichi to which a session replies with a question."""
OFFERED_WORDS = re.compile("[“「]([^”」]+)[”」]|[（(](?:例|例如)：([^）)]+)[）)]")
"""The words that a question offers as replies."""


@pytest.mark.parametrize("place", QUESTIONS_BY_PLACE)
def test_every_word_that_a_question_offers_answers_it(place: str) -> None:
    for line in some(QUESTIONS_BY_PLACE[place]):
        before = ["234m345p67p456s55s+8p", line]
        asked = run(given="\n".join(before), columns=300, env={"SCORER_LANG": place})
        assert not asked.stderr, line
        question = asked.stdout.removeprefix(
            run(given=before[0], columns=300, env={"SCORER_LANG": place}).stdout
        )
        for quoted, example in some(OFFERED_WORDS.findall(question)):
            reply = "\n".join([*before, quoted or example])
            answer = run(given=reply, columns=300, env={"SCORER_LANG": place})
            assert not answer.stderr, reply
            assert len(answer.stdout) > len(asked.stdout), reply
