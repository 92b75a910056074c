"""The rules that read tiles, called sets and pairs in a sentence."""

from __future__ import annotations

from scorer.sentence.count_rules import CountRules
from scorer.sentence.statement import TileGroup
from scorer.sentence.token_view import CALL_SIZES
from scorer.sentence.tokens import SentencePart

FOURS = tuple(call for call, sizes in CALL_SIZES.items() if sizes == (4,))
MOST_COPIES = 4
OPEN = "open"
JOINING = ("・", "&", "/")
"""Signs between sets that one word calls: 白・發ポン."""


class TileRules(CountRules):
    """Tiles, called sets and pairs."""

    def _names_sets_first(self) -> bool:
        """Whether each word for a called set comes after its tiles: a set is before every such word, and none
        that is written out is after the last one.
        """
        calls = [at for at, token in enumerate(self.tokens) if token.has("call")]
        if not calls or not all(self._is_set_before(at) for at in calls):
            return False
        followed = [at for at in calls if self._sets_after(at, self.value(at, "call"))[1]]
        if any(self.between(at - 1) and not self.between(at) for at in followed):
            return False  # 567筒，吃二三四筒 and 567筒 吃二三四筒
        if not {*calls[:-1]} <= {*followed}:
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
        may_follow = may_follow and not (is_apart or is_wide or self._is_run_on(follows))
        return self._is_flower(follows) or self._is_said_of_wind(follows + 1) or not may_follow

    def _is_run_on(self, place: int) -> bool:
        """Whether a set is written together with more tiles, and apart from the word for a called set that is
        before or after it, so that it is of the hand: `111p pon 888m35p`, `35p888m pon 111p`.
        """
        gaps = [bool(self.between(one)) for one in (place - 1, place)]
        joined = [one for one, gap in zip((place - 1, place + 1), gaps, strict=True) if not gap]
        return len(self.tile_codes(place)) > 1 and any(gaps) and any(map(self.tile_codes, joined))

    def _open_calls(self) -> list[SentencePart]:
        """The words for called sets, if each is between two sets and nothing shows which one it calls."""
        calls = [at for at, token in enumerate(self.tokens) if token.has("call")]
        return [self.tokens[at] for at in calls] if all(map(self._is_between_sets, calls)) else []

    def _is_between_sets(self, place: int) -> bool:
        """Whether tiles that can be the called set are on both sides of a word for it, equally near."""
        is_written_out = min(len(self.tile_codes(place - 1)), len(self.tile_codes(place + 1))) > 1
        is_near_one = self.between(place - 1) != self.between(place)
        may_follow = self._set_at(place + 1, self.value(place, "call"))
        is_of_hand = self._is_run_on(place - 1) or self._is_run_on(place + 1)
        is_open = is_written_out and not (is_near_one or is_of_hand)
        return is_open and bool(may_follow) and self._is_set_before(place)

    def _is_apart_before(self, place: int) -> bool:
        """Whether a sign is between a word and the one before it, and nothing between it and the next."""
        return bool(self.between(place - 1).strip()) and not self.between(place).strip()

    def _is_set_before(self, place: int) -> bool:
        """Whether a whole set is right before a word for it: 777z, or the name of a tile."""
        codes, call = self.tile_codes(place - 1), self.value(place, "call")
        size, number = CALL_SIZES[call][0], self._copies(place - 1, -1)
        whole = codes * size if len(codes) == 1 else codes
        is_set = number in (1, size) and len(whole) == size and self._fits(whole, call)
        return place > 0 and is_set and not self._is_flower(place - 1)

    def _value(self, place: int) -> int:
        setting = self.tokens[place].setting
        if setting:
            self.statement.values.append(setting)
        return 1 if setting else 0

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
            if place == 0:
                self.statement.is_more = self.statement.begins_with_more = True
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
        is_joined = times and self.is_number(place + 1) and times.start == token.end
        if len(codes) == 1 and is_joined and token.sort == "word" and len(token.text) > 2:
            self._add_tiles(codes * min(self.number(place + 1), MOST_COPIES), token)  # あかの ふね3
            return 2
        if not codes or (token.sort == "word" and self._is_a_word_here(place) and not token.has("flowers")):
            return 0
        if token.has("pattern") and self.has(place + 1, "only"):  # 白のみ
            return 0
        self._add_tiles(codes, token)
        if len(codes) == 1 and codes[0][0] == "0" and not token.text[0].isdigit():
            self.statement.groups[-1].is_red = True
            return 1 + self._counted_once(place + 1)
        return 1

    def _called_set(self, place: int) -> int:
        """pon 777z, 白ポン, exposed pung of white dragons, concealed pungs 111m 222m, two pons."""
        if self.is_number(place) and self.number(place) <= MOST_COPIES and self._is_said_of_sets(place + 1):
            read = self._called_set(place + 1)
            return read + 1 if read else 0
        state, at = "", place
        if self.has(at, "state") and self.has(at + 1, "call", "setword"):
            state, at = self.value(at, "state"), at + 1
        call = self.value(at, "call")
        if not call and self._is_open_set(at):  # 鳴き234m
            end = self._end_of_open_sets(at + 1)
            for one in range(at + 1, end):
                self._add_tiles(self.tile_codes(one), self.tokens[one], "called")
            return end - place
        if not call and not (state and self.has(at, "setword")):
            return self._joined_sets_before_call(place) or self._tiles_before_call(place)
        if call and self.has(at, "call") and self.negates:
            return 0
        end, sets = self._sets_after(at, call or "set")
        if not sets:
            return 0
        if not state and self._is_state_of_sets(end):
            state, end = self.value(end, "state"), end + 1
        self._add_sets(call or "set", state, sets)
        return end - place

    def _is_said_of_sets(self, place: int) -> bool:
        """Whether words for called sets are here, with sets after them, and no tile before."""
        call = place + self.has(place, "state")
        return self.has(call, "call") and bool(self._sets_after(call, self.value(call, "call"))[1])

    def _is_state_of_sets(self, place: int) -> bool:
        """Whether a word for open or concealed is said of the sets before it: `pung 777z exposed, 222m`."""
        before, after = self.between(place - 1).strip(), self.between(place).strip()
        if not self.has(place, "state") or (before and not after and self.tile_codes(place + 1)):
            return False
        return not self.has(place + 1, "call", "setword") or bool(after and not before)

    def _is_open_set(self, place: int) -> bool:
        """Whether a word for open is followed by one set, and not by tiles of which it is not said."""
        token = self.tokens[place]
        is_open = self.value(place, "state") == OPEN and not token.has("fill")
        return is_open and self._is_whole_set(place + 1)

    def _end_of_open_sets(self, place: int) -> int:
        """Where the sets end that a word for open is said of: all up to a comma, or else the first one."""
        end = place + 1
        while not self.between(end - 1).strip() and self._is_whole_set(end):
            end += 1
        is_all = bool(self.between(end - 1).strip()) or not self.tile_codes(end)
        return end if is_all else place + 1

    def _is_whole_set(self, place: int) -> bool:
        """Whether three tiles that are equal or in a row are written at a place."""
        token = self.at(place)
        if not token or not token.codes:
            return False
        codes = sorted(code.replace("0", "5") for code in token.codes)
        ranks = [int(code[0]) for code in codes if code[0].isdigit()]
        is_run = len({code[1:] for code in codes}) == 1 and ranks == [*range(ranks[0], ranks[0] + 3)]
        return len(codes) == 3 and (len({*codes}) == 1 or is_run)

    def _sets_after(self, place: int, call: str) -> tuple[int, list[tuple[tuple[str, ...], SentencePart]]]:
        """The sets that follow a word for them, and where they end; several after a plural."""
        found: list[tuple[tuple[str, ...], SentencePart]] = []
        end, follows = place + 1, self.after_fill(place + 1)
        if self.has(follows, "pattern") and not self.tile_codes(follows) and self.tile_codes(follows + 1):
            follows += 1  # 碰番子東: the sort of the tile
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

    def _add_patterns(self, token: SentencePart) -> None:
        names = dict.fromkeys(one.value for one in token.meanings if one.sort == "pattern")
        self.statement.patterns.append((tuple(names), token))

    def _single_name(self, place: int) -> bool:
        return len(self.tile_codes(place)) == 1

    def _joined_sets_before_call(self, place: int) -> int:
        """222mと888sをポン, 中和白都碰了: several sets before one word for all of them."""
        sets, end = [], place
        while codes := self.tile_codes(end):
            sets.append((codes, self.tokens[end]))
            end += 1
            if self.is_particle(end, "and"):
                end += 1
            elif self.between(end - 1).strip() not in JOINING:
                break
        end = self.after_fill(end)
        call = self.value(end, "call")
        is_apart = bool(self.between(end)) and not self.between(end - 1)
        if len(sets) < 2 or not call:
            return 0
        if self._set_at(end + 1, call) and not (self.names_sets_first or is_apart):
            return 0
        size = CALL_SIZES[call][0]
        sets = [(codes * size if len(codes) == 1 else codes, token) for codes, token in sets]
        if not all(len(codes) == size and self._fits(codes, call) for codes, _ in sets):
            return 0
        self._add_sets(call, "", sets)
        return end - place + 1

    def _tiles_before_call(self, place: int) -> int:
        """中中中ポン, 白ポン, 二三四萬チー, 222m pon."""
        codes = self.tile_codes(place)
        if not codes or self._is_flower(place):
            return 0
        end, used = place + 1, 1
        while len(codes) == 1 and self.tile_codes(end) == codes and used < MOST_COPIES:
            end, used = end + 1, used + 1
        has_particle = self.is_particle(end, "object") or self.is_particle(end, "owner")
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
            and (not self.names_sets_first if self.statement.open_calls else place > 0)
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
