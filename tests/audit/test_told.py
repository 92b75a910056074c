"""What differs between two games, as a player would write it down: each rule once, in a sentence, without what only
the author of a rule file sees.
"""

from __future__ import annotations

import pytest

from scorer.audit.differences import differences
from scorer.audit.told import DETAILS, ToldDifferences, told_differences
from scorer.message import message_parts, message_text
from scorer.render.comparison import differences_document
from scorer.render.document import Paragraph, Table, line_text
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.texts import phrases
from tests.support.loops import some
from tests.support.small import made

LANGUAGES = ("en", "ja", "zh-Hans", "zh-HK", "zh-TW")
PAIRS = [
    ("riichi", "m-league"), ("ema", "riichi"), ("riichi", "sanma"), ("mcr", "mcr-green"), ("sichuan", "changsha"),
    ("hong-kong", "taiwanese"), ("guangdong", "sichuan"), ("ponjan", "donjara-doraemon"),
]  # fmt: skip


def loaded(names: tuple[str, str], language: str) -> tuple[Ruleset, Ruleset]:
    first, second = (load_ruleset(name, language=language) for name in names)
    return first, second


def rows_of(first: Ruleset, second: Ruleset, language: str) -> dict[str, tuple[str, str]]:
    """What is shown, by the name of each row."""
    told = told_differences(first, second, language)
    tables = differences_document(told.shown, ("A", "B"), language, told.left_out)
    rows = [map(cell_text, row) for one in tables if isinstance(one, Table) for row in one.rows]
    return {name: (old, new) for name, old, new in rows}


def cell_text(cell: object) -> str:
    return cell if isinstance(cell, str) else line_text(cell)  # type: ignore[arg-type]


def rows(names: tuple[str, str], language: str) -> dict[str, tuple[str, str]]:
    first, second = loaded(names, language)
    return rows_of(first, second, language if language == "en" else first.display_language(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", PAIRS)
def test_nothing_is_shown_that_only_an_author_sees(names: tuple[str, str], language: str) -> None:
    told = told_differences(*loaded(names, language), language)
    for one in some(told.shown):
        labels = {part.key.removeprefix("rule ") for part in message_parts(one.aspect)}
        assert not labels & set(DETAILS.get(one.section, ()))
        assert message_text(one.old, language) != message_text(one.new, language)


@pytest.mark.parametrize("names", PAIRS)
def test_what_is_left_out_is_counted(names: tuple[str, str]) -> None:
    told, every = told_differences(*loaded(names, "en")), differences(*loaded(names, "en"))
    assert 0 < told.left_out < len(every)
    assert len(told.shown) < len(every)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_follows_from_an_option_is_not_said_again(language: str) -> None:
    told = told_differences(load_ruleset("riichi"), load_ruleset("riichi", {"open_tanyao": False}), language)
    assert [one.id for one in told.shown] == ["open_tanyao"]
    assert told == ToldDifferences(told.shown, 1)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("40 points, paid to nobody", "10 to each other player")),
        ("ja", ("40点を引く（ほかの人には払わない）", "ほかの人に10点ずつ")),
        ("zh-Hans", ("扣40分（不付给他家）", "付其他各家各10分")),
    ],
)
def test_what_a_false_win_costs_is_one_sentence(language: str, told: tuple[str, str]) -> None:
    assert told in rows(("mcr", "mcr-green"), language).values()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "by the dealer: to each other player 14, plus 2 for each"),
        ("ja", "親：ほかの各人に14、"),
        ("zh-TW", "若是莊家，付其他各家各14，每連莊一次另加2。若是閒家，付莊家14，"),
    ],
)
def test_what_a_false_win_costs_by_a_formula_is_one_sentence(language: str, told: str) -> None:
    assert [new for _, new in rows(("riichi", "taiwanese"), language).values() if new.startswith(told)]


@pytest.mark.parametrize(
    ("names", "language", "name"),
    [
        (("hong-kong", "mcr"), "zh-Hans", "海底捞月"),
        (("sichuan", "mcr"), "zh-Hans", "海底"),
        (("mcr", "guangdong"), "zh-Hans", "和绝张"),
    ],
)
def test_patterns_under_one_id_that_depend_on_other_facts_have_a_row_each(
    names: tuple[str, str], language: str, name: str
) -> None:
    shown = rows(names, language)
    assert "无" in shown[name]
    assert not [one for one in shown if "和绝张／" in one or "／和绝张" in one]


def test_no_payment_by_a_formula_is_joined_to_a_counting_word() -> None:
    told = [text for row in rows(("riichi", "visayan"), "ja").values() for text in row]
    assert [text for text in told if "計算式による" in text]
    assert not [text for text in told if "計算式によるずつ" in text]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "by the dealer: each other player pays 4,000; by another player: the dealer pays 4,000, each other player pays 2,000"),
        ("ja", "親：ほかの人から4,000点ずつ／子：親から4,000点、ほかの人から2,000点ずつ"),
        ("zh-Hans", "若是庄家，其他各家各付4,000点。若是闲家，庄家付4,000点，其他各家各付2,000点"),
    ],
)  # fmt: skip
def test_who_pays_what_is_one_sentence(language: str, told: str) -> None:
    assert told in {old for old, _ in rows(("riichi", "m-league"), language).values()}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "if the dealer wins, the discarder pays 6 x base; if another player wins, the discarder pays 4 x base"),
        ("ja", "親：放銃者から基本点 × 6／子：放銃者から基本点 × 4"),
        ("zh-TW", "莊家和牌，放銃者付基本點 × 6；閒家和牌，放銃者付基本點 × 4"),
    ],
)  # fmt: skip
def test_what_is_paid_for_a_win_names_the_winner(language: str, told: str) -> None:
    assert told in {old for old, _ in rows(("riichi", "taiwanese"), language).values()}


@pytest.mark.parametrize(
    ("language", "name", "told"),
    [
        ("en", "Full flush", ("7 faan. Tiles of one suit only.", "8 tai")),
        ("ja", "清一色", ("7番", "8台")),
        ("zh-TW", "清一色", ("7番", "8台")),
        ("zh-HK", "食糊牌型", ("四副一眼", "五組一對")),
    ],
)
def test_patterns_and_shapes_are_compared_by_name_and_worth(
    language: str, name: str, told: tuple[str, str]
) -> None:
    old, new = rows(("hong-kong", "taiwanese"), language)[name]
    assert (old.split(".")[0], new.split(".")[0]) == (told[0].split(".")[0], told[1].split(".")[0])


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ("yes", "no")), ("ja", ("あり", "なし")), ("zh-Hans", ("有", "无")), ("zh-TW", ("有", "無"))],
)
def test_a_draw_is_told_by_its_name(language: str, told: tuple[str, str]) -> None:
    names = {"en": "Four riichi", "ja": "四家立直", "zh-Hans": "四家立直", "zh-TW": "四家立直"}
    assert rows(("riichi", "m-league"), language)[names[language]] == told


def test_rows_that_say_nothing_on_both_sides_are_left_out() -> None:
    """An option that is off is no difference from a game that does not have it."""
    shown = rows(("taiwanese", "riichi"), "en")
    assert not [name for name in shown if name.startswith(("half_begging:", "double_daisuushii:"))]
    assert all(old != new for old, new in shown.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_waits_on_tiles_of_ones_own_have_a_word_for_each_way(language: str) -> None:
    rules = load_ruleset("riichi"), made("extends: riichi\nformal_waits: concealed\n")
    (told,) = told_differences(*rules, language).shown
    old, new = (message_text(text, language) for text in (told.old, told.new))
    assert old and new and old != new


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "two winners: "), ("ja", "2人なら"), ("zh-Hans", "两家：")],
)
def test_two_and_three_winners_are_told_apart(language: str, told: str) -> None:
    assert [new for _, new in rows(("riichi", "tenhou"), language).values() if new.startswith(told)]


def test_a_change_that_nobody_notices_has_a_line_of_its_own() -> None:
    rules = load_ruleset("riichi"), made("extends: riichi\ndefault_win: self_draw\n")
    told = told_differences(*rules)
    assert (told.shown, told.left_out) == ((), 1)
    blocks = differences_document(told.shown, ("riichi", "ours"), "en", told.left_out)
    texts = [line_text(line) for one in blocks if isinstance(one, Paragraph) for line in one.lines]
    assert texts[0] == "riichi and ours are played alike."
    assert "only the rule files: 1 " in texts[1]


def test_a_changed_condition_of_a_club_is_shown() -> None:
    rules = made("extends: riichi\nset: {ittsu.when: self_draw}\n")
    told = told_differences(load_ruleset("riichi"), rules)
    assert [one.id for one in told.shown] == ["ittsu"]


@pytest.mark.parametrize("other", ["doubutsu-janpon", "donjara-one-piece"])
def test_children_read_kana(other: str) -> None:
    shown = "".join(chain_of(rows(("ponjan", other), "ja")))
    assert not [word for word in ("枚", "副露", "面子", "牌", "役") if word in shown]


def chain_of(shown: dict[str, tuple[str, str]]) -> list[str]:
    return [text for name, texts in shown.items() for text in (name, *texts)]


def test_a_kong_that_is_paid_back_is_told_in_one_sentence() -> None:
    _, told = rows(("guangdong", "sichuan"), "zh-Hans")["明杠／刮风（直杠）"]
    assert told == "放杠者付2分；流局时未听牌者退还；杠上炮时退还"


def test_an_entry_under_another_id_is_the_same_by_its_name() -> None:
    shown = rows(("hong-kong", "taiwanese"), "zh-TW")
    assert shown["門風"] == ("1番", "1台")
    names = [name for name in rows(("pocket-mahjong", "hong-kong"), "zh-Hans") if name.startswith("付分方式")]
    assert len(names) == 1


def test_a_pattern_under_another_id_is_the_same_by_its_rule() -> None:
    shown = rows(("riichi", "mcr"), "en")
    old, new = shown["All triplets / All pungs"]
    assert old.startswith("2 han") and new.startswith("6 fan")


def test_a_pattern_that_one_game_has_switched_off_differs() -> None:
    assert "Paarenchan" in "".join(rows(("riichi", "three-player"), "en"))


@pytest.mark.parametrize(("language", "told"), [("ja", "13飜以上"), ("zh-Hans", "13番以上")])
def test_limits_are_told_by_their_counts(language: str, told: str) -> None:
    old, _ = rows(("riichi", "mcr"), language)[{"ja": "数え役満", "zh-Hans": "累计役满"}[language]]
    assert old.startswith(told)


def test_every_phrase_of_a_row_is_in_every_language() -> None:
    told = {key: texts for key, texts in phrases().items() if key.startswith("told ")}
    assert len(told) > 25
    assert not [key for key, texts in told.items() if not {"en", "ja", "zh"} <= texts.keys()]


def test_an_amount_on_which_a_payment_depends_through_another_one_is_told() -> None:
    shown = rows(("sichuan", "guangdong"), "en")
    assert {name for name in shown if "ghost" in name.lower() and "factor" in name.lower()}


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "10 to each other player"), ("ja", "ほかの人に10点ずつ"), ("zh-Hans", "付其他各家各10点")],
)
def test_a_player_in_furiten_pays_the_others_instead_of_being_paid(language: str, told: str) -> None:
    found = rows(("riichi", "ponjan"), language)
    penalty = next(values for name, values in found.items() if name in ("Furiten", "フリテン", "振听"))
    assert penalty[1] == told


def test_the_base_of_a_game_that_gives_it_no_name_is_called_the_base() -> None:
    assert "基本点／ひとりぶんの てん" in rows(("riichi", "ponjan"), "ja")


def test_conditions_that_end_a_game_are_one_japanese_sentence() -> None:
    ends, _ = rows(("riichi", "ponjan"), "ja")["終局の条件"]
    assert ends == "オーラスを終え、連荘がなく、トップの点が30,000以上か、延長の場も終えた"
