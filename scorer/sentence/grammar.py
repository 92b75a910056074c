"""Tokens to a statement: phrases such as `ron off west`, `白ポン`, `dora 2` and `三番四十符`, in any order.

Each rule looks at the tokens from one place on and returns how many it has read. The first rule that reads
any is followed, so they are tried from the most specific one to single words.
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.sentence.count_rules import (
    read_bonus,
    read_chips,
    read_counter,
    read_flowers,
    read_indicator,
    read_number_circumstance,
    read_seat_circumstance,
)
from scorer.sentence.lexicon import Lexicon, Meaning
from scorer.sentence.places import SaidPlace
from scorer.sentence.players import BEGUN, PLAYER, Players
from scorer.sentence.question_rules import read_question, read_ruleset_name
from scorer.sentence.request import required_win
from scorer.sentence.seat_rules import (
    DISCARDS,
    add_seat,
    read_deal,
    read_discarder,
    read_liability,
    read_round,
    read_seat,
)
from scorer.sentence.statement import Statement
from scorer.sentence.tile_rules import (
    OPEN,
    open_calls,
    read_called_set,
    read_marked_tile,
    read_pair,
    read_tiles,
    read_value,
    says_sets_first,
)
from scorer.sentence.token_view import TokenView
from scorer.sentence.tokens import SentencePart, read_tokens
from scorer.sentence.win_rules import (
    read_circumstance,
    read_count,
    read_limit,
    read_pattern,
    read_win,
    read_win_with_tile,
)
from scorer.values import replace

READINESS = ("ready", "unready")
MINUS = ("-", "−", "－")


def read_statement(
    text: str, lexicon: Lexicon, players: Players = (), names_sets_first: bool = False
) -> Statement:
    """What a sentence says. Tokens that no rule reads are `unread`. `players` are those at the table;
    `names_sets_first` tells where the called sets are if the sentence leaves it open.
    """
    tokens = with_begun_names(read_tokens(text, lexicon, players))
    view = TokenView(text, tokens, lexicon)
    view.statement.open_calls = open_calls(view)
    view.names_sets_first = names_sets_first or says_sets_first(view)
    view.statement.tokens = tokens
    _keep_topics(view)
    _read_all(view)
    _mark_lone_tile(view)
    return view.statement


def with_begun_names(tokens: list[SentencePart]) -> list[SentencePart]:
    """The tokens, in which a word that may be the beginning of a name is one where a player is expected."""
    is_draw = any(token.value("event") == "draw" for token in tokens)
    found = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        is_asked = before is None or before.value("win") == DISCARDS or before.has("discardword")
        if (seat := token.value(BEGUN)) and (is_asked or is_draw):
            token = replace(token, meanings=(Meaning("seat", seat), Meaning(PLAYER, token.text)))
        found.append(token)
    return found


def _read_all(view: TokenView) -> None:
    """Reads the tokens of a view from the first one to the last one."""
    place = 0
    while place < len(view.tokens):
        view.negates = False
        for rule in RULES:
            if read := rule(view, place):
                if rule in SEAT_RULES:
                    view.seat_places.update(range(place, place + read))
                _note_places(view, view.tokens[place : place + read])
                place += read
                break
        else:
            view.statement.unread.append(view.tokens[place])
            place += 1


def _keep_topics(view: TokenView) -> None:
    """Keeps the words for topics of help in a question what one is, of which the only one is not read."""
    places = range(len(view.tokens))
    is_count = any(view.is_number(one) and view.has(one + 1, "unit") for one in places)  # 3 han 40 fu
    names_seat = any(token.has("seat") or token.has("wind") for token in view.tokens)
    is_event = names_seat and any(token.has("event") and not token.has("topic") for token in view.tokens)
    is_asked = any(token.value("ask") == "what" for token in view.tokens)
    if is_asked and not is_count and not is_event:  # an event of a player is told, not explained
        view.statement.topics = [one for one in view.tokens if one.has("topic")]
        if len(view.statement.topics) == 1:
            view.tokens = [one for one in view.tokens if not one.has("topic") or one.has("tile")]


def _note_places(view: TokenView, tokens: list[SentencePart]) -> None:
    """Notes that these tokens said what is new in the statement."""
    told, statement = {*view.statement.told_words()}, view.statement
    statement.places += [SaidPlace((word,), tokens[0].start, tokens[-1].end) for word, _ in told - view.told]
    view.told = told


def _mark_lone_tile(view: TokenView) -> None:
    """Lets the one tile that is apart from the others be the one that won: `8p from west 234m...`."""
    statement = view.statement
    loose = [group for group in statement.groups if not group.call]
    single = [group for group in loose[:-1] if len(group.codes) == 1 and not group.is_pair]
    lone = [group for group in single if _is_apart(view, view.tokens.index(group.token))]
    ways = {way.removeprefix("implied ") for way, _ in statement.wins}
    is_won = bool(statement.discarders or ways & {"tsumo", "ron"})
    is_won = is_won or any(required_win(names, view.ruleset) for names, _, _ in statement.circumstances)
    if len(lone) != 1 or not is_won or any(group.may_win for group in loose) or statement.marked:
        return
    if not view.is_flower(view.tokens.index(lone[0].token)):
        lone[0].may_win = "implied"


def _is_apart(view: TokenView, place: int) -> bool:
    """Whether no tiles are beside those of a place."""
    return not (view.tile_codes(place - 1) or view.tile_codes(place + 1))


def _read_record(view: TokenView, place: int) -> int:
    """penalty Ann 1000, adjust Ann +1000 Ben -1000."""
    kind, at = view.value(place, "record"), place + 1
    points: list[tuple[str, int]] = []
    while kind and view.seat_of(at, is_asked=True):
        number = at + 1 + (view.at(at + 1) is not None and view.tokens[at + 1].text == "+")
        if not view.is_number(number):
            return 0
        sign = -1 if view.between(number - 1).endswith(MINUS) else 1
        points.append((view.seat_of(at, is_asked=True), sign * view.number(number)))
        at = number + 1
    if points:
        view.statement.record, view.statement.points = kind, tuple(points)
    return at - place if points else 0


def _read_exception(view: TokenView, place: int) -> int:
    """everyone but east ready, 除了東家都聽牌."""
    token = view.tokens[place]
    is_of_all = view.statement.everybody == "all" or not token.has("change")
    if not (token.has("except") and is_of_all and _tells_readiness(view)):
        return 0
    view.statement.excepts = True
    seat = view.seat_of(place + 1, is_asked=True)
    if seat:
        add_seat(view, seat, view.tokens[place + 1])
    return 2 if seat else 1


def _read_negation(view: TokenView, place: int) -> int:
    """no dora, without riichi, リーチなし, 没立直."""
    token = view.tokens[place]
    ways = {meaning.value for meaning in token.meanings if meaning.sort == "negate"}
    if view.asks_why:
        return 1 if token.has("negword") else 0
    if "-" in ways:
        if "," in view.between(place) or "、" in view.between(place) or "，" in view.between(place):
            view.statement.is_change = True
            return 1
        follows = view.after_fill(place + 1)
        read = _read_negated(view, follows)
        return follows - place + read if read else 0
    if not view.negates_after:
        return 0
    follows = place + 1
    is_one = view.value(follows, "negate") == "after" and token.sort == "word" and not token.has("fill")
    read = (_read_negated(view, place) if is_one else 0) or _read_denied(view, place, is_first=True)
    return read + 1 if read else 0


def _read_negated(view: TokenView, place: int) -> int:
    if view.at(place) is None:
        return 0
    if not view.is_plain_seat(place) and (read := _read_denied(view, place)):
        return read
    view.negates = True
    rules = (_read_event, read_flowers, read_circumstance, read_bonus, read_counter, read_win, read_pattern)
    if view.is_plain_seat(place):
        view.statement.removed.append(("seat", view.value(place, "seat")))
        return 1
    return next((read for rule in rules if (read := rule(view, place))), 0)


def _read_denied(view: TokenView, place: int, is_first: bool = False) -> int:
    """A number, tile or seat that is said not to be so; `is_first` if it is before the word for not."""
    said, places, view.statement = view.statement, {*view.seat_places}, Statement(view.statement.text)
    rules = (
        read_discarder, read_round, read_seat, _read_denied_wind, read_counter, read_flowers,
        read_seat_circumstance, read_number_circumstance, read_bonus, read_win_with_tile, read_tiles,
        read_count, _read_number,
    )  # fmt: skip
    found = ((read, view.statement) for rule in rules if (read := rule(view, place)))
    read, denied = next(found, (0, said))
    view.statement, view.seat_places = said, places
    is_last = view.value(place + read, "negate") == "after" and not view.has(place + read, "fill")
    is_number = denied.names_number and any(map(view.is_number, range(place, place + read)))
    is_one = bool(denied.names_seat or denied.groups or is_number)
    if not (read and is_one and (is_last or not is_first)):
        return 0
    said.denied.append((denied, view.tokens[place]))
    said.is_change = True
    return read


def _read_denied_wind(view: TokenView, place: int) -> int:
    """A wind as a seat, if the sentence has no tiles that it could be."""
    seat = "" if view.is_tile_asked else view.seat_of(place, is_asked=True)
    if seat:
        add_seat(view, seat, view.tokens[place])
    return 1 if seat else 0


def _read_draw_event(view: TokenView, place: int) -> int:
    is_of_nobody = view.statement.everybody == "nobody" and view.value(place, "event") in READINESS
    return _read_event(view, place) if view.is_draw or is_of_nobody else 0


def _read_event(view: TokenView, place: int) -> int:
    token = view.tokens[place]
    if kind := token.value("drawkind"):
        view.statement.events.append(("kind", kind, token))
        return 1
    event = token.value("event")
    if not event or (token.has("win") and event not in READINESS):
        return 0
    if view.negates and event != "ready":
        return 0
    is_of_players = view.is_draw or view.statement.seats or view.statement.everybody
    if event == "ready" and not (is_of_players or _names_only_player(view)):
        return 0
    value = "unready" if view.negates else event
    view.statement.events.append((value, str(len(view.statement.named_seats)), token))
    return 1


def _names_only_player(view: TokenView) -> bool:
    """Whether a sentence without tiles is about one player only: 聴牌は西家一人."""
    return not view.is_tile_asked and any(one.has("only") for one in view.tokens)


def _read_word(view: TokenView, place: int) -> int:
    """Words that stand alone."""
    token, statement = view.tokens[place], view.statement
    if token.has("change"):
        statement.is_change = True
    elif token.has("more"):
        statement.is_more = True
        statement.begins_with_more = statement.begins_with_more or place == 0
    elif _is_everybody(view, token):
        statement.everybody = "all"
    elif token.has("nobody") and (view.is_draw or _tells_readiness(view)):
        statement.everybody = "nobody"
    elif token.has("only"):
        statement.only = True
    elif token.has("state"):
        statement.state = token.value("state")
        statement.is_open = statement.is_open or (statement.state == OPEN and not token.has("fill"))
    else:
        idle = ("fill", "someone", "ruleword", "redmark", "pile", "seatmark", "roundmark", "receive")
        tells_chips = any(one.has("chip") for one in view.tokens)
        is_given = tells_chips and (token.has("receive") or token.value("discardword") == "into")
        is_asked = token.has("call", "everybody") and bool(statement.asks)  # how much does each pay
        is_idle = is_given or token.has(*idle) or is_asked
        return int(is_idle or view.ruleset.id in view.values_of(place, "ruleset"))
    return 1


def _is_everybody(view: TokenView, token: SentencePart) -> bool:
    """Whether a word means all players: 都聽牌, if no players are named before."""
    if token.has("everybody"):
        return _may_pay_each(view)
    return token.has("allmark") and not view.statement.named_seats and _tells_readiness(view)


def _may_pay_each(view: TokenView) -> bool:
    """Whether a word for all players can say who pays or who is ready: 2000 all, baiman all."""
    return (
        view.is_draw
        or _tells_readiness(view)
        or any(view.is_number(place) or view.has(place, "limit") for place in range(len(view.tokens)))
    )


def _tells_readiness(view: TokenView) -> bool:
    """Whether a word says that players are ready, or that they are not."""
    return any(token.value("event") in READINESS for token in view.tokens)


def _read_number(view: TokenView, place: int) -> int:
    if not view.is_number(place) or view.tokens[place].has("fill"):
        return 1 if view.at(place) and view.tokens[place].has("fill") else 0
    view.statement.numbers.append((view.number(place), view.tokens[place]))
    return 1


Rule = Callable[[TokenView, int], int]
"""Reads a phrase that begins at a place, and tells how many tokens it has; 0 if none begins there."""
RULES: tuple[Rule, ...] = (
    _read_record, read_value, read_marked_tile, read_ruleset_name, read_question, read_liability,
    _read_exception, _read_negation, read_chips, read_discarder, read_deal, read_round,
    read_seat, read_counter, read_flowers, read_seat_circumstance, read_number_circumstance,
    read_indicator, read_called_set, read_pair, read_win_with_tile, read_tiles, read_bonus, read_count,
    read_limit, _read_draw_event, read_circumstance, read_win, read_pattern, _read_event,
    _read_word, _read_number,
)  # fmt: skip
"""All rules, in the order in which they are tried."""
SEAT_RULES: tuple[Rule, ...] = (read_liability, read_discarder, read_deal, read_round, read_seat)
"""Those that read a seat or a round, whose words are no tiles."""
