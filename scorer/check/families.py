"""The checks in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.check.arithmetic import arithmetic_sound
from scorer.check.box import box_sound
from scorer.check.conditions import sense_of_conditions
from scorer.check.documentation import documented
from scorer.check.examples import examples_run
from scorer.check.fillable import hands_can_be_made
from scorer.check.ladder import ladder_rises
from scorer.check.limits import limits_in_order
from scorer.check.names import names_sound
from scorer.check.nothing import nothing_selected
from scorer.check.overlays import overlay_acts
from scorer.check.parts import parts_sound
from scorer.check.patterns import whole_patterns
from scorer.check.payments import payments_sound
from scorer.check.relations import relations_act
from scorer.check.subject import Subject
from scorer.check.tables import tables_whole
from scorer.check.templates import sense_of_templates
from scorer.check.unused import names_used
from scorer.check.values import worth_something
from scorer.errors import Problem

Finder = Callable[[Subject], Iterator[Problem]]

FINDERS: tuple[Finder, ...] = (
    examples_run,
    hands_can_be_made,
    nothing_selected,
    sense_of_conditions,
    arithmetic_sound,
    sense_of_templates,
    whole_patterns,
    worth_something,
    relations_act,
    limits_in_order,
    tables_whole,
    payments_sound,
    ladder_rises,
    names_sound,
    box_sound,
    parts_sound,
    names_used,
    overlay_acts,
    documented,
)
