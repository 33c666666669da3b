//! The page that plans in a browser, as `.ci/play` builds it: `MEMPLAN_PLAY` is its folder.

#![expect(
    clippy::unwrap_used,
    reason = "a server that fails is a test that fails"
)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use memplan_testing::chromium::Chromium;

/// Serves the files of a folder until the process ends, and returns the address.
fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let folder = folder.clone();
            thread::spawn(move || answer(stream, &folder));
        }
    });
    format!("http://{address}")
}

fn answer(mut stream: TcpStream, folder: &Path) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let Some(Ok(first)) = lines.next() else {
        return;
    };
    for line in lines.map_while(Result::ok) {
        if line.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let path = path.trim_start_matches('/');
    let body = std::fs::read(folder.join(path));
    let status = if body.is_ok() {
        "200 OK"
    } else {
        "404 Not Found"
    };
    let body = body.unwrap_or_default();
    let media = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {media}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&body);
}

/// As `mdbook serve` shows it.
#[test]
fn a_page_that_is_not_built_says_how_to_build_it() {
    let Some(mut browser) = Chromium::start("play-not-built") else {
        return;
    };
    let url = serve(crate::common::root().join("docs/book/src/play"));
    browser.look(1200, 1300, "light");
    browser.open(&format!("{url}/index.html"));
    browser.wait("document.getElementById('show').disabled");
    assert_eq!(
        browser.text("document.getElementById('state').textContent"),
        "this copy of the page has no planner: `.ci/play FOLDER` builds one that has"
    );
}

#[test]
fn the_browser_plans_what_the_command_plans() {
    let Some(folder) = std::env::var_os("MEMPLAN_PLAY").map(PathBuf::from) else {
        println!("SKIPPED: MEMPLAN_PLAY is not set; `.ci/play FOLDER` builds the page");
        return;
    };
    let Some(mut browser) = Chromium::start("play") else {
        return;
    };
    let url = serve(folder.clone());
    let names = std::fs::read_to_string(folder.join("examples/index.json")).unwrap();
    let names: Vec<String> = serde_json::from_str(&names).unwrap();
    assert!(names.len() >= 6, "{names:?}");
    browser.look(1200, 1300, "light");
    let idle = "document.body.dataset.ready && document.getElementById('state').textContent.endsWith(' ms')";
    for name in &names {
        browser.open(&format!("{url}/index.html?example={name}&run=show"));
        browser.wait(idle);
        let report = browser.text("document.getElementById('report').textContent");
        let file = folder.join("examples").join(name);
        let plan = crate::common::memplan(&["plan", file.to_str().unwrap()]);
        let table = String::from_utf8_lossy(&plan.stdout).into_owned();
        let peak = |text: &str| {
            let row = text
                .lines()
                .find(|line| !line.starts_with('$') && line.contains(" auto "));
            row.unwrap_or_else(|| panic!("{name}: {text}")).to_owned()
        };
        assert!(!report.contains("exit code"), "{name}: {report}");
        // Without the name of the file, which the browser reads from standard input, and the time.
        let words = |row: String| {
            let words = row.split_whitespace().map(str::to_owned);
            words
                .filter(|word| word.ends_with('B') || word.ends_with('%'))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            words(peak(&report)),
            words(peak(&table)),
            "{name}: {report}"
        );
        let picture = browser.eval("document.getElementById('picture').srcdoc.length");
        assert!(picture.as_u64() > Some(10_000), "{name}: {picture}");
    }
    browser.open(&format!(
        "{url}/index.html?example=attention.mlir&run=merge"
    ));
    browser.wait(idle);
    let merged = browser.text("document.getElementById('output').textContent");
    let program = folder.join("examples/attention.mlir");
    let native = crate::common::memplan(&["merge", program.to_str().unwrap()]);
    assert_eq!(merged, String::from_utf8_lossy(&native.stdout));
    assert_eq!(browser.complaints, Vec::<String>::new());
}
