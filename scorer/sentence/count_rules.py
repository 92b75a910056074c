"""The rules that read what is counted: counters of the table, flowers, indicators and bonuses."""

from __future__ import annotations

from scorer.sentence.seat_rules import COUNTABLE, DISCARDS, SeatRules


class CountRules(SeatRules):
    """What is counted beside a hand: counters of the table, flowers, indicators and bonuses."""

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

    def _chips(self, place: int) -> int:
        """2 chips, チップ2枚, 2个筹码."""
        if self.has(place, "chip"):
            number, end = place + 1, place + 2 + self.has(place + 2, "pile", "classifier")
        else:
            number = place
            chip = place + 1 + self.has(place + 1, "pile", "classifier")
            end = chip + 1 if self.has(chip, "chip") else 0
        if not (end and self.is_number(number)):
            return 0
        self.statement.chips = self.number(number)
        return end - place

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
        is_one = self.value(place, "flowerword") == "one" or self.is_particle(place - 1, "one")
        is_one = is_one and not numbers and not self._is_flower(end)
        self.statement.flowers += is_one
        return end - place if numbers or is_one or self._is_flower(end) or self.negates else 0

    def _are_named_before(self, place: int, number: int) -> bool:
        """Whether as many flowers as are counted are named right before: 春蘭兩張花."""
        start = place
        while self._is_flower(start - 1):
            start -= 1
        return sum(len(self.tile_codes(at)) for at in range(start, place)) == number

    def _number_circumstance(self, place: int) -> int:
        """Circumstances with a number: 2 north, 中鸟2, 連二."""
        counted = {one.id for one in self.ruleset.circumstances if one.is_number and not one.names_seat}
        names = self._circumstance_ids(place, counted)
        if names and self.is_number(place + 1):
            self._add_circumstance(names, self.number(place + 1), self.tokens[place])
            if self.has(place + 2, "again") and self.number(place + 3) == self.number(place + 1):
                return 4  # 連三拉三
            return 2 + (1 if self.has(place + 2, "pile") else 0)
        follows = self.after_fill(place + 1)
        if self.has(place, "hit") and self.is_number(follows):  # 中两鸟, 中了两个鸟
            read = self._number_circumstance(follows)
            return follows - place + read if read else 0
        if self.is_number(place):
            follows = place + 2 if self.has(place + 1, "pile") else place + 1
            if names := self._circumstance_ids(follows, counted):
                self._add_circumstance(names, self.number(place), self.tokens[follows])
                return follows - place + 1
        return 0

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
            self.statement.denied_parts.append((name,))
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
        group, end = self.statement.groups[-1], follows + 1
        group.is_red = len(codes) == 1
        before = self.before_fill(place - 1)
        off = self.before_fill(before - 1)
        is_off = "from" in self._values_of(before, "discardword") and self.has(off, "win")
        if group.is_red and is_off:  # won off the red 5p
            group.may_win = "after"
            self.statement.wins.append((DISCARDS, self.tokens[before]))
        elif group.is_red and self.has(before, "win") and not self.between(before).strip():  # ron red 5p
            group.may_win = "after"
        elif group.is_red and self.has(end, "win") and not self.between(follows).strip():  # red 5p ron
            group.may_win = "before"
        return end - place + self._counted_once(end)

    def _counted_once(self, place: int) -> int:
        """How many tokens say that there is one of the tile before: 赤5p1枚."""
        is_one = self.is_number(place) and self.number(place) == 1 and self.has(place + 1, "pile")
        return 2 * is_one

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
