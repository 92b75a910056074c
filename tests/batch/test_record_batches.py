"""Record batches give what single requests give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorer.errors import InputError
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset, score
from tests.cli.runs import run
from tests.support.loops import some

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

from scorer.batch.arrow import score_record_batch  # noqa: E402

HAND = "234m345p67p456s55s+8p"


def test_every_row_is_scored_as_it_would_be_alone() -> None:
    ruleset = load_ruleset("riichi")
    samples = [sample for sample in sample_hands(ruleset, 3, 60) if not sample[1].liable]
    asked = [request_for_hand(hand, situation, ruleset) for hand, situation in samples]
    batch = pa.RecordBatch.from_pydict(
        {
            "id": list(range(len(asked))),
            "hand": [request.hand for request in asked],
            "win": [request.win for request in asked],
            "round": [request.round for request in asked],
            "seat": [request.seat for request in asked],
            "from": [request.discarder for request in asked],
            "with": [list(request.circumstances) for request in asked],
            "dora": [request.indicators.get("dora") for request in asked],
            "ura": [request.indicators.get("ura") for request in asked],
            "honba": [request.honba for request in asked],
            "sticks": [request.sticks for request in asked],
        }
    )
    rows = score_record_batch(batch, "riichi").to_pylist()
    assert [row["id"] for row in rows] == list(range(len(asked)))
    for row, request in some(zip(rows, asked, strict=True)):
        if not row["ok"]:
            assert row["error"] in ("no_pattern", "not_winning")
            continue
        want = score(
            request.hand, ruleset, win=request.win, seat=request.seat, round=request.round,
            discarder=request.discarder, circumstances=request.circumstances, honba=request.honba,
            sticks=request.sticks, **request.indicators,
        )  # fmt: skip
        assert (row["points"], row["total"], tuple(row["patterns"])) == (
            want.points,
            want.total,
            want.patterns,
        )
    assert any(row["ok"] for row in rows)


def test_a_bad_row_spoils_no_others() -> None:
    batch = pa.RecordBatch.from_pydict({"hand": [HAND, "123x", "12m", None], "win": ["tsumo"] * 4})
    rows = score_record_batch(batch).to_pylist()
    assert [row["ok"] for row in rows] == [True, False, False, False]
    assert rows[1]["error"] == "notation"
    assert rows[2]["error"] == "hand"


def test_a_part_of_a_batch_gives_its_rows_whatever_lists_and_cells_are_empty() -> None:
    said = {
        "hand": [HAND] * 5,
        "with": [["riichi"], ["riichi", None], None, [], ["ippatsu", "riichi"]],
        "honba": [1, None, 0, 2, 3],
        "dora": pa.array(["4s", None, "", "1m", "4s"]).dictionary_encode(),
    }
    batch = pa.RecordBatch.from_pydict(said)
    rows = score_record_batch(batch).to_pylist()
    assert [row["total"] for row in rows] == [12300, 3900, 2000, 4500, 12900]
    assert score_record_batch(batch.slice(1, 3)).to_pylist() == rows[1:4]


def test_a_dictionary_may_have_an_entry_that_is_nothing() -> None:
    def stands_for(*texts: str | None) -> pa.DictionaryArray:
        return pa.DictionaryArray.from_arrays(pa.array(range(len(texts))), pa.array(texts))

    said = pa.ListArray.from_arrays(pa.array([0, 1, 2]), stands_for("riichi", None))
    found = score_record_batch(
        pa.RecordBatch.from_pydict(
            {"hand": stands_for(HAND, HAND + " "), "seat": stands_for("S", None), "with": said}
        )
    )
    assert found["points"].to_pylist() == [3900, 2000]
    assert score_record_batch(pa.RecordBatch.from_pydict({"hand": stands_for(HAND, None)}))[
        "ok"
    ].to_pylist() == [True, False]


def test_a_column_that_the_ruleset_does_not_have_is_named() -> None:
    batch = pa.RecordBatch.from_pydict({"hand": [HAND], "dorra": ["1m"]})
    with pytest.raises(InputError, match="no such column 'dorra'"):
        score_record_batch(batch)


def test_games_counted_in_other_units_have_those() -> None:
    batch = pa.RecordBatch.from_pydict({"hand": ["123m456p789s234s55p"], "win": ["tsumo"]})
    row = score_record_batch(batch, "pocket-mahjong").to_pylist()[0]
    assert row["ok"]
    assert "fan" in row
    assert "han" not in row


def test_points_are_what_is_paid_where_limit_hands_are_counted_in_points_too() -> None:
    ruleset = load_ruleset("british")
    assert ruleset.top_tier and ruleset.top_tier.unit == "points"
    said = {"hand": "1122m122223p(222s)+2m", "win": "discard", "seat": "E", "round": "S", "from": "S"}
    batch = pa.RecordBatch.from_pylist([said])
    row = score_record_batch(batch, "british").to_pylist()[0]
    assert (row["points"], row["total"], row["hand_points"]) == (168, 168, 28)


def test_no_rows_give_no_rows() -> None:
    batch = pa.RecordBatch.from_pydict({"hand": pa.array([], type=pa.string())})
    assert score_record_batch(batch).num_rows == 0


TEXT_TYPES = ("string", "large_string", "string_view", "dictionary")


@pytest.mark.parametrize("name", TEXT_TYPES)
def test_texts_and_lists_of_them_are_read_whatever_arrow_calls_them(name: str, tmp_path: Path) -> None:
    """The same cells score alike in a record batch and from Parquet; nothing in a list is left out of it."""
    text = {"large_string": pa.large_string(), "dictionary": pa.dictionary(pa.int32(), pa.string())}.get(
        name, pa.string()
    )
    if name == "string_view":
        text = getattr(pa, "string_view", pa.string)()
    lists = [["riichi", None], ["riichi", "ippatsu"], [], None]
    columns = {
        "hand": pa.array([HAND] * 4, pa.string()).cast(text),
        "with": pa.array(lists, pa.list_(pa.string() if name == "dictionary" else text)),
        "honba": pa.array([1.0, None, 0.0, 2.0]),
        "dora": pa.array(["4s", None, "", "4s"], pa.string()).cast(text),
    }
    batch = pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))
    found = score_record_batch(batch).to_pydict()
    assert (found["total"], found["error"]) == ([12300.0, 7700.0, 2000.0, 8600.0], [None] * 4)
    parquet.write_table(pa.Table.from_batches([batch]), tmp_path / "hands.parquet")
    lines = run("batch", str(tmp_path / "hands.parquet")).stdout.splitlines()
    assert [json.loads(line)["total"] for line in lines] == found["total"]


def test_a_column_of_words_is_read_as_in_csv() -> None:
    batch = pa.RecordBatch.from_pydict(
        {"hand": [HAND] * 4, "with": ["riichi ippatsu", "", None, "x"], "honba": ["1", " ", None, "y"]}
    )
    found = score_record_batch(batch).to_pydict()
    assert (found["total"], found["error"]) == (
        [8000.0, 2000.0, 2000.0, None],
        [None, None, None, "notation"],
    )
    wide = pa.RecordBatch.from_pydict({"hand": [HAND] * 300, "honba": ["1.5"] * 300})
    assert score_record_batch(wide).to_pydict()["ok"] == [False] * 300


@pytest.mark.parametrize("package", ["pyarrow", "pandas", "polars"])
def test_a_whole_table_is_scored_as_its_record_batches_are(package: str) -> None:
    frames = pytest.importorskip(package)
    columns = {"hand": [HAND, "123x", HAND], "win": ["tsumo", "", None], "honba": [1, 0, 2]}
    table = frames.table(columns) if package == "pyarrow" else frames.DataFrame(columns)
    found = score_record_batch(table).to_pylist()
    assert found == score_record_batch(pa.RecordBatch.from_pydict(columns)).to_pylist()
    assert [row["total"] for row in found] == [3000, None, 2600]


def test_a_table_without_rows_has_results_without_rows() -> None:
    assert score_record_batch(pa.table({"hand": pa.array([], pa.string())})).num_rows == 0


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(InputError, match="a data frame, not"):
        score_record_batch([HAND])
