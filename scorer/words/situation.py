"""The situation of a win in words, as every heading has it."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.request import DEALER
from scorer.tiles import Names, name_in
from scorer.values import dataclass
from scorer.words.labels import label


@dataclass(frozen=True)
class Said:
    """What is said of a win, with the names that its ruleset has for it.

    `winds`: whether the game has winds, and so a round. `circumstances` are (name, number), without a number
    where it is not counted; `indicated` are (name, tiles pointed at), `liable` (seat, pattern).
    """

    self_draw: bool
    seat: str
    round: str = DEALER
    discarder: str | None = None
    winds: bool = True
    circumstances: tuple[tuple[str, int | None], ...] = ()
    indicated: tuple[tuple[str, str], ...] = ()
    honba: int = 0
    sticks: int = 0
    liable: tuple[tuple[str, str], ...] = ()


def way_words(said: Said, language: str = "en") -> str:
    """How the hand was won: `self-draw`, `discard from West`.

    >>> way_words(Said(False, "S", discarder="W")), way_words(Said(True, "S"), "ja")
    ('discard from West', 'ツモ')
    """
    if said.self_draw:
        return label("self_draw", language)
    if said.discarder:
        return label("discard from", language, label(said.discarder, language))
    return label("discard", language)


def situation_words(said: Said, language: str = "en") -> Iterator[str]:
    """Where and with what the hand was won, a phrase each.

    >>> list(situation_words(Said(True, "E", circumstances=(("Riichi", None),), honba=2)))
    ['East round, East seat (dealer)', 'Riichi', 'honba 2']
    """
    yield _seat_words(said, language)
    for name, number in said.circumstances:
        yield name if number is None else f"{name} {number}"
    for name, tiles in said.indicated:
        yield f"{name} {tiles}"
    if said.honba:
        yield label("honba", language, said.honba)
    if said.sticks:
        yield label("sticks", language, said.sticks)
    for seat, pattern in said.liable:
        yield label("answers", language, label(seat, language), pattern)


def win_words(said: Said, language: str = "en") -> Iterator[str]:
    """The same, after how the hand was won."""
    yield way_words(said, language)
    yield from situation_words(said, language)


def _seat_words(said: Said, language: str) -> str:
    """The winds; a game without wind tiles knows only the seat."""
    seat = label("seat", language, label(said.seat, language))
    if said.seat == DEALER:
        seat = label("the dealer", language, seat)
    around = label("round", language, label(said.round, language))
    joint = ", " if language == "en" else " "
    return f"{around}{joint}{seat}" if said.winds else seat


def pointed_name(indicator: str, bonus: Names, language: str) -> str:
    """What an indicator's tiles are called: in English by the word of the input, else by their bonus."""
    return indicator if language == "en" or not bonus else name_in(bonus, language)
