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


def scaled(element_type=sa.float32):
    """Return a nest that computes with a parameter, and the parameter."""
    factor = sa.create_parameters()
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(5,))
    B = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=(5,))
    nest = sa.Nest(shape=(5,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += factor * A[i]
        B[i] = sa.max(B[i], (factor + 1) * 2) + sa.cast(factor, element_type)

    return nest, (A, B), factor


@pytest.mark.parametrize("value", [3, 0.5, np.float32(2.5), np.int64(4)])
def test_parameters_take_the_type_of_what_they_meet(engine, value):
    nest, args, factor = scaled()
    function = sa.compile(nest, args, engine, parameters={factor: value})
    a, b = random(5), random(5)
    number = np.float32(value)
    expected = np.maximum(b + number * a, (number + 1) * 2) + number
    result = call(function, a, b)[1]
    np.testing.assert_allclose(result, expected, rtol=1e-6)


def test_fractions_of_parameters_and_numbers(engine):
    half = sa.create_parameters()
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4,))
    nest = sa.Nest(shape=(4,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = A[i] * (half * 1.5) + sa.sqrt(half) / 2
        sa.If(half > 0.25, lambda: A.__setitem__(i, A[i] + half))

    function = sa.compile(nest, (A,), engine, parameters={half: 0.25})
    a = random(4)
    np.testing.assert_allclose(call(function, a)[0], a * 0.375 + 0.25, rtol=1e-6)


@pytest.mark.parametrize("engine", ["eager", "spirv"])
def test_values_that_have_no_place(engine):
    nest, args, factor = scaled(sa.int8)
    for value, message in (
        (300, r"the number 300, .* no place in a value of type int8"),
        (1.5, r"the number 1\.5, .* no place in a value of type int8"),
        (nest.get_indices(), "is an order of loops, and stands for a number here"),
    ):
        order = value if isinstance(value, (int, float)) else (value,)
        with pytest.raises(sa.CompileError, match=message):
            sa.compile(nest, args, engine, parameters={factor: order})
    nest, args, rows, columns, factor = shaped()
    with pytest.raises(sa.CompileError, match=r"'rows' is 3\.0, but stands where a whole number"):
        sa.compile(nest, args, engine, parameters={rows: 3.0, columns: 4, factor: 5})


def test_steps_take_whole_numbers():
    nest, args, factor = scaled()
    schedule = nest.create_schedule()
    schedule.split(nest.get_indices(), factor)
    with pytest.raises(sa.ScheduleError, match=r"whole numbers, not 2\.5 \(with factor = 2\.5\)"):
        sa.compile(schedule, args, parameters={factor: 2.5})
    plan = nest.create_plan()
    plan.cache(args[0], level=factor)
    with pytest.raises(sa.ScheduleError, match=r"level is a whole number, not 1\.5"):
        sa.compile(plan, args, parameters={factor: 1.5})


def test_orders_that_are_none():
    mm, other = product(), product()
    schedule = mm.nest.create_schedule()
    order = sa.create_parameters()
    schedule.reorder(order)
    for value in (3, (mm.i, other.k)):
        with pytest.raises(sa.ScheduleError, match="an order is a tuple of loops of the schedule"):
            sa.compile(schedule, mm.args, parameters={order: value})


def test_an_order_by_name():
    nest, args, rows, columns, factor = shaped()
    i, j = nest.get_indices()
    schedule = nest.create_schedule()
    order = sa.create_parameters()
    schedule.reorder(order=order)
    values = {rows: 3, columns: 7, factor: 2, order: (j, i)}
    assert sa.compile(schedule, args, "eager", parameters=values)
    schedule = nest.create_schedule()
    schedule.reorder(order=(j, i))
    assert schedule.get_indices() == (j, i)
    with pytest.raises(sa.ScheduleError, match="an order twice"):
        schedule.reorder(i, j, order=(i, j))


STEPS = {
    "unroll": lambda plan, p, A, i, ii: plan.unroll(p),
    "vectorize": lambda plan, p, A, i, ii: plan.vectorize(p),
    "kernelize": lambda plan, p, A, i, ii: plan.kernelize(p, ii),
    "parallelize": lambda plan, p, A, i, ii: plan.parallelize(p),
    "tensorize": lambda plan, p, A, i, ii: plan.tensorize(p),
    "prefetch": lambda plan, p, A, i, ii: plan.prefetch(A, p),
    "bind": lambda plan, p, A, i, ii: plan.bind({p: sa.Grid.BLOCK_X}),
    "bind unit": lambda plan, p, A, i, ii: plan.bind({i: p}),
    "cache": lambda plan, p, A, i, ii: plan.cache(A, index=p),
    "layout": lambda plan, p, A, i, ii: plan.cache(A, index=ii, layout=p),
    "thrifty": lambda plan, p, A, i, ii: plan.cache(A, index=ii, thrifty=p),
    "location": lambda plan, p, A, i, ii: plan.cache(A, index=ii, location=p),
}
LOOPS = ("unroll", "vectorize", "kernelize", "parallelize", "tensorize", "prefetch", "bind")
INDICES = "takes indices of the schedule, i, ii, j, k, not "


@pytest.mark.parametrize(
    ("steps", "value", "message"),
    [
        (LOOPS, 5, INDICES + "5"),
        (LOOPS, True, INDICES + "True"),
        (LOOPS, sa.Grid.BLOCK_X, INDICES + "<Grid"),
        (("bind unit",), 5, "'i' is bound to a member of sa.Grid, as sa.Grid.BLOCK_X, not to 5"),
        (("cache",), 2.5, "cache at " + INDICES + "2.5"),
        (("layout",), sa.Grid.BLOCK_X, "the layout of a cache is one of"),
        (("layout",), (1, 0.5), "must be an integer"),
        (("thrifty",), 1, "thrifty of a cache is True, False or None, not 1"),
        (("location",), False, "location of a cache is a member of sa.MemorySpace"),
    ],
)
def test_values_that_are_no_loops_or_flags(steps, value, message):
    mm = product()
    for step in steps:
        p = sa.create_parameters()
        schedule = mm.nest.create_schedule()
        ii = schedule.split(mm.i, 2)
        plan = schedule.create_plan()
        STEPS[step](plan, p, mm.A, mm.i, ii)
        with pytest.raises(sa.CompileError) as caught:
            sa.compile(plan, mm.args, "eager", parameters={p: value})
        assert message in str(caught.value), step
        if isinstance(caught.value, sa.ScheduleError):
            assert f"(with p = {value})" in str(caught.value)
            source = open(__file__).read().splitlines()[caught.value.location.line - 1]
            assert source.startswith(f'    "{step}"')


def test_loops_of_parameters_that_the_schedule_does_not_have():
    mm, other = product(), product()
    p, q = sa.create_parameters()
    plan = mm.nest.create_plan()
    plan.bind({p: sa.Grid.BLOCK_X, q: sa.Grid.BLOCK_Y})
    with pytest.raises(sa.ScheduleError, match=r"which is of another schedule.*with p = k, q = j"):
        sa.compile(plan, mm.args, parameters={p: other.k, q: mm.j})
    with pytest.raises(sa.ScheduleError, match="names the loop 'i' twice"):
        sa.compile(plan, mm.args, parameters={p: mm.i, q: mm.i})
    schedule = mm.nest.create_schedule()
    schedule.split(p, 2)
    with pytest.raises(sa.ScheduleError, match="takes a loop of the schedule, i, j, k, not 7"):
        sa.compile(schedule, mm.args, parameters={p: 7})


def test_parameters_compute_with_numbers_alone():
    mm = product()
    p = sa.create_parameters()
    plan = mm.nest.create_plan()
    plan.parallelize(mm.i, max_threads=2 * p)
    with pytest.raises(sa.ScheduleError, match=r"'p' is True, but '\(p \* 2\)' computes with it"):
        sa.compile(plan, mm.args, parameters={p: True})
    nest, args, factor = scaled()
    with pytest.raises(sa.CompileError, match="'factor' is True, and stands for a number here"):
        sa.compile(nest, args, parameters={factor: True})


def test_common_loops_of_parameters():
    mm, other = product(), product()
    p = sa.create_parameters()
    fused = sa.fuse(mm.nest.create_schedule(), other.nest.create_schedule(), partial=p)
    fused.split(fused.get_fused_indices()[1], 2)
    args = (*mm.args, *other.args)
    assert sa.compile(fused, args, "eager", parameters={p: 2})
    with pytest.raises(sa.ScheduleError, match=r"cannot split the loop 'j'.*\(with p = 1\)"):
        sa.compile(fused, args, "eager", parameters={p: 1})
    with pytest.raises(sa.ScheduleError, match="partial is 4, but one of the schedules has 3"):
        sa.compile(fused, args, "eager", parameters={p: 4})
    with pytest.raises(sa.ScheduleError, match=r"partial must be an integer, not 1\.5"):
        sa.compile(fused, args, "eager", parameters={p: 1.5})


def test_caches_of_parameters_are_of_their_plan():
    mm = product()
    p = sa.create_parameters()
    plan, another = mm.nest.create_plan(), mm.nest.create_plan()
    outer = plan.cache(mm.A, index=p)
    assert outer.index is p and "'outer'" in str(outer)
    with pytest.raises(sa.ScheduleError, match="is of another plan"):
        another.cache(outer, index=mm.k)
    assert "cache" in str(plan)
