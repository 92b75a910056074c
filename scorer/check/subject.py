"""A rule file under check: the model, and the place in the file of each of its parts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from scorer.check.bounds import Range
from scorer.check.demands import literals_of
from scorer.check.solver import Solver
from scorer.check.world import Undecided
from scorer.engine.evaluate import TooLarge, View, value_of
from scorer.engine.partial import is_decided
from scorer.errors import Problem
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import FUNCTIONS, Source, facts_depending_on, functions_depending_on
from scorer.message import Listed, Message, Text
from scorer.ruleset.builder import CheckedExpression, RulesetBuilder
from scorer.ruleset.entries import added_lists
from scorer.ruleset.find import shipped_file
from scorer.ruleset.items import SHEET_KEY, Item, root_item
from scorer.ruleset.load import LoadedFile
from scorer.ruleset.metadata import NO_RULES
from scorer.ruleset.model import Pattern, Ruleset, SheetItem, option_value_fault
from scorer.values import cached_property

Entry = tuple[Pattern, Item]
Conditions = Sequence[tuple[Node, bool]]
"""Conditions, each with whether it must hold or fail."""
CONCEALED_HAND = Node("fact", ("concealed_hand",), "concealed_hand")
ERROR, WARNING = "error", "warning"
HARMLESS = ("extends", "set", "add", *NO_RULES)
"""Sections that an overlay may change without changing the rules of its base."""
BOX = {"tileset", "sets", "shapes", "calls"}
MADE_OF = (("tileset",), ("tiles", "table"), ("sets",), ("shapes",), ("calls",), ("players",))
DEFINING = ("tiles", "facts", "options", "sets", "shapes", "circumstances", "indicators", "tables", "amounts")
"""Sections whose entries name expressions."""
SENSELESS = ("L501", "L502", "L503", "L505", "L506", "L507", "L509", "L510")
"""Codes of patterns that never or always hold, whose examples show nothing more."""
NAME_IT = Message("name it under kinds of a shape")
"""The hint for a kind of set that no hand has."""
SLOW_OPS = ("amount", "letter")
SLOW_FUNCTIONS = functions_depending_on(Source.WAITS, Source.AWARDS)
SLOW_FACTS = facts_depending_on(Source.WAITS)
INNER = frozenset(name for name, function in FUNCTIONS.items() if {"condition", "value"} & {*function.takes})
"""Functions whose arguments are themselves conditions or numbers."""
NO_CONDITIONS = ("class", "selector", "templates")
"""Sorts of expressions that are neither conditions nor numbers."""


def _is_of_unfinished_hand(item: Item) -> bool:
    """Whether an expression is asked of hands that have not won: the solver knows complete hands only."""
    return item.path[:1] == ("events",) or "transfers" in item.path


def _has_known_values(option: Item) -> bool:
    """Whether the values that an option may have do not depend on the one that it has."""
    return bool(option.get("choices") or option.get("to") or isinstance(option.get("default").value, bool))


class WrongExample(NamedTuple):
    """An example that does not show what it should: its owner, itself, and what is reported."""

    owner: Item
    entry: Item
    problem: Problem


class RulesUnderCheck:
    """A rule file that could be built, with or without errors."""

    def __init__(
        self, loaded_file: LoadedFile, ruleset: Ruleset, building: RulesetBuilder, file_root: Item
    ) -> None:
        self.loaded, self.ruleset, self.building, self.file_root = loaded_file, ruleset, building, file_root
        self.root = building.root
        self.witnesses: list[View] = []
        """readings of example hands; a condition that holds in one of them is possible"""
        self.met_conditions: set[object] = set()
        """the conditions of patterns that hold in an example, under whatever options it has"""
        self.holding: set[str] = set()
        """patterns that hold in one of their examples"""
        self.wrong_examples: list[WrongExample] = []
        self.incomplete_examples: list[Item] = []
        """examples that are no complete hand"""
        self.wrong_hands: list[Item] = []
        """worked hands with another result than they are written with"""
        self.proven_hands: frozenset[str] = frozenset()
        """the digests of worked hands that are known to come out as they are written"""
        self._blamed: list[Item] = []
        self._rules: dict[str, Ruleset] = {}
        self._witnessed: dict[object, View | None] = {}

    # -- problems ------------------------------------------------------------------------------------------

    def problem(
        self,
        item: Item,
        code: str,
        message: Text,
        hint: Text = "",
        severity: str = ERROR,
        *,
        key: bool = False,
        part: Node | None = None,
    ) -> Iterator[Problem]:
        """A problem at an item, or at a part of its expression. In a base it is a warning; in the
        defaults it is left out.
        """
        if not self.building.is_standard(item):
            self._blamed += [item] if code in SENSELESS and severity == ERROR else []
            severity = severity if self.is_own(item) else WARNING
            at, length = (part.position, len(part.text) or 1) if part else (0, 0)
            yield item.problem(code, message, hint, severity, key=key, offset=at, length=length)

    def warn(
        self, item: Item, code: str, message: Text, hint: Text = "", *, key: bool = False
    ) -> Iterator[Problem]:
        """A warning about something that may be intended."""
        return self.problem(item, code, message, hint, WARNING, key=key)

    def problem_at_node(
        self,
        expression: CheckedExpression,
        node: Node,
        code: str,
        message: Text,
        hint: Text = "",
        severity: str = ERROR,
    ) -> Iterator[Problem]:
        """A problem at a part of an expression."""
        return self.problem(expression.item, code, message, hint, severity, key=expression.key, part=node)

    def is_senseless(self, item: Item) -> bool:
        """Whether a condition of an entry has a fault, or uses a name that has one."""
        return any(id(part) in self._senseless for part in item.walk())

    @cached_property
    def _senseless(self) -> set[int]:
        paths = [item.path for item in self._blamed]
        names = self.spread_names({str(path[1]) for path in paths if path[0] in DEFINING and path[1:]})
        asking = (asked.item for asked in self.sound_expressions if names and names_in(asked.node) & names)
        return {id(item) for item in (*self._blamed, *asking)}

    # -- the file that a value is in
    # ------------------------------------------------------------------------------

    @cached_property
    def is_shipped(self) -> bool:
        """Whether the file is shipped with the package, for which more is required."""
        return shipped_file(self.loaded.name) == f"{self.ruleset.id}.yaml"

    def is_own(self, item: Item) -> bool:
        """Whether a value is in the file itself and not in its base."""
        return bool(item) and item.source is self.file_root.source

    def items_at(self, path: str) -> list[Item]:
        """The values at a path such as `bonuses.*.value`, in which `*` stands for each entry of a list
        or a mapping.
        """
        found = [self.root]
        for key in path.split("."):
            if key == "*":
                found = [entry for item in found for entry in item.fields.values() or item.entries]
            else:
                found = [entry for item in found if (entry := item.get(key))]
        return found

    def own_entries(self, *path: str) -> list[tuple[str, Item]]:
        """The entries of a mapping that are in the file itself."""
        return [(name, item) for name, item in self.root.get(*path).fields.items() if self.is_own(item)]

    @cached_property
    def changed_sections(self) -> frozenset[str]:
        """The sections of the rules that are not those of the base as they are there."""
        below = self.building.base_root.fields
        return frozenset(name for name, item in self.root.fields.items() if item is not below.get(name))

    @cached_property
    def keeps_rules(self) -> bool:
        """Whether the file keeps all rules of a shipped ruleset, and only gives options other values. What
        holds whatever the options are holds here as there.
        """
        options, lines = self.building.base_root.get("options"), self.file_root.get("set").fields
        return (
            shipped_file(self.building.base_root.source.name) != ""
            and self.changed_sections <= {"options", *NO_RULES}
            and self.file_root.fields.keys() <= {*HARMLESS}
            and not self.file_root.get("add")
            and lines.keys() <= options.fields.keys()
            and all(_has_known_values(options.get(name)) for name in lines)
            and not self.has_errors
        )

    def is_judged(self, item: Item) -> bool:
        """Whether a value is in the file itself, or in the base and affected by its changes."""
        if not item or self.is_own(item) or self.building.is_standard(item):
            return self.is_own(item)
        return bool(self.names_changed_in_meaning) and any(
            self.is_own(p) or id(p) in self._touched_items for p in item.walk()
        )

    @cached_property
    def names_changed_in_meaning(self) -> frozenset[str]:
        """The names whose meaning an overlay without errors changes."""
        heads = [*self.file_root.fields, *(key.split(".")[0] for key in self.file_root.get("set").fields)]
        changes_box = BOX & {*heads} or self.file_root.get("tiles", "table")
        if self.has_errors or changes_box or not self.file_root.get("extends"):
            return frozenset()
        return frozenset(self.spread_names(set(self.changes_by_name) - set(self.root.get("options").fields)))

    @cached_property
    def _touched_items(self) -> frozenset[int]:
        return frozenset(
            id(asked.item)
            for asked in self.sound_expressions
            if names_in(asked.node) & self.names_changed_in_meaning
        )

    @cached_property
    def spreads(self) -> bool:
        """Whether patterns of the base depend on changes of the overlay, in addition to those that it
        changes itself.
        """
        asked = (pattern.id for pattern, item in self.pattern_items if self.is_judged(item))
        return bool(self.names_changed_in_meaning) and not set(asked) <= self.changes_by_name.keys()

    @cached_property
    def changes_by_name(self) -> dict[str, Item]:
        """The changes of an overlay by name: entries of sections, and everything added, set or dropped."""
        named: dict[str, Item] = {}
        sections = [item for section, item in self.file_root.fields.items() if section not in HARMLESS]
        for item in (*sections, *added_lists(self.file_root.get("add")).values()):
            named |= item.fields | {found.text(): e for e in item.entries if (found := e.get("id"))}
        for path, item in self.file_root.get("set").fields.items():
            head, *rest = path.split(".")  # `facts.flush.is` and `flush.value` change `flush`
            named[rest[0] if rest and head in DEFINING else head] = item
        return named | {item.text(): item for item in self.file_root.get("drop").entries}

    def rules_of(self, item: Item) -> Ruleset:
        """The rules for which a hand was written: hands of a base do not know options changed by the
        overlay.
        """
        if self.is_own(item):
            return self.ruleset
        if item.source.name not in self._rules:
            root = root_item(item.source)
            said = {name: one.get("default") for name, one in root.get("options").fields.items()}
            said |= root.get("set").fields
            values = {
                option.id: found.value
                for option in self.ruleset.options
                if (found := said.get(option.id))
                and isinstance(found.value, bool | int | str)
                and not option_value_fault(option, found.value)
            }
            self._rules[item.source.name] = self.ruleset.with_options(**values)
        return self._rules[item.source.name]

    # -- possible hands ------------------------------------------------------------------------------------

    @cached_property
    def solver(self) -> Solver:
        """The solver, which tells whether conditions can hold."""
        return Solver(self.ruleset, self.copies_are_said)

    @cached_property
    def copies_are_said(self) -> bool:
        """Whether the file says how many copies each tile has, which is required unless the tiles are
        standard.
        """
        table, copies = self.root.get("tiles", "table"), self.root.get("tileset", "copies")
        is_said = copies and not self.building.is_standard(copies)
        return bool(is_said) or not table or any(tile.get("copies") for tile in table.fields.values())

    def witness(self, conditions: Conditions) -> View | None:
        """A reading of an example hand in which conditions hold (or fail) together, or None."""
        parts = (part for node, _ in conditions for part in node.walk())
        if any(map(_is_slow, parts)):
            return None
        literals = [literal for node, holds in conditions for literal in literals_of(node, holds)]
        key = tuple((comparable_tree(node), holds) for node, holds in literals)
        if key not in self._witnessed:
            has_none = any(self._witnessed.get((one,), self) is None for one in key)
            found = None if has_none else next(self._views_in_which(literals), None)
            if found is not None:  # the next question is often similar
                self.witnesses.remove(found)
                self.witnesses.insert(0, found)
            self._witnessed[key] = found
        return self._witnessed[key]

    def _views_in_which(self, literals: Conditions) -> Iterator[View]:
        """The readings of examples in which literals are so. Those that options decide are asked once."""
        decided = [one for one in literals if is_decided(one[0], self.ruleset)]
        others = [one for one in literals if one not in decided]
        views: Iterable[View] = self.witnesses
        if decided:
            rules = {id(view.ruleset): view for view in self.witnesses}
            possible = {key for key, view in rules.items() if _all_so(decided, view)}
            views = [view for view in self.witnesses if id(view.ruleset) in possible] if possible else ()
        return (view for view in views if _all_so(others, view))

    def side_of(self, pattern: Pattern) -> Conditions:
        """The state of the hand in which the pattern has a value; empty if it has one in both."""
        closed, opened = (
            node is not None and (pattern.zero or self.solver.ranges.range_of(node).high > 0)
            for node in (pattern.closed_value, pattern.open_value)
        )
        return [(CONCEALED_HAND, closed)] if closed != opened else []

    def can_hold(self, pattern: Pattern, further_conditions: Conditions = ()) -> bool:
        """Whether some hand has the pattern and meets further conditions."""
        wanted = [*conditions_of(pattern), *further_conditions]
        rows = [[row] if row else [] for row in pattern.alternatives or ((),)]
        return any(self.solver.possible(*wanted, templates=templates) for templates in rows)

    # -- expressions ---------------------------------------------------------------------------------------

    @cached_property
    def sound_expressions(self) -> tuple[CheckedExpression, ...]:
        """All expressions without errors, whose names have no errors either."""
        return tuple(asked for asked in self.building.expressions if not self.is_tainted(asked.node))

    @cached_property
    def judged_expressions(self) -> tuple[CheckedExpression, ...]:
        """The expressions to check: those of the file, and those of a base whose rules it changes."""
        return tuple(asked for asked in self.sound_expressions if self.is_judged(asked.item))

    @cached_property
    def judged_conditions(self) -> tuple[tuple[CheckedExpression, Node], ...]:
        """All conditions and numbers to check, with their expressions."""
        asked = (
            asked
            for asked in self.judged_expressions
            if asked.sort not in NO_CONDITIONS and not _is_of_unfinished_hand(asked.item)
        )
        return tuple((one, part) for one in asked for part in parts_of(one.node))

    @cached_property
    def _asked_at(self) -> dict[int, Node]:
        return {id(asked.item): asked.node for asked in self.sound_expressions if not asked.key}

    def node_at(self, item: Item) -> Node | None:
        """The parsed expression at an item, if it has no error."""
        return self._asked_at.get(id(item))

    def range_at(self, item: Item) -> Range | None:
        """The possible values of the number at an item."""
        node = self.node_at(item)
        return None if node is None else self.solver.ranges.range_of(node)

    # -- faults found earlier ---------------------------------------------------------------

    @cached_property
    def _faulty(self) -> dict[str, set[int]]:
        """The lines with problems, by file."""
        lines: dict[str, set[int]] = {}
        for problem in self.loaded.problems:
            if problem.is_error:
                lines.setdefault(problem.file, set()).add(problem.line)
        return lines

    @property
    def has_errors(self) -> bool:
        """Whether problems were found when the file was read."""
        return bool(self._faulty)

    def is_faulty(self, item: Item) -> bool:
        """Whether a problem is already reported for a value, its key or anything within it."""
        return bool(self._faulty) and any(
            part.position(key=key)[0] in self._faulty[part.source.name]
            for part in item.walk()
            if part.source.name in self._faulty
            for key in (False, True)
        )

    @cached_property
    def has_sound_box(self) -> bool:
        """Whether tiles, sets and shapes have no errors."""
        return not any(self.is_faulty(section) for path in MADE_OF if (section := self.root.get(*path)))

    @cached_property
    def has_sound_hands(self) -> bool:
        """Whether the structure of complete hands is known; otherwise conditions cannot be checked."""
        shapes = self.ruleset.shapes if self.has_sound_box else ()
        try:
            return any(
                not shape.sets or any(map(self.solver.world.tables.tuples.get, shape.kinds))
                for shape in shapes
            )
        except Undecided:  # there are too many sets to decide
            return True

    @cached_property
    def tainted_names(self) -> frozenset[str]:
        """Classes, facts, options, kinds and shapes with errors, about which nothing further can be
        reported.
        """
        if not self._faulty:
            return frozenset()
        sections = [*map(self.root.get, DEFINING), self.root.get("tileset")]  # flowers are counted by letter
        entries = [pair for section in sections for pair in section.fields.items()]
        return frozenset(self.spread_names({name for name, item in entries if self.is_faulty(item)}))

    def spread_names(self, names: set[str]) -> set[str]:
        """The names, with those of all classes and facts that are defined by them."""
        made = [a for a in self.building.expressions if a.item.path[:1] in (("tiles",), ("facts",))]
        size = -1
        while size != len(names):
            size = len(names)
            names |= {"".join(map(str, a.item.path[1:2])) for a in made if names_in(a.node) & names}
        return names

    def is_tainted(self, node: Node) -> bool:
        """Whether an expression uses a name that has an error."""
        return bool(self.tainted_names) and bool(names_in(node) & self.tainted_names)

    def names_tainted(self, item: Item) -> bool:
        """Whether a section names a class that has an error."""
        return any(part.text() in self.tainted_names for part in item.walk())

    @cached_property
    def unclear(self) -> frozenset[str]:
        """Patterns of which it is unknown when they hold, because a condition or a name in it has an
        error.
        """
        return frozenset(one.id for one, item in self.every_pattern if self._is_unclear(one, item))

    def _is_unclear(self, pattern: Pattern, item: Item) -> bool:
        match = item.get("match")
        if match and (self.is_faulty(match) or not all(pattern.alternatives)):
            return True
        written = [part for key in ("enabled", "when", "count") if (part := item.get(key))]
        asked = (
            pattern.condition,
            pattern.option_condition,
            pattern.letter_condition,
            pattern.count,
            pattern.closed_value,
            pattern.open_value,
        )
        nodes = [node for node in asked if node]
        nodes += [template for row in pattern.alternatives for template in row]
        return any(self.node_at(part) is None for part in written) or any(map(self.is_tainted, nodes))

    # -- parts ---------------------------------------------------------------------------------------------

    @cached_property
    def pattern_items(self) -> tuple[Entry, ...]:
        """All patterns with their items, in the order of the file."""
        return tuple(zip(self.ruleset.patterns, self.root.get("patterns").mappings, strict=True))

    @cached_property
    def every_pattern(self) -> tuple[Entry, ...]:
        """All patterns with their items, including `otherwise`."""
        otherwise, item = self.ruleset.otherwise, self.root.get("otherwise")
        return (*self.pattern_items, (otherwise, item)) if otherwise and item else self.pattern_items

    @cached_property
    def sheet_items(self) -> tuple[tuple[SheetItem, Item], ...]:
        """All sheet items with their items in the file, the fixed ones first."""
        sheet = self.ruleset.sheet
        written = [entry for part in ("fixed", "items") for entry in self.root.get(SHEET_KEY, part).mappings]
        return tuple(zip((*sheet.fixed_items, *sheet.items), written, strict=False)) if sheet else ()

    @cached_property
    def counted_items(self) -> dict[str, Item]:
        """What counts in a hand or limits it, by its id: patterns, bonuses, lines of the secondary score, and
        limits.
        """
        lists = [self.root.get(name).mappings for name in ("bonuses", "limits")]
        named = [(item.get("id").text(), item) for entries in lists for item in entries]
        named += [(one.id, item) for one, item in self.every_pattern]
        return dict([*named, *((one.id, item) for one, item in self.sheet_items)])


def subject_of(loaded_file: LoadedFile) -> RulesUnderCheck | None:
    """The rule file prepared for checking, or None if it could not be built."""
    if loaded_file.ruleset is None or loaded_file.builder is None or loaded_file.file_root is None:
        return None
    return RulesUnderCheck(loaded_file, loaded_file.ruleset, loaded_file.builder, loaded_file.file_root)


def conditions_of(pattern: Pattern) -> Conditions:
    """The conditions of a pattern in addition to its templates."""
    return [(node, True) for node in (pattern.option_condition, pattern.condition) if node is not None]


def _all_so(conditions: Conditions, view: View) -> bool:
    try:
        for node, holds in conditions:
            if bool(value_of(node, view)) != holds:
                return False
    except (TooLarge, RecursionError):
        return False
    return True


COMPOUND = ("arithmetic", "negative", "if", "and", "or", "not", "compare")


def text_in_brackets(node: Node) -> str:
    """The text of an expression, in brackets if it needs them next to an operator."""
    return f"({node.text})" if node.op in COMPOUND else node.text


def names_in(node: Node) -> set[str]:
    """All names in an expression, selector, class or template."""
    return {arg for part in node.walk() for arg in part.args if isinstance(arg, str)}


def parts_of(node: Node) -> Iterator[Node]:
    """All conditions and numbers in an expression, the whole first, without selectors and classes."""
    yield node
    if node.op not in ("template", "match") and (node.op != "call" or node.args[0] in INNER):
        for part in node.parts:
            yield from parts_of(part)


# ---- texts of messages

MOST_NAMED = 6


def some_of(names: Sequence[Hashable]) -> Text:
    """A list of names for a message, shortened if it is long.

    >>> str(some_of(["a", "b"])), str(some_of(list("abcdefgh")))
    ('a and b', 'a, b, c, d, e, f and 2 more')
    """
    if len(names) <= MOST_NAMED:
        return Listed(tuple(names))
    first = Listed(tuple(names[:MOST_NAMED]), "comma")
    return Message("and that many more", first, len(names) - MOST_NAMED)


def meant_hint(close: Sequence[str]) -> Text:
    """The hint with the name that was probably meant; empty if no name is similar."""
    return Message("did you mean the word", close[0]) if close else ""


def _is_slow(node: Node) -> bool:
    """Whether a node cannot be answered from a reading alone, or not quickly."""
    names = {"call": SLOW_FUNCTIONS, "fact": SLOW_FACTS}.get(node.op)
    return node.args[0] in names if names else node.op in SLOW_OPS
