# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written kernels and descriptors for the tests of ``saopt._runtime``.

The runtime knows functions only by their manifest, so these tests write manifests and
kernels themselves. All kernels are in one source, compiled once for the whole run.
"""

import functools
import inspect
import json
import math
import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import saopt  # noqa: F401  (registers the OpenCL device)
from saopt import _runtime

HEADER = """
#include <cstdint>
#include <sycl/builtins.hpp>
#include <sycl/half_type.hpp>
#include <sycl/ext/oneapi/free_function_kernel_properties.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
namespace syclex = sycl::ext::oneapi::experimental;
namespace item = sycl::ext::oneapi::this_work_item;
#define KERNEL(rank) extern "C" \\
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<rank>)) void
"""

SOURCE = (
    HEADER
    + """
KERNEL(1) increment(const float *a, float *b) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  b[i] = a[i] + 1;
}
KERNEL(1) increment16(const uint16_t *a, uint16_t *b) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  b[i] = a[i] + 1;
}
KERNEL(2) copy2(const float *a, float *b, int64_t sa0, int64_t sa1, int64_t oa,
                int64_t sb0, int64_t sb1, int64_t ob) {
  auto id = item::get_nd_item<2>();
  int64_t i = id.get_global_id(0), j = id.get_global_id(1);
  b[i * sb0 + j * sb1 + ob] = a[i * sa0 + j * sa1 + oa];
}
KERNEL(3) index3(int32_t *b) {
  auto id = item::get_nd_item<3>();
  b[id.get_global_linear_id()] = 100 * id.get_global_id(0) +
                                 10 * id.get_global_id(1) + id.get_global_id(2);
}
KERNEL(1) accumulate(const float *a, float *t) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  t[i] += a[i];
}
KERNEL(1) group_sizes(int32_t *b) {
  auto id = item::get_nd_item<1>();
  b[id.get_global_linear_id()] = id.get_local_range(0);
}
KERNEL(1) slow(const float *a, float *b, int64_t steps) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  float x = a[i];
  for (int64_t k = 0; k < steps; ++k)
    x = x * 0.5f + 1.0f;
  b[i] = x;
}
KERNEL(1) product_sum(const float *a, const float *b, const float *c, float *d) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  d[i] = a[i] * b[i] + c[i];
}
KERNEL(1) increment_c64(const float *a, float *b) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  b[2 * i] = a[2 * i] + 1;
  b[2 * i + 1] = a[2 * i + 1];
}
KERNEL(1) increment_c128(const double *a, double *b) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  b[2 * i] = a[2 * i] + 1;
  b[2 * i + 1] = a[2 * i + 1];
}
KERNEL(1) scalars(double *d, bool b, int8_t i8, int16_t i16, int32_t i32, int64_t i64,
                  uint8_t u8, uint16_t u16, uint32_t u32, uint64_t u64, sycl::half f16,
                  uint16_t bf16, float f32, double f64) {
  const double values[] = {double(b), double(i8), double(i16), double(i32), double(i64),
                           double(u8), double(u16), double(u32), double(u64),
                           double(float(f16)), double(bf16), double(f32), f64};
  for (int i = 0; i < 13; ++i)
    d[i] = values[i];
}
"""
)


@functools.cache
def program(strict=False):
    """Give the program with all kernels above."""
    return _runtime.Program(SOURCE, "sycl", strict)


def product(numbers):
    """Multiply size expressions."""
    if all(isinstance(number, int) for number in numbers):
        return math.prod(numbers)
    return functools.reduce(lambda lhs, rhs: ["*", lhs, rhs], numbers)


def array(name, role, element_type, shape, strides=None, offset=0, storage=None, **fields):
    """Describe an array argument, dense and row-major unless strides are given.

    The storage is found for static shapes with strides; otherwise it is that of a dense array.
    """
    if strides is None:
        strides = [product(shape[d + 1 :]) for d in range(len(shape))]
    elif storage is None:
        reach = [max(0, (n - 1) * s) for n, s in zip(shape, strides, strict=True)]
        storage = 0 if 0 in shape else offset + sum(reach) + 1
    return {
        "kind": "array",
        "name": name,
        "role": role,
        "element_type": element_type,
        "shape": list(shape),
        "strides": list(strides),
        "offset": offset,
        "storage": product(shape) if storage is None else storage,
        **fields,
    }


def flat(name, role, element_type, shape, storage, **fields):
    """Describe an array argument that is only taken as its flat storage."""
    made = array(name, role, element_type, shape, storage=storage, **fields)
    return {**made, "strides": None}


def open_array(name, role, element_type, shape, **fields):
    """Describe an array argument with open strides, and give the names of these."""
    names = [f"{name}_stride{d}" for d in range(len(shape))]
    made = array(name, role, element_type, shape, stride_sizes=names, **fields)
    return {**made, "strides": "open"}


def kernel_launch(kernel, size, *arguments, local=None):
    """Describe a launch. Integers stand for arguments, other things for themselves."""
    operands = [{"argument": a} if isinstance(a, int) else a for a in arguments]
    return {"kernel": kernel, "range": list(size), "local": local, "arguments": operands}


def at_least(argument, need, dimension=0):
    """Describe what the loops need of an open dimension."""
    return {"argument": argument, "dimension": dimension, "at_least": need}


def spec(arguments, launches, sizes=(), temporaries=(), aspects=(), name="f", **fields):
    """Write the manifest's entry for a function.

    The sizes that stand for strides need not be listed.
    """
    strides = [size for a in arguments for size in a.get("stride_sizes", [])]
    return {
        "name": name,
        "signature": f"void {name}(sycl::queue &queue, ...)",
        "aspects": list(aspects),
        "arguments": list(arguments),
        "sizes": [*sizes, *strides],
        "temporaries": list(temporaries),
        "launches": list(launches),
        **fields,
    }


def load(entry, code, *others):
    """Make the function of an entry of a manifest, which may name others."""
    manifest = _runtime.Manifest(json.dumps({"version": 5, "functions": [entry, *others]}))
    return _runtime.Function(manifest, entry["name"], code)


def function(*args, **kwargs):
    """Make a function of the program above."""
    return load(spec(*args, **kwargs), program())


def increment(n="N", element_type="f32", kernel="increment"):
    """Make ``B[i] = A[i] + 1`` over arrays of n elements."""
    arguments = [array("A", "input", element_type, [n]), array("B", "inout", element_type, [n])]
    return function(
        arguments, [kernel_launch(kernel, [n], 0, 1)], sizes=[n] if isinstance(n, str) else []
    )


def slow_copy(n, steps):
    """Make ``B[i] = f(A[i])``, which is nearly 2 and takes a while."""
    arguments = [array("A", "input", "f32", [n]), array("B", "inout", "f32", [n])]
    return function(arguments, [kernel_launch("slow", [n], 0, 1, {"size": steps})])


class Gate:
    """Work on a queue that is not done before the gate is opened.

    What depends on its ``event`` cannot have run, however late the machine gets to it.
    """

    def __init__(self, queue):
        self._opened = threading.Event()
        # dpctl lets go of arguments in a task on the host, which ends when that is done.
        self.event = queue._submit_keep_args_alive((_Obstacle(self._opened),), [])

    def open(self):
        self._opened.set()


class _Obstacle:
    def __init__(self, opened):
        self._opened = opened

    def __del__(self):
        self._opened.wait(60)


def call_from_threads(function, calls, repeat=1):
    """Call a function from one thread for each tuple of arguments, all at once.

    dpnp itself is not safe to use from several threads: make the arrays before, and look
    at them afterwards.
    """
    failures = []
    start = threading.Barrier(len(calls))

    def work(arguments):
        try:
            start.wait()
            for _ in range(repeat):
                function(*arguments)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(arguments,)) for arguments in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads)
    assert not failures


def until(condition, seconds=10):
    """Wait until something holds, and say whether it does."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    return condition()


def run_program(program, timeout=120, **environment):
    """Run a program of Python in a process of its own.

    It may import what the test that calls this can: modules of its folder and of this one.
    """
    folders = [str(Path(__file__).parent), str(Path(inspect.stack()[1].filename).parent)]
    start = f"import sys; sys.path[:0] = {folders!r}\n"
    return subprocess.run(
        [sys.executable, "-c", start + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env={**os.environ, **environment},
    )


class HandMade:
    """An object with an interface of its own, which differs in some fields from another's."""

    def __init__(self, owner, remove=(), **fields):
        self.owner = owner
        interface = dict(getattr(owner, "__sycl_usm_array_interface__", {}))
        interface.update(fields)
        for field in remove:
            del interface[field]
        self.__sycl_usm_array_interface__ = interface


class Weak:
    """An argument that can be watched."""

    def __init__(self, owner):
        self.owner = owner
        self.__sycl_usm_array_interface__ = owner.__sycl_usm_array_interface__


class BadIndex:
    """An integer that cannot say which."""

    def __index__(self):
        raise RuntimeError("no number today")


def pointer(owner):
    """Give the address in an array's interface."""
    return owner.__sycl_usm_array_interface__["data"][0]
