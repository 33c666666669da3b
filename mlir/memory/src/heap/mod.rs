//! Heap loads: how many bytes a program holds on the heap at each of its operations.
//!
//! [`HeapLoads`] tracks the allocations and deallocations of every function, callees first. The loads of a
//! function count from its entry: memory of its callers is not included. They are useful for programs that free
//! their buffers; without deallocations, loads grow to the sum of all sizes.
//!
//! Loads before and after a point of unknown size, such as an allocation of dynamic shape or the end of a
//! branch that frees a buffer only sometimes, cannot be compared in bytes. Such points begin a new
//! *section*. Within a section the loads are exact up to a constant, so differences are exact.
//!
//! There are two results. [`HeapPeak`] bounds the maximum number of bytes that a run holds at once.
//! [`HeapPoint::room`] is the number of bytes that the program could hold in addition during an operation without
//! raising the peak of any run that reaches it: the difference to the largest load of the same section that every
//! such run reaches, before or after.
//!
//! Deferred operations (`async`) run at times that are unknown: functions with buffers in them have no room.
//!
//! Where this finds no upper bound, because ownership indicators decide what a loop frees, the function is run
//! abstractly with the indicators that are known (`paths.rs`). What one operation does to a load is stated once, by
//! `Program::effect`.
//!
//! Near-linear in the operations and edges, times the nesting depth of loops that do not free what they
//! allocate.

mod paths;
mod sizes;
mod walk;

use std::ops::{Add, Sub};

use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::freed_once::inert_ops;
use crate::access::{allocated, freed, span};
use crate::assumed::assumed_bytes;
use crate::call_graph::callees_first;
use crate::contracts::takes_arguments;
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    SymbolIndex, allocates, allocation, callee, has_body, is_plain_dealloc, viewed_buffer,
};
use memplan_mlir::{INDEX_WIDTH, Module, OpId, ValueId};
use walk::Walker;

/// Bytes on the heap, in two measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapBytes {
    /// The sizes of the buffers.
    pub bytes: i64,
    /// The bytes requested from the allocator after the lowering of MLIR to LLVM: each allocation is enlarged by its
    /// attribute `alignment`.
    pub padded: i64,
}

impl HeapBytes {
    /// The same number in both measures.
    pub fn new(bytes: i64) -> Self {
        Self {
            bytes,
            padded: bytes,
        }
    }

    /// The larger one, measure by measure.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.max(other.bytes),
            padded: self.padded.max(other.padded),
        }
    }

    /// The smaller one, measure by measure.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.min(other.bytes),
            padded: self.padded.min(other.padded),
        }
    }

    /// Whether both measures are at most those of another value.
    pub fn fits(self, other: Self) -> bool {
        self.bytes <= other.bytes && self.padded <= other.padded
    }
}

impl Add for HeapBytes {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_add(other.bytes),
            padded: self.padded.saturating_add(other.padded),
        }
    }
}

impl Sub for HeapBytes {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_sub(other.bytes),
            padded: self.padded.saturating_sub(other.padded),
        }
    }
}

/// Bounds on the peak of a function, including its callees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapPeak {
    /// Every run that terminates reaches this load.
    pub least: HeapBytes,
    /// No run exceeds this load; absent if there is no bound.
    pub most: Option<HeapBytes>,
}

/// The load during one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapPoint {
    /// The operation.
    pub op: OpId,
    /// The bytes that can be held in addition without raising the peak of any run that reaches the operation.
    pub room: HeapBytes,
    /// No run holds more during the operation; absent if there is no bound.
    pub most: Option<HeapBytes>,
}

/// The loads of one function.
#[derive(Clone, Debug, Default)]
pub struct FunctionHeap {
    /// The operations of the function, dominating blocks first, without those in regions that neither allocate nor
    /// free.
    pub points: Vec<HeapPoint>,
    /// Bounds on the peak.
    pub peak: HeapPeak,
}

/// The loads of all functions of a module.
#[derive(Clone, Debug, Default)]
pub struct HeapLoads {
    functions: FxHashMap<OpId, FunctionHeap>,
    /// By operation: its point among those of its function.
    position: Vec<Option<u32>>,
}

/// Bounds on a load, or on a change of it: every run that gets there has the least one, none more than the most.
type Load = HeapPeak;

impl HeapPeak {
    const NOTHING: Self = Self::exactly(HeapBytes {
        bytes: 0,
        padded: 0,
    });

    const fn exactly(bytes: HeapBytes) -> Self {
        Self {
            least: bytes,
            most: Some(bytes),
        }
    }

    fn is_exact(self) -> bool {
        self.most == Some(self.least)
    }

    /// The bounds where one of two loads is the actual one.
    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.zip(other.most).map(|(a, b)| a.max(b)),
        }
    }

    /// Whether all loads within these bounds are within others, which have an upper one.
    fn is_within(self, other: Self) -> bool {
        let most = self.most.zip(other.most);
        other.least.fits(self.least) && most.is_some_and(|(most, other)| most.fits(other))
    }
}

impl Add for HeapPeak {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            least: self.least + other.least,
            most: self.most.zip(other.most).map(|(a, b)| a + b),
        }
    }
}

/// What an operation without regions, or a call, does to the load.
#[derive(Clone, Copy, Debug)]
struct Effect {
    /// What it adds before the program holds most during it.
    made: Load,
    /// What it holds at most, in addition, while it runs.
    peak: Load,
    /// What it adds until its end.
    kept: Load,
}

impl Effect {
    const NONE: Self = Self {
        made: Load::NOTHING,
        peak: Load::NOTHING,
        kept: Load::NOTHING,
    };
}

/// The facts that a caller needs.
#[derive(Clone, Debug)]
struct Summary {
    effect: Effect,
    /// The bytes of each result that is a buffer of known size.
    results: Vec<Option<HeapBytes>>,
}

/// What the walks over a function know of the program around it.
#[derive(Clone, Copy)]
struct Program<'m> {
    m: &'m Module,
    symbols: &'m SymbolIndex,
    inert: &'m [bool],
    summaries: &'m FxHashMap<OpId, Summary>,
    /// Whether functions without a body may free memory that they were given, perhaps by an earlier call.
    is_freed_elsewhere: bool,
}

impl Program<'_> {
    /// What an operation does to the load, apart from its regions. `bytes_of` is the size of a buffer that is freed.
    fn effect(&self, op: OpId, bytes_of: impl FnOnce(ValueId) -> Option<HeapBytes>) -> Effect {
        let m = self.m;
        if callee(m, op).is_some() {
            return self.call(op);
        }
        let new = allocated(m, op).into_iter().map(|buffer| {
            let bytes = new_bytes(m, op, buffer);
            bytes.map_or_else(Load::default, Load::exactly)
        });
        let made = new.fold(Load::NOTHING, Load::add);
        if freed(m, op).is_empty() {
            return Effect {
                made,
                ..Effect::NONE
            };
        }
        let freed = match (is_plain_dealloc(m, op), m.operands(op)) {
            (true, &[buffer]) => bytes_of(buffer),
            _ => None,
        };
        // Where it makes another buffer, it may hold both.
        let kept = freed.map(|freed| Load::exactly(HeapBytes::default() - freed));
        Effect {
            made: Load::NOTHING,
            peak: Load {
                least: HeapBytes::default(),
                ..made
            },
            kept: kept.unwrap_or(Load {
                least: HeapBytes::new(i64::MIN),
                ..made
            }),
        }
    }

    /// Whether an operation neither allocates nor frees.
    fn is_inert(&self, op: OpId) -> bool {
        self.inert.get(op.index()).copied().unwrap_or(false)
    }

    /// Whether an operation may free memory that its function was given.
    fn frees_given(&self, op: OpId) -> bool {
        let m = self.m;
        if self.is_inert(op) {
            return false;
        }
        if callee(m, op).is_some() {
            let kept = self.call(op).kept.least;
            return kept.bytes < 0 || kept.padded < 0;
        }
        let is_own = |&buffer: &ValueId| {
            let base = viewed_buffer(m, buffer);
            m.defining_op(base)
                .is_some_and(|op| callee(m, op).is_none() && allocates(m, op, base))
        };
        !freed(m, op).iter().all(is_own)
    }

    /// What a call does to the load. Recursion has no bound. A function without a body counts by its results, and by
    /// what it may free.
    fn call(&self, op: OpId) -> Effect {
        let m = self.m;
        let target = self.symbols.resolve_call(m, op);
        if let Some(summary) = target.and_then(|target| self.summaries.get(&target)) {
            return summary.effect;
        }
        let is_recursion = target.is_some_and(|target| has_body(m, target));
        let mut effect = Effect::NONE;
        if is_recursion {
            effect.peak.most = None;
        }
        for result in m.results(op).filter(|&result| m.is_memref(result)) {
            let bytes = buffer_bytes(m, result).map(HeapBytes::new);
            effect.kept = effect.kept + bytes.map_or_else(Load::default, Load::exactly);
        }
        if self.is_freed_elsewhere && !is_recursion {
            effect.kept.least = HeapBytes::new(i64::MIN);
        }
        effect
    }
}

impl HeapLoads {
    /// Analyses all functions of a valid module.
    pub fn new(m: &Module) -> Self {
        let symbols = SymbolIndex::new(m);
        let dominance = Dominance::new(m);
        let inert = inert_ops(m);
        let mut declared = m.ops_with_trait(Traits::FUNCTION).into_iter();
        let is_freed_elsewhere = declared.any(|function| takes_arguments(m, function));
        let mut summaries: FxHashMap<OpId, Summary> = FxHashMap::default();
        let mut functions = FxHashMap::default();
        let mut position = vec![None; m.op_count()];
        for function in callees_first(m, &symbols) {
            let program = Program {
                m,
                symbols: &symbols,
                inert: &inert,
                summaries: &summaries,
                is_freed_elsewhere,
            };
            let (heap, summary) = Walker::new(program, &dominance).run(function);
            for (at, point) in (0..).zip(&heap.points) {
                position[point.op.index()] = Some(at);
            }
            summaries.insert(function, summary);
            functions.insert(function, heap);
        }
        Self {
            functions,
            position,
        }
    }

    /// The peaks of all functions with a body, in the order of their ids.
    pub fn peaks(&self) -> Vec<(OpId, HeapPeak)> {
        let functions = self.functions.iter();
        let mut peaks: Vec<_> = functions.map(|(&op, heap)| (op, heap.peak)).collect();
        peaks.sort_stable_by_key(|peak| peak.0);
        peaks
    }

    /// The number of the point of an operation in the `points` of its function.
    pub fn position(&self, op: OpId) -> Option<usize> {
        let at = self.position.get(op.index()).copied().flatten();
        at.map(|at| at as usize)
    }

    /// The loads of a function with a body.
    pub fn of(&self, function: OpId) -> Option<&FunctionHeap> {
        self.functions.get(&function)
    }
}

/// The bytes of a buffer by its type, with those in front of its first element if their number is static; absent when
/// its shape or strides are dynamic.
fn buffer_bytes(m: &Module, buffer: ValueId) -> Option<i64> {
    let ty = m.value_type(buffer);
    let element = m.ctx.element_type(ty)?;
    let element = i64::try_from(m.ctx.stored_bytes(element, INDEX_WIDTH)?).ok()?;
    let span = i64::try_from(span(m, buffer)?).ok()?;
    let offset = m.ctx.memref_strides_offset(ty).map(|(_, offset)| offset);
    let offset = offset.filter(|&offset| offset > 0 && span > 0).unwrap_or(0);
    element.checked_mul(span.checked_add(offset)?)
}

/// The size of an allocation of static shape.
pub fn allocation_bytes(m: &Module, op: OpId) -> Option<HeapBytes> {
    new_bytes(m, op, allocation(m, op)?.buffer)
}

/// The size of the allocation of `buffer` by `op`.
fn new_bytes(m: &Module, op: OpId, buffer: ValueId) -> Option<HeapBytes> {
    let assumed = || i64::try_from(assumed_bytes(m, op)?).ok();
    let bytes = buffer_bytes(m, buffer).or_else(assumed)?;
    let alignment = allocation(m, op).and_then(|facts| facts.alignment);
    Some(HeapBytes {
        bytes,
        padded: bytes.checked_add(alignment.unwrap_or(0).max(0))?,
    })
}

#[cfg(test)]
mod tests;
