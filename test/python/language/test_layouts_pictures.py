# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures of memory: for a terminal, and as SVG."""

import io
import sys
import xml.etree.ElementTree

import pytest
import saopt as sa

layout = sa.layout
SVG = "{http://www.w3.org/2000/svg}"

LAYOUTS = [
    layout.row_major,
    layout.col_major,
    layout.strided((-5, 1), 20),
    layout.affine(lambda i, j: i * 4 + (i + j) % 4),
    layout.lower_triangular,
    layout.upper_triangular(diagonal=False),
    layout.banded(2, 1),
    layout.toeplitz,
    layout.blocked((2, 2)),
    layout.blocked((2, 2, 2)),
    layout.striped(4),
    layout.z_order,
    layout.packed_lower_triangular,
    layout.packed_upper_triangular,
]


def shown(one, shape, capsys):
    one.show(shape)
    return capsys.readouterr().out


def test_matrix(capsys):
    assert shown(layout.packed_lower_triangular, (3, 3), capsys) == (
        "sa.layout.packed_lower_triangular, shape (3, 3): 6 elements of storage\n"
        "  0 · ·\n"
        "  1 2 ·\n"
        "  3 4 5\n"
    )


def test_vector(capsys):
    assert shown(layout.strided((-2,), 4), 3, capsys).splitlines()[1:] == ["  4 2 0"]


def test_one_element(capsys):
    assert shown(layout.row_major, (), capsys) == (
        "sa.layout.row_major, shape (): 1 element of storage\n  0\n"
    )


def test_three_dimensions(capsys):
    assert shown(layout.col_major, (2, 2, 2), capsys).splitlines()[1:] == [
        "[0, :, :]",
        "  0 4",
        "  2 6",
        "[1, :, :]",
        "  1 5",
        "  3 7",
    ]


def test_four_dimensions_are_cut(capsys):
    lines = shown(layout.row_major, (2, 3, 1, 1), capsys).splitlines()
    assert lines[1] == "[0, 0, :, :]"
    assert lines[-1] == "… and 2 more"


def test_large_shapes_are_cut(capsys):
    lines = shown(layout.row_major, (100, 1000), capsys).splitlines()
    assert len(lines) == 17
    assert "…" in lines[1] and lines[-1].endswith("99999")
    assert max(map(len, lines)) < 120


def test_nothing_to_see(capsys):
    assert "0 elements" in shown(layout.row_major, (0, 3), capsys)


@pytest.mark.parametrize("one", LAYOUTS, ids=str)
def test_default_shapes(one, capsys):
    text = shown(one, None, capsys)
    assert text.startswith(f"{one}, shape ")
    assert "\x1b" not in text


BACKWARDS = {
    "as many as there is room for": (layout.strided((20, -6, 1), 13), (4, 3, 4)),
    "two dimensions": (layout.strided((-4, -1), 15), (4, 4)),
    "little room": (layout.strided((-4, -1), 5), (2, 2)),
    "no room": (layout.strided((-4, 1)), (1, 4)),
    "a function": (layout.affine(lambda i: 4 - i % 2 - i // 2 * 4), (3,)),
}


@pytest.mark.parametrize(("one", "shape"), BACKWARDS.values(), ids=BACKWARDS.keys())
def test_default_shapes_of_what_runs_backwards(one, shape, capsys):
    one.show()
    assert f", shape {shape}: " in capsys.readouterr().out
    assert one._repr_svg_() == one.svg(shape)


def test_colours_only_on_a_terminal(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.delenv("NO_COLOR", raising=False)
    layout.toeplitz.show((2, 2))
    assert "\x1b[38;5;" in sys.stdout.getvalue()
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    layout.toeplitz.show((2, 2))
    assert "\x1b" not in sys.stdout.getvalue()
    # An empty one is as none.
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    layout.toeplitz.show((2, 2))
    assert "\x1b[38;5;" in sys.stdout.getvalue()


@pytest.mark.parametrize("one", LAYOUTS, ids=str)
def test_svg_has_every_offset(one):
    shape = tuple(one.offsets(one._default_shape()).shape)
    root = xml.etree.ElementTree.fromstring(one._repr_svg_())
    assert root.tag == f"{SVG}svg"
    texts = [text.text for text in root.iter(f"{SVG}text")]
    offsets = one.offsets(shape)
    assert texts[0] == f"{one}, shape {shape}: {one.size(shape)} of storage"
    assert sorted(int(text) for text in texts[1:] if text) == sorted(offsets[offsets >= 0])
    path = root.find(f"{SVG}polyline").get("points").split()
    assert len(path) == len(set(offsets[offsets >= 0]))


@pytest.mark.parametrize(
    "shape", [(), (5,), (2, 2, 3), (2, 3, 2, 2), (100, 3), (2, 9, 2, 2), (0, 2)]
)
def test_svg_of_every_rank(shape):
    root = xml.etree.ElementTree.fromstring(layout.row_major.svg(shape))
    cells = len(list(root.iter(f"{SVG}rect")))
    assert (cells > 0) == (0 not in shape) and cells < 300


def test_svg_escapes():
    assert "&lt;" not in layout.toeplitz.svg() and "<svg" in layout.toeplitz.svg()


def test_nothing_known_to_draw():
    assert layout.any._repr_svg_() is None
    assert layout.strided((1,), -1)._repr_svg_() is None
    with pytest.raises(sa.CompileError, match="known only at the call"):
        layout.any.show((3, 3))


def test_five_dimensions():
    with pytest.raises(sa.CompileError, match="at most 4"):
        layout.row_major.show((1,) * 5)
