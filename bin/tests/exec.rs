//! Planners as programs: the command, end to end.
#![cfg(unix)]

use std::path::Path;

use crate::common::{Scratch, assert_has, assert_starts, printed_json, stderr_of, stdout};

#[test]
fn the_command_takes_programs_like_any_other_planner() {
    let scratch = Scratch::new("exec-command");
    let reply = r#"{"type":"schedule","offsets_bytes":[0,8]}"#;
    let program = scratch.file("a.sh", format!("read request\necho '{reply}'\n"));
    let traces = ["one", "two"].map(|name| {
        let csv = "id,lower,upper,size\na,0,2,8\nb,1,3,8\n";
        scratch.file(&format!("{name}.csv"), csv)
    });
    let spec = format!("best-fit,exec{{name=\"in sh, slowly\" cmd=\"sh '{program}'\"}}");
    let table = stdout(&["plan", &traces[0], &traces[1], "--planner", &spec]);
    // Once for each trace, and once in the summary.
    assert_eq!(table.matches("in sh, slowly").count(), 3, "{table}");
    assert_eq!(table.matches("best-fit").count(), 3, "{table}");
    let shell = format!(
        "exec{{shell=true cmd=\"cat > /dev/null; echo '{}'\"}}",
        reply.replace('"', "\\\"")
    );
    let table = stdout(&["plan", &traces[0], "--planner", &shell]);
    assert_has!(table, "exec");
}

#[test]
fn without_a_schedule_the_deadline_is_exit_code_3() {
    let spec = "exec{cmd=\"sleep 600\"}";
    let nine = "datasets/data/nine.csv";
    stderr_of(3, &["plan", nine, "--planner", spec, "--time-limit=200ms"]);
}

#[test]
fn what_programs_write_to_standard_error_is_passed_on_within_bounds() {
    let scratch = Scratch::new("exec-stderr");
    let noisy = scratch.file(
        "noisy.sh",
        "echo 'I am thinking' >&2\nyes 'and thinking' | head -c 300000 >&2\n\
         echo '{\"type\":\"error\",\"message\":\"too hard\"}'\n",
    );
    let spec = format!("exec{{cmd=\"sh '{noisy}'\"}}");
    let stderr = stderr_of(2, &["plan", "datasets/data/nine.csv", "--planner", &spec]);
    assert_starts!(stderr, "I am thinking\nand thinking\n");
    assert_has!(
        stderr,
        "memplan: further messages of the program are omitted\n",
        "reports: too hard"
    );
    assert!((60_000..70_000).contains(&stderr.len()), "{}", stderr.len());
}

#[test]
fn tables_and_files_use_the_name_that_the_user_gives() {
    let scratch = Scratch::new("exec-label");
    let reply = r#"{"type":"schedule","offsets_bytes":[0,32]}"#;
    let script = format!("cat > /dev/null\necho '{reply}'\n");
    let program = scratch.file("p.sh", &script);
    let trace = scratch.file("t.csv", "id,lower,upper,size\na,0,4,32\nb,2,6,16\n");
    let spec = format!("exec{{cmd=\"sh '{program}'\" name=mine}}");
    let planners = format!("{spec},best-fit");
    let table = printed_json(&["plan", &trace, "--planner", &planners, "--format", "json"]);
    assert_eq!(table["traces"][0]["planner"], "mine", "{table}");
    let directory = scratch.path("plans/");
    stdout(&["plan", &trace, "--planner", &planners, "-o", &directory]);
    assert!(Path::new(&scratch.path("plans/t.mine.mplan")).exists());
    // Another program with the same name is a different request, so its plan is not kept.
    let other = scratch.file("q.sh", &script);
    let again = format!("exec{{cmd=\"sh '{other}'\" name=mine}},best-fit");
    let more = ["--planner", &again, "-o", &directory, "--format=json"];
    let table = printed_json(&[&["plan", &trace], &more[..]].concat());
    assert_eq!(table["traces"][0]["resumed"], false, "{table}");
    assert_eq!(table["traces"][1]["resumed"], true, "{table}");
    // Two programs with the same name get different rows.
    let both = format!("{spec},exec{{cmd=\"sh '{other}'\" name=mine}}");
    let table = printed_json(&["plan", &trace, "--planner", &both, "--format", "json"]);
    assert_ne!(
        table["traces"][0]["planner"], table["traces"][1]["planner"],
        "{table}"
    );

    let bench = ["bench", &trace, "--repeat=1", "--format=json"];
    let report = printed_json(&[&bench[..], &["--planners", &spec]].concat());
    assert_eq!(report["planners"][0], "mine");
    assert_eq!(report["planner_specs"][0], *spec);
}
