//! Programs on tensors: there is nothing to plan in them until they are bufferized.

use memplan_collectors::Collected;
use memplan_mlir::TypeKind;
use memplan_mlir::text::{SourceMap, Span};

use crate::render::{self, Level, Message};
use crate::report::plural;
use crate::source::Source;

/// A warning that a program has no buffers because it computes on tensors, or because it is empty;
/// `None` for any other program.
///
/// Walks the program once if it has no allocation.
pub(crate) fn warning(source: &Source, found: &Collected) -> Option<Message> {
    if !found.lifetimes.is_empty() {
        return None;
    }
    let m = &source.module;
    let is_tensor = |value| {
        let kind = m.value_type_kind(value);
        matches!(
            kind,
            TypeKind::Tensor { .. } | TypeKind::UnrankedTensor { .. }
        )
    };
    let mut on_tensors = m.walk(m.root()).filter(|&op| m.results(op).any(is_tensor));
    let Some(first) = on_tensors.next() else {
        let is_empty = m.walk(m.root()).nth(1).is_none();
        return is_empty.then(|| {
            let message = Message::error("empty-program", "the program is empty");
            as_warning(message.in_file(&source.text.name))
        });
    };
    let n_ops = 1 + on_tensors.count();
    let message = format!(
        "there are no buffers to plan: the program computes on tensors ({})",
        plural(n_ops, "operation")
    );
    // Only the name of the operation is marked: what is wrong is not this operation.
    let span = m.span(first);
    let place = render::place(
        &source.text,
        &SourceMap::new(&source.text.bytes),
        Span::new(span.start as usize, span.start as usize),
    );
    let message = Message::error("not-bufferized", message).at(place).help(
        "bufferize it first: `mlir-opt --one-shot-bufferize=\"bufferize-function-boundaries \
         allow-return-allocs-from-loops\" IN | memplan merge -`",
    );
    Some(as_warning(message))
}

fn as_warning(mut message: Message) -> Message {
    message.level = Level::Warning;
    message
}
