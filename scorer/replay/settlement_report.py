"""What a drawn deal pays and what final scores are worth, as documents and as data."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.labels import counter_text, option_setting, seat_name, uncapitalize_first
from scorer.phrases import format_amount, headed_text, translate
from scorer.render.document import TOTAL, Block, Document, Part, paragraph, table, term_table
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
            if answer.dealer_stays
            else ("dealer passes", "dealer passes alone")
        )
        if rules.counter_circumstance:  # the game has its own name for them
            notes.append(
                translate(key, language, uncapitalize_first(counter_text(following.honba, rules, language)))
            )
        elif "honba" in rules.table_counters:
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
        else {"dealer_stays": answer.dealer_stays, "honba": following.honba, "sticks": following.sticks},
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
        (letter, f"{score:,}", str(place), Part(_gain(value), TOTAL))
        for letter, score, place, value in zip(
            "ABCD", result.scores, result.places, result.results, strict=False
        )
    ]
    return (
        paragraph(name_in(answer.ruleset.names, language)),
        table(rows, "lrrr", header=header),
        *_terms_blocks(answer, language),
    )


def _terms_blocks(answer: FinalAnswer, language: str) -> Iterator[Block]:
    """What was subtracted from the scores, what the places earned, and the options that change that."""
    terms, ruleset = answer.terms, answer.ruleset
    values = ruleset.option_values
    counts_score = ruleset.final is not None and ruleset.final.counts_score
    label = translate("final places" if counts_score else "final places alone", language)
    lines = [(label, " ".join(map(_gain, terms.places)))]
    if counts_score:
        lines.insert(0, (translate("final returns", language), f"{terms.returns:,}"))
        lines.append((translate("final first takes", language), f"{terms.first_takes:,}"))
    yield term_table(lines)
    if terms.options:
        known = ruleset.option_by_id
        options = [f"-o {option_setting(known[name], values[name], language)}" for name in terms.options]
        yield paragraph(headed_text(translate("final options", language), " ".join(options), language))


def _gain(value: float) -> str:
    """What somebody gains or loses, with its sign."""
    return f"+{format_amount(value)}" if value > 0 else format_amount(value)


def final_data(answer: FinalAnswer, language: str = "en") -> Object:
    players = "ABCD"[: len(answer.scores)]
    result = answer.result
    return {
        "ruleset": answer.ruleset.id,
        "scores": dict(zip(players, result.scores, strict=True)),
        "places": dict(zip(players, result.places, strict=True)),
        "results": dict(zip(players, result.results, strict=True)),
        "returns": answer.terms.returns,
        "earned_by_place": list(answer.terms.places),
        "first_takes": answer.terms.first_takes,
        "options": {name: answer.ruleset.option_values[name] for name in answer.terms.options},
    }
