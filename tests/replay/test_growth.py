"""Files that do harm to a reader whose work grows faster than the file."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable

import pytest

from scorer.errors import InputError
from scorer.replay.limits import MOST_TROUBLES
from scorer.replay.read import read_log
from tests.replay.made_up import as_mjai, as_mjlog
from tests.replay.test_referee import DOUBLE

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
    "unknown elements": lambda size: HEAD["mjlog"] + b'<a b="c">' * (size // 9),
    "elements without an end": lambda size: HEAD["mjlog"] + b"<GO " * (size // 4),
    "open brackets": lambda size: b"[" * size,
    "deals in one another": lambda size: HEAD["tenhou6"] + b"[[0,0,0]," * (size // 9),
    "damaged deals": lambda size: HEAD["tenhou6"] + b"[[0,0,0]x" * (size // 9),
    "damaged fields": lambda size: HEAD["tenhou6"] + b"[0,0,0]]," + b'"name":x,' * (size // 9),
    "events in one another": lambda size: HEAD["kobalab"] + b'{"zimo":' * (size // 8),
    "escaped quotes": lambda size: b"{" + b'"\\' * (size // 2),
    "a long name of a record": lambda size: b'{"name":"' + b"Record" * (size // 6),
    "records in one another": lambda size: b'{"name":"RecordX",' * (size // 18),
    "lines that are comments": lambda size: b"{" + b"//\n" * (size // 3) + b"x",
    "unknown events": lambda size: HEAD["mjai"] + b'{"type":"x"}\n' * (size // 13),
    "lines that are not JSON": lambda size: HEAD["mjai"] + b"x\n" * (size // 2),
}

FAULTY = {
    "mjlog": b'<mjloggm ver="2.3"><SHUFFLE' + b'<a b="c">' * 5000,
    "mjlog, in a deal": b'<mjloggm><INIT seed="0,0,0,0,0,1" oya="0"/>' + b"<GO " * 5000,
    "mjai": b'{"type":"start_game"}\n' + b'{"type":"x"}\n' * 5000,
    "mjai, in a deal": b'{"type":"start_game"}\n{"type":"start_kyoku"}\n' + b"x\n" * 5000,
}
"""Logs with an error in every few bytes."""


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


@pytest.mark.parametrize("name", FAULTY)
def test_the_errors_of_a_log_that_are_listed_are_bounded(name: str) -> None:
    with pytest.raises(InputError) as caught:
        read_log(FAULTY[name])
    assert 1 <= len(caught.value.faults) <= MOST_TROUBLES + 2


@pytest.mark.parametrize("name", ["mjlog", "mjai"])
def test_a_deal_with_errors_beyond_the_limit_says_that_there_are_more(name: str) -> None:
    log = as_mjlog([DOUBLE]) if name == "mjlog" else as_mjai([DOUBLE])
    damage, separator = (b"<x/>", b"<") if name == "mjlog" else (b"\nx", b"\n")
    middle = log.index(separator, len(log) // 2)
    game = read_log(log[:middle] + damage * 5000 + log[middle:])
    (deal,) = game.deals
    assert len(deal.troubles) == MOST_TROUBLES + 1
    assert "not listed" in str(deal.troubles[-1].message)
