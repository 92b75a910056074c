"""Which rules would make the log and the rules agree: options, one alone or several together, or another
ruleset of the same family.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorer.engine.catalogue import shipped_overviews
from scorer.engine.configure import configure_ruleset
from scorer.engine.results import Score
from scorer.errors import InputError, ScorerError
from scorer.replay.referee import Line, RefereedWin, Report, referee, table_rules
from scorer.rows import RowRules
from scorer.ruleset.model import Option, Ruleset, Value
from scorer.scoring import hand_and_situation, hand_outcome, load_ruleset
from scorer.values import dataclass

OF_A_WIN = ("payments", "points", "refused")
MOST_RETRIED = 4
"""Options that are tried on the whole game."""
MOST_TOGETHER = 5
"""Options that are proposed together."""
MOST_PROPOSED = 3
MOST_EXTENDED = 2
"""Rulesets that are tried with options."""
MOST_NUMBERS = 12
STEP = 100


Paid = tuple[int | float | None, tuple[int, ...] | None]
"""The points of a win, and what each player gains by it; None for both if it has no score."""


@dataclass(frozen=True)
class RulesProposal:
    """Rules under which the wins of a game agree: a ruleset, empty for the one that was used, and options."""

    ruleset: str = ""
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def arguments(self) -> str:
        """The proposal as arguments of `scorer replay`.

        >>> RulesProposal("tenhou", (("red_fives", 0),)).arguments
        '-r tenhou -o red_fives=0'
        """
        parts = [f"-r {self.ruleset}"] if self.ruleset else []
        return " ".join([*parts, *(f"-o {name}={str(value).lower()}" for name, value in self.options)])


def proposals(report: Report) -> tuple[RulesProposal, ...]:
    """The rules under which all wins of a game would agree with its log; empty if they agree, or if no such
    rules are found. Options that are enough alone come first, then options together, then rulesets, then the
    nearest rulesets with options.
    """
    trials = _trials(report)
    alone = [RulesProposal(options=(one,)) for one in _agreeing_alone(report, trials)]
    if alone or not any(one.win for _, one in report.differs):
        return tuple(alone[:MOST_PROPOSED])
    together = _options_together(report, trials)
    found = [RulesProposal(options=together)] if together else []
    near = _near_rulesets(report)
    found += [RulesProposal(one.id) for one, agreeing in near if agreeing and _agrees_with(report, one)]
    for one, _ in near[:MOST_EXTENDED] if not found else ():
        of_ruleset = referee(report.game, one)
        options = _options_together(of_ruleset, _trials(of_ruleset))
        found += [RulesProposal(one.id, options)] if options else []
    return tuple(found[:MOST_PROPOSED])


def _near_rulesets(report: Report) -> list[tuple[Ruleset, bool]]:
    """The shipped rulesets of the same family, those first under which most of the differing wins agree; and
    whether all of these agree.
    """
    family, wins = (report.ruleset.id, *report.ruleset.extends)[-1], _differing_wins(report)
    found = []
    for one in shipped_overviews() if wins else ():
        is_near = one.id != report.ruleset.id and family in (one.id, *one.extends)
        if is_near and one.players == report.rules.players:
            ruleset = load_ruleset(one.id)
            found.append((_agreeing_count(wins, _paid(wins, report, ruleset)), ruleset))
    found.sort(key=lambda counted: -counted[0])
    return [(ruleset, count == len(wins)) for count, ruleset in found]


def _agrees_with(report: Report, ruleset: Ruleset) -> bool:
    """Whether no win of the game differs under a ruleset."""
    return not any(mismatch.win for _, mismatch in referee(report.game, ruleset).differs)


class Trial(NamedTuple):
    """An option with a value that changes what a differing win is paid, and how many of these wins it
    mends.
    """

    option: str
    value: Value
    agreeing: int


def _trials(report: Report) -> list[Trial]:
    """Each value of each option that changes what the differing wins are paid. If one number changes nothing,
    the others are not tried.
    """
    wins, found = _differing_wins(report), list[Trial]()
    now = [(win.points, win.payments) for win in wins]
    for option in report.ruleset.offered_options if wins else ():
        for value in _other_values(option, report.ruleset.option_values[option.id]):
            paid = _paid_with_options(wins, report, {option.id: value})
            if paid != now:
                found.append(Trial(option.id, value, _agreeing_count(wins, paid)))
            elif not option.choices:
                break
    return found


def _options_together(report: Report, trials: Sequence[Trial]) -> tuple[tuple[str, Value], ...]:
    """Several options under which all wins would agree: each in turn is the one that mends most of the wins
    that still differ. Empty if some differ in the end.
    """
    chosen: dict[str, Value] = {}
    wins = _differing_wins(report)
    agreeing, candidates = 0, list(trials)
    while agreeing < len(wins) and len(chosen) < MOST_TOGETHER:
        best = max(candidates, key=lambda one: one.agreeing, default=None)
        if best is None or best.agreeing <= agreeing:
            return ()
        agreeing, chosen[best.option] = best.agreeing, best.value
        if agreeing < len(wins):
            candidates = [
                one._replace(
                    agreeing=_agreeing_count(
                        wins, _paid_with_options(wins, report, {**chosen, one.option: one.value})
                    )
                )
                for one in candidates
                if one.option not in chosen
            ]
    options = tuple(chosen.items())
    return options if wins and agreeing == len(wins) and _agrees_everywhere(report, chosen) else ()


def _differing_wins(report: Report) -> list[RefereedWin]:
    """The wins that differ, if all of them can be scored again; otherwise none."""
    differing = [
        win
        for deal in report.deals
        for number, win in enumerate(deal.wins, 1)
        if any(one.win == number and one.topic in OF_A_WIN for one in deal.mismatches)
    ]
    wins = [
        win
        for win in differing
        if win.line is not None
        and (win.claim.payments, win.claim.points) != (None, None)
        and not win.from_result
    ]
    return wins if len(wins) == len(differing) else []


def agreeing_options(report: Report) -> tuple[tuple[str, Value], ...]:
    """The options, each with a value, under which all differing wins would agree, without making another win
    differ. Empty if the hand of a differing win had to be taken from the log's result, because a part of the
    deal is lost.

    Each option is tried alone on the wins that differ; those that help are tried on the whole game.
    """
    return _agreeing_alone(report, _trials(report))


def _agreeing_alone(report: Report, trials: Sequence[Trial]) -> tuple[tuple[str, Value], ...]:
    count = len(_differing_wins(report))
    helping = [(one.option, one.value) for one in trials if one.agreeing == count]
    return tuple(one for one in helping[:MOST_RETRIED] if _agrees_everywhere(report, dict([one])))


def _agrees_everywhere(report: Report, changed: Mapping[str, Value]) -> bool:
    """Whether no win of the game differs if some options are changed."""
    options = {**dict(report.ruleset.chosen_options), **changed}
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


def _paid_with_options(
    wins: Sequence[RefereedWin], report: Report, changed: Mapping[str, Value]
) -> list[Paid]:
    """What these wins are paid if some options are changed."""
    try:
        rules = configure_ruleset(report.ruleset, {**dict(report.ruleset.chosen_options), **changed})
    except InputError:  # an option without effect in these rules
        return [(win.points, win.payments) for win in wins]
    return _paid(wins, report, rules)


def _paid(wins: Sequence[RefereedWin], report: Report, rules: Ruleset) -> list[Paid]:
    """What these wins are paid by some rules."""
    table, known = table_rules(rules), {one.id for one in report.rules.decided}
    if any(one.id not in known for one in table.decided):  # what may hold, and the lines do not say
        return _paid_in_game(wins, report, rules)
    reader, found = RowRules(rules), list[Paid]()
    for win in wins:
        try:
            hand, situation = hand_and_situation(
                *reader.read(_without_red(win.line, report, table.plain_tiles))
            )
        except ScorerError:  # indicators, perhaps, which the rules do not have
            return _paid_in_game(wins, report, rules)
        found.append(_paid_by_score(win, report, hand_outcome(rules, hand, situation).score))
    return found


def _without_red(line: Line | None, report: Report, plain_tiles: Mapping[str, str]) -> Line:
    """A win as a line, with plain tiles for the red ones that other rules do not have."""
    line = dict(line or {})
    if plain_tiles:
        for key in ("hand", report.rules.open_indicator, report.rules.hidden_indicator):
            line |= {key: str(line[key]).replace("0", "5")} if key in line else {}
    return line


def _paid_by_score(win: RefereedWin, report: Report, score: Score | None) -> Paid:
    """What a win is paid by a score."""
    if score is None:
        return None, None
    gains = dict(score.payments.transfers)
    deal = next(deal for deal in report.deals if win in deal.wins)
    paid = tuple(int(gains.get(deal.table.seat(player), 0)) for player in range(report.rules.players))
    return score.points, paid


def _paid_in_game(wins: Sequence[RefereedWin], report: Report, rules: Ruleset) -> list[Paid]:
    """What these wins are paid if the whole game is refereed by other rules."""
    retried = referee(report.game, rules)
    found = {
        id(win): (other.points, other.payments)
        for deal, again in zip(report.deals, retried.deals, strict=True)
        for win, other in zip(deal.wins, again.wins, strict=True)
    }
    return [found[id(win)] for win in wins]


def _agreeing_count(wins: Sequence[RefereedWin], paid: Sequence[Paid]) -> int:
    """How many of these wins are paid as in the log. It may give the payments of several winners together."""
    return sum(
        payments is not None and win.claim.points in (None, points) and win.claim.payments in (None, payments)
        for win, (points, payments) in zip(wins, paid, strict=True)
    )
