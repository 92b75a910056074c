"""Words and lines for output that rulesets do not name: numbers, options, how a hand was won, and the lines
of a payment as a referee adds it up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from scorer.engine.configure import as_value
from scorer.engine.evaluate import NO_HAND, View, indicated_kinds
from scorer.engine.request import relative_seat_key
from scorer.hand import DEALER, WINDS, WINS, Hand, Situation
from scorer.language.formulas import Bound, FormulaStyle, Lookup, formula_text, lookup_words
from scorer.language.nodes import Node
from scorer.languages import ENGLISH, ROMAJI, has_text, is_english
from scorer.phrases import counting_numeral, format_amount, join_words, numeral, translate
from scorer.ruleset.model import Ruleset, Value, expressions_in
from scorer.shapes import Reading
from scorer.tiles import Names, Tile, name_in, original_name
from scorer.values import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

    from scorer.engine.results import ArithmeticStep, Payments, Score, Share, SheetLine
    from scorer.language.formulas import Formula
    from scorer.ruleset.model import Circumstance, Option
    from scorer.tiles import TileSet

BASE_STEP = "base"
DIGITS = "一二三四五六七八九"
"""How Japanese and Chinese write the number of a tile."""
DEAL_NAME = re.compile(r"([ESWN])([0-9]+)(?:\.([0-9]+))?")
"""A deal as programs call it."""


def option_assignment(name: str, value: Value) -> str:
    """An option with its value: `kiriage_mangan=true`, as the command line takes it.

    >>> option_assignment("red_fives", 0), option_assignment("open_tanyao", False)
    ('red_fives=0', 'open_tanyao=false')
    """
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def option_setting(option: Option, value: Value, language: str = "en") -> str:
    """An option with its value as it can be typed; other languages than English use its name, if it has one.

    >>> from scorer import load_ruleset
    >>> option = load_ruleset("riichi").option_by_id["open_tanyao"]
    >>> option_setting(option, False), option_setting(option, False, "ja")
    ('open_tanyao=false', '喰いタン=なし')
    """
    if is_english(language) or not has_text(dict(option.names), language):
        return option_assignment(option.id, value)
    said = (value_label if isinstance(value, bool) else choice_label)(option, value, language)
    return f"{name_in(option.names, language)}={said}"


def typed_example(text: str, ruleset: Ruleset, language: str = "en") -> str:
    """An example of a rule file with its words as a player types them who speaks a language.

    >>> from scorer import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> typed_example("34m345p678p456s55s+2m ron double_riichi", rules, rules.display_language("en"))
    '34m345p678p456s55s+2m ron, double riichi'
    >>> typed_example("34m345p(678p)456s55s+2m ron seat=E open_tanyao=false", rules, "ja")
    '34m345p(678p)456s55s+2m 東家 喰いタン=なし ロン'
    >>> typed_example("34m345p678p456s55s+2m ron from=W", rules, "ja")
    '34m345p678p456s55s+2m 西家からロン'
    """
    hand, named, assigned = list[str](), list[str](), list[str]()
    words = sorted(text.split(), key=lambda one: (one in WINS) != is_english(language))
    if not is_english(language) and any(word.startswith("from=") for word in words):
        words = [word for word in words if word not in WINS]  # who discarded says how it was won
    for word in words:
        said = _typed_word(word, ruleset, language)  # 点炮 has the discarder's seat before it
        (hand if not said else assigned if "=" in said and is_english(language) else named).append(
            said or word
        )
    said = (", " if is_english(language) else " ").join([*named, *assigned])
    return " ".join(filter(None, [*hand, said]))


def _typed_word(word: str, ruleset: Ruleset, language: str) -> str:
    """A word behind a hand as a player types it; empty for tiles."""
    name, equals, value = word.partition("=")
    if word in WINS:
        return translate("a draw" if WINS[word] else "a discard", language)
    if equals and (option := ruleset.option_by_id.get(name)):
        return option_setting(option, as_value(option, value), language)
    if name in ("seat", "round") and value in WINDS:
        return translate(name, language, translate(value, language))
    if name == "from" and value in WINDS:
        return translate("typed discarder", language, translate(value, language))
    if name == "from" and not is_english(language) and (seat := _relative_seat(value, language)):
        return translate("typed relative discarder", language, seat)
    if name in ("honba", "sticks") and value.isdigit():
        return ruleset.amount_text(int(value), name, language)
    indicators = {one.id: one.names for one in ruleset.indicators}
    if equals and name in indicators:
        return word if is_english(language) else f"{name_in(indicators[name], language) or name}{value}"
    if named := ruleset.circumstance_by_id.get(name):
        if named.names_seat and value.isdigit() and 0 < int(value) <= len(WINDS):
            value = translate(WINDS[int(value) - 1], language)
        return f"{_sentence_name(named, language)}{equals}{value}"
    return word if equals else ""


def _relative_seat(word: str, language: str) -> str:
    """A player as the winner sees them, such as 対面, in another language; empty for other words.

    >>> _relative_seat("Across", "ja"), _relative_seat("right", "zh-TW"), _relative_seat("W", "ja")
    ('対面', '下家', '')
    """
    key = relative_seat_key(word)
    return translate(key, language).split()[0] if key else ""


def _sentence_name(item: Circumstance, language: str) -> str:
    """What a player types for a circumstance: in English its romaji name, if it has one, unless a name would
    have signs in it.
    """
    if not is_english(language):
        return name_in(item.names, language) or item.id
    texts = dict(item.names)
    name = texts.get(ROMAJI) or texts.get(ENGLISH, "")
    return name[:1].lower() + name[1:] if name.replace(" ", "").isalpha() else item.id


def option_help(option: Option, language: str = "en") -> str:
    """What an option is about, in one line."""
    return name_in(option.help, language) or name_in(option.names, language) or option.id.replace("_", " ")


def option_words(option: Option, value: Value, language: str = "en") -> str:
    """An option with its value and its description, marked if it is not played. Other languages than English
    have its name before its id.

    >>> from scorer import load_ruleset
    >>> option = load_ruleset("hong-kong", language="zh-HK").option_by_id["minimum_faan"]
    >>> option_words(option, 3), option_words(option, 3, "zh-HK")
    ('minimum_faan=3: faan that a hand needs to win', '起糊番數=3（minimum_faan）')
    """
    said, what, colon = (
        option_setting(option, value, language),
        option_help(option, language),
        translate("colon", language),
    )
    if said != option_assignment(option.id, value):
        name = name_in(option.names, language)
        said += translate("in brackets", language, option.id)
        what = "" if what == name else what.removeprefix(name + colon)
    elif value is False:
        said += translate("in brackets", language, translate("not played", language))
    return colon.join(filter(None, (said, what)))


def option_in_words(option: Option, value: Value, language: str = "en") -> str:
    """An option with its value in the words of players: `open tanyao: no`."""
    return translate("colon", language).join(
        (option_label(option, language), value_label(option, value, language))
    )


def ruleset_label(ruleset: Ruleset, language: str = "en") -> str:
    """What a sentence calls a ruleset: its id in English, its name in the other languages.

    >>> from scorer import load_ruleset
    >>> ruleset_label(load_ruleset("m-league")), ruleset_label(load_ruleset("m-league"), "ja")
    ('m-league', 'Mリーグ')
    """
    return ruleset.id if is_english(language) else name_in(ruleset.names, language) or ruleset.id


def tile_label(tile: Tile, tileset: TileSet, language: str = "en") -> str:
    """What a tile is called in words, for ears as well: by its name, or by its number and suit.

    >>> from scorer import load_ruleset
    >>> tiles = load_ruleset("riichi").tileset
    >>> [tile_label(tiles.tile_by_code["0p"], tiles, one) for one in ("en", "ja", "zh-TW")]
    ['red 5 of circles', '赤五筒', '赤五筒']
    """
    kind = tileset.kinds[tile.kind]
    if not (name := name_in(kind.names, language)):
        suit = name_in(tileset.by_letter[kind.letter].names, language)
        digit = str(kind.digit)
        if not is_english(language) and 0 < kind.digit <= len(DIGITS):
            digit, suit = DIGITS[kind.digit - 1], suit.removesuffix("子")
        name = translate("numbered tile", language, digit, suit) if suit else tileset.tile_code(tile)
    return translate("red tile", language, name) if tile.red else name


def choice_label(option: Option, value: Value, language: str = "en") -> str:
    """What a value of an option is called: the name of a choice, if it has one.

    >>> from scorer import load_ruleset
    >>> choice_label(load_ruleset("riichi").option_by_id["counted_yakuman"], "yakuman", "ja")
    '数え役満'
    """
    named = name_in(dict(option.choice_names).get(str(value), ()), language)
    return named or (str(value).replace("_", " ") if is_english(language) else str(value))


def value_label(option: Option, value: Value, language: str = "en") -> str:
    """What a player calls a value of an option: yes or no, a choice or a number.

    >>> from scorer import load_ruleset
    >>> options = load_ruleset("riichi").option_by_id
    >>> value_label(options["open_tanyao"], True), value_label(options["start_points"], 25000)
    ('yes', '25,000')
    """
    if isinstance(value, bool):
        return translate("switch on" if value else "switch off", language)
    said = choice_label(option, value, language)
    if said != str(value):
        return said
    return format_amount(value) if isinstance(value, int) else said.replace("_", " ")


def option_label(option: Option, language: str = "en") -> str:
    """What a sentence calls an option: its name, in English the words of its id if it has none. The id if it
    has no name in that language.

    >>> from scorer import load_ruleset
    >>> option_label(load_ruleset("riichi").option_by_id["kan_dora"])
    'kan dora'
    >>> option_label(load_ruleset("riichi", language="ja").option_by_id["kan_dora"], "ja")
    '槓ドラ'
    """
    if has_text(dict(option.names), language):
        return name_in(option.names, language)
    return option.id.replace("_", " ") if is_english(language) else option.id


def format_gain(number: int | float) -> str:
    """A gain or a loss with its sign.

    >>> format_gain(12000), format_gain(-300), format_gain(0)
    ('+12,000', '-300', '0')
    """
    return f"{number:+,}" if number else "0"


def name_with_count(name: str, count: int) -> str:
    """A name with how often it counts.

    >>> name_with_count("Red dragon", 1), name_with_count("Flower", 3)
    ('Red dragon', 'Flower x3')
    >>> name_with_count("花牌", 2)
    '花牌×2'
    """
    if count < 2:
        return name
    return f"{name} x{count}" if name[-1:].isascii() else f"{name}×{count}"


def capitalize_first(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def uncapitalize_first(text: str) -> str:
    """The text with a small letter at its beginning, as a name stands in a sentence."""
    return text[:1].lower() + text[1:]


def native_name(names: Names, ruleset: Ruleset, language: str) -> str:
    """The name in the language of the game, to show next to an English name; empty if both are the same."""
    return original_name(names, ruleset.native, language)


def missing_language_note(ruleset: Ruleset, language: str) -> str:
    """That a game is not told in the wanted language, in that language; empty if it is.

    >>> from scorer import load_ruleset
    >>> missing_language_note(load_ruleset("british"), "ja"), missing_language_note(load_ruleset("mcr"), "ja")
    ('英国式麻雀には日本語の名称がまだないため、英語で表示します。', '')
    """
    if is_english(language) or ruleset.is_told_in(language):
        return ""
    return translate("not told", language, name_in(ruleset.names, language))


# ---- the situation of a win


def win_words(situation: Situation, language: str = "en") -> str:
    """How the hand was won: `self-draw`, `discard from West`.

    >>> win_words(Situation(False, discarder="W")), win_words(Situation(True), "ja")
    ('discard from West', 'ツモ')
    """
    if situation.self_draw:
        return translate("self_draw", language)
    if situation.discarder:
        return translate("discard from", language, seat_name(situation.discarder, language))
    return translate("discard", language)


def situation_words(situation: Situation, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """The situation of a win, one phrase for each detail, in the names of its ruleset."""
    seat = translate("seat", language, translate(situation.seat, language))
    if situation.seat == DEALER:
        seat = translate("the dealer", language, seat)
    around = translate("round", language, translate(situation.round, language))
    yield translate("round and seat", language, around, seat) if ruleset.asks_round else seat
    for ident, count in situation.circumstances:
        item = ruleset.circumstance_by_id[ident]
        if count:
            value = seat_name(WINDS[count - 1], language) if item.names_seat else count
            if item == ruleset.counter_circumstance:
                yield counter_text(count, ruleset, language)
            elif item.is_stated_count and (names := _bonus_names(Node("fact", (item.fact,)), ruleset)):
                yield translate("stated count", language, name_in(names, language), count)
            else:
                yield name_in(item.names, language) + (f" {value}" if item.is_number else "")
    view = View(ruleset, NO_HAND, situation)
    for indicator, tiles in situation.indicators:
        if tiles:
            pointed_at = Node("call", ("indicated", indicator))
            name = name_in(_bonus_names(pointed_at, ruleset), language) or indicator
            indicated = (Tile(kind) for kind in indicated_kinds(view, indicator))
            yield f"{name} {ruleset.tileset.format_tiles(indicated)}"
    for unit, count in (("honba", situation.honba), ("sticks", situation.sticks)):
        if count:
            yield ruleset.amount_text(count, unit, language)
    for pattern, liable in situation.liable:
        name = name_in(ruleset.pattern_by_id[pattern].names, language)
        yield translate("answers", language, seat_name(liable, language), name)


def counter_text(count: int, ruleset: Ruleset | None, language: str = "en") -> str:
    """The counters on the table in the word of the game.

    >>> from scorer import load_ruleset
    >>> [counter_text(2, load_ruleset("taiwanese"), language) for language in ("en", "ja", "zh-TW")]
    ['Dealer repeats: 2', '連荘2', '連二']
    """
    counter = ruleset and ruleset.counter_circumstance
    if not counter:
        return translate("prompt honba", language, count)
    name = name_in(counter.names, language) or counter.id
    return translate("named counters", language, name, str(count), counting_numeral(count, language))


def deal_words(name: str, language: str, ruleset: Ruleset | None = None) -> str:
    """A deal, which programs call `E1.2`, as a reader of a language calls it.

    >>> from scorer import load_ruleset
    >>> [deal_words("E3.2", language) for language in ("en", "ja", "zh")]
    ['E3.2', '東3局2本場', '东风圈第三盘2本场']
    >>> deal_words("E3.1", "zh-TW", load_ruleset("taiwanese")), deal_words("7", "zh")
    ('東風西局連一', '第7局')
    """
    found = DEAL_NAME.fullmatch(name)
    if is_english(language):
        return name
    if not found:
        return translate("numbered deal", language, name) if name.isdigit() else name
    wind, turn, honba = found.groups()
    said = turn_words("prompt deal", wind, int(turn), language)
    return said + (counter_text(int(honba), ruleset, language) if honba else "")


def turn_words(key: str, wind: str, turn: int, language: str) -> str:
    """A deal by the wind of its round and its number in it, with a phrase; some games name the wind of the
    first seat of the dealer instead of the number.

    >>> [turn_words("prompt deal", "E", 3, language) for language in ("en", "zh", "zh-TW", "zh-HK")]
    ['E3', '东风圈第三盘', '東風西局', '東圈第三盤']
    """
    said = wind if is_english(language) and key == "prompt deal" else translate(wind, language)
    first_seat = translate(WINDS[(turn - 1) % len(WINDS)], language)
    return translate(key, language, said, str(turn), first_seat, counting_numeral(turn, language))


def _bonus_names(counted: Node, ruleset: Ruleset) -> Names:
    """The names of the first bonus that counts the tiles of an indicator or a number that is stated; empty if
    there is none.
    """
    for bonus in ruleset.bonuses:
        if any(
            (node.op, node.args[: len(counted.args)]) == (counted.op, counted.args)
            for node in expressions_in((bonus.count, bonus.condition))
        ):
            return bonus.names
    return ()


def wait_key(reading: Reading) -> str:
    """The phrase key of the wait that a reading was won on, empty if the wait has no name. A single wait that
    made a pair is a pair wait.
    """
    won = reading.winning_group
    is_pair = reading.wait == "single" and won and len(won.tiles) == 2
    return f"wait:{'pair' if is_pair else reading.wait}" if reading.wait else ""


MOST_SIDES = 13
"""Players have no name for a wait on more kinds of tile, which only jokers make."""


def wait_words(kinds: int, readings: Iterable[Reading], language: str = "en") -> str:
    """The players' word for a wait on this many kinds of tile, won in these readings; empty if no word fits.

    >>> wait_words(9, []), wait_words(3, [], "ja"), wait_words(0, [])
    ('nine-sided wait', '三面待ち', '')
    """
    if not kinds or kinds > MOST_SIDES:
        return ""
    number = numeral(kinds, language)
    if kinds > 2:
        return translate(
            "sided", language, number if is_english(language) else counting_numeral(kinds, language)
        )
    found = {wait_key(reading) for reading in readings}
    word = found.pop() if len(found) == 1 else ""
    if kinds == 1 or word in ("wait:two_sided", "wait:dual"):
        return "" if (kinds, word) == (1, "wait:dual") else translate(word, language)
    return translate("several", language, number)


# ---- the lines of a payment


@dataclass(frozen=True)
class LabeledLine:
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
    lines: tuple[LabeledLine, ...]


def sheet_lines(score: Score, language: str, has_reasons: bool = False) -> tuple[LabeledLine, ...]:
    """The items of the secondary score and their sum; empty in the top tier, which does not use it. With
    `has_reasons`, an item says why it counts as much as it does, if the rules tell.
    """
    sheet = score.best.sheet
    if sheet is None or score.worth.tier:
        return ()
    items = []
    for item in sheet.lines:
        name = name_in(item.names, language)
        said = _sheet_words(item, score, language)
        if has_reasons and (reason := _sheet_reason(item, score.ruleset, language)):
            said = translate("and how", language, said, reason) if said else reason
        items.append(
            LabeledLine(
                name if item.places else name_with_count(name, item.count), said, format_amount(item.value)
            )
        )
    exact = sheet.sum == sheet.total
    total = (
        translate("sum", language) if exact else translate("rounded from", language, format_amount(sheet.sum))
    )
    return (*items, LabeledLine(total, "", format_amount(sheet.total)))


def _sheet_reason(line: SheetLine, ruleset: Ruleset, language: str) -> str:
    """Why a line of the secondary score counts as much as it does; empty if the rules do not tell."""
    sheet = ruleset.sheet
    items = (*sheet.fixed_items, *sheet.items) if sheet else ()
    return next((name_in(item.reason, language) for item in items if item.id == line.id), "")


def _sheet_words(item: SheetLine, score: Score, language: str) -> str:
    """The sets that a line of the secondary score counts; for a wait, the tiles and the kind of wait."""
    reading, tileset, sheet = score.best.reading, score.ruleset.tileset, score.ruleset.sheet
    groups = [reading.groups[place] for place in item.places]
    won = reading.winning_group
    asked = expressions_in(tuple(one.condition for one in sheet.items if one.id == item.id) if sheet else ())
    if not groups and won and any(node.args[:1] == ("wait",) for node in asked):
        rest = list(won.tiles)
        rest.remove(score.hand.winning_tile)
        tiles = f"{tileset.format_tiles(rest)} + {tileset.tile_code(score.hand.winning_tile)}"
        return translate("and how", language, tiles, translate(wait_key(reading), language))
    done = won in groups and won is not None and not won.is_concealed and len(won.tiles) > 2
    shown = " ".join(tileset.format_tiles(tileset.sort_tiles(group.tiles)) for group in groups)
    return shown + (translate("claimed", language) if done else "")


def step_lines(steps: Sequence[ArithmeticStep], ruleset: Ruleset, language: str) -> Iterator[LabeledLine]:
    """The arithmetic from the total to the base, one line for each named amount."""
    for step in steps:
        if step.id == BASE_STEP and ruleset.base.op == "amount":
            continue  # it only repeats a number worked out before
        if step.id != BASE_STEP and step.result == 0 and step is not steps[-1]:
            continue  # it adds nothing
        own = translate("base", language) if step.id == BASE_STEP else step.id.replace("_", " ")
        named = name_in(step.names, language) or own
        if step is steps[-1] and step.id != BASE_STEP:  # the base of a limit, which has the limit's name
            named = translate("base of", language, named)
        yield LabeledLine(
            capitalize_first(named),
            _shown_arithmetic(step.with_numbers, step.result, language, ruleset),
            format_amount(step.result),
        )


def _shown_arithmetic(
    formula: Formula | None, result: int | float | Fraction, language: str, ruleset: Ruleset | None = None
) -> str:
    """The arithmetic to show, empty if it is just the result."""
    if formula is None or formula == result:
        return ""
    return formula_text(formula, formula_style(language, ruleset))


BOUND_PHRASES = {"min": ("lesser of", "least of"), "max": ("greater of", "greatest of")}
"""The phrases for the minimum and maximum of two terms and of more."""
LIMIT_PHRASES = {"min": "limited at most", "max": "limited at least"}
"""The phrases for a formula of which a minimum or maximum names the most or the least."""


def formula_style(language: str, ruleset: Ruleset | None = None) -> FormulaStyle:
    """How the readers of a language write formulas: with their sign of a product, and with words for a
    minimum or maximum, which are in brackets if they are a part of something. A ruleset gives the words for
    the columns of a table and for the units that it is asked for.

    >>> from scorer.language.formulas import Bound, Calculation
    >>> product = Calculation("*", 30, Calculation("**", 2, Bound("max", (4, 2))))
    >>> formula_text(product, formula_style("en")), formula_text(product, formula_style("zh"))
    ('30 x 2^(the greater of 4 and 2)', '30 × 2^(4与2中较大的)')
    >>> formula_text(Bound("min", (40, 25, Lookup("scale", None, 3))), formula_style("en"))
    'the least of 40, 25 and scale for 3'
    >>> formula_text(Bound("min", ("total", 25)), formula_style("en"))
    'total (at most 25)'
    """
    is_in_english = is_english(language)

    def bound(function: str, terms: Sequence[str]) -> str:
        between = translate("of bounds", language)
        listed = join_words(terms, language) if is_in_english else between.join(terms)
        return translate(BOUND_PHRASES[function][len(terms) > 2], language, listed)

    def lookup(lookup: Lookup, key: str) -> str:
        value = "" if lookup.value is None else format_amount(lookup.value)
        if is_in_english:
            words = lookup_words(lookup, key)
            return value + translate("in brackets", language, words) if value else words
        column = _column_name(lookup, ruleset, language) if ruleset else ""
        if column and value:
            return value + translate("in brackets", language, column)
        if column and isinstance(lookup.key, str):
            return column
        if ruleset and lookup.unit_id and isinstance(lookup.key, int):
            key = ruleset.amount_text(lookup.key, lookup.unit_id, language)
        in_brackets = translate("in brackets", language, key)
        return column + in_brackets if column else translate("looked up for", language, key)

    def limited(function: str, whole: str, limit: str) -> str:
        return translate(LIMIT_PHRASES[function], language, whole, limit)

    return FormulaStyle(
        translate("times", language), bound=bound, lookup=lookup, wraps_bounds=True, limited=limited
    )


def _column_name(lookup: Lookup, ruleset: Ruleset, language: str) -> str:
    """What players call the column of a table that an option chooses, such as half spicy; else empty."""
    of_option = [option for option in ruleset.options if lookup.column in dict(option.choice_names)]
    return choice_label(of_option[0], lookup.column or "", language) if of_option else ""


def share_lines(
    payments: Payments, situation: Situation, ruleset: Ruleset, language: str
) -> Iterator[LabeledLine]:
    """The lines for who pays what, with equal shares combined, the sticks, and what the winner receives."""
    for _, group in groupby(
        payments.shares, lambda share: (share.part, share.role, share.amount, share.with_numbers)
    ):
        alike = list(group)
        names = [_payer_words(share, situation.discarder, language) for share in alike]
        if len(alike) == 1:
            payers = names[0]
        elif alike[0].role == "liable":
            seats = [_seat_words(share.payer, share.players, language) for share in alike]
            payers = translate("each liable", language, join_words(seats, language))
        elif len(alike) == len(payments.losers):
            payers = translate("each of", language, len(alike))
        else:
            payers = translate("each", language, join_words(names, language))
        said = _share_title(alike[0], translate("from", language, payers), ruleset, language)
        yield LabeledLine(
            capitalize_first(said), _share_arithmetic(alike[0], language), format_amount(alike[0].amount)
        )
    if payments.sticks:
        lying = ruleset.unit_word("sticks", language=language).capitalize()
        yield LabeledLine(translate("table", language, lying), "", format_amount(payments.sticks))
    yield LabeledLine(
        translate("receives", language, seat_name(situation.seat, language)),
        "",
        format_amount(payments.total),
    )


def _payer_words(share: Share, discarder: str | None, language: str) -> str:
    name = _seat_words(share.payer, share.players, language)
    if share.role == "liable":
        return translate("liable", language, name)
    if share.payer == DEALER:
        return translate("the dealer", language, name)
    return translate("discarded", language, name) if share.payer == discarder else name


def _seat_words(payer: str, players: int, language: str) -> str:
    """A seat, or the word for payers whose seats are not known: the others, or the other player."""
    if payer in WINDS:
        return translate("player", language, translate(payer, language))
    return translate("the other" if (payer, players) == ("others", 1) else payer, language)


def seat_name(seat: str, language: str, other_count: int = 0) -> str:
    """A seat, or a payer whose seat is not known, capitalized for the beginning of a line.

    >>> seat_name("E", "en"), seat_name("discarder", "en"), seat_name("discarder", "ja")
    ('East', 'Discarder', '放銃者')
    """
    return capitalize_first(_seat_words(seat, other_count, language).removeprefix("the "))


def seat_gains(payments: Payments, language: str) -> Iterator[tuple[str, str, str]]:
    """Each seat, what it is called, and what it gains or loses; of several payers whose seats are not known,
    what each loses, where a language says so.
    """
    losers = {loser.seat: loser for loser in payments.losers}
    for seat, number in payments.transfers:
        players, gain = losers[seat].players if seat in losers else 1, format_gain(number)
        if number and players > 1:
            gain = translate("gain of several", language, gain, format_gain(-losers[seat].paid))
        yield seat, seat_name(seat, language, players), gain


def _share_title(share: Share, origin: str, ruleset: Ruleset, language: str) -> str:
    """The payer, preceded by what is paid for if it is not the hand itself."""
    if share.part in ("hand", "liability"):
        return origin
    if is_english(language):
        origin = origin[:1].lower() + origin[1:]
    if share.part == "counters":
        return translate("counters", language, ruleset.unit_word("honba", False, language), origin)
    return f"{name_in(share.names, language) or share.part} {origin}"


def _paid_term(formula: Formula, amount: int | float | Fraction) -> Formula:
    """Of the least or greatest of several amounts, the one that is paid, if the others are numbers: of 65 and
    3 x 65 - 50 the calculation.
    """
    if not isinstance(formula, Bound):
        return formula
    if amount in formula.terms:
        return amount
    worked_out = [term for term in formula.terms if isinstance(term, tuple)]
    return worked_out[0] if len(worked_out) == 1 else formula


def _share_arithmetic(share: Share, language: str) -> str:
    """The arithmetic of a share, including rounding; empty if it is just the amount."""
    if share.exact_amount is None or share.with_numbers is None:
        return ""
    formula = share.with_numbers
    if not is_english(language):
        formula = _paid_term(formula, share.exact_amount)
    text = _shown_arithmetic(formula, share.exact_amount, language)
    if share.players * share.exact_amount != share.amount:
        equal = f"{text} = {format_amount(share.exact_amount)}" if text else format_amount(share.exact_amount)
        each = share.amount / share.players
        text = translate(
            "at most" if share.exact_amount > each else "rounded", language, equal, format_amount(each)
        )
    if share.players > 1:
        each_pays = text or format_amount(share.exact_amount)
        return translate("share of each of", language, share.players, each_pays)
    return text


# ---- the payment as announced


def amount_separator(language: str) -> str:
    """What separates two payments in a headline or a table: the usual sign of the language, in English a
    stroke.
    """
    return "/" if is_english(language) else ""


def payment_call(payments: Payments, language: str = "en", counters: bool = True, separator: str = "") -> str:
    """The payment as the winner announces it: `7,700`; `2,000, 3,900` if some pay more; `3,900 all` if
    everybody pays the same. The payers are named if one is liable or if not every player pays. `separator`
    separates two amounts if the usual separator does not serve.

    Empty if nobody pays.
    """
    owed = [(one.paid if counters else one.hand, one) for one in payments.losers]
    paying = sorted(((each, one) for each, one in owed if each), key=lambda row: row[0])
    several = sum(one.players for _, one in paying) > 1
    is_named = len(paying) < len(owed) or any(share.role == "liable" for share in payments.shares)
    if several and is_named:
        named = [(format_amount(each), _seat_words(one.seat, one.players, language)) for each, one in paying]
        return join_words([translate("amount from", language, *one) for one in named], language)
    amounts = [format_amount(each) for each in sorted({each for each, _ in paying})]
    if len(amounts) == 1 and several:
        return translate("all", language, *amounts)
    roles = {share.role for share in payments.shares if share.amount}
    if len(amounts) == 2 and roles == {"discarder", "each"}:
        discarders = {share.payer for share in payments.shares if share.role == "discarder"}
        by_discarder = {one.seat in discarders: format_amount(each) for each, one in paying}
        return translate("called for a discard", language, by_discarder[False], by_discarder[True])
    return (separator or translate("between amounts", language)).join(amounts)


def call_line(payments: Payments, ruleset: Ruleset, language: str = "en") -> str:
    """The line with the announced payment, and with the counters included; empty if nobody pays."""
    bare, full = (
        payment_call(payments, language, counters=False),
        payment_call(payments, language),
    )
    if not bare:
        return ""
    said, unit = translate("call", language, bare), ruleset.unit_word("honba", False, language)
    return said if full == bare else said + translate("with counters", language, unit, full)
