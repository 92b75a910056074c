"""A page in the system's Chromium, driven over a pipe: no package is needed."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from select import select
from time import monotonic, sleep
from typing import Any

from tests.render.browser import CHROMIUM

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe", "--force-color-profile=srgb",
)  # fmt: skip
MOST_SECONDS = 30


class Browser:
    """A headless browser with one page."""

    def __init__(self, folder: Path) -> None:
        theirs_in, self.out = os.pipe()
        self.inp, theirs_out = os.pipe()

        def connect_pipes() -> None:  # the browser reads from 3 and writes to 4
            first, second = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(first, 3)
            os.dup2(second, 4)

        command = [str(CHROMIUM), *FLAGS, f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen(
            command,
            preexec_fn=connect_pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.buffer, self.number, self.session = b"", 0, ""
        self.console: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        """Ends the browser."""
        with suppress(Exception):
            self.session = ""
            self.call("Browser.close")
        self.process.wait(10)
        os.close(self.inp)
        os.close(self.out)

    def call(self, method: str, /, **given: Any) -> Any:
        """What a method of the DevTools protocol returns."""
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": given}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            found = self._message()
            if found.get("id") == self.number:
                assert "error" not in found, (method, found["error"])
                return found["result"]

    def _message(self) -> dict[str, Any]:
        ends = monotonic() + MOST_SECONDS
        while b"\0" not in self.buffer:
            ready, _, _ = select([self.inp], [], [], max(0, ends - monotonic()))
            assert ready, "the browser does not answer"
            self.buffer += os.read(self.inp, 1 << 20)
        text, _, self.buffer = self.buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(text)
        self._note(found)
        return found

    def _note(self, event: Mapping[str, Any]) -> None:
        given = event.get("params", {})
        if event.get("method") == "Runtime.consoleAPICalled":
            self.console.append(str([one.get("value", one.get("description")) for one in given["args"]]))
        elif event.get("method") == "Runtime.exceptionThrown":
            self.console.append(str(given["exceptionDetails"].get("exception", given["exceptionDetails"])))
        elif event.get("method") == "Log.entryAdded":
            self.console.append(f"{given['entry']['text']} {given['entry'].get('url', '')}")

    # ---- a page

    def resize(self, width: int, height: int = 844, dark: bool = False) -> None:
        """Gives the page a size and a color scheme. No phone is emulated: a phone shows a page that is too
        wide at a smaller scale, so that no test would see it.
        """
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address: str) -> None:
        """Opens a page of ours and waits until it is ready."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.wait("document.documentElement?.dataset.ready === 'true'")
        self.settle()

    def run(self, script: str) -> Any:
        """The value of an expression on the page; promises are awaited."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition: str, seconds: float = MOST_SECONDS) -> None:
        """Waits until an expression is true."""
        ends = monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            assert monotonic() < ends, f"never true: {condition}; {self.console}"
            sleep(0.02)

    def settle(self) -> None:
        """Waits until what was done has had its effects, and nothing is asked any more.

        A `toggle` event comes in a task of its own after the click, and asks only then.
        """
        self.run("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        self.wait("!document.documentElement?.dataset.asking")

    def click(self, selector: str) -> None:
        """Clicks the middle of an element with the mouse."""
        script = (
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            "if (!one) return null; one.scrollIntoView({block: 'center'});"
            "const box = one.getBoundingClientRect();"
            "return [box.left + box.width / 2, box.top + box.height / 2]; })()"
        )
        place = self.run(script)
        assert place, f"no {selector}"
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1
            )
        self.settle()

    def fill(self, selector: str, value: str, event: str) -> None:
        """Gives a field a value, and says so with an event: input or change."""
        script = (
            f"(() => {{ const field = document.querySelector({json.dumps(selector)});"
            f"field.value = {json.dumps(value)}; field.dispatchEvent(new Event({json.dumps(event)})); }})()"
        )
        self.run(script)
        self.settle()

    def type(self, text: str) -> None:
        """Types characters, as from a keyboard."""
        for sign in text:
            self.call("Input.dispatchKeyEvent", type="keyDown", text=sign, key=sign)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=sign)
        self.settle()

    def press(self, key: str, modifiers: int = 0) -> None:
        """Presses a key by its name."""
        codes = {
            "Backspace": 8,
            "Tab": 9,
            " ": 32,
            "Enter": 13,
            "Escape": 27,
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowRight": 39,
            "ArrowDown": 40,
        }
        given: dict[str, Any] = {
            "key": key,
            "modifiers": modifiers,
            "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper())),
        }
        if key == " ":
            given["code"] = "Space"
        if key == "Enter":
            given["text"] = "\r"
        self.call("Input.dispatchKeyEvent", type="keyDown", **given)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.settle()

    def picture(self, path: Path, whole: bool = False) -> None:
        """Writes a screenshot."""
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))
