// RUN: saopt %s --canonicalize | FileCheck %s

// A size that the type knows is a constant; a run-time size stays.

// CHECK-LABEL: sa.func @sizes
sa.func @sizes(%A: !sa.array<?x32xi64, inout, sizes = [M]>) {
  %rows = sa.dim %A, 0 : !sa.array<?x32xi64, inout, sizes = [M]>
  %columns = sa.dim %A, 1 : !sa.array<?x32xi64, inout, sizes = [M]>
  // CHECK-DAG: %[[COLUMNS:.*]] = arith.constant 32 : index
  // CHECK-DAG: %[[ROWS:.*]] = sa.dim %A, 0
  // CHECK-NOT: sa.dim
  // CHECK:     sa.nest (%i, %j) to (%[[ROWS]], %[[COLUMNS]])
  sa.nest (%i, %j) to (%rows, %columns) {
    %v = arith.index_cast %i : index to i64
    sa.store %v, %A[%i, %j] : !sa.array<?x32xi64, inout, sizes = [M]>
  }
}
