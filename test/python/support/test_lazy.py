# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attributes that are computed when they are first read, by many threads."""

import threading

import pytest
from runtime_support import run_program
from saopt._src.support.lazy import lazy_property


class Unit:
    def __init__(self, work=lambda: None):
        self.work = work
        self.count = 0

    @lazy_property
    def made(self):
        """What was made."""
        self.count += 1
        self.work()
        return self.count


def test_it_is_computed_once():
    unit = Unit()
    assert [unit.made, unit.made, unit.count] == [1, 1, 1]
    assert Unit.made.__doc__ == "What was made."


def test_it_is_computed_again_after_a_failure():
    unit = Unit(lambda: [][unit.count - 1])
    with pytest.raises(IndexError):
        _ = unit.made
    unit.work = lambda: None
    assert unit.made == 2


def in_threads(*works):
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert not any(thread.is_alive() for thread in threads)


def test_others_who_ask_wait():
    started, found = threading.Event(), []

    def slow():
        started.set()
        threading.Event().wait(0.2)

    unit = Unit(slow)

    def ask():
        started.wait()
        found.append(unit.made)

    in_threads(lambda: found.append(unit.made), ask, ask)
    assert found == [1, 1, 1]


def test_other_objects_do_not_wait():
    """One is made while the other is being made: compilations of different functions."""
    started, second_is_made = threading.Event(), threading.Event()
    in_time = []

    def make_first():
        started.set()
        in_time.append(second_is_made.wait(10))

    first, second = Unit(make_first), Unit()

    def ask_first():
        _ = first.made

    def ask_second():
        started.wait()
        _ = second.made
        second_is_made.set()

    in_threads(ask_first, ask_second)
    assert in_time == [True]


def test_a_forked_process_computes_what_its_parent_had_not_finished():
    result = run_program("""
        import os, signal, threading
        from test_lazy import Unit

        started, forked = threading.Event(), threading.Event()

        def slow():
            started.set()
            forked.wait()

        unit = Unit(slow)
        thread = threading.Thread(target=lambda: unit.made)
        thread.start()
        started.wait()
        child = os.fork()
        if child == 0:
            # It would wait for ever.
            signal.alarm(20)
            unit.work = lambda: None
            os._exit(unit.made)
        forked.set()
        thread.join()
        print(unit.made, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "1 2\n", "")


def test_a_process_that_is_forked_by_the_computation():
    result = run_program("""
        import os
        from test_lazy import Unit

        children = []
        unit = Unit(lambda: children.append(os.fork()))
        assert unit.made == 1 == unit.made
        if children[0]:
            print(os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]))
        else:
            os._exit(7)
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "7\n", "")
