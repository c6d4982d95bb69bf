# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.profile`: what is counted, whose times are told apart, and how it is printed."""

from __future__ import annotations

from typing import Any

import dpctl
import dpnp
import pytest
import saopt as sa
from saopt._src.profile.limits import Limits
from saopt._src.profile.results import KernelProfile, Profile

M, N, K = 48, 40, 32


@pytest.fixture(scope="module", autouse=True)
def limits() -> Any:
    """Fixed limits: these tests are not about the machine."""
    with pytest.MonkeyPatch.context() as patched:
        known = Limits({"float32": 1e11, "float64": 5e10}, 1e10)
        patched.setattr("saopt._src.profile.profile.limits_of", lambda queue: known)
        yield known


def product(plan: bool = False, **options: Any) -> Any:
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(M, K), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(K, N), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(M, N), name="C")
    nest = sa.Nest(shape=(M, N, K))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i, j] += A[i, k] * B[k, j]

    if not plan:
        return sa.compile(nest, args=(A, B, C), name="gemm", **options)
    schedule = nest.create_schedule()
    ii, jj = schedule.split(i, 7), schedule.split(j, 16)
    schedule.reorder(i, j, k, ii, jj)
    made = schedule.create_plan()
    made.parallelize(i)
    made.vectorize(jj)
    return sa.compile(made, args=(A, B, C), name="gemm", **options)


def matrices(queue: Any = None) -> list[Any]:
    shapes = ((M, K), (K, N), (M, N))
    return [dpnp.ones(shape, dtype="f4", sycl_queue=queue) for shape in shapes]


@pytest.mark.parametrize(
    "options", [{}, {"schedule": "none"}, {"plan": True}, {"engine": "sycl"}, {"strict": True}]
)
def test_the_work_of_a_product(options: dict[str, Any]) -> None:
    profile = sa.profile(product(**options), *matrices(), calls=2)
    (kernel,) = profile.kernels
    assert (kernel.function, kernel.kernel, kernel.launches) == ("gemm", "gemm_0", 1)
    assert kernel.operations == 2 * M * N * K and kernel.is_exact
    assert kernel.bytes == 4 * (M * K + K * N + 2 * M * N)
    assert kernel.seconds > 0 and profile.seconds == kernel.seconds
    assert kernel.operation_rate == pytest.approx(2 * M * N * K / kernel.seconds)
    assert kernel.bound in ("arithmetic", "memory", "neither")


def test_in_out_arrays_are_updated_with_each_call() -> None:
    a, b, c = matrices()
    sa.profile(product(), a, b, c, calls=3)
    assert (dpnp.asnumpy(c) == 1 + 4 * K).all()


def test_run_time_sizes_and_triangles() -> None:
    size = sa.Dimension("S")
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float64, shape=(size, size), name="A")
    y = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(size,), name="y")
    nest = sa.Nest(shape=(size, size))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _() -> None:
        y[i] += A[i, j]

    function = sa.compile(nest, args=(A, y), name="rows", schedule="none")
    for count in (5, 33):
        matrix = dpnp.ones((count, count), dtype="f8")
        (kernel,) = sa.profile(function, matrix, dpnp.zeros(count, dtype="f8"), calls=1).kernels
        assert kernel.operations == count * (count + 1) / 2
        assert kernel.peak == 5e10


def stages() -> Any:
    """Return a function of two kernels."""
    a = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(256,), name="a")
    t = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(256,), name="t")
    b = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(256,), name="b")
    first, second = sa.Nest(shape=(256,)), sa.Nest(shape=(256,))
    i, j = first.get_indices(), second.get_indices()

    @first.iteration_logic
    def _() -> None:
        t[i] = a[i] * 2.0

    @second.iteration_logic
    def _() -> None:
        b[j] = t[255 - j] + 1.0

    return sa.compile([first, second], args=(a, b), name="stages")


def test_each_kernel_has_its_own_row() -> None:
    profile = sa.profile(stages(), dpnp.ones(256, dtype="f4"), dpnp.zeros(256, dtype="f4"))
    assert [kernel.kernel for kernel in profile.kernels] == ["stages_0", "stages_1"]
    assert [kernel.operations for kernel in profile.kernels] == [256, 256]
    assert profile.seconds == sum(kernel.seconds for kernel in profile.kernels)


@pytest.mark.parametrize("is_profiled", [False, True])
def test_the_work_of_others_is_marked(is_profiled: bool) -> None:
    queue = dpctl.SyclQueue(property="enable_profiling") if is_profiled else dpctl.SyclQueue()
    gemm, arrays = product(), matrices(queue)

    def step(a: Any, b: Any, c: Any) -> None:
        gemm(a, b, c)
        dpnp.add(c, c, out=c)
        gemm.call_async(a, b, c).wait()

    profile = sa.profile(step, *arrays, calls=1)
    ours, others = profile.kernels
    assert ours.launches == 2 and ours.operations == 2 * 2 * M * N * K and not ours.is_other
    assert others.is_other and others.operations is None and others.seconds > 0
    assert others.bound == "unknown" and "(others)" in str(profile)
    assert profile.seconds == ours.seconds
    expected = 1.0
    for _ in range(2):
        expected = (expected + K) * 2 + K
    assert (dpnp.asnumpy(arrays[2]) == expected).all()


def test_rounds_launch_kernels_again() -> None:
    a = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(64,), name="a")

    @sa.function(args=(a,))
    def rounds() -> None:
        for _ in sa.loop(1500):
            nest = sa.Nest(shape=(64,))
            i = nest.get_indices()

            @nest.iteration_logic
            def _(i: sa.Index = i) -> None:
                a[i] += 1.0

    function = sa.compile(rounds)
    data = dpnp.zeros(64, dtype="f4")
    (kernel,) = sa.profile(function, data, calls=1).kernels
    assert kernel.launches == 1500 and kernel.operations == 1500 * 64
    assert (dpnp.asnumpy(data) == 3000).all()


def test_errors_on_the_device_are_raised_and_the_profile_ends() -> None:
    places = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(8,), name="places")
    a = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8,), name="a")
    b = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(8,), name="b")
    nest = sa.Nest(shape=(8,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        b[i] = a[places[i]]

    function = sa.compile(nest, args=(places, a, b), name="gather")
    wrong, right = dpnp.full(8, 9, dtype="i4"), dpnp.zeros(8, dtype="i4")
    rest = dpnp.ones(8, dtype="f4"), dpnp.zeros(8, dtype="f4")
    calls = []

    def second_fails(places: Any, *others: Any) -> None:
        calls.append(places)
        function(right if len(calls) == 1 else wrong, *others)

    with pytest.raises(sa.IndexRangeError, match="index 9"):
        sa.profile(second_fails, wrong, *rest)
    function(right, *rest)
    assert (dpnp.asnumpy(rest[1]) == 1).all()
    assert len(sa.profile(function, right, *rest, calls=1).kernels) == 1


def test_refusals() -> None:
    arrays = matrices()
    with pytest.raises(sa.ArgumentError, match="^'gemm' has the engine 'eager', which launches no"):
        sa.profile(product(engine="eager"), *arrays)
    with pytest.raises(sa.ArgumentError, match="at least once, not 0$"):
        sa.profile(product(), *arrays, calls=0)
    with pytest.raises(sa.ArgumentError, match="^profile runs a function, not 3$"):
        sa.profile(3)  # type: ignore[arg-type]
    with pytest.raises(sa.ArgumentError, match="^no argument has a queue to measure on"):
        sa.profile(product())
    with pytest.raises(sa.ArgumentError, match="^nothing of saopt ran on a device"):
        sa.profile(lambda c: None, arrays[2])


def made(operations: float | None, moved: float | None, **more: Any) -> KernelProfile:
    values: dict[str, Any] = {"function": "f", "kernel": "f_0", "launches": 1, "seconds": 1e-3}
    values |= {"operations": operations, "bytes": moved, "is_exact": True, "is_other": False}
    return KernelProfile(**{**values, "peak": 1e11, "bandwidth": 1e10, **more})


def test_what_bounds_a_kernel() -> None:
    assert made(5e7, 1e6).bound == "arithmetic"
    assert made(1e6, 9e6).bound == "memory"
    assert made(1e6, 1e5).bound == "neither"
    assert made(None, None).bound == "unknown"
    assert made(5e7, 1e6).operation_share == pytest.approx(0.5)
    assert made(5e7, 1e6).byte_share == pytest.approx(0.1)
    assert made(5e7, 1e6).intensity == 50


def test_the_table_and_the_picture(limits: Limits) -> None:
    kernels = (
        made(5e7, 1e6),
        made(1e6, 9e6, kernel="<b>", is_exact=False),
        made(None, None, kernel="", function="", is_other=True, is_exact=False),
    )
    profile = Profile("step", "device", kernels, limits, 3)
    lines = str(profile).splitlines()
    assert lines[0] == "step on device: 2.000 ms, the fastest of 3"
    assert lines[1] == "limits: 100.0 GFLOP/s float32, 50.0 GFLOP/s float64, 10.0 GB/s"
    assert [line.split() for line in lines[3:6]] == [
        "f_0 1 1.000 ms 50.00 M 1.00 M 50.00 50% 1.00 10% arithmetic".split(),
        "<b> 1 1.000 ms ~1.00 M ~9.00 M 1.00 1% 9.00 90% memory".split(),
        "(others) 1.000 ms - - - - - -".split(),
    ]
    assert len({line.index("ms") for line in lines[3:6]}) == 1
    assert lines[6:] == [
        "(others): what other code did between the calls, and the host; not of saopt",
        "~: estimated, because data decides what runs or work-items differ",
    ]
    assert profile.svg.count("<circle") == 2 and "&lt;b&gt;" in profile.svg
    assert "<b>" not in profile.svg and "<b>" not in profile._repr_html_()
    # Styles of a picture in a notebook stay with the picture.
    assert ".saopt-roofline text" in profile.svg
