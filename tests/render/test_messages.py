"""Messages about inputs in Japanese and Chinese: every one that a player meets has a translation."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator

import pytest

from scorer.errors import InputError
from scorer.languages import MAIN_LANGUAGES
from scorer.messages import localized_message, message_templates
from scorer.scoring import parse_hand
from scorer.writing import error_text
from tests.support.loops import some
from tests.support.places import ROOT

MODULES = (


)  # fmt: skip
"""The modules that word the messages of score, waits, points, the session, and the table of a recorded game."""
PLACES = {
    "Fault": (2,), "add_fault": (1, 2), "line_error": (2,), "input_error": (0,), "report_tiles": (2,),
    "Impossible": (0,), "_contradiction": (0,),
}  # fmt: skip
"""The arguments that are messages, by the function that takes them."""
MESSAGE_NAMES = ("message", "wrong")
FOR_PROGRAMMERS = ("expected a mapping", "the name of an option must be a string", "there is no language")
"""How messages begin that only callers of the library meet, or that name a language nobody has."""


PARTS = ("Q no red tile in this ruleset", "Q Q", "set seat, round, honba and sticks instead", "'Q' Q", "a hand of Q Q", "Q Q Q, but holds Q", "Q Q", "comes after the words; write all tiles of the hand first",
         "is separated from the hand; write all tiles together", "Q (Q are counted)")  # fmt: skip
"""Pieces of messages, which the tests of whole messages reach."""


def sample_text(node: ast.expr) -> str:
    """The text of a literal with its slots filled by a letter; empty for other expressions."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            sample_text(part)
            if isinstance(part, ast.Constant)
            else "'Q'"
            if isinstance(part, ast.FormattedValue) and part.conversion == ord("r")
            else "Q"
            for part in node.values
        )
    return ""


def whole_message(text: str) -> str:
    """A sample of a message without what is added to it: a sentence before or behind it."""
    return re.sub(r"(?<=[a-z])Q$", "", text.removeprefix("Q; ").removesuffix("; Q"))


def messages_of(module: str) -> Iterator[str]:
    """The messages that a module words as a whole."""
    for node in ast.walk(ast.parse((ROOT / "scorer" / f"{module}.py").read_text("utf-8"))):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in MESSAGE_NAMES:
            yield whole_message(sample_text(node.value))
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            yield from (
                whole_message(sample_text(node.args[at]))
                for at in PLACES.get(name, ())
                if at < len(node.args)
            )


def is_sentence(text: str) -> bool:
    return " " in text and not text.startswith(FOR_PROGRAMMERS) and text not in PARTS


@pytest.mark.parametrize("module", MODULES)
def test_every_message_of_a_module_is_in_japanese_and_chinese(module: str) -> None:
    texts = [*filter(is_sentence, messages_of(module))]
    missing = [text for text in some(texts) if localized_message(text, "ja") == text]
    assert not missing, f"add to scorer/messages.txt: {missing}"


THESE_RULES = re.compile("このルール|本规则|these rules|this ruleset|these options")
"""What stands in Japanese and Chinese for the id of the ruleset, which is English."""


def test_every_message_fills_the_same_slots_in_each_language() -> None:
    slots = {
        one.english: [
            sum(1 for part in string.Formatter().parse(text) if part[1] is not None)
            + (bool(THESE_RULES.search(text)) and not THESE_RULES.search(one.english))
            for text in one.texts.values()
        ]
        for one in message_templates()
    }
    assert [text for text, counts in slots.items() if max(counts) != min(counts)] == []


@pytest.mark.parametrize("language", MAIN_LANGUAGES[1:])
@pytest.mark.parametrize(
    "hand",
    ["", "123q", "234m345p67p456s55s+9", "234m345p67p456s55s+8pp", "123m)", "(123m", "(124m)", "[123m]", "123m+", "99999m",
     "1m+2m+3m", "(1+1m)", "mp", "0z", "123M456!"],
)  # fmt: skip
def test_no_english_word_is_left_in_what_a_player_reads_about_a_hand(hand: str, language: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_hand(hand)
    shown = error_text(caught.value, 400, language)
    words = re.findall(r"[A-Za-z]{3,}", shown.replace(hand, "").replace("riichi", ""))
    assert not words, shown


def test_a_message_without_a_translation_stays_in_english_as_a_whole() -> None:
    assert localized_message("no tiles; nobody knows this", "ja") == "no tiles; nobody knows this"
