"""Where scorer keeps what it has worked out, for this user."""

from __future__ import annotations

import os
import sys


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
