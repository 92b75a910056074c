"""What the shell completes: names of rulesets, circumstances, options and patterns.

Nothing is loaded before the shell asks, and a ruleset that cannot be loaded completes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from scorer.errors import ScorerError
from scorer.hand import WINDS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from scorer.ruleset.model import Option, Ruleset


Named = Iterable[tuple[str, str]]
"""Words with a line of help each."""


def rulesets(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Shipped rulesets, and files where none of them begins so."""
    from click.shell_completion import CompletionItem

    from scorer.ruleset.find import shipped_names

    found = _matching(((name, "") for name in shipped_names()), incomplete)
    return found or [CompletionItem(incomplete, type="file")]


def circumstances(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The circumstances of the rulesets named on the line."""
    from scorer.tiles import name_in

    found = (item for ruleset in _rulesets(context) for item in ruleset.circumstances)
    return _matching(
        ((f"{item.id}=" if item.counted else item.id, name_in(item.names)) for item in found), incomplete
    )


def patterns(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The patterns of the rulesets named on the line."""
    from scorer.tiles import name_in

    found = (pattern for ruleset in _rulesets(context) for pattern in ruleset.pattern_by_id.values())
    return _matching(((pattern.id, name_in(pattern.names)) for pattern in found), incomplete)


def liabilities(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The patterns that somebody may answer for, with the seats."""
    liable = (ruleset.payment.liability for ruleset in _rulesets(context))
    names = (name for liability in liable if liability for name, _ in liability.patterns)
    return _matching(((f"{name}={seat}", "") for name in names for seat in WINDS), incomplete)


def rule_options(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The options of the rulesets named on the line, each with its values."""
    options = (option for ruleset in _rulesets(context) for option in ruleset.options)
    return _matching((word for option in options for word in _choices(option)), incomplete)


def _choices(option: Option) -> Iterator[tuple[str, str]]:
    values = ("true", "false") if option.sort == "truth" else option.choices or ("",)
    return ((f"{option.id}={value}", option.help) for value in values)


def _rulesets(context: click.Context) -> Iterator[Ruleset]:
    named = context.params.get("rulesets") or [context.params.get("ruleset") or ""]
    chosen = context.params.get("options") or ()
    return (ruleset for name in named if (ruleset := _usable(name, chosen)))


def _usable(name: str, chosen: Sequence[str]) -> Ruleset | None:
    """The ruleset as it is played with what the line says, so that nothing is offered that is refused."""
    from scorer.cli.command import default_ruleset
    from scorer.library import load_ruleset

    options = dict(text.split("=", 1) for text in chosen if "=" in text)
    try:
        return load_ruleset(name or default_ruleset(), options)
    except ScorerError:
        return None


def _matching(words: Named, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    unique = {word: help_text for word, help_text in words if word.startswith(incomplete)}
    return [CompletionItem(word, help=help_text or None) for word, help_text in unique.items()]
