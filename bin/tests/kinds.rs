//! Kinds of files: a wrong one is named as such, on reading and on writing, and nothing is written.

use crate::common::{
    Scratch, args, assert_has, memplan, memplan_with_input, printed_json, root, stdout, text,
};

const NUL: &str = "binary data, which begins with NUL bytes";

/// A folder with one file of each kind.
#[expect(clippy::unwrap_used, reason = "a failure here is one of the test")]
fn files(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    let program = std::fs::read(root().join("examples/mlp.mlir")).unwrap();
    scratch.file("in.mlir", program);
    let path = |name: &str| scratch.path(name);
    stdout(&["trace", &path("in.mlir"), "-o", &path("t.mtrace")]);
    stdout(&["trace", &path("in.mlir"), "-o", &path("t.json")]);
    stdout(&["plan", &path("t.mtrace"), "-o", &path("p.mplan")]);
    stdout(&["plan", &path("t.mtrace"), "-o", &path("p.json")]);
    scratch
}

/// Code and first message of a run that must write nothing.
#[expect(clippy::unwrap_used, reason = "a failure here is one of the test")]
fn refused(scratch: &Scratch, arguments: &[&str]) -> (i32, String) {
    let before = scratch.names();
    let output = memplan(arguments);
    assert_eq!(scratch.names(), before, "{arguments:?} wrote something");
    let stderr = text(&output.stderr);
    let first = stderr.lines().next().unwrap_or_default();
    let folder = scratch.path("");
    (output.status.code().unwrap(), first.replace(&folder, ""))
}

/// A message with the code that most of them have.
fn with_code(message: &str) -> String {
    let code = if message.ends_with(']') {
        ""
    } else {
        " [wrong-kind]"
    };
    format!("{message}{code}")
}

#[test]
fn a_product_goes_only_into_files_of_its_kind() {
    let scratch = files("kinds-writing");
    let path = |name: &str| scratch.path(name);
    let [program, trace, plan] = ["in.mlir", "t.mtrace", "p.mplan"].map(path);
    let [mlir, mtrace, mplan, csv, png, log] =
        ["x.mlir", "x.mtrace", "x.mplan", "x.csv", "x.png", "x.log"].map(path);
    for (arguments, message) in [
        (
            &["convert", &trace, &mplan][..],
            "t.mtrace: error: a trace cannot be converted into a plan",
        ),
        (
            &["convert", &plan, &mtrace],
            "p.mplan: error: a plan cannot be converted into a trace: it has no lifetimes",
        ),
        (
            &["trace", &program, "-o", &mplan],
            "x.mplan: error: the extension `.mplan` is for plans, and this command writes a trace",
        ),
        (
            &["trace", &program, "-o", &mlir],
            "x.mlir: error: the extension `.mlir` is for MLIR programs, and this command writes a \
             trace",
        ),
        (
            &["plan", &trace, "-o", &mtrace],
            "x.mtrace: error: the extension `.mtrace` is for traces, and this command writes a plan",
        ),
        (
            &["plan", &trace, "-o", &log],
            "x.log: error: the extension `.log` is for event logs, and this command writes a plan",
        ),
        (
            &["show", &trace, "-o", &png],
            "x.png: error: pictures are written as SVG or HTML, not as `.png`",
        ),
        (
            &["merge", &program, "-o", &mplan],
            "x.mplan: error: the extension `.mplan` is for plans, and this command writes an MLIR \
             program",
        ),
        (
            &["opt", &program, "-o", &csv],
            "x.csv: error: the extension `.csv` is for tables, and this command writes an MLIR \
             program",
        ),
        (
            &["merge", &program, "-o", &mlir, "--report", &mtrace],
            "x.mtrace: error: the extension `.mtrace` is for traces, and this command writes a \
             report",
        ),
        (
            &["merge", &program, "-o", &mlir, "--report", &mlir],
            "x.mlir: error: the extension `.mlir` is for MLIR programs, and this command writes a \
             report",
        ),
        (
            &["trace", &program, "-o", &csv, "--to", "json"],
            "x.csv: error: `--to json` contradicts the extension, which stands for csv [format-mismatch]",
        ),
        (
            &["convert", &plan, "-", "--to", "events"],
            "<stdin>: error: an event log holds a trace, not a plan [unrepresentable]",
        ),
    ] {
        assert_eq!(
            refused(&scratch, arguments),
            (2, with_code(message)),
            "{arguments:?}"
        );
    }
}

#[test]
fn an_input_of_another_kind_is_named() {
    let scratch = files("kinds-reading");
    scratch.file("x.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    scratch.file("x.bin", b"\x7fELF\x02\x01");
    scratch.file("x.gz", b"\x1f\x8b\x08\x00");
    scratch.file("notes.txt", "Buffers are listed below.\n\nNothing yet.\n");
    let path = |name: &str| scratch.path(name);
    let [program, trace, plan] = ["in.mlir", "t.mtrace", "p.mplan"].map(path);
    let [json_trace, json_plan] = ["t.json", "p.json"].map(path);
    scratch.file("other.json", "{\"peak_bytes\": 3}");
    let other_json = path("other.json");
    let [svg, bin, gz, notes] = ["x.svg", "x.bin", "x.gz", "notes.txt"].map(path);
    for (arguments, message) in [
        (
            &["merge", &trace][..],
            "t.mtrace: error: expected an MLIR program, but the content is a trace (`.mtrace`)",
        ),
        (
            &["opt", &plan],
            "p.mplan: error: expected an MLIR program, but the content is a plan (`.mplan`)",
        ),
        (
            &["merge", &json_trace],
            "t.json: error: expected an MLIR program, but the content is a JSON document",
        ),
        (
            &["plan", &plan],
            "p.mplan: error: expected a trace, but the content is a plan (`.mplan`)",
        ),
        (
            &["plan", &json_plan],
            "p.json: error: expected a trace, found a plan",
        ),
        (
            &["apply", &program, &trace],
            "t.mtrace: error: expected a plan, but the content is a trace (`.mtrace`)",
        ),
        (
            &["apply", &plan, &program],
            "in.mlir: error: expected a plan, but the content is an MLIR program",
        ),
        (
            &["convert", &program, "-", "--to", "json"],
            "in.mlir: error: expected a trace, but the content is an MLIR program",
        ),
        (
            &["plan", &other_json],
            "other.json: error: expected a trace, but the content is a JSON document without the \
             field `format`",
        ),
        (
            &["merge", "gen:uniform{n=3}"],
            "gen:uniform{n=3}: error: expected an MLIR program, but the content is a generated trace",
        ),
        (
            &["plan", &svg],
            "x.svg: error: expected a trace, but the content is an SVG picture",
        ),
        (
            &["show", &bin],
            "x.bin: error: expected a trace, but the content is an executable",
        ),
        (
            &["merge", &gz],
            "x.gz: error: expected an MLIR program, but the content is compressed by gzip; \
             decompress it first",
        ),
        (
            &["plan", &notes],
            "notes.txt: error: the format is not known: expected a `.mtrace` or `.mplan` file, JSON, or \
             CSV with a header [unknown-format]",
        ),
    ] {
        assert_eq!(
            refused(&scratch, arguments),
            (1, with_code(message)),
            "{arguments:?}"
        );
    }
}

#[test]
fn traces_without_a_signature_and_binary_data_are_no_programs() {
    let scratch = files("kinds-no-program");
    scratch.file("t.csv", "# Two.\nid,lower,upper,size\na,0,2,64\nb,1,3,32\n");
    scratch.file("t.log", "a x 16\nf x\n");
    scratch.file("nul.mlir", [0; 4096]);
    for (command, name, expected, found) in [
        ("merge", "t.csv", "an MLIR program", "a trace (CSV)"),
        (
            "opt",
            "t.log",
            "an MLIR program",
            "a trace (reader `events`)",
        ),
        ("merge", "nul.mlir", "an MLIR program", NUL),
        ("opt", "nul.mlir", "an MLIR program", NUL),
        ("plan", "nul.mlir", "a trace", NUL),
    ] {
        let message =
            format!("{name}: error: expected {expected}, but the content is {found} [wrong-kind]");
        let arguments = [command, &scratch.path(name)];
        assert_eq!(refused(&scratch, &arguments), (1, message), "{arguments:?}");
    }
}

#[test]
fn a_program_stands_wherever_a_trace_can() {
    let scratch = files("kinds-programs");
    let path = |name: &str| scratch.path(name);
    let [program, trace] = ["in.mlir", "t.mtrace"].map(path);
    let table = |input: &str| stdout(&["plan", input, "--planner", "best-fit", "--format", "csv"]);
    let figures = |table: &str| {
        let row = table.lines().nth(1).unwrap();
        let cells: Vec<&str> = row.split(',').collect();
        // All columns except the file name and the time.
        cells[1..13].join(",")
    };
    assert_eq!(figures(&table(&program)), figures(&table(&trace)));
    let bytes = std::fs::read(&program).unwrap();
    let arguments = ["plan", "-", "--planner", "best-fit", "--format", "csv"];
    let piped = memplan_with_input(&arguments, &bytes);
    assert!(piped.status.success(), "{}", text(&piped.stderr));
    assert_eq!(figures(&text(&piped.stdout)), figures(&table(&trace)));

    // The program and its trace give the same results.
    let plan = path("q.mplan");
    stdout(&["plan", &program, "-o", &plan, "--planner", "chunk-hot"]);
    assert_eq!(stdout(&["check", &program, &plan]), "valid: 1 schedule\n");
    assert_eq!(stdout(&["check", &trace, &plan]), "valid: 1 schedule\n");
    assert_eq!(
        stdout(&["apply", &program, &plan]),
        stdout(args!("merge {program} -O none --planner chunk-hot"))
    );
    stdout(&["plan", &program, "-o", &plan, "--planner", "exact"]);
    assert_eq!(
        stdout(&["verify-proof", &program, &plan]),
        "proved: 1 bound\n"
    );
    let arguments = ["plan", &program, "--collector", "tick{alignment=4096}"];
    let wide = printed_json(&[&arguments[..], &["--format", "json"]].concat());
    assert!(wide["peak_bytes"].as_u64().unwrap() > 4096, "{wide}");
}

#[test]
fn the_extension_or_the_format_decides_what_is_drawn() {
    let scratch = files("kinds-pictures");
    let path = |name: &str| scratch.path(name);
    let [trace, svg, page] = ["t.mtrace", "x.svg", "x.html"].map(path);
    stdout(&["show", &trace, "-o", &svg]);
    stdout(&["show", &trace, "-o", &page]);
    let svg = std::fs::read_to_string(svg).unwrap();
    let page = std::fs::read_to_string(page).unwrap();
    assert!(svg.starts_with("<svg "), "{svg}");
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert_has!(page, "<script type=\"module\">");
    let [perfetto, json] = ["x.perfetto-trace", "x.json"].map(path);
    stdout(&["show", &trace, "-o", &perfetto]);
    let perfetto = std::fs::read(perfetto).unwrap();
    assert!(perfetto.starts_with(&[0x0a]), "{perfetto:?}");
    stdout(&["show", &trace, "--format", "chrome-trace", "-o", &json]);
    let json = std::fs::read_to_string(json).unwrap();
    assert!(json.starts_with("{\"displayTimeUnit\""), "{json}");
    assert_eq!(stdout(&["show", &trace, "--html"]), page);
    assert_eq!(stdout(&["show", &trace, "--format", "svg"]), svg);
    for (arguments, message) in [
        (
            &["show", &*trace, "-o", &path("x.json")][..],
            "x.json: error: the extension `.json` is for JSON, and this command writes a picture \
             [wrong-kind]",
        ),
        (
            &["show", &trace, "--html", "-o", &path("x.svg")],
            "x.svg: error: `--format html` contradicts the extension, which stands for svg \
             [format-mismatch]",
        ),
    ] {
        assert_eq!(refused(&scratch, arguments), (2, message.to_owned()));
    }
}

#[test]
fn several_planners_or_plans_are_drawn_together() {
    let scratch = files("kinds-compare");
    let path = |name: &str| scratch.path(name);
    let [trace, one, two, three] = ["t.mtrace", "1.mplan", "2.mplan", "3.mplan"].map(path);
    stdout(&["plan", &trace, "--planner", "best-fit", "-o", &one]);
    for plan in [&two, &three] {
        stdout(&["plan", &trace, "--planner", "first-fit", "-o", plan]);
    }
    let planners = |arguments: &[&str]| -> Vec<String> {
        let arguments = [&["show", &*trace, "--format", "chrome-trace"], arguments].concat();
        let shown = printed_json(&arguments);
        let events = shown["traceEvents"].as_array().unwrap().iter();
        let names = events.filter(|event| event["name"] == "process_name");
        let names = names.map(|event| event["args"]["name"].as_str().unwrap());
        names
            .map(|name| name.rsplit_once(": ").unwrap().1.replace(&path(""), ""))
            .collect()
    };
    assert_eq!(
        planners(&["--planner", "best-fit{alignment=8}, chunk-hot"]),
        ["best-fit{alignment=8}", "chunk-hot"]
    );
    assert_eq!(planners(&[&one, &two]), ["best-fit", "first-fit"]);
    assert_eq!(
        planners(&[&one, &two, &three]),
        ["best-fit", "first-fit (2.mplan)", "first-fit (3.mplan)"]
    );
}

#[test]
fn pictures_of_programs_have_operations_and_lines() {
    let arguments = ["show", "examples/mlp.mlir", "--single-arena"];
    let shown = printed_json(&[&arguments[..], &["--format", "chrome-trace"]].concat());
    let events = shown["traceEvents"].as_array().unwrap().iter();
    let ops: Vec<&str> = events
        .filter_map(|event| event["args"]["op"].as_str())
        .collect();
    assert!(
        !ops.is_empty() && ops.iter().all(|op| *op == "linalg.fill"),
        "{ops:?}"
    );
}
