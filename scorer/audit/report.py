"""Audits with sample hands: faults of a ruleset, and the distribution of its values.

A *finding* is something that no rule book intends: a pattern that no hand has or that never counts, a false
implication, or two patterns that always occur together without a rule about it. Anything that chance or the
game may explain is not a finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice, permutations, product
from typing import NamedTuple, TypeVar

from scorer.audit import DEFAULT_AUDIT_HANDS
from scorer.engine.evaluate import TooLarge, View, holds, rules_view, whole_number
from scorer.engine.examples import holds_in_any, parse_example
from scorer.engine.request import circumstance_faults
from scorer.engine.resolve import HeldPatterns, held_patterns, resolutions, suppression_reason
from scorer.engine.results import Award, Payments, SheetTotal, Worth
from scorer.engine.score import HandView, winning_ways
from scorer.errors import InputError, Problem
from scorer.fast.interface import engine_of
from scorer.hand import WINDS, Hand, Situation
from scorer.message import Listed, Message, Text, clauses
from scorer.readings import StepBudget
from scorer.ruleset.entries import HANDS_SECTION as WORKED_HANDS
from scorer.ruleset.items import SHEET_KEY, Item
from scorer.ruleset.load import LoadedFile
from scorer.ruleset.model import Pattern, Ruleset
from scorer.sampling import Sample, request_for_hand, sample_hands
from scorer.scoring import readings_of
from scorer.shapes import Reading, TooManyReadings
from scorer.teach.payment_table import least_total
from scorer.values import cached_property, dataclass, field, replace

# ---- observations

Key = TypeVar("Key")
Ids = frozenset[str]
Claim = tuple[str, str]
"""Two patterns, the first of which has a relation to the second."""
MOST_READINGS = 200
"""A hand with jokers that has more readings than this is skipped."""
MOST_STEPS = 20_000
"""The limit of groups tried for one of many hands; a single hand may take more."""
MOST_PASSED_OVER = 30
"""The number of hands above that limit after which the audit of such rules ends."""
ProgressCallback = Callable[[], object]
"""A function called for each finished hand, to show progress."""
MOST_BARS = 20
"""The largest number of values shown one by one; more are combined into ranges."""
ROUND = (1, 2, 5)
"""Ranges of values end at these, times powers of ten."""
NOT_KNOWN = -1
ENOUGH = 20
"""The number of readings against a claim after which the search stops."""


@dataclass
class Seen:
    """Equal observations: the number of readings, the different hands, and the first hand."""

    first_sample: Sample
    readings: int = 0
    hands: set[tuple[int, ...]] = field(default_factory=set)


def audit(
    ruleset: Ruleset, hands: int = DEFAULT_AUDIT_HANDS, seed: int = 1, tick: ProgressCallback = lambda: None
) -> Audit:
    """An audit of a configured ruleset with sample hands. The same seed gives the same audit.

    >>> from scorer.scoring import load_ruleset
    >>> found = audit(load_ruleset("ponjan-anoa"), 100)
    >>> found.hands, found.findings
    (100, ())
    """
    found = Audit(ruleset, seed)
    for sample in sample_hands(ruleset, seed, hands):
        found.add_sample(sample)
        tick()
        if found.passed_over > max(MOST_PASSED_OVER, found.hands // 2):
            break  # more of them would show nothing new
    return found


class CountedWay(NamedTuple):
    """A way to count a reading that may win, and what it comes to."""

    rank: tuple[object, ...]
    awards: tuple[Award, ...]
    worth: Worth
    payments: Payments
    sheet: SheetTotal | None


class SampleReading(NamedTuple):
    """A reading of a sample hand: the patterns that hold in it, the ways to count it that may win, and the
    implications that it contradicts.
    """

    patterns: HeldPatterns
    ways: list[CountedWay]
    broken_claims: Sequence[Claim] = ()


@dataclass(frozen=True)
class PatternCount:
    """A pattern, the numbers of hands in which it holds and counts, and the number of different hands in
    which it holds.
    """

    pattern: Pattern
    holds: int
    counts: int
    different_hands: int


class Audit:
    """The results of sample hands, generated from `seed` by default.

    `alike` groups readings by the patterns that hold and those that count; `broken` has the implications that
    readings contradict; `holding` and `difference_counts` are numbers of hands; `worths` counts hands by
    units of the top tier and total.
    """

    def __init__(self, ruleset: Ruleset, seed: int = 1) -> None:
        self.ruleset, self.seed = ruleset, seed
        self.hands = self.wins = self.passed_over = 0
        self.too_large: list[Sample] = []
        self.alike: dict[tuple[Ids, Ids], Seen] = {}
        self.broken: dict[Claim, Seen] = {}
        self.swallowed: Counter[tuple[str, str, str]] = Counter()
        self.holding, self.counted = Counter[str](), Counter[str]()
        self.worths: Counter[tuple[int, int]] = Counter()
        self.paid: Counter[int | float] = Counter()
        self.ties: list[tuple[Sample, CountedWay, CountedWay]] = []
        self._unmet: dict[Ids, list[Claim]] = {}
        self._least: dict[tuple[int, bool], int | None] = {}
        """the lowest total in the payment table, by the sum of the sheet and whether the win is a self-
        draw
        """
        self.impossible: dict[tuple[int, int, bool], Sample] = {}
        """hands that are not in the payment table, by total, sum of the sheet, and whether the win is a
        self-draw
        """

    @property
    def enabled_patterns(self) -> list[Pattern]:
        """The patterns that the current options allow."""
        view = rules_view(self.ruleset)
        return [pattern for pattern in self.ruleset.patterns if holds(pattern.option_condition, view)]

    def distinct_hands(self, name: str) -> set[tuple[int, ...]]:
        """The different hands with a pattern, each as the sorted digits of its tiles: suits and the way of
        winning make no difference.
        """
        return set().union(*(note.hands for (held, _), note in self.alike.items() if name in held))

    def is_fallback(self, pattern: Pattern) -> bool:
        """Whether a pattern is a fallback: it holds in every hand that can be read."""
        return self.holding[pattern.id] == self.hands - self.passed_over

    def add_sample(self, sample: Sample) -> None:
        """Add the results of one more hand."""
        self.hands += 1
        try:
            found = self._readings_by_engine(sample) or self._readings_one_by_one(sample)
        except TooLarge:
            self.too_large.append(sample)
            return
        except TooManyReadings:  # a pattern asks for the waits of a hand with jokers
            self.passed_over += 1
            return
        self.passed_over += not found
        tiles = sample[0].tiles
        digits = tuple(sorted([self.ruleset.tileset.kinds[tile.kind].digit for tile in tiles]))
        held = [self._note_reading(reading, sample, digits) for reading in found]
        self.holding.update(frozenset().union(*held))
        self._note_payment(sample, [way for reading in found for way in reading.ways])

    def _readings_by_engine(self, sample: Sample) -> list[SampleReading]:
        """The readings of a hand, by the compiled engine; none if only the readable evaluator tells enough
        of them: with a joker, with several ways to count, or against an implication.
        """
        engine = engine_of(self.ruleset)
        counted = engine.counted_readings(*sample) if engine else None
        found = []
        for patterns, best in counted or ():
            if any(map(self._is_open, self._unmet_claims(patterns.pattern_ids))):
                return []
            way = best and CountedWay(
                best.rank, best.way.shown_awards, best.price.worth, best.price.payments, best.sheet
            )
            found.append(SampleReading(patterns, [way] if way else []))
        return found

    def _readings_one_by_one(self, sample: Sample) -> list[SampleReading]:
        """The readings of a hand, by the readable evaluator."""
        view = HandView(self.ruleset, *sample)
        found = []
        for one in map(view.with_reading, _affordable_readings(view)):
            ways = winning_ways(one)
            patterns = held_patterns(ways or resolutions(one))
            claims = [
                claim for claim in self._unmet_claims(patterns.pattern_ids) if self._is_broken(claim, one)
            ]
            counted = [CountedWay(way.rank, way.awards, way.worth, way.payments, way.sheet) for way in ways]
            found.append(SampleReading(patterns, counted, claims))
        return found

    def _note_reading(self, reading: SampleReading, sample: Sample, digits: tuple[int, ...]) -> Ids:
        """Record one reading, and return the patterns that hold in it, whether or not it may win."""
        patterns = reading.patterns
        self.swallowed.update(patterns.suppressions)
        _count_reading(self.alike, (patterns.pattern_ids, patterns.awards), sample, digits)
        for claim in reading.broken_claims:
            _count_reading(self.broken, claim, sample, digits)
        return patterns.pattern_ids

    def _unmet_claims(self, held_ids: Ids) -> list[Claim]:
        """The implications of which only the first pattern holds, by the patterns that do."""
        if held_ids not in self._unmet:
            patterns, view = self.ruleset.pattern_by_id, rules_view(self.ruleset)
            self._unmet[held_ids] = [
                (name, other)
                for name in held_ids
                for other in patterns[name].implies
                if other not in held_ids
                and other in patterns
                and holds(patterns[other].option_condition, view)
            ]
        return self._unmet[held_ids]

    def _is_open(self, claim: Claim) -> bool:
        """Whether more readings against an implication are worth a search."""
        known = self.broken.get(claim)
        return known is None or known.readings < ENOUGH

    def _is_broken(self, claim: Claim, view: View) -> bool:
        """Whether a reading contradicts an implication of which only the first pattern holds in it."""
        return self._is_open(claim) and not is_true(self.ruleset.pattern_by_id[claim[1]], view)

    def _note_payment(self, sample: Sample, ways: list[CountedWay]) -> None:
        """Record the value of the hand, and whether two of its readings are worth the same."""
        if not ways:
            return
        self.wins += 1
        ways.sort(key=lambda way: way.rank, reverse=True)
        best = ways[0]
        self.counted.update({award.pattern.id for award in best.awards})
        self.worths[best.worth.tier, best.worth.total] += 1
        self.paid[best.payments.points] += 1
        if best.sheet and not best.worth.tier and best.payments.points:
            self._look_up(sample, best.worth.total, best.sheet.total)
        other = next((w for w in ways[1:] if w.rank == best.rank and _fu_lines(w) != _fu_lines(best)), None)
        if other is not None:
            self.ties.append((sample, best, other))

    def _look_up(self, sample: Sample, total: int, sheet: int) -> None:
        """Record a count that the payment table calls impossible."""
        drawn = sample[1].self_draw
        least = self._least.get((sheet, drawn), NOT_KNOWN)
        if least == NOT_KNOWN:
            least = self._least[sheet, drawn] = least_total(self.ruleset, sheet, drawn)
        if least is None or total < least:
            self.impossible.setdefault((total, sheet, drawn), sample)

    # ---- results

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the rules."""
        return findings(self)

    @cached_property
    def patterns(self) -> tuple[PatternCount, ...]:
        """Every pattern that the options allow, by how often it counts."""
        otherwise = (self.ruleset.otherwise,) if self.ruleset.otherwise else ()
        counts = (
            PatternCount(
                item, self.holding[item.id], self.counted[item.id], len(self.distinct_hands(item.id))
            )
            for item in (*self.enabled_patterns, *otherwise)
        )
        return tuple(sorted(counts, key=lambda item: (-item.counts, -item.holds)))

    @property
    def tiers(self) -> tuple[tuple[int, int], ...]:
        """The number of hands of the top tier, by units."""
        tiers = Counter(tier for tier, _ in self.worths.elements() if tier)
        return tuple(sorted(tiers.items()))

    @property
    def totals(self) -> tuple[tuple[int, int, int], ...]:
        """Hands by total, one value or a range of them: (from, to, hands)."""
        totals = sorted((total, count) for (tier, total), count in self.worths.items() if not tier)
        if len(totals) <= MOST_BARS:
            return tuple((total, total, count) for total, count in totals)
        ranges = Counter[tuple[int, int]]()
        for total, count in totals:
            ranges[_range_of(total)] += count
        return tuple((low, high, count) for (low, high), count in ranges.items())

    @property
    def points(self) -> tuple[int | float, ...]:
        """The minimum, quartiles and maximum of the payments."""
        every = sorted(self.paid.elements())
        return tuple(every[(len(every) - 1) * part // 4] for part in range(5)) if every else ()

    @property
    def rare_patterns(self) -> tuple[Pattern, ...]:
        """Patterns in too few different sample hands to report anything."""
        return tuple(item.pattern for item in self.patterns if item.different_hands < FEWEST)

    @property
    def fallback_patterns(self) -> tuple[Pattern, ...]:
        """Fallback patterns, which hold in every hand and count in none."""
        return tuple(one.pattern for one in self.patterns if not one.counts and self.is_fallback(one.pattern))

    @property
    def disabled_patterns(self) -> tuple[Pattern, ...]:
        """Patterns that the current options turn off."""
        there = {item.pattern.id for item in self.patterns}
        return tuple(pattern for pattern in self.ruleset.patterns if pattern.id not in there)


def _range_of(total: int) -> tuple[int, int]:
    """The range that contains a large total.

    >>> [_range_of(total) for total in (0, 3, 7, 10, 49, 50)]
    [(0, 0), (2, 4), (5, 9), (10, 19), (20, 49), (50, 99)]
    """
    if total < 1:
        return total, total
    power = 10 ** (len(str(total)) - 1)
    low = max(step * power for step in ROUND if step * power <= total)
    high = min(step * power for step in (*ROUND, 10) if step * power > total)
    return low, high - 1


def _affordable_readings(view: View) -> list[Reading]:
    """The readings of a hand; empty if it has so many that such hands would take too long."""
    try:
        found = readings_of(view, StepBudget(MOST_STEPS))
    except TooManyReadings:
        return []
    return found if len(found) <= MOST_READINGS else []


def _count_reading(table: dict[Key, Seen], key: Key, sample: Sample, digits: tuple[int, ...]) -> None:
    """Count one reading. Hands that differ only in suits or in the way of winning are not different."""
    seen = table.get(key) or table.setdefault(key, Seen(sample))
    seen.readings += 1
    seen.hands.add(digits)


def is_true(pattern: Pattern, view: View) -> bool:
    """Whether a pattern's conditions hold in a reading, whatever its value there."""
    return holds(pattern.condition, view) and (
        not pattern.alternatives or bool(view.pattern_instances(pattern))
    )


def _fu_lines(way: CountedWay) -> list[tuple[str, int]]:
    return sorted((award.pattern.id, award.total) for award in way.awards)


# ---- findings

FEWEST = 12
"""The number of different hands needed before anything is reported about a pattern."""
CHANCE = 1e-6
"""The largest accepted probability that an observation is due to chance."""


@dataclass(frozen=True)
class Finding:
    """A finding: its code, patterns, message, hint and example hand, and its sections if it is not about a
    pattern.
    """

    code: str
    patterns: tuple[str, ...]
    message: Text
    hint: Text = ""
    example: Sample | None = None
    sections: tuple[str, ...] = ()


def findings(audit: Audit) -> tuple[Finding, ...]:
    """All findings, in the order of the patterns. Only the first problem is reported if no hand can win or if
    hands have no value, because it hides the others.
    """
    if audit.too_large:
        message = Message("to numbers that are too large", len(audit.too_large))
        hint, sections = Message("look at the exponents of base and amounts"), ("base", "amounts")
        return (Finding("A107", (), message, hint, audit.too_large[0], sections),)
    if not audit.hands:
        message = Message("no complete hand could be generated")
        return (
            Finding(
                "A101", (), message, Message("are there enough tiles for the shapes"), sections=("shapes",)
            ),
        )
    if not audit.wins:
        message = Message("none of complete hands can win", audit.hands)
        hint = Message("look at minimum")
        return (Finding("A101", (), message, hint, sections=("minimum", "to_win", "patterns")),)
    found = [*_never_seen(audit), *_never_counted(audit), *_false_claims(audit), *_paired_patterns(audit)]
    found += _impossible_counts(audit)
    order = list(audit.ruleset.pattern_by_id)
    return tuple(sorted(found, key=lambda item: [order.index(name) for name in item.patterns]))


def _impossible_counts(audit: Audit) -> Iterator[Finding]:
    """Findings about counts that are paid although the payment table says that no hand has them."""
    rules = audit.ruleset
    for (total, sheet, drawn), sample in sorted(audit.impossible.items()):
        count = rules.count_text(total, sheet)
        how = Message("won by self-draw" if drawn else "won on a discard")
        message = Message("a hand of is paid but the payment table", count, how)
        hint = Message("use awarded 1 in the line of the sheet that")
        yield Finding("A108", (), message, hint, sample, sections=(SHEET_KEY,))


def _never_seen(audit: Audit) -> Iterator[Finding]:
    """Findings about patterns that neither a sample hand nor an example has."""
    declared = audit.ruleset.file_ruleset or audit.ruleset
    for pattern in audit.enabled_patterns:
        if audit.holding[pattern.id] or any(_is_shown(pattern, text, declared) for text in pattern.holds):
            continue
        message = Message("holds in none of hands", pattern.id, audit.hands)
        hint = Message("write a hand that has it under holds")
        yield Finding("A102", (pattern.id,), message, hint)


def _is_shown(pattern: Pattern, text: str, ruleset: Ruleset) -> bool:
    """Whether an example can be played and has the pattern."""
    with suppress(InputError, TooManyReadings, TooLarge):
        view = HandView(*parse_example(text, ruleset))
        return holds_in_any(view.ruleset.pattern_by_id[pattern.id], view, readings_of(view))
    return False


def _never_counted(audit: Audit) -> Iterator[Finding]:
    """Findings about patterns that others always supersede."""
    counting = frozenset().union(*(awards for _, awards in audit.alike))
    for pattern in audit.enabled_patterns:
        if (
            pattern.id in counting
            or len(audit.distinct_hands(pattern.id)) < FEWEST
            or audit.is_fallback(pattern)
        ):
            continue
        by = [(other, how) for (name, other, how) in audit.swallowed if name == pattern.id and other]
        takers = Listed(tuple(dict.fromkeys(f"'{other}' ({how})" for other, how in by[:3])), "or")
        count = audit.holding[pattern.id]
        message = Message("holds in but counts in none", pattern.id, count, takers)
        first = next(note.first_sample for (held, _), note in audit.alike.items() if pattern.id in held)
        yield Finding("A103", (pattern.id,), message, "it could be left out", first)


def _false_claims(audit: Audit) -> Iterator[Finding]:
    """Findings about implications that never or not always hold."""
    for (name, other), against in audit.broken.items():
        if any({name, other} <= held for held, _ in audit.alike):
            message = Message("implies but does not always hold with it", name, other)
            hint = Message("write excludes instead", other)
            yield Finding("A104", (name, other), message, hint, against.first_sample)
        elif len(audit.distinct_hands(name)) >= FEWEST:
            message = Message("implies but the two never hold together", name, other)
            yield Finding("A105", (name, other), message, f"remove '{other}' there", against.first_sample)


# ---- pairs


def _paired_patterns(audit: Audit) -> Iterator[Finding]:
    """Findings about pairs that always count together although the file has no rule about it."""
    is_parted, order = _parted_by_seats(audit), list(audit.ruleset.pattern_by_id)
    claims = (claim for claim in patterns_counted_together(audit) if not is_parted(claim))
    always = {claim for claim in claims if not _is_parted_by_an_example(claim, audit.ruleset)}
    for name, other in sorted(always, key=lambda claim: tuple(map(order.index, claim))):
        mutual = (other, name) in always
        said_once = mutual and (order.index(other) > order.index(name) or _is_declared(other, name, audit))
        if not said_once and not _is_declared(name, other, audit):
            pair, key = (name, other), "always occur together" if mutual else "never occurs without"
            example = next(
                note.first_sample for (_, awards), note in audit.alike.items() if awards.issuperset(pair)
            )
            hint = Message("write implies or beside", *pair)
            yield Finding("A106", pair, Message(key, *pair), hint, example)


def patterns_counted_together(audit: Audit) -> Iterator[Claim]:
    """Pairs that both count, in which the second pattern holds in every reading with the first, too often for
    chance.
    """
    readings = sum(note.readings for note in audit.alike.values())
    alone, both, counted = Counter[str](), Counter[Claim](), dict[Claim, None]()
    for (held, awards), note in audit.alike.items():
        alone.update(dict.fromkeys(held, note.readings))
        both.update(dict.fromkeys(permutations(held, 2), note.readings))
        counted |= dict.fromkeys(permutations(sorted(awards), 2))
    hands = {name: len(audit.distinct_hands(name)) for name in alone}
    for name, other in counted:
        if both[name, other] == alone[name] and hands[name] >= FEWEST:
            elsewhere = (alone[other] - alone[name] + 1) / (readings - alone[name] + 2)
            if elsewhere ** hands[name] < CHANCE:
                yield name, other


def _is_parted_by_an_example(claim: Claim, ruleset: Ruleset) -> bool:
    """Whether an example of the first pattern is without the second. Rare patterns can meet in every sample
    hand: most with four flowers have all eight.
    """
    declared = ruleset.file_ruleset or ruleset
    name, other = (ruleset.pattern_by_id[part] for part in claim)
    return any(
        _is_shown(name, text, declared) and not _is_shown(other, text, declared) for text in name.holds
    )


def _parted_by_seats(audit: Audit) -> Callable[[Claim], bool]:
    """A test of whether another seat or round keeps the first pattern of a claim without the second. If so,
    the sample brought the two together only by chance.
    """
    notes, patterns = list(audit.alike.items()), audit.ruleset.pattern_by_id

    @cache
    def views(place: int) -> list[View]:
        return list(_in_all_seats(*notes[place][1].first_sample, audit.ruleset))

    @cache
    def true(place: int, name: str) -> frozenset[int]:
        return frozenset([at for at, view in enumerate(views(place)) if is_true(patterns[name], view)])

    def is_parted(claim: Claim) -> bool:
        name, other = claim
        places = (place for place, ((held, _), _) in enumerate(notes) if name in held)
        return any(true(place, name) - true(place, other) for place in islice(places, FEWEST))

    return is_parted


def _in_all_seats(hand: Hand, situation: Situation, ruleset: Ruleset) -> Iterator[View]:
    """The readings of a sample hand for all seats and rounds."""
    dealt = HandView(ruleset, hand, situation)
    seats, readings = WINDS[: whole_number(ruleset.players, dealt)], _affordable_readings(dealt)
    for seat, around in product(seats, seats):
        moved = replace(situation, seat=seat, round=around, discarder=None, liable=())
        if not [*circumstance_faults(hand, moved, ruleset)]:
            yield from map(HandView(ruleset, hand, moved).with_reading, readings)


def _is_declared(name: str, other_id: str, audit: Audit) -> bool:
    """Whether the file has a rule about the two patterns together."""
    patterns = audit.ruleset.pattern_by_id
    pattern, beside = patterns[name], [*patterns[name].beside]
    for near in beside:
        beside += [more for more in patterns[near].beside if more not in beside]
    taken = bool(suppression_reason(pattern, patterns[other_id], audit.ruleset.implied_ids))
    return taken or other_id in (*pattern.instead, *beside)


# ---- problems of the rule file


def problems_of_audit(audit: Audit, loaded_file: LoadedFile) -> Iterator[Problem]:
    """The findings as problems of the rule file, each at a pattern, a relation or a section."""
    for one in audit.findings:
        shown = Message("for example X", example_text(one.example, audit.ruleset)) if one.example else ""
        hint = clauses(one.hint, shown)
        is_shown = one.code == "A102" and _is_in_a_worked_hand(one.patterns[0], loaded_file)
        if loaded_file.builder is not None and not is_shown:
            yield _place_of_finding(one, loaded_file.builder.root).problem(one.code, one.message, hint)


def _is_in_a_worked_hand(name: str, loaded_file: LoadedFile) -> bool:
    """Whether a pattern counts in a worked hand of the file."""
    ruleset, building = loaded_file.ruleset, loaded_file.builder
    hands = building.root.get(WORKED_HANDS).fields if building else {}
    return ruleset is not None and any(
        part.text().split()[:1] == [name] and _is_shown(ruleset.pattern_by_id[name], text, ruleset)
        for text, hand in hands.items()
        for part in (*hand.get("counts").entries, *hand.get("with").entries)
    )


def _place_of_finding(finding: Finding, root: Item) -> Item:
    if not finding.patterns:
        return next(filter(None, map(root.get, finding.sections)), root)
    entry = next(one for one in root.get("patterns").entries if one.get("id").text() == finding.patterns[0])
    said = (item for item in entry.get("implies").entries if item.text() in finding.patterns)
    return next(said, None) or entry.get("id") or entry


def example_text(sample: Sample, ruleset: Ruleset) -> str:
    """A hand in the notation of `holds` and `fails`."""
    request = request_for_hand(*sample, ruleset)
    words = [request.hand.replace(" ", ""), "tsumo" if request.win == "self_draw" else "ron"]
    words += [f"seat={request.seat}"] if request.seat != ruleset.default_seat else []
    words += [f"round={request.round}"] if request.round != ruleset.default_round else []
    words += request.circumstances
    words += [f"{name}={tiles}" for name, tiles in request.indicators.items() if tiles]
    return " ".join(words)
