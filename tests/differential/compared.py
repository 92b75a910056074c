"""Sample hands scored by both programs under one choice of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from scorer.hand import Hand, Situation
from scorer.ruleset.model import Ruleset, Value
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset
from scorer.values import replace
from tests.differential import environment, package
from tests.differential.line import Line, differing, our_line

SEED = 20_260
KNOWN: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("known.yaml").read_text("utf-8"))
Options = dict[str, Value]
DOUBLE: Options = {
    "double_suuankou_tanki": True,
    "double_kokushi_musou_13": True,
    "double_junsei_chuuren_poutou": True,
    "double_daisuushii": True,
}
STRICT: Options = {
    "open_tanyao": False,
    "kiriage_mangan": True,
    "red_fives": 0,
    "counted_yakuman": "sanbaiman",
    "renhou": "yakuman",
}
LOOSE: Options = {
    "renhou": "han",
    "renhou_han": 5,
    "open_pinfu_fu": False,
    "open_riichi": True,
    "open_riichi_feed": "yakuman",
}
PROFILES: dict[str, tuple[str, Options]] = {
    "common": ("riichi", {}),
    "double": ("riichi", DOUBLE),
    "strict": ("riichi", STRICT),
    "loose": ("riichi", LOOSE),
    "three players": ("sanma", {}),
}
"""Ruleset and options; each option has its counterpart in the package."""


PEERS: dict[str, Callable[[Hand, Situation, Ruleset], Line]] = {
    "mahjong": package.their_line,
    "riichienv": environment.their_line,
}
"""The other programs."""
PROFILES_OF = {"mahjong": tuple(PROFILES), "riichienv": ("double",)}
"""The rules that each of them can play by: `riichienv` has one table, where some yakuman count twice."""


@dataclass(frozen=True)
class Compared:
    """One hand and its two scores."""

    hand: Hand
    situation: Situation
    ruleset: Ruleset
    ours: Line
    theirs: Line
    peer: str = "mahjong"

    @property
    def differing(self) -> tuple[str, ...]:
        return differing(self.ours, self.theirs)

    @property
    def facts(self) -> dict[str, Value]:
        """What a known difference may ask for."""
        lines = {"our": self.ours, "their": self.theirs}
        keys = ("han", "fu", "yakuman")
        values = {f"{who}_{key}": getattr(line, key) for who, line in lines.items() for key in keys}
        situation = {"self_draw": self.situation.self_draw, "concealed_hand": self.hand.is_concealed}
        said = {name: True for name, _ in self.situation.circumstances}
        return self.ruleset.option_values | said | situation | values

    @property
    def known_as(self) -> str | None:
        """The id of the known difference that this one is."""
        return next((item["id"] for item in KNOWN if _covers(item, self)), None)

    def __str__(self) -> str:
        asked = request_for_hand(self.hand, self.situation, self.ruleset)
        return f"{self.differing}\n  {asked}\n  ours   {self.ours}\n  theirs {self.theirs}"


def _covers(item: Mapping[str, Any], found: Compared) -> bool:
    facts = found.facts
    fits = all(facts.get(name) == value for name, value in item["where"].items())
    patterns = {"ours": found.ours.patterns, "theirs": found.theirs.patterns}
    named = all(name in patterns[who] for who, name in item.get("patterns", {}).items())
    return fits and named and item["package"] == found.peer and {*found.differing} <= {*item["differs"]}


def compared(hand: Hand, situation: Situation, ruleset: Ruleset, peer: str = "mahjong") -> Compared:
    """Both scores of one hand. The packages know no liability, so nobody is liable."""
    situation = replace(situation, liable=())
    ours, theirs = our_line(hand, situation, ruleset), PEERS[peer](hand, situation, ruleset)
    if peer == "riichienv":  # it does not tell them
        ours = changed(ours, bonuses=())
    return Compared(hand, situation, ruleset, ours, theirs, peer)


@cache
def samples(profile: str, count: int, peer: str = "mahjong") -> tuple[Compared, ...]:
    """So many sample hands under the rules of a profile, each scored twice."""
    return tuple(compared_samples(profile, count, peer))


def compared_samples(profile: str, count: int, peer: str, seed: int = SEED) -> Iterator[Compared]:
    """The same one after another, for so many that nobody keeps them."""
    name, options = PROFILES[profile]
    ruleset = load_ruleset(name, options)
    for hand, situation in sample_hands(ruleset, seed, count):
        yield compared(hand, situation, ruleset, peer)
