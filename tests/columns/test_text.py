"""Lines of notation read as columns are the hands that they say."""

from __future__ import annotations

from random import Random

import pytest

from scorer.compiled import compiled
from scorer.engine.request import understand
from scorer.errors import InputError
from scorer.library import load_ruleset
from scorer.notation import format_hand
from scorer.request import Request
from scorer.sampling import sample_hands

np = pytest.importorskip("numpy")

from scorer.columns.columns import ColumnScorer  # noqa: E402
from scorer.columns.text import LineReader  # noqa: E402

RULESETS = ["riichi", "sanma", "three-player", "pocket-mahjong", "ponjan-anoa", "donjara-one-piece"]


@pytest.mark.parametrize("name", RULESETS)
def test_lines_are_read_as_the_hands_that_they_say(name: str) -> None:
    ruleset = load_ruleset(name)
    scorer = ColumnScorer(compiled(ruleset))
    samples = list(sample_hands(ruleset, 8, 150))
    want = scorer.columns(samples)
    got = LineReader(scorer).read([format_hand(hand, ruleset.tileset) for hand, _ in samples])
    assert got.good.mean() > 0.9
    good = got.good
    assert want.melds is not None
    assert want.reds is not None
    width = got.melds.shape[1]
    assert (got.counts[good] == want.counts[good]).all()
    assert (got.winning[good] == want.winning[good]).all()
    assert (got.reds[good] == want.reds[good]).all()
    assert (got.melds[good] == want.melds[good][:, :width]).all()


@pytest.mark.parametrize("name", ["riichi", "ponjan-anoa"])
def test_no_line_is_taken_that_the_reference_refuses(name: str) -> None:
    ruleset, rng = load_ruleset(name), Random(2)
    scorer = ColumnScorer(compiled(ruleset))
    lines = []
    for hand, _ in sample_hands(ruleset, 9, 120):
        text = format_hand(hand, ruleset.tileset)
        place = rng.randrange(len(text))
        sign = rng.choice("0123456789mpszkrb+()[] x")
        lines.append(text[:place] + sign + text[place + rng.randrange(2) :])
    got = LineReader(scorer).read(lines)
    assert any(got.good)
    for good, line in zip(got.good, lines, strict=True):
        if good:
            try:
                understand(Request(line), ruleset)
            except InputError as error:
                raise AssertionError(f"{line} was taken: {error}") from error


def test_strange_lines_spoil_no_others() -> None:
    scorer = ColumnScorer(compiled(load_ruleset("riichi")))
    hand = "234567m345p6799s+8s"
    lines = ["", hand, "東東東", hand, "+", "(", hand, "123", "m", "[]", ")(", "(]", hand, "1m(", hand]
    got = LineReader(scorer).read(lines)
    assert [bool(good) for good in got.good] == [line == hand for line in lines]


@pytest.mark.parametrize("line", ["", "+", "(", "9", "m", "()", "+9s", "あ"])
def test_a_strange_line_may_stand_alone(line: str) -> None:
    scorer = ColumnScorer(compiled(load_ruleset("riichi")))
    assert LineReader(scorer).read([line]).good.tolist() == [False]


def test_a_tile_too_many_in_a_meld_is_not_overlooked() -> None:
    scorer = ColumnScorer(compiled(load_ruleset("riichi")))
    lines = ["123456p55z77z(222s)+7z", "123456p55z77z(1m222s)+7z"]
    assert LineReader(scorer).read(lines).good.tolist() == [True, False]


def test_a_line_feed_inside_of_a_line_is_a_strange_sign() -> None:
    scorer = ColumnScorer(compiled(load_ruleset("riichi")))
    hand = "234567m345p6799s+8s"
    assert LineReader(scorer).read([hand, f"{hand}\n{hand}", hand]).good.tolist() == [True, False, True]
