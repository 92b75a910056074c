"""Which facts of a situation each step asks: they are its key, and all that tells situations apart."""

from __future__ import annotations

from typing import Any

from scorer.compiled.trees import Tree, leaves

Form = dict[str, Any]


def asked_facts(form: Form) -> dict[str, tuple[str, ...]]:
    """By step the facts that a compiled form asks of a situation: awards, worth, bonuses, what the table
    adds, conditions on readings, and conditions of legality.
    """
    counters = [tree for sheet in form["payment"]["counters"] for table in sheet for _, tree in table]
    return {
        "award": _facts(_award_trees(form)),
        "worth": _facts(_worth_trees(form)),
        "bonus": _facts([b[key] for b in form["bonuses"] for key in ("value", "count", "when")]),
        "table": _facts([*counters, form["payment"]["sticks"]]),
        "reading": tuple(name for name, *_ in form["facts"]),
        "legal": _facts(_legality_trees(form)),
    }


def _facts(trees: list[Tree | None]) -> tuple[str, ...]:
    return tuple(sorted({leaf[1] for tree in trees if tree for leaf in leaves(tree) if leaf[0] == "S"}))


def _legality_trees(form: Form) -> list[Tree | None]:
    return [
        tree for section in ("circumstances", "indicators") for item in form[section] for tree in item[-1]
    ]


def _award_trees(form: Form) -> list[Tree | None]:
    live = [pattern for pattern in form["patterns"] if pattern["when"] != ("k", False)]
    keys = ("when", "count", "closed", "open", "alone")
    return [*(pattern[key] for pattern in live for key in keys), *form["to_win"]]


def _worth_trees(form: Form) -> list[Tree | None]:
    payment = form["payment"]
    sheets = [payment["discard"], payment["self_draw"]]
    sheets += [sheet for extra in payment["extras"] for sheet in extra[2:]]
    shares = [tree for sheet in sheets for table in sheet for _, tree in table]
    named = [tree for _, when, tree in form["amounts"] for tree in (when, tree)]
    limits = [tree for _, when, base in form["limits"] for tree in (when, base)]
    extras = [extra[1] for extra in payment["extras"]]
    return [*shares, *named, *limits, *extras, form["base"], ("S", "self_draw"), ("S", "dealer")]
