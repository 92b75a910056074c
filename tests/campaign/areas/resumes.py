"""Bulk runs that are cut and go on: with the same lines and rules to the same results, with others not at all."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.campaign.hands import drawn_lines, drawn_options
from tests.campaign.running import Area
from tests.cli.runs import run

CHANGES = ("options", "ruleset", "words", "edited", "lost", "added")


def draw(rng: Random) -> dict[str, Any]:
    """Lines, where the results are cut, and what is different when the run goes on."""
    name = rng.choice(shipped_names())
    rules = load_ruleset(name)
    options = drawn_options(rng, rules)
    return {
        "ruleset": name,
        "lines": [json.dumps(line) for line in drawn_lines(rng, rules, rng.randint(4, 40))],
        "cut": rng.random(),
        "ending": rng.choice(("jsonl", "csv")),
        "change": rng.choice(CHANGES),
        "options": {key: value for key, value in options.items() if value != rules.option_values[key]},
        "other": rng.choice([other for other in shipped_names() if other != name]),
        "words": rng.choice((["--near"], ["--lang", "ja"], ["--lang", "zh"])),
        "place": rng.random(),
    }


def tried(data: dict[str, Any]) -> int:
    """Runs the lines, cuts the results, and goes on with the change and without it."""
    name, lines, changed = data["ruleset"], data["lines"], _changed(data)
    with tempfile.TemporaryDirectory() as folder:
        given, out = Path(folder, "hands.jsonl"), Path(folder, f"out.{data['ending']}")
        command = ("batch", str(given), "--out", str(out))
        _write(given, lines)
        assert run(*command, "-r", name).exit_code in (0, 1)
        whole = out.read_bytes()
        begun = whole[: int(len(whole) * data["cut"])]
        if begun.count(b"\n") < 2:
            return 0
        out.write_bytes(begun)
        if changed != lines or _words(data) != ["-r", name]:
            _write(given, changed)
            refused = run(*command, "--resume", *_words(data))
            assert refused.exit_code == 2, f"{data['change']}: goes on with results of another run"
            assert out.read_bytes() == begun, (
                f"{data['change']}: a run that is refused has changed the results"
            )
        _write(given, lines)
        assert run(*command, "--resume", "-r", name).exit_code in (0, 1)
        assert out.read_bytes() == whole, "other results than of a run that was not cut"
        _write(given, [*lines, *lines[:2]])
        assert run(*command, "--resume", "-r", name).exit_code in (0, 1)
        longer = out.read_bytes()
        assert run(*command, "-r", name).exit_code in (0, 1)
        assert longer == out.read_bytes(), "other results for lines added to the input"
    return 3


def _write(path: Path, lines: list[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _changed(data: dict[str, Any]) -> list[str]:
    """The lines, of which one is different, lost or added, if that is the change."""
    lines: list[str] = data["lines"]
    at = int(len(lines) * data["place"])
    if data["change"] == "edited":
        return [*lines[:at], lines[at].replace("}", ' , "id": 7}'), *lines[at + 1 :]]
    if data["change"] == "lost":
        return [*lines[:at], *lines[at + 1 :]]
    return [*lines[:at], '{"hand": ""}', *lines[at:]] if data["change"] == "added" else lines


def _words(data: dict[str, Any]) -> list[str]:
    """The arguments that choose rules and results when the run goes on."""
    if data["change"] == "ruleset":
        return ["-r", data["other"]]
    words = ["-r", data["ruleset"], *(data["words"] if data["change"] == "words" else ())]
    options = data["options"] if data["change"] == "options" else {}
    return [*words, *(part for key, value in options.items() for part in ("-o", f"{key}={_said(value)}"))]


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


AREA = Area(
    "resumes",
    "runs that go on with the same and with other lines and rules",
    draw,
    tried,
    share=0.5,
    shrinks=False,
)
