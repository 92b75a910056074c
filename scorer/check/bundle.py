"""A rule file and everything that it extends, written as one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from scorer.check.run import problems_of
from scorer.errors import Problem, RulesetError
from scorer.languages import ENGLISH
from scorer.message import Listed, Message, message_text
from scorer.ruleset.entries import HANDS_SECTION
from scorer.ruleset.forms import OVERLAY_KEYS
from scorer.ruleset.items import Item
from scorer.ruleset.items import Path as ItemPath
from scorer.ruleset.load import LoadedFile, file_chain, load_for_check, load_text, merged_root
from scorer.ruleset.metadata import CREDITS, REQUIREMENT_KEY, joined_requirements
from scorer.ruleset.source import yaml_text

LEFT_OVER = ("L205", "L402", "L801", "L802", "L803")
"""Codes of what an overlay may leave of its base: an example that no longer holds, or a mention of what is
dropped."""
MOST_ROUNDS = 8
"""Entries of a base that an overlay makes wrong may stand in others; each round removes one layer of them."""


def bundle_text(name: str, language: str = ENGLISH) -> str:
    """The text of one rule file that has the rules of a file and of everything that it extends.

    Worked hands are those of the file alone. Entries of the base that the file makes wrong, such as an
    example that no longer holds, are left out. Comments are not kept.

    Raises RulesetError if the file has errors.

    >>> text = bundle_text("hong-kong-13")
    >>> "extends:" in text, text.splitlines()[0]
    (False, '# hong-kong-13 and hong-kong in one file')
    """
    loaded = load_for_check(name)
    errors = [problem for problem in loaded.problems if problem.is_error]
    if errors or loaded.file_root is None or loaded.ruleset is None:
        raise RulesetError(errors or loaded.problems)
    data, files = merged_root(loaded).data, file_chain(loaded)
    assert isinstance(data, dict)
    for key in (*OVERLAY_KEYS, HANDS_SECTION):
        data.pop(key, None)
    if hands := loaded.file_root.get(HANDS_SECTION).data:
        data[HANDS_SECTION] = hands
    if needed := joined_requirements(file.get(REQUIREMENT_KEY).text() for file in files):
        data[REQUIREMENT_KEY] = needed
    parts = [Path(loaded.name).stem, *(Path(base).stem for base in loaded.ruleset.extends)]
    title = message_text(Message("bundled in one file", Listed(tuple(parts), "and")), language)
    head = f"# {title}\n" + "".join(_credit_lines(files[1:]))
    for _ in range(MOST_ROUNDS):
        text = head + yaml_text(data)
        found = load_text(text, f"{parts[0]}.yaml")
        problems = problems_of(found)
        if not (wrong := [*_wrong_entries(found, problems)]):
            break
        for path in sorted(wrong, key=lambda path: [str(key).zfill(6) for key in path], reverse=True):
            _remove(data, path)
    if found.ruleset is None:
        raise RulesetError(problems)
    return text


def _credit_lines(bases: Iterable[Item]) -> Iterator[str]:
    """A comment for each base that names its author or license: the keys of the bundle are those of the file
    that extends them.
    """
    for base in bases:
        texts = {key: ", ".join(entry.text() for entry in base.get(key).entries) for key in CREDITS}
        if credits := [f"{key} {text}" for key, text in texts.items() if text]:
            yield f"# {Path(base.source.name).name}: {'; '.join(credits)}\n"


def _wrong_entries(file: LoadedFile, problems: Iterable[Problem]) -> Iterator[ItemPath]:
    """The paths of the entries of lists and sections that an overlay has made wrong. Sections themselves
    stay.
    """
    places = {(problem.line, problem.column) for problem in problems if problem.code in LEFT_OVER}
    for item in file.file_root.walk() if file.file_root else ():
        if len(item.path) > 1 and ({item.position(), item.position(key=True)} & places or _has(item, places)):
            yield item.path


def _has(item: Item, places: set[tuple[int, int]]) -> bool:
    """Whether a place is within a plain value, such as a word of a hand."""
    line, column = item.position()
    return item.is_plain and any(
        line == at and column <= word < column + len(item.text()) for at, word in places
    )


def _remove(data: object, path: ItemPath) -> None:
    """Removes what stands at a path, if it is still there."""
    key, *below = path
    fields = data if isinstance(data, dict) else dict(enumerate(data)) if isinstance(data, list) else {}
    if key not in fields:
        return
    if below:
        _remove(fields[key], tuple(below))
    elif isinstance(data, list) and isinstance(key, int):
        del data[key]
    else:
        del fields[key]
