//! Computes which asynchronous work may still be running: a forward data-flow analysis over tokens.
//!
//! A *job* is the work that a deferred operation starts ([`runs_later`]). It is pending until the
//! program awaits a token that is ready only after the job has finished. The state at a point
//! consists of the jobs that may be pending and, for each token, value and group in scope, the jobs
//! that may still be pending once it is ready. Joins take unions, so the result is a may-analysis.
//! A job in a loop is tracked twice: its latest instance, and all older ones. A token denotes the
//! latest instance, a group all instances added to it.
//!
//! Tokens are tracked through structured control flow, branches and `async.add_to_group`. Tokens
//! loaded from memory or passed as arguments denote no job. A call is one job for each token that
//! it returns and each group that it receives.
//!
//! Functions without deferred operations cost nothing. Otherwise `O(rounds * operations * jobs / 64)`,
//! plus the tokens in scope at branches. Rounds are bounded by how often the state at the start of a
//! block can grow, nearly always 3.

use std::rc::Rc;

use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    RegionPoint, SuccessorOperands, added_to_group, awaitable_operands, awaits, callee,
    function_around, has_region_flow, is_awaitable, is_group, region_edges, runs_later,
    successor_operands,
};
use memplan_mlir::{BlockId, Module, OpId, RegionId, ValueId};

/// Index of a job among those of its function.
pub type JobId = u32;

/// Which jobs may be pending at each point of one function.
#[derive(Debug, Default)]
pub struct Pending {
    jobs: Vec<Job>,
    /// After operations; at terminators.
    after: FxHashMap<OpId, Set>,
    at_start: FxHashMap<BlockId, Set>,
    /// Jobs that an operation waits for.
    ended: FxHashMap<OpId, Vec<JobId>>,
    /// By operation that may wait: the jobs that it may wait for.
    may_wait_for: FxHashMap<OpId, Vec<JobId>>,
    /// Jobs that may still run at a terminator of the function, but that no token for the caller represents.
    abandoned: Vec<(OpId, JobId)>,
}

#[derive(Clone, Debug)]
struct Job {
    op: OpId,
    /// Memrefs from outside the operation that the operation, or one inside it, uses.
    uses: Vec<ValueId>,
}

impl Pending {
    /// Analyses a function, without the functions nested in its regions.
    pub fn new(m: &Module, function: OpId) -> Self {
        let mut jobs = Vec::new();
        let mut jobs_of: FxHashMap<OpId, Vec<JobId>> = FxHashMap::default();
        for op in own_ops(m, function) {
            if !is_deferred(m, op) {
                continue;
            }
            let uses = used_memrefs(m, op);
            if uses.is_empty() && m.regions(op).is_empty() {
                continue;
            }
            let n = match callee(m, op) {
                Some(_) => handles(m, op).len().max(1),
                None => 1,
            };
            for _ in 0..n {
                let list = jobs_of.entry(op).or_default();
                list.push(jobs.len() as JobId);
                jobs.push(Job {
                    op,
                    uses: uses.clone(),
                });
            }
        }
        if jobs.is_empty() {
            return Self::default();
        }
        let mut solver = Solver {
            m,
            jobs_of,
            last_uses: last_uses(m, function),
            blocks: FxHashMap::default(),
            found: Self {
                jobs,
                ..Self::default()
            },
            function,
            groups: Vec::new(),
        };
        solver.function();
        solver.found
    }

    /// Whether there is no job at all.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// All jobs, in the order of the program.
    pub fn jobs(&self) -> impl Iterator<Item = JobId> + use<> {
        0..self.jobs.len() as JobId
    }

    /// The operation that starts a job.
    pub fn op(&self, job: JobId) -> OpId {
        self.jobs[job as usize].op
    }

    /// The memrefs from outside its operation that a job uses, including results of a call.
    pub fn uses(&self, job: JobId) -> &[ValueId] {
        &self.jobs[job as usize].uses
    }

    /// Whether a job may be pending after an operation, or at a terminator. The answers inside the body of a job
    /// concern only the jobs that this body starts.
    pub fn is_pending_after(&self, op: OpId, job: JobId) -> bool {
        self.after.get(&op).is_some_and(|set| set.has_job(job))
    }

    /// Whether a job may be pending at the start of a block.
    pub fn is_pending_at_start(&self, block: BlockId, job: JobId) -> bool {
        self.at_start
            .get(&block)
            .is_some_and(|set| set.has_job(job))
    }

    /// The operations that wait for jobs, each with its jobs, in program order.
    pub fn waits(&self) -> Vec<(OpId, &[JobId])> {
        #[allow(clippy::iter_over_hash_type, reason = "sorted right away")]
        let mut waits: Vec<(OpId, &[JobId])> = self
            .ended
            .iter()
            .map(|(&op, jobs)| (op, &jobs[..]))
            .collect();
        waits.sort_stable_by_key(|&(op, _)| op);
        waits
    }

    /// The jobs that an operation itself may wait for. More than in [`waits`](Self::waits): other instances of a job
    /// may stay pending, and calls and unknown operations may wait for anything.
    pub(crate) fn may_wait_for(&self, op: OpId) -> &[JobId] {
        self.may_wait_for.get(&op).map_or(&[], |jobs| jobs)
    }

    /// Jobs that use memrefs and may be pending when the function returns, although nothing that the caller receives
    /// represents them; each with the terminator.
    pub fn abandoned(&self) -> &[(OpId, JobId)] {
        &self.abandoned
    }
}

/// The operations below a function, without those of nested functions.
fn own_ops(m: &Module, function: OpId) -> impl Iterator<Item = OpId> + '_ {
    m.walk(function).filter(move |&op| {
        op != function
            && !m.has_trait(op, Traits::FUNCTION)
            && function_around(m, op) == Some(function)
    })
}

/// The values that represent the completion of a call: awaitable results, and groups that it may add to.
fn handles(m: &Module, op: OpId) -> Vec<ValueId> {
    let results = m.results(op).filter(|&v| is_awaitable(m, m.value_type(v)));
    results.chain(given_groups(m, op)).collect()
}

/// The groups that a call may add to.
fn given_groups(m: &Module, op: OpId) -> impl Iterator<Item = ValueId> + '_ {
    let given = callee(m, op).map(|_| awaitable_operands(m, op));
    given
        .into_iter()
        .flatten()
        .filter(|&value| is_group(m, m.value_type(value)))
}

/// Whether an operation itself may wait for jobs.
pub(crate) fn may_wait(m: &Module, op: OpId) -> bool {
    awaits(m, op) || callee(m, op).is_some() || m.def(op).is_none()
}

/// Whether an operation starts work that may outlast it. Structured control flow that passes on a token from
/// inside does not.
fn is_deferred(m: &Module, op: OpId) -> bool {
    runs_later(m, op) && !hands_token_on(m, op)
}

fn used_memrefs(m: &Module, op: OpId) -> Vec<ValueId> {
    let mut memrefs: Vec<ValueId> = Vec::new();
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    for inner in m.walk(op) {
        for &value in m.operands(inner) {
            let parent = m.value_block(value).and_then(|block| m.block_parent(block));
            let is_outside = parent.is_none_or(|parent| !m.encloses(op, parent));
            if m.is_memref(value) && is_outside && seen.insert(value) {
                memrefs.push(value);
            }
        }
    }
    memrefs.extend(m.results(op).filter(|&value| m.is_memref(value)));
    memrefs
}

/// By operation: the tokens that are not used after it. Only tokens whose uses are all in the block that defines them
/// are listed.
fn last_uses(m: &Module, function: OpId) -> FxHashMap<OpId, Vec<ValueId>> {
    let mut last_uses: FxHashMap<OpId, Vec<ValueId>> = FxHashMap::default();
    for op in own_ops(m, function) {
        for result in m.results(op) {
            if !is_awaitable(m, m.value_type(result)) {
                continue;
            }
            let block = m.op_block(op);
            let mut last = Some(op);
            for (user, _) in m.uses(result) {
                if m.op_block(user) != block {
                    last = None;
                    break;
                }
                if last.is_some_and(|last| m.is_before(last, user)) {
                    last = Some(user);
                }
            }
            if let Some(last) = last.filter(|&last| !m.has_trait(last, Traits::TERMINATOR)) {
                last_uses.entry(last).or_default().push(result);
            }
        }
    }
    last_uses
}

/// A set of job instances: bit `2 * job` for the latest, the next bit for earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Set(Rc<Vec<u64>>);

impl Set {
    fn has(&self, bit: u32) -> bool {
        let word = self.0.get(bit as usize / 64);
        word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    fn has_job(&self, job: JobId) -> bool {
        self.has(2 * job) || self.has(2 * job + 1)
    }

    fn insert(&mut self, bit: u32) {
        if self.has(bit) {
            return;
        }
        let words = Rc::make_mut(&mut self.0);
        let at = bit as usize / 64;
        if words.len() <= at {
            words.resize(at + 1, 0);
        }
        words[at] |= 1 << (bit % 64);
    }

    fn remove(&mut self, bit: u32) {
        if self.has(bit) {
            Rc::make_mut(&mut self.0)[bit as usize / 64] &= !(1 << (bit % 64));
        }
    }

    fn contains(&self, other: &Self) -> bool {
        let own = |at: usize| self.0.get(at).copied().unwrap_or(0);
        let mut words = other.0.iter().enumerate();
        Rc::ptr_eq(&self.0, &other.0) || words.all(|(at, &word)| word & !own(at) == 0)
    }

    fn add_all(&mut self, other: &Self) {
        if self.contains(other) {
            return;
        }
        let words = Rc::make_mut(&mut self.0);
        if words.len() < other.0.len() {
            words.resize(other.0.len(), 0);
        }
        for (word, &more) in words.iter_mut().zip(other.0.iter()) {
            *word |= more;
        }
    }

    fn keep_only(&mut self, other: &Self) {
        if other.contains(self) {
            return;
        }
        for (at, word) in Rc::make_mut(&mut self.0).iter_mut().enumerate() {
            *word &= other.0.get(at).copied().unwrap_or(0);
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    pending: Set,
    /// By token, value or group: the jobs that may be pending once it is ready; all jobs if it is missing.
    open: FxHashMap<ValueId, Set>,
}

impl State {
    fn open(&self, value: ValueId) -> &Set {
        self.open.get(&value).unwrap_or(&self.pending)
    }

    /// Joins the state of another path to this point; returns whether anything changed.
    fn join(&mut self, other: &Self) -> bool {
        let mut has_changed = !self.pending.contains(&other.pending);
        self.pending.add_all(&other.pending);
        self.open.retain(|value, open| match other.open.get(value) {
            Some(more) => {
                has_changed |= !open.contains(more);
                open.add_all(more);
                true
            }
            None => {
                has_changed = true;
                false
            }
        });
        has_changed
    }

    /// Assigns the meanings of values to others, simultaneously.
    fn assign(&mut self, targets: &[ValueId], sources: &[Option<Set>]) {
        for (&target, source) in targets.iter().zip(sources) {
            match source {
                Some(open) => {
                    self.open.insert(target, open.clone());
                }
                None => {
                    self.open.remove(&target);
                }
            }
        }
    }

    fn read(&self, sources: &[ValueId]) -> Vec<Option<Set>> {
        let sources = sources.iter();
        sources
            .map(|source| self.open.get(source).cloned())
            .collect()
    }

    /// Waits until all these values are ready.
    fn wait(&mut self, values: impl Iterator<Item = ValueId>) {
        for value in values {
            let open = self.open(value).clone();
            self.pending.keep_only(&open);
        }
        let pending = &self.pending;
        #[allow(clippy::iter_over_hash_type, reason = "each entry by itself")]
        for open in self.open.values_mut() {
            open.keep_only(pending);
        }
    }

    /// Starts another instance of a job.
    fn begin(&mut self, job: JobId) {
        let (latest, older) = (2 * job, 2 * job + 1);
        let age = |set: &mut Set| {
            if set.has(latest) {
                set.insert(older);
            }
            set.insert(latest);
        };
        age(&mut self.pending);
        #[allow(clippy::iter_over_hash_type, reason = "each entry by itself")]
        for open in self.open.values_mut() {
            age(open);
        }
    }
}

#[derive(Debug, Default)]
struct BlockState {
    entry: State,
    /// The state at the terminator, once the block was visited with its entry state.
    exit: Option<State>,
}

struct Solver<'m> {
    m: &'m Module,
    function: OpId,
    jobs_of: FxHashMap<OpId, Vec<JobId>>,
    last_uses: FxHashMap<OpId, Vec<ValueId>>,
    blocks: FxHashMap<BlockId, BlockState>,
    found: Pending,
    /// Groups that are passed to the function.
    groups: Vec<ValueId>,
}

impl Solver<'_> {
    fn function(&mut self) {
        let m = self.m;
        for &region in m.regions(self.function) {
            let Some(entry) = m.first_block(region) else {
                continue;
            };
            let mut state = State::default();
            for &arg in m.block_args(entry) {
                if is_awaitable(m, m.value_type(arg)) {
                    state.open.insert(arg, Set::default());
                    self.groups.push(arg);
                }
            }
            self.region(region, &state);
            for block in m.blocks(region) {
                self.leave_function(block);
            }
        }
    }

    /// Finds jobs that are still pending at an exit of the function.
    fn leave_function(&mut self, block: BlockId) {
        let m = self.m;
        let exit = m.last_op(block).filter(|&op| m.successors(op).is_empty());
        let state = self.blocks.get(&block).and_then(|facts| facts.exit.clone());
        let (Some(exit), Some(state)) = (exit, state) else {
            return;
        };
        let mut left = state.pending.clone();
        for value in awaitable_operands(m, exit).chain(self.groups.iter().copied()) {
            left.keep_only(state.open(value));
        }
        for job in self.found.jobs() {
            if left.has_job(job) && !self.found.uses(job).is_empty() {
                self.found.abandoned.push((exit, job));
            }
        }
    }

    /// Visits a region with an entry state; returns the joined state of its exits.
    fn region(&mut self, region: RegionId, entry: &State) -> Option<State> {
        let m = self.m;
        let first = m.first_block(region)?;
        let mut open = Vec::new();
        if self.enter(first, entry) {
            open.push(first);
        }
        // Blocks that were already visited with their entry state keep their exit states.
        while let Some(block) = open.pop() {
            let state = self.block(block);
            if let Some(last) = m.last_op(block) {
                for (index, &target) in m.successors(last).iter().enumerate() {
                    let mut state = state.clone();
                    let args = m.block_args(target);
                    let sources = match successor_operands(m, last, index) {
                        SuccessorOperands::Range(range) => state.read(&m.operands(last)[range]),
                        SuccessorOperands::Unknown => vec![None; args.len()],
                    };
                    state.assign(args, &sources);
                    if self.enter(target, &state) && !open.contains(&target) {
                        open.push(target);
                    }
                }
            }
        }
        let mut joined: Option<State> = None;
        for block in m.blocks(region) {
            let is_exit = m
                .last_op(block)
                .is_none_or(|op| m.successors(op).is_empty());
            let exit = self
                .blocks
                .get(&block)
                .and_then(|facts| facts.exit.as_ref());
            if let Some(exit) = exit.filter(|_| is_exit) {
                match &mut joined {
                    Some(joined) => {
                        joined.join(exit);
                    }
                    None => joined = Some(exit.clone()),
                }
            }
        }
        joined
    }

    /// Whether a block must be visited (again) when control may enter it with this state.
    fn enter(&mut self, block: BlockId, state: &State) -> bool {
        let is_visited = self.blocks.contains_key(&block);
        let facts = self.blocks.entry(block).or_default();
        if is_visited {
            facts.entry.join(state)
        } else {
            facts.entry = state.clone();
            true
        }
    }

    fn block(&mut self, block: BlockId) -> State {
        let m = self.m;
        let mut state = self.blocks.entry(block).or_default().entry.clone();
        self.found.at_start.insert(block, state.pending.clone());
        for op in m.ops(block) {
            if !m.successors(op).is_empty() || m.has_trait(op, Traits::TERMINATOR) {
                // The regions of a terminator are reductions.
                self.regions_in_any_order(op, &mut state);
            } else {
                self.op(op, &mut state);
            }
            self.found.after.insert(op, state.pending.clone());
            for value in self.last_uses.get(&op).into_iter().flatten() {
                state.open.remove(value);
            }
        }
        self.blocks.entry(block).or_default().exit = Some(state.clone());
        state
    }

    fn op(&mut self, op: OpId, state: &mut State) {
        let m = self.m;
        if m.has_trait(op, Traits::ISOLATED_FROM_ABOVE) {
            return;
        }
        if may_wait(m, op) {
            let before = state.pending.clone();
            // A token from memory may be that of any job.
            let mut tokens = awaitable_operands(m, op);
            let is_known = awaits(m, op) && tokens.all(|token| state.open.contains_key(&token));
            if awaits(m, op) {
                state.wait(awaitable_operands(m, op));
            }
            let pending = &state.pending;
            // Of the older instances of a job, some may have ended, and some may not.
            let stays = |job: JobId| is_known && !before.has(2 * job + 1) && pending.has(2 * job);
            let jobs = self.found.jobs().filter(|&job| before.has_job(job));
            let may_wait_for: Vec<JobId> = jobs.filter(|&job| !stays(job)).collect();
            if awaits(m, op) {
                let ended = may_wait_for.iter().filter(|&&job| !pending.has_job(job));
                self.found.ended.insert(op, ended.copied().collect());
            }
            self.found.may_wait_for.insert(op, may_wait_for);
        }
        if let Some((token, group)) = added_to_group(m, op) {
            let added = state.open(token).clone();
            let mut open = state.open(group).clone();
            open.keep_only(&added);
            state.open.insert(group, open);
        } else if is_deferred(m, op) {
            self.start(op, state);
        } else if has_region_flow(m, op) {
            self.structured(op, state);
        } else {
            self.regions_in_any_order(op, state);
        }
    }

    /// Visits the body of a deferred operation, and starts its jobs.
    fn start(&mut self, op: OpId, state: &mut State) {
        let m = self.m;
        let mut left = Set::default();
        for &region in m.regions(op) {
            // The body cannot wait for operations that run concurrently.
            if let Some(exit) = self.region(region, &State::default()) {
                left.add_all(&exit.pending);
            }
        }
        let depends: Vec<ValueId> = match callee(m, op) {
            Some(_) => Vec::new(),
            None => awaitable_operands(m, op).collect(),
        };
        let jobs = self.jobs_of.get(&op).cloned().unwrap_or_default();
        for &job in &jobs {
            state.begin(job);
        }
        let handles = handles(m, op);
        for (index, &handle) in handles.iter().enumerate() {
            let is_group = m.defining_op(handle) != Some(op);
            let mut open = if is_group {
                state.open(handle).clone()
            } else {
                state.pending.clone()
            };
            for &value in &depends {
                open.keep_only(state.open(value));
            }
            let own = match jobs.len() {
                0 => None,
                1 => jobs.first(),
                _ => jobs.get(index),
            };
            if let Some(&job) = own {
                open.remove(2 * job);
            }
            state.open.insert(handle, open);
        }
        // Jobs that the body leaves pending still run when the token is ready.
        state.pending.add_all(&left);
        #[allow(clippy::iter_over_hash_type, reason = "each entry by itself")]
        for open in state.open.values_mut() {
            open.add_all(&left);
        }
    }

    fn structured(&mut self, op: OpId, state: &mut State) {
        let m = self.m;
        let edges = region_edges(m, op);
        let mut exits: FxHashMap<RegionPoint, State> = FxHashMap::default();
        exits.insert(RegionPoint::Parent, state.clone());
        let mut open = vec![RegionPoint::Parent];
        let mut after: Option<State> = None;
        while let Some(from) = open.pop() {
            let Some(exit) = exits.get(&from).cloned() else {
                continue;
            };
            for edge in edges.iter().filter(|edge| edge.from == from) {
                let mut arriving = exit.clone();
                let sources = exit.read(&edge.sources);
                arriving.assign(&edge.targets, &sources);
                let RegionPoint::Region(region) = edge.to else {
                    match &mut after {
                        Some(after) => {
                            after.join(&arriving);
                        }
                        None => after = Some(arriving),
                    }
                    continue;
                };
                if let Some(exit) = self.region(region, &arriving) {
                    let point = RegionPoint::Region(region);
                    if exits.get(&point) != Some(&exit) {
                        exits.insert(point, exit);
                        open.push(point);
                    }
                }
            }
        }
        if let Some(after) = after {
            *state = after;
        }
    }

    /// Regions that may run any number of times in any order.
    fn regions_in_any_order(&mut self, op: OpId, state: &mut State) {
        let m = self.m;
        if m.regions(op).is_empty() {
            return;
        }
        loop {
            let mut has_changed = false;
            for &region in m.regions(op) {
                if let Some(exit) = self.region(region, state) {
                    has_changed |= state.join(&exit);
                }
            }
            if !has_changed {
                return;
            }
        }
    }
}

/// Whether an awaitable result comes from the regions, as for `scf.if`.
fn hands_token_on(m: &Module, op: OpId) -> bool {
    has_region_flow(m, op)
        && region_edges(m, op).iter().any(|edge| {
            edge.to == RegionPoint::Parent
                && edge
                    .targets
                    .iter()
                    .any(|&target| is_awaitable(m, m.value_type(target)))
        })
}

#[cfg(test)]
mod tests;
