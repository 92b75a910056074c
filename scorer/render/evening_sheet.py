"""An evening on paper: a page for each game, with its deals, the results and the rules that made them."""

from __future__ import annotations

from html import escape

from scorer.engine.evaluate import whole_number
from scorer.labels import deal_words, format_gain
from scorer.phrases import format_amount, headed_text, translate
from scorer.render.document import Block, paragraph, table
from scorer.render.evening import fault_lines, game_blocks, ranking_tables
from scorer.render.page import document_html, page, style_sheet
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.table.evening_file import EveningFile
from scorer.table.rules import DealRules
from scorer.table.settle import planned_rounds
from scorer.table.state import deal_name
from scorer.tiles import name_in

SEPARATOR = " · "
PAPERS = {"a4": "A4", "letter": "Letter"}
"""The sizes of paper, as a style sheet calls them."""
ROWS_FOR_REPEATS = 6
"""The rows of an empty sheet for deals that the dealer deals again."""
ROWS_WITHOUT_ROUNDS = 16
BLANK = " "


def evening_page(read: EveningFile, language: str = "en", paper: str = "a4") -> str:
    """A page of HTML that prints each game on a sheet of its own. `paper` is one of `PAPERS`.

    >>> from scorer import read_evening
    >>> text = b"events:\\n- {game: sanma, players: [Ann, Ben, Cho]}\\n- {win: {Ben: mangan}, from: Ann}\\n"
    >>> evening_page(read_evening(text)).count("<section")
    1
    """
    evening = read.evening
    rules = evening.games[0].ruleset if evening.games else load_ruleset(DEFAULT_RULESET)
    title = " ".join(filter(None, (evening.name, evening.date))) or read.name
    parts = [f"<h1>{escape(title)}</h1>"]
    if read.faults:
        parts.append(document_html((paragraph(*fault_lines(read, language)),), rules))
    for number, game in enumerate(evening.games, 1):
        told = game.ruleset.display_language(language)
        blocks: list[Block] = [*game_blocks(evening, game, number, language, is_paper=True)]
        blocks.append(paragraph(rules_text(game.rules, told)))
        if number == len(evening.games) > 1:
            blocks += ranking_tables(evening.rankings, told)
        parts.append(f'<section class="sheet">{document_html(tuple(blocks), game.ruleset)}</section>')
    body = "\n".join(parts)
    return page(title, body, rules.tileset, language, _sheet_style(paper))


def empty_sheet_page(ruleset: Ruleset, language: str = "en", paper: str = "a4") -> str:
    """A page of HTML with an empty sheet for one game, for those who write by hand.

    >>> from scorer import load_ruleset
    >>> empty_sheet_page(load_ruleset("sanma"), paper="letter").count("<tr>")
    17
    """
    rules, told = DealRules(ruleset), ruleset.display_language(language)
    title = name_in(ruleset.names, told)
    head = headed_text(translate("evening date", told), "", told)
    blocks: list[Block] = [
        paragraph(head), _empty_deals(rules, told), _empty_results(rules, told),
        paragraph(rules_text(rules, told)),
    ]  # fmt: skip
    sheet = document_html(tuple(blocks), ruleset)
    body = f'<h1>{escape(title)}</h1>\n<section class="sheet empty">{sheet}</section>'
    return page(title, body, ruleset.tileset, language, _sheet_style(paper))


def _empty_deals(rules: DealRules, language: str) -> Block:
    """A row for each planned deal, and some for those that are played again."""
    rounds = planned_rounds(rules)
    deals = rounds * rules.players
    codes = [deal_name(rules, rounds, *divmod(deal, rules.players), 0) for deal in range(deals)]
    names = [deal_words(code, language, rules.ruleset) for code in codes]
    rows = [*names, *[BLANK] * (ROWS_FOR_REPEATS if deals else ROWS_WITHOUT_ROUNDS)]
    header = [translate("evening deal", language), translate("evening event", language), *_blanks(rules)]
    if rules.stick:
        header.append(rules.ruleset.unit_title("sticks", language))
    empty = (BLANK,) * (len(header) - 1)
    return table([(name, *empty) for name in rows], "kl" + "r" * (len(header) - 2), header=header)


def _empty_results(rules: DealRules, language: str) -> Block:
    """The rows for the end of the game."""
    keys = ("points", "final place", "result")
    rows = [(translate(key, language), *_blanks(rules)) for key in keys]
    return table(rows, "l" + "r" * rules.players, header=("", *_blanks(rules)))


def _blanks(rules: DealRules) -> tuple[str, ...]:
    """An empty cell for each player."""
    return (BLANK,) * rules.players


def _sheet_style(paper: str) -> str:
    return f"@page {{ size: {PAPERS[paper]}; }}\n{style_sheet('sheet')}"


def rules_text(rules: DealRules, language: str) -> str:
    """What turns the scores of a game into its results: return points, places and what the first takes."""
    final, view = rules.ruleset.final, rules.view
    chosen = [f"{name}={value}" for name, value in rules.ruleset.unusual_options]
    if final is None:
        return SEPARATOR.join(chosen)
    returns = format_amount(whole_number(final.returns, view))
    places = " ".join(format_gain(whole_number(node, view)) for node in final.places)
    first = format_gain(whole_number(final.first_takes, view))
    return SEPARATOR.join([translate("evening rules", language, returns, places, first), *chosen])
