"""The situation of a win in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.hand import Situation
from scorer.ruleset.model import Ruleset
from scorer.tiles import name_in

WIND_WORDS = {"E": "East", "S": "South", "W": "West", "N": "North"}


def situation_words(situation: Situation, rules: Ruleset, language: str = "en") -> Iterator[str]:
    """How, where and with what the hand was won, a phrase each."""
    discarder = f" of {WIND_WORDS[situation.discarder]}" if situation.discarder else ""
    yield "self-draw" if situation.self_draw else f"discard{discarder}"
    role = ", dealer" if situation.seat == "E" else ""
    yield f"{WIND_WORDS[situation.round]} round, {WIND_WORDS[situation.seat]} seat{role}"
    for name, count in situation.circumstances:
        item = rules.circumstance_by_id.get(name)
        words = name_in(item.names, language) if item else name
        if count:
            yield f"{words} x {count}" if item and item.counted else words
    for indicator, tiles in situation.indicators:
        if tiles:
            yield f"{indicator} indicator {rules.tileset.text(tiles)}"
    if situation.honba:
        yield f"honba {situation.honba}"
    if situation.sticks:
        yield f"sticks {situation.sticks}"
    for name, seat in situation.liable:
        yield f"{WIND_WORDS[seat]} is liable for {name_in(rules.pattern_by_id[name].names, language)}"
