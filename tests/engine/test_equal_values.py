"""Of two patterns that are worth the same, the one that takes the other away is counted first."""

from __future__ import annotations

from pathlib import Path

from scorer import load_ruleset, score

OVERLAY = """
extends: riichi
add:
  - id: three_sisters
    value: {closed: 2, open: 1}
    match: chow(n, A), chow(n, B), chow(n+1, C)
    RELATION
"""
HAND = "234m 234p 234s 345s 9s +9s"


def counted(folder: Path, relation: str) -> tuple[str, ...]:
    folder.mkdir(exist_ok=True)
    path = folder / "club.yaml"
    path.write_text(OVERLAY.replace("RELATION", relation), encoding="utf-8")
    return score(HAND, load_ruleset(str(path)), win="ron").patterns


def test_a_later_pattern_takes_away_an_earlier_one_of_the_same_value(tmp_path: Path) -> None:
    assert counted(tmp_path, "excludes: [sanshoku_doujun]") == ("three_sisters",)
    assert counted(tmp_path / "again", "implies: [sanshoku_doujun]") == ("three_sisters",)


def test_without_a_relation_both_count_in_the_order_of_the_file(tmp_path: Path) -> None:
    assert counted(tmp_path, "group: club") == ("sanshoku_doujun", "three_sisters")
