"""Messages that cannot be read, and texts that an editor would take for more than text."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from scorer.questions.authoring import hover_at

GOOD = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "shutdown"}).encode()
START = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"processId": None, "rootUri": None, "capabilities": {}},
    }
).encode()


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


@pytest.mark.slow_one_in(4)
@pytest.mark.parametrize(
    "bad",
    [
        b'{"jsonrpc": "2.0", "method": "x"}',
        b"Content-Type: text\r\n\r\n{}",
        framed(b"{not json"),
        framed(b"[1, 2]"),
        framed(b"{}"),
        framed(b"[" * 100_000),
        framed(b'{"jsonrpc": "2.0", "method": 5}'),
        b"Content-Length: 99999999999999999999\r\n\r\n",
        b"Content-Length: 99999999\r\n\r\n",
        b"Content-Length: -5\r\n\r\n",
        b"\xff\xfe\r\n" * 10,
    ],
)
def test_a_message_that_cannot_be_read_leaves_the_server_able_to_hear(bad: bytes) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scorer", "lsp"],
        input=framed(START) + bad + framed(GOOD),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert b'"id":7' in done.stdout.replace(b" ", b"")
    assert b"Traceback" not in done.stderr


def test_a_text_of_a_rule_file_is_no_markdown_in_an_editor() -> None:
    picture = "![x](http://evil.example/x.png)"
    text = f"extends: riichi\nname: Club\npatterns:\n- id: mine\n  name: '{picture}'\n  definition: '{picture} `a`'\n  value: 1\n  when: tsumo"
    found = hover_at(text, 4, 8)
    assert found is not None
    assert "evil" in found.text
    assert "![x](" not in found.text.replace("`", "")
