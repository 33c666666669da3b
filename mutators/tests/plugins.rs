//! Mutators as plug-ins: their options as text and typed, and what is said of wrong ones.

use memplan_mutators::{
    ArenaDealloc, ArenaKind, MergeAlloc, MergeAllocOptions, Registry, find_mutator,
};
use memplan_planner::Bytes;

fn shown(spec: &str) -> String {
    match find_mutator(spec) {
        Ok(mutator) => format!("{mutator:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_name_the_mutator_and_list_what_is_known() {
    assert_eq!(
        shown("merge"),
        "there is no mutator `merge`; known mutators: merge-alloc"
    );
    assert_eq!(
        shown("merge-alloc{arena=alloc"),
        "`merge-alloc{arena=alloc` is not `name` or `name{key=value}`: the closing `}` is missing"
    );
    assert_eq!(
        shown("merge-alloc{size=3}"),
        "mutator `merge-alloc` has no option `size`; its options: arena, stack-limit, dealloc"
    );
    assert_eq!(
        shown("merge-alloc{arena=heap}"),
        "mutator `merge-alloc`: option `arena` is `heap`, expected `alloc`, `alloca`, `global`, `arg` or \
         `caller`"
    );
    assert_eq!(
        shown("merge-alloc{stack-limit=-1}"),
        "mutator `merge-alloc`: option `stack-limit` is `-1`, expected a number of bytes"
    );
}

#[test]
fn a_mutator_can_be_configured_twice_and_registered_once() {
    let first = find_mutator(" merge-alloc {arena=global,  stack-limit=7} ").unwrap();
    assert!(first.needs_module());
    let mut registry = Registry::empty();
    registry.register(first).unwrap();
    let again = registry.parse("merge-alloc{dealloc=existing}").unwrap();
    let expected = MergeAlloc {
        options: MergeAllocOptions {
            arena: ArenaKind::Global,
            stack_limit: Bytes(7),
            dealloc: ArenaDealloc::Existing,
        },
    };
    assert_eq!(format!("{again:?}"), format!("{expected:?}"));
    let taken = registry.register(again).unwrap_err().to_string();
    assert_eq!(taken, "mutator `merge-alloc` is already registered");
}
