// RUN: saopt %s --emit=sycl | FileCheck %s

// Truth values are bool where they are computed, uint8_t in memory and bool in
// the signature.

// CHECK-LABEL: static inline void logic_0_item(
// CHECK-SAME:    const uint8_t *__restrict A,
// CHECK:         C[i] = {{.*}}(A[i] != {{.*}}0{{.*}} && flag{{.*}}) || C[i] == {{.*}}0
sa.func @logic(%A: !sa.array<8xi1, input>, %C: !sa.array<8xi1, inout>,
               %flag: i1) {
  %true = arith.constant true
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi1, input>
    %c = sa.load %C[%i] : !sa.array<8xi1, inout>
    %and = arith.andi %a, %flag : i1
    %not = arith.xori %c, %true : i1
    %or = arith.ori %and, %not : i1
    sa.store %or, %C[%i] : !sa.array<8xi1, inout>
  }
}

// CHECK-LABEL: static inline void different_0_item(
// CHECK:         ({{.*}} < {{.*}}) != ({{.*}} > {{.*}})
sa.func @different(%C: !sa.array<8xi1, inout>, %x: f32, %y: f32) {
  sa.nest (%i) to (8) {
    %less = arith.cmpf olt, %x, %y : f32
    %more = arith.cmpf ogt, %x, %y : f32
    %xor = arith.xori %less, %more : i1
    sa.store %xor, %C[%i] : !sa.array<8xi1, inout>
  }
}

// As a number, true is 1; as a signed one, -1.
// CHECK-LABEL: static inline void numbers_0_item(
// CHECK:         A[i] = static_cast<int32_t>({{.*}});
// CHECK:         B[i] = {{.*}} ? int32_t(-1) : int32_t(0);
sa.func @numbers(%A: !sa.array<8xi32, inout>, %B: !sa.array<8xi32, inout>,
                 %x: f32) {
  sa.nest (%i) to (8) {
    %positive = arith.cmpf ogt, %x, %x : f32
    %one = arith.extui %positive : i1 to i32
    sa.store %one, %A[%i] : !sa.array<8xi32, inout>
    %minus_one = arith.extsi %positive : i1 to i32
    sa.store %minus_one, %B[%i] : !sa.array<8xi32, inout>
  }
}

// CHECK-LABEL: sycl::event logic(
// CHECK-SAME:    const uint8_t *A, uint8_t *C, bool flag)
