"""What a rule file may name of the drawings in `rulesets/art`: pictures of tiles, and the inks they are
printed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from scorer.ruleset.find import shipped_folder

SYMBOL = re.compile(r'<symbol id="([a-z0-9_]+)"')
INK = re.compile(r"\.ink-([a-z]+) *\{([^}]*)\}")
PART_SUFFIX = "_part"
"""Symbols whose names end so are parts of pictures."""


def svg_texts() -> Iterator[str]:
    """The texts of the SVG files, in the order of their names."""
    for path in sorted((shipped_folder() / "art").glob("*.svg")):
        yield path.read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def picture_names() -> frozenset[str]:
    """The names that a ruleset may draw.

    >>> "ship" in picture_names(), "dot_part" in picture_names()
    (True, False)
    """
    return frozenset(
        name for text in svg_texts() for name in SYMBOL.findall(text) if not name.endswith(PART_SUFFIX)
    )


@lru_cache(maxsize=1)
def inks() -> dict[str, str]:
    """The style of each ink by its name, in the order of the file.

    >>> inks()["red"].startswith("color:")
    True
    """
    return {name: style.strip() for text in svg_texts() for name, style in INK.findall(text)}
