// RUN: saopt %s --sa-insert-caches --split-input-file --verify-diagnostics

// C1: a run of the loop touches as many elements as there are.
!V = !sa.array<?xf32, input, sizes = [N]>
sa.func @unbounded(%A: !V, %B: !sa.array<?xf32, inout, sizes = [N]>) {
  %n = sa.dim %A, 0 : !V
  affine.for %i = 0 to %n {
    // expected-error@+1 {{keeps 'c', a cache of 'A', in private memory, but how much of dimension 0 the loop 'j' accesses in one run is only known at run time: split the loop over it, cache further in, or use the location 'global'}}
    %c = sa.loop_cache %A as "c" at "j" {location = #sa.memory<private>} : !V
    affine.for %j = 0 to %n {
      %a = sa.load %A[%j] : !V
      sa.accumulate add %a, %B[%i] : !sa.array<?xf32, inout, sizes = [N]>
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// -----

// C1: the loop has nothing to do with the array.
sa.func @unused(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, output>) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', but the loop 'i' does not use the array: leave the cache out, or trigger it at a loop that does}}
  %c = sa.loop_cache %A as "c" at "i" {location = #sa.memory<global>} : !sa.array<8xf32, input>
  affine.for %i = 0 to 8 {
    %x = arith.constant 1.0 : f32
    sa.store %x, %B[%i] : !sa.array<8xf32, output>
  } {sa.index = "i"}
}

// -----

// What is no load, store or accumulation knows nothing of copies.
sa.func @vectors(%A: !sa.array<8xf32, inout>) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', but the loop 'i' uses the array in 'sa.vector_load', which no cache can serve}}
  %c = sa.loop_cache %A as "c" at "i" {location = #sa.memory<global>} : !sa.array<8xf32, inout>
  affine.for %i = 0 to 8 step 4 {
    %a = sa.vector_load %A[%i] step [1] : !sa.array<8xf32, inout> to vector<4xf32>
    sa.vector_store %a, %A[%i] step [1] : vector<4xf32> to !sa.array<8xf32, inout>
  } {sa.index = "i"}
}

// -----

// Memory for a whole dimension is as large as a size that has a name.
sa.func @open_size(%A: !sa.array<?xf32, input>, %B: !sa.array<?xf32, output, sizes = [N]>) {
  %n = sa.dim %B, 0 : !sa.array<?xf32, output, sizes = [N]>
  // expected-error@+1 {{keeps 'c', a cache of 'A', but the size of dimension 0 is open, and memory for all of it needs one with a name: split the loop over it, or cache further in}}
  %c = sa.loop_cache %A as "c" at "i" {location = #sa.memory<global>} : !sa.array<?xf32, input>
  affine.for %i = 0 to %n {
    %a = sa.load %A[%i] : !sa.array<?xf32, input>
    sa.store %a, %B[%i] : !sa.array<?xf32, output, sizes = [N]>
  } {sa.index = "i"}
}

// -----

// C5: the layout is for squares.
sa.func @layout_shape(%A: !sa.array<8x4xf32, input>, %B: !sa.array<8x4xf32, output>) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', in the layout #sa.packed_lower_triangular, which cannot hold it: }}
  %c = sa.loop_cache %A as "c" at "i" {layout = #sa.packed_lower_triangular, location = #sa.memory<global>} : !sa.array<8x4xf32, input>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %a = sa.load %A[%i, %j] : !sa.array<8x4xf32, input>
      sa.store %a, %B[%i, %j] : !sa.array<8x4xf32, output>
    } {sa.index = "j"}
  } {sa.index = "i"}
}

// -----

// C5: elements that share a place cannot differ.
sa.func @layout_shares(%A: !sa.array<8x4xf32, input>, %B: !sa.array<8x4xf32, output>) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', in the layout #sa.toeplitz, where several of its elements share a place}}
  %c = sa.loop_cache %A as "c" at "i" {layout = #sa.toeplitz, location = #sa.memory<global>} : !sa.array<8x4xf32, input>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %a = sa.load %A[%i, %j] : !sa.array<8x4xf32, input>
      sa.store %a, %B[%i, %j] : !sa.array<8x4xf32, output>
    } {sa.index = "j"}
  } {sa.index = "i"}
}

// -----

// C5: the layout has a triangle of elements, the loops touch a square.
sa.func @layout_domain(%A: !sa.array<4x4xf32, input>, %B: !sa.array<4x4xf32, output>) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', in the layout #sa.lower_triangular, which does not have all the elements that the loop 'i' accesses}}
  %c = sa.loop_cache %A as "c" at "i" {layout = #sa.lower_triangular, location = #sa.memory<global>} : !sa.array<4x4xf32, input>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %a = sa.load %A[%i, %j] : !sa.array<4x4xf32, input>
      sa.store %a, %B[%i, %j] : !sa.array<4x4xf32, output>
    } {sa.index = "j"}
  } {sa.index = "i"}
}

// -----

// C5: nobody would choose the layout of a copy.
sa.func @layout_deferred(%A: !sa.array<4xf32, input>, %B: !sa.array<4xf32, output>) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', which cannot be: }}
  %c = sa.loop_cache %A as "c" at "i" {layout = #sa.deferred, location = #sa.memory<global>} : !sa.array<4xf32, input>
  affine.for %i = 0 to 4 {
    %a = sa.load %A[%i] : !sa.array<4xf32, input>
    sa.store %a, %B[%i] : !sa.array<4xf32, output>
  } {sa.index = "i"}
}

// -----

// C6: half precision has not all the numbers of single precision.
sa.func @element_type(%A: !sa.array<4xf32, input>, %B: !sa.array<4xf32, output>) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', in elements of 'f16', which do not have all the values of 'f32': take a type that does, or none; 'unsafe' rounds them}}
  %c = sa.loop_cache %A as "c" at "i" {elementType = f16, location = #sa.memory<global>} : !sa.array<4xf32, input>
  affine.for %i = 0 to 4 {
    %a = sa.load %A[%i] : !sa.array<4xf32, input>
    sa.store %a, %B[%i] : !sa.array<4xf32, output>
  } {sa.index = "i"}
}

// -----

// C6: nor has it all the integers of 32 bits.
sa.func @element_sign(%A: !sa.array<4xi8, input>, %B: !sa.array<4xi8, output>) {
  // expected-error@+1 {{in elements of 'ui16', which do not have all the values of 'i8'}}
  %c = sa.loop_cache %A as "c" at "i" {elementType = ui16, location = #sa.memory<global>} : !sa.array<4xi8, input>
  affine.for %i = 0 to 4 {
    %a = sa.load %A[%i] : !sa.array<4xi8, input>
    sa.store %a, %B[%i] : !sa.array<4xi8, output>
  } {sa.index = "i"}
}

// -----

// C4: one iteration writes the even elements of its block, others the odd ones.
sa.func @holes(%A: !sa.array<64xf32, inout>) {
  affine.for %p = 0 to 2 {
    affine.for %i = 0 to 4 {
      // expected-error@+1 {{keeps 'c', a cache of 'A', which would write back elements that a run of the loop 'ii' does not write, while other iterations of the parallel loop 'p' may write them: cache where all the elements of the footprint are written}}
      %c = sa.loop_cache %A as "c" at "ii" {location = #sa.memory<private>} : !sa.array<64xf32, inout>
      affine.for %ii = 0 to 8 {
        %x = arith.constant 1.0 : f32
        %j = affine.apply affine_map<(p, i, ii) -> (p + 16 * i + 2 * ii)>(%p, %i, %ii)
        // expected-note@+1 {{written here}}
        sa.store %x, %A[%j] : !sa.array<64xf32, inout>
      } {sa.index = "ii"}
    } {sa.index = "i"}
  } {sa.index = "p", sa.execution = #sa.execution<parallel>}
}

// -----

// C4: a condition leaves some of the elements to others.
sa.func @guarded(%A: !sa.array<8xf32, inout>) {
  affine.for %p = 0 to 2 {
    // expected-error@+1 {{which would write back elements that a run of the loop 'i' does not write, while other iterations of the parallel loop 'p' may write them}}
    %c = sa.loop_cache %A as "c" at "i" {location = #sa.memory<private>} : !sa.array<8xf32, inout>
    affine.for %i = 0 to 8 {
      affine.if affine_set<(p, i) : ((i + p) mod 2 == 0)>(%p, %i) {
        %x = arith.constant 1.0 : f32
        // expected-note@+1 {{written here}}
        sa.store %x, %A[%i] : !sa.array<8xf32, inout>
      }
    } {sa.index = "i"}
  } {sa.index = "p", sa.execution = #sa.execution<parallel>}
}

// -----

// C4: parts of a sum, each in a copy that overwrites the others.
sa.func @shared_sums(%A: !sa.array<64x8xf32, input>, %C: !sa.array<8xf32, inout>) {
  affine.for %k = 0 to 64 step 16 {
    // expected-error@+1 {{keeps 'c', a cache of 'C', into which iterations of the parallel loop 'k' accumulate the same elements, so that one cache would overwrite another: cache outside of that loop, or do not run it in parallel}}
    %c = sa.loop_cache %C as "c" at "kk" {location = #sa.memory<private>} : !sa.array<8xf32, inout>
    affine.for %kk = 0 to 16 {
      affine.for %i = 0 to 8 {
        %j = affine.apply affine_map<(k, kk) -> (k + kk)>(%k, %kk)
        %a = sa.load %A[%j, %i] : !sa.array<64x8xf32, input>
        // expected-note@+1 {{accumulated here}}
        sa.accumulate add %a, %C[%i] : !sa.array<8xf32, inout>
      } {sa.index = "i"}
    } {sa.index = "kk"}
  } {sa.index = "k", sa.execution = #sa.execution<parallel>, sa.reductions = ["C"]}
}

// -----

// A copy has a place for each index; the array has one for all.
!S = !sa.array<8xf32, inout, #sa.strided<[0]>>
sa.func @one_place(%A: !S) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', which the loop 'i' writes; several elements of the array share an offset, and would not in the cache}}
  %c = sa.loop_cache %A as "c" at "i" {location = #sa.memory<global>} : !S
  affine.for %i = 0 to 8 {
    %x = arith.constant 1.0 : f32
    sa.accumulate add %x, %A[%i] : !S
  } {sa.index = "i"}
}

// -----

// C7: a copy between two parallel loops would be of some of their work-items.
sa.func @between(%A: !sa.array<8x8xf32, input>, %B: !sa.array<8x8xf32, output>) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{keeps 'c', a cache of 'A', which is filled before the loop 'j', between the loop 'i' and another one that runs in parallel: trigger it inside of all of them, or outside}}
    %c = sa.loop_cache %A as "c" at "j" {location = #sa.memory<private>} : !sa.array<8x8xf32, input>
    affine.for %j = 0 to 8 {
      %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, input>
      sa.store %a, %B[%i, %j] : !sa.array<8x8xf32, output>
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// -----

// C8: local memory belongs to a group.
sa.func @no_group(%A: !sa.array<8x8xf32, input>, %B: !sa.array<8x8xf32, output>) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{keeps 'c', a cache of 'A', in local memory, but the loop 'j' is in no loop that is bound to the work-items of a group: bind one to thread_x, or use the location 'private' or 'global'}}
    %c = sa.loop_cache %A as "c" at "j" {location = #sa.memory<local>} : !sa.array<8x8xf32, input>
    affine.for %j = 0 to 8 {
      %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, input>
      sa.store %a, %B[%i, %j] : !sa.array<8x8xf32, output>
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// -----

// C8: work-items that wait for each other come by equally often.
sa.func @diverging(%A: !sa.array<8xf32, input>, %B: !sa.array<8x8xf32, inout>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
      // expected-error@+1 {{keeps 'c', a cache of 'A', in local memory, which the work-items of a group fill together; the loop 'k' around it differs between them: use the location 'private', or trigger it outside}}
      %c = sa.loop_cache %A as "c" at "j" {location = #sa.memory<local>} : !sa.array<8xf32, input>
      affine.for %j = 0 to 8 {
        %a = sa.load %A[%j] : !sa.array<8xf32, input>
        sa.accumulate add %a, %B[%i, %j] : !sa.array<8x8xf32, inout>
      } {sa.index = "j"}
    } {sa.index = "k"}
  } {sa.index = "i", sa.execution = #sa.execution<thread_x>}
}

// -----

// C8: how many work-items there are is known.
!V = !sa.array<?xf32, input, sizes = [N]>
sa.func @unknown_group(%A: !V, %B: !sa.array<?xf32, inout, sizes = [N]>) {
  %n = sa.dim %A, 0 : !V
  // expected-error@+1 {{over 'i' is bound to the work-items of a group, but how many these are is not known}}
  affine.for %i = 0 to %n {
    %c = sa.loop_cache %A as "c" at "j" {location = #sa.memory<local>} : !V
    affine.for %j = 0 to 1 {
      %a = sa.load %A[%j] : !V
      sa.accumulate add %a, %B[%i] : !sa.array<?xf32, inout, sizes = [N]>
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<thread_x>}
}

// -----

// C9: there is no next iteration.
sa.func @nothing_next(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, output>) {
  // expected-error@+1 {{keeps 'c', a cache of 'A', with two buffers, but no sequential loop is right outside of the loop 'i', the iterations of which could take turns: trigger it further in, or leave double buffering out}}
  %c = sa.loop_cache %A as "c" at "i" {doubleBuffer, location = #sa.memory<global>} : !sa.array<8xf32, input>
  affine.for %i = 0 to 8 {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    sa.store %a, %B[%i] : !sa.array<8xf32, output>
  } {sa.index = "i"}
}

// -----

// C9: what the next iteration needs may be what this one writes.
sa.func @written_next(%A: !sa.array<64xf32, inout>) {
  affine.for %i = 0 to 56 step 8 {
    // expected-error@+1 {{keeps 'c', a cache of 'A', with two buffers, but the loop 'i' writes the array, so that what is fetched for the next iteration may be old: leave double buffering out}}
    %c = sa.loop_cache %A as "c" at "ii" {doubleBuffer, location = #sa.memory<global>} : !sa.array<64xf32, inout>
    affine.for %ii = 0 to 8 {
      %j = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
      %k = affine.apply affine_map<(i, ii) -> (i + ii + 8)>(%i, %ii)
      %a = sa.load %A[%j] : !sa.array<64xf32, inout>
      // expected-note@+1 {{written here}}
      sa.store %a, %A[%k] : !sa.array<64xf32, inout>
    } {sa.index = "ii"}
  } {sa.index = "i"}
}

// -----

// C9: the first of several beginnings.
sa.func @begins(%A: !sa.array<64x64xf32, input>, %B: !sa.array<64xf32, inout>) {
  affine.for %h = 0 to 8 {
    affine.for %i = max affine_map<(h) -> (h, 8 - h)>(%h) to 64 {
      // expected-error@+1 {{keeps 'c', a cache of 'A', with two buffers, but the first iteration of the loop 'i' is not an affine function of what is outside of it}}
      %c = sa.loop_cache %A as "c" at "j" {doubleBuffer, location = #sa.memory<global>} : !sa.array<64x64xf32, input>
      affine.for %j = 0 to 64 {
        %a = sa.load %A[%i, %j] : !sa.array<64x64xf32, input>
        sa.accumulate add %a, %B[%i] : !sa.array<64xf32, inout>
      } {sa.index = "j"}
    } {sa.index = "i"}
  } {sa.index = "h"}
}

// -----

// C8: the second buffer is in local memory, too.
sa.func @second_local(%A: !sa.array<64x64xf32, input>, %B: !sa.array<64xf32, inout>) {
  affine.for %h = 0 to 8 {
    affine.for %i = 0 to 64 {
      // expected-error@+1 {{keeps 'c', a cache of 'A', with a second buffer in local memory, but the loop 'j' is in no loop that is bound to the work-items of a group}}
      %c = sa.loop_cache %A as "c" at "j" {doubleBuffer, doubleBufferLocation = #sa.memory<local>, location = #sa.memory<private>} : !sa.array<64x64xf32, input>
      affine.for %j = 0 to 64 {
        %a = sa.load %A[%i, %j] : !sa.array<64x64xf32, input>
        sa.accumulate add %a, %B[%h] : !sa.array<64xf32, inout>
      } {sa.index = "j"}
    } {sa.index = "i"}
  } {sa.index = "h", sa.execution = #sa.execution<parallel>}
}

// -----

// C10: no size says how many slices there are.
sa.func @slices(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-error@+1 {{keeps 'c', a cache of 'A', in device memory, with a slice for each iteration of the loop 'i', but how many these are has no bound that is a size: use the location 'private', or trigger it outside of the bound loops}}
    %c = sa.loop_cache %A as "c" at "j" {location = #sa.memory<global>} : !sa.array<8xf32, input>
    affine.for %j = 0 to 8 {
      %a = sa.load %A[%j] : !sa.array<8xf32, input>
      sa.accumulate add %a, %B[%j] : !sa.array<8xf32, inout>
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}

// -----

// C6: what has no place in an integer would have no value.
sa.func @unsafe_integers(%A: !sa.array<4xf32, input>, %B: !sa.array<4xf32, output>) {
  // expected-error@+1 {{in elements of 'i32', which do not have all the values of 'f32': take a type that does, or none}}
  %c = sa.loop_cache %A as "c" at "i" {elementType = i32, location = #sa.memory<global>, sa.unsafe} : !sa.array<4xf32, input>
  affine.for %i = 0 to 4 {
    %a = sa.load %A[%i] : !sa.array<4xf32, input>
    sa.store %a, %B[%i] : !sa.array<4xf32, output>
  } {sa.index = "i"}
}
