//! Where the buffers of a trace are written and allocated in the program, for pictures and reports.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use memplan_collectors::Collected;
use memplan_mlir::interfaces::{AllocationSite, is_view_like, view_sources};
use memplan_mlir::text::Span;
use memplan_mlir::{LocId, LocationKind, Module};

/// The first user of a buffer, and the place of its allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The first operation in the text that uses the buffer, directly or through views, or the allocation if none does:
    /// the name and the line that a front end gave it in a location, or its name in the program.
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
    let words = m.op_loc(op).and_then(|loc| Words::of(m, loc));
    Origin {
        op: match words {
            Some(words) => words.to_string(),
            None => m.op_name_text(op).into_owned(),
        },
        span: m.span(site.alloc),
    }
}

/// What a front end says about an operation: `jit(f)/dot_general (model.py:12)`.
#[derive(Debug, Default)]
struct Words {
    name: Option<String>,
    place: Option<String>,
}

impl Words {
    /// The outermost name of a location, and the innermost line of those that are called; `None` without a name.
    fn of(m: &Module, mut loc: LocId) -> Option<Self> {
        let mut words = Self::default();
        loop {
            loc = match m.ctx.loc_kind(loc) {
                LocationKind::Name { name, child } => {
                    let name = || m.ctx.text(*name).into_owned();
                    words.name.get_or_insert_with(name);
                    *child
                }
                LocationKind::CallSite { callee, .. } => *callee,
                LocationKind::Fused { locations, .. } => *locations.first()?,
                LocationKind::File { file, line, .. } => {
                    let file = m.ctx.text(*file);
                    let name = Path::new(&*file).file_name();
                    let name = name.map_or(file.clone(), |name| name.to_string_lossy());
                    words.place = Some(format!("{name}:{line}"));
                    break;
                }
                LocationKind::Unknown => break,
            }
        }
        words.name.is_some().then_some(words)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_deref().unwrap_or_default())?;
        match &self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use memplan_mlir::text::parse;

    use super::Words;

    /// The words for the location of an allocation.
    fn words(location: &str) -> Option<String> {
        let text = format!(
            "#line = loc(\"src/model.py\":3:6 to :10)\n\
             func.func @f() {{\n  %a = memref.alloc() : memref<4xf32> loc({location})\n  return\n}}"
        );
        let m = parse(text.as_bytes(), &Default::default()).unwrap().module;
        let mut ops = m.walk(m.root());
        let alloc = ops
            .find(|&op| m.op_name_text(op) == "memref.alloc")
            .unwrap();
        let words = Words::of(&m, m.op_loc(alloc)?)?;
        Some(words.to_string())
    }

    #[test]
    fn operations_have_the_words_of_their_front_end() {
        let named = "\"jit(f)/mul\"(callsite(\"layer\"(#line) at \"f\"(\"other.py\":9:1)))";
        assert_eq!(words(named).unwrap(), "jit(f)/mul (model.py:3)");
        assert_eq!(words("fused[#line, unknown]"), None);
        assert_eq!(words("fused<\"x\">[\"conv1\", #line]").unwrap(), "conv1");
        assert_eq!(words("#line"), None);
        assert_eq!(words("unknown"), None);
    }
}
