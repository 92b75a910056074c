"""The packages build on one another in one direction, and each foreign package has one place."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

import pytest

from tests.support.loops import some
from tests.support.places import ROOT

PACKAGE = "scorer"

LAYERS = (
    "lazy", "values", "memo", "package", "languages", "foreign", "texts", "message", "errors", "suggest", "tiles", "phrases", "shapes", "hand", "parameters", "melds", "usual", "dialects", "notation", "readings",
    "language", "ruleset", "settings",
    "engine", "labels", "fast", "rows", "scoring", "distance", "sampling", "waiting", "teach", "table", "check", "audit", "render", "batch", "author",
    "replay", "answers", "writing", "questions", "sentence", "seat_table", "tabletalk", "session", "conversation", "web", "editor_input", "editor", "cli",
)  # fmt: skip
"""Each may import those before it. The front doors (`import scorer`, `python -m scorer`) may import all."""

HOMES = {
    "yaml": ("scorer.ruleset.source",),
    "click": ("scorer.cli",),
    "tabulate": ("scorer.render",),
    "numpy": ("scorer.fast.columns", "scorer.batch"),
    "pyarrow": ("scorer.batch",),
    "pygls": ("scorer.editor",),
    "lsprotocol": ("scorer.editor",),
    "segno": ("scorer.cli.page",),
}
"""Where a foreign package may be imported: in this module, or anywhere in this package."""


@lru_cache(maxsize=1)
def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(module: str) -> frozenset[str]:
    """What a module imports anywhere in it, as dotted names of modules where they are modules."""
    return imports_of_code(modules()[module].read_text(encoding="utf-8"))


def imports_of_code(code: str) -> frozenset[str]:
    """What the code of a module imports. The name of a module in a text counts: it may be imported by this name."""
    return frozenset(name for node in ast.walk(ast.parse(code)) for name in imported(node))


def imported(node: ast.AST) -> Iterator[str]:
    """What a statement imports, as dotted names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"line {node.lineno}: imports are written in full"
        base = node.module or ""
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            if inner != f"{PACKAGE}.__version__":  # a constant, defined before anything is imported
                yield inner if inner in modules() else base
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        name = node.value.partition(":")[0]
        if name in modules() and name != PACKAGE:
            yield name


def layer(module: str) -> int:
    """The place of a module in the order; the front doors stand above all."""
    parts = module.split(".")
    if len(parts) == 1 or parts[1] == "__main__":
        return len(LAYERS)
    assert parts[1] in LAYERS, f"{module} has no place in LAYERS"
    return LAYERS.index(parts[1])


def own(module: str) -> list[str]:
    """What a module imports of the package, in functions and for types too."""
    return [name for name in imports(module) if name == PACKAGE or name.startswith(PACKAGE + ".")]


def test_a_module_imports_only_layers_before_its_own() -> None:
    above = [
        f"{module} imports {name}"
        for module in modules()
        for name in own(module)
        if layer(name) > layer(module)
    ]
    assert not above


def test_a_foreign_package_is_imported_only_in_its_home() -> None:
    abroad = [
        f"{module} imports {name}"
        for module in modules()
        for name in {name.partition(".")[0] for name in imports(module)} - {PACKAGE}
        if name not in sys.stdlib_module_names
        and not any(f"{module}.".startswith(f"{home}.") for home in HOMES.get(name, ()))
    ]
    assert not abroad


FAST = "scorer.fast"
FAST_INTERFACE = {f"{FAST}.interface", f"{FAST}.requests"}
"""The modules of the fast evaluator that other packages may import."""


def test_the_fast_evaluator_is_imported_through_its_interface_alone() -> None:
    users = [module for module in modules() if not f"{module}.".startswith(f"{FAST}.")]
    inner = [
        f"{module} imports {name}"
        for module in users
        for name in own(module)
        if f"{name}.".startswith(f"{FAST}.") and name not in FAST_INTERFACE
    ]
    assert not inner
    assert {name for module in users for name in own(module)} >= FAST_INTERFACE


@pytest.mark.parametrize("name", ["yaml", "tabulate"])
def test_these_packages_are_imported_in_one_module_at_most(name: str) -> None:
    users = [module for module in modules() if any(i.partition(".")[0] == name for i in imports(module))]
    assert len(users) <= 1, users


ALLOWED_RINGS = {
    (
        "scorer.cli.main",
        "scorer.cli.sentences",
    ): "the group of all commands names them, and they build on its module",
    ("scorer.web.workers", "scorer.web.child"): "a process of its own is started with this name",
}
"""Names of modules that close a ring, with the reason. No import statement may."""


def rings(imports_by_module: Mapping[str, Collection[str]]) -> Iterator[str]:
    """The rings in which modules import one another, each as it is met first."""
    done: set[str] = set()

    def walk(module: str, path: tuple[str, ...]) -> Iterator[str]:
        if module in path:
            yield " -> ".join([*path[path.index(module) :], module])
        elif module not in done:
            for name in imports_by_module.get(module, ()):
                yield from walk(name, (*path, module))
            done.add(module)

    for module in imports_by_module:
        yield from walk(module, ())


def test_no_modules_import_one_another_in_a_ring() -> None:
    found = {
        module: [name for name in own(module) if name != module and (module, name) not in ALLOWED_RINGS]
        for module in modules()
        if module != PACKAGE
    }
    assert not [*rings(found)]


@pytest.mark.parametrize(
    "code",
    [
        "from scorer.engine.losing import losing_hand",
        "def late():\n    from scorer.engine import losing",
        "if TYPE_CHECKING:\n    import scorer.engine.losing",
        "losing = import_module('scorer.engine.losing')",
        "LOSING = 'scorer.engine.losing:losing_hand'",
    ],
)
def test_a_ring_is_found_however_a_module_is_imported(code: str) -> None:
    losing, evaluate = "scorer.engine.losing", "scorer.engine.evaluate"
    assert losing in imports_of_code(code)
    assert [*rings({losing: own(losing), evaluate: imports_of_code(code)})]


def test_every_view_of_a_hand_knows_whether_it_wins_on_a_discard() -> None:
    """A `View` is made of no hand; only the question itself is asked without that knowledge."""
    calls = [
        (module, ast.unparse(node.args[1]))
        for module in modules()
        for node in ast.walk(ast.parse(modules()[module].read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "View"
    ]
    assert {module for module, hand in some(calls) if hand != "NO_HAND"} == {"scorer.engine.score"}


def at_once(module: str) -> frozenset[str]:
    """What importing a module imports: what stands neither in a function nor below TYPE_CHECKING."""
    found, waiting = set(), [*ast.parse(modules()[module].read_text(encoding="utf-8")).body]
    while waiting:
        node = waiting.pop()
        found.update(imported(node))
        if isinstance(node, (ast.If, ast.Try)) and "TYPE_CHECKING" not in ast.dump(node):
            waiting += node.body
    return frozenset(found)


def test_a_command_reads_no_yaml_before_it_is_asked_for_a_rule_file() -> None:
    """`check` reads one in any case."""
    commands = {name for name in modules() if name.startswith("scorer.cli.")} - {"scorer.cli.check"}
    reached, waiting = set[str](), [*commands]
    while waiting:
        module = waiting.pop()
        if module in modules() and module not in reached:
            reached.add(module)
            waiting += at_once(module)
    assert not [name for name in reached if "yaml" in at_once(name)]
