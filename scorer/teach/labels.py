"""The words of tables that no ruleset names: seats, ways to win, totals, numbers with their units, and the
situation of a win, in the languages of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import pointed_at
from scorer.engine.view import View
from scorer.hand import Situation
from scorer.readings import Reading
from scorer.request import DEALER
from scorer.ruleset.model import Ruleset, Value
from scorer.teach.sentences.words import counted as counting
from scorer.teach.sentences.words import listed
from scorer.tiles import LANGUAGES, Names, Tile, name_in, native_in

if TYPE_CHECKING:
    from fractions import Fraction

    from scorer.engine.results import Payments, Score, SheetLine
    from scorer.ruleset.model import Option

LABELS: dict[str, tuple[str, str, str]] = {
    "E": ("East", "東", "东"),
    "S": ("South", "南", "南"),
    "W": ("West", "西", "西"),
    "N": ("North", "北", "北"),
    "round": ("{} round", "{}場", "{}场"),
    "round and seat": ("{}, {}", "{} {}", "{} {}"),
    "seat": ("{} seat", "{}家", "{}家"),
    "the dealer": ("{} (dealer)", "{}（親）", "{}（庄家）"),
    "dealer": ("dealer", "親", "庄家"),
    "others": ("the others", "他家", "其他人"),
    "the other": ("the other player", "他家", "另一家"),
    "discarder": ("the discarder", "放銃者", "放铳者"),
    "liable": ("{}, who is liable", "{}（責任払い）", "{}（包牌）"),
    "discarded": ("{}, who discarded", "{}（放銃）", "{}（放铳）"),
    "self_draw": ("self-draw", "ツモ", "自摸"),
    "discard": ("discard", "ロン", "点和"),
    "discard from": ("discard from {}", "{}からロン", "{}点和"),
    "won on": ("won on {}", "和了牌 {}", "和牌 {}"),
    "aside": ("aside {}", "抜き {}", "另置 {}"),
    "joker": ("joker as {}", "ジョーカー = {}", "百搭 = {}"),
    "answers": ("{} answers for {}", "{}が{}の責任払い", "{}包{}"),
    "total": ("Total", "合計", "合计"),
    "sum": ("Sum", "合計", "合计"),
    "at most": ("{}, at most {}", "{} 上限{}", "{}，最多{}"),
    "rounded": ("{}, rounded up", "{} 切り上げ", "{} 进位"),
    "base": ("Base", "基本点", "基本点"),
    "points": ("Points", "点数", "点数"),
    "limit": ("Limit", "リミット", "封顶"),
    "all": ("{} all", "{}オール", "各{}"),
    "call": ("Call: “{}”", "申告「{}」", "报点“{}”"),
    "with counters": (", with {} “{}”", "、{}込み「{}」", "，加{}“{}”"),
    "tile": ("Tile", "牌", "牌"),
    "patterns": ("Patterns", "役", "番种"),
    "from": ("From {}", "{}より", "{}付"),
    "receives": ("{} receives", "{}の収入", "{}收入"),
    "each": ("{}, each", "{} 各", "{} 各"),
    "each of": ("each of {}", "{}人 各", "{}人 各"),
    "counters": ("{} {}", "{} {}", "{} {}"),
    "table": ("{} on the table", "供託", "场上供托"),
    "two_sided": ("two-sided wait", "両面待ち", "两面听"),
    "edge": ("edge wait", "辺張待ち", "边张"),
    "closed": ("closed wait", "嵌張待ち", "嵌张"),
    "dual": ("wait on two pairs", "双碰待ち", "双碰"),
    "pair": ("pair wait", "単騎待ち", "单骑"),
    "single": ("single wait", "単騎待ち", "单骑"),
    "sided": ("{}-sided wait", "{}面待ち", "{}面听"),
    "several": ("wait on {} tiles", "{}種待ち", "听{}种"),
    "ready": ("ready", "聴牌", "听牌"),
    "away": ("{}-shanten", "{}向聴", "{}向听"),
    "without": ("Without", "打", "打"),
    "waits for": ("Waits for", "待ち", "听"),
    "claimed": (", completed by the discard", "（ロンで完成）", "（点和完成）"),
    "left": ("Left", "残り", "剩余"),
    # the steps of an explanation
    "understood": ("What was understood", "読み取った内容", "读到的内容"),
    "readings": ("How the tiles are read", "手牌の分け方", "牌的拆法"),
    "right to win": ("Why it may win", "和了できる理由", "为何可以和牌"),
    "swallowed": ("True, but not counted", "成立するが数えない役", "成立但不计的番种"),
    "bonuses": ("Bonuses", "ボーナス", "奖励"),
    "arithmetic": ("From the count to the points", "点数の計算", "点数的计算"),
    "who pays": ("Who pays", "支払い", "支付"),
    "near": ("Not awarded, but near", "惜しい役", "差一点的番种"),
    "hand": ("hand", "手牌", "手牌"),
    "winning tile": ("won on", "和了牌", "和牌张"),
    "rules": ("rules", "ルール", "规则"),
    "indicator": ("indicator", "表示牌", "指示牌"),
    "counts": ("counts", "採用", "采用"),
    "cannot win": ("cannot win", "和了不可", "不能和"),
    "won in": ("{}, won in {}", "{}（{} で和了）", "{}（和在 {}）"),
    "more ways": ("and {} more ways; the last pays {}", "ほか{}通り、最後は{}点", "另有{}种，最后一种{}点"),
    "more that cannot": ("and {} more that cannot", "ほか{}通り", "另有{}种"),
    "of them": ("{} of them", "{}枚", "{}张"),
    # notes below a hand
    "note": ("Note: {}", "注：{}", "注：{}"),
    "nobody pays": (
        "nobody pays for {}: the hand does not have it", "{}は成立せず、責任払いはない", "未成{}，无人包牌",
    ),
    "unequal": (
        "{} beside {}: there should be as many of each", "{}に対し{}：同じ枚数のはず",
        "{}对{}：两者张数应相同",
    ),
    "worth nothing": (
        "{}: {} are worth nothing under these options", "{}：この設定では点にならない",
        "{}：此设定下不计分",
    ),
    "if dealer": (
        "{} if the dealer discarded, {} if another player did; {} says who",
        "親の放銃なら{}、子の放銃なら{}（{} で指定）", "庄家点炮为{}，闲家点炮为{}（用 {} 指明）",
    ),
    "unpaid": ("{} wins as well and is not paid.", "{}も和了だが収入はない。", "{}也和牌，但不得付。"),
    "can be read": ("{} readings; {}.", "読み方は{}通り、{}。", "有{}种拆法，{}。"),
    "other pays": ("the other pays {}", "もう一つは{}", "另一种付{}"),
    "next pays": ("the next best pays {}", "次点は{}", "其次付{}"),
    "other loses": ("the other does not win", "もう一つは和了できない", "另一种不能和"),
    "others lose": ("the others do not win", "ほかは和了できない", "其余不能和"),
    "same with less": ("the same, with {} less", "同じ（{}少ない）", "相同（少{}）"),
    "same with fewer": ("the same, with fewer patterns", "同じ（役が少ない）", "相同（番种较少）"),
    "one way": ("There is no other way to read the hand.", "ほかの読み方はない。", "没有其他拆法。"),
    "can win": (
        "{} of {} readings can win, best first:", "{1}通りのうち和了できるのは{0}通り、高い順：",
        "{1}种拆法中{0}种能和，从高到低：",
    ),
    # waits
    "no complete hand": (
        "These tiles can become no complete hand any more.",
        "この牌では和了形にならない。", "这些牌已无法成和。",
    ),
    "short of": ("{} short of {} ({}).", "{1}まであと{0}枚（{2}）。", "距{1}还差{0}张（{2}）。"),
    "further": ("{} short of {}", "{1}まであと{0}枚", "距{1}还差{0}张"),
    "discards leave": (
        "Each of {} discards leaves the hand {} short of {} ({}).",
        "打牌{0}種：{2}まであと{1}枚（{3}）。",
        "{0}种打法：距{2}还差{1}张（{3}）。",
    ),
    "a discard leaves": (
        "{} discard leaves the hand {} short of {} ({}).",
        "打牌{0}種：{2}まであと{1}枚（{3}）。",
        "{0}种打法：距{2}还差{1}张（{3}）。",
    ),
    "a tile": ("{} tile", "{}", "{}"),
    "tiles": ("{} tiles", "{}", "{}"),
    "waits for tiles": ("Waits for {}{}, {} left", "待ち{}種{}、残り{}枚", "听{}种{}，剩{}张"),
    "named": (" ({})", "（{}）", "（{}）"),
    "full stop": (".", "。", "。"),
    "semicolon": ("; ", "；", "；"),
    "comma": (", ", "、", "、"),
    "colon": (": ", "：", "："),
    "and how": ("{}, {}", "{}、{}", "{}，{}"),
    "nearer": ("{} tiles bring it nearer, {} left", "有効牌{}種、残り{}枚", "进张{}种，剩{}张"),
    "a tile nearer": ("{} tile brings it nearer, {} left", "有効牌{}種、残り{}枚", "进张{}种，剩{}张"),
    "nearer by": ("Brought nearer by", "有効牌", "进张"),
    "none left": ("(none left)", "（残りなし）", "（已无）"),
    "no win": ("no win", "和了不可", "不能和"),
    "the same": ("the same", "同じ", "相同"),
    "to": ("{} to {}", "{}～{}", "{}～{}"),
    "own discards": ("{} {} among the own discards", "{} は自分の捨て牌にある", "{} 在自己的弃牌中"),
    "not minded": ("{}, which {} does not mind.", "{}（{}では問題ない）。", "{}（{}不计较）。"),
    "brings": ("{}: {}.", "{}：{}。", "{}：{}。"),
    # payment tables
    "paid": ("{}: what a hand is paid", "{}：点数表", "{}：点数表"),
    "other": ("other", "子", "闲家"),
    "the dealer wins": ("The dealer wins", "親", "庄家"),
    "another wins": ("A non-dealer wins", "子", "闲家"),
    "a win": ("A win", "和了", "和牌"),
    "won how": ("{} {}", "{}：{}", "{}：{}"),
    "a draw": ("draw", "ツモ", "自摸"),
    "a discard": ("discard", "ロン", "点和"),
    "dealer's": ("{}, dealer's", "{}（親から）", "{}（庄家点）"),
    "other's": ("{}, other's", "{}（子から）", "{}（闲家点）"),
    "by draw": ("by self-draw", "ツモ", "自摸"),
    "on discard": ("on a discard", "ロン", "点和"),
    "dealer's discard": ("{} of the dealer", "{}（親から）", "{}（庄家点）"),
    "other's discard": ("{} of another player than the dealer", "{}（子から）", "{}（闲家点）"),
    "how paid": ("{}: {}", "{}は{}", "{}：{}"),
    "from each": ("from each player", "各家より", "各家付"),
    "from each, dealer": ("from each/the dealer", "各家/親より", "各家/庄家付"),
    "from discarder": ("from the discarder", "放銃者より", "放铳者付"),
    "from discarder, each": ("from the discarder/each other", "放銃者/他家より", "放铳者/其他各家付"),
    "most from each": ("From each", "一人から", "每家"),
    "at most this": ("at most {}", "上限{}", "最多{}"),
    "rounding": ("Rounding", "端数", "进位"),
    "rounded to multiple": (
        "each share up to a multiple of {}", "各支払いを{}の倍数に切り上げ", "各家支付进位到{}的倍数",
    ),
    "and more": ("{} and {} more", "{}ほか{}", "{}等另{}种"),
    "counter adds": ("Each {} adds: {}.", "1{}につき：{}。", "每{}加：{}。"),
    "stick adds": (
        "The winner also takes {} for each {} on the table.", "1{1}につき{0}を和了者が取る。",
        "场上每{1}另得{0}。",
    ),
    "varying": (
        "The value of {} depends on the tiles; it is paid by the same formulas.",
        "{}は牌により変わり、同じ式で支払う。", "{}的番数随牌而变，按同一公式支付。",
    ),
    "values add up": (
        "Values of several patterns add up; other totals are paid by the same formulas.",
        "複数の役は足し合わせ、ほかの合計も同じ式で支払う。", "多个番种相加，其他合计按同一公式支付。",
    ),
    # pattern lists and cards
    "name": ("name", "役", "番种"),
    "closed hand": ("closed", "門前", "门前清"),
    "open hand": ("open", "副露", "副露"),
    "value": ("value", "値", "番数"),
    "switched off": ("With options that are off", "採用していない役", "未采用的番种"),
    "(each)": ("{} (each)", "{}（各）", "{}（每组）"),
    "for each": ("{}, for each", "{}（一つにつき）", "{}（每组）"),
    "worth": ("Worth: {}", "値：{}", "番数：{}"),
    "closed only": ("{}, closed hands only", "{}（門前のみ）", "{}（限门前清）"),
    "closed and open": ("{} closed, {} open", "門前{}、副露{}", "门前清{}，副露{}"),
    "source": ("Source: {}", "出典：{}", "出处：{}"),
    "implies": ("Counts in place of: {}", "含むので数えない：{}", "不再计：{}"),
    "implied_by": ("Not counted beside: {}", "これがあれば数えない：{}", "计此则不计：{}"),
    "excludes": ("Takes the place of: {}", "これより優先：{}", "取代：{}"),
    "excluded_by": ("Gives way to: {}", "こちらが優先：{}", "让位于：{}"),
    "absorbs": ("Takes the sets of: {}", "面子を使う：{}", "占用其牌组：{}"),
    "absorbed_by": ("Its sets are taken by: {}", "面子を使われる：{}", "牌组被占用：{}"),
    "instead": (
        "Stands, where they do not pay more, for: {}",
        "より高くない限り代わりになる：{}",
        "除非后者支付更多，代替：{}",
    ),
    "instead_by": ("Counts where it pays more than: {}", "より高いときに数える：{}", "支付更多时计：{}"),
    "less": ("Takes an instance of: {}", "一つ減らす：{}", "少计一次：{}"),
    "less_by": ("Loses an instance to: {}", "一つ減らされる：{}", "因此少计一次：{}"),
    "beside": ("Always comes with, and counts beside: {}", "常に複合する：{}", "必同时成立并计：{}"),
    "beside_by": ("Always comes, and counts, with: {}", "常に複合する：{}", "必同时成立并计：{}"),
    "link": (
        "Joins each set once together with: {}",
        "合わせて各面子を一度だけ使う：{}",
        "合计时每组只套算一次：{}",
    ),
    # the quiz
    "right": ("Right.", "正解。", "对。"),
    "wrong": ("No.", "不正解。", "不对。"),
    "apiece": ("{} each", "各{}", "各{}"),
    "it is": ("It is {}.", "答えは{}。", "答案是{}。"),
    "missed": ("missed: {}", "見落とし：{}", "漏掉：{}"),
    "not": ("not: {}", "成立しない：{}", "不成立：{}"),
}  # fmt: skip


def label(key: str, language: str = "en", *words: object) -> str:
    """A word of the table in a language, with what belongs into it; a key that has none is shown itself.

    >>> label("E"), label("seat", "ja", label("S", "ja")), label("somebody")
    ('East', '南家', 'somebody')
    """
    texts = LABELS.get(key)
    if texts is None:
        return key
    return texts[LANGUAGES.index(language)].format(*words)


def joined(words: Iterable[str], language: str = "en", last: str = "and") -> str:
    """Words as a list in a sentence of a language.

    >>> joined(["3s", "6s"]), joined(["3s", "6s"], "ja")
    ('3s and 6s', '3s、6s')
    """
    return listed(words, last) if language == "en" else "、".join(words)


def enumerated(words: Iterable[str], language: str = "en") -> str:
    """Names one after the other, as a cell of a table has them.

    >>> enumerated(["Riichi", "Pinfu"]), enumerated(["立直", "平和"], "ja")
    ('Riichi, Pinfu', '立直、平和')
    """
    return label("comma", language).join(words)


def headed(head: str, text: str, language: str) -> str:
    """A text after what it is about.

    >>> headed("dealer", "8", "en")
    'dealer: 8'
    """
    return label("colon", language).join((head, text))


def within(text: str, language: str) -> str:
    """A phrase that begins no line.

    >>> within("From West", "en")
    'from West'
    """
    return text[:1].lower() + text[1:] if language == "en" else text


def numeral(count: int, language: str = "en") -> str:
    """A small number as a sentence of a language writes it.

    >>> numeral(3), numeral(3, "zh")
    ('three', '3')
    """
    return counting(count) if language == "en" else f"{count:,}"


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
