"""Tables of a session that are kept in files: nothing is lost if a session ends by accident."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from scorer import InputError, load_ruleset, read_evening
from scorer.render.text import plain_text
from scorer.session import Session, SessionState
from scorer.table.rules import DealRules
from scorer.table.writing import evening_text, event_line
from tests.support.loops import some
from tests.table.test_sums import counts, random_event, with_deals


def answers(lines: list[str], state: SessionState | None = None) -> tuple[SessionState, str]:
    """The state after some lines of a session with files, and the last answer."""
    talk, state, text = Session(opens_files=True), state or SessionState(), ""
    for line in lines:
        state, document = talk.answer(state, line)
        text = plain_text(document)
    return state, text


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_session_that_ended_by_accident_goes_on_where_it_was() -> None:
    answers(["rules tenhou", "table Ann Ben Cho Dia", "Ann riichi", "Ann ron Ben mangan"])
    state, text = answers(["open"])
    assert "Ann* 37,000   Ben 13,000" in text
    assert (state.ruleset, state.honba) == ("tenhou", 1)
    assert "Ben* 10,900" in answers(["Cho tsumo mangan", "Dia ron Ben 3900", "undo"], state)[1]


def test_every_event_is_in_the_file_of_the_table_at_once(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    state, _ = answers(["table Ann Ben Cho Dia", f"save {path}", "Cho tsumo mangan"])
    assert path.read_text(encoding="utf-8").endswith("- {win: {Cho: mangan}}\n")
    answers(["undo"], state)
    assert path.read_text(encoding="utf-8").count("\n- ") == 1


def test_what_is_before_the_events_of_a_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    head = "# our club\nevening: friday\ndate: 2026-11-27\nevents:\n"
    path.write_text(head + "- {game: riichi, players: [Ann, Ben, Cho, Dia]}\n", encoding="utf-8")
    answers([f"open {path}", "Cho tsumo mangan"])
    written = path.read_text(encoding="utf-8")
    assert written.startswith(head)
    assert written.endswith("- {win: {Cho: mangan}}\n")


def test_a_file_with_an_event_over_several_lines_is_read_and_written_by_line(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(
        "events:\n- game: riichi\n  players: [Ann, Ben, Cho, Dia]\n- riichi: Ann\n", encoding="utf-8"
    )
    _, text = answers([f"open {path}", "Cho tsumo mangan"])
    assert "Ann 20,000" in text
    assert not read_evening(path).faults


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="missing"):
        answers(["table Ann Ben Cho Dia", f"save {tmp_path / 'missing' / 'friday.yaml'}"])


def test_a_hand_at_a_table_is_won_with_next() -> None:
    hand = "234m345p67p456s55s+8p from=E seat=S"
    state, text = answers(["table Ann Ben Cho Dia", "draw Ann", hand, "next"])
    assert "Ann 25,700   Ben* 26,300   Cho 24,000   Dia 24,000" in text
    assert len(state.events) == 3


def test_who_discarded_is_asked_of_a_hand_at_a_table() -> None:
    lines = ["table Ann Ben Cho Dia", "234m345p67p456s55s+8p ron seat=S", "next"]
    state, text = answers(lines)
    assert text.startswith("Who discarded the winning tile?")
    assert len(state.events) == 1
    assert "Ben* 27,000   Cho 23,000" in answers(["Cho"], state)[1]
    assert "Ben* 27,000   Cho 23,000" in answers(["from west", "next"], state)[1]


def test_the_deal_of_a_table_is_that_of_the_next_hand() -> None:
    state, _ = answers(["table Ann Ben Cho Dia", "draw Ben", "draw Ben"])
    assert (state.turn, state.honba) == (1, 2)
    with pytest.raises(InputError, match="follow from the events of the table"):
        answers(["honba 3"], state)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", with_deals()[::5])
def test_events_are_read_as_they_were_written(name: str) -> None:
    random, rules = Random(name), DealRules(load_ruleset(name))
    values = counts(rules)
    written = [random_event(random, rules, values) for _ in range(40)]
    text = evening_text(event_line(one) for one in written)
    read = [step.event for step in read_evening(text.encode()).evening.steps]
    for before, after in some(list(zip(written, read, strict=True))):
        assert before == after
