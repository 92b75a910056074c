"""The build step of a wheel: everything that is worked out for the shipped rulesets goes into it.

An installed scorer then neither reads YAML nor compiles anything for a shipped ruleset, even the first time.
A source checkout has no such files; there the user's cache has what was worked out.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RulesetsHook(BuildHookInterface):  # type: ignore[misc]
    """Called by hatchling. An editable install gets none: the rule files of a checkout change."""

    folder: str = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Works out the models, the compiled forms and the index, and adds them to the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from scorer.ruleset.find import BUILT

        self.folder = tempfile.mkdtemp()
        write_built(self.folder)
        build_data["force_include"].update(
            {str(path): f"scorer/rulesets/{BUILT}/{path.name}" for path in Path(self.folder).iterdir()}
        )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Takes the temporary files away."""
        shutil.rmtree(self.folder, ignore_errors=True)


def write_built(folder: str) -> None:
    """Writes what an installed scorer finds beside its rule files."""
    from scorer.check.run import CHECKED, check_ruleset
    from scorer.compiled import COMPILED
    from scorer.compiled.compile import compile_ruleset
    from scorer.engine.configure import INDEX, configured, shipped_index
    from scorer.ruleset.cache import MODEL, kept, write_shipped
    from scorer.ruleset.find import DEFAULTS, shipped_names, shipped_place
    from scorer.ruleset.load import load_ruleset

    for name in shipped_names():
        path, ruleset = shipped_place(f"{name}.yaml"), load_ruleset(name)
        write_shipped(folder, MODEL, path, kept(ruleset), ruleset.files)
        form = compile_ruleset(configured(ruleset, None))
        write_shipped(folder, COMPILED, path, form, ruleset.files)
        write_shipped(folder, CHECKED, path, tuple(map(str, check_ruleset(name))), ruleset.files)
    write_shipped(folder, INDEX, shipped_place(f"{DEFAULTS}.yaml"), *shipped_index())
