"""Events as players say them: `Ann ron Ben 3 han 40 fu`, `Cho riichi`, `draw Ann Ben`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from scorer.hand import wind_letter
from scorer.phrases import translations
from scorer.table.events import DECLARATION
from scorer.table.state import GameState
from scorer.table.writing import quoted
from scorer.tiles import fold_name

SPACE = re.compile(r"[\s　]+|[,，、](?!\d)\s*")
RON, TSUMO, DECLARE, FALSE_WIN, DRAW, AND, FROM = (
    "ron",
    "tsumo",
    "declare",
    "false win",
    "draw",
    "and",
    "from",
)
NUMBER = re.compile(r"[-+]?[0-9][0-9,]*")
PHRASES = {
    RON: "table word ron",
    TSUMO: "table word tsumo",
    DECLARE: "table word declare",
    FALSE_WIN: "table word false win",
    DRAW: "table word draw",
    AND: "table word and",
    FROM: "table word from",
}
"""The phrases with the words of events."""
OF_POINTS = ("penalty", "adjust", "count", "result")
"""Events with a number for each player, as they begin."""


@cache
def _verbs() -> dict[str, str]:
    """The words of events in every language, by their folded form."""
    return {
        fold_name(word): verb
        for verb, phrase in PHRASES.items()
        for _, words in translations(phrase)
        for word in words.split()
    }


def spoken_event(text: str, state: GameState) -> str:
    """The line of an evening that a sentence means, without the dash; empty if it is no sentence about a
    table. Players are called by their names, the beginnings of these, or their seats.

    >>> from scorer import load_ruleset
    >>> from scorer.table.rules import DealRules
    >>> from scorer.table.state import first_state
    >>> state = first_state(DealRules(load_ruleset("riichi")), ["Ann", "Ben", "Cho", "Dia"])
    >>> spoken_event("ann ron Ben 3 han 40 fu", state)
    '{win: {Ann: 3 han 40 fu}, from: Ben}'
    >>> spoken_event("draw A C", state)
    '{draw: exhaustive, ready: [Ann, Cho]}'
    """
    if text.startswith("{"):
        return text
    words = [word for word in SPACE.split(text.strip()) if word]
    if not words:
        return ""
    sentence = _Sentence(words, state)
    return sentence.event()


class _Sentence:
    """The words of a sentence, and who they name."""

    def __init__(self, words: Sequence[str], state: GameState) -> None:
        self.words, self.state = list(words), state

    def player(self, word: str) -> str:
        """The player whom a word names; empty if it names none, or several."""
        players = self.state.players
        folded = fold_name(word)
        if same := [name for name in players if fold_name(name) == folded]:
            return same[0]
        seat = wind_letter(word)
        if len(seat) == 1 and seat in "ESWN"[: len(players)]:
            return players[self.state.player_at(seat)]
        begun = [name for name in players if folded and fold_name(name).startswith(folded)]
        return begun[0] if len(begun) == 1 else ""

    def verb(self, word: str) -> str:
        return _verbs().get(fold_name(word), "")

    def event(self) -> str:
        first, *rest = self.words
        if first in OF_POINTS:
            return self._points(first, rest)
        verb, player = self.verb(first), self.player(first)
        if verb == DRAW:
            return self._draw(rest)
        if verb in (DECLARE, FALSE_WIN) and len(rest) == 1 and self.player(rest[0]):
            return _about_one(verb, self.player(rest[0]))
        if not player or not rest:
            return ""
        if len(rest) == 1 and self.verb(rest[0]) in (DECLARE, FALSE_WIN):
            return _about_one(self.verb(rest[0]), player)
        return self._win(player, rest)

    def _win(self, player: str, rest: Sequence[str]) -> str:
        """The event of a win: the verb and the discarder may be before or after the value."""
        values: dict[str, list[str]] = {player: []}
        discarder, is_win, winner, at = "", False, player, 0
        while at < len(rest):
            word, following = rest[at], rest[at + 1] if at + 1 < len(rest) else ""
            verb = self.verb(word)
            if verb in (RON, FROM) and self.player(following):
                discarder, is_win, at = self.player(following), True, at + 2
            elif verb in (RON, TSUMO):
                is_win, at = True, at + 1
            elif verb == FROM and not discarder:
                at += 1
            elif verb == AND and self.player(following):
                winner = self.player(following)
                values[winner], at = [], at + 2
            else:
                values[winner].append(word)
                at += 1
        if not is_win:
            return ""
        hands = ", ".join(f"{quoted(name)}: {quoted(_value(value))}" for name, value in values.items())
        return f"{{win: {{{hands}}}" + (f", from: {quoted(discarder)}}}" if discarder else "}")

    def _draw(self, rest: Sequence[str]) -> str:
        """The event of a draw: its kind, if it is named, and the players who are ready."""
        kind = ""
        names = []
        for word in rest:
            if name := self.player(word):
                names.append(quoted(name))
            elif not kind and not names:
                kind = word
            elif fold_name(word) not in ("ready", "and"):
                return ""
        rules = [one for one in self.state.book.ruleset.draws if not one.aborts]
        usual = next((one.id for one in rules if one.pool is not None), rules[0].id if rules else "")
        known = {one.id: one for one in self.state.book.ruleset.draws}
        rule = known.get(kind or usual)
        listed = f"[{', '.join(names)}]"
        key = "by" if rule and rule.pool is None and rule.pays.dealer else "ready"
        return f"{{draw: {quoted(kind or usual)}" + (f", {key}: {listed}}}" if names else "}")

    def _points(self, kind: str, rest: Sequence[str]) -> str:
        """An event with a number for each player that is named."""
        pairs = [*self._numbers(rest)]
        if not pairs or len(pairs) * 2 != len(rest):
            return ""
        return f"{{{kind}: {{{', '.join(f'{quoted(name)}: {number}' for name, number in pairs)}}}}}"

    def _numbers(self, rest: Sequence[str]) -> Iterator[tuple[str, str]]:
        for word, number in zip(rest[::2], rest[1::2], strict=False):
            if (name := self.player(word)) and NUMBER.fullmatch(number):
                yield name, number.replace(",", "").removeprefix("+")


def _about_one(verb: str, player: str) -> str:
    """An event about one player."""
    key = DECLARATION if verb == DECLARE else "false_win"
    return f"{{{key}: {quoted(player)}}}"


def _value(words: Sequence[str]) -> str:
    """What a win is worth; large numbers alone are points: `3900`, `1000 2000`."""
    numbers = [word.replace(",", "") for word in words]
    if 0 < len(words) < 3 and all(re.fullmatch("[0-9]{3,6}", number) for number in numbers):
        return f"{'/'.join(numbers)} points"
    return " ".join(words)
