"""Signs that Markdown reads are escaped once, so that they are shown as they are."""

from __future__ import annotations

import pytest

from scorer.render.document import Part, line, paragraph, table
from scorer.render.text import markdown_text


@pytest.mark.parametrize("sign", "\\`*_<>[]#|~")
def test_a_sign_is_escaped_once_in_a_table_and_in_a_line(sign: str) -> None:
    shown = markdown_text((paragraph(line(Part(f"a{sign}b"))),))
    assert shown == f"a\\{sign}b"
    in_table = markdown_text((table([[f"a{sign}b"]], "l"),))
    assert in_table.splitlines()[-1].replace(" ", "") == f"|a\\{sign}b|"
