// Blocks hand on buffers of which some are merged and some are not: refused for `view-address`.
func.func @main() -> i32 {
  %t = arith.constant true
  %f = arith.constant false
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = func.call @f5(%t, %c0, %c3, %c0, %c1) : (i1, index, index, index, index) -> i32
  %b = func.call @f5(%f, %c1, %c3, %c0, %c1) : (i1, index, index, index, index) -> i32
  %s = arith.addi %a, %b : i32
  return %s : i32
}
func.func @f5(%k2: i1, %ix: index, %n: index, %c0: index, %c1: index) -> i32 {
  %k = arith.constant 5 : i32
  %acc = memref.alloc() : memref<1xi32>
  memref.store %k, %acc[%c0] : memref<1xi32>
  %m92 = memref.alloc() : memref<4xi32>
  memref.store %k, %m92[%c0] : memref<4xi32>
  cf.cond_br %k2, ^t90, ^j90(%m92 : memref<4xi32>)
^t90:
  %m100 = memref.alloc() : memref<4xi32>
  %k100 = arith.constant 100 : i32
  memref.store %k100, %m100[%c0] : memref<4xi32>
  cf.br ^j90(%m100 : memref<4xi32>)
^j90(%p91: memref<4xi32>):
  %m107 = memref.alloc() : memref<4xi32>
  %k107 = arith.constant 107 : i32
  memref.store %k107, %m107[%c0] : memref<4xi32>
  cf.br ^h102(%c0, %m107 : index, memref<4xi32>)
^h102(%i109: index, %p103: memref<4xi32>):
  %b110 = arith.cmpi slt, %i109, %n : index
  cf.cond_br %b110, ^b102, ^j102
^b102:
  %m111 = memref.alloc() : memref<4xi32>
  %k111 = arith.constant 111 : i32
  memref.store %k111, %m111[%c0] : memref<4xi32>
  %f118 = scf.index_switch %ix -> memref<12xi32>
  case 0 {
    %v120 = memref.load %p103[%c0] : memref<4xi32>
    memref.store %v120, %acc[%c0] : memref<1xi32>
    %m142 = memref.alloc() : memref<12xi32>
    scf.yield %m142 : memref<12xi32>
  }
  default {
    %m6 = memref.alloc() : memref<12xi32>
    scf.yield %m6 : memref<12xi32>
  }
  %i149 = arith.addi %i109, %c1 : index
  cf.br ^h102(%i149, %m111 : index, memref<4xi32>)
^j102:
  %v192 = memref.load %p91[%c0] : memref<4xi32>
  %v194 = memref.load %acc[%c0] : memref<1xi32>
  %v197 = arith.addi %v194, %v192 : i32
  return %v197 : i32
}
