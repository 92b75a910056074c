"""What `scorer check` reports, in the language of the reader."""

from __future__ import annotations

import pytest

from tests.cli.runs import run
from tests.support.places import ROOT


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "it allows only one suit, but the hand has two: characters and circles (22p)"),
        ("ja", "数牌が2色（萬子のほかに筒子の22p）"),
        ("zh-TW", "數牌共有2門（萬子、筒子）"),
    ],
)
def test_the_reason_why_an_example_fails_is_in_the_language_of_the_reader(language: str, told: str) -> None:
    file = ROOT / "tests/check/bad/example-not-holding.yaml"
    shown = run("check", str(file), "--lang", language, columns=200).stdout
    assert told in shown, shown
