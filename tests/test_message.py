"""Messages as data: every key has a text in each language, and a text fills the slots that English fills."""

from __future__ import annotations

import ast
import pickle
import re
import string
from collections.abc import Iterator
from functools import cache

import pytest

from scorer.engine.request import parse_request
from scorer.errors import InputError
from scorer.hand import Request
from scorer.languages import LANGUAGES, MAIN_LANGUAGES
from scorer.message import Edit, Listed, LocalizedText, Message, Text, TextRange, message_parts, message_text
from scorer.scoring import load_ruleset, parse_hand
from scorer.teach.advice import suggest_rulesets
from scorer.texts import MESSAGE_FILES, catalogue_rows, message_texts, phrases
from scorer.writing import error_text
from tests.support.loops import some
from tests.support.places import ROOT

WORD_BY_NUMBER = re.compile(r"\{\d*:[^}|]*\|[^}]*\}")
"""A slot that writes one of two English words, and not its argument."""
WITH_FORMS = Message("tiles after plus", 2)
CLAUSES = Listed(
    (Message("no tiles"), Message("expected other type", Message("type string"), "5")), "clauses"
)


@cache
def code_texts() -> tuple[frozenset[str], frozenset[re.Pattern[str]], frozenset[str]]:
    """The texts in the code, patterns for those with slots, and those that are the key of a message."""
    texts, patterns, keys = set(), set(), set()
    for path in (ROOT / "scorer").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr) and len(node.values) < 4:
                literals = [str(one.value) if isinstance(one, ast.Constant) else "" for one in node.values]
                if re.search("[a-z]{3}", " ".join(literals)):
                    patterns.add(re.compile("".join(re.escape(text) or ".*" for text in literals)))
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
                keys |= {*literal_texts(node.args[0])}
    return frozenset(texts), frozenset(patterns), frozenset(keys)


def literal_texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be, as far as they are written in it."""
    if isinstance(node, ast.IfExp):
        yield from (*literal_texts(node.body), *literal_texts(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def slots(text: str) -> set[int]:
    """The arguments that a text uses."""
    found = string.Formatter().parse(text)
    fields = [name for _, name, _, _ in found if name is not None and not name.startswith("@")]
    return {int(name) if name else at for at, name in enumerate(fields)}


def test_every_message_has_an_english_text() -> None:
    *_, keys = code_texts()
    assert sorted(keys - {*message_texts("en"), *phrases()}) == []


@pytest.mark.parametrize("name", MESSAGE_FILES)
def test_every_message_has_a_column_for_each_main_language(name: str) -> None:
    assert [key for key, texts in some(catalogue_rows(name)) if len(texts) != len(MAIN_LANGUAGES)] == []


@pytest.mark.parametrize("name", MESSAGE_FILES)
def test_no_key_of_a_message_is_given_twice(name: str) -> None:
    keys = [key for key, _ in catalogue_rows(name)]
    assert len(some(keys)) == len({*keys})


def test_every_text_of_a_message_is_used() -> None:
    texts, patterns, _ = code_texts()
    unused = (key for key in message_texts("en") if key not in texts)
    assert [key for key in unused if not any(one.fullmatch(key) for one in patterns)] == []


@pytest.mark.parametrize("language", MAIN_LANGUAGES)
def test_every_message_is_written_in_each_main_language(language: str) -> None:
    assert [key for key in some(message_texts("en")) if key not in message_texts(language)] == []


@pytest.mark.parametrize("language", MAIN_LANGUAGES[1:])
def test_a_message_about_a_rule_file_names_the_same_things_in_each_language(language: str) -> None:
    keys = [key for key, _ in catalogue_rows("rule-messages.txt")]
    english, texts = message_texts("en"), message_texts(language)
    said = {key: WORD_BY_NUMBER.sub("", english[key]) for key in keys}
    said["X is missing Y"] = "{0}"  # what a key means is told in English alone
    assert [key for key in some(keys) if slots(texts[key]) != slots(said[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_a_language_fill_slots_that_the_english_ones_have(language: str) -> None:
    english = message_texts("en")
    texts = message_texts(language)
    assert {*texts} <= {*english}
    assert [key for key, text in texts.items() if not slots(text) <= slots(english[key])] == []


def test_no_key_of_a_message_is_that_of_a_phrase() -> None:
    assert not {*message_texts("en")} & {*phrases()}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no tiles; expected a string, not 5"),
        ("ja", "牌がありません。文字列を渡してください（入力：5）"),
        ("zh", "没有牌；应为字符串，不是5"),
        ("zh-TW", "沒有牌；應為字串，不是5"),
    ],
)
def test_clauses_are_joined_as_the_language_joins_them(language: str, text: str) -> None:
    assert message_text(CLAUSES, language) == text


@pytest.mark.parametrize("language", MAIN_LANGUAGES)
def test_an_argument_that_is_a_name_is_in_the_language_of_the_message(language: str) -> None:
    name = LocalizedText([("en", "open"), ("ja", "副露"), ("zh", "副露")])
    assert message_text(Message("requirement of", "a", name), language).count("open") == (language == "en")


def test_a_message_is_in_english_as_a_whole_if_a_part_has_no_translation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = {key: text for key, text in message_texts("ja").items() if key != "type string"}
    monkeypatch.setattr(
        "scorer.texts.message_texts",
        lambda language: kept if language == "ja" else message_texts(language),
    )
    assert message_text(CLAUSES, "ja") == str(CLAUSES)


def test_a_form_chooses_a_word_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.message.message_template", lambda *_: "{0:,} {0:tile|tiles}, {1!r}")
    texts = [str(Message("any", count, "it's")) for count in (1, 2, 1000)]
    assert texts == ['1 tile, "it\'s"', '2 tiles, "it\'s"', '1,000 tiles, "it\'s"']


def test_a_message_can_be_sent_compared_and_counted() -> None:
    assert pickle.loads(pickle.dumps(WITH_FORMS)) == WITH_FORMS
    assert len({WITH_FORMS, Message("tiles after plus", 2), Message("tiles after plus", 3)}) == 2
    with pytest.raises(AttributeError):
        WITH_FORMS.key = "no tiles"
    assert [part.key for part in message_parts(CLAUSES)] == [
        "no tiles",
        "expected other type",
        "type string",
    ]


def test_an_edit_mends_the_marked_part_of_one_line() -> None:
    assert Edit(TextRange(2, 3, 4), "one").edited_text("a: b\nc: d\n\ne") == "a: b\nc:onee"


PLACES = {"Fault": (2,), "add_fault": (1, 2), "line_error": (2,), "input_error": (0,), "Impossible": (0,), "Unreadable": (0,),
          "Trouble": (0,), "trouble": (0,), "_contradiction": (0,), "refuse": (0, 1), "usage_error": (0,),
          "add_error": (2, 3), "add_warning": (2, 3), "add_flaw": (2, 3), "flawed_node": (2, 3)}  # fmt: skip
"""The arguments that are messages, by the function that takes them."""


def test_no_message_about_an_input_is_written_in_the_code() -> None:
    """Only scorer.errors may: its examples show what an error is."""
    written = [
        f"{path.name}:{node.lineno}"
        for path in (ROOT / "scorer").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        for at in PLACES.get(getattr(node.func, "attr", getattr(node.func, "id", "")), ())
        if at < len(node.args) and is_sentence(node.args[at])
    ]
    assert written == []


def is_sentence(node: ast.expr) -> bool:
    """Whether an expression is a text of several words."""
    if isinstance(node, ast.JoinedStr):
        return any(" " in str(part.value) for part in node.values if isinstance(part, ast.Constant))
    return any(" " in text for text in literal_texts(node)) and not any(
        text in message_texts("en") for text in literal_texts(node)
    )


HANDS = ("", "123q", "234m345p67p456s55s+9", "234m345p67p456s55s+8pp", "123m)", "(123m", "(124m)", "[123m]", "123m+", "99999m",
         "1m+2m+3m", "(1+1m)", "mp", "0z", "123M456!")  # fmt: skip


@pytest.mark.parametrize("language", MAIN_LANGUAGES[1:])
@pytest.mark.parametrize("hand", HANDS)
def test_no_english_word_is_left_in_what_a_player_reads_about_a_hand(hand: str, language: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_hand(hand)
    shown = error_text(caught.value, 400, language)
    words = re.findall(r"[A-Za-z]{3,}", shown.replace(hand, "").replace("riichi", ""))
    assert not words, shown


def test_other_english_words_change_no_fault_and_no_suggestion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing reads the English text: if every text of the catalogue is another one, the same is found."""

    def faults(text: str) -> list[tuple[str, int | None, Text, tuple[str, ...]]]:
        with pytest.raises(InputError) as caught:
            parse_request(
                Request(text, circumstances=["riich", "haitei"], indicators={"dorra": "4s"}),
                load_ruleset("riichi"),
            )
        advised = suggest_rulesets(caught.value, text, load_ruleset("riichi"))
        return [(one.source, one.position, one.message, one.suggestions) for one in advised.faults]

    before = [faults(hand) for hand in HANDS]
    texts = {key: f"perhaps {text}" for key, text in message_texts("en").items()}
    monkeypatch.setattr("scorer.texts.message_texts", lambda language: texts if language == "en" else {})
    assert str(Message("did you mean the word", "riichi")).startswith("perhaps")
    assert [faults(hand) for hand in HANDS] == before


@pytest.mark.parametrize(
    ("name", "language", "text"),
    [
        ("riichi", "zh", "自摸没有放铳者；荣和请用--ron"),
        ("mcr", "zh", "自摸没有点炮者；点和请用--ron"),
        ("hong-kong", "zh-HK", "自摸沒有出銃者；食別家的牌請用--ron"),
        ("taiwanese", "zh-TW", "自摸沒有放槍者；胡別家的牌請用--ron"),
    ],
)
def test_a_message_uses_the_words_of_the_game_and_the_place(name: str, language: str, text: str) -> None:
    told = load_ruleset(name, language=language).display_language(language)
    assert message_text(Message("self-draw has no discarder"), told) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_in_a_message_is_there_and_has_no_slots(language: str) -> None:
    used = {key for text in message_texts(language).values() for key in re.findall(r"\{@([^}]*)\}", text)}
    assert {key for key in used if "{" in phrases()[key]["en"]} == set()
