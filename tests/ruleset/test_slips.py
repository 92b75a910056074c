"""The tables of slips: every pattern can be searched for, and every row can be the first that fits."""

from __future__ import annotations

import re

import pytest

from scorer.ruleset.slips import SLIPS, Slip
from scorer.ruleset.syntax import SYNTAX_SLIPS, SyntaxSlip


@pytest.mark.parametrize("slip", [*SLIPS, *SYNTAX_SLIPS], ids=lambda slip: slip.hint)
def test_the_patterns_of_a_slip_can_be_searched_for(slip: Slip | SyntaxSlip) -> None:
    assert all(re.compile(pattern) for pattern in slip.search_patterns)
    assert len(re.findall("<", slip.hint)) == len(re.findall(r"<\w+>", slip.hint))


@pytest.mark.parametrize("slip", [slip for slip in SYNTAX_SLIPS if slip.place == "here"], ids=str)
def test_a_slip_that_is_mended_here_says_where_that_is(slip: SyntaxSlip) -> None:
    assert "here" in re.compile(slip.lines).groupindex


def test_no_row_stands_twice() -> None:
    assert len({*SLIPS}) == len(SLIPS) > 0
    assert len({*SYNTAX_SLIPS}) == len(SYNTAX_SLIPS) > 0
