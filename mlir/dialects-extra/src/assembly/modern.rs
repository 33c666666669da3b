//! Converts the syntax of MLIR 19 to that of MLIR 22 while parsing.

use memplan_mlir::ir::{AttrKind, Module, OpId, RegionId, names};
use memplan_mlir::syntax::pieces::{set_prop, set_segments};
use memplan_mlir::syntax::{OpParser, OpState};
use memplan_mlir::text::attr_text;

/// `inbounds` is a unit attribute of `llvm.getelementptr` in MLIR 19.
pub(crate) fn getelementptr(p: &mut OpParser<'_>, state: &mut OpState) {
    let old = p.ctx_mut().str("inbounds");
    if state.props.remove(old).is_some() {
        let ty = p.ctx_mut().int_type(32);
        let flags = p.ctx_mut().int_attr(3, ty);
        set_prop(p, state, "noWrapFlags", flags);
    }
}

/// Calls of `llvm` have no operand bundles in MLIR 19.
pub(crate) fn llvm_call(p: &mut OpParser<'_>, state: &mut OpState) {
    if state.props.get(names::OPERAND_SEGMENT_SIZES).is_none() {
        let count = state.operands.len();
        set_segments(p, state, &[count, 0]);
    }
}

/// The region of `vector.warp_execute_on_lane_0`, which is in `gpu` since MLIR 20, ends with `vector.yield`.
pub(crate) fn warp_yield(p: &mut OpParser<'_>, state: &mut OpState) {
    for &region in &state.regions {
        rename_last(p.module_mut(), region, "vector.yield", "gpu.yield");
    }
}

/// The reverse of [`warp_yield`].
pub(crate) fn vector_yield(m: &mut Module, op: OpId) -> Result<(), &'static str> {
    for region in m.regions(op).to_vec() {
        rename_last(m, region, "gpu.yield", "vector.yield");
    }
    Ok(())
}

fn rename_last(m: &mut Module, region: RegionId, from: &str, to: &str) {
    let last = m.first_block(region).and_then(|block| m.last_op(block));
    if let Some(last) = last
        && m.op_name_text(last) == from
    {
        let name = m.ctx.op_name(to);
        m.rename_op(last, name);
    }
}

/// `llvm.mlir.global_ctors` and `global_dtors` have data since MLIR 21.
pub(crate) fn global_functions(p: &mut OpParser<'_>, state: &mut OpState) {
    let names = ["data", "priorities"].map(|name| p.ctx_mut().str(name));
    let len = state
        .props
        .get(names[1])
        .map(|list| match p.module().ctx.attr_kind(list) {
            AttrKind::Array(list) => list.len(),
            _ => 0,
        });
    if state.props.get(names[0]).is_none()
        && let Some(len) = len
        && let Ok(zero) = p.ctx_mut().attr_from_text(b"#llvm.zero")
    {
        let zeros = p.ctx_mut().attr(AttrKind::Array(vec![zero; len].into()));
        state.set(names[0], zeros);
    }
}

/// The reverse of [`global_functions`].
pub(crate) fn global_functions_without_data(m: &mut Module, op: OpId) -> Result<(), &'static str> {
    let name = m.ctx.str("data");
    match m.remove_prop(op, name).map(|data| m.ctx.attr_kind(data)) {
        Some(AttrKind::Array(list))
            if !list
                .iter()
                .all(|&attr| attr_text(&m.ctx, attr) == "#llvm.zero") =>
        {
            Err("its functions have data")
        }
        _ => Ok(()),
    }
}

/// Markers of lifetimes have no size since MLIR 22.
pub(crate) fn lifetime(p: &mut OpParser<'_>, state: &mut OpState) {
    let name = p.ctx_mut().str("size");
    state.props.remove(name);
}

/// The size -1 means all of the memory.
pub(crate) fn sized_lifetime(m: &mut Module, op: OpId) -> Result<(), &'static str> {
    let (name, size) = (m.ctx.str("size"), m.ctx.i64_attr(-1));
    m.set_prop(op, name, size);
    Ok(())
}

/// The reverse of [`getelementptr`].
pub(crate) fn inbounds(m: &mut Module, op: OpId) -> Result<(), &'static str> {
    let name = m.ctx.str("noWrapFlags");
    match m
        .remove_prop(op, name)
        .and_then(|flags| m.ctx.attr_i64(flags))
    {
        None | Some(0) => {}
        Some(3) => {
            let (name, unit) = (m.ctx.str("inbounds"), m.ctx.unit_attr());
            m.set_prop(op, name, unit);
        }
        Some(_) => return Err("it has flags other than `inbounds`"),
    }
    Ok(())
}

/// `gpu.subgroup_reduce` has no clusters in MLIR 19.
pub(crate) fn unclustered(m: &mut Module, op: OpId) -> Result<(), &'static str> {
    let name = m.ctx.str("cluster_stride");
    m.remove_prop(op, name);
    without(m, op, "cluster_size", "it reduces clusters")
}

/// Modules of kernels need no terminator since MLIR 20.
pub(crate) fn without_end(m: &mut Module, op: OpId) -> Result<(), &'static str> {
    m.erase(op);
    Ok(())
}

/// `gpu.launch` names no kernel before MLIR 22.
pub(crate) fn unnamed_kernel(m: &Module, op: OpId) -> Result<(), &'static str> {
    without(m, op, "module", "it names a module")?;
    without(m, op, "function", "it names a function")
}

fn without(m: &Module, op: OpId, name: &str, reason: &'static str) -> Result<(), &'static str> {
    let name = m.ctx.find_str(name);
    match name.and_then(|name| m.prop(op, name)) {
        Some(_) => Err(reason),
        None => Ok(()),
    }
}
