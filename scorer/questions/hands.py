"""A hand, however far it is: what it waits for, what it scores, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from scorer.engine.request import has_extra_tile, parse_request, parse_waiting_request, tiles_to_come
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import Hand, Request, SaidParts, Situation
from scorer.message import Listed, Message
from scorer.notation import names_winning_tile
from scorer.parameters import USUAL_NEAR_MISSES
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import recognized_names
from scorer.scoring import (
    hand_and_situation,
    hand_outcome,
    make_request,
    resolve_ruleset,
    score,
    score_hand,
    typed_by_keywords,
    typed_like,
    typed_like_after,
    written_hand,
)
from scorer.tiles import fold_name
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.engine.results import FullScore, Score
    from scorer.hand import WaitingHand
    from scorer.ruleset.model import Pattern, Ruleset, Value
    from scorer.scoring import RulesetOrName
    from scorer.table.whole_deal import WholeDeal
    from scorer.teach.answers import (
        Analysis,
        Comparison,
        Explanation,
        PatternAnswer,
        Refusal,
        WronglySaidPart,
    )
    from scorer.teach.overtake import ScoreOutcomes
    from scorer.teach.winners import DiscardWinners
    from scorer.tiles import Tile
    from scorer.waiting import Discards, HandWaits


HandInput = str | Hand | Request | tuple[Hand, Situation]
"""A hand: as text, parsed, with how it was won as texts, or with its situation."""


def _parse_arguments(
    hand: HandInput, ruleset: RulesetOrName, arguments: Mapping[str, Any]
) -> tuple[Ruleset, Hand, Situation]:

    keywords = dict(arguments)
    rules = resolve_ruleset(ruleset, keywords.pop("options", None))
    if isinstance(hand, tuple):
        return rules, *hand
    request = hand if isinstance(hand, Request) else make_request(written_hand(hand, rules), **keywords)
    return rules, *parse_request(request, rules)


def _seen_tiles(own_discards: str, visible: str) -> dict[str, str]:
    """Tiles on the table by the input that names them."""
    return {"--discards": own_discards, "--visible": visible}


class WaitingInput(NamedTuple):
    """A hand that waits, as the functions of `scorer.waiting` take it; `visible` are tiles seen elsewhere."""

    ruleset: Ruleset
    hand: WaitingHand
    situation: Situation
    own_discards: tuple[Tile, ...]
    visible: tuple[Tile, ...]


def _waiting_input(
    hand: str | Hand | Request,
    ruleset: RulesetOrName,
    own_discards: str,
    visible: str,
    arguments: Mapping[str, Any],
    may_be_part: bool = False,
) -> WaitingInput:
    """A hand that waits, from what a question says of it."""
    keywords, seen = dict(arguments), _seen_tiles(own_discards, visible)
    rules = resolve_ruleset(ruleset, keywords.pop("options", None))
    request = hand if isinstance(hand, Request) else make_request(written_hand(hand, rules), **keywords)
    waiting, situation, elsewhere = parse_waiting_request(request, rules, seen, may_be_part)
    if may_be_part and tiles_to_come(waiting, rules) < 0:
        parse_waiting_request(request, rules, seen)  # raises what is wrong with a hand of too many tiles
    discarded, others = elsewhere.values()
    return WaitingInput(rules, waiting, situation, discarded, others)


@typed_like(score)
def waits(
    hand: str | Hand | Request,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    own_discards: str = "",
    visible: str = "",
    **arguments: Any,
) -> HandWaits:
    """What a hand waits for, with what each tile pays; if more tiles are missing, which of them help.

    `own_discards` are tiles that the player has discarded, `visible` other tiles seen on the table; none of
    them is left to draw.

    Payments are points, distances numbers of tiles. Raises InputError if the hand cannot be read or has a
    wrong number of tiles, RulesetError if there is no such ruleset.

    >>> found = waits("234m345p67p456s55s", visible="2p2p")
    >>> found.missing_tiles, found.winning_tiles[0].copies_left
    (1, 2)
    """
    from scorer.waiting import find_waits

    return find_waits(*_waiting_input(hand, ruleset, own_discards, visible, arguments))


@typed_like(score)
def discards(
    hand: str | Hand | Request,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    own_discards: str = "",
    visible: str = "",
    **arguments: Any,
) -> Discards:
    """The discards that leave a hand with one tile too many nearest to complete, best first.

    Payments are points, distances numbers of tiles. Raises InputError if the hand cannot be read or has a
    wrong number of tiles, RulesetError if there is no such ruleset.

    >>> found = discards("234m345p67p456s55s9s")
    >>> [found.ruleset.tileset.tile_code(item.tile) for item in found.choices]
    ['9s']
    """
    from scorer.waiting import find_discards

    return find_discards(*_waiting_input(hand, ruleset, own_discards, visible, arguments))


def waits_or_discards(
    hand: str | Hand | Request,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    own_discards: str = "",
    visible: str = "",
    **arguments: Any,
) -> HandWaits | Discards:
    """The discards of a hand with one tile too many, as `discards`; of any other hand its waits, as `waits`.

    A hand of fewer tiles may be a part whose other sets are thought to be complete. If it lacks one tile
    then, its waits are `helping_tiles`; otherwise they tell what the whole hand still needs.

    Payments are points, distances numbers of tiles. Raises InputError if the hand cannot be read or has a
    wrong number of tiles, RulesetError if there is no such ruleset.

    >>> waits_or_discards("3334m").absent_sets
    3
    >>> [type(waits_or_discards(text)).__name__ for text in ("234m345p67p456s55s", "234m345p67p456s55s9s")]
    ['HandWaits', 'Discards']
    """
    from scorer.waiting import find_discards, find_part_waits, find_waits

    parts = _waiting_input(hand, ruleset, own_discards, visible, arguments, may_be_part=True)
    if tiles_to_come(parts.hand, parts.ruleset) > 1:
        return find_part_waits(*parts) or find_waits(*parts)
    return find_discards(*parts) if has_extra_tile(parts.hand, parts.ruleset) else find_waits(*parts)


@typed_like(score)
def analyze(
    hand: str | Hand,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    own_discards: str = "",
    visible: str = "",
    **arguments: Any,
) -> Analysis:
    """What can be said of a hand at any stage, from the first tile to the win. Never raises for a hand.

    Without a `+`, a hand with all its tiles is scored as if the last one had won; if it does not win, the
    answer is what to discard. `own_discards` and `visible` are tiles on the table, as for `waits`.

    Raises RulesetError or InputError if the ruleset cannot be used with these options.

    >>> [analyze(text).stage for text in ("", "3445m", "234m345p67p456s55s", "234m345p67p456s55s8p", "9x")]
    ['empty', 'building', 'waiting', 'complete', 'faulty']
    """
    from scorer.teach.answers import Analysis
    from scorer.waiting import find_discards

    keywords = dict(arguments)
    rules = resolve_ruleset(ruleset, keywords.pop("options", None))
    request = make_request(written_hand(hand, rules), **keywords)
    written = str(request.hand)  # a value of another type is a fault of the hand
    is_marked = names_winning_tile(written)
    if not written.strip():
        return Analysis(rules, "empty")
    try:
        if not is_marked:
            seen = _seen_tiles(own_discards, visible)
            held, situation, elsewhere = parse_waiting_request(request, rules, seen, any_size=True)
            if missing := tiles_to_come(held, rules):
                return _analysis_of_waiting(rules, held, situation, missing, elsewhere)
        full, situation = parse_request(request, rules)
        return Analysis(rules, "complete", score=score_hand(rules, full, situation))
    except NotAWinner as error:
        if error.kind == "not_winning" and not is_marked:
            return Analysis(
                rules, "full", discards=find_discards(rules, held, situation, *elsewhere.values())
            )
        return Analysis(rules, "refused", refusal=error)
    except InputError as error:
        return Analysis(rules, "faulty", faults=error.faults)


def _analysis_of_waiting(
    rules: Ruleset,
    waiting_hand: WaitingHand,
    situation: Situation,
    missing_tiles: int,
    elsewhere: Mapping[str, tuple[Tile, ...]],
) -> Analysis:
    """The analysis of a hand with so many `missing_tiles`; a negative number if it has too many."""
    from scorer.teach.answers import Analysis
    from scorer.waiting import find_waits

    if missing_tiles < 0:
        return Analysis(rules, "too many")
    found = find_waits(rules, waiting_hand, situation, *elsewhere.values())
    return Analysis(rules, "waiting" if found.missing_tiles == 1 else "building", waits=found)


def explain(score: Score, *, near_miss_limit: int = USUAL_NEAR_MISSES) -> Explanation:
    """A scored hand, to be explained step by step, with up to `near_miss_limit` patterns that it just misses.

    Values are in the units of the ruleset, payments in points.

    >>> from scorer import as_text, score
    >>> print(as_text(explain(score("123456789p77z11z+1z"))).splitlines()[0])
    1. Input
    """
    from scorer.teach.answers import Explanation

    return Explanation(score, near_miss_limit)


@typed_like_after(score)
def why(
    pattern: str, hand: HandInput, ruleset: RulesetOrName = DEFAULT_RULESET, **arguments: Any
) -> PatternAnswer:
    """Whether a pattern, named by its id or any of its names, is awarded to a hand, and why.

    Raises InputError for a name that no pattern has, or several; `why_each` answers for all of these. Raises
    NotAWinner if the hand is not even complete.

    >>> answer = why("pinfu", "234m678p345p22z678s")
    >>> answer.verdict(), sum(not finding.is_met for finding in answer.why().findings)
    ('not awarded; the hand has a pair of value tiles (22z).', 1)
    """
    found, *others = why_each([pattern], hand, ruleset, **arguments)
    if others:
        named = Listed(tuple(one.pattern.id for one in (found, *others)), "comma")
        message = Message("ambiguous pattern", pattern, named)
        raise InputError([Fault("pattern", 0, message, "circumstance", max(1, len(pattern)), pattern)])
    return found


def why_each(
    names: Sequence[str],
    hand: HandInput,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    source: str = "pattern",
    **arguments: Any,
) -> tuple[PatternAnswer, ...]:
    """Whether each of several patterns is awarded to a hand, and why. `source` is what errors call a name.

    Raises InputError for names that no pattern has, NotAWinner if the hand is not even complete.

    >>> [bool(answer.score) for answer in why_each(["pinfu", "tanyao"], "234m678p345p22z67s+8s")]
    [False, False]
    """
    from scorer.engine.score import HandView
    from scorer.scoring import readings_of
    from scorer.teach.answers import PatternAnswer
    from scorer.teach.patterns import chosen_patterns

    rules, full, situation = _parse_arguments(hand, ruleset, arguments)
    chosen = chosen_patterns(names, source, rules)
    view = HandView(rules, full, situation)
    try:
        result = score_hand(rules, full, situation)
    except NotAWinner:
        if not readings_of(view):
            raise
        result = None
    return tuple(PatternAnswer(rules.pattern_by_id[name], view, result) for name in chosen)


def wrongly_said_parts(said: SaidParts, request: Request, ruleset: Ruleset) -> tuple[WronglySaidPart, ...]:
    """The patterns that were named with a hand which lacks them, `234m... ron pinfu`, and those and the
    bonuses that were denied of a hand which has them. Raises KeyError for what the ruleset lacks.

    >>> from scorer import load_ruleset
    >>> from scorer.hand import SaidParts
    >>> said = SaidParts(named=[["tanyao"], ["pinfu"]], denied=[["pinfu"]])
    >>> request = Request("234m678p345p22z67s+8s", win="ron", seat="W")
    >>> wrong = wrongly_said_parts(said, request, load_ruleset("riichi"))
    >>> [one.part.id for one in wrong]
    ['tanyao', 'pinfu']
    """
    from scorer.teach.answers import WronglySaidPart

    wrong = []
    for names in dict.fromkeys(map(tuple, said.named)):
        try:
            found = why_each(names, request, ruleset)
        except (InputError, NotAWinner):  # the hand is not complete
            wrong.append(WronglySaidPart(ruleset.pattern_by_id[names[0]], None))
            continue
        score = found[0].score
        awarded = [award.pattern for award in score.awards] if score else []
        if not any(_is_kind_of(one, found[0].pattern, names) for one in awarded):
            wrong.append(WronglySaidPart(found[0].pattern, found[0]))
    return (*wrong, *(_wrongly_denied_parts(said.denied, request, ruleset) if said.denied else ()))


def _wrongly_denied_parts(
    denied: Iterable[Sequence[str]], request: Request, ruleset: Ruleset
) -> Iterator[WronglySaidPart]:
    """What the hand of a request has of these patterns and bonuses."""
    from scorer.teach.answers import CountedBonus, WronglySaidPart

    try:
        score = hand_outcome(ruleset, *parse_request(request, ruleset)).score
    except InputError:  # the hand is not complete
        score, known = None, ruleset.pattern_by_id
        named = (next((known[name] for name in names if name in known), None) for names in denied)
        yield from (WronglySaidPart(one, None) for one in named if one)
    names = {name for one in denied for name in one}
    for award in score.awards if score else ():
        if award.pattern.id in names:
            yield WronglySaidPart(award.pattern, why_each([award.pattern.id], request, ruleset)[0])
    for line in score.bonuses if score else ():
        if score and line.id in names:
            yield WronglySaidPart(line, CountedBonus(line, score))


def wrongly_said_parts_by_ruleset(
    said: SaidParts, request: Request, rulesets: Sequence[Ruleset]
) -> tuple[tuple[Ruleset, tuple[WronglySaidPart, ...]], ...]:
    """The patterns that were named with a hand which lacks them or denied of one which has them, under each
    ruleset that has them.

    >>> from scorer import load_ruleset
    >>> from scorer.hand import SaidParts
    >>> request = Request("234m678p345p22z67s+8s", win="ron", seat="W")
    >>> rulesets = [load_ruleset("tenhou"), load_ruleset("mcr")]
    >>> compared = wrongly_said_parts_by_ruleset(SaidParts([["tanyao"]]), request, rulesets)
    >>> [(rules.id, len(found)) for rules, found in compared]
    [('tenhou', 1), ('mcr', 0)]
    """
    found = []
    for ruleset in rulesets:
        known = [[name for name in names if name in ruleset.pattern_by_id] for names in said.named]
        there = SaidParts([*filter(None, known)], said.denied)
        found.append((ruleset, wrongly_said_parts(there, request, ruleset)))
    return tuple(found)


def _is_kind_of(awarded: Pattern, named: Pattern, names: Sequence[str]) -> bool:
    """Whether an awarded pattern is one that was named, or has a longer form of its name: 国士無双十三面."""
    if awarded.id in names:
        return True
    said = {fold_name(word) for _, word in recognized_names(named)}
    return any(fold_name(word).startswith(tuple(said)) for _, word in awarded.names)


def full_score(
    score: Score,
    *,
    readings: bool = True,
    other_way: Score | None = None,
    brief: bool = False,
    is_unmarked: bool = False,
) -> FullScore:
    """A score, to be written with every reading of its hand that can win, best first.

    `other_way` is the same hand won in the other way, whose payment is shown as well; see `other_way`.
    `brief` writes the headlines alone. `is_unmarked` says that the last tile written won, as none was
    marked. Data is the same with and without these.

    >>> from scorer import as_data, score
    >>> len(as_data(full_score(score("112233m445566p7s+7s")))["readings"])
    2
    """
    from scorer.engine.results import FullScore

    return FullScore(score, readings, other_way, brief, is_unmarked)


def score_behind(score: FullScore, deficit: int | str) -> ScoreOutcomes:
    """A score with what it does to the difference to a rival who is ahead: how far ahead or behind its winner
    is afterwards, on the rival's discard, on another player's discard, and by self-draw.

    `deficit` is the number of points, or a text such as `7,800` or `W=7,800`, which names the rival's seat.

    >>> from scorer import as_text, score
    >>> print(as_text(score_behind(full_score(score("234m345p67p456s55s+8p"), brief=True), 3000)))
    2 han 30 fu · 2,000
    <BLANKLINE>
    Behind by 3,000
    On the rival's discard       1,000 ahead
    On another player's discard  1,000 short
    """
    from scorer.teach.overtake import read_deficit, score_outcomes

    return score_outcomes(score, read_deficit(str(deficit), score.score.ruleset))


def other_way(request: Request, ruleset: RulesetOrName = DEFAULT_RULESET) -> Score | None:
    """The score of a hand won in the other way than a ruleset assumes, by self-draw or on a discard.

    None if the request says how the hand was won, if the hand cannot be read, or if it does not win in the
    other way. Raises RulesetError if there is no such ruleset.

    >>> other_way(Request("234m345p67p456s55s+8p")).points
    2700
    """
    rules = resolve_ruleset(ruleset)
    if request.win or request.discarder:
        return None
    try:
        claim = parse_request(replace(request, win="ron" if rules.default_self_draw else "tsumo"), rules)
    except InputError:  # a circumstance decides how the hand was won
        return None
    return hand_outcome(rules, *claim).score


def refusal(
    error: NotAWinner,
    hand: HandInput,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    near_miss_limit: int = 3,
    other_way: Score | None = None,
    is_unmarked: bool = False,
    **arguments: Any,
) -> Refusal:
    """Why a hand does not win, what it has, and up to `near_miss_limit` patterns that would make it win.

    Raises InputError if the hand cannot be read, RulesetError if there is no such ruleset.

    >>> from scorer import as_data, score
    >>> try:
    ...     score("123m456p67p(789s)11z+8p")
    ... except NotAWinner as error:
    ...     as_data(refusal(error, "123m456p67p(789s)11z+8p"))["error"]["kind"]
    'no_pattern'
    """
    from scorer.teach.answers import Refusal

    rules, full, situation = _parse_arguments(hand, ruleset, arguments)
    return Refusal(error, rules, full, situation, near_miss_limit, other_way, is_unmarked)


def near_misses(
    hand: str, ruleset: RulesetOrName = DEFAULT_RULESET, *, limit: int = 3, **arguments: Any
) -> tuple[PatternAnswer, ...]:
    """The patterns that a complete hand just misses, nearest first; if it does not win, those that would do.

    Raises InputError if the hand cannot be read, RulesetError if there is no such ruleset.

    >>> [answer.pattern.id for answer in near_misses("123456789p77z11z+1z", limit=1)]
    ['chun']
    """
    from scorer.engine.score import HandView
    from scorer.scoring import readings_of
    from scorer.teach.advice import advice_on
    from scorer.teach.answers import PatternAnswer
    from scorer.teach.why import near_misses as nearest_patterns

    rules, full, situation = _parse_arguments(hand, ruleset, arguments)
    view = HandView(rules, full, situation)
    try:
        result = score_hand(rules, full, situation)
    except NotAWinner as error:
        missed = advice_on(error, rules, full, situation, most_near=limit).near_misses
        return tuple(PatternAnswer(item.pattern, view, None) for item in missed)
    views = [view.with_reading(reading) for reading in readings_of(view)]
    counted = [award.pattern.id for award in result.best.awards]
    return tuple(
        PatternAnswer(item.pattern, view, result) for item in nearest_patterns(views, counted, limit)
    )


@typed_by_keywords(make_request)
def compare(hand: str | Hand | Request, rulesets: Sequence[RulesetOrName], **arguments: Any) -> Comparison:
    """One hand under several rulesets, with the options that make each differ from the first.

    Payments are points. A ruleset under which the hand does not win has the reason instead. Raises
    InputError if the hand cannot be read, RulesetError if there is no such ruleset.

    >>> found = compare("234m067p345p67s99s+8s", ["tenhou", "m-league"], circumstances=["riichi", "ippatsu"])
    >>> [column.outcome.score.points for column in found.columns]
    [7700, 8000]
    """
    from scorer.teach.answers import Comparison
    from scorer.teach.compare import compare_rulesets

    chosen = [resolve_ruleset(one) for one in rulesets]
    if isinstance(hand, Hand) and chosen:
        hand = written_hand(hand, chosen[0])
    request = hand if isinstance(hand, Request) else make_request(cast("str", hand), **arguments)
    return Comparison(tuple(compare_rulesets(request, chosen)))


@typed_by_keywords(score)  # type: ignore[arg-type]  # its `hand` is not positional alone
def winners(
    hand: str | Hand, other_winners: Sequence[str], ruleset: RulesetOrName = DEFAULT_RULESET, **arguments: Any
) -> DiscardWinners:
    """Several winners on one discard: who is paid, and what every seat gains in all.

    `other_winners` are the further winners, each as one text of a hand, its seat and its circumstances.
    Keywords describe the first winner and the table.

    Payments are points. Raises InputError if a hand cannot be read or wins on another tile, NotAWinner if
    one does not win, RulesetError if there is no such ruleset.

    >>> others = ["567m345p67p456s77s+8p seat=W"]
    >>> winners("234m345p67p456s55s+8p", others, discarder="E", honba=1).balance
    (('E', -4300), ('S', 2300), ('W', 2000), ('N', 0))
    """
    from scorer.teach.winners import discard_claims, discard_winners

    rules, full, situation = _parse_arguments(hand, ruleset, arguments)
    claims = discard_claims(rules, full, situation, other_winners)
    return discard_winners(rules, [score_hand(rules, *claim) for claim in claims])


def whole_deal(
    hand: HandInput,
    other_hands: str | Mapping[str, str],
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    also: Sequence[str] = (),
    events: str = "",
    **arguments: Any,
) -> WholeDeal:
    """A whole deal: what the winner is paid, and what the other players settle among themselves.

    `other_hands` are the hands of the other players, each written after its seat, or what they count. `also`
    are further winners on the same discard, as for `winners`. `events` are what is paid at once while the
    deal is played: "E concealed_kong, N claimed_kong from=E".

    Payments are points. Raises InputError if a hand cannot be read, NotAWinner if the winner's does not
    win, RulesetError if there is no such ruleset.

    >>> found = whole_deal("444666m2z(123p)(777s)+2z", "E:24 W:18 N:169m258p147s2334z4f", "british", seat="S")
    >>> found.balance
    (('E', -20), ('S', 128), ('W', -34), ('N', -74))
    """
    from scorer.table.whole_deal import settled_deal
    from scorer.teach.winners import discard_claims

    rules, full, situation = _parse_arguments(hand, ruleset, arguments)
    claims = discard_claims(rules, full, situation, also) if also else [(full, situation)]
    return settled_deal(rules, [score_hand(rules, *claim) for claim in claims], other_hands, events)


def score_claims(
    claims: Iterable[Mapping[str, object]],
    ruleset: RulesetOrName = DEFAULT_RULESET,
    options: Mapping[str, Value] | None = None,
) -> DiscardWinners:
    """Scores several claims on one discard, so that counters and sticks are paid once.

    Claims are mappings as `score_many` takes them, each with the winner's `seat` and the discarder (`from`).
    Counters and sticks on the table may be in each of them; who takes them is a rule.

    Raises InputError for bad claims and for seats that do not differ, NotAWinner for a hand that does not
    win.

    >>> hand, other = "234m345p67p456s55s+8p", "567m345p67p456s77s+8p"
    >>> first = {"hand": hand, "seat": "S", "from": "E", "honba": 1}
    >>> score_claims([first, {**first, "hand": other, "seat": "W"}]).balance
    (('E', -4300), ('S', 2300), ('W', 2000), ('N', 0))
    """
    from scorer.rows import RowRules, hand_rows
    from scorer.teach.winners import counters_shared, discard_winners

    rules, given = resolve_ruleset(ruleset, options), hand_rows(claims)
    rows = RowRules(rules, ruleset)
    read = [hand_and_situation(*rows.read(one)) for one in given]
    payers = {situation.discarder for _, situation in read}
    seats = {situation.seat for _, situation in read}
    if not read or None in payers or len(payers) > 1 or len(seats | payers) != len(read) + 1:
        message = Message("claims without one discard")
        raise InputError([Fault("claims", None, message, "circumstance")])
    ordered = counters_shared(rules, read)
    return discard_winners(rules, [score_hand(rules, *claim) for claim in ordered])
