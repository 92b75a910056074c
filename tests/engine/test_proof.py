"""The proof files of the rule language load as they are and say what they were proven to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

import pytest

from scorer.engine.examples import read_example
from scorer.hand import Hand, Situation
from scorer.ruleset.load import load_ruleset
from scorer.ruleset.model import Ruleset
from scorer.scoring import score_hand
from scorer.tiles import Tile
from tests.support.places import DATA
from tests.support.small import holds, read_text, score

PROOF = DATA / "proof"
NAMES = sorted(path.stem for path in PROOF.glob("*.yaml"))


@cache
def proof(name: str) -> Ruleset:
    ruleset, problems = read_text((PROOF / f"{name}.yaml").read_text(encoding="utf-8"), f"{name}.yaml")
    assert not problems, problems
    assert ruleset is not None
    return ruleset


@pytest.mark.parametrize("name", NAMES)
def test_a_proof_file_loads_without_a_problem(name: str) -> None:
    assert proof(name).patterns


def examples() -> Iterator[tuple[str, str, str, bool]]:
    for name in NAMES:
        for pattern in proof(name).patterns:
            yield from ((name, pattern.id, hand, True) for hand in pattern.holds)
            yield from ((name, pattern.id, hand, False) for hand in pattern.fails)


@pytest.mark.parametrize(("name", "pattern", "hand", "expected"), list(examples()))
def test_every_example_holds_or_fails_as_it_says(name: str, pattern: str, hand: str, expected: bool) -> None:
    assert holds(proof(name), pattern, hand) is expected


def test_the_examples_are_all_there() -> None:
    counts = Counter(name for name, *_ in examples())
    assert counts == {"local-yaku": 50, "hong-kong": 21}, "71 in the prototype"


# ---- riichi and Pocket Mahjong: the proof agrees with the shipped rulesets

DIFFERENCES = {
    (
        "chanta",
        "789s 123s 999p 11s 12p +3p ron",
    ): "outside hands without honors are also chanta, which junchan implies",
    ("honroutou", "1122334455667z +7z ron"): "seven pairs of honors are also honroutou, beside the yakuman",
    ("kokushi_musou", "19m 19p 19s 1234567z +1m ron"): "one pattern for both waits of thirteen orphans",
    ("chuuren_poutou", "1112345678999p +5p ron"): "one pattern for both waits of nine gates",
    (
        "chi_mo_after_gong",
        "(1111m)[2222p]345s678p44z tsumo double_replacement",
    ): "the second replacement is a fact of its own",
}
"""Examples in which the proof is written another way, and how."""


def shared_examples(name: str) -> Iterator[tuple[str, str, str, bool]]:
    """Examples of a shipped ruleset that choose no option, for patterns that the proof file has."""
    ruleset = load_ruleset(name)
    for pattern in ruleset.patterns:
        if pattern.id in proof(name).pattern_by_id and pattern.option_condition is None:
            for expected, hands in ((True, pattern.holds), (False, pattern.fails)):
                plain = [hand for hand in hands if not read_example(hand, ruleset).options]
                yield from ((name, pattern.id, translated(hand, ruleset), expected) for hand in plain)


def translated(hand: str, ruleset: Ruleset) -> str:
    """An example with the circumstances by the names of the facts that they set."""
    facts = {item.id: item.fact for item in ruleset.circumstances}
    return " ".join(facts.get(word, word) for word in hand.split())


@pytest.mark.parametrize(
    ("name", "pattern", "hand", "expected"),
    [*shared_examples("riichi"), *shared_examples("pocket-mahjong")],
)
def test_the_proof_agrees_with_the_examples_of_the_shipped_rules(
    name: str, pattern: str, hand: str, expected: bool
) -> None:
    assert holds(proof(name), pattern, hand) is (expected != ((pattern, hand) in DIFFERENCES))


def riichi_hands() -> list[str]:
    """Examples that need no options, but for those of which no fu are counted."""
    ruleset = load_ruleset("riichi")
    hands = [hand for p in ruleset.patterns if p.option_condition is None for hand in p.holds]
    plain = sorted({hand for hand in hands if not read_example(hand, ruleset).options})
    return [hand for hand in plain if not score(ruleset, hand).best.worth.tier]


@pytest.mark.parametrize("hand", riichi_hands())
def test_the_proof_counts_the_same_fu_as_the_shipped_rules(hand: str) -> None:
    ruleset = load_ruleset("riichi")
    shipped = score(ruleset, hand).best
    proven = score(proof("riichi"), translated(hand, ruleset)).best
    assert shipped.sheet is not None and not shipped.worth.tier
    assert proven.sheet is not None
    assert -(-proven.sheet.sum // 10) * 10 == shipped.sheet.total or proven.sheet.sum == shipped.sheet.total
    assert {award.pattern.id for award in proven.awards} == {award.pattern.id for award in shipped.awards}


# ---- Ponjan: every hand of three sets


def hands_of_three(ruleset: Ruleset) -> Iterator[tuple[tuple[str, str, str], Hand]]:
    """Every hand of three sets that the copies allow, by the ids of its tiles."""
    kinds = [kind for kind in ruleset.tileset.kinds if kind.role == "tile"]
    for three in combinations_with_replacement(kinds, 3):
        if all(3 * three.count(kind) <= kind.copies for kind in three):
            tiles = [Tile(kind.index) for kind in three for _ in range(3)]
            yield tuple(kind.id for kind in three), Hand(tuple(tiles[:-1]), (), tiles[-1])  # type: ignore[misc]


def rows_of(ruleset: Ruleset) -> dict[tuple[str, str, str], str]:
    """The row that each hand falls in; empty for none."""
    found = {}
    for three, hand in hands_of_three(ruleset):
        awards = score_hand(ruleset, hand, Situation(True)).best.awards
        found[three] = awards[0].pattern.id if awards else ""
        assert len(awards) <= 1, "one row counts"
    return found


def anoa_row(three: tuple[str, str, str]) -> str:
    """The row of a hand, worked out from its colours and things without the rule language."""
    colours, things = ({tile.split("_")[part] for tile in three} for part in (0, 1))
    kinds = len(set(three))
    if kinds == 1:
        return "triple"
    if kinds == 2:
        same = {(1, 2): "double_one_color", (2, 1): "double_one_thing", (2, 2): "double"}
        return same[len(colours), len(things)]
    by_counts = {
        (1, 3): "one_color_three_things", (3, 1): "three_colors_one_thing",
        (3, 3): "three_colors_three_things", (2, 2): "two_two", (2, 3): "three_things", (3, 2): "three_colors",
    }  # fmt: skip
    return by_counts[len(colours), len(things)]


def test_every_hand_of_anoa_ponjan_falls_in_the_row_that_its_tiles_say() -> None:
    rows = rows_of(proof("ponjan-anoa"))
    assert len(rows) == 165
    assert {three: row for three, row in rows.items() if row != anoa_row(three)} == {}
    assert Counter(rows.values()) == {
        "two_two": 36, "three_colors": 18, "three_things": 18, "double": 36, "three_colors_three_things": 6,
        "three_colors_one_thing": 3, "one_color_three_things": 3, "double_one_color": 18,
        "double_one_thing": 18, "triple": 9,
    }  # fmt: skip


def test_nine_different_tiles_are_the_row_of_their_own() -> None:
    ruleset = proof("ponjan-anoa")
    tiles = tuple(Tile(kind) for kind in ruleset.tileset.playing_kinds)
    assert score_hand(ruleset, Hand(tiles[:-1], (), tiles[-1]), Situation(True)).patterns == (
        "nine_different",
    )


LAND, SEA, BIRD = (
    ("lion", "elephant", "panda", "land4"),
    ("sea1", "sea2", "sea3"),
    ("bird1", "bird2", "bird3"),
)
JANPON = [
    ("triple_sea", lambda land, sea, bird, kinds, three: kinds == 1 and sea == 3),
    ("triple_land", lambda land, sea, bird, kinds, three: kinds == 1 and land == 3),
    ("double_bird", lambda land, sea, bird, kinds, three: doubled(three) in BIRD),
    ("double_sea_bird", lambda land, sea, bird, kinds, three: doubled(three) in SEA and bird == 1),
    ("double_land_bird", lambda land, sea, bird, kinds, three: doubled(three) in LAND and bird == 1),
    ("birds3", lambda land, sea, bird, kinds, three: bird == 3),
    ("double_sea_nonbird", lambda land, sea, bird, kinds, three: doubled(three) in SEA),
    ("double_land_nonbird", lambda land, sea, bird, kinds, three: doubled(three) in LAND),
    ("birds2", lambda land, sea, bird, kinds, three: bird == 2),
    ("sea3", lambda land, sea, bird, kinds, three: sea == 3),
    ("land3_lep", lambda land, sea, bird, kinds, three: set(three) == {"lion", "elephant", "panda"}),
    ("land3", lambda land, sea, bird, kinds, three: land == 3),
    ("any", lambda land, sea, bird, kinds, three: True),
]
"""The rows from the dearest down, each in terms of how many sets are of land, sea and bird."""


def doubled(three: tuple[str, str, str]) -> str:
    """The tile of which there are exactly two sets."""
    return next((tile for tile in three if three.count(tile) == 2), "")


def janpon_row(three: tuple[str, str, str]) -> str:
    counts = [sum(tile in group for tile in three) for group in (LAND, SEA, BIRD)]
    return next(row for row, fits in JANPON if fits(*counts, len(set(three)), three))


def test_every_hand_of_doubutsu_janpon_falls_in_the_row_that_its_tiles_say() -> None:
    rows = rows_of(proof("doubutsu-janpon"))
    assert len(rows) == 217
    assert {three: (row, janpon_row(three)) for three, row in rows.items() if row != janpon_row(three)} == {}
    assert len(set(rows.values())) == 13, "every row is reached"


# ---- Donjara


@pytest.mark.parametrize(
    ("three", "total", "counted"),
    [
        ("nobita mama sewashi", 600, "miracle"),
        ("flying doraemon dorami", 720, "sky_trip three_colours"),
        ("nobita mama papa", 720, "nobi_family two_and_one"),
        ("singing jaiko mama", 360, "recital three_colours"),
        ("gian papa jaiko", 300, "two_and_one"),
    ],
)
def test_the_table_of_totals_of_donjara_comes_out(three: str, total: int, counted: str) -> None:
    ruleset = proof("donjara")
    kinds = {kind.id: kind.index for kind in ruleset.tileset.kinds}
    tiles = [Tile(kinds[name]) for name in three.split() for _ in range(3)]
    found = score_hand(ruleset, Hand(tuple(tiles[:-1]), (), tiles[-1]), Situation(True))
    assert (found.best.worth.total, set(found.patterns)) == (total, set(counted.split()))
