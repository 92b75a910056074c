"""What the fast evaluator leaves to the readable one: a whole ruleset, or one hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.language.nodes import Node


class Unsupported(Exception):
    """A construct that the compiled form has no answer to; the readable evaluator scores such a ruleset.

    `node` is the expression that contains it, if there is one.
    """

    node: Node | None = None


class NeedsReadableEvaluator(Exception):
    """A hand that is left to the readable evaluator, which finds the faults or says why it does not win."""
