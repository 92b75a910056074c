"""Many hands at once, in memory: together in columns where that pays, the others one by one.

Without numpy, and where a ruleset fits in no columns, all go one by one and give the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar, overload

from scorer.batch.lines import line_of, plain_requests
from scorer.batch.rulesets import Rulesets
from scorer.batch.tables import row_data
from scorer.columns import Requests, Scored
from scorer.compiled import engine_now, engine_of
from scorer.compiled.engine import Engine
from scorer.compiled.form import Unsupported
from scorer.compiled.memo import Memo
from scorer.compiled.rows import Beyond
from scorer.compiled.text import request_of
from scorer.engine.configure import configured
from scorer.engine.evaluate import TooLarge
from scorer.engine.request import understand
from scorer.engine.score import score_readings
from scorer.errors import Fault, InputError, ScorerError
from scorer.foreign import plain_value, value_text
from scorer.hand import Hand, Situation
from scorer.library import DEFAULT_RULESET, Named, rules_of, score_hand
from scorer.ruleset.model import Ruleset, Value
from scorer.values import cached_property

if TYPE_CHECKING:
    from scorer.columns.scorer import ColumnScorer, RequestScores
    from scorer.compiled.situations import Spoken
    from scorer.engine.results import Score

Made = TypeVar("Made")
LEAST = 250
"""Hands below which columns cost more than they save."""


class Scorer:
    """Scores many requests of one ruleset as configured."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.why_alone = rules, ""
        """why all hands are scored one by one, where they are"""
        self.engine: Engine | None = None
        self.columns: ColumnScorer | None = None
        try:
            self.engine = engine_now(rules)
            self.columns = _columns(self.engine)
        except Unsupported as error:
            self.why_alone = str(error)
        self.indicators = tuple([item.id for item in rules.indicators])

    def score(self, asked: Requests) -> tuple[Scored, dict[int, ScorerError]]:
        """What each request is worth, or the error that takes its place."""
        made = self.together(asked) if len(asked) >= LEAST else None
        left: Iterable[int] = made.left if made else range(len(asked))
        found, errors = made.scored if made else Scored.nothing(len(asked)), {}
        for place in left:
            score = self.alone(asked.row(place))
            if isinstance(score, ScorerError):
                errors[place] = score
            else:
                found.put(place, score)
        return found, errors

    def together(self, asked: Requests, read: bool = False) -> RequestScores | None:
        """What columns know of requests, with their readings if they are to be `read`; None where there are
        no columns, or a number is too large for them.
        """
        try:
            return self.columns.score(asked, read) if self.columns else None
        except (OverflowError, TooLarge):
            return None

    def alone(self, said: Spoken) -> Score | ScorerError:
        """One request."""
        return scored(self.rules, self.engine, said)


def scored(rules: Ruleset, engine: Engine | None, said: Spoken) -> Score | ScorerError:
    """One request: by the compiled engine, else by the reference engine, which knows every fault."""

    def score() -> Score:
        if engine:
            with suppress(Beyond):
                return engine.score_text(said)
        return score_readings(rules, *understood(rules, said))

    return made_or_error(score)


def made_or_error(make: Callable[[], Made]) -> Made | ScorerError:
    """What is made of one row, or the error that stands in its place; so no row keeps another one from being
    scored.
    """
    try:
        return make()
    except ScorerError as error:
        return error.with_traceback(None)  # which holds whatever the steps had at hand


def understood(rules: Ruleset, said: Spoken) -> tuple[Hand, Situation]:
    """The hand and the situation of a request. Raises InputError."""
    return understand(request_of(said), rules)


def _columns(engine: Engine) -> ColumnScorer | None:
    try:
        from scorer.columns.scorer import ColumnScorer
    except ImportError:  # numpy is not installed
        return None
    return ColumnScorer(engine)


def opened(ruleset: Named, options: Mapping[str, Value] | None = None) -> Scorer:
    """The scorer of a ruleset, or of that of a name or file, with options chosen: the same one as long as
    the library gives the same ruleset.

    Raises RulesetError or InputError.
    """
    rules = rules_of(ruleset, options)
    return _OPENED.get(id(rules)) or _OPENED.keep(id(rules), Scorer(rules))


_OPENED: Memo[int, Scorer] = Memo(most=8)
"""by which rulesets they are; each keeps its own"""
if hasattr(os, "register_at_fork"):  # a thread that was scoring has left its columns half done, and locked
    os.register_at_fork(after_in_child=_OPENED.clear)


class Scores(Sequence["Score | ScorerError"]):
    """Many hands scored, in order. As a sequence it gives whole scores, each made when it is asked for; a
    hand that is not scored gives its error. `points`, `totals`, `limits`, `patterns` and `payments` are
    columns, with None where there is no score.
    """

    def __init__(
        self,
        rules: Ruleset,
        asked: Requests,
        scored: Scored,
        errors: dict[int, ScorerError],
        others: Mapping[int, tuple[Ruleset, Spoken]],
    ) -> None:
        """`others` are the hands that name rules of their own, with these rules and what is asked."""
        self._rules, self._asked, self._scored, self._others = rules, asked, scored, others
        self.errors = errors
        """The hands that are not scored, by their places: InputError, NotAWinner, or
        RulesetError where a hand names a ruleset that cannot be used."""

    def __len__(self) -> int:
        return len(self._asked)

    @overload
    def __getitem__(self, place: int) -> Score | ScorerError: ...
    @overload
    def __getitem__(self, place: slice) -> list[Score | ScorerError]: ...
    def __getitem__(self, place: int | slice) -> Score | ScorerError | list[Score | ScorerError]:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        row = range(len(self))[place]
        if row in self.errors:
            return self.errors[row]
        rules, said = self._others.get(row) or (self._rules, self._asked.row(row))
        return score_hand(rules, *understood(rules, said))

    @property
    def points(self) -> list[int | float | None]:
        """What all payers together pay for each hand, without counters and sticks, in the game's units."""
        return self._scored.payments.each(lambda paid: paid.points)

    @property
    def totals(self) -> list[int | float | None]:
        """What each winner receives, counters and sticks included."""
        return self._scored.payments.each(lambda paid: paid.total)

    @property
    def limits(self) -> list[str | None]:
        """The id of the limit, None where there is none."""
        return self._scored.worths.each(lambda worth: worth.limit.id if worth.limit else None)

    @property
    def patterns(self) -> list[tuple[str, ...] | None]:
        """The ids of the patterns that count."""
        return self._scored.awards.each(lambda awards: tuple([award.id for award in awards]))

    @property
    def payments(self) -> list[dict[str, int | float] | None]:
        """What each seat gains or loses, counters and sticks included."""
        gains = self._scored.payments.each(lambda paid: paid.transfers)
        return [None if one is None else dict(one) for one in gains]


def score_many(
    hands: Iterable[str | Mapping[str, object]],
    ruleset: Named = DEFAULT_RULESET,
    options: Mapping[str, Value] | None = None,
) -> Scores:
    """Scores many hands: texts in notation, or mappings with the keys of a line of `scorer batch` (`hand`,
    and as needed `win`, `round`, `seat`, `from`, `with`, `honba`, `sticks`, `pao`, the ruleset's indicators,
    `ruleset` and `options`).

    A mapping may hold what a cell of CSV holds: "riichi ippatsu" for `with`, "1" or 1.0 for a whole number,
    and an empty text, None or NaN for a key left out. So the rows of a table can be given as they are:
    `table.to_dict("records")` of pandas, `table.to_dicts()` of Polars, `table.to_pylist()` of Arrow.

    With numpy installed (`pip install 'mahjong-scorer[batch]'`), a few hundred hands or more are scored
    together, many times as fast as one by one. An error in a hand is a value at that hand's position. Several
    threads may call this function at the same time.

    Raises RulesetError for a bad ruleset, InputError for options that it does not have and for hands that are
    not a list.

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
    scorer, given = opened(ruleset, options), _list_of(hands)
    rows = RowRules(scorer, "" if isinstance(ruleset, Ruleset) else os.fspath(ruleset))
    asked, bad = plain_requests(given, scorer.indicators), dict[int, ScorerError]()
    others: dict[int, tuple[Ruleset, Spoken]] = {}
    for row, hand in enumerate(asked.hands):
        if not hand:
            read = made_or_error(partial(rows.read, given[row]))
            if isinstance(read, ScorerError):
                bad[row] = read
            elif read[0] is scorer.rules:
                asked.put(row, read[1])
            else:
                others[row] = read
    found, errors = scorer.score(asked)
    for row, (rules, said) in others.items():
        score = scored(rules, engine_of(rules), said)
        if isinstance(score, ScorerError):
            bad[row] = score
        else:
            found.put(row, score)
            del errors[row]
    return Scores(scorer.rules, asked, found, dict(sorted((errors | bad).items())), others)


def _list_of(hands: object) -> list[object]:
    """The hands of a caller. Raises InputError for a single hand, and for a table as a whole."""
    rows = "table.to_dict('records') of pandas, table.to_dicts() of Polars, table.to_pylist() of Arrow"
    message = f"a list of hands is needed, not {value_text(hands)}"
    if isinstance(hands, Iterable) and not isinstance(hands, str | bytes | Mapping):
        if not hasattr(hands, "columns"):
            return list(hands)
        message = f"a list of hands is needed, not a {type(hands).__name__}; give its rows: {rows}"
    raise InputError([Fault("hands", None, message)])


class RowRules:
    """Reads rows of a caller, each under the rules that it names."""

    def __init__(self, scorer: Scorer, name: str) -> None:
        """`name` is that by which the scorer's ruleset was asked for, empty where it was given as a value."""
        self.rules, self.name = scorer.rules, name or scorer.rules.id

    def read(self, given: object) -> tuple[Ruleset, Spoken]:
        """The rules of a row, and what is said in it. Raises InputError or RulesetError."""
        plain = plain_value(given)
        data = {"hand": plain} if isinstance(plain, str) else plain
        if not isinstance(data, dict):
            message = f"a text or a mapping is needed, not {value_text(given)}"
            raise InputError([Fault("hand", None, message)])
        line = line_of(row_data(data), self._indicators)
        return self._asked(line.ruleset, line.options), line.said

    def _asked(self, name: str, options: Mapping[str, Value]) -> Ruleset:
        if name in ("", self.name):
            return configured(self.rules, options) if options else self.rules
        return self._others.get(name, options)

    @cached_property
    def _others(self) -> Rulesets:
        return Rulesets("", {})

    def _indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        rules = made_or_error(partial(self._asked, name, options))
        return () if isinstance(rules, ScorerError) else tuple([item.id for item in rules.indicators])
