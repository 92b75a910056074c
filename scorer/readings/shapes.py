"""Kinds of set and shapes, as a ruleset declares them."""

from __future__ import annotations

from scorer.tiles import Names
from scorer.values import dataclass

Kinds = tuple[int, ...]
Filling = tuple[tuple[str, Kinds], ...]


class TooManyReadings(Exception):
    """A hand or a rule file asks for more fillings than are ever useful."""


@dataclass(frozen=True)
class SetKind:
    """A kind of set by the relation between its tiles.

    `same` and `differ` name attributes (or `tile`); `run` names the attribute whose values rise by
    `step`; `mask` is the class that all its tiles belong to, if any. A `declared` kind (kong) is made
    only by saying so: it stands in a meld.
    """

    id: str
    size: int
    same: tuple[str, ...] = ()
    differ: tuple[str, ...] = ()
    run: str = ""
    step: int = 1
    declared: bool = False
    names: Names = ()
    mask: int | None = None


@dataclass(frozen=True)
class Shape:
    """What a complete hand is made of.

    `way` says how it is filled: sets (with pairs and loose singles), pairs, one_of_each (`mask`),
    fixed (a `knitted` part, then sets) or different (tiles of `mask` or of a `knitted` part).
    `size` is the number of tiles, each set counted as `set_size`.
    """

    id: str
    way: str
    size: int
    sets: int = 0
    pairs: int = 0
    singles: int = 0
    kinds: tuple[str, ...] = ()
    different: bool = False
    concealed: bool = False
    mask: int = 0
    knitted: str = ""
    names: Names = ()
    set_size: int = 3
