"""Tells `Score.to_dict` how a result is written. The writer is imported when it is first called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorer.engine.results import register_result_writer

if TYPE_CHECKING:
    from scorer.engine.results import Score


def _write_result(score: Score, language: str) -> dict[str, Any]:
    from scorer.render.result import result_data

    return result_data(score, language)


register_result_writer(_write_result)
