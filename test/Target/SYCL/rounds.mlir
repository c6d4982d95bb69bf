// RUN: saopt %s --emit=sycl | FileCheck %s
// RUN: saopt %s --emit=manifest | FileCheck %s --check-prefix=JSON
// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: %check_sycl %t.cpp

// Loops around nests on the host: pointers that trade places, and a look at a
// flag.

!in = !sa.array<8xf32, inout>
!temp = !sa.array<8xf32, temp>
!flag = !sa.array<3xi16, temp>

// CHECK-LABEL: sycl::event rounds(sycl::queue &queue, float *A, int64_t n) {
// CHECK:         auto *[[PLACE:.*]] = A;
// CHECK:         float *T = temporaries.allocate<float>(8, "T");
// CHECK:         int16_t *F = temporaries.allocate<int16_t>(3, "F");
// CHECK:         for (int64_t t = 0; t < n; ++t) {
// CHECK:           rounds_0_item([[PLACE]], T, F, item.get_id(0));
// CHECK:           std::swap([[PLACE]], T);
// CHECK-NEXT:      if ((t + 1) % 4 == 0 && t + 1 < n) {
// CHECK-NEXT:        int16_t flag;
// CHECK-NEXT:        queue.memcpy(&flag, F + 2, sizeof(flag), last).wait();
// CHECK-NEXT:        if (flag == 0)
// CHECK-NEXT:          break;
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    if (T == A) {
// CHECK:           rounds_1_item([[PLACE]], T, item.get_id(0));

// JSON:      "for": "t",
// JSON:      "exchange": [
// JSON-NEXT:   {
// JSON-NEXT:     "argument": 0
// JSON-NEXT:   },
// JSON-NEXT:   {
// JSON-NEXT:     "temporary": 0
// JSON-NEXT:   }
// JSON-NEXT: ]
// JSON:      "element_type": "i16",
// JSON-NEXT: "every": 4,
// JSON-NEXT: "offset": 2,
// JSON-NEXT: "stop_unless": {
// JSON-NEXT:   "temporary": 1
// JSON-NEXT: }
// JSON:      "to": "n"
// JSON:      "if_moved": {
// JSON-NEXT:   "argument": 0
// JSON-NEXT: },
// JSON-NEXT: "place": {
// JSON-NEXT:   "temporary": 0
// JSON-NEXT: },
// JSON-NEXT: "then": [
sa.func @rounds(%A: !in, %n: index) {
  %T = sa.temp "T" : !temp
  %F = sa.temp "F" : !flag
  sa.loop (%t) to (%n) while %F[2] every 4 : !flag {
    sa.nest (%i) to (8) {
      %c1 = arith.constant 1 : i16
      %two = arith.constant 2 : index
      %x = sa.load %A[%i] : !in
      sa.store %x, %T[%i] : !temp
      sa.accumulate max %c1, %F[%two] : !flag
    }
    sa.swap %A, %T : !in, !temp
  }
}
