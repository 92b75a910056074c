"""Tokens to a statement: phrases such as `ron off west`, `白ポン`, `dora 2` and `三番四十符`, in any order.

Each rule looks at the tokens from one place on and returns how many it has read. The first rule that reads
any is followed, so they are tried from the most specific one to single words.
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.sentence.lexicon import Lexicon, Meaning
from scorer.sentence.places import SaidPlace
from scorer.sentence.players import BEGUN, PLAYER, Players
from scorer.sentence.question_rules import QuestionRules
from scorer.sentence.seat_rules import DISCARDS
from scorer.sentence.statement import Statement
from scorer.sentence.tile_rules import OPEN
from scorer.sentence.tokens import SentencePart, read_tokens
from scorer.values import replace

READINESS = ("ready", "unready")
MINUS = ("-", "−", "－")


def read_statement(
    text: str, lexicon: Lexicon, players: Players = (), names_sets_first: bool = False
) -> Statement:
    """What a sentence says. Tokens that no rule reads are `unread`. `players` are those at the table;
    `names_sets_first` tells where the called sets are if the sentence leaves it open.
    """
    return _Grammar(text, lexicon, players, names_sets_first).read()


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


class _Grammar(QuestionRules):
    """All rules, in the order in which they are tried."""

    def __init__(
        self, text: str, lexicon: Lexicon, players: Players = (), names_sets_first: bool = False
    ) -> None:
        super().__init__(text, with_begun_names(read_tokens(text, lexicon, players)), lexicon)
        self.statement.open_calls = self._open_calls()
        self.names_sets_first = names_sets_first or self._names_sets_first()
        self.negates_after = any(token.value("negate") == "after" for token in self.tokens)
        self.is_tile_asked = any(token.codes for token in self.tokens)
        self.rules: tuple[Callable[[int], int], ...] = (
            self._record, self._value, self._marked_tile, self._ruleset_name, self._question, self._liability,
            self._exception, self._negation, self._chips, self._discarder, self._deal, self._round,
            self._seat, self._counter, self._flowers, self._number_circumstance, self._indicator,
            self._called_set, self._pair, self._win_with_tile, self._tiles, self._bonus, self._count,
            self._limit, self._draw_event, self._circumstance, self._win, self._pattern, self._event,
            self._word, self._number,
        )  # fmt: skip
        self.told: set[tuple[str, object]] = set()
        self.seat_rules = (self._liability, self._discarder, self._deal, self._round, self._seat)

    def read(self) -> Statement:
        place = 0
        self.statement.tokens = self.tokens
        places = range(len(self.tokens))
        is_count = any(self.is_number(one) and self.has(one + 1, "unit") for one in places)  # 3 han 40 fu
        if any(token.value("ask") == "what" for token in self.tokens) and not is_count:
            self.statement.topics = [one for one in self.tokens if one.has("topic")]
            if len(self.statement.topics) == 1:
                self.tokens = [one for one in self.tokens if not one.has("topic") or one.has("tile")]
        while place < len(self.tokens):
            self.negates = False
            for rule in self.rules:
                if read := rule(place):
                    if rule in self.seat_rules:
                        self.seat_places.update(range(place, place + read))
                    self._note_places(self.tokens[place : place + read])
                    place += read
                    break
            else:
                self.statement.unread.append(self.tokens[place])
                place += 1
        self._mark_lone_tile()
        return self.statement

    def _note_places(self, tokens: list[SentencePart]) -> None:
        """Notes that these tokens said what is new in the statement."""
        told, statement = {*self.statement.told_words()}, self.statement
        statement.places += [
            SaidPlace((word,), tokens[0].start, tokens[-1].end) for word, _ in told - self.told
        ]
        self.told = told

    def _mark_lone_tile(self) -> None:
        """Lets the one tile that is apart from the others be the one that won: `8p from west 234m...`."""
        statement = self.statement
        loose = [group for group in statement.groups if not group.call]
        lone = [group for group in loose[:-1] if len(group.codes) == 1 and not group.is_pair]
        is_won = statement.discarders or any(way in ("tsumo", "ron") for way, _ in statement.wins)
        if len(lone) != 1 or not is_won or any(group.may_win for group in loose) or statement.marked:
            return
        place = self.tokens.index(lone[0].token)
        is_apart = not (self.tile_codes(place - 1) or self.tile_codes(place + 1))
        if is_apart and not self._is_flower(place):
            lone[0].may_win = "implied"

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

    def _exception(self, place: int) -> int:
        """everyone but east ready, 除了東家都聽牌."""
        token = self.tokens[place]
        is_of_all = self.statement.everybody == "all" or not token.has("change")
        if not (token.has("except") and is_of_all and self._tells_readiness()):
            return 0
        self.statement.excepts = True
        seat = self.seat_of(place + 1, is_asked=True)
        if seat:
            self._add_seat(seat, self.tokens[place + 1])
        return 2 if seat else 1

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
        if not self.negates_after:
            return 0
        follows = place + 1
        is_one = self.value(follows, "negate") == "after" and token.sort == "word" and not token.has("fill")
        read = (self._negated(place) if is_one else 0) or self._denied(place, is_first=True)
        return read + 1 if read else 0

    def _negated(self, place: int) -> int:
        if self.at(place) is None:
            return 0
        if not self.is_plain_seat(place) and (read := self._denied(place)):
            return read
        self.negates = True
        rules = (self._event, self._flowers, self._circumstance, self._bonus, self._win, self._pattern)
        if self.is_plain_seat(place):
            self.statement.removed.append(("seat", self.value(place, "seat")))
            return 1
        return next((read for rule in rules if (read := rule(place))), 0)

    def _denied(self, place: int, is_first: bool = False) -> int:
        """A number, tile or seat that is said not to be so; `is_first` if it is before the word for not."""
        said, places, self.statement = self.statement, {*self.seat_places}, Statement(self.statement.text)
        rules = (
            self._discarder, self._round, self._seat, self._denied_wind, self._counter, self._flowers,
            self._number_circumstance, self._bonus, self._win_with_tile, self._tiles, self._count,
            self._number,
        )  # fmt: skip
        found = ((read, self.statement) for rule in rules if (read := rule(place)))
        read, denied = next(found, (0, said))
        self.statement, self.seat_places = said, places
        is_last = self.value(place + read, "negate") == "after" and not self.has(place + read, "fill")
        is_number = denied.names_number and any(map(self.is_number, range(place, place + read)))
        is_one = bool(denied.names_seat or denied.groups or is_number)
        if not (read and is_one and (is_last or not is_first)):
            return 0
        said.denied.append((denied, self.tokens[place]))
        said.is_change = True
        return read

    def _denied_wind(self, place: int) -> int:
        """A wind as a seat, if the sentence has no tiles that it could be."""
        seat = "" if self.is_tile_asked else self.seat_of(place, is_asked=True)
        if seat:
            self._add_seat(seat, self.tokens[place])
        return 1 if seat else 0

    def _draw_event(self, place: int) -> int:
        is_of_nobody = self.statement.everybody == "nobody" and self.value(place, "event") in READINESS
        return self._event(place) if self.is_draw or is_of_nobody else 0

    def _event(self, place: int) -> int:
        token = self.tokens[place]
        if kind := token.value("drawkind"):
            self.statement.events.append(("kind", kind, token))
            return 1
        event = token.value("event")
        if not event or (token.has("win") and event not in READINESS):
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
            statement.begins_with_more = statement.begins_with_more or place == 0
        elif self._is_everybody(token):
            statement.everybody = "all"
        elif token.has("nobody") and (self.is_draw or self._tells_readiness()):
            statement.everybody = "nobody"
        elif token.has("only"):
            statement.only = True
        elif token.has("state"):
            statement.state = token.value("state")
            statement.is_open = statement.is_open or (statement.state == OPEN and not token.has("fill"))
        else:
            idle = ("fill", "someone", "ruleword", "redmark", "pile", "seatmark", "roundmark")
            tells_chips = any(one.has("chip") for one in self.tokens)
            is_given = tells_chips and (token.has("receive") or token.value("discardword") == "into")
            is_idle = is_given or token.has(*idle) or (token.has("call") and bool(statement.asks))
            return int(is_idle or self.ruleset.id in self._values_of(place, "ruleset"))
        return 1

    def _is_everybody(self, token: SentencePart) -> bool:
        """Whether a word means all players: 都聽牌, if no players are named before."""
        if token.has("everybody"):
            return self._may_pay_each()
        return token.has("allmark") and not self.statement.named_seats and self._tells_readiness()

    def _may_pay_each(self) -> bool:
        """Whether a word for all players can say who pays or who is ready: 2000 all, baiman all."""
        return (
            self.is_draw
            or self._tells_readiness()
            or any(self.is_number(place) or self.has(place, "limit") for place in range(len(self.tokens)))
        )

    def _tells_readiness(self) -> bool:
        """Whether a word says that players are ready, or that they are not."""
        return any(token.value("event") in READINESS for token in self.tokens)

    def _number(self, place: int) -> int:
        if not self.is_number(place) or self.tokens[place].has("fill"):
            return 1 if self.at(place) and self.tokens[place].has("fill") else 0
        self.statement.numbers.append((self.number(place), self.tokens[place]))
        return 1
