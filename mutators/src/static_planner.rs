//! `static-memory-planner-analysis`: puts the buffers of the entry block of a function into one arena.
//!
//! The pass of MLIR's trunk, with its name, options, errors and offsets. It runs after deallocation, which ends the
//! lifetimes of buffers. [`MergeAlloc`](crate::MergeAlloc) does all of that and more; this pass is for pipelines that
//! name it.
//!
//! Without `compat=reference`, five points differ:
//!
//! - The arena is freed.
//! - A static arena argument that is too small is an error.
//! - Elements of fewer than eight bits take a byte each, as they do when the program is lowered.
//! - Elements are aligned to their size.
//! - A buffer that is used after the last operation that frees it, which then ran under a condition, is live until the
//!   use.
//!
//! In both modes, buffers with a layout or in a memory space stay as they are, as MLIR makes an invalid program of
//! them. So does each buffer with a deallocation that may also free a buffer that is not planned.

use memplan_memory_model::{AliasScratch, BufferViewFlowAnalysis, Contracts};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::is_plain_dealloc;
use memplan_mlir::passes::{Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, INDEX_WIDTH, MemRefType, Module, OpId, TypeKind, ValueId, names};
use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, PlanOptions, Tick, registry};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::builder::Builder;
use crate::merge_alloc::arena::{allocating_op, bytes_type};

/// The pass `static-memory-planner-analysis`.
#[derive(Clone, Copy, Debug)]
pub struct StaticPlanner {
    /// The planner that chooses the offsets.
    planner: &'static str,
    /// Whether the arena is the first argument of the function.
    is_argument: bool,
    is_reference: bool,
}

impl Default for StaticPlanner {
    fn default() -> Self {
        Self {
            planner: "mlir-trivial",
            is_argument: false,
            is_reference: false,
        }
    }
}

const PLANNERS: &[(&str, &str)] = &[("trivial", "mlir-trivial"), ("best-fit", "mlir-bestfit")];
const MODES: &[(&str, bool)] = &[("allocate", false), ("arg", true)];
const COMPAT: &[(&str, bool)] = &[("off", false), ("reference", true)];

impl Pass for StaticPlanner {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "static-memory-planner-analysis",
            aliases: &[],
            summary: "Puts the buffers of the entry block of a function into one arena, as in MLIR.",
            cost: "that of the planner, and near-linear in the operations and the aliases of buffers",
            source: "LLVM, StaticMemoryPlannerAnalysis.cpp",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Function
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::word("algorithm", &mut pass.planner, PLANNERS)
                    .help("`trivial`: one buffer on top of the other; `best-fit`: each in the smallest gap."),
                Field::word("arena-mode", &mut pass.is_argument, MODES)
                    .help("`allocate`: the function allocates the arena; `arg`: its first argument is the arena."),
                Field::word("compat", &mut pass.is_reference, COMPAT)
                    .help("`reference`: as MLIR, also where it is wrong: the arena is not freed."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError> {
        let functions = m.walk(root).filter(|&op| m.has_trait(op, Traits::FUNCTION));
        let functions: Vec<OpId> = functions.collect();
        for function in functions {
            let body = m
                .regions(function)
                .first()
                .and_then(|&body| m.first_block(body));
            let Some(entry) = body else { continue };
            let mut candidates = Candidates::new(m, function, entry, self.is_reference)?;
            candidates.skip_shared();
            candidates.report(m, cx);
            if !candidates
                .buffers
                .iter()
                .all(|buffer| buffer.skipped.is_some())
            {
                let plan = self.planned(m, function, &candidates)?;
                plan.emit(m, entry, self);
            }
        }
        Ok(())
    }
}

/// An allocation with a static shape in the entry block.
struct Candidate {
    alloc: OpId,
    buffer: ValueId,
    /// Indices of what may free it.
    frees: Vec<usize>,
    bytes: u64,
    alignment: u64,
    /// Positions of operations of the entry block: where it is allocated, and the last one that frees or uses it.
    live: [i64; 2],
    /// Why it stays as it is.
    skipped: Option<&'static str>,
}

/// What may free a buffer.
struct Free {
    op: OpId,
    /// Indices of the candidates that it may free.
    buffers: Vec<usize>,
    /// Whether it may free something else.
    has_others: bool,
}

/// Facts for collecting the candidates of a function.
struct Scan<'m> {
    m: &'m Module,
    entry: BlockId,
    /// The positions of the operations of the entry block.
    place: FxHashMap<OpId, i64>,
    flow: BufferViewFlowAnalysis,
    contracts: Contracts,
    scratch: AliasScratch,
    /// The numbers of the operations that free buffers.
    by_free: FxHashMap<OpId, usize>,
    is_reference: bool,
}

impl Scan<'_> {
    /// The candidate of an allocation, with its position in the entry block.
    fn candidate(
        &mut self,
        alloc: OpId,
        buffer: ValueId,
        begin: i64,
        n_elements: u64,
        ty: &MemRefType,
    ) -> Result<Candidate, PassError> {
        let m = self.m;
        let (mut frees, mut end, mut is_lost) = (Vec::new(), None, false);
        let mut last_use = Some(begin);
        self.flow.resolve_with(&mut self.scratch, buffer, |alias| {
            for (user, operand) in m.uses(alias) {
                let block_op = m.ancestor_in_block(self.entry, user);
                let at = block_op.and_then(|op| self.place.get(&op).copied());
                if is_plain_dealloc(m, user) {
                    let next = self.by_free.len();
                    frees.push(*self.by_free.entry(user).or_insert(next));
                    is_lost |= at.is_none();
                    end = end.max(at);
                }
                // What the terminator takes is used in other blocks.
                let is_known = self.contracts.capture(m, user, operand).is_none()
                    && m.successors(user).is_empty();
                last_use = last_use.zip(at.filter(|_| is_known)).map(|(a, b)| a.max(b));
            }
            true
        });
        frees.sort_stable();
        frees.dedup();
        let Some(end) = end.filter(|_| !is_lost) else {
            let message = if is_lost {
                "unstructured control flow is not supported"
            } else {
                "no dealloc found; run the deallocation pipeline before this pass"
            };
            return Err(PassError::at(m, alloc, "not-supported", message));
        };
        let bytes = bytes(m, buffer, n_elements, self.is_reference);
        let mut skipped = match (&ty.layout, ty.space, bytes) {
            (Some(_), _, _) => Some("its layout is not the identity"),
            (None, Some(_), _) => Some("it is in a memory space"),
            (None, None, None) => Some("the size of its elements is unknown"),
            (None, None, Some(_)) => None,
        };
        if last_use.is_none() && !self.is_reference {
            skipped = skipped.or(Some("not all of its uses are known"));
        }
        let last = last_use
            .filter(|_| !self.is_reference)
            .unwrap_or(end)
            .max(end);
        let alignment = m.prop_i64(alloc, names::ALIGNMENT);
        let natural = m
            .ctx
            .stored_bytes(ty.element, INDEX_WIDTH)
            .filter(|_| !self.is_reference);
        let natural = natural.filter(|bytes| bytes.is_power_of_two()).unwrap_or(1);
        Ok(Candidate {
            alloc,
            buffer,
            frees,
            bytes: bytes.unwrap_or(0),
            alignment: alignment
                .and_then(|align| u64::try_from(align).ok())
                .unwrap_or(1)
                .max(natural),
            live: [begin, last],
            skipped,
        })
    }
}

/// The candidates of a function.
struct Candidates {
    buffers: Vec<Candidate>,
    frees: Vec<Free>,
    n_dynamic: u64,
    n_nested: u64,
    /// The operations of the entry block.
    entry: Vec<OpId>,
}

impl Candidates {
    fn new(
        m: &Module,
        function: OpId,
        entry: BlockId,
        is_reference: bool,
    ) -> Result<Self, PassError> {
        let results = m
            .signature(function)
            .map_or(&[][..], |(_, results)| results);
        if results.iter().any(|&ty| m.ctx.is_memref(ty)) {
            let message =
                "static-memory-planner does not support functions with memref return types";
            return Err(PassError::at(m, function, "not-supported", message));
        }
        let mut candidates = Self {
            buffers: Vec::new(),
            frees: Vec::new(),
            n_dynamic: 0,
            n_nested: 0,
            entry: m.ops(entry).collect(),
        };
        let mut scan = Scan {
            m,
            entry,
            place: candidates.entry.iter().copied().zip(0..).collect(),
            flow: BufferViewFlowAnalysis::new(m, function),
            contracts: Contracts::new(m, function),
            scratch: AliasScratch::default(),
            by_free: FxHashMap::default(),
            is_reference,
        };
        let allocs = m
            .walk(function)
            .filter(|&op| m.is_kernel(op, Kernel::Alloc));
        for alloc in allocs {
            let (Some(buffer), Some(&begin)) = (m.result(alloc, 0), scan.place.get(&alloc)) else {
                candidates.n_nested += 1;
                continue;
            };
            let TypeKind::MemRef(ty) = m.value_type_kind(buffer) else {
                continue;
            };
            let Some(n_elements) = m.ctx.n_elements(m.value_type(buffer)) else {
                candidates.n_dynamic += 1;
                continue;
            };
            let candidate = scan.candidate(alloc, buffer, begin, n_elements, ty)?;
            candidates.buffers.push(candidate);
        }
        candidates.find_freed(m, &scan.flow, scan.by_free);
        Ok(candidates)
    }

    /// Finds what each operation may free. Linear in the names of buffers that it may free.
    fn find_freed(
        &mut self,
        m: &Module,
        flow: &BufferViewFlowAnalysis,
        by_free: FxHashMap<OpId, usize>,
    ) {
        let candidates = self
            .buffers
            .iter()
            .map(|candidate| candidate.buffer)
            .zip(0..);
        let candidates: FxHashMap<ValueId, usize> = candidates.collect();
        let mut frees: Vec<(OpId, usize)> = by_free.into_iter().collect();
        frees.sort_stable_by_key(|&(_, number)| number);
        let mut scratch = AliasScratch::default();
        for (op, _) in frees {
            let mut free = Free {
                op,
                buffers: Vec::new(),
                has_others: false,
            };
            for &operand in m.operands(op) {
                flow.resolve_reverse_with(&mut scratch, operand, |source| {
                    match candidates.get(&source) {
                        Some(&at) => free.buffers.push(at),
                        None => free.has_others |= flow.is_terminal(source),
                    }
                    true
                });
            }
            self.frees.push(free);
        }
    }

    /// Leaves out what may be freed together with something that is left out. Linear.
    fn skip_shared(&mut self) {
        let skipped = self
            .buffers
            .iter()
            .filter(|buffer| buffer.skipped.is_some());
        let mut open: Vec<usize> = skipped
            .flat_map(|buffer| buffer.frees.iter().copied())
            .collect();
        open.extend((0..self.frees.len()).filter(|&at| self.frees[at].has_others));
        let mut is_seen: FxHashSet<usize> = FxHashSet::default();
        while let Some(free) = open.pop() {
            if !is_seen.insert(free) {
                continue;
            }
            for &at in &self.frees[free].buffers {
                let buffer = &mut self.buffers[at];
                if buffer.skipped.is_none() {
                    buffer.skipped =
                        Some("an operation may free it or a buffer that is not planned");
                    open.extend(&buffer.frees);
                }
            }
        }
    }

    fn report(&self, m: &Module, cx: &mut PassContext) {
        let mut n_eligible = 0;
        for buffer in &self.buffers {
            match buffer.skipped {
                Some(reason) => {
                    cx.remark(
                        m,
                        buffer.alloc,
                        "not-planned",
                        format!("not planned: {reason}"),
                        &[],
                    );
                }
                None => n_eligible += 1,
            }
        }
        cx.count("num-eligible", "Number of planned buffers", n_eligible);
        cx.count(
            "num-skipped-dynamic",
            "Number of buffers of dynamic shape",
            self.n_dynamic,
        );
        cx.count(
            "num-skipped-nested",
            "Number of buffers outside of the entry block",
            self.n_nested,
        );
    }
}

/// Offsets of the buffers of a function.
struct Plan {
    /// Allocations with their offsets.
    offsets: Vec<(OpId, i64)>,
    frees: Vec<OpId>,
    /// The size of the arena, and its alignment.
    arena: [i64; 2],
    /// The last operation of the entry block that frees or uses a buffer.
    last: OpId,
}

impl StaticPlanner {
    fn planned(&self, m: &Module, function: OpId, found: &Candidates) -> Result<Plan, PassError> {
        let planned: Vec<&Candidate> = found
            .buffers
            .iter()
            .filter(|buffer| buffer.skipped.is_none())
            .collect();
        let buffers = planned.iter().map(|buffer| {
            let live = Lifetime::half_open(Tick(buffer.live[0]), Tick(buffer.live[1]));
            Buffer {
                align: Bytes(buffer.alignment),
                ..Buffer::new("", Bytes(buffer.bytes), live)
            }
        });
        let trace = LifetimeTrace::builder(m.symbol_text(function))
            .buffers(buffers)
            .build();
        let failed = |error: Box<dyn std::error::Error + Send + Sync>| PassError::Other(error);
        let trace = trace.map_err(|error| failed(Box::new(error)))?;
        let planner = registry::find(self.planner)
            .unwrap_or_else(|| unreachable!("`{}` is built in", self.planner));
        let options = PlanOptions {
            alignment: Bytes(1),
            ..PlanOptions::default()
        };
        let schedule = planner
            .plan(&trace, &options)
            .map_err(|error| failed(Box::new(error)))?;
        let alignment = planned
            .iter()
            .map(|buffer| buffer.alignment)
            .max()
            .unwrap_or(1);
        let to_i64 = |bytes: Bytes| i64::try_from(bytes.0).unwrap_or(i64::MAX);
        let total = to_i64(schedule.total_size);
        if self.is_argument {
            self.check_argument(m, function, total)?;
        }
        let mut frees: Vec<usize> = planned
            .iter()
            .flat_map(|buffer| buffer.frees.iter().copied())
            .collect();
        frees.sort_stable();
        frees.dedup();
        let last = planned
            .iter()
            .map(|buffer| buffer.live[1])
            .max()
            .unwrap_or(0);
        let last = usize::try_from(last)
            .ok()
            .and_then(|at| found.entry.get(at));
        Ok(Plan {
            offsets: planned
                .iter()
                .zip(&schedule.offsets)
                .map(|(buffer, &offset)| (buffer.alloc, to_i64(offset)))
                .collect(),
            frees: frees.into_iter().map(|at| found.frees[at].op).collect(),
            arena: [total, i64::try_from(alignment).unwrap_or(i64::MAX)],
            last: *last.unwrap_or_else(|| unreachable!("lifetimes end in the block")),
        })
    }

    /// Whether the first argument can be the arena.
    fn check_argument(&self, m: &Module, function: OpId, total: i64) -> Result<(), PassError> {
        let body = m
            .regions(function)
            .first()
            .and_then(|&body| m.first_block(body));
        let argument = body.and_then(|body| m.block_args(body).first());
        let refused = |message: String| PassError::at(m, function, "not-supported", message);
        let Some(&argument) = argument else {
            let message = "arena-mode=arg requires at least one function argument";
            return Err(refused(message.to_owned()));
        };
        match m.value_type_kind(argument) {
            TypeKind::MemRef(ty)
                if ty.shape.len() == 1
                    && ty.layout.is_none()
                    && ty.space.is_none()
                    && m.ctx.bit_width(ty.element) == Some(8) =>
            {
                let size = ty.shape[0];
                if (0..total).contains(&size) && !self.is_reference {
                    return Err(refused(format!(
                        "the arena needs {total} bytes, but the first argument has {size}"
                    )));
                }
                Ok(())
            }
            _ => {
                let message = "arena-mode=arg requires first argument to be memref<...xi8>";
                Err(refused(message.to_owned()))
            }
        }
    }
}

impl Plan {
    fn emit(&self, m: &mut Module, entry: BlockId, pass: &StaticPlanner) {
        let Some(&(first, _)) = self.offsets.first() else {
            return;
        };
        let given = m.block_args(entry).first().copied();
        let arena = match given.filter(|_| pass.is_argument) {
            Some(arena) => arena,
            None => {
                let ty = bytes_type(m, None, self.arena[0]);
                let alignment = m.ctx.i64_attr(self.arena[1]);
                let spec = allocating_op(m, "memref.alloc", Some(alignment)).results(&[ty]);
                let mut builder = Builder::before(m, first);
                let op = builder.insert(spec);
                builder.first_result(op)
            }
        };
        for &(alloc, offset) in &self.offsets {
            let Some(old) = m.result(alloc, 0) else {
                continue;
            };
            let ty = m.value_type(old);
            let mut builder = Builder::before(m, alloc);
            let offset = builder.constant(offset);
            let view = builder.op("memref.view", &[arena, offset], ty, &[]);
            m.replace_all_uses(old, view);
            m.erase(alloc);
        }
        if !pass.is_argument && !pass.is_reference {
            let free = Builder::before(m, self.last).effect("memref.dealloc", &[arena]);
            m.detach(free);
            m.insert_after(self.last, free);
        }
        for &free in &self.frees {
            m.erase(free);
        }
    }
}

/// The bytes of a buffer with this many elements.
fn bytes(m: &Module, buffer: ValueId, n_elements: u64, is_reference: bool) -> Option<u64> {
    let ty = m.value_type(buffer);
    let packed = m.ctx.packed_bytes(ty).filter(|_| is_reference);
    let element = m.ctx.element_type(ty)?;
    packed.or_else(|| n_elements.checked_mul(m.ctx.stored_bytes(element, INDEX_WIDTH)?))
}
