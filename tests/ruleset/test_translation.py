"""Texts in other languages: in the rule file, or in a file next to it that is read only if it is asked for."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import scorer
from scorer.check.run import problems_of as check_problems
from scorer.check.translations import translation_problems
from scorer.errors import RulesetError
from scorer.languages import has_text
from scorer.phrases import translate
from scorer.questions.rules import ruleset_from_text
from scorer.ruleset import cache, load
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.find import shipped_names, translated_path
from scorer.ruleset.items import root_item
from scorer.ruleset.load import load_for_check
from scorer.ruleset.model import Ruleset
from scorer.ruleset.source import read_source
from scorer.ruleset.translation import read_translation
from scorer.tiles import name_in
from tests.support.console import output

CLUB = """\
extends: ponjan
name: {en: Club, ja: クラブ}
notes: [Be on time.]
options: {tea: {default: false, help: tea is served}}
circumstances: {late: {name: Late, requires: {self_draw: nobody is late on a discard}}}
add: [{id: green, name: Green, definition: Bamboo only., value: 2 if tea else 1, when: late}]
set: {two_two.definition: Mixed.}
"""
TEXTS = """\
notes: [時間を守ります。]
options: {tea: {help: お茶}}
circumstances: {late: {name: 遅刻, requires: {self_draw: ロンでは遅刻しません}}}
add: {green: {name: 緑, definition: 索子だけです。}}
set: {two_two.definition: まぜまぜ。}
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    (tmp_path / "club.yaml").write_text(CLUB, encoding="utf-8")
    (tmp_path / "club.ja.yaml").write_text(TEXTS, encoding="utf-8")
    return tmp_path / "club.yaml"


def texts_of(rules: Ruleset, language: str) -> list[str]:
    """One text of each kind."""
    pattern, circumstance = rules.pattern_by_id["green"], rules.circumstance_by_id["late"]
    option = rules.option_by_id["tea"]
    kinds = (
        rules.notes[-1], option.help, circumstance.names, circumstance.requires[0].reason, pattern.names,
        pattern.definition, rules.pattern_by_id["two_two"].definition,
    )  # fmt: skip
    return [name_in(names, language) for names in kinds]


def problems_of(path: Path) -> list[str]:
    """What a check of the translations of a rule file reports, without the path of the folder."""
    found = check_problems(load_for_check(translated_path(str(path)) or str(path)), [translation_problems])
    return [str(one).removeprefix(f"{path.parent}/") for one in found]


def test_texts_of_a_translation_are_those_of_the_rules_in_that_language(club: Path) -> None:
    rules = scorer.load_ruleset(club, language="ja")
    assert texts_of(rules, "ja") == [
        "時間を守ります。", "お茶", "遅刻", "ロンでは遅刻しません", "緑", "索子だけです。", "まぜまぜ。"
    ]  # fmt: skip
    assert texts_of(rules, "en") == texts_of(scorer.load_ruleset(club), "ja")
    assert rules == scorer.load_ruleset(club, language="ja") and name_in(rules.names, "ja") == "クラブ"


def test_an_overlay_has_the_translations_of_its_base_but_for_texts_that_it_changes(club: Path) -> None:
    above = club.with_name("above.yaml")
    above.write_text("extends: club.yaml\nname: Above\nset: {green.definition: Only bamboo.}\n")
    rules = scorer.load_ruleset(above, language="ja")
    assert texts_of(rules, "ja")[-3:] == ["緑", "Only bamboo.", "まぜまぜ。"]
    assert (
        name_in(scorer.load_ruleset("m-league", language="ja").pattern_by_id["tanyao"].definition, "ja")[:2]
        == "2か"
    )


def test_english_reads_no_translation(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club.with_name("club.ja.yaml").write_text("{", encoding="utf-8")
    monkeypatch.setattr(load, "read_translation", None)
    assert texts_of(scorer.load_ruleset(club), "en")[0] == "Be on time."
    assert not [path for path, _ in open_ruleset("tenhou").files if ".ja." in path]


def test_the_text_of_a_stranger_opens_no_translation(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(club.parent)
    rules = ruleset_from_text(CLUB, name="club.yaml", language="ja")
    assert texts_of(rules, "ja") == texts_of(rules, "en")


def test_what_was_kept_is_used_until_the_translation_changes(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(club.parent / "cache"))
    first = open_ruleset(str(club), "ja")
    kept = cache.cached_ruleset(str(club), "ja")
    assert kept == first and kept is not None and texts_of(kept, "ja") == texts_of(first, "ja")
    club.with_name("club.ja.yaml").write_text(TEXTS.replace("お茶", "紅茶"), encoding="utf-8")
    assert cache.cached_ruleset(str(club), "ja") is None
    assert texts_of(open_ruleset(str(club), "ja"), "ja")[1] == "紅茶"
    club.with_name("club.ja.yaml").unlink()
    assert texts_of(open_ruleset(str(club), "ja"), "ja")[1] == "tea is served"
    club.with_name("club.ja.yaml").write_text(TEXTS, encoding="utf-8")
    assert texts_of(open_ruleset(str(club), "ja"), "ja")[1] == "お茶"


def test_a_ruleset_of_another_process_keeps_its_language() -> None:
    rules = scorer.load_ruleset("riichi", language="ja")
    assert pickle.loads(pickle.dumps(rules)).notes == rules.notes != scorer.load_ruleset("riichi").notes


def test_a_chinese_game_has_the_texts_of_all_forms_of_chinese(club: Path) -> None:
    club.with_name("club.zh.yaml").write_text(
        "notes: [准时。]\noptions: {tea: {help: 红茶}}", encoding="utf-8"
    )
    club.with_name("club.zh-TW.yaml").write_text("options: {tea: {help: 奶茶}}", encoding="utf-8")
    rules = scorer.load_ruleset(club, language="zh-HK")
    assert [name_in(rules.option_by_id["tea"].help, one) for one in ("zh-HK", "zh-TW", "zh")] == [
        "紅茶", "奶茶", "红茶"
    ]  # fmt: skip


def test_a_translation_that_fits_has_no_problem(club: Path) -> None:
    assert problems_of(club.with_name("club.ja.yaml")) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("optoins: {tea: {help: お茶}}", "1:1: L402 club.yaml has no text 'optoins'"),
        ("add: {gren: {name: 緑}}", "1:7: L402 club.yaml has no text 'gren' under 'add'"),
        ("add: {green: {value: 3}}", "1:15: L402 club.yaml has no text 'value' under 'add.green'"),
        ("add: [緑]", "1:6: L203 expected a mapping to texts, found a list"),
        ("notes: [一, 二]", "1:8: L203 expected a list of 1 texts as in club.yaml, found 2"),
        ("options: {tea: {help: {ja: お茶}}}", "1:23: L203 expected text, found a mapping"),
        ("name: クラブ", "1:7: L103 club.yaml has this text in this language already, in line 2"),
        ("notes: [*x]", "1:9: L102 "),
    ],
)
def test_what_does_not_fit_is_reported_at_its_place(club: Path, line: str, problem: str) -> None:
    path = club.with_name("club.ja.yaml")
    path.write_text(line, encoding="utf-8")
    source, _ = read_source(CLUB, str(club))
    assert source is not None
    _, problems, _ = read_translation(root_item(source), str(path), "ja")
    assert [str(one) for one in problems if str(one).startswith(f"{path}:{problem}")]


def test_a_translation_that_does_not_fit_is_refused_if_it_is_asked_for(club: Path) -> None:
    club.with_name("club.ja.yaml").write_text("about: x", encoding="utf-8")
    with pytest.raises(RulesetError, match="no text 'about'"):
        scorer.load_ruleset(club, language="ja")
    assert scorer.load_ruleset(club)
    assert "club.ja.yaml:1:1: L402 club.yaml has no text 'about'" in problems_of(club)


def test_a_text_that_is_missing_in_a_language_of_the_file_is_reported(club: Path) -> None:
    club.with_name("club.ja.yaml").write_text("notes: [時間を守ります。]", encoding="utf-8")
    club.write_text(CLUB + "languages: [ja, zh]\n", encoding="utf-8")
    missing = [one.split("L911 ")[1] for one in problems_of(club)]
    assert missing == [
        "'name' has no text in 'zh'",
        "'notes.1' has no text in 'zh'",
        "'options.tea.help' has no text in 'ja' or 'zh'",
        "'circumstances.late.name' has no text in 'ja' or 'zh'",
        "'circumstances.late.requires.self_draw' has no text in 'ja' or 'zh'",
        "'add.green.name' has no text in 'ja' or 'zh'",
        "'add.green.definition' has no text in 'ja' or 'zh'",
        "'set.two_two.definition' has no text in 'ja' or 'zh'",
    ]


def test_a_translation_is_no_ruleset(club: Path) -> None:
    assert not [name for name in shipped_names() if "." in name]
    with pytest.raises(RulesetError, match=r"texts of club\.yaml in another"):
        scorer.load_ruleset(club.with_name("club.ja.yaml"))


def test_the_page_of_a_ruleset_counts_what_is_not_translated(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club.parent)
    club.with_name("club.ja.yaml").write_text("notes: [時間を守ります。]", encoding="utf-8")
    missing, texts = scorer.load_ruleset(club, language="ja").untranslated_texts("ja")
    assert 0 < missing < texts
    assert f"{texts}件の文のうち{missing}件" in output("scorer rulesets show club.yaml --lang ja")
    assert "件の文のうち" not in output("scorer rulesets show riichi --lang ja")


def test_a_translation_may_have_any_phrase_of_the_game(club: Path) -> None:
    club.with_name("club.zh-HK.yaml").write_text("words: {discard: 出沖, seat: '坐{}'}\n", encoding="utf-8")
    club.with_name("above.yaml").write_text(
        "extends: club.yaml\nwords: {seat: {zh-HK: '{}位'}}\n", encoding="utf-8"
    )
    told = scorer.load_ruleset(club, language="zh").display_language("zh-HK")
    assert [translate("discard", told), translate("seat", told, "東")] == ["出沖", "坐東"]
    above = scorer.load_ruleset(club.with_name("above.yaml"), language="zh-HK").display_language("zh-HK")
    assert [translate("discard", above), translate("seat", above, "東")] == ["出沖", "東位"]
    assert not [text for text in problems_of(club) if "zh-HK" in text]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("words: {discrad: 出沖}", "club.zh.yaml:1:9: L201 unknown phrase 'discrad'"),
        ("words: {discard: [出沖]}", "club.zh.yaml:1:18: L203 expected text, found a list"),
        ("words: {seat: '{}{}'}", "club.zh.yaml:1:16: L205 '{}{}' has other slots than the usual phrase"),
    ],
)  # fmt: skip
def test_a_phrase_that_cannot_be_said_is_an_error_in_the_translation(
    club: Path, text: str, problem: str
) -> None:
    club.with_name("club.zh.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        scorer.load_ruleset(club, language="zh")
    (found,) = caught.value.problems
    assert str(found).removeprefix(f"{club.parent}/") == problem


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("riichi", "zh", "荣和"),
        ("riichi", "zh-TW", "榮和"),
        ("m-league", "zh-Hans", "荣和"),
        ("mcr", "zh", "点和"),
        ("sichuan", "zh", "点炮胡"),
        ("hkma", "zh", "出銃"),
    ],
)
def test_a_win_on_a_discard_is_called_as_the_players_of_the_game_do(
    name: str, language: str, said: str
) -> None:
    assert (
        translate("discard", scorer.load_ruleset(name, language=language).display_language(language)) == said
    )


def test_two_games_of_one_family_are_told_in_the_same_words() -> None:
    riichi, other = (scorer.load_ruleset(name, language="zh").phrases for name in ("riichi", "three-player"))
    counted = {"bonuses", "amount:bonus", "ask total with", "first counts more", "first has more"}
    fu = {"rule rounded up to", "values add up"}
    assert {key for key in riichi if riichi[key] != other.get(key)} == {*counted, *fu, "needs to win"}


def test_a_translation_may_name_the_sources_in_its_language(club: Path) -> None:
    club.write_text(CLUB + "source: [Minutes of May, A printed sheet]\n", encoding="utf-8")
    shown = output(f"scorer rulesets show {club} --lang ja")
    assert "出典：Minutes of May\n" in shown
    assert "出典：A printed sheet" in shown
    club.with_name("club.ja.yaml").write_text(
        TEXTS + "source: [五月の議事録, 印刷された表]\n", encoding="utf-8"
    )
    assert scorer.load_ruleset(club).source == "Minutes of May; A printed sheet"
    shown = output(f"scorer rulesets show {club} --lang ja")
    assert "出典：五月の議事録" in shown
    assert "出典：印刷された表" in shown
    assert not problems_of(club)


@pytest.mark.one_in(3)
@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", shipped_names())
@pytest.mark.parametrize("language", ["ja", "zh"])
def test_every_option_and_circumstance_is_explained_where_the_game_is_told(name: str, language: str) -> None:
    rules = scorer.load_ruleset(name, language=language)
    explained = (*(rules.file_ruleset or rules).options, *rules.circumstances)
    missing = [one.id for one in explained if one.help and not has_text(dict(one.help), language)]
    assert missing == [] or not rules.is_told_in(language)
