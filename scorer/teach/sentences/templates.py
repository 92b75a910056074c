"""Templates as a sentence: `chow(n, A), chow(n, B), chow(n, C)` is three runs of the same numbers in
three different suits.
"""

from __future__ import annotations

import itertools
from collections import Counter

from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset
from scorer.teach.phrases import counted, listed
from scorer.teach.sentences.words import class_words, kind_words, said_once

CLOSE = (*"123456789", "of ", "in ", "all ", "with ")
"""How relations begin that follow their noun without a comma."""
NTH = ("one suit", "a second", "a third")
Term = tuple[str, str | int, int] | tuple[str, str | int]


def alternatives_words(alternatives: tuple[tuple[Node, ...], ...], rules: Ruleset) -> str:
    """What any of several lists of templates asks for; what they say alike is said once."""
    alike, rest = said_once([templates_words(one, rules) for one in alternatives])
    start, _, last = alike.rpartition(" ")
    if rest and last in ("in", "of", "with"):
        alike, rest = start, sorted((f"{last} {text}" for text in rest), key=len)
    return f"{alike} {listed(rest, 'or')}".strip()


def templates_words(templates: tuple[Node, ...], rules: Ruleset) -> str:
    """What an alternative of templates asks for."""
    if any(template.args[2] is not None for template in templates):
        return listed(_of_class(templates, rules))
    whole = _twins(templates, rules) or _by_suit(templates, rules)
    if whole:
        return whole
    kinds = [template.args[0] for template in templates]
    count = len(templates)
    if len(set(kinds)) == 1:
        nouns = (
            f"{counted(count)} {kind_words(kinds[0], rules)}"
            if count > 1
            else f"a {kind_words(kinds[0], rules, False)}"
        )
    else:
        nouns = listed(f"a {kind_words(kind, rules, False)}" for kind in kinds)
    relations = [said for name in _attributes(templates) if (said := _relation(name, templates, rules))]
    return _related(nouns, relations)


def _related(nouns: str, relations: list[str]) -> str:
    """The sets and how they agree: 'three triplets of one color and of three different things'."""
    close = [text for text in relations if text.startswith(CLOSE)]
    apart = [text for text in relations if text not in close]
    nouns = " ".join([nouns, *(text for text in close if text[0].isdigit())])
    numbers = [text for text in close if not text.startswith("of ") and not text[0].isdigit()]
    kinds = listed(text for text in close if text.startswith("of "))
    return ", ".join(text for text in (" ".join(filter(None, [nouns, kinds, *numbers])), *apart) if text)


def _twins(templates: tuple[Node, ...], rules: Ruleset) -> str:
    """'two pairs of equal runs': templates that come twice each, compared pair by pair."""
    pairs = Counter(template.args[:2] for template in templates)
    if len(pairs) < 2 or set(pairs.values()) != {2} or len({kind for kind, _ in pairs}) > 1:
        return ""
    suit = rules.tileset.attributes[0]
    letters = [str(dict(terms)[suit][1]) for _, terms in pairs if suit in dict(terms)]
    where = _suits(letters) if letters and suit == "suit" else ""
    kind = next(iter(pairs))[0]
    return f"{counted(len(pairs))} pairs of equal {kind_words(kind, rules)} {where}".strip()


def _by_suit(templates: tuple[Node, ...], rules: Ruleset) -> str:
    """'123 and 789 in one suit and 55 in a second': sets of several kinds whose numbers are written."""
    suit, rank = rules.tileset.attributes
    suits: dict[str, list[str]] = {}
    for name, pairs, _ in (template.args for template in templates):
        terms, kind = dict(pairs), rules.kind_by_id.get(name)
        if kind is None or (terms.get(rank, ("",))[0], terms.get(suit, ("",))[0]) != ("value", "letter"):
            return ""
        step = kind.step if kind.run == rank else 0
        numbers = "".join(str(int(terms[rank][1]) + place * step) for place in range(kind.size))
        suits.setdefault(terms[suit][1], []).append(numbers)
    if len({template.args[0] for template in templates}) == 1 or len(suits) > len(NTH):
        return ""
    return listed(f"{listed(sets)} in {nth}" for sets, nth in zip(suits.values(), NTH, strict=False))


def _of_class(templates: tuple[Node, ...], rules: Ruleset) -> list[str]:
    """'two triplets of winds', equal templates counted together; the others one by one."""
    words = []
    for template, count in Counter(template for template in templates).items():
        kind, _, of = template.args
        many = count > 1
        number = counted(count) if many else "a"
        noun = f"{number} {kind_words(kind, rules, many)}"
        words.append(
            f"{noun} of {class_words(of, rules)}" if of is not None else templates_words((template,), rules)
        )
    return words


def _attributes(templates: tuple[Node, ...]) -> list[str]:
    return list(dict.fromkeys(name for template in templates for name, _ in template.args[1]))


def _relation(attribute: str, templates: tuple[Node, ...], rules: Ruleset) -> str:
    """How the sets agree or differ in one attribute."""
    terms: list[Term] = [
        dict(template.args[1])[attribute] for template in templates if attribute in dict(template.args[1])
    ]
    suit, rank = rules.tileset.attributes
    if all(term[0] == "value" for term in terms):
        return _written(attribute, terms, templates, rules)
    letters = [str(term[1]) for term in terms]
    if attribute == rank and (rank, suit) == ("rank", "suit"):
        return _numbers(terms, letters)
    word = attribute.replace("_", " ")
    if attribute == suit and suit == "suit":
        return _suits(letters)
    return _partition(letters, word) if word != "tile" else _same_tiles(letters)


def _written(attribute: str, terms: list[Term], templates: tuple[Node, ...], rules: Ruleset) -> str:
    """Literal values; a run is named by all its numbers."""
    values = [term[1] for term in terms]
    runs = [rules.kind_by_id[t.args[0]] for t in templates if t.args[0] in rules.kind_by_id]
    if runs and all(kind.run == attribute for kind in runs) and len(runs) == len(values):
        spans = [
            "".join(str(int(v) + i * k.step) for i in range(k.size))
            for v, k in zip(values, runs, strict=True)
        ]
        return listed(spans)
    return f"with {attribute} {listed(map(str, values))}"


def _numbers(terms: list[Term], letters: list[str]) -> str:
    if len(terms) == 1:
        return ""
    if len(set(letters)) == 1:
        offsets = [term[2] if len(term) > 2 else 0 for term in terms]
        steps = {after - before for before, after in itertools.pairwise(offsets)}
        if steps == {0}:
            return "of the same numbers"
        if len(steps) == 1:
            return f"each {counted(abs(steps.pop()))} higher than the one before"
        return "at numbers " + ", ".join(_offset(offset) for offset in offsets)
    sizes = Counter(letters).values()
    return "two by two the same" if set(sizes) == {2} else "of fitting numbers"


def _offset(offset: int) -> str:
    return "n" if not offset else f"n{offset:+d}"


def _suits(letters: list[str]) -> str:
    different = len(set(letters))
    if len(letters) == 1:
        return ""
    if different == 1:
        return "in one suit"
    if different == len(letters):
        return f"in {counted(different)} different suits"
    return _partition(letters, "suit")


def _same_tiles(letters: list[str]) -> str:
    if len(set(letters)) == 1:
        return "all of the same tile" if len(letters) > 1 else ""
    return _partition(letters, "tile")


def _partition(letters: list[str], word: str) -> str:
    """'of one color', 'of three different colors', 'two of one color and one of another'."""
    sizes = sorted(Counter(letters).values(), reverse=True)
    if len(letters) == 1:
        return ""
    if len(sizes) == 1:
        return f"of one {word}"
    if len(sizes) == len(letters):
        return f"of {counted(len(sizes))} different {word}s"
    return f"{counted(sizes[0])} of one {word} and {listed(counted(size) for size in sizes[1:])} of another"
