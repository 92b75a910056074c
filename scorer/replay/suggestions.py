"""Which rules would make the log and the rules agree: options, one alone or several together, or another
ruleset of the same family. Wins count, and so do draws, counters, dealers and the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorer.engine.catalogue import shipped_overviews
from scorer.engine.configure import configure_ruleset
from scorer.engine.results import Score
from scorer.errors import InputError, ScorerError
from scorer.replay.referee import Line, RefereedWin, Report, followed_deals, referee, table_rules
from scorer.rows import RowRules
from scorer.ruleset.model import Option, Ruleset, Value, expressions_in
from scorer.scoring import hand_and_situation, hand_outcome, load_ruleset
from scorer.values import dataclass, field, fields_of, replace

OF_A_WIN = ("payments", "points", "refused")
OF_DEALS = ("draw", "ready", "payments", "counters", "sticks", "dealer", "final", "results")
"""What differs that rules for draws, for what follows a deal, or for the end decide."""
OF_OTHER_DEALS = ("draw", "dealer", "final", "results")
"""What differs if a log is played by another ruleset; reading all of these takes seconds the first time."""
MOST_RETRIED = 4
"""Options that are tried on the whole game."""
MOST_TOGETHER = 5
"""Options that are proposed together."""
MOST_PROPOSED = 3
MOST_EXTENDED = 2
"""Rulesets that are tried with options."""
MOST_DEAL_RULES = 10
"""Ways in which rulesets play deals that are tried on the whole game."""
MOST_NUMBERS = 12
STEP = 100


Paid = tuple[int | float | None, tuple[int, ...] | None]
"""The points of a win, and what each player gains by it; None for both if it has no score."""


@dataclass(frozen=True)
class RulesProposal:
    """Rules under which the wins of a game agree: a ruleset, empty for the one that was used, and options.
    `agrees` is true if nothing else in the game differs under them.
    """

    ruleset: str = ""
    options: tuple[tuple[str, Value], ...] = ()
    agrees: bool = field(default=False, compare=False)

    @property
    def arguments(self) -> str:
        """The proposal as arguments of `scorer replay`.

        >>> RulesProposal("tenhou", (("red_fives", 0),)).arguments
        '-r tenhou -o red_fives=0'
        """
        parts = [f"-r {self.ruleset}"] if self.ruleset else []
        return " ".join([*parts, *(f"-o {name}={str(value).lower()}" for name, value in self.options)])


def proposals(report: Report) -> tuple[RulesProposal, ...]:
    """The rules under which a game would agree with its log: all of it, if there are such rules, else all of
    its wins. Empty if it agrees, or if no such rules are found. Options that are enough alone come first,
    then options together, then rulesets, then the nearest rulesets with options.
    """
    if not any(one.win for _, one in report.differs):
        return tuple(_proposals_for_deals(report)[:MOST_PROPOSED]) if report.differs else ()
    found = _proposals_for_wins(report)[:MOST_PROPOSED]
    checked = [_checked_proposal(report, one) for one in found]
    return tuple(sorted(checked, key=lambda one: not one.agrees))


def _proposals_for_wins(report: Report) -> list[RulesProposal]:
    """The rules under which all wins of a game would agree."""
    trials = _trials(report)
    alone = [RulesProposal(options=(one,)) for one in _agreeing_alone(report, trials)]
    if alone:
        return alone
    together = _options_together(report, trials)
    found = [RulesProposal(options=together)] if together else []
    near = _near_rulesets(report)
    of_all = len(_differing_wins(report))
    found += [RulesProposal(one.id) for one, count in near if count == of_all and _agrees_with(report, one)]
    extended = [one for one, count in near[:MOST_EXTENDED] if count] if not found else []
    for one in extended:
        of_ruleset = _refereed(report, one)
        options = _options_together(of_ruleset, _trials(of_ruleset))
        found += [RulesProposal(one.id, options)] if options else []
    return found


def _checked_proposal(report: Report, proposal: RulesProposal) -> RulesProposal:
    """Rules under which all wins agree, with the options that make the deals agree as well."""
    again = _report_under(report, proposal)
    if not again.differs:
        return replace(proposal, agrees=True)
    for further in _options_for_deals(again):
        options = tuple({**dict(proposal.options), **dict(further)}.items())
        return replace(proposal, options=options, agrees=True)
    return proposal


def _report_under(report: Report, proposal: RulesProposal) -> Report:
    """The report on the same game under the rules of a proposal."""
    if proposal.ruleset:
        return referee(report.game, proposal.ruleset, dict(proposal.options) or None)
    return _with_options(report, dict(proposal.options))


# ---- draws, counters, dealers and the end of the game


def _proposals_for_deals(report: Report) -> list[RulesProposal]:
    """The rules under which a game agrees of which no win differs, but a draw, what follows a deal, or the
    end.
    """
    alone = [RulesProposal(options=one, agrees=True) for one in _options_for_deals(report)]
    return alone or [RulesProposal(one.id, agrees=True) for one in _rulesets_for_deals(report)]


def _options_for_deals(report: Report) -> list[tuple[tuple[str, Value], ...]]:
    """The options, each with a value, under which the whole game agrees. If one number changes nothing, the
    others are not tried.
    """
    if not any(one.win or one.topic in OF_DEALS for _, one in report.differs):
        return []
    ruleset, found = report.ruleset, list[tuple[tuple[str, Value], ...]]()
    asked, now = _options_in(ruleset.deals, ruleset.draws, ruleset.final), _course(report, ruleset)
    for option in ruleset.offered_options:
        values = _other_values(option, ruleset.option_values[option.id]) if option.id in asked else ()
        for value in values:
            changed = _configured(report, {option.id: value})
            if not _begins_alike(report, changed):
                continue
            is_changed = report.final_mismatch is not None or _course(report, changed) != now
            if is_changed and not _refereed(report, changed).differs:
                found.append(((option.id, value),))
            elif not is_changed and not option.choices:
                break
    return found


def _rulesets_for_deals(report: Report) -> list[Ruleset]:
    """The shipped rulesets of the same family under which the whole game agrees, of those whose deals are
    played in another way.
    """
    if not any(one.topic in OF_OTHER_DEALS for _, one in report.differs):
        return []
    found, tried = list[Ruleset](), [_deal_rules(report.ruleset)]
    now = _course(report, report.ruleset)
    for ruleset in _family(report):
        if (rules := _deal_rules(ruleset)) not in tried and len(tried) <= MOST_DEAL_RULES:
            tried.append(rules)
            if not _begins_alike(report, ruleset):
                continue
            is_changed = report.final_mismatch is not None or _course(report, ruleset) != now
            if is_changed and not _refereed(report, ruleset).differs:
                found.append(ruleset)
    return found


def _begins_alike(report: Report, ruleset: Ruleset) -> bool:
    """Whether a game begins by a ruleset with the scores that the log has, if it does by those in use."""
    scores = {*(report.deals[0].scores_before or ())}
    return scores != {report.rules.start} or scores == {table_rules(ruleset).start}


def _course(report: Report, ruleset: Ruleset) -> list[object]:
    """How the deals of a game are drawn and follow one another by some rules. It is found without scores."""
    table = table_rules(ruleset)
    table.share_waits(report.rules)
    followed = followed_deals(report.game, table, report.site, report.chosen_rules.rounds)
    return [(one.mismatches, one.settled_draw, one.outcome((0,) * table.players)) for one in followed]


def _deal_rules(ruleset: Ruleset) -> tuple[object, ...]:
    """What decides how deals are drawn and follow one another."""
    names = sorted(_options_in(ruleset.deals, ruleset.draws, ruleset.final) & ruleset.option_values.keys())
    values = tuple([(name, ruleset.option_values[name]) for name in names])
    return ruleset.deals, ruleset.draws, ruleset.final, values


def _options_in(*parts: object) -> set[str]:
    """The options that parts of a ruleset ask for."""
    return {str(node.args[0]) for node in expressions_in(parts) if node.op == "option"}


def _options_of_wins(ruleset: Ruleset) -> set[str]:
    """The options that more than the deals, the draws and the end of a game ask for."""
    names = [name for name in fields_of(ruleset) if name not in ("deals", "draws", "final", "options")]
    return _options_in(*(getattr(ruleset, name) for name in names))


def _family(report: Report) -> Iterator[Ruleset]:
    """The other shipped rulesets of the same family for as many players."""
    family = (report.ruleset.id, *report.ruleset.extends)[-1]
    for one in shipped_overviews():
        is_near = one.id != report.ruleset.id and family in (one.id, *one.extends)
        if is_near and one.players == report.rules.players:
            yield load_ruleset(one.id)


# ---- wins


def _near_rulesets(report: Report) -> list[tuple[Ruleset, int]]:
    """The shipped rulesets of the same family, those first under which most of the differing wins agree, and
    how many of these agree.
    """
    wins = _differing_wins(report)
    counted = [(one, _agreeing_count(wins, _paid(wins, report, one))) for one in _family(report) if wins]
    return sorted(counted, key=lambda one: -one[1])


def _agrees_with(report: Report, ruleset: Ruleset) -> bool:
    """Whether no win of the game differs under a ruleset."""
    return not any(mismatch.win for _, mismatch in _refereed(report, ruleset).differs)


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
    asked = _options_of_wins(report.ruleset) if wins else set()
    for option in report.ruleset.offered_options:
        if option.id not in asked:
            continue
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
    return not any(mismatch.win for _, mismatch in _with_options(report, changed).differs)


def _with_options(report: Report, changed: Mapping[str, Value]) -> Report:
    """The report on the same game with some options changed."""
    return _refereed(report, _configured(report, changed))


def _configured(report: Report, changed: Mapping[str, Value]) -> Ruleset:
    """The rules of a report with some options changed."""
    options = {**dict(report.ruleset.chosen_options), **changed}
    return configure_ruleset(report.ruleset.file_ruleset or report.ruleset, options)


def _refereed(report: Report, ruleset: Ruleset) -> Report:
    """The report on the same game under another ruleset."""
    table_rules(ruleset).share_waits(report.rules)
    return referee(report.game, ruleset)


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
    """What these wins are paid if the whole game is followed by other rules."""
    table = table_rules(rules)
    table.share_waits(report.rules)
    followed = followed_deals(report.game, table, report.site, report.chosen_rules.rounds)
    lines = {
        id(win): line
        for deal, again in zip(report.deals, followed, strict=True)
        for win, line in zip(deal.wins, again.lines, strict=True)
    }
    reader, found = RowRules(rules), list[Paid]()
    for win in wins:
        try:
            score = hand_outcome(rules, *hand_and_situation(*reader.read(lines[id(win)] or {}))).score
        except ScorerError:
            score = None
        found.append(_paid_by_score(win, report, score))
    return found


def _agreeing_count(wins: Sequence[RefereedWin], paid: Sequence[Paid]) -> int:
    """How many of these wins are paid as in the log. It may give the payments of several winners together."""
    return sum(
        payments is not None and win.claim.points in (None, points) and win.claim.payments in (None, payments)
        for win, (points, payments) in zip(wins, paid, strict=True)
    )
