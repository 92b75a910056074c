"""Options: a ruleset as a table has chosen to play it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.engine.evaluate import View, holds, number, rules_view
from scorer.errors import Fault, InputError, it_has, nearest
from scorer.hand import Situation
from scorer.ruleset.model import NO_LIMIT, Option, Pattern, Ruleset, Value, asks_fact, value_fault
from scorer.tiles import TileSet
from scorer.values import replace

TRUTHS = {"true": True, "false": False}


def configured(ruleset: Ruleset, options: Mapping[str, Value] | None = None) -> Ruleset:
    """The ruleset with these option values: its red tiles, jokers, circumstances and indicators follow.

    Values may be given as text. Raises InputError for unknown options and values out of range.
    """
    faults, chosen = _chosen(ruleset, options or {})
    if faults:
        raise InputError(faults)
    declared = ruleset.declared or ruleset
    changed = declared.choosing(**{**dict(ruleset.chosen), **chosen})
    view = rules_view(changed)
    chosen_rules = replace(
        changed,
        tileset=_tileset(changed, view),
        circumstances=tuple(item for item in changed.circumstances if holds(item.enabled, view)),
        indicators=tuple(item for item in changed.indicators if holds(item.enabled, view)),
        patterns=tuple(_related_now(pattern, view) for pattern in changed.patterns),
        maximum=None if number(changed.maximum, view) >= NO_LIMIT else changed.maximum,
        declared=declared,
    )
    if declared.file_and_options is not None:
        chosen_rules.__dict__["file_and_options"] = declared.file, tuple(sorted(chosen_rules.unusual))
    chosen_rules.__dict__["set_tables"] = declared.set_tables  # red copies and jokers make no other sets
    return chosen_rules


def worth_nothing(ruleset: Ruleset, situation: Situation) -> Iterator[str]:
    """What lies on the table and is worth nothing under these options."""
    payment, view = ruleset.payment, rules_view(ruleset, situation)
    sheets = [shares for sheet in payment.counters for shares in (sheet.dealer, sheet.other)]
    counters = [node for shares in sheets for _, node in shares if asks_fact(node, "honba")]
    if situation.honba and counters and not any(number(node, view) for node in counters):
        yield "honba"
    if situation.sticks and not number(payment.sticks, view):
        yield "sticks"


def _related_now(pattern: Pattern, view: View) -> Pattern:
    """The pattern without the relations that these options do not have."""
    gone = {(how, other) for how, other, node in pattern.conditional if not holds(node, view)}
    changes = {
        how: tuple(name for name in getattr(pattern, how) if (how, name) not in gone) for how, _ in gone
    }
    return replace(pattern, **changes) if gone else pattern  # type: ignore[arg-type]


def _chosen(ruleset: Ruleset, options: Mapping[str, Value]) -> tuple[list[Fault], dict[str, Value]]:
    known = {option.id: option for option in ruleset.options}
    faults: list[Fault] = []
    chosen: dict[str, Value] = {}
    for name, value in options.items():
        if name not in known:
            faults.append(_unknown(ruleset, name, list(known)))
            continue
        chosen[name] = as_value(known[name], value)
        message = value_fault(known[name], chosen[name])
        if message:
            faults.append(Fault("--option", None, message, "ruleset", text=f"{name}={value}"))
    return faults, chosen


def _unknown(ruleset: Ruleset, name: str, known: list[str]) -> Fault:
    message = f"no such option '{name}' in {ruleset.id}; {it_has(known)}"
    return Fault("--option", None, message, "ruleset", text=name, suggestions=nearest(name, known))


def as_value(option: Option, value: Value) -> Value:
    """A value given as text, as the option means it."""
    if not isinstance(value, str) or value in option.choices:
        return value
    if option.sort == "truth":
        return TRUTHS.get(value.lower(), value)
    digits = value.lstrip("-")
    return int(value) if digits.isdigit() and len(digits) < 10 else value


def _tileset(ruleset: Ruleset, view: View) -> TileSet:
    """The tile set with the red copies and jokers that the options ask for."""
    tileset = ruleset.tileset
    reds, jokers = [], 0
    for code, node in ruleset.option_counts:
        kind = tileset.by_code[code]
        if kind.role == "joker":
            jokers = number(node, view)
        else:
            reds.append((kind.index, min(number(node, view), kind.copies)))
    kinds = tuple(replace(k, copies=jokers) if k.role == "joker" else k for k in tileset.kinds)
    return replace(tileset, kinds=kinds, reds=tuple((kind, count) for kind, count in reds if count))
