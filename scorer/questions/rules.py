"""Rulesets: the shipped ones, those of a file or a text, and what two of them define differently."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorer.engine.configure import configure_ruleset
from scorer.errors import Fault, InputError, RulesetError
from scorer.message import Message, clauses
from scorer.ruleset.find import DEFAULT_RULESET, shipped_folder, shipped_names
from scorer.scoring import load_ruleset, resolve_ruleset
from scorer.suggest import available_names, nearest_names

if TYPE_CHECKING:
    from scorer.audit.differences import Difference
    from scorer.audit.effect import DifferenceReport
    from scorer.engine.catalogue import NamedRuleset, Overview
    from scorer.ruleset.model import Ruleset, Value
    from scorer.scoring import RulesetOrName
    from scorer.teach.answers import Defaults
    from scorer.teach.description import Description


def shipped_rulesets() -> tuple[Overview, ...]:
    """An overview of every shipped ruleset, in the order of their names.

    >>> [item.id for item in shipped_rulesets() if item.players == 3][:2]
    ['kansai-sanma', 'mahjong-soul-sanma']
    """
    from scorer.engine.catalogue import shipped_overviews

    return shipped_overviews()


def named_rulesets(language: str = "en") -> tuple[NamedRuleset, ...]:
    """Every ruleset that is found by name: the shipped ones, then the user's own, also those that cannot be
    used. `language` adds the texts in the files of translations beside the rule files.

    >>> len(named_rulesets()) >= len(shipped_rulesets())
    True
    """
    from scorer.engine import catalogue

    return catalogue.named_rulesets(language)


def shipped_ruleset(name: str, options: Mapping[str, Value] | None = None, language: str = "en") -> Ruleset:
    """The shipped ruleset of a name. Use it for names that come from outside: it never opens a path.

    Raises InputError for any other name and for options that the ruleset does not have.

    >>> shipped_ruleset("sanma").id
    'sanma'
    >>> shipped_ruleset("../sanma.yaml")
    Traceback (most recent call last):
        ...
    scorer.errors.InputError: ...
    """
    names = shipped_names()
    if not isinstance(name, str) or name not in names:
        meant = nearest_names(name, names, 1) if isinstance(name, str) else ()
        message = clauses(Message("no such ruleset shipped"), available_names(names))
        raise InputError([Fault("ruleset", None, message, suggestions=tuple(meant))])
    return load_ruleset(name, options, language)


def ruleset_from_text(
    text: str, options: Mapping[str, Value] | None = None, name: str = "own.yaml", language: str = "en"
) -> Ruleset:
    """The ruleset of a rule file that is given as text. No file is read but the shipped rules it extends,
    with their texts in a language.

    Raises RulesetError with every problem, InputError for options that it does not have.

    >>> ruleset_from_text("extends: riichi\\nname: Club\\nset: {kiriage_mangan: true}").extends
    ('riichi',)
    """
    from scorer.ruleset.load import load_text

    loaded = load_text(text, name, language=language)
    errors = [problem for problem in loaded.problems if problem.is_error]
    if loaded.ruleset is None or errors:
        raise RulesetError(errors or loaded.problems)
    return configure_ruleset(loaded.ruleset, options)


def describe(
    ruleset: RulesetOrName = DEFAULT_RULESET, options: Mapping[str, Value] | None = None
) -> Description:
    """What a form needs to know of a ruleset: tiles, sets that can be called, and inputs that it uses.

    Raises RulesetError if there is no such ruleset.

    >>> from scorer import as_data
    >>> found = as_data(describe("sanma"))
    >>> [seat["id"] for seat in found["seats"]], found["uses"]["round"], found["sets"][0]["id"]
    (['E', 'S', 'W'], True, 'pung')
    """
    from scorer.teach.description import Description

    return Description(resolve_ruleset(ruleset, options))


def differences(old_ruleset: RulesetOrName, new_ruleset: RulesetOrName) -> tuple[Difference, ...]:
    """Everything that two rulesets, as configured, define differently, in the order of the sections.

    >>> [item.id for item in differences("riichi", "m-league")][:2]
    ['kiriage_mangan', 'counted_yakuman']
    """
    from scorer.audit.differences import differences as differences_between

    return differences_between(resolve_ruleset(old_ruleset), resolve_ruleset(new_ruleset))


def difference_report(
    old_ruleset: RulesetOrName,
    new_ruleset: RulesetOrName,
    *,
    labels: tuple[str, str] = ("before", "after"),
    hands: int = 0,
    seed: int = 1,
    tick: Callable[[], object] = lambda: None,
) -> DifferenceReport:
    """What two rulesets define differently; with `hands`, also how their scores for so many sample hands
    differ. `tick` is called after each hand.

    >>> from scorer import as_text
    >>> report = difference_report("riichi", "m-league", labels=("riichi", "m-league"))
    >>> as_text(report).splitlines()[0].split()
    ['riichi', 'and', 'm-league:', '18', 'differences']
    """
    from scorer.audit.effect import DifferenceReport, effect
    from scorer.teach.compare import compare_rulesets

    first, second = resolve_ruleset(old_ruleset), resolve_ruleset(new_ruleset)
    found = differences(first, second)
    if not hands:
        return DifferenceReport((first, second), labels, found)
    played = effect(first, second, hands, seed, tick)
    examples = tuple(compare_rulesets(pair.request, (first, second)) for pair in played.examples)
    return DifferenceReport((first, second), labels, found, played, examples)


def result_schema_text() -> str:
    """The JSON Schema of results as a text of JSON.

    >>> result_schema_text().startswith("{")
    True
    """
    return (shipped_folder() / "result.schema.json").read_text(encoding="utf-8")


def default_names() -> Defaults:
    """The names in each section of the rules that every ruleset builds on.

    >>> "chow" in default_names().names["sets"]
    True
    """
    from scorer.ruleset.load import default_ids
    from scorer.teach.answers import Defaults

    return Defaults(default_ids())
