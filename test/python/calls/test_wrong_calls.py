# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls, arrays in memory, and declarations that are wrong: the whole text of each error.

Every function below makes one mistake, with the names that it asks for.
"""

from __future__ import annotations

import inspect
from types import SimpleNamespace

import dpctl
import numpy as np
import pytest
import saopt as sa
from full_messages import check_message

MISTAKES = []


def wrong(mistake):
    """Register a function that makes a mistake."""
    MISTAKES.append(pytest.param(mistake, id=mistake.__name__))
    return mistake


@pytest.fixture(scope="module")
def names():
    """Return what the functions below take."""
    N = sa.Dimension("N")
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(4, N), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4, N), name="B")
    nest = sa.Nest(shape=(4, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = 2 * A[i, j]

    double = sa.compile(nest, args=(A, B), name="twice")
    a, b = (sa.usm_array(np.ones((4, 6), "f4")) for _ in range(2))
    return SimpleNamespace(A=A, B=B, N=N, nest=nest, i=i, j=j, double=double, a=a, b=b)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_wrong(mistake, names):
    arguments = (getattr(names, name) for name in inspect.signature(mistake).parameters)
    with pytest.raises((sa.Error, TypeError, IndexError)) as caught:
        mistake(*arguments)
    check_message(f"calls: {mistake.__name__}", caught.value)


# Calls.


@wrong
def call_with_too_few_arguments(double, a):
    double(a)


@wrong
def call_with_too_many_arguments(double, a, b):
    double(a, b, b, b)


@wrong
def call_with_an_array_of_numpy(double, a):
    double(a, np.ones((4, 6), "f4"))


@wrong
def call_with_a_list(double, a):
    double([[1.0]], a)


@wrong
def call_with_a_number(double, a):
    double(3.0, a)


@wrong
def call_with_nothing(double, a):
    double(None, a)


@wrong
def call_with_another_type(double, a):
    double(a, sa.zeros((4, 6), dtype=sa.float64))


@wrong
def call_with_another_rank(double, a):
    double(a, sa.zeros((4, 6, 1), dtype=sa.float32))


@wrong
def call_with_another_fixed_size(double, a):
    double(sa.zeros((5, 6), dtype=sa.float32), a)


@wrong
def call_with_sizes_that_disagree(double, a):
    double(a, sa.zeros((4, 7), dtype=sa.float32))


@wrong
def call_with_other_strides(double, a):
    double(sa.zeros((6, 4), dtype=sa.float32).T, a)


@wrong
def call_with_the_same_memory_twice(double, a):
    double(a, a)


@wrong
def call_with_memory_of_another_context(double, a):
    device = dpctl.SyclDevice()
    queue = dpctl.SyclQueue(dpctl.SyclContext(device), device)
    double(a, sa.zeros((4, 6), dtype=sa.float32, device=queue))


@wrong
def call_with_memory_that_is_read_only(double, a):
    b = sa.zeros((4, 6), dtype=sa.float32)
    b.flags.writeable = False
    double(a, b)


# Arrays in memory.


@wrong
def a_usm_type_that_is_none():
    sa.zeros(4, usm_type="gpu")


@wrong
def a_negative_size_of_memory():
    sa.zeros(-4)


@wrong
def a_size_of_memory_that_is_no_integer():
    sa.zeros(4.5)


@wrong
def a_type_of_memory_that_is_none():
    sa.zeros(4, dtype="flaot32")


@wrong
def an_order_that_is_none():
    sa.USMArray(4, order="K")


@wrong
def arithmetic_of_memory(a):
    a + 1


@wrong
def a_function_of_numpy_of_memory(a):
    np.exp(a)


@wrong
def a_mask_of_memory(a):
    a[[True, False]]


@wrong
def an_index_of_memory_that_is_outside(a):
    a[4, 0]


@wrong
def copying_what_must_not_be_copied():
    sa.asarray([1.0, 2.0], copy=False)


@wrong
def a_number_that_does_not_fit():
    sa.full(4, 300, dtype=sa.uint8)


@wrong
def a_text_as_elements():
    sa.asarray(["one", "two"])


# Declarations.


@wrong
def an_array_without_a_shape():
    sa.Array(role=sa.Role.INPUT, element_type=sa.float32, name="C")


@wrong
def an_array_with_numpy_s_words():
    sa.Array(role=sa.Role.INPUT, dtype=np.float32, shape=(4,), name="C")


@wrong
def an_array_with_numpy_s_order():
    sa.Array(role=sa.Role.INPUT, shape=(4,), order="F", name="C")


@wrong
def a_shape_as_a_role():
    sa.Array((4, 4), name="C")


@wrong
def data_of_an_input():
    sa.Array(role=sa.Role.INPUT, data=np.ones(4), name="C")


@wrong
def a_constant_without_data():
    sa.Array(role=sa.Role.CONST, shape=(4,), name="C")


@wrong
def a_constant_with_another_shape():
    sa.Array(role=sa.Role.CONST, data=np.ones(4), shape=(5,), name="C")


@wrong
def a_constant_that_its_type_does_not_hold():
    sa.Array(role=sa.Role.CONST, data=np.array([300]), element_type=sa.uint8, name="C")


@wrong
def a_name_that_is_no_identifier():
    sa.Array(role=sa.Role.INPUT, shape=(4,), name="my array")


@wrong
def an_open_size_in_the_middle():
    sa.Array(role=sa.Role.INPUT, shape=(4, sa.inf, 4), name="C")


@wrong
def a_negative_size():
    sa.Array(role=sa.Role.INPUT, shape=(-4,), name="C")


@wrong
def a_triangle_that_is_no_square():
    sa.Array(role=sa.Role.INPUT, shape=(4, 5), layout=sa.layout.lower_triangular, name="C")


@wrong
def blocks_of_another_rank():
    sa.Array(role=sa.Role.INPUT, shape=(4,), layout=sa.layout.blocked((2, 2)), name="C")


@wrong
def a_deferred_layout_of_an_argument():
    sa.Array(role=sa.Role.INPUT, shape=(4,), layout=sa.Array.Layout.DEFERRED, name="C")


@wrong
def a_dimension_with_a_bad_name():
    sa.Dimension("my size")


@wrong
def a_nest_with_a_fraction():
    sa.Nest(shape=(4, 2.5))


@wrong
def a_nest_of_an_array(A):
    sa.Nest(shape=A)


@wrong
def a_nest_of_nothing():
    sa.Nest(shape=None)


# Compilation.


@wrong
def compile_without_arguments(nest):
    sa.compile(nest)


@wrong
def compile_with_an_argument_too_few(nest, A):
    sa.compile(nest, args=(A,))


@wrong
def compile_with_an_argument_twice(nest, A, B):
    sa.compile(nest, args=(A, B, A))


@wrong
def compile_with_numbers_as_arguments(nest):
    sa.compile(nest, args=(1, 2))


@wrong
def compile_a_nest_without_logic():
    sa.compile(sa.Nest(shape=4), args=())


@wrong
def compile_a_python_function():
    sa.compile(lambda: None, args=())


@wrong
def compile_nothing():
    sa.compile((), args=())


@wrong
def compile_with_a_bad_name(nest, A, B):
    sa.compile(nest, args=(A, B), name="my function")


@wrong
def compile_for_an_engine_that_is_none(nest, A, B):
    sa.compile(nest, args=(A, B), engine="cuda")


@wrong
def compile_with_a_schedule_that_is_none(nest, A, B):
    sa.compile(nest, args=(A, B), schedule="fast")


@wrong
def compile_a_list_of_wrong_entries(nest):
    sa.compile_many([nest])


@wrong
def a_parameter_without_a_value(A, B):
    size = sa.create_parameters()
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    schedule = nest.create_schedule()
    schedule.split(j, size)
    sa.compile(schedule, args=(A, B))


@wrong
def a_target_that_is_none():
    sa.Target("gpu-9000")


@wrong
def a_target_with_a_property_that_is_none():
    sa.Target("mine", vector_width=32)


@wrong
def fusing_one_schedule(nest):
    sa.fuse(nest.create_schedule())


@wrong
def a_package_without_functions():
    sa.Package().build("p")
