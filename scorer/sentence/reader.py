"""The reader of sentences: from a text, a ruleset and the last hand to a question, or what is asked back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from unicodedata import normalize

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import seats_of
from scorer.engine.examples import read_example
from scorer.errors import InputError
from scorer.hand import DEALER, WINDS, Request
from scorer.labels import seat_name, uncapitalize_first
from scorer.languages import ENGLISH, LANGUAGES
from scorer.message import LocalizedText
from scorer.phrases import translated_phrase
from scorer.ruleset.model import Pattern, Ruleset
from scorer.sentence.count import count_patterns, listed_count
from scorer.sentence.grammar import read_statement
from scorer.sentence.house_rules import house_rules_in
from scorer.sentence.lexicon import Lexicon, folded_text, lexicon_of, needs_more, particles, wind_words
from scorer.sentence.places import SaidPlace
from scorer.sentence.players import PLAYER, Players
from scorer.sentence.question import Contradiction, Reading, SpokenQuestion, Unclear, Unread, question
from scorer.sentence.request import (
    DISCARDS,
    DRAWS,
    Clash,
    applied,
    bonus_named,
    counting_circumstance,
    is_allowed,
    line_of,
    spoken_win,
    tells_flowers_apart,
    tile_role,
)
from scorer.sentence.statement import Statement
from scorer.sentence.tokens import LONGEST_SENTENCE, SentencePart, read_tokens
from scorer.teach.paid_counts import count_behind, paid_counts
from scorer.teach.points import table_of
from scorer.tiles import name_in
from scorer.values import dataclass, replace

LEAST_POINTS = 100
"""From this number on, a number without a unit is an amount of points and not a count."""
OF_COUNTS = ("behind", "points", "patterns")
"""Questions that no hand is in."""
CLAUSE_ENDS = frozenset(",;.，、；。")
FEW_WORDS = 2
"""A sentence that says at most this much of a win is about the last hand, if there is one."""


@dataclass(frozen=True)
class LastHand:
    """The last hand of a conversation: its request, and further words such as options."""

    request: Request
    words: tuple[str, ...] = ()


def read_sentence(
    text: str, ruleset: Ruleset, last: LastHand | None = None, players: Players = ()
) -> Reading:
    """What a sentence asks or tells under a ruleset. `last` is the hand that a few words may change;
    `players` are those at a table whose deals are kept.
    """
    if len(text) > LONGEST_SENTENCE:
        return Unread(0, len(text))
    ruleset = _rules_of_sentence(text, ruleset)
    statement = read_statement(text, lexicon_of(ruleset), players)
    if statement.unread:
        return Unread(*_unread_part(statement, lexicon_of(ruleset), players))
    if wrong := _wrongly_denied(statement):
        return Unread(wrong.start, wrong.end)
    reader = _Reader(statement, ruleset, last, players)
    if statement.open_calls:
        other = read_statement(text, lexicon_of(ruleset), players, names_sets_first=True)
        return reader.decide_order(_Reader(other, ruleset, last, players))
    reading = reader.decide() or Unread(0, len(text))
    if isinstance(reading, SpokenQuestion) and (ignored := _ignored_setting(statement, reading, ruleset)):
        return Unread(ignored.start, ignored.end)
    return reading


def _rules_of_sentence(text: str, ruleset: Ruleset) -> Ruleset:
    """The rules with the options that a sentence sets, which may bring tiles and words with them."""
    settings = [one.assignment for one in house_rules_in(text, ruleset)]
    if "=" in normalize("NFKC", text):
        settings.insert(0, text)
    options = read_example(" ".join(settings), ruleset, is_typed=True).options if settings else ()
    try:
        return configure_ruleset(ruleset, dict(options)) if options else ruleset
    except InputError:
        return ruleset


def _ignored_setting(statement: Statement, question: SpokenQuestion, ruleset: Ruleset) -> SentencePart | None:
    """A word such as `name=value` that the answer to a question would not regard: it sets no house rule, does
    not stand with a hand, whose reader tells what is wrong with it, and says nothing of a count.
    """
    known = {folded_text(one.id) for one in ruleset.options}
    if question.name in OF_COUNTS:
        known.update(lexicon_of(ruleset).setting_names)
    unused = (one for one in statement.tokens if one.setting and one.setting not in question.settings)
    return next((one for one in unused if folded_text(one.setting.partition("=")[0]) not in known), None)


def _wrongly_denied(statement: Statement) -> SentencePart | None:
    """What is said not to be so, though the sentence does not say what is. A number alone counts what the
    denied one counted: `not 3 dora, 2`.
    """
    for denied, token in statement.denied:
        if denied.names_number and not denied.numbers and len(statement.numbers) == 1:
            _count_as(denied, statement)
        is_corrected = (
            (denied.names_seat and statement.names_seat)
            or (denied.names_number and statement.names_number)
            or (denied.groups and (statement.groups or statement.marked))
        )
        if not is_corrected:
            return token
    return None


def _count_as(denied: Statement, statement: Statement) -> None:
    """Lets the one number of a sentence count what another number counted."""
    number, token = statement.numbers.pop()
    if denied.honba is not None:
        statement.honba = number
    elif denied.sticks is not None:
        statement.sticks = number
    elif denied.flowers:
        statement.flowers = number
    statement.bonuses.update(dict.fromkeys(denied.bonuses, number))
    statement.counts.update(dict.fromkeys(denied.counts, number))
    statement.circumstances += [(names, number, token) for names, _, _ in denied.circumstances]


def _unread_part(statement: Statement, lexicon: Lexicon, players: Players) -> tuple[int, int]:
    """Where the first unknown word begins and ends; without spaces, signs that mean nothing belong to it."""
    first = statement.unread[0]
    start, end = first.start, first.end
    tokens = read_tokens(statement.text, lexicon, players)
    idle = [one for one in tokens if one in statement.unread or (one.has_only("fill") and one.sort == "word")]
    for token in idle:
        end = token.end if token.start == end else end
    for token in reversed(idle):
        start = token.start if token.end == start else start
    return start, end


def _in_a_sentence(names: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Names as a sentence has them: 'the dora indicator'."""
    return tuple((language, uncapitalize_first(name)) for language, name in names)


def said(key: str, ruleset: Ruleset, *words: object) -> LocalizedText:
    """A phrase in every language; a word that is a tuple of names is shown by the name in the language."""

    def fillers(language: str) -> Iterator[str]:
        for word in words:
            yield name_in(word, language) if isinstance(word, tuple) else str(word)

    return translated_phrase(key, ruleset.phrases_in, fillers)


class _Reader:
    def __init__(
        self, statement: Statement, ruleset: Ruleset, last: LastHand | None = None, players: Players = ()
    ) -> None:
        self.statement, self.ruleset, self.last, self.players = statement, ruleset, last, players
        self.win = spoken_win(statement)
        ways = {way for way, _ in statement.wins}
        self.is_implied = bool(ways) and all(way.startswith("implied ") for way in ways)

    def said(self, key: str, *words: object) -> LocalizedText:
        return said(key, self.ruleset, *words)

    def decide(self) -> Reading | None:
        steps = (
            self._asked_word, self._topic, self._event, self._contradiction, self._unclear_indicator,
            self._unclear_set, self._unclear_circumstance, self._reading_of_question, self._win_at_table,
            self._scored_hand, self._event_of_win, self._count, self._change, self._patterns, self._table,
        )  # fmt: skip
        return next((found for step in steps if (found := step())), None)

    def decide_order(self, other: _Reader) -> Reading:
        """The reading with each called set after its word, or the `other` one with each before it. Asks back
        if both are hands and their scores differ.
        """
        worth, other_worth = self._worth(self.statement), other._worth(other.statement)
        if worth and other_worth and worth != other_worth and not self.statement.asks:
            return self._asked_order()
        reader = other if other_worth and not worth else self
        return reader.decide() or Unread(0, len(self.statement.text))

    def _asked_order(self) -> Unclear:
        """The question which set a word calls; the replies are the sets beside the first such word."""
        text, calls, tokens = self.statement.text, self.statement.open_calls, self.statement.tokens
        before, after = text, text
        for call in reversed(calls):
            before = f"{before[: call.end]}, {before[call.end :].lstrip()}"
            after = f"{after[: call.start].rstrip()}, {after[call.start :]}"
        place = tokens.index(calls[0])
        replies = (tokens[place - 1].text, before), (tokens[place + 1].text, after)
        return Unclear(self.said("asked order", calls[0].text, *dict(replies)), replies)

    # ---- the meaning of a word

    def _asked_word(self) -> Reading | None:
        """What is pinfu, self-draw or furiten? The only other word is a pattern or circumstance."""
        asks = {ask for ask, _ in self.statement.asks}
        told = [one for one in self.statement.tokens if not (one.has("ask") or one.has("fill"))]
        is_change = self.last and told and (told[0].has("win", "implied") or self.statement.is_change)
        is_other = self.statement.rulesets or asks - {"what", "value"} or (is_change and "what" not in asks)
        if len(told) != 1 or not asks or is_other:
            return None
        named = [one.value for one in told[0].meanings if one.sort == "pattern"]
        stated = [one.value for one in told[0].meanings if one.sort == "circumstance"]
        named = named or [name for name in stated if name in self.ruleset.pattern_by_id]
        if named:
            return question("pattern", names=tuple(dict.fromkeys(named)))
        return question("circumstance", names=tuple(stated)) if stated and "what" in asks else None

    # ---- events

    def _topic(self) -> Reading | None:
        """What is dora, pao or a counter? These are no patterns, and have a topic of help instead."""
        statement = self.statement
        if not any(ask == "what" for ask, _ in statement.asks) or statement.has_hand or statement.patterns:
            return None
        return question("topic", word=statement.topics[0].value("topic")) if statement.topics else None

    def _event(self) -> Reading | None:
        statement = self.statement
        events = {event: (value, token) for event, value, token in statement.events}
        if statement.has_hand and not (events.keys() & {"undo"}):
            return None
        if statement.chips:
            return self._given_chips()
        if statement.record:
            return question("points_of_players", kind=statement.record, points=statement.points)
        if "undo" in events and not (statement.asks or statement.patterns or statement.wins):
            return question("undo")
        if self._tells_dead_hand(events.keys()):
            return Unclear(self.said("asked dead hand", *map(self._seat_names, self._seats()[:1])))
        if "false" in events:
            seats = self._seats()
            if len(seats) != 1:
                return Unclear(
                    self.said("asked who erred"),
                    self._longer(**{seat: seat for seat in seats_of(self.ruleset)}),
                )
            return question("false_win", seat=seats[0])
        numbers = tuple(number for number, _ in statement.numbers)
        are_scores = len(numbers) in (3, 4) and min(numbers) >= LEAST_POINTS
        is_final = "final" in events or (are_scores and not statement.wins and not statement.asks)
        if is_final and (numbers or (self.players and not statement.wins)):
            return question("final", scores=self._scores_by_seat(numbers))
        is_of_all = statement.everybody or statement.only or statement.excepts
        is_told_of_all = bool(is_of_all or {"ready", "unready"} <= events.keys())
        is_told_of_all = is_told_of_all and not (statement.wins or statement.asks)
        if events.keys() & {"draw", "kind", "abort"} or (
            is_told_of_all and events.keys() & {"ready", "unready"}
        ):
            return self._draw(events.get("kind", ("", None))[0])
        if statement.deal and not (statement.wins or statement.circumstances or statement.counts):
            return question(
                "deal",
                round=statement.round,
                number=statement.deal,
                honba=statement.honba,
                sticks=statement.sticks,
            )
        if "next" in events and not statement.numbers:
            return question("next")
        return self._declaration()

    def _tells_dead_hand(self, events: Collection[str]) -> bool:
        """Whether the hand of one player is said to be dead, which is no end of a deal by itself."""
        told = (meaning.value for token in self.statement.tokens for meaning in token.meanings)
        others = {"false", "ready", "unready"} & {*events}
        return "dead" in told and len(self._seats()) == 1 and not (others or self.statement.everybody)

    def _scores_by_seat(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The scores in the order of the seats, whatever the order in which these are named."""
        named, seats = self._seats(), self._all_seats()
        if sorted(named) != sorted(seats) or len(scores) != len(seats):
            return scores
        return tuple(scores[named.index(seat)] for seat in seats)

    def _given_chips(self) -> Reading | None:
        """Ann gives Ben 2 chips, Ann gets 2 chips from everyone."""
        statement, number = self.statement, self.statement.chips
        seats = self._seats()
        told = statement.tokens
        receives = any(one.has("receive") for one in told)
        gives = any(one.has("towards") or one.value("discardword") == "into" for one in told)
        if not (statement.discarders or receives != gives or statement.everybody):
            return None
        giver = statement.discarders[0][0] if statement.discarders else seats[:1] if gives else seats[1:]
        if statement.everybody == "all" and len(seats) == 1:
            others = [seat for seat in self._all_seats() if seat != seats[0]]
            sign = -1 if self._gives_all() else 1
            points = [(seats[0], sign * number * len(others)), *((seat, -sign * number) for seat in others)]
        elif len(seats) == 2:
            points = [(seat, -number if seat in giver else number) for seat in seats]
        else:
            return None
        return question("points_of_players", kind="chips", points=tuple(points))

    def _all_seats(self) -> list[str]:
        return [one.seat for one in self.players] or list(seats_of(self.ruleset))

    def _gives_all(self) -> bool:
        """Whether the one named player gives each of the others, and does not get from each."""
        tokens = self.statement.tokens
        name = next(at for at, token in enumerate(tokens) if token == self.statement.named_seats[0][1])
        everybody = next(at for at, token in enumerate(tokens) if token.has("everybody"))
        between = tokens[name:everybody]
        gives = any(token.value("discardword") == "into" for token in between)
        return name < everybody and (gives or any(one.has("towards") for one in tokens[everybody + 1 :][:1]))

    def _draw(self, kind: str) -> Reading:
        statement = self.statement
        seats = self._seats()
        names = {event for event, _, _ in statement.events}
        readiness = names & {"ready", "unready"}
        if statement.excepts and seats and len(readiness) == 1:
            if "ready" in readiness:
                return question("draw", kind=kind, unready=tuple(seats), is_aborted=False)
        elif statement.everybody == "all":
            others = self._ready_seats() if {"unready", "ready"} <= names else []
            seats = others if "unready" in names else ["all"]
        elif statement.everybody == "nobody":
            seats = []
        elif "unready" in names and "ready" not in names and seats:
            return question("draw", kind=kind, unready=tuple(seats), is_aborted="abort" in names)
        elif "unready" in names and "ready" in names:
            seats = self._ready_seats()
            if not seats:  # one is not ready, the others are
                return question("draw", kind=kind, unready=tuple(self._seats()), is_aborted=False)
        return question("draw", kind=kind, seats=tuple(seats), is_aborted="abort" in names and not kind)

    def _own_seat(self) -> str:
        """The seat that the player is said to have: `as dealer`, `親で`, `庄家落后`, or a seat apart."""
        text, tokens = self.statement.text, self.statement.tokens
        for seat, token in self.statement.seats:
            place = tokens.index(token)
            before = [one for one in tokens[:place] if not one.has_only("fill")][-1:]
            is_marked = any(one.value("seatmark") == "before" for one in before)
            said, after = folded_text(token.text), folded_text(text[token.end :].lstrip())
            is_as = said.endswith(particles("as")) or after.startswith(particles("as"))
            if is_marked or is_as or after.startswith(particles("trails")):
                return seat
        return self._seat_apart()

    def _seat_apart(self) -> str:
        """The seat of which a clause says nothing else, so that it is the player's: `I'm the dealer`."""
        text = self.statement.text
        for seat, token in self.statement.seats:
            gaps = (
                (one, text[min(one.end, token.end) : max(one.start, token.start)])
                for one in self.statement.tokens
            )
            clause = [one for one, gap in gaps if not set(gap) & CLAUSE_ENDS]
            if all(one == token or one.has("fill", "seatmark") for one in clause):
                return seat
        return ""

    def _ready_seats(self) -> list[str]:
        """The seats next to the word for ready, where others are said not to be."""
        marks = [
            (token.start, event) for event, _, token in self.statement.events if event in ("ready", "unready")
        ]
        found = []
        for seat, token in self.statement.named_seats:
            after = [event for start, event in marks if start > token.start]
            before = [event for start, event in marks if start < token.start]
            if (after[0] if after else before[-1]) == "ready":
                found.append(seat)
        return found

    def _seats(self) -> list[str]:
        return list(dict.fromkeys(seat for seat, _ in self.statement.named_seats))

    def _declaration(self) -> Reading | None:
        """South declares riichi: a stick is put on the table."""
        statement = self.statement
        seats = self._seats()
        is_win = statement.is_more or statement.wins if len(seats) == 1 else self.win  # south and west riichi
        is_more = is_win or statement.is_change or statement.asks or statement.patterns
        repeats = [names for names, _, _ in statement.circumstances]  # 東家リーチ、南家リーチ
        is_one = len({*repeats}) == 1 and len(repeats) in (1, len(seats))
        if not is_one or not seats or is_more or statement.bonuses:
            return None
        names = statement.circumstances[0][0]
        declared = [name for name in names if self._is_declared(name)]
        if not declared or statement.counts or statement.limits or not self.ruleset.deals:
            return None
        return question("declare", seat=seats[0], others=tuple(seats[1:]))

    def _is_declared(self, name: str) -> bool:
        table = self.ruleset.circumstance_by_id[name].table_expression
        deals = self.ruleset.deals
        return bool(deals and deals.stick and table) and any(
            node.op == "fact" and node.args[0] == "declared" for node in (table.walk() if table else ())
        )

    # ---- wins at a table

    def _win_at_table(self) -> Reading | None:
        """Who won, with what, and from whom, at a table whose players are known: Ann ron Ben mangan."""
        statement = self.statement
        if not self.players or statement.asks or statement.is_change or not self._names_winner():
            return None
        discarder = statement.discarders[0][0] if statement.discarders else ""
        winners = list(dict.fromkeys(seat for seat, _ in statement.seats))
        if fed := self._fed_seat():
            discarder = next((seat for seat in winners if seat != fed), discarder)
            winners = [fed]
        elif self.win == DISCARDS and not (discarder or self._are_several()) and len(statement.seats) == 2:
            discarder = statement.seats[1][0]  # 南家荣和西家
            winners = winners[:1]
        elif self.win == DISCARDS and not discarder and len(statement.groups) == 1 == len(winners):
            discarder = statement.groups[0].token.value("wind")  # south ron east mangan
            statement.groups = [] if discarder else statement.groups
        values = self._values_of_winners([seat for seat in winners if seat != discarder] or winners)
        if not values:
            return self._asked_values(winners)
        if not self.win:
            other = next(one.name for one in self.players if one.seat not in winners)
            return Unclear(self.said("asked how won", self._name_of(values[0][0]), other))
        if self.win == DISCARDS and not discarder:
            return Unclear(self.said("asked who discarded"))
        liable = statement.liable or ""
        return question("win", values=values, win=self.win, discarder=discarder, liable=liable)

    def _are_several(self) -> bool:
        """Whether several players have won on one discard: double ron, east and south ron."""
        statement = self.statement
        if any(token.has("several") for _, token in statement.wins):
            return True
        rons = {token.start for way, token in statement.wins if way == "ron"}
        if len(rons) > 1:
            return len({seat for seat, _ in statement.seats}) > 1
        named = [token for _, token in statement.seats] + [one.token for one in statement.groups]
        named.sort(key=lambda token: token.start)
        between = (statement.text[one.end : other.start].strip() for one, other in pairwise(named))
        return bool(rons) and any(folded_text(text) in particles("and") for text in between)

    def _asked_values(self, winners: Sequence[str]) -> Reading | None:
        """The question what several winners have, if nothing else is said of them: double ron Ann Ben."""
        statement = self.statement
        is_told = statement.counts or statement.limits or statement.numbers or statement.patterns
        if self.win != DISCARDS or len(winners) != 2 or is_told or statement.groups:
            return None
        return self._question_of_values(winners)

    def _question_of_values(self, winners: Sequence[str]) -> Reading | None:
        """The question what each of several winners has."""
        others = [one for one in self._all_seats() if one not in winners]
        others = [seat for seat, _ in self.statement.discarders[:1]] or others
        named = (*winners[:2], *others[:1])
        return Unclear(self.said("asked values", *map(self._seat_names, named))) if others else None

    def _names_winner(self) -> bool:
        """Whether a winner is named, or said by the seat before the way of winning."""
        wins = [token.start for way, token in self.statement.wins if not way.startswith("implied")]
        named = [token for _, token in self.statement.seats]
        if not named or any(token.has(PLAYER) for token in named):
            return bool(named)
        names_wind = any(folded_text(named[0].text).startswith(word) for word in wind_words())
        return bool(wins) and names_wind and named[0].start == 0 < wins[0]

    def _name_of(self, seat: str) -> str:
        return next((one.name for one in self.players if one.seat == seat), seat)

    def _seat_names(self, seat: str) -> tuple[tuple[str, str], ...]:
        """A player by name, or by seat if there are no names, as words of a phrase."""
        if self.players:
            return (("en", self._name_of(seat)),)
        return tuple((language, seat_name(seat, language)) for language in LANGUAGES)

    def _fed_seat(self) -> str:
        """The seat to which another one discarded: 西家が南家に3900放銃."""
        text = self.statement.text
        fed = [seat for seat, token in self.statement.seats if _is_fed(text[token.end :])]
        return fed[0] if self.win == DISCARDS and len(fed) == 1 and len(self.statement.seats) == 2 else ""

    def _values_of_winners(self, winners: list[str]) -> tuple[tuple[str, str], ...]:
        """What each winner has: what the sentence says between two players who have won."""
        if len(winners) == 1:
            value = self._value_told(winners[0] == DEALER)
            return ((winners[0], value),) if value else ()
        starts = [token.start for seat, token in self.statement.seats if seat in winners]
        ends = [*starts[1:], len(self.statement.text)]
        parts = [self.statement.text[start:end] for start, end in zip(starts, ends, strict=True)]
        told = dict[str, str]()
        for seat, part in zip(
            (seat for seat, _ in self.statement.seats if seat in winners), parts, strict=True
        ):
            statement = read_statement(part, lexicon_of(self.ruleset), self.players)
            reader = _Reader(statement, self.ruleset, None, self.players)
            if value := reader._value_told(seat == DEALER):
                if seat in told:
                    return ()
                told[seat] = value
        if set(told) != set(winners):
            return self._values_in_order(winners)
        return tuple((seat, told[seat]) for seat in winners)

    def _values_in_order(self, winners: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """What several winners are paid, if the amounts are apart from them: E and N, 3900 and 8000."""
        statement, amounts = self.statement, [number for number, _ in self.statement.numbers]
        if len(amounts) == 1 and statement.everybody == "all":
            amounts *= len(winners)
        is_other = statement.counts or statement.limits or statement.patterns or statement.has_hand
        if len(amounts) != len(winners) or min(amounts) < LEAST_POINTS or is_other:
            return ()
        return tuple((seat, paid_points([amount])) for seat, amount in zip(winners, amounts, strict=True))

    def _value_told(self, is_dealer: bool = False) -> str:
        """What a sentence says of one win, as an evening has it: a hand, a count, or what is paid."""
        statement, counter = self.statement, self.ruleset.counter_circumstance
        win = self.win if isinstance(self.win, str) else ""
        if statement.has_hand:
            request = applied(statement, Request(""), self.ruleset, win)
            words = [
                one for one in request.circumstances if not counter or one.partition("=")[0] != counter.id
            ]
            told = Request(request.hand, circumstances=tuple(words), indicators=request.indicators)
            return line_of(told, statement.values)
        self._name_bare_number()
        amounts = [number for number, _ in statement.numbers]
        if amounts:
            is_paid = min(amounts) >= LEAST_POINTS and not (statement.counts or statement.limits)
            is_each = statement.everybody == "all" or (is_dealer and win == DRAWS)
            return paid_points(amounts, is_each) if is_paid else ""
        if statement.bonuses and self.ruleset.unit in statement.counts and not statement.limits:
            statement.counts[self.ruleset.unit] += sum(statement.bonuses.values())
        words = [names[0] for names, _, _ in statement.circumstances if not counter or names[0] != counter.id]
        if text := self._count_text():
            return " ".join((text, *words))
        is_list = statement.patterns or words or statement.bonuses
        listed = question("patterns", **self._of_patterns(), total=0)
        return listed_count(listed, self.ruleset) if is_list else ""

    def _wins_on_one_discard(self) -> Reading | None:
        """Several players who have won on one discard: east 3900 and south 2000 ron off west."""
        statement = self.statement
        winners = list(dict.fromkeys(seat for seat, _ in statement.seats))
        is_other = self.players or statement.has_hand or statement.asks or statement.is_change
        if len(winners) < 2 or self.win != DISCARDS or is_other:
            return None
        discarder = statement.discarders[0][0] if statement.discarders else ""
        values = self._values_of_winners(winners)
        if discarder in winners or not (discarder or values or self._are_several()):
            return None
        if not values:
            return self._question_of_values(winners) if self._are_several() else None
        if not discarder:
            return self._question_who_discarded(winners)
        return question("win", values=values, win=self.win, discarder=discarder)

    def _event_of_win(self) -> Reading | None:
        """A win told without its hand: who won, how much, and from whom."""
        statement = self.statement
        is_each = statement.everybody == "all" and self.win == DRAWS
        amounts = [number for number, _ in statement.numbers if is_each or number >= LEAST_POINTS]
        is_counted = bool(amounts or statement.counts or statement.limits)
        if is_counted and not statement.asks:
            self._read_lone_wind()
        if several := self._wins_on_one_discard():
            return several
        winners = [seat for seat, _ in statement.seats]
        counter = self.ruleset.counter_circumstance
        counts_repeats = any(counter and counter.id in names for names, _, _ in statement.circumstances)
        if statement.has_hand or not winners or statement.asks or counts_repeats or self._are_several():
            return None
        are_two = len(winners) == len(set(winners)) == 2
        if are_two and not self.win and self._is_won_between():
            self.win = DISCARDS  # 東家胡南家
        if is_counted and self.win == DISCARDS and are_two and not statement.discarders:
            discarder = statement.seats[winners.index(self._fed_seat() or winners[0]) - 1]
            winners.remove(discarder[0])  # 南家荣和西家, 西家が南家に3900放銃
            statement.discarders.append(discarder)
        if not (amounts or (statement.discarders and (statement.counts or statement.limits))):
            return None
        if len(amounts) != len(statement.numbers):
            return None
        if not amounts and not self.win:
            return None
        arguments = {"seat": winners[0], "amounts": tuple(amounts), "win": self.win}
        if statement.discarders:
            arguments["discarder"] = statement.discarders[0][0]
        if not amounts:
            arguments["count"] = self._count_text()
        if amounts and self.win == DISCARDS and not statement.discarders:
            return self._question_who_discarded(winners[:1])
        return question("win", **arguments)

    def _question_who_discarded(self, winners: Sequence[str]) -> Unclear:
        """The question which of the other players discarded the winning tile."""
        others = [seat for seat in seats_of(self.ruleset) if seat not in winners]
        replies = self._longer(**{seat: f"from {seat}" for seat in others})
        return Unclear(self.said("asked who discarded"), replies)

    def _read_lone_wind(self) -> None:
        """Lets the wind of a win that is told be a player: 東ロン 3900 南家から, south ron east."""
        statement, groups = self.statement, self.statement.groups
        token = groups[0].token if len(groups) == 1 and not statement.has_hand else None
        wind = token.value("wind") or (token.text if token.text in WINDS else "") if token else ""
        if not token or not wind:
            return
        if not statement.seats and statement.discarders:
            statement.seats.append((wind, token))
        elif statement.seats and self.win == DISCARDS and not statement.discarders:
            if _is_fed(statement.text[token.end :]):  # 南家が東に放銃
                statement.discarders, statement.seats = statement.seats, [(wind, token)]
            else:
                statement.discarders.append((wind, token))
        else:
            return
        statement.groups = []

    def _is_won_between(self) -> bool:
        """Whether a word for winning stands between the two seats that are named."""
        first, second = (token.start for _, token in self.statement.seats)
        return any(way == "any" and first < token.start < second for way, token in self.statement.wins)

    # ---- what cannot be, and what is asked back

    def _contradiction(self) -> Reading | None:
        if isinstance(self.win, Clash):
            key = "clash of discarder" if self.statement.discarders else "clash of wins"
            return Contradiction(self.said(key, *self.win), self.win.second)
        return None

    def _unclear_indicator(self) -> Reading | None:
        """`dora 5s` without a word that says which of the two it is."""
        for name, codes, token in self.statement.unclear_indicators:
            text = self.statement.text
            rest = text[token.end :]
            shown = rest[rest.find(rest.strip()[:1]) :]
            indicator = next(one for one in self.ruleset.indicators if one.id == name)
            bonus = bonus_named(name, self.ruleset)
            names = indicator.names, bonus.names if bonus else (("en", name),)
            words = (codes, *map(_in_a_sentence, names))
            before = text[: token.start]
            pointing = self._pointing_tile(codes)
            tail = text[token.end + len(rest) - len(shown) :]
            after = _without_first(tail, codes, self.ruleset)
            replies = [("indicator", f"{before} {name}={codes} {after}")]
            if pointing:
                replies.append(("itself", f"{before} {name}={pointing} {after}"))
            return Unclear(self.said("asked indicator", *words), tuple(replies))
        return None

    def _unclear_circumstance(self) -> Reading | None:
        """A word for two circumstances that are possible and count for themselves: `last tile` in MCR."""
        named = [names for names, _, _ in self.statement.circumstances]
        for names, _, token in self.statement.circumstances:
            win = self.win if isinstance(self.win, str) else ""
            fit = [name for name in names if is_allowed(name, win, self.ruleset)]
            is_named = token.text in names or any((name,) in named for name in fit)
            if len(fit) < 2 or is_named or self._counts_alike(fit, token):
                continue
            known, text = self.ruleset.circumstance_by_id, self.statement.text
            shown = [known[name].names for name in fit[:2]]
            replies = (
                (name_in(known[name].names, "en"), f"{text[: token.start]}{name}{text[token.end :]}")
                for name in fit[:2]
            )
            return Unclear(self.said("asked circumstance", token.text, *shown), tuple(replies))
        return None

    def _counts_alike(self, names: Sequence[str], token: SentencePart) -> bool:
        """Whether a pattern of a word counts for each of these circumstances: after a kong or a flower."""
        facts = {self.ruleset.circumstance_by_id[name].fact for name in names}
        patterns = [self.ruleset.pattern_by_id[one.value] for one in token.meanings if one.sort == "pattern"]
        told = ({str(node.args[0]) for node in one.condition.walk() if node.op == "fact"}
                for one in patterns if one.condition)  # fmt: skip
        return len(facts) < 2 or any(facts <= one for one in told)

    def _longer(self, **words: str) -> tuple[tuple[str, str], ...]:
        """The sentence with one more word for each reply."""
        return tuple((reply, f"{self.statement.text} {word}") for reply, word in words.items())

    def _pointing_tile(self, code: str) -> str:
        """The tile that indicates a tile."""
        tileset = self.ruleset.tileset
        tile = tileset.tile_by_code.get(code)
        if tile is None:
            return ""
        return next(
            (tileset.kinds[kind].code for kind, shown in tileset.next_kind.items() if shown == tile.kind), ""
        )

    def _unclear_set(self) -> Reading | None:
        """A kong of which it is not said whether it is concealed or called."""
        groups = self.statement.groups
        if self.statement.is_open and self.statement.has_hand and not any(group.call for group in groups):
            return Unclear(self.said("asked sets"))
        fours = [group for group in groups if group.call == "same4"]
        if not fours:
            return None
        needs_closed = any(
            requirement.node.text == "concealed_hand"
            for names, _, _ in self.statement.circumstances
            for requirement in self.ruleset.circumstance_by_id[names[0]].requires
        )
        if needs_closed or self.statement.state == "closed":
            for group in fours:
                group.call = "closed4"
            return None
        if (
            self.statement.is_open
        ):  # other called sets show that the hand is open, so this says it of the kong
            for group in fours:
                group.call = "open4"
            return None
        codes = "".join(code[:-1] for code in fours[0].codes) + fours[0].codes[0][-1]
        return Unclear(self.said("asked four", codes), self._longer(concealed="concealed", called="open"))

    # ---- questions

    def _reading_of_question(self) -> Reading | None:
        statement = self.statement
        asks = [ask for ask, _ in statement.asks]
        if statement.rulesets or "compare" in asks:
            return self._comparison() or self._compared_patterns()
        if "why" in asks and statement.patterns:
            names = statement.patterns[0][0]
            return self._about_hand("why", self._own_line(), pattern=names[0], claims=())
        if "why" in asks and (
            statement.counts
            or statement.limits
            or statement.numbers
            or statement.bonuses
            or self._is_only_why()
        ):
            return self._about_hand("explain", self._own_line())
        if asks == ["what"] and self.last and self._is_only_why() and not statement.patterns:
            return question("explain", line="")
        if name := self._doubted_pattern(asks):
            return question("why", pattern=name, line="")
        if statement.has_hand:
            if {"waits", "discard"} & {*asks} and not statement.wins and not statement.marked:
                return self._about_hand("waits", self._line())
            if "fu" in asks:
                return self._about_hand("explain", self._line())
            return None
        if "behind" in asks and statement.numbers:
            return question(
                "behind",
                points=statement.numbers[0][0],
                seat=self._own_seat(),
                honba=statement.honba,
                sticks=statement.sticks,
            )
        if "fu" in asks and not (statement.patterns or statement.counts):
            return question("explain", line="") if self.last else self._topic_of_counts()
        if {*asks} == {"value"} and self.last and self._is_only_asked() and not self._names_count():
            return self._stated_score(self.last)
        is_of_more = statement.patterns or statement.counts or statement.circumstances or statement.groups
        if "waits" in asks and not is_of_more:
            return question("waits", line="")
        return self._card(asks)

    def _is_only_why(self) -> bool:
        """Whether a sentence asks why without any more words that mean something: `why so little`."""
        return len(self.statement.asks) == 1 and self._is_only_asked()

    def _is_only_asked(self) -> bool:
        """Whether a sentence asks without any more words that mean something."""
        statement = self.statement
        return not (
            statement.groups or statement.wins or statement.circumstances or statement.bonuses
            or statement.seats or statement.removed or statement.discarders
        )  # fmt: skip

    def _doubted_pattern(self, asks: list[str]) -> str:
        """The pattern of the last hand that somebody asks about: `no pinfu?`, `平和呢`."""
        statement = self.statement
        said_more = (
            {*asks} - {"doubt"} or statement.groups or statement.wins or statement.circumstances
            or statement.bonuses or statement.counts or statement.limits or statement.numbers
            or statement.seats
        )  # fmt: skip
        named = [names[0] for names, _ in statement.patterns]
        named += [name for sort, name in statement.removed if sort == "pattern"]
        is_question = folded_text(statement.text.rstrip(" 。.！!")).endswith(particles("question"))
        is_question = is_question or "doubt" in asks
        return named[0] if self.last and is_question and not said_more and named else ""

    def _card(self, asks: list[str]) -> Reading | None:
        """What a pattern is, or what it is worth."""
        statement = self.statement
        if self.last and statement.is_change and "what" not in asks and not statement.patterns:
            return None  # 一発ならいくら
        named_win = "" if self.is_implied else self.win
        said_of_win = (
            named_win or statement.seats or statement.counts or statement.limits or statement.bonuses
        )
        is_asked = bool({"value", "what"} & {*asks}) and not said_of_win
        if is_asked and len(statement.patterns) == 1 and not statement.circumstances:
            return question("pattern", names=statement.patterns[0][0])
        circumstances = [token for _, _, token in statement.circumstances]
        if (
            {"value", "what"} & {*asks}
            and len(circumstances) == 1
            and not (statement.patterns or said_of_win)
        ):
            names = [meaning.value for meaning in circumstances[0].meanings if meaning.sort == "pattern"]
            names = names or [
                name for name in statement.circumstances[0][0] if name in self.ruleset.pattern_by_id
            ]
            if names:
                return question("pattern", names=tuple(dict.fromkeys(names)))
        return self._card_of_bonus(asks)

    def _card_of_bonus(self, asks: list[str]) -> Reading | None:
        """What a bonus is: `花牌怎么算`."""
        statement = self.statement
        said_more = (
            statement.patterns or statement.circumstances or statement.counts or statement.limits
            or statement.numbers or statement.seats or statement.wins
            or any(token.sort == "number" for token in statement.tokens)
        )  # fmt: skip
        if said_more or not {"value", "what"} & {*asks} or [*statement.bonuses.values()] != [1]:
            return None
        bonus = bonus_named(next(iter(statement.bonuses)), self.ruleset)
        return question("bonus", names=(bonus.id,)) if bonus else None

    def _comparison(self) -> Reading | None:
        statement = self.statement
        names = tuple(dict.fromkeys(statement.rulesets))
        if not names or not (statement.has_hand or self.last):
            return None
        return self._about_hand("compare", self._own_line(), rulesets=names)

    def _compared_patterns(self) -> Reading | None:
        """The difference between two patterns: what each of them is."""
        patterns = [names[0] for names, _ in self.statement.patterns]
        is_more = self.statement.rulesets or self.statement.has_hand or self.win
        return question("pattern", names=tuple(patterns)) if len(patterns) > 1 and not is_more else None

    def _names_count(self) -> bool:
        statement = self.statement
        return bool(statement.patterns or statement.counts or statement.limits or statement.numbers)

    def _topic_of_counts(self) -> Reading | None:
        """What a count is made of, where there is no hand of which it could be told."""
        sheet = self.ruleset.sheet_unit
        words = lexicon_of(self.ruleset).meanings(sheet) if sheet else ()
        topic = next((one.value for one in words if one.sort == "topic"), "")
        return question("topic", word=topic) if topic else question("explain", line="")

    # ---- hands

    def _line(self, base: Request | None = None, words: tuple[str, ...] = ()) -> str:
        win = self.win if isinstance(self.win, str) else ""
        if base and base.win and self.is_implied and self._fits(base.win):
            win = ""
        request = applied(self.statement, base or Request(""), self.ruleset, win)
        request = self._with_liable(request)
        return line_of(request, (*words, *self.statement.values))

    def _own_line(self) -> str:
        """The line of the hand in the sentence; empty if it has none."""
        return self._line() if self.statement.has_hand else ""

    def _about_hand(self, name: str, line: str, **arguments: object) -> SpokenQuestion:
        """A question about the hand of a line, which has the settings of the sentence, and the patterns that
        it names or denies.
        """
        if not line:
            return question(name, line=line, **arguments)
        settings, places = tuple(self.statement.values), (*self._places(), *self.statement.tile_places())
        arguments.setdefault("claims", self._named_patterns())
        arguments["denied"] = tuple(self.statement.denied_parts)
        return replace(question(name, line=line, **arguments), settings=settings, places=places)

    def _places(self) -> Iterator[SaidPlace]:
        """Where the sentence says the words of its line, in which a circumstance counts some bonuses."""
        for one in self.statement.places:
            bonus = bonus_named(one.words[0], self.ruleset)
            counting = counting_circumstance(bonus, self.ruleset) if bonus else None
            yield replace(one, words=(*one.words, counting.id)) if counting else one

    def _fits(self, win: str) -> bool:
        """Whether the circumstances that are named are possible with a way of winning."""
        circumstances = self.statement.circumstances
        return bool(circumstances) and all(
            any(is_allowed(name, win, self.ruleset) for name in names) for names, _, _ in circumstances
        )

    def _with_liable(self, request: Request) -> Request:
        """The request with the liable player, for the pattern of the hand for which there is liability; for
        another one if it has none, so that the request is refused.
        """
        if not self.statement.liable:
            return request
        from scorer.engine.request import parse_request
        from scorer.scoring import hand_outcome

        liability = self.ruleset.payment.liability
        liable = [name for name, _ in liability.patterns] if liability else []
        named = [name for names, _ in self.statement.patterns for name in names if name in liable]
        if not named:
            try:
                score = hand_outcome(self.ruleset, *parse_request(request, self.ruleset)).score
            except InputError:
                return request
            held = score.patterns if score else ()
            named = [name for name in held if name in liable] or [*held]
        return replace(request, pao={named[0]: self.statement.liable}) if named else request

    def _scored_hand(self) -> Reading | None:
        if not self.statement.has_hand or self._is_change_of_flowers():
            return None
        return self._stated_score(None)

    def _is_change_of_flowers(self) -> bool:
        codes = self.statement.codes
        only = all(tile_role(code, self.ruleset.tileset) == "flower" for code in codes)
        return only and self.last is not None

    def _stated_score(self, base: LastHand | None) -> Reading | None:
        statement = self.statement
        if statement.numbers or (base and (statement.counts or statement.limits)):
            return None
        if missing := self._uncountable():
            return missing
        if statement.liable == "":
            return Unclear(self.said("asked who is liable"))
        if statement.flowers and (unclear := self._unclear_flowers(base)):
            return unclear
        if base:
            line = self._line(base.request, base.words)
            return self._about_hand("score", line, is_change=True)
        return self._about_hand("score", self._line(), is_change=False)

    def _named_patterns(self) -> tuple[tuple[str, ...], ...]:
        """The patterns that are named, with those whose names are read as circumstances but need more."""
        partly = []
        for _, _, token in self.statement.circumstances:
            values = [meaning.value for meaning in token.meanings if meaning.sort == "pattern"]
            partly.append(tuple(name for name in values if needs_more(self.ruleset.pattern_by_id[name])))
        named = [names for names, _ in self.statement.patterns]
        return (*named, *dict.fromkeys(filter(None, partly)))

    def _uncountable(self) -> Reading | None:
        """A bonus that is counted, though the rules do not know how it could be."""
        for name, number in self.statement.bonuses.items():
            bonus = bonus_named(name, self.ruleset)
            if bonus and number > 1 and not counting_circumstance(bonus, self.ruleset):
                return Unread(0, len(self.statement.text))
        return None

    def _unclear_flowers(self, base: LastHand | None) -> Reading | None:
        """Flowers of which only the number is known, if it matters which they are."""
        if not tells_flowers_apart(self.ruleset):
            return None
        tileset, number = self.ruleset.tileset, self.statement.flowers
        held = base.request.hand if base else ""
        codes = [c for c in tileset.tile_by_code if tile_role(c, tileset) == "flower" and c not in held]
        choices = [codes[at : at + number] for at in range(len(codes) - number + 1)]
        worths = (self._worth_with(choice, base) for choice in choices)
        first = next(worths, None)
        if not choices or any(worth != first for worth in worths):
            asked = self.said("asked flower") if number == 1 else self.said("asked flowers", number)
            return Unclear(asked)
        return None

    def _worth_with(self, codes: list[str], base: LastHand | None) -> object:
        return self._worth(replace(self.statement, flowers=0), base, "".join(codes))

    def _worth(self, statement: Statement, base: LastHand | None = None, more_tiles: str = "") -> object:
        """What the hand of a statement counts and is paid; None if it does not win."""
        from scorer.engine.request import parse_request
        from scorer.scoring import hand_outcome

        win = self.win if isinstance(self.win, str) else ""
        try:
            request = applied(statement, base.request if base else Request(""), self.ruleset, win)
            request = replace(request, hand=request.hand + more_tiles)
            score = hand_outcome(self.ruleset, *parse_request(request, self.ruleset)).score
        except InputError:
            return None
        return (score.worth.total, score.points) if score else None

    def _change(self) -> Reading | None:
        """A few words about the last hand: +ippatsu, no, tsumo, dealer, 5pだったら."""
        statement = self.statement
        if self.last is None or (statement.patterns and not self._are_circumstances()):
            return None
        facts = (
            len(statement.circumstances) + len(statement.bonuses) + len(self._ways())
            + len(statement.seats) + len(statement.discarders) + len(statement.removed)
            + len(statement.groups) + len(statement.indicators) + bool(statement.flowers)
            + (statement.honba is not None) + (statement.sticks is not None)
            + bool(statement.round) + bool(statement.liable) + statement.others
        )  # fmt: skip
        if not facts or statement.counts or statement.limits or statement.numbers or statement.deal:
            return None
        if facts > FEW_WORDS and not (statement.is_change or statement.is_more or self._is_only_flowers()):
            return None
        return self._stated_score(self.last)

    def _ways(self) -> set[str]:
        """The ways of winning that are named; a word for any win adds nothing to another one."""
        ways = {way for way, _ in self.statement.wins}
        return ways - {"any"} or ways

    def _is_only_flowers(self) -> bool:
        return bool(self.statement.groups) and self._is_change_of_flowers()

    def _are_circumstances(self) -> bool:
        return not self.statement.patterns or self._is_only_flowers()

    # ---- counts and patterns without a hand

    def _count_text(self) -> str:
        statement, rules = self.statement, self.ruleset
        if statement.limits:
            name, many = statement.limits[0]
            if many > 1:
                return f"{many} {rules.tier_unit}" if name == rules.tier_unit else ""
            return name
        return " ".join(f"{number} {unit}" for unit, number in statement.counts.items())

    def _count(self) -> Reading | None:
        statement, rules = self.statement, self.ruleset
        if statement.has_hand or statement.groups or not (statement.counts or statement.limits):
            return self._bare_number()
        self._name_bare_number()
        is_double = (statement.counts and statement.limits) or len(statement.limits) > 1
        if statement.numbers or is_double or statement.repeats_unit:
            return None
        if uncounted := self._uncounted_part():
            return uncounted
        text = self._count_text()
        if not text:
            return None
        counts = dict(statement.counts)
        sheet = rules.sheet_unit
        named = statement.patterns or statement.circumstances or statement.bonuses
        if sheet in counts and rules.unit not in counts and named and not statement.limits:
            return question("patterns", **self._of_patterns(), total=0, sheet=counts[sheet])
        if statement.patterns and sheet and sheet not in counts and rules.unit in counts:
            return question("patterns", **self._of_patterns(), total=counts[rules.unit])
        if (statement.patterns and rules.unit not in counts) or (statement.bonuses and statement.limits):
            return None
        if statement.bonuses and rules.unit in counts:
            counts[rules.unit] += sum(statement.bonuses.values())
            text = " ".join(f"{number} {unit}" for unit, number in counts.items())
        return question("points", count=text, **self._of_payment())

    def _name_bare_number(self) -> None:
        """Gives one number without a unit the other unit of the game: `3 han 40`."""
        statement, rules = self.statement, self.ruleset
        missing = [unit for unit in (rules.unit, rules.sheet_unit) if unit and unit not in statement.counts]
        if rules.sheet_unit and len(missing) == len(statement.numbers) == 1 and not statement.limits:
            statement.counts[missing[0]] = statement.numbers.pop()[0]

    def _uncounted_part(self) -> Unread | None:
        """A part of the sentence that would change a payment, though it is not known how."""
        statement, counter = self.statement, self.ruleset.counter_circumstance
        for names, number, _ in statement.circumstances:
            if counter and counter.id in names:
                statement.honba = number
        if statement.flowers or statement.indicators:
            return Unread(0, len(statement.text))
        return None

    def _bare_number(self) -> Reading | None:
        """A number alone: which unit is meant?"""
        statement, rules = self.statement, self.ruleset
        numbers = [number for number, _ in statement.numbers]
        said_more = statement.groups or statement.circumstances or statement.patterns
        is_alone = not (said_more or {ask for ask, _ in statement.asks} - {"what", "value"})
        if len(numbers) == 1 and is_alone and rules.sheet_unit and numbers[0] < LEAST_POINTS * 2:
            units = (
                (("en", rules.unit_word(unit)), *rules.unit_by_id[unit].names)
                for unit in (rules.unit, rules.sheet_unit)
            )
            return Unclear(self.said("asked unit", numbers[0], *units))
        counters = statement.honba or statement.sticks
        if counters and numbers and is_alone and min(numbers) >= LEAST_POINTS:
            is_drawn = self.win == DRAWS or len(numbers) > 1 or statement.everybody == "all"
            table = table_of(rules)
            cases = [case for case in table.cases if case.self_draw == is_drawn]
            known = (one for one in paid_counts(table, cases) if table.has_hand(one.case, one.count))
            if paid := count_behind([*known], numbers, is_each=is_drawn):
                how = {"win": DRAWS if is_drawn else DISCARDS, "dealer": paid.case.dealer}
                count = paid.count.count_words(rules)
                return question("points", count=count, **{**self._of_payment(), **how})
        if len(numbers) in (1, 2) and is_alone and len(numbers) <= 1 + bool(rules.sheet_unit):
            return question("points", count=" ".join(map(str, numbers)), **self._of_payment())
        return None

    def _of_payment(self) -> dict[str, object]:
        statement = self.statement
        seat = statement.seats[-1][0] if statement.seats else ""
        win = self.win or (DRAWS if statement.everybody == "all" else "")
        return {
            "win": win, "dealer": seat == DEALER,
            "others": statement.others or bool(seat and seat != DEALER),
            "honba": statement.honba, "sticks": statement.sticks,
        }  # fmt: skip

    def _of_patterns(self) -> dict[str, object]:
        statement = self.statement
        return {
            "patterns": self._named_patterns(),
            "circumstances": tuple(names for names, _, _ in statement.circumstances),
            "bonuses": tuple(statement.bonuses.items()),
            "state": statement.state,
            "more": statement.begins_with_more,
            **self._of_payment(),
        }

    def _example_hand(self) -> str:
        """A hand of the game as it is typed."""
        from scorer.sentence.unread import example_sentence  # only an answer that shows one pays for it

        return example_sentence(self.ruleset, ENGLISH).partition(" ")[0]

    def _patterns(self) -> Reading | None:
        """A list of patterns without a hand, whose values are added up."""
        statement = self.statement
        is_list = statement.patterns or statement.circumstances or statement.bonuses
        counter = self.ruleset.counter_circumstance
        named = {name for names, _, _ in statement.circumstances for name in names}
        if (
            counter
            and named == {counter.id}
            and not (statement.patterns or statement.bonuses or statement.wins)
        ):
            return None  # it applies to the hands that follow
        if statement.groups or statement.numbers or statement.removed or statement.counts or not is_list:
            return None
        listed = question("patterns", **self._of_patterns(), total=0)
        counted = count_patterns(listed, self.ruleset)
        if statement.circumstances and not (counted.parts or counted.clash or counted.apart):
            return question("circumstance", names=tuple(names[0] for names, _, _ in statement.circumstances))
        return listed

    def _table(self) -> Reading | None:
        """Words about a win without any hand."""
        statement = self.statement
        if statement.wins and not statement.groups and not statement.numbers:
            return Contradiction(
                self.said("hand first", statement.wins[0][1].text, self._example_hand()),
                statement.wins[0][1].text,
            )
        return None


def paid_points(amounts: Sequence[int], is_each: bool = False) -> str:
    """What is paid for a win, as the events of an evening have it.

    >>> paid_points([2600, 1300]), paid_points([4000], is_each=True)
    ('1300/2600 points', '4000 points each')
    """
    each = " each" if is_each and len(amounts) == 1 else ""
    return f"{'/'.join(map(str, sorted(amounts)))} points{each}"


def _is_fed(after: str) -> bool:
    """Whether what follows a player says that another one discarded to them: さんに."""
    after = folded_text(after.lstrip())
    title = next((one for one in particles("title") if after.startswith(one)), "")
    return after.removeprefix(title).startswith(particles("towards"))


def _without_first(text: str, codes: str, ruleset: Ruleset) -> str:
    """A text without the tile with which it begins, however that was written."""
    tokens = read_tokens(text, lexicon_of(ruleset))
    return text[tokens[0].end :] if tokens else text


__all__ = ["DISCARDS", "DRAWS", "LastHand", "Pattern", "SpokenQuestion", "read_sentence"]
