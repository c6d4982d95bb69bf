# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nests: their indices, and what is recorded of their logic."""

import numpy as np
import pytest
import saopt as sa
from saopt._src.language.expressions import Accumulate, Cast, Load, Statement, Store


def setting(element_type="f32"):
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=8, name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=8, name="B")
    nest = sa.Nest(shape=8)
    return A, B, nest, nest.get_indices()


def statements(nest):
    nodes = [node for logic in nest.logics for node in logic.tape.nodes]
    return [node for node in nodes if isinstance(node, Statement)]


def test_indices_are_a_tuple():
    nest = sa.Nest(shape=(2, 3))
    indices = nest.get_indices()
    assert isinstance(indices, tuple)
    assert len(indices) == 2


def test_single_index_is_itself():
    assert isinstance(sa.Nest(shape=(2,)).get_indices(), sa.Index)
    assert isinstance(sa.Nest(shape=2).get_indices(), sa.Index)


def test_indices_are_the_same_every_time():
    nest = sa.Nest(shape=(2, 3))
    assert nest.get_indices() is nest.get_indices()


def test_what_prints():
    nest = sa.Nest(shape=(2, 3))
    row, column = nest.get_indices()
    assert repr(nest) == "Nest over row < 2, column < 3"
    assert repr(row * 2 + 1 - column // 4 % 3) == "(row * 2 - ((column // 4) % 3) + 1)"


def test_indices_serve_as_keys():
    nest = sa.Nest(shape=(2, 3))
    i, j = nest.get_indices()
    assert {i: 1, j: 2}[j] == 2


@pytest.mark.parametrize(
    ("shape", "message"),
    [((), "dimensions"), ((1,) * 33, "33"), ((2, -3), "negative"), (2.5, "integer"), ("3", "int")],
)
def test_shapes_that_are_refused(shape, message):
    with pytest.raises(sa.CompileError, match=message) as caught:
        sa.Nest(shape=shape)
    assert caught.value.location.file == __file__


def test_decorator_returns_the_function():
    A, B, nest, i = setting()

    @nest.iteration_logic
    def logic():
        B[i] = A[i]

    assert callable(logic)
    assert logic.__name__ == "logic"


def test_decorator_by_function():
    A, B, nest, i = setting()

    @sa.iteration_logic(nest)
    def _():
        B[i] = A[i]

    assert len(statements(nest)) == 1


@pytest.mark.parametrize(
    ("logic", "message"),
    [
        (3, "must be a function"),
        (lambda x: None, "no parameters"),
        ((lambda: (yield)), "yield"),
        (lambda: 5, "returns a value"),
        (lambda: None, "stores nothing"),
    ],
)
def test_logic_that_is_refused(logic, message):
    nest = sa.Nest(shape=3)
    with pytest.raises(sa.CompileError, match=message) as caught:
        nest.iteration_logic(logic)
    assert caught.value.location.file == __file__


def test_errors_of_the_logic_come_through():
    nest = sa.Nest(shape=3)
    with pytest.raises(ZeroDivisionError):
        nest.iteration_logic(lambda: 1 / 0)
    with pytest.raises(sa.CompileError, match="only in the logic"):
        nest.indices[0] + 0.5


def record(update):
    """Return the one statement that `update(A, B, i)` records."""
    A, B, nest, i = setting()
    nest.iteration_logic(lambda: update(A, B, i))
    (statement,) = statements(nest)
    assert statement.location.file == __file__
    return statement


def add(A, B, i):
    B[i] += A[i]


def subtract(A, B, i):
    B[i] -= A[i]


def multiply(A, B, i):
    B[i] *= A[i]


def largest(A, B, i):
    B[i] = sa.max(B[i], A[i])


def largest_turned(A, B, i):
    B[i] = sa.max(A[i], B[i])


def smallest(A, B, i):
    B[i] = sa.min(B[i], A[i])


def equal_subscripts(A, B, i):
    B[i // 2 + 1] = sa.min(B[i // 2 + 1], A[i])


@pytest.mark.parametrize(
    ("update", "kind"),
    [
        (add, "add"),
        (subtract, "add"),
        (multiply, "mul"),
        (largest, "max"),
        (largest_turned, "max"),
        (smallest, "min"),
        (equal_subscripts, "min"),
    ],
)
def test_accumulations(update, kind):
    statement = record(update)
    assert isinstance(statement, Accumulate)
    assert statement.kind == kind


def divide(A, B, i):
    B[i] /= A[i]


def plain_sum(A, B, i):
    B[i] = B[i] + A[i]


def other_element(A, B, i):
    B[i] = sa.max(B[7 - i], A[i])


def other_array(A, B, i):
    x = A[i]
    x += 1
    B[i] = x


@pytest.mark.parametrize("update", [divide, plain_sum, other_element, other_array])
def test_stores(update):
    assert isinstance(record(update), Store)


@pytest.mark.parametrize(
    ("op", "kind"), [("and", "and"), ("or", "or"), ("add", "or"), ("mul", "and")]
)
def test_accumulations_of_truth(op, kind):
    _, B, nest, i = setting("bool")

    @nest.iteration_logic
    def _():
        element = B[i]
        element = getattr(element, f"__i{op}__")(True)
        B[i] = element

    assert statements(nest)[0].kind == kind


def test_difference_widens_before_it_negates():
    A = sa.Array(role=sa.Role.INPUT, element_type="ui8", shape=8)
    B = sa.Array(role=sa.Role.INOUT, element_type="i32", shape=8)
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] -= A[i]

    negated = statements(nest)[0].value
    assert negated.type is sa.int32
    assert isinstance(negated.operands[0], Cast)
    assert isinstance(negated.operands[0].operands[0], Load)


def test_every_operation_has_its_line():
    A, B, nest, i = setting()

    @nest.iteration_logic
    def logic():
        x = A[i]
        y = x + 1
        B[i] = y

    first = logic.__code__.co_firstlineno + 1
    lines = [node.location.line - first for node in nest.logics[0].tape.nodes]
    assert lines == [1, 2, 2, 3]  # load, constant, sum, store


def test_locations_are_in_functions_that_the_logic_calls():
    A, B, nest, i = setting()

    def body():
        B[i] = A[i]

    @nest.iteration_logic
    def _():
        body()

    assert statements(nest)[0].location.line == body.__code__.co_firstlineno + 1


def test_values_do_not_leave_their_nest():
    A, B, nest, i = setting()
    kept = []

    @nest.iteration_logic
    def _():
        kept.append(A[i])
        B[i] = 1

    other = sa.Nest(shape=8)
    j = other.get_indices()
    with pytest.raises(sa.CompileError, match="another nest.*TEMP"):

        @other.iteration_logic
        def _():
            B[j] = kept[0]

    with pytest.raises(sa.CompileError, match="only in the logic"):
        kept[0] + 1


def test_index_expressions_are_made_anywhere():
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()
    for expression in (i + 1, 1 - i, i * 2, 2 * i, i // 2, i % 3, -i, i + j, i + np.int32(3), +i):
        assert "only" not in repr(expression)


@pytest.mark.parametrize(
    "use", [lambda i: i * i, lambda i: i / 2, lambda i: i < 2.5, lambda i: i == "i"]
)
def test_values_of_indices_exist_only_in_logic(use):
    nest = sa.Nest(shape=4)
    i = nest.get_indices()
    with pytest.raises(sa.CompileError, match="index 'i'.*only in the logic"):
        use(i)
