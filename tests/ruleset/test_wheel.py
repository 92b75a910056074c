"""The wheel: small, the same wherever it is built, and quick to build, install and use for the first time."""

import ast
import base64
import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

import scorer
from scorer.ruleset.find import shipped_names
from scorer.texts import COLUMN_BREAK, table_rows
from tests.support.loops import some
from tests.support.places import ROOT

HAND = "234m345p67p456s55s+8p"
ALONE = "-I"
"""The Python of an installation imports no other scorer, which PYTHONPATH may name."""
CODES = "[problem.code for problem in scorer.check_ruleset('tenhou')]"


@pytest.fixture(autouse=True)
def _hidden_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets no program that a test starts find the package in a folder that the caller named."""
    monkeypatch.delenv("PYTHONPATH", raising=False)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with scorer installed from a wheel; where that was built is gone."""
    folder, sources = tmp_path_factory.mktemp("installed"), tmp_path_factory.mktemp("sources")
    copied_sources(sources)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", sources]
    found = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
    if found.returncode and "Could not find a version" in found.stderr:
        pytest.skip("no package index can be reached")
    assert not found.returncode, found.stderr
    shutil.rmtree(sources)
    return python


@pytest.mark.slow
def test_every_shipped_ruleset_is_in_the_wheel_and_scores_as_in_the_checkout(installed: Path) -> None:
    code = (
        "import json, os, scorer\n"
        "from scorer.engine.catalogue import recorded_summaries\n"
        "from scorer.ruleset.find import shipped_names, shipped_place\n"
        f"score = scorer.score({HAND!r}, 'tenhou', win='tsumo')\n"
        "files = shipped_names(), sorted(recorded_summaries()), os.path.exists(shipped_place('built'))\n"
        "print(json.dumps([*files, score.points]))"
    )
    found = subprocess.run(
        [installed, ALONE, "-c", code], cwd=installed.parent, capture_output=True, text=True, check=True
    )
    assert json.loads(found.stdout) == [[*shipped_names()], [*shipped_names()], False, 2700]


MOST_WHEEL_BYTES = 2_000_000
SECONDS_TO_BUILD = 4
CODE_TABLE = "scorer/check/codes.yaml"


def copied_sources(folder: Path) -> Path:
    """A copy of all that a build reads."""
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    for name in ("scorer", "rulesets"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    return folder


def built(folder: Path, target: str, cache: Path) -> Path:
    """What a build of the sources in a folder makes: a `wheel` or an `sdist`."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "SCORER_NO_CACHE": ""}
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder / "dist")],
        cwd=folder, env=environment, capture_output=True, check=True,
    )  # fmt: skip
    [made] = (folder / "dist").glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


def files_of(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def digest_in_record(data: bytes) -> str:
    """The digest of a file as the list of the files of a wheel has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def original(name: str) -> Path:
    """The file of the repository that a file of a wheel is made of."""
    rules = name.removeprefix("scorer/rulesets/")
    return ROOT / name if rules == name else ROOT / "rulesets" / rules


def yaml_value(text: bytes) -> object:
    """What a file of rules says."""
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


INTERNAL = re.compile("scorer/(audit|author|cli|fast|language|sentence|session|teach)/")


def program(source: bytes, name: str) -> str:
    """What a module does, line by line: all but its comments and the docstrings of what is private or stands in
    a package that nobody imports from.
    """
    tree, private = ast.parse(source), "" if INTERNAL.match(name) else "_[^_]"
    for part in ast.walk(tree):
        if isinstance(part, ast.ClassDef | ast.FunctionDef) and re.match(private, part.name):
            if ast.get_docstring(part) is not None:
                part.body[0] = ast.Pass()
            part.end_lineno = part.end_col_offset = 0  # it may have been the end
    return ast.dump(tree, include_attributes=True)


def script(source: bytes) -> str:
    """A script or a style sheet without its spaces and the comments that are lines of their own."""
    lines = (one.strip() for one in source.decode().splitlines())
    first, *others = "\n".join(("", *lines)).split("\n/*")
    plain = first
    for one in others:
        comment, _, rest = one.partition("*/")
        plain += "\n" + (rest if rest.startswith("\n") else f"/*{comment}*/{rest}")
    return "".join(
        word for one in plain.splitlines() if not one.lstrip().startswith("//") for word in one.split()
    )


@pytest.mark.slow
def test_a_wheel_is_small_and_the_same_from_two_folders_and_from_the_source_distribution(
    tmp_path: Path,
) -> None:
    one, two, cache = tmp_path / "one", tmp_path / "another folder", tmp_path / "cache"
    for folder in (one, two, cache):
        folder.mkdir()
    wheel = built(copied_sources(one), "wheel", cache)
    assert wheel.stat().st_size < MOST_WHEEL_BYTES
    assert built(copied_sources(two), "wheel", cache).read_bytes() == wheel.read_bytes()
    with tarfile.open(built(one, "sdist", cache)) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    [unpacked] = (tmp_path / "unpacked").iterdir()
    assert built(unpacked, "wheel", cache).read_bytes() == wheel.read_bytes()
    assert not [*cache.iterdir()]
    texts = files_of(wheel)
    assert not [
        name for name, text in texts.items() if os.fsencode(tmp_path) in text or os.fsencode(ROOT) in text
    ]
    [record] = (text.decode() for name, text in texts.items() if name.endswith("/RECORD"))
    rows = [row for row in csv.reader(record.splitlines()) if row[1]]
    assert len(some(rows)) == len(texts) - 1
    assert {(name, digest_in_record(texts[name]), str(len(texts[name]))) for name, *_ in rows} == {
        *map(tuple, rows)
    }


@pytest.mark.slow
def test_a_wheel_lacks_only_comments_and_private_docstrings(tmp_path: Path) -> None:
    packed = files_of(built(copied_sources(tmp_path), "wheel", tmp_path))
    rules = [name for name in some(packed) if name.endswith(".yaml")]
    for name in some(rules):
        assert yaml_value(packed[name]) == yaml_value(original(name).read_bytes()), name
    for name in some([one for one in packed if one.startswith("scorer/") and one.endswith(".txt")]):
        kept, text = packed[name].decode(), original(name).read_text("utf-8")
        assert [*map(list, table_rows(kept))] == [*map(list, table_rows(text))], name
    assert COLUMN_BREAK in packed["scorer/messages.txt"].decode()
    for name in some([one for one in packed if one.endswith(".py")]):
        assert program(packed[name], name) == program(original(name).read_bytes(), name), name
    for name in some([one for one in packed if one.endswith((".js", ".css"))]):
        assert script(packed[name]) == script(original(name).read_bytes()), name
    whole = (".html", ".svg", ".template", ".json", ".jsonl", ".typed")
    for name in some([one for one in packed if one.startswith("scorer/") and one.endswith(whole)]):
        assert packed[name] == original(name).read_bytes(), name
    starters = [name for name in packed if "/starter/" in name]
    assert all(packed[name] == original(name).read_bytes() for name in some(starters))
    rest = b"".join(packed[name] for name in rules if name not in [*starters, CODE_TABLE])
    plain = re.sub(rb"(?<= )\"[^\"\n]*\"", b"", rest)  # texts may have a number sign
    assert not re.search(rb"\n *#(?! scorer:)| #(?! scorer:)[^\n]", plain)


@pytest.mark.slow
def test_a_wheel_is_built_in_seconds(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    copied_sources(tmp_path)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    built(tmp_path, "wheel", tmp_path)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < SECONDS_TO_BUILD


@pytest.mark.slow
def test_an_installation_has_the_package_without_its_build_steps_and_a_page_without_relative_links(
    installed: Path,
) -> None:
    code = (
        "from importlib.metadata import distribution\n"
        "found = distribution('mahjong-scorer')\n"
        "tops = {str(path).partition('/')[0] for path in found.files if '..' not in str(path)}\n"
        "print(sorted(top for top in tops if not top.endswith('.dist-info')))\n"
        "print([str(path) for path in found.files if path.name in ('wheel.py', 'hatch_build.py')])\n"
        "print(found.metadata['License-Expression'], found.metadata['Version'] == __import__('scorer').__version__)\n"
        "print('](tests/' in found.metadata.get_payload(), '# scorer' in found.metadata.get_payload())"
    )
    found = subprocess.run(
        [installed, ALONE, "-c", code], cwd=installed.parent, capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines() == ["['scorer']", "[]", "MIT True", "False True"]


@pytest.mark.slow
def test_a_shipped_ruleset_is_loaded_once_wherever_its_wheel_was_built(installed: Path) -> None:
    code = (
        "import scorer\n"
        "rules = scorer.load_ruleset('tenhou')\n"
        "print(rules is scorer.load_ruleset('tenhou'), [*map(scorer.ruleset.find.shipped_file, dict(rules.files))])"
    )
    env = {**os.environ, "SCORER_NO_CACHE": "1"}
    found = subprocess.run(
        [installed, ALONE, "-c", code],
        cwd=installed.parent,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "True ['tenhou.yaml', 'riichi.yaml', 'defaults.yaml']"


@pytest.mark.slow
def test_the_package_works_from_a_zip(installed: Path, tmp_path: Path) -> None:
    find = "import scorer; print(scorer.__path__[0])"
    where = subprocess.run(
        [installed, ALONE, "-c", find], cwd=installed.parent, capture_output=True, text=True, check=True
    )
    package = Path(where.stdout.strip())
    packed = shutil.make_archive(str(tmp_path / "packed"), "zip", package.parent, package.name)
    code = (
        f"import sys; sys.path.insert(0, {packed!r})\n"
        "import scorer\n"
        f"print('packed.zip' in scorer.__file__, scorer.score({HAND!r}, 'tenhou', win='tsumo').points)"
    )
    env = {**os.environ, "SCORER_NO_CACHE": "1"}
    run = subprocess.run(
        [installed, ALONE, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["True", "2700"]


CONSUMER = """
from scorer import Hand, InputError, Ruleset, Score, as_data, load_ruleset, parse_hand, score, score_many

result: Score = score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"], dora="4s")
points: float = result.points
patterns: tuple[str, ...] = result.patterns
total: float = result.payments.total
gains: dict[str, int | float] = dict(result.payments.transfers)
keys: list[str] = list(as_data(result))
rules: Ruleset = load_ruleset("sanma", {"red_fives": 0})
hand: Hand = parse_hand("123p456s", rules)
many: list[float | None] = list(score_many(["123x"]).points)
try:
    score("234m345p67p456s55s+8p", dorra="4s")
except InputError as error:
    message: str = str(error.faults[0].message)
    print(points, message)
"""
"""A program that uses scorer with its types."""


def type_errors(installed: Path, program: str) -> str:
    """What a strict mypy reports about a program that imports the installed scorer."""
    folder = installed.parents[1]
    (folder / "consumer.py").write_text(program, encoding="utf-8")
    check = [sys.executable, "-m", "mypy", "--strict", "--python-executable", installed, "consumer.py"]
    cache = ["--cache-dir", folder / "types", "--config-file", os.devnull]
    found = subprocess.run([*check, *cache], cwd=folder, capture_output=True, text=True, check=False)
    assert "no issues found" in found.stdout or "error:" in found.stdout, found.stderr
    return found.stdout if found.returncode else ""


@pytest.mark.slow
def test_a_program_that_uses_the_installed_types_passes_strict_type_checks_and_runs(installed: Path) -> None:
    assert not type_errors(installed, CONSUMER)
    run = subprocess.run(
        [installed, ALONE, "-c", CONSUMER], cwd=installed.parent, capture_output=True, text=True, check=True
    )
    points, _, message = run.stdout.partition(" ")
    assert points == "12000"
    assert message.startswith("score() has no argument 'dorra'; did you mean 'dora'?")


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        'points: str = score("123m").points',
        'score("123m", honba="1")',
        'score("123m", dora=4)',
        "score(123)",
        'load_ruleset("riichi").no_such_thing',
    ],
)
def test_strict_type_checks_find_the_wrong_use_of_an_installed_scorer(installed: Path, line: str) -> None:
    assert ":2: error:" in type_errors(installed, f"from scorer import load_ruleset, score\n{line}\n")


@pytest.mark.slow
def test_the_schema_of_results_is_in_the_wheel(installed: Path) -> None:
    command = [installed, ALONE, "-m", "scorer", "rulesets", "schema", "--results"]
    printed = subprocess.run(command, cwd=installed.parent, capture_output=True, text=True, check=True).stdout
    assert printed == (ROOT / "rulesets" / "result.schema.json").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "line", "asked", "told"),
    [
        (
            "tenhou.yaml",
            "remarks: [changed]",
            "scorer.load_ruleset('tenhou').remarks",
            "((('en', 'changed'),),)",
        ),
        ("tenhou.yaml", "no_such_key: 1", CODES, "['L201']"),
        ("ponjan.ja.yaml", "no_such_key: 1", CODES.replace("tenhou", "ponjan"), "['L402']"),
    ],
)
def test_a_rule_file_that_is_changed_where_it_is_installed_is_read_again(
    installed: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    line: str,
    asked: str,
    told: str,
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("SCORER_NO_CACHE", "1")
    find = "import scorer; print(scorer.__path__[0])"
    found = subprocess.run([installed, ALONE, "-c", find], capture_output=True, text=True, check=True)
    package = Path(found.stdout.strip())
    assert not package.is_relative_to(ROOT)
    shutil.copytree(package, tmp_path / "scorer")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from pathlib import Path\n"
        "from scorer.ruleset.find import shipped_place\n"
        "import scorer\n"
        f"file = Path(shipped_place({name!r}))\n"
        f"assert file.is_relative_to({str(tmp_path)!r})\n"
        f"file.write_text(file.read_text('utf-8') + '\\n{line}\\n', 'utf-8')\n"
        f"print({asked})"
    )
    run = subprocess.run([installed, ALONE, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [told]


def test_public_names_are_documented_in_the_wheel() -> None:
    homes = [home.replace(".", "/") + "/" for home in some(scorer.NAMES)]
    assert not [home for home in homes if INTERNAL.match(home)]
