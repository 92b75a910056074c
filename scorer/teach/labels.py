"""Words and lines for output that rulesets do not name: numbers, options, how a hand was won, and the lines
of a payment as a referee adds it up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from scorer.engine.evaluate import NO_HAND, View, number, pointed_at, rules_view
from scorer.hand import DEALER, WINDS, Hand, Situation
from scorer.phrases import headed, joined, label, numeral
from scorer.ruleset.model import Ruleset, Value, nodes_in
from scorer.shapes import Reading
from scorer.tiles import Names, Tile, name_in, native_in
from scorer.values import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

    from scorer.engine.results import Payments, Score, Share, SheetLine, Step
    from scorer.ruleset.model import Option

BASE = "base"


def choice(name: str, value: Value) -> str:
    """An option with its value: `kiriage_mangan=true`, as the command line takes it.

    >>> choice("red_fives", 0), choice("open_tanyao", False)
    ('red_fives=0', 'open_tanyao=false')
    """
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def option_words(option: Option, value: Value) -> str:
    """An option with its value and its description, marked if it is not played."""
    off = "not played: " if value is False else ""
    return f"{choice(option.id, value)}: {off}{option.help or option.id.replace('_', ' ')}"


def amount(number: int | float | Fraction) -> str:
    """A number with thousands separators, and fractions as decimals.

    >>> from fractions import Fraction
    >>> amount(12000), amount(2.5), amount(Fraction(5, 2))
    ('12,000', '2.5', '2.5')
    """
    whole = int(number)
    return f"{whole if whole == number else float(number):,}"


def gain(number: int | float) -> str:
    """A gain or a loss with its sign.

    >>> gain(12000), gain(-300), gain(0)
    ('+12,000', '-300', '0')
    """
    return f"{number:+,}" if number else "0"


def times(name: str, count: int) -> str:
    """A name with how often it counts.

    >>> times("Red dragon", 1), times("Flower", 3)
    ('Red dragon', 'Flower x3')
    """
    return f"{name} x{count}" if count > 1 else name


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def native_name(names: Names, ruleset: Ruleset, language: str) -> str:
    """The name in the language of the game, to show next to an English name; empty if both are the same."""
    return native_in(names, ruleset.native, language)


# ---- the situation of a win


def way_words(situation: Situation, language: str = "en") -> str:
    """How the hand was won: `self-draw`, `discard from West`.

    >>> way_words(Situation(False, discarder="W")), way_words(Situation(True), "ja")
    ('discard from West', 'ツモ')
    """
    if situation.self_draw:
        return label("self_draw", language)
    if situation.discarder:
        return label("discard from", language, seat_name(situation.discarder, language))
    return label("discard", language)


def situation_words(situation: Situation, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """The situation of a win, one phrase for each detail, in the names of its ruleset."""
    seat = label("seat", language, label(situation.seat, language))
    if situation.seat == DEALER:
        seat = label("the dealer", language, seat)
    around = label("round", language, label(situation.round, language))
    yield label("round and seat", language, around, seat) if ruleset.tileset.winds else seat
    for ident, count in situation.circumstances:
        item = ruleset.circumstance_by_id[ident]
        if count:
            yield name_in(item.names, language) + (f" {count}" if item.counted else "")
    view = View(ruleset, NO_HAND, situation)
    for indicator, tiles in situation.indicators:
        if tiles:
            name = name_in(_bonus_names(indicator, ruleset), language) or indicator
            yield f"{name} {ruleset.tileset.text(Tile(kind) for kind in pointed_at(view, indicator))}"
    for unit, count in (("honba", situation.honba), ("sticks", situation.sticks)):
        if count:
            yield ruleset.counted(count, unit, language)
    for pattern, liable in situation.liable:
        name = name_in(ruleset.pattern_by_id[pattern].names, language)
        yield label("answers", language, seat_name(liable, language), name)


def _bonus_names(indicator: str, ruleset: Ruleset) -> Names:
    """The names of the first bonus that counts the tiles of an indicator; empty if there is none."""
    for bonus in ruleset.bonuses:
        if any(node.args[:2] == ("indicated", indicator) for node in nodes_in((bonus.count, bonus.when))):
            return bonus.names
    return ()


def wait_of_reading(reading: Reading) -> str:
    """The phrase key of the wait that a reading was won on. A single wait that made a pair is a pair wait."""
    won = reading.won
    return "pair" if reading.wait == "single" and won and len(won.tiles) == 2 else reading.wait


def wait_words(kinds: int, readings: Iterable[Reading], language: str = "en") -> str:
    """The players' word for a wait on this many kinds of tile, won in these readings; empty if no word fits.

    >>> wait_words(9, []), wait_words(3, [], "ja")
    ('nine-sided wait', '3面待ち')
    """
    found = {wait_of_reading(reading) for reading in readings}
    number = numeral(kinds, language)
    if kinds > 2:
        return label("sided", language, number)
    word = found.pop() if len(found) == 1 else ""
    if kinds == 1 or word in ("two_sided", "dual"):
        return "" if (kinds, word) == (1, "dual") else label(word, language)
    return label("several", language, number)


# ---- the lines of a payment


@dataclass(frozen=True)
class Line:
    """One line of an explanation: label, text, a number at the end, and tiles or a hand as illustration."""

    label: str
    text: str = ""
    value: str = ""
    tiles: tuple[Tile, ...] = ()
    hand: Hand | None = None


@dataclass(frozen=True)
class Section:
    """A step of an explanation, or a topic of a lesson: lines under a title."""

    id: str
    title: str
    lines: tuple[Line, ...]


def sheet_lines(score: Score, language: str) -> tuple[Line, ...]:
    """The items of the secondary score and their sum; empty in the top tier, which does not use it."""
    sheet = score.best.sheet
    if sheet is None or score.worth.tier:
        return ()
    items = []
    for item in sheet.lines:
        name = name_in(item.names, language)
        said = _sheet_words(item, score, language)
        items.append(Line(name if item.places else times(name, item.count), said, amount(item.value)))
    exact = sheet.sum == sheet.total
    total = label("sum", language) if exact else label("rounded", language, amount(sheet.sum))
    return (*items, Line(total, "", amount(sheet.total)))


def _sheet_words(item: SheetLine, score: Score, language: str) -> str:
    """The sets that a line of the secondary score counts; for a wait, the tiles and the kind of wait."""
    reading, tileset, sheet = score.best.reading, score.ruleset.tileset, score.ruleset.sheet
    groups = [reading.groups[place] for place in item.places]
    won = reading.won
    asked = nodes_in(tuple(one.when for one in sheet.items if one.id == item.id) if sheet else ())
    if not groups and won and any(node.args[:1] == ("wait",) for node in asked):
        rest = list(won.tiles)
        rest.remove(score.hand.winning_tile)
        tiles = f"{tileset.text(rest)} + {tileset.code(score.hand.winning_tile)}"
        return label("and how", language, tiles, label(wait_of_reading(reading), language))
    done = won in groups and won is not None and not won.concealed and len(won.tiles) > 2
    shown = " ".join(tileset.text(tileset.sorted(group.tiles)) for group in groups)
    return shown + (label("claimed", language) if done else "")


def step_lines(worked: Sequence[Step], language: str) -> Iterator[Line]:
    """The arithmetic from the total to the base, one line for each named amount."""
    for step in worked:
        if step.id == BASE and step.formula.isidentifier():
            continue  # it only repeats a number worked out before
        named = name_in(step.names, language) or label(step.id, language).replace("_", " ")
        if step is worked[-1] and step.id != BASE:  # the base of a limit, which has the limit's name
            named = label("base of", language, named)
        yield Line(sentence(named), _worked(step.worked, step.result, language), amount(step.result))


def _worked(worked: str, result: int | float | Fraction, language: str) -> str:
    """The arithmetic to show, empty if it is just the result. Choices and tables, which contain English
    words, are shown in English only.
    """
    foreign = language != "en" and re.search("[a-z]{2}", worked)
    return "" if foreign or worked == amount(result) else worked


def share_lines(paid: Payments, situation: Situation, ruleset: Ruleset, language: str) -> Iterator[Line]:
    """The lines for who pays what, with equal shares combined, the sticks, and what the winner receives."""
    for _, group in groupby(paid.shares, lambda share: (share.part, share.role, share.amount, share.worked)):
        alike = list(group)
        names = [_payer(share, situation.discarder, language) for share in alike]
        if len(alike) == 1:
            payers = names[0]
        elif len(alike) == len(paid.transfers) - 1:
            payers = label("each of", language, len(alike))
        else:
            payers = label("each", language, joined(names, language))
        said = _for(alike[0], label("from", language, payers), ruleset, language)
        yield Line(sentence(said), _how(alike[0], language), amount(alike[0].amount))
    if paid.sticks:
        lying = ruleset.unit_word("sticks", language=language).capitalize()
        yield Line(label("table", language, lying), "", amount(paid.sticks))
    yield Line(label("receives", language, seat_name(situation.seat, language)), "", amount(paid.total))


def _payer(share: Share, discarder: str | None, language: str) -> str:
    name = _seat(share.payer, share.players, language)
    if share.role == "liable":
        return label("liable", language, name)
    if share.payer == DEALER:
        return label("the dealer", language, name)
    return label("discarded", language, name) if share.payer == discarder else name


def _seat(payer: str, players: int, language: str) -> str:
    """A seat, or the word for payers whose seats are not known: the others, or the other player."""
    if payer in WINDS:
        return label("player", language, label(payer, language))
    return label("the other" if (payer, players) == ("others", 1) else payer, language)


def seat_name(seat: str, language: str, others: int = 0) -> str:
    """A seat, or a payer whose seat is not known, capitalized for the beginning of a line.

    >>> seat_name("E", "en"), seat_name("discarder", "en"), seat_name("discarder", "ja")
    ('East', 'Discarder', '放銃者')
    """
    return sentence(_seat(seat, others, language).removeprefix("the "))


def _for(share: Share, origin: str, ruleset: Ruleset, language: str) -> str:
    """The payer, preceded by what is paid for if it is not the hand itself."""
    if share.part in ("hand", "liability"):
        return origin
    if language == "en":
        origin = origin[:1].lower() + origin[1:]
    if share.part == "counters":
        return label("counters", language, ruleset.unit_word("honba", False, language), origin)
    return f"{name_in(share.names, language) or share.part} {origin}"


def _how(share: Share, language: str) -> str:
    """The arithmetic of a share, including rounding; empty if it is just the amount."""
    if share.exact is None or not share.worked:
        return ""
    text = _worked(share.worked, share.exact, language)
    if share.players * share.exact != share.amount:
        equal = f"{text} = {amount(share.exact)}" if text else amount(share.exact)
        each = share.amount / share.players
        text = label("at most" if share.exact > each else "rounded", language, equal, amount(each))
    if share.players > 1:
        return headed(label("each of", language, share.players), text or amount(share.exact), language)
    return text


# ---- the payment as announced


def paid_by_each(paid: Payments, counters: bool = True) -> dict[str, float]:
    """What each player pays, by seat or the word for the payer, with or without the counters."""
    sums: dict[str, float] = {}
    for share in paid.shares:
        if counters or share.part != "counters":
            sums[share.payer] = sums.get(share.payer, 0) + share.amount / share.players
    return sums


def call(paid: Payments, ruleset: Ruleset, language: str = "en", counters: bool = True) -> str:
    """The payment as the winner announces it: `7,700`; `2,000, 3,900` if some pay more; `3,900 all` if
    everybody pays the same. The payers are named if one is liable or if not every player pays.

    Empty if nobody pays.
    """
    owed = paid_by_each(paid, counters)
    players = {share.payer: share.players for share in paid.shares if share.payer in owed}
    payers, losers = sum(players.values()), number(ruleset.players, rules_view(ruleset)) - 1
    is_named = payers < losers or any(share.role == "liable" for share in paid.shares)
    if payers > 1 and is_named:
        parts = sorted((each, place, payer) for place, (payer, each) in enumerate(owed.items()))
        named = [(amount(each), _seat(payer, players[payer], language)) for each, _, payer in parts]
        return joined([label("amount from", language, *one) for one in named], language)
    amounts = [amount(each) for each in sorted(set(owed.values()))]
    if len(amounts) == 1 and payers > 1:
        return label("all", language, *amounts)
    return label("between amounts", language).join(amounts)


def call_line(paid: Payments, ruleset: Ruleset, language: str = "en") -> str:
    """The line with the announced payment, and with the counters included; empty if nobody pays."""
    bare, full = call(paid, ruleset, language, counters=False), call(paid, ruleset, language)
    if not bare:
        return ""
    said, unit = label("call", language, bare), ruleset.unit_word("honba", False, language)
    return said if full == bare else said + label("with counters", language, unit, full)
