"""The sections of a rule file: which keys each has, what form their values take, and what they mean.

One table serves the loader (unknown keys, wrong forms), the builder of the model, the JSON Schema, the
comparison of rulesets and the author's guide. A form is one of these words, or several joined with `|`:

    text      a line of text            names    text, or a mapping from language to text
    id        a small-letter word       whole    a whole number         flag     true or false
    version   a text, or a number as it is written
    expr      an expression, or a number or truth written plainly       scalar   any plain value
    list:F    a list of F, or one F     S        a section by its name
    known     the id of something that stands elsewhere: whether it does is another question
    map:F     a mapping to values of the form F; named:F, its keys are ids.
              They stand last: all that follows is the form of their values (`map:expr|fact`)

The table is apart from the fields of the model because scoring a hand loads the model alone; with the table,
that import takes a tenth longer. As annotations of the fields (`base: Annotated[Node, SectionKey(...)]`),
which are not evaluated then, the rows would cost nothing. But a third of them belong to no field: 90 of 376
are in sections that become no class, and 24 more are keys for something else than one field. These would need
the table still, and each section would have to be read in two places, to save the names of fields that differ
from the key.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from scorer.language.vocabulary import Scope
from scorer.ruleset import model
from scorer.shapes import SetKind


class ExpressionUse(NamedTuple):
    """What an expression gives (truth, number, or a selector of sets), and when it is worked out."""

    gives: Literal["truth", "number", "selector"]
    scope: Scope


class SectionKey(NamedTuple):
    """A key of a section: the form of its value and what it means, whether it must be there, and whether the
    model holds its texts as a single text, joined with semicolons.

    `field` is the name of the model's field, if it differs from the key. `expression` says what an expression
    gives. `label` is the phrase by which a comparison of rulesets calls the key: an empty text if the value
    needs no label, None if players do not notice the key.
    """

    form: str
    meaning: str
    is_required: bool = False
    is_joined: bool = False
    field: str = ""
    expression: ExpressionUse | None = None
    label: str | None = None


Section = dict[str, SectionKey]


def truth(scope: Scope) -> ExpressionUse:
    """The use of a condition that is evaluated at this stage."""
    return ExpressionUse("truth", scope)


def number(scope: Scope) -> ExpressionUse:
    """The use of an expression that gives a number at this stage."""
    return ExpressionUse("number", scope)


def selector(scope: Scope) -> ExpressionUse:
    """The use of an expression that selects sets at this stage."""
    return ExpressionUse("selector", scope)


def condition_on_options(consequence: str) -> SectionKey:
    """The key of a condition by which options turn an entry off, with what follows if it fails."""
    meaning = f"a condition on options; if it fails, {consequence}"
    return SectionKey("expr", meaning, field="option_condition", expression=truth(Scope.OPTIONS))


ITS_NAME = SectionKey("names", "its name", field="names")
DEFINITION = SectionKey("names", "a description in plain words")
SOURCE = SectionKey("list:text", "where in the rules it is defined", is_joined=True)
OTHER_WORDS = SectionKey("list:text", "other words that are recognized for it")
HELP = SectionKey("names", "a one-line description")
REQUIREMENTS = SectionKey(
    "map:names",
    "conditions, each with the reason reported if it fails",
    expression=truth(Scope.HAND),
    label="rule requires",
)
ITS_ID = SectionKey("id", "its id", is_required=True)
REQUIRED_CONDITION = SectionKey(
    "expr",
    "the condition",
    is_required=True,
    field="condition",
    expression=truth(Scope.AWARD),
    label="rule when",
)
DISCARDER_SHARE = SectionKey("expr", "what the discarder pays")
SHARE_OF_EACH = SectionKey("expr", "what each player not named above pays")
PAYERS_OF_DISCARD = SectionKey("roles", "who pays for a win on a discard")
PAYERS_OF_SELF_DRAW = SectionKey("roles", "who pays for a self-draw")
"""Rows that stand in several sections."""

_TABLE: dict[str, Section] = {
    "ruleset": {
        "name": SectionKey("names", "the name of the game", field="names"),
        "id": SectionKey("text", "the ruleset's id; taken from the file name by default"),
        "about": SectionKey("names", "a one-line description for lists", field="summary"),
        "family": SectionKey("id", "the family that lists group it under"),
        "source": SectionKey("list:text", "the source of the rules", is_joined=True),
        "author": SectionKey(
            "list:text", "who wrote this file; an overlay does not inherit it", is_joined=True
        ),
        "version": SectionKey("version", "the version of this file; an overlay does not inherit it"),
        "license": SectionKey(
            "text", "the license of this file, such as CC BY 4.0; an overlay does not inherit it"
        ),
        "url": SectionKey("text", "where this file is published; an overlay does not inherit it"),
        "requires": SectionKey("version", "the version of scorer that this file needs, as in scorer >= 0.1"),
        "also": SectionKey("list:text", "other names by which commands find it; on one line, in brackets"),
        "notes": SectionKey(
            "list:names",
            "what a reader should know: decisions, unofficial values, rules that a single hand cannot show",
        ),
        "usage": SectionKey(
            "list:names", "how to write hands of this game and which options to pass; handouts leave it out"
        ),
        "remarks": SectionKey(
            "list:names", "notes that every breakdown must show, such as an unofficial payment table"
        ),
        "native": SectionKey("language", "the language in which players know the names; ja by default"),
        "languages": SectionKey(
            "list:language", "languages in which every text of this file should be: check lists those missing"
        ),
        "extends": SectionKey("text", "the ruleset that this one modifies"),
        "set": SectionKey(
            "map:scalar|any", "new values: an option's default, id.field of an item, or a path"
        ),
        "drop": SectionKey("list:known", "ids from the base that this ruleset does not have"),
        "add": SectionKey(
            "list:pattern|additions",
            "patterns to add, or what to add to some lists; an entry with an existing id replaces it",
        ),
        "players": SectionKey(
            "expr",
            "the number of players: a number, or an expression over options",
            expression=number(Scope.OPTIONS),
        ),
        "unit": SectionKey("id", "the unit of pattern values and their total"),
        "units": SectionKey("named:unit", "the words for each unit when shown with a number"),
        "words": SectionKey(
            "map:names", "phrases that players of this game say differently, by their keys in phrases.txt"
        ),
        "default_win": SectionKey(
            "win", "how a hand is won if the request does not say: discard or self_draw"
        ),
        "seats": SectionKey("seats", "the default winds"),
        "options": SectionKey("named:option", "rules that players can choose"),
        "tileset": SectionKey("tileset", "the tiles of the box"),
        "tiles": SectionKey("tiles", "classes of tiles"),
        "sets": SectionKey("named:set_kind|list:id", "kinds of set; a list is a name for several kinds"),
        "calls": SectionKey("list:id", "the kinds of set that may be called: all by default, none if empty"),
        "shapes": SectionKey("named:shape", "the shapes of a complete hand"),
        "facts": SectionKey("named:expr|fact", "named sub-expressions"),
        "circumstances": SectionKey("named:circumstance", "facts about a win that a request can state"),
        "indicators": SectionKey("named:indicator", "inputs of tiles that indicate bonus tiles"),
        "patterns": SectionKey("list:pattern", "the patterns, in rule-book order"),
        "otherwise": SectionKey("pattern", "the pattern of a hand that has no other"),
        "top_tier_only": SectionKey(
            "whole|top_tier",
            "if a hand has patterns of at least this value, only they count",
            field="top_tier",
        ),
        "highest_only": SectionKey("flag", "only the most valuable pattern counts"),
        "formal_waits": SectionKey(
            "flag|formal",
            "a hand may wait for a tile even if it holds every copy of it; concealed: only if "
            "some of them are in melds",
        ),
        "maximum": SectionKey(
            "expr|most",
            "the most that a hand can count; none removes the base's maximum",
            expression=number(Scope.OPTIONS),
        ),
        "minimum": SectionKey(
            "expr", "what the patterns must reach to win, not counting bonuses", expression=number(Scope.HAND)
        ),
        "to_win": SectionKey(
            "map:names", "further conditions for winning, each with its reason", expression=truth(Scope.AWARD)
        ),
        "penalties": SectionKey(
            "list:penalty", "complete hands that may not win, and what claiming one costs"
        ),
        "bonuses": SectionKey("list:bonus", "what is added to a winning hand"),
        "sheet": SectionKey("sheet", "a secondary score, counted alongside the patterns"),
        "fu": SectionKey("sheet", "short for a sheet whose unit is fu", field="sheet"),
        "tables": SectionKey("named:table", "tables that expressions look up like functions"),
        "amounts": SectionKey("named:expr|amount", "named numbers, computed in order from the total"),
        "base": SectionKey(
            "expr", "the number that payments are computed from", expression=number(Scope.AWARD)
        ),
        "limits": SectionKey("list:limit", "named limits; the first that applies is used"),
        "payment": SectionKey("payment", "who pays what"),
        "losing_hands": SectionKey(
            "losing_hands", "what counts in a hand that has not won; nothing if it is left out"
        ),
        "comparisons": SectionKey(
            "named:comparison",
            "what each two players settle between them after a win, by the difference of a number",
        ),
        "events": SectionKey("named:event", "what is paid at once while a deal is played, such as a kong"),
        "deals": SectionKey("deals", "how deals follow one another, for recorded games"),
        "draws": SectionKey(
            "named:draw", "the ways in which a deal ends without a winner; the first that applies is used"
        ),
        "final": SectionKey("final", "how the final scores become results"),
        "play": SectionKey("play", "how the game is played, for lessons"),
        "hands": SectionKey(
            "map:hand", "worked hands: a hand written as in `holds`, and its expected result"
        ),
    },
    "pattern": {
        "id": SectionKey("id", "the stable id of the pattern", is_required=True),
        "name": ITS_NAME,
        "also": SectionKey(
            "list:text", "other words that are recognized for it; several patterns may share one"
        ),
        "definition": DEFINITION,
        "source": SOURCE,
        "group": SectionKey(
            "list:id", "groups it belongs to, used by awarded(...) and for sorting lists", field="groups"
        ),
        "level": SectionKey(
            "level",
            "who learns it: beginner (the handout, and a quiz of level 1 and up), usual (a quiz of level 2 "
            "and up; the default) or expert (3); if no pattern is for beginners, they learn all",
        ),
        "enabled": condition_on_options("the pattern is not used"),
        "value": SectionKey(
            "expr|sides",
            "its value, or its closed and open values",
            expression=number(Scope.READING),
            label="rule value",
        ),
        "unit": SectionKey("id", "the unit of the value, if not the ruleset's", label="rule unit"),
        "when": SectionKey(
            "expr",
            "the condition for having it",
            field="condition",
            expression=truth(Scope.OTHERS),
            label="rule when",
        ),
        "match": SectionKey(
            "list:text|list:list:text",
            "templates for sets and how they relate; a list gives alternatives",
            label="rule match",
        ),
        "where": SectionKey(
            "expr",
            "a condition on the rank letters of the templates",
            field="letter_condition",
            expression=truth(Scope.READING),
            label="rule where",
        ),
        "count": SectionKey(
            "expr", "how many times the value counts", expression=number(Scope.READING), label="rule count"
        ),
        "repeat": SectionKey(
            "flag",
            "the value counts once for each way the templates match",
            label="rule counts for each match",
        ),
        "alone": SectionKey(
            "expr",
            "it is not combined with others: either it counts or everything else does",
            field="alone_condition",
            expression=truth(Scope.HAND),
            label="rule stands alone",
        ),
        "zero": SectionKey(
            "flag", "it is awarded even though it is worth nothing", label="rule awarded though worth nothing"
        ),
        "implies": SectionKey(
            "list:known", "patterns that follow from it and are not counted with it", label="rule implies"
        ),
        "excludes": SectionKey(
            "list:known", "patterns that the rules do not count with it", label="rule excludes"
        ),
        "absorbs": SectionKey(
            "list:known",
            "patterns that are not counted for the sets that it uses itself",
            label="rule absorbs",
        ),
        "less": SectionKey(
            "map:whole", "patterns of which this many instances are not counted", label="rule suppresses"
        ),
        "instead": SectionKey(
            "list:known",
            "patterns that it replaces; they count instead of it if they are worth more",
            label="rule counts instead of",
        ),
        "beside": SectionKey(
            "list:known", "patterns that always occur with it and are deliberately counted with it"
        ),
        "series": SectionKey("list:id", "only the most valuable pattern of a series counts"),
        "link": SectionKey(
            "id",
            "patterns with the same link share sets only as the account-once rule allows",
            label="rule link",
        ),
        "holds": SectionKey("list:text", "example hands that have it"),
        "fails": SectionKey("list:text", "example hands that do not have it"),
    },
    "sides": {
        "closed": SectionKey("expr", "the value in a hand without called sets"),
        "open": SectionKey("expr", "the value in a hand with called sets"),
    },
    "seats": {
        "round": SectionKey("wind", "the round wind"),
        "seat": SectionKey("wind", "the winner's seat wind"),
    },
    "unit": {
        "one": SectionKey("text", "the singular, such as double; the unit's id by default", field="singular"),
        "many": SectionKey("text", "the plural, such as doubles; the unit's id by default", field="plural"),
        "ja": SectionKey("text", "its Japanese name; {} is the number, if the name does not follow it"),
        "zh": SectionKey("text", "its Chinese name, or the same with {}"),
        "zh-Hant": SectionKey("text", "its name in Traditional Chinese, if another word"),
        "zh-HK": SectionKey("text", "its name in Hong Kong, if another word"),
        "zh-TW": SectionKey("text", "its name in Taiwan, if another word"),
        "also": OTHER_WORDS,
        "title": SectionKey("names", "what it is called where no number stands beside it, if another word"),
        "none": SectionKey("names", "what a count of 0 is called, if it has a word of its own"),
        "single": SectionKey("names", "what a count of 1 is called, if that is not the number and the unit"),
        "of": SectionKey(
            "id",
            "the ruleset's unit, if this one is worth several of it: totals are written in both",
            field="base",
        ),
        "each": SectionKey("whole", "how many of that unit it is worth", field="rate"),
    },
    "option": {
        "default": SectionKey(
            "scalar", "the value used unless another is chosen", is_required=True, label=""
        ),
        "choices": SectionKey("list:scalar", "the words or numbers to choose from", label="rule choices"),
        "choice_names": SectionKey("map:names", "what players call a choice, by the choice"),
        "same_as": SectionKey(
            "map:scalar", "further values, each with the choice that it means: {true: all}"
        ),
        "from": SectionKey("whole", "the smallest number allowed", field="minimum", label="rule from"),
        "to": SectionKey("whole", "the largest number allowed", field="maximum", label="rule to"),
        "name": ITS_NAME,
        "also": OTHER_WORDS,
        "help": HELP,
    },
    "additions": {
        "patterns": SectionKey("list:pattern", "patterns to add"),
        "bonuses": SectionKey("list:bonus", "bonuses to add"),
        "limits": SectionKey("list:limit", "limits that are asked before those of the base"),
        "sheet": SectionKey("list:item", "lines of the secondary score to add"),
        "fu": SectionKey("list:item", "short for sheet"),
    },
    "tileset": {
        "suits": SectionKey("map:suit", "notation letters and their tiles"),
        "attributes": SectionKey("list:id", "the names of the two attributes of suited tiles (suit, rank)"),
        "copies": SectionKey(
            "whole|map:whole",
            "copies of each tile; a mapping has a default and exceptions by notation or letter, flowers too",
        ),
        "total": SectionKey("whole", "the total number of tiles without jokers, used by a check"),
        "remove": SectionKey("list:text", "tiles that are not used"),
        "red": SectionKey("map:expr", "how many copies of a tile are red"),
        "flowers": SectionKey(
            "map:whole", "letters of single tiles that belong to no set, and how many of each"
        ),
        "optional": SectionKey(
            "map:expr",
            "by letter or notation, a condition on options; if it fails, these tiles are not in the set",
            expression=truth(Scope.OPTIONS),
        ),
        "jokers": SectionKey(
            "expr|jokers", "the number of jokers, written 0j, or their sorts, each by its letter"
        ),
        "in_box": SectionKey(
            "whole", "the number of tiles in one box, if the file lists the tiles of several"
        ),
        "order": SectionKey("list:text", "the cycles that determine which tile an indicator points to"),
        "winds": SectionKey("text", "the tiles of the seat winds, in order"),
        "partners": SectionKey(
            "map:text", "by the letter of a suit the tile of another suit that goes with it"
        ),
        "letters": SectionKey("map:names", "names for the notation letters of a tile table"),
        "name_help": SectionKey(
            "names",
            "what to do about a name that no tile has, for a box whose tiles get their names from players",
        ),
    },
    "joker": {
        "count": SectionKey("expr", "how many there are", is_required=True),
        "stands": SectionKey("text", "the tiles that it may represent: any, a class or notation"),
        "name": SectionKey("names", "its name"),
        "also": SectionKey("list:text", "other words that are read for it"),
        "draw": SectionKey("text", "its picture, preceded by the ink color: blue joker"),
        "groups": SectionKey(
            "list:id", "where jokers may stand: kinds of set, pair or single; anywhere without it"
        ),
        "fifth": SectionKey("flag", "jokers may represent one more copy of a tile than exists"),
        "calls": SectionKey(
            "whole", "how many jokers may lie in one called or declared set, 0 to 3; any number without it"
        ),
        "fours": SectionKey(
            "flag",
            "whether one may lie in a called or declared set of four tiles or more; if it is not said, true "
            "without calls",
        ),
        "won": SectionKey(
            "flag|drawn",
            "whether it may be the winning tile; self_draw: only if it is drawn (true by default)",
        ),
    },
    "suit": {
        "name": SectionKey("names", "its name"),
        "ranks": SectionKey("whole|text", "its ranks, such as 1-9; omit for tiles without ranks (honors)"),
        "tiles": SectionKey("list:names", "the names of its tiles"),
        "draw": SectionKey("list:text", "the picture of each tile, preceded by its ink color: red ship"),
        "also": SectionKey(
            "list:text",
            "other words that are read for it in hands; words at the same place of each suit's list are used "
            "together",
        ),
        "words": SectionKey("list:text|list:list:text", "other words for its tiles, a list for each"),
        "seats": SectionKey("list:text", "for flowers, the digits that belong to each seat, East first"),
    },
    "tile": {
        "code": SectionKey("text", "its notation: a digit and a letter, or a word such as k12"),
        "copies": SectionKey("whole", "the number of copies of this tile"),
        "name": ITS_NAME,
        "also": SectionKey("list:text", "other words that are read for it in hands"),
        "draw": SectionKey("text", "its picture, preceded by the ink color: red ship"),
        "each": SectionKey(
            "list:id",
            "attributes whose values are listed: the entry is a tile for each combination of them",
        ),
    },
    "class": {
        "is": SectionKey("expr", "tiles in notation, or classes combined with | & ~", is_required=True),
        "name": SectionKey("names", "its name, in the plural", field="names"),
    },
    "set_kind": {
        "size": SectionKey("whole", "the number of tiles", is_required=True, label="rule tiles"),
        "same": SectionKey(
            "list:id", "what all tiles share: tile, suit, rank or another attribute", label="rule the same"
        ),
        "differ": SectionKey("list:id", "what is different for every tile", label="rule different"),
        "run": SectionKey("id", "the attribute whose values are consecutive", label="rule a run of"),
        "step": SectionKey("whole", "the distance between consecutive values", label="rule step"),
        "of": SectionKey(
            "text", "the class its tiles belong to; any tile by default", field="mask", label="rule only"
        ),
        "declared": SectionKey(
            "flag",
            "the set exists only once it is declared (a concealed kong, for example)",
            label="rule declared",
        ),
        "name": ITS_NAME,
    },
    "shape": {
        "sets": SectionKey("whole", "the number of sets"),
        "pair": SectionKey(
            "whole|id", "the number of pairs in addition to the sets, or the kind of set that forms the pair"
        ),
        "singles": SectionKey("whole", "the number of single tiles in addition to the sets"),
        "kinds": SectionKey("list:id", "the kinds of set allowed"),
        "pairs": SectionKey("whole", "the number of pairs in a hand of pairs; with sets, the same as pair"),
        "different": SectionKey(
            "flag|whole", "for pairs, true if they must all differ; otherwise the number of different tiles"
        ),
        "from": SectionKey(
            "text",
            "the classes and knitted rows (147A) of the different tiles, or the classes of the singles",
        ),
        "one_of_each": SectionKey("text", "a class: one of each of its tiles, and one duplicate"),
        "fixed": SectionKey(
            "list:text",
            "required rows, such as 147A258B369C or nnA n+1n+1B; capitals are different suits, and small "
            "letters before them different numbers",
        ),
        "flowers": SectionKey("whole", "the number of flowers that form a winning hand by themselves"),
        "concealed": SectionKey("flag", "no set may be called"),
        "when": SectionKey("expr", "a condition on the situation"),
        "name": ITS_NAME,
    },
    "fact": {
        "is": SectionKey("expr", "the expression", is_required=True),
        "name": SectionKey("names", "how sentences express it", field="names"),
    },
    "circumstance": {
        "name": ITS_NAME,
        "also": SectionKey(
            "list:text", "other words that are recognized for it; the words of a pattern with its id are too"
        ),
        "help": HELP,
        "fact": SectionKey(
            "id",
            "the fact that it makes true; by default, the fact of the same name",
            label="rule makes true",
        ),
        "number": SectionKey("whole", "it is a number from 1 to this", field="maximum", label="rule up to"),
        "seat": SectionKey(
            "flag", "it names a seat: E, S, W or N", field="names_seat", label="rule names a seat"
        ),
        "each_seat": SectionKey(
            "flag",
            "its number is another one for each seat, written E:1,W:2; where it is asked, it is that of the "
            "winner's seat, and in payment.factor that of each payer's",
            label="rule for each seat",
        ),
        "tiles": SectionKey("text", "the tiles that it sets aside", label="rule sets aside"),
        "stated_count": SectionKey(
            "flag",
            "a player states this number instead of the tiles that show it, such as two of a bonus; sample "
            "hands do not have it",
            field="is_stated_count",
            label="rule stated instead of tiles",
        ),
        "own_discard": SectionKey(
            "discards",
            "it holds if the winner discarded any tile they wait for (any), or the winning tile (same)",
            label="rule own discards that bring it",
        ),
        "robs": SectionKey(
            "flag",
            "the other copies of the winning tile are in another player's set, so none of them "
            "can be an indicator",
            label="rule robs",
        ),
        "at": SectionKey(
            "expr",
            "when it holds at the table, or its number, in facts about the table; recorded games "
            "are read with it",
            field="table_expression",
            expression=truth(Scope.TABLE),
            label="rule at the table",
        ),
        "enabled": condition_on_options("the circumstance does not exist"),
        "requires": REQUIREMENTS,
    },
    "indicator": {
        "name": ITS_NAME,
        "shows": SectionKey(
            "shows", "next (the following tile) or same (the tile itself)", label="rule shows"
        ),
        "at_most": SectionKey(
            "expr", "the largest number allowed", expression=number(Scope.HAND), label="rule at most"
        ),
        "under": SectionKey(
            "id", "the indicator that these lie underneath", field="upper_indicator", label="rule under"
        ),
        "wild": SectionKey(
            "flag",
            "the tiles that it points at are jokers as well as themselves",
            field="is_wild",
            label="rule makes tiles wild",
        ),
        "enabled": condition_on_options("the indicator does not exist"),
        "requires": REQUIREMENTS,
    },
    "most": {
        "is": SectionKey(
            "expr", "the most that a hand can count", is_required=True, expression=number(Scope.OPTIONS)
        ),
        "when": SectionKey(
            "expr", "the condition under which there is a maximum", expression=truth(Scope.OPTIONS)
        ),
    },
    "top_tier": {
        "from": SectionKey("whole", "the lowest value in the tier", is_required=True, field="start"),
        "unit": SectionKey("id", "the unit that the tier is counted in"),
        "each": SectionKey("whole", "the value of one such unit", field="unit_value"),
        "add": SectionKey(
            "expr", "whether several patterns of the tier add up", expression=truth(Scope.OPTIONS)
        ),
        "cap": SectionKey("expr", "the most units that count", expression=number(Scope.OPTIONS)),
    },
    "penalty": {
        "id": ITS_ID,
        "name": ITS_NAME,
        "when": SectionKey(
            "expr",
            "the wins that are forbidden",
            is_required=True,
            field="condition",
            expression=truth(Scope.HAND),
            label="rule when",
        ),
        "pay": SectionKey("shares", "what the claimant pays, and to whom", is_required=True, label=""),
        "why": SectionKey("names", "the explanation given to the claimant", field="reason"),
    },
    "bonus": {
        "id": ITS_ID,
        "name": ITS_NAME,
        "also": OTHER_WORDS,
        "definition": DEFINITION,
        "source": SOURCE,
        "enabled": SectionKey("expr", "a condition on options", expression=truth(Scope.OPTIONS)),
        "value": SectionKey(
            "expr", "the value of each", expression=number(Scope.READING), label="rule value"
        ),
        "count": SectionKey(
            "expr", "how many there are", expression=number(Scope.READING), label="rule count"
        ),
        "when": SectionKey(
            "expr", "the condition", field="condition", expression=truth(Scope.READING), label="rule when"
        ),
        "holds": SectionKey("list:text", "example hands that get it"),
        "fails": SectionKey("list:text", "example hands that do not get it"),
    },
    "sheet": {
        "unit": SectionKey("id", "the unit of the result, also its name in expressions"),
        "round_up_to": SectionKey("whole", "the sum is rounded up to a multiple of this"),
        "fixed": SectionKey(
            "list:item",
            "replacements for the sum of the items; the first that applies is used",
            field="fixed_items",
        ),
        "items": SectionKey("list:item", "the items that are added up"),
    },
    "item": {
        "id": SectionKey("id", "its id"),
        "name": ITS_NAME,
        "value": SectionKey(
            "expr", "its value", is_required=True, expression=number(Scope.OPTIONS), label="rule value"
        ),
        "fu": SectionKey("expr", "short for value", field="value", expression=number(Scope.OPTIONS)),
        "when": SectionKey(
            "expr", "the condition", field="condition", expression=truth(Scope.AWARD), label="rule when"
        ),
        "each": SectionKey(
            "expr",
            "a selector: the item counts once for every set selected",
            field="set_selector",
            expression=selector(Scope.READING),
            label="rule each",
        ),
        "count": SectionKey(
            "expr",
            "how many times it counts, for example once per flower",
            expression=number(Scope.AWARD),
            label="rule count",
        ),
        "why": SectionKey(
            "names",
            "why it counts as much as it does: explain and the solutions of handouts say it",
            field="reason",
        ),
        "holds": SectionKey("list:text", "example hands that earn it"),
        "fails": SectionKey("list:text", "example hands that do not earn it"),
    },
    "table_of_columns": {
        "columns": SectionKey("list:id", "the names of the columns", is_required=True),
        "rows": SectionKey("map:list:whole", "numbers by key: 3, 6-7 or 13+", is_required=True),
    },
    "amount": {
        "is": SectionKey(
            "expr", "the expression", is_required=True, field="node", expression=number(Scope.AWARD), label=""
        ),
        "name": ITS_NAME,
        "when": SectionKey(
            "expr",
            "the condition; if it fails, the amount is 0",
            field="condition",
            expression=truth(Scope.AWARD),
            label="rule when",
        ),
        "says": SectionKey(
            "names",
            "the formula in plain words, shown instead of it; `{id}` is the value of an option",
        ),
    },
    "limit": {
        "id": ITS_ID,
        "name": ITS_NAME,
        "also": OTHER_WORDS,
        "when": REQUIRED_CONDITION,
        "base": SectionKey(
            "expr", "the base used at this limit", expression=number(Scope.AWARD), label="rule base"
        ),
    },
    "shares": {
        "discarder": DISCARDER_SHARE,
        "dealer": SectionKey("expr", "what the dealer pays"),
        "each": SHARE_OF_EACH,
    },
    "liable_shares": {
        "liable": SectionKey("expr", "what the liable player pays; `share` is the covered part"),
        "discarder": DISCARDER_SHARE,
    },
    "roles": {
        "dealer": SectionKey("shares|expr", "the payments if the dealer wins (or what the dealer pays)"),
        "other": SectionKey("shares", "the payments if another player wins"),
        "discarder": DISCARDER_SHARE,
        "each": SHARE_OF_EACH,
    },
    "extra": {
        "id": ITS_ID,
        "name": ITS_NAME,
        "when": REQUIRED_CONDITION,
        "discard": SectionKey("roles", "who pays for a win on a discard", label="rule discard"),
        "self_draw": SectionKey("roles", "who pays for a self-draw", label="rule self-draw"),
    },
    "payment": {
        "round_up_to": SectionKey("whole", "each share is rounded up to a multiple of this"),
        "round_counters_up_to": SectionKey(
            "whole", "each share for counters is rounded up to a multiple of this; `round_up_to` by default"
        ),
        "most": SectionKey(
            "expr",
            "the maximum that one player pays for the hand, extras and factors included",
            field="share_limit",
            expression=number(Scope.AWARD),
            label="rule at most from each",
        ),
        "factor": SectionKey(
            "expr",
            "what payments for the hand are multiplied by, asked of the winner's seat and once more of the "
            "payer's; counters and sticks are not multiplied",
            expression=number(Scope.HAND),
            label="rule times",
        ),
        "discard": PAYERS_OF_DISCARD,
        "self_draw": PAYERS_OF_SELF_DRAW,
        "extras": SectionKey("list:extra", "additional payments that belong to the hand"),
        "counters": SectionKey("counters", "what the counters on the table are worth"),
        "sticks": SectionKey("expr", "what the winner takes from the table", expression=number(Scope.AWARD)),
        "several": SectionKey(
            "several|winners",
            "who is paid if several players win on one discard: nearest (only the nearest), first "
            "(all; the nearest takes the counters), each (all, each with the counters), nobody",
            field="winners",
        ),
        "liability": SectionKey("liability", "who is liable for a pattern because they fed it"),
    },
    "winners": {
        "two": SectionKey(
            "several", "if two players win on one discard", is_required=True, field="two_winners"
        ),
        "three": SectionKey(
            "several", "if three players win on one discard", is_required=True, field="three_winners"
        ),
        "own_stick": SectionKey(
            "expr",
            "whether a winner has a stick of their own on the table, to take back if several are paid",
            expression=truth(Scope.HAND),
            label="rule takes back a stick",
        ),
        "sticks": SectionKey(
            "stick_takers",
            "who takes the other sticks if several are paid: nearest (the default) or shared (each the same "
            "number; those that are left over go to the nearest)",
            label="rule sticks",
        ),
    },
    "counters": {
        "discard": PAYERS_OF_DISCARD,
        "self_draw": PAYERS_OF_SELF_DRAW,
    },
    "liability": {
        "patterns": SectionKey(
            "map:expr", "the patterns, each with a condition on options", is_required=True, label="rule for"
        ),
        "fed": SectionKey(
            "map:map:names",
            "by pattern, what the hand must show of it, each with the reason reported if it does not",
            label="rule fed",
        ),
        "certain": SectionKey(
            "map:expr",
            "by pattern, the called sets that make it certain: who fed the last of them is liable "
            "(for recorded games)",
            field="certainty_conditions",
            label="rule certain",
        ),
        "covers": SectionKey(
            "expr|word", "pattern or hand, or an option with these choices", label="rule covers"
        ),
        "whole_hand": SectionKey(
            "list:id",
            "the patterns whose liable player pays for the whole hand, whatever `covers` is",
            label="rule whole hand",
        ),
        "counters": SectionKey(
            "expr|word", "discarder or liable, or an option with these choices", label="rule counters"
        ),
        "takes_over": SectionKey(
            "expr",
            "the part of each other player's payment that the liable player takes over; 1 by default",
            expression=number(Scope.OPTIONS),
            label="rule takes over",
        ),
        "self_draw": SectionKey(
            "liable_shares", "who pays the covered part of a self-draw", label="rule self-draw"
        ),
        "discard": SectionKey(
            "liable_shares", "who pays the covered part of a win on a discard", label="rule discard"
        ),
    },
    "losing_hands": {
        "items": SectionKey("list:known", "the items of the secondary score that count", label="rule items"),
        "patterns": SectionKey(
            "list:known", "the patterns that count, by their ids or groups", label="rule patterns"
        ),
        "bonuses": SectionKey("list:known", "the bonuses that count", label="rule bonuses"),
        "near": SectionKey(
            "list:near",
            "what a hand counts at least if it lacks one tile to a pattern",
            field="near_hands",
            label="rule one tile short",
        ),
    },
    "near": {
        "of": SectionKey(
            "list:known", "the patterns, by their ids or groups", is_required=True, field="patterns"
        ),
        "count": SectionKey(
            "expr", "what such a hand counts at least", is_required=True, expression=number(Scope.AWARD)
        ),
    },
    "comparison": {
        "name": ITS_NAME,
        "between": SectionKey(
            "compared",
            "who compares: losers (each two players who have not won) or all",
            field="compared_players",
            label="rule between",
        ),
        "number": SectionKey(
            "expr",
            "the number that each player has; for what a hand counts, base",
            is_required=True,
            expression=number(Scope.AWARD),
            label="rule number",
        ),
        "enabled": condition_on_options("nothing is compared"),
        "pays": SectionKey(
            "roles",
            "what the player with the smaller number pays the other; `difference` is the difference of their "
            "numbers",
            is_required=True,
            label="rule pays",
        ),
    },
    "event": {
        "name": ITS_NAME,
        "enabled": condition_on_options("nothing is paid"),
        "pays": SectionKey(
            "roles",
            "what the other players pay its owner; discarder is the player who discarded the tile for it",
            is_required=True,
            label="rule pays",
        ),
        "returned": SectionKey(
            "expr",
            "when it is given back in a drawn deal, asked of the owner's hand",
            field="return_condition",
            expression=truth(Scope.HAND),
            label="rule given back in a drawn deal",
        ),
        "lost_to": SectionKey(
            "list:known",
            "circumstances of a win on the owner's next discard for which it is given back",
            label="rule given back for",
        ),
        "shown": SectionKey(
            "expr",
            "how many of them a hand shows: they are paid in a settled deal without being told",
            field="shown_number",
            expression=number(Scope.HAND),
            label="rule shown by a hand",
        ),
        "with_hand": SectionKey(
            "expr",
            "a condition on options under which those that the winner's hand shows are paid with the hand",
            field="hand_condition",
            expression=truth(Scope.OPTIONS),
            label="rule paid with the hand",
        ),
    },
    "transfer": {
        "id": ITS_ID,
        "name": ITS_NAME,
        "enabled": condition_on_options("nothing is paid"),
        "from": SectionKey(
            "expr",
            "who pays, asked of each player's hand; `waits` is 0 if no tile would win",
            is_required=True,
            field="payers",
            expression=truth(Scope.HAND),
            label="rule who pays",
        ),
        "to": SectionKey(
            "expr",
            "who is paid, asked of each player's hand",
            is_required=True,
            field="receivers",
            expression=truth(Scope.HAND),
            label="rule who is paid",
        ),
        "pays": SectionKey(
            "roles",
            "what each of the first pays to each of the second; `base` is that of the best hand that the "
            "player who is paid waits for",
            is_required=True,
            label="rule pays",
        ),
    },
    "deals": {
        "start": SectionKey(
            "expr",
            "the points that every player begins with",
            expression=number(Scope.OPTIONS),
            label="rule start",
        ),
        "wall": SectionKey(
            "expr",
            "how many tiles can be drawn in one deal, replacements included",
            expression=number(Scope.OPTIONS),
            label="rule tiles to draw",
        ),
        "rounds": SectionKey(
            "expr", "how many rounds are planned", expression=number(Scope.OPTIONS), label="rule rounds"
        ),
        "stick": SectionKey(
            "expr",
            "what a player who declares a ready hand puts on the table, unless the declaring "
            "discard is won on",
            expression=number(Scope.OPTIONS),
            label="rule stick",
        ),
        "stays": SectionKey(
            "expr",
            "when the dealer deals again",
            expression=truth(Scope.TABLE),
            label="rule the dealer stays",
        ),
        "honba": SectionKey(
            "expr",
            "the counters on the table in the next deal",
            expression=number(Scope.TABLE),
            label="rule next counters",
        ),
        "ends": SectionKey(
            "expr", "when the game ends after a deal", expression=truth(Scope.TABLE), label="rule ends"
        ),
        "bust": SectionKey(
            "expr",
            "when the game ends at once because of the scores",
            expression=truth(Scope.TABLE),
            label="rule ends by the scores",
        ),
        "dealer_ends": SectionKey(
            "expr",
            "when the game ends although the dealer would deal again",
            expression=truth(Scope.TABLE),
            label="rule ends by the dealer",
        ),
        "next_dealer": SectionKey(
            "next_dealer",
            "who deals next if the dealer does not stay: turn (the next player) or first_winner (the first "
            "winner of the deal; the discarder if several won on one discard; the dealer if nobody won)",
            label="rule next dealer",
        ),
        "winners": SectionKey(
            "expr",
            "how many winners end a deal; 1 if it is left out",
            expression=number(Scope.OPTIONS),
            label="rule winners",
        ),
        "declare": SectionKey(
            "expr",
            "when a player may declare a ready hand and put a stick on the table; `score` is what they have",
            expression=truth(Scope.TABLE),
            label="rule may declare",
        ),
        "false_win": SectionKey(
            "roles", "what a player who wrongly claims a win pays", label="rule false win"
        ),
        "false_win_costs": SectionKey(
            "expr",
            "what such a player loses to nobody",
            expression=number(Scope.OPTIONS),
            label="rule false win, to nobody",
        ),
        "replays": SectionKey(
            "expr",
            "whether the deal is played again after a false win, with its sticks returned; true if it is "
            "left out",
            expression=truth(Scope.OPTIONS),
            label="rule played again after a false win",
        ),
        "dead_hand": SectionKey(
            "expr",
            "whether a false winner can win no more in a deal that goes on; false if it is left out",
            expression=truth(Scope.OPTIONS),
            label="rule dead hand after a false win",
        ),
    },
    "draw": {
        "name": ITS_NAME,
        "when": SectionKey(
            "expr",
            "the condition, in facts about the table",
            field="condition",
            expression=truth(Scope.TABLE),
            label="rule when",
        ),
        "enabled": condition_on_options("deals do not end this way"),
        "aborts": SectionKey("flag", "the deal is stopped before the wall is used up", label="rule aborts"),
        "pool": SectionKey(
            "expr",
            "what players who are not ready pay together to those who are",
            expression=number(Scope.OPTIONS),
            label="rule pool",
        ),
        "pays": SectionKey(
            "roles", "what the player for whom the condition holds is paid", label="rule pays"
        ),
        "transfers": SectionKey(
            "list:transfer", "what players pay one another by what their hands are", label="rule transfers"
        ),
    },
    "play": {
        "deal": SectionKey("names", "how the tiles are dealt"),
        "turn": SectionKey("names", "what a player does in a turn"),
        "end": SectionKey("names", "how a deal ends, and who deals next"),
        "calls": SectionKey(
            "flag", "false if players call no sets: practice hands have none, but one may be written"
        ),
        "children": SectionKey("children", "the game explained for children"),
        "wins": SectionKey("table_wins", "how hands are won at tables; practice hands are drawn like them"),
    },
    "table_wins": {
        "source": SectionKey("text", "where the numbers come from"),
        "self_draw": SectionKey("whole", "how many of 1,000 wins are by self-draw"),
        "called": SectionKey("whole", "how many of 1,000 wins have a called set"),
        "sets": SectionKey("map:whole", "how many of 1,000 sets are of each kind"),
        "shapes": SectionKey("map:whole", "how many of 1,000 wins have each shape"),
        "circumstances": SectionKey(
            "map:whole", "how many of 1,000 wins have each circumstance, among those that allow it"
        ),
        "totals": SectionKey("map:whole", "how many of 1,000 wins have each count"),
    },
    "children": {
        "about": SectionKey("names", "what the game is about", field="summary"),
        "deal": SectionKey("names", "how the tiles are dealt"),
        "turn": SectionKey("names", "what a player does in a turn"),
        "end": SectionKey("names", "how a player wins, and who pays"),
        "patterns": SectionKey("map:names", "a sentence for each pattern, by its id"),
    },
    "final": {
        "returns": SectionKey(
            "expr",
            "the points that are subtracted from each score",
            expression=number(Scope.OPTIONS),
            label="rule returns",
        ),
        "unit": SectionKey(
            "expr",
            "the points that count as 1 in the final result; 1 if it is left out",
            expression=number(Scope.OPTIONS),
            label="rule unit",
        ),
        "places": SectionKey(
            "list:expr",
            "what each place earns in the final result, first to last",
            expression=number(Scope.OPTIONS),
            label="rule places",
        ),
        "by_floating": SectionKey(
            "map:list:whole",
            "`places` for each number of players whose score is at least `returns`",
            label="rule places by floating players",
        ),
        "floating": SectionKey(
            "expr",
            "whether `by_floating` decides what places earn; if it is left out, it always does",
            expression=truth(Scope.OPTIONS),
            label="rule floating decides",
        ),
        "first_takes": SectionKey(
            "expr",
            "the points that the first player takes in addition",
            expression=number(Scope.OPTIONS),
            label="rule first takes",
        ),
        "ties": SectionKey(
            "expr|ties",
            "who of players with the same points is placed first: seat (by the first seats), "
            "shared (they share the places), or an option with these choices",
            label="rule ties",
        ),
        "sticks": SectionKey(
            "expr|leftover",
            "who takes sticks left on the table at the end: first or nobody, or an option with these choices",
            label="rule sticks",
        ),
        "false_win": SectionKey(
            "expr",
            "what a false win costs in the final result",
            expression=number(Scope.OPTIONS),
            label="rule false win",
        ),
        "chip": SectionKey(
            "expr",
            "what a chip earns in the final result",
            expression=number(Scope.OPTIONS),
            label="rule chip",
        ),
        "transfers": SectionKey(
            "list:result_transfer",
            "what players pay one another in the final result when the game ends",
            label="rule transfers",
        ),
        "counts_score": SectionKey(
            "flag",
            "false if the result is what the place earns alone; the scores then decide between equal results",
            label="rule the score counts",
        ),
    },
    "result_transfer": {
        "id": ITS_ID,
        "name": ITS_NAME,
        "enabled": condition_on_options("nothing is paid"),
        "from": SectionKey(
            "expr",
            "who pays, asked of each player at the end of the game",
            is_required=True,
            field="payers",
            expression=truth(Scope.TABLE),
            label="rule who pays",
        ),
        "to": SectionKey(
            "expr",
            "who is paid, asked of each player at the end of the game",
            is_required=True,
            field="receivers",
            expression=truth(Scope.TABLE),
            label="rule who is paid",
        ),
        "each": SectionKey(
            "expr",
            "what each of the first pays to each of the second",
            expression=number(Scope.OPTIONS),
            label="rule to each",
        ),
        "shared": SectionKey(
            "expr",
            "what each of the first pays to all of the second together, who share it",
            expression=number(Scope.OPTIONS),
            label="rule to all together",
        ),
    },
    "hand": {
        "counts": SectionKey(
            "list:text", "every pattern and bonus that counts, with a number if it counts several times"
        ),
        "with": SectionKey("list:text", "some patterns that count"),
        "without": SectionKey("list:id", "some patterns that do not count"),
        "sheet": SectionKey(
            "whole|map:whole", "the result of the secondary score, or the value of each of its items"
        ),
        "fu": SectionKey("whole|map:whole", "short for sheet"),
        "limit": SectionKey("text", "the limit that the hand reaches, or none"),
        "points": SectionKey("whole", "the total that all payers pay for the hand"),
        "pays": SectionKey(
            "map:whole", "what each payer pays, including counters; a payer is a seat, discarder or others"
        ),
        "gets": SectionKey("whole", "what the winner receives, counters and sticks included"),
        "also": SectionKey(
            "list:text",
            "hands of other winners on the same discard, each with its seat; the other keys "
            "describe the nearest winner, and `pays` covers all winners",
        ),
        "others": SectionKey(
            "map:scalar",
            "the hands of the other players, or what they count, by seat: {E: 24, W: 2233z55p1239s14f}",
        ),
        "events": SectionKey(
            "list:text", "what was paid at once while the deal was played, as with --events: [W wins]"
        ),
        "gains": SectionKey("map:whole", "what each seat gains in the whole deal, or loses (below 0)"),
        "readings": SectionKey("whole", "the number of ways in which the tiles form a complete hand"),
        "refused": SectionKey(
            "text", "part of the reason why the hand does not win or is not possible; `pays` is the penalty"
        ),
    },
}
SECTIONS: dict[str, Section] = {
    name: {key: one if one.field else one._replace(field=key) for key, one in section.items()}
    for name, section in _TABLE.items()
}
"""The keys of each section."""
MODELS: dict[str, type] = {
    "ruleset": model.Ruleset,
    "pattern": model.Pattern,
    "unit": model.Unit,
    "option": model.Option,
    "class": model.TileClass,
    "set_kind": SetKind,
    "fact": model.Fact,
    "circumstance": model.Circumstance,
    "indicator": model.Indicator,
    "top_tier": model.TopTier,
    "penalty": model.Penalty,
    "bonus": model.Bonus,
    "sheet": model.Sheet,
    "item": model.SheetItem,
    "amount": model.Amount,
    "limit": model.Limit,
    "extra": model.Extra,
    "payment": model.Payment,
    "winners": model.Winners,
    "liability": model.Liability,
    "losing_hands": model.LosingHands,
    "near": model.NearHand,
    "comparison": model.PlayerComparison,
    "event": model.PaidEvent,
    "transfer": model.HandTransfer,
    "deals": model.Deals,
    "draw": model.DrawnDeal,
    "final": model.Final,
    "result_transfer": model.ResultTransfer,
    "play": model.Play,
    "children": model.ChildrensWords,
    "table_wins": model.TableWins,
}
"""The class of the model that a section becomes. Other sections are parts of these, of the tile set, of kinds
of set, or of shapes.
"""
