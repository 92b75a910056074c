"""Hands that the ruleset's own file speaks of: its examples, changed, and tiles that a pattern names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from scorer.engine.examples import read_example
from scorer.engine.request import understand
from scorer.errors import InputError
from scorer.hand import Hand, Situation
from scorer.readings import Kinds, knitted_rows
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile
from scorer.values import replace


class Sources:
    """Draws from the examples and the named tiles of one ruleset."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.tileset = ruleset.tileset

    @cached_property
    def examples(self) -> tuple[tuple[Hand, Situation], ...]:
        """Every example hand that can be played under the options in force."""
        patterns = self.ruleset.pattern_by_id.values()
        texts = dict.fromkeys(text for pattern in patterns for text in (*pattern.holds, *pattern.fails))
        return tuple(self._read(texts))

    def _read(self, texts: dict[str, None]) -> Iterator[tuple[Hand, Situation]]:
        for text in texts:
            example = read_example(text, self.ruleset)
            if not example.faults:
                try:
                    yield understand(example.request, self.ruleset)
                except InputError:
                    continue

    @cached_property
    def named(self) -> tuple[Kinds, ...]:
        """The tiles of every `contains` of a pattern, for every choice of suits."""
        nodes = [pattern.when for pattern in self.ruleset.patterns] + [f.node for f in self.ruleset.facts]
        calls = [part for node in nodes if node for part in node.walk() if part.op == "call"]
        texts = dict.fromkeys(str(part.args[1]) for part in calls if part.args[0] == "contains")
        rows = [rows for text in texts for rows in knitted_rows(text, self.tileset)]
        return tuple(tuple(kind for row in choice for kind in row) for choice in rows)

    def changed(self, hand: Hand) -> Hand:
        """An example with its suits exchanged and, half of the time, won by another of its tiles."""
        letters = self._exchange()
        concealed = [self._turned(tile, letters) for tile in (*hand.concealed, hand.winning_tile)]
        melds = tuple(
            replace(meld, tiles=self.tileset.sorted(self._turned(tile, letters) for tile in meld.tiles))
            for meld in hand.melds
        )
        place = self.rng.choice((len(concealed) - 1, self.rng.randrange(len(concealed))))
        winning = concealed.pop(place)
        return Hand(self.tileset.sorted(concealed), melds, winning, hand.flowers)

    @cached_property
    def _alike(self) -> tuple[tuple[str, ...], ...]:
        """Suits by letter, together those that have the same tiles in the same numbers."""
        found: dict[tuple[tuple[int, int, int], ...], list[str]] = {}
        for suit in self.tileset.suits:
            tiles = [k for k in self.tileset.kinds if k.letter == suit.letter and k.role == "tile"]
            key = tuple((k.digit, k.copies, self.tileset.red_copies(k.index)) for k in tiles)
            found.setdefault(key, []).append(suit.letter)
        return tuple(map(tuple, found.values()))

    def _exchange(self) -> dict[str, str]:
        """A new letter for each suit, among suits that are alike."""
        letters: dict[str, str] = {}
        for alike in self._alike:
            letters |= zip(alike, self.rng.sample(alike, len(alike)), strict=True)
        return letters

    def _turned(self, tile: Tile, letters: dict[str, str]) -> Tile:
        kind = self.tileset.kinds[tile.kind]
        if kind.role != "tile":
            return tile
        return Tile(self.tileset.by_code[f"{kind.digit}{letters[kind.letter]}"].index, tile.red)
