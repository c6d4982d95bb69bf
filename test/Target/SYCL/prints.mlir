// RUN: saopt %s --emit=sycl | FileCheck %s
// RUN: saopt %s --emit=manifest | FileCheck %s --check-prefix=MANIFEST

// CHECK:       saopt::record_print(errors, 0, i,
// CHECK:       inline void print_lines(
// CHECK:       print_lines(copy->data() + error_words, lines);
// CHECK:       {nullptr, 0, false, nullptr, {}}
// CHECK-NEXT:  {{[{][{]}}0, {{[{][{]}}"i =\011 \"\?\303\274", ", x = ", "\\"}, {"i64", "f32"}{{[}][}]}}

// MANIFEST:      "checks": [
// MANIFEST-NEXT:   {
// MANIFEST-NEXT:     "print": [
// MANIFEST-NEXT:       "i =\t \"?ü",
// MANIFEST-NEXT:       ", x = ",
// MANIFEST-NEXT:       "\\"
// MANIFEST-NEXT:     ],
// MANIFEST-NEXT:     "types": [
// MANIFEST-NEXT:       "i64",
// MANIFEST-NEXT:       "f32"
sa.func @lines(%A: !sa.array<4xf32, inout>) {
  sa.nest (%i) to (4) {
    %x = sa.load %A[%i] : !sa.array<4xf32, inout>
    sa.print ["i =\t \22?ü", ", x = ", "\\"] (%i, %x) : index, f32
  }
}
