"""A page that needs nothing else: its style, the tiles that it shows, its text, no script, no network."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from pathlib import Path

from scorer.render.svg import definitions, style
from scorer.tiles import TileSet

ALLOWED = "default-src 'none'; style-src 'unsafe-inline'"
"""A browser loads and runs nothing on these pages."""


@lru_cache(maxsize=8)
def sheet(name: str) -> str:
    """A style sheet that lies beside this module."""
    return Path(__file__).with_name(f"{name}.css").read_text(encoding="utf-8")


def page(title: str, body: str, tileset: TileSet, language: str = "en", extra: str = "") -> str:
    """A whole page in HTML around a body; `extra` is a style sheet of its own.

    >>> from scorer.library import load_ruleset
    >>> text = page("A & B", "<p>Text</p>", load_ruleset("riichi").tileset)
    >>> "<title>A &amp; B</title>" in text, text.startswith("<!doctype html>")
    (True, True)
    """
    symbols = f'<svg class="symbols" aria-hidden="true">{definitions(body, tileset, language)}</svg>'
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{ALLOWED}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>\n{style()}\n{sheet('page')}\n{extra}</style>\n</head>\n"
        f"<body>\n{symbols}\n{body}\n</body>\n</html>\n"
    )
