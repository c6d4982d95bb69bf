# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.tune`: a measured search for the fastest schedule."""

from __future__ import annotations

import dataclasses
import hashlib
import html
import os
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from saopt._src.build.compile import compile
from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.build.function_source import FunctionSource
from saopt._src.build.plan_source import apply_schedule_source
from saopt._src.build.tuned_plans import keep_tuned_plan
from saopt._src.language.arrays import Array
from saopt._src.language.nest import Nest
from saopt._src.language.parameters import parameters_of
from saopt._src.schedule.schedule_base import ScheduleBase
from saopt._src.schedule.scheduled_nests import ScheduledNests, unresolved_of_nest
from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error
from saopt._src.support.notebook import preformatted
from saopt._src.tune.candidates import Candidate, Maker, compile_candidate
from saopt._src.tune.measuring import Data, Effort, largest_difference, make_data
from saopt._src.tune.plots import draw
from saopt._src.tune.records import Records
from saopt._src.tune.spaces import Neighbours, Space, as_space
from saopt._src.tune.trials import Trial, label_of

__all__ = ["TuneResult", "tune"]

# How many candidates are compiled before they are measured.
_AHEAD = 2
# How many of the fastest ones meet again at the end, in turns.
_FINALISTS = 3


@dataclass(frozen=True)
class TuneResult:
    """What a search found.

    Attributes
    ----------
    function : CompiledFunction
        The fastest function.
    values : mapping
        The values that it was made of.
    trials : tuple of Trial
        Everything that was tried, in order.
    seconds : float
        The time of the fastest call of `function`.
    unscheduled_seconds : float
        That of the nests without a plan.
    source : str or None
        The plan as Python source, where the search began at a compiled function.

    Examples
    --------
    >>> rows = sa.create_parameters()
    >>> schedule = nest.create_schedule()
    >>> ii = schedule.split(i, rows)
    >>> result = sa.tune(schedule.create_plan(), {rows: [4, 8]}, args=(A, B, C))
    >>> result.values[rows] in (4, 8)
    True
    >>> result.function.signature
    'sycl::event tuned(sycl::queue &queue, const float *A, const float *B, float *C)'
    """

    function: CompiledFunction
    values: Mapping[Any, Any]
    trials: tuple[Trial, ...]
    seconds: float
    unscheduled_seconds: float
    source: str | None = None

    @property
    def svg(self) -> str:
        """The trials as a picture."""
        return draw(self.trials)

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Write the picture into a file."""
        Path(path).write_text(self.svg)

    def __str__(self) -> str:
        faster = self.unscheduled_seconds / self.seconds
        ranked = sorted(self.trials, key=lambda trial: (not trial.counts, trial.best))
        values = ", ".join(f"{name} {value}" for name, value in label_of(self.values).items())
        return "\n".join(
            [
                f"{self.seconds * 1e3:.3f} ms with {values}: {faster:.1f} times as fast as the "
                f"nests without a plan, after {len(self.trials)} trials",
                *map(str, ranked),
            ]
        )

    def _repr_html_(self) -> str:
        return self.svg + preformatted(html.escape(str(self)))


def tune(
    make_plan: Any,
    parameters: Any = None,
    args: Any = (),
    *,
    budget: float | None = None,
    executor: Executor | None = None,
    engine: Any = "spirv",
    strict: bool = False,
    inputs: Mapping[Any, Any] | None = None,
    sizes: Mapping[Any, int] | None = None,
    queue: Any = None,
    tolerance: float = 1e-4,
    file: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> TuneResult:
    """Search for the values with which a plan runs fastest, by measuring.

    Every candidate is compared with the nests without a plan before it is measured. The next
    candidates are compiled while one is measured; one whose first calls are slow is left.

    Parameters
    ----------
    make_plan : Plan, callable or CompiledFunction
        A plan with parameters; a function that is called with values by name and returns a plan,
        or a plan and its arguments; or a function that was compiled with ``schedule="auto"``,
        around whose plan the search goes on. Later compilations of the same nests with
        ``schedule="auto"`` use the plan that was found for a compiled function.
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
    engine, strict
        As for `compile`.
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
    around: Neighbours | None = None
    source: FunctionSource | None = None
    if isinstance(make_plan, CompiledFunction):
        if parameters is not None or len(args):
            raise compile_error(
                "a compiled function has its arguments, and the search is about the plan that the "
                "compiler chose: leave out parameters and args"
            )
        source = _unscheduled(make_plan._source)
        around = Neighbours(make_plan.schedule_source())
        maker = _maker_around(source, around)
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
        space, count = as_space(parameters)
        looks_back = callable(parameters)
    search = _Search(
        maker,
        space,
        count,
        looks_back,
        engine,
        strict,
        inputs,
        sizes,
        queue,
        tolerance,
        file,
        budget,
    )
    shows = sys.stderr.isatty() if progress is None else bool(progress)
    owned = ThreadPoolExecutor(1) if executor is None else nullcontext(executor)
    with owned as chosen:
        result = search.run(chosen, _Bar(shows), executor is not None)
    if around is None or source is None:
        return result
    text = around.text(result.values)
    keep_tuned_plan(source, text)
    return TuneResult(
        result.function,
        result.values,
        result.trials,
        result.seconds,
        result.unscheduled_seconds,
        text,
    )


def _unscheduled(source: FunctionSource) -> FunctionSource:
    """Return a function without the plan that an earlier search found for it."""
    if source.tuned is None:
        return source
    scheduled = [entry for entry in source.entries if isinstance(entry, ScheduledNests)]
    nests = tuple(nest for entry in scheduled for nest in entry.nests)
    return dataclasses.replace(source, entries=nests, tuned=None)


def _maker_around(source: FunctionSource, around: Neighbours) -> Maker:
    nests = [entry for entry in source.entries if isinstance(entry, Nest)]
    arrays = {name: array for array, name in source.names.items()}

    def make(**sizes: int) -> Any:
        return apply_schedule_source(around.text(sizes), nests, arrays)

    return Maker(make, source.arguments)


class _Bar:
    """How far a search is, in one line of a terminal."""

    def __init__(self, shows: bool) -> None:
        self._shows = shows
        self._start = time.perf_counter()

    def show(self, done: int, count: int | None, budget: float | None, best: float) -> None:
        if not self._shows:
            return
        passed = time.perf_counter() - self._start
        left = [] if budget is None else [budget - passed]
        if count is not None and done:
            left.append(passed / done * (count - done))
        share = max(0.0, min(1.0, passed / (passed + min(left)))) if left and min(left) > 0 else 1.0
        filled = round(share * 20)
        of = f"/{count}" if count is not None else ""
        rest = f", {max(0.0, min(left)):.0f} s left" if left else ""
        fastest = f", best {best * 1e3:.3f} ms" if best != float("inf") else ""
        bar = "#" * filled + "." * (20 - filled)
        print(f"\r[{bar}] {done}{of} trials{fastest}{rest}   ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shows:
            print(file=sys.stderr)


@dataclass
class _Search:
    """One search, and what it has found so far."""

    maker: Maker
    space: Space
    count: int | None
    looks_back: bool
    engine: Any
    strict: bool
    inputs: Mapping[Any, Any] | None
    sizes: Mapping[Any, int] | None
    queue: Any
    tolerance: float
    file: Any
    budget: float | None
    effort: Effort = field(default_factory=Effort)

    def run(self, executor: Executor, bar: _Bar, is_foreign: bool) -> TuneResult:
        """Try the values of the space, and return the fastest."""
        end = None if self.budget is None else time.perf_counter() + self.budget
        trials: list[Trial] = []
        reference, first, rest = self._begin(self.space(trials))
        data = make_data(reference._source.arguments, self.inputs, self.sizes, self.queue)
        expected = data.results(reference)
        records = Records(self.file, self._program(reference, data))
        unscheduled, _ = self.effort.measure(_runner(reference, data), float("inf"))
        kept: dict[tuple[tuple[str, str], ...], tuple[Mapping[Any, Any], CompiledFunction]] = {}
        if is_foreign:
            self._check_pickles(executor, first)
        for values, candidate in self._candidates(executor, rest, records, end):
            label = label_of(values)
            found = records.find(label)
            if found is not None:
                trial = Trial(found.label, found.status, found.seconds, found.message, values)
            else:
                fastest = min((t.best for t in trials if t.counts), default=float("inf"))
                trial = self._measure(values, candidate, data, expected, fastest)
                records.add(trial)
                if trial.counts and candidate is not None and candidate.function is not None:
                    kept[tuple(label.items())] = values, candidate.function
            trials.append(trial)
            best = min((t.best for t in trials if t.counts), default=float("inf"))
            bar.show(len(trials), self.count, self.budget, best)
        bar.end()
        return self._finish(trials, kept, data, expected, min(unscheduled))

    def _candidates(
        self,
        executor: Executor,
        rest: Iterator[Mapping[Any, Any]],
        records: Records,
        end: float | None,
    ) -> Iterator[tuple[Mapping[Any, Any], Candidate | None]]:
        """Yield values and what was compiled of them, some candidates ahead.

        There is no candidate for values whose trial a file holds.
        """
        waiting: deque[tuple[Mapping[Any, Any], Future[Candidate] | None]] = deque()
        following = next(rest, None)
        try:
            while True:
                while following is not None and len(waiting) < _AHEAD:
                    compiled = None
                    if records.find(label_of(following)) is None:
                        compiled = executor.submit(
                            compile_candidate, self.maker, following, self.engine, self.strict
                        )
                    waiting.append((following, compiled))
                    # A space that looks at the trials is asked when it has seen all of them.
                    following = None if self.looks_back else next(rest, None)
                if not waiting:
                    return
                values, future = waiting.popleft()
                yield values, None if future is None else future.result()
                if end is not None and time.perf_counter() > end:
                    return
                if following is None and not waiting:
                    following = next(rest, None)
        finally:
            for _, future in waiting:
                if future is not None:
                    future.cancel()

    def _measure(
        self,
        values: Mapping[Any, Any],
        candidate: Candidate | None,
        data: Data,
        expected: Any,
        fastest: float,
    ) -> Trial:
        label = label_of(values)
        if candidate is None or candidate.function is None:
            return Trial(label, "refused", (), candidate.message if candidate else "", values)
        wrong = largest_difference(data.results(candidate.function), expected, self.tolerance)
        if wrong:
            return Trial(label, "wrong", (), wrong, values)
        times, ended = self.effort.measure(_runner(candidate.function, data), fastest)
        return Trial(label, "measured" if ended else "slow", times, "", values)

    def _finish(
        self,
        trials: list[Trial],
        kept: Mapping[Any, tuple[Mapping[Any, Any], CompiledFunction]],
        data: Data,
        expected: Any,
        unscheduled: float,
    ) -> TuneResult:
        """Let the fastest ones run in turns, and return the winner."""
        counted = sorted((t for t in trials if t.counts), key=lambda trial: trial.best)
        if not counted:
            reasons = "; ".join(dict.fromkeys(t.message or t.status for t in trials))
            raise compile_error(f"none of {len(trials)} candidates can be used: {reasons}")
        final: list[tuple[Mapping[Any, Any], CompiledFunction]] = []
        for trial in counted[:_FINALISTS]:
            held = kept.get(tuple(trial.label.items()))
            if held is None:
                assert trial.values is not None
                made = compile_candidate(self.maker, trial.values, self.engine, self.strict)
                if made.function is None or largest_difference(
                    data.results(made.function), expected, self.tolerance
                ):
                    continue
                held = trial.values, made.function
            final.append(held)
        if not final:
            raise compile_error("the candidates that the file names cannot be used any more")
        runs = [_runner(function, data) for _, function in final]
        best = [float("inf")] * len(final)
        for _ in range(4):
            for number, run in enumerate(runs):
                times, _ = self.effort.measure(run, float("inf"))
                best[number] = min(best[number], *times)
        winner = best.index(min(best))
        values, function = final[winner]
        return TuneResult(function, values, tuple(trials), best[winner], unscheduled)

    def _begin(
        self, space: Iterator[Mapping[Any, Any]]
    ) -> tuple[CompiledFunction, Mapping[Any, Any], Iterator[Mapping[Any, Any]]]:
        """Return the unscheduled function, the first values that give it, and all values."""
        looked: list[Mapping[Any, Any]] = []
        refusal: CompileError | None = None
        for values in space:
            looked.append(values)
            try:
                return self._reference(values), values, chain(looked, space)
            except CompileError as error:
                refusal = error
            # A space that looks at the trials has nothing to say before the first one.
            if self.looks_back:
                break
        if refusal is None:
            raise compile_error("there is nothing to tune: the parameters have no values")
        raise compile_error(f"none of the candidates can be used: {refusal.message}")

    def _reference(self, values: Mapping[Any, Any]) -> CompiledFunction:
        """Return the nests without a plan, which say what is right."""
        source, args, parameters = self.maker.source(values)
        entries = tuple(source) if isinstance(source, (tuple, list)) else (source,)
        nests: list[Any] = []
        for entry in entries:
            nests += entry.nests if isinstance(entry, ScheduleBase) else [entry]
        used = {p: v for p, v in (parameters or {}).items() if _uses(nests, args, p)}
        return compile(
            tuple(nests),
            args,
            self.engine,
            strict=self.strict,
            schedule="none",
            name="unscheduled",
            parameters=used,
        )

    def _program(self, reference: CompiledFunction, data: Data) -> str:
        """Return what a file of trials belongs to."""
        device = data.place()[0].sycl_queue.sycl_device if data.hosts else None
        what = (
            reference.mlir,
            str(self.engine),
            str(self.strict),
            str([(host.shape, host.dtype.str) for host in data.hosts]),
            device.name if device else "",
            device.driver_version if device else "",
        )
        return hashlib.sha256("\n".join(what).encode()).hexdigest()

    def _check_pickles(self, executor: Executor, values: Mapping[Any, Any]) -> None:
        """Refuse what cannot be sent to other processes, before it hangs or fails there."""
        if isinstance(executor, ThreadPoolExecutor) or "ProcessPool" not in type(executor).__name__:
            return
        try:
            pickle.dumps((self.maker, dict(values)))
        except Exception as error:
            raise compile_error(
                f"the executor's processes cannot be given make_plan and its arguments ({error}): "
                "make_plan is a function of a module, which makes the arrays and returns the plan "
                "and its arguments, and args is left out"
            ) from None


def _uses(nests: list[Any], args: tuple[Array, ...], parameter: Any) -> bool:
    """Return whether nests or arrays are made of a parameter."""
    for nest in nests:
        others = {p: 1 for p in nest.dimensions() if p is not parameter}
        for node in nest.parameter_values():
            others.update({p: 1 for p in node.parameters if p is not parameter})
        try:
            if unresolved_of_nest(nest, others) is parameter:
                return True
        except CompileError:
            continue
    return parameter in parameters_of(tuple(array.shape for array in args))


def _runner(function: CompiledFunction, data: Data) -> Callable[[], object]:
    placed = data.place()
    return lambda: function(*placed)
