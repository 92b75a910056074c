"""The server answers its own page and nobody else, and no request harms another."""

from __future__ import annotations

import json
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from http.client import HTTPConnection
from typing import Any
from urllib.error import HTTPError

import pytest

from scorer.cli.page import phone_instructions, qr_code
from scorer.web.openapi import ANSWERS
from scorer.web.server import MOST_BYTES, PageServer, long_answer
from tests.support.places import ROOT

HEADERS = {"Content-Type": "application/json", "x-scorer": "1"}
HAND = {"hand": "234m345p67p456s55s+8p"}


def ask(
    server: PageServer, path: str, body: object = None, method: str = "POST", **headers: str
) -> tuple[int, Any, dict[str, str]]:
    """The status, the body and the headers of an answer."""
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=20)
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {**HEADERS, **{name.replace("_", "-"): value for name, value in headers.items()}}
    given = {name: value for name, value in given.items() if value}
    connection.request(method, path, content if method == "POST" else None, given)
    answer = connection.getresponse()
    text, told = answer.read(), {name.lower(): value for name, value in answer.getheaders()}
    connection.close()
    return answer.status, json.loads(text) if told["content-type"] == "application/json" else text, told


def test_a_question_is_answered(server: PageServer) -> None:
    status, data, _ = ask(server, "/api/score", HAND)
    assert status == 200
    assert data["points"] == 2000


@pytest.mark.parametrize(
    "path", ["/", "/app.js", "/ask.js", "/app.css", "/tiles.css", "/icon.svg", "/start.json", "/openapi.json"]
)
def test_the_files_of_the_page_are_sent_with_a_strict_policy(server: PageServer, path: str) -> None:
    status, _, headers = ask(server, path, method="GET")
    assert status == 200
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers
    assert "set-cookie" not in headers


@pytest.mark.parametrize(
    ("path", "body", "headers", "status"),
    [
        ("/api/score", HAND, {"Host": "evil.example"}, 421),
        ("/api/score", HAND, {"Content_Type": "text/plain"}, 415),
        ("/api/score", HAND, {"x_scorer": ""}, 403),
        ("/api/nothing", HAND, {}, 404),
        ("/elsewhere", HAND, {}, 404),
        ("/api/score", [1], {}, 400),
        ("/api/score", None, {}, 400),
        ("/api/score", b"{", {}, 400),
        ("/api/score", b"[" * 10_000, {}, 400),
        ("/api/score", {"hand": "1m" * 10_000}, {}, 413),
        ("/api/score", b" " * (MOST_BYTES + 1), {}, 413),
        ("/api/score", {"hand": "9x"}, {}, 422),
    ],
)  # fmt: skip
def test_a_wrong_request_is_refused_and_says_why(
    server: PageServer, path: str, body: object, headers: dict[str, str], status: int
) -> None:
    found, data, _ = ask(server, path, body, **headers)
    assert found == status
    assert data["ok"] is False
    assert data["error"]["message"]


@pytest.mark.parametrize("length", ["000000000000" + "9" * 12, "9" * 5000, "-1", "1_0", "\u0663", "1, 1"])
def test_a_length_that_hides_its_size_is_refused(server: PageServer, length: str) -> None:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=20)
    connection.putrequest("POST", "/api/score")
    for name, value in {**HEADERS, "Content-Length": length.encode().decode("latin-1")}.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 411
    connection.close()


@pytest.mark.parametrize(
    "path", ["/../answers.py", "/words.txt", "/%2e%2e/server.py", "//etc/passwd", "/page/app.js"]
)
def test_no_other_file_is_sent(server: PageServer, path: str) -> None:
    assert ask(server, path, method="GET")[0] == 404


def test_every_status_of_an_answer_is_described() -> None:
    source = (ROOT / "scorer" / "web" / "server.py").read_text(encoding="utf-8")
    sent = set(re.findall(r"refused?\((\d{3}),", source))
    assert len(sent) > 5
    assert sent <= {*ANSWERS}


def test_random_bodies_never_break_the_server(server: PageServer) -> None:
    rng = random.Random(35)
    values = [
        "",
        "1m",
        0,
        -1,
        10**30,
        True,
        None,
        [],
        {},
        ["riichi"],
        {"dora": "1m"},
        "\udc80",
        {"x": [1]},
        1.5,
    ]
    keys = [
        "hand",
        "win",
        "seat",
        "options",
        "circumstances",
        "indicators",
        "pao",
        "honba",
        "form",
        "language",
        "rules",
    ]
    for _ in range(60):
        body = {rng.choice(keys): rng.choice(values) for _ in range(rng.randrange(4))}
        assert ask(server, f"/api/{rng.choice(['score', 'analyze', 'waits', 'compare'])}", body)[0] in (
            200,
            400,
            422,
        )


def test_a_long_question_is_stopped_after_its_limit() -> None:
    assert long_answer("check", b'{"text": "extends: riichi"}', seconds=0.01).status == 503


@pytest.mark.slow
def test_a_long_question_is_answered_in_a_process_of_its_own(server: PageServer) -> None:
    status, data, _ = ask(server, "/api/check", {"text": "extends: riichi\nname: Club\nset: {opn_tanyao: 0}"})
    assert status == 200
    assert data[0]["code"] == "L402"


def test_a_sender_that_stops_is_cut_off_and_holds_up_nobody(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.web.server.Handler.timeout", 0.3)
    with socket.create_connection(server.server_address[:2]) as slow:
        head = f"POST /api/score HTTP/1.1\r\nHost: 127.0.0.1:{server.server_address[1]}\r\nx-scorer: 1\r\n"
        slow.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{{".encode())
        assert ask(server, "/api/score", HAND)[0] == 200
        slow.settimeout(5)
        assert slow.recv(100) == b""


@pytest.mark.slow
def test_the_command_for_phones_answers_at_the_address_that_it_prints_alone() -> None:
    command = [sys.executable, "-m", "scorer", "serve", "--phone", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        address = process.stdout.readline().split()[0]
        try:
            found = re.fullmatch(r"http://[0-9.]+:([0-9]+)/[A-Za-z0-9_-]{8,}/", address)
            assert found, address
            with urllib.request.urlopen(address) as page:
                assert b"app.js" in page.read()
            with pytest.raises(HTTPError, match="404"):
                urllib.request.urlopen(address[: found.end(1)] + "/")
            assert "phone" in process.stdout.readline()
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0


@pytest.mark.slow
def test_the_command_prints_its_address_and_stops_on_ctrl_c() -> None:
    command = [sys.executable, "-m", "scorer", "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert time.monotonic() - began < 2
        assert process.stderr
        assert process.stderr.read() == ""


def test_a_server_with_a_token_answers_only_below_it() -> None:
    with PageServer("127.0.0.1", 0, {}, "secret") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        below = [ask(server, path, method="GET")[0] for path in ("/secret/", "/secret/app.js", "/secret")]
        beside = [
            ask(server, path, method="GET")[0] for path in ("/", "/app.js", "/secreT/", "/secret2/app.js")
        ]
        assert server.address.endswith("/secret/")
        assert ask(server, "/secret/api/score", HAND)[0] == 200
        assert ask(server, "/api/score", HAND)[0] == 404
        server.shutdown()
    assert below == [200, 200, 404]
    assert set(beside) == {404}


def test_a_phone_finds_the_page_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with PageServer("0.0.0.0", 0, {}, "secret") as server:
        monkeypatch.setattr(server, "own_address", lambda host: "192.168.0.2")
        assert "Type the address on a phone" in phone_instructions(server)
        monkeypatch.setattr(server, "own_address", lambda host: "127.0.0.1")
        assert "Connect to a network first" in phone_instructions(server)


def test_the_code_of_an_address_is_empty_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    assert qr_code("http://192.168.0.2:8300/") == ""
