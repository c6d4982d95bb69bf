// RUN: saopt %s --emit=sycl | FileCheck %s

// Variables are called after the array that they are loaded from or are the sum
// for, and the loop that they end. What a loop's body declares ends with it, so
// that the loops over the edges of tiles have the names of the plan, too.

// CHECK-LABEL: static inline void edges_0_item(
// CHECK:         for (int64_t i = {{.*}}; i < 8; i += 4) {
// CHECK-NEXT:      sycl::vec<float, 4> C_acc = saopt::load_lanes<4>(C + i);
// CHECK-NEXT:      for (int64_t k = 0; k < 5; ++k) {
// CHECK-NEXT:        C_acc = sycl::fma(
// CHECK-NEXT:      }
// CHECK-NEXT:      saopt::store_lanes(C_acc, C + i);
// CHECK-NEXT:    }
// CHECK-NEXT:    sycl::vec<float, 2> C_acc = saopt::load_lanes<2>(C + 8);
// CHECK-NEXT:    float C_acc_1 = C[10];
// CHECK-NEXT:    for (int64_t k = {{.*}}; k < 5; ++k) {
// CHECK-NEXT:      const float B_value = B[k];
// CHECK:           C_acc = C_acc_next;
// CHECK-NEXT:      C_acc_1 = C_acc_1_next;
// CHECK-NEXT:    }
sa.func @edges(%A: !sa.array<5x11xf32, input>, %B: !sa.array<5xf32, input>, %C: !sa.array<11xf32, inout>) {
  sa.nest "n" (%i, %k) to (11, 5) {
    %a = sa.load %A[%k, %i] : !sa.array<5x11xf32, input>
    %b = sa.load %B[%k] : !sa.array<5xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i] : !sa.array<11xf32, inout>
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %ii = sa.split %i by 4 as "ii"
    sa.reorder %i, %k, %ii
    sa.vectorize %ii
  }
}

// A name of the user's stays with what has it.

// CHECK-LABEL: static inline void chosen_0_item(
// CHECK:         int64_t i) {
// CHECK:         for (int64_t product = 0; product < 4; ++product) {
// CHECK-NEXT:      const float product_1 =
// CHECK-NEXT:      C[i * 4 + product] = (product_1 + product_1) * product_1;
sa.func @chosen(%A: !sa.array<8xf32, input>, %C: !sa.array<8x4xf32, inout>) {
  sa.nest "n" (%i, %product) to (8, 4) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    %c = sa.load %C[%i, %product] : !sa.array<8x4xf32, inout>
    %ac = arith.mulf %a, %c : f32
    %twice = arith.addf %ac, %ac : f32
    %more = arith.mulf %twice, %ac : f32
    sa.store %more, %C[%i, %product] : !sa.array<8x4xf32, inout>
  }
  sa.plan {
    %i, %product = sa.loops "n"
    sa.parallelize %i
  }
}

// Where loops end, and which elements they are about.

// CHECK-LABEL: static inline void open_0_item(
// CHECK:         const int64_t ii_end = sycl::min(N - i_number * 4, int64_t(4));
sa.func @open(%A: !sa.array<?xf32, input, sizes = ["N"]>, %C: !sa.array<?xf32, inout, sizes = ["N"]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = ["N"]>
  sa.nest "n" (%i) to (%n) {
    %a = sa.load %A[%i] : !sa.array<?xf32, input, sizes = ["N"]>
    sa.store %a, %C[%i] : !sa.array<?xf32, inout, sizes = ["N"]>
  }
  sa.plan {
    %i = sa.loops "n"
    %ii = sa.split %i by 4 as "ii"
    sa.parallelize %i
  }
}
