"""The parts of a ruleset that say how deals follow one another, looked up once."""

from __future__ import annotations

from scorer.engine.evaluate import holds, rules_view, value_of, whole_number
from scorer.hand import WINDS
from scorer.message import LocalizedText
from scorer.ruleset.model import NUMBER_ZERO, DrawnDeal, Ruleset
from scorer.suggest import id_or_name
from scorer.tiles import fold_name, ids_by_spelling
from scorer.values import cached_property


class DealRules:
    """One configured ruleset, as deals are played by it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.view = rules_view(ruleset)
        self.players = whole_number(ruleset.players, self.view)
        self.seats = WINDS[: self.players]
        self.deals = ruleset.deals
        self.start = whole_number(self.deals.start, self.view) if self.deals else 0
        """the score that every player begins with; 0 if the ruleset does not say"""
        self.has_counters = self.deals is not None and self.deals.honba != NUMBER_ZERO
        """whether counters are put on the table for the next deal"""
        self.wall = whole_number(self.deals.wall, self.view, 0) if self.deals else 0
        self.stick = whole_number(self.deals.stick, self.view) if self.deals else 0
        """the points of a stick; 0 if nobody puts any on the table"""
        self.compares = any(holds(one.option_condition, self.view) for one in ruleset.comparisons)
        """whether the players who have not won settle among themselves"""
        final = ruleset.final
        self.shares_places = final is None or value_of(final.ties, self.view) == "shared"
        """whether players with equal scores share their places"""
        self.takes_leftover_sticks = final is not None and value_of(final.sticks, self.view) == "first"
        """whether the first player takes the sticks that are left at the end"""
        self.draws = tuple(draw for draw in ruleset.draws if holds(draw.option_condition, self.view))

    def draw_named(self, name: str) -> DrawnDeal | None:
        """The way in which a deal is drawn that has this id or name in any language; None if there is none.

        >>> from scorer import load_ruleset
        >>> DealRules(load_ruleset("riichi")).draw_named("九種九牌").id
        'nine_terminals'
        """
        return self._draws_by_spelling.get(fold_name(name))

    @cached_property
    def draw_names(self) -> tuple[LocalizedText, ...]:
        """What players type for the ways in which a deal is drawn."""
        return tuple(id_or_name(draw.id, draw.names) for draw in self.draws)

    @cached_property
    def _draws_by_spelling(self) -> dict[str, DrawnDeal]:
        known = ids_by_spelling({draw.id: draw.names for draw in self.draws})
        draws = {draw.id: draw for draw in self.draws}
        return {word: draws[name] for word, name in known.items()}
