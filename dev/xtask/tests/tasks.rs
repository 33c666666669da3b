//! The tasks as programs.

use std::process::Command;

#[test]
fn the_tree_keeps_the_house_rules() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("tidy")
        .output()
        .expect("the program was built");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(report.starts_with("tidy: "), "{report}");
}

#[test]
fn a_wrong_name_lists_the_tasks() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("tydi")
        .output()
        .expect("the program was built");
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    for task in ["tidy", "sweep", "mutants", "thorough"] {
        assert!(errors.contains(task), "{errors}");
    }
}
