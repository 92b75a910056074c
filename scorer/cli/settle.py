"""`scorer draw`: the payments after a drawn deal; `scorer final`: the results of final scores."""

from __future__ import annotations

from typing import Any

import click

from scorer.cli import options
from scorer.cli.main import PlainCommand
from scorer.cli.output import print_result
from scorer.errors import Fault, InputError
from scorer.hand import MOST_COUNTERS, wind_letter

COUNTERS = click.IntRange(0, MOST_COUNTERS)
LARGEST = 10**7


def _seats(text: str) -> list[str]:
    """The seats in a text such as `E,S` or `E S`."""
    return [wind_letter(part) for part in text.replace(",", " ").split()]


@click.command(cls=PlainCommand)
@options.ruleset_option
@options.text_option("--ready", "SEATS", "Seats of the players who are ready (tenpai), for example E,S.")
@options.text_option(
    "--kind", "NAME", "Kind of draw, for example nine_terminals. Default: the wall is used up."
)
@options.text_option("--by", "SEATS", "Seats of players who earn the payment of a special draw.")
@options.text_option(
    "--false-win false_win", "SEAT", "Show the penalty for a false win by this seat instead."
)
@click.option("--honba", type=COUNTERS, default=0, help=options.HONBA_HELP)
@click.option("--sticks", type=COUNTERS, default=0, help=options.STICKS_HELP)
@options.rule_options
@options.output_options
def draw(**given: Any) -> None:
    """Show the payments after a deal without a winner, and how the next deal
    begins. E is the dealer.

    \b
    scorer draw --ready E,S --honba 1
    scorer draw --ready E -r tenhou-sanma
    scorer draw --by W -r tenhou
    scorer draw --kind nine_terminals
    scorer draw --false-win S
    """
    from scorer.replay.settle import draw_answer
    from scorer.replay.settlement_report import draw_data, draw_document

    ruleset, language = options.load_given_ruleset(given), given["language"]
    found = draw_answer(
        ruleset, _seats(given["ready"]), given["kind"], _seats(given["by"]), wind_letter(given["false_win"]),
        given["honba"], given["sticks"],
    )  # fmt: skip
    print_result(given, lambda: draw_data(found, language), lambda: draw_document(found, language))


@click.command(cls=PlainCommand, context_settings={"ignore_unknown_options": True})
@click.argument("scores", nargs=-1, required=True)
@options.ruleset_option
@click.option("--sticks", type=COUNTERS, default=0, help=options.STICKS_HELP)
@options.rule_options
@options.output_options
def final(**given: Any) -> None:
    """Show the result of a game from its final scores, with the ruleset's
    return points, placement points and oka.

    SCORES are the scores of all players in seating order, beginning with the
    first dealer.

    \b
    scorer final 32400 25100 24300 18200
    scorer final 41000 29000 18000 12000 -r tenhou
    scorer final 38000 31000 29000 22000 -r jpml-a
    scorer final 45000 35000 -5000 30000 --sticks 2
    """
    from scorer.replay.settle import final_answer
    from scorer.replay.settlement_report import final_data, final_document

    ruleset, language = options.load_given_ruleset(given), given["language"]
    scores, faults = [], []
    for text in given["scores"]:
        plain = text.replace(",", "")
        if plain.lstrip("-").isdecimal() and abs(int(plain[:12])) <= LARGEST:
            scores.append(int(plain))
        else:
            faults.append(
                Fault("scores", 0, "expected a whole number of points", length=len(text), text=text)
            )
    if faults:
        raise InputError(faults)
    found = final_answer(ruleset, scores, given["sticks"])
    print_result(given, lambda: final_data(found, language), lambda: final_document(found, language))
