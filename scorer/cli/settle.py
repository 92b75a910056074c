"""`scorer draw`: the payments after a drawn deal; `scorer final`: the results of final scores."""

from __future__ import annotations

import re

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import game_language, print_answer
from scorer.errors import Fault, InputError
from scorer.message import Message

LARGEST = 10**7
WHOLE_NUMBER = re.compile(r"-?\d{1,8}")


def _seats(text: str) -> list[str]:
    """The seats in a text such as `E,S` or `E S`."""
    return text.replace(",", " ").split()


@click.command(cls=PlainCommand)
@shared.ruleset_option
@shared.parameter_option("ready", many=False)
@shared.parameter_option("kind")
@shared.parameter_option("by", many=False)
@shared.parameter_option(
    "hands",
    option="--hands",
    help_text="The hands of all players, each after its seat, if the payments depend on them: "
    '"E:123m456p S:0 ...". A number in place of a hand is the value of the best hand that the player '
    "waits for; 0 means not ready.",
)
@shared.parameter_option("events")
@shared.parameter_option("false_win")
@shared.counter_option("honba")
@shared.counter_option("sticks")
@shared.rule_options
@shared.output_options
def draw(
    ruleset: str,
    ready: str,
    kind: str,
    by: str,
    hands: str,
    events: str,
    false_win: str,
    honba: int,
    sticks: int,
    options: tuple[str, ...],
    language: str,
    form: str,
) -> None:
    """Show the payments after a deal without a winner, and how the next deal
    begins. E is the dealer.

    \b
    scorer draw --ready E,S --honba 1
    scorer draw --ready E -r tenhou-sanma
    scorer draw --by W -r tenhou
    scorer draw --kind nine_terminals
    scorer draw --false-win S
    scorer draw -r sichuan --hands "E:4 S:0 W:0 N:1" --events "E concealed_kong"
    """
    from scorer.table.settle import draw_result, drawn_deal_result

    rules = shared.chosen_ruleset(ruleset, options, language)
    if hands or events:
        settled = drawn_deal_result(hands, rules, kind=kind, events=events)
        print_answer(settled, game_language(rules, language), form)
        return
    found = draw_result(
        rules,
        ready_seats=_seats(ready),
        kind=kind,
        paid_seats=_seats(by),
        false_win=false_win,
        honba=honba,
        sticks=sticks,
    )
    print_answer(found, game_language(rules, language), form)


@click.command(cls=PlainCommand, context_settings={"ignore_unknown_options": True})
@click.argument("scores", nargs=-1, required=True)
@shared.ruleset_option
@shared.counter_option("sticks")
@shared.rule_options
@shared.output_options
def final(
    scores: tuple[str, ...], ruleset: str, sticks: int, options: tuple[str, ...], language: str, form: str
) -> None:
    """Show the result of a game from its final scores, with the ruleset's
    return points, uma (placement points) and oka.

    SCORES are the scores of all players in seating order, beginning with the
    first dealer.

    \b
    scorer final 32400 25100 24300 18200
    scorer final 41000 29000 18000 12000 -r tenhou
    scorer final 38000 31000 29000 22000 -r jpml-a
    scorer final 45000 35000 -10000 28000 --sticks 2
    """
    from scorer.table.settle import final_results

    rules = shared.chosen_ruleset(ruleset, options, language)
    numbers, faults = [], []
    for text in scores:
        plain = text.replace(",", "")
        if WHOLE_NUMBER.fullmatch(plain) and abs(int(plain)) <= LARGEST:
            numbers.append(int(plain))
        else:
            message = Message("expected whole number of points")
            faults.append(Fault("scores", 0, message, length=len(text), text=text))
    if faults:
        raise InputError(faults)
    found = final_results(numbers, rules, sticks=sticks)
    print_answer(found, game_language(rules, language), form)
