//! `memplan bench`, end to end: small data, every report read back.
#![expect(clippy::unwrap_used, reason = "a failure here is one of the test")]

use crate::common;
use std::collections::BTreeMap;

use crate::common::{Scratch, args, assert_has, memplan, stdout, text};

/// The rows of a CSV report by column; no field of these tests has a comma.
fn rows(csv: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(fields.len(), header.len(), "{line}");
            header.iter().copied().zip(fields).collect()
        })
        .collect()
}

/// The text of `<svg>` elements must be well-formed XML: every tag is closed, in order, and text has no raw `<` or `&`.
fn check_svg(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        let between = &rest[..at];
        for entity in between.split('&').skip(1) {
            let name = entity.split(';').next().unwrap();
            assert!(["lt", "gt", "amp", "quot"].contains(&name), "&{entity}");
        }
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n']).next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
}

#[test]
fn a_directory_gives_all_reports() {
    let scratch = Scratch::new("bench-reports");
    let out = scratch.path("out");
    let table = stdout(&[
        "bench",
        "datasets/data",
        "--planners",
        "best-fit,greedy-by-size",
        "--repeat",
        "2",
        "-o",
        &out,
        "--date",
        "some day",
    ]);
    let wanted = "data      nine                        9        34 B  load  best-fit ";
    let is_there = table
        .lines()
        .any(|line| line.split_whitespace().eq_start(wanted));
    assert!(is_there, "{table}");
    assert_has!(table, "some day");

    let runs = std::fs::read_to_string(format!("{out}/runs.csv")).unwrap();
    let runs = rows(&runs);
    // 4 hand-written traces and 8 scopes of networks; 2 planners, 2 repeats.
    assert_eq!(runs.len(), 12 * 2 * 2);
    let nine: Vec<_> = runs.iter().filter(|row| row["trace"] == "nine").collect();
    assert_eq!(nine[0]["peak_bytes"], "41");
    assert_eq!(nine[0]["bound_bytes"], "34");
    assert_eq!(nine[0]["bound_rule"], "load");
    assert_eq!(nine[0]["sum_bytes"], "57");
    assert_eq!(nine[3]["planner"], "greedy-by-size");
    assert_eq!(nine[3]["repeat"], "1");
    assert!(
        runs.iter()
            .all(|row| row["status"] == "ok" && row["elapsed_ms"].parse::<f64>().unwrap() > 0.0)
    );
    if cfg!(target_os = "linux") {
        let is_measured =
            |row: &BTreeMap<&str, &str>| row["peak_rss_bytes"].parse::<u64>().unwrap() > 1 << 20;
        assert!(runs.iter().all(is_measured));
    }

    let summary = std::fs::read_to_string(format!("{out}/summary.csv")).unwrap();
    let summary = rows(&summary);
    assert_eq!(summary.len(), 12 * 2);
    let resnet = summary
        .iter()
        .find(|row| row["trace"] == "models/resnet" && row["planner"] == "greedy-by-size");
    let resnet = resnet.unwrap();
    assert_eq!(
        (resnet["fragmentation"], resnet["optimal"], resnet["n_runs"]),
        ("0", "true", "2")
    );

    let anytime = std::fs::read_to_string(format!("{out}/anytime.csv")).unwrap();
    let anytime = rows(&anytime);
    assert_eq!(
        anytime
            .iter()
            .filter(|row| row["trace"] == "nine" && row["planner"] == "best-fit")
            .count(),
        1
    );

    let json = std::fs::read(format!("{out}/report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["version"], 1);
    assert_eq!(json["date"], "some day");
    assert_eq!(json["planners"][1], "greedy-by-size");
    assert_eq!(json["bounds"].as_array().unwrap().len(), 12);
    assert!(json["machine"]["cores"].as_u64().unwrap() >= 1);
    assert!(
        json["command"]
            .as_str()
            .unwrap()
            .starts_with("memplan bench datasets/data")
    );
}

/// Comparing lines by words, so that widths of columns are free to change.
trait EqStart<'a> {
    fn eq_start(self, wanted: &str) -> bool;
}

impl<'a, I: Iterator<Item = &'a str>> EqStart<'a> for I {
    fn eq_start(mut self, wanted: &str) -> bool {
        wanted
            .split_whitespace()
            .all(|word| self.next() == Some(word))
    }
}

#[test]
fn the_page_stands_alone_and_has_every_plot() {
    let scratch = Scratch::new("bench-page");
    let out = scratch.path("out");
    stdout(args!(
        "bench datasets/data/nine.csv gen:synthetic{{n=100}} gen:synthetic{{n=1k}} gen:guillotine{{n=50}} --planners first-fit,auto,best-fit{{alignment=8}} --repeat 1 -o {out}"
    ));
    let page = std::fs::read_to_string(format!("{out}/report.html")).unwrap();
    for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(
            !page.contains(outside),
            "the page fetches something: {outside}"
        );
    }
    for section in [
        "fragmentation",
        "ecdf",
        "traces",
        "time",
        "anytime",
        "table",
    ] {
        assert!(
            page.contains(&format!("<section id=\"{section}\">")),
            "{section} is missing"
        );
    }
    let svgs: Vec<&str> = page
        .match_indices("<svg ")
        .map(|(at, _)| {
            let end = at + page[at..].find("</svg>").unwrap() + "</svg>".len();
            &page[at..end]
        })
        .collect();
    // A strip for each of three data sets, the distributions, the table of colours, time, and the
    // anytime curves.
    assert_eq!(svgs.len(), 7);
    for svg in &svgs {
        check_svg(svg);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    // Each strip has a mark for each planner and trace, each with a tooltip.
    let marks = |svg: &str| svg.matches("<path class=\"m ").count();
    assert_eq!(svgs[..3].iter().map(|svg| marks(svg)).sum::<usize>(), 3 * 4);
    assert!(
        svgs[0]
            .contains("<title>first-fit on nine\npeak 41 bytes, 20.59% above the bound 34 (load)")
    );
    // Distributions: in two plots a line for each planner with two marks, and the legend.
    assert_eq!(svgs[3].matches("<path class=\"l c").count(), 2 * 3);
    assert_eq!(marks(svgs[3]), 2 * 3 * 2 + 3);
    // The worst trace is the first column of the table of colours, and the first row of the figures.
    let summary = std::fs::read_to_string(format!("{out}/summary.csv")).unwrap();
    let summary = rows(&summary);
    let worst = |row: &&BTreeMap<&str, &str>| row["fragmentation"].parse::<f64>().unwrap();
    let worst = summary
        .iter()
        .max_by(|a, b| worst(a).total_cmp(&worst(b)))
        .unwrap();
    let name = worst["trace"].split('{').next().unwrap();
    let first = svgs[4].split("<text ").nth(1).unwrap();
    assert!(first.contains(name), "{name} is not first: {first}");
    // Time: a mark for each, the legend, and lines along the two synthetic traces.
    assert_eq!(marks(svgs[5]), 3 * 4 + 3);
    assert_eq!(svgs[5].matches("<line class=\"l c").count(), 3);
    assert!(svgs[6].contains("guillotine{n=50} (50 buffers)"));
    assert_has!(page, "best-fit{alignment=8}", "prefers-color-scheme:dark");
}

#[test]
fn a_work_limit_makes_figures_repeatable() {
    let arguments = |jobs: &'static str| {
        [
            "bench",
            "gen:guillotine{n=60 seed=3}",
            "gen:skewed{n=200}",
            "--planners",
            "all",
            "--work",
            "2000",
            "--seeds",
            "2",
            "--repeat",
            "1",
            "--format",
            "csv",
            "--jobs",
            jobs,
        ]
    };
    let figures = |jobs| {
        let csv = stdout(&arguments(jobs));
        let rows = rows(&csv);
        let kept = rows.into_iter().map(|mut row| {
            // Times and memory depend on the machine.
            row.retain(|column, _| !column.ends_with("_ms") && !column.ends_with("rss_bytes"));
            format!("{row:?}")
        });
        kept.collect::<Vec<String>>()
    };
    let first = figures("1");
    assert!(first.len() >= 2 * 5, "{first:?}");
    assert_eq!(first, figures("2"));
}

#[test]
fn what_fails_is_a_row_and_the_rest_goes_on() {
    let scratch = Scratch::new("bench-failures");
    scratch.file("good.csv", "id,lower,upper,size\na,0,4,32\nb,2,6,16\n");
    scratch.file("broken.csv", "id,lower,upper,size\na,4,0,32\n");
    let directory = scratch.path("");
    let run = |arguments: &[&str]| {
        let output = memplan(arguments);
        let stderr = text(&output.stderr);
        // Invalid input is reported before anything runs.
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert_has!(stderr, "broken.csv:2:5: error: ");
        text(&output.stdout)
    };
    let report = run(args!(
        "bench {directory} --planners exec{{cmd=false}} --repeat 1 --format json"
    ));
    let json: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(json["cases"][0]["status"], "failed");
    assert_eq!(json["cases"][0]["runs"].as_array().unwrap().len(), 0);
    assert_eq!(json["unreadable"][0]["name"], "broken");
    let message = json["unreadable"][0]["message"].as_str().unwrap();
    assert_eq!(message, "line 2: the lifetime from 4 to before 0 is empty");

    let table = run(args!("bench {directory} --planners first-fit --repeat 1"));
    assert_has!(table, "unreadable: ", "0.00%");
}

#[test]
fn mistakes_are_told_before_anything_runs() {
    let error = |arguments: &[&str]| {
        let output = memplan(arguments);
        (output.status.code(), text(&output.stderr))
    };
    let (code, message) = error(&["bench", "datasets/data", "--planners", "frist-fit"]);
    assert_eq!(code, Some(2));
    assert_has!(message, "did you mean `first-fit`");
    let (code, message) = error(&["bench", "gen:guillotine{size=3}"]);
    assert_eq!(code, Some(2));
    assert_has!(
        message,
        "has no parameter `size`; its parameters: n, seed, live"
    );
    let (code, message) = error(&["bench", "no/such/*.csv"]);
    assert_eq!(code, Some(2));
    assert_has!(message, "nothing to read");
}

/// Programs that behave like the peers: one that plans by stacking, one that only prints.
#[cfg(unix)]
#[test]
fn peers_on_path_are_run_and_checked() {
    use std::process::Command;

    let scratch = Scratch::new("bench-peers");
    // As strict as MiniMalloc: rejects unknown flags, times without a unit and lines with another number of
    // fields. Prints the time to standard error without a newline, whether or not there is a plan.
    let minimalloc = "for a in \"$@\"; do case $a in --input=*) i=${a#*=};; --output=*) o=${a#*=};;\n\
        --capacity=*[!0-9]*) exit 1;; --capacity=*) c=${a#*=};; --timeout=*[0-9]ms) ;;\n\
        *) echo \"ERROR: Unknown command line flag $a\" >&2; exit 1;; esac; done\n\
        awk -F, 'NR==1 {if ($0 != \"id,lower,upper,size\") exit 1; print $0 \",offset\"; next}\n\
        NF != 4 || $0 ~ /\"/ {exit 1} {print $0 \",\" sum+0; sum += $4}' \"$i\" > \"$o\" || exit 1\n\
        printf 0.005 >&2\n\
        [ \"$c\" -ge 20 ]";
    let idealloc = "echo 'Total allocation time: 2000 us'\necho 'Makespan: 10 bytes'";
    for (name, script) in [("minimalloc", minimalloc), ("idealloc", idealloc)] {
        scratch.program(name, script);
    }
    let path = format!("{}:{}", scratch.path(""), std::env::var("PATH").unwrap());
    let run = |path: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_memplan"))
            .args([
                "bench",
                "datasets/data/nine.csv",
                "--planners",
                "first-fit",
                "--repeat",
                "2",
            ])
            .args(["--peers", "--format", "json"])
            .current_dir(common::root())
            .env("PATH", path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let report = run(&path);
    let runs = report["peer_runs"].as_array().unwrap();
    assert_eq!(runs.len(), 4, "{runs:?}");
    assert_eq!(runs[0]["peer"], "minimalloc");
    assert_eq!(runs[0]["status"], "checked");
    assert_eq!(runs[0]["peak_bytes"], 57);
    // Without a capacity in the file name, the peer gets the best peak of the planners.
    assert_eq!(runs[0]["told_bytes"], 41);
    assert_eq!(runs[0]["reported_ms"], 5.0);
    assert_eq!(runs[1]["status"], "unchecked");
    assert_eq!(runs[1]["reported_ms"], 2.0);
    assert_eq!(report["cases"][0]["runs"].as_array().unwrap().len(), 2);
    let report = run("/nonexistent");
    assert_eq!(report["peers_missing"][0], "minimalloc");
    assert_eq!(report["peer_runs"].as_array().unwrap().len(), 0);
}

#[test]
fn a_leaderboard_ranks_planners_and_knows_what_traces_come_with() {
    let scratch = Scratch::new("leaderboard");
    let trace = scratch.path("pair.mtrace");
    let csv = scratch.file(
        "pair.csv",
        "id,lower,upper,size\na,0,4,8\nb,4,8,8\nc,0,8,4\n",
    );
    stdout(&["convert", &csv, &trace]);
    let plan = scratch.path("pair.mplan");
    stdout(&["plan", &trace, "--planner", "mlir-trivial", "-o", &plan]);
    let out = scratch.path("out");
    let page = stdout(args!(
        "leaderboard {trace} --planners mlir-trivial,exec,auto -o {out}"
    ));
    let place = |row: &str| page.find(row).unwrap_or_else(|| panic!("{row} in {page}"));
    let (auto, trivial) = (
        place("| `auto` | 0.00% | 0.00% | 1 of 1 |"),
        place("| `mlir-trivial` | 66.67% | 66.67% | 0 of 1 |"),
    );
    assert!(
        auto < trivial && trivial < place("| `exec` | - | - | 0 of 0 |"),
        "{page}"
    );
    place("| `as placed` | 66.67% | 66.67% | 0 of 1 | - |");
    place("2000000 units of work for each trace on 1 thread");
    place("| 3 | 12 | 12 | load | 12 | 20 |");
    place("\n| `exec` | - |\n");
    let saved = std::fs::read_to_string(scratch.path("out/leaderboard.md"));
    assert_eq!(saved.ok(), Some(page));
}
