"""One hand by the compiled engine, which is open long before a ruleset is loaded.

It has the whole answer for a hand that is plainly legal and wins in one way; every other one is left to
the reference engine, which also says what is wrong or what else there is to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorer.cli.output import FORMATS, show_json_text

if TYPE_CHECKING:
    from scorer.compiled.engine import Engine
    from scorer.compiled.results import Score
    from scorer.compiled.text import Spoken
    from scorer.request import Request
    from scorer.ruleset.model import Value

JSON = "json"


def shown_quickly(request: Request, name: str, options: dict[str, Value], given: dict[str, Any]) -> bool:
    """Prints a hand under a ruleset by name, if nothing more is to be said than the compiled engine knows."""
    if given["every"] or given["explained"] or given["form"] not in FORMATS:
        return False
    from scorer.compiled import open_engine
    from scorer.compiled.scoring import Beyond
    from scorer.compiled.text import spoken
    from scorer.compiled.trees import TooLarge, Unsupported

    said = spoken(request)
    try:
        engine = open_engine(name, options)
        score = engine.score_text(said)
    except (Beyond, TooLarge, Unsupported):
        return False
    if score is None or (given["form"] != JSON and score.other_readings):
        return False
    _show(engine, score, said, given)
    return True


def _show(engine: Engine, score: Score, said: Spoken, given: dict[str, Any]) -> None:
    if given["form"] == JSON:
        from scorer.render.quick import QuickResults

        show_json_text(QuickResults(engine, given["language"]).text(score))
        return
    from scorer.cli.drawn import show_tiles
    from scorer.compiled.telling import Telling
    from scorer.render.breakdown import breakdown

    telling = Telling(engine, given["language"])
    show_tiles(breakdown(telling.account(score, said)), lambda: telling.faces(score), given)
