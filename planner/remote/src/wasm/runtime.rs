//! Compiled plug-ins, and calls of them under limits.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use memplan_planner::{Interrupt, StopReason};
use wasmtime::component::{Component, InstancePre, Linker, TypedFunc};
use wasmtime::{
    AsContext as _, AsContextMut as _, Config, Engine, OptLevel, ResourceLimiter, Store,
    StoreContextMut, Trap, UpdateDeadline,
};

use super::abi::{self, Params, Returned, WitFailure, WitOptions, WitTrace};
use super::cost;
use super::ticker::Ticker;

/// Compiled plug-ins that are kept: a program rarely uses more at once.
const MAX_COMPILED: usize = 16;

/// What a report of an incumbent costs in instructions, at least and for each buffer: memplan does this work.
const REPORT_FUEL: u64 = 1000;
const REPORT_FUEL_PER_BUFFER: u64 = 8;

/// The most entries of all tables of a plug-in together, and the most instances, memories and tables.
const MAX_TABLE_ENTRIES: usize = 1 << 20;
const MAX_PARTS: usize = 64;

/// What one call of a plug-in may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// WebAssembly instructions.
    pub fuel: u64,
    /// Bytes of memory.
    pub memory_bytes: u64,
    /// Whether options may ask for more.
    pub raising: Raising,
    /// The largest plug-in in bytes.
    pub plug_in_bytes: usize,
}

/// Whether the options of a planner may raise its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raising {
    /// The limits are defaults.
    Allowed,
    /// Options can only lower the limits.
    Forbidden,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 100_000_000_000,
            memory_bytes: 1 << 30,
            raising: Raising::Allowed,
            plug_in_bytes: 16 << 20,
        }
    }
}

/// The engine, and the plug-ins that it has compiled.
pub(super) struct Runtime {
    engine: Engine,
    ticker: Ticker,
    /// In order of use, the most recent last.
    compiled: Mutex<Vec<Compiled>>,
}

struct Compiled {
    bytes: Arc<[u8]>,
    plug_in: PlugIn,
}

/// A compiled plug-in.
#[derive(Clone)]
pub(super) struct PlugIn(InstancePre<State>);

/// How a call ended.
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    /// The best schedule that was reported, as offsets, and its peak.
    pub(super) incumbent: Option<(u64, Vec<u64>)>,
    /// Instructions executed, with those that reports cost.
    pub(super) fuel: u64,
}

pub(super) enum Outcome {
    /// The plug-in returned.
    Returned(Result<Vec<u64>, WitFailure>),
    /// A deadline or a cancellation stopped it.
    Interrupted(StopReason),
    /// It used up its instructions.
    OutOfFuel,
    /// It did what it must not.
    Failed(String),
}

/// What a plug-in is called with.
pub(super) struct Call {
    pub(super) trace: WitTrace,
    pub(super) options: WitOptions,
    /// The sizes of the buffers.
    pub(super) sizes: Vec<u64>,
    pub(super) fuel: u64,
    pub(super) memory_bytes: u64,
    pub(super) interrupt: Option<Arc<dyn Interrupt>>,
}

/// What belongs to one call.
struct State {
    sizes: Vec<u64>,
    incumbent: Option<(u64, Vec<u64>)>,
    interrupt: Option<Arc<dyn Interrupt>>,
    memory_left: usize,
    table_left: usize,
    /// The memory that the plug-in asked for and did not get.
    refused_bytes: Option<usize>,
}

/// The error that ends a call at a deadline.
#[derive(Debug)]
struct Interrupted(StopReason);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Interrupted {}

impl State {
    fn reason_to_stop(&self) -> Option<StopReason> {
        self.interrupt.as_ref()?.reason_to_stop()
    }
}

impl ResourceLimiter for State {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let more = desired.saturating_sub(current);
        if self.memory_left < more {
            self.refused_bytes = Some(desired);
            return Ok(false);
        }
        self.memory_left -= more;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let more = desired.saturating_sub(current);
        if self.table_left < more {
            return Ok(false);
        }
        self.table_left -= more;
        Ok(true)
    }

    fn instances(&self) -> usize {
        MAX_PARTS
    }

    fn tables(&self) -> usize {
        MAX_PARTS
    }

    fn memories(&self) -> usize {
        MAX_PARTS
    }
}

impl Runtime {
    /// Starts an engine.
    ///
    /// # Errors
    ///
    /// When the machine cannot run WebAssembly, or has no threads left.
    pub(super) fn new() -> wasmtime::Result<Self> {
        let mut config = Config::new();
        config
            .wasm_component_model(true)
            .consume_fuel(true)
            .epoch_interruption(true)
            // Equal inputs must give equal schedules on all machines.
            .cranelift_nan_canonicalization(true)
            .wasm_relaxed_simd(false)
            .cranelift_opt_level(OptLevel::Speed);
        let engine = Engine::new(&config)?;
        let ticker = Ticker::start(engine.clone())?;
        Ok(Self {
            engine,
            ticker,
            compiled: Mutex::default(),
        })
    }

    /// Compiles a component, unless it is among the last ones, and checks that it is a plug-in.
    ///
    /// # Errors
    ///
    /// When it is not a plug-in.
    pub(super) fn plug_in(&self, bytes: Vec<u8>) -> Result<PlugIn, String> {
        if let Some(plug_in) = self.find(&bytes) {
            return Ok(plug_in);
        }
        let plug_in = self.compile(&bytes)?;
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if compiled.len() == MAX_COMPILED {
            compiled.remove(0);
        }
        compiled.push(Compiled {
            bytes: bytes.into(),
            plug_in: plug_in.clone(),
        });
        Ok(plug_in)
    }

    fn find(&self, bytes: &[u8]) -> Option<PlugIn> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let has_bytes = |compiled: &Compiled| *compiled.bytes == *bytes;
        let position = compiled.iter().position(has_bytes)?;
        compiled[position..].rotate_left(1);
        compiled.last().map(|latest| latest.plug_in.clone())
    }

    fn compile(&self, bytes: &[u8]) -> Result<PlugIn, String> {
        cost::check(bytes)?;
        let component = Component::new(&self.engine, bytes).map_err(|error| text(&error))?;
        let exported = component.get_export_index(None, abi::PLANNER);
        let function =
            exported.and_then(|planner| component.get_export_index(Some(&planner), abi::PLAN));
        if function.is_none() {
            return Err(format!("it does not export `{}`", abi::PLANNER));
        }
        let linked = link(&self.engine, &component);
        linked.map(PlugIn).map_err(|error| text(&error))
    }

    /// Calls a plug-in in an instance of its own.
    pub(super) fn call(&self, plug_in: &PlugIn, call: Call) -> Ended {
        let mut store = Store::new(
            &self.engine,
            State {
                sizes: call.sizes,
                incumbent: None,
                interrupt: call.interrupt,
                memory_left: usize::try_from(call.memory_bytes).unwrap_or(usize::MAX),
                table_left: MAX_TABLE_ENTRIES,
                refused_bytes: None,
            },
        );
        store.limiter(|state| state);
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(|store| match store.data().reason_to_stop() {
            Some(reason) => Err(Interrupted(reason).into()),
            None => Ok(UpdateDeadline::Continue(1)),
        });
        let ticking = self.ticker.ticking();
        let returned = store
            .set_fuel(call.fuel)
            .and_then(|()| plan(&mut store, plug_in, &call.trace, call.options));
        drop(ticking);
        let left = store.get_fuel().unwrap_or(0);
        let outcome = match returned {
            Ok(returned) => Outcome::Returned(returned),
            Err(error) => failure(&error, store.data(), call.memory_bytes),
        };
        Ended {
            outcome,
            incumbent: store.into_data().incumbent,
            fuel: call.fuel.saturating_sub(left),
        }
    }
}

/// Links the imports of a component. A call of an import that memplan does not define ends the
/// plug-in: standard libraries import files and clocks that planners do not use.
fn link(engine: &Engine, component: &Component) -> wasmtime::Result<InstancePre<State>> {
    let mut linker = Linker::new(engine);
    linker.allow_shadowing(true);
    linker.define_unknown_imports_as_traps(component)?;
    linker
        .instance(abi::HOST)?
        .func_wrap(abi::INCUMBENT, |store, (offsets,): (Vec<u64>,)| {
            report(store, offsets).map(|goes_on| (goes_on,))
        })?;
    linker.instantiate_pre(component)
}

fn plan(
    store: &mut Store<State>,
    plug_in: &PlugIn,
    trace: &WitTrace,
    options: WitOptions,
) -> wasmtime::Result<Result<Vec<u64>, WitFailure>> {
    let instance = plug_in.0.instantiate(&mut *store)?;
    let exported = instance.get_export_index(&mut *store, None, abi::PLANNER);
    let function = exported
        .and_then(|exported| instance.get_export_index(&mut *store, Some(&exported), abi::PLAN))
        .ok_or_else(|| wasmtime::Error::msg("the export has gone"))?;
    let function: TypedFunc<Params<'_>, Returned> =
        instance.get_typed_func(&mut *store, function)?;
    let (returned,) = function.call(&mut *store, (trace, options))?;
    function.post_return(store)?;
    Ok(returned)
}

/// Accepts a schedule that a plug-in reports. Returns whether the planner should continue.
fn report(mut store: StoreContextMut<'_, State>, offsets: Vec<u64>) -> wasmtime::Result<bool> {
    let n_buffers = offsets.len() as u64;
    let cost = REPORT_FUEL + REPORT_FUEL_PER_BUFFER * n_buffers;
    let left = store.as_context().get_fuel()?.checked_sub(cost);
    store
        .as_context_mut()
        .set_fuel(left.ok_or(Trap::OutOfFuel)?)?;
    let state = store.data_mut();
    if offsets.len() != state.sizes.len() {
        return Err(wasmtime::Error::msg(format!(
            "it reports {n_buffers} offsets for {} buffers",
            state.sizes.len()
        )));
    }
    let peak = peak(&state.sizes, &offsets);
    if state
        .incumbent
        .as_ref()
        .is_none_or(|(best, _)| peak < *best)
    {
        state.incumbent = Some((peak, offsets));
    }
    Ok(state.reason_to_stop().is_none())
}

/// The highest end of a buffer, saturated on overflow; the checker rejects such schedules.
pub(super) fn peak(sizes: &[u64], offsets: &[u64]) -> u64 {
    let placed = sizes.iter().zip(offsets).filter(|(size, _)| **size != 0);
    let ends = placed.map(|(size, offset)| size.saturating_add(*offset));
    ends.max().unwrap_or(0)
}

/// The outcome of a call that ended with an error of wasmtime.
fn failure(error: &wasmtime::Error, state: &State, memory_bytes: u64) -> Outcome {
    if let Some(Interrupted(reason)) = error.downcast_ref() {
        return Outcome::Interrupted(*reason);
    }
    if error.downcast_ref() == Some(&Trap::OutOfFuel) {
        return Outcome::OutOfFuel;
    }
    if let Some(bytes) = state.refused_bytes {
        return Outcome::Failed(format!(
            "needs {} MiB of memory, the limit is {} MiB",
            (bytes as u64).div_ceil(1 << 20),
            memory_bytes >> 20
        ));
    }
    Outcome::Failed(format!("was stopped: {}", text(error)))
}

/// The cause of an error in one line.
fn text(error: &wasmtime::Error) -> String {
    let cause = error.root_cause().to_string();
    cause.lines().next().unwrap_or_default().to_owned()
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").finish_non_exhaustive()
    }
}

impl fmt::Debug for PlugIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlugIn").finish_non_exhaustive()
    }
}
