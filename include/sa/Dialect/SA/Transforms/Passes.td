// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that check and rewrite `sa` programs and the loops they become.
//
// Their statistics are `ALWAYS_ENABLED_STATISTIC`s beside the passes, which
// `saopt --sa-statistics` prints: a `Statistic` here would be a class that the
// packaged libMLIR, built without statistics, does not initialize or print.

#ifndef SA_DIALECT_SA_TRANSFORMS_PASSES_TD
#define SA_DIALECT_SA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SAInlineCalls : Pass<"sa-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Inline calls of functions";
  let description = [{
    The arrays that a call passes replace the arguments of the function, and
    their sizes its run-time sizes. Its temporaries and constants become those of
    the caller, under unique names; a temporary is zero at each call. A function
    that calls itself, directly or through others, is an error. The pass erases
    `private` functions.
  }];
}

def SASpecializeLayouts : Pass<"sa-specialize-layouts", "::mlir::ModuleOp"> {
  let summary = "Clone functions over arrays of any layout for dense arrays";
  let description = [{
    A function with arguments of the layout `any` gets a clone in which they are
    row-major. The clone is `sa.internal`, and the attribute `sa.contiguous` of
    the function names it. The runtime calls the clone if all these arrays are
    dense.
  }];
}

def SAOutlineRounds : Pass<"sa-outline-rounds", "::mlir::ModuleOp"> {
  let summary = "Make functions of the nests between loops of rounds";
  let description = [{
    In a function with `sa.loop`, each run of neighbouring nests and plans becomes
    a `private` function, its *stage*. The passes about nests then see one stage at
    a time: what it shares with other stages, or with other rounds, are arguments.
    A temporary that one stage uses, and writes before it reads it in each round,
    becomes that stage's own.

    ```
    sa.loop (%t) to (8) {            sa.loop (%t) to (8) {
      sa.nest (%i) to (64) { … }  →    sa.call @f_stage(%A, %T, %t) : …
    }                                }
    ```

    For each `inout` argument that trades places with temporaries the pass adds the
    copy to its own memory, in `sa.if_moved`, at the end of the function.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SARecognizeAccumulations
    : Pass<"sa-recognize-accumulations", "::sa::FuncOp"> {
  let summary = "Replace updates of an element by accumulations";
  let description = [{
    A store of `element ∘ value` into the element that was loaded becomes a
    `sa.accumulate`, if ∘ is an accumulation, or a subtraction of the value, if
    nothing writes the array in between and nothing else uses what was loaded.

    ```
    %c = sa.load %C[%i]
    %s = arith.addf %c, %x              →   sa.accumulate add %x, %C[%i]
    sa.store %s, %C[%i]
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect"
  ];
}

def SAGuardLoads : Pass<"sa-guard-loads", "::sa::FuncOp"> {
  let summary = "Read under the condition of a select what only it uses";
  let description = [{
    A load that may be out of bounds, and that only one side of an `arith.select`
    uses, moves into a branch that runs where the select takes this side, with
    what is computed of it. A condition on indices is an `affine.if`, which proofs
    know.

    ```
    %a = sa.load %A[%i - 1]                %r = affine.if (i - 1 >= 0) {
    %r = arith.select %i > 0, %a, %b   →     %a = sa.load %A[%i - 1]
                                             affine.yield %a
                                           } else { affine.yield %b }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def SASplitBorders : Pass<"sa-split-borders", "::sa::FuncOp"> {
  let summary = "Split nests into an inner part and their borders";
  let description = [{
    A nest without a plan whose body has minima, maxima, extended indices or
    conditions with results is split where these change with its parallel
    indices. In the inner part, each is the operand or the branch that it takes
    in the middle of the nest, so that the inner part has no test; a nest with few
    points stays as it is.

    ```
    nest (i) to (n)                  nest (i) to (n - 2) { B[i+1] = A[i] + A[i+2] }
      B[i] = A[max(i-1, 0)]      →   nest (i) to (n) where (-i >= 0) { … }
           + A[min(i+1, n-1)]        nest (i) to (n) where (i-1 >= 0, i-n+1 >= 0) { … }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAInlineRounds : Pass<"sa-inline-rounds", "::mlir::ModuleOp"> {
  let summary = "Put the stages of loops of rounds back";
  let description = [{
    The inverse of `--sa-outline-rounds`, once plans are applied. Temporaries and
    constants of a stage become those of the function, and its report goes to that
    of the function.
  }];
}

def SAExpandAssumptions : Pass<"sa-expand-assumptions", "::sa::FuncOp"> {
  let summary = "Replace checked assumptions by conditions";
  let description = [{
    What follows a checked `sa.assume` in its block runs where the condition
    holds; elsewhere `sa.violate` notes the point:

    ```
    sa.assume %c …; rest   →   scf.if %c { rest } else { sa.violate … }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def SACheckAccesses : Pass<"sa-check-accesses", "::sa::FuncOp"> {
  let summary = "Refuse accesses that may be out of bounds";
  let description = [{
    Each index of an access must be an affine function of the nest's indices and
    the run-time sizes (with `floordiv`, `ceildiv` and `mod` by constants), and
    must be within the shape and the domain of the array at every point of the
    nest. Each `sa.bound` must hold. If the pass cannot prove this, it emits an
    error with a point of the nest at which the index is out of bounds. An
    `sa.checked_index` whose value is proven to be within its size becomes that
    value.

    Where loops may exceed an open size, the pass adds an `sa.require` of the
    size that the caller's array must have:

    ```
    sa.nest (%i) to (%n) { … %A[%i] … }   →   sa.require %rows at_least %n of "A" dimension 0
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SACheckOutputs : Pass<"sa-check-outputs", "::sa::FuncOp"> {
  let summary = "Refuse reads of an output before it is written";
  let description = [{
    An element of an `output` array has no value until the function writes it.
    Each read must follow a write of the same element: at the same point, at an
    earlier point, or in an earlier nest. If the pass cannot prove this, it emits
    an error with an element that is read too early. An argument all of whose
    elements are written gets the attribute `sa.filled`.
  }];
}

def SAPruneTemporaries : Pass<"sa-prune-temporaries", "::sa::FuncOp"> {
  let summary = "Remove stores to temporaries that no later access reads";
  let description = [{
    Loads of a temporary in nests before the first that writes it become zero.
    The pass erases writes in nests after the last that reads the temporary, with
    the computations that only they use, and then temporaries without accesses
    and nests without effects. The report names each removed temporary.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect"
  ];
}

def SAFuseNests : Pass<"sa-fuse-nests", "::sa::FuncOp"> {
  let summary = "Fuse nests that pass a temporary on at the same point";
  let description = [{
    The pass fuses two adjacent nests if

    - the first writes a temporary that the second reads,
    - both have the same points, in the same order of indices,
    - no two accesses to one element at different points conflict, and
    - the same indices may run in parallel in both.

    ```
    nest (i) { T[i] = A[i] }  nest (j) { B[j] = T[j] }
                                        →   nest (i) { T[i] = A[i]; B[i] = T[i] }
    ```

    Results and parallelism do not change. The fused nest keeps the index names
    of the first. The report says for each temporary that still connects two
    nests why they are not fused.
  }];
}

def SAElideTemporaries : Pass<"sa-elide-temporaries", "::sa::FuncOp"> {
  let summary = "Keep temporaries in registers or in private memory";
  let description = [{
    A temporary that one nest uses becomes values if each read follows a write of
    the element at the same point, or no write at all, in which case it is zero:

    ```
    T[i] = a; T[i] += b; C[i] = T[i]   →   C[i] = a + b
    ```

    Otherwise the pass privatizes it: it becomes `private(n)` if no value flows
    between points that differ in the first n indices, and an instance is small
    (4 KiB) and has at most two elements for each point that uses it. Dimensions
    whose subscript is the same at all points of an instance are dropped.

    ```
    nest (i, k) { T[k + 1] = T[k] + A[i, k]; … }   →   one T for each i
    ```

    The report says where the elements of each such temporary are, and which two
    accesses keep it in device memory.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect"
  ];
}

def SAElideClears : Pass<"sa-elide-clears", "::sa::FuncOp"> {
  let summary = "Mark temporaries that need not be cleared";
  let description = [{
    A temporary is zero when a call begins. If every read follows a write of the
    element, this is not visible, and the temporary gets `sa.written_first`: its
    device memory is not cleared. The proof is that of `sa-check-outputs`.
  }];
}

def SAChooseLayouts : Pass<"sa-choose-layouts", "::sa::FuncOp"> {
  let summary = "Choose the layouts of constants that leave it to the compiler";
  let description = [{
    A constant with the layout `#sa.deferred` gets an order of its dimensions in
    which the index that changes fastest in the nests that read it is contiguous:
    first the last parallel index, because neighbouring work-items run together,
    then the sequential indices from the innermost out, then the other parallel
    ones. Reads that disagree are weighted by the points of their nests.
  }];
}

def SACheckPlans : Pass<"sa-check-plans", "::sa::FuncOp"> {
  let summary = "Refuse plans that are not possible or would change a result";
  let description = [{
    The pass takes the steps of each plan one by one. Each must be possible for
    the loops at that time, and must not change a result: conflicting accesses
    keep their order, and the iterations of parallel and vectorized loops do not
    depend on each other. Accumulations into one element may be reordered unless
    the compilation is strict. If the pass cannot prove this, it emits an error
    that names both accesses and the loop.

    The rules of caches are about footprints, which follow from the bounds of
    loops: the pass creates the loops of a plan with caches in a function
    without its nests, and asks whether `sa-insert-caches` could create them.

    A plan that was proven in memory (`sa.proven`), at least as strictly, is not
    asked about. Programs that are read from a file have no such plans.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::gpu::GPUDialect"
  ];
  let options = [Option<"strict", "strict", "bool", /*default=*/"false",
                        "Keep floating-point sums in their order, too">];
}

def SAApplyPlans : Pass<"sa-apply-plans", "::sa::FuncOp"> {
  let summary = "Replace plans and their nests by loops";
  let description = [{
    A plan and its nests become `affine.for` loops with the names, the order and
    the bounds of the plan, and with attributes for their execution, which later
    passes read. `sa-check-plans` proves the steps. A cache becomes an
    `sa.loop_cache` before its loop.

    ```mlir
    %ii = sa.split %i by 8 as "ii"    →   affine.for %i = 0 to 50 step 8 {
    sa.unroll %ii                           affine.for %ii = 0 to min (8, 50 - %i) {
                                              …
                                            } {sa.index = "ii", sa.execution = #sa.execution<unroll>}
                                          } {sa.index = "i"}
    ```

    A `gpu.barrier` stands between fused nests whose loops are bound to the
    work-items of a group. A nest without a loop for a dimension of the group
    runs in the first work-item of that dimension, in a bound loop with one
    iteration.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect"
  ];
}

def SAPrivatizeReductions : Pass<"sa-privatize-reductions", "::sa::FuncOp"> {
  let summary = "Give work-items partial results where they share elements";
  let description = [{
    Where several iterations of a parallel loop accumulate into one element, the
    pass distributes the iterations over a fixed number of work-items (16, or
    `max_threads`), each with its own instance of the array for its partial
    result. Afterwards the partial results are combined in the order of the
    work-items, so that results are deterministic.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAUnswitchLoops : Pass<"sa-unswitch-loops", "::sa::FuncOp"> {
  let summary = "Unswitch loops, and split their index sets at conditions";
  let description = [{
    Fused nests of unequal sizes and the edges of caches leave conditions on
    indices and sizes in loops. The pass hoists a condition that a loop does not
    change out of it (unswitching), and splits the innermost loop whose index is
    in the condition where the condition changes (index-set splitting).
    Concurrent, unrolled and vectorized loops are not split. An unrolled or
    vectorized loop that starts later in some iterations of a loop around it is
    treated in the same way. After 32 copies of bodies in a function, the
    remaining conditions stay.

    ```
    for i = 0 to 10                    for i = 0 to 7
      for k = 0 to 5                     for k = 0 to 5 { a; b }
        a                           →  for i = 7 to 10
        if 6 - i >= 0 { b }              for k = 0 to 5 { a }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAPrivatizeTemporaries : Pass<"sa-privatize-temporaries", "::sa::FuncOp"> {
  let summary = "Privatize temporaries that one iteration of a loop uses";
  let description = [{
    A temporary all of whose uses are in one loop of a plan needs memory for the
    footprint of one iteration only, if no iteration reads what another one
    writes. The pass puts that memory into the innermost such loop:

    ```
    for i = 0 to 64 step 8                    for i = 0 to 64 step 8
      for ii = 0 to 8  T[i + ii] = …     →      T = sa.buffer of 8 elements
      for ii = 0 to 8  … = T[i + ii]            for ii = 0 to 8  T[ii] = …
                                                for ii = 0 to 8  … = T[ii]
    ```

    The buffer is cleared first if an element may be read before it is written.
    A single element that straight-line code writes and reads becomes a value.
    The buffer is private to a work-item, and in no unrolled or vectorized loop.
    A work-item has 512 KiB for such buffers, or what the plan says
    (`sa.private_memory`), but 4 KiB if loops are bound to a grid. A temporary that several work-items of a group use becomes
    local memory, which they clear together, of at most 32 KiB or what the plan
    says (`sa.local_memory`). The report says for each temporary that loops of
    plans use what became of it, and why.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::gpu::GPUDialect"
  ];
}

def SAPeelLoops : Pass<"sa-peel-loops", "::sa::FuncOp"> {
  let summary = "Peel loops around unrolled and vectorized ones";
  let description = [{
    A loop that is unrolled or vectorized needs a constant trip count. Where its
    bound is smaller at the end of a loop around it, the pass peels that loop, or,
    if it is concurrent, lets a condition choose between two versions of its body.
    After 64 copies of bodies in a function, the remaining edges run sequentially.
    A vectorized loop at an edge whose trip count is only known at run time becomes
    a loop over vectors of a quarter of the lanes, and a sequential rest.

    ```
    for i = 0 to 50 step 8                    for i = 0 to 48 step 8
      for ii = 0 to min(8, 50 - i)  unroll →    for ii = 0 to 8  unroll
                                              for ii = 0 to 2  unroll   (i = 48)
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAInsertCaches : Pass<"sa-insert-caches", "::sa::FuncOp"> {
  let summary = "Create the memory, fill and write-back of caches";
  let description = [{
    Each `sa.loop_cache` becomes memory for the footprint of the loop after it, a
    fill before the loop, and a write-back after it if the loop writes the array.
    The accesses in the loop go to the cache. Outer caches come first, so that
    inner ones are caches of them.

    ```mlir
    %c = sa.loop_cache %A as "c" at "kk"    →   %c = sa.buffer "c" private : …
    affine.for %kk = 0 to 8 {                    affine.for %A_0 = 0 to 8 {
      sa.load %A[%k + %kk]                         c[%A_0] = A[%k + %A_0]
    }                                            }
                                                 affine.for %kk = 0 to 8 {
                                                   sa.load %c[%kk]
                                                 }
    ```

    The memory is private to a work-item (`sa.buffer`), local to a work-group, or
    a temporary in device memory, with a slice for each iteration of the parallel
    loops around it. The report says how large each cache is, where, and how often
    it is filled. A cache that breaks a rule of `sa.cache` is an error.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::gpu::GPUDialect"
  ];
}

def SAUnrollLoops : Pass<"sa-unroll-loops", "::sa::FuncOp"> {
  let summary = "Unroll loops";
  let description = [{
    A loop with the execution `unroll` becomes copies of its body:

    ```
    for ii = 0 to 2 { C[i + ii] += … }   →   C[i] += …; C[i + 1] += …
    ```

    Outer loops come first, so that the bounds of inner ones become constants. A
    loop without a constant trip count becomes sequential, and the report says
    so. More copies than a plan may ask for are an error.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAVectorizeLoops : Pass<"sa-vectorize-loops", "::sa::FuncOp"> {
  let summary = "Vectorize loops";
  let description = [{
    A loop with the execution `vectorize` becomes operations on vectors of 16, 8,
    4 and 2 lanes, and on scalars for an odd iteration:

    ```
    for jj = 0 to 19 { C[i, j + jj] = s * B[j + jj] }
      →   C[i, j … j + 15] = splat(s) * B[j … j + 15]
          C[i, j + 16 … j + 17] = splat(s) * B[j + 16 … j + 17]
          C[i, j + 18] = s * B[j + 18]
    ```

    All the lanes of one operation come before the next operation. Up to 64
    iterations become straight-line code, more become a loop over 16 lanes. What
    does not depend on the loop's index stays scalar. Loops and conditions inside
    stay if they are the same for all lanes. Accumulations of all lanes into one
    element combine the lanes in a tree first; with `strict`, one after the other.

    What has no vector form (complex numbers, indices that do not grow evenly from
    lane to lane, control flow that differs between lanes) runs lane by lane, and
    the report says so. A loop without a constant trip count, or that holds memory
    or vectors, becomes sequential. `sa-check-plans` proves that iterations do not
    depend on each other.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "Keep the order of accumulations into one element">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def SAScalarReplacement : Pass<"sa-scalar-replacement", "::sa::FuncOp"> {
  let summary = "Keep array elements in registers while a loop runs";
  let description = [{
    A loop in which every iteration accesses the same elements of an array,
    scalars or vectors, carries them instead, and so do the loops around it as far
    as possible:

    ```
    for k { C[i, j] += …; C[i + 1, j] += … }
      →   c0 = C[i, j]; c1 = C[i + 1, j]
          for k { c0 += …; c1 += … }
          C[i, j] = c0; C[i + 1, j] = c1
    ```

    The loop must access no other elements of the array, and the elements must be
    provably distinct. A loop that may have no iterations is put under an
    `affine.if`, because its elements may not exist.

    Elements that a block writes more than once are kept in registers up to its
    end, under the same conditions:

    ```
    C[i] += x; C[i] += y      →   c = C[i]; c += x; c += y; C[i] = c
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAExpandArithmetic : Pass<"sa-expand-arithmetic"> {
  let summary = "Replace divisions and shifts by those of arith";
  let description = [{
    `sa.floordivsi`, `sa.floormodf`, `sa.shli` and the like are defined for all
    operands. The pass replaces each by operations of `arith` and `math` whose
    operands are in range, and selects the result for the others:

    ```
    q = sa.divui a, b   →   z = b == 0; d = select z, 1, b
                            q = select z, 0, (arith.divui a, d)
    ```

    A constant operand that is in range needs no selection. The pass runs first,
    so that no other pass sees these ops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def SAExpandComplex : Pass<"sa-expand-complex"> {
  let summary = "Replace complex numbers by pairs of floating-point numbers";
  let description = [{
    Complex arithmetic becomes arithmetic on real and imaginary parts, with
    NumPy's results: a product is (ac - bd) + (ad + bc) i, also where that is not
    a number; a quotient is Smith's; an absolute value does not overflow on the
    way, and is infinite if a part is. Values that `scf.if` and `scf.for` carry
    become two values each. No complex values remain.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def SAPromoteAccumulators : Pass<"sa-promote-accumulators"> {
  let summary = "Keep an element in a register while a loop updates it";
  let description = [{
    A loop that loads, updates and stores one element of an array, the same in
    every iteration, carries the value instead, if it accesses no other elements of
    the array but those at a constant distance, such as the other part of a
    complex number.

    ```
    for k { C[i, j] += … }   →   acc = C[i, j]; for k { acc += … }; C[i, j] = acc
    ```

    External arrays are disjoint, so that accesses to other arrays do not matter.
    A loop that may have no iterations is put under an `scf.if` first, because the
    element may not exist.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def SALocalCSE : Pass<"sa-local-cse"> {
  let summary = "Eliminate common subexpressions and loads of a block";
  let description = [{
    Equal operations of a block become one, loads only if memory does not change
    between them:

    ```
    x = A[i * 5]; y = A[i * 5]      →   x = A[i * 5]; y = x
    ```

    MLIR's CSE also works across blocks, but its time grows with the square of the
    number of loads; this pass visits each operation once.
  }];
}

def SAContract : Pass<"sa-contract"> {
  let summary = "Contract multiplications and additions to fma";
  let description = [{
    `a * b + c` becomes `fma(a, b, c)`, rounded once, for `f16`, `f32` and `f64`,
    if the product has no other use. No later stage contracts, so that every path
    gives the same bits. Strict compilations leave this pass out.
  }];
  let dependentDialects = ["::mlir::math::MathDialect"];
}

def SAExpandExtrema : Pass<"sa-expand-extrema"> {
  let summary = "Expand minima and maxima of floats to selections";
  let description = [{
    A maximum with a number that is never NaN becomes one comparison and one
    selection, which devices have as one instruction. That number comes second,
    so that a NaN in the other place is the result:

    ```mlir
    %m = arith.maximumf %x, %c : f32   // before; %c is the constant 2.0
    %l = arith.cmpf olt, %x, %c : f32  // after
    %m = arith.select %l, %c, %x : f32
    ```

    `max(-0.0, 0.0)` may then be `-0.0`; with `keep-signed-zeros` a maximum with
    zero stays where that could happen. Other maxima stay: a comparison, a test
    for NaN and a selection, whatever their order.
  }];
  let options = [
    Option<"keepSignedZeros", "keep-signed-zeros", "bool", "false",
           "the sign of a zero is part of the result">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def SALegalizeArith : Pass<"sa-legalize-arith"> {
  let summary = "Expand arithmetic that devices do not have";
  let description = [{
    Divisions that round up or down become divisions that round to zero with a
    correction; the absolute value of an integer becomes a selection; `fma` on
    `bf16` is computed in `f32` and rounded, and `select` on `bf16` chooses
    between the bits. MLIR's passes for small floats may drop the rounding between
    two operations; this pass makes it mandatory.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

#endif // SA_DIALECT_SA_TRANSFORMS_PASSES_TD
