"""Load a ruleset, read a hand, and score it: one hand, or many together in columns if that is quicker.

Every hand that scorer scores passes through this module, whichever evaluator computes the score. Without
numpy, or if a ruleset cannot be evaluated in columns, many hands are scored one by one with the same results.

All of them are thread-safe. Rulesets, hands, situations and scores are immutable, so threads and forked
processes may share them. They and all errors can be pickled; a shipped ruleset is pickled as its name and
options.
"""

from __future__ import annotations

import copyreg
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, overload

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import TooLarge
from scorer.engine.request import REQUIREMENT, parse_request
from scorer.errors import Fault, InputError, NotAWinner, ScorerError
from scorer.fast.interface import Unsupported, column_scorer, compiled_engine, engine_of, warn_of_slow_scoring
from scorer.foreign import plain_value, value_text
from scorer.hand import DEALER, USUAL_INDICATORS, Hand, Request, Situation, Win, Wind
from scorer.languages import ENGLISH
from scorer.memo import Memo
from scorer.message import LocalizedText, Message, Text, localized_message_text
from scorer.notation import format_hand, read_hand
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.find import DEFAULT_RULESET, shipped_path
from scorer.ruleset.model import Ruleset, Value
from scorer.suggest import available_names, did_you_mean, nearest_names
from scorer.values import cached_property, dataclass, replace

if TYPE_CHECKING:
    from scorer.engine.best_choice import BestChoice
    from scorer.engine.evaluate import View
    from scorer.engine.results import Score
    from scorer.fast.interface import ColumnScorer, Engine, RequestScores
    from scorer.fast.requests import RequestKey, Requests, ScoredColumns
    from scorer.readings import StepBudget
    from scorer.shapes import Reading

Argument = TypeVar("Argument")
First = TypeVar("First")
Second = TypeVar("Second")
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
RulesetOrName = Ruleset | str | os.PathLike[str]
"""A ruleset, its shipped name, or the path of its file."""


def load_ruleset(
    name: str | os.PathLike[str], options: Mapping[str, Value] | None = None, language: str = ENGLISH
) -> Ruleset:
    """A ruleset by its shipped name or the path of a YAML file, with options set. All threads get the same
    object until a file changes. `language` adds the texts in the files of translations beside the rule files.

    Raises RulesetError with every problem of the file, or InputError for unknown options.

    >>> load_ruleset("riichi", {"red_fives": 4}).option_values["red_fives"]
    4
    """
    if not isinstance(name, (str, os.PathLike)):
        message = Message("expected ruleset name", value_text(name))
        raise InputError([Fault("ruleset", None, message)])
    return configure_ruleset(open_ruleset(str.__str__(os.fspath(name)), language), options)


def _pickled_ruleset(ruleset: Ruleset) -> tuple[object, ...]:
    """A shipped ruleset goes to other processes as its name and options, any other with all that it says."""
    opened = ruleset.file_and_options
    if opened and shipped_path(ruleset.id) == opened[0]:
        return load_ruleset, (ruleset.id, dict(opened[1]), ruleset.language)
    return ruleset.__reduce__()


copyreg.pickle(Ruleset, _pickled_ruleset)  # type: ignore[arg-type]  # it says less of the tuple


def parse_hand(text: str, ruleset: RulesetOrName = DEFAULT_RULESET) -> Hand:
    """The hand that a text in notation describes, with the tiles of a ruleset.

    Raises InputError with every fault. The hand need not be complete.

    >>> len(parse_hand("406p 78s 11z (777z) [2222s] +9s").melds)
    2
    """
    if not isinstance(text, str):
        raise InputError(
            [Fault("hand", None, Message("expected other type", Message("type string"), value_text(text)))]
        )
    rules = resolve_ruleset(ruleset)
    hand, faults = read_hand(text, rules.tileset, rules.set_tables)
    if hand is None or faults:
        raise InputError(faults)
    return hand


def hand_notation(hand: Hand, ruleset: RulesetOrName = DEFAULT_RULESET) -> str:
    """A hand as a text in notation, with the tiles of a ruleset: what `parse_hand` reads.

    >>> hand_notation(parse_hand("7p 8p 406p 11z (777z) [2222s] +9s"))
    '40678p11z(777z)[2222s]+9s'
    """
    return format_hand(hand, resolve_ruleset(ruleset).tileset)


def typed_like(
    source: Callable[Parameters, object],
) -> Callable[[Callable[..., Result]], Callable[Parameters, Result]]:
    """A decorator for a function that passes its keywords on to `source`: for type checkers, its parameters
    are those of `source`, so that they are listed once.
    """
    return lambda function: function


def typed_like_after(
    source: Callable[Parameters, object],
) -> Callable[[Callable[Concatenate[First, ...], Result]], Callable[Concatenate[First, Parameters], Result]]:
    """As `typed_like`, for a function that has one more parameter, the first."""
    return lambda function: function


def typed_by_keywords(
    source: Callable[Concatenate[Any, Parameters], object],
) -> Callable[
    [Callable[Concatenate[First, Second, ...], Result]],
    Callable[Concatenate[First, Second, Parameters], Result],
]:
    """As `typed_like`, for a function with two parameters of its own before the keywords of `source`."""
    return lambda function: function


def written_hand(hand: str | Hand, rules: Ruleset) -> str:
    """A hand as a text in notation, whether it is one or was parsed."""
    return format_hand(hand, rules.tileset) if isinstance(hand, Hand) else hand


def score(
    hand: str | Hand,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    win: Win | None = "",
    seat: Wind | None = "",
    round: Wind | None = "",  # the word of the game; `--round` of the command line
    discarder: Wind | None = "",
    circumstances: Sequence[str] | None = (),
    honba: int | None = 0,
    sticks: int | None = 0,
    pao: Mapping[str, str] | None = None,
    options: Mapping[str, Value] | None = None,
    **indicators: str | None,
) -> Score:
    """Scores a hand: a text in notation, or what `parse_hand` made of one. `win` is `ron` or `tsumo`.
    Arguments that are left out or None take the ruleset's defaults.

    `circumstances` are names such as `riichi` or `north=2`. Indicators are keyword arguments with the
    names that the ruleset uses: `dora="4s"`. Points are in the game's own unit.

    Raises InputError with every fault of the input, or NotAWinner if the hand does not win.

    >>> result = score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"], dora="4s")
    >>> result.points, result.patterns
    (12000, ('riichi', 'menzen_tsumo', 'pinfu', 'tanyao'))
    >>> score(parse_hand("234m345p67p456s55s+8p"), seat="E").total
    2900
    >>> score("123x")
    Traceback (most recent call last):
        ...
    scorer.errors.InputError: ...
    """
    rules = resolve_ruleset(ruleset, options)
    if indicators and not ALWAYS_INDICATORS.issuperset(indicators):
        _refuse_arguments(indicators, rules)
    request = make_request(
        hand if type(hand) is str else written_hand(hand, rules), win=win, seat=seat, round=round,
        discarder=discarder, circumstances=circumstances, honba=honba, sticks=sticks, pao=pao, **indicators,
    )  # fmt: skip
    has_whole_counters = type(request.honba) is type(request.sticks) is int  # True would be taken for 1
    loses_numbers = type(request.circumstances) not in (list, tuple) and isinstance(
        request.circumstances, Mapping
    )  # its numbers would be lost
    is_plain = has_whole_counters and not loses_numbers
    engine = engine_of(rules, warn_of_slow_scoring) if is_plain else None
    try:
        found = engine.score_request(request) if engine else None
    except ScorerError:
        raise
    except Exception:
        parse_request(request, rules)  # raises InputError if an argument has the wrong type
        raise
    return found if found is not None else score_by_readings(rules, *parse_request(request, rules))


@typed_like(score)
def outcome(hand: str | Hand, ruleset: RulesetOrName = DEFAULT_RULESET, **arguments: Any) -> Outcome:
    """The score of a hand, or the reason why it has none, for a program that shows either. The arguments are
    those of `score`, points are in the game's own unit.

    Raises RulesetError for a faulty rule file, and nothing else for any hand or situation.

    >>> found = outcome("123m456p67p(789s)11z+8p")
    >>> found.score, found.reasons
    (None, ('a hand needs 1 han to win, and this one has none',))
    >>> outcome("123x").reasons
    ("no suit 'x' in this ruleset: m characters, p circles, s bamboo, z honors",)
    """
    try:
        found = score(hand, ruleset, **arguments)
    except (NotAWinner, InputError) as error:
        return Outcome(error=error)
    return Outcome(found)


def make_request(
    hand: str,
    /,
    *,
    win: Win | None = "",
    seat: Wind | None = "",
    round: Wind | None = "",
    discarder: Wind | None = "",
    circumstances: Sequence[str] | None = (),
    honba: int | None = 0,
    sticks: int | None = 0,
    pao: Mapping[str, str] | None = None,
    **indicators: str | None,
) -> Request:
    """The request that the keywords of `score` make. None is the ruleset's default.

    >>> make_request("123m", win=None, dora="4s").indicators
    {'dora': '4s'}
    """
    liable = {} if pao is None else pao
    given = (hand, win, round, seat, discarder, circumstances, honba, sticks, liable, *indicators.values())
    if PLAIN_ARGUMENT_TYPES.issuperset(map(type, given)):
        return Request(hand, win, round, seat, discarder, circumstances, indicators, honba, sticks, liable)  # type: ignore[arg-type]  # None is not among these types
    wanted = [*circumstances] if isinstance(circumstances, Iterator) else _plain_argument(circumstances, ())
    return Request(
        _plain_argument(hand, hand), _plain_argument(win, ""), _plain_argument(round, ""),
        _plain_argument(seat, ""), _plain_argument(discarder, ""), wanted,
        {name: _plain_argument(tiles, "") for name, tiles in indicators.items()},
        _plain_argument(honba, 0), _plain_argument(sticks, 0), _plain_argument(liable, {}),
    )  # fmt: skip


def _refuse_arguments(names: Iterable[str], rules: Ruleset) -> None:
    """Raises InputError for keyword arguments of `score` that are neither its own nor indicators."""
    own = [item.id for item in (rules.file_ruleset or rules).indicators]
    indicators = [*dict.fromkeys([*USUAL_INDICATORS, *own])]
    wrong = [name for name in names if name not in indicators]
    if wrong:
        known = [*ARGUMENTS, *indicators]
        raise InputError(
            Fault(
                name,
                None,
                Message("unknown argument", name, did_you_mean(name, known, available_names(known))),
                "circumstance",
                suggestions=nearest_names(name, known, 1),
            )
            for name in wrong
        )  # fmt: skip


ARGUMENTS = (
    "hand", "ruleset", "win", "seat", "round", "discarder", "circumstances", "honba", "sticks", "pao",
    "options",
)  # fmt: skip
"""The keyword arguments of `score`, except indicators."""
ALWAYS_INDICATORS = frozenset(USUAL_INDICATORS)
PLAIN_ARGUMENT_TYPES = frozenset({str, int, tuple, list, dict})


def _plain_argument(value: Argument | None, default: Argument) -> Argument:
    """An argument as a plain Python value; `default` replaces None."""
    if value is None:
        return default
    return value if type(value) in PLAIN_ARGUMENT_TYPES else plain_value(value)  # type: ignore[return-value]


def resolve_ruleset(
    ruleset: RulesetOrName, options: Mapping[str, Value] | None = None, language: str = "en"
) -> Ruleset:
    """The ruleset for a ruleset object, name or file, with options set; one that is loaded has its texts in a
    language.
    """
    if not isinstance(ruleset, Ruleset):
        return load_ruleset(ruleset, options, language)
    return (
        ruleset
        if ruleset.file_ruleset is not None and options is None
        else configure_ruleset(ruleset, options)
    )


def score_hand(ruleset: Ruleset, hand: Hand, situation: Situation) -> Score:
    """Scores a hand that has been checked for legality; after many hands, the compiled engine does.

    Raises NotAWinner with the reasons if the hand does not win, or InputError if it has too many readings.

    >>> from scorer.hand import Situation
    >>> rules = load_ruleset("riichi")
    >>> score_hand(rules, parse_hand("234m567m345p67s99s+8s"), Situation(self_draw=True)).points
    1500
    """
    engine = engine_of(ruleset)
    found = engine.score_hand(hand, situation) if engine else None
    return found if found is not None else score_by_readings(ruleset, hand, situation)


def compile_rules(ruleset: Ruleset) -> None:
    """Compiles a configured ruleset if it can be, before many hands are scored one by one."""
    with suppress(Unsupported):
        compiled_engine(ruleset)


@dataclass(frozen=True)
class Outcome:
    """The score of a hand, or the error that explains why it has none.

    >>> outcome("234m345p67p456s55s+8p").score.total, outcome("11m+1m").reasons
    (2000, ('3 tiles; a complete hand in Riichi (four players) has 14',))
    """

    score: Score | None = None
    error: NotAWinner | InputError | None = None

    @property
    def messages(self) -> tuple[Text, ...]:
        """Why there is no score, so that it can be told in the words of a game."""
        if isinstance(self.error, NotAWinner):
            return self.error.reasons or (self.error.message,)
        return tuple(_reason_in(fault.message) for fault in (self.error.faults if self.error else ()))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why there is no score, in plain words."""
        return tuple(
            reason if isinstance(reason, str) else localized_message_text(reason) for reason in self.messages
        )


def _reason_in(message: Text) -> Text:
    """The reason in the message of a fault, without the word that has the requirement."""
    if isinstance(message, Message) and message.key == REQUIREMENT:
        reason = message.arguments[-1]
        return reason if isinstance(reason, LocalizedText) else message
    return message


def hand_outcome(ruleset: Ruleset, hand: Hand, situation: Situation) -> Outcome:
    """The score of a hand that has been checked for legality, or the error."""
    try:
        return Outcome(score_hand(ruleset, hand, situation))
    except (NotAWinner, InputError) as error:
        return Outcome(error=error)


def best_joker_choice(ruleset: Ruleset, hand: Hand, situation: Situation) -> BestChoice | None:
    """What the jokers of a hand with very many readings stand for in the best of them; None if the ruleset is
    not compiled.
    """
    try:
        return compiled_engine(ruleset).best_choice(hand, situation)
    except Unsupported:
        return None


def score_by_readings(ruleset: Ruleset, hand: Hand, situation: Situation) -> Score:
    """The score of a hand that has been checked for legality, by the readable evaluator."""
    from scorer.engine.score import score_readings  # few hands are left to the readable evaluator

    return score_readings(ruleset, hand, situation, best_joker_choice)


def readings_of(view: View, steps: StepBudget | None = None) -> list[Reading]:
    """Every reading whose shape is allowed in this situation; of a hand with jokers that has very many, those
    in which the jokers stand for the tiles of the best one. `steps` limits the search.
    """
    from scorer.engine.score import readings_of as every_reading

    return every_reading(view, steps, best_joker_choice)


def score_if_dealer_discarded(score: Score) -> Score | None:
    """The score if the dealer discarded, if the discarder is not named and this score differs; else None.

    If no discarder is named, a score assumes that a player other than the dealer discarded.

    >>> taiwanese = score("123456789m123s(777z)1p+1p", "taiwanese")
    >>> taiwanese.points, score_if_dealer_discarded(taiwanese).points
    (7, 8)
    """
    if not score.situation.may_be_from_dealer or not score.ruleset.depends_on_dealer_discard:
        return None
    other = hand_outcome(score.ruleset, score.hand, replace(score.situation, discarder=DEALER)).score
    return other if other and other.points != score.points else None


# ---- many hands

FEWEST_FOR_COLUMNS = 250
"""With fewer hands than this, columns cost more than they save."""


class BulkScorer:
    """Scores many requests under one configured ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self._unsupported_reason = rules, ""
        self.engine: Engine | None = None
        try:
            self.engine = compiled_engine(rules)
        except Unsupported as error:
            self._unsupported_reason = str(error)
        self.indicators = tuple([item.id for item in rules.indicators])

    @cached_property
    def columns(self) -> ColumnScorer | None:
        """The scorer in columns, made when it is first needed: for few hands, importing numpy takes longer
        than scoring them.
        """
        try:
            return column_scorer(self.engine) if self.engine else None
        except Unsupported as error:
            self._unsupported_reason = str(error)
            return None

    @property
    def why_alone(self) -> str:
        """Why hands are scored one by one, empty if they are not."""
        _ = self.columns
        return self._unsupported_reason

    def score(self, requests: Requests) -> tuple[ScoredColumns, dict[int, ScorerError]]:
        """The value of each request, or its error."""
        from scorer.fast.requests import ScoredColumns  # only for many hands

        made = self.score_together(requests) if len(requests) >= FEWEST_FOR_COLUMNS else None
        left: Iterable[int] = made.fallback_rows if made else range(len(requests))
        found = made.columns if made else ScoredColumns.empty(len(requests))
        errors = dict(made.errors) if made else {}
        for place in left:
            score = self.score_one(requests.row(place))
            if isinstance(score, ScorerError):
                errors[place] = score
            else:
                found.set_row(place, score)
        return found, errors

    def score_together(self, requests: Requests, with_readings: bool = False) -> RequestScores | None:
        """The scores that columns can compute, with their readings if `with_readings` is set; None if there
        are no columns or a number is too large for them.
        """
        try:
            return self.columns.score(requests, with_readings) if self.columns else None
        except (OverflowError, TooLarge):
            return None

    def score_one(self, request_key: RequestKey) -> Score | ScorerError:
        """Score one request."""
        return score_or_error(self.rules, self.engine, request_key)


def score_or_error(rules: Ruleset, engine: Engine | None, request: RequestKey) -> Score | ScorerError:
    """Score one request with the fast evaluator or, if that cannot, the readable one, which reports every
    error.
    """

    def score() -> Score:
        found = engine.score_key(request) if engine else None
        return found if found is not None else score_by_readings(rules, *hand_and_situation(rules, request))

    return value_or_error(score)


def value_or_error(make: Callable[[], Result]) -> Result | ScorerError:
    """The result of `make`, or the error it raises, so that one bad row does not prevent others from being
    scored.
    """
    try:
        return make()
    except ScorerError as error:
        return error.with_traceback(None)  # the traceback would keep the local variables of every step alive


def hand_and_situation(rules: Ruleset, request: RequestKey) -> tuple[Hand, Situation]:
    """The hand and the situation of a request. Raises InputError."""
    return parse_request(request.request(), rules)


def bulk_scorer(ruleset: RulesetOrName, options: Mapping[str, Value] | None = None) -> BulkScorer:
    """The scorer of a ruleset, given as a value, name or file, with options. The same scorer is returned as
    long as the library returns the same ruleset.
    """
    rules = resolve_ruleset(ruleset, options)
    return _SCORERS.get(id(rules)) or _SCORERS.keep(id(rules), BulkScorer(rules))


_SCORERS: Memo[int, BulkScorer] = Memo(limit=8)
"""scorers by ruleset, one set per thread"""
if hasattr(os, "register_at_fork"):  # an interrupted thread may have left its columns incomplete and locked
    os.register_at_fork(after_in_child=_SCORERS.clear)


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

    With numpy installed (`pip install '.[batch]'`), a few hundred hands or more are scored
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
    from scorer.rows import RowRules, hand_rows, plain_requests

    scorer, given = bulk_scorer(ruleset, options), hand_rows(hands)
    rows = RowRules(scorer.rules, ruleset)
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
