# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a round of a loop costs: 1,000 rounds of a one-element nest, and 1,000 prepared calls.

The two are measured in turn, so that both see the same load of the machine.

    .venv/bin/python benchmarks/rounds.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip

ROUNDS = 1000
REPETITIONS = 15


def one_element() -> tuple[sa.Array, Callable[[], Any]]:
    """Return an array of one element, and what makes a nest that adds 1 to it."""
    S = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(1,))

    def make() -> sa.Nest:
        nest = sa.Nest(shape=(1,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            S[i] += 1.0

        return nest

    return S, make


def seconds(work: Callable[[], Any]) -> float:
    """Return how long `work` takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main() -> None:
    """Print the medians, and their ratio."""
    S, make = one_element()

    @sa.function(args=(S,))
    def rounds() -> None:
        for _t in sa.loop(ROUNDS):
            make()

    looped, single = sa.compile(rounds), sa.compile(make(), args=(S,))
    s = dpnp.zeros(1, dtype=dpnp.float32)
    one_call, many_rounds = single.prepare(s), looped.prepare(s)

    def calls() -> None:
        for _ in range(ROUNDS):
            one_call()

    pairs = [(seconds(many_rounds), seconds(calls)) for _ in range(REPETITIONS)]
    loop, call = (sorted(times)[REPETITIONS // 2] for times in zip(*pairs, strict=True))
    print(f"{ROUNDS} rounds: {1e6 * loop / ROUNDS:.2f} us each")
    print(f"{ROUNDS} prepared calls: {1e6 * call / ROUNDS:.2f} us each")
    print(f"ratio {loop / call:.2f}")


if __name__ == "__main__":
    main()
