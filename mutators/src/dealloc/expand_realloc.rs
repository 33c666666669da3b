//! `expand-realloc`: expands `memref.realloc` to an allocation, a copy and a select.
//!
//! The result is the old buffer with a new type, or a new buffer. [`Deallocs`] selects who frees
//! the old buffer; ownership-based deallocation inserts that deallocation itself.

use memplan_memory_model::BufferViewFlowAnalysis;
use memplan_mlir::interfaces::{constant_int, frees};
use memplan_mlir::passes::{Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AttrId, DYNAMIC, Module, OpId, TypeId, ValueId, names};

use memplan_plugin::switch;
use rustc_hash::FxHashSet;

use crate::builder::{Builder, Compare, Extent};

/// The pass `expand-realloc`: expands `memref.realloc` to an allocation and a copy, which run only if the old buffer
/// is too small. Linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExpandRealloc {
    /// What frees the old buffer.
    pub deallocs: Deallocs,
}

impl Pass for ExpandRealloc {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "expand-realloc",
            aliases: &[],
            summary: "Turns `memref.realloc` into allocation, copy and a choice between two buffers.",
            cost: "linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            let show = |deallocs: &Deallocs| match deallocs {
                Deallocs::Emit => "true".to_owned(),
                Deallocs::Leave => "false".to_owned(),
                Deallocs::Auto => "auto".to_owned(),
            };
            let read = |text: &str| match switch(text) {
                Some(true) => Some(Deallocs::Emit),
                Some(false) => Some(Deallocs::Leave),
                None => (text == "auto").then_some(Deallocs::Auto),
            };
            vec![
                Field::read("emit-deallocs", &mut pass.deallocs, show, read)
                    .expects("`true`, `false` or `auto`")
                    .help(
                        "Free the old buffer where a new one takes its place; `auto`: where the program \
                         frees the new one by itself.",
                    ),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        run(m, root, self.deallocs);
        Ok(())
    }
}

/// What frees the old buffer when a new one replaces it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deallocs {
    /// The expansion.
    #[default]
    Emit,
    /// A later pass.
    Leave,
    /// The expansion if the program frees the result, otherwise a later pass.
    Auto,
}

/// One `memref.realloc`.
struct Realloc {
    source: ValueId,
    /// Size of the old buffer, before the expansion.
    current: Option<i64>,
    wanted: Extent,
    ty: TypeId,
    alignment: Option<AttrId>,
}

/// Expands every `memref.realloc` below `root`; `true` if there was one. Linear.
pub fn run(m: &mut Module, root: OpId, deallocs: Deallocs) -> bool {
    let reallocs: Vec<OpId> = m
        .walk(root)
        .filter(|&op| m.is_kernel(op, Kernel::Realloc))
        .collect();
    let deallocs: Vec<Deallocs> = match deallocs {
        Deallocs::Emit | Deallocs::Leave => vec![deallocs; reallocs.len()],
        Deallocs::Auto => decide(m, root, &reallocs),
    };
    for (&op, deallocs) in reallocs.iter().zip(deallocs) {
        expand(m, op, deallocs);
    }
    !reallocs.is_empty()
}

/// Decides for each reallocation whether the expansion frees the old buffer: it does if the program
/// frees a value that may be the new buffer, other than by another `memref.realloc`.
fn decide(m: &Module, root: OpId, all: &[OpId]) -> Vec<Deallocs> {
    if all.is_empty() {
        return Vec::new();
    }
    let flow = BufferViewFlowAnalysis::new(m, root);
    let reallocs: FxHashSet<OpId> = all.iter().copied().collect();
    let is_freed = |value: ValueId| {
        m.uses(value)
            .any(|(user, _)| !reallocs.contains(&user) && frees(m, user, value))
    };
    let decision = |&op: &OpId| {
        let freed = m
            .results(op)
            .any(|result| flow.resolve(result).into_iter().any(is_freed));
        if freed {
            Deallocs::Emit
        } else {
            Deallocs::Leave
        }
    };
    all.iter().map(decision).collect()
}

fn expand(m: &mut Module, op: OpId, deallocs: Deallocs) {
    let Some(realloc) = read(m, op) else { return };
    let mut builder = Builder::before(m, op);
    let new = match (realloc.current, realloc.wanted) {
        (Some(current), Extent::Known(wanted)) if current >= wanted => builder.keep(&realloc),
        (Some(current), Extent::Known(_)) => {
            builder.grow(&realloc, Extent::Known(current), deallocs)
        }
        _ => builder.choose(&realloc, deallocs),
    };
    m.replace_op(op, &[new]);
}

fn read(m: &Module, op: OpId) -> Option<Realloc> {
    let source = *m.operands(op).first()?;
    let ty = m.value_type(m.result(op, 0)?);
    let size = |ty: TypeId| {
        let size = *m.ctx.shape(ty)?.first()?;
        (size != DYNAMIC).then_some(size)
    };
    let wanted = match (size(ty), m.operands(op).get(1)) {
        (Some(size), _) => Extent::Known(size),
        (None, Some(&value)) => constant_int(m, value).map_or(Extent::Value(value), Extent::Known),
        (None, None) => return None,
    };
    Some(Realloc {
        source,
        current: size(m.value_type(source)),
        wanted,
        ty,
        alignment: m.prop(op, names::ALIGNMENT),
    })
}

impl Builder<'_> {
    fn extent(&mut self, extent: Extent) -> ValueId {
        match extent {
            Extent::Known(value) => self.constant(value),
            Extent::Value(value) => value,
        }
    }

    /// The sizes are compared at run time.
    fn choose(&mut self, realloc: &Realloc, deallocs: Deallocs) -> ValueId {
        let current = match realloc.current {
            Some(size) => self.constant(size),
            None => self.dim(realloc.source, 0),
        };
        let wanted = self.extent(realloc.wanted);
        let is_larger = self.compare(Compare::UnsignedLess, current, wanted);
        let choice = self.if_else(is_larger, &[realloc.ty]);
        let [grow, keep] = choice.ends;
        let new = self
            .at(grow)
            .grow(realloc, Extent::Value(current), deallocs);
        let kept = self.at(keep).keep(realloc);
        self.m.set_operands(grow, &[new]);
        self.m.set_operands(keep, &[kept]);
        self.first_result(choice.op)
    }

    /// A new buffer that starts with the contents of the old one.
    fn grow(&mut self, realloc: &Realloc, current: Extent, deallocs: Deallocs) -> ValueId {
        let is_dynamic = self
            .m
            .ctx
            .shape(realloc.ty)
            .is_some_and(|shape| shape.contains(&DYNAMIC));
        let sizes: Vec<ValueId> = if is_dynamic {
            vec![self.extent(realloc.wanted)]
        } else {
            Vec::new()
        };
        let new = self.allocate("memref.alloc", realloc.ty, &sizes, realloc.alignment);
        let head = self.head(new, realloc, current);
        self.effect("memref.copy", &[realloc.source, head]);
        if deallocs == Deallocs::Emit {
            self.effect("memref.dealloc", &[realloc.source]);
        }
        new
    }

    /// The leading elements of a new buffer, as many as the old one has.
    fn head(&mut self, new: ValueId, realloc: &Realloc, current: Extent) -> ValueId {
        // A subview of stride one at offset zero: `strided<[1]>`, in the sizes of the source.
        let (shape, operands): (i64, Vec<ValueId>) = match (current, realloc.current) {
            (Extent::Known(size), _) | (Extent::Value(_), Some(size)) => (size, vec![new]),
            (Extent::Value(size), None) => (DYNAMIC, vec![new, size]),
        };
        let ctx = &mut self.m.ctx;
        let mut kind = ctx.type_kind(realloc.ty).clone();
        if let memplan_mlir::TypeKind::MemRef(memref) = &mut kind {
            memref.shape = [shape].into();
            memref.layout = Some(ctx.attr(memplan_mlir::AttrKind::Strided {
                offset: 0,
                strides: [1].into(),
            }));
        }
        let ty = ctx.ty(kind);
        let n_sizes = operands.len() as i64 - 1;
        let props = [
            (names::STATIC_OFFSETS, ctx.i64_array(&[0])),
            (names::STATIC_SIZES, ctx.i64_array(&[shape])),
            (names::STATIC_STRIDES, ctx.i64_array(&[1])),
            (
                names::OPERAND_SEGMENT_SIZES,
                ctx.i32_array(&[1, 0, n_sizes, 0]),
            ),
        ];
        self.op("memref.subview", &operands, ty, &props)
    }

    /// The old buffer in its new size.
    fn keep(&mut self, realloc: &Realloc) -> ValueId {
        let size = match self.m.ctx.shape(realloc.ty) {
            Some(&[size]) if size != DYNAMIC => Extent::Known(size),
            _ => Extent::Value(self.extent(realloc.wanted)),
        };
        let zero = Extent::Known(0);
        self.reinterpret(
            realloc.source,
            realloc.ty,
            zero,
            &[size],
            &[Extent::Known(1)],
        )
    }
}
