"""Processes that answer questions, one at a time each: what one question leaves in memory cannot change the
answer to another that is answered at the same moment, and a process that has grown is replaced.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from queue import Empty, LifoQueue
from threading import Timer

from scorer.package import package_folder
from scorer.ruleset.model import Ruleset
from scorer.web.answers import WrittenReply

MOST_WORKERS = 2
"""Questions that are answered at a time."""
MOST_WORKER_BYTES = 300 << 20
"""The memory of a process after a question. One that has more ends, and a new one takes its place."""
MOST_ANSWERING_BYTES = 512 << 20
"""The memory that a process may have at any moment. A question for which it is not enough is refused."""
MOST_QUESTIONS = 5000
"""Questions after which a process is replaced, where its memory cannot be seen."""
SECONDS_TO_ANSWER = 30
"""How long a question may take."""


class NoAnswer(Exception):
    """A question was not answered; the message says why."""


class Worker:
    """A process that answers questions. `rulesets` are those besides the shipped ones."""

    is_last = False
    """whether it ends after this answer"""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        command = [sys.executable, "-m", "scorer.web.child"]
        home = os.path.dirname(package_folder())  # `-m` looks in the folder where it is run first
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=home)
        assert self.process.stdin
        assert self.process.stdout
        self.to_worker, self.from_worker = self.process.stdin, self.process.stdout
        with suppress(OSError):  # one that could not start has no answer
            self._send("rulesets", pickle.dumps(dict(rulesets)))

    def reply(self, name: str, content: bytes, seconds: float) -> WrittenReply:
        """The answer to a question. Raises NoAnswer if it takes too long or the process ends without one."""
        timer = Timer(seconds, self.process.kill)
        timer.start()
        try:
            self._send(name, content)
            status, size, self.is_last = json.loads(self.from_worker.readline())
            written = self.from_worker.read(size)
        except (OSError, ValueError):
            took_long = not timer.is_alive()
            self.end()
            reason = f"this took more than {seconds:g} seconds and was stopped"
            raise NoAnswer(reason if took_long else "this question could not be answered") from None
        finally:
            timer.cancel()
        return WrittenReply(status, written)

    def _send(self, name: str, content: bytes) -> None:
        self.to_worker.write(json.dumps([name, len(content)]).encode() + b"\n" + content)
        self.to_worker.flush()

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self.process.kill()
        for pipe in (self.to_worker, self.from_worker):
            with suppress(OSError):
                pipe.close()
        self.process.wait()


class Workers:
    """The processes that answer questions, started when they are needed."""

    def __init__(self, rulesets: Mapping[str, Ruleset], seconds_to_wait: float) -> None:
        self.rulesets, self.seconds_to_wait = rulesets, seconds_to_wait
        self.free: LifoQueue[Worker | None] = LifoQueue()
        for worker in (*[None] * (MOST_WORKERS - 1), Worker(rulesets)):
            self.free.put(worker)

    def reply(self, name: str, content: bytes) -> WrittenReply:
        """The answer to a question. Raises NoAnswer if there is none, or no process is free in time."""
        with self._free_worker() as worker:
            return worker.reply(name, content, SECONDS_TO_ANSWER)

    @contextmanager
    def _free_worker(self) -> Iterator[Worker]:
        try:
            worker = self.free.get(timeout=self.seconds_to_wait)
        except Empty:
            raise NoAnswer("there are too many questions at a time; ask again") from None
        kept: Worker | None = None
        try:
            if worker is None or worker.process.poll() is not None:
                worker = Worker(self.rulesets)
            worker.is_last = True  # unless it says that it goes on
            yield worker
            if worker.is_last:
                worker.end()
            else:
                kept = worker
        finally:
            self.free.put(kept)

    def end(self) -> None:
        """Ends all processes that are free; the others end with the server."""
        with suppress(Empty):
            while True:
                if worker := self.free.get_nowait():
                    worker.end()
