//! Facts about a unit that do not depend on decisions: its tensor values and uses, with small numbers, and the
//! answers of the models.
//!
//! A unit is decided as a whole: a function, or a whole module. Everything here is linear in the size of the
//! unit. A value that may be any of several others (`arith.select`, block arguments) has its own set of
//! definitions, of bounded size. A value with more definitions counts as a definition itself. Only precision in
//! loops is lost, because the operands that provide the contents of the value count as reads of their
//! own definitions.

use memplan_mlir::interfaces::{SuccessorOperands, successor_operands};
use memplan_mlir::{BlockId, OpId, RegionId, ValueDef, ValueId};
use memplan_support::Sort;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::chains::Chains;
use super::interface::{AliasOperand, AliasValue, BufferModel, Query, Reads, Relation, entry};
use super::order::{Order, Span};
use super::regions::Regions;
use super::subset::{Extraction, Insertion};

/// Number of a tensor value in its unit.
pub(super) type Val = u32;
/// Number of a tensor operand in its unit; those of one operation are consecutive.
pub(super) type Use = u32;

/// A tensor operand of an operation.
#[derive(Clone, Debug)]
pub(super) struct UseFacts {
    pub(super) op: OpId,
    pub(super) operand: usize,
    pub(super) value: Val,
    /// Position of the operation.
    pub(super) position: u32,
    /// Whether a model answers for the operation.
    pub(super) is_known: bool,
    pub(super) reads: bool,
    pub(super) writes: bool,
    /// Whether this use is a read, or passes its contents on to a read.
    pub(super) counts_as_read: bool,
    /// Whether the write is to a buffer of another parallel region.
    pub(super) leaves_parallel: bool,
    /// The outermost loop that repeats this use without its definition. Within that loop, order has no meaning.
    pub(super) loop_op: Option<OpId>,
    /// Positions at which writes may conflict with this read; a superset.
    pub(super) zone: SmallVec<[Span; 1]>,
}

/// An alias between a use and a value. The side that owns the list is implicit.
#[derive(Clone, Debug)]
pub(super) struct Alias {
    /// The value, or the use.
    pub(super) other: u32,
    pub(super) relation: Relation,
    pub(super) is_definite: bool,
}

/// The facts of one unit.
pub(super) struct Facts<'a> {
    pub(super) q: Query<'a>,
    pub(super) order: &'a Order,
    pub(super) root: OpId,
    pub(super) regions: Regions,
    /// Operations with tensors, in pre-order.
    pub(super) ops: Vec<OpId>,
    pub(super) values: Vec<ValueId>,
    index: FxHashMap<ValueId, Val>,
    pub(super) uses: Vec<UseFacts>,
    use_index: FxHashMap<(OpId, usize), Use>,
    pub(super) uses_of: Vec<SmallVec<[Use; 2]>>,
    pub(super) alias_values: Vec<SmallVec<[Alias; 1]>>,
    pub(super) alias_operands: Vec<SmallVec<[Alias; 1]>>,
    /// Whether a model answers for the owner of each value.
    pub(super) is_known: Vec<bool>,
    pub(super) is_read: Vec<bool>,
    pub(super) defines: Vec<bool>,
    pub(super) writable: Vec<bool>,
    /// For each value, which entry of `definition_sets` it has.
    pub(super) definitions: Vec<u32>,
    pub(super) definition_sets: Vec<Box<[Val]>>,
    pub(super) insertions: FxHashMap<OpId, Insertion>,
    pub(super) extractions: FxHashMap<OpId, Extraction>,
    /// Values with one buffer, by operations that keep the type or are casts.
    pub(super) chains: Chains,
    /// Values with one buffer, by any operation.
    pub(super) buffers: Chains,
    /// Values of one call that may share memory before any decision.
    pub(super) shared: Vec<(Val, Val)>,
}

/// Maximum number of definitions of a value; a value with more counts as a definition itself.
const MAX_DEFINITIONS: usize = 32;

impl<'a> Facts<'a> {
    pub(super) fn new(q: Query<'a>, order: &'a Order, root: OpId) -> Self {
        let mut facts = Self {
            q,
            order,
            root,
            regions: Regions::new(q, root),
            ops: Vec::new(),
            values: Vec::new(),
            index: FxHashMap::default(),
            uses: Vec::new(),
            use_index: FxHashMap::default(),
            uses_of: Vec::new(),
            alias_values: Vec::new(),
            alias_operands: Vec::new(),
            is_known: Vec::new(),
            is_read: Vec::new(),
            defines: Vec::new(),
            writable: Vec::new(),
            definitions: Vec::new(),
            definition_sets: Vec::new(),
            insertions: FxHashMap::default(),
            extractions: FxHashMap::default(),
            chains: Chains::default(),
            buffers: Chains::default(),
            shared: Vec::new(),
        };
        facts.number();
        facts.ask_operands();
        facts.ask_values();
        facts.find_reads();
        facts.find_definitions();
        facts.find_zones();
        facts.chains = facts.chain(Self::keeps_buffer);
        facts.buffers = facts.chain(|_, _, alias| is_static_equivalence(&alias.relation));
        facts
    }

    pub(super) fn val(&self, value: ValueId) -> Option<Val> {
        self.index.get(&value).copied()
    }

    pub(super) fn use_of(&self, op: OpId, operand: usize) -> Option<Use> {
        self.use_index.get(&(op, operand)).copied()
    }

    /// The tensor operands of an operation.
    pub(super) fn uses_by(&self, op: OpId) -> impl Iterator<Item = Use> + '_ {
        (0..self.q.m.operands(op).len()).filter_map(move |operand| self.use_of(op, operand))
    }

    pub(super) fn of(&self, u: Use) -> &UseFacts {
        &self.uses[u as usize]
    }

    pub(super) fn value(&self, v: Val) -> ValueId {
        self.values[v as usize]
    }

    pub(super) fn definitions_of(&self, v: Val) -> &[Val] {
        &self.definition_sets[self.definitions[v as usize] as usize]
    }

    pub(super) fn position(&self, v: Val) -> u32 {
        self.order.of_value(self.q.m, self.value(v))
    }

    pub(super) fn model(&self, op: OpId) -> Option<&'static dyn BufferModel> {
        self.q.model(op)
    }

    /// Numbers values and uses.
    fn number(&mut self) {
        let m = self.q.m;
        for op in m.walk(self.root) {
            let args = m.regions(op).iter().flat_map(|&region| m.blocks(region));
            let args = args.flat_map(|block| m.block_args(block).iter().copied());
            for value in m.results(op).chain(args) {
                if self.q.is_tensor(value) {
                    self.index.insert(value, self.values.len() as Val);
                    self.values.push(value);
                }
            }
        }
        self.uses_of = vec![SmallVec::new(); self.values.len()];
        for op in m.walk(self.root) {
            if self.q.has_tensors(op) {
                self.ops.push(op);
            }
            for (operand, value) in m.operands(op).iter().enumerate() {
                let Some(value) = self.val(*value) else {
                    continue;
                };
                let number = self.uses.len() as Use;
                self.use_index.insert((op, operand), number);
                self.uses_of[value as usize].push(number);
                self.uses.push(UseFacts {
                    op,
                    operand,
                    value,
                    position: self.order.span(op).0,
                    is_known: false,
                    reads: true,
                    writes: true,
                    counts_as_read: true,
                    leaves_parallel: false,
                    loop_op: None,
                    zone: SmallVec::new(),
                });
            }
        }
    }

    /// Asks the models about operands.
    fn ask_operands(&mut self) {
        let q = self.q;
        for number in 0..self.uses.len() {
            let UseFacts { op, operand, .. } = self.uses[number];
            let model = self.model(op);
            let aliases = match model {
                Some(model) => model.alias_values(q, op, operand),
                None => unknown_alias_values(q, op),
            };
            let facts = &mut self.uses[number];
            facts.is_known = model.is_some();
            facts.writes = model.is_none_or(|model| model.writes(q, op, operand));
            let aliases = aliases.into_iter().filter_map(|alias| {
                Some(Alias {
                    other: self.index.get(&alias.value).copied()?,
                    relation: alias.relation,
                    is_definite: alias.is_definite,
                })
            });
            self.alias_values.push(aliases.collect());
        }
    }

    /// Asks the models about values.
    fn ask_values(&mut self) {
        self.alias_operands = vec![SmallVec::new(); self.values.len()];
        let mut is_overridden = vec![false; self.values.len()];
        for (v, is_overridden) in is_overridden.iter_mut().enumerate() {
            let value = self.values[v];
            let owner = self.q.owner(value);
            let model = owner.and_then(|op| self.model(op));
            self.is_known.push(model.is_some());
            let is_writable = model.is_some_and(|model| model.is_writable(self.q, value));
            self.writable.push(is_writable);
            if let Some(aliases) = model.and_then(|model| model.alias_operands(self.q, value)) {
                *is_overridden = true;
                let aliases = aliases.into_iter();
                let aliases = aliases.filter_map(|alias| self.alias_of(alias));
                self.alias_operands[v] = aliases.collect();
            }
        }
        for u in 0..self.uses.len() {
            let op = self.uses[u].op;
            for at in 0..self.alias_values[u].len() {
                let alias = self.alias_values[u][at].clone();
                let value = self.value(alias.other);
                let is_branch = !self.q.m.successors(op).is_empty();
                let is_own =
                    self.q.owner(value) == Some(op) && !is_overridden[alias.other as usize];
                if is_own || is_branch {
                    self.alias_operands[alias.other as usize].push(Alias {
                        other: u as u32,
                        ..alias
                    });
                }
            }
        }
        for op in self.ops.clone() {
            if let Some(model) = self.model(op) {
                let insertion = model.insertion(self.q, op);
                self.insertions.extend(insertion.map(|part| (op, part)));
                let extraction = model.extraction(self.q, op);
                self.extractions.extend(extraction.map(|part| (op, part)));
            }
            self.share_results(op);
        }
    }

    /// Records results of a call that may share memory with each other.
    fn share_results(&mut self, op: OpId) {
        if self.q.m.def(op).is_none_or(|def| def.callee.is_none()) {
            return;
        }
        let Some(callee) = self.q.callee(op) else {
            return;
        };
        let result = |index: usize| self.val(self.q.m.result(op, index)?);
        let pairs = callee.same.iter().enumerate().flat_map(|(index, same)| {
            let pairs = same.iter();
            pairs.filter_map(move |&other| Some((result(index)?, result(other)?)))
        });
        let pairs: Vec<(Val, Val)> = pairs.collect();
        self.shared.extend(pairs);
    }

    fn alias_of(&self, alias: AliasOperand) -> Option<Alias> {
        Some(Alias {
            other: self.use_of(alias.op, alias.operand)?,
            relation: alias.relation,
            is_definite: alias.is_definite,
        })
    }

    /// Computes which values are read: the least solution, propagated from reads to the values that they read.
    fn find_reads(&mut self) {
        self.is_read = vec![false; self.values.len()];
        // By value: the uses that become reads once the value is read.
        let mut waiting: FxHashMap<Val, Vec<Use>> = FxHashMap::default();
        let mut work: Vec<Val> = Vec::new();
        for u in 0..self.uses.len() {
            let UseFacts { op, operand, .. } = self.uses[u];
            let model = self.model(op);
            let reads = model.map_or(Reads::Always, |model| model.reads(self.q, op, operand));
            self.uses[u].reads = reads == Reads::Always;
            match reads {
                Reads::Always => work.push(self.uses[u].value),
                Reads::IfRead(value) => {
                    if let Some(value) = self.val(value) {
                        waiting.entry(value).or_default().push(u as Use);
                    }
                }
                Reads::Never => {}
            }
        }
        while let Some(v) = work.pop() {
            if std::mem::replace(&mut self.is_read[v as usize], true) {
                continue;
            }
            for u in waiting.remove(&v).unwrap_or_default() {
                self.uses[u as usize].reads = true;
                work.push(self.uses[u as usize].value);
            }
            for alias in &self.alias_operands[v as usize] {
                let passed = self.of(alias.other);
                if !passed.reads && !passed.writes {
                    work.push(passed.value);
                }
            }
        }
        for u in 0..self.uses.len() {
            let mut aliases = self.alias_values[u].iter();
            let is_passed_on = aliases.any(|alias| self.is_read[alias.other as usize]);
            let facts = &mut self.uses[u];
            facts.counts_as_read = facts.reads || (!facts.writes && is_passed_on);
        }
    }

    /// Computes which values define contents of their own, and where the contents of the others come from.
    fn find_definitions(&mut self) {
        self.defines = vec![true; self.values.len()];
        let mut with_regions = Vec::new();
        for v in 0..self.values.len() as Val {
            let ValueDef::Result { op, .. } = self.q.m.value_def(self.value(v)) else {
                continue;
            };
            let Some(model) = self.model(op) else {
                continue;
            };
            let answer = model.result_defines(self.q, self.value(v)).or_else(|| {
                let aliases = &self.alias_operands[v as usize];
                let is_own =
                    aliases.is_empty() || aliases.iter().any(|alias| self.of(alias.other).writes);
                is_own.then_some(true)
            });
            self.defines[v as usize] = answer.unwrap_or(false);
            if answer.is_none() && !self.q.m.regions(op).is_empty() {
                with_regions.push((self.order.span(op), op, v));
            }
        }
        // Inner operations first: their positions start later.
        with_regions.sort_stable_by_key(|entry| std::cmp::Reverse(entry.0));
        for (_, op, v) in with_regions {
            self.defines[v as usize] = self.defines_inside(op, v);
        }
        let mut sets = vec![None; self.values.len()];
        self.definition_sets.push(Box::default());
        for v in 0..self.values.len() as Val {
            self.find_definitions_of(v, &mut sets);
        }
        self.definitions = sets.into_iter().map(|set| set.unwrap_or(0)).collect();
    }

    /// Whether the contents of a result come from inside its operation.
    fn defines_inside(&self, op: OpId, result: Val) -> bool {
        let mut seen = Vec::new();
        let mut work = vec![result];
        while let Some(v) = work.pop() {
            for alias in &self.alias_operands[v as usize] {
                let source = self.of(alias.other).value;
                let owner = self.q.owner(self.value(source));
                let is_inside =
                    owner.is_some_and(|owner| owner == op || self.order.contains(op, owner));
                if !is_inside || seen.contains(&source) {
                    continue;
                }
                if self.defines[source as usize] {
                    return true;
                }
                seen.push(source);
                work.push(source);
            }
        }
        false
    }

    fn find_definitions_of(&mut self, v: Val, sets: &mut [Option<u32>]) {
        let mut path = Vec::new();
        let mut at = v;
        let set = loop {
            if let Some(set) = sets[at as usize] {
                break set;
            }
            path.push(at);
            if self.defines[at as usize] {
                break self.new_set(Box::new([at]));
            }
            match self.alias_operands[at as usize].as_slice() {
                [] => break 0,
                [alias] => at = self.of(alias.other).value,
                _ => {
                    let set = self.collect_definitions(at, sets);
                    if set.len() > MAX_DEFINITIONS {
                        self.defines[at as usize] = true;
                        break self.new_set(Box::new([at]));
                    }
                    break self.new_set(set);
                }
            }
        };
        for v in path {
            sets[v as usize] = Some(set);
        }
    }

    fn new_set(&mut self, set: Box<[Val]>) -> u32 {
        self.definition_sets.push(set);
        self.definition_sets.len() as u32 - 1
    }

    fn collect_definitions(&self, v: Val, sets: &[Option<u32>]) -> Box<[Val]> {
        let mut definitions = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![v];
        while let Some(v) = work.pop() {
            if !seen.insert(v) {
                continue;
            }
            if let Some(set) = sets[v as usize] {
                definitions.extend_from_slice(&self.definition_sets[set as usize]);
            } else if self.defines[v as usize] {
                definitions.push(v);
            } else {
                let aliases = self.alias_operands[v as usize].iter();
                work.extend(aliases.map(|alias| self.of(alias.other).value));
            }
        }
        definitions.sort_stable();
        definitions.dedup();
        definitions.into()
    }

    fn find_zones(&mut self) {
        for u in 0..self.uses.len() as Use {
            let loop_op = self.regions.repeated_without(self, u);
            self.uses[u as usize].loop_op = loop_op;
            let zone = self.regions.zone(self, u);
            let leaves = self.of(u).writes && self.regions.leaves_parallel(self, u);
            let facts = &mut self.uses[u as usize];
            facts.zone = zone;
            facts.leaves_parallel = leaves;
        }
    }

    /// The forest in which the parent of a value is its only aliasing operand, if `holds` accepts it.
    fn chain(&self, holds: impl Fn(&Self, Val, &Alias) -> bool) -> Chains {
        let parents: Vec<Option<Val>> = (0..self.values.len() as Val)
            .map(|v| match self.alias_operands[v as usize].as_slice() {
                // Block arguments are excluded, because a loop may bind them to another buffer in each iteration.
                [alias] if self.q.m.defining_op(self.value(v)).is_some() => {
                    let holds = self.is_known[v as usize] && holds(self, v, alias);
                    holds.then(|| self.of(alias.other).value)
                }
                _ => None,
            })
            .collect();
        Chains::new(&parents)
    }

    /// Whether the operand of an alias certainly has the buffer of a value, and the type of the value unless the
    /// operation is a cast.
    pub(super) fn keeps_buffer(&self, v: Val, alias: &Alias) -> bool {
        let m = self.q.m;
        let value = self.value(v);
        let source = self.value(self.of(alias.other).value);
        let is_cast = || {
            let op = m.defining_op(value);
            op.and_then(|op| self.model(op))
                .is_some_and(|model| model.is_cast())
        };
        is_static_equivalence(&alias.relation)
            && (m.value_type(source) == m.value_type(value) || is_cast())
    }

    /// The region of a value: that of its operation, or the one that it is an argument of.
    pub(super) fn region_of(&self, v: Val) -> Option<RegionId> {
        let block: BlockId = self.q.m.value_block(self.value(v))?;
        self.q.m.block_region(block)
    }
}

/// Whether buffers are equivalent regardless of decisions.
fn is_static_equivalence(relation: &Relation) -> bool {
    match relation {
        Relation::Equivalent => true,
        Relation::Unknown => false,
        Relation::EquivalentIf(pairs) => pairs.iter().all(|(a, b)| a == b),
    }
}

/// Aliases of an operand of an unknown operation: all results, the arguments of its regions, and those of
/// the blocks that it branches to.
pub(super) fn unknown_alias_values(q: Query, op: OpId) -> Vec<AliasValue> {
    let m = q.m;
    let mut aliases: Vec<AliasValue> = Vec::new();
    let regions = (0..m.regions(op).len()).filter_map(|region| entry(m, op, region));
    let mut add = |value: ValueId| {
        if q.is_tensor(value) && aliases.iter().all(|alias| alias.value != value) {
            aliases.push(AliasValue::maybe(value, Relation::Unknown));
        }
    };
    m.results(op).for_each(&mut add);
    for (number, &block) in m.successors(op).iter().enumerate() {
        if successor_operands(m, op, number) == SuccessorOperands::Unknown {
            m.block_args(block).iter().copied().for_each(&mut add);
        }
    }
    for block in regions {
        m.block_args(block).iter().copied().for_each(&mut add);
    }
    aliases
}
