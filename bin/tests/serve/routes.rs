//! Every route with valid requests, in all formats.

use memplan::{FrontDoor, JobOptions, OptionKind};
use memplan_planner::wire::{self, Format};
use memplan_testing::schema::conforms;
use serde_json::{Value, json};

use super::http::{Server, get, post};
use super::jobs::{finished, form, start_form};
use crate::common::{self, Scratch, assert_has, json_file};

const CSV: &[u8] = b"id,lower,upper,size\na,0,2,64\nb,1,3,32\nc,2,4,64\n";

/// A trace in all formats with their media types.
fn traces() -> Vec<(&'static str, Vec<u8>)> {
    let scopes = wire::read_trace(CSV).unwrap();
    vec![
        ("text/csv", CSV.to_vec()),
        (
            "application/json",
            wire::write_trace(&scopes, Format::Json).unwrap(),
        ),
        (
            "application/vnd.memplan.trace",
            wire::write_trace(&scopes, Format::Binary).unwrap(),
        ),
        ("application/octet-stream", CSV.to_vec()),
    ]
}

fn program() -> Vec<u8> {
    std::fs::read(common::root().join("examples/mlp.mlir")).unwrap()
}

#[test]
fn traces_in_all_formats_give_plans_in_all_formats() {
    let scratch = Scratch::new("serve-plan");
    let server = Server::start(&scratch, &[]);
    for (sent, body) in traces() {
        let path = "/v1/plan?planner=best-fit";
        for wanted in [
            "application/json",
            "text/csv",
            "application/vnd.memplan.plan",
        ] {
            let reply = server.send(&post(path, &body).content(sent).accept(wanted));
            let reply = reply.expect(200);
            assert_eq!(reply.header("content-type"), Some(wanted));
            let plan = wire::read_plan(&reply.body).unwrap();
            assert_eq!(plan.schedules[0].total_size.0, 96, "{sent} {wanted}");
        }
    }
    // The bytes that the command writes for the same trace.
    let (sent, body) = &traces()[2];
    let input = scratch.file("a.mtrace", body);
    let output = scratch.path("a.mplan");
    common::stdout(&["plan", &input, "--planner", "exact", "-o", &output, "-q"]);
    let request = post("/v1/plan?planner=exact", body).content(sent);
    let reply = server.send(&request.accept("application/vnd.memplan.plan"));
    assert_eq!(reply.expect(200).body, std::fs::read(&output).unwrap());
}

#[test]
fn traces_of_programs_and_conversions() {
    let scratch = Scratch::new("serve-trace");
    let server = Server::start(&scratch, &[]);
    let program = program();
    let request = post("/v1/trace", &program).content("text/x-mlir");
    let traces = server.send(&request).expect(200).body;
    let scopes = wire::read_trace(&traces).unwrap();
    assert_eq!(scopes.traces[0].scope(), "mlp");
    let request = post("/v1/trace", &traces).content("application/json");
    let binary = server.send(&request.accept("application/vnd.memplan.trace"));
    assert_eq!(wire::read_trace(&binary.expect(200).body).unwrap(), scopes);
    // A program is planned like its traces, and recognised without a type.
    for request in [
        post("/v1/plan", &traces).content("application/json"),
        post("/v1/plan", &program).content("text/x-mlir"),
        post("/v1/plan", &program),
    ] {
        let plan = wire::read_plan(&server.send(&request).expect(200).body).unwrap();
        assert_eq!(plan.schedules[0].total_size.0, 65_536);
        assert_eq!(plan.provenance.collector, "tick");
    }
}

#[test]
fn merging_gives_the_program_and_the_report_of_the_command() {
    let scratch = Scratch::new("serve-merge");
    let server = Server::start(&scratch, &[]);
    for (name, optimize) in [
        ("examples/mlp.mlir", "none"),
        ("examples/tensors.mlir", "none"),
        ("examples/mlp.mlir", "memory"),
        ("examples/loop.mlir", ""),
    ] {
        let program = std::fs::read(common::root().join(name)).unwrap();
        let report = scratch.path("report.json");
        let mut arguments = vec!["merge", name, "--report", &report];
        let mut path = format!("/v1/merge?name={name}");
        if !optimize.is_empty() {
            arguments.extend(["-O", optimize]);
            path += &format!("&optimize={optimize}");
        }
        let expected = common::stdout(&arguments);
        let request = post(&path, &program).content("text/x-mlir");
        let reply = server.send(&request).expect(200).json();
        assert_eq!(reply["program"], expected);
        let report = json_file(&report);
        assert_eq!(reply["report"], report, "{name}");
        let has_steps = !reply["report"]["memory_steps"].is_null();
        assert_eq!(has_steps, optimize != "none", "{name}");
        let text = server.send(&request.accept("text/x-mlir")).expect(200);
        assert_eq!(text.text(), expected);
    }
    let path = "/v1/merge?mutator=merge-alloc%7Barena=alloca%20stack-limit=1000000%7D&dealloc=false&planner=first-fit";
    let program = program();
    let request = post(path, &program).content("text/plain").accept("text/*");
    let text = server.send(&request).expect(200).text();
    assert_has!(text, "memref.alloca()");
}

#[test]
fn merging_takes_every_option_of_the_command() {
    let scratch = Scratch::new("serve-options");
    let server = Server::start(&scratch, &[]);
    let name = "examples/mlp.mlir";
    let program = std::fs::read(common::root().join(name)).unwrap();
    let rows = JobOptions::TABLE.iter();
    for row in rows.filter(|row| row.is_in(FrontDoor::Service)) {
        // The program has no dynamic dimension.
        if matches!(row.name, "range" | "equal") {
            continue;
        }
        let flag = match row.kind {
            OptionKind::Off => format!("--{}", row.name),
            OptionKind::On(_) => format!("--no-{}", row.name),
            _ => format!("--{}={}", row.name, row.example),
        };
        let expected = common::stdout(&["merge", name, &flag]);
        let value = row
            .example
            .replace('%', "%25")
            .replace('{', "%7B")
            .replace('}', "%7D");
        let path = format!("/v1/merge?{}={value}", row.name);
        let request = post(&path, &program).content("text/x-mlir");
        let reply = server.send(&request.accept("text/x-mlir")).expect(200);
        assert_eq!(reply.text(), expected, "{path}");
    }
    let path = "/v1/merge?fit=1MiB&blocks=auto";
    let request = post(path, &program).content("text/x-mlir");
    let refused = server.send(&request).expect(400).json();
    let detail = "the query parameter `fit` is given beside `blocks`, which it excludes";
    assert_eq!(refused["detail"], detail);
}

#[test]
fn passes_and_checks() {
    let scratch = Scratch::new("serve-check");
    let server = Server::start(&scratch, &[]);
    let program = program();
    let pipeline = "builtin.module(canonicalize,buffer-deallocation-pipeline)";
    let path = format!("/v1/opt?pipeline={pipeline}");
    let expected = common::stdout(&[
        "opt",
        "examples/mlp.mlir",
        &format!("--pass-pipeline={pipeline}"),
    ]);
    let request = post(&path, &program).content("text/x-mlir");
    let reply = server.send(&request).expect(200).json();
    assert_eq!(reply["program"], expected);

    let run = |path: &str, program: &[u8]| {
        let request = post(path, program).content("text/x-mlir");
        server.send(&request).expect(200).json()
    };
    let leak = run("/v1/check", &program);
    assert_eq!(leak["valid"], false);
    assert_eq!(leak["functions"][0]["faults"][0]["code"], "leak");
    assert_eq!(leak["functions"][0]["faults"][0]["line"], 5);
    assert_eq!(run("/v1/check", expected.as_bytes())["valid"], true);
    assert_eq!(run("/v1/check?static=true", &program)["proved"], false);
    assert_eq!(
        run("/v1/check?static=true", expected.as_bytes())["proved"],
        true
    );
}

#[test]
fn plans_are_checked_against_their_traces() {
    let scratch = Scratch::new("serve-check-plan");
    let server = Server::start(&scratch, &[]);
    let (media, trace) = &traces()[1];
    let request = post("/v1/plan?planner=first-fit", trace).content(media);
    let plan = server.send(&request).expect(200).json();
    let trace: Value = serde_json::from_slice(trace).unwrap();
    let verdict = |plan: &Value, path: &str| {
        let body = json!({"trace": trace, "plan": plan}).to_string();
        let request = post(path, body.as_bytes()).content("application/json");
        server.send(&request).expect(200).json()
    };
    assert_eq!(verdict(&plan, "/v1/check")["valid"], true);
    assert_eq!(verdict(&plan, "/v1/check?alignment=64")["valid"], true);
    assert_eq!(verdict(&plan, "/v1/check?alignment=128")["valid"], false);
    let mut wrong = plan.clone();
    wrong["schedules"][0]["offsets_bytes"][1] = json!(0);
    let wrong = verdict(&wrong, "/v1/check");
    assert_eq!(wrong["valid"], false);
    let violations = wrong["schedules"][0]["violations"].as_array().unwrap();
    assert_eq!(violations.len(), 2, "{violations:?}");

    let form = format!(
        "--x\r\ncontent-disposition: form-data; name=\"trace\"; filename=\"a.csv\"\r\n\r\n{}\r\n\
         --x\r\ncontent-disposition: form-data; name=\"plan\"\r\n\r\n{plan}\r\n--x--\r\n",
        String::from_utf8_lossy(CSV),
    );
    let request = post("/v1/check", form.as_bytes()).content("multipart/form-data; boundary=x");
    assert_eq!(server.send(&request).expect(200).json()["valid"], true);
}

/// The optimum, 12, is above the load, 11.
const NINE: &str = "datasets/data/load-is-not-enough.csv";

/// The certificate of an optimum above the load is stored with the plan, also in the cache, and checked again.
#[test]
fn certificates_are_stored_and_checked() {
    let scratch = Scratch::new("serve-certificate");
    let server = Server::start(&scratch, &[]);
    let path = scratch.path("trace.json");
    common::stdout(&["convert", NINE, &path]);
    let trace = std::fs::read(path).unwrap();
    let planned = |media: &str| {
        let request = post("/v1/plan?planner=exact", &trace).content("application/json");
        server.send(&request.accept(media)).expect(200)
    };
    let plan = planned("application/json").json();
    assert!(plan["schedules"][0]["certificate"].is_string(), "{plan}");
    assert_eq!(planned("application/json").json(), plan);
    let stored = memplan_planner::wire::read_plan(&planned("application/vnd.memplan.plan").body);
    assert!(stored.unwrap().schedules[0].certificate.is_some());

    let bound = |plan: &Value| {
        let trace: Value = serde_json::from_slice(&trace).unwrap();
        let body = json!({"trace": trace, "plan": plan}).to_string();
        let request = post("/v1/check", body.as_bytes()).content("application/json");
        server.send(&request).expect(200).json()["schedules"][0]["bound"].clone()
    };
    let proved = bound(&plan);
    assert_eq!(
        (&proved["bytes"], &proved["proved_by"]),
        (&json!(12), &json!("certificate"))
    );
    assert!(proved["certificate_steps"].as_u64() > Some(1));
    let mut wrong = plan.clone();
    wrong["schedules"][0]["certificate"] = json!("010b01");
    assert_eq!(bound(&wrong)["proved_by"], Value::Null);
    assert_eq!(bound(&wrong)["rejection"], "it is cut off");
}

/// Traces with pools, relations and costs go through the readers and writers that the command has, too.
#[test]
fn pools_costs_and_moves_are_planned_and_checked() {
    let scratch = Scratch::new("serve-pools");
    let server = Server::start(&scratch, &[]);
    let read = |name: &str| {
        let path = format!("../examples/constraints/{name}.json");
        std::fs::read(path).unwrap()
    };
    for name in ["pools", "relations", "costs", "banks", "moves"] {
        let trace = read(name);
        let request = post("/v1/plan", &trace).content("application/json");
        let plan = server.send(&request).expect(200).json();
        let trace: Value = serde_json::from_slice(&trace).unwrap();
        let n_buffers = trace["traces"][0]["buffers"].as_array().unwrap().len();
        let schedule = &plan["schedules"][0];
        assert_eq!(schedule["pools"].as_array().unwrap().len(), n_buffers);
        assert!(!schedule["terms"].as_array().unwrap().is_empty(), "{plan}");
        let is_moving = !schedule["residences"].is_null();
        assert_eq!(is_moving, name == "moves", "{plan}");
        let verdict = |plan: &Value| {
            let body = json!({"trace": trace, "plan": plan}).to_string();
            let request = post("/v1/check", body.as_bytes()).content("application/json");
            server.send(&request).expect(200).json()["valid"] == true
        };
        assert!(verdict(&plan), "{name}");
        let mut wrong = plan.clone();
        wrong["schedules"][0]["terms"][0]["value"] = json!(1_000_000);
        assert!(!verdict(&wrong), "{name}");
        let mut wrong = plan.clone();
        if is_moving {
            wrong["schedules"][0]["residences"][1]["end_tick"] = json!(3);
        } else {
            wrong["schedules"][0]["peaks_bytes"][0] = json!(1);
        }
        assert!(!verdict(&wrong), "{name}");
    }
    let small = read("too-small");
    let request = post("/v1/plan", &small).content("application/json");
    let problem = server.send(&request).expect(422).json();
    assert_eq!(problem["code"], "pool-exceeded");
    let text = problem["detail"].as_str().unwrap();
    assert_has!(text, "no two of `a`, `b`, `c` may share bytes");
}

/// Traces with symbols and programs with dynamic shapes: one plan for all shapes, as the command makes it.
#[test]
fn sizes_that_depend_on_symbols_are_planned_for_all_values() {
    const SYMBOLS: &[u8] =
        b"# symbol b 1..64\nid,lower,upper,size\na,0,2,64*b\nb,1,3,b*b\nc,2,4,64*b\n";
    let scratch = Scratch::new("serve-symbols");
    let server = Server::start(&scratch, &[]);
    let input = scratch.file("a.csv", SYMBOLS);
    let output = scratch.path("a.mplan");
    common::stdout(&["plan", &input, "-o", &output, "-q"]);
    let wanted = "application/vnd.memplan.plan";
    let request = post("/v1/plan", SYMBOLS).content("text/csv").accept(wanted);
    let reply = server.send(&request).expect(200);
    assert_eq!(reply.body, std::fs::read(&output).unwrap());

    let traces = server.send(&post("/v1/trace", SYMBOLS).content("text/csv"));
    let traces = traces.expect(200).body;
    let request = post("/v1/plan?planner=best-fit", &traces).content("application/json");
    let plan = server.send(&request).expect(200).body;
    let read = |plan: &[u8]| memplan_planner::wire::read_plan(plan).unwrap();
    assert_eq!(read(&plan).schedules[0].symbols()[0].name, "b");
    let check = |plan: &Value| {
        let both = json!({"trace": parsed(&traces), "plan": plan});
        let body = serde_json::to_vec(&both).unwrap();
        let reply = server.send(&post("/v1/check", &body).content("application/json"));
        parsed(&reply.expect(200).body)
    };
    let mut plan = parsed(&plan);
    assert_eq!(check(&plan)["valid"], true);
    let first = plan["schedules"][0]["oriented"].as_object_mut().unwrap();
    first.remove("arithmetic");
    first["orientations"][0]["edges"] = json!([]);
    let verdict = check(&plan);
    assert_eq!(verdict["valid"], false);
    assert!(
        verdict["schedules"][0]["violations"][0]
            .as_str()
            .unwrap()
            .contains("live at once")
    );

    let model = common::root().join("datasets/programs/dynamic/mlp.tensor.mlir");
    let model = std::fs::read(model).unwrap();
    for request in [
        post("/v1/plan", &model)
            .content("text/x-mlir")
            .accept(wanted),
        post("/v1/plan", &model).accept(wanted),
    ] {
        let plan = server.send(&request).expect(200).body;
        assert!(read(&plan).schedules[0].oriented.is_some());
    }
}

fn parsed(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

#[test]
fn plug_ins_are_listed_as_by_the_command() {
    let scratch = Scratch::new("serve-list");
    let server = Server::start(&scratch, &[]);
    for kind in ["planners", "collectors", "mutators", "passes"] {
        let listed = server.get(&format!("/v1/{kind}")).expect(200).json();
        let text = common::stdout(&["list", kind, "--format", "json"]);
        let expected: Value = serde_json::from_str(&text).unwrap();
        let names = |listing: &Value| -> Vec<String> {
            let entries = listing[kind].as_array().unwrap();
            let name = |entry: &Value| entry["name"].as_str().unwrap().to_owned();
            entries
                .iter()
                .map(name)
                .filter(|name| !matches!(&**name, "exec" | "wasm"))
                .collect()
        };
        assert_eq!(names(&listed), names(&expected));
        let first = (&listed[kind][0], &expected[kind][0]);
        for field in ["summary", "cost", "source", "capabilities"] {
            assert_eq!(first.0[field], first.1[field], "{kind} {field}");
        }
        let has_exec = listed[kind].to_string().contains("\"name\":\"exec\"");
        assert!(!has_exec, "{kind}");
    }
}

#[test]
fn the_health_check_of_a_container_tells_a_service_from_none() {
    let scratch = Scratch::new("serve-health");
    let server = Server::start(&scratch, &[]);
    let ask = |address: &str| common::memplan(&["serve", "--ask-health", "--listen", address]);
    let address = server.address.to_string();
    assert_eq!(ask(&address).status.code(), Some(0));
    drop(server);
    let silence = ask(&address);
    assert_eq!(silence.status.code(), Some(1));
    let said = String::from_utf8_lossy(&silence.stderr);
    assert_has!(said, "[not-ready]");
}

#[test]
fn operators_see_health_metrics_and_logs() {
    let scratch = Scratch::new("serve-operator");
    let server = Server::start(&scratch, &["--log-format", "json"]);
    let page = server.get("/").expect(200);
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert!(page.text().starts_with("<!doctype html>"));
    assert_eq!(server.get("/healthz").expect(200).text(), "ok\n");
    assert_eq!(server.get("/readyz").expect(200).text(), "ok\n");
    let request = post("/v1/plan", CSV).header("x-request-id", "my-request.1");
    let reply = server.send(&request).expect(200);
    assert_eq!(reply.header("x-request-id"), Some("my-request.1"));
    let generated = server
        .send(&get("/healthz").header("x-request-id", "a b"))
        .expect(200);
    assert_ne!(generated.header("x-request-id"), Some("a b"));
    let metrics = server.get("/metrics").expect(200).text();
    let line = "memplan_request_seconds_count{route=\"/v1/plan\",status=\"200\"} 1";
    assert_has!(metrics, line);
    let log = server.log_with("my-request.1");
    let line = log.lines().find(|line| line.contains("my-request.1"));
    let line: Value = serde_json::from_str(line.unwrap()).unwrap();
    assert_eq!(line["route"], "/v1/plan");
    assert_eq!(line["status"], 200);
    assert_eq!(line["client"], "127.0.0.1");
}

#[test]
fn the_description_has_every_route_and_answers_are_compressed() {
    let scratch = Scratch::new("serve-openapi");
    let server = Server::start(&scratch, &[]);
    let described = server.get("/v1/openapi.json").expect(200).json();
    assert_eq!(described["openapi"], "3.1.0");
    let paths = described["paths"].as_object().unwrap();
    assert!(paths.len() >= 18, "{}", paths.len());
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            // Every described route must exist; a missing one would answer `not-found` or `wrong-method`.
            let path = path.replace("{id}", "none").replace("{position}", "0");
            let method = method.to_ascii_uppercase();
            let reply = server.send(&get(&path).method(&method));
            let is_missing = ["not-found", "wrong-method"].map(|code| reply.text().contains(code));
            assert_eq!(
                is_missing,
                [false, false],
                "{method} {path}: {}",
                reply.text()
            );
            let (given, answers) = (&operation["requestBody"], &operation["responses"]);
            assert!(answers["default"].is_object());
            // What is JSON has a schema of its own.
            let answers = answers.as_object().unwrap().values();
            for json in answers
                .chain([given])
                .map(|of| &of["content"]["application/json"])
            {
                assert!(
                    json.is_null() || !json["schema"].is_null(),
                    "{method} {path}"
                );
            }
        }
    }
    let request = get("/v1/openapi.json").header("accept-encoding", "gzip");
    let compressed = server.send(&request).expect(200);
    assert_eq!(compressed.header("content-encoding"), Some("gzip"));
    assert!(compressed.body.starts_with(b"\x1f\x8b"));
    // A compressed request is accepted: the error is about its content, not its encoding.
    let request = post("/v1/plan", &compressed.body).content("application/json");
    let reply = server.send(&request.header("content-encoding", "gzip"));
    assert_eq!(reply.expect(422).json()["code"], "syntax");
}

/// Whether an answer is what the description says that a route answers.
fn is_described(described: &Value, route: &str, status: &str, answer: &Value) {
    let (method, path) = route.split_once(' ').unwrap();
    let answers = &described["paths"][path][method]["responses"];
    let media = match status {
        "default" => "application/problem+json",
        _ => "application/json",
    };
    let schema = &answers[status]["content"][media]["schema"];
    assert_eq!(conforms(answer, schema, described), Ok(()), "{route}");
}

#[test]
fn answers_are_what_the_description_says() {
    let scratch = Scratch::new("serve-described");
    let server = Server::start(&scratch, &[]);
    let described = server.get("/v1/openapi.json").expect(200).json();
    let send = |route: &str, query: &str, media: &str, body: &[u8]| {
        let path = format!("{}?{query}", route.trim_start_matches("post "));
        let reply = server.send(&post(&path, body).content(media).accept("application/json"));
        let answer = reply.expect(200).json();
        is_described(&described, route, "200", &answer);
        answer
    };
    let program = |name: &str| std::fs::read(common::root().join("examples").join(name)).unwrap();
    for name in ["mlp.mlir", "tensors.mlir", "attention.mlir", "loop.mlir"] {
        for query in [
            "",
            "optimize=none",
            "pools=l1=4KiB,dram",
            "donate=auto",
            "arena=arg",
        ] {
            send("post /v1/merge", query, "text/x-mlir", &program(name));
        }
    }
    let mlp = program("mlp.mlir");
    let symbolic = b"# symbol b 1..64\nid,lower,upper,size\nx,0,3,4*b\ny,1,4,100\n";
    send(
        "post /v1/opt",
        "pipeline=builtin.module(canonicalize)",
        "text/x-mlir",
        &mlp,
    );
    for (media, body) in [("text/x-mlir", &*mlp), ("text/csv", symbolic)] {
        let trace = send("post /v1/trace", "", media, body);
        let plan = send("post /v1/plan", "", media, body);
        let both = json!({"trace": trace, "plan": plan}).to_string();
        send("post /v1/check", "", "application/json", both.as_bytes());
    }
    for query in ["", "static=true"] {
        send("post /v1/check", query, "text/x-mlir", &mlp);
    }
    for kind in ["planners", "collectors", "mutators", "passes"] {
        let path = format!("/v1/{kind}");
        let answer = server.get(&path).expect(200).json();
        is_described(&described, &format!("get {path}"), "200", &answer);
    }
    let files = form(&[("a.csv", CSV), ("b.csv", b"id,lower\n")]);
    let job = start_form(&server, "/v1/jobs", &files);
    let progress = finished(&server, &job);
    is_described(&described, "get /v1/jobs/{id}", "200", &progress);
    for (path, route) in [("", ""), ("/0", "/{position}")] {
        let answer = server.get(&format!("{job}/results{path}")).expect(200);
        let route = format!("get /v1/jobs/{{id}}/results{route}");
        is_described(&described, &route, "200", &answer.json());
    }
    let wrong = post("/v1/merge", b"func.func").content("text/x-mlir");
    let problem = server.send(&wrong).expect(422).json();
    is_described(&described, "post /v1/merge", "default", &problem);
}
