"""A rule file that cannot be used says so with a code, a place and a way out; it never harms or crashes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.errors import Problem
from scorer.ruleset import source as module
from scorer.ruleset.source import TextAndProblems, read_bytes, read_source
from tests.support.rule_files import place_of

READERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]
both_readers = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)


def read(text: str, reader: type = READERS[-1]) -> TextAndProblems:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LOADER", reader)
        return read_source(text, "club.yaml")


def brief(problems: list[Problem]) -> list[tuple[int, int, str]]:
    return [(problem.line, problem.column, problem.code) for problem in problems]


# -- problems of single values: the file is read to its end ------------------------------------------

VALUES = {
    "a: 1\nb: 2\na: 3\n": [(3, 1, "L103")],
    "a: {b: 1, 'b': 2}\nc: {b: 1}\n": [(1, 11, "L103")],
    "16: 1\n0x10: 2\n'16': 3\n": [(2, 1, "L103"), (3, 1, "L103")],
    "a: &x 1\nb: &x 2\nc: *x\n": [(2, 4, "L103")],
    "a: yes\nb: [No, ON, off]\n": [(1, 4, "L104"), (2, 5, "L104"), (2, 9, "L104"), (2, 13, "L104")],
    "on: 1\na: {no: 2}\n": [(1, 1, "L104"), (2, 5, "L104")],
    'a: "yes"\nb: \'on\'\nc: yes please\nd: y\ne: oN\nf: !!str no\n"off": 1\n': [],
    'a: "x\\e[31m"\n': [(1, 6, "L105")],
    'a: "x\\ry"\n"b\\r": 1\n': [(1, 6, "L105"), (2, 3, "L105")],
    'a: "x\\u202e"\n': [(1, 6, "L105")],
    'a: "x\\0"\nb: "\\u2028"\n': [(1, 6, "L105"), (2, 5, "L105")],
    "a: 123456789012345678901\nb: -12345678901234567890\n": [(1, 4, "L106")],
    "a: 1e999\nb: [.inf, -.INF, .nan]\n": [(1, 4, "L106"), (2, 5, "L106"), (2, 11, "L106"), (2, 18, "L106")],
    "a: " + "x" * 10_001: [(1, 4, "L106")],
    "a: " + "x" * 10_000: [],
    "a: &x [1, *x]\n": [(1, 11, "L106")],
    "a: &x {b: {c: *x}}\n": [(1, 15, "L106")],
    "a: !!python/object:os.system x\n": [(1, 4, "L107")],
    "a: !!python/object/apply:os.system ['x']\nb: !own {c: 1}\n": [(1, 4, "L107"), (2, 4, "L107")],
    "a: ! x\nb: !<tag:x> y\nc: !!set {d}\n": [(1, 4, "L107"), (2, 4, "L107"), (3, 4, "L107")],
    "a: !!int x\nb: !!map x\nc: !!seq {}\nd: !!bool 1\n": [(line, 4, "L107") for line in (1, 2, 3, 4)],
    "a: 1\n---\nb: 2\n---\n": [(2, 1, "L108")],
    "1.5: a\ntrue: b\nnull: c\n~: d\n": [(1, 1, "L109"), (2, 1, "L109"), (3, 1, "L109"), (4, 1, "L109")],
    "? [a]\n: 1\n? {b: c}\n: 2\n": [(1, 3, "L109"), (3, 3, "L109")],
    "? \n: 1\n? # none\n: 2\n": [(1, 2, "L109"), (3, 2, "L109")],
    "b: &x {c: 1}\na:\n  <<: *x\n  '<<': 2\n": [(3, 3, "L109")],
    "a: &x y\n*x : 1\n": [(2, 1, "L109")],
    "a: *x\n": [(1, 4, "L102")],
    "a: no\na: !!float x\n2.5: 1\n": [(1, 4, "L104"), (2, 1, "L103"), (2, 4, "L107"), (3, 1, "L109")],
}  # fmt: skip


@both_readers
@pytest.mark.parametrize(("text", "expected"), VALUES.items())
def test_a_faulty_value_is_placed_and_the_rest_is_read(
    reader: type, text: str, expected: list[tuple[int, int, str]]
) -> None:
    source, problems = read(text, reader)
    assert brief(problems) == expected
    assert source is not None
    assert all(str(problem.hint) for problem in problems)


# -- problems that end the reading -------------------------------------------------------------------

SYNTAX = {
    "a:\n\tb: 1\n": (2, 1, "L102", "tab is used for indentation"),
    "a:\n  b: 1\n  \tc: 2\n": (3, 3, "L102", "tab is used for indentation"),
    "a: 1\n \tb: 2\n": (2, 2, "L102", "tab is used for indentation"),
    "- \ta: 1\n  b: 2\n": (1, 3, "L102", "there is a tab where"),
    "when: x: y\n": (1, 8, "L102", "second ': '"),
    "a: 1\n b: 2\n": (2, 2, "L102", "indented more than the one above"),
    "a:b\nc: d\n": (1, 1, "L102", "neither 'key: value' nor '- item'"),
    "a: 1\n: 2\n": (2, 1, "L102", "key is missing"),
    "a: {b: 1, : 2}\n": (1, 11, "L102", "key is missing"),
    "a: {when: b: c}\n": (1, 12, "L102", "second ': '"),
    "a: 'x\nb: 2\n": (1, 4, "L102", "quote is never closed"),
    'a: "x\nb: 2\n': (1, 4, "L102", "quote is never closed"),
    "a: 'it's'\n": (1, 8, "L102", "follows the end of a value"),
    "a: [x] y\n": (1, 8, "L102", "follows the end of a value"),
    "a: [1, 2\nb: 3\n": (1, 4, "L102", "'[' is never closed"),
    "a: {b: 1]\n": (1, 9, "L102", "closing bracket is missing"),
    "a: {b: [1, 2\n": (1, 8, "L102", "'[' is never closed"),
    "a: {b: [1, 2]\n# end\n": (1, 4, "L102", "'{' is never closed"),
    "[": (1, 1, "L102", "'[' is never closed"),
    "a: [1,,2]\n": (1, 7, "L102", "',' cannot begin a value"),
    "a: ]\n": (1, 4, "L102", "']' cannot begin a value"),
    "a: @x\n": (1, 4, "L102", "'@' cannot begin a value"),
    "a: %x\n": (1, 4, "L102", "'%' cannot begin a value"),
    "a: *\n": (1, 4, "L102", "'*' at the beginning"),
    "a: ? b\n": (1, 4, "L102", "'?' at the beginning"),
    "a: &\n": (1, 4, "L102", "'&' at the beginning"),
    "a: 1\nb\n": (2, 1, "L102", "neither 'key: value' nor '- item'"),
    "- a\n-b\nc: d\n": (2, 1, "L102", "neither 'key: value' nor '- item'"),
    "a:\n    b: 1\n  c: 2\n": (3, 3, "L102", "indentation of this line"),
    "a:\n  - 1\n - 2\n": (3, 2, "L102", "indentation of this line"),
    "a: - b\n": (1, 4, "L102", "list cannot begin here"),
    'a: "x\\q"\n': (1, 6, "L102", "no such escape"),
    'a: "\\xZZ"\n': (1, 7, "L102", "is not a character"),
    "a: |x\n  y\n": (1, 5, "L102", "may follow '|' or '>'"),
    "  a: 1\nb: 2\n": (2, 1, "L102", "does not belong"),
    "%YAML 2.0\n---\na: 1\n": (1, 1, "L102", "'%'"),
    "a: !foo!bar 1\n": (1, 4, "L107", "tags are not allowed"),
    "%TAG ! tag:x\n---\na: 1\n": (1, 1, "L107", "tags are not allowed"),
    "": (1, 1, "L108", "this file is empty"),
    " \n# only a comment\n": (1, 1, "L108", "this file is empty"),
    "---\n...\n": (1, 1, "L108", "this file is empty"),
    "null\n": (1, 1, "L108", "this file is empty"),
    "---\n---\na: 1\n": (2, 1, "L108", "second document"),
    "a: x\0y\n": (1, 5, "L105", "U+0000"),
    "a: 1\nb: \x1b[0m\n": (2, 4, "L105", "U+001B"),
    "a: x\u2028y\n": (1, 5, "L105", "U+2028"),
    "a: x\ufeffy\n": (1, 5, "L105", "U+FEFF"),
    "a: x\u202ey\n": (1, 5, "L105", "U+202E"),
    "a: \u2066y\n": (1, 4, "L105", "U+2066"),
    "a: \ud800\n": (1, 4, "L105", "U+D800"),
    "a: \x85b\n": (1, 4, "L105", "U+0085"),
    "a: " + "[" * 39 + "[" + "]" * 40: (1, 43, "L106", "deeper than 40"),
    "a: " + "[{b: " * 100_000: (1, 4 + 5 * 19 + 1, "L106", "deeper than 40"),
    "- " * 100_000: (1, 81, "L106", "deeper than 40"),
    "a: &x b\nc: [" + "*x, " * 21 + "]": (2, 5 + 4 * 20, "L106", "more than 20 uses"),
    "a: " + "x" * (1 << 20): (1, 1, "L106", "longer than"),
}  # fmt: skip


@both_readers
@pytest.mark.parametrize(("text", "expected"), SYNTAX.items(), ids=lambda value: repr(value)[:40])
def test_a_text_that_cannot_be_read_is_told_in_plain_words(
    reader: type, text: str, expected: tuple[int, int, str, str]
) -> None:
    source, problems = read(text, reader)
    (problem,) = problems
    assert (problem.line, problem.column, problem.code) == expected[:3]
    assert expected[3] in str(problem.message)
    assert source is None or problem.code == "L108"


def test_a_bracket_that_is_open_where_the_next_key_begins_is_told_where_it_opened() -> None:
    _, problems = read("a:\n  b: [1, 2\nc: 3\n")
    assert (problems[0].line, problems[0].column) == (2, 6)
    assert str(problems[0].hint) == "add the matching bracket"


def test_a_repeated_key_names_the_first_and_the_first_counts() -> None:
    source, problems = read("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n")
    assert str(problems[0].message) == "duplicate key 'c': already defined at line 3, column 3"
    assert source is not None
    assert source.data == {"a": 1, "b": {"c": 1, "d": 2}}


def test_an_old_boolean_is_a_warning_and_stays_text() -> None:
    source, problems = read("a: Off\n")
    assert [(problem.severity, problem.length) for problem in problems] == [("warning", 3)]
    assert str(problems[0].hint) == "write true or false, or quote it"
    assert source is not None
    assert source.data == {"a": "Off"}


def test_what_was_found_before_a_syntax_error_is_told_with_it() -> None:
    source, problems = read("a: no\na: 1\nb: [\n")
    assert source is None
    assert brief(problems) == [(1, 4, "L104"), (2, 1, "L103"), (3, 4, "L102")]


def test_every_forbidden_character_is_told_up_to_ten() -> None:
    _, problems = read("".join(f"k{line}: \x07\n" for line in range(12)))
    assert brief(problems) == [(line, 5, "L105") for line in range(1, 11)]


@pytest.mark.slow
def test_more_than_thirty_thousand_values_are_refused() -> None:
    assert read("a: [" + "0," * 29_997 + "]")[1] == []
    source, problems = read("a: [" + "0," * 29_998 + "]")
    assert source is None
    assert brief(problems) == [(1, 5 + 2 * 29_997, "L106")]


def test_a_hostile_file_gets_a_hundred_errors_at_most() -> None:
    source, problems = read("a: 1\n" * 20_000)
    assert source is None
    assert [problem.code for problem in problems] == ["L103"] * 100


def test_many_warnings_do_not_hide_the_errors_nor_the_data() -> None:
    source, problems = read("a: [" + "no, " * 5_000 + "]\na: 2\n")
    assert source is not None
    assert [problem.code for problem in problems] == ["L104"] * 100 + ["L103"]


# -- aliases -----------------------------------------------------------------------------------------


@both_readers
def test_an_anchor_may_be_used_twenty_times(reader: type) -> None:
    source, problems = read("a: &x {b: [1]}\nc: [" + "*x, " * 20 + "]\n", reader)
    assert problems == []
    assert source is not None
    assert source.data == {"a": {"b": [1]}, "c": [{"b": [1]}] * 20}


def test_the_values_that_aliases_stand_for_are_counted() -> None:
    laughs = "a0: &a0 [x, x, x, x, x, x, x, x]\n"
    laughs += "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 7))
    assert read(laughs)[1] == []
    _, problems = read("a: &x [" + "0, " * 9_000 + "]\nb: [" + "*x, " * 4 + "]\n")
    assert brief(problems) == [(2, 13, "L106")]


def test_the_depth_of_what_aliases_stand_for_is_counted() -> None:
    deep = "a: &x " + "[" * 30 + "]" * 30 + "\n"
    assert read(deep + "b: " + "[" * 9 + "*x" + "]" * 9)[1] == []
    _, problems = read(deep + "b: " + "[" * 10 + "*x" + "]" * 10)
    assert brief(problems) == [(2, 14, "L106")]


# -- hostile and random input ------------------------------------------------------------------------

HOSTILE = {
    "tag directives": "".join(f"%TAG !a{number}! x\n" for number in range(60_000)) + "--- a",
    "tag directives after a document": "a: 1\n...\n" + "%TAG !a! x\n" * 60_000,
    "brackets on lines": "[\n" * 100_000,
    "indented lists": "".join(" " * number + "-\n" for number in range(1_000)),
    "keys in question": "? " * 100_000,
    "documents": "---\n" * 250_000,
    "empty lines": "a: b" + "\n" * 1_000_000 + " c",
    "anchors": "&a " * 300_000,
    "escapes": 'a: "' + "\\x41" * 250_000 + '"',
    "one long anchor": "&" + "x" * 1_000_000,
    "digits": "a: " + "9" * 1_000_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_refused_at_once(text: str) -> None:
    began = time.process_time()
    _, problems = read(text)
    assert time.process_time() - began < 2
    assert any(problem.severity == "error" for problem in problems)


def test_deep_brackets_take_no_memory() -> None:
    status = Path("/proc/self/status")  # getrusage tells the peak of the parent as well
    if not status.exists():
        pytest.skip("this system does not tell the peak of a process")
    program = (
        "import re; from scorer.ruleset.source import read_source;"
        "source, problems = read_source('[' * 100_000, 'x');"
        "peak = re.search(r'VmHWM:\\s*(\\d+) kB', open('/proc/self/status').read());"
        "print(problems[0].code, int(peak[1]) < 200_000)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=True
    )
    assert done.stdout.split() == ["L106", "True"]


WORDS = ["a", "key: ", "<<: ", "!!", "&a ", "*a", "---\n", "\\x", "\\u", "\\U00110000", "%YAML 1.1\n"]
MORE = ["%TAG ! x\n", "no", "1e9", "0x", "- ", ": ", "\n  ", "\n", "|\n", ">\n", "[a, ", "{a: "]
PIECES = [*"\n\t -:?,[]{}#&*!|>'\"%@`~\\0.x\ré🀄", *WORDS, *MORE]


@given(
    st.one_of(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.text(max_size=20)),
    st.sampled_from(READERS),
)
@settings(max_examples=120, deadline=None)
def test_no_text_raises_and_whatever_is_read_is_plain_and_placed(text: str, reader: type) -> None:
    source, problems = read(text, reader)
    assert source is not None or any(problem.severity == "error" for problem in problems)
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in problems:
        assert 1 <= problem.line <= len(rows)
        assert 1 <= problem.column <= len(rows[problem.line - 1]) + 1
        assert problem.length >= 1
    if source is not None:
        visit(source.data, ())
        for path in paths(source.data, ()):
            line, column = place_of(source, path, 3)
            assert 1 <= column <= len(rows[line - 1]) + 1


def paths(data: object, path: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(inner for step, value in steps for inner in paths(value, (*path, step)))]


def visit(data: object, path: tuple[str | int, ...]) -> None:
    assert type(data) in (dict, list, str, int, float, bool, type(None)), path
    if isinstance(data, dict):
        assert all(type(key) in (str, int) for key in data)
    for step, value in (
        data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    ):
        visit(value, (*path, step))


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text("ab: -#'\"\n平", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("ab:平", max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)


@pytest.mark.slow
@given(st.lists(values, min_size=1), st.sampled_from([None, True, False]), st.sampled_from(READERS))
@settings(max_examples=60, deadline=None)
def test_data_written_by_a_program_is_read_back(data: object, flow: bool | None, reader: type) -> None:
    text = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=True, width=30, sort_keys=False)
    source, problems = read(text, reader)
    assert problems == []
    assert source is not None
    assert source.data == data


@given(st.binary(max_size=60))
@settings(max_examples=80, deadline=None)
def test_no_bytes_raise(data: bytes) -> None:
    source, problems = read_bytes(data, "club.yaml")
    assert source is not None or problems


def test_a_file_of_sixty_kilobytes_is_read_in_a_blink() -> None:
    item = "  - id: p{0}\n    name: {{en: Pinfu, ja: 平和}}\n    when: suits == 1 and all_sets(chow)\n"
    item += '    holds: ["234m567m345p67s99s+8s ron seat=S"]\n'
    text = "patterns:\n" + "".join(item.format(number) for number in range(500))
    assert len(text) > 60_000
    times = []
    for _ in range(3):
        began = time.process_time()
        assert read(text)[1] == []
        times.append(time.process_time() - began)
    assert min(times) < (0.2 if yaml.__with_libyaml__ else 3)
