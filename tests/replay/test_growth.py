"""Files that do harm to a reader whose work grows faster than the file."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable

import pytest

from scorer.errors import InputError
from scorer.replay.read import read_log

SMALL, LARGE = 1 << 15, 1 << 18
"""The reader of a file of the larger size may take eight times as long, with some of it to spare."""
MOST_TIMES, LEAST_SECONDS = 24, 0.05
HEAD = {
    "mjlog": b"<mjloggm>",
    "tenhou6": b'{"log":[',
    "kobalab": b'{"log":[[',
    "mjai": b'{"type":"start_game"}\n',
}
HOSTILE: dict[str, Callable[[int], bytes]] = {
    "line ends in a brace": lambda size: b"{" + b"\n" * size + b"x",
    "zeros behind a compressed file": lambda size: gzip.compress(b"x") + b"\0" * size,
    "many compressed files": lambda size: gzip.compress(b"x") * (size // 21),
    "comments without an end": lambda size: HEAD["mjlog"] + b"<!--" * (size // 4),
    "instructions without an end": lambda size: HEAD["mjlog"] + b"<?" * (size // 2),
    "an element without an end": lambda size: HEAD["mjlog"] + b"<" + b"a" * size,
    "a long word in an element": lambda size: b"<mjloggm " + b"a" * size + b">",
    "open quotes in an element": lambda size: b"<mjloggm " + b'a ="' * (size // 4) + b">",
    "open brackets": lambda size: b"[" * size,
    "deals in one another": lambda size: HEAD["tenhou6"] + b"[[0,0,0]," * (size // 9),
    "damaged deals": lambda size: HEAD["tenhou6"] + b"[[0,0,0]x" * (size // 9),
    "damaged fields": lambda size: HEAD["tenhou6"] + b"[0,0,0]]," + b'"name":x,' * (size // 9),
    "events in one another": lambda size: HEAD["kobalab"] + b'{"zimo":' * (size // 8),
    "escaped quotes": lambda size: b"{" + b'"\\' * (size // 2),
    "a long name of a record": lambda size: b'{"name":"' + b"Record" * (size // 6),
    "records in one another": lambda size: b'{"name":"RecordX",' * (size // 18),
    "lines that are comments": lambda size: b"{" + b"//\n" * (size // 3) + b"x",
    "lines that are not JSON": lambda size: HEAD["mjai"] + b"x\n" * (size // 2),
}


def seconds_to_read(log: bytes) -> float:
    """Processor time of the quickest of two attempts."""
    found = []
    for _ in range(2):
        began = time.process_time()
        with pytest.raises(InputError):
            read_log(log)
        found.append(time.process_time() - began)
        if found[-1] < LEAST_SECONDS:
            break
    return min(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_the_time_to_read_a_log_grows_with_its_size_only(name: str) -> None:
    small, large = (seconds_to_read(HOSTILE[name](size)) for size in (SMALL, LARGE))
    assert large < max(small, LEAST_SECONDS) * MOST_TIMES
