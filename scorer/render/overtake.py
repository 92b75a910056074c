"""Hands that overtake a rival, and what a scored hand does to the difference, as documents and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.engine.evaluate import rules_view, value_of
from scorer.labels import capitalize_first
from scorer.phrases import comma_list, format_amount, headed_text, translate
from scorer.render.document import KEEP, Block, Document, paragraph, table
from scorer.render.heading import phrase_line
from scorer.render.result import Object
from scorer.ruleset.model import Ruleset
from scorer.teach.overtake import Deficit, Overtaking, OvertakingHand, ScoreOutcomes, WinningWay
from scorer.tiles import name_in

NOTHING = "-"
MOST_NAMES = 3
TIES = {"seat": "tie by seat", "shared": "tie shared"}
"""The note on equal scores, by the rule of the final result."""


def overtaking_document(overtaking: Overtaking, language: str = "en") -> Document:
    """The cheapest hands that overtake a rival, in a table for the dealer and one for other players."""
    rules = overtaking.ruleset
    lying = ((overtaking.honba, "honba"), (overtaking.sticks, "sticks"))
    counters = [rules.amount_text(number, name, language) for number, name in lying if number]
    title = headed_text(
        name_in(rules.names, language), _deficit_words(overtaking.deficit, language), language
    )
    is_dealer_apart = any(case.dealer for case in overtaking.table.cases)
    blocks: list[Block] = [paragraph(phrase_line(title, *counters))]
    for dealer, rows in groupby(overtaking.rows, lambda row: row.way.dealer):
        cells = []
        for row in rows:
            cells.append((way_words(row.way, language), _hand_list(row.hands, rules, language)))
            if row.ties:
                equal = translate("equal scores with", language)
                cells.append((equal, _hand_list(row.ties, rules, language)))
        heading = translate("as the dealer" if dealer else "not as the dealer", language)
        blocks.append(table(cells, "kl", heading if is_dealer_apart else ""))
    if any(row.ties for row in overtaking.rows):
        blocks += _tie_note(rules, language)
    return tuple(blocks)


def outcomes_table(outcomes: ScoreOutcomes, language: str = "en") -> Document:
    """How far ahead of the rival a scored hand brings its winner, by the way to win."""
    rows = [
        (way_words(way, language), lead_words(outcome, language)) for way, (outcome,) in outcomes.outcomes
    ]
    title = capitalize_first(_deficit_words(outcomes.deficit, language))
    equal = any(not outcome.lead for _, (outcome,) in outcomes.outcomes)
    return (table(rows, "ll", title), *(_tie_note(outcomes.score.score.ruleset, language) if equal else ()))


def way_words(way: WinningWay, language: str = "en") -> str:
    """A way to win: 'on the rival's discard', with who deals if that matters."""
    key = "by draw" if way.self_draw else "rival's discard" if way.by_rival else "another's discard"
    words = capitalize_first(translate(key, language))
    if way.rival_deals is not None:
        side = translate("rival deals" if way.rival_deals else "rival does not deal", language)
        words += translate("named", language, side)
    if way.discarder_deals is not None and not way.by_rival:
        side = translate("dealer discards" if way.discarder_deals else "dealer does not discard", language)
        words += translate("named", language, side)
    return words


def lead_words(outcome: OvertakingHand, language: str = "en") -> str:
    """The difference after a win: so many points ahead, equal scores, or so many short."""
    if not outcome.lead:
        return translate("equal scores", language)
    key = "ahead by" if outcome.lead > 0 else "behind still"
    return translate(key, language, format_amount(abs(outcome.lead)))


def _deficit_words(deficit: Deficit, language: str) -> str:
    points = format_amount(deficit.points)
    if deficit.rival:
        return translate("behind seat", language, translate(deficit.rival, language), points)
    return translate("behind", language, points)


def _hand_list(hands: Sequence[OvertakingHand], rules: Ruleset, language: str) -> str:
    words = (hand_words(hand, rules, language).replace(" ", KEEP) for hand in hands)
    return comma_list(words, language) or NOTHING


def hand_words(hand: OvertakingHand, rules: Ruleset, language: str = "en") -> str:
    """A hand by its count, by its limit if any secondary score reaches it, or by its patterns."""
    count = hand.count.count_words(rules, language)
    if hand.patterns:
        names = [name_in(pattern.names, language) for pattern in hand.patterns[:MOST_NAMES]]
        more = len(hand.patterns) - MOST_NAMES
        first = comma_list(names, language)
        first = translate("and more", language, first, more) if more > 0 else first
        return first + translate("named", language, count)
    if hand.limit and hand.count.sheet is None and not hand.count.tier:
        return name_in(hand.limit.names, language) + translate("named", language, count)
    return count


def _tie_note(rules: Ruleset, language: str) -> Iterator[Block]:
    """Who is placed higher if the scores are equal, if the rules say it."""
    if rules.final:
        yield paragraph(translate(TIES[str(value_of(rules.final.ties, rules_view(rules)))], language))


# ---- data


def overtaking_data(overtaking: Overtaking, language: str = "en") -> Object:
    """The hands that overtake a rival by the way to win."""
    rules = overtaking.ruleset
    return {
        "ok": True,
        "ruleset": rules.id,
        "behind": overtaking.deficit.points,
        "rival": overtaking.deficit.rival or None,
        "honba": overtaking.honba,
        "sticks": overtaking.sticks,
        "equal_scores": value_of(rules.final.ties, rules_view(rules)) if rules.final else None,
        "ways": [
            {
                **_way_data(row.way),
                "hands": [_outcome_data(hand, rules) for hand in row.hands],
                "ties": [_outcome_data(hand, rules) for hand in row.ties],
            }
            for row in overtaking.rows
        ],
    }


def outcomes_data(outcomes: ScoreOutcomes) -> Object:
    """What a scored hand does to the difference, as the key `behind` of its result."""
    ways = [{**_way_data(way), "lead": outcome.lead} for way, (outcome,) in outcomes.outcomes]
    return {"points": outcomes.deficit.points, "rival": outcomes.deficit.rival or None, "ways": ways}


def _way_data(way: WinningWay) -> Object:
    return {
        "dealer": way.dealer,
        "self_draw": way.self_draw,
        "by_rival": way.by_rival,
        "rival_deals": way.rival_deals,
        "discarder_deals": way.discarder_deals,
    }


def _outcome_data(hand: OvertakingHand, rules: Ruleset) -> Object:
    count, tier = hand.count, bool(hand.count.tier)
    units = {
        rules.unit: None if tier else count.total,
        rules.sheet_unit: count.sheet,
        rules.tier_unit: count.tier or None,
    }
    return {
        **{unit: number for unit, number in units.items() if unit},
        "limit": hand.limit.id if hand.limit else None,
        "patterns": [pattern.id for pattern in hand.patterns],
        "points": hand.payments.points,
        "total": hand.payments.total,
        "lead": hand.lead,
    }
