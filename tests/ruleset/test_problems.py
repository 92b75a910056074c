"""Faults of rule files: each is said at its place, with what may have been meant."""

from __future__ import annotations

import pytest

from tests.support.places import DATA
from tests.support.small import STANDARD, problems_of, read_text

BAD = [
    "10:26: 'dragons' is neither a kind of set nor a tile class | did you mean 'dragon'?",
    "13:15: unknown fact 'terminal' | 'terminal' is a tile class: write all_tiles(terminal), any_tile(terminal)"
    " or tiles(terminal)",
    "16:42: 'chaw' is not a kind of set | did you mean 'chow'?",
    "19:30: unknown fact 'self_drawn' | did you mean 'self_draw'?",
    "22:26: '__import__('os').system('x')' is not allowed in a rule expression",
    "25:50: cannot read this expression: '(' was never closed | add the closing bracket",
    "29:15: pattern 'daisangen' implies 'shousangan', which this ruleset does not define"
    " | did you mean 'shousangen'?",
    "30:56: 'b' is not a suit | suit variables are capital letters; the suits themselves are m, p, s",
]
"""In the order of the file; elements of a `match` list are marked themselves."""


def test_every_fault_of_a_file_is_found_at_once_in_the_order_of_the_file() -> None:
    assert problems_of((DATA / "faults" / "bad.yaml").read_text(encoding="utf-8")) == BAD


def test_a_problem_shows_its_line_and_marks_the_words_at_fault() -> None:
    text = (DATA / "faults" / "bad.yaml").read_text(encoding="utf-8")
    _, problems = read_text(text, "bad.yaml")
    marked = [p.source_line[p.column - 1 : p.column - 1 + p.length] for p in problems]
    assert marked == [
        "dragons", "terminal", "chaw", "self_drawn", "__import__('os').system('x')", "(", "shousangan", "b",
    ]  # fmt: skip
    assert {p.severity for p in problems} == {"error"}


STYLES = {
    "plain": "    when: all_tiles(x) and\n      selfdraw\n",
    "single": "    when: 'all_tiles(x) and selfdraw'\n",
    "double": '    when: "all_tiles(x) \\u0061nd selfdraw"\n',
    "folded": "    when: >-\n      all_tiles(x)\n      and\n      selfdraw\n",
    "literal": "    when: |\n      all_tiles(x)\n        and selfdraw\n",
    "flow": "    group: [a, b]\n    when: all_tiles(x) and selfdraw # and more\n",
}


@pytest.mark.parametrize("style", STYLES)
def test_a_fault_is_marked_in_every_style_of_text(style: str) -> None:
    text = "tiles: {x: 19m}\npatterns:\n  - id: it\n    value: 1\n" + STYLES[style]
    line = next(number for number, row in enumerate(text.splitlines(), 1) if "selfdraw" in row)
    column = text.splitlines()[line - 1].index("selfdraw") + 1
    assert problems_of(text) == [f"{line}:{column}: unknown fact 'selfdraw' | did you mean 'self_draw'?"]


KEYS = {
    "plain": "to_win:\n  dealer and selfdraw: a reason\n",
    "flow": "to_win: {dealer and selfdraw: a reason}\n",
    "single": "to_win:\n  'dealer and selfdraw': a reason\n",
    "double": 'to_win:\n  "dealer and selfdraw": {en: a reason}\n',
    "requires": "circumstances:\n  late:\n    requires:\n      dealer and selfdraw: a reason\n",
}


@pytest.mark.parametrize("style", KEYS)
def test_a_fault_in_a_condition_that_is_a_key_is_marked_in_the_key(style: str) -> None:
    text = KEYS[style]
    line = next(number for number, row in enumerate(text.splitlines(), 1) if "selfdraw" in row)
    column = text.splitlines()[line - 1].index("selfdraw") + 1
    assert problems_of(text) == [f"{line}:{column}: unknown fact 'selfdraw' | did you mean 'self_draw'?"]
    _, problems = read_text(text + STANDARD, "bad.yaml")
    assert [problem.length for problem in problems] == [len("selfdraw")]


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("", "an empty expression"),
        ("self_draw and", "cannot read this expression"),
        ("self_draw && dealer", "cannot read this expression"),
        ("self_draw = true", "cannot read this expression"),
        ("pung", "unknown fact 'pung' | 'pung' is a kind of set: write sets(pung) or any_group(pung)"),
        ("sets", "unknown fact 'sets' | 'sets' is a function: sets(selector)"),
        ("it", "unknown fact 'it' | 'it' is a pattern: write awarded(it), which works only where the patterns have already been found"),
        ("awarded(it) == 1", "'it' depends on 'it', which depends on other patterns itself"),
        ("total == 1", "'total' is not available here; only the hand and the other patterns can be used"),
        ("waits", "'waits' is a number; expected a condition | compare it: waits >= 1"),
        ("sets(pung) == dealer", "'dealer' is true or false; expected a number | write (1 if dealer else 0)"),
        ("self_draw == 1", "'self_draw' is true or false; expected a number | write self_draw"),
        ("self_draw < 1", "'self_draw' is true or false; expected a number | write not self_draw"),
        ("suits === 1", "write '==' for '==='"),
        ("suits == 1;", "remove the ';'"),
        ("sets（pung）> 1", "write '（' in half width"),
        ("suits == 1 ? 1 : 0", "use the form: value if condition else other value"),
        ("dealer xor self_draw", "write (a and not b) or (b and not a)"),
        ("match(chow(suit=A rank=1))", "put a ',' between the two"),
        ("sett(pung) == 1", "unknown function 'sett' | did you mean 'sets'?"),
        ("chow(n, A)", "'chow(...)' is a template | use match(chow(n, A))"),
        ("shape(standart)", "'standart' is not a shape of this ruleset | did you mean 'standard'?"),
        ("wait(edges)", "'edges' is not a kind of wait | did you mean 'edge'?"),
        ("values(colour) == 1", "'colour' is not an attribute of the tiles"),
        ("copies(four) == 1", "'four' is not a small whole number"),
        ("contains(123A)", "cannot read this expression"),
        ('contains("123")', "'123' ends without a suit | digits, then a suit: 123A456B or 123m"),
        ('contains("12q")', "'12q' is not tile notation"),
        ("contains(pung)", "'pung' is not tile notation"),
        ("all_tiles(x, x)", "all_tiles(class) was given 2 arguments"),
        ("all_tiles(of=x)", "is not allowed in a rule expression"),
        ("suits in 3", "is not allowed in a rule expression | compare with == != < <= > >="),
        ("suits == 1 & dealer", "is not allowed in a rule expression | conditions are joined with and, or"),
        ("~dealer", "is not allowed in a rule expression | '~' negates classes"),
        ("'text'", "text is not allowed in a rule expression"),
        ("suits > 1.5", "float is not allowed in a rule expression | numbers are whole numbers"),
        ("suits > 1.000", "float is not allowed in a rule expression | write 1000"),
        ("25,000", "a ',' is not allowed in a rule expression | write 25000"),
        ("suits > 25,050", "a number begins with 0 | write 25050"),
        ("suits > 25 000", "a word or sign is missing or misplaced | write 25000"),
        ("suits > 07", "a number begins with 0 | write 7"),
        ("suits > 99999999999", "99999999999 is too large; at most 1,000,000,000"),
        ("x.y", "Attribute is not allowed in a rule expression"),
        ("x[0]", "'[...]' is not allowed in a rule expression"),
        ("[x for x in y]", "ListComp is not allowed in a rule expression"),
        ("lambda: 1", "Lambda is not allowed in a rule expression"),
        ("(dealer := 1)", "NamedExpr is not allowed in a rule expression"),
        ("f'{x}'", "JoinedStr is not allowed in a rule expression"),
        ("eval('1')", "'eval('1')' is not allowed in a rule expression"),
        ("not " * 60 + "dealer", "an expression nested more than 40 deep"),
        ("not " * 300 + "dealer", "an expression of 1206 characters; the limit is 500"),
        ("2 ** 9999 > suits", ""),
    ],
)  # fmt: skip
def test_an_expression_that_cannot_be_is_told_why(expression: str, problem: str) -> None:
    quoted = "'" + expression.replace("'", "''") + "'"
    text = (
        "tiles: {x: 19m}\nshapes: {standard: {sets: 4, pair: 1}}\n"
        f"patterns:\n- id: it\n  value: 1\n  when: {quoted}\n"
    )
    found = problems_of(text)
    assert any(problem in one for one in found) if problem else found == []
    assert len(found) <= 1


def test_a_text_that_would_exhaust_the_parser_is_never_given_to_it() -> None:
    found = problems_of(f"patterns:\n- id: it\n  value: 1\n  when: {'not ' * 3000}dealer\n")
    assert "4:9: a text of more than 10,000 characters | shorten it" in found
