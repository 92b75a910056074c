"""A circumstance that was not entered is denied in one clause."""

from __future__ import annotations

import pytest

from scorer.scoring import load_ruleset, score
from scorer.teach.why import analyze_pattern, reason_sentence, view_of


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "'Riichi' does not apply"), ("ja", "「立直」の指定なし"), ("zh", "未注明“立直”")],
)
def test_a_circumstance_that_was_not_entered_is_denied_once(language: str, told: str) -> None:
    rules = load_ruleset("riichi", language=language)
    view = view_of(score("234m345p67p456s55s+8p", rules))
    assert reason_sentence(analyze_pattern(rules.pattern_by_id["riichi"], view, language)) == told
