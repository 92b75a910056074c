"""`scorer score`: one hand under one or several rulesets; `scorer explain`: a score explained step by step,
or why a pattern is or is not awarded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from scorer.cli import options
from scorer.cli.output import exit_status, print_refusal_and_exit, print_result
from scorer.errors import Fault, InputError, NotAWinner

if TYPE_CHECKING:
    from scorer.engine.evaluate import View
    from scorer.engine.results import Score
    from scorer.hand import Request
    from scorer.render.document import Document
    from scorer.render.result import Object
    from scorer.ruleset.model import Pattern, Ruleset

SINGLE_RESULT_OPTIONS = (("every", "--all"), ("explained", "--explain"))
"""Options for one hand under one ruleset."""
DEFAULT_NEAR_MISSES = 4
"""Default number of near misses."""


@click.command(cls=options.IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@options.rulesets_option
@options.hand_options
@options.rule_options
@options.repeatable_option(
    "--also",
    "HAND",
    "Another winner on the same discard, in one text: hand, seat=W, circumstances. Repeatable.",
)
@click.option("--all", "every", is_flag=True, help="Show every reading, best first.")
@click.option("--explain", "explained", is_flag=True, help="Explain every step, as `scorer explain` does.")
@options.hand_output_options
def score(**given: Any) -> None:
    """Score a hand and show how the payment is calculated.

    Write tiles as digits and a letter: 123m characters, 123p circles, 123s bamboo, 1234z winds, 567z white,
    green and red dragon, 0m a red five. For the letters of another game, run scorer score -r NAME --help.
    Write a called set as (345m), a concealed kong as [2222s], and the winning tile as +9s. Without a +, the
    last tile is the winning tile.

    \b
    scorer score "234m345p67p456s55s+8p" --tsumo -w riichi --dora 4s
    scorer score "406p78s11z(777z)[2222s]+9s" --from W --seat N
    scorer score 111r222k333b -r ponjan-anoa --dealer
    scorer score "234m345p67p456s55s+8p" -r tenhou -r m-league -r ema
    scorer score "234m345p67p456s55s+8p" --from E --also "567m345p67p456s77s+8p seat=W riichi"

    The exit status is 0 if the hand is scored, 1 if it does not win under these rules, and 2 if the input is
    invalid.
    """
    names = tuple(filter(None, given["rulesets"])) or (options.default_ruleset(),)
    request, faults = options.request_and_faults(given)
    if len(names) > 1:
        _print_comparison(request, faults, names, given)
        return
    from scorer.library import score_hand

    ruleset = options.load_given_ruleset(given, names[0])
    if given["also"]:
        faults += _conflict_faults(given, SINGLE_RESULT_OPTIONS, "--also")
    claims, scores = [options.hand_and_situation(request, faults, ruleset)], []
    if given["also"]:
        from scorer.teach.winners import discard_claims

        claims = discard_claims(ruleset, *claims[0], given["also"])
    try:
        for hand, situation in claims:
            scores.append(score_hand(ruleset, hand, situation))
    except NotAWinner as error:
        print_refusal_and_exit(error, ruleset, hand, situation, given)
    if given["also"]:
        _print_winners(ruleset, scores, given)
    elif given["explained"]:
        show_explanation(scores[0], given)
    else:
        show_score(scores[0], given)


def _print_winners(ruleset: Ruleset, scores: list[Score], given: dict[str, Any]) -> None:
    """Prints each winner's hand, then the total gain of every seat."""
    from scorer.render.breakdown import winners_document, winners_json
    from scorer.teach.winners import discard_winners

    found, language, first = discard_winners(ruleset, scores), given["language"], scores[0]
    print_result(
        given,
        lambda: winners_json(found, language),
        lambda: winners_document(found, language),
        ruleset,
        first.hand,
        first.best.reading,
    )


def show_score(score: Score, given: dict[str, Any]) -> None:
    """Prints the breakdown of a score."""

    def data() -> Object:
        from scorer.render.result import result_data_with_notes

        return result_data_with_notes(score, given["language"], given["every"])

    def document() -> Document:
        from scorer.render.breakdown import breakdown_document

        return breakdown_document(score, given["language"], given["every"])

    print_result(given, data, document, score.ruleset, score.hand, score.best.reading)


def _conflict_faults(
    given: dict[str, Any], single_options: Iterable[tuple[str, str]], conflict: str
) -> list[Fault]:
    """A fault for each of these options that is given, although they cannot be used with `conflict`."""
    message = f"cannot be combined with {conflict}"
    return [Fault(option, None, message, "circumstance") for key, option in single_options if given[key]]


def _print_comparison(
    request: Request, faults: list[Fault], names: tuple[str, ...], given: dict[str, Any]
) -> None:
    """Prints a comparison of several rulesets, and exits with the status of the best outcome.

    The hand is shown as the first ruleset that scores it reads it.
    """
    faults += _conflict_faults(given, (*SINGLE_RESULT_OPTIONS, ("also", "--also")), "several rulesets")
    if faults:
        raise InputError(faults)
    from scorer.render.comparison import comparison_document, comparison_json
    from scorer.teach.compare import compare_rulesets

    columns = compare_rulesets(request, names, options.option_values(given["options"]))
    scores = [column.outcome.score for column in columns if column.outcome.score]
    failures = [column.outcome.error for column in columns if column.outcome.error]
    if not scores and isinstance(failures[0], InputError):
        raise failures[0]
    for column in columns:
        given["language"] = column.ruleset.display_language(given["language"])
    shown = (scores[0].ruleset, scores[0].hand, scores[0].best.reading) if scores else (columns[0].ruleset,)
    language = given["language"]
    print_result(
        given,
        lambda: comparison_json(columns, language),
        lambda: comparison_document(columns, language),
        *shown,
    )
    if not scores:
        sys.exit(min(map(exit_status, failures)))


# ---- scorer explain


@click.command(cls=options.IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@options.ruleset_option
@options.hand_options
@options.rule_options
@options.repeatable_option(
    "--why patterns",
    "PATTERN",
    "Explain why this pattern is or is not awarded. Repeatable.",
    options.pattern_words,
)
@options.number_option("--near", 0, 50, DEFAULT_NEAR_MISSES, "Number of near misses to show.")
@options.hand_output_options
def explain(**given: Any) -> None:
    """Explain a hand from the tiles to the payment, with the reason for every step.

    The explanation shows how the input was understood, how the tiles are grouped, why each pattern is
    awarded, which patterns suppress others, the fu of each set (or the points of another secondary score),
    the arithmetic line by line, who pays, and the patterns that the hand just misses.

    \b
    scorer explain "123456789p77z11z+1z"
    scorer explain "234m345p67p456s55s+8p" --tsumo -w riichi --why pinfu --why "Half flush"
    scorer explain 111r222k333b -r ponjan-anoa

    The exit status is 0 if the hand is scored, 1 if it does not win, and 2 if the input is invalid.
    """
    from scorer.engine.evaluate import View
    from scorer.engine.score import readings_of
    from scorer.library import score_hand
    from scorer.teach.patterns import chosen_patterns

    request, faults = options.request_and_faults(given)
    ruleset = options.load_given_ruleset(given)
    hand, situation = options.hand_and_situation(request, faults, ruleset)
    view = View(ruleset, hand, situation)
    asked = [ruleset.pattern_by_id[name] for name in chosen_patterns(given["patterns"], "--why", ruleset)]
    try:
        score = score_hand(ruleset, hand, situation)
    except NotAWinner as error:  # with the reasons and the near misses
        if not asked or not readings_of(view):
            print_refusal_and_exit(error, ruleset, hand, situation, given)
        _print_pattern_reasons(asked, view, given)
        sys.exit(exit_status(error))
    if asked:
        _print_pattern_reasons(asked, view, given, score)
    else:
        show_explanation(score, given)


def show_explanation(score: Score, given: dict[str, Any]) -> None:
    """Prints the explanation of a score, step by step."""
    from scorer.render.breakdown import explanation_document, explanation_json
    from scorer.teach.why import explain_score

    told = explain_score(score, given["language"], given.get("near", DEFAULT_NEAR_MISSES))
    print_result(
        given, lambda: explanation_json(told), lambda: explanation_document(told), score.ruleset, score.hand
    )


def _print_pattern_reasons(
    patterns: list[Pattern], view: View, given: dict[str, Any], score: Score | None = None
) -> None:
    from scorer.engine.score import readings_of
    from scorer.render.breakdown import why_document, why_json
    from scorer.teach.why import analyze_pattern, nearest_analysis, verdict_sentence

    views = [view.with_reading(reading) for reading in readings_of(view)]
    best = view.with_reading(score.best.reading) if score else None
    language = given["language"]
    found = [
        analyze_pattern(p, best, language) if best else nearest_analysis(p, views, language) for p in patterns
    ]
    told = [(item, verdict_sentence(item, score, view)) for item in found]
    print_result(
        given,
        lambda: [why_json(item, note) for item, note in told],
        lambda: tuple(block for item, note in told for block in why_document(item, language, note)),
        view.ruleset,
        view.hand,
    )
