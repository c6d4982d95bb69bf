# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the native module refuses when the package's own code calls it wrongly."""

import copy

import dpctl
import dpctl.memory
import numpy as np
import pytest
import saopt as sa
from dlpack_support import Once
from runtime_support import load, program
from saopt import _runtime
from test_runtime_programs import increment_spec


def memory(nbytes=16, **keywords):
    return dpctl.memory.MemoryUSMShared(nbytes, **keywords)


def other_context():
    device = dpctl.SyclDevice("cpu")
    return dpctl.SyclQueue(dpctl.SyclContext([device]), device)


REFUSED = {
    "spirv as str": (lambda: _runtime.Program("x", "spirv"), "SPIR-V code must be given as bytes"),
    "sycl as bytes": (lambda: _runtime.Program(b"x", "sycl"), "SYCL source must be given as str"),
    "language": (lambda: _runtime.Program("x", "c"), "language must be 'spirv' or 'sycl', not 'c'"),
    "queue": (lambda: _runtime.wait_for(5), "not a dpctl.SyclQueue"),
    "memory": (lambda: _runtime.clear(5), "not an object of dpctl.memory"),
    "bytes": (
        lambda: _runtime.read_bytes(memory(), 8, np.zeros(9, "u1")),
        "the bytes are outside of the memory",
    ),
    "bytes before": (
        lambda: _runtime.write_bytes(memory(), -1, np.zeros(1, "u1")),
        "the bytes are outside of the memory",
    ),
    "context": (
        lambda: _runtime.hand_over(memory(), other_context()),
        "the queue has another context than the memory",
    ),
    "address": (
        lambda: _runtime.memory_at(16, 1, dpctl.SyclQueue(), None),
        "data points to no USM allocation of its context",
    ),
    "buffer": (
        lambda: _runtime.UsmArray("x", "f32", (1,), (1,), 0, True),
        "the buffer of an array must be an object of dpctl.memory",
    ),
    "element type": (
        lambda: _runtime.UsmArray(memory(), "f128", (1,), (1,), 0, True),
        "there is no element type 'f128'",
    ),
    "strides": (
        lambda: _runtime.UsmArray(memory(), "f32", (1,), (), 0, True),
        r"strides \(\) are not one for each dimension of shape \(1,\)",
    ),
    "keywords": (
        lambda: _runtime.UsmArray(memory(), "f32", (1,), (1,), 0, writeable=True),
        "UsmArray takes no keywords",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    use, message = REFUSED[case]
    with pytest.raises((sa.Error, TypeError, ValueError), match=message):
        use()


def test_ranges_that_have_no_value():
    entry = copy.deepcopy(increment_spec())
    entry["launches"][0]["range"] = [["-", 0, 8]]
    function = load(entry, program())
    a, b = sa.zeros(8, dtype="f4"), sa.zeros(8, dtype="f4")
    with pytest.raises(sa.Error, match="kernel 'increment' has no valid size for these arguments"):
        function(a, b)


def test_a_capsule_that_is_none():
    with pytest.raises(TypeError, match=r"__dlpack__\(\) returned no capsule"):
        sa.from_dlpack(Once(5))


def test_linspace_says_which_number_is_too_large():
    with pytest.raises(sa.ArgumentRangeError, match="an end of linspace is too large: "):
        sa.linspace(0, 10**400, 3)
