"""Tokens to the parts of a hand: loose groups, bracketed sets, `+` with its tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from scorer.notation.given import Place
from scorer.notation.tokens import Token, Written
from scorer.values import dataclass

CLOSED_BY = {"(": ")", "[": "]"}


@dataclass(frozen=True)
class Part:
    """Tokens that belong together, one at least; the first one tells what the part is."""

    tokens: tuple[Token, ...]

    @property
    def mark(self) -> str:
        """`(` or `[` of a set, `+` of the winning tile, a bracket left over, or empty: loose tiles."""
        return self.tokens[0].mark

    @property
    def place(self) -> Place:
        return self.tokens[0].place[0], self.tokens[-1].place[1]

    @cached_property
    def tiles(self) -> tuple[Written, ...]:
        return tuple(tile for token in self.tokens for tile in token.tiles)

    @property
    def is_sound(self) -> bool:
        """Every tile in it could be read."""
        return not any(token.faults for token in self.tokens)

    def marked(self, *marks: str) -> list[Token]:
        """The tokens that are one of these marks."""
        return [token for token in self.tokens if token.mark in marks]


def parts(tokens: Sequence[Token]) -> Iterator[Part]:
    """All tokens, each in one part, in order."""
    start = 0
    while start < len(tokens):
        end = _end(tokens, start)
        yield Part(tuple(tokens[start:end]))
        start = end


def _end(tokens: Sequence[Token], start: int) -> int:
    if tokens[start].mark in CLOSED_BY:
        return _end_of_set(tokens, start)
    has_tile = tokens[start].mark == "+" and start + 1 < len(tokens) and not tokens[start + 1].mark
    return start + 1 + has_tile


def _end_of_set(tokens: Sequence[Token], start: int) -> int:
    """Behind the closing bracket. A set that is not closed ends before the next one, so that one
    forgotten bracket is one fault; brackets doubled at the start take as many at the end.
    """
    inside = _skip(tokens, start, "(", "[")
    last = _skip(tokens, inside, "", "+")
    return min(_skip(tokens, last, ")", "]"), last + inside - start)


def _skip(tokens: Sequence[Token], at: int, *marks: str) -> int:
    while at < len(tokens) and tokens[at].mark in marks:
        at += 1
    return at
