"""What `score` prints is the same, whichever engine has scored the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from scorer.compiled import compiled
from scorer.compiled.engine import Engine
from scorer.compiled.scoring import Beyond
from scorer.compiled.telling import Telling
from scorer.compiled.text import spoken
from scorer.engine.request import understand
from scorer.engine.results import Score
from scorer.engine.score import score_hand
from scorer.errors import NotAWinner
from scorer.library import load_ruleset
from scorer.render.accounts import account_of
from scorer.render.breakdown import breakdown
from scorer.render.document import Document
from scorer.render.markdown import markdown_text, plain_text
from scorer.render.text import terminal_text
from scorer.render.understood import faces_of
from scorer.ruleset.model import Ruleset
from scorer.sampling import request_of, sample_hands
from tests.support.shipped import each_box

if TYPE_CHECKING:
    from scorer.compiled.text import Spoken

FEW, MANY = {"ponjan": 6}, 16
LANGUAGES = ("en", "ja", "zh")


def texts(document: Document) -> tuple[str, ...]:
    return (terminal_text(document, 80), markdown_text(document), plain_text(document))


def told(engine: Engine, said: Spoken, language: str) -> tuple[str, ...] | None:
    """The texts of a hand by the compiled engine, where that has the whole answer."""
    try:
        score = engine.score_text(said)
    except Beyond:
        return None
    if score is None or score.other_readings:
        return None
    return texts(breakdown(Telling(engine, language).account(score, said)))


def winning_hands(ruleset: Ruleset) -> Iterator[tuple[Spoken, Score]]:
    for hand, situation in sample_hands(ruleset, 22, FEW.get(ruleset.id, MANY)):
        request = request_of(hand, situation, ruleset)
        try:
            yield spoken(request), score_hand(ruleset, *understand(request, ruleset))
        except NotAWinner:
            continue


@pytest.mark.parametrize("name", each_box())
def test_every_character_of_a_breakdown_is_that_of_the_reference_engine(name: str) -> None:
    ruleset = load_ruleset(name)
    engine, quick = compiled(ruleset), []
    for place, (said, score) in enumerate(winning_hands(ruleset)):
        language = LANGUAGES[place % len(LANGUAGES)]
        found = told(engine, said, language)
        quick += [found is not None] if score.complete == 1 and not score.situation.liable else []
        if found:
            assert found == texts(breakdown(account_of(score, language)))
    assert sum(quick) > 0.8 * len(quick) > 1, "a hand that is read in one way is told without the reference"


def test_the_pictures_of_a_hand_are_those_of_the_reference_engine() -> None:
    ruleset = load_ruleset("riichi")
    engine = compiled(ruleset)
    for said, score in winning_hands(ruleset):
        quick = engine.score_text(said)
        if quick and not quick.other_readings:
            faces = Telling(engine).faces(quick)
            assert faces == faces_of(score.hand, score.best.reading, ruleset.tileset)


def test_a_score_of_long_ago_has_to_be_scored_again() -> None:
    engine = compiled(load_ruleset("riichi"))
    said = ("234m345p67p456s55s+8p", "tsumo", "", "", "", ("riichi",), 0, 0, (), ())
    score = engine.score_text(said)
    assert score
    engine.values.worths.clear()
    with pytest.raises(LookupError, match="score this one again"):
        Telling(engine).account(score, said)
