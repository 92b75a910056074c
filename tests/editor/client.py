"""An editor in miniature: it starts the language server and talks to it as real editors do."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Any

Message = dict[str, Any]
SECONDS = 60


class Editor:
    """A running server, the messages that came from it, and the text of one open file."""

    def __init__(self, file: Path, *options: str) -> None:
        command = [sys.executable, "-m", "scorer", "lsp", *options]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages: Queue[Message] = Queue()
        self.uri = file.as_uri()
        self.version = self.last_id = 0
        threading.Thread(target=self._read_messages, daemon=True).start()

    def __enter__(self) -> Editor:
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.tell("initialized", {})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ask("shutdown", None)
        self.tell("exit", None)
        assert self.server.wait(SECONDS) == 0

    def _read_messages(self) -> None:
        assert self.server.stdout
        while header := self.server.stdout.readline():
            length = 0
            while header.strip():
                if header.lower().startswith(b"content-length:"):
                    length = int(header.split(b":")[1])
                header = self.server.stdout.readline()
            self.messages.put(json.loads(self.server.stdout.read(length)))

    def _send(self, message: Message) -> None:
        assert self.server.stdin
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def tell(self, method: str, params: object) -> None:
        """Sends a notification, which has no answer."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: object) -> Any:
        """The answer to a request; what comes before it is kept."""
        self.last_id += 1
        self._send({"id": self.last_id, "method": method, "params": params})
        kept = []
        while (message := self.messages.get(timeout=SECONDS)).get("id") != self.last_id:
            kept.append(message)
        for one in kept:
            self.messages.put(one)
        assert "error" not in message, message
        return message["result"]

    def open(self, text: str) -> None:
        """Opens the file with a text."""
        document = {"uri": self.uri, "languageId": "yaml", "version": 0, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, text: str) -> None:
        """Replaces the whole text."""
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def ask_at(self, method: str, line: int, character: int) -> Any:
        """The answer to a request about a place, counted from 0 in UTF-16 units."""
        place = {"line": line, "character": character}
        return self.ask(method, {"textDocument": {"uri": self.uri}, "position": place})

    def reports(self, quiet: float = 4) -> list[list[Message]]:
        """Every list of problems that came, until none has come for so many seconds."""
        found, end = [], time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                message = self.messages.get(timeout=quiet if found else SECONDS)
            except Empty:
                break
            if message.get("method") == "textDocument/publishDiagnostics":
                found.append(message["params"]["diagnostics"])
        return found

    def report_with(self, *codes: str) -> list[Message]:
        """The first list of problems with exactly these codes; other lists before it are passed over."""
        end = time.monotonic() + SECONDS
        found: list[Message] = []
        while time.monotonic() < end:
            message = self.messages.get(timeout=SECONDS)
            if message.get("method") == "textDocument/publishDiagnostics":
                found = message["params"]["diagnostics"]
                if {problem["code"] for problem in found} == {*codes}:
                    return found
        raise AssertionError(f"not {codes} but {found}")
