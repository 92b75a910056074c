"""The author's guide: its pages, their files and commands, and the tables that are made from the code.

python -m tests.support.guide        writes the tables and the output of the commands as they are now
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scorer.language import NUMBER, TRUTH
from scorer.language.vocabulary import FUNCTIONS, TABLE_FUNCTIONS, TABLE_NUMBERS, TABLE_TRUTHS, Scope
from scorer.ruleset.drawings import inks, picture_names
from scorer.ruleset.forms import MAPPING_FORMS, WORD_FORMS, form_alternatives
from scorer.ruleset.section_table import SECTIONS
from tests.support.console import with_outputs
from tests.support.places import ROOT

PAGES = {name: ROOT / "rulesets" / f"{name}.md" for name in ("README", "REFERENCE", "LIMITS", "WHERE")}
"""The tutorial, the page to look things up, and the page of what cannot be expressed; an example of one may
extend an example of another."""
RECIPES = ROOT / "rulesets" / "RECIPES.md"
INDEX = ROOT / "tests" / "support" / "guide-index.txt"
FILE = re.compile(r"^```yaml( wrong)?\n# ([a-z.-]+\.yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"(<!-- table: ([a-z_ ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
RESULT_WORDS = {TRUTH: "boolean", NUMBER: "number"}
KNOWN_FROM = {
    Scope.OPTIONS: "everywhere",
    Scope.HAND: "the hand",
    Scope.READING: "a reading",
    Scope.OTHERS: "the awards",
    Scope.AWARD: "the awards",
}
FORMS = {
    "text": "text",
    "names": "text, or text by language",
    "version": "text or number",
    "id": "id",
    "known": "id",
    "whole": "whole number",
    "flag": "true or false",
    "expr": "expression",
    "scalar": "plain value",
    "any": "anything",
    "tiles": "classes, or `table`",
    "table": "rows",
    "jokers": "[joker](#joker), or by letter: [joker](#joker)",
    "word": "word",
}


def text(page: str) -> str:
    """A page of the guide as it stands."""
    return PAGES[page].read_text(encoding="utf-8")


def whole_text() -> str:
    """All pages of the guide, one behind the other."""
    return "\n".join(map(text, PAGES))


def files(page: str) -> list[tuple[str, str, bool]]:
    """Every example file: its name, its text, and whether it is meant to be wrong."""
    return [(name, f"# {name}\n{body}", bool(wrong)) for wrong, name, body in FILE.findall(page)]


@contextmanager
def folder_of(page: str) -> Iterator[Path]:
    """A folder with every file of the guide in it, which is the one that commands run in."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        for file, body, _ in files(page):
            Path(name, file).write_text(body, encoding="utf-8")
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(here)


def with_tables(page: str) -> str:
    """The guide with the tables that the code gives now."""
    return TABLE.sub(lambda found: f"{found[1]}\n{table(found[2])}\n\n{found[3]}", page)


def table(name: str) -> str:
    """A table of the vocabulary or of a section, in Markdown."""
    if name == "functions":
        return _rows(("function", "result", "needs", "meaning"), _functions())
    if name == "words of the table":
        return _rows(("word", "result", "meaning"), _table_words())
    if name == "index":
        return _rows(("look for", "in"), _index())
    if name == "pictures":
        return f"Inks: {_listed(inks())}. Pictures: {_listed(sorted(plain_pictures()))}."
    return _rows(("key", "takes", "meaning"), _keys(name.removeprefix("section ")))


def plain_pictures() -> set[str]:
    """Pictures by name; those of a whole suit, `circles_1` to `circles_9`, by the name of the suit."""
    return {re.sub(r"_[0-9].*", "", name) for name in picture_names()}


def prose(page: str) -> str:
    """A page without its examples."""
    return re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)


def headings(page: str) -> list[str]:
    """The headings of a page."""
    return re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)


def anchor(heading: str) -> str:
    """The anchor that a host of repositories gives to a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _index() -> Iterator[tuple[str, str]]:
    """The words of players, of functions and of sections, from A to Z, each with links to headings."""
    places = {
        heading: f"{'' if file.stem == 'REFERENCE' else file.name}#{anchor(heading)}"
        for file in (RECIPES, PAGES["LIMITS"], PAGES["README"], PAGES["REFERENCE"])
        for heading in headings(file.read_text(encoding="utf-8"))
    }
    lines = INDEX.read_text(encoding="utf-8").splitlines()[1:]
    every = {word: meant.split("; ") for word, _, meant in (line.partition(": ") for line in lines)}
    every |= {f"`{section}`": [section] for section in SECTIONS if section not in {"ruleset", *every}}
    every |= {f"`{name}(..)`": ["Functions"] for name in FUNCTIONS}
    for word in sorted(every, key=lambda word: (word.strip("`").casefold(), word)):
        links = (f"[{re.sub(r'^[0-9][.] ', '', heading)}]({places[heading]})" for heading in every[word])
        yield word, ", ".join(links)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _functions() -> Iterator[tuple[str, ...]]:
    for name, function in FUNCTIONS.items():
        takes = ", ".join(function.takes).replace(", ...", ", ..")
        yield f"`{name}({takes})`", RESULT_WORDS[function.gives], KNOWN_FROM[function.scope], function.meaning


def _table_words() -> Iterator[tuple[str, ...]]:
    for words, gives in ((TABLE_TRUTHS, RESULT_WORDS[TRUTH]), (TABLE_NUMBERS, RESULT_WORDS[NUMBER])):
        yield from ((f"`{name}`", gives, meaning) for name, meaning in words.items())
    for name, function in TABLE_FUNCTIONS.items():
        if name not in FUNCTIONS:
            yield f"`{name}({', '.join(function.takes)})`", RESULT_WORDS[function.gives], function.meaning


def _keys(section: str) -> Iterator[tuple[str, ...]]:
    for name, key in SECTIONS[section].items():
        yield f"`{name}`", form_words(key.form), key.meaning + (" (needed)" if key.is_required else "")


def form_words(form: str) -> str:
    """What a value is, in words: `list:id` is 'id, or a list'."""
    parts = form_alternatives(form)
    if len(parts) > 1:
        return " or ".join(dict.fromkeys(map(form_words, parts)))
    head, _, rest = form.partition(":")
    if head == "list":
        inner = form_words(rest)
        return inner if inner.endswith("or a list") else f"{inner}, or a list"
    if head in MAPPING_FORMS:
        return f"by name: {form_words(rest)}"
    if head in WORD_FORMS:
        return ", ".join(f"`{word}`" for word in WORD_FORMS[head])
    return f"[{head}](#{head})" if head in SECTIONS else FORMS[head]


def _rows(header: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [header, tuple("---" for _ in header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    with folder_of(whole_text()):
        written = {file: with_outputs(with_tables(text(page))) for page, file in PAGES.items()}
    for file, page in written.items():
        file.write_text(page, encoding="utf-8")
