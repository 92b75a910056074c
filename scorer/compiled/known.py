"""What an engine has worked out, kept in the user's cache folder for the next run.

It is numbers and texts alone, and hangs on the rules and on nothing else; so it lies beside the compiled
ruleset, and is used as long as that is. Most hands of a run are made of rows that earlier runs have seen.
"""

from __future__ import annotations

from scorer.compiled import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.compiled.memo import Memo

WORTH_KEEPING = 2000
"""so much has to be new"""


def recall_known(engine: Any) -> None:
    """Fills the memos of an engine with what earlier runs have left."""
    if engine.origin:
        path, options = engine.origin
        found = cache.recall_known(path, options, engine.form)
        for memo, entries in zip(known_memos(engine), found, strict=False):
            memo.update(entries)


def remember_known(engine: Any) -> bool:
    """Keeps what an engine knows, where that is much more than what was kept before; whether it was."""
    memos = known_memos(engine)
    is_much = sum(memo.misses for memo in memos) >= WORTH_KEEPING
    if engine.origin and is_much:
        path, options = engine.origin
        cache.remember_known(path, options, engine.form, map(dict, memos))
    return is_much


def known_memos(engine: Any) -> list[Memo[Any, Any]]:
    """The memos that hold plain data, in the same order for every engine of a ruleset."""
    board, conditions = engine.board, engine.conditions
    memos: list[Memo[Any, Any]] = [conditions.holding, board.groups.plain, board.groups.memo]
    memos += [row.words for row in board.rows]
    for shape in board.shapes:
        memos += [*shape.filler.families, *shape.single, *shape.every]
    for *_, plain, exact in engine.spelling.looked_up:
        memos += [plain, exact]
    for *_, memo in (*conditions.clusters, *conditions.parts, *engine.reader.suits):
        memos.append(memo)
    return memos
