"""Run all checks over a rule file, and sort the problems by place."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from scorer.check.box import section_problems, shape_problems, tile_set_problems
from scorer.check.causes import cause_problems
from scorer.check.examples import data_digest, example_problems, weak_example_problems, worked_hand_problems
from scorer.check.expressions import (
    arithmetic_problems,
    condition_problems,
    empty_selection_problems,
    speed_problems,
)
from scorer.check.names import ambiguous_word_problems, documentation_problems, unused_name_problems
from scorer.check.overlays import overlay_problems, problems_at_their_cause
from scorer.check.pages import pages
from scorer.check.patterns import pattern_problems, relation_problems, template_problems, value_problems
from scorer.check.subject import WARNING, RulesUnderCheck, subject_of
from scorer.check.table_words import table_condition_problems
from scorer.check.topics import topics_of
from scorer.check.translations import translation_problems
from scorer.check.whole_game import whole_game_problems
from scorer.check.world import Undecided
from scorer.check.worth import (
    bound_problems,
    limit_problems,
    payment_ladder_problems,
    payment_problems,
    table_problems,
)
from scorer.engine.evaluate import TooLarge
from scorer.errors import Problem
from scorer.languages import ENGLISH, TEXT_LANGUAGES
from scorer.message import Edit, Listed, Message, Text, TextRange, Translated
from scorer.ruleset.advice.paths import proposed_name
from scorer.ruleset.cache import (
    Files,
    file_digest,
    recall_of_place,
    remember_of_place,
)
from scorer.ruleset.entries import HANDS_SECTION
from scorer.ruleset.find import shipped_file, shipped_path, translated_path, translation_path
from scorer.ruleset.items import RuleText
from scorer.ruleset.load import LoadedFile, distinct_problems, load_for_check, load_text
from scorer.ruleset.metadata import NO_RULES
from scorer.suggest import nearest_names
from scorer.values import dataclass, replace

Problems = tuple[Problem, ...]
Finder = Callable[[RulesUnderCheck], Iterator[Problem]]

CODES_BY_FINDER: dict[Finder, tuple[str, ...]] = {
    example_problems: ("L801", "L802", "L803", "L804"),
    shape_problems: ("L506",),
    empty_selection_problems: ("L504", "L506"),
    condition_problems: ("L501", "L502", "L503", "L504"),
    table_condition_problems: ("L501", "L502"),
    arithmetic_problems: ("L509",),
    template_problems: ("L505", "L507", "L508"),
    pattern_problems: ("L503", "L511", "L512"),
    value_problems: ("L510", "L511", "L513", "L703", "L706"),
    relation_problems: ("L601", "L603", "L604", "L605"),
    limit_problems: ("L205", "L512", "L701", "L703"),
    bound_problems: ("L703", "L907"),
    table_problems: ("L702",),
    payment_problems: ("L502", "L704", "L705", "L706"),
    payment_ladder_problems: ("L707",),
    whole_game_problems: ("L708",),
    tile_set_problems: ("L201", "L205", "L207", "L301", "L405"),
    section_problems: ("L204", "L205", "L402", "L503", "L504", "L506"),
    unused_name_problems: ("L907", "L908"),
    overlay_problems: ("L905", "L906", "L907", "L910"),
    translation_problems: ("L101", "L102", "L103", "L203", "L402", "L911"),
    ambiguous_word_problems: ("L912",),
    documentation_problems: ("L203", "L405", "L901", "L902", "L903", "L904"),
    speed_problems: ("L514",),
    weak_example_problems: ("L802", "L803"),
    worked_hand_problems: ("L301", "L801", "L804", "L805"),
    cause_problems: ("L806",),
}
"""Every check, in the order in which they run, with the codes that it may report. All other codes with an L
are reported while a file is read; audits report those with an A.
"""
FINDERS: tuple[Finder, ...] = tuple(CODES_BY_FINDER)
FINDERS_FOR_ALL_VALUES = frozenset(
    (
        example_problems,
        shape_problems,
        empty_selection_problems,
        condition_problems,
        table_condition_problems,
        arithmetic_problems,
        template_problems,
        pattern_problems,
        value_problems,
        relation_problems,
        limit_problems,
        table_problems,
        tile_set_problems,
        section_problems,
    )
)
"""Checks of rules under all values that options may have."""
FINDERS_OF_RULES = frozenset(
    (*FINDERS_FOR_ALL_VALUES, bound_problems, payment_problems, payment_ladder_problems, speed_problems)
)
"""Those and checks of rules under the values that the options have. They look at nothing but rules, so they
find the same in a file as long as its rules are the same.
"""


@dataclass(frozen=True)
class Findings:
    """What a check found in a file."""

    problems: Problems
    """without repetitions, sorted by line, errors first, with hints that were tried"""
    reading_errors: Problems = ()
    """those of the problems for which every command refuses the file"""


def check_ruleset(name: str | Path, *, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Problems:
    """All problems of a rule file, given by its path or its shipped name. Never raises.

    `select` and `ignore` are codes or beginnings of codes (`L5`). Problems of severity `error` make the file
    unusable; warnings point at suspicious rules.

    >>> check_ruleset("riichi")
    ()
    """
    return selected_problems(findings_in_file(str(name)).problems, select, ignore)


def selected_problems(problems: Iterable[Problem], select: Sequence[str], ignore: Sequence[str]) -> Problems:
    """The problems with a selected code (all if none is selected) that is not ignored."""
    kept = (p for p in problems if not select or p.code.startswith(tuple(select)))
    return tuple(p for p in kept if not p.code.startswith(tuple(ignore)))


def reported_problems(findings: Findings, select: Sequence[str], ignore: Sequence[str]) -> Problems:
    """The problems that are selected and not ignored, and all errors that make the file unusable."""
    kept = {*selected_problems(findings.problems, select, ignore)}
    unusable = {*findings.reading_errors} if ignore or not kept else {*kept}
    return tuple(problem for problem in findings.problems if problem in kept or problem in unusable)


def findings_in(
    loaded_file: LoadedFile, finders: Sequence[Finder] = FINDERS, further_problems: Sequence[Problem] = ()
) -> Findings:
    """What these checks find in a file that was read. `further_problems` are problems that were found in
    another way.
    """
    told = tuple(_with_hints_tried(loaded_file, untried_problems(loaded_file, finders, further_problems)))
    return Findings(told, tuple(one for one in told if one.is_error and one in loaded_file.problems))


def problems_of(
    loaded_file: LoadedFile, finders: Sequence[Finder] = FINDERS, further_problems: Sequence[Problem] = ()
) -> Problems:
    """All problems of a file without repetitions, sorted by line, errors first, with hints that were tried.

    `further_problems` are problems that were found in another way.
    """
    return findings_in(loaded_file, finders, further_problems).problems


def untried_problems(
    loaded_file: LoadedFile, finders: Sequence[Finder] = FINDERS, further_problems: Sequence[Problem] = ()
) -> Problems:
    """The same problems, but nobody has tried whether the file can be read once a hint is followed."""
    source = loaded_file.file_root.source if loaded_file.file_root else None
    remarks = _IgnoreComments(source) if source else None
    every = distinct_problems(list(_all_problems(loaded_file, finders, further_problems)))
    fatal = {one for one in loaded_file.problems if one.is_error}
    told = [one for one in every if one in fatal or not (remarks and remarks.can_ignore(one))]
    if remarks and not any(one.is_error for one in every):  # with errors, not everything was checked
        told += remarks.unused_codes(is_whole=finders is FINDERS)
    elif remarks:
        told += remarks.unused_codes(is_whole=False)
    found = fold_consequences(told)
    return tuple(sorted(found, key=lambda one: (one.file, one.line, one.severity, one.place)))


MOST_TRIED = 6
"""Reading a file with a suggestion applied takes about as long as reading it the first time."""


def _with_hints_tried(loaded_file: LoadedFile, problems: Problems) -> Iterator[Problem]:
    """The problems; a suggestion that leaves another error in its line is taken back. Tried are those of the
    first errors that are found by reading the file, not by the checks that follow.
    """
    source, found = loaded_file.file_root.source if loaded_file.file_root else None, set(loaded_file.problems)
    before, tried = {(one.code, one.message) for one in problems}, 0
    for one in problems:
        edit = one.edit if one in found and one.is_error and _is_in_its_line(one) else None
        if source is None or edit is None or one.file != source.name or tried >= MOST_TRIED:
            yield one
            continue
        tried += 1
        after = load_text(edit.edited_text(source.text), loaded_file.name, loaded_file.path).problems
        wrong = (
            new
            for new in after
            if new.is_error
            and new.line == one.line
            and ((new.code, new.message) not in before or new.place == one.place)
        )
        next_error = next(wrong, None)
        yield replace(one, hint=_less_sure(one.hint) or next_error.message, edit=None) if next_error else one


def _is_in_its_line(problem: Problem) -> bool:
    """Whether the edit of a problem changes its line alone."""
    edit = problem.edit
    if edit is None or edit.span.line != problem.line or "\n" in edit.replacement:
        return False
    return edit.span.column - 1 + edit.span.length <= len(problem.source_line)


def _less_sure(hint: Text) -> Text:
    """The hint without the value that does not fit, or no longer as what to write."""
    if name := proposed_name(hint):
        return Message("is a similar name", name)
    is_entry = isinstance(hint, Message) and hint.key in ("write entry", "write under set")
    if not (is_entry and isinstance(hint, Message)):
        return ""
    return Message("write the value of", str(hint.arguments[0]).partition(": ")[0])


IGNORES = re.compile(r"#\s*scorer:\s*ignore\b:?[ \t]*(?P<codes>[A-Za-z]\w*(?:[,\s]+[A-Za-z]\d+\b)*)?")
IGNORED_CODE = re.compile(r"[A-Za-z]\w*")
REMARKS_FIRST = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")
"""Everything above the first key of a file, where ignore comments apply to the whole file."""


class _IgnoreComments:
    """The ignore comments of a file, such as `# scorer: ignore L907, A1`, with codes or beginnings of
    codes.
    """

    def __init__(self, source: RuleText) -> None:
        self.source = source
        self.last_of_top = REMARKS_FIRST.match(source.text)[0].count("\n")  # type: ignore[index]
        self.codes: list[tuple[int, int, str]] = []
        """the line of each code, its position in the text, and the code"""
        for remark in IGNORES.finditer(source.text) if "scorer:" in source.text else ():
            for code in IGNORED_CODE.finditer(source.text, *remark.span("codes")) if remark["codes"] else ():
                self.codes.append((source.line_and_column(code.start())[0], code.start(), code[0]))
        self.used: set[int] = set()

    def can_ignore(self, problem: Problem) -> bool:
        """Whether a comment in the line of a problem, or at the top of the file, names its code."""
        if problem.file != self.source.name:  # a comment in a base applies to its own line
            return any(
                problem.code.startswith(code[0].upper())
                for remark in IGNORES.finditer(problem.source_line)
                for code in IGNORED_CODE.finditer(remark["codes"] or "")
            ) or any(self._names(problem, one) for one in self.codes if one[0] <= self.last_of_top)
        found = [one for one in self.codes if one[0] in (problem.line, *range(1, self.last_of_top + 1))]
        fitting = {at for line, at, code in found if self._names(problem, (line, at, code))}
        self.used |= fitting
        return bool(fitting)

    def _names(self, problem: Problem, code: tuple[int, int, str]) -> bool:
        return problem.code.startswith(code[2].upper())

    def unused_codes(self, is_whole: bool) -> Iterator[Problem]:
        """Problems of ignored codes that do not exist or, if all checks have run, of which nothing is
        reported there. Codes of audits are left out.
        """
        known = pages()
        for line, at, code in self.codes:
            length = len(code)
            if not any(page.startswith(code.upper()) for page in known):
                close = nearest_names(code.upper(), known, 1)
                hint = (
                    Message("did you mean the word", close[0])
                    if close
                    else Message("scorer check --list shows all codes")
                )
                message = Message("there is no code to ignore", code)
                yield self.source.problem("L909", at, message, length=length, hint=hint, severity=WARNING)
            elif is_whole and at not in self.used and code[0].upper() != AUDIT_CODES:
                where = Message("in this file") if line <= self.last_of_top else Message("in this line")
                message = Message("no is reported", code, where)
                hint = Message("remove it or move it to the end of")
                yield self.source.problem("L909", at, message, length=length, hint=hint, severity=WARNING)


AUDIT_CODES = "A"
"""The first letter of the codes of audits."""
FOLLOWS = {
    "L203": ("L301", "L402"),
    "L402": ("L906",),
    "L507": ("L514",),
    "L404": ("L602", "L604", "L802", "L803"),
    "L510": ("L513",),
    "L205": ("L207", "L302", "L308", "L506", "L801"),
    "L506": ("L505", "L906"),
    "L509": ("L707",),
    "L705": ("L707", "L907"),
    "L706": ("L707",),
}
"""Codes that may be consequences of an error of each code, if both messages name the same thing."""
FOLLOWS_WARNING = {"L906": ("L707", "L907")}
"""Warnings that may be consequences of a warning."""
MOST_LISTED = 3
FROM_THIS, BELOW = Message("because of this"), Message("further down")
"""Where the problems are that are counted and not told."""
CHECKED = "checked"
"""The sort under which the cache keeps what a check found."""


def fold_consequences(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, with consequences folded into their cause and repeated problems reported once with a
    count.
    """
    in_lines = {(one.file, one.line, one.code, one.message): one for one in reversed(problems)}
    apart = [*reversed(in_lines.values())]
    root_of = {problem: problem for problem in apart}
    for root in apart:
        codes = (FOLLOWS if root.is_error else FOLLOWS_WARNING).get(root.code, ())
        topics = _topics(root) if codes else frozenset()
        for one in [one for one in apart if one.code in codes and root_of[one] == one]:
            is_graver = one.is_error and not root.is_error
            root_of[one] = one if is_graver or topics.isdisjoint(_topics(one)) else root_of[root]
    following = Counter(map(root_of.__getitem__, apart))
    alike: dict[tuple[str, str, Text], list[Problem]] = {}
    for root in (one for one in apart if root_of[one] == one):
        told = _with_count(root, following[root] - 1, FROM_THIS)
        alike.setdefault((told.file, told.code, told.message), []).append(told)
    said = [[_with_count(f[0], len(f) - 1, BELOW)] if len(f) > MOST_LISTED else f for f in alike.values()]
    return [problem for found in said for problem in found]


def _topics(problem: Problem) -> frozenset[object]:
    """The place of a problem and what its message is about."""
    return topics_of(problem.message) | {problem.place[:3]}


def _with_count(problem: Problem, count: int, place: Message) -> Problem:
    words = Message("X Y more Z", problem.message, count, place) if count else problem.message
    return replace(problem, message=words)


def _all_problems(
    loaded_file: LoadedFile, finders: Sequence[Finder], further_problems: Sequence[Problem]
) -> Iterator[Problem]:
    subject = subject_of(loaded_file)
    if subject is None:
        yield from loaded_file.problems
        return
    found = [*loaded_file.problems, *further_problems]
    if subject.file_root.fields:
        found += _problems_of_checks(finders, subject)
    is_wrong = any(problem.is_error for problem in found)
    # rules larger than those of any game
    if subject.solver.world.is_spent and not (subject.spreads or is_wrong):
        message = Message("these rules are too complex to check every condition")
        hint = Message("split the file")
        found.append(subject.file_root.problem("L106", message, hint, WARNING))
    base_files = {problem.file for problem in found} - {subject.file_root.source.name}
    # problems of a base by itself, without the overlay
    shipped = [file for file in base_files if shipped_file(file) == "" and os.path.exists(file)]
    of_base = {problem for file in shipped for problem in problems_of(load_for_check(file), finders)}
    yield from (problem for problem in loaded_file.problems if problem in of_base)
    yield from problems_at_their_cause((problem for problem in found if problem not in of_base), subject)


def _problems_of_checks(finders: Sequence[Finder], subject: RulesUnderCheck) -> Iterator[Problem]:
    """The problems that the checks find, without those checks that are known to find nothing."""
    is_whole = finders is FINDERS and not subject.has_errors
    known = None
    if is_whole and subject.loaded.path is not None and not subject.keeps_rules:
        known = _Checked.of_file(subject.loaded.path)
    if subject.keeps_rules:
        finders = [find for find in finders if find not in FINDERS_FOR_ALL_VALUES]
    elif known and known.rules and known.rules == _digest_of_rules(subject):
        subject.proven_hands = frozenset(known.hands)
        finders = [find for find in finders if find not in FINDERS_OF_RULES]
    found = {find: tuple(problems_of_check(find, subject)) for find in finders}
    proving = (*FINDERS_OF_RULES, weak_example_problems, worked_hand_problems)
    if known and not any(found.get(find) for find in proving) and not subject.solver.world.is_spent:
        known.replace_by(known.with_sound_rules(subject), subject.building.files)
    for problems in found.values():
        yield from problems


def _digest_of_rules(subject: RulesUnderCheck) -> str:
    fields = subject.file_root.fields.items()
    return data_digest(replace(subject.file_root, value={k: v for k, v in fields if k not in NO_RULES}))


@dataclass(frozen=True)
class _Checked:
    """What a check found in a file, as the cache keeps it: for the bytes of the file with this digest the
    problems, which name the file as `name` does; the digest of the rules in which nothing was found; and
    those of the worked hands that come out by them as they are written.
    """

    content: str = ""
    name: str = ""
    findings: Findings = Findings(())
    rules: str = ""
    hands: tuple[str, ...] = ()

    @staticmethod
    def of_file(path: Path | str) -> _Checked:
        """What is kept of a file, empty if something changed that the check has read beside it."""
        kept = recall_of_place(CHECKED, str(path), KEPT_CLASSES)
        return kept if isinstance(kept, _Checked) else _Checked()

    def with_sound_rules(self, subject: RulesUnderCheck) -> _Checked:
        """The same with what is now known of the rules."""
        hands = tuple(data_digest(item) for _, item in subject.own_entries(HANDS_SECTION))
        return replace(self, rules=_digest_of_rules(subject), hands=hands)

    def replace_by(self, new: _Checked, files: Files) -> None:
        """Keeps what is now known, if it is not the same. `files` are all that were read, the file first."""
        if new != self:
            (path, _), *others = files_under_check(files)
            remember_of_place(CHECKED, path, new, tuple(others))


KEPT_CLASSES = {
    kind.__name__: kind
    for kind in (_Checked, Findings, Problem, Message, Listed, Translated, Edit, TextRange)
}


def problems_of_check(find: Finder, subject: RulesUnderCheck) -> Iterator[Problem]:
    """The problems that a check finds. If the check itself fails, that is reported as a problem."""
    try:
        yield from find(subject)
    except (Undecided, TooLarge):  # a number that is too large is reported at its own place
        return
    except Exception as error:
        message = Message("not everything was checked", find.__name__, type(error).__name__, error)
        hint = Message("this is a bug in scorer")
        yield subject.file_root.problem("L106", message, hint=hint)


# ---- files to check


def findings_in_file(name: str) -> Findings:
    """What a check finds in a file, or found in it when it, and all that it needs, was as it is now. A
    translation file is checked with its rule file.
    """
    if not name.strip():
        return Findings((Problem("L101", name, 1, 1, "the name of a ruleset cannot be empty"),))
    name = translated_path(name) or name
    path = shipped_path(name) or name
    known = _kept_findings(path)
    if known is None:
        loaded = load_for_check(name)
        known = findings_in(loaded)
        _keep_findings(loaded, known)
    return known


def findings_and_more(loaded_file: LoadedFile, further_problems: Sequence[Problem]) -> Findings:
    """What a check finds in a file together with problems that were found in another way. The checks are not
    run again over a file in which they are known to find nothing.
    """
    is_clean = loaded_file.path is not None and _kept_findings(str(loaded_file.path)) == Findings(())
    findings = findings_in(loaded_file, () if is_clean else FINDERS, further_problems)
    if not (is_clean or further_problems or findings.problems):
        _keep_findings(loaded_file, findings)
    return findings


def _kept_findings(path: str) -> Findings | None:
    """What was found in a file when it, its bases and its translations were as they are now; None if that is
    not known. Problems name their file as the command does, so those of another name are not used.
    """
    kept = _Checked.of_file(path)
    if not kept.content or kept.content != file_digest(path):
        return None
    return kept.findings if kept.name == str(Path(path)) or kept.findings == Findings(()) else None


def _keep_findings(loaded_file: LoadedFile, findings: Findings) -> None:
    """Remembers what was found in a file, with the digest of everything that was read for it. If a base was
    not found, nobody knows which files would change that.
    """
    if loaded_file.builder and loaded_file.path and loaded_file.builder.files:
        files, kept = loaded_file.builder.files, _Checked.of_file(loaded_file.path)
        new = replace(kept, content=files[0][1], name=str(loaded_file.path), findings=findings)
        kept.replace_by(new, files)


def files_under_check(files: Files) -> Files:
    """All that a check of a rule file reads, with digests: the file and its bases, and their texts in other
    languages, which may be missing.
    """
    languages = [language for language in TEXT_LANGUAGES if language != ENGLISH]
    places = [
        translation_path(path, language)
        for number, (path, _) in enumerate(files)
        for language in languages
        if not number or not shipped_file(path)
    ]
    return tuple(dict([*files, *((os.path.abspath(place), file_digest(place)) for place in places)]).items())
