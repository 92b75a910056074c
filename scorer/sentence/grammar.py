"""Tokens to a statement: phrases such as `ron off west`, `白ポン`, `dora 2` and `三番四十符`, in any order.

Each rule looks at the tokens from one place on and returns how many it has read. The first rule that reads
any is followed, so they are tried from the most specific one to single words.
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.hand import WINDS
from scorer.sentence.lexicon import Lexicon, Meaning, folded_text, is_latin, joined_key, particles
from scorer.sentence.players import BEGUN, PLAYER, Players
from scorer.sentence.statement import Statement, TileGroup
from scorer.sentence.tokens import SentencePart, read_tokens
from scorer.values import replace

CALL_SIZES = {
    "same3": (3,),
    "run3": (3,),
    "same4": (4,),
    "open4": (4,),
    "closed4": (4,),
    "added4": (4,),
}
FOURS = tuple(call for call, sizes in CALL_SIZES.items() if sizes == (4,))
MOST_COPIES = 4
DISCARDS = "ron"
OPEN = "open"
MINUS = ("-", "−", "－")
SEATED = ("seat", "wind")
COUNTABLE = ("bonus", "flowerword", "limit", "unit", "shortunit", "counter", "circumstance", "event")


def read_statement(text: str, lexicon: Lexicon, players: Players = ()) -> Statement:
    """What a sentence says. Tokens that no rule reads are `unread`. `players` are those at the table."""
    return _Grammar(text, lexicon, players).read()


def with_begun_names(tokens: list[SentencePart]) -> list[SentencePart]:
    """The tokens, in which a word that may be the beginning of a name is one where a player is expected."""
    is_draw = any(token.value("event") == "draw" for token in tokens)
    found = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        is_asked = before is None or before.value("win") == DISCARDS or before.has("discardword")
        if (seat := token.value(BEGUN)) and (is_asked or is_draw):
            token = replace(token, meanings=(Meaning("seat", seat), Meaning(PLAYER, token.text)))
        found.append(token)
    return found


class _Grammar:
    def __init__(self, text: str, lexicon: Lexicon, players: Players = ()) -> None:
        self.lexicon, self.ruleset = lexicon, lexicon.ruleset
        self.tokens = with_begun_names(read_tokens(text, lexicon, players))
        self.statement = Statement(text)
        self.negates = False
        self.seat_places: set[int] = set()
        """the places of words that were read as a seat or round, so that they are no tiles"""
        self.asks_why = any(token.value("ask") == "why" for token in self.tokens)
        self.is_draw = any(self._is_draw_word(token) for token in self.tokens)
        self.tells_tiles = any(token.codes for token in self.tokens) or any(
            token.has("call") and (self.has(at - 1, "tile") or self.has(at + 1, "tile"))
            for at, token in enumerate(self.tokens)
        )
        self.names_sets_first = self._names_sets_first()
        self.rules: tuple[Callable[[int], int], ...] = (
            self._record, self._value, self._marked_tile, self._ruleset_name, self._question, self._liability,
            self._negation, self._discarder, self._deal, self._round, self._seat, self._counter,
            self._flowers, self._number_circumstance, self._indicator, self._called_set, self._pair,
            self._win_with_tile, self._tiles, self._bonus, self._count, self._limit, self._draw_event,
            self._circumstance, self._win, self._pattern, self._event, self._word, self._number,
        )  # fmt: skip
        self.seat_rules = (self._liability, self._discarder, self._deal, self._round, self._seat)

    def _names_sets_first(self) -> bool:
        """Whether each word for a called set comes after its tiles: a set is before every such word, and none
        that is written out is after the last one.
        """
        calls = [at for at, token in enumerate(self.tokens) if token.has("call")]
        if not calls or not all(self._is_set_before(at) for at in calls):
            return False
        if any(not self._sets_after(at, self.value(at, "call"))[1] for at in calls[:-1]):
            return True
        follows, size = self.after_fill(calls[-1] + 1), CALL_SIZES[self.value(calls[-1], "call")][0]
        number = self._copies(follows, 1)
        codes = self.tile_codes(follows)
        if len(codes) > 1 and not self._fits(codes, self.value(calls[-1], "call")):
            number = 0
        before, after = self.between(calls[-1] - 1), self.between(calls[-1])
        may_follow = number == size or (number == 1 and bool(before))
        is_apart = bool(after.strip()) and not before.strip()  # 345m chi, 678m
        is_wide = not after.strip() and 0 < len(before) < len(after)  # 345m chi  678m
        may_follow = may_follow and not (is_apart or is_wide)
        return self._is_flower(follows) or self._is_said_of_wind(follows + 1) or not may_follow

    def _is_said_of_wind(self, place: int) -> bool:
        """Whether a word makes a seat or a round of the wind before it, which is then no tile."""
        is_wind = self.has(place - 1, "wind") and not self._is_tile_run(place - 1)
        is_counted = self.has(place - 1, "circumstance") and self.is_number(place)
        is_marked = self.has(place, "roundmark", "seatmark", "discardword")
        is_owner = self.has(place - 1, "owner") and self.has(place, "discardword", "win")
        return is_owner or is_counted or (is_wind and is_marked)

    def _copies(self, place: int, step: int) -> int:
        """How many tiles one token has, or several with the same name, in one direction."""
        codes, token = self.tile_codes(place), self.at(place)
        if not codes or not token or (len(codes) == 1 and token.codes):
            return len(codes) if len(codes) > 1 else 0
        end = place
        while len(codes) == 1 and self.tile_codes(end) == codes:
            end += step
        return max(len(codes), abs(end - place))

    def _is_set_before(self, place: int) -> bool:
        """Whether a whole set is right before a word for it: 777z, or the name of a tile."""
        codes, call = self.tile_codes(place - 1), self.value(place, "call")
        size, number = CALL_SIZES[call][0], self._copies(place - 1, -1)
        whole = codes * size if len(codes) == 1 else codes
        is_set = number in (1, size) and len(whole) == size and self._fits(whole, call)
        return place > 0 and is_set and not self._is_flower(place - 1)

    # ---- looking at tokens

    def at(self, place: int) -> SentencePart | None:
        return self.tokens[place] if 0 <= place < len(self.tokens) else None

    def value(self, place: int, *sorts: str) -> str:
        """What the token at a place means in the first of these sorts; empty if nothing."""
        token = self.at(place)
        return next((found for sort in sorts if token and (found := token.value(sort))), "")

    def has(self, place: int, *sorts: str) -> bool:
        token = self.at(place)
        return bool(token and any(token.has(sort) for sort in sorts))

    def _values_of(self, place: int, sort: str) -> set[str]:
        """Everything of one sort that a token means."""
        token = self.at(place)
        return {meaning.value for meaning in token.meanings if meaning.sort == sort} if token else set()

    def is_number(self, place: int) -> bool:
        token = self.at(place)
        return bool(token and (token.sort == "number" or token.has("number")))

    def number(self, place: int) -> int:
        token = self.at(place)
        if not token:
            return 0
        return token.number if token.sort == "number" else int(token.value("number") or 0)

    def after_fill(self, place: int) -> int:
        """The place after words without a meaning."""
        while (token := self.at(place)) and token.has("fill") and not self._says_more(token):
            place += 1
        return place

    def _says_more(self, token: SentencePart) -> bool:
        """Whether a word that may have no meaning tells of a seat, a tile or a discard."""
        return any(token.has(sort) for sort in ("wind", "seat", "tile", "discardword"))

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

    # ---- reading

    def read(self) -> Statement:
        place = 0
        topics = ("bonus", "counter", "pao")
        self.statement.topics += [one for one in self.tokens if any(map(one.has, topics))]
        if any(token.value("ask") == "what" for token in self.tokens) and len(self.statement.topics) == 1:
            self.tokens = [one for one in self.tokens if one not in self.statement.topics or one.has("tile")]
        while place < len(self.tokens):
            self.negates = False
            for rule in self.rules:
                if read := rule(place):
                    if rule in self.seat_rules:
                        self.seat_places.update(range(place, place + read))
                    place += read
                    break
            else:
                self.statement.unread.append(self.tokens[place])
                place += 1
        return self.statement

    def _record(self, place: int) -> int:
        """penalty Ann 1000, adjust Ann +1000 Ben -1000."""
        kind, at = self.value(place, "record"), place + 1
        points: list[tuple[str, int]] = []
        while kind and self.seat_of(at, is_asked=True):
            number = at + 1 + (self.at(at + 1) is not None and self.tokens[at + 1].text == "+")
            if not self.is_number(number):
                return 0
            sign = -1 if self.between(number - 1).endswith(MINUS) else 1
            points.append((self.seat_of(at, is_asked=True), sign * self.number(number)))
            at = number + 1
        if points:
            self.statement.record, self.statement.points = kind, tuple(points)
        return at - place if points else 0

    def _value(self, place: int) -> int:
        token = self.tokens[place]
        if token.sort != "value":
            return 0
        self.statement.values.append(token.value("short") or token.text)
        return 1

    def _marked_tile(self, place: int) -> int:
        token = self.tokens[place]
        if token.sort != "mark":
            return 0
        if token.text in "+＋":
            codes, follows = self.tile_codes(place + 1), self.at(place + 1)
            may_be = len(codes) == 1 and follows and follows.start == token.end
            if may_be and self.statement.has_hand and not self.statement.marked:
                self.statement.marked = codes[0]
                return 2
            self.statement.is_more = self.statement.is_more or place == 0
            return 1
        if token.text in "([":
            return self._bracketed(place)
        return 1

    def _bracketed(self, place: int) -> int:
        """A called set in brackets; other words in brackets are read as if there were none."""
        closing = {"(": ")", "[": "]"}[self.tokens[place].text]
        codes: list[str] = []
        added, end = False, place + 1
        while (token := self.at(end)) and token.text != closing:
            if token.sort == "mark" and token.text == "+":
                added = True
            elif found := self.tile_codes(end):
                codes += found
            else:
                return 1
            end += 1
        if self.at(end) is None or len(codes) < 2:
            return 1
        call = "closed4" if closing == "]" else "added4" if added else "called"
        self.statement.groups.append(TileGroup(tuple(codes), self.tokens[place], call))
        return end - place + 1

    # ---- rulesets and questions

    def _ruleset_name(self, place: int) -> int:
        """The name of a ruleset with a word that says so: `under wrc rules`, `compare tenhou and wrc`."""
        names = (self.value(one, "ruleset") for one in (place, place + 1))
        own, following = names
        is_marked = self._is_ruleset_mark(place + 1) and not self._reads_otherwise(place)
        is_marked = is_marked and not (self._leads_to_rules(place + 1) and not self._is_compared(place))
        if own and (is_marked or self._is_compared(place)):
            self.statement.rulesets.append(own)
            return 2 if self.has(place + 1, "ruleword") else 1
        is_name = "strict" in self._values_of(place, "ruleword") or not self._reads_otherwise(place + 1)
        if self.has(place, "ruleword") and following and is_name:
            self.statement.rulesets.append(following)
            end = place + 2
            return end - place + (1 if self.value(end, "ruleword") else 0)
        return 0

    def _is_ruleset_mark(self, place: int) -> bool:
        """Whether a word makes a ruleset of the name before it. In English, `on` leads to one."""
        token = self.at(place)
        is_before = bool(token and is_latin(token.text[0])) and "rules" not in self._values_of(
            place, "ruleword"
        )
        return self.has(place, "ruleword") and not is_before

    def _leads_to_rules(self, place: int) -> bool:
        """Whether a word such as `on` comes before a ruleset, and does not say that of the name before it."""
        return self.value(place, "ruleword") in ("under", "strict") and self.has(place + 1, "ruleset")

    def _is_compared(self, place: int) -> bool:
        """Whether the name at a place is one of those that are compared: `compare tenhou and wrc`."""
        if not any(token.value("ask") == "compare" for token in self.tokens):
            return False
        links = [
            self.has(place + 1, "more"),
            self.has(place - 1, "more"),
            self.value(place - 1, "ask") == "compare",
        ]
        links += [self.value(place + 1, "ask") == "compare", self.has(place + 1, "ruleword")]
        return any(links) or not self._reads_otherwise(place)

    def _reads_otherwise(self, place: int) -> bool:
        """Whether a name of a ruleset is more likely another word: riichi, taiwanese."""
        return self.has(place, "circumstance", "pattern", "limit") and not self._is_ruleset_mark(place + 1)

    def _question(self, place: int) -> int:
        token = self.tokens[place]
        ask = token.value("ask")
        if not ask or (ask == "waits" and (token.has("event") and self.is_draw)):
            return 0
        if ask == "waits" and token.has("circumstance") and not self._is_question(place):
            return 0
        if ask == "value" and token.value("event") == "ready":
            return 0
        if ask in ("value", "waits", "what", "why", "fu", "behind", "discard", "compare"):
            if ask == "behind" and token.has("fill") and not self._is_about_behind():
                return 0
            self.statement.asks.append((ask, token))
        read = 1
        if ask == "value" and self.has(place + 1, "unit") and not self.is_number(place + 1):
            unit = self.value(place + 1, "unit")
            if unit == self.ruleset.sheet_unit and unit != self.ruleset.unit:
                self.statement.asks[-1] = ("fu", token)
            read = 2
        return read

    def _is_question(self, place: int) -> bool:
        return "?" in self.statement.text or place == 0 or self.has(place - 1, "fill")

    def _is_about_behind(self) -> bool:
        return any(token.sort == "number" and token.number >= 100 for token in self.tokens)

    # ---- seats

    def _liability(self, place: int) -> int:
        """西家の責任払い, pao west."""
        if not self.has(place, "pao"):
            seat = self.seat_of(place)
            follows = self.after_fill(place + 1)
            if seat and self.has(follows, "pao") and follows - place < 3:
                self._add_liable(seat)
                return follows - place + 1
            return 0
        follows = self.after_fill(place + 1)
        if seat := self.seat_of(follows, is_asked=True):
            self._add_liable(seat)
            return follows - place + 1
        self.statement.has_pao = True
        return 1

    def _add_liable(self, seat: str) -> None:
        self.statement.has_pao = True
        self.statement.pao.append(("", seat))

    def _discarder(self, place: int) -> int:
        """from west, west dealt in, 西家放銃, 対面から."""
        token = self.tokens[place]
        ways = self._values_of(place, "discardword")
        if "from" in ways or ("by" in ways and self._says_who(place)):
            follows = self.after_fill(place + 1)
            if "after" in self._values_of(follows, "seatmark"):  # from player west
                follows += 1
            if (seat := self.seat_of(follows, is_asked=True)) and self._may_be_seat(follows):
                self._add_discarder(seat, token)
                return follows - place + 1 + self._after_seat(follows + 1)
        if owner := token.value("owner"):  # west's discard
            if self.has(place + 1, "discardword") or self.value(place + 1, "win") == DISCARDS:
                self._add_discarder(owner, token)
                return 2
            if not token.has("tile"):
                self._add_seat(owner, token)
                return 1
        seat = self.seat_of(place)
        if not seat:
            return 0
        follows = self.after_fill(place + 1 + self._after_seat(place + 1))
        said = self._values_of(follows, "discardword")
        if not said & {"by", "after"} or (self._wins_with(place) and not self.is_plain_seat(place)):
            return 0
        if self._is_fed(place) and self.statement.seats:  # 西家が南家に放銃
            self.statement.discarders += self.statement.seats
            self.statement.seats = []
            self._add_seat(seat, token)
            return follows - place + 1
        self._add_discarder(seat, token)
        if self._is_fed_tile(follows + 1):  # 北家放铳8筒
            self._add_tiles(self.tile_codes(follows + 1), self.tokens[follows + 1], may_win="implied")
            return follows - place + 2
        for where in range(follows + 1, min(follows + 3, len(self.tokens))):
            winner = self.seat_of(where)
            if winner and "into" in said:  # west deals into south
                self._add_seat(winner, self.tokens[where])
                return where - place + 1
        return follows - place + 1

    def _is_fed_tile(self, place: int) -> bool:
        """Whether a single tile follows a word for dealing in, which is then the winning tile."""
        return (
            self._is_single_tile(place)
            and not self._starts_other(place)
            and not self._is_single_tile(place + 1)
            and not self.has(place, "wind")
        )

    def _is_fed(self, place: int) -> bool:
        """Whether a seat is the one who was fed, by the particle after it."""
        return self.has(place + 1, "towards") or self.has(place + 2, "towards")

    def _says_who(self, place: int) -> bool:
        return not self.seat_of(place - 1)

    def _wins_with(self, place: int) -> bool:
        """Whether a word for winning is right before a token, so that it names a tile."""
        is_english = is_latin(self.tokens[place].text[0]) and self.has(place, "wind")
        return self.has(place - 1, "win") and bool(self.tile_codes(place)) and not is_english

    def _is_tile_run(self, place: int) -> bool:
        """Whether a wind is one of several tiles of its kind, and not a seat before a round."""
        is_marked = self.has(place + 2, "roundmark", "seatmark") and not self.is_plain_seat(place + 2)
        is_same = bool(self.tile_codes(place)) and self.tile_codes(place) == self.tile_codes(place + 1)
        is_same = is_same and place not in self.seat_places
        return is_same and not (is_marked and self.tile_codes(place) != self.tile_codes(place - 1))

    def _is_triplet(self, place: int) -> bool:
        """Whether a wind begins three equal tiles; two are a seat and a tile, four a seat and a triplet."""
        codes, end = self.tile_codes(place), place
        while codes and self.tile_codes(end) == codes:
            end += 1
        return end - place == CALL_SIZES["same3"][0]

    def _may_be_seat(self, place: int) -> bool:
        """Whether a wind after a word for discards is a seat: not one of several equal tiles."""
        token = self.tokens[place]
        return not self._is_tile_run(place) or (is_latin(token.text[0]) and not self._is_tile_run(place + 1))

    def _after_seat(self, place: int) -> int:
        return 1 if self.value(place, "seatmark") == "after" and not self.value(place, "seat") else 0

    def _add_discarder(self, seat: str, token: SentencePart) -> None:
        self.statement.discarders.append((seat, token))
        self.statement.named_seats.append((seat, token))

    def _deal(self, place: int) -> int:
        """東2局, east 2."""
        if not (self.has(place, "wind") and self.is_number(place + 1)) or self.has(place, "circumstance"):
            return 0
        number = self.number(place + 1)
        is_named = self.has(place + 2, "deal")
        is_alone = self.between(place) in ("", " ") and number <= len(WINDS)
        is_first = place == 0 and len(self.tokens[0].text) > 1 and not self.has(2, *COUNTABLE)
        if not is_named and not (is_alone and (len(self.tokens) == 2 or is_first)):
            return 0
        self.statement.round, self.statement.deal = self.value(place, "wind"), number
        return 3 if is_named else 2

    def _round(self, place: int) -> int:
        if letter := self.value(place, "round"):
            self.statement.round = letter
            return 1 + self.is_particle(place + 1, "owner")
        if self.has(place, "wind") and self._is_round_after(place + 1):
            self.statement.round = self.value(place, "wind")
            return 2
        marks = {m.value for m in self.tokens[place].meanings if m.sort == "roundmark"}
        follows = self.after_fill(place + 1)
        if "before" in marks and self._is_seat_between(follows):  # round wind east seat south
            self.statement.round = self.value(follows, "seat")
            self._add_seat(self.value(follows + 1, "wind"), self.tokens[follows + 1])
            return follows - place + 2
        if "before" in marks and self.has(follows, "wind") and not self._is_triplet(follows):
            self.statement.round = self.value(follows, "wind")
            return follows - place + 1
        return 0

    def _is_seat_between(self, place: int) -> bool:
        """Whether `east seat` is between a word for the round and another wind."""
        token = self.tokens[place] if self.at(place) else None
        first = self.lexicon.meanings(joined_key(token.text.split()[0])) if token else ()
        is_wind = any(meaning.sort == "wind" for meaning in first)
        return (
            is_wind
            and self.is_plain_seat(place)
            and self.has(place + 1, "wind")
            and not self.is_plain_seat(place + 1)
        )

    def _is_round_after(self, place: int) -> bool:
        """Whether a word for the round says it of the wind before it, and not of one behind it."""
        marks, follows = self._values_of(place, "roundmark"), self.after_fill(place + 1)
        is_apart = bool(self.between(place).strip()) and not self.between(place - 1).strip()
        is_counted = self.has(follows, "circumstance") and self.is_number(follows + 1)  # north 2
        is_before = "before" in marks and self.has(follows, "wind") and not is_counted
        is_before = is_before and not self._starts_other(follows)
        return "after" in marks and (is_apart or not is_before)

    def _seat(self, place: int) -> int:
        token = self.tokens[place]
        if token.has("other") and not token.has("call"):
            self.statement.others = True
            return 1
        marks = {m.value for m in token.meanings if m.sort == "seatmark"}
        if "before" in marks:
            follows = self.after_fill(place + 1)
            seat = self.seat_of(follows, is_asked=True)
            if seat and not self._is_triplet(follows) and seat in WINDS:
                self._add_seat(seat, self.tokens[follows])
                return follows - place + 1 + self._after_seat(follows + 1)
        if self.is_plain_seat(place):
            self._add_seat(token.value("seat"), token)
            return 1 + (1 if self.has(place + 1, "change") and len(self.tokens) == place + 2 else 0)
        if self.has(place, "relative"):
            self.statement.named_seats.append((token.value("relative"), token))
            return 1
        if self.has(place, "wind") and self.seat_of(place) and self._after_seat(place + 1):
            self._add_seat(token.value("wind"), token)
            return 2
        return self._acting_seat(place)

    def _acting_seat(self, place: int) -> int:
        """A wind that does something: east wins, south ron, riichi E."""
        token = self.tokens[place]
        if not self.seat_of(place) or self._is_tile_run(place) or self._is_tile_run(place - 1):
            return 0
        is_word = is_latin(token.text[0])
        acting = self.has(place + 1, "win", "event", "circumstance")
        follows = self.at(place + 1 if acting else self.after_fill(place + 1))
        acts = bool(follows and (follows.has("win") or follows.has("event") or follows.has("circumstance")))
        if is_word and acts and not (self.has(place - 1, "win") or self.has(place - 1, "call")):
            self._add_seat(token.value("wind") or self.seat_of(place), token)
            return 1
        neighbours = [self.at(place - 1), follows]
        in_event = self.is_draw or any(
            one and one.value("event") in ("ready", "false", "unready") for one in neighbours
        )
        told = [one for one in self.tokens if not one.has("fill")]
        says_riichi = len(told) == 2 and any(one and one.has("circumstance") for one in neighbours)
        if in_event or says_riichi:
            self._add_seat(self.seat_of(place), token)
            return 1
        return 0

    def _add_seat(self, seat: str, token: SentencePart) -> None:
        self.statement.seats.append((seat, token))
        self.statement.named_seats.append((seat, token))

    # ---- counters and what is counted

    def _counter(self, place: int) -> int:
        """2 honba, honba 2, 供託1, 2本場, 2根立直棒."""
        if self.is_number(place):
            follows = (
                place + 2
                if self.has(place + 1, "classifier") and self.has(place + 2, "counter")
                else place + 1
            )
            if name := self.value(follows, "counter"):
                self._set_counter(name, self.number(place))
                return follows - place + 1
            return 0
        name = self.value(place, "counter")
        follows = self.after_fill(place + 1)
        if name and self.is_number(follows):
            self._set_counter(name, self.number(follows))
            return follows - place + 1 + (1 if self.has(follows + 1, "classifier") else 0)
        if name and place and self.is_particle(place - 1, "one"):
            self._set_counter(name, 1)
            return 1
        return 0

    def _set_counter(self, name: str, number: int) -> None:
        if name == "honba":
            self.statement.honba = number
        else:
            self.statement.sticks = number

    def _flowers(self, place: int) -> int:
        """2 flowers, 花牌2, flowers 1 and 2, one flower 2f."""
        flowers = [suit.letter for suit in self.ruleset.tileset.suits if suit.role == "flower"]
        if not flowers:
            return 0
        if self.is_number(place):
            follows = place + 2 if self.has(place + 1, "pile") else place + 1
            if not self.has(follows, "flowerword"):
                return 0
            if self._is_flower(follows + 1) or self._are_named_before(place, self.number(place)):
                return follows - place + 1
            self.statement.flowers += self.number(place)
            return follows - place + 1
        if not self.has(place, "flowerword"):
            return 0
        follows, numbers = self.after_fill(place + 1), []
        end = place + 1
        while self.is_number(follows) and not self.has(follows + 1, *COUNTABLE):
            numbers.append(self.number(follows))
            end, follows = follows + 1, self.after_fill(follows + 1)
        if len(numbers) == 1:
            self.statement.flowers += numbers[0]
            end += 1 if self.has(end, "pile") else 0
        for number in numbers if len(numbers) > 1 else ():
            self._add_tiles((f"{number}{flowers[0]}",), self.tokens[place])
        if self.negates:
            self.statement.removed.append(("flowers", ""))
        is_one = self.value(place, "flowerword") == "one" and not numbers
        self.statement.flowers += is_one
        return end - place if numbers or is_one or self._is_flower(end) or self.negates else 0

    def _are_named_before(self, place: int, number: int) -> bool:
        """Whether as many flowers as are counted are named right before: 春蘭兩張花."""
        start = place
        while self._is_flower(start - 1):
            start -= 1
        return sum(len(self.tile_codes(at)) for at in range(start, place)) == number

    def _is_flower(self, place: int) -> bool:
        codes, pieces = self.tile_codes(place), self.ruleset.tileset
        return bool(codes) and all(
            code in pieces.tile_by_code and pieces.tile_role(pieces.tile_by_code[code]) == "flower"
            for code in codes
        )

    def _number_circumstance(self, place: int) -> int:
        """Circumstances with a number: 2 north, 中鸟2, 連二."""
        counted = {one.id for one in self.ruleset.circumstances if one.is_number and not one.names_seat}
        names = self._circumstance_ids(place, counted)
        if names and self.is_number(place + 1):
            self._add_circumstance(names, self.number(place + 1), self.tokens[place])
            if self.has(place + 2, "again") and self.number(place + 3) == self.number(place + 1):
                return 4  # 連三拉三
            return 2 + (1 if self.has(place + 2, "pile") else 0)
        if self.has(place, "hit") and self.is_number(place + 1):  # 中两鸟
            read = self._number_circumstance(place + 1)
            return read + 1 if read else 0
        if self.is_number(place):
            follows = place + 2 if self.has(place + 1, "pile") else place + 1
            if names := self._circumstance_ids(follows, counted):
                self._add_circumstance(names, self.number(place), self.tokens[follows])
                return follows - place + 1
        return 0

    def _circumstance_ids(self, place: int, allowed: set[str] | None = None) -> tuple[str, ...]:
        token = self.at(place)
        found = (
            [meaning.value for meaning in token.meanings if meaning.sort == "circumstance"] if token else []
        )
        return tuple(dict.fromkeys(one for one in found if allowed is None or one in allowed))

    def _add_circumstance(self, names: tuple[str, ...], number: int, token: SentencePart) -> None:
        if self.negates:
            self.statement.removed += [("circumstance", name) for name in names]
        else:
            self.statement.circumstances.append((names, number, token))

    def _indicator(self, place: int) -> int:
        """dora indicator 4s, 表示牌4s, 4s is the indicator."""
        token, ids = self.tokens[place], [one.id for one in self.ruleset.indicators]
        if not ids:
            return 0
        end = place
        name = token.value("indicator") or token.value("indicated")
        is_named = token.has("indicator")
        if is_named and token.has("bonus") and not self.value(place + 1, "indicator"):
            is_named = token.value("indicator") in ids and not token.has("bonus")
        if name and not is_named and self.has(place + 1, "indicator"):
            end, is_named = place + 1, True
        if not is_named:
            return 0
        name = name if name in ids else ids[0]
        codes: list[str] = []
        follows, stop = self.after_fill(end + 1), end + 1
        while found := self.tile_codes(follows):
            if codes and (len(found) > 2 or self._begins_phrase(follows)):
                break
            codes += found
            stop, follows = follows + 1, self.after_fill(follows + 1)
        if codes:
            self.statement.indicators[name] = self.statement.indicators.get(name, "") + "".join(codes)
            return stop - place
        before = self.statement.groups[-1:] if self.statement.groups else []
        if before and len(before[0].codes) == 1 and not before[0].call:
            self.statement.groups.pop()
            self.statement.indicators[name] = before[0].codes[0]
            return stop - place
        return 0

    def _begins_phrase(self, place: int) -> bool:
        """Whether a tile after an indicator belongs to the words behind it: 8pロン, west round, north 2."""
        is_seat = self.has(place, "wind") and self.has(place + 1, "roundmark", "seatmark", "discardword")
        is_counted = self.has(place, "circumstance") and self.is_number(place + 1)
        word = place + 2 if self.has(place + 1, "fill") and not self.has(place + 1, "win") else place + 1
        is_won = self._is_single_tile(place) and self.has(word, "win")
        return is_seat or is_counted or (is_won and not self._is_single_tile(word + 1))

    def _bonus(self, place: int) -> int:
        """dora 2, 2 dora, ドラ3, one red five; `dora 4s` may mean two things."""
        if self.is_number(place):
            follows = self.after_pile(place + 1)
            name = self.value(follows, "bonus") or self.value(follows, "indicated")
            if self.number(place) == 1 and name and (read := self._red_tile(follows, follows + 1)):
                return follows - place + read
            if not name or self._has_number_after(follows):
                return 0
            self._add_bonus(name, self.number(place))
            return follows - place + 1
        name = self.value(place, "bonus") or self.value(place, "indicated")
        if not name or (self.has(place, "tile") and self.statement.has_hand is False):
            return 0
        if self.negates:
            self.statement.removed.append(("bonus", name))
            return 1
        follows = self.after_fill(place + 1)
        if read := self._red_tile(place, follows) or self._unclear_indicator(place, follows):
            return read
        is_plus = self.has(follows, "more") or (self.at(follows) and self.tokens[follows].text == "+")
        if is_plus and self.is_number(follows + 1):
            follows += 1
        if self.is_number(follows) and not self.has(follows + 1, "unit", "limit", "counter"):
            self._add_bonus(name, self.number(follows))
            return follows - place + 1 + (1 if self.has(follows + 1, "pile") else 0)
        self._add_bonus(name, 1)
        return 1

    def _red_tile(self, place: int, follows: int) -> int:
        """A word for red and the tile that is: 赤5p."""
        codes = self.tile_codes(follows)
        red = f"0{codes[0][1:]}" if codes and codes[0][0] == "5" else ""
        if not self.tokens[place].has("redmark") or red not in self.ruleset.tileset.tile_by_code:
            return 0
        self._add_tiles((red, *codes[1:]), self.tokens[follows])
        self.statement.groups[-1].is_red = len(codes) == 1
        return follows - place + 1

    def _unclear_indicator(self, place: int, follows: int) -> int:
        """A tile after the name of a bonus that an indicator shows: it may be either of the two."""
        indicator, codes = self.value(place, "indicated"), self.tile_codes(follows)
        is_won = self.has(follows + 1, "win") and not self._is_single_tile(follows + 2)
        is_other = (is_won or self.has(follows + 1, "call")) and not (
            self.has(place - 1, "win") or self.statement.marked
        )
        if not indicator or len(codes) != 1 or is_other:
            return 0
        if self.has(follows + 1, "indicator"):  # dora: 4s indicator
            self.statement.indicators[indicator] = codes[0]
            return follows - place + 2
        self.statement.unclear_indicators.append((indicator, codes[0], self.tokens[place]))
        return follows - place + 1

    def after_pile(self, place: int) -> int:
        while self.has(place, "pile") and not self.has(place, "bonus"):
            place += 1
        return self.after_fill(place) if self.has(self.after_fill(place), "bonus") else place

    def _has_number_after(self, place: int) -> bool:
        """Whether the number of a name comes after it, in the way of this sentence: `dora 3 ura 1`."""
        return (
            self.is_number(place + 1)
            and self.between(place) == ""
            and not self.has(place + 2, "unit", "bonus")
        )

    def _add_bonus(self, name: str, number: int) -> None:
        self.statement.bonuses[name] = self.statement.bonuses.get(name, 0) + number

    # ---- tiles and sets

    def _add_tiles(
        self, codes: tuple[str, ...], token: SentencePart, call: str = "", may_win: str = ""
    ) -> None:
        self.statement.groups.append(TileGroup(codes, token, call, may_win))

    def _tiles(self, place: int) -> int:
        """Tiles in notation or by name, several of a kind by number: 3 red ships."""
        token = self.tokens[place]
        if self.is_number(place) and (name := self.value(place + 1, "tile")):
            number = self.number(place)
            follows = self.at(place + 1)
            is_bonus = self.tells_tiles and self.has(place + 1, "bonus") and self.has(place + 1, "redmark")
            if follows and 0 < number <= MOST_COPIES and not (token.codes or is_bonus):
                self._add_tiles((name,) * number, follows)
                return 2
        if read := self._red_tile(place, place + 1):
            return read
        codes = self.tile_codes(place)
        times = self.at(place + 1)
        if len(codes) == 1 and times and times.text in ("x", "X", "×") and self.is_number(place + 2):
            self._add_tiles(codes * min(self.number(place + 2), MOST_COPIES), token)
            return 3
        if not codes or (token.sort == "word" and self._is_a_word_here(place) and not token.has("flowers")):
            return 0
        if token.has("pattern") and self.has(place + 1, "only"):  # 白のみ
            return 0
        self._add_tiles(codes, token)
        return 1

    def _is_a_word_here(self, place: int) -> bool:
        """Whether the name of a tile means something else: a yaku of a list without a hand."""
        token = self.tokens[place]
        others = token.has("pattern") or token.has("bonus")
        return (
            others
            and not self.tells_tiles
            and not self._is_tile_run(place)
            and not (self._is_tile_run(place - 1))
        )

    def _called_set(self, place: int) -> int:
        """pon 777z, 白ポン, exposed pung of white dragons, concealed pungs 111m 222m, ankan of 1m."""
        state, at = "", place
        if self.has(at, "state") and self.has(at + 1, "call", "setword"):
            state, at = self.value(at, "state"), at + 1
        call = self.value(at, "call")
        if not call and self._is_open_set(at):  # 鳴き234m
            self._add_tiles(self.tile_codes(at + 1), self.tokens[at + 1], "called")
            return 2
        if not call and not (state and self.has(at, "setword")):
            return self._tiles_before_call(place)
        if call and self.has(at, "call") and self.negates:
            return 0
        end, sets = self._sets_after(at, call or "set")
        if not sets:
            return 0
        if not state and self._is_state_of_sets(end):
            state, end = self.value(end, "state"), end + 1
        self._add_sets(call or "set", state, sets)
        return end - place

    def _is_state_of_sets(self, place: int) -> bool:
        """Whether a word for open or concealed is said of the sets before it: `pung 777z exposed, 222m`."""
        before, after = self.between(place - 1).strip(), self.between(place).strip()
        if not self.has(place, "state") or (before and not after and self.tile_codes(place + 1)):
            return False
        return not self.has(place + 1, "call", "setword") or bool(after and not before)

    def _is_open_set(self, place: int) -> bool:
        """Whether a word for open is followed by one set, and not by tiles of which it is not said."""
        token, follows = self.tokens[place], self.at(place + 1)
        if self.value(place, "state") != OPEN or token.has("fill") or not follows or not follows.codes:
            return False
        codes = sorted(code.replace("0", "5") for code in follows.codes)
        ranks = [int(code[0]) for code in codes if code[0].isdigit()]
        is_run = len({code[1:] for code in codes}) == 1 and ranks == [*range(ranks[0], ranks[0] + 3)]
        return len(codes) == 3 and (len({*codes}) == 1 or is_run)

    def _sets_after(self, place: int, call: str) -> tuple[int, list[tuple[tuple[str, ...], SentencePart]]]:
        """The sets that follow a word for them, and where they end; several after a plural."""
        found: list[tuple[tuple[str, ...], SentencePart]] = []
        end, follows = place + 1, self.after_fill(place + 1)
        is_plural = self.tokens[place].text.casefold().endswith("s") or call == "set"
        while (codes := self._set_at(follows, call)) and (not found or is_plural):
            tiles, used = codes
            found.append((tiles, self.tokens[follows]))
            end = follows + used
            follows = self.after_fill(end)
            if self._single_name(follows) and found and not is_plural:
                break
        return end, found

    def _set_at(self, place: int, call: str) -> tuple[tuple[str, ...], int] | None:
        """The tiles of one set at a place, and the number of tokens."""
        codes, size = self.tile_codes(place), CALL_SIZES.get(call, (3,))[0]
        if not codes or self._is_flower(place) or self._is_said_of_wind(place + 1):
            return None
        token = self.tokens[place]
        if len(codes) == 1:
            used = 1
            while used < size and self.tile_codes(place + used) == codes:
                used += 1
            if call == "run3" and used == 1:
                return self._run_at(place)
            return (codes * size if used in (1, size) else codes * used, used)
        if len(codes) == size or (size == MOST_COPIES and len(codes) == 3 and len(set(codes)) == 1):
            whole = codes if len(codes) == size else codes[:1] * size
            return (whole, 1) if call == "set" or self._fits(whole, call) else None
        if call == "same3" and len(codes) == MOST_COPIES and len(set(codes)) == 1 and token:
            return None
        return None

    def _run_at(self, place: int) -> tuple[tuple[str, ...], int] | None:
        parts = [self.tile_codes(place + step) for step in range(3)]
        if all(len(part) == 1 for part in parts):
            return tuple(code for part in parts for code in part), 3
        return None

    def _fits(self, codes: tuple[str, ...], call: str) -> bool:
        """Whether tiles can be a set of this sort: equal ones, or not."""
        plain = {code.replace("0", "5") for code in codes}
        return (len(plain) > 1) == (call == "run3") or any(code.endswith("j") for code in codes)

    def _single_name(self, place: int) -> bool:
        return len(self.tile_codes(place)) == 1

    def _tiles_before_call(self, place: int) -> int:
        """中中中ポン, 白ポン, 二三四萬チー, 222m pon."""
        codes = self.tile_codes(place)
        if not codes or self._is_flower(place):
            return 0
        end, used = place + 1, 1
        while len(codes) == 1 and self.tile_codes(end) == codes and used < MOST_COPIES:
            end, used = end + 1, used + 1
        has_particle = self.is_particle(end, "object")
        if has_particle and self.has(end + 1, "call"):  # 中をポン
            end += 1
        run = self._run_at(place) if len(codes) == 1 and used == 1 else None
        if run and self.value(end + 2, "call") == "run3":
            codes, end, used = run[0], end + 2, 1
        follows = end + 1 if self.value(end, "state") and self.has(end + 1, "call") else end
        call = self.value(follows, "call")
        if not call or (self.between(end - 1) and not self._fits_only_before(codes, follows, call)):
            return 0
        size = CALL_SIZES[call][0]
        tiles = codes * (size if used == 1 else used) if len(codes) == 1 else codes
        if len(tiles) == 3 and size == MOST_COPIES and len(set(tiles)) == 1:
            tiles = tiles[:1] * MOST_COPIES
        if len(tiles) != size or not self._fits(tiles, call):
            return 0
        if (
            not self.between(end - 1)
            and not self.between(follows)
            and self._set_at(follows + 1, call)
            and place > 0
        ):
            return 0  # 222mポン555pポン is read from its beginning
        state = self.value(end, "state") if follows > end else ""
        self._add_sets(call, state, [(tiles, self.tokens[place])])
        return follows - place + 1

    def _fits_only_before(self, codes: tuple[str, ...], place: int, call: str) -> bool:
        """Whether the tiles before a word for a set are it, because those after it are not."""
        if self.names_sets_first or (
            call in FOURS and len(codes) == MOST_COPIES and not self._is_four(place + 1)
        ):
            return True
        after = self._sets_after(place, call)[1]
        return not after and not self.has(place - 2, "call")

    def _is_four(self, place: int) -> bool:
        return len(self.tile_codes(self.after_fill(place))) == MOST_COPIES

    def _add_sets(self, call: str, state: str, sets: list[tuple[tuple[str, ...], SentencePart]]) -> None:
        for codes, token in sets:
            named = call
            if call == "same4" and state:
                named = "closed4" if state == "closed" else "open4"
            if call == "set":
                named = "" if state == "closed" else "same3"
            if call in ("same3", "run3") and state == "closed":
                named = ""
            self._add_tiles(codes, token, named)

    def _pair(self, place: int) -> int:
        """pair 4s, a pair of white dragons: the rest of the hand shows how many there are."""
        if not self.has(place, "setword"):
            return 0
        follows = self.after_fill(place + 1)
        codes = self.tile_codes(follows)
        if self.value(place, "setword") == "pair" and len(codes) == 1:
            self._add_tiles(codes, self.tokens[follows])
            self.statement.groups[-1].is_pair = True
            return follows - place + 1
        return follows - place if codes else 0

    def _win_with_tile(self, place: int) -> int:
        """ron 8p, wins on 5s, 8pロン, 8筒荣和."""
        token = self.tokens[place]
        tells_win = token.has("win") or (token.has("circumstance") and self._required_win(place))
        if tells_win and not self.negates and not self.asks_why:
            follows = self.after_fill(place + 1)
            if self.has(follows, "circumstance") and not self.has(follows, "tile", "win"):  # 和绝张5条
                next_one = self.after_fill(follows + 1)
                if self._is_single_tile(next_one) and not self._starts_other(next_one):
                    self._circumstance(follows)
                    follows = next_one
            if self._is_single_tile(follows) and not self._starts_other(follows):
                if token.has("win"):
                    self._add_win(token)
                else:
                    self._circumstance(place)
                sort = "after" if token.has("win") else "implied"
                self._add_tiles(self.tile_codes(follows), self.tokens[follows], may_win=sort)
                end = follows + 1
                if any(
                    self.is_particle(end, name) and not self.between(follows) for name in ("owner", "object")
                ):
                    end = self.after_fill(end)
                return end - place
            if token.codes or not token.has("win"):
                return 0
        word = place + 2 if self.has(place + 1, "fill") and not self.has(place + 1, "win") else place + 1
        if not self._is_single_tile(place) or not self.has(word, "win") or self.is_draw:
            return 0
        is_joined = word == place + 1 and not self.between(place) and self.between(word)  # 二索自摸、8万
        if self._is_single_tile(word + 1) and not (is_joined or self._starts_other(word + 1)):
            return 0
        self._add_tiles(self.tile_codes(place), token, may_win="before")
        self._add_win(self.tokens[word])
        return word - place + 1

    def _required_win(self, place: int) -> bool:
        """Whether a circumstance says how the hand was won, so that a tile may follow: rinshan 9s."""
        names = self._circumstance_ids(place)
        return any(
            one.node.op == "fact" and one.node.args[0] in ("self_draw", "discard")
            for name in names
            for one in self.ruleset.circumstance_by_id[name].requires
        )

    def _is_single_tile(self, place: int) -> bool:
        """Whether a token is one tile by itself, which may be the winning one."""
        codes = self.tile_codes(place)
        is_run = (
            bool(codes)
            and self.tokens[place].sort == "word"
            and (self._is_tile_run(place) or self._is_tile_run(place - 1))
        )
        if len(codes) != 1 or is_run or self.is_plain_seat(place):
            return False
        token = self.tokens[place]
        if self._is_flower(place) or (token.sort == "word" and self._is_a_word_here(place)):
            return False
        if token.has("redmark") and self.tile_codes(place + 1):  # the red 5p
            return False
        if token.has("circumstance") and self.is_number(place + 1):  # 北2
            return False
        if token.has("owner") and self.has(place + 1, "discardword", "win"):  # west's discard
            return False
        is_only_seat = token.has("wind") and is_latin(token.text[0]) and not self.statement.has_hand
        return not (is_only_seat and not any(one.codes for one in self.tokens))

    def _starts_other(self, place: int) -> bool:
        """Whether a single tile belongs to a word after it: west dealt in, 白ポン, 8p dora."""
        call = self.has(place + 1, "call") and not self.between(place)
        is_wind = self.has(place, "wind")
        seat = (
            is_wind and "after" in self._values_of(place + 1, "seatmark") and not self.has(place + 1, "fill")
        )
        if (
            is_wind
            and is_latin(self.tokens[place].text[0])
            and self._values_of(place + 1, "discardword") & {"by"}
        ):
            return True
        is_indicator = self.has(place + 1, "indicator") and not self.tile_codes(self.after_fill(place + 2))
        return call or seat or is_indicator or (is_wind and self._is_round_after(place + 1))

    def _win(self, place: int) -> int:
        if (discarder := self._named_after_win(place)) and not self.negates:  # Ann ron Ben
            self._add_win(self.tokens[place])
            self._add_discarder(discarder.value("seat"), discarder)
            return 2
        if not self.has(place, "win"):
            if "by" in self._values_of(place, "discardword") and not is_latin(self.tokens[place].text[0]):
                self.statement.wins.append((DISCARDS, self.tokens[place]))
                return 1
            return 0
        if self.negates:
            self.statement.removed.append(("win", self.value(place, "win")))
        else:
            self._add_win(self.tokens[place])
        return 1

    def _named_after_win(self, place: int) -> SentencePart | None:
        """The player named right after a winner and a word for winning, who is the one who discarded."""
        follows, before = self.at(place + 1), self.at(place - 1)
        is_between = bool(follows and follows.has(PLAYER) and before and before.has("seat"))
        is_won = self.value(place, "win") in (DISCARDS, "any") and not self.has(
            place + 2, "discardword", "win"
        )
        is_joined = not set(self.between(place)) & set(",，、;")
        return follows if is_between and is_won and is_joined else None

    def _add_win(self, token: SentencePart) -> None:
        values = [meaning.value for meaning in token.meanings if meaning.sort == "win"]
        self.statement.wins.append((values[0], token))

    # ---- counts, patterns, circumstances

    def _count(self, place: int) -> int:
        """3 han, 四十符, 3h40f, 役満2倍."""
        if self.is_number(place):
            follows = place + 1
            unit = self.value(follows, "unit") or (
                self.value(follows, "shortunit") if not self.between(place) else ""
            )
            if unit:
                self._add_count(unit, self.number(place))
                return 2
            return 0
        unit = self.value(place, "unit")
        if unit and unit == self.ruleset.tier_unit and self.has(place, "limit") is False:
            self._add_count(unit, 1)
            return 1
        return 0

    def _add_count(self, unit: str, number: int) -> None:
        self.statement.repeats_unit = self.statement.repeats_unit or unit in self.statement.counts
        self.statement.counts[unit] = number

    def _limit(self, place: int) -> int:
        """mangan, double yakuman, 三倍満."""
        many = int(self.value(place, "multiple") or 0) or (self.number(place) if self.is_number(place) else 0)
        after = self.after_fill(place + 1)
        if many and (name := self.value(after, "limit")):
            self.statement.limits.append((name, many))
            return after - place + 1
        if name := self.value(place, "limit"):
            follows = int(self.value(place + 1, "multiple") or 0)
            self.statement.limits.append((name, follows or 1))
            return 2 if follows else 1
        return 0

    def _circumstance(self, place: int) -> int:
        names = self._circumstance_ids(place)
        if not names or (self.asks_why and self.has(place, "pattern")):
            return 0
        token = self.tokens[place]
        self._add_implied_win(token)
        self._add_circumstance(names, 1, token)
        for fact in self._values_of(place, "together"):
            also = tuple(one.id for one in self.ruleset.circumstances if one.fact == fact)
            self._add_circumstance(also, 1, token)
        return 1

    def _pattern(self, place: int) -> int:
        token = self.tokens[place]
        names = tuple(dict.fromkeys(meaning.value for meaning in token.meanings if meaning.sort == "pattern"))
        if not names:
            return 0
        if token.has("state") and not self.statement.asks and not self.negates:
            self.statement.state = token.value("state")
            return 1
        if self.negates and not self.asks_why:
            self.statement.removed += [("pattern", name) for name in names]
        else:
            self.statement.patterns.append((names, token))
            self._add_implied_win(token)
        return 1

    def _add_implied_win(self, token: SentencePart) -> None:
        """A way of winning without which a pattern or circumstance is not possible."""
        for meaning in token.meanings:
            if meaning.sort == "implied" and not self.negates:
                self.statement.wins.append((f"implied {meaning.value}", token))

    # ---- what is not, and single words

    def _negation(self, place: int) -> int:
        """no dora, without riichi, リーチなし, 没立直."""
        token = self.tokens[place]
        ways = {meaning.value for meaning in token.meanings if meaning.sort == "negate"}
        if self.asks_why:
            return 1 if token.has("negword") else 0
        if "-" in ways:
            if "," in self.between(place) or "、" in self.between(place) or "，" in self.between(place):
                self.statement.is_change = True
                return 1
            follows = self.after_fill(place + 1)
            read = self._negated(follows)
            return follows - place + read if read else 0
        follows = place + 1
        if self.value(follows, "negate") == "after" and token.sort == "word" and not token.has("fill"):
            read = self._negated(place)
            return read + 1 if read else 0
        return 0

    def _negated(self, place: int) -> int:
        if self.at(place) is None:
            return 0
        self.negates = True
        rules = (self._event, self._flowers, self._circumstance, self._bonus, self._win, self._pattern)
        if self.is_plain_seat(place):
            self.statement.removed.append(("seat", self.value(place, "seat")))
            return 1
        return next((read for rule in rules if (read := rule(place))), 0)

    def _draw_event(self, place: int) -> int:
        return self._event(place) if self.is_draw else 0

    def _event(self, place: int) -> int:
        token = self.tokens[place]
        if kind := token.value("drawkind"):
            self.statement.events.append(("kind", kind, token))
            return 1
        event = token.value("event")
        if not event or (token.has("win") and event not in ("ready", "unready")):
            return 0
        if self.negates and event != "ready":
            return 0
        if event == "ready" and not (self.is_draw or self.statement.seats or self.statement.everybody):
            return 0
        value = "unready" if self.negates else event
        self.statement.events.append((value, str(len(self.statement.named_seats)), token))
        return 1

    def _word(self, place: int) -> int:
        """Words that stand alone."""
        token, statement = self.tokens[place], self.statement
        if token.has("change"):
            statement.is_change = True
        elif token.has("more"):
            statement.is_more = True
        elif token.has("everybody") and (self.is_draw or any(map(self.is_number, range(len(self.tokens))))):
            statement.everybody = "all"
        elif token.has("nobody") and self.is_draw:
            statement.everybody = "nobody"
        elif token.has("only"):
            statement.only = True
        elif token.has("state"):
            statement.state = token.value("state")
            statement.is_open = statement.is_open or (statement.state == OPEN and not token.has("fill"))
        else:
            idle = ("fill", "ruleword", "redmark", "pile", "seatmark", "roundmark")
            is_idle = any(token.has(sort) for sort in idle) or (token.has("call") and bool(statement.asks))
            return int(is_idle)
        return 1

    def _number(self, place: int) -> int:
        if not self.is_number(place) or self.tokens[place].has("fill"):
            return 1 if self.at(place) and self.tokens[place].has("fill") else 0
        self.statement.numbers.append((self.number(place), self.tokens[place]))
        return 1
