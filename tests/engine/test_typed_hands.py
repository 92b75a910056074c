"""Hands with words as players type them: in any order, in any language, and short."""

from __future__ import annotations

import pytest
import yaml

from scorer.engine.examples import Example, parse_example, read_example
from scorer.message import message_text
from scorer.ruleset.load import load_ruleset
from tests.support.places import DATA

TABLE = yaml.safe_load((DATA / "typed-hands.yaml").read_text(encoding="utf-8"))
PAIRS = [(game, *pair) for game, pairs in TABLE["means"].items() for pair in pairs]


def example(text: str, game: str, is_typed: bool) -> Example:
    return read_example(text.replace("HAND", TABLE["hand"]), load_ruleset(game), is_typed)


def spoken(text: str, game: str, is_typed: bool) -> list[object]:
    """The hand without spaces, everything that is said of it, and the faults."""
    found = example(text, game, is_typed)
    said = {**vars(found.request), "hand": found.request.hand.replace(" ", "")}
    return [said, found.options, [str(fault) for fault in found.faults]]


@pytest.mark.parametrize(("game", "typed", "written"), PAIRS)
def test_typed_words_mean_what_a_rule_file_writes(game: str, typed: str, written: str) -> None:
    assert spoken(typed, game, True) == spoken(written, game, False)
    assert not example(written, game, False).faults


@pytest.mark.parametrize(("typed", "marked", "says"), TABLE["refused"])
def test_a_typed_word_that_cannot_be_meant_is_marked(typed: str, marked: str, says: str) -> None:
    found = example(typed, "riichi", True)
    (fault,) = found.faults
    assert fault.position is not None
    assert found.text[fault.position : fault.position + fault.length] == marked
    assert says in message_text(fault.message)


@pytest.mark.parametrize(("typed", "meant"), TABLE["suggested"])
def test_what_was_probably_meant_is_suggested(typed: str, meant: str | None) -> None:
    (fault,) = example(typed, "riichi", True).faults
    assert fault.suggestions == (() if meant is None else (meant,))


@pytest.mark.parametrize(
    ("typed", "place"), [("HAND ron 8p", 23), ("riichi HAND ron 8p", 30), ("HAND riichi ron 8p", 30)]
)
def test_a_winning_tile_behind_its_word_stays_at_its_place(typed: str, place: int) -> None:
    found = example(typed, "riichi", True)
    assert found.text[place:] == found.request.hand[place:] == "8p"
    assert found.request.hand[place - 1] == "+"


@pytest.mark.parametrize(
    "typed",
    [
        "234 万子 345p67p456s55s+8p ロン",
        "234 萬 345p67p456s55s+8p ron",
        "ron 234 万子 345 筒子 67 筒子 456 索子 55 索子 +8 筒子",
    ],
)
def test_a_suit_may_be_named_apart_from_its_numbers(typed: str) -> None:
    plain = parse_example(f"{TABLE['hand']}+8p ron", load_ruleset("riichi"))
    assert parse_example(typed, load_ruleset("riichi"), is_typed=True)[1:] == plain[1:]


def test_the_words_of_rule_files_are_not_those_that_players_type() -> None:
    assert example("HAND+8p d4s", "riichi", False).faults
    assert "リーチ" in example("HAND+8p リーチ", "riichi", False).request.hand


def test_a_winning_tile_between_words_keeps_its_place_in_the_text() -> None:
    found = example("riichi HAND ron 8p", "riichi", True)
    assert found.request.hand.index("8p") == found.text.index("8p")
    assert [word.source for word in found.words] == ["--with", "win"]
