"""Who wrote a rule file, under which license, and which version of scorer it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from operator import eq, ge, gt, le, lt

from scorer import __version__
from scorer.errors import Problem
from scorer.message import Message, Text
from scorer.ruleset.items import Item

CREDITS = ("author", "version", "license", "url")
"""Keys that belong to one file: an overlay does not have those of its base."""
REQUIREMENT_KEY = "requires"
NO_RULES = (
    "name", "id", "about", "family", "source", "notes", "usage", "remarks", "hands", *CREDITS,
    REQUIREMENT_KEY,
)  # fmt: skip
"""Sections that say something about a file or its rules, and are no rules."""
NAME = "scorer"
REQUIREMENT = re.compile(r"(>=|<=|==|>|<)\s*(\d+(?:\.\d+)*)")
COMPARISONS: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, "==": eq, ">": gt, "<": lt}
ADDRESS = re.compile(r"https?://[^\s/]+\S*")


def metadata_problems(root: Item) -> Iterator[Problem]:
    """An address that is none, and a required version that cannot be read."""
    address, required = root.get("url"), root.get(REQUIREMENT_KEY)
    if address and address.is_plain and not ADDRESS.fullmatch(address.text()):
        yield address.problem(
            "L205", Message("is not an address", address.text()), _address_hint(address.text())
        )
    if required and required.is_plain and requirements(required.text()) is None:
        message = Message("does not say which version of scorer is required", required.text())
        yield required.problem(
            "L205", message, Message("write the requirement", _requirement_meant(required.text()))
        )


def unmet_requirement(root: Item) -> Problem | None:
    """The problem of a file that needs another version of scorer than this one."""
    item = root.get(REQUIREMENT_KEY)
    needed = requirements(item.text()) if item and item.is_plain else None
    if not needed or all(is_met(sign, version) for sign, version in needed):
        return None
    message = Message("this file requires", item.text(), __version__)
    return item.problem("L110", message, Message("install another version of scorer"))


def requirements(text: str) -> list[tuple[str, str]] | None:
    """The comparisons of a requirement, or None if it cannot be read.

    >>> requirements("scorer >= 0.2, < 2"), requirements("0.2")
    ([('>=', '0.2'), ('<', '2')], None)
    """
    name, rest = text.strip()[: len(NAME)], text.strip()[len(NAME) :]
    found = [REQUIREMENT.fullmatch(part.strip()) for part in rest.split(",")]
    if name != NAME or not all(found):
        return None
    return [(match[1], match[2]) for match in found if match]


def is_met(sign: str, version: str, present: str = __version__) -> bool:
    """Whether a version of scorer, by default this one, is as a comparison asks.

    >>> is_met(">=", "0.2", "0.10"), is_met("<", "1", "1.0.0"), is_met("==", "1", "1.0.0")
    (True, False, True)
    """
    numbers = (map(int, re.findall(r"\d+", one)) for one in (present, version))
    pairs = [*zip_longest(*numbers, fillvalue=0)]
    first, second = next(((a, b) for a, b in pairs if a != b), (0, 0))
    return COMPARISONS[sign](first, second)


def joined_requirements(texts: Iterable[str]) -> str:
    """One requirement that asks for everything that some requirements ask for, each thing once.

    >>> joined_requirements(["scorer >= 0.1", "scorer >= 0.1, < 2"])
    'scorer >= 0.1, < 2'
    """
    every = dict.fromkeys(f"{sign} {version}" for text in texts for sign, version in requirements(text) or ())
    return f"{NAME} {', '.join(every)}" if every else ""


def _address_hint(text: str) -> Text:
    host = re.fullmatch(r"(?:\w+:)?/*([\w-]+(?:\.[\w-]+)+(?:/\S*)?)", text)
    return Message("write", f"https://{host[1]}") if host else Message("write the whole address")


def _requirement_meant(text: str) -> str:
    number = re.search(r"\d+(?:\.\d+)*", text)
    return f"{NAME} >= {number[0] if number else __version__}"
