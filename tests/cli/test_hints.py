"""A hint on the command line, followed, gives a score or another message."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.runs import HAND, run
from tests.support.tables import table

QUOTE = re.compile(r'put several tiles in quotes: (--\w+ "[^"]+")')
UNQUOTED = (
    f"{HAND} --tsumo --dora 4s 5s", f"{HAND} -d 4s 5s", f"{HAND} --dora 4s 5s --tsumo", f"{HAND} --tsumo --dora=4s 5s",
    f"--dora 4s 5s {HAND}", f"{HAND} --seat E --dora 4s 5s", f"{HAND} -w riichi -d 4s -u 5s 6s",
)  # fmt: skip
QUOTED = (f"{HAND} --dora 4s", f"--dora 4s {HAND}", f"-d 4s {HAND} -w riichi -u 3s", f"{HAND} --dora '4s 5s'")


@pytest.mark.parametrize("line", UNQUOTED)
def test_several_tiles_of_an_indicator_are_to_be_quoted(line: str) -> None:
    refused = run("score", *shlex.split(line), columns=200)
    (hint,) = QUOTE.findall(refused.stderr)
    name, tiles = shlex.split(hint)
    rest = [
        word for word in shlex.split(line) if word not in tiles.split() and word.partition("=")[0] != name
    ]
    rest = [word for word in rest if word != f"-{name[2]}"]
    assert run("score", *rest, name, tiles).exit_code == 0


@pytest.mark.parametrize("line", QUOTED)
def test_one_tile_or_a_quoted_word_gets_no_hint(line: str) -> None:
    answer = run("score", *shlex.split(line))
    assert answer.exit_code == 0, answer.stderr


def meant_words(args: list[str]) -> list[tuple[str, str, str]]:
    """The options, the words typed with them, and the words that a message says may be meant."""
    return MEANT.findall(run(*args, columns=1000).stderr)


def test_words_that_are_meant_are_found_in_messages() -> None:
    assert meant_words(["score", "234m345p67p456s55s+8p", "-w", "ripichi"])


CASES = [one["args"] for one in table("bad-input") if one["args"][:1] == ["score"]]
MEANT = re.compile(r"^(--\w+) (\S+?):.*did you mean '([^']+)'\?", re.MULTILINE)


@pytest.mark.parametrize("args", CASES, ids=" ".join)
def test_a_word_that_is_meant_is_one_that_the_command_knows(args: list[str]) -> None:
    refused = [
        meant
        for option, word, meant in meant_words(args)
        if f"{option} {meant}: no such"
        in run(*(text.replace(word, meant) for text in args), columns=1000).stderr
    ]
    assert not refused


@pytest.mark.parametrize(
    ("args", "typed"),
    [
        (["score", HAND, "--all"], ""),
        (["session"], "rules british\nhow many doubles for a pung of dragons\n"),
        (["session"], "stats\n"),
        (["score", HAND, "-r", "nosuch.yaml"], ""),
    ],
)
def test_a_word_that_only_shares_some_letters_or_an_ending_is_not_proposed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.yaml").write_text("extends: riichi\n", "utf-8")
    answer = run(*args, given=typed)
    assert answer.stderr + answer.stdout
    assert "id you mean" not in answer.stderr + answer.stdout
