"""Whatever help, cards of patterns and errors show as an example can be typed as it stands, at every door."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scorer.errors import ScorerError
from scorer.labels import typed_example
from scorer.languages import MAIN_LANGUAGES
from scorer.parameters import TABLE_SETTINGS
from scorer.phrases import translate
from scorer.questions.registry import Arguments
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.sampling import request_for_hand
from scorer.scoring import load_ruleset
from scorer.sentence.lexicon import TOPICS
from scorer.sentence.request import line_of
from scorer.sentence.unread import example_sentence
from scorer.session import COMMANDS, Session, SessionState, has_use
from scorer.teach.lesson import make_lesson
from scorer.teach.patterns import playable_examples
from scorer.tiles import name_in
from scorer.web.sentences import answer_line
from tests.cli.runs import run
from tests.support.loops import some
from tests.support.places import ROOT
from tests.support.shipped import base_of, each_box

OF_FILES = ("save", "open", "quit")
OF_TABLE = ("table", "deals", "change")
EVERY = 12
"""Of the examples of a ruleset, the default run tries one in this many."""


def examples_of_cards(rules: Ruleset, language: str) -> Iterator[str]:
    """The first examples on the cards of all patterns, as they are shown."""
    for pattern in rules.pattern_by_id.values():
        examples = [*playable_examples(pattern, rules.file_ruleset or rules)]
        holding = [one.text for one in examples if one.is_good]
        failing = [one.text for one in examples if not one.is_good]
        for text in (*holding[:2], *failing[:1]):
            yield typed_example(text, rules, language)


def refusal(session: Session, state: SessionState, line: str) -> str:
    """Why a line is refused or asked back; empty if it is answered."""
    try:
        after, _ = session.answer(state, line)
    except ScorerError as error:
        return f"{line}: {error}"
    return f"{line}: asked back" if after.asked else ""


def shown_examples(rules: Ruleset, language: str) -> list[str]:
    found = [example_sentence(rules, language), *dict.fromkeys(examples_of_cards(rules, language))]
    return [line for line in found if line]


@pytest.mark.parametrize("language", MAIN_LANGUAGES)
@pytest.mark.parametrize("name", each_box())
def test_an_example_that_is_shown_can_be_typed_in_a_session(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    lines = shown_examples(rules, rules.display_language(language))[::EVERY]
    refused = [refusal(Session(language), SessionState(name), line) for line in some(lines)]
    assert not any(refused), [*filter(None, refused)]


def page_refuses(line: str, name: str, language: str) -> bool:
    given = {"line": line, "ruleset": name, "language": language}
    return not answer_line(Arguments(given, {name: load_ruleset(name, language=language)})).document


def command_refuses(line: str, name: str, language: str) -> bool:
    result = run(line, env={"SCORER_RULESET": name, "SCORER_LANG": language})
    return result.exit_code not in (0, 1) or not result.stdout  # 1: the hand does not win


@pytest.mark.parametrize("language", MAIN_LANGUAGES)
@pytest.mark.parametrize("name", each_box())
def test_an_example_that_is_shown_can_be_given_to_the_command_and_to_the_page(
    name: str, language: str
) -> None:
    rules = load_ruleset(name, language=language)
    lines = shown_examples(rules, rules.display_language(language))
    for line in some(lines[:: max(1, len(lines) // 2)]):
        assert not page_refuses(line, name, language), line
        assert not command_refuses(line, name, language), line


def session_refuses(line: str, name: str, language: str) -> bool:
    return bool(refusal(Session(language), SessionState(name), line))


DOORS = [
    (refuses, language)
    for refuses in (session_refuses, page_refuses, command_refuses)
    for language in MAIN_LANGUAGES
]


def each_box_at_a_door() -> list[Any]:
    """Every shipped ruleset at each door in each language. In the slow tests each game is tried at one of them,
    and an overlay in five; the next one has its turn at the next door.
    """
    games = [name for name in shipped_names() if not base_of(name)]
    overlays = [name for name in shipped_names() if base_of(name)]
    return [
        pytest.param(name, *DOORS[(place + turn) % len(DOORS)], marks=pytest.mark.slow_one_in(share))
        for names, share in ((games, len(DOORS)), (overlays, 5 * len(DOORS)))
        for place, name in enumerate(names)
        for turn in range(len(DOORS))
    ]


@pytest.mark.parametrize(("name", "refuses", "language"), each_box_at_a_door())
def test_every_example_that_is_shown_can_be_typed_at_a_door(
    name: str, refuses: Callable[[str, str, str], bool], language: str
) -> None:
    rules = load_ruleset(name, language=language)
    lines = shown_examples(rules, rules.display_language(language))
    assert not [line for line in some(lines) if refuses(line, name, language)]


def filled(usage: str, rules: Ruleset, language: str) -> list[str]:
    """The lines that a usage stands for: with and without what is in brackets, with words for its slots."""
    pattern = next(iter(rules.pattern_by_id.values()))
    hand = example_sentence(rules, language).split()[0]
    named, scores = name_in(pattern.names, language), "40000 30000 20000 10000"
    slots = {
        "PATTERN|役名|[番役]种名": named, "HAND|手牌": hand, "POINTS|点差|分差": "8000", "SCORES|持ち点|分数": scores,
        "NAME VALUE": "honba 1", "名前 値": "本場 1", "名称 值": "本场 1", "NAME|名前|名称": "tenhou",
    }  # fmt: skip
    lines = [re.sub(r" ?\[.*\]", "", usage), usage.replace("[", "").replace("]", "")]
    for slot, text in slots.items():
        lines = [re.sub(rf"(?<!\w)({slot})(?!\w)", text, line) for line in lines]
    return [*dict.fromkeys(lines)]


@pytest.mark.parametrize("language", MAIN_LANGUAGES)
def test_every_usage_that_help_lists_is_answered(language: str) -> None:
    rules, session = load_ruleset("riichi", language=language), Session(language)
    won, _ = session.answer(SessionState("riichi"), f"{example_sentence(rules, language)} from=E")
    left_out = (*OF_FILES, *OF_TABLE, *TABLE_SETTINGS)
    used = [one for one in COMMANDS if one not in left_out and has_use(one, rules)]
    lines = [line for one in used for line in filled(session.usage(one, rules), rules, language)]
    lines += [translate(topic.example, language) for topic in some(TOPICS)]
    assert not [found for line in some(lines) if (found := refusal(session, won, line))]


@pytest.mark.parametrize("language", MAIN_LANGUAGES)
def test_every_usage_of_a_table_that_help_lists_is_answered_at_one(language: str) -> None:
    rules, session, state = (
        load_ruleset("riichi", language=language),
        Session(language),
        SessionState("riichi"),
    )
    begin, *others = (session.usage(one, rules) for one in OF_TABLE)
    for line in some([begin, "draw", "draw", "draw", "draw"]):
        state, _ = session.answer(state, line)
    refused = [refusal(session, state, line) for line in some(others)]
    assert not any(refused), refused


OF_COMMANDS = re.compile(r'scorer (score|explain|points) ("[^"]+"|[0-9]+ [0-9]+)([^`\n|]*)')
"""A command of the README: its name, its hand or count, and its options."""
FIRST_HAND_WITH_FAULTS = "234m345q67p456s55s+8p+9p"


def typed_command(command: str, subject: str, options: str) -> tuple[str, str]:
    """A command of the README as a line of a session, and its ruleset."""
    words, name = [subject.strip('"')], "riichi"
    parts = iter(options.split())
    for part in parts:
        if part == "-r":
            name = next(parts)
        elif part in ("-w", "--why"):
            words.append(next(parts))
        elif part.startswith("--"):
            words.append(part[2:] if part in ("--tsumo", "--ron") else f"{part[2:]}={next(parts)}")
    return (f"why {words.pop()} {words[0]}" if command == "explain" else " ".join(words)), name


def lines_of_readme() -> list[tuple[str, str]]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = (typed_command(*match.groups()) for match in OF_COMMANDS.finditer(text))
    return [*dict.fromkeys(one for one in found if one[0] != FIRST_HAND_WITH_FAULTS)]


@pytest.mark.parametrize(("line", "name"), lines_of_readme())
def test_a_hand_and_a_count_of_the_readme_can_be_typed_at_every_door(line: str, name: str) -> None:
    rules = load_ruleset(name)
    assert not refusal(Session(), SessionState(name), line)
    assert answer_line(Arguments({"line": line, "ruleset": name}, {name: rules})).document
    result = run(line, env={"SCORER_RULESET": name})
    assert result.exit_code in (0, 1) and result.stdout, result.output


@pytest.mark.parametrize("language", MAIN_LANGUAGES)
@pytest.mark.parametrize("name", ["riichi", "hong-kong", "ponjan-anoa"])
def test_an_example_of_a_lesson_can_be_typed_at_every_door(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    shown = rules.display_language(language)
    examples = [entry.example for entry in make_lesson(rules, count=1, language=shown).entries]
    requests = [request_for_hand(one.hand, one.situation, rules) for one in examples if one]
    lines = [typed_example(line_of(one), rules, shown) for one in requests]
    for line in some(lines):
        assert not refusal(Session(language), SessionState(name), line)
        given = {"line": line, "ruleset": name, "language": language}
        assert answer_line(Arguments(given, {name: rules})).document, line
    result = run(lines[0], env={"SCORER_RULESET": name, "SCORER_LANG": language})
    assert result.exit_code in (0, 1) and result.stdout, result.output
