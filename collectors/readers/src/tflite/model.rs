//! The parts of a model from which traces are made: tensors, operators, and the calls between subgraphs.

use super::{DAMAGED, TraceReadError};
use crate::flat::{Flat, Table};

/// The maximum depth of subgraphs that call one another.
const MAX_DEPTH: usize = 64;

#[derive(Debug)]
pub(super) struct Model {
    pub(super) subgraphs: Vec<Subgraph>,
    /// Offsets of the tensors of all subgraphs, one after the other, where the model has them; -1 is none.
    pub(super) offline: Option<Vec<i32>>,
}

#[derive(Debug)]
pub(super) struct Subgraph {
    pub(super) name: String,
    pub(super) tensors: Vec<Tensor>,
    pub(super) inputs: Vec<usize>,
    pub(super) outputs: Vec<usize>,
    pub(super) operators: Vec<Operator>,
}

#[derive(Clone, Debug)]
pub(super) struct Tensor {
    pub(super) name: String,
    pub(super) size: Size,
    pub(super) is_constant: bool,
    pub(super) is_variable: bool,
}

/// The size of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Bytes(u64),
    /// A dimension is unknown.
    Dynamic(i32),
    /// Strings, resources and variants are not in the arena.
    None,
}

#[derive(Clone, Debug)]
pub(super) struct Operator {
    /// The number of the operation in the schema of TFLite.
    pub(super) code: i32,
    /// Tensors; absent ones are left out.
    pub(super) inputs: Vec<usize>,
    pub(super) outputs: Vec<usize>,
    /// Subgraphs.
    pub(super) calls: Vec<usize>,
}

impl Model {
    /// Reads a model.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, TraceReadError> {
        let flat = Flat::new(bytes);
        let model = flat.root()?;
        let mut codes = Vec::new();
        for code in flat.tables(model, 1)? {
            let old = i32::from(flat.byte(code, 0)?.cast_signed());
            codes.push(old.max(flat.int(code, 3)?));
        }
        let buffers = flat.tables(model, 4)?;
        let mut has_data = Vec::with_capacity(buffers.len());
        for &buffer in &buffers {
            let is_inside = flat.vector(buffer, 0, 1)?.length > 0;
            let is_after = flat.long(buffer, 1)? > 1 && flat.long(buffer, 2)? > 0;
            has_data.push(is_inside || is_after);
        }
        let mut subgraphs = Vec::new();
        let tables = flat.tables(model, 2)?;
        for &table in &tables {
            let reader = SubgraphReader {
                flat: &flat,
                codes: &codes,
                has_data: &has_data,
                n_subgraphs: tables.len(),
            };
            subgraphs.push(reader.read(table, subgraphs.len())?);
        }
        let n_tensors = subgraphs
            .iter()
            .map(|subgraph| subgraph.tensors.len())
            .sum();
        Ok(Self {
            offline: offline(&flat, model, &buffers, n_tensors)?,
            subgraphs,
        })
    }

    /// The subgraphs that the first one reaches, each once, callers first.
    pub(super) fn reached(&self) -> Result<Vec<usize>, TraceReadError> {
        let mut state = vec![State::New; self.subgraphs.len()];
        let mut order = Vec::new();
        // A subgraph, its next operator, and the next call of that operator.
        let mut stack: Vec<(usize, usize, usize)> = Vec::new();
        if let Some(first) = state.first_mut() {
            *first = State::Open;
            order.push(0);
            stack.push((0, 0, 0));
        }
        while let Some((graph, operator, call)) = stack.last_mut() {
            let (caller, at) = (*graph, *operator);
            let Some(caller_op) = self.subgraphs[caller].operators.get(at) else {
                state[caller] = State::Done;
                stack.pop();
                continue;
            };
            let Some(&callee) = caller_op.calls.get(*call) else {
                (*operator, *call) = (at + 1, 0);
                continue;
            };
            *call += 1;
            match state[callee] {
                State::Done => {}
                State::Open => {
                    let name = caller_op.call_name();
                    let problem =
                        format!("subgraph {callee} calls itself through operator {at} ({name})");
                    return Err(TraceReadError::refused(DAMAGED, problem));
                }
                State::New if stack.len() == MAX_DEPTH => {
                    let problem = format!("subgraphs call one another more than {MAX_DEPTH} deep");
                    return Err(TraceReadError::refused("too-deep", problem));
                }
                State::New => {
                    state[callee] = State::Open;
                    order.push(callee);
                    stack.push((callee, 0, 0));
                }
            }
        }
        Ok(order)
    }
}

/// How far a subgraph has been walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

impl Operator {
    /// The name of an operation that calls subgraphs.
    fn call_name(&self) -> &'static str {
        let call = CALLS.iter().find(|(code, ..)| *code == self.code);
        call.map_or("", |&(_, name, _)| name)
    }
}

/// Operations that call subgraphs: how many they name in their options.
const CALLS: &[(i32, &str, usize)] = &[(118, "IF", 2), (119, "WHILE", 2), (129, "CALL_ONCE", 1)];

struct SubgraphReader<'f, 'a> {
    flat: &'f Flat<'a>,
    codes: &'f [i32],
    has_data: &'f [bool],
    n_subgraphs: usize,
}

impl SubgraphReader<'_, '_> {
    fn read(&self, table: Table, number: usize) -> Result<Subgraph, TraceReadError> {
        let flat = self.flat;
        let mut tensors = Vec::new();
        for tensor in flat.tables(table, 0)? {
            tensors.push(self.tensor(tensor)?);
        }
        let indices = |table: Table, slot: usize| -> Result<Vec<usize>, TraceReadError> {
            let mut list = Vec::new();
            for index in flat.ints(table, slot)? {
                // -1 denotes an absent tensor.
                if index != -1 {
                    list.push(checked(index, tensors.len(), "tensor")?);
                }
            }
            Ok(list)
        };
        let mut operators = Vec::new();
        for operator in flat.tables(table, 3)? {
            let code = flat.int(operator, 0)?;
            let code = self.codes[checked(code, self.codes.len(), "operator code")?];
            operators.push(Operator {
                code,
                inputs: indices(operator, 1)?,
                outputs: indices(operator, 2)?,
                calls: self.calls(operator, code)?,
            });
        }
        let name = flat.text(table, 4)?;
        Ok(Subgraph {
            name: if name.is_empty() {
                format!("subgraph{number}")
            } else {
                name
            },
            inputs: indices(table, 1)?,
            outputs: indices(table, 2)?,
            operators,
            tensors,
        })
    }

    fn calls(&self, operator: Table, code: i32) -> Result<Vec<usize>, TraceReadError> {
        let mut calls = Vec::new();
        if let Some(&(_, _, n_calls)) = CALLS.iter().find(|(call, ..)| *call == code)
            && let Some(options) = self.flat.table(operator, 4)?
        {
            for slot in 0..n_calls {
                let callee = self.flat.int(options, slot)?;
                calls.push(checked(callee, self.n_subgraphs, "subgraph")?);
            }
        }
        Ok(calls)
    }

    fn tensor(&self, table: Table) -> Result<Tensor, TraceReadError> {
        let flat = self.flat;
        let buffer = flat.uint(table, 2)?;
        let buffer = usize::try_from(buffer).unwrap_or(usize::MAX);
        let has_data = self.has_data.get(buffer);
        if has_data.is_none() && buffer != 0 {
            let problem = format!("there is no buffer {buffer}");
            return Err(TraceReadError::refused(DAMAGED, problem));
        }
        Ok(Tensor {
            name: flat.text(table, 3)?,
            size: size(&flat.ints(table, 0)?, flat.byte(table, 1)?)?,
            is_constant: buffer != 0 && has_data == Some(&true),
            is_variable: flat.byte(table, 5)? != 0,
        })
    }
}

/// An index into a list of `n`.
fn checked(index: i32, n: usize, what: &str) -> Result<usize, TraceReadError> {
    let inside = usize::try_from(index).ok().filter(|&index| index < n);
    inside.ok_or_else(|| {
        let problem = format!("there is no {what} {index}; there are {n}");
        TraceReadError::refused(DAMAGED, problem)
    })
}

/// Bits of an element by the number of its type; 0 where elements have no size.
const BITS: [u64; 23] = [
    32, 16, 32, 8, 64, 0, 8, 16, 64, 8, 64, 128, 64, 0, 0, 32, 16, 4, 16, 2, 4, 8, 8,
];

fn size(shape: &[i32], kind: u8) -> Result<Size, TraceReadError> {
    let Some(&bits) = BITS.get(usize::from(kind)) else {
        let problem = format!("tensors of type {kind} are not known");
        return Err(TraceReadError::refused("unsupported", problem));
    };
    if bits == 0 {
        return Ok(Size::None);
    }
    if let Some(&dimension) = shape.iter().find(|dimension| **dimension < 0) {
        return Ok(Size::Dynamic(dimension));
    }
    // An empty tensor may have large dimensions.
    if shape.contains(&0) {
        return Ok(Size::Bytes(0));
    }
    let dimensions = shape
        .iter()
        .map(|dimension| u64::from(dimension.unsigned_abs()));
    let n_bits = dimensions.into_iter().try_fold(bits, u64::checked_mul);
    match n_bits {
        Some(n_bits) => Ok(Size::Bytes(n_bits.div_ceil(8))),
        None => {
            let problem = format!("a tensor of {shape:?} elements is too large");
            Err(TraceReadError::refused(DAMAGED, problem))
        }
    }
}

/// The offsets that the metadata of a model may have for TensorFlow Lite for Microcontrollers.
fn offline(
    flat: &Flat<'_>,
    model: Table,
    buffers: &[Table],
    n_tensors: usize,
) -> Result<Option<Vec<i32>>, TraceReadError> {
    // The interpreter uses the last entry with this name.
    let mut plan = None;
    for entry in flat.tables(model, 6)? {
        if flat.bytes_of(entry, 0)? != super::offline::NAME {
            continue;
        }
        let buffer = usize::try_from(flat.uint(entry, 1)?).unwrap_or(usize::MAX);
        let Some(&buffer) = buffers.get(buffer) else {
            let problem = format!("there is no buffer {buffer}");
            return Err(TraceReadError::refused(DAMAGED, problem));
        };
        let words = flat.bytes_of(buffer, 0)?.chunks_exact(4);
        let words = words.map(|word| {
            word.first_chunk()
                .map_or(0, |word| i32::from_le_bytes(*word))
        });
        // Version, subgraphs, tensors; then an offset for each tensor.
        let mut words = words.skip(2);
        let n_offsets = words.next().and_then(|n| usize::try_from(n).ok());
        let offsets: Vec<i32> = words.take(n_tensors).collect();
        if n_offsets != Some(n_tensors) || offsets.len() != n_tensors {
            let problem = format!("the offline memory plan is not one of {n_tensors} tensors");
            return Err(TraceReadError::refused(DAMAGED, problem));
        }
        plan = Some(offsets);
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::{Model, Operator, Size, Subgraph, size};

    /// Each subgraph calls the next one, twice.
    #[test]
    fn calls_are_followed_to_a_depth() {
        let reached = |n: usize| {
            let operator = |callee| Operator {
                code: 129,
                inputs: Vec::new(),
                outputs: Vec::new(),
                calls: vec![callee, callee],
            };
            let subgraphs = (0..n).map(|number| Subgraph {
                name: String::new(),
                tensors: Vec::new(),
                inputs: Vec::new(),
                outputs: Vec::new(),
                operators: (number + 1..n).take(1).map(operator).collect(),
            });
            let model = Model {
                subgraphs: subgraphs.collect(),
                offline: None,
            };
            model.reached().map_err(|error| error.to_string())
        };
        assert_eq!(reached(0), Ok(vec![]));
        assert_eq!(reached(64), Ok((0..64).collect()));
        let error = "subgraphs call one another more than 64 deep";
        assert_eq!(reached(65), Err(error.to_owned()));
    }

    #[test]
    fn sizes_are_rounded_up_and_checked() {
        assert_eq!(size(&[3], 17), Ok(Size::Bytes(2)));
        assert_eq!(size(&[], 0), Ok(Size::Bytes(4)));
        assert_eq!(size(&[2, 5], 5), Ok(Size::None));
        assert_eq!(size(&[2, -1], 0), Ok(Size::Dynamic(-1)));
        assert_eq!(
            size(&[i32::MAX, i32::MAX, i32::MAX, 0], 0),
            Ok(Size::Bytes(0))
        );
        assert_eq!(
            size(&[i32::MAX, i32::MAX, 9], 0).unwrap_err().code(),
            "damaged"
        );
        assert_eq!(size(&[1], 23).unwrap_err().code(), "unsupported");
    }
}
