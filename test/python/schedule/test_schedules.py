# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules and plans as Python sees them: indices, names, printing, and what fixes what."""

import textwrap

import pytest
import saopt as sa
from schedule_programs import producer_and_consumer, product, relaxation


def lines(text):
    return textwrap.dedent(text).strip("\n")


def names(schedule):
    return [index.name for index in schedule._order]


def test_split_returns_the_inner_index():
    mm = product()
    schedule = mm.nest.create_schedule()
    inner = schedule.split(mm.i, 4)
    assert isinstance(inner, sa.Index)
    assert inner.name == "inner"
    assert names(schedule) == ["i", "inner", "j", "k"]
    assert print_of(schedule) == lines(
        """
        for i in range(0, 8, 4):
          for inner in range(4):
            for j in range(7):
              for k in range(6):
                C[i + inner, j] += A[i + inner, k] * B[k, j]
        """
    )


def print_of(thing):
    return str(thing)


def test_inner_indices_without_a_variable_are_named_after_their_outer_ones():
    mm = product()
    schedule = mm.nest.create_schedule()
    found = [schedule.split(mm.i, 4)]
    found.append(schedule.split(found[0], 2))
    found.append(schedule.split(mm.i, 2))
    assert [index.name for index in found] == ["ii", "iii", "iiii"]
    nest = sa.Nest(shape=(4,))
    row = nest.get_indices()

    @nest.iteration_logic
    def _():
        mm.C[row, 0] = 1

    schedule = nest.create_schedule()
    assert [schedule.split(row, 2)][0].name == "row_inner"


def test_tile_returns_the_inner_indices_in_order():
    mm = product()
    schedule = mm.nest.create_schedule()
    rows, columns = schedule.tile({mm.i: 4, mm.j: 2})
    assert (rows.name, columns.name) == ("rows", "columns")
    assert names(schedule) == ["i", "rows", "j", "columns", "k"]
    depth = schedule.tile({mm.k: 3})
    assert depth.name == "depth"


def test_reorder_takes_indices_or_one_tuple():
    mm = product()
    schedule = mm.nest.create_schedule()
    schedule.reorder(mm.k, mm.i, mm.j)
    assert names(schedule) == ["k", "i", "j"]
    schedule.reorder((mm.i, mm.j, mm.k))
    assert names(schedule) == ["i", "j", "k"]


def test_loops_that_reorder_does_not_name_stay_where_they_are():
    mm = product()
    schedule = mm.nest.create_schedule()
    schedule.reorder(mm.k, mm.i)
    assert names(schedule) == ["k", "j", "i"]
    assert print_of(schedule).splitlines()[1].strip() == "for j in range(7):"


def test_order_in_python_is_that_of_the_compiler():
    mm, other = product(), product()
    schedule = mm.nest.create_schedule()
    ii, jj = schedule.tile({mm.i: 4, mm.j: 2})
    schedule.reorder(mm.i, mm.j, mm.k, ii, jj)
    fused = sa.fuse((schedule, split_of(other)), partial=2)
    fused.split(fused._order[-1], 2)
    fused.reorder(fused._order[1], fused._order[0])
    for checked in (schedule, fused):
        checked._session.follow(checked._steps)
        writer = checked._session._writer
        order = writer.builder.plan_order(writer.loop(checked._order[0]))
        assert order == [writer.loop(index) for index in checked._order]


def split_of(mm):
    schedule = mm.nest.create_schedule()
    ii, jj = schedule.tile({mm.i: 4, mm.j: 2})
    schedule.reorder(mm.i, mm.j, mm.k, ii, jj)
    return schedule


def test_schedules_print_what_runs():
    relax = relaxation()
    schedule = relax.nest.create_schedule()
    assert print_of(schedule) == repr(schedule)
    schedule.skew(relax.x, relax.t)
    schedule.pad(relax.t, 2)
    # The padding does nothing, and the skewed loop starts and ends with the other one.
    assert print_of(schedule).splitlines()[0] == "for t in range(2, 7):"


def test_padded_and_skewed_loops_print_the_points_of_the_nest():
    D = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4, 4))
    nest = sa.Nest(shape=(3, 3))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        D[i + 1, j + 1] = D[i, j + 1] + D[i + 1, j]

    skewed = nest.create_schedule()
    skewed.skew(j, i)
    skewed.reorder(j, i)
    assert print_of(skewed).splitlines()[:2] == [
        "for j in range(5):",
        "  for i in range(max(0, j - 2), min(3, j + 1)):",
    ]
    padded = nest.create_schedule()
    padded.pad(i, 2)
    padded.split(i, 4)
    assert print_of(padded).splitlines()[:2] == [
        "for i in range(0, 5, 4):",
        "  for ii in range(max(0, 2 - i), 4):",
    ]


def test_plans_print_how_loops_run():
    mm = product()
    schedule = mm.nest.create_schedule()
    jj = schedule.split(mm.j, 4)
    schedule.reorder(mm.i, mm.j, mm.k, jj)
    plan = schedule.create_plan()
    plan.parallelize(mm.i)
    plan.vectorize(jj)
    plan.unroll(mm.k)
    shared = plan.cache(mm.B, index=mm.k)
    assert shared.name == "shared"
    text = print_of(plan)
    assert "for i in range(8):  # parallel" in text
    assert "for jj in range(4):  # vectorize" in text
    assert "# shared = cache of B at k" in text


def test_fused_schedules_begin_with_the_common_loops_and_the_fusing_index():
    pair = producer_and_consumer()
    first, second = (nest.create_schedule() for nest in pair.nests)
    fused = sa.fuse((first, second), partial=1)
    i, f, a, b = fused.get_indices()
    assert names(fused) == ["i", "f", "j", "q"]
    assert names(first) == ["i", "j"]
    assert "# f = 0" in print_of(fused)
    assert a is pair.j
    assert b is pair.q


def test_variables_name_the_indices_of_fused_schedules():
    pair = producer_and_consumer()
    fused = sa.fuse(*(nest.create_schedule() for nest in pair.nests))
    row, column, which = fused.get_indices()
    assert names(fused) == ["row", "column", "which"]
    assert print_of(fused) == lines(
        """
        for row in range(9):
          for column in range(9):
            # which = 0
            T[row, column] = A[row, column] * 2
            # which = 1
            C[row, column] += T[row, column]
        """
    )


def test_loops_that_are_named_alike_are_told_apart():
    first, second = product(), product()
    fused = sa.fuse((first.nest.create_schedule(), second.nest.create_schedule()), partial=0)
    text = print_of(fused)
    assert "for i in range(8):" in text
    assert "for i_1 in range(8):" in text


def test_two_schedules_of_one_nest_can_be_fused():
    mm = product()
    fused = sa.fuse((mm.nest.create_schedule(), mm.nest.create_schedule()), partial=0)
    f, i, j, k, p, q, r = fused.get_indices()
    assert i is mm.i
    assert len({id(index) for index in (i, j, k, p, q, r)}) == 6
    fused.split(p, 2)


def test_fusing_more_than_two_and_fused_ones():
    pairs = [producer_and_consumer() for _ in range(2)]
    schedules = [nest.create_schedule() for pair in pairs for nest in pair.nests]
    three = sa.fuse(*schedules[:3])
    assert names(three) == ["i", "j", "f"]
    nested = sa.fuse(three, schedules[3])
    assert names(nested) == ["i", "j", "f", "f"]
    assert "f_1" in print_of(nested)


def test_schedules_stay_as_they_are_when_they_are_fused():
    pair = producer_and_consumer()
    first, second = (nest.create_schedule() for nest in pair.nests)
    fused = sa.fuse(first, second)
    first.split(pair.i, 2)
    assert names(fused) == ["i", "j", "f"]
    assert "range(0, 9, 2)" not in print_of(fused)


def test_a_plan_fixes_its_schedule_but_not_the_nest():
    mm = product()
    schedule = mm.nest.create_schedule()
    plan = schedule.create_plan()
    with pytest.raises(sa.ScheduleError, match="has a plan"):
        schedule.pad(mm.i, 1)
    other = schedule.create_plan()
    plan.unroll(mm.i)
    other.vectorize(mm.j)
    assert "unroll" not in print_of(other)
    mm.nest.create_schedule().split(mm.i, 2)


def test_a_schedule_follows_its_nest():
    mm = product()
    schedule = mm.nest.create_schedule()
    mm.nest.constrain(mm.i <= mm.j)
    assert "if i <= j" in repr(schedule) or "range(i, " in repr(schedule)

    @mm.nest.iteration_logic
    def _():
        mm.C[mm.i, mm.j] *= 2

    assert " *= " in repr(schedule)


def test_a_schedule_of_a_nest_without_logic_waits_for_it():
    nest = sa.Nest(shape=(4,))
    schedule = nest.create_schedule()
    schedule.split(nest.get_indices(), 2)
    assert "of a nest that has no logic yet" in repr(schedule)


def test_indices_of_schedules_are_none_of_the_logic():
    mm = product()
    inner = mm.nest.create_schedule().split(mm.i, 2)
    nest = sa.Nest(shape=(4,))
    with pytest.raises(sa.CompileError, match="index 'inner' is of a schedule"):

        @nest.iteration_logic
        def _():
            mm.C[inner, 0] = 1


def test_is_valid_loop_order():
    mm = product()
    schedule = mm.nest.create_schedule()
    ii = schedule.split(mm.i, 2)
    assert schedule.is_valid_loop_order(mm.k, mm.i, mm.j, ii)
    assert not schedule.is_valid_loop_order((ii, mm.i, mm.j, mm.k))
    assert names(schedule) == ["i", "ii", "j", "k"]


def test_errors_note_the_accesses_that_they_are_about():
    relax = relaxation()
    schedule = relax.nest.create_schedule()
    with pytest.raises(sa.ScheduleError, match="'unsafe_reorder' leaves the proof") as refused:
        schedule.reorder(relax.x, relax.t)
    notes = refused.value.notes
    assert [note.message for note in notes] == ["one access", "the other access"]
    assert all(note.location.file.endswith(".py") and note.location.line > 0 for note in notes)
    assert refused.value.__notes__ == list(map(str, notes))
    for note, text in zip(notes, refused.value.__notes__, strict=True):
        first, line, carets = text.split("\n")
        assert first == f"{note.location}: note: {note.message}"
        assert line.strip().startswith("D[x + 1] =") and set(carets.strip()) == {"^"}
    assert refused.value.location.file == __file__


def test_unsafe_steps_are_taken():
    relax = relaxation()
    schedule = relax.nest.create_schedule()
    schedule.unsafe_reorder(relax.x, relax.t)
    assert names(schedule) == ["x", "t"]
    plan = schedule.create_plan()
    plan.unsafe_parallelize(relax.x)
    plan.unsafe_vectorize(relax.t)
    text = print_of(plan)
    assert "# parallel" in text
    assert "# vectorize" in text
    apart = producer_and_consumer(shift=1)
    schedules = [nest.create_schedule() for nest in apart.nests]
    with pytest.raises(sa.CompileError):
        sa.fuse(*schedules)
    assert "# f = 1" in print_of(sa.unsafe_fuse(*schedules))


def test_skew_unrolls_what_is_small_when_the_plan_is_made():
    relax = relaxation(steps=3)
    schedule = relax.nest.create_schedule()
    schedule.skew(relax.x, relax.t, unroll_loops_smaller_than=4)
    plan = schedule.create_plan()
    text = print_of(plan)
    assert "for t in range(3):  # unroll" in text
    assert text.count("# unroll") == 1


def test_levels_count_from_the_innermost_loop():
    mm = product()
    plan = mm.nest.create_plan()
    kept = plan.cache(mm.A, level=1, trigger_level=2)
    assert "# kept = cache of A at k" in print_of(plan)
    assert (kept.array, kept.source, kept.layout) == (mm.A, mm.A, sa.layout.row_major)


def test_caches_of_caches():
    mm = product()
    plan = mm.nest.create_plan()
    large = plan.cache(mm.A, level=3)
    small = plan.cache(large, level=1)
    assert small.array is mm.A
    assert small.source is large
    with pytest.raises(sa.ScheduleError, match="has to lie inside of it"):
        plan.cache(small, level=2)
    with pytest.raises(sa.ScheduleError, match="is of another plan"):
        mm.nest.create_plan().cache(large, level=1)


def test_sizes_that_no_scheduled_array_says():
    N = sa.Dimension("N")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(sa.inf,), name="C")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = 1

    schedule = nest.create_schedule()
    schedule.split(i, 4)
    assert print_of(schedule).startswith("for i in range(0, N, 4):")


def test_fused_schedules_know_their_loops():
    pair = producer_and_consumer()
    fused = sa.fuse([nest.create_schedule() for nest in pair.nests], partial=1)
    i, f, j, q = fused.get_indices()
    ii = fused.split(i, 2)
    assert [index.name for index in fused.get_fused_indices()] == ["i"]
    assert fused.get_fusing_index() is f
    assert [index.name for index in fused.get_unfused_indices()] == ["ii", "j", "q"]
    assert fused.get_unfused_indices()[0] is ii
    with pytest.raises(sa.ScheduleError, match="is not a fused one"):
        pair.nests[0].create_schedule().get_fusing_index()


def test_constraints_are_bounds_of_loops():
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8, 8), name="A")
    y = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,), name="y")
    nest = sa.Nest(shape=(8, 8))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic(predicate=sa.before(j))
    def _():
        y[i] = 0

    @nest.iteration_logic
    def _():
        sa.If(A[i, j] > 0, lambda: y.__setitem__(i, y[i] + A[i, j]))

    schedule = nest.create_schedule()
    assert print_of(schedule) == "\n".join(
        [
            "for i in range(8):",
            "  for j in range(i + 1):",
            "    if j == 0:",
            "      y[i] = 0.0",
            "    if A[i, j] > 0.0:",
            "      y[i] += A[i, j]",
        ]
    )
    schedule.split(j, 3)
    assert print_of(schedule) == "\n".join(
        [
            "for i in range(8):",
            "  for j in range(0, 8, 3):",
            "    for jj in range(min(3, i - j + 1)):",
            "      if j + jj == 0:",
            "        y[i] = 0.0",
            "      if A[i, j + jj] > 0.0:",
            "        y[i] += A[i, j + jj]",
        ]
    )


def test_constraints_from_both_sides_and_conditions_with_cases():
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8, 8), name="A")
    nest = sa.Nest(shape=(8, 8))
    i, j = nest.get_indices()
    nest.constrain(j >= i - 2)
    nest.constrain(j <= i + 2)

    @nest.iteration_logic
    def _():
        sa.If(i != j, lambda: A.__setitem__((i, j), 2 * A[i, j])).Else(
            lambda: A.__setitem__((i, j), A[i, j] * A[i, j])
        )

    text = print_of(nest.create_schedule())
    assert text.splitlines()[1] == "  for j in range(max(0, i - 2), min(8, i + 3)):"
    assert "if (j + 1 <= i) or (i + 1 <= j):" in text or "if (i + 1 <= j) or (j + 1 <= i):" in text
    assert text.splitlines()[-1] == "      A[i, j] *= A[i, j]"


def test_expressions_inner_loops_and_cached_names():
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8, 8), name="A")
    X = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(8,), name="X")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8, 8), name="B")
    nest = sa.Nest(shape=(8, 8))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        for k in sa.range(1, 4):
            B[i, j] += (A[i, k] - 0.1 * A[i, j]) / sa.sqrt(A[k, j] + 2)
        B[i, j] = sa.select(i > j, A[X[i], j], -A[i, j])

    schedule = nest.create_schedule()
    ii = schedule.split(i, 4)
    plan = schedule.create_plan()
    plan.cache(B, index=ii)
    lines_of_body = [line.strip() for line in str(plan).splitlines()]
    assert "for k in range(1, 4):" in lines_of_body
    (update,) = (line for line in lines_of_body if "+=" in line)
    assert "(A[i + ii, k] - 0.1 * A[i + ii, j]) / sqrt(A[k, j] + 2.0)" in update
    assert not update.startswith("B[")  # but the cache of it
