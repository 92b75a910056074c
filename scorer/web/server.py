"""The page and its questions over HTTP, for one computer.

Another site's page in the same browser can neither ask nor read: questions need a header that it cannot
send, no answer allows other origins, and a Host header that is not ours is refused, so that no foreign name
can point here.
"""

from __future__ import annotations

import hmac
import io
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping
from http.client import HTTP_PORT
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from scorer.package import package_folder
from scorer.questions.registry import MOST_BYTES_BY_KEY
from scorer.ruleset.model import Ruleset
from scorer.web.answers import (
    LONG_QUESTIONS,
    MOST_BODY_BYTES,
    WrittenReply,
    refusal_reply,
    written_reply,
)
from scorer.web.files import TYPES, page_files
from scorer.web.workers import NoAnswer, Workers

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8300
SECONDS_TO_SEND = 15
SECONDS_TO_WAIT = 10
"""How long a question waits for others, and how long a long one may take."""
MOST_CONNECTIONS = 64
"""Connections at a time. A browser has six, and each holds a thread."""
MOST_BYTES_DROPPED = 1 << 22
"""The most bytes of a body that is too large which are read before it is refused."""
PIECE = 1 << 16
"""Bytes of such a body that are read at a time."""
LONG_PROCESSES = 1
"""Questions that take long which are answered at a time, each by a process of its own."""
OUR_HEADER = "x-scorer"
JSON_TYPE = "application/json"
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
QUESTIONS_BELOW = "api/"
LENGTH = re.compile("[0-9]{1,12}")
MOST_BYTES = MOST_BODY_BYTES + max(MOST_BYTES_BY_KEY.values()) * 2
"""JSON may write a character of a file with two signs."""


class PageServer(ThreadingHTTPServer):
    """Serves the page and answers its questions. `rulesets` are those besides the shipped ones. With a
    `token`, only paths that begin with it are answered, so that nobody else in the network can use the page.
    """

    daemon_threads = True
    request_queue_size = 64
    most_seconds: float = SECONDS_TO_WAIT

    def __init__(self, host: str, port: int, rulesets: Mapping[str, Ruleset], token: str = "") -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), Handler)
        self.rulesets = rulesets
        self.root = f"/{token}/" if token else "/"
        self.files = page_files("ask-server.js", tuple(rulesets))
        self.workers = Workers(rulesets, SECONDS_TO_WAIT)
        self.connections = BoundedSemaphore(MOST_CONNECTIONS)
        self.long_running = BoundedSemaphore(LONG_PROCESSES)
        names = {LOOPBACK, "localhost", "::1"}
        if host not in names:
            names |= {host, socket.gethostname(), self.own_address(host)}
        self.hosts = hosts_of(names, self.server_address[1])

    @property
    def address(self) -> str:
        """The address of the page."""
        host, port = self.server_address[:2]
        shown = self.own_address(str(host)) if host in ("0.0.0.0", "::") else str(host)
        return f"http://{host_in_address(shown)}:{port}{self.root}"

    def own_address(self, host: str) -> str:
        """The address of this computer in its network; no packet is sent to find it."""
        if host not in ("0.0.0.0", "::"):
            return host
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))
                return str(probe.getsockname()[0])
            except OSError:
                return LOOPBACK

    def process_request(self, request: Any, client_address: Any) -> None:
        """Handles a connection, or closes it if there are too many."""
        if self.connections.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.connections.release()

    def server_close(self) -> None:
        """Closes the server, and ends the processes that answer."""
        super().server_close()
        self.workers.end()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away is no error; anything else is printed as usual."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Handler(BaseHTTPRequestHandler):
    """One connection of a browser."""

    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "scorer", ""
    timeout = SECONDS_TO_SEND
    wbufsize = -1  # header and body in one packet: with two, each answer waits 40 ms for an acknowledgement

    def setup(self) -> None:
        super().setup()
        self.timed = TimedSocket(self.connection, self.timeout)
        self.rfile = io.BufferedReader(self.timed)

    def handle_one_request(self) -> None:
        """Answers a request that arrives in time."""
        self.timed.wait_for_request()
        super().handle_one_request()

    def do_GET(self) -> None:
        """Sends one of the files of the page."""
        if self.headers.get("Content-Length", "0") != "0" or self.headers.get("Transfer-Encoding"):
            self.close_connection = True  # the body is not read, and is no request
        if not self._is_our_host():
            return
        below = self._name_below_root()
        name = below or "index.html"
        content = None if below is None else self.server.files.get(name)
        if content is None:
            self._refuse(404, "there is no such page")
        else:
            self._send(200, content, TYPES[name.rpartition(".")[2]])

    do_HEAD = do_GET  # noqa: N815

    def do_POST(self) -> None:
        """Answers a question."""
        if not self._is_our_host():
            return
        length = self.headers.get("Content-Length", "")
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip().casefold()
        name = self._name_below_root() or ""
        if not name.startswith(QUESTIONS_BELOW):
            self._refuse(404, f"questions are asked below /{QUESTIONS_BELOW}")
        elif self.headers.get(OUR_HEADER) is None:
            self._refuse(403, f"the header {OUR_HEADER} is missing")
        elif kind != JSON_TYPE:
            self._refuse(415, f"the body is {JSON_TYPE}")
        elif self.headers.get("Transfer-Encoding") or len(self.headers.get_all("Content-Length", [])) > 1:
            self._refuse(400, "the body has one Content-Length and no Transfer-Encoding")
        elif not LENGTH.fullmatch(length):
            self._refuse(411, "the header Content-Length is missing, or no number")
        elif int(length) > MOST_BYTES:
            self._drop_body(min(int(length), MOST_BYTES_DROPPED))  # else the browser sees no answer
            self._refuse(413, f"the body has more than {MOST_BYTES:,} bytes")
        else:
            self._answer(name.removeprefix(QUESTIONS_BELOW), self.rfile.read(int(length)))

    def _drop_body(self, size: int) -> None:
        while size > 0 and (piece := self.rfile.read(min(size, PIECE))):
            size -= len(piece)

    def _answer(self, name: str, content: bytes) -> None:
        try:
            status, written = self._reply(name, content)
        except NoAnswer as error:
            self._refuse(503, str(error))
        else:
            self._send(status, written, JSON_TYPE)

    def _reply(self, name: str, content: bytes) -> WrittenReply:
        """The answer to a question. Raises NoAnswer if there is none in time."""
        if name not in LONG_QUESTIONS:
            return self.server.workers.reply(name, content)
        if not self.server.long_running.acquire(timeout=SECONDS_TO_WAIT):
            raise NoAnswer("there are too many questions at a time; ask again")
        try:
            return long_answer(name, content, self.server.most_seconds)
        finally:
            self.server.long_running.release()

    # ---- what is sent

    def _name_below_root(self) -> str | None:
        """The path below the root of the server, without its query; None if the token is wrong or missing."""
        path, root = self.path.partition("?")[0], self.server.root
        is_below = hmac.compare_digest(path[: len(root)].encode(), root.encode())
        return path[len(root) :] if is_below else None

    def _is_our_host(self) -> bool:
        """Whether the browser means this server; if not, the question is refused."""
        if self.headers.get("Host", "") in self.server.hosts:
            return True
        self._refuse(421, "the Host header names another server")
        return False

    def _refuse(self, status: int, message: str) -> None:
        """Refuses a question and closes the connection, for its body may be unread."""
        self.close_connection = True
        self._send(status, written_reply(refusal_reply(status, message)).content, JSON_TYPE)

    def _send(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is written down: hands are nobody's business."""


class TimedSocket(io.RawIOBase):
    """Reads a connection. A request that has begun must arrive within some seconds as a whole: with a limit
    for each packet alone, one byte now and then would hold a thread for hours.
    """

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self.connection, self.seconds = connection, seconds
        self.end: float | None = None
        """when the request must have arrived; None before it begins"""

    def wait_for_request(self) -> None:
        """Begins to wait for the next request."""
        self.end = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self.seconds if self.end is None else self.end - monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self.connection.settimeout(left)
        try:
            size = self.connection.recv_into(buffer)
        finally:
            self.connection.settimeout(self.seconds)  # for what is sent
        self.end = monotonic() + self.seconds if self.end is None else self.end
        return size


def host_in_address(host: str) -> str:
    """A host as in an address, where IPv6 is in brackets.

    >>> host_in_address("::1")
    '[::1]'
    """
    return f"[{host}]" if ":" in host else host


def hosts_of(names: Iterable[str], port: int) -> frozenset[str]:
    """The Host headers that browsers send to these hosts; they leave out the port of HTTP itself.

    >>> sorted(hosts_of(["localhost", "fe80::1"], 80))
    ['[fe80::1]', '[fe80::1]:80', 'localhost', 'localhost:80']
    """
    hosts = {host_in_address(name) for name in names}
    return frozenset({f"{host}:{port}" for host in hosts} | (hosts if port == HTTP_PORT else set()))


def long_answer(name: str, content: bytes, seconds: float) -> WrittenReply:
    """The answer of a process of its own, which is ended after some seconds."""
    command = [sys.executable, "-m", "scorer.web.child", name]
    home = os.path.dirname(package_folder())  # `-m` looks in the folder where it is run first
    try:
        done = subprocess.run(
            command, input=content, capture_output=True, timeout=seconds, check=True, cwd=home
        )
        status, _, data = done.stdout.partition(b"\n")
        return WrittenReply(int(status), data)
    except subprocess.TimeoutExpired:
        reason = f"this took more than {seconds:g} seconds and was stopped"
    except (subprocess.CalledProcessError, ValueError):
        reason = "this question could not be answered"
    return written_reply(refusal_reply(503, reason))
