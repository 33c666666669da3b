//! Mutations of programs in generic form.

use super::pieces::source;
use super::tree::{Block, Entry, Op};
use super::words::{other_attr, other_type, pick_str};
use memplan_support::Random;

/// A mutant, and the operation that was changed.
pub(crate) fn mutate(random: &mut Random, root: &Op) -> Option<(String, String)> {
    let mut root = root.clone();
    let mut candidates = Vec::new();
    let mut index = 0;
    let keeps_wrappers = random.one_in(20);
    root.walk(&mut |op| {
        let is_wrapper = matches!(
            op.name.as_str(),
            "builtin.module" | "func.func" | "func.return"
        );
        if index > 0 && op.name != "test.def" && (keeps_wrappers || !is_wrapper) {
            candidates.push(index);
        }
        index += 1;
    });
    if candidates.is_empty() {
        return None;
    }
    let target = *random.pick(&candidates);
    let mut seen = 0;
    let mut name = None;
    visit(&mut root, &mut seen, target, &mut |ops, at| {
        name = Some(ops[at].name.clone());
        for _ in 0..8 {
            if change(random, ops, at).is_some() {
                return;
            }
        }
        name = None;
    });
    Some((root.text(), name?))
}

/// Calls `f` with the block of operation number `target`, and its position there.
pub(crate) fn visit(
    op: &mut Op,
    seen: &mut usize,
    target: usize,
    f: &mut dyn FnMut(&mut Vec<Op>, usize),
) -> bool {
    *seen += 1;
    for block in op.regions.iter_mut().flatten() {
        for at in 0..block.ops.len() {
            if *seen == target {
                f(&mut block.ops, at);
                return true;
            }
            if visit(&mut block.ops[at], seen, target, f) {
                return true;
            }
        }
    }
    false
}

/// One change of the operation at a position in its block; `None` if it does not apply.
fn change(random: &mut Random, ops: &mut Vec<Op>, at: usize) -> Option<()> {
    match random.index(24) {
        0..=4 => operand_type(random, ops, at),
        5..=7 => result_type(random, ops, at),
        8 | 9 => types_together(random, &mut ops[at]),
        10 | 11 => operand_list(random, ops, at),
        12 => result_list(random, ops, at),
        13..=17 => entries(random, &mut ops[at]),
        18 => op_name(random, &mut ops[at]),
        19..=21 => region(random, &mut ops[at]),
        22 => successors(random, &mut ops[at]),
        _ => {
            if random.one_in(2) {
                ops.remove(at);
            } else {
                let mut copy = ops[at].clone();
                if let Some((name, _)) = &mut copy.results {
                    name.push_str("_copy");
                }
                ops.insert(at, copy);
            }
            Some(())
        }
    }
}

fn types_of(op: &Op) -> Vec<String> {
    op.ins.iter().chain(&op.outs).cloned().collect()
}

/// Changes the type of an operand.
fn operand_type(random: &mut Random, ops: &mut Vec<Op>, at: usize) -> Option<()> {
    let op = &mut ops[at];
    if op.operands.is_empty() {
        return None;
    }
    let index = random.index(op.operands.len());
    let types = types_of(op);
    let ty = other_type(random, &op.ins[index], &types);
    op.ins[index] = ty.clone();
    op.operands[index] = "%fresh".to_owned();
    ops.insert(at, source("%fresh".to_owned(), vec![ty]));
    Some(())
}

/// Changes the type of a result; its users use a value of the old type instead.
fn result_type(random: &mut Random, ops: &mut Vec<Op>, at: usize) -> Option<()> {
    let op = &mut ops[at];
    let (name, count) = op.results.clone()?;
    let old = op.outs.clone();
    let types = types_of(op);
    let index = random.index(count);
    op.outs[index] = other_type(random, &old[index], &types);
    op.results = Some(("%fresh".to_owned(), count));
    ops.insert(at + 1, source(name, old));
    Some(())
}

/// Replaces a type wherever it occurs, or in the operation with all its contents.
fn types_together(random: &mut Random, op: &mut Op) -> Option<()> {
    let all = types_of(op);
    if all.is_empty() {
        return None;
    }
    let old = random.pick(&all).clone();
    let new = other_type(random, &old, &all);
    let everywhere = random.one_in(2);
    op.walk_mut(&mut |inner| {
        let types = inner.ins.iter_mut().chain(&mut inner.outs);
        types
            .filter(|ty| **ty == old)
            .for_each(|ty| ty.clone_from(&new));
        for block in inner.regions.iter_mut().flatten() {
            for (_, ty) in block.args.iter_mut().filter(|(_, ty)| *ty == old) {
                ty.clone_from(&new);
            }
        }
        if everywhere {
            for (_, value) in inner.props.iter_mut().chain(&mut inner.attrs) {
                if let Some(value) = value {
                    *value = value.replace(&old, &new);
                }
            }
        }
    });
    Some(())
}

/// Drops, repeats, swaps or adds operands. Their definitions are recreated, so that the types of other uses do
/// not matter.
fn operand_list(random: &mut Random, ops: &mut Vec<Op>, at: usize) -> Option<()> {
    let op = &mut ops[at];
    let n = op.operands.len();
    match random.index(4) {
        0 if n > 0 => {
            let index = random.index(n);
            op.operands.remove(index);
            op.ins.remove(index);
        }
        1 if n > 0 => {
            let index = random.index(n);
            op.operands.insert(index, op.operands[index].clone());
            op.ins.insert(index, op.ins[index].clone());
        }
        2 if n > 1 => {
            let index = random.index(n - 1);
            op.operands.swap(index, index + 1);
            op.ins.swap(index, index + 1);
        }
        3 => {
            let ty = if n > 0 {
                op.ins[n - 1].clone()
            } else {
                "index".to_owned()
            };
            op.operands.push("%fresh".to_owned());
            op.ins.push(ty.clone());
            ops.insert(at, source("%fresh".to_owned(), vec![ty]));
        }
        _ => return None,
    }
    Some(())
}

/// Adds or removes a result.
fn result_list(random: &mut Random, ops: &mut Vec<Op>, at: usize) -> Option<()> {
    let op = &mut ops[at];
    let old = op.outs.clone();
    if old.is_empty() || random.one_in(2) {
        let ty = old.first().cloned().unwrap_or_else(|| "index".to_owned());
        op.outs.push(ty);
    } else {
        op.outs.remove(random.index(old.len()));
    }
    let count = op.outs.len();
    let named = op.results.take();
    if count > 0 {
        op.results = Some(("%fresh".to_owned(), count));
    }
    if let Some((name, _)) = named {
        ops.insert(at + 1, source(name, old));
    }
    Some(())
}

/// Changes properties and attributes.
fn entries(random: &mut Random, op: &mut Op) -> Option<()> {
    let of_props = !op.props.is_empty() && (op.attrs.is_empty() || !random.one_in(4));
    let list: &mut Vec<Entry> = if of_props {
        &mut op.props
    } else {
        &mut op.attrs
    };
    if list.is_empty() {
        let attr = other_attr(random, "1 : i64");
        let key = pick_str(
            random,
            &[
                "alignment",
                "kind",
                "static_sizes",
                "foo",
                "fastmath",
                "operandSegmentSizes",
            ],
        );
        list.push((key, Some(attr)));
        return Some(());
    }
    let index = random.index(list.len());
    match random.index(12) {
        0 => drop(list.remove(index)),
        1 => list[index].0.push('x'),
        2 if list.len() > 1 => {
            let other = (index + 1) % list.len();
            let value = list[index].1.clone();
            list[index].1 = list[other].1.clone();
            list[other].1 = value;
        }
        3 if of_props => {
            let entry = op.props.remove(index);
            op.attrs.push(entry);
        }
        _ => {
            let old = list[index].1.clone().unwrap_or_else(|| "unit".to_owned());
            list[index].1 = Some(other_attr(random, &old));
        }
    }
    Some(())
}

/// Replaces the operation by another one of the same dialect, or by one that does not exist.
fn op_name(random: &mut Random, op: &mut Op) -> Option<()> {
    if random.one_in(6) {
        op.name.push('x');
        return Some(());
    }
    let prefix = format!("{}.", op.name.split('.').next()?);
    let names: Vec<&str> = memplan_dialects_extra::dialects()
        .ops()
        .filter(|def| def.name.starts_with(&prefix) && def.name != op.name)
        .filter(|def| def.operands.len() == op.operands.len())
        .map(|def| def.name)
        .collect();
    if names.is_empty() {
        return None;
    }
    op.name = pick_str(random, &names);
    Some(())
}

/// Changes regions, their blocks, arguments and terminators.
fn region(random: &mut Random, op: &mut Op) -> Option<()> {
    if op.regions.is_empty() {
        if random.one_in(12) {
            op.regions.push(vec![]);
            return Some(());
        }
        return None;
    }
    let n = op.regions.len();
    let index = random.index(n);
    match random.index(10) {
        0 => drop(op.regions.remove(index)),
        1 => op.regions.insert(index, op.regions[index].clone()),
        2 => op.regions[index].clear(),
        3 if n > 1 => op.regions.swap(0, n - 1),
        4 => op.regions[index].push(Block {
            label: Some("^more".to_owned()),
            ..Block::default()
        }),
        _ => {
            let blocks = op.regions[index].len();
            let block = op.regions[index].get_mut(random.index(blocks))?;
            return in_block(random, block);
        }
    }
    Some(())
}

fn in_block(random: &mut Random, block: &mut Block) -> Option<()> {
    match random.index(6) {
        0 => drop(block.ops.pop()?),
        1 => {
            let last = block.ops.last()?.clone();
            block.ops.push(last);
        }
        2 | 3 => {
            if block.args.is_empty() {
                return None;
            }
            let index = random.index(block.args.len());
            let (name, old) = block.args[index].clone();
            let ty = other_type(random, &old, &[]);
            block.args[index] = ("%fresh".to_owned(), ty);
            block.ops.insert(0, source(name, vec![old]));
        }
        4 => {
            block.args.push((
                "%fresh".to_owned(),
                pick_str(random, &["index", "f32", "i32"]),
            ));
            block.label.get_or_insert_with(|| "^entry".to_owned());
        }
        _ => {
            if block.args.is_empty() {
                return None;
            }
            let (name, ty) = block.args.remove(random.index(block.args.len()));
            block.ops.insert(0, source(name, vec![ty]));
        }
    }
    Some(())
}

fn successors(random: &mut Random, op: &mut Op) -> Option<()> {
    if op.successors.is_empty() {
        return None;
    }
    let index = random.index(op.successors.len());
    match random.index(2) {
        0 => drop(op.successors.remove(index)),
        _ => op.successors.insert(index, op.successors[index].clone()),
    }
    Some(())
}
