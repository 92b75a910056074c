"""Worked hands are run: what is written of one is held against what comes of it, entry by entry."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from scorer.check.run import check_ruleset
from scorer.errors import Problem
from tests.support.small import check_text

ALSO = "also: 567m 234p 678p 34s 99s +5s seat=W"
OPEN = "234m 678p 456s 5s (345p) +5s ron"
DRAWN = "123s 345p 678p 45s 99s +6s tsumo riichi dora=1s honba=1 sticks=1"
DRAGONS = "555z 666z 123m 1p (777z) +1p ron pao=daisangen:W"
CALLED = "345p 678p 45s 99s (111m) +6s tsumo"

RIGHT = (
    (OPEN, "{counts: tanyao, han: 1, fu: 30, base: 240, points: 1000, limit: none, readings: 2}"),
    (OPEN, "{counts: [tanyao], pays: {discarder: 1000}, gets: 1000}"),
    (OPEN + " open_tanyao=false", "{refused: this one has none}"),
    (OPEN + " from=E seat=W", "{pays: {E: 1000}}"),
    (OPEN.replace("456s", "45s"), "{refused: 13 tiles}"),
    (DRAWN, "{counts: [riichi, menzen_tsumo, pinfu, dora], fu: {pinfu_self_draw: 20}, with: dora}"),
    (DRAWN.replace("1s", "1s1s"), "{with: [riichi, dora 2], without: [tanyao, ura_dora], limit: mangan}"),
    (DRAWN, "{points: 5200, pays: {E: 2700, W: 1400, N: 1400}, gets: 6500}"),
    (DRAGONS, "{counts: daisangen, yakuman: 1, limit: yakuman, pays: {W: 16000, discarder: 16000}}"),
    (CALLED + " riichi", "{refused: CLOSED hand}"),
    (CALLED, "{refused: this one has none}"),
    (OPEN + " from=E honba=1", f"{{{ALSO}, counts: tanyao, gets: 1300, pays: {{E: 2300}}}}"),
    (OPEN + " from=N seat=S", f"{{{ALSO} riichi, pays: {{discarder: 3000}}}}"),
)
"""Hands of riichi with what comes of them."""

WRONG = (
    (OPEN, "{han: 2, points: 1000}", "han: expected 2, found 1"),
    (OPEN, "{han: 2, fu: 40}", "han: expected 2, found 1; fu: expected 40, found 30"),
    (OPEN, "{points: 2000}", "points: expected 2000, found 1000"),
    (OPEN, "{gets: 2000}", "gets: expected 2000, found 1000"),
    (OPEN, "{base: 300}", "base: expected 300, found 240"),
    (OPEN, "{readings: 1}", "readings: expected 1, found 2"),
    (OPEN, "{limit: mangan}", "limit: expected mangan, found none"),
    (OPEN, "{counts: [tanyao, pinfu]}", "counts: expected tanyao, pinfu, found tanyao"),
    (OPEN, "{counts: []}", "counts: expected nothing, found tanyao"),
    (OPEN, "{without: tanyao}", "'tanyao' counts"),
    (OPEN, "{with: pinfu}", "'pinfu' does not count"),
    (DRAWN.replace("1s", "1s1s"), "{with: dora}", "'dora' counts 2 times"),
    (DRAWN, "{fu: {base: 20}}", "fu: expected base 20, found pinfu_self_draw 20"),
    (DRAWN, "{pays: {E: 2700}}", "pays: expected E 2700, found E 2700, W 1400, N 1400"),
    (DRAWN, "{pays: {E: 1}}", "pays: expected E 1, found E 2700, W 1400, N 1400"),
    (DRAGONS, "{yakuman: 2}", "yakuman: expected 2, found 1"),
    (OPEN, "{refused: han}", "this hand is not refused: it wins with tanyao; points 1000"),
    (CALLED, "{points: 1000}", "this hand does not win"),
    (CALLED, "{refused: this one has none, points: 1000}", "a hand that is refused has no 'points'"),
    (CALLED, "{refused: this one has none, pays: {S: 1}}", "pays: expected S 1, found nothing"),
    (OPEN + " from=E honba=1", f"{{{ALSO}, pays: {{E: 2600}}}}", "pays: expected E 2600, found E 2300"),
    (CALLED, "{refused: furiten}", "this hand is refused for a different reason: a hand needs 1 han"),
)
"""Hands of riichi with something that does not come of them, and what is said of it."""

UNREADABLE = (
    (
        OPEN + " from=W",
        f"{{{ALSO}, points: 1000}}",
        "each winner needs a different seat, other than the discarder's",
    ),
    (OPEN + " from=E", f"{{{ALSO[:-7]}, points: 1000}}", "each winner needs a different seat"),
    (OPEN, f"{{{ALSO}, points: 1000}}", "several players can win only on a discard"),
    (OPEN + " from=E", f"{{{ALSO} ripichi, points: 1000}}", "unknown word 'ripichi'"),
)
"""Other winners who cannot be."""


def found(*hands: tuple[str, str], head: str = "extends: riichi\nname: Hands") -> list[Problem]:
    lines = "\n".join(f"  {hand}: {entry}" for hand, entry in hands)
    return list(check_text(f"{head}\nhands:\n{lines}\n", "hands.yaml"))


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("hand", "entry"), RIGHT)
def test_what_comes_of_a_hand_is_no_problem(hand: str, entry: str) -> None:
    assert found((hand, entry)) == []


@pytest.mark.parametrize(("hand", "entry", "message"), UNREADABLE)
def test_another_winner_who_cannot_be_is_a_problem_where_he_is_named(
    hand: str, entry: str, message: str
) -> None:
    (problem,) = found((hand, entry))
    assert (problem.code, problem.severity, problem.line) == ("L801", "error", 4)
    assert problem.column > 40
    assert message in str(problem.message)


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("hand", "entry", "message"), WRONG)
def test_what_does_not_come_of_it_is_one_problem_at_the_hand(hand: str, entry: str, message: str) -> None:
    (problem,) = found((hand, entry))
    assert (problem.code, problem.severity, problem.line) == ("L805", "error", 4)
    assert message in str(problem.message)


def test_a_hand_that_cannot_be_read_is_told_where() -> None:
    (problem,) = found((OPEN.replace("5s ron", "5q ron"), "{points: 1000}"))
    assert (problem.code, problem.line) == ("L801", 4)
    assert problem.source_line[problem.column - 1 : problem.column - 1 + problem.length] == "q"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("entry", "place", "hint"),
    [
        ("{counts: tanyaoo}", "tanyaoo", "did you mean 'tanyao'?"),
        ("{with: [doro 2]}", "doro", "did you mean 'dora'?"),
        ("{limit: mangann}", "mangann", "did you mean 'mangan'?"),
        ("{point: 1000}", "point", "did you mean 'points'?"),
        ("{fu: {bas: 20}}", "bas", "did you mean 'base'?"),
        ("{pays: {discard: 1000}}", "discard", "did you mean 'discarder'?"),
    ],
)
def test_a_misspelt_name_is_told_before_the_hand_is_run(entry: str, place: str, hint: str) -> None:
    (problem,) = found((OPEN, entry))
    assert (problem.code, str(problem.hint)) == ("L301", hint)
    assert problem.source_line[problem.column - 1 :].startswith(place)


@pytest.mark.parametrize(
    ("entry", "code"),
    [("{}", "L204"), ("{counted: tanyao}", "L201"), ("{han: a lot}", "L201"), ("12", "L203")],
)
def test_an_entry_of_the_wrong_form_is_told(entry: str, code: str) -> None:
    assert [problem.code for problem in found((OPEN, entry))] == [code]


def test_hands_wait_until_nothing_else_is_wrong() -> None:
    head = "extends: riichi\nname: Hands\nset: {tanyoa.value: 2}"
    assert [problem.code for problem in found((OPEN, "{han: 2}"), head=head)] == ["L402"]


@pytest.mark.slow
def test_an_overlay_is_not_held_to_the_hands_of_its_base() -> None:
    head = "extends: riichi\nname: Hands\nset: {mangan.base: 2100}"
    assert found((DRAWN.replace("1s", "1s1s"), "{limit: mangan, points: 8400}"), head=head) == []


def test_more_hands_than_anybody_writes_are_not_run() -> None:
    (problem,) = found(*((f"{OPEN} honba={number}", "{han: 2}") for number in range(405)))
    assert "405 entries; the limit is 400" in str(problem.message)


@pytest.mark.slow
def test_checks_in_several_threads_find_what_one_alone_finds() -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: check_ruleset("hkma"), range(8)))
    assert found == [()] * 8


FLUSH = "extends: riichi\nname: C\nadd: [{id: flush, name: Flush, definition: d, source: s, value: 9, when: suits == 1}]\n"


@pytest.mark.parametrize(
    ("hands", "lacks"),
    [
        ("", ["has no examples"]),
        ("  123m 456m 789m 22m 33m +3m ron: {with: [flush]}\n", ["has no example under fails"]),
        (
            "  123m 456m 789m 22m 33m +3m ron: {with: [flush]}\n  123m 456m 789p 22m 33m +3m riichi: {without: [flush]}\n",
            [],
        ),
    ],
)
def test_worked_hands_count_as_examples(hands: str, lacks: list[str]) -> None:
    text = FLUSH + (f"hands:\n{hands}" if hands else "")
    found = [str(problem.message) for problem in check_text(text, select=["L904"])]
    assert [lack in message for lack, message in zip(lacks, found, strict=True)] == [True] * len(lacks), found


def test_a_hand_that_comes_out_otherwise_names_what_counts() -> None:
    found = check_text(
        "extends: riichi\nname: C\nhands:\n  234m 678p 456s 5s (345p) +5s ron: {points: 2000}\n"
    )
    assert "(counted: tanyao)" in str(found[0].message)


PURE = "(222m)333m555m678m9p+9p ron seat=S from=E"
KONGS = "events: [E concealed_kong, N claimed_kong from=W]"


@pytest.mark.parametrize(
    ("hand", "entry", "problem"),
    [
        (PURE, f"{{{KONGS}, gains: {{E: 5, S: -1, W: -4, N: 0}}}}", ""),
        (PURE, f"{{{KONGS}, gains: {{E: 5, S: -1, W: -4, N: 1}}}}", "L805 this hand has a different result: gains"),
        (PURE, "{events: E kongs, gains: {E: 5}}", "L801 no such event"),
        (PURE, "{others: {E: 4, Q: 2}, gains: {E: 5}}", "L301 there is no payer 'Q'"),
        ('"E:4 S:0 W:0 N:1"', "{events: W added_kong, gains: {E: 8, S: -5, W: -5, N: 2}}", ""),
        ('"E:4 S:0 W:0 N:1 draw=exhausted"', "{gains: {E: 8, S: -5, W: -5, N: 2}}", ""),
        ('"E:123m456m78m234p55p S:0 W:123m456p79s24s558p N:1 pig_price=0"', "{gains: {E: 2, S: -2, W: -2, N: 2}}", ""),
        ('"E:4 S:0 W:0 N:1"', "{gains: {E: 8, S: -5, W: -5, N: 3}}", "L805 this deal has a different result: gains"),
        ('"E:4 S:0 W:0 N:1"', "{points: 8}", "L805 a deal without a winner has no 'points'"),
        ('"E:4 S:0 W:0"', "{gains: {E: 8}}", "L801 no hand for N"),
        ('"E:4 S:0 W:0 N:1 draw=flood"', "{gains: {E: 8}}", "L801 no such kind of draw"),
    ],
)  # fmt: skip
def test_a_whole_deal_is_held_against_what_every_seat_gains(hand: str, entry: str, problem: str) -> None:
    problems = found((hand, entry), head="extends: sichuan\nname: Deals")
    assert [f"{one.code} {one.message}"[: len(problem)] for one in problems] == ([problem] if problem else [])
