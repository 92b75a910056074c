"""L506: kinds of set of which the tiles make none, and shapes that no hand can fill because of that."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.sense.world import TooLarge
from scorer.check.subject import Subject
from scorer.errors import Problem


def hands_can_be_made(subject: Subject) -> Iterator[Problem]:
    """Every kind of set and every shape of the file, against the tiles that there are."""
    if not subject.has_sound_box:
        return
    try:
        tuples = subject.solver.world.tables.tuples
    except TooLarge:
        return
    empty = {kind for kind, found in tuples.items() if not found}
    own = _own_kinds(subject, empty)
    for name in own:
        message = f"the tiles make no '{name}': there are too few that are as alike as it asks"
        yield from subject.problem(
            subject.root.fields["sets"].fields[name], "L506", message, key=True, length=len(name)
        )
    section = subject.section("shapes")
    for shape in subject.ruleset.shapes:
        item = section.get(shape.id) if section else None
        if item is not None and shape.sets and set(shape.kinds) <= empty and not set(shape.kinds) & set(own):
            kinds = ", ".join(shape.kinds)
            message = f"no hand can be '{shape.id}': the tiles make no set of its kinds ({kinds})"
            yield from subject.problem(item, "L506", message, key=True, length=len(shape.id))


def _own_kinds(subject: Subject, empty: set[str]) -> list[str]:
    section = subject.section("sets")
    entries = section.fields.items() if section else ()
    return [name for name, item in entries if name in empty and subject.is_own(item)]
