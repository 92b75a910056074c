"""`scorer lsp`: a language server for editors."""

from __future__ import annotations

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.errors import ScorerError
from scorer.package import installation


@click.command(cls=PlainCommand)
@shared.language_option_of_text
def lsp(language: str) -> None:
    """Help an editor with rule files: a language server over standard input and output.

    The editor starts it. It reports problems while you type, completes keys and the words of expressions,
    explains the word at the cursor, goes to the rule that an overlay changes, and applies fixes. The guide
    (rulesets/README.md in the repository, "In an editor") shows how to set up VS Code, Neovim and Helix.

    It needs pygls: run pip install '.[editor]' in the folder of your clone.

    \b
    scorer lsp
    scorer lsp --lang ja
    """
    try:
        from scorer.editor import serve_editor
    except ModuleNotFoundError as error:
        raise ScorerError(f"scorer lsp needs pygls: {installation('editor')}") from error
    serve_editor(language)
