"""What an answer depends on: the state of a session, a line that is a command, the language, where rulesets
come from, and access to files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scorer.engine.configure import configure_ruleset
from scorer.errors import Fault, InputError
from scorer.message import Text
from scorer.phrases import translate
from scorer.questions.practice import example_hand
from scorer.render.document import Document
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.scoring import load_ruleset
from scorer.texts import phrases
from scorer.values import dataclass, replace

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset, Value
    from scorer.sentence.question import SpokenQuestion
    from scorer.table.state import GameState


class Context:
    """The language of a session, `load`, which finds a ruleset by its name, and whether `save` and `open`
    have access to files.
    """

    def __init__(
        self,
        language: str = "en",
        load: Callable[[str], Ruleset] | None = None,
        opens_files: bool = False,
    ) -> None:
        self.language, self.load = language, load or partial(load_ruleset, language=language)
        self.opens_files = opens_files

    def rules_of(self, state: SessionState) -> Ruleset:
        """The ruleset of a state with its options."""
        return configure_ruleset(self.load(state.ruleset), dict(state.options))

    def language_of(self, rules: Ruleset) -> str:
        return rules.display_language(self.language)

    def command(self, name: str) -> str:
        """The usual name of a command in the language of the session.

        >>> Context("ja").command("waits"), Context().command("waits")
        ('待ち', 'waits')
        """
        return names_of_command(name, self.language)[0]

    def usage(self, command: str, rules: Ruleset, name: str = "") -> str:
        """How a command is typed in the language of the session, with a name that it has.

        >>> Context().usage("why", load_ruleset("riichi"))
        'why PATTERN'
        """
        language = self.language_of(rules)
        key, words = f"arguments {command}", [name or self._command_of_game(command, language)]
        if key in phrases():
            words.append(translate(key, language, *_example_count(command, rules)))
        return " ".join(words)

    def _command_of_game(self, command: str, language: str) -> str:
        """The name of a command with a word of the game, if it has one, or the usual name."""
        names, key = names_of_command(command, self.language), COMMANDS_OF_A_GAME.get(command, "")
        name = translate(key, language) if key else ""
        return name if name in names else names[0]


@cache
def names_of_command(command: str, language: str) -> tuple[str, ...]:
    """The names of a command in a language, the usual one first.

    >>> names_of_command("help", "en")
    ('help', '?')
    """
    return tuple(translate(f"command {command}", language).split())


def _example_count(command: str, rules: Ruleset) -> tuple[str, ...]:
    """A count of the game, if the usage of a command shows one."""
    example = example_hand(rules) if command == "points" else None
    if not example:
        return ("1",)
    numbers = [example.worth.total, *([example.sheet.total] if example.sheet else [])]
    return (" ".join(map(str, numbers)),)


COMMANDS_OF_A_GAME = {"pattern": "command of game pattern", "also": "command of game also"}
"""The phrase for a command that a game may call by a word of its own."""
MOST_UNDONE = 100
"""The most changes that can be taken back."""
LONGEST_LINE = 2000
"""Characters of a line: the hands of a whole table have fewer."""
BLANKS = "\ufeff \t\r\n"
"""What around a line is no part of it."""
BETWEEN_WORDS = re.compile(r"[\s,，、]+")
WHOLE_NUMBER = re.compile(r"-?\d{1,12}")


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
    state. `listed` is the list of patterns that was counted last, to which the next line may add more.
    `events` are those of the table, in the form of a file, `table_file` is where they are saved, and
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
    listed: SpokenQuestion | None = None
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


Answer = tuple[SessionState, Document]


@dataclass(frozen=True)
class CommandLine:
    """A line with a command: its name as it was typed, and the text after it. `given` are parameters of the
    question that were typed as `name=value`; the text has them no longer, but `typed`, the whole line, has.
    """

    name: str
    argument: str = ""
    given: Mapping[str, Any] = MappingProxyType({})
    typed: str = ""

    @property
    def text(self) -> str:
        return self.typed or f"{self.name} {self.argument}".strip()

    def error(self, message: Text, *suggestions: str, at: str = "") -> InputError:
        """An error in the line, at a part of it; without one, at the name."""
        return line_error(self.text, at or self.name, message, *suggestions)


def line_error(text: str, word: str, message: Text, *suggestions: str) -> InputError:
    """An error at a word of a line."""
    at = max(0, text.find(word))
    return InputError([Fault("hand", at, message, "notation", len(word), text, suggestions)])


def paid_honba(state: SessionState, rules: Ruleset) -> int:
    """The counters that are paid for by themselves, not as a circumstance of a hand."""
    return 0 if rules.counter_circumstance else state.honba


def listed_words(text: str) -> list[str]:
    """The words of a list, with spaces or commas of any script between them.

    >>> listed_words("Ann, Ben、Cho Dia")
    ['Ann', 'Ben', 'Cho', 'Dia']
    """
    return [word for word in BETWEEN_WORDS.split(text) if word]
