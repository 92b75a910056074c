"""A whole deal as a document and as data: each hand with what it counts, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.labels import format_gain, formula_style, name_with_count, seat_name
from scorer.language.formulas import formula_text
from scorer.notation import format_waiting
from scorer.phrases import comma_list, format_amount, headed_text, join_words, translate
from scorer.render.breakdown import headline
from scorer.render.document import HEADLINE, KEEP, TOTAL, Document, Part, Table, line, paragraph, table
from scorer.render.result import Object, result_data
from scorer.ruleset.model import Ruleset
from scorer.table.whole_deal import WIN, DealLine, LosingSeat, WholeDeal
from scorer.tiles import name_in


def deal_document(deal: WholeDeal, language: str = "en") -> Document:
    """The headline of each winner, what every other hand counts, and the table of payments."""
    heads = [headline(score, language, seat_name(score.situation.seat, language)) for score in deal.scores]
    hands = [paragraph(*_loser_lines(loser, deal.ruleset, language)) for loser in deal.losers if loser.hand]
    doubts = [paragraph(_surplus_note(deal, language))] if deal.surplus else []
    if deal.draw:
        rules = name_in(deal.ruleset.names, language)
        heads.insert(
            0, line(Part(headed_text(rules, name_in(deal.draw.names, language), language), HEADLINE))
        )
    return (paragraph(*heads), *hands, _payment_table(deal, language), *doubts)


def _loser_lines(loser: LosingSeat, ruleset: Ruleset, language: str) -> Iterator[str]:
    """The hand with its count, then what counts in it."""
    found = loser.hand
    assert found is not None
    count = format_amount(loser.count)
    formula = found.steps[-1].with_numbers if found.steps and not found.near_pattern else None
    if formula is not None and formula != loser.count:
        count = f"{formula_text(formula, formula_style(language))} = {count}"
    seat, hand = seat_name(loser.seat, language), format_waiting(found.hand, ruleset.tileset)
    yield headed_text(f"{seat}{KEEP * 2}{hand}", count, language)
    told = list(_counted_parts(loser, ruleset, language))
    if told:
        yield comma_list(told, language)


def _counted_parts(loser: LosingSeat, ruleset: Ruleset, language: str) -> Iterator[str]:
    """What counts in a hand that has not won, each part with its value."""
    found = loser.hand
    assert found is not None
    if found.near_pattern:
        yield translate("one tile short", language, name_in(found.near_pattern.names, language))
        return
    for item in found.sheet.lines if found.sheet else ():
        yield f"{name_with_count(name_in(item.names, language), item.count)}{KEEP}{item.value}"
    counts = [(award.pattern.names, award.count, award.total) for award in found.awards if award.total]
    counts += [(bonus.names, bonus.count, bonus.total) for bonus in found.bonuses]
    for names, count, total in counts:
        value = ruleset.amount_text(total, language=language).replace(" ", KEEP)
        yield f"{name_with_count(name_in(names, language), count)}{KEEP}{value}"


def _payment_table(deal: WholeDeal, language: str) -> Table:
    """A row for each payment and the total, with a column for each seat. A hand that was not given counts
    nothing that could be told.
    """
    seats = [seat for seat, _ in deal.balance]
    counts = {loser.seat: loser.count for loser in deal.losers}
    counts |= {score.situation.seat: score.best.worth.base for score in deal.scores}
    rows = [
        [
            translate("hand counts", language),
            *(format_amount(counts[seat]) if seat in counts else "" for seat in seats),
        ],
        *([payment_label(paid, deal, language), *_gains(paid, seats)] for paid in deal.lines),
    ]
    header = ["", *(seat_name(seat, language) for seat in seats)]
    total = [Part(format_gain(gain), TOTAL) for _, gain in deal.balance]
    return table(rows, "l" + "r" * len(seats), header=header, last_row=[translate("total", language), *total])


def _gains(payment: DealLine, seats: list[str]) -> list[str]:
    gains = dict(payment.gains)
    return [format_gain(gains[seat]) if gains[seat] else "" for seat in seats]


def payment_label(payment: DealLine, deal: WholeDeal, language: str) -> str:
    """What a payment is for: the win, or what two players settle and by which formula."""
    if payment.id == WIN:
        return translate("win of", language, seat_name(payment.receiver, language))
    if payment.is_returned:
        name = name_in(payment.names, language)
        return headed_text(
            translate("given back", language, name), seat_name(payment.receiver, language), language
        )
    if not payment.payer:
        return headed_text(name_in(payment.names, language), seat_name(payment.receiver, language), language)
    who = translate(
        "one pays", language, seat_name(payment.payer, language), seat_name(payment.receiver, language)
    )
    if deal.draw or payment.formula is None:
        return headed_text(name_in(payment.names, language), who, language)
    return headed_text(who, formula_text(payment.formula, formula_style(language)), language)


def _surplus_note(deal: WholeDeal, language: str) -> str:
    codes = [deal.ruleset.tileset.kinds[kind].code for kind in deal.surplus]
    return translate("note", language, translate("surplus in deal", language, join_words(codes, language)))


def deal_data(deal: WholeDeal, language: str = "en") -> Object:
    """The winners' results, the counts, every payment and the balance, as data."""
    return {
        "ok": True,
        "ruleset": deal.ruleset.id,
        "draw": deal.draw.id if deal.draw else None,
        "winners": [result_data(score, language) for score in deal.scores],
        "others": {loser.seat: _loser_data(loser, deal.ruleset) for loser in deal.losers},
        "payments": [
            {
                "id": paid.id,
                "from": paid.payer or None,
                "to": paid.receiver,
                "formula": "" if paid.formula is None else formula_text(paid.formula),
                "gains": dict(paid.gains),
            }
            for paid in deal.lines
        ],
        "balance": dict(deal.balance),
        "surplus": [deal.ruleset.tileset.kinds[kind].code for kind in deal.surplus],
    }


def _loser_data(loser: LosingSeat, ruleset: Ruleset) -> Object:
    found = loser.hand
    if found is None:
        return {"count": loser.count}
    return {
        "count": loser.count,
        "hand": format_waiting(found.hand, ruleset.tileset),
        "near": found.near_pattern.id if found.near_pattern else None,
        "items": {item.id: item.value for item in found.sheet.lines} if found.sheet else {},
        "patterns": {award.pattern.id: award.total for award in found.awards},
        "bonuses": {bonus.id: bonus.total for bonus in found.bonuses},
    }
