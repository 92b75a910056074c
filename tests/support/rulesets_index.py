"""Writes the summaries of the shipped rulesets again: `python -m tests.support.rulesets_index`."""

from __future__ import annotations

from scorer.engine.catalogue import RECORD_FILE, overview_record
from tests.support.places import ROOT

RECORD = ROOT / "rulesets" / RECORD_FILE

if __name__ == "__main__":
    RECORD.write_text(overview_record(), encoding="utf-8")
