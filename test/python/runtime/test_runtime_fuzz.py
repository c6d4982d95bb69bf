# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No descriptor, however odd, crashes a process or stops it."""

from runtime_support import run_program

PROGRAM = '''
import random
import dpctl
import dpctl.memory
import dpnp
import saopt as sa
from runtime_support import (
    BadIndex,
    HandMade,
    array,
    function,
    increment,
    kernel_launch,
    open_array,
)

queue = dpctl.SyclQueue()
a, b = (dpnp.zeros(12, dtype="f4", sycl_queue=queue) for _ in range(2))
pointer = a.__sycl_usm_array_interface__["data"][0]
freed = dpctl.memory.MemoryUSMShared(4096, queue=queue)
gone = freed._pointer
del freed

class Raises:
    def __getattr__(self, name):
        raise RuntimeError(name)
    def __index__(self):
        raise ValueError("no")
    def __bool__(self):
        raise ValueError("no")
    def __eq__(self, other):
        raise ValueError("no")
    __hash__ = None

class Changing:
    """Gives another descriptor each time."""
    def __init__(self):
        self.count = 0
    @property
    def __sycl_usm_array_interface__(self):
        self.count += 1
        return descriptor(random.Random(self.count))

class Clearing:
    """A size that empties the dictionary which it is read from."""
    def __init__(self, interface):
        self.interface = interface
    def __index__(self):
        self.interface.clear()
        return 12

class CapsuleOf:
    def __init__(self, value):
        self.value = value
    def _get_capsule(self):
        return self.value() if callable(self.value) else self.value

class Text(str):
    pass

class Integer(int):
    def __index__(self):
        return 10**30

numbers = [0, 1, -1, 2, 3, 4, 5, 12, 13, 48, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**64,
           -(2**63), -(2**63) - 1, 10**40, True, False, None, 1.0, float("nan"), float("inf"),
           "1", b"1", (), [], BadIndex(), Raises(), Integer(3), 1j]
pointers = [pointer, pointer + 1, pointer + 4, pointer + 44, pointer + 48, pointer - 4, 0, 1, gone,
            id(a), 2**47, 2**64 - 4]

def value(r, good):
    return good if r.random() < 0.5 else r.choice(numbers)

def descriptor(r):
    shape = r.choice([(12,), (3, 4), (), (0,), (1,), (12, 1), (2**62, 4), (2**32,) * 3])
    if r.random() < 0.4:
        shape = tuple(value(r, 12) for _ in range(r.randrange(4)))
    elif r.random() < 0.1:
        shape = r.choice(["12", [12], {12}, iter((12,)), (12,) * 100_000, range(12), Raises()])
    strides = None
    if r.random() < 0.6:
        strides = tuple(value(r, 1) for _ in range(r.randrange(4)))
    elif r.random() < 0.1:
        strides = r.choice(["1", [1], 1, (1,) * 100_000, Raises()])
    data = (r.choice(pointers), r.choice([False, True, 0, 1]))
    if r.random() < 0.3:
        data = r.choice([(value(r, pointer), value(r, False)), pointer, (), (pointer,), None,
                         (pointer, False, 1), [pointer, False], "ab", Raises()])
    interface = {
        "version": value(r, 1),
        "typestr": r.choice(["<f4"] * 8 + ["f4", ">f4", "", "<", "<f", "f" * 10_000, "\\0", "é",
                                          "\\ud800", Text("<f4"), "<f4\\0", 4, None, b"<f4"]),
        "shape": shape,
        "strides": strides,
        "offset": value(r, 0),
        "data": data,
        "syclobj": r.choice([queue] * 8 + [queue.sycl_context, "cpu", "opencl:cpu:0", "gpu:9", "",
            "\\0", "é" * 1000, 5, None, Raises(), queue._get_capsule(),
            CapsuleOf(queue._get_capsule), CapsuleOf(5), CapsuleOf(None), CapsuleOf(a),
            CapsuleOf(queue.sycl_context._get_capsule), dpctl.SyclQueue, a]),
    }
    for field in list(interface):
        if r.random() < 0.05:
            del interface[field]
        elif r.random() < 0.02:
            interface[field] = Clearing(interface)
    if r.random() < 0.02:
        return r.choice([None, 5, [], "x", list(interface.items()), Raises()])
    if r.random() < 0.02:
        interface = {Text(key): item for key, item in interface.items()}
    return interface

class Any:
    def __init__(self, interface):
        self.__sycl_usm_array_interface__ = interface

strided = [open_array(name, role, "f32", ["M", "N"]) for name, role in
           (("A", "input"), ("B", "inout"))]
sizes = [{"size": f"{name}_stride{d}"} if d < 2 else {"size": 0} for name in "AB" for d in range(3)]
functions = [
    increment(12),
    increment(),
    function(strided, [kernel_launch("copy2", ["M", "N"], 0, 1, *sizes)], sizes=["M", "N"]),
]
accepted = 0
for seed in range(6000):
    r = random.Random(seed)
    f = r.choice(functions)
    arguments = [a, b]
    arguments[r.randrange(2)] = Changing() if r.random() < 0.05 else Any(descriptor(r))
    try:
        f(*arguments)
        accepted += 1
    except sa.ArgumentError as error:
        assert "argument '" in str(error) or "takes" in str(error) or "size" in str(error), error
print(accepted > 0)
'''


def test_random_descriptors():
    result = run_program(PROGRAM, timeout=100)
    assert (result.returncode, result.stdout) == (0, "True\n"), result.stderr[-3000:]
