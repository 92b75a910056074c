"""Templates as a sentence: `chow(n, A), chow(n, B), chow(n, C)` is three runs of the same numbers in
three different suits.
"""

from __future__ import annotations

import itertools
from collections import Counter

from scorer.language.nodes import Node
from scorer.teach.sentences.words import Speech, class_words, kind_words, said_once

CLOSE = (*"123456789", "of ", "in ", "all ", "with ")
"""How relations begin that follow their noun without a comma."""
NTH = ("nth 0", "nth 1", "nth 2")
Term = tuple[str, str | int, int] | tuple[str, str | int]


def alternatives_words(alternatives: tuple[tuple[Node, ...], ...], speech: Speech) -> str:
    """What any of several lists of templates asks for; what they say alike is said once."""
    says = [templates_words(one, speech) for one in alternatives]
    if not speech.english:
        return speech.listed(dict.fromkeys(says), "or")
    alike, rest = said_once(says)
    start, _, last = alike.rpartition(" ")
    if rest and last in ("in", "of", "with"):
        alike, rest = start, sorted((f"{last} {text}" for text in rest), key=len)
    return f"{alike} {speech.listed(rest, 'or')}".strip()


def templates_words(templates: tuple[Node, ...], speech: Speech) -> str:
    """What an alternative of templates asks for."""
    if any(template.args[2] is not None for template in templates):
        return speech.listed(_of_class(templates, speech))
    whole = _twins(templates, speech) or _by_suit(templates, speech)
    if whole:
        return whole
    kinds = [template.args[0] for template in templates]
    if len(set(kinds)) == 1:
        nouns = _so_many(kinds[0], len(kinds), speech)
    else:
        nouns = speech.listed(_so_many(kind, 1, speech) for kind in kinds)
    relations = [said for name in _attributes(templates) if (said := _relation(name, templates, speech))]
    return _related(nouns, relations, speech)


def _so_many(kind: str, count: int, speech: Speech, of: str = "") -> str:
    """'a triplet', 'two triplets of winds'."""
    noun = kind_words(kind, speech, count > 1)
    noun = speech.say("class of", noun, of) if of else noun
    if count == 1:
        return speech.say("a set of", noun)
    number = speech.number(count)
    return speech.say("sets in number", number if speech.english else speech.say("of sets", number), noun)


def _related(nouns: str, relations: list[str], speech: Speech) -> str:
    """The sets and how they agree: 'three triplets of one color and of three different things'."""
    if not speech.english:
        return speech.say("related", nouns, speech.listed(relations)) if relations else nouns
    close = [text for text in relations if text.startswith(CLOSE)]
    apart = [text for text in relations if text not in close]
    nouns = " ".join([nouns, *(text for text in close if text[0].isdigit())])
    numbers = [text for text in close if not text.startswith("of ") and not text[0].isdigit()]
    kinds = speech.listed(text for text in close if text.startswith("of "))
    return ", ".join(text for text in (" ".join(filter(None, [nouns, kinds, *numbers])), *apart) if text)


def _twins(templates: tuple[Node, ...], speech: Speech) -> str:
    """'two pairs of equal runs': templates that come twice each, compared pair by pair."""
    pairs = Counter(template.args[:2] for template in templates)
    if len(pairs) < 2 or set(pairs.values()) != {2} or len({kind for kind, _ in pairs}) > 1:
        return ""
    suit = speech.rules.tileset.attributes[0]
    letters = [str(dict(terms)[suit][1]) for _, terms in pairs if suit in dict(terms)]
    where = _suits(letters, speech) if letters and suit == "suit" else ""
    number, kind = speech.number(len(pairs)), kind_words(next(iter(pairs))[0], speech)
    said = (number, kind, where) if where else (number, kind)
    return speech.say("pairs of equal" if where else "equal pairs", *said)


def _by_suit(templates: tuple[Node, ...], speech: Speech) -> str:
    """'123 and 789 in one suit and 55 in a second': sets of several kinds whose numbers are written."""
    suit, rank = speech.rules.tileset.attributes
    suits: dict[str, list[str]] = {}
    for name, pairs, _ in (template.args for template in templates):
        terms, kind = dict(pairs), speech.rules.kind_by_id.get(name)
        if kind is None or (terms.get(rank, ("",))[0], terms.get(suit, ("",))[0]) != ("value", "letter"):
            return ""
        step = kind.step if kind.run == rank else 0
        numbers = "".join(str(int(terms[rank][1]) + place * step) for place in range(kind.size))
        suits.setdefault(terms[suit][1], []).append(numbers)
    if len({template.args[0] for template in templates}) == 1 or len(suits) > len(NTH):
        return ""
    each = zip(NTH, suits.values(), strict=False)
    return speech.listed(speech.say(nth, speech.listed(sets)) for nth, sets in each)


def _of_class(templates: tuple[Node, ...], speech: Speech) -> list[str]:
    """'two triplets of winds', equal templates counted together; the others one by one."""
    words = []
    for template, count in Counter(template for template in templates).items():
        kind, _, of = template.args
        if of is None:
            words.append(templates_words((template,), speech))
        else:
            words.append(_so_many(kind, count, speech, class_words(of, speech)))
    return words


def _attributes(templates: tuple[Node, ...]) -> list[str]:
    return list(dict.fromkeys(name for template in templates for name, _ in template.args[1]))


def _relation(attribute: str, templates: tuple[Node, ...], speech: Speech) -> str:
    """How the sets agree or differ in one attribute."""
    terms: list[Term] = [
        dict(template.args[1])[attribute] for template in templates if attribute in dict(template.args[1])
    ]
    suit, rank = speech.rules.tileset.attributes
    if all(term[0] == "value" for term in terms):
        return _written(attribute, terms, templates, speech)
    letters = [str(term[1]) for term in terms]
    if attribute == rank and (rank, suit) == ("rank", "suit"):
        return _numbers(terms, letters, speech)
    if attribute == suit and suit == "suit":
        return _suits(letters, speech)
    return _partition(letters, attribute, speech) if attribute != "tile" else _same_tiles(letters, speech)


def _written(attribute: str, terms: list[Term], templates: tuple[Node, ...], speech: Speech) -> str:
    """Literal values; a run is named by all its numbers."""
    values = [term[1] for term in terms]
    known = speech.rules.kind_by_id
    runs = [known[template.args[0]] for template in templates if template.args[0] in known]
    if runs and all(kind.run == attribute for kind in runs) and len(runs) == len(values):
        spans = [
            "".join(str(int(v) + i * k.step) for i in range(k.size))
            for v, k in zip(values, runs, strict=True)
        ]
        return speech.listed(spans)
    word = attribute if speech.english else speech.attribute(attribute)
    return speech.say("with attribute", word, speech.listed(map(str, values)))


def _numbers(terms: list[Term], letters: list[str], speech: Speech) -> str:
    if len(terms) == 1:
        return ""
    if len(set(letters)) == 1:
        offsets = [term[2] if len(term) > 2 else 0 for term in terms]
        steps = {after - before for before, after in itertools.pairwise(offsets)}
        if steps == {0}:
            return speech.say("same numbers")
        if len(steps) == 1:
            return speech.say("each higher", speech.number(abs(steps.pop())))
        return speech.say("at numbers", ", ".join(_offset(offset) for offset in offsets))
    sizes = Counter(letters).values()
    return speech.say("two by two" if set(sizes) == {2} else "fitting numbers")


def _offset(offset: int) -> str:
    return "n" if not offset else f"n{offset:+d}"


def _suits(letters: list[str], speech: Speech) -> str:
    different = len(set(letters))
    if len(letters) == 1:
        return ""
    if different == 1:
        return speech.say("same suit")
    if different == len(letters):
        return speech.say("different suits", speech.number(different))
    return _partition(letters, "suit", speech)


def _same_tiles(letters: list[str], speech: Speech) -> str:
    if len(set(letters)) == 1:
        return speech.say("same tile") if len(letters) > 1 else ""
    return _partition(letters, "tile", speech)


def _partition(letters: list[str], attribute: str, speech: Speech) -> str:
    """'of one color', 'of three different colors', 'two of one color and one of another'."""
    sizes = sorted(Counter(letters).values(), reverse=True)
    if len(letters) == 1:
        return ""
    word = speech.attribute(attribute)
    if len(sizes) == 1:
        return speech.say("of one", word)
    if len(sizes) == len(letters):
        return speech.say("of different", speech.number(len(sizes)), word)
    rest = speech.listed(speech.number(size) for size in sizes[1:])
    return speech.say("of one and another", speech.number(sizes[0]), word, rest)
