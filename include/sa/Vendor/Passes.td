// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that work around bugs of device compilers and of MLIR. Each is named
// after an entry of docs/vendor-bugs.md, which says what goes wrong.

#ifndef SA_VENDOR_PASSES_TD
#define SA_VENDOR_PASSES_TD

include "mlir/Pass/PassBase.td"

def SAIntelCPUOrderStores : Pass<"sa-intel-cpu-order-stores"> {
  let summary = "Mark stores whose elements other iterations access";
  let description = [{
    Intel's OpenCL compiler for CPUs (2026.2) reorders accesses of sequential
    loops that must stay in order: `A[j + 5] += A[j]` and
    `B[j] = A[i + ii, j]` gave wrong elements.

    A store gets the unit attribute `sa.ordered` when another iteration of a
    sequential loop around it may access the stored element: the loop stores to
    the element again, or accesses another element of the array, and the strides
    of the loops do not prove that the two differ in every iteration. The two
    parts of a complex number always differ. Stores to private memory stay as
    they are. SPIR-V stores marked elements as volatile; emitted SYCL source does
    where SAOPT_INTEL_CPU is defined.
  }];
}

def SAIntelCPUAddDifferences
    : Pass<"sa-intel-cpu-add-differences", "::mlir::gpu::GPUFuncOp"> {
  let summary = "Make loops that only subtract from a value add instead";
  let description = [{
    Intel's OpenCL compiler for CPUs (2026.2) gives wrong values for
    `D[j] -= A[k]` in a loop over `k` whose trip count depends on the work-item.

    A loop that carries a value and only subtracts from it carries the negative
    instead, and adds. The new operations have the attribute `sa.workaround`,
    and emitted SYCL source has both versions. A result that is a negative zero
    all the time becomes a positive one.

    ```
    r = a                         r = 0 - a
    for … { r = r - x }     →     for … { r = r + x }
    use r                         use 0 - r
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def SAIntelCPUKeepLoopsScalar
    : Pass<"sa-intel-cpu-keep-loops-scalar", "::mlir::gpu::GPUFuncOp"> {
  let summary = "Keep the device's compiler from vectorizing sequential kernels";
  let description = [{
    Intel's OpenCL compiler for CPUs (2026.2) vectorizes the loops of a kernel
    that does not read its position, and crashes when such a loop calls a
    built-in function: `R += exp(A[2 * k])`. A call outside of loops makes it
    vectorize the loops of other kernels of the module.

    In a kernel of one work-item, or of groups of one, the pass adds the global
    position, which is 0, to the lower bounds of outermost loops that contain
    calls. Where only code outside of loops calls, it adds the position to the
    index of the first store. Operations of `math`, minima, maxima, prefetches
    and whatever compilers turn into a selection count as calls. The subtraction
    that computes the position has the attribute `sa.workaround`; in emitted SYCL
    source it is 0 for other devices.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect"
  ];
}

def SAMLIRKeepRounding : Pass<"sa-mlir-keep-rounding"> {
  let summary = "Remove the permission to drop roundings of small floats";
  let description = [{
    The passes of MLIR 22.1.8 that compute bf16 and f16 in f32 put the flag
    `contract` on their extensions and truncations, so that canonicalization
    drops the roundings in between. Results would then depend on which
    intermediate values are stored. The pass removes the flags.
  }];
}

#endif // SA_VENDOR_PASSES_TD
