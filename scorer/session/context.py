"""What answers depend on besides the state: the language, where rulesets come from, and access to files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from scorer.engine.configure import configure_ruleset
from scorer.phrases import translate
from scorer.questions.practice import example_hand
from scorer.scoring import load_ruleset
from scorer.texts import phrases

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset
    from scorer.session.state import SessionState


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
        key, words = f"arguments {command}", [name or self.command(command)]
        if key in phrases():
            words.append(translate(key, self.language_of(rules), *_example_count(command, rules)))
        return " ".join(words)


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
