"""Everything that a question may say, each once: its type, its meaning, its default, and what it is called at
each door.

The keywords of Python functions and the keys of questions over HTTP are the names here. Command lines, the
words after a hand and the columns of a table use a shorter word for some: `--from`, `from=E`, `"from": "E"`.
Which parameters a question has is in `scorer.questions.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, cast

from scorer.foreign import value_text
from scorer.languages import LANGUAGES
from scorer.message import Message

if TYPE_CHECKING:
    from scorer.hand import Request

# ---- types


class Sort(NamedTuple):
    """A type of values: what messages call it, a test for a value, its JSON Schema, and the value that says
    nothing.
    """

    wanted: Message
    fits: Callable[[object], bool]
    schema: Mapping[str, object]
    absent: object


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text_list(value: object) -> bool:
    """Whether a value is a collection of strings; a single string would be split into letters."""
    if not isinstance(value, Collection) or isinstance(value, (str, Mapping)):
        return False
    return all(isinstance(item, str) for item in value)


def _is_text_mapping(value: object) -> bool:
    return isinstance(value, Mapping) and _is_text_list([*value, *value.values()])


def _is_value_mapping(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(item, (bool, int, str)) for item in value.values())


def _is_nullable_mapping(value: object) -> bool:
    return isinstance(value, Mapping) and _is_value_mapping({k: v for k, v in value.items() if v is not None})


_NOTHING: Mapping[str, object] = MappingProxyType({})
_TEXT_SCHEMA = {"type": "string"}
_TEXTS_BY_NAME = {"type": "object", "additionalProperties": _TEXT_SCHEMA}
TEXT = Sort(Message("type string"), _is_text, _TEXT_SCHEMA, "")
COUNT = Sort(Message("type whole number"), _is_whole_number, {"type": "integer"}, 0)
FLAG = Sort(Message("type truth"), lambda value: isinstance(value, bool), {"type": "boolean"}, False)
TEXTS = Sort(Message("type list"), _is_text_list, {"type": "array", "items": _TEXT_SCHEMA}, ())
SEATS = Sort(Message("type seats"), _is_text_mapping, _TEXTS_BY_NAME, _NOTHING)
TILES = Sort(Message("type tiles"), _is_text_mapping, _TEXTS_BY_NAME, _NOTHING)
VALUES = Sort(
    Message("type options"),
    _is_value_mapping,
    {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean"]}},
    _NOTHING,
)
VALUES_OR_NULL = Sort(
    Message("type values or null"),
    _is_nullable_mapping,
    {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean", "null"]}},
    _NOTHING,
)


# ---- parameters


class Flag(NamedTuple):
    """Options of the command line that stand for one value of a parameter: `--dealer` for seat E."""

    value: str
    options: str
    meaning: str

    @property
    def name(self) -> str:
        """What the command line calls it: the last of its options, or a word without dashes."""
        return self.options.split()[-1].removeprefix("--")

    @property
    def source(self) -> str:
        """What help and messages call it: the last of its long options."""
        return [word for word in self.options.split() if word.startswith("--")][-1]


class Parameter(NamedTuple):
    """One thing that a question may say.

    `option` is the option of the command line; empty if the command line has an argument or flags instead.
    `metavar` is what follows it in the help. `default` is what holds if a question does not say it: None if
    the rules decide, or if nothing is meant. `choices` are the only values, if they are few. `bounds` are the
    least and the greatest value of a number, or the fewest and the most entries of a list.
    """

    name: str
    sort: Sort
    meaning: str
    option: str = ""
    metavar: str = ""
    default: object = None
    choices: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    bounds: tuple[int, int] | None = None

    @property
    def word(self) -> str:
        """What the words after a hand and the columns of a table call it."""
        return self.source.removeprefix("--")

    @property
    def source(self) -> str:
        """What messages call it."""
        return self.option.split()[-1] if self.option else self.name

    def is_within_bounds(self, value: object) -> bool:
        """Whether a number, or the number of entries of a list, is within the bounds."""
        size = len(value) if isinstance(value, Collection) else value
        return self.bounds is None or self.bounds[0] <= cast("int", size) <= self.bounds[1]


FORMS = ("json", "page", "text", "markdown", "html", "svg")
WIN_FLAGS = (
    Flag("tsumo", "-t --tsumo --self-draw is_self_draw", "Win by self-draw."),
    Flag("ron", "--ron --discard is_discard", "Win on another player's tile."),
)
DEALER_FLAG = Flag("E", "--dealer", "The winner is the dealer (seat E).")
_TABLE = (
    Parameter("language", TEXT, "Language of names and sentences.", "--lang", "", "en", LANGUAGES),
    Parameter("form", TEXT, "Form of the answer.", "-f --format", "", "json", FORMS),
    Parameter("ruleset", TEXT, "Name of a shipped ruleset.", "-r --ruleset", "NAME_OR_FILE"),
    Parameter("rules", TEXT, "Text of a rule file, instead of a name."),
    Parameter("options", VALUES, "Set a house rule of the ruleset. Repeatable.", "-o --option", "NAME=VALUE"),
    Parameter("hand", TEXT, "Hand in notation, for example 234m345p67p456s55s+8p.", metavar="HAND"),
    Parameter(
        "win",
        TEXT,
        "How the hand is won: tsumo (self-draw) or ron (another player's tile). Default: as the rules say.",
        choices=("tsumo", "ron"),
        flags=WIN_FLAGS,
    ),
    Parameter("round", TEXT, "Round wind. Default: as the rules say, usually E.", "--round", "WIND"),
    Parameter(
        "seat",
        TEXT,
        "Seat of the winner; E is the dealer. Default: as the rules say, usually S.",
        "--seat",
        "WIND",
        flags=(DEALER_FLAG,),
    ),
    Parameter("discarder", TEXT, "Seat of the discarder: E, S, W or N.", "--from", "WIND"),
    Parameter(
        "circumstances",
        TEXTS,
        "A circumstance of the ruleset, for example riichi. Repeatable.",
        "-w --with",
        "NAME[=N]",
    ),
    Parameter("indicators", TILES, "Tiles by the name of an indicator."),
    Parameter("honba", COUNT, "Number of honba (continuance counters).", "--honba", "N", 0),
    Parameter("sticks", COUNT, "Number of riichi sticks on the table.", "--sticks", "N", 0),
    Parameter(
        "pao",
        SEATS,
        "A pattern and the seat of the player liable for it (pao). Repeatable.",
        "--pao",
        "PATTERN=WIND",
    ),
    Parameter("own_discards", TEXT, "The player's earlier discards.", "--discards", "TILES"),
    Parameter("visible", TEXT, "Other tiles visible on the table.", "--visible", "TILES"),
    Parameter("pattern", TEXT, "A pattern by its id or any of its names.", "--why", "PATTERN"),
    Parameter("most", COUNT, "Number of answers at most, up to 50.", "--near", "N", bounds=(0, 50)),
    Parameter(
        "rulesets",
        TEXTS,
        "Up to 8 shipped rulesets to compare with.",
        "-r --ruleset",
        "NAME_OR_FILE",
        bounds=(0, 8),
    ),
    Parameter(
        "others",
        TEXTS,
        "Another winner on the same discard, as one quoted text: the hand, its seat and circumstances. "
        "Repeatable.",
        "--also",
        "HAND",
        bounds=(0, 3),
    ),
    Parameter(
        "hands",
        TEXT,
        "The hands of the players who have not won, each after its seat, or their counts: "
        '"E:123m456p W:24 ...". Settles the whole deal.',
        "--others",
        "HANDS",
    ),
    Parameter("count", TEXT, "A count, such as 3 40, or the name of a limit.", metavar="COUNT"),
    Parameter(
        "behind",
        TEXT,
        "How many points you are behind a rival, optionally with the rival's seat, such as W=7,800.",
        "--behind",
        "[SEAT=]POINTS",
    ),
    Parameter(
        "events",
        TEXT,
        'Payments made during the deal: "E EVENT, N EVENT from=E".',
        "--events",
        "EVENTS",
    ),
    Parameter(
        "ready", TEXTS, "Seats of the players who are ready (tenpai), for example E,S.", "--ready", "SEATS"
    ),
    Parameter(
        "kind",
        TEXT,
        "Kind of draw, for example nine_terminals. Default: an exhaustive draw.",
        "--kind",
        "NAME",
    ),
    Parameter("by", TEXTS, "Seats of the players who are paid for a special draw.", "--by", "SEATS"),
    Parameter(
        "false_win", TEXT, "Show the penalty for a false win by this seat instead.", "--false-win", "SEAT"
    ),
    Parameter("scores", TEXTS, "Final scores, the first dealer's first, for example 32,400."),
    Parameter("dealer", FLAG, "Whether the winner is the dealer (seat E).", "--dealer", default=False),
    Parameter("query", TEXT, "Words of a name or a definition.", "--search", "TEXT", ""),
    Parameter("seed", COUNT, "The same seed gives the same hands.", "--seed", "N", 1, bounds=(0, 10**9)),
    Parameter(
        "level", COUNT, "Difficulty, from 1 (few patterns) to 3 (all).", "--level", "N", 2, bounds=(1, 3)
    ),
    Parameter(
        "topics", TEXTS, "Topics to ask about: all, or for example patterns,fu,points.", "--ask", "TOPICS"
    ),
    Parameter(
        "patterns", TEXTS, "Only hands with this pattern. Repeat to allow any of several.", "--pattern", "ID"
    ),
    Parameter(
        "limits", TEXTS, "Only hands that reach this limit. Repeat to allow any of several.", "--limit", "ID"
    ),
    Parameter("place", COUNT, "The question to be marked, from 0.", default=0),
    Parameter("answer", TEXT, "What was answered.", default=""),
    Parameter("base", TEXT, "The shipped ruleset to compare with."),
    Parameter("text", TEXT, "Text of a rule file, or of an evening.", default=""),
    Parameter("log", TEXT, "A recorded game as text, in any format that scorer reads.", default=""),
    Parameter("deal", TEXT, "The only deal to show, for example E1.2.", "--deal", "DEAL", ""),
    Parameter("turn", COUNT, "Number of the only event of the deal to show; 0 for all.", default=0),
    Parameter("player", TEXT, "Only what concerns a player, A to D or a name.", "--seat", "PLAYER", ""),
    Parameter("row", COUNT, "Line of the cursor in a rule file, from 1.", default=1),
    Parameter("column", COUNT, "Column of the cursor in its line, in characters, from 1.", default=1),
    Parameter("line", TEXT, "A hand or a sentence, as a player types it.", default=""),
    Parameter("problem", VALUES_OR_NULL, "A problem of a rule file, as `check` answers it."),
)
PARAMETERS: Mapping[str, Parameter] = MappingProxyType({one.name: one for one in _TABLE})
"""All parameters by name."""
RULES = ("ruleset", "rules", "options")
"""The parameters that choose the rules."""
HAND = (
    "hand", "win", "round", "seat", "discarder", "circumstances", "indicators", "honba", "sticks", "pao",
)  # fmt: skip
"""The parameters of a hand and how it was won, in the order of the fields of `Request`."""
OTHER_TILES = ("own_discards", "visible")
USUAL_NEAR_MISSES = 4
"""The most patterns that an explanation has as near misses, if it is not asked for another number."""
ANYWHERE = ("language", "form")
"""The parameters that every question has."""
TABLE_SETTINGS = ("round", "seat", "honba", "sticks")
"""The parameters of a hand that hold for the hands that follow as well."""
BY_WORD: Mapping[str, Parameter] = MappingProxyType(
    {PARAMETERS[name].word: PARAMETERS[name] for name in HAND}
)
"""The parameters of a hand by the word that is typed for each."""


def wrong_type_messages(request: Request) -> Iterator[tuple[str, Message]]:
    """The fields of a request with a value of the wrong type, each with a message.

    >>> from scorer.hand import Request
    >>> request = Request("123m", circumstances="riichi", indicators={"dora": 4}, honba=1.5)
    >>> for source, message in wrong_type_messages(request):
    ...     print(source, message)
    --with expected a list of strings, not 'riichi'
    --dora expected tiles in quotes, for example dora="4s", not 4
    --honba expected a whole number, not 1.5
    """
    for name in HAND:
        value, parameter = getattr(request, name), PARAMETERS[name]
        if parameter.sort is TILES and isinstance(value, Mapping) and all(map(_is_text, value)):
            for indicator, tiles in value.items():
                if not _is_text(tiles):
                    wanted = Message("type tiles of indicator", indicator)
                    yield f"--{indicator}", Message("expected other type", wanted, value_text(tiles))
        elif not parameter.sort.fits(value):
            yield parameter.source, Message("expected other type", parameter.sort.wanted, value_text(value))
