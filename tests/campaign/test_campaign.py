"""The campaign finds what is wrong, makes it small, and says how to see it again; a sample of it finds nothing."""

from __future__ import annotations

from random import Random

import pytest

from tests.campaign.areas import AREAS
from tests.campaign.running import Area, Campaign, outcome
from tests.campaign.shrinking import smallest
from tests.support.loops import some


def digits(rng: Random) -> dict[str, list[int]]:
    return {"digits": [rng.randrange(100) for _ in range(30)]}


def no_nines(data: dict[str, list[int]]) -> int:
    assert all(digit < 90 for digit in data["digits"]), "a nine"
    return len(data["digits"])


PLANTED = Area("planted", "numbers below 90", digits, no_nines)


def test_a_fault_is_found_made_small_and_named_with_its_seed() -> None:
    campaign = Campaign(7, [PLANTED])
    campaign.run(lambda run: run.inputs["planted"] < 5, most_findings=1)
    (finding,) = campaign.findings
    (left,) = finding.smallest["digits"]
    assert 90 <= left < 100
    told = campaign.summary()
    assert "seed 7" in told and "1 findings" in told
    assert f"--only planted --seed 7 --case {finding.number}" in told


@pytest.mark.slow
def test_the_same_seed_draws_the_same_inputs() -> None:
    for area in some(AREAS):
        drawn = [area.draw(Random(f"3 {area.name} 0")) for _ in range(2)]
        assert drawn[0] == drawn[1], area.name


@pytest.mark.slow
def test_an_input_that_takes_too_long_is_a_finding() -> None:
    def forever(data: object) -> int:
        while True:
            pass

    cases, error = outcome(Area("slow", "", digits, forever, seconds=1), {})
    assert cases == 1
    assert "TooSlow" in error


def test_the_smallest_input_still_fails() -> None:
    found = smallest({"a": "xyz" * 9, "b": [1, 2, {"c": 400}]}, lambda data: len(str(data)) > 20)
    assert len(str(found)) > 20


@pytest.mark.slow_one_in(4)
@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)
def test_a_short_campaign_finds_nothing(area: Area) -> None:
    campaign = Campaign(1, [area])
    for number in range(area.few):
        campaign.one(area, number)
    assert campaign.cases[area.name]
    assert not campaign.findings, campaign.summary()
