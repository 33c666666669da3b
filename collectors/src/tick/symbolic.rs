//! Scopes with buffers whose sizes are known only at run time.
//!
//! All sizes of a merged allocation are computed in front of it. A buffer belongs to the first merged allocation that
//! comes after everything that its size is computed from; dimensions of arguments are known at entry, a size that the
//! program loads is not. Buffers of static size join the first one.

use std::sync::Arc;

use memplan_memory_model::{SizeSource, SymbolicSizes};
use memplan_mlir::analyses::Dominance;
use memplan_mlir::interfaces::AllocationSite;
use memplan_mlir::{AttrId, BlockId, OpId};
use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, Tick};
use memplan_support::Sort;
use memplan_support::symbolic::{Polynomial, Symbol};
use rustc_hash::FxHashMap;

use super::Collector;
use super::finish::Decision;
use crate::options::{Lone, Loops};
use crate::shape::{natural_alignment, requested_alignment};
use crate::{Compat, Padding, SkipReason, SymbolicScope, memory_space, space_text};

/// Scopes with dynamic buffers.
#[derive(Default)]
pub(super) struct DynamicScopes {
    pub(super) scopes: Vec<SymbolicScope>,
    /// By index of the allocation: why a dynamic one is in none of them.
    pub(super) reasons: Vec<(usize, SkipReason)>,
}

impl DynamicScopes {
    fn give_reason(&mut self, members: &[Candidate], reason: SkipReason) {
        let dynamic = members.iter().filter(|candidate| candidate.is_dynamic);
        self.reasons
            .extend(dynamic.map(|candidate| (candidate.index, reason)));
    }
}

/// The alignment that bufferized programs ask for.
const USUAL_ALIGNMENT: u64 = 64;

/// A scope and a memory space.
type Key = (OpId, Option<AttrId>);

/// A buffer that may share memory.
struct Candidate {
    /// Index of the allocation.
    index: usize,
    bytes: Polynomial,
    is_dynamic: bool,
    /// The alignment that it needs.
    needed: u64,
}

impl Collector<'_> {
    /// Finds the scopes with dynamic buffers. Does nothing in a program without dynamic allocations.
    pub(super) fn collect_symbolic(
        &self,
        decisions: &[Decision],
        names: &[String],
    ) -> DynamicScopes {
        let mut scopes = DynamicScopes::default();
        let is_dynamic =
            |decision: &Decision| matches!(decision, Decision::Skipped(SkipReason::DynamicShape));
        if self.options.compat == Compat::Reference || !decisions.iter().any(is_dynamic) {
            return scopes;
        }
        let dominance = Dominance::new(self.m);
        let mut sizes: FxHashMap<usize, Option<SymbolicSizes>> = FxHashMap::default();
        let shares = self.sharing_allocs();
        // By scope and memory space, in walk order.
        let mut parts: Vec<(Key, Vec<Candidate>)> = Vec::new();
        let mut at: FxHashMap<Key, usize> = FxHashMap::default();
        for (index, (alloc, decision)) in self.allocs.iter().zip(decisions).enumerate() {
            let is_static = matches!(
                decision,
                Decision::Merged(_) | Decision::Skipped(SkipReason::Lone)
            );
            let usable =
                (is_dynamic(decision) || is_static) && !shares[index] && alloc.hoist.is_none();
            let (true, Some(scope), Some(function)) = (usable, alloc.scope, alloc.function) else {
                continue;
            };
            let sizes = sizes.entry(function).or_insert_with(|| {
                let function = self.timeline.functions()[function].op;
                SymbolicSizes::new(self.m, function).ok()
            });
            let Some(candidate) = sizes
                .as_mut()
                .and_then(|sizes| self.candidate(index, decision, sizes))
            else {
                continue;
            };
            let key = (scope, memory_space(self.m, alloc.facts.buffer));
            let part = *at.entry(key).or_insert_with(|| {
                parts.push((key, Vec::new()));
                parts.len() - 1
            });
            parts[part].1.push(candidate);
        }
        let sizes: FxHashMap<usize, Arc<SymbolicSizes>> = sizes
            .into_iter()
            .filter_map(|(function, sizes)| Some((function, Arc::new(sizes?))))
            .collect();
        for ((scope, space), candidates) in parts {
            let function = candidates
                .first()
                .and_then(|candidate| self.allocs[candidate.index].function);
            let Some((function, sizes)) =
                function.and_then(|index| Some((index, sizes.get(&index)?)))
            else {
                continue;
            };
            let scope = Place {
                scope,
                space,
                function,
            };
            self.split(&scope, candidates, sizes, &dominance, names, &mut scopes);
        }
        scopes
    }

    /// By allocation, whether a deallocation or an assertion names it together with others.
    fn sharing_allocs(&self) -> Vec<bool> {
        let mut shares: Vec<bool> = vec![false; self.allocs.len()];
        for &member in self.groups.iter().flat_map(|(_, members)| members) {
            shares[member as usize] = true;
        }
        for &op in &self.distinct {
            for &operand in self.m.operands(op) {
                for &member in self.events.aliases.of(operand) {
                    shares[member as usize] = true;
                }
            }
        }
        shares
    }

    fn candidate(
        &self,
        index: usize,
        decision: &Decision,
        sizes: &mut SymbolicSizes,
    ) -> Option<Candidate> {
        let alloc = &self.allocs[index];
        let bytes = match decision {
            Decision::Merged(shape) if shape.strides.is_none() => {
                Polynomial::constant(i64::try_from(shape.size).ok()?)
            }
            Decision::Skipped(_) => match self.options.loops {
                Loops::Body => sizes.allocation_bytes(self.m, alloc.facts.op)?,
                Loops::Before => sizes.largest_allocation_bytes(self.m, alloc.facts.op)?,
            },
            Decision::Merged(_) | Decision::Dead(_) => return None,
        };
        let element = self
            .m
            .ctx
            .element_type(self.m.value_type(alloc.facts.buffer))?;
        let element = self.m.ctx.stored_bytes(element, self.options.index_width)?;
        let natural = natural_alignment(element.max(1)).max(alloc.least_alignment);
        let needed = requested_alignment(&alloc.facts, natural)?;
        Some(Candidate {
            index,
            is_dynamic: matches!(decision, Decision::Skipped(SkipReason::DynamicShape)),
            bytes,
            needed,
        })
    }

    /// Divides the buffers of a scope among merged allocations by the place at which their sizes are known: in the
    /// block of the scope, or in the block of the allocation, such as the body of a loop whose variable the size
    /// depends on.
    fn split(
        &self,
        place: &Place,
        candidates: Vec<Candidate>,
        sizes: &Arc<SymbolicSizes>,
        dominance: &Dominance,
        names: &[String],
        into: &mut DynamicScopes,
    ) {
        let m = self.m;
        let region = m.regions(place.scope).first();
        let Some(block) = region.and_then(|&region| m.first_block(region)) else {
            return;
        };
        let context = Context {
            place,
            sizes,
            dominance,
            names,
        };
        let mut open = vec![(block, candidates)];
        let mut number = 0;
        while let Some((block, candidates)) = open.pop() {
            let mut inner = self.split_block(&context, block, candidates, &mut number, into);
            inner.retain(|candidate| {
                let alloc = self.allocs[candidate.index].facts.op;
                let home = m.op_block(alloc).filter(|&home| home != block);
                let around = home.and_then(|home| m.block_parent(home));
                let Some(((home, around), live)) =
                    home.zip(around).zip(self.allocs[candidate.index].live)
                else {
                    return false;
                };
                let region = m.block_region(home);
                region.and_then(|region| m.first_block(region)) == Some(home)
                    && self.timeline.tick(around) < live.0
                    && live.1 <= self.timeline.end(around)
            });
            let mut by_block: Vec<(BlockId, Vec<Candidate>)> = Vec::new();
            for candidate in inner {
                let home = m.op_block(self.allocs[candidate.index].facts.op);
                let home = home.unwrap_or(block);
                match by_block.iter_mut().find(|part| part.0 == home) {
                    Some((_, part)) => part.push(candidate),
                    None => by_block.push((home, vec![candidate])),
                }
            }
            open.extend(by_block);
        }
    }

    /// Merged allocations in one block; returns the buffers whose sizes are known in inner blocks only.
    fn split_block(
        &self,
        context: &Context<'_>,
        block: BlockId,
        mut rest: Vec<Candidate>,
        number: &mut usize,
        into: &mut DynamicScopes,
    ) -> Vec<Candidate> {
        let m = self.m;
        let start = |candidate: &Candidate| {
            let at = m.ancestor_in_block(block, self.allocs[candidate.index].facts.op);
            at.or_else(|| m.last_op(block))
        };
        let is_known = |candidate: &Candidate, at: OpId| {
            let dominates = |value| context.dominance.value_dominates(m, value, at);
            is_available(context.sizes, &candidate.bytes, dominates)
        };
        rest.sort_stable_by_key(|candidate| self.tick_of(candidate));
        let is_inner = |candidate: &Candidate| {
            candidate.is_dynamic && !start(candidate).is_some_and(|at| is_known(candidate, at))
        };
        let (inner, outer): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_inner);
        rest = outer;
        let least = match self.options.lone {
            Lone::Merged => 1,
            Lone::Skipped => 2,
        };
        let mut is_late = false;
        while let Some(first) = rest.iter().find(|candidate| candidate.is_dynamic) {
            let Some(at) = start(first) else {
                break;
            };
            // As early as the first buffer of static size, if the first dynamic size is known there.
            let earliest = rest.first().and_then(start).unwrap_or(at);
            let before = if is_known(first, earliest) {
                earliest
            } else {
                at
            };
            let starts_after =
                |candidate: &Candidate| start(candidate).is_some_and(|at| !m.is_before(at, before));
            let is_ready =
                |candidate: &Candidate| starts_after(candidate) && is_known(candidate, before);
            let (members, others) = self.split_ready(rest, is_ready);
            rest = others;
            let n_dynamic = members
                .iter()
                .filter(|candidate| candidate.is_dynamic)
                .count();
            if n_dynamic < 2 && is_late {
                into.give_reason(&members, SkipReason::LateSize);
            }
            if n_dynamic < least {
                // A lone dynamic buffer would make the size of an allocation of static ones dynamic.
            } else if let Some(scope) =
                self.symbolic_scope(context, block, before, &members, *number)
            {
                into.scopes.push(scope);
                *number += 1;
            } else {
                into.give_reason(&members, SkipReason::TooComplex);
            }
            is_late = true;
        }
        inner
    }

    fn tick_of(&self, candidate: &Candidate) -> u32 {
        self.timeline.tick(self.allocs[candidate.index].facts.op)
    }

    /// The buffers of the next merged allocation, and the others in walk order. All sizes are rounded to the largest
    /// alignment. That of a page would waste more than it gains.
    fn split_ready(
        &self,
        rest: Vec<Candidate>,
        is_ready: impl Fn(&Candidate) -> bool,
    ) -> (Vec<Candidate>, Vec<Candidate>) {
        let usual = self.options.alignment.0.max(USUAL_ALIGNMENT);
        let is_coarse = |candidate: &Candidate| usual < candidate.needed;
        let (ready, mut others): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_ready);
        let mut dynamic = ready.iter().filter(|candidate| candidate.is_dynamic);
        let is_page = dynamic.any(is_coarse);
        let (members, left): (Vec<_>, Vec<_>) = ready
            .into_iter()
            .partition(|candidate| candidate.is_dynamic || !(is_page || is_coarse(candidate)));
        others.extend(left);
        others.sort_stable_by_key(|candidate| self.tick_of(candidate));
        (members, others)
    }

    fn symbolic_scope(
        &self,
        context: &Context<'_>,
        block: BlockId,
        before: OpId,
        members: &[Candidate],
        number: usize,
    ) -> Option<SymbolicScope> {
        let &Context {
            place,
            sizes,
            names,
            ..
        } = context;
        let mut used: Vec<usize> = (members.iter())
            .flat_map(|member| member.bytes.terms())
            .flat_map(|(monomial, _)| monomial.symbols())
            .collect();
        used.sort_stable();
        used.dedup();
        let symbols: Vec<Symbol> = (used.iter())
            .map(|&index| in_usual_range(&sizes.symbols()[index]))
            .collect();
        let alignment = self.common_alignment(members);
        let mut buffers = Vec::with_capacity(members.len());
        let mut sites = Vec::with_capacity(members.len());
        let mut bytes = Vec::with_capacity(members.len());
        for member in members {
            let alloc = &self.allocs[member.index];
            let (first, last) = alloc.live?;
            let live = Lifetime::inclusive(Tick(first.into()), Tick(last.into()))?;
            let mut buffer = Buffer::new(names[member.index].clone(), Bytes(0), live);
            buffer.align = Bytes(alignment);
            buffers.push(buffer);
            bytes.push(renumbered(&member.bytes, &used)?);
            sites.push(AllocationSite {
                deallocs: alloc.deallocs.to_vec(),
                is_live_until_freed: self.are_live_until_freed,
                ..AllocationSite::new(alloc.facts.op, 0)
            });
        }
        let function = self.timeline.functions()[place.function].op;
        let is_inner = self.m.block_parent(block) != Some(function);
        let trace = LifetimeTrace::builder(self.scope_name(place, is_inner, number))
            .memory_space(place.space.map(|space| space_text(self.m, space)))
            .buffers(buffers)
            .symbols(symbols, bytes)
            .build();
        Some(SymbolicScope {
            function,
            block,
            before,
            memory_space: place.space,
            trace: trace.ok()?,
            sites,
            sizes: Arc::clone(sizes),
            symbols: used,
            asked_alignment: self.options.arena_alignment(),
            required_alignment: Bytes(
                members
                    .iter()
                    .map(|member| member.needed)
                    .max()
                    .unwrap_or(1),
            ),
        })
    }

    fn scope_name(&self, place: &Place, is_inner: bool, number: usize) -> String {
        let name = self.function_name(Some(place.function));
        let body = if is_inner { "/body" } else { "" };
        let arena = (number > 0).then(|| format!("/arena{number}"));
        name + body + &arena.unwrap_or_default()
    }

    /// The alignment of all buffers: that of the options; without padding, the largest that needs none, but at least
    /// what the buffers require.
    fn common_alignment(&self, members: &[Candidate]) -> u64 {
        let wanted = self.options.alignment.0.max(1);
        let needed = members
            .iter()
            .map(|member| member.needed)
            .max()
            .unwrap_or(1);
        let free = match self.options.padding {
            Padding::Uniform => wanted,
            Padding::None => std::iter::successors(Some(wanted), |&align| Some(align / 2))
                .find(|&align| {
                    align <= 1
                        || members
                            .iter()
                            .all(|member| member.bytes.is_multiple_of(align))
                })
                .unwrap_or(1),
        };
        free.max(needed)
    }
}

/// What merged allocations of a scope are made from.
struct Context<'a> {
    place: &'a Place,
    sizes: &'a Arc<SymbolicSizes>,
    dominance: &'a Dominance,
    names: &'a [String],
}

/// Where the buffers of a scope are.
struct Place {
    scope: OpId,
    space: Option<AttrId>,
    /// Index of the function.
    function: usize,
}

/// A symbol of sizes: negative ones are undefined, and the bound of `i32` says nothing about usual values.
fn in_usual_range(symbol: &Symbol) -> Symbol {
    Symbol {
        min: symbol.min.max(0),
        max: symbol.max.filter(|&max| max < i32::MAX.into()),
        ..symbol.clone()
    }
}

/// A polynomial in which each symbol is its place in the list of those used.
fn renumbered(of: &Polynomial, used: &[usize]) -> Option<Polynomial> {
    let mut sum = Polynomial::default();
    for &(monomial, coefficient) in of.terms() {
        let places = monomial.symbols().map(|symbol| used.binary_search(&symbol));
        let places: Vec<usize> = places.collect::<Result<_, _>>().ok()?;
        sum = sum.add(&Polynomial::term(coefficient, places).ok()?).ok()?;
    }
    Some(sum)
}

/// Whether everything that a size is computed from is known.
fn is_available(
    sizes: &SymbolicSizes,
    of: &Polynomial,
    is_known: impl Fn(memplan_mlir::ValueId) -> bool,
) -> bool {
    let monomials = of.terms().iter();
    let symbols: Vec<usize> = monomials
        .flat_map(|(monomial, _)| monomial.symbols())
        .collect();
    let leaves = sizes.leaves(&symbols).into_iter();
    let mut leaves = leaves.map(|leaf| &sizes.sources()[leaf]);
    leaves.all(|source| match source {
        SizeSource::Dim { of, .. } | SizeSource::Value(of) => is_known(*of),
        SizeSource::Wrapped { .. } | SizeSource::Computed { .. } => false,
    })
}
