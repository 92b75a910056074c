"""Run a program of conditions on columns: each step once for thousands of readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from scorer.fast.columns.table import WORD_MASK, Column, Ints
from scorer.fast.compiled_form import SHIFT, SHIFT_BITS, WORD, PlacedValue, ProgramForm
from scorer.fast.conditions import OPERATORS

Values = Column | int
"""A value of a program for many readings: a column, or the same whole number for all of them."""
PIECE = 4096
"""Number of readings at a time, so that all values of a program stay in the CPU cache."""
TRUTHS_STAY = ("&", "|", "^")
"""The operators that give truths where both operands are truths, and so need no wider numbers."""


class ColumnProgram:
    """A program with columns of numbers as inputs and, for each of its outputs, columns of words."""

    def __init__(self, form: ProgramForm, output_bits: Sequence[int]) -> None:
        """`output_bits` are the bits of each output that is needed."""
        self.form = form
        self.words_of_outputs = [max(1, -(-bits // WORD)) for bits in output_bits]

    def output_words(self, inputs: Sequence[Ints]) -> list[list[Ints]]:
        """The words of each output, lowest first; inputs at the end that are not given are 0."""
        size = len(inputs[0])
        found = [[np.zeros(size, dtype=np.int64) for _ in range(words)] for words in self.words_of_outputs]
        for start in range(0, size, PIECE):
            rows = slice(start, start + PIECE)
            values = self._values([column[rows] for column in inputs])
            for words, placed in zip(found, self.form.outputs, strict=False):
                _pack([word[rows] for word in words], values, placed)
        return found

    def _values(self, inputs: Sequence[Ints]) -> list[Values]:
        """All values for some readings. Truths are columns of bytes; an operator may need wider ones."""
        form = self.form
        values: list[Values] = [*inputs, *[0] * (form.input_count - len(inputs)), *form.constants]
        for operator, left, right in form.steps:
            one, other = values[left], values[right]
            if operator == "bits":
                values.append(one >> (other & SHIFT) & other >> SHIFT_BITS)
                continue
            if operator not in TRUTHS_STAY:
                one, other = _wide(one), _wide(other)
            operate = cast("Callable[[Values, Values], Values]", OPERATORS[operator])
            found = operate(one, other)
            if isinstance(found, np.ndarray) and found.dtype == np.bool_:
                found = found.view(np.int8)
            values.append(found)
        return values


def _wide(value: Values) -> Values:
    return value.astype(np.int64) if isinstance(value, np.ndarray) and value.dtype == np.int8 else value


def _pack(words: list[Ints], values: Sequence[Values], placed: Sequence[PlacedValue]) -> None:
    """Add the values to the words in which they stand; a value may reach into the next word."""
    for number, position in placed:
        value, (word, shift) = _wide(values[number]), divmod(position, WORD)
        words[word] += value << shift & WORD_MASK
        if values[number] is value and word + 1 < len(words):
            words[word + 1] += value >> WORD - shift
