"""Text for people in several languages, as rule files give it."""

from __future__ import annotations

Names = tuple[tuple[str, str], ...]
"""Text for people by language: (("en", "East"), ("ja", "東"), ("zh", "東"))."""


def name_in(names: Names, language: str = "en") -> str:
    """The text in a language, else the first there is, else an empty string.

    >>> name_in((("en", "East"), ("ja", "東")), "ja")
    '東'
    """
    table = dict(names)
    return table.get(language) or (names[0][1] if names else "")


def native_in(names: Names, native: str, language: str = "en") -> str:
    """What the players who speak `native` call it, beside an English name; nothing where that is the same.

    >>> native_in((("en", "East"), ("ja", "東")), "ja"), native_in((("en", "East"),), "ja", "ja")
    ('東', '')
    """
    own = dict(names).get(native, "")
    return "" if language != "en" or own == name_in(names, language) else own
