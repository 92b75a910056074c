"""Everything that the views say of a ruleset in a language, for tests that read it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from scorer.render.breakdown import breakdown_document, explanation_document
from scorer.render.document import Document, Paragraph, Table
from scorer.render.payments import payments_document
from scorer.render.quiz import mark_document, question_document
from scorer.render.rulesets import cards_document, pattern_list, ruleset_page
from scorer.render.waits import waits_document
from scorer.ruleset.model import Ruleset
from scorer.teach.patterns import pattern_card
from scorer.teach.payment_table import PaymentTable
from scorer.teach.progress import TOPICS
from scorer.teach.quiz import Wish, mark_answer, questions, quiz_scores
from scorer.teach.why import explain_score
from scorer.waiting import find_waits


def texts(document: Document) -> Iterator[str]:
    """Every line of a paragraph and every cell, title and heading of a table."""
    for block in document:
        if isinstance(block, Paragraph):
            yield from ("".join(part.text for part in line) for line in block.lines)
        elif isinstance(block, Table):
            yield from (block.title, *block.header)
            yield from (
                "".join(part.text for part in cell) for row in (*block.rows, block.last_row) for cell in row
            )


def documents(ruleset: Ruleset, language: str, hands: int, patterns: int) -> Iterator[Document]:
    """What is said of the rules, of so many hands drawn for a quiz, and of so many patterns."""
    yield payments_document(PaymentTable(ruleset), language)
    yield pattern_list(ruleset, tuple(ruleset.pattern_by_id.values()), language)
    yield ruleset_page(ruleset, language)
    every = ruleset.patterns
    for pattern in every[:: -(-len(every) // patterns)]:
        yield cards_document([pattern_card(pattern, ruleset, language=language)], language)
    for score in islice(quiz_scores(ruleset, Wish(tuple(TOPICS), 3), 3), hands):
        yield breakdown_document(score, language, with_readings=True)
        yield explanation_document(explain_score(score, language))
        yield waits_document(find_waits(ruleset, score.hand.waiting_hand, score.situation), language)
        for question in questions(score, tuple(TOPICS), language):
            yield question_document(question, language)
            yield mark_document(mark_answer(question, "", language), language)
