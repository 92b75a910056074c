"""What conditions claim, apart from hands: alternatives of simple literals, and whether these agree.

A condition is taken apart into literals that must hold together; comparisons become sums of terms, so that
`sets(a) + 1 > sets(b)` says that the sum sets(a) - sets(b) is more than -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import ceil, floor, inf

from scorer.check.possible.bounds import Range, Ranges, Size, exactly
from scorer.check.possible.world import TooLarge, World
from scorer.language.nodes import MIRRORED, OPPOSITE, Node, plain
from scorer.language.vocabulary import NUMBER_FACTS, TRUTH_FACTS
from scorer.ruleset.model import Ruleset, Value
from scorer.values import dataclass

# ---- alternatives of simple literals

MOST_ALTERNATIVES = 96
DEEPEST = 12
FACT_OPPOSITE = {"discard": "self_draw"}
"""Facts that are just another word for the contrary of one."""


@dataclass(frozen=True)
class Literal:
    """A condition without parts, or its contrary. A comparison has two sides and is never negated."""

    node: Node
    holds: bool = True

    @property
    def key(self) -> object:
        return plain(self.node)


Together = tuple[Literal, ...]


class TooMany(Exception):
    """More alternatives than are worth looking at."""


def alternatives(node: Node, ruleset: Ruleset, holds: bool = True, depth: int = 0) -> list[Together]:
    """The ways in which a condition can hold (or fail), each a list of literals. Raises TooMany."""
    if depth > DEEPEST:
        raise TooMany
    return CONDITIONS[node.op](node, ruleset, holds, depth + 1)


def both(parts: Sequence[list[Together]]) -> list[Together]:
    """Every way to take one alternative of each part."""
    found: list[Together] = [()]
    for part in parts:
        found = [(*one, *other) for one in found for other in part]
        if len(found) > MOST_ALTERNATIVES:
            raise TooMany
    return found


def _either(parts: Iterable[list[Together]]) -> list[Together]:
    found = [together for part in parts for together in part]
    if len(found) > MOST_ALTERNATIVES:
        raise TooMany
    return found


# ---- each kind of node


def _itself(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    return [(Literal(node, holds),)]


def _truth(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    return [()] if node.args[0] == holds else []


def _joined(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    parts = [alternatives(part, ruleset, holds, depth) for part in node.args]
    return both(parts) if (node.op == "and") == holds else _either(parts)


def _not(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    return alternatives(node.args[0], ruleset, not holds, depth)


def _named(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    return alternatives(ruleset.fact_by_id[node.args[0]].node, ruleset, holds, depth)


def _if(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    condition, then, otherwise = node.args
    return _either(
        both([alternatives(condition, ruleset, taken, depth), alternatives(branch, ruleset, holds, depth)])
        for taken, branch in ((True, then), (False, otherwise))
    )


def _compare(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    """The links of a chain; a chain that fails fails in one of them."""
    links = [
        Node("compare", (left, op if holds else OPPOSITE[op], right), node.text, node.at)
        for left, op, right in zip(node.args[::2], node.args[1::2], node.args[2::2], strict=False)
    ]
    if holds:
        return [tuple(Literal(link) for link in links)]
    return [(Literal(link),) for link in links]


def _fact(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    """A literal; a fact that only circumstances make true brings what they require."""
    name = node.args[0]
    if name in FACT_OPPOSITE:
        return [(Literal(Node("fact", (FACT_OPPOSITE[name],), node.text, node.at), not holds),)]
    own = (Literal(node, holds),)
    sources = [item for item in ruleset.circumstances if item.fact == name]
    if not holds or not sources or depth > DEEPEST // 2 + 1:
        return [own]
    found = []
    for item in sources:
        needed = [*(requirement.node for requirement in item.requires), item.enabled]
        parts = [alternatives(part, ruleset, True, DEEPEST // 2 + 1) for part in needed if part is not None]
        found.append(both([[own], *parts]))
    return _either(found)


CONDITIONS: dict[str, Callable[[Node, Ruleset, bool, int], list[Together]]] = {
    **dict.fromkeys(("number", "word", "option", "amount", "letter", "arithmetic"), _itself),
    **dict.fromkeys(("negative", "call", "table"), _itself),
    "truth": _truth,
    "fact": _fact,
    "named": _named,
    "and": _joined,
    "or": _joined,
    "not": _not,
    "compare": _compare,
    "if": _if,
}
"""How every kind of node is taken apart; a number stands for itself, since no condition is one."""


# ---- comparisons as sums


@dataclass(frozen=True)
class Term:
    """Something that an expression asks for, and how often it is added."""

    node: Node
    times: Fraction


@dataclass(frozen=True)
class Linear:
    """A constant and terms; each term stands once."""

    terms: dict[object, Term]
    constant: Fraction = Fraction(0)

    def __add__(self, other: Linear) -> Linear:
        terms = dict(self.terms)
        for key, term in other.terms.items():
            before = terms[key].times if key in terms else Fraction(0)
            terms[key] = Term(term.node, before + term.times)
        kept = {key: term for key, term in terms.items() if term.times}
        return Linear(kept, self.constant + other.constant)

    def times(self, factor: Fraction) -> Linear:
        if not factor:
            return Linear({})
        terms = {key: Term(term.node, term.times * factor) for key, term in self.terms.items()}
        return Linear(terms, self.constant * factor)


def linear(node: Node, ruleset: Ruleset, depth: int = 0) -> Linear:
    """A number as a sum; what is no sum is one term."""
    if node.op == "number":
        return Linear({}, Fraction(node.args[0]))
    if depth < DEEPEST and node.op == "negative":
        return linear(node.args[0], ruleset, depth + 1).times(Fraction(-1))
    if depth < DEEPEST and node.op == "named" and node.args[0] in ruleset.fact_by_id:
        return linear(ruleset.fact_by_id[node.args[0]].node, ruleset, depth + 1)
    if depth < DEEPEST and node.op == "arithmetic" and node.args[0] in ("+", "-", "*"):
        op, *sides = node.args
        left, right = (linear(side, ruleset, depth + 1) for side in sides)
        if op != "*":
            return left + (right if op == "+" else right.times(Fraction(-1)))
        for one, other in ((left, right), (right, left)):
            if not one.terms:
                return other.times(one.constant)
    return Linear({plain(node): Term(node, Fraction(1))})


def difference(left: Node, right: Node, ruleset: Ruleset) -> Linear:
    """What a comparison of two numbers compares with nothing."""
    return linear(left, ruleset) + linear(right, ruleset).times(Fraction(-1))


def is_whole(node: Node) -> bool:
    """Whether a number is surely whole."""
    return not any(part.op == "arithmetic" and part.args[0] == "/" for part in node.walk())


def narrowed(before: Range, op: str, bound: Fraction, whole: bool) -> Range:
    """A range after a comparison with a constant."""
    if op == "==":
        return before & Range(bound, bound)
    if op in (">", ">="):
        strict = op == ">" and whole
        least: Size = floor(bound) + 1 if strict else ceil(bound) if whole else bound
        return before & Range(least, inf)
    if op in ("<", "<="):
        most: Size = ceil(bound) - 1 if op == "<" and whole else floor(bound) if whole else bound
        return before & Range(-inf, most)
    low = before.low + 1 if whole and before.low == bound else before.low
    high = before.high - 1 if whole and before.high == bound else before.high
    if before.low == before.high == bound:
        return Range(1, 0)
    return Range(low, high)


def can_be(total: Range, op: str) -> bool:
    """Whether some number of a range compares so with nothing."""
    if total.is_empty:
        return False
    return {
        "==": total.low <= 0 <= total.high,
        "!=": not total.low == total.high == 0,
        "<": total.low < 0,
        "<=": total.low <= 0,
        ">": total.high > 0,
        ">=": total.high >= 0,
    }[op]


# ---- what follows by words alone
#
# Only this much is called superfluous: that four triplets leave no runs is true, but saying so is no fault.

Rule = Callable[[int, int, int], bool]
"""On the tiles (or sets) of the first condition, those of the second, and all tiles."""
OF_SETS = ("any_group", "all_groups", "all_sets")


def _within(first: int, second: int, every: int) -> bool:
    return not first & ~second


RULES: dict[tuple[str, str], Rule] = {
    ("all_tiles", "all_tiles"): _within,
    ("all_tiles", "no_tile"): lambda first, second, every: not first & second,
    ("all_tiles", "any_tile"): _within,
    ("any_tile", "any_tile"): _within,
    ("no_tile", "no_tile"): lambda first, second, every: not second & ~first,
    ("no_tile", "all_tiles"): lambda first, second, every: not every & ~first & ~second,
    **{(name, name): _within for name in OF_SETS},
}


def plainly_follows(first: Node, second: Node, world: World, ranges: Ranges) -> bool:
    """Whether the second condition holds wherever the first does, seen from their words."""
    if plain(first) == plain(second):
        return True
    if first.op == second.op == "compare" and len(first.args) == len(second.args) == 3:
        return _by_numbers(first, second, ranges)
    rule = RULES.get((first.args[0], second.args[0])) if first.op == second.op == "call" else None
    if rule is None:
        return False
    picked = world.selected if first.args[0] in OF_SETS else world.class_mask
    try:
        (surely, perhaps), (other_surely, other_perhaps) = picked(first.args[1]), picked(second.args[1])
    except TooLarge:
        return False
    is_known = surely == perhaps and other_surely == other_perhaps
    return is_known and rule(surely, other_surely, world.every)


def _by_numbers(first: Node, second: Node, ranges: Ranges) -> bool:
    """Comparisons of one number with constants."""
    one, other = (difference(node.args[0], node.args[2], ranges.ruleset) for node in (first, second))
    words = {side.op for node in (first, second) for side in node.args[::2]}
    if "word" in words or len(one.terms) != 1 or one.terms.keys() != other.terms.keys():
        return False
    (term,) = one.terms.values()
    left = _narrowed_by(ranges.of(term.node), one, first.args[1])
    return not left.is_empty and _narrowed_by(left, other, OPPOSITE[second.args[1]]).is_empty


def _narrowed_by(before: Range, total: Linear, op: str) -> Range:
    """What is left of the one term of a sum that compares so with nothing."""
    (term,) = total.terms.values()
    op = op if term.times > 0 else MIRRORED[op]
    return narrowed(before, op, -total.constant / term.times, is_whole(term.node))


# ---- what literals claim together

ONLY_ONE = ("wait", "shape")
"""Of these a reading has one."""


class Claims:
    """The truths, words and numbers of a list of literals; `agree` says whether they can be at once."""

    def __init__(self, world: World, ranges: Ranges, together: Together) -> None:
        self.world, self.ranges, self.ruleset, self.together = world, ranges, world.ruleset, together
        self.truths: dict[object, bool] = {}
        self.words: dict[str, frozenset[Value]] = {}
        self.numbers: dict[object, Range] = {}
        self.sums: list[tuple[Linear, str]] = []
        self.agree = all(self._take(literal) for literal in together) and all(
            can_be(self.range_of(total), op) for total, op in self.sums
        )

    def _take(self, literal: Literal) -> bool:
        """Notes a literal; whether it agrees with those before."""
        node = literal.node
        if node.op == "compare":
            return self._compare(node)
        if node.op == "fact" and literal.holds and not self._can_be_said(node.args[0]):
            return False
        if self.truths.setdefault(literal.key, literal.holds) != literal.holds:
            return False
        if node.op == "call" and node.args[0] in ONLY_ONE and literal.holds:
            same = [key for key, holds in self.truths.items() if holds and is_call(key, node.args[0])]
            return len(same) == 1
        return True

    def _can_be_said(self, name: str) -> bool:
        """Whether anything makes a fact true: the engine, or a circumstance that was not dropped."""
        known = name in TRUTH_FACTS or name in NUMBER_FACTS
        return known or any(item.fact == name for item in self.ruleset.circumstances)

    def _compare(self, node: Node) -> bool:
        left, op, right = node.args
        if "word" in (left.op, right.op):
            return self._word(left, op, right)
        total = difference(left, right, self.ruleset)
        self.sums.append((total, op))
        if len(total.terms) == 1:
            return self._narrow(total, op)
        if not total.terms:
            return can_be(exactly(total.constant), op)
        return self._together(total, op)

    def _word(self, left: Node, op: str, right: Node) -> bool:
        """An option compared with one of its words: the words that are left."""
        option, word = (left, right) if left.op == "option" else (right, left)
        if option.op != "option":
            return True
        name, wanted = option.args[0], word.args[0]
        before = self.words.get(name, frozenset(self.world.choices(name)))
        self.words[name] = frozenset(kept for kept in before if (kept == wanted) == (op == "=="))
        return bool(self.words[name])

    def _narrow(self, total: Linear, op: str) -> bool:
        """Narrows what one term can be."""
        ((key, term),) = total.terms.items()
        self.numbers[key] = after = _narrowed_by(self.known(key, term.node), total, op)
        return not after.is_empty and self._has_choice(term.node, after)

    def _has_choice(self, node: Node, left: Range) -> bool:
        """An option of numbers has one of its choices."""
        if node.op != "option":
            return True
        option = self.world.option(node.args[0])
        numbers = [value for value in option.choices if isinstance(value, int)]
        return not numbers or any(left.low <= value <= left.high for value in numbers)

    def _together(self, total: Linear, op: str) -> bool:
        """Comparisons of the same terms narrow the sum of these."""
        first = next(iter(total.terms.values())).times
        scaled = total.times(1 / first)
        key = ("sum", tuple(sorted((repr(key), term.times) for key, term in scaled.terms.items())))
        before = self.numbers.get(key, self.range_of(Linear(scaled.terms)))
        whole = all(is_whole(term.node) and term.times.denominator == 1 for term in scaled.terms.values())
        after = narrowed(before, op if first > 0 else MIRRORED[op], -scaled.constant, whole)
        self.numbers[key] = after
        return not after.is_empty

    def range_of(self, total: Linear) -> Range:
        """What a sum can be."""
        parts = (self.known(key, term.node) * exactly(term.times) for key, term in total.terms.items())
        return sum(parts, exactly(total.constant))

    def known(self, key: object, node: Node) -> Range:
        """What is left of a number."""
        return self.numbers.get(key, self.ranges.of(node))


def is_call(key: object, name: str) -> bool:
    """Whether a key (see `plain`) is that of a call of a function."""
    return isinstance(key, tuple) and len(key) == 2 and key[0] == "call" and key[1][:1] == (name,)
