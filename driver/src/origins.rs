//! Where the buffers of a trace are written and allocated in the program, for pictures and reports.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use memplan_collectors::Collected;
use memplan_mlir::interfaces::{AllocationSite, allocation, is_view_like, view_sources};
use memplan_mlir::text::{Diagnostic, Note, SourceMap};
use memplan_mlir::{LocId, LocationKind, Module, OpId};

/// The first user of a buffer, and the place of its allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The first operation in the text that uses the buffer, directly or through views, or the allocation if none does:
    /// the name and the line that a front end gave it in a location, or its name in the program.
    pub op: String,
    /// Whether a front end named it.
    pub is_named: bool,
    /// The line of the allocation in the text, from 1; 0 if it is not there.
    pub line: u32,
    /// Its column in bytes, from 1; 0 if it is not there.
    pub column: u32,
}

/// The origin of each buffer of a program with this text, indexed as [`traces`](crate::traces) and the buffers in them.
/// Linear in the text, and in the uses of the buffers and their views.
pub fn origins(m: &Module, collected: &Collected, text: &[u8]) -> Vec<Vec<Origin>> {
    let places = SourceMap::new(text);
    let origin = |site: &AllocationSite| {
        let (span, words) = (m.span(site.alloc), words_of(m, site.alloc));
        let place = (span.start < span.end).then(|| places.line_col(span.start));
        let (line, column) = place.unwrap_or_default();
        Origin {
            is_named: words.is_some(),
            op: words.unwrap_or_else(|| m.op_name_text(first_user(m, site.alloc)).into_owned()),
            line,
            column,
        }
    };
    let scopes = collected.scopes.iter();
    scopes
        .map(|scope| scope.sites.iter().map(origin).collect())
        .collect()
}

/// What a front end says about the first user of an allocation: `jit(f)/dot_general (model.py:12)`.
pub(crate) fn words_of(m: &Module, alloc: OpId) -> Option<String> {
    words_at(m, first_user(m, alloc))
}

/// What a front end says about an operation; for an allocation, about its first user.
pub(crate) fn words_about(m: &Module, op: OpId) -> Option<String> {
    match allocation(m, op) {
        Some(_) => words_of(m, op),
        None => words_at(m, op),
    }
}

fn words_at(m: &Module, op: OpId) -> Option<String> {
    Words::of(m, m.op_loc(op)?).map(|words| words.to_string())
}

/// Notes what a front end says about the operations that diagnostics are about. `O(n)` in the program if there are any.
pub(crate) fn note_words(m: &Module, diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics {
        let is_about = |op: &OpId| m.span(*op).start == diagnostic.span.start;
        let op = m.walk(m.root()).filter(is_about).last();
        let words = op.and_then(|op| words_about(m, op));
        diagnostic.notes.extend(words.as_deref().map(note));
    }
}

/// A note with what a front end says about an operation.
pub(crate) fn note(words: &str) -> Note {
    Note {
        message: format!("this is `{words}` in the source"),
        span: None,
    }
}

/// The first operation in the text that uses an allocation, directly or through views, or the allocation if none does.
fn first_user(m: &Module, alloc: OpId) -> OpId {
    let mut first = None;
    let mut values: Vec<_> = m.result(alloc, 0).into_iter().collect();
    let mut seen: HashSet<_> = values.iter().copied().collect();
    while let Some(value) = values.pop() {
        for (user, _) in m.uses(value) {
            if is_view_like(m, user) {
                let views = view_sources(m, user).into_iter();
                let views = views.filter(|(source, _)| *source == value);
                let views = views.map(|(_, view)| view);
                values.extend(views.filter(|view| seen.insert(*view)));
                continue;
            }
            let start = m.span(user).start;
            if first.is_none_or(|(least, _)| start < least) {
                first = Some((start, user));
            }
        }
    }
    first.map_or(alloc, |(_, user)| user)
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
