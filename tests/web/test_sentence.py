"""Sentences typed into the text box of the page, in the words of players of five places."""

from __future__ import annotations

import json

import pytest

from scorer.web.server import PageServer
from tests.support.loops import some
from tests.web.chromium import Browser
from tests.web.test_page import text_of

pytestmark = pytest.mark.slow
TYPED = {
    "en": [
        ("riichi", "ron 8p 234m345p67p456s55s", "2 han 30 fu · 2,000"),
        ("riichi", "riichi tsumo pinfu dora 2 dealer", "4,000 all"),
        ("riichi", "3 han 40 fu dealer tsumo", "2,600 all"),
        ("hong-kong", "thrown by west: 123m456m789m111z5z+5z", "6 faan · 32"),
        ("mcr", "24 points self draw", "32 all"),
    ],
    "ja": [
        ("riichi", "ロン8筒 234m345p67p456s55s", "2飜30符 · 2,000"),
        ("riichi", "メンタンピンツモ", "1,300・2,600"),
        ("riichi", "親 3翻40符 ツモ", "2,600オール"),
        ("riichi", "リーチツモ8p 234m345p67p456s55s", "4飜20符 · 1,300・2,600"),
        ("riichi", "チートイツ4翻", "6,400"),
    ],
    "zh-Hans": [
        ("mahjong-soul", "亲家 3番40符 自摸", "2,600"),
        ("mahjong-soul", "七对子 宝牌2 荣和", "6,400"),
        ("hongzhong", "自摸 123万456筒789筒78条55条 9条", "1番"),
        ("mcr", "暗杠1111万 234万567万78万99万 点和9万", "30番"),
        ("mcr", "123456789万123饼5条+5条 自摸 花牌2", "26番"),
    ],
    "zh-HK": [
        ("hong-kong", "自摸白 123萬456萬789萬東東東白", "7番 · 每家24"),
        ("hong-kong", "東家出銃 123萬456萬789萬東東東白+白", "6番 · 32"),
        ("hong-kong", "碰東東東 上123萬 456萬789萬9萬 食9萬", "5番 · 24"),
        ("hong-kong", "三番自摸", "4"),
        ("hong-kong", "混一色幾多番", "3番"),
    ],
    "zh-TW": [
        ("taiwanese", "123萬456萬789筒234條567條東+東 自摸 梅蘭", "5台"),
        ("taiwanese", "莊家自摸 連二 123萬456萬789筒234條567條東+東", "14"),
        ("taiwanese", "大三元是幾台", "8台"),
        ("riichi", "西家放槍 234m345p67p456s55s+8p 立直", "3番30符 · 3,900"),
        ("riichi", "莊家跳滿自摸", "6,000"),
    ],
}  # fmt: skip


def typed(browser: Browser, server: PageServer, game: str, language: str, sentence: str) -> None:
    """Types a sentence into an empty text box."""
    browser.open(f"{server.address}#r={game}&l={language}")
    browser.run("document.querySelector('#notation').focus()")
    browser.type(sentence)


@pytest.mark.parametrize("language", TYPED)
def test_sentences_are_answered_while_they_are_typed(
    browser: Browser, server: PageServer, language: str
) -> None:
    for game, sentence, answer in some(TYPED[language]):
        typed(browser, server, game, language, sentence)
        assert answer in browser.run("document.querySelector('#result').textContent"), sentence
        assert text_of(browser, "#faults") == ""
        assert "undefined" not in text_of(browser, "#bar")


@pytest.mark.parametrize(
    ("language", "game", "sentence", "reply", "answer"),
    [
        ("en", "riichi", "3 han", "30 fu", "3,900"),
        ("en", "riichi", "chanta tsumo 40 fu", "closed", "3 han 40 fu"),
        ("ja", "riichi", "カン中中中中 234m567p78s99m ロン9s", "暗槓", "1飜70符 · 2,300"),
        ("ja", "riichi", "カン中中中中 234m567p78s99m ロン9s", "明槓", "1飜40符 · 1,300"),
        ("ja", "riichi", "チョンボ", "西家", "西家 17,000"),
        ("zh-HK", "hong-kong", "槓東東東東 123萬456萬789萬9萬 食9萬", "明槓", "5番 · 24"),
    ],
)
def test_what_is_asked_back_is_answered_by_tapping(
    browser: Browser, server: PageServer, language: str, game: str, sentence: str, reply: str, answer: str
) -> None:
    typed(browser, server, game, language, sentence)
    assert text_of(browser, "#asked p")
    names = browser.run("[...document.querySelectorAll('[data-reply]')].map(one => one.innerText)")
    browser.click(f"[data-reply]:nth-of-type({names.index(reply) + 1})")
    assert answer in browser.run("document.querySelector('#result').textContent")
    assert browser.run("document.querySelector('#asked p')") is None


@pytest.mark.parametrize("is_tapped", [False, True])
def test_a_sentence_with_a_hand_goes_on_as_tiles(
    browser: Browser, server: PageServer, is_tapped: bool
) -> None:
    typed(browser, server, "riichi", "en", "riichi tsumo 8p 234m345p67p456s55s indicator 4s")
    assert browser.run("document.querySelectorAll('#lying .group .tile').length") == 14
    line = text_of(browser, "#line")
    if is_tapped:
        browser.click("#as-tiles")
    else:
        browser.press("Enter")
    assert browser.run("document.querySelector('#notation').value").endswith("+8p")
    assert text_of(browser, "#line") == line
    assert browser.run("document.querySelector('[data-id=riichi]').getAttribute('aria-pressed')") == "true"
    assert browser.run("document.querySelector('[data-quick=tsumo]').getAttribute('aria-pressed')") == "true"
    assert "i.dora=4s" in browser.run("location.hash")


def test_a_tile_of_a_hand_in_words_can_be_removed_and_the_rest_of_the_sentence_stays(
    browser: Browser, server: PageServer
) -> None:
    typed(browser, server, "riichi", "en", "riichi tsumo 8p 234m345p67p456s55s")
    browser.click("#lying .won")
    assert browser.run("document.querySelectorAll('#lying .tile').length") == 13
    assert browser.run("document.querySelector('[data-id=riichi]').getAttribute('aria-pressed')") == "true"


def test_enter_shows_the_details_of_a_count_on_a_phone(browser: Browser, server: PageServer) -> None:
    typed(browser, server, "riichi", "en", "3 han 40 fu")
    assert not browser.run("document.querySelector('#answer').classList.contains('open')")
    browser.press("Enter")
    assert browser.run("document.querySelector('#answer').classList.contains('open')")


def test_the_seat_that_was_tapped_holds_for_a_sentence(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&s=E")
    browser.run("document.querySelector('#notation').focus()")
    browser.type("tsumo 8p 234m345p67p456s55s")
    assert "1,300 all" in text_of(browser, "#line")


@pytest.mark.parametrize(
    ("language", "game", "sentence", "marked", "message"),
    [
        ("en", "riichi", "tsumo foo 234m", "foo", "cannot understand"),
        ("ja", "riichi", "ロン ぽぽ 234m", "ぽぽ", "ぽぽ"),
        ("zh-Hans", "mahjong-soul", "碰777z 234m567p78s99m 立直 荣和9s", "立直", "立直只能在门前清时宣告"),
        ("zh-TW", "taiwanese", "123萬456萬789筒234條567條東+東 自摸 西家放槍", "", "沒有放槍者"),
        ("zh-HK", "hong-kong", "2番", "", "食糊須3番"),
    ],
)  # fmt: skip
def test_an_error_is_shown_under_the_text_at_its_place_and_in_the_bar(
    browser: Browser, server: PageServer, language: str, game: str, sentence: str, marked: str, message: str
) -> None:
    typed(browser, server, game, language, sentence)
    assert message in text_of(browser, "#faults")
    assert message in text_of(browser, "#bar").lower()
    mark = f"document.querySelector('#faults mark')?.innerText ?? {json.dumps('')}"
    assert browser.run(mark) == marked
    assert text_of(browser, "#result") == ""


def test_tapped_circumstances_that_contradict_are_an_error_and_no_sentence(
    browser: Browser, server: PageServer
) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&c.ippatsu=1&h=234m345p67p456s55s%2B8p")
    assert "requires" in text_of(browser, "#faults")
    assert "han" not in text_of(browser, "#result")


def test_a_hand_in_letters_can_lose_a_tile(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&h=EEE234m")
    before = browser.run("document.querySelectorAll('#lying .tile').length")
    browser.click("#lying .tile")
    assert before == 6
    assert browser.run("document.querySelectorAll('#lying .tile').length") == 5
