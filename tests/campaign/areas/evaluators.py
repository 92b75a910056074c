"""The two evaluators, columns, record batches and lines of JSON on the same hands, each beside the readable one.

Hands are sampled for every shipped ruleset under drawn options and with numbers of its file changed; some
are put into the situation of another or spoilt.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from scorer.batch.scoring import LineScorer
from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import TooLarge
from scorer.engine.request import parse_request
from scorer.engine.results import Score
from scorer.errors import InputError, ScorerError
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.render.result import result_data
from scorer.rows import BadLine, Rulesets, line_of
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.scoring import BulkScorer, load_ruleset, score_by_readings
from tests.campaign.hands import (
    Line,
    changed_numbers,
    drawn_lines,
    drawn_options,
    request_in,
    rules_of,
    with_numbers,
)
from tests.campaign.running import Area
from tests.fast.columns.agreeing import requests_of, row_of, rows_of
from tests.fast.comparing import fields, outcome

if TYPE_CHECKING:
    from scorer.fast.requests import RequestKey

CHANGED = 0.25
"""Share of the rulesets whose numbers are changed: such a file has to be read and checked anew."""
HANDS = 60
Answer = Score | ScorerError


def draw(rng: Random) -> dict[str, Any]:
    """A ruleset, options, changed numbers, and lines."""
    name = rng.choice(shipped_names())
    options = drawn_options(rng, load_ruleset(name))
    changes = changed_numbers(rng, name) if rng.random() < CHANGED else []
    try:
        rules = rules_of(name, options, changes)
    except InputError:
        rules = None
    lines = drawn_lines(rng, rules, HANDS) if rules else []
    return {"ruleset": name, "options": options, "changes": changes, "lines": lines}


@contextmanager
def file_of(name: str, changes: list[Any]) -> Iterator[str]:
    """The name of a shipped ruleset, or a file with its numbers changed."""
    if not changes:
        yield name
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.yaml")
        path.write_text(with_numbers(name, changes), encoding="utf-8")
        yield str(path)


def tried(data: dict[str, Any]) -> int:
    """Scores every line in every way."""
    lines, options = data["lines"], data["options"]
    if not lines:
        return 0
    with file_of(data["ruleset"], data["changes"]) as path:
        rules = configure_ruleset(open_ruleset(path), options)
        answers = [reference(rules, line) for line in lines]
        scorer = BulkScorer(rules)
        if scorer.engine is None:
            return len(lines)
        one_by_one(scorer, lines, answers)
        together(scorer, lines, answers)
        as_record_batch(path, options, lines, answers)
        as_json(path, options, lines, answers)
    return len(lines)


def reference(rules: Ruleset, line: Line) -> Answer:
    """What the readable evaluator says of a line."""
    try:
        request = spoken_in(line, [item.id for item in rules.indicators])
        assert request
        return score_by_readings(rules, *parse_request(request_in(line), rules))
    except ScorerError as error:
        return error


def spoken_in(line: Line, indicators: Sequence[str]) -> RequestKey:
    """What is said in a line."""
    return line_of(line, lambda _, __: tuple(indicators)).request


def one_by_one(scorer: BulkScorer, lines: Sequence[Line], answers: Sequence[Answer]) -> None:
    """The compiled evaluator alone, on every field."""
    for line, want in zip(lines, answers, strict=True):
        if isinstance(want, BadLine):
            continue
        try:
            assert scorer.engine is not None
            got = outcome(scorer.engine.score_text, spoken_in(line, scorer.indicators))
        except (NeedsReadableEvaluator, TooLarge):
            continue
        assert not isinstance(want, InputError), f"{line} is legal, where the readable evaluator says {want}"
        assert got == (fields(want) if isinstance(want, Score) else vars(want)), line


def together(scorer: BulkScorer, lines: Sequence[Line], answers: Sequence[Answer]) -> None:
    """Columns, and what they leave."""
    plain = [place for place, want in enumerate(answers) if not isinstance(want, BadLine)]
    asked = requests_of([spoken_in(lines[place], scorer.indicators) for place in plain], scorer.indicators)
    made = scorer.score_together(asked)
    if made is None:
        return
    rows, left = rows_of(made.columns), set(made.fallback_rows)
    for row, place in enumerate(plain):
        want = answers[place]
        if row in left:
            assert told(scorer.score_one(asked.row(row))) == told(want), lines[place]
        elif row in made.errors:
            assert told(made.errors[row]) == told(want), lines[place]
        else:
            assert isinstance(want, Score), (lines[place], want)
            assert rows[row] == row_of(want), lines[place]


def told(answer: Answer) -> tuple[Any, ...]:
    """What a row says of a hand."""
    if isinstance(answer, ScorerError):
        return type(answer), str(answer)
    worth, sheet, limit = answer.worth, answer.sheet, answer.worth.limit
    numbers = (worth.total, sheet.total if sheet else None, worth.tier)
    names = (limit.id if limit else None, answer.patterns)
    return answer.points, answer.total, *names, *numbers, dict(answer.payments.transfers)


def as_record_batch(path: str, options: Any, lines: Sequence[Line], answers: Sequence[Answer]) -> None:
    """Rows of Arrow, of those lines that can be rows."""
    import pyarrow as pa

    from scorer.batch.arrow import score_record_batch

    rules = configure_ruleset(open_ruleset(path), options)
    known = {"hand": "", "win": "", "round": "", "seat": "", "from": "", "with": [], "honba": 0, "sticks": 0}
    known |= {item.id: "" for item in rules.indicators}
    fits = [
        place
        for place, line in enumerate(lines)
        if line.keys() <= known.keys()
        and all(type(value) is type(known[key]) for key, value in line.items())
        and all(-(1 << 62) < line.get(key, 0) < 1 << 62 for key in ("honba", "sticks"))
        and line.get("hand")
        and not isinstance(answers[place], BadLine)
    ]
    columns = {key: [lines[place].get(key, usual) for place in fits] for key, usual in known.items()}
    schema = pa.schema([(key, ARROW[type(usual)]()) for key, usual in known.items()])
    rows = score_record_batch(pa.RecordBatch.from_pydict(columns, schema), path, options).to_pylist()
    for row, place in zip(rows, fits, strict=True):
        want = answers[place]
        assert row["ok"] == isinstance(want, Score), (lines[place], row)
        if isinstance(want, Score):
            found = (row["points"], row["total"], row["limit"], tuple(row["patterns"]))
            assert found == told(want)[:4], (lines[place], row)
        elif isinstance(want, InputError):
            assert row["message"] == str(want.faults[0].message), (lines[place], row)


def _texts() -> Any:
    import pyarrow as pa

    return pa.list_(pa.string())


def _text() -> Any:
    import pyarrow as pa

    return pa.string()


def _count() -> Any:
    import pyarrow as pa

    return pa.int64()


ARROW: dict[type, Any] = {str: _text, list: _texts, int: _count}


def as_json(path: str, options: Any, lines: Sequence[Line], answers: Sequence[Answer]) -> None:
    """Lines of `scorer batch`, whole objects."""
    scorer = LineScorer(Rulesets(path, options))
    for line, want in zip(lines, answers, strict=True):
        raw = json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
        text, is_scored, _ = scorer.result(raw)
        found = json.loads(text)
        assert is_scored == found["ok"] == isinstance(want, Score), (line, found)
        if isinstance(want, Score):
            whole = json.loads(json.dumps({"id": None, **result_data(want)}))
            assert found == whole, (line, {key for key in whole if whole[key] != found.get(key)})


AREA = Area(
    "evaluators",
    "hands of every ruleset, under drawn options and changed numbers, in every way",
    draw,
    tried,
    share=3,
    few=4,
    seconds=60,
)
