"""Ctrl-C and SIGTERM in a run that writes lines: it stops between two of them, never within one."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from scorer.errors import ScorerError

if TYPE_CHECKING:
    from concurrent.futures import Future


ASKING = (signal.SIGINT, signal.SIGTERM)


class Stopped(BaseException):
    """The run was asked to stop, by the signal `number`. No fault, so nothing on the way takes it for one."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)

    @property
    def status(self) -> int:
        """The exit status by which shells know the signal.

        >>> Stopped(signal.SIGINT).status
        130
        """
        return 128 + self.number


class Interrupts:
    """While it is entered, the signals raise Stopped: at once, or at `release` after `hold`.

    Asked a second time, a run stops even within a line: the reader of its results may hang.
    """

    def __init__(self) -> None:
        self.held = False
        self.asked = 0
        self.before: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            heeded = [number for number in ASKING if signal.getsignal(number) is not signal.SIG_IGN]
            self.before = {number: signal.signal(number, self._ask) for number in heeded}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def hold(self) -> None:
        """From here to `release` nothing is interrupted."""
        self.held = True

    def release(self) -> None:
        """Raises Stopped where a signal came in the meantime."""
        self.held = False
        if self.asked:
            raise Stopped(self.asked)

    def _ask(self, number: int, _: FrameType | None) -> None:
        again, self.asked = self.asked, number
        if again or not self.held:
            raise Stopped(number)


# ---- Work on several processors, in order, a bounded number of groups ahead

Given = TypeVar("Given")
Made = TypeVar("Made")
MOST_UNASKED = 8
"""Processes that are begun without being asked for: each takes its memory."""
WAKING = 0.2
"""Seconds after which processes that were stopped are continued once more while the run ends."""
AHEAD = 3
"""Groups under way for each process: enough to keep it busy while the first one is waited for."""


LOST = "a process of the run ended on its own; with --jobs 1 less memory is used"


class WorkerLost(ScorerError):
    """A process ended on its own, most often because there was no memory left, or could not be begun."""


def groups_of(items: Iterable[Given], size: int) -> Iterator[list[Given]]:
    """The items in lists of `size`, the last one shorter.

    >>> list(groups_of("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    left = iter(items)
    while group := list(islice(left, size)):
        yield group


def processors() -> int:
    """How many processes a run may begin unasked: none but copies of this one, which know what it has worked
    out. Others begin with nothing, which takes as long as some ten thousand hands.

    >>> 1 <= processors() <= MOST_UNASKED
    True
    """
    from multiprocessing import get_context

    context = get_context()
    if context.get_start_method() != "fork":
        return 1
    try:
        context.Lock()
    except (ImportError, OSError):  # there is nothing by which processes could wait for each other
        return 1
    able = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(able, MOST_UNASKED)


def in_order(
    work: Callable[[Given], Made],
    given: Iterator[Given],
    jobs: int | None,
    prepare: Callable[..., None],
    arguments: tuple[object, ...] = (),
) -> Iterator[Made]:
    """What `work` makes of each thing given, in the order given, by `jobs` processes.

    `work` and `prepare` are functions of modules; each process calls `prepare(*arguments)` first. Only a
    few things are taken ahead, so a stream without end needs no more memory. None: as many as there are
    `processors`, and this one alone where the system begins no more. Raises WorkerLost.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    begun = jobs or processors()
    pool = ProcessPoolExecutor(begun, initializer=_begin, initargs=(prepare, arguments))
    waiting: deque[Future[Made]] = deque()
    refused: OSError | None = None
    try:
        for one in given:
            try:
                with _signals_wait():
                    waiting.append(pool.submit(work, one))
            except OSError as error:
                refused, given = error, chain([one], given)
                break
            if len(waiting) >= AHEAD * begun:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        if refused and jobs:
            why = f"the system begins no more processes ({refused.strerror}); choose fewer --jobs"
            raise WorkerLost(why) from refused
        if refused:
            prepare(*arguments)
            yield from map(work, given)
    except BrokenProcessPool as error:
        raise WorkerLost(LOST) from error
    finally:
        with _signals_wait(), _stopped_processes_continue():
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _stopped_processes_continue() -> Iterator[None]:
    """Continues processes of the run that were stopped (SIGSTOP), again and again: the run waits for each of
    them to end, and none can be ended while it is stopped without breaking the pipe that all of them share.
    """
    from multiprocessing import active_children

    if not hasattr(signal, "SIGCONT"):  # Windows
        yield
        return
    begun, ended = [process.pid for process in active_children()], threading.Event()

    def wake() -> None:
        while not ended.is_set():
            for number in begun:
                with suppress(OSError):
                    os.kill(number or 0, signal.SIGCONT)
            ended.wait(WAKING)

    thread = threading.Thread(target=wake, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def _signals_wait() -> Iterator[None]:
    """A signal that asks the run to stop is taken behind this, and never by a thread that begins here.

    A thread that has taken it may be passed over for a while, and meanwhile the end of a pipe that was cut
    within a line would be scored as a line. To wait for a thread must not be broken off: before Python 3.13
    it then passes for ended (bpo-45274), and the run waits for its processes for ever when it exits.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ASKING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(prepare: Callable[..., None], arguments: tuple[object, ...]) -> None:
    """Ctrl-C reaches every process of a terminal; the first one alone decides how to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKING)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    prepare(*arguments)


def _end_with_parent() -> None:
    """A process that is killed cannot end those that it began; they would wait for work for ever."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)
