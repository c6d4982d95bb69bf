# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A forked process is told that it cannot use the device, instead of waiting for ever."""

import subprocess
import sys

import pytest
from runtime_support import run_program

SCRIPT = """
import os
import saopt as sa
import dpnp

A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4,))
nest = sa.Nest(shape=(4,))
i = nest.get_indices()

@nest.iteration_logic
def _():
    A[i] += 1

increment = sa.compile(nest, args=(A,))
a = dpnp.zeros(4, dtype="f4")
increment(a)
child = os.fork()
if child == 0:
    try:
        increment(a)
    except sa.Error as error:
        os._exit(7 if "forked" in str(error) else 8)
    os._exit(9)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 7, status
increment(a)
assert a.asnumpy().tolist() == [2.0] * 4
"""


def test_call_in_a_forked_process():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


ENDS = {
    "returns": ("pass", 0),
    "exits": ("sys.exit(3)", 3),
    "raises": ("raise ValueError('a failure of its own')", 1),
    "frees": ("del a, b, u, k; gc.collect(); sys.exit(4)", 4),
}


@pytest.mark.parametrize("ours", [False, True])
@pytest.mark.parametrize("end", ENDS)
def test_a_forked_process_ends(end, ours):
    """It has arrays of its parent, and the driver's threads are its parent's."""
    statement, code = ENDS[end]
    result = run_program(f"""
        import atexit, gc, os, sys
        import dpctl, dpnp
        import saopt as sa
        a = dpnp.ones(1000, dtype="f4")
        b = a + 1
        u = k = None
        if {ours}:
            from runtime_support import increment
            u, k = sa.ones(1000, dtype="f4", usm_type="device"), increment(1000)
            k(a, b)
            k.call_async((a, b))
        child = os.fork()
        if child == 0:
            atexit.register(lambda: print("child ended"))
            {statement}
        else:
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
            assert float(b[0]) == 2
    """)
    assert (result.returncode, result.stdout) == (0, f"child ended\n{code}\n")
    assert ("a failure of its own" in result.stderr) == (end == "raises")


def test_multiprocessing_with_fork():
    result = run_program("""
        import multiprocessing
        import dpnp
        import saopt as sa

        def work(out):
            try:
                sa.zeros(3)
            except sa.Error as error:
                out.put("forked" in str(error))

        a = dpnp.ones(1000, dtype="f4") + 1
        u = sa.ones(1000, dtype="f4")
        context = multiprocessing.get_context("fork")
        out = context.Queue()
        children = [context.Process(target=work, args=(out,)) for _ in range(3)]
        for child in children:
            child.start()
        print([out.get(timeout=30) for _ in children])
        for child in children:
            child.join()
        print([child.exitcode for child in children])
    """)
    assert (result.returncode, result.stdout) == (0, "[True, True, True]\n[0, 0, 0]\n")


def test_a_process_that_was_forked_before_the_first_use():
    result = run_program("""
        import os
        import saopt as sa
        child = os.fork()
        assert sa.ones(3).asnumpy().tolist() == [1, 1, 1]
        if child:
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "0\n", "")


def test_forks_while_threads_launch():
    """Work that was on its way never ends in the forked process, and nothing waits for it."""
    result = run_program("""
        import gc, os, sys, threading, time
        import saopt as sa
        from adding import make_add, ones

        def work(arrays):
            while not stop:
                add(*arrays)
                add.call_async(*arrays)
                arrays[2].asnumpy()

        stop = False
        add = make_add("spirv")
        calls = [[ones(usm_type="device") for _ in range(3)] for _ in range(4)]
        add.call_async(*calls[0])
        for arrays in calls:
            threading.Thread(target=work, args=(arrays,), daemon=True).start()
        for attempt in range(12):
            time.sleep(0.02)
            child = os.fork()
            if child == 0:
                if attempt % 3 == 1:
                    calls.clear()
                    arrays = None
                    gc.collect()
                elif attempt % 3 == 2:
                    try:
                        add(*calls[0])
                    except sa.Error as error:
                        assert "forked" in str(error)
                sys.exit(5)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
        stop = True
        print("fine")
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "fine\n", "")


@pytest.mark.parametrize("use", ["f(a)", "sa.zeros((3,))", "sa.asarray([1.0])"])
@pytest.mark.parametrize("before", ["dpnp.zeros(4, dtype='f4') + 1", "dpctl.SyclQueue()"])
def test_the_parent_used_the_device_through_another_library(use, before):
    """Nobody has called anything of ours before the fork."""
    result = run_program(f"""
        import os
        import dpctl
        import saopt as sa
        import dpnp
        from adding import make_add

        add = make_add("spirv")
        a = {before}

        def f(a):
            add(a, a, a)

        child = os.fork()
        if child == 0:
            try:
                {use}
            except sa.Error as error:
                os._exit(7 if "forked" in str(error) else 8)
            os._exit(9)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """)
    assert (result.returncode, result.stdout) == (0, "7\n"), result.stderr
