"""What a log says of its rules becomes a ruleset with options and changes; what it cannot become is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from scorer.languages import LANGUAGES, MAIN_LANGUAGES, is_english
from scorer.message import message_text
from scorer.questions.games import game_report, sample_log
from scorer.replay.game import Game
from scorer.replay.read import read_log
from scorer.replay.referee import referee
from scorer.replay.sites import ChosenRules, Site, site_of, sites
from scorer.replay.tenhou6 import lobby_notes
from scorer.scoring import load_ruleset
from scorer.table.settle import final_results
from scorer.writing import as_text
from tests.replay.made_up import as_mjlog
from tests.replay.test_referee import DOUBLE, QUIET
from tests.support.loops import some
from tests.support.places import ROOT


def chosen(notes: dict[str, object], format_name: str = "majsoul", players: int = 4) -> ChosenRules:
    game = Game(format_name, players, (), notes)
    return site_of(game).rules(game)


def possible_notes(site: Site) -> Iterator[dict[str, object]]:
    """Notes that make each change of a site, one by one."""
    for key, changes in (site.data.get("bits") or {}).items():
        for bits in changes:
            yield {key: int(bits, 0)}
    for keys, values in (site.data.get("values") or {}).items():
        for value in values:
            numbers = [4] if value == "other" else map(int, value.split())
            yield dict(zip(keys.split(), numbers, strict=True))
    for change in site.data.get("numbers") or ():
        slots = json.dumps(change).split("{")[1:]
        yield {part.partition("}")[0]: "500" for part in slots if "}" in part and part[0].isalpha()}


NOTES = [(site.name, dict(notes)) for site in sites() for notes in possible_notes(site)]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("case", some(NOTES), ids=str)
def test_every_statement_of_a_site_makes_rules_or_is_told(case: tuple[str, dict[str, object]]) -> None:
    name, notes = case
    site = next(one for one in sites() if one.name == name)
    for players in some(site.data["ruleset"]):
        rules = site.rules(Game(site.formats[0], int(players), (), notes))
        assert rules.ruleset().id == rules.name
        for one, language in some(product(rules.changed_rules, MAIN_LANGUAGES), least=0):
            text = message_text(one.text(rules.ruleset()), language)
            assert text and "{" not in text and ".".join(one.keys) not in text
            assert one.names or one.keys[0] == "draws"


def test_the_custom_rules_of_a_lobby_are_read_bit_by_bit() -> None:
    notes = lobby_notes(["", "", "000b"], ["4120DF0F", "00000001", "", "", "30000", "30000", "30000"])
    rules = chosen(notes, "tenhou6")
    assert dict(rules.options) == {
        "red_fives": 0, "kiriage_mangan": True, "renhou": "mangan", "double_wind_pair_fu": 2,
        "start_points": 30000, "bust": "never",
    }  # fmt: skip
    changed = {one.keys: one.value for one in rules.changed_rules}
    assert (changed["draws", "nagashi_mangan", "enabled"], changed["payment", "several"]) == (
        "false",
        "first",
    )
    played = {draw.id for draw in referee(read_log(as_mjlog([DOUBLE])), rules.ruleset()).rules.draws}
    assert played == {"exhaustive"}


def test_the_places_of_a_lobby_earn_what_its_rules_say() -> None:
    """A log of a lobby (InjusticeJudge) has these numbers and ends with 36.9, -1.4, -9.3 and -26.2."""
    uma = ["5", "-5", "-15", "5", "0", "-20", "5", "-5", "-15", "0", "-5", "-15", "5", "-5", "-15"]
    numbers = ["00000000", "00000000", "", "", "30000", "30000", "30000", *[""] * 14, *uma]
    rules = chosen(lobby_notes(["", "", "000b"], numbers), "tenhou6").ruleset()
    assert final_results([25700, 28600, 18800, 46900], rules).result.results == (-9.3, -1.4, -26.2, 36.9)
    assert rules.final and dict(rules.final.by_floating)[3] == (15, 5, 0, -20)


@pytest.mark.parametrize(("number", "worth"), [(1, "mangan"), (2, "yakuman")])
def test_a_room_says_what_the_hand_of_man_is_worth(number: int, worth: str) -> None:
    assert dict(chosen({"enable_renhe": number}, "majsoul").options)["renhou"] == worth


def test_the_custom_rules_beside_the_flags_of_a_log_are_read() -> None:
    log = as_mjlog([DOUBLE, QUIET]).replace(b'lobby="0"', b'lobby="1" csrule="00000002,,,"')
    assert ("kiriage_mangan", True) in referee(read_log(log)).chosen_rules.options


def test_both_ways_of_a_dealer_who_stays_can_be_off_together() -> None:
    ((keys, value, names),) = chosen(lobby_notes((), ["00030000"]), "tenhou6").changed_rules
    assert (keys, value) == (("deals", "stays"), "aborted")
    assert dict(names)["en"] == "the dealer stays only after an abortive draw"


UNKNOWN_OPTIONS = [
    ("tenhou6", lobby_notes((), ["", "00000100"]), "csrule_1 0x100"),
    ("tenhou6", lobby_notes((), ["20000000"]), "csrule_0 0x20000000"),
    ("tenhou6", lobby_notes((), ["80000002", *[""] * 40, "7"]), "csrule_0 0x80000000, csrule_41"),
    ("mjlog", {"flags": 0x10009}, "flags 0x10000"),
    ("majsoul", {"mode": 2, "foo_bar": True, "shiduan": 0, "time_add": 20}, "foo_bar"),
    ("majsoul", {"mode": 2, "foo_bar": 1, "x" * 90: 2}, f"foo_bar, {'x' * 40}"),
]


@pytest.mark.parametrize(("format_name", "notes", "options"), UNKNOWN_OPTIONS, ids=str)
def test_options_without_a_known_meaning_are_told(
    format_name: str, notes: dict[str, object], options: str
) -> None:
    (told,) = chosen(notes, format_name).unknown
    assert message_text(told) == f"This log states options that are not known: {options}"
    for language in some(LANGUAGES):
        text = message_text(told, language)
        assert all(name in text for name in options.split(", "))
        assert is_english(language) == ("options" in text)


def test_options_that_are_off_are_not_told() -> None:
    """What a decoder of records writes for every option that a room does not have."""
    assert not chosen({"mode": 2, "foo_bar": 0, "bar_foo": False, "text": "", "foo": None}).unknown


def test_a_room_has_old_yaku_and_a_start_of_its_own() -> None:
    rules = chosen({"mode": 4, "guyi_mode": 1, "init_point": 200000, "have_toutiao": True, "shiduan": 0})
    assert dict(rules.options) == {
        "local_yaku": "mahjong_soul", "open_tanyao": False, "start_points": 200000, "return_points": 200000,
    }  # fmt: skip
    ((keys, value, names),) = rules.changed_rules
    assert (keys, value, dict(names)["ja"]) == (("payment", "several"), "nearest", "頭ハネ")


@pytest.mark.parametrize(("said", "options"), [
    ({"fandian": 200000}, {"target_points": 200000}), ({"fandian": 30000, "can_jifei": True}, {}),
    ({"fandian": 35000, "have_nanruxiru": False}, {"target_points": 0}), ({"can_jifei": False}, {"bust": "never"}),
])  # fmt: skip
def test_a_room_says_when_a_game_ends(said: dict[str, object], options: dict[str, object]) -> None:
    rules = chosen({"mode": 2, **said})
    assert (dict(rules.options), rules.unknown) == (options, ())


@pytest.mark.parametrize(("format_name", "notes"), [
    ("majsoul", ({"have_helezhongju": 0}, {"have_tingpaizhongju": 0},
                 {"have_helezhongju": False, "have_tingpaizhongju": False})),
    ("tenhou6", tuple(lobby_notes((), [bits]) for bits in ("00004000", "00008000", "0000C000"))),
])  # fmt: skip
def test_a_room_says_which_leading_dealer_ends_the_last_deal(
    format_name: str, notes: tuple[dict[str, object], ...]
) -> None:
    """A win goes on, being ready goes on, and both: what ends the game is the other, or nothing."""
    found = []
    for each in some(notes):
        rules = chosen(each, format_name)
        ends = rules.ruleset().deals
        assert ends and not rules.unknown
        found.append({fact for fact in ("dealer_won", "dealer_ready") if fact in str(ends.dealer_ends)})
    assert found == [{"dealer_ready"}, {"dealer_won"}, set()]


@pytest.mark.parametrize(("format_name", "notes", "says"), [
    ("majsoul", {"tianbian_value": 60000}, "60000 points end the game at once"),
    ("tenhou6", lobby_notes((), ["00000000", *[""] * 6, "55000"]), "55000 points end the game at once"),
    ("tenhou6", lobby_notes((), ["00200000"]), "no extra round"),
    ("majsoul", {"shunweima_2": 6, "shunweima_3": -6, "shunweima_4": -16}, "place points: 16/6/-6/-16"),
    ("majsoul", {"shunweima_2": 0, "shunweima_3": 0, "shunweima_4": -15}, "place points: 15/0/0/-15"),
])  # fmt: skip
def test_a_room_says_what_its_own_ends_and_places_are(
    format_name: str, notes: dict[str, object], says: str
) -> None:
    rules = chosen(notes, format_name)
    assert [str(one.text(rules.ruleset())) for one in rules.changed_rules] == [says]
    assert not rules.unknown


@pytest.mark.parametrize(("notes", "players"), [
    ({"shunweima_2": 5, "shunweima_3": -5, "shunweima_4": -15, "tianbian_value": 0}, 4),
    ({"shunweima_2": 0, "shunweima_3": -15, "shunweima_4": 0, "have_tingpaizhongju": 1}, 3),
])  # fmt: skip
def test_a_room_that_states_the_usual_values_changes_nothing(notes: dict[str, object], players: int) -> None:
    rules = chosen(notes, players=players)
    assert (rules.options, rules.changed_rules, rules.unknown) == ((), (), ())


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("en", "tenhou (red_fives=0, start_points=30000)"),
        ("ja", "天鳳（四人打ち）（赤ドラの枚数=0, 配給原点=30000）"),
        ("zh-Hans", "天凤（四人）（赤五张数=0, 起始点数=30000）"),
    ],
)
def test_rules_that_a_log_changes_are_told_in_the_language_asked_for(language: str, head: str) -> None:
    """Rules with changes keep the words that the game has in a language, as those without do."""
    log = as_mjlog([DOUBLE, QUIET], flags=0xB).replace(b'lobby="0"', b'lobby="1" csrule="00000001,,,,30000"')
    told = as_text(game_report(referee(read_log(log), language=language)), language)
    assert head in told.replace("\n  ", " ")
    names = dict(next(one for one in load_ruleset("tenhou").draws if one.id == "nagashi_mangan").names)
    assert names[language[:2]] in told
    assert "nagashi_mangan" not in told


def test_a_mode_that_the_rules_do_not_know_and_a_value_that_cannot_be_are_told() -> None:
    rules = chosen({"xuezhandaodi": 1, "dora_count": 7})
    assert [message_text(text, "ja") for text in rules.unknown] == [
        "xuezhandaodi：和了後も対局が続く（ルールにない）", "red_fives=7：ルールにない値",
    ]  # fmt: skip
    assert not rules.options


def test_a_report_on_one_game_imports_nothing_for_folders_or_changed_rules(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(sample_log())
    code = (
        "import sys; from scorer.cli.main import main\n"
        f"try: main(['replay', {str(log)!r}])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules)"
    )
    place = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    runs = [
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, env=place)
        for _ in range(2)
    ]
    loaded = runs[-1].stdout.decode().splitlines()[-1].split()
    assert not {"numpy", "scorer.ruleset.load", "scorer.replay.folder", "scorer.replay.course"} & {*loaded}
