"""Where everything stands: the counts of a hand in rows, the counters of a reading in words.

A hand is one integer: a region for each row of tiles (a notation letter, or several where a set may
span them), `width` bits a tile, then `variant` (which tile of the row won, and how) and `context` (the
winds in force, only in rows that have winds).

    | context variant counts | context variant counts | ...                  reds jokers flowers
      row n                    row n-1

A reading is one integer too, the sum of its groups, in words of 60 bits so that a column of numbers
can hold each:

    | lanes: which sets templates can bind | sheet: an item each | counters and truths | sets pairs singles |

A truth is a counter that is only asked whether it is zero: adding `FILL` sets the bit above it where it
is not, and `KEEP` keeps that bit alone, so that readings which differ in nothing asked are one key.

No other module knows positions.
"""

from __future__ import annotations

from itertools import groupby

from scorer.compiled.form import WORD
from scorer.compiled.lower import Lowering
from scorer.compiled.trees import Tree, Unsupported
from scorer.ruleset.model import Ruleset
from scorer.shapes import Shape
from scorer.values import dataclass, field

CONTEXTS = 16
MOST_WORDS = 16


@dataclass
class Row:
    """The tiles of one region, lowest first, and where the region stands."""

    kinds: tuple[int, ...]
    start: int = 0
    counts: int = 0
    variant: int = 0
    context: int = 0

    @property
    def length(self) -> int:
        return self.counts + self.variant + self.context


@dataclass
class Layout:
    """Positions of tiles and counters of one ruleset."""

    rows: list[Row]
    width: int
    most: int
    top: int = 0
    fields: list[tuple[Tree, int, int, bool]] = field(default_factory=list)
    """measure, position, width, whether it is a truth"""
    counters: dict[int, tuple[Tree, int, int, bool]] = field(default_factory=dict)
    """the fields that conditions ask, by the number of the counter"""
    end: int = 0
    words: int = 0
    """words that conditions read"""

    def take(self, width: int) -> int:
        """The next free position for so many bits, never across the end of a word."""
        if self.end % WORD + width > WORD:
            self.next_word()
        self.end += width
        if self.end > WORD * MOST_WORDS:
            raise Unsupported(f"more than {MOST_WORDS} words of counters")
        return self.end - width

    def next_word(self) -> None:
        self.end = -(-self.end // WORD) * WORD


def row_layout(ruleset: Ruleset, contexts: bool) -> Layout:
    """Rows of tiles that may share a set."""
    tileset = ruleset.tileset
    jokers = sum(kind.copies for kind in tileset.kinds if kind.role == "joker")
    size = max(shape.size for shape in ruleset.shapes)
    most = min(max(tileset.kinds[kind].copies for kind in tileset.playing) + jokers, max(size, 4))
    layout = Layout([Row(kinds) for kinds in _rows(ruleset)], most.bit_length() + 1, most)
    for row in layout.rows:
        row.start = layout.top
        row.counts = len(row.kinds) * layout.width
        row.variant = (2 * len(row.kinds) + 1).bit_length()
        row.context = 4 if contexts and set(row.kinds) & set(tileset.winds) else 0
        layout.top += row.length
    return layout


def _rows(ruleset: Ruleset) -> list[tuple[int, ...]]:
    """Tiles by letter; letters that a set joins are one row."""
    kinds, used = ruleset.tileset.kinds, {name for shape in ruleset.shapes for name in shape.set_kinds}
    by_letter = [
        tuple(group) for _, group in groupby(ruleset.tileset.playing, key=lambda kind: kinds[kind].letter)
    ]
    home = {kind: place for place, row in enumerate(by_letter) for kind in row}
    for name in used:
        for tiles in ruleset.set_tables.tuples[name]:
            places = {home[kind] for kind in tiles}
            for kind, place in home.items():
                home[kind] = min(places) if place in places else place
    rows = {place: tuple(k for k in home if home[k] == place) for place in sorted(set(home.values()))}
    return [tuple(sorted(row)) for row in rows.values()]


def counter_widths(lowering: Lowering) -> dict[str, int]:
    """How wide the counter of a measure must be, so that no sum runs into its neighbour."""
    ruleset = lowering.ruleset
    shapes = ruleset.shapes
    groups = max(shape.sets + fixed_sets(shape, ruleset) + shape.pairs + shape.singles for shape in shapes)
    groups = max([groups, *(shape.size for shape in shapes if shape.way in ("one_of_each", "different"))])
    sets = max(1, max(shape.in_kinds + fixed_sets(shape, ruleset) for shape in shapes))
    tiles = max(shape.size for shape in shapes) + sets
    ranks = [r for k in ruleset.tileset.kinds for _, r in k.attributes if isinstance(r, int)] or [1]
    if min(ranks) < 0:
        raise Unsupported("an attribute below zero")
    return {
        "groups": groups.bit_length(), "sets": sets.bit_length(), "melds": sets.bit_length(),
        "tiles": tiles.bit_length(), "exposed": tiles.bit_length(), "kinds": tiles.bit_length(),
        "copies": tiles.bit_length(), "pips": (max(ranks) * tiles).bit_length(),
        "total": (max(ranks) * sets).bit_length(), "holds": 1, "win": 1, "wait": 3,
        "shape": len(shapes).bit_length(), "item": groups.bit_length(),
    }  # fmt: skip


def fixed_sets(shape: Shape, ruleset: Ruleset) -> int:
    """How many sets every hand of a shape has in common."""
    return len(ruleset.set_tables.knitted(shape.knitted)[0]) if shape.way == "fixed" else 0


def place_counters(
    layout: Layout, lowering: Lowering, truths: set[int], numbers: set[int], items: int
) -> tuple[int, int]:
    """Places the counters that conditions ask; the bits where the sheet's section begins and ends.

    A counter that only options turned off or folded away asked for would tell readings apart for nothing.
    """
    widths = counter_widths(lowering)
    for name in ("n_sets", "n_pairs", "n_singles"):
        width = widths["sets"] if name == "n_sets" else widths["groups"]
        layout.fields.append(((name,), layout.take(width + 1), width, False))
    for measure, place in lowering.fields.items():
        if place not in truths | numbers:
            continue
        if measure[0] not in widths:
            raise Unsupported(f"the measure '{measure[0]}'")
        width, truth = widths[measure[0]], place not in numbers
        layout.counters[place] = (measure, layout.take(width + truth), width, truth)
    layout.fields += layout.counters.values()
    layout.next_word()
    start = layout.end
    layout.words = start // WORD
    for item in range(items):
        layout.fields.append((("item", item), layout.take(widths["item"]), widths["item"], False))
    stop = layout.end
    layout.next_word()
    return start, stop


def fill_and_keep(layout: Layout) -> tuple[int, int]:
    """The two numbers that reduce a reading to what the conditions ask of it."""
    fill = keep = 0
    for measure, position, width, truth in layout.fields:
        if measure[0] in ("n_sets", "n_pairs", "n_singles", "item"):
            continue
        ones = (1 << width) - 1
        fill |= ones << position if truth else 0
        keep |= 1 << position + width if truth else ones << position
    return fill, keep
