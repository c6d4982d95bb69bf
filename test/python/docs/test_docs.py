# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python code of the documentation runs as it is printed."""

from __future__ import annotations

import contextlib
import doctest
import io
import itertools
import linecache
import re
from pathlib import Path

import pytest
import saopt as sa
from saopt._src.support.name_advice import PLAN_STEPS, SCHEDULE_STEPS
from saopt._src.usm import creation as creation_module
from saopt._src.usm import creation_filled as filled_module
from saopt._src.usm import creation_ranges as ranges_module

ROOT = Path(__file__).resolve().parents[3]
# What stands in a block of text right after one of code is what the code prints.
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^ *print\(.*\) +# (.*)$", re.MULTILINE)
# What says in words what is printed.
DESCRIBED = {
    "your file, line and column",
    "signature, arrays, kernels",
    "names the argument B, its type, and what was expected",
    "SYCL C++, to read, review and build",
    "the arrays, the kernels, and the loops that were chosen",
    "what became of the temporaries, and what stood in the way of better",
}

# What schedules and plans have besides their steps.
NO_STEPS = {"nests", "of_nest", "scheduled_nests", "target"}


# All pages with Python code. The build of the site runs `run` blocks.
PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
    if BLOCK.search(page.read_text())
    and "reference" not in page.parts
    # Programs that fail: test_errors.py runs them.
    and page.name != "errors.md"
)


@pytest.mark.parametrize("page", PAGES)
def test_code_of_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Pages write packages into the current folder.
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text()
    blocks = BLOCK.findall(text)
    assert blocks
    namespace: dict[str, object] = {"__name__": "documentation"}
    for number, (code, shown) in enumerate(blocks):
        filename = f"<{page}, block {number}>"
        linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, filename, "exec"), namespace)
        check_printed(code, printed.getvalue())
        if shown:
            assert printed.getvalue() == shown


def check_printed(code: str, printed: str) -> None:
    """Check that what stands behind a ``print`` is printed; … stands for anything."""
    for shown in PRINTED.findall(code):
        if shown not in DESCRIBED:
            pattern = ".*".join(re.escape(part.strip()) for part in shown.split("…"))
            assert re.search(f"^{pattern}$", printed, re.MULTILINE), (shown, printed)


def test_sessions_of_the_page_about_layouts_print_what_they_show() -> None:
    sessions = SESSION.findall((ROOT / "docs/layouts.md").read_text())
    assert len(sessions) > 8
    for number, session in enumerate(sessions):
        test = doctest.DocTestParser().get_doctest(
            session, {"sa": sa}, f"session {number}", "docs/layouts.md", 0
        )
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_about_layouts_names_all_of_them() -> None:
    text = (ROOT / "docs/layouts.md").read_text()
    for name in sa.layout.__all__:
        assert f"`{name}" in text, name


def test_the_page_about_usm_arrays_names_everything_of_theirs() -> None:
    text = (ROOT / "docs/arrays-usm.md").read_text()
    creation = (creation_module.__all__, filled_module.__all__, ranges_module.__all__)
    for name in (*itertools.chain(*creation), "ashostarray", "is_sycl_visible"):
        assert getattr(sa, name) and re.search(rf"`(sa\.)?{name}\b", text), name
    for name in dir(sa.USMArray):
        if not name.startswith("_"):
            assert re.search(rf"\b{name}\b", text), name


def test_the_page_about_schedules_names_every_step() -> None:
    text = (ROOT / "docs/scheduling.md").read_text()
    for owner in (sa.Schedule, sa.Plan):
        for name in dir(owner):
            if not name.startswith("_") and name not in NO_STEPS:
                assert f"{name}(" in text or f".{name}`" in text, name


def test_the_page_of_steps_has_loops_a_rule_and_refusals_of_each() -> None:
    text = (ROOT / "docs/primitives.md").read_text()
    sections = {part.partition("\n")[0]: part for part in text.split("\n### ")[1:]}
    assert set(sections) == {*SCHEDULE_STEPS, *PLAN_STEPS, "fuse"}
    for name, section in sections.items():
        assert section.count("```text\n") >= 2, name
        assert "**Rule" in section and "efus" in section and "refused(" in section, name


def test_the_reference_has_every_name_of_the_package() -> None:
    text = (ROOT / "docs/api.md").read_text()
    documented = set(re.findall(r"^\.\. auto\w+:: ([\w.]+)$", text, re.MULTILINE))
    listed = set(re.findall(r"^\| `(\w+)`", text, re.MULTILINE))
    missing = [name for name in sa.__all__ if name not in documented | listed | {"layout"}]
    assert missing == []
    assert "saopt.layout" in documented
