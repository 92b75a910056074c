"""The steps of a build that the build tool does not have: the README as a package index can show it, and a
wheel that is packed as small as can be.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:)([^)#]*)(#[^)]*)?\)")
"""A relative link of Markdown, or an image (`!`): its text, its file (empty: this page), its anchor."""


class IndexPageHook(MetadataHookInterface):  # type: ignore[misc]
    """Called by hatchling for the description of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Adds the README as a package index can show it."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        page = index_page(readme, self.config.get("repository", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": page}


def index_page(readme: str, repository: str = "") -> str:
    """The README with absolute links. Its links are relative in the repository, so that they work in every
    clone and on every host, but an index has none of the files.
    """

    def absolute(found: re.Match[str]) -> str:
        mark, text, path, anchor = found[1], found[2], found[3], found[4] or ""
        if not path:
            return found[0]
        if repository:
            return f"{mark}[{text}]({repository.rstrip('/')}/{path}{anchor})"
        return "" if mark else f"{text} (`{path}`)"

    return LINK.sub(absolute, readme)


class SmallWheelHook(BuildHookInterface):  # type: ignore[misc]
    """Called by hatchling when a wheel is written."""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Packs the files of the wheel anew, each as small as it becomes."""
        pack_smaller(Path(artifact_path))


COMMENTS = {
    ".yaml": re.compile(
        rb"(?:\A|\n) *#(?! *scorer:)[^\n]*|(?<= #)(?! *scorer:)[^\n]+"
        rb"|(?P<string>(?<=[\s\[{,])(?:\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'))"
    ),
    ".txt": re.compile(rb"(?:\A|\n)#[^\n]*"),
    ".js": re.compile(rb"(?:\A|\n)[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/(?=\n))|(?<=\n)[ \t]+"),
    ".css": re.compile(rb"(?:\A|\n)[ \t]*/\*(?:[^*]|\*(?!/))*\*/(?=\n)|(?<=\n)[ \t]+"),
}
"""What is for those who change a file of the repository, and the indentation of scripts and styles. Starter
files are templates: their comments are for those who fill them in. `# scorer: ignore` says something, and
that a value has a comment does too (L905): its sign stays. A quoted text (`string`) may hold a sign itself.
"""
LONG_STRING = rb'"""(?:[^"\\]|\\.|"(?!""))*"""'
STRING = LONG_STRING + rb'|"(?:[^"\\\n]|\\.)*"|' + rb"'(?:[^'\\\n]|\\.)*'"
"""A string of formatted code, which has no triple apostrophes."""
PYTHON_COMMENT = re.compile(rb"(?P<string>" + STRING + rb")|[ \t]*#[^\n]*", re.DOTALL)
LONE_STRING = re.compile(rb"(?P<lone>(?<=\n) *" + LONG_STRING + rb"(?=\n))|" + STRING, re.DOTALL)
"""A comment and a string that is a line of its own. Other strings are found too, for they may hold either."""
DEFINITION = re.compile(rb"\n *(?:def|class) (\w+)")
PRIVATE_NAME = re.compile(rb"_[^_]")
LONGEST_HEAD = 4000
"""More bytes than the parameters of a function have."""
STARTER_FILES = "scorer/rulesets/starter/"
CODES_FILE = "scorer/check/codes.yaml"
"""The pages of codes, whose examples are files with comments."""


INTERNAL_FOLDERS = tuple(
    f"scorer/{name}/"
    for name in ("audit", "author", "cli", "fast", "language", "sentence", "session", "teach")
)
"""Packages that define nothing that a program of a user imports or is given."""


def python_without_notes(source: bytes, is_internal: bool = False) -> bytes:
    """A module without its comments and without the docstrings of private functions and classes, which `help`
    does not show; in an internal package without those of all of them. Every line stays where it is, so that
    a traceback names the lines of the repository.
    """
    plain = PYTHON_COMMENT.sub(lambda found: found["string"] or b"", source)

    def kept(found: re.Match[bytes]) -> bytes:
        before = plain[max(0, found.start() - LONGEST_HEAD) : found.start()].rstrip()
        names = DEFINITION.findall(before) if found["lone"] and before.endswith(b":") else []
        if not names or not (is_internal or PRIVATE_NAME.match(names[-1])):
            return found[0]
        indentation = found[0].partition(b'"')[0]
        return indentation + b'""' + b"\n" * found[0].count(b"\n")

    return LONE_STRING.sub(kept, plain)


def packed_text(name: str, data: bytes) -> bytes:
    """A file as it is in the wheel, without comments."""
    if name.endswith(".py"):
        return python_without_notes(data, name.startswith(INTERNAL_FOLDERS))
    comments = COMMENTS.get(Path(name).suffix)
    if not comments or not name.startswith("scorer/") or name.startswith((STARTER_FILES, CODES_FILE)):
        return data
    text = comments.sub(lambda found: found.groupdict().get("string") or b"", data)
    return by_column(text) if name.endswith(".txt") else text


def by_column(data: bytes) -> bytes:
    """A table of texts column by column, if every row has a key and several texts: the texts of one language
    are smaller together. A key stands before its first text, which is mostly made of the same words.
    """
    rows = [line.split(b" | ") for line in data.split(b"\n") if line]
    widths = {len(row) for row in rows}
    if len(widths) != 1 or min(widths) < 3:
        return data
    keys, first, *others = zip(*rows, strict=True)
    pairs = [text for pair in zip(keys, first, strict=True) for text in pair]
    return b"\f".join(map(b"\n".join, (pairs, *others)))


def recorded(name: str, data: bytes) -> str:
    """The line about a file in the list of the files of a wheel."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def packed_files(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of a wheel as they are packed, with a list of the files that agrees with them."""
    packed = {name: packed_text(name, data) for name, data in files.items()}
    [record] = (name for name in files if name.endswith(".dist-info/RECORD"))
    changed = {recorded(name, files[name]): recorded(name, data) for name, data in packed.items()}
    lines = packed[record].decode().splitlines(keepends=True)
    packed[record] = "".join(changed.get(one.strip(), one.strip()) + "\n" for one in lines).encode()
    return packed


MEMORY_LEVELS = range(5, 10)
"""How much text zlib describes with one table of codes: which is best depends on the file."""


def smallest_deflated(data: bytes) -> bytes:
    """The shortest of what zlib makes of these bytes."""
    makers = (zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, level) for level in MEMORY_LEVELS)
    return min((made.compress(data) + made.flush() for made in makers), key=len)


def pack_smaller(archive: Path) -> None:
    """Writes a wheel anew with the files as they are packed. `zipfile` has no setting for how hard it tries:
    a file is stored as it was deflated here, and then said to be deflated.
    """
    with ZipFile(archive) as old:
        infos = old.infolist()
        files = packed_files({info.filename: old.read(info) for info in infos})
    with ZipFile(archive, "w") as new:
        for info in infos:
            data = files[info.filename]
            entry = ZipInfo(info.filename, info.date_time)
            entry.external_attr = info.external_attr
            new.writestr(entry, smallest_deflated(data))
            entry.compress_type, entry.CRC, entry.file_size = ZIP_DEFLATED, zlib.crc32(data), len(data)
            assert new.fp
            new.fp.seek(entry.header_offset)
            new.fp.write(entry.FileHeader())
            new.fp.seek(0, 2)
