"""`scorer explain`: one hand told step by step, and why a pattern is or is not awarded."""

from __future__ import annotations

import sys
from typing import Any

import click

from scorer.cli import options
from scorer.cli.output import JSON, show_hand, show_json, show_refusal, status_of
from scorer.engine.evaluate import View
from scorer.engine.results import Score
from scorer.engine.score import readings_of
from scorer.errors import NotAWinner
from scorer.library import score_hand
from scorer.render.breakdown import explanation_document, explanation_json, why_document, why_json
from scorer.ruleset.model import Pattern
from scorer.teach.patterns import chosen_patterns
from scorer.teach.why import best_why, explain_score, verdict, why

NEAR = 4
"""How many near misses are named unless it is said."""


@click.command(cls=options.IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@options.one_ruleset
@options.hand_options
@options.rule_options
@options.several(
    "--why patterns",
    "PATTERN",
    "Ask about this pattern, by id or name; repeat for more.",
    options.completed_patterns,
)
@click.option(
    "--near", type=click.IntRange(0, 50), default=NEAR, show_default=True, help="How many near misses."
)
@options.drawn_options
def explain(**given: Any) -> None:
    """Tell a hand from the tiles to the payment, with the reason for every step.

    What was understood, how the tiles are read, what makes each pattern true, what is swallowed by what, the
    second sheet set by set, the arithmetic line by line, who pays, and the patterns that come nearest.

    \b
    scorer explain "123456789p77z11z+1z"
    scorer explain "234m345p67p456s55s+8p" --tsumo -w riichi --why pinfu --why "Half flush"
    scorer explain 111r222k333b -r ponjan-anoa

    The exit status is 0 where the hand is scored, 1 where it does not win, 2 where the input cannot be
    understood.
    """
    request, faults = options.request_of(given)
    ruleset = options.ruleset_of(given)
    hand, situation = options.understood(request, faults, ruleset)
    view = View(ruleset, hand, situation)
    asked = [ruleset.pattern_by_id[name] for name in chosen_patterns(given["patterns"], "--why", ruleset)]
    try:
        score = score_hand(ruleset, hand, situation)
    except NotAWinner as error:  # why, and what it just misses
        if asked and readings_of(view):
            _answer(asked, view, given)
        else:
            show_refusal(error, ruleset, hand, situation, given)
        sys.exit(status_of(error))
    if asked:
        _answer(asked, view, given, score)
    else:
        show_explanation(score, given)


def show_explanation(score: Score, given: dict[str, Any]) -> None:
    explanation = explain_score(score, given["language"], given.get("near", NEAR))
    if given["form"] == JSON:
        show_json(explanation_json(explanation))
    else:
        show_hand(explanation_document(explanation), score.hand, score.ruleset, given)


def _answer(asked: list[Pattern], view: View, given: dict[str, Any], score: Score | None = None) -> None:
    views = [view.reading_as(reading) for reading in readings_of(view)]
    best = view.reading_as(score.best.reading) if score else None
    language = given["language"]
    found = [why(p, best, language) if best else best_why(p, views, language) for p in asked]
    told = [(item, verdict(item, score, view)) for item in found]
    if given["form"] == JSON:
        show_json([why_json(item, note) for item, note in told])
    else:
        document = [block for item, note in told for block in why_document(item, language, note)]
        show_hand(tuple(document), view.hand, view.ruleset, given)
