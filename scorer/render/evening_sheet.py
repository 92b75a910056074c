"""An evening on paper: a page for each game, with its deals, the results and the rules that made them."""

from __future__ import annotations

from html import escape

from scorer.engine.evaluate import whole_number
from scorer.labels import format_amount, format_gain
from scorer.phrases import translate
from scorer.render.document import Block, paragraph
from scorer.render.evening import fault_lines, game_blocks, ranking_table
from scorer.render.page import document_html, page, style_sheet
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.scoring import load_ruleset
from scorer.table.evening import PlayedGame
from scorer.table.evening_file import EveningFile

SEPARATOR = " · "


def evening_page(read: EveningFile, language: str = "en") -> str:
    """A page of HTML that prints each game on a sheet of its own.

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
        blocks: list[Block] = [*game_blocks(evening, game, number, language)]
        blocks.append(paragraph(rules_text(game, told)))
        if number == len(evening.games) > 1:
            blocks.append(ranking_table(evening.ranking, told))
        parts.append(f'<section class="sheet">{document_html(tuple(blocks), game.ruleset)}</section>')
    body = "\n".join(parts)
    return page(title, body, rules.tileset, language, style_sheet("sheet"))


def rules_text(game: PlayedGame, language: str) -> str:
    """What turned the scores of a game into its results: return points, places and what the first takes."""
    final, view = game.ruleset.final, game.rules.view
    chosen = [f"{name}={value}" for name, value in game.ruleset.unusual_options]
    if final is None:
        return SEPARATOR.join(chosen)
    returns = format_amount(whole_number(final.returns, view))
    places = " ".join(format_gain(whole_number(node, view)) for node in final.places)
    first = format_gain(whole_number(final.first_takes, view))
    return SEPARATOR.join([translate("evening rules", language, returns, places, first), *chosen])
