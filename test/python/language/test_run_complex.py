# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers: arithmetic, parts and conversions."""

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, elementwise, random

cases = Cases()

COMPLEX = [np.complex64, np.complex128]
over_types = cases.over(COMPLEX, name=lambda dtype: dtype.__name__)


def tolerance(dtype, rounds=4):
    """Return how far results may be apart that are rounded a few times."""
    return rounds * float(np.finfo(dtype).eps)


def pair(dtype, size=60):
    return random(size, dtype=dtype), random(size, dtype=dtype, low=-3)


@over_types
def sums_and_differences(dtype):
    a, b = pair(dtype)
    return elementwise(lambda x, y: (x + y) - (y - x) - x, (a, b), (a + b) - (b - a) - a)


@over_types
def products(dtype):
    a, b = pair(dtype)
    atol = tolerance(dtype, 64)  # where a part is the difference of two products
    return elementwise(lambda x, y: x * y, (a, b), a * b, tolerance(dtype), atol)


@over_types
def quotients(dtype):
    a, b = pair(dtype)
    atol = tolerance(dtype, 64)
    return elementwise(lambda x, y: x / y, (a, b), a / b, tolerance(dtype, 16), atol)


@over_types
def absolute_values(dtype):
    (a, _) = pair(dtype)
    return elementwise(sa.abs, (a,), np.abs(a), tolerance(dtype, 2))


@over_types
def absolute_values_by_the_operator(dtype):
    (a, _) = pair(dtype)
    return elementwise(abs, (a,), np.abs(a), tolerance(dtype, 2))


@over_types
def parts(dtype):
    (a, _) = pair(dtype)
    return elementwise(lambda x: sa.real(x) + 2 * sa.imag(x), (a,), a.real + 2 * a.imag)


@over_types
def parts_as_attributes(dtype):
    (a, _) = pair(dtype)
    return elementwise(lambda x: x.imag - x.real, (a,), a.imag - a.real)


@over_types
def conjugates(dtype):
    (a, _) = pair(dtype)
    return elementwise(lambda x: sa.conj(x) + x.conj() - x.conjugate(), (a,), np.conj(a))


@over_types
def negation(dtype):
    (a, _) = pair(dtype)
    return elementwise(lambda x: -x, (a,), -a)


@cases
def parts_of_real_values():
    a = random(20)
    wanted = a + np.imag(a) + np.conj(a)
    return elementwise(lambda x: sa.real(x) + sa.imag(x) + x.conj(), (a,), wanted)


@cases
def parts_of_truth_values():
    a = random(20, dtype=bool)
    return elementwise(lambda x: sa.conj(sa.real(x)) | sa.imag(x), (a,), a)


@cases
def the_real_part_of_an_index():
    (A,) = arrays(("inout", "int64", 20))
    nest = sa.Nest(shape=20)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = sa.real(i) + i.imag

    return Case(nest, (A,), (np.zeros(20, np.int64),), (np.arange(20),))


@over_types
def equality(dtype):
    a, b = pair(dtype)
    b[::2] = a[::2]
    b[::4].imag += 1
    a[::6] = b[::6] = np.nan
    return elementwise(lambda x, y: x == y, (a, b), a == b)


@over_types
def inequality(dtype):
    a, b = pair(dtype)
    b[::2] = a[::2]
    b[::4].imag += 1
    a[::6] = np.nan
    return elementwise(lambda x, y: x != y, (a, b), a != b)


@over_types
def truth(dtype):
    (a, _) = pair(dtype)
    a[::3] = 0
    a[1::3].real = 0
    wanted = np.logical_not(a)
    return elementwise(lambda x: sa.logical_not(sa.cast(x, sa.bool_)), (a,), wanted)


@over_types
def choices(dtype):
    a, b = pair(dtype)
    wanted = np.where(a.real > b.real, a, b)
    return elementwise(lambda x, y: sa.select(x.real > y.real, x, y), (a, b), wanted)


@cases
def choices_between_complex_numbers():
    a = random(30, dtype=np.complex64)
    wanted = np.where(a.imag > 0, a + np.complex64(1j), a + np.complex64(2))
    return elementwise(lambda x: x + sa.select(x.imag > 0, 1j, 2), (a,), wanted)


@over_types
def powers(dtype):
    (a, _) = pair(dtype, 20)
    wanted = a**3 + a**1 + a**0
    atol = tolerance(dtype, 1200)
    return elementwise(lambda x: x**3 + x**1 + x**0, (a,), wanted, tolerance(dtype, 8), atol)


@over_types
def python_numbers(dtype):
    (a, _) = pair(dtype)
    wanted = (a + 2) - (1 - 3j) + (0.5 - a) + True
    return elementwise(lambda x: (x + 2) - (1 - 3j) + (0.5 - x) + True, (a,), wanted)


@cases.over(["float16", "float32", "float64"])
def complex_numbers_meet_real_values(dtype):
    a = random(40, dtype=dtype)
    return elementwise(lambda x: x + 2j, (a,), a + 2j)


@cases
def complex_numbers_meet_bfloat16():
    import ml_dtypes

    a = random(40, dtype=ml_dtypes.bfloat16)
    return elementwise(lambda x: x - 2j, (a,), a.astype(np.complex64) - np.complex64(2j))


@cases
def numpy_scalars_have_their_own_type():
    a = random(40)
    return elementwise(lambda x: x + np.complex128(0.1j), (a,), a + np.complex128(0.1j))


MIXED = ["bool", "int8", "int32", "uint64", "float16", "float32", "float64", "complex64"]


@cases.over(MIXED)
def promotes_like_numpy(other):
    a, b = random(30, dtype=np.complex64), random(30, dtype=other, low=1, high=9)
    return elementwise(lambda x, y: x - y, (a, b), a - b)


@cases.over(["float32", "float64"])
def times_a_real_value(other):
    a, b = random(30, dtype=np.complex64), random(30, dtype=other, low=1, high=9)
    return elementwise(lambda x, y: x * y, (a, b), a * b)


@cases.over(["bool", "int8", "int64", "uint32", "float16", "float32", "float64", "complex64"])
def casts_to_complex(source):
    a = random(30, dtype=source)
    wanted = a.astype(np.complex64).astype(np.complex128)
    return elementwise(lambda x: sa.cast(sa.cast(x, sa.complex64), sa.complex128), (a,), wanted)


@cases
def casts_round_the_parts():
    a = random(30, dtype=np.complex128)
    return elementwise(lambda x: sa.cast(x, np.complex64), (a,), a.astype(np.complex64))


@cases
def stores_convert_without_loss():
    a = random(30)
    return elementwise(lambda x: x, (a,), a.astype(np.complex64))


@cases
def numbers_are_stored():
    a = random(30, dtype=np.complex64)
    return elementwise(lambda x: 2 - 0.5j, (a,), np.full(30, 2 - 0.5j, np.complex64))


test_on_every_engine = cases.tests()
