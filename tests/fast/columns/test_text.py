"""Lines of notation read as columns are the hands that they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from scorer.engine.request import parse_request
from scorer.errors import InputError, NotAWinner
from scorer.fast.engine import Engine
from scorer.fast.hand_layout import MeldKey
from scorer.fast.interface import compile_engine
from scorer.hand import Request
from scorer.notation import format_hand
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset
from tests.support.loops import some
from tests.support.shipped import each_of

np = pytest.importorskip("numpy")

from scorer.fast.columns.scorer import ColumnScorer  # noqa: E402

RULESETS = (
    "riichi",
    "sanma",
    "three-player",
    "pocket-mahjong",
    "ponjan-anoa",
    "donjara-one-piece",
    "mcr",
    "sichuan",
)


@pytest.mark.parametrize("name", each_of(RULESETS))
def test_lines_are_read_as_the_hands_that_they_say(name: str) -> None:
    ruleset = load_ruleset(name)
    scorer = ColumnScorer(compile_engine(ruleset))
    samples = list(sample_hands(ruleset, 8, 150))
    got = scorer.line_reader.read([format_hand(hand, ruleset.tileset) for hand, _ in samples])
    assert got.is_valid.mean() > 0.9
    for row in some(np.flatnonzero(got.is_valid)):
        hand = samples[row][0]
        tiles = [*hand.concealed_tiles, *hand.flowers, hand.winning_tile]
        counts = Counter(tile.kind for tile in tiles)
        melds = [MeldKey(one.kind, plain(one.tiles), one.is_concealed, one.is_added) for one in hand.melds]
        reds = Counter(tile.kind for tile in tiles if tile.red)
        assert got.counts[row].tolist() == [counts[kind] for kind in range(got.counts.shape[1])]
        assert got.winning_kinds[row] == hand.winning_tile.kind
        assert got.reds[row] == sum(tile.red for tile in hand.tiles)
        assert got.red_won[row] == hand.winning_tile.red
        assert got.red_tiles[row] == sum(
            n << scorer.tables.layout.red_at[k] - scorer.tables.layout.top for k, n in reds.items()
        )
        assert [scorer.tables.melds[number] for number in got.melds[row] if number] == melds


def plain(tiles: Iterable[tuple[int, bool]]) -> tuple[tuple[int, bool], ...]:
    """The tiles as plain ones: red ones are counted apart."""
    return tuple((kind, False) for kind, _ in tiles)


@pytest.mark.parametrize("name", ["riichi", "ponjan-anoa"])
def test_no_line_is_taken_that_the_reference_refuses(name: str) -> None:
    ruleset, rng = load_ruleset(name), Random(2)
    scorer = ColumnScorer(compile_engine(ruleset))
    lines = []
    for hand, _ in sample_hands(ruleset, 9, 120):
        text = format_hand(hand, ruleset.tileset)
        place = rng.randrange(len(text))
        sign = rng.choice("0123456789mpszkrb+()[] x")
        lines.append(text[:place] + sign + text[place + rng.randrange(2) :])
    got = scorer.line_reader.read(lines)
    assert any(got.is_valid)
    for good, line in zip(got.is_valid, lines, strict=True):
        if good:
            try:
                parse_request(Request(line), ruleset)
            except InputError as error:
                raise AssertionError(f"{line} was taken: {error}") from error


@pytest.mark.parametrize("name", ["riichi", "ponjan-anoa"])
def test_no_single_hand_is_taken_that_the_reference_refuses(name: str) -> None:
    ruleset, rng = load_ruleset(name), Random(4)
    engine = compile_engine(ruleset)
    taken = []
    for hand, _ in sample_hands(ruleset, 9, 120):
        text = format_hand(hand, ruleset.tileset)
        for place in [rng.randrange(len(text)), max(0, text.find("("))]:
            line = text[: place + 1] + rng.choice("+0123456789mpszkrb()[] x") + text[place + 1 :]
            taken += [line] if is_taken(line, engine) else []
    for line in some(taken):
        parse_request(Request(line), ruleset)


def is_taken(line: str, engine: Engine) -> bool:
    """Whether the fast evaluator reads a hand."""
    try:
        return engine.score_request(Request(line)) is not None
    except NotAWinner:
        return True


def test_a_set_that_is_nothing_but_an_added_tile_is_refused() -> None:
    engine = compile_engine(load_ruleset("riichi"))
    assert is_taken("5s(333s)(666p)(666m)(333m)+5s", engine)
    assert not is_taken("5s(333s)(+666p)(666m)(333m)+5s", engine)


def test_strange_lines_spoil_no_others() -> None:
    scorer = ColumnScorer(compile_engine(load_ruleset("riichi")))
    hand = "234567m345p6799s+8s"
    lines = ["", hand, "東東東", hand, "+", "(", hand, "123", "m", "[]", ")(", "(]", hand, "1m(", hand]
    got = scorer.line_reader.read(lines)
    assert [bool(good) for good in got.is_valid] == [line == hand for line in lines]


@pytest.mark.parametrize("line", ["", "+", "(", "9", "m", "()", "+9s", "あ"])
def test_a_strange_line_may_stand_alone(line: str) -> None:
    scorer = ColumnScorer(compile_engine(load_ruleset("riichi")))
    assert scorer.line_reader.read([line]).is_valid.tolist() == [False]


def test_a_tile_too_many_in_a_meld_is_not_overlooked() -> None:
    scorer = ColumnScorer(compile_engine(load_ruleset("riichi")))
    lines = ["123456p55z77z(222s)+7z", "123456p55z77z(1m222s)+7z"]
    assert scorer.line_reader.read(lines).is_valid.tolist() == [True, False]


@pytest.mark.parametrize(
    ("few", "many"),
    [
        ("1111m234p567s112z+2z", "11111m234p567s12z+2z"),
        ("1m234p567s112z(111m)+2z", "11m234p567s12z(111m)+2z"),
        ("456m046p789s1122z+2z", "456m006p789s1122z+2z"),
        ("456m346p789s1122z+0p", "456m046p789s1122z+0p"),
    ],
)
def test_more_of_a_tile_than_there_are_is_not_overlooked(few: str, many: str) -> None:
    scorer = ColumnScorer(compile_engine(load_ruleset("riichi")))
    assert scorer.line_reader.read([few, many]).is_valid.tolist() == [True, False]


def test_a_line_feed_inside_of_a_line_is_a_strange_sign() -> None:
    scorer = ColumnScorer(compile_engine(load_ruleset("riichi")))
    hand = "234567m345p6799s+8s"
    assert scorer.line_reader.read([hand, f"{hand}\n{hand}", hand]).is_valid.tolist() == [True, False, True]
