"""The words of the table in rule files: what is wrong with them is reported at its place."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from scorer import load_ruleset
from scorer.hand import WaitingHand
from scorer.readings import completing_kinds
from scorer.replay.game import Deal
from scorer.replay.moment import FACTS, Moment
from scorer.replay.rules import TableRules
from scorer.replay.sites import sites
from scorer.replay.table import PlayTable
from scorer.ruleset.find import shipped_names
from scorer.ruleset.load import load_text
from scorer.table.settle import draw_result
from scorer.tiles import Tile
from tests.support.loops import some

WRONG = {
    "draws: {exhaustive: {when: wall_lefd == 0}}": "did you mean 'wall_left'?",
    "draws: {exhaustive: {when: concealed_hand}}": "'concealed_hand' is not a fact about the table",
    "draws: {exhaustive: {when: wall_left}}": "compare it",
    "deals: {stays: dealer_one}": "did you mean 'dealer_won'?",
    "circumstances: {riichi: {at: declared and tiles(dragon) >= 1}}": "unknown function 'tiles'",
    "final: {ties: sharing}": "did you mean 'shared'?",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_slip_in_the_rules_of_the_table_is_reported(line: str) -> None:
    problems = load_text(f"extends: riichi\nname: Club\n{line}\n", "club.yaml").problems
    assert any(WRONG[line] in f"{one.message} {one.hint}" for one in problems), problems


def test_an_overlay_changes_one_value_of_a_section() -> None:
    loaded = load_text("extends: riichi\nname: Club\nset: {exhaustive.pool: 4000}\n", "club.yaml")
    assert loaded.ruleset is not None
    assert draw_result(loaded.ruleset, ready_seats="E").payments[0] > 3000


def waiting_hands(rules: TableRules, chance: Random) -> Iterator[WaitingHand]:
    """Hands made of a pair and of sets, without one tile; most of them wait."""
    tileset = rules.ruleset.tileset
    groups = [group for tuples in rules.ruleset.set_tables.tuples.values() for group in tuples]
    for _ in range(20):
        tiles = [chance.choice(tileset.playing_kinds)] * 2
        while len(tiles) <= rules.hand_size:
            group = chance.choice(groups)
            tiles += [kind for kind in group if tiles.count(kind) < tileset.kinds[kind].copies]
        tiles.pop(chance.randrange(len(tiles)))
        yield WaitingHand(tuple([Tile(kind) for kind in sorted(tiles[: rules.hand_size])]), ())


def test_the_waits_at_a_table_are_those_of_the_readable_evaluator() -> None:
    """The engine that finds them knows no pattern."""
    waiting = set[str]()
    for name in ("riichi", "sanma", "mcr", "hong-kong", "taiwanese", "sichuan", "ponjan"):
        rules = TableRules(load_ruleset(name))
        shapes, tables = rules.ruleset.shapes, rules.ruleset.set_tables
        codes = {tile.kind: code for code, tile in rules.tiles.items() if not tile.red}
        for hand in some(waiting_hands(rules, Random(name))):
            found = completing_kinds(hand, shapes, tables, rules.ruleset.formal_waits)
            assert rules.waits([codes[tile.kind] for tile in hand.concealed_tiles], ()) == found, name
            waiting |= {name} if found else set()
    assert len(waiting) > 5, waiting


def test_words_of_the_table_have_a_meaning_in_the_guide_and_a_value() -> None:
    from scorer.language.vocabulary import TABLE_NUMBERS, TABLE_TRUTHS

    of_the_end = {
        "dealer_won", "dealer_ready", "dealer_leads", "dealer_stays", "won", "drawn", "aborted", "deals_left",
        "ready", "won_last_deal", "went_bust", "deals_won",
    }  # fmt: skip
    assert {*TABLE_TRUTHS, *TABLE_NUMBERS} == {*FACTS} | of_the_end


def test_what_logs_say_names_only_what_the_rulesets_have() -> None:
    for site in some(sites()):
        rulesets = [load_ruleset(name) for name in site.data["ruleset"].values()]
        assert {one.id for one in rulesets} <= set(shipped_names())
        known = {
            name for one in rulesets for name in (*one.pattern_by_id, *(bonus.id for bonus in one.bonuses))
        }
        known |= {"nuki_dora"}  # with three players
        named = {
            name
            for value in site.section("patterns").values()
            for name in ([value] if isinstance(value, str) else value)
        }
        assert named <= known, site.name
        draws = {draw.id for one in rulesets for draw in one.draws}
        assert set(site.draws.values()) <= draws, site.name


def test_the_points_of_a_player_are_known_while_a_deal_is_played() -> None:
    """The stick of this deal is taken off, and what is known at the end of the deal only does not hold yet."""
    rules = TableRules(load_ruleset("riichi"))
    table = PlayTable(Deal(0, 0, 0, 0, 0, (), scores=(41000, 25000, 900, 33100)), rules)
    table.players[0].has_stick = True
    asked = {name: Moment(table, 0).fact_value(name) for name in ("score", "lowest", "highest", "won")}
    assert asked == {"score": 40000, "lowest": 900, "highest": 40000, "won": False}
    assert Moment(PlayTable(Deal(0, 0, 0, 0, 0, ()), rules), 2).fact_value("score") == 0
