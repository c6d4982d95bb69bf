// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-math-to-opencl))' --split-input-file --verify-diagnostics

// OpenCL's functions are for f16, f32 and f64.

gpu.module @kernels {
  gpu.func @bf16(%x: bf16) kernel {
    // expected-error @+1 {{'math.exp' op has no built-in function for 'bf16'}}
    %y = math.exp %x : bf16
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @vector(%x: vector<5xf32>) kernel {
    // expected-error @+1 {{'math.sqrt' op has no built-in function for 'vector<5xf32>'}}
    %y = math.sqrt %x : vector<5xf32>
    gpu.return
  }
}
