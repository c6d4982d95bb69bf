# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The nests that tests of schedules and plans work on."""

from types import SimpleNamespace

import saopt as sa


def product(rows=8, columns=7, depth=6, element_type=sa.int32):
    """Return ``C += A @ B`` as a nest over i, j, k."""
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(rows, depth), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(depth, columns), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=(rows, columns), name="C")
    nest = sa.Nest(shape=(rows, columns, depth))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    return SimpleNamespace(nest=nest, args=(A, B, C), A=A, B=B, C=C, i=i, j=j, k=k)


def relaxation(steps=5, size=13):
    """Return a stencil that updates D in place, over t, x."""
    D = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(size,), name="D")
    nest = sa.Nest(shape=(steps, size - 2 if isinstance(size, sa.Dimension) else max(size - 2, 0)))
    t, x = nest.get_indices()

    @nest.iteration_logic
    def _():
        D[x + 1] = (D[x] + D[x + 1] + D[x + 2]) // 3

    return SimpleNamespace(nest=nest, args=(D,), D=D, t=t, x=x)


def shifting(size=9):
    """Return a nest over i, j whose points depend on the one above to the right."""
    E = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(size + 1, size + 1), name="E")
    nest = sa.Nest(shape=(size, size))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        E[i + 1, j] = E[i, j + 1] + 1

    return SimpleNamespace(nest=nest, args=(E,), E=E, i=i, j=j)


def producer_and_consumer(size=9, shift=0):
    """Return two nests over i, j: the second reads what the first wrote, `shift` rows later."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(size, size), name="A")
    T = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(size, size), name="T")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(size, size), name="C")
    first = sa.Nest(shape=(size, size))
    i, j = first.get_indices()

    @first.iteration_logic
    def _():
        T[i, j] = A[i, j] * 2

    second = sa.Nest(shape=(size - shift, size))
    p, q = second.get_indices()

    @second.iteration_logic
    def _():
        C[p, q] += T[p + shift, q]

    return SimpleNamespace(nests=(first, second), args=(A, T, C), A=A, T=T, C=C, i=i, j=j, p=p, q=q)


def row_sums(rows=7, columns=11, element_type=sa.int32):
    """Return the sums of the rows of A in S, as a nest over i, j."""
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(rows, columns), name="A")
    S = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=(rows,), name="S")
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[i] += A[i, j]

    return SimpleNamespace(nest=nest, args=(A, S), A=A, S=S, i=i, j=j)


def alignment(rows=13, columns=17):
    """Return the scores of the alignments of two sequences in H, as a nest over i, j.

    Each point depends on those above, to the left, and above to the left.
    """
    P = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(rows,), name="P")
    Q = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(columns,), name="Q")
    H = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(rows, columns), name="H")
    shape = (size - 1 if isinstance(size, sa.Dimension) else max(size - 1, 0) for size in H.shape)
    nest = sa.Nest(shape=tuple(shape))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        matched = H[i, j] + sa.select(P[i + 1] == Q[j + 1], 3, -3)
        gap = sa.max(H[i, j + 1], H[i + 1, j]) - 2
        H[i + 1, j + 1] = sa.max(sa.max(matched, gap), 0)

    return SimpleNamespace(nest=nest, args=(P, Q, H), P=P, Q=Q, H=H, i=i, j=j)


def over_sizes(cases, sizes, label, fixed, run_time):
    """Add the cases of sizes that are known now, and of those that a call says."""

    def name(size):
        return "x".join(map(str, size))

    for suffix, make in (("", fixed), ("_open", run_time)):
        make.__name__ = label + suffix
        cases.over(sizes, name)(make)
