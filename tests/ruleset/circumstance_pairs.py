"""Which two circumstances of a ruleset can be said of one win, found by trying them on dealt hands.

The command `python -m tests.ruleset.circumstance_pairs` adds to `tests/data/circumstance-pairs.yaml` the pairs that
nobody has decided yet, as scorer treats them today, and removes circumstances that are no more. Whether that is what
the rules say is for you to decide: review the difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

import click
import yaml

from scorer.engine.request import circumstance_faults
from scorer.hand import Hand, Situation
from scorer.language.nodes import Node
from scorer.notation import read_hand
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset, Value
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset
from tests.support.places import DATA

TABLE = DATA / "circumstance-pairs.yaml"
Rows = dict[str, dict[str, list[str]]]
"""By circumstance the others that a win can have with it (`with`), and those that it cannot (`never`)."""

DEALT = 30
"""Hands dealt of a ruleset, beside those below: some games have other tiles."""
HANDS = [
    hand
    for line in (
        "234567p99p45s888s+6s  234567p99p45s[8888s]+6s  567p99p45s[2222p][8888s]+6s",
        "234567p99p45s(8888s)+6s  567p99p45s(2222p)(8888s)+6s  234567p99p45s(888s)+6s",
        "567p99p45s(888s)(234p)+6s  99p45s(666s)(2222p)(8888s)+6s  99p45s(666s)234p888s+6s",
        "19m19p1s12345677z+9s  123x123y12z+3z",
    )
    for hand in line.split()
]
"""Closed and open, without kongs and with one or two; what is asked of them is how they lie, not what they win."""
Pair = tuple[str, str]


def with_every_circumstance(name: str) -> Ruleset:
    """The ruleset with the options that allow circumstances switched on, each at the choice that allows most."""
    declared = load_ruleset(name)
    chosen: dict[str, Value] = {}

    def played(value: Value | None = None) -> int:
        more = {} if value is None else {option.id: value}
        return len(load_ruleset(name, chosen | more).circumstances)

    for option in declared.options:
        values = (True,) if option.sort == "truth" else option.choices
        best = max(values, key=played, default=None)
        if best is not None and played(best) > played():
            chosen[option.id] = best
    return load_ruleset(name, chosen)


def ways_to_win() -> Iterator[Situation]:
    for seat, drawn in product("ES", (False, True)):
        yield Situation(self_draw=drawn, seat=seat)
    yield Situation(self_draw=False, seat="S", discarder="E")
    yield Situation(self_draw=False, seat="S", discarder="W")


def accepts(ruleset: Ruleset, hand: Hand, way: Situation, names: tuple[str, ...]) -> bool:
    """Whether scorer accepts these circumstances of a hand."""
    said = Situation(way.self_draw, way.seat, way.round, way.discarder, tuple((name, 1) for name in names))
    return not list(circumstance_faults(hand, said, ruleset))


def hands_of(ruleset: Ruleset) -> Iterator[Hand]:
    """Hands of every kind: with and without kongs, calls and flowers, as far as the game has such tiles."""
    for text in (*HANDS, *[text.replace("+", "15f+") for text in HANDS]):
        hand, faults = read_hand(text, ruleset.tileset, ruleset.set_tables)
        if hand is not None and not faults:
            yield hand
    for hand, _ in sample_hands(ruleset, DEALT, 1):
        yield hand


def required_circumstances(ruleset: Ruleset, names: tuple[str, ...]) -> list[str]:
    """The circumstances that these require, and what those require in turn."""
    found: list[str] = list(names)
    for name in found:
        (item,) = (item for item in ruleset.circumstances if item.id == name)
        asked = {fact for one in item.requires for fact in facts_that_may_help(one.node)}
        found += [one.id for one in ruleset.circumstances if one.fact in asked and one.id not in found]
    return found[len(names) :]


def facts_that_may_help(condition: Node) -> Iterator[str]:
    """The facts of a condition, without those that must not hold."""
    if condition.op == "fact":
        yield condition.args[0]
    elif condition.op != "not":
        for part in condition.parts:
            yield from facts_that_may_help(part)


def accepted_pairs(name: str) -> tuple[list[str], set[Pair]]:
    """The circumstances of a ruleset and the pairs of them that scorer accepts of some hand, if need be with
    others that the two require (riichi beside ippatsu).
    """
    ruleset = with_every_circumstance(name)
    names = [item.id for item in ruleset.circumstances]
    pairs = list(combinations(names, 2))
    more = {
        pair: [few for size in range(3) for few in combinations(required_circumstances(ruleset, pair), size)]
        for pair in pairs
    }
    found = set[Pair]()
    for hand, way in product(hands_of(ruleset), ways_to_win()):
        for pair in pairs:
            if pair not in found and any(accepts(ruleset, hand, way, (*pair, *few)) for few in more[pair]):
                found.add(pair)
    return names, found


def completed_rows(name: str, rows: Rows) -> tuple[Rows, list[str]]:
    """The rows of a ruleset with every pair of its circumstances, and what was added in words. A circumstance that
    the rows do not have yet gets a row before the others.
    """
    names, accepted = accepted_pairs(name)
    kept = {
        first: {key: [other for other in others if other in names] for key, others in lists.items()}
        for first, lists in rows.items()
        if first in names
    }
    there = {first for lists in rows.values() for others in lists.values() for first in others} | {*rows}
    decided = {
        frozenset((first, other))
        for first, lists in rows.items()
        for others in lists.values()
        for other in others
    }
    new, added = Rows(), list[str]()
    for pair in combinations(names, 2):
        if frozenset(pair) not in decided:
            first, other = sorted(pair, key=lambda name: name in there)
            key = "with" if pair in accepted else "never"
            lists = (kept if first in kept else new).setdefault(first, {"with": [], "never": []})
            lists[key].append(other)
            added.append(f"{name}: {first} {key} {other}")
    return new | kept, added


def block_of(name: str, rows: Rows) -> str:
    """The lines of a ruleset in the table."""
    lines = (
        f"  {first}: {{with: [{', '.join(lists['with'])}], never: [{', '.join(lists['never'])}]}}\n"
        for first, lists in rows.items()
    )
    return f"{name}:\n{''.join(lines)}" if rows else f"{name}: {{}}\n"


def completed_table(text: str, names: list[str]) -> tuple[str, list[str]]:
    """The text of the table with all pairs of some rulesets, and what was added in words. Of what is decided,
    nothing changes.
    """
    head, *parts = re.split(r"^(?=[\w-]+:)", text, flags=re.MULTILINE)
    blocks = {part.partition(":")[0]: part for part in parts}
    decided: dict[str, Rows | None] = yaml.safe_load(text) or {}
    added = list[str]()
    for name in names:
        before = decided.get(name) or {}
        rows, more = completed_rows(name, before)
        if rows != before or name not in blocks:
            blocks[name] = block_of(name, rows)
        added += more
    return head + "".join(blocks[name] for name in sorted(blocks)), added


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Adds undecided pairs of circumstances of NAMES (default: every shipped ruleset) to the table."""
    text, added = completed_table(TABLE.read_text(encoding="utf-8"), [*(names or shipped_names())])
    TABLE.write_text(text, encoding="utf-8")
    click.echo("\n".join(added) or "Every pair is decided.")


if __name__ == "__main__":
    main()
