"""The page as a folder that any host can serve: Python runs in the browser, and after the first visit the
page works without a network.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from scorer.errors import Fault, InputError
from scorer.message import Listed, Message
from scorer.package import package_folder
from scorer.ruleset.find import BUILT_FOLDER, DEFAULT_RULESET, shipped_folder, shipped_names
from scorer.web.answers import answer, json_bytes
from scorer.web.built import write_built
from scorer.web.files import PAGE_LANGUAGES, page_file, page_files

PYODIDE_VERSION = "314.0.7"
"""The version of Pyodide that the site is tested with."""
PYODIDE_FILES = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip
PYODIDE_NAMES_ITSELF = re.compile(rb'API\.version="([^"]+)"')
PYODIDE_FOLDER = "pyodide"
FOREIGN = ("yaml", "tabulate", "wcwidth")
"""Packages that answers need besides Python's own."""
LEFT_OUT = ("cli", "fast/columns", "web/page", "rulesets")
"""Folders of the package that the page does not need, or that are written in another way."""
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
"""Most static hosts cannot send headers of a site's own, so that the page itself has its policy."""
HEAD = b'<meta charset="utf-8">\n'


def write_site(site_folder: Path, pyodide: Path, tick: Callable[[str], object] = lambda name: None) -> str:
    """Writes the site and returns the version of Pyodide in it. `tick` is called with each ruleset.

    Raises InputError if the folder of Pyodide has not all files.
    """
    version = pyodide_version(pyodide)
    for folder in ("rules", PYODIDE_FOLDER):
        (site_folder / folder).mkdir(parents=True, exist_ok=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, site_folder / PYODIDE_FOLDER / name)
    files = {**page_files("ask-site.js"), "worker.js": page_file("worker.js")}
    del files["openapi.json"]  # there is no server to ask
    policy = f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_POLICY}">\n'.encode()
    files["index.html"] = files["index.html"].replace(HEAD, HEAD + policy)
    for name, content in files.items():
        (site_folder / name).write_bytes(content)
    write_code(site_folder / "scorer.zip")
    for ruleset in shipped_names():
        tick(ruleset)
        for language in PAGE_LANGUAGES:
            body = {"ruleset": ruleset, "language": language, "form": "page"}
            (site_folder / "rules" / f"{ruleset}.{language}.json").write_bytes(
                json_bytes(answer("ruleset", body).data)
            )
    first = [f"rules/{DEFAULT_RULESET}.{language}.json" for language in PAGE_LANGUAGES]
    kept = [*files, *first, "scorer.zip", *(f"{PYODIDE_FOLDER}/{name}" for name in PYODIDE_FILES)]
    (site_folder / "service.js").write_text(service_text(site_folder, kept), encoding="utf-8")
    return version


def pyodide_version(folder: Path) -> str:
    """The version of Pyodide in a folder. Raises InputError if files are missing."""
    if missing := [name for name in PYODIDE_FILES if not (folder / name).is_file()]:
        message = Message("unpack pyodide", folder, Listed(tuple(missing), "comma"), PYODIDE_VERSION)
        raise InputError([Fault("--pyodide", None, message, "circumstance")])
    found = PYODIDE_NAMES_ITSELF.search((folder / "pyodide.asm.mjs").read_bytes())
    return found[1].decode() if found else "of an unknown version"


def service_text(site_folder: Path, kept_files: list[str]) -> str:
    """The service worker, with the files that it keeps and a name that changes with any of them."""
    digest = blake2b(digest_size=8)
    for name in kept_files:
        digest.update((site_folder / name).read_bytes())
    names = json.dumps(["./", *kept_files])
    return (
        f"const VERSION = 'scorer-{digest.hexdigest()}', FILES = {names};\n{page_file('service.js').decode()}"
    )


# ---- the Python code


def write_code(path: Path) -> None:
    """Writes an archive with the package, its compiled rulesets, and the packages that it needs."""
    with tempfile.TemporaryDirectory() as made, ZipFile(path, "w", ZIP_DEFLATED) as archive:
        built = shipped_folder() / BUILT_FOLDER
        if not built.is_dir():
            built = Path(made)
            write_built(made)
        for name, file in [*code_files(), *ruleset_files(built)]:
            archive.write(file, name)


def code_files() -> Iterator[tuple[str, Path]]:
    """The files of the code, each with its name in the archive."""
    home = Path(package_folder())
    for file in sorted(home.rglob("*")):
        name = file.relative_to(home).as_posix()
        if file.is_file() and not name.startswith(tuple(f"{one}/" for one in LEFT_OUT)) and is_code(file):
            yield f"scorer/{name}", file
    for package in FOREIGN:
        spec = find_spec(package)
        folder = Path(os.path.dirname(spec.origin)) if spec and spec.origin else Path()
        for file in sorted(folder.rglob("*.py")):
            yield f"{package}/{file.relative_to(folder).as_posix()}", file


def is_code(file: Path) -> bool:
    """Whether a file of the package is code or read by code; what Python compiles is not."""
    return file.suffix in (".py", ".txt", ".css", ".yaml") and "__pycache__" not in file.parts


def ruleset_files(built_folder: Path) -> Iterator[tuple[str, Path]]:
    """The rule files, with the files that they are drawn and begun with, and their models."""
    home = shipped_folder()
    for file in sorted(home.rglob("*")):
        name = file.relative_to(home).as_posix()
        if (
            file.is_file()
            and file.suffix in (".yaml", ".svg", ".template", ".json")
            and not name.startswith(BUILT_FOLDER)
        ):
            yield f"scorer/rulesets/{name}", file
    for file in sorted(built_folder.iterdir()):
        yield f"scorer/rulesets/{BUILT_FOLDER}/{file.name}", file
