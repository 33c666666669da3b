//! Collectors as plug-ins: their options as text and typed, and the messages for invalid ones.
#![expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

use memplan_collectors::{
    Hoisting, Lone, Padding, Registry, SkipReason, TickCollector, TickOptions, TraceCollector,
    find_collector,
};
use memplan_mlir::dialects::{
    Assembly, Dialect, Dialects, Effects, OpDef, RegionFlow, Regions, Traits,
};
use memplan_mlir::text::{ParseOptions, parse};
use memplan_planner::Bytes;

static CLUSTER: Dialect = Dialect {
    name: "cluster",
    ops: &[&[OpDef {
        name: "cluster.run",
        summary: "Runs its region on all cores at the same time.",
        regions: Regions::Exactly(1),
        traits: Traits::PARALLEL_REGION,
        effects: Effects::Recursive,
        flow: RegionFlow::Once,
        assembly: Assembly::Format("R {}"),
        ..OpDef::EMPTY
    }]],
    ..Dialect::EMPTY
};

fn error(spec: &str) -> String {
    find_collector(spec).unwrap_err().to_string()
}

#[test]
fn errors_name_the_collector_and_list_what_is_known() {
    assert_eq!(
        error("tack"),
        "there is no collector `tack`, did you mean `tick`?; known collectors: tick, dealloc"
    );
    assert_eq!(
        error("tick{align=3}"),
        "collector `tick` has no option `align`; its options: \
         alignment, lone, index-width, compat, hoist, loops, unknown-ops"
    );
    assert_eq!(
        error("tick{alignment=3}"),
        "collector `tick`: option `alignment` is `3`, expected `own` or a power of two up to 2^30"
    );
    assert_eq!(
        error("tick{lone=skip lone=merge}"),
        "`tick{lone=skip lone=merge}` is not `name` or `name{key=value}`: `lone` is given twice"
    );
}

/// The recorded provenance gives the same collector again.
#[test]
fn options_in_effect_are_read_back() {
    for (spec, expected) in [
        ("tick", ""),
        ("tick{alignment=64 hoist=true}", ""),
        ("tick{lone=skip,alignment=own}", "alignment=own lone=skip"),
        (
            "tick{unknown-ops=capture compat=reference index-width=32 hoist=false alignment=16 loops=before}",
            "alignment=16 compat=reference hoist=false index-width=32 loops=before unknown-ops=capture",
        ),
    ] {
        let collector = find_collector(spec).unwrap();
        let params = collector.options().params();
        assert_eq!(params.to_string(), expected);
        let again = find_collector(&format!("tick{{{params}}}")).unwrap();
        assert_eq!(format!("{again:?}"), format!("{collector:?}"));
    }
}

#[test]
fn a_collector_can_be_configured_twice_and_registered_once() {
    let first = find_collector("tick{alignment=own lone=skip}").unwrap();
    let mut registry = Registry::empty();
    registry.register(first).unwrap();
    let again = registry.parse("tick{hoist=false alignment=32}").unwrap();
    let expected = TickCollector {
        options: TickOptions {
            alignment: Bytes(32),
            padding: Padding::Uniform,
            lone: Lone::Skipped,
            hoisting: Hoisting::Forbidden,
            ..TickOptions::DEFAULT
        },
    };
    assert_eq!(again.options().params(), expected.options().params());
    let taken = registry.register(again).unwrap_err().to_string();
    assert_eq!(taken, "collector `tick` is already registered");
}

/// Each core has a buffer of its own, which cannot become a part of one allocation around all of them.
#[test]
fn buffers_of_a_parallel_region_that_is_no_scope_are_not_merged() {
    let dialects = Dialects::core().with(&[&CLUSTER]).unwrap();
    let options = ParseOptions {
        dialects: Some(&dialects),
        ..ParseOptions::default()
    };
    let text = "func.func @f(%x: memref<8xf32>) {
        cluster.run {
          %a = memref.alloc() : memref<8xf32>
          memref.copy %x, %a : memref<8xf32> to memref<8xf32>
          memref.copy %a, %x : memref<8xf32> to memref<8xf32>
        }
        return
      }";
    let module = parse(text.as_bytes(), &options).unwrap().module;
    let collected = find_collector("tick").unwrap().collect(&module).unwrap();
    assert!(collected.scopes.is_empty());
    assert_eq!(collected.skipped[0].reason, SkipReason::NoScope);
}
