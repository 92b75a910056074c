"""The payment table of a ruleset as a document: grids where a second sheet matters, then a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.phrases import enumerated, headed, joined, label
from scorer.render.breakdown import money
from scorer.render.document import Block, Document, Line, Row, Table, line, paragraph
from scorer.render.heading import DOT
from scorer.render.result import Object
from scorer.ruleset.model import Ruleset
from scorer.teach.labels import amount, call, native_name, sentence
from scorer.teach.payment_table import (
    Case,
    Cell,
    Entry,
    Grid,
    PaymentTable,
    amount_formulas,
    most_from_each,
    share_formula,
)
from scorer.teach.points import Count, Paid, Points
from scorer.tiles import name_in

NOTHING = "-"
MOST_NAMES = 3


def payments_document(table: PaymentTable, language: str = "en") -> Document:
    """The whole table with the formulas that it is worked out from."""
    name = name_in(table.ruleset.names, language)
    return (
        paragraph(label("paid", language, name)),
        _formulas(table, language),
        *_grids(table, language),
        *_list(table, language),
        *_notes(table, language),
    )


# ---- who wins and how


def case_words(case: Case, table: PaymentTable, language: str = "en", either: bool = False) -> str:
    """A case as a heading: 'The dealer wins by self-draw'; `either` way to win where they are paid alike."""
    matters = any(other.dealer for other in table.cases)
    key = "the dealer wins" if case.dealer else "another wins" if matters else "a win"
    winner = label(key, language)
    if either:
        return winner
    way = label("by draw" if case.self_draw else "on discard", language)
    if case.from_dealer is not None:
        way = label("dealer's discard" if case.from_dealer else "other's discard", language, way)
    return label("won how", language, winner, way)


def _formulas(table: PaymentTable, language: str) -> Block:
    """How the numbers come about; a formula has English words, so its row is English."""
    rows: list[Row] = [
        (line(sentence(item.label)), line(item.text)) for item in amount_formulas(table.ruleset)
    ]
    rows += [
        (line(case_words(case, table)), line(text))
        for case in table.cases
        if (text := share_formula(table.ruleset, case))
    ]
    most, unit = most_from_each(table.ruleset), table.ruleset.payment.round_up_to
    if most:
        rows.append((line(label("most from each", language)), line(label("at most this", language, most))))
    if unit > 1:
        rounded = label("rounded to multiple", language, amount(unit))
        rows.append((line(label("rounding", language)), line(rounded)))
    return Table(tuple(rows), "ll")


# ---- cells


def cell_text(cell: Cell) -> str:
    """What is paid: one number, or one for each role that pays."""
    return "/".join(amount(share) for _, share in cell.shares) or NOTHING


def _key(cells: Sequence[Cell | None], language: str) -> str:
    """Who pays the numbers of a cell, in their order."""
    roles = {role for cell in cells if cell for role, _ in cell.shares}
    if "discarder" in roles:
        return label("from discarder, each" if "each" in roles else "from discarder", language)
    return label("from each, dealer" if "dealer" in roles else "from each", language)


# ---- grids


def _grids(table: PaymentTable, language: str) -> Iterator[Table]:
    """The grids, one for both ways to win where these are paid alike."""
    for _, alike in groupby(table.grids, lambda grid: (grid.case.dealer, grid.totals, grid.rows)):
        first, *others = alike
        yield _grid(first, table, language, either=bool(others))


def _grid(grid: Grid, table: PaymentTable, language: str, either: bool) -> Table:
    ruleset = table.ruleset
    cells = [cell for _, row in grid.rows for cell in row]
    rows = tuple((line(amount(sheet)), *map(_cell_line, row)) for sheet, row in grid.rows)
    header = (
        _sheet_unit(ruleset, language),
        *(ruleset.counted(total, language=language) for total in grid.totals),
    )
    title = headed(case_words(grid.case, table, language, either), _key(cells, language), language)
    return Table(rows, "r" * len(header), title, header)


def _cell_line(cell: Cell | None) -> Line:
    return line(cell_text(cell) if cell else NOTHING)


def _sheet_unit(ruleset: Ruleset, language: str) -> str:
    return ruleset.unit_word(ruleset.sheet.unit, language=language) if ruleset.sheet else ""


# ---- the list


def _list(table: PaymentTable, language: str) -> Iterator[Block]:
    if not table.entries:
        return
    rows = tuple(_row(entry, table, language) for entry in table.entries)
    header = (
        table.ruleset.unit_word(language=language).capitalize(),
        "",
        *(_short(case, table, language) for case in table.cases),
    )
    yield paragraph(_payers(table, language))
    yield Table(rows, "rl" + "r" * len(table.cases), header=header)


def _payers(table: PaymentTable, language: str) -> str:
    """Who pays the numbers of the list."""
    keys: dict[str, str] = {}
    for place, case in enumerate(table.cases):
        keys.setdefault(
            label("by draw" if case.self_draw else "on discard", language),
            _key([entry.cells[place] for entry in table.entries], language),
        )
    said = label("semicolon", language).join(
        label("how paid", language, how, key) for how, key in keys.items()
    )
    return sentence(said) + label("full stop", language)


def _short(case: Case, table: PaymentTable, language: str) -> str:
    """A column's heading."""
    way = label("a draw" if case.self_draw else "a discard", language)
    if case.from_dealer is not None:
        way = label("dealer's" if case.from_dealer else "other's", language, way)
    if any(other.dealer for other in table.cases):
        way = headed(label("dealer" if case.dealer else "other", language), way, language)
    return sentence(way)


def _row(entry: Entry, table: PaymentTable, language: str) -> Row:
    return line(_totals(entry, table)), line(_label(entry, table, language)), *map(_cell_line, entry.cells)


def _totals(entry: Entry, table: PaymentTable) -> str:
    if entry.tier:
        return ""
    if entry.high is None:
        return f"{amount(entry.low)}+"
    return amount(entry.low) if entry.high == entry.low else f"{entry.low}-{entry.high}"


def _label(entry: Entry, table: PaymentTable, language: str) -> str:
    """The limit's name where no other row has it, else the patterns of this value."""
    tier = table.ruleset.top_tier
    if tier and (entry.tier > 1 or (entry.tier and not entry.limit)):
        return table.ruleset.counted(entry.tier, tier.unit, language)
    alone = sum(other.limit == entry.limit for other in table.entries) == 1
    if entry.limit and (alone or not entry.patterns):
        return _named(entry.limit.names, table.ruleset, language)
    names = [name_in(pattern.names, language) for pattern in entry.patterns]
    more = len(names) - MOST_NAMES
    first = enumerated(names[:MOST_NAMES], language)
    return label("and more", language, first, more) if more > 0 else first


def _named(names: tuple[tuple[str, str], ...], ruleset: Ruleset, language: str) -> str:
    native = native_name(names, ruleset, language)
    return sentence(name_in(names, language)) + (f" {native}" if native else "")


# ---- what stands on the table


def _notes(table: PaymentTable, language: str) -> Iterator[Block]:
    lines = []
    if any(cell.shares for cell in table.counters):
        parts = (
            f"{_short(case, table, language).lower()} {cell_text(cell)} {_key([cell], language)}"
            for case, cell in zip(table.cases, table.counters, strict=True)
            if not case.dealer
        )
        lines.append(
            label(
                "counter adds",
                language,
                table.ruleset.unit_word("honba", True, language),
                label("semicolon", language).join(parts),
            )
        )
    if table.stick:
        lines.append(
            label(
                "stick adds", language, amount(table.stick), table.ruleset.unit_word("sticks", True, language)
            )
        )
    varying = [name_in(pattern.names, language) for pattern in table.varying]
    if varying:
        lines.append(label("varying", language, joined(varying, language)))
    if any(entry.patterns for entry in table.entries) and not table.ruleset.highest_only:
        lines.append(label("values add up", language))
    if lines:
        yield paragraph(*lines)


# ---- a count without a hand


def points_document(points: Points, language: str = "en") -> Document:
    """A row for each count, a column for each case: the payments as they are called; where one case is left,
    how it comes about.
    """
    ruleset, table = points.ruleset, points.table
    first, cases = points.rows[0]
    rows = [
        (
            line(count.words(ruleset, language)),
            line(_limit_name(paid, ruleset, language)),
            *(line(call(one.payments, language) if one else NOTHING) for one in paid),
        )
        for count, paid in points.rows
    ]
    header = ("", "", *(_short(case, table, language) for case in table.cases))
    title = headed(name_in(ruleset.names, language), first.words(ruleset, language), language)
    counters = [ruleset.counted(number, name, language) for name, number in _counters(points)]
    only = cases[0] if len(cases) == 1 else None
    return (
        paragraph(DOT.join([title, *counters]), *points.notes),
        *([_worked(only, language)] if only else []),
        Table(tuple(rows), "kl" + "r" * len(table.cases), header=header),
    )


def _counters(points: Points) -> Iterator[tuple[str, int]]:
    """What lies on the table and is in the payments."""
    return ((name, n) for name, n in (("honba", points.honba), ("sticks", points.sticks)) if n)


def _limit_name(paid: Sequence[Paid | None], ruleset: Ruleset, language: str) -> str:
    limits = {one.worth.worth.limit for one in paid if one}
    limit = limits.pop() if len(limits) == 1 else None
    return _named(limit.names, ruleset, language) if limit else ""


def _worked(paid: Paid, language: str) -> Table:
    situation = paid.case.situation(paid.worth.view.ruleset)
    return money(paid.worth.steps, paid.payments, situation, paid.worth.view.ruleset, language)


def points_json(points: Points, language: str = "en") -> Object:
    """The same as data: each count with its cases."""
    return {
        "ok": True,
        "ruleset": points.ruleset.id,
        "honba": points.honba,
        "sticks": points.sticks,
        "notes": list(points.notes),
        "counts": [_count_json(count, paid, points.ruleset, language) for count, paid in points.rows],
    }


def _count_json(count: Count, paid: Sequence[Paid | None], ruleset: Ruleset, language: str) -> Object:
    units = {ruleset.unit: count.total if not count.tier else None}
    units |= {ruleset.sheet.unit: count.sheet} if ruleset.sheet else {}
    units |= {ruleset.top_tier.unit: count.tier} if ruleset.top_tier and ruleset.top_tier.unit else {}
    return units | {"payments": [_paid_json(one, language) for one in paid if one]}


def _paid_json(paid: Paid, language: str) -> Object:
    limit = paid.worth.worth.limit
    shares = tuple((share.role, share.amount) for share in paid.payments.shares if share.part != "counters")
    return _case_json(paid.case, Cell(shares, paid.payments.points)) | {
        "limit": limit.id if limit else None,
        "call": call(paid.payments, language),
        "total": paid.payments.total,
    }


# ---- JSON


def payments_json(table: PaymentTable, language: str = "en") -> Object:
    """The table as data: a row for each entry, a grid for each case."""
    return {
        "ruleset": table.ruleset.id,
        "unit": table.ruleset.unit,
        "rows": [_entry_json(entry, table, language) for entry in table.entries],
        "grids": [_grid_json(grid) for grid in table.grids],
        "counter": [_case_json(*pair) for pair in zip(table.cases, table.counters, strict=True)],
        "stick": table.stick,
    }


def _entry_json(entry: Entry, table: PaymentTable, language: str) -> Object:
    tier = table.ruleset.top_tier
    key: Object = {tier.unit: entry.tier} if tier and entry.tier else {"from": entry.low, "to": entry.high}
    return key | {
        "limit": entry.limit.id if entry.limit else None,
        "patterns": [pattern.id for pattern in entry.patterns],
        "payments": [_case_json(*pair) for pair in zip(table.cases, entry.cells, strict=True)],
    }


def _grid_json(grid: Grid) -> Object:
    rows = [
        {"sheet": sheet, "total": total, **_case_json(grid.case, cell)}
        for sheet, cells in grid.rows
        for total, cell in zip(grid.totals, cells, strict=True)
        if cell
    ]
    return {"dealer": grid.case.dealer, "self_draw": grid.case.self_draw, "cells": rows}


def _case_json(case: Case, cell: Cell) -> Object:
    found: Object = {"dealer": case.dealer, "self_draw": case.self_draw}
    if case.from_dealer is not None:
        found["from_dealer"] = case.from_dealer
    return found | {"shares": dict(cell.shares), "points": cell.points}
