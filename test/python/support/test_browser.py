# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The helper that drives Chromium, on a page of its own."""

from __future__ import annotations

from browser import Browser

PAGE = """<!doctype html><title>One</title>
<meta name="viewport" content="width=device-width">
<style>
  body { margin: 0; background: white }
  @media (prefers-color-scheme: dark) { body { background: black } }
</style>
<button onclick="this.textContent = 'pressed'">press</button>
<input id="word" onkeydown="if (event.key === 'Enter') this.className = 'entered'">
<p id="over" onmouseover="this.textContent = 'seen'">hover</p>
<div id="wide" style="width: 500px; height: 1px"></div>
<script>
  setTimeout(() => { document.body.dataset.late = "yes"; }, 0);
  setTimeout(() => missing(), 0);
</script>
"""


def test_a_page_is_driven(tmp_path):
    (tmp_path / "page.html").write_text(PAGE)
    with Browser(tmp_path) as browser:
        page = browser.open(tmp_path / "page.html", width=390)
        assert page.evaluate("document.title") == "One"
        assert page.evaluate("document.documentElement.clientWidth") == 390
        assert page.overflow() == 110
        page.click("button")
        assert page.evaluate("document.querySelector('button').textContent") == "pressed"
        page.hover("#over")
        assert page.evaluate("document.querySelector('#over').textContent") == "seen"
        page.click("#word")
        page.type("äx")
        page.press("Enter")
        assert page.evaluate("document.querySelector('#word').value") == "äx"
        assert page.evaluate("document.querySelector('#word').className") == "entered"
        page.wait_until("document.body.dataset.late === 'yes'")
        page.wait_until("new Promise(done => setTimeout(() => done(true), 5))")
        assert [text.split("\n")[0] for text in page.problems()] == [
            "ReferenceError: missing is not defined"
        ]
        page.screenshot(tmp_path / "page.png")
        assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
        ground = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(ground) == "rgb(255, 255, 255)"
        dark = browser.open(tmp_path / "page.html", dark=True)
        assert dark.evaluate(ground) == "rgb(0, 0, 0)"
        assert dark.overflow() == 0
