"""From what was asked to a legal hand in a possible situation: every fault at once.

A `Request` is the input as it is written, on the command line or as a JSON line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from scorer.engine.configure import rules_view
from scorer.engine.evaluate import holds
from scorer.engine.legality import circumstance_faults, hand_faults, waiting_faults
from scorer.errors import Fault, InputError, it_has, nearest
from scorer.hand import (
    MOST_CIRCUMSTANCES,
    MOST_COUNTERS,
    OPTION_OF_WIN,
    WINDS,
    WINS,
    Hand,
    Request,
    Situation,
    WaitingHand,
    of_wrong_types,
    wind_of,
)
from scorer.notation import read_hand, read_tiles, read_waiting
from scorer.ruleset.model import Circumstance, Indicator, Ruleset
from scorer.tiles import Tile, folded, spellings


def understand(request: Request, ruleset: Ruleset) -> tuple[Hand, Situation]:
    """The hand and its situation, both legal under the ruleset as configured.

    Raises InputError with every fault: of the notation, of the tiles, of the circumstances.
    """
    if wrong := list(of_wrong_types(request)):
        raise InputError([Fault(source, None, message) for source, message in wrong])
    kinds = callable_kinds(ruleset)
    hand, faults = read_hand(request.hand, ruleset.tileset, ruleset.set_tables, kinds)
    situation, slips = situation_of(request, ruleset)
    faults = [*faults, *slips]
    if hand is not None:
        faults += hand_faults(hand, situation, ruleset, request.hand)
        faults += circumstance_faults(hand, situation, ruleset)
    if faults:
        raise InputError(dict.fromkeys(faults))
    return hand, situation  # type: ignore[return-value]


def understand_waiting(
    request: Request, ruleset: Ruleset, seen: Mapping[str, str]
) -> tuple[WaitingHand, Situation, dict[str, tuple[Tile, ...]]]:
    """A hand without its winning tile, its situation, and the tiles seen elsewhere by their inputs.

    Circumstances are not held against the hand here, since they speak of its win. Raises InputError with
    every fault.
    """
    hand, faults = read_waiting(request.hand, ruleset.tileset, ruleset.set_tables, callable_kinds(ruleset))
    situation, wrong = situation_of(request, ruleset)
    faults = [*faults, *wrong]
    elsewhere = {}
    for source, text in seen.items():
        elsewhere[source], slips = read_tiles(text, ruleset.tileset, source)
        faults += slips
    if hand is not None:
        faults += waiting_faults(hand, situation, ruleset, request.hand, elsewhere)
    if faults or hand is None:
        raise InputError(dict.fromkeys(faults))
    return hand, situation, elsewhere


def situation_of(request: Request, ruleset: Ruleset) -> tuple[Situation, list[Fault]]:
    """The situation that a request says, and what is wrong with the words for it."""
    reader = _Reader(request, ruleset)
    return reader.situation(), reader.faults


def callable_kinds(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of set that may stand in brackets."""
    if ruleset.calls is not None:
        return ruleset.calls
    used = {name for shape in ruleset.shapes for name in shape.kinds}
    return tuple(kind.id for kind in ruleset.kinds if kind.size > 2 and kind.id in used)


class _Reader:
    """Reads the situation field by field and collects what is wrong."""

    def __init__(self, request: Request, ruleset: Ruleset) -> None:
        self.request, self.ruleset = request, ruleset
        self.faults: list[Fault] = []

    def fault(
        self, source: str, message: str, text: str = "", known: Sequence[str] = (), kind: str = "circumstance"
    ) -> None:
        self.faults.append(
            Fault(
                source, 0 if text else None, message, kind, max(1, len(text)), text, nearest(text, known, 1)
            )
        )

    def situation(self) -> Situation:
        request, ruleset = self.request, self.ruleset
        return Situation(
            self._win(),
            self._wind("--seat", request.seat, ruleset.default_seat),
            self._wind("--round", request.round, ruleset.default_round),
            self._wind("--from", request.discarder, "") or None,
            tuple(self._circumstances()),
            tuple(self._indicators()),
            self._count("honba", request.honba),
            self._count("sticks", request.sticks),
            tuple(self._liable()),
        )

    def _win(self) -> bool:
        win = WINS.get(self.request.win)
        if self.request.win and self.request.win not in WINS:
            self.fault(
                "win", f"'{self.request.win}' is no way to win: tsumo or ron", self.request.win, tuple(WINS)
            )
        return self.ruleset.default_self_draw if win is None else win

    def _wind(self, source: str, text: str, default: str) -> str:
        wind = wind_of(text) or default
        if wind and (wind not in WINDS or len(wind) > 1):
            self.fault(source, f"'{text}' is no wind: E, S, W or N", text)
            return default
        return wind

    def _count(self, name: str, count: int) -> int:
        if why := count_fault(name, count, self.ruleset):
            self.fault(f"--{name}", why)
        return 0 if why else count

    def _circumstances(self) -> Iterator[tuple[str, int]]:
        known = self.ruleset.circumstance_by_id
        seen: set[str] = set()
        said = [part.strip() for text in self.request.with_ for part in text.rstrip(", ").split(",")]
        for text in said[:MOST_CIRCUMSTANCES]:
            word, equals, number = (part.strip() for part in text.partition("="))
            name = circumstance_named(word, self.ruleset)
            item = known.get(name)
            if item is None:
                self._unknown_circumstance(text, name)
            elif equals and not _is_whole(number):
                self.fault("--with", f"'{number}' is no whole number", text)
            elif name in seen:
                self.fault("--with", f"'{name}' is given twice", text)
            elif self._number_fits(item, text, number or None):
                yield name, int(number) if number else 1
            seen.add(name)

    def _unknown_circumstance(self, text: str, name: str) -> None:
        known = list(self.ruleset.circumstance_by_id)
        off = (self.ruleset.declared or self.ruleset).circumstance_by_id.get(name)
        why = _switched_off(off, self.ruleset) if off else ""
        where = "" if off else self._elsewhere(name)
        what = f"no such circumstance in {self.ruleset.id}{why}" if text else "no circumstance is named"
        self.fault("--with", f"{what}; {where or it_has(known)}", text, () if off or where else known)

    def _elsewhere(self, name: str) -> str:
        """How to say what was meant, where it is said by an option of its own."""
        if name in OPTION_OF_WIN:
            return f"how the hand was won is {OPTION_OF_WIN[name]}"
        if name in ("honba", "sticks"):
            return f"it is an option of its own: --{name} N"
        if any(item.id == name for item in (self.ruleset.declared or self.ruleset).indicators):
            return f"indicators are tiles: --{name} TILES"
        if any(item.id == name for item in self.ruleset.options):
            return f"it is a rule that can be chosen: -o {name}=VALUE"
        return ""

    def _number_fits(self, item: Circumstance, text: str, number: str | None) -> bool:
        if number is None:
            return True
        if not item.counted:
            self.fault("--with", f"'{item.id}' takes no number", text)
            return False
        if not 0 <= int(number) <= item.most:
            self.fault("--with", f"'{item.id}' is 0 to {item.most}", text)
            return False
        return True

    def _indicators(self) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        known = [indicator.id for indicator in self.ruleset.indicators]
        for name, text in self.request.indicators.items():
            if not text.strip():
                continue
            if name not in known:
                has = it_has(f"--{other}" for other in known)
                declared = (self.ruleset.declared or self.ruleset).indicators
                off = next((item for item in declared if item.id == name), None)
                why = _switched_off(off, self.ruleset) if off else ""
                self.fault(f"--{name}", f"no such indicator in {self.ruleset.id}{why}; {has}", text)
                continue
            tiles, faults = read_tiles(text, self.ruleset.tileset, f"--{name}")
            self.faults += faults
            yield name, tiles

    def _liable(self) -> Iterator[tuple[str, str]]:
        liability = self.ruleset.payment.liability
        view = rules_view(self.ruleset)
        able = [name for name, node in liability.patterns if holds(node, view)] if liability else []
        for name, seat in self.request.pao.items():
            wind = self._wind("--pao", seat, "")
            if name not in able:
                has = ", ".join(able) or "none"
                self.fault(
                    "--pao",
                    f"nobody answers for '{name}' in {self.ruleset.id}; patterns with liability: {has}",
                    name,
                    able,
                )
            elif wind:
                yield name, wind


def count_fault(name: str, count: object, ruleset: Ruleset) -> str:
    """What is wrong with so many counters or sticks on the table; empty where nothing is."""
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST_COUNTERS:
        return f"a whole number from 0 to {MOST_COUNTERS} is needed, not {count}"
    if count and name not in ruleset.on_table:
        return f"{ruleset.id} is played without {ruleset.unit_word(name)} on the table"
    return ""


def circumstance_named(word: str, ruleset: Ruleset) -> str:
    """The id of the circumstance that a word names, in any language and case; else the word itself."""
    declared = (ruleset.declared or ruleset).circumstances
    if word in ruleset.circumstance_by_id:
        return word
    return spellings({item.id: item.names for item in declared}).get(folded(word), word)


def _is_whole(text: str) -> bool:
    """Whether a text is a whole number of few digits."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 5


def _switched_off(item: Circumstance | Indicator, ruleset: Ruleset) -> str:
    """The options without which a circumstance is not there, as they are: ` while renhou is off`."""
    words = re.findall(r"\w+", item.enabled.text if item.enabled else "")
    values = {word: ruleset.option_values[word] for word in words if word in ruleset.option_values}
    shown = ", ".join(f"{word} is {str(value).lower()}" for word, value in values.items())
    hint = f" (-o {next(iter(values))}=true)" if list(values.values()) == [False] else ""
    return f" while {shown}{hint}" if shown else ""
