"""An overlay that keeps the rules of its base is checked in less time than others, and what is found is the same."""

from __future__ import annotations

from random import Random

import pytest

from scorer.check.run import problems_of
from scorer.check.subject import RulesUnderCheck, subject_of
from scorer.errors import Problem
from scorer.ruleset.build import KEPT_RULES
from scorer.ruleset.load import load_for_check, load_text
from scorer.ruleset.model import Option
from scorer.ruleset.source import yaml_text
from tests.support.loops import some
from tests.support.shipped import each_box

WRONG = ("maybe", "[1]", "{a: 1}", "~", "'on'", "99", "-1")
BESIDE = ("", "", "notes: [ours]", "about: house rules", "hands: {}", "drop: [nothing]", "tiles: {a: z}")
"""What an overlay may have beside the options that it sets; the last two change rules."""


def values_of(option: Option) -> list[object]:
    if option.choices:
        return [*option.choices]
    return [True, False] if option.sort == "truth" else [option.minimum or 0, option.maximum or 1]


def overlay(name: str, rng: Random) -> str:
    """A file that sets some options of a shipped ruleset, now and then wrongly."""
    rules = load_for_check(name).ruleset
    assert rules
    options = rng.sample(rules.options, min(len(rules.options), rng.randint(1, 4)))
    chosen = {option.id: rng.choice(values_of(option)) for option in options}
    lines = yaml_text({"set": chosen} if chosen else {"name": "Club"}).splitlines()
    if rng.random() < 0.2 and chosen:
        lines[-1] = f"{lines[-1].partition(':')[0]}: {rng.choice(WRONG)}"
    return "\n".join([f"extends: {name}", rng.choice(BESIDE), *lines, ""])


def found_in(text: str) -> tuple[Problem, ...]:
    return problems_of(load_text(text, "club.yaml"))


@pytest.mark.parametrize("name", each_box())
def test_what_is_found_is_the_same_as_in_a_whole_check(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [overlay(name, Random(seed)) for seed in range(5)]
    found = list(map(found_in, texts))
    monkeypatch.setattr(RulesUnderCheck, "keeps_rules", False)
    for text, problems in some(zip(texts, found, strict=True)):
        KEPT_RULES.clear()
        assert found_in(text) == problems, text


@pytest.mark.parametrize(
    ("line", "keeps_rules"),
    [
        ("set: {kiriage_mangan: true}", True),
        ("notes: [ours]", True),
        ("set: {pinfu.value: 2}", False),
        ("drop: [pinfu]", False),
        ("seats: {seat: W}", False),
        ("set: {kiriage_mangan: 3}", False),
    ],
)
def test_an_overlay_keeps_the_rules_if_it_only_gives_options_other_values(
    line: str, keeps_rules: bool
) -> None:
    subject = subject_of(load_text(f"extends: riichi\nname: Club\n{line}\n", "club.yaml"))
    assert subject is not None and subject.keeps_rules is keeps_rules


def test_rules_that_are_the_same_are_built_once() -> None:
    lines = ("set: {kiriage_mangan: true}", "set: {kiriage_mangan: false}", "set: {pinfu.value: 2}")
    built = [load_text(f"extends: riichi\n{line}\n", "club.yaml").ruleset for line in lines]
    first, second, third = [one.patterns for one in built if one]
    assert first is second and first is not third
