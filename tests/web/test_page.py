"""The page in a real browser: every game on a phone and on a desk, by mouse and by keyboard."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

import pytest

from scorer.notation import format_hand
from scorer.questions.rules import ruleset_from_text
from scorer.ruleset.find import shipped_names
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset
from scorer.web.files import PAGE_LANGUAGES
from scorer.web.server import PageServer
from tests.support.console import output
from tests.support.loops import some
from tests.web.chromium import Browser
from tests.web.conftest import running_server

pytestmark = pytest.mark.slow
PHONE, DESK = 390, 1280
CONTROL = 2
README_HAND = "234m345p67p456s55s+8p"
LANGUAGES = PAGE_LANGUAGES
SOUND = """(() => {
  const root = document.documentElement, wrong = [];
  if (root.scrollWidth > innerWidth) wrong.push(`scrolls to ${root.scrollWidth}`);
  for (const use of document.querySelectorAll('main use'))
    if (!document.getElementById(use.getAttribute('href').slice(1))) wrong.push(`no ${use.getAttribute('href')}`);
  for (const tile of document.querySelectorAll('#palette .tile svg'))
    if (tile.getBoundingClientRect().width < 20) wrong.push('a tile is not drawn');
  if (!document.querySelector('#palette .tile')) wrong.push('no tiles');
  if (/undefined|\\[object|NaN|\\{\\d?\\}/.test(document.body.innerText)) wrong.push(document.body.innerText.match(/.{0,20}(undefined|\\[object|NaN|\\{\\d?\\}).{0,20}/)[0]);
  return wrong;
})()"""
"""What is wrong with the page as it is shown."""
NAMED = """[...document.querySelectorAll('button, input, select, textarea')].filter(one => one.offsetParent
  && !(one.getAttribute('aria-label') || one.innerText?.trim() || one.labels?.length)).map(one => one.outerHTML)"""
"""The fields and buttons without a name."""
LOW = """[...document.querySelectorAll('button, select, summary, input:not([type=checkbox])')].filter(one => one.offsetParent
  && one.getBoundingClientRect().height < 44).map(one => one.outerHTML.slice(0, 80))"""
"""What is too low for a finger."""
CONTRAST = """(() => {
  const light = text => { const [r, g, b] = text.match(/[0-9.]+/g).map(Number).map(n => n / 255).map(n => n <= .03928 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const ground = one => { for (; one; one = one.parentElement) { const color = getComputedStyle(one).backgroundColor; if (!/, 0\\)$/.test(color)) return color; } return 'rgb(255,255,255)'; };
  return [...document.querySelectorAll('button, summary, p, td, th, span, label, h2')].filter(one => one.offsetParent && !one.disabled && [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
    .map(one => { const [a, b] = [light(getComputedStyle(one).color), light(ground(one))]; return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), one.outerHTML.slice(0, 80)]; })
    .filter(([ratio]) => ratio < 4.5);
})()"""
"""Texts that are hard to read."""


def text_of(browser: Browser, selector: str) -> str:
    found: str = browser.run(f"document.querySelector({json.dumps(selector)}).innerText")
    return found


def line_of(browser: Browser) -> str:
    """The line at the edge of the page, in which tiles are drawn, as text."""
    found: str = browser.run("document.querySelector('#bar').dataset.line")
    return found


def top_of(browser: Browser, selector: str) -> int:
    """How far below the top of the page something is."""
    box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
    found: int = browser.run(f"Math.round({box}.top + scrollY)")
    return found


def sample_text(name: str) -> str:
    """A winning hand of a ruleset."""
    rules = load_ruleset(name)
    ((hand, _),) = sample_hands(rules, 1, 1)
    return format_hand(hand, rules.tileset)


@pytest.mark.slow_one_in(8)
@pytest.mark.parametrize("name", shipped_names())
def test_a_ruleset_is_shown_whole_in_every_language(name: str, browser: Browser, server: PageServer) -> None:
    browser.resize(DESK, 900)  # where everything that can be said of a hand is open from the start
    browser.open(server.address)
    hand, wrong = quote(sample_text(name)), dict[object, object]()
    for language in LANGUAGES:
        browser.run(
            f"location.hash = '#r={name}&l={language}&h={hand}'; document.documentElement.dataset.asking = '1'"
        )
        browser.settle()
        for width in (PHONE, DESK):
            browser.resize(width, 900)
            if found := browser.run(SOUND):
                wrong[language, width] = found
        if not line_of(browser) or browser.run("!document.querySelector('#lying .tile')"):
            wrong[language, "hand"] = line_of(browser)
    assert not wrong


def test_a_page_that_is_too_wide_is_found(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi")
    assert browser.run(SOUND) == []
    browser.run("document.querySelector('#lying').style.minWidth = '600px'")
    assert browser.run(SOUND) == ["scrolls to 612"]


@pytest.mark.parametrize(
    ("name", "language", "chosen", "said"),
    [
        ("hong-kong", "zh-HK", "zh-HK", "食糊"),
        ("hong-kong", "zh-Hant-HK", "zh-HK", "出銃"),
        ("taiwanese", "zh-Hant", "zh-TW", "胡"),
        ("riichi", "zh-TW", "zh-TW", "莊家"),
        ("riichi", "zh", "zh-Hans", "庄家"),
        ("riichi", "xx", "en", "dealer"),
    ],
)
def test_chinese_is_that_of_the_game_in_the_characters_that_were_chosen(
    browser: Browser, server: PageServer, name: str, language: str, chosen: str, said: str
) -> None:
    browser.open(f"{server.address}#r={name}&l={language}&s=E&h={quote(sample_text(name))}")
    browser.click("#bar")
    browser.wait("document.querySelector('#result').innerText.length > 40")
    assert browser.run("document.querySelector('#language').value") == chosen
    assert browser.run("document.documentElement.lang") == chosen
    assert said in text_of(browser, "#result")


@pytest.mark.parametrize(
    ("browsers", "name", "said"),
    [
        (["zh-HK"], "hong-kong", {"how won": "食糊方式", "discarder": "出銃者", "win": "食糊"}),
        (["zh-Hant-MO", "en"], "hong-kong", {"tab patterns": "番種", "draw ready": "叫糊的人"}),
        (
            ["fr", "zh-TW"],
            "taiwanese",
            {"how won": "胡牌方式", "discarder": "放槍者", "tab patterns": "台種"},
        ),
        (["zh-CN"], "mahjong-soul", {"discarder": "放铳者", "tab patterns": "役种", "round": "场风"}),
        (["zh-CN"], "mcr", {"discarder": "点炮者", "win": "和牌"}),
        (["ja-JP"], "riichi", {"discarder": "放銃者", "how won": "和了の状況"}),
    ],
)
def test_a_browser_gets_the_words_of_its_place_and_of_the_game(
    browser: Browser, server: PageServer, browsers: list[str], name: str, said: dict[str, str]
) -> None:
    script = f"Object.defineProperty(navigator, 'languages', {{get: () => {json.dumps(browsers)}}})"
    number = browser.call("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
    browser.open(f"{server.address}#r={name}")
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=number)
    browser.click("#won summary")
    labels = {
        "how won": "#won summary",
        "discarder": "[aria-label]:has(> [data-name=discarder]) .name",
        "win": "[aria-label]:has(> [data-name=win]) .name",
        "round": "[aria-label]:has(> [data-name=round]) .name",
        "tab patterns": "#tab-patterns",
    }
    for key, text in some(said.items()):
        if key == "draw ready":
            browser.click("#tab-table")
            browser.wait("document.querySelector('#form-draw')")
            assert text in text_of(browser, "#panel-table")
        else:
            assert text_of(browser, labels[key]) == text


def test_a_hand_is_scored_with_the_mouse_alone(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en")
    top = top_of(browser, "#palette")
    for code in ["2m", "3m", "4m", "3p", "4p", "5p", "6p", "7p", "4s", "5s", "6s", "5s"]:
        browser.click(f"#palette [data-code='{code}']")
    browser.click("#palette [data-code='0s']")
    assert line_of(browser).startswith("Waits for 2p, 0p, 5p, 8p")
    assert browser.run("document.querySelectorAll('#palette .lit').length") == 4
    browser.click("#palette [data-code='8p']")
    assert top_of(browser, "#palette") == top, "the tile under a finger is another one now"
    browser.click("#won summary")
    top = top_of(browser, "[data-id=riichi]")
    browser.click("[data-name=win][aria-pressed=false]")
    assert top_of(browser, "[data-id=riichi]") == top
    browser.click("[data-id=riichi]")
    browser.click("[data-mode='indicator dora']")
    browser.click("#palette [data-code='4s']")
    assert line_of(browser) == "8 han 20 fu · Baiman · 4,000/8,000 (16,000)"
    browser.click("#bar")
    assert "Menzen tsumo (closed self-draw)" in text_of(browser, "#result")


def test_tiles_on_the_table_are_counted_and_bar_a_win(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&h=234m345p67p456s55s")
    browser.click("#won summary")
    browser.click("[data-mode=own_discards]")
    browser.click("#palette [data-code='8p']")
    assert line_of(browser) == "Waits for 2p, 0p, 5p, 8p (10 left)"
    browser.click("#bar")
    assert "Furiten" in text_of(browser, "#result")


def test_flowers_that_look_the_same_are_one_button(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=filipino&l=en")
    assert browser.run("document.querySelectorAll('#palette [data-code$=y]').length") == 0
    browser.click("#palette [data-code='1z']")
    browser.click("#palette [data-code='1z']")
    assert browser.run("document.querySelector('#notation').value") == "11z"
    assert browser.run("document.querySelector(\"#palette [data-code='1z']\").title") == "East"


def test_another_game_begins_with_an_empty_hand(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&w=tsumo&c.riichi=1&h={quote(README_HAND)}")
    browser.fill("#ruleset", "tenhou", "change")
    assert line_of(browser).startswith("4 han")
    browser.fill("#ruleset", "ponjan", "change")
    assert line_of(browser) == "No tiles yet"
    assert browser.run("location.hash") == "#r=ponjan"


def test_called_sets_are_one_tap_or_two(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en")
    browser.click("[data-mode='call pung']")
    browser.click("#palette [data-code='7z']")
    browser.click("[data-mode='call chow']")
    browser.click("#palette [data-code='0p']")
    browser.click("#chooser button:nth-of-type(2)")
    browser.click("[data-mode='concealed kong']")
    browser.click("#palette [data-code='5s']")
    assert browser.run("document.querySelector('#notation').value") == "(777z)(406p)[0555s]"
    browser.click("#back")
    assert browser.run("document.querySelector('#notation').value") == "(777z)(406p)"
    browser.click("#undo")
    assert browser.run("document.querySelector('#notation').value") == "(777z)(406p)[0555s]"


def test_a_called_run_is_three_taps_on_its_tiles_and_nothing_moves(
    browser: Browser, server: PageServer
) -> None:
    browser.open(f"{server.address}#r=riichi&l=en")
    top = top_of(browser, "#palette")
    browser.click("[data-mode='call chow']")
    for code in ("3m", "2m", "4m"):
        browser.click(f"#palette [data-code='{code}']")
        assert top_of(browser, "#palette") == top
    assert browser.run("document.querySelector('#notation').value") == "(234m)"
    browser.click("[data-mode='call chow']")
    for code in ("9p", "1s", "2s", "3s"):  # the first tap was a slip
        browser.click(f"#palette [data-code='{code}']")
    assert browser.run("document.querySelector('#notation').value") == "(234m)(123s)"
    browser.click("[data-mode='call chow']")
    browser.click("#palette [data-code='9p']")
    browser.click("#chooser button")
    assert browser.run("document.querySelector('#notation').value") == "(234m)(123s)(789p)"


PLACES = """[...document.querySelectorAll('#palette [data-code], #modes [data-mode], #quick [data-quick], #bar')]
  .map(one => { const box = one.getBoundingClientRect(); return [Math.round(box.left), Math.round(box.top)].join(); }).join(' ')"""

TILES_IN_SIGHT = """(() => {
  const {top, bottom} = document.querySelector('#lying').getBoundingClientRect();
  return [...document.querySelectorAll('#lying .tile')].map(one => one.getBoundingClientRect()).map(one => one.top >= top && one.bottom <= bottom);
})()"""
"""Of each tile that was tapped, whether it is in sight without scrolling."""


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("hong-kong", ["12345678f", "1111z", "2222z", "3333z", "4444z", "5z", "5z"]),
        ("riichi", ["111m", "222p", "333s", "444z", "5z", "5z"]),
        ("mcr", ["123m", "456m", "789m", "1111s", "2z", "2z", "1234f"]),
        ("sichuan", ["111m", "2222m", "333m", "4444p", "5p", "5p"]),
    ],
)
def test_nothing_that_can_be_tapped_moves_while_a_hand_is_tapped(
    browser: Browser, server: PageServer, name: str, hand: list[str]
) -> None:
    browser.open(f"{server.address}#r={name}&l=en")
    before = browser.run(PLACES)
    for part in some(hand):
        codes = [digit + part[-1] for digit in part[:-1]]
        is_called = part[-1] != "f" and len(codes) > 2
        if is_called:
            sort = "chow" if codes[0] != codes[1] else "kong" if len(codes) == 4 else "pung"
            browser.click(f"[data-mode='call {sort}']")
        for code in some(codes if len({*codes}) > 1 or not is_called else codes[:1]):
            browser.click(f"#palette [data-code='{code}']")
            browser.run("scrollTo(0, 0)")
            assert browser.run(PLACES) == before, (part, code)
    tiles = sum(len(part) - 1 for part in hand)
    assert browser.run(TILES_IN_SIGHT) == [True] * tiles


def test_tiles_beside_a_hand_move_nothing_and_the_last_of_them_is_in_sight(
    browser: Browser, server: PageServer
) -> None:
    browser.open(f"{server.address}#r=riichi&l=en")
    before = browser.run(PLACES)
    hand = quote(README_HAND)
    browser.open(f"{server.address}#r=riichi&l=en&h={hand}&d=1111222233334444z&v=55556666777z111m9999m")
    assert browser.run(PLACES) == before
    in_sight = browser.run(TILES_IN_SIGHT)
    assert len(in_sight) == 14 + 16 + 18
    assert in_sight[-1]


def test_what_is_said_most_is_in_sight_and_what_is_assumed_is_said(
    browser: Browser, server: PageServer
) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&h={quote(README_HAND)}")
    assert line_of(browser).startswith("2 han")
    assert text_of(browser, "#assumed") == "Ron · no Riichi"
    browser.click("[data-quick=riichi]")
    browser.click("[data-quick=tsumo]")
    assert line_of(browser).startswith("4 han")
    assert text_of(browser, "#assumed") == "Tsumo"
    assert browser.run("document.querySelector('[data-id=riichi]').getAttribute('aria-pressed')") == "true"
    browser.fill("[data-quick=seat]", "E", "change")
    assert "2,600 all" in line_of(browser)


@pytest.mark.parametrize("name", ["riichi", "hong-kong", "mcr", "ponjan", "taiwanese"])
def test_all_that_is_said_most_fits_beside_each_other(
    browser: Browser, server: PageServer, name: str
) -> None:
    browser.open(f"{server.address}#r={name}&l=en")
    assert browser.run("document.querySelector('#quick').scrollWidth <= innerWidth")


def test_a_kong_that_was_called_as_a_triplet_is_offered_where_rules_ask_for_it(
    browser: Browser, server: PageServer
) -> None:
    browser.open(f"{server.address}#r=filipino&l=en")
    browser.click("[data-mode='added kong']")
    browser.click("#palette [data-code='7c']")
    browser.click("#palette [data-code='1b']")
    assert browser.run("document.querySelector('#notation').value") == "(777c+7c)1b"
    assert browser.run("document.querySelectorAll('#lying .tile').length") == 5
    browser.open(f"{server.address}#r=riichi&l=en")
    assert not browser.run("document.querySelector('[data-mode=\"added kong\"]') !== null")


def test_a_hand_is_scored_with_the_keyboard_alone(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en")
    browser.type(README_HAND)
    assert line_of(browser) == "2 han 30 fu · 2,000"
    browser.run("document.activeElement.blur()")
    browser.press("Backspace")
    assert line_of(browser).startswith("Waits for")
    browser.run("document.querySelector('#palette .tile').focus()")
    assert browser.run("document.querySelectorAll('#palette [tabindex=\"0\"]').length") == 1
    browser.press("ArrowDown")
    browser.press("ArrowRight")
    assert browser.run("document.activeElement.dataset.code") == "2p"
    browser.press("Enter")
    assert browser.run("document.querySelector('#notation').value").endswith("2p")
    for key in ["Tab", "Enter", "Tab", "ArrowRight", "Enter", "Tab", "Tab", "Tab", "Enter"]:
        browser.press(key)
    assert browser.run("location.hash").endswith("w=tsumo&c.riichi=1"), "each row is one step of Tab"


def test_a_link_shows_the_same_elsewhere(browser: Browser, server: PageServer) -> None:
    link = (
        f"#r=tenhou&h={quote(README_HAND)}&w=tsumo&s=W&c.riichi=1&hb=2&i.dora=4s&o.kiriage_mangan=true&l=ja"
    )
    browser.open(server.address + link)
    line, address = line_of(browser), browser.run("location.href")
    assert "12,600" in line
    browser.run("localStorage.clear()")
    browser.open(address)
    assert line_of(browser) == line
    assert browser.run("location.href") == address


def test_a_fault_is_marked_at_its_place(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en")
    browser.type("123m456q")
    assert text_of(browser, "#faults mark") == "q"
    assert "no suit 'q'" in text_of(browser, "#faults")


def test_a_tap_changes_the_text_within_a_tenth_of_a_second(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&h=234m345p67p456s5s")
    script = """(async () => {
      const line = document.getElementById('bar').dataset, began = performance.now(), before = line.line;
      document.querySelector("#palette [data-code='CODE']").click();
      while (line.line === before) await new Promise(done => setTimeout(done, 1));
      return performance.now() - began;
    })()"""
    times = []
    for code in ("5s", "9m") * 6:
        times.append(browser.run(script.replace("CODE", code)))
        browser.settle()
        browser.click("#back")
    assert min(times) < 100, times  # a busy machine adds to most of them


def delay_answer(browser: Browser, question: str) -> None:
    """Has the next answer to a question come late."""
    script = """(() => {
      const fetchNow = window.fetch;
      let first = true;
      window.fetch = async (...given) => {
        const late = first && given[0].includes('QUESTION');
        if (late) first = false;
        const answer = await fetchNow(...given);
        if (late) await new Promise(done => setTimeout(done, 400));
        return answer;
      };
    })()"""
    browser.run(script.replace("QUESTION", question))


def test_a_late_answer_changes_nothing(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en")
    delay_answer(browser, "analyze")
    browser.run("document.querySelector(\"#palette [data-code='1m']\").click()")
    browser.click("#palette [data-code='2m']")
    assert line_of(browser) == "2 tiles, 12 more to go"


def test_names_in_rules_of_strangers_do_nothing(browser: Browser, server: PageServer) -> None:
    text = (
        "extends: riichi\nname: '<img src=x onerror=\"document.title=1;window.hit=1\">'\n"
        "set:\n  tanyao.name: '<script>window.hit=1</script><b>x</b>'\n"
    )
    own = browser_link(text)
    browser.open(f"{server.address}#r=riichi&own={own}&h={quote(README_HAND)}&l=en")
    browser.click("#bar")
    assert "<b>x</b>" in text_of(browser, "#result")
    assert browser.run("window.hit") is None
    assert browser.run("document.querySelectorAll('main img, main script, main b b').length") == 0


@pytest.mark.parametrize(
    "link",
    ["#r=constructor", "#constructor.x=1", "#__proto__.x=1&toString=1", "#vs=valueOf&w=x&s=9&rd=%24(x)"],
)
def test_a_link_with_names_of_the_language_itself_shows_an_empty_hand(
    browser: Browser, server: PageServer, link: str
) -> None:
    browser.open(server.address + link)
    assert line_of(browser)
    assert browser.run("document.querySelector('#ruleset').value") in server.files["start.json"].decode()
    assert browser.run("document.querySelectorAll('#palette .tile').length") > 30


def test_rules_called_own_can_be_chosen(browser: Browser) -> None:
    text = "extends: riichi\nname: Club\nset: {kiriage_mangan: true}\n"
    own = ruleset_from_text(text, name="own.yaml")
    with running_server({own.id: own}) as server:
        browser.open(f"{server.address}#r=riichi&l=en")
        browser.fill("#ruleset", "own", "change")
        assert browser.run("document.title").startswith("Club")


def test_a_mark_that_comes_after_the_next_hand_changes_nothing(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&t=quiz&l=en")
    browser.run("localStorage.clear()")
    browser.open(f"{server.address}#r=riichi&t=quiz&l=en")
    browser.wait("document.querySelector('#quiz-answer')")
    browser.fill("#quiz-answer", "nothing", "input")
    delay_answer(browser, "grade")
    browser.run("document.querySelector('#question form').requestSubmit()")
    browser.click("#panel-quiz .field button")
    assert browser.run("document.querySelector('#record').innerText") == ""


def test_a_copied_command_is_one_command_whatever_was_typed(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&w=tsumo&i.dora=4s+5s&h={quote(README_HAND)}")
    browser.run("navigator.clipboard.writeText = () => Promise.reject()")
    browser.click("#bar")
    browser.click("[data-copy=command]")
    browser.wait("document.querySelector('#copied textarea')")
    command = browser.run("document.querySelector('#copied textarea').value")
    assert '--dora "4s 5s"' in command
    assert output(command).splitlines()[0] == line_of(browser)


def saved_file(browser: Browser, selector: str, folder: Path) -> str:
    """The text of the file that a tap saves."""
    folder.mkdir()
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.click(selector)
    ends = monotonic() + 10
    while not (found := [path for path in folder.glob("*.*") if path.suffix != ".crdownload"]):
        assert monotonic() < ends, f"{selector} saves nothing"
        sleep(0.02)
    return f"{found[0].name}: {found[0].read_text()}"


def test_hands_own_rules_and_evenings_are_saved_as_files(
    browser: Browser, server: PageServer, tmp_path: Path
) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&h={quote(README_HAND)}")
    browser.click("#bar")
    assert saved_file(browser, "[data-copy=picture]", tmp_path / "hand").startswith("hand.svg: <svg")
    browser.click("#bar")
    browser.click("#tab-own")
    browser.fill("#panel-own textarea", "extends: riichi\n", "input")
    assert saved_file(browser, "#own-save", tmp_path / "own") == "own.yaml: extends: riichi\n"
    browser.click("#tab-game")
    browser.click(".game-start .main")
    assert 'game: "riichi"' in saved_file(browser, "#game-file", tmp_path / "evening")


def browser_link(text: str) -> str:
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def test_why_a_pattern_is_missing_is_two_taps_away(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&h=234m678p345p22z678s")
    browser.click("#bar")
    browser.click("[data-tool=why] summary")
    browser.fill("[data-tool=why] select", "pinfu", "change")
    assert "there is no pair of value tiles" in text_of(browser, "[data-tool=why]")


def test_other_rules_and_other_winners_are_shown(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=tenhou&l=en&vs=m-league&f=E&h={quote(README_HAND)}")
    browser.click("#bar")
    browser.click("[data-tool=compare] summary")
    assert "m-league" in text_of(browser, "[data-tool=compare] .found")


def test_further_winners_are_tapped_with_seat_and_circumstances(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&l=en&f=E&c.riichi=1&h={quote(README_HAND)}")
    browser.click("#bar")
    browser.click("[data-tool=several] summary")
    browser.click("#next-winner")
    browser.fill("#notation", "567m345p67p456s77s+8p", "input")
    assert browser.run("document.querySelector('[data-quick=seat]').value") == "W"
    browser.click("#bar")
    told = text_of(browser, "[data-tool=several]")
    assert "South: 3 han 30 fu" in told
    assert "West: 2 han 30 fu" in told
    browser.click("[data-tool=several] .chip")
    assert browser.run("document.querySelectorAll('[data-tool=several] .chip').length") == 0


@pytest.mark.parametrize("name", ["riichi", "british", "mcr"])
def test_a_payment_table_fits_a_phone(browser: Browser, server: PageServer, name: str) -> None:
    for language in some(LANGUAGES):
        browser.open(f"{server.address}#r={name}&t=table&l={language}")
        browser.wait("document.querySelectorAll('#panel-table table').length > 1")
        script = (
            "[...document.querySelectorAll('#panel-table .wide')].filter(one => one.scrollWidth > one.clientWidth)"
            ".map(one => one.innerText.slice(0, 80))"
        )
        assert browser.run(script) == [], language


def test_losses_are_not_shown_like_gains(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&t=table&l=en")
    browser.run(
        "document.querySelectorAll('#form-final input[type=text]').forEach((box, place) => "
        "{ box.value = ['40000', '30000', '20000', '10000'][place]; });"
        "document.querySelector('#form-final button').click()"
    )
    browser.wait("document.querySelector('#found-final table')")
    colors = browser.run(
        "[...document.querySelectorAll('#found-final .total')].map(one => [one.innerText[0], getComputedStyle(one).color])"
    )
    assert {sign for sign, _ in colors} == {"+", "-"}
    assert not {color for sign, color in colors if sign == "+"} & {
        color for sign, color in colors if sign == "-"
    }


@pytest.mark.parametrize("name", ["riichi", "hong-kong", "mcr"])
def test_a_quiz_is_answered_by_tapping(browser: Browser, server: PageServer, name: str) -> None:
    browser.open(f"{server.address}#r={name}&t=quiz&l=en")
    browser.run("localStorage.clear()")
    browser.open(f"{server.address}#r={name}&t=quiz&l=en&h=1m")
    browser.wait("document.querySelector('#quiz-answer')")
    assert (
        browser.run(
            "document.querySelectorAll('#question .hand, #question > div:first-child > .hand').length"
        )
        <= 1
    )
    browser.click("#quiz-hint")
    browser.click("#quiz-hint")
    assert browser.run("document.querySelectorAll('#hints p').length") in (1, 2)
    for sort in some(("names", "number")):
        browser.click(f"#question .pad.{sort} [data-answer]")
        browser.click("#question form button:not([type])")
        assert browser.run("document.querySelector('#question .mark').innerText.length") > 2
        browser.click("#question .mark button")
    assert "of 2 right" in text_of(browser, "#record")


def test_the_whole_deal_is_paid_and_linked(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=british&l=en&s=S&h={quote('444666m2z(123p)(777s)+2z')}")
    browser.click("#bar")
    browser.click("[data-tool=deal] summary")
    browser.fill("[data-tool=deal] textarea", "E:24 W:18 N:8", "input")
    assert "2 x 16" in text_of(browser, "[data-tool=deal]")
    address = browser.run("location.href")
    browser.open(f"{server.address}#r=riichi&l=en&h={quote(README_HAND)}")
    browser.click("#bar")
    assert browser.run("document.querySelector('[data-tool=deal]')") is None
    browser.open(address)
    browser.click("#bar")
    browser.click("[data-tool=deal] summary")
    assert "2 x 16" in text_of(browser, "[data-tool=deal]")


def test_the_copied_command_asks_the_same(browser: Browser, server: PageServer) -> None:
    browser.open(
        f"{server.address}#r=tenhou&l=en&w=tsumo&s=W&c.riichi=1&hb=2&i.dora=4s&o.kiriage_mangan=true&h={quote(README_HAND)}"
    )
    browser.click("#bar")
    browser.run("navigator.clipboard.writeText = () => Promise.reject()")
    browser.click("[data-copy=command]")
    browser.wait("document.querySelector('#copied textarea')")
    command = browser.run("document.querySelector('#copied textarea').value")
    assert output(command).splitlines()[0] == line_of(browser)


def test_a_problem_of_a_rule_file_selects_its_place(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&t=own&l=en")
    field = "document.querySelector('#panel-own textarea')"
    text = "extends: riichi\\nname: 🀄🀄 Club\\nset: {opn_tanyao: false}\\n"
    browser.run(f"{field}.value = '{text}'; {field}.dispatchEvent(new Event('input'))")
    browser.wait("document.querySelector('#panel-own .problem')")
    browser.settle()
    browser.click("#panel-own .problem .go")
    assert browser.run(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)") == "opn_tanyao"
    browser.click("#panel-own .problem button:not(.go)")
    browser.wait(f"{field}.value.includes('{{open_tanyao: false}}')")


def test_own_rules_score_a_hand(browser: Browser, server: PageServer) -> None:
    browser.open(
        f"{server.address}#r=riichi&t=own&l=en&h={quote('234m067p345p67s99s+8s')}&c.riichi=1&c.ippatsu=1"
    )
    field = "document.querySelector('#panel-own textarea')"
    text = "extends: riichi\\nname: Our club\\nset: {kiriage_mangan: true}\\n"
    browser.run(f"{field}.value = '{text}'; {field}.dispatchEvent(new Event('input'))")
    browser.wait("document.querySelector('#panel-own h2 ~ div')?.innerText.includes('No problems')")
    browser.settle()
    browser.run(
        "[...document.querySelectorAll('#panel-own button')].find(one => one.innerText === 'Use these rules').click()"
    )
    browser.settle()
    assert "8,000" in line_of(browser)
    assert browser.run("document.querySelector('#ruleset').selectedOptions[0].text") == "Our club"


@pytest.mark.parametrize("tab", ["quiz", "table", "patterns", "own"])
def test_every_tab_fits(browser: Browser, server: PageServer, tab: str) -> None:
    for name in some(("riichi", "sichuan", "ponjan") if tab != "own" else ("riichi",)):
        browser.open(f"{server.address}#r={name}&t={tab}&l=en")
        assert browser.run(f"document.getElementById('panel-{tab}').innerText.length") > 20
        for width in (PHONE, DESK):
            browser.resize(width, 900)
            assert browser.run(SOUND.replace("< 20", "< 0")) == []
            assert browser.run(NAMED) == []


def test_draws_final_scores_and_rivals_are_looked_up(browser: Browser, server: PageServer) -> None:
    browser.resize(PHONE, 844)
    browser.open(f"{server.address}#r=riichi&t=table&l=en")
    browser.wait("document.querySelector('#form-final')")
    browser.run("""(() => {
      const press = name => document.querySelector(`#form-${name} button`).click();
      document.querySelector('#form-draw input').checked = true; press('draw');
      document.querySelectorAll('#form-final input[type=text]').forEach((box, place) => { box.value = ['32,400', '25100', '24300', '18200'][place]; });
      press('final');
      document.querySelector('#form-overtaking input').value = '7,800'; press('overtaking');
    })()""")
    browser.wait(
        "['draw', 'final', 'overtaking'].every(name => document.querySelector(`#found-${name} table`))"
    )
    assert "+3,000" in text_of(browser, "#found-draw")
    assert "+42.4" in text_of(browser, "#found-final")
    assert "3 han 40 fu" in text_of(browser, "#found-overtaking")
    assert browser.run(SOUND.replace("< 20", "< 0")) == []


def test_what_is_paid_in_a_deal_is_chosen_and_linked(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=sichuan&l=en&w=tsumo&h={quote('234m345m678m456s5s+5s')}")
    browser.click("#bar")
    browser.click("[data-tool=deal] summary")
    browser.fill("[data-tool=deal] select:nth-of-type(2)", "concealed_kong", "change")
    browser.click("[data-tool=deal] .field > button")
    browser.fill("[data-tool=deal] select:nth-of-type(2)", "claimed_kong", "change")
    browser.click("[data-tool=deal] .field > button")
    assert "East pays" in text_of(browser, "[data-tool=deal]") or "pays East" in text_of(
        browser, "[data-tool=deal]"
    )
    link = browser.run("new URLSearchParams(location.hash.slice(1)).get('e')")
    assert link == "E concealed_kong, E claimed_kong from=S"
    browser.click("[data-tool=deal] .chip")
    assert browser.run("document.querySelectorAll('[data-tool=deal] .chip').length") == 1
    browser.open(f"{server.address}#r=sichuan&t=table&l=en")
    browser.wait("document.querySelector('#form-draw')")
    browser.run("document.querySelector('#form-draw textarea').value = 'E:4 S:0 W:0 N:1'")
    browser.click("#form-draw > button")
    browser.wait("document.querySelector('#found-draw table')")


def test_words_that_fit_are_offered_and_chosen_with_the_keyboard(
    browser: Browser, server: PageServer
) -> None:
    browser.open(f"{server.address}#r=riichi&t=own&l=en")
    field = "document.querySelector('#panel-own textarea')"
    browser.run(
        f"{field}.value = 'extends: riichi\\nset: {{'; {field}.focus(); {field}.setSelectionRange(99, 99)"
    )
    browser.type("open_")
    browser.wait("document.querySelector('#own-words:not([hidden]) li')")
    browser.press("ArrowDown")
    second = browser.run("document.querySelector('#own-words [aria-selected=true] b').innerText")
    assert browser.run(
        f"document.getElementById({field}.getAttribute('aria-activedescendant')).innerText"
    ).startswith(second)
    browser.press("Escape")
    assert browser.run("document.querySelector('#own-words').hidden")
    browser.press(" ", CONTROL)
    browser.wait("document.querySelector('#own-words:not([hidden]) li')")
    browser.press("Enter")
    assert browser.run(f"{field}.value").endswith("set: {open_tanyao")
    browser.press("ArrowLeft")
    browser.wait("document.querySelector('#own-meaning').innerText.includes('all simples')")
    assert browser.run(f"{field}.value").count("open_tanyao") == 1


def test_a_quiz_question_is_marked(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&t=quiz&l=en")
    browser.run("localStorage.clear()")
    browser.open(f"{server.address}#r=riichi&t=quiz&l=en")
    browser.wait("document.querySelector('#quiz-answer')")
    browser.click("#quiz-show")
    browser.wait("document.querySelector('#question .mark')?.innerText.length > 5")
    assert text_of(browser, "#record") == ""
    browser.click("#question .mark button")
    browser.fill("#quiz-answer", "nothing", "input")
    browser.click("#question form button:not([type])")
    assert text_of(browser, "#record") == "0 of 1 right"


@pytest.mark.parametrize("dark", [False, True])
def test_everything_has_a_name_is_high_enough_and_can_be_read(
    browser: Browser, server: PageServer, dark: bool
) -> None:
    browser.resize(PHONE, dark=dark)
    browser.open(f"{server.address}#r=riichi&l=en&h={quote(README_HAND)}")
    for selector in (
        "#won summary",
        "#house summary",
        "#bar",
        "[data-tool=explain] summary",
        "[data-tool=compare] summary",
    ):
        browser.click(selector)
        for script in (NAMED, LOW, CONTRAST):
            assert browser.run(script) == []


def test_a_page_of_twice_the_size_does_not_scroll_sideways(browser: Browser, server: PageServer) -> None:
    browser.call(
        "Emulation.setDeviceMetricsOverride", width=640, height=450, deviceScaleFactor=2, mobile=False
    )
    browser.open(f"{server.address}#r=riichi&h={quote(README_HAND)}")
    assert browser.run(SOUND) == []


def test_the_page_keeps_no_cookies_and_sends_nothing_elsewhere(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&h={quote(README_HAND)}")
    assert browser.run("document.cookie") == ""
    asked = browser.run("performance.getEntriesByType('resource').map(one => one.name)")
    assert asked
    assert all(address.startswith(server.address) for address in asked)
    assert not any("234m" in address for address in asked)
