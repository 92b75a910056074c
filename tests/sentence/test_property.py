"""Random hands and situations, told in words in any order, mean the same as their requests."""

from __future__ import annotations

import random

import pytest

from scorer.engine.examples import read_example
from scorer.engine.request import parse_request
from scorer.hand import Hand, Request
from scorer.notation import format_meld
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset
from scorer.sentence.question import SpokenQuestion
from scorer.sentence.reader import read_sentence
from scorer.tiles import TileSet
from tests.support.loops import some

WORDS = {
    "en": ["tsumo {}", "ron {}", "seat {}", "from {}", "{} round", "east", "south", "west", "north"],
    "ja": ["{}ツモ", "{}ロン", "{}家", "{}家から", "{}場", "東", "南", "西", "北"],
    "zh": ["自摸{}", "荣和{}", "我是{}家", "{}家放铳", "{}场", "东", "南", "西", "北"],
}
"""How each language says a self-draw, a discard, the seat, the discarder, the round, and the winds."""


def told(request: Request, hand: Hand, tileset: TileSet, language: str, draw: random.Random) -> str:
    """A hand and how it was won as a sentence, in random order and spacing."""
    tsumo, ron, seat, discarder, around, *named = WORDS[language]
    wind = dict(zip("ESWN", named, strict=True))
    concealed = tileset.format_tiles(tileset.sort_tiles(hand.concealed_tiles))
    melds = (format_meld(one, tileset) for one in hand.melds)
    tiles = " ".join([concealed + tileset.format_tiles(hand.flowers), *melds])
    win = tsumo if request.win in ("tsumo", "self_draw") else ron
    parts = [tiles, win.format(tileset.tile_code(hand.winning_tile)), seat.format(wind[request.seat])]
    parts.append(around.format(wind[request.round]))
    parts += [discarder.format(wind[request.discarder])] if request.discarder else []
    draw.shuffle(parts)
    return draw.choice([" ", ", ", "  "]).join(parts)


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("name", ["riichi", "mcr", "hong-kong", "taiwanese"])
def test_a_hand_in_words_means_its_request(name: str, language: str) -> None:
    rules, draw = load_ruleset(name), random.Random(7)
    for hand, situation in some(sample_hands(rules, 5, 40)):
        full = request_for_hand(hand, situation, rules)
        request = Request(full.hand, full.win, full.round, full.seat, full.discarder)
        sentence = told(request, hand, rules.tileset, language, draw)
        found = read_sentence(sentence, rules)
        assert isinstance(found, SpokenQuestion), sentence
        example = read_example(found.get("line"), rules, is_typed=True)
        assert parse_request(example.request, rules) == parse_request(request, rules), sentence
