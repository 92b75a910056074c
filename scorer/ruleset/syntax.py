"""Why a text is no YAML, in plain words."""

from __future__ import annotations

from typing import Literal, NamedTuple

ANYTHING = "."
Sign = Literal["a conflict", "an open quote", "in brackets", "from above", "at the end", "with a remark"]
"""What else is seen around a fault."""


class SyntaxSlip(NamedTuple):
    """What is wrong if the reader of YAML stops. It fits if its two patterns are found, each in its own text:

    `reader`: "context; problem" of the reader's message, behind which stands every `Sign` that is seen, each
    after a "; ". Both readers of PyYAML (libyaml's and the one in Python) word the same fault differently:
    these are the words that their messages have in common.
    `lines`: the line above and the line of the fault, with ‸ before its character; if a ':' is missing, the
    line in which the key began, and that of the fault.

    In the message and the hint, <char> is the character at the fault, <began> where its context began,
    <problem> the reader's own words; the names of groups are words as well. `place` is where it is mended:
    where the reader found it, where what it was reading began, the group of `lines` called here, or where one
    of the signs is.
    """

    message: str
    hint: str
    place: Literal["found", "began", "here"] | Sign
    reader: str = ANYTHING
    lines: str = ANYTHING
    code: Literal["L102", "L106", "L107"] = "L102"

    @property
    def search_patterns(self) -> tuple[str, ...]:
        return self.reader, self.lines


SYNTAX_SLIPS = (
    SyntaxSlip(
        "an unresolved merge conflict",
        "keep one version, and remove the conflict markers",
        "a conflict",
        reader="; a conflict",
    ),
    SyntaxSlip(
        "this <char> is never closed",
        "a '#' after a space begins a comment: close the bracket before it",
        "in brackets",
        reader="expected ','.*; from above.*; with a remark",
        lines=r"\n[ ‸]*-?[ ‸]*[\w.‸]+:(?=[\s‸]|$)",
    ),
    SyntaxSlip(
        "this <char> is never closed",
        "add the matching bracket",
        "in brackets",
        reader="expected ','.*; from above",
        lines=r"\n[ ‸]*-?[ ‸]*[\w.‸]+:(?=[\s‸]|$)",
    ),
    SyntaxSlip(
        "this quote is not closed in its line",
        "add the closing quote, or remove this one",
        "an open quote",
        reader="; an open quote",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "write a plain ':' for <char>",
        "here",
        reader="could not find expected ':'",
        lines=r"^[^:\n]*(?P<here>[：﹕︰])",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "a comment begins with #",
        "here",
        reader="could not find expected ':'",
        lines=r"^[^\S\n]*(?P<here>//|/\*|;|--)",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "put a space after its first ':' or '-'",
        "here",
        reader="could not find expected ':'",
        lines=r"^[^\S\n]*(?P<here>[\w.]+:(?=[^\s])|-(?=\w))",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "put a space after its first ':' or '-'",
        "here",
        reader="^(?!.*could not find expected ':')",
        lines=r"\n[^\S\n]*‸?[^\S\n]*(?P<here>-‸?\w[\w‸]*:)",
    ),
    SyntaxSlip(
        "a second ': ' in one value",
        "inside braces, separate entries with ',' instead of '<sign>'",
        "found",
        reader="^(?!.*could not find expected ':').*; in brackets",
        lines=r"\n[^\n]*(?P<sign>[;、，；])[^\n]*‸:",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "write ':' for '='",
        "here",
        reader="mapping values",
        lines=r"^([^\S\n]*)(?P<here>(?=[^\n]*=)[^\s:][^:\n]*)\n\1‸?\S",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "a ':' is missing after the key",
        "here",
        reader="mapping values",
        lines=r"^(?P<here>[^\s:][^:\n]*)\n‸?\S",
    ),
    SyntaxSlip(
        "this line is a single text, not 'key: value'",
        "put quotes around the value alone",
        "here",
        reader="document start",
        lines="^(?P<here>(['\"]).*\\2\\s*)\\n",
    ),
    SyntaxSlip(
        "'...' ends the rules, but there is more after it",
        "remove this line",
        "here",
        reader="document start",
        lines=r"^(?P<here>[^\S\n]*\.\.\.[^\S\n]*)\n",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "a ':' is missing after the key",
        "here",
        reader="document start",
        lines=r"^(?P<here>(?!.*:|\s*-|\s*#).*\S.*)\n",
    ),
    SyntaxSlip(
        "this <char> is never closed",
        "a '#' after a space begins a comment: close the bracket before it",
        "in brackets",
        reader="^(?!.*quoted).*; at the end; with a remark",
    ),
    SyntaxSlip(
        "this <char> is never closed",
        "add the matching bracket",
        "in brackets",
        reader="^(?!.*quoted).*; at the end",
    ),
    SyntaxSlip(
        "there is a tab where YAML requires a space",
        "replace it with a space",
        "found",
        lines=r"\n[^\S\n]*[^\s‸].*‸\t",
    ),
    SyntaxSlip(
        "a tab is used for indentation",
        "YAML indents with spaces: replace every tab",
        "here",
        lines=r"\n(?=[^\S\n]*‸\t)[^\t\n]*(?P<here>\t)",
    ),
    SyntaxSlip(
        "a tab is used for indentation",
        "YAML indents with spaces: replace every tab",
        "here",
        reader="^(?![^;]*quoted)(?!.*; in brackets)",
        lines=r"\n(?=[^\S\n]*\t.*‸)[^\t\n]*(?P<here>\t)",
    ),
    SyntaxSlip(
        "a second ': ' in one value",
        "put the whole text in quotes, or begin the next entry on a separate line",
        "found",
        lines=r"\n.*:[^\S\n][^,{}[\]‸\n]+‸:",
    ),
    SyntaxSlip(
        "this line is indented more than the one above, which already has a value",
        "begin both in the same column; if they are one text, put it in quotes",
        "here",
        reader="mapping values(?!.*; in brackets)",
        lines=r"^([ ]*)(-[ ])?[\w.]+:[ ]+[^\s|>&#].*\n\1(?(2)[ ]{3,}|[ ]+)(?P<here>[^\s‸])",
    ),
    SyntaxSlip(
        "a key is not allowed here, so this ':' has no meaning",
        (
            "check the line above: is a space missing after its ':', is its value complete, is it"
            " indented correctly?"
        ),
        "found",
        reader="mapping values are not allowed",
        lines="‸:",
    ),
    SyntaxSlip(
        "a key is missing before this ':'",
        "write 'key: value'",
        "found",
        reader="^(?!.*expected ',')",
        lines="‸:",
    ),
    SyntaxSlip(
        "'*' has a special meaning in YAML",
        "an entry of a list begins with '- '",
        "found",
        lines=r"\n(?!.*‸:)[^\S\n]*‸?[^\S\n]*\*‸?[ ]",
    ),
    SyntaxSlip("this <char> closes nothing", "remove it", "found", lines=r"[}\]]‸[}\]]"),
    SyntaxSlip(
        "something follows the end of a value",
        "quote the whole text, and write '' for an apostrophe inside '...'",
        "found",
        reader="expected (?:key|'-')|expected <block end>",
        lines=r"\n[ -]*[^ ‸\n-].*‸",
    ),
    SyntaxSlip(
        "the indentation of this line matches no line above",
        "keys of one mapping begin in the same column, and so do the '-' of one list",
        "found",
        reader="expected (?:key|'-')|expected <block end>",
    ),
    SyntaxSlip(
        "nested deeper than 40 levels", "flatten this part", "found", reader="nesting depth", code="L106"
    ),
    SyntaxSlip(
        "this quote is never closed",
        "add the closing quote; inside '...' an apostrophe is written ''",
        "began",
        reader="quoted scalar; .*(?:end of stream|document)",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "a ':' is missing after the key",
        "here",
        reader="could not find expected ':'",
        lines=r"^[^\S\n]*(?P<here>[a-z]\w*)[^\S\n]+[^:\n]*(\n|$)",
    ),
    SyntaxSlip(
        "this line is neither 'key: value' nor '- item'",
        "a ':' and a '-' need a plain space after them",
        "began",
        reader="could not find expected ':'",
    ),
    SyntaxSlip(
        "a list cannot begin here",
        "begin it on a separate line, below its key",
        "found",
        reader="(?:entries) are not allowed",
    ),
    SyntaxSlip(
        "'[' begins a list, and this is a hand",
        'put the whole hand in quotes: "234m [1111p] 567s ..."',
        "here",
        reader="expected ',' or",
        lines="\\n.*?(?P<here>[0-9]+[a-z][^,'\"[\\]‸]*)‸\\[[0-9]",
    ),
    SyntaxSlip(
        "'[' begins a list, and this is a hand",
        'put the whole hand in quotes: "[1111p] 234m 567s ..."',
        "here",
        reader="expected ',' or",
        lines=r"\n.*?(?P<here>\[[0-9]+[a-z]\])‸\s*[0-9(+[]",
    ),
    SyntaxSlip(
        "a ',' or a closing bracket is missing before this",
        "the bracket opened at <began>",
        "found",
        reader="expected ',' or",
    ),
    SyntaxSlip(
        "<char> cannot begin a value",
        "a value is missing before it, or the text needs quotes",
        "found",
        reader="node content",
    ),
    SyntaxSlip(
        "<char> cannot begin a value", "put the text in quotes", "found", reader="cannot start any token"
    ),
    SyntaxSlip(
        "<char> at the beginning of a text has a special meaning in YAML",
        "put the text in quotes",
        "began",
        reader="an (?:alias|anchor); |mapping keys are not allowed",
    ),
    SyntaxSlip(
        "YAML has no such escape",
        "inside \"...\" write \\\\ for a backslash, or use '...'",
        "found",
        reader="unknown escape",
    ),
    SyntaxSlip(
        "this escape is not a character",
        r"write two digits 0-9 a-f after \x, four after \u, eight after \U",
        "found",
        reader="hexadecimal|hexdecimal|Unicode character escape",
    ),
    SyntaxSlip(
        "tags are not allowed in a rule file",
        "remove it, or quote the text",
        "began",
        reader="tag handle|a tag; |tag URI",
        code="L107",
    ),
    SyntaxSlip(
        "only - + or a digit may follow '|' or '>'",
        "begin the text on the next line",
        "found",
        reader="block scalar;",
    ),
    SyntaxSlip(
        "this does not belong to anything above",
        "begin every top-level key in column 1",
        "found",
        reader="document start",
    ),
    SyntaxSlip(
        "lines that begin with '%' are not allowed",
        "remove the line",
        "found",
        reader="directive|incompatible YAML",
    ),
    SyntaxSlip("this is not valid YAML: <problem>", "", "found"),
)
"""The first that fits counts."""
