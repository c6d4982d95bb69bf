# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants with zeros that are read with computed subscripts, and in loops of the body."""

import itertools

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()

ROWS, COLUMNS, DEPTH = 8, 16, 24


def content(kind, shape):
    """Return zeros, and somewhere small numbers."""
    index = np.indices(shape)
    last, first = index[-1], index[0]
    mask = {
        "slices": first % 4 == 0,
        "ends": (first >= shape[0] // 3) & (first < shape[0] // 2),
        "few": (7 * first + last) % 11 == 3,
        "zero": first < 0,
        "dense": first >= 0,
    }[kind]
    return np.where(mask, random(*shape, dtype="int32", low=1, high=5), 0).astype(np.int32)


# Each is the shape of a constant, and what is read of it at (i, j, k).


def doubled():
    return (2 * DEPTH, COLUMNS), lambda W, i, j, k: W[2 * k, j]


def backwards():
    return (DEPTH, COLUMNS), lambda W, i, j, k: W[DEPTH - 1 - k, j]


def moved():
    return (DEPTH + 5, COLUMNS), lambda W, i, j, k: W[k + 3, j]


def diagonals():
    return (ROWS + DEPTH - 1,), lambda W, i, j, k: W[i + k]


def stepped_diagonals():
    return (ROWS + 2 * DEPTH, COLUMNS), lambda W, i, j, k: W[i + 2 * k, j]


def repeated():
    return (DEPTH, DEPTH), lambda W, i, j, k: W[k, k]


def fixed():
    return (DEPTH, 3, COLUMNS), lambda W, i, j, k: W[k, 1, j]


def blocks():
    return (6, 4, COLUMNS), lambda W, i, j, k: W[k // 4, k % 4, j]


def halves():
    return (DEPTH // 2, COLUMNS), lambda W, i, j, k: W[k // 2, j]


SUBSCRIPTS = (
    doubled,
    backwards,
    moved,
    diagonals,
    stepped_diagonals,
    repeated,
    fixed,
    blocks,
    halves,
)

KINDS = ("slices", "ends", "few", "zero", "dense")


def summed(nest, read, A, C, i, j):
    (k,) = nest.indices[2:]

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * read(i, j, k)


def looped(nest, read, A, C, i, j):
    @nest.iteration_logic
    def _():
        def add(k):
            C[i, j] += A[i, k] * read(i, j, k)

        sa.ForRange(DEPTH, add)


def held(nest, read, A, C, i, j):
    @nest.iteration_logic
    def _():
        total = sa.Scalar(sa.int32, C[i, j])
        sa.ForRange(DEPTH, lambda k: total.set(total + read(i, j, k) * A[i, k]))
        C[i, j] = total


def in_steps(nest, read, A, C, i, j):
    """Two loops over the constant, one inside of the other."""

    @nest.iteration_logic
    def _():
        total = sa.Scalar(sa.int32)

        def outer(k):
            def inner(kk):
                total.set(total + A[i, k + kk] * read(i, j, k + kk))

            sa.ForRange(4, inner)

        sa.ForRange(0, DEPTH, 4, outer)
        C[i, j] += total


BODIES = (summed, looped, held, in_steps)


def build(subscripts, kind, body):
    shape, read = subscripts()
    w = content(kind, shape)
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    A, C = arrays(("input", "i32", (ROWS, DEPTH)), ("inout", "i32", (ROWS, COLUMNS)))
    nest = sa.Nest(shape=(ROWS, COLUMNS, DEPTH) if body is summed else (ROWS, COLUMNS))
    body(nest, lambda i, j, k: read(W, i, j, k), A, C, *nest.indices[:2])
    return nest, (A, C), w, read


@cases.over(
    itertools.product(SUBSCRIPTS, KINDS, BODIES),
    lambda choice: f"{choice[0].__name__}_{choice[1]}_{choice[2].__name__}",
)
def product(choice):
    nest, args, w, read = build(*choice)
    a, c = random(ROWS, DEPTH, dtype="int32"), random(ROWS, COLUMNS, dtype="int32")
    i, j, k = np.indices((ROWS, COLUMNS, DEPTH))
    sums = (a[i, k] * read(w, i, j, k)).sum(axis=2, dtype=np.int32)
    return Case(nest, args, (a, c), (None, c + sums))


test_on_every_engine = cases.tests()


@pytest.mark.parametrize("kind", ["slices", "ends", "zero"])
@pytest.mark.parametrize("subscripts", [doubled, moved, fixed], ids=lambda one: one.__name__)
def test_zeros_are_skipped_unless_strict(subscripts, kind):
    nest, args, *_ = build(subscripts, kind, summed)
    report = sa.compile(nest, args=args).report
    assert "constant 'W'" in report
    assert "are skipped (estimated" in report or "is left out" in report
    assert "are not skipped" not in report
    assert "skipped" not in sa.compile(nest, args=args, strict=True).report


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (looped, "because a loop of the body reads it, and not an index of the nest"),
        (held, "because the nest does more than add products with them"),
    ],
    ids=["looped", "held"],
)
def test_why_a_loop_of_the_body_keeps_zeros(body, reason):
    nest, args, *_ = build(fixed, "slices", body)
    assert f"elements are zero and are not skipped, {reason}\n" in (
        sa.compile(nest, args=args).report + "\n"
    )
