# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of small nests with temporaries, the same in every run.

The eager engine says what they mean. What is tested is that fusing nests and keeping
temporaries in registers or private memory changes nothing.
"""

import random

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, call
from harness import random as random_data
from saopt._src.build.compile import compile_many

cases = Cases(strict=True)

SEEDS = range(120)
EXTENT = 8  # of every array; no subscript reaches it
# Plain ones, one with divisions, and three that put several elements in one place.
LAYOUTS = [
    *[sa.layout.row_major, sa.layout.col_major] * 2,
    sa.layout.blocked((3, 2)),
    sa.layout.toeplitz,
    sa.layout.strided((1, 1)),
    sa.layout.strided((2, 0)),
]


class Program:
    """A chain of nests over two arguments, three temporaries and a row."""

    def __init__(self, seed):
        self.choose = random.Random(seed)
        self.arguments = arrays(*[("inout", "i32", (EXTENT, EXTENT))] * 2)
        self.temporaries = [self.temporary(name) for name in "TUV"]
        self.row = sa.Array(role=sa.Role.TEMP, element_type="i32", shape=5, name="row")
        sizes = [self.choose.randint(1, 4) for _ in range(2)]
        self.nests = []
        for _ in range(self.choose.randint(1, 4)):
            if self.choose.random() < 0.15:
                sizes = [self.choose.randint(0, 4) for _ in range(2)]
            self.nests.append(self.nest(sizes))

    def temporary(self, name):
        layout = self.choose.choice(LAYOUTS)
        shape = (EXTENT, EXTENT)
        return sa.Array(
            role=sa.Role.TEMP, element_type="i32", shape=shape, layout=layout, name=name
        )

    def nest(self, sizes):
        nest = sa.Nest(shape=sizes)
        i, j = nest.get_indices()
        statements = [self.statement(i, j) for _ in range(self.choose.randint(1, 3))]
        if self.choose.random() < 0.3:
            statements.insert(self.choose.randint(0, len(statements)), self.walk(i, j))

        @nest.iteration_logic
        def _():
            for statement in statements:
                statement()

        return nest

    def element(self, i, j, arrays):
        """Return an array and a place in it: mostly [i, j], so that much can be fused."""
        array = self.choose.choice(arrays)
        if self.choose.random() < 0.7:
            return array, (i, j)
        subscripts = [i, j, i + 1, j + 1, 3 - i, i + j, 2 * i, 2 * j + 1, i // 2, (i + j) % 3, 2]
        return array, tuple(self.choose.choice(subscripts) for _ in range(2))

    def walk(self, i, j):
        """Return a statement that goes along the row, mostly handing on to the next point."""
        target, source = j + 1, j
        if self.choose.random() < 0.5:
            target, source = (self.choose.choice([j, j + 1, 3 - j, 0]) for _ in range(2))
        argument = self.choose.choice(self.arguments)
        place = self.choose.choice([(i, 7), (j, 7), (i + 4, j + 4)])

        def run():
            self.row[target] = self.row[source] + argument[i, j]
            argument[place] += self.row[target]

        return run

    def statement(self, i, j):
        array, place = self.element(i, j, self.temporaries * 2 + self.arguments)
        operands = [self.element(i, j, self.temporaries * 2 + self.arguments) for _ in range(2)]
        kind = self.choose.choice(["=", "=", "+=", "max"])
        factor = self.choose.randint(-2, 3)

        def run():
            (x, at_x), (y, at_y) = operands
            value = x[at_x] * factor + y[at_y] + 1
            if kind == "=":
                array[place] = value
            elif kind == "+=":
                array[place] += value
            else:
                array[place] = sa.max(array[place], value)

        return run


@cases.over(SEEDS)
def chain(seed):
    program = Program(seed)
    shape = (EXTENT, EXTENT)
    inputs = [random_data(*shape, dtype=np.int32, low=-9 - n, high=9) for n in range(2)]
    eager = sa.compile(program.nests, program.arguments, "eager")
    return Case(program.nests, program.arguments, inputs, call(eager, *inputs))


test_on_every_engine = cases.tests()


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("removed", 20),
        ("are fused", 20),
        ("kept in registers", 20),
        ("of private memory", 5),
        ("in device memory", 20),
    ],
)
def test_the_chains_cover(words, number):
    """Every way a temporary can go is taken often enough."""
    programs = [Program(seed) for seed in SEEDS]
    entries = [(p.nests, p.arguments, f"f{seed}") for seed, p in enumerate(programs)]
    functions = compile_many(entries, "spirv", strict=True)
    report = "".join(function.report for function in functions)
    assert report.count(words) > number, report
