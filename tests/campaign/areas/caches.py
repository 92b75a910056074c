"""The cache folder cut, flipped, swapped, forged, filled, locked: what is loaded is right, and nobody's file is lost."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from scorer.ruleset import cache
from scorer.ruleset.find import shipped_names
from scorer.ruleset.load import load_text
from scorer.scoring import load_ruleset
from tests.campaign.running import Area
from tests.support.shipped import text_of

ACTIONS = (
    "cut",
    "flip",
    "swap",
    "foreign",
    "version",
    "number",
    "fill",
    "locked",
    "link",
    "folder",
    "deep",
    "append",
    "zero",
)
CLUB = "extends: {}\nname: Club\n"


def draw(rng: Random) -> dict[str, Any]:
    """A club's file over a ruleset, and what happens to its cache."""
    small = [name for name in shipped_names() if len(text_of(name)) < 9_000]
    return {
        "base": rng.choice(small),
        "actions": [[rng.choice(ACTIONS), rng.randrange(1 << 20)] for _ in range(rng.randint(1, 3))],
    }


@contextmanager
def own_folder() -> Iterator[Path]:
    """A cache folder for one case."""
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_CACHE_HOME"] = name
        try:
            yield Path(name, "scorer")
        finally:
            os.chmod(name, 0o700)
            if before is None:
                del os.environ["XDG_CACHE_HOME"]
            else:
                os.environ["XDG_CACHE_HOME"] = before


@lru_cache(maxsize=64)
def _wanted(base: str) -> Any:
    loaded = load_text(CLUB.format(base), "club.yaml").ruleset
    assert loaded is not None
    return said(loaded)


def said(ruleset: Any) -> tuple[Any, ...]:
    """What two readings of the same file must agree on."""
    return (
        ruleset.patterns, ruleset.options, ruleset.circumstances, ruleset.payment, ruleset.limits,
        ruleset.tileset, ruleset.shapes, ruleset.set_tables.tuples,
    )  # fmt: skip


def tried(data: dict[str, Any]) -> int:
    """Fills the cache, lets things happen to it, and loads again after each."""
    if data["base"] not in shipped_names():
        return 0
    with own_folder() as folder, tempfile.TemporaryDirectory() as place:
        club = Path(place, "club.yaml")
        club.write_text(CLUB.format(data["base"]), encoding="utf-8")
        load_ruleset(str(club))
        mine = folder / "thesis-0123456789abcdef0123456789abcdef.model"
        mine.write_text("my thesis")
        for action, number in data["actions"]:
            if action in ACTIONS:
                _happens(folder, action, number)
            cache._OPEN_RULESETS.clear()
            found = cache.open_ruleset(str(club))
            assert said(found) == _wanted(data["base"]), action
            assert mine.read_text() == "my thesis"
    return len(data["actions"])


def _happens(folder: Path, action: str, number: int) -> None:
    files = sorted(path for path in folder.glob("club-*") if path.is_file() and not path.is_symlink())
    if not files:
        return
    path = files[number % len(files)]
    content = path.read_bytes()
    at = number % max(1, len(content))
    if action == "cut":
        path.write_bytes(content[:at])
    elif action == "flip":
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << number % 8]) + content[at + 1 :])
    elif action == "swap":
        path.write_bytes(files[-1].read_bytes())
    elif action == "foreign":
        path.write_bytes(Random(number).randbytes(number % 3000))
    elif action in ("version", "number", "deep"):
        path.write_bytes(_forged(path, content, action, number))
    elif action == "fill":
        _filled(folder, number)
    elif action == "locked":
        folder.chmod(0o500 if number % 2 else 0o777)
    elif action == "link":
        path.unlink()
        path.symlink_to(folder / "thesis-0123456789abcdef0123456789abcdef.model")
    elif action == "folder":
        path.unlink()
        path.mkdir()
    elif action == "append":
        path.write_bytes(content + b"\n" + content[:at])
    elif action == "zero":
        path.write_bytes(b"\0" * len(content))


def _forged(path: Path, content: bytes, action: str, number: int) -> bytes:
    """An entry that is whole by its head, with a text that scorer has not written."""
    text, ident = content.partition(b"\n")[2], path.stem.rpartition("-")[2]
    if action == "version":
        text = text.replace(cache.code_stamp().encode(), b"0" * 32)
    elif action == "deep":
        text = b"[" * (number % 100_000)
    else:
        at = number % max(1, len(text))
        text = text[:at] + b'"' + text[at:]
    return cache._entry_head(ident, text) + text


def _filled(folder: Path, number: int) -> None:
    for count in range(cache.MOST_ENTRIES + number % 40):
        ident = f"{count:032x}"
        text = b"[]"
        (folder / f"old-{ident}.model").write_bytes(cache._entry_head(ident, text) + text)


AREA = Area("caches", "cache entries damaged, forged and in the way", draw, tried, share=0.7)
