"""The rules that read seats, rounds, discarders and liable players in a sentence."""

from __future__ import annotations

from scorer.hand import WINDS
from scorer.sentence.lexicon import is_latin, joined_key
from scorer.sentence.token_view import TokenView
from scorer.sentence.tokens import SentencePart

DISCARDS = "ron"
COMMAS = (",", "，", "、")
COUNTABLE = ("bonus", "flowerword", "limit", "unit", "shortunit", "counter", "circumstance", "event")
"""What a number before or after may count."""


def read_liability(view: TokenView, place: int) -> int:
    """西家の責任払い, pao west."""
    if not view.has(place, "pao"):
        seat = view.seat_of(place)
        follows = view.after_fill(place + 1)
        if seat and view.has(follows, "pao") and follows - place < 3:
            view.statement.liable = view.statement.liable or seat
            return follows - place + 1
        return 0
    follows = view.after_fill(place + 1)
    if "from" in view.values_of(follows, "discardword"):  # pao from west
        follows = view.after_fill(follows + 1)
    seat = view.seat_of(follows, is_asked=True)
    view.statement.liable = view.statement.liable or seat
    return follows - place + 1 if seat else 1


def read_discarder(view: TokenView, place: int) -> int:
    """from west, west dealt in, 西家放銃, 対面から."""
    token = view.tokens[place]
    if read := _read_unnamed_discarder(view, place):
        return read
    ways = view.values_of(place, "discardword")
    if "from" in ways or ("by" in ways and _says_who(view, place)):
        follows = view.after_fill(place + 1)
        if "after" in view.values_of(follows, "seatmark"):  # from player west
            follows += 1
        if _names_both_seats(view, follows):
            add_discarder(view, view.value(follows, "seat"), token)
            add_seat(view, view.value(follows + 1, "wind"), view.tokens[follows + 1])
            return follows - place + 2
        is_fed = view.has(follows + 1, "towards")  # 放銃 東家へ
        is_apart = view.between(place).strip() in COMMAS and not is_latin(token.text[0])  # 点炮，亲
        is_fed = is_fed or is_apart or bool(view.statement.discarders and view.between(place).strip())
        if (seat := view.seat_of(follows, is_asked=True)) and _may_be_seat(view, follows) and not is_fed:
            add_discarder(view, seat, token)
            return follows - place + 1 + view.after_seat(follows + 1)
    return _read_owner(view, place) or _read_seat_dealing_in(view, place) or _read_paid_seat(view, place)


def _names_both_seats(view: TokenView, place: int) -> bool:
    """Whether a seat before another wind is that of the discarder: discarded by south seat west."""
    is_tile = view.is_tile_run(place + 1) or view.is_round_after(place + 2)
    return _is_seat_between(view, place) and not is_tile


def _read_owner(view: TokenView, place: int) -> int:
    """west's discard, and a seat as the owner of something else."""
    token = view.tokens[place]
    if owner := token.value("owner"):  # west's discard
        if view.has(place + 1, "discardword") or view.value(place + 1, "win") == DISCARDS:
            add_discarder(view, owner, token)
            return 2
        if _is_fed_tile(view, place + 1):  # south's 8p
            add_discarder(view, owner, token)
            view.add_tiles(view.tile_codes(place + 1), view.tokens[place + 1], may_win="implied")
            return 2
        if not token.has("tile") or view.is_draw or view.has(place + 1, "event"):  # north's hand is dead
            add_seat(view, owner, token)
            return 1
    return 0


def _read_seat_dealing_in(view: TokenView, place: int) -> int:
    """west dealt in, 西家が南家に放銃, 北家放铳8筒."""
    token = view.tokens[place]
    seat = view.seat_of(place)
    if not seat:
        return 0
    if read := _tile_of_discarder(view, place, seat):
        return read
    follows = view.after_fill(place + 1 + view.after_seat(place + 1))
    said = view.values_of(follows, "discardword")
    is_paid = "into" in said and (view.seat_of(view.after_fill(follows + 1)) or _is_paid(view))
    is_told = said & {"by", "after"} or is_paid
    if not is_told or (_wins_with(view, place) and not view.is_plain_seat(place)):
        return 0
    if _is_fed(view, place) and view.statement.seats:  # 西家が南家に放銃
        view.statement.discarders += view.statement.seats
        view.statement.seats = []
        add_seat(view, seat, token)
        return follows - place + 1
    add_discarder(view, seat, token)
    fed = view.after_fill(follows + 1)
    if _is_fed_tile(view, fed):  # 北家放铳8筒, north dealt in with 8p
        view.add_tiles(view.tile_codes(fed), view.tokens[fed], may_win="implied")
        return fed - place + 1
    for where in range(follows + 1, min(follows + 3, len(view.tokens))):
        winner = view.seat_of(where)
        if winner and "into" in said:  # west deals into south
            add_seat(view, winner, view.tokens[where])
            return where - place + 1
    return follows - place + 1


def _is_paid(view: TokenView) -> bool:
    """Whether a player is named to whom something goes: `west pays 8000 to north`."""
    places = range(len(view.tokens))
    return any(
        view.is_particle(one, "recipient") and view.seat_of(view.after_fill(one + 1), is_asked=True)
        for one in places
    )


def _read_paid_seat(view: TokenView, place: int) -> int:
    """to north, after the one who pays."""
    is_told = view.is_particle(place, "recipient") and view.statement.discarders and not view.statement.seats
    follows = view.after_fill(place + 1)
    seat = view.seat_of(follows, is_asked=True) if is_told else ""
    if not seat or view.is_tile_run(follows):
        return 0
    add_seat(view, seat, view.tokens[follows])
    return follows - place + 1


def _tile_of_discarder(view: TokenView, place: int, seat: str) -> int:
    """対面が8p放銃: a seat as the one who discards a tile."""
    tile = place + 2
    word = view.after_fill(tile + 1)
    is_subject = view.is_particle(place + 1, "subject") and view.is_single_tile(tile)
    if not is_subject or "by" not in view.values_of(word, "discardword"):
        return 0
    add_discarder(view, seat, view.tokens[place])
    view.add_tiles(view.tile_codes(tile), view.tokens[tile], may_win="implied")
    return word - place + 1


def _read_unnamed_discarder(view: TokenView, place: int) -> int:
    """somebody discarded it, from another player, 他家から: nobody says whose discard it was."""
    follows = view.after_fill(place + 1)
    ways = view.values_of(follows, "discardword")
    is_first = view.has(place, "someone") and ways & {"by", "after"}
    is_last = view.has(follows, "someone") and "from" in view.values_of(place, "discardword")
    if not (is_first or is_last):
        return 0
    view.statement.wins.append((DISCARDS, view.tokens[follows]))
    return follows - place + 1


def _is_fed_tile(view: TokenView, place: int) -> bool:
    """Whether a single tile follows a word for dealing in, which is then the winning tile."""
    is_apart = bool(view.between(place - 1).strip()) and not view.between(place)
    return (
        view.is_single_tile(place)
        and not (is_apart and view.has(place + 1, "win"))  # 放铳、8p荣和
        and not view.starts_other(place)
        and not view.is_single_tile(place + 1)
        and not (view.has(place, "wind") and not _is_joined_tile(view, place))
    )


def _is_joined_tile(view: TokenView, place: int) -> bool:
    """Whether a wind follows a word without a gap, and has one before the next word: 放槍東 123萬."""
    is_hand = any(token.codes for token in view.tokens)
    return is_hand and not view.between(place - 1) and bool(view.between(place))


def _is_fed(view: TokenView, place: int) -> bool:
    """Whether a seat is the one who was fed, by the particle after it."""
    return view.has(place + 1, "towards") or view.has(place + 2, "towards")


def _says_who(view: TokenView, place: int) -> bool:
    return not view.seat_of(place - 1)


def _wins_with(view: TokenView, place: int) -> bool:
    """Whether a word for winning is right before a token, so that it names a tile."""
    is_english = is_latin(view.tokens[place].text[0]) and view.has(place, "wind")
    return view.has(place - 1, "win") and bool(view.tile_codes(place)) and not is_english


def _may_be_seat(view: TokenView, place: int) -> bool:
    """Whether a wind after a word for discards is a seat: not one of several equal tiles."""
    token = view.tokens[place]
    return not view.is_tile_run(place) or (is_latin(token.text[0]) and not view.is_tile_run(place + 1))


def add_discarder(view: TokenView, seat: str, token: SentencePart) -> None:
    view.statement.discarders.append((seat, token))
    view.statement.named_seats.append((seat, token))


def read_deal(view: TokenView, place: int) -> int:
    """東2局, east 2."""
    read = length_of_deal(view, place)
    if read:
        view.statement.round, view.statement.deal = view.value(place, "wind"), view.number(place + 1)
    return read


def length_of_deal(view: TokenView, place: int) -> int:
    """How many words a deal has; 0 if there is none at a place."""
    if not (view.has(place, "wind") and view.is_number(place + 1)) or view.has(place, "circumstance"):
        return 0
    number = view.number(place + 1)
    is_named = view.has(place + 2, "deal")
    is_alone = view.between(place) in ("", " ") and number <= len(WINDS)
    is_first = all(one.has("fill", "change") for one in view.tokens[:place])
    is_all = is_first and place + 2 == len(view.tokens)
    if not is_named and not (is_alone and (is_all or _is_deal_of_hand(view, place, is_first))):
        return 0
    return 3 if is_named else 2


def _is_deal_of_hand(view: TokenView, place: int, is_first: bool) -> bool:
    """Whether a wind and a number that counts nothing else are a deal: east 3, honba 1; won in south 2."""
    is_word = len(view.tokens[place].text) > 1 and not view.counts_following(place + 1, *COUNTABLE)
    is_in = view.has(place - 1, "fill") and not view.has(place - 1, "seatmark", "discardword", "win", "call")
    return is_word and (is_first or (is_in and is_latin(view.tokens[place].text[0])))


def read_round(view: TokenView, place: int) -> int:
    if letter := view.value(place, "round"):
        view.statement.round = letter
        return 1 + view.is_particle(place + 1, "owner")
    if view.has(place, "wind") and view.is_round_after(place + 1):
        view.statement.round = view.value(place, "wind")
        return 2
    marks = {m.value for m in view.tokens[place].meanings if m.sort == "roundmark"}
    follows = view.after_fill(place + 1)
    if "before" in marks and _is_seat_between(view, follows):  # round wind east seat south
        view.statement.round = view.value(follows, "seat")
        add_seat(view, view.value(follows + 1, "wind"), view.tokens[follows + 1])
        return follows - place + 2
    is_seat = any("before" in view.values_of(one, "seatmark") for one in range(place + 1, follows))
    if "before" in marks and view.has(follows, "wind") and not (is_seat or view.is_triplet(follows)):
        view.statement.round = view.value(follows, "wind")
        return follows - place + 1
    return 0


def _is_seat_between(view: TokenView, place: int) -> bool:
    """Whether `east seat` is between a word for the round and another wind."""
    token = view.tokens[place] if view.at(place) else None
    first = view.lexicon.meanings(joined_key(token.text.split()[0])) if token else ()
    is_wind = any(meaning.sort == "wind" for meaning in first)
    return (
        is_wind
        and view.is_plain_seat(place)
        and view.has(place + 1, "wind")
        and not view.is_plain_seat(place + 1)
    )


def read_seat(view: TokenView, place: int) -> int:
    token = view.tokens[place]
    if token.has("other") and not token.has("call"):
        view.statement.others = True
        return 1
    marks = {m.value for m in token.meanings if m.sort == "seatmark"}
    if "before" in marks:
        follows = view.after_fill(place + 1)
        seat = view.seat_of(follows, is_asked=True)
        is_dealing_in = "by" in view.values_of(view.after_fill(follows + 1), "discardword")
        is_other = length_of_deal(view, follows) or view.is_round_after(follows + 1) or is_dealing_in
        if token.has("change") and is_other:  # it's south 1, make it south round
            return 0
        if seat and not view.is_triplet(follows) and seat in WINDS:
            add_seat(view, seat, view.tokens[follows])
            return follows - place + 1 + view.after_seat(follows + 1)
    if view.is_plain_seat(place):
        add_seat(view, token.value("seat"), token)
        return 1 + (1 if view.has(place + 1, "change") and len(view.tokens) == place + 2 else 0)
    if view.has(place, "relative"):
        view.statement.named_seats.append((token.value("relative"), token))
        return 1
    if view.has(place, "wind") and view.seat_of(place) and view.after_seat(place + 1):
        add_seat(view, token.value("wind"), token)
        return 2
    return _read_acting_seat(view, place)


def _read_acting_seat(view: TokenView, place: int) -> int:
    """A wind that does something: east wins, south ron, riichi E."""
    token = view.tokens[place]
    if not view.seat_of(place) or view.is_tile_run(place) or view.is_tile_run(place - 1):
        return 0
    is_word = is_latin(token.text[0])
    acting = view.has(place + 1, "win", "event", "circumstance")
    follows = view.at(place + 1 if acting else view.after_fill(place + 1))
    acts = bool(follows and (follows.has("win") or follows.has("event") or follows.has("circumstance")))
    may_win = place == 0 or view.statement.seats or _tells_several(view)
    acts = acts or (may_win and _tells_win_with_value(view, place + 1)) or _has_score(view, place + 1)
    acts = acts or _is_one_of_winners(view, place)
    is_of_word = view.has(place - 1, "win", "call") and not view.has(place - 1, "several")
    if is_word and ((acts and not is_of_word) or _is_letter_of_seat(view, place)):
        add_seat(view, token.value("wind") or view.seat_of(place), token)
        return 1
    neighbours = [view.at(place - 1), view.at(view.before_fill(place - 1)), follows]
    in_event = view.is_draw or any(
        one and one.value("event") in ("ready", "false", "unready", "dead") for one in neighbours
    )
    told = [one for one in view.tokens if not one.has("fill")]
    says_riichi = len(told) == 2 and any(one and one.has("circumstance") for one in neighbours)
    if in_event or says_riichi or _are_declarers(told):
        add_seat(view, view.seat_of(place), token)
        return 1
    return 0


def _tells_win_with_value(view: TokenView, place: int) -> bool:
    """Whether a limit or number comes before a word for winning: south mangan ron off east."""
    place += view.has_text(place, "(")
    is_value = view.has(place, "limit") or view.is_number(place)
    places = range(place, len(view.tokens))
    is_won = any(view.has(one, "win") or "from" in view.values_of(one, "discardword") for one in places)
    is_won = is_won or _tells_several(view)
    return is_value and not view.is_tile_asked and (is_won or _is_dealt_into_seat(view))


def _is_one_of_winners(view: TokenView, place: int) -> bool:
    """Whether a wind is one of several players who have won: east and north ron, double ron east south."""
    others = view.is_particle(place + 1, "and") and view.seat_of(place + 2) and view.has(place + 3, "win")
    return (bool(others) or _tells_several(view)) and not view.tells_tiles


def _is_letter_of_seat(view: TokenView, place: int) -> bool:
    """Whether a letter is a player after another one, in a sentence without tiles: W rons S 2600."""
    return view.tokens[place].text in tuple(WINDS) and bool(view.statement.seats) and not view.tells_tiles


def _tells_several(view: TokenView) -> bool:
    """Whether several players are said to have won on one discard: double ron."""
    return any(one.has("several") for one in view.tokens)


def _is_dealt_into_seat(view: TokenView) -> bool:
    """Whether a winner is named after the one who dealt in: west deals into east 3900, south 2000."""
    return bool(view.statement.discarders and view.statement.seats)


def _are_declarers(told: list[SentencePart]) -> bool:
    """Whether nothing but seats and one circumstance is named: south and west riichi."""
    others = [one for one in told if not one.has("wind", "seat", "relative", "more")]
    return len(others) == 1 and others[0].has("circumstance") and len(told) > 2


def _has_score(view: TokenView, place: int) -> bool:
    """Whether a number is the score of the player before it at the end of a game: final, east 45000."""
    return view.is_number(place) and any(one.value("event") == "final" for one in view.tokens)


def add_seat(view: TokenView, seat: str, token: SentencePart) -> None:
    view.statement.seats.append((seat, token))
    view.statement.named_seats.append((seat, token))
