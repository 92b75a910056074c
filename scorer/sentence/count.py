"""Patterns named without a hand: their values added up, and the secondary score if they decide it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from scorer.check.together import Condition
from scorer.engine.evaluate import rules_view, whole_number
from scorer.engine.examples import parse_example
from scorer.errors import InputError, NotAWinner
from scorer.language.nodes import Node
from scorer.memo import kept_by_identity
from scorer.ruleset.model import Bonus, Pattern, Ruleset
from scorer.scoring import score_hand
from scorer.sentence.question import SpokenQuestion
from scorer.sentence.request import DISCARDS, DRAWS, bonus_named, fitting
from scorer.sentence.together import can_be_named_together, contradicting_patterns, known_conditions
from scorer.values import dataclass, replace

WIN_FACTS = {"self_draw": DRAWS, "discard": DISCARDS}
OPEN, CLOSED = "open", "closed"
MOST_CHOICES = 16
"""The most ways to understand names that each mean several patterns."""
LEAST_HANDS = 2
"""So many example hands with a pattern have to agree on the secondary score before it is taken as decided."""


@dataclass(frozen=True)
class CountedPart:
    """A pattern or bonus of a list, and what it adds."""

    part: Pattern | Bonus
    value: int


@dataclass(frozen=True)
class ListCount:
    """What a list of patterns counts. `clash` is a pattern that the hand cannot have, and the state of the
    hand; `apart` are patterns that no hand has together; `needs_state` is set if it matters whether the hand
    is open and nobody said so. `sheet` is the secondary score, or None if it is not known.
    """

    parts: tuple[CountedPart, ...] = ()
    total: int = 0
    tier: int = 0
    sheet: int | None = None
    needs_state: bool = False
    clash: tuple[Pattern, str] | None = None
    apart: tuple[Pattern, ...] = ()


def count_patterns(question: SpokenQuestion, ruleset: Ruleset) -> ListCount:
    """What the patterns of a question count together."""
    return _Counter(question, ruleset).count()


def listed_count(listed: SpokenQuestion, ruleset: Ruleset) -> str:
    """The count of patterns that are named, if they decide what is paid; otherwise empty."""
    counted = count_patterns(listed, ruleset)
    if counted.clash or counted.apart or counted.needs_state:
        return ""
    if counted.tier:
        return f"{counted.tier} {ruleset.tier_unit}"
    sheet = f" {counted.sheet} {ruleset.sheet_unit}" if counted.sheet else ""
    return f"{counted.total} {ruleset.unit}{sheet}" if counted.sheet or not ruleset.sheet_unit else ""


class _Counter:
    def __init__(self, question: SpokenQuestion, ruleset: Ruleset) -> None:
        self.question, self.ruleset = question, ruleset
        self.view = rules_view(ruleset)
        self.win = question.get("win", "")
        named = [ruleset.pattern_by_id[name] for name in self._fitting_names()]
        stated = [
            pattern for names in question.get("circumstances", ()) for pattern in self._of_circumstance(names)
        ]
        self.named = list({pattern.id: pattern for pattern in (*stated, *named)}.values())
        self.patterns = self._without_included(self.named)

    def _known_conditions(self, state: str) -> list[Condition]:
        is_drawn = self.win == DRAWS if self.win else None
        stated = [fitting(names, self.win, self.ruleset) for names in self.question.get("circumstances", ())]
        return known_conditions(state, is_drawn, map(self.ruleset.circumstance_by_id.__getitem__, stated))

    def _fitting_names(self) -> tuple[str, ...]:
        """One pattern for each name: the first ones, unless no hand has these together but others it has."""
        state, known = self.question.get("state", ""), self.ruleset.pattern_by_id
        choices = list(islice(product(*self.question.get("patterns", ())), MOST_CHOICES))
        if len(choices) == 1:
            return choices[0]
        fit = (
            one
            for one in choices
            if can_be_named_together(
                [known[name] for name in one], self._known_conditions(state), self.ruleset
            )
        )
        return next(fit, choices[0])

    def _of_circumstance(self, names: Sequence[str]) -> list[Pattern]:
        """The patterns that hold because of a circumstance."""
        facts = {self.ruleset.circumstance_by_id[name].fact for name in names}
        found = [
            pattern for pattern in self.ruleset.patterns
            if (needed := set(_plain_facts(pattern.condition))) & facts and needed <= facts | {*WIN_FACTS}
            and (not self.win or {WIN_FACTS[one] for one in needed & {*WIN_FACTS}} <= {self.win})
        ]  # fmt: skip
        return found[:1] or [
            pattern for pattern in self.ruleset.patterns
            if (node := pattern.condition) and node.op == "or"
            and any(part.op == "fact" and part.args[0] in facts for part in node.args)
        ]  # fmt: skip

    def _without_included(self, patterns: Sequence[Pattern]) -> list[Pattern]:
        """Each pattern once, without those that another one includes."""
        once = list({pattern.id: pattern for pattern in patterns}.values())
        counted = once
        for _ in range(2):  # what does not count itself leaves out nothing
            included = {name for pattern in counted for name in (*pattern.implies, *pattern.excludes)}
            counted = [pattern for pattern in once if pattern.id not in included]
        return counted

    def count(self) -> ListCount:
        state = self.question.get("state", "")
        closed_only = [one for one in self.patterns if self._needs_closed(one)]
        needs_closed = self._circumstances_need_closed()
        if state == OPEN and closed_only:
            return ListCount(clash=(closed_only[0], OPEN))
        if other_win := [one for one in self.named if self._is_won_otherwise(one)]:
            return ListCount(apart=tuple(other_win[:1]))
        if apart := contradicting_patterns(self.named, self._known_conditions(state), self.ruleset):
            return ListCount(apart=apart)
        if not state and (closed_only or needs_closed):
            state = CLOSED
        state = state or self._only_state()
        if not state and self._differs():
            return ListCount(needs_state=True)
        state = state or OPEN
        parts = self._parts(state)
        for name, number in self.question.get("bonuses", ()):
            if bonus := bonus_named(name, self.ruleset):
                parts.append(CountedPart(bonus, number * whole_number(bonus.value, self.view)))
        return self._sum_of_parts(parts, state)

    def _only_state(self) -> str:
        """The state of every hand that has the patterns; empty if an open and a closed one may have them."""
        possible = [
            state
            for state in (OPEN, CLOSED)
            if not contradicting_patterns(self.named, self._known_conditions(state), self.ruleset)
        ]
        return possible[0] if len(possible) == 1 else ""

    def _is_won_otherwise(self, pattern: Pattern) -> bool:
        """Whether the pattern needs the other way of winning."""
        wins = {WIN_FACTS[fact] for fact in {*_plain_facts(pattern.condition)} & {*WIN_FACTS}}
        return bool(self.win and wins) and self.win not in wins

    def _needs_closed(self, pattern: Pattern) -> bool:
        is_worthless = pattern.open_value is None or self._value(pattern, OPEN) == 0
        return is_worthless or "concealed_hand" in _plain_facts(pattern.condition)

    def _parts(self, state: str) -> list[CountedPart]:
        """The patterns that are named, and those that every hand has that is won in this way."""
        patterns = self._without_included([*self.patterns, *self._certain(state)])
        return [CountedPart(one, self._value(one, state)) for one in patterns]

    def _circumstances_need_closed(self) -> bool:
        return any(
            requirement.node.text == "concealed_hand"
            for names in self.question.get("circumstances", ())
            for requirement in self.ruleset.circumstance_by_id[names[0]].requires
        )

    def _sum_of_parts(self, parts: list[CountedPart], state: str) -> ListCount:
        top = self.ruleset.top_tier
        high = [one for one in parts if top and isinstance(one.part, Pattern) and one.value >= top.start]
        if top and high and top.unit:
            tier = sum(one.value // top.unit_value for one in high)
            return ListCount(tuple(high), tier=tier)
        total = self.question.get("total") or sum(one.value for one in parts)
        return ListCount(tuple(parts), total, sheet=self.question.get("sheet") or self._sheet(state))

    def _value(self, pattern: Pattern, state: str) -> int:
        node = pattern.open_value if state == OPEN else pattern.closed_value
        return whole_number(node, self.view) if node is not None else 0

    def _differs(self) -> bool:
        """Whether the count depends on whether the hand is open."""
        top = self.ruleset.top_tier
        if top and any(self._value(one, OPEN) >= top.start for one in self.patterns):
            return False
        sums = {sum(part.value for part in self._parts(state)) for state in (OPEN, CLOSED)}
        return len(sums) > 1

    def _certain(self, state: str) -> Iterator[Pattern]:
        """The patterns that follow from the way of winning, and from whether the hand is open."""
        known = {fact for fact, win in WIN_FACTS.items() if win == self.win}
        known |= {"concealed_hand"} if state == CLOSED else set()
        for pattern in self.ruleset.patterns:
            needed = set(_plain_facts(pattern.condition))
            if needed <= known and not (state == OPEN and self._needs_closed(pattern)):
                yield pattern

    # ---- the secondary score

    def _sheet(self, state: str) -> int | None:
        """The secondary score that every example hand with one of the patterns has; None if they differ."""
        if not self.ruleset.sheet_unit:
            return None
        hands = example_sheets(self.ruleset)
        shown = [one for one in self.patterns if "?" in _plain_facts(one.condition)]  # by tiles
        return next(filter(None, (self._sheet_of(pattern, hands, state) for pattern in shown)), None)

    def _sheet_of(self, pattern: Pattern, hands: Iterable[ExampleSheet], state: str) -> int | None:
        """The secondary score of every example hand with a pattern; two that differ end the search."""
        found: list[int] = []
        for one in hands:
            is_so_won = one.is_closed == (state == CLOSED) and (not self.win or one.win == self.win)
            if is_so_won and pattern.id in one.patterns:
                found.append(one.sheet)
                if found[0] != one.sheet:
                    return None
        return found[0] if len(found) >= LEAST_HANDS else None


def _plain_facts(node: Node | None) -> Iterator[str]:
    """The facts of a condition that is one fact, or several that all have to hold; otherwise `?`."""
    parts = node.args if node and node.op == "and" else (node,)
    for part in parts:
        yield str(part.args[0]) if part and part.op == "fact" else "?"


@dataclass(frozen=True)
class ExampleSheet:
    """The secondary score of an example hand, and what it has."""

    patterns: frozenset[str]
    is_closed: bool
    win: str
    sheet: int


class _Examples:
    """The example hands of a ruleset, each scored when somebody looks at it for the first time."""

    def __init__(self, ruleset: Ruleset) -> None:
        texts = dict.fromkeys(text for pattern in ruleset.patterns for text in pattern.holds)
        self._scored: list[ExampleSheet] = []
        self._others = _sheets_of(texts, ruleset)

    def __iter__(self) -> Iterator[ExampleSheet]:
        at = 0
        while True:
            if at == len(self._scored):
                if (following := next(self._others, None)) is None:
                    return
                self._scored.append(following)
            yield self._scored[at]
            at += 1


@kept_by_identity(limit=8)
def example_sheets(ruleset: Ruleset) -> Iterable[ExampleSheet]:
    """The secondary scores of the example hands of a ruleset, each won in both ways."""
    return _Examples(ruleset)


def _sheets_of(texts: Iterable[str], ruleset: Ruleset) -> Iterator[ExampleSheet]:
    for text in texts:
        try:
            rules, hand, situation = parse_example(text, ruleset)
        except InputError:
            continue
        if rules.chosen_options != ruleset.chosen_options:
            continue
        for win, drawn in ((DRAWS, True), (DISCARDS, False)):
            one = replace(situation, self_draw=drawn, circumstances=(), discarder=None)
            try:
                score = score_hand(ruleset, hand, one)
            except (NotAWinner, InputError):
                continue
            if score.sheet is not None:
                yield ExampleSheet(frozenset(score.patterns), hand.is_concealed, win, score.sheet.total)
