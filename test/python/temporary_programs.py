# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs that hand values on in a temporary, of `random_programs.Maker`."""

from collections.abc import Callable
from typing import Any

import saopt as sa

Elements = Callable[[Any, Any], Any]
"""The place of an element of the temporary, for a point of a nest."""


def handed_on(make: Any) -> None:
    """Write a temporary, all of it or in part, and use it in the same nest or in others."""
    m, n = make.sizes(2, least=2)
    A = make.array(sa.Role.INPUT, m, n)
    shape, place = make.choose.choice(
        [
            ((m, n), lambda i, j: (i, j)),
            ((m, n), lambda i, j: (i, j)),
            ((n, m), lambda i, j: (j, i)),
            ((n,), lambda i, j: (j,)),
            ((m,), lambda i, j: (i,)),
            ((), lambda i, j: ()),
        ]
    )
    T = make.array(sa.Role.TEMP, *shape)
    C = make.array(sa.Role.INOUT, m, n)
    uses = [write(make, A, T, place)]
    if make.choose.random() < 0.3:
        uses.append(write(make, A, T, place))
    uses.append(read(make, T, C, place))
    if make.choose.random() < 0.3:
        nest, i, j = make.nest(make.size(m), make.size(n))

        @nest.iteration_logic
        def _():
            for use in uses:
                use(i, j)

        return
    for use in uses:
        add_nest(make, (m, n), use)


def add_nest(make: Any, shape: tuple[int, int], use: Callable[[Any, Any], None]) -> None:
    nest, i, j = make.nest(*map(make.size, shape))
    if make.choose.random() < 0.2:
        nest.constrain(make.choose.choice([j <= i, i + j <= 4, i <= 2 * j]))

    @nest.iteration_logic
    def _():
        use(i, j)


def write(make: Any, A: Any, T: Any, place: Elements) -> Callable[[Any, Any], None]:
    """Return what writes the element of a point."""
    kind = make.choose.choice(["store", "store", "add", "sometimes"])

    def use(i: Any, j: Any) -> None:
        def store() -> None:
            T[place(i, j)] = A[i, j] * 2

        if kind == "store":
            store()
        elif kind == "add":
            T[place(i, j)] += A[i, j]
        else:
            sa.If(A[i, j] > 0, store)

    return use


def read(make: Any, T: Any, C: Any, place: Elements) -> Callable[[Any, Any], None]:
    """Return what uses the element of a point, and may change it."""
    kind = make.choose.choice(["load", "load", "add and load", "load and store"])

    def use(i: Any, j: Any) -> None:
        if kind == "add and load":
            T[place(i, j)] += 1
        C[i, j] += T[place(i, j)] * sa.cast(j, make.element_type)
        if kind == "load and store":
            T[place(i, j)] = C[i, j]

    return use
