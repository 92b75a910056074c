"""A statement about a hand as a request, and a request as a line in the usual notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorer.engine.evaluate import seats_of
from scorer.engine.request import parse_request
from scorer.errors import InputError
from scorer.hand import DEALER, WINDS, WINS, Request
from scorer.language.vocabulary import FUNCTIONS
from scorer.memo import kept_by_identity
from scorer.ruleset.model import Bonus, Circumstance, Ruleset, expressions_in
from scorer.sentence.lexicon import indicates
from scorer.sentence.statement import Statement, TileGroup
from scorer.tiles import Tile, TileSet
from scorer.values import replace

BRACKETS = {"closed4": "[{}]"}
DRAWS, DISCARDS = "tsumo", "ron"


class Clash(NamedTuple):
    """Two parts of a sentence that cannot both be true, as they were written."""

    first: str
    second: str


def spoken_win(statement: Statement) -> str | Clash:
    """The way of winning that a sentence names; empty if it leaves it open."""
    named = dict(statement.wins)
    drawn, claimed = named.get(DRAWS), named.get(DISCARDS)
    if drawn and claimed:
        return Clash(drawn.text, claimed.text)
    if drawn and statement.discarders:
        return Clash(drawn.text, statement.discarders[0][1].text)
    if claimed or statement.discarders:
        return DISCARDS
    if drawn:
        return DRAWS
    implied = [value.split()[1] for value in named if value.startswith("implied ")]
    if implied or "soft" in named:
        return implied[0] if implied else DISCARDS
    denied = {name for sort, name in statement.removed if sort == "win"}
    return DISCARDS if denied == {DRAWS} else DRAWS if denied == {DISCARDS} else ""


# ---- the hand


def hand_text(statement: Statement, ruleset: Ruleset) -> str:
    """The tiles in the notation of hands, with the winning tile marked if the sentence names it."""
    tileset, groups = ruleset.tileset, statement.groups
    melds = [_meld_text(group, tileset) for group in groups if group.call]
    loose = [group for group in groups if not group.call]
    flowers = [code for group in loose for code in group.codes if tile_role(code, tileset) == "flower"]
    needed = max(ruleset.hand_sizes) - ruleset.meld_size * len(melds)
    needed = next(
        (size for size in (one - ruleset.meld_size * len(melds) for one in ruleset.hand_sizes)
         if size == _size(loose, tileset) + (1 if statement.marked else 0)), needed
    )  # fmt: skip
    for group in loose:  # a pair named by one tile
        if group.is_pair and _size(loose, tileset) + (1 if statement.marked else 0) == needed - 1:
            group.codes *= 2
    won = statement.marked
    loose, won = _with_red_tiles(loose, won, needed, tileset)
    if not won:
        won, loose = _named_winning_tile(loose, ruleset, needed)
    codes = [code for group in loose for code in group.codes if tile_role(code, tileset) != "flower"]
    text = joined_codes(codes) + "".join(melds)
    if not codes and not melds and not won and flowers:
        return joined_codes(flowers)
    return text + (f"+{won}" if won else "") + joined_codes(flowers)


def _with_red_tiles(
    loose: list[TileGroup], won: str, needed: int, tileset: TileSet
) -> tuple[list[TileGroup], str]:
    """The groups and the winning tile without the plain tile for which a red one is named beside the hand."""
    for group in [one for one in loose if one.is_red]:
        plain = f"5{group.codes[0][1:]}"
        if _size(loose, tileset) + bool(won) <= needed:
            break
        others = [one for one in loose if one is not group]
        if won == plain:
            loose, won = others, group.codes[0]
        elif any(plain in one.codes for one in others):
            loose = [*_without(others, plain), group]
    return loose, won


@kept_by_identity(limit=24)
def tells_flowers_apart(ruleset: Ruleset) -> bool:
    """Whether a rule asks which flowers are held, and not only how many.

    >>> from scorer import load_ruleset
    >>> tells_flowers_apart(load_ruleset("mcr")), tells_flowers_apart(load_ruleset("hong-kong"))
    (False, True)
    """
    telling = [name for name, function in FUNCTIONS.items() if function.tells_flowers_apart]
    return any(node.op == "call" and node.args[0] in telling for node in expressions_in(ruleset))


def tile_role(code: str, tileset: TileSet) -> str:
    tile = tileset.tile_by_code.get(code)
    return tileset.tile_role(tile) if tile else ""


def _size(groups: Iterable[TileGroup], tileset: TileSet) -> int:
    return sum(1 for group in groups for code in group.codes if tile_role(code, tileset) != "flower")


def _named_winning_tile(loose: list[TileGroup], ruleset: Ruleset, needed: int) -> tuple[str, list[TileGroup]]:
    """The tile beside a word for winning, and the other loose tiles. It is one of those written elsewhere if
    the hand is complete without it.
    """
    size = _size(loose, ruleset.tileset)
    places = [place for way in ("after", "before", "implied") for place in _places(loose, way)]
    for place in places:
        others = [*loose[:place], *loose[place + 1 :]]
        if size == needed:
            return loose[place].codes[0], others
    for place in places:
        code, others = loose[place].codes[0], [*loose[:place], *loose[place + 1 :]]
        held = [one for group in others for one in group.codes]
        if size == needed + 1 and code in held:
            return code, _without(others, code)
    if places:
        place = places[0]
        return loose[place].codes[0], [*loose[:place], *loose[place + 1 :]]
    return "", loose


def _places(groups: Sequence[TileGroup], way: str) -> list[int]:
    return [place for place, group in enumerate(groups) if group.may_win == way]


def _without(groups: Sequence[TileGroup], code: str) -> list[TileGroup]:
    """The groups without one tile, the last of its kind."""
    found = [replace(group) for group in groups]
    for group in reversed(found):
        if code in group.codes:
            codes = list(group.codes)
            codes.reverse()
            codes.remove(code)
            codes.reverse()
            group.codes = tuple(codes)
            break
    return found


def _meld_text(group: TileGroup, tileset: TileSet) -> str:
    if group.call == "added4":
        return f"({joined_codes(group.codes[:-1])}+{group.codes[-1]})"
    return BRACKETS.get(group.call, "({})").format(joined_codes(group.codes))


def joined_codes(codes: Iterable[str]) -> str:
    """Tiles in notation, with one letter for neighbours of a suit.

    >>> joined_codes(["1m", "2m", "5z"])
    '12m5z'
    """
    text, letter = "", ""
    for code in codes:
        if letter and code[-1] != letter:
            text += letter
        text, letter = text + code[:-1], code[-1]
    return text + letter


# ---- the request


def counting_circumstance(bonus: Bonus, ruleset: Ruleset) -> Circumstance | None:
    """The circumstance by which a player says how often a bonus counts, where the rules have one."""
    facts = {node.args[0] for node in bonus.count.walk() if node.op == "fact"} if bonus.count else set()
    return next((one for one in ruleset.circumstances if one.is_stated_count and one.fact in facts), None)


def _written_reds(statement: Statement, bonus: Bonus | None, ruleset: Ruleset) -> int:
    """How many of the tiles that a bonus counts are written as red ones: `aka 1` says no more of them."""
    nodes = bonus.count.walk() if bonus and bonus.count else ()
    counts_reds = any(node.op == "fact" and node.args[0] == "reds" for node in nodes)
    tiles = (ruleset.tileset.tile_by_code.get(code) for code in (*statement.codes, statement.marked))
    return sum(1 for tile in tiles if tile and tile.red) if counts_reds else 0


def bonus_named(name: str, ruleset: Ruleset) -> Bonus | None:
    """The bonus of a name, which may be that of an indicator."""
    known = {bonus.id: bonus for bonus in ruleset.bonuses}
    pointing = [bonus for bonus in ruleset.bonuses if indicates(bonus, name)]
    return known.get(name) or next(iter(pointing), None)


def applied(statement: Statement, base: Request, ruleset: Ruleset, win: str) -> Request:
    """A request with what a sentence says of it; for a new hand, an empty one."""
    stated = dict(_circumstance_pair(text) for text in base.circumstances)
    indicators = dict(base.indicators)
    for sort, name in statement.removed:
        _remove(sort, name, stated, indicators, ruleset)
    for names, number, _ in statement.circumstances:
        name = fitting(names, win or base.win, ruleset)
        for other in [one for one in stated if name in _excluded_circumstances(one, ruleset)]:
            del stated[other]  # double riichi instead of riichi
        stated[name] = number
    for name, number in statement.bonuses.items():
        bonus = bonus_named(name, ruleset)
        counting = counting_circumstance(bonus, ruleset) if bonus else None
        if counting:
            before = (
                int(stated.get(counting.id, 0))
                if statement.is_more
                else -_written_reds(statement, bonus, ruleset)
            )
            stated[counting.id] = max(0, before + number)
    for name, codes in statement.indicators.items():
        indicators[name] = (indicators.get(name, "") if statement.is_more else "") + codes
    seat = next((letter for letter, _ in reversed(statement.seats)), "") or base.seat
    if statement.others and not statement.seats:
        seat = WINDS[1] if base.seat in ("", DEALER) else base.seat
    discarder = statement.discarders[-1][0] if statement.discarders else base.discarder
    seat = seat or _required_seat(stated, ruleset)
    if not seat and discarder == ruleset.default_seat:
        seat = _seat_after(discarder, ruleset)  # nobody wins on their own discard
    if win == DRAWS or (statement.seats and discarder == seat and not statement.discarders):
        discarder = ""
    win = win or base.win or required_win(stated, ruleset)
    circumstances = tuple(
        _circumstance_text(name, number, ruleset) for name, number in stated.items() if number
    )
    return replace(
        base,
        hand=_changed_hand(statement, base, ruleset),
        win=win,
        round=statement.round or base.round,
        seat=seat,
        discarder=discarder,
        circumstances=circumstances,
        indicators=indicators,
        honba=base.honba if statement.honba is None else statement.honba,
        sticks=base.sticks if statement.sticks is None else statement.sticks,
    )


def _seat_after(seat: str, ruleset: Ruleset) -> str:
    """The next seat that does not deal."""
    seats = seats_of(ruleset)
    return next(
        (other for other in (*seats[seats.index(seat) + 1 :], *seats) if other not in (DEALER, seat)), ""
    )


def _excluded_circumstances(name: str, ruleset: Ruleset) -> set[str]:
    """The circumstances that may not hold beside one, by their ids."""
    one = ruleset.circumstance_by_id.get(name)
    nodes = [requirement.node for requirement in one.requires] if one else []
    facts = {node.args[0].args[0] for node in nodes if node.op == "not" and node.args[0].op == "fact"}
    return {other.id for other in ruleset.circumstances if other.fact in facts}


def required_win(names: Iterable[str], ruleset: Ruleset) -> str:
    """The way of winning that circumstances require, such as a self-draw after a kong; empty if none."""
    wins = {"self_draw": DRAWS, "discard": DISCARDS}
    return next((wins[fact] for fact in _required_facts(names, ruleset) if fact in wins), "")


def _required_seat(names: Iterable[str], ruleset: Ruleset) -> str:
    """The seat of the dealer if a circumstance is possible for the dealer only, such as the first draw."""
    return DEALER if "dealer" in _required_facts(names, ruleset) else ""


def _required_facts(names: Iterable[str], ruleset: Ruleset) -> list[str]:
    """The facts without which circumstances are not possible."""
    known = (ruleset.circumstance_by_id[name] for name in names if name in ruleset.circumstance_by_id)
    nodes = (requirement.node for one in known for requirement in one.requires)
    return [node.args[0] for node in nodes if node.op == "fact"]


def _circumstance_pair(text: str) -> tuple[str, int | str]:
    name, _, number = text.partition("=")
    return name, int(number) if number.isdigit() else number or 1


def _circumstance_text(name: str, number: int | str, ruleset: Ruleset) -> str:
    one = ruleset.circumstance_by_id.get(name)
    return f"{name}={number}" if one and one.is_number else name


def _remove(
    sort: str, name: str, stated: dict[str, int | str], indicators: dict[str, str], ruleset: Ruleset
) -> None:
    if sort == "circumstance":
        stated.pop(name, None)
    bonus = bonus_named(name, ruleset) if sort == "bonus" else None
    if bonus:
        if counting := counting_circumstance(bonus, ruleset):
            stated.pop(counting.id, None)
        for one in ruleset.indicators:
            if bonus is bonus_named(one.id, ruleset):
                indicators.pop(one.id, None)


def fitting(names: Sequence[str], win: str, ruleset: Ruleset) -> str:
    """The first of several circumstances that the way of winning allows."""
    return next((name for name in names if is_allowed(name, win, ruleset)), names[0])


def is_allowed(name: str, win: str, ruleset: Ruleset) -> bool:
    """Whether a circumstance is possible with a way of winning; with any, if that is not known."""
    excluded = "discard" if WINS.get(win) else "self_draw"
    requires = ruleset.circumstance_by_id[name].requires
    return not win or not any(one.node.op == "fact" and one.node.args[0] == excluded for one in requires)


def _changed_hand(statement: Statement, base: Request, ruleset: Ruleset) -> str:
    if statement.has_hand and (not base.hand or not _is_only_flowers(statement, ruleset)):
        return _with_flowers(hand_text(statement, ruleset), statement.flowers, ruleset)
    tiles = base.hand
    if statement.has_hand or statement.groups:
        codes = statement.codes
        if _is_only_flowers(statement, ruleset):
            return tiles + joined_codes(codes)
        is_held = [group.is_red and not group.may_win for group in statement.groups] == [True]
        if is_held and (red := _with_one_red_tile(tiles, codes[0], ruleset)):
            return red
        return _with_winning_tile(tiles, statement.marked or codes[0], ruleset)
    return _with_flowers(tiles, statement.flowers, ruleset)


def _with_flowers(hand: str, number: int, ruleset: Ruleset) -> str:
    """A hand with some more flowers, where it does not matter which."""
    tileset = ruleset.tileset
    named = [
        code for code in tileset.tile_by_code if tile_role(code, tileset) == "flower" and code not in hand
    ]
    return hand + joined_codes(named[:number])


def _is_only_flowers(statement: Statement, ruleset: Ruleset) -> bool:
    return bool(statement.codes) and all(
        tile_role(code, ruleset.tileset) == "flower" for code in statement.codes
    )


def _with_winning_tile(hand: str, code: str, ruleset: Ruleset) -> str:
    """A hand won on another tile."""
    try:
        read, _ = parse_request(Request(hand), ruleset)
    except InputError:
        return f"{hand}+{code}"
    from scorer.notation import format_waiting

    return f"{format_waiting(read.waiting_hand, ruleset.tileset)}+{code}"


def _with_one_red_tile(hand: str, code: str, ruleset: Ruleset) -> str:
    """A hand in which one tile is red, if it can be one before the winning tile; empty if none can."""
    try:
        read, _ = parse_request(Request(hand), ruleset)
    except InputError:
        return ""
    from scorer.notation import format_waiting

    tileset, held, won = ruleset.tileset, read.waiting_hand, read.winning_tile
    red = tileset.tile_by_code[code]
    plain = Tile(red.kind)
    melds = [one for one in held.melds if plain in one.tiles]
    if plain in held.concealed_tiles:
        held = replace(held, concealed_tiles=_with_exchanged_tile(held.concealed_tiles, plain, red))
    elif melds:
        with_red = replace(melds[0], tiles=_with_exchanged_tile(melds[0].tiles, plain, red))
        held = replace(held, melds=tuple(with_red if one is melds[0] else one for one in held.melds))
    elif won == plain:
        won = red
    else:
        return ""
    return f"{format_waiting(held, tileset)}+{tileset.tile_code(won)}"


def _with_exchanged_tile(tiles: tuple[Tile, ...], old: Tile, new: Tile) -> tuple[Tile, ...]:
    """Tiles of which the first one that is `old` is another one."""
    place = tiles.index(old)
    return (*tiles[:place], new, *tiles[place + 1 :])


def line_of(request: Request, more: Iterable[str] = ()) -> str:
    """A request as a line of a session, in the usual notation."""
    words = [request.hand.replace(" ", "")]
    if request.win:
        words.append(DRAWS if WINS.get(request.win) else DISCARDS)
    named = {"round": request.round, "seat": request.seat, "from": request.discarder}
    words += [f"{name}={value}" for name, value in named.items() if value]
    words += request.circumstances
    words += [f"{name}={tiles.replace(' ', '')}" for name, tiles in request.indicators.items() if tiles]
    words += [
        f"{name}={number}"
        for name, number in (("honba", request.honba), ("sticks", request.sticks))
        if number
    ]
    if request.pao:
        words.append("pao=" + ",".join(f"{pattern}:{seat}" for pattern, seat in request.pao.items()))
    return " ".join([*words, *more])
