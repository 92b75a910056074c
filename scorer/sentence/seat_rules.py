"""The rules that read seats, rounds, discarders and liable players in a sentence."""

from __future__ import annotations

from scorer.hand import WINDS
from scorer.sentence.lexicon import is_latin, joined_key
from scorer.sentence.token_view import TokenView
from scorer.sentence.tokens import SentencePart

DISCARDS = "ron"
COUNTABLE = ("bonus", "flowerword", "limit", "unit", "shortunit", "counter", "circumstance", "event")
"""What a number before or after may count."""


class SeatRules(TokenView):
    """Seats, rounds, discarders and liable players."""

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
        if read := self._unnamed_discarder(place):
            return read
        ways = self._values_of(place, "discardword")
        if "from" in ways or ("by" in ways and self._says_who(place)):
            follows = self.after_fill(place + 1)
            if "after" in self._values_of(follows, "seatmark"):  # from player west
                follows += 1
            if self._names_both_seats(follows):
                self._add_discarder(self.value(follows, "seat"), token)
                self._add_seat(self.value(follows + 1, "wind"), self.tokens[follows + 1])
                return follows - place + 2
            if (seat := self.seat_of(follows, is_asked=True)) and self._may_be_seat(follows):
                self._add_discarder(seat, token)
                return follows - place + 1 + self._after_seat(follows + 1)
        return self._owner(place) or self._seat_dealing_in(place)

    def _names_both_seats(self, place: int) -> bool:
        """Whether a seat before another wind is that of the discarder: discarded by south seat west."""
        is_tile = self._is_tile_run(place + 1) or self._is_round_after(place + 2)
        return self._is_seat_between(place) and not is_tile

    def _owner(self, place: int) -> int:
        """west's discard, and a seat as the owner of something else."""
        token = self.tokens[place]
        if owner := token.value("owner"):  # west's discard
            if self.has(place + 1, "discardword") or self.value(place + 1, "win") == DISCARDS:
                self._add_discarder(owner, token)
                return 2
            if self._is_fed_tile(place + 1):  # south's 8p
                self._add_discarder(owner, token)
                self._add_tiles(self.tile_codes(place + 1), self.tokens[place + 1], may_win="implied")
                return 2
            if not token.has("tile"):
                self._add_seat(owner, token)
                return 1
        return 0

    def _seat_dealing_in(self, place: int) -> int:
        """west dealt in, 西家が南家に放銃, 北家放铳8筒."""
        token = self.tokens[place]
        seat = self.seat_of(place)
        if not seat:
            return 0
        if read := self._tile_of_discarder(place, seat):
            return read
        follows = self.after_fill(place + 1 + self._after_seat(place + 1))
        said = self._values_of(follows, "discardword")
        is_told = said & {"by", "after"} or ("into" in said and self.seat_of(follows + 1))
        if not is_told or (self._wins_with(place) and not self.is_plain_seat(place)):
            return 0
        if self._is_fed(place) and self.statement.seats:  # 西家が南家に放銃
            self.statement.discarders += self.statement.seats
            self.statement.seats = []
            self._add_seat(seat, token)
            return follows - place + 1
        self._add_discarder(seat, token)
        fed = self.after_fill(follows + 1)
        if self._is_fed_tile(fed):  # 北家放铳8筒, north dealt in with 8p
            self._add_tiles(self.tile_codes(fed), self.tokens[fed], may_win="implied")
            return fed - place + 1
        for where in range(follows + 1, min(follows + 3, len(self.tokens))):
            winner = self.seat_of(where)
            if winner and "into" in said:  # west deals into south
                self._add_seat(winner, self.tokens[where])
                return where - place + 1
        return follows - place + 1

    def _tile_of_discarder(self, place: int, seat: str) -> int:
        """対面が8p放銃: a seat as the one who discards a tile."""
        tile = place + 2
        word = self.after_fill(tile + 1)
        is_subject = self.is_particle(place + 1, "subject") and self._is_single_tile(tile)
        if not is_subject or "by" not in self._values_of(word, "discardword"):
            return 0
        self._add_discarder(seat, self.tokens[place])
        self._add_tiles(self.tile_codes(tile), self.tokens[tile], may_win="implied")
        return word - place + 1

    def _unnamed_discarder(self, place: int) -> int:
        """somebody discarded it, from another player, 他家から: nobody says whose discard it was."""
        follows = self.after_fill(place + 1)
        ways = self._values_of(follows, "discardword")
        is_first = self.has(place, "someone") and ways & {"by", "after"}
        is_last = self.has(follows, "someone") and "from" in self._values_of(place, "discardword")
        if not (is_first or is_last):
            return 0
        self.statement.wins.append((DISCARDS, self.tokens[follows]))
        return follows - place + 1

    def _is_fed_tile(self, place: int) -> bool:
        """Whether a single tile follows a word for dealing in, which is then the winning tile."""
        is_apart = bool(self.between(place - 1).strip()) and not self.between(place)
        return (
            self._is_single_tile(place)
            and not (is_apart and self.has(place + 1, "win"))  # 放铳、8p荣和
            and not self._starts_other(place)
            and not self._is_single_tile(place + 1)
            and not (self.has(place, "wind") and not self._is_joined_tile(place))
        )

    def _is_joined_tile(self, place: int) -> bool:
        """Whether a wind follows a word without a gap, and has one before the next word: 放槍東 123萬."""
        is_hand = any(token.codes for token in self.tokens)
        return is_hand and not self.between(place - 1) and bool(self.between(place))

    def _is_fed(self, place: int) -> bool:
        """Whether a seat is the one who was fed, by the particle after it."""
        return self.has(place + 1, "towards") or self.has(place + 2, "towards")

    def _says_who(self, place: int) -> bool:
        return not self.seat_of(place - 1)

    def _wins_with(self, place: int) -> bool:
        """Whether a word for winning is right before a token, so that it names a tile."""
        is_english = is_latin(self.tokens[place].text[0]) and self.has(place, "wind")
        return self.has(place - 1, "win") and bool(self.tile_codes(place)) and not is_english

    def _may_be_seat(self, place: int) -> bool:
        """Whether a wind after a word for discards is a seat: not one of several equal tiles."""
        token = self.tokens[place]
        return not self._is_tile_run(place) or (is_latin(token.text[0]) and not self._is_tile_run(place + 1))

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
        is_seat = any("before" in self._values_of(one, "seatmark") for one in range(place + 1, follows))
        if "before" in marks and self.has(follows, "wind") and not (is_seat or self._is_triplet(follows)):
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
        neighbours = [self.at(place - 1), self.at(self.before_fill(place - 1)), follows]
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
