//! Planners as subprocesses: good ones in Python, and bad ones in `sh`.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan_planner::registry::Registry;
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlanner, Optimality, PlanError, PlanOptions, StopReason, Units,
};
use memplan_remote::exec::ExecPlanner;
use memplan_suite::{Suite, brute_force, traces};
use memplan_testing::outside::skip_tool;
use memplan_testing::schema::{conforms, fields_known, fields_used};
use memplan_testing::scratch::Scratch;
use serde_json::{Value, json};

fn registry() -> Registry {
    let mut registry = Registry::with_builtin();
    registry
        .register(Arc::new(ExecPlanner::new(|_| {})))
        .unwrap();
    registry
}

/// The planner whose program is this script of `sh`.
fn script(scratch: &Scratch, name: &str, lines: &str) -> Arc<dyn MemoryPlanner> {
    let path = scratch.file(name, lines);
    registry()
        .parse(&format!("exec{{cmd=\"sh '{path}'\"}}"))
        .unwrap()
}

fn two() -> LifetimeTrace {
    "a 0..2 8; b 1..3 8".parse().unwrap()
}

/// The planner in Python, where there is Python.
fn best_fit() -> Option<Arc<dyn MemoryPlanner>> {
    // Find the interpreter itself, since `python3` may be a slow wrapper script.
    let program = "import sys; print(sys.executable)";
    let python = Command::new("python3").args(["-c", program]).output();
    let Some(python) = python.ok().filter(|output| output.status.success()) else {
        skip_tool("python3");
        return None;
    };
    let python = String::from_utf8(python.stdout).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/planners/best_fit.py");
    let spec = format!(
        "exec{{cmd=\"'{}' -I -S '{}'\"}}",
        python.trim(),
        path.display()
    );
    Some(registry().parse(&spec).unwrap())
}

#[test]
fn the_example_in_python_passes_the_suite() {
    let Some(planner) = best_fit() else { return };
    let suite = Suite::from_env().at_most(12).max_buffers(20).large(20);
    let summary = suite.check(&*planner).unwrap();
    assert_eq!(summary.n_planned + summary.n_refused, 12, "{summary}");
}

#[test]
fn the_example_in_python_is_better_than_its_rule() {
    let Some(planner) = best_fit() else { return };
    let (mut n_better, mut n_optimal) = (0, 0);
    for index in 0..25 {
        let case = traces::case(11, index, 12);
        let options = PlanOptions {
            alignment: case.alignment,
            ..PlanOptions::default()
        };
        let once = registry()
            .parse("best-fit")
            .unwrap()
            .plan(&case.trace, &options);
        let (Ok(once), Ok(often)) = (once, planner.plan(&case.trace, &options)) else {
            continue;
        };
        n_better += u32::from(often.peak() < once.peak());
        let best = brute_force::optimum(&case.trace, case.alignment, 50_000);
        n_optimal += u32::from(best == brute_force::Outcome::Optimum(often.peak()));
    }
    assert!(
        4 <= n_better && 12 <= n_optimal,
        "{n_better} better, {n_optimal} optimal"
    );
}

/// The error of the planner for a program that ends like this.
fn problem(lines: &str) -> String {
    let scratch = Scratch::new(&format!("exec-bad-{}", lines.len()));
    let path = scratch.file("bad.sh", lines);
    let planner = registry()
        .parse(&format!("exec{{cmd='sh {path}'}}"))
        .unwrap();
    match planner.plan(&two(), &PlanOptions::default()) {
        Err(error @ (PlanError::Failed { .. } | PlanError::Unsupported { .. })) => {
            error.to_string().replace(&path, "bad.sh")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn bad_replies_are_told_with_their_line() {
    let incumbent = r#"echo '{"type":"incumbent","offsets_bytes":[0,8]}'"#;
    let bad = |line: &str| problem(&format!("{incumbent}\necho\necho '{line}'\n"));
    let told =
        |what: &str| format!("`exec` failed: `sh bad.sh` sent an invalid reply in line 3: {what}");
    for (line, what) in [
        ("hello", "expected value at column 1"),
        (
            r#"{"type":"schedule","offsets_bytes":[0]}"#,
            "1 offsets for 2 buffers",
        ),
        (
            r#"{"type":"schedule","offsets_bytes":[0,4]}"#,
            "`a` and `b` share the bytes 4..8 at tick 1",
        ),
        (
            r#"{"type":"schedule","offsets_bytes":[0,8],"total_size_bytes":15}"#,
            "the total size is 15, but a buffer ends at 16",
        ),
        (
            r#"{"type":"schedule","offsets_bytes":[0,18446744073709551610]}"#,
            "`b` at offset 18446744073709551610 ends above 2^64 - 1",
        ),
        (
            r#"{"type":"schedule","offsets_bytes":[0,8],"lower_bound_bytes":17}"#,
            "the bound 17 exceeds the peak 16",
        ),
        (
            r#"{"type":"schedule","offsets_bytes":[0,8],"reuses":[{"buffer":1,"others":[0]}]}"#,
            "`b` reuses `a` in place, which no hint allows",
        ),
    ] {
        let problem = bad(line);
        assert!(problem.starts_with(&told(what)), "{problem}\nnot: {what}");
    }
}

#[test]
fn programs_that_fail_say_how() {
    let ended = |how: &str| {
        format!("`exec` failed: `sh bad.sh` ended with {how} before a line of type `schedule`")
    };
    assert_eq!(problem("exit 3"), ended("exit status: 3"));
    // The last line is missing: an earlier incumbent is not taken for the result.
    let incumbent = r#"echo '{"type":"incumbent","offsets_bytes":[0,8]}'"#;
    assert_eq!(problem(incumbent), ended("exit status: 0"));
    assert_eq!(
        problem(r#"echo '{"type":"stopped"}'"#),
        "`exec` failed: `sh bad.sh` sent an invalid reply in line 1: there is no work limit"
    );
    assert_eq!(problem("kill -9 $$"), ended("signal: 9 (SIGKILL)"));
    assert_eq!(
        problem(r#"echo '{"type":"error","message":"no idea"}'; sleep 60"#),
        "`exec` failed: `sh bad.sh` reports: no idea"
    );
    assert_eq!(
        problem(r#"echo '{"type":"unsupported","feature":"pins","buffer":"b"}'"#),
        "`exec` cannot plan pinned offsets (buffer `b`): choose another planner"
    );
    let planner = registry().parse("exec{cmd=/nowhere/at/all}").unwrap();
    let error = planner.plan(&two(), &PlanOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`exec` failed: `/nowhere/at/all` cannot be started: No such file or directory (os error 2)"
    );
    let error = registry()
        .parse("exec")
        .unwrap()
        .plan(&two(), &PlanOptions::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "`exec` failed: missing `cmd`: `exec{cmd=./my_planner.py}`"
    );
    for bad in [
        "exec{cmd=\"a 'b\"}",
        "exec{cmd=''}",
        "exec{cmd=a shell=maybe}",
    ] {
        assert!(registry().parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn replies_cannot_fill_the_memory() {
    let scratch = Scratch::new("exec-endless");
    // An endless line, and endless empty lines.
    let endless = script(&scratch, "endless.sh", "exec tr '\\0' x < /dev/zero\n");
    let error = endless
        .plan(&two(), &PlanOptions::default())
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("in line 1: the line is longer than 4224 bytes"),
        "{error}"
    );
    let options = PlanOptions {
        interrupt: Some(std::sync::Arc::new(After(
            Instant::now() + Duration::from_millis(300),
        ))),
        ..PlanOptions::default()
    };
    let silent = script(&scratch, "silent.sh", "exec yes ''\n");
    assert!(matches!(
        silent.plan(&two(), &options),
        Err(PlanError::Stopped { .. })
    ));
}

#[derive(Debug)]
struct After(Instant);

impl memplan_planner::Interrupt for After {
    fn reason_to_stop(&self) -> Option<StopReason> {
        (self.0 <= Instant::now()).then_some(StopReason::Deadline)
    }

    fn time_left(&self) -> Option<Duration> {
        Some(self.0.saturating_duration_since(Instant::now()))
    }
}

/// Whether a process exists and is not a zombie.
fn is_alive(id: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(id.trim()).join("stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn at_the_deadline_the_best_schedule_counts_and_no_process_is_left() {
    let scratch = Scratch::new("exec-deadline");
    let ids = scratch.path("ids");
    let planner = script(
        &scratch,
        "late.sh",
        &format!(
            "sleep 600 &\necho $! $$ > '{ids}'\n\
             echo '{{\"type\":\"incumbent\",\"offsets_bytes\":[0,100]}}'\n\
             echo '{{\"type\":\"incumbent\",\"offsets_bytes\":[8,0],\"work\":7}}'\n\
             echo '{{\"type\":\"incumbent\",\"offsets_bytes\":[0,9]}}'\n\
             wait\n"
        ),
    );
    let deadline = Instant::now() + Duration::from_secs(2);
    let options = PlanOptions {
        interrupt: Some(std::sync::Arc::new(After(deadline))),
        ..PlanOptions::default()
    };
    let schedule = planner.plan(&two(), &options).unwrap();
    assert_eq!(schedule.offsets, [Bytes(8), Bytes(0)]);
    assert_eq!(
        (schedule.work, schedule.optimality),
        (Units(7), Optimality::Optimal)
    );
    let ids = std::fs::read_to_string(&ids).unwrap();
    assert_eq!(ids.split_whitespace().count(), 2);
    for id in ids.split_whitespace() {
        // The signal is sent at once, but the kernel may take a moment to end the group.
        let until = Instant::now() + Duration::from_secs(10);
        while is_alive(id) {
            assert!(Instant::now() < until, "process {id} is still there");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_program_that_reaches_its_work_limit_says_so() {
    let scratch = Scratch::new("exec-work");
    let plan = |lines: &str| {
        let options = PlanOptions {
            work_limit: Some(Units(5)),
            ..PlanOptions::default()
        };
        script(&scratch, "work.sh", lines).plan(&two(), &options)
    };
    let stopped = r#"echo '{"type":"stopped","work":4}'"#;
    let reason = memplan_planner::StopReason::WorkLimit;
    assert_eq!(
        plan(stopped),
        Err(PlanError::Stopped {
            reason,
            work: Units(4)
        })
    );
    let incumbent = r#"echo '{"type":"incumbent","offsets_bytes":[0,8],"work":5}'"#;
    let schedule = plan(&format!("{incumbent}\n{stopped}")).unwrap();
    assert_eq!((schedule.peak(), schedule.work), (Bytes(16), Units(5)));
    let error = plan(&incumbent.replace('5', "6")).unwrap_err().to_string();
    assert!(
        error.ends_with("6 units of work exceed the limit of 5"),
        "{error}"
    );
}

#[test]
fn bounds_count_only_for_those_who_trust_the_program() {
    let scratch = Scratch::new("exec-trust");
    let reply = r#"{"type":"schedule","offsets_bytes":[0,9],"lower_bound_bytes":17}"#;
    let path = scratch.file("boast.sh", format!("echo '{reply}'\n"));
    let plan = |options: &str| {
        let spec = format!("exec{{cmd='sh {path}' {options}}}");
        registry()
            .parse(&spec)
            .unwrap()
            .plan(&two(), &PlanOptions::default())
            .unwrap()
    };
    assert_eq!(plan("").optimality, Optimality::LowerBound(Bytes(16)));
    assert_eq!(plan("trust-bounds=true").optimality, Optimality::Optimal);
}

#[test]
fn too_little_capacity_is_an_answer_and_too_much_alignment_needs_no_program() {
    let scratch = Scratch::new("exec-capacity");
    let reply = r#"{"type":"schedule","offsets_bytes":[0,8]}"#;
    let planner = script(&scratch, "plain.sh", &format!("echo '{reply}'\n"));
    let small = two()
        .into_builder()
        .capacity(Some(Bytes(15)))
        .build()
        .unwrap();
    let result = planner.plan(&small, &PlanOptions::default());
    assert!(
        matches!(&result, Err(PlanError::CapacityExceeded { schedule, capacity: Bytes(15) })
            if schedule.total_size == Bytes(16)),
        "{result:?}"
    );
    let aligned = PlanOptions {
        alignment: Bytes(u64::MAX),
        ..PlanOptions::default()
    };
    let nowhere = registry().parse("exec{cmd=/nowhere}").unwrap();
    assert!(matches!(
        nowhere.plan(&two(), &aligned),
        Err(PlanError::TooLarge { .. })
    ));
}

#[test]
fn the_schemas_describe_the_conversation() {
    let schema = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let request_schema = schema(include_str!("../schema/exec-request.schema.json"));
    let reply_schema = schema(include_str!("../schema/exec-reply.schema.json"));
    let trace_schema = schema(include_str!("../../schema/trace.schema.json"));
    for part in ["trace", "buffer", "gap", "hint"] {
        let here = &request_schema["$defs"][part];
        let mut there = trace_schema["$defs"][part].clone();
        // Traces with relations or symbols are not given to programs: sizes are numbers.
        if part == "buffer" {
            there["properties"]["size_bytes"] = json!({"type": "integer", "minimum": 0});
        }
        let given = here["properties"].as_object().unwrap();
        let properties = there["properties"].as_object_mut().unwrap();
        let n_before = properties.len();
        properties.retain(|name, _| given.contains_key(name));
        let n_left_out = match part {
            "trace" => 8,
            "buffer" => 4,
            _ => 0,
        };
        assert_eq!(n_before - properties.len(), n_left_out, "{part}");
        assert_eq!(here, &there, "{part}");
    }

    // The request, as a program sees it.
    let scratch = Scratch::new("exec-schema");
    let seen = scratch.path("seen");
    let planner = script(
        &scratch,
        "echo.sh",
        &format!("cat > '{seen}'\necho '{{\"type\":\"error\",\"message\":\"\"}}'\n"),
    );
    let trace: LifetimeTrace = "a 0..9 8 align=4 gap=2..3 gap=4..5@0..4; b 1..3 8 pin=64 hint=3"
        .parse()
        .unwrap();
    let hint = memplan_planner::InPlaceHint {
        buffer: memplan_planner::BufferId(1),
        other: memplan_planner::BufferId(0),
        kind: memplan_planner::InPlaceKind::Free,
    };
    let trace = trace
        .into_builder()
        .in_place([hint])
        .capacity(Some(Bytes(99)));
    let trace = trace.memory_space(Some("1".to_owned())).build().unwrap();
    let options = PlanOptions {
        work_limit: Some(Units(5)),
        interrupt: Some(std::sync::Arc::new(After(
            Instant::now() + Duration::from_secs(600),
        ))),
        ..PlanOptions::default()
    };
    planner.plan(&trace, &options).unwrap_err();
    let request = std::fs::read_to_string(seen).unwrap();
    assert_eq!(request.lines().count(), 1);
    let request: Value = serde_json::from_str(&request).unwrap();
    assert_eq!(conforms(&request, &request_schema, &request_schema), Ok(()));
    assert_eq!(fields_used(&request), fields_known(&request_schema));

    // All replies that are understood, and one that is not.
    let full = json!({
        "type": "schedule", "offsets_bytes": [0], "total_size_bytes": 1, "lower_bound_bytes": 1,
        "work": 1, "reuses": [{ "buffer": 0, "others": [1] }],
    });
    let replies = json!([
        full,
        { "type": "incumbent", "offsets_bytes": [] },
        { "type": "stopped", "work": 3 },
        { "type": "error", "message": "no" },
        { "type": "unsupported", "feature": "gaps", "buffer": "a" },
    ]);
    for reply in replies.as_array().unwrap() {
        assert_eq!(
            conforms(reply, &reply_schema, &reply_schema),
            Ok(()),
            "{reply}"
        );
    }
    assert_eq!(fields_used(&replies), fields_known(&reply_schema));
    let unknown = json!({ "type": "schedule", "offsets": [0] });
    assert!(conforms(&unknown, &reply_schema, &reply_schema).is_err());
}
