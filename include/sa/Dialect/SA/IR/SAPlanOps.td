// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans: lists of steps on symbolic loops. `--sa-apply-plans` creates the loops
// when all steps are known.

#ifndef SA_DIALECT_SA_IR_SAPLANOPS_TD
#define SA_DIALECT_SA_IR_SAPLANOPS_TD

include "sa/Dialect/SA/IR/SANestOps.td"

def SA_PlanOp : SA_Op<"plan", [
    ParentOneOf<["FuncOp", "LoopOp", "IfMovedOp"]>, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "the schedule of the nests before it, and how their loops run";
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

    A plan starts with one loop for each index of its nests, in the order of the
    nest. Its steps change the loops, their order and their execution, but no
    result: `--sa-check-plans` proves each step, or refuses it.

    A plan that was built and proven in memory has the attribute `sa.proven`, the
    strictness of the proof (`"results"` or `"strict"`), and is not asked about
    again. In a file the attribute means nothing: readers remove it.

    Rules:

    - C1. The plan stands right after the nests that it names, in their order.
    - C2. A nest has one plan.
    - C3. The body consists of steps on the results of `sa.loops`, `sa.split` and
      `sa.fuse`.
    - C4. In the end the plan is one schedule: nests that are not fused have
      different plans.
    - C5. No two loops have the same name.
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict";
  let hasRegionVerifier = 1;
}

// The base of all steps.
class SA_StepOp<string mnemonic, list<Trait> traits = []>
    : SA_Op<mnemonic, !listconcat([HasParent<"PlanOp">], traits)>;

def SA_LoopsOp : SA_StepOp<"loops"> {
  let summary = "the loops of a nest, outermost first";
  let description = [{
    ```mlir
    %i, %j, %k = sa.loops "mm"
    ```

    Rule C1: a nest of the function has this name and as many indices.
  }];
  let arguments = (ins StrAttr:$nest);
  let results = (outs Variadic<SA_LoopType>:$loops);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def SA_SplitOp : SA_StepOp<"split"> {
  let summary = "splits a loop into tiles";
  let description = [{
    ```mlir
    %ii = sa.split %i by 8 as "ii"
    ```

    Afterwards the loop runs from tile to tile, and the new one, right inside of
    it, over the iterations of a tile. The last tile is shorter if the size does
    not divide the trip count.

    Rule C1: the size of a tile is positive.
  }];
  let arguments = (ins SA_LoopType:$loop, I64Attr:$size, StrAttr:$name);
  let results = (outs SA_LoopType:$inner);
  let assemblyFormat = "$loop `by` $size `as` $name attr-dict";
  let hasVerifier = 1;
}

def SA_ReorderOp : SA_StepOp<"reorder"> {
  let summary = "changes the order of loops";
  let description = [{
    ```mlir
    sa.reorder %j, %i, %ii
    sa.reorder unsafe %j, %i
    ```

    The named loops are permuted among their positions; other loops stay where
    they are. `unsafe` skips the proof that the result stays the same.

    Rules:

    - C1. The loops belong to one schedule, and each is named once.
    - C2. The outer loop of a split stays outside of the inner one, and the loop
      that distinguishes fused nests outside of the loops of one nest.
    - C3. No access moves before one that it depends on.
  }];
  let arguments = (ins UnitAttr:$unsafe, Variadic<SA_LoopType>:$loops);
  let assemblyFormat = "(`unsafe` $unsafe^)? $loops attr-dict";
}

def SA_PadOp : SA_StepOp<"pad"> {
  let summary = "adds empty iterations before those of a loop";
  let description = [{
    ```mlir
    sa.pad %i by 3
    ```

    Rules:

    - C1. The number of iterations is at least 0 and at most 2^48.
    - C2. The loop has iterations of its own.
    - C3. Where the loop has been split, an iteration is a tile; together they
      are at most 2^48 points.
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

    The loop takes the value of `i + j`, so that the iterations on a diagonal
    share it. For loops that are split, the sum counts tiles.

    Rules:

    - C1. The loops differ, and belong to one schedule.
    - C2. Both have iterations, and every nest in the loop is in the reference.
    - C3. No access moves before one that it depends on.
  }];
  let arguments = (ins SA_LoopType:$loop, SA_LoopType:$reference);
  let assemblyFormat = "$loop `with` $reference attr-dict";
}

def SA_FuseOp : SA_StepOp<"fuse"> {
  let summary = "combines schedules into one";
  let description = [{
    ```mlir
    %i, %j, %f = sa.fuse %i0, %i1 partial(2) as ["i", "j", "f"]
    ```

    Each operand is a loop of one of the schedules. The first `partial` loops of
    the schedules become common loops, of which each schedule takes as many
    iterations as it has. The next loop, `f`, distinguishes the schedules; the
    remaining loops of each schedule follow.

    Rules:

    - C1. There are at least two schedules, and all differ.
    - C2. Each has at least `partial` loops.
    - C3. Loops that become one have the same increment.
    - C4. There is a name for each common loop and for the one that distinguishes
      the schedules.
    - C5. No access moves before one that it depends on.
  }];
  let arguments = (ins UnitAttr:$unsafe, Variadic<SA_LoopType>:$schedules,
                       I64Attr:$partial, StrArrayAttr:$names);
  let results = (outs Variadic<SA_LoopType>:$loops);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def SA_UnrollOp : SA_StepOp<"unroll"> {
  let summary = "unrolls a loop completely";
  let description = [{
    ```mlir
    sa.unroll %ii
    ```

    Rules:

    - C1. The trip count is static and at most 1024.
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

    Of two loops around a nest that are vectorized, the outer one is unrolled:
    its iterations are the rows of a block of vector registers.

    Rules:

    - C1. The trip count is static.
    - C2. Iterations do not depend on each other, except by accumulations; those
      of rows may.
    - C3. Rows keep the limits of unrolling.
  }];
  let arguments = (ins UnitAttr:$unsafe, SA_LoopType:$loop);
  let assemblyFormat = "(`unsafe` $unsafe^)? $loop attr-dict";
}

def SA_ParallelizeOp : SA_StepOp<"parallelize"> {
  let summary = "distributes the iterations of loops over work-items";
  let description = [{
    ```mlir
    sa.parallelize %i, %j
    sa.parallelize %k max_threads(4) policy(<static>)
    ```

    Several loops are collapsed into one. `max_threads` limits the number of
    work-items; each then runs consecutive iterations (`static`) or every n-th
    one (`dynamic`).

    Rules:

    - C1. The loops are consecutive.
    - C2. `max_threads` is positive.
    - C3. Iterations do not depend on each other, except by accumulations.
  }];
  let arguments = (ins UnitAttr:$unsafe, Variadic<SA_LoopType>:$loops,
                       OptionalAttr<I64Attr>:$maxThreads,
                       OptionalAttr<SA_ThreadPolicyAttr>:$policy);
  let assemblyFormat = [{
    (`unsafe` $unsafe^)? $loops (`max_threads` `(` $maxThreads^ `)`)?
    (`policy` `(` $policy^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def SA_BindOp : SA_StepOp<"bind"> {
  let summary = "maps the iterations of a loop to the groups or work-items of a grid";
  let description = [{
    ```mlir
    sa.bind %i to block_x
    sa.bind %ii to thread_x
    ```

    Fused nests share the groups that their common loops are bound to. Either
    common loops are bound to work-items, or each nest has loops for them; then a
    barrier separates the nests, and a nest with fewer iterations leaves
    work-items idle.

    ```mlir
    %i, %f = sa.fuse …            // the loops %x of the first nest, %y of the second
    sa.bind %i to block_x
    sa.bind %x to thread_x
    sa.bind %y to thread_x
    ```

    Rules:

    - C1. Around a nest the loops of groups come before those of work-items, and
      outer loops are bound first. A loop that is bound inside of ones that are
      not, which are inside of bound ones, is hoisted out of them; that keeps the
      order of dependent accesses. A cache at a hoisted loop is at the next loop
      inside of its old place. Loops outside of all bound ones run on the host.
      Common loops of fused nests with loops over work-items of their own may
      stand between groups and work-items.
    - C2. Several loops around a nest may be bound to one unit, which counts all
      of their iterations; each takes a dimension of the grid, of which groups and
      work-items have three.
    - C3. The product of the trip counts of loops that are bound to work-items is
      static, and at most the plan's `sa.max_work_items`, or 1024.
    - C4. Iterations do not depend on each other, except those of different nests
      with a barrier between them.
    - C5. Loops of groups are common to all fused nests; where loops of single
      nests are bound to work-items, there is one.
    - C6. Around a nest, the loop that distinguishes fused nests does not stand
      between loops that are bound to work-items.
    - C7. The first iteration of a loop that is bound to groups does not depend on
      another loop: their number is known when the kernel is launched.
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

    - C1. The three loops are the innermost ones, with static trip counts; rows
      and depth are unrolled, within the limits of `sa.unroll`.
    - C2. The body adds the product of `A[…ii…, …kk…]` and `B[…kk…, …jj…]` to
      `C[…ii…, …jj…]`.
  }];
  let arguments = (ins SA_LoopType:$rows, SA_LoopType:$columns,
                       SA_LoopType:$depth);
  let assemblyFormat = "$rows `,` $columns `,` $depth attr-dict";
}

def SA_PrefetchOp : SA_StepOp<"prefetch"> {
  let summary = "prefetches the elements that later iterations read";
  let description = [{
    ```mlir
    sa.prefetch %A at %k distance(2) : !sa.array<64x32xf32, input>
    ```

    Each iteration prefetches the elements that the iteration `distance` later
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

def SA_NontemporalOp : SA_StepOp<"nontemporal"> {
  let summary = "writes an array past the caches of the device";
  let description = [{
    ```mlir
    sa.nontemporal %C : !sa.array<64x32xf32, output>
    ```

    Vectors of neighbouring elements that the nests store to the array go to
    memory without first reading the lines that they replace, where a vector
    lies on a multiple of its size; others are stored as before. This pays for
    arrays that are larger than the caches, and that nothing reads soon.

    Rules:

    - C1. The nests store to the array.
  }];
  let arguments = (ins SA_ArrayType:$array);
  let assemblyFormat = "$array attr-dict `:` qualified(type($array))";
}

def SA_CacheOp : SA_StepOp<"cache", [AttrSizedOperandSegments,
    AllTypesMatch<["source", "cached"]>]> {
  let summary = "keeps the footprint of a loop in a cache";
  let description = [{
    ```mlir
    %B_cache = sa.cache %B as "B_cache" at %kk trigger %k
        {location = #sa.memory<global>, layout = #sa.striped<16>} : !sa.array<1024x1024xf32, input>
    %small = sa.cache %B_cache as "small" at %jj : !sa.array<1024x1024xf32, input>
    %C_cache = sa.cache %C as "C_cache" max_elements(512) : !sa.array<64x64xf32, inout>
    %A_cache = sa.cache %A as "A_cache" at %kk {elementType = f16, sa.unsafe} : !sa.array<64x64xf32, input>
    ```

    The cache holds the footprint of one execution of the loop `at`; with
    `max_elements`, `at` is the outermost loop whose footprint is no larger. The
    fill precedes the loop `trigger`, by default `at`; for an outer trigger the
    cache holds the footprints of all executions of `at` in it, one after the
    other. A write-back follows the loop if it writes the array. The result is
    the source of a cache of this cache.

    - `location`: `private` to a work-item, `local` to a group, whose work-items
      fill it together, or `global` memory, with one slice for each iteration of
      the parallel loops around the trigger, or one for all outside of them. By
      default `private` if the footprint has a static size, and else `global`.
    - `layout`: row-major by default; `element_type`: the array's by default.
    - `thrifty`: no cache if the footprint lies in the array as in the cache.
    - `vectorize`: the fill and the write-back use vectors.
    - `double_buffer`: an iteration of the loop around the trigger fetches the
      footprint of the next one into a second buffer, in
      `double_buffer_location`: by default that of the cache, but private if
      that is local.

    Rules:

    - C1. The nests use the array. In private and local memory the footprint has
      a static size.
    - C2. `at` or `max_elements` is given; `trigger` is `at` or a loop around it.
    - C4. If parallel iterations write the array, the loops write every element of
      the footprint.
    - C5. The layout can hold the footprint.
    - C6. The element type of the cache has all values of the array's; with the
      attribute `sa.unsafe`, floats and integers are rounded or cut off to it.
    - C7. The parallel loops are all around the trigger, or all in it.
    - C8. A local cache has its trigger in loops that are bound to work-items; the
      loops and conditions around it are uniform in a group.
    - C9. With two buffers, the loop around the trigger is sequential and does not
      write the array.
    - C10. A global cache inside of parallel loops has as many slices as these have
      iterations; each of them runs up to a number or a run-time size.
  }];
  let arguments = (ins
    SA_ArrayType:$source, StrAttr:$name,
    Optional<SA_LoopType>:$loop, Optional<SA_LoopType>:$trigger,
    OptionalAttr<I64Attr>:$maxElements,
    OptionalAttr<SA_LayoutAttrInterface>:$layout,
    OptionalAttr<TypeAttr>:$elementType,
    UnitAttr:$thrifty,
    OptionalAttr<SA_MemorySpaceAttr>:$location,
    UnitAttr:$doubleBuffer,
    OptionalAttr<SA_MemorySpaceAttr>:$doubleBufferLocation,
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
