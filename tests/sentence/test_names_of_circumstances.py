"""A name that needs a circumstance states it, in every game and language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from scorer.engine.examples import read_example
from scorer.errors import InputError
from scorer.message import Message
from scorer.questions.practice import example_hand
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Pattern, Ruleset, recognized_names
from scorer.sampling import request_for_hand
from scorer.scoring import load_ruleset
from scorer.session import Session, SessionState
from scorer.web.answers import answer
from scorer.writing import as_plain_text
from tests.cli.runs import run
from tests.support.loops import some

WINS = {
    "en": ("tsumo", "ron"),
    "ja": ("ツモ", "ロン"),
    "zh-Hans": ("自摸", "点和"),
    "zh-Hant": ("自摸", "點和"),
}
CASES = [(name, language) for name in shipped_names() for language in WINS]

NO_REASONS = {"shown by tiles", "unread part", "no question"}
"""Errors that are no answer to a name of the game."""

Needs = list[set[str]]
"""The circumstances that a name needs: of each set, one."""


def needs_of(pattern: Pattern, rules: Ruleset) -> Needs:
    """The circumstances that a pattern needs by its condition, or of which it needs one."""
    node = pattern.condition
    if node is None:
        return []
    parts = node.args if node.op in ("and", "or") else (node,)
    facts = dict.fromkeys(part.args[0] for part in parts if part.op == "fact")
    found = [{one.id for one in rules.circumstances if one.fact == fact} for fact in facts]
    needs = [
        names for names in found if names and not any(rules.circumstance_by_id[n].is_number for n in names)
    ]
    return [set().union(*needs)] if needs and node.op == "or" else needs


def named_needs(rules: Ruleset, language: str) -> Iterator[tuple[str, Needs]]:
    """Every name of a circumstance or of a pattern that needs one, in a language."""
    pairs: list[tuple[Iterable[tuple[str, str]], Needs]] = [
        (recognized_names(one), [{other.id for other in rules.circumstances if other.fact == one.fact}])
        for one in rules.circumstances
        if not (one.is_number or one.names_seat)
    ]
    pairs += [(recognized_names(one), needs_of(one, rules)) for one in rules.pattern_by_id.values()]
    for names, needs in pairs:
        for word in {word for tag, word in names if needs and tag[:2] == language[:2]}:
            yield word, needs


def wrong_answer(session: Session, rules: Ruleset, sentence: str, needs: Needs) -> str:
    """What is wrong with the answer to a sentence that states circumstances; empty if it has them, if the
    sentence is refused with an error that says what cannot be, or if it asks which circumstance is meant and
    one of the replies states them: `last tile` in MCR.
    """
    try:
        state, document = session.answer(SessionState(rules.id), sentence)
    except InputError as error:
        keys = {fault.message.key for fault in error.faults if isinstance(fault.message, Message)}
        return f"{sentence}: {keys}" if keys & NO_REASONS else ""
    if state.asked:
        replies = [again for _, again in state.asked.replies]
        answers = [wrong_answer(session, rules, again, needs) for again in some(replies)]
        return "" if "" in answers else f"{sentence}: {answers}"
    request = read_example(state.hand, rules, is_typed=True).request if state.hand else None
    told = {text.partition("=")[0] for text in request.circumstances} if request else set()
    is_told = all(names & told for names in needs)
    return "" if is_told else f"{sentence}: {as_plain_text(document)[:80]}"


@pytest.mark.one_in(70)
@pytest.mark.parametrize(("name", "language"), CASES)
def test_a_hand_is_never_scored_without_a_circumstance_that_is_named(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    example, session = example_hand(rules), Session(language)
    assert example is not None
    hand = request_for_hand(example.hand, example.situation, rules).hand.replace(" ", "")
    wrong = [
        found
        for word, needs in some(named_needs(rules, language), least=0)
        for win in WINS[language]
        if (found := wrong_answer(session, rules, f"{hand} {win} {word}", needs))
    ]
    assert not wrong


EXPLAINED = [
    ("classical", "zh-Hans", "123m[5555s]789p22s34p+2p 自摸 海底捞月（一筒）", "海底捞月（一筒）：不成立。和牌张不是一筒"),
    ("classical", "en", "123m[5555s]789p22s34p+2p tsumo gathering the plum blossom from the roof",
     "Gathering the plum blossom from the roof: not awarded; the winning tile is"),
    ("classical", "ja", "123m[5555s]789p22s34p+5p ツモ 五筒開花", "五筒開花"),
    ("ema", "ja", "123567p3456799s+8s ロン 石の上にも三年", "ダブル立直 · 河底撈魚"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "language", "sentence", "shown"), EXPLAINED)
def test_a_name_that_needs_a_circumstance_and_more_states_it_and_is_explained(
    game: str, language: str, sentence: str, shown: str
) -> None:
    _, document = Session(language).answer(SessionState(game), sentence)
    assert shown in as_plain_text(document)
    typed = run(sentence, columns=200, env={"SCORER_RULESET": game, "SCORER_LANG": language}).stdout
    page = answer("sentence", {"ruleset": game, "language": language, "form": "text", "line": sentence})
    assert shown in typed and shown in page.data["text"]


@pytest.mark.parametrize(
    ("name", "word", "win"),
    [("mcr", "妙手回春", "--tsumo"), ("mcr", "海底捞月", "--ron")],
)
def test_the_name_of_a_way_to_win_states_its_circumstance_on_the_command_line(
    name: str, word: str, win: str
) -> None:
    shown = run("score", "123456789m123m5m+5m", "-r", name, win, "--with", word, "--lang", "zh").stdout
    assert word in shown, shown


@pytest.mark.parametrize(
    ("said", "game"),
    [("国标 123456789m123m5m+5m 点和", "国标麻将"), ("长沙 222m345p678s55m234s 自摸", "长沙麻将")],
)
def test_a_sentence_may_begin_with_the_name_of_its_game(said: str, game: str) -> None:
    shown = run("ask", said, "--lang", "zh").stdout
    assert game in shown, shown
    assert "役满" in run("ask", "立直 国士无双 自摸", "--lang", "zh").stdout
