"""`scorer points`: the payment for a count; `scorer table`: the payments for every total."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import game_language, print_answer
from scorer.cli.usage import usage_error
from scorer.errors import InputError
from scorer.hand import Win, Wind
from scorer.message import Message
from scorer.questions import reference
from scorer.questions.reference import payment_table
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset
    from scorer.teach.points import Points


@click.command(cls=PlainCommand)
@click.argument("count", nargs=-1)
@shared.ruleset_option
@shared.flag_options("seat")
@shared.flag_options("win")
@shared.counter_option("honba")
@shared.counter_option("sticks")
@shared.parameter_option(
    "behind", help_text=shared.BEHIND.format("list the hands that overtake the rival (instead of COUNT)")
)
@shared.rule_options
@shared.output_options
def points(
    count: tuple[str, ...],
    ruleset: str,
    dealer: bool,
    is_self_draw: bool,
    is_discard: bool,
    honba: int,
    sticks: int,
    behind: str,
    options: tuple[str, ...],
    language: str,
    form: str,
) -> None:
    """Look up the payment for a count and for the next two counts, without a hand.

    COUNT is one or more numbers in order (han, then fu), numbers with their units, or the name of a limit.
    You can add words such as dealer, tsumo or 2 honba, in English, Japanese or Chinese.
    Payments are shown as they are announced at the table. A single number is paid by the discarder. "3,900
    all" is paid by each of the other players. If there are two numbers, the dealer pays the larger, and
    every other player pays the smaller.

    \b
    scorer points 4 30
    scorer points 3 40 --dealer --tsumo --honba 2
    scorer points dealer tsumo 3 han 40 fu 2 honba
    scorer points mangan
    scorer points 2 yakuman -r sanma
    scorer points 7 -r hong-kong
    scorer points --behind 7,800 --honba 1
    scorer points --behind W=7,800 --dealer

    With --behind, the cheapest hands that overtake a rival are listed for a win on the rival's discard, on
    another player's discard, and by self-draw. Hands that make the scores equal are listed too.
    """
    rules = shared.chosen_ruleset(ruleset, options, language)
    if is_self_draw and is_discard:
        raise InputError([shared.TWO_WAYS_FAULT])
    win: Win = "tsumo" if is_self_draw else "ron" if is_discard else ""
    if bool(count) == bool(behind):
        raise usage_error(Message("count and deficit" if count else "count or deficit missing"))
    language = game_language(rules, language)
    if behind:
        seat: Wind = "E" if dealer else ""
        overtaking = reference.overtaking(behind, rules, seat=seat, win=win, honba=honba, sticks=sticks)
        print_answer(overtaking, language, form)
        return
    told: dict[str, Any] = {"dealer": dealer, "win": win, "honba": honba, "sticks": sticks}
    text = " ".join(count)
    try:
        found = reference.points(text, rules, **told)
    except InputError:
        from scorer.cli.spoken import spoken_count  # few counts have words beside them

        if not (spoken := spoken_count(text, rules, told, language)):
            raise
        found = _spoken_points(text, rules, spoken)
    print_answer(found, language, form)


def _spoken_points(text: str, rules: Ruleset, spoken: dict[str, Any]) -> Points:
    """The answer to a count that is said in words; what is wrong with it is said of these, not of ids."""
    try:
        return reference.points(spoken.pop("count"), rules, **spoken)
    except InputError as error:
        raise InputError(replace(one, text=text, position=None) for one in error.faults) from error


@click.command(cls=PlainCommand)
@shared.ruleset_option
@shared.rule_options
@shared.output_options
def table(ruleset: str, options: tuple[str, ...], language: str, form: str) -> None:
    """Show the payment table of a ruleset, calculated from its formulas.

    Rows and columns are the totals that a hand can have; a dash marks a combination that no hand reaches.

    \b
    scorer table
    scorer table -r m-league
    scorer table -r pocket-mahjong -o payment_table=spicy
    scorer table -r ponjan -f markdown
    """
    rules = shared.chosen_ruleset(ruleset, options, language)
    print_answer(payment_table(rules), game_language(rules, language), form)
