"""Ctrl-C and SIGTERM in a run that writes lines: it stops between two of them, never within one."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any

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
        self.before: dict[int, Any] = {}

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
