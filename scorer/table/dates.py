"""The date of an evening: 2026-11-27, and what was meant by one that is written in another way."""

from __future__ import annotations

import re
from datetime import date

EXAMPLE_DATE = "2026-11-27"
FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
DIGITS = re.compile(r"[0-9]+")
ONLY_NUMBERS = re.compile(r"[0-9 ./-]+")
CENTURY = 2000
"""What is meant by a year of two digits counts from it."""


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar in the form of the file."""
    return bool(FORM.fullmatch(text)) and bool(_written_date(*map(int, text.split("-"))))


def meant_date(text: str) -> str:
    """The date that was meant by a text, in the form of the file; empty if that is not sure, for 3/4/2026 is
    in March or in April.

    >>> meant_date("27.11.2026"), meant_date("2026年11月27日"), meant_date("11/27/26"), meant_date("20261127")
    ('2026-11-27', '2026-11-27', '2026-11-27', '2026-11-27')
    >>> meant_date("3/4/2026"), meant_date("2026-2-30"), meant_date("Friday")
    ('', '', '')
    """
    parts = DIGITS.findall(text)
    if len(parts) == 1 and len(parts[0]) == len("YYYYMMDD"):
        parts = [parts[0][:4], parts[0][4:6], parts[0][6:]]
    if len(parts) != 3:
        return ""
    first, second, third = map(int, parts)
    if len(parts[0]) == len("YYYY"):
        return _written_date(first, second, third)
    if not ONLY_NUMBERS.fullmatch(text):  # the year of an era
        return ""
    year = third if third >= CENTURY else CENTURY + third
    either = {_written_date(year, second, first), _written_date(year, first, second)} - {""}
    return either.pop() if len(either) == 1 else ""


def _written_date(year: int, month: int, day: int) -> str:
    """The date in the form of the file; empty if the calendar has no such day."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
