//! `affine.dma_start` and `affine.dma_wait`. MLIR stores their maps as discardable attributes.

use smallvec::SmallVec;

use crate::ir::{AffineMap, AttrKind, OpId, TypeId, ValueId};
use crate::syntax::pieces::{Parse, push_operands, push_uniform, type_list};
use crate::syntax::{OpParser, OpPrinter, OpState, UseRef};

type Uses = SmallVec<[UseRef; 4]>;

/// A memref with the operands of the map of its indices.
struct Subscripted {
    memref: UseRef,
    indices: Uses,
}

/// `%m[%i + 1]`; the map becomes the discardable attribute `name`.
fn subscripted(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    name: &'static str,
) -> Parse<Subscripted> {
    let memref = p.parse_use()?;
    p.expect_literal("[")?;
    let (map, uses) = p.parse_map_of_uses("]")?;
    let attr = p.ctx_mut().attr(AttrKind::AffineMap(map));
    let name = p.ctx_mut().str(name);
    state.attrs.set(name, attr);
    let mut indices = uses.dims;
    indices.extend(uses.symbols);
    Ok(Subscripted { memref, indices })
}

fn push_subscripted(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    subscripted: &Subscripted,
    ty: TypeId,
) -> Parse<()> {
    let index = p.ctx_mut().index_type();
    push_operands(p, state, &[subscripted.memref], &[ty])?;
    push_uniform(p, state, &subscripted.indices, index)
}

/// `%a[..], %b[..], %tag[..], %n, %stride, %per_stride : A, B, T`.
pub(in crate::dialects) fn parse_start(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let source = subscripted(p, state, "src_map")?;
    p.expect_literal(",")?;
    let target = subscripted(p, state, "dst_map")?;
    p.expect_literal(",")?;
    let tag = subscripted(p, state, "tag_map")?;
    p.expect_literal(",")?;
    let mut sizes = Uses::new();
    sizes.push(p.parse_use()?);
    while p.at_literal(",") {
        p.bump();
        // mlir-opt accepts a trailing comma.
        if p.at_literal(":") {
            break;
        }
        sizes.push(p.parse_use()?);
    }
    if !matches!(sizes.len(), 1 | 3) {
        return Err(p.expected("the number of elements, perhaps with two operands for the stride"));
    }
    p.expect_literal(":")?;
    let types = type_list(p)?;
    p.check_count("types", 3, types.len())?;
    push_subscripted(p, state, &source, types[0])?;
    push_subscripted(p, state, &target, types[1])?;
    push_subscripted(p, state, &tag, types[2])?;
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, &sizes, index)
}

/// `%tag[..], %n : T`.
pub(in crate::dialects) fn parse_wait(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let tag = subscripted(p, state, "tag_map")?;
    p.expect_literal(",")?;
    let count = p.parse_use()?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_subscripted(p, state, &tag, ty)?;
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, &[count], index)
}

/// Prints ` %m[..]` and returns the memref; `rest` keeps the operands after its subscripts.
fn print_subscripted(
    p: &mut OpPrinter<'_>,
    op: OpId,
    name: &str,
    rest: &mut &[ValueId],
) -> Option<ValueId> {
    let module = p.module();
    let attr = module.attr(op, module.ctx.find_str(name)?)?;
    let AttrKind::AffineMap(map) = module.ctx.attr_kind(attr) else {
        return None;
    };
    let map: &AffineMap = map;
    let (&memref, tail) = rest.split_first()?;
    let (indices, tail) = tail.split_at(map.n_inputs().min(tail.len()));
    *rest = tail;
    p.push(" ");
    p.value(memref);
    p.push("[");
    p.affine_results(map, indices);
    p.push("]");
    Some(memref)
}

fn print(p: &mut OpPrinter<'_>, op: OpId, maps: &[&str]) {
    let mut rest = p.module().operands(op);
    let mut memrefs: SmallVec<[ValueId; 3]> = SmallVec::new();
    for name in maps {
        memrefs.extend(print_subscripted(p, op, name, &mut rest));
        p.push(",");
    }
    p.push(" ");
    p.values(rest);
    p.push(" : ");
    p.types_of(memrefs.into_iter());
}

pub(in crate::dialects) fn print_start(p: &mut OpPrinter<'_>, op: OpId) {
    print(p, op, &["src_map", "dst_map", "tag_map"]);
}

pub(in crate::dialects) fn print_wait(p: &mut OpPrinter<'_>, op: OpId) {
    print(p, op, &["tag_map"]);
}
