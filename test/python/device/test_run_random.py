# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expressions of every real type, the same in every run, strictly compiled.

The eager engine says what they mean, so here it is the device engines that are tested.
"""

import random

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, call
from harness import random as random_data

cases = Cases(strict=True)

SIZE = 64
TYPES = [t for t in sa.ScalarType if t.is_integer or t.is_float]


class Expressions:
    """Makes random expressions over some operands; each is a function of their values."""

    def __init__(self, seed, operands):
        self.choose = random.Random(seed)
        self.operands = operands

    def expression(self, depth):
        """Return a function from the operands' values to a value of any type but bool."""
        if depth == 0:
            return self.leaf()
        kind = self.choose.choice(["binary"] * 5 + ["unary", "select", "cast", "number"])
        return getattr(self, kind)(depth - 1)

    def leaf(self):
        position = self.choose.randrange(self.operands)
        return lambda values: values[position]

    def binary(self, depth):
        lhs, rhs = self.expression(depth), self.expression(depth)
        op = self.choose.choice(
            [
                lambda x, y: x + y,
                lambda x, y: x - y,
                lambda x, y: x * y,
                lambda x, y: x / y,
                lambda x, y: x // y,
                lambda x, y: x % y,
                sa.min,
                sa.max,
            ]
        )
        return lambda values: op(lhs(values), rhs(values))

    def unary(self, depth):
        operand = self.expression(depth)
        op = self.choose.choice([lambda x: -x, abs, sa.floor, sa.trunc, lambda x: x * x])
        return lambda values: op(operand(values))

    def number(self, depth):
        operand, number = self.expression(depth), self.choose.randint(0, 9)
        op = self.choose.choice(
            [lambda x, n: x + n, lambda x, n: n - x, lambda x, n: x * n, lambda x, n: x // (n + 1)]
        )
        return lambda values: op(operand(values), number)

    def select(self, depth):
        lhs, rhs = self.expression(depth), self.expression(depth)
        if_true, if_false = self.expression(depth), self.expression(depth)
        return lambda values: sa.select(
            lhs(values) < rhs(values), if_true(values), if_false(values)
        )

    def cast(self, depth):
        """Convert, from floats only to floats: others are undefined out of their range."""
        operand = self.expression(depth)
        target = self.choose.choice(TYPES)

        def convert(values):
            value = operand(values)
            is_float = sa.ScalarType.of(getattr(value, "type", None) or type_of(value)).is_float
            return sa.cast(value, sa.float32 if is_float and not target.is_float else target)

        return convert


def type_of(value):
    return value.dtype if isinstance(value, np.generic) else sa.bfloat16


@cases.over(range(60))
def expression(seed):
    choose = random.Random(seed)
    types = [choose.choice(TYPES) for _ in range(3)]
    inputs = [
        random_data(SIZE, dtype=member.dtype, low=-9 - n, high=9 + n)
        for n, member in enumerate(types)
    ]
    *operands, result = arrays(*[("input", t, SIZE) for t in types], ("inout", "f64", SIZE))
    compute = Expressions(seed, len(operands)).expression(4)
    nest = sa.Nest(shape=SIZE)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        result[i] = sa.cast(compute([operand[i] for operand in operands]), sa.float64)

    args = (*operands, result)
    inputs.append(np.zeros(SIZE))
    expected = call(sa.compile(nest, args, "eager"), *inputs)[-1]
    return Case(nest, args, inputs, (None, None, None, expected))


test_on_every_engine = cases.tests()
