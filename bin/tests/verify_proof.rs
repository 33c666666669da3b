//! `memplan verify-proof`, end to end.

use crate::common::{Scratch, assert_has, memplan, stderr_of, stdout, text};

/// The optimum, 12, is above the load, 11.
const NINE: &str = "datasets/data/load-is-not-enough.csv";

#[expect(clippy::unwrap_used, reason = "a failure here is one of the test")]
/// The JSON report of a run, and its exit code.
fn report(arguments: &[&str]) -> (serde_json::Value, Option<i32>) {
    let output = memplan(&[&["verify-proof", "--format", "json"], arguments].concat());
    let json = serde_json::from_slice(&output.stdout).unwrap();
    (json, output.status.code())
}

#[test]
fn a_true_bound_is_proved_again_with_and_without_the_table() {
    let scratch = Scratch::new("verify-proof-true");
    let plan = scratch.path("nine.mplan");
    stdout(&["plan", NINE, "--planner", "exact", "-o", &plan]);
    assert_eq!(stdout(&["verify-proof", NINE, &plan]), "proved: 1 bound\n");
    for more in [
        &[][..],
        &["--search"],
        &["--search", "--table"],
        &["--search", "--seed", "5", "-j", "2"],
    ] {
        let (json, code) = report(&[&[NINE, &*plan], more].concat());
        assert_eq!(code, Some(0));
        assert_eq!(json["version"], 1);
        assert_eq!(json["proved"], true);
        let schedule = &json["schedules"][0];
        assert_eq!(schedule["verdict"], "proved");
        assert_eq!(schedule["bound_bytes"], 12);
        assert_eq!(schedule["max_load_bytes"], 11);
        assert_eq!(schedule["planner"], "exact");
        assert_eq!(schedule["certificate_steps"].is_u64(), more.is_empty());
    }
}

#[test]
fn a_plan_carries_its_certificate_in_both_formats_and_a_damaged_one_is_rejected() {
    let scratch = Scratch::new("verify-proof-certificate");
    let (plan, json_plan) = (scratch.path("nine.mplan"), scratch.path("nine.json"));
    stdout(&["plan", NINE, "--planner", "exact", "-o", &plan]);
    stdout(&["convert", &plan, &json_plan]);
    let (json, _) = report(&[NINE, &json_plan]);
    assert_eq!(json["schedules"][0]["certificate_steps"], 36);
    let mut written: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&json_plan).unwrap()).unwrap();
    assert_eq!(written["version"], 2);
    let certificate = written["schedules"][0]["certificate"].as_str().unwrap();
    let cut = certificate[..certificate.len() - 2].to_owned();
    written["schedules"][0]["certificate"] = cut.into();
    let damaged = scratch.file("damaged.json", written.to_string());
    let (json, code) = report(&[NINE, &damaged]);
    let verdict = &json["schedules"][0]["verdict"];
    assert_eq!(
        (verdict.as_str(), code),
        (Some("invalid-certificate"), Some(1))
    );
    let told = memplan(&["verify-proof", NINE, &damaged]);
    let told = text(&told.stderr);
    assert_has!(told, "it leaves a case open after step 35");
    assert_eq!(report(&[NINE, &damaged, "--search"]).1, Some(0));
}

#[test]
fn a_false_bound_is_disproved_by_a_lower_plan() {
    let scratch = Scratch::new("verify-proof-false");
    let plan = scratch.path("plan.json");
    // The plan stacks two buffers that could share one offset.
    let trace = scratch.file("pair.csv", "id,lower,upper,size\na,0,4,8\nb,4,8,8\n");
    stdout(&["plan", &trace, "--planner", "mlir-trivial", "-o", &plan]);
    let (json, code) = report(&[&trace, &plan, "--bound", "16"]);
    assert_eq!(code, Some(1));
    assert_eq!(json["proved"], false);
    assert_eq!(json["schedules"][0]["verdict"], "disproved");
    assert_eq!(json["schedules"][0]["lower_peak_bytes"], 8);
    let output = memplan(&["verify-proof", &trace, &plan, "--bound", "16"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert_has!(told, "needs only 8 bytes, less than 16");
    assert!(output.stdout.is_empty());
    // A bound above the peak of the plan needs no search.
    let (json, _) = report(&[&trace, &plan, "--bound", "17"]);
    assert_eq!(json["schedules"][0]["lower_peak_bytes"], 16);
}

#[test]
fn limits_missing_claims_and_wrong_plans_have_exit_codes_of_their_own() {
    let scratch = Scratch::new("verify-proof-other");
    let plan = scratch.path("nine.mplan");
    stdout(&["plan", NINE, "--planner", "exact", "-o", &plan]);
    let verdict = |json: &serde_json::Value| json["schedules"][0]["verdict"].clone();
    let (json, code) = report(&[NINE, &plan, "--search", "--work", "1"]);
    assert_eq!((verdict(&json), code), ("limit".into(), Some(3)));
    let (json, code) = report(&[NINE, &plan, "--alignment", "8"]);
    assert_eq!((verdict(&json), code), ("invalid-plan".into(), Some(1)));
    let other = scratch.file("other.csv", "id,lower,upper,size\na,0,4,8\n");
    stderr_of(1, &["verify-proof", &other, &plan]);
    stderr_of(2, &["verify-proof", &scratch.path("none.csv"), &plan]);
}

#[test]
fn what_the_search_cannot_decide_is_said_to_be_so() {
    let scratch = Scratch::new("verify-proof-windows");
    let trace = scratch.file(
        "windows.csv",
        "id,lower,upper,size,gaps\na,0,9,8,2-4@0:4\nb,2,4,8,\n",
    );
    let plan = scratch.path("plan.mplan");
    stdout(&["plan", &trace, "--planner", "mlir-trivial", "-o", &plan]);
    let (json, code) = report(&[&trace, &plan, "--bound", "13"]);
    let verdict = json["schedules"][0]["verdict"].as_str();
    assert_eq!((verdict, code), (Some("undecidable"), Some(3)), "{json}");
    // The load bound is still proved.
    let (json, code) = report(&[&trace, &plan, "--bound", "12"]);
    assert_eq!((json["proved"].as_bool(), code), (Some(true), Some(0)));
}
