//! Assertions that hold declared ranges to the truth.

use memplan_memory_model::{DeclarationError, DeclaredDim, declared_dims};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::has_body;
use memplan_mlir::{Module, ValueId};
use rustc_hash::FxHashMap;

use crate::builder::{Builder, Compare};

/// Lets each function assert at entry that dimensions are in the ranges of `memplan.dims`, multiples of what it says,
/// and equal where they have one name. Returns the number of assertions.
///
/// # Errors
/// [`DeclarationError`] for a malformed `memplan.dims`; functions before have their assertions then.
pub fn assert_ranges(m: &mut Module) -> Result<usize, DeclarationError> {
    let mut n_asserts = 0;
    for function in m.ops_with_trait(Traits::FUNCTION) {
        let declared = declared_dims(m, function)?;
        let body = m.regions(function).first().copied();
        let block = body.and_then(|body| m.first_block(body));
        let Some((block, anchor)) = block.and_then(|block| Some((block, m.first_op(block)?)))
        else {
            continue;
        };
        if !has_body(m, function) {
            continue;
        }
        let mut first: FxHashMap<&str, ValueId> = FxHashMap::default();
        for dim in &declared {
            let argument = m.block_args(block)[dim.argument];
            let is_memref = m.is_memref(argument);
            let mut builder = Builder::before(m, anchor);
            let (value, what) = if is_memref {
                let what = format!("dimension {} of argument {}", dim.dim, dim.argument);
                (builder.dim(argument, dim.dim as i64), what)
            } else {
                (
                    builder.extended(argument),
                    format!("argument {}", dim.argument),
                )
            };
            let is_first = !first.contains_key(&*dim.name);
            let equal = *first.entry(&dim.name).or_insert(value);
            if !is_first {
                let holds = builder.compare(Compare::Equal, equal, value);
                builder.assert(holds, &format!("{what} is not {}", dim.name));
                n_asserts += 1;
                continue;
            }
            n_asserts += assert_range(&mut builder, dim, value, is_memref, &what);
        }
    }
    Ok(n_asserts)
}

/// Asserts that a size is in the declared range; returns the number of assertions.
fn assert_range(
    builder: &mut Builder<'_>,
    dim: &DeclaredDim,
    value: ValueId,
    is_memref: bool,
    what: &str,
) -> usize {
    let mut n_asserts = 0;
    let mut bounds = Vec::new();
    if 0 < dim.min || !is_memref {
        bounds.push((Compare::SignedGreaterEqual, dim.min, "at least"));
    }
    bounds.extend(
        dim.max
            .map(|max| (Compare::SignedLessEqual, max, "at most")),
    );
    for (compare, limit, text) in bounds {
        let bound = builder.constant(limit);
        let holds = builder.compare(compare, value, bound);
        builder.assert(holds, &format!("{what} is not {text} {limit}"));
        n_asserts += 1;
    }
    if dim.multiple > 1 {
        let (by, zero) = (builder.constant(dim.multiple), builder.constant(0));
        let rest = builder.binary("arith.remui", value, by);
        let holds = builder.compare(Compare::Equal, rest, zero);
        builder.assert(
            holds,
            &format!("{what} is not a multiple of {}", dim.multiple),
        );
        n_asserts += 1;
    }
    n_asserts
}
