"""Many hands at once, in memory: together in columns where that pays, the others one by one.

Without numpy, and where a ruleset fits in no columns, all go one by one and give the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from scorer.batch.lines import BadLine, NotPlain, PlainKeys, spoken_of
from scorer.compiled import compiled, open_engine
from scorer.compiled.engine import Engine
from scorer.compiled.scoring import Beyond
from scorer.compiled.trees import TooLarge, Unsupported
from scorer.engine.configure import configured
from scorer.engine.request import understand
from scorer.engine.score import score_hand
from scorer.errors import ScorerError
from scorer.library import DEFAULT_RULESET
from scorer.request import Request
from scorer.ruleset.model import Ruleset, Value
from scorer.ruleset.opening import open_ruleset

if TYPE_CHECKING:
    from scorer.columns.requests import RequestScorer
    from scorer.compiled.text import Spoken
    from scorer.engine.results import Score

TOGETHER = 250
"""Hands below which columns cost more than they save."""
Transfers = tuple[tuple[str, int | float], ...]


class Worth(NamedTuple):
    """What a hand is worth in numbers. `total`, `sheet` and `tier` are counted in the ruleset's units;
    `payments` is what each seat gains or loses, `received` what the winner gets.
    """

    points: int | float
    received: int | float
    limit: str | None
    patterns: tuple[str, ...]
    total: int
    sheet: int | None
    tier: int
    payments: Transfers


class Scorer:
    """Scores many requests of one ruleset as configured."""

    def __init__(self, rules: Ruleset, engine: Engine | None) -> None:
        self.rules, self.engine = rules, engine
        self.columns = _columns(engine) if engine else None

    def worths(self, asked: Sequence[Spoken]) -> list[Worth | ScorerError]:
        """What each request is worth, or the error that takes its place."""
        found: list[Worth | ScorerError | None] = [None] * len(asked)
        if self.columns and len(asked) >= TOGETHER:
            found = self._together(self.columns, asked)
        return [self.alone(one) if worth is None else worth for one, worth in zip(asked, found, strict=True)]

    def _together(self, columns: RequestScorer, asked: Sequence[Spoken]) -> list[Worth | ScorerError | None]:
        """What columns know, and None for every other row."""
        from scorer.columns.requests import Requests

        try:
            made = columns.score(Requests.of(asked, columns.indicators))
        except Unsupported:  # a number too large for its column
            return [None] * len(asked)
        worth, has_sheet = made.worth, self.rules.sheet is not None
        patterns = [tuple([award[0] for award in awards]) for awards in worth.awards]
        limits: tuple[str | None, ...] = (*worth.limits, None)
        paid = made.payments(range(len(asked)))
        sheets: Iterable[int | None] = worth.sheet.tolist() if has_sheet else repeat(None)
        rows = zip(
            made.left.tolist(), worth.points.tolist(), paid, worth.limit.tolist(), worth.award.tolist(),
            worth.total.tolist(), sheets, worth.tier.tolist(), strict=False,
        )  # fmt: skip
        return [
            None
            if left
            else Worth(points, received, limits[limit], patterns[award], total, sheet, tier, gains)
            for left, points, (received, gains), limit, award, total, sheet, tier in rows
        ]

    def alone(self, said: Spoken) -> Worth | ScorerError:
        """One request: by the compiled engine, else by the reference engine, which knows every fault."""
        try:
            score = self.engine.score_text(said) if self.engine else None
        except (Beyond, TooLarge):
            score = None
        if score is not None:
            paid, sheet = score.payments, score.sheet.total if score.sheet else None
            numbers = (score.total, sheet, score.tier)
            return Worth(paid.points, paid.total, score.limit, score.patterns, *numbers, paid.transfers)
        try:
            slow = score_hand(self.rules, *understand(_request(said), self.rules))
        except ScorerError as error:
            return error
        best, limit = slow.best, slow.best.limit.id if slow.best.limit else None
        numbers = (best.total, best.sheet.total if best.sheet else None, best.tier)
        return Worth(slow.points, slow.total, limit, slow.patterns, *numbers, best.payments.transfers)


def _columns(engine: Engine) -> RequestScorer | None:
    try:
        from scorer.columns.requests import RequestScorer

        return RequestScorer(engine)
    except (ImportError, Unsupported):
        return None


def _request(said: Spoken) -> Request:
    hand, win, round_, seat, discarder, circumstances, honba, sticks, pao, shown = said
    return Request(hand, win, round_, seat, discarder, circumstances, dict(shown), honba, sticks, dict(pao))


@lru_cache(maxsize=8)
def opened(name: str, options: tuple[tuple[str, Value], ...]) -> Scorer:
    """The scorer of a ruleset by name or file, with options chosen. Raises RulesetError or InputError."""
    rules = configured(open_ruleset(name), dict(options))
    try:
        return Scorer(rules, open_engine(name, dict(options)))
    except Unsupported:
        return Scorer(rules, None)


def _scorer(ruleset: str | Ruleset, options: Mapping[str, Value]) -> Scorer:
    if isinstance(ruleset, str):
        return opened(ruleset, tuple(sorted(options.items())))
    rules = configured(ruleset, options)
    try:
        return Scorer(rules, compiled(rules))
    except Unsupported:
        return Scorer(rules, None)


class Scores(Sequence["Score | ScorerError"]):
    """Many hands scored, in order. As a sequence it gives whole scores, each made when it is asked for; a
    hand that is not scored gives its error. `points`, `totals`, `limits`, `patterns` and `payments` are
    columns, with None where there is no score.
    """

    def __init__(self, rules: Ruleset, asked: Sequence[Spoken | ScorerError], worths: Sequence[Any]) -> None:
        self._rules, self._asked, self._worths = rules, asked, worths

    def __len__(self) -> int:
        return len(self._worths)

    @overload
    def __getitem__(self, place: int) -> Score | ScorerError: ...
    @overload
    def __getitem__(self, place: slice) -> list[Score | ScorerError]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        worth, said = self._worths[place], self._asked[place]
        if isinstance(worth, ScorerError) or isinstance(said, ScorerError):
            return worth
        return score_hand(self._rules, *understand(_request(said), self._rules))

    @property
    def errors(self) -> dict[int, ScorerError]:
        """The hands that are not scored, by their places: InputError, or NotAWinner."""
        return {place: one for place, one in enumerate(self._worths) if isinstance(one, ScorerError)}

    def _column(self, name: str) -> list[Any]:
        return [None if isinstance(one, ScorerError) else getattr(one, name) for one in self._worths]

    @property
    def points(self) -> list[int | float | None]:
        """What all payers together pay for each hand, without counters and sticks, in the game's units."""
        return self._column("points")

    @property
    def totals(self) -> list[int | float | None]:
        """What each winner receives, counters and sticks included."""
        return self._column("received")

    @property
    def limits(self) -> list[str | None]:
        """The id of the limit, None where there is none."""
        return self._column("limit")

    @property
    def patterns(self) -> list[tuple[str, ...] | None]:
        """The ids of the patterns that count."""
        return self._column("patterns")

    @property
    def payments(self) -> list[dict[str, int | float] | None]:
        """What each seat gains or loses, counters and sticks included."""
        return [None if isinstance(one, ScorerError) else dict(one.payments) for one in self._worths]


def score_many(
    hands: Iterable[str | Mapping[str, Any]],
    ruleset: str | Ruleset = DEFAULT_RULESET,
    options: Mapping[str, Value] | None = None,
) -> Scores:
    """Scores many hands of one ruleset: texts in notation, or mappings with the keys of a line of
    `scorer batch` (`hand`, and as needed `win`, `round`, `seat`, `from`, `with`, `honba`, `sticks`, `pao`
    and the ruleset's indicators). Columns of a table become such mappings with
    `table.to_dict("records")`.

    Some hundred hands or more are scored together, if numpy is installed (`pip install 'scorer[batch]'`):
    many times as fast as one by one. Errors of single hands are values in their places. Threads may call
    this at the same time.

    Raises RulesetError for a bad ruleset, InputError for options that it does not have.

    >>> scores = score_many([
    ...     "234m345p67p456s55s+8p",
    ...     {"hand": "234m345p67p456s55s+8p", "win": "tsumo", "with": ["riichi"], "dora": "4s"},
    ...     "123x",
    ... ])
    >>> scores.points, scores.payments[1]
    ([2000, 12000, None], {'E': -6000, 'S': 12000, 'W': -3000, 'N': -3000})
    >>> scores[1].patterns, scores.errors[2].kind
    (('riichi', 'menzen_tsumo', 'pinfu', 'tanyao'), 'notation')
    """
    scorer = _scorer(ruleset, options or {})
    keys = PlainKeys(tuple([item.id for item in scorer.rules.indicators]))
    asked = [_spoken(hand, keys) for hand in hands]
    worths: Iterator[Any] = iter(scorer.worths([one for one in asked if not isinstance(one, ScorerError)]))
    return Scores(
        scorer.rules, asked, [one if isinstance(one, ScorerError) else next(worths) for one in asked]
    )


def _spoken(hand: str | Mapping[str, Any], keys: PlainKeys) -> Spoken | ScorerError:
    """What is said of a hand, or the error of a mapping with keys or values that no line can have."""
    if isinstance(hand, str):
        return (hand, "", "", "", "", (), 0, 0, (), ())
    try:
        return keys.request(dict(hand))
    except NotPlain:
        pass
    try:
        return spoken_of(hand, keys.indicators)
    except BadLine as error:
        return error
