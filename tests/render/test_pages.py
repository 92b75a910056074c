"""Pages stand alone and fit: on a phone, on a desk, on paper."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from scorer import quiz, read_evening
from scorer.questions.pages import question_hand
from scorer.render.breakdown import breakdown_document, explanation_document
from scorer.render.document import paragraph
from scorer.render.evening_sheet import empty_sheet_page, evening_page
from scorer.render.lesson import lesson_page
from scorer.render.page import hand_page
from scorer.scoring import load_ruleset, score
from scorer.teach.lesson import make_lesson
from scorer.teach.why import explain_score
from tests.render.browser import A4_HEIGHT, A4_WIDTH, CHROMIUM, Looked, count_pages, look, printed
from tests.support.loops import some
from tests.support.small import made

PHONE, DESK = 360, 1200
HANDS = (
    ("riichi", "234m 345p 67p 456s 55s +8p", {"win": "tsumo", "circumstances": ["riichi"], "dora": "4s1z"}),
    ("riichi", "9s (1111m) [2222p] (3333s) (4444z) +9s", {}),
    ("ponjan", "111222m11p0j", {}),
    ("donjara-one-piece", "123r456r78r+9r", {}),
    ("doubutsu-janpon", "111g222g33g+3g", {}),
    ("pocket-mahjong", "123m456p78p222z55s+9p", {}),
)
LESSONS = (
    "ponjan",
    "riichi",
    "three-player",
    "pocket-mahjong",
    "donjara-one-piece",
    "doubutsu-janpon",
    "donjara-doraemon",
)
ONE_PAGE = ("#basics", "#exercises", "#solutions")
UNCUT = ("table", ".card", ".exercise", ".point")
in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")


def score_pages() -> list[str]:
    """Every hand twice: its breakdown with all readings, and told step by step."""
    scores = [score(hand, ruleset, **situation) for ruleset, hand, situation in HANDS]  # type: ignore[arg-type]
    documents = (
        (breakdown_document(one, with_readings=True), explanation_document(explain_score(one)))
        for one in scores
    )
    return [
        hand_page(one.hand, one.ruleset, shown)
        for one, both in zip(scores, documents, strict=True)
        for shown in both
    ]


def handout(name: str) -> str:
    return lesson_page(make_lesson(load_ruleset(name)))


def fits(looked: Looked) -> None:
    assert looked.console == []
    for page in looked.pages:
        assert page.text > 100
        assert page.scroll <= page.client
        assert page.blank == 0


@in_a_browser
@pytest.mark.slow
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_scored_hand_fits_every_screen(width: int, tmp_path: Path) -> None:
    fits(look([(page, width) for page in score_pages()], tmp_path))


@in_a_browser
@pytest.mark.slow
def test_a_scored_hand_fits_on_paper(tmp_path: Path) -> None:
    fits(look([(printed(page), A4_WIDTH) for page in score_pages()], tmp_path))


@pytest.mark.slow_one_in(3)
@in_a_browser
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_fits_on_a_phone_and_on_paper_with_nothing_cut(name: str, tmp_path: Path) -> None:
    page = handout(name)
    looked = look([(page, PHONE), (printed(page), A4_WIDTH)], tmp_path, [*ONE_PAGE, *UNCUT])
    fits(looked)
    for selector, height in some(looked.pages[1].tall.items()):
        assert height <= A4_HEIGHT, selector
    assert all(looked.pages[1].tall[selector] > 0 for selector in (*ONE_PAGE, "table", ".card"))


@pytest.mark.slow
@in_a_browser
def test_the_browser_would_complain(tmp_path: Path) -> None:
    """The measures above do see what they are meant to see."""
    page = score_pages()[0]
    wide = page.replace("<main>", '<main><div style="width:500px">wide</div>')
    loading = page.replace("<main>", '<main><img src="http://127.0.0.1/nothing.png">')
    looked = look([(wide, PHONE), (loading, PHONE)], tmp_path)
    assert looked.pages[0].scroll > looked.pages[0].client
    assert len(looked.console) == 1


def test_a_page_holds_all_that_it_shows() -> None:
    for page in [*score_pages(), handout("ponjan")]:
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
        assert len(ids) == len(set(ids))
        assert "http" not in page.replace("http-equiv", "")
        assert "<script" not in page


def test_a_page_says_in_words_what_it_draws() -> None:
    for page in [*score_pages(), handout("ponjan")]:
        rows = re.findall(r'<span class="row[^>]*>', page)
        assert rows
        assert all('role="img"' in row or 'aria-hidden="true"' in row for row in rows)
        assert 'aria-label=""' not in page


def test_text_from_a_ruleset_cannot_become_markup() -> None:
    text = "name: Ours <script>alert(1)</script>\nextends: ponjan\nabout: a & b <i>"
    page = lesson_page(make_lesson(made(text), count=1))
    assert "<script" not in page
    assert "a &amp; b &lt;i&gt;" in page


def test_plurals_in_the_words_of_a_ruleset_are_not_drawn_as_tiles() -> None:
    ruleset = load_ruleset("pocket-mahjong")
    said = next(text for _, text in ruleset.pattern_by_id["mix_old_guy"].definition)
    assert "1s" in said
    page = hand_page(None, ruleset, (paragraph(f"Note: {said}", "won on 9s"),))
    assert said in page
    assert set(re.findall(r"#tile-(\w+)", page)) == {"9s"}


@in_a_browser
@pytest.mark.slow
def test_a_whole_game_of_an_evening_fits_on_one_page_of_paper(tmp_path: Path) -> None:
    deals = "".join(
        "- {win: {Ann: 234m345p67p456s55s+8p}, from: Ben}\n- {draw: exhaustive, ready: [Cho]}\n"
        "- {win: {Ben: 1 han 30 fu}, from: Ann}\n"
        for _ in range(5)
    )
    written = f"events:\n- {{game: riichi, players: [Ann, Ben, Cho, Dia]}}\n{deals}"
    filled = evening_page(read_evening(written.encode()))
    empty = empty_sheet_page(load_ruleset("hong-kong"))
    looked = look([(printed(page), A4_WIDTH) for page in (filled, empty)], tmp_path, ["section"])
    fits(looked)
    for page in some(looked.pages):
        assert 0 < page.tall["section"] < A4_HEIGHT


@in_a_browser
@pytest.mark.slow_one_in(8)  # other papers, other languages and every ruleset
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["en", "ja", "zh"])
@pytest.mark.parametrize("name", ["riichi", "hong-kong", "mcr", "ponjan"])
def test_a_handout_for_beginners_has_at_most_six_pages(
    name: str, language: str, paper: str, tmp_path: Path
) -> None:
    handout = lesson_page(make_lesson(load_ruleset(name, language=language), language=language))
    assert 4 <= count_pages(handout.replace("@page {", f"@page {{ size: {paper};"), tmp_path) <= 6


def test_a_question_of_the_quiz_shows_which_sets_are_called() -> None:
    question = next(
        one for one in islice(quiz(seed=3), 200) if any(not m.is_concealed for m in one.score.hand.melds)
    )
    called = [meld for meld in question.score.hand.melds if not meld.is_concealed]
    assert question_hand(question).count("rotate(-90)") == len(called) + sum(meld.is_added for meld in called)
