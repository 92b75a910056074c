"""Mutants of a rule file: its text with one thing changed, as a slip of the pen would."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, TypeVar

from scorer.language.vocabulary import FUNCTIONS, GIVEN_CLASSES, SET_STATES, TRUTH_FACTS, WAIT_KINDS
from scorer.ruleset.items import RuleText
from scorer.ruleset.load import LoadedFile, load_text
from scorer.ruleset.model import Ruleset
from tests.support.rule_files import place_of

AnyMutant = TypeVar("AnyMutant")
Path = tuple[str | int, ...]
PROSE = frozenset(
    [
        "name",
        "id",
        "about",
        "family",
        "source",
        "notes",
        "usage",
        "remarks",
        "native",
        "also",
        "units",
        "definition",
        "help",
        "why",
        "holds",
        "fails",
        "hands",
        "extends",
        "draw",
        "art",
        "group",
        "beside",
        "letters",
        "choice_names",
        "play",
        "words",
        "in_box",
    ]
)
"""Keys of what is said to people, of examples, and of what no hand can show."""
BETWEEN_HANDS = ("deals", "draws", "final")
"""Sections of recorded games: tests/replay tries them on games."""
NAMED = ("options", "tiles", "sets", "shapes", "facts", "circumstances", "indicators", "tables", "amounts")
"""Sections whose keys are names of the author's own."""
TEXT_ONLY = ("requires", "to_win")
"""Mappings from conditions to reasons: the keys are rules, the values are words."""
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
WORD = re.compile(r"(?<![\w.\"])[a-z_][a-z0-9_]*(?![\w\"])")
SWAPS = {
    "and": "or", "or": "and", "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "+": "-", "-": "+", "*": "+", "//": "*", "/": "*", "**": "*", "&": "|", "|": "&", "not": "", "~": "",
}  # fmt: skip
SYMBOL = re.compile(r"(?:(?<= )(?:==|!=|<=|>=|<|>|\*\*|//|\+|-|\*|/|&|\|)(?= )|\b(?:and|or|not)\b|~)")
JOINT = re.compile(r" ?(?:\b(or|and|if|else)\b|([,|&])) ")
RANKS = {",": 1, "or": 2, "and": 3, "|": 4, "&": 5}
"""What joins templates, conditions and selectors, the loosest first; a comma in brackets joins other things."""
RELATIONS = ("implies", "excludes", "absorbs", "less", "beside", "series")
ROLES = {"discarder": "each", "each": "discarder", "dealer": "other", "other": "dealer"}
PAYING = ("payment", "penalties")


class Mutant(NamedTuple):
    """One change: the operator, where it is made, what stood there and what stands there now."""

    operator: str
    place: str
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.operator:9} {self.key}"

    @property
    def key(self) -> str:
        """What the change is called, whatever stands elsewhere in the file."""
        return f"{self.place}: {self.before} -> {self.after}".rstrip()


class Mutation:
    """A rule file that can be changed in one place at a time."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        loaded = load_text(text, name)
        self.loaded, self.source, self.ruleset = loaded, _source(loaded), _ruleset(loaded)
        self.line_starts = [0]
        for line in text.splitlines(keepends=True):
            self.line_starts.append(self.line_starts[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        """Every mutant, in the order of the file, each text once."""
        seen = {self.text}
        for mutant in self._of_value((), self.source.data):
            if mutant.text not in seen:
                seen.add(mutant.text)
                yield mutant

    def _of_value(self, path: Path, value: object) -> Iterator[Mutant]:
        if isinstance(value, dict):
            for key, below in value.items():
                if not _is_prose(path, key):
                    yield from self._of_entry((*path, key), below)
        elif isinstance(value, list):
            for place, below in enumerate(value):
                yield from self._of_item((*path, place), below)
                yield from self._of_value((*path, place), below)
        else:
            yield from self._of_plain(path, value)

    def _of_entry(self, path: Path, value: object) -> Iterator[Mutant]:
        """An entry of a mapping: taken away, given to another role, changed."""
        yield from self._deleted(path, key=True)
        key = path[-1]
        if path[0] in PAYING and key in ROLES:
            yield from self._replaced("role", path, 0, str(key), ROLES[str(key)], key=True)
        if len(path) > 1 and path[-2] in TEXT_ONLY:
            yield from self._of_expression(path, str(key), key=True)
            return
        if path[:1] == ("fu",) and key == "id":
            return
        yield from self._of_value(path, value)

    def _of_item(self, path: Path, value: object) -> Iterator[Mutant]:
        if path[:1] not in (("patterns",), ("add",)) or len(path) > 2:
            yield from self._deleted(path, key=False)

    def _of_plain(self, path: Path, value: object) -> Iterator[Mutant]:
        content = self.content(path)
        if isinstance(value, bool):
            yield from self._replaced("truth", path, 0, content, "false" if value else "true")
        elif isinstance(value, int):
            yield from self._numbers(path, 0, content)
        elif isinstance(value, str):
            yield from self._words_of_options(path, content)
            yield from self._of_expression(path, content)

    def _of_expression(self, path: Path, content: str, key: bool = False) -> Iterator[Mutant]:
        for found in NUMBER.finditer(content):
            yield from self._numbers(path, found.start(), found[0], key)
        for found in SYMBOL.finditer(content):
            before, after = found[0], SWAPS[found[0]]
            if not after and content[found.end() :].startswith(" "):
                before += " "
            yield from self._replaced("operator", path, found.start(), before, after, key)
        for start, end in parts_of(content):
            yield from self._replaced("part", path, start, content[start:end], "", key)
        for found in WORD.finditer(content):
            for sort, after in self._others(found[0]):
                yield from self._replaced(sort, path, found.start(), found[0], after, key)

    def _numbers(self, path: Path, at: int, text: str, key: bool = False) -> Iterator[Mutant]:
        number = int(text)
        for other in dict.fromkeys((number + 1, number - 1, number * 2, 0)):
            if other != number and other >= 0:
                yield from self._replaced("number", path, at, text, str(other), key)

    def _words_of_options(self, path: Path, content: str) -> Iterator[Mutant]:
        """The default of an option, or the value that an overlay gives it, as another of its choices."""
        if path[:1] in (("options",), ("set",)):
            option = next((one for one in self.ruleset.options if one.id == path[1]), None)
            for choice in option.choices if option and path[-1] in ("default", option.id) else ():
                if choice != content and isinstance(choice, str):
                    yield from self._replaced("choice", path, 0, content, choice)

    def _others(self, word: str) -> Iterator[tuple[str, str]]:
        """Another word of the same sort: every other class, as one is easily taken for another; else the next."""
        for sort, words in self.words.items():
            if word in words:
                place = words.index(word)
                others = [*words[place + 1 :], *words[:place]]
                yield from ((sort, other) for other in (others if sort == "class" else others[:1]))
                return

    @cached_property
    def words(self) -> dict[str, Sequence[str]]:
        rules = self.ruleset
        functions = [
            [name for name, one in FUNCTIONS.items() if (one.takes, one.gives) == sort]
            for sort in dict.fromkeys((one.takes, one.gives) for one in FUNCTIONS.values())
        ]
        facts = [*TRUTH_FACTS] + [one.fact for one in rules.circumstances if not one.is_number]
        return {
            "state": SET_STATES[:-2],
            "wait": WAIT_KINDS,
            "class": [*(one.id for one in rules.classes), *GIVEN_CLASSES],
            "kind": [*(one.id for one in rules.kinds), *(name for name, _ in rules.kind_unions)],
            "shape": [one.id for one in rules.shapes],
            "fact": list(dict.fromkeys(facts)),
            **{f"function{place}": names for place, names in enumerate(functions)},
        }

    # ---- the text

    def content(self, path: Path) -> str:
        """A plain value as it is written."""
        value = self.at(path)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def at(self, path: Path) -> object:
        value: object = self.source.data
        for step in path:
            value = value[step]  # type: ignore[index]
        return value

    def index(self, path: Path, offset: int = 0, key: bool = False) -> int:
        line, column = place_of(self.source, path, 0 if key else offset, key)
        return self.line_starts[line - 1] + column - 1 + (offset if key else 0)

    def _replaced(
        self, sort: str, path: Path, at: int, before: str, after: str, key: bool = False
    ) -> Iterator[Mutant]:
        start = self.index(path, at, key)
        while key and self.text[start] in "\"'":
            start += 1
        if self.text[start : start + len(before)] == before:
            text = self.text[:start] + after + self.text[start + len(before) :]
            yield Mutant(sort.rstrip("0123456789"), self.named(path, at), before.strip(), after, text)

    def _deleted(self, path: Path, key: bool) -> Iterator[Mutant]:
        """Without an entry: its lines, or its part of a line in braces."""
        if path[:1] == ("set",) and self._is_as_in_base(path):
            return  # an overlay may say what the base says
        if path[0] == "drop" and self._drops_draws(path):
            return
        span = self._lines(path, key) or self._part(path, key)
        if span is not None:
            before = " ".join(self.text[slice(*span)].split())
            sort = "relation" if any(step in RELATIONS for step in path) else "deleted"
            sort = "requires" if "requires" in path else sort
            short = before if len(before) < 60 else before[:57] + "..."
            yield Mutant(sort, self.named(path), short, "", self.text[: span[0]] + self.text[span[1] :])

    def _drops_draws(self, path: Path) -> bool:
        """Whether a part of `drop` names only ways in which a deal is drawn, which no worked hand can show."""
        building, names = self.loaded.builder, self.at(path)
        draws = building.base_root.get("draws") if building else None
        listed = names if isinstance(names, list) else [names]
        return (
            draws is not None
            and isinstance(draws.value, dict)
            and all(name in draws.value for name in listed)
        )

    def _is_as_in_base(self, path: Path) -> bool:
        """Whether a line of `set` gives an option the value that it has in the base."""
        building = self.loaded.builder
        default = building.base_root.get("options", str(path[-1]), "default") if building else None
        return default is not None and default.value == self.at(path)

    def _lines(self, path: Path, key: bool) -> tuple[int, int] | None:
        """The lines of an entry that stands on lines of its own."""
        line, column = place_of(self.source, path, key=key)
        start = self.line_starts[line - 1]
        lead = self.text[start : start + column - 1]
        if lead.strip() not in ("", "-") or (lead.strip() == "-" and key):
            return None
        indent = len(lead) if key else len(lead) - len(lead.lstrip())
        after = next((n for n in range(line, len(self.line_starts) - 1) if self._ends(n, indent, key)), None)
        return start, self.line_starts[after] if after is not None else len(self.text)

    def _ends(self, line: int, indent: int, key: bool) -> bool:
        text = self.text[self.line_starts[line] : self.line_starts[line + 1]]
        return bool(text.strip()) and len(text) - len(text.lstrip()) <= indent

    def _part(self, path: Path, key: bool) -> tuple[int, int] | None:
        """The part of a line in braces or brackets, with the comma behind it or before."""
        start = self.index(path, key=key)
        end = _end_of_part(self.text, start)
        if end is None:
            return None
        if self.text[end] == ",":
            return start, end + 1 + (self.text[end + 1] == " ")
        before = self.text[:start].rstrip()
        return (len(before) - 1, end) if before.endswith(",") else None

    def named(self, path: Path, at: int = 0) -> str:
        """A path with the ids of entries in place of their numbers, and how far in the value."""
        words: list[str] = []
        value: object = self.source.data
        for step in path:
            value = value[step]  # type: ignore[index]
            ident = value.get("id") if isinstance(step, int) and isinstance(value, dict) else None
            words.append(str(ident or step))
        return ".".join(words) + (f"@{at}" if at else "")


def parts_of(text: str) -> Iterator[tuple[int, int]]:
    """Where the two parts stand that a joint has beside it, each together with the joint.

    >>> [("a or b and (c | d)")[start:end] for start, end in parts_of("a or b and (c | d)")]
    ['a or ', ' or b and (c | d)', 'b and ', ' and (c | d)', 'c | ', ' | d']
    """
    depths = [0, *accumulate((sign in "([") - (sign in ")]") for sign in text)]
    joints = [
        (*found.span(), depths[found.start()], RANKS.get(found[1] or found[2], 0))
        for found in JOINT.finditer(text)
    ]
    for start, end, depth, rank in joints:
        others = [joint for joint in joints if joint[2] == depth and joint[3] <= rank]
        shallower = [place for place in range(len(text) + 1) if depths[place] < depth]
        before = [place + 1 for place in shallower if place < start] + [j[1] for j in others if j[0] < start]
        behind = [place - 1 for place in shallower if place > end] + [j[0] for j in others if j[0] >= end]
        if rank > (depth > 0):
            yield max(before, default=0), end
            yield start, min(behind, default=len(text))


def _is_prose(path: Path, key: str) -> bool:
    """Whether an entry is for people to read: names of tiles among them, but not what an author calls his own.

    What is between the hands of a game (`BETWEEN_HANDS`) is no prose, but no worked hand can show it.
    """
    if (not path and key in BETWEEN_HANDS) or (path[:1] == ("circumstances",) and key == "at"):
        return True
    if path[:1] == ("set",):  # its keys are paths, as in `set: {tileset.suits.a: ...}`
        *parents, key = [part for step in (*path[1:], key) for part in str(step).split(".")]
        path = tuple(parents)
        if parents[:1] == ["play"]:
            return True
    if path[:2] == ("tileset", "suits") and key == "tiles":
        return True
    return key in PROSE and not (len(path) == 1 and path[0] in NAMED)


def _end_of_part(text: str, start: int) -> int | None:
    """Where an entry in braces ends: at its comma or the closing bracket; None where it is not in braces."""
    depth, quote = 0, ""
    for at in range(start, len(text)):
        sign = text[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and text[at - 1] in " [{,:":
            quote = sign
        elif sign in "[{(":
            depth += 1
        elif sign in ")":
            depth -= 1
        elif sign in "]}":
            if depth == 0:
                return at
            depth -= 1
        elif sign == "," and depth == 0:
            return at
        elif sign == "\n":
            return None
    return None


def _source(loaded: LoadedFile) -> RuleText:
    if loaded.file_root is None:
        raise ValueError(f"{loaded.name} cannot be read")
    return loaded.file_root.source


def _ruleset(loaded: LoadedFile) -> Ruleset:
    if loaded.ruleset is None or loaded.problems:
        raise ValueError(f"{loaded.name} has problems of its own")
    return loaded.ruleset


def sampled(mutants: Iterable[AnyMutant], count: int, seed: int = 0) -> list[AnyMutant]:
    """The given number of mutants, evenly over the file; others with each seed. All if there are fewer, or with
    a count of 0.
    """
    found = list(mutants)
    step = max(1, len(found) // count) if count else 1
    return found[(step // 2 + seed) % step :: step][: count or None]
