# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The documentation site builds without a warning, and its links lead somewhere."""

from __future__ import annotations

import html
import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from browser import Browser

ROOT = Path(__file__).resolve().parents[3]

# The site runs the programs of the tutorial and measures them.
pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run([ROOT / "scripts/site.sh", folder], capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


class Page(HTMLParser):
    """The targets and the links of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.links: list[str] = []
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if values.get("id"):
            self.targets.add(values["id"])
        for name in ("href", "src"):
            if values.get(name) and not (tag == "link" and values.get("rel") == "canonical"):
                self.links.append(values[name])


def find_broken_links(folder: Path) -> list[str]:
    """Return "page: link" for each link to a page, file or heading that does not exist."""
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            heading = unquote(parts.fragment)
            exists = file.exists() and (
                not heading or file not in pages or heading in pages[file].targets
            )
            if not exists:
                broken.append(f"{path.relative_to(folder)}: {link}")
    return broken


def test_no_link_is_broken(site: Path) -> None:
    assert len(list(site.rglob("*.html"))) > 20
    assert find_broken_links(site) == []


def test_the_checker_finds_broken_links(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="top"></h1><a href="#top"></a><a href="b.html"></a>')
    (tmp_path / "c.html").write_text('<a href="a.html#bottom"></a><a href="a.html#top"></a>')
    assert sorted(find_broken_links(tmp_path)) == ["a.html: b.html", "c.html: a.html#bottom"]


def test_the_tutorial_shows_loops_pictures_and_times(site: Path) -> None:
    text = (site / "tutorial.html").read_text()
    assert text.count("Measured when this page was built") >= 6
    assert text.count("memory-picture") >= 6
    # The sizes of tiles are those of the machine that builds the page.
    shown = html.unescape(re.sub(r"<[^>]+>", "", text))
    assert re.search(r"for i in range\(0, 512, \d+\):  # parallel", shown)


def test_the_search_knows_every_page(site: Path) -> None:
    index = (site / "searchindex.js").read_text()
    names = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))["docnames"]
    assert {
        "index",
        "start",
        "tutorial",
        "scheduling",
        "primitives",
        "recipes/softmax",
        "api",
    } <= set(names)


def test_pages_are_readable_on_a_phone_and_on_a_desk(site: Path, tmp_path: Path) -> None:
    with Browser(tmp_path) as browser:
        for width in (390, 1280):
            page = browser.open(site / "index.html", width=width)
            for path in sorted(site.rglob("*.html")):
                page.load(path)
                assert page.overflow() == 0, (path.name, width)
                assert page.problems() == [], path.name
            # On a phone, the pages are behind a button.
            is_wide = page.evaluate("document.querySelector('.sidebar-drawer').offsetLeft >= 0")
            assert is_wide == (width == 1280)


def test_somebody_who_searches_finds(site: Path, tmp_path: Path) -> None:
    with Browser(tmp_path) as browser:
        page = browser.open(site / "index.html")
        page.click("input.sidebar-search")
        page.type("softmax")
        page.press("Enter")
        page.wait_until("document.querySelectorAll('#search-results li').length >= 2")
        assert "q=softmax" in page.evaluate("location.href")
        first = page.evaluate("document.querySelector('#search-results li a').textContent")
        assert first == "Softmax"


def test_pages_are_dark_where_the_reader_wants_that(site: Path, tmp_path: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with Browser(tmp_path) as browser:
        for is_dark in (False, True):
            page = browser.open(site / "tutorial.html", dark=is_dark)
            level = sum(map(int, re.findall(r"\d+", page.evaluate(ground))[:3])) / 3
            assert level < 60 if is_dark else level > 200
            # Pictures are drawn for paper, and keep it.
            picture = "getComputedStyle(document.querySelector('.memory-picture svg'))"
            assert page.evaluate(f"{picture}.backgroundColor") == "rgb(255, 255, 255)"
