"""All public functions in eight threads at once, with memory that forgets, and cold: what one thread says."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any

from scorer import check_ruleset, load_ruleset, score, score_many, scoring
from scorer.errors import InputError, ScorerError
from scorer.hand import Situation
from scorer.memo import Memo
from scorer.ruleset import cache, load
from scorer.ruleset.find import shipped_names
from scorer.scoring import parse_hand, score_hand
from tests.campaign.areas.caches import own_folder, said
from tests.campaign.hands import Line, drawn_lines, drawn_options
from tests.campaign.running import Area

THREADS, ROWS = 8, 600


def draw(rng: Random) -> dict[str, Any]:
    """A ruleset with options, lines, and how much is remembered."""
    name = rng.choice(shipped_names())
    options = drawn_options(rng, load_ruleset(name)) if rng.random() < 0.5 else {}
    try:
        lines = drawn_lines(rng, load_ruleset(name, options), 60)
    except InputError:
        lines = []
    return {
        "ruleset": name, "options": options, "lines": lines, "most": rng.choice((3, 40, 0)), "seed": rng.randrange(1 << 30),
        "cold": rng.random() < 0.3,
    }  # fmt: skip


@contextmanager
def switching() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def forgetting(most: int) -> None:
    """Every memo that there is holds so little.

    No other thread runs while all objects are listed: CPython cannot finish a tuple that is being made of an
    iterator and that something else holds as well.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(60)
    time.sleep(0.01)  # those that were promised their turn sooner have it
    memos = [one for one in gc.get_objects() if isinstance(one, Memo)]
    sys.setswitchinterval(before)
    for memo in memos:
        memo.limit = most or memo.limit


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """What each thread gives."""
    with switching(), ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(THREADS)))


def tried(data: dict[str, Any]) -> int:
    """Loads cold in every thread, then scores the same lines in another order in each of them."""
    if data["cold"]:
        cold(data["ruleset"])
    lines, name, options = data["lines"], data["ruleset"], data["options"]
    if not lines:
        return THREADS
    many = (lines * (ROWS // len(lines) + 1))[:ROWS]
    for place, line in enumerate(many):
        many[place] = {**line, "honba": place % 5, "sticks": place % 3}
    scoring._SCORERS.clear()
    want = answers(score_many(many, name, options))
    alone = [single(line, name, options) for line in many[:40]]
    scoring._SCORERS.clear()
    cache._OPEN_RULESETS.clear()

    def work(thread: int) -> bool:
        order = list(range(ROWS))
        Random(data["seed"] + thread).shuffle(order)
        if thread == 0:
            forgetting(data["most"])
        found = answers(score_many([many[place] for place in order], name, options))
        assert found == [want[place] for place in order], first_of(found, [want[place] for place in order])
        some = [place for place in order if place < 40]
        assert [single(many[place], name, options) for place in some] == [alone[place] for place in some]
        return as_batch([many[place] for place in order], [want[place] for place in order], name, options)

    assert all(at_once(work))
    return 2 * THREADS * ROWS


def answers(scores: Any) -> list[Any]:
    """What columns say of each hand."""
    errors = {place: str(error) for place, error in scores.errors.items()}
    columns = zip(scores.points, scores.totals, scores.limits, scores.patterns, scores.payments, strict=True)
    return [(*row, errors.get(place)) for place, row in enumerate(columns)]


def first_of(found: Sequence[Any], want: Sequence[Any]) -> str:
    return next(
        f"{one} where {other} was wanted" for one, other in zip(found, want, strict=True) if one != other
    )


def single(line: Line, name: str, options: Any) -> Any:
    """A line by `score`, and by `score_hand` of what `parse_hand` reads."""
    known = {"win": "", "round": "", "seat": "", "from": "", "with": [], "honba": 0, "sticks": 0, "pao": {}}
    said_ = {**known, **line}
    shown = {key: value for key, value in said_.items() if key not in known and key != "hand"}
    try:
        found = score(
            said_["hand"], name, win=said_["win"], round=said_["round"], seat=said_["seat"], discarder=said_["from"],
            circumstances=said_["with"], honba=said_["honba"], sticks=said_["sticks"], pao=said_["pao"], options=options,
            **shown,
        )  # fmt: skip
        rules = load_ruleset(name, options)
        plain = score_hand(rules, parse_hand(said_["hand"], rules), Situation(True))
        return found.points, found.payments.transfers, plain.points
    except (ScorerError, TypeError, AttributeError) as error:
        return type(error), str(error)


def as_batch(lines: list[Line], want: list[Any], name: str, options: Any) -> bool:
    """The rows of a record batch, of those lines that can be rows."""
    import pyarrow as pa

    from scorer.batch.arrow import score_record_batch

    fits = [
        place
        for place, line in enumerate(lines)
        if line.keys() <= {"hand", "win", "seat", "with", "honba", "sticks"}
        and all(type(line.get(key, "")) is str for key in ("hand", "win", "seat"))
        and all(type(word) is str for word in line.get("with", []))
        and line.get("hand")
    ]
    if not fits:
        return True
    rows = [lines[place] for place in fits]
    columns = {key: [row.get(key, "") for row in rows] for key in ("hand", "win", "seat")}
    columns |= {key: [row[key] for row in rows] for key in ("honba", "sticks")}
    columns["with"] = [row.get("with", []) for row in rows]
    schema = pa.schema([
        ("hand", pa.string()), ("win", pa.string()), ("seat", pa.string()), ("honba", pa.int64()),
        ("sticks", pa.int64()), ("with", pa.list_(pa.string())),
    ])  # fmt: skip
    found = score_record_batch(pa.RecordBatch.from_pydict(columns, schema), name, options).to_pylist()
    got = [(row["points"], row["total"], row["limit"], row["patterns"]) for row in found]
    asked = [(*want[place][:3], None if want[place][3] is None else list(want[place][3])) for place in fits]
    assert got == asked, first_of(got, asked)
    return True


def cold(name: str) -> None:
    """Every thread loads a ruleset that nobody has loaded, from an empty cache folder; another then from what they keep."""
    want = said(cache.open_ruleset(name))
    with own_folder():
        for forgotten in (True, False):
            cache._OPEN_RULESETS.clear()
            for known in (load._load_shipped, load._base_root, load._defaults_root) if forgotten else ():
                known.cache_clear()
            assert all(at_once(lambda _: said(cache.open_ruleset(name)) == want)), name
        wanted = check_ruleset(name)
        assert all(at_once(lambda _: check_ruleset(name) == wanted)), name


AREA = Area(
    "threads", "all public functions in eight threads, with memory that forgets", draw, tried, share=2, seconds=200, shrinks=False, few=1
)  # fmt: skip
