"""The quick reader takes what the reference takes, and leaves every fault to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from scorer import score_many
from scorer.engine.request import parse_request
from scorer.errors import InputError
from scorer.fast.engine import Engine
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.interface import compile_engine
from scorer.fast.requests import RequestKey
from scorer.hand import Hand, Request, Situation
from scorer.notation import format_hand
from scorer.ruleset.model import Ruleset
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset, parse_hand, score_by_readings
from scorer.usual import GLYPHS, HONORS
from scorer.values import replace
from scorer.writing import as_data
from tests.fast.comparing import fields, outcome, text_of, worked_out
from tests.support.loops import some
from tests.support.shipped import each_of
from tests.support.small import made

RULESETS = [
    "riichi",
    "tenhou-sanma",
    "three-player",
    "pocket-mahjong",
    "ponjan-anoa",
    "donjara-one-piece",
    "british",
    "mcr",
]


def samples(ruleset: Ruleset, seed: int, count: int) -> list[tuple[Hand, Situation, Request]]:
    return [
        (h, s, request_for_hand(h, s, ruleset)) for h, s in sample_hands(ruleset, seed, count) if not s.liable
    ]


@pytest.mark.parametrize("name", each_of(RULESETS))
def test_text_scores_as_the_hand_that_it_says(name: str) -> None:
    ruleset = load_ruleset(name)
    engine = compile_engine(ruleset)
    read = 0
    for hand, situation, request in some(samples(ruleset, 11, 60)):
        try:
            got = outcome(engine.score_text, RequestKey.of_request(request))
        except NeedsReadableEvaluator:
            continue
        read += 1
        assert got == outcome(engine.score, hand, situation)
        written = "kind" in got or text_of(engine.score_text(RequestKey.of_request(request)))
        assert written in (True, format_hand(hand, ruleset.tileset))
    assert read >= 50


@pytest.mark.slow
def test_a_request_that_was_scored_before_gives_the_very_same_score() -> None:
    engine = compile_engine(load_ruleset("riichi"))
    asked = Request("234m345p67p456s55s+8p", win="tsumo", indicators={"dora": "4s"})
    score, known = engine.score_request(asked), worked_out()
    assert engine.score_request(replace(asked, circumstances=[])) is score
    assert worked_out() == known
    other = engine.score_request(replace(asked, indicators={"dora": "3m"}))
    assert score is not None and other is not None
    assert (score.points, other.points) == (12000, 5200)


def test_a_hand_without_a_plus_is_won_with_the_last_concealed_tile() -> None:
    engine = compile_engine(load_ruleset("riichi"))
    score = engine.score_text(RequestKey.of_request(Request("234m567m345p67s99s8s", win="tsumo")))
    assert score is not None
    assert text_of(score) == "234567m345p6799s+8s"


def changed(request: Request, rng: Random) -> Request:
    """The same request with a slip of the finger somewhere."""
    place = rng.randrange(len(request.hand))
    sign = rng.choice("0123456789mpszjf+()[] ")
    kept = request.hand[place + rng.randrange(2) :]
    words = ("riichi", "ippatsu", "rinshan", "north=2", "haitei", "tenhou", "nonsense")
    return rng.choice([
        replace(request, hand=request.hand[:place] + sign + kept),
        replace(request, hand=request.hand[:place] + kept),
        replace(request, circumstances=(*request.circumstances, rng.choice(words))),
        replace(request, seat=rng.choice("ESWNX"), discarder=rng.choice("ESWN")),
        replace(request, indicators={"dora": rng.choice(["1m", "5z", "0p", "1111s", "11112p", "x"])}),
        replace(request, honba=rng.choice([-1, 2, 5000])),
    ])  # fmt: skip


def as_reference(engine: Engine, ruleset: Ruleset, request: Request) -> bool:
    """Whether the quick reader has taken a request, which the reference must then take as well."""
    try:
        got = outcome(engine.score_text, RequestKey.of_request(request))
    except NeedsReadableEvaluator:
        return False
    assert got == outcome(engine.score, *parse_request(request, ruleset)), request
    return True


@pytest.mark.parametrize("name", each_of(RULESETS))
def test_nothing_is_taken_that_the_reference_refuses(name: str) -> None:
    ruleset, rng = load_ruleset(name), Random(5)
    engine = compile_engine(ruleset)
    refused = 0
    for _, _, request in samples(ruleset, 12, 150):
        slip = changed(request, rng)
        try:
            as_reference(engine, ruleset, slip)
        except InputError as error:
            raise AssertionError(f"{slip} was taken: {error}") from error
        refused += 1
    assert refused


@pytest.mark.parametrize(
    "text",
    [
        "(777z)67p345m456s55s+8p",
        "67p(777z)345m456s55s+8p",
        "[1111z](777z)456s55s67p+8p",
        "(777z)55s67p(123s)456s8p",
    ],
)
def test_melds_may_stand_before_other_tiles(text: str) -> None:
    ruleset = load_ruleset("riichi")
    request = Request(text, win="ron")
    found = compile_engine(ruleset).score_text(RequestKey.of_request(request))
    assert found is not None
    assert fields(found) == fields(score_by_readings(ruleset, *parse_request(request, ruleset)))


@pytest.mark.parametrize(
    "text", ["12(345m)3m67p55s(123s)+8p", "(345m67p456s55s(123s)1s+8p", "345m)67p456s55s11s+8p"]
)
def test_a_piece_that_a_meld_interrupts_is_left_to_the_reference(text: str) -> None:
    with pytest.raises(NeedsReadableEvaluator):
        compile_engine(load_ruleset("riichi")).score_text(RequestKey.of_request(Request(text)))


@pytest.mark.parametrize(
    "text", ["123456m55p678s[1111p)+9p", "123456m55p678s(111p]+9p", "123m[1111m)(222p]1z+1z"]
)
def test_a_bracket_closed_by_the_other_kind_is_a_fault_for_both_readers(text: str) -> None:
    ruleset = load_ruleset("riichi")
    request = Request(text, win="tsumo")
    with pytest.raises(NeedsReadableEvaluator):
        compile_engine(ruleset).score_text(RequestKey.of_request(request))
    with pytest.raises(InputError, match="is closed by"):
        parse_request(request, ruleset)


CLUB = """
extends: riichi
sets:
  long: {size: 4, same: [suit], run: rank, declared: true, name: long row}
shapes:
  standard: {sets: 4, pair: 1, kinds: [chow, pung, kong, long]}
"""


def test_a_declared_kind_of_set_under_any_name_stands_in_square_brackets() -> None:
    ruleset = made(CLUB)
    engine = compile_engine(ruleset)
    request = Request("123m456m1p555z[1234s]+1p", win="tsumo")
    assert as_reference(engine, ruleset, request)
    hand, _ = parse_request(request, ruleset)
    assert [(meld.kind, meld.is_concealed) for meld in hand.melds] == [("long", True)]
    with pytest.raises(InputError, match=r"\[1235s\] is not a kong or long; only a kong or long is written"):
        parse_request(replace(request, hand="123m456m1p555z[1235s]+1p"), ruleset)


def test_a_liable_player_and_conditions_on_the_hand_need_no_second_look() -> None:
    ruleset = load_ruleset("riichi")
    engine = compile_engine(ruleset)
    asked = Request("22m33p(555z)(666z)(777z)+3p", win="tsumo", pao={"daisangen": "W"})
    paid = engine.score_text(RequestKey.of_request(asked))
    assert paid is not None and dict(paid.payments.transfers) == {"E": 0, "S": 32000, "W": -32000, "N": 0}
    kong = engine.score_text(
        RequestKey.of_request(Request("23434m567p22s[1111z]+5m", win="tsumo", circumstances=("rinshan",)))
    )
    assert kong is not None and "rinshan" in kong.patterns
    with pytest.raises(NeedsReadableEvaluator, match="does not allow"):
        engine.score_text(
            RequestKey.of_request(Request("23434m567678p22s+5m", win="tsumo", circumstances=("rinshan",)))
        )


FEW = """
name: Few
unit: points
players: 4
tileset:
  copies: 2
  suits: {m: {name: red, ranks: 1-9}}
shapes:
  standard: {sets: 4, pair: 1}
indicators:
  dora: {name: Dora, shows: next, at_most: 12}
patterns:
  - {id: any, name: Any, value: 1, definition: Every hand has it.}
"""


@pytest.mark.parametrize("shown", ["77m", "777m", "7777777m", "77777777m"])
def test_indicators_beyond_the_copies_of_a_tile_are_a_fault_for_both_readers(shown: str) -> None:
    ruleset = made(FEW)
    request = Request("1122334455669m+9m", win="ron", indicators={"dora": shown})
    assert as_reference(compile_engine(ruleset), ruleset, request) == (shown == "77m")


# ---- other ways to write tiles

GLYPH_OF = {code: glyph for glyph, code in GLYPHS.items()}
LETTER_OF = {code: letter for letter, code in HONORS.items()}


def rewritten(text: str, tile: Callable[[str], str]) -> str:
    """A hand with each of its tiles written in another way."""
    return re.sub(
        "([0-9]+)([a-z])", lambda piece: "".join(tile(digit + piece[2]) for digit in piece[1]), text
    )


SPELLINGS: dict[str, Callable[[str], str]] = {
    "spaces and commas": lambda text: re.sub("([a-z)])", r"\1 ,", text),
    "a letter for each tile": lambda text: rewritten(text, lambda code: code),
    "letters for honors": lambda text: rewritten(text, lambda code: LETTER_OF.get(code, code)),
    "Unicode tiles": lambda text: rewritten(text, lambda code: GLYPH_OF.get(code, code)),
    "Unicode tiles for text": lambda text: rewritten(
        text, lambda code: GLYPH_OF[code] + "\ufe0e" if code in GLYPH_OF else code
    ),
    "full width": lambda text: "".join(chr(ord(sign) + 0xFEE0) for sign in text),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("name", ["riichi", "hong-kong"])
def test_every_way_to_write_tiles_is_read_without_the_reference(name: str, spelling: str) -> None:
    engine = compile_engine(load_ruleset(name))
    read = 0
    for _, _, request in some(samples(engine.ruleset, 13, 25)):
        try:
            expected = outcome(engine.score_text, RequestKey.of_request(request))
        except NeedsReadableEvaluator:
            continue
        written = {name: SPELLINGS[spelling](text) for name, text in request.indicators.items()}
        other = replace(request, hand=SPELLINGS[spelling](request.hand), indicators=written)
        assert outcome(engine.score_text, RequestKey.of_request(other)) == expected, other.hand
        read += 1
    assert read >= 15


def test_a_slip_in_another_way_to_write_tiles_is_left_to_the_reference() -> None:
    ruleset, rng = load_ruleset("riichi"), Random(6)
    engine = compile_engine(ruleset)
    taken = 0
    for _, _, request in samples(ruleset, 14, 120):
        hand = rng.choice(list(SPELLINGS.values()))(request.hand)
        place, sign = (
            rng.randrange(len(hand)),
            rng.choice(["E", "3", " ", "m", "🀀", "\ufe0f", "e", "🀫", "1", ""]),
        )
        slip = replace(request, hand=hand[:place] + sign + hand[place + rng.randrange(2) :])
        try:
            taken += as_reference(engine, ruleset, slip)
        except InputError as error:
            raise AssertionError(f"{slip.hand!r} was taken: {error}") from error
    assert taken


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_many_hands_give_the_same_results_however_they_are_written(spelling: str) -> None:
    plain = [
        "123m456p789s(555z)1z+1z",
        "234m345p67p456s55s+8p",
        "19m19p19s1234567z+1m",
        "123m(666z)[2222s]11z78p+9p",
    ]
    written = [SPELLINGS[spelling](hand) for hand in plain]
    assert written != plain
    results = [score_many([{"hand": hand} for hand in hands]) for hands in (plain, written)]
    expected, other = [[as_data(one) for one in found] for found in results]
    assert expected == other


@pytest.mark.parametrize("name", each_of(RULESETS))
def test_a_hand_in_capitals_is_read_as_by_the_reference(name: str) -> None:
    ruleset = load_ruleset(name)
    reader = compile_engine(ruleset).reader
    for hand, *_ in some(samples(ruleset, 21, 20)):
        text = format_hand(hand, ruleset.tileset).upper()
        plain = reader.plain_text(text)
        if reader.in_capitals.fullmatch(text):
            assert parse_hand(plain, ruleset) == parse_hand(text, ruleset)
