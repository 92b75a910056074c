"""Why a text is no YAML, in plain words."""

from __future__ import annotations

from typing import Literal, NamedTuple

from scorer.message import Message, Text

ANYTHING = "."
Sign = Literal[
    "a conflict",
    "an open quote",
    "in brackets",
    "from above",
    "at the end",
    "with a remark",
    "an outdented line",
]
"""What else is seen around a fault."""


class SyntaxSlip(NamedTuple):
    """What is wrong if the reader of YAML stops. It fits if its two patterns are found, each in its own text:

    `reader`: "context; problem" of the reader's message, behind which stands every `Sign` that is seen, each
    after a "; ". Both readers of PyYAML (libyaml's and the one in Python) word the same fault differently:
    these are the words that their messages have in common.
    `lines`: the line above and the line of the fault, with ‸ before its character; if a ':' is missing, the
    line in which the key began, and that of the fault.

    In the message and the hint, <char> is the character at the fault, <began_line> and <began_column> are
    where its context began, <problem> is the reader's own words, <column> that of the nearest indentation
    above; the names of groups are words as well. `place` is where it is mended: where the reader found it,
    where what it was reading began, the group of `lines` called here, or where one of the signs is.
    """

    message: Message
    hint: Text
    place: Literal["found", "began", "here"] | Sign
    reader: str = ANYTHING
    lines: str = ANYTHING
    code: Literal["L102", "L106", "L107"] = "L102"

    @property
    def search_patterns(self) -> tuple[str, ...]:
        return self.reader, self.lines


NEXT_KEY = r"\n[ ‸]*-?[ ‸]*[\w.‸]+:(?=[\s‸]|$)"
"""A line that begins with a key, after an open bracket."""
OTHER_DASHES = "‐‑‒–—―−－・•·"
"""What is written for the '-' of a list."""
SYNTAX_SLIPS = (
    SyntaxSlip(
        Message("an unresolved merge conflict"),
        Message("keep one version"),
        "a conflict",
        reader="; a conflict",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("write for", "-", "<dash>"),
        "here",
        reader="mapping values",
        lines=rf"^[^\S\n]*(?P<here>(?P<dash>[{OTHER_DASHES}]))[^\S\n]+[^\n]*\n",
    ),
    SyntaxSlip(
        Message("cannot begin a value", "<sign>"),
        Message("write the signs of YAML in half width"),
        "here",
        lines=r"\n[^\n'\"‸]*:[^\S\n]+(?P<here>(?P<sign>[｛［【]))[^\n]*‸",
    ),
    SyntaxSlip(
        Message("this is never closed", "<char>"),
        Message("a after a space begins a comment"),
        "in brackets",
        reader="expected ','.*; from above.*; with a remark",
        lines=NEXT_KEY,
    ),
    SyntaxSlip(
        Message("this is never closed", "<char>"),
        Message("add the matching bracket"),
        "in brackets",
        reader="expected ','.*; from above",
        lines=NEXT_KEY,
    ),
    SyntaxSlip(
        Message("this quote is not closed in its line"),
        Message("add the closing quote"),
        "an open quote",
        reader="; an open quote",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("write a plain", "<char>"),
        "here",
        reader="could not find expected ':'",
        lines=r"^[^:\n]*(?P<here>[：﹕︰])",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("a comment begins with"),
        "here",
        reader="could not find expected ':'",
        lines=r"^[^\S\n]*(?P<here>//|/\*|;|--)",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("put a space after its first"),
        "here",
        reader="could not find expected ':'",
        lines=r"^[^\S\n]*(?P<here>[\w.]+:(?=[^\s])|-(?=\w))",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("put a space after its first"),
        "here",
        reader="^(?!.*could not find expected ':')",
        lines=r"\n[^\S\n]*‸?[^\S\n]*(?P<here>-‸?\w[\w‸]*:)",
    ),
    SyntaxSlip(
        Message("a second in one value"),
        Message("inside braces separate entries with instead of", "<sign>"),
        "found",
        reader="^(?!.*could not find expected ':').*; in brackets",
        lines=r"\n[^\n]*(?P<sign>[;、，；])[^\n]*‸:",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("write for", ":", "="),
        "here",
        reader="mapping values",
        lines=r"^([^\S\n]*)(?P<here>(?=[^\n]*=)[^\s:][^:\n]*)\n\1‸?\S",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("write for", ":", ";"),
        "here",
        reader="mapping values",
        lines=r"^([^\S\n]*)(?P<here>[\w.]+[ ]*;[^:\n]*)\n\1‸?\S",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("a is missing after the key"),
        "here",
        reader="mapping values",
        lines=r"^(?P<here>[^\s:][^:\n]*)\n‸?\S",
    ),
    SyntaxSlip(
        Message("this line is indented less than the one below"),
        Message("begin both in the same column"),
        "an outdented line",
        reader="(?:mapping values|expected (?:key|'-'|<block end>))(?!.*; in brackets).*; an outdented line",
    ),
    SyntaxSlip(
        Message("this line is a single text"),
        Message("put quotes around the value alone"),
        "here",
        reader="document start",
        lines="^(?P<here>(['\"]).*\\2\\s*)\\n",
    ),
    SyntaxSlip(
        Message("ends the rules"),
        Message("remove this line"),
        "here",
        reader="document start",
        lines=r"^(?P<here>[^\S\n]*\.\.\.[^\S\n]*)\n",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("a is missing after the key"),
        "here",
        reader="document start",
        lines=r"^(?P<here>(?!.*:|\s*-|\s*#).*\S.*)\n",
    ),
    SyntaxSlip(
        Message("this is never closed", "<char>"),
        Message("a after a space begins a comment"),
        "in brackets",
        reader="^(?!.*quoted).*; at the end; with a remark",
    ),
    SyntaxSlip(
        Message("this is never closed", "<char>"),
        Message("add the matching bracket"),
        "in brackets",
        reader="^(?!.*quoted).*; at the end",
    ),
    SyntaxSlip(
        Message("there is a tab where YAML requires a space"),
        Message("replace it with a space"),
        "found",
        lines=r"\n[^\S\n]*[^\s‸].*‸\t",
    ),
    SyntaxSlip(
        Message("a tab is used for indentation"),
        Message("YAML indents with spaces"),
        "here",
        lines=r"\n(?=[^\S\n]*‸\t)[^\t\n]*(?P<here>\t)",
    ),
    SyntaxSlip(
        Message("a tab is used for indentation"),
        Message("YAML indents with spaces"),
        "here",
        reader="^(?![^;]*quoted)(?!.*; in brackets)",
        lines=r"\n(?=[^\S\n]*\t.*‸)[^\t\n]*(?P<here>\t)",
    ),
    SyntaxSlip(
        Message("a second in one value"),
        Message("put the whole text in quotes or begin the"),
        "found",
        lines=r"\n.*:[^\S\n][^,{}[\]‸\n]+‸:",
    ),
    SyntaxSlip(
        Message("a second in one value"),
        Message("put the whole text in quotes or begin the"),
        "found",
        reader="mapping values(?!.*; in brackets)",
        lines=r"\n[^\S\n]*(?:-[ ])?[\w.]+:[^\S\n]+[^\s,{}[\]'\"]+,[^\S\n]+[\w.]+‸:",
    ),
    SyntaxSlip(
        Message("this line is indented more than the one above"),
        Message("begin both in the same column"),
        "here",
        reader="mapping values(?!.*; in brackets)",
        lines=r"^([ ]*)(-[ ])?[\w.]+:[ ]+[^\s|>&#].*\n\1(?(2)[ ]{3,}|[ ]+)(?P<here>[^\s‸])",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("put a space after its first"),
        "here",
        reader="mapping values are not allowed(?!.*; in brackets)",
        lines=r"^[^\S\n]*(?P<here>[\w.]+:(?=[^\s:])[^:\n]*)\n.*‸:",
    ),
    SyntaxSlip(
        Message("a key is not allowed here"),
        (Message("check the line above")),
        "found",
        reader="mapping values are not allowed",
        lines="‸:",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("a is missing after the key"),
        "here",
        reader="could not find expected ':'",
        lines=r"^(?P<here>[\w.]+)[^\S\n]*\n[^\S\n]+\S[^\n]*‸:",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("write for", ":", "<sign>"),
        "here",
        lines=r"^(?P<here>[\w.]+[ ]*(?P<sign>[;,=.；，])[^\S\n]*)\n[^\S\n]+\S[^\n]*‸:",
    ),
    SyntaxSlip(
        Message("a key is missing before this"),
        Message("write key value"),
        "found",
        reader="^(?!.*expected ',')",
        lines="‸:",
    ),
    SyntaxSlip(
        Message("* has a special meaning in YAML"),
        Message("an entry of a list begins with"),
        "found",
        lines=r"\n(?!.*‸:)[^\S\n]*‸?[^\S\n]*\*‸?[ ]",
    ),
    SyntaxSlip(Message("this closes nothing", "<char>"), Message("remove it"), "found", lines=r"[}\]]‸[}\]]"),
    SyntaxSlip(
        Message("something follows the end of a value"),
        Message("quote the whole text"),
        "found",
        reader="expected (?:key|'-')|expected <block end>",
        lines=r"\n[ -]*[^ ‸\n-].*‸",
    ),
    SyntaxSlip(
        Message("the before an entry is missing"),
        Message("begin this entry with"),
        "found",
        reader="expected (?:key|'-'|<block end>)",
        lines=r"\n[^\S\n]*‸?[^\S\n]*id:[^\S\n]",
    ),
    SyntaxSlip(
        Message("the before an entry is missing"),
        Message("begin this entry with"),
        "here",
        reader="expected (?:key|'-'|<block end>)",
        lines="^[^\\S\\n]+(?P<here>(['\"]).*\\2)[^\\S\\n]*\\n[^\\S\\n]*‸?[^\\S\\n]*‸?-",
    ),
    SyntaxSlip(
        Message("the indentation of this line matches no line above"),
        Message("begin it in the column of the line above", "<column>"),
        "found",
        reader="expected (?:key|'-')|expected <block end>",
    ),
    SyntaxSlip(
        Message("nested deeper than 40 levels"),
        Message("flatten this part"),
        "found",
        reader="nesting depth",
        code="L106",
    ),
    SyntaxSlip(
        Message("this quote is never closed"),
        Message("add the closing quote inside an apostrophe is written"),
        "began",
        reader="quoted scalar; .*(?:end of stream|document)",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("a is missing after the key"),
        "here",
        reader="could not find expected ':'",
        lines=r"^[^\S\n]*(?P<here>[a-z]\w*)[^\S\n]+[^:\n]*(\n|$)",
    ),
    SyntaxSlip(
        Message("the before an entry is missing"),
        Message("begin this entry with"),
        "here",
        reader="could not find expected ':'",
        lines=r"^[^\S\n]+(?P<here>\{.*\})[^\S\n]*\n",
    ),
    SyntaxSlip(
        Message("this line is neither key"),
        Message("a and a need a plain space after them"),
        "began",
        reader="could not find expected ':'",
    ),
    SyntaxSlip(
        Message("a list cannot begin here"),
        Message("begin it on a separate line"),
        "found",
        reader="(?:entries) are not allowed",
    ),
    SyntaxSlip(
        Message("begins a list"),
        Message("put the whole hand in quotes"),
        "here",
        reader="expected ',' or",
        lines="\\n.*?(?P<here>[0-9]+[a-z][^,'\"[\\]‸]*)‸\\[[0-9]",
    ),
    SyntaxSlip(
        Message("begins a list"),
        Message("put the whole hand in quotes 1111p 234m 567s"),
        "here",
        reader="expected ',' or",
        lines=r"\n.*?(?P<here>\[[0-9]+[a-z]\])‸\s*[0-9(+[]",
    ),
    SyntaxSlip(
        Message("a or a closing bracket is missing before this"),
        Message("the bracket opened at", "<began_line>", "<began_column>"),
        "found",
        reader="expected ',' or",
    ),
    SyntaxSlip(
        Message("cannot begin a value", "<char>"),
        Message("a value is missing before it"),
        "found",
        reader="node content",
    ),
    SyntaxSlip(
        Message("cannot begin a value", "<char>"),
        Message("put the text in quotes"),
        "found",
        reader="cannot start any token",
    ),
    SyntaxSlip(
        Message("at the beginning of a text has a special meaning", "<char>"),
        Message("put the text in quotes"),
        "began",
        reader="an (?:alias|anchor); |mapping keys are not allowed",
    ),
    SyntaxSlip(
        Message("YAML has no such escape"),
        Message("inside write for a backslash"),
        "found",
        reader="unknown escape",
    ),
    SyntaxSlip(
        Message("this escape is not a character"),
        Message("write two digits 0-9 a-f after x"),
        "found",
        reader="hexadecimal|hexdecimal|Unicode character escape",
    ),
    SyntaxSlip(
        Message("tags are not allowed in a rule file"),
        Message("remove it or quote the text"),
        "began",
        reader="tag handle|a tag; |tag URI",
        code="L107",
    ),
    SyntaxSlip(
        Message("only or a digit may follow or"),
        Message("begin the text on the next line"),
        "found",
        reader="block scalar;",
    ),
    SyntaxSlip(
        Message("this does not belong to anything above"),
        Message("begin every top-level key in column 1"),
        "found",
        reader="document start",
    ),
    SyntaxSlip(
        Message("lines that begin with are not allowed"),
        Message("remove the line"),
        "found",
        reader="directive|incompatible YAML",
    ),
    SyntaxSlip(Message("this is not valid YAML", "<problem>"), "", "found"),
)
"""The first that fits counts."""
