"""Bulk runs: bytes as JSON Lines and as CSV. Each line has its answer, whatever stands beside it."""

from __future__ import annotations

import csv
import io
import json
from random import Random
from typing import Any

from scorer.batch.lines import raw_lines
from scorer.batch.results import line_bytes
from scorer.batch.scoring import LineScorer
from scorer.rows import Rulesets
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.campaign.areas.words import UNCLEAN
from tests.campaign.hands import Line, drawn_lines, spoilt_text
from tests.campaign.running import Area
from tests.cli.runs import run

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e308, 10**30, "", " ", "\x00", "\ud800", "\u202e", [], {}, [[]], {"a": {"b": []}},
    ["riichi", 1], "riichi", {"x": "E"}, "/etc/passwd", "../club.yaml", "riichi.yaml", "nowhere", "x" * 70_000, [""] * 50,
)  # fmt: skip
KEYS = (
    "id",
    "hand",
    "win",
    "round",
    "seat",
    "from",
    "with",
    "honba",
    "sticks",
    "pao",
    "ruleset",
    "options",
    "dora",
    "hnad",
    "",
)
BROKEN = (
    b"",
    b"\xff",
    b"{",
    b"}",
    b'"',
    b"[1]",
    b"null",
    b"\\ud800",
    b"\r",
    b"NaN",
    b'"id": 1,',
    b"\xef\xbb\xbf",
    b"[" * 3000,
)


def draw(rng: Random) -> dict[str, Any]:
    """Lines of one ruleset or several, some odd, some broken."""
    name = rng.choice(shipped_names())
    lines = drawn_lines(rng, load_ruleset(name), 12)
    for line in lines:
        if rng.random() < 0.4:
            line[rng.choice(KEYS)] = rng.choice((*ODD, rng.choice(shipped_names())))
        if rng.random() < 0.5:
            line["id"] = rng.choice((rng.randrange(99), "ü", "\u2066", None, [1], {"a": 1.5}, 10**20))
    raw = [
        json.dumps(line, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass") for line in lines
    ]
    for place, text in enumerate(raw):
        if rng.random() < 0.2:
            at = rng.randint(0, len(text))
            raw[place] = text[:at] + rng.choice(BROKEN) + text[at + rng.choice((0, 0, 1, 30)) :]
    return {"ruleset": name, "raw": [text.replace(b"\n", b"") for text in raw], "cells": _cells(rng, lines)}


def _cells(rng: Random, lines: list[Line]) -> list[list[str]]:
    """Rows of a table."""
    columns = rng.sample(("id", "win", "round", "seat", "from", "with", "honba", "dora"), rng.randint(0, 8))
    rows = [["hand", *columns]]
    for line in lines:
        cells = [
            " ".join(map(str, cell)) if isinstance(cell, list) else str(cell)
            for cell in (line.get(key, "") for key in rows[0])
        ]
        rows.append([spoilt_text(rng, cell) if rng.random() < 0.1 else cell[:300] for cell in cells])
    if rng.random() < 0.2:
        rng.choice(rows)[:1] = rng.choice(([], ["a", "b"], ["\x00"], ["\udcff"]))
    return rows


def tried(data: dict[str, Any]) -> int:
    """Runs the lines, and alone each of them; and the table."""
    name, raw = data["ruleset"] or "riichi", data["raw"]
    given = b"\n".join(raw) + b"\n"
    whole = run("batch", "-r", name, given=given)
    assert whole.exit_code in (0, 1), (whole.exit_code, whole.stderr)
    answers = whole.stdout_bytes.splitlines(keepends=True)
    asked = [
        pair
        for block in raw_lines(io.BytesIO(given))
        for pair in zip(block.items, block.line_numbers, strict=True)
    ]
    assert len(answers) == len(asked)
    for (line, number), answer in zip(asked, answers, strict=True):
        assert json.loads(answer)["ok"] in (True, False)
        assert line_bytes(LineScorer(Rulesets(name, {})).result(line, number)[0]) == answer, line
        assert not UNCLEAN.search(answer.decode().rstrip("\n").replace("\x7f", "")), answer
        assert b"root:" not in answer
    return len(raw) + table(name, data["cells"])


def table(name: str, rows: list[list[str]]) -> int:
    """The rows as CSV, in and out."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        given, out = Path(folder, "hands.csv"), Path(folder, "out.csv")
        given.write_bytes(text.getvalue().encode("utf-8", "surrogatepass"))
        result = run("batch", str(given), "-r", name, "--out", str(out))
        as_lines = run("batch", str(given), "-r", name)
        assert result.exit_code == as_lines.exit_code in (0, 1, 2), (result.stderr, as_lines.stderr)
        assert not UNCLEAN.search(result.stderr), result.stderr
        if result.exit_code < 2:
            answers = [json.loads(line) for line in as_lines.stdout.splitlines()]
            found = list(csv.DictReader(out.open(encoding="utf-8", newline="")))
            assert [row["ok"] == "true" for row in found] == [answer["ok"] for answer in answers]
            assert [float(row["points"] or 0) for row in found] == [
                answer.get("points") or 0 for answer in answers
            ]
    return len(rows)


AREA = Area("lines", "JSON Lines and CSV, right, odd and broken", draw, tried)
