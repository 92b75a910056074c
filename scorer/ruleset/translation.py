"""Texts of a rule file in another language, in a file of their own beside it: `riichi.ja.yaml`.

Such a file has the sections of the rule file with only texts in them: an entry of a list goes by its id, a
reason by its condition, and if a list has no ids, all of its texts follow in the same order. It is read only
if its language is asked for. Under `words` it may have any phrase that players of the game say differently.
What it says becomes part of the rule file before an overlay changes that file, so an overlay that words a
text anew takes its translations away.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Union

from scorer.errors import Problem
from scorer.languages import ENGLISH
from scorer.memo import kept_by_identity
from scorer.message import Message
from scorer.ruleset.forms import MAPPING_FORMS, form_alternatives, quoted_value
from scorer.ruleset.items import SHEET_KEY, SHORT_SHEET, Item
from scorer.ruleset.section_table import SECTIONS
from scorer.ruleset.source import read_file
from scorer.suggest import did_you_mean
from scorer.values import replace

TEXT_FORM, WORDS_SECTION, SOURCE_KEY = "names", "words", "source"
WORDS_OF_GAME = SECTIONS["ruleset"]["words"]
"""The phrases that a game says differently, which need a text only in the languages where it does."""
TEXT_KEYS = frozenset(
    key for section in SECTIONS.values() for key, known in section.items() if known.form == TEXT_FORM
)
"""The keys of texts, by which a line under `set` is told to change one."""
Texts = dict[str | int, Union["Texts", Item]]
"""The texts of a rule file by the keys that lead to them, each as the item that it is there."""


# ---- the texts of a rule file


@kept_by_identity(limit=4)
def texts_of_file(root: Item) -> Texts:
    """All texts of a rule file that can be translated.

    >>> from scorer.ruleset.source import read_source
    >>> source, _ = read_source("about: A game\\nlimits:\\n- {id: top, name: Top}", "club.yaml")
    >>> texts = texts_of_file(source.root)
    >>> texts["about"].text(), texts["limits"]["top"]["name"].text()
    ('A game', 'Top')
    """
    found = _texts_in(root, "ruleset")
    return found if isinstance(found, dict) else {}


def _texts_in(item: Item, form: str) -> Texts | Item | None:
    """The texts in a value of this form; None if there are none."""
    for one in form_alternatives(form):
        head, _, rest = one.partition(":")
        forms: dict[str | int, tuple[Item, str]] = {}
        if head == TEXT_FORM and item and not isinstance(item.value, list):
            return item
        if head == "list":
            forms = {_entry_key(entry, place): (entry, rest) for place, entry in enumerate(item.entries)}
        elif item.key_span and item.path == ("set", item.key):
            return item if item.key.rpartition(".")[2] in TEXT_KEYS else None
        elif head in MAPPING_FORMS:
            forms = {key: (entry, rest) for key, entry in item.fields.items()}
        elif head == "tiles":
            forms = {key: (entry, _form_under_tiles(key)) for key, entry in item.fields.items()}
        elif head in SECTIONS:
            known = SECTIONS[head]
            forms = {
                key: (entry, known[key].form)
                for key, entry in item.fields.items()
                if key in known and known[key] is not WORDS_OF_GAME
            }
        found = {key: texts for key, place in forms.items() if (texts := _texts_in(*place))}
        if found:
            return found
    return None


def _entry_key(entry: Item, place: int) -> str | int:
    return entry.get("id").text() or place


def _form_under_tiles(key: str) -> str:
    """The form of a class of tiles, or of the table of all tiles."""
    return "map:tile" if key == "table" else "class"


def texts_by_path(root: Item) -> Iterator[tuple[str, Item]]:
    """The texts of a rule file in their order, each with the keys that lead to it: `limits.top.name`.

    Phrases of the game are left out, for a language need not have any.
    """
    yield from _texts_below(
        {key: one for key, one in texts_of_file(root).items() if key != WORDS_SECTION}, ()
    )


def _texts_below(texts: Texts, path_above: tuple[str, ...]) -> Iterator[tuple[str, Item]]:
    for key, below in texts.items():
        path = (*path_above, str(key + 1) if isinstance(key, int) else key)
        if isinstance(below, Item):
            yield ".".join(path), below
        else:
            yield from _texts_below(below, path)


def is_in_language(text: Item, language: str) -> bool:
    """Whether the rule file itself has a text in a language; a plain text is English."""
    return language in text.fields if text.fields else language == ENGLISH


# ---- what a translation says of them


class Translation:
    """What a translation file says: the text for each item of the rule file, and the problems of the file."""

    def __init__(self, root: Item, file: Item, language: str) -> None:
        self.language, self.rules = language, Path(root.source.name).name
        self.problems: list[Problem] = []
        self.texts: dict[int, Item] = {}
        """by the identity of the item of the rule file"""
        self.root, self.words = root, dict[str, Item]()
        self.sources: Item | None = None
        self._match(file, texts_of_file(root), [])

    def _match(self, item: Item, texts: Texts | Item, path_above: list[str]) -> None:
        """Finds the text that each text of the file translates."""
        if isinstance(texts, Item):
            self._note_text(item, texts)
        elif texts and all(isinstance(key, int) for key in texts):
            self._match_list(item, texts)
        elif not item.fields:
            known = ", ".join(map(str, texts)) or "nothing"
            message = Message("expected a mapping to texts", quoted_value(item))
            self.problems.append(item.problem("L203", message, Message("X has here Y", self.rules, known)))
        else:
            for key, entry in item.fields.items():
                name = SHEET_KEY if key == SHORT_SHEET and not path_above else key
                if name == WORDS_SECTION and not path_above and entry.fields:
                    self._note_words(entry)
                elif name == SOURCE_KEY and not path_above and self.root.get(SOURCE_KEY):
                    self._note_sources(entry)
                elif name in texts:
                    self._match(entry, texts[name], [*path_above, name])
                else:
                    place = Message("under X", ".".join(path_above)) if path_above else ""
                    message = Message("has no text", self.rules, key, place)
                    hint = did_you_mean(key, [str(one) for one in texts])
                    self.problems.append(entry.problem("L402", message, hint, key=True))

    def _match_list(self, item: Item, texts: Texts) -> None:
        """Pairs the texts of two lists, which must be of the same length."""
        entries = item.entries
        if item.fields or len(entries) != len(texts):
            found = quoted_value(item) if item.fields else f"{len(entries)}"
            message = Message("expected a list of texts as in", len(texts), self.rules, found)
            self.problems.append(item.problem("L203", message, Message("write the texts in the same order")))
            return
        for entry, text in zip(entries, texts.values(), strict=True):
            self._match(entry, text, [item.key])

    def _note_text(self, item: Item, text: Item) -> None:
        if not self._is_text(item):
            return
        if is_in_language(text, self.language):
            line, _ = text.fields[self.language].position()
            message = Message("has this text in this language already", self.rules, line)
            self.problems.append(item.problem("L103", message, Message("remove one of the two")))
        else:
            self.texts[id(text)] = item

    def _is_text(self, item: Item) -> bool:
        """Whether an item is a text. Notes the problem if not."""
        is_text = item.is_plain and not isinstance(item.value, bool | float)
        if not is_text:
            self.problems.append(item.problem("L203", Message("expected text found", quoted_value(item))))
        return is_text

    def _note_words(self, item: Item) -> None:
        """Takes the phrases of the game, whether or not the rule file has them in another language."""
        known = self.root.get(WORDS_SECTION).fields
        for key, entry in item.fields.items():
            if key in known:
                self._note_text(entry, known[key])
            elif self._is_text(entry):
                self.words[key] = replace(entry, value={self.language: entry})

    def _note_sources(self, item: Item) -> None:
        """Takes the names of the sources, one text or a list of them."""
        texts = [one for one in (item.entries or [item]) if self._is_text(one)]
        if len(texts) == len(item.entries or [item]):
            self.sources = item

    def merged_into(self, item: Item) -> Item:
        """The rule file with these texts in it."""
        if item is self.root and (self.words or self.sources):
            own = {key: self.merged_into(one) for key, one in item.fields.items() if key != WORDS_SECTION}
            if self.sources:
                own[SOURCE_KEY] = self.sources
            said = item.get(WORDS_SECTION)
            words = {key: self.merged_into(one) for key, one in said.fields.items()} | self.words
            if words:
                own[WORDS_SECTION] = replace(said or item, value=words)
            return replace(item, value=own)
        if text := self.texts.get(id(item)):
            return replace(item, value={**(item.fields or {ENGLISH: item}), self.language: text})
        if isinstance(item.value, dict):
            return replace(item, value={key: self.merged_into(one) for key, one in item.value.items()})
        if isinstance(item.value, list):
            return replace(item, value=[self.merged_into(one) for one in item.value])
        return item


def read_translation(root: Item, path: str, language: str) -> tuple[Translation | None, list[Problem], str]:
    """The translation of a rule file into a language, the problems of reading it, and the digest of its file.
    There is none if there is no such file.
    """
    source, problems = read_file(Path(path))
    if source is None:
        return None, problems, ""
    found = Translation(root, source.root, language)
    return found, [*problems, *found.problems], source.digest
