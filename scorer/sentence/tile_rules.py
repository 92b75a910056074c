"""The rules that read tiles, called sets and pairs in a sentence."""

from __future__ import annotations

from scorer.sentence.count_rules import read_counted_once, read_red_tile
from scorer.sentence.statement import TileGroup
from scorer.sentence.token_view import CALL_SIZES, TokenView
from scorer.sentence.tokens import SentencePart

FOURS = tuple(call for call, sizes in CALL_SIZES.items() if sizes == (4,))
MOST_COPIES = 4
OPEN = "open"
JOINING = ("・", "&", "/")
"""Signs between sets that one word calls: 白・發ポン."""


def says_sets_first(view: TokenView) -> bool:
    """Whether each word for a called set comes after its tiles: a set is before every such word, and none
    that is written out is after the last one.
    """
    calls = [at for at, token in enumerate(view.tokens) if token.has("call")]
    if not calls or not all(_is_set_before(view, at) for at in calls):
        return False
    followed = [at for at in calls if _sets_after(view, at, view.value(at, "call"))[1]]
    if any(view.between(at - 1) and not view.between(at) for at in followed):
        return False  # 567筒，吃二三四筒 and 567筒 吃二三四筒
    if not {*calls[:-1]} <= {*followed}:
        return True
    follows, size = view.after_fill(calls[-1] + 1), CALL_SIZES[view.value(calls[-1], "call")][0]
    number = view.copies(follows, 1)
    codes = view.tile_codes(follows)
    if len(codes) > 1 and not _fits(view, codes, view.value(calls[-1], "call")):
        number = 0
    before, after = view.between(calls[-1] - 1), view.between(calls[-1])
    may_follow = number == size or (number == 1 and bool(before))
    is_apart = bool(after.strip()) and not before.strip()  # 345m chi, 678m
    is_wide = not after.strip() and 0 < len(before) < len(after)  # 345m chi  678m
    may_follow = may_follow and not (is_apart or is_wide or _is_run_on(view, follows))
    return view.is_flower(follows) or view.is_said_of_wind(follows + 1) or not may_follow


def _is_run_on(view: TokenView, place: int) -> bool:
    """Whether a set is written together with more tiles, and apart from the word for a called set that is
    before or after it, so that it is of the hand: `111p pon 888m35p`, `35p888m pon 111p`.
    """
    gaps = [bool(view.between(one)) for one in (place - 1, place)]
    joined = [one for one, gap in zip((place - 1, place + 1), gaps, strict=True) if not gap]
    return len(view.tile_codes(place)) > 1 and any(gaps) and any(map(view.tile_codes, joined))


def open_calls(view: TokenView) -> list[SentencePart]:
    """The words for called sets, if each is between two sets and nothing shows which one it calls."""
    calls = [at for at, token in enumerate(view.tokens) if token.has("call")]
    return [view.tokens[at] for at in calls] if all(_is_between_sets(view, at) for at in calls) else []


def _is_between_sets(view: TokenView, place: int) -> bool:
    """Whether tiles that can be the called set are on both sides of a word for it, equally near."""
    is_written_out = min(len(view.tile_codes(place - 1)), len(view.tile_codes(place + 1))) > 1
    is_near_one = view.between(place - 1) != view.between(place)
    may_follow = _set_at(view, place + 1, view.value(place, "call"))
    is_of_hand = _is_run_on(view, place - 1) or _is_run_on(view, place + 1)
    is_open = is_written_out and not (is_near_one or is_of_hand)
    return is_open and bool(may_follow) and _is_set_before(view, place)


def _is_set_before(view: TokenView, place: int) -> bool:
    """Whether a whole set is right before a word for it: 777z, or the name of a tile."""
    codes, call = view.tile_codes(place - 1), view.value(place, "call")
    size, number = CALL_SIZES[call][0], view.copies(place - 1, -1)
    whole = codes * size if len(codes) == 1 else codes
    is_set = number in (1, size) and len(whole) == size and _fits(view, whole, call)
    return place > 0 and is_set and not view.is_flower(place - 1)


def read_value(view: TokenView, place: int) -> int:
    setting = view.tokens[place].setting
    if setting:
        view.statement.values.append(setting)
    return 1 if setting else 0


def read_marked_tile(view: TokenView, place: int) -> int:
    token = view.tokens[place]
    if token.sort != "mark":
        return 0
    if token.text in "+＋":
        codes, follows = view.tile_codes(place + 1), view.at(place + 1)
        may_be = len(codes) == 1 and follows and follows.start == token.end
        if may_be and view.statement.has_hand and not view.statement.marked:
            view.statement.marked = codes[0]
            return 2
        if place == 0:
            view.statement.is_more = view.statement.begins_with_more = True
        return 1
    if token.text in "([":
        return _read_bracketed(view, place)
    return 1


def _read_bracketed(view: TokenView, place: int) -> int:
    """A called set in brackets; other words in brackets are read as if there were none."""
    closing = {"(": ")", "[": "]"}[view.tokens[place].text]
    codes: list[str] = []
    added, end = False, place + 1
    while (token := view.at(end)) and token.text != closing:
        if token.sort == "mark" and token.text == "+":
            added = True
        elif found := view.tile_codes(end):
            codes += found
        else:
            return 1
        end += 1
    if view.at(end) is None or len(codes) < 2:
        return 1
    call = "closed4" if closing == "]" else "added4" if added else "called"
    view.statement.groups.append(TileGroup(tuple(codes), view.tokens[place], call))
    return end - place + 1


def read_tiles(view: TokenView, place: int) -> int:
    """Tiles in notation or by name, several of a kind by number: 3 red ships."""
    token = view.tokens[place]
    if view.is_number(place) and (name := view.value(place + 1, "tile")):
        number = view.number(place)
        follows = view.at(place + 1)
        is_bonus = view.tells_tiles and view.has(place + 1, "bonus") and view.has(place + 1, "redmark")
        if follows and 0 < number <= MOST_COPIES and not (token.codes or is_bonus):
            view.add_tiles((name,) * number, follows)
            return 2
    if read := read_red_tile(view, place, place + 1):
        return read
    codes = view.tile_codes(place)
    times = view.at(place + 1)
    if len(codes) == 1 and times and times.text in ("x", "X", "×") and view.is_number(place + 2):
        view.add_tiles(codes * min(view.number(place + 2), MOST_COPIES), token)
        return 3
    is_joined = times and view.is_number(place + 1) and times.start == token.end
    if len(codes) == 1 and is_joined and token.sort == "word" and len(token.text) > 2:
        view.add_tiles(codes * min(view.number(place + 1), MOST_COPIES), token)  # あかの ふね3
        return 2
    if not codes or (token.sort == "word" and view.is_a_word_here(place) and not token.has("flowers")):
        return 0
    if token.has("pattern") and view.has(place + 1, "only"):  # 白のみ
        return 0
    view.add_tiles(codes, token)
    if len(codes) == 1 and codes[0][0] == "0" and not token.text[0].isdigit():
        view.statement.groups[-1].is_red = True
        return 1 + read_counted_once(view, place + 1)
    return 1


def read_called_set(view: TokenView, place: int) -> int:
    """pon 777z, 白ポン, exposed pung of white dragons, concealed pungs 111m 222m, two pons."""
    if view.is_number(place) and view.number(place) <= MOST_COPIES and _is_said_of_sets(view, place + 1):
        read = read_called_set(view, place + 1)
        return read + 1 if read else 0
    state, at = "", place
    if view.has(at, "state") and view.has(at + 1, "call", "setword"):
        state, at = view.value(at, "state"), at + 1
    call = view.value(at, "call")
    if not call and _is_open_set(view, at):  # 鳴き234m
        end = _end_of_open_sets(view, at + 1)
        for one in range(at + 1, end):
            view.add_tiles(view.tile_codes(one), view.tokens[one], "called")
        return end - place
    if not call and not (state and view.has(at, "setword")):
        return _joined_sets_before_call(view, place) or _tiles_before_call(view, place)
    if call and view.has(at, "call") and view.negates:
        return 0
    end, sets = _sets_after(view, at, call or "set")
    if not sets:
        return 0
    if not state and _is_state_of_sets(view, end):
        state, end = view.value(end, "state"), end + 1
    _add_sets(view, call or "set", state, sets)
    return end - place


def _is_said_of_sets(view: TokenView, place: int) -> bool:
    """Whether words for called sets are here, with sets after them, and no tile before."""
    call = place + view.has(place, "state")
    return view.has(call, "call") and bool(_sets_after(view, call, view.value(call, "call"))[1])


def _is_state_of_sets(view: TokenView, place: int) -> bool:
    """Whether a word for open or concealed is said of the sets before it: `pung 777z exposed, 222m`."""
    before, after = view.between(place - 1).strip(), view.between(place).strip()
    if not view.has(place, "state") or (before and not after and view.tile_codes(place + 1)):
        return False
    return not view.has(place + 1, "call", "setword") or bool(after and not before)


def _is_open_set(view: TokenView, place: int) -> bool:
    """Whether a word for open is followed by one set, and not by tiles of which it is not said."""
    token = view.tokens[place]
    is_open = view.value(place, "state") == OPEN and not token.has("fill")
    return is_open and _is_whole_set(view, place + 1)


def _end_of_open_sets(view: TokenView, place: int) -> int:
    """Where the sets end that a word for open is said of: all up to a comma, or else the first one."""
    end = place + 1
    while not view.between(end - 1).strip() and _is_whole_set(view, end):
        end += 1
    is_all = bool(view.between(end - 1).strip()) or not view.tile_codes(end)
    return end if is_all else place + 1


def _is_whole_set(view: TokenView, place: int) -> bool:
    """Whether three tiles that are equal or in a row are written at a place."""
    token = view.at(place)
    if not token or not token.codes:
        return False
    codes = sorted(code.replace("0", "5") for code in token.codes)
    ranks = [int(code[0]) for code in codes if code[0].isdigit()]
    is_run = len({code[1:] for code in codes}) == 1 and ranks == [*range(ranks[0], ranks[0] + 3)]
    return len(codes) == 3 and (len({*codes}) == 1 or is_run)


def _sets_after(
    view: TokenView, place: int, call: str
) -> tuple[int, list[tuple[tuple[str, ...], SentencePart]]]:
    """The sets that follow a word for them, and where they end; several after a plural."""
    found: list[tuple[tuple[str, ...], SentencePart]] = []
    end, follows = place + 1, view.after_fill(place + 1)
    if view.has(follows, "pattern") and not view.tile_codes(follows) and view.tile_codes(follows + 1):
        follows += 1  # 碰番子東: the sort of the tile
    is_plural = view.tokens[place].text.casefold().endswith("s") or call == "set"
    while (codes := _set_at(view, follows, call)) and (not found or is_plural):
        tiles, used = codes
        found.append((tiles, view.tokens[follows]))
        end = follows + used
        follows = view.after_fill(end)
        if _single_name(view, follows) and found and not is_plural:
            break
    if len(found) == 1 and (view.has(end - 1, "tile") or view.is_particle(end, "and")):
        listed = _listed_names(view, end)
        found += [(view.tile_codes(one) * CALL_SIZES.get(call, (3,))[0], view.tokens[one]) for one in listed]
        end = listed[-1] + 1 if listed else end
    return end, found


def _listed_names(view: TokenView, place: int) -> list[int]:
    """The places of more names of tiles in a list that begins before a place: pon of haku and hatsu."""
    found: list[int] = []
    while True:
        is_last = view.is_particle(place, "and")
        place += is_last
        is_name = view.has(place, "tile") and not view.has(place, "wind") and _single_name(view, place)
        if not is_name or view.tile_codes(place) == view.tile_codes(place + 1):
            return []
        found.append(place)
        place += 1
        if is_last:
            return [] if view.has(place, "win", "indicator", "call", "setword") else found


def _set_at(view: TokenView, place: int, call: str) -> tuple[tuple[str, ...], int] | None:
    """The tiles of one set at a place, and the number of tokens."""
    codes, size = view.tile_codes(place), CALL_SIZES.get(call, (3,))[0]
    if not codes or view.is_flower(place) or view.is_said_of_wind(place + 1):
        return None
    token = view.tokens[place]
    if len(codes) == 1:
        used = 1
        while used < size and view.tile_codes(place + used) == codes:
            used += 1
        if call == "run3" and used == 1:
            return _run_at(view, place)
        return (codes * size if used in (1, size) else codes * used, used)
    if len(codes) == size or (size == MOST_COPIES and len(codes) == 3 and len(set(codes)) == 1):
        whole = codes if len(codes) == size else codes[:1] * size
        return (whole, 1) if call == "set" or _fits(view, whole, call) else None
    if call == "same3" and len(codes) == MOST_COPIES and len(set(codes)) == 1 and token:
        return None
    return None


def _run_at(view: TokenView, place: int) -> tuple[tuple[str, ...], int] | None:
    parts = [view.tile_codes(place + step) for step in range(3)]
    if all(len(part) == 1 for part in parts):
        return tuple(code for part in parts for code in part), 3
    return None


def _fits(view: TokenView, codes: tuple[str, ...], call: str) -> bool:
    """Whether tiles can be a set of this sort: equal ones, or not."""
    plain = {code.replace("0", "5") for code in codes}
    return (len(plain) > 1) == (call == "run3") or any(code.endswith("j") for code in codes)


def add_patterns(view: TokenView, token: SentencePart) -> None:
    names = dict.fromkeys(one.value for one in token.meanings if one.sort == "pattern")
    view.statement.patterns.append((tuple(names), token))


def _single_name(view: TokenView, place: int) -> bool:
    return len(view.tile_codes(place)) == 1


def _joined_sets_before_call(view: TokenView, place: int) -> int:
    """222mと888sをポン, 中和白都碰了: several sets before one word for all of them."""
    sets, end = [], place
    while codes := view.tile_codes(end):
        sets.append((codes, view.tokens[end]))
        end += 1
        if view.is_particle(end, "and"):
            end += 1
        elif view.between(end - 1).strip() not in JOINING:
            break
    end = view.after_fill(end)
    call = view.value(end, "call")
    is_apart = bool(view.between(end)) and not view.between(end - 1)
    if len(sets) < 2 or not call:
        return 0
    if _set_at(view, end + 1, call) and not (view.names_sets_first or is_apart):
        return 0
    size = CALL_SIZES[call][0]
    sets = [(codes * size if len(codes) == 1 else codes, token) for codes, token in sets]
    if not all(len(codes) == size and _fits(view, codes, call) for codes, _ in sets):
        return 0
    _add_sets(view, call, "", sets)
    return end - place + 1


def _tiles_before_call(view: TokenView, place: int) -> int:
    """中中中ポン, 白ポン, 二三四萬チー, 222m pon."""
    codes = view.tile_codes(place)
    if not codes or view.is_flower(place):
        return 0
    end, used = place + 1, 1
    while len(codes) == 1 and view.tile_codes(end) == codes and used < MOST_COPIES:
        end, used = end + 1, used + 1
    has_particle = view.is_particle(end, "object") or view.is_particle(end, "owner")
    if has_particle and view.has(end + 1, "call"):  # 中をポン
        end += 1
    run = _run_at(view, place) if len(codes) == 1 and used == 1 else None
    if run and view.value(end + 2, "call") == "run3":
        codes, end, used = run[0], end + 2, 1
    follows = end + 1 if view.value(end, "state") and view.has(end + 1, "call") else end
    call = view.value(follows, "call")
    if not call or (view.between(end - 1) and not _fits_only_before(view, codes, follows, call)):
        return 0
    size = CALL_SIZES[call][0]
    tiles = codes * (size if used == 1 else used) if len(codes) == 1 else codes
    if len(tiles) == 3 and size == MOST_COPIES and len(set(tiles)) == 1:
        tiles = tiles[:1] * MOST_COPIES
    if len(tiles) != size or not _fits(view, tiles, call):
        return 0
    if (
        not view.between(end - 1)
        and not view.between(follows)
        and _set_at(view, follows + 1, call)
        and not view.names_sets_first
        and (place > 0 or view.statement.open_calls)
    ):
        return 0  # 222mポン555pポン is read from its beginning
    state = view.value(end, "state") if follows > end else ""
    _add_sets(view, call, state, [(tiles, view.tokens[place])])
    return follows - place + 1


def _fits_only_before(view: TokenView, codes: tuple[str, ...], place: int, call: str) -> bool:
    """Whether the tiles before a word for a set are it, because those after it are not."""
    if view.names_sets_first or (
        call in FOURS and len(codes) == MOST_COPIES and not _is_four(view, place + 1)
    ):
        return True
    after = _sets_after(view, place, call)[1]
    return not after and not view.has(place - 2, "call")


def _is_four(view: TokenView, place: int) -> bool:
    return len(view.tile_codes(view.after_fill(place))) == MOST_COPIES


def _add_sets(
    view: TokenView, call: str, state: str, sets: list[tuple[tuple[str, ...], SentencePart]]
) -> None:
    for codes, token in sets:
        named = call
        if call == "same4" and state:
            named = "closed4" if state == "closed" else "open4"
        if call == "set":
            named = "" if state == "closed" else "same3"
        if call in ("same3", "run3") and state == "closed":
            named = ""
        view.add_tiles(codes, token, named)


def read_pair(view: TokenView, place: int) -> int:
    """pair 4s, a pair of white dragons: the rest of the hand shows how many there are."""
    if not view.has(place, "setword"):
        return 0
    follows = view.after_fill(place + 1)
    codes = view.tile_codes(follows)
    if view.value(place, "setword") == "pair" and len(codes) == 1:
        view.add_tiles(codes, view.tokens[follows])
        view.statement.groups[-1].is_pair = True
        return follows - place + 1
    return follows - place if codes else 0
