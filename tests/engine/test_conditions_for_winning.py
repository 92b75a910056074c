"""A circumstance frees a hand from a condition on its tiles only where the rules of the game say so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorer import score
from scorer.engine.request import circumstance_faults
from scorer.errors import NotAWinner
from scorer.hand import Hand, Situation
from scorer.language.vocabulary import FACTS
from scorer.ruleset.model import Requirement, Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset, score_hand
from scorer.tiles import name_in
from scorer.values import replace
from tests.support.shipped import names_with

FREED = {
    "changsha": "double bird rules: a great win has any pair, and each of these makes a win great",
    "three-player": "the site: an opened hand wins with a yaku of 2 or more, and eight wins in a row are one",
}
"""The games in which a circumstance frees hands from such a condition, with the source."""
COUNTS = {"total", "points"}
"""The numbers of conditions that ask for enough: a circumstance that counts helps to reach them."""
ASKING = {"fact", "call", "named", "amount"}
WAYS_TO_WIN = (
    Situation(True, "E"),
    Situation(True, "S"),
    Situation(False, "S", discarder="E"),
    Situation(False, "E"),
)


def _asks_tiles(requirement: Requirement) -> bool:
    """Whether a condition asks for the tiles of a hand, and not for how much it counts."""
    parts = [(node.op, node.args[0]) for node in requirement.node.walk() if node.op in ASKING]
    counts = any(op == "amount" and name in COUNTS for op, name in parts)
    of_tiles = any(
        op != "fact" or (name in FACTS and FACTS[name].depends_on.is_of_hand) for op, name in parts
    )
    return of_tiles and not counts


def _failed_conditions(rules: Ruleset, hand: Hand, situation: Situation) -> frozenset[str]:
    """The reasons why a hand does not win; none if it wins."""
    try:
        score_hand(rules, hand, situation)
    except NotAWinner as error:
        return frozenset(error.reasons)
    return frozenset()


def freed_hands(rules: Ruleset, samples: int) -> Iterator[tuple[str, Hand]]:
    """The circumstances that make hands win which fail a condition on their tiles, with the hands."""
    conditions = {name_in(one.reason, "en") for one in rules.to_win if _asks_tiles(one)}
    for hand, situation in sample_hands(rules, 5, samples) if conditions else ():
        for way in WAYS_TO_WIN:
            plain = replace(way, round=situation.round)
            if [*circumstance_faults(hand, plain, rules)]:
                continue
            failed = _failed_conditions(rules, hand, plain)
            for one in rules.circumstances if failed and failed <= conditions else ():
                said = replace(plain, circumstances=((one.id, 1),))
                is_legal = not [*circumstance_faults(hand, said, rules)]
                if is_legal and not _failed_conditions(rules, hand, said):
                    yield one.id, hand


@pytest.mark.parametrize("name", names_with("to_win"))
def test_a_hand_that_may_not_win_is_freed_by_a_circumstance_only_with_a_source(name: str) -> None:
    freed = {one for one, _ in freed_hands(load_ruleset(name), 60)}
    assert bool(freed) == (name in FREED), freed


@pytest.mark.parametrize(
    ("hand", "with_one_run", "said"),
    [
        ("56p123p667788s55s+4p", "56p111p666888s55s+4p", "earthly"),
        ("56p123p667788s55s+4p", "56p111p666888s55s+4p", "heavenly"),
        ("(3333p)[1111z]567m678m8s+8s", "(3333p)[1111z]567m666m8s+8s", "twofold_fortune"),
        ("(3333p)123m456m46p88s+5p", "(3333p)111m444m46p88s+5p", "loose_tile"),
        ("(333p)123m456m23p88s+1p", "(333p)111m444m23p88s+1p", "last_wall_tile"),
    ],
)
def test_no_special_hand_by_event_frees_a_british_hand_from_having_one_run(
    hand: str, with_one_run: str, said: str
) -> None:
    seat, win = ("E" if said == "heavenly" else "S"), ("ron" if said == "earthly" else "tsumo")
    with pytest.raises(NotAWinner) as refused:
        score(hand, "british", seat=seat, win=win, circumstances=[said])
    assert refused.value.reasons == ("a hand may have at most one chow",)
    assert score(with_one_run, "british", seat=seat, win=win, circumstances=[said]).best.worth.tier == 1000
