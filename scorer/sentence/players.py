"""The names of the players at a table, as words of a sentence: each means the seat of its player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from scorer.hand import WINDS
from scorer.sentence.lexicon import Entry, Meaning, folded_text, is_latin, particles, rows_of
from scorer.values import dataclass

PLAYER, BEGUN, RECORD = "player", "begun", "record"
"""Sorts of meanings: a player by name, a name of which only the beginning is written, and an event that has a
number for each player.
"""


@dataclass(frozen=True)
class SeatedPlayer:
    """A player at a table, with the seat of this deal."""

    name: str
    seat: str

    @property
    def folded(self) -> str:
        return folded_text(self.name)


Players = tuple[SeatedPlayer, ...]


def seated_players(names: Sequence[str], first_dealer: int = 0) -> Players:
    """The players with their seats, if the one with this number deals.

    >>> [one.seat for one in seated_players(["Ann", "Ben", "Cho"], 1)]
    ['W', 'E', 'S']
    """
    size = len(names)
    return tuple(SeatedPlayer(name, WINDS[(at - first_dealer) % size]) for at, name in enumerate(names))


@cache
def _record_words() -> Mapping[str, Entry]:
    """The words with which an event begins that has a number for each player, as they are compared."""
    return {folded_text(word): (Meaning(RECORD, kind),) for kind, words in rows_of(RECORD) for word in words}


def records_at(folded: str) -> Iterator[tuple[int, Entry]]:
    """The words with which a sentence begins for an event with a number for each player."""
    for word, meanings in _record_words().items():
        if folded.startswith(word) and not _goes_on(folded, len(word)):
            yield len(word), meanings


def names_at(
    text: str, folded: str, start: int, players: Players, known: Entry, word_end: int
) -> Iterator[tuple[int, Entry]]:
    """The names of players that are written at a position, with where they end. `known` is what the word at
    the position means otherwise: a name that is a word as well is one if it is written like the name. A
    beginning of a name stands for it, if no other name begins so.
    """
    for one in players:
        end = start + len(one.folded)
        if not folded.startswith(one.folded, start) or _goes_on(folded, end):
            continue
        is_other = any(meaning.sort != "fill" for meaning in known) and word_end == end
        if is_other and text[start:end] != one.name:
            continue
        yield end, (Meaning("seat", one.seat), Meaning(PLAYER, one.name))
        for owner in particles("ending"):
            if folded.startswith(owner, end):
                yield end + len(owner), (Meaning("owner", one.seat), Meaning(PLAYER, one.name))
    begun = folded[start:word_end]
    named = [one for one in players if begun and is_latin(begun[0]) and one.folded.startswith(begun)]
    if len(named) != 1 or named[0].folded == begun:
        return
    yield from _meanings_of_beginning(text[start:word_end], named[0], known, word_end)


def _meanings_of_beginning(
    word: str, player: SeatedPlayer, known: Entry, end: int
) -> Iterator[tuple[int, Entry]]:
    """What the beginning of a name means: the player if it means nothing else, or if it is a capital."""
    sorts = {meaning.sort for meaning in known}
    whole = (Meaning("seat", player.seat), Meaning(PLAYER, player.name))
    if not sorts or (word[0].isupper() and sorts <= {"fill", "tile"}):
        yield end, whole
    elif sorts == {"fill"}:
        yield end, (*known, Meaning(BEGUN, player.seat))


def _goes_on(folded: str, end: int) -> bool:
    """Whether the word in which a name ends is longer than the name."""
    after, last = folded[end : end + 1], folded[end - 1 : end]
    is_word = is_latin(last) or last.isdigit()
    return bool(after) and is_word and (is_latin(after) or (after.isdigit() and last.isdigit()))
