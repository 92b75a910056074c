"""What an editor sends, message by message. A message that cannot be read is left out, and those after it are
read: the library behind the language server would wait for the rest of it for ever, or print its own errors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import BinaryIO

MOST_MESSAGE_BYTES = 16 << 20
"""A rule file has at most 1 MiB, and an editor may send several at a time."""
MOST_HEADER_BYTES = 1 << 16
LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]{1,8})\s*\Z", re.IGNORECASE)
"""The end of a line: a message whose length is missing has no line end before the next header."""


class EditorInput:
    """Standard input without the messages that cannot be read, as `pygls` reads it.

    >>> import io
    >>> stream = io.BytesIO(b'{"no": "length"}Content-Length: 17\\r\\n\\r\\n{"jsonrpc":"2.0"}')
    >>> given = EditorInput(stream)
    >>> given.readline(), given.readline(), given.read(17)
    (b'Content-Length: 17\\r\\n', b'\\r\\n', b'{"jsonrpc":"2.0"}')
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.messages = readable_messages(stream)
        self.rest = b""

    def readline(self) -> bytes:
        """The next line of a header; nothing at the end."""
        if not self.rest and (body := next(self.messages, b"")):
            self.rest = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        line, line_end, self.rest = self.rest.partition(b"\n")
        return line + line_end

    def read(self, size: int) -> bytes:
        """The next bytes of a message."""
        found, self.rest = self.rest[:size], self.rest[size:]
        return found


def readable_messages(stream: BinaryIO) -> Iterator[bytes]:
    """The bodies of the messages that can be read."""
    size = 0
    while line := stream.readline(MOST_HEADER_BYTES):
        if found := LENGTH.search(line):
            size = int(found[1])
        elif not line.strip() and size:
            body = stream.read(size) if size <= MOST_MESSAGE_BYTES else b""
            if is_message(body):
                yield body
            size = 0


def is_message(body: bytes) -> bool:
    """Whether a text is a message of the protocol: a mapping that names the protocol."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("jsonrpc") == "2.0"
