"""The error for a sentence that cannot be read: its first unknown part, at its place, and an example."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from unicodedata import name as sign_name

from scorer.engine.results import Score
from scorer.errors import Fault
from scorer.labels import typed_example
from scorer.message import Message
from scorer.phrases import translate
from scorer.questions.practice import example_hand
from scorer.ruleset.model import Ruleset
from scorer.sentence.lexicon import folded_text, is_latin, lexicon_of, particles
from scorer.sentence.players import PLAYER, Players
from scorer.sentence.question import Unread
from scorer.sentence.tokens import LONGEST_SENTENCE, read_tokens
from scorer.suggest import nearest_names

LEAST_WORD = 4
"""The least letters of a word in which a slip is looked for, and of a word that may be meant."""
LEAST_LIKENESS = 0.75
"""How alike two words are, from 0 to 1, of which one may be a slip of the other; at less, 'limit'
would be meant by 'lizhi'.
"""


def unread_fault(
    text: str, unread: Unread, ruleset: Ruleset, language: str, players: Players = ()
) -> Fault | None:
    """The error for a sentence of which a part could not be read. None for what is told in the notation of
    tiles and options rather than in words, and for a text that is too long: these have errors of their own.
    At a table, a sentence about a player is never in the notation of tiles.
    """
    if len(text) > LONGEST_SENTENCE:
        return None
    if not is_told_in_words(text, unread, ruleset) and not names_player(text, ruleset, players):
        return None
    part = text[unread.start : unread.end]
    named = names_player(text, ruleset, players)
    example = example_event(players, ruleset, language) if named else example_sentence(ruleset, language)
    if len(part) == len(text):
        return Fault("hand", 0, Message("no question", example), "circumstance", len(text), text)
    names = [one.name for one in players] if unread.start == 0 else []
    known = lexicon_of(ruleset).single_words if is_latin(part[0]) and len(part) >= LEAST_WORD else ()
    near = [one for one in nearest_names(part.casefold(), known, 1) if _is_slip_of(part.casefold(), one)]
    start, end = whole_word(text, unread.start, unread.end)
    message = Message("unread part", text[start:end], example)
    alike = nearest_names(part, names, 1)
    if names and (alike or not near) and not lexicon_of(ruleset).meanings(part.casefold()):
        start, end = unread.start, unread.end
        message, near = Message("not at the table", part), [*alike]
    return Fault("hand", start, message, "circumstance", end - start, text, tuple(near))


def _is_slip_of(word: str, meant: str) -> bool:
    """Whether a word looks like another one, so that it may be a slip of it."""
    from difflib import SequenceMatcher  # only a wrong input pays for this import

    return word != meant and SequenceMatcher(None, word, meant).ratio() >= LEAST_LIKENESS


def whole_word(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of the word of which a part is unknown: Japanese has no spaces, so kana in it may have been
    read as something else. A particle between the part and a known word does not belong to it.

    >>> [text[slice(*whole_word(text, *place))] for text, place in
    ... (("よくわからない", (0, 3)), ("もどす", (1, 3)), ("待ちの仕方", (2, 5)), ("符の数え方", (0, 2)))]
    ['よくわからない', 'もどす', '仕方', '符']
    """
    first, last = start - _hiragana_count(reversed(text[:start])), end + _hiragana_count(text[end:])
    if first < start and _is_hiragana(text[start]) and (first == 0 or text[first - 1].isspace()):
        start = first
    elif start and not text[start - 1].isspace() and end - start > 1 and _is_particle(text[start]):
        start += 1
    if end < len(text) and not text[end].isspace() and end - start > 1 and _is_particle(text[end - 1]):
        end -= 1
    elif last > end + 2 and (last == len(text) or not text[last].isalnum()):
        end = last
    return start, end


def _hiragana_count(signs: Iterable[str]) -> int:
    """The number of hiragana at the beginning."""
    return sum(1 for _ in takewhile(_is_hiragana, signs))


def _is_hiragana(sign: str) -> bool:
    return sign_name(sign, "").startswith("HIRAGANA")


def _is_particle(sign: str) -> bool:
    """Whether this is a particle that stands between two words."""
    return folded_text(sign) in particles("case")


def names_player(text: str, ruleset: Ruleset, players: Players) -> bool:
    """Whether a player is named in a text."""
    return bool(players) and any(one.has(PLAYER) for one in read_tokens(text, lexicon_of(ruleset), players))


def example_event(players: Players, ruleset: Ruleset, language: str) -> str:
    """A win as it is told at the table, with a count of the game."""
    found, names = example_hand(ruleset), [one.name for one in players[:2]]
    if not found:
        return translate("list draws", language)
    counts = [ruleset.amount_text(found.worth.total, ruleset.unit, language)]
    if found.sheet:
        counts.append(ruleset.amount_text(found.sheet.total, ruleset.sheet_unit, language))
    return translate("table example", language, *names, " ".join(counts))


def is_told_in_words(text: str, unread: Unread, ruleset: Ruleset) -> bool:
    """Whether a text has words that are known beside the part that is not, which is a word by itself."""
    tokens = read_tokens(text, lexicon_of(ruleset))
    words = [one for one in tokens if one.sort == "word" and not one.has("tile") and not one.has_only("fill")]
    around = text[max(0, unread.start - 1) : unread.start] + text[unread.end : unread.end + 1]
    part = text[unread.start : unread.end]
    if len(part) == len(text):
        return bool(words) and (len(text.split()) > 1 or not text.isascii())
    is_word = part[:1].isalpha() and not any(sign.isascii() and sign.isalnum() for sign in around)
    return bool(words) and is_word


def example_sentence(ruleset: Ruleset, language: str) -> str:
    """A hand of the game with its words, as somebody types it who speaks a language."""
    found = example_hand(ruleset)
    return _hand_as_typed(found, language) if found else ""


def _hand_as_typed(score: Score, language: str) -> str:
    """A hand and its words as somebody types them who speaks a language."""
    from scorer.sampling import request_for_hand

    request = request_for_hand(score.hand, score.situation, score.ruleset)
    win = "tsumo" if score.situation.self_draw else "ron"
    text = " ".join((request.hand.replace(" ", ""), win, *request.circumstances))
    return typed_example(text, score.ruleset, language)
