// Some operations of this random program accumulate into the inside of a filled buffer.
memref.global "private" constant @zero : memref<1xindex> = dense<0>
func.func @main() -> i32 {
%acc = memref.alloca() : memref<i32>
%c1 = arith.constant 4323 : i32
memref.store %c1, %acc[] : memref<i32>
%a2 = memref.alloc() : memref<2xi8>
%k4 = arith.constant 6 : i8
linalg.fill ins(%k4 : i8) outs(%a2 : memref<2xi8>)
%a5 = memref.alloc() : memref<2x2x4xi32>
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a2 : memref<2xi8>) outs(%a5 : memref<2x2x4xi32>) {
^bb0(%e7: i8, %e8: i32):
%t9 = arith.extsi %e7 : i8 to i32
linalg.yield %t9 : i32
}
%a10 = memref.alloc() {alignment = 64 : i64} : memref<4xi32>
%k12 = arith.constant 1 : i32
linalg.fill ins(%k12 : i32) outs(%a10 : memref<4xi32>)
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>], iterator_types = ["reduction", "reduction", "parallel"]} ins(%a5 : memref<2x2x4xi32>) outs(%a10 : memref<4xi32>) {
^bb0(%e13: i32, %e14: i32):
%k15 = arith.constant -3 : i32
%x16 = arith.addi %e13, %k15 : i32
%x17 = arith.maxsi %e14, %x16 : i32
linalg.yield %x17 : i32
}
%a18 = memref.alloc() {alignment = 64 : i64} : memref<4x4xi32>
linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a18 : memref<4x4xi32>) {
^bb0(%e20: i32):
%c21 = arith.constant 2 : i32
%j22 = linalg.index 0 : index
%t23 = arith.index_cast %j22 : index to i32
%c24 = arith.constant 1 : i32
%x25 = arith.muli %t23, %c24 : i32
%x26 = arith.addi %c21, %x25 : i32
%j27 = linalg.index 1 : index
%t28 = arith.index_cast %j27 : index to i32
%c29 = arith.constant 1 : i32
%x30 = arith.muli %t28, %c29 : i32
%x31 = arith.addi %x26, %x30 : i32
%c32 = arith.constant 4 : i32
%m33 = arith.remui %x31, %c32 : i32
%j34 = arith.index_cast %m33 : i32 to index
%l35 = memref.load %a10[%j34] : memref<4xi32>
linalg.yield %l35 : i32
}
%w36 = memref.subview %a2[0] [2] [1] : memref<2xi8> to memref<2xi8, strided<[1]>>
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a10 : memref<4xi32>) outs(%a10 : memref<4xi32>) {
^bb0(%e37: i32, %e38: i32):
%x39 = arith.maxsi %e37, %e38 : i32
%k40 = arith.constant 4 : i32
%p41 = arith.cmpi slt, %x39, %k40 : i32
%k43 = arith.constant 2 : i32
%x42 = arith.select %p41, %x39, %k43 : i32
linalg.yield %x42 : i32
}
%a44 = memref.alloc() : memref<4x4xi32>
memref.copy %a18, %a44 : memref<4x4xi32> to memref<4x4xi32>
%a46 = memref.alloc() : memref<4xi8>
linalg.generic {indexing_maps = [affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0, 3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%w36, %a18 : memref<2xi8, strided<[1]>>, memref<4x4xi32>) outs(%a46 : memref<4xi8>) {
^bb0(%e48: i8, %e49: i32, %e50: i8):
%t51 = arith.trunci %e49 : i32 to i8
%x52 = arith.maxsi %t51, %e48 : i8
linalg.yield %x52 : i8
}
%a53 = memref.alloc() : memref<2x4x2xi32>
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%a53 : memref<2x4x2xi32>) {
^bb0(%e55: i32):
%c56 = arith.constant 8 : i32
%j57 = linalg.index 0 : index
%t58 = arith.index_cast %j57 : index to i32
%c59 = arith.constant 6 : i32
%t60 = arith.muli %t58, %c59 : i32
%t61 = arith.addi %c56, %t60 : i32
%j62 = linalg.index 1 : index
%t63 = arith.index_cast %j62 : index to i32
%c64 = arith.constant 2 : i32
%t65 = arith.muli %t63, %c64 : i32
%t66 = arith.addi %t61, %t65 : i32
%j67 = linalg.index 2 : index
%t68 = arith.index_cast %j67 : index to i32
%c69 = arith.constant 1 : i32
%t70 = arith.muli %t68, %c69 : i32
%t71 = arith.addi %t66, %t70 : i32
%c72 = arith.constant 15 : i32
%t73 = arith.andi %t71, %c72 : i32
linalg.yield %t73 : i32
}
%a74 = memref.alloc() : memref<2x2x2xi32>
%k76 = arith.constant 0 : i32
linalg.fill ins(%k76 : i32) outs(%a74 : memref<2x2x2xi32>)
linalg.batch_matmul ins(%a5, %a53 : memref<2x2x4xi32>, memref<2x4x2xi32>) outs(%a74 : memref<2x2x2xi32>)
%a77 = memref.alloc() : memref<2x2x2xi8>
%a79 = memref.alloc() : memref<2x2x2xi8>
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2, d1, d0)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a74 : memref<2x2x2xi32>) outs(%a77, %a79 : memref<2x2x2xi8>, memref<2x2x2xi8>) {
^bb0(%e81: i32, %e82: i8, %e83: i8):
%t84 = arith.trunci %e81 : i32 to i8
%k85 = arith.constant -4 : i8
%x86 = arith.addi %t84, %k85 : i8
%t87 = arith.trunci %e81 : i32 to i8
%k88 = arith.constant 8 : i8
%x89 = arith.minsi %t87, %k88 : i8
%k90 = arith.constant 2 : i8
%x91 = arith.muli %x89, %k90 : i8
linalg.yield %x86, %x91 : i8, i8
}
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a46 : memref<4xi8>) outs(%a10 : memref<4xi32>) {
^bb0(%e92: i8, %e93: i32):
%t94 = arith.extsi %e92 : i8 to i32
%k95 = arith.constant 8 : i32
%p96 = arith.cmpi slt, %t94, %k95 : i32
%k98 = arith.constant 2 : i32
%x97 = arith.select %p96, %t94, %k98 : i32
linalg.yield %x97 : i32
}
%a99 = memref.alloc() : memref<2x4x2x2xi32>
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w36, %a53, %a53 : memref<2xi8, strided<[1]>>, memref<2x4x2xi32>, memref<2x4x2xi32>) outs(%a99 : memref<2x4x2x2xi32>) {
^bb0(%e101: i8, %e102: i32, %e103: i32, %e104: i32):
%x105 = arith.muli %e103, %e102 : i32
%t106 = arith.extsi %e101 : i8 to i32
%x107 = arith.minsi %x105, %t106 : i32
%k108 = arith.constant -2 : i32
%x109 = arith.addi %x107, %k108 : i32
%k110 = arith.constant 6 : i32
%x111 = arith.addi %x109, %k110 : i32
linalg.yield %x111 : i32
}
%a112 = memref.alloc() : memref<4xi32>
%k114 = arith.constant 7 : i32
linalg.fill ins(%k114 : i32) outs(%a112 : memref<4xi32>)
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a112 : memref<4xi32>) outs(%a46 : memref<4xi8>) {
^bb0(%e115: i32, %e116: i8):
%t117 = arith.trunci %e115 : i32 to i8
%x118 = arith.addi %t117, %e116 : i8
linalg.yield %x118 : i8
}
%k119 = arith.constant 2 : i32
%a120 = memref.alloc() : memref<2x6x2x2xi32>
linalg.fill ins(%k119 : i32) outs(%a120 : memref<2x6x2x2xi32>)
%w122 = memref.subview %a120[0, 2, 0, 0] [2, 4, 2, 2] [1, 1, 1, 1] : memref<2x6x2x2xi32> to memref<2x4x2x2xi32, strided<[24, 4, 2, 1], offset: 8>>
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%a99 : memref<2x4x2x2xi32>) outs(%w122 : memref<2x4x2x2xi32, strided<[24, 4, 2, 1], offset: 8>>) {
^bb0(%e123: i32, %e124: i32):
%k125 = arith.constant 5 : i32
%p126 = arith.cmpi slt, %e123, %k125 : i32
%k128 = arith.constant 2 : i32
%x127 = arith.select %p126, %e123, %k128 : i32
%k129 = arith.constant 3 : i32
%x130 = arith.maxsi %x127, %k129 : i32
linalg.yield %x130 : i32
}
%a131 = memref.alloc() : memref<1x2x2x1xi32>
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%a131 : memref<1x2x2x1xi32>) {
^bb0(%e133: i32):
%c134 = arith.constant 19 : i32
%j135 = linalg.index 0 : index
%t136 = arith.index_cast %j135 : index to i32
%c137 = arith.constant 3 : i32
%t138 = arith.muli %t136, %c137 : i32
%t139 = arith.addi %c134, %t138 : i32
%j140 = linalg.index 1 : index
%t141 = arith.index_cast %j140 : index to i32
%c142 = arith.constant 6 : i32
%t143 = arith.muli %t141, %c142 : i32
%t144 = arith.addi %t139, %t143 : i32
%j145 = linalg.index 2 : index
%t146 = arith.index_cast %j145 : index to i32
%c147 = arith.constant 2 : i32
%t148 = arith.muli %t146, %c147 : i32
%t149 = arith.addi %t144, %t148 : i32
%j150 = linalg.index 3 : index
%t151 = arith.index_cast %j150 : index to i32
%c152 = arith.constant 6 : i32
%t153 = arith.muli %t151, %c152 : i32
%t154 = arith.addi %t149, %t153 : i32
%c155 = arith.constant 15 : i32
%t156 = arith.andi %t154, %c155 : i32
linalg.yield %t156 : i32
}
%a157 = memref.alloc() : memref<2x3x1x1xi32>
%k159 = arith.constant 0 : i32
linalg.fill ins(%k159 : i32) outs(%a157 : memref<2x3x1x1xi32>)
linalg.conv_2d_nhwc_hwcf {dilations = dense<[2, 1]> : vector<2xi64>, strides = dense<[2, 1]> : vector<2xi64>} ins(%a120, %a131 : memref<2x6x2x2xi32>, memref<1x2x2x1xi32>) outs(%a157 : memref<2x3x1x1xi32>)
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2, d1, 1)>, affine_map<(d0, d1, d2) -> (d1, 1, 0, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a5, %a99, %a157 : memref<2x2x4xi32>, memref<2x4x2x2xi32>, memref<2x3x1x1xi32>) outs(%a5 : memref<2x2x4xi32>) {
^bb0(%e160: i32, %e161: i32, %e162: i32, %e163: i32):
%x164 = arith.subi %e161, %e162 : i32
%x165 = arith.subi %x164, %e160 : i32
%k166 = arith.constant -3 : i32
%x167 = arith.muli %x165, %k166 : i32
linalg.yield %x167 : i32
}
%a168 = memref.alloc() : memref<2x2xi32>
linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a168 : memref<2x2xi32>) {
^bb0(%e170: i32):
%c171 = arith.constant 4 : i32
%j172 = linalg.index 0 : index
%t173 = arith.index_cast %j172 : index to i32
%c174 = arith.constant 1 : i32
%x175 = arith.muli %t173, %c174 : i32
%x176 = arith.addi %c171, %x175 : i32
%j177 = linalg.index 1 : index
%t178 = arith.index_cast %j177 : index to i32
%c179 = arith.constant 2 : i32
%x180 = arith.muli %t178, %c179 : i32
%x181 = arith.addi %x176, %x180 : i32
%c182 = arith.constant 2 : i32
%m183 = arith.remui %x181, %c182 : i32
%j184 = arith.index_cast %m183 : i32 to index
%c185 = arith.constant 2 : i32
%m186 = arith.remui %x181, %c185 : i32
%j187 = arith.index_cast %m186 : i32 to index
%c188 = arith.constant 4 : i32
%m189 = arith.remui %x181, %c188 : i32
%j190 = arith.index_cast %m189 : i32 to index
%l191 = memref.load %a5[%j184, %j187, %j190] : memref<2x2x4xi32>
linalg.yield %l191 : i32
}
%a192 = memref.alloc() {alignment = 64 : i64} : memref<2x2x2xi8>
linalg.transpose ins(%a79 : memref<2x2x2xi8>) outs(%a192 : memref<2x2x2xi8>) permutation = [0, 1, 2]
linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1, 0, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a2, %a192 : memref<2xi8>, memref<2x2x2xi8>) outs(%a168 : memref<2x2xi32>) {
^bb0(%e194: i8, %e195: i8, %e196: i32):
%t197 = arith.extsi %e194 : i8 to i32
%x198 = arith.muli %e196, %t197 : i32
%t199 = arith.extsi %e195 : i8 to i32
%x200 = arith.muli %t199, %x198 : i32
%k201 = arith.constant 6 : i32
%x202 = arith.addi %x200, %k201 : i32
%k203 = arith.constant -4 : i32
%x204 = arith.addi %x202, %k203 : i32
linalg.yield %x204 : i32
}
%a205 = memref.alloc() : memref<2x2xi8>
linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a168 : memref<2x2xi32>) outs(%a205 : memref<2x2xi8>) {
^bb0(%e207: i32, %e208: i8):
%j209 = linalg.index 1 : index
%t210 = arith.index_cast %j209 : index to i32
%t211 = arith.trunci %e207 : i32 to i8
%t212 = arith.trunci %t210 : i32 to i8
%x213 = arith.xori %t211, %t212 : i8
linalg.yield %x213 : i8
}
%c214 = arith.constant 0 : index
%c215 = arith.constant 1 : index
%c216 = arith.constant 2 : index
scf.for %i217 = %c214 to %c216 step %c215 {
%c218 = arith.constant 3 : index
scf.for %i219 = %c214 to %c218 step %c215 {
%c220 = arith.constant 1 : index
scf.for %i221 = %c214 to %c220 step %c215 {
%c222 = arith.constant 1 : index
scf.for %i223 = %c214 to %c222 step %c215 {
%l224 = memref.load %a157[%i217, %i219, %i221, %i223] : memref<2x3x1x1xi32>
%c228 = arith.constant 31 : i32
%y225 = memref.load %acc[] : memref<i32>
%m226 = arith.muli %y225, %c228 : i32
%z227 = arith.addi %m226, %l224 : i32
memref.store %z227, %acc[] : memref<i32>
}
}
}
}
%c229 = arith.constant 0 : index
%c230 = arith.constant 1 : index
%c231 = arith.constant 2 : index
scf.for %i232 = %c229 to %c231 step %c230 {
%c233 = arith.constant 2 : index
scf.for %i234 = %c229 to %c233 step %c230 {
%l235 = memref.load %a168[%i232, %i234] : memref<2x2xi32>
%c239 = arith.constant 31 : i32
%y236 = memref.load %acc[] : memref<i32>
%m237 = arith.muli %y236, %c239 : i32
%z238 = arith.addi %m237, %l235 : i32
memref.store %z238, %acc[] : memref<i32>
}
}
%a240 = memref.alloc() : memref<i32>
%k242 = arith.constant 0 : i32
linalg.fill ins(%k242 : i32) outs(%a240 : memref<i32>)
linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%a192 : memref<2x2x2xi8>) outs(%a240 : memref<i32>) {
^bb0(%e243: i8, %e244: i32):
%t245 = arith.extsi %e243 : i8 to i32
%c246 = arith.constant 31 : i32
%m247 = arith.muli %e244, %c246 : i32
%m248 = arith.addi %m247, %t245 : i32
linalg.yield %m248 : i32
}
%l249 = memref.load %a240[] : memref<i32>
%c253 = arith.constant 31 : i32
%y250 = memref.load %acc[] : memref<i32>
%m251 = arith.muli %y250, %c253 : i32
%z252 = arith.addi %m251, %l249 : i32
memref.store %z252, %acc[] : memref<i32>
%c254 = arith.constant 0 : index
%c255 = arith.constant 1 : index
%c256 = arith.constant 2 : index
scf.for %i257 = %c254 to %c256 step %c255 {
%c258 = arith.constant 2 : index
scf.for %i259 = %c254 to %c258 step %c255 {
%l260 = memref.load %a205[%i257, %i259] : memref<2x2xi8>
%t261 = arith.extsi %l260 : i8 to i32
%c265 = arith.constant 31 : i32
%y262 = memref.load %acc[] : memref<i32>
%m263 = arith.muli %y262, %c265 : i32
%z264 = arith.addi %m263, %t261 : i32
memref.store %z264, %acc[] : memref<i32>
}
}
%c266 = arith.constant 0 : index
%c267 = arith.constant 0 : index
%c268 = arith.constant 1 : index
%l269 = memref.load %a79[%c266, %c267, %c268] : memref<2x2x2xi8>
%t270 = arith.extsi %l269 : i8 to i32
%c274 = arith.constant 31 : i32
%y271 = memref.load %acc[] : memref<i32>
%m272 = arith.muli %y271, %c274 : i32
%z273 = arith.addi %m272, %t270 : i32
memref.store %z273, %acc[] : memref<i32>
%c275 = arith.constant 1 : index
%c276 = arith.constant 0 : index
%c277 = arith.constant 0 : index
%l278 = memref.load %a74[%c275, %c276, %c277] : memref<2x2x2xi32>
%c282 = arith.constant 31 : i32
%y279 = memref.load %acc[] : memref<i32>
%m280 = arith.muli %y279, %c282 : i32
%z281 = arith.addi %m280, %l278 : i32
memref.store %z281, %acc[] : memref<i32>
%c283 = arith.constant 1 : index
%c284 = arith.constant 0 : index
%c285 = arith.constant 0 : index
%l286 = memref.load %a192[%c283, %c284, %c285] : memref<2x2x2xi8>
%t287 = arith.extsi %l286 : i8 to i32
%c291 = arith.constant 31 : i32
%y288 = memref.load %acc[] : memref<i32>
%m289 = arith.muli %y288, %c291 : i32
%z290 = arith.addi %m289, %t287 : i32
memref.store %z290, %acc[] : memref<i32>
%y292 = memref.load %acc[] : memref<i32>
return %y292 : i32
}
