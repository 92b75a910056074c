"""What reading and writing a hand promise."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import dialects, load_ruleset
from scorer.errors import Fault
from scorer.hand import Hand, Meld
from scorer.melds import sets_with_jokers
from scorer.notation import format_hand, format_meld, names_winning_tile, read_hand, read_tiles, surplus_tiles
from scorer.tiles import Tile, TileSet
from tests.notation.cases import drawn, fault_cases, hand_cases
from tests.notation.tile_sets import SETS, SetsOf

KINDS = ("chow", "pung", "kong")
ROLES = ("tile", "flower", "joker")
STANDARD = SETS["standard"]


def read(text: str, tileset: TileSet = STANDARD) -> tuple[Hand | None, list[Fault]]:
    return read_hand(text, tileset, SetsOf(tileset), KINDS)


def understood(text: str, tileset: TileSet = STANDARD) -> Hand:
    hand, faults = read(text, tileset)
    assert faults == []
    assert hand is not None
    return hand


def tiles(text: str) -> tuple[Tile, ...]:
    return read_tiles(text, STANDARD, "test")[0]


@pytest.mark.parametrize(("name", "text", "canonical"), hand_cases("notation-hands.txt"))
def test_a_hand_has_one_canonical_text(name: str, text: str, canonical: str) -> None:
    hand = understood(text, SETS[name])
    assert format_hand(hand, SETS[name]) == canonical
    assert understood(canonical, SETS[name]) == hand


@pytest.mark.parametrize(("name", "text", "expected"), fault_cases("notation-faults.txt"))
def test_every_fault_is_shown_in_its_place(name: str, text: str, expected: str) -> None:
    _, faults = read(text, SETS[name])
    assert "\n".join(map(drawn, faults)) == expected


def test_the_parts_of_a_hand_are_told_apart() -> None:
    hand = understood("406p 78s 11z (777z) [2222s] +9s")
    assert hand.concealed_tiles == tiles("406p78s11z")
    assert hand.melds == (Meld("pung", tiles("777z")), Meld("kong", tiles("2222s"), is_concealed=True))
    assert hand.winning_tile == tiles("9s")[0]
    assert hand.flowers == ()


def test_the_last_concealed_tile_written_wins_without_a_plus() -> None:
    hand = understood("9m(777z)0m8m(555p)")
    assert hand.winning_tile == tiles("8m")[0]
    assert hand.concealed_tiles == tiles("0m9m")


def test_a_meld_is_written_with_sorted_tiles() -> None:
    assert format_meld(Meld("chow", tiles("605p")), STANDARD) == "(056p)"
    assert format_meld(Meld("kong", tiles("7777z"), is_concealed=True), STANDARD) == "[7777z]"


def test_a_hand_that_no_set_allows_is_still_read() -> None:
    hand, faults = read("555550m+5m")
    assert [fault.kind for fault in faults] == ["hand"]
    assert hand is not None
    assert format_hand(hand, STANDARD) == "055555m+5m"


def test_a_text_that_cannot_be_read_is_no_hand() -> None:
    hand, faults = read("123q")
    assert hand is None
    assert [fault.kind for fault in faults] == ["notation"]


def test_faults_carry_the_text_as_typed_and_the_name_of_the_input() -> None:
    fault = read_hand("１２３ｑ", STANDARD, SetsOf(STANDARD))[1][0]
    assert (fault.source, fault.text, fault.position) == ("hand", "１２３ｑ", 3)


@pytest.mark.parametrize("junk", ["1" * 201, "(" * 100_000, "123m" * 10_000, "é" * 500, "🀇" * 300])
def test_a_text_too_long_is_one_fault(junk: str) -> None:
    for faults in (read(junk)[1], read_tiles(junk, STANDARD, "--dora")[1]):
        assert [str(fault.message) for fault in faults] == [
            f"too long: {len(junk)} characters; the limit is 200"
        ]
        assert len(faults[0].text) == 200


def test_the_longest_text_is_read() -> None:
    assert understood("1m " * 3 + " " * 191).concealed_tiles == tiles("11m")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("123m(777z+7z)", "(777z+7z)"),
        ("123m( 7z77z + 7z )", "(777z+7z)"),
        ("123m(555p+0p)", "(055p+5p)"),
        ("123m（EEE＋E）", "(111z+1z)"),
    ],
)
def test_a_tile_that_was_added_to_a_called_set_follows_a_plus(text: str, written: str) -> None:
    hand = understood(text)
    assert [format_meld(meld, STANDARD) for meld in hand.melds] == [written]
    assert hand.melds[0].is_added and not hand.melds[0].is_concealed and not names_winning_tile(text)
    assert hand.winning_tile == tiles("3m")[0]


@pytest.mark.parametrize(
    "text", ["(777z+1z)", "(345m+6m)", "[777z+7z]", "(77z+77z)", "(777z+)", "(777z+7z+7z)"]
)
def test_a_plus_in_brackets_is_a_fault_unless_it_makes_a_kong(text: str) -> None:
    hand, faults = read_hand(f"123m{text}1m", STANDARD, SetsOf(STANDARD))
    assert hand is None
    assert any("'+' inside brackets" in str(fault.message) for fault in faults)


def test_sets_are_named_only_where_they_are_known() -> None:
    message = read_hand("(346m)1z", STANDARD, SetsOf(STANDARD))[1][0].message
    assert str(message) == "(346m) is not a set in this ruleset"


def test_tiles_alone_keep_their_order() -> None:
    found, faults = read_tiles("4s2z, 0pE", STANDARD, "--dora")
    assert STANDARD.format_tiles(found) == "4s2z0p1z"
    assert faults == []


def test_no_tiles_are_no_fault_for_indicators() -> None:
    assert read_tiles("", STANDARD, "--ura") == ((), [])


def test_indicators_stand_neither_in_brackets_nor_behind_a_plus() -> None:
    _, faults = read_tiles("(12q)+8z", STANDARD, "--dora")
    assert {fault.source for fault in faults} == {"--dora"}
    assert [(fault.position, str(fault.message)[:8]) for fault in faults] == [
        (0, "'(' is n"),
        (3, "no suit "),
        (4, "')' is n"),
        (5, "'+' is n"),
        (6, "8z: hono"),
    ]


def test_tiles_of_several_inputs_are_counted_together() -> None:
    together = (*tiles("1112m"), *tiles("1m"), *tiles("1m"))
    ((place, message),) = surplus_tiles(together, STANDARD)
    assert (place, str(message)) == (5, "five copies of 1m; there are only four")


def test_four_plain_copies_are_taken_where_one_of_them_is_red() -> None:
    assert understood("5555m+1z").concealed_tiles == tiles("5555m")


def meld_in(tileset: TileSet, stock: Counter[Tile], chance: random.Random) -> Meld | None:
    """A set of tiles that are still there, or None where luck has it."""
    by_role = {
        role: [tile for tile in sorted(stock.elements()) if tileset.tile_role(tile) == role] for role in ROLES
    }
    first = chance.choice(by_role["tile"])
    held = [tile for tile in by_role["tile"] if tile.kind == first.kind]
    run = [Tile(first.kind + step) for step in range(3)]
    found = chance.choice([held[:3], held[-3:], held[:4], run, [*held[:2], *by_role["joker"][:1]]])
    if not Counter(found) <= stock:
        return None
    if any(tileset.tile_role(tile) == "joker" for tile in found):
        sets = sets_with_jokers(tuple(found), SetsOf(tileset), False)
        return sets[0] if len(sets) == 1 else None
    kind = SetsOf(tileset).find_set_kind(tileset.sort_tiles(found))
    concealed, added = kind == "kong" and chance.random() < 0.5, kind == "kong" and chance.random() < 0.5
    return Meld(kind, tileset.sort_tiles(found), concealed, added and not concealed) if kind else None


def hand_in(tileset: TileSet, chance: random.Random) -> Hand:
    """A hand of tiles that the set has; it need not be complete."""
    stock: Counter[Tile] = Counter()
    for kind in tileset.kinds:
        red = tileset.red_copies(kind.index) if kind.copies else 0
        stock += Counter({Tile(kind.index, True): red, Tile(kind.index): kind.copies - red})
    melds = []
    for _ in range(chance.randrange(5)):
        meld = meld_in(tileset, stock, chance)
        if meld:
            melds.append(meld)
            jokers = dict(meld.jokers)
            stock -= Counter(Tile(jokers[at]) if at in jokers else tile for at, tile in enumerate(meld.tiles))
    rest = chance.sample(sorted(stock.elements()), chance.randrange(1, 20))
    flowers = [tile for tile in rest if tileset.tile_role(tile) == "flower"]
    loose = [tile for tile in rest if tile not in flowers]
    loose = loose or [next(tile for tile in stock if tileset.tile_role(tile) == "tile")]
    return Hand(tileset.sort_tiles(loose[1:]), tuple(melds), loose[0], tileset.sort_tiles(flowers))


def spoken(hand: Hand, tileset: TileSet, chance: random.Random) -> str:
    """A hand as somebody may write it: any order, spaces, no `+`."""
    groups = [tileset.tile_code(tile) for tile in (*hand.concealed_tiles, *hand.flowers)]
    chance.shuffle(groups)
    groups.append(tileset.tile_code(hand.winning_tile))
    for meld in reversed(hand.melds):
        groups.insert(chance.randrange(len(groups) + 1), format_meld(meld, tileset))
    return chance.choice(["", " ", ", "]).join(groups)


names = st.sampled_from(sorted(SETS))
chances = st.randoms(use_true_random=False)


@given(names, chances)
def test_the_text_of_any_hand_reads_as_that_hand(name: str, chance: random.Random) -> None:
    hand = hand_in(SETS[name], chance)
    assert understood(format_hand(hand, SETS[name]), SETS[name]) == hand


@given(names, chances)
def test_order_and_spaces_of_concealed_tiles_do_not_matter(name: str, chance: random.Random) -> None:
    hand = hand_in(SETS[name], chance)
    melds = hand.melds[:1]  # several could change places
    alone = Hand(hand.concealed_tiles, melds, hand.winning_tile, hand.flowers)
    assert understood(spoken(alone, SETS[name], chance), SETS[name]) == alone


alphabet = "0123456789mpszfjkrbq()[]+ ,ESWNPFCM🀇🀏🀆🀢🀪🀫\ufe0f１ｍ（萬_#\x00\ud800"


@given(names, st.one_of(st.text(max_size=80), st.text(alphabet, max_size=40)))
def test_any_text_is_taken_or_its_faults_lie_within_it(name: str, text: str) -> None:
    hand, faults = read(text, SETS[name])
    assert faults or hand is not None
    for fault in faults:
        assert str(fault.message)
        assert fault.position is None or 0 <= fault.position < fault.position + fault.length <= len(text)
    assert [f.position for f in faults if f.position is not None] == sorted(
        f.position for f in faults if f.position is not None
    )


@given(names, chances, st.integers(0, 200), st.sampled_from(["", *alphabet]))
def test_what_is_understood_is_understood_again(
    name: str, chance: random.Random, place: int, sign: str
) -> None:
    """Also of texts that nobody has written on purpose: one sign of a hand is another, or there is one more."""
    text = format_hand(hand_in(SETS[name], chance), SETS[name])
    place %= len(text)
    hand, faults = read(text[:place] + sign + text[place + chance.randrange(2) :], SETS[name])
    if hand is None:
        assert faults
    else:
        assert all(fault.kind == "hand" for fault in faults)  # more copies of a tile than there are
        assert read(format_hand(hand, SETS[name]), SETS[name])[0] == hand


@given(names, st.text(alphabet, max_size=40))
def test_any_list_of_tiles_is_taken_or_has_faults_within_it(name: str, text: str) -> None:
    found, faults = read_tiles(text, SETS[name], "--dora")
    assert faults or found or not text.strip(" ,")
    assert all(f.position is not None and f.position + f.length <= len(text) for f in faults)


@pytest.mark.parametrize("text", ["123M456P789S11123Z", "123m456p789s1112q", "1111112m345p789s11z"])
def test_a_text_is_read_in_another_notation_only_where_its_words_differ(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, scanner = [], dialects._Scanner
    monkeypatch.setattr(dialects, "_Scanner", lambda *args: made.append(args) or scanner(*args))
    read_hand(text, load_ruleset("riichi").tileset, SetsOf(STANDARD), KINDS)
    assert len(made) <= 4
