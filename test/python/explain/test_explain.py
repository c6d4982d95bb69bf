# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages about functions, as a browser shows them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dpnp
import pytest
import saopt as sa
from browser import Browser, Page
from saopt._src.profile.limits import Limits

TOOL = Path(sys.executable).parent / "saopt"
TAKEN = "document.title=0"
HOSTILE = f"</script><script>{TAKEN}</script><img src=x onerror={TAKEN}>"


def make_function(is_planned: bool = True) -> tuple[Any, int]:
    """Return a product, and the line of its sum."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(64, 32), name="A")
    layout = sa.layout.col_major
    B = sa.Array(
        role=sa.Role.INPUT, element_type=sa.float32, shape=(32, 48), layout=layout, name="B"
    )
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(64, 48), name="C")
    nest = sa.Nest(shape=(64, 48, 32))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i, j] += A[i, k] * B[k, j]

    line = sys._getframe().f_lineno - 2
    if not is_planned:
        return sa.compile(nest, args=(A, B, C), name="gemm"), line
    steps = nest.create_schedule()
    ii = steps.split(i, 16)
    jj = steps.split(j, 16)
    steps.reorder(i, j, k, ii, jj)
    plan = steps.create_plan()
    plan.parallelize(i)
    return sa.compile(plan, args=(A, B, C), name="gemm"), line


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("chromium")) as opened:
        yield opened


def data_of(page: Path) -> Any:
    text = page.read_text()
    start = text.index('id="data">') + len('id="data">')
    return json.loads(text[start : text.index("</script>", start)])


def lines_of(page: Page, selector: str) -> list[str]:
    lines: list[str] = page.evaluate(
        f"[...document.querySelectorAll('{selector}')].map((line) => line.textContent)"
    )
    return lines


def move(page: Page, selector: str, value: str, event: str = "input") -> None:
    page.evaluate(
        f"(() => {{ const e = document.querySelector('{selector}'); e.value = {value};"
        f" e.dispatchEvent(new Event('{event}')); }})()"
    )


def test_lines_are_linked(browser: Browser, tmp_path: Path) -> None:
    function, line = make_function()
    file = sa.explain(function, tmp_path / "report.html")
    assert file == tmp_path / "report.html" and file.stat().st_size < 1_000_000
    page = browser.open(file)
    # It needs nothing else.
    assert page.evaluate("performance.getEntriesByType('resource').length") == 0
    assert page.evaluate("document.querySelectorAll('[src], [href]').length") == 0
    assert page.problems() == [] and page.evaluate("document.title") == "gemm"
    headings = page.evaluate("[...document.querySelectorAll('section')].map((s) => s.id)")
    assert headings == ["program", "plan", "memory", "decisions", "launches"]

    # The user's line lights up what became of it: in the source, and after passes.
    data = data_of(file)
    key = f"{data['file_names'].index(__file__)}:{line}"
    page.hover(f"#user [data-key='{key}']")
    assert [text[len(str(line)) :].strip() for text in lines_of(page, "#user .lit")] == [
        "C[i, j] += A[i, k] * B[k, j]"
    ]
    lit = lines_of(page, "#made .lit")
    assert any("fma" in text or "*" in text for text in lit)
    assert not any("#include" in text or "submit" in text for text in lit)
    names = [entry["name"] for entry in data["passes"]]
    page.click("#show-passes")
    for name, word in (("program", "sa.accumulate"), ("convert-sa-to-loops", "memref.store")):
        move(page, "#pass", str(names.index(name)), "change")
        page.hover("h1")
        page.hover(f"#user [data-key='{key}']")
        assert any(word in text for text in lines_of(page, "#made .lit")), name
        assert not any("func" in text for text in lines_of(page, "#made .lit"))
    # The other way round, and held by a click.
    page.click(f"#made [data-key='{key}']")
    page.hover("h1")
    assert len(lines_of(page, "#user .lit")) == 1
    assert page.problems() == []


def test_steps_and_memory(browser: Browser, tmp_path: Path) -> None:
    file = sa.explain(make_function()[0], tmp_path / "report.html")
    steps = data_of(file)["nests"][0]["steps"]
    assert [step["text"].split("\n")[0] for step in steps] == [
        "as it was written",
        "ii = steps.split(i, 16)",
        "jj = steps.split(j, 16)",
        "steps.reorder(i, j, k, ii, jj)",
        "plan.parallelize(i)",
    ]
    assert "for i in range(64):" in steps[0]["loops"]
    assert "for i in range(0, 64, 16):" in steps[1]["loops"]
    assert "# parallel" in steps[4]["loops"] and "# parallel" not in steps[3]["loops"]
    page = browser.open(file)
    assert "# parallel" in lines_of(page, "#plan .loops")[0]
    move(page, "#plan input", "0")
    assert lines_of(page, "#plan .loops")[0].strip() == steps[0]["loops"].strip()

    # The loops touch each element of C once for each k, tile by tile.
    loops = json.dumps(steps[4]["loops"])
    order = page.evaluate(f"touches(parseLoops({loops}), 'C', [64, 48], 1e9)")
    assert [place for place, _ in order] == [
        [i + ii, j + jj]
        for i in range(0, 64, 16)
        for j in range(0, 48, 16)
        for _ in range(32)
        for ii in range(16)
        for jj in range(16)
    ]
    assert len({tile for _, tile in order}) == 12
    # B is column-major: its second element in memory is that of the next row.
    assert page.evaluate("findLayouts().B.offset([1, 0])") == 1
    assert page.evaluate("findLayouts().C.offset([1, 0])") == 48
    # At half of the time, half of C is still grey.
    move(page, "#time", "e.max / 2")
    touched = page.evaluate("document.querySelector('#touched').textContent")
    assert touched.endswith("; 49152 of 98304 accesses")
    grey = page.evaluate(
        "(() => { const c = document.querySelector('#memory canvas');"
        " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;"
        " for (let p = 0; p < d.length; p += 4) n += d[p] === d[p + 1] && d[p] === d[p + 2];"
        " return n / (d.length / 4); })()"
    )
    assert 0.45 < grey < 0.7
    assert page.problems() == []


def test_a_chosen_plan_is_shown_step_by_step(tmp_path: Path) -> None:
    function, _ = make_function(is_planned=False)
    nests = data_of(sa.explain(function, tmp_path / "report.html"))["nests"]
    assert len(nests) == 1 and len(nests[0]["steps"]) > 3
    assert any("vectorize" in step["text"] for step in nests[0]["steps"])


@pytest.mark.parametrize("width", [390, 1280])
def test_a_measured_page_fits_the_window(
    browser: Browser, tmp_path: Path, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits({"float32": 1e11}, 1e10)
    monkeypatch.setattr("saopt._src.profile.profile.limits_of", lambda queue: limits)
    function, _ = make_function()
    arrays = [dpnp.ones(count, dtype="f4") for count in (64 * 32, 32 * 48, 64 * 48)]
    profile = sa.profile(function, *arrays, calls=1)
    file = sa.explain(function, tmp_path / "report.html", profile)
    page = browser.open(file, width=width, dark=width == 390)
    assert page.evaluate("document.querySelectorAll('#roofline circle').length") == 1
    assert "gemm_0" in lines_of(page, "#measured pre")[0]
    assert page.overflow() <= 0 and page.problems() == []


def test_names_inject_nothing(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    folder = tmp_path / "<img src=x onerror=document.title=0>"
    folder.mkdir()
    program = folder / "hostile.mlir"
    quoted = HOSTILE.replace("/", "\\2F")
    program.write_text(
        "sa.func @fill(%A: !sa.array<8xf32, output>, %x: f32) {\n"
        f'  %T = sa.temp "{quoted}" : !sa.array<8xf32, temp>\n'
        f'  sa.nest "{quoted}" (%i) to (8) {{\n'
        f"    sa.store %x, %T[%i] : !sa.array<8xf32, temp> // {HOSTILE}\n"
        "  }\n"
        "  sa.nest (%i) to (8) {\n"
        "    %c = arith.constant 7 : index\n"
        "    %j = index.sub %c, %i\n"
        "    %v = sa.load %T[%j] : !sa.array<8xf32, temp>\n"
        "    sa.store %v, %A[%i] : !sa.array<8xf32, output>\n"
        "  }\n"
        "}\n"
    )
    subprocess.run([TOOL, program, f"--explain={file}"], check=True)
    page = browser.open(file)
    assert page.problems() == [] and page.evaluate("document.title") == str(program)
    assert page.evaluate("document.querySelectorAll('script, img').length") == 2
    assert any(HOSTILE in text for text in lines_of(page, "#user .line"))
    assert HOSTILE in page.evaluate("document.querySelector('#decisions').textContent")


def test_the_command_makes_the_same_page(browser: Browser, tmp_path: Path) -> None:
    program, file = tmp_path / "gemm.mlir", tmp_path / "page.html"
    program.write_text(make_function()[0].mlir)
    subprocess.run([TOOL, program, f"--explain={file}"], check=True)
    page = browser.open(file)
    lines = program.read_text().splitlines()
    number = next(n for n, text in enumerate(lines, 1) if "sa.accumulate" in text)
    page.hover(f"#user [data-key='0:{number}']")
    assert "sa.accumulate" in lines_of(page, "#user .lit")[0]
    assert any("C" in text for text in lines_of(page, "#made .lit"))
    assert page.problems() == []


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(sa.ArgumentError, match="^explain takes a function that sa.compile has"):
        sa.explain(len, tmp_path / "page.html")  # type: ignore[arg-type]
    with pytest.raises(sa.ArgumentError, match="^profile is what sa.profile returns, not 3$"):
        sa.explain(make_function()[0], tmp_path / "page.html", 3)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        sa.explain(make_function()[0], tmp_path / "none" / "page.html")
