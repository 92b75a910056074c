"""Where the data files of the package are on disk.

They are next to its modules. A package in a zip file has no such files: there, a copy is unpacked that lasts
as long as the process.
"""

from __future__ import annotations

import os
from functools import lru_cache


@lru_cache(maxsize=1)
def package_folder() -> str:
    """The folder of the package's data files.

    >>> os.path.isfile(os.path.join(package_folder(), "phrases.txt"))
    True
    """
    folder = os.path.dirname(os.path.realpath(__file__))
    return folder if os.path.isdir(folder) else _unpacked_folder(folder)


def package_file(*names: str) -> str:
    """The path of a data file of the package."""
    return os.path.join(package_folder(), *names)


def installation(extra: str) -> str:
    """How to install what an extra of the package needs. It is installed from a clone, as the README does it.

    >>> installation("phone")
    "run pip install '.[phone]' in the folder of your clone"
    """
    return f"run {installation_command(extra)} in the folder of your clone"


def installation_command(extra: str) -> str:
    """The command that installs what an extra of the package needs, in the folder of a clone."""
    return f"pip install '.[{extra}]'"


def _unpacked_folder(folder: str) -> str:
    """A temporary copy of the data files of a package that is imported from a zip file.

    The copies have the time of the archive, so that cached rulesets hold until the archive changes.
    """
    import atexit
    from shutil import rmtree
    from tempfile import mkdtemp
    from zipfile import ZipFile, is_zipfile

    archive = os.path.dirname(folder)
    while archive != os.path.dirname(archive) and not is_zipfile(archive):
        archive = os.path.dirname(archive)
    if not is_zipfile(archive):
        return folder
    parent = os.path.relpath(os.path.dirname(folder), archive).replace(os.sep, "/").removeprefix(".")
    prefix = f"{parent}/" if parent else ""
    package, changed, owner = os.path.basename(folder), os.stat(archive).st_mtime_ns, os.getpid()
    target = os.path.realpath(mkdtemp(prefix="scorer-"))

    def remove_copies() -> None:
        if os.getpid() == owner:  # a forked process still shares them with its parent
            rmtree(target, ignore_errors=True)

    atexit.register(remove_copies)
    with ZipFile(archive) as file:
        for name in file.namelist():
            if name.startswith((f"{prefix}{package}/", f"{prefix}rulesets/")) and not name.endswith(
                (".py", ".pyc", "/")
            ):
                path = file.extract(name, target)
                os.utime(path, ns=(changed, changed))
    return os.path.join(target, *parent.split("/"), package)
