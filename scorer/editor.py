"""`scorer lsp`: a language server, which shows an editor what is wrong in a rule file while somebody types.

Everything that it answers comes from `scorer.questions.authoring`. Here is only what the protocol needs:
places in UTF-16 units from 0, and checks that wait until typing pauses. The form of a file and the names in
it are checked after every change, everything else when nothing has changed for a while; both run beside the
thread that reads, and of changes that arrive faster than checks end, only the last is checked. Protocol:
https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from scorer import __version__
from scorer.author.rules import EXTENDS_LINE
from scorer.editor_input import EditorInput
from scorer.questions.authoring import check_text, complete_at, definition_at, fixes, hover_at, outline
from scorer.ruleset.find import shipped_path, unsaved_texts

if TYPE_CHECKING:
    from pygls.workspace import TextDocument

    from scorer.author.outline import Symbol
    from scorer.errors import Problem

Answer = TypeVar("Answer")
SECONDS_UNTIL_CHECK = 0.3
"""How long nothing may have changed before all checks run."""
SOURCE = "scorer"
TRIGGERS = (".", "(", " ", "|", "&", "~", "[", ",")
KINDS = {
    "key": types.CompletionItemKind.Property,
    "field": types.CompletionItemKind.Field,
    "option": types.CompletionItemKind.Variable,
    "function": types.CompletionItemKind.Function,
    "fact": types.CompletionItemKind.Constant,
    "class of tiles": types.CompletionItemKind.Class,
    "kind of set": types.CompletionItemKind.Struct,
    "ruleset": types.CompletionItemKind.File,
}
"""The pictures that editors show beside completions; a plain value for every other sort."""


class RuleFileServer(LanguageServer):
    """The server, and what it knows of the files that are open: their problems, and who checks them."""

    def __init__(self, language: str) -> None:
        super().__init__(SOURCE, __version__)
        self.language = language
        self.problems: dict[str, tuple[Problem, ...]] = {}
        self.checkers: dict[str, asyncio.Task[None]] = {}
        self.changes: dict[str, int] = {}

    def note_change(self, uri: str) -> None:
        """Counts a change of a file, and has the file checked."""
        self.changes[uri] = self.changes.get(uri, 0) + 1
        checker = self.checkers.get(uri)
        if checker is None or checker.done():
            self.checkers[uri] = asyncio.get_running_loop().create_task(self._check_until_still(uri))

    async def _check_until_still(self, uri: str) -> None:
        """Checks a file until its problems are those of its last text."""
        while True:
            change = self.changes[uri]
            await self._publish_problems(uri, change, is_quick=True)
            if change != self.changes[uri]:
                continue
            await asyncio.sleep(SECONDS_UNTIL_CHECK)
            if change == self.changes[uri]:
                await self._publish_problems(uri, change, is_quick=False)
            if change == self.changes[uri]:
                return

    async def _publish_problems(self, uri: str, change: int, is_quick: bool) -> None:
        """Tells the editor the problems of a file, unless the file was changed while it was checked."""
        document = self.workspace.get_text_document(uri)
        text, name = document.source, file_name(document)
        with unsaved_texts(self.open_texts()):
            found = await asyncio.to_thread(
                check_text, text, name, form_only=is_quick, can_extend_files=is_in_folder(document)
            )
        if change != self.changes[uri]:
            return
        self.problems[uri] = tuple(problem for problem in found if problem.file == name)
        diagnostics = [self.diagnostic(problem, document) for problem in self.problems[uri]]
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics, document.version)
        )

    def open_texts(self) -> dict[str, str]:
        """The texts of the open files as they are in the editor, which may not be saved yet."""
        documents = [self.workspace.get_text_document(uri) for uri in self.changes]
        return {file_name(one): one.source for one in documents if is_in_folder(one)}

    def note_change_of_base(self, uri: str) -> None:
        """Has the other open files checked that extend a file: it may be the one that changed."""
        for other in [one for one in self.changes if one != uri]:
            base = EXTENDS_LINE.search(self.workspace.get_text_document(other).source)
            if base and shipped_path(base[1]) is None:
                self.note_change(other)

    def forget_file(self, uri: str) -> None:
        """Ends the checks of a file that was closed, and takes its problems off the editor's list."""
        if checker := self.checkers.pop(uri, None):
            checker.cancel()
        self.changes.pop(uri, None)
        self.problems.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def diagnostic(self, problem: Problem, document: TextDocument) -> types.Diagnostic:
        """A problem as editors take it."""
        severity = types.DiagnosticSeverity.Error if problem.is_error else types.DiagnosticSeverity.Warning
        return types.Diagnostic(
            self.range_in(document, problem.line, problem.column, problem.length),
            f"{problem.message} ({problem.hint})" if problem.hint else str(problem.message),
            severity=severity,
            code=problem.code,
            source=SOURCE,
        )

    def range_in(self, document: TextDocument, line: int, column: int, length: int) -> types.Range:
        """A part of a line, counted from 1 in characters, in the units of the editor."""
        start, end = types.Position(line - 1, column - 1), types.Position(line - 1, column - 1 + length)
        return document.position_codec.range_to_client_units(document.lines, types.Range(start, end))

    def place_in(self, document: TextDocument, position: types.Position) -> tuple[int, int]:
        """The line and column, counted from 1 in characters, of a place in the units of the editor."""
        place = document.position_codec.position_from_client_units(document.lines, position)
        return place.line + 1, place.character + 1


def file_name(document: TextDocument) -> str:
    """What problems call a file: its path, or the address that the editor gave it."""
    return to_fs_path(document.uri) or document.uri


def is_in_folder(document: TextDocument) -> bool:
    """Whether a text has a place among files, so that it may extend those beside it."""
    return document.uri.startswith("file:")


async def open_file(server: RuleFileServer, params: types.DidOpenTextDocumentParams) -> None:
    """Checks a file that the editor opens, and the open ones that may extend it."""
    server.note_change(params.text_document.uri)
    server.note_change_of_base(params.text_document.uri)


async def change_file(server: RuleFileServer, params: types.DidChangeTextDocumentParams) -> None:
    """Checks a file whose text has changed, and the open ones that may extend it."""
    server.note_change(params.text_document.uri)
    server.note_change_of_base(params.text_document.uri)


async def save_file(server: RuleFileServer, params: types.DidSaveTextDocumentParams) -> None:
    """Checks every open file, because one may extend the file that was saved."""
    for uri in server.changes:
        server.note_change(uri)


async def close_file(server: RuleFileServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forgets a file that the editor closes."""
    server.forget_file(params.text_document.uri)


def answer_at(
    server: RuleFileServer,
    question: Callable[..., Answer],
    params: types.CompletionParams | types.HoverParams | types.DefinitionParams,
    **arguments: str,
) -> Answer:
    """What a function of the public API says of the place that an editor asks about."""
    document = server.workspace.get_text_document(params.text_document.uri)
    line, column = server.place_in(document, params.position)
    name = file_name(document)
    with unsaved_texts(server.open_texts()):
        return question(
            document.source, line, column, name, can_extend_files=is_in_folder(document), **arguments
        )


def complete(server: RuleFileServer, params: types.CompletionParams) -> types.CompletionList:
    """What fits at the cursor."""
    document, line = server.workspace.get_text_document(params.text_document.uri), params.position.line + 1
    found = answer_at(server, complete_at, params, language=server.language)
    items = [
        types.CompletionItem(
            one.text,
            kind=KINDS.get(one.sort, types.CompletionItemKind.Value),
            detail=one.sort,
            documentation=one.meaning or None,
            sort_text=f"{place:05}",
            text_edit=types.TextEdit(server.range_in(document, line, one.column, one.length), one.text),
        )
        for place, one in enumerate(found)
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def hover(server: RuleFileServer, params: types.HoverParams) -> types.Hover | None:
    """What the word at the cursor means."""
    document, line = server.workspace.get_text_document(params.text_document.uri), params.position.line + 1
    found = answer_at(server, hover_at, params, language=server.language)
    if found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, found.text)
    return types.Hover(content, server.range_in(document, line, found.column, found.length))


def definition(server: RuleFileServer, params: types.DefinitionParams) -> types.Location | None:
    """Where the name at the cursor is defined."""
    document = server.workspace.get_text_document(params.text_document.uri)
    found = answer_at(server, definition_at, params)
    if found is None:
        return None
    is_here = found.file == file_name(document)
    uri = document.uri if is_here else from_fs_path(str(Path(found.file).absolute()))
    target = server.workspace.get_text_document(uri or document.uri)
    return types.Location(target.uri, server.range_in(target, found.line, found.column, 0))


def symbols(server: RuleFileServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The outline of a file."""
    document = server.workspace.get_text_document(params.text_document.uri)
    found = outline(
        document.source,
        file_name(document),
        can_extend_files=is_in_folder(document),
        language=server.language,
    )
    return [document_symbol(server, document, symbol) for symbol in found]


def quick_fixes(server: RuleFileServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The changes that fix the errors in some lines."""
    document = server.workspace.get_text_document(params.text_document.uri)
    first, last = params.range.start.line + 1, params.range.end.line + 1
    problems = server.problems.get(document.uri, ())
    return [
        action
        for problem in problems
        if problem.is_error and first <= problem.line <= last
        for action in fix_actions(server, document, problem)
    ]


def fix_actions(server: RuleFileServer, document: TextDocument, problem: Problem) -> list[types.CodeAction]:
    """The changes of the text that fix a problem, as editors offer them."""
    edits = fixes(document.source, problem, file_name(document), can_extend_files=is_in_folder(document))
    text, lines = document.source, document.source.split("\n")
    actions = []
    for edit in edits:
        span = edit.span
        start = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
        old = text[start : start + span.length]
        end = (
            span.line + old.count("\n"),
            len(old.rpartition("\n")[2]) + (1 if "\n" in old else span.column),
        )
        first, last = (
            server.range_in(document, *place, 0).start for place in ((span.line, span.column), end)
        )
        change = types.TextEdit(types.Range(first, last), edit.replacement)
        changed = edit.edited_text(text).split("\n")
        after = " / ".join(
            line.strip()
            for line in changed[span.line - 1 : span.line + edit.replacement.count("\n")]
            if line.strip()
        )
        actions.append(
            types.CodeAction(
                f"Change the line to: {after}" if after else "Remove the line",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[server.diagnostic(problem, document)],
                edit=types.WorkspaceEdit(changes={document.uri: [change]}),
            )
        )
    return actions


def document_symbol(server: RuleFileServer, document: TextDocument, symbol: Symbol) -> types.DocumentSymbol:
    """A part of a rule file, with its own parts, as editors take it."""
    place = server.range_in(document, symbol.line, symbol.column, len(symbol.id))
    end = types.Position(max(symbol.last_line - 1, place.end.line), 0)
    whole = types.Range(place.start, end if end.line > place.end.line else place.end)
    return types.DocumentSymbol(
        symbol.id or "-",
        types.SymbolKind.Namespace if symbol.parts else types.SymbolKind.Field,
        whole,
        place,
        detail=symbol.name or None,
        children=[document_symbol(server, document, part) for part in symbol.parts],
    )


HANDLERS: dict[str, Callable[..., object]] = {
    types.TEXT_DOCUMENT_DID_OPEN: open_file,
    types.TEXT_DOCUMENT_DID_CHANGE: change_file,
    types.TEXT_DOCUMENT_DID_SAVE: save_file,
    types.TEXT_DOCUMENT_DID_CLOSE: close_file,
    types.TEXT_DOCUMENT_COMPLETION: complete,
    types.TEXT_DOCUMENT_HOVER: hover,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: symbols,
    types.TEXT_DOCUMENT_CODE_ACTION: quick_fixes,
}
"""The messages of an editor that are answered."""
OPTIONS = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=[*TRIGGERS]),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix]
    ),
}
"""What the editor is told of an answer."""


def rule_file_server(language: str = "en") -> RuleFileServer:
    """A server that explains in a language, not yet started."""
    server = RuleFileServer(language)
    for message, handler in HANDLERS.items():
        server.feature(message, OPTIONS.get(message))(handler)
    return server


def serve_editor(language: str = "en") -> None:
    """Answers an editor over standard input and output until the editor ends the connection."""
    logging.getLogger("pygls").addHandler(logging.NullHandler())
    logging.getLogger("pygls").propagate = False  # the editor is told of errors, in its own words
    rule_file_server(language).start_io(cast("BinaryIO", EditorInput(sys.stdin.buffer)))
