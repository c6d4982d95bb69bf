# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tracebacks show the lines of users, and not those of the package."""

import inspect
import pickle
import traceback
from pathlib import Path

import pytest
import saopt as sa

PACKAGE = Path(sa.__file__).parent


def own_frames(error):
    frames = traceback.extract_tb(error.__traceback__)
    return [frame for frame in frames if Path(frame.filename).is_relative_to(PACKAGE)]


def make_nest():
    A = sa.Array(role=sa.Role.INPUT, shape=(4,))
    nest = sa.Nest(shape=(4,))
    i = nest.get_indices()
    return A, nest, i


def constrain(A, nest, i):
    nest.constrain(3)


def compute_outside(A, nest, i):
    return A[i] + 1


def misplaced_operator(A, nest, i):
    return A + 1


def declare(A, nest, i):
    sa.Array(role=3)


def compile_nothing(A, nest, i):
    sa.compile(nest, args=(A,))


def make_usm(A, nest, i):
    sa.zeros(-3)


def read_property(A, nest, i):
    return sa.Array(role=sa.Role.INPUT, shape=(sa.Dimension("n"), 3)).storage_size


MISTAKES = [
    constrain,
    compute_outside,
    misplaced_operator,
    declare,
    compile_nothing,
    make_usm,
    read_property,
]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_errors_show_no_frame_of_ours(mistake, monkeypatch):
    monkeypatch.delenv("SAOPT_TRACEBACK", raising=False)
    with pytest.raises(sa.Error) as caught:
        mistake(*make_nest())
    assert own_frames(caught.value) == []
    assert traceback.extract_tb(caught.value.__traceback__)[-1].name == mistake.__name__


@pytest.mark.parametrize("mistake", MISTAKES)
def test_all_frames_are_shown_when_asked(mistake, monkeypatch):
    monkeypatch.setenv("SAOPT_TRACEBACK", "full")
    with pytest.raises(sa.Error) as caught:
        mistake(*make_nest())
    assert own_frames(caught.value)


def test_an_error_of_the_logic_shows_the_logic():
    _, nest, _ = make_nest()

    def logic():
        return 1 // 0

    with pytest.raises(ZeroDivisionError) as caught:
        nest.iteration_logic(logic)
    assert own_frames(caught.value) == []
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-2:] == ["test_an_error_of_the_logic_shows_the_logic", "logic"]


def test_an_error_that_is_not_meant_stays_whole(monkeypatch):
    """What goes wrong inside of the package shows where."""
    from saopt._src.language import nest as module

    def broken(*_):
        raise KeyError("bug")

    monkeypatch.setattr(module, "nest_shape", broken)
    with pytest.raises(KeyError) as caught:
        sa.Nest(shape=(3,))
    assert [frame.name for frame in own_frames(caught.value)] == []
    monkeypatch.setattr(module, "nest_shape", {}.__getitem__)
    with pytest.raises(TypeError) as caught:
        sa.Nest(shape=(3,))
    assert [frame.name for frame in own_frames(caught.value)] == ["__init__"]


def test_functions_and_methods_are_what_they_were():
    assert pickle.loads(pickle.dumps(sa.sqrt)) is sa.sqrt
    assert list(inspect.signature(sa.Nest.constrain).parameters) == ["self", "condition"]
    assert sa.compile.__name__ == "compile" and "CompiledFunction" in sa.compile.__doc__
    assert inspect.isroutine(sa.Nest.get_indices)
    assert sa.Array.T.__doc__.startswith("The view with the dimensions in the opposite order")
    _, nest, i = make_nest()
    assert nest.get_indices.__self__ is nest
    assert sa.sqrt(4.0) == 2.0 and not callable(sa.inf)
