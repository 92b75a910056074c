"""Any path may be given as a rule file; what is no readable text is refused with its reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scorer.errors import Problem
from scorer.ruleset.load import load_for_check
from scorer.ruleset.source import read_bytes, read_file
from tests.support.rule_files import place_of


def only(path: Path) -> Problem:
    source, problems = read_file(path)
    assert source is None
    (problem,) = problems
    assert (problem.line, problem.column, problem.severity) == (1, 1, "error")
    return problem


def test_a_file_is_read_and_named_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "club.yaml").write_text("name: 平和\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    source, problems = read_file(Path("club.yaml"))
    assert problems == []
    assert source is not None
    assert (source.name, source.text, source.data) == ("club.yaml", "name: 平和\n", {"name": "平和"})


def test_a_missing_file_says_so_and_names_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").touch()
    (tmp_path / "club.txt").touch()
    problem = only(tmp_path / "clubb.yaml")
    assert (problem.code, str(problem.message)) == ("L101", "there is no such file")
    assert str(problem.hint) == f"did you mean {str(tmp_path / 'club.yaml')!r}?"
    assert str(only(tmp_path / "nowhere" / "club.yaml").hint) == ""


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    problem = only(tmp_path)
    assert (problem.code, str(problem.message)) == ("L101", "this is a directory, not a file")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_or_device_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path / "pipe.yaml", Path("/dev/zero")):
        problem = only(path)
        assert (problem.code, str(problem.message)) == ("L101", "this is a device or a pipe, not a file")


def test_a_file_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "club.yaml").touch()
    monkeypatch.setattr("scorer.ruleset.source.os.open", refuse)
    problem = only(tmp_path / "club.yaml")
    assert (problem.code, str(problem.message)) == ("L101", "there is no permission to read this file")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "loop.yaml", "club.yaml/x"])
def test_a_path_that_cannot_be_a_file_says_so(name: str, tmp_path: Path) -> None:
    (tmp_path / "club.yaml").touch()
    (tmp_path / "loop.yaml").symlink_to(tmp_path / "loop.yaml")
    assert only(tmp_path / name).code == "L101"


def test_the_name_of_a_file_cannot_command_a_terminal(tmp_path: Path) -> None:
    assert only(tmp_path / "a\x1b[31m\nb\udcff").file == str(tmp_path / "a\ufffd[31m b\ufffd")


def test_a_file_of_one_mebibyte_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_bytes(b"a: 1\n#" + b"x" * ((1 << 20) - 6))
    assert read_file(path)[1] == []
    path.write_bytes(b"a: 1\n#" + b"x" * ((1 << 20) - 5))
    assert (only(path).code, str(only(path).message)) == (
        "L106",
        "larger than 1 MiB: this is not a rule file",
    )
    assert read_bytes(b"#" * (1 << 20) + b"\n", "<stdin>")[1][0].code == "L106"


def test_a_sparse_giant_is_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "giant.yaml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert only(path).code == "L106"


@pytest.mark.parametrize(
    ("data", "line", "column", "message", "hint"),
    [
        ("a: é\n".encode("latin-1"), 1, 4, "the byte 0xE9 is not UTF-8", "save the file as UTF-8"),
        ("a: 平\nb: 和x".encode()[:-2], 2, 4, "the byte 0xE5 is not UTF-8", "save the file as UTF-8"),
        (b"a: \xc0\xaf\n", 1, 4, "the byte 0xC0 is not UTF-8", "save the file as UTF-8"),
        (b"a: \xed\xa0\x80\n", 1, 4, "the byte 0xED is not UTF-8", "save the file as UTF-8"),
        (b"name: a\0b\n", 1, 8, "the character U+0000 is not allowed", "is this a text file in UTF-8?"),
        (b"a: b\r\nc: \x7f", 2, 4, "the character U+007F is not allowed", "remove it"),
        ("a: 1".encode("utf-16"), 1, 1, "this file is UTF-16", "save it as UTF-8"),
        (b"\xfe\xff\0a", 1, 1, "this file is UTF-16", "save it as UTF-8"),
        ("a: 1".encode("utf-32"), 1, 1, "this file is UTF-32", "save it as UTF-8"),
        (b"\0\0\xfe\xff\0\0\0a", 1, 1, "this file is UTF-32", "save it as UTF-8"),
    ],
)
def test_what_is_not_utf_8_text_is_told_with_its_place(
    data: bytes, line: int, column: int, message: str, hint: str
) -> None:
    source, problems = read_bytes(data, "<stdin>")
    assert source is None
    (problem,) = problems
    assert (problem.file, problem.line, problem.column, problem.code) == ("<stdin>", line, column, "L105")
    assert (str(problem.message), str(problem.hint)) == (message, hint)


def test_a_utf_8_byte_order_mark_is_no_part_of_the_text() -> None:
    source, problems = read_bytes(b"\xef\xbb\xbfa: 1\n", "club.yaml")
    assert problems == []
    assert source is not None
    assert (source.text, place_of(source, ("a",))) == ("a: 1\n", (1, 4))


@pytest.mark.parametrize("name", ["a" * 10_000, "\0"], ids=["long", "null"])
def test_no_name_is_too_odd_to_ask_for(name: str) -> None:
    (problem,) = load_for_check(name).problems
    assert (problem.code, str(problem.message)) == (
        "L101",
        f"there is no ruleset '{name}' and no file of that name",
    )


def test_a_file_is_what_was_meant_where_only_its_ending_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.yaml").write_text("extends: riichi\n")
    (problem,) = load_for_check("club").problems
    assert str(problem.hint) == "did you mean 'club.yaml'?"
