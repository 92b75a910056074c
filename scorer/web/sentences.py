"""The sentences of the text box: a line of a session that keeps nothing, answered under shipped rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scorer.questions.registry import QUESTIONS, Arguments, Query, ruleset_of_text
from scorer.render.document import Document
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset
from scorer.session import Session, SessionState

SENTENCE = "sentence"
"""The question that a sentence is, whatever it asks."""


def answer_line(arguments: Arguments) -> Document:
    """The answer to a line such as `riichi pinfu tsumo dora 2`. No path is ever opened."""
    named = arguments.value("ruleset", DEFAULT_RULESET)
    language = arguments.value("language")

    def load(name: str) -> Ruleset:
        if name == named and "rules" in arguments.given:
            return ruleset_of_text(arguments.given["rules"], (), language)
        return arguments.ruleset_named(name)

    state = SessionState(named, tuple(arguments.value("options").items()))
    _, document = Session(language, load).answer(state, arguments.value("line"))
    return document


WEB_QUESTIONS: Mapping[str, Query] = MappingProxyType({
    **QUESTIONS,
    SENTENCE: Query(
        "A sentence in the words of players: a hand, a count, a list of patterns or a question.",
        ("ruleset", "rules", "options", "line"),
        answer_line,
    ),
})  # fmt: skip
"""The questions of the registry, and sentences that may ask any of them."""
