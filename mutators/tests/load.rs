//! What `schedule-for-memory` reaches on the models of the shared corpus, as they are and with calls inlined by
//! mlir-opt: the loads that collectors see, which `auto` plans. Needs the corpus next to the repository.

use std::fs;

use memplan::{Context, plan_trace};
use memplan_memory::{Rematerialize, ScheduleForMemory};
use memplan_mlir::Module;
use memplan_planner::PlanOptions;
use memplan_testing::figure;
use memplan_testing::outside::shared;

use crate::common::chain::read;
use crate::common::passes;
use crate::common::programs::text_of;
use crate::common::real_mlir::MlirOpt;

/// A model, the load that it has, and the one that it can have, in bytes.
type Row = (&'static str, u64, u64);

const AS_GIVEN: &[Row] = &[
    ("inception", 3_538_944, 2_752_512),
    ("transformer", 4_729_856, 4_467_712),
    ("resnet", 1_345_024, 1_345_024),
    ("transformer_grad", 69_555_200, 69_555_200),
    ("transformer_small", 140_672, 140_672),
    ("transformer_small_grad", 822_784, 822_784),
    ("lstm", 72_704, 69_632),
];

const INLINED: &[Row] = &[
    ("inception", 3_834_880, 3_145_728),
    ("resnet", 1_607_168, 1_607_168),
];

/// The largest load of a scope, and the memory that `auto` plans for it.
fn load_and_peak(m: &Module) -> (u64, u64) {
    let context = Context::default();
    let collector = context.collector("tick").unwrap();
    let collected = memplan::collect(m, &collector).unwrap();
    let largest = collected.traces().max_by_key(|trace| trace.max_load());
    let auto = context.planner("auto{effort=quick}").unwrap();
    let trace = largest.unwrap();
    let planned = plan_trace(&*auto.planner, trace, &PlanOptions::default(), None).unwrap();
    (trace.max_load().0, planned.schedule.total_size.0)
}

fn check(text: &str, (name, given, reached): Row) {
    let mut m = read(text);
    assert_eq!(load_and_peak(&m).0, given, "{name}");
    let root = m.root();
    let loads = ScheduleForMemory::default().schedule(&mut m, root);
    let highest = loads.iter().max_by_key(|load| load.load_bytes).unwrap();
    let told = (highest.given_bytes, highest.load_bytes, highest.bound_bytes);
    assert_eq!(told, (given, reached, reached), "{name}");
    let m = read(&text_of(&m));
    assert_eq!(load_and_peak(&m), (reached, reached), "{name}");
}

fn model(name: &str) -> Option<String> {
    let path = shared(&format!("corpus/{name}.memref.mlir"))?;
    Some(fs::read_to_string(path).unwrap())
}

/// With versions and sunk fills, and with cheap buffers computed again.
const COMPUTED_AGAIN: &[Row] = &[
    ("transformer_grad", 66_927_616, 24_166_400),
    ("transformer_small_grad", 748_416, 362_496),
];

#[test]
fn cheap_buffers_of_gradients_are_computed_again() {
    for &(name, given, reached) in COMPUTED_AGAIN {
        let Some(text) = model(name) else { continue };
        let mut m = read(&text);
        passes::run(&mut m, "split-buffers,sink-fills,schedule-for-memory").unwrap();
        assert_eq!(load_and_peak(&m), (given, given), "{name}");
        let root = m.root();
        let done = Rematerialize::default().recompute(&mut m, root);
        figure(&format!("{name}: {done:?}"));
        let m = read(&text_of(&m));
        assert_eq!(load_and_peak(&m), (reached, reached), "{name}");
    }
}

#[test]
fn orders_of_models_are_proved_optimal() {
    for &row in AS_GIVEN {
        if let Some(text) = model(row.0) {
            check(&text, row);
        }
    }
}

#[test]
fn orders_of_inlined_models_are_proved_optimal() {
    let Some(mlir_opt) = MlirOpt::find(22) else {
        return;
    };
    for &row in INLINED {
        if let Some(text) = model(row.0) {
            check(&mlir_opt.run(&text, &["--inline"]).unwrap(), row);
        }
    }
}
