"""A session, line by line: what a line answers, and what it changes for those that follow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from scorer import tabletalk
from scorer.engine.examples import read_example
from scorer.errors import Fault, InputError
from scorer.hand import WINDS, wind_letter
from scorer.message import Message, localized_text
from scorer.notation import reads_as_tiles
from scorer.parameters import TABLE_SETTINGS
from scorer.phrases import translate
from scorer.render.document import paragraph
from scorer.ruleset.find import resolved_name, shipped_names
from scorer.sentence.places import fault_as_typed
from scorer.sentence.question import Contradiction, SpokenQuestion, Unclear, Unread
from scorer.session.commands import (
    COMMANDS,
    RULES_COMMAND,
    command_before,
    command_named,
    completions,
    numbered_change,
    words_of_lines,
)
from scorer.session.counts import answer_points
from scorer.session.deals import DRAWN
from scorer.session.evening import keep_events, prompt
from scorer.session.files import unfinished_game
from scorer.session.hands import TypedHand, answer_hand, typed_hand
from scorer.session.reading import (
    HABITS,
    UNREAD_MESSAGES,
    meant_reply,
    raise_unread,
    raise_unread_event,
    read_sentence_of,
    reply_name,
    tells_win,
)
from scorer.session.settings import DEAL, answer_set, numbered_option, set_deal
from scorer.session.spoken import SPOKEN
from scorer.session.state import (
    BLANKS,
    LONGEST_LINE,
    Answer,
    Asked,
    CommandLine,
    Context,
    SessionState,
    line_error,
    listed_words,
)
from scorer.session.told_events import EVENTS_TOLD, told_event
from scorer.suggest import nearest_names
from scorer.table.events import GameStart
from scorer.values import replace

ALSO = "also"
NEVER_SPOKEN = (ALSO, "others", "set", "rules", "help", "quit", "table")
"""Commands whose names begin no sentence."""
OF_FILES = ("open", "save")
"""Commands whose names mean something else as well: an open hand is no file."""
OF_NAMES = ("help", "pattern", "rules", *OF_FILES)
"""Commands after which a word is a name, also if it could tell of an event: `help draw`."""
EXACT = ("draw", "next", "points", "scores")
"""Commands of which nothing is asked back: their own errors say what to write."""


class Session(Context):
    """Answers lines in one language. `load` finds a ruleset by its name; a page passes
    `scorer.questions.rules.shipped_ruleset`, which opens no files. With `opens_files`, `save` and `open` have
    access to files.
    """

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
        if after.listed and after.listed is state.listed and not after.asked:  # nothing was added to it
            after = replace(after, listed=None)
        return (replace(after, line=text) if len(after.past) > len(state.past) else after), document

    def reply_name(self, reply: str) -> str:
        """A reply to what was asked back, as it is shown."""
        return reply_name(reply, self.language)

    def prompt(self, state: SessionState) -> str:
        """The prompt, with what applies to the next hand."""
        return prompt(self, state)

    def completions(self, state: SessionState, line: str) -> list[str]:
        """What the last word of a line may become, in alphabetical order."""
        return completions(self, state, line)

    def typed_hand(self, state: SessionState, text: str) -> TypedHand:
        """A hand as it is typed, with what the state keeps filled in. Raises InputError with the faults."""
        return typed_hand(self, state, text)

    def with_events(self, state: SessionState, lines: tuple[str, ...]) -> SessionState:
        """The state with other events of the table, which are saved."""
        return keep_events(self, state, lines)

    def told_event(self, state: SessionState, text: str) -> str:
        """The event that a sentence means at the table, as a line of its file; the text itself if none."""
        return told_event(self, state, text)

    def unfinished_game(self) -> GameStart | None:
        """The game that `open` goes on with, if it was left unfinished in the last day."""
        return unfinished_game(self)

    def _answer_text(self, state: SessionState, text: str) -> Answer:
        if state.asked and (replied := self._answer_to_reply(state, text)):
            return replied
        state = replace(state, asked=None) if state.asked else state
        text = numbered_change(text) if state.events else text
        command = command_named(text.split(maxsplit=1)[0])
        if state.events and command not in OF_NAMES and (told := self._answer_at_table(state, text)):
            return told
        if command:
            is_told = command == "quit" or (command == "waits" and tells_win(self, state, text))
            if is_told and (spoken := self._answer_to_sentence(state, text)):
                return spoken
            try:
                return self._answer_command(state, text)
            except InputError:
                with suppress(*(() if command in OF_FILES else (InputError,))):
                    if spoken := self._spoken_after(command, state, text):
                        return spoken
                raise
        return self._answer_line(state, text)

    def _answer_at_table(self, state: SessionState, text: str) -> Answer | None:
        """The answer to an event at the table; None if the line tells of none."""
        if text.startswith("{"):
            events, document = tabletalk.with_event(state.events, text, self.load, self.language, text)
            return keep_events(self, state, events), document
        reading = read_sentence_of(self, state, text)
        is_event = isinstance(reading, SpokenQuestion) and reading.name in EVENTS_TOLD
        if isinstance(reading, Unclear) and not state.hand and command_named(text.split()[0]) == ALSO:
            return self._ask_back(state, text, reading)  # two winners, and no hand to add one to
        return self._answer_to_sentence(state, text) if is_event else None

    def _answer_to_reply(self, state: SessionState, text: str) -> Answer | None:
        """The answer to a reply to what was asked back; None if the line is none."""
        assert state.asked is not None
        before = replace(state, asked=None)
        replies = dict(state.asked.replies)
        if reply := meant_reply(text, replies):
            kept = (*before.replies, reply) if reply in HABITS else before.replies
            return self.answer(replace(before, replies=kept), replies[reply])
        together = f"{state.asked.sentence} {text}"
        reading = read_sentence_of(self, before, together)
        is_shorter = len(text) < len(together) // 2 or len(text.split()) < 3
        if (
            is_shorter
            and isinstance(reading, SpokenQuestion)
            and reading != read_sentence_of(self, before, text)
        ):
            return self._answer_to_sentence(before, together)
        return None

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
            spoken = self._answer_to_sentence(state, text)
            return spoken or self.answer(state, f"{joined[0]} {text[joined.end() :]}")
        if DEAL.fullmatch(name) and not (rest.strip() and may_be_tiles):
            if may_be_tiles:
                message = Message("deal or tile", name)
                raise line_error(text, name, message)
            after, document = set_deal(self, state, CommandLine(name))
            return self.answer(after, rest) if rest.strip() else (after, document)
        setting = numbered_option(text, rules)
        if setting and not (state.hand and self._changes_hand(state, text)):
            return answer_set(self, state, CommandLine(name, setting))
        if spoken := self._answer_to_sentence(state, text):
            return spoken
        if state.events:
            raise_unread_event(self, state, text)
        is_word = may_be_tiles or bool(read_example(name, rules, is_typed=True).words)
        command = command_before(name)
        if command and (not is_word or command_named(command) in TABLE_SETTINGS):  # 圈風西
            return self.answer(state, f"{command} {text[len(command) :]}")
        known = name in words_of_lines(self, state)
        ruleset = "" if may_be_tiles or known or rest else resolved_name(name)
        if ruleset in shipped_names():
            message = Message("word is a ruleset", name, self.command(RULES_COMMAND), name)
            raise line_error(text, name, message)
        close = nearest_names(name, COMMANDS, 1) if name.isascii() and name.isalpha() else ()
        if close and not (may_be_tiles or known):
            raise_unread(self, state, text, at_start=False)
            raise line_error(text, name, Message("no such session command", name), *close)
        try:
            return answer_hand(self, state, text)
        except InputError as error:
            if counted := self._answer_to_count(state, text):
                return counted
            keys = {getattr(fault.message, "key", "") for fault in error.faults}
            if keys & {*UNREAD_MESSAGES}:
                raise_unread(self, state, text)
            raise

    def _changes_hand(self, state: SessionState, text: str) -> bool:
        """Whether a line says something of the last hand: 赤ドラ1."""
        reading = read_sentence_of(self, state, text)
        return isinstance(reading, SpokenQuestion) and bool(reading.get("is_change"))

    def _answer_to_sentence(self, state: SessionState, text: str) -> Answer | None:
        """The answer to a sentence; None if it cannot be read as one."""
        reading = read_sentence_of(self, state, text)
        if isinstance(reading, Unread):
            return None
        if isinstance(reading, Contradiction):
            language = self.language_of(self.rules_of(state))
            raise InputError(
                [Fault("hand", None, localized_text(reading.text, language), "circumstance", text=text)]
            )
        if isinstance(reading, Unclear):
            return self._ask_back(state, text, reading)
        try:
            return SPOKEN[reading.name](self, state, text, reading)
        except InputError as error:
            raise InputError(_faults_as_typed(error, text, reading)) from error

    def _spoken_after(self, command: str, state: SessionState, text: str) -> Answer | None:
        """The answer to a sentence that begins with the name of a command."""
        if command == ALSO:
            reading = read_sentence_of(self, state, text)
            is_told = isinstance(reading, SpokenQuestion) and reading.name in EVENTS_TOLD
            is_asked = isinstance(reading, Unclear) and not state.hand
            return self._answer_to_sentence(state, text) if is_told or is_asked else None
        if command in NEVER_SPOKEN:
            return None
        words = listed_words(text.partition(" ")[2])
        if command == DRAWN and all(wind_letter(word) in WINDS for word in words):
            return None
        is_question = isinstance(read_sentence_of(self, state, text), SpokenQuestion)
        return self._answer_to_sentence(state, text) if is_question or command not in EXACT else None

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
        note = translate("assumed reply", language, reply_name(reply, self.language))
        return replace(after, noted=(*after.noted, reply)), (*document, paragraph(note))

    def _answer_to_count(self, state: SessionState, text: str) -> Answer | None:
        """What is paid for a count without a hand, such as `親 4翻30符`; None if the line is no count."""
        if any(reads_as_tiles(word, self.rules_of(state).tileset) for word in text.split()):
            return None
        try:
            return answer_points(self, state, CommandLine("points", text))
        except InputError:
            return None


def _faults_as_typed(error: InputError, text: str, question: SpokenQuestion) -> Iterator[Fault]:
    """The faults of the line that a sentence means, in the sentence; those of the hand before it, which the
    sentence changes, remain in the line.
    """
    line, is_change = question.get("line"), question.get("is_change")
    for fault in error.faults:
        typed = fault_as_typed(fault, line, text, question.places)
        yield fault if is_change and typed.position is None else typed
