"""What a list of rulesets says of each."""

from __future__ import annotations

import pytest

from scorer.engine.catalogue import overview
from scorer.scoring import load_ruleset


@pytest.mark.parametrize(
    ("name", "letters", "loose"), [("riichi", "mpsz", ""), ("mcr", "mpszf", "f"), ("ponjan", "mpsj", "j")]
)
def test_an_overview_tells_apart_the_letters_of_tiles_that_belong_to_no_set(
    name: str, letters: str, loose: str
) -> None:
    found = overview(load_ruleset(name))
    assert (found.letters, found.outline) == (letters, loose)
