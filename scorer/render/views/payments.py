"""The payment table of a ruleset as a document: grids where a second sheet matters, then a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.render.breakdown import money
from scorer.render.document import Block, Document, Line, Row, Table, line, paragraph
from scorer.render.heading import DOT
from scorer.render.result import Object
from scorer.ruleset.model import Ruleset
from scorer.teach.labels import amount, call, label, native_name, sentence
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
from scorer.teach.sentences.words import listed
from scorer.tiles import name_in

NOTHING = "-"
MOST_NAMES = 3


def payments_document(table: PaymentTable, language: str = "en") -> Document:
    """The whole table with the formulas that it is worked out from."""
    name = name_in(table.ruleset.names, language)
    return (
        paragraph(f"{name}: what a hand is paid"),
        _formulas(table),
        *(_grid(grid, table) for grid in table.grids),
        *_list(table, language),
        *_notes(table, language),
    )


# ---- who wins and how


def case_words(case: Case, table: PaymentTable) -> str:
    """A case as a heading: 'The dealer wins by self-draw'."""
    matters = any(other.dealer for other in table.cases)
    winner = "the dealer wins" if case.dealer else "a non-dealer wins" if matters else "a win"
    origin = {None: "", True: " of the dealer", False: " of another player than the dealer"}[case.from_dealer]
    return sentence(f"{winner} {'by self-draw' if case.self_draw else 'on a discard' + origin}")


def _formulas(table: PaymentTable) -> Block:
    """How the numbers come about."""
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
        rows.append((line("From each"), line(f"at most {most}")))
    if unit > 1:
        rows.append((line("Rounding"), line(f"each share up to a multiple of {amount(unit)}")))
    return Table(tuple(rows), "ll")


# ---- cells


def cell_text(cell: Cell) -> str:
    """What is paid: one number, or one for each role that pays."""
    return "/".join(amount(share) for _, share in cell.shares) or NOTHING


def _key(cells: Sequence[Cell | None]) -> str:
    """Who pays the numbers of a cell, in their order."""
    roles = {role for cell in cells if cell for role, _ in cell.shares}
    if "discarder" in roles:
        return "from the discarder/each other" if "each" in roles else "from the discarder"
    return "from each/the dealer" if "dealer" in roles else "from each player"


# ---- grids


def _grid(grid: Grid, table: PaymentTable) -> Table:
    ruleset = table.ruleset
    cells = [cell for _, row in grid.rows for cell in row]
    rows = tuple((line(amount(sheet)), *map(_cell_line, row)) for sheet, row in grid.rows)
    header = (_sheet_unit(ruleset), *(ruleset.counted(total) for total in grid.totals))
    title = f"{case_words(grid.case, table)}: {_key(cells)}"
    return Table(rows, "r" * len(header), title, header)


def _cell_line(cell: Cell | None) -> Line:
    return line(cell_text(cell) if cell else NOTHING)


def _sheet_unit(ruleset: Ruleset) -> str:
    return ruleset.unit_word(ruleset.sheet.unit) if ruleset.sheet else ""


# ---- the list


def _list(table: PaymentTable, language: str) -> Iterator[Block]:
    if not table.entries:
        return
    rows = tuple(_row(entry, table, language) for entry in table.entries)
    header = (
        table.ruleset.unit_word().capitalize(),
        "",
        *(_short(case, table) for case in table.cases),
    )
    yield paragraph(_payers(table))
    yield Table(rows, "rl" + "r" * len(table.cases), header=header)


def _payers(table: PaymentTable) -> str:
    """Who pays the numbers of the list."""
    keys: dict[str, str] = {}
    for place, case in enumerate(table.cases):
        keys.setdefault(
            "by self-draw" if case.self_draw else "on a discard",
            _key([entry.cells[place] for entry in table.entries]),
        )
    return sentence("; ".join(f"{how} {key}" for how, key in keys.items())) + "."


def _short(case: Case, table: PaymentTable) -> str:
    """A column's heading."""
    matters = any(other.dealer for other in table.cases)
    winner = ("Dealer: " if case.dealer else "Other: ") if matters else ""
    origin = {None: "", True: ", dealer's", False: ", other's"}[case.from_dealer]
    return sentence(f"{winner}{'draw' if case.self_draw else 'discard' + origin}")


def _row(entry: Entry, table: PaymentTable, language: str) -> Row:
    return line(_totals(entry, table)), line(_label(entry, table, language)), *map(_cell_line, entry.cells)


def _totals(entry: Entry, table: PaymentTable) -> str:
    if entry.tier:
        return ""
    if entry.high is None:
        return f"{amount(entry.low)}+"
    return amount(entry.low) if entry.high == entry.low else f"{entry.low}-{entry.high}"


def _label(entry: Entry, table: PaymentTable, language: str) -> str:
    """The limit's name, or the patterns of this value."""
    tier = table.ruleset.top_tier
    if tier and entry.tier > 1:
        return table.ruleset.counted(entry.tier, tier.unit, language)
    if entry.limit:
        return _named(entry.limit.names, table.ruleset, language)
    names = [name_in(pattern.names, language) for pattern in entry.patterns]
    more = len(names) - MOST_NAMES
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:MOST_NAMES])} and {more} more"


def _named(names: tuple[tuple[str, str], ...], ruleset: Ruleset, language: str) -> str:
    native = native_name(names, ruleset, language)
    return sentence(name_in(names, language)) + (f" {native}" if native else "")


# ---- what stands on the table


def _notes(table: PaymentTable, language: str) -> Iterator[Block]:
    lines = []
    if any(cell.shares for cell in table.counters):
        parts = (
            f"{_short(case, table).lower()} {cell_text(cell)} {_key([cell])}"
            for case, cell in zip(table.cases, table.counters, strict=True)
            if not case.dealer
        )
        lines.append(f"Each counter (honba) adds: {'; '.join(parts)}.")
    if table.stick:
        lines.append(f"The winner also takes {amount(table.stick)} for each stick on the table.")
    varying = [name_in(pattern.names, language) for pattern in table.varying]
    if varying:
        lines.append(f"The value of {listed(varying)} depends on the tiles; it is paid by the same formulas.")
    if any(entry.patterns for entry in table.entries) and not table.ruleset.highest_only:
        lines.append("Values of several patterns add up; other totals are paid by the same formulas.")
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
            line(count.words(ruleset)),
            line(_limit_name(paid, ruleset, language)),
            *(line(call(one.payments, language) if one else NOTHING) for one in paid),
        )
        for count, paid in points.rows
    ]
    header = ("", "", *(_short(case, table) for case in table.cases))
    title = f"{name_in(ruleset.names, language)}: {first.words(ruleset)}"
    counters = [f"{label(name, language, number)}" for name, number in _counters(points)]
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
    return money(paid.worth.steps, paid.payments, situation, language)


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
