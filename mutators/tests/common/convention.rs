//! The ABI convention of functions (`docs/book/src/explanations/ownership.md`) as a rewriting: functions return copies
//! of buffers that their callers do not own.
//!
//! Such a copy changes the result of a program if the caller writes to the buffer or to its copy and
//! reads the other one. A deallocated program may differ from the original in this way only.

use std::fmt::Write as _;

use super::chain::read;
use super::passes;
use super::programs::{meaning, text_of};
use memplan_interp::Run;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SymbolIndex, callee, moves_pointer};
use memplan_mlir::{AttrKind, Module, OpId, names};

/// The values that functions return instead of a buffer that their caller does not own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boundaries {
    /// A copy, if the mark `memplan.deallocated` says that the caller owns the result.
    Copies,
    /// As `Copies`; private functions that do not call themselves return an ownership flag instead.
    /// Two results never share an allocation.
    Flags,
    /// The scheme of upstream: copies anywhere, also of values that loops carry.
    Upstream,
}

/// A function that returns memrefs.
struct Function {
    name: String,
    /// By result: whether it is copied if the caller does not own it.
    is_copied: Vec<bool>,
    /// Whether no two results share an allocation, which their caller could not detect by comparing addresses.
    has_distinct_results: bool,
}

/// The given program with the copies that the deallocated one, `freed`, may make.
fn with_copies(given: &Module, freed: &Module, boundaries: Boundaries) -> Module {
    let mut m = read(&text_of(given));
    // The form in which the pipeline decides ownership.
    passes::run(&mut m, "expand-realloc{emit-deallocs=auto},canonicalize").unwrap();
    let mut functions = functions(freed, boundaries);
    if boundaries == Boundaries::Copies {
        find_distinct_results(&m, &mut functions);
    }
    let text = text_of(&m);
    let globals: Vec<(&str, &str)> = text.lines().filter_map(global).collect();
    let mut out = String::new();
    let mut current: Option<(&Function, Vec<(&str, &str)>)> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("func.func ") {
            let declared = functions.iter().find(|f| is_header_of(trimmed, &f.name));
            current = declared.map(|function| (function, memrefs(arguments(trimmed))));
        }
        match (&current, trimmed.strip_prefix("return ")) {
            (Some((function, args)), Some(returned)) => {
                out.push_str(&copied_return(returned, function, args, &globals));
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    read(&out)
}

/// The functions of a deallocated program that may return copies.
fn functions(freed: &Module, boundaries: Boundaries) -> Vec<Function> {
    let functions = freed.ops_with_trait(Traits::FUNCTION).into_iter();
    let described = functions.filter_map(|op| {
        let name = freed.ctx.text(freed.symbol_name(op)?).into_owned();
        let has_flags = boundaries == Boundaries::Flags;
        let may_copy = !has_flags || !is_private(freed, op) || calls_itself(freed, op);
        let mark = freed.ctx.find_str("memplan.deallocated");
        let mark = mark.and_then(|mark| freed.attr(op, mark))?;
        let modes = match freed.ctx.attr_kind(mark) {
            AttrKind::Array(modes) => modes.to_vec(),
            _ => Vec::new(),
        };
        let is_owned = |index: usize| {
            modes.get(index).is_none_or(|&mode| {
                let mode = freed.ctx.attr_str(mode).map(|text| freed.ctx.text(text));
                mode.as_deref() == Some("owned")
            })
        };
        Some(Function {
            name,
            is_copied: (0..MAX_RESULTS)
                .map(|at| may_copy && is_owned(at))
                .collect(),
            has_distinct_results: has_flags,
        })
    });
    described.collect()
}

/// Finds the functions that move pointers, or call one that returns memory of its caller.
fn find_distinct_results(given: &Module, functions: &mut [Function]) {
    let symbols = SymbolIndex::new(given);
    let deviates = |name: &str, functions: &[Function]| {
        let function = functions.iter().find(|function| function.name == name);
        function.is_some_and(|function| function.is_copied.contains(&false))
    };
    for op in given.ops_with_trait(Traits::FUNCTION) {
        let name_of = |op| given.symbol_name(op).map(|name| given.ctx.text(name));
        let has_distinct_results = given.walk(op).any(|inner| {
            let target = symbols.resolve_call(given, inner).and_then(name_of);
            moves_pointer(given, inner) || target.is_some_and(|name| deviates(&name, functions))
        });
        let name = name_of(op);
        let function = functions
            .iter_mut()
            .find(|function| Some(&*function.name) == name.as_deref());
        if let Some(function) = function {
            function.has_distinct_results = has_distinct_results;
        }
    }
}

/// More results than a function of a test has.
const MAX_RESULTS: usize = 8;

fn is_private(m: &Module, function: OpId) -> bool {
    let visibility = m.prop(function, names::SYM_VISIBILITY);
    let visibility = visibility.and_then(|attr| m.ctx.attr_str(attr));
    visibility.is_some_and(|text| m.ctx.bytes(text) == b"private")
}

/// Whether a function calls itself, directly or through others.
fn calls_itself(m: &Module, function: OpId) -> bool {
    let symbols = SymbolIndex::new(m);
    let (mut seen, mut open) = (Vec::new(), vec![function]);
    while let Some(next) = open.pop() {
        for call in m.walk(next).filter(|&op| callee(m, op).is_some()) {
            match symbols.resolve_call(m, call) {
                Some(target) if target == function => return true,
                Some(target) if !seen.contains(&target) => {
                    seen.push(target);
                    open.push(target);
                }
                _ => {}
            }
        }
    }
    false
}

fn is_header_of(header: &str, name: &str) -> bool {
    let (before, _) = header.split_once('(').unwrap();
    before.split_once('@').unwrap().1 == name
}

/// Name and type of a global.
fn global(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix("memref.global ")?;
    let (name, rest) = rest.split_at(rest.find('@')?).1.split_once(" : ")?;
    Some((name, rest.split(" = ").next()?))
}

/// The arguments of a function, by its first line.
fn arguments(header: &str) -> &str {
    let (_, rest) = header.split_once('(').unwrap();
    let mut depth = 1;
    let end = rest.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    &rest[..end.unwrap()]
}

/// The elements of a list, without the commas within types.
fn elements(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(list[start..].trim());
    found
}

/// Names and types of the memrefs of an argument list.
fn memrefs(list: &str) -> Vec<(&str, &str)> {
    let typed = elements(list)
        .into_iter()
        .filter_map(|arg| arg.split_once(": "));
    typed.filter(|(_, ty)| ty.starts_with("memref<")).collect()
}

/// A `return`, with what makes the copies in front of it.
fn copied_return(
    returned: &str,
    function: &Function,
    args: &[(&str, &str)],
    globals: &[(&str, &str)],
) -> String {
    let Some((values, types)) = returned.split_once(" : ") else {
        return format!("return {returned}");
    };
    let types = elements(types);
    let mut writer = Writer::default();
    let mut others: Vec<String> = Vec::new();
    for (name, ty) in globals {
        let global = writer.define(&format!("memref.get_global {name} : {ty}"));
        others.push(writer.address(&global, ty));
    }
    for (name, ty) in args {
        others.push(writer.address(name, ty));
    }
    let mut done: Vec<(&str, String)> = Vec::new();
    let mut earlier: Vec<String> = Vec::new();
    for (at, (value, ty)) in values.split(", ").zip(&types).enumerate() {
        let before = done.iter().find(|(other, _)| *other == value);
        let mut result = before.map_or(value, |(_, copy)| copy).to_owned();
        let is_shared = before.is_some() && !function.has_distinct_results;
        if !is_shared && ty.starts_with("memref<") {
            let mut forbidden = earlier.clone();
            if function.is_copied[at] {
                forbidden.extend_from_slice(&others);
            }
            result = writer.copy_if_any(value, ty, &forbidden);
            if function.has_distinct_results {
                earlier.push(writer.address(&result, ty));
            }
        }
        done.push((value, result));
    }
    let results: Vec<&str> = done.iter().map(|(_, result)| &**result).collect();
    let (results, types) = (results.join(", "), types.join(", "));
    format!("{}return {results} : {types}", writer.text)
}

/// Operations in front of a `return`.
#[derive(Default)]
struct Writer {
    text: String,
    n_values: u32,
}

impl Writer {
    fn define(&mut self, op: &str) -> String {
        let name = format!("%boundary{}", self.n_values);
        self.n_values += 1;
        writeln!(self.text, "{name} = {op}").unwrap();
        name
    }

    /// Where the allocation of a buffer begins: no program of these tests moves pointers.
    fn address(&mut self, value: &str, ty: &str) -> String {
        let ranked = match ty.strip_prefix("memref<*x") {
            Some(element) => {
                let element = element.trim_end_matches('>');
                format!("memref<?x{element}, strided<[?], offset: ?>>")
            }
            None => ty.to_owned(),
        };
        let value = if ranked == ty {
            value.to_owned()
        } else {
            self.define(&format!("memref.cast {value} : {ty} to {ranked}"))
        };
        self.define(&format!(
            "memref.extract_aligned_pointer_as_index {value} : {ranked} -> index"
        ))
    }

    /// A copy of the value if its address is one of `others`, else the value.
    fn copy_if_any(&mut self, value: &str, ty: &str, others: &[String]) -> String {
        if others.is_empty() {
            return value.to_owned();
        }
        let address = self.address(value, ty);
        let mut is_any = self.define("arith.constant false");
        for other in others {
            let is_same = self.define(&format!("arith.cmpi eq, {address}, {other} : index"));
            is_any = self.define(&format!("arith.ori {is_any}, {is_same} : i1"));
        }
        let copy = self.define(&format!("bufferization.clone {value} : {ty} to {ty}"));
        self.define(&format!("arith.select {is_any}, {copy}, {value} : {ty}"))
    }
}

/// How a deallocated program, which ran as `after`, differs from the given one, which ran as `before`,
/// beyond the copies of the convention. Copies that the given program makes itself excuse nothing.
pub(crate) fn unexplained_difference(
    freed: &Module,
    given: &Module,
    before: &Run,
    after: &Run,
    boundaries: Boundaries,
) -> Option<String> {
    let difference = before.difference(after)?;
    if boundaries == Boundaries::Upstream && 0 < after.n_clones {
        return None;
    }
    match meaning(&with_copies(given, freed, boundaries)) {
        Ok(copied) if copied.difference(after).is_none() => None,
        Ok(_) => Some(difference),
        Err(fault) => Some(format!("{difference}; with copies: {fault}")),
    }
}

/// The fault of a deallocated program, if there is one: an invalid access or free, a leak, or an
/// unexplained difference.
pub(crate) fn fault_by_convention(
    freed: &Module,
    given: &Module,
    before: &Run,
    boundaries: Boundaries,
) -> Option<String> {
    let fault = match meaning(freed) {
        Err(fault) => Some(fault),
        Ok(after) => {
            unexplained_difference(freed, given, before, &after, boundaries).or_else(|| {
                let leak = after.leaks.first()?;
                Some(format!("{:?}", leak.diagnostic(freed)))
            })
        }
    };
    fault.map(|fault| format!("{fault}\n{}", text_of(freed)))
}
