"""What sample hands show, beside problems: as a page that a designer can read, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from scorer.audit.report import Audit, PatternCount, example_text
from scorer.errors import Problem
from scorer.phrases import listed, plural
from scorer.render.document import Block, Document, Paragraph, Row, Table, line, paragraph
from scorer.render.reports import REPORTERS, Layout, problems_object
from scorer.render.result import Object
from scorer.ruleset.model import Pattern, Ruleset
from scorer.teach.labels import amount
from scorer.tiles import name_in

MOST_PATTERNS = 15
MOST_NAMED = 12
WIDEST_BAR = 20
BAR = "█"
QUARTERS = ("least", "a quarter up to", "half up to", "three quarters up to", "most")


def audit_document(audit: Audit) -> Document:
    """What the values come to, and which patterns are common."""
    blocks: list[Block] = [_head(audit)]
    if audit.seen.wins:
        blocks += [_values(audit), _patterns(audit)]
    notes = list(_notes(audit))
    return (*blocks, *([paragraph(*notes)] if notes else []))


def _head(audit: Audit) -> Paragraph:
    seen = audit.seen
    return paragraph(
        f"{seen.ruleset.id}: {amount(seen.hands)} sample hands, of which {amount(seen.wins)} win",
        f"They lean to what is rare: no picture of an evening's play (seed {audit.seed}).",
    )


def _values(audit: Audit) -> Table:
    """How many hands have which total."""
    tier = audit.seen.ruleset.top_tier
    lines = [(_range(low, high, audit.seen.ruleset), count) for low, high, count in audit.totals]
    counted = audit.seen.ruleset.counted
    lines += [(counted(units, tier.unit if tier else ""), count) for units, count in audit.tiers]
    most = max(count for _, count in lines)
    rows = tuple(
        (
            line(text),
            line(amount(count)),
            line(_share(count, audit.seen.wins)),
            line(BAR * -(-count * WIDEST_BAR // most)),
        )
        for text, count in lines
    )
    return Table(rows, "rrrl", header=("total", "hands", "", ""))


def _range(low: int, high: int, ruleset: Ruleset) -> str:
    most = ruleset.counted(high)
    return most if low == high else f"{amount(low)}-{most}"


def _share(count: int, of: int) -> str:
    """A percentage as short as it can be."""
    percent = 100 * count / of
    return f"{percent:.1f}%" if percent < 9.95 else f"{percent:.0f}%"


def _patterns(audit: Audit) -> Table:
    shown = [item for item in audit.patterns if item.counts][:MOST_PATTERNS]
    return Table(
        tuple(_pattern(item, audit) for item in shown),
        "lrrr",
        header=("most common", "counts in", "", "holds in"),
    )


def _pattern(item: PatternCount, audit: Audit) -> Row:
    name = f"{name_in(item.pattern.names)} ({item.pattern.id})"
    share = _share(item.counts, audit.seen.wins)
    return line(name), line(amount(item.counts)), line(share), line(amount(item.holds))


def _notes(audit: Audit) -> Iterator[str]:
    """What is worth knowing and no problem."""
    if audit.points:
        texts = (f"{word} {amount(number)}" for word, number in zip(QUARTERS, audit.points, strict=True))
        yield f"Paid for a hand: {', '.join(texts)}."
    if audit.rare:
        yield f"Hardly seen, or in few different hands, so little is said of them: {_named(audit.rare)}."
    if audit.nets:
        yield f"Holds in every hand and counts in none, a row for what no other takes: {_named(audit.nets)}."
    if audit.idle:
        yield f"Left out by the options as they are (-o lets them in): {_named(audit.idle)}."
    if audit.seen.ties:
        yield _tie(audit)
    if audit.seen.passed_over:
        hands = f"{amount(audit.seen.passed_over)} {plural('hand', audit.seen.passed_over)}"
        yield f"Passed over, since they can be read in very many ways: {hands}."


def _named(patterns: Sequence[Pattern]) -> str:
    names = [pattern.id for pattern in patterns[:MOST_NAMED]]
    more = len(patterns) - len(names)
    return listed([*names, f"{more} more"] if more else names)


def _tie(audit: Audit) -> str:
    sample, first, second = audit.seen.ties[0]
    ways = (
        listed([name_in(award.pattern.names) for award in way.awards]) or "nothing" for way in (first, second)
    )
    hands = f"{amount(len(audit.seen.ties))} {plural('hand', len(audit.seen.ties))}"
    text = f"Two equally valuable ways to read a hand: {hands}, for example "
    shown = f"{example_text(sample, audit.seen.ruleset)}: {' or '.join(ways)}"
    return f"{text}{shown}. The way that is found first counts, in the order of the shapes."


# ---- beside the problems of its file


def audit_report(
    form: str, problems: Sequence[Problem], files: Sequence[str], audits: Sequence[Audit], layout: Layout
) -> str:
    """The problems of some files, and where there is room for it what else their audits saw."""
    if form == "json":
        whole = problems_object(problems, files) | {"audits": [audit_json(found) for found in audits]}
        return json.dumps(whole, ensure_ascii=False, indent=2)
    texts = [layout.text(audit_document(found)) for found in audits if form == "text"]
    return "\n\n".join([REPORTERS[form](problems, files, layout), *texts])


# ---- JSON


def audit_json(audit: Audit) -> Object:
    """Everything that the audit saw."""
    rules = audit.seen.ruleset
    return {
        "ruleset": rules.id,
        "seed": audit.seed,
        "hands": audit.seen.hands,
        "wins": audit.seen.wins,
        "passed_over": audit.seen.passed_over,
        "unit": rules.unit,
        "totals": [{"from": low, "to": high, "hands": count} for low, high, count in audit.totals],
        "top_tier": [{"units": units, "hands": count} for units, count in audit.tiers],
        "points": list(audit.points),
        "patterns": [_count(item) for item in audit.patterns],
        "rare": [pattern.id for pattern in audit.rare],
        "left_out": [pattern.id for pattern in audit.idle],
        "ties": {
            "hands": len(audit.seen.ties),
            "examples": [example_text(sample, rules) for sample, _, _ in audit.seen.ties[:MOST_NAMED]],
        },
    }


def _count(item: PatternCount) -> Object:
    name = name_in(item.pattern.names)
    return {"id": item.pattern.id, "name": name, "counts": item.counts, "holds": item.holds}
