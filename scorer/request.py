"""A hand to score as it is written: on the command line, or as a JSON line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.values import dataclass, field

WINDS = "ESWN"
"""Seats and rounds as they are written; the dealer has the first seat."""
DEALER = WINDS[0]
WIND_WORDS = ("east 東 东", "south 南", "west 西", "north 北")
"""What the winds are called, beside their letters."""
USUAL_INDICATORS = ("dora", "ura")
"""Inputs of tiles that may be given, and left empty, whatever the ruleset."""
WINS = {"ron": False, "discard": False, "tsumo": True, "self_draw": True, "self-draw": True}
"""Ways to win as they are written, and whether each is a self-draw."""
LONGEST = 200
"""Characters of a hand; the longest with a space after each tile has fewer than half of them."""
MOST_COUNTERS = 1000
MOST_CIRCUMSTANCES = 40


def wind_of(text: str) -> str:
    """The letter of a wind by its letter or its name; the text itself where it is none.

    >>> wind_of("e"), wind_of("West"), wind_of("北"), wind_of("up")
    ('E', 'W', 'N', 'up')
    """
    word = text.strip().casefold()
    for letter, words in zip(WINDS, WIND_WORDS, strict=True):
        if word == letter.casefold() or word in words.split():
            return letter
    return text.strip()


@dataclass(frozen=True)
class Request:
    """One hand to score, as written. Empty fields take the ruleset's defaults.

    `with_` holds circumstances (`riichi`, `north=2`), `indicators` tiles by input name, `pao` the liable
    seat by pattern.
    """

    hand: str
    win: str = ""
    round: str = ""
    seat: str = ""
    discarder: str = ""
    with_: Sequence[str] = ()
    indicators: Mapping[str, str] = field(default_factory=dict)
    honba: int = 0
    sticks: int = 0
    pao: Mapping[str, str] = field(default_factory=dict)
