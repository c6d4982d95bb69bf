# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""USM arrays through DLPack: how long they live, and who deletes what."""

import gc
import weakref

import dpnp
import numpy as np
import pytest
import saopt as sa
from dlpack_support import Once, name_of, numbered
from runtime_support import run_program
from saopt import _runtime


def exported(**keywords):
    """Return a capsule, and a reference that tells whether its array still lives."""
    a = numbered()
    return a.__dlpack__(**keywords), weakref.ref(a)


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_a_capsule_that_nobody_uses(version):
    capsule, alive = exported(max_version=version)
    gc.collect()
    assert alive() is not None
    del capsule
    assert alive() is None


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_a_capsule_that_is_used(version):
    capsule, alive = exported(max_version=version)
    b = sa.from_dlpack(Once(capsule))
    used = "used_dltensor" if version is None else "used_dltensor_versioned"
    assert name_of(capsule) == used
    del capsule
    gc.collect()
    assert alive() is not None
    view = b[1:]
    del b
    assert alive() is not None
    np.testing.assert_array_equal(view.asnumpy()[0], np.arange(6, 12))
    del view
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_a_capsule_that_is_used_twice(version):
    capsule, alive = exported(max_version=version)
    b = sa.from_dlpack(Once(capsule))
    with pytest.raises(BufferError, match="called 'used_dltensor.*can be used once"):
        sa.from_dlpack(Once(capsule))
    np.testing.assert_array_equal(b.asnumpy()[0], np.arange(6))
    del b, capsule
    gc.collect()
    assert alive() is None


def test_a_capsule_that_is_refused_is_given_back():
    a = sa.zeros(2, usm_type="device")
    alive = weakref.ref(a)
    fields = ("f64", [3], [1], 14, 0, False, False, True)
    capsule = _runtime.export_dlpack(a, a.base._pointer, 0, *fields)
    del a
    with pytest.raises(ValueError):
        sa.from_dlpack(Once(capsule))
    del capsule
    gc.collect()
    assert alive() is None


def test_dpnp_gives_arrays_back():
    a = numbered()
    alive = weakref.ref(a)
    theirs = dpnp.from_dlpack(a)
    del a
    gc.collect()
    assert alive() is not None
    np.testing.assert_array_equal(dpnp.asnumpy(theirs)[0], np.arange(6))
    del theirs
    gc.collect()
    assert alive() is None


def test_the_end_of_a_process_with_capsules():
    result = run_program("""
        import sys
        import dpnp, numpy, saopt as sa
        a = sa.ones(4)
        sys.kept = [a.__dlpack__(), a.__dlpack__(max_version=(1, 0)), dpnp.from_dlpack(a),
                    numpy.from_dlpack(a, device="cpu"), sa.from_dlpack(dpnp.ones(3))]
    """)
    assert (result.returncode, result.stderr) == (0, "")
