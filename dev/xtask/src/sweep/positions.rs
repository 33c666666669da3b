//! Moves operations from their programs to other syntactic positions: in
//! branches, loops, blocks, kernels and what runs later, on buffers that the function owns.
//!
//! Positions that the verifier rejects for an operation are not counted as valid programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{callee, is_awaitable, is_memory_effect_free};
use memplan_mlir::text::{PrintOptions, print, type_text};
use memplan_mlir::{AttrKind, CloneMap, Module, OpId, OpSpec, ValueId, names};

use super::Input;
use super::steps::read;

/// How often an operation is taken out of programs.
const MAX_INSTANCES: usize = 1;

/// The function that holds an operation.
const NAME: &str = "memplan_sweep";

/// The generated inputs.
pub(super) struct Made {
    pub(super) inputs: Vec<Input>,
    /// Number of operations that could be extracted.
    pub(super) n_ops: usize,
}

/// An operation on its own.
struct Single {
    /// The program up to the function that holds it, and what follows.
    before: String,
    after: String,
    /// The operation, in generic form.
    op: String,
    /// Values that it uses, with their types.
    args: Vec<(String, String)>,
    results: Vec<(String, String)>,
    is_special: bool,
}

/// Puts every operation of some programs into every position.
pub(super) fn of_all(programs: &[Input]) -> Made {
    let mut n_seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut inputs = Vec::new();
    for program in programs {
        let Ok(singles) = super::guarded(|| singles(&program.text, &mut n_seen)) else {
            continue;
        };
        for (name, single) in singles {
            for (position, text) in positions(&single) {
                inputs.push(Input {
                    name: format!("{name} {position}, from {}", program.name),
                    text,
                });
            }
        }
    }
    Made {
        inputs,
        n_ops: n_seen.len(),
    }
}

fn singles(text: &str, n_seen: &mut BTreeMap<String, usize>) -> Vec<(String, Single)> {
    let mut list = Vec::new();
    let Some(m) = read(text) else { return list };
    let mut chosen: Vec<(usize, String)> = Vec::new();
    for (index, op) in m.walk(m.root()).enumerate() {
        if op == m.root() || !can_move(&m, op) {
            continue;
        }
        let name = m.op_name_text(op).into_owned();
        let n_seen = n_seen.entry(name.clone()).or_default();
        if *n_seen < MAX_INSTANCES {
            *n_seen += 1;
            chosen.push((index, name));
        }
    }
    for (index, name) in chosen {
        let Some(mut m) = read(text) else {
            return list;
        };
        let op = m.walk(m.root()).nth(index);
        if let Some(single) = op.and_then(|op| single(&mut m, op)) {
            list.push((name, single));
        }
    }
    list
}

/// Whether an operation has to do with memory, control flow or waiting; others are alike to passes.
fn is_special(m: &Module, op: OpId) -> bool {
    let mut values = m.operands(op).iter().copied().chain(m.results(op));
    !m.regions(op).is_empty()
        || callee(m, op).is_some()
        || !is_memory_effect_free(m, op)
        || values.any(|value| m.is_memref(value) || is_awaitable(m, m.value_type(value)))
}

/// Whether an operation may be in the body of a function.
fn can_move(m: &Module, op: OpId) -> bool {
    m.def(op).is_some_and(|def| {
        def.parents.is_empty()
            && !def.traits.has(Traits::TERMINATOR)
            && !def.traits.has(Traits::SYMBOL)
            && !def.traits.has(Traits::FUNCTION)
    }) && m.successors(op).is_empty()
}

/// Copies an operation into a separate function.
fn single(m: &mut Module, op: OpId) -> Option<Single> {
    let mut used: Vec<ValueId> = Vec::new();
    for inner in m.walk(op) {
        for &value in m.operands(inner) {
            let parent = m.value_block(value).and_then(|block| m.block_parent(block));
            let is_inside = parent.is_some_and(|parent| m.encloses(op, parent) || parent == op);
            let is_own = m.defining_op(value) == Some(op);
            if !is_inside && !is_own && !used.contains(&value) {
                used.push(value);
            }
        }
    }
    let types: Vec<_> = used.iter().map(|&value| m.value_type(value)).collect();
    let region = m.create_region();
    let block = m.append_block(region);
    let mut map = CloneMap::default();
    for (&value, &ty) in used.iter().zip(&types) {
        let arg = m.add_block_arg(block, ty);
        map.map(value, arg);
    }
    let copy = m.clone_op(op, &mut map);
    m.insert_at_end(block, copy);
    let end = m.ctx.op_name("func.return");
    let end = m.create_op(OpSpec::new(end));
    m.insert_at_end(block, end);
    let function_name = m.ctx.op_name("func.func");
    let function = m.create_op(OpSpec::new(function_name).regions(&[region]));
    let symbol = m.ctx.string_attr(NAME);
    m.set_prop(function, names::SYM_NAME, symbol);
    let ty = m.ctx.function_type(&types, &[]);
    let ty = m.ctx.attr(AttrKind::Type(ty));
    m.set_prop(function, names::FUNCTION_TYPE, ty);
    let body = m.body()?;
    m.insert_at_end(body, function);
    let result_types: Vec<String> = m
        .results(copy)
        .map(|result| type_text(&m.ctx, m.value_type(result)))
        .collect();
    let arg_types: Vec<String> = types.iter().map(|&ty| type_text(&m.ctx, ty)).collect();
    let options = PrintOptions {
        generic: true,
        local_scope: true,
        ..PrintOptions::default()
    };
    let mut single = cut(&print(m, &options), &arg_types, &result_types)?;
    single.is_special = is_special(m, copy);
    Some(single)
}

/// Cuts the function out of a text in generic form.
fn cut(text: &str, arg_types: &[String], result_types: &[String]) -> Option<Single> {
    let lines: Vec<&str> = text.lines().collect();
    let symbol = format!("sym_name = \"{NAME}\"");
    let start = lines.iter().position(|line| line.contains(&symbol))?;
    let mut at = start + 1;
    let mut names: Vec<String> = Vec::new();
    if lines[at].trim_start().starts_with("^bb") {
        let list = lines[at].split_once('(')?.1;
        names.extend(list.split('%').skip(1).map(|name| {
            let end = name.find(':').unwrap_or(name.len());
            format!("%{}", &name[..end])
        }));
        at += 1;
    }
    if names.len() != arg_types.len() {
        return None;
    }
    let length = lines[at..]
        .iter()
        .position(|line| line.trim() == "\"func.return\"() : () -> ()")?;
    let op = lines[at..at + length].join("\n");
    let results = if result_types.is_empty() {
        Vec::new()
    } else {
        let left = op.split_once(" = ")?.0.trim();
        match left.split_once(':') {
            Some((base, n)) => (0..n.parse().ok()?)
                .map(|i: usize| format!("{base}#{i}"))
                .collect(),
            None => vec![left.to_owned()],
        }
    };
    Some(Single {
        before: lines[..start].join("\n"),
        after: lines[at + length + 2..].join("\n"),
        op,
        is_special: false,
        args: names.into_iter().zip(arg_types.iter().cloned()).collect(),
        results: results
            .into_iter()
            .zip(result_types.iter().cloned())
            .collect(),
    })
}

impl Single {
    /// The program with a function of this text. `%sw_c` is a condition, and `%sw_0`, `%sw_1` and
    /// `%sw_4` are numbers.
    fn program(&self, args: &str, results: &str, body: &str) -> String {
        let constants = "%sw_0 = arith.constant 0 : index\n%sw_1 = arith.constant 1 : index\n\
                         %sw_4 = arith.constant 4 : index\n";
        let comma = if args.is_empty() { "" } else { ", " };
        format!(
            "{}\nfunc.func @{NAME}(%sw_c: i1{comma}{args}) {results} {{\n{constants}{body}\n}}\n{}",
            self.before, self.after
        )
    }

    /// All values as arguments.
    fn all_args(&self) -> String {
        let args: Vec<String> = self
            .args
            .iter()
            .map(|(name, ty)| format!("{name}: {ty}"))
            .collect();
        args.join(", ")
    }

    /// Values other than buffers as arguments, and the allocations of the buffers.
    fn own_buffers(&self) -> (String, String) {
        let mut args: Vec<String> = Vec::new();
        let mut allocs = String::new();
        for (name, ty) in &self.args {
            let Some(shape) = ty
                .strip_prefix("memref<")
                .filter(|shape| !shape.starts_with('*'))
            else {
                args.push(format!("{name}: {ty}"));
                continue;
            };
            let n_dynamic = shape.split("x?").count() - 1 + usize::from(shape.starts_with('?'));
            let sizes = vec!["%sw_4"; n_dynamic].join(", ");
            let _ = writeln!(allocs, "{name} = memref.alloc({sizes}) : {ty}");
        }
        (args.join(", "), allocs)
    }
}

/// The programs of one operation, each with what is special about it.
fn positions(single: &Single) -> Vec<(&'static str, String)> {
    let op = &single.op;
    let body = format!("{op}\nreturn");
    let mut list = vec![(
        "on arguments",
        single.program(&single.all_args(), "", &body),
    )];
    list.push(("in an operation that may be isolated", isolated(single)));
    if single.is_special {
        list.extend(on_own_buffers(single));
        if !single.results.is_empty() {
            list.extend(handed_out(single));
        }
    }
    list
}

/// In every kind of region, on buffers that the function owns. `@op` is replaced by the operation
/// and `@allocs` by the allocations.
const REGIONS: &[(&str, &str)] = &[
    ("on own buffers", "@allocs @op\nreturn"),
    ("in a branch", "@allocs scf.if %sw_c {\n@op\n}\nreturn"),
    (
        "in a loop that allocates",
        "scf.for %sw_i = %sw_0 to %sw_4 step %sw_1 {\n@allocs @op\n}\nreturn",
    ),
    (
        "in a cycle of blocks",
        "cf.br ^sw_head\n^sw_head:\n@allocs @op\n\
         cf.cond_br %sw_c, ^sw_head, ^sw_end\n^sw_end:\nreturn",
    ),
    (
        "on one side of a diamond",
        "@allocs cf.cond_br %sw_c, ^sw_a, ^sw_b\n^sw_a:\n@op\ncf.br ^sw_b\n^sw_b:\nreturn",
    ),
    (
        "in what runs later",
        "@allocs %sw_t = async.execute {\n@op\nasync.yield\n}\n\
         async.await %sw_t : !async.token\nreturn",
    ),
    (
        "in a kernel that is not awaited",
        "@allocs %sw_t = gpu.launch async blocks(%sw_b0, %sw_b1, %sw_b2) in (%sw_g0 = %sw_1, \
         %sw_g1 = %sw_1, %sw_g2 = %sw_1) threads(%sw_t0, %sw_t1, %sw_t2) in (%sw_s0 = %sw_1, \
         %sw_s1 = %sw_1, %sw_s2 = %sw_1) {\n@op\ngpu.terminator\n}\nreturn",
    ),
    (
        "in a parallel loop",
        "@allocs scf.parallel (%sw_i) = (%sw_0) to (%sw_4) step (%sw_1) {\n@op\nscf.reduce\n}\nreturn",
    ),
];

fn on_own_buffers(single: &Single) -> Vec<(&'static str, String)> {
    let (args, allocs) = single.own_buffers();
    let fill = |template: &str| {
        let body = template.replace("@allocs", &allocs);
        single.program(&args, "", &body.replace("@op", &single.op))
    };
    let all = REGIONS.iter();
    all.map(|&(name, template)| (name, fill(template)))
        .collect()
}

/// In the region of an unknown operation that uses no value from outside, beside equal constants.
fn isolated(single: &Single) -> String {
    let (args, allocs) = single.own_buffers();
    let allocs = allocs.replace("%sw_4", "%sw_in");
    let op = &single.op;
    let body = format!(
        "\"unknown.isolated\"() ({{\n^sw_in({args}):\n%sw_in = arith.constant 4 : index\n{allocs}{op}\n\
         \"unknown.end\"(%sw_in) : (index) -> ()\n}}) : () -> ()\n\"unknown.use\"(%sw_4) : (index) -> ()\nreturn"
    );
    single.program("", "", &body)
}

/// The results leave the function, or a region first.
fn handed_out(single: &Single) -> [(&'static str, String); 2] {
    let (args, allocs) = single.own_buffers();
    let op = &single.op;
    let (names, types): (Vec<&str>, Vec<&str>) = single
        .results
        .iter()
        .map(|(name, ty)| (name.as_str(), ty.as_str()))
        .unzip();
    let n = names.len();
    let (names, types) = (names.join(", "), types.join(", "));
    let region = match n {
        1 => vec!["%sw_r".to_owned()],
        _ => (0..n).map(|index| format!("%sw_r#{index}")).collect(),
    };
    let returned = format!("{allocs}{op}\nreturn {names} : {types}");
    let yielded = format!(
        "{allocs}%sw_r:{n} = scf.execute_region -> ({types}) {{\n{op}\n\
         scf.yield {names} : {types}\n}}\nreturn {} : {types}",
        region.join(", ")
    );
    let results = format!("-> ({types})");
    [
        ("and returned", single.program(&args, &results, &returned)),
        ("and yielded", single.program(&args, &results, &yielded)),
    ]
}
