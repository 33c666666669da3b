//! Trace readers: files of other tools wherever a trace can stand, recognised or chosen with `--from`.

use crate::common::{Scratch, args, assert_has, memplan, memplan_with_input, stdout, text};

const LOG: &str = "# calls\na x 16\na y 8 64\nf x\na z 4\nf y\nf z\n";

const AS_CSV: &str = "id,lower,upper,size,alignment\nx,0,2,16,1\ny,1,4,8,64\nz,3,5,4,1\n";

/// The status and the messages of a command, without the folder.
fn refused(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String) {
    let output = memplan(arguments);
    let stderr = text(&output.stderr).replace(&scratch.path(""), "");
    (output.status.code(), stderr.trim_end().to_owned())
}

#[test]
fn an_event_log_stands_wherever_a_trace_can() {
    let scratch = Scratch::new("readers-verbs");
    scratch.file("calls.log", LOG);
    scratch.file("calls.csv", AS_CSV);
    let path = |name: &str| scratch.path(name);
    let [log, csv, plan, picture] = ["calls.log", "calls.csv", "p.mplan", "p.svg"].map(path);

    assert_eq!(stdout(&["convert", &log, "-", "--to", "csv"]), AS_CSV);
    let output = memplan_with_input(&["convert", "-", "-", "--to", "csv"], LOG.as_bytes());
    assert_eq!(text(&output.stdout), AS_CSV);
    assert_eq!(stdout(&["trace", &log, "--to", "csv"]), AS_CSV);

    stdout(&["plan", &log, "--planner", "first-fit", "-o", &plan]);
    assert_eq!(stdout(&["check", &log, &plan]), "valid: 1 schedule\n");
    assert_eq!(stdout(&["check", &csv, &plan]), "valid: 1 schedule\n");
    stdout(&["show", &log, &plan, "-o", &picture]);

    // A directory is searched for the extensions of all readers.
    let directory = path("");
    let table = stdout(args!("plan {directory} --planner first-fit --format csv"));
    let rows = table.matches("/calls.").count();
    assert_eq!(rows, 2, "{table}");

    let line = stdout(args!(
        "bench {log} --from events --format csv --planners first-fit --work 1 --repeat 1"
    ));
    assert_has!(line, "first-fit", ",ok");
}

#[test]
fn the_user_can_choose_the_reader() {
    let scratch = Scratch::new("readers-from");
    // An event log that recognition by content does not detect.
    scratch.file("calls.txt", "f\t# not first\n");
    scratch.file("calls.csv", AS_CSV);
    let path = |name: &str| scratch.path(name);
    let csv = path("calls.csv");
    let (code, message) = refused(&scratch, &["plan", &csv, "--from", "events"]);
    assert_eq!(code, Some(1));
    assert_has!(
        message,
        "calls.csv:1:1: error: `id,lower,upper,size,alignment` is neither `a ID SIZE [ALIGN]` nor `f ID` [syntax]"
    );
    let (code, message) = refused(&scratch, &["show", &csv, "--from", "event"]);
    assert_eq!(
        (code, &*message),
        (
            Some(2),
            "memplan: error: there is no reader `event`, did you mean `events`?; known readers: events, text, events-jsonl, dsa-problem, xla, \
             torch-snapshot, tflite, executorch, tflm-log, vela-log, iree-pack [bad-reader]\n  = help: `memplan list readers` lists the readers with their options"
        )
    );
    let output = memplan_with_input(
        &["convert", "-", "-", "--to", "csv", "--from", "events"],
        b"",
    );
    assert_eq!(text(&output.stdout), "id,lower,upper,size\n");
}

#[test]
fn a_file_without_a_plan_is_named_with_its_reader() {
    let scratch = Scratch::new("readers-plans");
    scratch.file("calls.log", LOG);
    let log = scratch.path("calls.log");
    let message = "calls.log: error: expected a plan, found traces without one (reader `events`) [wrong-kind]\n  \
                   = help: `memplan plan TRACE -o OUT.mplan` writes a plan";
    assert_eq!(
        refused(&scratch, &["check", &log, &log]),
        (Some(1), message.to_owned())
    );
}

#[test]
fn a_plan_is_written_into_a_model() {
    let scratch = Scratch::new("readers-apply");
    let fixtures = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../collectors/readers/tests/fixtures"
    );
    let [plan, planned, traces, again] =
        ["m.mplan", "planned.tflite", "m.mtrace", "again.mplan"].map(|name| scratch.path(name));
    for (model, from, row) in [
        ("executorch/two.pte", "executorch", "executorch"),
        ("tflite/tiny.tflite", "tflite{runtime=tflm}", "tflm-offline"),
    ] {
        let model = format!("{fixtures}/{model}");
        let run = |arguments: &[&str]| stdout(&[arguments, &["--from", from]].concat());
        run(&["plan", &model, "--planner", "first-fit", "-o", &plan]);
        stdout(&["apply", &model, &plan, "-o", &planned]);
        let table = run(args!("plan {planned} --planner first-fit --format csv"));
        assert_has!(table, &format!("as placed ({row})"));
        run(&["convert", &planned, &traces, "--placed", &again]);
        assert_has!(stdout(&["check", &traces, &again]), "valid: ");
    }

    let (code, message) = refused(&scratch, &["apply", &planned, &plan]);
    assert_eq!(code, Some(1));
    assert_has!(
        message,
        "m.mplan: error: the plan does not belong to `planned.tflite` [other-module]"
    );
    let events = "{\"op\":\"alloc\",\"id\":\"x\",\"bytes\":16}\n";
    scratch.file("calls.jsonl", events);
    let log = scratch.path("calls.jsonl");
    stdout(&["plan", &log, "--planner", "first-fit", "-o", &plan]);
    assert_eq!(
        refused(&scratch, &["apply", &log, &plan]).1,
        "calls.jsonl: error: the reader `events-jsonl` writes no plan: it reads logs of what ran [unsupported]"
    );
}

/// Buffers whose sizes depend on a batch and a length.
const SYMBOLIC: &str = "# symbol b 1..64\n# symbol s 32.. multiple 32\nid,lower,upper,size,alignment\n\
                        x,0,3,4*b*s*s + 256*b,64\ny,1,4,100,1\n";

#[test]
fn sizes_that_depend_on_symbols_need_their_values() {
    let scratch = Scratch::new("readers-symbols");
    scratch.file("m.csv", SYMBOLIC);
    scratch.file("calls.log", LOG);
    let path = |name: &str| scratch.path(name);
    let [trace, plan, picture] = ["m.csv", "p.mplan", "p.svg"].map(path);
    let at = ["--at", "s=128,b=4"];
    let with = |arguments: &[&str]| stdout(&[arguments, &at].concat());
    assert_eq!(
        with(&["convert", &trace, "-", "--to", "csv"]),
        "id,lower,upper,size,alignment\nx,0,3,263168,64\ny,1,4,100,1\n"
    );
    with(&["plan", &trace, "-o", &plan]);
    assert_eq!(with(&["check", &trace, &plan]), "valid: 1 schedule\n");
    with(&["show", &trace, &plan, "-o", &picture]);

    let refused = |arguments: &[&str]| {
        let output = memplan(arguments);
        assert_eq!(output.status.code(), Some(1));
        let stderr = text(&output.stderr).replace(&path(""), "");
        stderr.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        refused(&["plan", &trace, "--at", "s=128"]),
        "m.csv: error: symbol `b`: it needs a value [bad-symbol]"
    );
    // Another trace than that of the plan.
    let message = refused(&["check", &trace, &plan, "--at", "s=160,b=4"]);
    assert!(message.starts_with("p.mplan: error: "), "{message}");
    for input in ["gen:model", &path("calls.log")] {
        let message = refused(&[&["plan", input], &at[..]].concat());
        assert!(message.ends_with("[no-symbols]"), "{message}");
    }
    scratch.file("m.csv", SYMBOLIC.replace("256*b", "256*c"));
    assert_eq!(
        refused(&[&["plan", &trace], &at[..]].concat()),
        "m.csv:4:21: error: there is no symbol `c`; known symbols: b, s [syntax]"
    );
}
