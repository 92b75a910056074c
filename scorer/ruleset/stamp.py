"""What stored rulesets depend on beside the rule files: this version of scorer, and its code as it stands."""

from __future__ import annotations

import os

from scorer import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def code_stamp(*packages: str) -> tuple[str, int, int]:
    """The version, and how many modules these packages have and when the youngest was written.

    Who works on scorer changes its code without changing its version.
    """
    times = [time for package in packages for time in _written(os.path.join(HERE, package))]
    return (__version__, len(times), max(times, default=0))


def _written(folder: str) -> Iterator[int]:
    try:
        entries = os.scandir(folder)
    except OSError:  # a package inside an archive has no folder
        return
    with entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                yield entry.stat().st_mtime_ns
