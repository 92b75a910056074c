"""One game under several rulesets side by side, and many games in one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.labels import ruleset_label
from scorer.phrases import headed_text, translate
from scorer.render.document import TOTAL, Cell, Document, Part, paragraph, table
from scorer.render.heading import ruleset_words
from scorer.render.result import Object
from scorer.replay.game import letter
from scorer.replay.league import plain_name, reason_blocks
from scorer.replay.referee import RefereedDeal, Report
from scorer.replay.report import limit_or_count
from scorer.replay.view import ReportView
from scorer.table.settle import FinalResult
from scorer.tiles import name_in
from scorer.values import dataclass


@dataclass(frozen=True)
class GameComparison:
    """Reports on one game under several rulesets, and the parts to show."""

    reports: tuple[Report, ...]
    view: ReportView


@dataclass(frozen=True)
class GameList:
    """Several games, each as an object. With `check`, a table has only those that do not agree."""

    lines: tuple[Mapping[str, object], ...]
    check: bool
    reasons: tuple[str, ...] = ()
    """each difference, with the file of its game"""


def comparison_document(reports: Sequence[Report], view: ReportView) -> Document:
    """The deals in which the rulesets differ, then the final scores and results under each."""
    language = view.language
    game = reports[0].game
    header = [translate("deal", language), "", *(view.player_name(player) for player in range(game.players))]
    rows: list[tuple[Cell, ...]] = []
    for deals in zip(*(report.deals for report in reports), strict=True):
        texts = [_deal_cells(deal, report, view) for deal, report in zip(deals, reports, strict=True)]
        if len({tuple(map(str, text)) for text in texts}) > 1:
            for number, (text, report) in enumerate(zip(texts, reports, strict=True)):
                rows.append(
                    (
                        view.deal_name(deals[0].deal) if not number else "",
                        headed_text(ruleset_label(report.ruleset, language), text[0], language),
                        *text[1:],
                    )
                )
    ends = [final_scores(report) for report in reports]
    blocks = []
    if rows:
        blocks.append(table(rows, "kl" + "r" * game.players, header=header))
    results: list[tuple[Cell, ...]] = []
    for report, end in zip(reports, ends, strict=True):
        if end is not None:
            cells = [
                f"{score:,} ({result:+g})" for score, result in zip(end.scores, end.results, strict=True)
            ]
            results.append(
                (
                    translate("game end", language),
                    ruleset_label(report.ruleset, language),
                    *(Part(cell, TOTAL) for cell in cells),
                )
            )
    if results:
        blocks.append(table(results, "kl" + "r" * game.players, header=header))
    return tuple(blocks) or (paragraph(translate("nothing", language)),)


def _deal_cells(deal: RefereedDeal, report: Report, view: ReportView) -> list[str]:
    """What a deal is worth under a ruleset: the counts of its wins or the kind of draw, and each player's
    gain.
    """
    language = view.language
    if deal.wins:
        text = translate("between wins", language).join(
            limit_or_count(win.score, language) if win.score else translate("without score", language)
            for win in deal.wins
        )
    else:
        text = (
            name_in(deal.draw.rule.names, language)
            if deal.draw and deal.draw.rule
            else translate("no rule", language)
        )
    parts = [win.payments for win in deal.wins] or [deal.draw.payments if deal.draw else None]
    gains = [0] * report.game.players
    for part in parts:
        for player, gain in enumerate(part or ()):
            gains[player] += gain
    return [text, *(f"{gain:+,}" if gain else "-" for gain in gains)]


def final_scores(report: Report) -> FinalResult | None:
    """The result of a game: the start of the first deal with all gains under the rules."""
    deals = report.deals
    start = deals[0].scores_before
    if start is None or not report.site.is_chain:
        return None
    scores = list(start)
    stick = report.rules.stick
    for deal in deals:
        for player in deal.stick_payers:
            scores[player] -= stick
        for part in [win.payments for win in deal.wins] or [deal.draw.payments if deal.draw else None]:
            for player, gain in enumerate(part or ()):
                scores[player] += gain
    return report.final_result(scores)


def comparison_data(reports: Sequence[Report], view: ReportView) -> list[Object]:
    """The final scores and results under each ruleset."""
    found: list[Object] = []
    for report in reports:
        end = final_scores(report)
        deals = [
            {
                "deal": deal.name,
                "text": cells[0],
                "gains": {letter(player): cell for player, cell in enumerate(cells[1:])},
            }
            for deal in report.deals
            for cells in [_deal_cells(deal, report, view)]
        ]
        scores = {letter(player): score for player, score in enumerate(end.scores)} if end else None
        results = {letter(player): result for player, result in enumerate(end.results)} if end else None
        found.append({"ruleset": report.ruleset.id, "deals": deals, "scores": scores, "results": results})
    return found


COLUMNS = {
    "deals": "list deals", "wins": "list wins", "draws": "list draws", "differs": "list differs",
    "faults": "list faults",
}  # fmt: skip
"""The numbers of each game, with the phrases that head their columns."""


def summary_document(
    lines: Sequence[Mapping[str, object]], check: bool, language: str = "en", reasons: Sequence[str] = ()
) -> Document:
    """Many games: each difference, then a table with totals; with `check`, only games that do not agree."""
    shown = [line for line in lines if not (check and line["ok"])]
    of_names = ["standing player"] if any("names" in line for line in lines) else []
    rows = [
        (
            file_cell(line),
            *([_names_cell(line)] if of_names else []),
            ruleset_words(str(line.get("ruleset", "")), language),
            *(_cell(line, key) for key in COLUMNS),
        )
        for line in shown
    ]
    sums = [sum(int(str(line.get(key, 0))) for line in lines) for key in COLUMNS]
    last = (f"{len(lines):,}", *["" for _ in of_names], "", *(f"{one:,}" for one in sums))
    header = [translate(key, language) for key in ("list file", *of_names, "list ruleset", *COLUMNS.values())]
    games = table(rows, "kl" + "l" * len(of_names) + "r" * len(COLUMNS), header=header, last_row=last)
    errors = [headed_text(file_cell(line), str(line["error"]), language) for line in shown if "error" in line]
    below = [paragraph(*errors, indent=4)] if errors else []
    return (*reason_blocks(reasons, language), games, *below)


def _names_cell(line: Mapping[str, object]) -> str:
    names = line.get("names")
    return ", ".join(map(plain_name, names)) if isinstance(names, list) else ""


def file_cell(line: Mapping[str, object]) -> str:
    """The file of a game, with its number if the file has several games. A name with line ends stays one
    line, so that it cannot look like further rows.
    """
    name = " ".join(str(line["file"]).splitlines())
    return f"{name} ({line['game']})" if "game" in line else name


def _cell(line: Mapping[str, object], key: str) -> str:
    return f"{line[key]:,}" if key in line else ""
