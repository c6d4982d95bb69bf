# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views: which elements they name, on the eager engine, and what is refused."""

import numpy as np
import pytest
import saopt as sa
from harness import random

INPUT, INOUT, CONST, TEMP = sa.Role.INPUT, sa.Role.INOUT, sa.Role.CONST, sa.Role.TEMP


def elements_of(view, source, data, engine="eager"):
    """Return the elements of a view of `source`, which holds `data`, as a function reads them."""
    B = sa.Array(role=INOUT, shape=view.shape, name="B")
    nest = sa.Nest(shape=view.shape or 1)
    index = nest.get_indices()

    @nest.iteration_logic
    def _():
        key = index if view.shape else ()
        B[key] = view[key]

    result = np.zeros(view.shape, np.float32)
    sa.compile(nest, args=(source, B), engine=engine)(data, result)
    return result


VIEWS = {
    "a part": (lambda A: A.sub_array((1, 2), (3, 2)), lambda a: a[1:4, 2:4]),
    "with steps": (lambda A: A.sub_array((0, 1), (3, 4), (2, 2)), lambda a: a[::2, 1::2]),
    "one step": (lambda A: A.sub_array((0, 0), (2, 2), strides=[3, 1]), lambda a: a[:4:3, :2]),
    "backwards": (lambda A: A.sub_array((5, 7), (6, 8), (-1, -1)), lambda a: a[::-1, ::-1]),
    "all of it": (lambda A: A.sub_array((0, 0), (6, 8)), lambda a: a),
    "nothing": (lambda A: A.sub_array((0, 9), (2, 0)), lambda a: a[:2, :0]),
    "a column": (lambda A: A.slice((1,), (3,)), lambda a: a[:, 3]),
    "a row": (lambda A: A.slice(0, 2), lambda a: a[2]),
    "an element": (lambda A: A.slice((1, 0), (3, 4)), lambda a: a[4, 3]),
    "transposed": (lambda A: A.T, lambda a: a.T),
    "flat": (lambda A: A.reshape(48), lambda a: a.reshape(48)),
    "split": (lambda A: A.reshape(3, 2, 8), lambda a: a.reshape(3, 2, 8)),
    "regrouped": (lambda A: A.reshape((4, -1)), lambda a: a.reshape(4, 12)),
    "with ones": (lambda A: A.reshape(1, 6, 1, 8, 1), lambda a: a.reshape(1, 6, 1, 8, 1)),
    "part of a part": (
        lambda A: A.sub_array((1, 1), (4, 6)).sub_array((1, 2), (2, 3), (2, 1)),
        lambda a: a[1:5, 1:7][1:4:2, 2:5],
    ),
    "part of a transposed": (lambda A: A.T.sub_array((1, 0), (3, 6)), lambda a: a.T[1:4]),
    "row of a reshaped": (lambda A: A.reshape(2, 3, 8).slice(0, 1), lambda a: a[3:]),
    "reshaped rows": (
        lambda A: A.sub_array((2, 0), (2, 8)).reshape(4, 4),
        lambda a: a[2:4].reshape(4, 4),
    ),
    "reshaped row": (lambda A: A.slice(0, 3).reshape(2, 4), lambda a: a[3].reshape(2, 4)),
    "twice transposed": (lambda A: A.T.T, lambda a: a),
    "split columns": (
        lambda A: A.T.reshape(2, 4, 3, 2),
        lambda a: a.T.reshape(2, 4, 6).reshape(2, 4, 3, 2),
    ),
    "a part split": (
        lambda A: A.sub_array((5, 1), (6, 4), (-1, 2)).reshape(2, 3, 1, 4),
        lambda a: a[::-1, 1::2].reshape(2, 3, 1, 4),
    ),
    "a column split": (lambda A: A.slice(1, 3).reshape(3, 2), lambda a: a[:, 3].reshape(3, 2)),
    "steps merged": (
        lambda A: A.reshape(6, 4, 2).slice(2, 1).reshape(24),
        lambda a: a.reshape(24, 2)[:, 1],
    ),
    "reshaped twice": (
        lambda A: A.reshape(8, 6).reshape(12, 4),
        lambda a: a.reshape(12, 4),
    ),
}


@pytest.mark.parametrize(("make", "expected"), VIEWS.values(), ids=VIEWS.keys())
def test_elements(make, expected):
    A = sa.Array(role=INPUT, shape=(6, 8))
    a = random(6, 8)
    V = make(A)
    assert V.shape == expected(a).shape
    assert (V.ndim, V.role, V.element_type, V.array) == (len(V.shape), INPUT, sa.float32, A)
    np.testing.assert_array_equal(elements_of(V, A, a), expected(a))


@pytest.mark.parametrize(("make", "expected"), VIEWS.values(), ids=VIEWS.keys())
def test_strides(make, expected):
    A = sa.Array(role=INPUT, shape=(6, 8))
    V, v = make(A), expected(random(6, 8))
    pairs = zip(V.shape, V.strides, v.strides, strict=True)
    assert all(n < 2 or mine == numpys // 4 for n, mine, numpys in pairs) or 0 in V.shape


def test_three_dimensions():
    A = sa.Array(role=INPUT, shape=(2, 3, 4))
    a = random(2, 3, 4)
    np.testing.assert_array_equal(elements_of(A.T, A, a), a.T)
    np.testing.assert_array_equal(elements_of(A.slice((0, 2), (1, 3)), A, a), a[1, :, 3])
    np.testing.assert_array_equal(elements_of(A.reshape(3, 8), A, a), a.reshape(3, 8))


def test_of_a_column_major_array():
    A = sa.Array(role=INPUT, shape=(4, 6), layout=sa.layout.col_major)
    a = np.asfortranarray(random(4, 6))
    np.testing.assert_array_equal(elements_of(A.T, A, a), a.T)
    np.testing.assert_array_equal(elements_of(A.T.reshape(24), A, a), a.T.reshape(24))


SPLIT = {
    "column-major": sa.layout.col_major,
    "blocked": sa.layout.blocked((4, 3)),
    "z-order": sa.layout.z_order,
    "strided": sa.layout.strided((-9, 1), 45),
    "affine": sa.layout.affine(lambda i, j: i * 8 + (i + j) % 8),
}


@pytest.mark.parametrize("layout", SPLIT.values(), ids=SPLIT.keys())
def test_a_dimension_is_split_in_every_layout(layout):
    A = sa.Array(role=INPUT, shape=(6, 8), layout=layout)
    a = random(6, 8)
    storage = np.zeros(layout.size((6, 8)), np.float32)
    storage[layout.offsets((6, 8))] = a
    V = A.reshape(2, 3, 1, 2, -1)
    np.testing.assert_array_equal(elements_of(V, A, storage), a.reshape(2, 3, 1, 2, 4))
    with pytest.raises(sa.CompileError, match=r"array 'A' cannot be resh.*dimensions \[0, 1\]"):
        A.reshape(48)


def test_what_reshapes_is_what_numpy_reshapes():
    generator = np.random.default_rng(3)
    merged = refused = 0
    for _ in range(300):
        shape = tuple(int(n) for n in generator.choice([1, 2, 3, 4], 3))
        order = generator.permutation(3)
        strides, step = [0] * 3, 1
        for axis in order:
            strides[axis] = step
            step = step * shape[axis] + int(generator.choice([0, 0, 1]))
        memory = np.arange(step + 8)
        a = np.lib.stride_tricks.as_strided(memory, shape, [8 * step for step in strides])
        first, second = generator.choice([1, 2, 3, 4, 6], 2)
        if a.size % (first * second):
            continue
        wanted = (int(first), a.size // int(first * second), int(second))
        view = a.view()
        try:
            view.shape = wanted
        except AttributeError:  # there is none without a copy
            view = None
        A = sa.Array(role=INPUT, shape=shape, layout=tuple(strides))
        if view is None:
            refused += 1
            with pytest.raises(sa.CompileError, match="array 'A' cannot be reshaped"):
                A.reshape(wanted)
            continue
        merged += 1
        pairs = zip(wanted, A.reshape(wanted).strides, view.strides, strict=True)
        assert all(n == 1 or mine == numpys // 8 for n, mine, numpys in pairs)
    assert merged > 50 and refused > 50


def test_written_and_accumulated():
    A = sa.Array(role=INOUT, shape=(4, 4))
    nest = sa.Nest(shape=(2, 2))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        V = A.sub_array((1, 1), (2, 2))
        V[i, j] += 10
        A.T[i, j] = 5

    accumulated = [type(node).__name__ for node in nest.logics[0].tape.nodes]
    assert accumulated.count("Accumulate") == 1
    a = np.zeros((4, 4), np.float32)
    sa.compile(nest, args=(A,), engine="eager")(a)
    expected = np.zeros((4, 4))
    expected[1:3, 1:3] += 10
    expected[0, :2] = expected[1, 0] = 5
    assert a[2, 2] == 10 and a[0, 0] == a[0, 1] == a[1, 0] == 5


def test_offsets_are_index_expressions():
    A = sa.Array(role=INPUT, shape=(8, 8))
    B = sa.Array(role=INOUT, shape=(2, 2, 4, 4))
    nest = sa.Nest(shape=(2, 2, 4, 4))
    i, j, p, q = nest.get_indices()
    outside = A.sub_array((4 * i, 4 * j), (4, 4))

    @nest.iteration_logic
    def _():
        inside = A.sub_array((i * 4, j * 4), (4, 4))
        B[i, j, p, q] = inside[p, q] + outside[p, q] + A.slice((0,), (4 * i + p,))[4 * j + q]

    a, b = random(8, 8), np.zeros((2, 2, 4, 4), np.float32)
    sa.compile(nest, args=(A, B), engine="eager")(a, b)
    np.testing.assert_array_equal(b, 3 * a.reshape(2, 4, 2, 4).transpose(0, 2, 1, 3))


def test_of_constants_and_temporaries():
    K = sa.Array(role=CONST, data=np.arange(6, dtype=np.float32).reshape(2, 3))
    T = sa.Array(role=TEMP, shape=(6,))
    B = sa.Array(role=INOUT, shape=(6,))
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        T.reshape(2, 3)[i // 3, i % 3] = K.reshape(6)[i]
        B[i] = T[i]

    b = np.zeros(6, np.float32)
    sa.compile(nest, args=(B,), engine="eager")(b)
    np.testing.assert_array_equal(b, np.arange(6))


def test_what_prints():
    A = sa.Array(role=INPUT, shape=(4, 4))
    V = A.sub_array((0, 0), (2, 3))
    assert repr(V) == "View 'V' of array 'A': INPUT float32, shape (2, 3)"
    assert (V.label, A.T.label) == ("view 'V' of array 'A'", "a view of array 'A'")
    assert (len(V), V.example) == (2, "V[i, j]")


REFUSED = {
    "too far": (lambda A: A.sub_array((3, 0), (4, 8)), "index 6 of dimension 0, whose size is 6"),
    "before": (lambda A: A.sub_array((-1, 0), (2, 8)), "index -1 of dimension 0"),
    "too large steps": (lambda A: A.sub_array((0, 0), (2, 4), (1, 3)), "index 9 of dimension 1"),
    "backwards too far": (lambda A: A.sub_array((0, 0), (2, 1), (-1, 1)), "index -1"),
    "no step": (lambda A: A.sub_array((0, 0), (2, 2), (0, 1)), "none of them zero"),
    "too few steps": (lambda A: A.sub_array((0, 0), (2, 2), 1), "each of 2 dimensions"),
    "too few offsets": (lambda A: A.sub_array(0, (2, 2)), "1 offsets: give 2"),
    "no offsets": (lambda A: A.sub_array(("a", 0), (2, 2)), "an offset.*'a'"),
    "another rank": (lambda A: A.sub_array((0, 0), (2,)), "one size for each of 2"),
    "too many": (lambda A: A.reshape(7, 7), "number of elements differs"),
    "too many unknown": (lambda A: A.reshape(-1, -1), "negative size"),
    "no divisor": (lambda A: A.reshape(-1, 5), "negative size"),
    "a part of the rows": (
        lambda A: A.sub_array((0, 0), (6, 4)).reshape(24),
        "dense and row-major",
    ),
    "transposed": (lambda A: A.T.reshape(48), "dense and row-major"),
    "no dimension": (lambda A: A.slice(2, 0), "dimensions .2,.: name different ones of 0 to 1"),
    "a dimension twice": (lambda A: A.slice((0, 0), (1, 1)), "different ones"),
    "an index outside": (lambda A: A.slice(1, 8), "index 8 of dimension 1"),
    "outside of the logic": (lambda A: A.T[0, 0], "array 'A' can be used only in the logic"),
    "as a whole": (lambda A: A.T + 1, "as a whole"),
    "outside of the view": (lambda A: A.sub_array((0, 0), (2, 2))[2, 0], "subscript 2 is outside"),
    "in args, extended": (
        lambda A: sa.compile(nest_of(A), args=(A.extended("edge"),)),
        r"args\[0\] is a view of array 'A', which is not a part of the array or its transpose",
    ),
    "in args, with strides": (
        lambda A: sa.compile(nest_of(A), args=(A.sub_array((0, 0), (3, 4), (2, 2)),)),
        "which leaves elements of array 'A' out, in between",
    ),
    "in args, at an index": (
        lambda A: sa.compile(nest_of(A), args=(A.slice(0, sa.Nest(shape=(6,)).get_indices()),)),
        "whose place depends on the loop index",
    ),
    "in args, of a computed size": (
        lambda A: sa.compile(nest_of(A), args=(A.sub_array((0, 0), (sa.Dimension() - 1, 2)),)),
        "whose size in dimension 0 is .*: a call passes arrays whose sizes",
    ),
    "in args, of what is in args": (
        lambda A: sa.compile(nest_of(A), args=(A.T, A)),
        "array 'A' is in args twice, once as a view of array 'A'",
    ),
    "in args, too small": (
        lambda A: sa.compile(nest_of(A), args=(A.sub_array((0, 0), (5, 8)),)),
        "outside of its shape: the index of dimension 0 can be 5, and the size is 5",
    ),
    "in args, another slice": (
        lambda A: sa.compile(nest_of(A), args=(A.slice(0, 1),)),
        r"dimension 0 of array 'A', of which a view is passed, can be -1",
    ),
    "as args": (lambda A: sa.compile(nest_of(A), args=A.T), "args is a tuple"),
}


def nest_of(A):
    nest = sa.Nest(shape=A.shape)
    i, j = nest.get_indices()
    nest.iteration_logic(lambda: A.__setitem__((i, j), 1))
    return nest


@pytest.mark.parametrize(("use", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(use, message):
    A = sa.Array(role=INOUT, shape=(6, 8))
    with pytest.raises(sa.CompileError, match=message) as caught:
        use(A)
    assert caught.value.location.file == __file__


@pytest.mark.parametrize(
    "layout", [sa.layout.col_major, sa.layout.blocked((2, 2)), sa.layout.lower_triangular, (4, 1)]
)
def test_layouts_that_cannot_be_reshaped(layout):
    A = sa.Array(role=INPUT, shape=(3, 3), layout=layout)
    with pytest.raises(sa.CompileError, match="array 'A' cannot be reshaped"):
        A.reshape(9)


def test_views_of_read_only_arrays_are_read_only():
    A = sa.Array(role=INPUT, shape=(3, 3))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()
    with pytest.raises(sa.CompileError, match="array 'A' has the role INPUT"):
        nest.iteration_logic(lambda: A.T.__setitem__((i, 0), 1))


@pytest.mark.parametrize("step", [0, 1])
def test_leaving_a_view_is_an_error_with_a_line(step):
    A = sa.Array(role=INOUT, shape=6)
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def logic():
        V = A.sub_array((0,), (4,))
        A[i] = V[i + step] if step else V[i]

    function = sa.compile(nest, args=(A,), engine="eager")
    message = "subscript 4 is outside dimension 0 of view 'V' of array 'A', whose s.*4"
    with pytest.raises(sa.CompileError, match=message) as caught:
        function(np.zeros(6, np.float32))
    assert caught.value.location.line == logic.__code__.co_firstlineno + 3


def test_leaving_a_view_of_a_view():
    A = sa.Array(role=INOUT, shape=8)
    nest = sa.Nest(shape=4)
    i = nest.get_indices()
    V = A.sub_array((2,), (4,))
    W = V.sub_array((i,), (2,))

    @nest.iteration_logic
    def _():
        A[i] = W[1]

    function = sa.compile(nest, args=(A,), engine="eager")
    with pytest.raises(sa.CompileError, match="subscript 4 is outside dimension 0 of view 'V'"):
        function(np.zeros(8, np.float32))
