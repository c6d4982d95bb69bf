// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// Constants that are part of the kernels are shared when their elements and
// element types are equal, within a function and between functions.

// CHECK-LABEL: func.func @one
sa.func @one() {
  // CHECK-NEXT: memref.get_global @first_values
  %first = sa.const "first" dense<[1, 2]> : tensor<2xi8> as !sa.array<2xi8, const>
  // CHECK-NEXT: memref.get_global @first_values
  %second = sa.const "second" dense<[[1], [2]]> : tensor<2x1xi8> as !sa.array<2x1xi8, const>
  // CHECK-NEXT: memref.get_global @unsigned_values
  %unsigned = sa.const "unsigned" dense<[1, 2]> : tensor<2xui8> as !sa.array<2xui8, const>
}
// CHECK: memref.global "private" constant @first_values : memref<2xi8> = dense<[1, 2]>
// CHECK: memref.global "private" constant @unsigned_values : memref<2xi8> = dense<[1, 2]>

// CHECK-LABEL: func.func @two
sa.func @two() {
  // CHECK-NEXT: memref.get_global @first_values
  %third = sa.const "third" dense<[1, 2]> : tensor<2xi8> as !sa.array<2xi8, const>
}
// CHECK-NOT: memref.global
