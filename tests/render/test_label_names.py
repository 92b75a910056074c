"""Names of a rule file that are also keys of phrases are shown as names."""

from __future__ import annotations

from scorer.labels import step_lines
from tests.support.small import score, usual

RULES = """
amounts:
  seat: 3 * total
  two_sided: 2 * seat
base: two_sided
patterns:
- {id: plain, value: 1}
payment: {self_draw: {each: base}, discard: {discarder: base}}
"""


def test_an_amount_may_have_the_name_of_a_label() -> None:
    rules = usual(RULES)
    best = score(rules, "123m456p789s111z2p+2p").best
    assert [line.label for line in step_lines(best.steps, rules, "en")] == ["Seat", "Two sided"]
