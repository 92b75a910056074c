"""Whether a value fits an option."""

from __future__ import annotations

from scorer.errors import nearest
from scorer.language.vocabulary import NUMBER, TRUTH
from scorer.ruleset.model import Option, Value

LARGEST_NUMBER = 10**6


def value_fault(option: Option, value: Value) -> str:
    """What is wrong with a value for an option; empty where it is right."""
    if option.choices:
        words = ", ".join(str(choice).lower() for choice in option.choices)
        close = nearest(str(value), [str(choice) for choice in option.choices], 1)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        return "" if value in option.choices else f"'{value}' is no choice of {option.id}: {words}{hint}"
    if option.sort == TRUTH:
        return "" if isinstance(value, bool) else f"{option.id} is true or false, not '{value}'"
    if option.sort == NUMBER:
        return _range_fault(option, value)
    return ""


def _range_fault(option: Option, value: Value) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        return f"{option.id} is a whole number, not '{str(value).lower()}'"
    low = option.low if option.low is not None else 0
    high = option.high if option.high is not None else LARGEST_NUMBER
    return "" if low <= value <= high else f"{option.id} is {low} to {high}, not {value}"
