"""The standings of many recorded games: what each player has won, and how they played."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from scorer.errors import Fault, InputError, RulesetError
from scorer.message import Message
from scorer.phrases import translate
from scorer.render.document import TOTAL, Block, Cell, Document, Part, paragraph, table
from scorer.render.heading import language_of_named_game, ruleset_words
from scorer.render.result import Object
from scorer.replay.game import DECLARE, letter
from scorer.replay.referee import Report
from scorer.table.settle import final_result
from scorer.values import cached_property, dataclass

Aliases = Mapping[str, str]
"""The name of a player by each other name that they have in logs."""


@dataclass(frozen=True)
class PlayerGame:
    """One player in one game. `result` is None if the rules do not say what scores are worth. `deals` are
    the deals of the game, and the other counts those in which the player won, dealt in, or declared a ready
    hand.
    """

    name: str
    score: int | float
    place: int
    result: float | None
    deals: int
    wins: int
    dealt_in: int
    declared: int


@dataclass(frozen=True)
class LeagueGame:
    """A game that was played to its end, under rules."""

    file: str
    ruleset: str
    players: tuple[PlayerGame, ...]


def league_game(report: Report) -> LeagueGame | None:
    """The result of a game for a league; None if the log does not have its end, or its scores."""
    last, game = report.deals[-1], report.game
    if last.scores_after is None or not report.site.is_chain:
        return None
    if game.scores is None and not (last.next_deal is not None and last.next_deal.ends):
        return None
    ends = game.scores or last.scores_after
    sticks = last.sticks_after if ends == last.scores_after else 0  # otherwise they are in the scores
    result = final_result(report.ruleset, report.rules, ends, sticks, game.first_dealer)
    scores = result.scores if result else ends
    places = result.places if result else tuple(1 + sum(other > one for other in scores) for one in scores)
    results = result.results if result else (None,) * len(scores)
    declarers = [
        {event.player for event in deal.deal.events if event.kind == DECLARE} for deal in report.deals
    ]
    players = tuple(
        PlayerGame(
            game.names[player] if player < len(game.names) and game.names[player] else letter(player),
            scores[player], places[player], results[player], len(report.deals),
            *_wins_and_losses(report, player), sum(player in declared for declared in declarers),
        )
        for player in range(game.players)
    )  # fmt: skip
    return LeagueGame(game.file, report.ruleset.id, players)


def _wins_and_losses(report: Report, player: int) -> tuple[int, int]:
    """In how many deals a player won, and dealt in."""
    wins = dealt_in = 0
    for deal in report.deals:
        claims = [win.claim for win in deal.wins]
        wins += any(claim.player == player for claim in claims)
        dealt_in += any(claim.source == player != claim.player for claim in claims)
    return wins, dealt_in


@dataclass(frozen=True)
class Standing:
    """What a player has reached in all games under a ruleset."""

    name: str
    games: tuple[PlayerGame, ...]

    @cached_property
    def total(self) -> float | None:
        """The sum of the results; None if the rules do not say what scores are worth."""
        results = [game.result for game in self.games if game.result is not None]
        return round(sum(results), 2) if len(results) == len(self.games) else None

    @property
    def average(self) -> float | None:
        """The result of a game on average."""
        return None if self.total is None else round(self.total / len(self.games), 2)

    @property
    def score(self) -> int | float:
        """The sum of the scores."""
        return sum(game.score for game in self.games)

    @property
    def best(self) -> int | float:
        """The highest score at the end of a game."""
        return max(game.score for game in self.games)

    @property
    def average_place(self) -> float:
        return round(sum(game.place for game in self.games) / len(self.games), 2)

    def times_at(self, place: int) -> int:
        """In how many games the player had this place."""
        return sum(game.place == place for game in self.games)

    def rate(self, count: str) -> float:
        """A count of `PlayerGame` in percent of the deals."""
        deals = sum(game.deals for game in self.games)
        return round(100 * sum(int(getattr(game, count)) for game in self.games) / deals, 1) if deals else 0.0


@dataclass(frozen=True)
class Standings:
    """The standings under one ruleset, from the first player to the last."""

    ruleset: str
    players: tuple[Standing, ...]
    places: int
    """how many players a game has"""


@dataclass(frozen=True)
class League:
    """Many games: the standings under each ruleset, and the lines of games that differ or are unfinished."""

    standings: tuple[Standings, ...]
    differing: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()


def standings(games: Iterable[LeagueGame], aliases: Aliases | None = None) -> tuple[Standings, ...]:
    """The standings of games, by ruleset. A player with several names is one if `aliases` says so."""
    names = aliases or {}
    by_ruleset: dict[str, dict[str, list[PlayerGame]]] = {}
    places: dict[str, int] = {}
    for game in games:
        places[game.ruleset] = max(places.get(game.ruleset, 0), len(game.players))
        players = by_ruleset.setdefault(game.ruleset, {})
        for player in game.players:
            players.setdefault(names.get(player.name, player.name), []).append(player)
    return tuple(
        Standings(
            ruleset,
            tuple(sorted((Standing(name, tuple(played)) for name, played in players.items()), key=_rank)),
            places[ruleset],
        )
        for ruleset, players in sorted(by_ruleset.items())
    )


def _rank(standing: Standing) -> tuple[float, float, str]:
    """The order of standings: by the sum of results, or of scores if there are none."""
    total = standing.score if standing.total is None else standing.total
    return -total, standing.average_place, standing.name


def read_aliases(path: str) -> dict[str, str]:
    """The names of players by their other names, from a YAML file: `Ann: [ann123, アン]`.

    Raises InputError if the file cannot be read or gives one name to two players.
    """
    from scorer.ruleset.source import read_file

    source, problems = read_file(Path(path))
    if source is None or problems:
        raise RulesetError(problems)
    found: dict[str, str] = {}
    for name, item in source.root.fields.items() if isinstance(source.root.value, dict) else ():
        others = item.entries if isinstance(item.value, list) else [item]
        for other in others:
            text = str(other.value)
            if found.setdefault(text, str(name)) != str(name):
                message = Message("alias of two players", text, found[text], str(name))
                raise InputError([Fault("--aliases", None, message)])
    if not found:
        raise InputError([Fault("--aliases", None, Message("no aliases"))])
    return found


# ---- documents and data

RATES = ("wins", "dealt_in", "declared")
"""Counts that are shown in percent of the deals."""
FIRST_TITLES = (
    "standing place", "standing player", "standing games", "standing total", "standing average",
)  # fmt: skip
LAST_TITLES = (
    "standing average place", "standing best score", "standing wins", "standing dealt_in",
    "standing declared",
)  # fmt: skip


def plain_name(name: str) -> str:
    """A name from a log without anything that a terminal or a spreadsheet may take for a command.

    >>> plain_name("=1+2"), plain_name("A\\x1b[31mB")
    ("'=1+2", 'A?[31mB')
    """
    shown = "".join(sign if sign.isprintable() else "?" for sign in name)[:40]
    return f"'{shown}" if shown[:1] in "=+-@" else shown


MOST_REASONS = 40
"""Differences that are listed above a table."""


def reason_blocks(reasons: Sequence[str], language: str) -> list[Block]:
    """The differences of many games; how many more there are, if they are too many."""
    if not reasons:
        return []
    more = [translate("more differences", language, len(reasons) - MOST_REASONS)]
    lines = [*reasons[:MOST_REASONS], *(more if len(reasons) > MOST_REASONS else [])]
    return [paragraph(translate("games differ", language)), paragraph(*lines, indent=4)]


def league_document(league: League, language: str = "en") -> Document:
    """Games that differ first, then the standings under each ruleset."""
    blocks = reason_blocks(league.differing, language)
    for one in league.standings:
        blocks.append(paragraph(ruleset_words(one.ruleset, language)))
        blocks.append(_standings_table(one, language_of_named_game(one.ruleset, language)))
    if league.unfinished:
        blocks.append(paragraph(translate("games unfinished", language), *league.unfinished, indent=4))
    return tuple(blocks) or (paragraph(translate("nothing", language)),)


def _standings_table(found: Standings, language: str) -> Block:
    header = [translate(key, language) for key in FIRST_TITLES]
    header += [str(place) for place in range(1, found.places + 1)]
    header += [translate(key, language) for key in LAST_TITLES]
    rows: list[tuple[Cell, ...]] = []
    for place, one in enumerate(found.players, 1):
        total = f"{one.score:,}" if one.total is None else f"{one.total:+,g}"
        average = "" if one.average is None else f"{one.average:+g}"
        counts = [str(one.times_at(number)) for number in range(1, found.places + 1)]
        rates = [f"{one.rate(key):g}%" for key in RATES]
        rows.append(
            (str(place), plain_name(one.name), str(len(one.games)), Part(total, TOTAL), average, *counts,
             f"{one.average_place:g}", f"{one.best:,}", *rates)
        )  # fmt: skip
    return table(rows, "rl" + "r" * (len(header) - 2), header=header)


def standings_rows(found: Sequence[Standings]) -> list[Object]:
    """The standings as plain data, one object for each player under each ruleset."""
    return [
        {
            "ruleset": one.ruleset,
            "place": place,
            "player": plain_name(player.name),
            "games": len(player.games),
            "total": player.total,
            "average": player.average,
            "score": player.score,
            **{f"place_{number}": player.times_at(number) for number in range(1, one.places + 1)},
            "average_place": player.average_place,
            "best_score": player.best,
            **{f"{key}_percent": player.rate(key) for key in RATES},
        }
        for one in found
        for place, player in enumerate(one.players, 1)
    ]


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows as CSV, with the keys of all of them as the head."""
    keys = dict.fromkeys(key for row in rows for key in row)
    text = io.StringIO()
    writer = csv.DictWriter(text, [*keys], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
