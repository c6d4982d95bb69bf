# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory of temporaries, which later calls use again."""

import time

import dpctl
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import array, call_from_threads, function, kernel_launch
from saopt import _runtime

SIZE = 1 << 16


@pytest.fixture(autouse=True)
def empty_pool():
    """Begin with no work on its way and no idle memory."""
    while _runtime.launches_in_flight():
        time.sleep(0.001)
    sa.release_memory()


def through_temporary(size=SIZE, **description):
    """B[i] = A[i] + 2, with A[i] + 1 in a temporary."""
    arguments = [array("A", "input", "f32", [size]), array("B", "inout", "f32", [size])]
    launches = [
        kernel_launch("increment", [size], 0, {"temporary": 0}),
        kernel_launch("increment", [size], {"temporary": 0}, 1),
    ]
    temporary = {"name": "T", "element_type": "f32", "elements": size, **description}
    return function(arguments, launches, temporaries=[temporary])


def operands(size=SIZE, value=1.0, queue=None):
    a = dpnp.full(size, value, dtype="f4", sycl_queue=queue)
    b = dpnp.zeros(size, dtype="f4", sycl_queue=queue)
    a.sycl_queue.wait()
    return a, b


def test_a_second_call_allocates_nothing():
    f = through_temporary()
    a, b = operands()
    f(a, b)
    before = _runtime.temporary_allocations()
    for _ in range(5):
        f(a, b)
    assert _runtime.temporary_allocations() == before
    np.testing.assert_array_equal(dpnp.asnumpy(b), 3)


def test_memory_is_given_back_on_demand():
    f = through_temporary()
    a, b = operands()
    f(a, b)
    assert sa.release_memory() == 4 * SIZE
    assert sa.release_memory() == 0
    before = _runtime.temporary_allocations()
    f(a, b)
    assert _runtime.temporary_allocations() == before + 1
    np.testing.assert_array_equal(dpnp.asnumpy(b), 3)


def test_functions_share_memory():
    f, g = through_temporary(), through_temporary(SIZE - 100)
    f(*operands())
    before = _runtime.temporary_allocations()
    g(*operands(SIZE - 100))
    assert _runtime.temporary_allocations() == before
    # A small temporary does not occupy the memory of a large one.
    through_temporary(64)(*operands(64))
    assert _runtime.temporary_allocations() == before + 1


@pytest.mark.parametrize("order", ["in_order", None])
def test_calls_on_one_queue_share_memory_before_they_are_done(order):
    queue = dpctl.SyclQueue(property=order) if order else dpctl.SyclQueue()
    f = through_temporary()
    f(*operands(queue=queue))
    before = _runtime.temporary_allocations()
    pairs = [operands(value=float(n), queue=queue) for n in range(20)]
    events = [f.call_async(pair) for pair in pairs]
    assert _runtime.temporary_allocations() == before
    for event in events:
        event.wait()
    for n, (_, b) in enumerate(pairs):
        np.testing.assert_array_equal(dpnp.asnumpy(b), n + 2)


def test_calls_on_two_queues_do_not_share_memory():
    queues = [dpctl.SyclQueue(), dpctl.SyclQueue()]
    f = through_temporary()
    pairs = [operands(value=float(n), queue=queues[n % 2]) for n in range(40)]
    events = [f.call_async(pair) for pair in pairs]
    for event in events:
        event.wait()
    for n, (_, b) in enumerate(pairs):
        np.testing.assert_array_equal(dpnp.asnumpy(b), n + 2)


@pytest.mark.parametrize("calls_async", [False, True])
def test_threads_do_not_share_memory(calls_async):
    f = through_temporary()
    pairs = [operands(value=float(n)) for n in range(6)]

    def run(number):
        for _ in range(20):
            if calls_async and number % 2:
                f.call_async(pairs[number]).wait()
            else:
                f(*pairs[number])

    call_from_threads(run, [(number,) for number in range(len(pairs))])
    for n, (_, b) in enumerate(pairs):
        np.testing.assert_array_equal(dpnp.asnumpy(b), n + 2)


def test_what_the_program_can_see_is_zero_again():
    """The first launch adds to what the memory has."""
    arguments = [array("A", "input", "f32", [SIZE]), array("B", "inout", "f32", [SIZE])]
    launches = [
        kernel_launch("increment", [SIZE], {"temporary": 0}, 1),
        kernel_launch("increment", [SIZE], 0, {"temporary": 0}),
    ]
    temporary = {"name": "T", "element_type": "f32", "elements": SIZE}
    f = function(arguments, launches, temporaries=[temporary])
    a, b = operands(value=5.0)
    for _ in range(3):
        b[:] = 9
        f(a, b)
        np.testing.assert_array_equal(dpnp.asnumpy(b), 1)
        f.call_async((a, b)).wait()
        np.testing.assert_array_equal(dpnp.asnumpy(b), 1)
