"""Names of a package that are imported when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def lazy_names(
    package: dict[str, object], homes: Mapping[str, str], exported_names: Sequence[str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Two functions for a package: one gives a public name that is missing, imported from its module by
    `homes`, and one lists the public names. `package` is what `globals()` gives in the package.
    """

    def import_name(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        from importlib import import_module

        found = package[name] = getattr(import_module(homes[name]), name)
        return found

    def public_names() -> list[str]:
        """The public names, and not the modules that the package has imported so far."""
        return [*exported_names, *(name for name in package if name.startswith("__"))]

    return import_name, public_names
