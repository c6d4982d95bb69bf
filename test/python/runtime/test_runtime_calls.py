# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a call of a function does when its arguments are right."""

import threading

import dpctl
import dpctl.memory
import dpnp
import numpy as np
import pytest
from runtime_support import (
    Gate,
    HandMade,
    array,
    call_from_threads,
    function,
    increment,
    kernel_launch,
    run_program,
)

USM_TYPES = ("device", "shared", "host")


def test_increment():
    a = dpnp.arange(10, dtype="f4")
    b = dpnp.zeros(10, dtype="f4")
    assert increment()(a, b) is None
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, 11))


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 97, 1009, 65537, 1000003])
def test_any_number_of_work_items(n):
    b = dpnp.zeros(n, dtype="f4")
    increment()(dpnp.arange(n, dtype="f4"), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, n + 1, dtype="f4"))


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 3, 4), (7, 1, 5), (5, 7, 3), (3, 2, 17)])
def test_three_dimensions_slowest_first(shape):
    b = dpnp.full(shape, -1, dtype="i4")
    function([array("B", "inout", "i32", shape)], [kernel_launch("index3", shape, 0)])(b)
    i, j, k = np.indices(shape)
    np.testing.assert_array_equal(dpnp.asnumpy(b), 100 * i + 10 * j + k)


@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_every_kind_of_usm_memory(usm_type):
    a = dpnp.arange(5, dtype="f4", usm_type=usm_type)
    b = dpnp.zeros(5, dtype="f4", usm_type=usm_type)
    increment()(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, 6))


@pytest.mark.parametrize("usm_type", ["Device", "Shared", "Host"])
def test_raw_memory(usm_type):
    kind = getattr(dpctl.memory, f"MemoryUSM{usm_type}")
    a, b = kind(40), kind(40)
    a.copy_from_host(np.arange(10, dtype="f4").view("u1"))
    increment(10)(a, b)
    np.testing.assert_array_equal(b.copy_to_host().view("f4"), np.arange(1, 11))


def test_sizes_come_from_the_shapes():
    arguments = [array("A", "input", "f32", ["M", "N"]), array("B", "inout", "f32", ["N", "M"])]
    sizes = [{"size": "N"}, {"size": 1}, {"size": 0}, {"size": 1}, {"size": "M"}, {"size": 0}]
    transpose = function(
        arguments, [kernel_launch("copy2", ["M", "N"], 0, 1, *sizes)], sizes=["M", "N"]
    )
    for m, n in [(2, 3), (5, 1), (1, 1), (13, 31)]:
        a = dpnp.arange(m * n, dtype="f4").reshape(m, n)
        b = dpnp.zeros((n, m), dtype="f4")
        transpose(a, b)
        np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a).T)


def test_size_expressions_in_shapes():
    arguments = [array("A", "input", "f32", [["*", 2, "N"]]), array("B", "inout", "f32", ["N"])]
    f = function(arguments, [kernel_launch("increment", ["N"], 0, 1)], sizes=["N"])
    b = dpnp.zeros(3, dtype="f4")
    f(dpnp.arange(6, dtype="f4"), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), [1, 2, 3])


def test_interior_pointers_and_offsets():
    whole = dpnp.arange(20, dtype="f4")
    pointer = whole.__sycl_usm_array_interface__["data"][0]
    inside = HandMade(whole, data=(pointer + 4 * 4, False), offset=3, shape=(5,))
    b = dpnp.zeros(5, dtype="f4")
    increment()(inside, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(8, 13))


def test_optional_fields_may_be_missing():
    a = dpnp.arange(5, dtype="f4")
    b = dpnp.zeros(5, dtype="f4")
    increment()(HandMade(a, remove=("strides", "offset")), b)
    increment()(HandMade(a, strides=None, offset=None), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, 6))


@pytest.mark.parametrize("typestr", ["|V2", "<V2", "V2", "<u2", "|u2", "u2"])
def test_bfloat16_typestrs(typestr):
    a = HandMade(dpnp.arange(5, dtype="u2"), typestr=typestr)
    b = dpnp.zeros(5, dtype="u2")
    increment(element_type="bf16", kernel="increment16")(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, 6))


@pytest.mark.parametrize("typestr", ["f4", "<f4", "|f4", "=f4"])
def test_byte_order_of_typestr(typestr):
    b = dpnp.zeros(5, dtype="f4")
    increment()(HandMade(dpnp.arange(5, dtype="f4"), typestr=typestr), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, 6))


def test_arrays_without_elements():
    f = increment()
    around = dpnp.full(4, 7, dtype="f4")
    f(dpnp.zeros(0, dtype="f4"), around[2:2])
    np.testing.assert_array_equal(dpnp.asnumpy(around), np.full(4, 7))
    queue = dpnp.zeros(1).sycl_queue
    nothing = HandMade(None, data=(0, False), shape=(0,), typestr="<f4", syclobj=queue, version=1)
    assert f(nothing, nothing) is None


def test_rank_zero():
    a, b = dpnp.asarray(4, dtype="f4"), dpnp.asarray(0, dtype="f4")
    arguments = [array("A", "input", "f32", []), array("B", "inout", "f32", [])]
    function(arguments, [kernel_launch("increment", [1], 0, 1)])(a, b)
    assert float(b) == 5


def test_inputs_may_overlap_each_other():
    a = dpnp.arange(5, dtype="f4")
    d = dpnp.zeros(5, dtype="f4")
    names = [array(name, "input", "f32", [5]) for name in "ABC"]
    f = function(
        [*names, array("D", "inout", "f32", [5])], [kernel_launch("product_sum", [5], 0, 1, 2, 3)]
    )
    f(a, a, a, d)
    np.testing.assert_array_equal(dpnp.asnumpy(d), np.arange(5) ** 2 + np.arange(5))


def test_scalars():
    types = "bool i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 f32 f64".split()
    scalars = [{"kind": "scalar", "name": t, "type": t} for t in types]
    f = function(
        [array("D", "inout", "f64", [13]), *scalars], [kernel_launch("scalars", [1], *range(14))]
    )
    d = dpnp.zeros(13)
    values = [True, -128, -300, np.int32(-70000), -(2**40), 255, 65535, 2**32 - 1, 2**63]
    f(d, *values, 0.1, 1, 0.1, np.float32(0.5))
    halves = [float(np.float16(0.1)), 0x3F80, float(np.float32(0.1)), 0.5]
    assert dpnp.asnumpy(d).tolist() == [*map(float, values), *halves]


def sum_through_a_temporary(n):
    """Make ``B[i] += T[i]`` where T started as zeros and got A once."""
    arguments = [array("A", "input", "f32", [n]), array("B", "inout", "f32", [n])]
    temporary = {"name": "T", "element_type": "f32", "elements": n}
    steps = [
        kernel_launch("accumulate", [n], 0, {"temporary": 0}),
        kernel_launch("accumulate", [n], {"temporary": 0}, 1),
    ]
    return function(arguments, steps, temporaries=[temporary])


@pytest.mark.parametrize("n", [0, 1, 1000, 100003])
def test_temporaries_are_zero_at_every_call(n):
    f = sum_through_a_temporary(n)
    a, b = dpnp.ones(n, dtype="f4"), dpnp.zeros(n, dtype="f4")
    for _ in range(3):
        f(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.full(n, 3))


@pytest.mark.parametrize("in_order", [False, True])
def test_steps_and_earlier_work_are_ordered(in_order):
    queue = dpctl.SyclQueue(property=["in_order"] if in_order else [])
    n = 200001
    arguments = [array("A", "inout", "f32", [n]), array("B", "inout", "f32", [n])]
    there = kernel_launch("increment", [n], 0, 1)
    back = kernel_launch("increment", [n], 1, 0)
    f = function(arguments, [there, back] * 5)
    source = dpctl.memory.MemoryUSMShared(4 * n, queue=queue)
    source.copy_from_host(np.full(n, 7, dtype="f4").view("u1"))
    a = dpctl.memory.MemoryUSMShared(4 * n, queue=queue)
    b = dpctl.memory.MemoryUSMShared(4 * n, queue=queue)
    for _ in range(20):
        a.copy_from_host(np.zeros(n, dtype="f4").view("u1"))
        queue.memcpy_async(a, source, 4 * n)
        f(a, b)
        assert (np.frombuffer(a, dtype="f4") == 17).all()


def test_work_of_dpnp_comes_first():
    n = 300001
    f = increment(n)
    a, b = dpnp.zeros(n, dtype="f4"), dpnp.zeros(n, dtype="f4")
    assert not a.sycl_queue.is_in_order
    for k in range(1, 31):
        for _ in range(10):
            dpnp.add(a, 1, out=a)
        # Raw memory: reading the interface of dpnp's arrays waits for their work.
        f(a.get_array().usm_data, b.get_array().usm_data)
        assert (dpnp.asnumpy(b) == 10 * k + 1).all()


def test_a_work_group_that_is_asked_for():
    b = dpnp.zeros(24, dtype="i4")
    arguments = [array("B", "inout", "i32", [24])]
    function(arguments, [kernel_launch("group_sizes", [24], 0, local=[6])])(b)
    assert dpnp.asnumpy(b).tolist() == [6] * 24


def test_the_interpreter_runs_while_a_call_waits():
    """The call waits for what only another thread of the interpreter can bring about."""
    queue = dpctl.SyclQueue(property=["in_order"])
    a = dpnp.ones(64, dtype="f4", sycl_queue=queue)
    b = dpnp.zeros(64, dtype="f4", sycl_queue=queue)
    f = increment(64)
    f(a, b)
    gate = Gate(queue)
    thread = threading.Thread(target=f, args=(a, b))
    thread.start()
    thread.join(0.05)
    assert thread.is_alive()
    gate.open()
    thread.join(60)
    assert not thread.is_alive()


def test_many_threads_call_one_function():
    pairs = [(dpnp.full(257, k, dtype="f4"), dpnp.zeros(257, dtype="f4")) for k in range(8)]
    call_from_threads(sum_through_a_temporary(257), pairs, repeat=100)
    for k, (_, b) in enumerate(pairs):
        assert (dpnp.asnumpy(b) == 100 * k).all()


def test_queues_may_die_right_after_a_call():
    f = increment(5)
    for _ in range(500):
        queue = dpctl.SyclQueue()
        a, b = (dpctl.memory.MemoryUSMShared(20, queue=queue) for _ in range(2))
        f(a, b)
        del a, b, queue
    a, b = dpnp.arange(5, dtype="f4"), dpnp.zeros(5, dtype="f4")
    f(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, 6))


def test_an_interrupt_takes_effect_when_the_work_is_done():
    result = run_program("""
        import os, signal, threading
        import dpnp
        from runtime_support import slow_copy

        a, b = dpnp.ones(2, dtype="f4"), dpnp.zeros(2, dtype="f4")
        slow = slow_copy(2, 300_000_000)
        slow_copy(2, 1)(a, b)  # The kernel is compiled now.
        b[...] = 0
        dpnp.synchronize_array_data(b)
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            slow(a, b)
            for _ in range(10**9):
                pass
        except KeyboardInterrupt:
            print("interrupted", dpnp.asnumpy(b).tolist())
        slow_copy(2, 1)(a, b)
        print(dpnp.asnumpy(b).tolist())
    """)
    assert result.stdout.splitlines() == ["interrupted [2.0, 2.0]", "[1.5, 1.5]"]
    assert result.returncode == 0, result.stderr
