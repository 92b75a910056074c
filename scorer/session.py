"""A session at the table, line by line: what a line answers, and what it changes for those that follow.

`Session.answer` takes a state and a line and returns the state after it and a document. It keeps nothing
itself, so a terminal, a page or a bot can hold the state. A line is a hand with its words in any order, or
one of `COMMANDS`.

>>> session = Session()
>>> state, document = session.answer(SessionState(), "riichi 234m345p67p456s55s+8p tsumo d4s")
>>> document[0].lines[0][0].text
'7 han 20 fu · Haneman · 3,000/6,000 (12,000)'
>>> session.answer(state, "next")[0].turn
1
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from unicodedata import normalize, numeric

from scorer import seat_table, tabletalk
from scorer.engine.configure import configure_ruleset
from scorer.engine.examples import fault_in_example, read_example
from scorer.engine.request import count_fault, parse_request
from scorer.errors import Fault, InputError, NotAWinner, ScorerError, system_message
from scorer.hand import DEALER, WINDS, WINS, Situation, wind_letter
from scorer.labels import (
    capitalize_first,
    format_amount,
    format_gain,
    missing_language_note,
    payment_call,
    ruleset_label,
    seat_name,
)
from scorer.languages import LANGUAGES, is_english
from scorer.message import Listed, Message, Text, localized_text, message_text
from scorer.notation import names_winning_tile, reads_as_tiles
from scorer.parameters import HAND, PARAMETERS, TABLE_SETTINGS, TEXTS
from scorer.phrases import comma_list, headed_text, join_words, translate, translations
from scorer.questions import reference
from scorer.questions.hands import analyze, compare, explain, other_way, refusal, waits_or_discards, why_each
from scorer.questions.practice import example_hand
from scorer.questions.reference import overtaking
from scorer.questions.registry import QUESTIONS, Arguments
from scorer.render.document import HEADLINE, KEEP, Document, Paragraph, Part, paragraph, table, term_table
from scorer.render.payments import short_case_words
from scorer.ruleset.find import DEFAULT_RULESET, resolved_name, shipped_names
from scorer.ruleset.model import ShareSheet, recognized_names
from scorer.scoring import hand_outcome, load_ruleset, score_hand
from scorer.sentence.question import Contradiction, SpokenQuestion, Unclear, Unread
from scorer.suggest import nearest_names
from scorer.table import events
from scorer.table.claims import phrase_words
from scorer.table.rules import DealRules
from scorer.table.settle import DealEnd, draw_result, drawn_deal_result, final_results, next_deal
from scorer.table.steps import with_next_deal
from scorer.table.sums import sum_fault
from scorer.table.writing import event_line
from scorer.texts import phrases
from scorer.tiles import fold_name, name_in
from scorer.values import dataclass, replace
from scorer.writing import as_document

if TYPE_CHECKING:
    from scorer.engine.examples import Example
    from scorer.engine.results import Score
    from scorer.engine.value import Amount
    from scorer.hand import Hand, Request, Win, Wind
    from scorer.ruleset.model import DrawnDeal, Pattern, Ruleset, Value
    from scorer.sentence.count import ListCount
    from scorer.sentence.players import Players
    from scorer.sentence.question import Reading
    from scorer.table.events import DealEvent
    from scorer.table.state import GameState
    from scorer.teach.points import Points

MOST_UNDONE = 100
"""The most changes that can be taken back."""
LONGEST_LINE = 2000
"""Characters of a line: the hands of a whole table have fewer."""
BLANKS = "\ufeff \t\r\n"
"""What around a line is no part of it."""
HISTORY_FILE = "session_history"
TABLE_FILE = "table.yaml"
SECONDS_OF_DAY = 24 * 60 * 60
DEAL = re.compile(r"([東南西北东])([0-9０-９一二三四])局|([ESWN])([0-9])")
"""A deal of a game: the wind of the round and the number of the dealer, from 1."""
WHOLE_NUMBER = re.compile(r"-?\d{1,12}")
RULES = "rules"
"""The command that changes the ruleset."""
DRAWN, ABORTED, FALSE_WIN = "draw", "abort", "false_win"
"""How a deal ends without a winner, if the rule that ends it is not named."""


UNMARKED, ASSUMED_SEAT = "last tile", "assumed seat"
"""Names of assumptions about a hand."""
NO_NEXT_DEALER = "who deals next"
"""The message for an event after which the rules do not say who deals."""
HABITS = ("indicator", "itself")
"""Replies that say how a player speaks, so that they hold for later sentences; others are about one hand."""
REPLIES = (
    "reply indicator", "reply itself", "reply concealed", "reply called", "reply open", "reply closed",
)  # fmt: skip
"""The phrases with words for replies to a question that was asked back."""


@dataclass(frozen=True)
class Asked:
    """A sentence about which something was asked back, and by reply the sentence that it then means.

    A reply is the id of a phrase, a seat, or a text.
    """

    sentence: str
    replies: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SessionState:
    """The ruleset, the deal and the seat that apply to the next hand, and the last hand as it was typed.

    `round` and `seat` are those of a winner whose hand names none; empty if the rules decide. `turn` counts
    the dealers of this round from 0. `scores` are those of the players, the first dealer first; empty as long
    as they are those that players begin with, and if they are not known: if not `knows_scores`. `played` is
    the deal with what has happened in it, None if it follows from the rest.

    `other_winners` are further winners on the same discard. `noted` are the assumptions that the session has
    said, and `replies` what was replied to questions that are the same for every hand: neither is said or
    asked again. `asked` is what was asked back about the last line, and `line` the line that led to this
    state. `events` are those of the table, in the form of a file, `table_file` is where they are saved, and
    `table_head` is what is in that file before them. `past` are the states before, for `undo`.
    """

    ruleset: str = DEFAULT_RULESET
    options: tuple[tuple[str, Value], ...] = ()
    round: str = ""
    seat: str = ""
    honba: int = 0
    sticks: int = 0
    turn: int = 0
    scores: tuple[int, ...] = ()
    knows_scores: bool = True
    played: GameState | None = None
    hand: str = ""
    other_winners: tuple[str, ...] = ()
    noted: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    asked: Asked | None = None
    events: tuple[str, ...] = ()
    table_file: str = ""
    table_head: str = ""
    line: str = ""
    past: tuple[SessionState, ...] = ()

    def seated(self, rules: Ruleset) -> SessionState:
        """The state with the round and the seat of the rules where none was set."""
        return replace(self, round=self.round or rules.default_round, seat=self.seat or rules.default_seat)

    def with_changes(self, **changes: Any) -> SessionState:
        """The state after a change, which can be taken back."""
        past = (*self.past, replace(self, past=()))[-MOST_UNDONE:]
        return replace(self, past=past, **changes)

    def with_settings(self, **changes: Any) -> SessionState:
        """The state with another deal, or other counters or sticks, than followed from what happened. Scores
        are known then only if they were, and if they still fit the sticks.
        """
        moves = {"round", "turn", "honba", "sticks"}.intersection(changes)
        knows = self.knows_scores and (not moves or (bool(self.scores) and "sticks" not in moves))
        kept = self.scores if knows else ()
        return self.with_changes(**{"played": None, "knows_scores": knows, "scores": kept, **changes})


@dataclass(frozen=True)
class TypedHand:
    """A line with a hand, read under the rules that it is played by."""

    rules: Ruleset
    example: Example
    request: Request

    def as_arguments(self, **changes: Any) -> dict[str, Any]:
        """The request as keywords of the functions in `scorer.questions`."""
        one = replace(self.request, **changes)
        keywords = {name: getattr(one, name) for name in HAND if name not in ("hand", "indicators")}
        return {**keywords, **one.indicators}

    def parse(self) -> tuple[Hand, Situation]:
        """The hand and its situation. Raises InputError with the faults at their places in the line."""
        try:
            return parse_request(self.request, self.rules)
        except InputError as error:
            raise self.placed_error(error.faults) from error

    def placed_error(self, faults: Sequence[Fault]) -> InputError:
        """The faults at their places in the line."""
        placed = (fault_in_example(fault, self.example) for fault in faults)
        return InputError(replace(fault, source="hand") for fault in placed)


@dataclass(frozen=True)
class CommandLine:
    """A line with a command: its name as it was typed, and the text after it."""

    name: str
    argument: str = ""

    @property
    def text(self) -> str:
        return f"{self.name} {self.argument}".strip()

    def error(self, message: Text, *suggestions: str, at: str = "") -> InputError:
        """An error in the line, at a part of it; without one, at the name."""
        return line_error(self.text, at or self.name, message, *suggestions)


Answer = tuple[SessionState, Document]


class Session:
    """Answers lines in one language. `load` finds a ruleset by its name; a page passes
    `scorer.questions.rules.shipped_ruleset`, which opens no files.
    """

    def __init__(
        self,
        language: str = "en",
        load: Callable[[str], Ruleset] | None = None,
        opens_files: bool = False,
    ) -> None:
        """With `opens_files`, `save` and `open` have access to files."""
        self.language, self.load = language, load or partial(load_ruleset, language=language)
        self.opens_files = opens_files

    def answer(self, state: SessionState, line: str, length: int = 0) -> Answer:
        """The state after a line, and the answer. Raises ScorerError if the line cannot be answered; the
        state then remains as it was. `length` is that of the whole line if `line` is only its beginning.
        """
        text = line.strip(BLANKS)
        if not text or text.startswith("#"):
            return state, ()
        if (length := max(length, len(text))) > LONGEST_LINE:
            raise InputError(
                [Fault("hand", None, Message("text too long", length, LONGEST_LINE), "notation")]
            )
        after, document = self._answer_text(state, text)
        return (replace(after, line=text) if len(after.past) > len(state.past) else after), document

    def _answer_text(self, state: SessionState, text: str) -> Answer:
        if state.asked and (replied := self._answer_to_reply(state, text)):
            return replied
        state = replace(state, asked=None) if state.asked else state
        if state.events and (told := self.at_table(state, text)):
            return told
        if command := command_named(text.split(maxsplit=1)[0]):
            if (
                command == "waits"
                and self._tells_win(state, text)
                and (spoken := self._answer_to_sentence(state, text))
            ):
                return spoken
            try:
                return self._answer_command(state, text)
            except InputError:
                with suppress(*(() if command in OF_FILES else (InputError,))):
                    if spoken := self._spoken_after(command, state, text):
                        return spoken
                raise
        return self._answer_line(state, text)

    def at_table(self, state: SessionState, text: str) -> Answer | None:
        """The answer to an event at the table; None if the line tells of none."""
        if text.startswith("{"):
            events, document = tabletalk.with_event(state.events, text, self.load, self.language, text)
            return self.with_events(state, events), document
        reading = self._read_sentence(state, text)
        is_event = isinstance(reading, SpokenQuestion) and reading.name in EVENTS_TOLD
        return self._answer_to_sentence(state, text) if is_event else None

    def told_event(self, state: SessionState, text: str) -> str:
        """The event that a sentence means at the table, as a line of its file; the text itself if none."""
        reading, rules = self._read_sentence(state, text), DealRules(self.rules_of(state))
        if not (isinstance(reading, SpokenQuestion) and reading.name in EVENTS_TOLD):
            return text
        table = self.deal_of(state, rules)
        return event_line(EVENTS_TOLD[reading.name](self, table, rules, reading, text))

    def with_events(self, state: SessionState, lines: tuple[str, ...]) -> SessionState:
        """The state with other events of the table, which are saved; its deal is that of the hands that
        follow.
        """
        after = state.with_changes(events=lines, hand="", other_winners=(), **self.deal_at_table(lines))
        self.save(after)
        return after

    def deal_at_table(self, lines: tuple[str, ...]) -> dict[str, Any]:
        """The fields of a state with the rules and the deal of a table."""
        game = tabletalk.last_game(lines, self.load)
        if game is None:
            return {}
        table = game.state
        return {
            "ruleset": game.start.ruleset, "options": game.start.options, "turn": table.turn,
            "round": WINDS[table.round % len(WINDS)] if table.rounds else "", "honba": table.honba,
            "sticks": table.sticks,
        }  # fmt: skip

    def save(self, state: SessionState) -> None:
        """Writes the events of the table to the file that `open` goes on with, and to their own file.

        Raises InputError if their own file cannot be written.
        """
        kept = table_path() if self.opens_files else None
        if kept:
            with suppress(OSError):
                kept.parent.mkdir(parents=True, exist_ok=True)
                write_whole(kept, tabletalk.table_text(state.table_head, state.events))
        if self.opens_files and state.table_file:
            try:
                write_whole(Path(state.table_file), tabletalk.table_text(state.table_head, state.events))
            except OSError as error:
                message = Message("file not written", state.table_file, system_message(error))
                raise InputError([Fault("save", None, message)]) from error

    def unfinished_players(self) -> tuple[str, ...]:
        """The players of the game that `open` goes on with, if it was left unfinished in the last day."""
        kept = table_path() if self.opens_files else None
        with suppress(OSError, ScorerError):
            if kept and time.time() - kept.stat().st_mtime < SECONDS_OF_DAY:
                from scorer.table.reading import read_evening

                games = read_evening(kept, load=self.load).evening.games
                if games and not games[-1].state.over:
                    return games[-1].start.players
        return ()

    def deal_of(self, state: SessionState, rules: DealRules) -> GameState:
        """The deal of the table; without one, with the players named by their seats."""
        if state.events and (game := tabletalk.last_game(state.events, self.load)):
            return game.state
        seated, language = state.seated(rules.ruleset), self.language_of(rules.ruleset)
        table = seated.played or seat_table.seat_state(
            rules, seated.round, seated.turn, seated.honba, seated.sticks, seated.scores
        )
        return seat_table.named_by_seats(table, [seat_name(seat, language) for seat in rules.seats])

    def with_happened(
        self, state: SessionState, rules: DealRules, happened: Sequence[DealEvent], text: str
    ) -> Answer:
        """The state after events of a deal, and what they changed. Raises InputError if they are not
        possible.
        """
        if state.events:
            lines, document = tabletalk.with_events(state.events, happened, self.load, self.language, text)
            return self.with_events(state, lines), document
        table = self.deal_of(state, rules)
        try:
            after, gains = seat_table.after_events(rules, table, happened)
        except InputError as error:
            raise InputError(
                replace(fault, source="hand", text=text, position=0, length=len(text))
                for fault in error.faults
            ) from error
        return self.with_deal(state, rules, table, after, gains)

    def with_deal(
        self,
        state: SessionState,
        rules: DealRules,
        before: GameState,
        after: GameState,
        gains: Sequence[Amount],
        note: str = "",
    ) -> Answer:
        """The state with a deal that goes on, or with the next one; whoever the state sits with then changes
        the wind.
        """
        seated, language = state.seated(rules.ruleset), self.language_of(rules.ruleset)
        kept = replace(after, over="")
        if after.ended and not state.knows_scores:
            kept = seat_table.with_unknown_scores(rules, kept)
        changes: dict[str, Any] = {
            "round": WINDS[after.round % len(WINDS)] if after.rounds else seated.round,
            "turn": after.turn, "honba": after.honba, "sticks": after.sticks, "played": kept,
            "scores": tuple(map(int, after.scores)) if state.knows_scores else (),
            "knows_scores": state.knows_scores,
        }  # fmt: skip
        if after.ended:
            seat = after.seat(before.player_at(seated.seat))
            changes |= {"hand": "", "other_winners": (), "seat": seat}
        following = replace(seated, past=state.past).with_changes(**changes)
        head = self.table_line(following)
        if after.ended:
            head = translate("session next", language, head)
        lines: list[Part | str] = [Part(head, HEADLINE), *_score_lines(self, following, rules)]
        if not state.knows_scores and any(gains):
            told = [format_gain(gain) for gain in gains]
            lines.append(translate("session gains", language, _by_seat(before, rules, language, told)))
        lines += [message_text(one, language) for one in after.notes]
        lines += [translate(note, language)] if note else []
        lines += [translate("session over", language)] if after.over else []
        return following, (paragraph(*lines),)

    def _answer_to_reply(self, state: SessionState, text: str) -> Answer | None:
        """The answer to a reply to what was asked back; None if the line is none."""
        assert state.asked is not None
        before = replace(state, asked=None)
        replies = dict(state.asked.replies)
        if reply := self._meant_reply(text, replies):
            kept = (*before.replies, reply) if reply in HABITS else before.replies
            return self.answer(replace(before, replies=kept), replies[reply])
        together = f"{state.asked.sentence} {text}"
        reading = self._read_sentence(before, together)
        is_shorter = len(text) < len(together) // 2 or len(text.split()) < 3
        if (
            is_shorter
            and isinstance(reading, SpokenQuestion)
            and reading != self._read_sentence(before, text)
        ):
            return self._answer_to_sentence(before, together)
        return None

    def _meant_reply(self, text: str, replies: Mapping[str, str]) -> str:
        """The reply that a text is: one of these ids, or a word for it in any language; empty if none."""
        folded = fold_name(text)
        for reply in replies:
            known = translations(f"reply {reply}") if f"reply {reply}" in REPLIES else []
            words = {reply, fold_name(reply), *(fold_name(word) for _, one in known for word in one.split())}
            if folded in words:
                return reply
        return ""

    def reply_name(self, reply: str) -> str:
        """A reply to what was asked back, as it is shown.

        >>> Session().reply_name("indicator"), Session("ja").reply_name("W"), Session().reply_name("25 fu")
        ('indicator', '西家', '25 fu')
        """
        if f"reply {reply}" in REPLIES:
            return translate(f"reply {reply}", self.language).split()[0]
        return seat_name(reply, self.language) if reply in WINDS else reply

    def _answer_command(self, state: SessionState, text: str) -> Answer:
        name, *others = text.split(maxsplit=1)
        rest = others[0] if others else ""
        return COMMANDS[command_named(name)](self, state, CommandLine(name, rest))

    def _answer_line(self, state: SessionState, text: str) -> Answer:
        """The answer to a line that does not begin with a command."""
        name, *others = text.split(maxsplit=1)
        rest = others[0] if others else ""
        rules = self.rules_of(state)
        may_be_tiles = reads_as_tiles(name, rules.tileset)
        joined = DEAL.match(name)
        if joined and joined[1] and joined.end() < len(name):  # 南3局2本場 without a space
            return self.answer(state, f"{joined[0]} {text[joined.end() :]}")
        if DEAL.fullmatch(name) and not (rest.strip() and may_be_tiles):
            if may_be_tiles:
                message = Message("deal or tile", name)
                raise line_error(text, name, message)
            after, document = _set_deal(self, state, CommandLine(name))
            return self.answer(after, rest) if rest.strip() else (after, document)
        if spoken := self._answer_to_sentence(state, text):
            return spoken
        if state.events:
            self._raise_unread_event(state, text)
        is_word = may_be_tiles or bool(read_example(name, rules, is_typed=True).words)
        if not is_word and (command := command_before(name)):
            return self.answer(state, f"{command} {text[len(command) :]}")
        known = name in self._known_words(state)
        close = nearest_names(name, COMMANDS, 1) if name.isascii() and name.isalpha() else ()
        if close and not (may_be_tiles or known):
            self._raise_unread(state, text, at_start=False)
            raise line_error(text, name, Message("no such session command", name), *close)
        ruleset = "" if may_be_tiles or known or rest else resolved_name(name)
        if ruleset in shipped_names():
            message = Message("word is a ruleset", name, self.command(RULES), ruleset)
            raise line_error(text, name, message)
        try:
            return self.score_line(state, text)
        except InputError as error:
            if counted := self._answer_to_count(state, text):
                return counted
            keys = {getattr(fault.message, "key", "") for fault in error.faults}
            if keys & {*UNREAD_MESSAGES}:
                self._raise_unread(state, text)
            raise

    def _raise_unread(self, state: SessionState, text: str, at_start: bool = True) -> None:
        """Raises InputError for a sentence of which a part is unknown, at that part; `at_start` also if it is
        the first word.
        """
        from scorer.sentence.unread import unread_fault

        reading, rules = self._read_sentence(state, text), self.rules_of(state)
        if (
            isinstance(reading, Unread)
            and (at_start or reading.start)
            and (fault := unread_fault(text, reading, rules, self.language_of(rules), self.players_of(state)))
        ):
            raise InputError([fault])

    def _raise_unread_event(self, state: SessionState, text: str) -> None:
        """Raises InputError for a sentence about a player at the table that cannot be read."""
        from scorer.sentence.unread import names_player

        if names_player(text, self.rules_of(state), self.players_of(state)):
            self._raise_unread(state, text)

    def _read_sentence(self, state: SessionState, text: str) -> Reading:
        """What a sentence asks, with the last hand of the session."""
        from scorer.sentence.reader import LastHand, read_sentence  # only for lines that are typed

        last = None
        if state.hand:
            example = read_example(state.hand, self.rules_of(state), is_typed=True)
            last = LastHand(example.request, tuple(f"{name}={value}" for name, value in example.options))
        return read_sentence(text, self.rules_of(state), last, self.players_of(state))

    def players_of(self, state: SessionState) -> Players:
        """The players at the table with their seats; nobody if no table has begun."""
        from scorer.sentence.players import seated_players

        game = tabletalk.last_game(state.events, self.load) if state.events else None
        return seated_players(game.state.players, game.state.dealer) if game else ()

    def _answer_to_sentence(self, state: SessionState, text: str) -> Answer | None:
        """The answer to a sentence; None if it cannot be read as one."""
        reading = self._read_sentence(state, text)
        if isinstance(reading, Unread):
            return None
        if isinstance(reading, Contradiction):
            language = self.language_of(self.rules_of(state))
            raise InputError(
                [Fault("hand", None, localized_text(reading.text, language), "circumstance", text=text)]
            )
        if isinstance(reading, Unclear):
            return self._ask_back(state, text, reading)
        return SPOKEN[reading.name](self, state, text, reading)

    def _spoken_after(self, command: str, state: SessionState, text: str) -> Answer | None:
        """The answer to a sentence that begins with the name of a command."""
        if command in NEVER_SPOKEN:
            return None
        words = _words_of_draw(text.partition(" ")[2])
        if command == DRAWN and all(wind_letter(word) in WINDS for word in words):
            return None
        is_question = isinstance(self._read_sentence(state, text), SpokenQuestion)
        return self._answer_to_sentence(state, text) if is_question or command not in EXACT else None

    def _tells_win(self, state: SessionState, text: str) -> bool:
        """Whether a sentence is about a hand that is won in a way that it names: 聽牌 ... 自摸."""
        reading = self._read_sentence(state, text)
        line = reading.get("line", "") if isinstance(reading, SpokenQuestion) else ""
        return bool({*WINS} & {*str(line).split()}) and reading.name == "score"  # type: ignore[union-attr]

    def _ask_back(self, state: SessionState, text: str, unclear: Unclear) -> Answer:
        language, replies = self.language_of(self.rules_of(state)), dict(unclear.replies)
        if reply := next((one for one in state.replies if one in replies), ""):
            return self._answer_as_before(state, replies[reply], reply)
        after = replace(state, asked=Asked(text, unclear.replies))
        return after, (paragraph(localized_text(unclear.text, language)),)

    def _answer_as_before(self, state: SessionState, sentence: str, reply: str) -> Answer:
        """The answer to a sentence that means what was replied earlier, which is said once."""
        after, document = self.answer(state, sentence)
        if reply in state.noted:
            return after, document
        language = self.language_of(self.rules_of(after))
        note = translate("assumed reply", language, self.reply_name(reply))
        return replace(after, noted=(*after.noted, reply)), (*document, paragraph(note))

    def _answer_to_count(self, state: SessionState, text: str) -> Answer | None:
        """What is paid for a count without a hand, such as `親 4翻30符`; None if the line is no count."""
        if any(reads_as_tiles(word, self.rules_of(state).tileset) for word in text.split()):
            return None
        try:
            return _points(self, state, CommandLine("points", text))
        except InputError:
            return None

    def rules_of(self, state: SessionState) -> Ruleset:
        """The ruleset of a state with its options."""
        return configure_ruleset(self.load(state.ruleset), dict(state.options))

    def language_of(self, rules: Ruleset) -> str:
        return rules.display_language(self.language)

    def prompt(self, state: SessionState) -> str:
        """The prompt, with what applies to the next hand.

        >>> Session().prompt(SessionState(honba=2)), Session("ja").prompt(SessionState(turn=1, honba=1))
        ('riichi E1 seat S honba 2> ', 'リーチ麻雀（四人打ち） 東2局 南家 1本場> ')
        """
        rules = self.load(state.ruleset)
        state, language = state.seated(rules), self.language_of(rules)
        counters = [
            _counter_text(name, count, rules, language)
            for name in TABLE_SETTINGS[2:]
            if (count := getattr(state, name))
        ]
        seat = translate("prompt seat", language, wind_text(state.seat, language))
        return " ".join((ruleset_label(rules, language), deal_text(state, language), seat, *counters)) + "> "

    def command(self, name: str) -> str:
        """The usual name of a command in the language of the session.

        >>> Session("ja").command("waits"), Session().command("waits")
        ('待ち', 'waits')
        """
        return names_of_command(name, self.language)[0]

    def usage(self, command: str, rules: Ruleset, name: str = "") -> str:
        """How a command is typed in the language of the session, with a name that it has.

        >>> Session().usage("why", load_ruleset("riichi"))
        'why PATTERN'
        """
        key, words = f"arguments {command}", [name or self.command(command)]
        if key in phrases():
            words.append(translate(key, self.language_of(rules), *_example_count(command, rules)))
        return " ".join(words)

    def completions(self, state: SessionState, line: str) -> list[str]:
        """What the last word of a line may become, in alphabetical order.

        >>> Session().completions(SessionState(), "234m rin"), Session().completions(SessionState(), "un")
        (['rinshan', 'rinshan_fu='], ['undo'])
        """
        *before, begun = line.split(" ")
        command = command_named(before[0]) if before else ""
        if command == RULES:
            words = [*shipped_names()]
        elif command in PATTERN_COMMANDS:
            rules = self.rules_of(state)
            language = self.language_of(rules)
            words = [*rules.pattern_by_id]
            if not is_english(language):
                words += [name_in(one.names, language) for one in rules.pattern_by_id.values()]
        else:
            words = self._known_words(state)
            if not before:
                names = (names_of_command(one, self.language) for one in COMMANDS)
                words += [*COMMANDS, *(name for each in names for name in each)]
        return sorted({word for word in words if word.startswith(begun)})

    def _known_words(self, state: SessionState) -> list[str]:
        rules = self.rules_of(state)
        valued = [*(one.id for one in rules.indicators), *(one.id for one in rules.offered_options)]
        valued += [*TABLE_SETTINGS, "from"]
        plain = ["tsumo", "ron", "dealer", *rules.circumstance_by_id]
        if not is_english(language := self.language_of(rules)):
            plain += [translate(key, language) for key in ("self_draw", "discard")]
            plain += [name_in(one.names, language) for one in rules.circumstances]
        return [*plain, *(f"{name}=" for name in valued)]

    # ---- hands

    def typed_hand(self, state: SessionState, text: str) -> TypedHand:
        """A hand as it is typed, with what the state keeps filled in. Raises InputError with the faults."""
        declared = self.load(state.ruleset)
        example = read_example(text, configure_ruleset(declared, dict(state.options)), is_typed=True)
        if example.faults and example.options:  # an option of the line may bring words with it
            chosen = {**dict(state.options), **dict(example.options)}
            with suppress(InputError):
                example = read_example(text, configure_ruleset(declared, chosen), is_typed=True)
        if example.faults:
            raise InputError(replace(fault, source="hand") for fault in example.faults)
        try:
            rules = configure_ruleset(declared, {**dict(state.options), **dict(example.options)})
        except InputError as error:
            placed = (fault_in_example(fault, example) for fault in error.faults)
            raise InputError(replace(fault, source="hand") for fault in placed) from error
        given = {word.source for word in example.words}
        kept = {name: getattr(state, name) for name in TABLE_SETTINGS if f"--{name}" not in given}
        request = replace(example.request, **kept)
        if counter := rules.counter_circumstance:
            counted = (f"{counter.id}={state.honba}",) if state.honba else ()
            stated = request.circumstances
            if not any(text.partition("=")[0] == counter.id for text in stated):
                stated = (*stated, *counted)
            request = replace(request, honba=example.request.honba, circumstances=stated)
        return TypedHand(rules, example, request)

    def score_line(self, state: SessionState, text: str) -> Answer:
        from scorer.render.breakdown import summary_document

        typed = self.typed_hand(state, text)
        if not typed.request.hand:
            if _can_keep(typed.example, typed.rules):
                return _keep_words(self, state, typed.example)
            message = Message("line without tiles", self.command("help"))
            raise line_error(text, text, message)
        found = analyze(typed.request.hand, typed.rules, **typed.as_arguments())
        language = self.language_of(typed.rules)
        if found.faults:
            raise typed.placed_error(found.faults)
        if found.stage == "too many":
            typed.parse()
        notes = self._new_assumptions(state, typed, found.score, bool(found.refusal or found.score))
        after = state.with_changes(hand=text, other_winners=(), noted=(*state.noted, *notes))
        if found.refusal:
            document = _refusal(self, found.refusal, typed)
        elif found.score:
            document = summary_document(found.score, other_way(typed.request, typed.rules), language)
        else:
            document = as_document(found, language)
        if notes:
            document = (*document, paragraph((" " if is_english(language) else "").join(notes.values())))
        return after, document

    def _new_assumptions(
        self, state: SessionState, typed: TypedHand, score: Score | None, answers_win: bool
    ) -> dict[str, str]:
        """What is assumed of a hand because it was left open, by name; nothing that was said before."""
        from scorer.render.breakdown import unmarked_note

        language, found = self.language_of(typed.rules), dict[str, str]()
        is_marked = not answers_win or names_winning_tile(typed.request.hand)
        if not is_marked and UNMARKED not in state.noted:
            found[UNMARKED] = unmarked_note(typed.parse()[0], typed.rules, language)
        if score and not typed.request.seat and ASSUMED_SEAT not in state.noted and _depends_on_seat(score):
            seat = seat_name(score.situation.seat, language)
            found[ASSUMED_SEAT] = translate("assumed seat", language, seat)
        return found

    def last_hand(self, state: SessionState, line: CommandLine) -> TypedHand:
        """The last hand. Raises InputError if there is none yet."""
        if not state.hand:
            raise line.error(Message("needs a hand first", line.name))
        return self.typed_hand(state, state.hand)

    def table_document(self, state: SessionState) -> Document:
        """The deal, the seat, the counters and the rules."""
        return (paragraph(self.table_line(state)),)

    def table_line(self, state: SessionState) -> str:
        """The deal, the seat, the counters and the rules in one line."""
        from scorer.render.heading import phrase_line, rules_line

        rules = self.rules_of(state)
        state, counter = state.seated(rules), rules.counter_circumstance
        situation = Situation(
            True,
            state.seat,
            state.round,
            circumstances=((counter.id, state.honba),) if counter else (),
            honba=_paid_honba(state, rules),
            sticks=state.sticks,
        )
        language = self.language_of(rules)
        return phrase_line(deal_text(state, language), rules_line(rules, situation, language))


def _depends_on_seat(score: Score) -> bool:
    """Whether a hand is worth something else, or pays something else, on another seat."""
    rules, hand, situation = score.ruleset, score.hand, score.situation
    paid = {(score.best.worth.total, score.points)}
    for seat in DealRules(rules).seats:
        if seat not in (situation.seat, situation.discarder):
            other = hand_outcome(rules, hand, replace(situation, seat=seat)).score
            paid.add((other.best.worth.total, other.points) if other else (0, 0))
    return len(paid) > 1


def wind_text(wind: str, language: str) -> str:
    """A wind in a short text: its letter in English."""
    return wind if is_english(language) else translate(wind, language)


def deal_text(state: SessionState, language: str) -> str:
    """The deal of a state, such as E2 or 東2局."""
    return translate("prompt deal", language, wind_text(state.round, language), state.turn + 1)


def _counter_text(setting: str, count: int, rules: Ruleset, language: str) -> str:
    """Counters or sticks in the prompt; the words for counters are those of the game."""
    counter = rules.counter_circumstance if setting == "honba" else None
    if counter:
        return f"{name_in(counter.names, language) or counter.id} {count}"
    return translate(f"prompt {setting}", language, count)


def table_path() -> Path | None:
    """The file with the table of the last session, which `open` without a name goes on with."""
    from scorer.teach.progress import state_folder

    folder = state_folder()
    return folder / TABLE_FILE if folder else None


def history_path() -> Path | None:
    """The file with the lines of earlier sessions, or None if there is no place for it."""
    from scorer.teach.progress import state_folder

    folder = state_folder()
    return folder / HISTORY_FILE if folder else None


UNREAD_MESSAGES = (
    "unknown typed word",
    "tiles separated",
    "no suit",
    "no suit letter",
    "no digits",
    "needs a value",
)
"""Messages of the reader of notation about words and tiles that it does not know."""
SETTABLE = (*(f"--{name}" for name in TABLE_SETTINGS), "--option")
"""Inputs that a line without tiles sets for the hands that follow."""
OF_DEAL = ("--round", "--honba", "--sticks", "--with", "--option")
"""Inputs that follow from the events of a table."""
SAID_OF_COUNTS = [
    PARAMETERS[name].source for name in ("seat", *QUESTIONS["points"].parameters) if name in HAND
]
"""Inputs that may be given with a count, of which the payment depends; the seat says who is the dealer."""


def _paid_honba(state: SessionState, rules: Ruleset) -> int:
    """The counters that are paid for by themselves, not as a circumstance of a hand."""
    return 0 if rules.counter_circumstance else state.honba


def _can_keep(example: Example, rules: Ruleset) -> bool:
    """Whether every word of a line says something that can apply to the hands that follow."""
    counter = rules.counter_circumstance
    return all(
        word.source in SETTABLE or (word.source == "--with" and counter is not None) for word in example.words
    ) and all(counter and text.partition("=")[0] == counter.id for text in example.request.circumstances)


def line_error(text: str, word: str, message: Text, *suggestions: str) -> InputError:
    """An error at a word of a line."""
    at = max(0, text.find(word))
    return InputError([Fault("hand", at, message, "notation", len(word), text, suggestions)])


def _refusal(session: Session, error: NotAWinner, typed_hand: TypedHand) -> Document:
    other = other_way(typed_hand.request, typed_hand.rules)
    return as_document(
        refusal(error, typed_hand.parse(), typed_hand.rules, other_way=other), session.language
    )


# ---- commands

CommandAnswer = Callable[[Session, SessionState, CommandLine], Answer]
"""What a command answers, and the state after it."""


def _answer_of_registry(name: str) -> CommandAnswer:
    """The answer to a question of the registry, asked of the last hand or of the table, with the text after
    the command as its argument.
    """
    query = QUESTIONS[name]

    def answer(session: Session, state: SessionState, line: CommandLine) -> Answer:
        is_of_hand = "hand" in query.parameters
        typed = session.last_hand(state, line) if is_of_hand else None
        rules = typed.rules if typed else session.rules_of(state)
        if not line.argument:
            usage = session.usage(query.command, rules, line.name)
            raise line.error(Message("write after command", usage))
        source, names = (typed.request, HAND) if typed else (state, TABLE_SETTINGS)
        given = {one: getattr(source, one) for one in names if one in query.parameters}
        several = PARAMETERS[query.argument].sort is TEXTS
        given[query.argument] = line.argument.split() if several else line.argument
        found = query.answer(Arguments({**given, "ruleset": rules.id}, {rules.id: rules}))
        return state, as_document(found, session.language)

    return answer


def _undo(session: Session, state: SessionState, line: CommandLine) -> Answer:
    language = session.language
    if not state.past:
        return state, (paragraph(translate("session empty", language)),)
    before = replace(state.past[-1], past=state.past[:-1], noted=state.noted, replies=state.replies)
    if before.events != state.events:
        before = replace(before, table_file=state.table_file, table_head=state.table_head)
        session.save(before)
        is_last = state.events[:-1] == before.events
        undone = state.events[-1] if is_last and state.events else state.line
        return before, tabletalk.undone_document(before.events, undone, session.load, language)
    undone = translate("undone line", language, state.line) if state.line else ""
    note = undone or translate("session undone", language)
    return before, (paragraph(note), *session.table_document(before))


def _why(session: Session, state: SessionState, line: CommandLine) -> Answer:
    typed = session.last_hand(state, line)
    if not line.argument:
        language = session.language_of(typed.rules)
        first = next(iter(typed.rules.pattern_by_id.values()))
        name = first.id if is_english(language) else name_in(first.names, language)
        raise line.error(Message("name a pattern", line.name, name))
    return _answer_of_registry("why")(session, state, line)


def _explain(session: Session, state: SessionState, line: CommandLine) -> Answer:
    typed = session.typed_hand(state, line.argument) if line.argument else session.last_hand(state, line)
    if line.argument:
        state = state.with_changes(hand=line.argument, other_winners=())
    hand, situation = typed.parse()
    try:
        score = score_hand(typed.rules, hand, situation)
    except NotAWinner as error:
        return state, _refusal(session, error, typed)
    return state, as_document(explain(score), session.language)


def _waits(session: Session, state: SessionState, line: CommandLine) -> Answer:
    from scorer.waiting import find_waits

    typed = session.typed_hand(state, line.argument) if line.argument else session.last_hand(state, line)
    shown = analyze(typed.request.hand, typed.rules, **typed.as_arguments())
    is_won = bool(shown.refusal or shown.score)
    if not names_winning_tile(typed.request.hand) and (line.argument or not is_won):
        try:
            found = waits_or_discards(typed.request, typed.rules)
        except InputError as error:
            raise typed.placed_error(error.faults) from error
        return state, as_document(found, session.language)
    hand, situation = typed.parse()
    held = find_waits(typed.rules, hand.waiting_hand, replace(situation, discarder=None))
    return state, as_document(held, session.language)


def _also(session: Session, state: SessionState, line: CommandLine) -> Answer:
    from scorer.render.breakdown import winners_summary
    from scorer.teach.winners import discard_winners

    typed = session.last_hand(state, line)
    if not line.argument:
        example = session.usage("also", typed.rules, line.name)
        raise line.error(Message("write the other winner", example))
    after = state.with_changes(other_winners=(*state.other_winners, line.argument))
    try:
        scores = _winning_scores(typed, after.other_winners)
    except InputError as error:
        raise InputError(replace(fault, source=line.name) for fault in error.faults) from error
    found = discard_winners(typed.rules, scores)
    return after, winners_summary(found, session.language_of(typed.rules))


def _others(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """The whole deal, with the hands of the players who have not won, or what these count."""
    from scorer.table.whole_deal import settled_deal

    typed = session.last_hand(state, line)
    if not line.argument:
        example = session.usage("others", typed.rules, line.name)
        raise line.error(Message("write the other hands", example))
    try:
        found = settled_deal(typed.rules, _winning_scores(typed, state.other_winners), line.argument)
    except InputError as error:
        raise InputError(replace(fault, source="others") for fault in error.faults) from error
    return state, as_document(found, session.language)


def _winning_scores(typed_hand: TypedHand, other_winners: Sequence[str]) -> list[Score]:
    """The scores of the last hand and of the further winners, in the order in which they were typed."""
    from scorer.teach.winners import discard_claims

    hand, situation = typed_hand.parse()
    claims = [(hand, situation)]
    if other_winners:
        if not situation.discarder:
            message = Message("several winners in session")
            raise line_error(typed_hand.example.text, typed_hand.example.text, message)
        claims = discard_claims(typed_hand.rules, hand, situation, other_winners)
    return [score_hand(typed_hand.rules, *claim) for claim in claims]


def _rules(session: Session, state: SessionState, line: CommandLine) -> Answer:
    if not line.argument:
        return state, session.table_document(state)
    rules = session.load(line.argument)
    seats = WINDS[: DealRules(rules).players]
    counters = {name: 0 for name in TABLE_SETTINGS[2:] if name not in rules.table_counters}
    seat = state.seat if state.seat in seats else ""
    changes: dict[str, Any] = {"ruleset": line.argument, "seat": seat, "options": (), "hand": ""}
    turn = min(state.turn, len(seats) - 1)
    changes |= {"turn": turn, "other_winners": (), "scores": (), "played": None, **counters}
    after = state.with_changes(**changes)
    is_new = not (after.turn or after.honba or after.sticks) and after.round in ("", rules.default_round)
    after = replace(after, knows_scores=is_new)
    note = missing_language_note(rules, session.language)
    return after, (*session.table_document(after), *([paragraph(note)] if note else []))


def _points(session: Session, state: SessionState, line: CommandLine) -> Answer:
    rules = session.rules_of(state)
    if not line.argument:
        raise line.error(Message("write a count", session.usage("points", rules, line.name)))
    example = read_example(line.argument, rules, is_typed=True)
    told = [word for word in example.words if word.source in SAID_OF_COUNTS]
    argument = line.argument
    for word in reversed(told):
        argument = argument[: word.position] + argument[word.position + len(word.text) :]
    given, request = {word.source for word in told}, example.request
    seat = wind_letter(request.seat) if "--seat" in given else state.seat
    words = argument.split()
    others = {fold_name(word) for _, text in translations("typed other") for word in text.split()}
    if named := [word for word in words if fold_name(word) in others]:
        argument, seat = " ".join(word for word in words if word not in named), WINDS[1]
    found = reference.points(
        argument.strip(),
        rules,
        dealer=seat == DEALER,
        win=cast("Win", request.win),
        honba=request.honba if "--honba" in given else _paid_honba(state, rules),
        sticks=request.sticks if "--sticks" in given else state.sticks,
    )
    return state, as_document(found, session.language)


def _behind(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """Which hands overtake a rival, named by a number of points, or by a seat if the scores are known."""
    rules, table_rules = session.rules_of(state), DealRules(session.rules_of(state))
    state, rival, points = state.seated(rules), wind_letter(line.argument), line.argument
    if rival in tuple(table_rules.seats):
        scores, table = _scores(state, table_rules), session.deal_of(state, table_rules)
        if not scores:
            raise line.error(Message("scores not known", session.command("scores")))
        own, other = (scores[table.player_at(seat)] for seat in (state.seat, rival))
        if other <= own:
            names = (seat_name(seat, session.language_of(rules)) for seat in (rival, state.seat))
            message = Message("rival not ahead", *names)
            raise line.error(message, at=line.argument)
        points = f"{rival}={other - own}"
    if not line.argument:
        example = f"{line.name} 7,800"
        raise line.error(Message("expected deficit", example))
    try:
        found = overtaking(
            points, rules, seat=cast("Wind", state.seat), honba=_paid_honba(state, rules), sticks=state.sticks
        )
    except InputError as error:
        raise line.error(error.faults[0].message, at=line.argument) from error
    return state, as_document(found, session.language)


def _change_settings(session: Session, state: SessionState, line: CommandLine) -> Answer:
    if not line.argument:
        return state, session.table_document(state)
    words = line.argument.replace(" =", "=").replace("= ", "=").split()
    pairs = []
    while words:
        word = words.pop(0)
        pairs.append(word if "=" in word or not words else f"{word}={words.pop(0)}")
    text = " ".join(pairs)
    example = read_example(text, session.rules_of(state), is_typed=True)
    if example.faults:
        raise InputError(replace(fault, source="hand") for fault in example.faults)
    if not example.words or not _can_keep(example, session.rules_of(state)):
        wrong = [word for word in example.words if word.source not in SETTABLE]
        message = Message("only settings stay", Listed(tuple(TABLE_SETTINGS), "comma"))
        raise line_error(text, wrong[0].text if wrong else text, message)
    return _keep_words(session, state, example)


def _keep_words(session: Session, state: SessionState, example: Example) -> Answer:
    """The state with the words of a line kept for the hands that follow."""
    text, request, rules = example.text, example.request, session.rules_of(state)
    if any(word.source in OF_DEAL for word in example.words):
        _refuse_at_table(session, state, CommandLine(text))
    changes: dict[str, Any] = {}
    for word in example.words:
        name = word.source.removeprefix("--")
        if word.source == "--with":
            changes["honba"] = _stated_count(example, word.text, rules)
        elif name in ("honba", "sticks"):
            changes[name] = getattr(request, name)
            if message := count_fault(name, changes[name], rules):
                raise line_error(text, word.text, message)
        elif name in TABLE_SETTINGS:
            seats = WINDS if name == "round" else WINDS[: DealRules(rules).players]
            changes[name] = wind_letter(getattr(request, name))
            if changes[name] not in seats:
                raise line_error(
                    text, word.text, Message("choose from seats", word.text, Listed(tuple(seats), "comma"))
                )
    if example.options:
        options = dict(state.options) | dict(example.options)
        configure_ruleset(session.load(state.ruleset), options)
        changes["options"] = tuple(options.items())
    after = state.with_settings(**changes)
    return after, session.table_document(after)


def _stated_count(example: Example, word: str, rules: Ruleset) -> int:
    """The number of the circumstance that states the counters on the table, which a line names in a word.
    Raises InputError for a number that it cannot have.
    """
    counter, number = rules.counter_circumstance, example.request.circumstances[0].partition("=")[2] or "1"
    if counter and not (WHOLE_NUMBER.fullmatch(number) and 0 <= int(number) <= counter.maximum):
        message = Message("takes a number up to", counter.id, counter.maximum)
        raise line_error(example.text, word, message)
    return int(number)


def _set_deal(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """The state in a deal such as E2 or 東2局."""
    _refuse_at_table(session, state, line)
    found = DEAL.fullmatch(line.argument or line.name)
    wind, number = (part for part in found.groups() if part) if found else ("", "0")
    winds = WINDS[: DealRules(session.rules_of(state)).players]
    turn = int(numeric(number)) - 1
    if turn not in range(len(winds)):
        raise line.error(Message("deals of a round", len(winds), winds[0]))
    after = state.with_settings(round=wind_letter(wind), turn=turn)
    return after, session.table_document(after)


def _setter(name: str) -> Callable[[Session, SessionState, CommandLine], Answer]:
    def set_one(session: Session, state: SessionState, line: CommandLine) -> Answer:
        if not line.argument:
            return state, session.table_document(state)
        if name == "round" and DEAL.fullmatch(line.argument.upper()):
            return _set_deal(session, state, replace(line, argument=line.argument.upper()))
        return _change_settings(session, state, CommandLine(line.name, f"{name}={line.argument}"))

    return set_one


# ---- from deal to deal


def _next(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """The deal ends with the last hand, or without a winner, and the next one begins."""
    typed = session.last_hand(state, line) if state.hand and not line.argument else None
    rules = DealRules(typed.rules if typed else session.rules_of(state))
    if rules.deals is None:
        raise line.error(Message("no rules for next deal", rules.ruleset.label))
    table = session.deal_of(state, rules)
    if typed is None:
        drawn_event = _drawn_event(session, table, rules, line)
        return session.with_happened(state, rules, [drawn_event], line.text)
    try:
        scores = _winning_scores(typed, state.other_winners)
    except (NotAWinner, InputError) as error:
        drawn = f"{line.name} {session.command(DRAWN)}"
        raise line.error(Message("last hand does not win", drawn)) from error
    if state.events:
        won = seat_table.win_events(rules, table, scores)
        if not all(map(seat_table.names_payers, scores)):
            return _ask_who_discarded(session, state, table, won, line)
        return session.with_happened(state, rules, won, line.text)
    stated = _stated_counters(state, typed)
    state = replace(state.with_settings(**stated), past=state.past) if stated else state
    if rules.compares or not all(map(seat_table.names_payers, scores)):
        return _won_by_unknown_payer(session, state, rules, scores)
    won = seat_table.win_events(rules, session.deal_of(state, rules), scores)
    return session.with_happened(state, rules, won, line.text)


def _ask_who_discarded(
    session: Session, state: SessionState, table: GameState, won: Sequence[DealEvent], line: CommandLine
) -> Answer:
    """The question who discarded the tile of the last hand; a player's name enters the win."""
    *declared, win = won
    if declared or not isinstance(win, events.Win):
        raise line.error(Message("add the discarder"))
    winners = {name for name, _ in win.values}
    replies = [
        (name, event_line(replace(win, discarder=name))) for name in table.players if name not in winners
    ]
    language = session.language_of(session.rules_of(state))
    asked = paragraph(translate("asked who discarded", language))
    return replace(state, asked=Asked(state.hand, tuple(replies))), (asked,)


def _stated_counters(state: SessionState, typed_hand: TypedHand) -> dict[str, Any]:
    """What the last hand says of the table that is not as it was."""
    request, counter = typed_hand.request, typed_hand.rules.counter_circumstance
    counted = dict(typed_hand.parse()[1].circumstances)
    stated = {
        "honba": counted.get(counter.id, 0) if counter else request.honba,
        "sticks": request.sticks,
        "round": request.round or state.round,
    }
    return {name: value for name, value in stated.items() if value != getattr(state, name)}


def _won_by_unknown_payer(
    session: Session, state: SessionState, rules: DealRules, scores: Sequence[Score]
) -> Answer:
    """The next deal after a win of which it is not known who pays; the scores are not known either then."""
    table = session.deal_of(state, rules)
    winners = tuple(table.player_at(score.situation.seat) for score in scores)
    end = DealEnd(
        winners, False, (False,) * rules.players, tuple(map(int, table.scores)), 0, table.honba, table.dealer,
        table.round, table.turn, winners,
    )  # fmt: skip
    following = next_deal(rules, end, table.rounds)
    assert following is not None, "a ruleset with deals says what follows"
    after = with_next_deal(rules, replace(table, sticks=0, lost=0), following)
    state = replace(state, knows_scores=False, scores=())
    return session.with_deal(state, rules, table, after, (), "session unpaid" if rules.start else "")


def _drawn_event(session: Session, table: GameState, rules: DealRules, line: CommandLine) -> DealEvent:
    """How a deal ends without a winner: a draw with the players who are ready, or a false win."""
    words = _words_of_draw(line.argument)
    if not words:
        example = f"{line.name} {session.usage(DRAWN, rules.ruleset)}"
        raise line.error(Message("no hand has won", example))
    ready_words = phrase_words("table word ready")
    at = next((place for place, word in enumerate(words) if fold_name(word) in ready_words), len(words))
    before, after = words[:at], words[at + 1 :]
    if fold_name(before[0] if before else "") in {FALSE_WIN, *phrase_words("table word false win")}:
        _, _, seats = _parse_draw([DRAWN, *before[1:]], rules, line)
        if len(seats) != 1:
            raise line.error(Message("write one seat", line.name, FALSE_WIN))
        return events.FalseWin(table.players[table.player_at(seats[0])])
    rule, is_aborted, seats = _parse_draw(before or [DRAWN], rules, line)
    unpaid = (one for one in rules.draws if one.aborts == is_aborted and one.pays == ShareSheet())
    rule = rule or next(unpaid, None)
    _, _, ready = _parse_draw([DRAWN, *after], rules, line)
    named, ready_names = ([table.players[table.player_at(seat)] for seat in one] for one in (seats, ready))
    pays = rule is not None and rule.pays != ShareSheet()
    ready_names += [] if pays else named
    return events.Draw(
        rule.id if rule else DRAWN, tuple((name, "") for name in ready_names), tuple(named) if pays else ()
    )


def _words_of_draw(argument: str) -> list[str]:
    """The words of a line about a draw, with spaces or commas of any script between them."""
    return [word for word in re.split(r"[\s,，、]+", argument) if word]


def _parse_draw(
    words: Sequence[str], table_rules: DealRules, line: CommandLine
) -> tuple[DrawnDeal | None, bool, list[str]]:
    """The rule that ends a deal, whether it is aborted, and the seats that are named. A plain draw is the
    first rule by which ready players are paid. Raises InputError, which shows the line, for other words.
    """
    name, *seats = words
    rules: dict[str, DrawnDeal | None] = {draw.id: draw for draw in table_rules.draws}
    rules[DRAWN] = next((draw for draw in table_rules.draws if draw.pool), None)
    if any(draw.aborts for draw in table_rules.draws):
        rules[ABORTED] = None
    names = {fold_name(text): DRAWN for _, text in translations("list draws")}
    names |= {fold_name(text): one.id for one in table_rules.draws for text in dict(one.names).values()}
    name = names.get(fold_name(name), name) if name not in rules else name
    if name not in rules:
        message = Message("ways to end a deal", Listed(tuple(rules), "comma"))
        raise line.error(message, *nearest_names(name, rules, 1), at=name)
    winds = [wind_letter(seat) for seat in seats]
    for seat, wind in zip(seats, winds, strict=True):
        if wind not in table_rules.seats:
            raise line.error(
                Message("choose a seat", seat, Listed(tuple(table_rules.seats), "comma")), at=seat
            )
    rule = rules[name]
    return rule, name == ABORTED or bool(rule and rule.aborts), winds


def _scores(state: SessionState, rules: DealRules) -> tuple[int, ...]:
    """The scores of the players, the first dealer first; empty if they are not known."""
    if not state.knows_scores:
        return ()
    return state.scores or (rules.start,) * rules.players


def _score_lines(
    session: Session, state: SessionState, rules: DealRules, has_start: bool = False
) -> Iterator[str]:
    """The scores by seat, if players begin with any or have won any, or if they are asked for."""
    scores, language = _scores(state, rules), session.language_of(rules.ruleset)
    if scores and (has_start or rules.start or any(scores)):
        amounts = [format_amount(score) for score in scores]
        deal = session.deal_of(state, rules)
        yield translate("session scores", language, _by_seat(deal, rules, language, amounts))
    elif has_start:
        yield translate("session scores unknown", language)


def _by_seat(deal: GameState, rules: DealRules, language: str, amounts: Sequence[str]) -> str:
    """The amounts of the players, the first dealer's first, by the seats that they have in a deal."""
    return "   ".join(
        f"{seat_name(seat, language)}{KEEP}{amounts[deal.player_at(seat)]}" for seat in rules.seats
    )


def _set_scores(session: Session, state: SessionState, line: CommandLine) -> Answer:
    if state.events and not line.argument:
        return state, tabletalk.scores_document(state.events, session.load, session.language)
    _refuse_at_table(session, state, line)
    rules = DealRules(session.rules_of(state))
    if not line.argument:
        return state, (paragraph(*_score_lines(session, state, rules, has_start=True)),)
    scores = [0] * rules.players
    order = Message("in the order", Listed(tuple(rules.seats), "comma"))
    table = session.deal_of(state, rules)
    for seat, number in zip(rules.seats, _read_scores(line, rules, order), strict=True):
        scores[table.player_at(seat)] = number
    if message := sum_fault(rules, scores, state.sticks):
        raise line.error(message, at=line.argument)
    after = state.with_changes(scores=tuple(scores), knows_scores=True, played=None)
    return after, (paragraph(*_score_lines(session, after, rules, has_start=True)),)


def _refuse_at_table(session: Session, state: SessionState, line: CommandLine) -> None:
    """Raises InputError for a setting that follows from the events of a table."""
    if state.events:
        raise line.error(Message("decided by table", session.command("change")))


def _read_scores(line: CommandLine, table_rules: DealRules, order: Text) -> list[int]:
    """The numbers that follow a command, one for each player. Raises InputError for anything else."""
    words = line.argument.split()
    numbers = [word.replace(",", "") for word in words]
    wrong = [word for word, number in zip(words, numbers, strict=True) if not WHOLE_NUMBER.fullmatch(number)]
    if wrong or len(numbers) != table_rules.players:
        message = Message("write whole numbers", table_rules.players, order)
        raise line.error(message, at=wrong[0] if wrong else line.argument)
    return [int(number) for number in numbers]


def _draw(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """What a deal without a winner pays, or a false win; the next deal does not begin."""
    rules = session.rules_of(state)
    table_rules, argument = DealRules(rules), normalize("NFKC", line.argument)
    if ":" in argument:
        try:
            return state, as_document(drawn_deal_result(argument, rules), session.language)
        except InputError as error:
            raise line.error(error.faults[0].message, at=line.argument) from error
    words = _words_of_draw(argument)
    is_false_win = fold_name(words[0] if words else "") == fold_name(FALSE_WIN)
    if is_false_win:
        del words[0]
    if is_false_win or not words or wind_letter(words[0]) in table_rules.seats:
        words.insert(0, DRAWN)
    rule, is_aborted, seats = _parse_draw(words, table_rules, line)
    if is_aborted and not rule:
        begins = f"{session.command('next')} {ABORTED}"
        raise line.error(Message("nothing is paid", begins), at=words[0])
    if is_false_win and len(seats) != 1:
        raise line.error(Message("write one seat", line.name, FALSE_WIN))
    if not is_false_win and any(one.transfers for one in ([rule] if rule else table_rules.draws)):
        example = f"{line.name} E:4 S:0 W:0 N:1"
        raise line.error(Message("write hands of draw", example))
    pays_seats = rule is not None and not rule.pool
    try:
        found = draw_result(
            rules,
            ready_seats=() if pays_seats or is_false_win else seats,
            kind=rule.id if rule else "",
            paid_seats=seats if pays_seats else (),
            false_win=seats[0] if is_false_win else "",
            honba=_paid_honba(state, rules),
            sticks=state.sticks,
        )
    except InputError as error:
        raise line.error(error.faults[0].message) from error
    return state, as_document(found, session.language)


def _final(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """What final scores are worth, the first dealer's first; without numbers, the scores of the session."""
    if state.events and not line.argument:
        return state, tabletalk.result_document(state.events, session.load, session.language)
    rules = session.rules_of(state)
    table_rules = DealRules(rules)
    order = Message("from the first dealer")
    scores = _read_scores(line, table_rules, order) if line.argument else _scores(state, table_rules)
    if not scores:
        raise line.error(Message("scores not known", session.command("scores")))
    try:
        found = final_results(scores, rules, sticks=state.sticks)
    except InputError as error:
        raise line.error(error.faults[0].message) from error
    return state, as_document(found, session.language)


# ---- help


def _table(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """The table as it is; with names, a game of these players begins."""
    players = [word for word in re.split(r"[\s,，、]+", line.argument) if word]
    if players:
        event = tabletalk.begun_game(state.ruleset, dict(state.options), players)
        events, document = tabletalk.with_event(
            state.events, event, session.load, session.language, line.argument
        )
        return session.with_events(state, events), document
    if state.events:
        scores = tabletalk.scores_document(state.events, session.load, session.language)
        return state, (*session.table_document(state), *scores)
    return state, session.table_document(state)


def _deals(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """The events and the deals of the table."""
    _require_table(session, state, line)
    return state, tabletalk.deals_document(state.events, session.load, session.language)


def _change(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """An earlier event is replaced, or removed."""
    _require_table(session, state, line)
    number, _, text = line.argument.partition(" ")
    if not WHOLE_NUMBER.fullmatch(number):
        raise line.error(Message("number of an event", session.command("deals")), at=number)
    lines = tabletalk.lines_before(state.events, int(number))
    before = replace(state, events=lines, **session.deal_at_table(lines))
    event = session.told_event(before, text.strip()) if text.strip() and lines else text.strip()
    events, document = tabletalk.changed_lines(
        state.events, int(number), event, session.load, session.language, text.strip()
    )
    return session.with_events(state, events), document


def _save_table(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """The table is written to a file, and again after every event."""
    _require_table(session, state, line)
    name = line.argument or state.table_file
    if not session.opens_files:
        raise line.error(Message("no files here"))
    if not name:
        raise line.error(Message("name of a file", line.name))
    after = replace(state, table_file=name)
    session.save(after)
    return after, (paragraph(translate("table saved", session.language, name)),)


def _open_table(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """A table that was saved goes on; without a name, that of the last session."""
    from scorer.table.reading import read_evening

    if not session.opens_files:
        raise line.error(Message("no files here"))
    name = line.argument or str(table_path() or "")
    if not name:
        raise line.error(Message("name of a file", line.name))
    read = read_evening(name, load=session.load)
    if read.faults:
        first = read.faults[0]
        raise line.error(Message("file with faults", first.line, first.message), at=line.argument)
    head, lines = tabletalk.lines_of_file(Path(name).read_text(encoding="utf-8"), read)
    changes = {
        "events": lines,
        "table_head": head,
        "table_file": line.argument,
        "hand": "",
        "other_winners": (),
    }
    after = state.with_changes(**{**changes, **session.deal_at_table(lines)})
    session.save(replace(after, table_file=""))
    note = translate("table opened", session.language, name, len(lines))
    scores = tabletalk.scores_document(lines, session.load, session.language) if lines else ()
    return after, (paragraph(note), *scores)


def write_whole(file: Path, text: str) -> None:
    """Writes a file so that it has either its former text or the new one, whatever happens meanwhile."""
    new = file.with_name(f"{file.name}.new")
    with new.open("w", encoding="utf-8") as written:
        written.write(text)
        written.flush()
        os.fsync(written.fileno())
    new.replace(file)


def _require_table(session: Session, state: SessionState, line: CommandLine) -> None:
    """Raises InputError if no table has begun."""
    if not state.events:
        raise line.error(Message("no table yet", session.usage("table", session.rules_of(state))))


def _help(session: Session, state: SessionState, line: CommandLine) -> Answer:
    from scorer.sentence.unread import example_sentence

    rules = session.rules_of(state)
    language = session.language_of(rules)
    if line.argument and (told := _topic(session, state, line.argument)):
        return state, (paragraph(*told),)
    example = example_sentence(rules, language)
    typed = [(example, translate("help hand", language))] if example else []
    rows = [
        (session.usage(name, rules), translate(f"help {name}", language))
        for name in COMMANDS
        if name not in TABLE_SETTINGS and has_use(name, rules)
    ]
    return state, (term_table([*typed, *rows]),)


def _topic(session: Session, state: SessionState, name: str) -> list[str]:
    """The explanation of a topic, with an example if the game has it; nothing if no topic has the name."""
    from scorer.sentence.lexicon import TOPICS, words_of_topic

    rules = session.rules_of(state)
    language = session.language_of(rules)
    for words, text, example in TOPICS:
        if fold_name(name) in map(fold_name, words_of_topic(words)):
            shown = translate(example, language)
            _, _, line = shown.replace("：", ":").partition(":")
            if not _is_answered(session, state, line.strip()):
                shown = translate("topic of other games", language, name_in(rules.names, language))
            return [translate(text, language), shown]
    return []


def _is_answered(session: Session, state: SessionState, line: str) -> bool:
    """Whether a line is answered, and not refused or asked back."""
    try:
        after, _ = session.answer(state, line)
    except InputError:
        return False
    return after.asked is None


def _example_count(command: str, rules: Ruleset) -> tuple[str, ...]:
    """A count of the game, if the usage of a command shows one."""
    example = example_hand(rules) if command == "points" else None
    if not example:
        return ("1",)
    numbers = [example.worth.total, *([example.sheet.total] if example.sheet else [])]
    return (" ".join(map(str, numbers)),)


def has_use(command: str, rules: Ruleset) -> bool:
    """Whether a command has an answer under the rules of a game.

    >>> has_use("final", load_ruleset("riichi")), has_use("final", load_ruleset("ponjan"))
    (True, False)
    """
    needed: dict[str, object] = {
        "others": rules.comparisons,
        "next": rules.deals,
        "draw": rules.draws,
        "scores": rules.deals,
        "final": rules.final,
    }
    return bool(needed.get(command, True))


def _quit(session: Session, state: SessionState, line: CommandLine) -> Answer:
    """Nothing; the program that reads the lines ends the session, see `ends_session`."""
    return state, ()


ANSWERS_AT_TABLE: Mapping[str, CommandAnswer] = {
    "waits": _waits,
    "explain": _explain,
    "why": _why,
    "winners": _also,
    "deal": _others,
    "points": _points,
    "overtaking": _behind,
    "draw": _draw,
    "final": _final,
}
"""Answers to questions of the registry that need more than `_answer_of_registry` gives: the table, or words
in the text after the command. `waits` and `explain` take a hand from this text, and `why` without a name
suggests one of the game. `winners` and `deal` keep the other hands for the commands that follow. `points`
finds words such as tsumo or a seat in the text, `overtaking` a rival by seat from the scores of the table,
`draw` the kind of draw, the seats or a false win, and `final` without numbers takes the scores of the
table.
"""
COMMANDS: Mapping[str, CommandAnswer] = {
    "undo": _undo,
    **{
        query.command: ANSWERS_AT_TABLE.get(name) or _answer_of_registry(name)
        for name, query in QUESTIONS.items()
        if query.command
    },
    "next": _next,
    "set": _change_settings,
    **{name: _setter(name) for name in TABLE_SETTINGS},
    "scores": _set_scores,
    RULES: _rules,
    "table": _table,
    "deals": _deals,
    "change": _change,
    "save": _save_table,
    "open": _open_table,
    "help": _help,
    "quit": _quit,
}
"""The commands by their ids: the questions of the registry, and what changes the table. Their names in each
language, their arguments and their help are phrases.
"""


@cache
def names_of_command(command: str, language: str) -> tuple[str, ...]:
    """The names of a command in a language, the usual one first.

    >>> names_of_command("help", "en")
    ('help', '?')
    """
    return tuple(translate(f"command {command}", language).split())


def _folded_name(name: str) -> str:
    """A name as the names of commands are compared; a sign stands for itself."""
    return fold_name(name) or normalize("NFKC", name)


@cache
def _command_by_name() -> Mapping[str, str]:
    return {
        _folded_name(name): command
        for language in LANGUAGES
        for command in COMMANDS
        for name in (command, *names_of_command(command, language))
    }


def command_named(word: str) -> str:
    """The command that a word names in any language; empty if there is none.

    >>> command_named("待ち"), command_named("UNDO"), command_named("riichi")
    ('waits', 'undo', '')
    """
    return _command_by_name().get(_folded_name(word), "")


def command_before(text: str) -> str:
    """The longest name of a command with which a text begins that is written without spaces.

    >>> command_before("なぜ平和"), command_before("nextdraw")
    ('なぜ', '')
    """
    begins = (text[:end] for end in range(len(text) - 1, 0, -1))
    return next((name for name in begins if not name.isascii() and command_named(name)), "")


def ends_session(line: str) -> bool:
    """Whether a line ends the session.

    >>> ends_session("quit"), ends_session(" 終了"), ends_session("exit please"), ends_session("next")
    (True, True, True, False)
    """
    if len(line.strip()) > LONGEST_LINE:
        return False
    first, *others = line.split(maxsplit=1) or [""]
    if command_named(line.strip()) == "quit":
        return True
    if begun := command_before(line.strip()):
        first, others = begun, [line.strip().removeprefix(begun)]
    if command_named(first) != "quit":
        return False
    from scorer.sentence.lexicon import says_nothing

    return says_nothing(" ".join(others))


# ---- sentences


def _line_of(state: SessionState, question: SpokenQuestion) -> str:
    """The hand that a question is about: its own, or the last one."""
    return str(question.get("line") or state.hand)


def _say_score(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    rules = session.rules_of(state)
    line = text if _says_the_same(text, question.get("line"), rules) else question.get("line")
    after, document = session.score_line(state, line)
    language = session.language_of(rules)
    if question.get("is_change"):
        note = translate("changed to", language, line)
        document = (*document, paragraph(note))
    for names in question.get("claims") or ():
        if note := _refutation(session, after, names):
            document = (*document, paragraph(note))
    return after, document


def _refutation(session: Session, state: SessionState, names: Sequence[str]) -> str:
    """Why the last hand has no pattern that the sentence named; empty if it has one of these."""
    typed = session.typed_hand(state, state.hand)
    try:
        found = why_each([*names], typed.request.hand, typed.rules, **typed.as_arguments())
    except (InputError, NotAWinner):
        return ""
    score = found[0].score
    awarded = [award.pattern for award in score.best.awards] if score else []
    if not awarded or any(_is_kind_of(one, found[0].pattern, names) for one in awarded):
        return ""
    language = session.language_of(typed.rules)
    name = name_in(found[0].pattern.names, language) or found[0].pattern.id
    return headed_text(name, found[0].verdict(language), language)


def _is_kind_of(awarded: Pattern, named: Pattern, names: Sequence[str]) -> bool:
    """Whether an awarded pattern is one that was named, or has a longer form of its name: 国士無双十三面."""
    if awarded.id in names:
        return True
    said = {fold_name(word) for _, word in recognized_names(named)}
    return any(fold_name(word).startswith(tuple(said)) for _, word in awarded.names)


def _says_the_same(text: str, line: str, rules: Ruleset) -> bool:
    """Whether a text in the notation of hands means the same as a line, so that its faults can be shown at
    their places in what was typed.
    """
    typed, meant = (read_example(one, rules, is_typed=True) for one in (text, line))
    if typed.faults or meant.faults or typed.options != meant.options:
        return False
    one, other = typed.request, meant.request
    facts = [(WINS.get(request.win), names_winning_tile(request.hand)) for request in (one, other)]
    return facts[0] == facts[1] and _parsed_hand(one, rules) == _parsed_hand(other, rules)


def _parsed_hand(request: Request, rules: Ruleset) -> object:
    """A hand and its situation, or the messages of its faults."""
    try:
        return parse_request(request, rules)
    except InputError as error:
        return [fault.message for fault in error.faults]


def _say_waits(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return _waits(session, state, CommandLine(session.command("waits"), question.get("line") or ""))


def _say_explain(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return _explain(session, state, CommandLine(session.command("explain"), question.get("line") or ""))


def _say_why(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    if line := question.get("line"):
        state = state.with_changes(hand=line, other_winners=())
    return _why(session, state, CommandLine(session.command("why"), question.get("pattern")))


def _say_compare(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    line = _line_of(state, question)
    if not line:
        raise line_error(text, text, Message("no hand yet", session.command("help")))
    typed = session.typed_hand(state, line)
    others = [session.load(name) for name in question.get("rulesets")]
    names = {one.id for one in others}
    rulesets = others if len(others) > 1 else [*([] if typed.rules.id in names else [typed.rules]), *others]
    if question.get("line"):
        state = state.with_changes(hand=line, other_winners=())
    found = compare(typed.request, rulesets)
    return state, as_document(found, session.language)


def _say_points(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    """What is paid for a count; if its secondary score is not known, it is asked back with all of them."""
    rules = session.rules_of(state)
    try:
        found = reference.points(question.get("count"), rules, **_paid_how(state, question, rules))
    except InputError as error:
        if rows := _rows_by_sheet(state, question, rules, question.get("count")):
            return _ask_for_sheet(session, state, text, question.get("count"), rows)
        raise InputError(replace(fault, source="count") for fault in error.faults) from error
    return state, _points_document(session, found)


def _points_document(session: Session, found: Points) -> Document:
    """The payments for a count, with what is assumed after them; if one case is asked about, that payment
    alone.
    """
    if len(found.cases) == 1:
        found = replace(found, rows=found.rows[:1])
    head, *_, payments = as_document(found, session.language)
    assert isinstance(head, Paragraph), "the count is named first"
    title, *notes = head.lines
    return (paragraph(*title), payments, *([replace(head, lines=tuple(notes))] if notes else []))


def _paid_how(state: SessionState, question: SpokenQuestion, rules: Ruleset) -> dict[str, Any]:
    """How a count was won, as keywords of `points`."""
    honba, sticks = question.get("honba"), question.get("sticks")
    is_dealer = question.get("dealer") or (state.seat == DEALER and not question.get("others"))
    return {
        "win": question.get("win", ""),
        "dealer": is_dealer,
        "others": bool(question.get("others")),
        "honba": _paid_honba(state, rules) if honba is None else honba,
        "sticks": state.sticks if sticks is None else sticks,
    }


def _rows_by_sheet(
    state: SessionState, question: SpokenQuestion, rules: Ruleset, count: str
) -> list[tuple[int, Points]]:
    """The payments of a count with each usual secondary score."""
    if not rules.sheet_unit:
        return []
    from scorer.teach.payment_table import HandCount
    from scorer.teach.points import table_of

    found, how, payments = [], _paid_how(state, question, rules), table_of(rules)
    total = next((int(word) for word in count.split() if word.isdigit()), 0)
    ways = [one for one in payments.cases if not how["win"] or one.self_draw == WINS.get(how["win"])]
    for sheet in sorted(sheet for sheet in payments.sheets if sheet is not None):
        if not any(payments.may_have_hand(case, HandCount(total, sheet)) for case in ways):
            continue
        with suppress(InputError):
            found.append((sheet, reference.points(f"{count} {sheet} {rules.sheet_unit}", rules, **how)))
            if all(one.worth.worth.limit for one in found[-1][1].rows[0][1] if one):
                break  # more of it is paid the same
    return found


def _ask_for_sheet(
    session: Session, state: SessionState, text: str, count: str, rows: Sequence[tuple[int, Points]]
) -> Answer:
    """The question how many fu, and what each number of them would pay."""
    rules = session.rules_of(state)
    language = session.language_of(rules)
    unit = rules.unit_word(rules.sheet_unit, False, language)
    first = rows[0][1]
    total = first.rows[0][0].total
    usual = rows[min(1, len(rows) - 1)][0]
    question = translate("asked sheet", language, rules.amount_text(total, rules.unit, language), unit, usual)
    listed = []
    for sheet, found in rows:
        paid = [payment_call(one.payments, language) if one else "-" for one in found.rows[0][1]]
        listed.append((rules.amount_text(sheet, rules.sheet_unit, language), *paid))
    header = ("", *(short_case_words(case, first.table, language) for case in first.cases))
    document = (paragraph(question), table(listed, "l" + "r" * len(first.cases), header=header))
    replies = tuple(
        (amount, f"{text} {amount}")
        for amount in (rules.amount_text(sheet, rules.sheet_unit, language) for sheet, _ in rows)
    )
    return replace(state, asked=Asked(text, replies)), document


def _say_patterns(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    """What a list of patterns is worth without a hand."""
    from scorer.sentence.count import count_patterns

    rules = session.rules_of(state)
    language = session.language_of(rules)
    counted = count_patterns(question, rules)
    if counted.clash:
        name = name_in(counted.clash[0].names, language)
        raise line_error(text, text, translate("clash of hand", language, name))
    if counted.apart:
        names = join_words([name_in(one.names, language) for one in counted.apart], language)
        key = "clash of patterns" if len(counted.apart) > 1 else "clash with hand"
        raise line_error(text, text, translate(key, language, names))
    if counted.needs_state:
        shown = _values_by_state(session, question, rules)
        replies = tuple((way, f"{text} {way}") for way in ("open", "closed"))
        after = replace(state, asked=Asked(text, replies))
        return after, (paragraph(translate("asked state", language, shown)),)
    unit = rules.tier_unit if counted.tier else rules.unit
    count = f"{counted.tier or counted.total} {unit}"
    sums = _summed_parts(counted, rules, language)
    with_sheet = (
        f"{count} {counted.sheet} {rules.sheet_unit}" if counted.sheet and not counted.tier else count
    )
    try:
        found = reference.points(with_sheet, rules, **_paid_how(state, question, rules))
    except InputError as error:
        if rows := [] if counted.sheet else _rows_by_sheet(state, question, rules, count):
            after, document = _ask_for_sheet(session, state, text, count, rows)
            return after, (document[0], paragraph(sums), *document[1:])
        raise InputError(replace(fault, source="count") for fault in error.faults) from error
    return state, (*_points_document(session, found), paragraph(sums))


def _values_by_state(session: Session, question: SpokenQuestion, rules: Ruleset) -> str:
    """What a list of patterns counts in an open and in a closed hand."""
    from scorer.sentence.count import count_patterns

    language = session.language_of(rules)
    shown = []
    for hand_state, label in (("open", "hand open"), ("closed", "hand closed")):
        arguments = {**dict(question.arguments), "state": hand_state}
        total = count_patterns(SpokenQuestion(question.name, tuple(arguments.items())), rules).total
        shown.append(
            headed_text(
                translate(label, language),
                rules.amount_text(total, rules.unit, language),
                language,
            )
        )
    return comma_list(shown, language) + translate("end of sentence", language)


def _summed_parts(counted: ListCount, rules: Ruleset, language: str) -> str:
    """The patterns of a list with their values: Riichi 1 + Pinfu 1."""
    unit = rules.tier_unit if counted.tier else rules.unit
    parts = " + ".join(f"{name_in(one.part.names, language)} {one.value}" for one in counted.parts)
    number = counted.tier or counted.total
    return f"{parts} = {rules.amount_text(number, unit, language)}" if not counted.tier else parts


def _say_pattern(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    cards = reference.pattern_cards(list(question.get("names")), session.rules_of(state))
    return state, as_document(cards[0] if len(cards) == 1 else cards, session.language)


def _say_circumstance(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    """What circumstances demand of a hand, in the words of the ruleset."""
    rules = session.rules_of(state)
    language, end = session.language_of(rules), translate("full stop", session.language_of(rules))
    found = [rules.circumstance_by_id[name] for name in question.get("names")]
    shown = []
    for one in found:
        reasons = [capitalize_first(name_in(item.reason, language)) + end for item in one.requires]
        shown.append(paragraph(name_in(one.names, language), *(f"  {reason}" for reason in reasons)))
    return state, tuple(shown)


def _say_behind(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return _behind(session, state, CommandLine(session.command("behind"), str(question.get("points"))))


def _say_undo(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return _undo(session, state, CommandLine(session.command("undo")))


def _say_next(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return _next(session, state, CommandLine(session.command("next")))


def _say_deal(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    """The deal that is played now, with what lies on the table."""
    deal = CommandLine(f"{question.get('round')}{question.get('number')}")
    after, _ = _set_deal(session, state, deal)
    counters = {name: question.get(name) for name in ("honba", "sticks") if question.get(name) is not None}
    after = replace(after.with_settings(**counters), past=after.past) if counters else after
    return after, session.table_document(after)


def _say_final(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    scores = " ".join(map(str, question.get("scores")))
    return _final(session, state, CommandLine(session.command("final"), scores))


def _say_event(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    """Something happened at the table."""
    rules = DealRules(session.rules_of(state))
    if rules.deals is None and not state.events:
        raise line_error(text, text, Message("no scores to change", rules.ruleset.label))
    table = session.deal_of(state, rules)
    event = EVENTS_TOLD[question.name](session, table, rules, question, text)
    try:
        return session.with_happened(state, rules, [event], text)
    except InputError as error:
        keys = {getattr(fault.message, "key", "") for fault in error.faults}
        if not (state.events and keys == {NO_NEXT_DEALER} and isinstance(event, (events.Win, events.Draw))):
            raise
    names = table.players
    replies = tuple((name, event_line(replace(event, next_dealer=name))) for name in names)
    asked = translate("asked next dealer", session.language_of(rules.ruleset), names[0])
    return replace(state, asked=Asked(text, replies)), (paragraph(asked),)


EventTold = Callable[[Session, "GameState", DealRules, SpokenQuestion, str], "DealEvent"]
"""What a question with an event says has happened in a deal."""


def _told_draw(
    session: Session, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    """The end of a deal without a winner."""
    seats, unready = question.get("seats", ()), question.get("unready")
    if unready is not None:
        seats = tuple(seat for seat in rules.seats if seat not in unready)
    if seats == ("all",):
        seats = tuple(rules.seats)
    kind = question.get("kind") or (ABORTED if question.get("is_aborted") else DRAWN)
    line = CommandLine(session.command("next"), " ".join((kind, *seats)))
    return _drawn_event(session, table, rules, line)


def _told_false_win(
    session: Session, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    return events.FalseWin(_name_at(table, rules, question.get("seat"), text))


def _told_declaration(
    session: Session, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    """A player puts a stick on the table."""
    return events.Declaration(_name_at(table, rules, question.get("seat"), text))


def _told_win(
    session: Session, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    """A win by its hand, its count or its payment; several on one discard."""
    from scorer.sentence.reader import paid_points

    amounts, discarder, liable = question.get("amounts"), question.get("discarder"), question.get("liable")
    value = paid_points(amounts, is_each=not discarder) if amounts else question.get("count")
    told = question.get("values") or ((question.get("seat"), value),)
    values = tuple((_name_at(table, rules, seat, text), one) for seat, one in told)
    payer, answers = (_name_at(table, rules, seat, text) if seat else "" for seat in (discarder, liable))
    return events.Win(values, payer, ((values[0][0], answers),) if answers else ())


def _told_points(
    session: Session, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    """A number for each player."""
    points = tuple((_name_at(table, rules, seat, text), number) for seat, number in question.get("points"))
    return POINT_EVENTS[question.get("kind")](points)


POINT_EVENTS: Mapping[str, Callable[[events.PointsByPlayer], DealEvent]] = {
    "penalty": events.PointPenalty,
    "adjust": events.Adjustment,
    "chips": events.ChipPayment,
    "count": events.Count,
    "result": events.KnownResult,
}
"""Events with a number for each player."""
EVENTS_TOLD: Mapping[str, EventTold] = {
    "draw": _told_draw,
    "false_win": _told_false_win,
    "declare": _told_declaration,
    "win": _told_win,
    "points_of_players": _told_points,
}
"""The questions of sentences that tell what happened at a table."""


def _name_at(table: GameState, rules: DealRules, seat: str, text: str) -> str:
    """The name of the player at a seat of the deal. Raises InputError for a seat that the game lacks."""
    if seat not in tuple(rules.seats):
        raise line_error(text, text, Message("choose a seat", seat, Listed(tuple(rules.seats), "comma")))
    return table.players[table.player_at(seat)]


def _say_topic(session: Session, state: SessionState, text: str, question: SpokenQuestion) -> Answer:
    return _help(session, state, CommandLine(session.command("help"), question.get("word")))


NEVER_SPOKEN = ("also", "others", "set", "rules", "help", "quit", "table")
"""Commands whose names begin no sentence."""
OF_FILES = ("open", "save")
"""Commands whose names mean something else as well: an open hand is no file."""
PATTERN_COMMANDS = tuple(one.command for one in QUESTIONS.values() if one.argument == "pattern")
"""Commands that are followed by the name of a pattern."""
EXACT = ("draw", "next", "points", "scores")
"""Commands of which nothing is asked back: their own errors say what to write."""
SPOKEN: Mapping[str, Callable[[Session, SessionState, str, SpokenQuestion], Answer]] = {
    "score": _say_score,
    "waits": _say_waits,
    "explain": _say_explain,
    "why": _say_why,
    "compare": _say_compare,
    "points": _say_points,
    "patterns": _say_patterns,
    "pattern": _say_pattern,
    "circumstance": _say_circumstance,
    "topic": _say_topic,
    "behind": _say_behind,
    "undo": _say_undo,
    "next": _say_next,
    "deal": _say_deal,
    "final": _say_final,
    **dict.fromkeys(EVENTS_TOLD, _say_event),
}
"""The questions of sentences by their names."""
