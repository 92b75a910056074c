"""Explains conditions of the table: a clause for what must have happened in a deal or a game.

A word of the table has the phrases `table:NAME` and `table:not NAME`, a number `table:count NAME` with a slot
for what it is compared with, and a function that and the class. An expression that players have a sentence
of their own for has a phrase by its text: `table:wall_left == 0`. Where a language ends a clause otherwise
before another one, the phrase `table and:NAME` has that form.
"""

from __future__ import annotations

from scorer.engine.evaluate import rules_view, value_of
from scorer.engine.partial import is_decided
from scorer.language.nodes import OPPOSITE_COMPARISONS, Node
from scorer.teach.constructs import VALUE_COMPARISON_KEYS, clause
from scorer.teach.words import MissingWord, Speech, class_words
from scorer.texts import phrases

TABLE_CLAUSE, CLAUSE_BEFORE_ANOTHER, TABLE_COUNT = "table:{}", "table and:{}", "table:count {}"
"""The keys of the phrases for a condition, for one that others follow, and for the comparison of a number."""


def table_clause(node: Node, speech: Speech) -> str:
    """A condition of the table as a clause: 'the wall is empty and the dealer stays'; a number as a noun.
    Raises MissingWord if there are no words for it.
    """
    if (key := _whole_phrase_key(node)) in phrases():
        return speech.phrase(key)
    if is_decided(node, speech.rules):
        return _constant_words(node, speech)
    if node.op == "and":
        return _joint_clause(node, speech)
    if node.op == "or":
        return speech.alternative_clauses(_alternative(part, speech) for part in node.args)
    if node.op == "not":
        return _negated_clause(node.args[0], speech)
    if node.op == "compare" and len(node.args) == 3:
        return _comparison_clause(*node.args, speech)
    if node.op == "if":
        value, other = (table_clause(part, speech) for part in node.args[1:])
        return speech.phrase("if else", value, table_clause(node.args[0], speech), other)
    return _clause_of_hand(node, speech)


def _whole_phrase_key(node: Node, key: str = TABLE_CLAUSE) -> str:
    """The key of the sentence for the whole expression, if players have one."""
    is_long = node.op == "not" and node.parts[0].op in ("and", "or")
    text = f"not ({node.parts[0].text})" if is_long else node.text
    return key.format(" ".join(text.split()))


def _constant_words(node: Node, speech: Speech) -> str:
    value = value_of(node, rules_view(speech.rules))
    return clause(node, speech) if isinstance(value, bool | str) else f"{value:,}"


def _alternative(node: Node, speech: Speech) -> str:
    if node.op == "and" and _whole_phrase_key(node) not in phrases():
        return speech.joint_clauses(table_clause(part, speech) for part in node.args)
    return table_clause(node, speech)


def _joint_clause(node: Node, speech: Speech) -> str:
    """Conditions that hold together."""
    *first, last = node.args
    keys = [_whole_phrase_key(part, CLAUSE_BEFORE_ANOTHER) for part in first]
    if speech.is_english or not all(key in phrases() for key in keys):
        return speech.all_clauses(_joint_part(part, speech) for part in node.args)
    return speech.successive_clauses([speech.phrase(key) for key in keys], table_clause(last, speech))


def _joint_part(node: Node, speech: Speech) -> str:
    """One of several conditions that hold together; in English a long choice among them is in brackets."""
    said = table_clause(node, speech)
    is_long = speech.is_english and node.op == "or" and len(node.args) > 2
    return speech.phrase("in brackets", said).strip() if is_long else said


def _negated_clause(node: Node, speech: Speech) -> str:
    if node.op == "or":
        return speech.all_clauses(_negated_clause(part, speech) for part in node.args)
    if node.op == "and":
        return speech.alternative_clauses(_negated_clause(part, speech) for part in node.args)
    if node.op == "compare" and len(node.args) == 3:
        left, op, right = node.args
        return _comparison_clause(left, OPPOSITE_COMPARISONS[op], right, speech)
    key = TABLE_CLAUSE.format(f"not {node.text}")
    return speech.phrase(key) if key in phrases() else _clause_of_hand(Node("not", (node,)), speech)


def _comparison_clause(left: Node, op: str, right: Node, speech: Speech) -> str:
    """A number of the table compared with another one: 'the player has at least 1,000 points'."""
    if not is_decided(right, speech.rules):
        raise MissingWord
    value = value_of(right, rules_view(speech.rules))
    if (key := TABLE_CLAUSE.format(f"{left.text} {op} {value}")) in phrases():
        return speech.phrase(key)
    key = TABLE_COUNT.format(left.args[0])
    if not isinstance(value, int) or left.op not in ("fact", "call") or key not in phrases():
        raise MissingWord
    is_word = left.op == "call" and value > 0
    number = speech.phrase(VALUE_COMPARISON_KEYS[op], speech.number_word(value) if is_word else f"{value:,}")
    if left.op == "call":
        return speech.phrase(key, number, class_words(left.args[1], speech))
    return speech.phrase(key, number)


def _clause_of_hand(node: Node, speech: Speech) -> str:
    """A condition that is not about the table, or a function of the table that is true or false."""
    inner = node.args[0] if node.op == "not" else node
    key = TABLE_COUNT.format(inner.args[0]) if inner.op == "call" else ""
    if key in phrases():
        if node.op == "not":
            raise MissingWord
        return speech.phrase(key, class_words(node.args[1], speech))
    return clause(node, speech)
