//! Plans of models stay close to the max load at shapes that were not used to choose them.

use std::path::Path;

use memplan_planner::symbols::{Arithmetic, ORIENT, check};
use memplan_planner::{PlanOptions, registry, wire};

#[test]
fn two_orientations_are_within_two_percent_on_all_models() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/symbolic");
    let mut n_models = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "csv") {
            continue;
        }
        let trace = &wire::read_trace(&std::fs::read(&path).unwrap())
            .unwrap()
            .traces[0];
        let planner = registry::planner(ORIENT).unwrap();
        let schedule = planner.plan(trace, &PlanOptions::default()).unwrap();
        let plan = schedule.oriented.unwrap();
        assert_eq!(check(trace, &plan), Ok(()));
        assert!(plan.orientations.len() <= 2);
        let quality = plan.measure(trace, 200, 1).unwrap();
        assert!(quality.worst <= 1.02, "{}: {quality:?}", path.display());
        let ratios = plan.ratios(trace, 200, 1).unwrap();
        let worst = ratios.iter().map(|sample| sample.1).fold(1.0, f64::max);
        assert_eq!((ratios.len(), worst), (200, quality.worst));
        let arithmetic = Arithmetic::of(&plan);
        let n_operations = arithmetic.n_additions() + arithmetic.n_maxima();
        assert!(n_operations <= 2 * trace.len() * plan.orientations.len());
        n_models += 1;
    }
    assert_eq!(n_models, 19);
}
