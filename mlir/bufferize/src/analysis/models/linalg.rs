//! Models of the dialect `linalg`.

use memplan_mlir::dialects::{IndexingMaps, linalg_maps};
use memplan_mlir::semantics::{Kernel, Semantics};
use memplan_mlir::{AffineMap, AttrKind, OpId, names};

use super::Entry;
use super::destination::inits;
use crate::analysis::interface::{BufferModel, Query, Reads, entry};
use crate::analysis::subset::{Insertion, Subset};

pub(super) const MODELS: &[Entry] = &[
    ("linalg.copy", Some(&Copy)),
    ("linalg.softmax", Some(&Softmax)),
    ("linalg.pack", Some(&Tiles)),
    ("linalg.unpack", Some(&Tiles)),
    ("linalg.winograd_filter_transform", None),
    ("linalg.winograd_input_transform", None),
    ("linalg.winograd_output_transform", None),
];

/// A structured operation: reads the operands whose elements its body uses.
pub(super) struct Structured;

impl BufferModel for Structured {
    fn reads(&self, q: Query, op: OpId, operand: usize) -> Reads {
        let args = entry(q.m, op, 0).map_or(&[][..], |block| q.m.block_args(block));
        let arg = args.get(operand);
        Reads::when(arg.is_none_or(|&arg| !q.m.is_unused(arg)))
    }

    fn is_elementwise(&self, q: Query, op: OpId, operands: [usize; 2]) -> bool {
        let Some(access) = access(q, op) else {
            return false;
        };
        let map = |operand: usize| access.maps.get(operand);
        let [Some(a), Some(b)] = operands.map(map) else {
            return false;
        };
        let is_same = if q.options.is_reference {
            a.is_identity() && b.is_identity()
        } else {
            a == b && a.is_permutation()
        };
        access.is_parallel && is_same
    }
}

/// How a structured operation visits its operands.
struct Access {
    maps: Vec<AffineMap>,
    is_parallel: bool,
}

fn access(q: Query, op: OpId) -> Option<Access> {
    let m = q.m;
    let def = m.def(op)?;
    if let Some(maps) = explicit_maps(q, op) {
        let is_parallel = match m.prop(op, names::ITERATOR_TYPES) {
            Some(_) => all_parallel(q, op),
            None => covers_all_loops(q, op, &maps),
        };
        return Some(Access { maps, is_parallel });
    }
    let n_operands = m.operands(op).len();
    let init = *m.operands(op).get(inits(q, op).start)?;
    let rank = m.ctx.shape(m.value_type(init))?.len();
    if let Semantics::Kernel(kernel) = def.semantics {
        let identity = AffineMap::identity(rank as u32);
        match kernel {
            Kernel::Map => {
                let maps = vec![identity; n_operands];
                return Some(Access {
                    maps,
                    is_parallel: true,
                });
            }
            Kernel::Fill => {
                let scalar = AffineMap {
                    dims: rank as u32,
                    symbols: 0,
                    results: Vec::new(),
                };
                return Some(Access {
                    maps: vec![scalar, identity],
                    is_parallel: true,
                });
            }
            _ => {}
        }
    }
    let ones = vec![1; 3];
    let maps = linalg_maps::maps(def.indexing_maps, n_operands, rank, &ones, &ones)?;
    let is_parallel = covers_all_loops(q, op, &maps);
    Some(Access { maps, is_parallel })
}

fn explicit_maps(q: Query, op: OpId) -> Option<Vec<AffineMap>> {
    let def = q.m.def(op)?;
    let has_own = matches!(
        def.indexing_maps,
        IndexingMaps::Unknown | IndexingMaps::Attribute
    );
    q.m.prop(op, names::INDEXING_MAPS).filter(|_| has_own)?;
    let maps = q.m.prop_elements(op, names::INDEXING_MAPS).iter();
    maps.map(|&map| match q.m.ctx.attr_kind(map) {
        AttrKind::AffineMap(map) => Some(map.clone()),
        _ => None,
    })
    .collect()
}

/// Whether all iterators of an operation that lists them are parallel.
fn all_parallel(q: Query, op: OpId) -> bool {
    let iterators = q.m.prop_elements(op, names::ITERATOR_TYPES).iter();
    iterators
        .copied()
        .all(|attr| match q.m.ctx.attr_kind(attr) {
            AttrKind::Opaque { body, .. } => {
                let body = q.m.ctx.bytes(*body);
                body.windows(8).any(|word| word == b"parallel")
            }
            _ => false,
        })
}

/// Whether each loop of a named operation runs over a dimension of its output.
fn covers_all_loops(q: Query, op: OpId, maps: &[AffineMap]) -> bool {
    let out = maps.get(inits(q, op).start);
    out.is_some_and(|map| map.is_permutation())
}

/// `linalg.copy`: overwrites all of its output.
struct Copy;

impl BufferModel for Copy {
    fn reads(&self, q: Query, op: OpId, operand: usize) -> Reads {
        Structured.reads(q, op, operand)
    }

    fn is_elementwise(&self, q: Query, op: OpId, operands: [usize; 2]) -> bool {
        Structured.is_elementwise(q, op, operands)
    }

    fn insertion(&self, q: Query, op: OpId) -> Option<Insertion> {
        q.is_tensor(q.m.operands(op)[1]).then_some(Insertion {
            source: 0,
            dest: 1,
            subset: Subset::Whole,
        })
    }
}

/// `linalg.softmax`: overwrites its output.
struct Softmax;

impl BufferModel for Softmax {
    fn reads(&self, q: Query, op: OpId, operand: usize) -> Reads {
        Reads::when(!inits(q, op).contains(&operand))
    }
}

/// `linalg.pack` and `linalg.unpack`. mlir-opt 22 does not bufferize them.
struct Tiles;

impl BufferModel for Tiles {}
