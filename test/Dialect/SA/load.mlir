// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Loads from arrays of every role and rank. The value of an element has no
// sign; everything else is as the array says.

// CHECK-LABEL: sa.func @roles
sa.func @roles(%A: !sa.array<4x8xf32, input>, %C: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<1.0> : tensor<4xf32> as !sa.array<4xf32, const>
  %T = sa.temp "T" : !sa.array<4xf32, temp>
  // CHECK:      sa.nest (%i, %j)
  sa.nest (%i, %j) to (4, 8) {
    // CHECK-NEXT: sa.load %A[%i, %j] : !sa.array<4x8xf32, input>
    %a = sa.load %A[%i, %j] : !sa.array<4x8xf32, input>
    // CHECK-NEXT: sa.load %C[%i] : !sa.array<4xf32, inout>
    %c = sa.load %C[%i] : !sa.array<4xf32, inout>
    // CHECK-NEXT: sa.load %W[%i] : !sa.array<4xf32, const>
    %w = sa.load %W[%i] : !sa.array<4xf32, const>
    // CHECK-NEXT: sa.load %T[%i] {sa.note} : !sa.array<4xf32, temp>
    %t = sa.load %T[%i] {sa.note} : !sa.array<4xf32, temp>
  }
}

// CHECK-LABEL: sa.func @one_element
sa.func @one_element(%A: !sa.array<f32, input>) {
  // CHECK-NEXT: sa.nest
  sa.nest () to () {
    // CHECK-NEXT: sa.load %A[] : !sa.array<f32, input>
    %a = sa.load %A[] : !sa.array<f32, input>
  }
}

// CHECK-LABEL: sa.func @values
sa.func @values(%A: !sa.array<4xui8, inout>, %B: !sa.array<4xi1, inout>,
                %C: !sa.array<4xbf16, inout>) {
  // CHECK-NEXT: sa.nest
  sa.nest (%i) to (4) {
    // CHECK-NEXT: %[[BYTE:.*]] = sa.load %A[%i]
    // CHECK-NEXT: arith.addi %[[BYTE]], %[[BYTE]] : i8
    %a = sa.load %A[%i] : !sa.array<4xui8, inout>
    %a2 = arith.addi %a, %a : i8
    // CHECK-NEXT: %[[BOOL:.*]] = sa.load %B[%i]
    // CHECK-NEXT: arith.andi %[[BOOL]], %[[BOOL]] : i1
    %b = sa.load %B[%i] : !sa.array<4xi1, inout>
    %b2 = arith.andi %b, %b : i1
    // CHECK-NEXT: %[[BRAIN:.*]] = sa.load %C[%i]
    // CHECK-NEXT: arith.addf %[[BRAIN]], %[[BRAIN]] : bf16
    %c = sa.load %C[%i] : !sa.array<4xbf16, inout>
    %c2 = arith.addf %c, %c : bf16
  }
}
