"""Which of the patterns that hold are counted, on plain data; the steps are those of `engine.resolve`."""

from __future__ import annotations

from scorer.compiled.results import Award
from scorer.compiled.trees import evaluate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Form = dict[str, Any]
    Candidate = tuple[Form, int, int]
    """pattern, value, count"""


class Way:
    """One way to count a reading: its awards and what the payments may ask of them."""

    __slots__ = ("awards", "bare", "best_closed", "counts", "patterns", "tier", "values", "worth_key")

    def __init__(self, awards: tuple[Award, ...]) -> None:
        self.awards = awards
        self.values: Any = ()
        """what the program gave, where payments or bonuses ask it"""
        self.patterns = sum(award.total for award in awards)
        self.bare = not awards
        """no bonus is added"""
        self.tier = self.best_closed = self.worth_key = 0
        self.counts: dict[str, int] = {}


class Resolver:
    """The ways to count what holds, under one compiled ruleset."""

    def __init__(self, form: Form) -> None:
        self.form = form
        last = form["otherwise"]
        self.patterns = [
            p for p in form["patterns"][: last if last >= 0 else None] if p["when"] != ("k", False)
        ]
        plain = [p["when"] if p["when"][0] in ("X", "S") else ("", "") for p in self.patterns]
        self.asked = [(p, *leaf) for p, leaf in zip(self.patterns, plain, strict=True)]
        """each pattern with the output of the program or the fact that it hangs on, if it is one"""
        self.otherwise = form["patterns"][last] if last >= 0 else None
        self.by_id = {pattern["id"]: pattern for pattern in form["patterns"]}

    def ways(self, values: Any, facts: dict[str, Any], concealed: bool) -> tuple[Way, ...]:
        """Every way to count that may win; `values` are the outputs of the program."""
        env = {"X": values, "S": facts}
        found = [
            item
            for pattern, letter, name in self.asked
            if (not letter or env[letter][name]) and (item := self._candidate(pattern, env, concealed))
        ]
        found = _in_order(found)
        alone = [item for item in found if item[0]["alone"] and evaluate(item[0]["alone"], env)]
        together = [item for item in found if item not in alone]
        chosen = [self._resolved(together, env, concealed)] if together or not alone else []
        chosen += [[item] for item in alone]
        ways = [self._way(items, env, concealed, items in ([item] for item in alone)) for items in chosen]
        return tuple(way for way in ways if self._may_win(way, env))

    def _candidate(self, pattern: Form, env: Any, concealed: bool) -> Candidate | None:
        tree = pattern["closed"] if concealed else pattern["open"]
        if tree is None or not evaluate(pattern["when"], env):
            return None
        value = int(evaluate(tree, env))
        if value <= 0 and not pattern["zero"]:
            return None
        count = int(evaluate(pattern["count"], env))
        return (pattern, value, count) if count > 0 else None

    def _resolved(self, found: list[Candidate], env: Any, concealed: bool) -> list[Candidate]:
        kept = self._suppressed(found)
        tier = self.form["tier"]
        if tier and any(item[1] >= tier[0] for item in kept):
            kept = [item for item in kept if item[1] >= tier[0]]
        if self.form["highest_only"]:
            kept = sorted(kept, key=lambda item: -item[1] * item[2])[:1]
        if not kept and self.otherwise:
            last = self._candidate(self.otherwise, env, concealed)
            kept = [last] if last else []
        return kept

    def _suppressed(self, found: list[Candidate]) -> list[Candidate]:
        """From the most valuable down, each award takes away what it swallows."""
        kept: list[Candidate] = []
        for pattern, value, count in found:
            name = pattern["id"]
            if any(name in award["excludes"] or name in award["implies"] for award, _, _ in kept):
                continue
            left = count - sum(dict(award["less"]).get(name, 0) for award, _, _ in kept)
            if left > 0:
                kept.append((pattern, value, left))
        return kept

    def _way(self, items: list[Candidate], env: Any, concealed: bool, alone: bool) -> Way:
        unit = self.form["unit"]
        awards = tuple(
            tuple.__new__(Award, (pattern["id"], value, count, pattern["unit"] or unit))
            for pattern, value, count in items
        )
        way = Way(awards)
        for pattern, _, count in items:
            for name in (pattern["id"], *pattern["groups"]):
                way.counts[name] = way.counts.get(name, 0) + count
        closed = (int(evaluate(p["closed"], env)) if p["closed"] else 0 for p, _, _ in items)
        way.best_closed = max(closed, default=0)
        self._count_tier(way, items)
        way.bare = way.bare or alone or any(p["alone"] and evaluate(p["alone"], env) for p, _, _ in items)
        return way

    def _count_tier(self, way: Way, items: list[Candidate]) -> None:
        tier = self.form["tier"]
        if not tier or not any(value >= tier[0] for _, value, _ in items):
            return
        _, unit, each, add, cap = tier
        way.bare = True
        if unit:
            counts = [award.total // each for award in way.awards]
            amount = sum(counts) if add else max(counts)
            way.tier = min(amount, cap) if cap else amount

    def _may_win(self, way: Way, env: Any) -> bool:
        known = {
            **env,
            "V": {"best_closed_value": way.best_closed, "patterns": way.patterns},
            "N": _Counts(way.counts),
        }
        return way.patterns >= self.form["minimum"] and all(evaluate(t, known) for t in self.form["to_win"])


class _Counts(dict):  # type: ignore[type-arg]
    """How often patterns are awarded; none where nothing is said."""

    __slots__ = ()

    def __missing__(self, name: str) -> int:
        return 0


def counts_of(way: Way) -> _Counts:
    """How often each pattern and group is awarded."""
    return _Counts(way.counts)


def _in_order(found: list[Candidate]) -> list[Candidate]:
    """Most valuable first; of equal ones, a pattern that takes another away comes before it."""
    ordered: list[Candidate] = []
    for item in sorted(found, key=lambda item: -item[1]):
        places = (n for n, other in enumerate(ordered) if other[1] == item[1] and _first(item[0], other[0]))
        ordered.insert(next(places, len(ordered)), item)
    return ordered


def _first(pattern: Form, other: Form) -> bool:
    return _takes_away(pattern, other) and not _takes_away(other, pattern)


def _takes_away(pattern: Form, other: Form) -> bool:
    name = other["id"]
    return name in pattern["excludes"] or name in pattern["implies"] or name in dict(pattern["less"])
