"""The quiz: hands drawn from a seed, questions about them, and marks with reasons.

    wish -> scores -> questions -> marks -> result

Each step is a value; the command line asks and prints. Marks, results and the record are in `progress.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from random import Random
from unicodedata import normalize

from scorer.distance import distances
from scorer.engine.configure import worthless_counters
from scorer.engine.evaluate import rules_view, whole_number
from scorer.engine.examples import parse_example
from scorer.engine.partial import FALSE, simplify
from scorer.engine.results import Score
from scorer.engine.score import HandView
from scorer.errors import InputError
from scorer.hand import WINDS, Hand, Situation
from scorer.labels import LabeledLine, Section
from scorer.languages import is_english
from scorer.message import NUMERALS, Listed, Message
from scorer.notation import read_tiles
from scorer.phrases import (
    HAN_DIGITS,
    HAN_UNITS,
    comma_list,
    headed_text,
    join_words,
    number_of_han,
    translate,
)
from scorer.ruleset.model import Limit, Pattern, Ruleset, TableWins, recognized_names
from scorer.sampling import VARIED, sample_hands, table_habits
from scorer.scoring import hand_outcome, readings_of
from scorer.shapes import Reading
from scorer.suggest import nearest_names
from scorer.teach.patterns import pattern_words
from scorer.teach.progress import TOPICS, AnswerMark, topic_name, topic_title
from scorer.teach.why import (
    analyze_pattern,
    award_sentence,
    explain_score,
    nearest_analysis,
    reason_sentence,
    suppression_sentence,
    view_of,
)
from scorer.teach.words import reading_text, won_text
from scorer.tiles import WORD, Names, Tile, fold_name, ids_by_spelling, name_in
from scorer.values import dataclass, replace
from scorer.waiting import active_shapes, played_hand, wild_kinds

# ---- topics

TOPIC_STEPS: dict[str, tuple[str, ...]] = {
    "waits": (),
    "reading": ("readings",),
    "patterns": ("patterns",),
    "total": ("patterns", "bonuses"),
    "sheet": ("sheet",),
    **dict.fromkeys(("points", "payments"), ("arithmetic", "payments")),
}
"""The steps of the explanation that show the answer to a topic."""
TOPICS_BEFORE_WIN = ("waits",)
"""Topics that are asked before the winning tile is shown."""
ANSWER_SORTS = {"waits": "tiles", "reading": "choice", "patterns": "names", "payments": "numbers"}
"""What answers a topic: tiles, the number of a choice, names of patterns, or several numbers; else one."""
LEADING_STEPS: dict[str, tuple[str, ...]] = {
    "total": ("arithmetic",),
    **dict.fromkeys(("points", "payments"), ("patterns", "bonuses", "sheet")),
}
"""Other steps that lead to the answer."""


def can_ask_topic(topic: str, score: Score) -> bool:
    if topic == "sheet":
        return score.sheet is not None and not score.worth.tier
    if topic == "reading":
        most = list(_points_by_reading(score).values())
        return len(most) > 1 and most[0] > most[1]
    return topic != "payments" or bool(score.payments.shares)


def _points_by_reading(score: Score) -> dict[Reading, int | float]:
    """The most points that each winning reading pays, best reading first."""
    found: dict[Reading, int | float] = {}
    for valued in score.readings:
        found.setdefault(valued.reading, valued.payments.points)
    return found


# ---- the hands

MOST_TRIES = 800
"""the number of hands to try before giving up on the wish"""
EXAMPLE_SHARE = 0.3
"""the share of hands that are taken from the examples of the patterns to practise"""
BIAS = 0.5
"""the share of hands with a taste for something rare, if rare hands are wanted or no others are known"""
MOST_COMPARED = 40
"""How many hands are looked at for one as it is wanted."""
ENOUGH_COMPARED = 100
"""After this many hands, a count above all of them is not looked for any more."""
MANY_CALLED = 850
"""How many of 1,000 hands to choose from have called sets, many of which win with no pattern."""
ENOUGH_EXAMPLES = 20
"""How many winning examples are compared for a plain one."""
Sample = tuple[Hand, Situation]


@dataclass(frozen=True)
class Level:
    """How hard the hands are: the most patterns, declared sets and circumstances, and whether a hand may have
    several readings. `is_unrestricted` allows everything else: top-tier patterns, counters, sticks and
    liability. `topics` are the default topics of the level, `audiences` the levels of patterns in rule files
    that it asks about.
    """

    number: int
    patterns: int
    declared_sets: int
    circumstances: int
    several_readings: bool
    is_unrestricted: bool
    topics: tuple[str, ...]
    audiences: tuple[str, ...]


LEVELS = {
    1: Level(1, 2, 0, 1, False, False, ("patterns", "total"), ("beginner",)),
    2: Level(2, 4, 1, 2, True, False, ("patterns", "total", "sheet", "points"), ("beginner", "usual")),
    3: Level(3, 99, 2, 9, True, True, TOPICS, ("beginner", "usual", "expert")),
}


@dataclass(frozen=True)
class Wish:
    """The learner's choice of topics, level, and patterns or limits that the hands should have."""

    topics: tuple[str, ...]
    level: int = 2
    patterns: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()


def quiz_scores(
    ruleset: Ruleset, wish: Wish, seed: int, plain_rules: Ruleset | None = None, tries: int = MOST_TRIES
) -> Iterator[Score]:
    """An endless sequence of scored hands, the same for the same seed. It ends if `tries` hands in a row do
    not fit the wish.

    `plain_rules` is the ruleset before options were chosen, which is needed to read examples.

    >>> from scorer.scoring import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> one, two = (next(quiz_scores(rules, Wish(("total",)), 5)) for _ in range(2))
    >>> one.hand == two.hand, one.points == two.points
    (True, True)
    """
    rng = Random(seed)
    samples = _samples(ruleset, wish, rng, plain_rules or ruleset)
    wins = usual_wins(ruleset, wish)
    usual = _UsualHands(wins, rng) if wins else None
    seen: set[Hand] = set()
    while True:
        found = (
            score for sample in islice(samples, tries) if (score := _wanted_score(ruleset, wish, sample))
        )
        new = (score for score in found if score.hand not in seen)
        score = usual.choice(new) if usual else next(new, None)
        if score is None:
            return
        seen.add(score.hand)
        yield score


class _UsualHands:
    """Chooses hands so that counts and called sets are as frequent as at tables."""

    def __init__(self, wins: TableWins, rng: Random) -> None:
        self.rng, self.called_chance = rng, wins.called / 1000
        self.shares = {int(total): share for total, share in wins.totals}
        """how many of 1,000 hands have each count"""
        self.shapes = dict(wins.shapes)
        self.compared = self.largest = 0

    def choice(self, scores: Iterator[Score]) -> Score | None:
        """The first of some hands that has the count and the shape that are drawn, and called sets or not as
        is drawn; else the one that comes nearest.
        """
        wants_called = self.rng.random() < self.called_chance
        total, shape = self._drawn_total(), self._drawn_shape()
        nearest, most = None, -1
        for score in islice(scores, MOST_COMPARED):
            self.compared, self.largest = self.compared + 1, max(self.largest, score.worth.total)
            has_called = any(not meld.is_concealed for meld in score.hand.melds)
            agreed = [
                score.worth.total == total or total is None,
                score.best.reading.shape == shape or not shape,
                has_called == wants_called,
            ]
            if sum(agreed) > most:
                nearest, most = score, sum(agreed)
            if all(agreed):
                break
        return nearest

    def _drawn_shape(self) -> str:
        """A shape, as frequent as at tables; the empty text if the rules do not say how frequent they are."""
        return self.rng.choices([*self.shapes], [*self.shapes.values()])[0] if self.shapes else ""

    def _drawn_total(self) -> int | None:
        """A count, as frequent as at tables; none above those that hands of the level have."""
        is_known = self.compared >= ENOUGH_COMPARED
        shares = {total: one for total, one in self.shares.items() if not is_known or total <= self.largest}
        return self.rng.choices([*shares], [*shares.values()])[0] if shares else None


def usual_wins(ruleset: Ruleset, wish: Wish) -> TableWins | None:
    """How hands are won at tables, by which those of a wish are drawn; None if the rules do not say so, or if
    hands are wanted that are rare.
    """
    is_rare = wish.patterns or wish.limits or LEVELS[wish.level].is_unrestricted
    return ruleset.play.wins if ruleset.play and not is_rare else None


def _samples(ruleset: Ruleset, wish: Wish, rng: Random, plain_rules: Ruleset) -> Iterator[Sample]:
    """An endless sequence of sampled hands, mixed with examples of the patterns to practise."""
    wins = ruleset.play.wins if ruleset.play else None
    habits = table_habits(wins) if wins else VARIED  # rare hands are played as at tables, too
    bias = BIAS
    if usual := usual_wins(ruleset, wish):
        bias, habits = 0.0, table_habits(replace(usual, called=max(usual.called, MANY_CALLED)))
    sampled = sample_hands(ruleset, rng.getrandbits(32), 10**9, bias=bias, habits=habits)
    examples = [
        s
        for name in wish.patterns
        for s in played_examples(ruleset.pattern_by_id[name], ruleset, plain_rules)
    ]
    rng.shuffle(examples)
    for sample in sampled:
        if examples and rng.random() < EXAMPLE_SHARE:
            yield examples.pop()
        yield sample


def played_examples(pattern: Pattern, ruleset: Ruleset, plain_rules: Ruleset) -> Iterator[Sample]:
    """The example hands for which a pattern holds, limited to those with the same options as the ruleset."""
    for text in pattern.holds:
        try:
            rules, hand, situation = parse_example(text, plain_rules)
        except InputError:
            continue
        if rules.option_values == ruleset.option_values:
            yield hand, situation


def example_hand(ruleset: Ruleset, plain_rules: Ruleset) -> Score | None:
    """A plain hand of a game, to show how hands are typed: of the first example of each pattern that wins
    without called sets, the one that pays least; None if no example wins.

    >>> from scorer.scoring import load_ruleset
    >>> rules = load_ruleset("ponjan")
    >>> found = example_hand(rules, rules)
    >>> found and [award.id for award in found.awards]
    ['two_two']
    """

    def winning_scores(pattern: Pattern) -> Iterator[Score]:
        for hand, situation in played_examples(pattern, ruleset, plain_rules):
            is_plain = not (hand.melds or hand.flowers)
            if is_plain and (found := hand_outcome(ruleset, hand, situation).score):
                yield found

    first = (next(winning_scores(pattern), None) for pattern in ruleset.patterns)
    found = islice(filter(None, first), ENOUGH_EXAMPLES)
    return min(found, key=lambda score: (not score.points, score.points), default=None)


def _wanted_score(ruleset: Ruleset, wish: Wish, sample: Sample) -> Score | None:
    """The score of a sample, or None if it does not fit the wish."""
    (hand, situation), level = sample, LEVELS[wish.level]
    declared = sum(meld.kind in ruleset.set_tables.declared_kinds for meld in hand.melds)
    if declared > level.declared_sets or len(situation.circumstances) > level.circumstances:
        return None
    if ruleset.play and not ruleset.play.calls and declared < len(hand.melds):
        return None
    # drop circumstances that follow from the player's own discards, and counters that are worth nothing
    by_id, idle = ruleset.circumstance_by_id, set(worthless_counters(ruleset, situation))
    kept = tuple(pair for pair in situation.circumstances if not by_id[pair[0]].own_discard)
    honba, sticks = (0 if name in idle else getattr(situation, name) for name in ("honba", "sticks"))
    planned = _planned_round(ruleset, situation.round)
    situation = replace(situation, circumstances=kept, round=planned, honba=honba, sticks=sticks)
    if not level.is_unrestricted:  # drop details that would only distract
        one_each = tuple((name, turned[:1]) for name, turned in situation.indicators)
        situation = replace(
            situation,
            honba=0,
            sticks=0,
            liable=(),
            indicators=() if _is_for_beginners(ruleset, level) else one_each,
        )
    score = hand_outcome(ruleset, hand, situation).score
    suits = score and _has_wished(score, wish) and any(can_ask_topic(topic, score) for topic in wish.topics)
    return score if suits else None


def _has_wished(score: Score, wish: Wish) -> bool:
    """Whether the hand has the chosen patterns and limits or, if none are chosen, fits the level."""
    level = LEVELS[wish.level]
    if wish.patterns and not set(wish.patterns) & set(score.patterns):
        return False
    if wish.limits and (score.worth.limit is None or score.worth.limit.id not in wish.limits):
        return False
    if wish.patterns or wish.limits or level.is_unrestricted:
        return True
    if _is_for_beginners(score.ruleset, level) and score.bonuses:
        return False
    if not _asks_about(score.ruleset, level, [award.pattern for award in score.awards]):
        return False
    one_way = level.several_readings or score.complete == 1
    return one_way and not score.worth.tier and len(score.awards) <= level.patterns


def patterns_of_level(ruleset: Ruleset, level: int) -> tuple[Pattern, ...]:
    """The patterns that a level asks about, in the order of the rule book: all if the rules name none for it.
    The one for a hand without any is always among them.

    >>> from scorer.scoring import load_ruleset
    >>> [len(patterns_of_level(load_ruleset("singapore"), level)) for level in LEVELS]
    [14, 31, 31]
    """
    audiences = LEVELS[level].audiences
    named = [pattern for pattern in ruleset.patterns if pattern.level in audiences]
    return (*(named or ruleset.patterns), *filter(None, [ruleset.otherwise]))


def _asks_about(ruleset: Ruleset, level: Level, patterns: Iterable[Pattern]) -> bool:
    """Whether a level asks about all of these patterns."""
    asked = {pattern.id for pattern in patterns_of_level(ruleset, level.number)}
    return asked.issuperset(pattern.id for pattern in patterns)


def _is_for_beginners(ruleset: Ruleset, level: Level) -> bool:
    """Whether a level asks only about patterns that the rules name for beginners, in a game in which other
    tiles make tiles of a hand count more.
    """
    is_lowest = level.number == min(LEVELS)
    is_declared = any(pattern.level in level.audiences for pattern in ruleset.patterns)
    return is_lowest and is_declared and bool(ruleset.indicators)


def _planned_round(ruleset: Ruleset, wind: str) -> str:
    """The round of a wind, or another one if a game has fewer rounds than there are winds."""
    rounds = whole_number(ruleset.deals.rounds, rules_view(ruleset)) if ruleset.deals else 0
    return WINDS[WINDS.index(wind) % rounds] if 0 < rounds < len(WINDS) else wind


# ---- questions


@dataclass(frozen=True)
class Question:
    """One question: its text, a hint how to answer, the choices, and the steps of the explanation that show
    the solution. `origin` is the deal of a recorded game that the hand comes from.
    """

    topic: str
    score: Score
    asks: str
    hint: str
    choices: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    origin: str = ""

    @property
    def sort(self) -> str:
        """What answers it: tiles, choice, names, numbers or number."""
        return ANSWER_SORTS.get(self.topic, "number")


def questions(score: Score, topics: tuple[str, ...], language: str = "en") -> Iterator[Question]:
    """The questions about a hand, in the order of the topics. The solution of a question includes the steps
    that lead to the answer, except those that another question is about.
    """
    asked, tileset = [topic for topic in topics if can_ask_topic(topic, score)], score.ruleset.tileset
    example = tileset.kinds[tileset.playing_kinds[0]].code
    for topic in asked:
        key, what, hint = _question_phrases(topic, score, language)
        own = {step for other in asked if other != topic for step in TOPIC_STEPS[other]}
        steps = (*TOPIC_STEPS[topic], *(step for step in LEADING_STEPS.get(topic, ()) if step not in own))
        read = _points_by_reading(score) if topic == "reading" else ()
        choices = sorted({won_text(one, tileset, language) for one in read})  # the order gives nothing away
        said = translate(key, language, what), translate(hint, language, example)
        yield Question(topic, score, *said, tuple(choices), steps)


@dataclass(frozen=True)
class PracticeHand:
    """A hand to practise on: its score, its place among `count` hands, and the topics that are asked about.
    `is_complete` is false while the tile that won is not to be shown. `origin` is the deal of a recorded game
    that it comes from.
    """

    score: Score
    place: int
    count: int
    topics: tuple[str, ...]
    is_complete: bool = True
    origin: str = ""

    def questions(self, language: str = "en") -> Iterator[Question]:
        """The questions about this hand, in the order of the topics."""
        for question in questions(self.score, self.topics, language):
            yield replace(question, origin=self.origin)

    def at_question(self, question: Question) -> PracticeHand:
        """The hand as it is shown with a question: without its last tile if that would be the answer."""
        return replace(self, is_complete=question.topic not in TOPICS_BEFORE_WIN)


@dataclass(frozen=True)
class ExtraQuestion:
    """A question on a sheet that is not about the score of a hand: its text and its solution."""

    asks: str
    answer: str


@dataclass(frozen=True)
class QuizSheet:
    """A sheet of hands to practise on paper: the questions about each, `extra` questions after them, and the
    solutions apart.
    """

    ruleset: Ruleset
    hands: tuple[PracticeHand, ...]
    extra: tuple[ExtraQuestion, ...] = ()

    def shown_questions(self, hand: PracticeHand, language: str = "en") -> tuple[Question, ...]:
        """The questions about a hand. Paper shows all of it, so the waits are asked about only alone."""
        every = tuple(hand.questions(language))
        after = tuple(question for question in every if question.topic not in TOPICS_BEFORE_WIN)
        return after or every


def _has_bonuses(rules: Ruleset) -> bool:
    """Whether the options in force leave something that counts besides patterns, such as dora."""
    view = rules_view(rules)
    conditions = (item.condition for item in rules.bonuses)
    return any(condition is None or simplify(condition, view) != FALSE for condition in conditions)


def _question_phrases(topic: str, score: Score, language: str) -> tuple[str, str, str]:
    """The phrase key of a question, the words to fill in, and the phrase key of the hint."""
    rules, situation = score.ruleset, score.situation
    word = partial(rules.unit_word, language=language)
    if topic == "total":
        if score.worth.tier:  # such a hand counts no bonuses
            return "ask total", rules.amount_text("", rules.tier_unit, language).strip(), "hint number"
        return "ask total with" if _has_bonuses(rules) else "ask total", word(rules.unit), "hint number"
    if topic == "sheet":
        is_translated = rules.sheet and not is_english(language)
        told = word(rules.sheet.unit) if rules.sheet and is_translated else topic_name(topic, rules)
        return "ask sheet", told.replace("_", " "), "hint number"
    if topic == "points":
        lying = [word(name) for name in ("honba", "sticks") if getattr(situation, name)]
        return "ask worth aside" if lying else "ask worth", join_words(lying, language), "hint sum"
    if topic == "payments":
        alone = _has_single_payer(score)
        who = "ask discarder" if alone else "ask player" if situation.self_draw else "ask payer"
        key = f"{who} with" if situation.honba else who
        return key, word("honba"), "hint sum" if alone else "hint amounts"
    if topic == "waits":
        return "ask waits", "", "hint tiles"
    return ("ask reading", "", "hint place") if topic == "reading" else ("ask patterns", "", "hint names")


# ---- hints

TOPICS_BEFORE: dict[str, tuple[str, ...]] = {
    "reading": ("patterns",),
    "total": ("patterns",),
    **dict.fromkeys(("points", "payments"), ("patterns", "total", "sheet")),
}
"""The topics whose answers lead to that of a topic."""


def question_hints(question: Question, language: str = "en") -> tuple[str, ...]:
    """Hints for a question, each of which gives away more: the answers that lead to this one, such as the
    patterns and then the count; or else how many parts the answer has, and all of them but the last.

    >>> from scorer import score
    >>> hand = score("234m345p67p456s55s+8p", circumstances=["riichi"])
    >>> [asked] = questions(hand, ("points",))
    >>> question_hints(asked)
    ('patterns: Riichi, Pinfu, All simples', 'han: 3', 'fu: 30')
    """
    score, topic = question.score, question.topic
    if topic == "sheet":
        return tuple(_sheet_hints(score, language))
    if topic in TOPICS_BEFORE:
        leading = questions(score, TOPICS_BEFORE[topic], language)
        return tuple(
            headed_text(topic_title(one.topic, score.ruleset, language), _solution(one, language), language)
            for one in leading
        )
    parts = _answer_parts(question, language)
    count = translate("hint count", language, len(parts))
    begins = (translate("comma", language).join(parts[:n]) for n in range(1, len(parts)))
    return (count, *(translate("hint begins", language, one) for one in begins))


def _solution(question: Question, language: str) -> str:
    return mark_answer(question, "", language).answer


def _answer_parts(question: Question, language: str) -> list[str]:
    """The patterns of a hand, or the tiles that it waits for."""
    if question.topic == "patterns":
        ids = dict.fromkeys(question.score.patterns)
        return [_pattern_name(ident, question.score.ruleset, language) for ident in ids]
    return _solution(question, language).split()


def _sheet_hints(score: Score, language: str) -> Iterator[str]:
    """How the hand is divided, then the items of the secondary score without their numbers."""
    sections = {one.id: one for one in explain_score(score, language, 0)}
    yield won_text(score.best.reading, score.ruleset.tileset, language)
    if score.best.sheet and "sheet" in sections:
        items = len(score.best.sheet.lines)
        yield comma_list((line.label for line in sections["sheet"].lines[:items]), language)


# ---- reading answers

LONGEST_ANSWER = 500
MOST_WORDS = 10
"""words in the longest name"""
THOUSANDS = re.compile(r"(?<=[0-9])[,'\u2019\u00a0\u202f](?=[0-9]{3}(?![0-9]))")
NUMBER_TEXT = re.compile(r"[0-9]+(?:\.[0-9]+)?")
HAN_NUMBER = re.compile(f"[{HAN_DIGITS}{''.join(unit for unit, _ in HAN_UNITS)}]+")
NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(NUMERALS)})\b", re.IGNORECASE)
EMPTY_ANSWERS = ("none", "nothing", "no", "0")


def answer_numbers(text: str) -> list[tuple[float, ...]]:
    """The numbers in an answer, for each interpretation of commas (thousands separator or list separator).

    >>> answer_numbers("7700 points"), answer_numbers("2000/3,900"), answer_numbers("300,500")
    ([(7700.0,)], [(2000.0, 3900.0), (2000.0, 3.0, 900.0)], [(300500.0,), (300.0, 500.0)])
    >>> answer_numbers("三千九百"), answer_numbers("three han")
    ([(3900.0,)], [(3.0,)])
    """
    plain = _with_digits(normalize("NFKC", text[:LONGEST_ANSWER]))
    ways = (NUMBER_TEXT.findall(way) for way in (THOUSANDS.sub("", plain), plain))
    return list(dict.fromkeys(tuple(map(float, way)) for way in ways))


def _with_digits(text: str) -> str:
    """A text with the numbers in it that are written as words or Chinese characters as digits."""
    text = HAN_NUMBER.sub(lambda match: str(number_of_han(match[0])), text)
    return NUMBER_WORD.sub(lambda match: str(NUMERALS.index(match[0].casefold())), text)


def _amount_before(text: str, words: Iterable[str]) -> tuple[float, ...]:
    """The number before one of these words, such as the unit that is asked about: the 3 of `3 han 30 fu`."""
    plain = _with_digits(normalize("NFKC", text[:LONGEST_ANSWER]))
    units = "|".join(re.escape(normalize("NFKC", word)) for word in sorted(words, key=len, reverse=True))
    found = re.search(rf"([0-9]+(?:\.[0-9]+)?)[\s_-]*(?:{units})", plain, re.IGNORECASE) if units else None
    return (float(found[1]),) if found else ()


def answer_tiles(text: str, ruleset: Ruleset) -> set[int] | None:
    """The kinds of tiles that an answer names, or None if it cannot be read."""
    found, faults = read_tiles(text[:LONGEST_ANSWER], ruleset.tileset, "answer")
    return None if faults or not found else {tile.kind for tile in found}


def answer_names(text: str, names_by_id: Mapping[str, Names]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids that an answer names, and the words that are not names. Names may be in any language, with or
    without commas between them; small spelling mistakes are accepted.

    >>> known = {"pinfu": (("en", "Pinfu"), ("ja", "平和")), "tanyao": (("en", "All simples"),)}
    >>> answer_names("All simples pinfu", known)[0], answer_names("平和, tanjao", known)[0]
    (('tanyao', 'pinfu'), ('pinfu', 'tanyao'))
    >>> answer_names("riichi", known)
    ((), ('riichi',))
    """
    spelled = ids_by_spelling(names_by_id)
    words = [fold_name(word) for word in WORD.findall(normalize("NFKC", text[:LONGEST_ANSWER]))]
    ids: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(words) and "".join(words) not in EMPTY_ANSWERS:
        # take the longest name from the front each time
        length = next((n for n in range(MOST_WORDS, 0, -1) if "".join(words[at : at + n]) in spelled), 0)
        found = [spelled["".join(words[at : at + length])]] if length else _misspelled_ids(words[at], spelled)
        ids += found
        unknown += [] if found else [words[at]]
        at += max(1, length)
    return tuple(dict.fromkeys(ids)), tuple(unknown)


def _misspelled_ids(word: str, ids_by_spelling: Mapping[str, str]) -> list[str]:
    """The ids of names written without spaces between them, otherwise the id of the most similar name."""
    run, left = list[str](), word
    while name := next((left[:n] for n in range(len(left), 0, -1) if left[:n] in ids_by_spelling), ""):
        run, left = [*run, ids_by_spelling[name]], left[len(name) :]
    if not left:
        return run
    close = nearest_names(word, ids_by_spelling, 1) if len(word) > 4 else ()
    return [ids_by_spelling[name] for name in close if abs(len(name) - len(word)) < 3 and name[0] == word[0]]


# ---- marking answers


def mark_answer(question: Question, answer: str, language: str = "en") -> AnswerMark:
    """The mark for an answer. An empty answer, or `?`, counts as skipped and gets the solution.

    >>> from scorer import score
    >>> hand = score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"])
    >>> asked = list(questions(hand, ("total", "payments")))
    >>> [mark_answer(one, text).is_right for one, text in zip(asked, ["4 han", "1,300/2,600"])]
    [True, True]
    """
    mark = {"waits": _mark_waits, "patterns": _mark_patterns}.get(question.topic, _mark_explained)
    return replace(mark(question, answer, language), is_skipped=_is_skipped(answer))


def _is_skipped(answer: str) -> bool:
    return not answer.strip("? ")


def is_readable(question: Question, answer: str) -> bool:
    """Whether an answer can be read, right or wrong, or asks for the solution."""
    if _is_skipped(answer):
        return True
    if question.topic == "points" and _is_limit(answer, *question.score.ruleset.limits):
        return True
    rules = question.score.ruleset
    if question.topic == "patterns":
        table: dict[str, Names] = dict.fromkeys(pattern_words(rules), ())
        ids, unknown = answer_names(answer, table | {one.id: one.names for one in rules.bonuses})
        return bool(ids) or not unknown
    return (
        answer_tiles(answer, rules) is not None if question.topic == "waits" else any(answer_numbers(answer))
    )


def _mark_waits(question: Question, answer: str, language: str) -> AnswerMark:
    score = question.score
    tileset, waiting = score.ruleset.tileset, score.hand.waiting_hand
    shapes = active_shapes(score.ruleset, waiting, score.situation)
    rules = score.ruleset
    played = played_hand(rules, waiting, score.situation)
    nearest = distances(played, shapes, rules.set_tables, rules.tileset.jokers, rules.formal_waits)
    ready = [one for one in nearest if one.missing_tiles == 1]
    expected = {kind for one in ready for kind in one.helping_kinds}
    given = answer_tiles(answer, score.ruleset)
    jokers = {kind.index for kind in tileset.kinds if kind.role == "joker"}
    jokers |= wild_kinds(rules, score.situation)  # which complete whatever any tile does
    shown = " ".join(tileset.tile_code(Tile(kind)) for kind in sorted(expected))
    lines = tuple(_wait_lines(score, sorted(expected | (given or set())), expected, language))
    note = "" if given is not None or _is_skipped(answer) else Message("not tiles of the game")
    right = given is not None and given - jokers == expected - jokers
    return AnswerMark(
        "waits", right, shown, note, (Section("waits", translate("what completes", language), lines),)
    )


MOST_SHOWN = 9
"""the most waits for which the completed hand is shown"""


def _wait_lines(
    score: Score, kinds: list[int], expected_kinds: set[int], language: str
) -> Iterator[LabeledLine]:
    """The completed hand for each tile, or just that the tile completes it if there are too many readings."""
    view, tileset = HandView(score.ruleset, score.hand, score.situation), score.ruleset.tileset
    jokers = any(tileset.tile_role(tile) == "joker" for tile in score.hand.pieces)
    for kind in kinds:
        if kind not in expected_kinds:
            said = translate("completes nothing", language)
        elif jokers or len(expected_kinds) > MOST_SHOWN:
            said = translate("completes the hand", language)
        else:
            said = reading_text(readings_of(view.with_winning_kind(kind))[0], tileset)
        yield LabeledLine(tileset.tile_code(Tile(kind)), said)


def _mark_patterns(question: Question, answer: str, language: str) -> AnswerMark:
    score, ruleset = question.score, question.score.ruleset
    awarded = list(dict.fromkeys(score.patterns))
    known: dict[str, Names] = {bonus.id: recognized_names(bonus) for bonus in ruleset.bonuses}
    known |= {pattern.id: pattern.names for pattern in ruleset.pattern_by_id.values()}
    # a word that several patterns share stands for those that the hand has, otherwise for the first
    shared = {
        word: [ident for ident in idents if ident in awarded] or idents[:1]
        for word, idents in pattern_words(ruleset).items()
    }
    for word, idents in shared.items():
        known[idents[0]] = (*known[idents[0]], ("also", word))
    (read, unknown), said = answer_names(answer, known), fold_name(answer)
    several = {ident for word, idents in shared.items() if idents[1:] and word in said for ident in idents}
    given = {ident for ident in read if ident in ruleset.pattern_by_id} | several
    missed, wrong = [i for i in awarded if i not in given], [i for i in read if i in given - set(awarded)]
    lines = tuple(_mistake_lines(missed, wrong, score, language))
    shown = comma_list((_pattern_name(ident, ruleset, language) for ident in awarded), language)
    is_unknown = unknown and not _is_skipped(answer)
    note = Message("no such patterns", Listed(tuple(unknown), "comma")) if is_unknown else ""
    asked = tuple((ident, ident in given) for ident in awarded) + tuple((ident, False) for ident in wrong)
    sections = (Section("patterns", "", lines),) if lines else ()
    return AnswerMark("patterns", not missed and not wrong, shown, note, sections, asked)


def _pattern_name(ident: str, ruleset: Ruleset, language: str) -> str:
    return name_in(ruleset.pattern_by_id[ident].names, language) or ident


def _mistake_lines(
    missed_patterns: list[str], wrong_patterns: list[str], score: Score, language: str
) -> Iterator[LabeledLine]:
    """A line for each missed pattern with the reason why it holds, and for each wrong one with the reason why
    it does not count.
    """
    best, awards = view_of(score), {award.id: award for award in score.best.awards}
    for ident in missed_patterns:
        name, reason = (
            _pattern_name(ident, score.ruleset, language),
            award_sentence(awards[ident], best, language),
        )
        named = translate("missed", language, name)
        yield LabeledLine(named, "" if reason.casefold() == name.casefold() else reason)
    swallowed = {item.pattern.id: item for item in score.best.suppressions}
    views = [best.with_reading(reading) for reading in readings_of(best)] if wrong_patterns else []
    for ident in wrong_patterns:
        pattern = best.ruleset.pattern_by_id[ident]
        if ident in swallowed:
            reason = translate("true but", language, suppression_sentence(swallowed[ident], best, language))
        else:
            found = analyze_pattern(pattern, best, language)
            reason = reason_sentence(found if not found.true else nearest_analysis(pattern, views, language))
        yield LabeledLine(translate("not", language, _pattern_name(ident, score.ruleset, language)), reason)


def _mark_explained(question: Question, answer: str, language: str) -> AnswerMark:
    right, shown = _check_answer(question, answer, language)
    told = [one for one in explain_score(question.score, language, 0) if one.id in question.steps]
    if question.topic == "total" and not question.score.worth.tier:  # what follows the sum is about points
        told = [replace(one, lines=one.lines[:1]) if one.id == "arithmetic" else one for one in told]
    return AnswerMark(question.topic, right, shown, "", tuple(told))


def _check_answer(question: Question, answer: str, language: str) -> tuple[bool, str]:
    """Whether an answer is right, and the text of the right answer."""
    score, best, ways = question.score, question.score.best, answer_numbers(answer)
    if question.topic == "reading":
        place = question.choices.index(won_text(best.reading, score.ruleset.tileset, language)) + 1
        return (place,) in ways, str(place)
    if question.topic == "payments":  # as announced: `2,000/3,900`, `4,000 each`
        amounts = _payment_amounts(score)
        said = "/".join(f"{amount:,g}" for amount in amounts)
        alone = len(amounts) > 1 or _has_single_payer(score)
        return _has_amounts(ways, amounts), said if alone else translate("apiece", language, said)
    sheet = best.sheet.total if best.sheet else 0
    totals = {"total": best.worth.tier or best.worth.total, "sheet": sheet, "points": score.points}
    expected = totals[question.topic]
    if (counted := _amount_before(answer, _amount_words(question))) and question.topic != "points":
        return counted == (expected,), f"{expected:,}"
    if question.topic == "points" and score.worth.limit and _is_limit(answer, score.worth.limit):
        return True, f"{expected:,}"
    # the worth of a hand may also be given as shares: 2000/3900, 4000 all
    shares = any(len(way) > 1 for way in ways) or any(
        word in answer.casefold() for word in ("all", "each", "オール")
    )
    in_shares = (
        question.topic == "points" and shares and _has_amounts(ways, _payment_amounts(score, counters=False))
    )
    return (expected,) in ways or in_shares, f"{expected:,}"


def _amount_words(question: Question) -> set[str]:
    """What the amount that a question asks for may be called in any language."""
    rules, best = question.score.ruleset, question.score.best
    unit = rules.tier_unit if best.worth.tier else rules.unit
    if question.topic == "sheet":
        unit = best.sheet.unit if best.sheet else ""
    known = rules.unit_by_id.get(unit)
    words = (known.singular, known.plural, *known.also, *(name for _, name in known.names)) if known else ()
    return {*filter(None, (unit, *words))}


def _is_limit(answer: str, *limits: Limit) -> bool:
    """Whether an answer is the name of one of these limits in any language."""
    names = {name for limit in limits for name in (limit.id, *limit.also, *(name for _, name in limit.names))}
    return fold_name(answer) in {fold_name(name) for name in names}


def _payment_amounts(score: Score, counters: bool = True) -> tuple[float, ...]:
    owed = (loser.paid if counters else loser.hand for loser in score.payments.losers)
    return tuple(sorted(set(filter(None, owed))))


def _has_single_payer(score: Score) -> bool:
    paying = [loser for loser in score.payments.losers if loser.paid]
    return len(paying) == 1 and not score.situation.self_draw


def _has_amounts(ways: list[tuple[float, ...]], amounts: tuple[float, ...]) -> bool:
    """Whether an answer consists of exactly these amounts, in any order."""
    return any(tuple(sorted(set(way))) == amounts for way in ways)
