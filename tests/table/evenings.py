"""Compares evenings with what is expected of them.

python -m tests.table.evenings FOLDER

NAME.yaml is an evening, NAME.expected.json what follows from it. A line of edits.jsonl is a change of an evening, with
what follows then. Faults are compared by line, other facts by value.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorer.render.evening import evening_data
from scorer.table.reading import read_evening

FIRST_EVENT = re.compile(r"^- ", re.MULTILINE)


def differences(name: str, found: Any, expected: Any) -> Iterator[str]:
    """What is expected and not found. Facts that are found beside it do not matter."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            if key == "notes":
                if not found.get("notes"):
                    yield f"{name}.notes: nothing, not {value}"
            elif key == "faults":
                at = [one.get("line") or one["event"] for one in value]
                have = [
                    one["line"] if "line" in value[0] else one["event"] for one in found.get("faults", ())
                ]
                if at != have:
                    yield f"{name}.faults: {have}, not {at}"
            elif not isinstance(found, dict) or key not in found:
                yield f"{name}.{key}: missing"
            else:
                yield from differences(f"{name}.{key}", found[key], value)
        if (
            isinstance(found, dict)
            and found.get("faults")
            and "faults" not in expected
            and "games" in expected
        ):
            yield f"{name}.faults: {found['faults']}"
    elif isinstance(expected, list):
        if len(found) != len(expected):
            yield f"{name}: {len(found)} entries, not {len(expected)}"
        for place, (one, other) in enumerate(zip(found, expected, strict=False)):
            yield from differences(f"{name}[{place}]", one, other)
    elif found != expected and not (
        isinstance(found, (int, float))
        and isinstance(expected, (int, float))
        and abs(found - expected) < 0.011
    ):
        yield f"{name}: {found!r}, not {expected!r}"


def compared_evenings(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Each evening of a folder with what differs."""
    for path in sorted(folder.glob("*.yaml")):
        expected = json.loads(path.with_suffix("").with_suffix(".expected.json").read_text(encoding="utf-8"))
        yield path.stem, [*differences(path.stem, evening_data(read_evening(path)), expected)]


def edited_text(text: str, edit: dict[str, Any]) -> str:
    """An evening with one of its events changed."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if FIRST_EVENT.match(line))
    at = first + edit["event"] - 1
    if edit["change"] == "undo":
        del lines[len(lines) - edit["event"] :]
    elif edit["change"] == "remove":
        del lines[at]
    elif edit["change"] == "insert":
        lines.insert(at, edit["new"])
    else:
        lines[at] = edit["new"]
    return "\n".join(lines) + "\n"


def compared_edits(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Each edit of a folder with what differs afterwards."""
    path = folder / "edits.jsonl"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else (), 1):
        edit = json.loads(line)
        text = edited_text((folder / edit["file"]).read_text(encoding="utf-8"), edit)
        data = evening_data(read_evening(text.encode()))
        game: Any = data["games"][-1]
        last = game["deals"][-1]
        found = {
            "faults": data.get("faults", []), "scores": last["scores"], "next": last["next"],
            "final": game["final"], "ranking": data["ranking"],
        }  # fmt: skip
        expected = {key: edit[key] for key in found if key in edit}
        if not expected.get("faults"):
            expected.pop("faults", None)
        name = f"edit {number} ({edit['change']} {edit['event']} of {edit['file']})"
        yield name, [*differences("edited", found, expected)]


def main(folder: Path) -> int:
    wrong = total = 0
    for name, differing in (*compared_evenings(folder), *compared_edits(folder)):
        total += 1
        wrong += bool(differing)
        for text in differing:
            print(f"{name}: {text}")
    print(f"{total - wrong} of {total} evenings and edits agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
