"""A result as one row of plain cells, for tables: CSV and Parquet have the same columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorer.ruleset.model import Ruleset

FIRST = ("id", "ok", "ruleset", "hand", "patterns", "bonuses")
LAST = ("limit", "points", "total", "payments", "error", "message")


def units_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The names under which results carry numbers of the ruleset's own, in their order."""
    sheet = ruleset.sheet.unit if ruleset.sheet else ""
    tier = ruleset.top_tier.unit if ruleset.top_tier else ""
    found = dict.fromkeys((ruleset.unit, sheet, tier))
    return tuple(name for name in found if name and name not in (*FIRST, *LAST))


def columns_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The columns of a run: the units are those of its ruleset.

    >>> from scorer import load_ruleset
    >>> columns_of(load_ruleset("riichi"))[6:9]
    ('han', 'fu', 'yakuman')
    """
    return (*FIRST, *units_of(ruleset), *LAST)


def flat(result: Mapping[str, Any], columns: Sequence[str]) -> list[Any]:
    """The cells of a result, None where it has nothing to say.

    >>> flat({"id": 7, "ok": True, "payments": {"E": -100, "S": 100}}, ["id", "ok", "payments", "limit"])
    ['7', True, 'E:-100 S:100', None]
    """
    error = result.get("error") or {}
    payments = result.get("payments", error.get("payments"))
    special = {
        "id": _ident(result.get("id")),
        "patterns": _valued(result.get("patterns")),
        "bonuses": _valued(result.get("bonuses")),
        "payments": _joined(payments.items()) if payments else None,
        "error": error.get("kind"),
        "message": error.get("message"),
    }
    return [special[name] if name in special else result.get(name) for name in columns]


def _ident(ident: object) -> str | None:
    return ident if isinstance(ident, str) or ident is None else json.dumps(ident, ensure_ascii=False)


def _valued(lines: Iterable[Mapping[str, Any]] | None) -> str | None:
    return None if lines is None else _joined((line["id"], line["value"]) for line in lines)


def _joined(pairs: Iterable[tuple[str, object]]) -> str:
    return " ".join(f"{name}:{value}" for name, value in pairs)
