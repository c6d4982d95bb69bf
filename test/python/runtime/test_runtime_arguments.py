# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments that do not fit the function, the memory or each other."""

import dpctl
import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import (
    BadIndex,
    HandMade,
    array,
    function,
    increment,
    kernel_launch,
    load,
    pointer,
    program,
    spec,
)

N = 12
BIG = 2**63


@pytest.fixture
def arrays():
    """An input and an output that fit `increment`."""
    return dpnp.arange(N, dtype="f4"), dpnp.zeros(N, dtype="f4")


@pytest.mark.parametrize("count", [0, 1, 3])
def test_number_of_arguments(count, arrays):
    with pytest.raises(sa.ArgumentError, match=f"'f' takes 2 arguments, was given {count}"):
        increment(N)(*[arrays[0]] * count)


def test_read_only_array_for_inout(arrays):
    a, b = arrays
    read_only = HandMade(b, data=(pointer(b), True))
    with pytest.raises(sa.ArgumentError, match="argument 'B': data is read-only"):
        increment(N)(a, read_only)
    b.flags.writable = False
    with pytest.raises(sa.ArgumentError, match="argument 'B': data is read-only"):
        increment(N)(a, b)


def test_read_only_array_for_input(arrays):
    a, b = arrays
    increment(N)(HandMade(a, data=(pointer(a), True)), b)
    assert dpnp.asnumpy(b)[-1] == N


def test_memory_outside_usm(arrays):
    host = np.arange(N, dtype="f4")
    foreign = HandMade(arrays[0], data=(host.ctypes.data, False))
    with pytest.raises(sa.ArgumentError, match="argument 'A': data pointer .* not in USM memory"):
        increment(N)(foreign, arrays[1])


def test_memory_that_was_freed():
    queue = dpctl.SyclQueue()
    memory = dpctl.memory.MemoryUSMDevice(1 << 20, queue=queue)
    dead = HandMade(memory, typestr="<f4", shape=(N,), data=(memory._pointer, False))
    dead.owner = None
    del memory
    b = dpctl.memory.MemoryUSMShared(4 * N, queue=queue)
    with pytest.raises(sa.ArgumentError, match="argument 'A': data pointer .* not in USM memory"):
        increment(N)(dead, b)


def test_extents_reach_below_the_allocation():
    whole = dpnp.arange(24, dtype="f4")
    arguments = [array("A", "input", "f32", [4], [-2], 6), array("B", "inout", "f32", [4])]
    f = function(arguments, [kernel_launch("increment", [4], 0, 1)])
    late = HandMade(whole, shape=(4,), strides=(-2,), offset=5)
    with pytest.raises(sa.ArgumentError, match="'A': elements reach outside .* bytes -4 to 24"):
        f(late, dpnp.zeros(4, dtype="f4"))


def test_written_array_overlaps_an_input(arrays):
    _, b = arrays
    with pytest.raises(sa.ArgumentError, match="'B': data overlaps argument 'A'"):
        increment(N)(b, b)


def test_written_array_overlaps_partly():
    whole = dpnp.zeros(N + 1, dtype="f4")
    with pytest.raises(sa.ArgumentError, match="'B': data overlaps argument 'A'"):
        increment(N)(whole[:-1], whole[1:])


def test_sizes_that_disagree_name_both_arguments():
    with pytest.raises(
        sa.ArgumentError,
        match=r"'B': shape\[0\] is 7, but shape\[0\] of argument 'A' says that N is 5",
    ):
        increment()(dpnp.zeros(5, dtype="f4"), dpnp.zeros(7, dtype="f4"))


def test_sizes_that_disagree_in_one_argument():
    f = function([array("B", "inout", "f32", ["N", "N"])], [], sizes=["N"])
    message = r"'B': shape\[1\] is 5, but shape\[0\] of argument 'B' says that N is 3"
    with pytest.raises(sa.ArgumentError, match=message):
        f(dpnp.zeros((3, 5), dtype="f4"))


def test_sizes_whose_product_overflows():
    arguments = [
        array("A", "input", "f32", ["N"]),
        array("B", "inout", "f32", [["*", "N", 2**62]]),
    ]
    f = function(arguments, [kernel_launch("increment", ["N"], 0, 1)], sizes=["N"])
    with pytest.raises(sa.ArgumentError, match="'B': shape is not possible for these sizes"):
        f(dpnp.zeros(5, dtype="f4"), dpnp.zeros(5, dtype="f4"))


BAD_SCALARS = {
    "i8-high": ("i8", 128, "128 is outside the range of i8"),
    "i8-low": ("i8", -129, "-129 is outside the range of i8"),
    "ui8-negative": ("ui8", -1, "-1 is outside the range of ui8"),
    "ui64-huge": ("ui64", 2**64, "outside the range of ui64"),
    "i64-huge": ("i64", BIG, "outside the range of i64"),
    "i32-float": ("i32", 1.0, "cannot be passed as i32: 'float' object cannot"),
    "bool-two": ("bool", 2, "2 is outside the range of bool"),
    "f32-text": ("f32", "1", "cannot be passed as f32"),
    "f32-huge": ("f32", 1e39, r"1e\+39 is outside the range of f32"),
    "f64-huge": ("f64", 10**400, "cannot be passed as f64"),
    "f16-huge": ("f16", 65520, "65520 is outside the range of f16"),
    "f64-complex": ("f64", 1j, "cannot be passed as f64"),
    "i64-raises": ("i64", BadIndex(), "cannot be passed as i64: no number today"),
}


@pytest.mark.parametrize("case", BAD_SCALARS)
def test_bad_scalar(case, arrays):
    element_type, value, message = BAD_SCALARS[case]
    scalar = {"kind": "scalar", "name": "alpha", "type": element_type}
    f = function([array("A", "input", "f32", [N]), scalar], [])
    with pytest.raises(sa.ArgumentError, match=f"argument 'alpha': .*{message}"):
        f(arrays[0], value)


def test_queues_that_differ(arrays):
    other = dpnp.zeros(N, dtype="f4", sycl_queue=dpctl.SyclQueue())
    message = "argument 'B': syclobj is another queue .*same context.* than that of argument 'A'"
    with pytest.raises(sa.ExecutionPlacementError, match=message):
        increment(N)(arrays[0], other)


def test_contexts_that_differ(arrays):
    (device,) = dpctl.get_devices()[:1]
    context = dpctl.SyclContext([device])
    queue = dpctl.SyclQueue(context, device)
    if queue.sycl_context == arrays[0].sycl_context:
        halves = device.create_sub_devices(partition=1)
        queue = dpctl.SyclQueue(dpctl.SyclContext(list(halves)), halves[0])
    memory = dpctl.memory.MemoryUSMShared(4 * N, queue=queue)
    message = "argument 'B': syclobj is a queue of another context than that of argument 'A'"
    with pytest.raises(sa.ExecutionPlacementError, match=message):
        increment(N)(arrays[0], memory)


def test_pointer_of_another_context(arrays):
    device = arrays[0].sycl_device
    halves = device.create_sub_devices(partition=1)
    queue = dpctl.SyclQueue(dpctl.SyclContext(list(halves)), halves[0])
    memory = dpctl.memory.MemoryUSMDevice(4 * N, queue=queue)
    stray = HandMade(arrays[0], data=(memory._pointer, False))
    with pytest.raises(sa.ArgumentError, match="argument 'A': data pointer .* not in USM memory"):
        increment(N)(stray, arrays[1])


def test_functions_without_arrays_have_no_place_to_run():
    f = load(spec([], []), program())
    with pytest.raises(sa.ExecutionPlacementError, match="'f' has no array argument"):
        f()
