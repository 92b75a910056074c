"""`scorer score`: one hand under one or several rulesets; `scorer explain`: a score explained step by step,
or why a pattern is or is not awarded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from scorer.cli import options as shared
from scorer.cli.output import (
    DOES_NOT_WIN,
    JSON,
    compared_notes,
    exit_status,
    game_language,
    print_answer,
    print_notes,
    print_refusal_and_exit,
    said_notes,
)
from scorer.engine.configure import configure_ruleset
from scorer.errors import Fault, InputError, NotAWinner
from scorer.languages import LANGUAGES
from scorer.message import Message, Text
from scorer.notation import names_winning_tile
from scorer.parameters import USUAL_NEAR_MISSES
from scorer.questions import hands as hand_questions
from scorer.questions.hands import (
    compare,
    full_score,
    other_way,
    refusal,
    score_behind,
    why_each,
)
from scorer.scoring import score_hand

if TYPE_CHECKING:
    from scorer.engine.results import Score
    from scorer.render.document import Document
    from scorer.ruleset.model import Ruleset
    from scorer.teach.answers import Comparison


@click.command(cls=shared.IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@shared.rulesets_option
@shared.hand_options
@shared.rule_options
@shared.parameter_option("others")
@shared.parameter_option("hands")
@shared.parameter_option("events")
@shared.parameter_option(
    "behind", help_text=shared.BEHIND.format("show whether the hand overtakes the rival")
)
@click.option("--all", "every", is_flag=True, help="Show every way to read the hand, best first.")
@click.option("-q", "--quiet", "brief", is_flag=True, help="Show only the headline: count and payment.")
@click.option(
    "--explain", "with_explanation", is_flag=True, help="Explain every step, as `scorer explain` does."
)
@shared.hand_output_options
def score(
    hand: tuple[str, ...],
    rulesets: tuple[str, ...],
    situation: shared.SituationTexts,
    options: tuple[str, ...],
    others: tuple[str, ...],
    hands: str,
    events: str,
    behind: str,
    every: bool,
    with_explanation: bool,
    brief: bool,
    language: str,
    tiles: str | None,
    form: str,
) -> None:
    """Score a hand and show how the payment is calculated.

    Write tiles as digits and a letter: 123m characters, 123p circles, 123s bamboo, 1234z winds, 567z white,
    green and red dragons, 0m a red five. For the letters of another game, run scorer score -r NAME --help.
    Write a called set as (345m), a concealed kong as [2222s], an added kong (a called triplet and the fourth
    tile) as (777z+7z), and the winning tile as +9s. Without a +, the last tile is the winning tile.

    \b
    scorer score "234m345p67p456s55s+8p" --tsumo -w riichi --dora 4s
    scorer score "406p78s11z(777z)[2222s]+9s" --from W --seat N
    scorer score 111r222k333b -r ponjan-anoa --dealer
    scorer score "234m345p67p456s55s+8p" -r tenhou -r m-league -r ema
    scorer score "234m345p67p456s55s+8p" --from E --also "567m345p67p456s77s+8p seat=W riichi"
    scorer score "444666m2z(123p)(777s)+2z" -r british --others "E:24 W:(222m)147p36m258s11z N:8"

    The exit status is 0 if the hand is scored, 1 if it does not win under these rules, and 2 if the input is
    invalid.
    """
    names = tuple(filter(None, rulesets)) or (shared.default_ruleset(),)
    request, faults = shared.request_and_faults(hand, situation)
    rules = shared.chosen_ruleset(names[0], options, language)
    request, rules, said = shared.hand_in_words(request, rules, language)
    asked = {"--all": every, "--explain": with_explanation, "--quiet": brief, "--behind": behind}
    single = [name for name, is_given in asked.items() if is_given]
    if len(names) > 1:
        deals = [
            name
            for name, is_given in (("--also", others), ("--others", hands), ("--events", events))
            if is_given
        ]
        faults += _conflict_faults([*single, *deals], Message("several rulesets"))
        if faults:
            raise InputError(faults)
        told = dict(rules.chosen_options)  # also those among the words beside the hand
        chosen = [configure_ruleset(shared.chosen_ruleset(name, options, language), told) for name in names]
        compared = compare(request, chosen)
        notes = compared_notes(said, request, chosen, language)
        _print_comparison(compared, language, form, tiles, notes)
        return
    language = game_language(rules, language)
    notes = said_notes(said, request, rules, language)
    if others or hands or events:
        faults += _conflict_faults(single, "--others" if hands else "--events" if events else "--also")
    elif brief:
        faults += _conflict_faults(
            [name for name in single if name not in ("--quiet", "--behind")], "--quiet"
        )
    elif with_explanation:
        faults += _conflict_faults([name for name in single if name != "--explain"], "--explain")
    claims, scores = [shared.hand_and_situation(request, faults, rules)], []
    if others:
        from scorer.teach.winners import discard_claims

        claims = discard_claims(rules, *claims[0], others)
    unmarked = not names_winning_tile(request.hand)
    try:
        for claim in claims:
            scores.append(score_hand(rules, *claim))
    except NotAWinner as error:
        other = None if others or hands or events else other_way(request, rules)
        refused = refusal(error, claim, rules, other_way=other, is_unmarked=unmarked)
        print_refusal_and_exit(refused, language, form, tiles, brief, notes)
    (first, *_) = scores
    is_both_ways = not (others or hands or events) and (form != JSON or bool(behind))
    other = other_way(request, rules) if is_both_ways else None
    full = full_score(first, readings=every, other_way=other, brief=brief, is_unmarked=unmarked)
    found: object = score_behind(full, behind) if behind else full
    if others or hands or events:
        found = _deal(rules, scores, hands, events)
    elif with_explanation:
        found = hand_questions.explain(first)
    print_answer(found, language, form, tiles)
    print_notes(notes, language, form)


def _deal(rules: Ruleset, scores: Sequence[Score], hands: str, events: str) -> object:
    """What all winners receive, with what the other players settle if their hands or events are given."""
    if hands or events:
        from scorer.table.whole_deal import settled_deal

        return settled_deal(rules, scores, hands, events)
    from scorer.teach.winners import discard_winners

    return discard_winners(rules, scores)


def _conflict_faults(options: Iterable[str], conflict: Text) -> list[Fault]:
    """A fault for each of these options that are given, although they cannot be used with `conflict`."""
    message = Message("cannot be combined", conflict)
    return [Fault(option, None, message, "circumstance") for option in options]


def _print_comparison(
    comparison: Comparison, language: str, form: str, tiles: str | None, notes: Document
) -> None:
    """Prints a comparison of several rulesets with notes, and exits with the status of the best outcome."""
    failures = [column.outcome.error for column in comparison.columns if column.outcome.error]
    has_score = any(column.outcome.score for column in comparison.columns)
    if not has_score and isinstance(failures[0], InputError):
        raise failures[0]
    if not all(column.ruleset.is_told_in(language) for column in comparison.columns):
        language = LANGUAGES[0]
    print_answer(comparison, language, form, tiles)
    print_notes(notes, language, form)
    if not has_score:
        sys.exit(min(map(exit_status, failures)))


# ---- scorer explain


@click.command(cls=shared.IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@shared.ruleset_option
@shared.hand_options
@shared.rule_options
@shared.parameter_option(
    "pattern", shared.pattern_words, "Explain why this pattern is or is not awarded. Repeatable.", many=True
)
@shared.parameter_option("most", help_text="Number of near misses to show.", default=USUAL_NEAR_MISSES)
@shared.hand_output_options
def explain(
    hand: tuple[str, ...],
    ruleset: str,
    situation: shared.SituationTexts,
    options: tuple[str, ...],
    pattern: tuple[str, ...],
    most: int,
    language: str,
    tiles: str | None,
    form: str,
) -> None:
    """Explain a hand from the tiles to the payment, with the reason for every step.

    The explanation shows how the input was understood, how the tiles are grouped, why each pattern is
    awarded, which patterns suppress others, the fu of each set (or another secondary score),
    the arithmetic line by line, who pays, and the patterns that the hand just misses.

    \b
    scorer explain "123456789p77z11z+1z"
    scorer explain 234m345p67p456s55s+8p --tsumo --why pinfu --why "Half flush"
    scorer explain 111r222k333b -r ponjan-anoa

    The exit status is 0 if the hand is scored, 1 if it does not win, and 2 if the input is invalid.
    """
    request, faults = shared.request_and_faults(hand, situation)
    rules = shared.chosen_ruleset(ruleset, options, language)
    request, rules, said = shared.hand_in_words(request, rules, language)
    language = game_language(rules, language)
    claim = shared.hand_and_situation(request, faults, rules)
    notes = said_notes(said, request, rules, language)
    try:
        if not pattern:
            explained = hand_questions.explain(score_hand(rules, *claim), near_miss_limit=most)
            print_answer(explained, language, form, tiles)
            print_notes(notes, language, form)
            return
        answers = why_each(pattern, claim, rules, source="--why")
    except NotAWinner as error:  # with the reasons and the near misses
        refused = refusal(error, claim, rules, near_miss_limit=most)
        print_refusal_and_exit(refused, language, form, tiles, notes=notes)
    print_answer(answers, language, form, tiles)
    print_notes(notes, language, form)
    if answers[0].score is None:
        sys.exit(DOES_NOT_WIN)
