"""The commands that draw: what they print, where it goes, and how they end."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from scorer.cli.main import main
from scorer.cli.output import FIRST_USE, can_show_tiles, explain_first_use
from scorer.engine import catalogue
from scorer.notation import means_usual_tile, read_tiles
from scorer.render.heading import tile_character
from scorer.scoring import load_ruleset
from tests.support.loops import some

HAND = "406p78s11z(777z)[2222s]+9s"
NO_YAKU = "406p78s11z(345p)[2222s]+9s"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize("command", ["score", "explain"])
def test_a_hand_is_printed_as_one_whole_page(command: str) -> None:
    result = run(command, HAND, "-f", "html")
    assert result.exit_code == 0
    assert result.stdout.startswith("<!doctype html>")
    assert result.stdout.rstrip().endswith("</html>")
    assert "Chun (red dragon)" in result.stdout


@pytest.mark.parametrize("command", ["score", "explain"])
@pytest.mark.parametrize(("hand", "status"), [(HAND, 0), (NO_YAKU, 1)])
def test_the_hand_alone_is_one_picture_whether_it_wins_or_not(command: str, hand: str, status: int) -> None:
    result = run(command, hand, "-f", "svg")
    assert result.exit_code == status
    assert ElementTree.fromstring(result.stdout).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_hand_that_does_not_win_has_a_page_that_says_why() -> None:
    result = run("score", NO_YAKU, "-f", "html")
    assert result.exit_code == 1
    assert "cannot win" in result.stdout


def test_several_rulesets_share_one_page() -> None:
    result = run("score", HAND, "-r", "riichi", "-r", "ema", "-f", "html")
    assert result.exit_code == 0
    assert result.stdout.count("<!doctype") == 1
    assert '<th class="number">ema</th>' in result.stdout


def test_where_no_ruleset_scores_the_hand_there_is_a_page_and_no_picture() -> None:
    rulesets = ("-r", "riichi", "-r", "ema")
    assert run("score", NO_YAKU, *rulesets, "-f", "html").stdout.startswith("<!doctype")
    result = run("score", NO_YAKU, *rulesets, "-f", "svg")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is nothing to draw" in result.stderr


def test_a_hand_that_cannot_be_read_gives_no_page() -> None:
    result = run("score", "12q", "-f", "html")
    assert (result.exit_code, result.stdout) == (2, "")


def test_tiles_stand_above_the_hand_where_they_are_asked_for() -> None:
    plain = run("score", HAND).stdout
    before, tiles, rest = run("score", HAND, "--tiles", "unicode").stdout.partition(
        "🀜 🀝* 🀞   🀖 🀗 🀘   🀀 🀀   (🀄︎ 🀄︎ 🀄︎)   [🀑 🀑 🀑 🀑]\n"
    )
    assert tiles
    assert rest.startswith("406p 789s 11z (777z) [2222s]")
    assert before + rest == plain == run("score", HAND, "--tiles", "text").stdout


def test_tiles_that_unicode_does_not_have_stay_notation() -> None:
    words = ("score", "111m222m333p", "-r", "ponjan")
    assert run(*words, "--tiles", "unicode").stdout == run(*words).stdout


@pytest.mark.parametrize("name", ["riichi", "pocket-mahjong", "three-player"])
def test_every_character_shown_can_be_typed_as_that_tile(name: str) -> None:
    tileset = load_ruleset(name).tileset
    faces = [tileset.kinds[kind] for kind in tileset.playing_kinds]
    assert len(faces) >= 27
    for kind in some(faces):
        assert means_usual_tile(tileset, kind.code)
        shown = tile_character(tileset.tile_by_code[kind.code], tileset)
        assert read_tiles(shown, tileset, "hand") == ((tileset.tile_by_code[kind.code],), [])


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "term", "shows"),
    [
        ("utf-8", "xterm-256color", True),
        ("utf-8", "linux", False),
        ("utf-8", "dumb", False),
        ("ascii", "xterm", False),
    ],
)
def test_tiles_are_shown_only_on_terminals_that_have_them(
    encoding: str, term: str, shows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    assert can_show_tiles(Terminal(io.BytesIO(), encoding=encoding)) is shows
    assert not can_show_tiles(io.TextIOWrapper(io.BytesIO(), encoding=encoding))


@pytest.mark.parametrize("is_terminal", [True, False])
def test_only_a_terminal_is_told_why_the_first_list_of_rulesets_takes_a_moment(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = catalogue.shipped_names()[: catalogue.FEW + 1]
    sink = io.BytesIO()
    stream = (Terminal if is_terminal else io.TextIOWrapper)(sink, encoding="utf-8", write_through=True)
    monkeypatch.setattr(catalogue, "recall", lambda *_: None)
    monkeypatch.setattr(catalogue, "remember", lambda *_: None)
    monkeypatch.setattr(catalogue, "recorded_summaries", dict)
    monkeypatch.setattr(catalogue, "shipped_names", lambda: names)
    monkeypatch.setattr(catalogue, "BEFORE_INDEX", list[Callable[[], object]]())
    monkeypatch.setattr("sys.stderr", stream)
    catalogue.shipped_overviews.cache_clear()
    explain_first_use()
    listed = catalogue.shipped_overviews()
    catalogue.shipped_overviews.cache_clear()
    assert [one.id for one in listed] == [*names]
    assert sink.getvalue().decode() == (f"{FIRST_USE}\n" if is_terminal else "")


def test_a_lesson_is_written_to_a_file_or_printed(tmp_path: Path) -> None:
    words = ("lesson", "-r", "ponjan-anoa", "--exercises", "2", "--seed", "5")
    file = tmp_path / "lesson.html"
    assert run(*words, "--out", str(file)).stdout == ""
    assert file.read_text(encoding="utf-8") == run(*words).stdout


def test_a_lesson_follows_the_house_rules_that_are_chosen() -> None:
    words = ("lesson", "-r", "ponjan-anoa", "--exercises", "0", "--option")
    assert '"#tile-0j"' in run(*words, "joker_tiles=2").stdout
    assert '"#tile-0j"' not in run(*words, "joker_tiles=0").stdout


def test_a_lesson_leaves_out_what_the_house_rules_decide_for_every_hand() -> None:
    words, said = ("lesson", "-r", "hong-kong", "--exercises", "0"), "A hand needs at least 3 faan to win."
    assert said not in run(*words).stdout
    assert said in run(*words, "-o", "bonus_tiles_reach_minimum=true").stdout


def test_exercises_stand_by_level_and_their_solutions_apart() -> None:
    page = run("lesson", "-r", "ponjan-anoa", "--exercises", "4", "--all").stdout
    asked, solved = page.partition('<section id="solutions"')[::2]
    headings = [f"<h3>Level {level}</h3>" for level in (1, 2, 3)]
    parts = [asked.index(heading) for heading in headings]
    assert parts == sorted(parts)
    ends = [*parts[1:], len(asked)]
    counts = [asked[at:end].count('class="exercise"') for at, end in zip(parts, ends, strict=True)]
    assert counts == [2, 1, 1]
    assert solved.count("<tr>") == 4


def test_another_seed_gives_other_exercises() -> None:
    one, two = (run("lesson", "-r", "ponjan-anoa", "--exercises", "3", "--seed", n).stdout for n in "12")
    assert one.split("Exercises")[0] == two.split("Exercises")[0]
    assert one != two


def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    result = run("lesson", "-r", "ponjan-anoa", "--out", str(tmp_path / "no" / "lesson.html"))
    assert result.exit_code == 2
    assert "cannot write this file" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "words",
    [
        ("waits", "3445m"),
        ("waits", "234m345p67p456s55s", "--lang", "ja"),
        ("points", "3", "40"),
        ("points", "--behind", "7,800", "--ron"),
        ("draw", "--ready", "E"),
        ("final", "32400", "25100", "24300", "18200"),
        ("patterns", "pinfu"),
        ("rulesets", "list"),
    ],
    ids=" ".join,
)
def test_every_answer_can_be_a_page(words: tuple[str, ...]) -> None:
    result = run(*words, "-f", "html")
    assert result.exit_code == 0
    assert result.stdout.startswith("<!doctype html>")
    assert result.stdout.count("<h1") == 1


def test_a_hand_that_waits_is_drawn() -> None:
    assert run("waits", "3445m", "-f", "svg").stdout.count('<use href="#tile-4m"') == 2
    page = run("waits", "3445m", "-f", "html").stdout
    assert "<title>3445m · Riichi" in page
    assert page.partition("<caption>")[0].count('class="row') == 1  # not drawn again in the text


def test_a_count_in_a_table_of_payments_stays_in_one_line() -> None:
    assert '<td class="short">3番40符</td>' in run("points", "3", "40", "-f", "html", "--lang", "zh").stdout


def test_a_quiz_is_a_page_with_the_solutions_behind_the_questions() -> None:
    page = run("quiz", "--level", "1", "--count", "2", "--seed", "3", "-f", "html").stdout
    questions, _, solutions = page.partition('<section id="solutions"')
    assert questions.count('<div class="exercise">') == 2
    assert questions.count("Which yaku does the hand have?") == 2
    assert solutions.count("<tr>") == 4
    assert "<td><b></b></td></tr>" not in solutions
    assert "Which yaku does the hand have?" in solutions


def test_a_printed_quiz_shows_no_tile_that_is_asked_for() -> None:
    page = run("quiz", "--ask", "waits", "--count", "1", "--seed", "3", "-f", "html").stdout
    questions = page.partition("<main>")[2].partition('<section id="solutions"')[0]
    assert "won on" not in questions
    assert "Self-draw" not in questions
