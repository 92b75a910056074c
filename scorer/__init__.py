"""Score hands of mahjong and related games. Every rule is data.

    from scorer import score, load_ruleset, parse_hand

The names are imported when they are first used, so that `import scorer` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.lazy import lazy_names

__version__ = "0.1.0"

if TYPE_CHECKING:
    from scorer.batch.arrow import score_record_batch as score_record_batch
    from scorer.check.run import check_ruleset as check_ruleset
    from scorer.conversation import ask as ask
    from scorer.engine.results import Score as Score
    from scorer.errors import InputError as InputError
    from scorer.errors import NotAWinner as NotAWinner
    from scorer.errors import RulesetError as RulesetError
    from scorer.errors import ScorerError as ScorerError
    from scorer.hand import Hand as Hand
    from scorer.questions.games import sample_log as sample_log
    from scorer.questions.hands import analyze as analyze
    from scorer.questions.hands import compare as compare
    from scorer.questions.hands import discards as discards
    from scorer.questions.hands import explain as explain
    from scorer.questions.hands import score_claims as score_claims
    from scorer.questions.hands import waits as waits
    from scorer.questions.hands import why as why
    from scorer.questions.hands import winners as winners
    from scorer.questions.practice import quiz as quiz
    from scorer.questions.reference import overtaking as overtaking
    from scorer.questions.reference import payment_table as payment_table
    from scorer.questions.reference import points as points
    from scorer.questions.rules import ruleset_from_text as ruleset_from_text
    from scorer.questions.rules import shipped_rulesets as shipped_rulesets
    from scorer.replay.evening import evening_of_log as evening_of_log
    from scorer.replay.read import read_game as read_game
    from scorer.replay.read import read_games as read_games
    from scorer.replay.referee import referee as referee
    from scorer.ruleset.model import Ruleset as Ruleset
    from scorer.scoring import Outcome as Outcome
    from scorer.scoring import hand_notation as hand_notation
    from scorer.scoring import load_ruleset as load_ruleset
    from scorer.scoring import outcome as outcome
    from scorer.scoring import parse_hand as parse_hand
    from scorer.scoring import score as score
    from scorer.scoring import score_many as score_many
    from scorer.table.reading import read_evening as read_evening
    from scorer.table.settle import draw_result as draw_result
    from scorer.table.settle import final_results as final_results
    from scorer.writing import as_data as as_data
    from scorer.writing import as_html as as_html
    from scorer.writing import as_markdown as as_markdown
    from scorer.writing import as_svg as as_svg
    from scorer.writing import as_text as as_text

NAMES = {
    "scorer.batch.arrow": "score_record_batch",
    "scorer.check.run": "check_ruleset",
    "scorer.conversation": "ask",
    "scorer.engine.results": "Score",
    "scorer.errors": "InputError NotAWinner RulesetError ScorerError",
    "scorer.hand": "Hand",
    "scorer.questions.games": "sample_log",
    "scorer.questions.hands": "analyze compare discards explain score_claims waits why winners",
    "scorer.questions.practice": "quiz",
    "scorer.questions.reference": "overtaking payment_table points",
    "scorer.questions.rules": "ruleset_from_text shipped_rulesets",
    "scorer.replay.evening": "evening_of_log",
    "scorer.replay.read": "read_game read_games",
    "scorer.replay.referee": "referee",
    "scorer.ruleset.model": "Ruleset",
    "scorer.scoring": "Outcome hand_notation load_ruleset outcome parse_hand score score_many",
    "scorer.table.reading": "read_evening",
    "scorer.table.settle": "draw_result final_results",
    "scorer.writing": "as_data as_html as_markdown as_svg as_text",
}
"""The public names by the module that defines them, which is imported when one of them is first used."""
HOMES = {name: module for module, names in NAMES.items() for name in names.split()}
__all__ = sorted(HOMES)


if not TYPE_CHECKING:  # which would take any name for one of the public names
    __getattr__, __dir__ = lazy_names(globals(), HOMES, __all__)
