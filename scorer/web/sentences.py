"""The sentences of the text box: a line of a session that keeps nothing, answered under shipped rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scorer.hand import Request
from scorer.parameters import HAND
from scorer.questions.pages import as_fragment, as_line_html
from scorer.questions.registry import QUESTIONS, Arguments, Query, ruleset_of_text
from scorer.render.document import Document
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset
from scorer.session import Session, SessionState
from scorer.values import dataclass
from scorer.writing import as_text

SENTENCE = "sentence"
"""The question that a sentence is, whatever it asks."""
WIDEST = 10_000
"""Columns. No line of an answer is so long that it would be broken."""


@dataclass(frozen=True)
class SentenceAnswer:
    """The answer to a sentence under a ruleset. If it asks something back, `replies` are the names of the
    possible replies, each with the complete sentence to ask next. `request` is the hand of the sentence.
    """

    document: Document
    ruleset: Ruleset
    replies: tuple[tuple[str, str], ...] = ()
    request: Request | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The answer as text and as part of a page, its first line, the replies and the hand."""
        line = as_text(self.document, columns=WIDEST).strip().partition("\n")[0]
        return {
            "text": as_text(self.document),
            "html": as_fragment(self.document, ruleset=self.ruleset),
            "line": line,
            "line_html": as_line_html(line, self.ruleset),
            "replies": [{"name": name, "line": sentence} for name, sentence in self.replies],
            "request": {name: getattr(self.request, name) for name in HAND} if self.request else None,
        }


def answer_line(arguments: Arguments) -> SentenceAnswer:
    """The answer to a line such as `riichi pinfu tsumo dora 2`. No path is ever opened."""
    named = arguments.value("ruleset", DEFAULT_RULESET)
    language = arguments.value("language")

    def load(name: str) -> Ruleset:
        if name == named and "rules" in arguments.given:
            return ruleset_of_text(arguments.given["rules"], (), language)
        return arguments.ruleset_named(name)

    deal = arguments.only("seat", "round", "honba", "sticks")
    state = SessionState(named, tuple(arguments.value("options").items()), **deal)
    session = Session(language, load)
    after, document = session.answer(state, arguments.value("line"))
    asked = after.asked.replies if after.asked else ()
    replies = tuple((session.reply_name(reply), " ".join(line.split())) for reply, line in asked)
    typed = session.typed_hand(after, after.hand) if after.hand else None
    return SentenceAnswer(document, session.rules_of(after), replies, typed.request if typed else None)


WEB_QUESTIONS: Mapping[str, Query] = MappingProxyType({
    **QUESTIONS,
    SENTENCE: Query(
        "A sentence in the words of players: a hand, a count, a list of patterns or a question.",
        ("ruleset", "rules", "options", "line", "seat", "round", "honba", "sticks"),
        answer_line,
    ),
})  # fmt: skip
"""The questions of the registry, and sentences that may ask any of them."""
