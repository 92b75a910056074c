"""Problems of rule files for people, for programs, for code review and for editors; what sample hands show
beside them; and the documentation of their codes. A problem is a value; nothing here finds one. Each format
is a function from problems to text.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING
from urllib.parse import quote

from scorer import __version__
from scorer.check.pages import Page, code_texts, localized_page, page_of
from scorer.errors import Problem, ScorerError
from scorer.labels import ruleset_label, typed_example
from scorer.languages import GameLanguage, is_english
from scorer.message import Listed, Message, Text, message_text
from scorer.phrases import format_amount, headed_text, join_words, translate
from scorer.render.document import Document, Paragraph, Table, paragraph, table
from scorer.render.problems import localized_problem, problem_lines
from scorer.render.result import Object, fields
from scorer.render.text import json_bytes, printable, terminal_text
from scorer.ruleset.find import shipped_path
from scorer.ruleset.forms import EXTENDS_KEY
from scorer.ruleset.model import Pattern, Ruleset
from scorer.ruleset.source import read_file
from scorer.tiles import name_in

if TYPE_CHECKING:
    from scorer.audit.report import Audit

Problems = Sequence[Problem]
PATTERNS, HELP_PATTERNS = "patterns", "help patterns"
"""The phrases for the patterns of a game, and of any game."""

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
IN_A_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_A_FIELD = IN_A_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})
"""Escapes of the characters that would end a workflow command."""


def text_report(
    problems: Problems, files: Sequence[str], width: int = 100, colour: bool = False, language: str = "en"
) -> str:
    """Every problem with its line and a caret below the place, then how many there are.

    >>> problem = Problem("L201", "club.yaml", 1, 1, "unknown key 'nmae'", 4, "did you mean 'name'?",
    ...                   source_line="nmae: Club")
    >>> print(text_report([problem], ["club.yaml"]))
    club.yaml:1:1: L201 unknown key 'nmae'
       1 | nmae: Club
         | ^~~~ did you mean 'name'?
    1 problem in 1 file
    """
    named: Text = Message("number of files", len(files))
    if not problems:
        return message_text(
            Message("no problems in", printable(files[0]) if len(files) == 1 else named), language
        )
    blocks = ((Paragraph(tuple(problem_lines(one, width, language=language)), 4),) for one in problems)
    errors = sum(problem.is_error for problem in problems)
    found = (("number of problems", errors), ("number of warnings", len(problems) - errors))
    counts = Listed(tuple(Message(key, number) for key, number in found if number), "and")
    texts = (terminal_text(block, width, colour) for block in blocks)
    return "\n".join([*texts, message_text(Message("problems in files", counts, named), language)])


PROBLEM = "code severity file line column end_column message hint source=source_line"
"""The keys of a problem as data."""


def problem_object(problem: Problem) -> Object:
    """A problem as plain data, lines and columns from 1; `end_column` is the first behind it."""
    end = problem.column + problem.length
    return fields(
        problem, PROBLEM, end_column=end, message=str(problem.message), hint=str(problem.hint) or None
    )


def json_report(problems: Problems, files: Sequence[str], audits: Sequence[Audit] = ()) -> str:
    """One object: the files, the numbers of errors and warnings, every problem with all its data, and what
    audits saw.
    """
    errors = sum(problem.is_error for problem in problems)
    whole: Object = {
        "ok": errors == 0,
        "files": list(files),
        "errors": errors,
        "warnings": len(problems) - errors,
        "problems": list(map(problem_object, problems)),
    }
    whole |= {"audits": list(map(audit_object, audits))} if audits else {}
    return json_bytes(json.dumps(whole, ensure_ascii=False, indent=2)).decode()


def github_report(problems: Problems) -> str:
    """Workflow commands that become annotations of the lines in a review.

    https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    lines = []
    for problem in problems:
        fields = {
            "file": problem.file, "line": problem.line, "col": problem.column,
            "endColumn": problem.column + problem.length - 1, "title": problem.code,
        }  # fmt: skip
        known = ",".join(f"{name}={str(value).translate(IN_A_FIELD)}" for name, value in fields.items())
        message = f"{problem.message}\n{problem.hint}" if problem.hint else str(problem.message)
        lines.append(f"::{problem.severity} {known}::{message.translate(IN_A_MESSAGE)}")
    return "\n".join(lines)


def sarif_report(problems: Problems) -> str:
    """SARIF 2.1.0, which editors and code scanning read."""
    codes = sorted({problem.code for problem in problems})
    driver = {
        "name": "scorer",
        "semanticVersion": __version__,
        "rules": list(map(_sarif_rule, codes)),
    }
    results = [_sarif_result(problem, codes.index(problem.code)) for problem in problems]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    report = {"$schema": SARIF, "version": "2.1.0", "runs": [run]}
    return json_bytes(json.dumps(report, ensure_ascii=False, indent=2)).decode()


def _sarif_rule(code: str) -> Object:
    page = page_of(code)
    if page is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.explanation},
        "help": {"text": f"scorer check --explain {code}"},
    }


def _sarif_result(problem: Problem, rule: int) -> Object:
    region: Object = {
        "startLine": problem.line,
        "startColumn": problem.column,
        "endColumn": problem.column + problem.length,
        **({"snippet": {"text": problem.source_line}} if problem.source_line else {}),
    }
    location = {"artifactLocation": {"uri": _sarif_uri(problem.file)}, "region": region}
    text = f"{problem.message} ({problem.hint})" if problem.hint else str(problem.message)
    return {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": problem.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
    }


def _sarif_uri(file: str) -> str:
    """A file as SARIF names it: relative to where the check runs if it is below that, escaped.

    >>> _sarif_uri("house rules/club #2.yaml")
    'house%20rules/club%20%232.yaml'
    """
    path = Path(file)
    if path.is_absolute():
        here = Path.cwd()
        if not path.is_relative_to(here):
            return path.as_uri()
        path = path.relative_to(here)
    return quote(path.as_posix())


REPORT_FORMATS = ("text", "json", "github", "sarif")


def problem_report(
    form: str,
    problems: Problems,
    files: Sequence[str],
    audits: Sequence[Audit] = (),
    width: int = 100,
    colour: bool = False,
    language: str = "en",
) -> str:
    """The problems of files in a format and a language, with the results of audits if the format has them.

    >>> print(problem_report("text", [], ["club.yaml"]))
    club.yaml: no problems
    """
    told = {name: _language_of_file(name, language) for name in {problem.file for problem in problems}}
    problems = [localized_problem(problem, told[problem.file]) for problem in problems]
    if form == "json":
        return json_report(problems, files, audits)
    if form != "text":
        return github_report(problems) if form == "github" else sarif_report(problems)
    seen = (terminal_text(audit_document(found, language), width, colour) for found in audits)
    return "\n\n".join([text_report(problems, files, width, colour, language), *seen])


STATISTICS_FORMATS = ("json", "text")


def problem_statistics(form: str, problems: Problems, files: Sequence[str], language: str = "en") -> str:
    """How often each code was found, the most frequent first: as a table, or as JSON.

    >>> problem = Problem("L201", "club.yaml", 1, 1, "unknown key 'nmae'")
    >>> print(problem_statistics("text", [problem, problem], ["club.yaml"]))
    2  L201  An unknown key
    """
    counts = sorted(Counter(problem.code for problem in problems).items(), key=lambda one: (-one[1], one[0]))
    rows = [
        (code, number, localized_page(page, language).title if (page := page_of(code)) else "")
        for code, number in counts
    ]
    if form == "json":
        return json.dumps(
            [{"code": code, "count": number, "title": title} for code, number, title in rows], indent=1
        )
    if not rows:
        return text_report(problems, files, language=language)
    width = len(str(rows[0][1]))
    return "\n".join(f"{number:>{width}}  {code}  {title}" for code, number, title in rows)


# ---- what sample hands show beside problems

MOST_PATTERNS = 15
MOST_NAMED = 12
WIDEST_BAR = 20
BAR = "█"
QUARTERS = ("quarter 0", "quarter 1", "quarter 2", "quarter 3", "quarter 4")
"""The phrases for the least payment, those that a quarter of the hands are paid at most, and so on."""


def audit_document(audit: Audit, language: str = "en") -> Document:
    """An audit as a document in the words of the game: the distribution of totals and the common patterns."""
    language = _told_language(audit.ruleset, language)
    notes = list(_audit_notes(audit, language))
    counts = format_amount(audit.hands), format_amount(audit.wins)
    name = ruleset_label(audit.ruleset, language)
    head = paragraph(
        translate("sample hands", language, name, *counts),
        translate("rare sample hands", language, audit.seed),
    )
    tables = (_totals_table(audit, language), _common_patterns_table(audit, language)) if audit.wins else ()
    return (head, *tables, *([paragraph(*notes)] if notes else []))


def _told_language(rules: Ruleset, language: str) -> str:
    """A language with the words of the game, which are in files beside the rules; checks do not load them."""
    from scorer.scoring import load_ruleset  # most answers are about rules that are loaded already

    if not is_english(language):
        with suppress(ScorerError):  # the file is gone, or came from standard input
            rules = load_ruleset(rules.file, language=language)
    told = rules.display_language(language)
    return language if is_english(told) else told


def _language_of_file(name: str, language: str) -> str:
    """A language with the words of the game that a rule file is about; those of the rules that it extends if
    it cannot be read.
    """
    from scorer.scoring import load_ruleset

    if is_english(language):
        return language
    for base in filter(None, (name, _extended_name(name))):
        with suppress(ScorerError):
            told = load_ruleset(base, language=language).display_language(language)
            if is_english(told):
                continue
            words = told.words if isinstance(told, GameLanguage) else {}
            return (
                GameLanguage(told, {**words, HELP_PATTERNS: words[PATTERNS]}) if PATTERNS in words else told
            )
    return language


def _extended_name(name: str) -> str:
    """The shipped ruleset that a rule file extends; empty if it extends none. Other files are not opened, for
    the file may come from a stranger.
    """
    source, _ = read_file(Path(name))
    data = source.data if source else None
    base = str(data.get(EXTENDS_KEY) or "") if isinstance(data, dict) else ""
    return base if shipped_path(base) else ""


def _totals_table(audit: Audit, language: str) -> Table:
    """A table of the number of hands with each total."""
    rules, wins = audit.ruleset, audit.wins
    lines = []
    for low, high, count in audit.totals:
        range_ = f"{format_amount(low)}-{rules.amount_text(format_amount(high), language=language)}"
        lines.append((rules.amount_text(high, language=language) if low == high else range_, count))
    lines += [(rules.amount_text(units, rules.tier_unit, language), count) for units, count in audit.tiers]
    most_hands = max(count for _, count in lines)
    rows = (
        (text, format_amount(count), _percentage(count, wins), BAR * -(-count * WIDEST_BAR // most_hands))
        for text, count in lines
    )
    header = (translate("sample total", language), translate("many hands", language), "", "")
    return table(rows, "rrrl", header=header)


def _percentage(count: int, total: int) -> str:
    """A percentage as short as it can be."""
    percent = 100 * count / total
    return f"{percent:.1f}%" if percent < 9.95 else f"{percent:.0f}%"


def _common_patterns_table(audit: Audit, language: str) -> Table:
    shown = [item for item in audit.patterns if item.counts][:MOST_PATTERNS]
    rows = (
        (
            _pattern_name(item.pattern, language),
            format_amount(item.counts),
            _percentage(item.counts, audit.wins),
            format_amount(item.holds),
        )
        for item in shown
    )
    most, counts, holds = (
        translate(key, language) for key in ("most common", "sample counts", "sample holds")
    )
    return table(rows, "lrrr", header=(most, counts, "", holds))


def _without_common(lists: Sequence[Sequence[str]]) -> list[list[str]]:
    """Lists without the names that are in all of them; the whole lists if one of them has no other name."""
    left = [[name for name in one if not all(name in other for other in lists)] for one in lists]
    return left if all(left) else [list(one) for one in lists]


def _audit_notes(audit: Audit, language: str) -> Iterator[str]:
    """Notes of an audit that are not problems."""
    from scorer.audit.report import example_text

    if audit.points:
        quarters = zip(QUARTERS, audit.points, strict=True)
        texts = (translate(key, language, format_amount(number)) for key, number in quarters)
        yield translate("sample payments", language, translate("between conditions", language).join(texts))
    lists = {
        "rare in samples": audit.rare_patterns,
        "only fallbacks": audit.fallback_patterns,
        "turned off": audit.disabled_patterns,
    }
    for key, patterns in lists.items():
        if patterns:
            yield translate(key, language, _pattern_names(patterns, language))
    if audit.ties:
        sample, *ways = audit.ties[0]
        nothing = translate("no pattern read", language)
        names = [[name_in(award.pattern.names, language) for award in way.awards] for way in ways]
        told = _without_common(names)
        read = join_words((join_words(one, language) or nothing for one in told), language, "or")
        hand = typed_example(example_text(sample, audit.ruleset), audit.ruleset, language)
        shown = headed_text(hand, read, language)
        many = "one tie" if len(audit.ties) == 1 else "ties"
        yield translate(many, language, format_amount(len(audit.ties)), shown)
    if audit.passed_over:
        many = "one hand skipped" if audit.passed_over == 1 else "hands skipped"
        yield translate(many, language, format_amount(audit.passed_over))


def _pattern_name(pattern: Pattern, language: str) -> str:
    """A pattern by its name, in English with the id that files use."""
    name = name_in(pattern.names, language)
    return f"{name} ({pattern.id})" if is_english(language) else name or pattern.id


def _pattern_names(patterns: Sequence[Pattern], language: str) -> str:
    shown = patterns[:MOST_NAMED]
    names = [name_in(one.names, language) or one.id for one in shown]
    more = len(patterns) - len(names)
    return join_words([*names, translate("more unnamed", language, more)] if more else names, language)


def audit_object(audit: Audit) -> Object:
    """An audit as plain data: the distribution of totals and payments, and what each pattern did."""
    from scorer.audit.report import example_text

    totals = [{"from": low, "to": high, "hands": count} for low, high, count in audit.totals]
    examples = [example_text(sample, audit.ruleset) for sample, _, _ in audit.ties[:MOST_NAMED]]
    patterns = [
        fields(item, "id=pattern.id name counts holds", name=name_in(item.pattern.names))
        for item in audit.patterns
    ]
    return fields(
        audit,
        "ruleset=ruleset.id seed hands wins passed_over unit=ruleset.unit totals top_tier points patterns",
        totals=totals,
        top_tier=[{"units": units, "hands": count} for units, count in audit.tiers],
        patterns=patterns,
    ) | {
        "rare": [pattern.id for pattern in audit.rare_patterns],
        "left_out": [pattern.id for pattern in audit.disabled_patterns],
        "ties": {"hands": len(audit.ties), "examples": examples},
    }


# ---- the documentation of checks

FAMILIES = {
    "L1": "The file and its scalars",
    "L2": "Sections and keys",
    "L3": "Expressions and templates",
    "L4": "References",
    "L5": "Meaning of conditions",
    "L6": "Relations between patterns",
    "L7": "Limits, tables and payments",
    "L8": "Examples",
    "L9": "Documentation and overlays",
    "A1": "What sample hands show (--audit)",
    "E1": "The events of an evening",
}


def code_list(pages: Sequence[Page], language: str = "en") -> Document:
    """Codes with their titles, by family."""
    lines: list[str] = []
    for family, title in FAMILIES.items():
        own = [localized_page(page, language) for page in pages if page.code.startswith(family)]
        if own:
            lines.append("  ".join([family, *code_texts(family, [title], language)]))
        lines += (f"  {page.code}  {page.title}" for page in own)
    return (paragraph(*lines, indent=8),)


def page_document(page: Page, language: str = "en") -> Document:
    """The page of a code: what is reported, why, and two examples."""
    page = localized_page(page, language)
    blocks = [
        paragraph(f"{page.code}  {page.title}"),
        paragraph(" ".join(page.explanation.split()), indent=0),
    ]
    for key, text in (("bad example", page.bad_example), ("good example", page.good_example)):
        blocks += [
            paragraph(translate(key, language)),
            paragraph(*indent(text.rstrip(), "    ").split("\n"), indent=6),
        ]
    return tuple(blocks)
