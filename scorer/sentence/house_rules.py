"""House rules that are named in a line beside a hand: 喰いタンなし, 食断无, no kuitan, kiriage mangan on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scorer.labels import option_assignment
from scorer.language import NUMBER, TRUTH
from scorer.memo import kept_by_identity
from scorer.notation import reads_as_tiles
from scorer.phrases import translations
from scorer.ruleset.model import Option, Ruleset, RulesPart, recognized_names
from scorer.sentence.lexicon import folded_text, is_latin, lexicon_of
from scorer.suggest import players_words
from scorer.tiles import fold_name
from scorer.values import dataclass

LEAST_TILES = 4
"""The least signs of a word that is the tiles of a hand: 一二三萬."""
ALONE = r"(?<![a-z0-9_])", r"(?![a-z0-9_=])"
"""What stands around a word of Latin letters."""
NUMBER_WITH_UNIT = r"(?P<number>[0-9]{1,6})[^\W\d_a-z]?(?![a-z0-9])"
"""A number, and a unit that is one character: 3番."""


@dataclass(frozen=True)
class NamedHouseRule:
    """Where a line switches a house rule on or off, and the assignment that it means."""

    start: int
    end: int
    assignment: str


def house_rules_in(text: str, ruleset: Ruleset) -> tuple[NamedHouseRule, ...]:
    """The house rules that a line switches on or off beside a hand. The name of one may also name a pattern,
    which the line would deny and not the rule.

    >>> from scorer.ruleset.load import load_ruleset
    >>> found = house_rules_in("234m(345p)67p456s55s+8p 喰いタンなし", load_ruleset("riichi"))
    >>> [(one.start, one.end, one.assignment) for one in found]
    [(24, 30, 'open_tanyao=false')]
    """
    if not any(len(word) >= LEAST_TILES and reads_as_tiles(word, ruleset.tileset) for word in text.split()):
        return ()
    house_rules = _house_rules_of(ruleset)
    named = []
    for match in house_rules.pattern.finditer(folded_text(text)) if house_rules.names else ():
        group = next(key for key, name in match.groupdict().items() if key[:4] == "name" and name)
        said = text[slice(*match.span(group))]
        value = int(match["number"]) if match["number"] else bool(match["on"])
        assignment = option_assignment(house_rules.names[fold_name(said)], value)
        named.append(NamedHouseRule(*match.span(), assignment))
    return tuple(named)


class _HouseRules:
    """The names of house rules that are flags or numbers, and the pattern that finds one with its value."""

    def __init__(self, ruleset: Ruleset) -> None:
        taken = _names_in_a_hand(ruleset)
        said = {
            sort: {
                name: option.id
                for option in ruleset.offered_options
                if option.sort == sort
                for name in _names_of(option)
                if fold_name(name) not in taken and _names_no_other(name, ruleset)
            }
            for sort in (TRUTH, NUMBER)
        }
        self.names = {fold_name(name): ident for names in said.values() for name, ident in names.items()}
        flag, number = (_any_of(said[sort]) for sort in (TRUTH, NUMBER))
        on, off, before = map(_one_of, ("typed on", "typed off", "typed without"))
        self.pattern = re.compile(
            rf"(?P<name>{flag})\s*=?\s*(?:(?P<on>{on})|{off})|(?:{before})\s*(?P<name_after>{flag})"
            rf"|(?P<name_of_number>{number})\s*=?\s*{NUMBER_WITH_UNIT}"
        )


def _any_of(names: Iterable[str]) -> str:
    """The pattern of any of these names; one that fits nothing if there are none."""
    return "|".join(sorted(map(_as_typed, names), key=len, reverse=True)) or r"(?!)"


@kept_by_identity(limit=24)
def _house_rules_of(ruleset: Ruleset) -> _HouseRules:
    return _HouseRules(ruleset)


def _names_of(option: Option) -> Iterator[str]:
    """What players call a house rule: its id, its names, and their other words for it."""
    yield option.id
    yield from (name for _, name in recognized_names(option))
    if option.sort == TRUTH:  # riichi sticks are a number of sticks, and not what one is worth
        yield from (word for word, meant in players_words().items() if option.id in meant)


def _names_in_a_hand(ruleset: Ruleset) -> frozenset[str]:
    """The names of what is said of a win and not of the rules: no ippatsu. A pattern that an option with its
    name switches off is not among them, as its tiles show whether a hand has it.
    """
    parts: tuple[RulesPart, ...] = (
        *ruleset.bonuses,
        *ruleset.circumstances,
        *ruleset.indicators,
    )
    names = (name for part in parts for name in (part.id, *(text for _, text in part.names)))
    return frozenset(map(fold_name, names))


def _names_no_other(name: str, ruleset: Ruleset) -> bool:
    """Whether a name is a word for at most a pattern in a sentence, and not for tiles such as flowers."""
    return all(one.sort in ("pattern", "joined") for one in lexicon_of(ruleset).meanings(folded_text(name)))


def _as_typed(name: str) -> str:
    """The pattern of a name: words of Latin letters stand alone, and may have any space between them."""
    folded = folded_text(name)
    if not is_latin(folded[0]):
        return re.escape(folded)
    return r"[\s_-]?".join(map(re.escape, re.split(r"[\s_-]+", folded))).join(ALONE)


def _one_of(key: str) -> str:
    """The pattern of the words of a phrase in every language."""
    return "|".join(_as_typed(word) for _, text in translations(key) for word in text.split())
