"""The payment table of a ruleset: grids if a secondary score matters, then a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.labels import amount_separator, capitalize_first, counter_text, native_name, payment_call
from scorer.languages import is_english
from scorer.message import message_text
from scorer.phrases import comma_list, format_amount, headed_text, join_words, translate
from scorer.render.breakdown import payment_tables
from scorer.render.document import Block, Document, Table, paragraph, table
from scorer.render.heading import phrase_line
from scorer.render.result import Object, fields
from scorer.ruleset.model import Limit, Ruleset
from scorer.teach.assumptions import assumption_sentence, assumption_words
from scorer.teach.payment_table import (
    CasePayment,
    PaymentCase,
    PaymentCell,
    PaymentGrid,
    PaymentRow,
    PaymentTable,
    amount_formulas,
    most_from_each,
    share_formula,
)
from scorer.teach.points import Points
from scorer.teach.words import localized_or_english
from scorer.tiles import name_in

NOTHING = "-"
MOST_NAMES = 3


def payments_document(payment_table: PaymentTable, language: str = "en") -> Document:
    """The whole payment table with the formulas that it is calculated from."""
    name, notes = name_in(payment_table.ruleset.names, language), list(_table_notes(payment_table, language))
    alike = groupby(payment_table.grids, lambda grid: (grid.case.dealer, grid.totals, grid.rows))
    return (
        paragraph(translate("paid", language, name)),
        _formulas(payment_table, language),
        *(_payment_grid(list(grids), payment_table, language) for _, grids in alike),
        *(_payment_list(payment_table, language) if payment_table.entries else ()),
        *([paragraph(*notes)] if notes else []),
    )


# ---- who wins and how


def case_words(
    case: PaymentCase, payment_table: PaymentTable, language: str = "en", either: bool = False
) -> str:
    """A case as a heading: 'The dealer wins by self-draw'; `either` way to win where they are paid alike."""
    matters = any(other.dealer for other in payment_table.cases)
    winner = translate("the dealer wins" if case.dealer else "another wins" if matters else "a win", language)
    if either:
        return winner
    way = translate("by draw" if case.self_draw else "on discard", language)
    if case.from_dealer is not None:
        way = translate("dealer's discard" if case.from_dealer else "other's discard", language, way)
    elif matters and not case.self_draw:
        way = translate("anybody's discard", language, way)
    return way if not (matters or is_english(language)) else translate("won how", language, winner, way)


def short_case_words(case: PaymentCase, payment_table: PaymentTable, language: str) -> str:
    """A column's heading."""
    way = translate("a draw" if case.self_draw else "a discard", language)
    if case.from_dealer is not None:
        way = translate("dealer's" if case.from_dealer else "other's", language, way)
    if any(other.dealer for other in payment_table.cases):
        is_open = not case.self_draw and case.from_dealer is None
        winner = translate("dealer" if case.dealer else "other", language)
        told = (winner,) if is_open else (winner, way)
        way = translate("winner on discard" if is_open else "winner and way", language, *told)
    return capitalize_first(way)


def _formulas(payment_table: PaymentTable, language: str) -> Block:
    """The formulas of the numbers. A row is in English if the rules lack a word for it."""
    rules = payment_table.ruleset
    rows = [(capitalize_first(item.label), item.text) for item in amount_formulas(rules, language)]
    rows += [row for case in payment_table.cases if (row := _share_row(case, payment_table, language))[1]]
    most, unit = most_from_each(rules, language), rules.payment.round_up_to
    if most:
        rows.append((translate("most from each", language), translate("at most this", language, most)))
    if unit > 1:
        rounded = translate("rounded to multiple", language, format_amount(unit))
        rows.append((translate("rounding", language), rounded))
    return table(rows, "ll")


def _share_row(case: PaymentCase, payment_table: PaymentTable, language: str) -> tuple[str, str]:
    return localized_or_english(
        lambda speech: (
            case_words(case, payment_table, speech.language),
            share_formula(payment_table.ruleset, case, speech.language),
        ),
        payment_table.ruleset,
        language,
    )


# ---- cells


def cell_text(cell: PaymentCell | None) -> str:
    """A payment: one number, or one for each role that pays."""
    return "/".join(format_amount(share) for _, share in (cell.shares if cell else ())) or NOTHING


PAYERS_OF_A_CELL: dict[frozenset[str], tuple[str, str]] = {
    frozenset(("discarder", "each")): ("from discarder, each", "column from discarder, each"),
    frozenset(("discarder",)): ("from discarder", "column from discarder"),
    frozenset(("dealer",)): ("from each, dealer", "column from each, dealer"),
    frozenset(): ("from each", "column from each"),
}
"""The phrases for who pays, before a number and over a column, by the first roles that all pay."""


def _payer_words(cells: Sequence[PaymentCell | None], language: str, is_over_column: bool = True) -> str:
    """Who pays the numbers of a cell, in their order; over a column of them, or before one."""
    roles = {role for cell in cells if cell for role, _ in cell.shares}
    before, over = next(keys for asked, keys in PAYERS_OF_A_CELL.items() if asked <= roles)
    return translate(over if is_over_column else before, language)


# ---- grids and the list


def _payment_grid(equal_cases: Sequence[PaymentGrid], payment_table: PaymentTable, language: str) -> Table:
    """A grid of payments; one grid for both ways to win if they are paid alike."""
    grid, rules = equal_cases[0], payment_table.ruleset
    rows = ((format_amount(sheet), *map(cell_text, row)) for sheet, row in grid.rows)
    corner = rules.unit_word(rules.sheet.unit, language=language) if rules.sheet else ""
    header = (corner, *(rules.amount_text(total, language=language) for total in grid.totals))
    key = _payer_words([cell for _, row in grid.rows for cell in row], language)
    title = headed_text(
        case_words(grid.case, payment_table, language, either=len(equal_cases) > 1), key, language
    )
    return table(rows, "r" * len(header), title, header)


def _payment_list(payment_table: PaymentTable, language: str) -> Iterator[Block]:
    keys: dict[str, str] = {}
    for place, case in enumerate(payment_table.cases):
        how = translate("by draw" if case.self_draw else "on discard", language)
        keys.setdefault(how, _payer_words([entry.cells[place] for entry in payment_table.entries], language))
    if len({*keys.values()}) < len(keys):  # the same players pay, however the tile came
        keys = {translate("a win", language): next(iter(keys.values()))}
    paid = (translate("how paid", language, how, key) for how, key in keys.items())
    said = translate("semicolon", language).join(paid)
    yield paragraph(capitalize_first(said) + translate("full stop", language))
    unit = payment_table.ruleset.unit_word(language=language).capitalize()
    rows = (
        (_entry_totals(one, language), _entry_label(one, payment_table, language), *map(cell_text, one.cells))
        for one in payment_table.entries
    )
    header = (unit, "", *(short_case_words(case, payment_table, language) for case in payment_table.cases))
    yield table(rows, "rl" + "r" * len(payment_table.cases), header=header)


def _entry_totals(entry: PaymentRow, language: str) -> str:
    if entry.tier:
        return ""
    if entry.high is None:
        return translate("or more", language, format_amount(entry.low))
    if entry.high == entry.low:
        return format_amount(entry.low)
    return translate("number range", language, entry.low, entry.high)


def _entry_label(entry: PaymentRow, payment_table: PaymentTable, language: str) -> str:
    """The name of the limit if no other row has it, else the patterns of this value."""
    if entry.tier > 1 or (entry.tier and not entry.limit):
        return payment_table.ruleset.amount_text(entry.tier, payment_table.ruleset.tier_unit, language)
    alone = sum(other.limit == entry.limit for other in payment_table.entries) == 1
    if entry.limit and (alone or not entry.patterns):
        return _limit_name(entry.limit, payment_table.ruleset, language)
    names = [name_in(pattern.names, language) for pattern in entry.patterns]
    more = len(names) - MOST_NAMES
    first = comma_list(names[:MOST_NAMES], language)
    return translate("and more", language, first, more) if more > 0 else first


def _limit_name(limit: Limit, ruleset: Ruleset, language: str) -> str:
    native = native_name(limit.names, ruleset, language)
    return capitalize_first(name_in(limit.names, language)) + (f" {native}" if native else "")


# ---- what stands on the table


def _table_notes(payment_table: PaymentTable, language: str) -> Iterator[str]:
    rules = payment_table.ruleset
    if any(cell.shares for cell in payment_table.counters):
        parts = (
            _counter_share(case, cell, language)
            for case, cell in zip(payment_table.cases, payment_table.counters, strict=True)
            if not case.dealer
        )
        adds = translate("semicolon", language).join(parts)
        yield translate("counter adds", language, rules.unit_word("honba", True, language), adds)
    if payment_table.stick:
        yield translate(
            "stick adds",
            language,
            format_amount(payment_table.stick),
            rules.amount_text(1, "sticks", language)
            if not is_english(language)
            else rules.unit_word("sticks", True, language),
        )
    if payment_table.varying:
        varying = [name_in(pattern.names, language) for pattern in payment_table.varying]
        yield translate("varying", language, join_words(varying, language))
    if any(entry.patterns for entry in payment_table.entries) and not rules.highest_only:
        yield translate("values add up", language)
    yield from _assumption_lines(rules, language)


def _counter_share(case: PaymentCase, cell: PaymentCell, language: str) -> str:
    """What a counter adds for one way to win, and from whom; it is the same whoever wins."""
    amount, payers = cell_text(cell), _payer_words([cell], language, is_over_column=False)
    way = translate("by draw" if case.self_draw else "on discard", language)
    paid = f"{amount} {payers}" if is_english(language) else payers + amount
    return translate("added in a win", language, way, paid)


# ---- a count without a hand


def points_document(points: Points, language: str = "en") -> Document:
    """A row for each count, a column for each case: the payments as they are called; where one case is left,
    how it comes about.
    """
    rules = points.table.ruleset
    rows = []
    for count, paid in points.rows:
        limits = {one.worth.worth.limit for one in paid if one}
        limit = limits.pop() if len(limits) == 1 else None
        name = _limit_name(limit, rules, language) if limit else ""
        between = amount_separator(language)
        called = (payment_call(one.payments, language, separator=between) if one else NOTHING for one in paid)
        words = count.count_words(rules, language)
        is_named = limit is not None and name_in(limit.names, language).lower() in words.lower()
        rows.append((words, "" if is_named else name, *called))
    first, paid = points.rows[0]
    title = headed_text(name_in(rules.names, language), first.count_words(rules, language), language)
    header = ("", "", *(short_case_words(case, points.table, language) for case in points.cases))
    return (
        paragraph(
            phrase_line(title, *counter_words(points, language)),
            *(message_text(note, language) for note in points.notes),
            *_assumption_lines(rules, language, points.won.honba),
            *_called_payers(points, language),
        ),
        *(
            payment_tables(one.worth.steps, one.payments, one.case.make_situation(rules), rules, language)
            for one in paid
            if one and len(paid) == 1
        ),
        table(rows, "kl" + "r" * len(points.cases), header=header),
    )


def counter_words(points: Points, language: str) -> list[str]:
    """The counters and the sticks on the table that the payments include; empty if there are none."""
    rules, lying = points.table.ruleset, ((points.won.honba, "honba"), (points.won.sticks, "sticks"))
    return [
        counter_text(number, rules, language)
        if name == "honba" and rules.counter_circumstance
        else rules.amount_text(number, name, language)
        for number, name in lying
        if number
    ]


def _called_payers(points: Points, language: str) -> Iterator[str]:
    """Whose the two amounts are that are called for a discard if others pay less than the discarder."""
    for place, case in enumerate(points.cases):
        called = [one.payments for _, row in points.rows if (one := row[place])]
        roles = {share.role for payments in called for share in payments.shares if share.amount}
        differ = any(len({one.paid for one in payments.losers}) > 1 for payments in called)
        if differ and not case.self_draw and roles == {"discarder", "each"}:
            words = short_case_words(case, points.table, language)
            yield headed_text(words, translate("called from each, discarder", language), language)


def _assumption_lines(rules: Ruleset, language: str, counters: int = 0) -> list[str]:
    """What payments are computed for besides the count, if they depend on more."""
    assumed = assumption_sentence(rules, language, counters)
    return [assumed] if assumed else []


def points_data(points: Points, language: str = "en") -> Object:
    """The payments of a count and the next counts as data, each with its cases."""
    rules, counts = points.table.ruleset, list[Object]()
    for count, paid in points.rows:
        total = None if count.tier else count.total
        units = {rules.unit: total, rules.sheet_unit: count.sheet, rules.tier_unit: count.tier}
        told: Object = {unit: number for unit, number in units.items() if unit}
        counts.append(told | {"payments": [_paid_data(one, rules, language) for one in paid if one]})
    return {
        "ok": True,
        **fields(
            points,
            "ruleset=table.ruleset.id honba=won.honba sticks=won.sticks notes",
            notes=list(map(str, points.notes)),
        ),
        "assumed": assumption_words(rules, language, points.won.honba),
        "counts": counts,
    }


def _paid_data(payment: CasePayment, rules: Ruleset, language: str) -> Object:
    limit = payment.worth.worth.limit
    shares = tuple(
        (share.role, share.amount) for share in payment.payments.shares if share.part != "counters"
    )
    return _case_data(payment.case, PaymentCell(shares, payment.payments.points)) | {
        "limit": limit.id if limit else None,
        "call": payment_call(payment.payments, language),
        "total": payment.payments.total,
    }


# ---- the table as data


def payments_data(payment_table: PaymentTable) -> Object:
    """The payment table as data: rows by entry, grids by case."""
    rows, grids = list[Object](), list[Object]()
    for entry in payment_table.entries:
        in_units = {payment_table.ruleset.tier_unit: entry.tier} if entry.tier else None
        told = {
            "limit": entry.limit.id if entry.limit else None,
            "patterns": [pattern.id for pattern in entry.patterns],
            "payments": [_case_data(*pair) for pair in zip(payment_table.cases, entry.cells, strict=True)],
        }
        rows.append({**(in_units or {"from": entry.low, "to": entry.high}), **told})
    for grid in payment_table.grids:
        cells = [
            {"sheet": sheet, "total": total, **_case_data(grid.case, cell)}
            for sheet, across in grid.rows
            for total, cell in zip(grid.totals, across, strict=True)
            if cell
        ]
        grids.append({"dealer": grid.case.dealer, "self_draw": grid.case.self_draw, "cells": cells})
    return {
        "ruleset": payment_table.ruleset.id,
        "unit": payment_table.ruleset.unit,
        "rows": rows,
        "grids": grids,
        "counter": [
            _case_data(*pair) for pair in zip(payment_table.cases, payment_table.counters, strict=True)
        ],
        "stick": payment_table.stick,
    }


def _case_data(case: PaymentCase, cell: PaymentCell) -> Object:
    from_dealer = {} if case.from_dealer is None else {"from_dealer": case.from_dealer}
    told = {"shares": dict(cell.shares), "points": cell.points}
    return {"dealer": case.dealer, "self_draw": case.self_draw, **from_dealer, **told}
