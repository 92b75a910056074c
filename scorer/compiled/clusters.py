"""Conditions in clusters that ask the same few bits of a reading.

Readings differ in many counters, but each condition asks few of them: what one cluster answers has been
worked out before nearly always, even for a reading that has not been seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MOST_BITS = 12
"""How many bits a cluster asks where its widest condition does not ask more: few hundred of their
combinations occur in play."""

Register = int
Output = tuple[Register, int]
"""a value, and where it stands in the answer"""


def clusters(program: tuple[Any, ...], starts: Sequence[int], ends: Sequence[int]) -> tuple[Any, ...]:
    """The outputs of a program shared out to smaller ones, each with the bits of a key that it asks.

    `starts` tells where the inputs stand in a key; inputs behind those are no part of it. Each smaller
    program has one output: its answers to every output of the whole, which stand from `ends` on.
    """
    inputs, constants, steps, outputs = program
    asked = _asked(inputs, constants, steps, starts)
    wanted = [
        (asked[value], (value, end + at))
        for packed, end in zip(outputs, ends, strict=True)
        for value, at in packed
    ]
    return tuple((mask, _part(program, values)) for mask, values in _shared_out(wanted))


def _asked(inputs: int, constants: Any, steps: Any, starts: Sequence[int]) -> list[int]:
    """For every value of a program the bits of the key that it comes from."""
    asked = [0] * (inputs + len(constants))
    for op, left, right in steps:
        if op != "bits":
            asked.append(asked[left] | asked[right])
        elif left < len(starts):
            shift, mask = constants[right - inputs]
            asked.append(mask << shift + starts[left])
        else:
            asked.append(asked[left])
    return asked


def _shared_out(wanted: list[tuple[int, Output]]) -> list[tuple[int, list[Output]]]:
    """The widest outputs first, each to the cluster that it makes the least wider."""
    found: list[tuple[int, list[Output]]] = []
    for mask, output in sorted(wanted, key=lambda one: -one[0].bit_count()):
        places = [
            ((taken | mask).bit_count() - taken.bit_count(), place)
            for place, (taken, _) in enumerate(found)
            if (taken | mask).bit_count() <= max(MOST_BITS, taken.bit_count())
        ]
        if places:
            place = min(places)[1]
            found[place] = (found[place][0] | mask, [*found[place][1], output])
        else:
            found.append((mask, [output]))
    return found


def _part(program: tuple[Any, ...], wanted: list[Output]) -> tuple[Any, ...]:
    """The program of some outputs alone: the steps that they need, numbered anew."""
    inputs, constants, steps, _ = program
    base = inputs + len(constants)
    needed = {value for value, _ in wanted}
    for place in reversed(range(len(steps))):
        if base + place in needed:
            needed.update(steps[place][1:])
    number = {value: value for value in range(base)}
    kept = [place for place in range(len(steps)) if base + place in needed]
    number |= {base + place: base + at for at, place in enumerate(kept)}
    shorter = tuple((op, number[left], number[right]) for op, left, right in (steps[p] for p in kept))
    return inputs, constants, shorter, (tuple((number[value], at) for value, at in wanted),)
