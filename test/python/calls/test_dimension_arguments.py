# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments whose sizes do not fit together, on every engine: the error names both of them."""

import numpy as np
import pytest
import saopt as sa
from dimension_functions import compiled
from harness import UsmArray, random


def f32(*shape):
    return random(*shape)


def zeros(*shape, dtype=np.float32, order="C"):
    return np.zeros(shape, dtype, order)


def refused(function, *inputs):
    placed = [UsmArray(data) for data in inputs]
    with pytest.raises(sa.ArgumentError) as caught:
        function(*placed)
    return str(caught.value)


def test_arguments_that_disagree(engine):
    message = refused(compiled(engine, "reverse"), f32(4, 6), zeros(4, 5))
    assert message == ("argument 'B': shape[1] is 5, but shape[1] of argument 'A' says that N is 6")


def test_arguments_that_disagree_in_another_dimension(engine):
    b = np.asfortranarray(f32(8, 6))
    message = refused(compiled(engine, "gemm"), f32(4, 7), b, zeros(4, 6))
    assert message == ("argument 'B': shape[0] is 8, but shape[1] of argument 'A' says that K is 7")


def test_known_sizes_are_still_checked(engine):
    message = refused(compiled(engine, "mixed"), random(3, 6, 5, dtype=np.int32), zeros(6))
    assert "argument 'B': typestr" in message
    wrong = random(3, 6, 5, dtype=np.int32)
    message = refused(compiled(engine, "mixed"), wrong, zeros(6, dtype=np.int32))
    assert message == "argument 'A': shape is (3, 6, 5), expected (3, 6, 4)"


def test_strides_follow_the_sizes(engine):
    a = f32(4, 12)[:, ::2]
    message = refused(compiled(engine, "reverse"), a, zeros(4, 6))
    assert message == (
        "argument 'A': strides are (12, 2), expected (6, 1): pass a copy with these, or declare "
        "the array with layout=sa.layout.any"
    )


@pytest.mark.parametrize("rows", [0, 1, 4])
def test_open_dimension_that_is_too_small(engine, rows):
    b = zeros(4, 5)
    message = refused(compiled(engine, "opened"), f32(rows, 5), b)
    assert message == f"argument 'A': shape[0] is {rows}, but the loops need at least 5"


def test_open_dimension_that_is_too_small_for_a_size(engine):
    a = np.asfortranarray(f32(3, 6))
    message = refused(compiled(engine, "opened_columns"), a, zeros(3, 4))
    assert message == "argument 'A': shape[1] is 6, but the loops need at least 7"


def test_open_storage_that_is_too_small(engine):
    message = refused(compiled(engine, "opened"), f32(24), zeros(4, 5))
    assert message == (
        "argument 'A': its storage has room for 4 in dimension 0, but the loops need at least 5"
    )


def test_storage_alone_does_not_say_two_sizes(engine):
    message = refused(compiled(engine, "reverse"), f32(24), zeros(24))
    assert message == "argument 'A': shape is (24,), which does not say what size M is"


def test_storage_that_does_not_fit_the_sizes_of_others(engine):
    message = refused(compiled(engine, "reverse"), f32(4, 6), zeros(23))
    assert message == (
        "argument 'B': rank is 1, expected 2: shape is (23,), expected (4, 6) or flat storage of "
        "24 elements"
    )
