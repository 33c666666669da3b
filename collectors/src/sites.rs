//! Helpers for authors of collectors: the site of an allocation, and scopes from buffers.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{Allocation, AllocationSite, is_plain_dealloc};
use memplan_mlir::{AttrId, Module, OpId, TypeKind, ValueId};
use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, Tick};

use crate::shape::shape;
use crate::{
    AllocLifetime, CollectError, CollectErrorKind, Collected, CollectedScope, LifetimeState,
    Padding, SkipReason, Skipped, TickOptions,
};

/// The site of an allocation with a static size, and the alignment that its buffer needs: no padding
/// is added to buffers whose size is a multiple of it.
///
/// [`AllocationSite::deallocs`] holds the users that only free the buffer itself, without those that free a view of it.
/// Linear in the uses.
///
/// # Errors
///
/// The reason why a view of a merged allocation cannot replace the allocation.
pub fn static_site(
    m: &Module,
    allocation: &Allocation<'_>,
) -> Result<(AllocationSite, Bytes), SkipReason> {
    let options = TickOptions {
        padding: Padding::None,
        ..TickOptions::DEFAULT
    };
    let shape = shape(m, allocation, 1, &options)?;
    let users = m.uses(allocation.buffer).map(|(user, _)| user);
    let site = AllocationSite {
        strides: shape.strides,
        deallocs: users.filter(|&user| is_plain_dealloc(m, user)).collect(),
        ..AllocationSite::new(allocation.op, shape.size)
    };
    Ok((site, Bytes(shape.alignment)))
}

impl Collected {
    /// Adds an allocation that is not merged.
    pub fn skip(&mut self, m: &Module, alloc: OpId, reason: SkipReason) {
        let name = self.next_name(m, function_of(m, alloc));
        self.lifetimes.push(AllocLifetime {
            alloc,
            scope: None,
            state: LifetimeState::Untraceable,
        });
        self.skipped.push(Skipped {
            alloc,
            name,
            reason,
        });
    }

    /// Adds the buffers of an allocation scope, each with its site, alignment and lifetime. All must be in one memory
    /// space. The merged allocation is placed at the start of the first block of the scope. Without buffers, nothing
    /// is added.
    ///
    /// # Errors
    ///
    /// [`CollectErrorKind::Trace`](crate::CollectErrorKind::Trace) when the buffers do not form a valid trace.
    pub fn push_scope(
        &mut self,
        m: &Module,
        scope_op: OpId,
        sites: Vec<(AllocationSite, Bytes, Lifetime)>,
    ) -> Result<(), CollectError> {
        let region = m.regions(scope_op).first();
        let block = region.and_then(|&region| m.first_block(region));
        let (Some(block), Some((first, ..))) = (block, sites.first()) else {
            return Ok(());
        };
        let buffer = m.result(first.alloc, 0);
        let memory_space = buffer.and_then(|buffer| memory_space(m, buffer));
        let id = self.scope_ops.len();
        self.scope_ops.push(scope_op);
        let function = function_of(m, scope_op);
        let mut buffers = Vec::new();
        for (site, align, live) in &sites {
            let name = self.next_name(m, function);
            let mut buffer = Buffer::new(name, Bytes(site.size_bytes), *live);
            buffer.align = *align;
            buffers.push(buffer);
            let (first, last) = (live.begin(), Tick(live.end().0.saturating_sub(1)));
            self.lifetimes.push(AllocLifetime {
                alloc: site.alloc,
                scope: Some(id),
                state: LifetimeState::Accessed { first, last },
            });
        }
        let trace = LifetimeTrace::builder(symbol(m, function))
            .memory_space(memory_space.map(|space| space_text(m, space)))
            .buffers(buffers)
            .build();
        self.scopes.push(CollectedScope {
            id,
            function,
            scope_op,
            block,
            before: None,
            callers_may_hold: None,
            limit: None,
            memory_space,
            trace: trace.map_err(|error| CollectError {
                op: scope_op,
                kind: CollectErrorKind::Trace(error),
            })?,
            sites: sites.into_iter().map(|(site, ..)| site).collect(),
            alignment: Bytes(1),
            asked_alignment: None,
            base: None,
        });
        Ok(())
    }

    /// `FUNCTION/allocN`, a unique name for each allocation.
    fn next_name(&self, m: &Module, function: OpId) -> String {
        format!("{}/alloc{}", symbol(m, function), self.lifetimes.len())
    }
}

/// The function around an operation; the operation itself without one.
fn function_of(m: &Module, op: OpId) -> OpId {
    let mut around = std::iter::once(op).chain(m.ancestors(op));
    let function = around.find(|&op| m.has_trait(op, Traits::FUNCTION));
    function.unwrap_or(op)
}

fn symbol(m: &Module, function: OpId) -> String {
    let name = m.symbol_name(function).map(|name| m.ctx.bytes(name));
    String::from_utf8_lossy(name.unwrap_or_default()).into_owned()
}

/// The memory space of a ranked memref; absent for the default one.
pub fn memory_space(m: &Module, buffer: ValueId) -> Option<AttrId> {
    match m.value_type_kind(buffer) {
        TypeKind::MemRef(ty) => ty.space,
        _ => None,
    }
}

/// The spelling of a memory space in traces; of an integer, whatever its type, the number alone.
pub fn space_text(m: &Module, space: AttrId) -> String {
    memplan_mlir::text::space_text(&m.ctx, space)
}
