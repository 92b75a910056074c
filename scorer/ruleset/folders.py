"""What scorer has worked out for this user, kept as files in the cache folder of the user.

A file is a checksum and what it sums up, so that a torn or foreign one is as if it were not there. Only
the files used last are kept. `SCORER_NO_CACHE` turns all this off.
"""

from __future__ import annotations

import os
import sys
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LARGEST = 8_000_000
"""bytes of one file, kept or kept from"""
MOST_KEPT = 100


def cache_folder() -> str | None:
    """The user's cache folder for scorer, None where `SCORER_NO_CACHE` is set or there is no home."""
    if os.environ.get("SCORER_NO_CACHE"):
        return None
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    home = os.path.expanduser("~")
    if not given and not os.path.isabs(home):
        return None
    usual = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return os.path.join(given or os.path.join(home, usual), "scorer")


def kept_name(path: str, sort: str, choice: str = "") -> str:
    """The name under which something made from a file is kept: `sort` is its ending, `choice` tells
    apart what else was chosen.

    >>> kept_name("/club/rules.yaml", "ruleset")
    'rules-d8a3bd86.ruleset'
    """
    whole = f"{os.path.abspath(path)}{choice}"
    stem = os.path.splitext(os.path.basename(path))[0]
    return f"{stem}-{crc32(whole.encode(errors='replace')):08x}.{sort}"


def read_kept(name: str) -> bytes | None:
    """What was kept under a name, None where it is not there or not whole."""
    folder = cache_folder()
    text = content_of(os.path.join(folder, name)) if folder else None
    if not text or len(text) < 5 or crc32(text[4:]).to_bytes(4, "big") != text[:4]:
        return None
    return text[4:]


def keep(name: str, data: Iterable[bytes]) -> None:
    """Keeps data under a name, written piece by piece. A folder that cannot be written is no fault."""
    folder = cache_folder()
    if folder is None:
        return
    place = os.path.join(folder, name)
    fresh = f"{place}.{os.getpid()}"
    try:
        os.makedirs(folder, exist_ok=True)
        if _write(fresh, data) <= LARGEST:
            os.replace(fresh, place)
            _clear(folder)
        else:
            os.unlink(fresh)
    except (OSError, ValueError):  # a full disk, or a name that no file system takes
        _drop(fresh)


def _drop(path: str) -> None:
    try:
        os.unlink(path)
    except (OSError, ValueError):
        return


def _write(path: str, data: Iterable[bytes]) -> int:
    """Writes the checksum and the data; gives how many bytes they are."""
    with open(path, "wb") as file:
        file.write(bytes(4))
        sum_of_all = 0
        for piece in data:
            sum_of_all = crc32(piece, sum_of_all)
            file.write(piece)
        size = file.tell()
        file.seek(0)
        file.write(sum_of_all.to_bytes(4, "big"))
    return size


def content_of(name: str) -> bytes | None:
    """The bytes of a plain file of a sensible size, None of anything else."""
    try:
        if not os.path.isfile(name) or os.path.getsize(name) > LARGEST:
            return None
        with open(name, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def _clear(folder: str) -> None:
    """Takes away what was written longest ago, where more is kept than is likely to be used again."""
    with os.scandir(folder) as entries:
        files = [(entry.stat().st_mtime, entry.path) for entry in entries if entry.is_file()]
    for _, path in sorted(files)[:-MOST_KEPT]:
        os.unlink(path)
