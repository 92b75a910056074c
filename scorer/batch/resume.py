"""The record of what results depend on, kept next to them: `--resume` continues only an unchanged run.

The results in `results.csv` have the side file `results.csv.resume`. Its first line is an object with the
ruleset, the digest of the rule files, the options, version, formats and language. Two records of the input
follow, written alternately: how many hands had been read, and a digest of them. Each record is written before
the results of its hands, so a run that is killed at any moment leaves a complete record that covers all hands
with results.
"""

from __future__ import annotations

import json
import marshal
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import repeat
from typing import TYPE_CHECKING, Literal, NamedTuple

from scorer.errors import Fault, InputError, ScorerError
from scorer.message import Message, Text, clauses
from scorer.rows import BadLine

if TYPE_CHECKING:
    from io import FileIO

    from scorer.batch.tables import Items
    from scorer.ruleset.model import Ruleset

ENDING = ".resume"
DIGEST_BYTES = 16
BEGIN_ANEW = Message("begin anew")
NAMES = {
    "version": "the version of scorer",
    "ruleset": "the ruleset",
    "input": "the format of the input",
    "columns": "the columns of the input",
    "near": "--near",
    "language": "--lang",
}
"""The names that messages use for the conditions whose values they show."""


def run_conditions(
    rules: Ruleset,
    name: str,
    input_format: str,
    columns: Sequence[str] | None,
    near_misses: bool,
    language: str,
) -> dict[str, object]:
    """Everything that results depend on, except the hands."""
    from scorer import __version__

    return {
        "version": __version__,
        "ruleset": name,
        "rules": rules_digest(rules),
        "options": dict(sorted(rules.option_values.items())),
        "input": input_format,
        "columns": None if columns is None else " ".join(columns),
        "near": near_misses,
        "language": language,
    }


def rules_digest(rules: Ruleset) -> str:
    """A digest of the rule file and of those that it extends."""
    contents = json.dumps([digest for _, digest in rules.files])
    return blake2b(contents.encode(), digest_size=DIGEST_BYTES).hexdigest()


def condition_differences(
    old_conditions: Mapping[str, object], new_conditions: Mapping[str, object]
) -> Iterator[Message]:
    """The differences between the conditions of two runs.

    >>> before = {"near": False, "options": {"uma": 1}}
    >>> list(map(str, condition_differences(before, {"near": True, "options": {"uma": 2}})))
    ['--near was off and is on now', "the option 'uma' was 1 and is 2 now"]
    """
    for key, name in NAMES.items():
        if old_conditions.get(key) != new_conditions.get(key):
            old_text, new_text = map(_display_text, (old_conditions.get(key), new_conditions.get(key)))
            yield Message("setting has changed", name, old_text, new_text)
    same_ruleset = old_conditions.get("ruleset") == new_conditions.get("ruleset")
    if same_ruleset and old_conditions.get("rules") != new_conditions.get("rules"):
        yield Message("rule file has changed", str(new_conditions.get("ruleset")))
    old, new = old_conditions.get("options"), new_conditions.get("options")
    if same_ruleset and isinstance(old, dict) and isinstance(new, dict):
        for option in sorted(old.keys() | new.keys()):
            was, now_is = old.get(option), new.get(option)
            if was != now_is:
                yield Message("option has changed", option, _display_text(was), _display_text(now_is))


def _display_text(value: object) -> Text:
    if isinstance(value, bool):
        return Message("value on" if value else "value off")
    return (
        Message("value not there") if value is None else repr(value) if isinstance(value, str) else str(value)
    )


class Checkpoint(NamedTuple):
    """The number of hands read, and their digest."""

    hands: int
    digest: str


class InputDigest:
    """The digest of the hands read so far, regardless of how they were grouped.

    >>> digests = [InputDigest(), InputDigest()]
    >>> for digest, blocks in zip(digests, ([[b"1\\n", b"2\\n"]], [[b"1\\n"], [b"2"]])):
    ...     for block in blocks:
    ...         digest.add_items(block)
    >>> digests[0].checkpoint == digests[1].checkpoint
    True
    """

    def __init__(self) -> None:
        self.hash, self.hands = blake2b(digest_size=DIGEST_BYTES), 0

    def add_items(self, items: Items) -> None:
        """Add lines, with or without their line ends, or rows."""
        self.hands += len(items)
        if items and isinstance(items[0], bytes):
            self.hash.update(b"".join([line if line[-1:] == b"\n" else line + b"\n" for line in items]))
            return
        rows = [(str(row), str(row.ident)) if isinstance(row, BadLine) else row for row in items]
        # marshal version 0 writes equal values identically; later versions also record shared objects
        self.hash.update(b"".join(map(marshal.dumps, rows, repeat(0))))

    @property
    def checkpoint(self) -> Checkpoint:
        return Checkpoint(self.hands, self.hash.hexdigest())


class SideFile:
    """The file next to the results of a run, which holds its conditions and a record of the hands read."""

    def __init__(self, path: str) -> None:
        self.path = path + ENDING
        self.file: FileIO | None = None
        self.waiting_lines: deque[Checkpoint] = deque()
        """checkpoints of hands whose results are not written yet"""
        self.hands_covered = self.records = self.begin = 0

    def difference_error(self, message: Text) -> InputError:
        """The error for a run that cannot be resumed."""
        return InputError([Fault(self.path, None, clauses(message, BEGIN_ANEW))])

    def last_checkpoint(self, conditions: Mapping[str, object]) -> Checkpoint:
        """The last checkpoint of the run to be resumed. Raises InputError if its conditions differ, or if the
        file is missing or incomplete.
        """
        try:
            with open(self.path, "rb") as file:
                head, *records = file.read().split(b"\n")
            before = json.loads(head)
        except FileNotFoundError as error:
            why = Message("side file missing")
            raise self.difference_error(why) from error
        except (OSError, ValueError) as error:
            raise self.difference_error(Message("side file unreadable")) from error
        if not isinstance(before, dict) or not (found := list(filter(None, map(_read_record, records)))):
            raise self.difference_error(Message("side file incomplete"))
        faults = [Fault(self.path, None, text) for text in condition_differences(before, conditions)]
        if faults:
            raise InputError(
                [
                    *faults,
                    Fault(self.path, None, clauses(Message("repeat with unchanged settings"), BEGIN_ANEW)),
                ]
            )
        last = max(found)
        self.begin, self.records, self.hands_covered = (
            len(head) + 1,
            records.index(_checkpoint_record(last)[:-1]) + 1,
            last.hands,
        )
        return last

    def begin_anew(self, conditions: Mapping[str, object]) -> None:
        """Write the file for a new run. Raises ScorerError if it cannot be written."""
        head = json.dumps(conditions).encode() + b"\n"
        self._open("wb").write(head + _checkpoint_record(InputDigest().checkpoint))
        self.begin, self.records, self.hands_covered = len(head), 1, 0

    def continue_file(self) -> None:
        """Open the file to add further records. Raises ScorerError if it cannot be written."""
        self._open("r+b")

    def _open(self, mode: Literal["wb", "r+b"]) -> FileIO:
        try:
            self.file = open(self.path, mode, buffering=0)  # noqa: SIM115 (closed by `close`)
        except OSError as error:
            raise ScorerError(Message("file not written", str(self.path), error.strerror)) from error
        return self.file

    def record_hands(self, hands: int) -> None:
        """Ensure that a record covers at least this many hands."""
        while self.hands_covered < hands and self.waiting_lines:
            checkpoint = self.waiting_lines.popleft()
            if checkpoint.hands >= hands and self.file is not None:
                record = _checkpoint_record(checkpoint)
                self.file.seek(self.begin + self.records % 2 * len(record))
                self.file.write(record)
                self.records, self.hands_covered = self.records + 1, checkpoint.hands

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


def _checkpoint_record(checkpoint: Checkpoint) -> bytes:
    """A line of fixed size that ends with its digest, which reveals a line that was cut off."""
    text = f"{checkpoint.hands:>20} {checkpoint.digest}"
    return f"{text} {blake2b(text.encode(), digest_size=4).hexdigest()}\n".encode()


def _read_record(line: bytes) -> Checkpoint | None:
    """The checkpoint of a line, None if the line is incomplete."""
    hands, digest, *_ = [*line.decode("ascii", "replace").split(), "", ""]
    found = Checkpoint(int(hands), digest) if hands.isdecimal() else None
    return found if found and _checkpoint_record(found) == line + b"\n" else None
