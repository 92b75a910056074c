"""No point is lost or made, whatever happens at a table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from scorer import InputError, load_ruleset
from scorer.ruleset.find import shipped_names
from scorer.table.events import (
    Adjustment,
    DealEvent,
    Declaration,
    Draw,
    FalseWin,
    PointPenalty,
    SpotPayment,
    Win,
)
from scorer.table.rules import DealRules
from scorer.table.state import GameState, first_state
from scorer.table.steps import sum_of_points, table_after
from scorer.teach.payment_table import PaymentTable
from scorer.values import replace
from tests.support.loops import some

PLAYERS = ("Ann", "Ben", "Cho", "Dia")
FEW, MANY = 60, 10_000


def with_deals() -> list[str]:
    return [name for name in shipped_names() if load_ruleset(name).deals is not None]


def others() -> list[str]:
    """The games of which the players say who deals next."""
    return [name for name in shipped_names() if load_ruleset(name).deals is None]


def counts(rules: DealRules) -> list[str]:
    """What hands of a game can count, as players say it."""
    if rules.compares:
        return [f"{number} points" for number in (8, 22, 64, 200, 500)]
    ruleset, table = rules.ruleset, PaymentTable(rules.ruleset)
    found = [limit.id for limit in ruleset.limits]
    grids = [(sheet, grid.totals) for grid in table.grids for sheet, _ in grid.rows]
    found += [ruleset.count_text(total, sheet) for sheet, totals in grids for total in totals]
    lows = [entry.low for entry in table.entries if not entry.tier]
    lows += [entry.low for entry in table.entries if entry.patterns]
    return [*found, *map(ruleset.count_text, lows)] or [ruleset.count_text(table.lowest)]


def random_event(random: Random, rules: DealRules, values: list[str]) -> DealEvent:
    """Some event with players of the table; many are not possible."""
    players = [*PLAYERS[: rules.players]]
    random.shuffle(players)
    first, second, third = players[:3]
    others = tuple((name, f"{random.choice((0, 2, 16, 40))} points") for name in players[1:])
    some = tuple(sorted(random.sample(players, random.randint(0, len(players)))))
    events: list[DealEvent] = [
        Declaration(first),
        Win(((first, random.choice(values)),), "", others=others if rules.compares else ()),
        Win(((first, random.choice(values)),), second, others=others if rules.compares else ()),
        Win(((first, random.choice(values)), (third, random.choice(values))), second),
        Win(tuple((name, random.choice(values)) for name in players[1:]), first),
        Win(((first, random.choice(values)),), second, ((first, third),)),
        FalseWin(first),
        PointPenalty(((first, 300),), random.choice(("", second, "others"))),
        Adjustment(((first, 100), (second, -100))),
    ]
    ready = tuple((name, random.choice(values)) for name in some)
    events += [Draw(draw.id, ready, (first,)) for draw in rules.draws]
    events += [Draw(draw.id, ready, (), (second,)) for draw in rules.draws]
    events += [SpotPayment(paid.id, first, second if paid.is_fed else "") for paid in rules.ruleset.events]
    if rules.deals is None:
        events = [event for event in events if not isinstance(event, (Declaration, FalseWin))]
        events.append(Draw("drawn"))
        events = [replace(one, next_dealer=second) if isinstance(one, (Win, Draw)) else one for one in events]
    return random.choice(events)


def states(name: str, seed: int, events: int) -> Iterator[tuple[DealRules, GameState]]:
    """The states of random games of a ruleset, one after another."""
    random, rules = Random(f"{name} {seed}"), DealRules(load_ruleset(name))
    values = counts(rules)
    begun = first_state(rules, PLAYERS[: rules.players])
    state = begun
    for _ in range(events):
        try:
            state = table_after(rules, state, random_event(random, rules, values))
        except InputError:
            continue
        yield rules, state
        state = begun if state.over else state


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", [*with_deals(), *others()])
def test_scores_and_sticks_are_what_players_began_with_after_every_event(name: str) -> None:
    happened = 0
    for rules, state in some(states(name, 1, FEW)):
        assert sum_of_points(rules, state) == rules.start * rules.players
        assert sum(1 for one in state.transfers if any(one.gains)) == len(state.transfers)
        happened += 1
    assert happened > FEW // 6, "too few of the events were possible"


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [*with_deals(), *others()])
def test_many_events_keep_every_point(name: str) -> None:
    for rules, state in some(states(name, 2, MANY)):
        assert sum_of_points(rules, state) == rules.start * rules.players
