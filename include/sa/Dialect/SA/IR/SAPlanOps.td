// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans: how nests are to run. A plan is a list of steps on symbolic loops; no
// loop exists before all the steps are known.

#ifndef SA_DIALECT_SA_IR_SAPLANOPS_TD
#define SA_DIALECT_SA_IR_SAPLANOPS_TD

include "sa/Dialect/SA/IR/SANestOps.td"

def SA_PlanOp : SA_Op<"plan", [
    HasParent<"FuncOp">, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "says how the nests before it run";
  let description = [{
    ```mlir
    sa.nest "mm" (%i, %j, %k) to (64, 48, 32) { … }
    sa.plan {
      %i, %j, %k = sa.loops "mm"
      %ii = sa.split %i by 8 as "ii"
      sa.reorder %i, %j, %k, %ii
      sa.parallelize %i
    }
    ```

    A plan starts with the loops of its nests, one for each index, in the order
    of the nest. Its steps change which loops there are, their order, and how
    they run. A plan never changes a result: `--sa-check-plans` proves each step,
    or refuses it.

    Rules:

    - C1. The plan stands right after the nests that it names, in their order.
    - C2. A nest has one plan.
    - C3. The body is made of steps, which use the loops that `sa.loops`, `sa.split`
      and `sa.fuse` give.
    - C4. In the end the plan is one schedule: nests that are not fused have plans
      of their own.
    - C5. No two loops have the same name.
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict";
  let hasRegionVerifier = 1;
}

// What all the steps of plans are.
class SA_StepOp<string mnemonic, list<Trait> traits = []>
    : SA_Op<mnemonic, !listconcat([HasParent<"PlanOp">], traits)>;

def SA_LoopsOp : SA_StepOp<"loops"> {
  let summary = "the loops of a nest, outermost first";
  let description = [{
    ```mlir
    %i, %j, %k = sa.loops "mm"
    ```

    Rule C1: a nest of the function has that name, and as many indices.
  }];
  let arguments = (ins StrAttr:$nest);
  let results = (outs Variadic<SA_LoopType>:$loops);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def SA_SplitOp : SA_StepOp<"split"> {
  let summary = "cuts a loop into pieces";
  let description = [{
    ```mlir
    %ii = sa.split %i by 8 as "ii"
    ```

    The loop then steps from piece to piece, and the new one, right inside of
    it, runs over the iterations of a piece. Any size is fine: the last piece is
    shorter when it does not divide the loop.

    Rule C1: the size of a piece is positive.
  }];
  let arguments = (ins SA_LoopType:$loop, I64Attr:$size, StrAttr:$name);
  let results = (outs SA_LoopType:$inner);
  let assemblyFormat = "$loop `by` $size `as` $name attr-dict";
  let hasVerifier = 1;
}

def SA_ReorderOp : SA_StepOp<"reorder"> {
  let summary = "gives loops another order";
  let description = [{
    ```mlir
    sa.reorder %j, %i, %ii
    sa.reorder unsafe %j, %i
    ```

    The named loops take the places that they have together, in the new order;
    other loops stay where they are. `unsafe` leaves out the proof that the
    result stays the same.

    Rules:

    - C1. The loops are of one schedule, each named once.
    - C2. The inner loop of a split does not come before the outer one, and a
      loop of one nest not before the loop that tells fused nests apart.
    - C3. No access comes before one that it depends on.
  }];
  let arguments = (ins UnitAttr:$unsafe, Variadic<SA_LoopType>:$loops);
  let assemblyFormat = "(`unsafe` $unsafe^)? $loops attr-dict";
}

def SA_PadOp : SA_StepOp<"pad"> {
  let summary = "puts iterations that do nothing before those of a loop";
  let description = [{
    ```mlir
    sa.pad %i by 3
    ```

    Rules:

    - C1. The number of iterations is not negative, and at most 2^48.
    - C2. The loop has not been split.
  }];
  let arguments = (ins SA_LoopType:$loop, I64Attr:$size);
  let assemblyFormat = "$loop `by` $size attr-dict";
  let hasVerifier = 1;
}

def SA_SkewOp : SA_StepOp<"skew"> {
  let summary = "makes a loop run over the sum of two indices";
  let description = [{
    ```mlir
    sa.skew %i with %j
    ```

    The loop takes the value of `i + j`, so that iterations on a diagonal share
    it. Loops that have been split count in pieces: the loop is then as many
    pieces further as `j` is. What the nest computes, and in which order, is the same as far as one
    element is concerned: an order that would change that is refused.

    Rules:

    - C1. The loops differ, and are of one schedule.
    - C2. Both have iterations, and every nest in the loop is in the reference,
      too.
    - C3. No access comes before one that it depends on.
  }];
  let arguments = (ins SA_LoopType:$loop, SA_LoopType:$reference);
  let assemblyFormat = "$loop `with` $reference attr-dict";
}

def SA_FuseOp : SA_StepOp<"fuse"> {
  let summary = "makes one schedule of several";
  let description = [{
    ```mlir
    %i, %j, %f = sa.fuse %i0, %i1 partial(2) as ["i", "j", "f"]
    ```

    Each operand stands for the schedule that it is a loop of. The first loops
    of the schedules, as many as `partial` says, become common ones, from which
    each schedule takes as many iterations as it has. The loop `f` after them
    tells the schedules apart; then come the rest of the loops of the first
    schedule, of the second, and so on.

    Rules:

    - C1. There are at least two schedules, and all differ.
    - C2. Each has at least as many loops as are fused.
    - C3. Loops that become one have the same step.
    - C4. There is a name for each fused loop and for the one that tells the
      schedules apart.
    - C5. No access comes before one that it depends on.
  }];
  let arguments = (ins UnitAttr:$unsafe, Variadic<SA_LoopType>:$schedules,
                       I64Attr:$partial, StrArrayAttr:$names);
  let results = (outs Variadic<SA_LoopType>:$loops);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def SA_UnrollOp : SA_StepOp<"unroll"> {
  let summary = "writes the iterations of a loop one after the other";
  let description = [{
    ```mlir
    sa.unroll %ii
    ```

    Rules:

    - C1. The loop has at most 1024 iterations, and their number is known.
    - C2. The unrolled loops make at most 4096 copies of a body together.
  }];
  let arguments = (ins SA_LoopType:$loop);
  let assemblyFormat = "$loop attr-dict";
}

def SA_VectorizeOp : SA_StepOp<"vectorize"> {
  let summary = "runs the iterations of a loop in the lanes of vectors";
  let description = [{
    ```mlir
    sa.vectorize %jj
    sa.vectorize unsafe %jj
    ```

    Rules:

    - C1. The number of iterations is known.
    - C2. Iterations do not depend on each other, but for accumulations.
  }];
  let arguments = (ins UnitAttr:$unsafe, SA_LoopType:$loop);
  let assemblyFormat = "(`unsafe` $unsafe^)? $loop attr-dict";
}

def SA_ParallelizeOp : SA_StepOp<"parallelize"> {
  let summary = "runs the iterations of loops at the same time";
  let description = [{
    ```mlir
    sa.parallelize %i, %j
    sa.parallelize %k max_threads(4) policy("static")
    ```

    Several loops are collapsed into one. With `max_threads` there are at most
    as many work-items, each with a piece of the iterations (`static`) or with
    every n-th one (`dynamic`).

    Rules:

    - C1. The loops follow each other in the order.
    - C2. `max_threads` is positive; the policy is "static" or "dynamic".
    - C3. Iterations do not depend on each other, but for accumulations.
  }];
  let arguments = (ins UnitAttr:$unsafe, Variadic<SA_LoopType>:$loops,
                       OptionalAttr<I64Attr>:$maxThreads,
                       OptionalAttr<StrAttr>:$policy);
  let assemblyFormat = [{
    (`unsafe` $unsafe^)? $loops (`max_threads` `(` $maxThreads^ `)`)?
    (`policy` `(` $policy^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def SA_BindOp : SA_StepOp<"bind"> {
  let summary = "makes the iterations of a loop the groups or work-items of a grid";
  let description = [{
    ```mlir
    sa.bind %i to block_x
    sa.bind %ii to thread_x
    ```

    Fused nests share the groups that their common loops are bound to. The
    work-items of a group run their common loops, or each nest has loops
    of its own for them; then one nest is complete before the next one begins, and
    a nest with fewer of them leaves work-items out.

    ```mlir
    %i, %f = sa.fuse …            // the loops %x of the first nest, %y of the second
    sa.bind %i to block_x
    sa.bind %x to thread_x
    sa.bind %y to thread_x
    ```

    Rules:

    - C1. The bound loops are the outermost ones around a nest, those of groups
      first. Common loops of fused nests that have work-items of their own may
      stand between groups and work-items; they run the nests again and again.
    - C2. Each unit of the grid is bound once around a nest.
    - C3. The number of iterations of what is bound to work-items is known, and
      no larger than the plan's `sa.max_work_items`, or 1024.
    - C4. Iterations do not depend on each other, but for those of different
      nests that work-items wait for.
    - C5. Loops of groups are common to all the fused nests; where loops of
      single nests are bound to work-items, there is one.
    - C6. Around a nest, no loop that tells fused nests apart stands between
      loops that are bound to work-items.
  }];
  let arguments = (ins SA_LoopType:$loop, SA_GridUnit:$unit);
  let assemblyFormat = "$loop `to` $unit attr-dict";
}

def SA_TensorizeOp : SA_StepOp<"tensorize"> {
  let summary = "computes a product of small matrices in registers";
  let description = [{
    ```mlir
    sa.tensorize %ii, %jj, %kk
    ```

    Rules:

    - C1. The three loops are the innermost ones, and their sizes are known;
      rows and depth are unrolled, which has the limits of `sa.unroll`.
    - C2. The body adds the product of `A[…ii…, …kk…]` and `B[…kk…, …jj…]` to
      `C[…ii…, …jj…]`.
  }];
  let arguments = (ins SA_LoopType:$rows, SA_LoopType:$columns,
                       SA_LoopType:$depth);
  let assemblyFormat = "$rows `,` $columns `,` $depth attr-dict";
}

def SA_PrefetchOp : SA_StepOp<"prefetch"> {
  let summary = "asks for the elements that later iterations read";
  let description = [{
    ```mlir
    sa.prefetch %A at %k distance(2) : !sa.array<64x32xf32, input>
    ```

    Each iteration of the loop asks for what the iteration that many later
    reads.

    Rules:

    - C1. The distance is positive.
    - C2. The nests read the array.
  }];
  let arguments = (ins SA_ArrayType:$array, SA_LoopType:$loop,
                       I64Attr:$distance);
  let assemblyFormat = [{
    $array `at` $loop `distance` `(` $distance `)` attr-dict
    `:` qualified(type($array))
  }];
  let hasVerifier = 1;
}

def SA_CacheOp : SA_StepOp<"cache", [AttrSizedOperandSegments,
    AllTypesMatch<["source", "cached"]>]> {
  let summary = "keeps what loops touch of an array in a copy";
  let description = [{
    ```mlir
    %B_cache = sa.cache %B as "B_cache" at %kk trigger %k
        {location = "global", layout = #sa.striped<16>} : !sa.array<1024x1024xf32, input>
    %small = sa.cache %B_cache as "small" at %jj : !sa.array<1024x1024xf32, input>
    %C_cache = sa.cache %C as "C_cache" max_elements(512) : !sa.array<64x64xf32, inout>
    ```

    The copy holds the elements that one run of the loop `at` and the loops in
    it touch; with `max_elements`, `at` is the outermost loop for which these
    are no more. It is filled before the loop `trigger`, by default `at` itself;
    for a loop further out it holds the blocks of all the runs of `at`, one after
    the other. What was written is written back after the loop. The result
    stands for the copy where it is the source of another cache.

    `location` is where the copy lives: "private" to a work-item, "local" to a
    group, whose work-items fill it together, or "global" memory, with one slice
    for each iteration of the parallel loops around the trigger. Outside of
    parallel loops there is one copy in global memory for all. If not given, it
    is "private" where the extent of the copy is known when the function is
    compiled, and "global" otherwise. `layout` is row-major if not given, `element_type` that of the array. `thrifty` makes no
    copy of what lies in the array as it would in the copy. `vectorize` copies
    in vectors. With `double_buffer`, while one iteration of the next loop
    outside computes, the block of the next one is fetched into a second buffer,
    which is copied to the first one afterwards; it lives in
    `double_buffer_location`: by default where the copy does, but private when
    that is local.

    Rules:

    - C1. The nests use the array. In private and local memory it is known, when
      the function is compiled, how much of each dimension the loops touch.
    - C2. `at` or `max_elements` is given; `trigger` is `at` or a loop outside of it.
    - C3. The location is "private", "local" or "global".
    - C4. The elements that the loops write are all that is in the copy of an array that is
      written while other iterations run at the same time.
    - C5. The layout can hold the copy.
    - C6. The element type of the copy has all the values of the array's.
    - C7. The loops that run in parallel are all outside of the trigger, or all in
      it.
    - C8. Local memory is for triggers in loops that are bound to work-items; the
      loops and conditions around the trigger are the same for all of a group.
    - C9. With two buffers, the next loop outside of the trigger is sequential and
      does not write the array.
    - C10. A copy in global memory inside of parallel loops has as many slices as
      these have iterations; each of them runs up to a number or a run-time size.
  }];
  let arguments = (ins
    SA_ArrayType:$source, StrAttr:$name,
    Optional<SA_LoopType>:$loop, Optional<SA_LoopType>:$trigger,
    OptionalAttr<I64Attr>:$maxElements,
    OptionalAttr<SA_LayoutAttrInterface>:$layout,
    OptionalAttr<TypeAttr>:$elementType,
    UnitAttr:$thrifty,
    OptionalAttr<StrAttr>:$location,
    UnitAttr:$doubleBuffer,
    OptionalAttr<StrAttr>:$doubleBufferLocation,
    UnitAttr:$vectorize);
  let results = (outs SA_ArrayType:$cached);
  let assemblyFormat = [{
    $source `as` $name (`at` $loop^)? (`trigger` $trigger^)?
    (`max_elements` `(` $maxElements^ `)`)? attr-dict
    `:` qualified(type($source))
  }];
  let hasVerifier = 1;
}

#endif // SA_DIALECT_SA_IR_SAPLANOPS_TD
