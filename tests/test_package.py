"""The package as a package index and its users see it: its name, its page, and what is in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest
import yaml

from tests.support.loops import some
from tests.support.places import ROOT

NAME = "mahjong-scorer"
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXTS = {".py", ".md", ".txt", ".toml", ".yaml", ".yml", ".json", ".html", ".js", ""}
SOMEBODY_ELSES = re.compile(
    r"(?:pipx?3? (?:install|inject|run)|uv (?:add|pip install|tool install|tool run)|uvx)\b[^\n`]*?(?<![\w./-])scorer(?![\w./-])"
    r"|pypi\.org/(?:project|simple)/scorer\b"
    r"|(?<![\w-])scorer\[\w"
)
"""On the package index, the name `scorer` belongs to another project."""
LINK = re.compile(r"\]\(([^)]*)\)")


def texts() -> list[Path]:
    """Every text of the repository but this one."""
    folders = ("scorer", "rulesets", "tests", ".github", ".ci")
    inner = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    found = (path for path in (*ROOT.glob("*.*"), *inner) if path.is_file() and path.suffix in TEXTS)
    return [path for path in found if "__pycache__" not in path.parts and path != Path(__file__)]


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("pip install scorer", True),
        ("pip install 'scorer[batch]'", True),
        ("pip install -q --upgrade scorer", True),
        ("pipx install scorer", True),
        ("uv tool install scorer", True),
        ("uvx scorer score HAND", True),
        ("https://pypi.org/project/scorer/", True),
        ("pip install 'mahjong-scorer[batch]'", False),
        ("pip install .\nscorer score HAND", False),
        ("https://pypi.org/project/mahjong-scorer/", False),
    ],
)
def test_a_text_that_installs_another_project_is_recognized(text: str, is_wrong: bool) -> None:
    assert bool(SOMEBODY_ELSES.search(text)) is is_wrong


@pytest.mark.slow
def test_no_text_tells_anyone_to_install_another_project() -> None:
    read = texts()
    assert len(read) > 300
    assert not [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in read
        for found in SOMEBODY_ELSES.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]


@pytest.mark.slow
def test_an_extra_is_installed_from_the_clone_in_every_text() -> None:
    """The package index does not have the package before it is released."""
    asked = re.compile(rf"pip install ['\"]?{NAME}\[")
    read = [path.relative_to(ROOT) for path in texts() if asked.search(path.read_text("utf-8", "replace"))]
    assert not read
    extras = re.findall(r"^(\w+) = \[", PROJECT.partition("[project.optional-dependencies]")[2], re.MULTILINE)
    told = (re.findall(r"pip install '\.\[(\w+)\]'", path.read_text("utf-8", "replace")) for path in texts())
    assert {"batch", "editor"} <= {name for names in told for name in names} <= {*extras, "phone"}


def test_the_distribution_has_its_own_name_and_its_metadata_link_to_it_alone() -> None:
    assert re.search(r'^name = "(.*)"$', PROJECT, re.MULTILINE)[1] == NAME  # type: ignore[index]
    links = re.findall(r'"(https?://[^"]*)"', PROJECT)
    assert links
    assert not [link for link in links if not link.startswith(f"https://pypi.org/project/{NAME}/")]


def test_the_version_is_found_without_an_installed_distribution() -> None:
    """A checkout, a zip file and an installation under any name all know their version."""
    code = [path for path in texts() if path.suffix == ".py" and "scorer" in path.relative_to(ROOT).parts]
    assert len(code) > 100
    assert not [path for path in code if "importlib.metadata" in path.read_text(encoding="utf-8")]


PAGE_OF_GUIDE = re.compile(r"rulesets/\w+[.]md")
IN_REPOSITORY = re.compile(r"repository|リポジトリ|仓库")


def test_texts_that_name_a_page_of_the_guide_say_that_it_is_in_the_repository() -> None:
    """Installations have no page of the guide."""
    names = ("scorer/*.txt", "scorer/cli/*.py", "rulesets/starter/**/*.*", "rulesets/*.json")
    lines = [
        line for name in names for path in ROOT.glob(name) for line in path.read_text("utf-8").splitlines()
    ]
    shown = [text for text in (line.rpartition(" | ")[2] for line in lines) if PAGE_OF_GUIDE.search(text)]
    pages = {page for text in some(shown) for page in PAGE_OF_GUIDE.findall(text)}
    assert all((ROOT / page).exists() for page in some(pages))
    assert not [text for text in shown if not IN_REPOSITORY.search(text)]


# ---- the page for an index


def build_steps() -> ModuleType:
    """The module with the steps of a build, which is no part of the package."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    spec = spec_from_file_location("hatch_build", ROOT / ".ci" / "hatch_build.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_code_behind_a_comment_stays_in_the_wheel() -> None:
    sheet = b"/* one */ b { color: red }\nc {}\n/* two\n * lines */\nd {}\n"
    assert (
        build_steps().packed_text("scorer/web/page/app.css", sheet)
        == b"/* one */ b { color: red }\nc {}\nd {}\n"
    )


def test_a_text_of_a_rule_file_keeps_its_number_sign_in_the_wheel() -> None:
    rules = b"""\
# what it says
help: "remove the #" # said once
others: {a: "the # of \\"it\\" #", b: 'a # of it', c: a dealer's tile} # the dealer's
"""
    assert (
        build_steps().packed_text("scorer/rulesets/a.yaml", rules)
        == b"""\

help: "remove the #" #
others: {a: "the # of \\"it\\" #", b: 'a # of it', c: a dealer's tile} #
"""
    )


@pytest.mark.parametrize(
    ("link", "repository", "expected"),
    [
        ("[the guide](rulesets/README.md)", "https://a.example/x/", "[the guide](https://a.example/x/rulesets/README.md)"),
        ("[shapes](rulesets/README.md#shapes)", "https://a.example/x", "[shapes](https://a.example/x/rulesets/README.md#shapes)"),
        ("![A hand](tests/hand.svg)", "https://a.example/x", "![A hand](https://a.example/x/tests/hand.svg)"),
        ("[Learn](#learn)", "https://a.example/x", "[Learn](#learn)"),
        ("[PyPI](https://pypi.org/)", "https://a.example/x", "[PyPI](https://pypi.org/)"),
        ("[the guide](rulesets/README.md#shapes)", "", "the guide (`rulesets/README.md`)"),
        ("![A hand](tests/hand.svg)", "", ""),
    ],
)  # fmt: skip
def test_a_link_of_the_readme_is_absolute_on_an_index(link: str, repository: str, expected: str) -> None:
    build = build_steps()
    assert build.index_page(link, repository) == expected


@pytest.mark.parametrize("repository", ["", "https://a.example/scorer/blob/HEAD"])
def test_no_relative_link_of_the_readme_is_left_on_an_index(repository: str) -> None:
    build = build_steps()
    targets = LINK.findall(build.index_page(README, repository))
    assert targets
    assert not [one for one in targets if not one.startswith(("https://", "#"))]


def test_every_link_of_the_readme_leads_somewhere() -> None:
    assert_links_lead_somewhere(ROOT / "README.md")


@pytest.mark.parametrize(("page", "number"), [("rulesets/README.md", 7), ("rulesets/REFERENCE.md", 2)])
def test_the_readme_links_to_every_topic_of_the_guide(page: str, number: int) -> None:
    topics = re.findall(r'<a id="([\w-]+)"></a>', (ROOT / page).read_text(encoding="utf-8"))
    linked = {target.partition("#")[2] for target in LINK.findall(README) if f"{page}#" in target}
    assert len(topics) > number
    assert not {*topics} - linked


def assert_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        if target.startswith("https://"):
            continue
        meant = page.parent / path if path else page
        assert meant.exists(), target
        assert not anchor or anchor in anchors(meant.read_text(encoding="utf-8")), target


def anchors(page: str) -> set[str]:
    """The anchors of a page: its headings as hosts name them, and those that are written out."""
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    headings = (
        re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    )
    return {*headings, *re.findall(r'<a id="([\w-]+)"></a>', page)}


# ---- what is said of it


def test_every_python_that_is_tested_is_named_by_the_package() -> None:
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PROJECT)
    assert named == ["3.10", "3.11", "3.12", "3.13", "3.14"]
    assert f'requires-python = ">={named[0]}"' in PROJECT
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert re.findall(r'"(3\.\d+)"', workflow.partition("python: [")[2].partition("]")[0]) == named


def test_every_link_of_a_page_for_contributors_leads_somewhere() -> None:
    pages = sorted((ROOT / ".github").glob("*.md"))
    assert {page.name for page in pages} >= {"CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}
    for page in pages:
        assert_links_lead_somewhere(page)


def test_issue_templates_ask_for_what_a_report_needs() -> None:
    for name in ("wrong-score", "rule-file"):
        form = yaml.safe_load(
            (ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml").read_text(encoding="utf-8")
        )
        needed = {part["id"] for part in form["body"] if part.get("validations", {}).get("required")}
        assert needed >= {"command", "result", "expected", "version"}


def test_a_browser_is_installed_only_when_asked_for() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    before, _, after = script.partition("apt-get install")
    assert after
    assert '"${SCORER_CI_BROWSER:-}" = 1 ] || [ "${CI:-}" = true' in before


# ---- a zip file


@pytest.fixture(scope="module", params=["", "lib/"], ids=["at its top", "in a folder"])
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What `sys.path` holds for a zip file with the package and its rulesets."""
    path = tmp_path_factory.mktemp("archive") / "scorer.zip"
    with ZipFile(path, "w") as file:
        for folder in ("scorer", "rulesets"):
            for source in sorted((ROOT / folder).rglob("*")):
                if source.is_file() and "__pycache__" not in source.parts:
                    file.write(source, f"{request.param}{source.relative_to(ROOT).as_posix()}")
    return str(path / request.param) if request.param else str(path)


def run_in(archive: str, code: str, folder: Path) -> str:
    """What a program prints that imports scorer from a zip file, its temporary files in a folder."""
    (folder / "temporary").mkdir()
    env = {**os.environ, "PYTHONPATH": archive, "TMPDIR": str(folder / "temporary")}
    env |= {"XDG_CACHE_HOME": str(folder / "cache"), "SCORER_RULESET": ""}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True).stdout


@pytest.mark.one_in(2)
def test_scorer_works_from_a_zip_file_and_leaves_nothing_behind(archive: str, tmp_path: Path) -> None:
    code = (
        "import scorer, sys\n"
        "from scorer.cli.main import main\n"
        "from scorer.suggest import players_words\n"
        "from scorer.check.pages import pages\n"
        "from scorer.phrases import phrases\n"
        "from scorer.render.page import style_sheet\n"
        "from scorer.render.art import pictures\n"
        "from scorer.ruleset.authoring import starter_text\n"
        "assert 'scorer.zip' in scorer.__file__, scorer.__file__\n"
        "assert all((players_words(), phrases(), pages(), style_sheet('page'), pictures(), starter_text('a.yaml')))\n"
        "print(scorer.score('234m345p67p456s55s+8p', win='tsumo').points)\n"
        "try: scorer.score('234m345p67p456s55s+8p', 'no-such-rules')\n"
        "except scorer.RulesetError as error: print(type(error).__name__)\n"
        "main(['score', '234m345p67p456s55s+8p', '-r', 'mcr', '-f', 'html'])"
    )
    printed = run_in(archive, code, tmp_path)
    assert printed.startswith("2700\nRulesetError\n<!doctype html>")
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.one_in(2)
def test_rulesets_are_cached_for_a_zip_file_until_it_changes(archive: str, tmp_path: Path) -> None:
    code = "import scorer, sys; scorer.load_ruleset('tenhou'); print('yaml' in sys.modules)"
    found = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cache").symlink_to(tmp_path)
        found.append(run_in(archive, code, tmp_path / name).strip())
    assert found == ["True", "False"]
