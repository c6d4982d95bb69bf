# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs with conditions, inner loops and variables, of `random_programs.Maker`."""

import saopt as sa


def branches(make):
    """Do one of several things, by data or by indices."""
    m, n = make.sizes(2)
    A = make.array(sa.Role.INPUT, m, n)
    B = make.array(sa.Role.INOUT, m, n)
    S = make.array(sa.Role.INOUT, m)
    nest, i, j = make.nest(make.size(m), make.size(n))
    by_data = make.choose.random() < 0.5
    limit = make.choose.randint(0, 4)
    is_sum = make.choose.random() < 0.5

    @nest.iteration_logic
    def _():
        def first():
            B[i, j] = A[i, j] * 2 - 1

        def second():
            if is_sum:
                S[i] += A[i, j]
            else:
                B[i, j] = B[i, j] + 3

        def third():
            S[i] += 1

        condition = A[i, j] > limit if by_data else i + j < limit
        sa.If(condition, first).ElseIf(A[i, j] < -limit, second).Else(third)


def inner_loops(make):
    """Add up in loops of the body, from bounds that depend on indices."""
    m, n = make.sizes(2)
    A = make.array(sa.Role.INPUT, m, n)
    C = make.array(sa.Role.INOUT, m, n)
    nest, i, j = make.nest(make.size(m), make.size(n))
    kind = make.choose.choice(["variable", "element", "both"])
    bounds = make.choose.choice(
        [(make.size(n),), (j + 1,), (j, make.size(n)), (0, make.size(n), 2), (j, -1, -1)]
    )

    @nest.iteration_logic
    def _():
        total = sa.Scalar(make.element_type, A[i, j])

        def add(k):
            if kind != "element":
                total.set(total + A[i, k])
            if kind != "variable":
                C[i, j] += A[i, k] * 2

        sa.ForRange(*bounds, add)
        C[i, j] += total


def at_the_ends(make):
    """A sum that begins with a store, and ends with one."""
    m, n, k = make.sizes(3)
    A = make.array(sa.Role.INPUT, m, k)
    B = make.array(sa.Role.INPUT, k, n)
    C = make.array(sa.Role.INOUT, m, n)
    nest, i, j, p = make.nest(*map(make.size, (m, n, k)))
    begin = make.choose.choice([sa.first, sa.before])
    end = make.choose.choice([sa.last, sa.end_boundary, sa.after])

    @nest.iteration_logic(predicate=begin(p))
    def _():
        C[i, j] = C[i, j] * 2

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, p] * B[p, j]

    @nest.iteration_logic(predicate=end(p))
    def _():
        C[i, j] = sa.max(C[i, j], 0)


def constrained_sums(make):
    """Sums over a part of a box."""
    m, k = make.sizes(2)
    A = make.array(sa.Role.INPUT, m, m, k)
    kind = make.choose.choice(["add", "max"])
    nest, i, j, p = make.nest(*map(make.size, (m, m, k)))
    for condition in make.choose.sample([j <= i, p <= j, i + p >= 2, j < make.size(m) - 1], 2):
        nest.constrain(condition)
    kept = make.choose.choice([(), (i,), (j,), (i, j)])
    S = make.array(sa.Role.INOUT, *(m for _ in kept))

    @nest.iteration_logic
    def _():
        if kind == "add":
            S[kept] += A[i, j, p]
        else:
            S[kept] = sa.max(S[kept], A[i, j, p])


def divided(make):
    """Quotients and remainders of indices in subscripts."""
    m, n = make.sizes(2)
    by = make.choose.choice([2, 3, 4])
    A = make.array(sa.Role.INPUT, m, n, is_fixed=True)
    B = make.array(sa.Role.INOUT, m // by + 1, by, is_fixed=True)
    nest, i, j = make.nest(m, n)

    @nest.iteration_logic
    def _():
        B[i // by, i % by] += A[i, j]


def three_parts(make):
    """Nests of unequal shapes in a row, two of which add up."""
    m, n = make.sizes(2)
    A = make.array(sa.Role.INPUT, m, n)
    T = make.array(make.choose.choice([sa.Role.INOUT, sa.Role.TEMP]), m)
    B = make.array(sa.Role.INOUT, m, n)
    first, i, j = make.nest(make.size(m), make.size(n))

    @first.iteration_logic
    def _():
        T[i] += A[i, j]

    second, p = make.nest(make.size(m))

    @second.iteration_logic
    def _():
        T[p] = T[p] * 2 + 1

    third, q, r = make.nest(make.size(m), make.size(n))

    @third.iteration_logic
    def _():
        def add():
            B[q, r] += T[q]

        sa.If(A[q, r] > 0, add)
