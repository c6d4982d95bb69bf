# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which values a search tries."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from saopt._src.language.parameters import Parameter, create_parameter_grid
from saopt._src.support.integers import is_sequence
from saopt._src.support.locations import compile_error
from saopt._src.tune.trials import Trial, label_of

__all__ = ["Neighbours", "Space", "as_space"]

Values = Mapping[Any, Any]

# Yields the values to try; it may look at the trials that have ended.
Space = Callable[[Sequence[Trial]], Iterator[Values]]


def as_space(parameters: Any) -> tuple[Space, int | None]:
    """Return a space, and how many values it has where that is known.

    Parameters
    ----------
    parameters : dict, list of dict, or callable
        The choices of each parameter, of which all combinations are tried; the combinations
        themselves, as `create_parameter_grid` makes them; or a function that is called with the
        list of trials so far and returns the next values, or None when there are no more.
    """
    if callable(parameters):
        return _asked(parameters), None
    if isinstance(parameters, Mapping):
        grid = _grid(parameters)
    elif is_sequence(parameters) and all(isinstance(entry, Mapping) for entry in parameters):
        grid = list(parameters)
    else:
        raise compile_error(
            "parameters is a dictionary of the choices of each parameter, a list of dictionaries "
            f"of values, or a function that returns the next values, not {parameters!r}"
        )
    if not grid:
        raise compile_error("there is nothing to tune: the parameters have no values")
    return (lambda trials: iter(grid)), len(grid)


def _grid(choices: Mapping[Any, Any]) -> list[Values]:
    if not choices:
        return []
    if all(isinstance(key, Parameter) for key in choices):
        return list(create_parameter_grid(choices))
    for key, entries in choices.items():
        if not isinstance(key, str):
            raise compile_error(
                f"{key!r} names no parameter: give parameters of sa.create_parameters(), or the "
                "names of the arguments of make_plan"
            )
        if isinstance(entries, str) or not isinstance(entries, (Sequence, range, set, frozenset)):
            raise compile_error(f"the choices of '{key}' are a list of values, not {entries!r}")
    lists = [sorted(c) if isinstance(c, (set, frozenset)) else list(c) for c in choices.values()]
    return [dict(zip(choices, values, strict=True)) for values in itertools.product(*lists)]


def _asked(ask: Callable[[list[Trial]], Values | None]) -> Space:
    def space(trials: Sequence[Trial]) -> Iterator[Values]:
        while (values := ask(list(trials))) is not None:
            if not isinstance(values, Mapping):
                raise compile_error(
                    f"the function of parameters returned {values!r}: it returns a dictionary of "
                    "values, or None when there are no more"
                )
            yield values

    return space


_SPLIT = re.compile(r"(?P<inner>\w+) = (?P<schedule>\w+)\.split\((?P<loop>\w+), (?P<size>\d+)\)")


class Neighbours:
    """The plans around one that the compiler chose, which differ in the sizes of tiles.

    Coordinate descent: from the fastest sizes so far, each is doubled and halved in turn, until
    no neighbour of the fastest ones is left.

    Parameters
    ----------
    source : str
        The plan as Python source, of `CompiledFunction.schedule_source`.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._start = {
            f"{match['loop']} by {match['inner']} ({number})": int(match["size"])
            for number, match in enumerate(_SPLIT.finditer(source))
        }

    def __call__(self, trials: Sequence[Trial]) -> Iterator[Values]:
        """Yield the sizes to try next."""
        if not self._start:
            raise compile_error(
                "there is nothing to tune: the chosen plan splits no loop; write a plan with "
                "parameters, and give it to sa.tune"
            )
        tried = {_key(self._start)}
        yield self._start
        while True:
            base = self._fastest(trials)
            following = [values for values in self._around(base) if _key(values) not in tried]
            if not following:
                return
            for values in following:
                tried.add(_key(values))
                yield values
                # The first step that is faster is where the search goes on.
                if self._fastest(trials) != base:
                    break

    def text(self, values: Values) -> str:
        """Return the source of the plan with other sizes."""
        sizes = iter(values.values())

        def replace(match: re.Match[str]) -> str:
            return f"{match['inner']} = {match['schedule']}.split({match['loop']}, {next(sizes)})"

        return _SPLIT.sub(replace, self.source)

    def _around(self, base: Values) -> Iterator[Values]:
        for name, size in base.items():
            for other in (size * 2, size // 2, size + size // 2):
                if other >= 1 and other != size:
                    yield {**base, name: other}

    def _fastest(self, trials: Sequence[Trial]) -> Values:
        counted = [trial for trial in trials if trial.counts]
        if not counted:
            return self._start
        label = min(counted, key=lambda trial: trial.best).label
        return {name: int(label[name]) for name in self._start}


def _key(values: Values) -> tuple[tuple[str, str], ...]:
    return tuple(label_of(values).items())
