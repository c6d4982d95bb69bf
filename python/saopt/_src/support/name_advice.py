# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Advice for names that the package does not have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from saopt._src.support.near_names import did_you_mean

__all__ = [
    "ELEMENTS_ELSEWHERE",
    "PLAN_STEPS",
    "SCHEDULE_STEPS",
    "missing_name",
    "steps_elsewhere",
]

_CONTRACTION = (
    "write it as the logic of a nest, as in C[i, j] += A[i, k] * B[k, j], which schedules and "
    "plans make fast"
)
_REDUCTION = "write it as the logic of a nest, as in total[()] += A[i, j]"
_ELEMENT = "a logic computes single elements, and takes the functions of this package"

_OF_NUMPY = {
    "array": "sa.Array declares an array of a function, and sa.asarray makes one in memory",
    "ndarray": "sa.Array declares an array of a function, and sa.USMArray is one in memory",
    "einsum": _CONTRACTION,
    "matmul": _CONTRACTION,
    "dot": _CONTRACTION,
    "tensordot": _CONTRACTION,
    "inner": _CONTRACTION,
    "outer": _CONTRACTION,
    "sum": _REDUCTION,
    "prod": _REDUCTION,
    "mean": _REDUCTION,
    "amax": _REDUCTION,
    "amin": _REDUCTION,
    "argmax": "dpnp.argmax computes it on USM arrays",
    "maximum": "sa.max(a, b)",
    "minimum": "sa.min(a, b)",
    "prange": "a dimension of the nest is a loop; plan.parallelize(index) runs it in parallel",
    "jit": "sa.compile(nest, args=(…)) compiles what a nest does",
    "njit": "sa.compile(nest, args=(…)) compiles what a nest does",
    "vectorize": _ELEMENT,
    "power": "sa.pow(x, y), or x ** y",
    "arcsin": "sa.asin",
    "arccos": "sa.acos",
    "arctan": "sa.atan",
    "arctan2": "sa.atan2",
    "absolute": "sa.abs",
    "fmod": "sa.remainder, which has the sign of the dividend",
    "mod": "x % y, which has the sign of the divisor",
    "random": "dpnp.random fills USM arrays",
    "float": "sa.float64 is Python's float",
    "int": "sa.int64 is Python's int",
    "bool": "sa.bool_",
    "double": "sa.float64",
    "half": "sa.float16",
    "transpose": "A.T is the view with the dimensions in the opposite order",
    "reshape": "A.reshape(…) is a view of an array",
    "jnp": "use the functions of this package",
}


_IN_LOGIC = "an array of a function has no elements yet: {}"
ELEMENTS_ELSEWHERE = {
    **{
        name: _IN_LOGIC.format(_REDUCTION)
        for name in ("sum", "prod", "mean", "max", "min", "all", "any")
    },
    "dot": _IN_LOGIC.format(_CONTRACTION),
    "astype": _IN_LOGIC.format("sa.cast(A[i, j], sa.float64) converts one in a logic"),
    "copy": _IN_LOGIC.format("write B[i, j] = A[i, j] as the logic of a nest"),
    "fill": _IN_LOGIC.format("write A[i, j] = 0 as the logic of a nest"),
    "dtype": "the type of its elements is its element_type",
}
"""Attributes of NumPy's arrays that an `Array` does not have."""

SCHEDULE_STEPS = ("pad", "reorder", "skew", "split", "tile")
PLAN_STEPS = (
    "bind",
    "cache",
    "kernelize",
    "nontemporal",
    "parallelize",
    "prefetch",
    "tensorize",
    "unroll",
    "vectorize",
)


def steps_elsewhere(owner: str) -> dict[str, str]:
    """Return where the steps are taken that a nest, a schedule or a plan does not have.

    Parameters
    ----------
    owner : {"nest", "schedule", "plan"}
        What the step was looked for in.
    """
    advice: dict[str, str] = {}
    if owner != "schedule":
        before = "take it before create_plan()" if owner == "plan" else "nest.create_schedule()"
        advice |= {
            step: f"{step} is a step of schedules: {before}"
            + ("" if owner == "plan" else f" returns one, and schedule.{step}(…) takes the step")
            for step in SCHEDULE_STEPS
        }
    if owner != "plan":
        advice |= {
            step: f"{step} is a step of plans: {owner}.create_plan() returns one, and "
            f"plan.{step}(…) takes the step"
            for step in PLAN_STEPS
        }
    return advice


def missing_name(name: str, known: Iterable[str], others: Mapping[str, str]) -> str:
    """Return what to say about a name of the package that does not exist.

    Parameters
    ----------
    name : str
        The name.
    known : iterable of str
        The names that exist, of which a similar one is proposed.
    others : mapping of str to str
        Names of another package, and what takes their place.
    """
    message = f"module 'saopt' has no attribute {name!r}"
    if name in others:
        return f"{message}: {others[name]}"
    if name in _OF_NUMPY:
        return f"{message}: {_OF_NUMPY[name]}"
    return message if name.startswith("_") else message + did_you_mean(name, known, "sa.{}")
