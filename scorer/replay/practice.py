"""Practice hands from a recorded game: wins, ready hands, and passed wins."""

from __future__ import annotations

from scorer.engine.results import Score
from scorer.labels import capitalize_first
from scorer.phrases import comma_list, translate
from scorer.render.result import Object
from scorer.replay.chances import LEGAL, PassedWin, passed_wins, ready_hands
from scorer.replay.referee import RefereedDeal, Report
from scorer.replay.report import passed_text
from scorer.replay.view import ReportView, deal_name
from scorer.ruleset.model import Ruleset
from scorer.teach.progress import PASSED
from scorer.teach.quiz import PracticeHand
from scorer.tiles import name_in
from scorer.values import dataclass

YES, NO = ("y", "yes", "はい", "是", "1"), ("n", "no", "いいえ", "不", "否", "2")
"""Answers to whether a win was allowed: words, or the number of the choice."""


@dataclass(frozen=True)
class PlayedHand:
    """A hand of a recorded game: its score, and the deal that it comes from, in words."""

    score: Score
    origin: str


@dataclass(frozen=True)
class PassedQuestion:
    """The question whether a player could have won on a tile that was passed; `deal` names the deal."""

    deal: str
    passed_win: PassedWin
    ruleset: Ruleset

    topic = PASSED


@dataclass(frozen=True)
class PassedMark:
    """The mark for an answer to such a question; an empty answer is skipped."""

    question: PassedQuestion
    answer_text: str
    language: str = "en"

    topic = PASSED

    @property
    def patterns(self) -> tuple[tuple[str, bool], ...]:
        """The patterns in question: none."""
        return ()

    @property
    def is_right(self) -> bool:
        return passed_answer(self.answer_text) == (self.question.passed_win.verdict == LEGAL)

    @property
    def is_skipped(self) -> bool:
        return not self.answer_text.strip("? ")

    @property
    def answer(self) -> str:
        """The right answer."""
        return translate("yes" if self.question.passed_win.verdict == LEGAL else "no", self.language)


@dataclass(frozen=True)
class GameSource:
    """A report on a game to practise on, the player whose hands are asked about (-1 for all), and what its
    deals are called after: nothing, or the file.
    """

    report: Report
    player: int = -1
    name: str = ""
    language: str = "en"

    def deal_name(self, deal: RefereedDeal) -> str:
        return " ".join(filter(None, (self.name, deal_name(deal.deal, self.language))))

    def wins(self) -> list[PlayedHand]:
        """The wins of the game."""
        return [
            PlayedHand(win.score, self.deal_name(deal))
            for deal in self.report.deals
            for win in deal.wins
            if self.player in (-1, win.claim.player) and win.score is not None
        ]

    def ready_hands(self) -> list[PlayedHand]:
        """Hands that were ready at the end of a deal and did not win, each with the first tile that would
        have won.
        """
        found = []
        for deal in self.report.deals:
            for ready in ready_hands(self.report, deal):
                score = next((score for _, score in ready.waits if score is not None), None)
                if score is not None and self.player in (-1, ready.player):
                    found.append(PlayedHand(score, self.deal_name(deal)))
        return found

    def passed_questions(self) -> list[PassedQuestion]:
        """A question about each passed win of the game."""
        return [
            PassedQuestion(self.deal_name(deal), one, self.report.ruleset)
            for deal in self.report.deals
            for one in passed_wins(self.report, deal)
            if self.player in (-1, one.player)
        ]


@dataclass(frozen=True)
class GamePractice:
    """Questions about recorded games: hands that won or were ready, and wins that were passed."""

    hands: tuple[PracticeHand, ...]
    passed: tuple[PassedQuestion, ...]


def passed_question(question: PassedQuestion, language: str) -> str:
    """The question whether a win was allowed."""
    view = ReportView(language=language)
    deal, passed = question.deal, question.passed_win
    hand, facts = str(passed.line["hand"]).partition(" +")[0], passed.line.get("with", [])
    known = question.ruleset.circumstance_by_id
    ids = [str(fact).partition("=")[0] for fact in (facts if isinstance(facts, list) else ())]
    names = [name_in(known[ident].names, language) if ident in known else ident for ident in ids]
    shown = f"{hand} ({comma_list(names, language)})" if names else hand
    key = "ask passed draw" if passed.player == passed.source else "ask passed"
    return translate(key, language, deal, view.player_name(passed.player), shown, passed.tile)


def passed_question_data(question: PassedQuestion, language: str) -> Object:
    """A question with the same keys as one about a hand."""
    return {
        "topic": PASSED, "asks": passed_question(question, language), "hint": translate("hint yes", language),
        "choices": [capitalize_first(translate(key, language)) for key in ("yes", "no")],
        "sort": "choice", "hints": [], "origin": question.deal,
    }  # fmt: skip


def passed_mark_data(mark: PassedMark, language: str) -> Object:
    """A mark with the same keys as one about a hand."""
    return {
        "topic": PASSED, "right": mark.is_right, "answer": mark.answer,
        "note": passed_reason(mark.question, language), "skipped": mark.is_skipped, "sections": [],
    }  # fmt: skip


def passed_answer(answer: str) -> bool | None:
    """Whether an answer says that the win was allowed; None if it cannot be read."""
    word = answer.strip().casefold()
    return True if word in YES else False if word in NO else None


def passed_mark(mark: PassedMark, language: str) -> str:
    """Whether an answer is right, and the reason."""
    said = "" if mark.is_skipped else translate("right" if mark.is_right else "wrong", language)
    return f"{said} {passed_reason(mark.question, language)}".strip()


def passed_reason(question: PassedQuestion, language: str) -> str:
    """Whether the win was allowed, and what it would have paid."""
    return passed_text(question.deal, question.passed_win, ReportView(language=language))
