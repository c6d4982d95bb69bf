# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The USM array as a Python object: how long it lives, what it prints, and what it converts to."""

import gc
import weakref

import numpy as np
import pytest
import saopt as sa


def numbered(*args, **kwargs):
    """Return a new array whose element i, in C's order, is i."""
    array = sa.USMArray(*args, **kwargs)
    array[...] = np.arange(array.size).reshape(array.shape).astype(array.dtype)
    return array


def test_memory_lives_as_long_as_a_view():
    array = numbered((100,), "i4")
    view = array[10:20][::-1]
    gone = weakref.ref(array)
    del array
    gc.collect()
    assert gone() is None
    others = [numbered((100,), "i4") for _ in range(10)]
    np.testing.assert_array_equal(view.asnumpy(), np.arange(19, 9, -1))
    assert len(others) == 10


def test_cycles_are_collected():
    class Named(sa.USMArray):
        pass

    array = Named(3)
    array.itself = array
    gone = weakref.ref(array)
    del array
    gc.collect()
    assert gone() is None


def test_views_of_a_subclass():
    class Named(sa.USMArray):
        pass

    assert type(Named((2, 3))[0].T) is Named


def test_the_core_is_not_made_without_its_fields():
    with pytest.raises(TypeError, match="not safe"):
        object.__new__(sa.USMArray)
    with pytest.raises(TypeError):
        sa.USMArray()
    with pytest.raises(AttributeError):
        sa.USMArray(3).shape = (1, 3)


def test_one_element_as_a_number():
    a = numbered((3,), "i4")
    assert (int(a[2]), float(a[2]), complex(a[2]), bool(a[0]), range(9)[a[1]]) == (
        2,
        2,
        2,
        False,
        1,
    )
    assert float(sa.USMArray((), sa.bfloat16, "shared")) is not None
    for convert in (int, float, complex, bool):
        with pytest.raises(TypeError, match="not one number"):
            convert(a)
    for index in (a, a[:1], numbered((), "f4")):
        with pytest.raises(TypeError, match="only an integer of shape"):
            range(9)[index]


@pytest.mark.parametrize("shape", [(2000,), (50, 60), (3, 2000), (2, 3, 400), (7, 7, 7, 7)])
@pytest.mark.parametrize("usm_type", ["device", "shared"])
def test_large_arrays_print_their_edges(shape, usm_type):
    a = numbered(shape, "i4", usm_type)
    shown = np.array2string(a.asnumpy(), separator=", ", prefix="USMArray(")
    assert "..." in shown
    assert repr(a) == f"USMArray({shown}, dtype=int32, usm_type='{usm_type}')"


def test_neither_copied_nor_pickled():
    import copy
    import pickle

    for operation in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=r"cannot copy .* use asarray\(…, copy=True\)"):
            operation(sa.USMArray(3))
    with pytest.raises(TypeError, match=r"cannot pickle 'USMArray': .* asnumpy\(\)"):
        pickle.dumps(sa.USMArray(3))


def test_empty_arrays_of_all_shapes_print():
    for shape in [(0,), (2, 0), (0, 2**62)]:
        assert repr(sa.empty(shape)) == "USMArray([], dtype=float64, usm_type='shared')"
