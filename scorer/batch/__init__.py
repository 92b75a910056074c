"""Bulk scoring: lines or record batches of hands in, results out in the same order, with bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.batch.arrow import score_record_batch as score_record_batch

__all__ = ["score_record_batch"]


def __getattr__(name: str) -> object:
    if name != "score_record_batch":
        raise AttributeError(f"module 'scorer.batch' has no attribute {name!r}")
    from scorer.batch.arrow import score_record_batch  # needs the extra `batch`

    return score_record_batch
