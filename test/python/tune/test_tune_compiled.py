# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.tune` of a compiled function: around its plan, with its options, and reused later."""

import dpnp
import numpy as np
import pytest
import saopt as sa
from saopt import _runtime
from saopt._src.tune import measuring, search
from saopt._src.tune.spaces import Neighbours

UNSCHEDULED = 4.0


@pytest.fixture(autouse=True)
def own_cache(monkeypatch):
    """Keep tuned plans away from other tests, which compile similar nests."""
    store = {}
    monkeypatch.setattr(_runtime, "read_cache", store.get)
    monkeypatch.setattr(_runtime, "write_cache", store.__setitem__)
    return store


@pytest.fixture
def speeds(monkeypatch):
    """Replace times by a list: that of the chosen plan, and of each other candidate in turn."""
    wanted = []
    seen = {}

    def measure(self, function, fastest):
        if function.name == "unscheduled":
            return (UNSCHEDULED,), True
        number = seen.setdefault(function.mlir, len(seen))
        return (wanted[min(number, len(wanted) - 1)],), True

    monkeypatch.setattr(search, "_runner", lambda function, data: function)
    monkeypatch.setattr(measuring.Effort, "measure", measure)
    return wanted


ROWS, COLUMNS = 8, 4096


def sums(m=ROWS, n=COLUMNS):
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(m, n))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(m, n))
    nest = sa.Nest(shape=(m, n))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, j]

    return nest, (A, C)


def check(*functions):
    a = np.arange(ROWS * COLUMNS, dtype=np.float32).reshape(ROWS, COLUMNS)
    for function in functions:
        c = dpnp.ones((ROWS, COLUMNS), dtype="f4")
        function(dpnp.asarray(a), c)
        assert np.array_equal(c.asnumpy(), a + 1)


def is_tuned(function):
    return "the plan that sa.tune found" in str(function)


def test_later_compilations_use_the_plan(speeds, tmp_path):
    speeds += [3.0, 2.0, 5.0]
    nest, args = sums()
    result = sa.tune(sa.compile(nest, args=args, name="first"))
    assert result.source is not None and ".split(" in result.source
    assert result.seconds == 2.0 and len(result.trials) > 2
    # Other objects of the same meaning, under another name of the function.
    nest, args = sums()
    later = sa.compile(nest, args=args, name="second")
    assert is_tuned(later) and later.schedule_source() == result.source
    many = sa.compile_many([(nest, args, "third"), (*sums(m=7), "other")])
    assert [is_tuned(function) for function in many] == [True, False]
    package = sa.Package()
    packaged = package.add(nest, args, base_name="fourth", function_opts={"schedule": "auto"})
    assert is_tuned(packaged)
    package.build("tuned", output_dir=tmp_path / "package")
    loaded = sa.load(tmp_path / "package").fourth
    assert not is_tuned(sa.compile(nest, args=args, schedule="none"))
    assert not is_tuned(sa.compile(nest, args=args, strict=True))
    assert not is_tuned(sa.compile(nest, args=args, skip_zeros=False))
    check(result.function, later, many[0], packaged, loaded)


@pytest.mark.parametrize(
    ("times", "kept"),
    [([3.0, 5.0], False), ([UNSCHEDULED + 2, UNSCHEDULED + 1], False), ([3.0, 2.0, 5.0], True)],
    ids=["the compiler's is faster", "no plan is faster", "another one is faster"],
)
def test_only_a_faster_plan_is_kept(speeds, times, kept):
    speeds += times
    nest, args = sums()
    result = sa.tune(sa.compile(nest, args=args))
    assert result.seconds == min(times)
    assert is_tuned(sa.compile(nest, args=args)) == kept


def test_a_search_goes_on_from_a_tuned_plan(speeds):
    speeds += [3.0, 2.0, 5.0]
    nest, args = sums()
    found = sa.tune(sa.compile(nest, args=args))
    onwards = sa.tune(sa.compile(nest, args=args))
    assert onwards.trials[0].label == {name: str(v) for name, v in found.values.items()}
    assert onwards.source == found.source


def test_a_search_has_the_options_of_its_function(speeds):
    speeds += [3.0, 2.0, 5.0]
    nest, args = sums()
    strict = sa.compile(nest, args=args, engine="sycl", strict=True, skip_zeros=False)
    result = sa.tune(strict, budget=1e-6)
    assert result.function.strict
    assert result.function._engine == "sycl"
    assert result.function._unit.options.skip_zeros is False
    sa.tune(sa.compile(nest, args=args, strict=True, skip_zeros=False))
    assert is_tuned(sa.compile(nest, args=args, strict=True, skip_zeros=False))
    assert not is_tuned(sa.compile(nest, args=args))


def test_a_search_has_the_parameters_of_its_function(speeds):
    speeds += [3.0, 2.0, 5.0]
    rows = sa.create_parameters()
    nest, args = sums(m=rows)
    function = sa.compile(nest, args=args, parameters={rows: ROWS})
    check(sa.tune(function).function, sa.compile(nest, args=args, parameters={rows: ROWS}))
    assert is_tuned(sa.compile(nest, args=args, parameters={rows: ROWS}))
    assert not is_tuned(sa.compile(nest, args=args, parameters={rows: ROWS + 1}))


def test_a_plan_for_measured_sizes_is_not_one_for_all(speeds):
    speeds += [3.0, 2.0, 5.0]
    M = sa.create_dimensions()
    nest, args = sums(m=M)
    result = sa.tune(sa.compile(nest, args=args), sizes={M: ROWS})
    assert result.source is not None and result.seconds == 2.0
    assert not is_tuned(sa.compile(nest, args=args))


def test_refusals(speeds):
    nest, args = sums()
    function = sa.compile(nest, args=args)
    with pytest.raises(sa.CompileError, match="leave out parameters, args and engine, strict"):
        sa.tune(function, strict=True)
    with pytest.raises(sa.CompileError, match="runs as Python"):
        sa.tune(sa.compile(nest, args=args, engine="eager"))
    plan = nest.create_schedule().create_plan()
    with pytest.raises(sa.CompileError, match="does more than run nests without plans"):
        sa.tune(sa.compile((nest, plan), args=args))


def test_times_are_those_of_calls():
    nest, args = sums()
    result = sa.tune(sa.compile(nest, args=args), budget=0.2)
    assert result.seconds > 0 and result.unscheduled_seconds > 0
    check(result.function)


SOURCE = """
    i, j = nests[0].get_indices()
    s = nests[0].create_schedule()
    ii = s.split(i, 12)
    iii = s.split(ii, 6)
"""


def test_tiles_do_not_exceed_what_they_split():
    neighbours = Neighbours(SOURCE, [(20, 7)])
    tried = [
        (int(values["i by ii (0)"]), int(values["ii by iii (1)"])) for values in neighbours([])
    ]
    assert tried == [(12, 6), (6, 6), (18, 6), (12, 12), (12, 3), (12, 9)]
