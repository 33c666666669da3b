//! Whether a merged allocation of symbolic size raises the run-time peak.
//!
//! The baseline is a copy of the program in which every buffer is freed separately. Every run that reaches one
//! operation of a block reaches all of them, so its peak is at least the load at each. So do the operations of a loop
//! that frees what it allocates and has an iteration for all values in the ranges. A merged allocation raises no
//! peak if, at each operation at which it is held, the bytes held are at most the load at some operation of the block
//! in the baseline: both are polynomials, and the proof holds for all values in the ranges of symbols.

use std::cell::Cell;
use std::ops::RangeInclusive;

use memplan_memory_model::{SymbolicSizes, allocated, freed};
use memplan_mlir::interfaces::{
    Bound, allocation, callee, is_plain_dealloc, is_sequential_loop, loop_dims, viewed_buffer,
};
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use memplan_mutators::symbol_values;
use memplan_planner::BufferId;
use memplan_planner::symbols::{Orientation, OrientationPlan};
use memplan_support::symbolic::{MAX_SYMBOLS, Monomial, Polynomial, Symbol};
use memplan_support::{Random, Sort};
use rustc_hash::{FxHashMap, FxHashSet};

use super::SymbolicPeak;

/// The most polynomials of which the size of an allocation may be the maximum.
const MAX_FORMS: usize = 64;

/// The number of shapes at which loads are compared where there is no proof.
pub(super) const N_SAMPLES: usize = 200;

/// Bytes on the heap: as requested, and with the alignment that the lowering adds to each allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Load {
    bytes: Sum,
    padded: Sum,
}

/// A polynomial of any number of terms.
type Sum = Polynomial;

/// The loads of the operations of one block, and of the loops in it, relative to its start.
pub(super) struct BlockLoads {
    symbols: Vec<Symbol>,
    /// By operation: its number and that of the last operation in it.
    place: FxHashMap<OpId, (usize, usize)>,
    /// During each operation.
    points: Vec<Point>,
    /// The loads that are not proven to be at most others.
    most: [Vec<Sum>; 2],
    /// When each buffer of the block is live.
    spans: FxHashMap<OpId, (usize, usize, Load)>,
    /// Values of the symbols at which loads are compared where there is no proof; none to require proofs.
    samples: Vec<Vec<i64>>,
    /// The number of comparisons that samples decided.
    n_sampled: Cell<usize>,
}

struct Point {
    /// With each buffer freed separately.
    baseline: Load,
    /// At most what is held with the merged allocations so far.
    load: Load,
    /// Whether callees or regions hold more within operations.
    has_more: bool,
    /// Whether every run that reaches the block reaches it.
    is_reached: bool,
    /// The first and last operation of that of the block that it is in.
    around: (usize, usize),
}

impl BlockLoads {
    /// The loads of a block of a program that frees each buffer; `None` where the block frees memory that it does not
    /// own.
    pub(super) fn new(
        m: &Module,
        block: BlockId,
        sizes: &SymbolicSizes,
        is_sampled: bool,
    ) -> Option<Self> {
        let mut sizes = sizes.clone();
        let mut others: FxHashMap<ValueId, Load> = FxHashMap::default();
        let mut spans: FxHashMap<OpId, (usize, usize, Load)> = FxHashMap::default();
        let mut place = FxHashMap::default();
        let mut points = Vec::new();
        let mut load = Load::default();
        let mut walk = Vec::new();
        with_loops(m, block, true, &mut sizes, &mut walk, &mut place);
        let mut around = (0, 0);
        let later = freed_results(m, block, &mut sizes)?;
        let mut symbols: Vec<Symbol> = Vec::new();
        let mut named: FxHashMap<ValueId, usize> = FxHashMap::default();
        let mut n_copies = 0;
        for (at, &(op, is_reached)) in walk.iter().enumerate() {
            if !is_plain_dealloc(m, op) && frees_outer(m, op) {
                return None;
            }
            if m.op_block(op) == Some(block) {
                around = place.get(&op).copied()?;
            }
            let mut gone = None;
            if let Some(bytes) = new_bytes(m, op, &mut sizes) {
                let alignment = allocation(m, op).and_then(|facts| facts.alignment);
                let padding = Polynomial::constant(alignment.unwrap_or(0).max(0));
                let size = Load {
                    padded: add(&bytes, &padding)?,
                    bytes,
                };
                load = load.plus(&size)?;
                spans.insert(op, (at, usize::MAX, size));
                // A copy may be the buffer that it is made of.
                n_copies += usize::from(allocation(m, op).is_none());
            } else if allocation(m, op).is_some() {
                return None;
            } else if is_plain_dealloc(m, op) {
                gone = Some(viewed_buffer(m, *m.operands(op).first()?));
            }
            points.push(Point {
                baseline: load.clone(),
                load: load.clone(),
                has_more: place.get(&op).is_some_and(|place| place.0 == place.1)
                    && !spans.contains_key(&op)
                    && holds_more(m, op),
                is_reached: is_reached && n_copies == 0,
                around,
            });
            if let Some(value) = gone {
                let made = m.defining_op(value)?;
                if let Some(span) = spans.get_mut(&made).filter(|span| span.1 == usize::MAX) {
                    span.1 = at;
                    load = load.minus(&span.2)?;
                } else {
                    load = load.minus(&others.remove(&value)?)?;
                }
            }
            for value in m.results(op).filter(|value| later.contains(value)) {
                let index = MAX_SYMBOLS.checked_sub(1 + named.len())?;
                named.insert(value, index);
                let bytes = Polynomial::symbol(index).ok()?;
                let size = Load {
                    padded: bytes.clone(),
                    bytes,
                };
                load = load.plus(&size)?;
                others.insert(value, size);
            }
        }
        symbols.extend(sizes.symbols().iter().cloned());
        if MAX_SYMBOLS < symbols.len() + named.len() {
            return None;
        }
        // Unknown sizes of results are not negative.
        symbols.resize(MAX_SYMBOLS, Symbol::new("result", 0, None).ok()?);
        let reached = || {
            points
                .iter()
                .filter(|point| point.is_reached)
                .map(|point| &point.load)
        };
        let most = [
            front(reached().map(|load| &load.bytes), &symbols),
            front(reached().map(|load| &load.padded), &symbols),
        ];
        let samples = if is_sampled {
            samples(m, &sizes)
        } else {
            Vec::new()
        };
        Some(Self {
            samples,
            n_sampled: Cell::new(0),
            symbols,
            place,
            points,
            most,
            spans,
        })
    }

    /// The number of comparisons that samples decided for lack of a proof.
    pub(super) fn n_sampled(&self) -> usize {
        self.n_sampled.get()
    }

    /// The peak of a function whose only block this is; `None` if callees or regions hold more, or other symbols than
    /// those of `sizes` occur.
    pub(super) fn peak(
        &self,
        m: &Module,
        function: OpId,
        sizes: &SymbolicSizes,
    ) -> Option<SymbolicPeak> {
        let n_symbols = sizes.symbols().len();
        let terms = front(
            self.points.iter().map(|point| &point.baseline.bytes),
            &self.symbols,
        );
        let is_known = terms.iter().all(|term| term.n_symbols() <= n_symbols);
        let is_whole = self.points.iter().all(|point| !point.has_more);
        (is_known && is_whole).then(|| SymbolicPeak {
            function: m.symbol_text(function),
            symbols: sizes.symbols().to_vec(),
            terms,
        })
    }

    /// When a buffer of a program is allocated and used last, as numbers of operations, in an iteration of its loop;
    /// `None` if it is used outside of the block, or the copy does not allocate it. An operation that the copy does
    /// not have counts as the one after it.
    pub(super) fn span(
        &self,
        m: &Module,
        block: BlockId,
        alloc: OpId,
        users: &[OpId],
    ) -> Option<(usize, usize)> {
        let is_flat = self.place.contains_key(&alloc);
        let block = m.op_block(alloc).filter(|_| is_flat).unwrap_or(block);
        let place = |op: OpId| {
            let at = m.ancestor_in_block(block, op)?;
            let mut following = std::iter::successors(Some(at), |&op| m.next_op(op));
            following.find_map(|op| self.place.get(&op).copied())
        };
        let (first, mut last) = *self.place.get(&m.ancestor_in_block(block, alloc)?)?;
        for &user in users {
            last = last.max(place(user)?.1);
        }
        Some((first, last))
    }

    /// The numbers of the operations of the block that some are in: an allocation is held over whole loops.
    pub(super) fn around(&self, first: usize, last: usize) -> RangeInclusive<usize> {
        let around = |at: usize| self.points.get(at).map_or((at, at), |point| point.around);
        around(first).0..=around(last).1
    }

    /// The operations of `hull` at which holding a merged allocation instead of `buffers` may raise the
    /// peak. Its size is the maximum of `sizes`; the lowering adds `alignment`.
    pub(super) fn too_tight(
        &self,
        hull: RangeInclusive<usize>,
        buffers: &[OpId],
        sizes: &[Polynomial],
        alignment: i64,
    ) -> Vec<usize> {
        // Bytes of the buffers that the baseline certainly holds at each operation.
        let mut born: FxHashMap<usize, Vec<&Load>> = FxHashMap::default();
        let mut dead: FxHashMap<usize, Vec<&Load>> = FxHashMap::default();
        for (from, to, size) in buffers.iter().filter_map(|op| self.spans.get(op)) {
            born.entry((*from).max(*hull.start()))
                .or_default()
                .push(size);
            dead.entry(to.saturating_add(1)).or_default().push(size);
        }
        let mut own = Load::default();
        let mut answers: FxHashMap<Load, bool> = FxHashMap::default();
        let mut tight = Vec::new();
        for at in hull {
            let own_here = (dead.remove(&at).unwrap_or_default().into_iter())
                .try_fold(own.clone(), |own, size| own.minus(size));
            let born = born.remove(&at).unwrap_or_default().into_iter();
            let own_here = own_here.and_then(|own| {
                let mut born = born;
                born.try_fold(own, |own, size| own.plus(size))
            });
            let Some((here, point)) = own_here.zip(self.points.get(at)) else {
                tight.push(at);
                return tight;
            };
            own = here;
            let Some(others) = point.load.minus(&own) else {
                tight.push(at);
                continue;
            };
            let has_room = if point.has_more {
                // Bytes held by callees count on both sides, at this operation only.
                self.fits(&others, sizes, alignment, Some(&point.baseline))
            } else if let Some(&answer) = answers.get(&others) {
                answer
            } else {
                let answer = self.fits(&others, sizes, alignment, None);
                answers.insert(others, answer);
                answer
            };
            if !has_room {
                tight.push(at);
            }
        }
        tight
    }

    /// Takes the room of a merged allocation for which [`Self::too_tight`] is empty. `false` if it cannot be expressed;
    /// then nothing else may be merged.
    pub(super) fn hold(
        &mut self,
        hull: RangeInclusive<usize>,
        buffers: &[OpId],
        sizes: &[Polynomial],
        alignment: i64,
    ) -> bool {
        let mut held = || {
            let bytes = upper_bound(sizes)?;
            let padded = add(&bytes, &Polynomial::constant(alignment))?;
            for point in self.points.get_mut(hull.clone())? {
                point.load = point.load.plus(&Load {
                    bytes: bytes.clone(),
                    padded: padded.clone(),
                })?;
            }
            for op in buffers {
                let Some((from, to, size)) = self.spans.get(op) else {
                    continue;
                };
                let to = (*to).min(self.points.len().checked_sub(1)?);
                for point in self.points.get_mut(*from..=to)? {
                    point.load = point.load.minus(size)?;
                }
            }
            Some(())
        };
        held().is_some()
    }

    /// Whether the largest of `held` is at most the largest of `most` at all samples, if there are any.
    fn fits_at_samples(&self, held: &[Sum], most: &[Sum]) -> bool {
        let largest = |of: &[Sum], values: &[i64]| -> Option<i64> {
            let values = of.iter().map(|sum| sum.eval(values));
            values.collect::<Option<Vec<i64>>>()?.into_iter().max()
        };
        let mut samples = self.samples.iter();
        let fits = samples.all(|values| {
            let both = largest(held, values).zip(largest(most, values));
            both.is_some_and(|(held, most)| held <= most)
        });
        let fits = fits && !self.samples.is_empty();
        self.n_sampled.update(|n| n + usize::from(fits));
        fits
    }

    /// Whether one of the largest loads, or the load `here`, is at least that of `others` with the merged allocation.
    fn fits(
        &self,
        others: &Load,
        sizes: &[Polynomial],
        alignment: i64,
        here: Option<&Load>,
    ) -> bool {
        let fits = |others: &Sum, here: Option<&Sum>, most: &[Sum], more: i64| {
            let held = sizes.iter().map(|size| {
                let held = add(others, size)?;
                add(&held, &Polynomial::constant(more))
            });
            let Some(held) = held.collect::<Option<Vec<Sum>>>() else {
                return false;
            };
            let most = here.map_or(most, std::slice::from_ref);
            let is_proven = held
                .iter()
                .all(|held| most.iter().any(|most| held.is_at_most(most, &self.symbols)));
            is_proven || self.fits_at_samples(&held, most)
        };
        let (bytes, padded) = (here.map(|sum| &sum.bytes), here.map(|sum| &sum.padded));
        fits(&others.bytes, bytes, &self.most[0], 0)
            && fits(&others.padded, padded, &self.most[1], alignment)
    }
}

/// Log-uniform values of the symbols of a function, those of the ends of all ranges first, with values for results.
fn samples(m: &Module, sizes: &SymbolicSizes) -> Vec<Vec<i64>> {
    let mut random = Random::new(0);
    let mut samples = Vec::with_capacity(N_SAMPLES);
    for number in 0..N_SAMPLES {
        let mut fraction = || match number {
            0 => 0.0,
            1 => 1.0,
            _ => (random.bits() >> 11) as f64 / (1_u64 << 53) as f64,
        };
        let values = symbol_values(m, sizes, |symbol| {
            let natural = Symbol {
                min: symbol.min.max(0),
                ..symbol.clone()
            };
            natural.at_fraction(fraction())
        });
        if let Some(mut values) = values {
            values.resize_with(MAX_SYMBOLS, || (fraction() * (1 << 20) as f64) as i64);
            samples.push(values);
        }
    }
    samples
}

impl Load {
    fn plus(&self, other: &Self) -> Option<Self> {
        Some(Self {
            bytes: add(&self.bytes, &other.bytes)?,
            padded: add(&self.padded, &other.padded)?,
        })
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        Some(Self {
            bytes: sub(&self.bytes, &other.bytes)?,
            padded: sub(&self.padded, &other.padded)?,
        })
    }
}

fn wide(of: &Polynomial, sign: i128) -> impl Iterator<Item = (Monomial, i128)> {
    of.terms()
        .iter()
        .map(move |&(monomial, coefficient)| (monomial, sign * i128::from(coefficient)))
}

fn add(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    Polynomial::collect_any(wide(a, 1).chain(wide(b, 1))).ok()
}

fn sub(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    Polynomial::collect_any(wide(a, 1).chain(wide(b, -1))).ok()
}

/// A polynomial that is an upper bound of all of these where symbols are natural numbers.
fn upper_bound(of: &[Polynomial]) -> Option<Polynomial> {
    let mut most: FxHashMap<Monomial, i64> = FxHashMap::default();
    for &(monomial, coefficient) in of.iter().flat_map(Polynomial::terms) {
        let entry = most.entry(monomial).or_default();
        *entry = coefficient.max(*entry);
    }
    let terms = most
        .into_iter()
        .map(|(monomial, n)| (monomial, i128::from(n)));
    Polynomial::collect_any(terms).ok()
}

/// The polynomials that are not proven to be at most others.
fn front<'s>(of: impl Iterator<Item = &'s Sum>, symbols: &[Symbol]) -> Vec<Sum> {
    let mut front = Vec::new();
    of.for_each(|sum| keep(&mut front, sum.clone(), symbols));
    front
}

/// Adds a polynomial to a maximum, and drops those that are at most others.
fn keep(front: &mut Vec<Polynomial>, new: Polynomial, symbols: &[Symbol]) {
    if front.iter().any(|other| new.is_at_most(other, symbols)) {
        return;
    }
    front.retain(|other| !other.is_at_most(&new, symbols));
    front.push(new);
}

/// Whether an operation, or one in its regions, frees a buffer that is made outside of it.
fn frees_outer(m: &Module, op: OpId) -> bool {
    let is_outer = |value: &ValueId| {
        let block = m.value_block(viewed_buffer(m, *value));
        let around = block.and_then(|block| m.block_parent(block));
        around.is_none_or(|around| !m.encloses(op, around))
    };
    m.walk(op).any(|inner| freed(m, inner).iter().any(is_outer))
}

/// The operations of a block, those of the bodies of its loops after each loop, and whether every run that reaches the
/// block reaches them. Also adds, by operation, its number and that of the last one in it.
fn with_loops(
    m: &Module,
    block: BlockId,
    is_reached: bool,
    sizes: &mut SymbolicSizes,
    walk: &mut Vec<(OpId, bool)>,
    place: &mut FxHashMap<OpId, (usize, usize)>,
) {
    for op in m.ops(block) {
        let at = walk.len();
        walk.push((op, is_reached));
        if let Some(body) = freeing_body(m, op) {
            let is_run = is_reached && runs_once(m, op, sizes);
            with_loops(m, body, is_run, sizes, walk, place);
        }
        place.insert(op, (at, walk.len() - 1));
    }
}

/// The body of a loop that frees what it allocates in each iteration, with sizes that are the same in all of them, and
/// carries no buffers.
fn freeing_body(m: &Module, op: OpId) -> Option<BlockId> {
    if !is_sequential_loop(m, op) || m.operands(op).iter().any(|&value| m.is_memref(value)) {
        return None;
    }
    let [region] = m.regions(op)[..] else {
        return None;
    };
    let mut blocks = m.blocks(region);
    let body = blocks.next().filter(|_| blocks.next().is_none())?;
    let is_outer = |&value: &ValueId| {
        let around = m.value_block(value).and_then(|block| m.block_parent(block));
        around.is_some_and(|around| !m.encloses(op, around))
    };
    let mut open: FxHashSet<ValueId> = FxHashSet::default();
    for inner in m.ops(body) {
        if let Some(facts) = allocation(m, inner) {
            open.insert(facts.buffer);
            facts.dynamic_sizes.iter().all(is_outer).then_some(())?;
        } else if is_plain_dealloc(m, inner) {
            open.remove(&viewed_buffer(m, *m.operands(inner).first()?))
                .then_some(())?;
        }
    }
    open.is_empty().then_some(body)
}

/// Whether a loop certainly has an iteration.
fn runs_once(m: &Module, op: OpId, sizes: &mut SymbolicSizes) -> bool {
    let mut value = |bound| match bound {
        Bound::Constant(number) => Some(Polynomial::constant(number)),
        Bound::Value(value) => sizes.value_of(m, value),
        Bound::Computed => None,
    };
    let dims = loop_dims(m, op).unwrap_or_default();
    let lengths = dims
        .iter()
        .map(|dim| sub(&value(dim.upper)?, &value(dim.lower)?));
    let lengths: Vec<Option<Polynomial>> = lengths.collect();
    let is_long = |length: &Option<Polynomial>| {
        let least = length
            .as_ref()
            .and_then(|length| length.bounds(sizes.symbols()).0);
        least.is_some_and(|least| least > 0)
    };
    !lengths.is_empty() && lengths.iter().all(is_long)
}

/// Buffers that a block frees but does not allocate: results of calls and of regions.
fn freed_results(
    m: &Module,
    block: BlockId,
    sizes: &mut SymbolicSizes,
) -> Option<FxHashSet<ValueId>> {
    let mut later: FxHashSet<ValueId> = FxHashSet::default();
    for op in m.ops(block).filter(|&op| is_plain_dealloc(m, op)) {
        let freed = viewed_buffer(m, *m.operands(op).first()?);
        let is_own = m.defining_op(freed).is_some_and(|made| {
            m.op_block(made) == Some(block) && new_bytes(m, made, sizes).is_none()
        });
        if is_own {
            later.insert(freed);
        }
    }
    Some(later)
}

/// The bytes of the only buffer that an operation makes: an allocation, or a copy.
fn new_bytes(m: &Module, op: OpId, sizes: &mut SymbolicSizes) -> Option<Polynomial> {
    let is_plain = m.regions(op).is_empty() && callee(m, op).is_none();
    sizes.allocation_bytes(m, op).filter(|_| is_plain)
}

/// Whether an operation may hold memory that is not allocated in its block.
fn holds_more(m: &Module, op: OpId) -> bool {
    let allocates =
        |op: OpId| m.def(op).is_none() || callee(m, op).is_some() || !allocated(m, op).is_empty();
    if m.regions(op).is_empty() {
        return allocates(op) && allocation(m, op).is_none();
    }
    m.walk(op).any(allocates)
}

/// The size of the merged allocation with one orientation, as polynomials in the symbols of the plan whose maximum it
/// is. Rounded sizes are bounded from above. `None` if there are too many.
pub(super) fn peak_forms(
    plan: &OrientationPlan,
    orientation: &Orientation,
    symbols: &[Symbol],
) -> Option<Vec<Polynomial>> {
    let slack = Polynomial::constant(i64::try_from(plan.alignment.0).ok()? - 1);
    let sizes: Option<Vec<Polynomial>> = (plan.sizes.iter())
        .map(|size| {
            if size.is_rounded {
                add(&size.bytes, &slack)
            } else {
                Some(size.bytes.clone())
            }
        })
        .collect();
    let sizes = sizes?;
    let mut ends: Vec<Vec<Polynomial>> = vec![Vec::new(); plan.size_of.len()];
    let mut is_below = vec![false; plan.size_of.len()];
    for &id in orientation.order() {
        let mut starts: Vec<Polynomial> = Vec::new();
        for lower in orientation.below(id) {
            is_below[lower.index()] = true;
            for end in &ends[lower.index()] {
                keep(&mut starts, end.clone(), symbols);
            }
        }
        if MAX_FORMS < starts.len() {
            return None;
        }
        if starts.is_empty() {
            starts.push(Polynomial::default());
        }
        let size = &sizes[plan.size_of[id.index()] as usize];
        let sums: Option<Vec<Polynomial>> = starts.iter().map(|start| add(start, size)).collect();
        ends[id.index()] = sums?;
    }
    let mut peak: Vec<Polynomial> = Vec::new();
    let last = (0..ends.len() as u32).map(BufferId);
    for id in last.filter(|id| !is_below[id.index()]) {
        for end in &ends[id.index()] {
            keep(&mut peak, end.clone(), symbols);
        }
        if MAX_FORMS < peak.len() {
            return None;
        }
    }
    peak.sort_stable_by(|a, b| a.cmp(b));
    Some(peak)
}
