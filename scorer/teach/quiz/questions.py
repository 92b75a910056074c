"""Questions about a scored hand, and marks for answers: right or not, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from scorer.engine.evaluate import View
from scorer.engine.results import Score
from scorer.engine.score import readings_of
from scorer.errors import Fault, InputError, nearest
from scorer.hand import WaitingHand
from scorer.phrases import enumerated, joined, label
from scorer.ruleset.model import Ruleset
from scorer.shapes import Reading
from scorer.teach.explain import Section, explain_score, view_of
from scorer.teach.labels import Line
from scorer.teach.lookup import names, numbers, pattern_words, tiles
from scorer.teach.why import award_sentence, best_why, sentence, swallowed_sentence, why
from scorer.teach.words import reading_text, won_text
from scorer.tiles import Names, Tile, folded, name_in
from scorer.values import dataclass, replace
from scorer.waits import active_shapes, distances

MOST_SHOWN = 9
"""waits of which each is shown with what it completes"""


@dataclass(frozen=True)
class Question:
    """One question: what is asked, how to answer, what there is to choose from, and which steps of the
    explanation tell the solution.
    """

    topic: str
    score: Score
    asks: str
    hint: str
    choices: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mark:
    """What an answer is worth. `answer` is the right one; `note` says how the given one was read;
    `sections` explain. `patterns` are those that were asked about, each with whether it was known.
    """

    topic: str
    right: bool
    answer: str
    note: str = ""
    sections: tuple[Section, ...] = ()
    patterns: tuple[tuple[str, bool], ...] = ()
    skipped: bool = False


def questions(score: Score, topics: tuple[str, ...], language: str = "en") -> Iterator[Question]:
    """The questions that a hand gives, in the order of the topics. What leads to an answer is told with it,
    but for what a question of its own tells.
    """
    asked = [topic for topic in topics if applies(topic, score)]
    for topic in asked:
        asks, hint, choices = ASKS[topic](score, language)
        own = {step for other in asked if other != topic for step in STEPS[other]}
        steps = tuple(step for step in LEADS_TO[topic] if step not in own or step in STEPS[topic])
        yield Question(topic, score, asks, hint, choices, steps)


def marked(question: Question, answer: str, language: str = "en") -> Mark:
    """Marks an answer. An empty one, or `?`, is skipped: not known, and explained.

    >>> from scorer import score
    >>> hand = score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"])
    >>> asked = list(questions(hand, ("total", "payments")))
    >>> [marked(one, text).right for one, text in zip(asked, ["4 han", "1,300/2,600"])]
    [True, True]
    """
    mark = MARKS[question.topic](question, answer, language)
    return replace(mark, skipped=is_skipped(answer))


def is_skipped(answer: str) -> bool:
    """Whether an answer asks for the solution."""
    return not answer.strip("? ")


def is_readable(question: Question, answer: str) -> bool:
    """Whether an answer is one to this question, right or wrong, or asks for the solution."""
    if is_skipped(answer):
        return True
    if question.topic == "patterns":
        rules = question.score.ruleset
        table: dict[str, Names] = dict.fromkeys(pattern_words(rules), ())
        read = names(answer, table | {one.id: one.names for one in rules.bonuses})
        return bool(read.ids) or not read.unknown
    if question.topic == "waits":
        return tiles(answer, question.score.ruleset) is not None
    return any(numbers(answer))


Asked = tuple[str, str, tuple[str, ...]]


# ---- what is asked


def _ask_waits(score: Score, language: str) -> Asked:
    example = score.ruleset.tileset.kinds[score.ruleset.tileset.playing[0]].code
    return label("ask waits", language), label("hint tiles", language, example), ()


def _ask_reading(score: Score, language: str) -> Asked:
    return label("ask reading", language), label("hint place", language), _choices(score, language)


def _ask_patterns(score: Score, language: str) -> Asked:
    return label("ask patterns", language), label("hint names", language), ()


def _ask_total(score: Score, language: str) -> Asked:
    tier, rules = score.ruleset.top_tier, score.ruleset
    unit = rules.unit_word(tier.unit if tier and score.best.tier else rules.unit, False, language)
    asked = label("ask total with" if rules.bonuses else "ask total", language, unit)
    return asked, label("hint number", language), ()


def _ask_sheet(score: Score, language: str) -> Asked:
    unit = topic_name("sheet", score.ruleset).replace("_", " ")
    if language != "en" and score.ruleset.sheet:
        unit = score.ruleset.unit_word(score.ruleset.sheet.unit, False, language)
    return label("ask sheet", language, unit), label("hint number", language), ()


def _ask_points(score: Score, language: str) -> Asked:
    lying = (("honba", score.situation.honba), ("sticks", score.situation.sticks))
    words = [score.ruleset.unit_word(name, False, language) for name, count in lying if count]
    key = "ask worth aside" if words else "ask worth"
    return label(key, language, joined(words, language)), label("hint sum", language), ()


def _ask_payments(score: Score, language: str) -> Asked:
    alone, drawn = paid(score).alone, score.situation.self_draw
    who = "ask discarder" if alone else "ask player" if drawn else "ask payer"
    counters = score.ruleset.unit_word("honba", False, language)
    asked = label(f"{who} with" if score.situation.honba else who, language, counters)
    return asked, label("hint sum" if alone else "hint amounts", language), ()


ASKS: dict[str, Callable[[Score, str], Asked]] = {
    "waits": _ask_waits,
    "reading": _ask_reading,
    "patterns": _ask_patterns,
    "total": _ask_total,
    "sheet": _ask_sheet,
    "points": _ask_points,
    "payments": _ask_payments,
}


# ---- how it is marked


def _mark_waits(question: Question, answer: str, language: str) -> Mark:
    score, tileset = question.score, question.score.ruleset.tileset
    expected = _waits(score)
    given = tiles(answer, score.ruleset)
    jokers = {kind.index for kind in tileset.kinds if kind.role == "joker"}
    shown = " ".join(tileset.code(Tile(kind)) for kind in sorted(expected))
    lines = tuple(_wait_lines(score, sorted(expected | (given or set())), expected, language))
    note = "" if given is not None or not answer.strip("? ") else "these are no tiles of the game"
    right = given is not None and given - jokers == expected
    return Mark("waits", right, shown, note, (Section("waits", label("what completes", language), lines),))


def _waits(score: Score) -> set[int]:
    hand = WaitingHand(score.hand.concealed, score.hand.melds, score.hand.flowers)
    shapes = active_shapes(score.ruleset, hand, score.situation)
    found = distances(hand, shapes, score.ruleset.set_tables)
    return {kind for item in found if item.short == 1 for kind in item.helping}


def _wait_lines(score: Score, kinds: list[int], expected: set[int], language: str) -> Iterator[Line]:
    """What each tile makes of the hand; only that it wins where there are too many ways to read it."""
    view = View(score.ruleset, score.hand, score.situation)
    jokers = any(score.ruleset.tileset.role(tile) == "joker" for tile in score.hand.tiles)
    for kind in kinds:
        code = score.ruleset.tileset.code(Tile(kind))
        if kind not in expected:
            yield Line(code, label("completes nothing", language))
        elif jokers or len(expected) > MOST_SHOWN:
            yield Line(code, label("completes the hand", language))
        else:
            yield Line(code, reading_text(readings_of(view.waiting_for(kind))[0], score.ruleset.tileset))


def _choices(score: Score, language: str) -> tuple[str, ...]:
    """The readings that can win, in an order that gives nothing away; each once."""
    texts = (_choice_text(reading, score, language) for reading, _ in readings(score))
    return tuple(sorted(dict.fromkeys(texts)))


def _choice_text(reading: object, score: Score, language: str) -> str:
    assert isinstance(reading, Reading)
    return won_text(reading, score.ruleset.tileset, language)


def _mark_reading(question: Question, answer: str, language: str) -> Mark:
    score = question.score
    right = question.choices.index(_choice_text(score.best.reading, score, language)) + 1
    given = {one[0] for one in numbers(answer) if len(one) == 1}
    return Mark("reading", right in given, str(right), "", _sections(question, language))


def _mark_patterns(question: Question, answer: str, language: str) -> Mark:
    score, ruleset = question.score, question.score.ruleset
    bonuses: dict[str, Names] = {bonus.id: bonus.names for bonus in ruleset.bonuses}
    known = bonuses | {pattern.id: pattern.names for pattern in ruleset.pattern_by_id.values()}
    awarded = list(dict.fromkeys(score.patterns))
    shared = {word: _meant(idents, awarded) for word, idents in pattern_words(ruleset).items()}
    for word, idents in shared.items():
        known[idents[0]] = (*known[idents[0]], ("also", word))
    read, said = names(answer, known), folded(answer)
    several = {ident for word, idents in shared.items() if idents[1:] and word in said for ident in idents}
    given = {ident for ident in read.ids if ident in ruleset.pattern_by_id} | several
    missed, wrong = [i for i in awarded if i not in given], [i for i in read.ids if i in given - set(awarded)]
    lines = (*_missed_lines(missed, score, language), *_wrong_lines(wrong, score, language))
    shown = enumerated((_name(ident, ruleset, language) for ident in awarded), language)
    note = f"no such pattern: {', '.join(read.unknown)}" if read.unknown and answer.strip("? ") else ""
    asked = tuple((ident, ident in given) for ident in awarded) + tuple((ident, False) for ident in wrong)
    sections = (Section("patterns", "", lines),) if lines else ()
    return Mark("patterns", not missed and not wrong, shown, note, sections, asked)


def _meant(idents: Sequence[str], awarded: Sequence[str]) -> list[str]:
    """What a word that several patterns share means of a hand: those that it has, else the first."""
    return [ident for ident in idents if ident in awarded] or list(idents[:1])


def _name(ident: str, ruleset: Ruleset, language: str) -> str:
    return name_in(ruleset.pattern_by_id[ident].names, language) or ident


def _missed_lines(missed: list[str], score: Score, language: str) -> Iterator[Line]:
    view, awards = view_of(score), {award.id: award for award in score.best.awards}
    for ident in missed:
        named = label("missed", language, _name(ident, score.ruleset, language))
        yield Line(named, award_sentence(awards[ident], view, language))


def _wrong_lines(wrong: list[str], score: Score, language: str) -> Iterator[Line]:
    """Why a pattern does not count: another swallows it, or a condition fails."""
    best = view_of(score)
    swallowed = {item.pattern.id: item for item in score.best.swallowed}
    views = [best.reading_as(reading) for reading in readings_of(best)]
    for ident in wrong:
        pattern = best.ruleset.pattern_by_id[ident]
        if ident in swallowed:
            reason = label("true but", language, swallowed_sentence(swallowed[ident], best, language))
        else:
            found = why(pattern, best, language)
            reason = sentence(found if not found.true else best_why(pattern, views, language))
        yield Line(label("not", language, _name(ident, score.ruleset, language)), reason)


def _mark_total(question: Question, answer: str, language: str) -> Mark:
    best = question.score.best
    return _mark_number(question, best.tier or best.total, answer, language)


def _mark_sheet(question: Question, answer: str, language: str) -> Mark:
    sheet = question.score.best.sheet
    return _mark_number(question, sheet.total if sheet else 0, answer, language)


def _mark_points(question: Question, answer: str, language: str) -> Mark:
    """The sum, or the shares that make it: 2000/3900, 4000 all."""
    mark = _mark_number(question, question.score.points, answer, language)
    shares = paid(question.score, counters=False)
    return replace(mark, right=mark.right or (_says_shares(answer) and shares.said_by(numbers(answer))))


def _mark_number(question: Question, expected: float, answer: str, language: str) -> Mark:
    right = (expected,) in numbers(answer)
    return Mark(question.topic, right, f"{expected:,}", "", _sections(question, language))


def _says_shares(answer: str) -> bool:
    words = ("all", "each", "オール")
    return "/" in answer or any(word in answer.casefold() for word in words)


def _mark_payments(question: Question, answer: str, language: str) -> Mark:
    shares: Paid = paid(question.score)
    said = shares.said_by(numbers(answer))
    return Mark("payments", said, shares.text(language), "", _sections(question, language))


def _sections(question: Question, language: str) -> tuple[Section, ...]:
    """The steps of the explanation that speak of the matter."""
    told = explain_score(question.score, language, 0).sections
    return tuple(section for section in told if section.id in question.steps)


MARKS: dict[str, Callable[[Question, str, str], Mark]] = {
    "waits": _mark_waits,
    "reading": _mark_reading,
    "patterns": _mark_patterns,
    "total": _mark_total,
    "sheet": _mark_sheet,
    "points": _mark_points,
    "payments": _mark_payments,
}


# ---- topics

STEPS: dict[str, tuple[str, ...]] = {
    "waits": (),
    "reading": ("readings",),
    "patterns": ("patterns",),
    "total": ("patterns", "bonuses"),
    "sheet": ("sheet",),
    "points": ("arithmetic", "payments"),
    "payments": ("arithmetic", "payments"),
}
"""The steps of the explanation that a topic is about."""
LEADS_TO: dict[str, tuple[str, ...]] = {
    **STEPS,
    "total": ("patterns", "bonuses", "arithmetic"),
    **dict.fromkeys(("points", "payments"), ("patterns", "bonuses", "sheet", "arithmetic", "payments")),
}
"""The steps that lead to its answer."""
TOPICS = {
    "waits": "the tiles that the hand waits for",
    "reading": "which way of reading the hand counts",
    "patterns": "the patterns that count",
    "total": "the total of patterns and bonuses",
    "sheet": "the total of the second sheet",
    "points": "what the hand is worth",
    "payments": "who pays what",
}
"""In the order in which they are asked: what comes first gives no answer of what comes later away."""
EVERY = "all"


def topic_name(topic: str, ruleset: Ruleset) -> str:
    """The topic as the game's players say it: the total is han, the second sheet fu; a unit by its id where
    its word is that of another topic.

    >>> from scorer.library import load_ruleset
    >>> [topic_name(topic, load_ruleset("riichi")) for topic in ("total", "sheet", "points")]
    ['han', 'fu', 'points']
    """
    if topic == "total" and ruleset.unit not in TOPICS:
        return ruleset.unit_word()
    if topic == "sheet" and ruleset.sheet is not None:
        word = ruleset.unit_word(ruleset.sheet.unit)
        return ruleset.sheet.unit if word in TOPICS else word
    return topic


def asked_topics(text: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The topics of `fu,points`, in the order in which they are asked.

    Raises InputError for words that are none, and for a second sheet where there is none.
    """
    words = [word.strip().casefold() for word in text.replace(",", " ").split()]
    known = {topic_name(topic, ruleset): topic for topic in _topics(ruleset)}
    known |= {topic: topic for topic in _topics(ruleset)}
    faults = [_unknown(word, known, ruleset) for word in words if word not in known and word != EVERY]
    if faults:
        raise InputError(faults)
    chosen = set(known.values()) if EVERY in words else {known[word] for word in words}
    return tuple(topic for topic in TOPICS if topic in chosen)


def _topics(ruleset: Ruleset) -> list[str]:
    return [topic for topic in TOPICS if topic != "sheet" or ruleset.sheet is not None]


def _unknown(word: str, known: Iterable[str], ruleset: Ruleset) -> Fault:
    names = [topic_name(topic, ruleset) for topic in _topics(ruleset)]
    message = f"nothing to ask about; there is {', '.join(names)} and {EVERY}"
    return Fault("--ask", 0, message, "circumstance", max(1, len(word)), word, nearest(word, known, 1))


def applies(topic: str, score: Score) -> bool:
    """Whether a hand gives a question on the topic."""
    if topic == "sheet":
        return score.best.sheet is not None and not score.best.tier
    if topic == "reading":
        return len(readings(score)) > 1 and readings(score)[0][1] > readings(score)[1][1]
    return topic != "payments" or bool(score.best.payments.shares)


def readings(score: Score) -> list[tuple[object, int | float]]:
    """Each reading that can win with the most that it pays, best first."""
    found: dict[object, int | float] = {}
    for valued in score.readings:
        found.setdefault(valued.reading, valued.payments.points)
    return list(found.items())


# ---- what the payers give

COUNTERS = "counters"


@dataclass(frozen=True)
class Paid:
    """The different amounts that a player pays, the smallest first; `alone` where one player pays all."""

    amounts: tuple[float, ...]
    alone: bool

    def text(self, language: str = "en") -> str:
        """The amounts as they are called out: `2,000/3,900`, `4,000 each`."""
        said = "/".join(f"{amount:,g}" for amount in self.amounts)
        return said if self.alone or len(self.amounts) > 1 else label("apiece", language, said)

    def said_by(self, ways: list[tuple[float, ...]]) -> bool:
        """Whether an answer names just these amounts, in any order."""
        return any(tuple(sorted(set(way))) == self.amounts for way in ways)


def paid(score: Score, counters: bool = True) -> Paid:
    """What each player pays for a hand, with the counters on the table or without.

    >>> from scorer import score
    >>> paid(score("234m345p67p456s55s+8p", win="tsumo")).text()
    '700/1,300'
    """
    sums: dict[str, float] = {}
    for share in score.best.payments.shares:
        if counters or share.part != COUNTERS:
            sums[share.payer] = sums.get(share.payer, 0) + share.amount / share.players
    return Paid(tuple(sorted(set(sums.values()))), len(sums) == 1 and not score.situation.self_draw)
