"""What an event changes at a table: a pure function from a state and an event to the state after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scorer.engine.evaluate import Evaluator, at_table, holds, rules_view, whole_number
from scorer.engine.losing import held_tiles
from scorer.engine.score import HandView
from scorer.engine.value import Amount, round_up
from scorer.errors import InputError
from scorer.hand import Situation, WaitingHand
from scorer.message import Listed, Message
from scorer.phrases import join_words
from scorer.ruleset.model import DrawnDeal, PaidEvent, ShareSheet
from scorer.suggest import id_or_name, nearest_items
from scorer.table.claims import Claim, ValuedClaim, base_of_count, points_in, valued_claim
from scorer.table.events import (
    Adjustment,
    ChipPayment,
    Count,
    DealEvent,
    Declaration,
    Draw,
    FalseWin,
    GameEnd,
    KnownResult,
    Note,
    PointPenalty,
    PointsByPlayer,
    SpotPayment,
    Win,
)
from scorer.table.faults import event_error, player_number
from scorer.table.rules import DealRules
from scorer.table.settle import (
    AfterDeal,
    DealEnd,
    NextDeal,
    draw_payments,
    false_win_cost,
    next_deal,
    paid_scores,
    stick_gains,
)
from scorer.table.state import EndedDeal, GameState, Transfer, deal_name, empty_book
from scorer.table.sums import sum_fault
from scorer.table.whole_deal import (
    DealBook,
    DealLine,
    HappenedEvent,
    LosingSeat,
    comparison_lines,
    hoping_seat,
    line_of_win,
    losing_seat,
)
from scorer.teach.winners import claim_portions
from scorer.tiles import Tile, fold_name
from scorer.values import replace

OTHERS = "others"
"""The receivers of a penalty that all other players share."""
RESULT_ENTERED = "result entered"


def table_after(rules: DealRules, state: GameState, event: DealEvent) -> GameState:
    """The state of a game after an event, with what was paid and, if a deal has ended, how it goes on.

    After every event, the scores and the sticks add up to what the players began with, less penalties that
    went to nobody.

    Raises InputError if the event is not possible; nothing has changed then.

    >>> from scorer import load_ruleset
    >>> from scorer.table.state import first_state
    >>> rules = DealRules(load_ruleset("riichi"))
    >>> state = first_state(rules, ["Ann", "Ben", "Cho", "Dia"])
    >>> state = table_after(rules, state, Declaration("Ben"))
    >>> state = table_after(rules, state, Win((("Ann", "3 han 40 fu"),), "Ben"))
    >>> state.scores, state.sticks, state.ended.next_name
    ((33700, 16300, 25000, 25000), 0, 'E1.1')
    """
    if state.over and not isinstance(event, (ChipPayment, Count, Note)):
        raise event_error(Message("game over"))
    before = replace(state, transfers=(), notes=(), ended=None)
    after = STEPS[type(event)](rules, before, event)
    assert sum_of_points(rules, after) == rules.start * len(after.players), "points were lost or made"
    return after


def sum_of_points(rules: DealRules, state: GameState) -> Amount:
    """All points of a table: the scores, the sticks on it, and what left it as penalties."""
    return round_up(round(sum(state.scores) + state.sticks * rules.stick + state.lost, 6))


def _with_transfers(state: GameState, transfers: Sequence[Transfer]) -> GameState:
    """The state after payments."""
    scores = paid_scores(state.scores, [one.gains for one in transfers])
    paid = tuple(one for one in transfers if any(one.gains))
    return replace(state, scores=scores, transfers=(*state.transfers, *paid))


def _transfer(state: GameState, cause: str, gains: Mapping[int, Amount]) -> Transfer:
    return Transfer(cause, tuple(gains.get(player, 0) for player in range(len(state.players))))


def _line_transfers(state: GameState, lines: Sequence[DealLine]) -> list[Transfer]:
    """Payments by seat as payments by player."""
    return [
        _transfer(state, one.id, {state.player_at(seat): gain for seat, gain in one.gains if gain})
        for one in lines
    ]


def _numbers(points: PointsByPlayer, state: GameState) -> dict[int, Amount]:
    return {player_number(name, state.players): number for name, number in points}


def _whole_numbers(points: PointsByPlayer, state: GameState) -> dict[int, Amount]:
    """Points as numbers of the players. Scores have no fractions."""
    for name, number in points:
        if number != int(number):
            raise event_error(Message("expected whole numbers", f"{number:g}"), name)
    return _numbers(points, state)


# ---- sticks


def _declare(rules: DealRules, state: GameState, event: Declaration) -> GameState:
    player = player_number(event.player, state.players)
    if not rules.stick or rules.deals is None:
        raise event_error(Message("no sticks in this game", rules.ruleset.label))
    if player in state.declared:
        raise event_error(Message("declared already", event.player), event.player)
    if not at_table(rules.deals.declare, AfterDeal(rules.ruleset, {"score": int(state.scores[player])})):
        message = Message("too few points for a stick", event.player, rules.stick)
        raise event_error(message, event.player)
    after = _with_transfers(state, [Transfer("stick", stick_gains(rules, player))])
    return replace(after, sticks=state.sticks + 1, declared=(*state.declared, player))


# ---- wins


def _win(rules: DealRules, state: GameState, event: Win) -> GameState:
    winners, discarder = _checked_winners(state, event)
    payer = "" if discarder is None else state.seat(discarder)
    seats = [state.seat(player) for player in winners]
    have_sticks = [player in state.declared for player in winners]
    portions = claim_portions(rules.ruleset, payer, seats, state.sticks, have_sticks)
    claims = {
        one.place: _valued_place(rules, state, event, one.place, one.takes_counters) for one in portions
    }
    paid = [one.place for one in portions if one.is_paid]
    _refuse_different_tiles(rules, list(claims.values()), event)
    assumed = tuple(note for claim in claims.values() for note in claim.notes)
    state = replace(state, notes=(*state.notes, *assumed))
    if not paid:
        names = Listed(tuple(name for name, _ in event.values))
        noted = replace(state, notes=(*state.notes, Message("too many winners", names)))
        return state_after_deal(rules, noted, (), True, _nobody(state), event.next_dealer)
    book = _book_with_wins(rules, state, event, {winners[place]: claims[place] for place in paid})
    transfers = _line_transfers(state, book.lines[len(state.book.lines) :])
    for portion in portions:
        gains = {winners[portion.place]: portion.sticks * rules.stick}
        transfers.append(_transfer(state, "sticks", gains))
    won = tuple(winners[place] for place in paid)
    after = replace(
        _with_transfers(state, transfers),
        book=book,
        sticks=state.sticks - sum(portion.sticks for portion in portions),
        winners=(*state.winners, *won),
    )
    if len(paid) < len(portions):
        names = Listed(tuple(event.values[place][0] for place in paid))
        after = replace(after, notes=(*after.notes, Message("nearest paid alone", names)))
    if not state.winners:
        after = replace(after, first_winners=won, first_discarder=discarder)
    needed = whole_number(rules.deals.winners, rules.view, 1) if rules.deals else 1
    if len(after.winners) < needed:
        return after
    return state_after_deal(rules, after, after.winners, False, _nobody(state), event.next_dealer)


def _nobody(state: GameState) -> tuple[bool, ...]:
    """Nobody is ready."""
    return (False,) * len(state.players)


def _valued_place(
    rules: DealRules, state: GameState, event: Win, place: int, takes_counters: bool
) -> ValuedClaim:
    """What the winner at a place of an event is paid."""
    name, text = event.values[place]
    player = player_number(name, state.players)
    liable = [player_number(one, state.players) for winner, one in event.liable if winner == name]
    discarder = event.discarder and state.seat(player_number(event.discarder, state.players))
    claim = Claim(
        state.seat(player),
        discarder,
        _round_wind(rules, state),
        state.honba if takes_counters else 0,
        player in state.declared,
        tuple(map(state.seat, liable)),
        name,
    )
    return valued_claim(rules, claim, text)


def _book_with_wins(
    rules: DealRules, state: GameState, event: Win, claims: Mapping[int, ValuedClaim]
) -> DealBook:
    """The payments of the deal with those for these wins, and what the other players settle."""
    book = state.book
    for one in claims.values():
        line = line_of_win(dict(one.gains), one.situation.seat, rules.seats)
        if not book.lines:
            book = replace(book, circumstances=one.situation.circumstances)
        book = book.with_win(line, one.situation)
    losers = _losing_seats(rules, state, event, claims)
    views: dict[str, Evaluator] = {one.seat: one.view for one in losers}
    won = {one.situation.seat: one.view for one in claims.values()}
    settled = comparison_lines(rules.ruleset, won, views, rules.seats) if losers else ()
    return book.with_lines(settled)


def _checked_winners(state: GameState, event: Win) -> tuple[list[int], int | None]:
    """The numbers of the winners and of the discarder. Raises InputError if they cannot be."""
    winners = [player_number(name, state.players) for name, _ in event.values]
    discarder = player_number(event.discarder, state.players) if event.discarder else None
    named = [name for pair in event.liable for name in pair] + [name for name, _ in event.others]
    for name in named:
        player_number(name, state.players)
    if not winners:
        raise event_error(Message("nobody named as winner"))
    if discarder in winners:
        raise event_error(Message("win on own discard"), event.discarder)
    if discarder is None and len(winners) > 1:
        raise event_error(Message("one winner by self-draw"))
    for player in (*winners, *([] if discarder is None else [discarder])):
        if player in state.winners:
            name = state.players[player]
            raise event_error(Message("won already", name), name)
    for player in winners:
        if player in state.dead_hands:
            raise event_error(Message("dead hand", state.players[player]), state.players[player])
    for winner, liable in event.liable:
        if winner == liable or winner not in dict(event.values):
            raise event_error(Message("cannot be liable", liable, winner), winner)
    return winners, discarder


def _round_wind(rules: DealRules, state: GameState) -> str:
    return "ESWN"[state.round % 4] if state.rounds else rules.ruleset.default_round


def _refuse_different_tiles(rules: DealRules, claims: Sequence[ValuedClaim], event: Win) -> None:
    """Raises InputError if the winners of one discard do not win on the same tile."""
    tiles = {one.tile for one in claims if one.tile is not None}
    if len(tiles) > 1:
        codes = join_words(rules.ruleset.tileset.tile_code(tile) for tile in sorted(tiles))
        raise event_error(Message("several winning tiles", codes), event.values[-1][1])


def _losing_seats(
    rules: DealRules, state: GameState, event: Win, claims: Mapping[int, ValuedClaim]
) -> list[LosingSeat]:
    """The hands of the players who have not won, if players settle among themselves."""
    texts = dict(event.others)
    if not rules.compares:
        if texts:
            raise event_error(Message("other hands do not count", rules.ruleset.label), event.others[0][0])
        return []
    found = []
    table = next(iter(claims.values())).situation
    for player, name in enumerate(state.players):
        if player in claims and name in texts:
            raise event_error(Message("winner among others", name), name)
        if player in claims:
            continue
        if name not in texts:
            raise event_error(Message("hand of another missing", name))
        points = points_in(texts[name])
        text = texts[name] if points is None else str(points)
        try:
            found.append(losing_seat(rules.ruleset, state.seat(player), text, table))
        except InputError as error:
            raise event_error(error.faults[0].message, texts[name]) from error
    return found


# ---- the end of a deal without a winner


def _draw(rules: DealRules, state: GameState, event: Draw) -> GameState:
    rule = _named_draw(rules, event.kind)
    if rule is None:
        return _plain_draw(rules, state, event)
    ready = [player_number(name, state.players) for name, _ in event.ready]
    paid = [player_number(name, state.players) for name in event.paid]
    unsorted = [player_number(name, state.players) for name in event.unsorted]
    _refuse_wrong_draw(rules, state, event, rule, [*ready, *unsorted], paid)
    transfers: list[Transfer] = []
    if rule.transfers or state.book.open_events:
        book = state.book.at_drawn_end(rule, _views_at_end(rules, state, event, rule, unsorted))
        transfers += _line_transfers(state, book.lines[len(state.book.lines) :])
    states = tuple(not rule.aborts and player in ready for player in range(len(state.players)))
    gains = draw_payments(rule, rules, state.dealer, [] if rule.pool else paid, states)
    transfers.append(_transfer(state, rule.id, dict(enumerate(gains))))
    after = _with_transfers(state, transfers)
    return state_after_deal(rules, after, state.winners, rule.aborts, states, event.next_dealer)


def _plain_draw(rules: DealRules, state: GameState, event: Draw) -> GameState:
    """The end of a deal without a winner in a game whose rules do not say what is paid then: nothing is."""
    if event.ready or event.paid or event.unsorted:
        named = [name for name, _ in event.ready] or [*event.paid, *event.unsorted]
        raise event_error(Message("no payments for draw", rules.ruleset.label), named[0])
    noted = replace(state, notes=(Message("draw not ruled", rules.ruleset.label),))
    return state_after_deal(rules, noted, state.winners, False, _nobody(state), event.next_dealer)


def _named_draw(rules: DealRules, kind: str) -> DrawnDeal | None:
    """The way in which a deal is drawn, by its id or a name; None if the rules have none. Raises InputError
    for others.
    """
    if found := rules.draw_named(kind):
        return found
    known = rules.draw_names
    if not known:
        return None
    message = Message("no such draw at table", rules.ruleset.label, kind, Listed(known, "comma"))
    raise event_error(message, kind, nearest_items(kind, known, 1))


def _refuse_wrong_draw(
    rules: DealRules,
    state: GameState,
    event: Draw,
    rule: DrawnDeal,
    named: Sequence[int],
    paid: Sequence[int],
) -> None:
    """Raises InputError for players who are named but cannot be so, or missing."""
    for player in (*named, *paid):
        name = state.players[player]
        if player in state.winners:
            raise event_error(Message("won already", name), name)
        if named.count(player) > 1 or paid.count(player) > 1:
            raise event_error(Message("named twice at draw", name), name)
    if rule.pays != ShareSheet() and not rule.aborts and not paid:
        raise event_error(Message("who is paid for a draw", id_or_name(rule.id, rule.names)), event.kind)
    if rule.pays == ShareSheet() and not rule.aborts and paid:
        raise event_error(Message("nobody paid for a draw", id_or_name(rule.id, rule.names)), event.paid[0])
    if event.unsorted and not rule.transfers:
        raise event_error(Message("no suits at a draw", rules.ruleset.label), event.unsorted[0])
    missing = [state.players[player] for player in state.declared if player not in named]
    if missing and not rule.aborts:
        raise event_error(Message("declared but not ready", Listed(tuple(missing))))


def _views_at_end(
    rules: DealRules, state: GameState, event: Draw, rule: DrawnDeal, unsorted: Sequence[int]
) -> dict[str, Evaluator]:
    """What is known at the end of a drawn deal of each player who has not won."""
    texts, found = dict(event.ready), dict[str, Evaluator]()
    for player, name in enumerate(state.players):
        if player in state.winners:
            continue
        seat = state.seat(player)
        table = Situation(False, seat, _round_wind(rules, state))
        if player in unsorted:
            found[seat] = _view_with_all_suits(rules, table)
        else:
            text = texts.get(name) if rule.transfers else None
            found[seat] = _view_of_ready(rules, seat, text, table)
    return found


def _view_of_ready(rules: DealRules, seat: str, text: str | None, table: Situation) -> Evaluator:
    """A player by what the hand would count that they wait for, or by the hand; not ready without a text."""
    if text is None:
        return hoping_seat(rules.ruleset, seat, "0", table).view
    if not text:
        raise event_error(Message("ready without a count"))
    try:
        from_count = base_of_count(rules, seat, text)
    except InputError as error:
        if not any(character.isdigit() for character in text) or " " in text.strip():
            raise event_error(error.faults[0].message, text) from error
        return hoping_seat(rules.ruleset, seat, text, table).view
    view = rules_view(rules.ruleset, table).with_amounts({"base": from_count})
    view.__dict__["waits"] = (0,)
    return view


def _view_with_all_suits(rules: DealRules, table: Situation) -> Evaluator:
    """A player who holds a tile of every suit and is not ready."""
    tileset, suits = rules.ruleset.tileset, dict[object, Tile]()
    for kind in tileset.playing_kinds:
        suits.setdefault(dict(tileset.kinds[kind].attributes).get(tileset.attributes[0]), Tile(kind))
    hand = held_tiles(WaitingHand(tuple(suits.values()), ()))
    view = HandView(rules.ruleset, hand, table).with_amounts({"base": 0})
    view.__dict__["waits"] = ()
    return view


def _false_win(rules: DealRules, state: GameState, event: FalseWin) -> GameState:
    player = player_number(event.player, state.players)
    cost = false_win_cost(rules, player, state.dealer, state.honba)
    if cost is None:
        raise event_error(Message("false win not ruled", rules.ruleset.label, event.player))
    deductions = list(state.deductions)
    deductions[player] += cost.deduction
    paid = _transfer(state, "false win", dict(enumerate(cost.payments)))
    after = replace(_with_transfers(state, [paid]), deductions=tuple(deductions), lost=state.lost + cost.lost)
    if not cost.replays:
        assert rules.deals is not None
        is_dead = holds(rules.deals.dead_hand, rules.view)
        return replace(after, dead_hands=(*state.dead_hands, player)) if is_dead else after
    returned = [_transfer(state, "sticks", {one: rules.stick}) for one in state.declared]
    after = replace(
        _with_transfers(after, returned),
        sticks=state.sticks - len(state.declared),
        notes=(Message("deal replayed"),),
    )
    again = NextDeal(state.dealer, state.round, state.turn, state.honba, after.sticks, (), True)
    return with_next_deal(rules, after, again)


# ---- from deal to deal


def state_after_deal(
    rules: DealRules,
    state: GameState,
    winners: Sequence[int],
    is_aborted: bool,
    ready: Sequence[bool],
    next_dealer: str,
) -> GameState:
    """The state after a deal has ended. Raises InputError unless either the rules or `next_dealer` say who
    deals next.
    """
    if rules.deals is None:
        return with_next_deal(rules, state, _stated_deal(rules, state, next_dealer))
    if next_dealer:
        raise event_error(Message("rules decide the dealer", rules.ruleset.label), next_dealer)
    end = DealEnd(
        winners=tuple(winners), is_aborted=is_aborted, ready_states=tuple(ready),
        scores=tuple(map(int, state.scores)), sticks=state.sticks, honba=state.honba,
        dealer=state.dealer, round=state.round, turn=state.turn,
        first_winners=state.first_winners, first_discarder=state.first_discarder,
    )  # fmt: skip
    following = next_deal(rules, end, state.rounds)
    assert following is not None
    return with_next_deal(rules, state, following)


def _stated_deal(rules: DealRules, state: GameState, next_dealer: str) -> NextDeal:
    """The next deal of a game whose rules do not say who deals, as the players say."""
    if not next_dealer:
        raise event_error(Message("who deals next", rules.ruleset.label))
    dealer = player_number(next_dealer, state.players)
    round_, turn = divmod(state.round * rules.players + state.turn + 1, rules.players)
    return NextDeal(dealer, round_, turn, 0, state.sticks, (), False)


def with_next_deal(rules: DealRules, state: GameState, following: NextDeal) -> GameState:
    """The state in which the next deal begins, or the game ends."""
    gains = tuple(
        round_up(after - before) for after, before in zip(state.scores, state.deal_scores, strict=True)
    )
    ended = EndedDeal(
        deal_name(rules, state.rounds, state.round, state.turn, state.honba), state.dealer, gains,
        state.scores, state.sticks, state.honba,
        deal_name(rules, state.rounds, following.round, following.turn, following.honba), following.dealer,
        following.honba, following.reason, state.winners,
    )  # fmt: skip
    return replace(
        state,
        book=empty_book(rules),
        deal_scores=state.scores,
        dealer=following.dealer,
        round=following.round,
        turn=following.turn,
        honba=following.honba,
        declared=(),
        winners=(),
        dead_hands=(),
        first_winners=(),
        first_discarder=None,
        over=following.reason,
        deals=state.deals + 1,
        ended=ended,
    )


# ---- everything else


def _spot_payment(rules: DealRules, state: GameState, event: SpotPayment) -> GameState:
    player = player_number(event.player, state.players)
    discarder = player_number(event.discarder, state.players) if event.discarder else None
    rule = _named_event(rules, event.name)
    for one in (player, discarder):
        if one is not None and one in state.winners:
            name = state.players[one]
            raise event_error(Message("won already", name), name)
    if rule.is_fed and discarder is None:
        raise event_error(Message("who fed the tile", id_or_name(rule.id, rule.names)), event.name)
    if discarder is not None and (discarder == player or not rule.is_fed):
        raise event_error(Message("nobody fed the tile", event.discarder), event.discarder)
    feeder = "" if discarder is None else state.seat(discarder)
    book = state.book.with_event(HappenedEvent(state.seat(player), rule, feeder))
    return replace(_with_transfers(state, _line_transfers(state, book.lines[-1:])), book=book)


def _named_event(rules: DealRules, name: str) -> PaidEvent:
    """What is paid at once, by its id or a name. Raises InputError for anything else."""
    known = [one for one in rules.ruleset.events if holds(one.option_condition, rules.view)]
    names = {fold_name(word): one for one in known for word in (one.id, *dict(one.names).values())}
    found = names.get(fold_name(name))
    if found:
        return found
    if not known:
        raise event_error(Message("nothing paid at once", rules.ruleset.label), name)
    shown = tuple(id_or_name(one.id, one.names) for one in known)
    message = Message("no such payment", rules.ruleset.label, name, Listed(shown, "comma"))
    raise event_error(message, name, nearest_items(name, shown, 1))


def _penalty(rules: DealRules, state: GameState, event: PointPenalty) -> GameState:
    points = _whole_numbers(event.points, state)
    if any(number < 0 for number in points.values()):
        raise event_error(Message("negative penalty"))
    whole = sum(points.values())
    lost = {player: -number for player, number in points.items()}
    transfers = [_transfer(state, "penalty", lost)]
    if event.receiver == OTHERS and OTHERS not in state.players:
        for player, number in points.items():
            others = [one for one in range(len(state.players)) if one != player]
            if number % len(others):
                raise event_error(Message("unequal shares", f"{number:g}", len(others)))
            share = number // len(others)
            transfers.append(_transfer(state, "penalty", dict.fromkeys(others, share)))
        whole = 0
    elif event.receiver:
        receiver = player_number(event.receiver, state.players)
        transfers.append(_transfer(state, "penalty", {receiver: whole}))
        whole = 0
    return replace(_with_transfers(state, transfers), lost=state.lost + whole)


def _adjust(rules: DealRules, state: GameState, event: Adjustment) -> GameState:
    changes = _whole_numbers(event.changes, state)
    if whole := sum(changes.values()):
        raise event_error(Message("changes not zero", f"{whole:g}"))
    return _with_transfers(state, [_transfer(state, "correction", changes)])


def _pay_chips(rules: DealRules, state: GameState, event: ChipPayment) -> GameState:
    changes = _numbers(event.chips, state)
    final = rules.ruleset.final
    if final is None or final.chip is None:
        raise event_error(Message("no chips in this game", rules.ruleset.label))
    if not whole_number(final.chip, rules.view):
        named = next((str(part.args[0]) for part in final.chip.walk() if part.op == "option"), "final.chip")
        raise event_error(Message("value of a chip missing", named))
    if any(number != int(number) for number in changes.values()):
        raise event_error(Message("chips are whole"))
    if whole := sum(changes.values()):
        raise event_error(Message("changes not zero", f"{whole:g}"))
    chips = tuple(have + int(changes.get(player, 0)) for player, have in enumerate(state.chips))
    return replace(state, chips=chips)


def _count(rules: DealRules, state: GameState, event: Count) -> GameState:
    counted = _numbers(event.scores, state)
    wrong = [
        Message("counted score", state.players[player], f"{number:g}", f"{state.scores[player]:g}")
        for player, number in counted.items()
        if number != state.scores[player]
    ]
    if wrong:
        raise event_error(Message("counted scores differ", Listed(tuple(wrong), "semicolon")))
    return state


def _known_result(rules: DealRules, state: GameState, event: KnownResult) -> GameState:
    scores = _numbers(event.scores, state)
    if missing := [name for player, name in enumerate(state.players) if player not in scores]:
        raise event_error(Message("score missing", Listed(tuple(missing))))
    if state.deals or state.transfers or state.scores != (rules.start,) * len(state.players):
        raise event_error(Message("result after deals"))
    if event.sticks and not rules.stick:
        raise event_error(Message("no sticks in this game", rules.ruleset.label))
    ends = tuple(scores[player] for player in range(len(state.players)))
    if message := sum_fault(rules, ends, event.sticks):
        raise event_error(message)
    lost = rules.start * len(ends) - sum(ends) - event.sticks * rules.stick
    return replace(
        state, scores=ends, deal_scores=ends, sticks=event.sticks, lost=round_up(lost), over=RESULT_ENTERED
    )


def _end(rules: DealRules, state: GameState, event: GameEnd) -> GameState:
    return replace(state, over=event.reason)


def _note(rules: DealRules, state: GameState, event: Note) -> GameState:
    return state


STEPS: Mapping[type, Callable[..., GameState]] = {
    Declaration: _declare,
    Win: _win,
    Draw: _draw,
    FalseWin: _false_win,
    SpotPayment: _spot_payment,
    PointPenalty: _penalty,
    Adjustment: _adjust,
    ChipPayment: _pay_chips,
    Count: _count,
    KnownResult: _known_result,
    GameEnd: _end,
    Note: _note,
}
"""What each sort of event changes."""
