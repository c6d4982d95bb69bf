// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that check and rewrite `sa` programs and the loops they become.

#ifndef SA_DIALECT_SA_TRANSFORMS_PASSES_TD
#define SA_DIALECT_SA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SAInlineCalls : Pass<"sa-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Put the bodies of functions in the place of their calls";
  let description = [{
    The arrays that are passed stand for the arguments, and their sizes for the
    run-time sizes of the function. Its temporaries and constants become those
    of the caller, with names that nothing else there has; temporaries are zero
    at each call. Functions that call themselves, at whatever distance, are
    refused. Functions that are `private` are gone afterwards.
  }];
}

def SASpecializeLayouts : Pass<"sa-specialize-layouts", "::mlir::ModuleOp"> {
  let summary = "Give functions over arrays of any layout a version for dense ones";
  let description = [{
    A function with arguments whose layout is `any` gets a twin in which they
    are row-major. The attribute `sa.contiguous` names the twin, which is
    `sa.internal`. Whoever calls the function takes the twin when all of those
    arrays are dense.
  }];
}

def SACheckAccesses : Pass<"sa-check-accesses", "::sa::FuncOp"> {
  let summary = "Refuse accesses that could leave their array";
  let description = [{
    Every index of a load, store or accumulation must be an affine function of
    the nest's indices and the run-time sizes (with `floordiv`, `ceildiv` and
    `mod` by constants), and stay inside the array for every point of the nest.
    So must it stay in the domain of the array, where it has one, and every
    `sa.bound` must hold. What cannot be proven is an error, with a point of the
    nest where the index leaves the shape.

    A size that is open is what the caller says. Where the loops could go
    further, an `sa.require` says how large it has to be:

    ```
    sa.nest (%i) to (%n) { … %A[%i] … }   →   sa.require %rows at_least %n of "A" dimension 0
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SACheckOutputs : Pass<"sa-check-outputs", "::sa::FuncOp"> {
  let summary = "Refuse reads of an output that come before the write";
  let description = [{
    An element of an `output` array has no value until the function has written
    it. Every read must be preceded by a write of the same element, in the same
    point of a nest, in an earlier point, or in an earlier nest; otherwise the
    program is refused, with an element that is read too early. Where all the
    elements are written, the argument gets the attribute `sa.filled`.
  }];
}

def SAPruneTemporaries : Pass<"sa-prune-temporaries", "::sa::FuncOp"> {
  let summary = "Remove what nobody can notice about temporaries";
  let description = [{
    Loads of a temporary in nests before the first that writes it give zero;
    writes in nests after the last that loads it are not seen by anybody. Both
    go, with whatever only they used, and so do temporaries that nothing
    accesses and nests that do nothing. The report names what was removed.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect"
  ];
}

def SAFuseNests : Pass<"sa-fuse-nests", "::sa::FuncOp"> {
  let summary = "Run nests that hand on a temporary point by point as one";
  let description = [{
    Two nests in a row become one when

    - the first writes a temporary that the second reads,
    - both run over the same points, with the same order of their indices,
    - they touch no element at different points, one of them writing it, and
    - the same indices may run in parallel in both.

    ```
    nest (i) { T[i] = A[i] }  nest (j) { B[j] = T[j] }
                                        →   nest (i) { T[i] = A[i]; B[i] = T[i] }
    ```

    Neither results nor parallelism change. The indices keep the names that they
    have in the first nest. Longer chains become one nest as well. The report
    says for every temporary that still connects two nests why they are not one.
  }];
}

def SAElideTemporaries : Pass<"sa-elide-temporaries", "::sa::FuncOp"> {
  let summary = "Keep temporaries in registers or in private memory";
  let description = [{
    A temporary that only one nest uses needs no memory when every element that
    is read has been written before at the same point, or not at all, in which
    case it is zero. Its loads become the values that were stored:

    ```
    T[i] = a; T[i] += b; C[i] = T[i]   →   C[i] = a + b
    ```

    Otherwise it becomes `private(n)` when points that differ in the first n
    indices hand nothing on to each other, and a copy is small (4 KiB) and has
    at most two elements for each point that uses it. Dimensions whose subscript
    is the same for all the points of a copy are dropped. Such a temporary keeps
    no index from being parallel:

    ```
    nest (i, k) { T[k + 1] = T[k] + A[i, k]; … }   →   one T for each i
    ```

    The report says where the elements of each such temporary are kept, and
    names two accesses when that is memory.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect"
  ];
}

def SASkipClears : Pass<"sa-skip-clears", "::sa::FuncOp"> {
  let summary = "Find temporaries that need not be cleared";
  let description = [{
    A temporary is zero when a call begins. Nobody can tell when no element is
    read before it is written, which is proven as it is for outputs. Such a
    temporary gets `sa.written_first`; if it is still in device memory in the
    end, that is not cleared.
  }];
}

def SAParallelize : Pass<"sa-parallelize", "::sa::FuncOp"> {
  let summary = "Find the indices of each nest that may run in parallel";
  let description = [{
    Adds `parallel(…)` to the nests that do not have it yet, and refuses those
    that have it where it would change the result. An index is
    parallel when no two points of the nest that differ in it touch the same
    element of an array, one of them writing it. Reductions are therefore not
    parallel: they stay inside of the work-item that owns the element.
  }];
}

def SAChooseLayouts : Pass<"sa-choose-layouts", "::sa::FuncOp"> {
  let summary = "Choose the layouts of constants that leave it to the compiler";
  let description = [{
    A constant with the layout `#sa.deferred` gets an order of its dimensions:
    what changes fastest in the nests that read it lies side by side. Work-items
    that are neighbours in the last parallel index run at once, so that one is the
    fastest; then come the sequential indices from the innermost out, and then the
    other parallel ones. Reads that disagree count by the points of their nests.
  }];
}

def SACheckPlans : Pass<"sa-check-plans", "::sa::FuncOp"> {
  let summary = "Refuse plans that are not possible or would change a result";
  let description = [{
    Takes the steps of every plan one by one. Each must be possible for the loops
    that there are then, and must not change a result: accesses that depend on
    each other keep their order, and loops that run in parallel or in vectors have
    iterations that do not depend on each other. Accumulations into one element
    may change their order unless the compilation is strict. What cannot be
    proven is an error that names both accesses and the loop.
  }];
  let options = [Option<"strict", "strict", "bool", /*default=*/"false",
                        "Keep floating-point sums in their order, too">];
}

def SAApplyPlans : Pass<"sa-apply-plans", "::sa::FuncOp"> {
  let summary = "Make the loops that plans describe";
  let description = [{
    A plan and its nests become `affine.for` loops with the names, the order and
    the bounds that the plan says. How a loop runs is an attribute of it, which
    later passes act on. The plans have been checked. Copies of arrays are announced by `sa.cache_block`.

    ```mlir
    %ii = sa.split %i by 8 as "ii"    →   affine.for %i = 0 to 50 step 8 {
    sa.unroll %ii                           affine.for %ii = 0 to min (8, 50 - %i) {
                                              …
                                            } {sa.index = "ii", sa.run = "unroll"}
                                          } {sa.index = "i"}
    ```

    Between fused nests whose loops are bound to the work-items of a group stands a
    `gpu.barrier`. A nest that has no loop for a dimension of the group in which
    others have one runs in the first work-item of that dimension: in a loop of one
    iteration, which is bound to it.

    With `skip-zeros`, a loop may say which of its iterations do nothing, because a
    constant is zero at all of their points (`sa.idle`), when an estimate of the
    work says that it pays. Of each nest it is the loop that saves most.
  }];
  let options = [
    Option<"skipZeros", "skip-zeros", "bool", "false",
           "leave out iterations of loops where a constant is zero">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect"
  ];
}

def SAPartialSums : Pass<"sa-partial-sums", "::sa::FuncOp"> {
  let summary = "Give work-items sums of their own where they share elements";
  let description = [{
    Where different iterations of a parallel loop accumulate into one element,
    the iterations are spread over a fixed number of work-items (16, or what
    `max_threads` says), each with a copy of the array that holds what it has
    accumulated. Afterwards the copies are put together in the order of the
    work-items, so that results do not depend on who was first.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SACutLoops : Pass<"sa-cut-loops", "::sa::FuncOp"> {
  let summary = "Take conditions on indices and sizes out of loops";
  let description = [{
    Nests of unequal sizes that are fused leave conditions, and so do copies of
    edges. A condition that a loop does not change is asked once before it; the
    innermost loop that changes it is cut in two, where the answer changes. Loops
    of a kernel's range, and unrolled and vectorized ones, are not cut. An
    unrolled or vectorized loop that starts later in some iterations of a loop
    around it, as padding at the front makes it, is treated in the same way. At
    most 32 copies of bodies are made in a function; conditions that are left
    after that stay.

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

def SALocalizeTemporaries : Pass<"sa-localize-temporaries", "::sa::FuncOp"> {
  let summary = "Keep what one iteration of a loop hands on in memory of its own";
  let description = [{
    A temporary all of whose uses are in one loop of a plan needs only as much
    memory as one iteration touches, when no iteration reads what another one
    wrote. The innermost loop for which that holds has the memory:

    ```
    for i = 0 to 64 step 8                    for i = 0 to 64 step 8
      for ii = 0 to 8  T[i + ii] = …     →      T = sa.buffer of 8 elements
      for ii = 0 to 8  … = T[i + ii]            for ii = 0 to 8  T[ii] = …
                                                for ii = 0 to 8  … = T[ii]
    ```

    What may be read before it is written is cleared first, since a temporary is
    zero on entry. One element that is written and read in a row becomes a value.
    Memory is private to a work-item, in no loop that is unrolled or vectorized,
    and of at most 4 KiB. What loops over the work-items of a group use together
    is local memory of the group, which is cleared by all of them, and of at most
    32 KiB, or what the plan says (`sa.local_memory`). The report says for each temporary that loops of plans use
    what has become of it, or what stood in the way.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::gpu::GPUDialect"
  ];
}

def SAPeelEdges : Pass<"sa-peel-edges", "::sa::FuncOp"> {
  let summary = "Take the edges off loops around unrolled and vectorized ones";
  let description = [{
    A loop that is unrolled or vectorized needs a known number of iterations.
    Where its bound is smaller at the end of a loop around it, that loop is cut
    in two: one part in which all pieces are full, and the edge. No condition is
    left in inner loops. At most 64 copies of bodies are made in a function; what
    is left after that runs as plain loops.

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
  let summary = "Make memory, fill and write-back of the copies that plans want";
  let description = [{
    Replaces every `sa.cache_block` by memory for what the loop after it touches
    of the array, loops that fill the memory before it, and loops that write it
    back after it where the loop writes the array. The accesses in the loop go to
    the copy. Outer copies come first, so that inner ones are copies of them.

    ```mlir
    %c = sa.cache_block %A as "c" at "kk"    →   %c = sa.buffer "c" private : …
    affine.for %kk = 0 to 8 {                    affine.for %A_0 = 0 to 8 {
      sa.load %A[%k + %kk]                         c[%A_0] = A[%k + %A_0]
    }                                            }
                                                 affine.for %kk = 0 to 8 {
                                                   sa.load %c[%kk]
                                                 }
    ```

    The memory is private to a work-item (`sa.buffer`), local to a work-group, or
    a temporary in device memory: with a slice for each iteration of the parallel
    loops around it, or one for all where there are none. The report says for
    each copy how large it is, where, and how often it is filled. What a copy
    cannot be is an error at the `sa.cache_block` (the rules of `sa.cache`).

    With `unfinished`, a copy in local memory with no loop around it that is bound
    to work-items is left out instead: a later step of the plan may bind one.
  }];
  let options = [Option<"unfinished", "unfinished", "bool", /*default=*/"false",
                        "Leave out what a later step may make possible">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::gpu::GPUDialect"
  ];
}

def SASkipZeros : Pass<"sa-skip-zeros", "::sa::FuncOp"> {
  let summary = "Leave out the points of a nest where a constant is zero";
  let description = [{
    A nest that only adds products with the element of a constant as a factor
    does nothing where that is zero; so does one that stores sums of an element
    and such a product back to the element, or that does everything under a
    condition that does not hold then. Where the constant has many zeros, and an
    estimate of the work says that it pays, the nest runs over the other points
    only, in the same order, and the constant is replaced by what is left of it:

    - Zero slices (rows, columns) shorten the loops over them. Positions come
      from a table, or from an offset where those that are left are neighbours.
    - Zero blocks and single zeros make lists of blocks or elements, one for each
      work-item (`segments` of `sa.nest`) or one for all.

    What a body does first or last under a condition on indices, as a sum that
    begins with a store, runs as nests before and after, where that changes no
    result and makes zeros skippable.

    Subscripts may be any affine functions of indices of known sizes: the elements
    that are read at the points stand for the constant then.

    Loops of a body with constant bounds get shorter, or run over a list, where
    iterations do nothing.

    A nest keeps its constraints: those on indices from a table are asked in the
    body, unless they were taken into account when the list was made. Elements
    that no point reads do not count. A nest with a plan keeps its loops; those
    that the plan only reorders or runs in parallel get constraints that leave out
    the zero slices at their ends, and `sa-apply-plans` does the rest.

    For floats a result differs where the other factor is infinite or NaN, and in
    the sign of a zero. Strict compilations leave this pass out.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAUnrollLoops : Pass<"sa-unroll-loops", "::sa::FuncOp"> {
  let summary = "Write the iterations of loops one after the other";
  let description = [{
    A loop that plans mark with `sa.run = "unroll"` becomes copies of its body:

    ```
    for ii = 0 to 2 { C[i + ii] += … }   →   C[i] += …; C[i + 1] += …
    ```

    Outer loops go first, so that bounds of inner ones that depend on them are
    known. A loop whose number of iterations is not known stays, and the report
    says so. More copies than plans may ask for are refused.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAVectorizeLoops : Pass<"sa-vectorize-loops", "::sa::FuncOp"> {
  let summary = "Run the iterations of loops in the lanes of vectors";
  let description = [{
    A loop that plans mark with `sa.run = "vectorize"` becomes operations on
    vectors of 16, 8, 4 and 2 lanes, and on scalars for an odd iteration:

    ```
    for jj = 0 to 19 { C[i, j + jj] = s * B[j + jj] }
      →   C[i, j … j + 15] = splat(s) * B[j … j + 15]
          C[i, j + 16 … j + 17] = splat(s) * B[j + 16 … j + 17]
          C[i, j + 18] = s * B[j + 18]
    ```

    All the lanes of one operation come before the next operation. Up to 64
    iterations are written out; more are a loop in steps of 16. What does not depend
    on the loop's index stays scalar, also accesses. Loops and conditions inside stay
    when they are the same for all lanes. Accumulations of all the lanes into one
    element combine the lanes first, in a tree, and then the element; with `strict`
    one after the other, as in the loop.

    What has no vector form (complex numbers, indices that do not grow evenly
    from lane to lane, control flow that differs between lanes) is
    done lane by lane, and the report says so. A loop stays as it is when its number of
    iterations is not known, and when it holds memory of its own or vectors
    already.

    That the loop may run like this has been proven before.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "Keep the order of accumulations into one element.">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def SASkipIdle : Pass<"sa-skip-idle", "::sa::FuncOp"> {
  let summary = "Leave out the iterations of loops that do nothing";
  let description = [{
    What comes after `sa.idle` in its loop becomes conditional; elements that the
    loop carries stay as they are where it does not happen. A mark whose loop has
    been taken apart is dropped.

    ```
    for k {                        for k {
      sa.idle W_blocks[k]     →      if W_blocks[k] != 0 {
      …                                …
    }                              } }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def SAPromoteElements : Pass<"sa-promote-elements", "::sa::FuncOp"> {
  let summary = "Keep elements in registers while a loop runs";
  let description = [{
    A loop that touches elements of an array, scalars or vectors, which are the
    same in every iteration, carries them instead, and so do the loops around it
    as far as possible:

    ```
    for k { C[i, j] += …; C[i + 1, j] += … }
      →   c0 = C[i, j]; c1 = C[i + 1, j]
          for k { c0 += …; c1 += … }
          C[i, j] = c0; C[i + 1, j] = c1
    ```

    All that the loop touches of the array must be such elements, each of which is
    provably different from the others or the same. A loop that may not run at all is
    put into an `affine.if`: its elements may not exist then.

    What is left in straight-line code and written more than once is kept in
    registers up to the end of its block, under the same conditions:

    ```
    C[i] += x; C[i] += y      →   c = C[i]; c += x; c += y; C[i] = c
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAExpandComplex : Pass<"sa-expand-complex"> {
  let summary = "Replace complex numbers by pairs of floating-point numbers";
  let description = [{
    What `convert-sa-to-loops` leaves of complex numbers becomes arithmetic on
    their parts, with NumPy's results: a product is (ac - bd) + (ad + bc) i, also
    where that is not a number; a quotient is Smith's; an absolute value does
    not overflow on the way, and is infinite when one of the parts is. Values that
    `scf.if` and `scf.for` carry become two values each. Nothing complex is left.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def SAPromoteAccumulators : Pass<"sa-promote-accumulators"> {
  let summary = "Keep an element in a register while a loop updates it";
  let description = [{
    A loop that loads, updates and stores one element of an array, the same in
    every iteration, and touches that array nowhere else, carries the value
    through the loop instead. An access a constant distance away, such as that of
    the other part of a complex number, does not matter.

    ```
    for k { C[i, j] += … }   →   acc = C[i, j]; for k { acc += … }; C[i, j] = acc
    ```

    External arrays are disjoint, so that accesses to other arrays do not matter.
    A loop that may not run at all is put into an `scf.if` first: the element may
    not exist then.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def SAOrderStores : Pass<"sa-order-stores"> {
  let summary = "Mark the stores whose elements other iterations touch";
  let description = [{
    A store in a sequential loop that also loads from or stores to other places
    of the same array gets the attribute `sa.ordered`, and becomes volatile in
    both targets. The other part of a complex number is no other place, nor are
    the places of unrolled and vectorized iterations, where the strides of the
    loops tell that no other iteration comes by. Intel's OpenCL compiler for CPUs (2026.2) unrolls such loops and
    lets accesses trade places that must not: `A[j + 5] += A[j]` came out wrong.
    So did `B[j] = A[i + ii, j]`, which every iteration of the loops over i and ii
    stores to: it is marked as well.
  }];
}

def SAContract : Pass<"sa-contract"> {
  let summary = "Fuse multiplications with the additions that use them";
  let description = [{
    `a * b + c` becomes `fma(a, b, c)`, rounded once, for `f16`, `f32` and `f64`,
    where the product has no other use. Fusing here, and nowhere later, gives
    the same bits on every path. Strict compilations leave this pass out.
  }];
  let dependentDialects = ["::mlir::math::MathDialect"];
}

def SAAddDifferences
    : Pass<"sa-add-differences", "::mlir::gpu::GPUFuncOp"> {
  let summary = "Let loops that only subtract from a value add instead";
  let description = [{
    Intel's OpenCL compiler for CPUs (2026.2) gives wrong values for
    `D[j] -= A[k]` in a loop over `k` whose length depends on the work-item.
    Loops that carry a value and only subtract from it carry its negative instead,
    and add; after the loop it is subtracted from zero. Only a sum that is a
    negative zero from its start to its end is a positive one then.

    ```
    r = a                         r = -a
    for … { r = r - x }     →     for … { r = r + x }
    use r                         use 0 - r
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def SAKeepLoopsScalar
    : Pass<"sa-keep-loops-scalar", "::mlir::gpu::GPUFuncOp"> {
  let summary = "Keep the device's compiler from vectorising lone loops";
  let description = [{
    A kernel of one work-item, or of groups of one, whose loops call built-in functions
    (`exp`, `fma`, `max` of integers) adds the work-item's position, which is 0, to
    where these loops start.
    Intel's OpenCL compiler for CPUs (2026.2) vectorises the loops of a kernel
    that does not ask for its position, and crashes while it does, in
    `R += exp(A[2 * k])` for example. A selection counts as a call, because compilers
    make minima and maxima of them, and so does a condition that they make a
    selection of: one with results, or around a store to private memory. A call outside of all loops makes it vectorise
    the loops of other kernels of the module: then the position is added to where
    the first store goes.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect"
  ];
}

def SALegalizeArith : Pass<"sa-legalize-arith"> {
  let summary = "Express arithmetic that devices do not have by what they have";
  let description = [{
    Divisions that round up or down become divisions that round to zero with a
    correction; the absolute value of an integer becomes a selection; and `fma`
    on `bf16`, which MLIR's own passes for small floats leave alone, is computed
    in `f32` and rounded, as `select` chooses between the bits. Those passes allow the rounding between two operations
    to be dropped; here it becomes a must.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

#endif // SA_DIALECT_SA_TRANSFORMS_PASSES_TD
