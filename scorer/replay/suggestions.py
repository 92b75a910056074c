"""Which option would make the log and the rules agree."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.batch.many import RowRules, hand_and_situation
from scorer.engine.configure import configure_ruleset
from scorer.errors import ScorerError
from scorer.replay.referee import RefereedWin, Report, referee
from scorer.ruleset.model import Option, Ruleset, Value
from scorer.scoring import hand_outcome

OF_A_WIN = ("payments", "points", "refused")
MOST_RETRIED = 4
"""Options that are tried on the whole game."""
MOST_NUMBERS = 12
STEP = 100


def agreeing_options(report: Report) -> tuple[tuple[str, Value], ...]:
    """The options, each with a value, under which all differing wins would agree, without making another win
    differ. Empty if the hand of a differing win had to be taken from the log's result, because a part of the
    deal is lost.

    Each option is tried alone on the wins that differ; those that help are tried on the whole game.
    """
    differing = [
        win
        for deal in report.deals
        for number, win in enumerate(deal.wins, 1)
        if any(one.win == number and one.topic in OF_A_WIN for one in deal.mismatches)
    ]
    wins = [
        win
        for win in differing
        if win.line is not None and win.claim.payments is not None and not win.from_result
    ]
    if not wins or len(wins) != len(differing):
        return ()
    helping = [
        (option.id, value)
        for option in report.ruleset.offered_options
        for value in _other_values(option, report.ruleset.option_values[option.id])
        if _agree(wins, report, option.id, value)
    ]
    return tuple(one for one in helping[:MOST_RETRIED] if _agrees_everywhere(report, *one))


def _agrees_everywhere(report: Report, name: str, value: Value) -> bool:
    """Whether no win of the game differs if one option is changed."""
    options = {**dict(report.ruleset.chosen_options), name: value}
    retried = referee(report.game, report.ruleset.file_ruleset or report.ruleset, options)
    return not any(mismatch.win for _, mismatch in retried.differs)


def _other_values(option: Option, value: Value) -> Iterator[Value]:
    """The values of an option to try: every other choice, or some of the numbers that it can have."""
    if option.choices:
        yield from (choice for choice in option.choices if choice != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        low, high = option.minimum or 0, option.maximum if option.maximum is not None else MOST_NUMBERS
        step = STEP if high >= STEP else 1
        numbers = range(low - low % step, high + 1, step)[: MOST_NUMBERS + 1]
        yield from (number for number in numbers if number != value and number >= low)


def _agree(wins: list[RefereedWin], report: Report, name: str, value: Value) -> bool:
    """Whether all these wins are paid as in the log if one option is changed."""
    rules: Ruleset = configure_ruleset(report.ruleset, {**dict(report.ruleset.chosen_options), name: value})
    reader = RowRules(rules)
    for win in wins:
        try:
            hand, situation = hand_and_situation(*reader.read(win.line))
        except ScorerError:
            return False
        score = hand_outcome(rules, hand, situation).score
        if score is None or win.claim.points not in (None, score.points):
            return False
        gains = dict(score.payments.transfers)
        deal = next(deal for deal in report.deals if win in deal.wins)
        paid = tuple(int(gains.get(deal.table.seat(player), 0)) for player in range(report.rules.players))
        if paid != win.claim.payments:
            return False
    return True
