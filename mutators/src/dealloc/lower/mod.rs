//! `bufferization-lower-deallocations`: lowers `bufferization.dealloc` to address comparisons and
//! conditional `memref.dealloc`s.
//!
//! | memrefs | retained | becomes |
//! |---|---|---|
//! | none | any | the results are false |
//! | one | none | a conditional free |
//! | few | few | one comparison for each pair, in place ([`Options::inline_pairs`]) |
//! | many | any | lists of addresses, and a function that compares them in loops |
//!
//! The lists are static allocations on the stack at the entry of the function, shared by all
//! operations with lists of these lengths, so that freeing never allocates. Where several iterations
//! may run concurrently, they are in a `memref.alloca_scope` of their own instead.
//!
//! Buffers of one allocation have equal addresses, except views with an offset (`memref.view`). A pair
//! with such a view that cannot be decided statically is compared with the address range of the
//! allocation, if the allocation is in scope. Otherwise no test would be correct, and the pass fails
//! (`view-address`).

mod compare;
mod helper;

use memplan_mlir::interfaces::runs_in_parallel;
use memplan_mlir::passes::{
    Field, Options as PassOptions, Pass, PassContext, PassError, PluginInfo,
};
use memplan_mlir::rewrite::Dealloc;
use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::FxHashMap;

use self::compare::{Addresses, Test};
use self::helper::{Lists, Place};
use super::DeallocError;
use crate::builder::{Builder, Compare};

/// The values of the option `compat`.
const COMPAT_WORDS: &[(&str, Options)] = &[
    ("memplan", Options::MEMPLAN),
    ("upstream", Options::UPSTREAM),
];

/// The pass `bufferization-lower-deallocations`: lowers `bufferization.dealloc` to comparisons of addresses and
/// conditional `memref.dealloc`s.
///
/// Linear in the operations and the inline comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowerDeallocs {
    /// How deallocations are lowered.
    pub options: Options,
}

impl Pass for LowerDeallocs {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "bufferization-lower-deallocations",
            aliases: &[],
            summary: "Turns `bufferization.dealloc` into comparisons of addresses and conditional frees.",
            cost: "linear in the operations and the comparisons made in place",
            source: "the pass of MLIR 22",
        }
    }

    fn options(&self) -> PassOptions<'_, dyn Pass> {
        PassOptions::of(self, Self::default(), |pass| vec![pass.options.compat()])
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        run(m, root, &self.options).map_err(|error| error.into_pass_error(m))?;
        Ok(())
    }
}

/// How `bufferization.dealloc` is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Maximum number of comparisons that are emitted inline.
    pub inline_pairs: usize,
    /// Where address lists are allocated, and whether a helper function compares them.
    pub lists: ListKind,
}

/// Where address lists are allocated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListKind {
    /// On the stack. If the root is not a symbol table, the loops are emitted inline.
    #[default]
    Stack,
    /// On the heap, allocated and freed each time, like MLIR; a root that is not a symbol table is an
    /// error.
    Heap,
}

impl Default for Options {
    fn default() -> Self {
        Self::MEMPLAN
    }
}

impl Options {
    /// The default: up to 16 comparisons inline, lists on the stack for more.
    pub const MEMPLAN: Self = Self {
        inline_pairs: 16,
        lists: ListKind::Stack,
    };

    /// The behaviour of MLIR: inline comparisons for one memref only, lists on the heap.
    pub const UPSTREAM: Self = Self {
        inline_pairs: 0,
        lists: ListKind::Heap,
    };

    /// The option `compat`, which both lowerings have.
    pub(super) fn compat(&mut self) -> Field<'_> {
        Field::word("compat", self, COMPAT_WORDS)
            .help("`upstream` compares more than one memref in lists on the heap, like MLIR.")
    }
}

/// The lowering of one operation.
enum Form {
    Nothing,
    Free,
    /// One test for each pair: retained first, then the memrefs before it.
    InPlace(Vec<Row>),
    Lists,
}

/// The tests of one memref.
struct Row {
    retained: Vec<Test>,
    before: Vec<Test>,
}

/// Lowers every `bufferization.dealloc` below `root`. Returns whether there was one.
///
/// Linear in the operations, their operands, and the inline comparisons.
///
/// # Errors
///
/// `view-address` if views with an offset would have to be compared by address; `helper-function` if a
/// helper function is necessary but `root` is not a symbol table. The module is then unchanged.
pub fn run(m: &mut Module, root: OpId, options: &Options) -> Result<bool, DeallocError> {
    let ops = Dealloc::all(m, root);
    let mut addresses = Addresses::new(m, root, &ops);
    let mut decided = Vec::with_capacity(ops.len());
    for &op in &ops {
        let Some(lists) = Dealloc::of(m, op) else {
            continue;
        };
        let form = decide(m, op, &lists, &mut addresses, options)?;
        if matches!(form, Form::Lists)
            && options.lists == ListKind::Heap
            && helper::symbol_table(m, root, op).is_none()
        {
            return Err(DeallocError::new(
                op,
                "helper-function",
                "a helper function is needed, but the pass does not run on a symbol table",
            ));
        }
        decided.push((op, form));
    }
    let mut lowering = Lowering {
        root,
        options: *options,
        helpers: FxHashMap::default(),
        stack_lists: FxHashMap::default(),
    };
    for (op, form) in &decided {
        // Read again: its conditions may include results of preceding operations.
        if let Some(lists) = Dealloc::of(m, *op) {
            lowering.lower(m, *op, &lists, form);
        }
    }
    Ok(!ops.is_empty())
}

fn decide(
    m: &Module,
    op: OpId,
    lists: &Dealloc,
    addresses: &mut Addresses,
    options: &Options,
) -> Result<Form, DeallocError> {
    let (n, k) = (lists.memrefs.len(), lists.retained.len());
    if n == 0 {
        return Ok(Form::Nothing);
    }
    if n == 1 && k == 0 {
        return Ok(Form::Free);
    }
    let n_pairs = n * (n - 1) / 2 + n * k;
    let has_moved = lists
        .memrefs
        .iter()
        .chain(&lists.retained)
        .any(|&value| addresses.is_moved(value));
    if !has_moved && n > 1 && n_pairs > options.inline_pairs {
        return Ok(Form::Lists);
    }
    let mut rows = Vec::with_capacity(n);
    for (i, &memref) in lists.memrefs.iter().enumerate() {
        let mut tests = |others: &[ValueId]| -> Result<Vec<Test>, DeallocError> {
            others
                .iter()
                .map(|&other| addresses.test(m, op, memref, other))
                .collect()
        };
        rows.push(Row {
            retained: tests(&lists.retained)?,
            before: tests(&lists.memrefs[..i])?,
        });
    }
    Ok(Form::InPlace(rows))
}

struct Lowering {
    root: OpId,
    options: Options,
    /// The helper function of each symbol table.
    helpers: FxHashMap<OpId, OpId>,
    /// The lists at the entry of each function, by their lengths.
    stack_lists: FxHashMap<(OpId, usize, usize), Lists>,
}

impl Lowering {
    fn lower(&mut self, m: &mut Module, op: OpId, lists: &Dealloc, form: &Form) {
        let results = match form {
            Form::Nothing => {
                let mut builder = Builder::before(m, op);
                lists.retained.iter().map(|_| builder.bit(false)).collect()
            }
            Form::Free => {
                Builder::before(m, op).free_if(lists.conditions[0], lists.memrefs[0]);
                Vec::new()
            }
            Form::InPlace(rows) => Builder::before(m, op).in_place(lists, rows),
            Form::Lists => self.with_lists(m, op, lists),
        };
        m.replace_op(op, &results);
    }

    fn with_lists(&mut self, m: &mut Module, op: OpId, operands: &Dealloc) -> Vec<ValueId> {
        let helper = helper::symbol_table(m, self.root, op).map(|table| {
            *self
                .helpers
                .entry(table)
                .or_insert_with(|| helper::add(m, table, op))
        });
        let (n, k) = (operands.memrefs.len(), operands.retained.len());
        match self.options.lists {
            ListKind::Heap => {
                let mut builder = Builder::before(m, op);
                let lists = builder.lists("memref.alloc", n, k);
                let results = builder.compare_lists(&lists, operands, helper);
                for list in lists.all() {
                    builder.effect("memref.dealloc", &[list]);
                }
                results
            }
            ListKind::Stack => match helper::place(m, op) {
                Place::Entry(function, first) => {
                    let lists = self
                        .stack_lists
                        .entry((function, n, k))
                        .or_insert_with(|| Builder::before(m, first).lists("memref.alloca", n, k));
                    Builder::before(m, op).compare_lists(lists, operands, helper)
                }
                Place::OwnScope => {
                    let mut builder = Builder::before(m, op);
                    let scope = builder.alloca_scope(k);
                    let mut inside = builder.at(scope.end);
                    let lists = inside.lists("memref.alloca", n, k);
                    let results = inside.compare_lists(&lists, operands, helper);
                    m.set_operands(scope.end, &results);
                    m.results(scope.op).collect()
                }
            },
        }
    }
}

impl Builder<'_> {
    fn free_if(&mut self, condition: ValueId, memref: ValueId) {
        let end = self.if_then(condition);
        self.at(end).effect("memref.dealloc", &[memref]);
    }

    /// The conditions that each memref is in a different allocation than each retained one and each
    /// preceding one; `None` if that is certain, a constant if the opposite is certain.
    fn differences(&mut self, lists: &Dealloc, rows: &[Row]) -> Vec<[Vec<Option<ValueId>>; 2]> {
        let mut addresses: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        // Emit all addresses first, in operand order.
        let needed = |test: &Test| !matches!(test, Test::Same | Test::Different);
        for (i, row) in rows.iter().enumerate() {
            if row.retained.iter().chain(&row.before).any(needed) {
                self.address(&mut addresses, lists.memrefs[i]);
            }
        }
        let mut all = Vec::with_capacity(rows.len());
        for (i, row) in rows.iter().enumerate() {
            let memref = lists.memrefs[i];
            let against = [
                (&row.retained, &lists.retained[..]),
                (&row.before, &lists.memrefs[..i]),
            ];
            all.push(against.map(|(tests, others)| {
                tests
                    .iter()
                    .zip(others)
                    .map(|(test, &other)| self.differ(&mut addresses, test, memref, other))
                    .collect()
            }));
        }
        all
    }

    fn address(&mut self, addresses: &mut FxHashMap<ValueId, ValueId>, memref: ValueId) -> ValueId {
        if let Some(&address) = addresses.get(&memref) {
            return address;
        }
        let address = self.pointer(memref);
        addresses.insert(memref, address);
        address
    }

    fn differ(
        &mut self,
        addresses: &mut FxHashMap<ValueId, ValueId>,
        test: &Test,
        memref: ValueId,
        other: ValueId,
    ) -> Option<ValueId> {
        match *test {
            Test::Different => None,
            Test::Same => Some(self.bit(false)),
            Test::Addresses => {
                let (a, b) = (
                    self.address(addresses, memref),
                    self.address(addresses, other),
                );
                Some(self.compare(Compare::NotEqual, a, b))
            }
            Test::Within { allocation, view } => {
                let (start, at) = (
                    self.address(addresses, allocation),
                    self.address(addresses, view),
                );
                let distance = self.binary("arith.subi", at, start);
                let n_bytes = self.byte_size(allocation);
                Some(self.compare(Compare::UnsignedGreaterEqual, distance, n_bytes))
            }
        }
    }

    /// Size of an allocation of bytes, at least 1.
    fn byte_size(&mut self, allocation: ValueId) -> ValueId {
        let ty = self.m.value_type(allocation);
        match self.m.ctx.n_elements(ty) {
            Some(n) => self.constant(i64::try_from(n.max(1)).unwrap_or(i64::MAX)),
            None => {
                let (size, one) = (self.dim(allocation, 0), self.constant(1));
                self.binary("arith.maxui", size, one)
            }
        }
    }

    /// Emits all addresses, then all comparisons, then the deallocations.
    fn in_place(&mut self, lists: &Dealloc, rows: &[Row]) -> Vec<ValueId> {
        let differences = self.differences(lists, rows);
        let mut frees = Vec::with_capacity(rows.len());
        for (i, [retained, before]) in differences.iter().enumerate() {
            let own = lists.conditions[i];
            let mut free = own;
            for &differs in retained.iter().flatten() {
                free = self.and(differs, free);
            }
            // The first memref that owns an allocation frees it.
            for (k, &differs) in before.iter().enumerate() {
                if let Some(differs) = differs {
                    let not_owned = self.not(lists.conditions[k]);
                    let not_freed = self.or(differs, not_owned);
                    free = self.and(not_freed, free);
                }
            }
            frees.push(free);
        }
        let mut results = Vec::with_capacity(lists.retained.len());
        for j in 0..lists.retained.len() {
            let mut owned: Option<ValueId> = None;
            for (i, [retained, _]) in differences.iter().enumerate() {
                let Some(differs) = retained[j] else { continue };
                let same = self.not(differs);
                let takes_over = self.and(same, lists.conditions[i]);
                owned = Some(match owned {
                    None => takes_over,
                    Some(owned) => self.or(owned, takes_over),
                });
            }
            results.push(owned.unwrap_or_else(|| self.bit(false)));
        }
        for (&free, &memref) in frees.iter().zip(&lists.memrefs) {
            self.free_if(free, memref);
        }
        results
    }

    /// Fills the lists, compares them, frees, and reads the ownership of the retained memrefs.
    fn compare_lists(
        &mut self,
        lists: &Lists,
        operands: &Dealloc,
        helper: Option<OpId>,
    ) -> Vec<ValueId> {
        let columns = [
            (&operands.memrefs, lists.addresses, true),
            (&operands.conditions, lists.conditions, false),
            (&operands.retained, lists.retained, true),
        ];
        for (values, list, are_addresses) in columns {
            for (at, &value) in values.iter().enumerate() {
                let value = if are_addresses {
                    self.pointer(value)
                } else {
                    value
                };
                let at = self.constant(at as i64);
                self.store(value, list, at);
            }
        }
        let args = lists.as_arguments(self);
        match helper {
            Some(function) => self.call(function, &args),
            None => self.helper_body(&args),
        }
        for (at, &memref) in operands.memrefs.iter().enumerate() {
            let at = self.constant(at as i64);
            let free = self.load(lists.frees, at);
            self.free_if(free, memref);
        }
        (0..operands.retained.len())
            .map(|at| {
                let at = self.constant(at as i64);
                self.load(lists.owned, at)
            })
            .collect()
    }
}

/// Whether several instances of the operation's regions may run concurrently, or after the operation
/// itself.
fn is_concurrent(m: &Module, op: OpId) -> bool {
    m.def(op).is_none()
        || runs_in_parallel(m, op)
        || memplan_mlir::interfaces::runs_later(m, op)
        || !(memplan_mlir::interfaces::has_region_flow(m, op))
}
