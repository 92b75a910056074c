"""Scoring by looking up and adding: every step is a pure function of one number, worked out once.

    tiles -> rows -> reading (a sum) -> what holds -> ways to count -> worth -> payments

The numbers are drawn in `layout`; each memo is named after what it answers, and every one is bounded.
"""

from __future__ import annotations

from scorer.compiled.conditions import Conditions
from scorer.compiled.memo import MOST_MELDS, MOST_SCORES, Memo
from scorer.compiled.readings import Readings, Waits
from scorer.compiled.rows import Beyond
from scorer.compiled.scoring import scorer_of
from scorer.compiled.situations import Seated, Situated, Situations, said_in
from scorer.compiled.text import Reader, spoken
from scorer.compiled.tiles import Board
from scorer.compiled.values import Values
from scorer.engine.evaluate import TooLarge
from scorer.engine.score import may_not_win, not_complete
from scorer.readings import TooManyReadings
from scorer.values import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.compiled.situations import Said
    from scorer.compiled.spelling import Spelling
    from scorer.compiled.text import Spoken
    from scorer.compiled.tiles import Melds
    from scorer.engine.results import Score
    from scorer.errors import NotAWinner
    from scorer.hand import Hand, Situation
    from scorer.request import Request
    from scorer.ruleset.model import Ruleset

    Form = dict[str, Any]


class Engine:
    """One compiled ruleset, ready to score.

    >>> from scorer.compiled import open_engine
    >>> from scorer import parse_hand
    >>> from scorer.hand import Situation
    >>> engine = open_engine("riichi")
    >>> score = engine.score(parse_hand("234m567m345p67s99s+8s"), Situation(self_draw=True))
    >>> score.points, score.patterns
    (1500, ('menzen_tsumo', 'pinfu'))
    """

    def __init__(self, form: Form, ruleset: Ruleset) -> None:
        """`form` is what the ruleset, as configured, was compiled to."""
        self.form, self.ruleset, self.wide = form, ruleset, 1
        self.board = Board(form, ruleset)
        self.values = Values(form, self.board)
        self.conditions = Conditions(form, self.values)
        self.readings = Readings(self.board)
        self.waits = Waits(self.board, self.conditions, self.readings)
        self.taken = Situations(form, self.board, self.conditions.facts_at)
        self.situations: Memo[Said, tuple[Situated, Seated]] = Memo(self.taken.taken_apart)
        self.melds: Memo[Any, Melds] = Memo(lambda key: self.board.melded(*key), MOST_MELDS)
        self.reader = Reader(self.board, self.taken)
        self.scores: Memo[Spoken, Score] = Memo(most=MOST_SCORES)
        self.score_packed, self.refused_packed = scorer_of(self)

    def score_hand(self, hand: Hand, situation: Situation) -> Score | None:
        """The score of a legal hand, None where the readable evaluator has to say more."""
        try:
            return self.score(hand, situation)
        except Beyond:
            return None

    def score_request(self, request: Request) -> Score | None:
        """The score of a hand as it is written, None where the readable evaluator has to say more; the very
        same for what was asked before.
        """
        said = spoken(request)
        found = self.scores.get(said)
        if found is None and (found := self.score_said(said)):
            self.scores.keep(said, found)
        return found

    def score_said(self, said: Spoken) -> Score | None:
        """The same of what is said of a hand, worked out each time."""
        try:
            return self.score_text(said)
        except Beyond:
            return None

    def score(self, hand: Hand, situation: Situation) -> Score | None:
        """The score of a legal hand, or None where it does not win (the readable evaluator says why).

        Raises Beyond for a hand that only the readable evaluator can score.
        """
        if hand.winning_tile.kind in self.board.flower_bit:
            raise Beyond("a hand of flowers alone")
        made, table = self.situations[said_in(situation)]
        unit = self.board.units.__getitem__
        tiles = sum(map(unit, hand.concealed)) + unit(hand.winning_tile)
        if hand.flowers:
            tiles += sum(map(unit, hand.flowers))
        melds = made.no_melds
        if hand.melds:
            melds = self.melds[made.context, tuple([(m.kind, m.tiles, m.concealed) for m in hand.melds])]
        pointed = self.board.pointers[situation.indicators] if situation.indicators else ()
        winning, red = hand.winning_tile
        try:
            score = self.score_packed(tiles, melds, winning, red, made, table, pointed)
        except (TooLarge, TooManyReadings) as error:
            raise Beyond(str(error)) from error
        if score is not None:
            self._keep_given(score, (hand, situation))
        return score

    def score_text(self, said: Spoken) -> Score | None:
        """The score of a hand in notation and what is said of it, None where it does not win.

        Raises Beyond for whatever is not plainly legal: the readable evaluator finds the faults.
        """
        hand = self.reader.read(said)
        try:
            score = self.score_packed(*hand)
        except (TooLarge, TooManyReadings) as error:
            raise Beyond(str(error)) from error
        if score is not None:
            self._keep_given(score, said)
        return score

    def refusal(self, said: Spoken) -> NotAWinner | None:
        """The error of a plainly legal hand that does not win; None where another has to be found."""
        try:
            hand = self.reader.read(said)
            tiles, melds, winning, _, made, *_ = hand
            if self.board.jokers and tiles >> self.board.joker_at & 15:
                return None
            if not self.readings.every(tiles, melds, winning, made):
                return not_complete(self.ruleset)
        except (Beyond, TooManyReadings):
            return None
        if made.penalty or self.values.asks_penalty or self.values.wins_late:
            return None
        refused = self.refused_packed(*hand)
        return may_not_win(self.ruleset, filter(None, refused)) if all(refused) else None

    @staticmethod
    def _keep_given(score: Score, given: Any) -> None:
        """Keeps what a score was made from, for those who ask for more."""
        source: Any = score.source
        source.given = given

    def misses(self) -> int:
        """How often something had to be worked out; hands seen before add nothing."""
        return sum(memo.misses for memo in self.memos())

    def memos(self) -> list[Memo[Any, Any]]:
        """Everything that is remembered from hand to hand."""
        board, conditions, values = self.board, self.conditions, self.values
        memos: list[Memo[Any, Any]] = [
            self.scores,
            self.situations,
            self.melds,
            board.pointers,
            self.waits.memo,
        ]
        memos += [conditions.holding, conditions.holding_late, conditions.sheets]
        memos += [values.ways, values.refused, values.bonuses, values.worths, values.shares, values.prices]
        memos += [board.melds, *[pieces for _, pieces in self.reader.suits]]
        memos += [row.words for row in board.rows]
        for shape in board.shapes:
            memos += [*shape.single, *shape.every]
            memos += [memo for one in shape.filler.families for memo in (one.pieces, one.sizes, one.one_more)]
        return memos + [memo for *_, memo in (*conditions.clusters, *conditions.parts)]

    def widen(self, times: int) -> None:
        """Lets every memo hold so many times as much as at first: for many hands, which find more again."""
        for memo in self.memos():
            memo.most = memo.most // self.wide * times
        self.wide = times

    # ---- the reading behind a score, for whoever asks for it

    @cached_property
    def spelling(self) -> Spelling:
        """What spells readings out."""
        from scorer.compiled.spelling import Spelling

        return Spelling(self.board, self.readings, self.reader.writing)
