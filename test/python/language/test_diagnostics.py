# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the compiler itself refuses: the error is at the user's line."""

import pytest
import saopt as sa
from harness import arrays


def shift(engine):
    """Compile a nest that reads past the end, and return the line on which it does."""
    A, B = arrays(("input", "f32", 4), ("inout", "f32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def logic():
        x = A[i + 1]
        B[i] = x

    with pytest.raises(sa.CompileError) as caught:
        sa.compile(nest, (A, B), engine)
    return caught.value, logic.__code__.co_firstlineno + 2


def test_location_and_names(device_engine):
    error, line = shift(device_engine)
    assert (error.location.file, error.location.line) == (__file__, line)
    assert str(error).startswith(f"{__file__}:{line}:")
    assert "'A'" in error.message
    assert "outside of its shape" in error.message


def test_location_is_in_the_function_that_the_logic_calls(device_engine):
    A, B = arrays(("input", "f32", (4, 4)), ("inout", "f32", (4, 4)))
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()

    def neighbour(x, y):
        return A[x, y - 1]

    @nest.iteration_logic
    def _():
        B[i, j] = neighbour(i, j)

    with pytest.raises(sa.CompileError, match="'A'") as caught:
        sa.compile(nest, (A, B), device_engine)
    assert caught.value.location.line == neighbour.__code__.co_firstlineno + 1


def test_compiling_goes_on_after_an_error(device_engine):
    for _ in range(5):
        shift(device_engine)
        (A,) = arrays(("inout", "f32", 4))
        nest = sa.Nest(shape=4)
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            A[i] = 1  # noqa: B023

        assert sa.compile(nest, (A,), device_engine).manifest["functions"][0]["launches"]
