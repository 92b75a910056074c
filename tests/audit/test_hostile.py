"""An audit of a file that is meant to take time ends in time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.areas.hostile import FILES
from tests.campaign.running import at_most
from tests.cli.runs import run

SECONDS = 30
"""of processor time, on the slow machines where tests run; files of strangers took 40 and more once"""


@pytest.mark.slow
@pytest.mark.parametrize("much", [20])
@pytest.mark.parametrize("kind", FILES)
def test_an_audit_of_a_hostile_file_ends_in_time(kind: str, much: int, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(FILES[kind](much), encoding="utf-8")
    with at_most(SECONDS):
        result = run("check", str(file), "--audit", "400")
    assert result.exit_code in (0, 1)
