"""Pages in a real browser: what it complains about, and what does not fit."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-sync", "--enable-logging=stderr", "--virtual-time-budget=20000",
)  # fmt: skip
PIXELS_PER_MM = 96 / 25.4
A4_WIDTH, A4_HEIGHT = int((210 - 2 * 13) * PIXELS_PER_MM), int((297 - 2 * 14) * PIXELS_PER_MM)
"""What the margins of the style sheet leave of a page of A4, in pixels."""

HARNESS = """<!doctype html><body>{frames}<pre id="found"></pre><script>
onload = () => {{
  const found = [...document.querySelectorAll('iframe')].map(frame => {{
    const page = frame.contentDocument, root = page.documentElement;
    const tall = name => Math.max(0, ...[...page.querySelectorAll(name)].map(e => e.offsetHeight));
    return {{
      scroll: root.scrollWidth, client: root.clientWidth, text: page.body.innerText.length,
      tall: Object.fromEntries({asked}.map(name => [name, tall(name)])),
      blank: [...page.querySelectorAll('svg.tiles')].filter(e => e.getBoundingClientRect().width < 8).length,
    }};
  }});
  document.getElementById('found').textContent = JSON.stringify(found);
}};
</script>"""


class Seen(NamedTuple):
    """One page at one width: what a browser measured, in pixels."""

    scroll: int
    client: int
    text: int
    tall: dict[str, int]
    blank: int


class Looked(NamedTuple):
    """Every page looked at, and every line that the browser wrote on its console."""

    pages: list[Seen]
    console: list[str]


def printed(page: str) -> str:
    """A page as it is laid out on paper."""
    return page.replace("@media print", "@media all")


def look(pages: Sequence[tuple[str, int]], folder: Path, asked: Sequence[str] = ()) -> Looked:
    """Opens pages, each at a width, and measures them; `asked` are selectors whose tallest element counts."""
    frames = "".join(
        f'<iframe width="{width}" height="700" style="border:0" srcdoc="{escape(page)}"></iframe>'
        for page, width in pages
    )
    harness = folder / "harness.html"
    harness.write_text(HARNESS.format(frames=frames, asked=json.dumps(list(asked))), encoding="utf-8")
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [str(CHROMIUM), *FLAGS, profile, "--dump-dom", harness.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return Looked([Seen(**item) for item in _found(done.stdout)], console)


def count_pages(page: str, folder: Path) -> int:
    """How many sheets of paper a page takes when it is printed."""
    source, target = folder / "page.html", folder / "page.pdf"
    source.write_text(page, encoding="utf-8")
    to_pdf = ("--no-pdf-header-footer", f"--print-to-pdf={target}", f"--user-data-dir={folder / 'profile'}")
    subprocess.run(
        [str(CHROMIUM), *FLAGS, *to_pdf, source.as_uri()], capture_output=True, timeout=120, check=True
    )
    return len(re.findall(rb"/Type\s*/Page\b", target.read_bytes()))


def _found(dom: str) -> list[dict[str, Any]]:
    match = re.search(r'<pre id="found">(.*?)</pre>', dom, re.DOTALL)
    assert match is not None, dom[-500:]
    found: list[dict[str, Any]] = json.loads(unescape(match[1]))
    return found
