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
_INDICES = re.compile(r"(?P<names>\w+(, \w+)*) = nests\[(?P<nest>\d+)\]\.get_indices\(\)")
# How much faster a neighbour has to be for the search to go on from there.
_GAIN = 1.02


class Neighbours:
    """The plans around one that the compiler chose, which differ in the sizes of tiles.

    Coordinate descent: from the fastest sizes so far, each is doubled, halved and enlarged by a
    half in turn, until no neighbour of the fastest ones is left. A tile never exceeds the loop
    that it splits.

    Parameters
    ----------
    source : str
        The plan as Python source, of `CompiledFunction.schedule_source`.
    shapes : sequence of tuple
        The shapes of the nests that the plan is for.
    """

    def __init__(self, source: str, shapes: Sequence[Sequence[Any]]) -> None:
        self.source = source
        self._start: dict[str, int] = {}
        self._limits: dict[str, tuple[str, int | None]] = {}
        self._read(shapes)

    def _read(self, shapes: Sequence[Sequence[Any]]) -> None:
        """Collect the splits, and for each the split or the extent of the loop that it divides."""
        loops: dict[str, tuple[str, int | None]] = {}
        for line in self.source.splitlines():
            indices = _INDICES.search(line)
            if indices is not None:
                extents = shapes[int(indices["nest"])]
                for name, extent in zip(indices["names"].split(", "), extents, strict=True):
                    loops[name] = "", extent if isinstance(extent, int) else None
            for match in _SPLIT.finditer(line):
                name = f"{match['loop']} by {match['inner']} ({len(self._start)})"
                self._start[name] = int(match["size"])
                self._limits[name] = loops.get(match["loop"], ("", None))
                loops[match["inner"]] = name, None

    def __call__(self, trials: Sequence[Trial]) -> Iterator[Values]:
        """Yield the sizes to try next."""
        if not self._start:
            raise compile_error(
                "there is nothing to tune: the chosen plan splits no loop; write a plan with "
                "parameters, and give it to sa.tune"
            )
        tried = {_key(self._start)}
        base: Values = self._start
        yield base
        while True:
            following = [values for values in self._around(base) if _key(values) not in tried]
            for values in following:
                tried.add(_key(values))
                yield values
                # The first step that is faster is where the search goes on.
                faster = self._faster(trials, base)
                if faster is not None:
                    base = faster
                    break
            else:
                return

    def text(self, values: Values) -> str:
        """Return the source of the plan with other sizes."""
        sizes = iter(values.values())

        def replace(match: re.Match[str]) -> str:
            return f"{match['inner']} = {match['schedule']}.split({match['loop']}, {next(sizes)})"

        return _SPLIT.sub(replace, self.source)

    def _around(self, base: Values) -> Iterator[Values]:
        for name, size in base.items():
            for other in (size * 2, size // 2, size + size // 2):
                values = {**base, name: other}
                if other != size and self._fits(values):
                    yield values

    def _fits(self, values: Values) -> bool:
        """Return whether no tile is empty, or larger than the loop that it splits."""
        for name, size in values.items():
            if size < 1 or self._exceeds(values, name) > max(0, self._exceeds(self._start, name)):
                return False
        return True

    def _exceeds(self, values: Values, name: str) -> int:
        """Return by how much a tile is larger than the loop that it splits, if it is known."""
        outer, extent = self._limits[name]
        limit = values[outer] if outer else extent
        return 0 if limit is None else int(values[name] - limit)

    def _faster(self, trials: Sequence[Trial], base: Values) -> Values | None:
        """Return the fastest sizes, if they are clearly faster than those of `base`."""
        counted = [trial for trial in trials if trial.counts]
        if not counted:
            return None
        fastest = min(counted, key=lambda trial: trial.best)
        key = label_of(base)
        least = min((t.best for t in counted if t.label == key), default=float("inf"))
        if fastest.best * _GAIN >= least:
            return None
        return {name: int(fastest.label[name]) for name in self._start}


def _key(values: Values) -> tuple[tuple[str, str], ...]:
    return tuple(label_of(values).items())
