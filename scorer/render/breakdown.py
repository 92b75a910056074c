"""The breakdown of a winning hand, in the order in which a referee works: patterns, the secondary score,
arithmetic, who pays what, and whether the hand can be read another way; the same told step by step; and why
a hand does not win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from scorer.engine.results import Award, Payments, Score, Step, Valued
from scorer.errors import NotAWinner, told_in
from scorer.hand import Hand, Situation
from scorer.library import if_dealer_discarded
from scorer.phrases import enumerated, headed, joined, label, numeral
from scorer.render.document import (
    KEEP,
    PLACE,
    TOTAL,
    Block,
    Document,
    Line,
    Part,
    Table,
    line,
    paragraph,
    table,
)
from scorer.render.heading import GAP, heading
from scorer.render.result import Object, fields, group_text, laid_out, remarks, result_of
from scorer.ruleset.model import Ruleset
from scorer.teach.labels import Line as TextLine
from scorer.teach.labels import (
    Section,
    amount,
    call_line,
    gain,
    native_name,
    seat_name,
    sentence,
    share_lines,
    sheet_lines,
    step_lines,
    times,
    wait_of_reading,
)
from scorer.tiles import Names, Tile, name_in

if TYPE_CHECKING:
    from scorer.teach.advice import Advice
    from scorer.teach.why import Why
    from scorer.teach.winners import Winners

MOST_READINGS = 20
"""The most readings shown; a hand with jokers can have more than a thousand."""


def breakdown(score: Score, language: str = "en", every: bool = False) -> Document:
    """A winning hand with everything that makes its payment; `every` adds all readings, best first."""
    best, ruleset = score.best, score.ruleset
    below = (call_line(best.payments, ruleset, language), "" if every else readings_note(score, language))
    english = dict.fromkeys(ruleset.remarks, "en")
    notes = [label("note", english.get(text, language), text) for text in remarks(score, language)]
    if other := if_dealer_discarded(score):
        points = amount(other.points), amount(score.points)
        notes.append(label("note", language, label("if dealer", language, *points, "--from")))
    return (
        *_scored(score, language),
        paragraph(gains(score, language), *filter(None, below)),
        *([paragraph(*all_readings(score, language), indent=3)] if every else []),
        *([paragraph(*notes)] if notes else []),
    )


def winners_document(found: Winners, language: str = "en") -> Document:
    """Each winner's hand with its payment, the nearest to the discarder first, then the table's balance."""
    blocks = (block for score in found.scores for block in _called(score, language))
    unpaid = [label("unpaid", language, seat_name(seat, language)) for seat in found.unpaid]
    if not found.scores:
        unpaid = [label("drawn", language, numeral(len(unpaid), language)).capitalize()]
    parts = [f"{seat_name(seat, language)}{KEEP}{gain(number)}" for seat, number in found.balance]
    return (*blocks, paragraph(*unpaid, GAP.join(parts)))


def winners_json(found: Winners, language: str = "en") -> Object:
    """Each winner's result and the balance of the table, as data."""
    results = [result_of(score, language) for score in found.scores]
    return {"ok": True, "winners": results, "unpaid": found.unpaid, "balance": dict(found.balance)}


def _called(score: Score, language: str) -> Iterator[Block]:
    """One winner of several: the hand, what counts, the arithmetic, and the payment as it is announced."""
    yield from _scored(score, language, sheet=False)
    if call := call_line(score.best.payments, score.ruleset, language):
        yield paragraph(call)


def _scored(score: Score, language: str, sheet: bool = True) -> Iterator[Block]:
    """The hand, what counts, and the arithmetic from the total to what each pays."""
    best, ruleset = score.best, score.ruleset
    yield heading(ruleset, score.hand, score.situation, best.reading, language)
    yield patterns(best, ruleset, language)
    lines, total = sheet_lines(score, language) if sheet else (), best.sheet
    if total and len(lines) == 2:  # the sum says it all
        said = ruleset.counted(total.total, total.unit, language)
        yield paragraph(headed(said, lines[0].label, language))
    elif total and lines:
        yield line_table(lines, sentence(ruleset.unit_word(total.unit, language=language)), ruled=True)
    yield money(best.steps, best.payments, score.situation, ruleset, language)


Counted = tuple[Names, int, int, str, tuple[Tile, ...]]
"""A pattern or bonus: its names, how often it counts, what it comes to and in which unit, and the tiles that
a bonus counts.
"""


def counted(best: Valued, ruleset: Ruleset) -> Iterator[Counted]:
    """The patterns and bonuses that count, in order."""
    yield from _awarded(best.awards, ruleset)
    for bonus in best.bonuses:
        yield bonus.names, bonus.count, bonus.total, ruleset.unit, bonus.tiles


def _awarded(awards: Iterable[Award], ruleset: Ruleset) -> Iterator[Counted]:
    for award in awards:
        yield award.pattern.names, award.count, *award.worth(ruleset), ()


def patterns(best: Valued, ruleset: Ruleset, language: str) -> Table:
    """A table of patterns and bonuses with their values and the total; a bonus shows its tiles."""
    rows = _rows(list(counted(best, ruleset)), ruleset, language)
    limit = name_in(best.worth.limit.names, language) if best.worth.limit else label("total", language)
    return table(rows, "lll", last=(sentence(limit), "", total_text(best, ruleset, language)))


def _rows(found: Sequence[Counted], ruleset: Ruleset, language: str) -> Iterator[tuple[str, str, str]]:
    worth = aligned([(value, unit) for _, _, value, unit, _ in found], ruleset, language)
    for (names, count, _, _, tiles), value in zip(found, worth, strict=True):
        name, beside = name_in(names, language), " ".join(map(ruleset.tileset.code, tiles))
        yield name if tiles else times(name, count), beside or native_name(names, ruleset, language), value


def aligned(values: list[tuple[int, str]], ruleset: Ruleset, language: str = "en") -> list[str]:
    """The numbers aligned in a column, with a unit where it changes.

    >>> from scorer import load_ruleset
    >>> aligned([(1, "fan"), (12, "fan")], load_ruleset("mcr"))
    [' 1 fan', '12']
    """
    numbers = [amount(value) for value, _ in values]
    widest = max(map(len, numbers), default=0)
    before = ["", *(unit for _, unit in values)]
    return [
        number.rjust(widest) + (f" {ruleset.unit_word(unit, value == 1, language)}" if unit != last else "")
        for number, (value, unit), last in zip(numbers, values, before, strict=False)
    ]


def total_text(best: Valued, ruleset: Ruleset, language: str = "en") -> str:
    """The total of patterns and secondary score: `4 han 30 fu`, `7 fan`, `2 yakuman`."""
    worth, sheet = best.worth, best.sheet
    text = ruleset.count_words(worth.total, sheet.total if sheet else None, worth.tier, language)
    lines = sum(award.total for award in best.awards) + sum(bonus.total for bonus in best.bonuses)
    return label("at most", language, amount(lines), text) if lines > worth.total and not worth.tier else text


def line_table(lines: Sequence[TextLine], title: str = "", ruled: bool = False, total: bool = False) -> Table:
    """What each line speaks of, what is said, the number; the last line may stand below a rule, and be the
    total.
    """
    marked = lines[-1] if total else None
    rows = [(item.label, item.text, Part(item.value, TOTAL if item is marked else "")) for item in lines]
    return table(rows[:-1], "llr", title, last=rows[-1]) if ruled else table(rows, "llr", title)


# ---- from the base to what each seat gains


def money(
    worked: Sequence[Step], paid: Payments, situation: Situation, ruleset: Ruleset, language: str
) -> Table:
    """A table of arithmetic: steps from the total to the base, then who pays what."""
    lines = (*step_lines(worked, language), *share_lines(paid, situation, ruleset, language))
    return line_table(lines, ruled=True, total=True)


def gains(score: Score, language: str = "en") -> Line:
    """The gain or loss of each seat, the winner last."""
    winner, paid = score.situation.seat, score.best.payments
    parts: list[Part] = []
    for seat, number in sorted(paid.transfers, key=lambda item: item[0] == winner):
        name = seat_name(seat, language, paid.others)
        parts.append(Part(f"{GAP if parts else ''}{name}{KEEP}"))
        parts.append(Part(gain(number), TOTAL if seat == winner else ""))
    return line(*parts)


# ---- the other ways to read the hand


def readings_note(score: Score, language: str = "en") -> str:
    """A note on the second-best reading and its payment; empty if there is only one reading."""
    if score.complete < 2:
        return ""
    two, others = score.complete == 2, different(score)[1:]
    if not others:
        said = label("other loses" if two else "others lose", language)
    else:
        paid = _paid_beside(score.best, others[0], score.ruleset, language)
        said = label("other pays" if two else "next pays", language, paid)
    return label("can be read", language, amount(score.complete), said)


def _paid_beside(best: Valued, second: Valued, ruleset: Ruleset, language: str) -> str:
    """The payment of another reading, or why the best was chosen if both pay the same."""
    if second.payments.points != best.payments.points:
        return amount(second.payments.points)
    less = best.worth.uncapped - second.worth.uncapped
    if less > 0 and best.worth.tier == second.worth.tier:
        return label("same with less", language, ruleset.counted(less, language=language))
    return label("same with fewer" if len(second.awards) < len(best.awards) else "the same", language)


def different(score: Score) -> list[Valued]:
    """The best way to count each reading that can win, best first."""
    found: dict[object, Valued] = {}
    for valued in score.readings:
        found.setdefault(valued.reading, valued)
    return list(found.values())


def all_readings(score: Score, language: str) -> tuple[str, ...]:
    """Every reading that can win, best first, and how many cannot."""
    found = different(score)
    if score.complete == 1:
        return (label("one way", language),)
    lines = [label("can win", language, amount(len(found)), amount(score.complete))]
    for place, valued in enumerate(found[:MOST_READINGS], start=1):
        names = enumerated((name_in(award.pattern.names, language) for award in valued.awards), language)
        worth = label("semicolon", language).join([names, amount(valued.payments.points)])
        lines.append(headed(f"{place}. {_reading_text(valued, score, language)}", worth, language))
    if len(found) > MOST_READINGS:
        least = amount(found[-1].payments.points)
        lines.append(label("more ways", language, amount(len(found) - MOST_READINGS), least))
    return tuple(lines)


def _reading_text(valued: Valued, score: Score, language: str) -> str:
    sets = " ".join(group_text(group, score.ruleset) for group in laid_out(valued.reading.groups))
    won = valued.reading.won
    wait = label(wait_of_reading(valued.reading), language)
    wait = label("named", language, wait) if wait else ""
    return label("won in", language, sets, group_text(won, score.ruleset) + wait) if won else sets


# ---- an explanation: each step a titled table, what it speaks of, what is said, the number


def explanation_document(explanation: Sequence[Section]) -> Document:
    """An explanation as numbered steps."""
    return tuple(
        line_table(one.lines, f"{place}. {one.title}", total=one.id == "payments")
        for place, one in enumerate(explanation, 1)
    )


def why_document(item: Why, language: str, verdict: str) -> Document:
    """The verdict on one pattern, then every condition with what was found for it."""
    name = name_in(item.pattern.names, language) or item.pattern.id
    yes, no = label("held yes", language), Part(label("held no", language), PLACE)
    rows = [(yes if finding.true else no, finding.asks, finding.found) for finding in item.findings]
    definition = name_in(item.pattern.definition, language)
    head = paragraph(headed(name, verdict, language), *([definition] if definition else []))
    return (head, table(rows, "lll")) if rows else (head,)


def explanation_json(explanation: Sequence[Section]) -> list[Object]:
    """The sections of an explanation as plain data."""
    return [
        fields(
            section, "step=id title lines", lines=[fields(one, "label text value") for one in section.lines]
        )
        for section in explanation
    ]


def why_json(item: Why, verdict: str) -> Object:
    """One pattern's conditions as plain data."""
    conditions = [fields(finding, "asks holds=true found") for finding in item.findings]
    told = {"name": name_in(item.pattern.names), "verdict": verdict, "conditions": conditions}
    return fields(item, "id=pattern.id name holds=true verdict conditions", **told)


# ---- a hand that does not win


def no_win(error: NotAWinner, advice: Advice, hand: Hand, situation: Situation, language: str) -> Document:
    """The refusal with its reasons, what a false claim costs, what the hand has, and what is near."""
    costs = GAP.join(f"{seat_name(seat, language)} {gain(number)}" for seat, number in error.payments)
    return (
        heading(advice.ruleset, hand, situation, advice.reading, language),
        paragraph(*refusal_lines(error, advice.reasons or error.reasons, language)),
        *([paragraph(costs)] if costs else []),
        *advised(advice, language, label("it has", language), label("nearest", language)),
    )


def refusal_lines(error: NotAWinner, reasons: Sequence[str], language: str) -> Iterator[str]:
    """The sentences that say that the hand does not win, and why."""
    yield sentence(told_in(error.message, language))
    for reason in reasons:
        said = told_in(reason, language)
        yield sentence(said) + label("full stop", "en" if said.isascii() else language)


def advised(advice: Advice, language: str, it_has: str, nearest: str) -> Iterator[Block]:
    """The patterns that the hand has, those that are near, below each what of it holds, and the circumstances
    with which the hand would win.
    """
    from scorer.teach.why import told_near  # a hand that wins needs no explanations

    if has := list(_awarded(advice.has, advice.ruleset)):
        yield table(_rows(has, advice.ruleset, language), "lll", it_has)
    if advice.near:
        yield table(told_near(advice.near, language), "ll", nearest)
    if advice.chances:
        names = joined([name_in(item.names, language) for item in advice.chances], language, "or")
        yield paragraph(label("would win with", language, names))
