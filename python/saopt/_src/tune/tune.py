# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.tune`: a measured search for the fastest schedule."""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.build.plan_source import apply_schedule_source
from saopt._src.build.tuned_plans import can_keep_plan, keep_tuned_plan
from saopt._src.language.nest import Nest
from saopt._src.language.parameters import value_of
from saopt._src.schedule.schedule_base import ScheduleBase
from saopt._src.support.locations import compile_error
from saopt._src.tune.candidates import Maker, Settings
from saopt._src.tune.progress import Bar
from saopt._src.tune.result import TuneResult
from saopt._src.tune.search import Search
from saopt._src.tune.spaces import Neighbours, Space, as_space

__all__ = ["TuneResult", "tune"]


def tune(
    make_plan: Any,
    parameters: Any = None,
    args: Any = (),
    *,
    budget: float | None = None,
    executor: Executor | None = None,
    engine: Any = None,
    strict: bool | None = None,
    skip_zeros: bool | None = None,
    inputs: Mapping[Any, Any] | None = None,
    sizes: Mapping[Any, int] | None = None,
    queue: Any = None,
    tolerance: float = 1e-4,
    file: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> TuneResult:
    """Search for the values with which a plan runs fastest, by measuring.

    Every candidate is compared with the nests without a plan before it is measured. The next
    candidates are compiled while one is compared; nothing is compiled while one is measured. A
    candidate whose first calls are slow is left.

    Parameters
    ----------
    make_plan : Plan, callable or CompiledFunction
        A plan with parameters; a function that is called with values by name and returns a plan,
        or a plan and its arguments; or a function that was compiled with ``schedule="auto"``,
        around whose plan the search goes on, with the engine and options of that function. If all
        sizes are static, later compilations of the same nests with ``schedule="auto"`` and the
        same options use the plan that was found, provided it is faster than the compiler's.
    parameters : dict, list of dict, or callable
        The choices of each parameter, a list of values such as `create_parameter_grid` makes, or a
        function that gets the list of trials so far and returns the next values or None.
    args : tuple of Array
        The arguments, as for `compile`.
    budget : float, optional
        The seconds after which no more candidates are tried; all are where it is left out.
    executor : concurrent.futures.Executor, optional
        What compiles; by default one thread. For processes `make_plan` is a function of a module
        that makes the arrays as well, and returns the plan and its arguments.
    engine, strict, skip_zeros
        As for `compile`; a compiled function has its own.
    inputs : dict of name to array, optional
        The data of arguments; others are random.
    sizes : dict of Dimension or name to int, optional
        How large the arguments are, where their arrays do not say it.
    queue : SyclQueue, optional
        Where to measure.
    tolerance : float
        The largest difference of a float from the unscheduled result, relative to the largest
        element of the array. Integers have to be equal.
    file : path, optional
        Where the trials are kept; a search over the same program goes on with them.
    progress : bool, optional
        Whether to show a bar on the error stream; by default if that is a terminal.

    Returns
    -------
    TuneResult

    Raises
    ------
    CompileError
        When no candidate compiles and is right, or a parameter is malformed.

    Examples
    --------
    >>> rows = sa.create_parameters()
    >>> schedule = nest.create_schedule()
    >>> ii = schedule.split(i, rows)
    >>> result = sa.tune(schedule.create_plan(), {rows: [4, 8]}, args=(A, B, C))
    >>> result.values[rows] in (4, 8)
    True
    """
    if budget is not None and not budget > 0:
        raise compile_error(f"the budget is a number of seconds, not {budget!r}")
    given = {"engine": engine, "strict": strict, "skip_zeros": skip_zeros}
    chosen = {option: value for option, value in given.items() if value is not None}
    if chosen.get("engine") == "eager":
        raise compile_error("the engine 'eager' runs Python, whose speed says nothing of a plan")
    around: Neighbours | None = None
    if isinstance(make_plan, CompiledFunction):
        if parameters is not None or len(args) or chosen:
            raise compile_error(
                "a compiled function has its arguments and options, and the search is about the "
                "plan that the compiler chose: leave out parameters, args and " + ", ".join(given)
            )
        around = _neighbours(make_plan)
        maker = _maker_around(make_plan, around)
        settings = _settings(make_plan)
        space: Space = around
        count = None
        looks_back = False
    else:
        if parameters is None:
            raise compile_error(
                "tune needs the choices of the parameters, as in sa.tune(plan, {p: [4, 8]}, "
                "args=(A, B))"
            )
        if not isinstance(make_plan, ScheduleBase) and not callable(make_plan):
            raise compile_error(
                f"a {type(make_plan).__name__} cannot be tuned: give a plan with parameters, a "
                "function that returns a plan, or a compiled function"
            )
        maker = Maker(make_plan, tuple(args))
        settings = Settings(**chosen)
        space, count = as_space(parameters)
        looks_back = callable(parameters)
    search = Search(
        maker,
        space,
        count,
        looks_back,
        settings,
        inputs,
        sizes,
        queue,
        tolerance,
        file,
        budget,
        keeps_first=around is not None,
    )
    shows = sys.stderr.isatty() if progress is None else bool(progress)
    owned = ThreadPoolExecutor(1) if executor is None else nullcontext(executor)
    with owned as compiling:
        result = search.run(compiling, Bar(shows), executor is not None)
    if around is None or not isinstance(make_plan, CompiledFunction):
        return result
    text = around.text(result.values)
    is_faster = text != around.source and result.seconds < result.unscheduled_seconds
    if is_faster and can_keep_plan(make_plan._source):
        keep_tuned_plan(make_plan._source, make_plan._unit.options, text)
    return dataclasses.replace(result, source=text)


def _settings(function: CompiledFunction) -> Settings:
    options = function._unit.options
    return Settings(function._engine, options.strict, options.skip_zeros)


def _neighbours(function: CompiledFunction) -> Neighbours:
    source = function._source
    if function._engine == "eager":
        raise compile_error(
            f"function '{source.name}' runs as Python, whose speed says nothing of a plan: compile "
            "it with engine='spirv'"
        )
    if not all(isinstance(entry, Nest) for entry in source.entries):
        raise compile_error(
            f"function '{source.name}' does more than run nests without plans of their own: give "
            "sa.tune a function that returns its plans"
        )
    nests = [entry for entry in source.entries if isinstance(entry, Nest)]
    shapes = [tuple(value_of(size, source.parameters) for size in nest.shape) for nest in nests]
    return Neighbours(function.schedule_source(), shapes)


def _maker_around(function: CompiledFunction, around: Neighbours) -> Maker:
    source = function._source
    nests = [entry for entry in source.entries if isinstance(entry, Nest)]
    arrays = {name: array for array, name in source.names.items()}

    def make(**sizes: int) -> Any:
        return apply_schedule_source(around.text(sizes), nests, arrays)

    return Maker(make, source.arguments, source.parameters or None)
