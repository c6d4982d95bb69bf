# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""When plans are chosen, and for which target."""

from __future__ import annotations

import re

import dpctl
import numpy as np
import pytest
import saopt as sa
from saopt import _compiler
from saopt._src.build.compile import compile_many
from saopt._src.build.options import Options


def doubling(size):
    """Return a nest that doubles the elements of an array, and its arrays."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(size,), name="A")
    B = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(size,), name="B")
    nest = sa.Nest(shape=(size,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = 2 * A[i]

    return nest, (A, B)


def test_plans_are_chosen_unless_told_otherwise():
    chosen = sa.compile(*doubling(1 << 16), name="twice")
    assert "stream" in chosen.plan_text
    assert "stream" in compile_many([(*doubling(1 << 16), "twice")])[0].plan_text
    plain = sa.compile(*doubling(1 << 16), name="twice", schedule="none")
    assert plain.plan_text == ""
    assert plain.source != chosen.source


def test_a_plan_by_hand_stays():
    nest, args = doubling(1 << 16)
    (i,) = nest.indices
    schedule = nest.create_schedule()
    ii = schedule.split(i, 256)
    plan = schedule.create_plan()
    plan.unroll(ii)
    sources = [sa.compile(plan, args, name="f", schedule=mode).source for mode in ("auto", "none")]
    assert sources[0] == sources[1]


def test_strict_functions_keep_the_order_of_sums():
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(1 << 16,))
    S = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=())
    nest = sa.Nest(shape=(1 << 16,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] += A[i]

    assert "lanes" in sa.compile(nest, (A, S), name="total").plan_text
    assert "no plan" in sa.compile(nest, (A, S), name="total", strict=True).plan_text


@pytest.fixture
def no_device(monkeypatch):
    def refuse(*_):
        raise dpctl.SyclDeviceCreationError("there is no device")

    monkeypatch.setattr("saopt._src.schedule.target._host", refuse)


def test_plans_are_chosen_without_a_device(no_device):
    options = Options(strict=False, skip_zeros=True, schedule="auto").build()
    assert options.schedule == _compiler.ScheduleMode.AUTO
    assert options.target.vector_bytes == _compiler.TargetDescription().vector_bytes
    chosen = sa.compile(*doubling(1 << 16), name="twice")
    assert re.search(r"stream, \d+ lanes", chosen.plan_text)


def test_a_gpu_gets_no_plans_of_a_cpu(monkeypatch):
    monkeypatch.setattr("saopt._src.schedule.target._host", lambda: sa.Target("pvc"))
    options = Options(strict=False, skip_zeros=True, schedule="auto").build()
    assert options.schedule == _compiler.ScheduleMode.NONE


def test_plans_for_another_device():
    wide = sa.Target("wide", category="cpu", vector_bytes=64, vector_registers=32, num_cores=8)
    narrow = wide.with_properties(vector_bytes=16, cache_sizes=(32 << 10, 256 << 10))
    assert "64 lanes" in sa.compile(*doubling(1 << 20), name="f", target=wide).plan_text
    (many,) = compile_many([(*doubling(1 << 20), "f")], target=narrow)
    assert "16 lanes" in many.plan_text
    options = Options(strict=False, skip_zeros=True, schedule="auto", target=narrow).build()
    assert (options.target.cache_bytes, options.target.cores) == (256 << 10, 8)
    assert sa.compile(*doubling(1 << 20), name="f", target=sa.Target("pvc")).plan_text == ""


def test_a_target_is_a_target():
    with pytest.raises(sa.CompileError, match="'pvc' is no target: give a sa.Target"):
        sa.compile(*doubling(64), name="f", target="pvc")


def test_options_of_the_compiler_are_those_of_the_call():
    options = Options(strict=True, skip_zeros=False, schedule="none").build()
    assert options.strict and not options.skip_zeros
    assert options.schedule == _compiler.ScheduleMode.NONE
    host = sa.Target.HOST
    target = Options(strict=False, skip_zeros=True, schedule="auto").build().target
    assert target.vector_registers == host.vector_registers
    assert (target.cores, target.cache_bytes) == (host.num_cores, host.cache_sizes[0])


def test_eager_functions_run_the_logic():
    nest, args = doubling(1 << 14)
    b = np.zeros(1 << 14, "f4")
    sa.compile(nest, args, "eager")(np.ones(1 << 14, "f4"), b)
    assert (b == 2).all()
