# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""USM arrays in many threads, and in processes that cannot have them."""

import os
import subprocess
import sys
import threading

import numpy as np
import saopt as sa

SCRIPT = """
import threading
import saopt as sa
start = threading.Barrier(8)
found = []
def work(n):
    start.wait()
    a = sa.full(1000 + n, n, dtype="i4", usm_type=("device", "shared", "host")[n % 3])
    a[::2] = sa.arange(a[::2].size, dtype="i4")
    found.append(int(a[1]) == n and int(a[2]) == 1 and float(sa.linspace(0, 1, 5)[1]) == 0.25)
threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert found == [True] * 8, found
"""


def run_script(script):
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_first_use_from_many_threads():
    for _ in range(3):
        done = run_script(SCRIPT)
        assert done.returncode == 0, done.stderr


FORK = """
import os
import saopt as sa
a = sa.ones(3, usm_type="device")
child = os.fork()
if child == 0:
    failed = 0
    move = lambda: a.to_device("cpu")
    for use in (lambda: sa.zeros(3), lambda: sa.asarray([1]), a.asnumpy, move):
        try:
            use()
        except sa.Error as error:
            failed += "forked" in str(error)
    os._exit(failed)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
assert float(a[0]) == 1
"""


def test_after_a_fork():
    done = run_script(FORK)
    assert done.returncode == 0, done.stderr


def test_many_threads_on_one_queue():
    shared = sa.zeros((8, 1000), dtype="i8", usm_type="device")
    failures = []

    def work(n):
        for repeat in range(50):
            shared[n] = np.arange(1000) * (n + 1) + repeat
            mine = sa.full((3, 7), n, usm_type="device")
            if not np.all(mine.asnumpy() == n):
                failures.append(n)
            if int(shared[n, 10]) != 10 * (n + 1) + repeat:
                failures.append((n, repeat))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


MIXED = """
import random
import threading
import dpctl
import numpy as np
import saopt as sa
from adding import N, make_add, ones

add = make_add("spirv")
queues = [dpctl.SyclQueue(), dpctl.SyclQueue(property="in_order")]
host = np.arange(N, dtype="f4")
wrong = []

def check(array, expected, what):
    if not np.array_equal(array.asnumpy(), np.broadcast_to(expected, N)):
        wrong.append(what)

def work(n):
    choose = random.Random(n)
    for _ in range(60):
        queue, kind = choose.choice(queues), choose.choice(["device", "shared", "host"])
        where = {"device": queue, "usm_type": kind}
        a, b = sa.asarray(host + n, **where), sa.zeros(N, dtype="f4", **where)
        check(b, 0, "zeros")
        c = ones(**where)
        event = add.call_async(a, c, b)
        check(b, host + n + 1, "call_async")
        add(a, a, b)
        check(b, 2 * host + 2 * n, "call")
        b[::2], b[1::2] = n, sa.full(N // 2, n, dtype="f4", **where)
        check(b, n, "assignment")
        check(sa.asarray(b, device=choose.choice(queues), copy=True), n, "copy")
        check(sa.zeros_like(b), 0, "zeros_like")

threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not wrong, set(wrong)
"""


def test_everything_on_two_queues():
    """Copies, clears, calls and launches of 16 threads, on queues that they all use."""
    for _ in range(3):
        done = run_script(MIXED)
        assert done.returncode == 0, done.stderr


MANY_QUEUES = """
import threading
import dpctl
import saopt as sa
queues = [dpctl.SyclQueue() for _ in range(3)]
wrong = []
def work(n):
    arrays = [sa.zeros(64, dtype="f4", usm_type="device", device=queue) for queue in queues]
    for repeat in range(100):
        for array in arrays:
            array[::2] = repeat
            array[1::2] = sa.full(32, n, dtype="f4", usm_type="device", device=array.device)
            if float(array[62]) != repeat or float(array[63]) != n:
                wrong.append((n, repeat))
threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not wrong, wrong
"""


def test_many_threads_on_many_queues():
    """A copy for each element made the driver hang."""
    done = run_script(MANY_QUEUES)
    assert done.returncode == 0, done.stderr


DAEMONS = """
import threading
import saopt as sa
made = [threading.Event() for _ in range(4)]
def work(done):
    while True:
        sa.zeros(16, dtype="f4")
        done.set()
for done in made:
    threading.Thread(target=work, args=(done,), daemon=True).start()
for done in made:
    done.wait()
"""


def test_the_process_ends_while_daemon_threads_make_arrays():
    for _ in range(5):
        done = run_script(DAEMONS)
        assert (done.returncode, done.stderr) == (0, "")
