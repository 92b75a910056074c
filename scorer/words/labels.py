"""The words of a table that no ruleset names: seats, ways to win, totals, in the languages of names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.ruleset.model import Value

LABELS: dict[str, tuple[str, str, str]] = {
    "E": ("East", "東", "东"),
    "S": ("South", "南", "南"),
    "W": ("West", "西", "西"),
    "N": ("North", "北", "北"),
    "round": ("{} round", "{}場", "{}场"),
    "seat": ("{} seat", "{}家", "{}家"),
    "the dealer": ("{} (dealer)", "{}（親）", "{}（庄家）"),
    "dealer": ("dealer", "親", "庄家"),
    "others": ("the others", "他家", "其他人"),
    "discarder": ("the discarder", "放銃者", "放铳者"),
    "liable": ("{}, who is liable", "{}（責任払い）", "{}（包牌）"),
    "discarded": ("{}, who discarded", "{}（放銃）", "{}（放铳）"),
    "self_draw": ("self-draw", "ツモ", "自摸"),
    "discard": ("discard", "ロン", "点和"),
    "discard from": ("discard from {}", "{}からロン", "{}点和"),
    "won on": ("won on {}", "和了牌 {}", "和牌 {}"),
    "aside": ("aside {}", "抜き {}", "另置 {}"),
    "joker": ("joker as {}", "ジョーカー = {}", "百搭 = {}"),
    "honba": ("honba {}", "{}本場", "{}本场"),
    "sticks": ("sticks {}", "供託{}本", "供托{}根"),
    "answers": ("{} answers for {}", "{}が{}の責任払い", "{}包{}"),
    "total": ("Total", "合計", "合计"),
    "sum": ("Sum", "合計", "合计"),
    "rounded": ("{}, rounded up", "{} 切り上げ", "{} 进位"),
    "base": ("Base", "基本点", "基本点"),
    "points": ("Points", "点数", "点数"),
    "limit": ("Limit", "リミット", "封顶"),
    "tile": ("Tile", "牌", "牌"),
    "patterns": ("Patterns", "役", "番种"),
    "from": ("From {}", "{}より", "{}付"),
    "receives": ("{} receives", "{}の収入", "{}收入"),
    "each": ("{}, each", "{} 各", "{} 各"),
    "each of": ("each of {}", "{}人 各", "{}人 各"),
    "counters": ("Honba {}", "本場 {}", "本场 {}"),
    "table": ("Sticks on the table", "供託", "场上供托"),
    "two_sided": ("two-sided wait", "両面待ち", "两面听"),
    "edge": ("edge wait", "辺張待ち", "边张"),
    "closed": ("closed wait", "嵌張待ち", "嵌张"),
    "dual": ("wait on two pairs", "双碰待ち", "双碰"),
    "single": ("single wait", "単騎待ち", "单骑"),
}
LANGUAGES = ("en", "ja", "zh")


def label(key: str, language: str = "en", *words: object) -> str:
    """A word of the table in a language, with what belongs into it; a key that has none is shown itself.

    >>> label("E"), label("seat", "ja", label("S", "ja")), label("somebody")
    ('East', '南家', 'somebody')
    """
    texts = LABELS.get(key)
    if texts is None:
        return key
    return texts[LANGUAGES.index(language)].format(*words)


def choice(name: str, value: Value) -> str:
    """An option with its value: `kiriage_mangan=true`, as the command line takes it.

    >>> choice("red_fives", 0), choice("open_tanyao", False)
    ('red_fives=0', 'open_tanyao=false')
    """
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"
