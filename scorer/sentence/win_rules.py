"""The rules that read ways of winning, counts, limits, circumstances and patterns in a sentence."""

from __future__ import annotations

from scorer.sentence.lexicon import is_latin
from scorer.sentence.players import PLAYER
from scorer.sentence.request import required_win
from scorer.sentence.seat_rules import DISCARDS, add_discarder, length_of_deal
from scorer.sentence.tile_rules import add_patterns
from scorer.sentence.token_view import TokenView
from scorer.sentence.tokens import SentencePart


def read_win_with_tile(view: TokenView, place: int) -> int:
    """ron 8p, wins on 5s, 8pロン, 8筒荣和."""
    token = view.tokens[place]
    tells_win = token.has("win") or (
        token.has("circumstance") and required_win(view.circumstance_ids(place), view.ruleset)
    )
    if tells_win and not view.negates and not view.asks_why:
        follows = view.after_fill(place + 1)
        if view.has(follows, "circumstance") and not view.has(follows, "tile", "win"):  # 和绝张5条
            next_one = view.after_fill(follows + 1)
            if view.is_single_tile(next_one) and not view.starts_other(next_one):
                read_circumstance(view, follows)
                follows = next_one
        off = view.after_fill(follows + 1)
        is_tile = view.is_single_tile(off) and not view.has(off, "wind")
        if is_tile and token.has("win") and "from" in view.values_of(follows, "discardword"):
            view.statement.wins.append((DISCARDS, view.tokens[follows]))  # won off 8p
            follows = off
        is_seat = view.has(follows, "wind") and (
            "from" in view.values_of(follows - 1, "discardword")
            or "before" in view.values_of(follows - 1, "seatmark")  # won by west
        )
        if (
            view.is_single_tile(follows)
            and not is_seat  # discard  from west
            and not length_of_deal(view, follows)  # tsumo in south 3
            and not view.starts_other(follows, token.has("win"))
        ):
            if token.has("win"):
                view.add_win(token)
            else:
                read_circumstance(view, place)
            sort = "after" if token.has("win") else "implied"
            view.add_tiles(view.tile_codes(follows), view.tokens[follows], may_win=sort)
            end = follows + 1
            if any(view.is_particle(end, name) and not view.between(follows) for name in ("owner", "object")):
                end = view.after_fill(end)
            return end - place
        if token.codes or not token.has("win"):
            return 0
    word = place + 2 if view.has(place + 1, "fill") and not view.has(place + 1, "win") else place + 1
    if not view.is_single_tile(place) or not view.has(word, "win") or view.is_draw:
        return 0
    gaps = [view.between(one) for one in range(place, word)]
    ends = bool(view.between(word)) if not any(gaps) else bool(view.between(word).strip())
    is_joined = ends and not "".join(gaps).strip()  # 二索自摸、8万
    if view.is_single_tile(word + 1) and not (is_joined or view.starts_other(word + 1)):
        return 0
    view.add_tiles(view.tile_codes(place), token, may_win="before")
    view.add_win(view.tokens[word])
    return word - place + 1


def read_win(view: TokenView, place: int) -> int:
    if (discarder := _named_after_win(view, place)) and not view.negates:  # Ann ron Ben
        view.add_win(view.tokens[place])
        add_discarder(view, discarder.value("seat"), discarder)
        return 2
    if not view.has(place, "win"):
        if "by" in view.values_of(place, "discardword") and not is_latin(view.tokens[place].text[0]):
            if view.negates:
                view.statement.removed.append(("win", DISCARDS))
            else:
                view.statement.wins.append((DISCARDS, view.tokens[place]))
            return 1
        return 0
    if view.negates:
        view.statement.removed.append(("win", view.value(place, "win")))
    else:
        view.add_win(view.tokens[place])
    return 1


def _named_after_win(view: TokenView, place: int) -> SentencePart | None:
    """The player named right after a winner and a word for winning, who is the one who discarded."""
    follows, before = view.at(place + 1), view.at(place - 1)
    is_between = bool(follows and follows.has(PLAYER) and before and before.has("seat"))
    is_won = view.value(place, "win") in (DISCARDS, "any") and not view.has(place + 2, "discardword", "win")
    is_joined = not set(view.between(place)) & set(",，、;")
    return follows if is_between and is_won and is_joined else None


def read_count(view: TokenView, place: int) -> int:
    """3 han, 四十符, 3h40f, 役満2倍."""
    if view.is_number(place):
        follows = place + 1
        unit = view.value(follows, "unit") or (
            view.value(follows, "shortunit") if not view.between(place) else ""
        )
        if unit:
            _add_count(view, unit, view.number(place))
            return 2
        return 0
    unit = view.value(place, "unit")
    if unit and unit == view.ruleset.tier_unit and view.has(place, "limit") is False:
        _add_count(view, unit, 1)
        return 1
    return 0


def _add_count(view: TokenView, unit: str, number: int) -> None:
    view.statement.repeats_unit = view.statement.repeats_unit or unit in view.statement.counts
    view.statement.counts[unit] = number


def read_limit(view: TokenView, place: int) -> int:
    """mangan, double yakuman, 三倍満."""
    many = int(view.value(place, "multiple") or 0) or (view.number(place) if view.is_number(place) else 0)
    after = view.after_fill(place + 1)
    if many and (name := view.value(after, "limit")):
        view.statement.limits.append((name, many))
        return after - place + 1
    if name := view.value(place, "limit"):
        follows = int(view.value(place + 1, "multiple") or 0)
        view.statement.limits.append((name, follows or 1))
        return 2 if follows else 1
    return 0


def read_circumstance(view: TokenView, place: int) -> int:
    names = view.circumstance_ids(place)
    if not names or (view.asks_why and view.has(place, "pattern")):
        return 0
    token = view.tokens[place]
    _add_implied_win(view, token)
    view.add_circumstance(names, 1, token)
    for fact in view.values_of(place, "together"):
        also = tuple(one.id for one in view.ruleset.circumstances if one.fact == fact)
        view.add_circumstance(also, 1, token)
    return 1


def read_pattern(view: TokenView, place: int) -> int:
    token = view.tokens[place]
    names = tuple(dict.fromkeys(meaning.value for meaning in token.meanings if meaning.sort == "pattern"))
    if not names:
        return 0
    if token.has("state") and not view.statement.asks and not view.negates:
        view.statement.state = token.value("state")
        if not token.has("implied"):  # a pattern that says no more than this
            add_patterns(view, token)
        return 1
    if view.negates and not view.asks_why:
        view.statement.removed += [("pattern", name) for name in names]
        view.statement.denied_parts.append(names)
    else:
        add_patterns(view, token)
        _add_implied_win(view, token)
    return 1


def _add_implied_win(view: TokenView, token: SentencePart) -> None:
    """A way of winning without which a pattern or circumstance is not possible."""
    for meaning in token.meanings:
        if meaning.sort == "implied" and not view.negates:
            view.statement.wins.append((f"implied {meaning.value}", token))
