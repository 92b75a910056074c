"""Scoring by looking up and adding: every step is a pure function of one number, worked out once.

    tiles -> rows -> reading (a sum) -> what holds -> ways to count -> worth -> payments

The numbers are drawn in `layout`; each memo is named after what it answers, and every one is bounded.
"""

from __future__ import annotations

from scorer.fast.board import Board
from scorer.fast.conditions import Conditions
from scorer.fast.laying import Laying
from scorer.fast.memo import Memo
from scorer.fast.reader import Reader
from scorer.fast.readings import Readings
from scorer.fast.rows import TooMany
from scorer.fast.scoring import Beyond, scorer_of
from scorer.fast.situations import Situated, Situations
from scorer.fast.spelling import Spelling
from scorer.fast.values import Values
from scorer.fast.waits import Waits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.fast.board import Melds
    from scorer.fast.laying import Laid
    from scorer.fast.reader import Spoken
    from scorer.fast.results import Score
    from scorer.fast.worth import Paying
    from scorer.hand import Hand, Situation

    Form = dict[str, Any]


class Engine:
    """One compiled ruleset, ready to score.

    >>> from scorer.fast import open_engine
    >>> from scorer import parse_hand
    >>> from scorer.hand import Situation
    >>> engine = open_engine("riichi")
    >>> score = engine.score(parse_hand("234m567m345p67s99s+8s"), Situation(self_draw=True))
    >>> score.points, score.patterns
    (1500, ('menzen_tsumo', 'pinfu'))
    """

    def __init__(self, form: Form) -> None:
        self.form = form
        self.board = Board(form)
        self.conditions = Conditions(form)
        self.values = Values(form, self.board)
        self.readings = Readings(self.board)
        self.waits = Waits(self.board, self.conditions, self.readings)
        self.taken = Situations(form, self.board, self.conditions.facts_at)
        self.situations: Memo[Any, tuple[Situated, Paying]] = Memo(self.taken.taken_apart, 4096)
        self.reader = Reader(form, self.board, self.taken)
        self.laying = Laying(self.board, self.readings)
        self.spelling = Spelling(self.board, self.laying, self.reader.writing)
        self.spelled = self.spelling.spelled
        self.score_packed = scorer_of(self)
        self._units: Memo[Any, int] = Memo(self.board.units.__getitem__, 1024)
        """what tiles add, by the very tiles that hands are made of: equal keys take longer to compare"""
        self._unit = self._units.__getitem__

    def score(self, hand: Hand, situation: Situation) -> Score | None:
        """The score of a legal hand, or None where it does not win (the reference engine says why).

        Raises Beyond for a hand that only the reference engine can score.
        """
        board, unit = self.board, self._unit
        made, table = self.situations[situation.said]
        winning = hand.winning_tile
        tiles = sum(map(unit, hand.concealed)) + unit(winning)
        if hand.flowers:
            tiles += sum(map(unit, hand.flowers))
        melds = board.melds[made.context, hand.plain_melds] if hand.melds else made.no_melds
        indicators = situation.indicators
        pointed = board.pointers[indicators] if indicators else ()
        try:
            return self.score_packed(tiles, melds, winning[0], winning[1], made, table, pointed)
        except TooMany as error:
            raise Beyond(str(error)) from error

    def score_text(self, said: Spoken) -> Score | None:
        """The score of a hand in notation and what is said of it, None where it does not win.

        Raises Beyond for whatever is not plainly legal: the reference engine finds the faults.
        """
        hand = self.reader.read(said)
        try:
            return self.score_packed(*hand)
        except TooMany as error:
            raise Beyond(str(error)) from error

    def text_of(self, score: Score) -> str:
        """The hand of a score in canonical notation."""
        return self.spelled(*score.source[1:])[0]

    def misses(self) -> int:
        """How often something had to be worked out; hands seen before add nothing."""
        board, conditions, values = self.board, self.conditions, self.values
        memos: list[Memo[Any, Any]] = []
        for shape in board.shapes:
            memos += [*shape.single, *shape.every]
        memos += [board.melds, board.pointers, board.groups.memo, self.situations, self.waits.memo]
        memos += [conditions.holding, conditions.holding_late, conditions.sheets]
        memos += [memo for _, _, memo in conditions.parts]
        memos += [values.ways, values.bonuses, values.worths, values.prices]
        return sum(memo.misses for memo in memos)

    # ---- the reading behind a score

    def laid_of(self, *source: Any) -> list[Laid]:
        """The groups of a score's reading, each with the sheet's items that count it."""
        return self.laying.laid(*source)

    def jokers_of(self, tiles: int, melds: Melds, winning: int, red: bool, made: Situated, place: int) -> Any:
        """What the jokers of a score's hand stand for, as tiles; nothing where it has none."""
        if place < 0 or not tiles >> self.board.joker_at & 15:
            return ()
        return self.readings.reading(tiles, melds, winning, made, place).jokers
