# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions, choices, logic, and the types that numbers take."""

import ml_dtypes
import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, elementwise, random

cases = Cases()

TYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64",
]  # fmt: skip


@cases.over(TYPES)
def cast_from(source):
    a = random(12, dtype=source, low=0, high=9)

    def through_every_type(x):
        for target in TYPES[1:]:
            x = sa.cast(x, target)
        return x

    wanted = a.astype(np.int8).astype(np.float64)
    return elementwise(through_every_type, (a,), wanted)


@cases.over(TYPES)
def cast_to(target):
    a = np.array([0, 1, 2, 100], np.float32)
    return elementwise(lambda x: sa.cast(x, target), (a,), a.astype(target))


@cases
def cast_drops_the_fraction():
    a = np.array([-2.7, -0.5, 0.5, 2.7, 99.9], np.float64)
    return elementwise(lambda x: sa.cast(x, sa.int32), (a,), a.astype(np.int32))


@cases
def cast_wraps_integers():
    a = np.array([-1, 127, 128, 255, 256, 300, -129], np.int32)
    wanted = a.astype(np.int8).astype(np.int32) + a.astype(np.uint8)
    return elementwise(
        lambda x: sa.cast(sa.cast(x, sa.int8), sa.int32) + sa.cast(x, sa.uint8), (a,), wanted
    )


@cases
def cast_rounds_to_half():
    a = random(64, low=-99, high=99)
    return elementwise(lambda x: sa.cast(x, sa.float16), (a,), a.astype(np.float16))


@cases
def cast_rounds_to_bfloat16():
    a = random(64, low=-99, high=99)
    wanted = a.astype(ml_dtypes.bfloat16)
    return elementwise(lambda x: sa.cast(x, sa.bfloat16), (a,), wanted)


@cases
def cast_through_bfloat16_rounds():
    a = random(64, low=-99, high=99)
    wanted = a.astype(ml_dtypes.bfloat16).astype(np.float32)
    return elementwise(lambda x: sa.cast(sa.cast(x, sa.bfloat16), sa.float32), (a,), wanted)


@cases.over(["int64", "uint8", "float16", "float64"])
def cast_between_bfloat16_and(dtype):
    a = random(64, dtype=dtype, low=0, high=99)
    wanted = a.astype(ml_dtypes.bfloat16).astype(dtype)
    return elementwise(lambda x: sa.cast(sa.cast(x, sa.bfloat16), dtype), (a,), wanted)


@cases
def cast_from_bfloat16():
    a = random(64, dtype=ml_dtypes.bfloat16)
    wanted = a.astype(np.float32) * np.float32(0.1)
    return elementwise(lambda x: sa.cast(x, sa.float32) * 0.1, (a,), wanted)


@cases.over(
    [
        ("int8", "uint8"),
        ("int32", "float32"),
        ("float16", "float32"),
        ("uint64", "int64"),
        ("bool", "int16"),
        ("int16", "float16"),
    ],
    name="_".join,
)
def promotes_like_numpy(types):
    a, b = (random(30, dtype=dtype, low=1, high=9) for dtype in types)
    return elementwise(lambda x, y: x * y, (a, b), a * b)


@cases
def stores_convert_without_loss():
    a = random(30, dtype=np.int16)
    return elementwise(lambda x: x, (a,), a.astype(np.float64))


@cases
def numpy_scalars_have_their_own_type():
    a = random(30)
    return elementwise(lambda x: x * np.float64(0.1), (a,), a * np.float64(0.1))


@cases
def python_numbers_take_the_type_they_meet():
    a = random(30)
    return elementwise(lambda x: 0.1 * x + 2 - True, (a,), 0.1 * a + 2 - True)


@cases
def python_integers_meet_bools_as_int64():
    a = random(30, dtype=bool)
    return elementwise(lambda x: x + 1, (a,), a + 1)


@cases
def select_chooses():
    a, b = random(30), random(30, low=-3)
    return elementwise(lambda x, y: sa.select(x > y, x, y * 2), (a, b), np.where(a > b, a, b * 2))


@cases
def select_promotes():
    a, b = random(30), random(30, dtype=np.float16)
    return elementwise(lambda x, y: sa.select(x > 0, x, y), (a, b), np.where(a > 0, a, b))


@cases
def select_between_numbers_takes_the_type_it_meets():
    a = random(30)
    wanted = np.where(a > 0, a * np.float32(0.1), a).astype(np.float32)
    return elementwise(lambda x: sa.select(x > 0, 0.1, 1) * x, (a,), wanted)


@cases
def select_between_numbers_is_stored():
    a = random(30)
    return elementwise(lambda x: sa.select(x > 0, 1.0, 0), (a,), (a > 0).astype(np.float32))


@cases
def select_between_numbers_is_cast():
    a = random(30)
    wanted = np.where(a > 0, 3, 200).astype(np.uint8)
    return elementwise(lambda x: sa.cast(sa.select(x > 0, 3, 200), sa.uint8), (a,), wanted)


@cases
def logic_on_comparisons():
    a, b = random(40), random(40, low=-3)
    wanted = np.logical_or(np.logical_and(a > 0, b > 0), np.logical_not(a < b))
    return elementwise(
        lambda x, y: sa.logical_or(sa.logical_and(x > 0, y > 0), sa.logical_not(x < y)),
        (a, b),
        wanted,
    )


@cases
def logic_on_numbers():
    a, b = random(40, dtype=np.int32), random(40, low=-1, high=1)
    b[::3] = 0
    wanted = np.logical_and(a, np.logical_not(b))
    return elementwise(lambda x, y: sa.logical_and(x, sa.logical_not(y)), (a, b), wanted)


@cases
def bools_are_stored_as_bytes():
    a = random(30)
    A, B = arrays(("input", "float32", 30), ("inout", "bool", 30))
    nest = sa.Nest(shape=30)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i] > 0

    return Case(nest, (A, B), (a, np.zeros(30, bool)), (None, a > 0))


@cases
def index_is_an_int64():
    A, B = arrays(("inout", "int64", (4, 5)), ("inout", "float64", (4, 5)))
    nest = sa.Nest(shape=(4, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i, j] = i * 10 + j
        B[i, j] = sa.sqrt(i) + (i + 1) / (j + 2) + i * j

    rows, columns = np.indices((4, 5))
    wanted = np.sqrt(rows) + (rows + 1) / (columns + 2) + rows * columns
    start = np.zeros((4, 5), np.int64)
    return Case(
        nest,
        (A, B),
        (start, start.astype(np.float64)),
        (rows * 10 + columns, wanted),
        rtol=1e-14,
    )


@cases
def conditions_on_indices():
    (A,) = arrays(("inout", "float32", (6, 6)))
    nest = sa.Nest(shape=(6, 6))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i, j] = sa.select(sa.logical_or(i == j, i > j + 2), 1.0, -0.5)

    rows, columns = np.indices((6, 6))
    wanted = np.where((rows == columns) | (rows > columns + 2), 1.0, -0.5)
    return Case(nest, (A,), (np.zeros((6, 6), np.float32),), (wanted.astype(np.float32),))


test_on_every_engine = cases.tests()
