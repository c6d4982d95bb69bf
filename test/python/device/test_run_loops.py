# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops in the form that plans become, on the engines that have a device."""

import numpy as np
import pytest
from harness import random
from mlir_programs import MlirFunction, check_equal

GEMM = """
sa.func @gemm(%A: !sa.array<?x?xi32, input, sizes = [M, K]>,
              %B: !sa.array<?x?xi32, input, sizes = [K, N]>,
              %C: !sa.array<?x?xi32, inout, sizes = [M, N]>) {
  %m = sa.dim %A, 0 : !sa.array<?x?xi32, input, sizes = [M, K]>
  %k = sa.dim %A, 1 : !sa.array<?x?xi32, input, sizes = [M, K]>
  %n = sa.dim %B, 1 : !sa.array<?x?xi32, input, sizes = [K, N]>
  affine.for %i = 0 to %m step 4 {
    affine.for %j = 0 to %n step 8 {
      affine.for %ii = 0 to min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%m] {
        affine.for %jj = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%j)[%n] {
          %r = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
          %c = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %jj)
          %zero = arith.constant 0 : i32
          %sum = affine.for %p = 0 to %k iter_args(%old = %zero) -> (i32) {
            %a = sa.load %A[%r, %p] : !sa.array<?x?xi32, input, sizes = [M, K]>
            %b = sa.load %B[%p, %c] : !sa.array<?x?xi32, input, sizes = [K, N]>
            %ab = arith.muli %a, %b : i32
            %new = arith.addi %old, %ab : i32
            affine.yield %new : i32
          } {sa.index = "p"}
          sa.accumulate add %sum, %C[%r, %c] : !sa.array<?x?xi32, inout, sizes = [M, N]>
        } {sa.index = "jj"}
      } {sa.index = "ii"}
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>ATTRIBUTES}
}
"""


@pytest.mark.parametrize(
    "attributes",
    [
        "",
        ", sa.max_threads = 3 : i64, sa.policy = #sa.policy<static>",
        ", sa.max_threads = 3 : i64, sa.policy = #sa.policy<dynamic>",
        ", sa.max_threads = 1 : i64",
        ", sa.max_threads = 1000 : i64",
    ],
    ids=["each", "static", "dynamic", "one", "many"],
)
def test_tiles(attributes):
    text = GEMM.replace("ATTRIBUTES", attributes)
    cases = []
    for m, n, k in [(7, 13, 5), (1, 1, 1), (4, 8, 2), (3, 5, 0), (0, 4, 3), (5, 0, 3)]:
        a, b = random(m, k, dtype=np.int32), random(k, n, dtype=np.int32)
        c = random(m, n, dtype=np.int32)
        cases.append(((a, b, c), c + a @ b))
    check_equal(text, *cases)


def test_work_groups_have_one_work_item():
    for attributes in ("", ", sa.max_threads = 3 : i64"):
        function = MlirFunction(GEMM.replace("ATTRIBUTES", attributes), "spirv")
        (step,) = function.manifest["launches"]
        assert step["local"] == [1] * len(step["range"])
        assert "sycl::nd_range<" in function.module.source


def test_range_with_an_edge():
    text = """
    sa.func @edge(%A: !sa.array<?xi32, inout, sizes = [N]>) {
      %n = sa.dim %A, 0 : !sa.array<?xi32, inout, sizes = [N]>
      affine.for %i = 0 to %n step 8 {
        affine.for %ii = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n] {
          %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
          %x = arith.index_cast %at : index to i32
          sa.accumulate add %x, %A[%at] : !sa.array<?xi32, inout, sizes = [N]>
        } {sa.index = "ii", sa.execution = #sa.execution<parallel>}
      } {sa.index = "i", sa.execution = #sa.execution<parallel>ATTRIBUTES}
    }"""
    cases = [((np.ones(n, np.int32),), 1 + np.arange(n, dtype=np.int32)) for n in (1, 7, 8, 29)]
    check_equal(text.replace("ATTRIBUTES", ""), *cases)
    check_equal(text.replace("ATTRIBUTES", ", sa.max_threads = 3 : i64"), *cases)


def test_one_work_item():
    """Loops of one work-item, a condition, and a parallel loop after them run in order."""
    text = """
    sa.func @prefix(%A: !sa.array<?xi32, inout, sizes = [N]>, %k: index) {
      %n = sa.dim %A, 0 : !sa.array<?xi32, inout, sizes = [N]>
      affine.for %i = 1 to %n {
        %before = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
        %a = sa.load %A[%before] : !sa.array<?xi32, inout, sizes = [N]>
        sa.accumulate add %a, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
      } {sa.index = "i"}
      affine.if affine_set<()[n, k] : (n - k >= 0, k - 1 >= 0)>()[%n, %k] {
        affine.for %i = 0 to %k {
          %one = arith.constant 1 : i32
          sa.accumulate add %one, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
        } {sa.index = "i"}
      } else {
        affine.for %i = 0 to %n {
          %two = arith.constant 2 : i32
          sa.accumulate mul %two, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
        } {sa.index = "i"}
      }
      affine.for %i = 0 to %n {
        %ten = arith.constant 10 : i32
        sa.accumulate mul %ten, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
      } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    }"""
    cases = []
    for n, k in [(7, 3), (7, 8), (1, 1), (0, 0), (13, 0)]:
        a = random(n, dtype=np.int32)
        sums = np.cumsum(a, dtype=np.int32)
        if n >= k >= 1:
            sums[:k] += 1
        else:
            sums *= 2
        cases.append(((a, k), sums * 10))
    check_equal(text, *cases)


@pytest.mark.parametrize("layout", ["", ", #sa.col_major", ", #sa.blocked<[2, 4]>"])
def test_private_buffer(layout):
    """Each work-item turns a tile around in memory of its own."""
    text = """
    sa.func @turn(%A: !sa.array<7x24xf32, input>, %B: !sa.array<7x24xf32, inout>) {
      affine.for %i = 0 to 7 {
        affine.for %j = 0 to 24 step 12 {
          %T = sa.buffer "T" private : !sa.array<3x4xf32, tempLAYOUT>
          affine.for %r = 0 to 3 {
            affine.for %c = 0 to 4 {
              %at = affine.apply affine_map<(d0, d1, d2) -> (d0 + 4 * d1 + d2)>(%j, %r, %c)
              %a = sa.load %A[%i, %at] : !sa.array<7x24xf32, input>
              sa.store %a, %T[%r, %c] : !sa.array<3x4xf32, tempLAYOUT>
            } {sa.index = "c"}
          } {sa.index = "r"}
          affine.for %c = 0 to 4 {
            affine.for %r = 0 to 3 {
              %at = affine.apply affine_map<(d0, d1, d2) -> (d0 + 3 * d1 + d2)>(%j, %c, %r)
              %t = sa.load %T[%r, %c] : !sa.array<3x4xf32, tempLAYOUT>
              sa.store %t, %B[%i, %at] : !sa.array<7x24xf32, inout>
            } {sa.index = "r"}
          } {sa.index = "c"}
        } {sa.index = "j"}
      } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    }"""
    a = random(7, 24)
    expected = a.reshape(7, 2, 3, 4).swapaxes(2, 3).reshape(7, 24)
    check_equal(text.replace("LAYOUT", layout), ((a, np.zeros_like(a)), expected))


def test_temporary_between_kernels():
    text = """
    sa.func @twice(%A: !sa.array<?xf32, inout, sizes = [N]>) {
      %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
      %T = sa.temp "T" : !sa.array<?xf32, temp, sizes = [N]>
      affine.for %i = 0 to %n {
        %a = sa.load %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
        sa.accumulate add %a, %T[%i] : !sa.array<?xf32, temp, sizes = [N]>
      } {sa.index = "i", sa.execution = #sa.execution<parallel>}
      affine.for %i = 0 to %n {
        %last = affine.apply affine_map<(d0)[s0] -> (s0 - 1 - d0)>(%i)[%n]
        %t = sa.load %T[%last] : !sa.array<?xf32, temp, sizes = [N]>
        sa.store %t, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
      } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    }"""
    a = random(11)
    check_equal(text, ((a,), a[::-1]))
