"""A name in backticks in a docstring is one that the code, a rule file or a text still knows."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterator

from tests.support.places import ROOT

DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)
QUOTED = re.compile(r"`([A-Za-z_][A-Za-z_.]*)(?:\(\))?`")
"""A name in backticks; something with a digit is rather a tile or another example."""
FOR_OTHERS = re.compile(
    r"(?:def|class) (\w+)"
    r"|\.(\w+)"
    r"|^(\w+)(?:: [^=\n]+)? ="
    r"|^    (\w+): "
    r"|(\w+)="
    r'|("[^"\n]*")',
    re.MULTILINE,
)
"""What another module may mean: functions, classes, attributes, constants, fields, keywords, words in texts."""
TEXTS = ("rulesets/README.md", "rulesets/REFERENCE.md", "scorer/phrases.txt", "pyproject.toml")
OTHERS = {"numpy", "pyarrow", "to_dicts", *dir(builtins)}
"""Names that are not of this project."""


def words(text: str) -> set[str]:
    return {*re.findall(r"\w+", text)}


def names_for_others(code: str) -> Iterator[str]:
    for match in FOR_OTHERS.finditer(code):
        yield from words(match[match.lastindex or 0])


def unknown_names(text: str, *known: set[str]) -> list[str]:
    """The names in backticks of which some part is in none of the sets; the standard library has its own."""
    found = [name for name in QUOTED.findall(text) if name.partition(".")[0] not in sys.stdlib_module_names]
    return [name for name in found if not all(any(part in names for names in known) for part in words(name))]


def test_a_name_that_the_code_lost_is_recognized() -> None:
    code = {*names_for_others("class Shown:\n    wide: int = 1\n    def draw(self, at):\n        left = 1\n")}
    assert code == {"Shown", "wide", "draw"}
    assert (
        unknown_names("Draws `wide` and `Shown.draw()` as `json.dumps` does; not `2m` or `a b`.", code) == []
    )
    assert unknown_names("Draws `narrow`, or `Shown.paint`, to the `left`.", code) == [
        "narrow",
        "Shown.paint",
        "left",
    ]


def test_every_name_in_a_docstring_is_known() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "scorer").rglob("*.py"))}
    code = {path: DOCSTRING.sub("", source) for path, source in sources.items()}
    everywhere = {*OTHERS, *(name for source in code.values() for name in names_for_others(source))}
    everywhere.update(*(words((ROOT / text).read_text(encoding="utf-8")) for text in TEXTS))
    everywhere.update(*(path.relative_to(ROOT).with_suffix("").parts for path in sources))
    assert len(sources) > 100
    assert not [
        f"{path.relative_to(ROOT)}: `{name}`"
        for path, source in sources.items()
        for own in [words(code[path])]
        for docstring in DOCSTRING.findall(source)
        for name in unknown_names(docstring, own, everywhere)
    ]
