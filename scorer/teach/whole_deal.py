"""A whole deal: what the winner is paid, what the hands of the other players count, and what each two players
settle between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scorer.engine.evaluate import Evaluator, View, holds, rules_view, value_of, whole_number
from scorer.engine.examples import Example, fault_in_example, read_example
from scorer.engine.losing import LosingHand, held_tiles, losing_hand
from scorer.engine.request import circumstance_faults, parse_waiting_request
from scorer.engine.results import Score
from scorer.engine.value import round_up, share_between
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import WINDS, Situation, WaitingHand, wind_letter
from scorer.library import score_hand
from scorer.ruleset.model import PlayerComparison, Ruleset
from scorer.shapes import Kinds, TooManyReadings
from scorer.tiles import Names
from scorer.values import dataclass, replace

Amount = int | float
Gains = tuple[tuple[str, Amount], ...]
"""What each seat gains or loses, in the order of the seats."""
OTHERS_OPTION = "--others"
SEAT_MARK = re.compile(r"(?<!\S)(\w{1,5})\s*[:：]\s*")
"""The seat before a hand: `E:`, `south:`."""
COUNT_TEXT = re.compile(r"\d{1,7}")
LONGEST_TEXT = 1000
"""The most characters in which the other hands are written."""


@dataclass(frozen=True)
class LosingSeat:
    """A player who has not won: the hand with what it counts, or the count alone."""

    seat: str
    count: Amount
    view: Evaluator
    hand: LosingHand | None = None


@dataclass(frozen=True)
class DealLine:
    """One payment of a deal: what it is for, who pays whom, the formula with numbers, and what every seat
    gains. `payers` is empty if several players pay.
    """

    id: str
    names: Names
    payer: str
    receiver: str
    formula: str
    gains: Gains


@dataclass(frozen=True)
class WholeDeal:
    """A settled deal: the scores of the winners, the other players, every payment, and the total gain of
    each seat. `surplus` are the kinds of tile of which the hands together have too many.
    """

    ruleset: Ruleset
    scores: tuple[Score, ...]
    losers: tuple[LosingSeat, ...]
    lines: tuple[DealLine, ...]
    balance: Gains
    surplus: Kinds = ()


WIN = "win"
"""The id of the payment for a winning hand."""


def settled_deal(ruleset: Ruleset, scores: Sequence[Score], others: str | Mapping[str, str]) -> WholeDeal:
    """A deal with its winners and the hands of the other players, each written after its seat: the hand, or
    what it counts.

    Raises InputError for hands that are not legal, and for seats that are missing or given twice.

    >>> from scorer import load_ruleset, parse_hand
    >>> rules = load_ruleset("british")
    >>> hand = parse_hand("444666m2z(123p)(777s)+2z", ruleset=rules)
    >>> score = score_hand(rules, hand, Situation(False, "S", discarder="N"))
    >>> settled_deal(rules, [score], "E:24 W:18 N:8").balance
    (('E', -20), ('S', 128), ('W', -34), ('N', -74))
    """
    seats = WINDS[: whole_number(ruleset.players, rules_view(ruleset))]
    texts = seat_texts(others) if isinstance(others, str) else [*_named_seats(others)]
    won = [score.situation.seat for score in scores]
    _refuse_seats([seat for seat, _ in texts], won, seats)
    table = scores[0].situation
    losers = tuple(_losing_seat(ruleset, seat, text, table) for seat, text in sorted(texts, key=_place))
    lines = [*win_lines(ruleset, scores, seats), *comparison_lines(ruleset, scores, losers, seats)]
    surplus = surplus_kinds(ruleset, scores, losers)
    return WholeDeal(ruleset, tuple(scores), losers, tuple(lines), total_gains(lines, seats), surplus)


# ---- the other players


def seat_texts(text: str) -> list[tuple[str, str]]:
    """The texts after the seats in a text such as `E:123m S:40`.

    >>> seat_texts("E:24 south: 169m 258p original_call")
    [('E', '24'), ('S', '169m 258p original_call')]
    """
    if len(text) > LONGEST_TEXT:
        raise _refused(f"at most {LONGEST_TEXT} characters, not {len(text)}")
    marks = list(SEAT_MARK.finditer(text))
    if not marks or text[: marks[0].start()].strip():
        raise _refused('write the seat before each hand: "E:123m456p W:24"', text)
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return [
        (wind_letter(mark[1]), text[mark.end() : end].strip(" ,;"))
        for mark, end in zip(marks, ends, strict=True)
    ]


def _named_seats(others: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for seat, text in others.items():
        if not isinstance(seat, str) or not isinstance(text, str):
            raise _refused("expected a mapping from seats to hands")
        yield wind_letter(seat), text.strip()


def _place(item: tuple[str, str]) -> int:
    return WINDS.index(item[0])


def _refused(message: str, text: str = "") -> InputError:
    return InputError(
        [Fault(OTHERS_OPTION, 0 if text else None, message, "circumstance", len(text) or 1, text)]
    )


def _refuse_seats(given: Sequence[str], won: Sequence[str], seats: str) -> None:
    """Raises InputError unless the seats are those of the players who have not won."""
    for place, seat in enumerate(given):
        if seat not in seats or len(seat) != 1:
            raise _refused(f"'{seat}' is not a seat; seats: {', '.join(seats)}")
        if seat in won:
            raise _refused(
                f"{seat} is the seat of the winner; write the hands of the others, or change --seat"
            )
        if seat in given[:place]:
            raise _refused(f"the seat {seat} is given twice")
    if missing := [seat for seat in seats if seat not in (*given, *won)]:
        raise _refused(f"no hand for {', '.join(missing)}: add {missing[0]}:HAND, or {missing[0]}:COUNT")


def _losing_seat(ruleset: Ruleset, seat: str, text: str, table: Situation) -> LosingSeat:
    """A player with a hand, or with what it counts."""
    if COUNT_TEXT.fullmatch(text):
        view = rules_view(ruleset, Situation(False, seat, table.round)).with_amounts({"base": int(text)})
        return LosingSeat(seat, int(text), view)
    hand, situation = read_losing_hand(ruleset, seat, text, table.round)
    try:
        found = losing_hand(ruleset, hand, situation)
    except TooManyReadings as error:
        raise _refused(f"{seat}: {error}") from error
    return LosingSeat(seat, found.count, found.view, found)


def read_losing_hand(
    ruleset: Ruleset, seat: str, text: str, round_wind: str
) -> tuple[WaitingHand, Situation]:
    """The hand of a player who has not won, with its circumstances.

    Raises InputError with every fault, at its position in the text.
    """
    example = read_example(text, ruleset, is_typed=True)
    faults = [*example.faults, *_table_words(example)]
    if not faults:
        request = replace(example.request, seat=seat, round=round_wind, win="ron")
        try:
            hand, situation, _ = parse_waiting_request(request, ruleset, {})
            faults = list(_losing_faults(hand, situation, ruleset, text))
        except InputError as error:
            faults = [fault_in_example(fault, example) for fault in error.faults]
    if faults:
        raise InputError(replace(fault, source=f"{OTHERS_OPTION}, {seat}") for fault in faults)
    return hand, situation


def _table_words(example: Example) -> Iterator[Fault]:
    """Faults for words that are not about one losing hand."""
    for word in example.words:
        if word.source != "--with":
            message = "this is not about one hand; give it outside of --others"
            yield Fault("example", word.at, message, "circumstance", len(word.text), example.text)


def _losing_faults(hand: WaitingHand, situation: Situation, ruleset: Ruleset, text: str) -> Iterator[Fault]:
    size = sum(min(len(meld.tiles), ruleset.meld_size) for meld in hand.melds) + len(hand.concealed)
    if size + 1 not in ruleset.hand_sizes:
        yield Fault(
            "example",
            None,
            f"{size} tiles; a hand that has not won has one tile less than a complete one; write a count "
            "instead if the hand counts nothing",
            "hand",
            text=text,
        )
    elif situation.circumstances:
        yield from circumstance_faults(held_tiles(hand), situation, ruleset)


def surplus_kinds(ruleset: Ruleset, scores: Sequence[Score], losers: Sequence[LosingSeat]) -> tuple[int, ...]:
    """The kinds of tile of which the hands together have more copies than there are."""
    tiles = [tile for score in scores[1:] for tile in score.hand.waiting_hand.tiles]
    tiles += [tile for score in scores[:1] for tile in (*score.hand.tiles, *score.hand.flowers)]
    tiles += [tile for loser in losers if loser.hand for tile in loser.hand.hand.tiles]
    held = Counter(tile.kind for tile in tiles)
    return tuple(sorted(kind for kind, count in held.items() if count > ruleset.tileset.kinds[kind].copies))


# ---- the payments


def win_lines(ruleset: Ruleset, scores: Sequence[Score], seats: str) -> Iterator[DealLine]:
    """What each winner is paid."""
    for score in scores:
        named = score if _names_every_payer(score) else _with_any_discarder(ruleset, score, seats)
        gains = dict(named.best.payments.transfers)
        yield DealLine(
            WIN, (), "", score.situation.seat, "", tuple((seat, gains.get(seat, 0)) for seat in seats)
        )


def _names_every_payer(score: Score) -> bool:
    return score.situation.self_draw or score.situation.discarder is not None


def _with_any_discarder(ruleset: Ruleset, score: Score, seats: str) -> Score:
    """The score with some discarder, if it is the same whoever discarded.

    Raises InputError if it is not.
    """
    found: list[Score] = []
    for seat in seats:
        situation = replace(score.situation, discarder=seat)
        if seat != score.situation.seat and not [*circumstance_faults(score.hand, situation, ruleset)]:
            try:
                found.append(score_hand(ruleset, score.hand, situation))
            except NotAWinner:
                continue
    if len({one.best.payments.transfers for one in found}) != 1:
        message = "who pays depends on who discarded; add --from and the seat"
        raise InputError([Fault("--from", None, message, "circumstance")])
    return found[0]


def comparison_lines(
    ruleset: Ruleset, scores: Sequence[Score], losers: Sequence[LosingSeat], seats: str
) -> Iterator[DealLine]:
    """What each two players settle between them."""
    for rule in ruleset.comparisons:
        if holds(rule.enabled, rules_view(ruleset)):
            views = {loser.seat: loser.view for loser in losers}
            if rule.between == "all":
                views |= {score.situation.seat: winner_view(score) for score in scores}
            for pair in combinations([seat for seat in seats if seat in views], 2):
                yield from _comparison_line(rule, views, pair, seats)


def winner_view(score: Score) -> Evaluator:
    """What is known of a hand that has won."""
    best = score.best
    view = View(score.ruleset, score.hand, score.situation, best.reading)
    return view.with_amounts({"base": best.worth.base})


def _comparison_line(
    rule: PlayerComparison, views: Mapping[str, Evaluator], pair: tuple[str, str], seats: str
) -> Iterator[DealLine]:
    numbers = {seat: round_up(value_of(rule.number, views[seat])) for seat in pair}
    payer, receiver = sorted(pair, key=lambda seat: numbers[seat])
    difference = numbers[receiver] - numbers[payer]
    view = views[receiver].with_amounts({"difference": difference})
    amount, formula = share_between(view, rule.pays, payer)
    if amount:
        gains = {payer: -amount, receiver: amount}
        yield DealLine(
            rule.id, rule.names, payer, receiver, formula, tuple((seat, gains.get(seat, 0)) for seat in seats)
        )


def total_gains(lines: Iterable[DealLine], seats: str) -> Gains:
    """The sum of all payments for each seat."""
    rows = [dict(line.gains) for line in lines]
    return tuple((seat, round_up(sum(row[seat] for row in rows))) for seat in seats)
