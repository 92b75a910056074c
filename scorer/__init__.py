"""Score hands of mahjong and related games. Every rule is data.

    from scorer import score, load_ruleset, parse_hand

The names are imported when they are first used, so that `import scorer` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.lazy import lazy_names

__version__ = "0.1.0"

if TYPE_CHECKING:
    from scorer.batch.many import Scores as Scores
    from scorer.batch.many import score_claims as score_claims
    from scorer.batch.many import score_many as score_many
    from scorer.check.run import check_ruleset as check_ruleset
    from scorer.engine.results import Score as Score
    from scorer.errors import InputError as InputError
    from scorer.errors import NotAWinner as NotAWinner
    from scorer.errors import RulesetError as RulesetError
    from scorer.errors import ScorerError as ScorerError
    from scorer.hand import Hand as Hand
    from scorer.library import load_ruleset as load_ruleset
    from scorer.library import parse_hand as parse_hand
    from scorer.library import score as score
    from scorer.replay.game import Game as Game
    from scorer.replay.read import read_game as read_game
    from scorer.replay.referee import Report as Report
    from scorer.replay.referee import referee as referee
    from scorer.replay.referee import referee_many as referee_many
    from scorer.ruleset.model import Ruleset as Ruleset

HOMES = {
    "score": "scorer.api",
    "score_many": "scorer.batch.many",
    "Scores": "scorer.batch.many",
    "score_claims": "scorer.batch.many",
    "read_game": "scorer.replay.read",
    "referee": "scorer.replay.referee",
    "referee_many": "scorer.replay.referee",
    "Game": "scorer.replay.game",
    "Report": "scorer.replay.referee",
    "load_ruleset": "scorer.library",
    "parse_hand": "scorer.library",
    "check_ruleset": "scorer.check.run",
    "Score": "scorer.engine.results",
    "Hand": "scorer.hand",
    "Ruleset": "scorer.ruleset.model",
    "ScorerError": "scorer.errors",
    "InputError": "scorer.errors",
    "NotAWinner": "scorer.errors",
    "RulesetError": "scorer.errors",
}
__all__ = sorted(HOMES)


if not TYPE_CHECKING:  # which would take any name for one of the public names
    __getattr__, __dir__ = lazy_names(globals(), HOMES, __all__)
