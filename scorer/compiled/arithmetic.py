"""The arithmetic behind a score, written out: from the total to the base, and what each payer pays."""

from __future__ import annotations

from scorer.compiled.trees import evaluate
from scorer.compiled.worth import OTHERS
from scorer.engine.paid import Payments, Share, Step
from scorer.language.sums import looked_up, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from scorer.compiled.engine import Engine
    from scorer.compiled.results import Score
    from scorer.compiled.results import Share as QuickShare
    from scorer.language.sums import Sum
    from scorer.words.situation import Said


def steps_of(engine: Engine, score: Score) -> Iterator[Step]:
    """The lines of arithmetic up to the base, or to the base of the limit that is reached."""
    told, env = engine.form["telling"], engine.values.known(score.worth)
    for name, result in score.amounts:
        yield _step(name, told["amounts"][name], env, result)
    if score.limit not in told["bases"]:
        yield _step("base", told["base"], env, score.base)
        return
    plain = int(evaluate(engine.form["base"], env))
    below = {**env, "V": {**env["V"], "base": plain}}
    yield _step(score.limit, told["bases"][score.limit], below, score.base)


def _step(name: str, said: Any, env: Any, result: int) -> Step:
    names, text, formula = said
    return Step(name, names, text, written(_filled(formula, env)), result)


def paid_of(engine: Engine, score: Score, said: Said) -> Payments:
    """The payments with the working of every share."""
    env = engine.values.known(score.worth)
    facts = {**env["S"], "honba": said.honba, "sticks": said.sticks}
    points, shares, transfers, total, sticks = score.payments
    shown = tuple(_share(engine.form, share, said, {**env, "S": facts}) for share in shares)
    return Payments(points, shown, transfers, total, sticks)


def _share(form: Any, share: QuickShare, said: Said, env: Any) -> Share:
    told = form["telling"]
    formula, tree = told["shares"][share.part][said.self_draw][env["S"]["dealer"]][share.role]
    players = form["players"] - 2 if share.payer == OTHERS else 1
    names = told["extras"].get(share.part, ())
    text = written(_filled(formula, env))
    payer, role, amount, part = share
    return Share(payer, role, amount, part, text, names, evaluate(tree, env), players)


def _filled(formula: Any, env: Any) -> Sum:
    """A formula with its numbers; of a choice only the branch that applies."""
    op, *parts = formula
    if op == "=":
        return f"{evaluate(parts[0], env):,}"
    if op == "if":
        condition, then, otherwise = parts
        return _filled(then if evaluate(condition, env) else otherwise, env)
    if op == "for":
        table, column, key = parts
        return looked_up(table, column, written(_filled(key, env)))
    return (op, *(_filled(part, env) for part in parts))
