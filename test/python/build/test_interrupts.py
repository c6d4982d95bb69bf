# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ctrl-C, and other signals, while the compiler runs."""

import signal
import threading

import pytest
import saopt as sa
from harness import call, random
from saopt import _compiler
from schedule_programs import product

FUNCTIONS = 10
STATEMENTS = 700


@pytest.fixture
def signalled():
    """Return a list of what handles a signal that comes again as soon as it was handled."""
    handlers, again, is_over = [], threading.Event(), threading.Event()

    def handle(number, frame):
        again.set()
        if handlers:
            handlers[-1]()

    def send():
        while not is_over.is_set():
            again.clear()
            signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
            again.wait(1)

    before = signal.signal(signal.SIGUSR1, handle)
    sender = threading.Thread(target=send)
    sender.start()
    yield handlers
    handlers.clear()
    is_over.set()
    sender.join()
    signal.signal(signal.SIGUSR1, before)


def long_program():
    """Return a program as text that the compiler works on for a while."""
    statements = "\n".join(
        f"    %a{n} = sa.load %A[%i, %j] : !A\n"
        f"    %c{n} = arith.constant {n}.0 : f32\n"
        f"    %s{n} = arith.addf %a{n}, %c{n} : f32\n"
        f"    sa.store %s{n}, %B[%i, %j] : !A"
        for n in range(STATEMENTS)
    )
    nest = f"  sa.nest (%i, %j) to (16, 16) {{\n{statements}\n  }}"
    functions = "\n".join(f"sa.func @f{n}(%A: !A, %B: !A) {{\n{nest}\n}}" for n in range(FUNCTIONS))
    return "!A = !sa.array<16x16xf32, inout>\n" + functions


def test_signals_are_handled_while_the_compiler_runs(signalled):
    """Once before a call and once after it Python does that anyway."""
    handled = []
    signalled.append(lambda: handled.append(None))
    before = len(handled)
    _compiler.compile_text(long_program(), "long.mlir")
    assert len(handled) - before > 2


def test_ctrl_c_ends_a_compilation_and_nothing_else(signalled):
    class Stop(KeyboardInterrupt):
        pass

    def stop():
        signalled.clear()
        raise Stop

    with pytest.raises(Stop):
        signalled.append(stop)
        _compiler.compile_text(long_program(), "long.mlir")
    mm = product(4, 4, 4)
    inputs = [random(4, 4, dtype="i4") for _ in range(3)]
    results = [call(sa.compile(mm.nest, mm.args, engine), *inputs) for engine in ("spirv", "eager")]
    assert (results[0][-1] == results[1][-1]).all()
