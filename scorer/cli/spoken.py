"""Hands and counts that are told in words on a command line, as requests and parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.engine.configure import configure_ruleset
from scorer.engine.examples import Example, fault_at_word, read_example
from scorer.engine.request import parse_request
from scorer.errors import Fault, InputError
from scorer.hand import OPTION_OF_WIN, Request, SaidParts
from scorer.labels import option_setting
from scorer.message import Message
from scorer.notation import reads_as_tiles
from scorer.ruleset.model import Ruleset
from scorer.values import replace

SOURCES = {"discarder": "--from"}
"""Options whose name is not that of the field."""


def spoken_hand(request: Request, ruleset: Ruleset, language: str) -> tuple[Request, Ruleset, SaidParts]:
    """A hand with plain words beside it, `234m... riichi tsumo`: its request, the rules with the house rules
    among the words, and what they say of its patterns. Options mean the same as words, and may be given as
    well. Raises InputError if they contradict each other, or if the words can mean several things.
    """
    text = request.hand
    if reads_as_tiles(text, ruleset.tileset):
        return request, ruleset, SaidParts()
    from scorer.sentence.places import fault_as_typed
    from scorer.sentence.question import SpokenQuestion, Unread
    from scorer.sentence.reader import read_sentence
    from scorer.sentence.unread import unread_fault

    reading = read_sentence(text, ruleset)
    if isinstance(reading, Unread) and (fault := unread_fault(text, reading, ruleset, language)):
        raise InputError([fault])
    if isinstance(reading, Unread) or (isinstance(reading, SpokenQuestion) and not reading.get("line")):
        return request, ruleset, SaidParts()
    if not isinstance(reading, SpokenQuestion):
        raise InputError([Fault("hand", None, reading.text, "circumstance", text=text)])
    line = reading.get("line")
    example = read_example(line, ruleset.file_ruleset or ruleset, is_typed=True)
    if example.faults:
        faults = (fault_as_typed(fault, line, text, reading.places) for fault in example.faults)
        raise InputError(replace(fault, source="hand") for fault in faults)
    given, told = dict(ruleset.chosen_options), dict(example.options)
    rules = configure_ruleset(ruleset, told) if told else ruleset
    for name in sorted(given.keys() & told.keys()):
        if rules.option_values[name] != ruleset.option_values[name]:
            source = f"-o {name}"
            said = option_setting(rules.option_by_id[name], rules.option_values[name], language)
            raise InputError([_contradiction(source, said)])
    merged = _merged_request(example.request, request)
    has_options = request != Request(text)
    if wrong := [*_word_faults(merged, rules, example, has_options)]:
        raise InputError(fault_as_typed(fault, line, text, reading.places) for fault in wrong)
    return merged, rules, reading.said_parts


def _word_faults(request: Request, rules: Ruleset, example: Example, has_options: bool) -> Iterator[Fault]:
    """The faults of a request whose cause is a word of an example, at their places in it. With options, it is
    one only if the word says it.
    """
    try:
        parse_request(request, rules)
    except InputError as error:
        for fault in error.faults:
            is_sure = fault.text or not has_options
            words = [one for one in example.words if is_sure and fault.text in one.text]
            if placed := fault_at_word(fault, words, "hand", example.text):
                yield placed


def _merged_request(told: Request, given: Request) -> Request:
    """The request of a sentence with that of the options."""
    for name in ("win", "round", "seat", "discarder"):
        said, option = getattr(told, name), getattr(given, name)
        if said and option and said != option:
            source = OPTION_OF_WIN[option] if name == "win" else SOURCES.get(name, f"--{name}")
            raise InputError([_contradiction(source, said)])
    return replace(
        told,
        win=told.win or given.win,
        round=told.round or given.round,
        seat=told.seat or given.seat,
        discarder=told.discarder or given.discarder,
        circumstances=tuple(dict.fromkeys((*told.circumstances, *given.circumstances))),
        indicators={**told.indicators, **given.indicators},
        honba=told.honba or given.honba,
        sticks=told.sticks or given.sticks,
        pao={**told.pao, **given.pao},
    )


def spoken_count(
    text: str, ruleset: Ruleset, given: Mapping[str, Any], language: str
) -> dict[str, Any] | None:
    """The parameters of `points` for a count with plain words beside it: `dealer tsumo 3 han 40 fu`. `given`
    are those of the options. None if the words tell of something else. Raises InputError if options and words
    contradict each other, or if a word is unknown.
    """
    from scorer.sentence.count import listed_count
    from scorer.sentence.question import SpokenQuestion, Unread
    from scorer.sentence.reader import read_sentence
    from scorer.sentence.unread import unread_fault

    reading = read_sentence(text, ruleset)
    fault = unread_fault(text, reading, ruleset, language) if isinstance(reading, Unread) else None
    if fault and fault.length < len(text):
        raise InputError([replace(fault, source="count")])
    if not isinstance(reading, SpokenQuestion) or reading.name not in ("points", "patterns"):
        return None
    told: dict[str, Any] = dict(reading.arguments)
    if not (count := told.get("count") or listed_count(reading, ruleset)):
        return None
    if given["win"] and told["win"] and given["win"] != told["win"]:
        raise InputError([_contradiction(OPTION_OF_WIN[given["win"]], told["win"])])
    if given["dealer"] and told["others"]:
        raise InputError([_contradiction("--dealer", text)])
    return {
        "count": count,
        "win": told["win"] or given["win"],
        "dealer": bool(told["dealer"] or given["dealer"]),
        "others": bool(told["others"]),
        "honba": told["honba"] or given["honba"],
        "sticks": told["sticks"] or given["sticks"],
    }


def _contradiction(option: str, said: str) -> Fault:
    return Fault(option, None, Message("contradicts words", said), "circumstance")
