# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops and conditions of the host around kernels, on the engines that have a device."""

import numpy as np
import pytest
import saopt as sa
from harness import random
from mlir_programs import MlirFunction, check_equal

# Every element becomes the sum of its neighbours, S times, from tiles that differ in width.
STEPS = """
sa.func @diffuse(%A: !sa.array<?xi32, inout, sizes = [N]>, %S: index) {
  %n = sa.dim %A, 0 : !sa.array<?xi32, inout, sizes = [N]>
  %T = sa.temp "T" : !sa.array<?xi32, temp, sizes = [N]>
  affine.for %s = 0 to %S {
    affine.for %i = 0 to %n {
      %a = sa.load %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
      sa.store %a, %T[%i] : !sa.array<?xi32, temp, sizes = [N]>
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      %left = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
      %right = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %l = sa.load %T[%left] : !sa.array<?xi32, temp, sizes = [N]>
      %r = sa.load %T[%right] : !sa.array<?xi32, temp, sizes = [N]>
      %sum = arith.addi %l, %r : i32
      %number = arith.index_cast %s : index to i32
      %new = arith.addi %sum, %number : i32
      sa.store %new, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  } {sa.index = "s"}
}
"""


def diffused(a, steps):
    for s in range(steps):
        a = np.concatenate([a[:1], a[:-2] + a[2:] + np.int32(s), a[-1:]]) if len(a) > 2 else a
    return a


def test_several_kernels_in_a_loop():
    """The bound of the loop is an argument; no iterations are fine."""
    cases = []
    for n, steps in [(17, 5), (2, 3), (7, 0), (7, -4), (1, 1), (5, 1)]:
        a = random(n, dtype=np.int32)
        cases.append(((a, steps), diffused(a, steps)))
    check_equal(STEPS, *cases)


def test_ranges_that_depend_on_loops():
    """Two loops of the host; the range and the offsets depend on both."""
    text = """
    sa.func @tiles(%A: !sa.array<?x?xi32, inout, sizes = [M, N]>) {
      %m = sa.dim %A, 0 : !sa.array<?x?xi32, inout, sizes = [M, N]>
      %n = sa.dim %A, 1 : !sa.array<?x?xi32, inout, sizes = [M, N]>
      affine.for %i = 0 to %m step 3 {
        affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n step 5 {
          affine.for %ii = 0 to min affine_map<(d0)[s0] -> (3, s0 - d0)>(%i)[%m] {
            affine.for %jj = 0 to min affine_map<(d0)[s0] -> (5, s0 - d0)>(%j)[%n] {
              %r = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
              %c = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %jj)
              %x = affine.apply affine_map<(d0, d1) -> (100 * d0 + d1 + 1)>(%i, %j)
              %v = arith.index_cast %x : index to i32
              sa.accumulate add %v, %A[%r, %c] : !sa.array<?x?xi32, inout, sizes = [M, N]>
            } {sa.index = "jj", sa.execution = #sa.execution<parallel>}
          } {sa.index = "ii", sa.execution = #sa.execution<parallel>}
        } {sa.index = "j"}
      } {sa.index = "i"}
    }"""
    cases = []
    for m, n in [(7, 13), (3, 5), (1, 1), (11, 2), (0, 3), (3, 0)]:
        a = random(m, n, dtype=np.int32)
        expected = a.copy()
        for i in range(0, m, 3):
            for j in range(i, n, 5):
                expected[i : i + 3, j : j + 5] += 100 * i + j + 1
        cases.append(((a,), expected))
    check_equal(text, *cases)


def test_lone_kernels_and_conditions():
    """A loop of the host holds a kernel of one work-item, and a condition on its index."""
    text = """
    sa.func @mixed(%A: !sa.array<?xi32, inout, sizes = [N]>, %k: index) {
      %n = sa.dim %A, 0 : !sa.array<?xi32, inout, sizes = [N]>
      affine.for %s = 0 to 6 {
        affine.for %i = 1 to %n {
          %before = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
          %a = sa.load %A[%before] : !sa.array<?xi32, inout, sizes = [N]>
          sa.accumulate add %a, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
        } {sa.index = "i"}
        affine.if affine_set<(s)[k] : (s - k >= 0, s mod 2 == 0)>(%s)[%k] {
          affine.for %i = 0 to %n {
            %one = arith.constant 1 : i32
            sa.accumulate add %one, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
          } {sa.index = "i", sa.execution = #sa.execution<parallel>}
        } else {
          affine.for %i = 0 to %n {
            %two = arith.constant 2 : i32
            sa.accumulate add %two, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
          } {sa.index = "i", sa.execution = #sa.execution<parallel>}
        }
      } {sa.index = "s"}
    }"""
    cases = []
    for n, k in [(7, 3), (1, 0), (5, 100), (5, -1)]:
        a = random(n, dtype=np.int32)
        expected = a
        for s in range(6):
            expected = np.cumsum(expected, dtype=np.int32)
            expected = expected + np.int32(1 if s >= k and s % 2 == 0 else 2)
        cases.append(((a, k), expected))
    check_equal(text, *cases)


def test_range_of_an_argument():
    """The size of a range may be a scalar argument, which may be anything."""
    text = """
    sa.func @first(%A: !sa.array<8xi32, inout>, %k: index) {
      affine.for %i = 0 to min affine_map<()[k] -> (k, 8)>()[%k] {
        %one = arith.constant 1 : i32
        sa.accumulate add %one, %A[%i] : !sa.array<8xi32, inout>
      } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    }"""
    a = np.zeros(8, np.int32)
    numbers = np.arange(8)
    cases = [((a, k), (numbers < k).astype(np.int32)) for k in (-(2**62), 0, 3, 8, 2**62)]
    check_equal(text, *cases)


def test_the_source_has_the_loops():
    source = MlirFunction(STEPS, "spirv").module.source
    assert "for (int64_t s = 0; s < S; ++s) {" in source
    assert "int64_t s" in source.split("diffuse_1_item(")[1].split(")")[0]


def test_the_manifest_has_the_loops():
    manifest = MlirFunction(STEPS, "spirv").manifest
    (loop,) = manifest["launches"]
    assert (loop["for"], loop["from"], loop["to"], loop["increment"]) == ("s", 0, "S", 1)
    assert [step["kernel"] for step in loop["launches"]] == ["diffuse_0", "diffuse_1"]
    assert {"size": "s"} in loop["launches"][1]["arguments"]


@pytest.mark.parametrize("steps", [1000])
def test_many_launches(steps):
    a = random(13, dtype=np.int32)
    with np.errstate(over="ignore"):
        expected = diffused(a, steps)
    check_equal(STEPS, ((a, steps), expected))


def test_a_bound_of_many_results():
    """The manifest nests as deeply as the bound has results, and the runtime reads it."""
    results = ", ".join(f"s0 * {k} + {k}" for k in range(2, 152)) + ", s0"
    text = f"""
sa.func @many(%A: !sa.array<?xi32, inout, sizes = [N]>) {{
  %n = sa.dim %A, 0 : !sa.array<?xi32, inout, sizes = [N]>
  %one = arith.constant 1 : i32
  affine.for %i = 0 to min affine_map<()[s0] -> ({results})>()[%n] {{
    sa.store %one, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
  }} {{sa.index = "i", sa.execution = #sa.execution<parallel>}}
}}
"""
    check_equal(text, ((np.zeros(7, np.int32),), np.ones(7, np.int32)))


def nested(depth, opening, closing):
    """Return a function with a launch inside of that many loops or conditions of the host."""
    around = "".join(opening.format(k=k) for k in range(depth))
    return f"""
sa.func @nested(%A: !sa.array<?xi32, inout, sizes = [N]>, %S: index) {{
  %n = sa.dim %A, 0 : !sa.array<?xi32, inout, sizes = [N]>
  %one = arith.constant 1 : i32
  {around}
  affine.for %i = 0 to %n {{
    sa.accumulate add %one, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
  }} {{sa.index = "i", sa.execution = #sa.execution<parallel>}}
  {closing * depth}
}}
"""


LOOP = ("affine.for %s{k} = 0 to %S {{\n", '} {sa.index = "s"}\n')


def test_as_many_loops_as_the_runtime_reads():
    check_equal(nested(64, *LOOP), ((np.zeros(3, np.int32), 1), np.ones(3, np.int32)))


def test_more_loops_are_refused_by_the_compiler():
    message = "is inside of 64 other loops: a manifest has no more around a launch"
    with pytest.raises(sa.CompileError, match=message):
        MlirFunction(nested(65, *LOOP), "spirv")
