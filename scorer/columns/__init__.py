"""Many hands at once: the steps of one hand on whole columns. Everything but this module needs numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.compiled.text import Spoken

Said = tuple[str, str, str, str, tuple[str, ...], int, int, tuple[tuple[str, str], ...]]
"""way to win, round, seat, discarder, circumstances, honba, sticks, liability: as written"""


@dataclass(frozen=True)
class Requests:
    """Requests as columns of texts: hands, what is said of each, and tiles by the name of the indicator."""

    hands: Sequence[str]
    said: Sequence[Said]
    shown: Mapping[str, Sequence[str]]

    def __len__(self) -> int:
        return len(self.hands)

    @classmethod
    def of(cls, asked: Sequence[Spoken], indicators: Sequence[str]) -> Requests:
        """Requests as columns, with the indicators of the ruleset and whatever others were given."""
        every = {one: dict(one) for one in dict.fromkeys([said[-1] for said in asked])}
        shown = {}
        for name in dict.fromkeys([*indicators, *(name for texts in every.values() for name in texts)]):
            text_of = {one: texts.get(name, "") for one, texts in every.items()}
            shown[name] = [text_of[said[-1]] for said in asked]
        return cls([said[0] for said in asked], [said[1:-1] for said in asked], shown)

    def part(self, start: int, stop: int) -> Requests:
        """Some of the rows."""
        shown = {name: texts[start:stop] for name, texts in self.shown.items()}
        return Requests(self.hands[start:stop], self.said[start:stop], shown)

    def row(self, place: int) -> Spoken:
        """One request, as the reader of single hands takes it."""
        shown = tuple([(name, texts[place]) for name, texts in self.shown.items() if texts[place]])
        return (self.hands[place], *self.said[place], shown)
