"""Files whose names are chosen to do harm: control codes of terminals, direction marks, bytes that are no text."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scorer.render.text import UNPRINTABLE
from tests.replay.made_up import as_mjai
from tests.replay.test_referee import QUIET

HARMFUL = {
    "escape sequence": b"a\x1b[31mred",
    "direction mark": b"a\xe2\x80\xaegpj",
    "not UTF-8": b"a\xff\xfe",
    "line end": b"a\nb",
    "markup": b"a<b>|`_*",
}
RULES = b"name: Club\nextends: riichi\nset: {no_such_name: 1}\n"
COMMANDS: tuple[tuple[str, bytes, bytes], ...] = (
    *(
        (f"replay FOLDER -f {form}", b".jsonl", as_mjai([QUIET]))
        for form in ("table", "markdown", "plain", "html", "json")
    ),
    *((f"replay FILE -f {form}", b".jsonl", as_mjai([QUIET])) for form in ("table", "html")),
    *((f"replay FOLDER -f {form}", b".jsonl", b"no log") for form in ("table", "json")),
    ("replay FOLDER --out OUT", b".jsonl", as_mjai([QUIET])),
    ("replay FOLDER --hands", b".jsonl", as_mjai([QUIET])),
    *((f"check FILE -f {form}", b".yaml", RULES) for form in ("text", "json", "github", "sarif")),
    ("check FOLDER", b".yaml", RULES),
    ("check --fix --dry-run FILE", b".yaml", RULES),
    *(
        (f"{command} -r FILE", b".yaml", RULES)
        for command in ("score 1m", "points 1", "waits 1m", "table", "patterns")
    ),
    *(
        (f"rulesets show FILE -f {form}", b".yaml", b"name: Club\nextends: riichi\n")
        for form in ("table", "json", "markdown", "html")
    ),
    ("rulesets diff FILE riichi", b".yaml", b"name: Club\nextends: riichi\n"),
    ("rulesets bundle FILE", b".yaml", b"name: Club\nextends: riichi\n"),
    ("batch FILE", b".jsonl", b'{"hand": "1m"}\n'),
    ("batch FILE", b".csv", b"hand\n1m\n"),
    ("batch FILE", b".xyz", b"hand\n1m\n"),
    ("batch FILE -r FILE", b".jsonl", b'{"hand": "1m"}\n'),
    ("score -r no-such-FILE 1m", b".yaml", RULES),
    ("page --out FILE/x", b".html", b""),
)


def unprintable(output: str) -> list[str]:
    return [sign for sign in UNPRINTABLE.findall(output) if sign not in "\n\t"]


def printed(command: str, file: bytes, folder: bytes) -> subprocess.CompletedProcess[bytes]:
    given = {"FILE": file, "FOLDER": folder, "OUT": folder + b".out"}
    words: Sequence[bytes] = [
        given.get(word, word.encode().replace(b"FILE", file)) for word in command.split()
    ]
    return subprocess.run(
        [sys.executable.encode(), b"-m", b"scorer", *words], capture_output=True, check=False
    )


KINDS = [*HARMFUL]


@pytest.mark.slow_one_in(2 * len(KINDS))  # every other command with one kind: the next one with the next kind
@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (number, KINDS[(number + turn) % len(KINDS)])
        for number in range(len(COMMANDS))
        for turn in range(len(KINDS))
    ],
)
def test_the_name_of_a_file_does_no_harm_at_any_door(number: int, kind: str, tmp_path: Path) -> None:
    command, suffix, content = COMMANDS[number]
    folder = os.fsencode(tmp_path)
    file = os.path.join(folder, HARMFUL[kind] + suffix)
    with open(file, "wb") as out:
        out.write(content)
    done = printed(command, file, folder)
    text = (done.stdout + done.stderr).decode(errors="surrogateescape")
    assert "Traceback" not in text
    assert not unprintable(text)


@pytest.mark.parametrize("form", ["table", "markdown", "plain"])
def test_a_line_end_in_the_name_of_a_log_makes_no_further_row(form: str, tmp_path: Path) -> None:
    for name in (b"a.jsonl", b"b\nforged 9 9 9.jsonl"):
        (tmp_path / os.fsdecode(name)).write_bytes(as_mjai([QUIET]))
    output = printed(f"replay FOLDER -f {form}", b"", os.fsencode(tmp_path)).stdout.decode()
    assert "b forged 9 9 9.jsonl" in output
    assert not [line for line in output.splitlines() if line.lstrip("| ").startswith("forged")]
