//! The page of the service in a browser, against a server that answers as the service does.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

use memplan_page::service_page;
use memplan_planner::wire::{self, Format, WireError};
use memplan_planner::{MemoryPlan, MemoryTraceScopes, PlanOptions, algorithms, registry};
use memplan_testing::chromium::Chromium;
use memplan_testing::scratch::Scratch;
use serde_json::{Value, json};

/// The answer of `/v1/merge`.
const MERGED: &str = "func.func @f(%x: memref<8xf32>) {\n  \
    %c0 = arith.constant 0 : index\n  \
    %alloc = memref.alloc() : memref<64xi8>\n  \
    %view = memref.view %alloc[%c0][] : memref<64xi8> to memref<8xf32>\n  \
    %other = memref.alloc() : memref<8xf32>\n  \
    %view_0 = memref.view %alloc[%c0][] : memref<64xi8> to memref<8xf32>\n  \
    return\n}\n";

/// A server on a free port of this computer; ends with the test program.
struct Mock {
    address: String,
    seen: Arc<Mutex<Vec<String>>>,
}

#[derive(Debug, Default)]
struct Request {
    method: String,
    path: String,
    query: String,
    accept: String,
    authorization: String,
    body: Vec<u8>,
}

/// Status, media type, body.
type Reply = (u16, &'static str, Vec<u8>);

impl Mock {
    fn start(token: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let mock = Self {
            address,
            seen: seen.clone(),
        };
        // Jobs plan the most recently converted trace.
        let scopes = Arc::new(Mutex::new(MemoryTraceScopes::default()));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, scopes) = (seen.clone(), scopes.clone());
                std::thread::spawn(move || {
                    // The browser may close the connection early.
                    let _ = serve(stream, token, &seen, &scopes);
                });
            }
        });
        mock
    }

    /// The requests received, except those for the page and the list of planners.
    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(
    mut stream: TcpStream,
    token: &str,
    seen: &Mutex<Vec<String>>,
    scopes: &Mutex<MemoryTraceScopes>,
) -> std::io::Result<()> {
    let request = read(&stream)?;
    let entry = format!("{} {}?{}", request.method, request.path, request.query);
    if !["/", "/v1/planners"].contains(&&*request.path) {
        seen.lock().unwrap().push(entry);
    }
    let is_allowed = token.is_empty() || request.authorization == format!("Bearer {token}");
    let (status, media, body) = if request.path != "/" && !is_allowed {
        problem(
            401,
            &json!({"code": "unauthorized", "detail": "the request needs a token"}),
        )
    } else {
        reply(&request, scopes)
    };
    write!(
        stream,
        "HTTP/1.1 {status} X\r\nContent-Type: {media}\r\nContent-Length: {}\r\nServer-Timing: plan;dur=1.25\r\n\
         Connection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

fn read(stream: &TcpStream) -> std::io::Result<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split(' ');
    let method = words.next().unwrap_or_default().to_owned();
    let target = words.next().unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request {
        method,
        path: path.to_owned(),
        query: query.to_owned(),
        ..Request::default()
    };
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim().split_once(": ") else {
            break;
        };
        match &*name.to_ascii_lowercase() {
            "content-length" => length = value.parse().unwrap(),
            "accept" => request.accept = value.to_owned(),
            "authorization" => request.authorization = value.to_owned(),
            _ => {}
        }
    }
    request.body = vec![0; length];
    reader.read_exact(&mut request.body)?;
    Ok(request)
}

fn problem(status: u16, details: &Value) -> Reply {
    (
        status,
        "application/problem+json",
        details.to_string().into_bytes(),
    )
}

fn reply(request: &Request, scopes: &Mutex<MemoryTraceScopes>) -> Reply {
    const JSON: &str = "application/json";
    match (&*request.method, &*request.path) {
        ("GET", "/") => (200, "text/html; charset=utf-8", service_page().into_bytes()),
        ("GET", "/v1/planners") => {
            let all = algorithms::PLANNERS.iter().map(|planner| planner.info());
            let all: Vec<Value> = all
                .map(|p| json!({"name": p.name, "summary": p.summary}))
                .collect();
            (
                200,
                JSON,
                json!({"version": 1, "planners": all})
                    .to_string()
                    .into_bytes(),
            )
        }
        ("POST", "/v1/trace") => match traces(&request.body) {
            Ok(read) => {
                let json = wire::write_trace(&read, Format::Json).unwrap();
                *scopes.lock().unwrap() = read;
                (200, JSON, json)
            }
            Err(WireError::Text {
                line,
                column,
                problem: detail,
            }) => {
                let details = json!({"code": "syntax", "detail": detail, "line": line, "column": column,
                                     "help": ["correct the line"]});
                problem(422, &details)
            }
            Err(error) => problem(
                422,
                &json!({"code": "bad-trace", "detail": error.to_string()}),
            ),
        },
        ("POST", "/v1/plan") => match traces(&request.body) {
            Ok(read) => plan(&request.query, &request.accept, &read),
            Err(error) => problem(
                422,
                &json!({"code": "bad-trace", "detail": error.to_string()}),
            ),
        },
        ("POST", "/v1/merge") => {
            let report =
                json!({"n_merged": 2, "n_skipped": 1, "skipped_by_reason": {"escapes": 1}});
            (
                200,
                JSON,
                json!({"program": MERGED, "report": report})
                    .to_string()
                    .into_bytes(),
            )
        }
        ("POST", "/v1/jobs") => (
            202,
            JSON,
            json!({"id": "j1", "state": "running"})
                .to_string()
                .into_bytes(),
        ),
        ("GET", "/v1/jobs/j1/events") => {
            let running = "event: progress\ndata: {\"state\": \"running\"}\n\n: unchanged\n\n";
            let end = "event: end\ndata: {\"state\": \"finished\"}\n\n";
            (
                200,
                "text/event-stream",
                format!("{running}{end}").into_bytes(),
            )
        }
        ("GET", "/v1/jobs/j1/results/0") => plan("planner=exact", "", &scopes.lock().unwrap()),
        ("DELETE", "/v1/jobs/j1") => (204, JSON, Vec::new()),
        _ => problem(
            404,
            &json!({"code": "not-found", "detail": "there is no such route"}),
        ),
    }
}

/// The traces of a body; a program has one of two buffers.
fn traces(body: &[u8]) -> Result<MemoryTraceScopes, WireError> {
    if body.starts_with(b"func.func") {
        let trace = "a 0..2 32\n b 3..5 32".parse().unwrap();
        return Ok(MemoryTraceScopes {
            traces: vec![trace],
            ..MemoryTraceScopes::default()
        });
    }
    wire::read_trace(body)
}

fn plan(query: &str, accept: &str, scopes: &MemoryTraceScopes) -> Reply {
    let spec = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("planner="))
        .unwrap();
    let spec = spec
        .replace("%7B", "{")
        .replace("%3D", "=")
        .replace("%7D", "}");
    let planner = match registry::planner(&spec) {
        Ok(planner) => planner,
        Err(error) => {
            let detail = error.to_string();
            let detail = detail.split(';').next();
            return problem(400, &json!({"code": "unknown-planner", "detail": detail}));
        }
    };
    let schedules = scopes
        .traces
        .iter()
        .map(|trace| planner.plan(trace, &PlanOptions::default()).unwrap());
    let plan = MemoryPlan {
        schedules: schedules.collect(),
        provenance: scopes.provenance.clone(),
        trace_hash: None,
    };
    match accept {
        "application/vnd.memplan.plan" => (
            200,
            "application/vnd.memplan.plan",
            wire::write_plan(&plan, Format::Binary).unwrap(),
        ),
        _ => (
            200,
            "application/json",
            wire::write_plan(&plan, Format::Json).unwrap(),
        ),
    }
}

fn open(browser: &mut Chromium, mock: &Mock) {
    browser.look(1280, 900, "light");
    browser.open(&mock.address);
    browser.wait(
        "document.querySelector('[name=planner]') || !document.getElementById('problem').hidden",
    );
}

/// Runs the chosen planners and waits for the end.
fn run(browser: &mut Chromium) {
    browser.click("#plan-button");
    browser.wait("document.getElementById('cancel').hidden && !document.querySelector('#progress [data-state=running]')");
    browser.settle();
}

/// The rows of the progress list.
fn progress(browser: &mut Chromium) -> Value {
    browser.eval("[...document.querySelectorAll('#progress li')].map(row => [row.dataset.state, row.innerText.replace(/\\s+/g, ' ')])")
}

const CSV: &str = "id,lower,upper,size\nlow,0,8,64\nleft,0,3,32\nright,3,8,32\ntop,2,5,16\n";

#[test]
fn a_trace_is_uploaded_planned_and_compared() {
    let Some(mut browser) = Chromium::start("upload") else {
        return;
    };
    let mock = Mock::start("");
    open(&mut browser, &mock);
    browser.screenshot("service-empty");
    assert_eq!(
        browser.eval("document.getElementById('plan-button').disabled"),
        true
    );
    let folder = Scratch::new("input-stairs");
    let file = folder.file("stairs.csv", CSV);
    browser.choose_file("#file", Path::new(&file));
    browser.wait("document.getElementById('input').dataset.state === 'chosen'");
    browser.eval("document.getElementById('specs').value = 'first-fit{alignment=64}, nonsense'");
    run(&mut browser);
    assert_eq!(
        progress(&mut browser),
        json!([
            ["done", "Input 4 buffers in 1 scope"],
            ["done", "auto 112 B in 1.3 ms"],
            ["done", "best-fit 112 B in 1.3 ms"],
            ["done", "first-fit{alignment=64} 144 B in 1.3 ms"],
            ["failed", "nonsense there is no planner `nonsense`"],
        ])
    );
    let rows = "[...document.querySelectorAll('#schedules tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' '))";
    assert_eq!(
        browser.eval(rows),
        json!([
            "A B auto 112 B 112 B 0% Optimal 1.3 ms",
            "A B best-fit 112 B 112 B 0% Optimal 1.3 ms",
            "A B first-fit{alignment=64} 144 B 144 B 0% Optimal 1.3 ms",
        ])
    );
    browser.click("[data-choice='1-2']");
    assert_eq!(
        browser.text("document.querySelectorAll('figcaption b')[1].textContent"),
        "first-fit{alignment=64}"
    );
    let at = browser.middle("canvas");
    let before = browser.text("document.getElementById('picture').dataset.view");
    browser.mouse("mouseWheel", at, json!({"deltaX": 0, "deltaY": -240}));
    browser.settle();
    assert_ne!(
        browser.text("document.getElementById('picture').dataset.view"),
        before
    );
    let problem =
        browser.text("document.getElementById('problem').innerText.replace(/\\s+/g, ' ')");
    assert_eq!(
        problem,
        "nonsense has no plan there is no planner `nonsense` unknown-planner"
    );
    browser.screenshot("service-planned");
    // Downloads contain what the service sends in that format.
    browser.eval("window.saved = []; URL.createObjectURL = blob => { blob.arrayBuffer().then(b => window.saved.push([...new Uint8Array(b)])); return '#'; }");
    browser.click("[data-file='stairs.best-fit.mplan']");
    browser.wait("window.saved.length === 1");
    let saved: Vec<u8> = serde_json::from_value(browser.eval("window.saved[0]")).unwrap();
    assert_eq!(
        wire::read_plan(&saved).unwrap().schedules[0].total_size.0,
        112
    );
    let asked = mock.seen();
    assert!(
        asked.contains(&"POST /v1/plan?planner=best-fit&time=1s&name=stairs.csv".to_owned()),
        "{asked:?}"
    );
    // The browser logs requests that the service rejects; there are no other complaints.
    let others: Vec<&String> = browser
        .complaints
        .iter()
        .filter(|text| !text.contains("status of 400"))
        .collect();
    assert_eq!(others, [""; 0]);
}

#[test]
fn a_program_is_dropped_and_its_views_are_marked() {
    let Some(mut browser) = Chromium::start("program") else {
        return;
    };
    let mock = Mock::start("");
    open(&mut browser, &mock);
    let folder = Scratch::new("input-f");
    let file = folder.file("f.mlir", b"func.func @f() { return }");
    browser.drop_files("#drop", &[Path::new(&file)]);
    browser.wait("document.getElementById('input').dataset.state === 'chosen'");
    run(&mut browser);
    let marks = "[...document.querySelectorAll('#code mark')].map(mark => [mark.className, mark.parentElement.dataset.line])";
    assert_eq!(
        browser.eval(marks),
        json!([["arena", "3"], ["view", "4"], ["view", "6"]])
    );
    let facts = browser.text("document.getElementById('program-facts').innerText");
    assert_eq!(facts, "8 lines, 2 views; skipped: 1 escapes");
    browser.click("#next-mark");
    browser.click("#next-mark");
    assert_eq!(
        browser.text("document.querySelector('mark.current').parentElement.dataset.line"),
        "6"
    );
    let files =
        "[...document.querySelectorAll('#files button')].map(button => button.dataset.file)";
    assert_eq!(
        browser.eval(files),
        json!([
            "f.auto.mplan",
            "f.auto.json",
            "f.best-fit.mplan",
            "f.best-fit.json",
            "f.trace.mtrace",
            "f.merged.mlir",
            "f.report.json"
        ])
    );
    browser.look(390, 844, "dark");
    browser.settle();
    browser.screenshot("service-narrow");
    assert_eq!(browser.eval("document.documentElement.scrollWidth"), 390);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn errors_have_their_place_and_long_plans_are_jobs() {
    let Some(mut browser) = Chromium::start("errors") else {
        return;
    };
    let mock = Mock::start("sesame");
    open(&mut browser, &mock);
    let problem = "document.getElementById('problem').innerText.replace(/\\s+/g, ' ')";
    assert_eq!(
        browser.text(problem),
        "The request failed the request needs a token unauthorized"
    );
    browser.eval("(f => { f.value = 'sesame'; f.dispatchEvent(new Event('change')); })(document.getElementById('token'))");
    browser.wait("document.querySelector('[name=planner]')");
    let folder = Scratch::new("input-wrong");
    let file = folder.file("wrong.csv", b"id,lower,upper,size\na,0,4,16\nb,1,x,16\n");
    browser.choose_file("#file", Path::new(&file));
    browser.wait("document.getElementById('input').dataset.state === 'chosen'");
    run(&mut browser);
    let text = browser.text(problem);
    assert!(
        text.starts_with("The input cannot be read line 3, column 5: "),
        "{text}"
    );
    assert!(text.contains("3 │ b,1,x,16 │ ^ correct the line"), "{text}");
    browser.screenshot("service-error");

    let folder = Scratch::new("input-right");
    let file = folder.file("right.csv", CSV);
    browser.choose_file("#file-other", Path::new(&file));
    browser.wait("document.getElementById('file-name').textContent === 'right.csv'");
    browser.eval("for (const box of document.querySelectorAll('[name=planner]')) box.checked = box.value === 'exact'");
    browser.eval("(f => { f.value = '30s'; f.dispatchEvent(new Event('input', {bubbles: true})); })(document.getElementById('time'))");
    run(&mut browser);
    assert_eq!(progress(&mut browser)[1], json!(["done", "exact 112 B"]));
    let asked = mock.seen();
    let jobs: Vec<&String> = asked
        .iter()
        .filter(|entry| entry.contains("/v1/jobs"))
        .collect();
    assert_eq!(
        jobs,
        [
            "POST /v1/jobs?operation=plan&planner=exact&time=30s",
            "GET /v1/jobs/j1/events?",
            "GET /v1/jobs/j1/results/0?",
            "DELETE /v1/jobs/j1?"
        ]
    );
}

#[test]
fn pools_are_planned_and_shown_side_by_side() {
    let Some(mut browser) = Chromium::start("service-pools") else {
        return;
    };
    let mock = Mock::start("");
    open(&mut browser, &mock);
    // The page divides the JSON forms as `show` divides a schedule.
    let notation = "a 0..9 8 uses=0,1,8; b 1..4 8 uses=1,3; c 2..6 8 uses=2,3,5; d 3..7 8 uses=3,6\n\
                    pool fast 32\npool slow - access=1\nreserve fast 0..8";
    let priced = "x 0..2 8; y 2..4 8; z 0..2 4; w 0..4 4 pin=0 pool=p forever\npool p 16 banks=4x4\n\
                  same x z\ncost y z 3\nbank-cost w y 5";
    for (name, notation) in [("moved", notation), ("priced", priced)] {
        let trace: memplan_planner::LifetimeTrace = notation.parse().unwrap();
        let planner = registry::planner("auto").unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        let entries = vec![memplan_page::Entry::new("auto", &schedule)];
        let scope = memplan_page::Scope {
            trace: &trace,
            entries,
            origins: None,
        };
        let folder = Scratch::new(&format!("input-{name}"));
        let page = folder.file("page.html", memplan_page::document(name, &[scope]));
        let described = "(() => { const s = document.memplan.scope; return [s.pools, s.prices, s.moves, s.measures, \
                         [...s.schedules[0].offset], [...s.begin], [...s.end], [...Array(s.n).keys()].map(i => s.name_of(i))]; })()";
        browser.open(&format!("file://{page}"));
        browser.wait("document.getElementById('results').dataset.state === 'ready'");
        let expected = browser.eval(described);
        let scopes = MemoryTraceScopes {
            traces: vec![trace],
            ..MemoryTraceScopes::default()
        };
        let json = wire::write_trace(&scopes, Format::Json).unwrap();
        let file = folder.file("trace.json", json);
        open(&mut browser, &mock);
        browser.choose_file("#file", Path::new(&file));
        browser.wait("document.getElementById('input').dataset.state === 'chosen'");
        browser.eval("document.querySelectorAll('[name=planner]').forEach(it => (it.checked = it.value === 'auto'))");
        run(&mut browser);
        assert_eq!(browser.eval(described), expected, "{name}");
    }
    assert_eq!(browser.complaints, [""; 0]);
}
