"""A hand is scored from Python."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorer import (
    Hand,
    InputError,
    NotAWinner,
    ScorerError,
    analyze,
    compare,
    explain,
    load_ruleset,
    phrases,
    score,
    score_many,
    why,
)  # fmt: skip
from scorer.engine.configure import configure_ruleset
from scorer.fast.interface import compiled_engine
from scorer.message import localized_text
from scorer.ruleset.model import Ruleset
from scorer.scoring import outcome, parse_hand
from scorer.values import replace
from scorer.writing import as_data
from tests.cli.runs import run
from tests.support.loops import some

HAND = "234m345p67p456s55s+8p"


def test_one_is_not_true_even_after_true() -> None:
    load_ruleset("riichi", {"open_tanyao": True})
    with pytest.raises(InputError):
        load_ruleset("riichi", {"open_tanyao": 1})
    with pytest.raises(InputError, match="'True' is not a choice of red_fives"):
        load_ruleset("riichi", {"red_fives": True})


def test_a_ruleset_may_be_given_as_value_or_by_name() -> None:
    assert score(HAND, load_ruleset("tenhou")).points == score(HAND, "tenhou").points


def test_the_file_of_a_ruleset_may_be_given_as_path(club: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    assert load_ruleset(file) == club
    assert score(HAND, file).ruleset.id == score_many([HAND], file)[0].ruleset.id == "club"


def test_every_fault_is_in_the_error() -> None:
    with pytest.raises(InputError) as caught:
        score("123q", seat="X", circumstances=["nothing"])
    assert [fault.source for fault in caught.value.faults] == ["hand", "--seat", "--with"]


@pytest.mark.parametrize("warm", [False, True])
@pytest.mark.parametrize(
    ("given", "source", "says"),
    [
        ({"hand": None}, "hand", "expected a string, not None"),
        ({"hand": b"123m"}, "hand", "expected a string, not b'123m'"),
        ({"circumstances": "riichi"}, "--with", "expected a list of strings, not 'riichi'"),
        ({"circumstances": [1]}, "--with", "expected a list of strings, not [1]"),
        ({"circumstances": {"riichi": 2}}, "--with", "expected a list of strings, not {'riichi': 2}"),
        ({"ruleset": None}, "ruleset", "expected the name of a ruleset or the path of a file, not None"),
        ({"options": ["a"]}, "--option", "expected a mapping of options to values, not ['a']"),
        ({"seat": 1}, "--seat", "expected a string, not 1"),
        ({"honba": "1"}, "--honba", "expected a whole number, not '1'"),
        (
            {"dora": ["4s"]},
            "--dora",
            "expected tiles in quotes, for example dora=\"4s\", not ['4s']",
        ),
        ({"pao": "daisangen"}, "--pao", "expected a mapping from patterns to liable seats, not 'daisangen'"),
        ({"pao": {1: "E"}}, "--pao", "expected a mapping from patterns to liable seats, not {1: 'E'}"),
    ],
)
def test_an_argument_of_a_wrong_type_is_told(
    warm: bool, given: dict[str, Any], source: str, says: str
) -> None:
    rules = configure_ruleset(load_ruleset("riichi"), {"red_fives": 1})
    if warm:
        compiled_engine(rules)
        score(HAND, rules, circumstances=["riichi"])
    with pytest.raises(InputError) as caught:
        score(**{"hand": HAND, "ruleset": rules, **given})
    assert [fault.source for fault in caught.value.faults] == [source]
    assert says in str(caught.value)


def test_what_is_none_is_not_said() -> None:
    nothing: Any = None
    said = score(HAND, win=nothing, seat=nothing, circumstances=nothing, honba=nothing, pao=nothing)
    assert said.points == score(HAND).points


def test_what_is_given_one_by_one_is_not_lost() -> None:
    named: Any = iter(["riichi"])
    assert score(HAND, circumstances=named).patterns[0] == "riichi"
    told = score_many([{"hand": HAND, "with": iter(["riichi"])}]).errors[0]
    assert str(told) == "'with' must be a list of strings"


@pytest.mark.parametrize("one", [HAND, {"hand": HAND}])
def test_one_hand_is_not_many(one: Any) -> None:
    with pytest.raises(InputError, match="expected a list of hands"):
        score_many(one)


def test_a_hand_of_a_wrong_type_is_an_error_in_its_place() -> None:
    odd: Any = [None, HAND, 7]
    assert {place: str(error) for place, error in score_many(odd).errors.items()} == {
        0: "expected a string or a mapping, not None", 2: "expected a string or a mapping, not 7"
    }  # fmt: skip


def test_a_file_of_the_same_name_in_another_folder_is_another_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("One", "Two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "club.yaml").write_text(f"extends: riichi\nname: {name}\n")
        monkeypatch.chdir(tmp_path / name)
        assert ("en", name) in load_ruleset("club.yaml").names


def again(value: Any) -> Any:
    """What another process gets of a value."""
    return pickle.loads(pickle.dumps(value))


@pytest.fixture
def club(tmp_path: Path) -> Ruleset:
    (tmp_path / "club.yaml").write_text("extends: riichi\nname: Club\nset: {mangan.base: 2100}\n", "utf-8")
    return load_ruleset(str(tmp_path / "club.yaml"))


def test_a_ruleset_goes_to_other_processes_with_its_rules(club: Ruleset) -> None:
    assert again(club) == club
    assert again(club).file_and_options == club.file_and_options
    chosen = load_ruleset("riichi", {"red_fives": 4})
    assert again(chosen) is chosen
    changed = replace(chosen, unit="faan")
    assert again(changed) == changed != chosen


@pytest.mark.parametrize("warm", [False, True])
def test_a_score_goes_to_other_processes_with_all_that_is_told_of_it(club: Ruleset, warm: bool) -> None:
    for rules in (club, load_ruleset("riichi", {"red_fives": 1})):
        if warm:
            compiled_engine(rules)
        said = score(HAND, rules, win="tsumo", dora="4s")
        other = again(said)
        assert (other, other.readings, other.hand, other.situation) == (
            said, said.readings, said.hand, said.situation
        )  # fmt: skip
        assert (other.ruleset, other.patterns, other.other_readings) == (
            said.ruleset, said.patterns, said.other_readings
        )  # fmt: skip
    many = score_many([HAND, "123x"])
    assert again(many).points == many.points and again(many)[0] == many[0]
    assert again(many).errors.keys() == {1}


@pytest.mark.parametrize(
    ("hand", "rules"), [("123x", "riichi"), ("123m456p789s11z22m+3m", "riichi"), (HAND, "nope")]
)
def test_an_error_goes_to_other_processes_whole(hand: str, rules: str) -> None:
    with pytest.raises(ScorerError) as caught:
        score(hand, rules)
    other = again(caught.value)
    assert type(other) is caught.type
    assert (str(other), vars(other)) == (str(caught.value), vars(caught.value))


@pytest.mark.parametrize("use", ["", "scorer.score_many(['123x']); scorer.check_ruleset('ponjan-anoa')"])
def test_the_package_lists_its_public_names_alone_before_and_after_use(use: str) -> None:
    code = f"import scorer\n{use}\nprint([name for name in dir(scorer) if not name.startswith('__')] == scorer.__all__)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert printed == "True\n"


def test_a_result_is_short_to_look_at_and_has_the_object_of_its_line() -> None:
    found = score(HAND, circumstances=["riichi"])
    assert repr(found) == "<Score riichi: 3900 points, riichi, pinfu, tanyao>"
    line = run("score", HAND, "-w", "riichi", "-f", "json").stdout
    assert json.loads(json.dumps(as_data(found))) == json.loads(line)


def test_a_wrong_keyword_is_named_as_python_has_it() -> None:
    wrong: Any = {"dorra": "4s", "circumstance": ["riichi"]}
    with pytest.raises(InputError) as caught:
        score(HAND, **wrong)
    assert [str(fault.message) for fault in caught.value.faults] == [
        "score() has no argument 'dorra'; did you mean 'dora'?",
        "score() has no argument 'circumstance'; did you mean 'circumstances'?",
    ]


def test_the_types_are_published_with_the_package() -> None:
    import scorer

    assert (Path(scorer.__file__).parent / "py.typed").is_file()


@pytest.mark.parametrize("clock", ["thread_time"])
def test_rule_files_are_checked_where_a_clock_is_missing(clock: str) -> None:
    code = f"import time; del time.{clock}; from scorer.check import examples; print(examples.thread_time() >= 0)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
        == "True\n"
    )


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_message_that_cannot_be_written_leaves_the_exit_status() -> None:
    for streams in (
        {"stderr": "/dev/full"},
        {"stdout": "/dev/full"},
        {"stdout": "/dev/full", "stderr": "/dev/full"},
    ):
        files: Any = {name: open(path, "w") for name, path in streams.items()}  # noqa: SIM115
        given = ["xx"] if "stdout" not in streams else [HAND]
        assert subprocess.run([sys.executable, "-m", "scorer", "score", *given], **files).returncode == 2


def test_translations_of_a_refusal_are_made_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(phrases, "translations", lambda key, words: asked.append(key) or [("ja", "{} {}")])
    with pytest.raises(NotAWinner) as found:
        score("234m345p678p234s9s+9s", "mcr")
    (reason,) = found.value.reasons
    assert not asked and localized_text(reason, "ja") != reason
    assert asked == ["too little"]


@pytest.mark.parametrize(
    "text",
    [HAND, "406p78s11z(777z)[2222s]+9s", "(234m)(067p)[1111z](555s+0s)8p+8p", "123m456p789s11z22z+2z"],
)
def test_a_parsed_hand_is_scored_as_its_text(text: str) -> None:
    hand = parse_hand(text)
    assert as_data(outcome(hand, win="tsumo").score or "") == as_data(outcome(text, win="tsumo").score or "")
    assert outcome(hand).reasons == outcome(text).reasons


def test_an_outcome_has_the_score_or_the_reason() -> None:
    assert outcome(HAND, seat="E").score == score(HAND, seat="E")
    assert outcome("123m456p67p(789s)11z+8p").reasons
    assert outcome(HAND, dora="9x").reasons


def test_tiles_without_quotes_are_told_where_they_belong() -> None:
    wrong: Any = {"dora": 4}
    with pytest.raises(InputError, match='expected tiles in quotes, for example dora="4s", not 4') as caught:
        score(HAND, **wrong)
    assert [fault.source for fault in caught.value.faults] == ["--dora"]


@pytest.mark.slow
def test_a_type_checker_finds_values_that_cannot_be(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    wrong = ('win="tsomo"', 'seat="X"', 'discarder="S "', "dora=4", 'circumstances="riichi"', 'win="tsumo"')
    starts = {name: f"{name}({HAND!r}, " for name in ("score", "outcome", "waits", "discards", "analyze")}
    starts |= {"why": f"why('pinfu', {HAND!r}, ", "compare": f"compare({HAND!r}, ['riichi', 'tenhou'], "}
    starts |= {"winners": f"winners({HAND!r}, ['123m seat=W'], "}
    code = [f"{start}{argument})" for start in starts.values() for argument in wrong]
    file = tmp_path / "bot.py"
    file.write_text("\n".join([f"from scorer import {', '.join(starts)}", *code, "score(4)"]), "utf-8")
    found, _, _ = api.run(["--config-file=", "--no-error-summary", str(file)])
    lines = [int(line.split(":")[1]) for line in found.splitlines() if "[arg-type]" in line]
    refused = [line for line, argument in enumerate(wrong * len(starts), 2) if argument not in wrong[4:]]
    assert lines == [*refused, len(code) + 2]  # a text is a sequence of texts, too


def test_what_is_asked_of_a_hand_as_text_is_asked_of_a_parsed_hand() -> None:
    text = "234m345p67p456s55s+8p"
    hand = parse_hand(text)
    for ask in some([analyze, explained, reason, under_two]):
        assert as_data(ask(hand)) == as_data(ask(text)), ask


def explained(hand: str | Hand) -> object:
    return explain(score(hand, win="tsumo"))


def reason(hand: str | Hand) -> object:
    return why("pinfu", hand, win="tsumo")


def under_two(hand: str | Hand) -> object:
    return compare(hand, ["riichi", "tenhou"], circumstances=["riichi"])
