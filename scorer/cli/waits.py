"""`scorer waits`: the tiles that a hand needs, and what each winning tile would pay."""

from __future__ import annotations

import click

from scorer.cli import options as shared
from scorer.cli.output import game_language, print_answer, print_notes, said_notes
from scorer.errors import InputError
from scorer.questions.hands import waits_or_discards


@click.command(cls=shared.IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@shared.ruleset_option
@shared.situation_options
@shared.parameter_option("own_discards", many=True)
@shared.parameter_option("visible", many=True)
@shared.rule_options
@shared.language_option
@shared.hand_format_option
def waits(
    hand: tuple[str, ...],
    ruleset: str,
    situation: shared.SituationTexts,
    own_discards: tuple[str, ...],
    visible: tuple[str, ...],
    options: tuple[str, ...],
    language: str,
    form: str,
) -> None:
    """Show what a hand waits for, or what to discard.

    If the hand is one tile short, each winning tile is listed with the number of copies left and what it
    pays on a discard and by self-draw. A part of a hand, such as 3445m, is treated as if its other sets were
    complete. If the hand needs more tiles, you see how many, and which ones bring it closer. If the player
    has to discard, each discard that leaves the hand ready, or as close as possible, is listed. Tiles given
    with --discards or --visible do not count as left. If the rules forbid or penalize a win on a tile that
    the player discarded earlier, the result takes this into account.

    \b
    scorer waits 234m345p67p456s55s -w riichi
    scorer waits 234m345p67p456s55s --discards 9m2p --visible 55p
    scorer waits 234m345p67p456s55s9s
    scorer waits 3445m
    scorer waits 19m19p19s1234567z --seat E
    scorer waits 135m246p79s11223z
    scorer waits 11122233m -r ponjan -w riichi

    The exit status is 0, or 2 if the input is invalid.
    """
    request, faults = shared.request_and_faults(hand, situation)
    rules = shared.chosen_ruleset(ruleset, options, language)
    request, rules, said = shared.hand_in_words(request, rules, language)
    # one tile more is still a valid hand
    faults += click.get_current_context().meta.get(shared.UNQUOTED_KEY, ())
    seen = {"own_discards": " ".join(own_discards), "visible": " ".join(visible)}
    try:
        found = waits_or_discards(request, rules, **seen)
    except InputError as error:
        raise InputError([*error.faults, *faults]) from error
    if faults:
        raise InputError(faults)
    language = game_language(rules, language)
    print_answer(found, language, form)
    print_notes(said_notes(said, request, rules, language), language, form)
