"""Many users at once: each gets the answer of an idle server, within bounds of memory and time."""

from __future__ import annotations

import json
import pickle
import random
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from scorer.web.answers import answer
from scorer.web.server import LONG_PROCESSES, PageServer
from scorer.web.workers import MOST_ANSWERING_BYTES, MOST_WORKERS, NoAnswer, Worker, Workers
from tests.support.places import ROOT
from tests.web.test_server import HAND, HEADERS, ask

USERS, QUESTIONS = 8, 60
"""Users at once, and questions of all of them together: enough to mix them, and done in seconds."""
CLUB = "name: Club {}\nextends: riichi\nset: {{open_tanyao: {}}}\n"
HANDS = ("234m345p67p456s55s+8p", "234m345p67p(456s)55s+8p", "234m345p67p456s55s", "123m456p789s1122z+2z")


def question(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A question whose answer depends on the ruleset, an option or a rule file."""
    body: dict[str, Any] = {"hand": rng.choice(HANDS), "win": rng.choice(["ron", "tsumo"])}
    rules: tuple[dict[str, Any], ...] = (
        {"ruleset": rng.choice(["riichi", "mcr", "hong-kong", "sanma"])},
        {"ruleset": "riichi", "options": {"open_tanyao": rng.random() < 0.5}},
        {"rules": CLUB.format(rng.randrange(3), rng.choice(["true", "false"]))},
    )
    return rng.choice(["score", "analyze"]), {
        **body,
        **rng.choice(rules),
        "form": rng.choice(["json", "page"]),
    }


@pytest.mark.slow
def test_every_answer_under_load_is_that_of_an_idle_server(server: PageServer) -> None:
    rng = random.Random(46)
    asked = [question(rng) for _ in range(QUESTIONS)]
    with ThreadPoolExecutor(USERS) as users:
        found = list(users.map(lambda one: ask(server, f"/api/{one[0]}", one[1])[:2], asked))
    expected = [
        (reply.status, json.loads(json.dumps(reply.data))) for reply in (answer(*one) for one in asked)
    ]
    assert [one for one, got, right in zip(asked, found, expected, strict=True) if got != right] == []


def test_a_process_that_has_grown_is_replaced() -> None:
    workers = Workers({}, 5)
    try:
        body = json.dumps({"count": "3 40"}).encode()
        with workers._free_worker() as first:
            assert first.reply("points", body, 30).status == 200
            first.is_last = True  # as if it had said so
        assert first.process.poll() is not None
        assert workers.reply("points", body).status == 200
    finally:
        workers.end()


def test_a_process_that_ends_costs_one_answer() -> None:
    workers = Workers({}, 5)
    body = json.dumps({"count": "3 40"}).encode()
    try:
        with workers._free_worker() as worker:
            worker.process.kill()
            with pytest.raises(NoAnswer):
                worker.reply("points", body, 30)
        assert workers.reply("points", body).status == 200
    finally:
        workers.end()


def test_the_readme_gives_the_bounds_of_the_server() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert MOST_WORKERS + LONG_PROCESSES == 3
    assert "`scorer serve` answers with up to three processes." in text
    assert f"beyond {MOST_ANSWERING_BYTES >> 20} MiB gets status 503." in text


def question_of_memory(mebibytes: int) -> list[str]:
    """A command that answers questions while memory of the given size is taken by the answer."""
    code = (
        "import scorer.web.child as child\n"
        "ask = child.written_answer\n"
        f"child.written_answer = lambda *given: (bytearray({mebibytes} << 20), ask(*given))[1]\n"
        "child.main()"
    )
    return [sys.executable, "-c", code]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of a process")
@pytest.mark.parametrize(("mebibytes", "status", "is_last"), [(100, 200, False), (600, 503, True)])
def test_a_question_that_needs_too_much_memory_costs_one_answer(
    mebibytes: int, status: int, is_last: bool
) -> None:
    body = json.dumps({"count": "3 40"}).encode()
    sent = [["rulesets", pickle.dumps({})], ["points", body]]
    lines = b"".join(json.dumps([name, len(given)]).encode() + b"\n" + given for name, given in sent)
    done = subprocess.run(question_of_memory(mebibytes), input=lines, capture_output=True, cwd=ROOT)
    first, _, content = done.stdout.partition(b"\n")
    assert json.loads(first) == [status, len(content), is_last]
    assert json.loads(content)["ok"] is (status == 200)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of a process")
def test_a_long_question_that_needs_too_much_memory_is_refused() -> None:
    command = [*question_of_memory(600), "check"]
    done = subprocess.run(command, input=b"{}", capture_output=True, cwd=ROOT)
    assert done.stdout.partition(b"\n")[0] == b"503"


def test_a_question_that_takes_too_long_is_stopped() -> None:
    worker = Worker({})
    began = time.monotonic()
    with pytest.raises(NoAnswer, match="more than"):
        worker.reply("rulesets", b"{}", 0.01)
    assert time.monotonic() - began < 5


# ---- requests that harm others


def sent(server: PageServer, request: bytes) -> bytes:
    """All that the server sends back before it closes the connection."""
    with socket.create_connection(server.server_address[:2], timeout=10) as connection:
        connection.sendall(request)
        received = b""
        while piece := connection.recv(1 << 16):
            received += piece
        return received


def head(server: PageServer, *lines: str, method: str = "POST", path: str = "/api/score") -> bytes:
    host = f"Host: 127.0.0.1:{server.server_address[1]}"
    given = [f"{name}: {value}" for name, value in HEADERS.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", host, *given, *lines, "", ""]).encode()


@pytest.mark.parametrize(
    "lines",
    [
        ("Content-Length: 2", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: chunked",),
        ("Content-Length: 2", "Content-Length: 30"),
    ],
)
def test_a_body_with_two_lengths_is_refused_and_the_connection_closed(
    server: PageServer, lines: tuple[str, ...]
) -> None:
    second = head(server, method="GET", path="/")
    answers = sent(server, head(server, *lines) + b"{}" + second)
    assert answers.startswith(b"HTTP/1.1 400 ")
    assert answers.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("line", ["Content-Length: 300", "Transfer-Encoding: chunked"])
def test_a_body_that_is_not_read_is_no_second_request(server: PageServer, line: str) -> None:
    second = head(server, method="GET", path="/app.js")
    answers = sent(server, head(server, line, method="GET", path="/") + second)
    assert answers.count(b"HTTP/1.1 ") == 1


def test_headers_that_come_drop_by_drop_are_cut_off(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.web.server.Handler.timeout", 0.4)
    began = time.monotonic()
    with socket.create_connection(server.server_address[:2], timeout=5) as slow:
        try:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            for number in range(40):
                time.sleep(0.1)
                slow.sendall(f"x-{number}: 1\r\n".encode())
        except OSError:
            pass
    assert time.monotonic() - began < 3
    assert ask(server, "/api/score", HAND)[0] == 200
