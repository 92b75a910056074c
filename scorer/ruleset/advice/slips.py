"""What was probably meant by a value of the wrong form, in the author's own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorer.message import Message

ANYTHING = "."


class Slip(NamedTuple):
    """A hint for values of the wrong form. It fits if its three patterns are found, each in its own text:

    `forms`: the forms that the key may have, each behind a =, mappings with {} behind them.
    `place`: the path to the value: tileset / suits / m.
    `value`: its sort and what it says: str ten, mapping en: East, mapping of 2, list 1, 2; a mapping of one
    key is written out. The names of its groups are words for the hint.

    The other words in < > of a hint are the <key>, its <value>, a name in <plain> letters, the words of a
    text <listed>, a <whole> number; of a list, its entries <joined> as a class, <required> as conditions,
    <counted>, or <keyed> by the section that was expected; the keys <marked> with true; for a =choice, the
    value of an option, the <truth> or number of <digits> that was meant, the <choices>, the one
    <chosen>, the <same>. A hint fits only if all of its words are known.
    """

    hint: Message
    forms: str = ANYTHING
    place: str = ANYTHING
    value: str = ANYTHING

    @property
    def search_patterns(self) -> tuple[str, ...]:
        return self.forms, self.place, self.value


NOT_MAPPINGS: Mapping[str, Message] = {
    "^tileset / suits / [^/]*$": Message("write", "{ranks: <value>}"),
    "^tileset / flowers$": Message("write f 4 a letter and a number of"),
    "^tileset / red$": Message("write 5m 1 a tile and the number of"),
    "^options / [^/]*$": Message("write default, or set the option of the base", "<key>", "<value>"),
    "^circumstances / [^/]*$": Message("write", "{name: <value>}"),
    "^units / [^/]*$": Message("write", "{one: <value>, many: <value>}"),
    "(^payment / [^/]*|/ pay)$": Message("name who pays", "<key>", "<value>"),
    "^shapes / [^/]*$": Message("write pairs or name the other parts of the", "<value>"),
    "^tables / [^/]*$": Message("write 0 1 1-3 2 4 5 a row"),
    "^hands / [^/]*$": Message("write points or refused with part of the reason"),
}
"""What to write where a mapping is expected and something else is given, by the place."""
SLIPS = (
    Slip(Message("write", "{points: <points>}"), place="^hands / [^/]*$", value=r"^int (?P<points>\d+)$"),
    Slip(
        Message("write", "{<unit>: <number>}"),
        place="^hands / [^/]*$",
        value=r"^str (?P<number>\d+) *(?P<unit>[a-z_]+)$",
    ),
    Slip(
        Message("write", "{<unit>: <number>, <other>: <second>}"),
        place="^hands / [^/]*$",
        value=r"^str (?P<number>\d+) *(?P<unit>[a-z_]+),? +(?P<second>\d+) *(?P<other>[a-z_]+)$",
    ),
    Slip(
        Message("write beside, or in a list with its number", "<unit>", "<number>"),
        place="^hands / [^/]* / counts$",
        value=r"^mapping (?P<unit>\w+): (?P<number>\d+)$",
    ),
    Slip(
        Message("write", "<single>"),
        forms="^(?!.*=list).*=(expr|whole|id|choice)",
        value=r"^list (?P<single>[\w.]+)$",
    ),
    Slip(
        Message("write a condition"),
        place="(/ requires|^to_win)$",
        value="^(?!mapping)",
    ),
    Slip(Message("name the players"), place="(^|/ )pays$", value="^(?!mapping)"),
    Slip(
        Message("put the whole text in quotes"),
        forms=r"=(text|names)\b",
        value="^mapping .*:",
    ),
    Slip(
        Message("write entry", "<key>: <name>"),
        forms="=expr",
        value="^mapping (?P<name>.*?): (nothing|true|1)$",
    ),
    Slip(Message("write entry", "<key>: <said>"), forms="=expr", value="^mapping .*?: (?P<said>.*)"),
    Slip(Message("write", "[<marked>]"), forms="=list:known", value="^mapping"),
    Slip(
        Message("write", "<said>"), forms=r"=(id|known)\b", value="^mapping (?P<said>.*?): (true|1|nothing)$"
    ),
    Slip(Message("write a list in"), forms="=list", value="^mapping"),
    Slip(
        Message("write", "{closed: <closed>, open: <open>}"),
        place="value$",
        value="^list (?P<closed>[^,]*), (?P<open>[^,]*)$",
    ),
    Slip(Message("write", "{<counted>}"), place="less$", value="^list"),
    Slip(Message("write tiles"), place="^tileset / suits / [^/]*$", value="^list"),
    Slip(Message("write", "<joined>"), place="^tiles / [^/]*$", value="^list"),
    Slip(
        Message("write the number alone"),
        forms="=(whole|expr)",
        value=r"^str (one|two|three|four|five|six|seven|eight|nine|ten)\s",
    ),
    Slip(Message("write true or false"), forms="=flag", value="^(int|str)"),
    Slip(Message("write", "<number>"), forms="=choice", value=r"^float (?P<number>\d+)\.(?!000$)0*$"),
    Slip(Message("write", "<head><tail>"), value=r"^(float|str) (?P<head>\d{1,3})[.,'’ ](?P<tail>\d{3})$"),
    Slip(Message("write", "<whole>"), value="^float .*[eE]"),
    Slip(Message("write", '"<value>"'), forms="=(text|names|list:text|list:names)", value="^float"),
    Slip(Message("use a whole number"), value="^float"),
    Slip(Message("write", "<truth>"), forms="=choice"),
    Slip(Message("write without quotes", "<same>"), forms="=choice", value="^str"),
    Slip(Message("write", "<chosen>"), forms="=choice"),
    Slip(Message("known", "<choices>"), forms="=choice"),
    Slip(Message("a comment begins with"), forms="=choice", value="^str .* //"),
    Slip(Message("write", "false"), forms="=choice", value="^int 0$"),
    Slip(Message("write", "true"), forms="=choice", value="^int 1$"),
    Slip(Message("write", "<digits>"), forms="=choice", value="^str"),
    Slip(Message("write the result of the hand below it"), place="^hands / [^/]*$", value="^nothing"),
    Slip(Message("combine classes with"), place="^tiles / [^/]*$", value="^nothing"),
    Slip(
        Message("write", "{count: <value>}"),
        forms=r"\{\}",
        place="^tileset / jokers / [^/]*$",
        value="^(int|str)",
    ),
    *(
        Slip(hint, forms=r"\{\}|=table", place=place, value="^(?!mapping)")
        for place, hint in NOT_MAPPINGS.items()
    ),
    Slip(Message("use only one of these"), forms="^=text$", value="^list .*,"),
    Slip(Message("write", "{<keyed>}"), forms=r"\{\}", value="^list"),
    Slip(Message("write", "<required>"), forms="^(?!.*=list).*=expr", value="^list .*,"),
    Slip(
        Message("remove the or the around each entry"),
        forms="^(?!.*=(list|choice))",
        value="^list",
    ),
    Slip(Message("use plain quotes or"), value=r"^\w+ [“”‘’„«]"),
    Slip(
        Message("put a space after", "<head>", "<tail>"),
        forms="^(?!=choice)",
        value=r"^\w+ (?P<head>[\w.]+):(?P<tail>\S.*)",
    ),
    Slip(Message("remove the it turns the lines below into one"), forms="=list:", value=r"^\w+ -[ ]"),
    Slip(Message("write", "[<listed>]"), forms="^=list:", value="^str"),
    Slip(Message("write", "<plain>"), forms=r"=(list:)?id\b", value="^str"),
    Slip(Message("write it in Latin letters"), forms=r"=(list:)?id\b", value="^str"),
    Slip(
        Message("write", "{<name>: <said>}"),
        forms=r"\{\}",
        value=r"^\w+ (?P<name>[\w.]+) *=+ *(?P<said>\S+)$",
    ),
    Slip(
        Message("a is missing X Y", "<name>", "<said>"),
        forms=r"\{\}",
        value=r"^\w+ (?P<name>[\w.]+) +(?P<said>\S+)$",
    ),
    Slip(Message("write without quotes", "<whole>"), forms="=whole", value="^str (0|[1-9][0-9]*)$"),
    Slip(Message("write", "<whole>"), forms="=whole", value="^str"),
    Slip(
        Message("write the number alone: X", "<number>"),
        forms=r"=(whole|expr|choice)\b",
        value=r"^str (?P<number>-?\d+)\s",
    ),
    Slip(Message("write a number in digits"), forms="=whole", value="^str"),
)
"""The first that fits counts."""
