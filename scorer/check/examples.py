"""L801 to L805: run the hands of a rule file and report those that come out differently, with the reason.

Examples show that a pattern holds or fails. Worked hands also show what hands are worth, who pays, and which
inputs are refused.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from scorer.check.subject import WARNING, RulesUnderCheck, WrongExample, meant_hint, some_of
from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import TooLarge, View
from scorer.engine.examples import ItemWithExamples, holds_in_any, parse_example
from scorer.engine.results import Award, BonusLine, Score
from scorer.engine.score import HandView
from scorer.engine.value import OTHERS, UNNAMED_DISCARDER
from scorer.errors import Fault, InputError, NotAWinner, Problem
from scorer.hand import WINDS
from scorer.language.nodes import comparable_tree
from scorer.languages import TEXT_LANGUAGES, is_english
from scorer.message import Listed, Message, Text, Translated, message_parts
from scorer.phrases import headed_text, numeral, translate
from scorer.ruleset.entries import HANDS_SECTION
from scorer.ruleset.find import digest_of
from scorer.ruleset.items import NO_TITLES, SHEET_KEY, Item, id_hint, ids_by_title
from scorer.ruleset.model import Pattern, Ruleset, expressions_in
from scorer.ruleset.section_table import SECTIONS
from scorer.scoring import compile_rules, readings_of, score_hand
from scorer.shapes import TooManyReadings
from scorer.table.settle import drawn_deal_result
from scorer.table.whole_deal import (
    EVENTS_OPTION,
    OTHERS_OPTION,
    SEAT_MARK,
    WholeDeal,
    settled_deal,
)
from scorer.teach.winners import discard_claims, discard_winners
from scorer.values import replace

CLAIMS = ("holds", "fails")
READ_BY = ("tileset", "seats", "players", "options", "circumstances", "indicators")
MADE_BY = ("tileset", "tiles", "sets", "shapes")
"""Sections needed to read a hand and to see whether it is complete."""
Example = tuple[ItemWithExamples, Item, Item, str]
"""An example: its owner, the entry of the owner in the file, the text of the hand, and its key (`holds` or
`fails`).
"""
NO_HAND = "these tiles are not a complete hand"
INCOMPLETE = frozenset((NO_HAND, "wrong number of tiles"))
"""Messages about tiles that are not a complete hand."""
ALIKE_PROBLEMS = 3
thread_time = getattr(time, "thread_time", time.process_time)  # some systems do not count by thread
MOST_SECONDS = 5.0
"""seconds of processor time for all examples, and for all worked hands; shipped files take a fifth of it"""


def example_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the examples of the file's own patterns, bonuses and sheet items."""
    waiting = _runnable_examples(subject) if subject.has_sound_hands else []
    yield from _repeated_examples(waiting)
    is_read, is_made = (
        not any(subject.is_faulty(subject.root.get(name)) for name in names) for names in (READ_BY, MADE_BY)
    )
    incomplete: list[Problem] = []
    began = thread_time()
    for count, (shown, item, entry, section) in enumerate(waiting):
        if thread_time() - began > MOST_SECONDS:
            message = Message("the examples take too long", len(waiting) - count)
            yield entry.problem("L804", message, "", WARNING)
            return
        for problem in _run_example(subject, shown, entry, section == "holds"):
            told = problem if subject.is_own(entry) else replace(problem, severity=WARNING)
            if not INCOMPLETE.isdisjoint(one.key for one in message_parts(problem.message)):
                incomplete += [told] if is_made else []
                subject.incomplete_examples.append(entry)
            elif problem.code == "L801":
                yield from [told] if is_read else []
            else:
                subject.wrong_examples.append(WrongExample(item, entry, told))
    yield from _incomplete_examples(subject, incomplete)


def _runnable_examples(subject: RulesUnderCheck) -> list[Example]:
    """The examples that can be run."""
    bonuses = zip(subject.ruleset.bonuses, subject.root.get("bonuses").mappings, strict=False)
    every: list[tuple[ItemWithExamples, Item]] = [*subject.every_pattern, *bonuses, *subject.sheet_items]
    return [
        (shown, item, entry, section)
        for shown, item in every
        for own in [_examples_to_run(subject, item)]
        if own and _can_be_run(subject, shown, item)
        for entry, section in own
    ]


def _examples_to_run(subject: RulesUnderCheck, item: Item) -> list[tuple[Item, str]]:
    """The examples of an entry that the file has or affects, each with its key."""
    return [
        (entry, section)
        for section in CLAIMS
        for entry in item.get(section).entries
        if subject.is_own(entry) or subject.is_judged(item)
    ]


def weak_example_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of examples that do not show what they should. Entries with known faults are skipped, because
    their results follow from the fault; so are hands without any pattern.
    """
    every = [item for _, item in subject.every_pattern]
    for item, _, problem in subject.wrong_examples:
        is_last = item is subject.root.get("otherwise")
        if not any(map(subject.is_senseless, every if is_last else [item])):
            yield problem


def _can_be_run(subject: RulesUnderCheck, example: ItemWithExamples, item: Item) -> bool:
    """Whether it is known when an entry holds; the `otherwise` pattern depends on all others."""
    others = subject.pattern_items if example is subject.ruleset.otherwise else ()
    return not any(
        subject.is_faulty(part)
        or (isinstance(one, Pattern) and one.id in subject.unclear)
        or any(map(subject.is_tainted, expressions_in(one)))
        for one, part in ((example, item), *others)
    )


def _repeated_examples(examples: list[Example]) -> Iterator[Problem]:
    """Hands that occur twice under the same key of an entry."""
    seen: set[tuple[str, str, str]] = set()
    for shown, _, entry, section in examples:
        key = shown.id, section, " ".join(entry.text().split())
        if key in seen:
            yield entry.problem("L804", Message("this example is listed twice"), Message("drop one"), WARNING)
        seen.add(key)


def _incomplete_examples(subject: RulesUnderCheck, problems: list[Problem]) -> Iterator[Problem]:
    """Problems of examples that are not complete hands; if most of them fail, the cause is the shape."""
    known = {view.reading.shape for view in subject.witnesses if view.reading}
    shapes = (
        item for name, item in subject.own_entries("shapes") if name not in known and not item.get("when")
    )
    shape = next(shapes, None) if len(problems) > ALIKE_PROBLEMS else None
    if shape is None:
        yield from problems
    else:
        message = Message("no example has this shape", len(problems))
        yield shape.problem("L802", message, Message("do its sets and pairs form a complete hand"), key=True)


def _run_example(
    subject: RulesUnderCheck, example: ItemWithExamples, entry: Item, should_hold: bool
) -> Iterator[Problem]:
    text, before = entry.text(), subject.rules_of(entry)
    try:
        rules, hand, situation = parse_example(text, before)
        view = HandView(rules, hand, situation)
        readings = readings_of(view)
        pattern = rules.pattern_by_id.get(example.id)
        there = pattern if pattern and isinstance(example, Pattern) else example
        holds = holds_in_any(there, view, readings)
        views = [view.with_reading(reading) for reading in readings]
        subject.witnesses.extend(views[:1] if rules.chosen_options == before.chosen_options else ())
        subject.holding |= {example.id} if holds else set()
        if holds and isinstance(there, Pattern) and there.condition is not None:
            subject.met_conditions.add(comparable_tree(there.condition))
        # tiles of a base may be no complete hand here
        if holds != should_hold and (views or subject.is_own(entry)):
            yield _wrong_example(there, entry, views, holds, there is rules.otherwise)
    except InputError as error:
        if (at := text.find(",")) >= 0:
            message, hint = Message("each hand must be a separate item"), Message("write several in")
            yield entry.problem("L801", message, hint, offset=at, length=1)
        else:
            yield from (unreadable_problem(entry, fault) for fault in error.faults)
    except (TooManyReadings, TooLarge) as error:
        yield entry.problem("L801", error.message)
    except RecursionError:
        return  # circular facts are reported at their definition


WRONG_SIZES = ("wrong number of tiles", "complete size")
WRONG_VALUES = ("not a choice", "count out of range")
"""The keys of messages that the list of an input, or the number of tiles, mends."""


def unreadable_problem(entry: Item, fault: Fault, key: bool = False) -> Problem:
    """The problem of a hand in a rule file, at its value or key."""
    hint, text = meant_hint(fault.suggestions), entry.key if key else entry.text()
    keys = {part.key for part in message_parts(fault.message)}
    message = fault.message
    if fault.position is None:
        hint = hint or ("" if keys.isdisjoint(WRONG_SIZES) else Message("write every tile of the hand"))
        return entry.problem("L801", message, hint, key=key)
    hint = hint or ("" if keys.isdisjoint(WRONG_VALUES) else Message("write a value that is listed here"))
    offset = min(fault.position, max(0, len(text) - 1))
    return entry.problem("L801", message, hint, key=key, offset=offset, length=fault.length)


WRONG_HAND_HINT = Message("correct the hand")


def _wrong_example(
    example: ItemWithExamples, entry: Item, views: list[View], is_met: bool, is_last: bool
) -> Problem:
    """The problem of an example that holds although it should fail, or the reverse, with the reason."""
    said: tuple[Translated, ...] = ()
    if isinstance(example, Pattern) and views:
        from scorer.teach.why import nearest_analysis  # only a wrong example pays for this import

        why = nearest_analysis(example, views)
        if why.true and not is_met:
            reason = Message("another pattern holds") if is_last else Message("it is worth nothing")
            return entry.problem("L802", Message("does not hold here", example.id, reason), WRONG_HAND_HINT)
        is_met = why.true
        said = _findings_texts(example, views)
    if is_met:
        verb = Message("holds in it" if isinstance(example, Pattern) else "is added")
        message = Message("here although the example is under fails", example.id, verb)
        hint = Message("it holds because", Listed(said, "clauses")) if said else ""
        return entry.problem("L803", message, hint)
    if views and not isinstance(example, Pattern):
        return entry.problem("L802", Message("is not added here", example.id), WRONG_HAND_HINT)
    if not views:
        return entry.problem(
            "L802", Message("does not hold because", example.id, Message(NO_HAND)), WRONG_HAND_HINT
        )
    return entry.problem(
        "L802", Message("does not hold here", example.id, Listed(said, "clauses")), WRONG_HAND_HINT
    )


def _findings_texts(pattern: Pattern, views: list[View]) -> tuple[Translated, ...]:
    """What the nearest reading shows for each condition that decides about a pattern, in every language."""
    told = [[(one, text) for text in _findings_in(pattern, views, one)] for one in TEXT_LANGUAGES]
    return tuple(map(Translated, zip(*told, strict=True)))


def _findings_in(pattern: Pattern, views: list[View], language: str) -> list[str]:
    from scorer.teach.why import failed_clause, nearest_analysis

    told = views[0].ruleset.display_language(language)
    told = language if is_english(told) and not is_english(language) else told  # names are English, no more
    why = nearest_analysis(pattern, views, told)
    findings = why.findings if why.true else why.failed_findings
    return [
        failed_clause(one, why.speech)
        if not one.is_met and (one.denial or is_english(told))
        else _finding_text(one.asks, one.evidence, told)
        for one in findings
    ]


def _finding_text(asks: str, found: str, language: str) -> str:
    if not found:
        return asks
    return f"{asks} ({found})" if is_english(language) else headed_text(asks, found, language)


# ---- L805: worked hands, expected and actual results

NONE = "none"
"""the expected limit of a hand without one"""
ALSO, OTHER_HANDS, EVENTS, GAINS = "also", "others", "events", "gains"
DEAL_KEYS = {"--also": ALSO, OTHERS_OPTION: OTHER_HANDS, EVENTS_OPTION: EVENTS}
"""Keys of a worked hand that say more of the deal, by the source of faults in them."""
WITH_THE_DEAL = (*DEAL_KEYS.values(), GAINS)
LISTS = ("counts", "with", "without")
COUNTED, NUMBER, PAYER, LINE = "counted", "number", "payer", "line"
WORDS_BY_SORT = {
    COUNTED: Message("pattern or bonus"),
    NUMBER: Message("number in a worked hand"),
    PAYER: Message("payer in a worked hand"),
    LINE: Message("item of the secondary score"),
    "limit": Message("limit in a worked hand"),
}
"""What the names in a worked hand name."""
Numbers = dict[str, int | float]


def worked_hand_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the worked hands, which are run only if the file has no other error."""
    own = subject.own_entries(HANDS_SECTION)
    hands = [item for _, item in (subject.root.get(HANDS_SECTION).fields.items() if subject.spreads else own)]
    if not hands or subject.has_errors or not subject.has_sound_hands:
        return
    known, began = _known_names(subject.ruleset), thread_time()
    titles = ids_by_title([*subject.root.get("patterns").entries, *subject.root.get("bonuses").entries])
    if subject.proven_hands:
        hands = [
            one for one in hands if not (subject.is_own(one) and data_digest(one) in subject.proven_hands)
        ]
    _compile_for_many(hands, subject.ruleset)
    for count, item in enumerate(hands):
        if thread_time() - began > MOST_SECONDS:
            message = Message("the worked hands take too long", len(hands) - count)
            yield item.problem("L804", message, key=True, severity=WARNING)
            return
        unknown = list(_unknown_names(item, known, titles, subject.building.dropped_ids))
        if subject.is_own(item):
            found = unknown or list(hand_problems(item, subject.ruleset))
            subject.wrong_hands += [item] if found else []
            yield from found
        elif not unknown:
            yield from _disturbed_base_hands(subject, item)


FEWEST_TO_COMPILE = 30
"""The readable evaluator scores so many hands in the time in which a ruleset is compiled and scores them."""


def _compile_for_many(hands: Iterable[Item], ruleset: Ruleset) -> None:
    """Compiles the rules under whose options many hands are worked."""
    worked = (item.key for item in hands if not (SEAT_MARK.match(item.key) or item.get("refused")))
    counts = Counter(tuple(sorted(_options_in(key, ruleset).items())) for key in worked)
    for options, number in counts.items():
        if number >= FEWEST_TO_COMPILE:
            with suppress(InputError):  # that the options are wrong is reported for each hand
                compile_rules(configure_ruleset(ruleset, dict(options)))


def _options_in(key: str, ruleset: Ruleset) -> dict[str, str]:
    """The options in the words of a hand, with their values."""
    return {found[1]: found[2] for found in CHOICE.finditer(key) if found[1] in ruleset.option_by_id}


VALUED_BY = {"limits", "base", "amounts", "tables", "payment", SHEET_KEY}
"""Sections that decide which way to count a hand is paid most."""


def data_digest(item: Item) -> str:
    """What tells a value and its key from others."""
    return digest_of(repr((item.key, item.data)).encode())


def _disturbed_base_hands(subject: RulesUnderCheck, item: Item) -> Iterator[Problem]:
    """Problems of hands of the base in which other patterns count although the overlay does not change them
    directly.

    Different payments are not reported, because overlays are made to change them. Where they change, another
    way to count a hand may be paid more.
    """
    if not (entry := item.get("counts")) or VALUED_BY & subject.changed_sections:
        return
    try:
        score = score_hand(*parse_example(item.key, subject.rules_of(item)))
    except REFUSALS:
        return
    written, found = counts_by_id(entry), counts_of_score(score)
    other = {name for name in {*written, *found} if written.get(name) != found.get(name)}
    if other and not other & subject.changes_by_name.keys():
        message = Message("this hand has a different result", _contrast(entry, written, found))
        yield item.problem("L805", message, key=True, severity=WARNING)


def hand_problems(item: Item, ruleset: Ruleset) -> Iterator[Problem]:
    """The problem of a worked hand with a different result: the expected and the actual values."""
    said = item.get("refused")
    if SEAT_MARK.match(item.key):
        yield from _drawn_deal_problems(item, ruleset)
        return
    try:
        scores = example_scores(item, ruleset)
        wrong = [] if said else [*differences(item, scores), *_deal_differences(item, scores)]
    except REFUSALS as error:
        yield from _refusal_problems(item, said, error)
        return
    if said:
        came = Message("X points Y", yaml_value(counts_of_score(scores[0])), scores[0].points)
        yield said.problem("L805", Message("this hand is not refused", came))
    elif wrong:
        message: Text = Listed(tuple(text for _, text in wrong), "clauses")
        if all(entry.key != "counts" for entry, _ in wrong):
            message = Message("with what is counted", message, yaml_value(counts_of_score(scores[0])))
        yield wrong[0][0].problem("L805", Message("this hand has a different result", message), key=True)


def shown_by_hands(hands: Item) -> tuple[frozenset[str], frozenset[str]]:
    """The ids that count in some worked hand, and those that a worked hand shows not to count."""
    counting, missing, every = set[str](), set[str](), list[set[str]]()
    for item in hands.fields.values():
        names = {name for key in ("counts", "with") for name in counts_by_id(item.get(key))}
        counting |= names
        missing |= counts_by_id(item.get("without")).keys()
        every += [names] if item.get("counts") else []
    missing |= {name for name in counting if any(name not in names for names in every)}
    return frozenset(counting), frozenset(missing)


def example_scores(item: Item, ruleset: Ruleset) -> Sequence[Score]:
    """The scores of a hand; if several players claim its winning tile, those of all winners, the nearest
    first.
    """
    rules, hand, situation = parse_example(item.key, ruleset)
    others = [entry.text() for entry in item.get(ALSO).entries]
    if not others:
        return (score_hand(rules, hand, situation),)
    claims = discard_claims(rules, hand, situation, others)
    if scores := discard_winners(rules, [score_hand(rules, *claim) for claim in claims]).scores:
        return scores
    raise NotAWinner("not_winning", translate("drawn", "en", numeral(len(claims))))


def _deal_differences(item: Item, scores: Sequence[Score]) -> Iterator[tuple[Item, Text]]:
    """The gains of a whole deal that differ from those that are written. Raises InputError for other hands
    and for events that the game does not have.
    """
    if any(item.get(key) for key in (OTHER_HANDS, EVENTS, GAINS)):
        others = {seat: entry.text() for seat, entry in item.get(OTHER_HANDS).fields.items()}
        yield from _gain_differences(item, settled_deal(scores[0].ruleset, scores, others, _events_of(item)))


def _events_of(item: Item) -> str:
    return ", ".join(entry.text() for entry in item.get(EVENTS).entries)


def _gain_differences(item: Item, deal: WholeDeal) -> Iterator[tuple[Item, Text]]:
    """The difference between the gains that are written and those of a deal."""
    expected, gains = item.get(GAINS), dict(deal.balance)
    if expected:
        written = {seat: entry.integer() for seat, entry in expected.fields.items()}
        found = {seat: gains.get(seat, 0) for seat in {**gains, **written}}
        if any(amount != written.get(seat, 0) for seat, amount in found.items()):
            yield expected, _contrast(expected, written, found)


CHOICE = re.compile(r"(?<!\S)(\w+)=(\S+)(?:\s+|$)")
"""A word after hands that gives an option a value."""
KIND_OF_DRAW = "draw"


def _drawn_deal_problems(item: Item, ruleset: Ruleset) -> Iterator[Problem]:
    """The problem of a deal without a last winner, written with the hands of all seats."""
    choices = {found[1]: found[2] for found in CHOICE.finditer(item.key)}
    options = _options_in(item.key, ruleset)
    hands = CHOICE.sub(lambda found: "" if found[1] in {*options, KIND_OF_DRAW} else found[0], item.key)
    try:
        rules, kind = configure_ruleset(ruleset, options), choices.get(KIND_OF_DRAW, "")
        deal = drawn_deal_result(hands.strip(), rules, kind=kind, events=_events_of(item))
        wrong = list(_gain_differences(item, deal))
    except REFUSALS as error:
        yield from _refusal_problems(item, item.get("refused"), error)
        return
    for entry, text in wrong:
        yield entry.problem("L805", Message("this deal has a different result", text), key=True)
    for key, entry in item.fields.items():
        if key not in (EVENTS, GAINS):
            message = Message("a deal without a winner has no", key)
            yield entry.problem("L805", message, Message("write its events and gains"), key=True)


REFUSALS = (InputError, NotAWinner, TooLarge, RecursionError)
"""The reason why a hand is refused or does not win."""


def _refusal_problems(item: Item, claim: Item, error: Exception) -> Iterator[Problem]:
    """Problems of a hand that is expected to be refused: the reason, the penalty, and any other keys."""
    faults = error.faults if isinstance(error, InputError) else ()
    reasons: list[Text] = [fault.message for fault in faults]
    if isinstance(error, NotAWinner):
        reasons = [error.message, *error.reasons]
    elif not reasons:
        reasons = [error.message if isinstance(error, TooLarge) else Message("a number is too large")]
    # "cannot win" adds nothing if the reasons are given
    told = Listed(tuple(reasons if faults or len(reasons) < 2 else reasons[1:]), "clauses")
    if not claim:
        for fault in faults:
            option, _, seat = fault.source.partition(", ")
            beside = item.get(DEAL_KEYS.get(option, ""))
            yield unreadable_problem(beside.get(seat) or beside or item, fault, key=not beside)
        if not faults:
            yield item.problem("L805", Message("this hand does not win", told), key=True)
        return
    if not any(claim.text().casefold() in str(reason).casefold() for reason in reasons):
        yield claim.problem("L805", Message("this hand is refused for a different reason", told))
        return
    payments = error.payments if isinstance(error, NotAWinner) else ()
    costs: Numbers = {seat: -gain for seat, gain in payments if gain < 0}
    for key, entry in item.fields.items():
        message = Message("a hand that is refused has no", key)
        hint: Text = Message("remove one of them")
        if key == "pays":
            message, hint = (
                Message("this hand has a different result", _contrast(entry, _expected_value(entry), costs)),
                "",
            )
        if key not in ("refused", *WITH_THE_DEAL) and not (key == "pays" and _expected_value(entry) == costs):
            yield entry.problem("L805", message, hint, key=True)


# ---- expected against actual values


def differences(item: Item, scores: Sequence[Score]) -> Iterator[tuple[Item, Text]]:
    """Each entry that the scores contradict, with the expected and the actual value. Only `pays` covers all
    winners; the other entries are about the first.
    """
    found, counts = _outcome_entries(scores[0]), counts_of_score(scores[0])
    for key, entry in item.fields.items():
        if key in ("with", "without"):
            for name, times in counts_by_id(entry).items():
                here = counts.get(name, 0)
                if key == "without" and here:
                    yield entry, Message("X counts", name)
                elif key == "with" and here != times:
                    yield (
                        entry,
                        Message("X counts Y times", name, here) if here else Message("does not count", name),
                    )
            continue
        there = found.get(LINE if key == SHEET_KEY and entry.fields else key, 0)
        if key == "pays":
            there = _payers_as_in(entry, scores)
        if key not in WITH_THE_DEAL and _expected_value(entry) != there:
            yield entry, _contrast(entry, _expected_value(entry), there)


def _payers_as_in(entry: Item, scores: Sequence[Score]) -> Numbers:
    """What each player pays, under the names used in the file: a seat may be the discarder or one of the
    others.
    """
    roles = {scores[0].situation.discarder: UNNAMED_DISCARDER}

    def seat_as_written(seat: str) -> str:
        names = (seat, roles.get(seat, seat), OTHERS)
        return next((name for name in names if name in entry.fields), seat)

    shares = (share for score in scores for share in score.payments.shares)
    return _summed_counts((seat_as_written(share.payer), share.amount) for share in shares)


def _contrast(entry: Item, expected_value: object, actual_value: object) -> Text:
    once = "" if entry.key == "counts" else " 1"
    return Message(
        "X expected Y found Z", entry.key, yaml_value(expected_value, once), yaml_value(actual_value, once)
    )


def _expected_value(entry: Item) -> object:
    if entry.key == "counts":
        return counts_by_id(entry)
    if isinstance(entry.value, dict):
        return {name: part.integer() for name, part in entry.fields.items()}
    return entry.text() if entry.key == "limit" else entry.integer()


def counts_by_id(entry: Item) -> Numbers:
    """How often each id counts: `dora 2` means twice."""
    return dict(map(_id_and_count, (part for part in entry.entries if part.text().split())))


def _id_and_count(entry: Item) -> tuple[str, int]:
    """An id and how often it counts, which is once if no number follows."""
    *words, last = entry.text().split()
    is_number = len(words) == 1 and last.isascii() and last.isdigit() and len(last) < 4
    return (words[0], int(last)) if is_number else (" ".join((*words, last)), 1)


def yaml_value(value: object, once: str = "") -> str:
    """A value as a rule file writes it, with `once` after ids that count once.

    >>> yaml_value({"riichi": 1, "dora": 2}), yaml_value({}), yaml_value(12000)
    ('riichi, dora 2', 'nothing', '12000')
    """
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{name}{once if n == 1 else f' {n}'}" for name, n in value.items()) or "nothing"


def counts_of_score(score: Score) -> Numbers:
    lines: tuple[Award | BonusLine, ...] = (*score.awards, *score.bonuses)
    return _summed_counts((line.id, line.count) for line in lines)


def _outcome_entries(score: Score) -> dict[str, object]:
    """The result of a hand, under the keys of worked hands and the names of amounts."""
    rules, worth, sheet, paid = score.ruleset, score.worth, score.sheet, score.payments
    numbers: dict[str, object] = {"base": worth.base, "total": worth.total, rules.unit: worth.total}
    numbers |= worth.amounts
    numbers |= dict.fromkeys((SHEET_KEY, sheet.unit), sheet.total) if sheet else {}
    if rules.top_tier and rules.top_tier.unit:
        numbers[rules.top_tier.unit] = worth.tier
    return numbers | {
        LINE: _summed_counts((line.id, line.value) for line in (sheet.lines if sheet else ())),
        "counts": counts_of_score(score),
        "limit": worth.limit.id if worth.limit else NONE,
        "points": paid.points,
        "gets": paid.total,
        "readings": score.complete,
    }


def _summed_counts(pairs: Iterable[tuple[str, int | float]]) -> Numbers:
    table: Numbers = {}
    for name, amount in pairs:
        table[name] = table.get(name, 0) + amount
    return {name: amount for name, amount in table.items() if amount}


# ---- unknown names


def _known_names(rules: Ruleset) -> dict[str, list[str]]:
    """The names that worked hands may use, by what they name."""
    sheet, tier = rules.sheet, rules.top_tier
    numbers = [rules.unit, "total", "base", *(amount.id for amount in rules.amounts)]
    numbers += [SHEET_KEY, sheet.unit] if sheet else []
    numbers += [tier.unit] if tier and tier.unit else []
    return {
        COUNTED: [*rules.pattern_by_id, *(bonus.id for bonus in rules.bonuses)],
        "limit": [*(limit.id for limit in rules.limits), NONE],
        PAYER: [*WINDS, UNNAMED_DISCARDER, OTHERS],
        LINE: [one.id for one in (*sheet.fixed_items, *sheet.items)] if sheet else [],
        NUMBER: numbers,
    }


def _unknown_names(
    item: Item,
    names_by_sort: dict[str, list[str]],
    pattern_ids: Mapping[str, str],
    dropped_names: Container[str],
) -> Iterator[Problem]:
    """Problems of unknown names in a worked hand."""
    for key, entry in item.fields.items():
        for what, word, place in _names_in_entry(key, entry):
            if word not in names_by_sort[what]:
                names = [*names_by_sort[what], *(SECTIONS["hand"] if what == NUMBER else ())]
                known_titles = pattern_ids if what == COUNTED else NO_TITLES
                hint = id_hint(word, names, known_titles) or Message("known", some_of(names))
                if word in dropped_names:
                    hint = Message("it is listed under drop")
                elif len(ids := word.split()) > 1 and {*ids} <= {*names}:
                    hint = Message("write", f"[{', '.join(ids)}]")
                elif what == NUMBER and word in names_by_sort[COUNTED]:
                    hint = Message("write a list", word)
                message, is_key = (
                    Message("there is no name of a sort", WORDS_BY_SORT[what], word),
                    what in (PAYER, LINE, NUMBER),
                )
                yield place.problem("L301", message, hint, key=is_key, length=len(word))


def _names_in_entry(key: str, entry: Item) -> Iterator[tuple[str, str, Item]]:
    """The names under an entry: what each should name, the name, and its place."""
    if key in LISTS:
        named = ((_id_and_count(part)[0], part) for part in entry.entries if part.text().split())
        yield from ((COUNTED, name, part) for name, part in named)
    elif key == "limit":
        yield "limit", entry.text(), entry
    elif key in ("pays", OTHER_HANDS, GAINS) or (key == SHEET_KEY and entry.fields):
        what = LINE if key == SHEET_KEY else PAYER
        yield from ((what, name, part) for name, part in entry.fields.items())
    elif key == SHEET_KEY or key not in SECTIONS["hand"]:
        yield NUMBER, key, entry
