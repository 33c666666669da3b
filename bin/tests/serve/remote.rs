//! `memplan plan --server`: the same command line, planned elsewhere.

use std::time::Duration;

use super::http::{Server, until};
use super::limits::hard_trace;
use crate::common::{self, Scratch, assert_has};

#[test]
fn a_folder_is_planned_by_a_server_as_it_is_here() {
    let scratch = Scratch::new("serve-remote");
    let server = Server::start(&scratch, &[]);
    let folder = "datasets/data";
    let (here, there) = (scratch.path("here"), scratch.path("there"));
    let plan = |output: &str, more: &[&str]| {
        let specs = "exact{work=10000},first-fit{alignment=8},chunk-hot";
        let fixed = ["plan", folder, "--seed=3", "--format=csv", "-o", output];
        common::stdout(&[&fixed[..], &["--planner", specs], more].concat())
    };
    let local = plan(&here, &[]);
    let remote = plan(&there, &["--server", &server.url()]);
    // All columns but the time, which is before the last ones.
    let peaks = |table: &str| -> Vec<Vec<String>> {
        let cells = |line: &str| line.split(',').take(9).map(str::to_owned).collect();
        table.lines().map(cells).collect()
    };
    assert_eq!(peaks(&remote), peaks(&local));
    let plans = |folder: &str| -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        let mut folders = vec![std::path::PathBuf::from(folder)];
        while let Some(next) = folders.pop() {
            for entry in std::fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                let is_plan = path
                    .extension()
                    .is_some_and(|extension| extension == "mplan");
                if path.is_dir() {
                    folders.push(path);
                } else if is_plan {
                    let name = path.strip_prefix(folder).unwrap().display().to_string();
                    files.push((name, std::fs::read(path).unwrap()));
                }
            }
        }
        files.sort();
        files
    };
    assert!(plans(&here).len() > 9);
    assert!(plans(&here) == plans(&there), "plans differ");
    let requests = server.get("/metrics").text();
    assert_has!(requests, "route=\"/v1/plan\",status=\"200\"");
    // A second run recomputes nothing.
    let again = plan(&there, &["--server", &server.url()]);
    let mut rows = again.lines().skip(1);
    assert!(rows.all(|row| row.ends_with(",true")), "{again}");
}

#[test]
fn a_batch_survives_a_restart_of_the_server() {
    let scratch = Scratch::new("serve-restart");
    let server = Server::start(&scratch, &["-j", "1"]);
    let address = server.address;
    let hard = hard_trace(21);
    let folder = scratch.path("traces");
    std::fs::create_dir_all(&folder).unwrap();
    for n in 0..30 {
        scratch.file(&format!("traces/{n}.csv"), &hard);
    }
    let output = scratch.path("plans");
    let planner = "exact{work=20000}";
    let url = server.url();
    let line = format!("plan {folder} --planner {planner} -j 4 -o {output} --server {url}");
    let arguments: Vec<&str> = line.split(' ').collect();
    let batch = std::thread::scope(|scope| {
        let batch = scope.spawn(|| common::memplan(&arguments));
        until("some plans", || {
            let metrics = server.get("/metrics").text();
            metrics.contains("route=\"/v1/plan\"").then_some(())
        });
        server.kill();
        // Longer than ten pauses of equal length.
        std::thread::sleep(Duration::from_secs(4));
        let _server = Server::start_at(&address, &scratch, &[]);
        batch.join().unwrap()
    });
    assert!(batch.status.success(), "{}", common::text(&batch.stderr));
    assert_eq!(std::fs::read_dir(&output).unwrap().count(), 31);
}

#[test]
fn what_the_server_refuses_is_reported() {
    let scratch = Scratch::new("serve-refused");
    let list = "alice 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\n";
    let tokens = scratch.file("tokens.txt", list);
    let server = Server::start(&scratch, &["--tokens", &tokens]);
    let url = server.url();
    let failure = |arguments: &[&str]| {
        let output = common::memplan(&[&["plan", "datasets/data/nine.csv"], arguments].concat());
        (output.status.code(), common::text(&output.stderr))
    };
    let (code, message) = failure(&["--server", &url]);
    assert_eq!(code, Some(2));
    assert_has!(message, "bearer token", "MEMPLAN_TOKEN");
    let (code, message) = failure(&["--server", "ftp://x"]);
    assert_eq!(code, Some(2));
    assert_has!(message, "bad-url");
    let (code, message) = failure(&["--server", "http://127.0.0.1:1"]);
    assert_eq!(code, Some(2));
    assert_has!(message, "cannot reach");
    drop(server);
    let server = Server::start(&scratch, &[]);
    let (code, message) = failure(&["--server", &server.url(), "--planner", "nothing"]);
    assert_eq!(code, Some(2));
    assert_has!(message, "unknown-planner");
}
