# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chromium without a window, driven through its DevTools protocol on a pair of pipes.

with Browser(tmp_path) as browser:
    page = browser.open("report.html", width=390)
    assert page.evaluate("document.title") == "…"
    page.click("#next")
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    # Pages of a site that lies in a folder may read its files.
    "--allow-file-access-from-files",
    "--remote-debugging-pipe",
)
# How long Chromium may take to answer; it never decides a result.
PATIENCE = 120.0


class Browser:
    """One process of Chromium with a profile of its own in ``folder``."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("chromium")
        if program is None:
            raise RuntimeError("there is no chromium; scripts/setup-system.sh installs it")
        commands, self._write = os.pipe()
        self._read, answers = os.pipe()

        def place_pipes() -> None:
            # Chromium reads file descriptor 3 and writes 4; the pipes may be 3 and 4 themselves.
            high = [os.dup(commands), os.dup(answers)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self._process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={folder / 'chromium'}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            start_new_session=True,
            preexec_fn=place_pipes,
        )
        os.close(commands)
        os.close(answers)
        self._buffer = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End Chromium with all of its processes."""
        os.close(self._write)
        os.close(self._read)
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # It ended by itself when the pipes were closed.
        self._process.wait()

    def _receive(self) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, deadline - time.monotonic()))
            data = os.read(self._read, 1 << 20) if ready else b""
            if not data:
                raise RuntimeError("chromium ended" if ready else "chromium does not answer")
            self._buffer += data
        text, self._buffer = self._buffer.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message

    def send(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Run a command of the protocol and return its result."""
        self._number += 1
        number = self._number
        command = {"id": number, "method": method, "params": parameters}
        if session is not None:
            command["sessionId"] = session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        while (answer := self._receive()).get("id") != number:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def wait_for(self, method: str, session: str) -> None:
        """Wait for an event that has not been taken yet, and take it."""
        while True:
            for event in self.events:
                if event["method"] == method and event.get("sessionId") == session:
                    self.events.remove(event)
                    return
            self._receive()

    def open(
        self, page: str | Path, width: int = 1280, height: int = 900, dark: bool = False
    ) -> Page:
        """Load a file or an address in a new window of the given size."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        opened = Page(self, session)
        for domain in ("Page", "Runtime", "Log"):
            opened.send(f"{domain}.enable")
        opened.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        opened.send("Emulation.setEmulatedMedia", features=[scheme])
        opened.load(page)
        return opened


class Page:
    """One window of a browser."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser = browser
        self.session = session

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Run a command of the protocol on this page."""
        return self.browser.send(method, self.session, **parameters)

    def load(self, page: str | Path) -> None:
        """Load a file or an address, and wait until it is complete."""
        path, _, fragment = str(page).partition("#")
        url = path if "://" in path else Path(path.partition("?")[0]).resolve().as_uri()
        if "://" not in path and "?" in path:
            url += "?" + path.partition("?")[2]
        self.send("Page.navigate", url=url + ("#" + fragment if fragment else ""))
        self.browser.wait_for("Page.loadEventFired", self.session)

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, awaited if it is a promise."""
        result = self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait_until(self, condition: str) -> None:
        """Wait until a JavaScript condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate(condition):
            if time.monotonic() > deadline:
                raise RuntimeError(f"this did not come true: {condition}")
            time.sleep(0.02)

    def _middle(self, selector: str) -> tuple[float, float]:
        quoted = json.dumps(selector)
        found = self.evaluate(
            f"(() => {{ const e = document.querySelector({quoted}); if (!e) return null;"
            " e.scrollIntoView({block: 'center', behavior: 'instant'});"
            " const r = e.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        if found is None:
            raise RuntimeError(f"the page has no {selector}")
        return found[0], found[1]

    def _mouse(self, kind: str, x: float, y: float, button: str = "none") -> None:
        count = int(button != "none")
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=count)

    def hover(self, selector: str) -> None:
        """Move the mouse to the middle of the first element that a CSS selector finds."""
        self._mouse("mouseMoved", *self._middle(selector))

    def click(self, selector: str) -> None:
        """Click the first element that a CSS selector finds."""
        x, y = self._middle(selector)
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, "left")
        self._mouse("mouseReleased", x, y, "left")

    def type(self, text: str) -> None:
        """Type into the element that has the focus."""
        self.send("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Press a key, such as ``ArrowRight`` or ``Enter``."""
        code = {"Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        for kind in ("keyDown", "keyUp"):
            parameters = {"type": kind, "key": key, "code": key}
            parameters["windowsVirtualKeyCode"] = code.get(key, 0)
            if key == "Enter" and kind == "keyDown":
                parameters["text"] = "\r"
            self.send("Input.dispatchKeyEvent", **parameters)

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than its window."""
        width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.evaluate(width))

    def problems(self) -> list[str]:
        """Return the errors that the page's scripts raised or wrote to the console so far."""
        self.evaluate("0")  # Events before this answer have arrived.
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            parameters = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif event["method"] == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and parameters["type"] == "error":
                found.append(" ".join(str(a.get("value")) for a in parameters["args"]))
        return found

    def screenshot(self, path: Path, whole: bool = False) -> None:
        """Write a picture of the window, or of the whole page, as PNG."""
        answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(answer["data"]))
