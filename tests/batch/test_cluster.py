"""Record batches are scored by a cluster as by one process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.loops import some

pytest.importorskip("distributed")
pq = pytest.importorskip("pyarrow.parquet")

from tests.benchmarks.cluster import score_file, score_files, write_hands  # noqa: E402
from tests.benchmarks.hands import played_requests  # noqa: E402


@pytest.mark.slow
def test_a_cluster_scores_files_as_one_process_does(tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    sources = write_hands(played_requests(1200), tmp_path, 3, 400)
    alone, together = tmp_path / "alone", tmp_path / "together"
    alone.mkdir()
    together.mkdir()
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        assert score_files(client, sources, together) == 1200
    for source in some(sources):
        score_file(str(source), str(alone / source.name))
        mine, theirs = (pq.read_table(folder / source.name) for folder in (alone, together))
        assert mine.equals(theirs)
        assert all(mine.column("ok").to_pylist())
