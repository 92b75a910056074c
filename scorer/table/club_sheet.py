"""The tables in which clubs keep results: CSV with a row a game, and with a row a deal.

The head of a row a game is what clubs use: `Date, Game, E Player, .., E Pts, .., sticks`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

from scorer.engine.value import Amount
from scorer.errors import InputError
from scorer.hand import WINDS
from scorer.message import Message
from scorer.scoring import load_ruleset
from scorer.table.evening import Evening, LoadRuleset, PlayedGame, evening_of
from scorer.table.evening_file import EveningFile, PlacedFault
from scorer.table.events import ChipPayment, Draw, Event, FalseWin, GameStart, KnownResult, Win
from scorer.table.faults import event_error

DATE, GAME, RULESET, DEAL, STICKS = "Date", "Game", "Ruleset", "Deal", "sticks"
PLAYER, POINTS, CHIPS = "Player", "Pts", "Chips"
NUMBER = re.compile(r"[-+]?[0-9][0-9,. ]{0,11}")
MOST_ROWS = 2000
LONGEST_HEAD = 1000
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a text for a formula."""


def reads_as_club_sheet(data: bytes) -> bool:
    """Whether a file is a table of results with a row a game.

    >>> reads_as_club_sheet(b"Date,Game,E Player,S Player,E Pts,S Pts\\n"), reads_as_club_sheet(b"events:")
    (True, False)
    """
    first = data.partition(b"\n")[0][:LONGEST_HEAD].decode("utf-8", "replace")
    head = [cell.strip().casefold() for cell in first.lstrip("\ufeff").split(",")]
    return f"{WINDS[0]} {PLAYER}".casefold() in head


def read_club_sheet(text: str, name: str, ruleset: str, *, load: LoadRuleset = load_ruleset) -> EveningFile:
    """An evening from a table with a row a game. `ruleset` is for rows that name none.

    >>> sheet = "E Player,S Player,W Player,E Pts,S Pts,W Pts\\nAnn,Ben,Cho,45000,35000,25000\\n"
    >>> [one.player for one in read_club_sheet(sheet, "club.csv", "sanma").evening.ranking]
    ['Ann', 'Ben', 'Cho']
    """
    events: list[Event | InputError] = []
    lines: list[int] = []
    date = ""
    for number, cells in _game_rows(text):
        if len(lines) >= 2 * MOST_ROWS:
            events.append(event_error(Message("too many events", MOST_ROWS)))
            lines.append(number)
            break
        date = date or cells.get(DATE.casefold(), "")
        made = _row_events(cells, ruleset)
        events += made
        lines += [number] * len(made)
    evening = evening_of(events, load=load, date=date)
    faults = [
        PlacedFault(lines[step.number - 1], 1, step.number, fault.message, fault.suggestions)
        for step in evening.steps
        for fault in step.faults
    ]
    return EveningFile(name, evening, tuple(lines), tuple(faults))


def _game_rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The row of each game with its line: its cells by the words of the head. If there is a row a deal, it is
    that of the last deal.
    """
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff")))
    head = [cell.strip().casefold() for cell in next(rows, [])]
    last: tuple[int, dict[str, str]] | None = None
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        cells = {key: cell.strip() for key, cell in zip(head, row, strict=False)}
        if last and not (DEAL.casefold() in cells and _game_of(cells) == _game_of(last[1])):
            yield last
        last = rows.line_num, cells
    if last:
        yield last


def _game_of(cells: Mapping[str, str]) -> tuple[str, str]:
    """What tells games apart."""
    return cells.get(DATE.casefold(), ""), cells.get(GAME.casefold(), "")


def _row_events(cells: Mapping[str, str], ruleset: str) -> list[Event | InputError]:
    """The game and its result in a row; an InputError if a cell cannot be read."""
    seats = [seat for seat in WINDS if cells.get(f"{seat} {PLAYER}".casefold())]
    players = tuple(cells[f"{seat} {PLAYER}".casefold()] for seat in seats)
    try:
        points = tuple(
            (player, _cell_number(cells.get(f"{seat} {POINTS}".casefold(), ""), player))
            for seat, player in zip(seats, players, strict=True)
        )
        sticks = cells.get(STICKS, "") or "0"
        result = KnownResult(points, int(_cell_number(sticks, STICKS)))
        chips = tuple(
            (player, _cell_number(cells.get(f"{seat} {CHIPS}".casefold()) or "0", player))
            for seat, player in zip(seats, players, strict=True)
        )
    except InputError as error:
        return [error]
    paid = [ChipPayment(chips)] if any(number for _, number in chips) else []
    return [GameStart(cells.get(RULESET.casefold()) or ruleset, players), result, *paid]


def _cell_number(text: str, name: str) -> Amount:
    """The number in a cell, with or without commas."""
    if not NUMBER.fullmatch(text):
        raise event_error(Message("number expected for", name))
    number = float(text.replace(",", "").replace(" ", ""))
    return int(number) if number == int(number) else number


# ---- written


def results_csv(evenings: Sequence[Evening]) -> str:
    """The results of all games, a row each, with the head that clubs use."""
    seats = _most_seats(evenings)
    head = [
        DATE,
        GAME,
        RULESET,
        *(f"{seat} {PLAYER}" for seat in seats),
        *(f"{seat} {POINTS}" for seat in seats),
    ]
    chip_seats = seats if _has_chips(evenings) else ""
    head += [STICKS, *(f"{seat} Result" for seat in seats), *(f"{seat} {CHIPS}" for seat in chip_seats)]
    rows = []
    number = 0
    for evening in evenings:
        for game in evening.games:
            number += 1
            row = [evening.date, str(number), game.start.ruleset]
            row += _filled_row(map(_safe, game.start.players), seats)
            row += _filled_row(map(_text, game.state.scores), seats)
            row += [str(game.state.sticks), *_filled_row(map(_text, game.final.results), seats)]
            rows.append([*row, *_filled_row(map(str, game.state.chips), chip_seats)])
    return _csv_rows([head, *rows])


def deals_csv(evenings: Sequence[Evening]) -> str:
    """Every deal of all games, a row each."""
    seats = _most_seats(evenings)
    head = [DATE, GAME, RULESET, DEAL, "Dealer", "Kind", "Winner", "From", "Value"]
    for seat in seats:
        head += [f"{seat} {PLAYER}", f"{seat} Change", f"{seat} {POINTS}"]
    chip_seats = seats if _has_chips(evenings) else ""
    rows = [[*head, STICKS, *(f"{seat} {CHIPS}" for seat in chip_seats)]]
    number = 0
    for evening in evenings:
        for game in evening.games:
            number += 1
            if not game.deals:  # a game of which only the result was entered
                result = [evening.date, str(number), game.start.ruleset, "", "", "result", "", "", ""]
                gains = [score - game.rules.start for score in game.state.scores]
                row = [*result, *_changes(game, gains, game.state.scores, seats), str(game.state.sticks)]
                rows.append([*row, *_filled_row(map(str, game.state.chips), chip_seats)])
            for played, chips in zip(game.deals, _chips_by_deal(evening, game), strict=True):
                words = [_safe(word) for word in _event_cells(evening.steps[played.number - 1].event)]
                deal = played.deal
                row = [evening.date, str(number), game.start.ruleset, deal.name]
                row += [_safe(game.start.players[deal.dealer]), *words]
                row += [*_changes(game, deal.gains, deal.scores, seats), str(deal.sticks)]
                rows.append([*row, *_filled_row(map(str, chips), chip_seats)])
    return _csv_rows(rows)


def _has_chips(evenings: Sequence[Evening]) -> bool:
    """Whether chips changed hands, so that there are columns for them."""
    return any(any(game.state.chips) for evening in evenings for game in evening.games)


def _chips_by_deal(evening: Evening, game: PlayedGame) -> Iterator[tuple[int, ...]]:
    """The chips of each player after every deal, with those that change hands before the next one ends."""
    for played in game.deals[1:]:
        state = evening.steps[played.number - 2].state
        yield state.chips if state else ()
    yield from [game.state.chips] if game.deals else []


def _event_cells(event: Event | None) -> tuple[str, str, str, str]:
    """The kind of an event that ends a deal, the winners, the discarder and the values."""
    if isinstance(event, Win):
        names, values = (" / ".join(one) for one in zip(*event.values, strict=True))
        return "win", names, event.discarder, values
    if isinstance(event, Draw):
        return event.kind, "", "", " / ".join(name for name, _ in event.ready)
    return ("false_win", "", event.player, "") if isinstance(event, FalseWin) else ("", "", "", "")


def _changes(
    game: PlayedGame, gains: Sequence[Amount], scores: Sequence[Amount], seats: str
) -> Iterator[str]:
    """The name, the change and the score of every player; empty for seats that nobody has."""
    for player in range(len(seats)):
        if player < len(scores):
            yield from (_safe(game.start.players[player]), _text(gains[player]), _text(scores[player]))
        else:
            yield from ("", "", "")


def _most_seats(evenings: Sequence[Evening]) -> str:
    return WINDS[: max((len(game.start.players) for one in evenings for game in one.games), default=0)]


def _filled_row(cells: Iterator[str], seats: str) -> list[str]:
    """Cells, with empty ones for seats that nobody has."""
    found = [*cells]
    return found + [""] * (len(seats) - len(found))


def _text(number: Amount) -> str:
    return f"{number:g}" if isinstance(number, float) else str(number)


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _csv_rows(rows: Sequence[Sequence[str]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()
