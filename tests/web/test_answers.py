"""One pure function answers every question, refuses every other, and says what the command line says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorer.notation import format_hand
from scorer.questions.registry import WrongQuestion
from scorer.questions.rules import ruleset_from_text
from scorer.ruleset.find import shipped_names
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset
from scorer.web.answers import answer, answer_text, body_of_bytes, json_bytes, written_answer
from scorer.web.openapi import openapi
from scorer.web.sentences import WEB_QUESTIONS
from tests.cli.runs import run
from tests.support.loops import some

HAND = "234m345p67p456s55s+8p"
NO_YAKU = "123m456p67p(789s)11z+8p"
WAITING = "234m345p67p456s55s"
KONG = "234m345m678m456s5s+5s"
SAME_AS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("score", {"hand": HAND, "win": "tsumo", "indicators": {"dora": "4s"}}, ["score", HAND, "--tsumo", "--dora", "4s"]),
    ("score", {"hand": NO_YAKU}, ["score", NO_YAKU]),
    ("score", {"hand": HAND, "circumstances": ["ripichi"]}, ["score", HAND, "-w", "ripichi"]),
    ("explain", {"hand": HAND, "language": "ja"}, ["explain", HAND, "--lang", "ja"]),
    ("waits", {"hand": WAITING, "language": "zh"}, ["waits", WAITING, "--lang", "zh"]),
    ("waits", {"hand": WAITING + "9s", "visible": "2p"}, ["waits", WAITING + "9s", "--visible", "2p"]),
    ("points", {"count": "3 40", "dealer": True}, ["points", "3", "40", "--dealer"]),
    ("table", {"ruleset": "ponjan"}, ["table", "-r", "ponjan"]),
    ("winners", {"hand": HAND, "others": ["567m345p67p456s77s+8p seat=W"], "discarder": "E"},
     ["score", HAND, "--from", "E", "--also", "567m345p67p456s77s+8p seat=W"]),
    ("deal", {"hand": "444666m2z(123p)(777s)+2z", "ruleset": "british", "seat": "S", "hands": "E:24 W:18 N:8"},
     ["score", "444666m2z(123p)(777s)+2z", "-r", "british", "--others", "E:24 W:18 N:8"]),
    ("deal", {"hand": KONG, "ruleset": "sichuan", "win": "tsumo", "events": "E concealed_kong, N claimed_kong from=E"},
     ["score", KONG, "-r", "sichuan", "--tsumo", "--events", "E concealed_kong, N claimed_kong from=E"]),
    ("draw", {"ready": ["E", "S"], "honba": 1}, ["draw", "--ready", "E,S", "--honba", "1"]),
    ("draw", {"ruleset": "sichuan", "hands": "E:4 S:0 W:0 N:1", "events": "W added_kong", "language": "zh"},
     ["draw", "-r", "sichuan", "--hands", "E:4 S:0 W:0 N:1", "--events", "W added_kong", "--lang", "zh"]),
    ("final", {"scores": ["45000", "35000", "-10000", "28000"], "sticks": 2},
     ["final", "45000", "35000", "-10000", "28000", "--sticks", "2"]),
    ("compare", {"hand": HAND, "ruleset": "tenhou", "rulesets": ["ema"]}, ["score", HAND, "-r", "tenhou", "-r", "ema"]),
    ("patterns", {"ruleset": "ponjan"}, ["patterns", "-r", "ponjan"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "body", "command"), SAME_AS, ids=[f"{row[0]}-{n}" for n, row in enumerate(SAME_AS)]
)
def test_an_answer_is_what_the_command_prints_as_json(
    name: str, body: dict[str, Any], command: list[str]
) -> None:
    found = run(*command, "-f", "json")
    assert json.loads(json_bytes(answer(name, body).data)) == json.loads(found.stdout)


@pytest.mark.slow_one_in(8)
@pytest.mark.parametrize("name", shipped_names())
def test_a_hand_of_any_ruleset_has_the_answer_of_the_command(name: str) -> None:
    rules = load_ruleset(name)
    ((hand, _),) = sample_hands(rules, 7, 1)
    text = format_hand(hand, rules.tileset)
    for question, language in (("score", "en"), ("explain", "ja"), ("score", "zh"), ("score", "zh-Hant")):
        command = run(question, text, "-r", name, "--lang", language, "-f", "json")
        found = answer(question, {"hand": text, "ruleset": name, "language": language})
        assert json.loads(json_bytes(found.data)) == json.loads(command.stdout), question


@pytest.mark.slow
@pytest.mark.parametrize("form", ["page", "text", "markdown", "html"])
def test_every_answer_has_every_form(form: str) -> None:
    for name, body, _ in some(SAME_AS):
        found = answer(name, {**body, "form": form})
        assert found.data.get("html" if form == "page" else "text") or not found.data["ok"], (name, body)
    text = "extends: riichi\nname: Club\nset: {opn_tanyao: false}"
    problem = answer("check", {"text": text}).data[0]
    assert answer("fix", {"text": text, "problem": problem, "form": form}).status == 200


@pytest.mark.slow
def test_every_problem_that_check_answers_can_be_asked_about() -> None:
    text = "extends: riichi\nset: {opn_tanyao: false}\nbad: 1"
    found = answer("check", {"text": text}).data
    assert any(None in problem.values() for problem in found)
    fixes = [answer("fix", {"text": text, "problem": problem}) for problem in found]
    assert {reply.status for reply in fixes} == {200}
    assert any(reply.data for reply in fixes)


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("nothing", {}, 404),
        ("score", [1], 400),
        ("score", None, 400),
        ("score", "123m", 400),
        ("score", {"hand": HAND, "path": "x"}, 400),
        ("score", {"hand": 5}, 400),
        ("score", {"hand": HAND, "honba": True}, 400),
        ("score", {"hand": HAND, "language": "xx"}, 400),
        ("score", {"hand": HAND, "form": "pdf"}, 400),
        ("score", {"hand": HAND, "circumstances": "riichi"}, 400),
        ("score", {"hand": "123q"}, 422),
        ("score", {"hand": "\ud83c"}, 422),
        ("score", {"hand": HAND, "ruleset": "../riichi.yaml"}, 422),
        ("score", {"hand": HAND, "ruleset": "/etc/passwd"}, 422),
        ("score", {"hand": HAND, "rules": "extends: /etc/passwd"}, 422),
        ("score", {"hand": HAND, "options": {"nothing": 1}}, 422),
        ("score", {"hand": HAND, "indicators": {"ruleset": "1m"}}, 422),
        ("compare", {"hand": HAND, "rulesets": ["ema"] * 9}, 400),
        ("compare", {"hand": HAND, "rulesets": ["ema.yaml"]}, 422),
        ("check", {"text": "x" * 300_000}, 400),
        ("grade", {"seed": 1, "place": 99}, 400),
        ("questions", {"seed": -1}, 400),
    ],
)
def test_a_wrong_question_gets_an_answer_that_says_what_is_wrong(
    name: str, body: object, status: int
) -> None:
    found = answer(name, body)
    assert found.status == status
    assert found.data["ok"] is False
    assert found.data["error"]["message"]
    assert json.loads(json_bytes(found.data))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "NaN",
        '{"hand": Infinity}',
        "[" * 100_000,
        '["]",' * 21,
        '"' + r"\"" * 60_000,
        f'{{"log": "", "x": [{"[]," * 10_000}[]]}}',
        '"\\ud83c',
        "\ufeff{}",
    ],
)
def test_bytes_that_are_not_plain_json_are_refused(text: str) -> None:
    with pytest.raises(WrongQuestion):
        body_of_bytes(text.encode())


def test_an_answer_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    body = json.dumps({"ruleset": "riichi"}).encode()
    assert written_answer("table", body).status == 200
    monkeypatch.setattr("scorer.web.answers.MOST_ANSWER_BYTES", 1000)
    refused = written_answer("table", body)
    assert refused.status == 503
    assert "ask for less" in json.loads(refused.content)["error"]["message"]


@pytest.mark.parametrize("text", ["[{" * 300, '"[\\\\"' + "[" * 50, "]" * 50, "\\"])
def test_brackets_in_a_string_nest_nothing(text: str) -> None:
    assert body_of_bytes(json_bytes({"text": text})) == {"text": text}


def test_no_name_from_a_question_is_opened_as_a_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.setattr("scorer.scoring.open_ruleset", lambda name: opened.append(name))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.yaml").write_text(
        "extends: riichi\noptions: {secret: {default: true}}\n", encoding="utf-8"
    )
    for name in ("club.yaml", "./riichi", "/etc/passwd", ""):
        assert answer("ruleset", {"ruleset": name}).status == 422
    assert not opened
    text = "extends: club.yaml\nset: {sec"
    assert answer("complete", {"text": text, "row": 2, "column": 10}).data == []
    assert answer("complete", {"text": text.replace("club.yaml", "riichi"), "row": 2, "column": 7}).data


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["ja", "zh", "en", "zh-Hant"])
@pytest.mark.parametrize("game", ["riichi", "hong-kong", "mcr", "british"])
@pytest.mark.parametrize(
    ("name", "body", "command"),
    [
        ("score", {"hand": "123q"}, ["123q"]),
        ("score", {"hand": HAND, "circumstances": ["ripichi"]}, [HAND, "-w", "ripichi"]),
        ("analyze", {"hand": HAND + "+9p"}, [HAND + "+9p"]),
    ],
)
def test_the_page_is_told_of_faults_in_the_words_of_the_command(
    language: str, game: str, name: str, body: dict[str, Any], command: list[str]
) -> None:
    asked = {**body, "ruleset": game, "form": "page", "language": language}
    (fault,) = answer(name, asked).data["faults"]
    said = run("score", *command, "-r", game, "--lang", language, columns=200).stderr
    assert fault["message"] in said


@pytest.mark.parametrize(
    ("name", "typed", "found"),
    [
        ("complete", "open_t", {"text": "open_tanyao", "sort": "option", "column": 7, "length": 6}),
        ("hover", "open_tanyao: 1}", {"column": 7, "length": 11}),
        ("outline", "open_tanyao: 1}", {"id": "extends", "line": 1}),
    ],
)
def test_a_rule_file_that_is_being_written_is_asked_about(
    name: str, typed: str, found: dict[str, object]
) -> None:
    place = {} if name == "outline" else {"row": 2, "column": 13}
    body = {"text": f"extends: riichi\nset: {{{typed}", **place}
    for told in (answer(name, body).data, answer(name, {**body, "form": "page"}).data["data"]):
        assert {key: told[0][key] for key in found} == found


def test_a_ruleset_named_on_the_command_line_can_be_asked_for() -> None:
    club = ruleset_from_text("extends: riichi\nname: Club\nset: {kiriage_mangan: true}", name="club.yaml")
    found = answer("ruleset", {"ruleset": "club", "form": "page"}, {"club": club})
    assert found.status == 200
    assert found.data["data"]["name"] == "Club"


@pytest.mark.one_in(4)
@pytest.mark.parametrize("text", ["", "9x", "3445m", WAITING, WAITING + "9s", HAND, NO_YAKU])
@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_the_page_gets_a_line_and_a_part_of_a_page_at_every_stage(text: str, language: str) -> None:
    found = answer("analyze", {"hand": text, "form": "page", "language": language}).data
    assert found["line"]
    assert found["html"]


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", shipped_names())
def test_every_ruleset_is_described_with_all_its_tiles_drawn(name: str) -> None:
    found = answer("ruleset", {"ruleset": name, "form": "page", "language": "ja"}).data
    codes = [tile["code"] for suit in found["data"]["suits"] for tile in suit["tiles"]]
    assert codes
    assert all(f'id="tile-{code}"' in found["symbols"] for code in codes)
    assert all(kind["all"] for kind in found["data"]["sets"])


def test_options_are_described_in_the_language_of_the_page() -> None:
    found = answer("ruleset", {"ruleset": "riichi", "form": "page", "language": "ja"}).data["data"]
    option = next(item for item in found["options"] if item["id"] == "local_yaku")
    assert option["help"].startswith("ローカル役")
    assert option["labels"] == ["採用しない", "雀魂", "麻雀一番街", "関西", "すべて"]


def test_the_rules_of_a_question_are_those_of_its_text_and_options() -> None:
    text = "extends: riichi\nname: Club\nset: {kiriage_mangan: true}"
    hand = {"hand": "234m067p345p67s99s+8s", "circumstances": ["riichi", "ippatsu"]}
    assert answer("score", {**hand, "rules": text}).data["points"] == 8000
    assert (
        answer("score", {**hand, "rules": text, "options": {"kiriage_mangan": False}}).data["points"] == 7700
    )


def test_every_question_and_key_is_described() -> None:
    paths = openapi()["paths"]
    assert list(paths) == [f"/api/{name}" for name in WEB_QUESTIONS]
    assert all(
        path["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]
        for path in paths.values()
    )


@pytest.mark.parametrize(
    ("name", "body", "found"),
    [
        ("draw", {"ready": ["E"]}, {"payments": {"E": 3000, "S": -1000, "W": -1000, "N": -1000}}),
        (
            "final",
            {"scores": ["32,400", "25100", "24300", "18200"]},
            {"places": {"A": 1, "B": 2, "C": 3, "D": 4}},
        ),
        ("overtaking", {"behind": "W=7,800", "win": "ron"}, {"behind": 7800, "rival": "W"}),
        (
            "evening",
            {"text": "date: May\nevents:\n- {game: sanma, players: [Ann, Ben, Cho]}\n- {riichi: Ann}\n"},
            {"date": "May", "evening": ""},
        ),
    ],
)
def test_deals_without_a_winner_and_the_end_of_a_game_are_asked_about(
    name: str, body: dict[str, object], found: dict[str, object]
) -> None:
    data = answer(name, body).data
    assert {key: data[key] for key in found} == found


def test_scores_that_are_no_numbers_are_refused() -> None:
    assert answer("final", {"scores": ["many"]}).status == 422


EVENING = "events:\n- {game: NAME, players: [Ann, Ben, Cho, Dia]}\n- {win: {Ben: mangan}, from: Ann}\n"


def test_the_page_is_told_what_can_be_entered_next_and_every_fault_in_its_language() -> None:
    text = EVENING.replace("NAME", "riichi") + "- {riichi: Eve}\n- {riichi: Ben}\n"
    data = answer("evening", {"text": text, "form": "page", "language": "ja"}).data
    assert [one["possible"] for one in data["events"]] == [True, True, False, True]
    assert data["faults"] == [{"line": 4, "event": 3, "message": "Eveは卓にいません", "suggestions": []}]
    players = data["table"]["players"]
    assert [one["score"] for one in players] == [17000, 32000, 25000, 25000]
    assert [one["may_declare"] for one in players] == [True, False, True, True]
    counts = answer("win_counts", {"text": text, "seat": "S", "discarder": "E"}).data["counts"]
    assert ("mangan", 8000) in [(one["text"], one["gain"]) for one in counts]


def test_an_evening_by_rules_of_ones_own_brings_them_and_opens_no_file() -> None:
    rules = "extends: riichi\nname: Club\nset: {deals.start: 30000}\n"
    text = EVENING.replace("NAME", "own.yaml")
    body = {"text": text, "form": "page"}
    players = answer("evening", {**body, "rules": rules}).data["table"]["players"]
    assert [one["score"] for one in players] == [22000, 38000, 30000, 30000]
    assert answer("evening", body).data["table"] is None
    assert answer("win_counts", {"text": text, "seat": "S"}).status == 422


@pytest.mark.parametrize(("seat", "discarder"), [("", "E"), ("X", ""), ("S", "Q")])
def test_counts_of_a_win_are_asked_for_seats_of_the_table(seat: str, discarder: str) -> None:
    body = {"text": EVENING.replace("NAME", "riichi"), "seat": seat, "discarder": discarder}
    assert answer("win_counts", body).status == 422


def test_an_answer_with_unknown_names_is_marked_as_data() -> None:
    body = {"seed": 4, "topics": ["patterns"], "answer": "xyzzy"}
    status, mark = json.loads(answer_text("grade", json.dumps(body)))
    assert status == 200 and "xyzzy" in mark["note"]


@pytest.mark.parametrize(("language", "said"), [("zh", "立直只能在门前清时宣告"), ("ja", "立直")])
def test_a_sentence_is_refused_in_the_language_asked_for(language: str, said: str) -> None:
    body = {"ruleset": "mahjong-soul", "language": language, "form": "text"}
    message = answer("sentence", body | {"line": "碰777z 234m567p78s99m 立直 荣和9s"}).data["error"][
        "message"
    ]
    assert said in message
    assert "requires" not in message
