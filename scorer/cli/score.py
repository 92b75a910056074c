"""`scorer score`: one hand, under one ruleset or several."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from scorer.cli.default import default_ruleset
from scorer.cli.hand_options import hand_options, request_of, understood
from scorer.cli.indicators import IndicatorCommand
from scorer.cli.options import (
    format_option,
    language_option,
    option_values,
    rule_options,
    several_rulesets,
)
from scorer.cli.output import fail, show, show_json, status_of
from scorer.engine.request import Request
from scorer.errors import Fault, InputError, NotAWinner, ScorerError
from scorer.library import load_ruleset

if TYPE_CHECKING:
    from scorer.engine.results import Score
    from scorer.hand import Hand, Situation
    from scorer.ruleset.model import Ruleset


@click.command(cls=IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@several_rulesets
@hand_options
@rule_options
@click.option("--all", "every", is_flag=True, help="Show every reading, best first.")
@click.option("--explain", "explained", is_flag=True, help="Tell every step, as `scorer explain` does.")
@language_option
@format_option
def score(**given: Any) -> None:
    """Score a hand and show how its payment comes about.

    Tiles are digits and a letter: 123m characters, p circles, s bamboo, 1234z the winds, 567z white, green
    and red dragon, 0m a red five; other games have letters of their own. (345m) is called, [2222s] a
    concealed kong, +9s the winning tile: without it the last tile written has won.

    \b
    scorer score "234m345p67p456s55s+8p" --tsumo -w riichi --dora 4s
    scorer score "406p78s11z(777z)[2222s]+9s" --from W --seat N
    scorer score 111r222k333b -r ponjan-anoa --dealer
    scorer score "234m345p67p456s55s+8p" -r tenhou -r m-league -r ema

    The exit status is 0 where the hand is scored, 1 where it does not win under these rules, 2 where the
    input cannot be understood.
    """
    names = tuple(filter(None, given["rulesets"])) or (default_ruleset(),)
    try:
        request, faults = request_of(given)
        if len(names) > 1:
            _compare(request, faults, names, given)
        else:
            _score_one(request, faults, names[0], given)
    except ScorerError as error:
        if given["form"] != "json":
            fail(error)
        _show_error(error, given)


def _score_one(request: Request, faults: list[Fault], name: str, given: dict[str, Any]) -> None:
    ruleset = load_ruleset(name, option_values(given["options"]))
    hand, situation = understood(request, faults, ruleset)
    from scorer.engine.score import score_hand

    try:
        _show_score(score_hand(ruleset, hand, situation), given)
    except NotAWinner as error:
        _show_refusal(error, ruleset, hand, situation, given)


def _show_score(score: Score, given: dict[str, Any]) -> None:
    if given["explained"]:
        from scorer.cli.explain import show_explanation

        show_explanation(score, given)
    elif given["form"] == "json":
        from scorer.render.result import result_of

        show_json(result_of(score, given["language"], given["every"]))
    else:
        from scorer.render.breakdown import breakdown

        show(breakdown(score, given["language"], given["every"]), given["form"])


def _show_refusal(
    error: NotAWinner, ruleset: Ruleset, hand: Hand, situation: Situation, given: dict[str, Any]
) -> None:
    """A hand that does not win is an answer as well: it goes where results go."""
    from scorer.teach.advice import advice_on

    advice, language = advice_on(error, ruleset, hand, situation), given["language"]
    if given["form"] == "json":
        from scorer.render.result import error_of

        show_json(error_of(error, advice, language))
    else:
        from scorer.render.no_win import no_win

        show(no_win(error, advice, ruleset, hand, situation, language), given["form"])
    sys.exit(status_of(error))


def _show_error(error: ScorerError, given: dict[str, Any]) -> None:
    from scorer.render.result import error_of

    show_json(error_of(error, language=given["language"]))
    sys.exit(status_of(error))


def _compare(request: Request, faults: list[Fault], names: tuple[str, ...], given: dict[str, Any]) -> None:
    """Several rulesets: the status is that of the best outcome."""
    if faults:
        raise InputError(faults)
    from scorer.render.comparison import comparison, comparison_json
    from scorer.teach.compare import compared

    columns = compared(request, names, option_values(given["options"]))
    failures = [column.outcome for column in columns if isinstance(column.outcome, ScorerError)]
    if len(failures) == len(columns) and isinstance(failures[0], InputError):
        raise failures[0]
    if given["form"] == "json":
        show_json(comparison_json(columns, given["language"]))
    else:
        show(comparison(columns, given["language"]), given["form"])
    if len(failures) == len(columns):
        sys.exit(min(map(status_of, failures)))
