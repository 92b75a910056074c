"""The report on a recorded game, as a document and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from scorer.engine.evaluate import whole_number
from scorer.engine.results import Score
from scorer.errors import InputError, NotAWinner
from scorer.labels import deal_words, option_setting, ruleset_label
from scorer.message import Message, message_text
from scorer.phrases import comma_list, headed_text, join_words, translate
from scorer.render.document import TOTAL, Block, Cell, Document, Part, paragraph, table
from scorer.render.result import Object, result_data_with_notes
from scorer.replay.chances import FORBIDDEN, PassedWin, ReadyHand, passed_wins, ready_hands
from scorer.replay.game import Trouble, letter
from scorer.replay.referee import NO_DRAW, Mismatch, RefereedDeal, RefereedWin, Report
from scorer.replay.view import ReportView
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.tiles import Names, name_in
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.replay.suggestions import RulesProposal

OF_SCORES = ("scores", "result_scores", "scores_after", "final")
COUNTED = {
    "counters": "honba", "sticks": "sticks", "result_counters": "honba", "result_sticks": "sticks",
}  # fmt: skip
"""Mismatches whose values are scores, and those whose values are counted, with what is counted."""
MINUS, ZERO = "-", "-"


@dataclass(frozen=True)
class GameReport:
    """A report, and the parts of it to show."""

    report: Report
    view: ReportView


def report_document(report: Report, view: ReportView | None = None) -> Document:
    """The table of deals, then where log and rules differ, what could not be read, and what was asked for."""
    view = view or ReportView()
    if view.deal:
        from scorer.replay.course import course_blocks  # most reports show no deal turn by turn
    if view.turn:
        deal = next(one for one in report.deals if view.shows(one.deal))
        return course_blocks(deal, report, view)
    blocks: list[Block] = (
        [*_unread_notes(report, view)]
        if view.only_differences
        else [_heading(report, view), _deals(report, view)]
    )
    if view.deal:
        for deal in filter(lambda one: view.shows(one.deal), report.deals):
            blocks += course_blocks(deal, report, view)
    blocks += _differences(report, view)
    if view.with_passed_wins:
        blocks.append(_passed_block(report, view))
    if view.with_ready_hands:
        blocks.append(_ready(report, view))
    blocks.append(_summary(report, view))
    return tuple(blocks)


# ---- the table of deals


def _heading(report: Report, view: ReportView) -> Block:
    rules = report.ruleset
    options = [
        option_setting(rules.option_by_id[name], value, view.language)
        for name, value in report.chosen_rules.options
    ]
    title = ruleset_label(rules, view.language)
    named = title + translate("in brackets", view.language, ", ".join(options)) if options else title
    many = len(report.deals)
    deals = translate("one deal" if many == 1 else "count of deals", view.language, many)
    parts = name_in(report.site.names, view.language), report.game.players, deals, named
    head = translate("log heading", view.language, *parts)
    first = translate("first dealer", view.language, view.player_name(report.deals[0].deal.dealer))
    notes = (message_text(note, view.language) for note in report.notes)
    return paragraph(head, first, *notes)


def _unread_notes(report: Report, view: ReportView) -> Iterator[Block]:
    """What the log does not say, or says in words that are not known."""
    if report.notes:
        yield paragraph(*(message_text(note, view.language) for note in report.notes))


def _deals(report: Report, view: ReportView) -> Block:
    players, language = report.game.players, view.language
    header = [translate("deal", language), translate("result", language)]
    header += [view.player_name(player) for player in range(players)]
    shown = [deal for deal in report.deals if view.shows(deal.deal)]
    rows: list[tuple[Cell, ...]] = []
    if shown and shown[0].scores_before:
        rows.append(("", translate("start", language), *(f"{score:,}" for score in shown[0].scores_before)))
    rows += [
        (view.deal_name(deal.deal), result_text(deal, report, view), *_gains(deal, players)) for deal in shown
    ]
    last = shown[-1].scores_after if shown else None
    end: list[Cell] = []
    if last and report.site.is_chain:
        scores = _scores_at_end(report) if shown[-1] is report.deals[-1] else last
        key = "game end" if shown[-1] is report.deals[-1] else "after deal"
        end = [translate(key, language), "", *(Part(f"{score:,}", TOTAL) for score in scores)]
    return table(rows, "kl" + "r" * players, header=header, last_row=end)


def _scores_at_end(report: Report) -> Sequence[int | float]:
    """The final scores, with the sticks that are left if the first player takes them."""
    last = report.deals[-1]
    scores = last.scores_after or ()
    found = report.final_result(scores)
    return found.scores if found else scores


def _gains(deal: RefereedDeal, players: int) -> list[Cell]:
    if deal.scores_after is not None and deal.scores_before is not None:
        changes = [
            after - before for after, before in zip(deal.scores_after, deal.scores_before, strict=True)
        ]
    else:  # a game without scores: what the wins and the draw pay
        parts = [win.payments for win in deal.wins] + ([deal.draw.payments] if deal.draw else [])
        if not parts or any(part is None for part in parts):
            return [""] * players
        changes = [sum(column) for column in zip(*(part or () for part in parts), strict=True)]
    return [f"{change:+,}" if change else ZERO for change in changes]


def result_text(deal: RefereedDeal, report: Report, view: ReportView) -> str:
    """How a deal ended, in words."""
    language = view.language
    if deal.wins:
        return translate("between wins", language).join(_win_text(win, view) for win in deal.wins)
    if deal.draw is not None:
        return _draw_text(deal, report, view)
    return translate("no end", language)


def _win_text(win: RefereedWin, view: ReportView) -> str:
    claim, language = win.claim, view.language
    worth = limit_or_count(win.score, language) if win.score else translate("without score", language)
    who = view.player_name(claim.player)
    if claim.player == claim.source:
        return translate("draws tile", language, who, worth)
    return translate("wins from", language, who, view.player_name(claim.source), worth)


def limit_or_count(score: Score, language: str) -> str:
    """The count of a hand, or the name of its limit: 3 han 30 fu, or Mangan."""
    worth, rules = score.worth, score.ruleset
    if worth.limit:
        return name_in(worth.limit.names, language)
    return rules.count_text(worth.total, score.sheet.total if score.sheet else None, worth.tier, language)


def _draw_text(deal: RefereedDeal, report: Report, view: ReportView) -> str:
    draw, language = deal.draw, view.language
    if draw is None or draw.rule is None:
        return translate("no rule", language)
    name = name_in(draw.rule.names, language)
    if not whole_number(draw.rule.pool, report.rules.view):
        return name
    ready = [view.player_name(player) for player, is_ready in enumerate(draw.ready_states) if is_ready]
    if not ready:
        return translate("nobody ready", language, name)
    if len(ready) == len(draw.ready_states):
        return translate("all ready", language, name)
    return translate("ready players", language, name, comma_list(ready, language))


# ---- differences and troubles


def difference_texts(report: Report, most: int, language: str = "en") -> tuple[str, ...]:
    """The first differences between a log and the rules, each with its deal, then what could not be read, in
    the words of the game.
    """
    view = ReportView(language=report.ruleset.display_language(language))
    troubles = [("", one) for one in report.troubles]
    troubles += [(view.deal_name(deal.deal), one) for deal in report.deals for one in deal.troubles]
    found = difference_lines(report, view) + [trouble_text(one, deal, report, view) for deal, one in troubles]
    return tuple(found[:most])


def difference_lines(report: Report, view: ReportView) -> list[str]:
    """Every difference between the log and the rules in the deals to show, in a sentence."""
    lines = [
        _sentence(
            place_of(view.deal_name(deal.deal), mismatch, view),
            mismatch_text(mismatch, report, view),
            view,
        )
        for deal in report.deals
        if view.shows(deal.deal)
        for mismatch in deal.mismatches
    ]
    if report.final_mismatch is not None and not view.deal:
        text = mismatch_text(report.final_mismatch, report, view)
        lines.append(_sentence(translate("game end", view.language), text, view))
    return lines


def _proposed_rules(report: Report) -> Sequence[RulesProposal]:
    """The rules under which the log, or all of its wins, would agree."""
    if not report.differs:
        return ()
    from scorer.replay.suggestions import proposals  # few reports have a difference

    return proposals(report)


def _differences(report: Report, view: ReportView) -> Iterator[Block]:
    lines = difference_lines(report, view)
    lines += [
        translate("log would agree" if one.agrees else "would agree", view.language, one.arguments)
        for one in _proposed_rules(report)
    ]
    troubles = [trouble_text(one, "", report, view) for one in report.troubles]
    troubles += [
        trouble_text(one, view.deal_name(deal.deal), report, view)
        for deal in report.deals
        if view.shows(deal.deal)
        for one in deal.troubles
    ]
    if lines:
        yield paragraph(*lines, indent=4)
    if troubles:
        yield paragraph(*troubles, indent=4)


def _sentence(place: str, text: str, view: ReportView) -> str:
    """What is told of a place, with the punctuation of the language."""
    return headed_text(place, text, view.language) + translate("full stop", view.language)


def place_of(deal: str, mismatch: Mismatch, view: ReportView) -> str:
    """The place of a mismatch: the deal, and the win in it."""
    return translate("place of win", view.language, deal, mismatch.win) if mismatch.win else deal


def mismatch_text(mismatch: Mismatch, report: Report, view: ReportView) -> str:
    """The value in the log and the value by the rules, in words."""
    values = _differing_values(mismatch)
    log, rules = (_mismatch_text(value, mismatch, report, view) for value in values)
    if mismatch.topic == "draw":
        log = _draw_of_players(log, mismatch.log_players, view)
        rules = _draw_of_players(rules, mismatch.rules_players, view)
    text = translate(f"differ {mismatch.topic}", view.language, log, rules)
    extra = _stick_text(mismatch, report, view)
    return text + extra


def _draw_of_players(draw: str, players: Sequence[int], view: ReportView) -> str:
    """A draw with the players whom it pays by itself."""
    if not players:
        return draw
    return translate(
        "draw of", view.language, draw, comma_list(map(view.player_name, players), view.language)
    )


def _differing_values(mismatch: Mismatch) -> tuple[object, object]:
    """Both values; of payments only those of the players for whom they differ."""
    log, rules = mismatch.log, mismatch.rules
    if mismatch.topic != "payments" or not isinstance(log, tuple) or not isinstance(rules, tuple):
        return log, rules
    pairs = list(zip(log, rules, strict=False))
    return tuple(tuple(pair[side] if pair[0] != pair[1] else 0 for pair in pairs) for side in (0, 1))  # type: ignore[return-value]


def _mismatch_text(value: object, mismatch: Mismatch, report: Report, view: ReportView) -> str:
    rules, language = report.ruleset, view.language
    if isinstance(value, NotAWinner):
        return _reasons_text(value.reasons or (value.message,), language)
    if isinstance(value, InputError):
        faults = dict.fromkeys(message_text(fault.message, language) for fault in value.faults)
        return translate("semicolon", language).join(faults)
    if mismatch.topic == "refused" and isinstance(value, str | Message):
        return message_text(value, language)
    if mismatch.topic == "patterns" and isinstance(value, tuple):
        return comma_list(
            (_pattern_text(name, count, report, language) for name, count in value), language
        ) or translate("nothing", language)
    if mismatch.topic == "ready" and isinstance(value, tuple):
        who = [view.player_name(player) for player, is_ready in enumerate(value) if is_ready]
        return comma_list(who, language) or translate("nobody is ready", language)
    if isinstance(value, tuple):
        of_scores = mismatch.topic in OF_SCORES
        form = "{} {:,}" if of_scores else "{} {:+,g}" if mismatch.topic == "results" else "{} {:+,}"
        shown = [(player, one) for player, one in enumerate(value) if one or of_scores]
        return comma_list(
            (form.format(view.player_name(player), one) for player, one in shown), language
        ) or translate("nothing", language)
    unit = {"sheet": rules.sheet_unit, "total": rules.unit, **COUNTED}.get(mismatch.topic)
    if unit and isinstance(value, int):
        return rules.amount_text(value, unit, language)
    if mismatch.topic == "dealer" and isinstance(value, str):
        return deal_words(value, language)
    if mismatch.topic == "draw":
        draws = (one for known in _known_rules(report) for one in known.draws)
        if draw := next((one for one in draws if one.id == value), None):
            return name_in(draw.names, language)
        return translate("no rule", language) if value in ("", NO_DRAW) else str(value)
    return f"{value:,}" if isinstance(value, int) else "" if value is None else str(value)


def _pattern_text(name: str, value: int, report: Report, language: str) -> str:
    """A pattern in words, with its value. One that no rules have is named as in the log."""
    names = next((found for found in map(_names_of_patterns, _known_rules(report)) if name in found), {})
    shown = name_in(names[name], language) if name in names else translate("word of log", language, name)
    return f"{shown} {value}" if value > 0 else shown


def _known_rules(report: Report) -> Iterator[Ruleset]:
    """The rules of the report, then those that the site of the log has, whose patterns the log may name."""
    yield report.ruleset
    yield from map(load_ruleset, report.site.data["ruleset"].values())


def _names_of_patterns(rules: Ruleset) -> Mapping[str, Names]:
    """The names of patterns and bonuses, by their ids."""
    of_bonuses = {one.id: one.names for one in rules.bonuses}
    return of_bonuses | {one.id: one.names for one in rules.pattern_by_id.values()}


def _stick_text(mismatch: Mismatch, report: Report, view: ReportView) -> str:
    """A note if a winner is paid a whole number of sticks too much or too little."""
    log, rules, stick = mismatch.log, mismatch.rules, report.rules.stick
    if (
        mismatch.topic != "payments"
        or not isinstance(log, tuple)
        or not isinstance(rules, tuple)
        or not stick
    ):
        return ""
    apart = [ours - theirs for theirs, ours in zip(log, rules, strict=False) if ours != theirs]
    if len(apart) != 1 or abs(apart[0]) % stick:
        return ""
    sticks = report.ruleset.amount_text(abs(apart[0]) // stick, "sticks", view.language)
    return translate("one stick differs", view.language, sticks)


def _file_place(trouble: Trouble, report: Report) -> Message:
    """Where a trouble is in the file."""
    return Message(f"unit {report.game.unit}", trouble.place)


def trouble_text(trouble: Trouble, deal: str, report: Report, view: ReportView) -> str:
    """The place of a trouble, and its message."""
    place = deal
    if trouble.event:
        place = translate("place of event", view.language, deal, trouble.event)
    if trouble.place >= 0:
        unit = message_text(_file_place(trouble, report), view.language)
        place += translate("in brackets", view.language, unit) if place else unit
    message = message_text(trouble.message, view.language)
    return headed_text(place, message, view.language) if place else message


def _summary(report: Report, view: ReportView) -> Block:
    language = view.language
    wins = draws = wrong_wins = wrong_draws = followed = 0
    for deal in report.deals:
        followed += deal.is_followed and bool(deal.deal.hands) and not deal.deal.is_cut
        numbers = {one.win for one in deal.mismatches if one.win}
        wins += sum(win.line is not None for win in deal.wins)
        wrong_wins += len(numbers)
        if deal.draw is not None and deal.is_draw_checked:
            draws += 1
            wrong_draws += any(one.topic in ("draw", "payments") for one in deal.mismatches)
    lines = []
    if wrong_wins or wrong_draws:
        counts = (
            (wins - wrong_wins, wins, "one win", "count of wins"),
            (draws - wrong_draws, draws, "one draw", "count of draws"),
        )
        said = []
        for right, whole, one, many in counts:
            every = translate(one if whole == 1 else many, language, whole)
            if whole:
                said.append(every if right == whole else translate("right of all", language, right, every))
        lines.append(translate("some agree", language, translate("joined counts", language).join(said)))
    else:
        compared = ((wins, "one win", "count of wins"), (draws, "one draw", "count of draws"))
        counted = [translate(one if n == 1 else many, language, n) for n, one, many in compared if n]
        alone = "one win agrees" if wins + draws == 1 else "all wins agree"
        if counted:
            lines.append(translate("all agree" if len(counted) > 1 else alone, language, *counted))
    if report.unchecked:
        lines.append(translate("not checked", language, report.unchecked))
    if report.fault_count:
        all_or_some = "all deals followed" if 1 < followed == len(report.deals) else "deals followed"
        key = all_or_some if followed else "no deal followed"
        lines.append(translate(key, language, followed, len(report.deals)))
    return paragraph(*lines)


# ---- passed wins and ready hands


Chance = TypeVar("Chance", PassedWin, ReadyHand)


def _shown_chances(
    report: Report, view: ReportView, chances_of: Callable[[Report, RefereedDeal], Iterable[Chance]]
) -> Iterator[tuple[str, Chance]]:
    """The chances of the deals and players to show, each with the name of its deal."""
    for deal in filter(lambda one: view.shows(one.deal), report.deals):
        for chance in chances_of(report, deal):
            if view.player in (-1, chance.player):
                yield view.deal_name(deal.deal), chance


def _passed_block(report: Report, view: ReportView) -> Block:
    lines = [passed_text(deal, one, view) for deal, one in _shown_chances(report, view, passed_wins)]
    heading = translate("passed heading" if lines else "no passed", view.language)
    return paragraph(heading, *lines, indent=4 if lines else 2)


def passed_text(deal: str, passed_win: PassedWin, view: ReportView) -> str:
    """A passed win in a sentence, with the reason."""
    language, who = view.language, view.player_name(passed_win.player)
    hand = str(passed_win.line["hand"]).partition(" +")[0]
    if passed_win.score is None:
        why = _reasons_text(passed_win.reasons, language)
    elif passed_win.verdict == FORBIDDEN:
        why = translate(
            "passed forbidden", language, _circumstance_names(passed_win, passed_win.circumstances, language)
        )
    else:
        worth = comma_list(
            [limit_or_count(passed_win.score, language), _points_text(passed_win.score, language)], language
        )
        why = translate("passed legal", language, worth)
    if passed_win.player == passed_win.source:
        return translate("passed draw", language, deal, who, passed_win.tile, hand, why)
    return translate(
        "passed on", language, deal, who, hand, passed_win.tile, view.player_name(passed_win.source), why
    )


def _reasons_text(reasons: Sequence[str], language: str) -> str:
    """Why a hand does not win."""
    return translate("semicolon", language).join(message_text(reason, language) for reason in reasons)


def _points_text(score: Score, language: str) -> str:
    return score.ruleset.amount_text(int(score.points), "points", language)


def _circumstance_names(passed_win: PassedWin, names: Sequence[str], language: str) -> str:
    rules = passed_win.score.ruleset if passed_win.score else None
    known = rules.circumstance_by_id if rules else {}
    shown = [name_in(known[name].names, language) if name in known else name for name in names]
    return join_words(shown, language)


def _ready(report: Report, view: ReportView) -> Block:
    shown = _shown_chances(report, view, ready_hands)
    lines = [_ready_text(deal, ready_hand, report, view) for deal, ready_hand in shown]
    heading = translate("ready heading" if lines else "no ready", view.language)
    return paragraph(heading, *lines, indent=4 if lines else 2)


def _ready_text(deal: str, ready_hand: ReadyHand, report: Report, view: ReportView) -> str:
    language = view.language
    waits = [
        code
        + translate(
            "in brackets",
            language,
            _points_text(score, language) if score else translate("cannot win", language),
        )
        for code, score in ready_hand.waits
    ]
    text = translate(
        "ready hand",
        language,
        deal,
        view.player_name(ready_hand.player),
        ready_hand.hand,
        comma_list(waits, language),
    )
    if ready_hand.is_forbidden:
        text += translate("semicolon", language) + forbidden_text(report, language)
    return text


def forbidden_text(report: Report, language: str) -> str:
    """Why a player who is ready may not win on a discard."""
    names = [one for one in report.rules.decided if one.own_discard == "any"]
    shown = join_words([name_in(one.names, language) for one in names], language)
    return translate("ready no win", language, shown)


# ---- data


def report_data(report: Report, view: ReportView | None = None) -> Object:
    """The report as plain data. Players are named by their letters."""
    view = view or ReportView()
    deals = [_deal_data(deal, report, view) for deal in report.deals if view.shows(deal.deal)]
    last = report.deals[-1]
    found = report.final_result(last.scores_after) if last.scores_after else None
    rules = {
        "ruleset": report.ruleset.id,
        "options": dict(report.chosen_rules.options),
        "assumed": report.chosen_rules.is_assumed,
        "notes": list(map(str, report.notes)),
    }
    end = None
    if found is not None and report.site.is_chain:
        end = {
            "scores": _by_letter(found.scores),
            "places": _by_letter(found.places),
            "results": _by_letter(found.results),
        }
    return {
        "ok": report.agrees,
        "format": report.game.format,
        "site": report.site.name,
        "rules": rules,
        "players": report.game.players,
        **({"names": [view.names[at] for at in range(len(view.names))]} if view.names else {}),
        "deals": deals,
        "final": end,
        "differs": len(report.differs),
        "faults": report.fault_count,
        "unchecked": report.unchecked,
        "would_agree": [one.arguments for one in _proposed_rules(report)],
        "troubles": [_trouble_data(one, report, view) for one in report.troubles],
    }


def _by_letter(values: Sequence[object] | None) -> Object | None:
    return None if values is None else {letter(player): value for player, value in enumerate(values)}


def _deal_data(deal: RefereedDeal, report: Report, view: ReportView) -> Object:
    end = "win" if deal.wins else "draw" if deal.draw else "cut"
    if deal.draw and deal.draw.rule and deal.draw.rule.aborts:
        end = "aborted"
    found: Object = {
        "deal": deal.name,
        "honba": deal.deal.honba,
        "sticks": deal.deal.sticks,
        "dealer": letter(deal.deal.dealer),
        "followed": deal.is_followed,
        "before": _by_letter(deal.scores_before),
        "end": end,
        "wins": [_win_data(deal, win, place, report, view) for place, win in enumerate(deal.wins, 1)],
        "draw": _draw_data(deal, view),
        "after": _by_letter(deal.scores_after),
        "differs": [_mismatch_data(one, report, view) for one in deal.mismatches if not one.win],
        "faults": [_trouble_data(one, report, view) for one in deal.troubles],
    }
    if view.deal:
        from scorer.replay.course import course_data, dealt_data

        found["dealt"] = dealt_data(deal, report)
        found["events"] = course_data(deal, report, view)
    if view.with_passed_wins:
        found["passed"] = [_passed_data(one, view) for one in passed_wins(report, deal)]
    if view.with_ready_hands:
        found["ready"] = [_ready_data(one, view) for one in ready_hands(report, deal)]
    return found


def _win_data(deal: RefereedDeal, win: RefereedWin, place: int, report: Report, view: ReportView) -> Object:
    claim = win.claim
    return {
        "player": letter(claim.player),
        "from": letter(claim.source),
        "from_result": win.from_result,
        "checked": win.line is not None,
        "input": win.line,
        "score": result_data_with_notes(win.score, view.language) if win.score else None,
        "payments": _by_letter(win.payments),
        "log": {
            "points": claim.points,
            "payments": _by_letter(claim.payments),
            "patterns": None if claim.patterns is None else [list(one) for one in claim.patterns],
            "pattern_ids": None if win.log_patterns is None else [list(one.ids) for one in win.log_patterns],
        },
        "differs": [_mismatch_data(one, report, view) for one in deal.mismatches if one.win == place],
    }


def _draw_data(deal: RefereedDeal, view: ReportView) -> Object | None:
    claim, draw = deal.deal.draw, deal.draw
    if claim is None or draw is None:
        return None
    return {
        "kind": draw.rule.id if draw.rule else None,
        "checked": deal.is_draw_checked,
        "ready": [letter(player) for player, is_ready in enumerate(draw.ready_states) if is_ready],
        "payments": _by_letter(draw.payments),
        "log": {"word": claim.word, "payments": _by_letter(claim.payments)},
    }


def _mismatch_data(mismatch: Mismatch, report: Report, view: ReportView) -> Object:
    return {
        "what": mismatch.topic,
        "log": _json_value(mismatch.log),
        "rules": _json_value(mismatch.rules),
        "message": mismatch_text(mismatch, report, view),
    }


def _json_value(value: object) -> object:
    if isinstance(value, tuple):
        return [_json_value(one) for one in value]
    return value if isinstance(value, str | int | float | None) else str(value)


def _trouble_data(trouble: Trouble, report: Report, view: ReportView) -> Object:
    place = str(_file_place(trouble, report)) if trouble.place >= 0 else ""
    message = message_text(trouble.message, view.language)
    return {"event": trouble.event, "place": place, "message": message}


def _passed_data(passed_win: PassedWin, view: ReportView) -> Object:
    return {
        "player": letter(passed_win.player),
        "from": letter(passed_win.source),
        "tile": passed_win.tile,
        "event": passed_win.event,
        "why_not": "" if passed_win.verdict == "legal" else passed_win.verdict,
        "reasons": list(passed_win.circumstances)
        if passed_win.verdict == FORBIDDEN
        else [message_text(reason, view.language) for reason in passed_win.reasons],
        "input": passed_win.line,
        "points": passed_win.score.points if passed_win.score else None,
    }


def _ready_data(ready_hand: ReadyHand, view: ReportView) -> Object:
    return {
        "player": letter(ready_hand.player),
        "hand": ready_hand.hand,
        "waits": {code: score.points if score else None for code, score in ready_hand.waits},
        "furiten": ready_hand.is_forbidden,
    }


def summary_line(report: Report) -> Mapping[str, object]:
    """One game of many, in one line: the file, whether it agrees, and how many deals, wins and faults it
    has.
    """
    return {
        "file": report.game.file,
        "ok": report.agrees,
        "format": report.game.format,
        "ruleset": report.ruleset.id,
        "deals": len(report.deals),
        "wins": len(report.wins),
        "draws": sum(deal.draw is not None for deal in report.deals),
        "differs": len(report.differs),
        "faults": report.fault_count,
        "unchecked": report.unchecked,
    }


def batch_lines(report: Report) -> list[dict[str, object]]:
    """The wins of a recorded game as objects that `scorer batch` reads, with the ruleset of the report. Wins
    whose hand is not known are left out.

    >>> from scorer import sample_log, read_game
    >>> from scorer.replay.referee import referee
    >>> batch_lines(referee(read_game(sample_log())))[0]["hand"]
    '123m456p789s1122z +2z'
    """
    options = dict(report.ruleset.chosen_options)
    rules = {"ruleset": report.ruleset.id, **({"options": options} if options else {})}
    return [{**win.line, **rules} for win in report.wins if win.line is not None]
