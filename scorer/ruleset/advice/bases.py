"""What `extends` names, why it cannot be used, and what was probably meant."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from scorer.message import Listed, Message, Text
from scorer.ruleset.find import (
    DEFAULTS_NAME,
    RULES_VARIABLE,
    SUFFIXES,
    looks_like_a_file,
    own_folders,
    own_path,
    project_root,
    shipped_names,
    shipped_path,
)
from scorer.ruleset.items import Item
from scorer.suggest import did_you_mean
from scorer.values import cached_property, dataclass

LONGEST_CHAIN = 8


@dataclass(frozen=True)
class NamedBase:
    """The name of a base under `extends`, with the names and files of the chain that leads to it, that of the
    user first.
    """

    item: Item
    names: tuple[str, ...]
    places: tuple[Path | None, ...]

    @property
    def name(self) -> str:
        """The name or the path that is written."""
        return self.item.text()

    @property
    def is_path(self) -> bool:
        """Whether it is the path of a file."""
        return looks_like_a_file(self.name)

    @cached_property
    def shipped(self) -> str | None:
        """Where the shipped ruleset of this name is."""
        return shipped_path(self.name) if self.name != DEFAULTS_NAME else None

    @cached_property
    def own(self) -> str | None:
        """Where a file of this name is in a folder of the user's own rule files."""
        return own_path(self.name) if self.places[0] and not (self.is_path or self.shipped) else None

    @cached_property
    def place(self) -> Path | None:
        """Where the file is or should be that is no shipped ruleset. A path begins at the folder of the file
        that has it; an absolute path leads nowhere.
        """
        path, below = self.places[0], self.places[-1]
        if self.own:
            return Path(self.own)
        if not self.is_path or path is None or below is None or os.path.isabs(self.name):
            return None
        return Path(os.path.normpath(below.parent / self.name))

    @property
    def file(self) -> Path | None:
        """The file to read; None if there is none."""
        if self.shipped:
            return Path(self.shipped)
        return self.place if self.place and self.place.is_file() else None

    @property
    def hint(self) -> Text:
        """What was meant by a name that is no ruleset."""
        known = Message("shipped rulesets", Listed(tuple(shipped_names()), "comma"))
        if self.is_path:
            is_plain = self.name == Path(self.name).name
            known = Message(
                "a base is shipped or beside" if is_plain else "a path begins at the folder of the file"
            )
        beside = self.places[0].parent if self.places[0] else None
        stem = Path(self.name).stem if Path(self.name).suffix in SUFFIXES else self.name
        files = [file for end in SUFFIXES if beside and (beside / (file := stem + end)).is_file()]
        if stem != self.name and stem in shipped_names():
            return Message("write", stem)
        return Message("write", files[0]) if files else did_you_mean(stem, shipped_names(), known)


FaultOfBase = tuple[str, Text, Text]
"""A code, a message and a hint."""


def fault_of_base(base: NamedBase) -> FaultOfBase | None:
    """Why a base may not be read, whether it is there or not."""
    return next(filter(None, (row(base) for row in BASE_FAULTS)), None)


def _above_the_folder(base: NamedBase) -> FaultOfBase | None:
    path = base.places[0]
    if base.place is None or path is None or base.own or _is_allowed(base.place, base.places):
        return None
    hint = Message("move it to that folder or below", RULES_VARIABLE)
    is_link = base.place.is_relative_to(os.path.abspath(path.parent))
    what = "is a link to a file outside the folder of" if is_link else "is above the folder of"
    return "L401", Message(what, base.name, path.name), hint


def _is_allowed(base: Path, places: Sequence[Path | None]) -> bool:
    """Whether a base, links followed, lies in the folder of the file that the user named or below it, in the
    project of that folder, in a folder of rule files of their own, or in that of the file that extends it.
    """
    beside = [str(place.parent) for place in (places[0], places[-1]) if place]
    root = project_root(beside[0]) if beside else ""
    real = Path(os.path.realpath(base))
    return any(real.is_relative_to(os.path.realpath(one)) for one in (*beside, *own_folders(), root) if one)


def _extends_itself(base: NamedBase) -> FaultOfBase | None:
    path, files = base.places[0], {os.path.abspath(one) for one in base.places if one}
    is_of_chain = base.place is not None and os.path.abspath(base.place) in files
    is_named_so = (base.name in base.names and not base.place) or (path and base.name == path.name)
    if not (is_of_chain or is_named_so):
        return None
    hint = Message("give this file another name", base.name) if base.shipped else ""
    return "L403", Message("extends itself", base.name), hint


def _is_too_long(base: NamedBase) -> FaultOfBase | None:
    is_long = len(base.names) > LONGEST_CHAIN
    return ("L403", Message("too many rulesets extend one another", LONGEST_CHAIN), "") if is_long else None


BASE_FAULTS: tuple[Callable[[NamedBase], FaultOfBase | None], ...] = (
    _above_the_folder,
    _extends_itself,
    _is_too_long,
)
"""What is wrong with a base: the first that knows it counts."""
