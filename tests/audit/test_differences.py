"""Two rulesets differ by id and value: nothing that changes play is left out, nothing else is named; and what that
does to the same hands, the same for a seed.
"""

from __future__ import annotations

import pytest

from scorer.audit.differences import AS_WRITTEN, Difference, differences, entries_of
from scorer.audit.effect import OTHER_SEED, effect
from scorer.language.nodes import Node
from scorer.message import Message, message_parts, message_text
from scorer.phrases import translate
from scorer.ruleset.model import Requirement
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset
from scorer.values import replace
from tests.support.loops import some
from tests.support.shipped import each_box
from tests.support.small import made

SILENT = {
    "conditional",  # what options decide is told by the relations in force
    "id",
    "level",  # who is asked about it in a quiz
    "names",
    "also",
    "definition",
    "says",
    "source",
    "holds",
    "fails",
    "groups",
    "option_condition",
    "help",
    "reason",
    "beside",
}
"""Fields that no player notices, or that are told as something else (`option_condition`: there or not)."""


def changed_by(base: str, text: str) -> list[tuple[str, str, str, str, str]]:
    found = differences(load_ruleset(base), made(f"extends: {base}\n{text}"))
    return [(change.section, change.id, change.label, change.old_text, change.new_text) for change in found]


@pytest.mark.parametrize("name", each_box())
def test_a_ruleset_differs_in_nothing_from_itself_under_another_name(name: str) -> None:
    assert not differences(load_ruleset(name), made(f"extends: {name}\nname: Ours\nabout: Ours.\n"))


@pytest.mark.parametrize("name", each_box())
def test_what_a_ruleset_says_is_said_as_its_file_says_it(name: str) -> None:
    texts = [str(text) for entry in entries_of(load_ruleset(name)).values() for _, text in entry.pairs]
    assert len(texts) > 50
    assert not [text for text in texts if "Node(" in text or "Requirement(" in text]


def test_an_option_is_named_with_what_it_does() -> None:
    found = differences(load_ruleset("riichi"), load_ruleset("riichi", {"open_tanyao": False}))
    assert found[0].note == "all simples counts in an open hand (kuitan)"
    assert [(change.section, change.id, change.label) for change in found] == [
        ("options", "open_tanyao", ""),
        ("patterns", "tanyao", "value"),
    ]


def test_a_limit_that_the_options_close_in_both_rulesets_is_no_difference() -> None:
    found = differences(load_ruleset("ema"), load_ruleset("mcr"), "en")
    limits = [difference.title for difference in found if difference.section == "limits"]
    assert "sanbaiman" in limits and "counted_yakuman" not in limits


def test_a_value_is_the_one_in_force() -> None:
    assert changed_by("riichi", "set: {open_tanyao: false}")[1][3:] == ("1", "1, closed hands only")


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_a_word_is_translated_by_the_key_under_which_it_stands(language: str) -> None:
    """`first` are the winners who are all paid, and the player of the first place who takes what is left."""
    left = "final: {sticks: first}\npayment: {several: first}"
    none = "final: {sticks: nobody}\npayment: {several: nobody}"
    first, nobody = (made(f"extends: riichi\n{text}") for text in (left, none))
    found = {change.section: change for change in differences(nobody, first, language)}
    shown = [message_text(found[section].new, language) for section in ("payment", "final")]
    assert shown == [translate(key, language) for key in ("word two=first", "word sticks=first")]
    assert shown[0] != shown[1]
    as_written = {change.section: change.new_text for change in differences(nobody, first)}
    assert (as_written["payment"], as_written["final"]) == ("first", "first")


def test_what_cannot_happen_in_a_game_is_no_rule_of_it() -> None:
    """Without riichi sticks none are left over, and where all wins are by self-draw nobody pays for a discard."""
    labels = {
        name: {
            str(pair[0]) for entry in entries_of(load_ruleset(name), "en").values() for pair in entry.pairs
        }
        for name in ("riichi", "mcr")
    }
    assert "sticks" in labels["riichi"] and "sticks" not in labels["mcr"]
    told = {
        (item.section, item.id): item.pairs for item in entries_of(load_ruleset("hongzhong"), "en").values()
    }
    payments = [title for (section, title), pairs in told.items() if section == "payment" and pairs]
    assert "on a self-draw" in payments
    assert not {"on a discard", "two or three winners"} & {*payments}


def test_a_value_is_a_message_that_every_language_can_show() -> None:
    (_, change) = differences(load_ruleset("riichi"), load_ruleset("riichi", {"open_tanyao": False}))
    assert (change.aspect, change.new) == (Message("rule value"), Message("rule closed only", "1"))
    assert message_text(change.new, "ja") == "1（門前限定）"


def test_an_expression_without_words_is_marked_in_other_languages() -> None:
    written = {
        entry.section: entry
        for entry in entries_of(load_ruleset("harbor-card"), "ja").values()
        if "`" in message_text(entry.description, "ja")
    }
    assert written
    assert not [one for one in some(written.values()) if "`" in message_text(one.summary, "ja")]
    assert not [one for one in some(written.values()) if "`" in str(one.description)]


@pytest.mark.parametrize(
    ("name", "key", "told"),
    [
        ("changsha", ("payment", "rule times"), "“第一鸟”指向胡牌者或付分者时加倍"),
        ("sichuan", ("limits", "cap"), "3番以上"),
        ("riichi", ("payment", "rule liability"), "大三元：3组亮出的三元牌刻子"),
        ("classical", ("comparisons", "between_losers"), "差额 × 2"),
    ],
)
def test_formulas_and_conditions_of_payment_are_told_in_words(
    name: str, key: tuple[str, str], told: str
) -> None:
    title = Message(key[1]) if key[1].startswith("rule ") else key[1]
    entry = entries_of(load_ruleset(name, language="zh"), "zh")[key[0], title]
    texts = [message_text(text, "zh") for _, text in entry.pairs]
    assert any(told in text for text in texts), texts


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        ("ends: deals_left <= 0 and not dealer_stays", "the game ends if", "the last planned deal has been played and the dealer may not deal again"),
        ("honba: honba + 1 if dealer_won or drawn else 0", "honba or repeats in the next deal", "one more if the dealer wins or the deal is drawn, otherwise none"),
        ("declare: score >= stick_value or riichi_below_stick", "a ready hand may be declared if", "the player has at least 1,000 points"),
        ("ends: lowest <= 200 and wall_left < 4", "the game ends if", "the last player has at most 200 points and less than 4 tiles are left in the wall"),
        ("ends: not (dealer_won or aborted)", "the game ends if", "the dealer does not win and the deal is not abandoned"),
    ],
)  # fmt: skip
def test_conditions_of_the_table_are_told_in_words(text: str, key: str, told: str) -> None:
    rules = made(f"extends: riichi\ndeals: {{{text}}}")
    (entry,) = (one for one in entries_of(rules, "en").values() if one.section == "deals")
    assert {str(label): str(shown) for label, shown in entry.pairs}[key] == told


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-HK", "zh-TW"])
@pytest.mark.parametrize("name", ["riichi", "mcr", "hong-kong", "taiwanese", "sanma"])
def test_no_condition_of_the_table_is_shown_as_it_is_written(name: str, language: str) -> None:
    sections = "circumstances", "deals", "draws", "final"
    told = [
        one.description
        for one in entries_of(load_ruleset(name), language).values()
        if one.section in sections
    ]
    assert told
    assert not [part for text in told for part in message_parts(text) if part.key == AS_WRITTEN]


def test_a_pattern_that_is_dropped_or_added_is_one_difference_with_all_that_it_says() -> None:
    found = changed_by("ponjan", "drop: [triple]\nadd: [{id: any, value: 2, when: self_draw}]")
    assert ("patterns", "triple", "there") in [change[:3] for change in found]
    assert ("patterns", "any", "there", "", "value 2; when self_draw") in found


def test_a_pattern_that_options_switch_off_is_not_there() -> None:
    found = differences(load_ruleset("riichi"), load_ruleset("riichi", {"ippatsu": False}))
    assert {(change.section, change.id) for change in found} == {
        ("options", "ippatsu"),
        ("circumstances", "ippatsu"),
        ("patterns", "ippatsu"),
    }


def test_the_order_of_limits_is_a_difference() -> None:
    ruleset = load_ruleset("riichi")
    turned = replace(ruleset, limits=ruleset.limits[::-1])
    assert [(change.section, change.id) for change in differences(ruleset, turned)] == [
        ("limits", "first of")
    ]


def test_payments_are_named_by_who_wins_and_who_pays() -> None:
    payment = "payment: {self_draw: {dealer: {each: 3 * base}, other: {dealer: 2 * base, each: base}}}"
    assert changed_by("riichi", payment) == [
        ("payment", "on a self-draw", "for the dealer, each other player pays", "2 * base", "3 * base")
    ]


def test_tiles_that_differ_alike_are_one_difference() -> None:
    assert changed_by("riichi", "tileset: {remove: 2345678m}")[0] == (
        "tiles", "2345678m", "copies", "4", "0"
    )  # fmt: skip


def test_white_space_in_an_expression_is_no_difference() -> None:
    same = "add: [{id: chinroutou, value: 13, when: all_tiles( terminal )}]"
    assert [change[:3] for change in changed_by("riichi", same)] == []


HOMES = {"tables": "pocket-mahjong", "amounts": "ponjan", "penalties": "ponjan"}
TOLD_BY = {
    ("shapes", "way"): "sets",
    ("shapes", "set_size"): "size",
    ("circumstances", "maximum"): "is_number",
    ("circumstances", "of_seat"): "each_seat",
    ("circumstances", "whole"): "each_seat",
    ("patterns", "asks_others"): "condition",
}
"""Fields that follow from another one, which is told."""


PARTS = [
    (section, field)
    for section, part in (
        ("patterns", load_ruleset("riichi").patterns[0]),
        ("bonuses", load_ruleset("riichi").bonuses[0]),
        ("limits", load_ruleset("riichi").limits[0]),
        ("circumstances", load_ruleset("riichi").circumstances[0]),
        ("indicators", load_ruleset("riichi").indicators[0]),
        ("shapes", load_ruleset("riichi").shapes[0]),
        ("kinds", load_ruleset("riichi").kinds[0]),
        ("tables", load_ruleset("pocket-mahjong").tables[0]),
        ("amounts", load_ruleset("ponjan").amounts[0]),
        ("penalties", load_ruleset("ponjan").penalties[0]),
    )
    for field in type(part).__match_args__
    if field not in SILENT and (section, field) not in TOLD_BY
]


@pytest.mark.parametrize(("section", "field"), PARTS)
def test_every_field_that_decides_a_score_is_compared(section: str, field: str) -> None:
    ruleset = load_ruleset(HOMES.get(section, "riichi"))
    first, *rest = getattr(ruleset, section)
    changed = replace(first, **{field: _another(getattr(first, field), field)})
    found = differences(ruleset, replace(ruleset, **{section: (changed, *rest)}))
    assert len(found) > 0


def _another(value: object, field: str) -> object:
    """A value of the same sort that is not this one."""
    node = Node("fact", ("dealer",), "dealer")
    others: dict[str, object] = {
        "alternatives": ((Node("template", ("chow", (), None), "chow(n, A)"),),),
        "requires": (Requirement(node, ()),),
        "less": (("tanyao", 1),),
        "tiles": (1,),
        "mask": 3,
        "rows": ((1, 2, (3,)),),
        "pay": (("each", node),),
    }
    if field in others:
        return others[field]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, tuple):
        return (*value, "pung")
    return f"{value}x" if isinstance(value, str) else node


def test_sections_stand_in_the_order_of_a_rule_file() -> None:
    found: list[Difference] = list(differences(load_ruleset("ponjan"), load_ruleset("riichi")))
    sections = list(dict.fromkeys(change.section for change in found))
    assert sections.index("options") < sections.index("patterns") < sections.index("payment")
    assert len(sections) == len({change.section for change in found})


# ---- what that does to hands


def test_the_same_rules_change_no_hand() -> None:
    found = effect(load_ruleset("riichi"), made("extends: riichi\nname: Ours\n"), 30)
    assert len(found.pairs) == 30
    assert not found.changed_pairs
    assert not found.examples


@pytest.mark.slow
def test_the_seed_decides_the_hands() -> None:
    rulesets = load_ruleset("tenhou"), load_ruleset("ema")
    first, again = (effect(*rulesets, 15, seed=3).pairs for _ in range(2))
    other = effect(*rulesets, 15, seed=4).pairs
    assert first == again
    assert first != other


@pytest.mark.slow
def test_a_dearer_pattern_pays_more_where_it_counts_and_nowhere_else() -> None:
    found = effect(load_ruleset("ponjan"), made("extends: ponjan\nset: {two_two.value: 13}"), 100)
    assert found.changed_pairs
    assert all(pair.differences[0] == ("pattern", "two_two") for pair in found.changed_pairs)
    assert {abs(step) for step in found.steps} <= {10 * n for n in range(1, 7)}
    assert all(step > 0 for step in found.steps)


@pytest.mark.slow
def test_hands_that_no_longer_win_are_counted() -> None:
    found = effect(load_ruleset("riichi"), made("extends: riichi\nminimum: 4\n"), 80)
    assert found.lost_wins > 0
    assert found.gained_wins == 0
    assert not found.steps
    assert len(found.changed_pairs) == found.lost_wins


def test_hands_of_another_box_are_foreign() -> None:
    found = effect(load_ruleset("donjara-one-piece"), load_ruleset("ponjan-anoa"), 20)
    assert (len(found.pairs), found.foreign) == (0, 20)


@pytest.mark.slow
def test_three_examples_show_different_things() -> None:
    found = effect(load_ruleset("tenhou"), load_ruleset("ema"), 100)
    assert len(found.examples) == 3
    assert len({pair.differences for pair in found.examples}) == 3
    assert all(pair.changes for pair in found.examples)


def test_half_of_the_hands_are_samples_of_each_ruleset() -> None:
    both = load_ruleset("tenhou"), load_ruleset("ema")
    first, second = (
        [request_for_hand(*sample, rules) for sample in sample_hands(rules, seed, 4)]
        for rules, seed in zip(both, (1, 1 + OTHER_SEED), strict=True)
    )
    assert first != second
    assert [pair.request for pair in effect(*both, 8).pairs] == first + second


def test_no_hand_is_an_example_twice() -> None:
    """Both rulesets would deal the same hands from one seed."""
    shown = effect(load_ruleset("hong-kong"), load_ruleset("hong-kong-13"), 100).examples
    hands = [pair.request.hand for pair in shown]
    assert len(hands) == 3 and all(hands.count(hand) == 1 for hand in hands)


def test_every_hand_is_announced() -> None:
    done: list[int] = []
    effect(load_ruleset("ponjan"), load_ruleset("ponjan"), 25, tick=lambda: done.append(1))
    assert len(done) == 25
