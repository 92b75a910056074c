"""Tiles of a ruleset's set: kinds, suits, red copies, flowers, jokers; and names in several languages.

A *kind* is one face ("5m"); a *tile* is one piece with that face, red or not. The set is data of a
ruleset (`tileset:` and `tiles: table:`), built by `scorer.ruleset`; nothing here knows a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import normalize

from scorer.languages import ENGLISH_WITH_ROMAJI, ROMAJI, is_english, text_in
from scorer.values import cached_property, dataclass

Names = tuple[tuple[str, str], ...]
"""Text for people by language: (("en", "East"), ("ja", "東"), ("zh", "東"))."""


def name_in(names: Names, language: str = "en") -> str:
    """The text in a language or one that stands in for it, else the first text, else an empty string.

    >>> name_in((("en", "East"), ("ja", "東")), "ja"), name_in((("en", "East"), ("zh", "东")), "zh-TW")
    ('東', '東')
    """
    return text_in(dict(names), language) or (names[0][1] if names else "")


WORD = re.compile(r"[^\W_]+")
LONGEST_NAME = 500


ONE_SCRIPT = str.maketrans(
    "萬兩両會蘭劍剣動單単雙發発號後聽聴嚦國場複復頭寶對対將嶺帶帯莊荘開張歸帰無斷槓氣気漢燈獨獅環種紅純組"
    "織續絕絶綠緑編羅節蓮補計財貫車輪邊辺過連門陸頂順風騎魚鳥雞鷄鶏黒齊斉龍竜搶撈滿満數東華變違達裏裡參圓"
    "長麼從飜點餅條簡銅銀極樂報間關聯閒臺灣贏錢盃鉤釣飛戰階級諾頁鐘懸買賣雜專嘆應實圖書舊學飜翻糊幺榮栄銃槍"
    "別碼醫貓須縛給範圍時獎馬終領擊餘託詐鏡橋爭線絡熱鷺鄰採該於結績難協與擔許豬賠夾獸見個幾總藍罰籌價損蟲湊賞"
    "燒顏樣沒當䴉",
    "万两两会兰剑剑动单单双发发号后听听呖国场复复头宝对对将岭带带庄庄开张归归无断杠气气汉灯独狮环种红纯组"
    "织续绝绝绿绿编罗节莲补计财贯车轮边边过连门陆顶顺风骑鱼鸟鸡鸡鸡黑齐齐龙龙抢捞满满数东华变违达里里参圆"
    "长么从番点饼条简铜银极乐报间关联闲台湾赢钱杯钩钓飞战阶级诺页钟悬买卖杂专叹应实图书旧学番番胡么荣荣铳枪"
    "别码医猫须缚给范围时奖马终领击余托诈镜桥争线络热鹮邻采该于结绩难协与担许猪赔夹兽见个几总蓝罚筹价损虫凑赏"
    "烧颜样没当鹮",
)
"""Characters of Hong Kong, Taiwan and Japan, as they are written where names are compared."""
ONE_SCRIPT |= {code: code + 0x60 for code in range(0x3041, 0x3097)}  # hiragana as katakana


TILE_COUNT = r"(?: ?[x×*] ?)?[1-9](?![0-9-])"
"""Behind the name of a tile: how many of it there are."""
COUNT_OF_TILE = re.compile(TILE_COUNT)
WORD_SIGN = re.compile("[a-z0-9_]")
"""A sign that makes a name in Latin letters part of a longer word, before or behind it."""
BETWEEN_NAMES = re.compile("[\\s,、]*")
LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
PLAIN_ID = re.compile(r"[^\W\d]+\Z")
"""An id that may be typed as the name of a tile: without digits, which may be those of other tiles."""
JOINING_PARTICLE = re.compile(
    "(?<=[\u4e00-\u9fff])の(?=[\u4e00-\u9fff\u30a1-\u30fa])|(?<=[\u3041-\u3096])の (?=[\u3041-\u30fa])"
)
"""Between the words of a Japanese name, which may be written without it: 赤の船 or 赤船, あかの ふね or
あかふね."""
GAP_IN_KANA = re.compile("(?<=[\u3041-\u30fa]) (?=[\u3041-\u30fa])")
"""Between the words of a name in kana, which may be written without it: あかの ふね, あかのふね."""


def fold_name(text: str) -> str:
    """A name as names are compared: lower-case letters and digits only, one variant for each character.

    >>> fold_name("Double, one color"), fold_name("half_flush")
    ('doubleonecolor', 'halfflush')
    >>> fold_name("對對糊") == fold_name("对对糊"), fold_name("たんやお") == fold_name("タンヤオ")
    (True, True)
    """
    return "".join(WORD.findall(normalize("NFKC", text[:LONGEST_NAME]).casefold().translate(ONE_SCRIPT)))


def plain_name(text: str) -> str:
    """A text in small letters and one script, as long as it is written."""
    return text.translate(ONE_SCRIPT).translate(LOWER)


def spelled_names(names: Names) -> tuple[str, ...]:
    """The names as they may be typed: in each language, and as English shows one that has romaji.

    >>> spelled_names((("en", "Half flush"), ("romaji", "Honitsu")))
    ('Half flush', 'Honitsu', 'Honitsu (half flush)')
    """
    shown = [text_in(dict(names), ENGLISH_WITH_ROMAJI)] if ROMAJI in dict(names) else []
    return *(name for _, name in names), *shown


def ids_by_spelling(names_by_id: Mapping[str, Names]) -> dict[str, str]:
    """The ids by all their spellings: folded ids and names."""
    found = {fold_name(name): ident for ident, texts in names_by_id.items() for name in spelled_names(texts)}
    return found | {fold_name(ident): ident for ident in names_by_id}


def original_name(names: Names, native: str, language: str = "en") -> str:
    """The name in the language `native`, to show next to an English name; empty if it is the same.

    >>> original_name((("en", "East"), ("ja", "東")), "ja"), original_name((("en", "East"),), "ja", "ja")
    ('東', '')
    """
    own = text_in(dict(names), native)
    return "" if not is_english(language) or own == name_in(names, language) else own


class Tile(NamedTuple):
    """One piece: the index of its kind in the tile set, and whether it is a red copy."""

    kind: int
    red: bool = False


@dataclass(frozen=True)
class TileKind:
    """One face of the set. `tile_code` is its notation, `attributes` are what rules look at.

    `id` is the name that rule files use for it as a class (`lion`), else the code. `tile_role` is `tile`,
    `flower` or `joker`. `copies` is 0 for a face that an overlay removed from the set. `picture` is a
    symbol of the shipped drawings (empty: the name is printed on the tile), `ink` the color of its print.
    `also` are other words that are read for it.
    """

    index: int
    code: str
    id: str
    names: Names
    attributes: tuple[tuple[str, str | int], ...]
    copies: int
    role: str = "tile"
    picture: str = ""
    ink: str = ""
    also: tuple[str, ...] = ()

    @property
    def digit(self) -> int:
        return int(self.code[:-1])

    @property
    def letter(self) -> str:
        return self.code[-1]

    @cached_property
    def attribute_values(self) -> Mapping[str, str | int]:
        """Attributes as a mapping; a kind without rank (an honor, say) has no such key."""
        return MappingProxyType(dict(self.attributes))


@dataclass(frozen=True)
class Suit:
    """A notation letter: its names for people and the digits it has, 1 to `size`. `also` are other words that
    are read for it; those at one place of the lists of all suits are used together.
    """

    letter: str
    names: Names
    size: int
    role: str = "tile"
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class TileSet:
    """Every face of a game.

    `reds` is how many copies of a kind are red; `order` holds the cycles that an indicator follows;
    `attributes` names the two attributes of suited tiles (suit, rank); `winds` are the kinds of the
    seats' winds in order, empty where a game has none; `seat_flowers` are the flowers of each seat, as
    classes. `fifth` lets a joker stand for one more copy of a tile than there are; without it, a tile of
    which all copies are held is none that a joker can be. `in_box` is how many tiles one box has, where the
    kinds are those of several boxes. `partners` are the tiles that go with suits, by the letter of the suit.
    `name_help` is what to do about a name that no tile has.
    """

    kinds: tuple[TileKind, ...]
    suits: tuple[Suit, ...]
    reds: tuple[tuple[int, int], ...] = ()
    order: tuple[tuple[int, ...], ...] = ()
    attributes: tuple[str, str] = ("suit", "rank")
    winds: tuple[int, ...] = ()
    seat_flowers: tuple[int, ...] = ()
    fifth: bool = False
    in_box: int = 0
    partners: tuple[tuple[str, int], ...] = ()
    name_help: Names = ()

    @cached_property
    def with_other_copies(self) -> dict[object, TileSet]:
        """A cache: this tile set as options change it, by the copies of its kinds and the red ones."""
        return {}

    @cached_property
    def by_code(self) -> Mapping[str, TileKind]:
        return MappingProxyType({kind.code: kind for kind in self.kinds})

    @cached_property
    def tile_by_code(self) -> Mapping[str, Tile]:
        """Every tile that can be in a hand, by notation; a red one is `0` and its suit letter."""
        faces = [kind for kind in self.kinds if kind.copies]
        red = {"0" + kind.letter: Tile(kind.index, True) for kind in faces if self.red_copies(kind.index)}
        return MappingProxyType(red | {kind.code: Tile(kind.index) for kind in faces})

    @cached_property
    def code_by_sign(self) -> Mapping[str, str]:
        """The tiles in a hand by their names of one character."""
        faces = [(code, self.kinds[tile.kind]) for code, tile in self.tile_by_code.items() if not tile.red]
        return MappingProxyType(
            {name: code for code, kind in faces for _, name in kind.names if len(name) == 1}
        )

    @cached_property
    def by_letter(self) -> Mapping[str, Suit]:
        return MappingProxyType({suit.letter: suit for suit in self.suits})

    @cached_property
    def codes_by_name(self) -> tuple[tuple[str, str], ...]:
        """The names of tiles in small letters and one script, each with the code that it stands for, the
        longest first. A name of several tiles, a number and a single Latin letter stand for none. The word
        that rule files use for a tile is a name as well.
        """
        known: dict[str, set[str]] = {}
        for kind in self.kinds:
            texts = [name for _, name in kind.names] if kind.copies else []
            texts += [sign.sub("", name) for sign in (JOINING_PARTICLE, GAP_IN_KANA) for name in texts]
            texts += [kind.id] if kind.copies and PLAIN_ID.match(kind.id) else []
            for name in (*texts, *(kind.also if kind.copies else ())):
                known.setdefault(name.casefold().translate(ONE_SCRIPT), set()).add(kind.code)
        names = sorted(known, key=lambda name: -len(name))
        is_name = {name: not name.isdigit() and (len(name) > 1 or not name.isascii()) for name in names}
        return tuple((name, min(known[name])) for name in names if is_name[name] and len(known[name]) == 1)

    @cached_property
    def codes_by_first_sign(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The rows of `codes_by_name`, in their order, by the first character of the name."""
        signs = dict.fromkeys(name[0] for name, _ in self.codes_by_name)
        rows = {sign: tuple([row for row in self.codes_by_name if row[0][0] == sign]) for sign in signs}
        return MappingProxyType(rows)

    def name_spans(self, text: str) -> list[tuple[int, int]]:
        """Where the names of tiles are in a text, each with the number of its tiles behind it.

        >>> ship = TileKind(0, "1m", "1m", (("en", "red ship"),), (), 4)
        >>> TileSet((ship,), ()).name_spans("Red ship x2 (red ship) ron")
        [(0, 11), (13, 21)]
        """
        plain, spans, place = plain_name(text), list[tuple[int, int]](), 0
        while place < len(plain):
            end = self._end_of_name(plain, place)
            if end:
                spans.append((place, end))
            place = end or place + 1
        return spans

    def _end_of_name(self, plain: str, place: int) -> int:
        """Where the name of a tile that begins at a place ends, with the number behind it; 0 if none does."""
        for name, _ in self.codes_by_first_sign.get(plain[place], ()):
            end = place + len(name)
            if plain.startswith(name, place):
                count, after = COUNT_OF_TILE.match(plain, end), plain[end : end + 1]
                is_count = count is not None and after.isdigit()
                is_part = WORD_SIGN.match(plain[place - 1 : place]) or (
                    WORD_SIGN.match(after) and not is_count
                )
                if not (name.isascii() and is_part):
                    return count.end() if count else end
        return 0

    def codes_of_names(self, text: str) -> list[str]:
        """The codes of the tiles that a list of names names, each once; none if it says anything else.

        >>> ship = TileKind(0, "1m", "1m", (("en", "red ship"),), (), 4)
        >>> TileSet((ship,), ()).codes_of_names("Red ship"), TileSet((ship,), ()).codes_of_names("ships")
        (['1m'], [])
        """
        codes, end, known = [], 0, dict(self.codes_by_name)
        for start, after in self.name_spans(text):
            name = plain_name(text[start:after])
            if name not in known or not BETWEEN_NAMES.fullmatch(text, end, start):
                return []
            codes.append(known[name])
            end = after
        return list(dict.fromkeys(codes)) if BETWEEN_NAMES.fullmatch(text, end) else []

    @cached_property
    def faces_by_suit(self) -> tuple[tuple[Suit, tuple[TileKind, ...]], ...]:
        """The suits that have at least one tile, each with the faces of it that the game has."""
        faces = [kind for kind in self.kinds if kind.copies]
        found = ((suit, tuple([kind for kind in faces if kind.letter == suit.letter])) for suit in self.suits)
        return tuple([(suit, kinds) for suit, kinds in found if kinds])

    @cached_property
    def playing_kinds(self) -> tuple[int, ...]:
        """The kinds that sets are made of: no flowers, jokers or removed faces."""
        return tuple(k.index for k in self.kinds if k.role == "tile" and k.copies)

    @cached_property
    def next_kind(self) -> Mapping[int, int]:
        """The kind that an indicator of each kind points at."""
        cycles = [zip(cycle, (*cycle[1:], *cycle[:1]), strict=True) for cycle in self.order]
        return MappingProxyType(dict(chain.from_iterable(cycles)))

    @property
    def jokers(self) -> int:
        """The number of jokers."""
        return sum(kind.copies for kind in self.kinds if kind.role == "joker")

    def red_copies(self, kind: int) -> int:
        return dict(self.reds).get(kind, 0)

    def tile_role(self, tile: Tile) -> str:
        return self.kinds[tile.kind].role

    def tile_code(self, tile: Tile) -> str:
        """A tile in notation; a red one has the digit 0."""
        code = self.kinds[tile.kind].code
        return "0" + code[-1] if tile.red else code

    def format_tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles in notation in the order given, digits joined before one letter: 406p11z."""
        codes = [self.tile_code(tile) for tile in tiles]
        return "".join(
            code[:-1] + ("" if after[-1:] == code[-1] else code[-1])
            for code, after in zip(codes, [*codes[1:], ""], strict=False)
        )

    def sort_tiles(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """Tiles in the order of the set; a red copy before a plain one of its kind."""
        return tuple(sorted(tiles, key=lambda tile: (tile.kind, not tile.red)))

    def tile_name(self, tile: Tile, language: str = "en") -> str:
        """The name of a tile, or its notation if it has no name."""
        kind = self.kinds[tile.kind]
        return name_in(kind.names, language) or self.tile_code(tile)


def mask_kinds(mask: int) -> Iterator[int]:
    """The kinds of a class, which is an integer with one bit for each kind.

    >>> list(mask_kinds(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def kinds_mask(kinds: Iterable[int]) -> int:
    """The class that holds these kinds.

    >>> bin(kinds_mask([1, 3]))
    '0b1010'
    """
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask
