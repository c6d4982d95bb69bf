// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Nests of any rank, over sizes that are numbers or values.

// CHECK-LABEL: sa.func @ranks
sa.func @ranks() {
  // CHECK-NEXT: sa.nest () to () {
  sa.nest () to () {
  }
  // CHECK:      sa.nest (%i) to (0) {
  sa.nest (%i) to (0) {
  }
  // CHECK:      sa.nest (%i, %j, %k, %l, %m) to (1, 2, 3, 4, 5) {
  sa.nest (%i, %j, %k, %l, %m) to (1, 2, 3, 4, 5) {
  }
}

// CHECK-LABEL: sa.func @sizes
sa.func @sizes(%A: !sa.array<?x4xf32, input, sizes = [M]>, %n: index) {
  // CHECK-NEXT: %[[M:.*]] = sa.dim %A, 0
  %m = sa.dim %A, 0 : !sa.array<?x4xf32, input, sizes = [M]>
  // CHECK-NEXT: sa.nest (%i, %j, %k) to (%[[M]], 4, %n) {
  sa.nest (%i, %j, %k) to (%m, 4, %n) {
  }
}

// CHECK-LABEL: sa.func @parallel
sa.func @parallel() {
  // CHECK-NEXT: sa.nest (%i, %j) to (4, 4) parallel() {
  sa.nest (%i, %j) to (4, 4) parallel() {
  }
  // CHECK:      sa.nest (%i, %j) to (4, 4) parallel("j") {
  sa.nest (%i, %j) to (4, 4) parallel("j") {
  }
  // CHECK:      sa.nest (%i, %j) to (4, 4) parallel("i", "j") {
  sa.nest (%i, %j) to (4, 4) parallel("i", "j") {
  }
}

// CHECK-LABEL: sa.func @terminator
sa.func @terminator() {
  // CHECK-NEXT: sa.nest (%i) to (4) {
  // CHECK-NEXT: } {sa.note = "kept"}
  sa.nest (%i) to (4) {
    sa.yield
  } {sa.note = "kept"}
}
