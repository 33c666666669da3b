//! A bound on what compiling a plug-in takes.
//!
//! The time and the memory of the compiler grow with the product of the blocks and the locals of a function: one
//! function of 130 kB with 1000 locals takes 13 s and 1 GB. Compilers reuse locals, so that the functions of real
//! plug-ins have few.

use wasmparser::{BinaryReaderError, FunctionBody, Parser, Payload};

/// The most locals times bytes, summed over all functions: 1 MB of code may have 33 locals in each function.
const MAX_COST: u64 = 1 << 25;

/// The most parameters, and the most results, of a function or a block.
const MAX_ARITY: usize = 32;

/// Whether a component in the binary format can be compiled in reasonable time. The text format is the user's own.
///
/// # Errors
///
/// A human-readable reason.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    if !bytes.starts_with(b"\0asm") {
        return Ok(());
    }
    let wrong = |error: BinaryReaderError| error.message().to_owned();
    let mut cost = 0_u64;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.map_err(wrong)? {
            Payload::TypeSection(types) => {
                for ty in types.into_iter_err_on_gc_types() {
                    let ty = ty.map_err(wrong)?;
                    let arity = ty.params().len().max(ty.results().len());
                    if arity > MAX_ARITY {
                        let problem = "parameters or results, the limit is";
                        return Err(format!("a function has {arity} {problem} {MAX_ARITY}"));
                    }
                }
            }
            Payload::CodeSectionEntry(body) => {
                let of_body = cost_of(&body).map_err(wrong)?;
                cost = cost.saturating_add(of_body);
            }
            _ => {}
        }
    }
    if cost <= MAX_COST {
        Ok(())
    } else {
        Err("its functions have too much code with too many locals".to_owned())
    }
}

fn cost_of(body: &FunctionBody<'_>) -> Result<u64, BinaryReaderError> {
    let mut n_locals = 1_u64;
    for group in body.get_locals_reader()? {
        let (n, _) = group?;
        n_locals += u64::from(n);
    }
    Ok(n_locals.saturating_mul(body.range().len() as u64))
}
