# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`show` prints the loops of schedules and plans as a tree, and notebooks show it in HTML."""

from __future__ import annotations

import sys
from typing import Any

import pytest
import saopt as sa


def make_plan(rows: Any = 64, name: str = "C") -> sa.Plan:
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(rows, 32), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float64, shape=(32, 50), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(rows, 50), name=name)
    nest = sa.Nest(shape=(rows, 50, 32))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i, j] += A[i, k] * B[k, j]

    schedule = nest.create_schedule()
    ii = schedule.split(i, 8)
    schedule.reorder(i, j, k, ii)
    plan = schedule.create_plan()
    plan.parallelize(i)
    plan.unroll(ii)
    return plan


def shown_loops(text: str) -> dict[str, list[str]]:
    """Return the words behind each loop, by its name."""
    lines = (line.partition("):") for line in text.splitlines() if "for " in line)
    return {head.split()[1]: rest.split() for head, _, rest in lines}


def test_show_prints_execution_trip_counts_and_footprints(capsys: Any) -> None:
    make_plan().show()
    loops = shown_loops(capsys.readouterr().out)
    assert loops["i"] == "parallel 8 x C 25 KiB A 8 KiB B 12.5 KiB".split()
    assert loops["j"] == "50 x C 3.12 KiB A 1 KiB B 12.5 KiB".split()
    assert loops["k"] == "32 x C 64 B A 1 KiB B 256 B".split()
    assert loops["ii"] == "unroll 8 x C 64 B A 32 B B 8 B".split()


def test_show_leaves_out_what_is_known_at_the_call(capsys: Any) -> None:
    make_plan(sa.Dimension("M")).show()
    loops = shown_loops(capsys.readouterr().out)
    assert loops["i"] == "parallel B 12.5 KiB".split()
    assert loops["ii"] == "unroll 8 x C 64 B A 32 B B 8 B".split()


@pytest.mark.parametrize("no_color", [False, True])
def test_show_is_coloured_in_terminals_only(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, no_color: bool
) -> None:
    plan = make_plan()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1" if no_color else "")
    plan.show()
    assert ("\x1b[32m" in capsys.readouterr().out) != no_color


def test_show_of_open_parameters_says_that_they_are_open(capsys: Any) -> None:
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(64,))
    nest = sa.Nest(shape=(64,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        A[i] *= 2

    schedule = nest.create_schedule()
    schedule.split(i, sa.create_parameters(1)[0])
    schedule.show()
    assert "parameters left open" in capsys.readouterr().out


def test_html_shows_loops_and_escapes_what_they_say() -> None:
    page = make_plan()._repr_html_()
    assert "for ii in range(8):" in page and ">unroll</span>" in page
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4, 4))
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()
    nest.constrain(i < j)

    @nest.iteration_logic
    def _() -> None:
        A[i, j] = 1

    assert "i &lt; j" in nest._repr_html_() and "i < j" not in nest._repr_html_()
    assert "<b>array &#x27;A&#x27;</b>" in A._repr_html_()


def test_html_of_arrays_without_a_picture() -> None:
    sizes = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(sa.Dimension("M"), 4))
    assert "M x 4" in sizes._repr_html_() and "<svg" not in sizes._repr_html_()


def make_fused(rows: int = 64) -> sa.Schedule:
    """Return two fused nests, whose inner loops are both called k, of two nameless arrays."""
    arrays = [
        sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(rows, columns))
        for columns in (32, 16)
    ]
    schedules = []
    for array in arrays:
        nest = sa.Nest(shape=array.shape)
        i, k = nest.get_indices()

        @nest.iteration_logic
        def _(array: sa.Array = array, i: sa.Index = i, k: sa.Index = k) -> None:
            array[i, k] *= 2.0

        schedules.append(nest.create_schedule())
    return sa.fuse(tuple(schedules), partial=1)


def test_show_tells_loops_and_arrays_of_one_name_apart(capsys: Any) -> None:
    make_fused().show()
    loops = shown_loops(capsys.readouterr().out)
    first, second = (words for name, words in loops.items() if name.startswith("k"))
    assert first[:2] == ["32", "x"] and second[:2] == ["16", "x"]
    assert len(first) == len(second) == 5 and first[2] != second[2]
    assert first[3:] == ["128", "B"] and second[3:] == ["64", "B"]
    assert loops["i"][0] == "64" and loops["i"][3:5] == ["8", "KiB"]
    assert loops["i"][6:] == ["4", "KiB"]


def test_show_compares_with_the_caches_of_the_target(capsys: Any) -> None:
    target = sa.Target("small", category="cpu", cache_sizes=(1024, 8192))
    schedule = make_plan().nests[0].create_schedule()
    i, j, k = schedule.get_indices()
    schedule.reorder(i, k, j)
    schedule.create_plan(target).show()
    lines = capsys.readouterr().out.splitlines()
    assert [line.rpartition("  ")[2] for line in lines[:3]] == [
        "in no cache",
        "in no cache",
        "in L1",
    ]
    assert "in L" not in repr(make_plan()._tree())


def test_functions_show_plans_of_the_user_and_of_the_compiler(capsys: Any) -> None:
    plan = make_plan()
    arrays = list(dict.fromkeys(plan.scheduled_nests().arrays()))
    sa.compile(plan, args=tuple(arrays)).show()
    shown = capsys.readouterr().out
    plan.show()
    assert shown == capsys.readouterr().out
    function = sa.compile(plan.nests[0], args=tuple(arrays))
    function.show()
    shown = capsys.readouterr().out
    loops = shown_loops(shown)
    assert any("vectorize" in words for words in loops.values())
    assert all("x" in words for words in loops.values()), shown
    assert len(function.schedules()) == 1


def test_a_function_without_a_plan_says_so(capsys: Any) -> None:
    plan = make_plan()
    arrays = tuple(dict.fromkeys(plan.scheduled_nests().arrays()))
    sa.compile(plan.nests[0], args=arrays, schedule="none").show()
    assert capsys.readouterr().out == (
        "the compiler chose no plans: the loops are those of the nests\n"
    )
