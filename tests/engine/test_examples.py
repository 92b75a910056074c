"""Every example of every shipped ruleset says the truth about its pattern."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorer.engine.examples import check_example
from scorer.ruleset.load import load_ruleset
from scorer.ruleset.model import Pattern, Ruleset
from tests.support.shipped import each_box


def _inherited(rules: Ruleset, pattern_id: str) -> frozenset[str]:
    """Examples of the ruleset that this one extends; its tiles or circumstances may be gone here."""
    bases = [load_ruleset(name).pattern_by_id.get(pattern_id) for name in rules.extends]
    return frozenset(text for base in bases if base for text in (*base.holds, *base.fails))


def _wrong(rules: Ruleset, pattern: Pattern) -> Iterator[str]:
    inherited = _inherited(rules, pattern.id)
    for text, wanted in [*((t, True) for t in pattern.holds), *((t, False) for t in pattern.fails)]:
        outcome = check_example(pattern, text, rules)
        if outcome.faults and text not in inherited:
            yield f"{text!r}: {outcome.faults[0].message} (at {outcome.faults[0].at})"
        elif not outcome.faults and outcome.holds != wanted:
            yield f"{text!r}: holds {outcome.holds}, complete {outcome.complete}"


@pytest.mark.parametrize("name", each_box())
def test_examples_hold_and_fail_as_their_ruleset_says(name: str) -> None:
    rules = load_ruleset(name)
    wrong = {pattern.id: list(_wrong(rules, pattern)) for pattern in rules.pattern_by_id.values()}
    assert not {ident: texts for ident, texts in wrong.items() if texts}
