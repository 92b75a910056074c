"""Every value of a rule file knows where it stands, to the character."""

from __future__ import annotations

import string

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.ruleset import source as module
from scorer.ruleset.items import RuleText
from scorer.ruleset.source import read_source
from tests.support.rule_files import item_at, place_of

READERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]
both_readers = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)


def read(text: str, reader: type = READERS[-1]) -> RuleText:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LOADER", reader)
        source, problems = read_source(text, "club.yaml")
    assert problems == []
    assert source is not None
    return source


CLUB = """\
# a club
name: Club
patterns:
  - id: pinfu
    value: {closed: 1, open: 'two'}
    when: |
      suits == 1 and

      not dealer
    match: >-
      chow(n, A),
      chow(n, B)
    definition: "one \\u5e73 and \\
      two"
    tags: [a, 'b', "c"]
  - id: long
    when: suits == 1
      and any_tile(honor)
  -
    - nested
    -

    - 'it''s so'
tables: {1: [2, 3], 6-7: [4]}
empty:
"""

PLACES = [
    (("name",), 0, (2, 7), "C"),
    (("name",), 3, (2, 10), "b"),
    (("patterns",), 0, (4, 3), "-"),
    (("patterns", 0), 0, (4, 5), "i"),
    (("patterns", 0, "value"), 0, (5, 12), "{"),
    (("patterns", 0, "value", "closed"), 0, (5, 21), "1"),
    (("patterns", 0, "value", "open"), 0, (5, 31), "t"),
    (("patterns", 0, "when"), 0, (7, 7), "s"),
    (("patterns", 0, "when"), len("suits == 1 and\n\n"), (9, 7), "n"),
    (("patterns", 0, "match"), 0, (11, 7), "c"),
    (("patterns", 0, "match"), len("chow(n, A), chow("), (12, 12), "n"),
    (("patterns", 0, "definition"), 0, (13, 18), "o"),
    (("patterns", 0, "definition"), 4, (13, 22), "\\"),
    (("patterns", 0, "definition"), 6, (13, 29), "a"),
    (("patterns", 0, "definition"), len("one X and "), (14, 7), "t"),
    (("patterns", 0, "tags", 1), 0, (15, 16), "b"),
    (("patterns", 1, "when"), len("suits == 1 and "), (18, 11), "a"),
    (("patterns", 2, 0), 0, (20, 7), "n"),
    (("patterns", 2, 1), 0, (21, 6), "\n"),
    (("patterns", 2, 2), 2, (23, 10), "'"),
    (("patterns", 2, 2), 3, (23, 12), "s"),
    (("tables", 1, 1), 0, (24, 17), "3"),
    (("tables", "6-7"), 0, (24, 26), "["),
]


@both_readers
@pytest.mark.parametrize(("path", "offset", "place", "character"), PLACES)
def test_a_value_stands_where_an_editor_shows_it(
    reader: type, path: tuple[str | int, ...], offset: int, place: tuple[int, int], character: str
) -> None:
    assert place_of(read(CLUB, reader), path, offset) == place
    line, column = place
    assert (CLUB.split("\n")[line - 1] + "\n")[column - 1] == character


@both_readers
def test_a_key_stands_where_an_editor_shows_it(reader: type) -> None:
    source = read(CLUB, reader)
    assert place_of(source, ("patterns",), key=True) == (3, 1)
    assert place_of(source, ("patterns", 0, "id"), key=True) == (4, 5)
    assert place_of(source, ("patterns", 0, "value", "open"), key=True) == (5, 24)
    assert place_of(source, ("tables", 1), key=True) == (24, 10)
    assert place_of(source, ("patterns", 0), key=True) == (4, 5), "a list item has no key"


def test_a_problem_marks_the_content_and_shows_its_line() -> None:
    source = read(CLUB)
    found = item_at(source, "patterns", 0, "when").problem(
        "L301", "no", offset=6, length=4, hint="try", severity="warning"
    )
    assert (found.code, found.file, found.line, found.column, found.length) == ("L301", "club.yaml", 7, 13, 4)
    assert (str(found.message), str(found.hint), found.severity) == ("no", "try", "warning")
    assert found.source_line == "      suits == 1 and"


def test_a_problem_marks_as_much_of_the_line_as_the_content_takes() -> None:
    source = read(CLUB)

    def marked(*path: str | int, **options: int) -> str:
        found = item_at(source, *path).problem("L301", "", **options)
        return found.source_line[found.column - 1 :][: found.length]

    assert marked("patterns", 0, "definition", offset=0, length=5) == "one \\u5e73"
    assert marked("patterns", 2, 2, offset=0, length=4) == "it''s"
    assert marked("patterns", 2, 2, length=0) == "it''s so"
    assert marked("patterns", 0, "value", key=True) == "value"
    assert marked("patterns", 0, "match", length=0) == "chow(n, A),", "the mark ends with the line"
    assert marked("patterns", 0, "tags", length=9) == "["
    past = item_at(source, "name").problem("L301", "", offset=99, length=9)
    assert (past.column, past.length) == (len("name: Club") + 1, 1)


def test_an_offset_past_the_content_is_its_end() -> None:
    source = read("a: 'it''s'\nb: |2-\n     x y  z\nc: ''\n")
    assert place_of(source, ("a",), 4) == place_of(source, ("a",), 999) == (1, 10)
    assert place_of(source, ("a",), -5) == (1, 5)
    assert source.data == {"a": "it's", "b": "   x y  z", "c": ""}
    assert [place_of(source, ("b",), k) for k in range(10)] == [(3, column) for column in range(3, 13)]
    assert place_of(source, ("c",), 3) == (4, 4)


@both_readers
def test_anchors_tags_and_comments_before_a_value_are_skipped(reader: type) -> None:
    text = "a: &x !!str # why\n  12 is\nb: &y\n  - 1\nc: *x\nd: &z [*y]\ne: &w\nf: !!str |\n  text\n"
    source = read(text, reader)
    assert source.data == {"a": "12 is", "b": [1], "c": "12 is", "d": [[1]], "e": None, "f": "text\n"}
    assert place_of(source, ("a",), 3) == (2, 6)
    assert place_of(source, ("b",)) == (4, 3)
    assert place_of(source, ("c",), 3) == (5, 4), "what is repeated stands where it is asked for"
    assert place_of(source, ("c",), key=True) == (5, 1)
    assert place_of(source, ("d",)) == (6, 7)
    assert place_of(source, ("f",), 1) == (9, 4)


@both_readers
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_on_any_system(reader: type, line_end: str) -> None:
    source = read(CLUB.replace("\n", line_end), reader)
    assert [place_of(source, path, offset) for path, offset, _, _ in PLACES] == [
        place for _, _, place, _ in PLACES
    ]
    assert source.data == read(CLUB).data


@both_readers
def test_a_byte_order_mark_moves_nothing(reader: type) -> None:
    assert place_of(read("\ufeff" + CLUB, reader), ("name",)) == (2, 7)


@both_readers
def test_wide_and_rare_characters_take_one_column(reader: type) -> None:
    text = 'a: {en: 平和🀄 x, ja: "🀀\\U0001F001y"} # 平和\nb: c\n'
    source = read(text, reader)
    assert place_of(source, ("a", "en"), 4) == (1, 13)
    assert place_of(source, ("a", "ja"), 2) == (1, text.index("y") + 1)
    assert place_of(source, ("b",)) == (2, 4)


def test_a_shown_line_is_cut_and_cannot_command_a_terminal() -> None:
    found = item_at(read("a: " + "x" * 500), "a").problem("L301", "", offset=2)
    assert (found.source_line, found.column) == ("a: " + "x" * 197, 6)
    far = item_at(read("a: " + "x" * 500), "a").problem("L301", "", offset=300)
    assert far.source_line[far.column - 1 :].startswith("x")
    _, problems = read_source("a: \x1b[31m", "club.yaml")
    assert problems[0].source_line == "a: \ufffd[31m"


# -- any content in any style ------------------------------------------------------------------------

TOKENS = [
    "suits",
    "==",
    "1",
    "and",
    "not",
    "chow(n,",
    "A)",
    "a'b",
    "平和",
    "🀄",
    "x",
    "x",
    "(",
    ")",
    ">=",
    "&",
    "é\u00a0é",
]
lines = st.lists(st.sampled_from(TOKENS), min_size=1, max_size=12)
folds = st.lists(st.booleans(), min_size=13, max_size=13)
Written = tuple[str, list[int]]


def solid(content: str) -> list[int]:
    """The characters of the content that are no white space."""
    return [k for k, character in enumerate(content) if character not in " \t\n"]


def flowed(words: list[str], indent: str, fold: list[bool], character: dict[str, str]) -> Written:
    """The words as a plain or quoted scalar, broken into lines where `fold` says so."""
    raw, places = "", []
    for number, word in enumerate(words):
        raw += "" if number == 0 else "  \n" + indent if fold[number] else " "
        for letter in word:
            places.append(len(raw))
            raw += character.get(letter, letter)
    return raw, places


@given(lines, folds, st.sampled_from(["", "'"]), st.sampled_from(["   ", "      "]), st.sampled_from(READERS))
@settings(max_examples=80, deadline=None)
def test_places_are_exact_in_plain_and_single_quoted_text(
    words: list[str], fold: list[bool], quote: str, indent: str, reader: type
) -> None:
    words = ["so", *words]
    raw, places = flowed(words, indent, fold, {"'": "''"} if quote else {})
    head = "- k: " + quote
    source = read(f"{head}{raw}{quote}\n- z\n", reader)
    check(source, (0, "k"), " ".join(words), [len(head) + place for place in places])


@given(
    st.text(string.printable[:95] + "\t\n平和🀄é\u00a0", min_size=1, max_size=30),
    st.lists(st.sampled_from("asxuU\\"), min_size=30, max_size=30),
    st.sampled_from(READERS),
)
@settings(max_examples=60, deadline=None)
def test_places_are_exact_in_double_quoted_text_with_any_escapes(
    content: str, how: list[str], reader: type
) -> None:
    head = '{k: "'
    raw, places = head, []
    for letter, form in zip(content, how, strict=False):
        if form == "\\" and raw != head:
            raw += "\\\n   "  # an escaped line end and the indentation after it are nothing
        if letter not in " \t\n":
            places.append(len(raw))
        raw += escaped(letter, form)
    check(read(raw + '", z: y}', reader), ("k",), content, places)


def escaped(letter: str, form: str) -> str:
    code = ord(letter)
    if form == "x" and code < 256:
        return f"\\x{code:02x}"
    if form == "u" and code < 65536:
        return f"\\u{code:04X}"
    if form == "U" or letter in " \t":
        return f"\\U{code:08x}"
    return {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\u00a0": "\\_"}.get(letter, letter)


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.lists(st.sampled_from(TOKENS), max_size=4)), min_size=1, max_size=8
    ),
    st.sampled_from("|>"),
    st.sampled_from(["", "-", "+"]),
    st.booleans(),
    st.integers(1, 5),
    st.sampled_from(READERS),
)
@settings(max_examples=80, deadline=None)
def test_places_are_exact_in_block_text(
    written: list[tuple[int, list[str]]], style: str, chomp: str, explicit: bool, indent: int, reader: type
) -> None:
    rows = [" " * more + " ".join(words) if words else "" for more, words in [(0, ["so"]), *written]]
    head = f"- k: {style}{indent if explicit else ''}{chomp} # a comment\n"
    body = "".join(" " * (2 + indent) + row + "\n" if row else "\n" for row in rows)
    source = read(head + body + "- z\n", reader)
    content = source.data[0]["k"]  # type: ignore[index]
    places = [len(head) + k for k, letter in enumerate(body) if letter not in " \n"]
    if style == "|":
        assert content.rstrip("\n") == "\n".join(rows).rstrip("\n")
    check(source, (0, "k"), content, places)


def check(source: RuleText, path: tuple[str | int, ...], content: str, places: list[int]) -> None:
    """Each character of the content that is no white space is found at its place in the text."""
    value: object = source.data
    for step in path:
        value = value[step]  # type: ignore[index]
    assert value == content
    starts = [0]
    for row in source.text.split("\n"):
        starts.append(starts[-1] + len(row) + 1)
    found = [place_of(source, path, k) for k in solid(content)]
    assert [starts[line - 1] + column - 1 for line, column in found] == places


@given(
    st.text("ab '\"#:-\\{[,&*!|>%@\n平🀄", max_size=60),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from(READERS),
)
@settings(max_examples=60, deadline=None)
def test_places_are_exact_however_a_program_writes_the_text(
    content: str, style: str | None, reader: type
) -> None:
    text = yaml.safe_dump([{"k": content}], default_style=style, width=20, allow_unicode=True)
    source = read(text, reader)
    assert source.data == [{"k": content}]
    found = [place_of(source, (0, "k"), k) for k in solid(content)]
    assert found == sorted(set(found)), "each further than the one before"
    rows = text.split("\n")
    for k, (line, column) in zip(solid(content), found, strict=True):
        raw = rows[line - 1][column - 1 :]
        assert raw.startswith((content[k], "\\" + content[k], f"\\U{ord(content[k]):08X}"))
