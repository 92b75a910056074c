"""An unquoted word means what YAML 1.2 says, and nothing more."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scorer.ruleset.source import plain_value, quoted_text, yaml_type

VALUES = {
    "0": 0, "12": 12, "-3": -3, "+4": 4, "-0": 0, "0x1F": 31, "0o17": 15, "99999999999999999999": 10**20 - 1,
    "1.5": 1.5, "-0.25": -0.25, ".5": 0.5, "1.": 1.0, "1e3": 1000.0, "2E-1": 0.2,
    "true": True, "True": True, "FALSE": False, "false": False,
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
}  # fmt: skip
TEXTS = [
    "yes", "no", "on", "off", "Yes", "NO", "y", "n", "tRUE", "nil", "none",
    "0777", "007", "1_000", "1,000", "1:30", "190:20:30", "2024-01-01", "0b11", "0X1F", "-0x1", "0x", "0o8",
    "6-7", "13+", "1e", "e3", "1.2.3", "+", "-", ".", "--1", "1 2", "1\n", "１２", "inf", "nan", "2345m",
    "0.1.",
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES.items())
def test_a_number_or_constant_is_read(text: str, value: object) -> None:
    assert (plain_value(text), type(plain_value(text))) == (value, type(value))


@pytest.mark.parametrize("text", TEXTS)
def test_everything_else_is_text(text: str) -> None:
    assert plain_value(text) == text


@pytest.mark.parametrize(
    "text", ["9" * 21, "-" + "9" * 10_000, "0x" + "f" * 21, "1e999", ".inf", "-.Inf", ".NaN"]
)
def test_a_number_beyond_all_use_is_refused(text: str) -> None:
    with pytest.raises(OverflowError):
        plain_value(text)


@given(st.integers(-(10**20) + 1, 10**20 - 1))
def test_every_whole_number_of_twenty_digits_is_read(number: int) -> None:
    assert plain_value(str(number)) == number


def usual_value(text: str) -> object:
    """As YAML's own reader has it, but for the octal numbers and floats of YAML 1.2."""
    if text.startswith("0o"):
        return int(text, 8)
    return float(text) if isinstance(plain_value(text), float) else yaml.safe_load(text)


@given(st.text("0123456789+-._eExo:naif~trul ", max_size=8))
def test_a_value_has_the_same_meaning_to_the_usual_reader_or_is_text(text: str) -> None:
    try:
        value = plain_value(text)
    except OverflowError:
        value = text
    assert value == text or value == usual_value(text)


def test_kinds_have_the_names_of_their_tags() -> None:
    values = ({}, [], "x", 1, 1.5, True, None)
    assert [yaml_type(value) for value in values] == ["map", "seq", "str", "int", "float", "bool", "null"]


def test_shown_text_is_short_and_cannot_command_a_terminal() -> None:
    assert str(quoted_text("a\x1bb\n")) == r"'a\x1bb\n'"
    assert len(str(quoted_text("x" * 1000))) == 42
