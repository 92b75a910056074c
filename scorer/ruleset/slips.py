"""What was probably meant by a value of the wrong form, in the author's own words."""

from __future__ import annotations

from typing import NamedTuple

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
    value of an option, <truths> or the <truth> or number of <digits> that was meant, the <choices>, the one
    <chosen>, the <same>. A hint fits only if all of its words are known. A `line` stands at the left margin
    instead.
    """

    hint: str
    forms: str = ANYTHING
    place: str = ANYTHING
    value: str = ANYTHING
    line: str = ""

    @property
    def search_patterns(self) -> tuple[str, ...]:
        return self.forms, self.place, self.value


SLIPS = (
    Slip(
        "write a condition, and the reason that players see",
        place="(/ requires|^to_win)$",
        value="^(?!mapping)",
    ),
    Slip("name the players, as in {E: 2, S: 1}", place="(^|/ )pays$", value="^(?!mapping)"),
    Slip(
        "put the whole text in quotes, because it contains ': '",
        forms=r"=(text|names)\b",
        value="^mapping .*:",
    ),
    Slip("write <key>: <name>", forms="=expr", value="^mapping (?P<name>.*?): (nothing|true|1)$"),
    Slip("write <key>: <said>", forms="=expr", value="^mapping .*?: (?P<said>.*)"),
    Slip("write [<marked>]", forms="=list:known", value="^mapping"),
    Slip("write <said>", forms=r"=(id|known)\b", value="^mapping (?P<said>.*?): (true|1|nothing)$"),
    Slip("write a list in [ ], or each entry after a '-'", forms="=list", value="^mapping"),
    Slip(
        "write {closed: <closed>, open: <open>}",
        place="value$",
        value="^list (?P<closed>[^,]*), (?P<open>[^,]*)$",
    ),
    Slip("write {<counted>}", place="less$", value="^list"),
    Slip("write {tiles: [...]}", place="^tileset / suits / [^/]*$", value="^list"),
    Slip("write <joined>", place="^tiles / [^/]*$", value="^list"),
    Slip(
        "write the number alone, in digits",
        forms="=(whole|expr)",
        value=r"^str (one|two|three|four|five|six|seven|eight|nine|ten)\s",
    ),
    Slip("write true or false", forms="=flag", value="^(int|str)"),
    Slip("write <number>", forms="=choice", value=r"^float (?P<number>\d+)\.(?!000$)0*$"),
    Slip("write <head><tail>", value=r"^(float|str) (?P<head>\d{1,3})[.,'’ ](?P<tail>\d{3})$"),
    Slip("write <whole>", value="^float .*[eE]"),
    Slip("use a whole number", value="^float"),
    Slip("write <truth>", forms="=choice"),
    Slip("write <same> without quotes", forms="=choice", value="^str"),
    Slip("write <chosen>", forms="=choice"),
    Slip("known: <choices>", forms="=choice"),
    Slip("a comment begins with #", forms="=choice", value="^str .* //"),
    Slip("write false", forms="=choice", value="^int 0$"),
    Slip("write true", forms="=choice", value="^int 1$"),
    Slip("write <digits>", forms="=choice", value="^str"),
    Slip("write <truths>", forms="=choice"),
    Slip("write the result of the hand below it, indented", place="^hands / [^/]*$", value="^nothing"),
    Slip("combine classes with |; a ',' begins another class", place="^tiles / [^/]*$", value="^nothing"),
    Slip(
        "write {ranks: <value>}",
        forms=r"\{\}|=table",
        place="^tileset / suits / [^/]*$",
        value="^(?!mapping)",
    ),
    Slip(
        "write {f: 4}: a letter and a number of tiles",
        forms=r"\{\}|=table",
        place="^tileset / flowers$",
        value="^(?!mapping)",
    ),
    Slip("write {count: <value>}", forms=r"\{\}", place="^tileset / jokers / [^/]*$", value="^(int|str)"),
    Slip(
        "write {5m: 1}: a tile and the number of red ones",
        forms=r"\{\}|=table",
        place="^tileset / red$",
        value="^(?!mapping)",
    ),
    Slip(
        ("write <key>: {default: <value>}; for an option of the base, write set: {<key>: <value>}"),
        forms=r"\{\}|=table",
        place="^options / [^/]*$",
        value="^(?!mapping)",
        line="set: {<key>: <value>}",
    ),
    Slip(
        "write {name: <value>}", forms=r"\{\}|=table", place="^circumstances / [^/]*$", value="^(?!mapping)"
    ),
    Slip(
        "write {one: <value>, many: <value>}",
        forms=r"\{\}|=table",
        place="^units / [^/]*$",
        value="^(?!mapping)",
    ),
    Slip(
        "name who pays: <key>: {each: <value>}",
        forms=r"\{\}|=table",
        place="(^payment / [^/]*|/ pay)$",
        value="^(?!mapping)",
    ),
    Slip(
        "write {pairs: <value>}, or name the other parts of the hand, such as sets and pair",
        forms=r"\{\}|=table",
        place="^shapes / [^/]*$",
        value="^(?!mapping)",
    ),
    Slip(
        "write {0: 1, 1-3: 2, 4+: 5}: a row for each number",
        forms=r"\{\}|=table",
        place="^tables / [^/]*$",
        value="^(?!mapping)",
    ),
    Slip(
        "write {points: ...}, or {refused: ...} with part of the reason",
        forms=r"\{\}|=table",
        place="^hands / [^/]*$",
        value="^(?!mapping)",
    ),
    Slip("use only one of these", forms="^=text$", value="^list .*,"),
    Slip("write {<keyed>}", forms=r"\{\}", value="^list"),
    Slip("write <required>", forms="^(?!.*=list).*=expr", value="^list .*,"),
    Slip(
        "remove the '-' or the [ ] around each entry: key: value, or {key: value}",
        forms="^(?!.*=(list|choice))",
        value="^list",
    ),
    Slip("use plain quotes (\" or '), or none", value=r"^\w+ [“”‘’„«]"),
    Slip(
        "put a space after ':': <head>: <tail>",
        forms="^(?!=choice)",
        value=r"^\w+ (?P<head>[\w.]+):(?P<tail>\S.*)",
    ),
    Slip("remove the '|': it turns the lines below into one text", forms="=list:", value=r"^\w+ -[ ]"),
    Slip("write [<listed>]", forms="^=list:", value="^str"),
    Slip("write <plain>", forms=r"=(list:)?id\b", value="^str"),
    Slip("write it in Latin letters; the word itself is its name", forms=r"=(list:)?id\b", value="^str"),
    Slip("write {<name>: <said>}", forms=r"\{\}", value=r"^\w+ (?P<name>[\w.]+) *=+ *(?P<said>\S+)$"),
    Slip("a ':' is missing: <name>: <said>", forms=r"\{\}", value=r"^\w+ (?P<name>[\w.]+) +(?P<said>\S+)$"),
    Slip("write <whole> without quotes", forms="=whole", value="^str (0|[1-9][0-9]*)$"),
    Slip("write <whole>", forms="=whole", value="^str"),
    Slip(
        "write the number alone: <number>", forms=r"=(whole|expr|choice)\b", value=r"^str (?P<number>-?\d+)\s"
    ),
    Slip("write a number in digits, such as 100", forms="=whole", value="^str"),
)
"""The first that fits counts."""
