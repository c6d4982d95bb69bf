# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a notebook shows: loops in colours, layouts, and styles that stay where they belong."""

import re

import numpy as np
import saopt as sa
from browser import Browser
from saopt._src.support.notebook import beginning_of
from saopt._src.tune.plots import draw
from saopt._src.tune.trials import Trial


def product(size=64):
    A, B, C = (
        sa.Array(role=role, element_type=sa.float32, shape=(size, size), name=name)
        for role, name in ((sa.Role.INPUT, "A"), (sa.Role.INPUT, "B"), (sa.Role.INOUT, "C"))
    )
    nest = sa.Nest(shape=(size, size, size))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    return sa.compile(nest, args=(A, B, C), name="gemm")


def test_a_function_shows_its_loops_in_colours_and_the_beginning_of_its_source():
    function = product()
    shown = function._repr_html_()
    assert re.search(r"<span style=\"background:hsla[^>]*>parallel</span>", shown)
    assert re.search(r"<span style=\"background:hsla[^>]*>vectorize</span>", shown)
    assert "# parallel" not in shown
    assert "What the compiler decided" in shown
    source = shown.partition("SYCL source")[2]
    assert source.count("\n") <= 121
    assert str(function).count("# parallel") == 1


def test_a_long_text_ends_with_how_much_is_left_out():
    assert beginning_of("a\nb") == "a\nb"
    text = beginning_of("\n".join(map(str, range(500))))
    assert text.splitlines()[-1] == "… and 380 more lines"
    assert len(text.splitlines()) == 121


def test_layouts_show_themselves():
    assert sa.layout.blocked((2, 2))._repr_html_().startswith("<svg")
    assert "sa.layout.any" in sa.layout.any._repr_html_()


def test_styles_of_pictures_stay_in_them(tmp_path):
    trials = draw([Trial({"rows": "4"}, "measured", (0.002,))])
    picture = sa.Array(role=sa.Role.CONST, data=np.ones((2, 3)), name="W")._repr_html_()
    for text in (trials, picture):
        (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
        rules = re.sub(r"@media[^{]*\{", "", style)
        selectors = [rule for rule in re.findall(r"([^{}]+)\{", rules)]
        assert selectors and all(rule.startswith("svg.saopt-") for rule in selectors)
    page = tmp_path / "page.html"
    plain = (
        '<svg><text class="title" id="plain">x</text></svg><p class="path wrong" id="word">y</p>'
    )
    page.write_text(f"<!doctype html><body>{plain}{trials}{picture}")
    with Browser(tmp_path) as browser:
        opened = browser.open(page, dark=True)
        style = "getComputedStyle(document.querySelector('{}')).{}"
        assert opened.evaluate(style.format("#plain", "fill")) == "rgb(0, 0, 0)"
        assert opened.evaluate(style.format("#plain", "fontSize")) == "16px"
        assert opened.evaluate(style.format("#word", "fill")) == "rgb(0, 0, 0)"
        assert opened.evaluate(style.format(".saopt-trials text", "fill")) == "rgb(204, 204, 204)"
        # The ground of a layout is light, whatever that of the page.
        ground = style.format(".saopt-layout", "backgroundColor")
        assert opened.evaluate(ground) == "rgb(255, 255, 255)"
        assert opened.evaluate(style.format(".saopt-layout .title", "fill")) == "rgb(34, 34, 34)"
