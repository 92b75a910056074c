"""The page as a folder: its archive of code answers without anything installed, and it works offline."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

import pytest

from scorer.errors import InputError
from scorer.questions.games import sample_log
from scorer.web.answers import answer
from scorer.web.site import PYODIDE_FILES, PYODIDE_VERSION, write_site
from tests.cli.runs import run
from tests.web.chromium import Browser

PYODIDE = Path(os.environ.get("SCORER_PYODIDE", "nowhere"))
PREPARED = ("riichi", "mcr", "ema")
HAND = "234m345p67p456s55s+8p"
EVENING = "events:\n- {game: riichi, players: [Ann, Ben, Cho, Dia]}\n- {win: {Ben: mangan}, from: Ann}\n"
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("score", {"hand": HAND, "language": "ja"}),
    ("score", {"hand": "12q"}),
    ("explain", {"hand": HAND}),
    ("waits", {"hand": "234m345p67p456s55s", "language": "zh"}),
    ("table", {"ruleset": "ponjan"}),
    ("questions", {"seed": 1, "level": 1}),
    ("compare", {"hand": HAND, "rulesets": ["ema"]}),
    ("check", {"text": "extends: riichi\nname: Club\nset: {opn_tanyao: 0}"}),
    ("score", {"hand": HAND, "rules": "extends: riichi\nname: Club\nset: {open_tanyao: false}"}),
    ("score", {"hand": HAND, "form": "text"}),
    ("evening", {"text": EVENING, "form": "page"}),
    ("win_counts", {"text": EVENING, "seat": "S", "discarder": "E"}),
    ("replay", {"log": sample_log().decode(), "form": "page"}),
    ("replay", {"log": sample_log().decode(), "deal": "E1", "turn": 1, "form": "page"}),
    ("rulesets", {}),
    ("draw", {"ready": ["E"]}),
    ("final", {"scores": ["32400", "25100", "24300", "18200"]}),
    ("overtaking", {"behind": "7,800", "seat": "E", "win": "tsumo"}),
    ("complete", {"text": "extends: riichi\nset: {open_t", "row": 2, "column": 13}),
    ("hover", {"text": "extends: riichi\nset: {tanyao.value: 2}", "row": 2, "column": 8}),
    ("outline", {"text": "extends: riichi\nset: {open_tanyao: false}"}),
]
ASK = """
import json, os, sys
os.environ["SCORER_NO_CACHE"] = "1"
sys.path.insert(0, sys.argv[1])
from scorer.web.answers import answer_text
print(json.dumps([json.loads(answer_text(name, json.dumps(body))) for name, body in json.load(sys.stdin)]))
"""


@functools.cache
def expected() -> list[Any]:
    return json.loads(json.dumps([[*answer(name, body)] for name, body in QUESTIONS]))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a few prepared rulesets; the others are read from their files. Without Pyodide its files
    are empty.
    """
    made, pyodide = tmp_path_factory.mktemp("site"), PYODIDE
    if not pyodide.is_dir():
        pyodide = tmp_path_factory.mktemp("pyodide")
        for name in PYODIDE_FILES:
            (pyodide / name).write_bytes(b"")
    with pytest.MonkeyPatch.context() as patch:
        for module in ("built", "site"):
            patch.setattr(f"scorer.web.{module}.shipped_names", lambda: PREPARED)
        write_site(made, pyodide)
    return made


def test_a_folder_without_pyodide_is_refused_with_a_way_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="npm pack pyodide"):
        write_site(tmp_path / "site", tmp_path)


@pytest.mark.slow
def test_the_archive_of_code_answers_without_any_installed_package(site: Path, tmp_path: Path) -> None:
    ZipFile(site / "scorer.zip").extractall(tmp_path / "code")
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ASK, str(tmp_path / "code")],
        input=json.dumps(QUESTIONS), capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert json.loads(found.stdout) == expected()


@pytest.mark.slow
def test_the_files_of_a_site_are_all_there_and_kept_for_offline_use(site: Path) -> None:
    head = (site / "service.js").read_text(encoding="utf-8").partition("FILES = ")[2]
    kept = json.loads(head[: head.index(";")])
    assert {"./", "index.html", "app.js", "ask.js", "worker.js", "scorer.zip"} <= {*kept}
    assert all((site / name).exists() for name in kept)
    assert b"Content-Security-Policy" in (site / "index.html").read_bytes()
    prepared = json.loads((site / "rules" / "mcr.zh-Hans.json").read_text(encoding="utf-8"))
    assert prepared["data"]["id"] == "mcr"


# ---- in a browser, with Pyodide


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@pytest.fixture(scope="module")
def host(request: pytest.FixtureRequest) -> Iterator[ThreadingHTTPServer]:
    """A web host that knows nothing of scorer, with a site."""
    if not PYODIDE.is_dir():
        pytest.skip("SCORER_PYODIDE names no folder with Pyodide (npm pack pyodide)")
    site: Path = request.getfixturevalue("site")
    handler = functools.partial(QuietHandler, directory=str(site))
    made = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.server_close()


@pytest.mark.slow
def test_a_site_answers_as_the_library_does_and_works_offline(
    browser: Browser, host: ThreadingHTTPServer
) -> None:
    address = f"http://127.0.0.1:{host.server_address[1]}/#r=riichi&l=en&h={quote(HAND)}"
    browser.call("Page.navigate", url=address)
    browser.wait("document.querySelectorAll('#palette .tile').length > 30")
    browser.wait("document.getElementById('status').textContent.startsWith('Python is starting')")
    browser.wait("document.getElementById('bar').dataset.line === '2 han 30 fu · 2,000'", 120)
    assert browser.run("document.getElementById('status').textContent") == ""
    found = []
    for name, body in QUESTIONS:
        asked = f"import('./ask.js').then(({{ask}}) => ask({json.dumps(name)}, {json.dumps(body)})).then(JSON.stringify)"
        reply = json.loads(browser.run(asked))
        found.append([reply["status"], reply["data"]])
    assert found == expected()
    browser.wait("navigator.serviceWorker.controller !== null", 60)
    host.shutdown()
    host.socket.close()
    browser.call("Page.navigate", url="about:blank")
    browser.call("Page.navigate", url=address)
    browser.wait("document.getElementById('bar')?.dataset.line === '2 han 30 fu · 2,000'", 120)
    browser.click("#back")
    assert browser.run("document.getElementById('bar').dataset.line").startswith("Waits for")


def test_a_site_without_pyodide_says_how_to_get_it(tmp_path: Path) -> None:
    result = run("page", "--out", str(tmp_path / "site"), columns=400)
    assert result.exit_code == 2
    assert f"npm pack pyodide@{PYODIDE_VERSION} && tar xzf" in result.stderr
    assert not (tmp_path / "site").exists()
