// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-kernels-to-pointers))' --split-input-file --verify-diagnostics

// Kernels load from and store to flat memory, and do nothing else with it.

gpu.module @kernels {
  gpu.func @two_dimensions(
      %A: memref<?x?xf32> {sa.array = !sa.array<4x4xf32, inout>, sa.name = "A"},
      %x: f32) kernel {
    %i = gpu.global_id x
    // expected-error @+1 {{'memref.store' op cannot be lowered: kernels load from and store to flat memory only}}
    memref.store %x, %A[%i, %i] : memref<?x?xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @other_operation(
      %A: memref<?xf32> {sa.array = !sa.array<4xf32, inout>, sa.name = "A"}) kernel {
    %zero = arith.constant 0 : index
    // expected-error @+1 {{'memref.dim' op cannot be lowered: kernels load from and store to flat memory only}}
    %n = memref.dim %A, %zero : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{'gpu.func' op cannot be lowered: kernels load from and store to flat memory only}}
  gpu.func @no_array(%A: memref<?xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @run_time_copy(%n: index) kernel {
    // expected-error @+1 {{'memref.alloca' op cannot be lowered: kernels load from and store to flat memory only}}
    %T = memref.alloca(%n) : memref<?xf32>
    gpu.return
  }
}
