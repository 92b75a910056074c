"""`scorer waits`: the tiles that a hand needs, and what each winning tile would pay."""

from __future__ import annotations

from typing import Any

import click

from scorer.cli import options
from scorer.cli.output import print_result
from scorer.engine.request import has_extra_tile, parse_waiting_request
from scorer.errors import InputError
from scorer.render.waits import waits_document, waits_json
from scorer.waits import find_discards
from scorer.waits import find_waits as waits_of


@click.command(cls=options.IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@options.ruleset_option
@options.situation_options
@options.repeatable_option("--discards", "TILES", "The player's earlier discards.")
@options.repeatable_option("--visible", "TILES", "Other tiles visible on the table.")
@options.rule_options
@options.output_options
def waits(**given: Any) -> None:
    """Show what a hand waits for, or what to discard.

    For a hand that is one tile short, shows each winning tile, how many are left, and what it pays on a
    discard and by self-draw. For a hand that is further away, shows how many tiles it is short, and which
    tiles bring it closer. For a hand with one tile too many, shows each discard that leaves it ready, or as
    close as possible. Tiles given with --discards or --visible no longer count as left. If the rules forbid
    or penalise a win on a tile that the player discarded earlier, this is taken into account.

    \b
    scorer waits 234m345p67p456s55s -w riichi
    scorer waits 234m345p67p456s55s --discards 9m2p --visible 55p
    scorer waits 234m345p67p456s55s9s
    scorer waits 19m19p19s1234567z --seat E
    scorer waits 135m246p79s11223z
    scorer waits 11122233m -r ponjan -w riichi

    The exit status is 0, or 2 if the input is invalid.
    """
    request, faults = options.request_and_faults(given)
    ruleset, language = options.load_given_ruleset(given), given["language"]
    seen = {f"--{name}": " ".join(given[name]) for name in ("discards", "visible")}
    faults += click.get_current_context().meta.get(
        options.UNQUOTED_KEY, ()
    )  # one tile more is still a valid hand
    try:
        hand, situation, elsewhere = parse_waiting_request(request, ruleset, seen)
    except InputError as error:
        raise InputError([*error.faults, *faults]) from error
    if faults:
        raise InputError(faults)
    asked = find_discards if has_extra_tile(hand, ruleset) else waits_of
    found = asked(ruleset, hand, situation, elsewhere["--discards"], elsewhere["--visible"])
    print_result(given, lambda: waits_json(found, language), lambda: waits_document(found, language))
