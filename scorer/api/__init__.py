"""Everything that scorer can answer, as functions: what the command line, a page, a bot or an editor calls.

A question names a ruleset (a `Ruleset`, the name of a shipped one, or the path of a file) and a hand in
notation, with keywords for how it was won: `win` ("tsumo" or "ron"), `seat`, `round`, `discarder`,
`circumstances`, `honba`, `sticks`, `pao`, `options` and the indicators of the ruleset (`dora="4s"`). An
answer is a frozen value; `as_data`, `as_document`, `as_text`, `as_markdown` and `as_html` write it out. Only
a `lesson` is a page of HTML alone.

Input that cannot be understood raises InputError with every fault, a hand that does not win raises
NotAWinner with the reasons, and a faulty rule file raises RulesetError with every problem.

>>> from scorer.api import as_text, points, waits
>>> found = waits("234m345p67p456s55s", "riichi", circumstances=["riichi"])
>>> [found.ruleset.tileset.tile_code(item.tile) for item in found.winning_tiles]
['2p', '0p', '5p', '8p']
>>> print(as_text(points("4 30", win="ron")).splitlines()[0])
Riichi (four players): 4 han 30 fu
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.lazy import lazy_names
from scorer.render import to_dict as to_dict  # scores can be written out from here on

if TYPE_CHECKING:
    from scorer.api.authoring import check_code as check_code
    from scorer.api.authoring import check_codes as check_codes
    from scorer.api.authoring import check_file as check_file
    from scorer.api.authoring import check_text as check_text
    from scorer.api.authoring import complete_at as complete_at
    from scorer.api.authoring import definition_at as definition_at
    from scorer.api.authoring import fixes as fixes
    from scorer.api.authoring import hover_at as hover_at
    from scorer.api.authoring import outline as outline
    from scorer.api.bulk import score_file as score_file
    from scorer.api.games import PLAYERS as PLAYERS
    from scorer.api.games import SAMPLE_LOG as SAMPLE_LOG
    from scorer.api.games import game_comparison as game_comparison
    from scorer.api.games import game_list as game_list
    from scorer.api.games import game_report as game_report
    from scorer.api.hands import analyze as analyze
    from scorer.api.hands import compare as compare
    from scorer.api.hands import discards as discards
    from scorer.api.hands import explain as explain
    from scorer.api.hands import full_score as full_score
    from scorer.api.hands import near_misses as near_misses
    from scorer.api.hands import other_way as other_way
    from scorer.api.hands import refusal as refusal
    from scorer.api.hands import score_behind as score_behind
    from scorer.api.hands import waits as waits
    from scorer.api.hands import waits_or_discards as waits_or_discards
    from scorer.api.hands import whole_deal as whole_deal
    from scorer.api.hands import why as why
    from scorer.api.hands import why_each as why_each
    from scorer.api.hands import winners as winners
    from scorer.api.pages import as_fragment as as_fragment
    from scorer.api.pages import as_line as as_line
    from scorer.api.pages import as_line_html as as_line_html
    from scorer.api.pages import question_hand as question_hand
    from scorer.api.pages import tile_style as tile_style
    from scorer.api.pages import tile_symbols as tile_symbols
    from scorer.api.practice import DEFAULT_QUIZ_HANDS as DEFAULT_QUIZ_HANDS
    from scorer.api.practice import DEFAULT_QUIZ_LEVEL as DEFAULT_QUIZ_LEVEL
    from scorer.api.practice import can_grade as can_grade
    from scorer.api.practice import childrens_lesson as childrens_lesson
    from scorer.api.practice import delete_progress as delete_progress
    from scorer.api.practice import example_hand as example_hand
    from scorer.api.practice import game_hands as game_hands
    from scorer.api.practice import grade as grade
    from scorer.api.practice import lesson as lesson
    from scorer.api.practice import passed_wins as passed_wins
    from scorer.api.practice import progress_report as progress_report
    from scorer.api.practice import quiz as quiz
    from scorer.api.practice import quiz_hands as quiz_hands
    from scorer.api.reference import overtaking as overtaking
    from scorer.api.reference import pattern_card as pattern_card
    from scorer.api.reference import pattern_cards as pattern_cards
    from scorer.api.reference import patterns as patterns
    from scorer.api.reference import payment_table as payment_table
    from scorer.api.reference import points as points
    from scorer.api.rules import default_names as default_names
    from scorer.api.rules import describe as describe
    from scorer.api.rules import difference_report as difference_report
    from scorer.api.rules import differences as differences
    from scorer.api.rules import named_rulesets as named_rulesets
    from scorer.api.rules import result_schema_text as result_schema_text
    from scorer.api.rules import ruleset_from_text as ruleset_from_text
    from scorer.api.rules import shipped_ruleset as shipped_ruleset
    from scorer.api.rules import shipped_rulesets as shipped_rulesets
    from scorer.api.writing import as_data as as_data
    from scorer.api.writing import as_document as as_document
    from scorer.api.writing import as_html as as_html
    from scorer.api.writing import as_markdown as as_markdown
    from scorer.api.writing import as_plain_text as as_plain_text
    from scorer.api.writing import as_svg as as_svg
    from scorer.api.writing import as_text as as_text
    from scorer.api.writing import error_text as error_text
    from scorer.audit import DEFAULT_AUDIT_HANDS as DEFAULT_AUDIT_HANDS
    from scorer.audit.differences import Difference as Difference
    from scorer.audit.effect import DifferenceReport as DifferenceReport
    from scorer.audit.file_check import FileCheck as FileCheck
    from scorer.audit.report import Audit as Audit
    from scorer.batch.many import Scores as Scores
    from scorer.batch.many import score_claims as score_claims
    from scorer.batch.many import score_many as score_many
    from scorer.batch.run import RunReport as RunReport
    from scorer.batch.run import can_resume as can_resume
    from scorer.check.bundle import bundle_text as bundle_text
    from scorer.check.fix import FixedFile as FixedFile
    from scorer.check.fix import fixed_file as fixed_file
    from scorer.check.fix import fixed_text as fixed_text
    from scorer.check.pages import Page as Page
    from scorer.check.targets import changes as changes
    from scorer.check.targets import rule_files as rule_files
    from scorer.check.targets import watched_files as watched_files
    from scorer.engine.catalogue import BEFORE_INDEX as BEFORE_INDEX
    from scorer.engine.catalogue import Overview as Overview
    from scorer.engine.configure import configure_ruleset as configure_ruleset
    from scorer.engine.examples import Example as Example
    from scorer.engine.examples import fault_in_example as fault_in_example
    from scorer.engine.examples import read_example as read_example
    from scorer.engine.request import circumstance_id as circumstance_id
    from scorer.engine.request import count_fault as count_fault
    from scorer.engine.request import has_extra_tile as has_extra_tile
    from scorer.engine.request import parse_request as parse_request
    from scorer.engine.results import FullScore as FullScore
    from scorer.engine.results import Score as Score
    from scorer.errors import Fault as Fault
    from scorer.errors import InputError as InputError
    from scorer.errors import NotAWinner as NotAWinner
    from scorer.errors import Problem as Problem
    from scorer.errors import RulesetError as RulesetError
    from scorer.errors import ScorerError as ScorerError
    from scorer.hand import DEALER as DEALER
    from scorer.hand import MOST_COUNTERS as MOST_COUNTERS
    from scorer.hand import USUAL_INDICATORS as USUAL_INDICATORS
    from scorer.hand import WINDS as WINDS
    from scorer.hand import Hand as Hand
    from scorer.hand import Request as Request
    from scorer.hand import Situation as Situation
    from scorer.hand import WaitingHand as WaitingHand
    from scorer.hand import wind_letter as wind_letter
    from scorer.labels import capitalize_first as capitalize_first
    from scorer.labels import format_amount as format_amount
    from scorer.labels import missing_language_note as missing_language_note
    from scorer.labels import seat_name as seat_name
    from scorer.languages import LANGUAGES as LANGUAGES
    from scorer.languages import data_language as data_language
    from scorer.languages import is_english as is_english
    from scorer.languages import language_of_tag as language_of_tag
    from scorer.library import RulesetOrName as RulesetOrName
    from scorer.library import load_ruleset as load_ruleset
    from scorer.library import parse_hand as parse_hand
    from scorer.library import score as score
    from scorer.library import score_hand as score_hand
    from scorer.message import Edit as Edit
    from scorer.message import Message as Message
    from scorer.message import TextRange as TextRange
    from scorer.notation import names_winning_tile as names_winning_tile
    from scorer.notation import reads_as_tiles as reads_as_tiles
    from scorer.notation import suit_list as suit_list
    from scorer.render.answers import Data as Data
    from scorer.render.answers import ruleset_of as ruleset_of
    from scorer.render.breakdown import summary_document as summary_document
    from scorer.render.breakdown import unmarked_note as unmarked_note
    from scorer.render.breakdown import winners_summary as winners_summary
    from scorer.render.document import HEADLINE as HEADLINE
    from scorer.render.document import KEEP as KEEP
    from scorer.render.document import Document as Document
    from scorer.render.document import Part as Part
    from scorer.render.document import paragraph as paragraph
    from scorer.render.document import term_table as term_table
    from scorer.render.heading import phrase_line as phrase_line
    from scorer.render.heading import rules_line as rules_line
    from scorer.render.problems import localized_error as localized_error
    from scorer.render.problems import localized_fault as localized_fault
    from scorer.render.reports import REPORT_FORMATS as REPORT_FORMATS
    from scorer.render.reports import STATISTICS_FORMATS as STATISTICS_FORMATS
    from scorer.render.reports import problem_report as problem_report
    from scorer.render.reports import problem_statistics as problem_statistics
    from scorer.render.text import display_width as display_width
    from scorer.render.text import json_bytes as json_bytes
    from scorer.render.text import printable as printable
    from scorer.replay.comparison import GameComparison as GameComparison
    from scorer.replay.comparison import GameList as GameList
    from scorer.replay.folder import GameLine as GameLine
    from scorer.replay.folder import log_files as log_files
    from scorer.replay.folder import referee_files as referee_files
    from scorer.replay.game import Game as Game
    from scorer.replay.practice import PassedMark as PassedMark
    from scorer.replay.practice import PassedQuestion as PassedQuestion
    from scorer.replay.read import read_game as read_game
    from scorer.replay.read import read_log as read_log
    from scorer.replay.referee import RefereedWin as RefereedWin
    from scorer.replay.referee import Report as Report
    from scorer.replay.referee import referee as referee
    from scorer.replay.referee import referee_many as referee_many
    from scorer.replay.report import GameReport as GameReport
    from scorer.replay.report import batch_lines as batch_lines
    from scorer.replay.rules import TableRules as TableRules
    from scorer.ruleset.authoring import overlay_schema as overlay_schema
    from scorer.ruleset.authoring import schema as schema
    from scorer.ruleset.authoring import starter_text as starter_text
    from scorer.ruleset.cache import open_ruleset as open_ruleset
    from scorer.ruleset.find import DEFAULT_RULESET as DEFAULT_RULESET
    from scorer.ruleset.find import MOST_FILE_BYTES as MOST_FILE_BYTES
    from scorer.ruleset.find import resolved_name as resolved_name
    from scorer.ruleset.find import shipped_names as shipped_names
    from scorer.ruleset.find import shipped_path as shipped_path
    from scorer.ruleset.load import LoadedFile as LoadedFile
    from scorer.ruleset.model import DrawnDeal as DrawnDeal
    from scorer.ruleset.model import Ruleset as Ruleset
    from scorer.ruleset.model import Value as Value
    from scorer.sampling import request_for_hand as request_for_hand
    from scorer.settings import ProjectSettings as ProjectSettings
    from scorer.settings import project_settings as project_settings
    from scorer.shapes import Reading as Reading
    from scorer.suggest import nearest_names as nearest_names
    from scorer.table.settle import DealEnd as DealEnd
    from scorer.table.settle import DrawAnswer as DrawAnswer
    from scorer.table.settle import FinalAnswer as FinalAnswer
    from scorer.table.settle import NextDeal as NextDeal
    from scorer.table.settle import draw_payments as draw_payments
    from scorer.table.settle import draw_result as draw_result
    from scorer.table.settle import drawn_deal_result as drawn_deal_result
    from scorer.table.settle import final_results as final_results
    from scorer.table.settle import next_deal as next_deal
    from scorer.table.whole_deal import WholeDeal as WholeDeal
    from scorer.table.whole_deal import settled_deal as settled_deal
    from scorer.teach.advice import suggest_rulesets as suggest_rulesets
    from scorer.teach.answers import Analysis as Analysis
    from scorer.teach.answers import Card as Card
    from scorer.teach.answers import Comparison as Comparison
    from scorer.teach.answers import Defaults as Defaults
    from scorer.teach.answers import Explanation as Explanation
    from scorer.teach.answers import PatternAnswer as PatternAnswer
    from scorer.teach.answers import PatternEntry as PatternEntry
    from scorer.teach.answers import Refusal as Refusal
    from scorer.teach.description import Description as Description
    from scorer.teach.lesson import ChildrensLesson as ChildrensLesson
    from scorer.teach.lesson import Lesson as Lesson
    from scorer.teach.overtake import Overtaking as Overtaking
    from scorer.teach.overtake import ScoreOutcomes as ScoreOutcomes
    from scorer.teach.payment_table import PaymentTable as PaymentTable
    from scorer.teach.points import Points as Points
    from scorer.teach.progress import AnswerMark as AnswerMark
    from scorer.teach.progress import Progress as Progress
    from scorer.teach.progress import ProgressReport as ProgressReport
    from scorer.teach.progress import QuizResult as QuizResult
    from scorer.teach.progress import QuizSummary as QuizSummary
    from scorer.teach.progress import load_progress as load_progress
    from scorer.teach.progress import save_progress as save_progress
    from scorer.teach.progress import state_folder as state_folder
    from scorer.teach.quiz import LEVELS as LEVELS
    from scorer.teach.quiz import PracticeHand as PracticeHand
    from scorer.teach.quiz import Question as Question
    from scorer.teach.quiz import QuizSheet as QuizSheet
    from scorer.teach.winners import DiscardWinners as DiscardWinners
    from scorer.teach.winners import discard_claims as discard_claims
    from scorer.teach.winners import discard_winners as discard_winners
    from scorer.tiles import fold_name as fold_name
    from scorer.tiles import name_in as name_in
    from scorer.waits import Discards as Discards
    from scorer.waits import HandWaits as HandWaits
    from scorer.waits import find_waits as find_waits

NAMES = {
    "scorer.api.authoring": (
        "check_code check_codes check_file check_text complete_at definition_at fixes hover_at outline"
    ),
    "scorer.api.bulk": "score_file",
    "scorer.api.games": "PLAYERS SAMPLE_LOG game_comparison game_list game_report",
    "scorer.api.hands": (
        "analyze compare discards explain full_score near_misses other_way refusal score_behind "
        "waits waits_or_discards whole_deal why why_each winners"
    ),
    "scorer.api.pages": "as_fragment as_line as_line_html question_hand tile_style tile_symbols",
    "scorer.api.practice": (
        "DEFAULT_QUIZ_HANDS DEFAULT_QUIZ_LEVEL can_grade childrens_lesson delete_progress example_hand "
        "game_hands grade lesson passed_wins progress_report quiz quiz_hands"
    ),
    "scorer.api.reference": "overtaking pattern_card pattern_cards patterns payment_table points",
    "scorer.api.rules": (
        "default_names describe difference_report differences result_schema_text ruleset_from_text "
        "named_rulesets shipped_ruleset shipped_rulesets"
    ),
    "scorer.api.writing": "as_data as_document as_html as_markdown as_plain_text as_svg as_text error_text",
    "scorer.audit": "DEFAULT_AUDIT_HANDS",
    "scorer.audit.differences": "Difference",
    "scorer.audit.file_check": "FileCheck",
    "scorer.audit.effect": "DifferenceReport",
    "scorer.audit.report": "Audit",
    "scorer.batch.many": "Scores score_claims score_many",
    "scorer.batch.run": "RunReport can_resume",
    "scorer.check.bundle": "bundle_text",
    "scorer.check.fix": "FixedFile fixed_file fixed_text",
    "scorer.check.pages": "Page",
    "scorer.check.targets": "changes rule_files watched_files",
    "scorer.engine.catalogue": "BEFORE_INDEX Overview",
    "scorer.engine.configure": "configure_ruleset",
    "scorer.engine.examples": "Example fault_in_example read_example",
    "scorer.engine.request": "circumstance_id count_fault has_extra_tile parse_request",
    "scorer.engine.results": "FullScore Score",
    "scorer.errors": "Fault InputError NotAWinner Problem RulesetError ScorerError",
    "scorer.hand": (
        "DEALER Hand MOST_COUNTERS Request Situation USUAL_INDICATORS WaitingHand wind_letter WINDS"
    ),
    "scorer.labels": "capitalize_first format_amount missing_language_note seat_name",
    "scorer.languages": "LANGUAGES data_language is_english language_of_tag",
    "scorer.library": "RulesetOrName load_ruleset parse_hand score score_hand",
    "scorer.message": "Edit Message TextRange",
    "scorer.notation": "names_winning_tile reads_as_tiles suit_list",
    "scorer.render.answers": "Data ruleset_of",
    "scorer.render.breakdown": "summary_document unmarked_note winners_summary",
    "scorer.render.document": "Document HEADLINE KEEP paragraph Part term_table",
    "scorer.render.heading": "phrase_line rules_line",
    "scorer.render.problems": "localized_error localized_fault",
    "scorer.render.reports": "REPORT_FORMATS STATISTICS_FORMATS problem_report problem_statistics",
    "scorer.render.text": "display_width json_bytes printable",
    "scorer.replay.comparison": "GameComparison GameList",
    "scorer.replay.folder": "GameLine log_files referee_files",
    "scorer.replay.game": "Game",
    "scorer.replay.practice": "PassedMark PassedQuestion",
    "scorer.replay.read": "read_game read_log",
    "scorer.replay.referee": "RefereedWin Report referee referee_many",
    "scorer.replay.report": "GameReport batch_lines",
    "scorer.replay.rules": "TableRules",
    "scorer.table.settle": (
        "DealEnd DrawAnswer FinalAnswer NextDeal draw_payments draw_result drawn_deal_result "
        "final_results next_deal"
    ),
    "scorer.ruleset.authoring": "overlay_schema schema starter_text",
    "scorer.ruleset.cache": "open_ruleset",
    "scorer.ruleset.find": "DEFAULT_RULESET MOST_FILE_BYTES resolved_name shipped_names shipped_path",
    "scorer.ruleset.load": "LoadedFile",
    "scorer.ruleset.model": "DrawnDeal Ruleset Value",
    "scorer.shapes": "Reading",
    "scorer.suggest": "nearest_names",
    "scorer.sampling": "request_for_hand",
    "scorer.settings": "ProjectSettings project_settings",
    "scorer.teach.advice": "suggest_rulesets",
    "scorer.teach.answers": (
        "Analysis Card Comparison Defaults Explanation PatternAnswer PatternEntry Refusal"
    ),
    "scorer.teach.description": "Description",
    "scorer.teach.lesson": "ChildrensLesson Lesson",
    "scorer.teach.overtake": "Overtaking ScoreOutcomes",
    "scorer.teach.payment_table": "PaymentTable",
    "scorer.teach.points": "Points",
    "scorer.teach.progress": (
        "AnswerMark load_progress Progress ProgressReport QuizResult QuizSummary save_progress state_folder"
    ),
    "scorer.teach.quiz": "LEVELS PracticeHand Question QuizSheet",
    "scorer.table.whole_deal": "WholeDeal settled_deal",
    "scorer.teach.winners": "DiscardWinners discard_claims discard_winners",
    "scorer.tiles": "fold_name name_in",
    "scorer.waits": "Discards HandWaits find_waits",
}
"""The public names by the module that defines them, which is imported when one of them is first used."""
HOMES = {name: module for module, names in NAMES.items() for name in names.split()}
__all__ = sorted(HOMES)


if not TYPE_CHECKING:  # which would take any name for one of the public names
    __getattr__, __dir__ = lazy_names(globals(), HOMES, __all__)
