//! The buffers of merged allocations, and which values are views of them.

use memplan_mlir::ir::names;
use memplan_mlir::{AttrKind, Module, OpId, StrId, TypeKind, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::accesses::{Kind, Kinds};
use crate::formulas::Place;

/// A range of the bytes of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes {
    pub(crate) lo: u64,
    pub(crate) hi: u64,
}

impl Bytes {
    /// All bytes of any buffer. Offsets are added to them.
    pub(crate) const ALL: Self = Self {
        lo: 0,
        hi: u64::MAX / 2,
    };
}

/// A buffer of a merged allocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Buffer {
    pub(crate) view: OpId,
    /// The allocation.
    pub(crate) arena: u32,
    /// The offset in the allocation.
    pub(crate) offset: u64,
    pub(crate) size: u64,
    /// Both as formulas. In an allocation where some are known only at run time, the numbers above are those of
    /// [`Bytes::ALL`].
    pub(crate) place: Place,
}

/// Bytes that a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) buffer: u32,
    pub(crate) bytes: Bytes,
    /// Whether it surely is all of these bytes.
    pub(crate) is_whole: bool,
}

/// The buffers of a program.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(crate) kinds: Kinds,
    pub(crate) all: Vec<Buffer>,
    /// The sizes of the allocations, where they are known.
    pub(crate) arena_sizes: Vec<Option<u64>>,
    /// The buffer that a view is.
    pub(crate) by_view: FxHashMap<OpId, u32>,
    /// The allocation that a value is.
    pub(crate) arena_of: FxHashMap<ValueId, u32>,
    /// The allocations that are globals, by the symbol.
    pub(crate) globals: FxHashMap<StrId, u32>,
    /// What values may be.
    pub(crate) parts: FxHashMap<ValueId, SmallVec<[Part; 1]>>,
    /// The buffers that nothing uses after an operation until their views run again.
    pub(crate) ended_by: FxHashMap<OpId, SmallVec<[u32; 1]>>,
    /// The allocations with views at offsets or of sizes that are known only at run time.
    with_formulas: FxHashSet<u32>,
}

impl Buffers {
    /// Looks for views of allocations, and follows them. Near-linear.
    pub(crate) fn new(m: &Module, root: OpId) -> Self {
        let mut buffers = Self {
            kinds: Kinds::new(m, root),
            ..Self::default()
        };
        for op in m.walk(root) {
            if buffers.kinds.is_view_of_bytes(m, op) {
                buffers.add(m, op);
            }
        }
        for buffer in &mut buffers.all {
            if buffers.with_formulas.contains(&buffer.arena) {
                (buffer.offset, buffer.size) = (Bytes::ALL.lo, Bytes::ALL.hi);
            }
        }
        buffers.parts.reserve(buffers.all.len());
        buffers.ended_by.reserve(buffers.all.len());
        for index in 0..buffers.all.len() {
            buffers.follow(m, index as u32);
        }
        buffers
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether offsets or sizes of buffers in an allocation are known only at run time.
    pub(crate) fn has_formulas(&self, arena: u32) -> bool {
        self.with_formulas.contains(&arena)
    }

    fn add(&mut self, m: &Module, view: OpId) {
        let (&[source, shift, ..], Some(result)) = (m.operands(view), m.result(view, 0)) else {
            return;
        };
        let size = size_of(m, result);
        let offset = m.defining_op(shift).and_then(|op| constant(m, op));
        let offset = offset.and_then(|offset| u64::try_from(offset).ok());
        let arena = self.arena(m, source);
        if size.is_none() || offset.is_none() {
            self.with_formulas.insert(arena);
        }
        self.by_view.insert(view, self.all.len() as u32);
        self.all.push(Buffer {
            view,
            arena,
            offset: offset.unwrap_or_default(),
            size: size.unwrap_or_default(),
            place: Place {
                offset: shift,
                shape: view,
            },
        });
    }

    /// The number of an allocation; all reads of one global are one.
    fn arena(&mut self, m: &Module, source: ValueId) -> u32 {
        if let Some(&arena) = self.arena_of.get(&source) {
            return arena;
        }
        let next = self.arena_sizes.len() as u32;
        let global = m
            .defining_op(source)
            .and_then(|op| symbol(m, op, names::NAME));
        let arena = global.map_or(next, |symbol| *self.globals.entry(symbol).or_insert(next));
        if arena == next {
            self.arena_sizes.push(size_of(m, source));
        }
        self.arena_of.insert(source, arena);
        arena
    }

    /// Finds the values that may be parts of a buffer, and where it ends.
    fn follow(&mut self, m: &Module, index: u32) {
        let buffer = self.all[index as usize];
        let whole = Part {
            buffer: index,
            bytes: Bytes {
                lo: 0,
                hi: buffer.size,
            },
            is_whole: true,
        };
        let some = Part {
            is_whole: false,
            ..whole
        };
        let block = m.op_block(buffer.view);
        let mut last = Some(buffer.view);
        let mut work: SmallVec<[(ValueId, Part); 4]> = m
            .results(buffer.view)
            .map(|result| (result, whole))
            .collect();
        while let Some((value, part)) = work.pop() {
            let parts = self.parts.entry(value).or_default();
            let part = match parts.iter_mut().find(|other| other.buffer == index) {
                Some(other) if *other == part || *other == some => continue,
                // Widened once: to some bytes of all.
                Some(other) => {
                    *other = some;
                    some
                }
                None => {
                    parts.push(part);
                    part
                }
            };
            self.flow(m, value, part, &mut work);
            for (user, _) in m.uses(value) {
                let own = block.and_then(|block| m.ancestor_in_block(block, user));
                last = match (last, own) {
                    (Some(last), Some(own)) if m.is_before(last, own) => Some(own),
                    (last, Some(_)) => last,
                    (_, None) => None, // used in another block
                };
            }
        }
        if let Some(last) = last {
            self.ended_by.entry(last).or_default().push(index);
        }
    }

    /// Adds the values that may be what a value is, or a part of it.
    fn flow(
        &self,
        m: &Module,
        value: ValueId,
        part: Part,
        work: &mut SmallVec<[(ValueId, Part); 4]>,
    ) {
        let ty = m.value_type(value);
        for (user, index) in m.uses(value) {
            let some = Part {
                is_whole: false,
                ..part
            };
            let handles = self.handles(m, user).into_iter();
            work.extend(handles.map(|handle| (handle, some)));
            if self.kinds.of(m, user) == Kind::View {
                if let Some(result) = m.result(user, 0).filter(|_| index == 0) {
                    work.push((result, part_of(m, result, part)));
                }
                continue;
            }
            let mut targets: SmallVec<[ValueId; 4]> = SmallVec::new();
            for &successor in m.successors(user) {
                targets.extend_from_slice(m.block_args(successor));
            }
            let is_end = m.successors(user).is_empty() && m.next_op(user).is_none();
            // Functions return what is theirs to their callers only.
            let parent = m.parent(user);
            let parent = parent.filter(|&parent| is_end && m.symbol_name(parent).is_none());
            for op in [Some(user), parent].into_iter().flatten() {
                targets.extend(m.results(op));
                for block in m.regions(op).iter().filter_map(|&r| m.first_block(r)) {
                    targets.extend_from_slice(m.block_args(block));
                }
            }
            let is_new = |&other: &ValueId| other != value && m.value_type(other) == ty;
            // Other values may come the same way.
            work.extend(
                targets
                    .into_iter()
                    .filter(is_new)
                    .map(|target| (target, some)),
            );
        }
    }

    /// The values that stand for work which an operation begins or waits for, such as tokens and groups of them: as
    /// long as they are used, the work may access the operands.
    fn handles(&self, m: &Module, op: OpId) -> SmallVec<[ValueId; 2]> {
        let mut handles = SmallVec::new();
        if self.kinds.of(m, op) == Kind::Start {
            let mut operands = m.operands(op).iter().rev();
            handles.extend(operands.find(|&&value| m.is_memref(value)).copied());
        }
        for around in std::iter::once(op).chain(m.ancestors(op)) {
            if m.signature(around).is_some() {
                break;
            }
            if !matches!(self.kinds.of(m, around), Kind::Opaque | Kind::Call) {
                continue;
            }
            let operands = m.operands(around).iter().copied();
            let is_handle =
                |&value: &ValueId| matches!(m.value_type_kind(value), TypeKind::Opaque { .. });
            handles.extend(m.results(around).chain(operands).filter(is_handle));
        }
        handles
    }
}

/// The part of a buffer that a view of a part is.
fn part_of(m: &Module, result: ValueId, part: Part) -> Part {
    let ty = m.value_type(result);
    let viewed = || {
        let (strides, offset) = m.ctx.memref_strides_offset(ty)?;
        let shape = m.ctx.shape(ty)?;
        let element = m.ctx.stored_bytes(m.ctx.element_type(ty)?, 64)?;
        let natural = |number: i64| u64::try_from(number).ok();
        let (mut end, mut n_elements) = (1_u64, 1_u64);
        for (&size, &stride) in shape.iter().zip(&strides) {
            let (size, stride) = (natural(size)?, natural(stride)?);
            end = end.checked_add(size.checked_sub(1)?.checked_mul(stride)?)?;
            n_elements = n_elements.checked_mul(size)?;
        }
        let lo = natural(offset)?.checked_mul(element)?;
        let hi = lo.checked_add(end.checked_mul(element)?)?;
        let is_inside = part.bytes.lo <= lo && hi <= part.bytes.hi;
        is_inside.then_some(Part {
            bytes: Bytes { lo, hi },
            is_whole: part.is_whole && end == n_elements,
            ..part
        })
    };
    let n_bytes = part.bytes.hi - part.bytes.lo;
    match viewed() {
        Some(viewed) => viewed,
        // A cast, which forgets what is known.
        None if part.is_whole && size_of(m, result) == Some(n_bytes) => part,
        None => Part {
            is_whole: false,
            ..part
        },
    }
}

/// The bytes of a memref of static shape without gaps.
fn size_of(m: &Module, value: ValueId) -> Option<u64> {
    let ty = Some(m.value_type(value)).filter(|_| m.is_memref(value))?;
    let element = m.ctx.stored_bytes(m.ctx.element_type(ty)?, 64)?;
    m.ctx.n_elements(ty)?.checked_mul(element)
}

/// The symbol that an attribute of an operation refers to.
pub(crate) fn symbol(m: &Module, op: OpId, attribute: StrId) -> Option<StrId> {
    match m.ctx.attr_kind(m.prop(op, attribute)?) {
        AttrKind::SymbolRef { root, .. } => Some(*root),
        _ => None,
    }
}

pub(crate) fn constant(m: &Module, op: OpId) -> Option<i64> {
    m.ctx.attr_i64(m.prop(op, names::VALUE)?)
}

/// The size of the first result with 1 for each dimension that is known only at run time, in bytes.
pub(crate) fn static_bytes(m: &Module, op: OpId) -> Option<u64> {
    let ty = m.value_type(m.result(op, 0)?);
    let element = m.ctx.stored_bytes(m.ctx.element_type(ty)?, 64)?;
    let shape = m.ctx.shape(ty)?.iter();
    let mut sizes = shape.filter_map(|&size| u64::try_from(size).ok());
    sizes.try_fold(element, u64::checked_mul)
}

/// The sizes that a view of bytes, or an allocation, is given.
pub(crate) fn dynamic_sizes(m: &Module, op: OpId) -> impl Iterator<Item = ValueId> + '_ {
    let n_dynamic = m
        .result(op, 0)
        .and_then(|result| m.ctx.shape(m.value_type(result)));
    let n_dynamic = n_dynamic.map_or(0, |shape| shape.iter().filter(|&&size| size < 0).count());
    let operands = m.operands(op);
    operands[operands.len().saturating_sub(n_dynamic)..]
        .iter()
        .copied()
}
