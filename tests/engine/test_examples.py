"""Every example of every shipped ruleset says the truth about its pattern, and the words of an example are understood
or told to be at fault.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import View
from scorer.engine.examples import holds_in_any, parse_example, read_example
from scorer.engine.request import parse_request
from scorer.engine.score import readings_of
from scorer.errors import InputError
from scorer.hand import Request
from scorer.message import message_text
from scorer.ruleset.load import load_ruleset
from scorer.ruleset.model import Pattern, Ruleset
from tests.support.shipped import each_box
from tests.support.small import STANDARD, complete, faults_of, holds, made, rules, usual


def _claims_of_bases(rules: Ruleset, pattern_id: str) -> dict[str, Ruleset]:
    """The examples of a pattern that the ruleset inherits, each with the ruleset to try it by: this one with the
    options as the base has them, because an example tells about the options of its own file.
    """
    own_options = {option.id for option in rules.options}
    claims: dict[str, Ruleset] = {}
    for base in map(load_ruleset, rules.extends):
        inherited = base.pattern_by_id.get(pattern_id)
        texts = (*inherited.holds, *inherited.fails) if inherited else ()
        values = {option.id: option.default for option in base.options if option.id in own_options}
        claims |= dict.fromkeys(texts, configure_ruleset(rules, values))
    return claims


def _wrong(rules: Ruleset, pattern: Pattern) -> Iterator[str]:
    inherited = _claims_of_bases(rules, pattern.id)
    for text, wanted in [*((t, True) for t in pattern.holds), *((t, False) for t in pattern.fails)]:
        tried_by = inherited.get(text, rules)
        faults = faults_of(tried_by, text)
        if faults and text not in inherited:  # tiles or circumstances of the base may be gone here
            yield f"{text!r}: {faults[0].message!s} (at {faults[0].position})"
        elif not faults and holds(tried_by, pattern.id, text) != wanted:
            yield f"{text!r}: {'fails' if wanted else 'holds'}, complete {complete(tried_by, text)}"


@pytest.mark.parametrize("name", each_box())
def test_examples_hold_and_fail_as_their_ruleset_says(name: str) -> None:
    rules = load_ruleset(name)
    wrong = {pattern.id: list(_wrong(rules, pattern)) for pattern in rules.pattern_by_id.values()}
    assert not {ident: texts for ident, texts in wrong.items() if texts}


# ---- the words of an example


@pytest.fixture(scope="module")
def riichi() -> Ruleset:
    return load_ruleset("riichi")


def test_every_word_goes_where_it_belongs(riichi: Ruleset) -> None:
    text = (
        "234m 567m 345p 67s 99s +8s tsumo seat=W round=S riichi ura=1z dora=4s honba=2 sticks=1 red_fives=4"
    )
    example = read_example(text, riichi)
    request = example.request
    assert not example.faults
    assert (request.hand, request.win) == ("234m 567m 345p 67s 99s +8s", "tsumo")
    assert (request.seat, request.round, request.honba, request.sticks) == ("W", "S", 2, 1)
    assert (tuple(request.circumstances), dict(request.indicators)) == (
        ("riichi",),
        {"ura": "1z", "dora": "4s"},
    )
    assert dict(example.options) == {"red_fives": 4}


def test_an_option_and_an_indicator_may_share_a_name() -> None:
    rules = load_ruleset("ponjan")
    example = read_example("111222333m dora=true dora=1m", rules)
    assert dict(example.options) == {"dora": True}
    assert dict(example.request.indicators) == {"dora": "1m"}
    assert not faults_of(rules, example.text)


@pytest.mark.parametrize(
    ("text", "shown", "message"),
    [
        ("234m567m345p67s99s win=8s ron", "win=8s", "the winning tile is written +8s"),
        ("234m567m345p67s99s+8s ron riihci", "riihci", "unknown word"),
        ("234m567m345p67s99s ron +8s", "+8s", "write all tiles of the hand first"),
        ("234m567m345p67s99s+8s ron tsumo", "tsumo", "repeats or contradicts"),
        ("234m567m345p67s99s+8s honba=two", "honba=two", "honba takes a whole number"),
        ("234m567m345p67s99s+8s red_fives=5", "red_fives=5", "is not a choice of red_fives"),
        ("234m567m345p67s99s+8s seat=X", "X", "is not a wind"),
        ("234m567m345p67s99s+8s riichi dora=4s5q", "q", "no suit 'q'"),
        ("234m567m345p67q99s+8s ron", "q", "no suit 'q'"),
        ("234m567m345p67s99s+8s ron haitei", "haitei", "haitei: haitei requires a self-draw"),
        ("234m567m345p67s99s+8s ron riichi haitei", "haitei", "haitei: haitei requires a self-draw"),
        ("234m567m345p67s99s+8s ron riichi open_tanyao", "open_tanyao", "needs a value: open_tanyao="),
        ("234m567m345p67s99s+8s ron pao=daisangen:W", "pao=daisangen:W", "no set of dragons was called"),
        ("234m567m345p67s99s+8s ron dora=1z ura=4s", "ura=4s", "only for a hand in riichi"),
    ],
)
def test_a_fault_is_shown_where_it_stands(text: str, shown: str, message: str, riichi: Ruleset) -> None:
    fault = faults_of(riichi, text)[0]
    assert message in str(fault.message)
    assert fault.position is not None
    assert text[fault.position : fault.position + fault.length] == shown


def test_a_counter_is_named_in_the_language_of_the_reader(riichi: Ruleset) -> None:
    fault = faults_of(riichi, "234m567m345p67s99s+8s honba=x")[0]
    assert message_text(fault.message, "ja") == "本場には整数を書いてください（入力：x）"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("riihci", ("riichi",)),
        ("p8", ("8p",)),
        ("win=8s", ("+8s",)),
        ("kiriage_mangn=true", ("kiriage_mangan",)),
        ("qqqqqqqq", ()),
    ],
)
def test_misspelt_words_get_a_suggestion(riichi: Ruleset, word: str, meant: tuple[str, ...]) -> None:
    (fault,) = read_example(f"234m567m345p67s99s+8s {word}", riichi).faults
    assert fault.suggestions == meant


def test_an_option_of_the_example_brings_its_circumstance(riichi: Ruleset) -> None:
    robbed = "9m19p19s12345677z+1m ron chankan_ankan"
    assert faults_of(riichi, robbed)
    assert holds(riichi, "kokushi_musou", robbed + " kokushi_ankan=true")


def test_a_pattern_that_another_one_swallows_still_holds(riichi: Ruleset) -> None:
    assert holds(riichi, "iipeikou", "223344m667788p5s+5s ron")


def test_a_hand_that_is_not_complete_is_told_apart(riichi: Ruleset) -> None:
    hand = "234m567m345p67s88s+2s ron"
    assert not holds(riichi, "tanyao", hand)
    assert not complete(riichi, hand)


@pytest.mark.parametrize(
    "words",
    [
        "dora=1m dora=7s",
        "riichi ura=1m ura=1m",
        "red_fives=0 red_fives=3",
        "pao=daisangen:E,daisangen:W",
        "pao=daisangen:E pao=daisangen:W",
        "seat=E seat=W",
        "honba=1 honba=1",
        "tsumo ron",
    ],
)
def test_no_word_of_an_example_that_is_given_twice_is_lost(words: str) -> None:
    example = read_example(f"234m567m345p67s99s+8s {words}", load_ruleset("riichi"))
    assert len(example.faults) == 1
    assert "twice" in str(example.faults[0].message) or "repeats or contradicts" in str(
        example.faults[0].message
    )


def test_a_hand_in_a_rule_file_may_have_the_names_of_its_tiles() -> None:
    ponjan = load_ruleset("ponjan")
    text = "red ship x3 (blue car3) black bus, black bus +black bus tsumo dora=red ship riichi dora=true"
    named, plain = (parse_example(one, ponjan)[1:] for one in (text, NAMED_IN_CODES))
    assert named == plain


@pytest.mark.parametrize(
    ("text", "marked", "message"),
    [
        ("red ship x3 lost blue car x3 tsumo", "lost", "no tile has the name 'lost'"),
        (
            "red ship x3 lost and found blue car x3 tsumo",
            "lost and found",
            "no tile has the name 'lost and found'",
        ),
        ("lost red ship x3 tsumo", "lost", "no tile has the name 'lost'"),
        ("red ship x3 tsumo foo", "foo", "unknown word"),
        ("tsumo red ship x3", "red ship x3", "comes after the words"),
        ("red ship x3 (blue ca x3) black bus x3", "ca", "no tile has the name 'ca'"),
    ],
)
def test_words_between_the_names_of_tiles_that_name_none_are_told_as_one(
    text: str, marked: str, message: str
) -> None:
    (fault,) = read_example(text, load_ruleset("ponjan")).faults
    assert fault.position is not None
    assert text[fault.position : fault.position + fault.length] == marked
    assert message in str(fault.message)


@pytest.mark.parametrize(
    ("name", "meant"), [("blu car", "blue car"), ("rad cus", "red bus"), ("qqqqqqqq", None)]
)
def test_the_nearest_name_of_a_tile_is_suggested(name: str, meant: str | None) -> None:
    found = read_example(f"red ship x3 {name} black bus x3 tsumo", load_ruleset("ponjan")).faults
    assert [one.suggestions for one in found] == [() if meant is None else (meant,)]


NAMED_IN_CODES = "111m(222s)55p+5p tsumo dora=1m riichi dora=true"


def test_a_word_that_is_both_a_tile_and_a_circumstance_is_the_circumstance() -> None:
    text = "tiles:\n  table:\n    lion: {kind: cat}\n    bear: {kind: dog}\n"
    text += "shapes: {standard: {sets: 2}}\ncircumstances:\n  lion: {name: Lion}\n"
    example = read_example("bear x3 lion x3 lion", made(text))
    assert (example.request.hand, example.request.circumstances) == ("bear x3 lion x3", ("lion",))


@pytest.mark.parametrize(("text", "found"), [("k1 k1 k1 k12 x2 +k12", "111b222a"), ("k123", "")])
def test_codes_of_several_signs_are_never_taken_apart(text: str, found: str) -> None:
    tiles = "".join(f"    tile_{n}: {{code: k{n}, kind: {'ab'[n % 2]}}}\n" for n in (1, 2, 12, 14, 16))
    ruleset = made(f"tiles:\n  table:\n{tiles}shapes: {{standard: {{sets: 2}}}}\n")
    faults = faults_of(ruleset, text)
    assert bool(faults) is not bool(found)
    if found:
        hand = parse_example(text, ruleset)[1]
        assert ruleset.tileset.format_tiles(hand.tiles) == found


@pytest.mark.parametrize(
    "condition", ['any_group(triplet & "白")', 'match(triplet("white dragon"))', 'tiles("白 dragon") > 2']
)
def test_a_condition_may_name_a_tile_in_quotes(condition: str) -> None:
    box = "tileset: {suits: {z: {tiles: [east, south, west, north, {en: white dragon, zh: 白, ja: 白 dragon}]}}}\n"
    box += "tiles: {good: 'east, white dragon'}\n"
    one = f"patterns:\n- {{id: it, value: 1, when: '({condition}) and tiles(good) > 4'}}\n"
    ruleset = rules(box + STANDARD + one)
    assert holds(ruleset, "it", "1112223335554z +4z")
    assert not holds(ruleset, "it", "1112223334445z +5z")


def test_a_set_of_a_kind_of_the_game_can_be_called_although_a_usual_kind_has_the_same_tiles() -> None:
    text = "sets: {trio: {size: 3, same: tile}}\ncalls: [trio]\nshapes: {s: {sets: 2, kinds: [trio]}}\n"
    hand = parse_example("(111m) 22m +2m", made(text))[1]
    assert [meld.kind for meld in hand.melds] == ["trio"]


@pytest.mark.parametrize(
    ("line", "example", "adds"),
    [
        ("closed_ron", "234m567m345p67s99s+8s ron", True),
        ("closed_ron", "234m567m345p67s99s+8s tsumo", False),
        ("closed_ron", "567m345p67s99s(234m)+8s ron", False),
        ("dora", "234m567m345p67s99s+8s ron dora=1m", True),
        ("dora", "234m567m345p67s99s+8s ron dora=1z", False),
    ],
)
def test_a_line_of_the_secondary_score_and_a_bonus_hold_where_they_add_something(
    riichi: Ruleset, line: str, example: str, adds: bool
) -> None:
    sheet = riichi.sheet
    assert sheet is not None
    subject = next(item for item in (*sheet.items, *riichi.bonuses) if item.id == line)
    view = View(*parse_example(example, riichi))
    assert holds_in_any(subject, view, readings_of(view)) is adds


IN_ONE_READING = """
patterns:
- {id: lone, value: 1, when: wait(single)}
- {id: asking, value: 1, when: awarded(lone) >= 1}
- {id: other, value: 1, when: not wait(single)}
bonuses: [{id: gift, value: 1, when: wait(single)}, {id: toy, value: 1}]
fu: {round_up_to: 10, items: [{id: wait, fu: 2, when: wait(single)}, {id: start, fu: 20}]}
base: fu * total
"""


@pytest.mark.parametrize(
    ("hand", "does_hold"), [("2344m456p789s111z+4m", True), ("2399m456p789s111z+4m", False)]
)
def test_what_holds_in_one_reading_of_several_holds(hand: str, does_hold: bool) -> None:
    ruleset = usual(IN_ONE_READING)
    view = View(*parse_example(hand, ruleset))
    readings = readings_of(view)
    assert len(readings) == 1 + does_hold
    assert ruleset.sheet is not None
    parts = (*ruleset.patterns, *ruleset.bonuses, *ruleset.sheet.items)
    holding = {one.id for one in parts if holds_in_any(one, view, readings)}
    of_single_waits = {"lone", "asking", "gift", "wait"} if does_hold else set()
    assert holding == {"other", "toy", "start", *of_single_waits}


@pytest.mark.parametrize(
    ("single", "least", "does_hold"),
    [(9, 1, False), (3, 1, True), (3, 5, True), (9, 10, True)],
)
def test_the_pattern_of_a_hand_without_any_other_holds_in_the_best_reading_that_wins_or_in_any_if_none_does(
    single: int, least: int, does_hold: bool
) -> None:
    """Of two readings of a hand, one waits on a single tile."""
    text = f"patterns: [{{id: single, value: {single}, when: wait(single)}}]\nminimum: {least}\n"
    ruleset = usual(f"{text}otherwise: {{id: plain, value: 5}}\n")
    assert holds(ruleset, "plain", "2344m456p789s111z+4m") is does_hold


@pytest.mark.parametrize(
    ("word", "way"),
    [
        ("tsumo", "to say how the hand was won, use --tsumo"),
        ("honba", "use the option --honba N"),
        ("dora", "it is an indicator: use --dora TILES"),
        ("kiriage_mangan", "it is a rule option: use -o kiriage_mangan=VALUE"),
    ],
)
def test_a_word_that_is_no_circumstance_names_the_option_that_it_belongs_to(
    riichi: Ruleset, word: str, way: str
) -> None:
    with pytest.raises(InputError) as refused:
        parse_request(Request("234m567m345p67s99s+8s", circumstances=(word,)), riichi)
    assert way in str(refused.value)
