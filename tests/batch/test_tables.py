"""CSV and Parquet, in and out: the same hands as JSON Lines, and never a traceback for a hostile file."""

from __future__ import annotations

import csv
import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scorer.batch.lines import LONGEST_LINE
from scorer.batch.results import columns_of, csv_bytes, csv_text, result_format
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset
from tests.cli.runs import HAND, run
from tests.support.loops import some

HEAD = "id,hand,win,with,options,honba,pao\n"
LINES = [
    {"id": "a", "hand": HAND, "win": "tsumo", "with": ["riichi", "ippatsu"], "honba": 2},
    {"id": "b", "hand": HAND, "options": {"kiriage_mangan": True}},
    {"id": "c", "hand": "123m4s(555z)(666z)(777z)+4s", "from": "N", "pao": {"daisangen": "W"}},
    {"id": "d", "hand": "123q"},
]
TABLE = f"""id,hand,win,with,options,honba,pao,from
a,{HAND},tsumo,riichi ippatsu,,2,,
b,{HAND},,,kiriage_mangan=true,,,
c,123m4s(555z)(666z)(777z)+4s,,,,,daisangen=W,N
d,123q,,,,,,
"""


def written(path: Path, content: str | bytes) -> str:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def scored(path: Path, content: str | bytes, *args: str) -> list[dict[str, Any]]:
    """The results for a table, whatever the exit status."""
    answer = run("batch", written(path, content), *args)
    assert answer.exit_code in (0, 1), answer.output
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_a_table_gives_the_results_of_the_same_lines(tmp_path: Path) -> None:
    lines = "\n".join(map(json.dumps, LINES))
    expected = [json.loads(line) for line in run("batch", given=lines).stdout.splitlines()]
    assert [line["ok"] for line in expected] == [True, True, True, False]
    assert scored(tmp_path / "hands.csv", TABLE) == expected


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace(",", ";"),
        lambda text: text.replace(",", "\t"),
        lambda text: text.replace(",2,", ",2.0,").replace("tsumo", "Tsumo"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: "\n" + text,
    ],
    ids=[
        "mark",
        "semicolons",
        "tabs",
        "numbers and words as they like them",
        "returns",
        "blank lines",
        "a blank line first",
    ],
)
def test_tables_of_other_programs_are_read(tmp_path: Path, change: Any) -> None:
    assert scored(tmp_path / "a.csv", change(TABLE)) == scored(tmp_path / "b.csv", TABLE)


BAD_ROWS = {
    "too few cells": (b"x,123m", "2 cells, but 7 columns"),
    "too many cells": (b"x," * 9, "10 cells, but 7 columns"),
    "an open quote": (b'"x,1m,,,,,', "not a CSV row"),
    "a quote within": (b'x,1"m,,,,,', "five copies|not|suit|unread|tile|CSV"),
    "no UTF-8": (b"x,\xff,,,,,", "0xFF is not UTF-8"),
    "NUL": (b"x,1\x00m,,,,,", ""),
    "a huge cell": (b"x," + b"1m" * LONGEST_LINE + b",,,,,", "longer than"),
    "a return": (b"x,1m\r1m,,,,,", "not a CSV row: new-line character seen in unquoted field\n"),
    "no hand": (b"x,,,,,,", "'hand' is missing"),
    "no number": (b"x,1m,,,,many,", "'honba' must be a whole number"),
    "a huge number": (b"x,1m,,,," + b"9" * 5000 + b",", "'honba' must be a whole number"),
    "no option": (b"x,1m,,,kiriage,,", "'kiriage' is not NAME=VALUE"),
    "an option twice": (b"x,1m,,,a=1 a=2,,", "'a' is given twice"),
    "no liability": (b"x,1m,,,,,daisangen", "'daisangen' is not PATTERN=WIND"),
}


@pytest.mark.parametrize(("row", "message"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_bad_row_is_an_error_in_its_place(tmp_path: Path, row: bytes, message: str) -> None:
    good = f"good,{HAND},,,,,\n".encode()
    first, bad, last = scored(tmp_path / "hands.csv", HEAD.encode() + good + row + b"\n" + good)
    assert first == last and first["ok"]
    assert not bad["ok"]
    assert any(word in bad["error"]["message"] + "\n" for word in message.split("|"))


@pytest.mark.parametrize(
    ("table", "message"),
    [("hand\n123m,4\n", "2 cells, but 1 column"), ("hand,win\n123m\n", "1 cell, but 2 columns")],
)
def test_one_cell_and_one_column_are_told_in_the_singular(tmp_path: Path, table: str, message: str) -> None:
    (bad,) = scored(tmp_path / "hands.csv", table)
    assert bad["error"]["message"] == message


def test_a_quoted_cell_may_hold_line_breaks_and_quotes(tmp_path: Path) -> None:
    table = f'id,hand\n"one\ntwo ""three""",{HAND}\nlast,{HAND}\n'
    assert [line["id"] for line in scored(tmp_path / "hands.csv", table)] == ['one\ntwo "three"', "last"]


BAD_HEADS = {
    "an unknown column": (b"id,hnad\n", "did you mean 'hand'"),
    "no column of hands": (b"id,win\n", "no column 'hand'"),
    "a column twice": (b"hand,hand\n", "given twice"),
    "no name": (b"hand,,win\n", "no name"),
    "many columns": (b"x," * 30_000 + b"hand\n", "no such column"),
    "a long line": (b"x" * (2 * LONGEST_LINE), "longer than"),
    "no UTF-8": ("id,hand".encode("utf-16"), "not UTF-8"),
    "an open quote": (b'"hand', "not a CSV row"),
    "zeroes": (bytes(1000), "no such column|not a CSV row"),
}


@pytest.mark.parametrize(("head", "message"), BAD_HEADS.values(), ids=BAD_HEADS)
def test_a_head_that_names_no_keys_is_one_error(tmp_path: Path, head: bytes, message: str) -> None:
    out = tmp_path / "out.csv"
    answer = run("batch", written(tmp_path / "hands.csv", head), "--out", str(out))
    assert answer.exit_code == 2
    assert any(text in " ".join(answer.stderr.split()) for text in message.split("|"))
    assert not out.exists()


def test_an_empty_table_has_no_hands(tmp_path: Path) -> None:
    for content in ("", "\n\n", HEAD):
        assert scored(tmp_path / "hands.csv", content) == []


def test_rows_that_name_their_ruleset_have_its_columns(tmp_path: Path) -> None:
    table = "hand,ruleset,dora,options,kan\n222m333p44s+4s,ponjan,4s,dora=true,\n222m333p44s+4s,ponjan,,,1m\n"
    first, second = scored(tmp_path / "hands.csv", table)
    assert first["bonuses"][0]["id"] == "dora"
    assert "no such key 'kan'" in second["error"]["message"]


# ---- results as tables


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_results_as_a_table_say_what_the_lines_say(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    run("batch", written(tmp_path / "hands.csv", TABLE), "--out", str(out))
    rows = rows_of(out)
    first, second, liable, bad = rows
    assert list(first) == [
        "id", "ok", "ruleset", "hand", "patterns", "bonuses", "han", "fu", "yakuman", "limit", "points", "total",
        "payments", "error", "message", "line",
    ]  # fmt: skip
    assert [row["id"] for row in rows] == ["a", "b", "c", "d"]
    assert first["patterns"] == "riichi:1 ippatsu:1 menzen_tsumo:1 pinfu:1 tanyao:1"
    assert (first["han"], first["fu"], first["limit"], first["points"]) == ("5", "20", "mangan", "8000")
    assert first["payments"] == "E:-4200 S:8600 W:-2200 N:-2200"
    assert (liable["yakuman"], liable["han"], liable["ok"]) == ("1", "", "true")
    assert (bad["ok"], bad["error"], bad["han"]) == ("false", "notation", "")
    assert "no suit 'q'" in bad["message"]
    assert second["error"] == ""


def test_the_units_of_a_table_are_those_of_the_ruleset(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    line = json.dumps({"hand": "123m456m789m55z22p+2p", "win": "tsumo"})
    run("batch", "-r", "pocket-mahjong", "--out", str(out), given=line)
    row = rows_of(out)[0]
    assert row["fan"] == "4"
    assert "fu" not in row


def test_any_id_has_a_place_in_a_table(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    idents = ['a,"b"\n', 7, None, [1, "雀"], "\ud800"]
    run("batch", "--out", str(out), given="\n".join(json.dumps({"id": i, "hand": "1q"}) for i in idents))
    assert [row["id"] for row in rows_of(out)] == ['a,"b"\n', "7", "", '[1, "雀"]', "\\ud800"]


# ---- Parquet


def parquet(path: Path, columns: dict[str, Any]) -> str:
    arrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    pyarrow.parquet.write_table(arrow.table(columns), path)
    return str(path)


def test_parquet_gives_the_results_of_the_same_table(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    cells = list(csv.DictReader(TABLE.splitlines()))
    given = parquet(tmp_path / "hands.parquet", {name: [row[name] for row in cells] for name in cells[0]})
    out, table = tmp_path / "out.parquet", tmp_path / "out.csv"
    run("batch", given, "--out", str(out))
    run("batch", written(tmp_path / "hands.csv", TABLE), "--out", str(table))
    found = pyarrow.parquet.read_table(out)
    assert found.schema.field("han").type == arrow.int64()
    assert found.schema.field("ok").type == arrow.bool_()
    as_text = [{name: plain(cell) for name, cell in row.items()} for row in found.to_pylist()]
    assert as_text == rows_of(table)


def plain(cell: Any) -> str:
    if isinstance(cell, bool):
        return str(cell).lower()
    return "" if cell is None else str(int(cell) if isinstance(cell, float) else cell)


def test_typed_columns_are_read_as_json_is(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    columns = {
        "id": [1, 2],
        "hand": [HAND, HAND],
        "win": ["tsumo", None],
        "with": [["riichi"], []],
        "honba": [1.0, float("nan")],
        "options": arrow.array([[("red_fives", 4)], None], arrow.map_(arrow.string(), arrow.int64())),
    }
    answer = run("batch", parquet(tmp_path / "hands.parquet", columns))
    lines = [
        {"id": 1, "hand": HAND, "win": "tsumo", "with": ["riichi"], "honba": 1, "options": {"red_fives": 4}},
        {"id": 2, "hand": HAND, "with": []},
    ]
    assert answer.stdout == run("batch", given="\n".join(map(json.dumps, lines))).stdout


def test_a_column_of_texts_is_read_whatever_arrow_calls_it(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", minversion="16")
    kinds = (arrow.string(), arrow.large_string(), arrow.string_view())
    found = [
        run("batch", parquet(tmp_path / f"{kind}.parquet", {"hand": arrow.array([HAND], kind)}))
        for kind in kinds
    ]
    assert [answer.exit_code for answer in found] == [0, 0, 0]
    assert len({answer.stdout for answer in found}) == 1


TEXT_TYPES = ("string", "large_string", "string_view", "dictionary")
LIST_TYPES = ("list_", "large_list", "list_view")


def _typed_columns(arrow: Any, rows: int) -> dict[str, dict[str, Any]]:
    """By what is tried: a column as every type of Arrow that can hold it, some of its cells empty."""
    texts = {
        name: arrow.dictionary(arrow.int32(), arrow.string())
        if name == "dictionary"
        else getattr(arrow, name)()
        for name in TEXT_TYPES
    }
    lists = {
        f"{outer} of {name}": getattr(arrow, outer)(text)
        for outer in LIST_TYPES
        for name, text in texts.items()
    }
    pairs = {
        "map": arrow.map_(arrow.string(), arrow.string()),
        "struct": arrow.struct([("red_fives", arrow.string())]),
    }
    said = [None if row % 7 == 3 else ["riichi", "ippatsu"][: row % 3] for row in range(rows)]
    wins = [(None, "tsumo", "ron")[row % 3] for row in range(rows)]
    fives = [{"red_fives": "4"} if row % 5 else None for row in range(rows)]
    return {
        "win": {name: arrow.array(wins, sort) for name, sort in texts.items()},
        "with": {name: arrow.array(said, sort) for name, sort in lists.items()},
        "options": {
            name: arrow.array([one and list(one.items()) for one in fives] if name == "map" else fives, sort)
            for name, sort in pairs.items()
        },
    }  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("column", ["win", "with", "options"])
def test_a_parquet_file_gives_the_same_however_its_rows_are_grouped_and_its_columns_typed(
    tmp_path: Path, column: str
) -> None:
    arrow = pytest.importorskip("pyarrow", minversion="16")
    import pyarrow.parquet

    rows, found = 300, dict[str, str]()
    for name, cells in some(_typed_columns(arrow, rows)[column].items()):
        for size in (rows, 130, 7):
            path = tmp_path / f"{name}-{size}.parquet"
            pyarrow.parquet.write_table(
                arrow.table({"hand": [HAND] * rows, column: cells}), path, row_group_size=size
            )
            answer = run("batch", str(path), "--jobs", "1")
            assert answer.exit_code == 0, (name, size, answer.stderr)
            found[f"{name}, {size} rows a group"] = answer.stdout
    assert len(set(found.values())) == 1, found.keys()
    assert next(iter(found.values())).count("\n") == rows


def test_cells_of_a_wrong_kind_are_errors_of_their_rows(tmp_path: Path) -> None:
    answer = run("batch", parquet(tmp_path / "hands.parquet", {"hand": [HAND] * 2, "sticks": [0.5, 1.0]}))
    assert [json.loads(line)["ok"] for line in answer.stdout.splitlines()] == [False, True]


TYPES = {
    "bytes": ("binary", lambda arrow: arrow.array([b"x"], arrow.binary())),
    "dates": ("date32[day]", lambda arrow: arrow.array([0], arrow.date32())),
    "decimals": ("decimal128(3, 1)", lambda arrow: arrow.array([Decimal("1.5")], arrow.decimal128(3, 1))),
    "nanoseconds": ("timestamp[ns]", lambda arrow: arrow.array([1], arrow.timestamp("ns"))),
    "durations": ("duration[ns]", lambda arrow: arrow.array([1], arrow.duration("ns"))),
    "times": ("time64[us]", lambda arrow: arrow.array([1], arrow.time64("us"))),
}


@pytest.mark.parametrize(("name", "made"), TYPES.values(), ids=TYPES)
@pytest.mark.parametrize("out", ["out.jsonl", "out.parquet"])
def test_a_column_of_what_json_has_not_is_one_error(tmp_path: Path, out: str, name: str, made: Any) -> None:
    arrow = pytest.importorskip("pyarrow")
    given = parquet(tmp_path / "hands.parquet", {"id": made(arrow), "hand": ["1q"]})
    answer = run("batch", given, "--out", str(tmp_path / out))
    assert answer.exit_code == 2
    assert f"the column 'id' is {name}; " in " ".join(answer.stderr.split())


def test_what_is_said_of_columns_is_true_of_parquet_as_well(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    answer = run("batch", parquet(tmp_path / "hands.parquet", {"id": [1]}), columns=200)
    assert "no column 'hand'; CSV names them in its first line" in answer.stderr


# ---- many rows


ODD = [
    (3, {"hand": "123x"}), (9, {"options": "kiriage_mangan=true"}), (17, {"with": "rinshan"}),
    (31, {"hand": f" {HAND} "}), (32, {"hand": "345m234m67p456s55s+8p"}), (40, {"ruleset": "tenhou"}),
    (55, {"honba": "many"}), (56, {"honba": " 3 "}), (60, {"pao": "daisangen=W"}), (61, {"win": "won"}),
    (70, {"hand": "123m456p789s123z11m+1m"}), (75, {"id": ""}), (80, {"hand": ""}), (81, {"sticks": "-1"}),
    (90, {"hand": "111m222p333s44z(555z)+4z"}), (99, {"dora": "1q"}), (100, {"dora": "0m0p"}),
]  # fmt: skip


@pytest.fixture(scope="module")
def many() -> list[dict[str, str]]:
    """Rows of a table, most of them plain, some odd."""
    ruleset, rows = load_ruleset("riichi"), []
    for place, sample in enumerate(sample_hands(ruleset, 12, 300)):
        asked = request_for_hand(*sample, ruleset)
        rows.append({
            "id": f"row {place}", "hand": asked.hand, "win": asked.win, "round": asked.round, "seat": asked.seat,
            "from": asked.discarder, "with": " ".join(asked.circumstances), "dora": asked.indicators.get("dora", ""),
            "ura": asked.indicators.get("ura", ""), "honba": str(asked.honba), "sticks": str(asked.sticks),
            "options": "", "pao": " ".join(f"{name}={seat}" for name, seat in asked.pao.items()), "ruleset": "",
        })  # fmt: skip
    for place, change in ODD:
        rows[place] |= change
    return rows


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_rows_scored_together_are_what_each_is_alone(
    tmp_path: Path, many: list[dict[str, str]], ending: str
) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("numpy")
    lines, direct, given = (tmp_path / name for name in ("lines.csv", f"out.{ending}", f"hands.{ending}"))
    if ending == "csv":
        with given.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(many[0]))
            writer.writeheader()
            writer.writerows(many)
    else:
        parquet(given, {name: [row[name] or None for row in many] for name in many[0]})
    results = run("batch", str(given)).stdout.splitlines()
    assert len(results) == len(many)
    run("batch", str(given), "--out", str(direct))
    wanted = columns_of(load_ruleset("riichi"))
    form = result_format("csv", wanted)
    lines.write_bytes(csv_bytes(csv_text(wanted)) + form.join(list(map(form.from_json_line, results))))
    if ending == "csv":
        assert direct.read_bytes() == lines.read_bytes()
        for jobs in ("2",):
            run("batch", str(given), "--out", str(direct), "--jobs", jobs)
            assert direct.read_bytes() == lines.read_bytes()
    else:
        import pyarrow.parquet

        found = pyarrow.parquet.read_table(direct).to_pylist()
        assert [{name: plain(cell) for name, cell in row.items()} for row in found] == rows_of(lines)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_many_lines_of_other_rulesets_fill_the_same_columns(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("numpy")
    rules = [{"ruleset": "mcr"}, {"ruleset": "hong-kong"}, {}]
    other = [{"id": 1, "hand": HAND, **one} for one in rules]
    lines = "\n".join(map(json.dumps, other * 250))
    alone, together = tmp_path / "alone.csv", tmp_path / f"together.{ending}"
    run("batch", written(tmp_path / "few.jsonl", "\n".join(map(json.dumps, other))), "--out", str(alone))
    run("batch", written(tmp_path / "many.jsonl", lines), "--out", str(together))
    if ending == "csv":
        found = rows_of(together)
    else:
        import pyarrow.parquet

        cells = pyarrow.parquet.read_table(together).to_pylist()
        found = [{name: plain(cell) for name, cell in row.items()} for row in cells]
    assert found == rows_of(alone) * 250


@pytest.mark.parametrize("content", [b"", b"hand\n1m\n", b"PAR1" + bytes(100) + b"PAR1"])
def test_a_file_that_is_no_parquet_is_one_error(tmp_path: Path, content: bytes) -> None:
    pytest.importorskip("pyarrow")
    answer = run("batch", written(tmp_path / "hands.parquet", content))
    assert answer.exit_code == 2
    assert "cannot be read as Parquet" in " ".join(answer.stderr.split())


def test_a_damaged_parquet_file_says_how_far_it_came(tmp_path: Path) -> None:
    given = Path(parquet(tmp_path / "hands.parquet", {"hand": [HAND] * 20}))
    whole = given.read_bytes()
    given.write_bytes(whole[:4] + bytes(60) + whole[64:])
    answer = run("batch", str(given))
    assert answer.exit_code == 2
    assert answer.stderr.startswith("stopped after 0 hands")


def test_a_parquet_file_with_texts_that_are_none_is_one_error(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    texts = pyarrow.array([HAND.encode(), b"\xf0(m"], pyarrow.binary()).view(pyarrow.string())
    answer = run("batch", parquet(tmp_path / "hands.parquet", {"hand": texts}))
    assert answer.exit_code == 2
    assert "cannot be read as Parquet" in " ".join(answer.stderr.split())


def test_parquet_without_its_extra_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "scorer.batch.arrow", raising=False)
    monkeypatch.delattr("scorer.batch.arrow", raising=False)
    hands = written(tmp_path / "hands.jsonl", json.dumps({"hand": HAND}))
    for args in ((str(tmp_path / "hands.parquet"),), (hands, "--out", str(tmp_path / "out.parquet"))):
        (tmp_path / "hands.parquet").touch()
        answer = run("batch", *args)
        assert answer.exit_code == 2
        assert "pip install '.[batch]'" in answer.stderr
