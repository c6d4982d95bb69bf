// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// The last index of the range is the first component of the position: the one
// that neighbouring work-items differ in.

// CHECK: OpDecorate %[[POSITION:.*]] BuiltIn GlobalInvocationId
// CHECK: %[[J:.*]] = OpCompositeExtract %ulong %{{.*}} 0
// CHECK: %[[I:.*]] = OpCompositeExtract %ulong %{{.*}} 1
// A row is 100 elements, or 400 bytes.
// CHECK: OpIMul %ulong %[[I]] %ulong_{{1|4}}00
// CHECK: %[[J]]
// CHECK: OpStore
sa.func @fill(%A: !sa.array<8x100xf32, inout>, %x: f32) {
  sa.nest (%i, %j) to (8, 100) {
    sa.store %x, %A[%i, %j] : !sa.array<8x100xf32, inout>
  }
}
