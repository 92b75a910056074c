"""The documentation of checks: one page for a code, and the list of all."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill, indent

from scorer.check.pages import Page

FAMILIES = {
    "L1": "The file and its scalars",
    "L2": "Sections and keys",
    "L3": "Expressions and templates",
    "L4": "References",
    "L5": "Sense of conditions",
    "L6": "Relations between patterns",
    "L7": "Limits, tables and payments",
    "L8": "Examples",
    "L9": "Documentation and overlays",
}


def listed(pages: Sequence[Page], width: int = 100) -> str:
    """Every code with its title, by family."""
    lines: list[str] = []
    for family, title in FAMILIES.items():
        lines += [f"{family}  {title}"]
        own = (page for page in pages if page.code.startswith(family))
        lines += [fill(f"  {page.code}  {page.title}", width, subsequent_indent=" " * 8) for page in own]
    return "\n".join(lines)


def page_text(page: Page, width: int = 100) -> str:
    """A page as text: what is reported, why, and the two examples."""
    head = f"{page.code}  {page.title}"
    parts = [head, fill(page.why, min(width, 100)), _example("Bad:", page.bad), _example("Good:", page.good)]
    return "\n\n".join(parts)


def _example(word: str, text: str) -> str:
    return f"{word}\n\n{indent(text.rstrip(), '    ')}"
