"""`scorer ask`, also `scorer` and any sentence: a question in the words of players."""

from __future__ import annotations

import sys

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import INVALID_INPUT, print_answer, terminal_columns
from scorer.writing import as_text


@click.command(cls=PlainCommand)
@click.argument("sentence", nargs=-1, required=True)
@shared.ruleset_option
@shared.rule_options
@shared.language_option_of_text
def ask(sentence: tuple[str, ...], ruleset: str, options: tuple[str, ...], language: str) -> None:
    """Answer a question, or score a hand, a count or a list of patterns, in everyday words.

    You can leave out the word ask, and the words may be in English, Japanese or Chinese. If a sentence can
    mean several things, scorer asks which one is meant, and the exit status is 2.

    \b
    scorer ask riichi pinfu tsumo dora 2
    scorer "how much is 3 han 40 fu?"
    scorer ron 8p 234m345p67p456s55s, riichi, dealer
    scorer メンタンピンツモ --lang ja
    """
    from scorer.session import Session, SessionState

    talk, text = Session(language), " ".join(sentence)
    chosen = tuple(shared.option_values(options).items())
    rules = ruleset or shared.default_ruleset()
    if not ruleset:
        rules, text = _named_rules(text) or (rules, text)
    after, document = talk.answer(SessionState(rules, chosen), text)
    if after.asked:
        click.echo(as_text(document, columns=terminal_columns()), err=True)
        sys.exit(INVALID_INPUT)
    print_answer(document)


def _named_rules(text: str) -> tuple[str, str] | None:
    """The ruleset that the first word names, and the sentence after it. A name that the default ruleset has a
    word for, such as riichi, is read as this word.
    """
    from scorer.ruleset.find import names_by_word
    from scorer.scoring import load_ruleset
    from scorer.sentence.lexicon import folded_text, lexicon_of
    from scorer.tiles import fold_name

    first, _, rest = text.strip().partition(" ")
    named = names_by_word().get(fold_name(first), ())
    meanings = lexicon_of(load_ruleset(shared.default_ruleset())).meanings(folded_text(first))
    is_only_name = all(one.sort == "ruleset" for one in meanings)
    return (named[0], rest) if len(named) == 1 and rest.strip() and is_only_name else None
