//! Functions whose signatures may change, because all their uses are calls.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{Callee, SymbolIndex, callee};
use memplan_mlir::rewrite::Rewriter;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AttrId, AttrKind, BlockId, DYNAMIC, MemRefType, Module, OpId, OpSpec, StrId, TypeId, TypeKind,
    ValueId, names,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function with a body.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) op: OpId,
    pub(crate) entry: BlockId,
    pub(crate) inputs: Vec<TypeId>,
    pub(crate) results: Vec<TypeId>,
    pub(crate) returns: Vec<OpId>,
    pub(crate) calls: Vec<OpId>,
    pub(crate) is_private: bool,
}

/// The functions with a body below `root`, in order, that are referenced by calls only. Linear.
pub(crate) fn functions(m: &Module, root: OpId) -> Vec<Function> {
    let symbols = SymbolIndex::new(m);
    let mut calls: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    let mut referenced: FxHashSet<StrId> = FxHashSet::default();
    for op in m.walk(root) {
        let is_call = matches!(callee(m, op), Some(Callee::Symbol { .. }));
        if is_call && let Some(function) = symbols.resolve_call(m, op) {
            calls.entry(function).or_default().push(op);
        } else {
            note_references(m, op, &mut referenced);
        }
    }
    let functions = m.walk(root).filter(|&op| m.is_kernel(op, Kernel::Function));
    functions
        .filter(|&op| {
            m.symbol_name(op)
                .is_some_and(|name| !referenced.contains(&name))
        })
        .filter_map(|op| function(m, op, calls.remove(&op).unwrap_or_default()))
        .collect()
}

fn note_references(m: &Module, op: OpId, referenced: &mut FxHashSet<StrId>) {
    let attrs = m.props(op).iter().chain(m.attrs(op).iter());
    let mut pending: Vec<AttrId> = attrs.map(|(_, attr)| attr).collect();
    while let Some(attr) = pending.pop() {
        match m.ctx.attr_kind(attr) {
            AttrKind::SymbolRef { root, nested } => {
                referenced.insert(*root);
                referenced.extend(nested.iter().copied());
            }
            AttrKind::Array(elements) => pending.extend(elements.iter()),
            AttrKind::Dictionary(entries) => {
                pending.extend(entries.iter().map(|(_, attr)| *attr));
            }
            _ => {}
        }
    }
}

fn function(m: &Module, op: OpId, calls: Vec<OpId>) -> Option<Function> {
    let &body = m.regions(op).first()?;
    let entry = m.first_block(body)?;
    let (inputs, results) = m.signature(op)?;
    let ends = m.blocks(body).filter_map(|block| m.last_op(block));
    let visibility = m.prop(op, names::SYM_VISIBILITY);
    let visibility = visibility.and_then(|attr| m.ctx.attr_str(attr));
    Some(Function {
        op,
        entry,
        inputs: inputs.to_vec(),
        results: results.to_vec(),
        returns: ends
            .filter(|&end| m.has_trait(end, Traits::RETURN_LIKE))
            .collect(),
        calls,
        is_private: visibility.is_some_and(|word| m.ctx.bytes(word) == b"private"),
    })
}

/// Sets the type of a function and the matching argument and result attributes: those of dropped results are
/// removed, those of new arguments are `added`.
pub(crate) fn set_signature(
    m: &mut Module,
    function: OpId,
    inputs: &[TypeId],
    results: &[TypeId],
    dropped: &[usize],
    added: &[AttrId],
) {
    m.set_signature(function, inputs, results);
    let of_results = m.prop_elements(function, names::RES_ATTRS).to_vec();
    if !of_results.is_empty() {
        let kept = kept(&of_results, dropped).into();
        let kept = m.ctx.attr(AttrKind::Array(kept));
        m.set_prop(function, names::RES_ATTRS, kept);
    }
    let mut of_args = m.prop_elements(function, names::ARG_ATTRS).to_vec();
    let is_empty = |m: &Module, attr: AttrId| matches!(m.ctx.attr_kind(attr), AttrKind::Dictionary(entries) if entries.is_empty());
    if !of_args.is_empty() || added.iter().any(|&attr| !is_empty(m, attr)) {
        let empty = m.ctx.attr(AttrKind::Dictionary(Box::default()));
        of_args.resize(inputs.len() - added.len(), empty);
        of_args.extend_from_slice(added);
        let all = m.ctx.attr(AttrKind::Array(of_args.into()));
        m.set_prop(function, names::ARG_ATTRS, all);
    }
}

/// What has other numbers than those that are dropped.
pub(crate) fn kept<T: Copy>(all: &[T], dropped: &[usize]) -> Vec<T> {
    let all = all.iter().enumerate();
    let kept = all.filter(|(index, _)| !dropped.contains(index));
    kept.map(|(_, &value)| value).collect()
}

/// Removes results from the returns of a function.
pub(crate) fn drop_returned(m: &mut Module, function: &Function, dropped: &[usize]) {
    for &end in &function.returns {
        let values = kept(m.operands(end), dropped);
        m.set_operands(end, &values);
    }
}

/// Replaces a result of a call by a buffer, with a cast before the call if their types differ.
pub(crate) fn replace_result(m: &mut Module, call: OpId, result: ValueId, buffer: ValueId) {
    let (mut buffer, ty) = (buffer, m.value_type(result));
    if m.value_type(buffer) != ty && !m.is_unused(result) {
        buffer = cast(m, call, buffer, ty);
    }
    m.replace_all_uses(result, buffer);
}

/// A new buffer of a type, before an operation; a cast of a dense one if the type has a layout.
pub(crate) fn new_buffer(
    m: &mut Module,
    anchor: OpId,
    ty: TypeId,
    sizes: &[ValueId],
    alignment: Option<AttrId>,
) -> ValueId {
    let mut dense = ty;
    if let TypeKind::MemRef(memref) = m.ctx.type_kind(ty) {
        let memref = MemRefType {
            layout: None,
            ..memref.clone()
        };
        dense = m.ctx.ty(TypeKind::MemRef(memref));
    }
    let counts = m.ctx.i32_array(&[sizes.len() as i64, 0]);
    let name = m.ctx.op_name("memref.alloc");
    let mut spec = OpSpec::new(name)
        .operands(sizes)
        .results(&[dense])
        .prop(names::OPERAND_SEGMENT_SIZES, counts);
    if let Some(alignment) = alignment {
        spec = spec.prop(names::ALIGNMENT, alignment);
    }
    let alloc = m.create_before(anchor, spec);
    let buffer = m.result(alloc, 0);
    let buffer = buffer.unwrap_or_else(|| unreachable!("made with a result"));
    if dense == ty {
        return buffer;
    }
    cast(m, anchor, buffer, ty)
}

/// A new buffer with the contents of another one, before an operation.
pub(crate) fn duplicate(m: &mut Module, anchor: OpId, source: ValueId) -> ValueId {
    let ty = m.value_type(source);
    let shape = m.ctx.shape(ty).unwrap_or(&[]).to_vec();
    let dynamic = (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC);
    let sizes = dynamic.filter_map(|dim| Rewriter::new(m).dim(anchor, source, dim));
    let sizes: Vec<ValueId> = sizes.collect();
    let buffer = new_buffer(m, anchor, ty, &sizes, None);
    let name = m.ctx.op_name("memref.copy");
    m.create_before(anchor, OpSpec::new(name).operands(&[source, buffer]));
    buffer
}

/// `memref.cast` before an operation.
fn cast(m: &mut Module, anchor: OpId, buffer: ValueId, ty: TypeId) -> ValueId {
    let name = m.ctx.op_name("memref.cast");
    let cast = m.create_before(anchor, OpSpec::new(name).operands(&[buffer]).results(&[ty]));
    m.result(cast, 0).unwrap_or(buffer)
}

/// Replaces a call by one with other operands, without the results numbered in `dropped`. Returns its results.
pub(crate) fn call_again(
    m: &mut Module,
    call: OpId,
    operands: &[ValueId],
    dropped: &[usize],
) -> Vec<ValueId> {
    let results: Vec<ValueId> = m.results(call).collect();
    let kept = kept(&results, dropped);
    let types: Vec<TypeId> = kept.iter().map(|&value| m.value_type(value)).collect();
    let mut spec = OpSpec::new(m.op_name(call))
        .operands(operands)
        .results(&types);
    spec.props = m.props(call).clone();
    spec.attrs = m.attrs(call).clone();
    // Attributes of individual arguments and results no longer match.
    spec.props.remove(names::ARG_ATTRS);
    spec.props.remove(names::RES_ATTRS);
    let new = m.create_before(call, spec);
    let results: Vec<ValueId> = m.results(new).collect();
    for (&old, &new) in kept.iter().zip(&results) {
        m.replace_all_uses(old, new);
    }
    results
}
