# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views whose offsets and sizes are known only at the call: what they are, and what is refused."""

import numpy as np
import pytest
import saopt as sa
from harness import random

INPUT, INOUT = sa.Role.INPUT, sa.Role.INOUT

M, N = sa.create_dimensions()

SIZED = {
    "the inner part": (
        lambda A: A.sub_array((1, 1), (M - 2, N - 2)),
        (M - 2, N - 2),
        lambda a: a[1:-1, 1:-1],
    ),
    "every other": (
        lambda A: A.sub_array((0, 1), (M // 2, N // 2), (2, 2)),
        (M // 2, N // 2),
        lambda a: a[: a.shape[0] // 2 * 2 : 2, 1::2],
    ),
    "the second half": (
        lambda A: A.sub_array((M // 2, N // 2), (M // 2, N // 2)),
        (M // 2, N // 2),
        lambda a: a[a.shape[0] // 2 :, a.shape[1] // 2 :][: a.shape[0] // 2, : a.shape[1] // 2],
    ),
    "backwards": (
        lambda A: A.sub_array((M - 1, N - 1), (M, N), (-1, -1)),
        (M, N),
        lambda a: a[::-1, ::-1],
    ),
    "part of a part": (
        lambda A: A.sub_array((1, 0), (M - 1, N)).sub_array((0, 1), (M - 1, N - 1)),
        (M - 1, N - 1),
        lambda a: a[1:, 1:],
    ),
    "transposed": (
        lambda A: A.T.sub_array((0, 1), (N, M - 1)).T,
        (M - 1, N),
        lambda a: a[1:],
    ),
    "nothing": (
        lambda A: A.sub_array((M - M, 0), (M, N - N)),
        (M, 0),
        lambda a: a[:, :0],
    ),
}


@pytest.mark.parametrize(("make", "shape"), [case[:2] for case in SIZED.values()], ids=SIZED.keys())
def test_sizes_of_the_call(make, shape):
    V = make(sa.Array(role=INPUT, shape=(M, N)))
    assert list(map(str, V.shape)) == list(map(str, shape))


RESHAPED = {
    "split": ((M, 6), (M, 2, 3), (M, 2, 3)),
    "the rest": ((M, 6), (-1, 2, 3), (M, 2, 3)),
    "merged": ((M, 4, 2), (M, -1), (M, 8)),
    "merged and split": ((sa.inf, 4, 6), (sa.inf, 3, 8), (sa.inf, 3, 8)),
    "one more": ((M, N), (1, M, 1, N), (1, M, 1, N)),
    "open": ((sa.inf, 6), (sa.inf, 3, 2), (sa.inf, 3, 2)),
    "the open rest": ((sa.inf, 6), (-1, 6, 1), (sa.inf, 6, 1)),
    "nothing": ((M, 0, 4), (M, 4, 0), (M, 4, 0)),
}


@pytest.mark.parametrize(("shape", "wanted", "found"), RESHAPED.values(), ids=RESHAPED.keys())
def test_reshaped_around_sizes_of_the_call(shape, wanted, found):
    assert sa.Array(role=INPUT, shape=shape).reshape(wanted).shape == found


def test_a_size_that_is_computed_stays():
    A = sa.Array(role=INPUT, shape=(M, 6))
    V = A.sub_array((1, 0), (M - 1, 6)).reshape(M - 1, 2, 3)
    assert list(map(str, V.shape)) == ["(M - 1)", "2", "3"]


def test_strides_without_sizes_of_the_call():
    A = sa.Array(role=INPUT, shape=(M, 4, 6))
    assert A.strides == (24, 6, 1) and A.reshape(M, 24).strides == (24, 1)
    assert A.T.strides == (1, 6, 24) and A.slice(1, 2).reshape(M, 3, 2).strides == (24, 2, 1)
    assert sa.Array(role=INPUT, shape=(M, N)).strides is None
    assert sa.Array(role=INPUT, shape=(4, N), layout=sa.layout.col_major).strides == (1, 4)
    assert sa.Array(role=INPUT, shape=(M, N), layout=(9, 1)).strides == (9, 1)
    assert sa.Array(role=INPUT, shape=(M, 4), layout=sa.layout.any).strides is None
    assert sa.Array(role=INPUT, shape=(4, 4), layout=sa.layout.any).strides is None


SIZED_REFUSED = {
    "one too far": (lambda A: A.sub_array((1, 0), (M, N)), "reaches index M of dimension 0.*is M"),
    "too large": (lambda A: A.sub_array((0, 0), (M, N + 3)), "index N . 2 of dimension 1.*is N"),
    "behind the end": (lambda A: A.sub_array((M, 0), (1, 1)), "reaches index M of dimension 0"),
    "before": (lambda A: A.sub_array((-1, 0), (M, N)), "reaches index -1 of dimension 0"),
    "backwards": (lambda A: A.sub_array((M, 0), (M, N), (-1, 1)), "reaches index M of dimension 0"),
    "a slice behind": (lambda A: A.slice(1, N), "is at index N of dimension 1, whose size is N"),
    "open": (lambda A: A.sub_array((0, 0), (sa.inf, N)), "has sa.inf, but a part ends somewhere"),
    "no integer": (lambda A: A.sub_array((0, 0), (2.0, N)), "must be an integer, not 2.0"),
    "a truth": (lambda A: A.sub_array((0, 0), (True, N)), "must be an integer, not True"),
    "reshaped": (lambda A: A.sub_array((0, 0), (M, N)).reshape(-1), "known only at the call"),
    "merged": (lambda A: A.reshape(M * 2, 3), "known only at the call must be in both"),
    "swapped": (lambda A: A.reshape(N, M), r"\(M, N\) cannot have the shape \(N, M\): a size"),
    "one less": (lambda A: A.reshape(M), "must be in both"),
    "a number": (lambda A: A.reshape(M, 6), "must be in both"),
    "two unknown": (lambda A: A.reshape(-1, M, N, -1), "negative size"),
    "too many": (lambda A: A.reshape(M, 2, N), "as many elements before and after"),
    "its length": (lambda A: len(A.sub_array((0, 0), (M, N))), "length .* only at the call"),
}


@pytest.mark.parametrize(("use", "message"), SIZED_REFUSED.values(), ids=SIZED_REFUSED.keys())
def test_sizes_of_the_call_refused(use, message):
    A = sa.Array(role=INPUT, shape=(M, N))
    with pytest.raises(sa.CompileError, match=message) as caught:
        use(A)
    assert caught.value.location.file == __file__


def last_rows(A, B, nest):
    i, j = nest.get_indices()
    V = A.sub_array((M - 2, 0), (2, N))

    @nest.iteration_logic
    def _():
        B[i, j] = V[i, j]


def test_what_depends_on_the_sizes_of_the_call():
    A = sa.Array(role=INPUT, shape=(M, N))
    B = sa.Array(role=INOUT, shape=(2, N))
    nest = sa.Nest(shape=(2, N))
    last_rows(A, B, nest)
    with pytest.raises(sa.CompileError, match="the index of dimension 0 can be -[12]"):
        sa.compile(nest, args=(A, B))
    function = sa.compile(nest, args=(A, B), engine="eager")
    a, b = random(5, 3), np.zeros((2, 3), np.float32)
    function(a, b)
    np.testing.assert_array_equal(b, a[-2:])
    with pytest.raises(sa.CompileError, match="subscript -1 is outside dimension 0 of array 'A'"):
        function(random(1, 3), b)
    nest.constrain(2 <= M)
    sa.compile(nest, args=(A, B))


def test_the_indices_of_another_nest_in_a_size():
    A = sa.Array(role=INOUT, shape=(8,))
    other, nest = sa.Nest(shape=8), sa.Nest(shape=8)
    V = A.sub_array((0,), (other.get_indices() + 1,))
    i = nest.get_indices()
    with pytest.raises(sa.CompileError, match="belongs to another nest"):
        nest.iteration_logic(lambda: V.__setitem__(i, 1))
