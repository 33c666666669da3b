//! Unregistered operations and declared functions, modelled as seeded hash functions of their inputs.
//!
//! Such an operation reads all its operands including the contents of buffers that were fully written, overwrites all
//! its buffers, and returns results that depend on everything it read. Two programs therefore agree only if they
//! execute the same unknown operations with the same values in the same order.

use std::rc::Rc;

use super::memref::read_all;
use crate::elements::Elements;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values, mix};
use crate::memory::Owner;
use crate::value::{Dims, Indices, Kind, Layout, MemRef, Tensor, Value, n_elements, row_major};
use memplan_mlir::semantics::truncated;
use memplan_mlir::{DYNAMIC, Module, OpId, TypeId, TypeKind, names};

/// Runs an operation without definition.
pub(crate) fn exec(machine: &mut Machine<'_>, op: OpId) -> Step {
    let m = machine.m;
    let has_code = m
        .regions(op)
        .iter()
        .any(|&region| m.first_block(region).is_some());
    if has_code {
        return machine.unsupported(op, "an operation without definition that has regions");
    }
    let mut hash = hash_bytes(machine.options.seed, m.op_name_text(op).as_bytes());
    for dict in [m.props(op), m.attrs(op)] {
        for (name, attr) in dict.sorted(&m.ctx) {
            hash = hash_bytes(hash, m.ctx.bytes(name));
            hash = hash_bytes(hash, memplan_mlir::text::attr_text(&m.ctx, attr).as_bytes());
        }
    }
    let args = machine.operands(op)?;
    let results = act(machine, op, hash, &args, |_| true, Owner::Unknown)?;
    machine.finish_all(op, results)
}

/// Calls a function without a body. The caller owns the buffers that it returns.
pub(super) fn external_call(
    machine: &mut Machine<'_>,
    op: OpId,
    function: OpId,
    args: &[Value],
) -> Step {
    let m = machine.m;
    let name = m.symbol_name(function);
    let name = name.map_or(&[][..], |name| m.ctx.bytes(name));
    let hash = hash_bytes(machine.options.seed, name);
    let is_written = |arg: usize| !is_read_only(m, function, arg);
    let results = act(machine, op, hash, args, is_written, Owner::Heap)?;
    machine.finish_all(op, results)
}

/// Whether `bufferization.access` promises that the function only reads its argument.
fn is_read_only(m: &Module, function: OpId, arg: usize) -> bool {
    let access = m.arg_attr(function, arg, names::ACCESS);
    let word = access.and_then(|attr| m.ctx.attr_str(attr));
    matches!(word.map(|word| m.ctx.bytes(word)), Some(b"read" | b"none"))
}

fn act(
    machine: &mut Machine<'_>,
    op: OpId,
    mut hash: u64,
    args: &[Value],
    is_written: impl Fn(usize) -> bool,
    owner: Owner,
) -> Step<Values> {
    for arg in args {
        hash = mix(hash, digest(machine, op, arg)?);
    }
    machine.observe(hash);
    for (index, arg) in args.iter().enumerate() {
        if let Value::MemRef(memref) = arg
            && is_written(index)
            && !machine.memory.get(memref.allocation).is_constant
        {
            fill(machine, op, memref, mix(hash, index as u64))?;
        }
    }
    (0..machine.m.result_count(op))
        .map(|index| {
            let ty = machine.result_type(op, index)?;
            make(machine, op, ty, mix(hash, !(index as u64)), owner)
        })
        .collect()
}

pub(crate) fn hash_bytes(hash: u64, bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(mix(hash, bytes.len() as u64), mix)
}

/// A hash of a value and everything that can be read through it.
fn digest(machine: &mut Machine<'_>, op: OpId, value: &Value) -> Step<u64> {
    Ok(match value {
        Value::Int(bits) => mix(1, *bits),
        Value::Float(number) => mix(2, float_bits(*number)),
        Value::Complex(re, im) => mix(mix(3, float_bits(*re)), float_bits(*im)),
        Value::Vector(elements) => digest_all(machine, op, 4, elements)?,
        Value::Tensor(tensor) => {
            let sizes = digest_sizes(5, &tensor.sizes);
            let elements: Vec<Value> = tensor.elements.iter().collect();
            digest_all(machine, op, sizes, &elements)?
        }
        Value::MemRef(memref) => {
            let elements = read_all(machine, op, memref)?;
            // As for a tensor: bufferization changes the types of arguments, not what the function computes.
            let sizes = digest_sizes(5, &memref.sizes);
            if elements
                .iter()
                .any(|element| matches!(element, Value::Poison))
            {
                if machine.options.opaque_reads_everything {
                    let message = "passes uninitialised memory to an unknown operation".to_owned();
                    return machine.access_fault(FaultKind::UninitialisedRead, op, memref, message);
                }
                return Ok(sizes);
            }
            digest_all(machine, op, sizes, &elements)?
        }
        Value::Function(function) => {
            let name = machine.m.symbol_name(*function);
            hash_bytes(7, name.map_or(&[][..], |name| machine.m.ctx.bytes(name)))
        }
        Value::Token | Value::Job { .. } | Value::Group(_) => 8,
        Value::Poison => {
            return machine.fault(
                FaultKind::Undefined,
                op,
                "hands a poison value to an unknown operation",
            );
        }
    })
}

fn digest_sizes(hash: u64, sizes: &[i64]) -> u64 {
    sizes
        .iter()
        .fold(hash, |hash, &size| mix(hash, size.cast_unsigned()))
}

fn digest_all(machine: &mut Machine<'_>, op: OpId, hash: u64, elements: &[Value]) -> Step<u64> {
    let mut hash = hash;
    for element in elements {
        // Undefined elements of a tensor do not contribute to the digest.
        if !matches!(element, Value::Poison) {
            hash = mix(hash, digest(machine, op, element)?);
        }
    }
    Ok(hash)
}

/// The bits of a float, with the same bits for all NaNs.
///
/// `-0.0` and `0.0` differ, though they are equal numbers: a division tells them apart, and so may an unknown
/// operation. A rewrite that loses the sign of zero is therefore found.
pub(crate) fn float_bits(number: f64) -> u64 {
    if number.is_nan() {
        f64::NAN.to_bits()
    } else {
        number.to_bits()
    }
}

/// Writes contents that depend on a seed to all elements.
pub(super) fn fill(machine: &mut Machine<'_>, op: OpId, memref: &MemRef, seed: u64) -> Step {
    let layout = machine.layout(op, memref.element)?;
    let mut n = 0;
    let mut indices = Indices::new(&memref.sizes);
    while let Some(at) = indices.next() {
        machine.step(op)?;
        let Some(value) = number(&layout, mix(seed, n)) else {
            return machine.unsupported(op, "contents of this type");
        };
        machine.store(op, memref, &at, &value)?;
        n += 1;
    }
    Ok(())
}

/// A number of this layout that depends on some bits. Floats and 64-bit integers are small, so that they are usable
/// as indices and sums stay exact.
pub(crate) fn number(layout: &Layout, bits: u64) -> Option<Value> {
    let small = |bits: u64| (bits % 17) as f64 - 8.0;
    Some(match layout {
        Layout::Int(64) => Value::Int(bits % 5),
        Layout::Int(width) => Value::Int(truncated(bits, *width)),
        Layout::Float(_) => Value::Float(small(bits)),
        Layout::Complex(_) => Value::Complex(small(bits), small(bits >> 32)),
        Layout::Vector(n, element) => {
            let elements: Option<Vec<Value>> = (0..*n as u64)
                .map(|at| number(element, mix(bits, at)))
                .collect();
            Value::Vector(elements?.into())
        }
        Layout::Object => return None,
    })
}

/// Sizes of a value of a type, small where the type does not say.
fn sizes(m: &Module, ty: TypeId, seed: u64) -> Dims {
    let small_size = |at: usize| 1 + (mix(seed, at as u64) % 3).cast_signed();
    match m.ctx.type_kind(ty) {
        TypeKind::UnrankedMemRef { .. } | TypeKind::UnrankedTensor { .. } => {
            Dims::from_slice(&[small_size(0)])
        }
        _ => {
            let shape = m.ctx.shape(ty).unwrap_or(&[]).iter().enumerate();
            let sizes = shape.map(|(at, &size)| {
                if size == DYNAMIC {
                    small_size(at)
                } else {
                    size
                }
            });
            sizes.collect()
        }
    }
}

/// A value of a type that depends on a seed.
fn make(machine: &mut Machine<'_>, op: OpId, ty: TypeId, seed: u64, owner: Owner) -> Step<Value> {
    let m = machine.m;
    let sizes = sizes(m, ty, seed);
    match m.ctx.type_kind(ty) {
        TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. } => {
            let Some(element) = m.ctx.element_type(ty) else {
                return machine.unsupported(op, "a result of this type");
            };
            // If the type leaves strides or the offset open, the layout is as dense as possible.
            let strides = m.ctx.memref_strides_offset(ty);
            let is_known = strides.is_some_and(|(strides, offset)| {
                offset != DYNAMIC && strides.iter().zip(&sizes).all(|(s, _)| *s != DYNAMIC)
            });
            let memref = if is_known {
                super::memref::fresh(machine, op, ty, sizes, &[], owner)?
            } else {
                let n = n_elements(&sizes);
                MemRef {
                    allocation: machine.allocate(op, element, n, owner)?,
                    base: 0,
                    offset: 0,
                    strides: row_major(&sizes),
                    sizes,
                    element,
                }
            };
            fill(machine, op, &memref, seed)?;
            Ok(Value::MemRef(Rc::new(memref)))
        }
        TypeKind::Tensor { element, .. } | TypeKind::UnrankedTensor { element } => {
            let layout = machine.layout(op, *element)?;
            let n = n_elements(&sizes).unwrap_or(0).min(1 << 20);
            let elements: Option<Vec<Value>> =
                (0..n).map(|at| number(&layout, mix(seed, at))).collect();
            match elements {
                Some(elements) => {
                    let elements = Elements::packed(Kind::of(m, *element), elements);
                    Ok(Value::Tensor(Rc::new(Tensor { sizes, elements })))
                }
                None => machine.unsupported(op, "a result of this type"),
            }
        }
        TypeKind::Opaque { .. } | TypeKind::None => Ok(Value::Token),
        _ => {
            let layout = machine.layout(op, ty)?;
            match number(&layout, seed) {
                Some(value) => Ok(value),
                None => machine.unsupported(op, "a result of this type"),
            }
        }
    }
}
