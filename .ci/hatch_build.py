"""Two steps of a build: the page for a package index, and the compiled form of the shipped rulesets.

With the compiled rulesets in its wheel, an installed scorer neither reads YAML nor compiles anything for a
shipped ruleset, even the first time. A source checkout has no such files; it uses the cache of the user.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:)([^)#]*)(#[^)]*)?\)")
"""A relative link of Markdown, or an image (`!`): its text, its file (empty: this page), its anchor."""


class IndexPageHook(MetadataHookInterface):  # type: ignore[misc]
    """Called by hatchling for the description of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Adds the README as a package index can show it."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        page = index_page(readme, self.config.get("repository", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": page}


def index_page(readme: str, repository: str = "") -> str:
    """The README with absolute links. Its links are relative in the repository, so that they work in every
    clone and on every host, but an index has none of the files.
    """

    def absolute(found: re.Match[str]) -> str:
        mark, text, path, anchor = found[1], found[2], found[3], found[4] or ""
        if not path:
            return found[0]
        if repository:
            return f"{mark}[{text}]({repository.rstrip('/')}/{path}{anchor})"
        return "" if mark else f"{text} (`{path}`)"

    return LINK.sub(absolute, readme)


class RulesetsHook(BuildHookInterface):  # type: ignore[misc]
    """Called by hatchling. The rule files of a checkout change, so an editable install gets no compiled ones;
    it gets a filled cache instead.
    """

    folder: str = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles the rulesets and adds the results to the wheel."""
        sys.path.insert(0, self.root)
        if version == "editable":
            fill_cache()
            return
        from scorer.ruleset.find import BUILT_FOLDER
        from scorer.web.built import write_built

        self.folder = tempfile.mkdtemp()
        write_built(self.folder)
        build_data["force_include"].update(
            {str(path): f"scorer/rulesets/{BUILT_FOLDER}/{path.name}" for path in Path(self.folder).iterdir()}
        )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes the temporary files."""
        shutil.rmtree(self.folder, ignore_errors=True)


def fill_cache() -> None:
    """Reads the shipped rulesets into the user's cache, so that the first command does not have to."""
    from scorer.engine.catalogue import shipped_overviews
    from scorer.errors import ScorerError
    from scorer.ruleset.cache import cache_folder

    if cache_folder() is not None:
        with suppress(ScorerError):  # a rule file at work need not be sound to be worked on
            shipped_overviews()
