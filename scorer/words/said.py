"""A situation with the names that its ruleset has for what is said in it."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import pointed_at
from scorer.engine.view import View
from scorer.hand import Situation
from scorer.ruleset.model import Ruleset
from scorer.tiles import Names, Tile, name_in
from scorer.words.situation import Said, pointed_name


def said_of(situation: Situation, ruleset: Ruleset, language: str = "en") -> Said:
    """What is said of a win in the names of a ruleset."""
    return Said(
        situation.self_draw,
        situation.seat,
        situation.round,
        situation.discarder,
        bool(ruleset.tileset.winds),
        tuple(_circumstances(situation, ruleset, language)),
        tuple(_indicated(situation, ruleset, language)),
        situation.honba,
        situation.sticks,
        tuple(
            (seat, name_in(ruleset.pattern_by_id[pattern].names, language))
            for pattern, seat in situation.liable
        ),
    )


def _circumstances(situation: Situation, ruleset: Ruleset, language: str) -> Iterator[tuple[str, int | None]]:
    for name, count in situation.circumstances:
        item = ruleset.circumstance_by_id[name]
        if count:
            yield name_in(item.names, language), count if item.counted else None


def _indicated(situation: Situation, ruleset: Ruleset, language: str) -> Iterator[tuple[str, str]]:
    """The tiles that indicators point at, by the name of the bonus that counts them."""
    view = View(ruleset, NO_HAND, situation)
    for name, tiles in situation.indicators:
        if tiles:
            pointed = ruleset.tileset.text(Tile(kind) for kind in pointed_at(view, name))
            yield pointed_name(name, bonus_names(name, ruleset), language), pointed


def bonus_names(indicator: str, ruleset: Ruleset) -> Names:
    """The names of the first bonus that counts the tiles of an indicator; none where none does."""
    for bonus in ruleset.bonuses:
        asked = (node for part in (bonus.count, bonus.when) if part is not None for node in part.walk())
        if any(node.args[:2] == ("indicated", indicator) for node in asked):
            return bonus.names
    return ()
