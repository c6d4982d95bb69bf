# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays, loops and functions are called what their variables are called."""

import numpy as np
import pytest
import saopt as sa
from harness import call


def array(**options):
    return sa.Array(role=sa.Role.INOUT, shape=4, **options)


def nest_over(*arrays):
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        for target in arrays:
            target[i] = 1

    return nest


def argument_names(*arrays, **options):
    function = sa.compile(nest_over(*arrays), args=arrays, engine="eager", **options)
    return function._names


def test_array_has_the_name_of_its_variable():
    weights = sa.Array(role=sa.Role.INOUT, shape=4)
    assert weights.name == "weights"


@pytest.mark.parametrize("name", ["", "2nd", "a b", "é", "class", "None", 5])
def test_names_that_no_call_can_say(name):
    with pytest.raises(sa.CompileError, match="cannot be the name of an array.* no word of Python"):
        array(name=name)


@pytest.mark.parametrize("name", ["double", "template", "match", "_"])
def test_words_of_other_languages_are_names(name):
    assert argument_names(array(name=name)) == [name]


def test_array_has_the_name_of_its_attribute():
    class Model:
        pass

    model = Model()
    model.weights = sa.Array(role=sa.Role.INOUT, shape=4)
    assert model.weights.name == "weights"


def test_array_has_the_given_name():
    weights = array(name="W")
    assert weights.name == "W"


def test_array_without_a_variable_has_the_name_the_logic_uses():
    made = [array()]
    assert made[0].name is None
    nest = sa.Nest(shape=4)
    i = nest.get_indices()
    target = made[0]

    @nest.iteration_logic
    def _():
        target[i] = 1

    assert made[0].name == "target"


def test_array_without_a_variable_has_the_name_at_compile():
    made = [array()]
    nest = nest_over(*made)
    result = made[0]
    assert sa.compile(nest, args=(result,), engine="eager")._names == ["result"]


def test_arrays_without_any_variable_are_numbered():
    assert argument_names(*[array(), array()]) == ["inout_array", "inout_array_1"]


def test_equal_names_are_numbered():
    assert argument_names(array(name="A"), array(name="A"), array(name="A")) == ["A", "A_1", "A_2"]


@pytest.mark.parametrize("name", ["", "2x", "a b", "a-b", "é", 3])
def test_names_that_are_no_identifiers_are_refused(name):
    with pytest.raises(sa.CompileError, match="identifier"):
        array(name=name)


def test_variables_that_are_no_identifiers_of_cpp_are_adapted():
    new = array()
    größe = array()
    nest = nest_over(new, größe)
    new.name, größe.name = None, None
    assert sa.compile(nest, args=(new, größe), engine="eager")._names == ["new", "gr__e"]


RESERVED = ("new", "int", "template", "linux", "errno", "NULL", "std", "sycl", "a__b", "_A", "main")


def test_arrays_may_have_names_that_cpp_reserves(device_engine):
    targets = [array(name=name) for name in (*RESERVED, "new_", "queue")]
    table = sa.Array(role=sa.Role.CONST, data=np.ones(1, np.float32), name="double")
    scratch = sa.Array(role=sa.Role.TEMP, shape=4, name="float")
    nest = sa.Nest(shape=4)
    template = nest.get_indices()

    @nest.iteration_logic
    def _():
        scratch[template] = table[0]
        for target in targets:
            target[template] = scratch[template]

    function = sa.compile(nest, args=targets, engine=device_engine)
    for result in call(function, *[np.zeros(4, np.float32) for _ in targets]):
        np.testing.assert_array_equal(result, 1)


def test_indices_have_the_names_they_are_unpacked_into():
    nest = sa.Nest(shape=(2, 3, 4))
    row, column, depth = nest.get_indices()
    assert [str(index) for index in nest.indices] == ["row", "column", "depth"]


def test_single_index_has_the_name_of_its_variable():
    nest = sa.Nest(shape=4)
    element = nest.get_indices()
    assert str(element) == "element"


def test_indices_without_variables_have_names():
    nest = sa.Nest(shape=(2,) * 9)
    assert "".join(map(str, nest.indices)) == "ijklmnopi8"


def test_first_names_of_indices_stay():
    nest = sa.Nest(shape=(2, 3))
    row, column = nest.get_indices()
    a, b = nest.get_indices()
    assert (a is row) and (b is column)
    assert str(a) == "row"


def test_indices_that_are_not_unpacked_have_the_names_the_logic_uses():
    A = sa.Array(role=sa.Role.INOUT, shape=(2, 3))
    nest = sa.Nest(shape=(2, 3))
    indices = nest.get_indices()
    x, y = indices[0], indices[1]

    @nest.iteration_logic
    def _():
        A[x, y] = 1

    assert [str(index) for index in nest.indices] == ["x", "y"]


def test_function_has_the_name_of_its_variable():
    A = array()
    fill = sa.compile(nest_over(A), args=(A,), engine="eager")
    assert fill.name == "fill"


def test_function_without_a_variable_has_the_name_of_its_logic():
    A = array()
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def fill_with_ones():
        A[i] = 1

    assert [sa.compile(nest, args=(A,), engine="eager")][0].name == "fill_with_ones"


def test_function_without_any_name_is_a_function():
    A = array()
    assert [sa.compile(nest_over(A), args=(A,), engine="eager")][0].name == "function"


def test_function_has_the_given_name():
    A = array()
    fill = sa.compile(nest_over(A), args=(A,), engine="eager", name="ones")
    assert fill.name == "ones"


def assigned_to(variable, engine):
    """Return the function that is compiled into a variable of that name."""
    A = array()
    scope = {"sa": sa, "nest": nest_over(A), "A": A, "engine": engine}
    exec(f"{variable} = sa.compile(nest, args=(A,), engine=engine)", scope)
    return scope[variable]


@pytest.mark.parametrize("variable", [*RESERVED, "größe", "__x", "int8_t", "unix", "assert_"])
def test_variables_never_keep_a_function_from_being_compiled(variable, engine):
    (result,) = call(assigned_to(variable, engine), np.zeros(4, np.float32))
    np.testing.assert_array_equal(result, 1)


def test_usable_variables_name_functions_unchanged(engine):
    assert assigned_to("scale_by_2", engine).name == "scale_by_2"


@pytest.mark.parametrize("name", ["", "2x", "a b", "int", "main", "a__b", "linux", 3])
def test_function_names_that_are_no_identifiers_are_refused(name):
    A = array()
    with pytest.raises(sa.CompileError, match="name of a function"):
        sa.compile(nest_over(A), args=(A,), engine="eager", name=name)
