"""Explains why a hand scores what it does: the steps of `engine/score.py`, and each pattern with its
conditions, the evidence for each of them, and how near the hand is.

Everything comes from the checked expressions, so a club's own pattern is explained as well as a famous one.
An explanation is data (sections of lines with titles); `scorer.render` lays it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice

from scorer.distance import distances
from scorer.engine.evaluate import View, every_reading, holds, value_of, whole_number
from scorer.engine.match import class_mask, largest_binding
from scorer.engine.partial import TRUE, is_decided, simplify
from scorer.engine.resolve import candidate_awards, known_of_others
from scorer.engine.results import Award, BonusLine, Score, Suppressed, ValuedReading, shown_value
from scorer.engine.score import HandView, winning_ways
from scorer.engine.value import award_counts, hand_numbers
from scorer.engine.wild import waiting_hand_with_jokers
from scorer.labels import (
    LabeledLine,
    Section,
    share_lines,
    sheet_lines,
    situation_words,
    step_lines,
    win_words,
)
from scorer.language.nodes import Node
from scorer.language.vocabulary import FACTS, FUNCTIONS, Source
from scorer.languages import is_english
from scorer.notation import format_hand
from scorer.phrases import join_words, numeral, translate
from scorer.ruleset.model import Pattern, Ruleset, expressions_in
from scorer.scoring import readings_of
from scorer.shapes import Shape, TooManyReadings
from scorer.teach.constructs import (
    ALLOWS,
    ASKS_BUT,
    LUCK_DISTANCE,
    NEEDS,
    NONE,
    OTHER_DISTANCE,
    WIN_TYPE_DISTANCE,
    NoneFound,
    NoSetsFound,
    absence_clause,
    award_words,
    called_sets_words,
    calls_distance,
    circumstance_words,
    clause,
    counted_noun,
    counts_nothing,
    evidence,
    exact_count_clause,
    failing_sets_clause,
    follows_from,
    has_separate_clauses,
    is_choice_of_one,
    is_declared_before,
    is_named_by_way_to_win,
    is_one_clause,
    is_part_of,
    negated_clause,
    no_circumstance_clause,
    number_found_clause,
    number_words,
    option_evidence,
    other_waits_clause,
    requirement_frame,
    several_groups_clause,
    some_of_counted_clause,
    stated_circumstance_clause,
    statement_clause,
    template_evidence,
    templates_clause,
)
from scorer.teach.template_words import are_divided, missing_templates_words
from scorer.teach.words import (
    Speech,
    class_words,
    kinds_asked_for,
    localized_or_english,
    reading_text,
    won_text,
)
from scorer.tiles import Tile, name_in
from scorer.values import dataclass, replace

NEAR_DISTANCE = 2.0
"""The greatest distance of a near miss, except for a self-draw that would win where a discard does not."""
NO_PLACES = (frozenset({-1}),)
"""The places of a pattern that the hand does not have: none of its sets."""
FACTS_SHOWN_BY_ABSENCE = ("concealed_hand",)
"""The facts whose opposite is something that the hand has: called sets."""
UNFIT_DISTANCE = 1.0
"""The distance if the right sets are present but do not fit together."""


@dataclass(frozen=True)
class ConditionFinding:
    """One condition: its clause, whether it holds, and what was found. `distance` is roughly the number of
    tiles that would have to change for it to hold; 0 if it holds.
    """

    asks: str
    is_met: bool
    evidence: str
    distance: float = 0.0
    denial: str = ""
    """why it does not hold, as a statement: 'not all tiles are simples: 9s is not'; empty if `asks` and
    the evidence say it
    """
    node: Node | None = None
    frame: str = ""
    """the phrase that says of `asks`, a noun, what the hand has instead; empty if `asks` is a clause"""
    has_evidence_in_denial: bool = False
    """whether the denial says what was found as well"""
    statement: str = ""
    """a noun as a clause with a verb: 'there are four triplets'; empty if `asks` is a clause"""


@dataclass(frozen=True)
class PatternAnalysis:
    """One pattern in one reading: the findings for its conditions, and its distance (0 if awarded)."""

    pattern: Pattern
    findings: tuple[ConditionFinding, ...]
    speech: Speech

    @property
    def failed_findings(self) -> list[ConditionFinding]:
        return [finding for finding in self.findings if not finding.is_met]

    @property
    def held_findings(self) -> list[ConditionFinding]:
        return [finding for finding in self.findings if finding.is_met]

    @property
    def true(self) -> bool:
        return not self.failed_findings

    @property
    def distance(self) -> float:
        return sum(finding.distance for finding in self.findings)


def analyze_pattern(pattern: Pattern, view: View, language: str = "en") -> PatternAnalysis:
    """The conditions of a pattern in one reading, each with what was found."""

    def analyze(speech: Speech) -> PatternAnalysis:
        return PatternAnalysis(pattern, tuple(_pattern_findings(pattern, view, speech)), speech)

    return localized_or_english(analyze, view.ruleset, language)


def nearest_analysis(pattern: Pattern, views: Iterable[View], language: str = "en") -> PatternAnalysis:
    """The analysis of a pattern in the reading in which it comes nearest."""
    return min((analyze_pattern(pattern, view, language) for view in views), key=_nearness_key)


def near_misses(
    views: list[View],
    counted_ids: Iterable[str] = (),
    limit: int = 3,
    language: str = "en",
    wins: bool = True,
) -> list[PatternAnalysis]:
    """The patterns that come nearest in any reading, best first, without those in `counted_ids`, those that
    these imply or exclude, and those that the options switch off, which no other tile would bring.

    For a hand that does not win, only patterns that would make it win together with what it has.
    """
    counted, furthest = set(counted_ids), NEAR_DISTANCE if wins else WIN_TYPE_DISTANCE
    skip = counted | {name for one in counted for name in _ruled_out_ids(one, views[0].ruleset)}
    played = (
        p for p in views[0].ruleset.patterns if p.id not in skip and holds(p.option_condition, views[0])
    )
    every = (nearest_analysis(pattern, views, language) for pattern in played)
    missed = sorted(
        (item for item in every if not item.true and item.distance <= furthest), key=_nearness_key
    )
    useful = (item for item in missed if wins or any(_can_win_with(item.pattern, view) for view in views))
    return list(islice(useful, limit))


def _ruled_out_ids(counted_id: str, rules: Ruleset) -> Iterator[str]:
    """The patterns that would not count beside one that does."""
    yield from rules.implied_ids.get(counted_id, ())
    if pattern := rules.pattern_by_id.get(counted_id):
        yield from pattern.excludes


def _can_win_with(pattern: Pattern, view: View) -> bool:
    """Whether a reading would win if it had the pattern as well."""
    value = max(whole_number(node, view) for node in (pattern.closed_value, pattern.open_value))
    return value > 0 and bool(winning_ways(view, [Award(pattern, value, 1, NO_PLACES)]))


def _nearness_key(item: PatternAnalysis) -> tuple[bool, float, int]:
    return not item.true, item.distance, len(item.failed_findings)


# ---- as sentences


def reason_sentence(item: PatternAnalysis) -> str:
    """One sentence on why a pattern is not awarded or, if it holds, what makes it true."""
    speech = item.speech
    if failed := _without_repeated_failures(item.failed_findings, speech):
        if speech.is_english:  # what the pattern needs comes first, as its 'it' is the pattern
            failed = sorted(failed, key=lambda one: one.frame not in (NEEDS, ALLOWS))
        return speech.phrase("between reasons").join(
            dict.fromkeys(failed_clause(one, speech) for one in failed)
        )
    if _is_the_circumstance(item.pattern, speech):
        name = speech.phrase("quoted", name_in(item.pattern.names, speech.language))
        declared = is_declared_before(item.pattern.condition, speech)
        return speech.phrase("was said before" if declared else "was said", name)
    held = _telling_findings(_without_implied_findings(item.findings, speech), speech)
    held = _calls_and_kongs_together(held, speech)
    texts = [
        _clause_with_evidence(said, one.evidence, speech)
        for said, one in zip(_listed_conditions(held), held, strict=True)
    ]
    texts = _with_tiles_together(texts, held, speech)
    colon = speech.phrase("colon")  # clauses that end in a list come last
    plain = speech.listed_conditions(text for text in texts if colon not in text)
    headed = [text for text in texts if colon in text]
    if speech.is_english and headed and texts[0] == headed[0]:
        said = [*headed, plain]
    else:
        said = [speech.phrase("before a list").join(filter(None, [plain, *headed[:1]])), *headed[1:]]
    return speech.phrase("between reasons").join(filter(None, said)) or speech.phrase("nothing more")


def _without_repeated_failures(findings: list[ConditionFinding], speech: Speech) -> list[ConditionFinding]:
    """The findings without those that another one says as well: a hand without kongs has no concealed one.
    That it has none of the narrower sets says more than that it has too many of the wider ones. Of a hand of
    another shape, nothing more is said of its sets and its wait, and of one that is won in the other way, not
    which circumstance that would be.
    """
    if any(one.node and one.node.args in (("self_draw",), ("discard",)) for one in findings):
        findings = [one for one in findings if not is_named_by_way_to_win(one.node, speech)]
    if any(one.node and one.node.args[:1] == ("shape",) for one in findings):
        findings = [one for one in findings if not _asks_for_sets(one.node)]

    def follows(one: ConditionFinding, other: ConditionFinding) -> bool:
        one_has_none, other_has_none = (isinstance(found.evidence, NoneFound) for found in (one, other))
        if is_part_of(one.node, other.node):
            return other_has_none and not one_has_none
        if is_part_of(other.node, one.node):
            return other_has_none or not one_has_none
        return other_has_none and is_part_of(_counted_in(other.node), _counted_in(one.node))

    return [one for one in findings if not any(follows(one, other) for other in findings)]


def _asks_for_sets(node: Node | None) -> bool:
    """Whether a condition is about the sets or the wait of a hand and nothing else, which only makes sense of
    a hand of the right shape.
    """

    def asks(part: Node) -> bool:
        known = (FUNCTIONS if part.op == "call" else FACTS).get(part.args[0])
        depends_on_reading = known is not None and known.depends_on in (Source.READING, Source.WAITS)
        return depends_on_reading and getattr(known, "takes", ()) != ("shape",)

    asked = [part for part in node.walk() if part.op in ("call", "fact")] if node is not None else []
    return bool(asked) and all(map(asks, asked))


def _counted_in(node: Node | None) -> Node | None:
    """What a comparison with a number counts."""
    is_count = node is not None and node.op == "compare" and len(node.args) == 3
    return node.args[0] if node is not None and is_count else None


def _is_the_circumstance(pattern: Pattern, speech: Speech) -> bool:
    """Whether a pattern asks for the circumstance of the same name and nothing else."""
    own = speech.phrase("quoted", name_in(pattern.names, speech.language))
    words = circumstance_words(pattern.condition, speech) if pattern.condition is not None else ()
    return words == (own,) and pattern.count is None and not pattern.alternatives


def award_sentence(award: Award, view: View, language: str = "en") -> str:
    """One sentence on what makes an award true, with all the sets that it counts."""
    reason = analyze_pattern(award.pattern, view, language)
    places = sorted(frozenset().union(*award.places))
    sets, said = reason.speech.groups_text(view.groups[place] for place in places), reason_sentence(reason)
    if sets in said:
        return said
    return reason.speech.headed_text(reason.findings[0].asks if len(reason.findings) == 1 else said, sets)


def held_conditions_sentence(item: PatternAnalysis) -> str:
    """One sentence on the conditions that hold of a pattern that is not awarded, without those that only ask
    that something is absent; empty if none hold.
    """
    findings = [
        one
        for one in _without_implied_findings(item.held_findings, item.speech)
        if not _holds_of_most_hands(one.node, item.speech) and not _is_absence(one.node)
    ]
    if any(_asks_for_wait(one.node) for one in item.failed_findings):  # the wait that the pattern is about
        findings = [one for one in findings if not _asks_for_wait(one.node)]
    told = [one.statement or one.asks for one in findings]
    held = _with_tiles_together(told, findings, item.speech)
    said = item.speech.listed_conditions(held)
    return item.speech.phrase("another holds" if len(held) == 1 else "the rest holds", said) if held else ""


def _asks_for_wait(node: Node | None) -> bool:
    """Whether a condition is about the tiles that a hand waits for."""
    parts = node.walk() if node is not None else ()
    return any(part.args[:1] in (("wait",), ("waits",)) for part in parts)


def _listed_conditions(findings: Sequence[ConditionFinding]) -> list[str]:
    """The conditions of a list: nouns alone, or, if one of them has a verb, all with a verb."""
    if all(one.statement for one in findings):
        return [one.asks for one in findings]
    return [one.statement or one.asks for one in findings]


def _with_tiles_together(texts: list[str], findings: Sequence[ConditionFinding], speech: Speech) -> list[str]:
    """The clauses of findings; in English, tiles that the hand has are named together: 'the hand has winds
    and dragons'.
    """
    if not speech.is_english:
        return texts
    tiles = [
        class_words(one.node.args[1], speech)
        if one.node and one.node.args[:1] == ("any_tile",) and text == clause(one.node, speech)
        else ""
        for text, one in zip(texts, findings, strict=True)
    ]
    joined: list[str] = []
    for has_tiles, several in groupby(zip(texts, tiles, strict=True), lambda pair: bool(pair[1])):
        said = [*several]
        named = speech.phrase("the hand has", speech.list_words([words for _, words in said]))
        joined += [named] if has_tiles else [text for text, _ in said]
    return joined


def near_miss_lines(misses: Iterable[PatternAnalysis], language: str) -> Iterator[tuple[str, str]]:
    """The lines for near misses: name and reason, followed by a line for the conditions that hold."""
    for item in misses:
        yield name_in(item.pattern.names, language), reason_sentence(item)
        if held := held_conditions_sentence(item):
            yield "", held


def _without_implied_findings(findings: Iterable[ConditionFinding], speech: Speech) -> list[ConditionFinding]:
    """The findings without those that another one repeats: 'a triplet' if there is 'a triplet of winds'."""
    every = list(findings)

    def is_implied(one: ConditionFinding, other: ConditionFinding) -> bool:
        if is_part_of(one.node, other.node):
            return True
        is_mutual = follows_from(other.node, one.node, speech)  # one of the two has to be told
        return follows_from(one.node, other.node, speech) and not is_mutual

    return [one for one in every if not any(is_implied(one, other) for other in every)]


def _calls_and_kongs_together(findings: list[ConditionFinding], speech: Speech) -> list[ConditionFinding]:
    """The findings with one in place of two: a hand without called sets and without kongs has declared none.
    In English 'concealed' says enough of the first.
    """
    closed = next((one for one in findings if one.node and one.node.args == ("concealed_hand",)), None)
    no_kongs = next((one for one in findings if _asks_for_no_kongs(one.node, speech)), None)
    if speech.is_english or closed is None or no_kongs is None:
        return findings
    together = replace(closed, asks=speech.phrase("nothing declared"), statement="")
    return [together if one is closed else one for one in findings if one is not no_kongs]


def _asks_for_no_kongs(node: Node | None, speech: Speech) -> bool:
    """Whether a condition asks that the hand has none of the sets that are always declared."""
    if node is None or node.op != "compare" or node.args[1:2] != ("==",) or node.args[2].args != (0,):
        return False
    counted = node.args[0]
    if not isinstance(counted, Node) or counted.args[:1] not in (("melds",), ("sets",)):
        return False
    kinds = kinds_asked_for(counted.walk(), speech.rules)
    return bool(kinds) and all(kind.declared for kind in kinds)


def _telling_findings(findings: list[ConditionFinding], speech: Speech) -> list[ConditionFinding]:
    """The findings without those that hold of nearly every hand, unless there is nothing else: that it has
    the first shape of the game, and that a fact is absent. Of several waits, only the one that it has.
    """
    told = [one for one in findings if not _holds_of_most_hands(one.node, speech)]
    return [_with_its_wait(one) for one in told or findings]


def _holds_of_most_hands(node: Node | None, speech: Speech) -> bool:
    if node is None:
        return False
    if node.args[:1] == ("shape",):
        return node.args[1:] == (speech.rules.shapes[0].id,)
    if node.op == "compare" and node.args[1] == "<" and node.args[0].args[:1] == ("flowers",):
        return speech.is_english  # not all flowers of a series
    if node.op == "not" and node.args[0].args[:1] == ("shape",):
        return speech.is_english
    if node.op == "compare" and node.args[0].args[:1] in (("melds",), ("copies",)):  # a kong, a fourth copy
        return bool(speech.is_english and node.args[1] == "==" and node.args[2].args == (0,))
    return (
        node.op == "not" and node.args[0].op == "fact" and node.args[0].args[0] not in FACTS_SHOWN_BY_ABSENCE
    )


def _is_absence(node: Node | None) -> bool:
    """Whether a condition only asks that the hand does not have something."""
    if node is None:
        return False
    if node.op == "compare":
        return (node.args[1], *node.args[2].args) in NONE
    is_not = node.op == "not" and node.args[0].args[:1] not in [(one,) for one in FACTS_SHOWN_BY_ABSENCE]
    return is_not or node.args[:1] == ("no_tile",)


def _with_its_wait(finding: ConditionFinding) -> ConditionFinding:
    """A finding that one of several waits holds, told by what was found, which names that one."""
    parts = finding.node.args if finding.node and finding.node.op == "or" else ()
    is_wait = bool(parts and finding.evidence) and all(part.args[:1] == ("wait",) for part in parts)
    return replace(finding, asks=finding.evidence, statement="", evidence="") if is_wait else finding


def _held_clause(finding: ConditionFinding, speech: Speech) -> str:
    return _clause_with_evidence(finding.asks, finding.evidence, speech)


def _clause_with_evidence(said: str, shown: str, speech: Speech) -> str:
    if not shown:
        return said
    if told := _with_brackets(said, shown, speech):
        return told
    alone = shown.startswith("(") and shown.find(")") == len(shown) - 1  # one called set has its brackets
    if alone and speech.is_english:
        return f"{said} {shown}"
    return speech.headed_text(said, shown)


def _with_brackets(said: str, shown: str, speech: Speech) -> str:
    """A clause with something in brackets behind it; empty where brackets would meet others."""
    if "(" in shown or "（" in shown or said.endswith("）"):
        return ""
    return said + speech.phrase("in brackets", shown)


def failed_clause(finding: ConditionFinding, speech: Speech) -> str:
    """The opposite of a condition with what was found instead, unless that is nothing; in English a condition
    that the hand says something about, as 'not awarded' stands before it.
    """
    if not finding.denial:
        shown = finding.evidence or speech.phrase("not so here")
        node = finding.node
        if finding.frame == ALLOWS and isinstance(shown, NoneFound) and node and node.op == "compare":
            return speech.phrase(NEEDS, some_of_counted_clause(node, speech), shown)
        if finding.frame:
            return speech.phrase(finding.frame, finding.asks, shown)
        return speech.headed_text(finding.asks, shown)
    if speech.is_english:
        return finding.denial  # has the evidence in it
    is_told = finding.has_evidence_in_denial or finding.evidence == finding.denial
    shown = "" if is_told or isinstance(finding.evidence, NoneFound) else finding.evidence
    lead = shown.partition("（")[0].partition(speech.phrase("colon"))[0]
    if lead != shown and "(" not in lead:  # a clause that has its own brackets, or ends in a list
        return speech.phrase("denied and found", finding.denial, shown)
    return _clause_with_evidence(finding.denial, shown, speech)


def suppression_sentence(item: Suppressed, view: View, language: str = "en") -> str:
    """One sentence on why a pattern whose conditions hold is not counted."""

    def write_sentence(speech: Speech) -> str:
        key, names = f"how {item.reason}", "{}" in speech.phrase_template(f"how {item.reason}")
        by = (
            award_words(item.suppressor, speech)
            if item.suppressor and names
            else speech.phrase("another pattern")
        )
        return speech.phrase(key, by)

    return localized_or_english(write_sentence, view.ruleset, language)


def verdict_sentence(item: PatternAnalysis, score: Score | None, view: View) -> str:
    """One sentence: awarded and why, not awarded and why, or true but suppressed by another pattern."""
    speech, said = item.speech, reason_sentence(item)
    if not item.true:
        return speech.phrase("not awarded", said)
    if score is None:
        return speech.phrase("holds in vain", said)
    if any(award.pattern.id == item.pattern.id for award in score.best.awards):
        return speech.phrase("awarded", said)
    for swallowed in score.best.suppressions:
        if swallowed.pattern.id == item.pattern.id:
            return speech.phrase("holds but", suppression_sentence(swallowed, view, speech.language))
    return speech.phrase("holds", said)


def why_incomplete(view: View, language: str = "en") -> str:
    """What an incomplete hand lacks: the condition of a shape, the tiles that would complete it in place of
    its winning tile, or the number of missing tiles.

    >>> from scorer import load_ruleset, parse_hand
    >>> from scorer.hand import Situation
    >>> rules = load_ruleset("riichi")
    >>> why_incomplete(HandView(rules, parse_hand("234m345p67p456s55s+9p", rules), Situation(False)))
    'before 9p it waited for 258p'
    >>> why_incomplete(HandView(rules, parse_hand("234m345p67p456s5s1z+2z", rules), Situation(False)))
    'before 2z it was two tiles short of four sets and a pair'
    """
    ruleset, hand = view.ruleset, view.hand
    shut = {id: node for id, node in ruleset.shape_conditions if not holds(node, view)}
    played = [shape for shape in ruleset.shapes if shape.id not in shut]
    declared = ruleset.file_ruleset or ruleset
    barred = tuple(shape for shape in declared.shapes if shape.id in shut)
    try:
        if readings := every_reading(view, barred):
            shape = declared.shape_by_id[readings[0].shape]
            return localized_or_english(
                partial(_shape_condition_sentence, shape, shut[shape.id]), ruleset, language
            )
        jokers, formal = ruleset.tileset.jokers, ruleset.formal_waits
        waiting = hand.waiting_hand
        if view.wild_kinds:
            waiting = waiting_hand_with_jokers(waiting, view.wild_kinds, ruleset)
        found = distances(waiting, played, ruleset.set_tables, jokers, formal)
        nearest = next(iter(found), None)
    except TooManyReadings:
        return ""
    if nearest is None:
        return ""
    tileset, tile = ruleset.tileset, ruleset.tileset.tile_code(hand.winning_tile)
    if nearest.missing_tiles == 1:
        waits = tileset.format_tiles(map(Tile, nearest.helping_kinds))
        return translate("waits then", language, tile, waits)
    lacked = name_in(nearest.shape.names, language)
    return translate("lacks then", language, tile, numeral(nearest.missing_tiles, language), lacked)


def _shape_condition_sentence(shape: Shape, condition: Node, speech: Speech) -> str:
    return speech.phrase("shape counts when", speech.localized_name(shape.names), clause(condition, speech))


# ---- what was found for each condition


def _pattern_findings(pattern: Pattern, view: View, speech: Speech) -> Iterator[ConditionFinding]:
    """The findings for every condition of a pattern, without duplicates: options that switch it off, value,
    `when`, templates.

    Conditions that the options of the table decide are left out unless they prevent the pattern.
    """
    findings = [*_disabled_findings(pattern, view, speech)]
    if pattern.asks_others:
        view = view.with_amounts(*known_of_others(view))
    if pattern.condition is not None:
        findings += condition_findings(pattern.condition, view, speech)
    if pattern.alternatives:
        findings.append(_template_finding(pattern, view, speech))
    if pattern.count is not None:
        findings.append(_count_finding(pattern.count, view, speech))
    if pattern is view.ruleset.otherwise:
        names = (name_in(item.pattern.names, speech.language) for item in candidate_awards(view))
        others = [speech.phrase("quoted", name) for name in names]
        found = speech.phrase("found other patterns", speech.list_words(others)) if others else ""
        findings.append(
            ConditionFinding(
                speech.phrase("no other pattern"),
                not others,
                found,
                LUCK_DISTANCE * len(others),
                "" if speech.is_english else found,
                frame=ALLOWS,
            )
        )
    alike: dict[ConditionFinding, tuple[ConditionFinding, float]] = {}
    for finding in findings:
        key = replace(finding, distance=0.0, node=None)
        first, far = alike.get(key, (finding, 0.0))
        alike[key] = first, far + finding.distance
    return (replace(first, distance=far) for first, far in alike.values())


def _disabled_findings(pattern: Pattern, view: View, speech: Speech) -> Iterator[ConditionFinding]:
    """A finding if the pattern is switched off, or has no value in a closed or open hand like this."""
    whole = pattern.option_condition
    is_off = whole is not None and not holds(whole, view)
    if whole is not None and is_off:
        parts = whole.args if whole.op == "and" else (whole,)
        node = next(part for part in parts if not holds(part, view))
        asked, found = (
            speech.phrase("played when", clause(node, speech)),
            option_evidence(node, view, speech),
        )
        yield ConditionFinding(asked, False, found, OTHER_DISTANCE, frame=ASKS_BUT)
    closed = view.hand.is_concealed
    node, other = (
        (pattern.closed_value, pattern.open_value) if closed else (pattern.open_value, pattern.closed_value)
    )
    if node is not None and (value_of(node, view) > 0 or pattern.zero):
        return
    if node is not None and node.op == "if":
        key = "counts closed when" if closed else "counts open when"
        asked = speech.phrase(key, clause(node.args[0], speech))
        yield ConditionFinding(asked, False, speech.phrase("off here"), OTHER_DISTANCE, frame=ASKS_BUT)
    elif is_off and not (other is not None and value_of(other, view)):
        return  # that it is worth nothing is the same
    elif other is None or not value_of(other, view):
        asked, found = speech.phrase("worth something"), speech.phrase("worth nothing here")
        yield ConditionFinding(asked, False, found, LUCK_DISTANCE, found)
    else:
        asked = speech.phrase("condition:not concealed_hand" if closed else "condition:concealed_hand")
        found = speech.phrase("hand is closed") if closed else called_sets_words(view, speech)
        yield ConditionFinding(asked, False, found, calls_distance(view), found)


def _count_finding(node: Node, view: View, speech: Speech) -> ConditionFinding:
    count = value_of(node, view)
    if isinstance(count, int) and count > 0:
        key = "so many of a circumstance" if circumstance_words(node, speech) else "so many"
        said = speech.phrase(key, number_words(node, count, speech), counted_noun(node, speech, count))
        return ConditionFinding(
            said, True, evidence(node, view, speech)[1], statement=_existence_clause(said, count, speech)
        )
    asked = speech.phrase("at least one", counted_noun(node, speech, 1))
    denial = "" if speech.is_english else speech.phrase("no such", counted_noun(node, speech, 2))
    found = NoneFound(speech.phrase("found none"))
    return ConditionFinding(asked, False, found, LUCK_DISTANCE, denial, frame=NEEDS)


def _existence_clause(said: str, count: int, speech: Speech) -> str:
    """That there are so many things; empty in languages whose lists need no verb."""
    return (
        speech.phrase("there is one" if count == 1 else "there are many", said) if speech.is_english else ""
    )


def _template_finding(pattern: Pattern, view: View, speech: Speech) -> ConditionFinding:
    """The finding for templates: how many could be bound, and by which sets."""
    bound = [(largest_binding(templates, view), templates) for templates in pattern.alternatives]
    best, wanted = max(bound, key=lambda item: len(item[0]) / len(item[1]))
    far, found = template_evidence(best, wanted, view, speech)
    says = templates_clause(pattern, speech)
    is_one = len(wanted) == 1
    denial = "" if speech.is_english else _missing_sets_clause(pattern, says, wanted, speech)
    if len(best) < len(wanted):
        return ConditionFinding(says, False, found, far, denial, frame=NEEDS)
    statement = speech.phrase("the hand has", says) if speech.is_english else ""
    if instances := view.pattern_instances(pattern):
        if pattern.repeat and is_one and not speech.is_english:
            found = speech.groups_text(view.groups[place] for place in sorted(frozenset().union(*instances)))
        return ConditionFinding(speech.phrase("held sets", says), True, found, statement=statement)
    unfit = speech.phrase("do not fit", found)
    return ConditionFinding(says, False, unfit, UNFIT_DISTANCE, denial, frame=NEEDS)


def _missing_sets_clause(pattern: Pattern, says: str, wanted: Sequence[Node], speech: Speech) -> str:
    """That a hand does not have the sets of a pattern, in other languages than English."""
    is_plain = len(pattern.alternatives) == 1 and pattern.letter_condition is None
    if is_plain and are_divided(tuple(wanted), speech):
        return missing_templates_words(tuple(wanted), speech)
    return speech.phrase("there is no" if len(wanted) == 1 else "there are no", says)


def condition_findings(node: Node, view: View, speech: Speech) -> list[ConditionFinding]:
    """The findings for the parts of a condition at its top-level `and`. Named facts are expanded. Of
    alternatives that are clauses of their own, only one that holds is reported.
    """
    named, plain = node.op == "named", simplify(node, view)
    for whole in (view.ruleset.fact_by_id[node.args[0]].node if named else node, plain):
        if whole.op == "and":
            return [finding for part in whole.args for finding in condition_findings(part, view, speech)]
    if plain == TRUE:
        return []
    held = [part for part in plain.args if holds(part, view)] if has_separate_clauses(plain, speech) else []
    for part in held[:1]:
        has_name = part.op == "named" and speech.rules.fact_by_id[part.args[0]].names
        return [condition_finding(part, view, speech)] if has_name else condition_findings(part, view, speech)
    finding = condition_finding(node if plain.op == "truth" else plain, view, speech)
    return [finding if finding.is_met else _with_excluding_options(finding, node, plain, speech)]


def _with_excluding_options(
    finding: ConditionFinding, node: Node, plain: Node, speech: Speech
) -> ConditionFinding:
    """A finding why a condition fails, with the options that leave no other way to meet it."""
    is_framed = bool(speech.is_english and finding.frame and finding.evidence)
    if node.op != "or" or plain.op == "truth" or not (finding.denial or is_framed):
        return finding
    excluding = [part for part in node.args if is_decided(part, speech.rules)]
    if not excluding:
        return finding
    if all(part.op != "not" for part in excluding):
        would_do = speech.list_words([clause(part, speech) for part in excluding], "or")
        told = speech.phrase("counts only if", finding.denial or finding.evidence, would_do)
        if not finding.denial:
            return replace(finding, evidence=type(finding.evidence)(told))
        return replace(finding, denial=told, evidence=told, has_evidence_in_denial=True)
    options = speech.list_words(negated_clause(part, speech) for part in excluding)
    if not finding.denial:
        return finding
    if speech.is_english:
        told = speech.phrase("with options", finding.denial, options)
    else:
        both = speech.phrase("between conditions").join((finding.denial, options))
        told = _with_brackets(finding.denial, options, speech) or both
    return replace(finding, denial=told, evidence=told, has_evidence_in_denial=True)


def condition_finding(node: Node, view: View, speech: Speech) -> ConditionFinding:
    (far, found), true = evidence(node, view, speech), holds(node, view)
    if true and speech.is_english and is_choice_of_one(node):
        return condition_finding(next(one for one in node.args if holds(one, view)), view, speech)
    if not true and node.op == "named" and view.ruleset.fact_by_id[node.args[0]].node.op == "or":
        # what each alternative lacks does not say what the name asks for
        found = NoneFound(speech.phrase("found none")) if speech.is_english else ""
    counted = ""
    if not true and not speech.is_english:
        counted = number_found_clause(node, found, view, speech) or failing_sets_clause(
            node, found, view, speech
        )
    denial = "" if true else counted or _denial(node, found, view, speech)
    stated = ""
    if true and (stated := other_waits_clause(node, view, speech)):
        found = ""
    elif true:
        stated = (
            stated_circumstance_clause(node, view, speech)
            or exact_count_clause(node, view, speech)
            or several_groups_clause(node, view, speech)
        )
    asks, frame, statement = (
        stated or clause(node, speech),
        requirement_frame(node, speech),
        statement_clause(node, speech),
    )
    told = "" if stated or statement == asks else statement
    return ConditionFinding(asks, true, found, 0.0 if true else far, denial, node, frame, bool(counted), told)


def _denial(node: Node, found: str, view: View, speech: Speech) -> str:
    """Why a condition does not hold, as a statement of its own; empty if it is named with what was found."""
    if not found and (words := circumstance_words(node, speech, view)):
        return no_circumstance_clause(node, words, speech)
    if not found and node.op in ("fact", "not"):
        return negated_clause(node, speech)
    if isinstance(found, NoSetsFound):
        return found  # no set fails what all sets have to be
    if speech.is_english:
        return _english_denial(node, found, view, speech) if found else ""
    return _opposite(node, found, view, speech)


def _opposite(node: Node, found: str, view: View, speech: Speech) -> str:
    """The opposite of a condition; of a number of things of which the hand has none, that it has none."""
    if node.op == "fact" and found:
        return found
    if node.op == "not" and node.args[0].args[:1] == ("match",):
        return speech.phrase("found", clause(node.args[0], speech))
    has_none = isinstance(found, NoneFound) or counts_nothing(node, view)
    return absence_clause(node, speech) if has_none else negated_clause(node, speech)


def _english_denial(node: Node, found: str, view: View, speech: Speech) -> str:
    """The denial of a condition that is a clause. One that names what is counted has a frame: 'it needs
    four triplets, but the hand has three'.
    """
    if node.op == "fact":
        return found
    if node.op == "option":
        return negated_clause(node, speech)
    if node.args[:1] == ("no_tile",):
        opposite = replace(node, args=("any_tile", node.args[1]))
        return _held_clause(condition_finding(opposite, view, speech), speech)
    if node.op == "not" and node.args[0].op not in ("or", "compare"):
        said = _held_clause(condition_finding(node.args[0], view, speech), speech)
        has_name = node.args[0].op == "named" and speech.localized_name(
            speech.rules.fact_by_id[node.args[0].args[0]].names
        )
        is_noun = has_name or node.args[0].args[:1] == ("match",)
        return speech.phrase("found", said) if is_noun else said
    if node.op == "compare" and not requirement_frame(node, speech):
        said = negated_clause(node, speech)
        return said if isinstance(found, NoneFound) else speech.headed_text(said, found)
    if node.op == "or" and not requirement_frame(node, speech):
        return _denial_of_alternatives(node, found, view, speech)
    if node.op != "call" or not speech.has_phrase(f"condition:not {node.args[0]}"):
        return ""
    said = negated_clause(node, speech)
    return said if isinstance(found, NoneFound) else speech.headed_text(said, found)


def _denial_of_alternatives(node: Node, found: str, view: View, speech: Speech) -> str:
    """Why none of several conditions holds: their opposite, if it is one clause, or why each does not."""
    if is_one_clause(node):
        return speech.headed_text(negated_clause(node, speech), found)
    parts = [one for part in node.args for one in condition_findings(part, view, speech) if not one.is_met]
    return speech.phrase("between reasons").join(dict.fromkeys(failed_clause(one, speech) for one in parts))


# ---- a score step by step

MOST_READINGS, MOST_LOSING_READINGS = 8, 4
"""The most readings that are listed: those that win, and those that do not."""


def explain_score(score: Score, language: str = "en", near_miss_limit: int = 3) -> tuple[Section, ...]:
    """The sections that explain a score, from the tiles to the payment. `near_miss_lines` is the number of
    near misses to list.
    """
    teller, best, rules = _ScoreExplainer(score, language), score.best, score.ruleset
    sheet = rules.unit_word(best.sheet.unit, language=language).capitalize() if best.sheet else ""
    steps = (
        ("understood", "understood", teller.input_lines()),
        ("readings", "readings", teller.reading_lines()),
        ("patterns", "patterns", teller.pattern_lines()),
        ("right", "right to win", teller.right_to_win_lines()),
        ("swallowed", "swallowed", teller.suppressed_lines()),
        ("bonuses", "bonuses", teller.bonus_lines()),
        ("sheet", sheet, sheet_lines(score, language, has_reasons=True)),
        ("arithmetic", "arithmetic", teller.arithmetic_lines()),
        ("payments", "who pays", share_lines(best.payments, score.situation, rules, language)),
        ("near", "near", teller.near_miss_lines(near_miss_limit)),
    )
    sections = (Section(ident, translate(title, language), tuple(lines)) for ident, title, lines in steps)
    return tuple(section for section in sections if section.lines)


def view_of(score: Score) -> View:
    """The view of the best reading, with its awards and amounts."""
    view, awards = HandView(score.ruleset, score.hand, score.situation, score.best.reading), score.best.awards
    known = hand_numbers(view, awards, 0, 0).award_numbers
    return view.with_amounts(known | dict(score.worth.amounts), award_counts(awards))


class _ScoreExplainer:
    """Writes the sections that explain one score in one language."""

    def __init__(self, score: Score, language: str) -> None:
        self.score, self.view, self.language = score, view_of(score), language
        self.best, self.rules = score.best, score.ruleset

    def phrase(self, key: str, *words: object) -> str:
        return translate(key, self.language, *words)

    def localized_name(self, names: tuple[tuple[str, str], ...]) -> str:
        return name_in(names, self.language)

    def input_lines(self) -> Iterator[LabeledLine]:
        tileset, situation, tile = self.rules.tileset, self.score.situation, self.score.hand.winning_tile
        yield LabeledLine(self.phrase("hand"), format_hand(self.score.hand, tileset))
        code, name = tileset.tile_code(tile), tileset.tile_name(tile, self.language)
        shown = code if tile.red or name == code else code + self.phrase("named", name)
        how = self.phrase("and how", shown, win_words(situation, self.language))
        yield LabeledLine(self.phrase("winning tile"), how)
        yield LabeledLine(self.phrase("rules"), self.localized_name(self.rules.names))
        yield from (LabeledLine("", text) for text in situation_words(situation, self.rules, self.language))
        for item in self.rules.indicators:  # the tiles they point at are listed with the situation
            if tiles := dict(situation.indicators).get(item.id):
                name = self.phrase("in brackets", self.localized_name(item.names) or item.id)
                shown = tileset.format_tiles(tiles) + name
                yield LabeledLine(self.phrase("indicator"), shown)

    def reading_lines(self) -> Iterator[LabeledLine]:
        """The readings of the hand, and the reason why the first one counts."""
        ways, tileset = self.score.readings, self.rules.tileset
        for place, item in enumerate(ways[:MOST_READINGS]):
            counts, text = (
                self.phrase("counts") if place == 0 else "",
                won_text(item.reading, tileset, self.language),
            )
            if stands := tileset.format_tiles(map(Tile, item.reading.jokers)):
                key = "joker" if len(item.reading.jokers) == 1 else "jokers"
                text += self.phrase("semicolon") + self.phrase(key, stands)
            points = self._points_of(item)
            key = "one point" if points == 1 else "so many points"
            yield LabeledLine(counts, text, self.phrase(key, f"{points:,}"))
        if len(ways) > MOST_READINGS:
            last = f"{self._points_of(ways[-1]):,}"
            yield LabeledLine("", self.phrase("more ways", f"{len(ways) - MOST_READINGS:,}", last))
        if self.score.has_unlisted_readings:
            yield LabeledLine(
                "", self.phrase("can be read", f"{self.score.complete:,}", self.phrase("best of many"))
            )
            return
        valued = {item.reading for item in ways}
        every = readings_of(HandView(self.rules, self.score.hand, self.score.situation))
        lost = [reading for reading in every if reading not in valued]
        yield from (
            LabeledLine(self.phrase("cannot win"), reading_text(one, tileset))
            for one in lost[:MOST_LOSING_READINGS]
        )
        if len(lost) > MOST_LOSING_READINGS:
            yield LabeledLine("", self.phrase("more that cannot", f"{len(lost) - MOST_LOSING_READINGS:,}"))
        if len(ways) > 1:
            yield LabeledLine("", self._ranking_reason(ways[0], ways[1]))

    def _points_of(self, item: ValuedReading) -> int | float:
        """The points of a reading: its count if the game counts points, else all that the winner is paid."""
        return item.worth.total if self.rules.counts_points else item.payments.points

    def _ranking_reason(self, first: ValuedReading, second: ValuedReading) -> str:
        points = self._points_of(first), self._points_of(second)
        if points[0] > points[1]:
            return self.phrase("first pays more", *(f"{number:,}" for number in points))
        counts = first.worth.uncapped_total, second.worth.uncapped_total
        if counts[0] > counts[1]:
            return self.phrase("first counts more", *counts)
        return self.phrase("first has more" if len(first.awards) > len(second.awards) else "worth the same")

    def pattern_lines(self) -> Iterator[LabeledLine]:
        for award in self.best.awards:
            name = self.localized_name(award.pattern.names)
            is_its_shape = self._is_its_shape(award.pattern, name)
            said = "" if is_its_shape else award_sentence(award, self.view, self.language)
            yield LabeledLine(name, "" if said == name else said, self._award_worth(award))

    def _is_its_shape(self, pattern: Pattern, name: str) -> bool:
        """Whether a pattern asks for nothing but the shape that it is named after: seven pairs."""
        node = pattern.condition
        if node is None or node.args[:1] != ("shape",) or pattern.count is not None or pattern.alternatives:
            return False
        shape_name = self.localized_name(self.rules.shape_by_id[node.args[1]].names)
        return bool(shape_name) and shape_name.casefold() in name.casefold()

    def _award_worth(self, award: Award) -> str:
        value, unit = shown_value(award.value, award.pattern, self.rules)
        if award.count > 1 and is_english(self.language):
            return self.rules.amount_text(f"{value} x {award.count}", unit, self.language)
        times = f"{self.phrase('times')}{award.count}" if award.count > 1 else ""
        return self.rules.amount_text(str(value), unit, self.language) + times

    def right_to_win_lines(self) -> Iterator[LabeledLine]:
        """The exception that lets the hand win, if a condition for winning is met only through one."""
        for requirement in self.rules.to_win:
            parts = requirement.node.args if requirement.node.op == "or" else ()
            held = [part for part in parts if holds(part, self.view)]
            missed = [part for part in parts if part.op == "fact" and part not in held]
            if held and missed and not any(part.op == "fact" for part in held):
                yield LabeledLine(
                    "",
                    localized_or_english(
                        partial(self._although_sentence, held[0], missed[0]), self.rules, self.language
                    ),
                )
                return

    def _although_sentence(self, node: Node, missed_node: Node, speech: Speech) -> str:
        found = condition_finding(node, self.view, speech)
        shown = speech.phrase("in brackets", found.evidence.strip("()")) if found.evidence else ""
        return speech.phrase("though", found.asks + shown, negated_clause(missed_node, speech))

    def suppressed_lines(self) -> Iterator[LabeledLine]:
        for item in self.best.suppressions:
            yield LabeledLine(
                self.localized_name(item.pattern.names), suppression_sentence(item, self.view, self.language)
            )

    def bonus_lines(self) -> Iterator[LabeledLine]:
        for line in self.best.bonuses:
            worth = self.rules.amount_text(line.total, language=self.language)
            name, said = self.localized_name(line.names), self._bonus_tile_words(line)
            yield LabeledLine(name, "" if said.casefold() == name.casefold() else said, worth)

    def _bonus_tile_words(self, line: BonusLine) -> str:
        """The tiles or flowers that a bonus counts; if there are none, its condition or its count."""
        bonus = next(item for item in self.rules.bonuses if item.id == line.id)
        tiles = self._counted_tiles(line, list(expressions_in((bonus.count, bonus.condition))))
        if bonus.condition is not None and bonus.count is None and not tiles:
            return localized_or_english(
                partial(clause, simplify(bonus.condition, self.view)), self.rules, self.language
            )
        said = join_words(map(self.rules.tileset.tile_code, tiles), self.language)
        return said or self.phrase("of them", numeral(line.count, self.language))

    def _counted_tiles(self, line: BonusLine, asked: Sequence[Node]) -> Sequence[Tile]:
        """The tiles or flowers that a bonus counts, not those of which there must be few."""
        if line.tiles:
            return line.tiles
        limits = [node for node in asked if node.op == "compare" and node.args[1] in ("<", "<=")]
        limits += [node for node in asked if node.op == "compare" and not holds(node, self.view)]
        limited = [node for limit in limits for node in limit.walk()]
        counted = [node for node in asked if node not in limited and node.args[:1] == ("flowers",)]
        if any(node.op == "fact" for node in counted):
            return self.view.flowers
        classes = [class_mask(node.args[1], self.view) for node in counted if node.op == "call"]
        return [tile for tile in self.view.flowers if any(of >> tile.kind & 1 for of in classes)]

    def arithmetic_lines(self) -> Iterator[LabeledLine]:
        if not self.best.worth.tier:
            parts = [award.total for award in self.best.awards] + [line.total for line in self.best.bonuses]
            added = " + ".join(map(str, parts)) if len(parts) > 1 else ""
            if sum(parts) > self.best.worth.total:
                added = self.phrase("at most", added or sum(parts), self.best.worth.total)
            total = self.rules.amount_text(self.best.worth.total, language=self.language)
            yield LabeledLine(self.phrase("total"), added, total)
        yield from step_lines(self.best.steps, self.rules, self.language)

    def near_miss_lines(self, limit: int) -> Iterator[LabeledLine]:
        idle = [award.pattern.id for award in self.best.awards] + [
            s.pattern.id for s in self.best.suppressions
        ]
        near = near_misses([self.view], [*idle, *self._useless_patterns()], limit, self.language)
        yield from (LabeledLine(name, said) for name, said in near_miss_lines(near, self.language))

    def _useless_patterns(self) -> Iterator[str]:
        """The patterns that would not improve the hand: those worth too little to replace the only pattern
        that counts, and those whose fulfilled conditions all belong to a pattern of the hand that is worth as
        much.
        """
        tier, awards = self.rules.top_tier, self.best.awards
        if tier and any(award.value >= tier.start for award in awards):
            least = tier.start
        elif self.rules.highest_only:
            least = max((award.total for award in awards), default=0) + 1
        else:
            least = 0
        present = [(award.value, award.pattern) for award in awards]
        present += [(self._value_of(one.pattern), one.pattern) for one in self.best.suppressions]
        counted = [
            (value, {one.asks for one in analyze_pattern(pattern, self.view).findings})
            for value, pattern in present
        ]
        for pattern in self.rules.patterns:
            value = self._value_of(pattern)
            held = {finding.asks for finding in analyze_pattern(pattern, self.view).held_findings}
            lesser = held and any(held <= asked and value <= worth for worth, asked in counted)
            if value < least or lesser:
                yield pattern.id

    def _value_of(self, pattern: Pattern) -> int:
        """What a pattern would be worth in the hand, which is closed or open."""
        is_closed = self.score.hand.is_concealed
        return whole_number(pattern.closed_value if is_closed else pattern.open_value, self.view)
