"""Record batches of many rows in eight threads that share everything: every row is what one thread makes of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from random import Random
from typing import Any

from scorer import scoring
from scorer.batch.arrow import score_record_batch
from scorer.hand import Request
from scorer.ruleset.find import shipped_names
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset
from tests.campaign.areas.threads import THREADS, forgetting, switching
from tests.campaign.running import Area

HANDS, LOST, ROWS, ROUNDS, PIECE = 200, 1, 1_000, 12, 500


def draw(rng: Random) -> dict[str, Any]:
    """A ruleset, the seed of its hands, and how the threads go about them."""
    most = rng.choice((3, 40, 0, 0))
    return {
        "ruleset": rng.choice(shipped_names()),
        "seed": rng.getrandbits(30),
        "rows": ROWS if most == 0 else ROWS // 5,
        "rounds": ROUNDS if most == 0 else 1,
        "most": most,
        "often": rng.random() < 0.5,
    }


def batch_of(name: str, seed: int, count: int) -> Any:
    """Rows of different hands, winds and counters; few that do not win, since each of them is looked at alone."""
    rng, rules = Random(seed), load_ruleset(name)
    asked = [request_for_hand(*sample, rules) for sample in sample_hands(rules, seed, HANDS)]
    won = score_record_batch(_batch([row_of(one, 0, 0) for one in asked]), name).column("ok").to_pylist()
    lost = [one for one, ok in zip(asked, won, strict=True) if not ok][:LOST]
    asked = [one for one, ok in zip(asked, won, strict=True) if ok] + lost
    most = [number * (name in rules.table_counters) for name, number in (("honba", 7), ("sticks", 3))]
    return _batch([row_of(rng.choice(asked), *(rng.randint(0, one) for one in most)) for _ in range(count)])


def row_of(one: Request, honba: int, sticks: int) -> dict[str, Any]:
    """A request as a row."""
    situation = {"win": one.win, "seat": one.seat, "round": one.round, "from": one.discarder}
    return {"hand": one.hand, "with": list(one.circumstances), "honba": honba, "sticks": sticks, **situation}


def _batch(rows: list[dict[str, Any]]) -> Any:
    import pyarrow as pa

    texts = [(key, pa.string()) for key in ("hand", "win", "seat", "round", "from")]
    numbers = [(key, pa.int64()) for key in ("honba", "sticks")]
    return pa.RecordBatch.from_pylist(rows, pa.schema([*texts, *numbers, ("with", pa.list_(pa.string()))]))


def tried(data: dict[str, Any]) -> int:
    """Scores the rows in one thread, then in all, each in orders of its own and in batches as a frame cuts them."""
    import pyarrow as pa

    batch = batch_of(data["ruleset"], data["seed"], data["rows"])
    want = pa.Table.from_batches([score_record_batch(batch, data["ruleset"])])
    scoring._SCORERS.clear()

    def work(thread: int) -> int:
        rng, rows = Random(data["seed"] + thread), list(range(len(batch)))
        for turn in range(data["rounds"]):
            if thread == turn == 0:
                forgetting(data["most"])
            rng.shuffle(rows)
            order = pa.array(rows)
            found = [
                score_record_batch(batch.take(order.slice(start, PIECE)), data["ruleset"])
                for start in range(0, len(rows), PIECE)
            ]
            assert pa.Table.from_batches(found).equals(want.take(order).combine_chunks()), "other rows"
        return int(data["rounds"]) * len(rows)

    with switching() if data["often"] else nullcontext(), ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(work, range(THREADS)))


AREA = Area(
    "rows", "record batches of many rows in eight threads", draw, tried, seconds=600, shrinks=False, few=1
)
