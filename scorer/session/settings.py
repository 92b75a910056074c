"""What stays for the hands that follow: the rules, the deal, the seat, the counters and the options."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any
from unicodedata import numeric

from scorer.engine.configure import as_value, configure_ruleset
from scorer.engine.examples import read_example
from scorer.engine.request import count_fault
from scorer.errors import InputError
from scorer.hand import WINDS, wind_letter
from scorer.labels import missing_language_note, option_assignment
from scorer.language import TRUTH
from scorer.message import Listed, Message
from scorer.parameters import TABLE_SETTINGS
from scorer.phrases import translations
from scorer.render.document import paragraph
from scorer.ruleset.model import option_value_fault, recognized_names
from scorer.session.evening import refuse_at_table, table_document
from scorer.session.state import WHOLE_NUMBER, Answer, CommandLine, Context, SessionState, line_error
from scorer.suggest import players_words
from scorer.table.rules import DealRules
from scorer.tiles import fold_name
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.engine.examples import Example
    from scorer.ruleset.model import Ruleset

DEAL = re.compile(
    r"([東南西北东])(?:[風风圈]([東南西北东])|(?:[風风]?圈第?)?([0-9０-９一二三四]))[局盘盤]|([ESWN])([0-9])"
)
"""A deal of a game: the wind of the round and the number of the dealer, from 1, or the wind of that seat."""
NUMBERED = re.compile(r"(\D{1,20}?)=?([0-9]{1,5})(\D{0,4})")
"""The name of an option and its number in one word, with its unit or without."""
SETTING_NAMES = ("setting round", "setting seat", "setting honba", "setting sticks")
"""What the settings of the table are called, in their order."""
SETTABLE = (*(f"--{name}" for name in TABLE_SETTINGS), "--option")
"""Inputs that a line without tiles sets for the hands that follow."""
MOST_WORDS_OF_A_NAME = 8
OF_DEAL = ("--round", "--honba", "--sticks", "--with", "--option")
"""Inputs that follow from the events of a table."""


def can_keep(example: Example, rules: Ruleset) -> bool:
    """Whether every word of a line says something that can apply to the hands that follow."""
    counter = rules.counter_circumstance
    return all(
        word.source in SETTABLE or (word.source == "--with" and counter is not None) for word in example.words
    ) and all(counter and text.partition("=")[0] == counter.id for text in example.request.circumstances)


def answer_rules(context: Context, state: SessionState, line: CommandLine) -> Answer:
    if not line.argument:
        return state, table_document(context, state)
    rules = context.load(line.argument)
    seats = WINDS[: DealRules(rules).players]
    counters = {name: 0 for name in TABLE_SETTINGS[2:] if name not in rules.table_counters}
    seat = state.seat if state.seat in seats else ""
    changes: dict[str, Any] = {"ruleset": line.argument, "seat": seat, "options": (), "hand": ""}
    turn = min(state.turn, len(seats) - 1)
    changes |= {"turn": turn, "other_winners": (), "scores": (), "played": None, **counters}
    after = state.with_changes(**changes)
    is_new = not (after.turn or after.honba or after.sticks) and after.round in ("", rules.default_round)
    after = replace(after, knows_scores=is_new)
    note = missing_language_note(rules, context.language)
    return after, (*table_document(context, after), *([paragraph(note)] if note else []))


def answer_set(context: Context, state: SessionState, line: CommandLine, typed: str = "") -> Answer:
    """The state with the settings of a line kept. Errors show the line as it was `typed`."""
    if not line.argument:
        return state, table_document(context, state)
    rules = context.rules_of(state)
    settings = [*_settings_in(line.argument, rules)]
    is_value_given = any(one.partition("=")[0] in rules.option_by_id for one in settings)
    if not is_value_given and _option_named(line.argument, rules):
        raise line_error(line.argument, line.argument, Message("needs a value", line.argument))
    text = " ".join(settings)
    example = read_example(text, rules, is_typed=True)
    if example.faults:
        shown = typed or line.argument
        place: dict[str, Any] = (
            {"text": shown, "position": 0, "length": len(shown)} if len(settings) == 1 else {}
        )
        raise InputError(replace(fault, source="hand", **place) for fault in example.faults)
    if not example.words or not can_keep(example, rules):
        wrong = [word for word in example.words if word.source not in SETTABLE]
        message = Message("only settings stay", Listed(tuple(map(Message, SETTING_NAMES)), "comma"))
        raise line_error(text, wrong[0].text if wrong else text, message)
    return keep_words(context, state, example)


def _settings_in(text: str, rules: Ruleset) -> Iterator[str]:
    """The settings of a line as `name=value`, also where a space stands for the sign: `seat E`, `席 東`. The
    name of an option may be several words, as it is shown: `ロンは みんなの ぶん=あり`.
    """
    words = re.sub(" *= *", "= ", text).split()
    if len(words) == 1 and (setting := numbered_option(text, rules)):
        yield setting
        return
    while words:
        setting, count = _first_setting(words, rules)
        yield setting
        del words[:count]


def _first_setting(words: Sequence[str], rules: Ruleset) -> tuple[str, int]:
    """The setting that these words begin with, and of how many words it is. The name of an option goes before
    a longer one if the next word can be its value: `人和 飜数` and not the number of han of 人和.
    """
    if len(words) == 1:
        return words[0], 1
    setting = f"{words[0].rstrip('=')}={words[1]}", 2
    longest = next((count for count, word in enumerate(words, 1) if word.endswith("=")), MOST_WORDS_OF_A_NAME)
    for count in range(1, min(len(words), longest + 1)):
        option = rules.option_by_id.get(_option_named("".join(words[:count]).rstrip("="), rules))
        if option:
            value = as_value(option, words[count])
            if not option_value_fault(option, value):
                return option_assignment(option.id, value), count + 1
            setting = f"{option.id}={words[count]}", count + 1
    return setting


def numbered_option(word: str, rules: Ruleset) -> str:
    """The setting that a word says which is the name of an option and its number; empty if it says none.

    >>> from scorer import load_ruleset
    >>> [numbered_option(word, load_ruleset("taiwanese")) for word in ("底100", "起胡3台", "連莊2", "123m")]
    ['base_amount=100', 'minimum_tai=3', '', '']
    """
    found = NUMBERED.fullmatch(word)
    if not found or found[1].isascii():
        return ""
    name, number, unit = found.groups()
    option = _option_named(name, rules)
    known = rules.option_by_id.get(option)
    if known and known.sort == TRUTH and not known.choices:
        return ""  # 裏ドラ1
    units = {text for one in rules.units for _, text in recognized_names(one)} | {""}
    return f"{option}={number}" if option and unit in units else ""


@cache
def _names_of_settings() -> frozenset[str]:
    """What the settings of the table are called in every language."""
    texts = (text for name in TABLE_SETTINGS for _, text in translations(f"command {name}"))
    return frozenset(word for text in texts for word in text.split())


def _option_named(name: str, rules: Ruleset) -> str:
    """The id of the option that a name or another word of players stands for; empty if there is none."""
    of_players = () if name in _names_of_settings() else players_words().get(name, ())
    known = (rules.option_spellings.get(fold_name(name), ""), *of_players)
    return next((one for one in known if one in rules.option_by_id), "")


def keep_words(context: Context, state: SessionState, example: Example) -> Answer:
    """The state with the words of a line kept for the hands that follow."""
    text, request, rules = example.text, example.request, context.rules_of(state)
    if any(word.source in OF_DEAL for word in example.words):
        refuse_at_table(context, state, CommandLine(text))
    changes: dict[str, Any] = {}
    for word in example.words:
        name = word.source.removeprefix("--")
        if word.source == "--with":
            changes["honba"] = _stated_count(example, word.text, rules)
        elif name in ("honba", "sticks"):
            changes[name] = getattr(request, name)
            if message := count_fault(name, changes[name], rules):
                raise line_error(text, word.text, message)
        elif name in TABLE_SETTINGS:
            seats = WINDS if name == "round" else WINDS[: DealRules(rules).players]
            changes[name] = wind_letter(getattr(request, name))
            if changes[name] not in seats:
                typed = word.text.partition("=")[2] or word.text
                raise line_error(
                    typed, typed, Message("choose from seats", typed, Listed(tuple(seats), "comma"))
                )
    if example.options:
        options = dict(state.options) | dict(example.options)
        configure_ruleset(context.load(state.ruleset), options)
        changes["options"] = tuple(options.items())
    after = state.with_settings(**changes)
    return after, table_document(context, after)


def _stated_count(example: Example, word: str, rules: Ruleset) -> int:
    """The number of the circumstance that states the counters on the table, which a line names in a word.
    Raises InputError for a number that it cannot have.
    """
    counter, number = rules.counter_circumstance, example.request.circumstances[0].partition("=")[2] or "1"
    if counter and not (WHOLE_NUMBER.fullmatch(number) and 0 <= int(number) <= counter.maximum):
        message = Message("takes a number up to", counter.id, counter.maximum)
        raise line_error(example.text, word, message)
    return int(number)


def set_deal(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """The state in a deal such as E2 or 東2局."""
    refuse_at_table(context, state, line)
    found = DEAL.fullmatch(line.argument or line.name)
    wind, number = (part for part in found.groups() if part) if found else ("", "0")
    winds = WINDS[: DealRules(context.rules_of(state)).players]
    turn = WINDS.index(wind_letter(number)) if wind_letter(number) in WINDS else int(numeric(number)) - 1
    if turn not in range(len(winds)):
        raise line.error(Message("deals of a round", len(winds), winds[0]))
    after = state.with_settings(round=wind_letter(wind), turn=turn)
    return after, table_document(context, after)


def setting_command(name: str) -> Callable[[Context, SessionState, CommandLine], Answer]:
    def set_one(context: Context, state: SessionState, line: CommandLine) -> Answer:
        if not line.argument:
            return state, table_document(context, state)
        if name == "round" and DEAL.fullmatch(line.argument.upper()):
            return set_deal(context, state, replace(line, argument=line.argument.upper()))
        return answer_set(context, state, CommandLine(line.name, f"{name}={line.argument}"), line.argument)

    return set_one
