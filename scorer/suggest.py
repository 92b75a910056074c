"""What an unknown word may mean: the nearest known names, and the hint that names them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from scorer.languages import ENGLISH, is_english
from scorer.message import Listed, LocalizedText, Message, Text
from scorer.package import package_file


def available_names(names: Iterable[str]) -> Message:
    """The available names, for a message about an unknown one.

    >>> print(available_names(["dora", "ura"]), available_names([]), sep="; ")
    it has: dora, ura; it has none
    """
    listed = tuple(names)
    return Message("available names", Listed(listed, "comma")) if listed else Message("no names")


def id_or_name(ident: str, names: Iterable[tuple[str, str]]) -> LocalizedText:
    """What players type for something with names: its id in English, else its name.

    >>> id_or_name("riichi", [("en", "Riichi"), ("ja", "立直")]).names
    {'en': 'riichi', 'ja': '立直'}
    """
    return LocalizedText([(ENGLISH, ident), *((tag, name) for tag, name in names if not is_english(tag))])


def nearest_items(word: str, items: Iterable[LocalizedText], limit: int = 3) -> tuple[LocalizedText, ...]:
    """The items that an unknown word may mean by an id or a name in any language, best first.

    >>> robbed = id_or_name("robbing_kong", [("zh", "抢杠")])
    >>> [found.names["zh"] for found in nearest_items("抢杠和", [robbed])], nearest_items("robing", [robbed])
    (['抢杠'], ('robbing_kong',))
    """
    by_name = {name: item for item in items for name in (str(item), *item.names.values())}
    return tuple(dict.fromkeys(by_name[name] for name in nearest_names(word, by_name, limit)))


LEAST_SIMILARITY, BEGUN_SIMILARITY = 0.7, 0.6
"""How alike a name must be, and one that begins alike: "sharing" is "shared", but "stats" is not "seat"."""
BEGINNING = 2
"""The letters that such a name has in common with the word: "wim" is "win"."""
SLIP_SIMILARITY = 0.85
"""How alike two words are of which one is the other with a slip: "kuitann" is "kuitan", a word of players."""
SHORT_WORD, FEW_NAMES = 40, 2000
"""Characters and names up to which the nearest names are remembered."""


def nearest_names(word: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The known names that an unknown word may mean, best first.

    >>> nearest_names("dragons", ["dragon", "wind"]), nearest_names("Self-Draw", ["self_draw"])
    (('dragon',), ('self_draw',))
    >>> nearest_names("kuitann", ["kokushi_ankan", "open_tanyao"], 1)
    ('open_tanyao',)
    """
    names = tuple(candidates)
    find = _nearest if len(word) <= SHORT_WORD and len(names) <= FEW_NAMES else _nearest.__wrapped__
    return find(word, names, limit)


@lru_cache(maxsize=128)
def _nearest(word: str, names: tuple[str, ...], limit: int) -> tuple[str, ...]:
    """The names nearest to a word, cached because a file keeps its mistakes while it is edited."""
    plain = normalized_name(word)
    spelled = {plain, plain.replace("_", "")}
    same = [name for name in names if name != word and {name.casefold(), name.replace("_", "")} & spelled]
    meant = [name for name in players_words().get(plain, ()) if name in names]
    words = plain.split("_")
    begun = sorted([(len(name), name) for name in names if name.startswith(plain)]) if len(plain) > 2 else []
    like = _names_of_like_letters(names, word, LEAST_SIMILARITY)
    alike = [name for name in names if name[:BEGINNING] == word[:BEGINNING] and word[:1].isalnum()]
    return tuple(
        dict.fromkeys(
            [
                *same,
                *meant,
                *(name for _, name in begun),
                *(_names_with_words(names, words) if len(words) > 1 else ()),
                *_closest(word, like, limit, SLIP_SIMILARITY),
                *_names_of_slip(plain, names),
                *_closest(word, like, limit, LEAST_SIMILARITY),
                *_closest(word, alike, limit, BEGUN_SIMILARITY),
            ]
        )
    )[:limit]


def _closest(word: str, names: list[str], limit: int, least: float) -> list[str]:
    """The names most similar to a word."""
    if not names:
        return []
    from difflib import get_close_matches  # only a wrong input pays for this import

    return get_close_matches(word, names, limit, least)


def _names_of_slip(word: str, names: tuple[str, ...]) -> list[str]:
    """What rule files say for the word of players that a word is with a slip."""
    if len(word) <= 4 or word in players_words():
        return []
    said = _closest(word, _names_of_like_letters(players_words(), word, SLIP_SIMILARITY), 1, SLIP_SIMILARITY)
    return [name for one in said for name in players_words()[one] if name in names]


def _names_of_like_letters(names: Iterable[str], word: str, least: float) -> list[str]:
    """The names with enough letters of a word to be at least so similar to it. Most have fewer, and to
    compare the order of letters takes far longer.
    """
    without_letters, size = str.maketrans("", "", word), len(word)
    found = []
    for name in names:
        length = len(name)
        needed = least * (size + length) / 2
        if size >= needed and length - len(name.translate(without_letters)) >= needed:
            found.append(name)
    return found


def _names_with_words(names: Iterable[str], words: Iterable[str]) -> list[str]:
    """The names that have all these words, or what rule files say for them, the shortest first."""
    known = players_words()
    wanted = [[f"_{one}_" for one in (word, *known.get(word, ()))] for word in words]
    found = [name for name in names if all(any(one in f"_{name}_" for one in meant) for meant in wanted)]
    return sorted(found, key=lambda name: (len(name), name))


def did_you_mean(word: str, candidates: Iterable[str], otherwise: Text = "") -> Text:
    """The hint for an unknown word: the nearest known name if one is close, else `otherwise`.

    >>> str(did_you_mean("dragons", ["dragon", "wind"])), did_you_mean("x", ["wind"], "known: wind")
    ("did you mean 'dragon'?", 'known: wind')
    """
    close = nearest_names(word, candidates, 1)
    return Message("did you mean the word", close[0]) if close else otherwise


LOOK_ALIKES = str.maketrans("аеорсухіѕјѡԁʹ‐‑–", "aeopcyxisjwd'---")
"""Letters of other alphabets that print like Latin ones."""


def normalized_name(word: str) -> str:
    """A word in the form of a name: lower-case Latin letters, with `_` between words.

    >>> normalized_name("Ѕelf Draw")
    'self_draw'
    """
    text = unicodedata.normalize("NFKC", word).casefold().translate(LOOK_ALIKES)
    return "_".join(text.replace("-", " ").split())


@lru_cache(maxsize=1)
def players_words() -> Mapping[str, tuple[str, ...]]:
    """The words that players use, each with the names that rule files may use for it."""
    from pathlib import Path  # only a wrong input pays for this import, too

    text = Path(package_file("language", "players_words.txt")).read_text("utf-8")
    rows = (line.partition(":") for line in text.splitlines() if line and line[0] != "#")
    pairs = [(said.split(","), tuple(word.strip() for word in meant.split(","))) for said, _, meant in rows]
    return {word.strip(): meant for words, meant in pairs for word in words}
