//! Memory that callers pass, as the attribute `memplan.arenas` of a function requires.

use memplan_interp::{Datum, RunOptions, function, run};
use memplan_mlir::{AttrId, AttrKind, Module, OpId, names};

/// One entry of the attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arena {
    pub(crate) argument: i64,
    pub(crate) alignment: i64,
    /// As listed, or as the function says that is listed.
    pub(crate) size: i64,
    /// Whether a function says it.
    pub(crate) is_computed: bool,
}

/// The arenas of a function, for these arguments.
pub(crate) fn arenas(m: &Module, of: OpId, arguments: &[Datum]) -> Vec<Arena> {
    let list = |attr: AttrId| match m.ctx.attr_kind(attr) {
        AttrKind::Array(entries) => entries.to_vec(),
        other => panic!("{other:?}"),
    };
    let entries = m.attr(of, names::ARENAS).map(list).unwrap_or_default();
    let arena = |entry: AttrId| {
        let AttrKind::Dictionary(entry) = m.ctx.attr_kind(entry) else {
            panic!("{entry:?}");
        };
        let get = |key: &[u8]| Some(entry.iter().find(|(name, _)| m.ctx.bytes(*name) == key)?.1);
        let number = |key: &[u8]| m.ctx.attr_i64(get(key)?);
        let computed = || {
            let inputs = list(get(b"dims").unwrap()).into_iter().map(|input| {
                let numbers = list(input).into_iter();
                let numbers: Vec<i64> = numbers.map(|attr| m.ctx.attr_i64(attr).unwrap()).collect();
                let argument = &arguments[usize::try_from(numbers[0]).unwrap()];
                match (argument, numbers.get(1)) {
                    (Datum::Array { sizes, .. }, Some(&dim)) => {
                        let size = sizes[usize::try_from(dim).unwrap()];
                        Datum::Int(size.unsigned_abs())
                    }
                    (number @ Datum::Int(_), None) => number.clone(),
                    other => panic!("{other:?}"),
                }
            });
            let inputs: Vec<Datum> = inputs.collect();
            let AttrKind::SymbolRef { root, .. } = m.ctx.attr_kind(get(b"size_function").unwrap())
            else {
                panic!("{entry:?}");
            };
            let size = function(m, &m.ctx.text(*root)).unwrap();
            let size = run(m, size, &inputs, &RunOptions::default());
            match size.map(|run| run.results) {
                Ok(results) => match results[..] {
                    [Datum::Int(size)] => size.cast_signed(),
                    _ => panic!("{results:?}"),
                },
                Err(fault) => panic!("{fault}"),
            }
        };
        let size = number(b"size");
        Arena {
            argument: number(b"argument").unwrap(),
            alignment: number(b"alignment").unwrap(),
            size: size.unwrap_or_else(computed),
            is_computed: size.is_none(),
        }
    };
    entries.into_iter().map(arena).collect()
}
