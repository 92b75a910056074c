"""Small pieces of the sentences that faults are told in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from scorer.tiles import Suit, name_in

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """A count as people write it.

    >>> number(5), number(17)
    ('five', '17')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def listed(items: Sequence[str], joint: str) -> str:
    """Items as a list of words.

    >>> listed(["chow", "pung", "kong"], "or")
    'chow, pung or kong'
    """
    return f" {joint} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def digits(numbers: Iterable[int]) -> str:
    """Numbers with every run of three or more shortened.

    >>> digits([1, 9]), digits([1, 2, 3, 4, 7])
    ('1 and 9', '1 to 4 and 7')
    """
    places = enumerate(sorted(numbers))
    runs = [[n for _, n in run] for _, run in groupby(places, lambda place: place[1] - place[0])]
    short = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(n) for n in run] for run in runs]
    return listed([text for texts in short for text in texts], "and")


def holder(suit: Suit) -> str:
    """A suit as the subject of a sentence: `honors have`, `bamboo has`."""
    name = name_in(suit.names) or suit.letter
    return f"{name} {'have' if name.endswith('s') and len(name) > 1 else 'has'}"


def suits(known: Iterable[Suit]) -> str:
    """Suit letters with their names: `m characters, p circles`."""
    return ", ".join(f"{suit.letter} {name_in(suit.names)}".rstrip() for suit in known)
