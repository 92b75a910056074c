"""What differs, side by side: one hand under several rulesets, and what makes the difference; two rulesets,
and what their differences do to sample hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from scorer.errors import InputError, NotAWinner
from scorer.labels import capitalize_first, format_gain, option_words, ruleset_label
from scorer.languages import is_english, text_in
from scorer.message import Message, Text, message_text
from scorer.phrases import format_amount, headed_text, translate
from scorer.render.breakdown import advice_blocks, counted_items, refusal_lines, total_text
from scorer.render.document import TOTAL, Block, Cell, Document, Paragraph, Part, Table, paragraph, table
from scorer.render.heading import heading
from scorer.render.problems import error_data, input_name
from scorer.render.result import Object, fields, result_data
from scorer.teach.advice import Advice, advice_on
from scorer.teach.compare import ComparedRuleset
from scorer.tiles import Names, name_in

if TYPE_CHECKING:
    from scorer.audit.differences import Difference
    from scorer.audit.effect import DifferenceReport, Effect

NONE = "-"
ABSENT: Mapping[Text, Message] = {
    Message("rule yes"): Message("rule no"),
    Message("told yes"): Message("told no"),
}
"""What stands beside a mere yes for a ruleset without such an entry."""


def comparison_document(columns: Sequence[ComparedRuleset], language: str = "en") -> Document:
    """A table with a column for each ruleset: the value of each pattern, total, limit and points."""
    scored = [column.outcome.score for column in columns if column.outcome.score]
    if scored:
        one, near = scored[0], list[Block]()
        head = [heading(one.ruleset, one.hand, one.situation, one.best.reading, language, rules=False)]
    else:
        head, near = _refusal_blocks(columns, language)
    notes = (_difference_note(column, columns[0], language) for column in columns)
    return (*head, _worth_table(columns, language), *(note for note in notes if note.lines), *near)


def _worth_table(columns: Sequence[ComparedRuleset], language: str) -> Table:
    """Patterns and bonuses by name with what each adds, top-tier ones with their unit; a dash for what a
    ruleset does not count, or for one that does not score the hand.
    """
    values: dict[str, list[str]] = {}
    totals, limits, points = ([NONE] * len(columns) for _ in range(3))
    for place, column in enumerate(columns):
        score, rules = column.outcome.score, column.ruleset
        if score is None:
            refused = "does not win" if isinstance(column.outcome.error, NotAWinner) else "not possible"
            points[place] = translate(refused, language)
            continue
        for names, _, value, unit, _ in counted_items(score, rules):
            shown = format_amount(value) if unit == rules.unit else rules.amount_text(value, unit, language)
            values.setdefault(name_in(names, language), [NONE] * len(columns))[place] = shown
        totals[place], points[place] = total_text(score, rules, language), format_amount(score.points)
        limit = score.worth.limit
        limits[place] = (name_in(limit.names, language) if limit else "") or NONE
    rows = [(name, *shown) for name, shown in values.items()]
    rows.append((translate("total", language), *totals))
    if any(limit != NONE for limit in limits):
        rows.append((translate("limit", language), *limits))
    header = ("", *(ruleset_label(column.ruleset, language) for column in columns))
    last: list[Cell] = [translate("points", language), *(Part(text, TOTAL) for text in points)]
    return table(rows, "l" + "r" * len(columns), "", header, last)


def _refusal_blocks(columns: Sequence[ComparedRuleset], language: str) -> tuple[list[Paragraph], list[Block]]:
    """The hand, its patterns and near misses under the first ruleset that can read it."""
    for column in columns:
        hand, situation, advice = column.hand, column.situation, _column_advice(column, language)
        if hand and situation and advice:
            head = heading(column.ruleset, hand, situation, advice.reading, language, rules=False)
            named = (
                translate(what, language, ruleset_label(column.ruleset, language))
                for what in ("it has under", "nearest under")
            )
            return [head], list(advice_blocks(advice, language, *named))
    return [], []


def _column_advice(column: ComparedRuleset, language: str) -> Advice | None:
    """The advice for a hand that does not win under a ruleset that can read it."""
    hand, situation, error = column.hand, column.situation, column.outcome.error
    if hand is None or situation is None or not isinstance(error, NotAWinner):
        return None
    return advice_on(error, column.ruleset, hand, situation, language)


def _difference_note(column: ComparedRuleset, first_ruleset: ComparedRuleset, language: str) -> Paragraph:
    """The reasons why a ruleset scores the hand differently; empty if there are none."""
    error, lines = column.outcome.error, list[str]()
    if isinstance(error, NotAWinner):
        lines += refusal_lines(error, error.reasons, language)
    elif isinstance(error, InputError):
        told = (
            (input_name(fault.source, language), message_text(fault.message, language))
            for fault in error.faults
        )
        lines += dict.fromkeys(headed_text(*one, language) for one in told)
    lines += [option_words(cause.option, cause.value, language) for cause in column.causes]
    lines += (capitalize_first(message_text(reason, language)) for reason in column.reasons)
    named = (ruleset_label(one, language) for one in (column.ruleset, first_ruleset.ruleset))
    title = translate("unlike" if column.differs else "heading", language, *named)
    return paragraph(*([title] if lines else []), *(f"  {text}" for text in lines), indent=4)


def comparison_data(columns: Sequence[ComparedRuleset], language: str = "en") -> list[Object]:
    """The result of each ruleset in order, with the options that make it differ from the first."""
    found = []
    for column in columns:
        result: Object = {}
        error = column.outcome.error
        if column.outcome.score:
            result = result_data(column.outcome.score, language)
        elif error:
            advice = _column_advice(column, language)
            result = error_data(error, advice, language) | {"ruleset": column.ruleset.id}
        because = {cause.option.id: cause.value for cause in column.causes}
        found.append(result | ({"because": because} if because else {}))
    return found


# ---- two rulesets

MOST_COUNTED = 12
TITLED_SECTIONS = ("deals", "final")
"""Sections whose title says what the labels of their only entry without a name are about."""
Labels = tuple[str, str]
"""The names of the two rulesets."""


def difference_report_document(report: DifferenceReport, language: str = "en") -> Document:
    """A table for each section in which the rulesets differ, in words, and what the differences do to sample
    hands. In other languages than English, rulesets are called by their names.
    """
    # the rules as they are written need no words
    from scorer.audit.told import column_languages, told_differences

    first, second = report.rulesets
    told, labels = told_differences(first, second, language), report.labels
    if not is_english(language):
        names = (ruleset_label(first, language), ruleset_label(second, language))
        labels = names if names[0] != names[1] else labels
    return (
        *differences_document(
            told.shown, labels, language, told.left_out, column_languages(report.rulesets, language)
        ),
        *effect_document(report.effect, report.examples, labels, language),
    )


def differences_document(
    rule_differences: Sequence[Difference],
    labels: Labels,
    language: str = "en",
    left_out: int = 0,
    languages: Sequence[str] = (),
) -> Document:
    """A table for each section in which the rulesets differ, and how many differences are left out. The
    `languages` are those of the columns, if each has words of its own.
    """
    rest = [paragraph(translate("left out of differences", language, left_out))] if left_out else []
    if not rule_differences:
        key = "no differences in play" if left_out else "same rules"
        return (paragraph(translate(key, language, *labels)), *rest)
    many = "one difference" if len(rule_differences) == 1 else "differences"
    columns = languages or (language, language)
    tables = (
        table(
            (
                (
                    _change_name(one, language),
                    *(
                        message_text(text or _absence(name, other), column)
                        for text, other, column in zip(
                            (one.old, one.new), (one.new, one.old), columns, strict=True
                        )
                    ),
                )
                for one in changes
            ),
            "lll",
            translate(f"rule section {name}", language),
            ("", *labels),
        )
        for name, changes in groupby(rule_differences, lambda change: change.section)
    )
    return (paragraph(translate(many, language, *labels, len(rule_differences))), *tables, *rest)


def _absence(section: str, other: Text) -> Message:
    """What stands for an entry that only the other ruleset has, of which `other` is told there: no beside a
    mere yes. An option is not switched off by that.
    """
    if section == "options":
        return Message("rule no option")
    return ABSENT.get(other, Message("rule none"))


def _own_name(change: Difference, language: str) -> str:
    """The name of what differs, if it has one in the language or in English."""
    return text_in(dict(change.names), language)


def _change_name(change: Difference, language: str) -> str:
    name = _own_name(change, language)
    label = "" if change.is_whole else message_text(change.aspect, language)
    if not is_english(language):
        return _change_name_in_words(change, name, label, language)
    if label and not name and change.section in TITLED_SECTIONS:
        return label
    is_title = change.title == change.aspect
    what = change.id if change.section == "options" else name or message_text(change.title, language)
    what += translate("comma", language) + label if label and not is_title else ""
    return headed_text(what, change.note, language) if change.note else what


def _change_name_in_words(change: Difference, name: str, label: str, language: str) -> str:
    """What differs in the words of a language, without what the title of its section says already."""
    what = name or message_text(change.title, language)
    if label:
        is_title = what == translate(f"rule section {change.section}", language)
        return label if is_title else headed_text(what, label, language)
    if what in change.note:
        return change.note
    return headed_text(what, change.note, language) if change.note else what


def differences_data(rule_differences: Sequence[Difference], labels: Labels, language: str = "en") -> Object:
    """Every difference by section, id and label; a side without a value is null."""
    differences = list[Object]()
    for one in rule_differences:
        told = fields(
            one, "section id name label before=old_text after=new_text", name=_own_name(one, language)
        )
        differences.append({key: value or None for key, value in told.items()})
    return {"before": labels[0], "after": labels[1], "differences": differences}


# ---- on hands


def effect_document(
    effect: Effect | None, examples: Sequence[list[ComparedRuleset]], labels: Labels, language: str = "en"
) -> Document:
    """How many sample hands change, by how much, what is counted differently in them, and some of them;
    nothing where no hands were scored.
    """
    if effect is None:
        return ()
    hands, changed = len(effect.pairs), len(effect.changed_pairs)
    if not hands:
        return (paragraph(translate("no hand of both", language, *labels)),)
    head = [translate("no hand differs", language, format_amount(hands))]
    if changed:
        head = [translate("hands that differ", language, format_amount(changed), format_amount(hands))]
    if effect.foreign:
        head.append(translate("hands of one ruleset", language, format_amount(effect.foreign)))
    blocks: list[Block] = [paragraph(*head)]
    if changed:
        rows = _payment_change_table(effect, labels, language)
        header = ("", *(translate(key, language) for key in ("many hands", "on average", "largest change")))
        blocks.append(table(rows, "lrrr", header=header))
    if effect.difference_counts:
        blocks.append(_pattern_change_table(effect, language))
    for number, columns in enumerate(examples, 1):
        blocks += [paragraph(translate("hand number", language, number))]
        blocks += comparison_document(columns, language)
    return tuple(blocks)


def _payment_change_table(effect: Effect, labels: Labels, language: str) -> Iterator[tuple[str, ...]]:
    """The number of hands by how their payment changes."""
    more = [step for step in effect.steps if step > 0]
    less = [step for step in effect.steps if step < 0]
    for key, steps in (("paid more", more), ("paid less", less)):
        text = translate(key, language, labels[1])
        if steps:
            mean, most = round(sum(steps) / len(steps)), max(steps, key=abs)
            yield text, format_amount(len(steps)), format_gain(mean), format_gain(most)
        else:
            yield text, "0", "", ""
    rest = {
        translate("wins under one", language, labels[0]): effect.lost_wins,
        translate("wins under one", language, labels[1]): effect.gained_wins,
        translate("paid the same", language): (
            len(effect.changed_pairs) - len(more) - len(less) - effect.lost_wins - effect.gained_wins
        ),
    }
    yield from ((text, format_amount(count), "", "") for text, count in rest.items() if count)


def _pattern_change_table(effect: Effect, language: str) -> Table:
    """What is counted differently, and in how many hands. What both games call the same is one row, whatever
    its ids.
    """
    names: dict[tuple[str, str], Names] = {}
    for rules in (effect.new_ruleset, effect.old_ruleset):
        named = [("pattern", one.id, one.names) for one in rules.pattern_by_id.values()]
        named += [("bonus", one.id, one.names) for one in rules.bonuses]
        named += [("limit", one.id, one.names) for one in rules.limits]
        names |= {(sort, ident): told for sort, ident, told in named if told}

    def row_name(difference: tuple[str, str]) -> str:
        sort, ident = difference
        if sort == "sheet":
            with_unit = effect.new_ruleset if ident in effect.new_ruleset.unit_by_id else effect.old_ruleset
            return with_unit.unit_word(ident, language=language)
        other = translate("rule who pays", language) if sort == "payment" else ident
        return name_in(names.get(difference, ()), language) or other

    hands = Counter(name for pair in effect.pairs for name in dict.fromkeys(map(row_name, pair.differences)))
    rows = [(name, format_amount(count)) for name, count in hands.most_common(MOST_COUNTED)]
    more = len(hands) - len(rows)
    rows += [(translate("more of them", language, more), "")] if more else []
    header = translate("counted differently", language), translate("many hands", language)
    return table(rows, "lr", header=header)


def effect_data(
    effect: Effect | None, examples: Sequence[list[ComparedRuleset]], language: str = "en"
) -> Object:
    """The numbers of hands, every hand that changes, what is counted differently in them, and some of them;
    nothing where no hands were scored.
    """
    if effect is None:
        return {}
    found = fields(
        effect,
        "hands foreign changed more less lost=lost_wins gained=gained_wins",
        hands=len(effect.pairs),
        changed=len(effect.changed_pairs),
        more=sum(step > 0 for step in effect.steps),
        less=sum(step < 0 for step in effect.steps),
    ) | {
        "counted": [
            {"sort": sort, "id": name, "hands": count} for (sort, name), count in effect.difference_counts
        ],
        "changes": [
            fields(pair.request, "hand win round seat with=circumstances")
            | {name: tiles for name, tiles in pair.request.indicators.items() if tiles}
            | fields(pair, "before=old_payment after=new_payment")
            for pair in effect.changed_pairs
        ],
        "examples": [comparison_data(columns, language) for columns in examples],
    }
    return {"effect": found}
