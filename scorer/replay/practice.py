"""Practice hands from a recorded game: wins, ready hands, and passed wins."""

from __future__ import annotations

from scorer.engine.results import Score
from scorer.phrases import translate
from scorer.replay.chances import LEGAL, PassedWin, passed_wins, ready_hands
from scorer.replay.referee import Report
from scorer.replay.report import passed_text
from scorer.replay.view import ReportView
from scorer.values import dataclass

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


def passed_questions(report: Report, player: int = -1) -> list[PassedQuestion]:
    """A question about each passed win of a game, of one player if one is named."""
    found = [PassedQuestion(deal.name, one) for deal in report.deals for one in passed_wins(report, deal)]
    return [question for question in found if player in (-1, question.passed_win.player)]


@dataclass(frozen=True)
class PassedQuestion:
    """The question whether a player could have won on a tile that was passed; `deal` names the deal."""

    deal: str
    passed_win: PassedWin


@dataclass(frozen=True)
class PassedMark:
    """The mark for an answer to such a question; an empty answer is wrong."""

    question: PassedQuestion
    answer: str

    @property
    def is_right(self) -> bool:
        return passed_answer(self.answer) == (self.question.passed_win.verdict == LEGAL)


def passed_question(question: PassedQuestion, language: str) -> str:
    """The question whether a win was allowed."""
    view = ReportView(language=language)
    deal, passed = question.deal, question.passed_win
    hand, facts = str(passed.line["hand"]).partition(" +")[0], passed.line.get("with", [])
    shown = f"{hand} {' '.join(map(str, facts))}" if isinstance(facts, list) and facts else hand
    key = "ask passed draw" if passed.player == passed.source else "ask passed"
    return translate(key, language, deal, view.player_name(passed.player), shown, passed.tile)


def passed_answer(answer: str) -> bool | None:
    """Whether an answer says that the win was allowed; None if it cannot be read."""
    word = answer.strip().casefold()
    return True if word in YES else False if word in NO else None


def passed_mark(mark: PassedMark, language: str) -> str:
    """Whether an answer is right, and the reason."""
    key, question = "right" if mark.is_right else "wrong", mark.question
    reason = passed_text(question.deal, question.passed_win, ReportView(language=language))
    return f"{translate(key, language)} {reason}"
