# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.tune`: what it tries, what it refuses, and what it returns."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from xml.etree import ElementTree

import dpnp
import numpy as np
import pytest
import saopt as sa
from dask.distributed import Client, LocalCluster
from saopt._src.tune import measuring
from tunable import make_product


def product(m=24, n=32, k=16, element_type=sa.float32):
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(m, k))
    B = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(k, n))
    C = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=(m, n))
    nest = sa.Nest(shape=(m, n, k))
    i, j, p = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, p] * B[p, j]

    return nest, (A, B, C)


def tiled(nest):
    rows, columns = sa.create_parameters()
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: rows, j: columns})
    schedule.reorder(i, j, k, ii, jj)
    plan = schedule.create_plan()
    plan.vectorize(jj)
    return plan, rows, columns


def check(function):
    a, b = np.ones((24, 16), np.float32), np.ones((16, 32), np.float32)
    c = dpnp.zeros((24, 32), dtype="f4")
    function(dpnp.asarray(a), dpnp.asarray(b), c)
    assert np.array_equal(c.asnumpy(), a @ b)


def test_a_grid_is_tried_and_the_fastest_is_returned():
    nest, args = product()
    plan, rows, columns = tiled(nest)
    result = sa.tune(plan, {rows: [2, 4], columns: [8, 16]}, args=args)
    assert [trial.label for trial in result.trials] == [
        {"rows": str(r), "columns": str(c)} for r in (2, 4) for c in (8, 16)
    ]
    assert {trial.status for trial in result.trials} <= {"measured", "slow"}
    assert result.values in [trial.values for trial in result.trials]
    assert result.seconds > 0 and result.unscheduled_seconds > 0
    check(result.function)
    picture = ElementTree.fromstring(result.svg)
    assert len(picture.findall(".//{http://www.w3.org/2000/svg}circle")) == 4
    assert str(result).count("columns") == 5


def test_a_function_makes_the_plan():
    nest, args = product()

    def make(width):
        schedule = nest.create_schedule()
        inner = schedule.split(schedule.get_indices()[1], width)
        plan = schedule.create_plan()
        plan.unroll(inner)
        return plan

    result = sa.tune(make, {"width": [2, 4]}, args=args)
    assert result.values["width"] in (2, 4)
    check(result.function)


def test_a_function_returns_the_next_values():
    nest, args = product()
    plan, rows, columns = tiled(nest)
    seen = []

    def following(trials):
        seen.append(len(trials))
        return {rows: 2 ** len(trials), columns: 8} if len(trials) < 3 else None

    result = sa.tune(plan, following, args=args)
    assert seen == [0, 1, 2, 3]
    assert [trial.label["rows"] for trial in result.trials] == ["1", "2", "4"]


def test_refused_values_are_trials_with_the_message():
    nest, args = product()

    def make(run):
        schedule = nest.create_schedule()
        plan = schedule.create_plan()
        i, j, k = schedule.get_indices()
        if run == "bad":
            plan.unroll(sa.Nest(shape=(2,)).get_indices())
        return plan

    result = sa.tune(make, {"run": ["bad", "good"]}, args=args)
    assert [trial.status for trial in result.trials][0] == "refused"
    assert "another schedule" in result.trials[0].message
    assert result.values == {"run": "good"}


def test_a_wrong_candidate_is_found():
    nest, args = product()
    other = sa.Nest(shape=(24, 32, 16))
    i, j, k = other.get_indices()
    A, B, C = args

    @other.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j] + 1

    def make(right):
        return (nest if right else other).create_schedule().create_plan()

    result = sa.tune(make, {"right": [True, False]}, args=args)
    assert [trial.status for trial in result.trials] == ["measured", "wrong"]
    assert "instead of" in result.trials[1].message
    assert result.values == {"right": True}


def test_nothing_that_can_be_used_is_an_error():
    nest, args = product()

    def make(run):
        plan = nest.create_schedule().create_plan()
        if run:
            plan.unroll(sa.Nest(shape=(2,)).get_indices())
        return plan

    with pytest.raises(sa.CompileError, match="of another schedule"):
        sa.tune(lambda run: make(True), {"run": [1, 2]}, args=args)


def test_trials_are_kept_and_a_search_goes_on(tmp_path):
    path = tmp_path / "trials.jsonl"
    nest, args = product()
    plan, rows, columns = tiled(nest)
    first = sa.tune(plan, {rows: [2, 4], columns: [8]}, args=args, file=path)
    lines = path.read_text().splitlines()
    assert len(lines) == 3 and json.loads(lines[1])["values"] == {"rows": "2", "columns": "8"}
    # The end of a line is missing when a search is killed while it writes.
    path.write_text(path.read_text() + '{"values": {"ro')
    again = sa.tune(plan, {rows: [2, 4, 8], columns: [8]}, args=args, file=path)
    assert [t.seconds for t in again.trials[:2]] == [t.seconds for t in first.trials]
    assert len(path.read_text().splitlines()) == 4
    check(again.function)


def test_the_file_of_another_program_is_refused(tmp_path):
    path = tmp_path / "trials.jsonl"
    nest, args = product()
    plan, rows, columns = tiled(nest)
    sa.tune(plan, {rows: [2], columns: [8]}, args=args, file=path)
    other, others = product(k=8)
    plan, rows, columns = tiled(other)
    with pytest.raises(sa.CompileError, match="trials of another program"):
        sa.tune(plan, {rows: [2], columns: [8]}, args=others, file=path)
    path.write_text("no json\n")
    with pytest.raises(sa.CompileError, match="holds no trials of sa.tune"):
        sa.tune(plan, {rows: [2], columns: [8]}, args=others, file=path)


@pytest.mark.parametrize("kind", ["threads", "processes", "dask"])
def test_executors(kind):
    choices = {"rows": [2, 4], "columns": [8]}
    if kind == "threads":
        with ThreadPoolExecutor(2) as executor:
            result = sa.tune(make_product, choices, executor=executor)
    elif kind == "dask":
        with (
            LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            result = sa.tune(make_product, choices, executor=client.get_executor())
    else:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
            result = sa.tune(make_product, choices, executor=executor)
    assert [trial.status for trial in result.trials][0] == "measured"
    check(result.function)


def test_what_processes_cannot_be_given_is_refused():
    nest, args = product()
    plan, rows, columns = tiled(nest)

    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor,
        pytest.raises(sa.CompileError, match="make_plan is a function of a module"),
    ):
        sa.tune(lambda **values: plan, {"rows": [2]}, args=args, executor=executor)


def test_a_candidate_whose_launch_fails_is_refused(monkeypatch):
    nest, args = product()
    plan, rows, columns = tiled(nest)
    results = measuring.Data.results

    def fail(self, function):
        if function.name == "tuned" and "<16 x float>" in function._unit.module.llvm:
            raise sa.Error("the device has no memory left")
        return results(self, function)

    monkeypatch.setattr(measuring.Data, "results", fail)
    result = sa.tune(plan, {rows: [2], columns: [16, 8]}, args=args)
    assert [trial.status for trial in result.trials] == ["refused", "measured"]
    assert result.trials[0].message == "the device has no memory left"
    assert result.values[columns] == 8


def test_nothing_is_compiled_while_a_candidate_is_measured(monkeypatch):
    nest, args = product()
    plan, rows, columns = tiled(nest)
    submitted = []
    executor = ThreadPoolExecutor(1)
    submit = executor.submit
    monkeypatch.setattr(
        executor, "submit", lambda *a: submitted.append(submit(*a)) or submitted[-1]
    )
    measure = measuring.Effort.measure
    busy = []

    def measured(self, run, fastest):
        busy.extend(future for future in submitted if not future.done())
        return measure(self, run, fastest)

    monkeypatch.setattr(measuring.Effort, "measure", measured)
    with executor:
        result = sa.tune(plan, {rows: [2, 4, 6], columns: [8, 16]}, args=args, executor=executor)
    assert len(submitted) == len(result.trials) == 6
    assert not busy


def test_a_slow_first_call_ends_a_measurement():
    calls = []
    times, ended = measuring.Effort().measure(lambda: calls.append(0), -1.0)
    assert len(calls) == len(times) == 1
    assert not ended


def test_run_time_sizes_and_given_data():
    M, N = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(M, N))
    S = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M,))
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[i] += A[i, j]

    width = sa.create_parameters()
    schedule = nest.create_schedule()
    schedule.split(j, width)
    plan = schedule.create_plan()
    with pytest.raises(sa.CompileError, match=r"as in sizes=\{'M': 1024\}"):
        sa.tune(plan, {width: [4]}, args=(A, S))
    result = sa.tune(plan, {width: [4, 8]}, args=(A, S), sizes={M: 5, "N": 33})
    assert result.values[width] in (4, 8)
    data = np.arange(12, dtype=np.int32).reshape(3, 4)
    result = sa.tune(
        plan, {width: [4]}, args=(A, S), inputs={"A": data, "S": np.zeros(3, np.int32)}
    )
    assert result.trials[0].status == "measured"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"parameters": None}, "tune needs the choices of the parameters"),
        ({"parameters": {}}, "the parameters have no values"),
        ({"parameters": 3}, "parameters is a dictionary of the choices"),
        ({"parameters": {"rows": 4}}, "the choices of 'rows' are a list"),
        ({"parameters": {5: [1]}}, "names no parameter"),
        ({"budget": 0}, "budget is a number of seconds"),
        ({"engine": "eager"}, "the engine 'eager' runs Python"),
        ({"make_plan": 7}, "a int cannot be tuned"),
        ({"inputs": {"Q": 1}}, "inputs names 'Q', which is no argument"),
    ],
)
def test_refusals(change, message):
    nest, args = product()
    plan, rows, columns = tiled(nest)
    given = {"make_plan": plan, "parameters": {rows: [2], columns: [8]}, "args": args, **change}
    with pytest.raises(sa.CompileError, match=message):
        sa.tune(**given)


def test_a_bar_is_shown_where_it_is_wanted(capsys):
    nest, args = product()
    plan, rows, columns = tiled(nest)
    sa.tune(plan, {rows: [2], columns: [8]}, args=args, progress=True, budget=60)
    error = capsys.readouterr().err
    assert "1/1 trials, best" in error and "s left" in error
