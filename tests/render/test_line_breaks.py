"""Where lines break: between words, and among Chinese and Japanese characters."""

from __future__ import annotations

import pytest

from scorer.render.document import line, line_text
from scorer.render.text import NEVER_FIRST, NEVER_LAST, display_width, wrapped_lines

SENTENCE = "3组顺子（数字依次大1、3种不同花色）（234m、345p、456s）、没有字牌8p\u00a0x4。"


@pytest.mark.parametrize("columns", range(8, 60))
def test_a_line_breaks_beside_no_sign_that_belongs_to_its_word(columns: int) -> None:
    rows = [line_text(row) for row in wrapped_lines(line(SENTENCE), columns)]
    assert "".join(rows) == line_text(line(SENTENCE))
    assert max(map(display_width, rows)) <= columns
    assert not [row for row in rows if row[0] in NEVER_FIRST or row[-1] in NEVER_LAST]


@pytest.mark.parametrize("columns", range(8, 60))
def test_a_tile_is_not_broken(columns: int) -> None:
    rows = [line_text(row) for row in wrapped_lines(line(SENTENCE), columns)]
    assert all(any(tile in row for row in rows) for tile in ("234m", "345p", "456s", "8p x4"))


def test_a_word_wider_than_the_room_is_broken_all_the_same() -> None:
    assert [line_text(row) for row in wrapped_lines(line("1112345678999m"), 6)] == ["111234", "567899", "9m"]
