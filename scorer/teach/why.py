"""Explains why a hand scores what it does: the steps of `engine/score.py`, and each pattern with its
conditions, the evidence for each of them, and how near the hand is.

Everything comes from the checked expressions, so a club's own pattern is explained as well as a famous one.
An explanation is data (sections of lines with titles); `scorer.render` lays it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from scorer.engine.evaluate import View, holds, number, value_of
from scorer.engine.match import mask, most_bound
from scorer.engine.resolve import candidates
from scorer.engine.results import Award, BonusLine, Score, Swallowed, Valued, in_unit
from scorer.engine.score import readings_of, valued_ways
from scorer.engine.value import award_counts, numbers_of
from scorer.language.nodes import Node
from scorer.notation import format_hand
from scorer.phrases import joined, label, numeral
from scorer.readings import read_hand
from scorer.ruleset.model import Pattern, nodes_in
from scorer.shapes import Shape, TooManyReadings
from scorer.teach.constructs import (
    APPLIES,
    CALLED,
    LUCK,
    OTHER,
    WAY,
    applies_not,
    asks,
    award_words,
    fitting,
    look,
    negated,
    noun_of,
    number_of,
    was_called,
)
from scorer.teach.labels import (
    Line,
    Section,
    share_lines,
    sheet_lines,
    situation_words,
    step_lines,
    way_words,
)
from scorer.teach.words import Speech, alternatives_words, in_words, reading_text, won_text
from scorer.tiles import Tile, name_in
from scorer.values import dataclass, replace
from scorer.waits import distances

NEAR = 2.0
"""The greatest distance of a near miss, except for a self-draw that would win where a discard does not."""
NOWHERE = (frozenset({-1}),)
"""The places of a pattern that the hand does not have: none of its sets."""
UNFIT = 1.0
"""The distance if the right sets are present but do not fit together."""
HAS = "the hand has "


@dataclass(frozen=True)
class Finding:
    """One condition: its clause, whether it holds, and what was found. `far` is roughly the number of tiles
    that would have to change for it to hold; 0 if it holds.
    """

    asks: str
    true: bool
    found: str
    far: float = 0.0


@dataclass(frozen=True)
class Why:
    """One pattern in one reading: the findings for its conditions, and its distance (0 if awarded)."""

    pattern: Pattern
    findings: tuple[Finding, ...]
    speech: Speech

    @property
    def failed(self) -> list[Finding]:
        return [finding for finding in self.findings if not finding.true]

    @property
    def held(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.true]

    @property
    def true(self) -> bool:
        return not self.failed

    @property
    def far(self) -> float:
        return sum(finding.far for finding in self.findings)


def why(pattern: Pattern, view: View, language: str = "en") -> Why:
    """The conditions of a pattern in one reading, each with what was found."""

    def told(speech: Speech) -> Why:
        return Why(pattern, tuple(_findings(pattern, view, speech)), speech)

    return in_words(told, view.ruleset, language)


def best_why(pattern: Pattern, views: Iterable[View], language: str = "en") -> Why:
    """The analysis of a pattern in the reading in which it comes nearest."""
    return min((why(pattern, view, language) for view in views), key=_rank)


def near_misses(
    views: list[View], counted: Iterable[str] = (), most: int = 3, language: str = "en", wins: bool = True
) -> list[Why]:
    """The patterns that come nearest in any reading, best first, without those in `counted`.

    For a hand that does not win, only patterns that would make it win together with what it has.
    """
    skip, furthest = set(counted), NEAR if wins else WAY
    every = (best_why(p, views, language) for p in views[0].ruleset.patterns if p.id not in skip)
    missed = sorted((item for item in every if not item.true and item.far <= furthest), key=_rank)
    useful = (item for item in missed if wins or any(_would_win(item.pattern, view) for view in views))
    return list(islice(useful, most))


def _would_win(pattern: Pattern, view: View) -> bool:
    """Whether a reading would win if it had the pattern as well."""
    value = max(number(node, view) for node in (pattern.closed, pattern.open))
    return value > 0 and bool(valued_ways(view, [Award(pattern, value, 1, NOWHERE)]))


def _rank(item: Why) -> tuple[bool, float, int]:
    return not item.true, item.far, len(item.failed)


# ---- as sentences


def sentence(item: Why) -> str:
    """One sentence on why a pattern is not awarded or, if it holds, what makes it true."""
    speech = item.speech
    if item.failed:
        return speech.say("semicolon").join(dict.fromkeys(_failed(one, speech) for one in item.failed))
    texts = list(_without_repeating(_held(one, speech) for one in _said_in_another(item.findings)))
    colon = speech.say("colon")  # clauses that end in a list come last
    plain = speech.listed(text for text in texts if colon not in text)
    said = speech.say("semicolon").join(filter(None, [plain, *(text for text in texts if colon in text)]))
    own = speech.say("applies", speech.say("quoted", name_in(item.pattern.names, speech.language)))
    return speech.say("was said") if said == own else said or speech.say("nothing more")


def award_sentence(award: Award, view: View, language: str = "en") -> str:
    """One sentence on what makes an award true, with all the sets that it counts."""
    reason = why(award.pattern, view, language)
    places = sorted(frozenset().union(*award.places))
    sets, said = reason.speech.groups(view.groups[place] for place in places), sentence(reason)
    if sets in said:
        return said
    return reason.speech.headed(reason.findings[0].asks if len(reason.findings) == 1 else said, sets)


def rest(item: Why) -> str:
    """One sentence on the conditions that hold of a pattern that is not awarded; empty if none hold."""
    held = [finding.asks for finding in _said_in_another(item.held)]
    said = item.speech.listed(_without_repeating(held))
    return item.speech.say("the rest holds", said) if held else ""


def told_near(misses: Iterable[Why], language: str) -> Iterator[tuple[str, str]]:
    """The lines for near misses: name and reason, followed by a line for the conditions that hold."""
    for item in misses:
        yield name_in(item.pattern.names, language), sentence(item)
        if held := rest(item):
            yield "", held


def _said_in_another(findings: Iterable[Finding]) -> list[Finding]:
    """The findings without those that another one repeats: 'a triplet' if there is 'a triplet of winds'."""
    every = list(findings)
    return [one for one in every if not any(other.asks.startswith(f"{one.asks} ") for other in every)]


def _without_repeating(says: Iterable[str]) -> Iterator[str]:
    """The clauses with a repeated beginning left out: 'the hand has simples, no honors'."""
    before = False
    for text in says:
        yield text.removeprefix(HAS) if before else text
        before = text.startswith(HAS)


def _held(finding: Finding, speech: Speech) -> str:
    shown = finding.found
    if not shown:
        return finding.asks
    if "(" not in shown:
        return finding.asks + speech.say("in brackets", shown)
    alone = shown.startswith("(") and shown.find(")") == len(shown) - 1  # one called set has its brackets
    return f"{finding.asks} {shown}" if alone else speech.headed(finding.asks, shown)


def _failed(finding: Finding, speech: Speech) -> str:
    if not finding.found and finding.asks.endswith(APPLIES):
        return applies_not(finding.asks)
    return speech.headed(finding.asks, finding.found or speech.say("not so here"))


def swallowed_sentence(item: Swallowed, view: View, language: str = "en") -> str:
    """One sentence on why a pattern whose conditions hold is not counted."""

    def told(speech: Speech) -> str:
        key, names = f"how {item.how}", "{}" in speech.form(f"how {item.how}")
        by = award_words(item.by, speech) if item.by and names else speech.say("another pattern")
        return speech.say(key, by)

    return in_words(told, view.ruleset, language)


def verdict(item: Why, score: Score | None, view: View) -> str:
    """One sentence: awarded and why, not awarded and why, or true but suppressed by another pattern."""
    speech, said = item.speech, sentence(item)
    if not item.true:
        return speech.say("not awarded", said)
    if score is None:
        return speech.say("holds in vain", said)
    if any(award.pattern.id == item.pattern.id for award in score.best.awards):
        return speech.say("awarded", said)
    for swallowed in score.best.swallowed:
        if swallowed.pattern.id == item.pattern.id:
            return speech.say("holds but", swallowed_sentence(swallowed, view, speech.language))
    return speech.say("holds", said)


def why_incomplete(view: View, language: str = "en") -> str:
    """What an incomplete hand lacks: the condition of a shape, the tiles that would complete it in place of
    its winning tile, or the number of missing tiles.

    >>> from scorer import load_ruleset, parse_hand
    >>> from scorer.hand import Situation
    >>> rules = load_ruleset("riichi")
    >>> why_incomplete(View(rules, parse_hand("234m345p67p456s55s+9p", rules), Situation(False)))
    'without 9p it waits for 2p 5p 8p'
    >>> why_incomplete(View(rules, parse_hand("234m345p67p456s5s1z+2z", rules), Situation(False)))
    'without 2z it lacks two tiles of four sets and a pair'
    """
    ruleset, hand = view.ruleset, view.hand
    shut = {id: node for id, node in ruleset.shape_conditions if not holds(node, view)}
    played = [shape for shape in ruleset.shapes if shape.id not in shut]
    barred = tuple(shape for shape in ruleset.shapes if shape.id in shut)
    try:
        if readings := read_hand(hand, view.situation.self_draw, barred, ruleset.set_tables):
            shape = ruleset.shape_by_id[readings[0].shape]
            return in_words(partial(_played_when, shape, shut[shape.id]), ruleset, language)
        jokers = ruleset.tileset.jokers
        nearest = next(iter(distances(hand.waiting, played, ruleset.set_tables, jokers)), None)
    except TooManyReadings:
        return ""
    if nearest is None:
        return ""
    tileset, tile = ruleset.tileset, ruleset.tileset.code(hand.winning_tile)
    if nearest.short == 1:
        return label("waits then", language, tile, " ".join(map(tileset.code, map(Tile, nearest.helping))))
    lacked = name_in(nearest.shape.names, language)
    return label("lacks then", language, tile, numeral(nearest.short, language), lacked)


def _played_when(shape: Shape, condition: Node, speech: Speech) -> str:
    return speech.headed(speech.name(shape.names), speech.say("played when", asks(condition, speech)))


# ---- what was found for each condition


def _findings(pattern: Pattern, view: View, speech: Speech) -> Iterator[Finding]:
    """The findings for every condition of a pattern, without duplicates: options that switch it off, value,
    `when`, templates.

    Conditions that the options of the table decide are left out unless they prevent the pattern.
    """
    findings = [*_off(pattern, view, speech)]
    if pattern.when is not None:
        findings += conditions(pattern.when, view, speech)
    if pattern.alternatives:
        findings.append(_templates(pattern, view, speech))
    if pattern.count is not None:
        findings.append(_counted(pattern.count, view, speech))
    if pattern is view.ruleset.otherwise:
        others = [speech.name(item.pattern.names) for item in candidates(view)]
        found = speech.say("found", speech.listed(others)) if others else ""
        findings.append(Finding(speech.say("no other pattern"), not others, found, LUCK * len(others)))
    alike: dict[tuple[str, bool, str], float] = {}
    for finding in findings:
        key = finding.asks, finding.true, finding.found
        alike[key] = alike.get(key, 0.0) + finding.far
    return (Finding(*key, far) for key, far in alike.items())


def _off(pattern: Pattern, view: View, speech: Speech) -> Iterator[Finding]:
    """A finding if the pattern is switched off, or has no value in a closed or open hand like this."""
    if pattern.enabled is not None and not holds(pattern.enabled, view):
        asked = speech.say("played when", asks(pattern.enabled, speech))
        yield Finding(asked, False, speech.say("off here"), OTHER)
    closed = view.hand.is_concealed
    node, other = (pattern.closed, pattern.open) if closed else (pattern.open, pattern.closed)
    if node is not None and (value_of(node, view) > 0 or pattern.zero):
        return
    if node is not None and node.op == "if":
        key = "counts closed when" if closed else "counts open when"
        asked = speech.say(key, asks(node.args[0], speech))
        yield Finding(asked, False, speech.say("off here"), OTHER)
    elif other is None or not value_of(other, view):
        yield Finding(speech.say("worth something"), False, speech.say("worth nothing here"), LUCK)
    elif closed:
        yield Finding(speech.say("not concealed_hand"), False, speech.say("hand is closed"), CALLED)
    else:
        yield Finding(speech.say("is concealed_hand"), False, was_called(view, speech), CALLED)


def _counted(node: Node, view: View, speech: Speech) -> Finding:
    count = value_of(node, view)
    if isinstance(count, int) and count > 0:
        said = speech.say("so many", number_of(node, count, speech), noun_of(node, speech, count))
        return Finding(said, True, look(node, view, speech)[1])
    asked = speech.say("at least one", noun_of(node, speech, 1))
    return Finding(asked, False, speech.say("found none"), LUCK)


def _templates(pattern: Pattern, view: View, speech: Speech) -> Finding:
    """The finding for templates: how many could be bound, and by which sets."""
    bound = [(most_bound(templates, view), templates) for templates in pattern.alternatives]
    best, wanted = max(bound, key=lambda item: len(item[0]) / len(item[1]))
    far, found = fitting(best, wanted, view, speech)
    says = alternatives_words(pattern.alternatives, speech)
    if len(best) < len(wanted):
        return Finding(says, False, found, far)
    if view.instances(pattern):
        return Finding(says, True, found)
    return Finding(says, False, speech.say("do not fit", found), UNFIT)


def conditions(node: Node, view: View, speech: Speech) -> list[Finding]:
    """The findings for the parts of a condition at its top-level `and`. Named facts are expanded."""
    named, plain = node.op == "named", settled(node, view)
    for whole in (view.ruleset.fact_by_id[node.args[0]].node if named else node, plain):
        if whole.op == "and":
            return [finding for part in whole.args for finding in conditions(part, view, speech)]
    if plain == TRUE:
        return []
    return [finding_of(node if plain.op == "truth" else plain, view, speech)]


def finding_of(node: Node, view: View, speech: Speech) -> Finding:
    (far, found), true = look(node, view, speech), holds(node, view)
    return Finding(asks(node, speech), true, found, 0.0 if true else far)


# ---- conditions under the options in force

OF_THE_RULES = {"option", "word", "number", "truth", "compare", "and", "or", "not", "arithmetic", "negative"}
TRUE, FALSE = Node("truth", (True,), "true"), Node("truth", (False,), "false")


def settled(node: Node, view: View) -> Node:
    """The condition without the parts that the options in force decide.

    >>> from scorer.engine.configure import rules_view
    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("pocket-mahjong")
    >>> condition = rules.pattern_by_id["ping_wu"].when
    >>> str(condition), str(settled(condition, rules_view(rules)))
    ('sets(chow) == 4 and (not ping_wu_suited_pair or no_tile(honor))', 'sets(chow) == 4')
    """
    if _asks_rules_only(node):
        return TRUE if holds(node, view) else FALSE
    if node.op in ("and", "or"):
        idle, decides = (TRUE, FALSE) if node.op == "and" else (FALSE, TRUE)
        parts = [settled(part, view) for part in node.args]
        kept = tuple(part for part in parts if part != idle)
        if decides in parts:
            return decides
        if len(kept) < 2:
            return kept[0] if kept else idle
        text = f" {node.op} ".join(map(str, kept))
        return node if len(kept) == len(parts) else Node(node.op, kept, text, node.at)
    if node.op == "not":
        inner = settled(node.args[0], view)
        return (FALSE if inner.args[0] else TRUE) if inner.op == "truth" else replace(node, args=(inner,))
    if node.op == "if" and _asks_rules_only(node.args[0]):
        return settled(node.args[1] if holds(node.args[0], view) else node.args[2], view)
    return node


def _asks_rules_only(node: Node) -> bool:
    ops = {part.op for part in node.walk()}
    return "option" in ops and ops <= OF_THE_RULES


# ---- a score step by step

MOST_READINGS, MOST_LOST = 8, 4
"""The most readings that are listed: those that win, and those that do not."""


def explain_score(score: Score, language: str = "en", near: int = 3) -> tuple[Section, ...]:
    """The sections that explain a score, from the tiles to the payment. `near` is the number of near misses
    to list.
    """
    teller, best, rules = _Teller(score, language), score.best, score.ruleset
    sheet = rules.unit_word(best.sheet.unit, language=language).capitalize() if best.sheet else ""
    steps = (
        ("understood", "understood", teller.understood()),
        ("readings", "readings", teller.readings()),
        ("patterns", "patterns", teller.patterns()),
        ("right", "right to win", teller.right_to_win()),
        ("swallowed", "swallowed", teller.swallowed()),
        ("bonuses", "bonuses", teller.bonuses()),
        ("sheet", sheet, sheet_lines(score, language)),
        ("arithmetic", "arithmetic", teller.arithmetic()),
        ("payments", "who pays", share_lines(best.payments, score.situation, rules, language)),
        ("near", "near", teller.near(near)),
    )
    sections = (Section(ident, label(title, language), tuple(lines)) for ident, title, lines in steps)
    return tuple(section for section in sections if section.lines)


def view_of(score: Score) -> View:
    """The view of the best reading, with its awards and amounts."""
    view, awards = View(score.ruleset, score.hand, score.situation, score.best.reading), score.best.awards
    known = numbers_of(view, awards, 0, 0).known_with_awards
    return view.knowing(known | dict(score.worth.amounts), award_counts(awards))


class _Teller:
    """Writes the sections that explain one score in one language."""

    def __init__(self, score: Score, language: str) -> None:
        self.score, self.view, self.language = score, view_of(score), language
        self.best, self.rules = score.best, score.ruleset

    def label(self, key: str, *words: object) -> str:
        return label(key, self.language, *words)

    def name(self, names: tuple[tuple[str, str], ...]) -> str:
        return name_in(names, self.language)

    def understood(self) -> Iterator[Line]:
        tileset, situation, tile = self.rules.tileset, self.score.situation, self.score.hand.winning_tile
        yield Line(self.label("hand"), format_hand(self.score.hand, tileset))
        code, name = tileset.code(tile), tileset.name(tile, self.language)
        shown = code if tile.red or name == code else code + self.label("named", name)
        how = self.label("and how", shown, way_words(situation, self.language))
        yield Line(self.label("winning tile"), how)
        yield Line(self.label("rules"), self.name(self.rules.names))
        yield from (Line("", text) for text in situation_words(situation, self.rules, self.language))
        for item in self.rules.indicators:  # the tiles they point at are listed with the situation
            if tiles := dict(situation.indicators).get(item.id):
                shown = f"{tileset.text(tiles)} ({self.name(item.names) or item.id})"
                yield Line(self.label("indicator"), shown)

    def readings(self) -> Iterator[Line]:
        """The readings of the hand, and the reason why the first one counts."""
        ways, tileset = self.score.readings, self.rules.tileset
        for place, item in enumerate(ways[:MOST_READINGS]):
            counts, text = (
                self.label("counts") if place == 0 else "",
                won_text(item.reading, tileset, self.language),
            )
            if stands := [tileset.kinds[kind].code for kind in item.reading.jokers]:
                text += f"; {self.label('joker', joined(stands, self.language))}"
            yield Line(counts, text, f"{item.payments.points:,}")
        if len(ways) > MOST_READINGS:
            last = f"{ways[-1].payments.points:,}"
            yield Line("", self.label("more ways", f"{len(ways) - MOST_READINGS:,}", last))
        valued = {item.reading for item in ways}
        every = readings_of(View(self.rules, self.score.hand, self.score.situation))
        lost = [reading for reading in every if reading not in valued]
        yield from (Line(self.label("cannot win"), reading_text(one, tileset)) for one in lost[:MOST_LOST])
        if len(lost) > MOST_LOST:
            yield Line("", self.label("more that cannot", f"{len(lost) - MOST_LOST:,}"))
        if len(ways) > 1:
            yield Line("", self._why_best(ways[0], ways[1]))

    def _why_best(self, first: Valued, second: Valued) -> str:
        points = first.payments.points, second.payments.points
        if points[0] > points[1]:
            return self.label("first pays more", *(f"{number:,}" for number in points))
        counts = first.worth.uncapped, second.worth.uncapped
        if counts[0] > counts[1]:
            return self.label("first counts more", *counts)
        return self.label("first has more" if len(first.awards) > len(second.awards) else "worth the same")

    def patterns(self) -> Iterator[Line]:
        for award in self.best.awards:
            said = award_sentence(award, self.view, self.language)
            yield Line(self.name(award.pattern.names), said, self._worth(award))

    def _worth(self, award: Award) -> str:
        value, unit = in_unit(award.value, self.rules)
        times = f" x {award.count}" if award.count > 1 else ""
        return self.rules.counted(f"{value}{times}", unit or award.pattern.unit, self.language)

    def right_to_win(self) -> Iterator[Line]:
        """The exception that lets the hand win, if a condition for winning is met only through one."""
        for requirement in self.rules.to_win:
            parts = requirement.node.args if requirement.node.op == "or" else ()
            held = [part for part in parts if holds(part, self.view)]
            missed = [part for part in parts if part.op == "fact" and part not in held]
            if held and missed and not any(part.op == "fact" for part in held):
                yield Line("", in_words(partial(self._though, held[0], missed[0]), self.rules, self.language))
                return

    def _though(self, held: Node, missed: Node, speech: Speech) -> str:
        found = finding_of(held, self.view, speech)
        shown = speech.say("in brackets", found.found.strip("()")) if found.found else ""
        return speech.say("though", found.asks + shown, negated(missed, speech))

    def swallowed(self) -> Iterator[Line]:
        for item in self.best.swallowed:
            yield Line(self.name(item.pattern.names), swallowed_sentence(item, self.view, self.language))

    def bonuses(self) -> Iterator[Line]:
        for line in self.best.bonuses:
            worth = self.rules.counted(line.total, language=self.language)
            yield Line(self.name(line.names), self._bonus_tiles(line), worth)

    def _bonus_tiles(self, line: BonusLine) -> str:
        """The tiles or flowers that a bonus counts; if there are none, its condition or its count."""
        bonus = next(item for item in self.rules.bonuses if item.id == line.id)
        calls = [node for node in nodes_in((bonus.count, bonus.when)) if node.op == "call"]
        classes = [mask(node.args[1], self.view) for node in calls if node.args[0] == "flowers"]
        tiles = line.tiles or [t for t in self.view.flowers if any(of >> t.kind & 1 for of in classes)]
        if bonus.when is not None and bonus.count is None and not tiles:
            return in_words(partial(asks, bonus.when), self.rules, self.language)
        said = joined(map(self.rules.tileset.code, tiles), self.language)
        return said or self.label("of them", numeral(line.count, self.language))

    def arithmetic(self) -> Iterator[Line]:
        if not self.best.worth.tier:
            parts = [award.total for award in self.best.awards] + [line.total for line in self.best.bonuses]
            added = " + ".join(map(str, parts)) or "0"
            if sum(parts) > self.best.worth.total:
                added = self.label("at most", added, self.best.worth.total)
            total = self.rules.counted(self.best.worth.total, language=self.language)
            yield Line(self.label("total"), added, total)
        yield from step_lines(self.best.steps, self.language)

    def near(self, most: int) -> Iterator[Line]:
        idle = [award.pattern.id for award in self.best.awards] + [s.pattern.id for s in self.best.swallowed]
        near = near_misses([self.view], [*idle, *self._of_no_use()], most, self.language)
        yield from (Line(name, said) for name, said in told_near(near, self.language))

    def _of_no_use(self) -> Iterator[str]:
        """The patterns that would not improve the hand: those worth too little to replace the only pattern
        that counts, and those whose fulfilled conditions all belong to a pattern that counts and is worth as
        much.
        """
        tier, awards = self.rules.top_tier, self.best.awards
        if tier and any(award.value >= tier.start for award in awards):
            least = tier.start
        elif self.rules.highest_only:
            least = max((award.total for award in awards), default=0) + 1
        else:
            return
        counted = [
            (award.value, {one.asks for one in why(award.pattern, self.view).findings}) for award in awards
        ]
        for pattern in self.rules.patterns:
            value = number(pattern.closed if self.score.hand.is_concealed else pattern.open, self.view)
            held = {finding.asks for finding in why(pattern, self.view).held}
            lesser = held and any(held <= asked and value <= worth for worth, asked in counted)
            if value < least or lesser:
                yield pattern.id
