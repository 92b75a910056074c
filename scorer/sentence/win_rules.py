"""The rules that read ways of winning, counts, limits, circumstances and patterns in a sentence."""

from __future__ import annotations

from scorer.sentence.lexicon import is_latin
from scorer.sentence.players import PLAYER
from scorer.sentence.seat_rules import DISCARDS
from scorer.sentence.tile_rules import TileRules
from scorer.sentence.tokens import SentencePart


class WinRules(TileRules):
    """The way of winning, counts, limits, circumstances and patterns."""

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
            off = self.after_fill(follows + 1)
            is_tile = self._is_single_tile(off) and not self.has(off, "wind")
            if is_tile and token.has("win") and "from" in self._values_of(follows, "discardword"):
                self.statement.wins.append((DISCARDS, self.tokens[follows]))  # won off 8p
                follows = off
            is_seat = self.has(follows, "wind") and "from" in self._values_of(follows - 1, "discardword")
            if (
                self._is_single_tile(follows)
                and not is_seat  # discard  from west
                and not self._starts_other(follows, token.has("win"))
            ):
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
        gaps = [self.between(one) for one in range(place, word)]
        ends = bool(self.between(word)) if not any(gaps) else bool(self.between(word).strip())
        is_joined = ends and not "".join(gaps).strip()  # 二索自摸、8万
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

    def _win(self, place: int) -> int:
        if (discarder := self._named_after_win(place)) and not self.negates:  # Ann ron Ben
            self._add_win(self.tokens[place])
            self._add_discarder(discarder.value("seat"), discarder)
            return 2
        if not self.has(place, "win"):
            if "by" in self._values_of(place, "discardword") and not is_latin(self.tokens[place].text[0]):
                if self.negates:
                    self.statement.removed.append(("win", DISCARDS))
                else:
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
            if not token.has("implied"):  # a pattern that says no more than this
                self._add_patterns(token)
            return 1
        if self.negates and not self.asks_why:
            self.statement.removed += [("pattern", name) for name in names]
            self.statement.denied_parts.append(names)
        else:
            self._add_patterns(token)
            self._add_implied_win(token)
        return 1

    def _add_implied_win(self, token: SentencePart) -> None:
        """A way of winning without which a pattern or circumstance is not possible."""
        for meaning in token.meanings:
            if meaning.sort == "implied" and not self.negates:
                self.statement.wins.append((f"implied {meaning.value}", token))
