"""Checks of whole patterns: their conditions, templates, values and relations together.

L503, L511, L512  contradictory, missing (also of bonuses) and equal conditions
L505, L507, L508  templates that fit no sets, impossible letters, alternatives that add nothing
L510, L513        values that add nothing, or are higher in an open hand
L703, L706        bounds and roundings of zero
L601 to L605      relations that come too late, are circular, or can never have an effect
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product

from scorer.check.bounds import Range
from scorer.check.subject import (
    CONCEALED_HAND,
    ERROR,
    NAME_IT,
    WARNING,
    RulesUnderCheck,
    conditions_of,
    parts_of,
)
from scorer.check.world import PAIR, Groups, Undecided, instances
from scorer.engine.evaluate import NO_HAND, TooLarge, View, value_of
from scorer.engine.match import Letters
from scorer.engine.resolve import suppression_reason
from scorer.errors import Problem
from scorer.hand import Situation
from scorer.language.nodes import Node, comparable_tree
from scorer.message import Message, Text
from scorer.ruleset.builder import RELATIONS, SUPPRESSING_RELATIONS, CheckedExpression, related_words
from scorer.ruleset.entries import VALUE_SIDES
from scorer.ruleset.items import SHEET_KEY, Item
from scorer.ruleset.model import Pattern
from scorer.suggest import did_you_mean


def pattern_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the file's own patterns. A pattern that holds exactly when an earlier one does is probably
    a copy that was not changed.
    """
    seen: dict[object, Pattern] = {}
    for pattern, item in subject.pattern_items if subject.has_sound_hands else ():
        if subject.is_faulty(item) or pattern.id in subject.unclear:
            continue
        asks = pattern.condition is not None or pattern.alternatives
        if subject.is_judged(item):
            if not (asks or pattern.count or item.get("when") or item.get("match")):
                message = Message("has no condition", pattern.id)
                hint = Message("add when or match")
                yield from subject.warn(item.fields.get("id", item), "L511", message, hint)
            yield from _contradicting_conditions(subject, pattern, item)
        first = seen.setdefault(_demand_key(pattern), pattern) if asks else pattern
        if first is not pattern and subject.is_judged(item) and not _is_told_apart(first, pattern, subject):
            message = Message("holds exactly when does", pattern.id, first.id)
            place = item.get("when") or item.get("match") or item
            hint = Message("two patterns that hold together both count")
            yield from subject.warn(place, "L512", message, hint)


def _contradicting_conditions(subject: RulesUnderCheck, pattern: Pattern, item: Item) -> Iterator[Problem]:
    """Problems of parts of a pattern that can hold separately, but not together."""
    side, solver = subject.side_of(pattern), subject.solver
    if pattern.id in subject.holding or subject.can_hold(pattern, side):
        return
    why: Text = Message("never holds this and its templates exclude each other", pattern.id)
    hint: Text = ""
    key = "when"
    if not solver.possible(*conditions_of(pattern)):
        if (
            pattern.option_condition is None
            or pattern.condition is None
            or solver.is_impossible(pattern.condition)
        ):
            return
        why = Message("is never used when this holds", pattern.id)
        if solver.is_impossible(pattern.option_condition):
            key, why = "enabled", Message("is never used", pattern.id)
            hint = "" if subject.is_own(item) else Message("write drop if that is meant", pattern.id)
    elif pattern.alternatives and not any(solver.possible(templates=[row]) for row in pattern.alternatives):
        return
    elif subject.can_hold(pattern):
        kind = Message("kind closed") if side and side[0][1] else Message("kind open")
        key = "value"
        why = Message("never holds in hands", pattern.id, kind)
    changed = (part for name in (key, *ASKING) if subject.is_own(part := item.get(name)))
    place = next(changed, item.get(key) or item.fields.get("id", item))
    yield from subject.problem(place, "L503", why, hint)


ASKING = ("when", "match", "where", "enabled", "value")
"""Keys that decide whether a pattern counts."""


def _demand_key(pattern: Pattern) -> object:
    """A key that is equal for patterns with the same conditions."""
    rows = tuple(tuple(comparable_tree(template) for template in row) for row in pattern.alternatives)
    parts = (pattern.condition, pattern.letter_condition, pattern.option_condition, pattern.count)
    return rows, pattern.repeat, tuple(comparable_tree(node) if node else None for node in parts)


def _is_told_apart(pattern: Pattern, other_pattern: Pattern, subject: RulesUnderCheck) -> bool:
    """Whether one pattern suppresses the other, or they count in different states of the hand."""
    for one, other in ((pattern, other_pattern), (other_pattern, pattern)):
        if suppression_reason(one, other, subject.ruleset.implied_ids) or other.id in one.instead:
            return True
    sides = [subject.side_of(one) for one in (pattern, other_pattern)]
    return bool(sides[0] and sides[1] and sides[0] != sides[1])


# ---- L505, L507, L508: templates

MOST_COMPARED = 4_000
Row = tuple[Node, ...]


def template_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of templates, alternatives and conditions on letters."""
    if not subject.has_sound_hands:
        return
    texts = (asked.node.args[0] for asked in subject.sound_expressions if asked.sort == "templates")
    written = {tuple(map(id, row)) for row in texts}
    for asked in subject.judged_expressions:
        for row in _template_rows(asked):
            yield from _in_one_text(subject, asked, row)
    for pattern, item in subject.pattern_items:
        match, where = item.get("match"), item.get("where")
        if subject.is_judged(match) and pattern.id not in subject.unclear:
            rows, places = pattern.alternatives, match.entries
            places = places if len(places) == len(rows) else [match] * len(rows)
            for row, place in zip(rows, places, strict=True):
                # several texts, each of which was checked only by itself
                is_new = tuple(map(id, row)) not in written and not any(_no_group(subject, t) for t in row)
                message = _not_together(subject, row) if is_new else ""
                yield from subject.problem(place, "L505", message) if message else ()
            yield from _adding_nothing(subject, pattern, places)
            yield from _check_letters(subject, pattern, where)


def _template_rows(expression: CheckedExpression) -> Iterator[Row]:
    """The rows of templates, each from one text."""
    if expression.sort == "templates":
        yield expression.node.args[0]
    elif expression.sort not in ("class", "selector"):
        calls = (part for part in parts_of(expression.node) if part.op == "call")
        yield from (part.args[1:] for part in calls if part.args[0] == "match")


def _in_one_text(subject: RulesUnderCheck, expression: CheckedExpression, row: Row) -> Iterator[Problem]:
    faults = [(template, *found) for template in row if (found := _no_group(subject, template))]
    for template, message, hint in faults:
        yield from subject.problem_at_node(expression, template, "L505", message, hint)
    message = _not_together(subject, row) if len(row) > 1 and not faults else ""
    if message:
        whole = Node(
            "match", (row,), expression.node.text if expression.sort == "templates" else "", row[0].position
        )
        yield from subject.problem_at_node(expression, whole, "L505", message)


def _no_group(subject: RulesUnderCheck, template: Node) -> tuple[Text, Text] | None:
    """Why no set fits a template, and the hint; None if some set fits."""
    kind, world = template.args[0], subject.solver.world
    names = world.ruleset.unions.get(kind, (kind,))
    has_pairs = any(shape.pairs or shape.way == "one_of_each" for shape in world.ruleset.shapes)
    if not {*names} & {*world.set_kinds} and not (kind == PAIR and has_pairs):
        return Message("no shape of this ruleset contains", kind), NAME_IT
    if next(instances(world, (template,)), None) is not None:
        return None
    rank = world.tileset.attributes[1]
    found = {
        world.tileset.kinds[tiles[0]].attribute_values.get(rank) for _, tiles in world.groups_of_kind(kind)
    }
    ranks = sorted(value for value in found if isinstance(value, int))
    hint = (
        Message("the lowest of is to", rank, kind, ranks[0], ranks[-1]) if ranks and template.args[1] else ""
    )
    of = "" if template.args[2] is None else Message("which has X", template.args[2].text)
    return Message("no set fits", template.text, of), hint


def _not_together(subject: RulesUnderCheck, row: Row) -> Text:
    """Why templates do not fit together; empty if they do."""
    shapes, sets = subject.ruleset.shapes, [template for template in row if template.args[0] != PAIR]
    most, most_sets = max(one.size for one in shapes) // 2, max(one.most_sets for one in shapes)
    is_long = len(row) > most or len(sets) > most_sets
    try:
        if not is_long and next(instances(subject.solver.world, row), None) is None:
            return Message("no sets fit these templates together")
    except Undecided:
        return ""
    has_room = not is_long and subject.solver.possible(templates=[row])
    return "" if has_room else Message("no complete hand has room for all of these sets")


def _check_letters(subject: RulesUnderCheck, pattern: Pattern, item: Item) -> Iterator[Problem]:
    """Problems of a condition on letters that all sets meet, or none."""
    if pattern.letter_condition is None or subject.node_at(item) is None:
        return
    asks = {part.op for part in pattern.letter_condition.walk()}
    if "letter" not in asks:
        message = Message("does not use any letter of the templates", item.text())
        yield from subject.problem(item, "L507", message, Message("write it under when"))
    if "letter" not in asks or asks & {"fact", "call"}:  # sets alone do not decide its other parts
        return
    met = set[bool]()
    try:
        for _, bound in [one for row in pattern.alternatives for one in _first_bindings(subject, row)]:
            subject.solver.world.spend()
            letters = {name: value for name, (_, value) in bound.items() if isinstance(value, int)}
            view = View(subject.ruleset, NO_HAND, Situation(True), amounts=letters)
            met.add(bool(value_of(pattern.letter_condition, view)))
    except (Undecided, TooLarge):
        return
    message = Message("sets that fit the templates satisfy", item.text())
    if met == {False}:
        yield from subject.problem(item, "L507", Message("no X", message))
    elif met == {True}:
        yield from subject.warn(item, "L507", Message("all X", message))


def _first_bindings(subject: RulesUnderCheck, row: Row) -> list[tuple[Groups, Letters]]:
    found = list(islice(instances(subject.solver.world, row), MOST_COMPARED + 1))
    if len(found) > MOST_COMPARED:
        raise Undecided("too many sets to compare")
    return found


def _adding_nothing(subject: RulesUnderCheck, pattern: Pattern, places: Sequence[Item]) -> Iterator[Problem]:
    """Problems of alternatives whose sets all fit another alternative, or that ask for more than another
    one.
    """
    rows = pattern.alternatives
    if len(rows) < 2:
        return
    asked = [Counter(map(comparable_tree, row)) for row in rows]
    for place, one in enumerate(asked) if not pattern.repeat else ():
        first = next((other for other, less in enumerate(asked) if less < one), None)
        if first is not None:
            message = Message("this alternative requires more than alternative", first + 1)
            yield from subject.warn(places[place], "L508", message)
    if any(template.args[3] is not None for row in rows for template in row):
        return  # the same sets in another state
    try:
        found = [{tuple(sorted(groups)) for groups, _ in _first_bindings(subject, row)} for row in rows]
    except Undecided:
        return
    for place, groups in enumerate(found):
        wider = [other for other, others in enumerate(found) if groups < others]
        wider += [other for other in range(place) if groups == found[other]]
        if wider and groups:
            word = Message("is the same as") if groups == found[min(wider)] else Message("is part of")
            yield from subject.warn(
                places[place], "L508", Message("this alternative alternative", word, min(wider) + 1)
            )


# ---- L510, L513: values

IDLE = (
    ("bonuses.*.value", "L510", Message("this bonus adds nothing")),
    ("bonuses.*.count", "L510", Message("this bonus never counts")),
    (f"{SHEET_KEY}.items.*.value", "L510", Message("this item adds nothing")),
    ("top_tier_only.cap", "L703", Message("no pattern of this tier ever counts")),
    (f"{SHEET_KEY}.round_up_to", "L706", Message("the sum is rounded up to 1 or more")),
    ("payment.round_up_to", "L706", Message("shares are rounded up to 1 or more")),
    ("payment.round_counters_up_to", "L706", Message("shares are rounded up to 1 or more")),
    ("payment.most", "L706", Message("no player may pay more than this")),
)
"""Numbers that must be above zero in some hand, and the message if they are not."""


def value_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the file's own patterns, bonuses and sheet items that are worth nothing."""
    for pattern, item in subject.every_pattern:
        if not subject.is_faulty(item):
            yield from _worth_of(subject, pattern, item)
    for path, code, message in IDLE:
        for item in subject.items_at(path):
            yield from _check_is_positive(subject, item, code, message)
    for entry in subject.root.get("bonuses").mappings:
        if not {"when", "count"} & entry.fields.keys():
            message, hint = Message("this bonus is added to every hand"), Message("add when or count")
            yield from subject.warn(entry.fields.get("id", entry), "L511", message, hint)
    for item in subject.items_at(f"{SHEET_KEY}.fixed.*.value"):
        if (found := subject.range_at(item)) and found.high < 0:
            yield from subject.problem(item, "L510", Message("this is negative"))


def _check_is_positive(subject: RulesUnderCheck, item: Item, code: str, message: Text) -> Iterator[Problem]:
    """The problem of a number that is never above zero."""
    found = subject.range_at(item)
    if (found.high if found else item.integer(1)) <= 0:
        yield from subject.problem(item, code, message)


def _worth_of(subject: RulesUnderCheck, pattern: Pattern, item: Item) -> Iterator[Problem]:
    value, repeat = item.get("value"), item.get("repeat")
    if not value and subject.is_judged(item):
        message = Message("has no value", pattern.id)
        yield from subject.problem(item.fields.get("id", item), "L510", message, Message("add value 1"))
    elif subject.is_judged(value):
        yield from _check_value(subject, pattern, value)
    yield from _check_is_positive(subject, item.get("count"), "L510", Message("never counts", pattern.id))
    if pattern.repeat and not pattern.alternatives:
        message = Message("repeats for each way its templates fit", pattern.id)
        yield from subject.problem(repeat, "L510", message, key=True)


def _check_value(subject: RulesUnderCheck, pattern: Pattern, value: Item) -> Iterator[Problem]:
    sides = [(value.get(side) or value) for side in VALUE_SIDES] if value.fields else [value]
    known = [found for side in sides if (found := subject.range_at(side))]
    if known and all(found.high <= 0 for found in known) and not pattern.zero:
        below = (
            Message("a negative value") if any(found.high < 0 for found in known) else Message("a value of 0")
        )
        message = Message("never counts is not awarded", pattern.id, below)
        hint = Message("write zero true to show a pattern that is")
        yield from subject.problem(value, "L510", message, hint)
    elif len(known) == 2:
        idle = [side for side, found in zip(sides, known, strict=True) if found.high < 0]
        never = list(_idle_side(subject, pattern, value)) if all(found.high > 0 for found in known) else []
        yield from never
        if 0 < known[0].high < known[1].high and not never:
            message = Message("is worth more in an open hand than in a", pattern.id)
            yield from subject.warn(
                value.fields["open"], "L513", message, Message("are the two values swapped")
            )
        elif idle:
            message = Message("has a negative value here", pattern.id)
            yield from subject.warn(idle[0], "L510", message, Message("omit it or make it positive"))


def _idle_side(subject: RulesUnderCheck, pattern: Pattern, value: Item) -> Iterator[Problem]:
    """Problems of a value for a state of the hand in which the pattern never holds."""
    if not subject.has_sound_hands or pattern.id in subject.unclear:
        return
    sides = [subject.can_hold(pattern, [(CONCEALED_HAND, side == VALUE_SIDES[0])]) for side in VALUE_SIDES]
    for side, holds, other in zip(VALUE_SIDES, sides, VALUE_SIDES[::-1], strict=True):
        if not holds and any(sides) and subject.is_own(value.fields[side]):
            message = Message("never holds in a hand that is", pattern.id, side)
            yield from subject.warn(value.fields[side], "L510", message, Message("write X only", other))


# ---- L601 to L605: relations

MOST_ROWS = 3
Finding = tuple[str, Text, Text, str]
"""The code, the message, the hint and the severity of a problem."""


def relation_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of relations, and of links and series of a single pattern, which are probably misspelt."""
    for pattern, item in subject.pattern_items:
        for how in RELATIONS:
            section = item.get(how)
            if subject.is_own(section) and not subject.is_faulty(section):
                yield from _check_relation(subject, pattern, how, section)
    for key in ("link", "series"):
        said = [entry for _, item in subject.pattern_items for entry in item.get(key).entries]
        names = Counter(entry.text() for entry in said)
        told = set[Text]()  # the first of two similar ones
        for entry in said:
            hint = did_you_mean(name := entry.text(), {*names} - {name})
            if names[name] == 1 and subject.is_own(entry) and (not hint or hint not in told):
                told.add(Message("did you mean the word", name))
                yield from subject.warn(entry, "L605", Message("no other pattern has the", key, name), hint)


def _check_relation(
    subject: RulesUnderCheck, pattern: Pattern, relation: str, section: Item
) -> Iterator[Problem]:
    seen = set[str]()
    for name, item in related_words(section):
        other, found = subject.ruleset.pattern_by_id.get(name), list[Finding]()
        if name in seen and other:
            found = [("L604", Message("is written here twice", name), Message("drop one"), WARNING)]
        elif other is not None and other == subject.ruleset.otherwise:
            message = Message("has no effect counts only if nothing else does", name)
            found = [("L603", message, Message("drop it"), WARNING)]
        elif other and other.id != pattern.id:
            found = list(_relation_problems(subject, pattern, relation, other))
        for code, told, hint, severity in found:
            yield from subject.problem(item, code, told, hint, severity, key=bool(section.fields))
        seen.add(name)


def _relation_problems(
    subject: RulesUnderCheck, pattern: Pattern, relation: str, target: Pattern
) -> Iterator[Finding]:
    """The problems of the relation of a pattern to another one."""
    if relation == "absorbs" and not target.alternatives:
        message = Message("has no match", target.id)
        yield "L605", message, Message("use excludes"), WARNING
    if relation == "excludes" and target.id in pattern.implies:
        yield (
            "L604",
            Message("is also under implies", target.id),
            Message("one of the two is enough"),
            WARNING,
        )
    if relation == "beside" and target.id in (
        *pattern.excludes,
        *subject.ruleset.implied_ids[pattern.id],
    ):
        message = Message("is never counted together with", target.id, pattern.id)
        yield "L604", message, Message("remove one of them"), WARNING
    if {pattern.id, target.id} & subject.unclear:
        return
    if late := _ineffective_reason(subject, pattern, target) if relation in SUPPRESSING_RELATIONS else "":
        back = pattern.id in (*target.implies, *target.excludes, *target.absorbs)
        hint = Message("write the relation under", target.id)
        yield "L601", Message("has no effect 2", late), hint, WARNING if back else ERROR
    # patterns implied by the other one may still follow, although it never holds itself
    leads_on = relation == "implies" and subject.ruleset.implied_ids[target.id] - {
        target.id,
        *pattern.implies,
    }
    if (
        not late
        and subject.has_sound_hands
        and not leads_on
        and not _can_hold_together(subject, pattern, target)
    ):
        message = Message("has no effect and can never hold together", pattern.id, target.id)
        if all(map(subject.can_hold, (pattern, target))):  # else that is reported
            yield "L603", message, Message("drop it"), WARNING


def _ineffective_reason(subject: RulesUnderCheck, pattern: Pattern, target: Pattern) -> Text:
    """Why a pattern suppresses nothing: patterns are counted in order of falling value."""
    values = (
        (pattern.closed_value, target.closed_value),
        (pattern.open_value, target.open_value),
    )
    ranges = [(_awarded_value(subject, own), _awarded_value(subject, its)) for own, its in values]
    sides = [(own, its) for own, its in ranges if own and its]
    if not sides or not all(own.high < its.low for own, its in sides):
        return ""
    own, its = (
        str(one.low) if one.low == one.high else Message("range of numbers", one.low, one.high)
        for one in sides[0]
    )
    return Message("is worth more", target.id, its, own)


def _awarded_value(subject: RulesUnderCheck, node: Node | None) -> Range | None:
    """The possible value of an awarded pattern, which is above zero."""
    found = subject.solver.ranges.range_of(node) & Range(1) if node is not None else None
    return None if found is None or found.is_empty else found


def _can_hold_together(subject: RulesUnderCheck, pattern: Pattern, target: Pattern) -> bool:
    """Whether some hand has both patterns."""
    firsts, seconds = pattern.alternatives or ((),), target.alternatives or ((),)
    if subject.ruleset.otherwise in (pattern, target) or max(len(firsts), len(seconds)) > MOST_ROWS:
        return True
    wanted = [part for one in (pattern, target) for part in (*conditions_of(one), *subject.side_of(one))]
    return any(
        subject.solver.possible(*wanted, templates=[row for row in rows if row])
        for rows in product(firsts, seconds)
    )
