# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What people see who try things out: names, signatures, and advice after mistakes."""

import inspect
import pathlib

import numpy as np
import pytest
import saopt as sa
from harness import arrays


def make_nest(*names, shape=8):
    """Return a nest that doubles an input into an output, its index and its arrays."""
    A, B = arrays(("input", "f32", shape), ("output", "f32", shape))
    nest = sa.Nest(shape=shape)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = 2 * A[i]

    return nest, i, (A, B)


def doubling(engine="eager"):
    nest, _, args = make_nest()
    return sa.compile(nest, args, engine, name="twice")


def test_version_is_that_of_the_compiler():
    root = pathlib.Path(__file__).parents[3]
    assert f"project(saopt VERSION {sa.__version__} " in (root / "CMakeLists.txt").read_text()


def test_functions_have_names_signatures_and_documentation():
    double = doubling()
    assert double.__name__ == "twice"
    assert str(inspect.signature(double)) == "(A, B=None)"
    assert "A  input   float32  8  row-major" in inspect.getdoc(double)


def test_a_nest_shows_what_it_does():
    A, y = arrays(("input", "f32", (8, 8)), ("inout", "f32", 8))
    nest = sa.Nest(shape=(8, 8))
    i, j = nest.get_indices()
    nest.constrain(j <= i)
    assert repr(nest) == "Nest over i < 8, j < 8 where j <= i"

    @nest.iteration_logic(predicate=sa.before(j))
    def _():
        y[i] = 0

    @nest.iteration_logic
    def _():
        y[i] += A[i, j]

    assert str(nest) == "Nest over i < 8, j < 8 where j <= i"
    assert repr(nest) == f"{nest}: sa.before(j): {y.name}[i] = …; {y.name}[i] += …"


def test_the_index_of_one_dimension_unpacks_to_itself():
    nest = sa.Nest(shape=(8,))
    (i,) = nest.get_indices()
    assert i is nest.get_indices() and len(i) == 1 and i[0] is i


def test_arrays_of_numpy_are_for_eager(device_engine):
    with pytest.raises(sa.ArgumentError, match=r'sa.asarray\(x\).*engine="eager"'):
        doubling(device_engine)(np.ones(8, np.float32))


def test_types_that_do_not_match_are_named(engine):
    make = np.ones if engine == "eager" else sa.ones
    advice = r"that is float64 for float32: convert it with .astype\(.float32.\)"
    with pytest.raises(sa.ArgumentError, match=advice):
        doubling(engine)(make(8, dtype=np.float64))


@pytest.mark.parametrize(
    "use", [lambda a: a == 1, lambda a: a != 1, lambda a: 1 + a, lambda a: a < 1]
)
def test_arrays_do_not_compute(use):
    with pytest.raises(TypeError, match=r"as .* would: write dpnp.asarray\(array\) \+ 1"):
        use(sa.zeros(3))


def test_arrays_are_known_by_identity():
    array = sa.zeros(3)
    assert array in {array}
    assert array in [array]


def test_a_function_does_not_call_itself():
    (A,) = arrays(("inout", "f32", 4))
    with pytest.raises(sa.CompileError, match="function 'again' calls itself"):

        @sa.function(args=(A,))
        def again(A):
            again(A)


def test_other_names_that_do_not_exist_are_errors_of_python():
    (A,) = arrays(("inout", "f32", 4))
    with pytest.raises(NameError, match="missing"):

        @sa.function(args=(A,))
        def body(A):
            missing(A)  # noqa: F821


def test_compile_many_takes_entries():
    nest, _, args = make_nest()
    for wrong in (nest, (nest, args), (nest, args, 3)):
        with pytest.raises(sa.CompileError, match=r"a list of \(source, args, name\)"):
            sa.compile_many([wrong])


def test_parameters_are_known_and_used():
    nest, i, args = make_nest()
    size, other = sa.create_parameters()
    schedule = nest.create_schedule()
    schedule.split(i, size)
    with pytest.raises(sa.CompileError, match="'size' is no parameter.*as in {size: 8}"):
        sa.compile(schedule, args, parameters={"size": 4})
    with pytest.raises(sa.CompileError, match="parameter 'other' is given a value, but nothing in"):
        sa.compile(schedule, args, parameters={size: 4, other: 2})
    assert sa.compile(schedule, args, "eager", parameters={size: 4})


def test_an_output_that_nothing_writes_is_refused():
    nest, _, args = make_nest()
    (other,) = arrays(("output", "f32", 8))
    other.name = "other"
    with pytest.raises(sa.CompileError, match="'other' has the role OUTPUT, and nothing writes it"):
        sa.compile(nest, (*args, other))


def test_several_operands_of_max_and_min(engine):
    A, B = arrays(("input", "f32", 8), ("inout", "f32", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = sa.max(0, A[i], -1, 0.5) + sa.min(A[i], 3, np.float32(2) * A[i])

    function = sa.compile(nest, (A, B), engine)
    values = np.arange(-4, 4).astype(np.float32)
    a, b = (values, np.zeros(8, np.float32))
    if engine != "eager":
        a, b = sa.asarray(a), sa.asarray(b)
    function(a, b)
    result = b if engine == "eager" else b.asnumpy()
    assert np.array_equal(
        result, np.maximum(values, 0.5) + np.minimum(np.minimum(values, 3), 2 * values)
    )
