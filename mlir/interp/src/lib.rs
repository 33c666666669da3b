//! The reference interpreter: what a program computes, and whether its memory accesses are valid.
//!
//! [`run`] executes a function and tracks every allocation. Memory is poisoned when it is allocated
//! and when it is freed, and no address is reused. Reads of uninitialised bytes, accesses after a free
//! or out of bounds, double frees and leaks are therefore all found; a [`Fault`] names the operation,
//! the operations that allocated and freed the buffer, and the call stack. A run depends only on the
//! module, the arguments and [`RunOptions::seed`].
//!
//! Asynchronous work (`async`, `gpu` operations with tokens) runs as late as its tokens permit.
//!
//! Operations without a definition act as hash functions of everything they can read
//! ([`Run::observed`]), so that [`Run::difference`] can compare two versions of a program that use
//! them.
//!
//! Two engines give the same results, faults and step counts: one executes operation by operation
//! (`machine`, `ops`), the other (`compiled`, the default) executes loops on unboxed registers and
//! structured operations by rows of points. See [`Engine`].
//!
//! ```
//! use memplan_interp::{Datum, RunOptions, function, run};
//! use memplan_mlir::text::{ParseOptions, parse};
//!
//! let text = b"func.func @twice(%x: i32) -> i32 {
//!   %a = memref.alloc() : memref<i32>
//!   memref.store %x, %a[] : memref<i32>
//!   %y = memref.load %a[] : memref<i32>
//!   %z = arith.addi %x, %y : i32
//!   return %z : i32
//! }";
//! let module = parse(text, &ParseOptions::default()).map_err(|_| "no module")?.module;
//! let twice = function(&module, "twice").ok_or("no function")?;
//! let result = run(&module, twice, &[Datum::Int(21)], &RunOptions::default())?;
//! assert_eq!(result.results, [Datum::Int(42)]);
//! assert_eq!(result.leaks.len(), 1); // %a is never freed
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. values, elements, faults, records: `value`, `elements`, `fault`, `record`
//! 2. memory, and the machine over it: `memory`, `machine`
//! 3. operations, one by one and compiled: `ops`, `compiled`
//! 4. arguments, and runs that are compared: `data`, `check`

mod check;
mod compiled;
mod data;
mod elements;
mod fault;
mod machine;
mod memory;
mod ops;
mod record;
mod value;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

pub use check::{Checked, FoundFault, check, entry_functions, functions_with_body};
pub use data::{Datum, random_arguments};
pub use fault::{Fault, FaultKind};
pub use record::{AllocationId, Event, Place, Touch};

use self::machine::{Machine, Step};
use self::memory::Owner;
use self::value::Value;
use memplan_mlir::dialects::Traits;
use memplan_mlir::semantics::Semantics;
use memplan_mlir::{Module, OpId};

/// Stack bytes for each level of nested calls and regions, a generous estimate.
const STACK_PER_LEVEL: usize = 24 << 10;

/// How operations are executed. Results, faults and step counts do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// Loops and structured operations are compiled, the rest runs operation by operation.
    #[default]
    Compiled,
    /// Everything runs operation by operation. Slow; the other engine is tested against it.
    Reference,
}

/// Limits and options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Maximum number of executed operations, and of elements touched by operations on whole buffers.
    ///
    /// This limits the time of a run: 32 steps of a compiled loop count as one, as do 256 steps of a structured
    /// operation that is computed by rows. The fault names the compiled operation, which may contain the one at which
    /// the limit was reached.
    pub step_limit: u64,
    /// How operations are executed.
    pub engine: Engine,
    /// Receives the number of steps so far, about every 65,000 steps, so that another thread can report progress.
    pub progress: Option<Arc<AtomicU64>>,
    /// Maximum nesting depth of calls and regions.
    pub depth_limit: u32,
    /// Maximum number of bytes in all buffers that are live at once: on the heap and the stack, of globals, of
    /// arguments and of tensors. A global counts from its first use. Values of tensors do not count; each is limited on
    /// its own.
    pub byte_limit: u64,
    /// The seed from which operations without a definition compute their results.
    pub seed: u64,
    /// Whether it is a fault to pass a partly unwritten buffer to an operation without a definition. Otherwise the
    /// operation does not read that buffer.
    pub opaque_reads_everything: bool,
    /// Whether memory holds zeros when it is allocated, so that a read of bytes that were never written is no fault.
    /// Programs may depend on such bytes without effect on their results, and compiled programs read them, too.
    pub is_zeroed: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            step_limit: 100_000_000,
            engine: Engine::default(),
            progress: None,
            depth_limit: 1000,
            byte_limit: 1 << 30,
            seed: 0,
            opaque_reads_everything: true,
            is_zeroed: false,
        }
    }
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The returned values, including the contents of buffers.
    pub results: Vec<Datum>,
    /// The arguments after the run: a function may write to the buffers of its caller.
    pub arguments: Vec<Datum>,
    /// Whether two returned buffers share memory, or one is in memory that the program does not own
    /// ([`Self::borrowed_results`]), so that the caller cannot free them separately.
    pub results_alias: bool,
    /// Indices of results in memory that the caller must not free: that of an argument, a global or a tensor.
    pub borrowed_results: Vec<usize>,
    /// A hash of all inputs of operations without a definition, in order.
    pub observed: u64,
    /// The number of executions of such operations.
    pub n_observed: u64,
    /// Heap allocations that were neither freed nor returned.
    pub leaks: Vec<Fault>,
    /// Steps taken: each operation executed, and each element touched by an operation on a whole buffer.
    pub n_steps: u64,
    /// Number of allocations on the heap.
    pub n_allocations: u64,
    /// Number of allocations made by `bufferization.clone`.
    pub n_clones: u64,
    /// Bytes that were copied between different memory spaces.
    pub moved_bytes: u64,
    /// Total size of all heap allocations, in bytes.
    pub allocated_bytes: u64,
    /// Maximum number of live bytes on the heap.
    pub peak_bytes: u64,
    /// Maximum number of live bytes as requested from the allocator if MLIR lowers the program to LLVM: each
    /// allocation is enlarged by its attribute `alignment`.
    pub peak_padded_bytes: u64,
    /// Maximum number of live bytes on the heap in each memory space that was allocated in, by the text of its
    /// attribute, of an integer without its type; empty for the default space, which is also 0.
    pub peaks_by_space: BTreeMap<String, u64>,
}

impl Run {
    /// Describes how another version of the program differs from this one in one sentence; `None` if it behaves the
    /// same. Memory that this run left unwritten may have any contents in the other.
    ///
    /// Allocations are not compared: another version may allocate and leak differently.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let lists = [
            ("result", &self.results, &other.results),
            ("argument", &self.arguments, &other.arguments),
        ];
        for (what, ours, theirs) in lists {
            if ours.len() != theirs.len() {
                return Some(format!("the number of {what}s differs"));
            }
            for (index, (a, b)) in ours.iter().zip(theirs).enumerate() {
                if !a.is_refined_by(b) {
                    return Some(format!("{what} {index}{}", a.difference(b)));
                }
            }
        }
        if (self.observed, self.n_observed) != (other.observed, other.n_observed) {
            let text = format!(
                "unknown operations were given other values: {} and {} runs of them",
                self.n_observed, other.n_observed
            );
            return Some(text);
        }
        None
    }
}

/// The function of this name, anywhere in the module.
pub fn function(m: &Module, name: &str) -> Option<OpId> {
    let name = m.ctx.find_str(name)?;
    m.ops_with_trait(Traits::FUNCTION)
        .into_iter()
        .find(|&op| m.symbol_name(op) == Some(name))
}

/// Whether an operation with these semantics is executed; a run that reaches another one ends with
/// [`FaultKind::Unsupported`]. Branches are executed according to the successors in their dialect's table.
pub fn executes(semantics: Semantics) -> bool {
    ops::find(semantics).is_some()
}

/// Runs a function that has a body, on a thread of its own whose stack suffices for [`RunOptions::depth_limit`].
///
/// # Errors
///
/// [`Fault`] at the first invalid action of the program, and at limits. A leak does not end the run: [`Run::leaks`]
/// lists them.
pub fn run(
    m: &Module,
    function: OpId,
    arguments: &[Datum],
    options: &RunOptions,
) -> Result<Run, Fault> {
    on_large_stack(options, || {
        let mut machine = Machine::new(m, options);
        execute(&mut machine, function, arguments).map_err(|fault| *fault)
    })?
}

/// As [`run`], by [`Engine::Reference`], with everything that the run does to memory, up to a fault. Globals count as
/// made and filled before the run. Takes memory for each element that is accessed.
///
/// # Errors
///
/// As [`run`].
pub fn run_recorded(
    m: &Module,
    function: OpId,
    arguments: &[Datum],
    options: &RunOptions,
) -> (Result<Run, Fault>, Vec<Event>) {
    let options = RunOptions {
        engine: Engine::Reference,
        ..options.clone()
    };
    let ran = on_large_stack(&options, || {
        let mut machine = Machine::new(m, &options);
        machine.record = Some(Vec::new());
        let run = execute(&mut machine, function, arguments).map_err(|fault| *fault);
        (run, machine.record.unwrap_or_default())
    });
    ran.unwrap_or_else(|fault| (Err(fault), Vec::new()))
}

/// Does some work on a thread of its own.
fn on_large_stack<T: Send>(
    options: &RunOptions,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Fault> {
    let stack = STACK_PER_LEVEL * (options.depth_limit as usize).min(20_000) + (1 << 20);
    let cannot_start = |why: &str| Fault {
        kind: FaultKind::Unsupported,
        op: None,
        message: format!("cannot start a run: {why}"),
        related: Vec::new(),
        calls: Vec::new(),
    };
    // Without threads, the stack is that of the program, and its linker sets the size.
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    thread::scope(|scope| {
        let spawned = thread::Builder::new()
            .name("interpreter".to_owned())
            .stack_size(stack)
            .spawn_scoped(scope, work);
        match spawned {
            Ok(handle) => match handle.join() {
                Ok(outcome) => Ok(outcome),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(error) => Err(cannot_start(&error.to_string())),
        }
    })
}

/// Records the results. Their buffers belong to the caller from now on.
fn record_results(
    machine: &mut Machine<'_>,
    function: OpId,
    results: &[Value],
    run: &mut Run,
) -> Step {
    let mut returned: Vec<u32> = Vec::new();
    for (index, value) in results.iter().enumerate() {
        run.results.push(data::to_datum(machine, function, value)?);
        if let Value::MemRef(memref) = value {
            let allocation = machine.memory.get(memref.allocation);
            run.results_alias |=
                allocation.owner == Owner::External || returned.contains(&memref.allocation);
            if allocation.owner == Owner::External {
                run.borrowed_results.push(index);
            }
            returned.push(memref.allocation);
        }
    }
    for allocation in returned {
        machine.memory.set_owner(allocation, Owner::External);
    }
    Ok(())
}

fn execute(machine: &mut Machine<'_>, function: OpId, arguments: &[Datum]) -> Step<Run> {
    let m = machine.m;
    let entry = m
        .regions(function)
        .first()
        .and_then(|&region| m.first_block(region));
    let Some(entry) = entry else {
        return machine.unsupported(function, "a function without body");
    };
    let params = m.block_args(entry);
    if params.len() != arguments.len() {
        return machine.unsupported(function, "another number of arguments");
    }
    let mut args = Vec::with_capacity(params.len());
    for (&param, argument) in params.iter().zip(arguments) {
        args.push(data::to_value(
            machine,
            function,
            m.value_type(param),
            argument,
        )?);
    }
    let results = machine.call(None, function, &args)?;
    ops::asynch::finish_all(machine, function)?;
    if let Some(copy) = machine.copies.values().next() {
        let message = "the program ends without waiting for this copy";
        return machine.fault(FaultKind::Undefined, copy.started_by, message);
    }
    let mut run = machine.summary();
    record_results(machine, function, &results, &mut run)?;
    for value in &args {
        run.arguments
            .push(data::to_datum(machine, function, value)?);
    }
    let leaked = machine.memory.allocations.iter();
    run.leaks = leaked
        .filter(|allocation| allocation.owner == Owner::Heap && !allocation.is_freed)
        .map(|allocation| Fault {
            kind: FaultKind::Leak,
            op: allocation.made_by,
            message: format!(
                "{} bytes are allocated here and never freed",
                allocation.size
            ),
            related: Vec::new(),
            calls: allocation.calls.to_vec(),
        })
        .collect();
    Ok(run)
}
