"""Files of notation cases: a tile set, a text, and what is said about it, as people see it."""

from __future__ import annotations

from scorer.errors import Fault
from tests.support.places import DATA


def fault_cases(file: str) -> list[tuple[str, str, str]]:
    """Blocks of `[set]`, `> text` and the faults drawn under it; `#` begins a comment."""
    lines = [line for line in (DATA / file).read_text("utf-8").split("\n") if not line.startswith("#")]
    blocks = [block.strip("\n").split("\n") for block in "\n".join(lines).split("\n\n") if block.strip("\n")]
    return [(head.strip("[]"), text[2:], "\n".join(drawn)) for head, text, *drawn in blocks]


def hand_cases(file: str) -> list[tuple[str, str, str]]:
    """Lines of `set | text | canonical text`."""
    lines = [line for line in (DATA / file).read_text("utf-8").split("\n") if line and line[0] != "#"]
    rows = [line.split(" | ") for line in lines]
    return [(name.strip(), text.strip(), canonical.strip()) for name, text, canonical in rows]


def drawn(fault: Fault) -> str:
    """A fault with its caret two columns in, its suggestions, and its kind unless that is notation."""
    caret = "-" if fault.position is None else " " * (fault.position + 2) + "^" * fault.length
    meant = f" -> {' | '.join(fault.suggestions)}" if fault.suggestions else ""
    kind = "" if fault.kind == "notation" else f" ({fault.kind})"
    return f"{caret} {fault.message!s}{meant}{kind}"
