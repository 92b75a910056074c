"""Score many hands in memory, together in columns if that is quicker, otherwise one by one.

Without numpy, or if the ruleset cannot be evaluated in columns, hands are scored one by one with the same
results.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, overload

from scorer.batch.lines import line_of, plain_requests
from scorer.batch.rulesets import Rulesets
from scorer.batch.tables import row_data
from scorer.engine.configure import configure_ruleset
from scorer.errors import Fault, InputError, ScorerError
from scorer.fast.interface import engine_of, warn_of_slow_scoring
from scorer.fast.requests import RequestKey, Requests, ScoredColumns
from scorer.foreign import plain_value, value_text
from scorer.message import Message
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import (
    RulesetOrName,
    bulk_scorer,
    hand_and_situation,
    score_hand,
    score_or_error,
    value_or_error,
)
from scorer.teach.winners import DiscardWinners, counters_shared, discard_winners
from scorer.values import cached_property

if TYPE_CHECKING:
    from scorer.engine.results import Score


class Scores(Sequence["Score | ScorerError"]):
    """A sequence of scored hands, in order. Each Score is built when it is accessed; a hand that cannot be
    scored yields its error. `points`, `totals`, `limits`, `patterns` and `payments` are columns with None for
    such hands. Points are in the game's own unit.

    >>> scores = score_many(["234m345p67p456s55s+8p", "123x"])
    >>> len(scores), scores.totals, list(scores.errors)
    (2, [2000, None], [1])
    """

    def __init__(
        self,
        rules: Ruleset,
        requests: Requests,
        columns: ScoredColumns,
        errors: dict[int, ScorerError],
        requests_by_row: Mapping[int, tuple[Ruleset, RequestKey]],
    ) -> None:
        """`requests_by_row` are the hands that name rules of their own: these rules, and the requests."""
        self._rules, self._requests, self._columns, self._requests_by_row = (
            rules,
            requests,
            columns,
            requests_by_row,
        )
        self.errors = errors
        """The errors by position: InputError, NotAWinner, or RulesetError if a hand names a ruleset that
        cannot be used.
        """

    def __len__(self) -> int:
        return len(self._requests)

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
        rules, said = self._requests_by_row.get(row) or (self._rules, self._requests.row(row))
        return score_hand(rules, *hand_and_situation(rules, said))

    @property
    def points(self) -> list[int | float | None]:
        """What all payers together pay for each hand, without counters and sticks, in the game's units."""
        return self._columns.payments.map_rows(lambda paid: paid.points)

    @property
    def totals(self) -> list[int | float | None]:
        """What each winner receives, including counters and sticks."""
        return self._columns.payments.map_rows(lambda paid: paid.total)

    @property
    def limits(self) -> list[str | None]:
        """The id of the limit each hand reaches, None if it reaches none."""
        return self._columns.worths.map_rows(lambda worth: worth.limit.id if worth.limit else None)

    @property
    def patterns(self) -> list[tuple[str, ...] | None]:
        """The ids of the patterns that score."""
        return self._columns.awards.map_rows(lambda awards: tuple([award.id for award in awards]))

    @property
    def counted_values(self) -> list[tuple[tuple[str, int], ...] | None]:
        """The ids of the patterns and bonuses that count, each with its value in its own unit."""
        rules = self._rules
        awards = self._columns.awards.map_rows(
            lambda every: tuple([(one.id, one.worth(rules)[0]) for one in every])
        )
        bonuses = self._columns.bonuses.map_rows(lambda every: tuple([(one.id, one.total) for one in every]))
        return [
            own if own is None else (*own, *(more or ())) for own, more in zip(awards, bonuses, strict=True)
        ]

    @property
    def sheets(self) -> list[int | None]:
        """The secondary score, None if the rules have none or do not need it for the hand."""
        return self._columns.sheets.map_rows(lambda sheet: sheet.total)

    @property
    def payments(self) -> list[dict[str, int | float] | None]:
        """What each seat gains or loses, including counters and sticks."""
        gains = self._columns.payments.map_rows(lambda paid: paid.transfers)
        return [None if one is None else dict(one) for one in gains]


def score_many(
    hands: Iterable[object],
    ruleset: RulesetOrName = DEFAULT_RULESET,
    options: Mapping[str, Value] | None = None,
) -> Scores:
    """Scores many hands: texts in notation, or mappings with the keys of a line of `scorer batch` (`hand`,
    and as needed `win`, `round`, `seat`, `from`, `with`, `honba`, `sticks`, `pao`, the ruleset's indicators,
    `ruleset` and `options`). A table of Arrow or a data frame of pandas or Polars is taken for its rows.

    A mapping may hold what a cell of CSV holds: "riichi ippatsu" for `with`, "1" or 1.0 for a whole number,
    and an empty text, None or NaN for a key left out.

    With numpy installed (`pip install 'mahjong-scorer[batch]'`), a few hundred hands or more are scored
    together, many times as fast as one by one. An error in a hand is a value at that hand's position. Several
    threads may call this function at the same time.

    Points are in the game's own unit.

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
    scorer, given = bulk_scorer(ruleset, options), _list_of(hands)
    rows = RowRules(scorer.rules, "" if isinstance(ruleset, Ruleset) else os.fspath(ruleset))
    asked, bad = plain_requests(given, scorer.indicators), dict[int, ScorerError]()
    others: dict[int, tuple[Ruleset, RequestKey]] = {}
    for row, hand in enumerate(asked.hands):
        if not hand:
            read = value_or_error(partial(rows.read, given[row]))
            if isinstance(read, ScorerError):
                bad[row] = read
            elif read[0] is scorer.rules:
                asked.set_row(row, read[1])
            else:
                others[row] = read
    found, errors = scorer.score(asked)
    for row, (rules, said) in others.items():
        score = score_or_error(rules, engine_of(rules, warn_of_slow_scoring), said)
        if isinstance(score, ScorerError):
            bad[row] = score
        else:
            found.set_row(row, score)
            del errors[row]
    return Scores(scorer.rules, asked, found, dict(sorted((errors | bad).items())), others)


def score_claims(
    claims: Iterable[Mapping[str, object]],
    ruleset: RulesetOrName = DEFAULT_RULESET,
    options: Mapping[str, Value] | None = None,
) -> DiscardWinners:
    """Scores several claims on one discard, so that counters and sticks are paid once.

    Claims are mappings as `score_many` takes them, each with the winner's `seat` and the discarder (`from`).
    Counters and sticks on the table may be in each of them; who takes them is a rule.

    Raises InputError for bad claims and for seats that do not differ, NotAWinner for a hand that does not
    win.

    >>> hand, other = "234m345p67p456s55s+8p", "567m345p67p456s77s+8p"
    >>> first = {"hand": hand, "seat": "S", "from": "E", "honba": 1}
    >>> score_claims([first, {**first, "hand": other, "seat": "W"}]).balance
    (('E', -4300), ('S', 2300), ('W', 2000), ('N', 0))
    """
    scorer, given = bulk_scorer(ruleset, options), _list_of(claims)
    rows = RowRules(scorer.rules, "" if isinstance(ruleset, Ruleset) else os.fspath(ruleset))
    read = [hand_and_situation(*rows.read(one)) for one in given]
    payers = {situation.discarder for _, situation in read}
    seats = {situation.seat for _, situation in read}
    if not read or None in payers or len(payers) > 1 or len(seats | payers) != len(read) + 1:
        message = Message("claims without one discard")
        raise InputError([Fault("claims", None, message, "circumstance")])
    ordered = counters_shared(scorer.rules, read)
    return discard_winners(scorer.rules, [score_hand(scorer.rules, *claim) for claim in ordered])


def _list_of(hands: object) -> list[object]:
    """The hands as a list; of a table, its rows. Raises InputError for a single hand and for other tables."""
    if hasattr(type(hands), "columns"):
        for name, arguments in ROWS_OF_TABLES.items():
            if find_rows := getattr(hands, name, None):
                rows: list[object] = find_rows(*arguments)
                return rows
        raise InputError([Fault("hands", None, Message("expected list not table", type(hands).__name__))])
    if not isinstance(hands, Iterable) or isinstance(hands, str | bytes | Mapping):
        raise InputError([Fault("hands", None, Message("expected list of hands", value_text(hands)))])
    return list(hands)


ROWS_OF_TABLES: Mapping[str, tuple[str, ...]] = {"to_pylist": (), "to_dicts": (), "to_dict": ("records",)}
"""The methods that give the rows of a table of Arrow, Polars and pandas, with their arguments."""


class RowRules:
    """Reads rows, each under the rules that it names."""

    def __init__(self, rules: Ruleset, name: str = "") -> None:
        """`name` is that by which the ruleset was requested, empty if it was given as a value."""
        self.rules, self.name = rules, name or rules.id

    def read(self, row: object) -> tuple[Ruleset, RequestKey]:
        """The rules and the request of a row. Raises InputError or RulesetError."""
        plain = plain_value(row)
        data = {"hand": plain} if isinstance(plain, str) else plain
        if not isinstance(data, dict):
            message = Message("expected text or mapping", value_text(row))
            raise InputError([Fault("hand", None, message)])
        line = line_of(row_data(data), self._indicators)
        return self._rules_of(line.ruleset, line.options), line.request

    def _rules_of(self, name: str, options: Mapping[str, Value]) -> Ruleset:
        if name in ("", self.name):
            return configure_ruleset(self.rules, options) if options else self.rules
        return self._other_rulesets.get(name, options)

    @cached_property
    def _other_rulesets(self) -> Rulesets:
        return Rulesets("", {})

    def _indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        rules = value_or_error(partial(self._rules_of, name, options))
        return () if isinstance(rules, ScorerError) else tuple([item.id for item in rules.indicators])
