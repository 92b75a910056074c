"""Which rules would make the log and the rules agree: options, one alone or several together, or another
ruleset of the same family.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
    alone = [RulesProposal(options=(one,)) for one in agreeing_options(report)]
    if alone or not any(one.win for _, one in report.differs):
        return tuple(alone[:MOST_PROPOSED])
    together = _options_together(report)
    found = [RulesProposal(options=together)] if together else []
    near = _near_rulesets(report)
    found += [RulesProposal(one.id) for one, agreeing in near if agreeing and _agrees_with(report, one)]
    for one, _ in near[:MOST_EXTENDED] if not found else ():
        options = _options_together(referee(report.game, one))
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
            found.append((_agreeing_count(wins, report, ruleset), ruleset))
    found.sort(key=lambda counted: -counted[0])
    return [(ruleset, count == len(wins)) for count, ruleset in found]


def _agrees_with(report: Report, ruleset: Ruleset) -> bool:
    """Whether no win of the game differs under a ruleset."""
    return not any(mismatch.win for _, mismatch in referee(report.game, ruleset).differs)


def _options_together(report: Report) -> tuple[tuple[str, Value], ...]:
    """Several options under which all wins would agree: each in turn is the one that mends most of the wins
    that still differ. Empty if some differ in the end.
    """
    chosen: dict[str, Value] = {}
    wins = _differing_wins(report)
    agreeing = 0
    while agreeing < len(wins) and len(chosen) < MOST_TOGETHER:
        best, found = agreeing, None
        for option in report.ruleset.offered_options:
            value_now = chosen.get(option.id, report.ruleset.option_values[option.id])
            for value in _other_values(option, value_now) if option.id not in chosen else ():
                count = _agreeing_with_options(wins, report, {**chosen, option.id: value})
                if count > best:
                    best, found = count, (option.id, value)
        if found is None:
            return ()
        agreeing = best
        chosen[found[0]] = found[1]
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
    wins = _differing_wins(report)
    if not wins:
        return ()
    helping = [
        (option.id, value)
        for option in report.ruleset.offered_options
        for value in _other_values(option, report.ruleset.option_values[option.id])
        if _agreeing_with_options(wins, report, {option.id: value}) == len(wins)
    ]
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


def _agreeing_with_options(wins: Sequence[RefereedWin], report: Report, changed: Mapping[str, Value]) -> int:
    """How many of these wins are paid as in the log if some options are changed."""
    try:
        rules = configure_ruleset(report.ruleset, {**dict(report.ruleset.chosen_options), **changed})
    except InputError:  # an option without effect in these rules
        return 0
    return _agreeing_count(wins, report, rules)


def _agreeing_count(wins: Sequence[RefereedWin], report: Report, rules: Ruleset) -> int:
    """How many of these wins are paid as in the log by some rules."""
    table, known = table_rules(rules), {one.id for one in report.rules.decided}
    if any(one.id not in known for one in table.decided):  # what may hold, and the lines do not say
        return _agreeing_in_game(wins, report, rules)
    reader, count = RowRules(rules), 0
    for win in wins:
        try:
            hand, situation = hand_and_situation(
                *reader.read(_without_red(win.line, report, table.plain_tiles))
            )
        except ScorerError:  # indicators, perhaps, which the rules do not have
            return _agreeing_in_game(wins, report, rules)
        count += _is_paid(win, report, hand_outcome(rules, hand, situation).score)
    return count


def _without_red(line: Line | None, report: Report, plain_tiles: Mapping[str, str]) -> Line:
    """A win as a line, with plain tiles for the red ones that other rules do not have."""
    line = dict(line or {})
    if plain_tiles:
        for key in ("hand", report.rules.open_indicator, report.rules.hidden_indicator):
            line |= {key: str(line[key]).replace("0", "5")} if key in line else {}
    return line


def _is_paid(win: RefereedWin, report: Report, score: Score | None) -> bool:
    """Whether a win is paid as in the log by a score."""
    if score is None or win.claim.points not in (None, score.points):
        return False
    if win.claim.payments is None:  # the log pays several winners together
        return True
    gains = dict(score.payments.transfers)
    deal = next(deal for deal in report.deals if win in deal.wins)
    paid = tuple(int(gains.get(deal.table.seat(player), 0)) for player in range(report.rules.players))
    return paid == win.claim.payments


def _agreeing_in_game(wins: Sequence[RefereedWin], report: Report, rules: Ruleset) -> int:
    """How many of these wins agree if the whole game is refereed by other rules."""
    retried = referee(report.game, rules)
    wanted = {id(win) for win in wins}
    return sum(
        id(win) in wanted and not any(one.win == number for one in again.mismatches)
        for deal, again in zip(report.deals, retried.deals, strict=True)
        for number, win in enumerate(deal.wins, 1)
    )
