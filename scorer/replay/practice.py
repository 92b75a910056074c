"""Hands of a recorded game to practise on: its wins, hands that were ready, and wins that were passed."""

from __future__ import annotations

from scorer.engine.results import Score
from scorer.phrases import translate
from scorer.replay.chances import LEGAL, PassedWin, passed_wins, ready_hands
from scorer.replay.referee import Report
from scorer.replay.report import passed_text
from scorer.replay.view import ReportView

YES, NO = ("y", "yes", "はい", "是"), ("n", "no", "いいえ", "不", "否")
"""Answers to whether a win was allowed."""


def won_scores(report: Report, player: int = -1) -> list[Score]:
    """The scores of the wins of a game, of one player if one is named."""
    wins = [win for win in report.wins if player in (-1, win.claim.player)]
    return [win.score for win in wins if win.score is not None]


def ready_scores(report: Report, player: int = -1) -> list[Score]:
    """Hands that were ready at the end of a deal and did not win, each with the first tile that would have
    won.
    """
    hands = [
        ready for deal in report.deals for ready in ready_hands(report, deal) if player in (-1, ready.player)
    ]
    scores = [next((score for _, score in ready.waits if score is not None), None) for ready in hands]
    return [score for score in scores if score is not None]


def all_passed(report: Report, player: int = -1) -> list[tuple[str, PassedWin]]:
    """The passed wins of a game, each with the name of its deal."""
    found = [(deal.name, passed) for deal in report.deals for passed in passed_wins(report, deal)]
    return [(name, passed) for name, passed in found if player in (-1, passed.player)]


def passed_question(deal: str, passed: PassedWin, view: ReportView) -> str:
    """The question whether a win was allowed."""
    hand, facts = str(passed.line["hand"]).partition(" +")[0], passed.line.get("with", [])
    shown = f"{hand} {' '.join(map(str, facts))}" if isinstance(facts, list) and facts else hand
    key = "ask passed draw" if passed.player == passed.source else "ask passed"
    return translate(key, view.language, deal, view.player_name(passed.player), shown, passed.tile)


def passed_answer(answer: str) -> bool | None:
    """Whether an answer says that the win was allowed; None if it cannot be read."""
    word = answer.strip().casefold()
    return True if word in YES else False if word in NO else None


def passed_mark(deal: str, passed: PassedWin, answer: str, view: ReportView) -> str:
    """Whether an answer is right, and the reason."""
    given = passed_answer(answer)
    key = "right" if given == (passed.why == LEGAL) else "wrong"
    return f"{translate(key, view.language)} {passed_text(deal, passed, view)}"
