"""The places of faults in a sentence: where it says what is wrong, in whatever words."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from scorer.cli.main import main
from scorer.errors import InputError
from scorer.render.problems import localized_fault
from scorer.session import Session, SessionState


@pytest.mark.parametrize(
    ("game", "line", "marked"),
    [
        ("riichi", "777z pon 234m567p78s99m 立直 荣和9s", "立直"),
        ("riichi", "777z pon 234m567p78s99m riichi ron 9s", "riichi"),
        ("riichi", "pon 777z 234m567p78s99m ron 9s from south as south", "from south"),
        ("riichi", "111m pon 11m 567p78s99m345s ron 9s", "11m"),
        ("riichi", "chi 135m 567p78s99m777z ron 9s", "135m"),
        ("riichi", "234m567p78s99m777z ron 9s ura indicator 8p", "ura indicator 8p"),
        ("riichi", "234m345p67p456s55s+8p dora=4x ron", "x"),
        ("sanma", "pon 777z 234p567p78s99p ron 9s west round as north", "as north"),
        ("riichi", "what does 234m(345p)67p456s55s リーチ wait for", "リーチ"),
        ("riichi", "how much fu 234m(345p)67p456s55s+8p リーチ", "リーチ"),
    ],
)
def test_a_fault_is_marked_where_the_sentence_says_what_is_wrong(game: str, line: str, marked: str) -> None:
    with pytest.raises(InputError) as error:
        Session("en").answer(SessionState(game), line)
    first = error.value.faults[0]
    assert (first.text, first.position, first.length) == (line, line.rindex(marked), len(marked))
    assert localized_fault(first, "ja").text == line


@pytest.mark.parametrize(
    ("game", "line", "marked"),
    [
        ("riichi", "777z pon 234m567p78s99m riichi ron 9s", "riichi"),
        ("riichi", "pon 777z 234m567p78s99m ron 9s from south as south", "from south"),
        ("riichi", "234m567p78s99m777z ron 9s ura indicator 8p", "ura indicator 8p"),
        ("sanma", "pon 777z 234p567p78s99p ron 9s west round as north", "as north"),
    ],
)
def test_a_fault_is_marked_in_a_sentence_on_the_command_line(game: str, line: str, marked: str) -> None:
    shown = CliRunner().invoke(main, ["--ruleset", game, line]).stderr
    mark = " " * line.index(marked) + "^" + "~" * (len(marked) - 1)
    assert shown.startswith(f"{line}\n{mark}")


@pytest.mark.parametrize(
    ("words", "options", "source"),
    [("ron", ("--with", "riichi"), "--with riichi"), ("as south", ("--from", "S"), "--from")],
)
def test_a_fault_of_an_option_beside_a_sentence_names_the_option(
    words: str, options: tuple[str, str], source: str
) -> None:
    line = f"234m567p78s99m(777z)+9s {words}"
    assert CliRunner().invoke(main, ["--ruleset", "riichi", line, *options]).stderr.startswith(source)


@pytest.mark.parametrize("change", ["立直", "dora indicators 8p8p8p8p"])
def test_a_fault_of_a_change_to_the_last_hand_is_marked_in_the_change(change: str) -> None:
    session = Session("en")
    state, _ = session.answer(SessionState("riichi"), "234m(345p)67p456s55s+8p ron")
    with pytest.raises(InputError) as error:
        session.answer(state, change)
    first = error.value.faults[0]
    assert (first.text, first.position, first.length) == (change, 0, len(change))
