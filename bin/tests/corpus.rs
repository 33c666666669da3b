//! Real models: every one merges with every planner, and the other MLIR accepts what comes out.

use std::path::PathBuf;

use crate::common::{Scratch, memplan, mlir_opt_error, printed_json, root, stdout};
use memplan_testing::outside::{mlir_opt, shared_files};

/// The models on memrefs beside the repository, or the examples in it where there are none.
fn programs() -> Vec<PathBuf> {
    let list = |directory: PathBuf, ending: &str| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.to_string_lossy().ends_with(ending))
            .collect();
        files.sort();
        files
    };
    let mut files = list(root().join("examples"), ".mlir");
    files.extend(shared_files("corpus", ".memref.mlir"));
    files
}

#[test]
fn what_comes_out_is_valid_for_mlir_opt() {
    let (Some(opt22), opt19) = (mlir_opt(22), mlir_opt(19)) else {
        return;
    };
    let list = printed_json(&["list", "planners", "--format", "json"]);
    let planners: Vec<&str> = list["planners"]
        .as_array()
        .unwrap()
        .iter()
        .map(|planner| planner["name"].as_str().unwrap())
        .filter(|&name| name != "exec") // only as good as the program that it runs
        .collect();
    for (index, program) in programs().iter().enumerate() {
        let input = program.to_str().unwrap();
        let source = std::fs::read_to_string(program).unwrap();
        let opt19 = opt19
            .as_ref()
            .filter(|opt19| mlir_opt_error(opt19, &source).is_none());
        let scratch = Scratch::new("corpus");
        let trace = scratch.path("t.mtrace");
        stdout(&["trace", input, "-o", &trace]);
        // Each planner gets every sixth program, and each program several planners. The first of them runs
        // after the passes that lower the peak.
        let planners = planners.iter().skip(index % 6).step_by(6);
        for (number, planner) in planners.enumerate() {
            let as_is = ["merge", input, "--planner", planner, "-O", "none"];
            let alone = stdout(&[&as_is[..], &["--arena=alloc"]].concat());
            let merged = match number {
                0 => stdout(&["merge", input, "--planner", planner]),
                _ => stdout(&as_is),
            };
            for opt in [Some(&opt22), opt19].into_iter().flatten() {
                let error = mlir_opt_error(opt, &merged);
                assert_eq!(error, None, "{input} {planner} {}", opt.display());
            }
            let plan = scratch.path("p.mplan");
            stdout(&["plan", &trace, "--planner", planner, "-o", &plan]);
            let applied = stdout(&["apply", input, &plan]);
            assert!(
                applied == alone,
                "{input} {planner}: apply differs from merge"
            );
        }
    }
}

#[test]
fn models_on_tensors_are_planned_by_one_pipeline() {
    let Some(opt22) = mlir_opt(22) else { return };
    let mut models = shared_files("corpus", ".tensor.mlir");
    models.push(root().join("examples/tensors.mlir"));
    for model in models {
        let input = model.to_str().unwrap();
        let scratch = Scratch::new("pipeline");
        let planned = scratch.path("planned.mlir");
        stdout(&["opt", "--memory-planning-pipeline", input, "-o", &planned]);
        let text = std::fs::read_to_string(&planned).unwrap();
        assert_eq!(mlir_opt_error(&opt22, &text), None, "{input}");
        assert!(!text.contains("-> tensor<"), "{input}");
        // Buffers that a loop yields are freed by flags, which only a run can check.
        if !memplan(&["check", &planned, "--static"]).status.success() {
            let verdict = stdout(&["check", &planned, "--inputs", "1"]);
            assert!(verdict.starts_with("no fault: "), "{input}: {verdict}");
        }
    }
}
