# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a logic captures counts as it was when the logic was recorded, on every engine."""

import dataclasses
import sys
import threading
import types

import numpy as np
import pytest
import saopt as sa
from harness import UsmArray


@dataclasses.dataclass
class Settings:
    scale: float
    offsets: list


@dataclasses.dataclass(frozen=True)
class Frozen:
    inner: Settings


class Slotted:
    __slots__ = ("scale",)

    def __init__(self, scale):
        self.scale = scale


class Table:
    """Constants in a class."""

    scale = 2.0


class Model:
    def __init__(self):
        self.scale = 2.0
        self.lock = threading.Lock()

    def scaled(self, x):
        return x * self.scale


module = types.ModuleType("settings")
numbers = [2.0]


def capture_list():
    values = [2.0, [3.0]]
    return lambda: values[0] * values[1][0], lambda: (values.__setitem__(0, 0), values[1].clear())


def capture_dict():
    values = {"a": {"b": 6.0}}
    return lambda: values["a"]["b"], lambda: values["a"].clear()


def capture_numpy():
    values = np.array([6.0])
    return lambda: float(values[0]), lambda: values.fill(0)


def capture_tuple():
    values = ([6.0], 1)
    return lambda: values[0][0], values[0].clear


def capture_dataclass():
    settings = Settings(2.0, [3.0])

    def change():
        settings.scale = 0
        settings.offsets[0] = 0

    return lambda: settings.scale * settings.offsets[0], change


def capture_frozen():
    settings = Frozen(Settings(6.0, []))
    return lambda: settings.inner.scale, lambda: setattr(settings.inner, "scale", 0)


def capture_slots():
    settings = Slotted(6.0)
    return lambda: settings.scale, lambda: setattr(settings, "scale", 0)


def capture_namespace():
    settings = types.SimpleNamespace(scale=6.0)
    return lambda: settings.scale, lambda: setattr(settings, "scale", 0)


def capture_class():
    Table.scale = 6.0
    return lambda: Table.scale, lambda: setattr(Table, "scale", 0.0)


def capture_module():
    module.scale = 6.0
    return lambda: module.scale, lambda: setattr(module, "scale", 0.0)


def capture_method():
    model = Model()
    model.scale = 6.0
    return lambda: model.scaled(1.0), lambda: setattr(model, "scale", 0.0)


def capture_bound_method():
    model = Model()
    model.scale = 6.0
    scaled = model.scaled
    return lambda: scaled(1.0), lambda: setattr(model, "scale", 0.0)


def capture_helper():
    values = [6.0]

    def helper():
        return values[0]

    return lambda: helper(), values.clear


def capture_global():
    numbers[:] = [6.0]
    return lambda: numbers[0], numbers.clear


def capture_default():
    values = [6.0]
    return lambda v=values: v[0], values.clear


def capture_itself():
    values = [6.0]
    values.append(values)
    return lambda: values[1][1][0], lambda: values.__setitem__(0, 0.0)


CAPTURES = [made for name, made in sorted(globals().items()) if name.startswith("capture_")]


@pytest.mark.parametrize("engine", ("eager", "spirv"))
@pytest.mark.parametrize("capture", CAPTURES)
def test_captured_values_stay_as_they_were(capture, engine):
    A = sa.Array(role=sa.Role.INPUT, shape=(3,))
    B = sa.Array(role=sa.Role.INOUT, shape=(3,))
    nest = sa.Nest(shape=(3,))
    i = nest.get_indices()
    factor, change = capture()

    @nest.iteration_logic
    def _():
        B[i] = A[i] * factor()

    change()
    function = sa.compile(nest, args=(A, B), engine=engine)
    a, b = UsmArray(np.ones(3, "f4")), UsmArray(np.zeros(3, "f4"))
    function(a, b)
    np.testing.assert_array_equal(b.host, np.full(3, 6, "f4"))


def test_what_has_an_identity_is_shared():
    """Arrays, indices, classes and locks are not copied."""
    model = Model()
    A = sa.Array(role=sa.Role.INOUT, shape=(3,))
    nest = sa.Nest(shape=(3,))
    i = nest.get_indices()
    kept = [A, model]

    @nest.iteration_logic
    def _():
        with kept[1].lock:
            kept[0][i] = kept[1].scaled(2.0) if isinstance(kept[1], Model) else 0.0

    a = np.zeros(3, "f4")
    sa.compile(nest, args=(A,), engine="eager")(a)
    np.testing.assert_array_equal(a, 4)


def test_what_the_logic_itself_changes_is_shared():
    """Such as a list that it appends what it saw to."""
    seen, counts, model, last = [], {}, Model(), np.zeros(1)
    A = sa.Array(role=sa.Role.INOUT, shape=(3,))
    nest = sa.Nest(shape=(3,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] += 1
        seen.append(A[i])
        counts[len(counts)] = str(i)
        model.scale += 1
        last[0] += 1

    del seen[:]
    counts.clear()
    before = model.scale, last[0]
    sa.compile(nest, args=(A,), engine="eager")(np.zeros(3, "f4"))
    assert seen == [1, 1, 1] and counts == {0: "i = 0", 1: "i = 1", 2: "i = 2"}
    assert (model.scale, last[0]) == (before[0] + 3, before[1] + 3)


def test_a_breakpoint_sees_where_it_is(monkeypatch):
    A = sa.Array(role=sa.Role.INOUT, shape=(2, 2))
    nest = sa.Nest(shape=(2, 2))
    i, j = nest.get_indices()
    seen = []
    monkeypatch.setattr(sys, "breakpointhook", lambda: None)

    @nest.iteration_logic
    def _():
        breakpoint()  # noqa: T100
        A[i, j] = 1

    monkeypatch.setattr(sys, "breakpointhook", lambda: seen.append((int(i), str(i), f"{j}")))
    sa.compile(nest, args=(A,), engine="eager")(np.zeros((2, 2), "f4"))
    assert seen == [(a, f"i = {a}", f"j = {b}") for a in range(2) for b in range(2)]
    assert (str(i), f"{j}") == ("i", "j")
    with pytest.raises(sa.CompileError, match="int.. needs a number"):
        int(i)


def test_a_breakpoint_shows_values(monkeypatch):
    """What `p i` prints in a debugger: repr."""
    A = sa.Array(role=sa.Role.INOUT, shape=(sa.Dimension("N"), 2), name="A")
    L = sa.Array(role=sa.Role.INPUT, shape=(2, 2), layout=sa.layout.lower_triangular, name="L")
    nest = sa.Nest(shape=(A.shape[0], 2))
    i, j = nest.get_indices()
    other = sa.Nest(shape=(3,)).get_indices()
    made_before = 2 * i + j, (i + 3) // 2
    seen = []

    def look():
        seen.append([repr(x) for x in (i, *made_before, A.shape[0], other, A, L, i + 1)])

    monkeypatch.setattr(sys, "breakpointhook", look)

    @nest.iteration_logic
    def _():
        s = sa.Scalar(sa.float32, 1.5)
        breakpoint()  # noqa: T100
        seen.append([repr(s)])
        A[i, j] = L[0, 0] + s

    del seen[:]
    function = sa.compile(nest, args=(A, L), engine="eager")
    function(np.zeros((2, 2), "f4"), np.array([[1, 0], [2, 3]], "f4"))
    indices = [entry[:5] for entry in seen[::2]]
    assert indices[1] == ["i = 0", "i * 2 + j = 1", "(i + 3) // 2 = 1", "N = 2", other.name]
    assert indices[2][:2] == ["i = 1", "i * 2 + j = 2"]
    assert seen[2][7] == "1"
    assert seen[2][5].splitlines()[1:] == ["[[2.5 0.0]", " [0.0 0.0]]"]
    assert seen[2][6].splitlines()[1:] == ["[[1.0 --]", " [2.0 3.0]]"]
    assert "= 1.5>" in seen[1][0]
    # Outside of a call nothing has a value.
    assert repr(2 * i + j) == "(i * 2 + j)" and "\n" not in repr(A)


def test_large_arrays_are_not_shown(monkeypatch):
    A = sa.Array(role=sa.Role.INOUT, shape=(70000,), name="A")
    nest = sa.Nest(shape=(1,))
    i = nest.get_indices()
    shown = []
    monkeypatch.setattr(sys, "breakpointhook", lambda: shown.append(repr(A)))

    @nest.iteration_logic
    def _():
        breakpoint()  # noqa: T100
        A[i] = 1

    del shown[:]
    sa.compile(nest, args=(A,), engine="eager")(np.zeros(70000, "f4"))
    assert shown[0].endswith("(70000 elements, too many to be shown: look at one of them)")
