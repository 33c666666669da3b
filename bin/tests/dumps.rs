//! Files of other tools that hold a plan: dumps of XLA and snapshots of PyTorch.

use std::fs;

use crate::common::{Scratch, args, assert_has, memplan, root, stderr_of, stdout, text};

/// The folder of fixtures of trace readers.
fn fixtures() -> String {
    let folder = root().join("collectors/readers/tests/fixtures");
    folder.to_string_lossy().into_owned()
}

/// Standard output and standard error of a run that must succeed.
fn both(arguments: &[&str]) -> (String, String) {
    let output = memplan(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_plan_of_the_tool_is_a_row() {
    let snapshot = format!("{}/torch/tiny.pickle", fixtures());
    let (table, remarks) = both(args!("plan {snapshot} --planner best-fit --format csv"));
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let cells: Vec<[&str; 5]> = rows[1..]
        .iter()
        .map(|row| [row[1], row[2], row[5], row[6], row[8]])
        .collect();
    assert_eq!(
        cells,
        [
            ["device0", "best-fit", "6108", "6120", "6144"],
            ["device0", "as placed (pytorch)", "6108", "6120", "2101748"],
        ]
    );
    assert_has!(
        remarks,
        "remark: device0: the allocator reserved 4194304 bytes at the peak"
    );
    let (_, remarks) = both(&["plan", &snapshot, "--quiet"]);
    assert_eq!(remarks, "");

    let dump = format!("{}/xla/sort.hlo.pb", fixtures());
    let (matrix, _) = both(&["plan", &dump, "--compare", "--summary"]);
    let head = matrix.lines().next().unwrap();
    assert!(head.ends_with("xla  as placed (xla)"), "{matrix}");
    let (_, remarks) = both(&["plan", &dump, "--verbose"]);
    assert_has!(remarks, "= note: output allocation: allocation 0\n");
}

#[test]
fn a_directory_of_dumps_is_converted_with_its_plans() {
    let scratch = Scratch::new("dumps");
    let path = |name: &str| scratch.path(name);
    let [dump, traces, plans, json] = ["dump", "all.mtrace", "all.mplan", "all.json"].map(path);
    fs::create_dir(&dump).unwrap();
    for (from, to) in [
        (
            "tiny-live-range.txt",
            "m.a.cpu_after_optimizations-live-range.txt",
        ),
        (
            "tiny-buffer-assignment.txt",
            "m.a.cpu_after_optimizations-buffer-assignment.txt",
        ),
        (
            "cond.hlo.pb",
            "module_0002.b.cpu_after_optimizations.hlo.pb",
        ),
        ("cond.hlo.pb", "module_0002.b.before_optimizations.hlo.pb"),
    ] {
        fs::copy(format!("{}/xla/{from}", fixtures()), format!("{dump}/{to}")).unwrap();
    }
    // A module without temporary memory is omitted.
    let constant = "BufferAssignment:\nallocation 0: size 4, constant:\n";
    scratch.file("dump/c-buffer-assignment.txt", constant);
    scratch.file(
        "dump/c-live-range.txt",
        "HloLiveRange (max 0):\n  BufferLiveRange:\n",
    );

    let (_, words) = both(&["convert", &dump, "-o", &traces, "--placed", &plans]);
    assert!(
        words.ends_with(&format!("2 records in {traces}\n")),
        "{words}"
    );
    assert_eq!(stdout(&["check", &traces, &plans]), "valid: 2 schedules\n");
    stdout(&["trace", &dump, "-o", &json]);
    let written = fs::read_to_string(&json).unwrap();
    for scope in ["\"a\"", "\"jit_main_model\""] {
        assert_has!(written, &format!("\"scope\":{scope}"));
    }
    let snapshot = format!("{}/torch/tiny.pickle", fixtures());
    stdout(&["convert", &snapshot, "-o", &traces, "--placed", &plans]);
    assert_eq!(stdout(&["check", &traces, &plans]), "valid: 1 schedule\n");
    assert_eq!(
        stdout(&["check", &snapshot, &snapshot]),
        "valid: 1 schedule\n"
    );
}

#[test]
fn refusals_have_a_place_and_a_code() {
    let scratch = Scratch::new("dumps-refused");
    let refused = |arguments: &[&str]| {
        let stderr = stderr_of(1, arguments).replace(&scratch.path(""), "");
        let message = stderr.replace(&format!("{}/", fixtures()), "");
        message.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        refused(&["plan", &format!("{}/torch/evil.pickle", fixtures())]),
        "torch/evil.pickle: byte 24: error: opcode GLOBAL '__builtin__ print': a snapshot holds only dicts, lists, \
             tuples, strings and numbers; nothing was run [pickle-code]"
    );
    let ranges = fs::read_to_string(format!("{}/xla/tiny-live-range.txt", fixtures())).unwrap();
    scratch.file("m-live-range.txt", &ranges);
    let path = scratch.path("m-live-range.txt");
    assert_eq!(
        refused(&["trace", &path]),
        "m-live-range.txt: error: there is no m-buffer-assignment.txt beside it: sizes and offsets are there \
             [missing-file]"
    );
    let assignment = "BufferAssignment:\nallocation 0: size 8, preallocated-temp:\n value: <1 dot.9 @0> \
                      (size=8,offset=0): f32[2]{0}\n";
    scratch.file("m-buffer-assignment.txt", assignment);
    assert_eq!(
        refused(&["trace", &path]),
        "m-buffer-assignment.txt:3: error: value 'dot.9{}' has no live range in m-live-range.txt: are both of one \
             dump? [mismatch]"
    );
    let log = scratch.path("calls.log");
    scratch.file("calls.log", "a x 1\n");
    let message = refused(&[
        "convert",
        &log,
        "-o",
        &scratch.path("x.csv"),
        "--placed",
        &scratch.path("x.mplan"),
    ]);
    assert_eq!(
        message,
        "calls.log: error: the input holds no plan of another tool [no-plan]"
    );
}
