"""Every way to read a hand: each filling of each shape, and each set that the winning tile completed.

Kinds of set and shapes are data. A kind becomes a table of tile tuples; filling a shape walks tables
only, so a set of three winds or of one colour needs no code of its own.

The order is part of the specification, since equal values go to the first: shapes as in the file,
sets before pairs, low tiles first.
"""

from scorer.readings.filling import Steps, fillings
from scorer.readings.reading import completes, read_hand, waits_of
from scorer.readings.shapes import (
    Filling,
    Group,
    Kinds,
    Reading,
    SetKind,
    SetTables,
    Shape,
    TooManyReadings,
    knitted_rows,
)

__all__ = [
    "Filling", "Group", "Kinds", "Reading", "SetKind", "SetTables", "Shape", "Steps",
    "TooManyReadings",
    "completes", "fillings", "knitted_rows", "read_hand", "waits_of",
]  # fmt: skip
