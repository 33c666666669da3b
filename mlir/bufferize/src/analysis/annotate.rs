//! Decisions as attributes, in the notation of mlir-opt.

use memplan_mlir::text::ValueNames;
use memplan_mlir::{AttrId, AttrKind, Module, OpId, StrId, ValueDef, ValueId, names};
use rustc_hash::FxHashMap;

use super::functions::is_function;
use super::unit::{Shown, UnitResult};
use super::{Analysis, Summary};
use crate::Options;

const IN_PLACE: &str = "__inplace_operands_attr__";

/// Writes the decisions about a program into attributes of its operations.
pub(super) fn annotate(m: &mut Module, options: &Options, analysis: &Analysis) {
    let stale = m.ctx.str(IN_PLACE);
    let ops: Vec<OpId> = m.walk(m.root()).collect();
    for &op in &ops {
        m.remove_attr(op, stale);
    }
    let names = options.dump_alias_sets.then(|| ValueNames::new(m));
    let mut counts = Counts::default();
    for unit in &analysis.units {
        in_place(m, unit);
        returned(m, unit);
        if options.print_conflicts {
            conflicts(m, unit, &mut counts);
        }
        if let Some(names) = &names {
            alias_sets(m, unit, names);
        }
    }
    for (function, summary) in &analysis.summaries {
        access(m, *function, summary);
    }
}

fn in_place(m: &mut Module, unit: &UnitResult) {
    let name = m.ctx.str(IN_PLACE);
    let mut of_op: Option<(OpId, Vec<AttrId>)> = None;
    let none = m.ctx.string_attr("none");
    for &(op, operand, is_in_place) in &unit.in_place {
        let word = m
            .ctx
            .string_attr(if is_in_place { "true" } else { "false" });
        match &mut of_op {
            Some((last, words)) if *last == op => words[operand] = word,
            _ => {
                if let Some((op, words)) = of_op.take() {
                    set_list(m, op, name, words);
                }
                let mut words = vec![none; m.operands(op).len()];
                words[operand] = word;
                of_op = Some((op, words));
            }
        }
    }
    if let Some((op, words)) = of_op {
        set_list(m, op, name, words);
    }
}

fn set_list(m: &mut Module, op: OpId, name: StrId, list: Vec<AttrId>) {
    let attr = m.ctx.attr(AttrKind::Array(list.into()));
    m.set_attr(op, name, attr);
}

fn returned(m: &mut Module, unit: &UnitResult) {
    let name = m.ctx.str("__equivalent_func_args__");
    for (op, args) in &unit.returned {
        if args.iter().all(Option::is_none) {
            continue;
        }
        let numbers = args.iter().map(|arg| {
            let number = arg.and_then(|arg| i64::try_from(arg).ok());
            m.ctx.i64_attr(number.unwrap_or(-1))
        });
        let numbers: Vec<AttrId> = numbers.collect();
        set_list(m, *op, name, numbers);
    }
}

/// `bufferization.access` of the tensor arguments of a function.
fn access(m: &mut Module, function: OpId, summary: &Summary) {
    if !is_function(m, function) {
        return;
    }
    let (inputs, _) = super::functions::signature(m, function);
    let is_tensor: Vec<bool> = inputs.iter().map(|&ty| m.ctx.is_tensor(ty)).collect();
    for index in (0..is_tensor.len()).filter(|&index| is_tensor[index]) {
        let word = match (summary.reads[index], summary.writes[index]) {
            (false, false) => "none",
            (true, false) => "read",
            (false, true) => "write",
            (true, true) => "read-write",
        };
        let word = m.ctx.string_attr(word);
        m.set_arg_attr(function, index, names::ACCESS, Some(word));
    }
}

/// The operation of a value, and how mlir-opt names the value there.
fn owner(m: &Module, value: ValueId) -> Option<(OpId, String)> {
    match m.value_def(value) {
        ValueDef::Result { op, index } => Some((op, format!("result {index}"))),
        ValueDef::Arg { block, index } => Some((m.block_parent(block)?, format!("bbArg {index}"))),
        ValueDef::Forward => None,
    }
}

/// Numbers of conflicts, and of writes to read-only values, that were shown.
#[derive(Default)]
struct Counts {
    conflicts: usize,
    read_only: usize,
}

fn conflicts(m: &mut Module, unit: &UnitResult, counts: &mut Counts) {
    let unit_attr = m.ctx.unit_attr();
    let mark = |m: &mut Module, op: OpId, text: String| {
        let name = m.ctx.str(text);
        m.set_attr(op, name, unit_attr);
    };
    for shown in &unit.shown {
        match *shown {
            Shown::ReadOnly(value) => {
                let n = counts.read_only;
                counts.read_only += 1;
                if let Some((op, what)) = owner(m, value) {
                    mark(m, op, format!("W_{n}[NOT-WRITABLE: {what}]"));
                }
            }
            Shown::Conflict {
                read,
                write,
                definition,
            } => {
                let n = counts.conflicts;
                counts.conflicts += 1;
                mark(m, read.0, format!("C_{n}[READ: {}]", read.1));
                mark(m, write.0, format!("C_{n}[CONFL-WRITE: {}]", write.1));
                if let Some((op, what)) = owner(m, definition) {
                    mark(m, op, format!("C_{n}[DEF: {what}]"));
                }
            }
        }
    }
}

fn alias_sets(m: &mut Module, unit: &UnitResult, names: &ValueNames) {
    let results = m.ctx.str("__opresult_alias_set_attr__");
    let args = m.ctx.str("__bbarg_alias_set_attr__");
    let mut sets: FxHashMap<ValueId, AttrId> = FxHashMap::default();
    for (value, members) in &unit.alias_sets {
        let members: Vec<AttrId> = members
            .iter()
            .map(|&member| m.ctx.string_attr(names.text(member)))
            .collect();
        let list = m.ctx.attr(AttrKind::Array(members.into()));
        sets.insert(*value, list);
    }
    let mut ops: Vec<OpId> = unit
        .alias_sets
        .iter()
        .filter_map(|(value, _)| owner(m, *value).map(|(op, _)| op))
        .collect();
    ops.dedup();
    let lists = |values: &mut dyn Iterator<Item = ValueId>| -> Vec<AttrId> {
        values
            .filter_map(|value| sets.get(&value).copied())
            .collect()
    };
    for op in ops {
        let of_results = lists(&mut m.results(op));
        if !of_results.is_empty() {
            set_list(m, op, results, of_results);
        }
        let mut regions = Vec::new();
        let mut has_tensors = false;
        for region in m.regions(op).to_vec() {
            let mut blocks = Vec::new();
            for block in m.blocks(region).collect::<Vec<_>>() {
                let of_args = lists(&mut m.block_args(block).iter().copied());
                has_tensors |= !of_args.is_empty();
                blocks.push(m.ctx.attr(AttrKind::Array(of_args.into())));
            }
            regions.push(m.ctx.attr(AttrKind::Array(blocks.into())));
        }
        if has_tensors {
            set_list(m, op, args, regions);
        }
    }
}
