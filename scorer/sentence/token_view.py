"""The tokens of a sentence and what can be seen of them, with the statement that they become."""

from __future__ import annotations

from scorer.hand import WINDS
from scorer.sentence.lexicon import Lexicon, folded_text, is_latin, particles
from scorer.sentence.statement import Statement, TileGroup
from scorer.sentence.tokens import SentencePart

CALL_SIZES = {
    "same3": (3,),
    "run3": (3,),
    "same4": (4,),
    "open4": (4,),
    "closed4": (4,),
    "added4": (4,),
}

MOST_NAMES = 6
"""More names of tiles than this are a hand, and no list of yaku with the same names."""


class TokenView:
    """The tokens of a sentence and what can be seen of them, with the statement that they become."""

    def __init__(self, text: str, tokens: list[SentencePart], lexicon: Lexicon) -> None:
        self.lexicon, self.ruleset = lexicon, lexicon.ruleset
        self.tokens = tokens
        self.statement = Statement(text)
        self.negates = False
        self.seat_places: set[int] = set()
        """the places of words that were read as a seat or round, so that they are no tiles"""
        self.asks_why = any(token.value("ask") == "why" for token in self.tokens)
        self.is_draw = any(self._is_draw_word(token) for token in self.tokens)
        self.tells_tiles = (
            any(token.codes for token in self.tokens)
            or sum(token.has("tile") for token in self.tokens) > MOST_NAMES
            or any(
                token.has("call") and (self.has(at - 1, "tile") or self.has(at + 1, "tile"))
                for at, token in enumerate(self.tokens)
            )
        )
        self.names_sets_first = False
        """whether each word for a called set comes after its tiles"""
        self.negates_after = any(token.value("negate") == "after" for token in self.tokens)
        self.is_tile_asked = any(token.codes for token in self.tokens)
        self.told: set[tuple[str, object]] = set()
        """what the statement said when a rule was followed last"""

    def at(self, place: int) -> SentencePart | None:
        return self.tokens[place] if 0 <= place < len(self.tokens) else None

    def value(self, place: int, *sorts: str) -> str:
        """What the token at a place means in the first of these sorts; empty if nothing."""
        token = self.at(place)
        return next((found for sort in sorts if token and (found := token.value(sort))), "")

    def has(self, place: int, *sorts: str) -> bool:
        token = self.at(place)
        return bool(token and token.has(*sorts))

    def values_of(self, place: int, sort: str) -> set[str]:
        """Everything of one sort that a token means."""
        token = self.at(place)
        return {meaning.value for meaning in token.meanings if meaning.sort == sort} if token else set()

    def has_text(self, place: int, text: str) -> bool:
        token = self.at(place)
        return bool(token and token.text == text)

    def is_number(self, place: int) -> bool:
        token = self.at(place)
        return bool(token and (token.sort == "number" or token.has("number")))

    def number(self, place: int) -> int:
        token = self.at(place)
        if not token:
            return 0
        return token.number if token.sort == "number" else int(token.value("number") or 0)

    def counts_following(self, place: int, *sorts: str) -> bool:
        """Whether a number counts the word of these sorts behind it, which has no number of its own behind
        it: `ura 2 honba` has two honba, and `ura 2 honba 1` has one.
        """
        word = place + 1
        if self.has(word, "classifier") and self.has(place - 1, "counter"):  # 供託1本
            return False
        if self.has(word, "classifier") and self.has(word + 1, "counter"):  # 3根立直棒
            word += 1
        has_own = self.has(word, "counter") and self.is_number(word + 1)
        is_own = has_own and not self.counts_following(word + 1, *sorts)
        is_apart = bool(self.between(place).strip())
        return self.has(word, *sorts) and not (is_own or is_apart)

    def after_fill(self, place: int) -> int:
        """The place after words without a meaning."""
        while (token := self.at(place)) and token.has("fill") and not self._says_more(token):
            place += 1
        return place

    def before_fill(self, place: int) -> int:
        """The place before words without a meaning."""
        while (token := self.at(place)) and token.has("fill") and not self._says_more(token):
            place -= 1
        return place

    def _says_more(self, token: SentencePart) -> bool:
        """Whether a word that may have no meaning tells of a seat, a tile or a discard."""
        return token.has("wind", "seat", "tile", "discardword", "someone")

    def _is_draw_word(self, token: SentencePart) -> bool:
        return (token.value("event") in ("draw", "abort") and not token.has("win")) or token.has("drawkind")

    def tile_codes(self, place: int) -> tuple[str, ...]:
        """The tiles of a token, also by name."""
        token = self.at(place)
        if token is None:
            return ()
        if flowers := token.value("flowers"):
            return tuple(flowers.split())
        if token.codes:
            return token.codes
        name = token.value("tile")
        return (name,) if name else ()

    def seat_of(self, place: int, is_asked: bool = False) -> str:
        """The seat that a token names; a single small letter only where a seat is expected."""
        token = self.at(place)
        if token is None:
            return ""
        if token.sort == "tiles" and len(token.codes) == 1 and token.text in WINDS:
            return token.text
        letter = token.value("seat") or token.value("wind") or token.value("relative")
        if letter and len(token.text) == 1 and token.text in "eswn" and not is_asked:
            return ""
        return letter

    def is_particle(self, place: int, name: str) -> bool:
        """Whether a token is one of the particles of words.txt with this name."""
        token = self.at(place)
        return bool(token) and folded_text(self.tokens[place].text) in particles(name)

    def is_plain_seat(self, place: int) -> bool:
        """Whether a token can be nothing but a seat: 東家, dealer."""
        token = self.at(place)
        return bool(token and token.has("seat"))

    def between(self, place: int) -> str:
        """The signs between a token and the one after it."""
        one, other = self.at(place), self.at(place + 1)
        return self.statement.text[one.end : other.start] if one and other else ""

    def is_said_of_wind(self, place: int) -> bool:
        """Whether a word makes a seat or a round of the wind before it, which is then no tile."""
        is_wind = self.has(place - 1, "wind") and not self.is_tile_run(place - 1)
        is_counted = self.has(place - 1, "circumstance") and self.is_number(place)
        is_marked = self.has(place, "roundmark", "seatmark", "discardword")
        is_owner = self.has(place - 1, "owner") and self.has(place, "discardword", "win")
        return is_owner or is_counted or (is_wind and is_marked)

    def copies(self, place: int, step: int) -> int:
        """How many tiles one token has, or several with the same name, in one direction."""
        codes, token = self.tile_codes(place), self.at(place)
        if not codes or not token or (len(codes) == 1 and token.codes):
            return len(codes) if len(codes) > 1 else 0
        end = place
        while len(codes) == 1 and self.tile_codes(end) == codes:
            end += step
        return max(len(codes), abs(end - place))

    def is_flower(self, place: int) -> bool:
        codes, pieces = self.tile_codes(place), self.ruleset.tileset
        return bool(codes) and all(
            code in pieces.tile_by_code and pieces.tile_role(pieces.tile_by_code[code]) == "flower"
            for code in codes
        )

    def is_single_tile(self, place: int) -> bool:
        """Whether a token is one tile by itself, which may be the winning one."""
        codes = self.tile_codes(place)
        is_run = (
            bool(codes)
            and self.tokens[place].sort == "word"
            and (self.is_tile_run(place) or self.is_tile_run(place - 1))
        )
        if len(codes) != 1 or (is_run and not self._is_joined_to_win(place)) or self.is_plain_seat(place):
            return False
        token = self.tokens[place]
        if self.is_flower(place) or (token.sort == "word" and self.is_a_word_here(place)):
            return False
        if token.has("redmark") and self.tile_codes(place + 1):  # the red 5p
            return False
        if token.has("circumstance") and self.is_number(place + 1):  # 北2
            return False
        if token.has("owner") and (self.has(place + 1, "discardword", "win") or self.tile_codes(place + 1)):
            return False  # west's discard, west's 8p
        is_only_seat = token.has("wind") and is_latin(token.text[0]) and not self.statement.has_hand
        return not (is_only_seat and not any(one.codes for one in self.tokens))

    def _is_joined_to_win(self, place: int) -> bool:
        """Whether a word for winning is right before a tile, and a gap after it: 摸白，白中中中."""
        is_next = self.has(place - 1, "win") and not self.between(place - 1)
        return is_next and bool(self.between(place))

    def is_a_word_here(self, place: int) -> bool:
        """Whether the name of a tile means something else: a yaku of a list without a hand."""
        token = self.tokens[place]
        others = token.has("pattern") or token.has("bonus")
        return (
            others
            and not self.tells_tiles
            and not self.is_tile_run(place)
            and not (self.is_tile_run(place - 1))
        )

    def is_tile_run(self, place: int) -> bool:
        """Whether a wind is one of several tiles of its kind, and not a seat before a round."""
        is_marked = self.has(place + 2, "roundmark", "seatmark") and not self.is_plain_seat(place + 2)
        is_same = bool(self.tile_codes(place)) and self.tile_codes(place) == self.tile_codes(place + 1)
        is_same = is_same and place not in self.seat_places
        return is_same and not (is_marked and self.tile_codes(place) != self.tile_codes(place - 1))

    def is_triplet(self, place: int) -> bool:
        """Whether a wind begins three equal tiles; two are a seat and a tile, four a seat and a triplet."""
        codes, end = self.tile_codes(place), place
        while codes and self.tile_codes(end) == codes:
            end += 1
        is_apart = bool(self.between(place)) and not self.between(place + 1)  # 場風は東 東東
        return end - place == CALL_SIZES["same3"][0] and not is_apart

    def starts_other(self, place: int, is_won: bool = True) -> bool:
        """Whether a single tile belongs to a word after it: west dealt in, 白ポン, 8p dora. So does a tile
        before a word for winning, unless it `is_won` by the word before it.
        """
        if not is_won and self.has(self.after_fill(place + 1), "win") and not self.between(place).strip():
            return True
        call = self.has(place + 1, "call") and not self.between(place)
        is_wind = self.has(place, "wind")
        seat = (
            is_wind and "after" in self.values_of(place + 1, "seatmark") and not self.has(place + 1, "fill")
        )
        if (
            is_wind
            and is_latin(self.tokens[place].text[0])
            and self.values_of(place + 1, "discardword") & {"by"}
        ):
            return True
        is_indicator = self.has(place + 1, "indicator") and not self.tile_codes(self.after_fill(place + 2))
        counted = self.after_fill(place + 1)
        is_counted = self.has(counted + 1, "unit", "counter")
        is_hit = self.has(place, "hit") and self.is_number(counted) and not is_counted
        is_hit = is_hit and not self.between(place).strip()  # 食出中、4根立直棒
        return call or seat or is_indicator or is_hit or (is_wind and self.is_round_after(place + 1))

    def is_round_after(self, place: int) -> bool:
        """Whether a word for the round says it of the wind before it, and not of one behind it."""
        marks, follows = self.values_of(place, "roundmark"), self.after_fill(place + 1)
        is_apart = bool(self.between(place).strip()) and not self.between(place - 1).strip()
        is_counted = self.has(follows, "circumstance") and self.is_number(follows + 1)  # north 2
        is_seat = any("before" in self.values_of(one, "seatmark") for one in range(place + 1, follows))
        is_before = "before" in marks and self.has(follows, "wind") and not (is_counted or is_seat)
        is_before = is_before and not self.starts_other(follows)
        return "after" in marks and (is_apart or not is_before)

    def after_seat(self, place: int) -> int:
        return 1 if self.value(place, "seatmark") == "after" and not self.value(place, "seat") else 0

    def add_tiles(
        self, codes: tuple[str, ...], token: SentencePart, call: str = "", may_win: str = ""
    ) -> None:
        self.statement.groups.append(TileGroup(codes, token, call, may_win))

    def circumstance_ids(self, place: int, allowed: set[str] | None = None) -> tuple[str, ...]:
        token = self.at(place)
        found = (
            [meaning.value for meaning in token.meanings if meaning.sort == "circumstance"] if token else []
        )
        return tuple(dict.fromkeys(one for one in found if allowed is None or one in allowed))

    def add_circumstance(self, names: tuple[str, ...], number: int, token: SentencePart) -> None:
        if self.negates:
            self.statement.removed += [("circumstance", name) for name in names]
        else:
            self.statement.circumstances.append((names, number, token))

    def add_win(self, token: SentencePart) -> None:
        values = [meaning.value for meaning in token.meanings if meaning.sort == "win"]
        self.statement.wins.append((values[0], token))
