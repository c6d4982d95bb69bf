// RUN: saopt %s --emit=manifest | FileCheck %s

// Loops and conditions around launches. A loop with the name of a size, of an
// argument or of another loop gets one that is like it.

sa.func @loops(%A: !sa.array<?xf32, inout, sizes = [N]>, %S: index, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // CHECK-LABEL: "launches": [
  // CHECK:         "for": "N_1",
  // CHECK-NEXT:    "from": 1,
  // CHECK-NEXT:    "increment": 2,
  // CHECK-NEXT:    "launches": [
  // CHECK:           "for": "N_2",
  // CHECK-NEXT:      "from": "N_1",
  // CHECK:             "size": "N_2"
  // CHECK:             "kernel": "loops_0"
  // CHECK:             "local": [
  // CHECK-NEXT:          1
  // CHECK:           "to": "N"
  // CHECK:         "to": "S"
  affine.for %s = 1 to %S step 2 {
    affine.for %r = affine_map<(d0) -> (d0)>(%s) to %n {
      affine.for %i = 0 to %n {
        %v = arith.index_cast %r : index to i32
        %f = arith.sitofp %v : i32 to f32
        sa.store %f, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
      } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    } {sa.index = "N"}
  } {sa.index = "N"}
  // CHECK:        "else": [],
  // CHECK-NEXT:   "if": [
  // CHECK-NEXT:     "min",
  // CHECK-NEXT:     [
  // CHECK-NEXT:       "<=",
  // CHECK-NEXT:       0,
  // CHECK:            "=="
  // CHECK:        "then": [
  // CHECK:          "kernel": "loops_1"
  affine.if affine_set<()[n, s] : (n - 3 >= 0, n - s == 0)>()[%n, %S] {
    affine.for %i = 0 to %n {
      sa.store %x, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  }
}
