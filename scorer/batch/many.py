"""Many hands at once, in memory: together in columns where that pays, the others one by one.

Without numpy, and where a ruleset fits in no columns, all go one by one and give the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from scorer.batch.lines import BadLine, NotPlain, PlainKeys, spoken_of
from scorer.columns import Requests
from scorer.compiled import compiled, open_engine
from scorer.compiled.engine import Engine
from scorer.compiled.scoring import Beyond
from scorer.compiled.trees import TooLarge, Unsupported
from scorer.engine.configure import configured
from scorer.engine.request import understand
from scorer.errors import ScorerError
from scorer.library import DEFAULT_RULESET, score_hand
from scorer.request import Request
from scorer.ruleset.model import Ruleset, Value
from scorer.ruleset.opening import WhileUnchanged, open_ruleset
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.columns.requests import RequestScorer, RequestScores
    from scorer.compiled.text import Spoken
    from scorer.engine.results import Score

TEXTS = ("hand", "win", "round", "seat", "from")
TOGETHER = 250
"""Hands below which columns cost more than they save."""
Transfers = tuple[tuple[str, int | float], ...]


@dataclass(frozen=False)
class WorthLists:
    """What hands are worth, as columns, None where there is an error. `totals`, `sheets` and `tiers` are
    counted in the ruleset's units; patterns are places in `lists`; `received` is what the winner gets and
    `payments` what each seat gains or loses.
    """

    points: list[Any]
    received: list[Any]
    limits: list[str | None]
    patterns: list[int | None]
    totals: list[int | None]
    sheets: list[int | None]
    tiers: list[int | None]
    payments: Callable[[], list[Transfers]]
    lists: list[tuple[str, ...]]
    errors: dict[int, ScorerError]
    others: dict[int, Transfers]
    """payments of hands that were scored one by one"""

    @classmethod
    def of(cls, made: RequestScores, has_sheet: bool) -> WorthLists:
        """What columns know; rows that they leave hold nothing yet."""
        worth, size = made.worth, len(made.left)
        limits = (*worth.limits, None)
        return cls(
            plain(worth.points),
            plain(made.received),
            [limits[place] for place in worth.limit.tolist()],
            worth.award.tolist(),
            worth.total.tolist(),
            worth.sheet.tolist() if has_sheet else [None] * size,
            worth.tier.tolist(),
            lambda: [paid[1] for paid in made.payments()],
            [tuple([award[0] for award in awards]) for awards in worth.awards],
            {},
            {},
        )

    @classmethod
    def nothing(cls, size: int) -> WorthLists:
        """So many rows that hold nothing yet."""
        columns: list[list[Any]] = [[None] * size for _ in range(7)]
        points, received, limits, patterns, totals, sheets, tiers = columns
        paid: list[Transfers] = [()] * size
        return cls(points, received, limits, patterns, totals, sheets, tiers, lambda: paid, [], {}, {})

    def put(self, place: int, one: Worth | ScorerError, numbers: dict[tuple[str, ...], int]) -> None:
        """Fills in a row; `numbers` are the places of lists of patterns."""
        columns: list[list[Any]] = [self.points, self.received, self.limits, self.patterns]
        columns += [self.totals, self.sheets, self.tiers]
        values: tuple[Any, ...] = (None,) * len(columns)
        if isinstance(one, ScorerError):
            self.errors[place] = one
        else:
            number = numbers.setdefault(one.patterns, len(self.lists))
            if number == len(self.lists):
                self.lists.append(one.patterns)
            self.others[place] = one.payments
            values = (one.points, one.received, one.limit, number, one.total, one.sheet, one.tier)
        for column, value in zip(columns, values, strict=True):
            column[place] = value


def plain(amounts: Any) -> list[int | float]:
    """Amounts as Python has them: whole numbers as such."""
    whole = amounts.astype("int64")
    if (whole == amounts).all():
        return whole.tolist()  # type: ignore[no-any-return]
    return [int(one) if one == int(one) else one for one in amounts.tolist()]


class Worth(NamedTuple):
    """One row of `WorthLists`."""

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
        self.indicators = tuple([item.id for item in rules.indicators])

    def worths(self, asked: Requests) -> WorthLists:
        """What each request is worth, or the error that takes its place."""
        made = self.together(asked) if len(asked) >= TOGETHER else None
        if made is None:
            found, left = WorthLists.nothing(len(asked)), list(range(len(asked)))
        else:
            found, left = WorthLists.of(made, self.rules.sheet is not None), made.left.nonzero()[0].tolist()
        numbers = {patterns: number for number, patterns in enumerate(found.lists)}
        for place in left:
            found.put(place, self.alone(asked.row(place)), numbers)
        return found

    def together(self, asked: Requests) -> RequestScores | None:
        """What columns know of requests; None where there are none, or a number is too large for them."""
        try:
            return self.columns.score(asked) if self.columns else None
        except Unsupported:
            return None

    def alone(self, said: Spoken) -> Worth | ScorerError:
        """One request: by the compiled engine, else by the reference engine, which knows every fault."""
        try:
            score = self.engine.score_text(said) if self.engine else None
        except (Beyond, TooLarge):
            score = None
        try:
            score = score or score_hand(self.rules, *understand(_request(said), self.rules))
        except ScorerError as error:
            return error
        worth, sheet, limit = score.worth, score.sheet, score.worth.limit
        numbers = (worth.total, sheet.total if sheet else None, worth.tier)
        transfers = score.payments.transfers
        return Worth(
            score.points, score.total, limit.id if limit else None, score.patterns, *numbers, transfers
        )


def _columns(engine: Engine) -> RequestScorer | None:
    try:
        from scorer.columns.requests import RequestScorer

        return RequestScorer(engine)
    except (ImportError, Unsupported):
        return None


def _request(said: Spoken) -> Request:
    hand, win, round_, seat, discarder, circumstances, honba, sticks, pao, shown = said
    return Request(hand, win, round_, seat, discarder, circumstances, dict(shown), honba, sticks, dict(pao))


def opened(name: str, options: tuple[tuple[str, Value], ...]) -> Scorer:
    """The scorer of a ruleset by name or file, with options chosen; of a file that has changed a new one.

    Raises RulesetError or InputError.
    """
    key = name, *[(option, type(value), value) for option, value in options]  # true and 1 are equal
    return _OPENED.get(key, lambda: _opened(name, options))


_OPENED: WhileUnchanged[Scorer] = WhileUnchanged(lambda scorer: scorer.rules.files, most=8)
if hasattr(os, "register_at_fork"):  # a thread that was scoring has left its columns half done, and locked
    os.register_at_fork(after_in_child=_OPENED.forget)


def _opened(name: str, options: tuple[tuple[str, Value], ...]) -> Scorer:
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

    def __init__(
        self, rules: Ruleset, asked: Requests, worths: WorthLists, places: Sequence[int | ScorerError]
    ) -> None:
        self._rules, self._asked, self._worths, self._places = rules, asked, worths, places
        """by hand its row, or its error where it was no request"""

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Score | ScorerError: ...
    @overload
    def __getitem__(self, place: slice) -> list[Score | ScorerError]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        row = self._places[place]
        error = row if isinstance(row, ScorerError) else self._worths.errors.get(row)
        if error is not None or isinstance(row, ScorerError):
            return error
        return score_hand(self._rules, *understand(_request(self._asked.row(row)), self._rules))

    @property
    def errors(self) -> dict[int, ScorerError]:
        """The hands that are not scored, by their places: InputError, or NotAWinner."""
        own = self._worths.errors
        found = {
            place: own.get(row) if isinstance(row, int) else row for place, row in enumerate(self._places)
        }
        return {place: error for place, error in found.items() if error is not None}

    def _column(self, values: Sequence[Any]) -> list[Any]:
        return [values[row] if isinstance(row, int) else None for row in self._places]

    @property
    def points(self) -> list[int | float | None]:
        """What all payers together pay for each hand, without counters and sticks, in the game's units."""
        return self._column(self._worths.points)

    @property
    def totals(self) -> list[int | float | None]:
        """What each winner receives, counters and sticks included."""
        return self._column(self._worths.received)

    @property
    def limits(self) -> list[str | None]:
        """The id of the limit, None where there is none."""
        return self._column(self._worths.limits)

    @property
    def patterns(self) -> list[tuple[str, ...] | None]:
        """The ids of the patterns that count."""
        lists = self._worths.lists
        places = self._worths.patterns
        return self._column([None if place is None else lists[place] for place in places])

    @property
    def payments(self) -> list[dict[str, int | float] | None]:
        """What each seat gains or loses, counters and sticks included."""
        worths = self._worths
        paid = list(worths.payments())
        for row, gains in worths.others.items():
            paid[row] = gains
        return self._column([None if row in worths.errors else dict(gains) for row, gains in enumerate(paid)])


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
    given = list(hands)
    plain_ones = _plain_requests(given, scorer.indicators)
    if plain_ones is not None:
        return Scores(scorer.rules, plain_ones, scorer.worths(plain_ones), range(len(given)))
    keys, rows = PlainKeys(scorer.indicators), count()
    said = [_spoken(hand, keys) for hand in given]
    places = [one if isinstance(one, ScorerError) else next(rows) for one in said]
    asked = Requests.of([one for one in said if not isinstance(one, ScorerError)], scorer.indicators)
    return Scores(scorer.rules, asked, scorer.worths(asked), places)


def _plain_requests(given: Sequence[Any], indicators: Sequence[str]) -> Requests | None:
    """Mappings that are all plainly right, key by key; None where one has to be looked at more closely."""
    if any(type(one) is not dict for one in given):
        return None
    sorts: dict[str, Any] = {**dict.fromkeys((*TEXTS, *indicators), ""), "with": [], "honba": 0, "sticks": 0}
    if not set().union(*given) <= sorts.keys():
        return None
    columns: dict[str, list[Any]] = {}
    for name, absent in sorts.items():
        column = [one.get(name, absent) for one in given]
        if any(kind is not type(absent) for kind in set(map(type, column))):
            return None
        columns[name] = column
    lists = list(map(tuple, columns["with"]))
    if any(type(text) is not str for one in lists for text in one) or not all(columns["hand"]):
        return None
    texts = (columns[name] for name in TEXTS[1:])
    said = zip(*texts, lists, columns["honba"], columns["sticks"], repeat(()), strict=False)
    return Requests(columns["hand"], list(said), {name: columns[name] for name in indicators})


def _spoken(hand: str | Mapping[str, Any], keys: PlainKeys) -> Spoken | ScorerError:
    """What is said of a hand, or the error of a mapping with keys or values that no line can have."""
    if isinstance(hand, str):
        return (hand, "", "", "", "", (), 0, 0, (), ())
    try:
        if not hand.get("ruleset"):
            return keys.request(dict(hand))
    except NotPlain:
        pass
    try:
        return spoken_of(hand, keys.indicators)
    except BadLine as error:
        return error
