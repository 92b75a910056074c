"""A conversation with a program, such as a chat bot: sentences of players in, answers out."""

from __future__ import annotations

from scorer.languages import ENGLISH
from scorer.questions.rules import shipped_ruleset
from scorer.render.document import Document
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.session import Session, SessionState
from scorer.values import dataclass


@dataclass(frozen=True)
class SpokenAnswer:
    """The answer to a sentence. `document` is the answer, for `as_text`, `as_html` and `as_markdown`. Pass
    `state` to `ask` with the next sentence of the same conversation.

    >>> from scorer import ask
    >>> ask("3 han").is_question, ask("3 han 40 fu").is_question
    (True, False)
    """

    document: Document
    state: SessionState

    @property
    def is_question(self) -> bool:
        """Whether the sentence can mean several things, so that the answer asks which one is meant."""
        return self.state.asked is not None


def ask(
    text: str,
    state: SessionState | None = None,
    *,
    ruleset: Ruleset | str = DEFAULT_RULESET,
    language: str = ENGLISH,
) -> SpokenAnswer:
    """The answer to a sentence in the words of players, in English, Japanese or Chinese: a hand, a count, a
    list of patterns, a question, or a few words about the hand before.

    A conversation begins without a `state`. The reply has the state for the next sentence, and nothing is
    kept elsewhere. `ruleset` is that of the game, by its name, the path of its file, or loaded; a sentence
    can change to another shipped ruleset, but no sentence opens a file.

    Raises InputError, with the place of each fault, if the sentence cannot be read, if it contradicts itself,
    or if the hand is not possible; the state before then remains valid. Raises RulesetError if there is no
    such ruleset.

    >>> from scorer import as_text, ask
    >>> reply = ask("ron 8p from west 234m345p67p456s55s, dora 5s")
    >>> print(as_text(reply.document))
    Is 5s the dora indicator or the dora itself? Reply “indicator” or “dora”.
    >>> for sentence in ("dora", "and riichi", "no, tsumo"):
    ...     reply = ask(sentence, reply.state)
    ...     print(as_text(reply.document).splitlines()[0])
    5 han 30 fu · Mangan · 8,000
    6 han 30 fu · Haneman · 12,000
    7 han 20 fu · Haneman · 3,000/6,000 (12,000)
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset, language=language)

    def load(name: str) -> Ruleset:
        return rules if name == rules.id else shipped_ruleset(name, language=language)

    session = Session(language, load)
    after, document = session.answer(state or SessionState(rules.id), text)
    return SpokenAnswer(document, after)
