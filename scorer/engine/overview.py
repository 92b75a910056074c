"""What a list says of every shipped ruleset, without building any of them."""

from __future__ import annotations

import re

from scorer.engine.configure import configured
from scorer.engine.evaluate import number, rules_view
from scorer.ruleset.cache import Files, recall, remember
from scorer.ruleset.find import DEFAULTS, shipped_names, shipped_place
from scorer.ruleset.model import Ruleset
from scorer.ruleset.opening import open_ruleset
from scorer.tiles import Names
from scorer.values import dataclass

INDEX = "index"
PLAIN = re.compile(r"(?:[0-9]+[a-z]|[ ()\[\]+])*")
PIECE = re.compile(r"([0-9]+)([a-z])")


@dataclass(frozen=True)
class Overview:
    """A ruleset in a few words. `letters` are those of its tiles, `loose` those of tiles in no set."""

    id: str
    names: Names
    family: str
    players: int
    tiles: int
    unit: str
    about: str
    extends: tuple[str, ...]
    letters: str
    loose: str
    sizes: tuple[int, ...]
    """how many tiles a complete hand has, by shape"""

    def may_complete(self, text: str) -> bool:
        """Whether a hand in notation can be complete under this ruleset, by the number of its tiles.

        Only digits with letters are counted; a hand written in any other way can always be.

        >>> from scorer import load_ruleset
        >>> riichi = overview(load_ruleset("riichi"))
        >>> [riichi.may_complete(text) for text in ("222m333p777s", "123m+1x", "EEE")]
        [False, False, True]
        """
        if not PLAIN.fullmatch(text):
            return True
        pieces = PIECE.findall(text)
        tiles = sum(len(digits) for digits, _ in pieces)
        loose = sum(len(digits) for digits, letter in pieces if letter in self.loose)
        larger = loose + text.count("(") + text.count("[")  # a set may have more tiles than it counts for
        known = all(letter in self.letters for _, letter in pieces)
        return known and any(tiles - larger <= size <= tiles for size in self.sizes)


def overview(ruleset: Ruleset) -> Overview:
    """What a list says of a ruleset, by the options chosen."""
    kinds = ruleset.tileset.kinds
    return Overview(
        ruleset.id,
        ruleset.names,
        ruleset.family,
        number(ruleset.players, rules_view(ruleset)),
        sum(kind.copies for kind in kinds),
        ruleset.unit,
        ruleset.about,
        ruleset.extends,
        "".join(dict.fromkeys(kind.letter for kind in kinds)),
        "".join(dict.fromkeys(kind.letter for kind in kinds if kind.role != "tile")),
        ruleset.sizes,
    )


def shipped_overviews() -> tuple[Overview, ...]:
    """What a list says of every shipped ruleset, in the order of their names.

    >>> next(item.players for item in shipped_overviews() if item.id == "sanma")
    3
    """
    path = shipped_place(f"{DEFAULTS}.yaml")
    found = recall(INDEX, path, (), {Overview.__name__: Overview})
    listed = found if isinstance(found, tuple) else ()
    is_whole = all(isinstance(item, Overview) for item in listed)
    if is_whole and tuple(item.id for item in listed) == shipped_names():
        return listed
    overviews, files = shipped_index()
    remember(INDEX, path, (), overviews, files)
    return overviews


def shipped_index() -> tuple[tuple[Overview, ...], Files]:
    """The overviews of all shipped rulesets, and all files that they hang on."""
    rulesets = [configured(open_ruleset(name), None) for name in shipped_names()]
    files = tuple(dict.fromkeys(file for ruleset in rulesets for file in ruleset.files))
    return tuple(map(overview, rulesets)), files
