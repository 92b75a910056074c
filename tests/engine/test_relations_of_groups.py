"""Relations name groups, a series counts its dearest pattern, and options may decide."""

from __future__ import annotations

from tests.support.small import lines, usual

PATTERNS = """
options:
  strict: {default: true, help: the great one leaves nothing beside it}
patterns:
- {id: great, value: 8, when: suits == 1, excludes: [small, self_drawn if strict]}
- {id: no_honors, group: small, value: 1, when: no_tile(honor)}
- {id: runs, group: small, value: 2, when: sets(chow) == 4}
- {id: self_drawn, value: 1, when: self_draw}
"""
SERIES = """
patterns:
- {id: two, series: alike, value: 2, match: "chow(n, A), chow(n, A)"}
- {id: three, series: alike, value: 9, match: "chow(n, A), chow(n, A), chow(n, A)"}
- {id: closed, value: 1, when: concealed_hand}
"""
ONE_SUIT = "123456789m234m5m +5m tsumo"


def test_excluding_a_group_excludes_every_pattern_of_it() -> None:
    assert lines(usual(PATTERNS), ONE_SUIT) == {"great": 8}


def test_what_an_option_decides_stands_only_with_it() -> None:
    assert lines(usual(PATTERNS, strict=False), ONE_SUIT) == {"great": 8, "self_drawn": 1}


def test_a_group_still_counts_without_the_pattern_that_excludes_it() -> None:
    assert lines(usual(PATTERNS), "123456m789p234s5m +5m ron") == {"no_honors": 1, "runs": 2}


def test_of_a_series_only_the_dearest_counts() -> None:
    assert lines(usual(SERIES), "123m123m123m789p5z +5z ron") == {"three": 9, "closed": 1}
    assert lines(usual(SERIES), "123m123m456m789p5z +5z ron") == {"two": 2, "closed": 1}
