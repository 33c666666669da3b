//! Where the buffers of a trace are written and allocated in the program, for pictures and reports.

use std::collections::HashSet;

use memplan_collectors::Collected;
use memplan_mlir::Module;
use memplan_mlir::interfaces::{AllocationSite, is_view_like, view_sources};
use memplan_mlir::text::Span;

/// The first user of a buffer, and the place of its allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name of the first operation in the text that uses the buffer, directly or through views; that of the
    /// allocation if none does.
    pub op: String,
    /// The allocation; empty if it is not in the text.
    pub span: Span,
}

/// The origin of each buffer, indexed as [`traces`](crate::traces) and the buffers in them. Linear in the uses of the
/// buffers and their views.
pub fn origins(m: &Module, collected: &Collected) -> Vec<Vec<Origin>> {
    let of_scope = |sites: &Vec<AllocationSite>| sites.iter().map(|site| origin(m, site)).collect();
    collected
        .scopes
        .iter()
        .map(|scope| of_scope(&scope.sites))
        .collect()
}

fn origin(m: &Module, site: &AllocationSite) -> Origin {
    let mut first = None;
    let mut values: Vec<_> = m.result(site.alloc, 0).into_iter().collect();
    let mut seen: HashSet<_> = values.iter().copied().collect();
    while let Some(value) = values.pop() {
        for (user, _) in m.uses(value) {
            if is_view_like(m, user) {
                let views = view_sources(m, user).into_iter();
                let views = views.filter(|(source, _)| *source == value);
                values.extend(
                    views
                        .map(|(_, view)| view)
                        .filter(|view| seen.insert(*view)),
                );
                continue;
            }
            let start = m.span(user).start;
            if first.is_none_or(|(least, _)| start < least) {
                first = Some((start, user));
            }
        }
    }
    let op = first.map_or(site.alloc, |(_, user)| user);
    Origin {
        op: m.op_name_text(op).into_owned(),
        span: m.span(site.alloc),
    }
}
