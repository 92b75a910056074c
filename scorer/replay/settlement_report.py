"""What a drawn deal pays and what final scores are worth, as documents and as data."""

from __future__ import annotations

from scorer.labels import seat_name
from scorer.phrases import headed_text, translate
from scorer.render.document import TOTAL, Document, Part, paragraph, table
from scorer.render.result import Object
from scorer.table.settle import DrawAnswer, FinalAnswer
from scorer.tiles import name_in


def draw_document(answer: DrawAnswer, language: str = "en") -> Document:
    """The kind of draw, what each seat gains, and how the next deal begins."""
    rules, following = answer.ruleset, answer.next_deal
    name = name_in(answer.rule.names, language) if answer.rule else translate("false win", language)
    head = headed_text(name_in(rules.names, language), name, language)
    rows = [
        (seat_name(seat, language), f"{gain:+,}" if gain else "-")
        for seat, gain in zip(answer.seats, answer.payments, strict=True)
    ]
    notes = []
    if answer.deduction:
        notes.append(translate("deducted", language, answer.deduction))
    if following is not None:
        key, alone = (
            ("dealer stays", "dealer stays alone")
            if following.stays
            else ("dealer passes", "dealer passes alone")
        )
        if rules.counter_circumstance or "honba" in rules.table_counters:
            notes.append(translate(key, language, rules.amount_text(following.honba, "honba", language)))
        else:
            notes.append(translate(alone, language))
        if following.sticks:
            notes.append(
                translate("sticks stay", language, rules.amount_text(following.sticks, "sticks", language))
            )
    return (paragraph(head), table(rows, "lr"), *([paragraph(*notes)] if notes else ()))


def draw_data(answer: DrawAnswer, language: str = "en") -> Object:
    following = answer.next_deal
    return {
        "ruleset": answer.ruleset.id,
        "kind": answer.rule.id if answer.rule else "false_win",
        "payments": dict(zip(answer.seats, answer.payments, strict=True)),
        "deduction": answer.deduction,
        "next": None
        if following is None
        else {"dealer_stays": following.stays, "honba": following.honba, "sticks": following.sticks},
    }


def final_document(answer: FinalAnswer, language: str = "en") -> Document:
    """Each player's score, place and result."""
    result = answer.result
    header = (
        "",
        translate("points", language),
        translate("final place", language),
        translate("result", language),
    )
    rows = [
        (letter, f"{score:,}", str(place), Part(f"{value:+g}", TOTAL))
        for letter, score, place, value in zip(
            "ABCD", result.scores, result.places, result.results, strict=False
        )
    ]
    return (paragraph(name_in(answer.ruleset.names, language)), table(rows, "lrrr", header=header))


def final_data(answer: FinalAnswer, language: str = "en") -> Object:
    players = "ABCD"[: len(answer.scores)]
    result = answer.result
    return {
        "ruleset": answer.ruleset.id,
        "scores": dict(zip(players, result.scores, strict=True)),
        "places": dict(zip(players, result.places, strict=True)),
        "results": dict(zip(players, result.results, strict=True)),
    }
