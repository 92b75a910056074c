"""What messages are about, to tell which problem is a consequence of another."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.message import Text, message_parts
from scorer.ruleset.advice.edits import words_of
from scorer.suggest import normalized_name

KEYS_BY_TOPIC: Mapping[str, frozenset[str]] = {
    "seat": frozenset(
        (
            "with players there is no seat",
            "no such seat",
        )
    ),
    "tiles of the box": frozenset(
        (
            "there are tiles in all",
            "the number of copies of each tile is missing",
            "the base has tiles in one box",
            "letters applies to a table of tiles",
            "the tiles of this box are in a table",
            "not a number",
            "the tiles make no",
            "tiles have two attributes",
            "is in the cycles twice",
            "has no which the other tiles have",
            "is the of only one tile",
            "X has Y tiles Z V",
            "is an attribute of only a few tiles",
            "no set of its kinds can be formed from the",
            "one box cannot have of tiles",
            "there are such tiles",
            "no tile belongs to it",
            "all its tiles are removed from the set",
            "no joker can be in a called set",
            "is already the code of",
            "is not tile notation",
            "a set of tiles",
            "sets of two tiles are pairs",
            "the sets of this shape differ in size",
            "ranks but names for tiles",
            "is a suit with ranks",
            "a shape of tiles",
            "a set of tiles is not a pair",
            "tiles but the first rows have",
            "the suit has no tiles",
            "there is no tile in this set",
            "there is no tile in this set 2",
            "a tile has at least one copy",
            "is not a row of tiles",
            "is not one tile",
            "an attribute of the tiles",
            "no tile has the",
            "no tile",
            "no tile of this set belongs to",
            "no tile of a hand belongs to",
            "a tile class",
            "number of tiles",
            "wrong number of tiles",
        )
    ),
    "too large": frozenset(
        (
            "is too large",
            "can become too large",
            "a number is too large",
            "the payment for a hand is too large",
            "a number that is too large",
        )
    ),
    "who pays": frozenset(
        (
            "no player may pay more than this",
            "discarder never pays here",
            "discarder gets nothing here",
            "discarder never pays here the player with the smaller",
            "discarder never pays here who pays is what from",
            "nobody pays here",
            "counters are not paid",
            "never pays here",
            "nobody pays for a hand",
            "only the dealer pays here",
            "is the same for every player",
            "only the dealer pays here and nothing if another",
            "nobody pays if wins",
            "a payer would receive money",
            "this is paid regardless of how many are on the",
            "this payer pays nothing",
            "nobody pays the covered part",
            "no hand is paid anything",
            "every hand is paid the same",
            "a higher hand is paid less",
            "a hand is paid nothing",
            "a hand is paid nothing by",
            "a payer would receive",
            "the players pay in total",
        )
    ),
}
"""The messages about each topic that they do not name in an argument."""


def topics_of(message: Text) -> frozenset[str]:
    """The names in a message, and the topics that it is about without a name."""
    keys = {part.key for part in message_parts(message)}
    topics = (topic for topic, known in KEYS_BY_TOPIC.items() if not known.isdisjoint(keys))
    return frozenset((*topics, *map(normalized_name, words_of(message))))
