"""Recorded games on the page: turn by turn, with the keyboard and by tapping."""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import replace

import pytest

from scorer.web.server import PageServer
from tests.replay.made_up import as_mjai
from tests.replay.test_practice import PASSED
from tests.replay.test_referee import AFTER, DOUBLE
from tests.web.chromium import Browser
from tests.web.test_evening import FITS
from tests.web.test_page import CONTRAST, LOW, NAMED, text_of

pytestmark = pytest.mark.slow
LOG = as_mjai([DOUBLE, replace(AFTER, turn=2)])
SHOWN = FITS.replace("main use", "#panel-replay use")
"""What is wrong with the tab; the tiles of other tabs are not drawn while a recorded game is shown."""


def drop(browser: Browser, log: bytes) -> None:
    """Drags the file of a log onto the page."""
    text = json.dumps(base64.b64encode(log).decode())
    browser.run(
        f"(() => {{ const bytes = Uint8Array.from(atob({text}), sign => sign.charCodeAt(0)), data = new DataTransfer();"
        "data.items.add(new File([bytes], 'game.log'));"
        "document.getElementById('panel-replay').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true})); })()"
    )


def opened(browser: Browser, server: PageServer, language: str = "en", log: bytes = LOG) -> None:
    browser.open(f"{server.address}#r=hong-kong&t=replay&l={language}")
    drop(browser, log)
    browser.wait("document.querySelector('#replay-frame .seen')")
    browser.settle()


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_deal_is_followed_with_the_keyboard_and_by_tapping(
    browser: Browser, server: PageServer, is_packed: bool
) -> None:
    opened(browser, server, log=gzip.compress(LOG) if is_packed else LOG)
    assert "Waits for" in text_of(browser, "#replay-frame")
    browser.press("ArrowRight")
    assert "A: draws" in text_of(browser, "#panel-replay .happened")
    browser.click("#replay-next")
    assert "A: declares" in text_of(browser, "#panel-replay .happened")
    browser.press("ArrowLeft")
    assert "A: draws" in text_of(browser, "#panel-replay .happened")
    browser.press("End")
    before = text_of(browser, "#replay-frame")
    assert browser.run(
        "document.querySelector('#replay-frame .mark').getBoundingClientRect().bottom < innerHeight / 2"
    )
    browser.press("ArrowRight")  # the first step of the next deal
    assert text_of(browser, "#replay-frame") != before
    assert browser.run("document.querySelector('#replay-deal').selectedIndex") == 1


def test_a_player_gets_the_discards_that_keep_the_hand_nearest(browser: Browser, server: PageServer) -> None:
    opened(browser, server)
    browser.press("ArrowRight")
    assert "Discard" not in text_of(browser, "#replay-frame")
    browser.fill("#replay-seat", "A", "change")
    assert "Discard" in text_of(browser, "#replay-frame")


def test_a_file_that_is_no_log_is_told(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&t=replay&l=en")
    drop(browser, b"nothing")
    browser.wait("document.querySelector('#panel-replay .fault')?.innerText")
    assert browser.run("document.querySelector('#replay-frame')") is None


@pytest.mark.parametrize(
    "log",
    [b"x" * 1_000_001, gzip.compress(b"x" * 3_000_000), b"\x1f\x8b broken"],
    ids=["long", "packed", "broken"],
)
def test_a_file_that_is_too_large_is_told_and_not_asked_about(
    browser: Browser, server: PageServer, log: bytes
) -> None:
    browser.open(f"{server.address}#r=riichi&t=replay&l=en")
    drop(browser, log)
    browser.wait("document.querySelector('#status').innerText")
    assert "too large for the page, or cannot be unpacked" in text_of(browser, "#status")
    assert browser.run("document.querySelector('#replay-frame, #panel-replay .fault')") is None


def test_the_tiles_of_the_chosen_game_are_drawn_again(browser: Browser, server: PageServer) -> None:
    opened(browser, server)
    browser.click("#tab-hand")
    assert browser.run(
        "[...document.querySelectorAll('#palette use')].every(one => document.getElementById(one.getAttribute('href').slice(1)))"
    )


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-HK", "zh-TW"])
def test_a_recorded_game_can_be_read_and_tapped(browser: Browser, server: PageServer, language: str) -> None:
    opened(browser, server, language)
    browser.fill("#replay-seat", "A", "change")
    for key in ("ArrowRight", "End"):
        browser.press(key)
        for dark in (False, True):
            for width in (320, 390, 1280):
                browser.resize(width, dark=dark)
                for script in (SHOWN, NAMED, LOW, CONTRAST):
                    assert browser.run(script) == [], (key, width)


def test_a_quiz_asks_about_ones_own_game_and_is_answered_by_tapping(
    browser: Browser, server: PageServer
) -> None:
    opened(browser, server)
    browser.click("#replay-quiz")
    browser.wait("document.querySelector('#question form')")
    assert browser.run("document.querySelector('#ruleset').value") == "tenhou"
    assert "Questions about your game" in text_of(browser, "#panel-quiz")
    sorts = set()
    for _ in range(12):
        sort = browser.run("document.querySelector('#question .pad').className")
        sorts.add(sort)
        assert "E1" in text_of(browser, "#question"), "the deal that the question is about"
        browser.click("#question > .chip" if "choice" in sort else "#question .pad [data-answer]")
        if "choice" not in sort:
            browser.click("#question form button:not([type])")
        assert browser.run("document.querySelector('#question .mark').innerText.length") > 2
        if browser.run("document.querySelector('#question .mark button').innerText") == "New hand":
            break
        browser.click("#question .mark button")
    assert len(sorts) > 1
    browser.click("#quiz-drawn")
    browser.wait("document.querySelector('#question form')")
    assert "Questions about your game" not in text_of(browser, "#panel-quiz")


def test_a_win_that_was_passed_is_asked_as_a_choice(browser: Browser, server: PageServer) -> None:
    opened(browser, server, log=as_mjai([DOUBLE, PASSED]))
    browser.click("#replay-quiz")
    browser.wait("document.querySelector('#question form')")
    for _ in range(20):
        if "win on it?" in text_of(browser, "#question"):
            break
        browser.click("#quiz-show")
        browser.click("#question .mark button")
    assert "Yes" in text_of(browser, "#question")
    browser.click("#question > .chip")
    assert browser.run("document.querySelector('#question .mark').innerText.length") > 10
    assert browser.run("document.querySelector('#question > .chip').disabled")
