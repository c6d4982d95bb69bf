# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of DLPack share."""

import ctypes

import numpy as np
import saopt as sa


def numbered(shape=(4, 6), dtype="i4", usm_type="device", **keywords):
    count = int(np.prod(shape))
    made = sa.empty(shape, dtype=dtype, usm_type=usm_type, **keywords)
    made[...] = np.arange(count).reshape(shape).astype(made.dtype)
    return made


def name_of(capsule):
    get = ctypes.pythonapi.PyCapsule_GetName
    get.restype, get.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return get(capsule).decode()


class Once:
    """An array that gives away one capsule again and again."""

    def __init__(self, capsule, device=(14, 0)):
        self.capsule = capsule
        self.device = device

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **keywords):
        return self.capsule
