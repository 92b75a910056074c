"""The benchmarks without the libraries that they are compared with."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.places import ROOT

WITHOUT = """
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in {"mahjong", "riichienv"} else found(name, *more)
sys.modules["mahjong"] = None
sys.argv[1:] = ["--only", "score(text), ", "--quick"]
from tests.benchmarks.__main__ import main
main()
"""


@pytest.mark.slow
def test_rows_without_their_library_are_left_out_with_the_reason() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    reasons = [line for line in run.stdout.splitlines() if "mahjong is not installed; run pip" in line]
    assert len(reasons) == 2
