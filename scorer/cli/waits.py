"""`scorer waits`: the tiles that a hand needs, and what each winning tile would pay."""

from __future__ import annotations

from typing import Any

import click

from scorer.cli import options
from scorer.cli.output import show_either
from scorer.engine.request import is_full, understand_waiting
from scorer.errors import InputError
from scorer.render.waits import waits_document, waits_json
from scorer.waits import discards
from scorer.waits import waits as waits_of


@click.command(cls=options.IndicatorCommand)
@click.argument("hand", nargs=-1, required=True)
@options.one_ruleset
@options.situation_options
@options.several("--discards", "TILES", "The player's earlier discards.")
@options.several("--visible", "TILES", "Other tiles visible on the table.")
@options.rule_options
@options.told_options
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
    request, faults = options.request_of(given)
    ruleset, language = options.ruleset_of(given), given["language"]
    seen = {f"--{name}": " ".join(given[name]) for name in ("discards", "visible")}
    faults += click.get_current_context().meta.get(
        options.UNQUOTED, ()
    )  # one tile more is still a valid hand
    try:
        hand, situation, elsewhere = understand_waiting(request, ruleset, seen)
    except InputError as error:
        raise InputError([*error.faults, *faults]) from error
    if faults:
        raise InputError(faults)
    asked = discards if is_full(hand, ruleset) else waits_of
    found = asked(ruleset, hand, situation, elsewhere["--discards"], elsewhere["--visible"])
    show_either(given, lambda: waits_json(found, language), lambda: waits_document(found, language))
