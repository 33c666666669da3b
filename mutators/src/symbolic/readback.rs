//! Executes emitted arithmetic and compares it with the formulas of a plan.

use memplan_memory_model::{SizeSource, SymbolicSizes};
use memplan_mlir::semantics::{Kernel, Scalar, Semantics, compare_ints};
use memplan_mlir::{INDEX_WIDTH, Module, OpId, TypeKind, ValueId, names};
use memplan_planner::BufferId;
use memplan_support::Random;
use memplan_support::symbolic::{Polynomial, Symbol};
use rustc_hash::FxHashMap;

use super::{SymbolicArena, SymbolicRewrite, normal_form};

/// At how many shapes the emitted code is executed, and how many of them may be outside of the ranges.
const SHAPES: (u64, u64) = (64, 16);

/// Emitted code that does not compute what the plan says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadBackError {
    /// An operation is not one that computes sizes.
    #[error("an operation in the computation of {what} is not understood")]
    Unknown {
        /// What is computed.
        what: String,
    },
    /// A value differs for some values of the symbols.
    #[error("{what} is not what the plan says")]
    OtherForm {
        /// What is computed.
        what: String,
    },
    /// A value differs.
    #[error("{what} is {found} instead of {expected} for the values {values:?}")]
    Differs {
        /// What is computed.
        what: String,
        /// The emitted value.
        found: i64,
        /// The value of the formula.
        expected: i64,
        /// The values of the symbols of the plan.
        values: Vec<i64>,
    },
}

/// Executes the emitted computation of size and offsets symbolically, where that is possible, and compares it with the
/// formulas as maxima of polynomials. In addition, executes it at 64 random shapes, of which a quarter is outside of
/// the ranges, and compares it with the formulas, which are evaluated here once more.
/// `O(64 * (operations + buffers + edges))`.
///
/// # Errors
/// [`ReadBackError`] for the first difference.
pub fn read_back(
    m: &Module,
    rewrite: &SymbolicRewrite<'_>,
    arena: &SymbolicArena,
) -> Result<(), ReadBackError> {
    normal_form::compare(m, rewrite, arena).map_err(|what| ReadBackError::OtherForm { what })?;
    let mut random = Random::new(rewrite.sites.len() as u64);
    for number in 0..SHAPES.0 {
        let is_outside = number % (SHAPES.0 / SHAPES.1) == 0;
        let pick = |symbol: &Symbol| random_value(symbol, is_outside, &mut random);
        let Some(symbols) = symbol_values(m, rewrite.sizes, pick) else {
            continue;
        };
        let values: Vec<i64> = rewrite
            .symbols
            .iter()
            .map(|&index| symbols[index])
            .collect();
        let Some((offsets, peak)) = formulas(rewrite, &values) else {
            continue; // a size exceeds 63 bits
        };
        let machine = |given: &[(ValueId, usize)]| Machine {
            m,
            rewrite,
            symbols: &symbols,
            known: given
                .iter()
                .map(|&(value, at)| (value, symbols[at]))
                .collect(),
        };
        let compare =
            |machine: &mut Machine<'_>, what: &dyn Fn() -> String, value, expected: i64| {
                match machine.eval(value) {
                    None => Err(ReadBackError::Unknown { what: what() }),
                    Some(actual) if actual == expected => Ok(()),
                    Some(actual) => Err(ReadBackError::Differs {
                        what: what(),
                        found: actual,
                        expected,
                        values: values.clone(),
                    }),
                }
            };
        for size in &arena.sizes {
            let what = || "the size of the arena".to_owned();
            compare(&mut machine(&size.symbols), &what, size.value, peak)?;
        }
        let mut machine = machine(&[]);
        for (buffer, (&value, &offset)) in arena.offsets.iter().zip(&offsets).enumerate() {
            let what = || format!("the offset of buffer {buffer}");
            compare(&mut machine, &what, value, offset)?;
        }
    }
    Ok(())
}

/// A value for each symbol of a function: `pick` chooses those of dimensions and values, the others are computed.
/// `None` where a computed one is not defined.
pub fn symbol_values(
    m: &Module,
    sizes: &SymbolicSizes,
    mut pick: impl FnMut(&Symbol) -> i64,
) -> Option<Vec<i64>> {
    let mut values: Vec<i64> = Vec::new();
    for (symbol, source) in sizes.symbols().iter().zip(sizes.sources()) {
        let value = match source {
            SizeSource::Dim { .. } | SizeSource::Value(_) => pick(symbol),
            // Later symbols are made of earlier ones.
            SizeSource::Wrapped { width, of } => cut(of.eval(&values)?, *width),
            SizeSource::Computed { name, operands } => {
                let [a, b] = [operands[0].eval(&values)?, operands[1].eval(&values)?];
                let int = match m.ctx.def(*name)?.semantics {
                    Semantics::Scalar(Scalar::Int(int)) => int,
                    _ => return None,
                };
                apply(int, a, b)?
            }
        };
        values.push(value);
    }
    Some(values)
}

/// A random value, in the range or, if `is_outside`, anywhere near it.
fn random_value(symbol: &Symbol, is_outside: bool, random: &mut Random) -> i64 {
    let (first, last) = if is_outside {
        (0, symbol.max.unwrap_or(1 << 12).clamp(0, 1 << 20) * 2 + 3)
    } else {
        let first = symbol.min.clamp(0, 1 << 20);
        (first, symbol.max.unwrap_or(1 << 12).clamp(first, 1 << 20))
    };
    let width = (last - first).unsigned_abs() + 1;
    let limit = random.below(width) + 1;
    first + random.below(limit).cast_signed()
}

/// Offsets and peak according to the plan; `None` if a size is negative or they exceed 63 bits.
fn formulas(rewrite: &SymbolicRewrite<'_>, values: &[i64]) -> Option<(Vec<i64>, i64)> {
    let plan = rewrite.plan;
    let align = i64::try_from(plan.alignment.0).ok()?;
    let mut sizes = Vec::with_capacity(plan.sizes.len());
    for size in &plan.sizes {
        let bytes: &Polynomial = &size.bytes;
        let bytes = bytes.eval(values)?.max(0);
        sizes.push(if size.is_rounded {
            bytes.checked_add(align - 1)? / align * align
        } else {
            bytes
        });
    }
    let mut best: Option<(Vec<i64>, i64)> = None;
    for orientation in &plan.orientations {
        let mut offsets = vec![0_i64; rewrite.sites.len()];
        let mut peak = 0;
        for &id in orientation.order() {
            let end = |buffer: &BufferId| {
                let size = sizes[plan.size_of[buffer.index()] as usize];
                offsets[buffer.index()].checked_add(size)
            };
            let below: Option<Vec<i64>> = orientation.below(id).iter().map(end).collect();
            let offset = below?.into_iter().max().unwrap_or(0);
            offsets[id.index()] = offset;
            peak = offset
                .checked_add(sizes[plan.size_of[id.index()] as usize])?
                .max(peak);
        }
        if best.as_ref().is_none_or(|best| peak < best.1) {
            best = Some((offsets, peak));
        }
    }
    best
}

struct Machine<'a> {
    m: &'a Module,
    rewrite: &'a SymbolicRewrite<'a>,
    symbols: &'a [i64],
    known: FxHashMap<ValueId, i64>,
}

impl Machine<'_> {
    /// The value of an integer. Operands are computed first, without recursion.
    fn eval(&mut self, value: ValueId) -> Option<i64> {
        let mut open = vec![value];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&next) {
                open.pop();
                continue;
            }
            if let Some(symbol) = self.symbol(next) {
                self.known.insert(next, symbol);
                continue;
            }
            let op = self.m.defining_op(next)?;
            let operands = self.m.operands(op).iter();
            let missing: Vec<ValueId> = operands
                .filter(|operand| !self.known.contains_key(operand))
                .copied()
                .collect();
            if missing.is_empty() {
                let result = self.execute(op)?;
                self.known.insert(next, result);
            } else {
                open.extend(missing);
            }
        }
        self.known.get(&value).copied()
    }

    /// The value of a symbol that is a dimension or a value of the program.
    fn symbol(&self, value: ValueId) -> Option<i64> {
        let sizes = self.rewrite.sizes;
        let at = |source: &SizeSource| sizes.index_of(source).map(|index| self.symbols[index]);
        if let Some(value) = at(&SizeSource::Value(value)) {
            return Some(value);
        }
        at(&SizeSource::of_dim(self.m, value)?)
    }

    fn execute(&self, op: OpId) -> Option<i64> {
        let m = self.m;
        let operand = |number: usize| {
            let value = m.operands(op).get(number)?;
            self.known.get(value).copied()
        };
        match m.semantics(op) {
            Semantics::Kernel(Kernel::Constant) => m.prop_i64(op, names::VALUE),
            Semantics::Scalar(Scalar::Int(int)) => apply(int, operand(0)?, operand(1)?),
            Semantics::Scalar(Scalar::Select) => match operand(0)? {
                0 => operand(2),
                _ => operand(1),
            },
            Semantics::Scalar(Scalar::CompareInts) => {
                let code = m.prop_i64(op, names::PREDICATE)?;
                let [a, b] = [operand(0)?.cast_unsigned(), operand(1)?.cast_unsigned()];
                compare_ints(code, a, b, INDEX_WIDTH).map(i64::from)
            }
            Semantics::Scalar(Scalar::Resize { is_signed: true }) => {
                let width = match m.value_type_kind(m.result(op, 0)?) {
                    TypeKind::Index => INDEX_WIDTH,
                    TypeKind::Integer { width, .. } => *width,
                    _ => return None,
                };
                Some(cut(operand(0)?, width))
            }
            _ => None,
        }
    }
}

fn apply(int: memplan_mlir::semantics::IntOp, a: i64, b: i64) -> Option<i64> {
    let function = int.function();
    let result = function(a.cast_unsigned(), b.cast_unsigned(), INDEX_WIDTH);
    result.ok().map(u64::cast_signed)
}

/// The low bits, sign-extended.
fn cut(value: i64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    value << shift >> shift
}
