"""The page of a club's own rules states how they differ from the rules that they extend, in any language."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from scorer.cli.main import main

CLUB = """extends: riichi
name: {en: Our club, ja: われらの会}
notes: [We play on Tuesdays.]
author: Ann Example
tiles: {even: 2468mps}
set: {tanyao.when: all_tiles(simple) and sets(chow) >= 1, open_tanyao: false, haneman.base: 2800, toitoi.value: {closed: 3}, final.places: [30, 10, -10, -30]}
drop: [sankantsu]
add:
  - {id: sisters, name: {en: Three sisters, ja: 三姉妹}, value: 1, match: "chow(n, A), chow(n, B), chow(n+1, C)"}
"""


def shown(file: str, *words: str) -> str:
    return CliRunner().invoke(main, ["rulesets", "show", file, *words]).output


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            (
                "How these rules differ from Riichi (four players)",
                "- All simples counts in an open hand (kuitan): no, not yes",
                "- Without Sankantsu (three kongs)",
                "- With Three sisters (1 han)",
                "- Tanyao (all simples) (when): all tiles are simples and there is at least one",
                "- Haneman (base): 2,800, not 3,000",
            ),
        ),
        (
            "ja",
            (
                "- 三槓子なし",
                "- 三姉妹（1飜）あり",
                "- 断么九（条件）：すべて中張牌、順子がある（元のルールはすべて中張牌）",
                "- 跳満（基本点）：2,800（元のルールは3,000）",
                "- 対々和（値）：3（門前限定）（元のルールは2）",
                "- 最終結果（順位点）：30、10、-10、-30（元のルールは20、10、-10、-20）",
            ),
        ),
        ("zh-Hant", ("- 對對和（分值）：3（限門前清）（原規則為2）",)),
    ],
)
def test_the_page_of_a_club_states_its_differences(
    tmp_path: Path, language: str, lines: tuple[str, ...]
) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(CLUB, "utf-8")
    page = shown(str(file), "--lang", language).splitlines()
    assert {*lines} <= {*page}


def test_the_page_for_the_notice_board_has_the_differences_as_a_list_and_all_rules_on_a_page_of_their_own(
    tmp_path: Path,
) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(CLUB, "utf-8")
    page = shown(str(file), "-f", "html")
    board, _, rest = page.partition('<h2 class="new-page">')
    assert board.count("Our club") == 2  # in the title of the page and above it
    assert "<ul><li>All simples" in board and "All rules in force" in rest and "even" not in board.lower()
    assert "<li>We play on Tuesdays.</li></ul>\n<p>Author: Ann Example</p>" in board


def test_a_shipped_ruleset_has_no_such_list() -> None:
    assert "differ from" not in shown("m-league")
