"""The breakdown of a winning hand, in the order in which a referee works: patterns, the secondary score,
arithmetic, who pays what, and whether the hand can be read another way; the same told step by step; and why
a hand does not win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from scorer.engine.results import ArithmeticStep, Award, Payments, Score, ValuedReading
from scorer.engine.totals import next_higher_total
from scorer.errors import NotAWinner
from scorer.hand import Hand, Situation
from scorer.labels import LabeledLine as TextLine
from scorer.labels import (
    Section,
    amount_separator,
    call_line,
    capitalize_first,
    format_gain,
    name_with_count,
    native_name,
    payment_call,
    seat_gains,
    seat_name,
    share_lines,
    sheet_lines,
    step_lines,
    wait_key,
    win_words,
)
from scorer.languages import has_text, is_english
from scorer.message import localized_text
from scorer.phrases import (
    comma_list,
    format_amount,
    headed_text,
    join_words,
    numeral,
    quoted_words,
    translate,
)
from scorer.render.document import (
    HEADLINE,
    KEEP,
    PLACE,
    TOTAL,
    Block,
    Document,
    Line,
    Paragraph,
    Part,
    Table,
    line,
    paragraph,
    table,
)
from scorer.render.heading import GAP, heading, phrase_line
from scorer.render.result import Object, fields, group_text, groups_in_order, remarks, result_data
from scorer.ruleset.model import Ruleset
from scorer.scoring import score_if_dealer_discarded
from scorer.tiles import Names, Tile, name_in

if TYPE_CHECKING:
    from scorer.teach.advice import Advice
    from scorer.teach.answers import WronglySaidPart
    from scorer.teach.why import PatternAnalysis
    from scorer.teach.winners import DiscardWinners

MOST_READINGS = 20
"""The most readings shown; a hand with jokers can have more than a thousand."""


def breakdown_document(
    score: Score,
    language: str = "en",
    with_readings: bool = False,
    other_way: Score | None = None,
    is_unmarked: bool = False,
) -> Document:
    """A winning hand with everything that makes its payment, below the headline; `with_readings` adds all
    readings, best first. `other_way` is the same hand won in the other way, if neither was given. A note
    tells if the winning tile was not marked.
    """
    best, ruleset = score.best, score.ruleset
    below = (
        call_line(best.payments, ruleset, language),
        "" if with_readings else readings_note(score, language),
    )
    notes = [*_notes(score, language)]
    if other := score_if_dealer_discarded(score):
        points = format_amount(other.points), format_amount(score.points)
        notes.append(translate("note", language, translate("if dealer", language, *points, "--from")))
    if is_unmarked:
        notes.append(unmarked_note(score.hand, ruleset, language))
    return (
        _headline_block(score, other_way, language),
        *_score_blocks(score, language),
        paragraph(gains_paragraph(score, language), *filter(None, below)),
        *([paragraph(*readings_blocks(score, language), indent=3)] if with_readings else []),
        *([paragraph(*notes)] if notes else []),
    )


def _notes(score: Score, language: str) -> Iterator[str]:
    """The notes on a score. A remark of the ruleset that has no translation is called a note in English."""
    spoken = {
        name_in(texts, language): language if has_text(dict(texts), language) else "en"
        for texts in score.ruleset.remarks
    }
    for text in remarks(score, language):
        yield translate("note", spoken.get(text, language), text)


def unmarked_note(hand: Hand, ruleset: Ruleset, language: str = "en") -> str:
    """That the winning tile is the last one written, as nothing marked it."""
    return translate("last tile", language, ruleset.tileset.tile_code(hand.winning_tile))


def summary_document(score: Score, other_way: Score | None = None, language: str = "en") -> Document:
    """A winning hand on one screen: the headline and what the next higher count would bring, the patterns,
    and the gains. `other_way` is the same hand won in the other way, if neither was given; its headline
    follows.
    """
    best, ruleset = score.best, score.ruleset
    total, sheet = best.sheet, sheet_lines(score, language)[:-1]
    items = [f"{item.label} {item.value}" if len(sheet) > 1 else item.label for item in sheet]
    note = readings_note(score, language)
    told = (
        [
            headed_text(
                ruleset.amount_text(total.total, total.unit, language),
                translate("semicolon", language).join(items),
                language,
            )
        ]
        if total and items
        else []
    )
    return (
        _headline_block(score, other_way, language),
        heading(ruleset, score.hand, score.situation, best.reading, language),
        pattern_value_table(best, ruleset, language),
        paragraph(*told, gains_paragraph(score, language), *filter(None, [note, *_notes(score, language)])),
    )


def _headline_block(score: Score, other_way: Score | None, language: str) -> Paragraph:
    """The headlines, and what the next higher count would bring."""
    further = next_count_text(score, other_way, language)
    return paragraph(*_headlines(score, other_way, language), *filter(None, [further]))


def headlines_document(score: Score, other_way: Score | None = None, language: str = "en") -> Document:
    """The headline alone; two if the hand is shown as won in both ways."""
    return (paragraph(*_headlines(score, other_way, language)),)


def _headlines(score: Score, other_way: Score | None, language: str) -> Iterator[Line]:
    """The headline of a score, or a headline for each way to win."""
    for one in (score, *([other_way] if other_way else [])):
        yield headline(one, language, win_words(one.situation, language) if other_way else "")


def headline(score: Score, language: str = "en", way: str = "") -> Line:
    """The score in one line: the total, the limit, the payment, and the sum if it is not one payment.

    >>> from scorer import score
    >>> print(headline(score("234m345p67p456s55s+8p", win="tsumo"))[0].text)
    3 han 20 fu · 700/1,300 (2,700)
    """
    ruleset, paid, limit = score.ruleset, score.payments, score.worth.limit
    call = payment_call(paid, language, separator=amount_separator(language))
    total = format_amount(paid.total)
    count = total_text(score, ruleset, language)
    name = capitalize_first(name_in(limit.names, language)) if limit else ""
    is_new = name.casefold() not in count.casefold()
    call = f"{call} ({total})" if call not in ("", total) else total
    told = phrase_line(count, *([name] if is_new else []), call)
    shown = headed_text(way, told, language) if way else told
    return line(Part(capitalize_first(shown), HEADLINE))


def next_count_text(score: Score, other_way: Score | None = None, language: str = "en") -> str:
    """What the next higher count would bring: `+1 han: 7,700`; empty if it brings nothing.

    With the other way to win, both are told in the order of their headlines; if only one of them is paid
    more, the way is named.
    """
    rules, told = score.ruleset, []
    ways = [score, *([other_way] if other_way else [])]
    found = [(one, step) for one in ways if (step := next_higher_total(one))]
    for one, step in found:
        limit = name_in(step.worth.limit.names, language) if step.worth.limit else ""
        call = payment_call(step.payments, language, separator=amount_separator(language))
        worth = translate("limit and payment", language, limit, call) if limit else call
        if len(found) > 1 and is_english(language):  # the way and the payment in one breath
            worth = call + (translate("in brackets", language, limit) if limit else "")
        way = win_words(one.situation, language)
        told.append(translate("paid for", language, way, worth) if len(found) > 1 else worth)
    if not told:
        return ""
    one, step = found[0]
    way = win_words(one.situation, language) if len(found) < len(ways) else ""
    head = comma_list(filter(None, ("+" + rules.amount_text(step.step, language=language), way)), language)
    listed = comma_list(told, language) if is_english(language) else join_words(told, language, "semicolon")
    return headed_text(head, listed, language)


def winners_document(winners: DiscardWinners, language: str = "en") -> Document:
    """Each winner's hand with its payment, the nearest to the discarder first, then the table's balance."""
    blocks = (block for score in winners.scores for block in _winner_blocks(score, language))
    return (*blocks, _balance(winners, language))


def winners_summary(winners: DiscardWinners, language: str = "en") -> Document:
    """A headline for each winner, the nearest to the discarder first, then the table's balance."""
    heads = (headline(score, language, seat_name(score.situation.seat, language)) for score in winners.scores)
    return (*([paragraph(*heads)] if winners.scores else []), _balance(winners, language))


def _balance(winners: DiscardWinners, language: str) -> Paragraph:
    """Who is not paid, and what every seat gains in all."""
    unpaid = [translate("unpaid", language, seat_name(seat, language)) for seat in winners.unpaid]
    if not winners.scores:
        unpaid = [translate("drawn", language, numeral(len(unpaid), language)).capitalize()]
    parts = [f"{seat_name(seat, language)}{KEEP}{format_gain(number)}" for seat, number in winners.balance]
    return paragraph(*unpaid, GAP.join(parts))


def winners_data(winners: DiscardWinners, language: str = "en") -> Object:
    """Each winner's result and the balance of the table, as data."""
    results = [result_data(score, language) for score in winners.scores]
    return {"ok": True, "winners": results, "unpaid": winners.unpaid, "balance": dict(winners.balance)}


def _winner_blocks(score: Score, language: str) -> Iterator[Block]:
    """One winner of several: the headline, the hand, what counts, the arithmetic, and the payment as it is
    announced.
    """
    yield paragraph(headline(score, language, seat_name(score.situation.seat, language)))
    yield from _score_blocks(score, language, sheet=False)
    if call := call_line(score.best.payments, score.ruleset, language):
        yield paragraph(call)


def _score_blocks(score: Score, language: str, sheet: bool = True) -> Iterator[Block]:
    """The hand, what counts, and the arithmetic from the total to what each pays."""
    best, ruleset = score.best, score.ruleset
    yield heading(ruleset, score.hand, score.situation, best.reading, language)
    yield pattern_value_table(best, ruleset, language)
    lines, total = sheet_lines(score, language) if sheet else (), best.sheet
    if total and len(lines) == 2:  # the sum says it all
        said = ruleset.amount_text(total.total, total.unit, language)
        yield paragraph(headed_text(said, lines[0].label, language))
    elif total and lines:
        yield line_table(
            lines, capitalize_first(ruleset.unit_word(total.unit, language=language)), has_rule=True
        )
    yield payment_tables(best.steps, best.payments, score.situation, ruleset, language)


Counted = tuple[Names, int, int, str, tuple[Tile, ...]]
"""A pattern or bonus: its names, how often it counts, what it comes to and in which unit, and the tiles that
a bonus counts.
"""


def counted_items(reading: ValuedReading | Score, ruleset: Ruleset) -> Iterator[Counted]:
    """The patterns and bonuses that count, in order."""
    yield from _counted_patterns(reading.awards, ruleset)
    for bonus in reading.bonuses:
        yield bonus.names, bonus.count, bonus.total, ruleset.unit, bonus.tiles


def _counted_patterns(awards: Iterable[Award], ruleset: Ruleset) -> Iterator[Counted]:
    for award in awards:
        yield award.pattern.names, award.count, *award.shown_worth(ruleset), ()


def pattern_value_table(reading: ValuedReading, ruleset: Ruleset, language: str) -> Table:
    """A table of patterns and bonuses with their values and the total; a bonus shows its tiles."""
    rows = _pattern_rows(list(counted_items(reading, ruleset)), ruleset, language)
    limit = name_in(reading.worth.limit.names, language) if reading.worth.limit else ""
    total = total_text(reading, ruleset, language)
    label = limit if limit not in ("", total) else translate("total", language)
    return table(rows, "lll", last_row=(capitalize_first(label), "", total))


def _pattern_rows(
    items: Sequence[Counted], ruleset: Ruleset, language: str
) -> Iterator[tuple[str, str, str]]:
    worth = aligned_values([(value, unit) for _, _, value, unit, _ in items], ruleset, language)
    for (names, count, _, _, tiles), value in zip(items, worth, strict=True):
        name, beside = name_in(names, language), " ".join(map(ruleset.tileset.tile_code, tiles))
        yield (
            name if tiles else name_with_count(name, count),
            beside or native_name(names, ruleset, language),
            value,
        )


def aligned_values(values: list[tuple[int, str]], ruleset: Ruleset, language: str = "en") -> list[str]:
    """The numbers aligned in a column, with a unit where it changes.

    >>> from scorer import load_ruleset
    >>> aligned_values([(1, "fan"), (12, "fan")], load_ruleset("mcr"))
    [' 1 fan', '12']
    """
    numbers = [format_amount(value) for value, _ in values]
    widest = max(map(len, numbers), default=0)
    before = ["", *(unit for _, unit in values)]
    told = [
        ruleset.amount_text(number, unit, language) for number, (_, unit) in zip(numbers, values, strict=True)
    ]
    return [
        " " * (widest - len(number)) + (text if unit != last or number not in text else number)
        for number, text, (_, unit), last in zip(numbers, told, values, before, strict=False)
    ]


def total_text(reading: ValuedReading | Score, ruleset: Ruleset, language: str = "en") -> str:
    """The total of patterns and secondary score: `4 han 30 fu`, `7 fan`, `2 yakuman`."""
    worth, sheet = reading.worth, reading.sheet
    text = ruleset.count_text(worth.total, sheet.total if sheet else None, worth.tier, language)
    lines = sum(award.total for award in reading.awards) + sum(bonus.total for bonus in reading.bonuses)
    if lines <= worth.total or worth.tier:
        return text
    is_short = is_english(language) and sheet is None  # the unit is not told twice: 6 tai, capped at 5
    most = format_amount(worth.total) if is_short else text
    return translate("at most", language, ruleset.amount_text(lines, language=language), most)


def line_table(
    lines: Sequence[TextLine], title: str = "", has_rule: bool = False, total: bool = False
) -> Table:
    """What each line speaks of, what is said, the number; the last line may stand below a rule, and be the
    total.
    """
    marked = lines[-1] if total else None
    rows = [(item.label, item.text, Part(item.value, TOTAL if item is marked else "")) for item in lines]
    return table(rows[:-1], "llr", title, last_row=rows[-1]) if has_rule else table(rows, "llr", title)


# ---- from the base to what each seat gains


def payment_tables(
    steps: Sequence[ArithmeticStep], payments: Payments, situation: Situation, ruleset: Ruleset, language: str
) -> Table:
    """A table of arithmetic: steps from the total to the base, then who pays what."""
    lines = (*step_lines(steps, ruleset, language), *share_lines(payments, situation, ruleset, language))
    return line_table(lines, has_rule=True, total=True)


def gains_paragraph(score: Score, language: str = "en") -> Line:
    """The gain or loss of each seat, the winner last."""
    winner, parts = score.situation.seat, list[Part]()
    for seat, name, gain in sorted(
        seat_gains(score.best.payments, language), key=lambda row: row[0] == winner
    ):
        parts.append(Part(f"{GAP if parts else ''}{name}{KEEP}"))
        parts.append(Part(gain, TOTAL if seat == winner else ""))
    return line(*parts)


# ---- the other ways to read the hand


def readings_note(score: Score, language: str = "en") -> str:
    """A note on the second-best reading and its payment; empty if there is only one reading."""
    if score.complete < 2:
        return ""
    two, others = score.complete == 2, distinct_readings(score)[1:]
    if score.has_unlisted_readings:
        said = translate("best of many", language)
    elif not others:
        said = translate("other loses" if two else "others lose", language)
    elif paid := _second_reading_note(score.best, others[0], score.ruleset, language):
        said = translate("other pays" if two else "next pays", language, paid)
    elif two:
        said = translate("other pays the same", language)
    else:
        paid_alike = {valued.payments.points for valued in (score.best, *others)}
        is_for_all = len(paid_alike) == 1 and len(others) + 1 == score.complete
        said = translate("all pay the same" if is_for_all else "next pays the same", language)
    return translate("can be read", language, format_amount(score.complete), said)


def _second_reading_note(
    best_reading: ValuedReading, second: ValuedReading, ruleset: Ruleset, language: str
) -> str:
    """The payment of another reading, or why the best was chosen if both pay the same; empty if no reason is
    needed.
    """
    if second.payments.points != best_reading.payments.points:
        return format_amount(second.payments.points)
    less = best_reading.worth.uncapped_total - second.worth.uncapped_total
    if less > 0 and best_reading.worth.tier == second.worth.tier:
        return translate("same with less", language, ruleset.amount_text(less, language=language))
    is_shorter = len(second.awards) < len(best_reading.awards)
    return translate("same with fewer", language) if is_shorter else ""


def distinct_readings(score: Score) -> list[ValuedReading]:
    """The best way to count each reading that can win, best first."""
    found: dict[object, ValuedReading] = {}
    for valued in score.readings:
        found.setdefault(valued.reading, valued)
    return list(found.values())


def readings_blocks(score: Score, language: str) -> tuple[str, ...]:
    """Every reading that can win, best first, and how many cannot."""
    found = distinct_readings(score)
    if score.complete == 1:
        return (translate("one way", language),)
    if score.has_unlisted_readings:
        best = translate("best of many", language)
        lines = [translate("can be read", language, format_amount(score.complete), best)]
    else:
        counts = (format_amount(len(found)), format_amount(score.complete))
        key = "every reading" if len(found) == score.complete else "can win"
        lines = [translate(key, language, *counts)]
    for place, valued in enumerate(found[:MOST_READINGS], start=1):
        names = comma_list((name_in(award.pattern.names, language) for award in valued.awards), language)
        worth = translate("worth of a reading", language, names, format_amount(valued.payments.points))
        lines.append(headed_text(f"{place}. {_reading_text(valued, score, language)}", worth, language))
    if len(found) > MOST_READINGS:
        least = format_amount(found[-1].payments.points)
        lines.append(translate("more ways", language, format_amount(len(found) - MOST_READINGS), least))
    return tuple(lines)


def _reading_text(valued_reading: ValuedReading, score: Score, language: str) -> str:
    sets = " ".join(
        group_text(group, score.ruleset) for group in groups_in_order(valued_reading.reading.groups)
    )
    won = valued_reading.reading.winning_group
    if won is None:
        return sets
    wait, text = translate(wait_key(valued_reading.reading), language), group_text(won, score.ruleset)
    if named := translate("named", language, wait) if wait else "":
        text = text + named if is_english(language) else translate("and how", language, text, wait)
    return translate("won in", language, sets, text)


# ---- an explanation: each step a titled table, what it speaks of, what is said, the number


def explanation_document(explanation: Sequence[Section]) -> Document:
    """An explanation as numbered steps."""
    return tuple(
        line_table(one.lines, f"{place}. {one.title}", total=one.id == "payments")
        for place, one in enumerate(explanation, 1)
    )


def why_document(item: PatternAnalysis, language: str, verdict: str) -> Document:
    """The verdict on one pattern, then every condition with what was found for it."""
    name = name_in(item.pattern.names, language) or item.pattern.id
    yes, no = translate("held yes", language), Part(translate("held no", language), PLACE)
    rows = [(yes if finding.is_met else no, finding.asks, finding.evidence) for finding in item.findings]
    definition = name_in(item.pattern.definition, language)
    told = [translate("definition after a verdict", language, definition)] if definition else []
    head = paragraph(headed_text(name, verdict, language), *told)
    return (head, table(rows, "lll")) if rows else (head,)


def explanation_data(explanation: Sequence[Section]) -> list[Object]:
    """The sections of an explanation as plain data."""
    return [
        fields(
            section, "step=id title lines", lines=[fields(one, "label text value") for one in section.lines]
        )
        for section in explanation
    ]


def why_data(item: PatternAnalysis, verdict: str) -> Object:
    """One pattern's conditions as plain data."""
    conditions = [fields(finding, "asks holds=is_met found=evidence") for finding in item.findings]
    told = {"name": name_in(item.pattern.names), "verdict": verdict, "conditions": conditions}
    return fields(item, "id=pattern.id name holds=true verdict conditions", **told)


# ---- a hand that does not win


def wrongly_said_notes(wrong: Iterable[WronglySaidPart], language: str = "en") -> Document:
    """Why a hand lacks patterns that were named with it, or has what was denied, a paragraph for each.

    >>> from scorer import load_ruleset
    >>> from scorer.hand import Request, SaidParts
    >>> from scorer.questions.hands import wrongly_said_parts
    >>> from scorer.render.text import plain_text
    >>> request = Request("234m678p345p22z67s+8s", win="ron")
    >>> found = wrongly_said_parts(SaidParts([["tanyao"]]), request, load_ruleset("riichi"))
    >>> print(plain_text(wrongly_said_notes(found)))
    All simples: not awarded; not all tiles are simples: 22z are not.
    """
    return tuple(paragraph(_wrongly_said_note(one, language)) for one in wrong)


def compared_said_notes(
    compared: Iterable[tuple[Ruleset, Iterable[WronglySaidPart]]], language: str = "en"
) -> Document:
    """Why a hand lacks patterns that were named with it, or has what was denied, under several rulesets,
    whose names come first.

    >>> from scorer import load_ruleset
    >>> from scorer.hand import Request, SaidParts
    >>> from scorer.questions.hands import wrongly_said_parts_by_ruleset
    >>> from scorer.render.text import plain_text
    >>> request = Request("234m678p345p22z67s+8s", win="ron")
    >>> rulesets = [load_ruleset("tenhou")]
    >>> found = wrongly_said_parts_by_ruleset(SaidParts([["tanyao"]]), request, rulesets)
    >>> print(plain_text(compared_said_notes(found)))
    tenhou: All simples: not awarded; not all tiles are simples: 22z are not.
    """
    notes = [
        headed_text(ruleset.label, _wrongly_said_note(one, language), language)
        for ruleset, wrong in compared
        for one in wrong
    ]
    return tuple(map(paragraph, notes))


def _wrongly_said_note(wrong: WronglySaidPart, language: str) -> str:
    name = name_in(wrong.part.names, language) or wrong.part.id
    if wrong.answer is None:
        return capitalize_first(translate("pattern not considered", language, name))
    return headed_text(name, wrong.answer.verdict(language), language)


def refusal_document(
    error: NotAWinner,
    advice: Advice,
    hand: Hand,
    situation: Situation,
    language: str,
    other_way: Score | None = None,
    is_unmarked: bool = False,
) -> Document:
    """The refusal with its reasons, what a false claim costs, what the hand has, and what is near; and the
    headline of the other way to win, if the hand wins in that way.
    """
    costs = GAP.join(f"{seat_name(seat, language)} {format_gain(number)}" for seat, number in error.payments)
    return (
        heading(advice.ruleset, hand, situation, advice.reading, language),
        paragraph(*refusal_lines(error, advice.reasons or error.reasons, language)),
        *(
            [paragraph(headline(other_way, language, win_words(other_way.situation, language)))]
            if other_way
            else []
        ),
        *([paragraph(costs)] if costs else []),
        *advice_blocks(advice, language, translate("it has", language), translate("nearest", language)),
        *([paragraph(unmarked_note(hand, advice.ruleset, language))] if is_unmarked else []),
    )


def refusal_lines(error: NotAWinner, reasons: Sequence[str], language: str) -> Iterator[str]:
    """The sentences that say that the hand does not win, and why."""
    yield capitalize_first(localized_text(error.message, language))
    for reason in reasons:
        said = localized_text(reason, language)
        yield capitalize_first(said) + translate("full stop", "en" if said.isascii() else language)


def advice_blocks(advice: Advice, language: str, it_has: str, nearest: str) -> Iterator[Block]:
    """The patterns that the hand has, those that are near, below each what of it holds, and the circumstances
    with which the hand would win.
    """
    from scorer.teach.why import near_miss_lines  # a hand that wins needs no explanations

    if has := list(_counted_patterns(advice.awards, advice.ruleset)):
        yield table(_pattern_rows(has, advice.ruleset, language), "lll", it_has)
    if advice.near_misses:
        yield table(near_miss_lines(advice.near_misses, language), "ll", nearest)
    if advice.circumstances:
        names = (name_in(item.names, language) for item in advice.circumstances)
        yield paragraph(translate("would win with", language, quoted_words(names, language)))
