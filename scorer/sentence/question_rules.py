"""The rules that read names of rulesets and questions in a sentence."""

from __future__ import annotations

from scorer.sentence.lexicon import is_latin
from scorer.sentence.token_view import TokenView


def read_ruleset_name(view: TokenView, place: int) -> int:
    """The name of a ruleset with a word that says so: `under wrc rules`, `compare tenhou and wrc`."""
    names = (view.value(one, "ruleset") for one in (place, place + 1))
    own, following = names
    is_marked = _is_ruleset_mark(view, place + 1) and not _reads_otherwise(view, place)
    is_marked = is_marked and not (_leads_to_rules(view, place + 1) and not _is_compared(view, place))
    is_heading = place == 0 and view.between(place).startswith(tuple(":："))  # m-league: a hand
    if own and (is_marked or is_heading or _is_compared(view, place)):
        view.statement.rulesets.append(own)
        return 2 if view.has(place + 1, "ruleword") else 1
    is_name = "strict" in view.values_of(place, "ruleword") or not _reads_otherwise(view, place + 1)
    if view.has(place, "ruleword") and following and is_name:
        view.statement.rulesets.append(following)
        end = place + 2
        return end - place + (1 if view.value(end, "ruleword") else 0)
    return 0


def _is_ruleset_mark(view: TokenView, place: int) -> bool:
    """Whether a word makes a ruleset of the name before it. In English, `on` leads to one."""
    token = view.at(place)
    is_before = bool(token and is_latin(token.text[0])) and "rules" not in view.values_of(place, "ruleword")
    return view.has(place, "ruleword") and not is_before


def _leads_to_rules(view: TokenView, place: int) -> bool:
    """Whether a word such as `on` comes before a ruleset, and does not say that of the name before it."""
    return view.value(place, "ruleword") in ("under", "strict") and view.has(place + 1, "ruleset")


def _is_compared(view: TokenView, place: int) -> bool:
    """Whether the name at a place is one of those that are compared: `compare tenhou and wrc`."""
    if not any(token.value("ask") == "compare" for token in view.tokens):
        return False
    links = [
        view.has(place + 1, "more"),
        view.has(place - 1, "more"),
        view.value(place - 1, "ask") == "compare",
    ]
    links += [view.value(place + 1, "ask") == "compare", view.has(place + 1, "ruleword")]
    return any(links) or not _reads_otherwise(view, place)


def _reads_otherwise(view: TokenView, place: int) -> bool:
    """Whether a name of a ruleset is more likely another word: riichi, taiwanese."""
    return view.has(place, "circumstance", "pattern", "limit") and not _is_ruleset_mark(view, place + 1)


def read_question(view: TokenView, place: int) -> int:
    token = view.tokens[place]
    ask = token.value("ask")
    if not ask or (ask == "waits" and (token.has("event") and view.is_draw)):
        return 0
    if ask == "waits" and token.has("change") and _is_hesitation(view, place):
        return 0
    if ask == "waits" and token.has("circumstance") and not _is_question(view, place):
        return 0
    if ask == "waits" and token.value("event") == "ready" and _tells_who_is_ready(view):
        return 0
    if ask == "value" and token.value("event") == "ready":
        return 0
    if ask == "discard" and token.has("discardword") and view.seat_of(view.after_fill(place + 1), True):
        return 0  # discard from west
    if ask in ("value", "waits", "what", "why", "fu", "behind", "discard", "compare", "doubt"):
        if ask == "behind" and token.has("fill") and not _is_about_behind(view):
            return 0
        view.statement.asks.append((ask, token))
    read = 1
    if ask == "value" and view.has(place + 1, "unit") and not view.is_number(place + 1):
        unit = view.value(place + 1, "unit")
        if unit == view.ruleset.sheet_unit and unit != view.ruleset.unit:
            view.statement.asks[-1] = ("fu", token)
        read = 2
    return read


def _tells_who_is_ready(view: TokenView) -> bool:
    """Whether a sentence says of all players who is ready, without any tiles: `only west tenpai`."""
    is_of_all = any(
        one.has("everybody", "nobody", "allmark", "except", "only", "someone")
        or one.value("event") == "unready"
        for one in view.tokens
    )
    return is_of_all and "?" not in view.statement.text and not any(one.codes for one in view.tokens)


def _is_hesitation(view: TokenView, place: int) -> bool:
    """Whether a word stands before a comma and no tiles follow it: `wait, I was the dealer`."""
    return bool(set(view.between(place)) & set(",，、")) and not any(one.codes for one in view.tokens)


def _is_question(view: TokenView, place: int) -> bool:
    return "?" in view.statement.text or place == 0 or view.has(place - 1, "fill")


def _is_about_behind(view: TokenView) -> bool:
    return any(token.sort == "number" and token.number >= 100 for token in view.tokens)
