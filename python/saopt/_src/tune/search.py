# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The search: candidates are compiled, compared, measured, and the fastest ones meet again."""

from __future__ import annotations

import hashlib
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import chain
from typing import Any

from saopt._src.build.compile import compile
from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.language.arrays import Array
from saopt._src.language.parameters import parameters_of
from saopt._src.schedule.schedule_base import ScheduleBase
from saopt._src.schedule.scheduled_nests import unresolved_of_nest
from saopt._src.support.errors import CompileError, Error
from saopt._src.support.locations import compile_error
from saopt._src.tune.candidates import Candidate, Maker, Settings, compile_candidate
from saopt._src.tune.measuring import Data, Effort, largest_difference, make_data
from saopt._src.tune.progress import Bar
from saopt._src.tune.records import Records
from saopt._src.tune.result import TuneResult
from saopt._src.tune.spaces import Space
from saopt._src.tune.trials import Trial, label_of

__all__ = ["Search"]

# How many candidates are compiled before they are measured.
_AHEAD = 2
# How many of the fastest ones meet again at the end, in turns.
_FINALISTS = 3
# How often they do.
_TURNS = 4
# The nests without a plan may be slow: one call is enough to know it.
_OF_REFERENCE = Effort(calls=1, most=20)
_OF_CANDIDATE = Effort()


@dataclass
class Search:
    """One search, and what it has found so far."""

    maker: Maker
    space: Space
    count: int | None
    looks_back: bool
    settings: Settings
    inputs: Mapping[Any, Any] | None
    sizes: Mapping[Any, int] | None
    queue: Any
    tolerance: float
    file: Any
    budget: float | None
    # Whether the first values meet the fastest ones at the end.
    keeps_first: bool

    def run(self, executor: Executor, bar: Bar, is_foreign: bool) -> TuneResult:
        """Try the values of the space, and return the fastest."""
        end = None if self.budget is None else time.perf_counter() + self.budget
        trials: list[Trial] = []
        reference, first, rest = self._begin(self.space(trials))
        source = reference._source
        data = make_data(source.arguments, self.inputs, self.sizes, self.queue, source.parameters)
        expected = data.results(reference)
        records = Records(self.file, self._program(reference, data))
        unscheduled, _ = _OF_REFERENCE.measure(_runner(reference, data), float("inf"))
        kept: dict[tuple[tuple[str, str], ...], tuple[Mapping[Any, Any], CompiledFunction]] = {}
        if is_foreign:
            self._check_pickles(executor, first)
        for values, candidate, others in self._candidates(executor, rest, records, end):
            label = label_of(values)
            found = records.find(label)
            if found is not None:
                trial = Trial(found.label, found.status, found.seconds, found.message, values)
            else:
                fastest = min((t.best for t in trials if t.counts), default=float("inf"))
                trial = self._measure(values, candidate, others, data, expected, fastest)
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
    ) -> Iterator[tuple[Mapping[Any, Any], Candidate | None, list[Future[Candidate]]]]:
        """Yield values, what was compiled of them, and the next candidates on their way.

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
                            compile_candidate, self.maker, following, self.settings
                        )
                    waiting.append((following, compiled))
                    # A space that looks at the trials is asked when it has seen all of them.
                    following = None if self.looks_back else next(rest, None)
                if not waiting:
                    return
                values, future = waiting.popleft()
                others = [other for _, other in waiting if other is not None]
                yield values, None if future is None else future.result(), others
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
        others: list[Future[Candidate]],
        data: Data,
        expected: Any,
        fastest: float,
    ) -> Trial:
        """Compare a candidate, and measure it when no other one is being compiled.

        The device's compiler, which takes longest, runs for the comparison: that is the time in
        which the next candidates are compiled.
        """
        label = label_of(values)
        if candidate is None or candidate.function is None:
            return Trial(label, "refused", (), candidate.message if candidate else "", values)
        try:
            results = data.results(candidate.function)
            wrong = largest_difference(results, expected, self.tolerance)
            if wrong:
                return Trial(label, "wrong", (), wrong, values)
            wait(others)
            times, ended = _OF_CANDIDATE.measure(_runner(candidate.function, data), fastest)
        except Error as error:
            # The device has not the memory that the plan wants, or its compiler fails.
            return Trial(label, "refused", (), str(error), values)
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
        finalists = counted[:_FINALISTS]
        if self.keeps_first and trials[0].counts and trials[0] not in finalists:
            finalists.append(trials[0])
        for trial in finalists:
            held = kept.get(tuple(trial.label.items()))
            if held is None:
                assert trial.values is not None
                made = compile_candidate(self.maker, trial.values, self.settings)
                again = self._measure(trial.values, made, [], data, expected, float("inf"))
                if not again.counts or made.function is None:
                    continue
                held = trial.values, made.function
            final.append(held)
        if not final:
            raise compile_error("the candidates that the file names cannot be used any more")
        runs = [_runner(function, data) for _, function in final]
        best = [float("inf")] * len(final)
        for _ in range(_TURNS):
            for number, run in enumerate(runs):
                times, _ = _OF_CANDIDATE.measure(run, float("inf"))
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
            self.settings.engine,
            strict=self.settings.strict,
            skip_zeros=self.settings.skip_zeros,
            schedule="none",
            name="unscheduled",
            parameters=used,
        )

    def _program(self, reference: CompiledFunction, data: Data) -> str:
        """Return what a file of trials belongs to."""
        device = data.place()[0].sycl_queue.sycl_device if data.hosts else None
        what = (
            reference.mlir,
            str(self.settings),
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
