//! Batch planning, end to end: schedules, reports and resumed runs.

#![allow(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

use std::path::Path;

use crate::common::{
    Scratch, args, assert_has, memplan, memplan_with_input, stderr_of, stdout, text,
};
use serde_json::Value;

const SMALL: &str = "id,lower,upper,size\na,0,2,64\nb,1,3,32\nc,2,4,64\n";

/// First fit in trace order ends at 24 bytes, the load is 20: `a` 0..4, `b` and `c` leave a hole.
const FRAGMENTED: &str = "id,lower,upper,size\na,0,2,4\nb,0,6,8\nc,2,6,8\nd,1,2,8\n";

/// A directory with traces in several formats, one of them nested.
fn traces(scratch: &Scratch) -> String {
    std::fs::create_dir_all(scratch.path("in/deep")).unwrap();
    scratch.file("in/a.csv", SMALL);
    scratch.file("in/b.csv", FRAGMENTED);
    scratch.file("in/deep/c.log", "a x 16\na y 8 64\nf x\nf y\n");
    scratch.file("in/notes.txt", "not a trace, and not looked at");
    scratch.path("in")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

fn field<'a>(rows: &'a Value, name: &str) -> Vec<&'a Value> {
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| &row[name])
        .collect()
}

/// A copy without times, which are the only thing that may differ between equal runs.
fn without_times(mut value: Value) -> Value {
    for list in ["traces", "planners"] {
        for row in value[list].as_array_mut().unwrap() {
            row.as_object_mut().unwrap().remove("elapsed_ms");
        }
    }
    value
}

fn files_below(directory: &str) -> Vec<(String, Vec<u8>)> {
    let (mut files, mut todo) = (Vec::new(), vec![Path::new(directory).to_owned()]);
    while let Some(next) = todo.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "mplan")
            {
                let name = path.strip_prefix(directory).unwrap().display().to_string();
                files.push((name, std::fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn one_trace_and_one_planner_give_one_object_with_all_fields() {
    let scratch = Scratch::new("batch-one");
    let input = scratch.file("t.csv", SMALL);
    let row = json(&["plan", &input, "--planner", "first-fit", "--format", "json"]);
    let fields = row.as_object().unwrap();
    for (name, expected) in [
        ("trace", Value::from(input.as_str())),
        ("planner", "first-fit".into()),
        ("buffers", 3.into()),
        ("sum_bytes", 160.into()),
        ("max_load_bytes", 96.into()),
        ("lower_bound_bytes", 96.into()),
        ("bound_rule", "load".into()),
        ("peak_bytes", 96.into()),
        ("optimal", true.into()),
        ("fragmentation", 0.0.into()),
    ] {
        assert_eq!(fields[name], expected, "{name}");
    }
    assert!(fields["elapsed_ms"].as_f64().unwrap() > 0.0);
    // The same from standard input.
    let piped = memplan_with_input(
        &["plan", "-", "--planner", "first-fit", "--format", "json"],
        SMALL.as_bytes(),
    );
    let piped: Value = serde_json::from_slice(&piped.stdout).unwrap();
    assert_eq!(piped["trace"], "<stdin>");
    assert_eq!(piped["peak_bytes"], 96);
}

#[test]
fn a_directory_is_planned_in_the_order_of_its_names() {
    let scratch = Scratch::new("batch-directory");
    let input = traces(&scratch);
    let all = json(args!(
        "plan {input} --planner first-fit,best-fit --format json"
    ));
    let names = field(&all["traces"], "trace");
    let expected: Vec<String> = [
        "a.csv",
        "a.csv",
        "b.csv",
        "b.csv",
        "deep/c.log",
        "deep/c.log",
    ]
    .map(|name| format!("{input}/{name}"))
    .to_vec();
    assert_eq!(names, expected.iter().collect::<Vec<_>>());
    let planners = field(&all["traces"], "planner");
    assert_eq!(planners[..2], ["first-fit", "best-fit"]);
    assert_eq!(all["planners"][1]["traces"], 3);

    // A directory with one trace is reported as a list, and so is a pattern.
    let one = json(&["plan", &format!("{input}/deep"), "--format", "json"]);
    assert_eq!(one["traces"].as_array().unwrap().len(), 1);
    assert_eq!(one["traces"][0]["planner"], "auto");
    let some = json(&["plan", &format!("{input}/*.csv"), "--format", "json"]);
    assert_eq!(some["traces"].as_array().unwrap().len(), 2);
    stderr_of(2, &["plan", &format!("{input}/*.json")]);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let scratch = Scratch::new("batch-threads");
    let input = traces(&scratch);
    for index in 0..20 {
        let size = 64 + 8 * index;
        let trace = format!("id,lower,upper,size\na,0,2,{size}\nb,1,3,32\nc,2,4,64\n");
        scratch.file(&format!("in/n{index:02}.csv"), trace);
    }
    let run = |threads: &str| {
        let output = scratch.path(&format!("out{threads}"));
        let planners = "auto,first-fit,greedy-by-size";
        let all = json(args!(
            "plan {input} --planner {planners} --format json -o {output} -j {threads}"
        ));
        (without_times(all), files_below(&output))
    };
    let alone = run("1");
    assert_eq!(alone.1.len(), 69);
    for threads in ["2", "7", "100"] {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
}

#[test]
fn a_bad_trace_is_told_and_the_rest_goes_on() {
    let scratch = Scratch::new("batch-bad");
    let input = traces(&scratch);
    scratch.file("in/aa.csv", "id,lower,upper,size\na,0,4,8\nb,5,3,8\n");
    scratch.file("in/ab.mtrace", "\u{89}junk");
    let output = memplan(&["plan", &input, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(all["traces"].as_array().unwrap().len(), 3);
    assert_eq!(field(&all["failed"], "code"), ["syntax", "unknown-format"]);
    assert_eq!(all["failed"][0]["trace"], format!("{input}/aa.csv"));
    let stderr = text(&output.stderr);
    assert_has!(stderr, "in/aa.csv:3:5: error: the lifetime from 5");

    // The text output states the number of failures.
    let stderr = stderr_of(1, &["plan", &input]);
    assert!(
        stderr.ends_with("3 plans for 5 inputs with 1 planner; 2 failed\n"),
        "{stderr}"
    );

    // A missing file is an input error; a run that hits a deadline still leaves a plan.
    let good = scratch.path("in/a.csv");
    let missing = memplan(&["plan", &good, "no/such/file.csv"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_has!(text(&missing.stdout), "a.csv");
    let printed = stdout(args!("plan {good} --planner first-fit --time-limit 0ms"));
    assert_has!(printed, "first-fit");
    let printed = stdout(&["plan", &good, "--planner", "first-fit,best-fit{time=0ms}"]);
    assert_has!(printed, "best-fit{time=0ms}");
}

#[test]
fn a_run_goes_on_where_another_ended() {
    let scratch = Scratch::new("batch-resume");
    let input = traces(&scratch);
    let output = scratch.path("plans");
    let run = |more: &[&str]| {
        let arguments = ["plan", &input, "--format", "json", "-o", &output];
        json(&[&arguments[..], more].concat())
    };
    let resumed = |all: &Value| -> Vec<bool> {
        field(&all["traces"], "resumed")
            .iter()
            .map(|kept| kept.as_bool().unwrap())
            .collect()
    };
    let first = run(&[]);
    let names: Vec<String> = files_below(&output)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["a.mplan", "b.mplan", "deep/c.mplan"]);
    assert_eq!(resumed(&first), [false; 3]);

    // All plans exist: the figures are the same, including the times.
    let mut second = run(&[]);
    assert_eq!(resumed(&second), [true; 3]);
    for row in second["traces"].as_array_mut().unwrap() {
        row["resumed"] = false.into();
    }
    assert_eq!(second["traces"], first["traces"]);

    // Only plans that are missing, damaged or of a changed trace are recomputed.
    std::fs::remove_file(Path::new(&output).join("a.mplan")).unwrap();
    assert_eq!(resumed(&run(&[])), [false, true, true]);
    let damaged = Path::new(&output).join("b.mplan");
    let mut bytes = std::fs::read(&damaged).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    assert_eq!(resumed(&run(&[])), [true, false, true]);
    scratch.file("in/deep/c.log", "a x 16\na y 8 64\nf y\nf x\n");
    assert_eq!(resumed(&run(&[])), [true, true, false]);

    // Other options require new plans.
    for other in [
        &["--seed", "1"][..],
        &["--alignment", "8"],
        &["--work", "1000000"],
        &["--planner", "first-fit"],
        &["--time-limit", "1h"],
    ] {
        assert_eq!(resumed(&run(other)), [false; 3], "{other:?}");
        assert_eq!(resumed(&run(other)), [true; 3], "{other:?}");
    }
    assert_eq!(
        resumed(&run(&["--time-limit", "1h", "--force"])),
        [false; 3]
    );
    // The number of threads does not matter.
    assert_eq!(resumed(&run(&["--time-limit", "1h", "-j", "3"])), [true; 3]);
}

#[test]
fn a_run_that_was_killed_leaves_whole_files_and_goes_on() {
    let scratch = Scratch::new("batch-killed");
    let input = traces(&scratch);
    let output = scratch.path("plans");
    let arguments = ["plan", &input, "--format", "json", "-o", &output];
    // One thread, so that the last line of the manifest is that of `deep/c`.
    json(&["plan", &input, "--format", "json", "-o", &output, "-j", "1"]);
    // The worst state after a kill: half a temporary file, half a line, and a plan without its line.
    let manifest = Path::new(&output).join("memplan-manifest.jsonl");
    let lines = std::fs::read(&manifest).unwrap();
    std::fs::write(&manifest, &lines[..lines.len() - 10]).unwrap();
    let half = Path::new(&output).join("deep/.c.mplan.4194305-0.tmp");
    std::fs::write(&half, "half").unwrap();
    let again = json(&arguments);
    let kept = field(&again["traces"], "resumed");
    assert_eq!(
        kept.iter()
            .filter(|kept| kept.as_bool() == Some(false))
            .count(),
        1
    );
    assert_eq!(files_below(&output).len(), 3);
    assert!(!half.exists() || !Path::new("/proc/self").exists());
    let third = json(&arguments);
    assert_eq!(field(&third["traces"], "resumed"), [&Value::Bool(true); 3]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_so_and_goes_on() {
    use std::process::{Command, Stdio};
    let scratch = Scratch::new("batch-interrupt");
    std::fs::create_dir_all(scratch.path("in")).unwrap();
    let n_traces = 500;
    for index in 0..n_traces {
        scratch.file(&format!("in/{index:03}.csv"), SMALL);
    }
    let (input, output) = (scratch.path("in"), scratch.path("plans"));
    let arguments = ["plan", &input, "--format", "json", "-j", "2", "-o", &output];
    let mut child = Command::new(env!("CARGO_BIN_EXE_memplan"))
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Once the manifest has a line, a plan exists and the signal handler is installed.
    let manifest = Path::new(&output).join("memplan-manifest.jsonl");
    while std::fs::metadata(&manifest).map_or(0, |file| file.len()) == 0
        && child.try_wait().unwrap().is_none()
    {
        std::thread::yield_now();
    }
    let process = child.id().to_string();
    let _ = Command::new("kill").args(["-INT", &process]).status();
    let stopped = child.wait_with_output().unwrap();
    // A fast machine may finish before the signal.
    let was_interrupted = stopped.status.code() == Some(3);
    assert!(
        was_interrupted || stopped.status.success(),
        "{}",
        stopped.status
    );
    let partial: Value = serde_json::from_slice(&stopped.stdout).unwrap();
    assert_eq!(partial["interrupted"], was_interrupted);
    let n_done = partial["traces"].as_array().unwrap().len();
    assert_eq!(files_below(&output).len(), n_done);
    // Plans that the signal cut short are made again.
    let cut_short = field(&partial["traces"], "stopped_by");
    let cut_short = cut_short.iter().filter(|reason| **reason == "cancelled");
    let n_cut_short = cut_short.count();
    let n_files = std::fs::read_dir(&output).unwrap().count();
    assert_eq!(n_files, n_done + 1, "something is left over");
    let rest = json(&arguments);
    let kept = field(&rest["traces"], "resumed");
    assert_eq!(kept.len(), n_traces);
    let n_kept = kept
        .iter()
        .filter(|kept| kept.as_bool() == Some(true))
        .count();
    assert_eq!(n_kept, n_done - n_cut_short);
}

#[cfg(unix)]
#[test]
fn an_interrupted_planner_leaves_its_best_schedule() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Command, Stdio};
    let scratch = Scratch::new("batch-incumbent");
    let trace = scratch.path("hard.csv");
    stdout(&["convert", "gen:tight{n=500 seed=7}", &trace]);
    let (file, directory) = (scratch.path("x.mplan"), scratch.path("x"));
    for (output, plan, words) in [
        (&file, file.clone(), ""),
        (
            &directory,
            scratch.path("x/hard.mplan"),
            "; run the same command again to complete the run",
        ),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_memplan"))
            .args([
                "plan",
                &trace,
                "--planner",
                "exact",
                "--verbose",
                "-o",
                output,
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut messages = BufReader::new(child.stderr.take().unwrap());
        let mut first = String::new();
        messages.read_line(&mut first).unwrap();
        assert_has!(first, "exact: peak ");
        let process = child.id().to_string();
        let _ = Command::new("kill").args(["-INT", &process]).status();
        let mut rest = String::new();
        messages.read_to_string(&mut rest).unwrap();
        let stopped = child.wait_with_output().unwrap();
        assert_eq!(stopped.status.code(), Some(3), "{rest}");
        let table = text(&stopped.stdout);
        assert!(table.ends_with("  stopped: cancelled\n"), "{table}");
        let last = format!(
            "1 plan for 1 of 1 input with 1 planner; interrupted: 1 plan is the best so far{words}"
        );
        assert_eq!(rest.lines().last(), Some(&*last));
        assert_eq!(stdout(&["check", &trace, &plan]), "valid: 1 schedule\n");
    }
    // The next run does not take it for a finished plan.
    let manifest = std::fs::read(scratch.path("x/memplan-manifest.jsonl")).unwrap();
    assert_eq!(text(&manifest), "");
}

#[test]
fn archives_are_packed_planned_checked_and_unpacked() {
    let scratch = Scratch::new("batch-archive");
    let input = traces(&scratch);
    let [archive, plans, unpacked] =
        ["all.mtrace", "all.mplan", "back"].map(|name| scratch.path(name));
    stdout(&["convert", &input, "-o", &archive]);
    let from_files = json(&["plan", &input, "--format", "json"]);
    let from_archive = json(args!("plan {archive} --format json -o {plans} -j 3"));
    let peaks = field(&from_files["traces"], "peak_bytes");
    assert_eq!(field(&from_archive["traces"], "peak_bytes"), peaks);
    assert_eq!(
        from_archive["traces"][2]["trace"],
        format!("{archive}/deep/c")
    );
    assert_eq!(stdout(&["check", &archive, &plans]), "valid: 3 schedules\n");

    stdout(&["convert", &archive, "-o", &unpacked, "--to", "csv"]);
    let csv = std::fs::read_to_string(Path::new(&unpacked).join("a.csv")).unwrap();
    assert_eq!(csv, SMALL);
    let json_file = scratch.path("all.json");
    let output = memplan(&["convert", &archive, &json_file]);
    assert_eq!(output.status.code(), Some(2));
    assert_has!(text(&output.stderr), "[one-file]");
    let copy = scratch.path("copy.mtrace");
    stdout(&["convert", &archive, &copy]);
    assert_eq!(
        std::fs::read(copy).unwrap(),
        std::fs::read(&archive).unwrap()
    );
    let directory = scratch.path("plans/");
    stdout(&["convert", &plans, "-o", &directory]);
    assert_eq!(files_below(&directory).len(), 3);
    let trace = scratch.path("in/b.csv");
    let plan = format!("{directory}b.mplan");
    assert_eq!(stdout(&["check", &trace, &plan]), "valid: 1 schedule\n");

    // `--append` keeps the existing records and rejects a name that is taken.
    let more = scratch.file("more.csv", SMALL);
    stdout(&["convert", &more, "-o", &archive, "--append"]);
    let longer = json(&["plan", &archive, "--format", "json"]);
    assert_eq!(longer["traces"].as_array().unwrap().len(), 4);
    let before = std::fs::read(&archive).unwrap();
    let stderr = stderr_of(1, &["convert", &more, "-o", &archive, "--append"]);
    assert_has!(stderr, "[same-name]");
    assert_eq!(std::fs::read(&archive).unwrap(), before);

    // A pipe is read record by record too.
    let piped = memplan_with_input(&["plan", "-", "--format", "json"], &before);
    let piped: Value = serde_json::from_slice(&piped.stdout).unwrap();
    assert_eq!(piped["traces"].as_array().unwrap().len(), 4);
}

#[test]
fn a_damaged_archive_costs_what_is_damaged() {
    let scratch = Scratch::new("batch-damaged");
    let input = traces(&scratch);
    let archive = scratch.path("all.mtrace");
    stdout(&["convert", &input, "-o", &archive]);
    let whole = std::fs::read(&archive).unwrap();
    // The header has 24 bytes, the frame and name of the first record 33.
    let mut flipped = whole.clone();
    flipped[24 + 33 + 40] ^= 4;
    std::fs::write(&archive, &flipped).unwrap();
    let output = memplan(&["plan", &archive, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(field(&all["failed"], "code"), ["checksum"]);
    assert_eq!(all["traces"].as_array().unwrap().len(), 2);

    std::fs::write(&archive, &whole[..whole.len() - 5]).unwrap();
    let output = memplan(&["plan", &archive, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(field(&all["failed"], "code"), ["truncated"]);
    assert_eq!(all["traces"].as_array().unwrap().len(), 3);
    // `--append` rejects a truncated archive and does not change it.
    stderr_of(
        1,
        &[
            "convert",
            &scratch.path("in/a.csv"),
            "-o",
            &archive,
            "--append",
        ],
    );
    assert_eq!(std::fs::read(&archive).unwrap(), whole[..whole.len() - 5]);
}

#[test]
fn the_checker_names_what_is_wrong_with_a_plan() {
    let scratch = Scratch::new("batch-check");
    let trace = scratch.file("t.csv", SMALL);
    let plan = scratch.file(
        "p.csv",
        "id,lower,upper,size,offset\na,0,2,64,0\nb,1,3,32,60\nc,2,4,64,92\n",
    );
    let stderr = stderr_of(1, &["check", &trace, &plan]);
    assert_has!(stderr, "p.csv: error: the plan is invalid", "`a`", "`b`");
    assert!(!stderr.contains("`c`"), "{stderr}");
    let output = memplan(&["check", &trace, &plan, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(verdict["valid"], false);
    assert_eq!(
        verdict["schedules"][0]["violations"]
            .as_array()
            .unwrap()
            .len(),
        1
    );

    let good = scratch.path("good.mplan");
    stdout(&["plan", &trace, "--planner", "first-fit", "-o", &good]);
    assert_eq!(stdout(&["check", &trace, &good]), "valid: 1 schedule\n");
    stderr_of(1, &["check", &trace, &good, "--alignment", "4096"]);
    let other = scratch.file("other.csv", FRAGMENTED);
    let stderr = stderr_of(1, &["check", &other, &good]);
    assert_has!(stderr, "[other-traces]");
}

#[test]
fn every_planner_takes_a_time() {
    let list = json(&["list", "planners", "--format", "json"]);
    for planner in list["planners"].as_array().unwrap() {
        let options = field(&planner["options"], "name");
        assert!(options.contains(&&Value::from("time")), "{planner}");
    }
    let scratch = Scratch::new("batch-time");
    let input = scratch.file("t.csv", SMALL);
    let row = json(args!(
        "plan {input} --planner first-fit{{time=1h}} --format json"
    ));
    assert_eq!(row["planner"], "first-fit{time=1h}");
    let stderr = stderr_of(2, &["plan", &input, "--planner", "first-fit{time=10}"]);
    assert_has!(stderr, "option `time` is `10`: time unit needed");
    let unknown = memplan(&["plan", &input, "--planner", "first-fit{tmie=10s}"]);
    assert_has!(
        text(&unknown.stderr),
        "its options: alignment, seed, work, time"
    );
}

#[test]
fn two_results_of_one_name_are_refused() {
    let scratch = Scratch::new("batch-names");
    for name in ["x", "y"] {
        std::fs::create_dir_all(scratch.path(name)).unwrap();
    }
    let inputs = ["x/t.csv", "x/t.json", "y/t.csv"].map(|name| scratch.path(name));
    for input in [&inputs[0], &inputs[2]] {
        std::fs::write(input, SMALL).unwrap();
    }
    stdout(&["convert", &inputs[0], &inputs[1]]);
    let output = scratch.path("out/");
    // Extensions distinguish two files of one directory.
    stdout(&["plan", &inputs[0], &inputs[1], "-o", &output]);
    let names: Vec<String> = files_below(&output)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["t.csv.mplan", "t.json.mplan"]);
    let stderr = stderr_of(2, &["plan", &inputs[0], &inputs[2], "-o", &output]);
    assert_has!(stderr, "[same-name]");
    // Without an output directory, equal names are accepted.
    stdout(&["plan", &inputs[0], &inputs[2]]);
}
