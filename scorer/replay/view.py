"""The choice of parts of a report on a recorded game."""

from __future__ import annotations

from scorer.labels import deal_words
from scorer.replay.game import Deal, letter
from scorer.values import dataclass


def deal_name(deal: Deal, language: str) -> str:
    """A deal as a reader of a language calls it.

    >>> from scorer import load_ruleset
    >>> told = map(load_ruleset("riichi").display_language, ("en", "ja", "zh"))
    >>> [deal_name(Deal(0, 2, 2, 2, 0, ()), language) for language in told]
    ['E3.2', '東3局2本場', '东3局2本场']
    """
    return deal_words(deal.name, language)


@dataclass(frozen=True)
class ReportView:
    """The parts of a report to show: one deal (by its name), one player, only differences, and additional
    parts.
    """

    deal: str = ""
    player: int = -1
    turn: int = 0
    """the only event of the deal to show, counted from 1; 0 for all"""
    only_differences: bool = False
    with_passed_wins: bool = False
    with_ready_hands: bool = False
    names: tuple[str, ...] = ()
    language: str = "en"

    def player_name(self, player: int) -> str:
        """The letter of a player, with the name if names are shown; `?` for a player whom the log does not
        show.
        """
        name = self.names[player] if 0 <= player < len(self.names) else ""
        shown = "".join(letter if letter.isprintable() else "?" for letter in name)[:20]
        return f"{letter(player)} ({shown})" if shown else letter(player)

    def deal_name(self, deal: Deal) -> str:
        """A deal as a reader of the language calls it."""
        return deal_name(deal, self.language)

    def shows(self, deal: Deal) -> bool:
        return not self.deal or deal.name.casefold() == self.deal.casefold()
