"""An evening as data and as a document: its games, deals, results and ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorer.engine.value import Amount
from scorer.labels import counter_text, deal_words, format_gain, uncapitalize_first
from scorer.languages import is_english
from scorer.message import Listed, Message, localized_text, message_text
from scorer.phrases import comma_list, format_amount, headed_text, quoted_words, translate
from scorer.render.document import HEADLINE, KEEP, TOTAL, Block, Cell, Document, Part, paragraph, table
from scorer.render.evening_events import reason_text, told_event
from scorer.render.heading import ruleset_words
from scorer.render.result import Object
from scorer.ruleset.model import Ruleset
from scorer.table.evening import Evening, PlayedDeal, PlayedGame, RankedPlayer, Ranking
from scorer.table.evening_file import EveningFile, EveningRanking, PlacedFault
from scorer.table.events import Draw, Event, FalseWin, GameStart, SpotPayment, Win
from scorer.table.side_results import CHIPS
from scorer.table.state import deal_name
from scorer.tiles import name_in

NO_CHANGE = "-"
PAYING_EVENTS = (Win, Draw, FalseWin, SpotPayment)
"""The events that the row of a deal names; sticks have a column of their own."""


# ---- data


def evening_data(read: EveningFile, language: str = "en") -> Object:
    """The games with their deals, the ranking, and the faults of a file."""
    evening = read.evening
    data: Object = {
        "file": read.name,
        "evening": evening.name,
        "date": evening.date,
        "games": [_game_data(game, read.lines) for game in evening.games],
        **_rankings_data(evening.rankings),
    }
    if read.faults:
        data["faults"] = [_fault_data(fault) for fault in read.faults]
    return data


def ranking_data(found: EveningRanking, language: str = "en") -> Object:
    """The ranking of several evenings, and the faults of their files."""
    data: Object = {"files": [one.name for one in found.files], **_rankings_data(found.rankings)}
    faults = [{"file": one.name, **_fault_data(fault)} for one in found.files for fault in one.faults]
    return {**data, "faults": faults} if faults else data


def _fault_data(fault: PlacedFault) -> Object:
    return {
        "line": fault.line,
        "column": fault.column,
        "event": fault.event or None,
        "message": str(fault.message),
        "suggestions": list(fault.suggestions),
    }


def _rankings_data(rankings: Sequence[Ranking]) -> Object:
    """One ranking; several if games have results in different units."""
    if len(rankings) < 2:
        return {"ranking": _players_data(rankings[0].players if rankings else ())}
    listed = [
        {
            "rulesets": list(one.rulesets),
            **({"currency": one.currency} if one.currency else {}),
            "ranking": _players_data(one.players),
        }
        for one in rankings
    ]
    return {"rankings": listed}


def _players_data(players: Iterable[RankedPlayer]) -> list[Object]:
    return [
        {
            "place": one.place,
            "player": one.player,
            "total": one.total,
            "games": one.games,
            "average": one.average,
            **({} if one.score is None else {"score": one.score}),
        }
        for one in players
    ]


def _by_player(players: Sequence[str], numbers: Sequence[Amount]) -> Object:
    return dict(zip(players, numbers, strict=True))


def _game_data(game: PlayedGame, lines: Sequence[int]) -> Object:
    players, final, rules = game.start.players, game.final, game.rules
    end: Object = {"why": final.why, "scores": _by_player(players, final.scores)}
    if rules.stick:
        end["sticks_left"] = final.sticks_left
    end["places"] = _by_player(players, final.places)
    end["results"] = _by_player(players, final.results)
    if any(final.deducted):
        end["deducted"] = {name: off for name, off in zip(players, final.deducted, strict=True) if off}
    if final.sides:
        end["sides"] = {side.cause: _by_player(players, side.gains) for side in final.sides}
    if final.money is not None:
        end["money"] = _by_player(players, final.money)
    return {
        "ruleset": game.start.ruleset,
        "players": list(players),
        **({"options": dict(game.start.options)} if game.start.options else {}),
        **({"currency": game.start.currency} if game.start.currency else {}),
        "deals": [_deal_data(game, deal, lines) for deal in game.deals],
        "final": end,
    }


def _deal_data(game: PlayedGame, played: PlayedDeal, lines: Sequence[int]) -> Object:
    players, deal, rules = game.start.players, played.deal, game.rules
    data: Object = {
        "line": lines[played.number - 1] if lines else None,
        "event": played.number,
        "deal": deal.name,
        "dealer": players[deal.dealer],
        "gains": _by_player(players, deal.gains),
        "scores": _by_player(players, deal.scores),
    }
    if rules.stick:
        data["sticks"] = deal.sticks
    following: Object = {"deal": deal.next_name, "dealer": players[deal.next_dealer]}
    if rules.has_counters:
        following["honba"] = deal.next_honba
    data["next"] = None if deal.over else following
    if deal.over:
        data["over"] = deal.over
    data["transfers"] = [
        {"for": one.cause, "gains": _by_player(players, one.gains)} for one in played.transfers
    ]
    if played.notes:
        data["notes"] = [str(note) for note in played.notes]
    return data


# ---- documents


def evening_document(read: EveningFile, language: str = "en") -> Document:
    """The faults, then each game with its deals and its result, then the ranking."""
    evening, found = read.evening, list[Block]()
    if read.faults:
        found.append(paragraph(*fault_lines(read, language)))
    if evening.name or evening.date:
        found.append(paragraph(Part(" ".join(filter(None, (evening.name, evening.date))), HEADLINE)))
    for number, game in enumerate(evening.games, 1):
        found += game_blocks(evening, game, number, language)
    if len(evening.games) > 1:
        found += ranking_tables(evening.rankings, language)
    return tuple(found)


def ranking_document(found: EveningRanking, language: str = "en") -> Document:
    """The faults of the files, then the ranking."""
    faults = [line for read in found.files for line in fault_lines(read, language)]
    tables = (*ranking_tables(found.rankings, language),)
    return (paragraph(*faults), *tables) if faults else tables


def fault_lines(read: EveningFile, language: str) -> Iterator[str]:
    """Each fault of a file with its place, in the words of its game."""
    for fault in read.faults:
        text = message_text(fault.message, _fault_language(read, fault, language))
        if fault.suggestions:
            near = [localized_text(name, language) for name in fault.suggestions]
            text = translate("did you mean", language, text, quoted_words(near, language))
        yield f"{read.name}:{fault.line}:{fault.column}: {text}"


def _fault_language(read: EveningFile, fault: PlacedFault, language: str) -> str:
    """The language of a fault, with the words of the game to which its event belongs."""
    state = read.evening.steps[fault.event - 1].state if fault.event else None
    told = state.book.ruleset.display_language(language) if state else language
    return language if is_english(told) else told


def game_blocks(
    evening: Evening, game: PlayedGame, number: int, language: str, is_paper: bool = False
) -> Iterator[Block]:
    """A game: its rules, its deals with the change and the score of every player, and its result. On paper,
    scores below zero are in brackets.
    """
    told = game.ruleset.display_language(language)
    is_untold = is_english(told) and not is_english(language)
    told = language if is_untold else told  # nothing here needs the names of patterns
    name = name_in(game.ruleset.names, told)
    title = headed_text(translate("evening game", told, number), name, told)
    has_deals = bool(game.deals or _open_gains(game))
    if has_deals:
        yield deals_table(evening, game, told, title, is_paper)
    yield result_table(game, told, "" if has_deals else title)


def _open_gains(game: PlayedGame) -> tuple[Amount, ...]:
    """What players gained in the deal that is being played; empty if nothing was paid in it."""
    state = game.state
    gains = tuple(score - old for score, old in zip(state.scores, state.deal_scores, strict=True))
    return gains if any(gains) and not state.over else ()


def _note_in_cell(note: Message, language: str) -> str:
    """A note after an event in one cell: in English without the capital and the full stop of a sentence."""
    said = message_text(note, language)
    return uncapitalize_first(said).removesuffix(".") if is_english(language) else said


def deals_table(
    evening: Evening, game: PlayedGame, language: str, title: str = "", is_paper: bool = False
) -> Block:
    """Every deal with what happened, and the change and the score of every player."""
    rules, players = game.rules, game.start.players
    header = [translate("evening deal", language), translate("evening event", language), *players]
    if rules.stick:
        header.append(rules.ruleset.unit_title("sticks", language))
    rows: list[list[Cell]] = []

    def add_row(name: str, words: Sequence[str], row: tuple[Sequence[Amount], Sequence[Amount], int]) -> None:
        scores, gains, sticks = row
        cells: list[Cell] = [
            deal_words(name, language, rules.ruleset),
            message_text(Listed(tuple(words), "semicolon"), language),
        ]
        cells += [
            paper_cell(score, gain, language) if is_paper else score_cell(score, gain)
            for score, gain in zip(scores, gains, strict=True)
        ]
        rows.append([*cells, *([str(sticks)] if rules.stick else [])])

    for played in game.deals:
        deal, notes = played.deal, (_note_in_cell(one, language) for one in played.notes)
        words = [*_words_of_deal(evening, played.number, rules.ruleset, language), *notes]
        add_row(deal.name, words, (deal.scores, deal.gains, deal.sticks))
    state = game.state
    if gains := _open_gains(game):
        last = max((step.number for step in evening.steps if step.state is state), default=0)
        words = [*_words_of_deal(evening, last, rules.ruleset, language)]
        name = deal_name(rules, state.rounds, state.round, state.turn, state.honba)
        add_row(name, words, (state.scores, gains, state.sticks))
    return table(rows, "kl" + "r" * (len(header) - 2), title=title, header=header)


def _words_of_deal(evening: Evening, last: int, ruleset: Ruleset, language: str) -> Iterator[str]:
    """What paid players in the deal of an event, up to that event."""
    events, ends = list[Event](), {played.number for game in evening.games for played in game.deals}
    for step in reversed(evening.steps[:last]):
        if isinstance(step.event, GameStart) or (step.number in ends and step.number != last):
            break
        if isinstance(step.event, PAYING_EVENTS) and not step.faults:
            events.append(step.event)
    for event in reversed(events):
        yield told_event(event, ruleset, language)


def score_cell(score: Amount, gain: Amount) -> str:
    """A score with the change of the deal.

    >>> score_cell(33000, 8000).replace(KEEP, " "), score_cell(25000, 0).replace(KEEP, " ")
    ('33,000 (+8,000)', '25,000')
    """
    return format_amount(score) + (f"{KEEP}({format_gain(gain)})" if gain else "")


def paper_cell(score: Amount, gain: Amount, language: str) -> str:
    """A score on a sheet: the change of the deal with its sign, then the score, in brackets below zero.

    >>> [paper_cell(-1200, -8000, one).replace(KEEP, " ") for one in ("en", "ja")]
    ['-8,000  (1,200)', '-8,000  ▲1,200']
    """
    shown = format_amount(abs(score))
    if score < 0:
        shown = translate("negative amount", language, shown)
    return f"{format_gain(gain)}{KEEP}{KEEP}{shown}" if gain else shown


def _side_name(game: PlayedGame, cause: str, language: str) -> str:
    """The title of a column for an addition to the results."""
    if cause == CHIPS:
        return translate("evening side chips", language)
    final = game.ruleset.final
    names = next((one.names for one in final.transfers if one.id == cause), ()) if final else ()
    return name_in(names, language) or cause.replace("_", " ")


def result_table(game: PlayedGame, language: str, title: str = "") -> Block:
    """The result of a game: scores, places, results and money."""
    final = game.final
    header = [
        "",
        translate("points", language),
        translate("final place", language),
        translate("result", language),
    ]
    if any(final.deducted):
        header.append(translate("evening deducted", language))
    header += [_side_name(game, side.cause, language) for side in final.sides]
    if final.money is not None:
        header.append(game.start.currency or translate("evening money", language))
    rows = []
    for player, name in enumerate(game.start.players):
        cells: list[Cell] = [
            name,
            format_amount(final.scores[player]),
            str(final.places[player]),
            Part(format_gain(final.results[player]), TOTAL),
        ]
        if any(final.deducted):
            cells.append(format_gain(-final.deducted[player]) if final.deducted[player] else NO_CHANGE)
        cells += [
            format_gain(side.gains[player]) if side.gains[player] else NO_CHANGE for side in final.sides
        ]
        if final.money is not None:
            cells.append(f"{final.money[player]:+,.2f}")
        rows.append(cells)
    why = reason_text(final.why, language)
    return table(rows, "l" + "r" * (len(header) - 1), title=title or why, header=header)


def ranking_tables(rankings: Sequence[Ranking], language: str) -> Iterator[Block]:
    """Every ranking; several have the rulesets of their games in the title."""
    for one in rankings:
        names = (ruleset_words(ident, language) for ident in one.rulesets)
        told = comma_list([*names, *filter(None, [one.currency])], language)
        title = translate("evening ranking", language)
        if len(rankings) > 1:
            title = headed_text(title, told, language)
        yield ranking_table(one.players, language, title)


def ranking_table(players: Sequence[RankedPlayer], language: str, title: str) -> Block:
    """The players by the sum of their results."""
    keys = ["final place", "evening player", "evening total", "evening games", "evening average"]
    has_scores = any(one.score is not None for one in players)
    header = [translate(key, language) for key in (*keys, *(["points"] if has_scores else []))]
    rows: list[list[Cell]] = [
        [str(one.place), one.player, Part(format_gain(one.total), TOTAL), str(one.games), f"{one.average:+g}"]
        for one in players
    ]
    if has_scores:
        rows = [[*row, format_amount(one.score or 0)] for row, one in zip(rows, players, strict=True)]
    return table(rows, "rlrrr" + "r" * has_scores, title=title, header=header)


# ---- one event at a time


def step_document(evening: Evening, number: int, language: str) -> Document:
    """What the last event changed: who gained what, then the scores, the sticks and the dealer in one line,
    and the results if the game is over. `number` is how many events there were before.
    """
    game = evening.games[-1]
    told = game.ruleset.display_language(language)
    lines: list[Cell] = [
        _gains_line(game, transfer.gains, told)
        for step in evening.steps[number:]
        if step.state
        for transfer in step.state.transfers
    ]
    lines += [
        message_text(note, told) for step in evening.steps[number:] if step.state for note in step.state.notes
    ]
    lines.append(Part(score_line(game, told), HEADLINE))
    if not game.state.over:
        return (paragraph(*lines),)
    return (paragraph(*lines), result_table(game, told))


def _gains_line(game: PlayedGame, gains: Sequence[Amount], language: str) -> str:
    pairs = zip(game.start.players, gains, strict=True)
    return comma_list((f"{name}{KEEP}{format_gain(gain)}" for name, gain in pairs if gain), language)


def score_line(game: PlayedGame, language: str) -> str:
    """The deal, every score with the dealer marked, and the sticks on the table."""
    state, rules = game.state, game.rules
    name = deal_words(
        deal_name(rules, state.rounds, state.round, state.turn, state.honba), language, rules.ruleset
    )
    scores = [
        f"{player}{'*' if at == state.dealer and not state.over else ''}{KEEP}{format_amount(score)}"
        for at, (player, score) in enumerate(zip(state.players, state.scores, strict=True))
    ]
    text = translate("table line", language, name, "   ".join(scores))
    if state.honba:
        text += f"   {counter_text(state.honba, rules.ruleset, language)}"
    if state.sticks:
        text += f"   {rules.ruleset.amount_text(state.sticks, 'sticks', language)}"
    return text
