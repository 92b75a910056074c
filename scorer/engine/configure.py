"""Applies rule options to a ruleset, and summarizes the shipped rulesets."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from scorer.engine.evaluate import View, holds, rules_view, value_of, whole_number
from scorer.engine.partial import FALSE, branch_in_force, is_decided, simplify
from scorer.errors import Fault, InputError
from scorer.foreign import plain_value, value_text
from scorer.hand import Situation
from scorer.language import TRUTH
from scorer.language.vocabulary import truth_word
from scorer.message import Message, Text, clauses
from scorer.ruleset.model import NO_LIMIT, Option, Pattern, Payment, Ruleset, Value, option_value_fault
from scorer.suggest import available_names, id_or_name, nearest_items
from scorer.tiles import TileSet, fold_name
from scorer.values import replace

MOST_CONFIGURATIONS = 64


def configure_ruleset(ruleset: Ruleset, options: Mapping[str, Value] | None = None) -> Ruleset:
    """The ruleset with these option values applied, including its red tiles, jokers, circumstances and
    indicators. Equal options return the same object.

    Values may be given as text. Raises InputError for unknown options and values out of range.
    """
    if type(options) is dict and not options:
        options = None
    if options is None and (unchanged := ruleset.configured_rulesets.get(None)):
        return unchanged
    declared = ruleset.file_ruleset or ruleset
    chosen = (
        dict(ruleset.chosen_options)
        if options is None
        else {**dict(ruleset.chosen_options), **_checked_values(ruleset, options)}
    )
    key = declared.file_and_options, *[(name, type(one), one) for name, one in chosen.items()]  # true is 1
    found = declared.configured_rulesets.get(key)
    if found is None:
        found = declared.configured_rulesets.setdefault(
            key, _apply_options(declared.with_options(**chosen), declared)
        )
        for oldest in list(declared.configured_rulesets)[:-MOST_CONFIGURATIONS]:
            declared.configured_rulesets.pop(oldest, None)
    if options is None:
        ruleset.configured_rulesets[None] = found
    return found


def _apply_options(ruleset: Ruleset, declared_rules: Ruleset) -> Ruleset:
    view = rules_view(ruleset)
    closed = {shape for shape, node in ruleset.shape_conditions if simplify(node, view) == FALSE}
    shapes = tuple(shape for shape in ruleset.shapes if shape.id not in closed)
    chosen_rules = replace(
        ruleset,
        shapes=shapes or ruleset.shapes,  # those that the options close cost nothing
        tileset=_tileset_with_options(ruleset, view),
        circumstances=tuple(item for item in ruleset.circumstances if holds(item.option_condition, view)),
        indicators=tuple(item for item in ruleset.indicators if holds(item.option_condition, view)),
        patterns=tuple(_without_disabled_relations(pattern, view) for pattern in ruleset.patterns),
        payment=_payment_with_options(ruleset.payment, view),
        maximum=None if whole_number(ruleset.maximum, view) >= NO_LIMIT else ruleset.maximum,
        file_ruleset=declared_rules,
    )
    if declared_rules.file_and_options is not None:
        chosen_rules.__dict__["file_and_options"] = (
            declared_rules.file,
            tuple(sorted(chosen_rules.unusual_options)),
        )
    chosen_rules.__dict__["set_tables"] = (
        declared_rules.set_tables
    )  # red copies and jokers make no other sets
    chosen_rules.__dict__["patterns_in_force"] = tuple(
        pattern for pattern in chosen_rules.patterns if holds(pattern.option_condition, view)
    )
    return chosen_rules


def _payment_with_options(payment: Payment, view: View) -> Payment:
    """The payment without a factor that is 1 under these options, whoever pays."""
    if payment.factor is None:
        return payment
    left = branch_in_force(payment.factor, view)
    is_one = is_decided(left, view.ruleset) and value_of(left, view) == 1
    return replace(payment, factor=None) if is_one else payment


def worthless_counters(ruleset: Ruleset, situation: Situation) -> Iterator[str]:
    """The kinds of counters on the table (honba, sticks) that are worth nothing under these options."""
    payment, view = ruleset.payment, rules_view(ruleset, situation)
    shares = [node for sheet in payment.counters for _, node in (*sheet.dealer, *sheet.non_dealer)]
    counters = [node for node in shares if any(part.args == ("honba",) for part in node.walk())]
    if situation.honba and counters and not any(whole_number(node, view) for node in counters):
        yield "honba"
    if situation.sticks and not whole_number(payment.sticks, view):
        yield "sticks"


def _without_disabled_relations(pattern: Pattern, view: View) -> Pattern:
    """The pattern without the relations to other patterns that the options switch off."""
    if not pattern.conditional:
        return pattern
    gone = {(how, other) for how, other, node in pattern.conditional if not holds(node, view)}
    changes = {
        how: tuple(name for name in getattr(pattern, how) if (how, name) not in gone) for how, _ in gone
    }
    return replace(pattern, **changes) if gone else pattern  # type: ignore[arg-type]


def _checked_values(ruleset: Ruleset, options: Mapping[str, Value]) -> dict[str, Value]:
    known = ruleset.option_by_id
    if not isinstance(plain := plain_value(options), dict):
        raise InputError(
            [Fault("--option", None, Message("option values not a mapping", value_text(options)))]
        )
    typed = {option_id(name, ruleset) if isinstance(name, str) else name: name for name in plain}
    plain = {option: plain[name] for option, name in typed.items()}
    chosen = {name: as_value(known[name], value) for name, value in plain.items() if name in known}
    faults = []
    message: Text
    for name, value in plain.items():
        if not isinstance(name, str):
            message = Message("option name not a string", value_text(name))
            faults.append(Fault("--option", None, message, "ruleset"))
        elif name not in known:
            names = [id_or_name(option.id, option.names) for option in known.values()]
            message = Message("no such option", name[:80], ruleset.label, available_names(names))
            faults.append(
                Fault("--option", None, message, "ruleset", 1, name, nearest_items(name[:80], names))
            )
        elif message := option_value_fault(known[name], chosen[name]) or _idle_fault(known[name], ruleset):
            text = f"{typed[name]}={value if isinstance(value, str) else value_text(value)}"
            faults.append(Fault("--option", None, message, "ruleset", text=text))
    if faults:
        raise InputError(faults)
    return chosen


def _idle_fault(option: Option, ruleset: Ruleset) -> Text:
    """The message that refuses an option without any effect; empty for all others."""
    if not option.is_idle:
        return ""
    shows = Message("check shows the line", os.path.basename(ruleset.file)) if ruleset.file else ""
    return clauses(Message("no effect", option.id, ruleset.label), shows)


def option_id(word: str, ruleset: Ruleset) -> str:
    """The id of the option that a word names, in any language and case; otherwise the word itself."""
    if word in ruleset.option_by_id:
        return word
    return ruleset.option_spellings.get(fold_name(word), word)


COUNTED = re.compile(r"(-?[0-9]{1,9})[^\x00-\x7f]{0,2}")
"""A whole number, with a unit or a counter word that is written without a space: 6番."""


def as_value(option: Option, value: Value) -> Value:
    """A value given as text, converted to the type of the option; a further value becomes the choice that it
    means, and a word in any language what it stands for.
    """
    further = dict(option.same_as)
    if further and isinstance(value, str | bool) and str(value).lower() in further:
        return further[str(value).lower()]
    if not isinstance(value, str) or value in option.choices:
        return value
    if option.sort == TRUTH:
        return {"true": True, "false": False}.get(truth_word(value), value)
    named = {fold_name(name): choice for choice, names in option.choice_names for _, name in names}
    choice_by_text = {str(choice): choice for choice in option.choices}
    if (choice := named.get(fold_name(value))) in choice_by_text:
        return choice_by_text[choice]
    number = COUNTED.fullmatch(value)
    return int(number[1]) if number else value


def _tileset_with_options(ruleset: Ruleset, view: View) -> TileSet:
    """The tile set with the red copies and jokers that the options ask for, and without the tiles that they
    leave out.
    """
    tileset = ruleset.tileset
    reds, copies = [], dict[int, int]()
    for code, node in ruleset.option_counts:
        kind = tileset.by_code[code]
        if kind.role == "joker":
            copies[kind.index] = whole_number(node, view)
        else:
            reds.append((kind.index, min(whole_number(node, view), kind.copies)))
    removed = [kind for kinds, node in ruleset.optional_kinds if not holds(node, view) for kind in kinds]
    copies |= dict.fromkeys(removed, 0)
    key = tuple(sorted(copies.items())), tuple((kind, count) for kind, count in reds if count)
    found = tileset.with_other_copies.get(key)
    if found is None:
        kinds = tuple(replace(k, copies=copies[k.index]) if k.index in copies else k for k in tileset.kinds)
        found = tileset.with_other_copies.setdefault(key, replace(tileset, kinds=kinds, reds=key[1]))
        for oldest in list(tileset.with_other_copies)[:-MOST_CONFIGURATIONS]:
            tileset.with_other_copies.pop(oldest, None)
    return found
