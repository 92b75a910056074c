"""The files of the page, by the names under which they are served."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from scorer import __version__
from scorer.engine.catalogue import Overview
from scorer.languages import MAIN_LANGUAGES, text_in
from scorer.package import package_file
from scorer.questions.pages import tile_style
from scorer.questions.rules import shipped_rulesets
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.texts import SEPARATOR, TRADITIONAL
from scorer.tiles import name_in
from scorer.web.openapi import openapi
from scorer.writing import as_data

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}
MOST_ALIKE = 3
"""How many rulesets are offered for comparison before any is chosen."""
PAGE_LANGUAGES = ("en", "ja", "zh-Hans", "zh-HK", "zh-TW")
"""The languages that the page offers."""


def page_file(name: str) -> bytes:
    """A file of the page as it is in the package."""
    return Path(package_file("web", "page", name)).read_bytes()


def words() -> dict[str, dict[str, str]]:
    """The words of the page's buttons and headings, by language and key.

    >>> words()["ja"]["tab hand"]
    '手牌'
    """
    rows = [line.split(SEPARATOR) for line in page_file("words.txt").decode().splitlines()]
    entries = {row[0]: row[1:] for row in rows if len(row) > 1 and not row[0].startswith("#")}
    columns = (*MAIN_LANGUAGES, *TRADITIONAL)
    return {
        language: {
            key: text_in(dict(zip(columns, texts, strict=False)), language) for key, texts in entries.items()
        }
        for language in PAGE_LANGUAGES
    }


def rulesets_alike(item: Overview) -> list[str]:
    """The first rulesets in which the hands of a ruleset may be told as well: those of the same family with
    hands of as many tiles, its relatives and those with the most similar boxes before others.

    >>> {one.id: rulesets_alike(one) for one in shipped_rulesets() if one.id in ("taiwanese", "hong-kong")}
    {'hong-kong': ['hkma', 'hong-kong-13', 'mcr'], 'taiwanese': []}
    """

    def difference(other: Overview) -> tuple[bool, int]:
        is_related = other.id in item.extends or item.id in other.extends
        return not is_related, abs(other.tiles - item.tiles)

    others = [one for one in shipped_rulesets() if (one.family, one.sizes) == (item.family, item.sizes)]
    return [one.id for one in sorted(others, key=difference) if one.id != item.id][:MOST_ALIKE]


def start_data(names: tuple[str, ...] = ()) -> bytes:
    """What the page needs before its first question; `names` are rulesets besides the shipped ones."""
    rulesets = as_data(shipped_rulesets())
    return json.dumps(
        {
            "version": __version__,
            "languages": PAGE_LANGUAGES,
            "words": words(),
            "rulesets": rulesets,
            "usual": DEFAULT_RULESET,
            "names": {
                item.id: {one: name_in(item.names, one) for one in PAGE_LANGUAGES}
                for item in shipped_rulesets()
            },
            "alike": {item.id: rulesets_alike(item) for item in shipped_rulesets()},
            "own": list(names),
        },
        ensure_ascii=False,
    ).encode()


def page_files(ask: str, names: tuple[str, ...] = ()) -> Mapping[str, bytes]:
    """Every file of the page by name; `ask` is the module that brings its questions to Python."""
    return {
        "index.html": page_file("index.html"),
        "app.js": page_file("app.js"),
        "evening.js": page_file("evening.js"),
        "replay.js": page_file("replay.js"),
        "ask.js": page_file(ask),
        "tiles.css": tile_style().encode(),
        "app.css": page_file("app.css"),
        "icon.svg": page_file("icon.svg"),
        "start.json": start_data(names),
        "openapi.json": json.dumps(openapi(), indent=1).encode(),
    }
