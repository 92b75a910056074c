"""Many machines: a Dask cluster scores Parquet files of hands, a record batch at a time.

    pip install '.[cluster]'
    python -m tests.benchmarks.cluster [--hands 100000] [--files 8]

`score_files` is all that is needed; any client works in place of the local one used here. The command scores
the same files with one process and with two and estimates the cost of a billion hands. The estimate uses the
processor time of the workers, so other load on the machine does not change it. It is high for short runs: a
worker is several times as fast once it has seen some 50,000 hands. Ray and Spark (`mapInArrow`) call
`score_record_batch` in the same way.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import click
import pyarrow as pa
import pyarrow.parquet as pq

from scorer.batch.arrow import score_record_batch
from scorer.hand import Request
from tests.benchmarks.hands import columns, played_requests

ROWS = 16_384
BILLION = 10**9
CORE_HOUR = 0.04
"""dollars: what an hour of one core is let for by the large providers, roughly"""


def score_file(source: str, target: str, ruleset: str = "riichi") -> int:
    """Scores a file of hands into another; gives how many there were."""
    hands, writer = 0, None
    for batch in pq.ParquetFile(source).iter_batches(ROWS):
        scored = score_record_batch(batch, ruleset)
        if writer is None:
            writer = pq.ParquetWriter(target, scored.schema)
        writer.write_batch(scored)
        hands += scored.num_rows
    if writer is not None:
        writer.close()
    return hands


def score_files(client: Any, sources: Sequence[Path], folder: Path, ruleset: str = "riichi") -> int:
    """Scores files on a cluster, each where there is room, into files of the same names."""
    targets = [str(folder / source.name) for source in sources]
    names = [ruleset] * len(sources)
    return sum(client.gather(client.map(score_file, list(map(str, sources)), targets, names)))


def write_hands(requests: list[Request], folder: Path, files: int, rows: int) -> list[Path]:
    """Files of so many hands each, no hand twice: what is remembered of one hand does not help the next."""
    paths = [folder / f"hands-{number}.parquet" for number in range(files)]
    for number, path in enumerate(paths):
        pq.write_table(pa.table(columns(requests[number * rows : (number + 1) * rows])), path)
    return paths


@click.command()
@click.option("--hands", default=100_000, help="Number of hands.")
@click.option("--files", default=8, help="Number of files.")
def main(hands: int, files: int) -> None:
    """Score files of hands with one process and with two, and estimate the cost of a billion hands."""
    from distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = -(-hands // files)
        paths = write_hands(played_requests(rows * files), folder, files, rows)
        for workers in (1, 2):
            out = folder / f"out-{workers}"
            out.mkdir()
            with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
                client = Client(cluster)
                client.gather(client.map(_warm, range(4 * workers), pure=False))
                start, used = perf_counter(), sum(client.run(process_time).values())
                scored = score_files(client, paths, out)
                rate = scored / (perf_counter() - start)
                hours = BILLION / scored * (sum(client.run(process_time).values()) - used) / 3600
                client.close()
            click.echo(
                f"{workers} core{'s' * (workers > 1)}: {rate:10,.0f} hands/s; a billion: {hours:8,.1f} core hours, "
                f"{CORE_HOUR * hours:6,.2f} dollars at {CORE_HOUR} a core hour"
            )


def _warm(_: int) -> int:
    """Has a process import everything and open the ruleset."""
    batch = pa.RecordBatch.from_pydict({"hand": ["234m345p67p456s55s+8p"], "win": ["tsumo"]})
    return score_record_batch(batch).num_rows


if __name__ == "__main__":
    main()
