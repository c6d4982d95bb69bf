# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parameters and grids of them: values that come when a function is compiled."""

import numpy as np
import pytest
import saopt as sa
from harness import call, random
from schedule_programs import product, relaxation


def test_parameters_are_named_after_their_variables():
    p, q = sa.create_parameters()
    r = sa.create_parameters()
    assert [str(parameter) for parameter in (p, q, r)] == ["p", "q", "r"]
    assert len(sa.create_parameters(3)) == 3


@pytest.mark.parametrize("count", [0, -1, True, 1.5, "p"])
def test_wrong_numbers_of_parameters(count):
    with pytest.raises(sa.CompileError):
        sa.create_parameters(count)


def test_unseen_numbers_of_parameters():
    with pytest.raises(sa.CompileError, match="cannot see how many parameters"):
        print(sa.create_parameters())


def test_grids():
    p, q = sa.create_parameters()
    grid = sa.create_parameter_grid({p: [4, 8], q: (1, 2)})
    assert grid == [{p: a, q: b} for a in (4, 8) for b in (1, 2)]
    assert sa.create_parameter_grid({p: range(3)}) == [{p: n} for n in range(3)]
    filtered = sa.create_parameter_grid({p: [4, 8], q: [1, 2]}, lambda p, q: p * q == 8)
    assert filtered == [{p: 4, q: 2}, {p: 8, q: 1}]


def test_grids_are_sampled_the_same_way_for_one_seed():
    p, q = sa.create_parameters()
    choices = {p: list(range(20)), q: list(range(20))}
    some = sa.create_parameter_grid(choices, sample=5, seed=7)
    assert len(some) == 5
    assert some == sa.create_parameter_grid(choices, sample=5, seed=7)
    assert some != sa.create_parameter_grid(choices, sample=5, seed=8)
    assert all(entry in sa.create_parameter_grid(choices) for entry in some)
    assert len(sa.create_parameter_grid({p: [1, 2]}, sample=5)) == 2


def test_grids_of_orders():
    mm = product()
    order = sa.create_parameters()
    grid = sa.create_parameter_grid({order: (mm.i, mm.j, mm.k)})
    assert len(grid) == 6
    schedule = mm.nest.create_schedule()
    ii = schedule.split(mm.i, 2)
    valid = sa.create_parameter_grid({order: (mm.i, ii)}, schedule.is_valid_loop_order)
    assert [values[order] for values in valid] == [(mm.i, ii)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1, 2],), "parameter_choices is a dictionary"),
        (({"p": [1]},), "'p' is no parameter"),
        (({"parameter": 3},), "is a list of values, not 3|are a list of values, not 3"),
        (({"parameter": ["a"]},), "the value of parameter 'p' must be an integer, not 'a'"),
        (({"parameter": [1]}, 3), "filter_func is a function"),
        (({"parameter": [1]}, None, -1), "sample is a number of combinations, not -1"),
    ],
)
def test_wrong_grids(arguments, words):
    p = sa.create_parameters()
    choices, *rest = arguments
    if isinstance(choices, dict) and "parameter" in choices:
        choices = {p: choices["parameter"]}
    with pytest.raises(sa.CompileError, match=words):
        sa.create_parameter_grid(choices, *rest)


def scheduled():
    """Return a product whose tiles are parameters."""
    mm = product(13, 11, 17)
    mm.p, mm.q, mm.order = sa.create_parameters()
    mm.schedule = mm.nest.create_schedule()
    mm.ii, mm.jj = mm.schedule.tile({mm.i: mm.p, mm.j: mm.p * mm.q})
    mm.schedule.reorder(mm.order)
    return mm


def data():
    shapes = ((13, 17), (17, 11), (13, 11))
    return [random(*shape, dtype=np.int32) for shape in shapes]


def test_values_are_given_when_the_function_is_compiled(device_engine):
    mm = scheduled()
    order = (mm.j, mm.i, mm.k, mm.jj, mm.ii)
    grid = sa.create_parameter_grid({mm.p: [1, 4, 5], mm.q: [2, 3], mm.order: [order]})
    functions = sa.compile_many([(mm.schedule, mm.args, "mm")], device_engine, parameters=grid)
    assert len(functions) == 6
    expected = call(sa.compile(mm.nest, mm.args, "eager"), *data())
    for function in functions:
        for result, wanted in zip(call(function, *data()), expected, strict=True):
            np.testing.assert_array_equal(result, wanted)


def test_open_schedules_print_their_steps():
    mm = scheduled()
    assert "parameters left open" in str(mm.schedule)


def test_parameters_without_a_value_are_refused():
    mm = scheduled()
    with pytest.raises(sa.CompileError, match=r"parameter 'p\w*' has no value: .*parameters={"):
        sa.compile(mm.schedule, mm.args)
    with pytest.raises(sa.CompileError, match="parameters is a dictionary"):
        sa.compile(mm.schedule, mm.args, parameters=[4])
    with pytest.raises(sa.CompileError, match="'p' is no parameter"):
        sa.compile(mm.schedule, mm.args, parameters={"p": 4})
    with pytest.raises(sa.CompileError, match="must be an integer, not 'four'"):
        sa.compile(mm.schedule, mm.args, parameters={mm.p: "four"})
    with pytest.raises(sa.CompileError, match="a list of dictionaries"):
        sa.compile_many([(mm.schedule, mm.args, "mm")], parameters={mm.p: 4})


def test_values_that_make_a_step_wrong_are_refused_at_the_step():
    relax = relaxation()
    p, order = sa.create_parameters()
    schedule = relax.nest.create_schedule()
    schedule.reorder(order)
    with pytest.raises(sa.ScheduleError, match="order = ") as caught:
        sa.compile(schedule, relax.args, parameters={order: (relax.x, relax.t)})
    assert caught.value.location.file == __file__
    source = open(__file__).read().splitlines()[caught.value.location.line - 1]
    assert source.strip() == "schedule.reorder(order)"
    split = relax.nest.create_schedule()
    split.split(relax.t, p)
    with pytest.raises(sa.ScheduleError, match=r"\(with p = 0\)"):
        sa.compile(split, relax.args, parameters={p: 0})


def test_parameters_in_plans():
    mm = product(13, 11, 17)
    size, threads, elements, distance = sa.create_parameters()
    schedule = mm.nest.create_schedule()
    jj = schedule.split(mm.j, size)
    plan = schedule.create_plan()
    plan.parallelize(mm.i, max_threads=threads)
    plan.cache(mm.B, max_elements=elements)
    plan.prefetch(mm.A, mm.k, distance=distance)
    plan.unroll(jj)
    values = {size: 4, threads: 3, elements: 200, distance: 2}
    function = sa.compile(plan, mm.args, parameters=values)
    expected = call(sa.compile(mm.nest, mm.args, "eager"), *data())
    for result, wanted in zip(call(function, *data()), expected, strict=True):
        np.testing.assert_array_equal(result, wanted)


def shaped():
    """Return a nest whose shape, logic and arrays have parameters."""
    rows, columns, factor = sa.create_parameters()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int64, shape=(rows, columns), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=(rows,), name="B")
    nest = sa.Nest(shape=(rows, columns - 1))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i, j + 1] * factor + rows * columns

    return nest, (A, B), rows, columns, factor


def test_parameters_in_shapes_and_logic(engine):
    nest, args, rows, columns, factor = shaped()
    values = {rows: 3, columns: 4, factor: 5}
    function = sa.compile(nest, args, engine, parameters=values)
    inputs = [random(3, 4, dtype=np.int64), random(3, dtype=np.int64)]
    result = call(function, *inputs)[1]
    expected = inputs[1] + (inputs[0][:, 1:] * 5 + 12).sum(axis=1)
    np.testing.assert_array_equal(result, expected)
    with pytest.raises(sa.ArgumentError):
        call(function, random(4, 4, dtype=np.int64), random(4, dtype=np.int64))
    with pytest.raises(sa.CompileError, match="has no value"):
        sa.compile(nest, args, engine, parameters={rows: 3, columns: 4})


def test_parameters_in_scheduled_shapes(device_engine):
    nest, args, rows, columns, factor = shaped()
    i, j = nest.get_indices()
    schedule = nest.create_schedule()
    schedule.split(j, columns // factor)
    values = {rows: 3, columns: 7, factor: 2}
    function = sa.compile(schedule, args, device_engine, parameters=values)
    inputs = [random(3, 7, dtype=np.int64), random(3, dtype=np.int64)]
    expected = inputs[1] + (inputs[0][:, 1:] * 2 + 21).sum(axis=1)
    np.testing.assert_array_equal(call(function, *inputs)[1], expected)
