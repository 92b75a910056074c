"""The words of the page are complete in every language, and each of them is used."""

from __future__ import annotations

import re

from scorer.languages import local_text, traditional_text
from scorer.web.files import PAGE_LANGUAGES, page_file, words
from tests.support.loops import some

SCRIPT = "".join(page_file(name).decode() for name in ("app.js", "evening.js", "replay.js"))
MARKUP = page_file("index.html").decode()
COMPOSED = {f"{kind} {name}" for kind, names in (
    ("tab", "hand game quiz table patterns replay own"), ("copy", "link text json command picture"),
    ("replay", "first previous next last"),
) for name in names.split()} | {"own_discards", "visible"}  # fmt: skip
"""Keys that the script puts together."""


def used_keys() -> set[str]:
    written = re.findall(r"\bt\('([^']+)'", SCRIPT)
    chosen = [key for pair in re.findall(r"\bt\(\w+ \? '([^']+)' : '([^']+)'\)", SCRIPT) for key in pair]
    tools = re.findall(r"\btool\('([^']+)'", SCRIPT)
    inserted = re.findall(r"\{@([^}]+)\}", page_file("words.txt").decode())
    marked = re.findall(r'data-(?:word|label)="([^"]+)"', MARKUP)
    return {*written, *chosen, *tools, *inserted, *marked, *COMPOSED}


def test_every_key_that_the_page_uses_has_words_and_every_word_is_used() -> None:
    assert used_keys() == {*words()["en"]}


def test_every_word_is_translated_with_the_same_slots() -> None:
    table = words()
    for key, text in some(table["en"].items()):
        for language in some(PAGE_LANGUAGES):
            assert table[language][key].strip(), (key, language)
            slots = len(re.findall(r"\{\d?\}", text))
            assert len(re.findall(r"\{\d?\}", table[language][key])) == slots, (key, language)


def test_words_are_joined_by_the_signs_of_each_language() -> None:
    """A colon or a list in the script itself would be English in every language."""
    assert not re.findall(r"\$\{t\([^`}]*\)\}[:;,] ", SCRIPT)
    assert not re.findall(r"\bel\([^`\n]*\.join\('[,;] '\)", SCRIPT)


def test_traditional_chinese_is_written_only_where_a_conversion_gives_other_words() -> None:
    lines = [line for line in page_file("words.txt").decode().splitlines() if not line.startswith("#")]
    rows = [row for line in lines if len(row := line.split(" | ")) > 4]
    for key, _, _, chinese, taiwan, *hong_kong in some(rows):
        converted = traditional_text(chinese)
        assert taiwan != converted, key
        assert taiwan or hong_kong, key
        assert hong_kong != [local_text(taiwan or converted, "zh-HK", "zh-Hant")], key
