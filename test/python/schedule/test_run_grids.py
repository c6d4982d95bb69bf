# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that are bound to a grid, on the engines that have a device."""

import numpy as np
from harness import random
from mlir_programs import MlirFunction, check_equal

# C += A · B in tiles of 4 by 8; the work-items of a group fill a tile of A together.
GEMM = """
!A = !sa.array<?x?xi32, input, sizes = [M, K]>
!B = !sa.array<?x?xi32, input, sizes = [K, N]>
!C = !sa.array<?x?xi32, inout, sizes = [M, N]>
!T = !sa.array<4x16xi32, temp>
#inside = affine_set<(r, c)[m, n] : (m - 1 - r >= 0, n - 1 - c >= 0)>
#add = affine_map<(d0, d1) -> (d0 + d1)>
sa.func @gemm(%A: !A, %B: !B, %C: !C) {
  %m = sa.dim %A, 0 : !A
  %k = sa.dim %A, 1 : !A
  %n = sa.dim %B, 1 : !B
  affine.for %i = 0 to %m step 4 {
    affine.for %j = 0 to %n step 8 {
      affine.for %ii = 0 to 4 {
        affine.for %jj = 0 to 8 {
          %T = sa.buffer "tile" local : !T
          %r = affine.apply #add(%i, %ii)
          %c = affine.apply #add(%j, %jj)
          affine.for %p = 0 to %k step 16 {
            gpu.barrier
            affine.for %e = affine_map<(d0) -> (d0)>(%jj) to 16 step 8 {
              %q = affine.apply #add(%p, %e)
              affine.if #inside(%r, %q)[%m, %k] {
                %a = sa.load %A[%r, %q] : !A
                sa.store %a, %T[%ii, %e] : !T
              }
            } {sa.index = "e"}
            gpu.barrier
            affine.if #inside(%r, %c)[%m, %n] {
              affine.for %pp = 0 to min affine_map<(d0)[s0] -> (16, s0 - d0)>(%p)[%k] {
                %q = affine.apply #add(%p, %pp)
                %a = sa.load %T[%ii, %pp] : !T
                %b = sa.load %B[%q, %c] : !B
                %ab = arith.muli %a, %b : i32
                sa.accumulate add %ab, %C[%r, %c] : !C
              } {sa.index = "pp"}
            }
          } {sa.index = "p"}
        } {sa.index = "jj", sa.execution = #sa.execution<thread_x>}
      } {sa.index = "ii", sa.execution = #sa.execution<thread_y>}
    } {sa.index = "j", sa.execution = #sa.execution<block_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_y>}
}
"""


def test_shared_tile():
    cases = []
    for m, n, k in [(7, 13, 37), (1, 1, 1), (4, 8, 16), (3, 5, 0), (0, 4, 3), (29, 3, 17)]:
        a, b = random(m, k, dtype=np.int32), random(k, n, dtype=np.int32)
        c = random(m, n, dtype=np.int32)
        cases.append(((a, b, c), c + a @ b))
    check_equal(GEMM, *cases)


def test_launch():
    function = MlirFunction(GEMM, "spirv")
    (step,) = function.manifest["launches"]
    assert step["local"] == [4, 8]
    source = function.module.source
    assert "sycl::local_accessor<int32_t, 1> tile(64, handler);" in source
    assert "sycl::group_barrier(position.get_group());" in source


def test_edges():
    """Groups and work-items without an iteration do nothing."""
    text = """
    sa.func @count(%A: !sa.array<?x?xi32, inout, sizes = [M, N]>) {
      %m = sa.dim %A, 0 : !sa.array<?x?xi32, inout, sizes = [M, N]>
      %n = sa.dim %A, 1 : !sa.array<?x?xi32, inout, sizes = [M, N]>
      affine.for %i = 0 to %m step 3 {
        affine.for %ii = 0 to min affine_map<(d0)[s0] -> (3, s0 - d0)>(%i)[%m] {
          %r = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
          affine.for %j = 1 to 9 step 2 {
            affine.if affine_set<(j)[n] : (n - 1 - j >= 0)>(%j)[%n] {
              %one = arith.constant 1 : i32
              sa.accumulate add %one, %A[%r, %j] : !sa.array<?x?xi32, inout, sizes = [M, N]>
            }
          } {sa.index = "j", sa.execution = #sa.execution<thread_x>}
          affine.for %j = 0 to min affine_map<()[s0] -> (s0, 6)>()[%n] {
            %ten = arith.constant 10 : i32
            sa.accumulate add %ten, %A[%r, %j] : !sa.array<?x?xi32, inout, sizes = [M, N]>
          } {sa.index = "j", sa.execution = #sa.execution<thread_x>}
        } {sa.index = "ii", sa.execution = #sa.execution<thread_z>}
      } {sa.index = "i", sa.execution = #sa.execution<block_z>}
    }"""
    cases = []
    for m, n in [(7, 13), (3, 5), (1, 1), (0, 3), (8, 9)]:
        a = random(m, n, dtype=np.int32)
        expected = a.copy()
        expected[:, 1:9:2] += 1
        expected[:, :6] += 10
        cases.append(((a,), expected))
    check_equal(text, *cases)


def test_two_block_loops():
    """Loops over the same groups, one after the other; the longest decides."""
    text = """
    sa.func @two(%A: !sa.array<?xi32, inout, sizes = [N]>, %k: index) {
      %n = sa.dim %A, 0 : !sa.array<?xi32, inout, sizes = [N]>
      affine.for %j = 0 to 1 {
        affine.for %i = 0 to %n {
          %one = arith.constant 1 : i32
          sa.accumulate add %one, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
        } {sa.index = "i", sa.execution = #sa.execution<block_x>}
        affine.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %k] {
          %ten = arith.constant 10 : i32
          sa.accumulate add %ten, %A[%i] : !sa.array<?xi32, inout, sizes = [N]>
        } {sa.index = "i", sa.execution = #sa.execution<block_x>}
      } {sa.index = "j", sa.execution = #sa.execution<thread_y>}
    }"""
    a = np.zeros(11, np.int32)
    cases = [((a, k), 1 + 10 * (np.arange(11) < k).astype(np.int32)) for k in (-1, 0, 3, 40)]
    check_equal(text, *cases)


def test_sub_groups():
    text = """
    sa.func @lanes(%A: !sa.array<5x3x8xi32, inout>) {
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 3 {
          affine.for %l = 0 to 8 {
            %at = affine.apply affine_map<(d0, d1, d2) -> (100 * d0 + 10 * d1 + d2)>(%i, %j, %l)
            %x = arith.index_cast %at : index to i32
            sa.accumulate add %x, %A[%i, %j, %l] : !sa.array<5x3x8xi32, inout>
          } {sa.index = "l", sa.execution = #sa.execution<subgroup>}
        } {sa.index = "j", sa.execution = #sa.execution<thread_x>}
      } {sa.index = "i", sa.execution = #sa.execution<block_x>}
    }"""
    i, j, lane = np.indices((5, 3, 8), np.int32)
    check_equal(text, ((np.zeros((5, 3, 8), np.int32),), 100 * i + 10 * j + lane))
    assert MlirFunction(text, "spirv").manifest["launches"][0]["local"] == [24]


def test_grid_in_a_host_loop():
    text = """
    sa.func @steps(%A: !sa.array<?xi32, inout, sizes = [N]>) {
      %n = sa.dim %A, 0 : !sa.array<?xi32, inout, sizes = [N]>
      affine.for %s = 0 to 5 {
        affine.for %i = affine_map<(d0) -> (d0)>(%s) to %n step 4 {
          affine.for %ii = 0 to min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n] {
            %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
            %x = arith.index_cast %s : index to i32
            sa.accumulate add %x, %A[%at] : !sa.array<?xi32, inout, sizes = [N]>
          } {sa.index = "ii", sa.execution = #sa.execution<thread_x>}
        } {sa.index = "i", sa.execution = #sa.execution<block_x>}
      } {sa.index = "s"}
    }"""
    cases = []
    for n in (0, 1, 4, 13):
        expected = np.zeros(n, np.int32)
        for s in range(5):
            expected[s:] += s
        cases.append(((np.zeros(n, np.int32),), expected))
    check_equal(text, *cases)
