// The functions that random programs of `contracts.rs` only declare, for the interpreter. Which entries are one buffer
// is known by what a release writes into it: the number of the last entry.
memref.global "private" @kept : memref<1024xmemref<4xi32>> = uninitialized
memref.global "private" @taken : memref<1024xi1> = uninitialized
memref.global "private" @n : memref<1xindex> = dense<0>
func.func private @seed(%k: i32) -> i32 {
  %k7 = arith.constant 7 : i32
  %k3 = arith.constant 3 : i32
  %p = arith.muli %k, %k7 : i32
  %r = arith.addi %p, %k3 : i32
  return %r : i32
}
func.func private @wr(%b: memref<4xi32> {bufferization.access = "write", memplan.captures = false}, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %v, %b[%i] : memref<4xi32>
  }
  return
}
func.func private @sum(%b: memref<4xi32> {llvm.readonly, llvm.nocapture}) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> i32 {
    %e = memref.load %b[%i] : memref<4xi32>
    %t = arith.addi %s, %e : i32
    scf.yield %t : i32
  }
  return %s : i32
}
func.func private @add(%b: memref<4xi32>, %is_taken: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.get_global @n : memref<1xindex>
  %kept = memref.get_global @kept : memref<1024xmemref<4xi32>>
  %taken = memref.get_global @taken : memref<1024xi1>
  %at = memref.load %n[%c0] : memref<1xindex>
  memref.store %b, %kept[%at] : memref<1024xmemref<4xi32>>
  memref.store %is_taken, %taken[%at] : memref<1024xi1>
  %next = arith.addi %at, %c1 : index
  memref.store %next, %n[%c0] : memref<1xindex>
  return
}
func.func private @keep(%b: memref<4xi32> {memplan.captures}) {
  %no = arith.constant false
  call @add(%b, %no) : (memref<4xi32>, i1) -> ()
  return
}
func.func private @take(%b: memref<4xi32> {memplan.captures}) {
  %yes = arith.constant true
  call @add(%b, %yes) : (memref<4xi32>, i1) -> ()
  return
}
func.func private @free_now(%b: memref<4xi32> {memplan.frees}) {
  memref.dealloc %b : memref<4xi32>
  return
}
func.func private @readkept() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %n = memref.get_global @n : memref<1xindex>
  %kept = memref.get_global @kept : memref<1024xmemref<4xi32>>
  %end = memref.load %n[%c0] : memref<1xindex>
  %s = scf.for %i = %c0 to %end step %c1 iter_args(%s = %k0) -> i32 {
    %b = memref.load %kept[%i] : memref<1024xmemref<4xi32>>
    %e = memref.load %b[%c1] : memref<4xi32>
    %t = arith.addi %s, %e : i32
    scf.yield %t : i32
  }
  return %s : i32
}
func.func private @writekept(%v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.get_global @n : memref<1xindex>
  %kept = memref.get_global @kept : memref<1024xmemref<4xi32>>
  %end = memref.load %n[%c0] : memref<1xindex>
  scf.for %i = %c0 to %end step %c1 {
    %b = memref.load %kept[%i] : memref<1024xmemref<4xi32>>
    memref.store %v, %b[%c2] : memref<4xi32>
  }
  return
}
func.func private @drop(%all: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %no = arith.constant false
  %n = memref.get_global @n : memref<1xindex>
  %kept = memref.get_global @kept : memref<1024xmemref<4xi32>>
  %taken = memref.get_global @taken : memref<1024xi1>
  %last = memref.alloca() : memref<1024xindex>
  %dropped = memref.alloca() : memref<1024xi1>
  %end = memref.load %n[%c0] : memref<1xindex>
  scf.for %i = %c0 to %end step %c1 {
    %b = memref.load %kept[%i] : memref<1024xmemref<4xi32>>
    %number = arith.index_cast %i : index to i32
    memref.store %number, %b[%c3] : memref<4xi32>
    memref.store %all, %dropped[%i] : memref<1024xi1>
  }
  scf.for %i = %c0 to %end step %c1 {
    %b = memref.load %kept[%i] : memref<1024xmemref<4xi32>>
    %number = memref.load %b[%c3] : memref<4xi32>
    %at = arith.index_cast %number : i32 to index
    memref.store %at, %last[%i] : memref<1024xindex>
    %is_taken = memref.load %taken[%i] : memref<1024xi1>
    %before = memref.load %dropped[%at] : memref<1024xi1>
    %is_dropped = arith.ori %is_taken, %before : i1
    memref.store %is_dropped, %dropped[%at] : memref<1024xi1>
  }
  %left = scf.for %i = %c0 to %end step %c1 iter_args(%to = %c0) -> index {
    %at = memref.load %last[%i] : memref<1024xindex>
    %is_dropped = memref.load %dropped[%at] : memref<1024xi1>
    %b = memref.load %kept[%i] : memref<1024xmemref<4xi32>>
    %next = scf.if %is_dropped -> index {
      %is_last = arith.cmpi eq, %at, %i : index
      scf.if %is_last {
        memref.dealloc %b : memref<4xi32>
      }
      scf.yield %to : index
    } else {
      memref.store %b, %kept[%to] : memref<1024xmemref<4xi32>>
      memref.store %no, %taken[%to] : memref<1024xi1>
      %more = arith.addi %to, %c1 : index
      scf.yield %more : index
    }
    scf.yield %next : index
  }
  memref.store %left, %n[%c0] : memref<1xindex>
  return
}
func.func private @freetaken() {
  %no = arith.constant false
  call @drop(%no) : (i1) -> ()
  return
}
func.func private @release() {
  %yes = arith.constant true
  call @drop(%yes) : (i1) -> ()
  return
}
func.func private @same(%b: memref<4xi32> {memplan.returned}) -> memref<4xi32> attributes {llvm.emit_c_interface} {
  return %b : memref<4xi32>
}
func.func private @pick(%a: memref<4xi32> {memplan.returned}, %b: memref<4xi32> {llvm.returned}, %c: i32)
    -> memref<4xi32> attributes {llvm.emit_c_interface} {
  %k1 = arith.constant 1 : i32
  %low = arith.andi %c, %k1 : i32
  %is_odd = arith.trunci %low : i32 to i1
  %r = arith.select %is_odd, %a, %b : memref<4xi32>
  return %r : memref<4xi32>
}
func.func private @make(%v: i32) -> memref<4xi32> attributes {llvm.emit_c_interface} {
  %b = memref.alloc() : memref<4xi32>
  call @wr(%b, %v) : (memref<4xi32>, i32) -> ()
  return %b : memref<4xi32>
}
