"""The result of checking a rule file, with or without sample hands; checks without them import only this."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.audit.report import Audit
    from scorer.errors import Problem


@dataclass(frozen=True)
class FileCheck:
    """What checking a rule file found; `audit` is None without sample hands, or if the file is unusable."""

    problems: tuple[Problem, ...]
    audit: Audit | None = None
