# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The measurement of kernels."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from saopt._src.build.compiled_function import CompilationUnit
from saopt._src.calls.device_function import DeviceFunction
from saopt._src.profile.limits import Limits, limits_of
from saopt._src.profile.results import KernelProfile, Profile
from saopt._src.support.errors import ArgumentError

__all__ = ["profile"]

# Function and kernel.
_Key = tuple[str, str]
_OTHERS: _Key = ("", "")


def profile(
    function: Callable[..., object], *arguments: Any, calls: int = 5, **keywords: Any
) -> Profile:
    """Run a function, and measure each of its kernels.

    The times are those of SYCL's profiling events: of the kernels alone, without the host. The
    function really runs, `calls` times and once before that, so arrays that it updates are
    updated as often.

    Parameters
    ----------
    function : CompiledFunction or callable
        What runs. A callable may call several functions and other libraries on one queue; what
        these do is one entry, ``(others)``. Operations and bytes are known of the functions that
        it refers to by its global variables, closure and arguments.
    *arguments, **keywords
        Its arguments.
    calls : int
        How often it is measured; of each kernel the fastest call counts.

    Returns
    -------
    Profile
        Times, work, rates and limits, printed as a table; ``.svg`` is a roofline.

    Raises
    ------
    ArgumentError
        When no argument has a queue, or nothing runs on a device.

    Examples
    --------
    >>> multiply = sa.compile(nest, args=(A, B, C), name="multiply")
    >>> data = [sa.ones(array.shape, dtype="f4") for array in (A, B, C)]
    >>> print(sa.profile(multiply, *data))
    multiply on ...
    """
    from saopt import _runtime

    if isinstance(calls, bool) or not isinstance(calls, int) or calls < 1:
        raise ArgumentError(f"calls is how often it is measured, at least once, not {calls!r}")
    if not callable(function):
        raise ArgumentError(f"profile runs a function, not {function!r}")
    if isinstance(function, DeviceFunction) and function.engine == "eager":
        raise ArgumentError(
            f"'{function.name}' has the engine 'eager', which launches no kernels: "
            "compile it with engine='spirv' or 'sycl'"
        )
    queue = _queue_of([*arguments, *keywords.values()])
    function(*arguments, **keywords)
    runs: list[_Run] = []
    for _ in range(calls):
        begin = _runtime.stamp(queue)
        _runtime.begin_profile()
        try:
            function(*arguments, **keywords)
        finally:
            recorded = _runtime.end_profile()
        runs.append(_Run(begin, _runtime.stamp(queue), recorded))
    if not any(run.launches for run in runs):
        raise ArgumentError("nothing of saopt ran on a device, so there is nothing to measure")
    limits = limits_of(queue)
    is_ours = isinstance(function, DeviceFunction)
    counter = _WorkCounter(_functions_in(function, arguments), limits)
    kernels = [
        counter.describe(key, runs)
        for key in dict.fromkeys(key for run in runs for key in run.keys)
    ]
    if not is_ours:
        kernels.append(_others(runs, limits))
    return Profile(
        str(getattr(function, "__name__", "function")),
        str(queue.sycl_device.name),
        tuple(kernels),
        limits,
        calls,
    )


class _Run:
    """One run: its kernels, and the time in between."""

    def __init__(self, begin: int, end: int, calls: Sequence[Any]) -> None:
        self.launches: dict[_Key, list[Any]] = {}
        self.others = 0
        for began, ended, launches in calls:
            self.others += max(0, began - begin)
            begin = ended
            for launch in launches:
                self.launches.setdefault((launch[0], launch[1]), []).append(launch)
        self.others += max(0, end - begin)

    @property
    def keys(self) -> Iterable[_Key]:
        return self.launches

    def seconds(self, key: _Key) -> float:
        """Return the time of a kernel; the clock may be coarser than it."""
        return max(1, sum(launch[6] - launch[5] for launch in self.launches[key])) * 1e-9


class _WorkCounter:
    """Counts the work of the kernels of some functions."""

    def __init__(self, functions: Sequence[DeviceFunction], limits: Limits) -> None:
        self._functions = functions
        self._limits = limits

    def describe(self, key: _Key, runs: Sequence[_Run]) -> KernelProfile:
        fastest = min(
            (run for run in runs if key in run.launches), key=lambda run: run.seconds(key)
        )
        launches = fastest.launches[key]
        owner = self._owner(key)
        operations: float | None = None if owner is None else 0.0
        moved: float | None = operations
        is_exact = owner is not None
        seen: dict[tuple[object, ...], tuple[float, float, bool]] = {}
        for _, kernel, extent, local, sizes, _, _ in launches if owner is not None else ():
            form = (tuple(extent), tuple(local or ()), tuple(sizes))
            if form not in seen:
                seen[form] = _work_of(owner, kernel, extent, local or [1] * len(extent), sizes)
            one = seen[form]
            operations, moved = (operations or 0.0) + one[0], (moved or 0.0) + one[1]
            is_exact = is_exact and one[2]
        return KernelProfile(
            *key,
            launches=len(launches),
            seconds=fastest.seconds(key),
            operations=operations,
            bytes=moved,
            is_exact=is_exact,
            is_other=False,
            peak=_peak(owner, self._limits),
            bandwidth=self._limits.bandwidth,
        )

    def _owner(self, key: _Key) -> DeviceFunction | None:
        """Return the function whose kernel it is, if it was compiled in this process."""
        for function in self._functions:
            names = [spec["name"] for spec in function.manifest["functions"]]
            if key[0] in names and isinstance(function._unit, CompilationUnit):
                return function
        return None


def _work_of(
    function: DeviceFunction | None,
    kernel: str,
    extent: Sequence[int],
    local: Sequence[int],
    sizes: Sequence[int],
) -> tuple[float, float, bool]:
    """Return operations, bytes, and whether they are exact."""
    assert function is not None
    assert isinstance(function._unit, CompilationUnit)
    operations, is_exact, arrays = function._unit.module.count_work(kernel, extent, local, sizes)
    moved = 0.0
    for _, loaded, stored, size in arrays:
        moved += loaded if size is None else min(loaded, size)
        moved += stored if size is None else min(stored, size)
        is_exact = is_exact and size is not None
    return operations, moved, is_exact


def _peak(function: DeviceFunction | None, limits: Limits) -> float:
    """Return the peak for the widest floating-point elements of a function."""
    types = [argument.element_type.name for argument in function._arguments] if function else []
    wide = {"float64", "complex128"} & set(types) and "float64" in limits.operations
    return limits.operations["float64" if wide else "float32"]


def _others(runs: Sequence[_Run], limits: Limits) -> KernelProfile:
    return KernelProfile(
        *_OTHERS,
        launches=0,
        seconds=max(1, min(run.others for run in runs)) * 1e-9,
        operations=None,
        bytes=None,
        is_exact=False,
        is_other=True,
        peak=max(limits.operations.values()),
        bandwidth=limits.bandwidth,
    )


def _queue_of(arguments: Iterable[Any]) -> Any:
    for argument in arguments:
        queue = getattr(argument, "sycl_queue", None)
        if queue is not None:
            return queue
    raise ArgumentError(
        "no argument has a queue to measure on: pass arrays of dpnp or saopt, as sa.asarray makes"
    )


def _functions_in(function: Any, arguments: Sequence[Any]) -> list[DeviceFunction]:
    """Return the functions that a callable is, is given, or refers to."""
    candidates = [function, *arguments]
    code = inspect.unwrap(function)
    if inspect.ismethod(code):
        candidates += list(vars(code.__self__).values())
        code = code.__func__
    if inspect.isfunction(code):
        named = inspect.getclosurevars(code)
        candidates += [*named.nonlocals.values(), *named.globals.values()]
    return [found for found in candidates if isinstance(found, DeviceFunction)]
