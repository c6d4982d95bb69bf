# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many launches: in order, from many threads, without leaks, up to the end of a process."""

import os

import dpctl
import dpnp
import numpy as np
import pytest
from runtime_support import (
    array,
    call_from_threads,
    function,
    increment,
    kernel_launch,
    run_program,
)


@pytest.mark.parametrize("n", [1, 20_001])
@pytest.mark.parametrize("how", ["call", "call_async", "mixed"])
def test_work_of_dpnp_is_interleaved_a_thousand_times(how, n):
    """Every kernel reads what the one before it wrote; a stale read is one too few in the end."""
    queue = dpctl.SyclQueue()
    assert not queue.is_in_order
    f = increment(n)
    a, b = (dpnp.zeros(n, dtype="f4", sycl_queue=queue) for _ in range(2))
    for k in range(1000):
        dpnp.add(a, 1, out=a)
        if how == "call" or (how == "mixed" and k % 3 == 0):
            f(a, b)
        else:
            f.call_async((a, b))
        dpnp.add(b, 1, out=a)
    np.testing.assert_array_equal(dpnp.asnumpy(a), 3000)


def test_several_functions_are_interleaved():
    """Functions of several steps and with temporaries, waited for or not."""
    n = 5_001
    queue = dpctl.SyclQueue()
    arguments = [array("A", "input", "f32", [n]), array("B", "inout", "f32", [n])]
    through = function(
        arguments,
        [
            kernel_launch("increment", [n], 0, {"temporary": 0}),
            kernel_launch("increment", [n], {"temporary": 0}, 1),
        ],
        temporaries=[{"name": "T", "element_type": "f32", "elements": n}],
    )
    f = increment(n)
    a, b = (dpnp.zeros(n, dtype="f4", sycl_queue=queue) for _ in range(2))
    for k in range(300):
        through.call_async((a, b)) if k % 2 else through(a, b)
        f.call_async((b, a)) if k % 3 else f(b, a)
        dpnp.add(a, 1, out=a)
    np.testing.assert_array_equal(dpnp.asnumpy(a), 1200)


@pytest.mark.parametrize("size", [1, 1000])
def test_sixteen_threads_call_a_thousand_times(size):
    f = increment(size)
    calls = [(dpnp.full(size, k, dtype="f4"), dpnp.zeros(size, dtype="f4")) for k in range(16)]
    dpnp.synchronize_array_data(calls[-1][1])
    for _ in range(3):
        call_from_threads(f, calls, repeat=1000)
    for k, (_, b) in enumerate(calls):
        np.testing.assert_array_equal(dpnp.asnumpy(b), k + 1)


def test_sixteen_threads_launch_a_thousand_times():
    f = increment(64)
    calls = [((dpnp.full(64, k, dtype="f4"), dpnp.zeros(64, dtype="f4")),) for k in range(16)]
    dpnp.synchronize_array_data(calls[-1][0][1])
    call_from_threads(f.call_async, calls, repeat=1000)
    calls[0][0][0].sycl_queue.wait()
    for k, ((_, b),) in enumerate(calls):
        np.testing.assert_array_equal(dpnp.asnumpy(b), k + 1)


def test_threads_that_wait_and_threads_that_do_not():
    """Which of them finds the queue idle changes all the time."""
    f = increment(64)
    calls = [(dpnp.full(64, k, dtype="f4"), dpnp.zeros(64, dtype="f4"), k % 2) for k in range(16)]
    dpnp.synchronize_array_data(calls[-1][1])

    def call(a, b, waits):
        f(a, b) if waits else f.call_async((a, b))

    for _ in range(4):
        call_from_threads(call, calls, repeat=500)
    calls[0][0].sycl_queue.wait()
    for k, (_, b, _) in enumerate(calls):
        np.testing.assert_array_equal(dpnp.asnumpy(b), k + 1)


def test_the_first_call_may_come_from_many_threads():
    """The module, the device, the program and the queue are all used for the first time."""
    result = run_program("""
        import threading
        import dpctl.memory
        import numpy as np
        import runtime_support

        memory = [dpctl.memory.MemoryUSMShared(16) for _ in range(16)]
        memory[0].copy_from_host(np.ones(4, dtype="f4").view("u1"))
        function = runtime_support.increment(4)
        calls = [(memory[0], b) for b in memory[1:]]
        runtime_support.call_from_threads(function, calls)
        for b in memory[1:]:
            assert b.copy_to_host().view("f4").tolist() == [2] * 4
        print("fine")
    """)
    assert (result.returncode, result.stdout) == (0, "fine\n"), result.stderr


def test_the_first_launch_may_come_from_many_threads():
    """dpctl's order manager hangs when it is first used by two threads at once."""
    for _ in range(6):
        result = run_program(
            """
            import threading
            import runtime_support
            import saopt as sa

            function = runtime_support.increment(4)
            a = sa.ones(4, dtype="f4", usm_type="device")
            results = [sa.zeros(4, dtype="f4", usm_type="device") for _ in range(16)]
            function(a, results[0])
            calls = [((a, b),) for b in results]
            runtime_support.call_from_threads(function.call_async, calls, repeat=3)
            assert all(b.asnumpy().tolist() == [2] * 4 for b in results)
            print("fine")
            """,
            timeout=60,
        )
        assert (result.returncode, result.stdout) == (0, "fine\n"), result.stderr


def test_a_hundred_thousand_launches_leave_no_memory_behind():
    program = """
        import os
        import dpctl
        import dpnp
        import runtime_support

        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        def launch(rounds):
            for _ in range(rounds):
                function(a, b)
                prepared()
                function.call_async((a, b))
                prepared_async(())
                function(view, b)

        function = runtime_support.increment(4)
        a, b = dpnp.ones(4, dtype="f4"), dpnp.zeros(4, dtype="f4")
        view = runtime_support.HandMade(a)
        prepared, prepared_async = function.prepare((a, b))
        launch(4_000)
        before = resident()
        launch(20_000)
        print(resident() - before)
    """
    # Sanitizers keep freed memory for a while, which would look like a leak.
    options = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
    result = run_program(program, timeout=600, ASAN_OPTIONS=options)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) < 4 * 2**20


def test_processes_end_while_threads_launch():
    program = """
        import threading
        import time
        import dpnp
        import runtime_support

        def forever(work):
            while True:
                work()

        f = runtime_support.increment(64)
        a, b = dpnp.ones(64, dtype="f4"), dpnp.zeros(64, dtype="f4")
        launches = [lambda: f(a, b), f.prepare((a, b))[0], lambda: f.call_async((a, b))]
        for work in launches:
            threading.Thread(target=forever, args=(work,), daemon=True).start()
        time.sleep(0.1)
    """
    for _ in range(3):
        result = run_program(program)
        assert (result.returncode, result.stderr) == (0, "")


def test_processes_end_while_threads_compile():
    program = """
        import threading
        import time
        from adding import make_add, ones

        def forever():
            while True:
                make_add("spirv")(a, a)

        a = ones()
        for _ in range(2):
            threading.Thread(target=forever, daemon=True).start()
        time.sleep(0.5)
    """
    for _ in range(3):
        result = run_program(program)
        assert (result.returncode, result.stderr) == (0, "")


def test_objects_may_call_when_the_interpreter_is_taken_apart():
    result = run_program("""
        import sys
        import runtime_support
        import dpnp

        class Caller:
            def __del__(self, print=print, f=runtime_support.increment(4)):
                f(a, b)
                f.call_async((a, b))
                print("called")

        a, b = dpnp.ones(4, dtype="f4"), dpnp.zeros(4, dtype="f4")
        sys.modules["until_the_end"] = Caller()
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "called\n", "")
