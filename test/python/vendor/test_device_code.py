# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A device runs code with the workarounds that its compiler needs, and with no others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import saopt as sa
from saopt import _runtime


def scaled(factor: int) -> sa.CompiledFunction:
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(8,))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        A[i] = factor * A[i]

    return sa.compile(nest, args=(A,), name="scaled")


def running() -> sa.CompiledFunction:
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(66,))
    nest = sa.Nest(shape=61)
    j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        A[j + 5] += A[j]

    return sa.compile(nest, args=(A,), name="running")


def test_compilers_of_devices_are_known() -> None:
    compilers = _runtime.device_compilers()
    assert compilers
    assert len(set(compilers)) == len(compilers)
    for compiler in compilers:
        assert compiler == "other" or compiler.startswith("intel-cpu@20")


def test_code_for_a_device_has_only_its_workarounds() -> None:
    module = running()._unit.module
    for compiler in ("any", "intel-cpu", "intel-cpu@2026.22.10.0.01_160000"):
        assert module.spirv_for(compiler) is None, compiler
    plain = module.spirv_for("other")
    assert plain[:4] == module.spirv[:4]
    assert plain != module.spirv


@pytest.mark.parametrize("is_for_this_device", [True, False])
def test_runtime_takes_the_code_for_the_device(
    monkeypatch: pytest.MonkeyPatch, is_for_this_device: bool
) -> None:
    two, three = scaled(2), scaled(3)
    compiled = two._unit.module

    def spirv_for(compiler: str) -> Any:
        return three._unit.module.spirv if is_for_this_device else None

    fake = SimpleNamespace(
        spirv=compiled.spirv,
        manifest=compiled.manifest,
        constants=compiled.constants,
        spirv_for=spirv_for,
    )
    monkeypatch.setitem(vars(two._unit), "module", fake)
    a = sa.asarray(np.arange(8, dtype=np.int32))
    two(a)
    assert a.asnumpy().tolist() == [(3 if is_for_this_device else 2) * x for x in range(8)]


def test_code_that_is_no_module_is_refused() -> None:
    with pytest.raises(sa.Error, match="not a SPIR-V module"):
        _runtime.Program(running().spirv, "spirv", False, b"", {"other": b"no module"})
