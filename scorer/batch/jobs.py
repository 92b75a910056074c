"""Stop a bulk run on Ctrl-C or SIGTERM between two lines, never in the middle of one, and share its work
among processes.
"""

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
from scorer.message import Message

if TYPE_CHECKING:
    from concurrent.futures import Future


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopped(BaseException):
    """Raised when the run is asked to stop by the signal `number`. It is not an Exception, so error handling
    does not catch it.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)

    @property
    def status(self) -> int:
        """The exit status that shells use for the signal.

        >>> Stopped(signal.SIGINT).status
        130
        """
        return 128 + self.number


class Interrupts:
    """Context manager under which signals raise Stopped: immediately, or at `release` after `hold`.

    A second signal stops the run even in the middle of a line, because the reader of its results may hang.
    """

    def __init__(self) -> None:
        self.is_held = False
        self.signal_number = 0
        self.old_handlers: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            heeded = [number for number in STOP_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
            self.old_handlers = {number: signal.signal(number, self._handle_signal) for number in heeded}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.old_handlers.items():
            signal.signal(number, handler)

    def hold(self) -> None:
        """Postpone signals until `release`."""
        self.is_held = True

    def release(self) -> None:
        """Stop postponing signals. Raises Stopped if one arrived in the meantime."""
        self.is_held = False
        self.check()

    def check(self) -> None:
        """Raises Stopped if a signal arrived that is not held. The exception that a handler raises is lost if
        Python was in a callback of the garbage collector.
        """
        if self.signal_number and not self.is_held:
            raise Stopped(self.signal_number)

    def _handle_signal(self, number: int, _: FrameType | None) -> None:
        again, self.signal_number = self.signal_number, number
        if again or not self.is_held:
            raise Stopped(number)


# ---- Work on several CPUs, in order, a bounded number of groups ahead

Input = TypeVar("Input")
Result = TypeVar("Result")
MOST_DEFAULT_PROCESSES = 8
"""Most processes that are started by default, since each needs its own memory."""
CHECK_INTERVAL = 1.0
"""Seconds between two looks whether a signal came while the result of a process is awaited."""
WAKE_INTERVAL = 0.2
"""Interval, in seconds, at which suspended processes are continued while the run ends."""
GROUPS_PER_PROCESS = 3
"""Groups in progress per process: enough to keep it busy while the first group is awaited."""


WORKER_LOST = "a process of the run ended unexpectedly; --jobs 1 uses less memory"


class WorkerLost(ScorerError):
    """A process ended unexpectedly, most often because memory ran out, or could not be started."""


def groups_of(items: Iterable[Input], size: int) -> Iterator[list[Input]]:
    """Split the items into lists of `size`; the last one may be shorter.

    >>> list(groups_of("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    left = iter(items)
    while group := list(islice(left, size)):
        yield group


def default_process_count() -> int:
    """The default number of processes. Only forked processes are started by default, because they inherit
    everything this one has computed; a new process would need as long to start as some ten thousand hands
    take.

    >>> 1 <= default_process_count() <= MOST_DEFAULT_PROCESSES
    True
    """
    from multiprocessing import get_context

    context = get_context()
    if context.get_start_method() != "fork":
        return 1
    try:
        context.Lock()
    except (ImportError, OSError):  # no semaphores, so processes cannot wait for each other
        return 1
    able = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(able, MOST_DEFAULT_PROCESSES)


def map_in_order(
    work: Callable[[Input], Result],
    inputs: Iterator[Input],
    jobs: int | None,
    prepare: Callable[..., None] | None = None,
    arguments: tuple[object, ...] = (),
    interrupts: Interrupts | None = None,
) -> Iterator[Result]:
    """Apply `work` to each input with `jobs` processes, and yield the results in the order of the inputs.

    `work` and `prepare` are module-level functions; each process calls `prepare(*arguments)` first, if it is
    given. Inputs are taken only a little ahead, so an endless stream does not need more memory. If `jobs` is
    None, use as many as there are `default_process_count`, or this process alone if no other can be started.
    Raises WorkerLost, or Stopped if one of the `interrupts` comes while a result is awaited.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    begun = jobs or default_process_count()
    pool = ProcessPoolExecutor(begun, initializer=_start_worker, initargs=(prepare, arguments))
    waiting: deque[Future[Result]] = deque()
    refused: OSError | None = None
    try:
        for one in inputs:
            try:
                with _block_signals():
                    waiting.append(pool.submit(work, one))
            except OSError as error:
                refused, inputs = error, chain([one], inputs)
                break
            if len(waiting) >= GROUPS_PER_PROCESS * begun:
                yield _awaited_result(waiting.popleft(), interrupts)
        while waiting:
            yield _awaited_result(waiting.popleft(), interrupts)
        if refused and jobs:
            why = Message("no more processes", refused.strerror)
            raise WorkerLost(why) from refused
        if refused:
            if prepare:
                prepare(*arguments)
            yield from map(work, inputs)
    except BrokenProcessPool as error:
        raise WorkerLost(WORKER_LOST) from error
    finally:
        with _block_signals(), _continue_stopped_processes():
            pool.shutdown(wait=True, cancel_futures=True)


def _awaited_result(future: Future[Result], interrupts: Interrupts | None) -> Result:
    """The result of a process when it is there. Raises Stopped if a signal comes before."""
    from concurrent.futures import wait

    while not wait((future,), CHECK_INTERVAL).done:
        if interrupts:
            interrupts.check()
    return future.result()


@contextmanager
def _continue_stopped_processes() -> Iterator[None]:
    """Keep continuing worker processes that were suspended (SIGSTOP). The run waits for each worker to end,
    and killing a suspended one would break the pipe that all workers share.
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
            ended.wait(WAKE_INTERVAL)

    thread = threading.Thread(target=wake, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def _block_signals() -> Iterator[None]:
    """Postpone signals that ask the run to stop, and keep them away from threads started in this block.

    A signal delivered to such a thread may be noticed late, and meanwhile the rest of a line cut off by the
    end of a pipe would be scored as a line. Waiting for a thread must not be interrupted either: before
    Python 3.13 the thread then counts as ended (bpo-45274), and the run waits for its processes for ever when
    it exits.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(prepare: Callable[..., None] | None, arguments: tuple[object, ...]) -> None:
    """Prepare a worker. Ctrl-C reaches every process of a terminal, but only the parent decides how to
    end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare:
        prepare(*arguments)


def _end_with_parent() -> None:
    """End this process when its parent ends. A killed parent cannot end its workers, which would wait for
    work for ever.
    """
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)
