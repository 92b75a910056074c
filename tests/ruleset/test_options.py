"""Rule options: declared with a default, asked in expressions, chosen by a table."""

from __future__ import annotations

import pytest

from scorer.engine.configure import configure_ruleset
from scorer.errors import InputError
from tests.support.small import lines, made, problems_of, score, usual

HAND = "123m456p78s555z11z+9s"
OPTIONS = """
options:
  open_ends: {default: true, name: {en: Open ends}, help: whether ends may be open}
  fives: {default: 3, choices: [0, 3, 4]}
  limit: {default: "off", choices: ["off", mangan, han]}
  least: {default: 1, from: 0, to: 12}
  size: {default: 20}
patterns:
- {id: ends, value: 1, enabled: open_ends}
- {id: fives, value: fives}
- {id: named, value: 5 if limit == mangan else 2, enabled: limit != off}
- {id: least, value: 1, count: least}
- {id: sized, value: 1, when: size > 20 and (open_ends or not dealer)}
"""


@pytest.mark.parametrize(
    ("words", "awarded"),
    [
        ("", {"fives": 3, "ends": 1, "least": 1}),
        ("open_ends=false", {"fives": 3, "least": 1}),
        ("fives=0", {"ends": 1, "least": 1}),
        ("limit=mangan", {"named": 5, "fives": 3, "ends": 1, "least": 1}),
        ("limit=han", {"fives": 3, "named": 2, "ends": 1, "least": 1}),
        ("least=12 size=21", {"fives": 3, "ends": 1, "least": 12, "sized": 1}),
        ("least=0 size=21 open_ends=false seat=E", {"fives": 3}),
    ],
)
def test_an_option_of_every_sort_changes_what_is_counted(words: str, awarded: dict[str, int]) -> None:
    assert lines(usual(OPTIONS), f"{HAND} {words}") == awarded


def test_options_keep_their_texts_and_ranges() -> None:
    ruleset = usual(OPTIONS)
    assert [(o.id, o.sort, o.default, o.choices, o.minimum, o.maximum) for o in ruleset.options] == [
        ("open_ends", "truth", True, (), None, None),
        ("fives", "number", 3, (0, 3, 4), None, None),
        ("limit", "word", "off", ("off", "mangan", "han"), None, None),
        ("least", "number", 1, (), 0, 12),
        ("size", "number", 20, (), None, None),
    ]
    assert (ruleset.options[0].names, ruleset.options[0].help) == (
        (("en", "Open ends"),),
        (("en", "whether ends may be open"),),
    )


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("open_ends", "maybe", "open_ends must be true or false, not 'maybe'"),
        ("fives", 2, "'2' is not a choice of fives: 0, 3, 4"),
        ("limit", "mangann", "'mangann' is not a choice of limit: off, mangan, han; did you mean 'mangan'?"),
        ("least", 13, "least must be 0 to 12, not 13"),
        ("size", "many", "size must be a whole number, not 'many'"),
        ("size", True, "size must be a whole number, not 'true'"),
        ("sise", 3, "no such option 'sise' in small; it has: open_ends, fives, limit, least, size"),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(
    name: str, value: bool | int | str, fault: str
) -> None:
    with pytest.raises(InputError) as caught:
        configure_ruleset(usual(OPTIONS), {name: value})
    assert [str(found.message) for found in caught.value.faults] == [fault]


def test_values_may_be_given_as_text() -> None:
    chosen = configure_ruleset(
        usual(OPTIONS), {"open_ends": "false", "fives": "4", "least": "12", "limit": "han"}
    )
    assert dict(chosen.chosen_options) == {"open_ends": False, "fives": 4, "least": 12, "limit": "han"}


def test_choosing_leaves_the_ruleset_itself_alone() -> None:
    ruleset = usual(OPTIONS)
    configure_ruleset(ruleset, {"fives": 4})
    assert ruleset.option_values["fives"] == 3
    assert score(ruleset, f"{HAND} fives=4").best.worth.total == score(ruleset, HAND).best.worth.total + 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("options: {a: {default: maybe, choices: [yess, maybee]}}\n", "1:24: 'maybe' is not a choice of a: yess, maybee"),
        ("options: {a: {choices: [1, 2]}}\n", "1:14: 'default' is missing"),
        ("options: {a: {default: 5, to: 3}}\n", "1:24: a must be 0 to 3, not 5"),
        ("options: {a: {default: 1.5}}\n", "1:24: expected a plain value, found '1.5'"),
        ("options: {my-option: {default: 1}}\n", "1:11: 'my-option' is not a valid name | use lowercase letters, digits and _"),
        ("options: {a: true}\n", "1:14: expected a mapping, found 'true'"),
        ("options: {a: {default: b, choices: [b, c]}}\nminimum: 1 if a == d else 2\n", "2:20: 'd' is not a choice of the option 'a' | its choices: b, c"),
        ("options: {a: {default: b, choices: [b, c]}}\nminimum: a\n", "2:10: 'a' is one of an option's words"),
        ("options: {a: {default: 3}}\npatterns: [{id: b, value: 1, enabled: a}]\n", "2:39: 'a' is a number; expected a condition | compare it: a >= 1"),
        ("patterns: [{id: b, value: 1, enabled: dealer}]\n", "1:39: 'dealer' is not available here; only the options can be used"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_is_a_problem_at_its_place(text: str, problem: str) -> None:
    assert any(found.startswith(problem) for found in problems_of(text)), problems_of(text)


@pytest.mark.parametrize(("count", "red_copies"), [(0, []), (3, [3]), (6, [4])])
def test_an_option_makes_as_many_red_tiles_as_there_are_copies(count: int, red_copies: list[int]) -> None:
    options = "options: {fives: {default: 1, from: 0, to: 6}}\n"
    ruleset = made(options + "tileset: {red: {5m: fives}}\nshapes:\n  standard: {sets: 4, pair: 1}\n")
    chosen = configure_ruleset(ruleset, {"fives": count})
    assert [copies for _, copies in chosen.tileset.reds] == red_copies
