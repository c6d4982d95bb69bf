// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// The index dialect becomes arith on a 64-bit index.

// CHECK-LABEL: func.func @arithmetic
// CHECK-SAME:    %[[A:[a-z0-9]+]]: index {sa.name = "a"{{.*}}}, %[[B:[a-z0-9]+]]: index {sa.name = "b"
sa.func @arithmetic(%a: index, %b: index) {
  // CHECK-NEXT: arith.addi %[[A]], %[[B]] : index
  %add = index.add %a, %b
  // CHECK-NEXT: arith.subi %[[A]], %[[B]] : index
  %sub = index.sub %a, %b
  // CHECK-NEXT: arith.muli %[[A]], %[[B]] : index
  %mul = index.mul %a, %b
  // CHECK-NEXT: arith.divsi
  %divs = index.divs %a, %b
  // CHECK-NEXT: arith.divui
  %divu = index.divu %a, %b
  // CHECK-NEXT: arith.ceildivsi
  %ceildivs = index.ceildivs %a, %b
  // CHECK-NEXT: arith.ceildivui
  %ceildivu = index.ceildivu %a, %b
  // CHECK-NEXT: arith.floordivsi
  %floordivs = index.floordivs %a, %b
  // CHECK-NEXT: arith.remsi
  %rems = index.rems %a, %b
  // CHECK-NEXT: arith.remui
  %remu = index.remu %a, %b
  // CHECK-NEXT: arith.maxsi
  %maxs = index.maxs %a, %b
  // CHECK-NEXT: arith.maxui
  %maxu = index.maxu %a, %b
  // CHECK-NEXT: arith.minsi
  %mins = index.mins %a, %b
  // CHECK-NEXT: arith.minui
  %minu = index.minu %a, %b
}

// CHECK-LABEL: func.func @bits
sa.func @bits(%a: index, %b: index) {
  // CHECK-NEXT: arith.shli
  %shl = index.shl %a, %b
  // CHECK-NEXT: arith.shrsi
  %shrs = index.shrs %a, %b
  // CHECK-NEXT: arith.shrui
  %shru = index.shru %a, %b
  // CHECK-NEXT: arith.andi
  %and = index.and %a, %b
  // CHECK-NEXT: arith.ori
  %or = index.or %a, %b
  // CHECK-NEXT: arith.xori
  %xor = index.xor %a, %b
}

// CHECK-LABEL: func.func @others
// CHECK-SAME:    %[[A:[a-z0-9]+]]: index
sa.func @others(%a: index, %n: i32) {
  // CHECK-NEXT: arith.constant -7 : index
  %constant = index.constant -7
  // CHECK-NEXT: arith.constant true
  %truth = index.bool.constant true
  // CHECK-NEXT: arith.index_cast %[[A]] : index to i64
  %casts = index.casts %a : index to i64
  // CHECK-NEXT: arith.index_castui %{{.*}} : i32 to index
  %castu = index.castu %n : i32 to index
  // CHECK-NEXT: arith.cmpi slt, %[[A]], %{{.*}} : index
  %less = index.cmp slt(%a, %constant)
  // CHECK-NEXT: arith.cmpi uge, %[[A]], %{{.*}} : index
  %at_least = index.cmp uge(%a, %constant)
}
