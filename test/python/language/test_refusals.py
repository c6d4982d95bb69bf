# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mistakes in the logic of a nest: each is refused where it is made, with advice.

Every function below is a logic with one mistake; the decorator says what the error must say.
"""

import inspect
import math
from types import SimpleNamespace

import numpy as np
import pytest
import saopt as sa
from full_messages import check_message

MISTAKES = []


def refused(*words):
    """Register a logic, which takes the names it uses, and what its error must say."""

    def register(logic):
        MISTAKES.append(pytest.param(logic, words, id=logic.__name__))
        return logic

    return register


def surroundings():
    """Return arrays and indices for a logic to make its mistake with."""
    shape = (4, 5)
    made = SimpleNamespace(
        A=sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=shape, name="A"),
        B=sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=shape, name="B"),
        H=sa.Array(role=sa.Role.INOUT, element_type=sa.float16, shape=shape, name="H"),
        N=sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=shape, name="N"),
        U=sa.Array(role=sa.Role.INOUT, element_type=sa.uint8, shape=shape, name="U"),
        L=sa.Array(role=sa.Role.INOUT, element_type=sa.bool_, shape=shape, name="L"),
        K=sa.Array(role=sa.Role.CONST, data=np.ones(shape, np.float32), name="K"),
        nest=sa.Nest(shape=shape),
    )
    made.i, made.j = made.nest.get_indices()
    other = sa.Nest(shape=(9, 9))
    made.p, q = other.get_indices()
    return made


@pytest.mark.parametrize(("logic", "words"), MISTAKES)
def test_refused(logic, words):
    made = surroundings()
    arguments = [getattr(made, name) for name in inspect.signature(logic).parameters]
    with pytest.raises(sa.CompileError) as caught:
        made.nest.iteration_logic(lambda: logic(*arguments))
    for word in words:
        assert word in str(caught.value)
    check_message(f"logic: {logic.__name__}", caught.value)
    file, line, column = caught.value.location
    assert file == __file__
    first = inspect.getsourcelines(logic)[1]
    assert first < line <= first + 5
    assert column > 1
    assert not made.nest.logics


# Python that decides, loops or converts.


@refused("sa.logical_and")
def uses_and(A, B, i, j):
    B[i, j] = A[i, j] > 0 and A[i, j] < 1


@refused("sa.logical_or")
def uses_or(A, B, i, j):
    B[i, j] = A[i, j] or 1.0


@refused("sa.logical_not")
def uses_not(A, L, i, j):
    L[i, j] = not A[i, j]


@refused("sa.select")
def uses_if(A, B, i, j):
    if A[i, j] > 0:
        B[i, j] = 1.0


@refused("sa.select")
def uses_if_on_an_index(B, i, j):
    if i > j:
        B[i, j] = 1.0


@refused("sa.select")
def uses_a_conditional_expression(A, B, i, j):
    B[i, j] = 1.0 if A[i, j] > 0 else 0.0


@refused("known yet")
def uses_while(A, B, i, j):
    while A[i, j] < 1:
        B[i, j] = 1.0


@refused("a < b < c")
def chains_comparisons(A, L, i, j):
    L[i, j] = 0 < A[i, j] < 1


@refused("sa.cast")
def uses_int(A, N, i, j):
    N[i, j] = int(A[i, j])


@refused("sa.cast")
def uses_float(N, B, i, j):
    B[i, j] = float(N[i, j])


@refused("sa.sqrt")
def uses_the_module_math(A, B, i, j):
    B[i, j] = math.sqrt(A[i, j])


@refused("sa.floor")
def uses_math_floor(A, B, i, j):
    B[i, j] = math.floor(A[i, j])


@refused("sa.round")
def uses_round(A, B, i, j):
    B[i, j] = round(A[i, j])


@refused("range()")
def uses_range(B, i, j):
    for _ in range(i):
        B[i, j] = 1.0


@refused("CONST array")
def subscripts_a_list(B, i, j):
    B[i, j] = [1.0, 2.0, 3.0, 4.0][i]


@refused("len()")
def uses_len(A, B, i, j):
    B[i, j] = len(A[i, j])


@refused("cannot be looped over")
def loops_over_a_value(A, B, i, j):
    B[i, j] = sum(A[i, j])


@refused("array 'A'", "cannot be looped over")
def loops_over_an_array(A, B, i, j):
    B[i, j] = sum(A)


@refused("'in'")
def uses_in(A, L, i, j):
    L[i, j] = 3 in A[i, j]


# Subscripts.


@refused("array 'A'", "2 dimensions", "1 subscript", "A[i, j]")
def gives_too_few_subscripts(A, B, i, j):
    B[i, j] = A[i]


@refused("array 'B'", "2 dimensions", "3 subscripts")
def gives_too_many_subscripts(A, B, i, j):
    B[i, j, 0] = A[i, j]


@refused("array 'A'", "1 subscript")
def subscripts_twice(A, B, i, j):
    B[i, j] = A[i][j]


@refused("slice", "array 'A'")
def slices(A, B, i, j):
    B[i, j] = A[i, :]


@refused(
    "float32 cannot be a subscript", "values of integer types", "sa.cast(sa.floor(x), sa.int64)"
)
def subscripts_with_data(A, B, i, j):
    B[i, A[i, j]] = 1


@refused("numpy.sin", "use sa.sin")
def calls_a_function_of_numpy(A, B, i, j):
    B[i, j] = np.sin(A[i, j])


@refused("numpy.maximum", "use sa.max")
def calls_a_function_of_numpy_with_another_name(A, B, i, j):
    B[i, j] = np.maximum(A[i, j], 0)


@refused("numpy.heaviside", "use the functions of this package")
def calls_a_function_that_only_numpy_has(A, B, i, j):
    B[i, j] = np.heaviside(A[i, j], 0)


@refused("numpy.add", "use")
def reduces_with_numpy(A, B, i, j):
    B[i, j] = np.add.outer(A[i, j], 0)


@refused("sa.max(a, b) and sa.min(a, b) for max() and min()")
def takes_the_larger_as_python_does(A, B, i, j):
    B[i, j] = max(A[i, j], 0)


@refused("nor added up by sum()", "C[i] += x")
def adds_up_as_python_does(A, B, i, j):
    B[i, j] = sum(A[i, j])


@refused("float", "array 'A'")
def subscripts_with_a_float(A, B, i, j):
    B[i, j] = A[i, 1.0]


@refused("bool", "array 'A'")
def subscripts_with_a_bool(A, B, i, j):
    B[i, j] = A[i, True]


@refused("Ellipsis cannot be a subscript of array 'A': name each dimension's index")
def subscripts_with_an_ellipsis(A, B, i, j):
    B[i, j] = A[i, ...]


@refused("loop indices")
def subscripts_with_half_an_index(A, B, i, j):
    B[i, j] = A[i / 2, j]


@refused("divided by zero")
def divides_an_index_by_zero(A, B, i, j):
    B[i, j] = A[i // 0, j]


@refused("a str cannot be a subscript of array 'A': use loop indices and integers")
def subscripts_with_a_string(A, B, i, j):
    B[i, j] = A["i", j]


@refused("subscript 7", "dimension 1", "array 'A'", "(4, 5)")
def leaves_the_shape(A, B, i, j):
    B[i, j] = A[i, 7]


@refused("subscript -1", "array 'A'")
def counts_from_the_end(A, B, i, j):
    B[i, j] = A[i, -1]


# Roles and belonging.


@refused("array 'A'", "INPUT", "INOUT")
def writes_an_input(A, i, j):
    A[i, j] = 1.0


@refused("array 'A'", "INPUT")
def accumulates_into_an_input(A, i, j):
    A[i, j] += 1.0


@refused("array 'K'", "CONST")
def writes_a_constant(K, i, j):
    K[i, j] = 1.0


@refused("index 'p'", "another nest", "(9, 9)", "i, j")
def uses_the_index_of_another_nest(A, B, i, j, p):
    B[i, j] = A[i, p]


@refused("index 'p'", "another nest")
def computes_with_the_index_of_another_nest(B, i, j, p):
    B[i, j] = sa.cast(p, sa.float32)


@refused("array 'A'", "A[i, j]")
def computes_with_a_whole_array(A, B, i, j):
    B[i, j] = A * 2


@refused("array 'A'", "A[i, j]")
def stores_a_whole_array(A, B, i, j):
    B[i, j] = A


@refused("array 'A'")
def gives_a_whole_array_to_a_function(A, B, i, j):
    B[i, j] = sa.sqrt(A)


@refused("list")
def stores_a_list(B, i, j):
    B[i, j] = [1.0]


@refused("str")
def computes_with_a_string(A, B, i, j):
    B[i, j] = A[i, j] + "1"


@refused("NoneType")
def stores_nothing(B, i, j):
    B[i, j] = None


# Types.


@refused("float64", "array 'B'", "sa.cast(value, sa.float32)")
def stores_a_wider_float(A, B, i, j):
    B[i, j] = sa.cast(A[i, j], sa.float64)


@refused("int64", "array 'N'", "sa.cast(value, sa.int32)")
def stores_an_index_in_a_narrow_array(N, i, j):
    N[i, j] = i


@refused("float32", "array 'N'")
def stores_a_float_in_an_integer_array(A, N, i, j):
    N[i, j] = A[i, j]


@refused("float64", "array 'B'")
def accumulates_a_wider_float(A, B, i, j):
    B[i, j] += sa.cast(A[i, j], sa.float64)


@refused("int32", "array 'L'", "sa.cast(value, sa.bool_)")
def stores_an_integer_as_bool(N, L, i, j):
    L[i, j] = N[i, j]


@refused("1.5", "array 'N'")
def stores_a_fraction_in_an_integer_array(N, i, j):
    N[i, j] = 1.5


@refused("300", "array 'U'")
def stores_a_number_out_of_range(U, i, j):
    U[i, j] = 300


@refused("-1", "array 'U'")
def stores_a_negative_number_in_an_unsigned_array(U, i, j):
    U[i, j] = -1


@refused("2", "array 'L'")
def stores_two_as_bool(L, i, j):
    L[i, j] = 2


@refused("1e+30", "array 'H'")
def stores_a_number_too_large_for_half(H, i, j):
    H[i, j] = 1e30


@refused("0.5", "int32", "sa.cast")
def computes_an_integer_with_a_fraction(N, i, j):
    N[i, j] = N[i, j] * 0.5


@refused("0.5", "int64", "sa.cast")
def computes_an_index_with_a_fraction(B, i, j):
    B[i, j] = sa.cast(i + 0.5, sa.float32)


@refused("300", "uint8", "sa.cast")
def computes_with_a_number_out_of_range(U, i, j):
    U[i, j] = U[i, j] + 300


@refused("1e+30", "float16")
def computes_with_a_number_too_large_for_half(H, i, j):
    H[i, j] = H[i, j] + 1e30


@refused("0.5", "bool")
def computes_a_bool_with_a_fraction(A, B, i, j):
    B[i, j] = (A[i, j] > 0) * 0.5


@refused("&", "float32")
def uses_bits_of_floats(A, B, i, j):
    B[i, j] = A[i, j] & 1


@refused("<<", "float32")
def shifts_floats(A, B, i, j):
    B[i, j] = A[i, j] << 1


@refused("~", "float32")
def inverts_floats(A, B, i, j):
    B[i, j] = ~A[i, j]


@refused("-", "bool", "sa.logical_not")
def negates_a_bool(A, L, i, j):
    L[i, j] = -(A[i, j] > 0)


@refused("//", "bool")
def divides_bools(A, L, i, j):
    L[i, j] = (A[i, j] > 0) // (A[i, j] > 1)


@refused("sa.float64", "1 << n")
def raises_an_integer_to_a_value(N, i, j):
    N[i, j] = 2 ** N[i, j]


@refused("-2", "fraction")
def raises_an_integer_to_a_negative_power(N, i, j):
    N[i, j] = N[i, j] ** -2


@refused("condition", "bool", "float32", "!= 0")
def selects_by_a_number(A, B, i, j):
    B[i, j] = sa.select(A[i, j], 1.0, 0.0)


@refused("has no type", "sa.cast")
def computes_with_a_choice_of_numbers_only(A, B, i, j):
    B[i, j] = sa.select(A[i, j] > 0, 1, 0) + 1


@refused("has no type")
def negates_a_choice_of_numbers(A, B, i, j):
    B[i, j] = -sa.select(A[i, j] > 0, 1, 0)


@refused("2.5", "array 'N'")
def stores_a_choice_of_fractions_in_an_integer_array(A, N, i, j):
    N[i, j] = sa.select(A[i, j] > 0, 2.5, 1)


@refused("'float31'", "float32")
def casts_to_no_type(A, B, i, j):
    B[i, j] = sa.cast(A[i, j], "float31")


@refused("clongdouble")
def casts_to_a_type_that_is_not_there(A, B, i, j):
    B[i, j] = sa.cast(A[i, j], np.clongdouble)
