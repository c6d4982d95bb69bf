# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`call_async` and `prepare` of compiled functions."""

import functools
import gc
import threading
import weakref

import dpctl
import dpnp
import pytest
import saopt as sa
from runtime_support import Weak, increment, slow_copy, until


@functools.cache
def twice(engine):
    """Make ``B[i] = 2 * A[i]``, where B is an output."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(4,))
    B = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(4,))
    nest = sa.Nest(shape=(4,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = 2 * A[i]

    return sa.compile(nest, args=(A, B), engine=engine, name="twice")


def test_call_async(engine):
    a, b = dpnp.arange(4, dtype="f4"), dpnp.zeros(4, dtype="f4")
    event = twice(engine).call_async(a, B=b, depends=[dpctl.SyclEvent()])
    assert isinstance(event, dpctl.SyclEvent)
    event.wait()
    assert dpnp.asnumpy(b).tolist() == [0, 2, 4, 6]


def test_call_async_leaves_out_nothing(engine):
    a = dpnp.arange(4, dtype="f4")
    with pytest.raises(sa.ArgumentError, match="'B': call_async returns an event"):
        twice(engine).call_async(a)
    with pytest.raises(sa.ArgumentCountError):
        twice(engine).call_async()


def test_prepare(engine):
    a, b = dpnp.zeros(4, dtype="f4"), dpnp.zeros(4, dtype="f4")
    prepared = twice(engine).prepare(a, b)
    a[...] = dpnp.arange(4, dtype="f4")
    assert dpnp.asnumpy(b).tolist() == [0] * 4
    for factor in range(1, 4):
        a[...] = factor * dpnp.arange(4, dtype="f4")
        assert prepared() is None
        assert dpnp.asnumpy(b).tolist() == [0, 2 * factor, 4 * factor, 6 * factor]
    a[...] = 1
    prepared.call_async(depends=[dpctl.SyclEvent()]).wait()
    assert dpnp.asnumpy(b).tolist() == [2] * 4
    assert repr(prepared).startswith("<prepared call of <saopt function twice(A, B), ")
    with pytest.raises(TypeError):
        prepared(a)


def test_prepare_makes_outputs(engine):
    a = dpnp.arange(4, dtype="f4")
    prepared = twice(engine).prepare(a)
    result = prepared()
    assert result is prepared()
    assert result.asnumpy().tolist() == [0, 2, 4, 6]


def test_prepare_checks(engine):
    with pytest.raises(sa.ArgumentError, match="argument 'B'"):
        twice(engine).prepare(dpnp.arange(4, dtype="f4"), dpnp.zeros(5, dtype="f4"))


def test_prepared_calls_keep_their_arguments():
    a, b = Weak(dpnp.ones(64, dtype="f4")), dpnp.zeros(64, dtype="f4")
    alive = weakref.ref(a)
    launch, launch_async = slow_copy(64, 1000).prepare((a, b))
    del a
    gc.collect()
    launch()
    event = launch_async(())
    assert alive() is not None
    del launch, launch_async
    event.wait()
    assert until(lambda: alive() is None)


def test_prepared_calls_from_many_threads():
    a, b = dpnp.ones(8, dtype="f4"), dpnp.zeros(8, dtype="f4")
    launch, _ = increment(8).prepare((a, b))
    threads = [threading.Thread(target=lambda: [launch() for _ in range(200)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert dpnp.asnumpy(b).tolist() == [2] * 8
