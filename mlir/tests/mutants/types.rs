//! Replaces the type of every operand and result of every operation by types of all kinds.

use std::collections::BTreeSet;

use super::pieces::{Piece, source};
use super::tree::Op;
use memplan_support::Random;

/// Types of all kinds; the first one is an unknown type.
pub(crate) const CATALOGUE: &[&str] = &[
    "!foo.bar",
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "i17",
    "si32",
    "ui32",
    "ui8",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f128",
    "f8E5M2",
    "none",
    "complex<f32>",
    "complex<f64>",
    "complex<i32>",
    "tuple<i32>",
    "(i32) -> i32",
    "vector<4xi1>",
    "vector<4xi8>",
    "vector<4xi32>",
    "vector<4xsi32>",
    "vector<4xui32>",
    "vector<4xindex>",
    "vector<4xf32>",
    "vector<4xbf16>",
    "vector<2x4xf32>",
    "vector<2x4xi32>",
    "vector<f32>",
    "vector<[4]xf32>",
    "vector<[4]xi32>",
    "vector<2x[4]xi32>",
    "vector<4x!llvm.ptr>",
    "tensor<4xi1>",
    "tensor<4xi32>",
    "tensor<4xsi32>",
    "tensor<4xui8>",
    "tensor<4xindex>",
    "tensor<4xf32>",
    "tensor<4xf64>",
    "tensor<?xf32>",
    "tensor<?xindex>",
    "tensor<2x4xf32>",
    "tensor<2x4x8xf32>",
    "tensor<2x4x8x3xf32>",
    "tensor<2x4x8x3x2xf32>",
    "tensor<f32>",
    "tensor<i1>",
    "tensor<*xf32>",
    "tensor<*xi32>",
    "tensor<4xcomplex<f32>>",
    "tensor<4xvector<4xf32>>",
    "tensor<4x!foo.bar>",
    "tensor<0xf32>",
    "tensor<4xf32, \"enc\">",
    "memref<4xi1>",
    "memref<4xi8>",
    "memref<4xi32>",
    "memref<4xi64>",
    "memref<4xindex>",
    "memref<4xf32>",
    "memref<?xf32>",
    "memref<2x4xf32>",
    "memref<f32>",
    "memref<*xf32>",
    "memref<*xi8>",
    "memref<4xf32, 1>",
    "memref<4xf32, strided<[2]>>",
    "memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>",
    "memref<4xmemref<4xf32>>",
    "memref<4xvector<4xf32>>",
    "memref<?xi8>",
    "!llvm.ptr",
    "!llvm.ptr<1>",
    "!llvm.void",
    "!llvm.struct<(i32, f32)>",
    "!llvm.array<4 x f32>",
    "!llvm.func<void ()>",
    "!llvm.token",
    "!llvm.metadata",
    "!async.token",
    "!async.value<f32>",
    "!async.group",
    "!async.coro.id",
    "!async.coro.handle",
    "!async.coro.state",
    "!gpu.async.token",
    "!gpu.mma_matrix<16x16xf16, \"AOp\">",
    "!gpu.mma_matrix<16x16xf32, \"COp\">",
    "!gpu.sparse.dntensor_handle",
    "!gpu.sparse.spmat_handle",
    "!gpu.sparse.spgemmop_handle",
    "!tosa.shape<1>",
    "!tosa.shape<0>",
];

/// A program with one type replaced.
pub(crate) struct Probe {
    pub(crate) text: String,
    pub(crate) op: String,
    /// `operand 1` or `result 0`, and the group's role in it.
    pub(crate) place: String,
    pub(crate) ty: &'static str,
}

/// Probes of `share` in 1,000 of all places and types, and of the first type in all places if `share` is more
/// than 2. Each operation is probed in the first pieces that contain it with another number of operands.
pub(crate) fn probes(random: &mut Random, pieces: &[Piece], share: usize) -> Vec<Probe> {
    let mut seen = BTreeSet::new();
    let mut probes = Vec::new();
    for piece in pieces {
        let mut index = 0;
        let mut targets = Vec::new();
        piece.generic.walk(&mut |op| {
            let key = (op.name.clone(), op.operands.len(), op.outs.len());
            if op.name != "test.def" && seen.insert(key) {
                targets.push(index);
            }
            index += 1;
        });
        for target in targets {
            of_op(random, piece, target, share, &mut probes);
        }
    }
    probes
}

fn of_op(random: &mut Random, piece: &Piece, target: usize, share: usize, probes: &mut Vec<Probe>) {
    let mut at = 0;
    let mut target_op = None;
    piece.generic.walk(&mut |op| {
        if at == target {
            target_op = Some(op.clone());
        }
        at += 1;
    });
    let Some(op) = target_op else { return };
    let places = op.ins.len() + op.outs.len();
    for place in 0..places {
        for (index, ty) in CATALOGUE.iter().enumerate() {
            let is_always = index == 0 && share > 2;
            if !is_always && random.index(1000) >= share {
                continue;
            }
            let mut root = piece.generic.clone();
            let mut seen = 0;
            super::generic::visit(&mut root, &mut seen, target, &mut |ops, at| {
                replace(ops, at, place, ty);
            });
            let n = op.ins.len();
            probes.push(Probe {
                text: root.text(),
                op: op.name.clone(),
                place: if place < n {
                    format!("operand {place}")
                } else {
                    format!("result {}", place - n)
                },
                ty,
            });
        }
    }
}

fn replace(ops: &mut Vec<Op>, at: usize, place: usize, ty: &str) {
    let op = &mut ops[at];
    let n = op.ins.len();
    if place < n {
        op.ins[place] = ty.to_owned();
        op.operands[place] = "%fresh".to_owned();
        ops.insert(at, source("%fresh".to_owned(), vec![ty.to_owned()]));
        return;
    }
    let old = op.outs.clone();
    op.outs[place - n] = ty.to_owned();
    if let Some((name, count)) = op.results.take() {
        op.results = Some(("%fresh".to_owned(), count));
        ops.insert(at + 1, source(name, old));
    }
}
