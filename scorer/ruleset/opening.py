"""A ruleset by name or path: the one of before if its files say the same, else from the cache or anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

from scorer.language.nodes import Node
from scorer.ruleset import model
from scorer.ruleset.cache import Files, State, recall, remember, state_of, still_says
from scorer.ruleset.find import is_there, looks_like_a_file, shipped_file, shipped_path
from scorer.ruleset.model import Ruleset
from scorer.shapes import SetKind, SetTables, Shape
from scorer.tiles import Suit, TileKind, TileSet
from scorer.values import replace

Made = TypeVar("Made")
MODEL = "model"
PARTS = {
    name: found
    for name, found in vars(model).items()
    if isinstance(found, type) and hasattr(found, "__fields__")
}
TYPES = {kind.__name__: kind for kind in (Node, SetKind, Shape, Suit, TileKind, TileSet)} | PARTS
"""The classes that a model is made of."""


class WhileUnchanged(Generic[Made]):
    """What was made of rule files, by any key, as long as the files say what they said.

    The files of shipped rulesets do not change while scorer runs; those of others are looked at each time.
    Several threads may ask at once: each gets something that was made whole.
    """

    def __init__(self, files: Callable[[Made], Files], most: int = 64) -> None:
        self.files, self.most = files, most
        self._made: dict[Hashable, tuple[Made, tuple[tuple[str, State], ...]]] = {}

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made for this key, or what `make` makes of the files as they are now."""
        held = self._made.get(key)
        if held is not None and not [path for path, state in held[1] if state_of(path) != state]:
            return held[0]
        made = make()
        files = tuple((path, said) for path, said in self.files(made) if not shipped_file(path))
        states = tuple((path, state_of(path)) for path in dict.fromkeys([*_named(key, files), *dict(files)]))
        if still_says(files):
            self._keep(key, (made, states))
        return made

    def forget(self) -> None:
        """Makes everything anew from now on."""
        self._made.clear()

    def _keep(self, key: Hashable, held: tuple[Made, tuple[tuple[str, State], ...]]) -> None:
        self._made[key] = held
        for oldest in list(self._made)[: -self.most]:
            self._made.pop(oldest, None)


def _named(key: Hashable, files: Files) -> Iterator[str]:
    """The file that a key names, as it is found from the folder of now: from another it is another file."""
    name = key[0] if isinstance(key, tuple) and key else key
    if files and isinstance(name, str):
        yield name


def open_ruleset(name: str) -> Ruleset:
    """A ruleset by its shipped name or by the path of a YAML file, options at their defaults.

    A file that has changed is read again. Raises RulesetError with every problem of the file.

    >>> open_ruleset("riichi").unit
    'han'
    """
    return _OPENED.get(name, lambda: _opened(name))


_OPENED: WhileUnchanged[Ruleset] = WhileUnchanged(lambda ruleset: ruleset.files)


def _opened(name: str) -> Ruleset:
    shipped = shipped_path(name)
    known = shipped is not None or looks_like_a_file(name) or is_there(name)
    stored = recalled(shipped or name) if known else None
    ruleset = stored or _built(name, shipped or name)
    ruleset.__dict__["file_and_options"] = ruleset.file, ()
    return ruleset


def recalled(path: str) -> Ruleset | None:
    """The ruleset that was kept for a rule file, if it still holds."""
    found = recall(MODEL, path, (), TYPES)
    if not isinstance(found, tuple) or len(found) != 3:
        return None
    ruleset, tuples, asked = found
    if not isinstance(ruleset, Ruleset) or not isinstance(tuples, dict) or not isinstance(asked, tuple):
        return None
    ruleset = replace(ruleset, file=path)
    ruleset.__dict__["set_tables"] = SetTables(ruleset.kinds, ruleset.tileset, tuples)
    ruleset.__dict__["asked_facts"] = frozenset(asked)
    return ruleset


def kept(ruleset: Ruleset) -> tuple[Ruleset, dict[str, tuple[tuple[int, ...], ...]], tuple[str, ...]]:
    """What is kept of a ruleset: the model, and what takes long to find of it: the sets of every kind, the
    facts that its rules ask.
    """
    return ruleset, ruleset.set_tables.tuples, tuple(sorted(ruleset.asked_facts))


def _built(name: str, path: str) -> Ruleset:
    from scorer.ruleset.load import load_ruleset  # YAML is read only where nothing is kept

    ruleset = load_ruleset(name)
    remember(MODEL, path, (), kept(ruleset), ruleset.files)
    return ruleset
