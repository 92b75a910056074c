"""Conversations of programs: `ask` with the state of the reply before."""

from __future__ import annotations

import pytest

from scorer import InputError, RulesetError, as_text, ask
from tests.support.loops import some


@pytest.mark.parametrize("sentence", ["rules /etc/passwd", "rules ../riichi.yaml", "open /etc/hostname"])
def test_no_sentence_opens_a_file(sentence: str) -> None:
    with pytest.raises(InputError):
        ask(sentence)


def test_a_sentence_changes_the_ruleset_of_the_conversation() -> None:
    reply = ask("rules hong-kong", language="zh-HK")
    assert as_text(ask("3番 自摸", reply.state, language="zh-HK").document).startswith("香港麻雀")


def test_a_caller_may_name_any_ruleset() -> None:
    assert ask("24 fan self draw", ruleset="mcr").state.ruleset == "mcr"
    with pytest.raises(RulesetError):
        ask("tsumo", ruleset="no-such-rules")


def test_a_question_that_is_asked_back_is_answered_by_the_next_sentence() -> None:
    reply = ask("3 han")
    assert reply.is_question
    for answer in some(["40 fu", "30 fu"]):
        assert not ask(answer, reply.state).is_question
