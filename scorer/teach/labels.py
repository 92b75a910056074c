"""The words of tables that no ruleset names: payers, numbers, options, and the situation of a win, in the
languages of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import pointed_at
from scorer.engine.view import View
from scorer.hand import DEALER, Situation
from scorer.phrases import label, numeral
from scorer.ruleset.model import Ruleset, Value
from scorer.shapes import Reading
from scorer.tiles import Names, Tile, name_in, native_in

if TYPE_CHECKING:
    from fractions import Fraction

    from scorer.engine.results import Payments, Score, SheetLine
    from scorer.ruleset.model import Option


def payer_name(payer: str, players: int, language: str = "en") -> str:
    """A seat, or the word for payers whose seats are not known.

    >>> payer_name("W", 1), payer_name("others", 2), payer_name("others", 1)
    ('West', 'the others', 'the other player')
    """
    return label("the other" if (payer, players) == ("others", 1) else payer, language)


def choice(name: str, value: Value) -> str:
    """An option with its value: `kiriage_mangan=true`, as the command line takes it.

    >>> choice("red_fives", 0), choice("open_tanyao", False)
    ('red_fives=0', 'open_tanyao=false')
    """
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


# ---- numbers


def amount(number: int | float | Fraction) -> str:
    """A number with its thousands separated, halves as decimals.

    >>> from fractions import Fraction
    >>> amount(12000), amount(2.5), amount(Fraction(5, 2))
    ('12,000', '2.5', '2.5')
    """
    whole = int(number)
    return f"{whole if whole == number else float(number):,}"


def arithmetic_words(worked: str, language: str = "en") -> str:
    """Arithmetic as it was worked out; a choice or a table, which has English words, in English alone.

    >>> arithmetic_words("2 x 240", "ja"), arithmetic_words("the lesser of 70 and 25", "ja")
    ('2 x 240', '')
    """
    return worked if language == "en" or not re.search("[a-z]{2}", worked) else ""


def gain(number: int | float) -> str:
    """A gain or a loss with its sign.

    >>> gain(12000), gain(-300), gain(0)
    ('+12,000', '-300', '0')
    """
    return f"{number:+,}" if number else "0"


def call(paid: Payments, language: str = "en", counters: bool = True) -> str:
    """What the winner says to be paid: `7,700`, `2,000, 3,900` where some pay more, `3,900 all`.

    Nothing where nobody pays.
    """
    owed: dict[str, list[int | float]] = {}
    for share in paid.shares:
        if counters or share.part != "counters":
            owed.setdefault(share.payer, [0, share.players])[0] += share.amount / share.players
    amounts = sorted({each for each, _ in owed.values()})
    if len(amounts) == 1 and sum(players for _, players in owed.values()) > 1:
        return label("all", language, amount(amounts[0]))
    return ", ".join(map(amount, amounts))


def call_line(paid: Payments, ruleset: Ruleset, language: str = "en") -> str:
    """The call, with the counters apart; nothing where nobody pays."""
    bare, full = call(paid, language, counters=False), call(paid, language)
    said = label("call", language, bare) if bare else ""
    return (
        said + label("with counters", language, ruleset.unit_word("honba", False, language), full)
        if said and full != bare
        else said
    )


def option_words(option: Option, value: Value) -> str:
    """An option with its value and what that means, or that it is not played."""
    off = "not played: " if value is False else ""
    return f"{choice(option.id, value)}: {off}{option.help or option.id.replace('_', ' ')}"


def sheet_words(item: SheetLine, score: Score, rules: Ruleset, language: str = "en") -> str:
    """The sets that a line of the second sheet counts; of a wait, how and where it was won."""
    best = score.best
    groups = [best.reading.groups[place] for place in item.places]
    items = rules.sheet.items if rules.sheet else ()
    won = next((group for group in best.reading.groups if group.won), None)
    if not groups and won and any(one.id == item.id and one.asks_wait for one in items):
        rest = list(won.tiles)
        rest.remove(score.hand.winning_tile)
        code = rules.tileset.code(score.hand.winning_tile)
        wait = label(wait_of_reading(best.reading), language)
        return label("and how", language, f"{rules.tileset.text(rest)} + {code}", wait)
    done = won in groups and won is not None and not won.concealed and len(won.tiles) > 2
    shown = [rules.tileset.text(rules.tileset.sorted(group.tiles)) for group in groups]
    return " ".join(shown) + (label("claimed", language) if done else "")


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
    """What the game's own players call it, beside an English name; nothing where that is the same."""
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
        return label("discard from", language, label(situation.discarder, language))
    return label("discard", language)


def wait_of_reading(reading: Reading) -> str:
    """The key of the wait that a reading was won on: a single tile that made the pair is a pair wait."""
    won = next((group for group in reading.groups if group.won), None)
    return "pair" if reading.wait == "single" and won and len(won.tiles) == 2 else reading.wait


def wait_words(kinds: int, readings: Iterable[Reading], language: str = "en") -> str:
    """What players call a wait for so many kinds of tile, won in these readings; nothing where no word fits.

    >>> wait_words(9, []), wait_words(3, [], "ja")
    ('nine-sided wait', '3面待ち')
    """
    found = {wait_of_reading(reading) for reading in readings}
    number = numeral(kinds, language)
    if kinds > 2:
        return label("sided", language, number)
    word = found.pop() if len(found) == 1 else ""
    if kinds == 1 or word in ("two_sided", "dual"):
        return label(word, language)
    return label("several", language, number)


def situation_words(situation: Situation, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """Where and with what the hand was won, a phrase each, in the names of its ruleset."""
    yield _seat_words(situation, bool(ruleset.tileset.winds), language)
    yield from _circumstances(situation, ruleset, language)
    yield from _indicated(situation, ruleset, language)
    for name, count in (("honba", situation.honba), ("sticks", situation.sticks)):
        if count:
            yield ruleset.counted(count, name, language)
    for pattern, seat in situation.liable:
        name = name_in(ruleset.pattern_by_id[pattern].names, language)
        yield label("answers", language, label(seat, language), name)


def win_words(situation: Situation, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """The same, after how the hand was won."""
    yield way_words(situation, language)
    yield from situation_words(situation, ruleset, language)


def _seat_words(situation: Situation, winds: bool, language: str) -> str:
    """The winds; a game without wind tiles knows only the seat."""
    seat = label("seat", language, label(situation.seat, language))
    if situation.seat == DEALER:
        seat = label("the dealer", language, seat)
    around = label("round", language, label(situation.round, language))
    return label("round and seat", language, around, seat) if winds else seat


def _circumstances(situation: Situation, ruleset: Ruleset, language: str) -> Iterator[str]:
    for name, count in situation.circumstances:
        item = ruleset.circumstance_by_id[name]
        if count:
            name = name_in(item.names, language)
            yield f"{name} {count}" if item.counted else name


def _indicated(situation: Situation, ruleset: Ruleset, language: str) -> Iterator[str]:
    """The tiles that indicators point at, by the name of the bonus that counts them."""
    view = View(ruleset, NO_HAND, situation)
    for indicator, tiles in situation.indicators:
        if tiles:
            name = name_in(_bonus_names(indicator, ruleset), language) or indicator
            yield f"{name} {ruleset.tileset.text(Tile(kind) for kind in pointed_at(view, indicator))}"


def _bonus_names(indicator: str, ruleset: Ruleset) -> Names:
    """The names of the first bonus that counts the tiles of an indicator; none where none does."""
    for bonus in ruleset.bonuses:
        asked = (node for part in (bonus.count, bonus.when) if part is not None for node in part.walk())
        if any(node.args[:2] == ("indicated", indicator) for node in asked):
            return bonus.names
    return ()
