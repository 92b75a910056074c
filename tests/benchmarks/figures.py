"""Figures: what is measured, what it must be, and what it shall become."""

from __future__ import annotations

from statistics import median
from typing import NamedTuple


class Target(NamedTuple):
    """What a figure must reach and shall reach; less may be better."""

    must: float
    goal: float
    less: bool = False
    before: float | None = None
    """what was measured when the target was set"""


Rates = dict[str, list[tuple[int, float]]]
"""by series, hands a second by the number of hands scored before"""


class Figure(NamedTuple):
    """One line of the result."""

    name: str
    value: float
    unit: str
    rate: float | None = None
    """hands a second, or seconds of a process, beside a ratio"""
    mebibytes: float | None = None


LESS = True
TARGETS = {
    "score(text), first 1,000 hands of a process": Target(1, 2, before=0.53),
    "score(text), new, after 5,000 other hands": Target(3, 4, before=2),
    "score(text), seen before": Target(5, 9),
    "score(text), new hands": Target(1.7, 3),
    "score_hand(ruleset, hand, situation), seen before": Target(4, 6),
    "score_hand(ruleset, hand, situation), new hands": Target(1.5, 2.5),
    "score_record_batch, seen before": Target(25, 60),
    "score_record_batch, all different": Target(10, 20),
    "score_record_batch, new, beside Rust": Target(1, 2, before=0.72),
    "score_many, seen before": Target(25, 60),
    "score_many, all different": Target(10, 20),
    "ponjan, 0 jokers": Target(5, 5, LESS),
    "ponjan, 1 joker": Target(70, 20, LESS),
    "ponjan, 2 jokers": Target(300, 60, LESS),
    "ponjan, 3 jokers": Target(1500, 200, LESS),
    "mcr, score(text), new hands": Target(2_000, 4_000),
    "mcr, score(text), seen before": Target(60_000, 60_000),
    "mcr, columns, seen before": Target(0.5, 1),
    "mcr, columns, new hands": Target(0.25, 1, before=0.06),
    "hands of other games: british": Target(0.6, 1, before=0.13),
    "hands of other games: donjara-one-piece": Target(0.6, 1, before=0.11),
    "score(text): spaces": Target(0.5, 0.9, before=0.87),
    "score(text): a letter for each tile": Target(0.5, 0.9, before=0.07),
    "score(text): letters for honors": Target(0.5, 0.9, before=0.1),
    "score(text): Unicode tiles": Target(0.5, 0.9, before=0.05),
    "score_many: spaces": Target(0.5, 0.9, before=0.85),
    "score_many: a letter for each tile": Target(0.5, 0.9, before=0.96),
    "score_many: letters for honors": Target(0.5, 0.9, before=0.2),
    "score_many: Unicode tiles": Target(0.5, 0.9, before=0.11),
    "lines: with options": Target(0.5, 0.8, before=0.25),
    "lines: with another ruleset": Target(0.5, 0.8, before=0.25),
    "lines: hands that do not win": Target(0.5, 0.8),
    "waits of a hand, tiles": Target(300, 100, LESS, before=6_900),
    "waits, 14 tiles": Target(2, 1.3, LESS, before=2.9),
    "waits, 14 tiles, mcr": Target(2, 1.3, LESS, before=6.3),
    "rulesets diff --hands 1000": Target(12, 6, LESS, before=50),
    "check --audit": Target(15, 8, LESS, before=55),
    "check, a whole game": Target(4, 2, LESS, before=8.5),
    "check, a whole game just changed": Target(4, 2, LESS, before=8.5),
    "check, a whole game with its rules just changed": Target(4, 2, LESS, before=8.5),
    "quiz": Target(1.2, 1, LESS, before=2.1),
    "points": Target(1.2, 1, LESS, before=1.9),
    "table": Target(1.2, 1, LESS, before=1.9),
    "patterns NAME": Target(1.2, 1, LESS, before=1.7),
    "lesson": Target(3, 2, LESS, before=7),
    "scorer score, table": Target(1.1, 0.9, LESS),
    "scorer score, json": Target(1.6, 1.25, LESS),
    "batch, few JSON lines": Target(11, 6, LESS),
    "batch, 100,000 JSON lines, two processes": Target(1.8, 1.95, before=1.66),
    "batch, 100,000 rows of CSV": Target(2.5, 4, before=1.3),
    "batch, 100,000 rows of Parquet": Target(2.5, 4, before=1.3),
    "memory, one hand": Target(30, 30, LESS),
    "memory, batch": Target(90, 90, LESS),
    "memory, random situations": Target(100, 60, LESS, before=134),
    "check, each of a hundred club files": Target(15, 8, LESS, before=47),
}
FIRST_USE = Target(2.5, 1.2, LESS)
"""of every command, without a cache, beside the bare imports"""


def target_of(name: str) -> Target | None:
    """What a figure of this name is held against."""
    kind = name.partition(": ")[0]
    return FIRST_USE if kind == "first use" else TARGETS.get(name) or TARGETS.get(kind)


def ratio(of: list[float], against: list[float]) -> float:
    """The median of the ratios of measurements that were taken in turn."""
    return median(one / other for one, other in zip(of, against, strict=True))


def line(figure: Figure) -> str:
    """A figure as it is printed: measured, must, goal, and which of them is reached."""
    beside = (
        ""
        if figure.rate is None
        else f"{figure.rate:>12,.3f}"
        if figure.rate < 100
        else f"{figure.rate:>12,.0f}"
    )
    memory = "" if figure.mebibytes is None else f"{figure.mebibytes:4.0f} MiB"
    shown = f"{figure.name:46}{beside:>13}{memory:>9}{figure.value:12,.2f} {figure.unit:8}"
    target = target_of(figure.name)
    if target is None:
        return shown.rstrip()
    before = "" if target.before is None else f" before {target.before:<8,g}"
    return f"{shown} must {target.must:<8,g} goal {target.goal:<8,g} {reached(figure):6}{before}".rstrip()


def reached(figure: Figure) -> str:
    """Which target of its name a figure reaches: goal, must, or MISSED; empty if it has none."""
    target = target_of(figure.name)
    if target is None:
        return ""
    sign = -1 if target.less else 1
    if sign * figure.value < sign * target.must:
        return "MISSED"
    return "goal" if sign * figure.value >= sign * target.goal else "must"
