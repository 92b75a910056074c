"""Long runs: several processes, interruptions, going on, what a run comes to, the bar."""

from __future__ import annotations

import errno
import json
import multiprocessing.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from scorer.batch.files import whole_lines
from scorer.batch.jobs import (
    GROUPS_PER_PROCESS,
    Interrupts,
    Stopped,
    WorkerLost,
    default_process_count,
    map_in_order,
)
from scorer.batch.resume import Checkpoint, InputDigest, SideFile
from scorer.batch.run import SLOW_GROUP
from scorer.batch.scoring import GROUP_SIZE, MOST_HINTS
from scorer.rows import BadLine
from tests.cli.runs import HAND, run
from tests.fast.columns.agreeing import EVERY_RUN
from tests.support.places import ROOT

GOOD = {"hand": HAND, "win": "tsumo"}


def hands(path: Path, number: int, wrong: int = 3) -> str:
    """So many lines, of which each `wrong`th has a fault."""
    lines = ({"id": i, **(GOOD if i % wrong else {"hand": "1q"})} for i in range(number))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return str(path)


def test_several_processes_give_the_same_lines_in_the_same_order(tmp_path: Path) -> None:
    given = hands(tmp_path / "hands.jsonl", 700, wrong=40)
    alone, together = run("batch", given), run("batch", given, "--jobs", "2")
    assert together.stdout == alone.stdout
    assert together.exit_code == alone.exit_code == 1


@pytest.mark.parametrize(("number", "words"), [(2 * SLOW_GROUP, ["--near"]), (GROUP_SIZE + 40, [])])
def test_the_processes_that_join_a_long_run_unasked_give_the_same_lines(
    tmp_path: Path, number: int, words: list[str]
) -> None:
    given = hands(tmp_path / "hands.jsonl", number, wrong=number // 5)
    alone, before = run("batch", given, "--jobs", "1", *words), getrusage(RUSAGE_CHILDREN).ru_minflt
    joined = run("batch", given, *words)
    assert joined.stdout == alone.stdout
    assert joined.stdout.count("\n") == number
    begun = getrusage(RUSAGE_CHILDREN).ru_minflt > before
    assert begun == (default_process_count() > 1)


@pytest.mark.parametrize(("number", "words"), [(SLOW_GROUP, ["--near"]), (GROUP_SIZE, [])])
def test_a_short_file_is_scored_by_one_process(tmp_path: Path, number: int, words: list[str]) -> None:
    given, before = hands(tmp_path / "hands.jsonl", number), getrusage(RUSAGE_CHILDREN).ru_minflt
    assert run("batch", given, *words).stdout.count("\n") == number
    assert getrusage(RUSAGE_CHILDREN).ru_minflt == before


def test_several_processes_tell_once_that_hands_are_scored_one_by_one(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    (tmp_path / "runs.yaml").write_text(EVERY_RUN, "utf-8")
    rules = str(tmp_path / "runs.yaml")
    answer = run("batch", hands(tmp_path / "hands.jsonl", 600, wrong=600), "-r", rules, "--jobs", "2")
    assert answer.stderr.count("runs.yaml: hands are scored one by one") == 1


def _nothing() -> None:
    """Prepares nothing."""


def _twice(number: int) -> int:
    return 2 * number


def _die(_: int) -> int:
    os._exit(3)


def test_a_stream_without_end_is_taken_a_few_groups_ahead() -> None:
    taken = 0

    def number() -> int:
        nonlocal taken
        taken += 1
        return taken

    found = map_in_order(_twice, iter(number, 0), 2, _nothing)
    assert [next(found) for _ in range(3)] == [2, 4, 6]
    assert taken <= 2 * GROUPS_PER_PROCESS + 3
    found.close()  # type: ignore[attr-defined]


def test_a_process_that_ends_on_its_own_is_an_error_and_no_hang() -> None:
    with pytest.raises(WorkerLost):
        list(map_in_order(_die, iter([1, 2, 3]), 2, _nothing))


def test_a_system_that_begins_no_more_processes_is_an_error_only_where_they_were_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> int:
        raise BlockingIOError(errno.EAGAIN, "no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    monkeypatch.setattr(multiprocessing.util, "spawnv_passfds", refuse)
    assert list(map_in_order(_twice, iter([1, 2, 3]), None, _nothing)) == [2, 4, 6]
    with pytest.raises(WorkerLost, match=r"no more processes.* fewer --jobs"):
        list(map_in_order(_twice, iter([1, 2, 3]), 2, _nothing))


# ---- interruptions


def _slow(number: int) -> int:
    time.sleep(0.5 * bool(number))
    return number


ASKED_AT_THE_END = """
import os, signal, threading
from scorer.batch.jobs import Interrupts, map_in_order
from tests.batch import test_runs
with Interrupts():
    made = map_in_order(test_runs._slow, iter(range(8)), 2, test_runs._nothing)
    next(made)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    made.close()
"""


@pytest.mark.slow
def test_a_run_that_is_asked_to_stop_while_its_processes_end_does_not_hang() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ASKED_AT_THE_END],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.stderr.rstrip().endswith(f"Stopped: {int(signal.SIGINT)}")


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_the_processes_of_a_killed_run_end_too(tmp_path: Path) -> None:
    given, out = hands(tmp_path / "hands.jsonl", 3000, wrong=12), tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "scorer", "batch", "-", "--out", str(out), "--jobs", "2"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(Path(given).read_bytes())
        process.stdin.flush()
        _wait_until(lambda: out.exists() and out.stat().st_size > 1000)
        begun = _children(process.pid)
        assert len(begun) == 2
        process.kill()
    _wait_until(lambda: not any(_is_running(child) for child in begun))


def test_a_signal_is_heeded_although_the_exception_of_its_handler_was_lost() -> None:
    with Interrupts() as stop:
        with suppress(Stopped):  # as Python does in a callback of the garbage collector
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(Stopped):
            list(map_in_order(time.sleep, iter([1.5]), 1, interrupts=stop))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_ends_when_it_is_asked_to_although_its_processes_are_stopped(
    tmp_path: Path, number: signal.Signals
) -> None:
    given, out = hands(tmp_path / "hands.jsonl", 3000, wrong=12), tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "scorer", "batch", "-", "--out", str(out), "--jobs", "2"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(Path(given).read_bytes())
        process.stdin.flush()
        _wait_until(lambda: out.exists() and out.stat().st_size > 1000)
        for child in _children(process.pid):
            os.kill(child, signal.SIGSTOP)
        process.send_signal(number)
        try:
            assert process.wait(30) == 128 + number
        finally:
            process.kill()  # otherwise one that does not end would be waited for without an end


@pytest.mark.parametrize("by_name", [True, False])
def test_results_are_never_appended_to_the_file_that_is_read(tmp_path: Path, by_name: bool) -> None:
    given = Path(hands(tmp_path / "hands.jsonl", 3))
    before = given.read_bytes()
    command = [sys.executable, "-m", "scorer", "batch", str(given) if by_name else "-"]
    with given.open("rb") as read, given.open("ab") as appended:
        ended = subprocess.run(
            command, cwd=ROOT, stdin=read, stdout=appended, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert ended.returncode == 2
    assert b"standard output is the input file" in ended.stderr
    assert given.read_bytes() == before


def _children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text("utf-8").split()
    return [int(child) for child in found]


def _is_running(process: int) -> bool:
    """Whether it is there, and not merely waiting for somebody to ask how it ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Hands, and what runs that nobody stops make of them."""
    folder = tmp_path_factory.mktemp("whole")
    found = {"hands": folder / "hands.jsonl", "jsonl": folder / "w.jsonl", "csv": folder / "w.csv"}
    given = hands(found["hands"], 2400, wrong=12)
    for ending in ("jsonl", "csv"):
        run("batch", given, "--out", str(found[ending]))
    return found


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("number", "status", "jobs", "ending"),
    [
        (signal.SIGINT, 130, "1", "jsonl"),
        pytest.param(signal.SIGTERM, 143, "1", "csv", marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, 130, "2", "csv", marks=pytest.mark.slow),
        (signal.SIGTERM, 143, "2", "jsonl"),
    ],
)
def test_an_interrupted_run_leaves_whole_lines_and_goes_on(
    tmp_path: Path, whole: dict[str, Path], number: signal.Signals, status: int, jobs: str, ending: str
) -> None:
    given, out = whole["hands"], tmp_path / f"o.{ending}"
    command = [sys.executable, "-m", "scorer", "batch", "-", "--out", str(out), "--jobs", jobs]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(given.read_bytes()[:100_000])  # ends within a line, which must not be taken for one
    process.stdin.flush()
    _wait_until(lambda: out.exists() and out.stat().st_size > 1000)
    process.send_signal(number)
    error = process.communicate(timeout=30)[1].decode()
    assert process.returncode == status, error
    assert "stopped after" in error and "Traceback" not in error
    content, expected = out.read_bytes(), whole[ending].read_bytes()
    assert content.endswith(b"\n") and expected.startswith(content) and len(content) < len(expected)
    run("batch", str(given), "--out", str(out), "--resume")
    assert out.read_bytes() == expected


def _wait_until(true: object) -> None:
    end = time.monotonic() + 30
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.02)


def test_results_cut_within_a_line_go_on_before_it(tmp_path: Path) -> None:
    given, out, table = hands(tmp_path / "hands.jsonl", 9), tmp_path / "out.jsonl", tmp_path / "out.csv"
    for path in (out, table):
        run("batch", given, "--out", str(path))
        whole = path.read_bytes()
        for length in (0, 1, 5, 20, len(whole) // 2, len(whole) - 1, len(whole)):
            path.write_bytes(whole[:length])
            answer = run("batch", given, "--out", str(path), "--resume")
            assert answer.exit_code in (0, 1)
            assert path.read_bytes() == whole, (path, length)


def test_a_line_break_between_quotes_ends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_bytes(b'id,ok\n"a\nb ""c",true\n"d\n')
    with path.open("rb") as file:
        assert whole_lines(file, has_quotes=True)[0] == 2


def test_a_run_never_goes_on_with_something_else(tmp_path: Path) -> None:
    given, other = hands(tmp_path / "hands.jsonl", 3), tmp_path / "notes.jsonl"
    other.write_text("my notes\n", "utf-8")
    assert run("batch", given, "--out", str(other), "--resume").exit_code == 2
    assert other.read_text("utf-8") == "my notes\n"
    many = tmp_path / "many.jsonl"
    run("batch", hands(tmp_path / "more.jsonl", 5), "--out", str(many))
    before = many.read_bytes()
    answer = run("batch", given, "--out", str(many), "--resume")
    assert answer.exit_code == 2
    assert "there are only 3 hands, but 5 were read" in " ".join(answer.stderr.split())
    assert many.read_bytes() == before


RULES = "extends: riichi\nname: Club\n"
OTHER_RUNS = {
    "another ruleset": (("-r", "tenhou"), "the ruleset was '{club}' and is 'tenhou' now"),
    "an option": (("-r", "{club}", "-o", "kiriage_mangan=true"), "'kiriage_mangan' was off and is on now"),
    "--near": (("-r", "{club}", "--near"), "--near was off and is on now"),
    "--lang": (("-r", "{club}", "--lang", "en-plain"), "--lang was 'en' and is 'en-plain' now"),
}


def _interrupted(tmp_path: Path, ending: str) -> tuple[str, Path, str, bytes]:
    """Hands, results of the first six of nine, the rules of both, and the results of all."""
    given, out, club = hands(tmp_path / "hands.jsonl", 9), tmp_path / f"out.{ending}", tmp_path / "club.yaml"
    club.write_text(RULES, "utf-8")
    run("batch", given, "--out", str(out), "-r", str(club))
    whole = out.read_bytes()
    out.write_bytes(b"".join(whole.splitlines(keepends=True)[:6]))
    return given, out, str(club), whole


@pytest.mark.one_in(3)
@pytest.mark.parametrize("ending", ["jsonl", "csv"])
@pytest.mark.parametrize(("words", "message"), OTHER_RUNS.values(), ids=OTHER_RUNS)
def test_a_run_goes_on_under_the_same_conditions_only(
    tmp_path: Path, ending: str, words: tuple[str, ...], message: str
) -> None:
    given, out, club, whole = _interrupted(tmp_path, ending)
    begun, side = out.read_bytes(), Path(f"{out}.resume").read_bytes()
    chosen = [word.format(club=club) for word in words]
    answer = run("batch", given, "--out", str(out), "--resume", *chosen, columns=500)
    assert answer.exit_code == 2
    assert message.format(club=club) in answer.stderr
    assert "omit --resume" in answer.stderr
    assert (out.read_bytes(), Path(f"{out}.resume").read_bytes()) == (begun, side)
    assert run("batch", given, "--out", str(out), "--resume", "-r", club).exit_code == 1
    assert out.read_bytes() == whole


def test_a_run_does_not_go_on_once_its_rule_file_or_the_version_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, out, club, whole = _interrupted(tmp_path, "jsonl")
    command = ("batch", given, "--out", str(out), "--resume", "-r", club)
    Path(club).write_text(RULES + "set: {honba_value: 500}\n", "utf-8")
    answer = run(*command)
    assert answer.exit_code == 2 and "has changed" in answer.stderr
    Path(club).write_text(RULES, "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("scorer.__version__", "99.0")
        answer = run(*command)
    assert answer.exit_code == 2 and "is '99.0' now" in answer.stderr
    assert run(*command).exit_code == 1
    assert out.read_bytes() == whole


def _change_first(lines: list[str]) -> list[str]:
    return [lines[0].replace('"1q"', '"2q"'), *lines[1:]]


OTHER_INPUTS = {
    "the first hand": (_change_first, "the first 9 hands are not those that were read"),
    "a hand less at the beginning": (lambda lines: lines[1:], "there are only 8 hands, but 9 were read"),
    "a hand more at the beginning": (lambda lines: [lines[1], *lines], "are not those that were read"),
    "fewer hands": (lambda lines: lines[:4], "there are only 4 hands, but 9 were read"),
}


@pytest.mark.parametrize(("change", "message"), OTHER_INPUTS.values(), ids=OTHER_INPUTS)
def test_a_run_goes_on_with_the_same_hands_only(
    tmp_path: Path, change: Callable[[list[str]], list[str]], message: str
) -> None:
    given, out, club, whole = _interrupted(tmp_path, "jsonl")
    lines, begun = Path(given).read_text("utf-8").splitlines(keepends=True), out.read_bytes()
    Path(given).write_text("".join(change(lines)), "utf-8")
    answer = run("batch", given, "--out", str(out), "--resume", "-r", club)
    assert answer.exit_code == 2
    assert message in " ".join(answer.stderr.split())
    assert out.read_bytes() == begun
    Path(given).write_text("".join(lines), "utf-8")
    assert run("batch", given, "--out", str(out), "--resume", "-r", club).exit_code == 1
    assert out.read_bytes() == whole


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_hands_that_are_added_to_the_input_of_a_finished_run_are_scored_by_going_on(
    tmp_path: Path, ending: str
) -> None:
    given, out = Path(hands(tmp_path / "hands.jsonl", 9)), tmp_path / f"out.{ending}"
    lines = given.read_text("utf-8")
    run("batch", str(given), "--out", str(out))
    whole = out.read_bytes()
    first = "".join(lines.splitlines(keepends=True)[:5]).rstrip("\n")  # an editor may leave out the last end
    given.write_text(first, "utf-8")
    run("batch", str(given), "--out", str(out))
    given.write_text(lines, "utf-8")
    assert run("batch", str(given), "--out", str(out), "--resume").exit_code == 1
    assert out.read_bytes() == whole


@pytest.mark.one_in(2)
@pytest.mark.parametrize("content", [None, b"", b"[1]\n", b"{}\n", b'{"near": false', b"\xff\n"])
def test_results_without_a_whole_side_file_are_not_gone_on_with(
    tmp_path: Path, content: bytes | None
) -> None:
    given, out, club, _ = _interrupted(tmp_path, "jsonl")
    side, begun = Path(f"{out}.resume"), out.read_bytes()
    side.unlink() if content is None else side.write_bytes(content)
    answer = run("batch", given, "--out", str(out), "--resume", "-r", club)
    assert answer.exit_code == 2 and "omit --resume" in answer.stderr
    assert out.read_bytes() == begun


def test_a_record_that_was_cut_off_leaves_the_one_before(tmp_path: Path) -> None:
    side = SideFile(str(tmp_path / "out.csv"))
    side.begin_anew({})
    for hands_read in (3, 5, 8):
        side.waiting_lines.append(Checkpoint(hands_read, "0" * 32))
        side.record_hands(hands_read)
    side.close()
    whole = Path(side.path).read_bytes()
    assert SideFile(str(tmp_path / "out.csv")).last_checkpoint({}).hands == 8
    _, first, second, _ = whole.split(b"\n")
    Path(side.path).write_bytes(whole.replace(second, first[:40] + second[40:]))
    assert SideFile(str(tmp_path / "out.csv")).last_checkpoint({}).hands == 5


def test_results_that_were_changed_or_exchanged_are_not_gone_on_with(tmp_path: Path) -> None:
    given, out, club, _ = _interrupted(tmp_path, "jsonl")
    begun = out.read_bytes().replace(b'"id": 5', b'"id": 4')
    out.write_bytes(begun)
    answer = run("batch", given, "--out", str(out), "--resume", "-r", club)
    assert answer.exit_code == 2 and "the file has been changed" in " ".join(answer.stderr.split())
    out.write_bytes(begun * 3)
    answer = run("batch", given, "--out", str(out), "--resume", "-r", club)
    assert answer.exit_code == 2 and "does not belong to" in " ".join(answer.stderr.split())
    assert out.read_bytes() == begun * 3


def test_rows_of_a_table_are_the_same_rows_however_they_are_grouped() -> None:
    rows = [("1", "123m", None, ("riichi",)), ("2", "1m", 2.5, ()), BadLine([], "x")]
    together, alone = InputDigest(), InputDigest()
    together.add_items(rows)
    for row in rows:
        alone.add_items([row])
    assert together.checkpoint == alone.checkpoint
    alone.add_items(rows[:1])
    assert together.checkpoint != alone.checkpoint


# ---- hints of invalid lines


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_only_the_first_invalid_lines_have_hints_whatever_the_number_of_processes(
    tmp_path: Path, ending: str
) -> None:
    given = tmp_path / "hands.jsonl"
    hand = "123m456p789s1122z"  # a tile less than a complete hand: a case for scorer waits
    lines = ({"id": i, **(GOOD if i % 10 else {"hand": hand})} for i in range(10 * MOST_HINTS + 500))
    given.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    outs = {jobs: tmp_path / f"out-{jobs}.{ending}" for jobs in ("1", "2")}
    for jobs, out in outs.items():
        run("batch", str(given), "--out", str(out), "--jobs", jobs)
    whole = outs["1"].read_bytes()
    assert outs["2"].read_bytes() == whole
    told = [b"scorer waits" in line for line in whole.splitlines() if b"13 tiles" in line]
    assert told == [True] * MOST_HINTS + [False] * 50
    results = whole.splitlines(keepends=True)
    for left in (7 * MOST_HINTS, 10 * MOST_HINTS + 100):
        outs["1"].write_bytes(b"".join(results[:left]))
        run("batch", str(given), "--out", str(outs["1"]), "--resume")
        assert outs["1"].read_bytes() == whole, left


@pytest.mark.parametrize("args", [(), ("--out", "x.parquet")])
def test_only_files_of_lines_can_be_gone_on_with(args: tuple[str, ...]) -> None:
    assert run("batch", "--resume", *args).exit_code == 2


# ---- the summary and the bar


def test_a_summary_counts_hands_errors_patterns_and_value(tmp_path: Path) -> None:
    lines = [GOOD, GOOD | {"with": ["riichi"]}, {"hand": "1q"}, {"hand": "123m(345p)678p456s5s+5s"}]
    given = "\n".join(map(json.dumps, lines))
    answer = run("batch", "--summary", "-f", "json", given=given)
    found = json.loads(answer.stderr)
    values = [json.loads(line) for line in answer.stdout.splitlines()][:2]
    assert (found["hands"], found["scored"]) == (4, 2)
    assert found["errors"] == {"notation": 1, "no_pattern": 1}
    assert found["patterns"] == {"menzen_tsumo": 2, "pinfu": 2, "tanyao": 2, "riichi": 1}
    assert found["means"]["points"] == sum(value["points"] for value in values) / 2
    assert found["means"]["han"] == 3.5


def test_a_summary_for_people_names_the_patterns() -> None:
    shown = run("batch", "--summary", given=json.dumps(GOOD)).stderr
    assert "1 hand, 1 scored" in shown
    assert "All simples" in shown and "100.0%" in shown
    assert "Not scored" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_a_bar_with_rate_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    given, out = hands(tmp_path / "hands.jsonl", 30), tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "scorer", "batch", given, "--out", str(out)]
    shown = _on_a_terminal(command)
    assert "Hands" in shown and "100%" in shown and "30, " in shown and "/s" in shown
    quiet = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stderr
    assert quiet == "10 of 30 hands could not be scored\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_a_bar_counts_the_rows_of_a_parquet_file(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    given, out = tmp_path / "hands.parquet", tmp_path / "out.jsonl"
    pyarrow.parquet.write_table(arrow.table({"hand": [GOOD["hand"]] * 30}), given)
    shown = _on_a_terminal([sys.executable, "-m", "scorer", "batch", str(given), "--out", str(out)])
    assert "100%" in shown and "30, " in shown


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_a_comparison_shows_its_rate_on_a_terminal() -> None:
    diff = ["rulesets", "diff", "riichi", "ema", "--hands", "20"]
    shown = _on_a_terminal([sys.executable, "-m", "scorer", *diff])
    assert "Sample hands" in shown and "20, " in shown and "/s" in shown


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_the_bar_of_a_run_that_went_on_ends_full(tmp_path: Path) -> None:
    given, out = hands(tmp_path / "hands.jsonl", 30), tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "scorer", "batch", given, "--out", str(out)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    out.write_bytes(b"".join(out.read_bytes().splitlines(keepends=True)[:20]))
    assert "100%  10, " in _on_a_terminal([*command, "--resume"])


def _on_a_terminal(command: list[str]) -> str:
    """What a command shows on standard error where that is a terminal."""
    import pty

    main, side = pty.openpty()
    subprocess.run(command, cwd=ROOT, stderr=side, check=False)
    os.close(side)
    shown = os.read(main, 10_000).decode()
    os.close(main)
    return shown
