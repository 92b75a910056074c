"""Traditional Chinese: what is converted, what has words of its own, and whose words a game uses."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from scorer import RulesetError, as_text, load_ruleset
from scorer.audit.report import audit
from scorer.languages import (
    LANGUAGES,
    GameLanguage,
    is_traditional,
    text_in,
    traditional_table,
    traditional_text,
)
from scorer.message import Message, message_text
from scorer.phrases import translate
from scorer.texts import (
    HELP_FILE,
    LOCAL_FILE,
    MESSAGE_FILES,
    PHRASES_FILE,
    TRADITIONAL_FILE,
    catalogue_rows,
    phrases,
)
from scorer.web.files import page_file
from tests.support.places import ROOT
from tests.support.shipped import each_box, each_box_in
from tests.support.told import documents, texts

CHINESE = re.compile("[\u4e00-\u9fff]")
CHANGES = traditional_table()
KEPT = {
    character
    for line in (ROOT / "tests/data/characters-written-alike.txt").read_text("utf-8").splitlines()
    for character in line
    if line[:1] != "#"
}
SIMPLIFIED = (
    {old for old in CHANGES if len(old) == 1} - {one for new in CHANGES.values() for one in new} - KEPT
)
"""Characters that Traditional Chinese does not have."""


@cache
def chinese_texts() -> dict[str, str]:
    """The Simplified Chinese of all that is shipped, by where it stands."""
    files = sorted((ROOT / "rulesets").rglob("*.yaml"))
    written = {
        file.name: " ".join(re.findall(r"\bzh: *(\"[^\"]*\"|[^,}\n]+)", file.read_text("utf-8")))
        for file in files
    }
    rows = [line.split(" | ") for line in page_file("words.txt").decode().splitlines()]
    written |= {file.name: file.read_text("utf-8") for file in files if file.name.endswith(".zh.yaml")}
    written[HELP_FILE] = " ".join(texts[1] for _, texts in catalogue_rows(HELP_FILE))
    for name in MESSAGE_FILES:
        written[name] = " ".join(texts[2] for _, texts in catalogue_rows(name))
    written["words.txt"] = " ".join(row[3] for row in rows if len(row) > 3 and row[0][0] != "#")
    return written | {PHRASES_FILE: " ".join(said["zh"] for said in phrases().values())}


@pytest.mark.parametrize("name", chinese_texts())
def test_of_every_character_that_is_used_it_is_decided_how_it_is_written(name: str) -> None:
    used = set(CHINESE.findall(chinese_texts()[name]))
    undecided = used - KEPT - {*CHANGES}
    assert not undecided, f"decide how {''.join(sorted(undecided))} is written"


def test_a_character_is_either_converted_or_kept() -> None:
    assert not KEPT & {*CHANGES}
    assert traditional_text("后面的里宝牌，什么时候恢复“副露”？") == "後面的裏寶牌，什麼時候恢復「副露」？"


def test_a_phrase_in_traditional_chinese_stands_for_one_that_conversion_gives_otherwise() -> None:
    keys = [key for name in (TRADITIONAL_FILE, LOCAL_FILE) for key, _ in catalogue_rows(name)]
    assert len(keys) == len({*keys}) and {*keys} <= {*phrases()}
    said = {key: (phrases()[key], traditional_text(phrases()[key]["zh"])) for key in keys}
    useless = [
        key
        for key, (texts_of, converted) in said.items()
        if {texts_of.get("zh-Hant", converted), texts_of.get("zh-HK", converted)} == {converted}
    ]
    assert not useless
    assert not [
        key
        for key, (texts_of, _) in said.items()
        if texts_of.get("zh-HK") == text_in({**texts_of, "zh-HK": ""}, "zh-HK")
    ]


@pytest.mark.parametrize(("name", "language"), each_box_in(("zh-HK", "zh-TW")))
def test_no_simplified_character_is_left_in_traditional_chinese(name: str, language: str) -> None:
    ruleset = load_ruleset(name)
    told = ruleset.display_language(language)
    lines = {text for document in documents(ruleset, told, 1, 6) for text in texts(document)}
    assert len(lines) > 20
    japanese = "|".join({re.escape(dict(one.names).get("ja", "|")) for one in ruleset.patterns})
    mixed = [text for text in sorted(lines) if SIMPLIFIED & {*re.sub(japanese, "", text)}]
    assert not mixed or told == "en"


@pytest.mark.parametrize(
    ("name", "asked", "told"),
    [
        ("hong-kong", "zh", "zh-HK"),
        ("hkma", "zh-Hant", "zh-HK"),
        ("taiwanese", "zh", "zh-TW"),
        ("taiwanese", "zh-HK", "zh-HK"),
        ("hong-kong", "zh-Hans", "zh-Hans"),
        ("riichi", "zh", "zh"),
        ("riichi", "zh-Hant", "zh-Hant"),
        ("hong-kong", "en", "en"),
        ("riichi", "en", "en-romaji"),
        ("riichi", "en-plain", "en-plain"),
    ],
)
def test_a_game_is_told_in_the_language_of_its_players_unless_another_is_named(
    name: str, asked: str, told: str
) -> None:
    assert load_ruleset(name).display_language(asked) == told


WORDS = """extends: riichi
words:
  discard: {zh: 荣, en: claimed}
  seat: {zh-HK: "坐{}"}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(WORDS, encoding="utf-8")
    return path


def test_the_words_of_a_game_come_before_those_of_a_region(game: Path) -> None:
    ruleset = load_ruleset(game)
    told = {one: translate("discard", ruleset.display_language(one)) for one in LANGUAGES}
    assert told["en"] == "claimed"
    assert told["zh"] == told["zh-Hans"] == "荣"
    assert told["zh-Hant"] == told["zh-HK"] == told["zh-TW"] == "榮"
    assert told["ja"] == translate("discard", "ja")
    assert [translate("seat", ruleset.display_language(one), "E") for one in ("zh", "zh-HK")] == [
        "E家",
        "坐E",
    ]
    assert translate("discard", load_ruleset("riichi").display_language("en")) == "ron"
    assert translate("discard", load_ruleset("mcr").display_language("en")) == "discard"


@pytest.mark.parametrize("language", ["zh-HK", "zh-TW"])
@pytest.mark.parametrize("name", each_box())
def test_a_game_from_elsewhere_keeps_its_terms_in_hong_kong_and_taiwan(name: str, language: str) -> None:
    ruleset = load_ruleset(name)
    told = ruleset.display_language(language)
    if told == "en" or is_traditional(ruleset.native):
        return
    text = " ".join(text for document in documents(ruleset, told, 1, 4) for text in texts(document))
    own = str(ruleset.words)
    local = ("食糊", "出銃", "叫糊", "放槍")
    assert not [word for word in local if word in text and word not in traditional_text(own)]


def test_a_language_with_words_is_pickled_whole() -> None:
    import pickle

    told = pickle.loads(pickle.dumps(GameLanguage("zh-HK", {"seat": {"zh": "坐{}"}})))
    assert (told, translate("seat", told, "東")) == ("zh-HK", "坐東")


@pytest.mark.parametrize(
    ("words", "code", "line", "hint"),
    [
        ("discrad: {zh: 荣}", "L201", 3, "did you mean 'discard'?"),
        ("seat: {zh: '{}{}'}", "L205", 3, "the usual phrase is '{} seat'"),
        ("seat: {zh: '{'}", "L205", 3, "the usual phrase is '{} seat'"),
        ("seat: {zh: '{name}'}", "L205", 3, "the usual phrase is '{} seat'"),
        ("seat: {fr: '{}'}", "L201", 3, "known: en, ja, zh, zh-Hant, zh-HK, zh-TW, romaji"),
    ],
)
def test_words_that_cannot_be_said_are_errors_in_their_line(
    tmp_path: Path, words: str, code: str, line: int, hint: str
) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(f"extends: riichi\nwords:\n  {words}\n", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(path)
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, str(problem.hint)) == (code, line, hint)


@pytest.mark.parametrize(
    ("name", "said"), [("hong-kong", "寫了5隻1m，但這種牌只有4隻"), ("riichi", "寫了5張1m，但這種牌只有4張")]
)
def test_a_message_counts_tiles_as_the_players_of_a_game_do(name: str, said: str) -> None:
    told = load_ruleset(name, language="zh-HK").display_language("zh-HK")
    assert message_text(Message("too many of tile", 5, "1m", 4), told) == said


def test_an_audit_has_the_words_of_the_game() -> None:
    said = as_text(audit(load_ruleset("taiwanese"), 10), "zh-TW")
    assert "最常見的台種" in said
    assert "番種" not in said
