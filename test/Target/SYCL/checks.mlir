// RUN: saopt %s --emit=sycl | FileCheck %s
// RUN: saopt %s --emit=manifest | FileCheck %s --check-prefix=MANIFEST

!X = !sa.array<64xi32, input>

// CHECK:       #include <sycl/atomic_ref.hpp>
// CHECK:       static inline void largest_0_item(
// CHECK:       uint32_t *__restrict errors
// CHECK:       saopt::record_error(errors, 0, {{.*}}, 8, i);
// CHECK:       saopt::atomic_update(H[
// CHECK:       class error_record {
// CHECK:       throw std::out_of_range(
// CHECK:       sycl::event largest(
// CHECK:       saopt::error_record error_record(
// CHECK:       {"H", 0, false, nullptr, {"i"}}
// CHECK:       return error_record.throw_after_work();

// MANIFEST:      "checks": [
// MANIFEST-NEXT:   {
// MANIFEST-NEXT:     "array": "H",
// MANIFEST-NEXT:     "dimension": 0,
// MANIFEST-NEXT:     "indices": [
// MANIFEST-NEXT:       "i"
// MANIFEST-NEXT:     ]
// MANIFEST:      "error_record": 0
sa.func @largest(%X: !X, %H: !sa.array<8xf32, inout>, %one: f32) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate max %one, %H[%at] : !sa.array<8xf32, inout>
  }
}
