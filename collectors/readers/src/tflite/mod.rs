//! Reads TensorFlow Lite models (`.tflite`): the tensors in the arena of LiteRT.
//!
//! Each subgraph that is reached is a trace; the number of an operator is its tick. Inputs and outputs are live to
//! the end; constants and variables are not in the arena. Operators that LiteRT runs in place write their output over
//! an input. Scratch memory of kernels is not in the file.
//!
//! With `runtime=tflm`, lifetimes are those of TensorFlow Lite for Microcontrollers: inputs are live from before the
//! first operator to their last use, and no operator runs in place. A model may carry offsets for that interpreter
//! (`OfflineMemoryAllocation`): they are the plan, and [`TraceReader::with_plan`] writes them.

mod model;
mod offline;

use memplan_planner::{Lifetime, MemoryPlan, Tick};
use memplan_plugin::{Field, Options, PluginInfo};

use super::arena::{self, Aliases, Arena, Groups, Inclusion, Traces, Value};
use super::error::DAMAGED;
use super::{LeftOutValues, TraceFile, TraceInput, TraceReadError, TraceReader};
use model::{Model, Operator, Size, Subgraph, Tensor};

/// The alignment of LiteRT's arena.
const ALIGNMENT: u64 = 64;

/// The alignment of offsets and sizes in the arena for microcontrollers.
const TFLM_ALIGNMENT: u64 = 16;

/// The interpreter that runs the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runtime {
    /// LiteRT, on phones and computers.
    #[default]
    Litert,
    /// TensorFlow Lite for Microcontrollers.
    Tflm,
}

/// The reader `tflite`: TensorFlow Lite models, the tensors in the arena of LiteRT or, with `runtime=tflm`, of
/// TensorFlow Lite for Microcontrollers.
///
/// Each subgraph that is reached is a trace; the number of an operator is its tick. Constants and variables are not
/// in the arena. `O(n log n)`.
#[derive(Clone, Copy, Debug)]
pub struct Tflite {
    /// The interpreter that determines the lifetimes.
    pub runtime: Runtime,
    /// How outputs of operators that run in place are handled.
    pub aliases: Aliases,
    /// Whether inputs of graphs are in traces; they are live throughout.
    pub inputs: Inclusion,
    /// Whether outputs of graphs are in traces; they are live to the end.
    pub outputs: Inclusion,
    /// Whether state variables are in traces; they are live throughout.
    pub variables: Inclusion,
    /// The alignment of all buffers; `None` is that of the interpreter.
    pub alignment: Option<u64>,
}

impl Tflite {
    /// The reader with default options.
    pub const DEFAULT: Self = Self {
        runtime: Runtime::Litert,
        aliases: Aliases::Fuse,
        inputs: Inclusion::Include,
        outputs: Inclusion::Include,
        variables: Inclusion::Exclude,
        alignment: None,
    };
}

const RUNTIMES: &[(&str, Runtime)] = &[("litert", Runtime::Litert), ("tflm", Runtime::Tflm)];

impl TraceReader for Tflite {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "tflite",
            aliases: &["litert"],
            summary: "TensorFlow Lite models, with the lifetimes of LiteRT's arena.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/traces.md",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["tflite"]
    }

    fn recognises(&self, name: &str, head: &[u8]) -> bool {
        // Very old models have no identifier.
        head.get(4..8) == Some(b"TFL3") || (name.ends_with(".tflite") && head.len() >= 8)
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Ok("with `runtime=tflm`, the model with `OfflineMemoryAllocation`")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let model = Model::read(input.bytes)?;
        self.check(&model)?;
        let mut left_out = LeftOutValues::default();
        let mut traces = Traces::default();
        let invalid = format!(
            "the offline memory plan is not valid for the lifetimes of {}",
            self.runtime.name()
        );
        for number in model.reached()? {
            let subgraph = &model.subgraphs[number];
            if subgraph.operators.is_empty() {
                continue;
            }
            let mut arena = self.arena(subgraph, &mut left_out)?;
            let remark = self.place(&mut arena, model.offsets(number));
            traces.remarks.extend(remark);
            traces.add(arena.arena, self.aliases, &invalid)?;
        }
        let options = self.options().params();
        Ok(traces.into_file(input, "tflite", &options, left_out))
    }

    fn with_plan(
        &self,
        input: &TraceInput<'_>,
        plan: &MemoryPlan,
    ) -> Result<Vec<u8>, TraceReadError> {
        if self.runtime != Runtime::Tflm {
            let problem = "the plan is for LiteRT, which reads no plans: plan the model with \
                           --from 'tflite{runtime=tflm}'";
            return Err(TraceReadError::refused("unsupported", problem));
        }
        let scopes = self.read(input)?.scopes;
        arena::check_plan(&scopes, plan)?;
        let model = Model::read(input.bytes)?;
        let n_tensors = model
            .subgraphs
            .iter()
            .map(|subgraph| subgraph.tensors.len());
        let mut offsets = vec![-1; n_tensors.sum()];
        for (schedule, subgraph) in plan.schedules.iter().zip(&model.subgraphs) {
            let arena = self.arena(subgraph, &mut LeftOutValues::default())?;
            for (&tensor, buffer) in arena.tensors.iter().zip(arena.arena.buffers()) {
                let offset = schedule.offsets[buffer];
                offsets[tensor] = i32::try_from(offset.0).map_err(|_| {
                    let problem = format!("the offset {offset} does not fit 32 bits");
                    TraceReadError::refused("too-large", problem)
                })?;
            }
        }
        offline::with_offsets(input.bytes, &offsets, model.subgraphs.len())
    }

    fn options(&self) -> Options<'_, dyn TraceReader> {
        Options::of(self, Self::DEFAULT, |reader| {
            vec![
                Field::word("runtime", &mut reader.runtime, RUNTIMES)
                    .help("Whose lifetimes: `litert`, or `tflm` for TensorFlow Lite for Microcontrollers, which runs nothing in place."),
                reader.aliases.field(),
                reader.inputs.field("inputs")
                    .help("Inputs of graphs, which are live throughout: `include` or `exclude`."),
                reader.outputs.field("outputs")
                    .help("Outputs of graphs, which are live to the end: `include` or `exclude`."),
                reader.variables.field("variables")
                    .help("State variables, which are live throughout: `include` or `exclude`."),
                arena::alignment(&mut reader.alignment)
                    .help("Alignment of all buffers. Default: 64, or 16 with `runtime=tflm`."),
            ]
        })
    }
}

impl Runtime {
    fn name(self) -> &'static str {
        match self {
            Self::Litert => "LiteRT",
            Self::Tflm => "TensorFlow Lite for Microcontrollers",
        }
    }
}

impl Model {
    /// The offsets of the tensors of a subgraph, if the model has them.
    fn offsets(&self, number: usize) -> Option<&[i32]> {
        let before = self.subgraphs.iter().take(number);
        let first: usize = before.map(|subgraph| subgraph.tensors.len()).sum();
        let n_tensors = self.subgraphs.get(number)?.tensors.len();
        self.offline
            .as_ref()?
            .get(first..first.checked_add(n_tensors)?)
    }
}

/// The arena of a subgraph, and the tensor of each of its values.
struct TensorArena {
    arena: Arena,
    tensors: Vec<usize>,
}

/// Sets the offsets of values to those of a plan. Returns whether the plan has all of them.
fn place_values(arena: &mut TensorArena, offsets: &[i32]) -> bool {
    let values = arena.arena.values.iter_mut().zip(&arena.tensors);
    let mut is_whole = true;
    for (value, &tensor) in values {
        let offset = offsets
            .get(tensor)
            .and_then(|&offset| u64::try_from(offset).ok());
        value.offset = offset.unwrap_or(0);
        is_whole &= offset.is_some();
    }
    is_whole
}

/// The uses of a tensor in a subgraph.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    is_input: bool,
    is_output: bool,
    producer: Option<usize>,
    last_consumer: Option<usize>,
    n_consumers: usize,
}

/// The bytes of a tensor; `None` if it is not in the arena.
fn static_size(tensor: &Tensor, number: usize) -> Result<Option<u64>, TraceReadError> {
    match tensor.size {
        Size::Bytes(bytes) => Ok(Some(bytes)),
        Size::None => Ok(None),
        Size::Dynamic(dimension) => {
            let problem = format!(
                "tensor {number} '{}' has the dimension {dimension}: sizes must come from the interpreter",
                tensor.name
            );
            Err(TraceReadError::refused("dynamic-size", problem))
        }
    }
}

/// The uses of all tensors of a subgraph.
fn uses(subgraph: &Subgraph) -> Vec<Use> {
    let mut uses = vec![Use::default(); subgraph.tensors.len()];
    for &tensor in &subgraph.inputs {
        uses[tensor].is_input = true;
    }
    for &tensor in &subgraph.outputs {
        uses[tensor].is_output = true;
    }
    for (tick, operator) in subgraph.operators.iter().enumerate() {
        for &tensor in &operator.inputs {
            uses[tensor].last_consumer = Some(tick);
            uses[tensor].n_consumers += 1;
        }
        for &tensor in &operator.outputs {
            uses[tensor].producer.get_or_insert(tick);
        }
    }
    uses
}

impl Tflite {
    /// Sets the offsets of values to those of the plan in the model. Returns a remark if the plan is for another
    /// interpreter.
    fn place(&self, arena: &mut TensorArena, offsets: Option<&[i32]>) -> Option<String> {
        let is_whole = place_values(arena, offsets?);
        let arena = &mut arena.arena;
        let values = &arena.values;
        let is_split =
            |&&(later, earlier): &&(usize, usize)| values[later].offset != values[earlier].offset;
        let split = arena.did.iter().find(is_split);
        if let Some(&(later, earlier)) = split.filter(|_| self.aliases == Aliases::Fuse) {
            let remark = format!(
                "{}: the offline memory plan is left out: `{}` and `{}` share memory in LiteRT, and not in the plan; \
                 `runtime=tflm` reads it",
                arena.scope, values[earlier].name, values[later].name
            );
            arena.values.iter_mut().for_each(|value| value.offset = 0);
            return is_whole.then_some(remark);
        }
        arena.planner = is_whole.then_some("tflm-offline");
        None
    }

    /// Rejects models whose subgraphs share an arena.
    fn check(&self, model: &Model) -> Result<(), TraceReadError> {
        let n_subgraphs = model.subgraphs.len();
        if self.runtime == Runtime::Tflm && n_subgraphs > 1 {
            let problem = format!(
                "the {n_subgraphs} subgraphs of the model share an arena on microcontrollers: only models of one subgraph \
                 can be read with `runtime=tflm`"
            );
            return Err(TraceReadError::refused("unsupported", problem));
        }
        Ok(())
    }

    fn arena(
        &self,
        subgraph: &Subgraph,
        left_out: &mut LeftOutValues,
    ) -> Result<TensorArena, TraceReadError> {
        let uses = uses(subgraph);
        let n_ticks = subgraph.operators.len();
        let (mut values, mut tensors) = (Vec::new(), Vec::new());
        let mut value_of = vec![None; subgraph.tensors.len()];
        for (number, tensor) in subgraph.tensors.iter().enumerate() {
            let live = match self.live(subgraph, number, uses[number], n_ticks) {
                Ok(live) => live,
                Err(reason) => {
                    let bytes = match tensor.size {
                        Size::Bytes(bytes) => bytes,
                        Size::Dynamic(_) | Size::None => 0,
                    };
                    left_out.add(reason, bytes, || tensor.name.clone());
                    continue;
                }
            };
            let Some(size) = static_size(tensor, number)? else {
                left_out.add("tensor outside of the arena", 0, || tensor.name.clone());
                continue;
            };
            value_of[number] = Some(values.len());
            tensors.push(number);
            values.push(Value {
                name: tensor.name.clone(),
                size: match self.runtime {
                    Runtime::Litert => size,
                    Runtime::Tflm => size
                        .checked_next_multiple_of(TFLM_ALIGNMENT)
                        .unwrap_or(size),
                },
                live,
                offset: 0,
            });
        }
        let shared = match self.runtime {
            Runtime::Litert => shared(subgraph, &uses),
            Runtime::Tflm => Vec::new(),
        };
        let did = shared
            .into_iter()
            .filter_map(|(later, earlier)| Some((value_of[later]?, value_of[earlier]?)));
        let arena = Arena {
            scope: subgraph.name.clone(),
            memory_space: None,
            alignment: self.alignment.unwrap_or(match self.runtime {
                Runtime::Litert => ALIGNMENT,
                Runtime::Tflm => TFLM_ALIGNMENT,
            }),
            must: Groups::new(values.len()),
            did: did.collect(),
            values,
            planner: None,
        };
        Ok(TensorArena { arena, tensors })
    }

    /// When a tensor is live, or why it is left out.
    fn live(
        &self,
        subgraph: &Subgraph,
        number: usize,
        used: Use,
        n_ticks: usize,
    ) -> Result<Lifetime, &'static str> {
        let tensor = &subgraph.tensors[number];
        // On microcontrollers, inputs have a tick before that of the first operator.
        let is_tflm = self.runtime == Runtime::Tflm;
        let first = usize::from(is_tflm);
        let live = |begin: usize, end: usize| {
            let tick = |tick: usize| Tick(i64::try_from(tick).unwrap_or(i64::MAX));
            Ok(Lifetime::half_open(tick(begin), tick(end + first)))
        };
        let is_left_out = |inclusion| inclusion == Inclusion::Exclude;
        match used {
            _ if tensor.is_constant => Err("constant"),
            _ if tensor.is_variable && is_left_out(self.variables) => Err("variable"),
            _ if tensor.is_variable => live(0, n_ticks),
            Use { is_input: true, .. } if is_left_out(self.inputs) => Err("input"),
            Use {
                is_input: true,
                is_output: false,
                producer: None,
                last_consumer,
                ..
            } if is_tflm => live(0, last_consumer.map_or(0, |last| last + 1)),
            Use { is_input: true, .. } => live(0, n_ticks),
            Use { producer: None, .. } => Err("tensor that no operator writes"),
            Use {
                is_output: true, ..
            } if is_left_out(self.outputs) => Err("output"),
            Use {
                is_output: false,
                producer: Some(begin),
                last_consumer: Some(last),
                ..
            } if begin <= last => live(begin + first, last + 1),
            Use {
                is_output: false,
                producer: Some(begin),
                last_consumer: None,
                ..
            } if is_tflm => live(begin + first, begin + 1),
            Use {
                producer: Some(begin),
                ..
            } => live(begin + first, n_ticks),
        }
    }
}

/// An operation that LiteRT runs in place.
struct InPlace {
    code: i32,
    /// How many of the first inputs may be overwritten.
    n_inputs: usize,
    /// Whether the elements of the output differ from those of the input.
    changes: Changes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Changes {
    Data,
    Nothing,
}

/// Operations that LiteRT runs in place, by their numbers in the schema: `ADD`, `MUL`, `SUB`, `DIV`, `SOFTMAX`,
/// `DYNAMIC_UPDATE_SLICE`; `RESHAPE`, `SQUEEZE`, `EXPAND_DIMS`, `BITCAST`.
const IN_PLACE: &[InPlace] = &[
    in_place(0, 2, Changes::Data),
    in_place(18, 2, Changes::Data),
    in_place(41, 2, Changes::Data),
    in_place(42, 2, Changes::Data),
    in_place(25, 1, Changes::Data),
    in_place(151, 1, Changes::Data),
    in_place(22, 1, Changes::Nothing),
    in_place(43, 1, Changes::Nothing),
    in_place(70, 1, Changes::Nothing),
    in_place(159, 1, Changes::Nothing),
];

const fn in_place(code: i32, n_inputs: usize, changes: Changes) -> InPlace {
    InPlace {
        code,
        n_inputs,
        changes,
    }
}

/// The outputs that LiteRT writes over inputs: pairs of the later tensor and the earlier one.
fn shared(subgraph: &Subgraph, uses: &[Use]) -> Vec<(usize, usize)> {
    let mut root: Vec<usize> = (0..subgraph.tensors.len()).collect();
    let mut shared = Vec::new();
    for operator in &subgraph.operators {
        let Some(kind) = IN_PLACE.iter().find(|kind| kind.code == operator.code) else {
            continue;
        };
        if let Some((output, input)) = overwritten(subgraph, uses, &root, operator, kind) {
            root[output] = root[input];
            shared.push((output, input));
        }
    }
    shared
}

/// The output of an operator, and the first input that it may overwrite.
fn overwritten(
    subgraph: &Subgraph,
    uses: &[Use],
    root: &[usize],
    operator: &Operator,
    kind: &InPlace,
) -> Option<(usize, usize)> {
    let &output = operator.outputs.first()?;
    let n_references = |tensor: usize| {
        let used = uses[tensor];
        let is_variable = subgraph.tensors[tensor].is_variable;
        used.n_consumers + usize::from(used.is_output) + usize::from(is_variable)
    };
    let size = |tensor: usize| match subgraph.tensors[tensor].size {
        Size::Bytes(bytes) => Some(bytes),
        Size::Dynamic(_) | Size::None => None,
    };
    if uses[output].is_output || uses[output].is_input || root[output] != output {
        return None;
    }
    let is_eligible = |&&input: &&usize| {
        let is_outside = subgraph.tensors[input].is_constant || uses[input].is_input;
        let is_equal = size(input).is_some() && size(input) == size(output);
        let is_unread = || {
            [input, root[input]]
                .into_iter()
                .all(|tensor| n_references(tensor) == 1)
        };
        let is_large = size(input) > Some(4);
        let may_change = kind.changes == Changes::Nothing || (is_large && is_unread());
        input != output && !is_outside && is_equal && may_change
    };
    let inputs = operator.inputs.iter().take(kind.n_inputs);
    inputs
        .into_iter()
        .find(is_eligible)
        .map(|&input| (output, input))
}
