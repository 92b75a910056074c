"""An installed scorer finds in its wheel what it would have to work out for the shipped rulesets."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorer.ruleset.find import DEFAULTS, shipped_names
from tests.support.places import ROOT

HAND = "234m345p67p456s55s+8p"
COMMANDS = (
    ["score", HAND, "--tsumo", "-w", "riichi"],
    ["score", HAND, "-f", "json"],
    ["score", "222m333p777s+7s"],
    ["rulesets", "list"],
    ["rulesets", "show", "tenhou"],
    ["waits", "234m345p67p456s55s"],
)
RUN = """
import sys
from scorer.cli.main import main
try: main({arguments!r})
except SystemExit: pass
print("read YAML:", "yaml" in sys.modules, "compiled:", "scorer.compiled.compile" in sys.modules)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with scorer installed from a wheel; where that was built is gone."""
    folder, built = tmp_path_factory.mktemp("installed"), tmp_path_factory.mktemp("built")
    for name in (".ci", "scorer", "rulesets"):
        shutil.copytree(ROOT / name, built / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, built)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", built]
    found = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
    if found.returncode and "Could not find a version" in found.stderr:
        pytest.skip("no package index can be reached")
    assert not found.returncode, found.stderr
    shutil.rmtree(built)
    return python


@pytest.mark.slow
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments[:2]))
def test_first_use_without_a_cache_reads_no_yaml_and_compiles_nothing(
    installed: Path, arguments: list[str]
) -> None:
    env = {**os.environ, "SCORER_NO_CACHE": "1", "SCORER_RULESET": ""}
    run = [installed, "-c", RUN.format(arguments=arguments)]
    found = subprocess.run(run, cwd=installed.parent, env=env, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "read YAML: False compiled: False"


@pytest.mark.slow
def test_every_shipped_ruleset_is_in_the_wheel_and_scores_as_in_the_checkout(installed: Path) -> None:
    code = (
        "import json, os, scorer\n"
        "from scorer.ruleset.find import shipped_place\n"
        f"score = scorer.score({HAND!r}, 'tenhou', win='tsumo')\n"
        "print(json.dumps([sorted(os.listdir(shipped_place('built'))), score.points]))"
    )
    found = subprocess.run(
        [installed, "-c", code], cwd=installed.parent, capture_output=True, text=True, check=True
    )
    files, points = json.loads(found.stdout)
    wanted = {f"{name}.yaml.{sort}" for name in shipped_names() for sort in ("model", "compiled", "checked")}
    assert set(files) == wanted | {f"{DEFAULTS}.yaml.index"}
    assert points == 2700


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
        [installed, "-c", code], cwd=installed.parent, capture_output=True, text=True, check=True
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
        [installed, "-c", code], cwd=installed.parent, env=env, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "True ['tenhou.yaml', 'riichi.yaml', 'defaults.yaml']"


@pytest.mark.slow
def test_a_shipped_ruleset_was_checked_when_the_wheel_was_built(installed: Path) -> None:
    code = (
        "from scorer import check_ruleset\n"
        "from scorer.check import run\n"
        "run.load = None  # a file that is read now fails\n"
        f"print([check_ruleset(name) for name in {list(shipped_names())}])"
    )
    env = {**os.environ, "SCORER_NO_CACHE": "1"}
    found = subprocess.run(
        [installed, "-c", code], cwd=installed.parent, env=env, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == str([() for _ in shipped_names()])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "asked", "told"),
    [
        ("remarks: [changed]", "scorer.load_ruleset('tenhou').remarks", "('changed',)"),
        ("remark: twice", "[problem.code for problem in scorer.check_ruleset('tenhou')]", "['L201']"),
    ],
)
def test_a_rule_file_that_is_changed_where_it_is_installed_is_read_again(
    installed: Path, line: str, asked: str, told: str
) -> None:
    """Last of all: it changes the installation, and puts it back."""
    code = (
        "from pathlib import Path\n"
        "from scorer.ruleset.find import shipped_path\n"
        "import scorer\n"
        "file = Path(shipped_path('tenhou'))\n"
        "text = file.read_text('utf-8')\n"
        f"file.write_text(text + '\\n{line}\\n', 'utf-8')\n"
        f"print({asked})\n"
        "file.write_text(text, 'utf-8')"
    )
    env = {**os.environ, "SCORER_NO_CACHE": "1"}
    run = subprocess.run(
        [installed, "-c", code], cwd=installed.parent, env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == [told]
