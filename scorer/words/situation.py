"""The situation of a win in words, as every heading has it."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import pointed_at
from scorer.engine.view import DEALER, View
from scorer.hand import Situation
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile, name_in
from scorer.words.labels import label


def way_words(situation: Situation, language: str = "en") -> str:
    """How the hand was won: `self-draw`, `discard from West`.

    >>> way_words(Situation(False, "S", discarder="W")), way_words(Situation(True, "S"), "ja")
    ('discard from West', 'ツモ')
    """
    if situation.self_draw:
        return label("self_draw", language)
    if situation.discarder:
        return label("discard from", language, label(situation.discarder, language))
    return label("discard", language)


def situation_words(situation: Situation, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """Where and with what the hand was won, a phrase each."""
    yield seat_words(situation, ruleset, language)
    yield from _circumstances(situation, ruleset, language)
    yield from _indicated(situation, ruleset, language)
    if situation.honba:
        yield label("honba", language, situation.honba)
    if situation.sticks:
        yield label("sticks", language, situation.sticks)
    for pattern, seat in situation.liable:
        name = name_in(ruleset.pattern_by_id[pattern].names, language)
        yield label("answers", language, label(seat, language), name)


def win_words(situation: Situation, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """The same, after how the hand was won."""
    yield way_words(situation, language)
    yield from situation_words(situation, ruleset, language)


def seat_words(situation: Situation, ruleset: Ruleset, language: str = "en") -> str:
    """The winds; a game without wind tiles knows only the seat."""
    seat = label("seat", language, label(situation.seat, language))
    if situation.seat == DEALER:
        seat = label("the dealer", language, seat)
    around = label("round", language, label(situation.round, language))
    joint = ", " if language == "en" else " "
    return f"{around}{joint}{seat}" if ruleset.tileset.winds else seat


def _circumstances(situation: Situation, ruleset: Ruleset, language: str) -> Iterator[str]:
    for name, count in situation.circumstances:
        item = ruleset.circumstance_by_id[name]
        if count:
            words = name_in(item.names, language)
            yield f"{words} {count}" if item.counted else words


def _indicated(situation: Situation, ruleset: Ruleset, language: str) -> Iterator[str]:
    """The tiles that indicators point at, by the name of the bonus that counts them."""
    view = View(ruleset, NO_HAND, situation)
    for name, tiles in situation.indicators:
        if tiles:
            pointed = ruleset.tileset.text(Tile(kind) for kind in pointed_at(view, name))
            yield f"{_indicated_name(name, ruleset, language)} {pointed}"


def _indicated_name(name: str, ruleset: Ruleset, language: str) -> str:
    """What an indicator's tiles are called: in English by the word of the input, else by their bonus."""
    if language != "en":
        for bonus in ruleset.bonuses:
            asked = (node for part in (bonus.count, bonus.when) if part is not None for node in part.walk())
            if any(node.args[:2] == ("indicated", name) for node in asked):
                return name_in(bonus.names, language)
    return name
