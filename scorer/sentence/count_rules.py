"""The rules that read what is counted: counters of the table, flowers, indicators and bonuses."""

from __future__ import annotations

from scorer.hand import WINDS
from scorer.sentence.seat_rules import COUNTABLE, DISCARDS
from scorer.sentence.token_view import TokenView


def read_counter(view: TokenView, place: int) -> int:
    """2 honba, honba 2, 供託1, 2本場, 2根立直棒."""
    if view.is_number(place):
        follows = (
            place + 2 if view.has(place + 1, "classifier") and view.has(place + 2, "counter") else place + 1
        )
        if name := view.value(follows, "counter"):
            _set_counter(view, name, view.number(place))
            return follows - place + 1
        return 0
    name = view.value(place, "counter")
    if name and view.negates:
        _set_counter(view, name, 0)
        return 1
    follows = view.after_fill(place + 1)
    if name and view.is_number(follows):
        _set_counter(view, name, view.number(follows))
        return follows - place + 1 + (1 if view.has(follows + 1, "classifier") else 0)
    if name and place and view.is_particle(place - 1, "one"):
        _set_counter(view, name, 1)
        return 1
    return 0


def _set_counter(view: TokenView, name: str, number: int) -> None:
    if name == "honba":
        view.statement.honba = number
    else:
        view.statement.sticks = number


def read_chips(view: TokenView, place: int) -> int:
    """2 chips, チップ2枚, 2个筹码."""
    if view.has(place, "chip"):
        number, end = place + 1, place + 2 + view.has(place + 2, "pile", "classifier")
    else:
        number = place
        chip = place + 1 + view.has(place + 1, "pile", "classifier")
        end = chip + 1 if view.has(chip, "chip") else 0
    if not (end and view.is_number(number)):
        return 0
    view.statement.chips = view.number(number)
    return end - place


def read_flowers(view: TokenView, place: int) -> int:
    """2 flowers, 花牌2, flowers 1 and 2, one flower 2f."""
    flowers = [suit.letter for suit in view.ruleset.tileset.suits if suit.role == "flower"]
    if not flowers:
        return 0
    if view.is_number(place):
        follows = place + 2 if view.has(place + 1, "pile") else place + 1
        if not view.has(follows, "flowerword"):
            return 0
        if view.is_flower(follows + 1 + view.has_text(follows + 1, "(")) or _are_named_before(
            view, place, view.number(place)
        ):
            return follows - place + 1
        view.statement.flowers += view.number(place)
        return follows - place + 1
    if not view.has(place, "flowerword"):
        return 0
    if view.is_flower(place - 1) and not view.is_number(view.after_fill(place + 1)):  # plum flower
        return 1
    follows, numbers = view.after_fill(place + 1), []
    end = place + 1
    while view.is_number(follows) and not _counts_what_follows(view, follows):
        numbers.append(view.number(follows))
        end, follows = follows + 1, view.after_fill(follows + 1)
    if len(numbers) == 1:
        view.statement.flowers += numbers[0]
        end += 1 if view.has(end, "pile") else 0
    for number in numbers if len(numbers) > 1 else ():
        view.add_tiles((f"{number}{flowers[0]}",), view.tokens[place])
    if view.negates:
        view.statement.removed.append(("flowers", ""))
    is_one = view.value(place, "flowerword") == "one" or view.is_particle(place - 1, "one")
    is_one = is_one and not numbers and not view.is_flower(end)
    view.statement.flowers += is_one
    return end - place if numbers or is_one or view.is_flower(end) or view.negates else 0


def _counts_what_follows(view: TokenView, place: int) -> bool:
    """Whether a number counts what is behind it; a circumstance such as a robbed kong cannot be counted."""
    counted = {one.id for one in view.ruleset.circumstances if one.is_number}
    is_one = view.has(place + 1, "circumstance") and not view.circumstance_ids(place + 1, counted)
    is_counted = view.has(place + 1, *COUNTABLE) and not (is_one and not view.has(place + 1, "bonus", "unit"))
    return is_counted and not view.between(place).strip()


def _are_named_before(view: TokenView, place: int, number: int) -> bool:
    """Whether as many flowers as are counted are named right before: 春蘭兩張花."""
    start = place
    while view.is_flower(start - 1):
        start -= 1
    return sum(len(view.tile_codes(at)) for at in range(start, place)) == number


def read_number_circumstance(view: TokenView, place: int) -> int:
    """Circumstances with a number: 2 north, 中鸟2, 連二."""
    counted = {one.id for one in view.ruleset.circumstances if one.is_number and not one.names_seat}
    names = view.circumstance_ids(place, counted)
    if names and view.is_number(place + 1):
        view.add_circumstance(names, view.number(place + 1), view.tokens[place])
        if view.has(place + 2, "again") and view.number(place + 3) == view.number(place + 1):
            return 4  # 連三拉三
        return 2 + (1 if view.has(place + 2, "pile") else 0)
    follows = view.after_fill(place + 1)
    if view.has(place, "hit") and view.is_number(follows):  # 中两鸟, 中了两个鸟
        read = read_number_circumstance(view, follows)
        return follows - place + read if read else 0
    if view.is_number(place):
        follows = place + 2 if view.has(place + 1, "pile") else place + 1
        if names := view.circumstance_ids(follows, counted):
            view.add_circumstance(names, view.number(place), view.tokens[follows])
            return follows - place + 1
    return 0


def read_seat_circumstance(view: TokenView, place: int) -> int:
    """Circumstances that name a player: bird south, 第一鸟=S, 第一鸟 南家."""
    known = {one.id for one in view.ruleset.circumstances if one.names_seat}
    names = view.circumstance_ids(place, known)
    follows = view.after_fill(place + 1)
    seat = names and view.seat_of(follows, is_asked=True)
    if not seat or seat not in WINDS:
        return 0
    view.add_circumstance(names, WINDS.index(seat) + 1, view.tokens[place])
    return follows - place + 1


def read_indicator(view: TokenView, place: int) -> int:
    """dora indicator 4s, 表示牌4s, 4s is the indicator."""
    token, ids = view.tokens[place], [one.id for one in view.ruleset.indicators]
    if not ids:
        return 0
    end = place
    name = token.value("indicator") or token.value("indicated")
    is_named = token.has("indicator")
    if is_named and token.has("bonus") and not view.value(place + 1, "indicator"):
        is_named = token.value("indicator") in ids and not token.has("bonus")
    if name and not is_named and view.has(place + 1, "indicator"):
        end, is_named = place + 1, True
    if not is_named:
        return 0
    name = name if name in ids else ids[0]
    codes: list[str] = []
    follows, stop = view.after_fill(end + 1), end + 1
    while found := view.tile_codes(follows):
        if codes and (len(found) > 2 or _begins_phrase(view, follows)):
            break
        codes += found
        stop, follows = follows + 1, view.after_fill(follows + 1)
    if codes:
        view.statement.indicators[name] = view.statement.indicators.get(name, "") + "".join(codes)
        return stop - place
    before = view.statement.groups[-1:] if view.statement.groups else []
    if before and len(before[0].codes) == 1 and not before[0].call:
        view.statement.groups.pop()
        view.statement.indicators[name] = before[0].codes[0]
        return stop - place
    return 0


def _begins_phrase(view: TokenView, place: int) -> bool:
    """Whether a tile after an indicator belongs to the words behind it: 8pロン, west round, north 2."""
    is_seat = view.has(place, "wind") and view.has(place + 1, "roundmark", "seatmark", "discardword")
    is_counted = view.has(place, "circumstance") and view.is_number(place + 1)
    word = place + 2 if view.has(place + 1, "fill") and not view.has(place + 1, "win") else place + 1
    is_won = view.is_single_tile(place) and view.has(word, "win")
    is_next = view.is_single_tile(word + 1) and not view.starts_other(word + 1)  # 8sでロン。西家です
    return is_seat or is_counted or (is_won and not is_next)


def read_bonus(view: TokenView, place: int) -> int:
    """dora 2, 2 dora, ドラ3, one red five; `dora 4s` may mean two things."""
    if view.is_number(place):
        follows = _after_pile(view, place + 1)
        name = view.value(follows, "bonus") or view.value(follows, "indicated")
        if view.number(place) == 1 and name and (read := read_red_tile(view, follows, follows + 1)):
            return follows - place + read
        if not name or _has_number_after(view, follows):
            return 0
        _add_bonus(view, name, view.number(place))
        return follows - place + 1
    name = view.value(place, "bonus") or view.value(place, "indicated")
    if not name or (view.has(place, "tile") and view.statement.has_hand is False):
        return 0
    if view.negates:
        view.statement.removed.append(("bonus", name))
        view.statement.denied_parts.append((name,))
        return 1
    follows = view.after_fill(place + 1)
    if read := read_red_tile(view, place, follows) or _read_unclear_indicator(view, place, follows):
        return read
    is_plus = view.has(follows, "more") or (view.at(follows) and view.tokens[follows].text == "+")
    if is_plus and view.is_number(follows + 1):
        follows += 1
    if view.is_number(follows) and not view.counts_following(follows, "unit", "limit", "counter"):
        _add_bonus(view, name, view.number(follows))
        return follows - place + 1 + (1 if view.has(follows + 1, "pile") else 0)
    _add_bonus(view, name, 1)
    return 1


def read_red_tile(view: TokenView, place: int, follows: int) -> int:
    """A word for red and the tile that is: 赤5p."""
    codes = view.tile_codes(follows)
    red = f"0{codes[0][1:]}" if codes and codes[0][0] == "5" else ""
    if not view.tokens[place].has("redmark") or red not in view.ruleset.tileset.tile_by_code:
        return 0
    view.add_tiles((red, *codes[1:]), view.tokens[follows])
    group, end = view.statement.groups[-1], follows + 1
    group.is_red = len(codes) == 1
    before = view.before_fill(place - 1)
    off = view.before_fill(before - 1)
    is_off = "from" in view.values_of(before, "discardword") and view.has(off, "win")
    if group.is_red and is_off:  # won off the red 5p
        group.may_win = "after"
        view.statement.wins.append((DISCARDS, view.tokens[before]))
    elif group.is_red and view.has(before, "win") and not view.between(before).strip():  # ron red 5p
        group.may_win = "after"
    elif group.is_red and view.has(end, "win") and not view.between(follows).strip():  # red 5p ron
        group.may_win = "before"
    return end - place + read_counted_once(view, end)


def read_counted_once(view: TokenView, place: int) -> int:
    """How many tokens say that there is one of the tile before: 赤5p1枚."""
    is_one = view.is_number(place) and view.number(place) == 1 and view.has(place + 1, "pile")
    return 2 * is_one


def _read_unclear_indicator(view: TokenView, place: int, follows: int) -> int:
    """A tile after the name of a bonus that an indicator shows: it may be either of the two."""
    indicator, codes = view.value(place, "indicated"), view.tile_codes(follows)
    is_won = view.has(follows + 1, "win") and not view.is_single_tile(follows + 2)
    is_other = (is_won or view.has(follows + 1, "call")) and not (
        view.has(place - 1, "win") or view.statement.marked
    )
    if not indicator or len(codes) != 1 or is_other:
        return 0
    if view.has(follows + 1, "indicator"):  # dora: 4s indicator
        view.statement.indicators[indicator] = codes[0]
        return follows - place + 2
    view.statement.unclear_indicators.append((indicator, codes[0], view.tokens[place]))
    return follows - place + 1


def _after_pile(view: TokenView, place: int) -> int:
    while view.has(place, "pile") and not view.has(place, "bonus"):
        place += 1
    return view.after_fill(place) if view.has(view.after_fill(place), "bonus") else place


def _has_number_after(view: TokenView, place: int) -> bool:
    """Whether the number of a name comes after it, in the way of this sentence: `dora 3 ura 1`."""
    is_other = view.counts_following(place + 1, "unit", "bonus", "counter")
    is_other = is_other or view.has(_after_pile(view, place + 2), "bonus", "indicated")  # 2张宝牌1张里宝
    return view.is_number(place + 1) and view.between(place) == "" and not is_other


def _add_bonus(view: TokenView, name: str, number: int) -> None:
    view.statement.bonuses[name] = view.statement.bonuses.get(name, 0) + number
