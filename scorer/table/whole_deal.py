"""A whole deal: what the winner is paid, what the hands of the other players count, and what each two players
settle between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scorer.engine.evaluate import Evaluator, holds, rules_view, seats_of, value_of, whole_number
from scorer.engine.examples import Example, fault_in_example, parse_example, read_example, typed_words_of
from scorer.engine.losing import LosingHand, held_tiles, losing_hand
from scorer.engine.request import circumstance_faults, parse_waiting_request
from scorer.engine.results import Score
from scorer.engine.score import HandView
from scorer.engine.value import Amount, hand_payments, round_up, share_between, whole_hand_liability
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import WINDS, Situation, WaitingHand, wind_letter
from scorer.language.formulas import Formula
from scorer.message import Listed, Message, Text
from scorer.notation import names_winning_tile
from scorer.phrases import translations
from scorer.readings import completing_kinds
from scorer.ruleset.model import DrawnDeal, HandTransfer, PaidEvent, PlayerComparison, Ruleset
from scorer.scoring import best_joker_choice, score_hand
from scorer.shapes import Kinds, TooManyReadings
from scorer.suggest import available_names, id_or_name
from scorer.tiles import Names, Tile, fold_name, ids_by_spelling
from scorer.values import dataclass, replace

Circumstances = tuple[tuple[str, int], ...]
Gains = tuple[tuple[str, Amount], ...]
"""What each seat gains or loses, in the order of the seats."""
OTHERS_OPTION, HANDS_OPTION, EVENTS_OPTION = "--others", "--hands", "--events"
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
    formula: Formula | None
    gains: Gains
    is_returned: bool = False


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
    draw: DrawnDeal | None = None
    """how the deal ended, if nobody won at the end"""


WIN = "win"
"""The id of the payment for a winning hand."""


@dataclass(frozen=True)
class HappenedEvent:
    """Something that happened in a deal: a paid event of the rules, or a win, and who it belongs to. A win
    can be told by the base of the hand, with its circumstances.
    """

    owner: str
    rule: PaidEvent | None
    feeder: str = ""
    base: Amount | None = None
    circumstances: tuple[str, ...] = ()
    liable_seats: tuple[str, ...] = ()
    """who pays for everyone, if the win is told by its base"""


@dataclass(frozen=True)
class DealBook:
    """The payments of one deal, in the order in which they are made. Each method returns the book after a
    payment.

    `circumstances` are those of the first win, some of which hold for the whole deal. `playing` are the seats
    that have not won. `open_events` may still be given back.
    """

    ruleset: Ruleset
    seats: str
    circumstances: Circumstances = ()
    playing: str = ""
    lines: tuple[DealLine, ...] = ()
    open_events: tuple[tuple[HappenedEvent, DealLine], ...] = ()

    def with_event(self, event: HappenedEvent) -> DealBook:
        """What the players who have not won pay for an event."""
        rule = event.rule
        assert rule is not None
        situation = Situation(
            not event.feeder,
            event.owner,
            discarder=event.feeder or None,
            circumstances=self.circumstances,
        )
        view = rules_view(self.ruleset, situation)
        gains: dict[str, Amount] = dict.fromkeys(self.seats, 0)
        for seat in self.playing:
            if seat != event.owner:
                amount = share_between(view, rule.pays, seat, event.feeder)[0]
                gains[seat] -= amount
                gains[event.owner] += amount
        line = DealLine(rule.id, rule.names, event.feeder, event.owner, None, tuple(gains.items()))
        return replace(self, lines=(*self.lines, line), open_events=(*self.open_events, (event, line)))

    def with_win(self, line: DealLine, situation: Situation) -> DealBook:
        """What those who have not won before pay for a win; the winner is out then. The last event of the
        discarder is given back if the win is one of those to which it is lost.
        """
        gains = {seat: gain if seat in self.playing else 0 for seat, gain in line.gains}
        winner = situation.seat
        gains[winner] = -sum(gain for seat, gain in gains.items() if seat != winner)
        book = self.with_lines([replace(line, gains=tuple(gains.items()))])
        said = {name for name, _ in situation.circumstances}
        last = next((one for one in self.open_events[::-1] if one[0].owner == situation.discarder), None)
        if last and last[0].rule and said.intersection(last[0].rule.lost_to):
            book = book.with_return(last)
        return replace(book, playing=self.playing.replace(winner, ""))

    def with_counted_win(self, event: HappenedEvent) -> DealBook:
        """What the others pay for a win of which only the base is known."""
        assert event.base is not None
        said = tuple((name, 1) for name in event.circumstances)
        situation = Situation(
            not event.feeder, event.owner, discarder=event.feeder or None, circumstances=said
        )
        view = rules_view(self.ruleset, situation).with_amounts({"base": event.base})
        liable = event.liable_seats
        payments = whole_hand_liability(view, liable) if liable else hand_payments(view, ())
        return self.with_win(line_of_win(dict(payments.transfers), event.owner, self.seats), situation)

    def with_return(self, entry: tuple[HappenedEvent, DealLine]) -> DealBook:
        """The book with the payment for an event undone."""
        line = entry[1]
        gains = tuple((seat, -gain) for seat, gain in line.gains)
        returned = replace(line, id=f"{line.id}_returned", gains=gains, is_returned=True)
        left = tuple(one for one in self.open_events if one is not entry)
        return replace(self, lines=(*self.lines, returned), open_events=left)

    def with_lines(self, lines: Iterable[DealLine]) -> DealBook:
        """The book with further payments."""
        return replace(self, lines=(*self.lines, *lines))

    def at_drawn_end(self, rule: DrawnDeal, views: Mapping[str, Evaluator]) -> DealBook:
        """The book at the end of a deal that nobody wins: what must be given back, and what players pay one
        another by what their hands are. `views` has the players who have not won.
        """
        book = self
        for entry in self.open_events:
            event = entry[0]
            if event.rule and event.owner in views and holds(event.rule.return_condition, views[event.owner]):
                book = book.with_return(entry)
        for transfer in rule.transfers:
            if holds(transfer.option_condition, rules_view(self.ruleset)):
                book = book.with_lines(_transfer_lines(transfer, views, self.seats))
        return book


def settled_deal(
    ruleset: Ruleset, scores: Sequence[Score], other_hands: str | Mapping[str, str], events: str = ""
) -> WholeDeal:
    """A deal with its winners and the hands of the other players, each written after its seat: the hand, or
    what it counts. `events` are what is paid at once while the deal is played.

    Raises InputError for hands that are not legal, and for seats that are missing or given twice.

    >>> from scorer import load_ruleset, parse_hand
    >>> rules = load_ruleset("british")
    >>> hand = parse_hand("444666m2z(123p)(777s)+2z", ruleset=rules)
    >>> score = score_hand(rules, hand, Situation(False, "S", discarder="N"))
    >>> settled_deal(rules, [score], "E:24 W:18 N:8").balance
    (('E', -20), ('S', 128), ('W', -34), ('N', -74))
    """
    seats = seats_of(ruleset)
    texts = (
        seat_texts(other_hands)
        if isinstance(other_hands, str) and other_hands
        else [*_named_seats(other_hands or {})]
    )
    happened = read_events(ruleset, events, seats)
    won = [*(score.situation.seat for score in scores), *_counted_winners(happened)]
    _refuse_seats([seat for seat, _ in texts], won, seats if ruleset.comparisons else "", seats)
    table = scores[0].situation if scores else Situation(False, round=ruleset.default_round)
    losers = tuple(losing_seat(ruleset, seat, text, table) for seat, text in sorted(texts, key=_place))
    book = booked_events(ruleset, scores, with_shown_events(ruleset, scores, losers, happened), seats)
    winning = {score.situation.seat: winner_view(score) for score in scores}
    losing = {loser.seat: loser.view for loser in losers}
    book = book.with_lines(comparison_lines(ruleset, winning, losing, seats))
    surplus = surplus_kinds(ruleset, scores, losers)
    return WholeDeal(ruleset, tuple(scores), losers, book.lines, total_gains(book.lines, seats), surplus)


def drawn_hands(ruleset: Ruleset, rule: DrawnDeal, hands: str, events: str = "") -> WholeDeal:
    """A deal without a last winner: what is paid for events, what of it is given back, and what players pay
    one another by what their hands are.

    Every player has a hand, or the base of the best hand that they wait for, 0 if they are not ready.
    A hand with a winning tile has won before.

    Raises InputError for hands and events that are not legal.

    >>> from scorer import load_ruleset
    >>> rules = load_ruleset("sichuan")
    >>> events = "E concealed_kong, N claimed_kong from=E, W added_kong"
    >>> drawn_hands(rules, rules.draws[0], "E:4 S:0 W:0 N:1", events).balance
    (('E', 12), ('S', -7), ('W', -7), ('N', 2))
    """
    seats = seats_of(ruleset)
    texts = seat_texts(hands, HANDS_OPTION) if hands else []
    happened = read_events(ruleset, events, seats)
    won = _counted_winners(happened)
    _refuse_seats([seat for seat, _ in texts], won, seats, seats, HANDS_OPTION)
    texts.sort(key=_place)
    table = Situation(False, round=ruleset.default_round)
    scores = [_earlier_win(ruleset, seat, text) for seat, text in texts if names_winning_tile(text)]
    rest = [(seat, text) for seat, text in texts if not names_winning_tile(text)]
    losers = tuple(hoping_seat(ruleset, seat, text, table) for seat, text in rest)
    book = booked_events(ruleset, scores, with_shown_events(ruleset, scores, losers, happened), seats)
    views = {loser.seat: loser.view for loser in losers}
    book = book.at_drawn_end(rule, views)
    surplus = surplus_kinds(ruleset, scores, losers)
    return WholeDeal(
        ruleset, tuple(scores), losers, book.lines, total_gains(book.lines, seats), surplus, rule
    )


def booked_events(
    ruleset: Ruleset, scores: Sequence[Score], events: Sequence[HappenedEvent], seats: str
) -> DealBook:
    """The payments for events and wins, in order. Wins that no event tells come last."""
    book = DealBook(ruleset, seats, scores[0].situation.circumstances if scores else (), seats)
    lines = {line.receiver: line for line in win_lines(ruleset, scores, seats)}
    by_seat = {score.situation.seat: score for score in scores}
    for event in (*events, *(HappenedEvent(seat, None) for seat in by_seat)):
        if event.owner not in book.playing:
            if event.rule:
                raise _input_error(Message("has won before", event.owner), source=EVENTS_OPTION)
            continue
        if event.rule:
            book = book.with_event(event)
        elif event.base is not None:
            book = book.with_counted_win(event)
        elif event.owner in by_seat:
            book = book.with_win(lines[event.owner], by_seat[event.owner].situation)
        else:
            raise _input_error(
                Message("write the winning hand", event.owner),
                source=EVENTS_OPTION,
            )
    return book


def with_shown_events(
    ruleset: Ruleset, scores: Sequence[Score], losers: Sequence[LosingSeat], told: Sequence[HappenedEvent]
) -> list[HappenedEvent]:
    """The events of a deal: first those that hands show and nobody has told, then those told. Events that a
    winner is paid with the hand are left out.
    """
    hands = {score.situation.seat: winner_view(score) for score in scores}
    hands |= {loser.seat: loser.view for loser in losers if loser.hand}
    winners = {score.situation.seat for score in scores}
    untold, happened, rules = list[HappenedEvent](), [*told], rules_view(ruleset)
    for seat, view in hands.items():
        for rule in ruleset.events:
            if rule.shown_number is None or rule.is_fed or not holds(rule.option_condition, rules):
                continue
            shown = whole_number(rule.shown_number, view)
            own = [event for event in happened if event.owner == seat and event.rule == rule]
            if seat in winners and holds(rule.hand_condition, rules):
                for event in own[:shown]:
                    happened.remove(event)
            else:
                untold += [HappenedEvent(seat, rule)] * (shown - len(own))
    return [*untold, *happened]


def _transfer_lines(transfer: HandTransfer, views: Mapping[str, Evaluator], seats: str) -> Iterator[DealLine]:
    """What each player of whom the one condition holds pays to each of whom the other holds."""
    for payer in [seat for seat in views if holds(transfer.payers, views[seat])]:
        for receiver in [seat for seat in views if seat != payer and holds(transfer.receivers, views[seat])]:
            yield from _lines_between(transfer, views[receiver], payer, receiver, seats)


def _lines_between(
    rule: HandTransfer | PlayerComparison, view: Evaluator, payer: str, receiver: str, seats: str
) -> Iterator[DealLine]:
    """The payment of one player to another by a rule, unless it is nothing."""
    amount, formula = share_between(view, rule.pays, payer)
    if amount:
        gains = {payer: -amount, receiver: amount}
        every = tuple((seat, gains.get(seat, 0)) for seat in seats)
        yield DealLine(rule.id, rule.names, payer, receiver, formula, every)


EVENT_TEXT = re.compile(r"(\w{1,5})\s+(\w+)(?:\s+(\d{1,7}))?(?:\s+from=(\w{1,5}))?((?:\s+(?:pao=)?\w+)*)")
LIABLE = "pao="
"""Before the seat of a player who is liable for a win that is told by its base."""
WIN_WORDS = ("win", "wins")


def _names_of_events(known: Mapping[str, PaidEvent]) -> dict[str, Names]:
    """What players may type for each event: its names, and the parts of a name with brackets that no other
    event shares, such as the second one of 下雨（暗杠）.
    """
    parts = {
        ident: [(tag, part.strip()) for tag, name in rule.names for part in re.split("[（）()]", name)]
        for ident, rule in known.items()
    }
    often = Counter(one for those in parts.values() for one in dict.fromkeys(those))
    return {
        ident: tuple(one for one in those if one[1] and often[one] == 1) for ident, those in parts.items()
    }


def read_events(ruleset: Ruleset, text: str, seats: str) -> list[HappenedEvent]:
    """The events in a text such as `E concealed_kong, N claimed_kong from=E, S wins`.

    Raises InputError for events that the rules do not have, and if nobody is named who fed a tile.

    >>> from scorer import load_ruleset
    >>> [event.feeder for event in read_events(load_ruleset("sichuan"), "N claimed_kong from=E", "ESWN")]
    ['E']
    """
    view = rules_view(ruleset)
    known = {one.id: one for one in ruleset.events if holds(one.option_condition, view)}
    names = _names_of_events(known)
    spelled = ids_by_spelling(names)
    typed = [id_or_name(one, names[one][::-1]) for one in known]
    typed.append(id_or_name(WIN, translations("word win", ruleset.phrases)))
    win_words = typed_words_of(ruleset).any_win.union(WIN_WORDS)
    found = []
    for part in filter(None, map(str.strip, text[:LONGEST_TEXT].replace(";", ",").split(","))):
        said = EVENT_TEXT.fullmatch(part)
        if not said:
            raise _input_error(Message("expected seat and event", typed[0]), part, EVENTS_OPTION)
        owner, name, feeder = wind_letter(said[1]), said[2], wind_letter(said[4] or "")
        for seat in filter(None, (owner, feeder)):
            if seat not in seats or len(seat) != 1:
                raise _input_error(
                    Message("not a seat", seat, Listed(tuple(seats), "comma")), part, EVENTS_OPTION
                )
        rule = known.get(spelled.get(fold_name(name), ""))
        if rule is None and fold_name(name) not in win_words:
            message = Message("no such event", ruleset.label, available_names(typed))
            raise _input_error(message, part, EVENTS_OPTION)
        if rule is None:
            found.append(_told_win(ruleset, owner, feeder, part, said, seats))
            continue
        if said[3] or said[5]:
            message = Message("only a win has a base")
            raise _input_error(message, part, EVENTS_OPTION)
        is_fed = rule.is_fed
        if is_fed and not feeder:
            raise _input_error(Message("add the feeder"), part, EVENTS_OPTION)
        if feeder and (feeder == owner or not is_fed):
            raise _input_error(Message("nobody discarded", feeder), part, EVENTS_OPTION)
        found.append(HappenedEvent(owner, rule, feeder))
    return found


def _told_win(
    ruleset: Ruleset, owner: str, feeder: str, text: str, said: re.Match[str], seats: str
) -> HappenedEvent:
    """A win among the events: of a hand that is written elsewhere, or by the base of the hand."""
    words = tuple(said[5].split())
    if said[3] is None:
        if feeder or words:
            message = Message("add the base", owner, said[2], feeder or "E")
            raise _input_error(message, text, EVENTS_OPTION)
        return HappenedEvent(owner, None)
    sheets = ruleset.payment.discard, ruleset.payment.self_draw
    shares = [node for sheet in sheets for _, node in (*sheet.dealer, *sheet.non_dealer)]
    asked = {part.args[0] for node in shares for part in node.walk() if part.op == "amount"}
    if others := sorted(asked - {"base"}):
        message = Message("win paid by more than base", ruleset.label, others[0])
        raise _input_error(message, text, EVENTS_OPTION)
    if feeder == owner:
        raise _input_error(Message("winner cannot discard"), text, EVENTS_OPTION)
    liable = _liable_seats(ruleset, owner, text, words, seats)
    words = tuple(word for word in words if not word.startswith(LIABLE))
    known = [one.id for one in ruleset.circumstances if one.maximum == 1]
    if unknown := next((word for word in words if word not in known), ""):
        hint = available_names(known)
        raise _input_error(
            Message("no circumstance of this name", unknown, ruleset.label, hint), text, EVENTS_OPTION
        )
    return HappenedEvent(owner, None, feeder, int(said[3]), words, liable)


def _liable_seats(
    ruleset: Ruleset, owner: str, text: str, words: Sequence[str], seats: str
) -> tuple[str, ...]:
    """The players who are liable for a told win. Raises InputError if they cannot be."""
    liable = tuple(wind_letter(word[len(LIABLE) :]) for word in words if word.startswith(LIABLE))
    liability, view = ruleset.payment.liability, rules_view(ruleset)
    if liable and not (liability and any(holds(node, view) for _, node in liability.patterns)):
        raise _input_error(Message("nobody is liable", ruleset.label), text, EVENTS_OPTION)
    others = [seat for seat in seats if seat != owner]
    if wrong := next((seat for seat in liable if seat not in others), ""):
        raise _input_error(
            Message("seat cannot be liable", wrong, Listed(tuple(others), "comma")), text, EVENTS_OPTION
        )
    return liable


def _counted_winners(events: Sequence[HappenedEvent]) -> list[str]:
    return [event.owner for event in events if event.base is not None]


def _earlier_win(ruleset: Ruleset, seat: str, text: str) -> Score:
    """The score of a player who has won before the end of the deal."""
    try:
        _, hand, situation = parse_example(f"{text} seat={seat}", ruleset, is_typed=True)
        return score_hand(ruleset, hand, situation)
    except InputError as error:
        raise InputError(
            replace(fault, source=f"{HANDS_OPTION}, {seat}") for fault in error.faults
        ) from error
    except NotAWinner as error:
        raise _input_error(f"{seat}: {error}", source=HANDS_OPTION) from error


def hoping_seat(ruleset: Ruleset, seat: str, text: str, table: Situation) -> LosingSeat:
    """A player at the end of a drawn deal: what the best hand counts that they wait for."""
    if COUNT_TEXT.fullmatch(text):
        base = int(text)
        view = rules_view(ruleset, Situation(False, seat, table.round)).with_amounts({"base": base})
        view.__dict__["waits"] = (0,) * bool(base)
        return LosingSeat(seat, base, view)
    hand, situation = read_losing_hand(ruleset, seat, text, table.round, HANDS_OPTION)
    winning = {}
    for kind in completing_kinds(hand, ruleset.shapes, ruleset.set_tables, ruleset.formal_waits):
        try:
            found = score_hand(ruleset, hand.with_winning_tile(Tile(kind)), situation)
        except (NotAWinner, InputError):
            continue
        winning[kind] = found.best.worth.base
    best = max(winning.values(), default=0)
    view = HandView(ruleset, held_tiles(hand), situation).with_amounts({"base": best})
    view.__dict__["waits"] = tuple(winning)
    return LosingSeat(seat, best, view, LosingHand(hand, situation, best, view))


# ---- the other players


def seat_texts(text: str, source: str = OTHERS_OPTION) -> list[tuple[str, str]]:
    """The texts after the seats in a text such as `E:123m S:40`.

    >>> seat_texts("E:24 south: 169m 258p original_call")
    [('E', '24'), ('S', '169m 258p original_call')]
    """
    if len(text) > LONGEST_TEXT:
        raise _input_error(Message("at most characters", LONGEST_TEXT, len(text)), source=source)
    marks = list(SEAT_MARK.finditer(text))
    if not marks or text[: marks[0].start()].strip():
        raise _input_error(Message("write the seat before each hand"), text, source)
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return [
        (wind_letter(mark[1]), text[mark.end() : end].strip(" ,;"))
        for mark, end in zip(marks, ends, strict=True)
    ]


def _named_seats(other_hands: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for seat, text in other_hands.items():
        if not isinstance(seat, str) or not isinstance(text, str):
            raise _input_error(Message("expected seats to hands"))
        yield wind_letter(seat), text.strip()


def _place(item: tuple[str, str]) -> int:
    return WINDS.index(item[0])


def _input_error(message: Text, text: str = "", source: str = OTHERS_OPTION) -> InputError:
    at = 0 if text else None
    return InputError([Fault(source, at, message, "circumstance", len(text) or 1, text)])


def _refuse_seats(
    given_seats: Sequence[str],
    winner_seats: Sequence[str],
    hint: str,
    seats: str,
    source: str = OTHERS_OPTION,
) -> None:
    """Raises InputError for seats that nobody has, and if one of those wanted is missing."""
    for place, seat in enumerate(given_seats):
        if seat not in seats or len(seat) != 1:
            raise _input_error(Message("not a seat", seat, Listed(tuple(seats), "comma")), source=source)
        if seat in winner_seats:
            raise _input_error(Message("seat of the winner", seat))
        if seat in given_seats[:place]:
            raise _input_error(Message("seat given twice", seat), source=source)
    if missing := [seat for seat in hint if seat not in (*given_seats, *winner_seats)]:
        raise _input_error(
            Message("hand of seat missing", Listed(tuple(missing), "comma"), missing[0]), source=source
        )


def losing_seat(ruleset: Ruleset, seat: str, text: str, table: Situation) -> LosingSeat:
    """A player with a hand, or with what it counts."""
    if COUNT_TEXT.fullmatch(text):
        view = rules_view(ruleset, Situation(False, seat, table.round)).with_amounts({"base": int(text)})
        return LosingSeat(seat, int(text), view)
    hand, situation = read_losing_hand(ruleset, seat, text, table.round)
    try:
        found = losing_hand(ruleset, hand, situation, best_joker_choice)
    except TooManyReadings as error:
        raise _input_error(Message("fault of seat", seat, error.message)) from error
    return LosingSeat(seat, found.count, found.view, found)


def read_losing_hand(
    ruleset: Ruleset, seat: str, text: str, round_wind: str, source: str = OTHERS_OPTION
) -> tuple[WaitingHand, Situation]:
    """The hand of a player who has not won, with its circumstances.

    Raises InputError with every fault, at its position in the text.
    """
    example = read_example(text, ruleset, is_typed=True)
    faults = [*example.faults, *_faults_of_other_words(example, source)]
    if not faults:
        request = replace(example.request, seat=seat, round=round_wind, win="ron")
        try:
            hand, situation, _ = parse_waiting_request(request, ruleset, {})
            faults = list(_losing_faults(hand, situation, ruleset, text))
        except InputError as error:
            faults = [fault_in_example(fault, example) for fault in error.faults]
    if faults:
        raise InputError(replace(fault, source=f"{source}, {seat}") for fault in faults)
    return hand, situation


def _faults_of_other_words(example: Example, source: str) -> Iterator[Fault]:
    """Faults for words that are not about one losing hand."""
    for word in example.words:
        if word.source != "--with":
            message = Message("not about one hand", source)
            yield Fault("example", word.position, message, "circumstance", len(word.text), example.text)


def _losing_faults(hand: WaitingHand, situation: Situation, ruleset: Ruleset, text: str) -> Iterator[Fault]:
    size = sum(min(len(meld.tiles), ruleset.meld_size) for meld in hand.melds) + len(hand.concealed_tiles)
    if size + 1 not in ruleset.hand_sizes:
        yield Fault(
            "example",
            None,
            Message("one tile less to lose", size),
            "hand",
            text=text,
        )
    elif situation.circumstances:
        yield from circumstance_faults(held_tiles(hand), situation, ruleset)


def surplus_kinds(ruleset: Ruleset, scores: Sequence[Score], losers: Sequence[LosingSeat]) -> tuple[int, ...]:
    """The kinds of tile of which the hands together have more copies than there are."""
    tiles = [tile for score in scores[1:] for tile in score.hand.waiting_hand.pieces]
    tiles += [tile for score in scores[:1] for tile in (*score.hand.pieces, *score.hand.flowers)]
    tiles += [tile for loser in losers if loser.hand for tile in loser.hand.hand.pieces]
    held = Counter(tile.kind for tile in tiles)
    return tuple(sorted(kind for kind, count in held.items() if count > ruleset.tileset.kinds[kind].copies))


# ---- the payments


def win_lines(ruleset: Ruleset, scores: Sequence[Score], seats: str) -> Iterator[DealLine]:
    """What each winner is paid."""
    for score in scores:
        named = score if _names_every_payer(score) else _with_any_discarder(ruleset, score, seats)
        yield line_of_win(dict(named.best.payments.transfers), score.situation.seat, seats)


def line_of_win(gains: Mapping[str, Amount], winner: str, seats: str) -> DealLine:
    """What a winning hand is paid."""
    return DealLine(WIN, (), "", winner, None, tuple((seat, gains.get(seat, 0)) for seat in seats))


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
        message = Message("add the discarder")
        raise InputError([Fault("--from", None, message, "circumstance")])
    return found[0]


def comparison_lines(
    ruleset: Ruleset, winners: Mapping[str, Evaluator], losers: Mapping[str, Evaluator], seats: str
) -> Iterator[DealLine]:
    """What each two players settle between them; what is known of each is given by seat."""
    for rule in ruleset.comparisons:
        if holds(rule.option_condition, rules_view(ruleset)):
            views = {**losers, **(winners if rule.compared_players == "all" else {})}
            for pair in combinations([seat for seat in seats if seat in views], 2):
                yield from _comparison_line(rule, views, pair, seats)


def winner_view(score: Score) -> Evaluator:
    """What is known of a hand that has won."""
    best = score.best
    view = HandView(score.ruleset, score.hand, score.situation, best.reading)
    return view.with_amounts({"base": best.worth.base})


def _comparison_line(
    rule: PlayerComparison, views: Mapping[str, Evaluator], pair: tuple[str, str], seats: str
) -> Iterator[DealLine]:
    numbers = {seat: round_up(value_of(rule.number, views[seat])) for seat in pair}
    payer, receiver = sorted(pair, key=lambda seat: numbers[seat])
    difference = numbers[receiver] - numbers[payer]
    view = views[receiver].with_amounts({"difference": difference})
    yield from _lines_between(rule, view, payer, receiver, seats)


def total_gains(lines: Iterable[DealLine], seats: str) -> Gains:
    """The sum of all payments for each seat."""
    rows = [dict(line.gains) for line in lines]
    return tuple((seat, round_up(sum(row[seat] for row in rows))) for seat in seats)
