"""Recorded games as evenings: the events of a log in the form in which a table is written down, so that a
league can add games from sites and games that were typed in.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.replay.game import Game, letter
from scorer.replay.referee import RefereedDeal, RefereedWin, Report, referee
from scorer.ruleset.model import ShareSheet
from scorer.table.evening import Evening, evening_of
from scorer.table.events import Declaration, Draw, Event, GameStart, KnownResult, Win

OF_SITUATION = ("hand", "win", "seat", "round", "from", "with", "honba", "sticks", "pao")
"""Keys of a line of a win that are no indicators."""


def evening_of_log(game: Game, language: str = "en") -> Evening:
    """The evening of a recorded game: its declarations, wins and draws as events, scored by the rules that
    the log names. A log without names has the players A, B, C and D. The rules have texts in a language.

    >>> from scorer import read_game, sample_log
    >>> evening_of_log(read_game(sample_log())).games[0].state.players
    ('A', 'B', 'C', 'D')
    """
    report = referee(game, language=language)
    ruleset = report.ruleset
    return evening_of(events_of_report(report), load=lambda name: ruleset)


def events_of_report(report: Report) -> Iterator[Event]:
    """The events of a game that was followed; deals without a result are left out. Of a log that begins in
    the middle of a game, only the last scores are known.
    """
    game = report.game
    names = _player_names(game)
    first = game.first_dealer
    order = [*names[first:], *names[:first]]
    yield GameStart(report.ruleset.id, tuple(order), _rounds_played(report))
    if not _has_whole_game(report):
        last = report.deals[-1]
        if last.scores_after is not None:
            yield KnownResult(tuple(zip(names, last.scores_after, strict=True)), last.sticks_after)
        return
    for deal in report.deals:
        yield from (Declaration(names[player]) for player in deal.stick_payers if report.rules.stick)
        if deal.wins and deal.wins[0].claim.source >= 0:
            yield _win(deal, names)
        elif deal.draw is not None and deal.draw.rule is not None:
            yield _draw(deal, names)


def _rounds_played(report: Report) -> int:
    """The rounds of a game, more than the log names if it has deals after the one round that may follow."""
    named = report.chosen_rules.rounds
    last = max((one.deal.round for one in report.deals), default=0)
    return last if named and last > named else named


def _has_whole_game(report: Report) -> bool:
    """Whether a log has the game from its first deal."""
    first, start = report.deals[0], report.rules.start
    begun = first.scores_before in (None, (start,) * report.game.players)
    return begun and not (first.deal.round or first.deal.turn or first.deal.honba or first.deal.sticks)


def _player_names(game: Game) -> tuple[str, ...]:
    """The names of the players, or letters if the log has none or two are equal."""
    letters = tuple(map(letter, range(game.players)))
    names = game.names[: game.players]
    return names if len({*filter(None, names)}) == game.players else letters


def _win(deal: RefereedDeal, names: tuple[str, ...]) -> Win:
    """The wins of a deal, each with its hand."""
    values, liable = [], []
    discarder = ""
    for win in deal.wins:
        claim = win.claim
        values.append((names[claim.player], _value(win)))
        if claim.source != claim.player:
            discarder = names[claim.source]
        seats = _liable_seats(win)
        dealer = deal.deal.dealer
        liable += [
            (names[claim.player], names[(dealer + "ESWN".index(seat)) % len(names)]) for seat in seats[:1]
        ]
    return Win(tuple(values), discarder, tuple(liable))


def _liable_seats(win: RefereedWin) -> list[str]:
    """The seats of players who are liable for a pattern that the hand has."""
    score = win.score
    if score is None:
        return []
    patterns = {award.pattern.id for award in score.best.awards}
    return [seat for name, seat in score.situation.liable if name in patterns]


def _value(win: RefereedWin) -> str:
    """The hand of a win with its words; what it is paid if the hand is not known."""
    line = win.line
    if line is None:
        return f"{win.claim.points or 0} points"
    words = [str(line["hand"]).replace(" +", "+").replace(" ", "")]
    stated = line.get("with", [])
    words += map(str, stated) if isinstance(stated, list) else []
    words += [f"{key}={value}" for key, value in line.items() if key not in OF_SITUATION]
    return " ".join(words)


def _draw(deal: RefereedDeal, names: tuple[str, ...]) -> Draw:
    """The draw of a deal, with the players who were ready and those whom it paid."""
    settled = deal.draw
    assert settled is not None
    assert settled.rule is not None
    ready = tuple((name, "") for name, state in zip(names, settled.ready_states, strict=False) if state)
    paid: tuple[str, ...] = ()
    if settled.rule.pays != ShareSheet():
        paid = tuple(name for name, gain in zip(names, settled.payments, strict=True) if gain > 0)
    return Draw(settled.rule.id, () if settled.rule.aborts else ready, paid)
