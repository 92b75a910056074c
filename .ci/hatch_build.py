"""The step of a build that the build tool does not have: the README as a package index can show it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

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
