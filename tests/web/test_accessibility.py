"""Every tab can be read and used by everybody: with large letters, with a keyboard, with a screen reader.

axe-core finds more than the checks here. Unpack its npm package (`npm pack axe-core`) and name the file in
SCORER_AXE=FOLDER/package/axe.min.js to run it, too.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import quote

import pytest

from scorer.web.server import PageServer
from tests.support.loops import some
from tests.web.chromium import Browser
from tests.web.test_evening import FITS, game_with_three_deals
from tests.web.test_page import CONTRAST, LANGUAGES, NAMED, README_HAND
from tests.web.test_replay import opened

pytestmark = pytest.mark.slow
AXE = os.environ.get("SCORER_AXE", "")
TABS = ("hand", "game", "quiz", "table", "patterns", "replay", "own")
SHOWN = FITS.replace("main use", "main section:not([hidden]) use")
STRUCTURE = """(() => {
  const wrong = [], seen = one => one.offsetParent !== null, ids = new Set();
  let last = 0;
  for (const one of [...document.querySelectorAll('h1, h2, h3, h4')].filter(seen)) {
    const level = Number(one.tagName[1]);
    if (level > last + 1) wrong.push(`heading ${one.innerText}`);
    last = level;
  }
  for (const one of [...document.querySelectorAll('th')].filter(seen)) if (!one.textContent.trim()) wrong.push('a head of a column without words');
  for (const one of document.querySelectorAll('main [id], header [id]')) { if (ids.has(one.id)) wrong.push(`two with the id ${one.id}`); ids.add(one.id); }
  for (const one of document.querySelectorAll('[aria-controls], [aria-labelledby]')) for (const id of (one.getAttribute('aria-controls') ?? one.getAttribute('aria-labelledby')).split(' ')) if (!document.getElementById(id)) wrong.push(`no ${id}`);
  for (const one of document.querySelectorAll('[role=tab]')) if (!one.closest('[role=tablist]')) wrong.push('a tab without a list');
  for (const one of document.querySelectorAll('svg')) if (one.getAttribute('aria-hidden') !== 'true' && !one.getAttribute('aria-label') && !one.getAttribute('role')) wrong.push('a drawing is neither named nor hidden');
  return wrong;
})()"""
"""What screen readers would stumble over."""
RUN_AXE = (
    "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
    ".then(found => found.violations.map(one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 120))]))"
)


def show_tab(browser: Browser, server: PageServer, tab: str, language: str) -> None:
    """Opens a tab with something in it."""
    browser.run("(() => { try { localStorage.clear(); } catch { /* no page of ours is open */ } })()")
    if tab == "game":
        return game_with_three_deals(browser, server, language)
    if tab == "replay":
        return opened(browser, server, language)
    browser.open(f"{server.address}#r=riichi&t={tab}&l={language}&h={quote(README_HAND)}")
    if tab == "hand":
        for selector in some(("#won summary", "#house summary", "#bar", "[data-tool=explain] summary")):
            browser.click(selector)
    return None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tab", TABS)
def test_a_tab_can_be_read_by_everybody(
    browser: Browser, server: PageServer, tab: str, language: str
) -> None:
    show_tab(browser, server, tab, language)
    checks = [NAMED, STRUCTURE, CONTRAST]
    if AXE:
        browser.run(Path(AXE).read_text(encoding="utf-8") + ";1")
        checks.append(RUN_AXE)
    for dark in (False, True):
        browser.resize(390, dark=dark)
        for script in some(checks):
            assert browser.run(script) == [], dark


@pytest.mark.parametrize("tab", TABS)
def test_letters_of_twice_the_size_fit_a_narrow_phone(browser: Browser, server: PageServer, tab: str) -> None:
    for language in some(("en", "ja")):
        show_tab(browser, server, tab, language)
        for width in (390, 320):
            for size in ("100%", "200%"):
                browser.resize(width)
                browser.run(f"document.documentElement.style.fontSize = {json.dumps(size)}")
                browser.settle()
                assert browser.run(SHOWN) == [], (language, width, size)
