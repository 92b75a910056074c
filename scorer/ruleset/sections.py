"""The sections of a rule file: which keys each has, what form their values take, what they mean.

One table serves the loader (unknown keys, wrong forms), the builder of the model, the JSON Schema, the
comparison of rulesets and the author's guide.

A form is one of these words, or several joined with `|`:

    text      a line of text            names    text, or a mapping from language to text
    id        a small-letter word       whole    a whole number         flag     true or false
    expr      an expression, or a number or truth written plainly       scalar   any plain value
    list:F    a list of F, or one F     S        a section by its name
    known     the id of something that stands elsewhere: whether it does is another question
    map:F     a mapping to values of the form F; named:F, its keys are ids.
              They stand last: all that follows is the form of their values (`map:expr|fact`)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from scorer.language.vocabulary import NUMBER, TRUTH, Scope
from scorer.ruleset import model
from scorer.shapes import SetKind
from scorer.tiles import LANGUAGES

SELECTOR = "selector"


class Asks(NamedTuple):
    """What an expression gives (truth, number, or a selector of sets), and when it is worked out."""

    gives: str
    scope: Scope = Scope.READING


class Key(NamedTuple):
    """A key of a section: the form of its value, what it means, whether it must be there.

    `field` is what the model calls it, where that is not the key itself; `asks` is for expressions. `label`
    is what a comparison of rulesets calls it: an empty text where it is all there is to say, None for what no
    player notices.
    """

    form: str
    meaning: str
    required: bool = False
    field: str = ""
    asks: Asks | None = None
    label: str | None = None


Section = dict[str, Key]
OPTIONS, HAND, READING, AWARD = Scope


def expression(
    gives: str,
    meaning: str,
    scope: Scope,
    field: str = "",
    required: bool = False,
    label: str | None = None,
) -> Key:
    """A key whose value is an expression."""
    return Key("expr", meaning, required, field, Asks(gives, scope), label)


condition, amount = partial(expression, TRUTH), partial(expression, NUMBER)
NAME = Key("names", "what it is called", field="names")
ID = Key("id", "its id", True)
WHEN = condition("the condition", READING, label="when")
WHEN_PAID = condition("the condition", AWARD, required=True, label="when")
REQUIRES = Key(
    "map:names",
    "conditions, each with the reason given where it fails",
    asks=Asks(TRUTH, HAND),
    label="requires",
)
WINS: Section = {
    "discard": Key("roles", "who pays on a discard"),
    "self_draw": Key("roles", "who pays on a self-draw"),
}
DISCARDER = Key("expr", "what the discarder pays")
EACH = Key("expr", "what everyone not named before pays")
"""Keys of several sections."""

PATTERN: Section = {
    "id": Key("id", "the stable id of the pattern", True),
    "name": Key("names", "what players call it", field="names"),
    "also": Key("list:text", "further words for it that are understood; several patterns may share one"),
    "definition": Key("names", "what it is, in plain words"),
    "source": Key("list:text", "where the rule stands"),
    "group": Key("list:id", "words under which awarded(...) counts it and lists sort it", field="groups"),
    "enabled": condition("a condition on options; where it fails the pattern is not played", OPTIONS),
    "value": Key(
        "expr|sides", "its worth, or its worth closed and open", asks=Asks(NUMBER, READING), label="value"
    ),
    "unit": Key("id", "the unit of the value, where it is not the ruleset's", label="unit"),
    "when": WHEN,
    "match": Key(
        "list:text|list:list:text",
        "templates: sets and how they relate; a list gives alternatives",
        label="match",
    ),
    "where": condition("a condition on the rank letters of the templates", READING, label="where"),
    "count": amount("how often the value counts", READING, label="count"),
    "repeat": Key(
        "flag", "the value counts once for each way the templates fit", label="counts for each match"
    ),
    "alone": condition(
        "it combines with nothing: the hand takes it or everything else", HAND, label="stands alone"
    ),
    "zero": Key("flag", "it is awarded although it is worth nothing", label="awarded though worth nothing"),
    "implies": Key(
        "list:known", "patterns that follow from it and are not counted beside it", label="implies"
    ),
    "excludes": Key("list:known", "patterns that are not counted beside it by decree", label="excludes"),
    "absorbs": Key(
        "list:known", "patterns that are not counted for the sets that it uses itself", label="absorbs"
    ),
    "less": Key("map:whole", "patterns of which so many instances are not counted", label="takes away"),
    "instead": Key(
        "list:known",
        "patterns in whose place it counts; they count without it where that pays more",
        label="counts instead of",
    ),
    "beside": Key("list:known", "patterns that always come with it and are counted beside it, as is meant"),
    "series": Key("list:id", "of the patterns of a series only the most valuable counts"),
    "link": Key("id", "patterns of one link share sets only as account-once allows", label="link"),
    "holds": Key("list:text", "hands that have it"),
    "fails": Key("list:text", "hands that do not"),
}

OVERLAY: Section = {
    "extends": Key("text", "the ruleset that this one changes"),
    "set": Key("map:scalar|any", "new values: an option's default, or id.field of an item, or a path"),
    "drop": Key("list:known", "ids of what this ruleset does not have"),
    "add": Key("list:pattern", "patterns to add, or to put in place of those with the same id"),
}


def is_misplaced(keys: Iterable[str]) -> bool:
    """Whether what an overlay changes stands in a section instead of at the left margin.

    >>> is_misplaced(["add"]), is_misplaced(["id", "name"])
    (True, False)
    """
    return not OVERLAY.keys().isdisjoint(keys)


RULESET: Section = {
    "name": Key("names", "what the game is called", field="names"),
    "id": Key("text", "the ruleset's id; the file name says it already"),
    "about": Key("text", "one line for lists"),
    "family": Key("id", "the family under which lists show it"),
    "source": Key("list:text", "where the rules stand"),
    "notes": Key(
        "list:text", "what a reader must know: decisions, unofficial values, what one hand cannot show"
    ),
    "remarks": Key("list:text", "what every breakdown must say: an unofficial payment table, say"),
    "native": Key("language", "the language in which players know the names: ja unless it is said"),
    **OVERLAY,
    "players": amount("how many players, a number or an expression over options", OPTIONS),
    "unit": Key("id", "the unit of pattern values and of their total"),
    "units": Key("named:unit", "what units are called beside a number"),
    "default_win": Key("win", "how a hand is won unless it is said: discard or self_draw"),
    "seats": Key("seats", "the winds where they are not said"),
    "options": Key("named:option", "rules that a table chooses"),
    "tileset": Key("tileset", "the tiles of the box"),
    "tiles": Key("tiles", "classes of tiles"),
    "sets": Key("named:set_kind|list:id", "kinds of set; a list is a word for several kinds"),
    "calls": Key("list:id", "the kinds of set that may be called: all if not said, none if empty"),
    "shapes": Key("named:shape", "what a complete hand is made of"),
    "facts": Key("named:expr|fact", "named sub-expressions"),
    "circumstances": Key("named:circumstance", "what can be said of a win"),
    "indicators": Key("named:indicator", "inputs of tiles that point at bonus tiles"),
    "patterns": Key("list:pattern", "the patterns, in the order of the rule book"),
    "otherwise": Key("pattern", "the pattern of a hand without any"),
    "needs_waits": Key("flag", "accepted and not needed: waits are worked out where they are asked"),
    "top_tier_only": Key("whole|top_tier", "patterns of at least this value stand alone", field="top_tier"),
    "highest_only": Key("flag", "only the most valuable pattern counts"),
    "formal_waits": Key("flag", "a tile of which the hand holds every copy is still waited for"),
    "maximum": Key(
        "expr|most",
        "the most that a hand counts; none takes away what the base says",
        asks=Asks(NUMBER, OPTIONS),
    ),
    "minimum": amount("what the patterns must reach to win, bonuses left out", HAND),
    "to_win": Key(
        "map:names", "further conditions of winning, each with its reason", asks=Asks(TRUTH, AWARD)
    ),
    "penalties": Key("list:penalty", "claims that are no win and cost"),
    "bonuses": Key("list:bonus", "what is added to a hand that wins"),
    "sheet": Key("sheet", "a second sheet of values beside the patterns"),
    "fu": Key("sheet", "short for a sheet whose unit is fu", field="sheet"),
    "tables": Key("named:table", "tables that expressions ask like functions"),
    "amounts": Key("named:expr|amount", "named numbers worked out in order from the total"),
    "base": amount("the number from which payments are worked out", AWARD),
    "limits": Key("list:limit", "named limits; the first that fits"),
    "payment": Key("payment", "who pays what"),
    "hands": Key("map:hand", "worked hands: a hand as under `holds`, and what comes of it"),
}

SECTIONS: dict[str, Section] = {
    "ruleset": RULESET,
    "pattern": PATTERN,
    "sides": {
        "closed": Key("expr", "worth in a hand that called nothing"),
        "open": Key("expr", "worth in a hand that called"),
    },
    "seats": {"round": Key("wind", "the round's wind"), "seat": Key("wind", "the winner's wind")},
    "unit": {
        "one": Key("text", "one of it: double; the unit itself if not said"),
        "many": Key("text", "many of it: doubles; the unit itself if not said"),
        "ja": Key("text", "its Japanese name"),
        "zh": Key("text", "its Chinese name"),
    },
    "option": {
        "default": Key("scalar", "the value unless one is chosen", True, label=""),
        "choices": Key("list:scalar", "the words or numbers to choose from", label="choices"),
        "from": Key("whole", "the smallest number", field="low", label="from"),
        "to": Key("whole", "the largest number", field="high", label="to"),
        "name": NAME,
        "help": Key("text", "one line"),
    },
    "tileset": {
        "suits": Key("map:suit", "notation letters and their tiles"),
        "attributes": Key("list:id", "names of the two attributes of suited tiles (suit, rank)"),
        "copies": Key(
            "whole|map:whole", "copies of each tile; a mapping has a default and tiles by notation"
        ),
        "total": Key("whole", "how many tiles there are in all, jokers apart: a check counts them"),
        "remove": Key("list:text", "tiles taken out"),
        "red": Key("map:expr", "how many copies of a tile are red"),
        "flowers": Key("map:whole", "letters of single tiles that belong to no set, and how many"),
        "jokers": Key("expr", "how many jokers, written 0j"),
        "order": Key("list:text", "the cycles in which an indicator points at the next tile"),
        "winds": Key("text", "the tiles of the seats' winds in order"),
        "letters": Key("map:names", "names of the notation letters of a tile table"),
    },
    "suit": {
        "name": Key("names", "what the suit is called"),
        "ranks": Key("whole|text", "its ranks, 1-9; tiles without ranks (honors) leave it out"),
        "tiles": Key("list:names", "what its tiles are called"),
        "draw": Key("list:text", "the picture of each tile, with its ink before it: red ship"),
        "seats": Key("list:text", "of flowers, the digits that belong to each seat, East first"),
    },
    "tile": {
        "code": Key("text", "its notation, digit and letter"),
        "copies": Key("whole", "copies of this tile"),
        "name": NAME,
        "draw": Key("text", "its picture, with the ink before it: red ship"),
    },
    "class": {
        "is": Key("expr", "notation, or classes joined with | & ~", True),
        "name": Key("names", "a plural", field="names"),
    },
    "set_kind": {
        "size": Key("whole", "how many tiles", True, label="tiles"),
        "same": Key(
            "list:id", "what the tiles agree in: tile, suit, rank or another attribute", label="the same"
        ),
        "differ": Key("list:id", "what the tiles all differ in", label="different"),
        "run": Key("id", "the attribute whose values follow one another", label="a run of"),
        "step": Key("whole", "how far apart they are", label="step"),
        "of": Key(
            "text",
            "the class that its tiles belong to; any tile where it is not said",
            field="mask",
            label="only",
        ),
        "declared": Key("flag", "it is made by declaring it, never by tiles in the hand", label="declared"),
        "name": NAME,
    },
    "shape": {
        "sets": Key("whole", "how many sets"),
        "pair": Key("whole|id", "how many pairs beside the sets, or the kind of set that the pair is"),
        "singles": Key("whole", "how many loose tiles beside the sets"),
        "kinds": Key("list:id", "which kinds of set"),
        "pairs": Key("whole", "a hand of so many pairs; beside sets, the same as pair"),
        "different": Key("flag|whole", "pairs: all different; or how many different tiles"),
        "from": Key("text", "the classes and knitted rows (147A) of the different tiles"),
        "one_of_each": Key("text", "every tile of the class, and one of them twice"),
        "fixed": Key("text", "rows that must be there: 147A258B369C; capitals are different suits"),
        "flowers": Key("whole", "so many flowers are a hand by themselves"),
        "concealed": Key("flag", "nothing may be called"),
        "when": Key("expr", "a condition on the situation"),
        "name": NAME,
    },
    "fact": {
        "is": Key("expr", "the expression", True),
        "name": Key("names", "how sentences say it", field="names"),
    },
    "circumstance": {
        "name": NAME,
        "help": Key("text", "one line"),
        "fact": Key(
            "id", "the fact that it makes true; its own name where it is not said", label="makes true"
        ),
        "number": Key("whole", "it is a number up to this", field="most", label="up to"),
        "tiles": Key("text", "the tiles that it sets aside", label="sets aside"),
        "own_discard": Key(
            "discards",
            "it holds when any tile waited for, or the same tile, was discarded",
            label="own discards that bring it",
        ),
        "enabled": condition("a condition on options; where it fails there is no such circumstance", OPTIONS),
        "requires": REQUIRES,
    },
    "indicator": {
        "name": NAME,
        "shows": Key("shows", "next (the tile after it) or same (the tile itself)", label="shows"),
        "at_most": amount("how many there can be", HAND, label="at most"),
        "under": Key("id", "another indicator, under which these lie", label="under"),
        "enabled": condition("a condition on options; where it fails there are none", OPTIONS),
        "requires": REQUIRES,
    },
    "most": {
        "is": amount("the most that a hand counts", OPTIONS, required=True),
        "when": condition("the condition under which there is a maximum", OPTIONS),
    },
    "top_tier": {
        "from": Key("whole", "the value at which the tier begins", True, field="start"),
        "unit": Key("id", "the unit in which the tier is counted"),
        "each": Key("whole", "the value of one such unit"),
        "add": condition("whether several add up", OPTIONS),
        "cap": amount("at most so many", OPTIONS),
    },
    "penalty": {
        "id": ID,
        "name": NAME,
        "when": condition("the condition", HAND, required=True, label="when"),
        "pay": Key("shares", "what the claimant pays to whom", True, label=""),
        "why": Key("names", "what the claimant is told"),
    },
    "bonus": {
        "id": ID,
        "name": NAME,
        "definition": Key("names", "what it is, in plain words"),
        "source": Key("list:text", "where the rule stands"),
        "enabled": condition("a condition on options", OPTIONS),
        "value": amount("what one is worth", READING, label="value"),
        "count": amount("how many there are", READING, label="count"),
        "when": WHEN,
        "holds": Key("list:text", "hands to which it is added"),
        "fails": Key("list:text", "hands to which it is not"),
    },
    "sheet": {
        "unit": Key("id", "the word for what it comes to; a number in expressions"),
        "round_up_to": Key("whole", "the sum is rounded up to a multiple of this"),
        "fixed": Key("list:item", "the first that holds takes the place of the items"),
        "items": Key("list:item", "what is added up"),
    },
    "item": {
        "id": Key("id", "its id"),
        "name": NAME,
        "value": amount("what it is worth", OPTIONS, required=True, label="value"),
        "fu": amount("short for value", OPTIONS, field="value"),
        "when": WHEN,
        "each": Key(
            "expr", "a selector: it counts once for every such set", asks=Asks(SELECTOR), label="each"
        ),
        "count": amount("how often it counts: flowers, say", READING, label="count"),
        "holds": Key("list:text", "hands that earn it"),
        "fails": Key("list:text", "hands that do not"),
    },
    "table_of_columns": {
        "columns": Key("list:id", "the names of the columns", True),
        "rows": Key("map:list:whole", "numbers by key: 3, 6-7 or 13+", True),
    },
    "amount": {
        "is": amount("the expression", AWARD, field="node", required=True, label=""),
        "name": NAME,
        "when": condition(
            "the condition; where it fails there is no such number, and 0 is reckoned with",
            AWARD,
            label="when",
        ),
    },
    "limit": {
        "id": ID,
        "name": NAME,
        "when": WHEN_PAID,
        "base": amount("the base in its place", AWARD, label="base"),
    },
    "shares": {
        "discarder": DISCARDER,
        "dealer": Key("expr", "what the dealer pays"),
        "each": EACH,
    },
    "liable_shares": {
        "liable": Key("expr", "what the liable player pays; `share` is what is covered"),
        "discarder": DISCARDER,
    },
    "roles": {
        "dealer": Key("shares|expr", "where the dealer wins (or what the dealer pays)"),
        "other": Key("shares", "where another player wins"),
        "discarder": DISCARDER,
        "each": EACH,
    },
    "extra": {
        "id": ID,
        "name": NAME,
        "when": WHEN_PAID,
        "discard": Key("roles", "who pays it on a discard", label="discard"),
        "self_draw": Key("roles", "who pays it on a self-draw", label="self-draw"),
    },
    "payment": {
        "round_up_to": Key("whole", "each share is rounded up to a multiple of this"),
        "most": amount("the most that one player pays for the hand", AWARD, label="at most from each"),
        **WINS,
        "extras": Key("list:extra", "further payments that belong to the hand"),
        "counters": Key("counters", "what the counters on the table cost"),
        "sticks": amount("what the winner takes from the table", AWARD),
        "several": Key(
            "several",
            "winners of one discard: the nearest alone is paid; first, he takes the counters; each has them",
        ),
        "liability": Key("liability", "who answers for a pattern that he fed"),
    },
    "counters": WINS,
    "liability": {
        "patterns": Key("map:expr", "the patterns, each with a condition on options", True, label="for"),
        "fed": Key(
            "map:map:names",
            "by pattern, what the hand must show of it, each with the reason given where it does not",
            label="fed",
        ),
        "covers": Key("expr|word", "pattern or hand, or an option with these words", label="covers"),
        "counters": Key("expr|word", "discarder or liable, or an option with these words", label="counters"),
        "self_draw": Key("liable_shares", "who pays the covered part of a self-draw", label="self-draw"),
        "discard": Key("liable_shares", "who pays the covered part of a discard", label="discard"),
    },
    "hand": {
        "counts": Key(
            "list:text", "every pattern and bonus that counts, with a number where it counts several times"
        ),
        "with": Key("list:text", "some that count"),
        "without": Key("list:id", "some that do not"),
        "sheet": Key("whole|map:whole", "what the second sheet comes to, or what each of its items adds"),
        "fu": Key("whole|map:whole", "short for sheet"),
        "limit": Key("text", "the limit that the hand reaches, or none"),
        "points": Key("whole", "what all payers give for the hand"),
        "pays": Key("map:whole", "what each payer gives, counters included: a seat, discarder, others"),
        "gets": Key("whole", "what the winner receives, counters and sticks included"),
        "readings": Key("whole", "in how many ways the tiles make a complete hand"),
        "refused": Key(
            "text", "part of the reason why it does not win or cannot be; `pays` is what that costs"
        ),
    },
}

WORDS = {
    "win": ("discard", "self_draw"),
    "wind": ("E", "S", "W", "N"),
    "shows": ("next", "same"),
    "several": ("nearest", "first", "each"),
    "discards": ("any", "same"),
    "language": LANGUAGES,
}

MODELS: dict[str, type] = {
    "ruleset": model.Ruleset,
    "pattern": model.Pattern,
    "option": model.Option,
    "unit": model.Unit,
    "fact": model.Fact,
    "class": model.TileClass,
    "circumstance": model.Circumstance,
    "indicator": model.Indicator,
    "top_tier": model.TopTier,
    "penalty": model.Penalty,
    "bonus": model.Bonus,
    "sheet": model.Sheet,
    "item": model.SheetItem,
    "amount": model.Amount,
    "limit": model.Limit,
    "set_kind": SetKind,
    "extra": model.Extra,
    "payment": model.Payment,
    "liability": model.Liability,
}
"""What becomes of a section; the others are parts of these, of the tile set, of kinds of set or of shapes."""
