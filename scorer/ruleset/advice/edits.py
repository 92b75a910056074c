"""The change of a rule file that a hint proposes, by the key of its message."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping

from scorer.message import Edit, Listed, Message, Text, TextRange
from scorer.values import dataclass

QUOTES = ("'", '"')
BRACKETS = {"[": "]", "{": "}"}
LITERAL = re.compile(r"true|false|-?\d+")
VALUE_OF_ENTRY = re.compile(r"""[\w.]*["']?\s*:\s*(?:\[[^\[\]]*\]|[^\s,{}\[\]#]+)(?=[,}\s]|$)""")
PLAIN_ENTRY = re.compile(r"[\w.]+: (?:\[[^\[\]]*\]|[^ ,\[{]+)")
UNKNOWN = "..."
"""What a hint has for a part that the author must know."""
LONGEST_MOVED = 200_000
"""Characters of a file in which entries are moved: no ruleset is longer."""


@dataclass(frozen=True)
class FaultyPlace:
    """A place of a file with a problem, and the message of the problem."""

    text: str
    line: str
    span: TextRange
    message: Text

    @property
    def start(self) -> int:
        """Where the place begins in its line, from 0."""
        return self.span.column - 1

    @property
    def end(self) -> int:
        """Where the place ends in its line."""
        return self.start + self.span.length

    def with_line_part(self, start: int, end: int, replacement: str) -> Edit:
        """The change of a part of the line."""
        return Edit(TextRange(self.span.line, start + 1, end - start), replacement)


Change = Callable[..., Edit | None]
"""The change at a place, from the arguments of the hint."""


def proposed_edit(place: FaultyPlace, hint: Text) -> Edit | None:
    """The change that a hint proposes for a place with a problem; None if it proposes none.

    >>> place = FaultyPlace("unit: hann", "unit: hann", TextRange(1, 7, 4), "no unit")
    >>> proposed_edit(place, Message("did you mean the word", "han"))
    Edit(span=TextRange(line=1, column=7, length=4), replacement='han')
    """
    change = CHANGES_BY_HINT.get(hint.key) if isinstance(hint, Message) else None
    return change(place, *map(str, hint.arguments)) if change and isinstance(hint, Message) else None


def words_of(message: Hashable) -> Iterator[str]:
    """The words of a file that a message names: its arguments that are texts, without quotes.

    >>> list(words_of(Message("is not", "'a'", Listed(("b", Message("no", "c"))))))
    ['a', 'b', 'c']
    """
    for part in getattr(message, "arguments", ()) or getattr(message, "items", ()):
        if isinstance(part, str):
            yield part.strip("\"'")
        elif isinstance(part, Message | Listed):
            yield from words_of(part)


def _with_word(place: FaultyPlace, word: str, *_: Hashable) -> Edit | None:
    """A word in the place of what is marked, or of the part of a path that the message names."""
    line, start, end = place.line, place.start, place.end
    if UNKNOWN in word or not place.span.length:
        return None
    if line[start:end] in BRACKETS:  # only the beginning of a list or a mapping is marked
        closing = line.find(BRACKETS[line[start:end]], end)
        end = closing + 1 if closing > 0 else end
    start, end = _named_part(line, start, end, place.message)
    quote = line[:start][-1:]
    if LITERAL.fullmatch(word) and quote in QUOTES and quote == line[end : end + 1]:
        start, end = start - 1, end + 1
    return place.with_line_part(start, end, word)


def _named_part(line: str, start: int, end: int, message: Text) -> tuple[int, int]:
    """The position, within the marked text, of the word that the message names; only one part of a path is
    wrong.
    """
    parts = re.split(r"[.\s=]", line[start:end])
    named = list(words_of(message))
    words = [word for word in named if word in parts]
    if line[start:end] in named or not words:
        return start, end
    at = line.rindex(words[0], start, end)
    return at, at + len(words[0])


def _with_part(place: FaultyPlace, word: str, part: str) -> Edit | None:
    """A word in the place of a part of the line, behind where the mark begins."""
    at = place.line.find(part, place.start)
    return place.with_line_part(at, at + len(part), word) if at >= 0 else None


def _with_entry(place: FaultyPlace, entry: str, *_: Hashable) -> Edit | None:
    """`key: value` in the place of the entry whose key, or whose value alone, is marked."""
    if UNKNOWN in entry:
        return None
    behind = VALUE_OF_ENTRY.match(place.line[place.end :])
    return place.with_line_part(place.start, place.end + behind.end(), entry) if behind else None


def _with_indentation(place: FaultyPlace, column: str) -> Edit | None:
    """The line at the place beginning in another column."""
    depth = len(place.line) - len(place.line.lstrip(" "))
    return place.with_line_part(0, depth, " " * (int(column) - 1))


def _with_dash(place: FaultyPlace, *_: Hashable) -> Edit | None:
    """The line at the place as an entry of the list nearest to it."""
    lines, number = place.text[:LONGEST_MOVED].split("\n"), place.span.line - 1
    entries = [at for at, line in enumerate(lines) if line.lstrip().startswith("- ") and at != number]
    if not entries:
        return None
    nearest = lines[min(entries, key=lambda at: abs(at - number))]
    depth = len(place.line) - len(place.line.lstrip(" "))
    return place.with_line_part(0, depth, f"{nearest[: len(nearest) - len(nearest.lstrip())]}- ")


def _with_line(place: FaultyPlace, line: str, *_: Hashable) -> Edit | None:
    """The entry at the place moved to a line at the left margin, or into the section that is there."""
    from scorer.ruleset.advice.repair import text_with_line  # most problems need none of it

    if not line or UNKNOWN in line or len(place.text) > LONGEST_MOVED:
        return None
    return edit_between(place.text, text_with_line(place.text, place.span, line))


def _with_set_line(place: FaultyPlace, line: str, *_: Hashable) -> Edit | None:
    """`path: value` in the place of the entry, or under `set`."""
    in_place = _with_entry(place, line) if PLAIN_ENTRY.fullmatch(line) else None
    return in_place or _with_line(place, f"set: {{{line}}}")


def _with_line_added(place: FaultyPlace, line: str, *_: Hashable) -> Edit | None:
    """`path: value` under `set`, beside what is there."""
    from scorer.ruleset.advice.repair import text_with_line_added

    if len(place.text) > LONGEST_MOVED:
        return None
    return edit_between(place.text, text_with_line_added(place.text, f"set: {{{line}}}"))


def _with_option_set(place: FaultyPlace, key: str, value: str) -> Edit | None:
    """The value of an option of the base under `set`."""
    return _with_line(place, f"set: {{{key}: {value}}}")


def _with_both_together(place: FaultyPlace, *_: Hashable) -> Edit | None:
    """The entries of a repeated key below the first one."""
    from scorer.ruleset.advice.repair import text_with_both_together

    if len(place.text) > LONGEST_MOVED:
        return None
    return edit_between(place.text, text_with_both_together(place.text, place.span))


CHANGES_BY_HINT: Mapping[str, Change] = {
    "did you mean the word": _with_word,
    "did you mean the id": _with_word,
    "write": _with_word,
    "write without quotes": _with_word,
    "write for": _with_part,
    "write entry": _with_entry,
    "begin it in the column of the line above": _with_indentation,
    "begin this entry with": _with_dash,
    "write under set": _with_set_line,
    "write under set as well": _with_line_added,
    "write at the left margin": _with_line,
    "write at the left margin, with its meaning": _with_line,
    "write it at the left margin": _with_line,
    "write it at the left margin, not under set": _with_line,
    "classes of tiles belong under": _with_line,
    "options of the base are set with": _with_line,
    "changes to a base belong under set": _with_line,
    "is a key of the file itself": _with_line,
    "is in the base": _with_line,
    "write default, or set the option of the base": _with_option_set,
    "move what is below it under the first": _with_both_together,
}
"""The change for each message that proposes one. The first argument of a message is what is written."""


def edit_between(old_text: str, new_text: str) -> Edit:
    """The shortest change that turns a text into another.

    >>> edit_between("a: 1", "a: 12")
    Edit(span=TextRange(line=1, column=5, length=0), replacement='2')
    """
    start = _common_length(old_text, new_text)
    old, new = old_text[start:], new_text[start:]
    end = _common_length(old[::-1], new[::-1])
    line = old_text.count("\n", 0, start) + 1
    replaced = TextRange(line, start - old_text.rfind("\n", 0, start), len(old) - end)
    return Edit(replaced, new[: len(new) - end])


def _common_length(text: str, other_text: str) -> int:
    """The number of characters with which both texts begin."""
    pairs = zip(text, other_text, strict=False)
    return next((at for at, pair in enumerate(pairs) if pair[0] != pair[1]), min(len(text), len(other_text)))
