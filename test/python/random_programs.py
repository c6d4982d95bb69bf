# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random nests over small arrays of integers, whose results are exact in any order.

Every program is made from one seed alone, and is the same whenever it is made again.
"""

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import saopt as sa
from control_flow_programs import (
    at_the_ends,
    branches,
    constrained_sums,
    divided,
    inner_loops,
    three_parts,
)
from temporary_programs import handed_on

SIZES = [1, 2, 3, 4, 5, 6, 7]


@dataclass
class Program:
    """Nests that run in order, and what they are called with."""

    nests: list[Any]
    args: list[Any]
    inputs: list[np.ndarray]
    arrays: list[Any] = field(default_factory=list)  # with those that are no arguments


class Maker:
    """Makes the arrays and the nests of one program."""

    def __init__(self, choose: random.Random):
        self.choose = choose
        # Small integers, so that floats are exact, in whatever order they are added.
        self.element_type = choose.choice([sa.int32, sa.float32, sa.float64])
        self.program = Program([], [], [])
        self.is_open = choose.random() < 0.25
        self.dimensions: dict[int, Any] = {}

    def sizes(self, count: int, least: int = 1) -> list[int]:
        if self.choose.random() < 0.03:
            return [self.choose.choice([0, 1]) for _ in range(count)]
        return [self.choose.choice([n for n in SIZES if n >= least]) for _ in range(count)]

    def size(self, number: int) -> Any:
        """Return a size, or a dimension that has it when the function is called."""
        if not self.is_open:
            return number
        return self.dimensions.setdefault(number, sa.Dimension(f"N{number}"))

    def array(self, role: sa.Role, *shape: int, is_fixed: bool = False) -> sa.Array:
        name = "ABCDEFGH"[len(self.program.arrays)]
        made = sa.Array(
            role=role,
            element_type=self.element_type,
            shape=shape if is_fixed else tuple(self.size(n) for n in shape),
            layout=self.choose.choice(
                [sa.layout.row_major, sa.layout.row_major, sa.layout.col_major]
            ),
            name=name,
        )
        self.program.arrays.append(made)
        if role.is_argument:
            seed = self.choose.randrange(2**32)
            data = np.random.default_rng(seed).integers(-9, 10, shape)
            data = data.astype(self.element_type.name)
            is_last = made.layout == sa.layout.col_major
            self.program.args.append(made)
            self.program.inputs.append(np.asfortranarray(data) if is_last else data)
        return made

    def nest(self, *shape: Any) -> tuple[Any, ...]:
        nest = sa.Nest(shape=shape)
        self.program.nests.append(nest)
        return (nest, *nest.indices)


def product(make: Maker) -> None:
    m, n, k = make.sizes(3)
    flips = [make.choose.random() < 0.3 for _ in range(3)]

    def shaped(role, flip, rows, columns):
        return make.array(role, *((columns, rows) if flip else (rows, columns)))

    def at(array, flip, row, column):
        return array[(column, row) if flip else (row, column)]

    A = shaped(sa.Role.INPUT, flips[0], m, k)
    B = shaped(sa.Role.INPUT, flips[1], k, n)
    C = shaped(sa.Role.INOUT, flips[2], m, n)
    nest, i, j, l = make.nest(*map(make.size, (m, n, k)))  # noqa: E741

    @nest.iteration_logic
    def _():
        value = at(A, flips[0], i, l) * at(B, flips[1], l, j)
        C[(j, i) if flips[2] else (i, j)] += value


def relaxation(make: Maker) -> None:
    steps, size = make.choose.randint(1, 5), make.choose.randint(3, 8)
    D = make.array(sa.Role.INOUT, size)
    nest, t, x = make.nest(steps, make.size(size) - 2)
    taps = make.choose.sample([0, 1, 2], make.choose.randint(1, 3))

    @nest.iteration_logic
    def _():
        total = t
        for tap in taps:
            total = total + D[x + tap]
        D[x + 1] = sa.cast(total, make.element_type)


def stencil(make: Maker) -> None:
    rows, columns = (make.choose.randint(3, 7) for _ in range(2))
    A = make.array(sa.Role.INPUT, rows, columns)
    B = make.array(sa.Role.INOUT, rows, columns)
    nest, i, j = make.nest(make.size(rows) - 2, make.size(columns) - 2)

    @nest.iteration_logic
    def _():
        B[i + 1, j + 1] += A[i, j + 1] + A[i + 2, j + 1] - A[i + 1, j] * A[i + 1, j + 2]


def dependence(make: Maker) -> None:
    """Write an element, and read one a random distance away."""
    size = make.choose.randint(4, 7)
    E = make.array(sa.Role.INOUT, size, size)
    down, right = make.choose.randint(-2, 2), make.choose.randint(-2, 2)
    nest, i, j = (
        make.nest(size - 4, size - 4)
        if not make.is_open
        else make.nest(make.size(size) - 4, make.size(size) - 4)
    )

    @nest.iteration_logic
    def _():
        E[i + 2, j + 2] = E[i + 2 + down, j + 2 + right] + E[i + 2, j + 2]


def reduction(make: Maker) -> None:
    m, n, k = make.sizes(3)
    A = make.array(sa.Role.INPUT, m, n, k)
    kind = make.choose.choice(["add", "max", "min", "mul"])
    nest, i, j, l = make.nest(*map(make.size, (m, n, k)))  # noqa: E741
    kept = [index for index in (i, j, l) if make.choose.random() < 0.4]
    shape = [{id(i): m, id(j): n, id(l): k}[id(index)] for index in kept]
    S = make.array(sa.Role.INOUT, *shape)
    where = tuple(kept)

    @nest.iteration_logic
    def _():
        if kind == "add":
            S[where] += A[i, j, l]
        elif kind == "mul" and make.element_type is sa.int32:
            S[where] *= A[i, j, l]
        elif kind == "mul":
            # Products of many numbers are not exact, but those of powers of two are.
            two, minus_one = (sa.cast(number, make.element_type) for number in (2, -1))
            S[where] *= sa.select(A[i, j, l] > 7, two, minus_one)
        else:
            S[where] = getattr(sa, kind)(S[where], A[i, j, l])


def triangle(make: Maker) -> None:
    (m,) = make.sizes(1)
    A = make.array(sa.Role.INPUT, m, m)
    C = make.array(sa.Role.INOUT, m, m)
    nest, i, j = make.nest(make.size(m), make.size(m))
    nest.constrain(make.choose.choice([j <= i, j < i, i + j <= m, j >= i, i <= 2 * j]))

    @nest.iteration_logic
    def _():
        C[i, j] += A[j, i] * 2 + sa.cast(i, make.element_type)


def statements(make: Maker) -> None:
    m, n = make.sizes(2)
    A = make.array(sa.Role.INPUT, m, n)
    T = make.array(sa.Role.TEMP, m, n)
    B = make.array(sa.Role.INOUT, m, n)
    S = make.array(sa.Role.INOUT, m)
    nest, i, j = make.nest(make.size(m), make.size(n))

    @nest.iteration_logic
    def _():
        T[i, j] = A[i, j] + B[i, j]
        B[i, j] = T[i, j] * 3 - sa.cast(j, make.element_type)
        S[i] += T[i, j]


def scatter(make: Maker) -> None:
    m, n = make.sizes(2)
    A = make.array(sa.Role.INPUT, m, n, is_fixed=True)
    B = make.array(sa.Role.INOUT, 7 * 2 + 7, is_fixed=True)
    nest, i, j = make.nest(m, n)

    @nest.iteration_logic
    def _():
        B[i * 2 + j] += A[i, j]


def pair(make: Maker) -> None:
    """A nest, and one that reads what it wrote, here or some rows away."""
    m, n = make.sizes(2, least=2)
    shift = make.choose.choice([0, 0, 1, -1]) if m > 0 else 0
    A = make.array(sa.Role.INPUT, m, n)
    T = make.array(make.choose.choice([sa.Role.INOUT, sa.Role.TEMP]), m, n)
    C = make.array(sa.Role.INOUT, m, n)
    first, i, j = make.nest(make.size(m), make.size(n))

    @first.iteration_logic
    def _():
        T[i, j] = A[i, j] * 2 + 1

    rows = make.size(m) - abs(shift)
    second, p, q = make.nest(rows, make.size(n))
    read, written = max(shift, 0), max(-shift, 0)

    @second.iteration_logic
    def _():
        C[p + written, q] += T[p + read, q] * sa.cast(q, make.element_type)


def product_and_more(make: Maker) -> None:
    product(make)
    C = make.program.args[-1]
    m, n = make.program.inputs[-1].shape
    nest, p, q = make.nest(make.size(m), make.size(n))

    @nest.iteration_logic
    def _():
        C[p, q] = sa.max(C[p, q], 0) + 1


KINDS = [
    product,
    relaxation,
    stencil,
    dependence,
    reduction,
    triangle,
    statements,
    scatter,
    pair,
    product_and_more,
    handed_on,
    handed_on,
    branches,
    inner_loops,
    at_the_ends,
    constrained_sums,
    divided,
    three_parts,
]


def make_program(seed: int) -> Program:
    """Return the program of a seed."""
    choose = random.Random(seed)
    make = Maker(choose)
    choose.choice(KINDS)(make)
    return make.program
